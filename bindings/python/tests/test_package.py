"""What the package does by itself: errors, settings, own dice and decisions, copies, threads, frames."""

from __future__ import annotations

import pickle
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

import affray
from conftest import ROOT

DUEL = "examples/duel.affray"
TEXT = (ROOT / DUEL).read_text(encoding="utf-8")

def test_errors_have_their_place() -> None:
    wrong = TEXT.replace("target.hp", "target.health")
    assert wrong != TEXT
    with pytest.raises(affray.CheckError) as caught:
        affray.scenario({"duel.affray": wrong})
    error = caught.value
    line = 1 + wrong[: wrong.index("target.health")].count("\n")
    assert (error.file, error.line) == ("duel.affray", line)
    assert error.column == wrong.splitlines()[line - 1].index("health") + 1
    assert error.code is not None and error.code.startswith("A0")
    assert "`health`" in str(error) and "health" in error.rendered
    assert error.diagnostics[0].severity == "error"
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is affray.CheckError and str(again) == str(error) and again.diagnostics == error.diagnostics


def test_what_is_not_there_is_said() -> None:
    for call in (
        lambda: affray.scenario("no/such/file.affray"),
        lambda: affray.scenario("examples/no_such_file.affray"),
        lambda: affray.load("affray:no_such_rules"),
    ):
        with pytest.raises(affray.AffrayError):
            call()
    fight = affray.scenario(DUEL)
    for wrong in (
        lambda: affray.scenario(DUEL, "Another title"),
        lambda: fight.with_options({"no_such_option": 1}),
        lambda: fight.with_options({"ann.no_such_attribute": 1}),
        lambda: fight.with_options({"ann.hp": "many"}),
        lambda: fight.odds("ann.hp > 0", trials=0),
        lambda: fight.odds("ann.hp > 0", vary={"ann.hp": []}),
        lambda: fight.run().why("nobody at all", "ann"),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(affray.CheckError) as caught:
        fight.odds(["ann.hp > 0", "ann.health > 0"])
    error = caught.value
    assert (error.file, error.line, error.column) == ("questions", 2, 5)
    assert "[questions:2:5]" in error.rendered and "ann.health > 0" in error.rendered


def test_rules_tell_what_they_hold() -> None:
    rules = affray.load("affray:osric")
    assert rules.title and rules.items and "combatant" in rules.kinds
    hp = {one.name: one for one in rules.kinds["combatant"].attributes}["hp"]
    assert hp.type == "number"
    for option in rules.options.values():
        assert option.type != "choice" or option.value in option.alternatives
    assert not [one for one in rules.check() if one.severity == "error"]
    assert rules.digest in rules.document()


def test_rules_from_a_text_can_be_compared_with_others_of_the_same_path() -> None:
    one = affray.load({"duel.affray": TEXT})
    assert not one.diff(one).data["structure"]
    other = affray.load({"duel.affray": TEXT.replace("rolls d6", "rolls d8")})
    assert one != other and one.digest != other.digest
    assert len(one.diff(other).data["structure"]) == 1


def test_other_rules_and_options() -> None:
    fight = affray.scenario(DUEL)
    assert fight.run().values["bob"]["hp"] <= 0
    tough = fight.with_options({"bob.hp": 99})
    assert tough.run().start["bob"]["hp"] == 99 and tough.run().values["bob"]["hp"] > 0
    assert tough == affray.scenario(DUEL, options={"bob.hp": 99}) and tough != fight
    assert fight.run().start["bob"]["hp"] != 99, "the first one is as it was"


def test_nothing_changes() -> None:
    fight = affray.scenario(DUEL)
    for one in (fight, fight.run(), affray.load(DUEL), fight.odds("ann.hp > 0")):
        with pytest.raises(AttributeError):
            one.title = "another"
    with pytest.raises(TypeError):
        fight.options["ann.hp"] = "1"  # type: ignore[index]


def test_copies_are_equal(tmp_path: Path) -> None:
    for path in ("examples/halvaine.affray", DUEL):
        fight = affray.scenario(path)
        if path == DUEL:
            fight = fight.with_options({"bob.hp": 7})
        copy = pickle.loads(pickle.dumps(fight))
        assert copy == fight and hash(copy) == hash(fight)
        assert copy.run(seed=3).transcript == fight.run(seed=3).transcript
    rules = affray.load("affray:osric")
    assert pickle.loads(pickle.dumps(rules)) == rules
    odds = affray.scenario(DUEL).odds("ann.hp > 0")
    assert pickle.loads(pickle.dumps(odds)) == odds
    # From another place, the same texts are the same.
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "affray.toml").touch()
    assert affray.scenario(tmp_path / DUEL) == affray.scenario(DUEL)


def test_dice_of_the_caller() -> None:
    fight = affray.scenario(DUEL)
    asked: list[affray.Roll] = []

    def highest(roll: affray.Roll) -> int:
        asked.append(roll)
        return roll.sides

    run = fight.run(dice=highest)
    rolled = [event.data for event in run.events if event.kind == "rolled"]
    assert rolled and all(data["total"] == data["sides"] for data in rolled)
    assert [(roll.who, roll.purpose) for roll in asked] == [(data["who"], data["purpose"]) for data in rolled]
    assert asked[0].path[0][0] == "round" and asked[0].throw == "d6"
    listed = fight.run(dice=[6, 1])
    assert [event.data["total"] for event in listed.events if event.kind == "rolled"][:2] == [6, 1]
    left = fight.run(dice=lambda roll: None)
    assert left.transcript == fight.run().transcript, "what is not given is as it is without"
    assert run.why().text
    with pytest.raises(affray.UsageError, match="cannot show"):
        fight.run(dice=[7])


def test_dice_that_are_no_numbers_are_told() -> None:
    fight = affray.scenario(DUEL)
    for wrong, told in (("six", "'six'"), (True, "True"), ([True], r"\[True\]"), (["6"], r"\['6'\]"), (2.5, "2.5")):
        with pytest.raises(TypeError, match=f"`dice` gave {told} for d6; it gives a number, the numbers of all dice, or None"):
            fight.run(dice=lambda roll: wrong)  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match=r"`dice` gave \['x'\] for d6"):
        fight.run(dice=["x"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"`dice` gave \[True\] for d6"):
        fight.run(dice=[True])


def test_examples_are_files_that_are_there() -> None:
    rules = affray.load("affray:osric")
    halvaine = "examples/halvaine.affray"
    several = rules.document(examples=[halvaine])
    assert several != rules.document()
    assert rules.document(examples=halvaine) == several == rules.document(examples=affray.scenario(halvaine))
    for missing in ("nope.affray", Path("nope.affray"), ["nope.affray"], [halvaine, "nope.affray"]):
        with pytest.raises(affray.CheckError, match="`nope.affray` cannot be read"):
            rules.document(examples=missing)


def test_rules_are_compared_with_rules_that_are_named() -> None:
    rules = affray.load("affray:osric")
    variant = "affray:variants/osric_to_the_death"
    assert rules.diff(variant) == rules.diff(affray.load(variant))
    with pytest.raises(affray.CheckError):
        rules.diff("affray:no_such_rules")


def test_a_file_has_a_name() -> None:
    for empty in (lambda: affray.load(""), lambda: affray.scenario("")):
        with pytest.raises(affray.UsageError, match="the name of the file is empty"):
            empty()


def test_decisions_of_the_caller() -> None:
    fight = affray.scenario("examples/ambush_at_the_mill.affray")
    asked: list[affray.Question] = []

    def never(question: affray.Question) -> bool | None:
        asked.append(question)
        return False if question.question == "reposte" else None

    run = fight.run(decide=never)
    answers = {event.data["question"]: event.data for event in run.events if event.kind == "asked"}
    assert answers["reposte"]["answer"] is False and answers["reposte"]["who"] == "gerrit"
    assert "after failing" in {question.question for question in asked} | set(answers)
    assert run.transcript != fight.run().transcript
    assert fight.run(decide=lambda question: None).transcript == fight.run().transcript
    with pytest.raises(affray.UsageError, match="no answer to `reposte`"):
        fight.run(decide=lambda question: "perhaps" if question.question == "reposte" else None)
    with pytest.raises(ZeroDivisionError):
        fight.run(decide=lambda question: 1 // 0)


def test_declarations_of_the_caller() -> None:
    fight = affray.scenario("examples/rust/duel.affray", options={"ann.hp": 9, "bob.hp": 9})
    asked: list[affray.Declaring] = []

    def each_other(declaring: affray.Declaring) -> str | None:
        asked.append(declaring)
        return {"ann": "strikes bob", "bob": "bob strikes ann"}[declaring.who]

    def until_one_falls(declaring: affray.Declaring) -> str:
        return each_other(declaring) if declaring.path[0][1] <= 3 else "declares nothing"

    run = fight.run(seed=5, declare=until_one_falls)
    assert asked[0] == affray.Declaring("ann", [("round", 1)], False)
    # Three rounds of three points each, in which whoever is first in the last one strikes alone; the fourth is silent and ends it.
    assert sorted(row["hp"] for row in run.values.values() if "hp" in row) in ([0, 0], [0, 3])
    assert [event.data["number"] for event in run.events if event.kind == "phase_begins" and event.data["phase"] == "round"] == [1, 2, 3, 4]
    assert run.ending == "stopped"
    assert run.why("ann strikes", "bob strikes").text
    assert fight.run(seed=5, declare=until_one_falls).transcript == run.transcript
    # What is left to the scenario is as it declares, and one silent round comes behind it.
    plain = affray.scenario("examples/rust/duel.affray")
    left = plain.run(seed=5, declare=lambda declaring: None)
    assert left.order == plain.run(seed=5).order and len(left.events) > len(plain.run(seed=5).events)
    assert plain.run(seed=5, declare=lambda declaring: "declares nothing").order == ()
    for wrong, told in (
        ("strikes nobody", "`declare` gave `strikes nobody`"),
        ("rolls 3 for speed", "is no declaration of ann"),
        ("strikes bob }", "`declare` gave `strikes bob }`"),
        ("", "`declare` gave ``"),
    ):
        with pytest.raises(affray.UsageError, match=told):
            plain.run(seed=5, declare=lambda declaring: wrong)
    with pytest.raises(TypeError, match="`declare` gave 3 for ann"):
        plain.run(seed=5, declare=lambda declaring: 3)  # type: ignore[arg-type, return-value]
    with pytest.raises(ZeroDivisionError):
        plain.run(seed=5, declare=lambda declaring: str(1 // 0))


@pytest.mark.parametrize(("path", "title"), [("examples/to_the_death.affray", None), ("examples/turns/3_reactions.affray", None)])
def test_declarations_left_to_the_scenario(path: str, title: str | None) -> None:
    fight = affray.scenario(path, title)
    assert fight.run(seed=3, declare=lambda declaring: None).order == fight.run(seed=3).order


def test_what_callables_raise_comes_out() -> None:
    class Mine(Exception):
        pass

    def dice(roll: affray.Roll) -> int:
        raise Mine("no more dice")

    with pytest.raises(Mine, match="no more dice"):
        affray.scenario(DUEL).run(dice=dice)
    with pytest.raises(TypeError):
        affray.scenario(DUEL).run(dice=lambda roll: "six")  # type: ignore[arg-type, return-value]


def test_a_fault_is_raised() -> None:
    bare = "\n".join(line for line in TEXT.splitlines() if "for initiative" not in line)
    with pytest.raises(affray.RunFault) as caught:
        affray.scenario({"duel.affray": bare}).run()
    assert caught.value.line and caught.value.rendered


def test_threads_give_the_same() -> None:
    fights = [affray.scenario("examples/to_the_death.affray")] * 4
    alone = fights[0].run(seed=11).transcript
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda fight: fight.run(seed=11).transcript, fights)) == {alone}
    one, four = (fights[0].odds("halvaine.hp > 0", exact=False, trials=200, threads=threads) for threads in (1, 4))
    assert one == four


def test_others_go_on_while_the_library_works() -> None:
    fight, ticks, done = affray.scenario("examples/eight_at_the_gate.affray"), [0], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    begun = ticks[0]
    fight.odds(exact=False, trials=1_000, threads=1)
    during = ticks[0] - begun
    done.set()
    other.join()
    assert during > 5, "the lock was released"


def test_control_c_stops_long_odds() -> None:
    script = textwrap.dedent("""
        import signal
        import affray
        # Where the tests run behind a shell, Ctrl-C is ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        fight = affray.scenario("examples/eight_at_the_gate.affray")
        print("begun", flush=True)
        fight.odds(exact=False, trials=10**12)
    """)
    child = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    try:
        _, told = child.communicate(timeout=30)
    finally:
        child.kill()
    assert child.returncode != 0 and "KeyboardInterrupt" in told


def test_chances_are_fractions() -> None:
    odds = affray.scenario("examples/rust/duel.affray").odds(exact=True)
    # ann shows a six; bob comes later with 1 to 5.
    assert odds.chance == Fraction(5, 6) and isinstance(odds.chance, Fraction)
    line = odds[0].cases[0].lines[0]
    assert line.exact and line.bounds is None
    played = affray.scenario("examples/rust/duel.affray").odds(exact=False, trials=600)
    line = played[0].cases[0].lines[0]
    assert not line.exact and line.times is not None and line.chance == Fraction(line.times, 600)
    assert line.bounds is not None and line.bounds[0] < 5 / 6 < line.bounds[1]


@pytest.mark.parametrize("engine", ["pandas", "polars"])
def test_frames(engine: str) -> None:
    pytest.importorskip(engine)
    odds = affray.scenario(DUEL).odds(["ann.hp", "bob.hp > 0"], vary={"bob.hp": [3, 5]})
    frame = odds.to_frame(engine)  # type: ignore[arg-type]
    assert type(frame).__module__.split(".")[0] == engine
    assert len(frame) == len(odds.rows()) and list(frame.columns) == list(odds.rows()[0])
    assert set(frame["case"]) == {"bob.hp 3", "bob.hp 5"}


def test_frames_need_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = affray.scenario(DUEL).odds("ann.hp")
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match="pip install"):
        odds.to_frame()
    with pytest.raises(ImportError, match="needs polars"):
        odds.to_frame("polars")


def test_pictures_in_notebooks() -> None:
    run = affray.scenario(DUEL).run()
    for shown in (run, affray.scenario(DUEL).odds("ann.hp")):
        assert shown._repr_svg_().startswith("<svg") and shown._repr_svg_().rstrip().endswith("</svg>")


def test_types_hold(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    example = Path(__file__).with_name("typed_example.py")
    for checked in ([str(example)], ["-p", "affray"]):
        call = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), *checked]
        done = subprocess.run(call, cwd=example.parent, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
