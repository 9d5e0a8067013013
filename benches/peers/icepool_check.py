"""Dice questions answered by Icepool (https://pypi.org/project/icepool/), for tests/vectors/odds_icepool.json.

Needs Python 3.11 and `pip install icepool`. Prints the table; only numbers are taken over:

    python benches/peers/icepool_check.py > tests/vectors/odds_icepool.json

Each question is the title of a scenario of tests/cases/odds/dice_icepool.affray, which asks it.
"""

import importlib.metadata
import json
import sys

from icepool import d, highest, lowest, map as each


def fractions(die):
    """Each outcome and its chance, in lowest terms."""
    return [[int(outcome), str(die.probability(outcome))] for outcome in sorted(die.outcomes()) if die.quantity(outcome)]


def yes(die):
    """The chance of yes alone."""
    return [[1, str(die.probability(True))]]


def place(mine, others):
    """One more than how many of the others roll more than this one."""
    return each(lambda first, *rest: 1 + sum(other > first for other in rest), mine, *others)


def questions():
    for count, sides in [(1, 6), (2, 6), (3, 6), (4, 4), (5, 6), (2, 10), (3, 8), (10, 6), (1, 100), (2, 100)]:
        yield f"{count}d{sides}", fractions(count @ d(sides))
    yield "d6 + d8", fractions(d(6) + d(8))
    yield "2d6 - d4", fractions(2 @ d(6) - d(4))
    yield "d4 * d6", fractions(d(4) * d(6))
    yield "d6 of d6", fractions(d(6) @ d(6))
    yield "3d6 at least 14", yes((3 @ d(6)) >= 14)
    yield "2d6 even", yes((2 @ d(6)) % 2 == 0)
    for sides in (4, 6, 8, 10, 12, 20):
        yield f"highest of 2d{sides}", fractions(highest(d(sides), d(sides)))
        yield f"lowest of 2d{sides}", fractions(lowest(d(sides), d(sides)))
    yield "highest of 3d6", fractions(highest(d(6), d(6), d(6)))
    yield "lowest of 3d6", fractions(lowest(d(6), d(6), d(6)))
    yield "highest of d4, d6, d8", fractions(highest(d(4), d(6), d(8)))
    yield "middle of 3d6", fractions(d(6).pool(3)[1:2].sum())
    for mine, other in [((1, 20, 3), (1, 20, 1)), ((2, 6, 0), (1, 12, 0)), ((3, 4, 0), (2, 6, 1)), ((1, 6, 0), (1, 8, 0)), ((1, 10, 2), (2, 4, 1))]:
        name = " against ".join(f"{count}d{sides} + {plus}" for count, sides, plus in (mine, other))
        left, right = ((count @ d(sides)) + plus for count, sides, plus in (mine, other))
        yield name, yes(left > right)
        yield name + ", tied", yes(left == right)
    four = [d(6), d(8) + 1, d(10), 2 @ d(4)]
    for number, name in enumerate(["ann", "bob", "cy", "dan"]):
        others = four[:number] + four[number + 1:]
        yield f"place of {name}", fractions(place(four[number], others))
    yield "ann acts before bob acts", yes(four[0] > four[1])
    yield "cy acts with dan acts", yes(four[2] == four[3])


table = [{"question": question, "answers": answers} for question, answers in questions()]
versions = {"icepool": importlib.metadata.version("icepool"), "python": ".".join(map(str, sys.version_info[:3]))}
print("{")
print(f'  "versions": {json.dumps(versions)},')
print('  "questions": [')
print(",\n".join("    " + json.dumps(line) for line in table))
print("  ]\n}")
