"""Deals in one line: both ways, and what is wrong with some."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartslib import Cards, CardsError, RecordError
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
    with pytest.raises(RecordError) as error:
        read_deal("1:- ...7 -")
    assert str(error.value) == (
        "the hand of seat 0 and 1 is unknown ('-'): a deal needs every hand; "
        "read_hands reads the known ones"
    )


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (5, "a deal must be text, not 5"),
        ("0:" + " " * MAX_DEAL, f"{MAX_DEAL + 2} characters are too many for a deal"),
        (
            "...7 2...",
            "a deal must begin with the seat of its first hand and a colon, such as '0:', ",
        ),
        ("N:...7 2...", "and a colon, such as '0:', not with 'N:...7 2...'"),
        ("٣:...7 2...", "a deal must begin with the seat"),
        ("0:", "a deal has 2 to 11 hands, not 0"),
        ("0:...7", "a deal has 2 to 11 hands, not 1"),
        ("0:" + "... " * 12, "a deal has 2 to 11 hands, not 12"),
        ("2:...7 2...", "the first of 2 hands must belong to a seat from 0 to 1, not 2"),
    ],
    ids=str,
)
def test_what_is_no_deal_is_refused(text: str, said: str) -> None:
    for read in (read_deal, read_hands):
        with pytest.raises(RecordError) as error:
            read(text)
        assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "1:...7 25K.T",
            "hand 2 (seat 0), '25K.T': a hand is four groups of ranks separated by dots",
        ),
        ("1:...7 25K.T", "such as '25K.T.Q4.39A', not 2 ('-' is an unknown hand)"),
        ("0:.... 2...", "hand 1 (seat 0), '....': a hand is four groups"),
        ("1:2.0.. 3...", "hand 1 (seat 1), '2.0..': '0' are not ranks of diamonds: write 2 to 9"),
        ("0:2... \u212a...", "hand 2 (seat 1), '\u212a...': '\u212a' are not ranks of clubs"),
        ("0:222222222... 3...", "hand 1 (seat 0), '222222222...': 2C occurs more than 8 times"),
        ("0:22222... 2222...", "all hands and the kitty together: 2C occurs more than 8 times"),
        ("0:2222222... - + 2C2C", "all hands and the kitty together: 2C occurs more than"),
        ("0:2... 3... +", "write the kitty once, after all hands: a plus and its cards"),
        ("0:2... 3... + 4C + 5C", "write the kitty once, after all hands"),
        ("0:2... 3... + 4X", "the kitty, '4X': '4X' is not a card"),
    ],
    ids=str,
)
def test_a_hand_that_cannot_be_read_is_named(text: str, said: str) -> None:
    for read in (read_deal, read_hands):
        with pytest.raises(CardsError) as error:
            read(text)
        assert said in str(error.value)


@pytest.mark.parametrize(
    ("hands", "first", "said"),
    [
        ("2C 3C", 0, "hands must be one collection of cards per seat, not '2C 3C'"),
        (Cards("2C"), 0, "hands must be one collection of cards per seat, not Cards('2C')"),
        (5, 0, "hands must be one collection of cards per seat, not 5"),
        (["2C"], 0, "a deal has 2 to 11 hands, not 1"),
        (itertools.repeat("2C"), 0, "too many hands: at most 11 are allowed"),
        ([itertools.repeat("2C")], 0, "the hand of seat 0: more than 416 cards"),
        (["2C", "3C"], 2, "the first of 2 hands must belong to a seat from 0 to 1, not 2"),
        (["2C", "3C"], -1, "a seat from 0 to 1, not -1"),
        (["2C", "3C"], True, "a seat from 0 to 1, not True"),
        (["2C", "3X"], 0, "the hand of seat 1: '3X' is not a card"),
        (["2C " * 8, "2C"], 0, "all hands and the kitty together: 2C occurs more than 8 times"),
    ],
    ids=str,
)
def test_hands_that_are_no_deal_are_not_written(hands: list[str], first: int, said: str) -> None:
    with pytest.raises((CardsError, RecordError)) as error:
        deal_text(hands, first=first)
    assert said in str(error.value)


def test_a_byte_order_mark_is_left_out() -> None:
    assert read_deal(f"\ufeff{TEXT}") == read_deal(TEXT)
    assert read_hands(f"\ufeff{TEXT}") == read_hands(TEXT)


def test_text_may_be_as_long_as_the_limit() -> None:
    assert read_deal("0:2... 3...".ljust(MAX_DEAL)) == Deal(["2C", "3C"])
