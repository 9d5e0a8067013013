"""What all objects of the package have in common: they do not change."""

from __future__ import annotations

from typing import NoReturn


class Frozen:
    """An object without setters. Its classes fill it by `fill`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} does not change")


def fill(one: Frozen, **values: object) -> None:
    """Sets the attributes of a new object."""
    for name, value in values.items():
        object.__setattr__(one, name, value)
