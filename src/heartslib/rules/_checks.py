"""Checks of the arguments of rules, and of the rules themselves."""

from __future__ import annotations

import functools
import inspect
import itertools
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Final

import attrs

from heartslib._given import checked_text, kept, whole_within
from heartslib.cards import Cards
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.words import listed


def whole_number(
    least: int | None = None, most: int | None = None, *, optional: bool = False
) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a whole number from `least` to `most`, or None if `optional`."""
    bound = "" if least is None else f", {least} or more"
    bound = bound if most is None else f" from {least} to {most}"

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if optional and value is None:
            return
        must = f"{type(rule).__name__}: {attribute.name} must be a whole number{bound}"
        whole_within(least, most, kept(rule, attribute, value), must, error=RulesError)

    return check


def is_a(
    kind: type, *, optional: bool = False, maker: str = ""
) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a value of that class.

    Args:
        kind: The class.
        optional: Whether None will do.
        maker: The function that makes such a value from cards.
    """
    article = "an" if kind.__name__[0] in "AEIOU" else "a"
    such = f", such as {kind.__name__}.{next(iter(kind)).name}" if issubclass(kind, Enum) else ""

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind) and not (optional and value is None):
            write = maker and isinstance(value, str | Cards)
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be {article} {kind.__name__}{such}, "
                f"not {shown(value)}{f'; write {maker}({shown(value)})' if write else ''}"
            )

    return check


def some(rule: object, attribute: attrs.Attribute[Cards], cards: Cards) -> None:
    """An attrs validator: at least one card."""
    if not cards:
        raise RulesError(f"{type(rule).__name__}: {attribute.name} must name at least one card")


def one_of(*words: str) -> Callable[[Any, attrs.Attribute[str], str], None]:
    """An attrs validator: one of some words."""

    def check(rule: Any, attribute: attrs.Attribute[str], word: str) -> None:
        if type(word) is not str or word not in words:
            raise RulesError(
                f"{type(rule).__name__}: {attribute.name} must be "
                f"{listed([*map(repr, words)], 'or')}, not {shown(word)}"
            )

    return check


IS_VERB: Final = one_of("charge", "expose")
"""An attrs validator: the word that players read for charging."""


def fits(protocol: type[object]) -> Callable[[Any, attrs.Attribute[Any], Any], None]:
    """An attrs validator: a value that has what the protocol asks for."""

    def check(rule: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if wrong := problem(f"{type(rule).__name__}.{attribute.name}", value, protocol):
            raise RulesError(wrong)

    return check


def problem(chapter: str, rule: object, protocol: type) -> str | None:
    """What is wrong with a choice for a chapter, or None if it fits the protocol."""
    if isinstance(rule, type):
        return f"{chapter}: {rule.__name__} is a class; give a value, such as {rule.__name__}()"
    members = members_of(protocol)
    missing = [
        name
        for name, is_called in members.items()
        if not (_has(type(rule), [name]) or _has(rule, [name]))
        or (is_called and not callable(getattr(rule, name)))
    ]
    if not missing:
        what, name = f"{chapter}: the name of a rule", getattr(rule, "name", "")
        try:
            checked_text(what, name)
        except HeartsError as error:
            return str(error)
        return None if name.strip() else f"{what} must not be empty"
    named = protocol.__name__
    article = "an" if named[0] in "AEIOU" else "a"
    return (
        f"{chapter}: {shown(rule)} is not {article} {named}: it lacks {', '.join(missing)}"
        f"{_built_in_choices(protocol, members)}"
    )


@functools.cache
def members_of(protocol: type) -> dict[str, bool]:
    """What a protocol asks for, by name, sorted, and whether each is a method.

    On Python 3.11, `isinstance` finds this out each time, which takes 20 microseconds.
    """
    annotated = (inspect.get_annotations(base) for base in protocol.__mro__)
    names: list[str] = sorted({*dir(protocol), *itertools.chain(*annotated)})
    public = [name for name in names if not name.startswith("_")]
    return {name: callable(getattr(protocol, name, None)) for name in public}


def _built_in_choices(protocol: type[object], wanted: Mapping[str, bool]) -> str:
    """The end of an error that names the built-in choices of the protocol's module."""
    from typing_extensions import is_protocol  # noqa: PLC0415 - slow to import, for errors only

    module = vars(sys.modules[protocol.__module__])
    public = {name: module[name] for name in module.get("__all__", ())}
    others = [
        members_of(each)
        for each in public.values()
        if is_protocol(each) and protocol not in each.__mro__
    ]
    narrower = [each for each in others if each.keys() > wanted.keys()]  # a moon pays nothing
    named = [
        name
        for name, choice in public.items()
        if attrs.has(choice)
        and _has(choice, wanted)
        and not any(_has(choice, each) for each in narrower)
    ]
    are = "choice is" if len(named) == 1 else "choices are"
    return f"; the {are} {', '.join(named)}"


def _has(choice: object, members: Iterable[str]) -> bool:
    return all(hasattr(choice, name) for name in members)
