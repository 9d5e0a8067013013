"""Three against three with casting times by Storm: benches/peers/rules/casting.affray as a PRISM model.

`q` is which course a round takes, by the dice of the two sides: courses in which the same acts follow each other are one. `p` is which act comes
next, 0: a round begins. `ca` and `cb` are the places of those at whom the casters are casting, 0: of nobody."""

import sys
import tempfile

import stormpy
from stormpy.environments import EquationSolverType

from told import listen

FIGHTER, CASTER = (int(word) for word in sys.argv[1:3])
CASTING_TIME = {"a": 2, "b": 3}
FOE = {"a": "b", "b": "a"}


def course(dice):
    """The acts of a round in their order: who, and what."""
    acts = []
    for first, side in enumerate("ab"):
        place = dice[side]
        acts += [(place, 1, first, 1, side + "1"), (place, 1, first, 2, side + "2"), (place, 1, first, 3, side + "begins")]
        acts += [(place + CASTING_TIME[side], 0, first, 3, side + "completes")]
    return tuple(act[-1] for act in sorted(acts))


COURSES = {}
for a in range(1, 5):
    for b in range(1, 5):
        COURSES.setdefault(course({"a": a, "b": b}), []).append((a, b))
ORDER = list(COURSES)
NEXT = "(p'=p=8 ? 0 : p+1) & (q'=p=8 ? 0 : q)"


def wounded(side, target, damage):
    """Somebody of a side is wounded, which spoils what the caster was casting."""
    each = [f"({side}{n}'={target}={n} ? max(0, {side}{n}-{damage}) : {side}{n})" for n in (1, 2, 3)]
    return " & ".join(each) + f" & (c{side}'={target}=3 ? 0 : c{side})"


def commands():
    dice = " + ".join(f"{len(pairs)}/16 : (q'={number}) & (p'=1)" for number, pairs in enumerate(COURSES.values()))
    yield f"[] p=0 & !over -> {dice};"
    yield "[] p=0 & over -> true;"
    for side in "ab":
        foe = FOE[side]
        for number, target in ((1, f"{foe}front"), (2, f"{foe}back")):
            hits = " + ".join(f"1/6 : {wounded(foe, target, damage)} & {NEXT}" for damage in (1, 2, 3))
            yield f"[] at_{side}{number} & {side}{number}>0 & {target}>0 -> 1/2 : {NEXT} + {hits};"
            yield f"[] at_{side}{number} & ({side}{number}=0 | {target}=0) -> {NEXT};"
        yield f"[] at_{side}begins -> (c{side}'={side}3>0 ? {foe}front : 0) & {NEXT};"
        yield f"[] at_{side}completes & c{side}>0 -> {wounded(foe, 'c' + side, 2)} & (c{side}'=0) & {NEXT};"
        yield f"[] at_{side}completes & c{side}=0 -> {NEXT};"


def model():
    yield "dtmc"
    for side in "ab":
        yield f"formula {side}front = {side}1>0 ? 1 : {side}2>0 ? 2 : {side}3>0 ? 3 : 0;"
        yield f"formula {side}back = {side}3>0 ? 3 : {side}2>0 ? 2 : {side}1>0 ? 1 : 0;"
    yield "formula over = afront=0 | bfront=0;"
    for act in sorted(ORDER[0]):
        at = " | ".join(f"(q={number} & p={acts.index(act) + 1})" for number, acts in enumerate(ORDER))
        yield f"formula at_{act} = {at};"
    yield "module fight"
    for side in "ab":
        for number, hp in ((1, FIGHTER), (2, FIGHTER), (3, CASTER)):
            yield f"  {side}{number} : [0..{hp}] init {hp};"
        yield f"  c{side} : [0..3] init 0;"
    yield f"  q : [0..{len(ORDER) - 1}] init 0;"
    yield "  p : [0..8] init 0;"
    for command in commands():
        yield "  " + command
    yield "endmodule"


MODEL = "\n".join(model())
PROPERTY = "P=? [F p=0 & afront>0 & bfront=0]"


def fight():
    with tempfile.NamedTemporaryFile("w", suffix=".prism") as file:
        file.write(MODEL)
        file.flush()
        program = stormpy.parse_prism_program(file.name)
    properties = stormpy.parse_properties(PROPERTY, program)
    built = stormpy.build_model(program, properties)
    environment = stormpy.environments.default(built)
    environment.solver().set_linear_equation_solver_type(EquationSolverType.EIGEN)
    result = stormpy.model_checking(built, properties[0], only_initial_states=True, environment=environment)
    return result.get_value(built.initial_states[0]), built.nr_states


if __name__ == "__main__":
    known = fight()
    listen(f"{stormpy.__version__}, {known[1]} states", lambda _: [f"{known[0]:.17e}"], fight)
