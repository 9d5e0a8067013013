"""What is wrong with files, with runs and with what was asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["AffrayError", "CheckError", "Diagnostic", "RunFault", "UsageError"]


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a piece of advice about a file."""

    code: str
    """Its number, such as `A0202`; `affray explain` tells more about it."""
    name: str
    """The short name of the code."""
    severity: str
    """`error`, `warning` or `advice`."""
    message: str
    file: str
    line: int
    """From 1."""
    column: int
    """From 1, in characters."""
    help: str | None
    notes: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity} {self.code}: {self.message}"


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """Diagnostics from the JSON of the library."""
    return tuple(_diagnostic(one) for one in json.loads(text))


def _diagnostic(one: dict[str, Any]) -> Diagnostic:
    return Diagnostic(
        code=one["code"],
        name=one["name"],
        severity=one["severity"],
        message=one["message"],
        file=one["file"],
        line=one["start"]["line"],
        column=one["start"]["column"],
        help=one["help"],
        notes=tuple(one["notes"]),
    )


class AffrayError(Exception):
    """The base of all errors of the package."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = (), rendered: str = "") -> None:
        super().__init__(message, tuple(diagnostics), rendered)
        self.message = message
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        """All that was found, sorted by place."""
        self.rendered = rendered
        """All of it as text, with the lines of the files."""

    @classmethod
    def _made(cls, message: str, found: str, rendered: str) -> AffrayError:
        """From what the library gives."""
        return cls(message, diagnostics(found), rendered)

    @property
    def _first(self) -> Diagnostic | None:
        errors = (one for one in self.diagnostics if one.severity == "error")
        return next(errors, self.diagnostics[0] if self.diagnostics else None)

    @property
    def code(self) -> str | None:
        """The code of the first error."""
        return self._first.code if self._first else None

    @property
    def file(self) -> str | None:
        """The file of the first error."""
        return self._first.file if self._first else None

    @property
    def line(self) -> int | None:
        """The line of the first error, from 1."""
        return self._first.line if self._first else None

    @property
    def column(self) -> int | None:
        """The column of the first error, from 1."""
        return self._first.column if self._first else None

    def __str__(self) -> str:
        first = self._first
        told = self.message or (str(first) if first else "")
        return f"{told}\n\n{self.rendered}" if self.rendered else told


class CheckError(AffrayError):
    """Files have errors."""


class UsageError(AffrayError, ValueError):
    """What was asked for cannot be done."""


class RunFault(AffrayError):
    """A fault stopped a run: a die that nothing gives, a division by zero, a limit."""
