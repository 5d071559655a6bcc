"""Bassadewitz, besides ``tests/scripts/bassadewitz.txt``."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    View,
    score_game,
    score_hand,
    scorecard,
    variants,
)
from heartslib.bots import careful
from heartslib.cards import Suit
from heartslib.cli import main
from heartslib.moves import Deal
from heartslib.simulate.players.duck import duck
from tests.helpers.rounds import finished
from tests.helpers.written import read_back, written_down

BASSADEWITZ = variants.get("bassadewitz")
IN_FORCE = BASSADEWITZ.at(4).in_force
IN_PACK = BASSADEWITZ.deck.cards(4)
VALUES = {14: 11, 10: 10, 13: 4, 12: 3, 11: 2}


def worth(cards: Cards) -> int:
    return sum(VALUES.get(card.rank, 0) for card in cards)


def settled(
    *piles: str, counts: Sequence[int] = (), pool: int = 0, dealer: int = 3
) -> tuple[int, ...]:
    """What a round comes to."""
    return score_hand(
        BASSADEWITZ, taken=piles, pool=pool, trick_counts=counts or None, dealer=dealer,
        partial=True,
    ).totals  # fmt: skip


def suit_each(dealer: int) -> Game:
    """A game in which each seat holds a suit, so that eldest takes every trick."""
    return Game.new(BASSADEWITZ, dealer=dealer).apply(Deal([IN_PACK.of(suit) for suit in Suit]))


def test_bw_pack_01_32_cards_and_their_points() -> None:
    assert BASSADEWITZ.players == (4,)
    assert len(IN_PACK) == 32
    assert worth(IN_PACK) == 120
    assert {IN_FORCE.cost(card) for card in IN_PACK} == {0, 2, 3, 4, 10, 11}


def test_bw_pool_01_the_dealer_puts_in_twelve() -> None:
    game = finished(Game.new(BASSADEWITZ, dealer=2).deal(seed=2))
    assert game.sheet is not None
    assert next((line.seat, line.points) for line in game.sheet.lines) == (2, -12)
    assert [line.points for line in game.sheet.lines][1:] == [5, 4, 3, 0]
    assert {line.reason.split(" ", 1)[0] for line in game.sheet.lines} == {"fills", "has"}
    assert sum(game.sheet.totals) == 0
    assert game.score().dealer == 3


def test_a_score_card_knows_the_dealer(capsys: pytest.CaptureFixture[str]) -> None:
    piles = ["", "7C 8C 7D 8D", "AC AD AS TC KC QC 9C 9D"]
    rest = IN_PACK - sum(map(Cards, piles), Cards())
    entry = {"taken": [*piles, str(rest)], "trick_counts": [0, 1, 2, 5]}
    assert score_game(BASSADEWITZ, rounds=[entry | {"dealer": 3}], players=4).scores == (
        5,
        4,
        3,
        -12,
    )
    named, rounds = scorecard.read_csv("A,B,C,D,dealer,contract\n5,4,3,-12,3,\n")
    assert (named, rounds) == (("A", "B", "C", "D"), [{"points": [5, 4, 3, -12], "dealer": 3}])
    assert score_game(BASSADEWITZ, rounds=rounds, insist=True).scores == (5, 4, 3, -12)
    given = ["score", "bassadewitz", "--taken", *piles, str(rest), "--trick-counts", "0,1,2,5"]
    assert main([*given, "--dealer", "3", "--pool", "0"]) == 0
    assert "fills the pool" in capsys.readouterr().out


def test_a_round_for_a_pool_that_stays_is_recorded() -> None:
    stands = finished(suit_each(dealer=3)).score().deal(seed=2)
    ended = finished(stands)
    assert written_down(ended)["pool"] == stands.pool == 12
    assert read_back(written_down(ended)).sheet == ended.sheet
    unsaid = {key: value for key, value in written_down(ended).items() if key != "pool"}
    with pytest.raises(HeartsError, match="depends on what was in the pool: give 'pool'"):
        read_back(unsaid | {"round": 2})
    emptied = written_down(ended) | {"pool": 0}
    assert read_back(emptied).sheet != ended.sheet


def test_bots_stay_below_the_ten() -> None:
    """The ten takes the king, so that a player who ducks plays the king under it."""
    view = View.set_up(
        BASSADEWITZ, seat=1, hand="KC AC 7D", leader=0, trick="TC", waive=["card-count"]
    )
    assert str(careful(view)) == str(duck(view)) == "seat 1 plays KC"
