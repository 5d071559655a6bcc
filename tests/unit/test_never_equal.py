"""What people may take for equal, and is not, says so instead of False."""

from __future__ import annotations

from typing import Any

import pytest

from heartslib import HEARTS, SPADES, Card, Cards, CardsError, Rank, Suit

QUEEN = Card("QS")
PAIRS: list[tuple[Any, Any, str]] = [
    (QUEEN.suit, SPADES, "<Suit.SPADES: (2, 'S', '♠')> never equals Cards("),
    (SPADES, QUEEN.suit, "never equals <Suit.SPADES"),
    (QUEEN.suit, "S", "never equals 'S': compare it with one such as Suit.SPADES"),
    (QUEEN.suit, QUEEN, "never equals Card('QS'): compare it with one such as Suit.SPADES"),
    (QUEEN.rank, "Q", "<Rank.QUEEN: 12> never equals 'Q': compare it with one such as Rank.QUEEN"),
    (QUEEN.rank, QUEEN, "never equals Card('QS')"),
    (Cards("QS"), "QS", "Cards('QS') never equals 'QS': compare it with Cards('QS')"),
    (Cards("QS"), QUEEN, "Cards('QS') never equals Card('QS'): compare it with Cards('QS')"),
    (QUEEN, Cards("QS"), "Card('QS') never equals Cards('QS'): compare it with Card('QS'), or use"),
    (QUEEN, "QS", "Card('QS') never equals 'QS': compare it with Card('QS'), or use `in` with"),
    (QUEEN, QUEEN.suit, "Card('QS') never equals <Suit.SPADES"),
]


@pytest.mark.parametrize(("one", "other", "said"), PAIRS)
def test_a_comparison_that_is_never_true_is_refused(one: Any, other: Any, said: str) -> None:
    for compare in (lambda: one == other, lambda: one != other, lambda: [other].index(one)):
        with pytest.raises(CardsError) as error:
            compare()
    with pytest.raises(CardsError) as error:
        bool(one == other)
    assert said in str(error.value)
    with pytest.raises(CardsError):
        bool(other == one)


@pytest.mark.parametrize("part", [QUEEN.suit, QUEEN.rank])
def test_a_suit_and_a_rank_are_in_no_cards(part: Any) -> None:
    with pytest.raises(
        CardsError, match=r"is not a card: ask whether a card is in them, or compare"
    ):
        bool(part in HEARTS)


@pytest.mark.parametrize("one", [QUEEN.suit, QUEEN.rank, QUEEN, Cards("QS")], ids=repr)
def test_other_values_are_merely_unequal(one: Any) -> None:
    """As lists, attrs classes and the differences that pytest prints need it."""
    others: list[Any] = [None, 5, 5.0, (), [], object(), {1}]
    for other in others:
        assert one != other
        assert other != one
    things = [None, 5, (), one]
    assert things.index(one) == 3
    assert one in things
    assert 6 not in Cards("QS")
    assert {one: 1}[one] == 1


def test_what_is_equal_stays_equal() -> None:
    assert Rank.QUEEN == 12 == Rank.QUEEN
    assert Rank.QUEEN != Rank.KING
    assert {Rank.QUEEN: 1}[12] == 1  # type: ignore[index]
    assert Suit.SPADES == Suit.SPADES != Suit.HEARTS
    assert Cards("QS KS") == Cards("KS QS") != Cards("KS")
    assert len({Cards("QS KS"), Cards("KS QS"), Suit.SPADES, Rank.QUEEN, QUEEN}) == 4
