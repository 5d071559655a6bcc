"""What a seat knows when there is a call, a mix, a kitty or a claim, and how it looks as text."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, Game, cli, variants
from heartslib.phases import ScorePhase
from heartslib.rules import Cycle, KittyTo, Mix, NoMoon, Pack, PlayedOut, Scatter, ShowHandOfHearts
from heartslib.show.text import exchange_text, hand_text, round_text
from tests.helpers.positions import AMERICAN
from tests.helpers.rounds import OPENING, cards, play_on, round_after

CALLED = variants.get("dirty_nasty_filthy")
FIRST = "2C 3C 4C KC"
KITTY = "3H 5C 9D QS"
EXCHANGED = attrs.evolve(AMERICAN, moon=NoMoon(), deck=Pack(kitty=4), kitty=KittyTo(exchanged=True))
CAPTURED = attrs.evolve(EXCHANGED, kitty=KittyTo())
CLAIMS = attrs.evolve(AMERICAN, moon=NoMoon(), round_end=PlayedOut(claims=True))
MIXED = attrs.evolve(AMERICAN, moon=NoMoon(), passing=Cycle(Mix()))
HANDS = ("2C..AC", "2D..AD", "2S..AS", "2H..AH")


def mixed() -> Game:
    game = Game.new(MIXED).deal(hands=[cards(hand) for hand in HANDS])
    for seat, suit in enumerate("CDSH"):
        game = game.pass_cards(seat, f"2{suit} 3{suit} 4{suit}")
    return game


def test_before_the_call_nothing_is_known_of_the_pass() -> None:
    game = Game.new(CALLED)
    view = game.view(3)
    assert (view.phase, view.to_act, view.is_my_turn) == ("call", (3,), True)
    assert view.pattern is None
    assert (view.pass_count, view.passes_to) == (0, ())
    assert view.hand_sizes == (0, 0, 0, 0)
    after = game.call_pass({1: 2, -1: 1}).view(0)
    assert (after.phase, after.pass_count) == ("deal", 3)
    assert after.passes_to == ((1, 2), (3, 1))


def test_cards_for_the_middle_go_to_no_seat() -> None:
    game = Game.new(MIXED).deal(seed=1)
    assert (game.view(0).pass_count, game.view(0).passes_to) == (3, ())
    assert Game.new(attrs.evolve(MIXED, passing=Cycle(Scatter()))).view(2).passes_to == (
        (3, 1),
        (0, 1),
        (1, 1),
    )


def test_a_mix_shows_each_seat_what_it_gave_and_later_what_it_got() -> None:
    game = mixed()
    view = game.view(0)
    assert (view.phase, view.to_act) == ("deal", ())
    assert (view.given, view.received) == (Cards("2C 3C 4C"), Cards())
    assert (view.hand, view.hand_sizes) == (cards("5C..AC"), (10, 10, 10, 10))
    assert game.view(None).given == Cards()
    after = game.deal(hands=["2D 3D 4D", "2C 3C 4C", "2H 3H 4H", "2S 3S 4S"])
    assert after.view(0).received == Cards("2D 3D 4D")
    assert after.view(0).packets == ()
    assert after.view(None).received == Cards()
    assert after.view(0).hand_sizes == (13, 13, 13, 13)


def test_only_the_taker_sees_the_kitty_it_exchanges() -> None:
    game = round_after(EXCHANGED, 4, FIRST, kitty=KITTY)
    taker, other = game.view(3), game.view(0)
    assert (taker.phase, taker.offered, taker.kitty_size) == ("kitty", 4, 0)
    assert Cards(KITTY) <= taker.hand
    assert not taker.legal_plays()
    objection = taker.explain("QS")
    assert objection is not None
    assert objection.reason == "cards must be laid down for the kitty first"
    assert (other.offered, other.hand_sizes) == (4, (11, 11, 11, 15))
    after = game.lay_down(KITTY)
    assert after.view(3).captured == Cards(KITTY)
    for seat in (0, 1, 2, None):
        assert after.view(seat).captured == Cards()
        assert after.view(seat).captured_sizes == (0, 0, 0, 4)
        assert after.view(seat).offered == 0


def test_what_seat_0_captures_is_hidden_from_the_others() -> None:
    game = round_after(CAPTURED, 4, OPENING, leader=3, kitty=KITTY)
    for seat in (0, 1, 2, 3, None):
        view = game.view(seat)
        assert view.captured == (Cards(KITTY) if seat == 0 else Cards())
        assert view.captured_sizes == (4, 0, 0, 0)


def test_a_claim_is_seen_by_all_and_must_be_answered() -> None:
    game = round_after(CLAIMS, 4, FIRST)
    assert game.view(0).claimant is None
    claimed = game.claim()
    for seat in (0, 3, None):
        view = claimed.view(seat)
        assert (view.claimant, view.to_act) == (3, (0, 1, 2))
        assert not view.legal_plays()
    for seat in (0, 3):
        objection = claimed.view(seat).explain("2D")
        assert objection is not None
        assert (objection.rule, objection.reason) == (
            "phase",
            "the claim must be answered first",
        )
    assert claimed.answer(0, accepts=False).view(0).claimant is None


def test_a_hand_that_is_shown_is_seen_by_all() -> None:
    rules = attrs.evolve(CLAIMS, showing=ShowHandOfHearts(), opening=CALLED.opening)
    tricks = ("2C 3C 4C 3H",)
    game = round_after(rules, 4, *tricks, holding={3: "2H 4H..AH"})
    assert game.view(0).shown == (Cards(), Cards(), Cards(), cards("2H 4H..AH"))
    assert game.view(None).shown[3] == game.view(3).hand


def test_a_round_with_a_kitty_is_shown_with_it() -> None:
    game = play_on(round_after(EXCHANGED, 4, FIRST, kitty=KITTY).lay_down(KITTY), 44)
    text = round_text(game)
    assert "Taken, but not played to a trick\n  seat 3: 5♣ 9♦ Q♠ 3♥\n" in text
    assert "The pass" not in text
    assert game.score().scores == (0, 0, 0, 26)
    assert text.split()[-2:] == ["26", "26"]
    assert "kitty" not in round_text(play_on(round_after(CLAIMS, 4), 52))


def test_a_round_with_a_mix_is_shown_with_what_came_back() -> None:
    game = mixed().deal(hands=["2D 3D 4D", "2C 3C 4C", "2H 3H 4H", "2S 3S 4S"])
    text = round_text(play_on(game, 52))
    assert "Pass 3 to the middle\n" in text
    assert "  seat 0  2♣ 3♣ 4♣  to the middle, gets 2♦ 3♦ 4♦ back\n" in text
    assert text.count("to the middle, gets ") == 4
    assert f"  seat 0  {hand_text(cards('2C..AC'))}\n" in text


def test_a_scatter_is_shown_packet_by_packet() -> None:
    game = Game.new(attrs.evolve(MIXED, passing=Cycle(Scatter())), names=("A", "Bo", "C", "D"))
    game = game.deal(hands=[cards(hand) for hand in HANDS])
    for seat, suit in enumerate("CDSH"):
        takers = [taker for taker in range(4) if taker != seat]
        game = game.pass_cards(
            seat, {taker: f"{rank}{suit}" for taker, rank in zip(takers, "234", strict=True)}
        )
    phase = play_on(game, 52).phase
    assert isinstance(phase, ScorePhase)
    lines = exchange_text(game.names, phase.exchange).splitlines()
    assert lines[:3] == ["  A   2♣  to Bo", "  A   3♣  to C", "  A   4♣  to D"]
    assert len(lines) == 12


def test_rules_without_decisions_are_printed_without_their_title(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = attrs.evolve(AMERICAN, decisions=())
    monkeypatch.setattr(variants, "get", {"american": plain}.__getitem__)
    assert cli.main(["rules", "american"]) == 0
    text = capsys.readouterr().out
    assert "Source\n" in text
    assert "Where the source is silent" not in text
