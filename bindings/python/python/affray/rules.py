"""Rules: what a rule file says."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from . import _affray
from ._affray import Book
from ._frozen import Frozen, fill
from ._texts import Source, merged, read
from .errors import Diagnostic, diagnostics

if TYPE_CHECKING:
    from .fight import Fight

__all__ = ["Attribute", "Difference", "Item", "Kind", "Option", "Rules", "load"]


def load(source: Source) -> Rules:
    """Reads rules: a file, `affray:osric` and the like, or texts by their paths, the rule file first.

    Raises `CheckError` where they have errors.
    """
    return _made(read(source))


def _made(book: Book) -> Rules:
    book.sound()
    rules = Rules.__new__(Rules)
    fill(rules, _book=book, _contents=json.loads(book.contents()))
    return rules


def _again(texts: dict[str, str], path: str) -> Rules:
    return _made(Book.given(texts, path))


@dataclass(frozen=True)
class Item:
    """Something that a rule file declares: an action, an exception, a phase."""

    category: str
    name: str
    file: str
    line: int
    """From 1."""


@dataclass(frozen=True)
class Option:
    """A choice that the rules leave to a table."""

    name: str
    type: str
    """`yes/no`, `number`, `choice`."""
    value: str
    """What it is unless a scenario says otherwise."""
    alternatives: tuple[str, ...]
    """The words of a choice."""
    text: str
    """What the rules say of it."""


@dataclass(frozen=True)
class Attribute:
    """An attribute of the records of a kind."""

    name: str
    type: str
    alternatives: tuple[str, ...]
    """The words of a choice."""
    optional: bool
    """It may be missing."""
    text: str


@dataclass(frozen=True)
class Kind:
    """A kind of record: `combatant`, `side`, or one of the rules."""

    name: str
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True)
class Difference:
    """What differs between two rule files."""

    text: str
    """As `affray diff` prints it."""
    markdown: str
    """As `affray diff --format markdown` prints it."""
    data: Mapping[str, Any]
    """As `affray diff --format json` prints it."""

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __str__(self) -> str:
        return self.text


class Rules(Frozen):
    """Checked rules. Made by `load`. Equal where their texts are; hashable; pickled as their texts."""

    __slots__ = ("_book", "_contents")
    _book: Book
    _contents: dict[str, Any]

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self._book.texts, self.path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return (self.path, self._book.texts) == (other.path, other._book.texts)

    def __hash__(self) -> int:
        return hash((self.path, self._book.digest))

    def __repr__(self) -> str:
        return f"<Rules {self.title!r} of {self.path}>"

    @property
    def path(self) -> str:
        """The path of the file from the root of its project."""
        return self._book.path

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of all files that it needs, but those that are part of the library."""
        return MappingProxyType(self._book.texts)

    @property
    def digest(self) -> str:
        """A number for all texts that it needs, in hexadecimal digits, as documents have it."""
        return f"{self._book.digest:016x}"

    @property
    def name(self) -> str:
        """The name of the rules."""
        return str(self._contents["name"])

    @property
    def title(self) -> str:
        """Their title; the name where they have none."""
        return str(self._contents["title"])

    @property
    def items(self) -> tuple[Item, ...]:
        """All items, those of the files that it extends and uses too."""
        return tuple(Item(**one) for one in self._contents["items"])

    @property
    def options(self) -> Mapping[str, Option]:
        """The options, by their names."""
        made = (Option(**{**one, "alternatives": tuple(one["alternatives"])}) for one in self._contents["options"])
        return MappingProxyType({one.name: one for one in made})

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of records with their attributes, by their names."""
        return MappingProxyType({one["name"]: _kind(one) for one in self._contents["kinds"]})

    def check(self, study: bool = True) -> tuple[Diagnostic, ...]:
        """Warnings and advice, sorted by place; with `study` also what is allowed but probably not meant, as `affray check` tells it."""
        return diagnostics(self._book.diagnostics(study)[0])

    def diff(
        self, other: Rules | Source, *, search: bool = False, seed: int = 1, tries: int = 2_000, attribute: bool = False, width: int = 80
    ) -> Difference:
        """What `other` changes in these rules: other rules, or what `load` takes.

        With `search`, situations are drawn and played by both, to find one in which they part; `attribute` says which change causes what.
        """
        if not isinstance(other, Rules):
            other = load(other)
        texts, right = merged(self._book, other._book)
        wanted = (seed, tries) if search else None
        data, text, markdown = _affray.diff(texts, self.path, right, wanted, attribute, width)
        return Difference(text, markdown, MappingProxyType(json.loads(data)))

    def document(
        self,
        format: Literal["markdown", "html", "typst"] = "markdown",
        examples: Fight | str | os.PathLike[str] | Iterable[Fight | str | os.PathLike[str]] = (),
    ) -> str:
        """The rules as a document, as `affray doc` prints it, with the scenarios of the files of `examples` as worked examples: of one file or of several.

        Raises `CheckError` where a file is not there or has errors, `RunFault` where an example does not come to what it expects.
        """
        texts, paths = dict(self._book.texts), []
        if isinstance(examples, (str, os.PathLike)) or not isinstance(examples, Iterable):
            examples = [examples]
        for example in examples:
            book = read(example, self._book) if isinstance(example, (str, os.PathLike)) else example._book
            book.sound()
            texts.update({path: text for path, text in book.texts.items() if path not in texts})
            paths.append(book.path)
        return _affray.document(texts, self.path, paths, format)

    def _repr_markdown_(self) -> str:
        return self.document()


def _kind(one: dict[str, Any]) -> Kind:
    made = (Attribute(**{**of, "alternatives": tuple(of["alternatives"])}) for of in one["attributes"])
    return Kind(one["name"], tuple(made))
