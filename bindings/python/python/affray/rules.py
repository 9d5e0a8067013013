"""Rules: what a rule file says."""

from __future__ import annotations

from collections.abc import Mapping

from ._affray import Book
from ._texts import Source, read

__all__ = ["Rules", "load"]


def load(source: Source) -> Rules:
    """Reads rules: a file, `affray:osric` and the like, or texts by their paths, the rule file first.

    Raises `CheckError` where they have errors.
    """
    book = read(source)
    book.sound()
    return Rules._of(book)


class Rules:
    """Checked rules. Made by `load`."""

    __slots__ = ("_book",)
    _book: Book

    @classmethod
    def _of(cls, book: Book) -> Rules:
        rules = cls.__new__(cls)
        object.__setattr__(rules, "_book", book)
        return rules

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("rules do not change")

    def __reduce__(self) -> object:
        return _again, (self._book.texts, self.path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return (self.path, self._book.texts) == (other.path, other._book.texts)

    def __hash__(self) -> int:
        return hash((self.path, self._book.digest))

    def __repr__(self) -> str:
        return f"<Rules {self.path} {self.digest}>"

    @property
    def path(self) -> str:
        """The path of the file from the root of its project."""
        return self._book.path

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of all files that it needs, but those that are part of the library."""
        return self._book.texts

    @property
    def digest(self) -> str:
        """A number for all texts that it needs, in hexadecimal digits."""
        return f"{self._book.digest:016x}"


def _again(texts: dict[str, str], path: str) -> Rules:
    book = Book.given(texts, path)
    book.sound()
    return Rules._of(book)
