"""Fights: scenarios with their rules."""

from __future__ import annotations

import itertools
import json
import operator
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias, Union

from . import odds as _odds
from ._affray import Book, Playable
from ._frozen import Frozen, fill
from ._texts import Source, read
from .errors import UsageError
from .odds import Odds
from .rules import Rules, load
from .run import Declaring, Question, Roll, Run
from .run import made as _run

__all__ = ["Fight", "Setting", "scenario"]

Setting: TypeAlias = Union[str, int, bool]
"""The value of an option or an attribute: a word of the rules, the name of a record, a number, yes or no."""


def scenario(
    source: Source,
    title: str | None = None,
    *,
    rules: Rules | Source | None = None,
    options: Mapping[str, Setting] | None = None,
) -> Fight:
    """Reads a scenario: of a file, of a text (anything with `{` in it), or of texts by their paths, its file first.

    `title` says which, where there are several. `rules` stand in the place of its own. `options` sets options of the rules (`tie`) and
    attributes of records (`ann.hp`; quantities in the smallest unit).

    Raises `CheckError` where the files have errors, `UsageError` where there is no such scenario, option or attribute.
    """
    if isinstance(source, str) and "{" in source:
        source = {"scenario.affray": source}
    if rules is not None and not isinstance(rules, Rules):
        rules = load(rules)
    book = read(source, rules._book if rules is not None else None)
    book.sound()
    return _made(book, _index(book, title), _settings(options or {}))


def _index(book: Book, title: str | None) -> int:
    titles = book.titles()
    named = ", ".join(map(repr, titles))
    if title is None:
        if len(titles) == 1:
            return 0
        told = f"holds several scenarios; say which: {named}" if titles else "holds no scenario"
        raise UsageError(f"`{book.path}` {told}")
    for index, known in enumerate(titles):
        if known.lower() == title.lower():
            return index
    raise UsageError(f"there is no scenario `{title}` in `{book.path}`; it has {named or 'none'}")


def _settings(given: Mapping[str, Setting]) -> tuple[tuple[str, str], ...]:
    return tuple((name, _word(value)) for name, value in given.items())


def _word(value: Setting) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _made(book: Book, index: int, settings: tuple[tuple[str, str], ...]) -> Fight:
    fight = Fight.__new__(Fight)
    playable = book.playable(index, list(settings))
    fill(fight, _book=book, _index=index, _settings=settings, _playable=playable)
    return fight


def _again(
    texts: dict[str, str], path: str, under: str | None, index: int, settings: tuple[tuple[str, str], ...]
) -> Fight:
    return _made(Book.given(texts, path, under), index, settings)


class Fight(Frozen):
    """A scenario, its rules, and the options and attributes that were set. Made by `scenario`. Equal where their texts are and the same is set;
    hashable; pickled as their texts."""

    __slots__ = ("_book", "_index", "_playable", "_settings")
    _book: Book
    _index: int
    _playable: Playable
    _settings: tuple[tuple[str, str], ...]

    def _key(self) -> tuple[object, ...]:
        return (self._book.path, self._book.under, self._index, self._settings)

    def __reduce__(self) -> tuple[object, ...]:
        book = self._book
        return _again, (book.texts, book.path, book.under, self._index, self._settings)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fight):
            return NotImplemented
        return self._key() == other._key() and self._book.texts == other._book.texts

    def __hash__(self) -> int:
        return hash((self._key(), self._book.digest))

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value}" for name, value in self._settings)
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
        return MappingProxyType(dict(self._settings))

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of all files that it needs, but those that are part of the library."""
        return MappingProxyType(self._book.texts)

    @property
    def digest(self) -> str:
        """A number for all texts that it needs, in hexadecimal digits; it does not depend on what was set."""
        return f"{self._book.digest:016x}"

    def with_options(self, options: Mapping[str, Setting]) -> Fight:
        """The same fight with these options and attributes set too."""
        settings = {**dict(self._settings), **dict(_settings(options))}
        return _made(self._book, self._index, tuple(settings.items()))

    def run(
        self,
        seed: int | None = None,
        *,
        dice: Callable[[Roll], int | Iterable[int] | None] | Iterable[int] | None = None,
        decide: Callable[[Question], Setting | None] | None = None,
        declare: Callable[[Declaring], str | Iterable[str] | None] | None = None,
    ) -> Run:
        """Plays it with its own dice and decisions, and what it leaves open from the seed: this, else its own.

        `dice` is asked before them: a function that is given a `Roll` and returns the faces, or their sum, or `None`; or faces, which are taken one
        after the other for as long as there are some. `decide` is given a `Question` and returns a word, a number, the name of a record, yes or
        no, or `None`. `declare` is given a `Declaring` for each combatant that is asked, and returns what it declares, as scenarios write it
        (`"strikes bob"`, `"declares nothing"`), several such lines, or `None`. What they raise comes out of this call.

        With `declare`, the run goes on until the rules or the scenario end it, or a round in which nothing is declared and done.

        Raises `RunFault` where a fault stops the run, as where nothing gives a die.
        """
        if seed is not None:
            seed = _seed(seed)
        if dice is None and decide is None and declare is None:
            return _run(self._playable.run(seed))
        asked = dice if dice is None or callable(dice) else _one_by_one(dice)
        return _run(self._playable.run_with(seed, asked and _listed(asked), decide, declare and _lines(declare)))

    def run_digest(self, seeds: int | range) -> str:
        """One number for its runs with so many seeds from 0 on, or with those of a range, in 16 hexadecimal digits: `affray run --digest`.

        It covers all that the runs tell. Two machines on which it is the same play the fight alike.

        Raises `UsageError` where the runs take more work together than the limit.
        """
        asked = _in_a_row(seeds, "seeds")
        return self._playable.run_digest(asked.start, asked.stop)

    def odds(
        self,
        questions: str | Iterable[str] = (),
        *,
        order: bool = False,
        vary: Mapping[str, Iterable[Setting]] | None = None,
        exact: bool | None = None,
        trials: int | range = 20_000,
        seed: int = 1,
        within: float | None = None,
        states: int = 200_000,
        threads: int | None = None,
    ) -> Odds:
        """How likely things are over all that the dice can show.

        `questions` in the words of the language (`"ann.hp > 0"`, `"place of ann"`); those of the scenario, if none are given. `order` asks for the
        place of every combatant. `vary` gives values to options and attributes: a case for each combination.

        Every run is followed if it takes at most so many `states`; else so many `trials` are played from the `seed`, or fewer if every chance is
        known to `within`. `exact=True` plays none, `exact=False` follows none. Of a `range` of trials the answers can be put together with
        those of others (`affray.merge`). The answers do not depend on the number of `threads`. Ctrl-C stops the work.
        """
        asked = [questions] if isinstance(questions, str) else list(questions)
        runs = _in_a_row(trials, "trials")
        wish = {
            "of": asked,
            "order": order,
            "exact": exact is True,
            "play": exact is False,
            "trials": (runs.start, runs.stop),
            "seed": _seed(seed),
            "states": states,
            "jobs": threads or 0,
            "within": within,
            "cases": self._cases(vary or {}),
        }
        return _odds.made(self._playable.odds(json.dumps(wish)))

    def _cases(self, vary: Mapping[str, Iterable[Setting]]) -> list[tuple[str, list[tuple[str, str]]]]:
        """The cases, each with what is set in it; what was set for all of them is part of the label, so that other fights have other labels."""
        axes = [[(name, _word(value)) for value in values] for name, values in vary.items()]
        cases = []
        for settings in itertools.product(*axes):
            told = {**dict(self._settings), **dict(settings)}
            label = ", ".join(f"{name} {value}" for name, value in told.items())
            cases.append((label, list(settings)))
        if not cases:
            raise UsageError("there is nothing to vary: a list of values is empty")
        return cases


_SEEDS = 2**64


def _seed(seed: int) -> int:
    if not 0 <= seed < _SEEDS:
        raise UsageError(f"a seed is a number from 0 to {_SEEDS - 1}")
    return seed


def _in_a_row(numbers: int | range, name: str) -> range:
    """A range of numbers, or so many from 0 on."""
    row = numbers if isinstance(numbers, range) else range(numbers)
    if row.step != 1 or row.start < 0 or row.stop >= _SEEDS or not row:
        raise UsageError(f"`{name}` is a number, or a range of numbers one after the other")
    return row


def _one_by_one(faces: Iterable[int]) -> Callable[[Roll], list[int] | None]:
    left = iter(faces)

    def dice(roll: Roll) -> list[int] | None:
        return list(itertools.islice(left, roll.count)) or None

    return dice


def _listed(dice: Callable[[Roll], int | Iterable[int] | None]) -> Callable[[Roll], int | list[int] | None]:
    """The library takes a number or a list. Yes and no are none, though Python counts with them."""

    def listed(roll: Roll) -> int | list[int] | None:
        given = dice(roll)
        if given is None:
            return None
        faces = list(given) if isinstance(given, Iterable) else [given]
        try:
            if any(isinstance(face, bool) for face in faces):
                raise TypeError
            numbers = [operator.index(face) for face in faces]
        except TypeError:
            shown = faces if isinstance(given, Iterable) and not isinstance(given, str) else given
            told = f"`dice` gave {shown!r} for {roll.throw}; it gives a number, the numbers of all dice, or None"
            raise TypeError(told) from None
        return numbers if isinstance(given, Iterable) else numbers[0]

    return listed


def _lines(declare: Callable[[Declaring], str | Iterable[str] | None]) -> Callable[[Declaring], list[str] | None]:
    """The library takes a list of lines."""

    def lines(declaring: Declaring) -> list[str] | None:
        given = declare(declaring)
        if given is None:
            return None
        told = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
        if not all(isinstance(line, str) for line in told):
            raise TypeError(f"`declare` gave {given!r} for {declaring.who}; it gives a line, several lines, or None")
        return told

    return lines
