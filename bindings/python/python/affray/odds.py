"""How likely things are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from types import MappingProxyType
from typing import Any, Literal

from . import _affray
from ._frozen import Frozen, fill
from .errors import Diagnostic, diagnostics

__all__ = ["Case", "Line", "Odds", "Table", "merge"]


@dataclass(frozen=True)
class Line:
    """One answer that can come."""

    answer: str
    """As people read it."""
    value: int | None
    """As a number: 0 and 1 for no and yes; nothing where there was no value."""
    chance: Fraction | float
    """A fraction where the chance is known without rounding or was counted, else a float, right to about twelve digits."""
    exact: bool
    """The chance is a fraction without any rounding, over all that the dice can show."""
    bounds: tuple[float, float] | None
    """Within them the true chance lies in 95 of 100 cases, where runs were played."""
    times: int | None
    """In how many of the runs that were played it came."""


@dataclass(frozen=True)
class Case:
    """The answers in one case."""

    label: str
    """What is different in it: `ann.hp 5`; empty where nothing was varied."""
    lines: tuple[Line, ...]
    """Each answer that can come, lowest first. Of a question of yes or no, yes alone."""
    mean: float | None
    """The mean of numbers."""
    method: str | None
    """`exact`, `reckoned` (all runs followed, with floating point) or `played`; nothing where there is no answer."""
    trials: range | None
    """The runs that were played."""
    because: str | None
    """Why there is no answer, or none that is exact though one was looked for."""
    fault: Diagnostic | None
    """A fault of the rules or of the scenario that runs met."""


@dataclass(frozen=True)
class Table:
    """The answers to one question."""

    question: str
    numbers: bool
    """The answers are numbers that can be added and averaged."""
    cases: tuple[Case, ...]

    @property
    def chance(self) -> Fraction | float:
        """The chance of yes, of a question of yes or no in a single case."""
        if len(self.cases) != 1 or self.numbers:
            raise ValueError(f"`{self.question}` has no single chance; see `cases`")
        lines = self.cases[0].lines
        if len(lines) != 1:
            raise ValueError(self.cases[0].because or f"`{self.question}` has several answers; see `cases`")
        return lines[0].chance


class Odds(Frozen, Sequence[Table]):
    """Answers, a table for each question. Equal where their data are; pickled as that."""

    __slots__ = ("_json", "_tables")
    _json: str
    _tables: tuple[Table, ...]

    def __reduce__(self) -> tuple[object, ...]:
        return made, (self._json,)

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Odds) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(self._tables)

    def __getitem__(self, index: Any) -> Any:
        """A table by its number, or by its question."""
        if isinstance(index, str):
            for table in self._tables:
                if table.question == index:
                    return table
            raise KeyError(index)
        return self._tables[index]

    def __repr__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.picture()

    def _repr_html_(self) -> str:
        return self.picture()

    @property
    def chance(self) -> Fraction | float:
        """The chance of yes, where one question of yes or no was asked in one case."""
        if len(self._tables) != 1:
            raise ValueError("several questions were asked; see the tables")
        return self._tables[0].chance

    @property
    def text(self) -> str:
        """As `affray odds` prints it where it draws no bars."""
        return _affray.shown(self._json, "plain", 80)

    @property
    def csv(self) -> str:
        """As `affray odds --format csv` prints it."""
        return _affray.shown(self._json, "csv", 80)

    @property
    def json(self) -> str:
        """As `affray odds --format json` prints it, which `affray odds merge` reads."""
        return self._json

    def picture(self) -> str:
        """As the text of an SVG image, as `affray odds --format svg` prints it."""
        return _affray.shown(self._json, "svg", 80)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each answer in each case of each question."""
        return [
            {
                "question": table.question,
                "case": case.label,
                "answer": line.answer,
                "value": line.value,
                "chance": float(line.chance),
                "fraction": str(line.chance) if line.exact else None,
                "low": line.bounds[0] if line.bounds else None,
                "high": line.bounds[1] if line.bounds else None,
                "times": line.times,
                "method": case.method,
            }
            for table in self._tables
            for case in table.cases
            for line in case.lines
        ]

    def to_frame(self, engine: Literal["pandas", "polars"] | None = None) -> Any:
        """The rows as a data frame: of pandas or polars, whichever is installed, pandas first.

        Raises `ImportError` where it is not.
        """
        rows = self.rows()
        if engine not in (None, "pandas", "polars"):
            raise ValueError(f"there is no engine `{engine}`; it is `pandas` or `polars`")
        if engine != "polars":
            try:
                return import_module("pandas").DataFrame(rows, columns=list(COLUMNS))
            except ImportError:
                if engine == "pandas":
                    raise ImportError("`to_frame` needs pandas: pip install pandas") from None
        try:
            polars = import_module("polars")
        except ImportError:
            needs = "polars" if engine else "pandas or polars"
            raise ImportError(f"`to_frame` needs {needs}: pip install {needs.split()[-1]}") from None
        types = {str: polars.String, int: polars.Int64, float: polars.Float64}
        return polars.DataFrame(rows, schema={name: types[of] for name, of in COLUMNS.items()})


COLUMNS: dict[str, type] = {
    "question": str,
    "case": str,
    "answer": str,
    "value": int,
    "chance": float,
    "fraction": str,
    "low": float,
    "high": float,
    "times": int,
    "method": str,
}


def merge(parts: Iterable[Odds]) -> Odds:
    """The answers of several calls with other `trials` as those of one, as `affray odds merge` puts them together."""
    return made(_affray.merge([part.json for part in parts]))


def made(text: str) -> Odds:
    """Answers from the JSON of the library."""
    odds = Odds.__new__(Odds)
    tables = tuple(
        Table(one["question"], one["numbers"], tuple(_case(case) for case in one["cases"]))
        for one in MappingProxyType(json.loads(text))["questions"]
    )
    fill(odds, _json=text, _tables=tables)
    return odds


def _case(one: dict[str, Any]) -> Case:
    found, fault, mean = one.get("found"), one.get("fault"), one.get("mean")
    runs = found if found and found["method"] == "played" else None
    count = runs["to"] - runs["from"] - runs["faults"] if runs else 0
    return Case(
        label=one["label"],
        lines=tuple(_line(line, count) for line in one["lines"]),
        mean=mean["mean"] if mean else None,
        method=found["method"] if found else None,
        trials=range(runs["from"], runs["to"]) if runs else None,
        because=one.get("because"),
        fault=diagnostics(json.dumps([fault["diagnostic"]]))[0] if fault else None,
    )


def _line(one: dict[str, Any], count: int) -> Line:
    fraction, times, bounds = one.get("fraction"), one.get("times"), one.get("bounds")
    chance: Fraction | float = one["share"]
    if fraction is not None:
        chance = Fraction(fraction)
    elif times is not None and count:
        chance = Fraction(times, count)
    return Line(one["answer"], one["value"], chance, fraction is not None, tuple(bounds) if bounds else None, times)
