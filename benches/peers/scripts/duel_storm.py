"""A duel to the death by Storm, from the text of a PRISM model: ann needs 11 and deals d8, bob needs 14 and deals d8 + 1; the higher die of
six strikes first. `s`: 0 a round begins, 1 ann strikes and then bob, 2 bob and then ann, 3 both at once, 4 bob alone, 5 ann alone."""

import sys
import tempfile

import stormpy
from stormpy.environments import EquationSolverType

from told import listen

HP = int(sys.argv[1])
# Quickest of those that are right to twelve digits: the others stop at six, or take long.
METHOD = sys.argv[2] if len(sys.argv) > 2 else "EIGEN"


def deals(victim, die, least, needed, then, stays):
    """The branches of a strike: a miss, and each number of the die."""
    hit = 21 - needed
    branches = [f"{20 - hit}/20 : (s'={stays})"]
    for face in range(1, die + 1):
        damage = face + least - 1
        branches.append(f"{hit}/{20 * die} : ({victim}'=max(0, {victim} - {damage})) & (s'={then})")
    return " + ".join(branches)


def both():
    branches = []
    ann = [("10/20", 0)] + [("10/160", face) for face in range(1, 9)]
    bob = [("13/20", 0)] + [("7/160", face + 1) for face in range(1, 9)]
    for chance, on_bob in ann:
        for other, on_ann in bob:
            branches.append(f"{chance} * {other} : (a'=max(0, a - {on_ann})) & (b'=max(0, b - {on_bob})) & (s'=0)")
    return " + ".join(branches)


MODEL = f"""
dtmc
module duel
  a : [0..{HP}] init {HP};
  b : [0..{HP}] init {HP};
  s : [0..5] init 0;
  [] s=0 & a>0 & b>0 -> 15/36 : (s'=1) + 15/36 : (s'=2) + 6/36 : (s'=3);
  [] s=1 -> {deals("b", 8, 1, 11, 4, 4)};
  [] s=2 -> {deals("a", 8, 2, 14, 5, 5)};
  [] s=3 -> {both()};
  [] s=4 & b>0 -> {deals("a", 8, 2, 14, 0, 0)};
  [] s=4 & b=0 -> (s'=0);
  [] s=5 & a>0 -> {deals("b", 8, 1, 11, 0, 0)};
  [] s=5 & a=0 -> (s'=0);
  [] s=0 & (a=0 | b=0) -> (s'=0);
endmodule
"""


PROPERTY = "P=? [F s=0 & b=0 & a>0]"


def duel():
    with tempfile.NamedTemporaryFile("w", suffix=".prism") as file:
        file.write(MODEL)
        file.flush()
        program = stormpy.parse_prism_program(file.name)
    properties = stormpy.parse_properties(PROPERTY, program)
    model = stormpy.build_model(program, properties)
    environment = stormpy.environments.default(model)
    environment.solver().set_linear_equation_solver_type(EquationSolverType[METHOD])
    result = stormpy.model_checking(model, properties[0], only_initial_states=True, environment=environment)
    return result.get_value(model.initial_states[0])


def answers(_):
    yield f"{duel():.17e}"


if __name__ == "__main__":
    listen(stormpy.__version__, answers, duel)
