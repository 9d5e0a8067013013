"""Fights: scenarios with their rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ._affray import Book, Playable
from ._texts import Source, read
from .errors import UsageError
from .rules import Rules
from .run import Run

__all__ = ["Fight", "Setting", "scenario"]

Setting: TypeAlias = "str | int | bool"
"""The value of an option or an attribute: a word of the rules, a number, yes or no."""


def scenario(
    source: Source,
    title: str | None = None,
    *,
    rules: Rules | str | None = None,
    options: Mapping[str, Setting] | None = None,
) -> Fight:
    """Reads a scenario: of a file, of a text (anything with `{` in it), or of texts by their paths, its file first.

    `title` says which, where there are several. `rules` stand in the place of its own. `options` sets options of the rules (`tie`) and
    attributes of records (`ann.hp`).

    Raises `CheckError` where the files have errors, `UsageError` where there is no such scenario, option or attribute.
    """
    if isinstance(source, str) and "{" in source:
        source = {"scenario.affray": source}
    book = read(source, rules._book if isinstance(rules, Rules) else rules)
    book.sound()
    return Fight._of(book, _index(book, title), _settings(options or {}))


def _index(book: Book, title: str | None) -> int:
    titles = book.titles()
    if title is None:
        if len(titles) == 1:
            return 0
        told = "holds no scenario" if not titles else "holds several scenarios; say which: " + ", ".join(map(repr, titles))
        raise UsageError(f"`{book.path}` {told}")
    for index, known in enumerate(titles):
        if known.lower() == title.lower():
            return index
    raise UsageError(f"there is no scenario `{title}` in `{book.path}`; it has " + ", ".join(map(repr, titles)))


def _settings(given: Mapping[str, Setting]) -> tuple[tuple[str, str], ...]:
    return tuple((name, _word(value)) for name, value in given.items())


def _word(value: Setting) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Fight:
    """A scenario, its rules, and the options and attributes that were set. Made by `scenario`."""

    __slots__ = ("_book", "_index", "_playable", "_settings")
    _book: Book
    _index: int
    _playable: Playable
    _settings: tuple[tuple[str, str], ...]

    @classmethod
    def _of(cls, book: Book, index: int, settings: tuple[tuple[str, str], ...]) -> Fight:
        fight = cls.__new__(cls)
        for name, value in (
            ("_book", book),
            ("_index", index),
            ("_settings", settings),
            ("_playable", book.playable(index, list(settings))),
        ):
            object.__setattr__(fight, name, value)
        return fight

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a fight does not change; `with_options` makes another one")

    def _key(self) -> tuple[object, ...]:
        book = self._book
        return (book.path, book.under, self._index, self._settings)

    def __reduce__(self) -> object:
        book = self._book
        return _again, (book.texts, book.path, book.under, self._index, self._settings)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fight):
            return NotImplemented
        return self._key() == other._key() and self._book.texts == other._book.texts

    def __hash__(self) -> int:
        return hash((self._key(), self._book.digest))

    def __repr__(self) -> str:
        settings = "".join(f" {name}={value}" for name, value in self._settings)
        return f"<Fight {self.title!r} of {self.path}{settings}>"

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return self._playable.title

    @property
    def path(self) -> str:
        """The path of its file from the root of its project."""
        return self._book.path

    @property
    def options(self) -> Mapping[str, str]:
        """The options and attributes that were set, in the words of the language."""
        return dict(self._settings)

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of all files that it needs, but those that are part of the library."""
        return self._book.texts

    def with_options(self, options: Mapping[str, Setting]) -> Fight:
        """The same fight with these options and attributes set too."""
        settings = {**dict(self._settings), **dict(_settings(options))}
        return Fight._of(self._book, self._index, tuple(settings.items()))

    def run(self, seed: int | None = None) -> Run:
        """Plays it with its own dice and decisions, and what it leaves open from the seed: this, else its own.

        Raises `RunFault` where a fault stops it.
        """
        return Run._of(self._playable.run(seed))


def _again(
    texts: dict[str, str], path: str, under: str | None, index: int, settings: tuple[tuple[str, str], ...]
) -> Fight:
    book = Book.given(texts, path, under)
    book.sound()
    return Fight._of(book, index, settings)
