"""The fight of examples/to_the_death.affray by rules/variants/osric_to_the_death.affray, written by hand: only what can come about in it.

Told where the tape of words is; then `answers N` and `time N`, line by line.
"""

import platform
import sys
import time
from array import array

FIGHTS, WORDS = 1_000, 1_024
ORCS, PARTY = 0, 1
ATTACK, SHOOT, CAST, FLEE = range(4)
WARRIOR, BRUTE, HUNTER, CASTER = range(4)


class Sheet:
    def __init__(self, side, hp, tactic=WARRIOR, armour_class=10, hits_class_0_on=20, to_hit_bonus=0, damage_die=6, damage_bonus=0,
                 missile=None, stands_at=0, spell=None, castings=1):
        self.side, self.hp, self.tactic = side, hp, tactic
        self.armour_class, self.hits_class_0_on, self.to_hit_bonus = armour_class, hits_class_0_on, to_hit_bonus
        self.damage_die, self.damage_bonus = damage_die, damage_bonus
        self.missile, self.stands_at, self.spell, self.castings = missile, stands_at, spell, castings


def orc():
    return Sheet(ORCS, 7, BRUTE, armour_class=6, hits_class_0_on=19, damage_die=8, stands_at=11)


# In the order of their names.
SHEETS = [
    Sheet(PARTY, 14, armour_class=4, hits_class_0_on=18, damage_die=8, damage_bonus=1, stands_at=10),
    Sheet(ORCS, 13, HUNTER, armour_class=5, hits_class_0_on=18, damage_die=8, damage_bonus=1, stands_at=12),
    Sheet(PARTY, 6, CASTER, spell=(2, 6), castings=2),
    Sheet(PARTY, 9, armour_class=6, to_hit_bonus=2, missile=2, stands_at=2),
    orc(),
    orc(),
    Sheet(ORCS, 6, CASTER, armour_class=8, spell=(3, 4), castings=2, stands_at=15),
    Sheet(PARTY, 10, armour_class=5, hits_class_0_on=19, damage_die=8, stands_at=9),
]
EVERYBODY = range(8)
FOES = [[e for e in EVERYBODY if SHEETS[e].side != sheet.side] for sheet in SHEETS]
OF_SIDE = [[c for c in EVERYBODY if SHEETS[c].side == side] for side in (ORCS, PARTY)]


class Dice:
    def __init__(self, words, at):
        self.words, self.at = words, at

    def die(self, sides):
        while True:
            product = self.words[self.at] * sides
            self.at = (self.at + 1) % len(self.words)
            if product & 0xFFFFFFFF >= (1 << 32) % sides:
                return (product >> 32) + 1


class Fight:
    def __init__(self, dice):
        self.dice = dice
        self.hp = [sheet.hp for sheet in SHEETS]
        self.castings = [sheet.castings for sheet in SHEETS]
        self.fled = [False] * 8
        self.declared = [None] * 8
        self.casting = [None] * 8
        self.now = 0

    def play(self):
        if self.surprise():
            return 0
        number = 1
        while True:
            self.round()
            if self.is_decided():
                return number
            number += 1

    def surprise(self):
        length = [0, 0]
        for side in (ORCS, PARTY):
            die = self.dice.die(6)
            length[side] = die if die <= 2 else 0
        segments = max(length)
        for segment in range(1, segments + 1):
            self.now += 1
            for c in EVERYBODY:
                if length[SHEETS[c].side] < segment:
                    self.declare(c)
            self.resolve(EVERYBODY)
            # A casting takes effect at the close of its last segment.
            self.spells(1)
        return segments > 0 and self.is_decided()

    def round(self):
        start = self.now
        for side in (ORCS, PARTY):
            for c in OF_SIDE[side]:
                self.declare(c)
        # The die of one side is the segment of the other.
        orcs, party = self.dice.die(6), self.dice.die(6)
        side_segment = [party, orcs]
        places = {}
        for c in EVERYBODY:
            act = self.declared[c]
            if act is None:
                continue
            segment, early = side_segment[SHEETS[c].side], 0
            if act[0] != ATTACK:
                shifted = segment - (SHEETS[c].missile or 0)
                segment = min(10, max(1, shifted))
                early = min(0, shifted - 1)
            places.setdefault((segment, early), []).append(c)
        for segment in range(1, 11):
            self.now = start + segment
            self.spells(0)
            for early in (-2, -1, 0):
                if (segment, early) in places:
                    self.resolve(places[segment, early])

    def can_fight(self, c):
        return self.hp[c] > 0 and not self.fled[c]

    def is_decided(self):
        return not all(any(map(self.can_fight, OF_SIDE[side])) for side in (ORCS, PARTY))

    def foes(self, c):
        return [e for e in FOES[c] if self.can_fight(e)]

    def weakest_foe(self, c):
        return min(self.foes(c), key=lambda e: self.hp[e], default=None)

    def nearest_foe(self, c):
        return min(self.foes(c), key=lambda e: abs(SHEETS[e].stands_at - SHEETS[c].stands_at), default=None)

    def casting_foe(self, c):
        casters = [e for e in self.foes(c) if SHEETS[e].spell and self.castings[e] > 0]
        return min(casters, key=lambda e: abs(SHEETS[e].stands_at - SHEETS[c].stands_at), default=None)

    def is_engaged(self, c):
        for a in FOES[c]:
            if self.can_fight(a):
                act, casting = self.declared[a], self.casting[a]
                if act is not None and act[1] == c or casting is not None and casting[0] == c:
                    return True
        return False

    def declare(self, c):
        if not self.can_fight(c) or self.casting[c] is not None:
            return
        sheet = SHEETS[c]
        kind, target = ATTACK, None
        if sheet.tactic == BRUTE:
            target = self.weakest_foe(c)
        elif sheet.tactic == HUNTER:
            target = self.casting_foe(c)
            if target is None:
                target = self.nearest_foe(c)
        elif self.hp[c] * 4 <= sheet.hp:
            self.declared[c] = FLEE, None
            return
        elif sheet.tactic == WARRIOR and sheet.missile is not None:
            kind, target = SHOOT, self.weakest_foe(c)
        elif sheet.tactic == CASTER and self.castings[c] > 0 and not self.is_engaged(c):
            kind, target = CAST, min(self.foes(c), key=lambda e: -self.hp[e], default=None)
        else:
            target = self.nearest_foe(c)
        self.declared[c] = None if target is None else (kind, target)

    def resolve(self, chosen):
        """All that the chosen have declared: where both sides act, at once; else friends who strike at one target come one after the other."""
        waiting = []
        for c in chosen:
            if self.declared[c] is not None:
                waiting.append((c, *self.declared[c]))
                self.declared[c] = None
        while waiting:
            waiting = self.batch(waiting)

    def batch(self, waiting):
        """Carries out what comes next of the acts that wait, all at the same time; gives those that still wait."""
        # Acts of the dead and of those who fled, and those at somebody who fled, come to nothing.
        waiting = [act for act in waiting if self.can_fight(act[0]) and (act[1] == FLEE or not self.fled[act[2]])]
        is_contested = len({SHEETS[c].side for c, _, _ in waiting}) > 1
        damage = [0] * 8
        begun, fleeing, struck_at, later = [], [], set(), []
        for act in waiting:
            c, kind, target = act
            if kind == FLEE:
                fleeing.append(c)
            elif kind == CAST:
                begun.append((c, target))
            elif target in struck_at and not is_contested:
                later.append(act)
            else:
                struck_at.add(target)
                # Whose target is down turns to the weakest; the dice fall even if nobody is left.
                if self.hp[target] <= 0:
                    other = self.weakest_foe(c)
                    target = target if other is None else other
                dealt = self.roll_attack(SHEETS[c], SHEETS[target])
                if self.hp[target] > 0:
                    damage[target] += dealt
        for c in fleeing:
            self.fled[c] = True
        for c, target in begun:
            self.castings[c] -= 1
            self.casting[c] = target, self.now
        self.suffer(damage)
        return later

    def spells(self, early):
        """Spells that are due take effect, all at the same time; on the dead they have none."""
        damage = [0] * 8
        for c in EVERYBODY:
            casting = self.casting[c]
            if casting is not None and casting[1] + SHEETS[c].spell[0] - early == self.now:
                self.casting[c] = None
                if self.hp[casting[0]] > 0:
                    damage[casting[0]] += SHEETS[c].spell[1]
        self.suffer(damage)

    def suffer(self, damage):
        """Damage counts at once, and spoils castings; so does the death of the caster or the flight of the target."""
        for c in EVERYBODY:
            self.hp[c] -= damage[c]
            casting = self.casting[c]
            if casting is not None and (damage[c] > 0 or self.hp[c] <= 0 or self.fled[casting[0]]):
                self.casting[c] = None

    def roll_attack(self, attacker, victim):
        die = self.dice.die(20)
        needed = attacker.hits_class_0_on - victim.armour_class
        if die == 1 or die != 20 and die + attacker.to_hit_bonus < needed:
            return 0
        return max(1, self.dice.die(attacker.damage_die) + attacker.damage_bonus)


def play(words, number):
    start = number % FIGHTS * WORDS
    fight = Fight(Dice(words, start))
    rounds = fight.play()
    return rounds, fight, (fight.dice.at - start) % len(words)


def answer(words, number):
    rounds, fight, drawn = play(words, number)
    each = (f"{hp} fled" if fled else f"{hp}" for hp, fled in zip(fight.hp, fight.fled))
    return f"{rounds} {' '.join(each)} {drawn}"


def work(words, count):
    total = 0
    for number in range(count):
        _, fight, drawn = play(words, number)
        total += drawn + sum(fight.hp)
    return total


tape = array("I")
with open(sys.argv[1], "rb") as file:
    tape.frombytes(file.read())
tape = tape.tolist()
print(platform.python_version(), flush=True)
for line in sys.stdin:
    asked, count = line.split()
    if asked == "answers":
        for number in range(int(count)):
            print(answer(tape, number))
        print(".", flush=True)
    else:
        begun = time.process_time()
        total = work(tape, int(count))
        print(time.process_time() - begun, total, flush=True)
