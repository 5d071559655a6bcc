"""Trick rules."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, Table, score_hand, variants
from heartslib.rules import NO_PASSING, Equals, HighestOfSuitLed, NoMoon, Taken
from heartslib.testing import at_random, next_state
from tests.helpers.positions import AMERICAN


@pytest.mark.parametrize("players", variants.get("Booster Hearts").players)
def test_nobody_plays_again_for_a_nine_in_the_last_trick(players: int) -> None:
    rules, rng, boosted = attrs.evolve(variants.get("Booster Hearts"), moon=NoMoon()), Random(1), 0
    while boosted < 3:
        game = Game.new(rules, players)
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
        tricks = game.view(None).table.tricks
        last = tricks[-1]
        boosted += any(card.rank == 9 and card.suit is last.suit for card in last.cards)
        sheet = score_hand(
            rules,
            tricks=[trick.cards for trick in tricks],
            leader=tricks[0].leader,
            players=players,
        )
        assert sheet.totals == game.sheet.totals  # type: ignore[union-attr]


class SameTricks(HighestOfSuitLed):
    """Tricks that are won as usual, by a class that might do otherwise."""


def test_a_trick_of_own_rules_may_be_complete_after_any_card() -> None:
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, tricks=SameTricks())
    game = Game.new(rules, players=3).deal(seed=1)
    for _ in range(3):
        game = game.play(game.legal_plays()[0])
    assert len(game.table.tricks) == 1


class LowestWins(HighestOfSuitLed):
    """Tricks that are won otherwise, by a class that is derived from the usual one."""

    def taker(self, table: Table, left: int) -> int:
        trick = table.trick
        following = [card for card in trick.cards if card.suit is trick.suit]
        return trick.seat_of(trick.cards.index(min(following)))


def test_a_rule_with_a_taker_of_its_own_is_not_taken_for_the_usual_one() -> None:
    assert LowestWins().highest is None
    assert SameTricks(Equals.LAST).highest is Equals.LAST
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, tricks=LowestWins())
    game = Game.new(rules).deal(seed=1)
    for _ in range(4):
        game = game.play(game.legal_plays()[0])
    (trick,) = game.table.tricks
    table = Table(attrs.evolve(trick, taker=None))
    assert trick.taker == LowestWins().taker(table, 12) != HighestOfSuitLed().taker(table, 12)


def test_who_took_tricks_is_asked_for_where_nobody_has_said_it() -> None:
    finished = AMERICAN.at(4).in_force.finished((Cards("QS"), Cards(), Cards(), Cards()))
    with pytest.raises(
        HeartsError, match="ask how many tricks each seat took, which nobody has said"
    ):
        Taken(finished).tricks((0,))
