"""Document 004, "Hearts" (pagat.com): Dirty Nasty Filthy Hearts, or Da Nasty Fix."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, Game, Rules
from heartslib.cards import HEARTS, PACK
from heartslib.moves import CallPass
from heartslib.rules import NO_PASSING, FollowSuit, HeartsMustBeBroken
from tests.helpers.rounds import (
    entered,
    first_hand,
    hands,
    lay_down,
    legal,
    moonshot,
    refused,
    rulebooks,
    totals,
)

pytestmark = rulebooks("dirty_nasty_filthy")


def test_004_dnf_08_all_counting_cards_win_the_game(rules: Rules) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": a player who takes all counting cards wins (A51)."""
    quiet = attrs.evolve(rules, passing=NO_PASSING)
    game = moonshot(quiet, 0, scores=(280, 95, 120, 175))
    assert game.phase.name == "score"
    assert game.score().is_over
    assert game.score().winners == (0,)
    assert _winners(rules, HEARTS | "QS QC QD JD") == (0,)
    assert _winners(rules, HEARTS | "QS QC QD") == ()
    assert totals(rules, "2H..AH QS QC QD", "JD") == (77, -10, 0, 0)


@pytest.mark.parametrize("kept", ["2H", "QS", "QC", "QD", "QH", "JD"])
def test_004_dnf_08_every_counting_card_is_needed(rules: Rules, kept: str) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": one of them elsewhere, and nobody wins by it."""
    assert _winners(rules, (HEARTS | "QS QC QD JD") - kept) == ()


def test_004_dnf_11_wide_open(rules: Rules) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": Wide Open lets anything go on trick one."""
    wide_open = attrs.evolve(rules, play=(FollowSuit(), HeartsMustBeBroken()))
    assert legal(wide_open, "QS 4H QD JD 5D", trick="2C") == Cards("QS 4H QD JD 5D")
    assert legal(wide_open, "QC 5C 4H", trick="2C") == Cards("QC 5C")


def test_004_dnf_12_two_of_clubs_opens(rules: Rules) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": its holder leads 2C to the first trick."""
    assert legal(rules, "2C 3C KD") == Cards("2C")
    quiet = attrs.evolve(rules, passing=NO_PASSING)
    assert first_hand(quiet, {2: "2C"}).to_act == (2,)


@pytest.mark.parametrize("dealer", [0, 3])
def test_004_dnf_13_dealer_calls_before_the_deal(rules: Rules, dealer: int) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": the dealer calls the pass before the deal."""
    game = Game.new(rules, dealer=dealer)
    assert (game.phase.name, game.to_act) == ("call", (dealer,))
    assert set(hands(game)) == {Cards()}
    assert all(isinstance(move, CallPass) for move in game.legal_moves())
    with refused("turn"):
        game.call_pass({1: 3}, seat=(dealer + 1) % 4)
    with refused("phase"):
        game.deal(seed=1)
    called = game.call_pass({1: 3}, seat=dealer)
    assert (called.phase.name, called.to_act) == ("deal", ())
    assert called.deal(seed=1).phase.name == "pass"
    second = entered(rules, (1, 2, 3, 4))
    assert (second.phase.name, second.to_act) == ("call", (0,))


def test_004_dnf_14_everyone_gives_and_gets_three(rules: Rules) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": any pass that is the same for all is allowed."""
    game = Game.new(rules)
    called = game.call_pass({1: 2, -1: 1}).deal(seed=1)
    before = hands(called)
    with refused("pass-split"):
        called.pass_cards(0, {1: before[0][:1], 3: before[0][1:3]})
    for seat, hand in enumerate(before):
        called = called.pass_cards(seat, {(seat + 1) % 4: hand[:2], (seat + 3) % 4: hand[2:3]})
    assert called.phase.name == "play"
    for seat, hand in enumerate(hands(called)):
        came = Cards(before[(seat + 3) % 4][:2]) + before[(seat + 1) % 4][2:3]
        assert hand == before[seat] - before[seat][:3] + came
    for call in ({1: 3}, {2: 3}, {-1: 3}, {1: 1, 2: 1, 3: 1}, {2: 2, 1: 1}):
        assert game.call_pass(call).deal(seed=1).phase.name == "pass"
    for wrong in ({1: 2, -1: 2}, {1: 2}, {1: 4}):
        with refused("call"):
            game.call_pass(wrong)
    with refused("call"):
        game.call_pass("seat 0 to the left, the others to the right")
    with refused("call"):
        game.call_pass("hold")


def test_004_dnf_15_or_into_the_middle(rules: Rules) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": three from each, shuffled and dealt back."""
    game = Game.new(rules).call_pass("mix").deal(seed=1)
    before = hands(game)
    middle = sum((Cards(hand[:3]) for hand in before), Cards())
    mixed = lay_down(game, 0, 1, 2, 3)
    assert (mixed.phase.name, mixed.to_act) == ("deal", ())
    assert len(middle) == 12
    assert mixed.view(None).hand_sizes == (10, 10, 10, 10)
    for seed in (1, 2):
        dealt = mixed.deal(seed=seed)
        assert dealt.phase.name == "play"
        assert dealt.view(None).hand_sizes == (13, 13, 13, 13)
        back = [hand - old[3:] for hand, old in zip(hands(dealt), before, strict=True)]
        assert [len(cards) for cards in back] == [3, 3, 3, 3]
        assert sum(back, Cards()) == middle
        assert sum(hands(dealt), Cards()) == Cards(PACK)
    assert hands(mixed.deal(seed=1)) != hands(mixed.deal(seed=2))


def test_004_dnf_19_shooting_takes_all_four_queens(rules: Rules) -> None:
    """Document 004, "Dirty Nasty Filthy Hearts": with one queen missing it is no shoot."""
    points = totals(rules, "2H..AH QS QC JD", "QD")
    assert points == (54, 13, 0, 0)
    assert sum(points) == 67
    assert _winners(rules, HEARTS | "QS QC JD") == ()


def test_d15_totals_of_a_deal(rules: Rules) -> None:
    """The penalties are 77, with the jack 67; queen and jack of diamonds together 3."""
    points = [rules.in_force.points(card) for card in PACK]
    assert sum(point for point in points if point > 0) == 77
    assert sum(points) == 67
    assert rules.in_force.points(Cards("QD")[0]) + rules.in_force.points(Cards("JD")[0]) == 3


def _winners(rules: Rules, taken: Cards) -> tuple[int, ...]:
    rest = (HEARTS | "QS QC QD JD") - taken
    return rules.in_force.count(rules.in_force.finished((taken, rest, Cards(), Cards()))).winners
