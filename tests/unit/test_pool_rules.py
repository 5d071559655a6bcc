"""Rulebooks with a pool that make no sense, and pools as people give them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    RulesError,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.rules import HighestBidderNames, Needs, Step, Sweepstake
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.show.svg import sheet_html
from tests.helpers.positions import POOL
from tests.helpers.rounds import hearts_each

AUCTION = variants.get("auction_hearts")
AMERICAN = variants.get("american")


def test_where_bids_go_into_no_pool_every_round_is_sold() -> None:
    assert isinstance(AUCTION.contracts, HighestBidderNames)
    contracts = attrs.evolve(AUCTION.contracts, pools=False)
    house = attrs.evolve(AUCTION, name="House", contracts=contracts)
    game = Game.new(house, pool=26, round_number=1, contracts=["clubs"], leader=None).deal(seed=1)
    assert (game.match.settled.jack, game.phase.name) == (True, "bid")


def test_a_game_without_a_pool_has_nothing_in_it() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    assert (game.pool, game.view(0).pool, game.view(0).settled.jack) == (0, 0, False)


def test_a_sheet_has_a_line_for_the_pool() -> None:
    sheet = score_hand(POOL, taken=hearts_each(1, 5, 4, 3), pool=2)
    assert str(sheet).splitlines()[-1] == "in the pool: 15 counters, a jack"
    assert "In the pool: 15 counters, a jack</td>" in sheet_html(sheet)
    won = score_hand(POOL, taken=hearts_each(0, 6, 4, 3), pool=2)
    assert str(won).splitlines()[-2:] == ["seat 0 won the pool: +15", "in the pool: nothing"]
    plain = score_hand(AMERICAN, taken=hearts_each(13, 0, 0, 0), partial=True)
    assert "pool" not in str(plain) + sheet_html(plain)


def test_a_pool_is_given_with_the_scores() -> None:
    before: dict[str, Any] = {"scores": (-1, -5, -4, -3), "round_number": 1, "pool": 13}
    assert score_game(POOL, rounds=[{"points": (-3, -3, -3, 22)}], **before).pools == (0, 13, 0)


@attrs.frozen
class Generous(Sweepstake):
    """A step of your own that pays what nobody has paid."""

    name: str = "generous"

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        yield Line(0, finished.settled.pool + 100, "won more than there was")


def test_nobody_wins_what_was_not_paid() -> None:
    house = attrs.evolve(POOL, name="House", bonuses=Generous())
    with pytest.raises(
        RulesError, match="generous lets players win 87 more than there is in the pool"
    ):
        score_hand(house, taken=hearts_each(6, 7, 0, 0), pool=5)


@attrs.frozen
class EldestWins(Step):
    """A step of your own that says nothing of jacks: seat 0 wins the pool, whatever is in it."""

    name: str = "eldest-wins"

    @property
    def needs(self) -> Needs:
        return Needs(Cards(), tricks=False, pool=True)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        yield Line(0, finished.settled.pool - sum(sheet.totals), "won the pool")

    def describe(self, players: int) -> str:
        return "Eldest wins the pool."


def test_a_pool_that_somebody_always_wins_is_never_a_jack() -> None:
    house = attrs.evolve(POOL, name="House", bonuses=EldestWins())
    sheet = score_hand(house, taken=hearts_each(6, 7, 0, 0), pool=5)
    assert (sheet.totals, sheet.pool, sheet.jack) == ((12, -7, 0, 0), 0, False)
    assert [house.at(4).pool_is_jack(pool) for pool in (0, 1, 2)] == [False, True, True]


def test_a_forged_pool_is_refused() -> None:
    message = json.loads(wire.dumps_view(Game.new(POOL, pool=3), 1))
    message["view"]["settled"]["pool"] = -3
    with pytest.raises(HeartsError, match="pool must be 0 or more, not -3"):
        wire.loads_view(json.dumps(message))
