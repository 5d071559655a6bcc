"""The phases of a round, besides ``tests/scripts/phases.txt``: what is printed, careful answers, odd moves."""

from __future__ import annotations

from typing import Final

import attrs
import pytest

from heartslib import Card, Cards, Game, IllegalMove, variants
from heartslib.bots import careful
from heartslib.moves import Answer, CallPass, LayDown, Pass, Play, Score, Stop
from heartslib.phases import (
    ClaimPhase,
    KittyPhase,
    MoonPhase,
    PassPhase,
    advance,
)
from heartslib.rules import LEFT, NO_PASSING, Cycle, KittyTo, Pack, PlayedOut, Scatter
from tests.helpers.positions import AMERICAN, moon_shot, played_out
from tests.helpers.rounds import cards, entered, refused, round_after

CALLED: Final = variants.get("dirty_nasty_filthy")
CLAIMS: Final = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True))
KITTY: Final = attrs.evolve(AMERICAN, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True))
NO_PASS: Final = attrs.evolve(AMERICAN, passing=NO_PASSING)
SCATTER: Final = attrs.evolve(AMERICAN, passing=Cycle(Scatter()))


def with_kitty() -> Game:
    """Seat 3 has taken the first trick, and the kitty."""
    return round_after(KITTY, 4, "2C 3C 4C KC", kitty="3H 5C 9D QS")


def test_every_call_that_is_listed_is_taken() -> None:
    game = Game.new(CALLED)
    assert all(game.apply(move).phase.name == "deal" for move in game.legal_moves())


def test_a_packet_may_not_be_named_twice_or_differ_from_the_cards() -> None:
    game = Game.new(SCATTER).deal(
        hands=[cards(suit) for suit in ["clubs", "diamonds", "spades", "hearts"]]
    )
    for to in ([(1, "2C"), (1, "2C"), (2, "3C"), (3, "4C")], [(1, "2C"), (2, "3C"), (3, "5C")]):
        with refused("pass-split"):
            game.apply(Pass(0, "2C 3C 4C", to))


def test_a_round_in_progress_does_not_count_when_a_game_is_stopped() -> None:
    game = entered(AMERICAN, (3, 1, 22, 0)).deal(seed=1).stop()
    assert (game.scores, game.winners, game.round_number) == ((3, 1, 22, 0), (3,), 1)
    assert game.history[-1] == Stop()
    assert game.view(0).sheet == game.sheets[-1]


def test_a_finished_round_is_to_be_entered_by_its_own_move_only() -> None:
    game = played_out()
    assert (game.to_act, game.legal_moves()) == ((), (Score(),))
    with pytest.raises(IllegalMove) as error:
        game.play("2C", seat=1)
    assert str(error.value) == "seat 1 plays 2C: the score must be entered, with score()"
    assert (error.value.move, error.value.rule) == (Play(1, Card("2C")), "phase")
    with pytest.raises(IllegalMove) as error:
        moon_shot().score()
    assert (error.value.rule, error.value.reason) == ("phase", MoonPhase.wants)


def test_the_careful_player_has_an_answer_in_every_phase() -> None:
    assert careful(Game.new(CALLED).view(3)) == CallPass(3, "3-left")
    claimed = round_after(CLAIMS, 4, "2C 3C 4C KC").claim()
    assert careful(claimed.view(0)) == Answer(0, accepts=False)
    laid = careful(with_kitty().view(3))
    assert isinstance(laid, LayDown)
    assert laid.cards.isdisjoint(AMERICAN.at(4).in_force.penalty_cards)
    assert with_kitty().apply(laid).phase.name == "play"
    scattered = Game.new(SCATTER).deal(seed=1)
    given = careful(scattered.view(0))
    assert isinstance(given, Pass)
    assert [seat for seat, _ in given.to] == [1, 2, 3]
    assert scattered.apply(given).to_act == (1, 2, 3)
    assert moon_shot().apply(careful(moon_shot().view(0))).phase.name == "score"


def test_the_careful_player_keeps_what_may_not_be_passed() -> None:
    hands = [cards("2C..7C 2D..4D QS KS AS 2H"), cards("8C..AC 5D..TD")]
    hands += [cards("JD..AD 2S..TS"), cards("JS 3H..AH")]
    rules = attrs.evolve(AMERICAN, passing=Cycle(LEFT, kept=Cards("QS")))
    move = careful(Game.new(rules).deal(hands=hands).view(0))
    assert isinstance(move, Pass)
    assert "QS" not in move.cards
    assert Cards("KS AS") <= move.cards


def test_a_play_without_a_game_is_the_play_of_a_game() -> None:
    game = Game.new(NO_PASS).deal(seed=1)
    after = game.apply(Play(game.to_act[0], game.legal_plays()[0]))
    assert advance(game.match, game.phase, after.history[-1]) == (after.match, after.phase)


def test_what_phases_and_views_print() -> None:
    game, new = Game.new(NO_PASS).deal(seed=1), Game.new(AMERICAN)
    two, kitty = game.play("2C").play("5C"), with_kitty().phase
    given = new.deal(seed=1).pass_cards(0, "4C 7C KC")
    laid_out = new.set_up(["2C", "3C", "4C", "5C"], leader=0, waive=["card-count"])
    assert isinstance(kitty, KittyPhase)
    assert isinstance(given.phase, PassPhase)
    of = "American Hearts, 4 players, round 1"
    ended = "scores (0, 0, 0, 0)>"
    assert repr(game.phase) == "<PlayPhase: trick 1, no card on the table, seat 2 may play 2C>"
    assert repr(kitty.playing) == "<PlayPhase: trick 2, no card on the table, nobody plays>"
    assert repr(given.phase.round(given.match).exchange) == (
        "<Exchange: left, given 4C 7C KC | nothing | nothing | nothing>"
    )
    assert repr(laid_out.view(1)) == (f"<View of seat 1: {of}, play, to act (0,), hand 3C, {ended}")
    assert repr(new.view(None)) == f"<View of a spectator: {of}, deal, to act (), {ended}"
    assert repr(two.phase).startswith("<PlayPhase: trick 1, 2C 5C on the table, seat 0 may play ")
    assert repr(two.view(1)).startswith(f"<View of seat 1: {of}, ")
    assert repr(two.view(None)).startswith("<View of a spectator: American Hearts, 4 players, ")


def test_names_to_choose_from() -> None:
    assert PassPhase.names(AMERICAN.at(4)) == ClaimPhase.names(AMERICAN.at(4)) == ()
    assert MoonPhase.names(AMERICAN.at(4)) == ("add", "subtract")
    assert ClaimPhase.names(CLAIMS.at(4)) == ("accept", "refuse")


def test_a_call_that_there_is_not_is_kept_in_the_error() -> None:
    with pytest.raises(IllegalMove) as error:
        Game.new(CALLED).call_pass("nonsense")
    assert error.value.move == CallPass(3, "nonsense")
