"""Sweeps on this machine: the same bytes however they are cut, as the command line has them, and what is refused."""

from __future__ import annotations

import itertools
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import affray
import pytest
from affray import Fight, Sweep, SweepPlan, UsageError, sweep

ROOT = Path(__file__).resolve().parents[3]
DUEL = ROOT / "examples/duel_to_the_death.affray"
STANDS = "ann.hp > 0"

GUESS = """
rules guess {
  kind combatant { aim: number = 3   hit: yes/no = no }
  option eager: yes/no = no
  action guess "guesses" {}
  phase round counting from 1 to 1 {
    each combatant c {
      c rolls d6 as die
      set c.hit = die >= c.aim or eager and die = 1
    }
  }
  order of act a { by round }
}
scenario "A guess" {
  side one { ann }
  odds "hit": ann.hit
}
"""


@pytest.fixture
def duel() -> Fight:
    return affray.scenario(DUEL)


@pytest.fixture
def guess() -> Fight:
    return affray.scenario(GUESS)


def test_cut_in_any_way_it_comes_to_the_same_bytes(duel: Fight) -> None:
    grid = {"ann.hp": range(10, 13)}
    whole = sweep(duel, grid, ask=[STANDS, "round"], trials=600, workers=1).to_json()
    for shard, workers in [(600, 4), (1, 4), (140, 1), (140, 4), (599, 2)]:
        trials = 60 if shard == 1 else 600
        expected = sweep(duel, grid, ask=[STANDS, "round"], trials=60).to_json() if shard == 1 else whole
        assert sweep(duel, grid, ask=[STANDS, "round"], trials=trials, shard=shard, workers=workers).to_json() == expected


@pytest.mark.skipif("AFFRAY" not in os.environ, reason="AFFRAY does not say where the program is")
@pytest.mark.parametrize("trials", ["500", "200..500"])
def test_the_bytes_are_those_of_the_command_line(duel: Fight, trials: str) -> None:
    typed = ["odds", "examples/duel_to_the_death.affray", "--play", "--of", STANDS, "--of", "round"]
    typed += ["--vary", "ann.hp=10..12", "--seed", "7", "--format", "json", "--trials", trials]
    told = subprocess.run([os.environ["AFFRAY"], *typed], cwd=ROOT, capture_output=True, check=True)
    first, _, last = trials.rpartition("..")
    result = sweep(
        duel, {"ann.hp": range(10, 13)}, ask=[STANDS, "round"], trials=range(int(first or 0), int(last)), seed=7, shard=80
    )
    assert result.to_json() == told.stdout


def test_shards_are_pure_and_come_in_any_order(duel: Fight) -> None:
    plan = SweepPlan(duel, {"ann.hp": [10, 11]}, ask=STANDS, trials=500, shard=200)
    assert [plan.trials(number) for number in range(len(plan))] == [range(0, 200), range(200, 400), range(400, 500)] * 2
    parts = {number: plan.play(number) for number in reversed(range(len(plan)))}
    again = SweepPlan(affray.scenario(DUEL), {"ann.hp": [10, 11]}, ask=STANDS, trials=500, shard=200)
    assert (again.text, again.digest) == (plan.text, plan.digest)
    assert all(again.play(number) == part for number, part in parts.items())
    whole = sweep(duel, {"ann.hp": [10, 11]}, ask=STANDS, trials=500)
    assert plan.gather(parts) == whole
    assert plan.gather(dict(sorted(parts.items()))) == whole


def test_parts_that_are_missing_changed_or_of_something_else_are_refused(duel: Fight) -> None:
    def planned(**other: Any) -> SweepPlan:
        return SweepPlan(duel, **{"vary": {"ann.hp": [10, 11]}, "ask": STANDS, "trials": 400, "shard": 200, **other})

    plan = planned()
    parts = {number: plan.play(number) for number in range(len(plan))}
    refused = {
        "missing": {number: part for number, part in parts.items() if number != 2},
        "both hold trial 0": {**parts, 1: parts[0]},
        "another cell": {0: parts[2], 1: parts[3], 2: parts[0], 3: parts[1]},
        "different seeds": {**parts, 0: planned(seed=2).play(0)},
        "checksum": {**parts, 0: parts[0].replace(b"ann.hp 10", b"ann.hp 12")},
        "different rules, or other texts": {**parts, 0: planned(ask="bob.hp > 0").play(0)},
        "no answers": {**parts, 0: b"{}"},
    }
    for why, wrong in refused.items():
        with pytest.raises(UsageError, match=why):
            plan.gather(wrong)
    other = planned(seed=2)
    with pytest.raises(UsageError, match="another plan"):
        plan.gather({number: other.play(number) for number in range(len(other))})
    shorter = planned(trials=200, shard=100)
    with pytest.raises(UsageError, match="a part is missing"):
        plan.gather({number: shorter.play(number) for number in range(len(shorter))})
    asks_another = planned(ask="bob.hp > 0")
    with pytest.raises(UsageError, match="another plan"):
        plan.gather({number: asks_another.play(number) for number in range(len(asks_another))})
    with pytest.raises(UsageError, match="has 4 shards"):
        plan.play(4)


def test_sweeps_of_parts_of_the_trials_merge(duel: Fight) -> None:
    def part(*trials: int) -> Sweep:
        return sweep(duel, {"ann.hp": [10, 11]}, ask=[STANDS, "round"], trials=range(*trials), shard=90)

    whole, one, two, three = part(0, 600), part(0, 250), part(250, 300), part(300, 600)
    for order in itertools.permutations([one, two, three]):
        assert order[0].merge(*order[1:]) == whole
    assert one.merge(three, two, one, two) == whole
    assert one.merge(two).merge(three) == one.merge(two.merge(three)) == whole
    with pytest.raises(UsageError, match="the trials 250..300 are missing"):
        one.merge(three)
    with pytest.raises(UsageError, match="both hold trial"):
        whole.merge(three)
    with pytest.raises(UsageError, match="different cells"):
        one.merge(sweep(duel, {"ann.hp": [10]}, ask=[STANDS, "round"], trials=range(250, 600)))


def test_exact_answers_are_those_worked_out_by_hand(guess: Fight) -> None:
    result = sweep(guess, {"ann.aim": range(1, 8), "eager": [False, True]}, exact=True)
    # A 1 hits if eager, and else what is at least the aim.
    expected = {
        (aim, eager): Fraction(sum(die >= aim or (eager and die == 1) for die in range(1, 7)), 6)
        for aim in range(1, 8)
        for eager in (False, True)
    }
    cells = {(cell.settings["ann.aim"], cell.settings["eager"]): cell for cell in result.table}
    assert list(cells) == list(expected)
    assert {key: cell.answers[0].exact for key, cell in cells.items()} == expected
    assert all((cell.trials, cell.answers[0].low, cell.answers[0].times) == (0, None, None) for cell in cells.values())
    played = sweep(guess, {"ann.aim": range(1, 8), "eager": [False, True]}, trials=4_000)
    for cell in played.table:
        chance = expected[int(cell.settings["ann.aim"]), bool(cell.settings["eager"])]
        answer = cell.answers[0]
        assert answer.exact is None and answer.times is not None and answer.low is not None and answer.high is not None
        assert cell.trials == 4_000 and answer.share == answer.times / 4_000
        assert abs(answer.share - chance) <= 4 * math.sqrt(chance * (1 - chance) / 4_000)
        # Wilson's interval, as it is written down in 1927.
        z, n, p = 1.959963984540054, 4_000, answer.share
        middle, half = (p + z * z / (2 * n)) / (1 + z * z / n), z * math.sqrt(p * (1 - p) / n + (z / (2 * n)) ** 2) / (1 + z * z / n)
        assert (answer.low, answer.high) == pytest.approx((max(0, middle - half), min(1, middle + half)), abs=1e-12)


def test_the_grid_is_all_combinations_and_rules_come_first(guess: Fight, tmp_path: Path) -> None:
    for name, die in (("plain", "d6"), ("coarse", "d2")):
        rules = GUESS.split('scenario "A guess"')[0].replace("guess {", f"{name} {{", 1).replace("d6", die)
        (tmp_path / f"{name}.affray").write_text(rules)
    (tmp_path / "fight.affray").write_text('scenario "A guess" { rules "plain.affray"\n side one { ann } }')
    fight = affray.scenario(tmp_path / "fight.affray")
    rules = [str(tmp_path / "plain.affray"), affray.load(tmp_path / "coarse.affray")]
    result = sweep(fight, {"ann.aim": [2, 3], "rules": rules}, ask="ann.hit", exact=True)
    found = [(cell.label, dict(cell.settings), cell.answers[0].exact) for cell in result.table]
    assert [one[0].split("/")[-1] for one in found] == [
        "plain.affray: ann.aim 2",
        "plain.affray: ann.aim 3",
        "coarse.affray: ann.aim 2",
        "coarse.affray: ann.aim 3",
    ]
    assert [one[1]["ann.aim"] for one in found] == [2, 3, 2, 3]
    assert [one[2] for one in found] == [Fraction(5, 6), Fraction(4, 6), Fraction(1, 2), 0]
    set_before = affray.scenario(tmp_path / "fight.affray", options={"ann.aim": 6})
    assert sweep(set_before, ask="ann.hit", exact=True).table[0].answers[0].exact == Fraction(1, 6)
    by_side = sweep(fight, {"one.ann.aim": [6]}, ask="ann.hit", exact=True)
    assert by_side.table[0].answers[0].exact == Fraction(1, 6)


def test_faults_are_counted_and_told() -> None:
    text = GUESS.replace("set c.hit = die >= c.aim or eager and die = 1", "set c.hit = 6 / (die - 1) rounded down >= c.aim")
    result = sweep(affray.scenario(text), trials=3_000, shard=200)
    (cell,) = result.table
    assert cell.trials == 3_000 and cell.fault is not None and cell.fault.severity == "error"
    assert abs(cell.faults - 500) <= 4 * math.sqrt(3_000 * 5 / 36)
    times = cell.answers[0].times
    # Of 2 to 6, 2 and 3 give at least 3.
    assert times is not None and abs(times - 1_000) <= 4 * math.sqrt(3_000 * 2 / 9)
    assert cell.answers[0].share == times / (3_000 - cell.faults)


def test_what_cannot_be_swept_is_refused(duel: Fight) -> None:
    refused: list[tuple[str, dict[str, Any]]] = [
        ("needs a list", {"vary": {"ann.hp": []}}),
        ("needs a list", {"vary": {"ann.hp": "45"}}),
        ("a value twice", {"vary": {"ann.hp": [4, 4]}}),
        ("did you mean `hp`", {"vary": {"ann.hq": [4]}}),
        ("no option `tie`", {"vary": {"tie": ["no"]}}),
        ("cannot be `4..6`", {"vary": {"ann.hp": ["4..6"]}}),
        ("cannot be `perhaps`", {"vary": {"sure_dice": ["perhaps"]}}),
        ("at most 10000 cells", {"vary": {"ann.hp": range(10**12)}}),
        ("at most 1000000 shards", {"trials": 10**9, "shard": 100}),
        ("nothing to play", {"trials": 0}),
        ("nothing to play", {"shard": 0}),
        ("follow each other", {"trials": range(0, 10, 2)}),
        ("from 0 to", {"trials": range(-1, 10)}),
        ("from 0 to", {"seed": -1}),
        ("from 1 to", {"work": 0}),
        ("shard 0 takes more than 1000 steps", {"work": 1_000}),
        ("there is no engine", {"on": "abacus"}),
        ("threads", {"on": "ray", "workers": 2}),
        ("`cluster`", {"cluster": "10.0.0.1"}),
        ("asks nothing", {"ask": []}),
    ]
    for why, asked in refused:
        with pytest.raises(UsageError, match=why):
            sweep(duel, **{"ask": STANDS, **asked})
    with pytest.raises(affray.CheckError) as caught:
        sweep(duel, ask="ann.hq > 0")
    error = caught.value
    assert (error.code, error.file, error.line, error.column) == ("A0201", "ask", 1, 5)
    text = SweepPlan(duel, ask=STANDS).text.replace(f'"affray": "{affray.__version__}"', '"affray": "0.0.9"')
    with pytest.raises(UsageError, match="made by affray 0.0.9"):
        affray._engines.play(text, 0)


@pytest.mark.parametrize("engine", ["ray", "dask"])
def test_an_engine_that_is_not_installed_is_named(duel: Fight, engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, {"ray": "ray", "dask": "distributed"}[engine], None)
    with pytest.raises(ImportError, match="pip install"):
        sweep(duel, ask=STANDS, trials=10, on=engine)


def test_progress_is_told_shard_by_shard(duel: Fight) -> None:
    told: list[tuple[int, int]] = []
    sweep(duel, {"ann.hp": [4, 5]}, ask=STANDS, trials=100, shard=40, progress=lambda *done: told.append(done))
    assert told == [(number, 6) for number in range(1, 7)]


def test_results_are_values(duel: Fight) -> None:
    result = sweep(duel, {"ann.hp": [4, 5]}, ask=STANDS, trials=100)
    again = pickle.loads(pickle.dumps(result))
    assert again == result and hash(again) == hash(result) and again.table == result.table
    assert result.picture().startswith("<svg")
    assert STANDS in str(result) and "ann.hp 5" in str(result)


@pytest.mark.parametrize("engine", ["pandas", "polars"])
def test_frames_have_a_row_for_each_answer(duel: Fight, engine: Any) -> None:
    pytest.importorskip(engine)
    result = sweep(duel, {"ann.hp": [4, 5]}, ask=[STANDS, "round"], trials=100)
    frame = result.to_frame(engine)
    rows = result.rows()
    assert len(frame) == len(rows) == sum(len(cell.answers) for cell in result.table)
    assert list(frame["ann.hp"]) == [row["ann.hp"] for row in rows]
    assert list(frame["share"]) == [row["share"] for row in rows]
    assert {"question", "answer", "value", "low", "high", "times", "trials", "faults"} < set(frame.columns)


def test_frames_of_what_is_not_installed(duel: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="pandas or polars"):
        sweep(duel, ask=STANDS, trials=10).to_frame()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")
def test_ctrl_c_ends_a_long_sweep() -> None:
    text = f"""
import affray
fight = affray.scenario({str(DUEL)!r})
affray.sweep(fight, ask={STANDS!r}, trials=10**9, shard=10**8, work=10**12, workers=2, progress=print) if print("begun", flush=True) is None else 0
"""
    child = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=20)
    assert "KeyboardInterrupt" in told
    assert child.returncode != 0
