"""Messages about a game in which moves are taken back, and doubled ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from heartslib import Card, Game, HeartsError, IllegalMove, RecordError, variants, wire
from heartslib.cards import HEARTS
from heartslib.moves import Answer, Charge, Claim, Move, Pass, Play
from heartslib.rules import NO_PASSING, Charges, PlayedOut
from heartslib.wire import MAX_EPOCH, SentAnswer, SentMove
from tests.helpers.positions import AMERICAN, passed

CHARGING = attrs.evolve(variants.get("dame_de_pique"), passing=NO_PASSING)
BOTH: dict[Card | str, Any] = {"QS": "QS", "AH": HEARTS}


def error_of(game: Game, text: str, seat: int, epoch: int = 0) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        wire.receive(game, text, seat, epoch=epoch)
    return error.value


def answer(number: int | None, **given: object) -> str:
    return json.dumps({"format": "heartslib-answer", "version": 1, "number": number, **given})


# Epochs


def test_a_move_from_before_the_undo_is_stale() -> None:
    start = passed()
    seat, number = start.to_act[0], len(start.history)
    undone = start.play(start.legal_plays()[0])
    follower, card = undone.to_act[0], undone.legal_plays()[0]
    late = wire.dumps_move(Play(follower, card), len(undone.history))
    again = start.play(start.legal_plays()[0])
    assert wire.receive(again, late, follower) == again.play(card)  # nobody can tell them apart
    stale = error_of(again, late, follower, epoch=1)
    assert stale.code == "stale"
    assert stale.reason == "the move was chosen before moves were taken back"
    for text in (
        wire.dumps_move(Play(seat, start.legal_plays()[0]), number),
        answer(number, cards=[str(start.legal_plays()[0])]),
        answer(None, cards=[str(start.legal_plays()[0])]),
    ):
        assert error_of(start, text, seat, epoch=2).code == "stale"


@pytest.mark.parametrize("epoch", [1, 7, MAX_EPOCH])
def test_a_message_of_the_epoch_is_accepted_and_of_a_later_one_early(epoch: int) -> None:
    game = passed()
    seat, card = game.to_act[0], game.legal_plays()[0]
    seen = wire.loads_view(wire.dumps_view(game, seat, epoch=epoch))
    assert seen.epoch == epoch
    move = wire.dumps_move(Play(seat, card), seen.number, epoch=seen.epoch)
    plain = answer(seen.number, cards=[str(card)], epoch=epoch)
    assert wire.loads_move(move) == SentMove(Play(seat, card), seen.number, epoch=epoch)
    assert wire.loads_answer(plain) == SentAnswer(number=seen.number, epoch=epoch, cards=(card,))
    for text in (move, plain):
        assert wire.receive(game, text, seat, epoch=epoch) == game.play(card)
        early = error_of(game, text, seat, epoch=epoch - 1)
        assert early.code == "early"
        said = f"the move is of epoch {epoch}, but the game is in epoch {epoch - 1}"
        assert early.reason == said


def test_without_an_epoch_a_message_is_of_epoch_0() -> None:
    game = passed()
    view = json.loads(wire.dumps_view(game, 0))
    assert view.pop("epoch") == 0
    assert wire.loads_view(json.dumps(view)).epoch == 0
    move = json.loads(wire.dumps_move(Pass(0, "QS"), 1))
    assert move.pop("epoch") == 0
    assert wire.loads_move(json.dumps(move)).epoch == 0
    assert wire.loads_answer(answer(1, yes=True)).epoch == 0
    with pytest.raises(RecordError, match="'number' is missing"):
        wire.loads_view(json.dumps({**view, "number": 1}).replace('"number": 1, ', ""))


@pytest.mark.parametrize("epoch", [-1, True, MAX_EPOCH + 1, 10**30, 1.5, "1", None])
def test_an_epoch_is_a_number_that_a_game_can_reach(epoch: Any) -> None:
    game = passed()
    seat, move = game.to_act[0], Play(game.to_act[0], game.legal_plays()[0])
    text = wire.dumps_move(move)
    said = f"epoch must be a whole number from 0 to {MAX_EPOCH}, not {epoch!r}"
    calls: list[Callable[[], object]] = [
        lambda: wire.dumps_view(game, 0, epoch=epoch),
        lambda: wire.dumps_move(move, epoch=epoch),
        lambda: wire.receive(game, text, seat, epoch=epoch),
        lambda: SentMove(move, epoch=epoch),
        lambda: SentAnswer(yes=True, epoch=epoch),
        lambda: wire.SeenView(game.view(0), 5, epoch=epoch),
    ]
    for call in calls:
        with pytest.raises(HeartsError) as error:
            call()
        assert str(error.value).startswith(said[:60])


@pytest.mark.parametrize(
    ("epoch", "said"),
    [
        (-1, "epoch must be a whole number from 0 to 1000000000, not -1"),
        (MAX_EPOCH + 1, "epoch must be a whole number from 0 to 1000000000, not 1000000001"),
        (10**30, "a number has 31 digits; at most 18 are read"),
        (True, "True is not a whole number at epoch"),
        (None, "None is not a whole number at epoch"),
        (1.5, "1.5 is not a whole number at epoch"),
        ("1", "'1' is not a whole number at epoch"),
    ],
)
def test_an_epoch_in_a_message_is_such_a_number(epoch: object, said: str) -> None:
    game = passed()
    for text, read in (
        (wire.dumps_view(game, 0), wire.loads_view),
        (wire.dumps_move(Pass(0, "QS"), 1), wire.loads_move),
        (answer(1, yes=True), wire.loads_answer),
    ):
        with pytest.raises(RecordError) as error:
            read(json.dumps({**json.loads(text), "epoch": epoch}))
        assert said in str(error.value)


# Doubled messages


def sent(move: Move, number: int) -> tuple[str, str]:
    """A message with a move, and the same as a plain answer."""
    given: dict[str, object] = {}
    if isinstance(move, Answer):
        given["yes"] = move.accepts
    elif isinstance(move, Pass | Charge):
        given["cards"] = str(move.cards).split()
    return wire.dumps_move(move, number), answer(number, **given)


def with_queen(rules: Charges) -> tuple[Game, int]:
    """A game in which cards are to be charged, and the seat that holds the queen of spades."""
    game = Game.new(attrs.evolve(CHARGING, charging=rules), 4).deal(seed=7)
    holder = next(seat for seat in range(4) if "QS" in game.hands[seat])
    assert "AH" not in game.hands[holder]
    return game, holder


def test_a_doubled_decline_does_not_answer_when_the_charges_reopen() -> None:
    game, holder = with_queen(Charges(BOTH, reopens=True))
    ace = next(seat for seat in range(4) if "AH" in game.hands[seat])
    for text in sent(Charge(holder, ""), 1):
        declined = wire.receive(game, text, holder)
        reopened = declined.charge(ace, "AH")
        assert holder in reopened.to_act
        assert error_of(reopened, text, holder).code == "stale"
        now = answer(len(reopened.history), cards=["QS"])
        assert "QS" in wire.receive(reopened, now, holder).table.all_charged


def test_an_answer_from_before_a_charge_does_not_answer_after_it() -> None:
    """If the charge asks everybody again, the question is another, though the cards are the same."""
    game, holder = with_queen(Charges(BOTH, reopens=True))
    ace = next(seat for seat in range(4) if "AH" in game.hands[seat])
    for text in sent(Charge(holder, ""), 1):
        assert error_of(game.charge(ace, "AH"), text, holder).code == "stale"
    game, holder = with_queen(Charges(BOTH))
    for text in sent(Charge(holder, ""), 1):
        assert holder not in wire.receive(game.charge(ace, "AH"), text, holder).to_act


def test_a_doubled_charge_does_not_answer_the_late_question() -> None:
    game, holder = with_queen(Charges({"QS": "QS", "2S": "QS", "9D": "9D"}, each=2, late=True))
    charged = game.charge(holder, "QS")
    for text in sent(Charge(holder, "QS"), 1):
        assert wire.receive(game, text, holder) == charged
        assert charged.view(holder).question is not None
        assert error_of(charged, text, holder).code == "stale"
    other = (holder + 1) % 4
    for text in sent(Charge(other, ""), 1):
        declined = wire.receive(charged, text, other)
        assert error_of(declined, text, other).code == "stale"
        number = len(declined.history)
        later = declined.charge((holder + 2) % 4, "")
        if cards := later.view(other).hand & "2S 9D":
            late = answer(number, cards=[str(cards[0])])  # the late question is still open
            assert cards[0] in wire.receive(later, late, other).table.all_charged


def test_a_doubled_answer_does_not_answer_the_next_claim() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    game = Game.new(rules, 4).deal(seed=1)
    claimed = game.claim()
    first, other = claimed.to_act[:2]
    for text in sent(Answer(first, accepts=True), len(claimed.history)):
        accepted = wire.receive(claimed, text, first)
        assert error_of(accepted, text, first).code == "stale"
        played = accepted.answer(other, accepts=False)
        while first in played.to_act or not isinstance(played.legal_moves()[-1], Claim):
            played = played.play(played.legal_plays()[0])
        again = played.claim()
        assert first in again.to_act
        assert error_of(again, text, first).code == "stale"


def test_answers_to_one_question_cross() -> None:
    game = Game.new(AMERICAN, 4).deal(seed=1)
    later = game.pass_cards(1, game.hands[1][:3]).pass_cards(3, game.hands[3][:3])
    for text in sent(Pass(0, game.hands[0][:3]), 1):
        assert wire.receive(later, text, 0).to_act == (2,)
    for number in (-1, 0):
        text = wire.dumps_move(Pass(0, game.hands[0][:3]), number)
        assert error_of(later, text, 0).code == "stale"


def test_a_message_may_come_in_bytes() -> None:
    game = Game.new(variants.get("dame_de_pique")).deal(seed=7)
    (seat,) = game.to_act
    card = game.legal_plays()[0]
    text = wire.dumps_move(Play(seat, card))
    for given in (text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert wire.receive(game, given, seat) == game.play(card)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=r"^this message is not text in UTF-8$"):
        wire.receive(game, b"\xff", seat)
    nothing: Any = None
    with pytest.raises(RecordError, match=r"^a message must be text or bytes, not None$"):
        wire.receive(game, nothing, seat)


def test_a_game_is_made_by_new() -> None:
    begun: Any = Game
    with pytest.raises(
        HeartsError,
        match=r"^a game is made by Game\.new\(rules\): its match must be of the class Match",
    ):
        begun(variants.get("american"))
    with pytest.raises(
        HeartsError,
        match=r"^a game is made by Game\.new\(rules\): its phase must be of the class AnyPhase",
    ):
        begun(Game.new(variants.get("american")).match)
