"""Reading and writing JSON, with bounds; bad input raises only `HeartsError`.

A server reads what strangers send.  What it may cost is bounded before it is parsed, by its length and a
count of its commas and brackets: a few kilobytes of brackets exhaust the stack of a parser that recurses, small
lists take far more memory than their letters, and a number of thousands of digits is slow to read, or
ends in an error of Python's own.  SECURITY.md promises the bounds, and tests measure time and memory just below them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, TypeAlias, TypeVar

import cattrs

from heartslib._values.arguments import of_kind
from heartslib.errors import HeartsError, RecordError, quoted

MAX_CHARACTERS = 5_000_000
"""The longest text that is read; a game of 100 rounds takes about 250,000 characters."""
MAX_VALUES = 500_000
"""The most values that are read; a game of 100 rounds has about 25,000."""
MAX_DEPTH = 32
"""The deepest nesting of lists and objects that is read; a record needs eight levels."""
MAX_DIGITS = 18
"""The most digits of a whole number; scores have three."""
MOST_MOVES = 30_000
"""The most moves of a game and entries of a list; a round of four players takes about 57."""
MOST_ROUNDS = 1_000
"""The most rounds of a game."""
MAX_RULES = 500_000
"""The most characters that all rulebooks of a record have: they take longer to read than moves."""
MOST_FAULTS = 5
"""The most faults that a message names; reading stops there."""

# possessive, so that no text makes the pattern backtrack
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_FILE_NAME = re.compile(r"[^\s{}\[\]\"]{1,200}\.[A-Za-z]{2,5}")
_NO_BRACKETS = bytes(set(range(256)).difference(b"[]{}"))

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What `json.loads` returns."""

_T = TypeVar("_T")


def parse_json(text: str, most: int = MAX_CHARACTERS) -> Json:
    """The values in a JSON text of at most so many characters; a byte order mark is ignored.

    Length, depth and the number of values are checked before anything is parsed.

    Raises:
        RecordError: The text is not JSON, or exceeds a bound.
    """
    text = checked_length(text, "record", most)
    # each value but the first of a list comes after a comma, and the first after a bracket
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise RecordError(f"this is not a record: it has more than {MAX_VALUES} values")
    if _nested_depth(text) > MAX_DEPTH:
        raise RecordError(f"this is not a record: it is nested more than {MAX_DEPTH} levels deep")
    try:
        value: Json = json.loads(text, parse_int=_whole_number, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        hint = " (give the text, not a file name)" if _FILE_NAME.fullmatch(text) else ""
        raise RecordError(f"this is not JSON: {error}{hint}") from None
    return value


def checked_length(text: str, what: str, most: int) -> str:
    """A text of bounded length, without its byte order mark; `what` is how errors call it."""
    of_kind(str, text, f"a {what} must be text", RecordError)
    if len(text) > most:
        raise RecordError(
            f"{len(text)} characters are too many for a {what}: at most {most} are read"
        )
    return text.removeprefix("\ufeff")


def checked_rules(rulebooks: Iterable[Json]) -> None:
    """Check that rulebooks are not too long, the same one counted each time.

    A game may change its rules in any round, and a rulebook takes much longer to read than a move: many that are
    short by themselves would take longer than a record may.

    Raises:
        RecordError: They are.
    """
    total = sum(len(json.dumps(rules, ensure_ascii=False)) for rules in rulebooks)
    if total > MAX_RULES:
        raise RecordError(
            f"its rulebooks have {total} characters together: at most {MAX_RULES} are read"
        )


def dump_json(value: Any, most: int | None = None) -> str:
    """JSON text of some values, of at most so many characters; by default `MAX_CHARACTERS`.

    Raises:
        RecordError: It would be too long to be read again.
    """
    text = json.dumps(value, ensure_ascii=False)
    most = most or MAX_CHARACTERS
    if len(text) > most:
        raise RecordError(
            f"the record would have {len(text)} characters and could not be read again: at most "
            f"{most} are read"
        )
    return text


def _nested_depth(text: str) -> int:
    """How deep lists and objects are nested; counted first, as some parsers recurse unboundedly."""
    # without escapes, every second piece between quotes is a string
    plain = _STRING.sub("", text) if "\\" in text else "".join(text.split('"')[::2])
    brackets = plain.encode("utf-8", "surrogatepass").translate(None, _NO_BRACKETS)
    return max(accumulate(1 if byte in b"[{" else -1 for byte in brackets), default=0)


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise RecordError(f"a number has {len(digits)} digits; at most {MAX_DIGITS} are read")
    return int(digits)


def _unique_keys(entries: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(entries)
    # parsers differ in which of two they take: a message could mean one thing here and another in a proxy
    if len(value) < len(entries):
        ((twice, _),) = Counter(key for key, _ in entries).most_common(1)
        raise RecordError(f"the key {quoted(twice)} occurs more than once")
    return value


def first_faults(faults: list[str]) -> str:
    """The first few faults, for a message."""
    named = faults[:MOST_FAULTS]
    if len(faults) > MOST_FAULTS:
        named.append("and more")
    return "; ".join(named)


def opened(
    text: str, form: str, version: int, what: str, most: int = MAX_CHARACTERS
) -> dict[str, Json]:
    """The other keys of a JSON object with this ``format`` and ``version``; errors call it `what`.

    Raises:
        RecordError: The text is not such an object.
    """
    value = parse_json(text, most)
    if not isinstance(value, dict) or value.pop("format", None) != form:
        raise RecordError(f"this is not a {what}: its 'format' is not {form!r}")
    stored = value.pop("version", None)
    if type(stored) is not int or stored != version:  # true would equal 1
        raise RecordError(
            f"this {what} has version {quoted(stored)}; only version {version} can be read"
        )
    return value


def structured(converter: cattrs.Converter, value: Json, wanted: type[_T]) -> _T:
    """A value of a class, made from JSON values.

    Raises:
        RecordError: The values do not fit; the message says what is wrong and where.
    """
    try:
        return converter.structure(value, wanted)
    except cattrs.BaseValidationError as error:
        faults = cattrs.transform_error(error, format_exception=_fault_words)
        wrong = first_faults([*map(_fault_with_place, faults)])
    except HeartsError as error:
        wrong = str(error)
    raise RecordError(f"this record cannot be read: {wrong}")


def _fault_with_place(fault: str) -> str:
    """A fault with its place as ``at rules.play[2]``, which cattrs writes ``@ $.rules.play[2]``."""
    sentence, _, path = fault.rpartition(" @ $")
    return f"{sentence} at {path.removeprefix('.')}" if path else sentence


def _fault_words(error: BaseException, _: type | None) -> str:
    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        keys = sorted(map(quoted, error.extra_fields))[:MOST_FAULTS]
        return f"unknown here: {', '.join(keys)}"
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error)
