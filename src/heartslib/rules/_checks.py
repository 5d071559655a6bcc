"""Checks of what rules are made with, each answered in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from heartslib.errors import RulesError, shown


def whole_number(
    least: int | None = None, *, optional: bool = False
) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a whole number, and not below `least`; or None if it is optional."""

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if optional and value is None:
            return
        if type(value) is not int or (least is not None and value < least):
            bound = "" if least is None else f", {least} or more"
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be a whole number{bound}, "
                f"not {shown(value)}"
            )

    return check


def is_a(kind: type) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a value of that class, and nothing that would have to be read first."""

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind):
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be {kind.__name__}, "
                f"not {shown(value)}"
            )

    return check


def problem(chapter: str, rule: object, protocol: type[object]) -> str | None:
    """What is wrong with a choice for a chapter; None if it has the right shape."""
    if isinstance(rule, type):
        return f"{chapter}: {rule.__name__} is a class; give a value, such as {rule.__name__}()"
    if isinstance(rule, protocol):
        return None
    wanted = sorted(name for name in dir(protocol) if not name.startswith("_"))
    missing = [name for name in wanted if not hasattr(rule, name)]
    return f"{chapter}: {shown(rule)} is no {protocol.__name__}: it has no {', '.join(missing)}"
