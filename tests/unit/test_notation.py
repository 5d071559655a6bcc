"""Deals in one line: both ways, and what is wrong with some."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from heartslib import Cards
from heartslib.cards import PACK
from heartslib.formats.notation import MAX_DEAL, deal_text, read_deal, read_hands
from heartslib.moves import Deal
from tests.helpers.strategies import multisets

HANDS = ("2C 5C KC TD QS 4S 3H 9H AH", "7H", "", "QS QS 10C")
TEXT = "0:25K.T.4Q.39A ...7 ... T..QQ. + QS4D"


def test_a_deal_is_written_hand_by_hand() -> None:
    assert deal_text(HANDS, "QS 4D") == TEXT
    assert deal_text(HANDS) == TEXT.removesuffix(" + QS4D")
    assert deal_text(HANDS, "4D QS", first=2) == "2:... T..QQ. 25K.T.4Q.39A ...7 + 4DQS"
    assert deal_text([None, "7H"], first=1) == "1:...7 -"


def test_a_deal_is_read_from_any_seat_in_any_case_and_order() -> None:
    deal = Deal(HANDS, "QS 4D")
    assert read_deal(TEXT) == deal
    assert read_deal(" 2 :  ... 10..qQ.  k52.t.Q4.9a3 ...7 +qs, 4d ") == deal
    assert [str(card) for card in read_deal(TEXT).kitty] == ["QS", "4D"]
    assert read_deal("1:...7 2...") == Deal(["2C", "7H"])


def test_a_hand_that_is_not_known_is_none() -> None:
    assert read_hands("1:- ...7 -") == (None, None, Cards("7H"))
    assert read_hands("0:2... - + QS") == (Cards("2C"), None)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Deal, int]:
    """Several packs, dealt to any number of seats, the rest in the kitty; and a seat."""
    players = draw(st.integers(2, 11))
    pack = list(PACK) * draw(st.integers(1, 8))
    Random(draw(st.integers(0, 2**32))).shuffle(pack)
    size = draw(st.integers(0, len(pack) // players))
    hands = [pack[size * seat :][:size] for seat in range(players)]
    aside = draw(st.integers(0, 5))
    return Deal(hands, pack[size * players :][:aside]), draw(st.integers(0, players - 1))


@given(deals())
def test_every_deal_is_read_as_it_was_written(drawn: tuple[Deal, int]) -> None:
    deal, first = drawn
    text = deal_text(deal.hands, deal.kitty, first)
    assert len(text) <= MAX_DEAL
    assert text.startswith(f"{first}:")
    assert read_deal(text) == deal
    assert read_hands(text) == deal.hands


@given(st.lists(st.none() | multisets.map(lambda cards: cards & PACK), min_size=2, max_size=8))
def test_known_and_unknown_hands_are_read_as_they_were_written(hands: list[Cards | None]) -> None:
    assert read_hands(deal_text(hands, first=len(hands) - 1)) == tuple(hands)


def test_a_byte_order_mark_is_left_out() -> None:
    assert read_deal(f"\ufeff{TEXT}") == read_deal(TEXT)
    assert read_hands(f"\ufeff{TEXT}") == read_hands(TEXT)


def test_text_may_be_as_long_as_the_limit() -> None:
    assert read_deal("0:2... 3...".ljust(MAX_DEAL)) == Deal(["2C", "3C"])
