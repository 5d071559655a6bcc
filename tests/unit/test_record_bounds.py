"""What no record needs is refused before anything is made of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heartslib import RecordError, record, wire
from heartslib.formats._json import MAX_DEPTH, parse_json
from heartslib.formats.record import read_rounds
from heartslib.moves import Pass
from tests.helpers.positions import passed, played_out
from tests.helpers.written import written_down
from tests.unit.test_record import stored


def test_a_byte_order_mark_is_left_out() -> None:
    assert record.loads("\ufeff" + stored()) == passed()
    assert read_rounds("\ufeff" + '{"rounds": []}') == ()
    text = wire.dumps_move(Pass(0, "QS"))
    assert wire.loads_move("\ufeff" + text) == wire.loads_move(text)
    with pytest.raises(RecordError, match="this is not JSON"):
        record.loads("\ufeff\ufeff" + stored())


def lists(depth: int) -> Any:
    return json.loads("[" * depth + "]" * depth)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(lists(MAX_DEPTH + 1)),
        json.dumps({"a": lists(MAX_DEPTH)}),
        '{"a":' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1),
        "[" * (MAX_DEPTH + 1),
        '["]]]", "\\"]]]", ' + json.dumps(lists(MAX_DEPTH)) + "]",
        '[""]' + "[" * (MAX_DEPTH + 1),
    ],
    ids=["list", "object", "objects", "open", "strings", "empty string"],
)
def test_depth_is_counted_before_anything_is_read(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heartslib.formats._json.json", None)
    with pytest.raises(RecordError, match="nested more than 32 levels deep"):
        parse_json(text)


FLAT: list[Any] = [
    *(lists(MAX_DEPTH), [[]] * 100, "[" * 100, ["[[", '"[[', "[[\\"] * 20, {"[" * 40: 1}),
]


@pytest.mark.parametrize(
    "value",
    FLAT,
    ids=["deep", "flat", "text", "strings", "key"],
)
def test_what_is_not_nested_too_deeply_is_read(value: Any) -> None:
    assert parse_json(json.dumps(value)) == value


def test_text_that_does_not_end_is_no_json() -> None:
    for text in ('"' + "[" * 100, '"\\"' + "[" * 100, '"' + '\\"' * 100_000, "]" * 100):
        with pytest.raises(RecordError, match="this is not JSON"):
            parse_json(text)


def test_the_number_of_values_is_bounded_before_anything_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("heartslib.formats._json.MAX_VALUES", 10)
    assert parse_json(json.dumps([0] * 10)) == [0] * 10
    monkeypatch.setattr("heartslib.formats._json.json", None)
    values: list[Any] = [[0] * 11, [[]] * 6, [{}] * 6, dict.fromkeys("abcdefghijk")]
    for value in values:
        with pytest.raises(RecordError, match="it has more than 10 values"):
            parse_json(json.dumps(value))


def test_a_key_is_there_once() -> None:
    text = stored().replace('"players": 4', '"players": 4, "dealer": 1')
    with pytest.raises(RecordError, match=r"^the key 'dealer' occurs more than once$"):
        record.loads(text)
    with pytest.raises(RecordError, match="the key 'plays' occurs"):
        read_rounds('{"hands": [], "plays": [], "plays": []}')


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": [0] * 30_000},
        {"names": [0] * 30_000},
        {"moves": [{"move": "Deal", "hands": [0] * 30_000}] * 3},
        {"rules": {"name": "x", "play": [0] * 30}},
    ],
    ids=["moves", "names", "hands", "rules"],
)
def test_reading_stops_at_the_first_few_faults(changes: Any) -> None:
    with pytest.raises(RecordError) as caught:
        record.loads(stored(**changes))
    said = str(caught.value)
    assert said.endswith("; and more")
    assert said.count(" at ") == 5


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"moves": [0] * 30_001}, r"too many entries: at most 30000 .* at moves"),
        ({"names": [""] * 30_001}, r"too many entries: at most 30000 .* at names"),
        (
            {"rules": {"name": "x", "play": [{"rule": "FollowSuit"}] * 31}},
            r"too many entries: at most 30 .* at rules.play",
        ),
        (
            {"rules": {"name": "x", "totals": [{"rule": "ExactTotals", "totals": [[1, 1]] * 101}]}},
            r"too many entries: at most 100 .* at rules.totals\[0\].totals",
        ),
        (
            {"rules": "x" * 1001},
            r"the slug of a variant has 1001 characters, more than the 1000 allowed",
        ),
        ({"rules": {"name": "x" * 10_001}}, r"this has 10001 characters, .* at rules.name"),
        ({"rules": {"name": "\ud800"}}, r"this must be plain text, .* has '\\ud800' in it at "),
        ({"names": ["a", "b", "c", "\x1b[31m"]}, r"has '\\x1b' in it at names\[3\]"),
        ({"a\x1b": 1, **dict.fromkeys("bcdefg")}, r"unknown here: 'a\\x1b', 'b', .*, 'e'$"),
        (
            {"moves": [{"move": "Paly"}]},
            r"there is no move 'Paly'; did you mean Play\? at moves\[0\]",
        ),
        (
            {"moves": [{"seat": 1}]},
            r"{'seat': 1} is not a move: give an object whose key 'move'",
        ),
        (
            {"moves": [{"move": "Play", "seat": True, "card": "2C"}]},
            r"True is not a whole number at moves\[0\].seat",
        ),
        (
            {"moves": [{"move": "Play", "seat": 1, "card": 2}]},
            r"2 is not a card: .* at moves\[0\].card",
        ),
        ({"names": {"a": 1}}, r"{'a': 1} is not a list at names"),
        ({"moves": [{"move": "Deal", "hands": [{"QS": 1}]}]}, r"{'QS': 1} is not cards: "),
        (
            {"moves": [{"move": "Pass", "seat": 0, "cards": "", "to": [[1]]}]},
            r"a list of 2 entries",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else None,
)
def test_what_no_game_has_is_refused(changes: Any, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        record.loads(stored(**changes))


def test_recorded_rounds_are_not_too_many() -> None:
    one = written_down(played_out())
    assert len(read_rounds(json.dumps({"rounds": [one] * 20}))) == 20
    with pytest.raises(RecordError, match="too many rounds: at most 5000 are allowed"):
        read_rounds(json.dumps({"rounds": [0] * 5001}))


def test_a_record_is_text_and_not_too_long() -> None:
    with pytest.raises(RecordError, match="a record must be text, not 5"):
        record.loads(5)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="5000001 characters are too many for a record"):
        record.loads(" " * 5_000_001)
    with pytest.raises(RecordError, match="this is not JSON"):
        record.loads(" " * 5_000_000)


DEEP = "[" * 40


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f'{{"a{DEEP}": "{DEEP}"}}', {f"a{DEEP}": DEEP}),
        (f'["\\"{DEEP}"]', [f'"{DEEP}']),
        (f'["\\\\", "{DEEP}"]', ["\\", DEEP]),
    ],
)
def test_brackets_in_strings_are_no_depth(text: str, value: Any) -> None:
    assert parse_json(text) == value


@pytest.mark.parametrize("begin", ['["a", ', '["\\"", ', '["\\\\", '])
def test_brackets_after_strings_are(begin: str) -> None:
    with pytest.raises(RecordError, match="nested more than 32 levels deep"):
        parse_json(begin + DEEP)
