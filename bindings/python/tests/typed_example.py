"""A small program as mypy sees it. It is not run."""

from fractions import Fraction

import affray


def highest(roll: affray.Roll) -> int:
    return roll.sides


def answer(question: affray.Question) -> bool | None:
    return True if question.about else None


rules: affray.Rules = affray.load("affray:osric")
fight: affray.Fight = affray.scenario("fight.affray", rules=rules, options={"ann.hp": 4})


def strike(declaring: affray.Declaring) -> str:
    return "declares nothing" if declaring.one else "strikes bob"


run: affray.Run = fight.run(dice=highest, decide=answer, declare=strike)
names: list[str] = [event.kind for event in run.events]
odds: affray.Odds = fight.odds("ann.hp > 0", vary={"ann.hp": range(4, 10)})
chance: Fraction | float = odds[0].cases[0].lines[0].chance
try:
    rules.document("html")
except affray.AffrayError as error:
    place: tuple[str | None, int | None] = (error.file, error.line)
