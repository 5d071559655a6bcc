"""Joker Hearts: a test for each clause of Foster's, and worked examples."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import attrs
import pytest

from heartslib import (
    Game,
    RulesError,
    View,
    explain_play,
    legal_plays,
    record,
    score_hand,
    variants,
)
from heartslib.bots import careful
from heartslib.cards import Cards
from heartslib.rules import FollowSuitOrJoker, JokerPaid, JokerWins
from tests.helpers.rounds import taker
from tests.helpers.strategies import at_random, next_state
from tests.helpers.written import read_back, written_down

JOKER = variants.get("joker_hearts")


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        ("8H 2H TH 3H", 1),
        ("8H 2H JH 3H", 2),
        ("2H 3H 4H TH", 0),
        ("2H 3H QH TH", 2),
        ("8H TH 9H 3H", 1),
    ],
)
def test_jo_pack_01_the_joker_is_a_heart_between_jack_and_ten(cards: str, seat: int) -> None:
    """JO3, among others."""
    assert taker(JOKER, cards) == seat


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        ("5C 9C 2H 2C", 2),
        ("5C QH 2H 2C", 1),
        ("5C 2H QH AC", 2),
        ("5C KH JH 2H", 1),
        ("5C TH 2H AC", 2),
        ("5C QH TH AC", 3),
        ("5C 9C 3D 2C", 1),
    ],
)
def test_jo_play_01_it_wins_on_a_plain_suit_unless_a_higher_heart_is_in_the_trick(
    cards: str, seat: int
) -> None:
    """JO1 and JO2, among others."""
    assert taker(JOKER, cards) == seat


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("2H 7C 9D", "5C QH", "7C 2H"),
        ("2H 7C 9D", "5C", "7C"),
        ("2H 7C 9D", "5C TH", "7C"),
        ("2H 9D", "5C QH", "9D 2H"),
        ("2H 9D", "5C", "9D 2H"),
        ("2H", "5C QH", "2H"),
    ],
)
def test_jo_play_02_it_may_be_played_under_a_higher_heart(
    hand: str, trick: str, legal: str
) -> None:
    """JO4, among others."""
    assert str(legal_plays(JOKER, hand=hand, trick=trick, first_trick=False, players=4)) == legal


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("2H 9D", "5H", "2H"),
        ("2H 9D", "5H KH", "2H"),
        ("2H 3H 9D", "5H KH", "2H 3H"),
        ("9D", "5H KH", "9D"),
    ],
)
def test_jo_play_03_it_follows_a_lead_of_hearts(hand: str, trick: str, legal: str) -> None:
    assert str(legal_plays(JOKER, hand=hand, trick=trick, first_trick=False, players=4)) == legal


def test_a_refused_joker_has_a_reason() -> None:
    objection = explain_play(JOKER, "2H", hand="2H 7C", trick="5C", first_trick=False, players=4)
    assert objection is not None
    assert (objection.rule, objection.reason) == (
        "follow-suit-or-joker",
        "clubs were led and you hold some: follow suit",
    )


def scored(tricks: Sequence[str], leader: int = 0) -> tuple[int, ...]:
    return score_hand(JOKER, tricks=tricks, leader=leader, partial=True).totals


def test_jo_score_01_its_own_player_pays_five_to_the_pool() -> None:
    """Seat 2 wins with the joker and takes a heart, seat 3 another: 7 for the others to divide."""
    assert scored(["5C 9C 2H 2C", "3H 3D 4D 5D", "TD JD KH 6D"], leader=0) == (3, 3, -6, -1)


def test_jo_score_01_another_taker_pays_its_player() -> None:
    """Seat 1 takes the joker with the queen of hearts: 5 to seat 2, 1 for the queen to the pool."""
    assert scored(["5C QH 2H 2C"]) == (0, -6, 5, 0)


def test_jo_score_01_a_clear_player_wins_the_rest() -> None:
    """Seat 1 pays 5 to seat 2 and 1 into the pool; seats 0 and 2 take a heart: seat 3 wins 3."""
    assert scored(["5C QH 2H 2C", "6C 7C 4C 3H", "8C 9S TC 4H"]) == (-1, -6, 4, 3)


def test_the_joker_costs_who_takes_it_in_a_whole_game() -> None:
    game, rng = Game.new(JOKER), Random(8)
    own = others = 0
    while not game.is_over:
        game = next_state(game, at_random, rng)
        assert sum(game.scores) <= 0
        if game.phase.name == "score":
            trick = next(each for each in game.table.tricks if "2H" in Cards(each.cards))
            player = next(seat for seat, card in trick.plays if str(card) == "2H")
            assert game.sheet is not None
            paid = [line for line in game.sheet.lines if "rid of" in line.reason]
            assert [(line.seat, line.points) for line in paid] == [(player, 5)] * (
                trick.taker != player
            )
            own, others = own + (trick.taker == player), others + (trick.taker != player)
            assert read_back(written_down(game)).in_force == game.in_force
    assert own > 0 < others
    assert record.loads(record.dumps(game)) == game


def test_another_card_may_be_the_joker() -> None:
    other = attrs.evolve(
        JOKER,
        name="Three",
        play=FollowSuitOrJoker("3H"),
        tricks=JokerWins("3H"),
        bonuses=JokerPaid("3H", 2),
    )
    sheet = score_hand(other, tricks=["5C QH 3H 2C"], leader=0, partial=True)
    assert sheet.lines[-1].points == 2
    with pytest.raises(RulesError, match="points"):
        JokerPaid("2H", 0)


def test_a_careful_player_leaves_a_heart_to_the_joker() -> None:
    view = View.set_up(JOKER, seat=2, hand="3H 9D", leader=0, trick="5C 2H", waive=["card-count"])
    assert str(careful(view)) == "seat 2 plays 3H"
