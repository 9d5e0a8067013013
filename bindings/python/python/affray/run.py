"""Runs: what happened in a fight."""

from __future__ import annotations

from ._affray import Course
from .errors import Diagnostic, diagnostics

__all__ = ["Run"]


class Run:
    """A fight that was played. Made by `Fight.run`."""

    __slots__ = ("_course",)
    _course: Course

    @classmethod
    def _of(cls, course: Course) -> Run:
        course.sound()
        run = cls.__new__(cls)
        object.__setattr__(run, "_course", course)
        return run

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("what has happened does not change")

    @property
    def ending(self) -> str:
        """`over`: the rules ended the combat. `stopped`: the scenario holds nothing more. `played`: the last phase was played to its end."""
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
