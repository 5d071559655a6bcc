"""What players expect of a computer at their table: positions with the right move."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Card, Cards, Game, View, variants
from heartslib.bots import MonteCarlo, careful
from heartslib.cards import PACK
from heartslib.moves import Deal, Pass, Play
from heartslib.phases.setup import CHECKS
from heartslib.rules import NO_PASSING, EldestLeads, FollowSuit, Rules

CLUBS = ("KC 2C 3C 4C", "8C 5C 6C 7C", "QC 9C TC JC")
DIAMONDS = ("AD 2D 3D 4D", "8D 5D 6D 7D", "QD 9D TD JD")
SPADES = ("5S 2S 3S 4S", "9S 6S 7S 8S", "KS TS JS QS")
HEARTS = ("AH 9H 8H 7H", "KH 6H 5H 4H")
"""Tricks that their leader takes."""


def at(slug: str, hand: str, trick: str, tricks: tuple[str, ...]) -> View:
    """A position of four after tricks that seat 0 has taken; any card may be led to any trick."""
    rules: Rules = attrs.evolve(
        variants.get(slug), play=(FollowSuit(),), opening=EldestLeads(), passing=NO_PASSING
    )
    seat = len(trick.split())
    waived = [name for name in CHECKS if name not in {"cards", "sizes"}]
    return View.set_up(
        rules, seat=seat, hand=hand, leader=0, dealer=3, tricks=tricks, trick=trick, players=4,
        waive=waived,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "tricks", "trick", "hand", "right"),
    [
        # the queen of spades is not for the partner: third, and last
        ("partnership", (*CLUBS, *DIAMONDS), "KS 5S", "QS 9S 2S 4H 6H 7H AC", "9S 2S"),
        ("partnership", (*CLUBS, *DIAMONDS), "5S KS 6S", "QS 9S 2S 4H 6H 7H AC", "9S 2S"),
        # the last player who can duck does not take the queen
        ("american", (*CLUBS, *DIAMONDS), "5S QS 6S", "KS 2S 4H 6H 7H TH AC", "2S"),
        # the jack of diamonds is left to whoever has it, with the queen of spades in the trick
        ("omnibus", (*CLUBS, *SPADES[:2]), "JD QS 9D", "QD 2D AC 2H 3H TH AS AH", "2D"),
        ("omnibus", (*CLUBS, *SPADES[:2]), "JD QS", "QD 2D AC 2H 3H TH AS AH", "2D"),
        # under the ace goes the queen, not the king
        ("american", (*CLUBS, *DIAMONDS), "AS", "KS QS 2S 4H 6H 7H AC", "QS"),
        # a suit that nobody else has would bring three hearts
        ("american", (*CLUBS, *DIAMONDS, *SPADES, "AC KD AH KH"), "", "AS 2H 9H", "2H 9H"),
        ("american", (*CLUBS, *DIAMONDS, *SPADES, "AC KD AH KH"), "", "AS 3H 9H", "3H 9H"),
    ],
)
def test_the_right_move(
    slug: str, tricks: tuple[str, ...], trick: str, hand: str, right: str
) -> None:
    view = at(slug, hand, trick, tricks)
    expected = [Play(view.seat or 0, card) for card in Cards(right)]
    assert careful(view) in expected
    assert MonteCarlo(100)(view) in expected


def test_a_dead_suit_is_not_led_again_and_again() -> None:
    """The last spade goes last, whatever heart is beside it, since the others have only hearts."""
    for hearts in ("2H 3H", "9H TH", "3H QH"):
        view = at("american", f"AS {hearts}", "", (*CLUBS, *DIAMONDS, *SPADES, "AC KD AH KH"))
        assert careful(view) == Play(0, Cards(hearts)[0])


@pytest.mark.slow
def test_a_heart_in_the_middle_is_passed() -> None:
    """It neither stops a moon nor stays below."""
    hand = Cards("2C 3C 4C 5C 2D 3D 4D 5D 2S 3S 4S 5S 9H")
    rest = [card for card in PACK if card not in hand]
    game = Game.new(variants.get("american"), 4).apply(
        Deal([hand, *(rest[at::3] for at in range(3))])
    )
    for bot in (careful, MonteCarlo(30)):
        move = bot(game.view(0))
        assert isinstance(move, Pass)
        assert "9H" in move.cards


@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("AS QH 2S 3S 4S", "4S"),  # the queen of hearts will stop it, for less
        ("AS 2H 2S 3S 4S", "AS"),  # nothing else will
        ("AS TH 2S 3S 4S", "AS"),
    ],
)
def test_a_moon_is_not_covered_at_any_price(hand: str, right: str) -> None:
    """Seat 0 has eight hearts and leads the king of spades, and the queen falls on it."""
    tricks = (*CLUBS, *DIAMONDS, *HEARTS)
    view = at("american", hand, "KS QS", tricks)
    assert careful(view) == Play(2, Card(right))
