"""Runs: what happened in a fight."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ._affray import Course
from ._frozen import Frozen, fill
from .errors import Diagnostic, diagnostics

__all__ = ["Act", "Declaring", "Event", "Question", "Reasons", "Roll", "Rule", "Run"]


@dataclass(frozen=True)
class Roll:
    """Dice that the rules ask for."""

    who: str
    purpose: str
    throw: str
    """`d6`, `2d6`, or with what is made of the faces."""
    count: int
    sides: int
    path: list[tuple[str, int]]
    """When: repeated phases and their numbers, the outermost first."""


@dataclass(frozen=True)
class Question:
    """Something that the rules ask a person."""

    who: str
    question: str
    about: list[str]
    """The names of the records that it is about."""
    path: list[tuple[str, int]]
    """When: repeated phases and their numbers, the outermost first."""


@dataclass(frozen=True)
class Declaring:
    """A combatant may declare."""

    who: str
    path: list[tuple[str, int]]
    """When: repeated phases and their numbers, the outermost first."""
    one: bool
    """One act alone; else all that it does in this period."""
    actions: list[str] = field(default_factory=list)
    """Where acts of some actions alone are asked for: what these are called in scenarios."""


@dataclass(frozen=True)
class Rule:
    """An item of the rules and its place."""

    category: str
    name: str
    file: str
    line: int


@dataclass(frozen=True)
class Event:
    """One thing that happened."""

    kind: str
    """`rolled`, `declared`, `resolved`, `changed`, ...: as in the JSON of `affray run`."""
    moment: str
    """`round 1, segment 4`; empty outside of repeated phases."""
    rule: Rule | None
    """The item of the rules that caused it."""
    data: Mapping[str, Any]
    """What belongs to the kind: who rolled, what the dice showed, what the value was and is."""

    @property
    def act(self) -> int | None:
        """The number of the act that it is about."""
        act = self.data.get("act")
        return act["number"] if isinstance(act, dict) else None


@dataclass(frozen=True)
class Act:
    """An act of a run, as it stood at the end."""

    number: int
    text: str
    actor: str
    action: str
    declared: bool
    """The scenario or a tactic declares it; the rules added it otherwise."""
    attributes: Mapping[str, Any]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Reasons:
    """Why acts came in their order."""

    text: str
    """As `affray why` prints it."""
    data: Mapping[str, Any]
    """As `affray why --format json` prints it."""

    def __str__(self) -> str:
        return self.text


class Run(Frozen):
    """A fight that was played. Made by `Fight.run`."""

    __slots__ = ("_course", "_told")
    _course: Course
    _told: dict[str, Any]

    @property
    def _journal(self) -> dict[str, Any]:
        if not self._told:
            journal, records = self._course.journal()
            self._told.update(journal=json.loads(journal), records=json.loads(records))
        journal_read: dict[str, Any] = self._told["journal"]
        return journal_read

    def __repr__(self) -> str:
        return f"<Run of {self._journal['scenario']!r}: {self.ending}>"

    def _repr_svg_(self) -> str:
        return self.picture()

    def _repr_html_(self) -> str:
        return self.picture()

    def _repr_markdown_(self) -> str:
        return self.recap

    @property
    def ending(self) -> str:
        """`over`: the rules ended the combat. `stopped`: the scenario holds nothing more. `played`: the last phase was played to its end.
        Empty where a fault stopped it."""
        return self._course.ending or ""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What came otherwise than the scenario expects, and which of its dice, answers and declarations no rule asked for."""
        return diagnostics(self._course.findings()[0])

    @property
    def passes(self) -> bool:
        """Whether all came as the scenario expects."""
        return all(one.severity != "error" for one in self.findings)

    @property
    def transcript(self) -> str:
        """The run in prose, as `affray run` prints it."""
        return self._course.transcript()

    @property
    def recap(self) -> str:
        """The run retold, as `affray run --format markdown` prints it."""
        return self._course.recap()

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts, by their numbers."""
        made = []
        for one in self._journal["acts"]:
            kept = {name: one[name] for name in ("number", "text", "actor", "action", "declared")}
            made.append(Act(**kept, attributes=MappingProxyType(one["attributes"])))
        return tuple(made)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in its order."""
        return tuple(_event(one) for one in self._journal["entries"])

    @property
    def order(self) -> tuple[str, ...]:
        """What the acts came to, one line for each stage that was carried out, in its order."""
        return tuple(one.data["text"] for one in self.events if one.kind == "resolved")

    @property
    def start(self) -> Mapping[str, Mapping[str, Any]]:
        """The attributes of all records at the beginning, by the name of the record."""
        return self._values("start")

    @property
    def values(self) -> Mapping[str, Mapping[str, Any]]:
        """The attributes of all records at the end, by the name of the record."""
        return self._values("end")

    def values_at(self, count: int) -> Mapping[str, Mapping[str, Any]]:
        """The attributes of all records when the first so many of `events` had happened, by the name of the record."""
        rows = {name: dict(row) for name, row in self.values.items()}
        # Backwards: of a record that is made, what it is like then is not told.
        for event in reversed(self.events[count:]):
            data = event.data
            if event.kind == "made":
                rows.pop(data["record"], None)
            elif event.kind == "changed" and data["of"] != "act":
                rows[data["record"]][data["attribute"]] = data["old"]
        return MappingProxyType({name: MappingProxyType(row) for name, row in rows.items()})

    def _values(self, when: str) -> Mapping[str, Mapping[str, Any]]:
        _ = self._journal
        rows = ((one["name"], one.get(when)) for one in self._told["records"])
        return MappingProxyType({name: MappingProxyType(row) for name, row in rows if row is not None})

    def why(self, first: str | None = None, second: str | None = None) -> Reasons:
        """Why the first act came before the second, each named as in `affray why` (`ann casts`); of one name why these acts came, or an attribute (`ann.hp`) is what
        it is; why all came as they did, without names."""
        if first is None and second is not None:
            raise TypeError("name the first of two acts")
        data, text = self._course.why([name for name in (first, second) if name is not None])
        return Reasons(text, MappingProxyType(json.loads(data)))

    def picture(self, light: bool = False) -> str:
        """The run as the text of an SVG image: in the colours of the reader (light or dark), or in light ones."""
        return self._course.picture(light)


def made(course: Course) -> Run:
    """The run of the library. Raises the fault that stopped it."""
    run = Run.__new__(Run)
    fill(run, _course=course, _told={})
    course.sound()
    return run


def _event(one: dict[str, Any]) -> Event:
    rest = {name: value for name, value in one.items() if name not in ("kind", "moment", "rule", "at")}
    rule = one["rule"]
    return Event(one["kind"], one["moment"], Rule(**rule) if rule else None, MappingProxyType(rest))
