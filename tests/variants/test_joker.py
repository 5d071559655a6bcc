"""Joker Hearts, besides ``tests/scripts/joker.txt``."""

from __future__ import annotations

from random import Random

import attrs

from heartslib import (
    Game,
    View,
    record,
    score_hand,
    variants,
)
from heartslib.bots import careful
from heartslib.cards import Cards
from heartslib.rules import FollowSuitOrJoker, JokerPaid, JokerWins
from tests.helpers.strategies import at_random, next_state
from tests.helpers.written import read_back, written_down

JOKER = variants.get("joker_hearts")


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


def test_a_careful_player_leaves_a_heart_to_the_joker() -> None:
    view = View.set_up(JOKER, seat=2, hand="3H 9D", leader=0, trick="5C 2H", waive=["card-count"])
    assert str(careful(view)) == "seat 2 plays 3H"
