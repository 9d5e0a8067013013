"""A duel to the death by Icepool: ann needs 11 and deals d8, bob needs 14 and deals d8 + 1; the higher die of six strikes first."""

import importlib.metadata
import sys

from icepool import Reroll, d, map as each

from told import listen

HP = int(sys.argv[1])
ANN_DEALS = (d(20) >= 11).map({True: d(8), False: 0})
BOB_DEALS = (d(20) >= 14).map({True: d(8) + 1, False: 0})
FIRST = each(lambda ann, bob: (ann > bob) - (ann < bob), d(6), d(6))


def strikes(first, ann, bob, ann_deals, bob_deals):
    """Both strike; who has fallen before strikes no more."""
    if first > 0:
        bob -= ann_deals
        return (ann - bob_deals if bob > 0 else ann), bob
    if first < 0:
        ann -= bob_deals
        return ann, (bob - ann_deals if ann > 0 else bob)
    return ann - bob_deals, bob - ann_deals


def round_of(ann, bob):
    """Their hit points after a round in which something happened."""

    def after(first, ann_deals, bob_deals):
        if not ann_deals and not bob_deals:
            return Reroll
        return strikes(first, ann, bob, ann_deals, bob_deals)

    return each(after, FIRST, ANN_DEALS, BOB_DEALS)


def duel():
    """Whether ann survives, from fewer hit points to more: what is known of fewer is put in."""
    known = {}

    def survives(ann, bob):
        return int(ann > 0) if ann <= 0 or bob <= 0 else known[ann, bob]

    for ann in range(1, HP + 1):
        for bob in range(1, HP + 1):
            known[ann, bob] = round_of(ann, bob).map(survives, star=True)
    return known[HP, HP]


def answers(_):
    yield f"{float(duel().probability(1)):.17e}"


listen(importlib.metadata.version("icepool"), answers, duel)
