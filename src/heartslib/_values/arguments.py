"""Checks of arguments: plain text, bounded iterables, mappings as pairs, misspelt names; parts of errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from itertools import islice, repeat
from operator import index
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from heartslib._values.quick import frozen as unchecked
from heartslib.cards import Card, Cards, in_order, to_card, to_cards
from heartslib.errors import Argument, CardsError, HeartsError, RecordError, RulesError, quoted

LONGEST_LINE = 1_000
"""The longest name, in characters."""
LONGEST_TEXT = 10_000
"""The longest text of several lines, in characters."""
MOST_PLAYERS = 11
"""The most seats of any game."""
MOST_BID = 1_000
"""The highest bid that a rulebook can allow."""
MOST_RULES = 30
"""The most rules in one chapter."""
MOST_PAIRS = 100
"""The most entries of a mapping in a rule; there are 52 kinds of card."""

_EXACT = 2**53
"""From here on floats leave out whole numbers."""

_T = TypeVar("_T")
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Key_co = TypeVar("_Key_co", covariant=True)
_Value_co = TypeVar("_Value_co", covariant=True)

_NO_TEXT = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff](?<!\r(?=\n))"
_NO_LINE = r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
"""Characters refused in text, and in a single line.

Characters that change the writing direction would change it after a name too.  Nothing of this is
printable.
"""


def of_kind(kind: Any, value: object, must: str, error: type[HeartsError] = HeartsError) -> Any:
    """The value, if it is of a class.

    Args:
        kind: The class, or several, as for `isinstance`.
        value: The value.
        must: How the error begins: ``"rules must be a Rules value"``.
        error: The class of the error.

    Raises:
        HeartsError: It is not.
    """
    if not isinstance(value, kind):
        raise error(f"{must}, not {quoted(value)}")
    return value


def checked_text(
    what: str, value: object, *, lines: bool = False, error: type[HeartsError] = HeartsError
) -> str:
    """The value, if it is text that any file can store and any screen can show.

    Args:
        what: How the error calls it: ``"a name"``.
        value: The value.
        lines: Whether line breaks and tabs are allowed.
        error: The class of the error.

    Raises:
        HeartsError: The value is not text, is too long, or has a control character or half a
            character in it.
    """
    text: str = of_kind(str, value, f"{what} must be text", error)
    most = LONGEST_TEXT if lines else LONGEST_LINE
    if len(text) > most:
        raise error(f"{what} has {len(text)} characters, more than the {most} allowed")
    if not text.isprintable() and (wrong := re.search(_NO_TEXT if lines else _NO_LINE, text)):
        raise error(
            f"{what} must be plain text{'' if lines else ' on one line'}, without control characters: "
            f"{quoted(text)} has {wrong[0]!a} in it"
        )
    return text


def at_most(
    most: int, items: Iterable[_T], what: str, *, error: type[HeartsError] = HeartsError
) -> tuple[_T, ...]:
    """The items as a tuple, if there are at most `most` of them; they may come from an endless iterable.

    Args:
        most: The most items allowed.
        items: The items.
        what: How the error calls them: ``"hands"``.
        error: The class of the error.

    Raises:
        HeartsError: There are more.
    """
    of_kind(Iterable, items, f"{what} must be a list", error)
    listed = tuple(map(plain, islice(items, most + 1)))
    if len(listed) > most:
        raise error(f"too many {what}: at most {most} are allowed")
    return listed


def series(
    most: int, items: Iterable[_T], what: str, wanted: str = "a list or another ordered series"
) -> tuple[_T, ...]:
    """Items whose order matters, such as one for each seat.

    Args:
        most: The most items allowed.
        items: The items, in order.
        what: How the error calls them: ``"hands"``.
        wanted: What they must be, in the words of the error.

    Raises:
        HeartsError: The items are a string or have no order, or there are too many.
    """
    value: object = items
    if isinstance(value, str | Cards | AbstractSet | Mapping) or not isinstance(value, Iterable):
        unordered = ", which has no order" if isinstance(value, AbstractSet | Mapping) else ""
        raise HeartsError(f"{what} must be {wanted}, not {quoted(items)}{unordered}")
    listed = tuple(map(plain, islice(items, most + 1)))
    if len(listed) > most:
        raise HeartsError(f"{what} must have at most {most} entries")
    return listed


def one_or_more(items: _T | Iterable[_T], what: str) -> tuple[_T, ...]:
    """One rule, or several in order; the arguments are those of `at_most`.

    Raises:
        RulesError: There are too many, or they come as a set, which has no order.
    """
    value: object = items
    if isinstance(value, AbstractSet):
        raise RulesError(f"the order of {what} matters, and {quoted(items)} has none: give a list")
    if isinstance(value, str) or not isinstance(value, Iterable):
        return (cast("_T", items),)
    return at_most(MOST_RULES, cast("Iterable[_T]", items), what, error=RulesError)


BY_SEAT = "one collection of cards per seat"
NUMBERS_BY_SEAT = "a whole number for each seat"
TRICKS = "a list with the cards of each trick"
"""How errors describe a series of hands, of numbers and of tricks."""


def flag(what: str, value: object) -> None:
    """Check that a value is True, False or None.

    Raises:
        HeartsError: It is anything else.
    """
    of_kind(bool | None, value, f"{what} must be True or False")


def plain(value: Any) -> Any:
    """A whole number of any kind, such as one of numpy or 5.0, as an int; anything else as it is."""
    kind: type[object] = value.__class__
    # the usual case first; a bool, Python's or one of an older numpy, is a number that nobody means
    if kind is int or isinstance(value, str) or kind.__name__ in {"bool", "bool_"}:
        return value
    if hasattr(kind, "__index__"):
        with suppress(TypeError):
            return index(value)
    elif hasattr(kind, "as_integer_ratio"):  # floats, decimals, fractions
        with suppress(ArithmeticError):
            if abs(value) < _EXACT and int(value) == value:
                return int(value)
    return value


def whole_within(
    least: int | None,
    most: int | None,
    value: object,
    *must: object,
    error: type[HeartsError] = HeartsError,
) -> int:
    """The value as an int, if it is a whole number of any kind within bounds.

    Args:
        least: The least allowed; None for no limit.
        most: The most allowed; None for no limit.
        value: The value.
        must: How the error begins, in parts: ``"seed must be a whole number, 0 or more"``.
        error: The class of the error.

    Raises:
        HeartsError: It is anything else.
    """
    number = plain(value)
    if (
        type(number) is not int
        or (least is not None and number < least)
        or (most is not None and number > most)
    ):
        raise error(*must, f", not {quoted(value)}")
    return number


def kept(owner: object, attribute: attrs.Attribute[Any], value: object) -> object:
    """The value of a field; a whole number of any kind is also kept there as an int."""
    if (number := plain(value)) is not value:
        object.__setattr__(owner, attribute.name, number)
    return number


_KINDS: dict[object, str] = {
    int: "a whole number", str: "text", bool: "True or False", tuple[int, ...]: "whole numbers"
}  # fmt: skip
_PLAIN: dict[object, type] = {kind.__name__: kind for kind in (int, str, bool)}
"""The annotations, as they are written, that most fields have."""


_MADE_LATER = ("Rules", "RoundRules")
"""Classes that annotations name and `heartslib.rules` has: its modules import those with the annotations."""


def hints_of(kind: Any) -> dict[str, Any]:
    """The annotations of a class, as types."""
    try:
        return get_type_hints(kind)
    except NameError:
        rules = import_module("heartslib.rules")
        return get_type_hints(kind, localns={name: getattr(rules, name) for name in _MADE_LATER})


@cache
def _checks_of(kind: Any) -> dict[str, tuple[Callable[[Any], bool], Any]]:
    """For each field of a class, whether it may hold a value, and its annotation."""
    return {name: (_check_of(hint), hint) for name, hint in hints_of(kind).items()}


def _is_typed(owner: object, attribute: attrs.Attribute[Any], value: object) -> None:
    """Check that a field holds what its annotation says, and read what people give for that, for attrs.

    Raises:
        HeartsError: It does not.
    """
    if type(value) is _PLAIN.get(attribute.type):
        return
    of: Any = type(owner)
    check, kind = _checks_of(of)[attribute.name]
    if check(value):
        return
    read = _read_as(kind, value, attribute.name)
    if not check(read):
        name = _KINDS.get(kind) or re.sub(r"\b[\w.]+\.(?=\w)|<class '|'>", "", str(kind))
        is_rule = any("heartslib.rules" in each.__module__ for each in of.__mro__)
        rule = f"{of.__name__}: " if is_rule and kind is int else ""
        error = RulesError if is_rule else HeartsError
        raise error(f"{rule}{attribute.name} must be {name}, not {quoted(value)}")
    object.__setattr__(owner, attribute.name, read)


def _read_as(kind: Any, value: Any, name: str) -> Any:
    """A value as a field of a name and a type keeps it: text as cards, a list as a tuple."""
    kind = getattr(kind, "__supertype__", kind)
    origin = get_origin(kind)
    parts = get_args(kind)
    if origin in {UnionType, Union}:
        return _read_as(parts[0], value, name)
    if read := _CARDS.get(kind):
        with prefixed_errors(name, CardsError):
            return read(value)
    if origin is not tuple:
        return plain(value)
    entries = series(_MOST_ENTRIES, value, name)
    kinds = repeat(parts[0]) if ... in parts else parts
    return tuple(map(_read_as, kinds, entries, repeat(name)))


_CARDS: dict[object, Callable[[Any], object]] = {
    Cards: to_cards, Card: to_card, tuple[Card, ...]: in_order
}  # fmt: skip
_MOST_ENTRIES = 10_000


def _check_of(kind: Any) -> Callable[[Any], bool]:
    """A function that says whether a value is of an annotated type."""
    kind = getattr(kind, "__supertype__", kind)
    origin = get_origin(kind)
    parts = get_args(kind)
    if origin is tuple:
        each = [_check_of(part) for part in parts if part is not ...]
        return lambda value: _has_each(each, value, any_number=... in parts)
    if origin in {UnionType, Union}:
        plainly: Any = tuple(
            part for part in parts if type(part) is type and part not in {int, float}
        )
        either = [_check_of(part) for part in parts if part not in plainly]
        return lambda value: isinstance(value, plainly) or any(check(value) for check in either)
    if kind is int:
        return lambda value: type(value) is int
    kinds: Any = {Any: object, float: (int, float)}.get(kind, origin or kind)
    return lambda value: isinstance(value, kinds)


def _has_each(checks: list[Callable[[Any], bool]], value: Any, *, any_number: bool) -> bool:
    """Whether a value is a tuple whose entries pass their checks, or all the first of them."""
    kind: type[object] = value.__class__
    if kind is not tuple:
        return issubclass(kind, tuple)  # such as one that nobody may look into
    if any_number:
        return all(map(checks[0], value))
    pairs = zip(checks, value, strict=False)
    return len(value) == len(checks) and all(check(each) for check, each in pairs)


def typed(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Fields that nothing else checks, or converts, with a check of their types, for `frozen`."""
    checked: list[attrs.Attribute[Any]] = []
    for field in fields:
        changes: dict[str, Any] = {}
        # a rule's usual name is changed by keyword only: other fields may be added before it
        if field.name == "name" and field.default is not attrs.NOTHING:
            changes["kw_only"] = True
        if not (field.validator or cast("Any", field).converter):
            # `clauses` says why a validator may be among the metadata
            changes["validator"] = field.metadata.get("validator", _is_typed)
        checked.append(field.evolve(**changes) if changes else field)
    return checked


if TYPE_CHECKING:
    from attrs import frozen as frozen  # noqa: PLC0414 - others import it from here
else:
    frozen = partial(unchecked, field_transformer=typed)
    """`attrs.frozen` for values that people change: each field is checked by its type."""


def naming(text: str) -> list[str | Argument]:
    """Parts of an error that names arguments in braces: ``give {taken} or {partial=True}``."""
    return [
        Argument(part[1:-1].removesuffix("=True"), part.endswith("=True}") or None)
        if part[:1] == "{"
        else part
        for part in re.split(r"(\{\w+(?:=True)?\})", text)
        if part
    ]


@contextmanager
def prefixed_errors(what: str, kind: type[HeartsError] = RecordError) -> Generator[None]:
    """Put a few words before the message of an error, and make it an error of this kind."""
    try:
        yield
    except HeartsError as error:
        raise kind(f"{what}: {error}") from error


def did_you_mean(wrong: object, known: Iterable[str]) -> str:
    """The end of an error that suggests similar names; "" if there are none."""
    import difflib  # noqa: PLC0415 - loaded only when something is misspelt

    text = str(wrong)[:LONGEST_LINE]
    near = difflib.get_close_matches(text, known, n=2, cutoff=0.7)
    return f"; did you mean {' or '.join(near)}?" if near else ""


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
    value: object = items
    if isinstance(value, Mapping):
        value = cast("Mapping[_Key, _Value]", value).items()
    listed = value if isinstance(value, Iterable) else [None]  # which is no pair
    entries = at_most(
        MOST_PAIRS, cast("Iterable[tuple[_Key, _Value]]", listed), "entries", error=RulesError
    )
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in entries):
        raise RulesError(f"{quoted(items)} is neither a mapping nor a list of pairs")
    return tuple((plain(key), plain(value)) for key, value in entries)
