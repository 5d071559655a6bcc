"""Golden Ten: a test for each clause, the vectors, and rounds by hand."""

from __future__ import annotations

import attrs
import pytest

from heartslib import (
    Cards,
    CardsError,
    Game,
    Rules,
    View,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, KINDS, PACK, Card, Rank, Suit
from heartslib.rules import (
    CardValues,
    FollowSuit,
    HeartsMustBeBroken,
    HighestCard,
    KittyTo,
    Pack,
)
from tests.helpers import golden_ten as by_hand
from tests.helpers.rings import share
from tools.golden_ten import compare

GOLDEN_TEN = variants.get("golden_ten")


def test_the_pack_has_fourteen_cards_of_each_suit() -> None:
    """g10-pack-01."""
    pack = GOLDEN_TEN.deck.cards(4)
    assert sorted(by_hand.rook(str(card)) for card in pack) == sorted(by_hand.PACK)
    assert str(pack.of(Suit.HEARTS)) == "1H 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


@pytest.mark.parametrize(
    ("players", "each", "rest"), [(3, 18, 2), (4, 14, 0), (5, 11, 1), (6, 9, 2), (7, 8, 0)]
)
def test_whoever_takes_the_first_trick_takes_the_rest(players: int, each: int, rest: int) -> None:
    """g10-deal-01 and g10-lead-01."""
    game = Game.new(GOLDEN_TEN, players).deal(seed=1)
    assert game.view(None).hand_sizes == (each,) * players
    assert game.to_act == (0,)  # left of the dealer
    assert game.legal_plays() == game.view(0).hand
    for _ in range(players):
        game = game.play(game.legal_plays()[0])
    taker = game.view(None).table.tricks[0].taker
    assert game.view(None).captured_sizes == tuple(
        rest * (seat == taker) for seat in range(players)
    )


def points(taken: str, rules: Rules = GOLDEN_TEN) -> int:
    """What a seat scores that takes these cards, and no other card that counts."""
    rest = rules.deck.cards(4) - taken
    return score_hand(rules, taken=[taken, rest, "", ""], players=4).totals[0]


@pytest.mark.parametrize(
    ("taken", "scored"),
    [
        ("5H TH AH", 16),  # G1
        ("5H TH AH TD", 6),
        ("1H 2H TD", 0),  # G2
        ("1H 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 27),  # G3
    ],
)
def test_the_vectors(taken: str, scored: int) -> None:
    """g10-values-01."""
    assert points(taken) == scored == by_hand.points([by_hand.rook(card) for card in taken.split()])
    usual = attrs.evolve(GOLDEN_TEN, bonuses=())  # the yellow ten may always count in full
    assert points(taken, usual) == (-8 if taken == "1H 2H TD" else scored)


def test_rounds_agree_with_those_by_hand_and_in_the_kernel() -> None:
    for number in range(share(40)):
        compare(3 + number % 5, 1, number)


def test_the_one_is_below_the_two_and_the_joker_below_both() -> None:
    one, joker = Card("1s"), Card("*♥")
    assert (one.rank, int(one.rank), f"{one:u}", one.word) == (Rank(1), 1, "1♠", "1 of spades")
    assert (joker.rank, str(joker), joker.word) == (Rank(0), "*H", "joker of hearts")
    assert str(Cards("2H AS *H 1S 2S 1H")) == "1S 2S AS *H 1H 2H"
    assert str(Cards("1H-4H")) == "1H 2H 3H 4H"
    assert Card.of(Rank(1), Suit.SPADES) is one
    assert all(KINDS[card.index] is card for card in KINDS)
    assert KINDS[: len(PACK)] == PACK
    assert len(Rank) == 13
    with pytest.raises(CardsError, match="15 is not a rank: give"):
        Rank(15)
    with pytest.raises(CardsError):
        Card("11S")


def test_hearts_in_a_rule_are_all_hearts_of_the_pack() -> None:
    """Thirteen cards mean the suit, wherever a rule of play or the kitty names them."""
    breaks = attrs.evolve(
        GOLDEN_TEN, play=(FollowSuit(), HeartsMustBeBroken()), kitty=KittyTo(cards=HEARTS)
    )
    rest = "2D 3D 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    view = View.set_up(breaks, seat=0, hand=rest, leader=0, players=4, tricks=["5C 3C 4C 1H"])
    assert view.hearts_broken
    assert view.legal_plays() == view.hand
    assert breaks.kitty.due(Cards("5C 3C 4C 1H"), 2, Cards()) == 2
    assert breaks.kitty.due(Cards("5C 3C 4C 1S"), 2, Cards()) == 0


def test_a_joker_is_below_a_one_with_trumps_or_without() -> None:
    for trumps in (None, Suit.SPADES):
        heights = [
            HighestCard(trumps).strength(Card(card), Suit.SPADES) for card in ("*S", "1S", "2S")
        ]
        assert 0 < heights[0] < heights[1] < heights[2]


def test_a_suit_without_its_one_is_refused_where_the_pack_has_it() -> None:
    """Else a print that says "each heart" would be wrong of the one."""
    american, deck = variants.get("american"), Pack(lowest=Rank(1))
    hearts = attrs.evolve(
        american, players=4, deck=deck, scoring=CardValues({"1H-AH": 1, "QS": 13})
    )
    assert hearts.at(4).sentences()["Scoring"] == ["Score 13 for taking Q♠ and 1 for each heart."]
    assert score_hand(hearts, taken=["1H 2H", "", "", ""], partial=True).totals == (2, 0, 0, 0)
