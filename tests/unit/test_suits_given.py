"""A letter or a number given for a suit, a rank or a choice is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from heartslib import Card, Cards, HeartsError
from heartslib.cards import Rank, Suit
from heartslib.errors import CardsError
from heartslib.rules import HighestOfSuitLed, KittyTo, Taker
from heartslib.table import Table

ANY: Any = Card
LETTER: Any = "S"
SUIT = "'S' is not a suit: give one such as Suit.SPADES"
BOTH = r"are not a rank and a suit: give them as in Card\.of\(Rank\.QUEEN, Suit\.SPADES\)"


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: Cards("QS").of(LETTER), SUIT),
        (lambda: Table.ready(0, 4).was_led(LETTER), SUIT),
        (lambda: ANY.of("Q", Suit.SPADES), f"'Q' and .* {BOTH}"),
        (lambda: ANY.of(12, "S"), f"12 and 'S' {BOTH}"),
        (lambda: ANY.of(-1, Suit.DIAMONDS), f"-1 and .* {BOTH}"),
        (lambda: ANY.of(15, Suit.DIAMONDS), f"15 and .* {BOTH}"),
        (lambda: ANY.of([], Suit.DIAMONDS), BOTH),
        (lambda: ANY.of(1.0, Suit.DIAMONDS), BOTH),
        (lambda: ANY.of(True, Suit.DIAMONDS), BOTH),
    ],
    ids=["of", "was_led", "letters", "suit", "too low", "too high", "list", "float", "bool"],
)
def test_a_letter_is_no_suit(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(CardsError, match=sentence):
        ask()
    assert Card.of(Rank.ACE, Suit.SPADES) == Card("AS")


@pytest.mark.parametrize("wrong", ["last-trick", "OF_TRICK", [], None])
def test_a_word_is_no_choice(wrong: Any) -> None:
    with pytest.raises(
        HeartsError, match=r"KittyTo: taker must be a Taker, such as Taker\.OF_TRICK"
    ):
        KittyTo(wrong)
    with pytest.raises(HeartsError, match="HighestOfSuitLed: equals must be an Equals, such as"):
        HighestOfSuitLed(wrong)


def test_each_kitty_has_its_name() -> None:
    names = [KittyTo(taker).name for taker in Taker]
    assert names == ["kitty-to-first-trick", "kitty-to-first-penalty", "kitty-to-last-trick"]
    assert KittyTo(share=1).name == "kitty-by-the-trick"
