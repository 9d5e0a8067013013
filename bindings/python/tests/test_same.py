"""The package gives what the program prints, byte for byte."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import affray
from conftest import ROOT, Program

RULES = sorted(path.name for path in (ROOT / "rules").glob("*.affray"))


def titles(path: Path) -> list[str]:
    """The titles of the scenarios of a file, read by its lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split('"')[1] for line in lines if line.startswith('scenario "')]


FIGHTS = [
    (str(path.relative_to(ROOT)), title)
    for path in sorted((ROOT / "examples").rglob("*.affray"))
    for title in titles(path)
]


def test_there_are_examples() -> None:
    assert len(FIGHTS) > 20


@pytest.mark.parametrize(("path", "title"), FIGHTS)
def test_runs(path: str, title: str, program: Program) -> None:
    fight = affray.scenario(path, title)
    call = ("run", path, "--scenario", title, "--seed", "7")
    run = fight.run(seed=7)
    assert run.transcript == program(*call)
    assert run.picture() == program(*call, "--format", "svg")
    assert run.recap == program(*call, "--format", "markdown")
    told = json.loads(program(*call, "--format", "json"))
    assert run.ending == told["ending"]
    assert [event.kind for event in run.events] == [entry["kind"] for entry in told["journal"]["entries"]]
    assert {name: dict(row) for name, row in run.values.items()} == {one["name"]: one["end"] for one in told["records"]}
    assert run.values_at(0) == run.start and run.values_at(len(run.events)) == run.values
    assert run.why().text == program("why", path, "--scenario", title, "--seed", "7")


@pytest.mark.parametrize(("path", "title"), FIGHTS)
def test_many_runs_have_one_digest(path: str, title: str, program: Program) -> None:
    """`AFFRAY_DIGEST` seeds each, as `editors/web/e2e/same.test.mjs` asks of browsers and Node; `.ci/digests` runs both."""
    seeds = int(os.environ.get("AFFRAY_DIGEST", "20"))
    call = ("run", path, "--scenario", title, "--digest")
    fight = affray.scenario(path, title)
    assert fight.run_digest(seeds) == program(*call, str(seeds)).strip()
    assert fight.run_digest(range(3, 20)) == program(*call, "3..20").strip()


def test_no_digest_of_nothing() -> None:
    fight = affray.scenario(*FIGHTS[0])
    for seeds in (0, range(0), range(0, 10, 2), range(-1, 3), 2**64):
        with pytest.raises(affray.UsageError):
            fight.run_digest(seeds)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_no_such_seed(seed: int) -> None:
    fight = affray.scenario(*FIGHTS[0])
    with pytest.raises(affray.UsageError, match="from 0 to"):
        fight.run(seed)
    with pytest.raises(affray.UsageError, match="from 0 to"):
        fight.odds("1 = 1", seed=seed)


POOLS = ("examples/dice/1_pools.affray", "how many")


@pytest.mark.parametrize(("path", "title"), [POOLS, ("examples/dice/2_again.affray", "who begins")])
def test_odds(path: str, title: str, program: Program) -> None:
    odds = affray.scenario(path, title).odds(trials=500, states=3_000)
    call = ("odds", path, "--scenario", title, "--trials", "500", "--states", "3000", "--format")
    assert odds.json == program(*call, "json")
    assert odds.csv == program(*call, "csv")
    assert odds.picture() == program(*call, "svg")
    # In words the program adds a run that shows why something comes always or never.
    assert program(*call, "plain").startswith(odds.text)


def test_odds_of_what_is_asked(program: Program) -> None:
    path = "examples/duel_to_the_death.affray"
    names = [name for name, row in affray.scenario(path).run(seed=1).start.items() if "hp" in row]
    first = names[0]
    fight, question = affray.scenario(path), f"{first}.hp"
    call = ("odds", path, "--of", question, "--trials", "300", "--format", "json")
    assert fight.odds(question, trials=300).json == program(*call)
    assert fight.odds(question, trials=300, exact=False, order=True).json == program(*call, "--play", "--order")
    varied = fight.odds(question, trials=300, vary={f"{first}.hp": range(3, 5)})
    assert varied.json == program(*call, "--vary", f"{first}.hp=3..4")


def test_parts_of_odds_are_put_together() -> None:
    fight = affray.scenario(*POOLS)
    whole = fight.odds(exact=False, trials=400)
    parts = [fight.odds(exact=False, trials=trials) for trials in (range(250), range(250, 400))]
    assert affray.merge(parts) == whole
    assert affray.merge(reversed(parts)).json == whole.json


@pytest.mark.parametrize("name", RULES)
def test_documents(name: str, program: Program) -> None:
    path = f"rules/{name}"
    rules = affray.load(path)
    for form in ("markdown", "html", "typst"):
        assert rules.document(form) == program("doc", path, "--format", form)


def test_documents_with_examples_and_of_variants(program: Program) -> None:
    example = "examples/halvaine.affray"
    rules = affray.load("affray:osric")
    assert rules.document(examples=[example]) == program("doc", "affray:osric", "--example", example)
    variant = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "rules/variants").glob("*.affray"))[0]
    assert affray.load(variant).document() == program("doc", variant)


def test_differences(program: Program) -> None:
    left, right = (f"rules/{name}" for name in ("group_initiative.affray", "base_initiative.affray"))
    difference = affray.load(left).diff(affray.load(right))
    call = ("diff", left, right, "--no-search", "--format")
    assert difference.markdown == program(*call, "markdown")
    assert dict(difference.data) == json.loads(program(*call, "json"))
