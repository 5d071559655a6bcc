"""What callers hand in: text that can be shown and stored, and iterables that end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeVar

from heartslib.errors import HeartsError, shown

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
        HeartsError: It is no text, or holds a control character or half a character.
    """
    if not isinstance(value, str):
        raise error(f"{what} must be text, not {shown(value)}")
    if found := (_NO_TEXT if lines else _NO_LINE).search(value):
        raise error(
            f"{what} must be plain text{'' if lines else ' in one line'}, without control characters: "
            f"{shown(value)} has {ascii(found[0])} in it"
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
