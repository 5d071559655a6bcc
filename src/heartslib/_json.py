"""JSON texts and what they hold, read so that nothing but a `HeartsError` comes out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, TypeAlias, TypeVar

import cattrs

from heartslib.errors import CardsError, HeartsError, RecordError, shown

MAX_CHARACTERS: Final = 10_000_000
"""The longest text that is read; a game of a hundred rounds takes about half a million."""
MAX_DEPTH: Final = 32
"""How deep lists and objects may be nested in each other; a record needs eight."""
MAX_DIGITS: Final = 18
"""The longest whole number that is read; scores have three digits."""
_MOST_PROBLEMS: Final = 12
"""How many faults a sentence names; the others are counted."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What `json.loads` returns."""

_T = TypeVar("_T")


def parse_json(text: str) -> Json:
    """The values in a JSON text, which is neither too long nor nested too deeply.

    Raises:
        RecordError: It is no such text.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {shown(text)}")
    if len(text) > MAX_CHARACTERS:
        raise RecordError(f"a text of {len(text)} characters is too long for a record")
    too_deep = "this is no record: it is nested too deeply"
    try:
        value: Json = json.loads(text, parse_int=_whole_number)
    except HeartsError:
        raise
    except RecursionError:
        raise RecordError(too_deep) from None
    except ValueError as error:
        raise RecordError(f"this is not JSON: {error}") from None
    if _is_deeper(value, MAX_DEPTH):
        raise RecordError(too_deep)
    return value


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise RecordError(f"a number of {len(digits)} digits is too long for a record")
    return int(digits)


def _is_deeper(value: Json, depth: int) -> bool:
    """Whether lists and objects are nested in each other more than `depth` times."""
    inside = value.values() if isinstance(value, dict) else value
    if not isinstance(inside, Iterable) or isinstance(inside, str):
        return False
    return depth == 0 or any(_is_deeper(each, depth - 1) for each in inside)


def structured(converter: cattrs.Converter, value: Json, wanted: type[_T]) -> _T:
    """A value of that class from JSON values.

    Raises:
        RecordError: They do not make one; what is wrong is named, and where.
    """
    try:
        return converter.structure(value, wanted)
    except cattrs.BaseValidationError as error:
        problems = cattrs.transform_error(error, format_exception=_problem)
        more = len(problems) - _MOST_PROBLEMS
        named = problems[:_MOST_PROBLEMS] + ([f"and {more} more"] if more > 0 else [])
        raise RecordError(f"this record cannot be read: {'; '.join(named)}") from None
    except CardsError as error:
        raise RecordError(f"this record cannot be read: {error}") from None


def _problem(error: BaseException, _: type | None) -> str:
    if isinstance(error, HeartsError):
        return str(error)
    if isinstance(error, KeyError):
        return f"{error} is missing or unknown"
    return str(error)
