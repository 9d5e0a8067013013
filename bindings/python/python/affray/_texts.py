"""Where texts come from: a disk, memory, or the library itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeAlias

from ._affray import Book
from .errors import UsageError

Source: TypeAlias = "str | os.PathLike[str] | Mapping[str, str]"
"""The path of a file, or texts by their paths, the file that is meant first."""

BUILT_IN = "affray:"


def read(source: Source, under: Book | str | None = None) -> Book:
    """Reads and checks a file; `under` are the rules by which its scenarios are played."""
    texts: dict[str, str] = {}
    rules: str | None = None
    if isinstance(under, Book):
        texts, rules = under.texts, under.path
    elif under is not None:
        rules = under
    if isinstance(source, Mapping):
        path = next(iter(source), None)
        if path is None:
            raise UsageError("there is no text")
        return Book.given(_together(texts, dict(source)), path, rules)
    place = os.fspath(source)
    if place.startswith(BUILT_IN):
        return Book.given(texts, place, rules)
    return Book.open(place, rules, texts)


def _together(under: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    for path, text in own.items():
        if under.get(path, text) != text:
            raise UsageError(f"`{path}` has one text in the rules and another one in the scenario")
    return {**under, **own}
