"""As which of eight each acts, by Icepool: given the own die, the others come before or not, each by itself."""

import importlib.metadata

from icepool import Die, d

from told import listen

# Modifier, dexterity, side: ties by dexterity, then by side.
FIGHTERS = [(0, 12, 1), (1, 9, 1), (2, 15, 1), (0, 12, 1), (0, 12, 2), (2, 16, 2), (1, 9, 2), (0, 7, 2)]


def table():
    scores = [(d(10) + modifier) * 1000 + dexterity * 10 - side for modifier, dexterity, side in FIGHTERS]
    rows = []
    for mine, score in enumerate(scores):
        others = [other for number, other in enumerate(scores) if number != mine]
        rows.append(score.map(lambda own: 1 + sum(other > own for other in others)))
    return rows


def answers(_):
    for row in table():
        yield " ".join(f"{float(row.probability(place)):.17e}" if row.quantity(place) else "0" for place in range(1, 9))


listen(importlib.metadata.version("icepool"), answers, table)
