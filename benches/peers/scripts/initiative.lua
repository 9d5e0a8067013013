-- Rounds of individual initiative for eight: a ten-sided die and a modifier, ties by dexterity, then by side.

local fighters = {
  { number = 0, dexterity = 12, modifier = 0, side = 1 },
  { number = 1, dexterity = 9, modifier = 1, side = 1 },
  { number = 2, dexterity = 15, modifier = 2, side = 1 },
  { number = 3, dexterity = 12, modifier = 0, side = 1 },
  { number = 4, dexterity = 12, modifier = 0, side = 2 },
  { number = 5, dexterity = 16, modifier = 2, side = 2 },
  { number = 6, dexterity = 9, modifier = 1, side = 2 },
  { number = 7, dexterity = 7, modifier = 0, side = 2 },
}
local rounds = #tape / 8
local order = {}

-- Whether `a` comes before `b`; `same`: or with it.
local function before(a, b, same)
  if a.initiative ~= b.initiative then return a.initiative > b.initiative end
  if a.dexterity ~= b.dexterity then return a.dexterity > b.dexterity end
  if a.side ~= b.side then return a.side < b.side end
  return same
end

-- Those who act at the same time stay in the order of their numbers. Sorted by insertion, which for eight is quicker than `table.sort`.
local function play(round)
  local first = round % rounds * 8
  for place = 1, 8 do
    local fighter = fighters[place]
    fighter.initiative = tape[first + place] + fighter.modifier
    local at = place
    while at > 1 and not before(order[at - 1], fighter, true) do
      order[at] = order[at - 1]
      at = at - 1
    end
    order[at] = fighter
  end
end

function answer(round)
  play(round)
  local words = {}
  for place = 1, 8 do
    local with = place > 1 and not before(order[place - 1], order[place], false)
    words[place] = (with and "=" or " ") .. order[place].number
  end
  return table.concat(words)
end

function work(count)
  local sum = 0
  for round = 0, count - 1 do
    play(round)
    for place = 1, 8 do
      local with = place > 1 and not before(order[place - 1], order[place], false)
      sum = (sum * 31 + order[place].number * 2 + (with and 1 or 0)) % 1000003
    end
  end
  return sum
end
