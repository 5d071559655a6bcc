"""What no record needs is refused before anything is made of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Game, RecordError, record, variants
from heartslib.formats import _json
from heartslib.formats._json import MAX_DEPTH, parse_json
from heartslib.record import read_rounds
from tests.helpers.positions import AMERICAN, played_out
from tests.helpers.written import written_down


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


def test_recorded_rounds_are_not_too_many() -> None:
    one = written_down(played_out())
    assert len(read_rounds(json.dumps({"rounds": [one] * 20}))) == 20
    with pytest.raises(RecordError, match="too many rounds: at most 5000 are allowed"):
        read_rounds(json.dumps({"rounds": [0] * 5001}))


def test_what_is_too_much_to_store_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = Game.new(AMERICAN).deal(seed=1), Random(1)
    monkeypatch.setattr(record, "MOST_ROUNDS", 0)
    while game.phase.name != "score":
        assert record.loads(record.dumps(game)) == game
        game = game.apply(rng.choice(game.legal_moves()))
    with pytest.raises(RecordError, match=r"^too many rounds: at most 0"):
        record.dumps(game.score())
    monkeypatch.setattr(record, "MOST_MOVES", 0)
    with pytest.raises(RecordError, match=r"^too many moves: at most 0"):
        record.dumps(game)


def test_half_a_character_is_no_fault_of_the_nesting() -> None:
    assert parse_json('"\ud800"') == "\ud800"


def test_letters_are_written_as_they_are() -> None:
    text = record.dumps(Game.new(AMERICAN, names=["Zoë", "李", "Cid", "Dee"]))
    assert '"names": ["Zoë", "李", "Cid", "Dee"]' in text


def test_what_could_not_be_read_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    text = record.dumps(Game.new(AMERICAN))
    monkeypatch.setattr(_json, "MAX_CHARACTERS", len(text))
    assert record.dumps(Game.new(AMERICAN)) == text
    monkeypatch.setattr(_json, "MAX_CHARACTERS", len(text) - 1)
    with pytest.raises(RecordError) as error:
        record.dumps(Game.new(AMERICAN))
    assert str(error.value) == (
        f"the record would have {len(text)} characters and could not be read again: at most "
        f"{len(text) - 1} are read"
    )


def changed_often(times: int, variant: str = "king") -> dict[str, Any]:
    """A record of a game whose rules change so often, each time to another rulebook in full."""
    stored = json.loads(record.dumps(Game.new(AMERICAN)))
    full = json.loads(record.dumps_rules(attrs.evolve(variants.get(variant), name="King 0")))
    for number in range(times):
        rules = full["rules"] | {"name": f"King {number}"}
        stored["moves"].append({"move": "ChangeRules", "rules": rules})
    return stored  # type: ignore[no-any-return]


def test_rulebooks_are_counted_together_before_any_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    few = json.dumps(changed_often(3))
    assert record.loads(few).rules.name == "King 2"
    monkeypatch.setattr("heartslib.record.structured", None)
    with pytest.raises(RecordError, match="characters together: at most 500000"):
        record.loads(json.dumps(changed_often(100)))


def test_a_game_with_more_rules_than_are_read_is_not_stored() -> None:
    game = Game.new(AMERICAN)
    for number in range(150):
        game = game.change_rules(attrs.evolve(AMERICAN, name=f"House {number}"))
    with pytest.raises(RecordError, match="characters together"):
        record.dumps(game)


def test_one_rulebook_is_bounded_wherever_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = record.dumps_rules(attrs.evolve(AMERICAN, name="House"))
    monkeypatch.setattr("heartslib.formats._json.MAX_RULES", 1_000)
    with pytest.raises(RecordError, match="at most 1000 are read"):
        record.loads_rules(text)
