"""Mappings as pairs: values are frozen, so they hold a tuple where one gives a mapping."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar, cast

from heartslib._given import MOST_PAIRS, at_most
from heartslib.errors import RulesError, shown

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_KeyRead = TypeVar("_KeyRead", covariant=True)
_ValueRead = TypeVar("_ValueRead", covariant=True)


class Pairs(Protocol[_KeyRead, _ValueRead]):
    """A mapping for type checkers, which hold the keys of `Mapping` to be of just one type.

    With this ``dict[str, int]`` will do where keys may be text, cards or several of either.
    """

    def items(self) -> Iterable[tuple[_KeyRead, _ValueRead]]:
        """Its keys with their values."""
        ...


def pairs(
    items: Pairs[_Key, _Value] | Iterable[tuple[_Key, _Value]],
) -> tuple[tuple[_Key, _Value], ...]:
    """The items of a mapping, or the pairs of an iterable, in their order.

    Raises:
        RulesError: It is neither, or too long.
    """
    if isinstance(items, Mapping):
        items = cast("Mapping[_Key, _Value]", items).items()
    is_list = isinstance(items, Iterable)
    found = at_most(MOST_PAIRS, items, "entries", error=RulesError) if is_list else ()
    if not is_list or not all(isinstance(each, tuple | list) and len(each) == 2 for each in found):
        raise RulesError(f"{shown(items)} is neither a mapping nor a list of pairs")
    return found
