"""Cards: reading, writing, order, and multisets."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Rank, Suit
from heartslib.cards import CLUBS, DIAMONDS, HEARTS, PACK, SPADES
from heartslib.errors import CardsError


def test_the_pack_is_sorted_by_suit_then_rank() -> None:
    assert len(set(PACK)) == 52
    assert " ".join(map(str, PACK[:14])) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D"
    assert [card.suit.letter for card in PACK[::13]] == ["C", "D", "S", "H"]
    assert all(PACK[card.index] is card and card.bit == 1 << card.place for card in PACK)


@pytest.mark.parametrize("text", ["QS", "qs", "Qs", "Q♠", "q♤", "Q♠\ufe0f", " QS ", "'QS',"])
def test_a_card_is_read_in_any_usual_form(text: str) -> None:
    assert Card.parse(text) is Card("QS") is Card.of(Rank.QUEEN, Suit.SPADES)


@pytest.mark.parametrize("text", ["TD", "10D", "10d", "t♦"])
def test_ten_is_t_or_10(text: str) -> None:
    assert str(Card(text)) == "TD"


@pytest.mark.parametrize(
    "text", ["QS KS AS", "qs,ks,as", "QSKSAS", "[Q♠, K♠, A♠]", "AS / KS / QS", "'AS', 'KS','QS'"]
)
def test_cards_are_read_with_any_separators(text: str) -> None:
    assert Cards(text) == Cards(["QS", Card("KS"), "AS"])


def test_cards_are_read_from_iterables_of_cards_and_strings() -> None:
    assert Cards(each for each in ("QS KS", Card("AS"))) == Cards("QS KS AS")
    assert Cards(Card("AS")) == Cards("AS")
    assert Cards.parse(Cards("2C")) == Cards("2C")
    assert not Cards()
    assert not Cards("")


def test_cards_are_written_sorted_and_in_symbols() -> None:
    cards = Cards("QS 10D 2C AH")
    assert str(cards) == f"{cards}" == "2C TD QS AH"
    assert f"{cards:u}" == "2♣ 10♦ Q♠ A♥"
    assert f"{cards:>13}" == "  2C TD QS AH"
    assert f"{Card('QS'):u}" == "Q♠"
    assert f"{Card('QS'):u>4}" == "  Q♠"
    assert f"{Card('QS'):<4}" == "QS  "
    assert repr(cards) == "Cards('2C TD QS AH')"
    assert repr(Card("QS")) == "Card('QS')"
    assert (Rank.QUEEN.word, Rank.TEN.word, Suit.HEARTS.word) == ("queen", "10", "hearts")


def test_cards_are_ordered() -> None:
    low, high = Card("AC"), Card("2D")
    assert low < high
    assert low <= high
    assert high > low
    assert high >= low
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(low, compare)("2D") is NotImplemented


def test_cards_are_interned_and_frozen() -> None:
    card = Card("QS")
    assert copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(card, "rank", Rank.TWO)  # noqa: B010 - a checker would refuse the plain form
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(Cards("QS"), "bits", 0)  # noqa: B010


def test_two_packs_repeat_every_card() -> None:
    two = Cards(PACK * 2)
    assert len(two) == 104
    assert two.count("QS") == two.count(Card("QS")) == 2
    assert str(two.of(Suit.SPADES).only("QS KS")) == "QS QS KS KS"
    assert len(two - "QS") == 103
    assert len(two.without("QS")) == 102
    assert Cards(PACK) <= two
    assert not two <= Cards(PACK)
    assert two >= Cards("QS QS")
    assert two[10] is two[11] is Card("7C")
    assert two[:2] == Cards("2C 2C")


def test_cards_are_a_sequence_that_chance_can_draw_from() -> None:
    hand = Cards("QS KS AS 2H")
    assert isinstance(hand, Sequence)
    assert Cards(Random(1).sample(hand, 3)) <= hand
    assert Random(1).choice(hand) in hand
    assert hand.index("KS") == 1
    assert hand.index(Card("KS"), 1, 2) == 1


def test_membership_takes_cards_and_strings_and_is_false_for_the_rest() -> None:
    assert Card("2H") in HEARTS
    assert "2h" in HEARTS
    assert "2S" not in HEARTS
    assert 5 not in HEARTS
    assert HEARTS.isdisjoint("2S QS")
    assert not HEARTS.isdisjoint(Cards("2S 2H"))
    assert len(HEARTS) == 13


def test_the_right_side_of_an_operator_may_be_text() -> None:
    assert Cards("2H") == HEARTS & "2H 2S"
    assert Cards("2H") | ["2S"] == Cards("2S 2H")
    assert Cards("2H 3H") - "3H" == Cards("2H")
    assert Cards("2H") + Card("2H") == Cards("2H 2H")


@pytest.mark.parametrize(
    "text", ["", "2C", "3C 9C KC", "2C 5D 9D QS AH", "2C 2C 5D 5D 9D QS AH AH"]
)
def test_places_are_those_of_the_sorted_cards(text: str) -> None:
    cards = Cards(text)
    each = tuple(cards)
    count = len(each)
    assert [cards[place] for place in range(-count, count)] == [*each, *each]
    assert (cards[1:3], cards[::-1]) == (Cards(each[1:3]), cards)
    assert tuple(reversed(cards)) == each[::-1]
    assert [cards.index(card) for card in each] == [each.index(card) for card in each]
    for place in (count, -count - 1):
        with pytest.raises(IndexError):
            cards[place]


def test_each_suit_has_its_cards() -> None:
    suits = (CLUBS, DIAMONDS, SPADES, HEARTS)
    assert suits == tuple(Cards(card for card in PACK if card.suit is suit) for suit in Suit)


def test_cards_are_in_order_and_equal_to_themselves() -> None:
    queen, king, same = Card("QS"), Card("KS"), Card("QS")
    assert queen >= same
    assert queen <= same
    assert not queen > same
    assert not queen < same
    assert king >= queen
    assert not queen >= king
    assert not king <= queen


@pytest.mark.parametrize(
    "text",
    ["2H-6H", "2H..6H", "6H - 2H", "2h\u20136\u2665", "2H\u20266H", "2H...6H", "2H-3H 4H 5H-6H"],
)
def test_a_range_of_a_suit_is_its_cards(text: str) -> None:
    assert Cards(text) == Cards("2H 3H 4H 5H 6H")
    assert Cards([text, "QS"]) == Cards("2H 3H 4H 5H 6H QS")


def test_what_is_no_range_is_a_list() -> None:
    assert Cards("2H-3H-4H") == Cards("2H 3H 4H")
    assert Cards("2H.6H") == Cards("2H 6H") == Cards("2H, 6H")


QUEEN = Card("QS")


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


def test_arrays_hold_as_many_cards_as_they_name() -> None:
    numpy = pytest.importorskip("numpy")
    for names in (["QS", "QS", "2H"], ["QS QS", "2H"], []):
        assert len(Cards(numpy.array(names))) == len(" ".join(names).split())
    for wrong in (numpy.array([["QS", "2H"]]), numpy.array([1, 2]), numpy.array("QS")):
        with pytest.raises(CardsError, match=r"is not (a card|cards)"):
            Cards(wrong)


def test_a_series_holds_as_many_cards_as_it_names() -> None:
    pandas = pytest.importorskip("pandas")
    assert Cards(pandas.Series(["QS", "QS"])) == Cards("QS QS")
    with pytest.raises(CardsError, match="2 is not a card"):
        Cards(pandas.Series(["QS", "QS"]).value_counts())
