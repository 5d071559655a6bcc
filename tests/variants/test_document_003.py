"""Document 003, "Hearts Rules": to 100 points, the queen of spades called Black Maria."""

from __future__ import annotations

import attrs

from heartslib import Cards, Game, Rules
from heartslib.cards import PACK
from heartslib.rules import LowestClubLeads
from tests.helpers.rounds import (
    after,
    at_deal,
    entered,
    hands,
    hold_hand,
    lay_down,
    legal,
    piles,
    play_on,
    refused,
    rulebooks,
)

pytestmark = rulebooks("classic_100")


def test_003_11_chosen_before_looking(rules: Rules) -> None:
    """Document 003, "Passing Cards": nobody sees the new cards before choosing."""
    dealt = other = Game.new(rules).deal(seed=1)
    for seat in (1, 2, 3):
        other = other.pass_cards(seat, other.view(seat).hand[-3:])
    game = lay_down(dealt, 1, 2, 3)
    assert game != other
    assert game.view(0) == other.view(0)
    assert lay_down(game, 0).view(0) != lay_down(other, 0).view(0)


def test_003_17_holder_of_the_two_of_clubs_begins(rules: Rules) -> None:
    """Document 003, "Game Play": its holder plays first, and plays that card (A28)."""
    assert hold_hand(rules, {1: "2C"}).to_act == (1,)
    assert legal(rules, "2C 3C KD") == Cards("2C")
    any_club = attrs.evolve(rules, opening=LowestClubLeads(any_club=True))
    assert legal(any_club, "2C 3C KD") == Cards("2C 3C")


def test_003_27_shuffled_for_the_next_round(rules: Rules) -> None:
    """Document 003, "Game Play": after the last trick the whole pack is shuffled and dealt again."""
    game = play_on(at_deal(rules, 4).deal(seed=1), 52).score()
    assert game.phase.name == "deal"
    assert sum(hands(game.deal(seed=2)), Cards()) == Cards(PACK)


def test_003_28_the_last_round_is_played_out(rules: Rules) -> None:
    """Document 003, "Game Play": a round in which someone gets to 100 is finished (A30)."""
    game = after(rules, "KD 2D 3D 4D", "KS QS 4S 5S", scores=(95, 60, 50, 55))
    assert "QS" in piles(game)[0]
    assert game.phase.name == "play"
    finished = play_on(game, 40)
    assert finished.phase.name == "score"
    assert finished.score().is_over


def test_003_32_nothing_follows_100(rules: Rules) -> None:
    """Document 003, scoring: when a player has 100 the game has ended."""
    game = entered(rules, (87, 60, 50, 63), (13, 4, 5, 4))
    assert game.phase.name == "over"
    assert game.legal_moves() == ()
    with refused("phase"):
        game.deal(seed=1)
