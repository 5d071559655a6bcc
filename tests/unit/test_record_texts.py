"""Records as text: what is too long, too deep or no record."""

from __future__ import annotations

from random import Random

import pytest

from heartslib import Game, RecordError, record
from heartslib.formats import _json, notation
from heartslib.formats._json import MAX_DEPTH, parse_json
from tests.helpers.positions import AMERICAN


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


def test_a_record_for_no_such_table_says_that_it_cannot_be_read() -> None:
    text = record.dumps(Game.new(AMERICAN)).replace('"players": 4', '"players": 9')
    with pytest.raises(RecordError, match=r"^this record cannot be read: American Hearts is for "):
        record.loads(text)


def test_a_move_that_there_is_not_is_corrected() -> None:
    text = record.dumps(Game.new(AMERICAN))
    wrong = text.replace('"moves": []', '"moves": [{"move": "Plai"}]')
    with pytest.raises(RecordError) as error:
        record.loads(wrong)
    assert str(error.value) == (
        "this record cannot be read: there is no move 'Plai'; did you mean Play? at moves[0]"
    )


def test_lists_are_counted_behind_strings_with_brackets_in_them() -> None:
    deep = '["[", ' + "[" * 32 + "]" * 33
    with pytest.raises(RecordError) as error:
        record.loads(deep)
    fault = "it is nested more than 32 levels deep"
    assert str(error.value) == f"this is not a record: {fault}"
    with pytest.raises(RecordError) as error:
        record.loads('["[", ' + "[" * 31 + "]" * 32)
    assert str(error.value).startswith("this is not a game record: ")


def test_a_number_that_is_too_long_is_counted() -> None:
    text = record.dumps(Game.new(AMERICAN)).replace('"dealer": 3', f'"dealer": {"9" * 19}')
    with pytest.raises(RecordError) as error:
        record.loads(text)
    assert str(error.value) == "a number has 19 digits; at most 18 are read"
    assert _json.parse_json("9" * 18) == 10**18 - 1


@pytest.mark.parametrize(
    ("given", "hint"), [("game.json", " (give the text, not a file name)"), ("a game", "")]
)
def test_a_file_name_in_place_of_its_content_is_recognised(given: str, hint: str) -> None:
    with pytest.raises(RecordError) as error:
        record.loads(given)
    fault = "Expecting value: line 1 column 1 (char 0)"
    assert str(error.value) == f"this is not JSON: {fault}{hint}"


def test_half_a_character_is_no_fault_of_the_nesting() -> None:
    assert _json.parse_json('"\ud800"') == "\ud800"


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


def test_a_deal_that_is_too_long_is_counted() -> None:
    with pytest.raises(RecordError) as error:
        notation.read_deal(" " * 4001)
    assert str(error.value) == "4001 characters are too many for a deal: at most 4000 are read"


def test_the_beginning_of_what_is_no_deal_is_quoted() -> None:
    for text, quoted in (("-" * 22, "-" * 22), ("-" * 23, "-" * 20 + "...")):
        with pytest.raises(RecordError) as error:
            notation.read_deal(text)
        begin = "a deal must begin with the seat of its first hand and a colon, such as '0:'"
        assert str(error.value).startswith(f"{begin}, not with '{quoted}")


def test_the_depth_of_json_is_counted_from_where_it_is() -> None:
    for closed in ("[],", "{},"):
        for depth in (MAX_DEPTH - 1, MAX_DEPTH):
            text = f"[{closed * 40}{'[' * depth}{']' * depth}]"
            if depth < MAX_DEPTH:
                parse_json(text)
            else:
                with pytest.raises(RecordError, match="nested more than 32 levels deep"):
                    parse_json(text)
