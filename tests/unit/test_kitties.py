"""Who gets the kitty: whoever takes certain cards, or nobody."""

from __future__ import annotations

import attrs
import pytest

from heartslib import HEARTS, Cards, Game, HeartsError, Rules, RulesError, score_hand
from heartslib.cards import in_order
from heartslib.rules import (
    ADD,
    NO_PASSING,
    CardValues,
    Contract,
    ContractsInOrder,
    EldestLeads,
    EndsWhenNothingCounts,
    FollowSuit,
    KittyTo,
    KittyToNobody,
    NoneOf,
    Pack,
    PlayedOut,
    ShootTheMoon,
    Taker,
)
from heartslib.rules.reach import refused
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering import lowered
from tests.helpers.positions import AMERICAN


def test_a_kitty_goes_with_the_first_of_some_cards() -> None:
    kitty, penalty = KittyTo(cards="QS AH"), Cards("QS 2H")
    assert kitty.due(Cards("2C 3C 2H"), 4, penalty) == 0
    assert kitty.due(Cards("2C 3C AH"), 4, penalty) == 4
    by_twos = KittyTo(share=2, cards="QS AH")
    assert by_twos.due(Cards("2C QS AH"), 4, penalty) == 2
    assert by_twos.due(Cards("2C QS AH"), 1, penalty) == 1
    for taker in Taker.OF_PENALTY, Taker.OF_LAST_TRICK:
        with pytest.raises(RulesError, match=r"cards: only Taker\.OF_TRICK asks which cards"):
            KittyTo(taker, cards="QS")


def test_whoever_takes_the_queen_takes_the_kitty() -> None:
    rules = attrs.evolve(
        AMERICAN, deck=Pack(kitty=40), passing=NO_PASSING, kitty=KittyTo(cards="QS")
    )
    hands = Cards("2C 3D KS"), Cards("3C 4D 2S"), Cards("4C 5D QS"), Cards("5C 6D 3S")
    rest = rules.deck.cards(4) - sum(hands, Cards())
    game = played(Game.new(rules).deal(hands=hands, kitty=rest), "2C 3C 4C 5C 3S KS 2S")
    assert game.view(0).kitty_size == 40
    game = game.play("QS")
    assert game.view(None).captured_sizes == (40, 0, 0, 0)
    assert game.view(0).captured == rest


DEAD = attrs.evolve(
    AMERICAN,
    deck=Pack(kitty=40),
    passing=NO_PASSING,
    opening=EldestLeads(),
    kitty=KittyToNobody(),
    moon=ShootTheMoon(ADD),
)
"""Three cards for each of four players; all the others are out of play."""


def dead_game(*hands: str, rules: Rules = DEAD) -> Game:
    """A game of which the hands are known, seat 1 first on lead."""
    dealt = [*map(Cards, hands)]
    rest = rules.deck.cards(4) - sum(dealt, Cards())
    return Game.new(rules, dealer=0).deal(hands=dealt, kitty=rest)


def played(game: Game, cards: str) -> Game:
    for card in in_order(cards):
        game = game.play(card)
    return game


def test_a_moon_takes_the_penalty_cards_that_are_not_in_a_dead_kitty() -> None:
    game = dead_game("2C 3C 2H", "AC KC QC", "4C 5C 3H", "2D 3D 4D")
    game = played(game, "AC 4C 2D 2C KC 5C 3D 3C")
    assert game.points_so_far == (0, 0, 0, 0)
    assert game.view(1).kitty_size == 40
    game = played(game, "QC 3H 4D 2H")
    assert game.sheet is not None
    assert (game.phase.name, game.sheet.totals) == ("score", (26, 0, 26, 26))
    assert game.view(None).captured_sizes == (0, 0, 0, 0)
    # the same round without the game: by its tricks, and by what was taken
    tricks = [trick.cards for trick in game.table.tricks]
    assert score_hand(DEAD, tricks=tricks, leader=1) == game.sheet
    assert score_hand(DEAD, taken=["", "2H 3H", "", ""]).totals == game.sheet.totals


def test_a_round_with_a_dead_penalty_card_is_played_out() -> None:
    early = attrs.evolve(DEAD, round_end=EndsWhenNothingCounts(), scoring=CardValues({"QS 2H": 5}))
    out = dead_game("2C 3C 2H", "AC KC QC", "4C 5C 3H", "2D 3D 4D", rules=early)
    assert played(out, "AC 4C 2D 2C KC 5C 3D 3C QC 3H 4D 2H").phase.name == "score"
    here = dead_game("QS 3C 2H", "AD KC QC", "4C 5C 3H", "2C 3D 4D", rules=early)
    here = played(here, "AD 4C 3D QS")
    assert here.phase.name == "play"
    assert played(here, "KC 5C 2C 3C").phase.name == "play"


def test_a_card_still_in_a_hand_is_not_taken_for_a_dead_one() -> None:
    rules = attrs.evolve(DEAD, bonuses=NoneOf("2H 3H", -5))
    game = dead_game("2C 3C 2H", "AC KC QC", "4C 5C 3H", "2D 3D 4D", rules=rules)
    game = played(game, "AC 4C 2D 2C KC 5C 3D 3C")
    assert game.points_so_far == (0, 0, 0, 0)
    assert played(game, "QC 3H 4D 2H").points_so_far == (21, 0, 21, 21)


def test_points_that_leave_some_in_a_dead_kitty_are_possible() -> None:
    rules = attrs.evolve(
        AMERICAN,
        players=3,
        deck=Pack(left_over=True),
        passing=NO_PASSING,
        kitty=KittyToNobody(),
        contracts=ContractsInOrder((Contract("queen", CardValues({"QS": 13, "2H": 1})),)),
    )
    under = rules.under("queen").in_force
    assert (
        refused(under, (13, 1, 0)) == refused(under, (0, 1, 0)) == refused(under, (13, 0, 0)) == ""
    )
    assert refused(under, (0, 15, 0)) != ""
    sheet = score_hand(rules, taken=["", "2H", ""], contract="queen", moon="add")
    assert sheet.totals == (26, 0, 26)


def test_what_is_claimed_leaves_a_dead_kitty() -> None:
    rules = attrs.evolve(DEAD, round_end=PlayedOut(claims=True))
    game = dead_game("2C 3C 2H", "AC KC QC", "4C 5C 3H", "2D 3D 4D", rules=rules).claim(1)
    for seat in (2, 3, 0):
        game = game.answer(seat, accepts=True)
    assert game.phase.name == "score"
    assert game.view(None).captured_sizes == (0, 12, 0, 0)
    assert game.sheet is not None
    assert game.sheet.totals == (26, 0, 26, 26)


def test_more_cards_than_a_dead_kitty_has_cannot_be_missing() -> None:
    rules = attrs.evolve(AMERICAN, players=3, deck=Pack(left_over=True), kitty=KittyToNobody())
    taken = [HEARTS.without("2H"), Cards("QS"), Cards()]
    assert score_hand(rules, taken=taken, players=3).totals == (12, 13, 0)
    taken[0] = HEARTS.without("2H 3H")
    with pytest.raises(HeartsError, match="nobody took 2H 3H: give partial=True"):
        score_hand(rules, taken=taken, players=3)


def test_the_kernel_plays_no_dead_kitty() -> None:
    with pytest.raises(CannotLower, match="KittyToNobody"):
        lowered(DEAD, 4)


def test_a_card_still_in_a_hand_is_not_dead() -> None:
    """After four tricks JH may be anywhere, so nobody has shot the moon yet."""
    rules = attrs.evolve(
        AMERICAN, name="Dead", players=4, deck=Pack(kitty=4),
        kitty=KittyToNobody(), opening=EldestLeads(), play=FollowSuit(),
    )  # fmt: skip
    tricks = ["AH 2H 3H 4H", "KH 5H 6H 7H", "QH 8H 9H TH", "AS QS 2S 3S"]
    with pytest.raises(HeartsError, match="nobody took JH: give partial=True"):
        score_hand(rules, tricks=tricks, leader=0)
    assert score_hand(rules, tricks=tricks, leader=0, partial=True).totals == (25, 0, 0, 0)
    pile = Cards(" ".join(tricks))
    assert score_hand(rules, taken=[pile, "", "", ""], partial=True).totals == (25, 0, 0, 0)
    with pytest.raises(HeartsError, match="seat 0 shot the moon"):
        score_hand(rules, taken=[pile, "", "", ""])
