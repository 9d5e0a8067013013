"""Sweeps: the same questions over a grid of options, attributes and rule files, on this machine or on a cluster of Ray or Dask.

    result = affray.sweep(
        fight, {"ann.hp": range(4, 10), "tie": ["together", "gm_order"]},
        ask="any orc where hp > 0", trials=1_000_000, on="ray",
    )
    result.to_frame()

A sweep is cut into shards. Each is a pure function of the plan and its number; what they come to is put together to the same bytes,
whatever played them, in whatever order.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _affray, _engines
from ._affray import Plan, join, version
from ._texts import read
from .errors import Diagnostic, UsageError, diagnostics
from .fight import Fight, Setting, _word
from .rules import Rules, load

if TYPE_CHECKING:
    from ._engines import Progress

__all__ = ["Answer", "Cell", "Sweep", "SweepPlan", "sweep"]

Vary: TypeAlias = "Mapping[str, Sequence[Any]]"
"""What is different from cell to cell: an option or an attribute with its values; under `rules`, rule files."""

RULES = "rules"
MOST_CELLS = 10_000
SHARD = 50_000
"""So many trials a shard plays, if nothing else is said: about a second, long against what it takes to hand one out."""
WORK = 1_000_000_000
"""So many steps a shard may take, its questions together, if nothing else is said."""


@dataclass(frozen=True)
class Answer:
    """One answer to a question in a cell, and how likely it is."""

    answer: str
    """As people read it."""
    value: int | None
    """As a number: 0 and 1 for no and yes; nothing where there was no value."""
    share: float
    """How likely it is, from 0 to 1."""
    low: float | None
    """The lower bound of its chance in 95 of 100 cases (Wilson's interval); nothing where it is exact."""
    high: float | None
    """The upper bound."""
    times: int | None
    """In how many of the runs it came; nothing where it is exact."""
    exact: Fraction | None
    """The chance itself, where it is known without rounding."""


@dataclass(frozen=True)
class Cell:
    """What came of a question in one cell of the grid."""

    settings: Mapping[str, Setting]
    """What is set in it; a rule file by its path."""
    label: str
    """The same in words."""
    question: str
    answers: tuple[Answer, ...]
    """Lowest first. Of a question of yes or no, yes alone."""
    mean: float | None
    """The mean, where the answers are numbers."""
    error: float | None
    """How far the mean may be off in 95 of 100 cases (1.96 standard errors)."""
    trials: int
    """How many runs were played, those with faults included; 0 where the answer is exact."""
    faults: int
    """How many of them met a fault. They are not counted among the answers."""
    fault: Diagnostic | None
    """The first fault."""
    because: str | None
    """Why there is no answer."""


@dataclass(frozen=True)
class Sweep:
    """What came of a sweep. Made by `sweep`, and by `SweepPlan.gather` from the parts."""

    _sheet: bytes
    _settings: tuple[tuple[tuple[str, Setting], ...], ...]

    def to_json(self) -> bytes:
        """The canonical bytes: the same for the same plan, whatever played it. The form is that of `affray odds --format json`."""
        return self._sheet

    @property
    def table(self) -> tuple[Cell, ...]:
        """All cells of the grid, for each question."""
        sheet = json.loads(self._sheet)
        return tuple(
            _cell(dict(settings), table["question"], case)
            for table in sheet["questions"]
            for settings, case in zip(self._settings, table["cases"], strict=True)
        )

    def merge(self, *others: Sweep) -> Sweep:
        """Puts sweeps together that are alike but for their trials, which must follow each other without gap. The same one may come twice.

        Raises `UsageError` where they do not fit.
        """
        if any(other._settings != self._settings for other in others):
            raise UsageError("the sweeps have different cells")
        sheets = sorted({self._sheet, *(other._sheet for other in others)})
        return Sweep(_affray.merge([sheet.decode() for sheet in sheets]).encode(), self._settings)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each answer of each cell: what is set, the question, the answer, its chance and bounds."""
        return [
            {
                **cell.settings,
                "question": cell.question,
                "answer": answer.answer,
                "value": answer.value,
                "share": answer.share,
                "low": answer.share if answer.exact is not None else answer.low,
                "high": answer.share if answer.exact is not None else answer.high,
                "times": answer.times,
                "trials": cell.trials,
                "faults": cell.faults,
            }
            for cell in self.table
            for answer in cell.answers
        ]

    def to_frame(self, engine: Literal["pandas", "polars"] | None = None) -> Any:
        """The rows as a frame of pandas or polars: of the one that is installed, if none is named.

        Raises `ImportError` where it is not installed.
        """
        return _engines.frame(self.rows(), engine)

    def picture(self) -> str:
        """A picture, as SVG."""
        return _affray.shown(self._sheet.decode(), "svg", 100)

    def _repr_svg_(self) -> str:
        return self.picture()

    def __str__(self) -> str:
        return _affray.shown(self._sheet.decode(), "plain", 100)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self._settings)} cells>"


def _cell(settings: dict[str, Setting], question: str, case: dict[str, Any]) -> Cell:
    found = case.get("found") or {}
    mean = case.get("mean") or {}
    fault = case.get("fault")
    return Cell(
        settings=settings,
        label=case["label"],
        question=question,
        answers=tuple(_answer(line) for line in case["lines"]),
        mean=mean.get("mean"),
        error=mean.get("error"),
        trials=found.get("to", 0) - found.get("from", 0),
        faults=found.get("faults", 0),
        fault=diagnostics(json.dumps([fault["diagnostic"]]))[0] if fault else None,
        because=case.get("because"),
    )


def _answer(line: dict[str, Any]) -> Answer:
    low, high = line.get("bounds") or (None, None)
    exact = line.get("fraction")
    return Answer(
        answer=line["answer"],
        value=line["value"],
        share=line["share"],
        low=low,
        high=high,
        times=line.get("times"),
        exact=Fraction(exact) if exact is not None else None,
    )


class SweepPlan:
    """A sweep before it is played: the texts, the grid, the trials, cut into shards.

    For engines that `sweep` does not know: `text` is all that a machine needs, `play` plays a shard of it, and `gather` puts the parts together.

    Raises `UsageError` where there is no such option, attribute or value, or nothing is asked, and `CheckError` where texts have errors.
    """

    __slots__ = ("_plan", "_settings", "text")
    _plan: Plan
    _settings: tuple[tuple[tuple[str, Setting], ...], ...]
    text: str
    """The plan as JSON. Plans with the same text are the same."""

    def __init__(
        self,
        fight: Fight,
        vary: Vary | None = None,
        *,
        ask: str | Sequence[str] = (),
        trials: int | range = 20_000,
        seed: int = 1,
        shard: int | None = None,
        exact: bool = False,
        work: int | None = None,
    ) -> None:
        axes = _axes(vary or {})
        scenarios, numbers = _scenarios(fight, axes.pop(RULES, None))
        span = trials if isinstance(trials, range) else range(trials)
        if span.step != 1:
            raise UsageError("the trials of a sweep follow each other: `range(from, to)`")
        if min(seed, span.start) < 0 or max(seed, span.stop) >= 1 << 64:
            raise UsageError("the seed of a sweep and the numbers of its trials are from 0 to 2^64 - 1")
        of_rules = [(RULES, path) for path in numbers] if numbers else [None]
        settings = []
        cells = []
        for rules in of_rules:
            for values in itertools.product(*axes.values()):
                own = tuple(zip(axes, values, strict=True))
                words = [(name, _word(value)) for name, value in own]
                told = ", ".join(f"{name} {word}" for name, word in words)
                label = ": ".join(part for part in ((rules or ("", ""))[1], told) if part)
                cells.append(
                    {
                        "label": label,
                        "scenario": numbers[rules[1]] if rules else 0,
                        "settings": list({**dict(fight.options), **dict(words)}.items()),
                    }
                )
                settings.append(((rules,) if rules else ()) + own)
        plan = {
            "affray": version(),
            "scenarios": scenarios,
            "index": fight._index,
            "ask": [ask] if isinstance(ask, str) else list(ask),
            "cells": cells,
            "exact": exact,
            "seed": seed,
            "trials": [span.start, span.stop],
            "shard": SHARD if shard is None else shard,
            "work": WORK if work is None else work,
        }
        self.text = json.dumps(plan, sort_keys=True, ensure_ascii=False)
        self._settings = tuple(settings)
        self._plan = Plan(self.text)
        self._plan.check()

    def __len__(self) -> int:
        """How many shards it has."""
        return len(self._plan)

    def __repr__(self) -> str:
        return f"<SweepPlan {self.digest} of {len(self._settings)} cells in {len(self)} shards>"

    @property
    def digest(self) -> str:
        """A number for the text, in hexadecimal digits."""
        return sha256(self.text.encode()).hexdigest()[:16]

    def trials(self, number: int) -> range:
        """The trials of a shard."""
        return range(*self._plan.trials(number))

    def play(self, number: int) -> bytes:
        """Plays a shard: the same bytes each time, on each machine.

        Raises `UsageError` where there is no such shard, or it takes more steps than the plan allows.
        """
        return _engines.play(self.text, number)

    def gather(self, parts: Mapping[int, bytes]) -> Sweep:
        """What came of the sweep: from what its shards came to, by their numbers.

        Raises `UsageError` where one is missing, or is not what the shard came to.
        """
        gathered = Gathered(self)
        for number, part in parts.items():
            gathered.add(number, part)
        return gathered.whole()


class Gathered:
    """Parts of a sweep. Those of a cell are put together as soon as all of them are there, so that few are kept."""

    def __init__(self, plan: SweepPlan) -> None:
        self._plan = plan
        self._parts: dict[int, list[bytes]] = {}
        self._cells: dict[int, bytes] = {}

    def add(self, number: int, part: bytes) -> None:
        """Adds what a shard came to."""
        plan = self._plan._plan
        per_cell = plan.shards_per_cell
        cell = number // per_cell
        parts = self._parts.setdefault(cell, [])
        parts.append(part)
        if len(parts) == per_cell:
            self._cells[cell] = plan.gather(cell, self._parts.pop(cell))

    def whole(self) -> Sweep:
        """All of them."""
        settings = self._plan._settings
        if missing := [cell for cell in range(len(settings)) if cell not in self._cells]:
            raise UsageError(f"parts are missing of {len(missing)} of {len(settings)} cells")
        return Sweep(join([self._cells[cell] for cell in range(len(settings))]), settings)


def sweep(
    fight: Fight,
    vary: Vary | None = None,
    *,
    ask: str | Sequence[str] = (),
    trials: int | range = 20_000,
    seed: int = 1,
    on: Literal["local", "ray", "dask"] = "local",
    cluster: Any = None,
    workers: int | None = None,
    shard: int | None = None,
    exact: bool = False,
    work: int | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Asks questions of a fight in each cell of a grid.

    `vary` has options (`tie`), attributes (`ann.hp`) and under `rules` rule files, each with its values: the grid is all their combinations.
    `ask` are questions as in `affray odds --of`; those of the scenario, if there are none. In each cell the trials are played, an attribute
    of `range(0, 500_000)` of them for a part; with `exact=True` the chances are found without playing.

    `on="local"` plays on threads of this machine, as many as it has processors or `workers`. `on="ray"` plays on the cluster of Ray that this
    program is connected to, else on that at the address `cluster`, else on a new one of this machine. `on="dask"` plays on that of the current
    `distributed.Client`, or of the client or the address that `cluster` is. `progress` is called with how many shards are there, of how many.

    The result is the same to the byte, whatever plays it and however it is cut: a `shard` is so many trials, which may take so many steps
    (`work`).

    Raises `UsageError` and `CheckError` as `SweepPlan` does, and `ImportError` where the engine is not installed.
    """
    plan = SweepPlan(fight, vary, ask=ask, trials=trials, seed=seed, shard=shard, exact=exact, work=work)
    gathered = Gathered(plan)
    done = 0
    for number, part in _arriving(plan, on, cluster, workers):
        gathered.add(number, part)
        done += 1
        if progress is not None:
            progress(done, len(plan))
    return gathered.whole()


def _arriving(plan: SweepPlan, on: str, cluster: Any, workers: int | None) -> Iterator[tuple[int, bytes]]:
    """What shards come to, as they are done."""
    if on != "local" and workers is not None:
        raise UsageError("`workers` are the threads of `on=\"local\"`; a cluster has its own")
    if on == "local":
        if cluster is not None:
            raise UsageError("`cluster` is for `on=\"ray\"` and `on=\"dask\"`")
        return _engines.local(plan, workers)
    if on == "ray":
        return _engines.ray(plan, cluster)
    if on == "dask":
        return _engines.dask(plan, cluster)
    raise UsageError(f"there is no engine `{on}`; there are `local`, `ray` and `dask`")


def _axes(vary: Vary) -> dict[str, list[Any]]:
    if math.prod(len(values) for values in vary.values()) > MOST_CELLS:
        raise UsageError(f"a sweep has at most {MOST_CELLS} cells")
    axes = {name: list(values) for name, values in vary.items()}
    for name, values in axes.items():
        if isinstance(vary[name], str) or not values:
            raise UsageError(f"`{name}` needs a list of its values")
        if len(set(map(str, values))) < len(values):
            raise UsageError(f"`{name}` has a value twice")
    return axes


def _scenarios(fight: Fight, rules: Sequence[Rules | str] | None) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The fight by each of the rules, and which of them each path is; by its own if there are none."""
    if rules is None:
        return [_source(fight._book)], {}
    texts = {fight.path: fight.texts[fight.path], **fight.texts}
    books = [read(texts, (one if isinstance(one, Rules) else load(one))._book) for one in rules]
    for book in books:
        book.sound()
    paths = {str(book.under): number for number, book in enumerate(books)}
    if len(paths) < len(books):
        raise UsageError("two of the rules have the same path")
    return [_source(book) for book in books], paths


def _source(book: Any) -> dict[str, Any]:
    return {"path": book.path, "under": book.under, "texts": book.texts}
