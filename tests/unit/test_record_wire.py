"""Messages that no table needs, and seats that are none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heartslib import Game, HeartsError, IllegalMove, RecordError, wire
from heartslib.formats.wire import MAX_MOVE
from heartslib.moves import Pass
from tests.helpers.positions import AMERICAN, played_out


def dealt() -> Game:
    """A game whose players are to pass."""
    return Game.new(AMERICAN).deal(seed=1)


def seen(**changes: Any) -> str:
    """A view with some of its fields changed."""
    message = json.loads(wire.dumps_view(played_out().score().deal(seed=1), 0))
    return json.dumps({**message, "view": {**message["view"], **changes}})


def message(**fields: Any) -> str:
    """A move as a message."""
    return json.dumps({"format": "heartslib-move", "version": 1, "move": fields})


@pytest.mark.parametrize("seat", [0.0, False, "0", None])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    game = dealt()
    text = wire.dumps_move(game.legal_moves()[0])
    assert wire.receive(game, text, 0) != game
    with pytest.raises(IllegalMove, match=f"seat {seat!r} may not make this move") as caught:
        wire.receive(game, text, seat)
    assert caught.value.code == "not-yours"


@pytest.mark.parametrize("text", ["5", "{}", '{"format": "heartslib-view"}'])
def test_a_message_of_another_format_is_refused_with_both_that_would_do(text: str) -> None:
    said = "its 'format' must be 'heartslib-answer' or 'heartslib-move'$"
    with pytest.raises(RecordError, match=said):
        wire.receive(dealt(), text, 0)


def test_a_long_list_of_wrong_cards_is_refused_at_the_first_few() -> None:
    text = message(move="Deal", hands=[0] * 30_000)
    with pytest.raises(RecordError) as caught:
        wire.receive(dealt(), text, 0)
    assert str(caught.value).count(" at ") == 5


def test_a_move_has_a_longest_message() -> None:
    text = wire.dumps_move(Pass(0, "QS"))
    padded = text + " " * (MAX_MOVE - len(text))
    assert wire.loads_move(padded) == wire.loads_move(text)
    with pytest.raises(RecordError, match=f"{MAX_MOVE + 1} characters are too many .* 100000 are"):
        wire.loads_move(padded + " ")
    assert len(wire.dumps_view(dealt(), 0) + " " * MAX_MOVE) > MAX_MOVE
    assert wire.loads_view(wire.dumps_view(dealt(), 0) + " " * MAX_MOVE).number == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"names": ["a", "b", "c", "d\n"]},
            r"a name must be plain text on one line, .* 'd\\n' has",
        ),
        ({"names": ["a", "b", "c", "\x1b[31m"]}, r"has '\\x1b' in it at view.names\[3\]"),
        ({"phase": "\x1b"}, r"has '\\x1b' in it at view.phase"),
        ({"course": [[0]] * 100}, r"scores after round 5 must have one entry for each of 4 seats$"),
        ({"sheets": [0] * 30_001}, r"too many entries: at most 30000 .* at view.sheets"),
        ({"table": 5}, r"5 is not a JSON object at view.table"),
        ({"seat": True}, r"True is not a whole number at view.seat"),
    ],
    ids=lambda part: part if isinstance(part, str) else None,
)
def test_a_view_that_no_table_has_is_refused(changes: Any, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        wire.loads_view(seen(**changes))


def test_what_is_no_game_and_no_move_is_not_written() -> None:
    with pytest.raises(HeartsError, match="dumps_view takes a Game, not 5"):
        wire.dumps_view(5, 0)  # type: ignore[arg-type]
    with pytest.raises(HeartsError, match="dumps_move takes a move, not 'QS'"):
        wire.dumps_move("QS")  # type: ignore[arg-type]


def test_a_key_is_there_once() -> None:
    text = wire.dumps_move(Pass(0, "QS")).replace('"seat": 0', '"seat": 1, "seat": 0')
    with pytest.raises(RecordError, match="the key 'seat' occurs more than once"):
        wire.loads_move(text)


def test_a_view_names_the_seat_that_leads_by_the_last_round() -> None:
    assert wire.loads_view(seen(leader=2)).view.leader == 2
    with pytest.raises(RecordError, match="leader is not a seat at this table"):
        wire.loads_view(seen(leader=9))
