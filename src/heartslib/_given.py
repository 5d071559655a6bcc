"""What callers hand in: text that can be shown and stored, iterables that end, names misspelt."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final, TypeVar, cast

from heartslib.cards import Cards
from heartslib.errors import HeartsError, shown

LONGEST_LINE: Final = 1_000
"""The longest name, in characters."""
LONGEST_TEXT: Final = 10_000
"""The longest text that may have several lines, in characters."""
MOST_RULES: Final = 30
"""The most rules that are listed in one chapter."""
MOST_PAIRS: Final = 100
"""The most entries of a mapping in a rule; there are 52 kinds of card."""

_T = TypeVar("_T")

_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff](?<!\r(?=\n))")
_NO_LINE: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)  # those that turn the direction of writing would turn what stands beside a name too


def checked_text(
    what: str, value: object, *, lines: bool = False, error: type[HeartsError] = HeartsError
) -> str:
    """The value, if it is text that any file can hold and any screen can show.

    Args:
        what: What it is called in the sentence of the error: ``"a name"``.
        value: The value.
        lines: Whether it may have line breaks and tabs.
        error: The class of the error.

    Raises:
        HeartsError: It is no text, is too long, or holds a control character or half a
            character.
    """
    if not isinstance(value, str):
        raise error(f"{what} must be text, not {shown(value)}")
    most = LONGEST_TEXT if lines else LONGEST_LINE
    if len(value) > most:
        raise error(f"{what} has {len(value)} characters; {most} are the most")
    if found := (_NO_TEXT if lines else _NO_LINE).search(value):
        raise error(
            f"{what} must be plain text{'' if lines else ' in one line'}, without control characters: "
            f"{shown(value)} has {found[0]!a} in it"
        )
    return value


def at_most(
    most: int, items: Iterable[_T], what: str, *, error: type[HeartsError] = HeartsError
) -> tuple[_T, ...]:
    """The items, read once, if there are not too many; an endless iterable is refused too.

    Args:
        most: How many there may be.
        items: The items.
        what: What they are called in the sentence of the error: ``"hands"``.
        error: The class of the error.

    Raises:
        HeartsError: There are more.
    """
    found = tuple(islice(items, most + 1))
    if len(found) > most:
        raise error(f"more than {most} {what} are given; {most} are the most")
    return found


def series(
    most: int, items: Iterable[_T], what: str, wanted: str = "a list or another series in order"
) -> tuple[_T, ...]:
    """Items whose place says what they are, such as one for each seat.

    Args:
        most: How many there may be.
        items: The items, in order.
        what: What they are called in the sentence of the error: ``"hands"``.
        wanted: What they must be, as that sentence goes on.

    Raises:
        HeartsError: They are one text, they have no order, or there are too many.
    """
    given: object = items
    if isinstance(given, str | Cards | AbstractSet | Mapping) or not isinstance(given, Iterable):
        has_none = ", which has no order" if isinstance(given, AbstractSet | Mapping) else ""
        raise HeartsError(f"{what} must be {wanted}, not {shown(items)}{has_none}")
    listed = tuple(islice(items, most + 1))
    if len(listed) > most:
        raise HeartsError(f"{what} must have at most {most} entries")
    return listed


def one_or_more(
    most: int, items: _T | Iterable[_T], what: str, *, error: type[HeartsError] = HeartsError
) -> tuple[_T, ...]:
    """One item, or several in their order; arguments as `at_most`.

    Raises:
        HeartsError: There are more, or they are a set, which has no order.
    """
    given: object = items
    if isinstance(given, AbstractSet):
        raise error(f"{what} have an order, and {shown(items)} has none: give a list")
    if isinstance(given, str) or not isinstance(given, Iterable):
        return (cast("_T", items),)
    return at_most(most, cast("Iterable[_T]", items), what, error=error)


BY_SEAT: Final = "one collection of cards per seat"
NUMBERS_BY_SEAT: Final = "a whole number for each seat"
TRICKS: Final = "a list, one text for each trick"
"""What `series` wants of cards and numbers for each seat, and of tricks."""


def flag(what: str, value: object) -> None:
    """Refuse what is not a yes, a no or None.

    Raises:
        HeartsError: It is anything else.
    """
    if value is not None and not isinstance(value, bool):
        raise HeartsError(f"{what} must be True or False, not {shown(value)}")


def did_you_mean(wrong: object, known: Iterable[str]) -> str:
    """The names that come near to what was given, for the end of a sentence; "" if none does."""
    text = str(wrong)[:LONGEST_LINE]
    near = difflib.get_close_matches(text, known, n=2, cutoff=0.7)
    return f"; did you mean {' or '.join(near)}?" if near else ""
