"""JSON texts and what they hold, read so that nothing but a `HeartsError` comes out."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import accumulate
from typing import Any, Final, TypeAlias, TypeVar

import cattrs

from heartslib.errors import HeartsError, RecordError, shown

MAX_CHARACTERS: Final = 5_000_000
"""The longest text that is read; a game of a hundred rounds takes about a quarter of a million."""
MAX_VALUES: Final = 500_000
"""How many values a text may hold; a game of a hundred rounds has about 25,000."""
MAX_DEPTH: Final = 32
"""How deep lists and objects may be nested in each other; a record needs eight."""
MAX_DIGITS: Final = 18
"""The longest whole number that is read; scores have three digits."""
MOST_MOVES: Final = 30_000
"""The most moves of a game, and the most entries of any list; a round of four takes about 57."""
MOST_ROUNDS: Final = 1_000
"""The most rounds of a game."""
MOST_FAULTS: Final = 5
"""How many faults a sentence names; reading stops there."""

_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_BRACKET: Final = re.compile(r"[^\[\]{}]++")
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What `json.loads` returns."""

_T = TypeVar("_T")


def parse_json(text: str, most: int = MAX_CHARACTERS) -> Json:
    """The values in a JSON text, a byte order mark before it left out.

    Length, depth and number of values are looked at before any value is made.

    Args:
        text: The text.
        most: The most characters that it may have.

    Raises:
        RecordError: It is no such text.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {shown(text)}")
    if len(text) > most:
        raise RecordError(
            f"a text of {len(text)} characters is too long for a record: {most} are the most"
        )
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise RecordError(f"this is no record: it has more than {MAX_VALUES} values")
    if _depth(text) > MAX_DEPTH:
        raise RecordError(f"this is no record: it is nested too deeply, over {MAX_DEPTH} levels")
    text = text.removeprefix("\ufeff")
    try:
        value: Json = json.loads(text, parse_int=_whole_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: {error}") from None
    return value


def dump_json(value: Any) -> str:
    """JSON values as a text, which is not too long to be read again.

    Raises:
        RecordError: It is.
    """
    text = json.dumps(value, ensure_ascii=False)
    if len(text) > MAX_CHARACTERS:
        raise RecordError(
            f"a record of {len(text)} characters could not be read again: {MAX_CHARACTERS} are "
            "the most"
        )
    return text


def _depth(text: str) -> int:
    """How deep lists and objects are nested, counted, since some parsers recurse without bound."""
    brackets = _NO_BRACKET.sub("", _STRING.sub("", text))
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0)


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise RecordError(f"a number of {len(digits)} digits is too long for a record")
    return int(digits)


def _object(entries: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(entries)
    if len(found) < len(entries):
        ((twice, _),) = Counter(key for key, _ in entries).most_common(1)
        raise RecordError(f"the key {shown(twice)} is there more than once")
    return found


def first_faults(faults: list[str]) -> str:
    """The first few faults in a sentence."""
    return "; ".join(faults[:MOST_FAULTS] + ["and more"] * (len(faults) > MOST_FAULTS))


def opened(
    text: str, form: str, version: int, what: str, most: int = MAX_CHARACTERS
) -> dict[str, Json]:
    """The other keys of a stored text whose head names this form and version.

    Args:
        text: The text.
        form: Its ``format``.
        version: The only ``version`` that can be read.
        what: What it is called in the sentence of an error: ``"game record"``.
        most: The most characters that it may have.

    Raises:
        RecordError: It is no such text.
    """
    value = parse_json(text, most)
    if not isinstance(value, dict) or value.pop("format", None) != form:
        raise RecordError(f"this is no {what}: its key 'format' is not {form!r}")
    found = value.pop("version", None)
    if type(found) is not int or found != version:
        raise RecordError(f"this {what} has version {shown(found)}; only {version} can be read")
    return value


def structured(converter: cattrs.Converter, value: Json, wanted: type[_T]) -> _T:
    """A value of that class from JSON values.

    Raises:
        RecordError: They do not make one; what is wrong is named, and where.
    """
    try:
        return converter.structure(value, wanted)
    except cattrs.BaseValidationError as error:
        faults = cattrs.transform_error(error, format_exception=_problem)
        raise RecordError(f"this record cannot be read: {first_faults(faults)}") from None
    except HeartsError as error:
        raise RecordError(f"this record cannot be read: {error}") from None


def _problem(error: BaseException, _: type | None) -> str:
    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        keys = sorted(map(shown, error.extra_fields))[:MOST_FAULTS]
        return f"not known here: {', '.join(keys)}"
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error)
