-- The fight of examples/to_the_death.affray by rules/variants/osric_to_the_death.affray, written by hand: only what can come about in it.
-- For Lua 5.4 and LuaJIT alike: all numbers are below 2^53.

local FIGHTS, WORDS = 1000, 1024
local ORCS, PARTY = 1, 2
local ATTACK, SHOOT, CAST, FLEE = 1, 2, 3, 4
local WARRIOR, BRUTE, HUNTER, CASTER = 1, 2, 3, 4
local NOBODY = 0
local floor, min, max, abs = math.floor, math.min, math.max, math.abs

local function sheet(given)
  local one = {
    tactic = WARRIOR, armour_class = 10, hits_class_0_on = 20, to_hit_bonus = 0, damage_die = 6, damage_bonus = 0,
    missile = false, stands_at = 0, casting_time = 0, spell = 0, castings = 1,
  }
  for name, value in pairs(given) do one[name] = value end
  return one
end

-- In the order of their names.
local sheets = {
  sheet { side = PARTY, hp = 14, armour_class = 4, hits_class_0_on = 18, damage_die = 8, damage_bonus = 1, stands_at = 10 },
  sheet { side = ORCS, hp = 13, tactic = HUNTER, armour_class = 5, hits_class_0_on = 18, damage_die = 8, damage_bonus = 1, stands_at = 12 },
  sheet { side = PARTY, hp = 6, tactic = CASTER, casting_time = 2, spell = 6, castings = 2 },
  sheet { side = PARTY, hp = 9, armour_class = 6, to_hit_bonus = 2, missile = 2, stands_at = 2 },
  sheet { side = ORCS, hp = 7, tactic = BRUTE, armour_class = 6, hits_class_0_on = 19, damage_die = 8, stands_at = 11 },
  sheet { side = ORCS, hp = 7, tactic = BRUTE, armour_class = 6, hits_class_0_on = 19, damage_die = 8, stands_at = 11 },
  sheet { side = ORCS, hp = 6, tactic = CASTER, armour_class = 8, casting_time = 3, spell = 4, castings = 2, stands_at = 15 },
  sheet { side = PARTY, hp = 10, armour_class = 5, hits_class_0_on = 19, damage_die = 8, stands_at = 9 },
}

-- The state of the fight: one for each of the eight.
local hp, fled, castings = {}, {}, {}
local declared, aimed = {}, {}      -- what each has declared and not yet begun, and at whom
local casting, began = {}, {}       -- at whom each is casting, and since when
local waiting, struck_at = {}, {}   -- what is being carried out, and who has been struck at
local damage, begins = {}, {}
local now, at

local function die(sides)
  while true do
    local product = tape[at + 1] * sides
    at = at + 1
    if at == #tape then at = 0 end
    local high = floor(product / 4294967296)
    if product - high * 4294967296 >= 4294967296 % sides then return high + 1 end
  end
end

local function can_fight(c) return hp[c] > 0 and not fled[c] end

local function is_decided()
  local orcs, party = false, false
  for c = 1, 8 do
    if can_fight(c) then
      if sheets[c].side == ORCS then orcs = true else party = true end
    end
  end
  return not (orcs and party)
end

local function weakest_foe(c)
  local found, lowest = NOBODY, 0
  for e = 1, 8 do
    if sheets[e].side ~= sheets[c].side and can_fight(e) and (found == NOBODY or hp[e] < lowest) then found, lowest = e, hp[e] end
  end
  return found
end

local function strongest_foe(c)
  local found, highest = NOBODY, 0
  for e = 1, 8 do
    if sheets[e].side ~= sheets[c].side and can_fight(e) and (found == NOBODY or hp[e] > highest) then found, highest = e, hp[e] end
  end
  return found
end

local function nearest_foe(c, casters)
  local found, lowest = NOBODY, 0
  for e = 1, 8 do
    if sheets[e].side ~= sheets[c].side and can_fight(e) and (not casters or sheets[e].spell > 0 and castings[e] > 0) then
      local paces = abs(sheets[e].stands_at - sheets[c].stands_at)
      if found == NOBODY or paces < lowest then found, lowest = e, paces end
    end
  end
  return found
end

local function is_engaged(c)
  for a = 1, 8 do
    if sheets[a].side ~= sheets[c].side and can_fight(a) and (declared[a] and aimed[a] == c or casting[a] == c) then return true end
  end
  return false
end

local function declare(c)
  if not can_fight(c) or casting[c] ~= NOBODY then return end
  local one = sheets[c]
  local tactic, act, target = one.tactic, ATTACK, NOBODY
  if tactic == BRUTE then target = weakest_foe(c)
  elseif tactic == HUNTER then
    target = nearest_foe(c, true)
    if target == NOBODY then target = nearest_foe(c, false) end
  elseif hp[c] * 4 <= one.hp then
    declared[c], aimed[c] = FLEE, NOBODY
    return
  elseif tactic == WARRIOR and one.missile then act, target = SHOOT, weakest_foe(c)
  elseif tactic == CASTER and castings[c] > 0 and not is_engaged(c) then act, target = CAST, strongest_foe(c)
  else target = nearest_foe(c, false) end
  declared[c], aimed[c] = target ~= NOBODY and act, target
end

local function roll_attack(attacker, victim)
  local rolled = die(20)
  local needed = attacker.hits_class_0_on - victim.armour_class
  if rolled == 1 or rolled ~= 20 and rolled + attacker.to_hit_bonus < needed then return 0 end
  return max(1, die(attacker.damage_die) + attacker.damage_bonus)
end

-- Damage counts at once, and spoils castings; so does the death of the caster or the flight of the target.
local function suffer()
  for c = 1, 8 do
    hp[c] = hp[c] - damage[c]
    if casting[c] ~= NOBODY and (damage[c] > 0 or hp[c] <= 0 or fled[casting[c]]) then casting[c] = NOBODY end
    damage[c] = 0
  end
end

-- The segment of what somebody has declared, and its place before the others of that segment.
local function place_of(c, side_segment)
  if declared[c] == ATTACK then return side_segment, 0 end
  local shifted = side_segment - (sheets[c].missile or 0)
  return min(10, max(1, shifted)), min(0, shifted - 1)
end

-- Carries out what comes next of the acts that wait, all at the same time; says whether any still wait.
local function batch()
  local orcs, party, later = false, false, false
  for c = 1, 8 do
    begins[c], struck_at[c] = false, false
    if waiting[c] then
      local target = aimed[c]
      -- Acts of the dead and of those who fled, and those at somebody who fled, come to nothing.
      if not can_fight(c) or target ~= NOBODY and fled[target] then waiting[c] = false
      elseif sheets[c].side == ORCS then orcs = true
      else party = true end
    end
  end
  for c = 1, 8 do
    local act, target = waiting[c], aimed[c]
    if act == FLEE or act == CAST then
      begins[c], waiting[c] = act, false
    elseif act and struck_at[target] and not (orcs and party) then
      later = true
    elseif act then
      struck_at[target], waiting[c] = true, false
      -- Whose target is down turns to the weakest; the dice fall even if nobody is left.
      if hp[target] <= 0 then
        local other = weakest_foe(c)
        if other ~= NOBODY then target = other end
      end
      local dealt = roll_attack(sheets[c], sheets[target])
      if hp[target] > 0 then damage[target] = damage[target] + dealt end
    end
  end
  for c = 1, 8 do
    if begins[c] == FLEE then fled[c] = true
    elseif begins[c] == CAST then
      castings[c] = castings[c] - 1
      casting[c], began[c] = aimed[c], now
    end
  end
  suffer()
  return later
end

-- All that is declared for one place; without a segment, all of it. Where both sides act it happens at once, else friends who strike at one
-- target come one after the other.
local function resolve(segment, early, orcs, party)
  local any = false
  for c = 1, 8 do
    local here = declared[c]
    if here and segment then
      local its_segment, its_early = place_of(c, sheets[c].side == ORCS and orcs or party)
      if its_segment ~= segment or its_early ~= early then here = false end
    end
    waiting[c] = here
    if here then declared[c], any = false, true end
  end
  while any do any = batch() end
end

-- Spells that are due take effect, all at the same time; on the dead they have none.
local function spells(early)
  for c = 1, 8 do
    local target = casting[c]
    if target ~= NOBODY and began[c] + sheets[c].casting_time - early == now then
      casting[c] = NOBODY
      if hp[target] > 0 then damage[target] = damage[target] + sheets[c].spell end
    end
  end
  suffer()
end

-- Says whether all is decided then.
local function surprise()
  local orcs, party = die(6), die(6)
  if orcs > 2 then orcs = 0 end
  if party > 2 then party = 0 end
  local segments = max(orcs, party)
  for segment = 1, segments do
    now = now + 1
    for c = 1, 8 do
      if (sheets[c].side == ORCS and orcs or party) < segment then declare(c) end
    end
    resolve()
    -- A casting takes effect at the close of its last segment.
    spells(1)
  end
  return segments > 0 and is_decided()
end

local function round()
  local start = now
  for c = 1, 8 do if sheets[c].side == ORCS then declare(c) end end
  for c = 1, 8 do if sheets[c].side == PARTY then declare(c) end end
  -- The die of one side is the segment of the other.
  local party = die(6)
  local orcs = die(6)
  for segment = 1, 10 do
    now = start + segment
    spells(0)
    for early = -2, 0 do resolve(segment, early, orcs, party) end
  end
end

local function play(fight)
  local start = fight % FIGHTS * WORDS
  at, now = start, 0
  for c = 1, 8 do
    hp[c], castings[c], fled[c], declared[c], casting[c], damage[c] = sheets[c].hp, sheets[c].castings, false, false, NOBODY, 0
  end
  local rounds = 0
  if not surprise() then
    repeat
      rounds = rounds + 1
      round()
    until is_decided()
  end
  return rounds, (at - start) % #tape
end

function answer(fight)
  local rounds, drawn = play(fight)
  local words = { string.format("%d", rounds) }
  for c = 1, 8 do words[#words + 1] = string.format(fled[c] and "%d fled" or "%d", hp[c]) end
  words[#words + 1] = string.format("%d", drawn)
  return table.concat(words, " ")
end

function work(count)
  local sum = 0
  for fight = 0, count - 1 do
    local _, drawn = play(fight)
    sum = sum + drawn + 100
    for c = 1, 8 do sum = sum + hp[c] end
  end
  return sum
end
