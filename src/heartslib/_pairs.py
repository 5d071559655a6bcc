"""Mappings as tuples of pairs, which frozen values can hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar, cast

from heartslib._given import MOST_PAIRS, at_most
from heartslib.errors import RulesError, shown

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Key_co = TypeVar("_Key_co", covariant=True)
_Value_co = TypeVar("_Value_co", covariant=True)


class Pairs(Protocol[_Key_co, _Value_co]):
    """A mapping for type checkers that is covariant in its keys, unlike `Mapping`.

    It accepts ``dict[str, int]`` where keys may be strings, cards or collections of either.
    """

    def items(self) -> Iterable[tuple[_Key_co, _Value_co]]:
        """The keys with their values."""
        ...


def pairs(
    items: Pairs[_Key, _Value] | Iterable[tuple[_Key, _Value]],
) -> tuple[tuple[_Key, _Value], ...]:
    """The items of a mapping, or the pairs of an iterable, in order.

    Raises:
        RulesError: It is neither, or has too many entries.
    """
    given: object = items
    if isinstance(given, Mapping):
        given = cast("Mapping[_Key, _Value]", given).items()
    listed = given if isinstance(given, Iterable) else [None]
    entries = at_most(
        MOST_PAIRS, cast("Iterable[tuple[_Key, _Value]]", listed), "entries", error=RulesError
    )
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in entries):
        raise RulesError(f"{shown(items)} is neither a mapping nor a list of pairs")
    return entries
