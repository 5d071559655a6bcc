"""Mappings as pairs: values are frozen, so they hold a tuple where one gives a mapping."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from heartslib._given import MOST_PAIRS, at_most
from heartslib.errors import RulesError, shown

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def pairs(
    items: Mapping[_Key, _Value] | Iterable[tuple[_Key, _Value]],
) -> tuple[tuple[_Key, _Value], ...]:
    """The items of a mapping, or the pairs of an iterable, in their order.

    Raises:
        RulesError: It is neither, or too long.
    """
    each: Any = items.items() if isinstance(items, Mapping) else items
    each = each if isinstance(each, Iterable) else (each,)
    found: Any = at_most(MOST_PAIRS, each, "entries", error=RulesError)
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in found):
        raise RulesError(f"{shown(items)} is neither a mapping nor a list of pairs")
    return tuple(found)
