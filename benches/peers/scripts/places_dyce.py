"""As which of eight each acts, by dyce: given the own die, the others come before or not, each by itself."""

import importlib.metadata

from dyce import H

from told import listen

# Modifier, dexterity, side: ties by dexterity, then by side.
FIGHTERS = [(0, 12, 1), (1, 9, 1), (2, 15, 1), (0, 12, 1), (0, 12, 2), (2, 16, 2), (1, 9, 2), (0, 7, 2)]


def table():
    scores = [(H(10) + modifier) * 1000 + dexterity * 10 - side for modifier, dexterity, side in FIGHTERS]
    rows = []
    for mine, score in enumerate(scores):
        row = H({})
        for own, count in score.items():
            place = H({1: 1})
            for number, other in enumerate(scores):
                if number != mine:
                    place = place + H({1: sum(n for o, n in other.items() if o > own), 0: sum(n for o, n in other.items() if o <= own)})
            # All have the same total: eight ten-sided dice.
            row = H({p: row.get(p, 0) + count * place.get(p, 0) for p in range(1, 9)})
        rows.append(row)
    return rows


def answers(_):
    for row in table():
        total = sum(row.values())
        yield " ".join(f"{row.get(place, 0) / total:.17e}" if row.get(place, 0) else "0" for place in range(1, 9))


listen(importlib.metadata.version("dyce"), answers, table)
