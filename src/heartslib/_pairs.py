"""Mappings as pairs: values are frozen, so they hold a tuple where one gives a mapping."""

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
    """A mapping for type checkers, which hold the keys of `Mapping` to be of just one type.

    With this ``dict[str, int]`` will do where keys may be text, cards or several of either.
    """

    def items(self) -> Iterable[tuple[_Key_co, _Value_co]]:
        """Its keys with their values."""
        ...


def pairs(
    items: Pairs[_Key, _Value] | Iterable[tuple[_Key, _Value]],
) -> tuple[tuple[_Key, _Value], ...]:
    """The items of a mapping, or the pairs of an iterable, in their order.

    Raises:
        RulesError: It is neither, or too long.
    """
    given: object = items
    if isinstance(given, Mapping):
        given = cast("Mapping[_Key, _Value]", given).items()
    listed = given if isinstance(given, Iterable) else [None]
    found = at_most(
        MOST_PAIRS, cast("Iterable[tuple[_Key, _Value]]", listed), "entries", error=RulesError
    )
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in found):
        raise RulesError(f"{shown(items)} is neither a mapping nor a list of pairs")
    return found
