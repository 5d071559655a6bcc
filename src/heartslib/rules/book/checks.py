"""Checks of the arguments of rules, and of the rules themselves."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from typing import Any

from attrs import Attribute

from heartslib._values.arguments import checked_text, kept, whole_within
from heartslib.cards import Cards
from heartslib.errors import HeartsError, RulesError, quoted
from heartslib.words import listed

Check = Callable[[Any, "Attribute[Any]", Any], None]
"""What attrs calls a validator: it is given the rule, the field and the value."""


def whole_number(
    least: int | None = None, most: int | None = None, *, optional: bool = False
) -> Check:
    """An attrs validator: a whole number from `least` to `most`, or None if `optional`."""
    bound = ""
    if most is not None:
        bound = f" from {least} to {most}"
    elif least is not None:
        bound = f", {least} or more"

    def check(rule: Any, attribute: Attribute[Any], value: Any) -> None:
        if optional and value is None:
            return
        must = f"{type(rule).__name__}: {attribute.name} must be a whole number{bound}"
        whole_within(least, most, kept(rule, attribute, value), must, error=RulesError)

    return check


def is_a(kind: type, *, optional: bool = False, maker: str = "") -> Check:
    """An attrs validator: a value of that class.

    Args:
        kind: The class.
        optional: Whether None will do.
        maker: The function that makes such a value from cards.
    """
    wanted = _with_article(kind)
    such = f", such as {kind.__name__}.{next(iter(kind)).name}" if issubclass(kind, Enum) else ""

    def check(rule: Any, attribute: Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind) and not (optional and value is None):
            write = maker and isinstance(value, str | Cards)
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be {wanted}{such}, "
                f"not {quoted(value)}{f'; write {maker}({quoted(value)})' if write else ''}"
            )

    return check


def some(rule: object, attribute: Attribute[Cards], cards: Cards) -> None:
    """An attrs validator: at least one card."""
    if not cards:
        raise RulesError(f"{type(rule).__name__}: {attribute.name} must name at least one card")


def one_of(*words: str) -> Check:
    """An attrs validator: one of some words."""

    def check(rule: Any, attribute: Attribute[str], word: str) -> None:
        if type(word) is not str or word not in words:
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be "
                f"{listed([*map(repr, words)], 'or')}, not {quoted(word)}"
            )

    return check


IS_VERB = one_of("charge", "expose")
"""An attrs validator: the word that players read for charging."""


def fits(base: type[object]) -> Check:
    """An attrs validator: a value of a class that derives from the base class."""

    def check(rule: Any, attribute: Attribute[Any], value: Any) -> None:
        if wrong := misfit(f"{type(rule).__name__}.{attribute.name}", value, base):
            raise RulesError(wrong)

    return check


def misfit(chapter: str, rule: Any, base: type) -> str | None:
    """What is wrong with a choice for a chapter, or None if it derives from the base class."""
    if isinstance(rule, type):
        return f"{chapter}: {rule.__name__} is a class; give a value, such as {rule.__name__}()"
    if not isinstance(rule, base):
        return f"{chapter}: {quoted(rule)} is not {_with_article(base)}; {_remedy(rule, base)}"
    what = f"{chapter}: the name of a rule"
    name = getattr(rule, "name", "")
    try:
        checked_text(what, name)
    except HeartsError as error:
        return str(error)
    return None if name.strip() else f"{what} must not be empty"


def _with_article(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"


def _remedy(rule: object, base: type) -> str:
    """What to do about a choice that does not derive from the base class."""
    kind = type(rule)
    # what looks like a rule is one that somebody is writing; anything else is a slip
    if hasattr(rule, "name") and not kind.__module__.startswith("heartslib."):
        return f"derive {kind.__name__} from heartslib.rules.{base.__name__}"
    public = vars(sys.modules[base.__module__])
    choices = [name for name in public["__all__"] if _is_choice(public[name], base)]
    return f"the {'choice is' if len(choices) == 1 else 'choices are'} {', '.join(choices)}"


def _is_choice(named: object, base: type) -> bool:
    """Whether a name of a chapter is a built-in choice, or a class of them."""
    if isinstance(named, type):
        return named is not base and issubclass(named, base)
    return isinstance(named, base)
