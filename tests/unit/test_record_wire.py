"""Messages that no table needs, and seats that are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from heartslib import Game, HeartsError, IllegalMove, RecordError, wire
from heartslib.formats.wire import MAX_MOVE
from heartslib.moves import Pass
from heartslib.rules import NO_PASSING, PlayedOut, Rounds
from tests.helpers.positions import AMERICAN, moon_shot, passed, played_out


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


def test_every_move_counts_to_the_end_of_the_game() -> None:
    game = played_out(attrs.evolve(AMERICAN, ending=Rounds(1)))
    over = game.score()
    assert over.is_over
    assert wire.number_of(over) == wire.number_of(game) + 1
    assert wire.loads_view(wire.dumps_view(over, 0)).number == len(over.history)


def test_a_key_is_there_once() -> None:
    text = wire.dumps_move(Pass(0, "QS")).replace('"seat": 0', '"seat": 1, "seat": 0')
    with pytest.raises(RecordError, match="the key 'seat' occurs more than once"):
        wire.loads_move(text)


def test_a_view_names_the_seat_that_leads_by_the_last_round() -> None:
    assert wire.loads_view(seen(leader=2)).view.settled.leader == 2
    with pytest.raises(RecordError, match="leader is not a seat at this table"):
        wire.loads_view(seen(leader=9))


@pytest.mark.parametrize("name", ["shown", "charged"])
def test_shown_and_charged_cards_are_for_every_seat(name: str) -> None:
    message = json.loads(wire.dumps_view(Game.new(AMERICAN).deal(seed=1), 0))
    message["view"]["table"][name] = ["", ""]
    with pytest.raises(RecordError, match=f"{name} must have one entry for each of 4 seats"):
        wire.loads_view(json.dumps(message))


SHEET: dict[str, object] = {"players": 4, "lines": [], "pooled": [], "winners": []}


def changed_view(**changes: Any) -> str:
    """The view of a seat after the deal, with some of its fields changed."""
    message = json.loads(wire.dumps_view(Game.new(AMERICAN).deal(seed=1), 0))
    return json.dumps({**message, "view": {**message["view"], **changes}})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seat": 4}, "seat is not a seat at this table"),
        ({"dealer": 4}, "dealer is not a seat at this table"),
        ({"to_act": [0, 4]}, "to_act is not a seat at this table"),
        ({"claimant": 4}, "claimant is not a seat at this table"),
        ({"to_act": []}, "nobody is to act in the phase 'pass'"),
        ({"scores": [0]}, "scores must have one entry for each of 4 seats"),
        ({"hand_sizes": [13]}, "hand_sizes must have one entry for each of 4 seats"),
        ({"captured_sizes": [0]}, "captured_sizes must have one entry for each of 4 seats"),
        ({"hand_sizes": [53] * 4}, "hand_sizes must be from 0 to 52, the size of the pack"),
        ({"captured_sizes": [-1] * 4}, "captured_sizes must be from 0 to 52, the size of the pack"),
        ({"kitty_size": 53}, "kitty_size must be from 0 to 52, the size of the pack"),
        ({"offered": -1}, "offered must be from 0 to 52, the size of the pack"),
        ({"turned": ["2C"]}, "turned must be the 0 cards that the rules turn up or show, or none"),
        ({"course": [[0] * 4]}, "course must have one entry for each sheet"),
        (
            {"course": [[0]], "sheets": [SHEET]},
            "scores after round 1 must have one entry for each of 4 seats",
        ),
        (
            {"pattern": {"rule": "Toward", "places": 1, "name": ""}},
            "pattern: the name of a rule must not be empty",
        ),
        (
            {"seat": 4, "claimant": 4},
            "seat is not a seat at this table; claimant is not a seat at this table",
        ),
    ],
    ids=str,
)
def test_a_view_that_contradicts_itself_says_where(changes: Any, sentence: str) -> None:
    with pytest.raises(RecordError) as error:
        wire.loads_view(changed_view(**changes))
    assert str(error.value) == f"this view contradicts itself: {sentence}"


def with_events(*events: dict[str, Any], since: object = 0) -> str:
    """A message with a view and these events."""
    message = json.loads(wire.dumps_view(dealt(), 0))
    return json.dumps({**message, "since": since, "events": events})


def test_a_message_has_the_events_since_an_earlier_one() -> None:
    game = passed()
    earlier, later = game.at(2), game.play(game.legal_plays()[0])
    first = wire.loads_view(wire.dumps_view(earlier, 1))
    assert (first.since, first.events) == (None, ())
    for since in (earlier, 2):
        second = wire.loads_view(wire.dumps_view(later, 1, since=since))
        assert second.events == later.events(1, earlier)
        assert (second.since, second.follows(first)) == (2, True)
        assert not second.follows(second)
        assert not second.follows(attrs.evolve(first, epoch=1))
    with pytest.raises(HeartsError, match="moves have been taken back since"):
        wire.dumps_view(earlier, 1, since=later)


FOREIGN: dict[str, object] = {**SHEET, "players": 5}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"event": "Claimed", "seat": 4}, "Claimed is not of a seat at this table"),
        ({"event": "RoundBegun", "number": 0, "dealer": -1}, "RoundBegun is not of a seat at this table"),
        ({"event": "TrickLeft", "leader": 4, "cards": ""}, "TrickLeft is not of a seat at this table"),
        ({"event": "CardsReceived", "cards": "", "giver": 4}, "CardsReceived is not of a seat at this table"),
        ({"event": "GameOver", "winners": [0, 4]}, "GameOver is not of a seat at this table"),
        ({"event": "MoonShot", "seats": [4]}, "MoonShot is not of a seat at this table"),
        ({"event": "RoundCounted", "sheet": FOREIGN}, "a sheet belongs to another table"),
        ({"event": "ScoreEntered", "sheet": FOREIGN, "scores": [0] * 4}, "a sheet belongs to another table"),
        ({"event": "ScoreEntered", "sheet": SHEET, "scores": [0]}, "scores must have one entry for each of 4 seats"),
        (
            {"event": "PassCalled", "pattern": {"rule": "Toward", "places": 1, "name": ""}},
            "pattern: the name of a rule must not be empty",
        ),
    ],
)  # fmt: skip
def test_an_event_of_another_table_is_refused(event: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecordError, match=f"^this view contradicts itself: {sentence}$"):
        wire.loads_view(with_events(event))


@pytest.mark.parametrize("since", [None, -1, 2])
def test_events_are_those_since_a_number(since: object) -> None:
    with pytest.raises(RecordError, match=r"events need since, a number from 0 to 1$"):
        wire.loads_view(with_events({"event": "Claimed", "seat": 0}, since=since))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "Claim", "seat": 0}, "there is no event 'Claim'; did you mean Claimed"),
        (
            {"move": "Play", "seat": 0, "card": "2C"},
            "is not an event: give an object whose key 'event'",
        ),
        ({"event": "Claimed", "seat": "0"}, "'0' is not a whole number"),
        ({"event": "Claimed", "seat": 0, "hand": "2C"}, "hand"),
    ],
)
def test_what_is_no_event_is_refused(event: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        wire.loads_view(with_events(event))


def test_a_claim_of_the_whole_pack_is_seen_by_everybody() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=1)
    (leader,) = game.to_act
    game = game.claim()
    while game.phase.name == "play":
        game = game.answer(game.to_act[0], accepts=True)
    assert game.view(0).captured_sizes == tuple(52 * (seat == leader) for seat in range(4))
    for seat in (0, 1, 2, 3, None):
        assert wire.loads_view(wire.dumps_view(game, seat)).view == game.view(seat)


def claimed() -> Game:
    """A game in which a claim is pending."""
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    return Game.new(rules).deal(seed=1).claim()


@pytest.mark.parametrize(
    ("asked", "verb", "given"),
    [
        (passed, "play", "cards"),
        (moon_shot, "choose", "name"),
        (claimed, "accept the claim", "yes"),
    ],
    ids=["cards", "name", "yes"],
)
def test_an_answer_is_of_the_kind_that_was_asked_for(
    asked: Callable[[], Game], verb: str, given: str
) -> None:
    game = asked()
    for kind, answer in {"cards": ["2C"], "name": "add", "yes": True}.items():
        if kind == given:
            continue
        text = json.dumps({"format": "heartslib-answer", "version": 1, kind: answer})
        with pytest.raises(IllegalMove) as error:
            wire.receive(game, text, game.to_act[0])
        assert error.value.code == "not-asked"
        assert error.value.reason == f"the answer does not fit the question: {verb}"
