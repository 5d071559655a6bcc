"""Numbers that sources print, of games composed from the chapters."""

from __future__ import annotations

import attrs
import pytest

from heartslib import HEARTS, Cards, Game, Rank, score_hand, variants
from heartslib.cards import CardsLike
from heartslib.rules import CardValues, Pack, Removals, Reversed, ShootTheMoon, ThereAndBack
from heartslib.rules.deck import ARNOLD, FOSTER
from tests.helpers.rounds import entered

AMERICAN = variants.get("american")


@pytest.mark.parametrize(("players", "each"), [(3, 17), (5, 10), (6, 8), (7, 7), (8, 6)])
def test_t23_arnold_removes_as_many_as_needed(players: int, each: int) -> None:
    """Arnold: 2C; 2C 2D; 2C 2D 3C 2S; so that hands of 17, 10, 8, 7 and 6 come out."""
    rules = attrs.evolve(AMERICAN, players=players, deck=Pack(removals=ARNOLD))
    assert Game.new(rules).deal(seed=1).view(None).hand_sizes == (each,) * players
    assert ARNOLD.of(3) == Cards("2C")
    assert ARNOLD.of(5) == Cards("2C 2D")
    assert ARNOLD.of(6) == Cards("2C 2D 3C 2S")


def test_six_players_without_the_two_of_hearts_play_for_25() -> None:
    """Foster: all four twos are out with six players, so the pack holds 12 hearts."""
    rules = attrs.evolve(
        AMERICAN, deck=Pack(removals=FOSTER), moon=ShootTheMoon(points=None), players=6
    )
    everything = [HEARTS.without("2H") | "QS", *[Cards()] * 5]
    assert score_hand(rules, taken=everything, moon="add").totals == (0, 25, 25, 25, 25, 25)


@pytest.mark.parametrize(("seven", "points"), [(7, 7), (0, 0)])
def test_t09_hooligan_hearts(seven: int, points: int) -> None:
    """Hooligan Hearts: the trick QC JC 7C TC costs 7, and nothing without the option."""
    rules = attrs.evolve(AMERICAN, scoring=CardValues({HEARTS: 1, "QS": 13, "7C": seven}))
    assert score_hand(rules, taken=["QC JC 7C TC", "", "", ""], partial=True).totals[0] == points


def test_t28_spot_table_of_tens() -> None:
    """Spot Hearts with pictures and ace at 10: 119 in a deal."""
    values: dict[CardsLike, int] = {f"{rank.letter}H": min(int(rank), 10) for rank in Rank}
    rules = attrs.evolve(variants.get("spot"), scoring=CardValues(values | {"QS": 25}))
    assert sum(map(rules.in_force.points, rules.deck.cards(4))) == 119


def test_hands_come_out_when_four_players_remove_low_cards() -> None:
    """A scheme is composed from another for some numbers of players."""
    mine = ARNOLD.but({4: "2C 2D 2S 3C"})
    assert isinstance(mine, Removals)
    rules = attrs.evolve(AMERICAN, players=(3, 4), deck=Pack(removals=mine))
    assert len(rules.deck.cards(4)) == 48
    assert len(rules.deck.cards(3)) == 51


def test_hartenjagen_may_turn_at_50() -> None:
    """The document is silent on the end: to 50, or there and back to 0, at choice (A55)."""
    rules = variants.get("hartenjagen")
    rounds = ((49, 20, 10, 11), (1, 9, 3, 2), (10, 1, 4, 0), (3, 3, 3, 6))
    assert not entered(rules, rounds[0]).is_over
    assert entered(rules, *rounds[:2]).winners == (2, 3)
    turning = attrs.evolve(rules, totals=Reversed(50), ending=ThereAndBack(50))
    turned = entered(turning, *rounds)
    assert turned.scores == (37, 25, 6, 7)
    assert not turned.is_over
    back = entered(turning, *rounds, (4, 2, 6, 3))
    assert back.scores == (33, 23, 0, 4)
    assert back.winners == (2,)
