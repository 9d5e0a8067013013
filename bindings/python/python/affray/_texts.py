"""Where texts come from: a disk, memory, or the library itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeAlias, Union

from ._affray import Book
from .errors import UsageError

Source: TypeAlias = Union[str, "os.PathLike[str]", Mapping[str, str]]
"""The path of a file, or texts by their paths, the file that is meant first."""

BUILT_IN = "affray:"
"""How the paths of files begin that are part of the library."""


def read(source: Source, under: Book | None = None) -> Book:
    """Reads and checks a file; `under` are the rules by which its scenarios are played."""
    texts, rules = (under.texts, under.path) if under else ({}, None)
    if isinstance(source, Mapping):
        path = next(iter(source), None)
        if path is None:
            raise UsageError("there is no text")
        return Book.given(_together(texts, dict(source)), path, rules)
    place = os.fspath(source)
    if not place:
        raise UsageError("the name of the file is empty")
    if place.startswith(BUILT_IN):
        return Book.given(texts, place, rules)
    return Book.open(place, rules, texts)


def _together(rules: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    for path, text in own.items():
        if rules.get(path, text) != text:
            raise UsageError(f"`{path}` has one text in the rules and another one in the scenario")
    return {**rules, **own}


def merged(left: Book, right: Book) -> tuple[dict[str, str], str]:
    """The texts of both, and the path of the second. Where files of one path differ, those of the second are moved to a folder of their own."""
    texts, others = left.texts, right.texts
    if all(texts.get(path, text) == text for path, text in others.items()):
        return {**texts, **others}, right.path
    folder = "other"
    while any(path.startswith(folder + "/") for path in texts):
        folder += "_"
    return {**texts, **{f"{folder}/{path}": text for path, text in others.items()}}, f"{folder}/{right.path}"
