"""Bassadewitz: a test for each clause, and worked examples."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    RulesError,
    View,
    legal_plays,
    score_game,
    score_hand,
    variants,
)
from heartslib.bots import careful
from heartslib.cards import PACK, Suit
from heartslib.cli import main
from heartslib.moves import Deal
from heartslib.rules import PoolByPlaces
from heartslib.simulate.duck import duck
from tests.helpers.rounds import finished
from tests.helpers.written import read_back, written_down

BASSADEWITZ = variants.get("bassadewitz")
IN_FORCE = BASSADEWITZ.in_force
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


def test_bw_pack_01_the_ten_is_above_the_king() -> None:
    game = Game.new(BASSADEWITZ, dealer=3)
    hands = ["KC 7D 8D 9D 7S 8S 9S 7H", "TC JD QD KD JS QS KS 8H", "QC TD AD TS AS 9H JH QH"]
    rest = IN_PACK - sum(map(Cards, hands), Cards())
    game = game.deal(hands=[*hands, rest]).play("KC").play("TC").play("QC")
    assert game.play("9C").table.tricks[-1].taker == 1
    assert game.play("AC").table.tricks[-1].taker == 3
    assert "rank ace, 10, king, queen, jack, 9, 8 and 7" in " ".join(BASSADEWITZ.describe().split())


def test_bw_pool_01_the_dealer_puts_in_twelve() -> None:
    game = finished(Game.new(BASSADEWITZ, dealer=2).deal(seed=2))
    assert game.sheet is not None
    assert next((line.seat, line.points) for line in game.sheet.lines) == (2, -12)
    assert [line.points for line in game.sheet.lines][1:] == [5, 4, 3, 0]
    assert {line.reason.split(" ", 1)[0] for line in game.sheet.lines} == {"fills", "has"}
    assert sum(game.sheet.totals) == 0
    assert game.score().dealer == 3


def test_bw_pool_01_eldest_leads_and_players_follow_suit() -> None:
    game = Game.new(BASSADEWITZ, dealer=1).deal(seed=1)
    assert game.to_act == (2,)
    assert game.legal_plays() == game.hands[2]
    assert str(legal_plays(BASSADEWITZ, hand="7C AH TD", trick="9C")) == "7C"
    assert str(legal_plays(BASSADEWITZ, hand="AH TD", trick="9C")) == "TD AH"


def test_bw_score_01_five_four_three() -> None:
    """BW1: no trick, a trick of nothing, 50 and 70; the dealer, seat 3, has paid 12."""
    third = "AC AD AS TC KC QC 9C 9D"
    assert worth(Cards(third)) == 50
    rest = Cards(PACK).only(IN_PACK) - Cards(third) - Cards("7C 8C 7D 8D")
    assert worth(rest) == 70
    points = settled("", "7C 8C 7D 8D", third, str(rest), counts=(0, 1, 2, 5))
    assert points == (5, 4, 3, 0 - 12)


def test_bw_score_01_the_elder_hand_comes_first() -> None:
    for dealer, shares in {3: (5, 4, 3, 0), 0: (0, 5, 4, 3), 1: (3, 0, 5, 4)}.items():
        piles = ["7C"] * 4
        for place, suit in enumerate("CDSH"):
            piles[place] = f"7{suit}"
        most = (dealer) % 4
        piles[most] += " AC"
        points = list(settled(*piles, counts=(2, 2, 2, 2), dealer=dealer))
        points[dealer] += 12
        assert tuple(points) == shares
    # the dealer is the last of those with as many
    assert settled("7C AC", "7D", "7S", "7H", counts=(2, 2, 2, 2)) == (0, 5, 4, 3 - 12)


def test_bw_score_02_all_tricks() -> None:
    game = finished(suit_each(dealer=3))
    assert game.sheet is not None
    assert game.sheet.totals == (12, -4, -4, -4 - 12)
    after = game.score()
    assert after.dealer == 3
    assert sum(after.scores) == -12


def test_bw_score_02_a_hundred_points() -> None:
    """BW2: 105 and 15; the pool stays, and nobody fills it again."""
    fifteen = "AC KC 9C 9D"
    rest = IN_PACK - Cards(fifteen) - Cards("7C 8C 7D 8D")
    assert worth(rest) == 105
    piles = (str(rest), fifteen, "7C 8C 7D 8D", "")
    assert settled(*piles, counts=(6, 1, 1, 0)) == (-12, 4, 4, 4 - 12)
    assert settled(*piles, counts=(6, 1, 1, 0), pool=12) == (-12, 4, 4, 4)


def test_bw_score_02_all_equal() -> None:
    """BW3: thirty each, no payment."""
    piles = [str(Cards(f"A{suit} T{suit} K{suit} Q{suit} J{suit}")) for suit in "CDSH"]
    assert {worth(Cards(pile)) for pile in piles} == {30}
    assert settled(*piles, counts=(2, 2, 2, 2)) == (0, 0, 0, -12)
    assert settled(*piles, counts=(2, 2, 2, 2), pool=12) == (0, 0, 0, 0)


def test_a_pool_that_stays_is_played_for() -> None:
    game = finished(suit_each(dealer=3)).score().deal(seed=2)
    assert game.dealer == 3
    over = finished(game)
    assert over.sheet is not None
    assert sorted(over.sheet.totals) == [0, 3, 4, 5]
    after = over.score()
    assert (after.dealer, sum(after.scores)) == (0, 0)


def test_a_score_needs_the_dealer() -> None:
    with pytest.raises(HeartsError, match="these rules ask who dealt: give dealer"):
        score_hand(BASSADEWITZ, taken=["", "", "", ""], trick_counts=(2, 2, 2, 2), partial=True)
    with pytest.raises(HeartsError, match="dealer must be a seat from 0 to 3, not 4"):
        settled("", "", "", "", counts=(2, 2, 2, 2), dealer=4)
    with pytest.raises(HeartsError, match="give dealer"):
        Game.new(BASSADEWITZ, scores=(5, 4, 3, -12), round_number=1)


def test_a_score_card_knows_the_dealer(capsys: pytest.CaptureFixture[str]) -> None:
    piles = ["", "7C 8C 7D 8D", "AC AD AS TC KC QC 9C 9D"]
    rest = IN_PACK - sum(map(Cards, piles), Cards())
    entry = {"taken": [*piles, str(rest)], "trick_counts": [0, 1, 2, 5]}
    assert score_game(BASSADEWITZ, rounds=[entry], players=4).scores == (5, 4, 3, -12)
    given = ["score", "bassadewitz", "--taken", *piles, str(rest), "--trick-counts", "0,1,2,5"]
    assert main([*given, "--dealer", "3"]) == 0
    assert "fills the pool" in capsys.readouterr().out


def test_shares_are_counters() -> None:
    for shares in ((), (5, -4), (5, "4")):
        with pytest.raises(RulesError, match="shares must be whole numbers, 0 or more"):
            PoolByPlaces({"AC": 11}, shares)  # type: ignore[arg-type]


def test_a_round_for_a_pool_that_stays_is_recorded() -> None:
    stands = finished(suit_each(dealer=3)).score().deal(seed=2)
    ended = finished(stands)
    assert written_down(ended)["pool"] == stands.pool == 12
    assert read_back(written_down(ended)).sheet == ended.sheet
    emptied = written_down(ended) | {"pool": 0}
    assert read_back(emptied).sheet != ended.sheet


def test_bots_stay_below_the_ten() -> None:
    """The ten takes the king, so that a player who ducks plays the king under it."""
    view = View.set_up(
        BASSADEWITZ, seat=1, hand="KC AC 7D", leader=0, trick="TC", waive=["card-count"]
    )
    assert str(careful(view)) == str(duck(view)) == "seat 1 plays KC"
