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
    View,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.rules import (
    DealStaysWithPool,
    ExactTotals,
    HighestBidderNames,
    Howell,
    JokerPaid,
    Needs,
    NoMoon,
    NoTricksBonus,
    Partners,
    PaysBid,
    PoolByPlaces,
    ShootTheMoon,
    Step,
    Sweepstake,
)
from heartslib.scorecard import read_csv
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.show.svg import sheet_html
from tests.variants.test_auction import POOL, piles

AUCTION = variants.get("auction_hearts")
JOKER = variants.get("joker_hearts")
AMERICAN = variants.get("american")


@pytest.mark.parametrize(
    ("rules", "changes", "why"),
    [
        (AUCTION, {"bonuses": PaysBid()}, r"highest-bidder-names needs a pool: .*pools=False"),
        (AMERICAN, {"dealer": DealStaysWithPool()}, "deal-stays-with-pool needs a pool: add a step"),
        (POOL, {"players": 4, "sides": Partners()}, "sweepstake is for players with scores of their"),
        (POOL, {"moon": ShootTheMoon()}, "shoot-the-moon gives points that nobody has paid"),
        (POOL, {"totals": ExactTotals({-100: -50})}, "exact-totals changes scores that nobody"),
        (POOL, {"bonuses": (Sweepstake(), NoTricksBonus(5))}, "no-tricks-bonus gives points that"),
        (POOL, {"bonuses": (Howell(), Sweepstake())}, "howell gives points that nobody has paid"),
        (
            POOL,
            {"bonuses": (Sweepstake(), PoolByPlaces({"AS": 1}))},
            "only one step can say who wins the pool, not sweepstake and pool-by-places",
        ),
        (JOKER, {"bonuses": (JokerPaid(points=6), Sweepstake())}, "joker-paid gives points that"),
    ],
)  # fmt: skip
def test_a_pool_that_makes_no_sense_is_refused(
    rules: Any, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(RulesError, match=why):
        attrs.evolve(rules, name="House", **changes)


def test_what_makes_sense_is_not_refused() -> None:
    contracts = AUCTION.contracts
    assert isinstance(contracts, HighestBidderNames)
    free = attrs.evolve(contracts, pools=False)
    for changes in ({"contracts": free, "bonuses": PaysBid()}, {"contracts": free}):
        assert attrs.evolve(AUCTION, name="House", **changes).moon == NoMoon()
    assert attrs.evolve(JOKER, name="House", bonuses=(JokerPaid(points=4), Sweepstake())).has_pool
    assert attrs.evolve(POOL, name="House", sides=Partners(pooled=False), players=4).has_pool


def test_where_bids_go_into_no_pool_every_round_is_sold() -> None:
    assert isinstance(AUCTION.contracts, HighestBidderNames)
    contracts = attrs.evolve(AUCTION.contracts, pools=False)
    house = attrs.evolve(AUCTION, name="House", contracts=contracts)
    game = Game.new(house, pool=26, round_number=1, contracts=["clubs"], leader=None).deal(seed=1)
    assert (game.match.settled.jack, game.phase.name) == (True, "bid")


@pytest.mark.parametrize("pool", [-1, 1.5, "13", True, None, 10**10])
def test_a_pool_is_a_number_of_counters(pool: Any) -> None:
    wanted = "pool must be a whole number of counters from 0 to 1000000000, not"
    with pytest.raises(HeartsError, match=wanted):
        Game.new(POOL, pool=pool)
    with pytest.raises(HeartsError, match=wanted):
        score_hand(POOL, taken=piles(13, 0, 0, 0), pool=pool)
    with pytest.raises(HeartsError, match=wanted):
        score_game(POOL, rounds=[], pool=pool)


def test_a_game_without_a_pool_has_nothing_in_it() -> None:
    none = "American Hearts has no pool in which 13 counters could be"
    with pytest.raises(HeartsError, match=none):
        Game.new(AMERICAN, pool=13)
    with pytest.raises(HeartsError, match=none):
        score_hand(AMERICAN, taken=piles(13, 0, 0, 0), partial=True, pool=13)
    game = Game.new(AMERICAN).deal(seed=1)
    assert (game.pool, game.view(0).pool, game.view(0).settled.jack) == (0, 0, False)


def test_a_sheet_has_a_line_for_the_pool() -> None:
    sheet = score_hand(POOL, taken=piles(1, 5, 4, 3), pool=2)
    assert str(sheet).splitlines()[-1] == "in the pool: 15 counters, a jack"
    assert "In the pool: 15 counters, a jack</td>" in sheet_html(sheet)
    won = score_hand(POOL, taken=piles(0, 6, 4, 3), pool=2)
    assert str(won).splitlines()[-2:] == ["seat 0 won the pool: +15", "in the pool: 0 counters"]
    plain = score_hand(AMERICAN, taken=piles(13, 0, 0, 0), partial=True)
    assert "pool" not in str(plain) + sheet_html(plain)


def test_what_people_wrote_of_the_pool_is_checked() -> None:
    rows = "round,A,B,C,D,pool\nstart,50,50,50,50,0\n1,-1,-5,-4,-3,13\n2,-3,-3,-3,22,"
    names, rounds = read_csv(rows)
    card = score_game(POOL, rounds=rounds, names=names)
    assert (card.scores, card.pools) == ((46, 42, 43, 69), (0, 13, 0))
    before: dict[str, Any] = {"scores": (-1, -5, -4, -3), "round_number": 1, "pool": 13}
    assert score_game(POOL, rounds=[{"points": (-3, -3, -3, 22)}], **before).pools == (0, 13, 0)
    _, wrong = read_csv(rows.replace(",-3,13", ",-3,12"))
    with pytest.raises(
        HeartsError, match=r"^round 1: by its points the round leaves 13 in the pool, not 12$"
    ):
        score_game(POOL, rounds=wrong)
    with pytest.raises(HeartsError, match=r"^round 1: 5 counters are won from a pool of 4$"):
        score_game(POOL, rounds=[{"points": (5, 0, 0, 0)}], pool=4)
    sheet = attrs.evolve(score_hand(POOL, taken=piles(1, 5, 4, 3)), pool=7)
    with pytest.raises(HeartsError, match="by its lines the sheet leaves 13 in the pool, not 7"):
        score_game(POOL, rounds=[sheet])


def test_fosters_jack_from_fifty_counters_each() -> None:
    """Foster begins with fifty counters each: what nobody wins stays, and seat 1 wins it later."""
    rounds: list[Any] = [
        {"points": (-5, -5, -5, -5)},
        {"taken": piles(5, 0, 4, 4), "contract": "hearts"},
    ]
    card = score_game(AUCTION, rounds=rounds, scores=(50,) * 4)
    assert (card.points[1], card.pools) == ((-5, 33, -4, -4), (0, 20, 0))


def test_bids_are_for_a_contract_that_is_sold() -> None:
    first: dict[str, Any] = {"taken": piles(5, 1, 4, 3), "contract": "hearts"}
    sold: dict[str, Any] = {**first, "bids": (3, 0, 0, 0)}
    unfair: dict[str, Any] = {**first, "bids": (3, 3, 0, 0)}
    with pytest.raises(
        HeartsError, match=r"round 1: the contract of this round was sold, .*: give bids"
    ):
        score_game(AUCTION, rounds=[first])
    with pytest.raises(HeartsError, match="round 2: nothing is sold in this round"):
        score_game(AUCTION, rounds=[sold, sold])
    assert score_game(AUCTION, rounds=[sold, first]).pool == 29
    with pytest.raises(HeartsError, match="round 1: bids must be 4 whole numbers"):
        score_game(AUCTION, rounds=[unfair])


def test_bids_are_a_column() -> None:
    head, row = "A,B,C,D,contract,bids", "2H..6H,7H,8H..JH,QH..AH,hearts"
    names, rounds = read_csv(f"{head}\n{row},0 25 27 0\n{row},")
    assert score_game(AUCTION, rounds=rounds, names=names).pools == (0, 40, 53)
    _, rounds = read_csv(f"{head}\n{row},0 x 27 0")
    with pytest.raises(HeartsError, match="round 1: bids must be 4 whole numbers from 0"):
        score_game(AUCTION, rounds=rounds)


def test_a_position_may_have_a_pool() -> None:
    view = View.set_up(JOKER, seat=0, hand="AS KS", leader=0, pool=13, waive=["card-count"])
    assert (view.pool, view.settled.jack) == (13, True)
    hands = ["AS KS", "2H 3H", "AC KC", "4C 5C"]
    game = Game.new(JOKER).set_up(hands, leader=0, pool=14, waive=["card-count"])
    assert (game.pool, game.match.settled.jack) == (14, True)
    with pytest.raises(HeartsError, match="pool must be a whole number"):
        Game.new(JOKER).set_up(hands, leader=0, pool=-1)


def test_a_hand_whose_contract_was_sold_needs_the_bids() -> None:
    with pytest.raises(HeartsError, match="whoever bought it pays: give bids, 0 for a pass"):
        score_hand(AUCTION, taken=piles(5, 1, 4, 3), contract="hearts")
    assert score_hand(AUCTION, taken=piles(5, 0, 4, 4), contract="hearts", pool=13).totals == (
        -5, 26, -4, -4,
    )  # fmt: skip


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
        score_hand(house, taken=piles(6, 7, 0, 0), pool=5)


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
    sheet = score_hand(house, taken=piles(6, 7, 0, 0), pool=5)
    assert (sheet.totals, sheet.pool, sheet.jack) == ((12, -7, 0, 0), 0, False)
    assert [house.is_jack(pool, 4) for pool in (0, 1, 2)] == [False, True, True]


def test_shares_that_nobody_takes_are_no_jack() -> None:
    """Two players leave the third share of 5, 4 and 3; four leave nothing."""
    step = PoolByPlaces({"AS": 1})
    assert [step.most_left(players) for players in (2, 3, 4)] == [3, 0, 0]
    bassadewitz = variants.get("bassadewitz")
    assert [bassadewitz.is_jack(pool, 4) for pool in (0, 1, 12)] == [False, True, True]


def test_a_forged_pool_is_refused() -> None:
    message = json.loads(wire.dumps_view(Game.new(POOL, pool=3), 1))
    message["view"]["pool"] = -3
    with pytest.raises(HeartsError, match="pool must be 0 or more, not -3"):
        wire.loads_view(json.dumps(message))
