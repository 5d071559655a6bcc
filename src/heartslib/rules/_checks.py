"""Checks of what rules are made with, each answered in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from heartslib.cards import to_cards
from heartslib.errors import RulesError, shown


def whole_number(
    least: int | None = None, most: int | None = None, *, optional: bool = False
) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a whole number from `least` to `most`; or None if it is optional."""

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if optional and value is None:
            return
        low = least is not None and type(value) is int and value < least
        high = most is not None and type(value) is int and value > most
        if type(value) is not int or low or high:
            bound = "" if least is None else f", {least} or more"
            bound = bound if most is None else f" from {least} to {most}"
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be a whole number{bound}, "
                f"not {shown(value)}"
            )

    return check


def is_a(kind: type, *, optional: bool = False) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a value of that class, and nothing that would have to be read first."""

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind) and not (optional and value is None):
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be {kind.__name__}, "
                f"not {shown(value)}"
            )

    return check


def reads_cards(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """An attrs field transformer: cards may be given as text.

    Type checkers do not take a field with a converter for the property of a protocol.
    """
    return [
        each.evolve(converter=to_cards) if str(each.type) == "Cards" else each for each in fields
    ]


def fits(protocol: type[object]) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a value of that shape."""

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if wrong := problem(f"{type(rule).__name__}.{attribute.name}", value, protocol):
            raise RulesError(wrong)

    return check


def counts_tricks(step: object) -> bool:
    """Whether a step of the count may depend on who took the tricks, whatever is in them.

    A step that does not say may: nobody can know what it asks.
    """
    return getattr(step, "counts_tricks", True) is not False


def problem(chapter: str, rule: object, protocol: type[object]) -> str | None:
    """What is wrong with a choice for a chapter; None if it has the right shape."""
    if isinstance(rule, type):
        return f"{chapter}: {rule.__name__} is a class; give a value, such as {rule.__name__}()"
    if isinstance(rule, protocol):
        return None
    wanted = sorted(name for name in dir(protocol) if not name.startswith("_"))
    missing = [name for name in wanted if not hasattr(rule, name)]
    return f"{chapter}: {shown(rule)} is no {protocol.__name__}: it has no {', '.join(missing)}"
