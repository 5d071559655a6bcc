"""A joker among the hearts, in the place of a card of the pack, which stands for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from heartslib._quick import frozen
from heartslib.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, Cards, Rank, Suit, to_card
from heartslib.rules import facts
from heartslib.rules._checks import is_a, whole_number
from heartslib.rules.clauses import Clause
from heartslib.rules.count import Needs
from heartslib.rules.facts import Where, these
from heartslib.rules.page import Page, Printed
from heartslib.rules.scoring import Step
from heartslib.rules.tricks import HighestOfSuitLed, TrickRule
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Table

__all__ = ["FollowSuitOrJoker", "FollowSuitWithJoker", "JokerPaid", "JokerWins"]

_HIGH: Final = Cards(card for card in HEARTS if card.rank > Rank.TEN)
"""The hearts above the joker."""


@frozen
class FollowSuitOrJoker:
    """Follow suit; the joker may also be played under a higher heart.

    What it says: follow suit if you can.  The joker is a heart.  On a lead of another suit its holder
    may also play it, able to follow or not, once a heart above the ten is in the trick.
    Waived when: the hand is void in the suit led.
    Sources: R. F. Foster, *Complete Hoyle*, "Joker Hearts".

    Attributes:
        joker: The heart that stands for the joker.
    """

    joker: Card = attrs.field(default=Card("2H"), converter=to_card)
    name: str = attrs.field(default="follow-suit-or-joker", kw_only=True)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The cards of the suit led, with the joker if it may be played."""
        high, hearts = facts.IN_TRICK & these(_HIGH), facts.CARD_LED & these(HEARTS)
        plain = [these(cards) for cards in (CLUBS, DIAMONDS, SPADES)]
        return (
            Clause(Where.FOLLOWING, facts.SUIT_LED, unless=high),
            Clause(Where.FOLLOWING, facts.SUIT_LED, only_if=hearts),
            *(
                Clause(
                    Where.FOLLOWING,
                    # sets have no union: a card is in either if it is not outside both
                    ~(~suit & ~these(self.joker)),
                    only_if=high,
                    unless=facts.CARD_LED & ~suit,
                    spare=Cards(self.joker),
                )
                for suit in plain
            ),
        )

    def reason(self, card: Card, table: Table) -> str:
        """Why a card of another suit may not be played."""
        suit = table.trick.suit
        return f"{suit.word if suit else 'a suit'} were led and you hold some: follow suit"

    def describe(self, players: int) -> str:
        return (
            f"{self.joker:u} is the joker, a heart. Follow suit if you can; if you are void in the suit "
            "led, play any card. If another suit was led, and a heart above the ten is already in the "
            "trick, you may play the joker even if you can follow suit."
        )


@frozen
class FollowSuitWithJoker:
    """Follow suit; the joker is a heart, whatever card stands for it.

    What it says: follow suit if you can.  The joker follows a lead of hearts and no other, and hearts
    follow a lead of the joker.
    Waived when: the hand is void in the suit led.
    Sources: Polish rules, "Kierki dżokerowe".

    Attributes:
        joker: The card that stands for the joker.
    """

    joker: Card = attrs.field(default=Card("2C"), converter=to_card)
    name: str = attrs.field(default="follow-suit-with-joker", kw_only=True)

    @property
    def clauses(self) -> tuple[Clause, Clause]:
        """Hearts and the joker follow each other; of another suit, all but the joker."""
        hearts = these(HEARTS | self.joker)
        led = facts.CARD_LED & hearts
        return (
            Clause(Where.FOLLOWING, hearts, only_if=led),
            Clause(Where.FOLLOWING, facts.SUIT_LED & ~hearts, unless=led),
        )

    def reason(self, card: Card, table: Table) -> str:
        """Why a card of another suit may not be played."""
        led, what = table.trick.cards[0], f"{card} is the joker, a heart; " * (card is self.joker)
        suit = Suit.HEARTS if led is self.joker else led.suit
        return f"{what}{suit.word} were led and you hold some: follow suit"

    def describe(self, players: int) -> str:
        return (
            f"{self.joker:u} is the joker, a heart and nothing else. Follow suit if you "
            "can; if you are void in the suit led, play any card."
        )


@frozen
class JokerWins(Printed, TrickRule):
    """The joker ranks between the jack and the ten of hearts, and wins tricks of other suits.

    What it says: on a lead of hearts the joker ranks above the ten.  On another suit it wins the trick,
    unless a heart above the ten is in the trick, too; then the highest such heart wins.
    Sources: R. F. Foster, *Complete Hoyle*, "Joker Hearts"; Polish rules, "Kierki dżokerowe" (it
    always wins tricks of other suits).

    Attributes:
        joker: The card that stands for the joker; it counts as a heart.
        always: Whether it wins a trick of another suit whatever hearts are in it.
    """

    joker: Card = attrs.field(default=Card("2H"), converter=to_card)
    always: bool = attrs.field(default=False, validator=is_a(bool))
    name: str = attrs.field(default="joker-wins", kw_only=True)

    def taker(self, table: Table, left: int) -> int:
        cards = table.trick.cards
        hearts = self.joker in cards and not self.always
        led = Suit.HEARTS if hearts else self.suit_of(cards[0])
        strengths = [self.strength(card, led) for card in cards]
        return table.trick.seat_of(strengths.index(max(strengths)))

    def suit_of(self, card: Card) -> Suit:
        """The joker is a heart."""
        return Suit.HEARTS if card is self.joker else card.suit

    def strength(self, card: Card, led: Suit) -> int:
        """How high a card is; of another suit only the joker wins, and hearts above it count 0."""
        # ranks are doubled, so that the joker fits between ten and jack
        if card is self.joker:
            return 2 * (Rank.TEN if led is Suit.HEARTS else Rank.ACE) + 1
        return 2 * card.rank if card.suit is led else 0

    def printed(self, page: Page) -> str:
        high = "unless a heart above the ten is in it, too: then the highest such heart wins"
        when = "whatever hearts are in it" if self.always else high
        return (
            f"{HighestOfSuitLed().printed(page)} Among the hearts the joker, {self.joker:u}, ranks "
            "between the jack and the ten. But if another suit was led, the joker wins the trick, "
            f"{when}."
        )


@frozen
class JokerPaid(Step):
    """Whoever takes another player's joker pays that player.

    What it says: what its taker loses by the steps before goes to whoever played it, not to the pool;
    a player who takes their own joker gets nothing.
    Sources: R. F. Foster, *Complete Hoyle*, "Joker Hearts".

    Attributes:
        joker: The heart that stands for the joker.
        points: What its player gets.
    """

    joker: Card = attrs.field(default=Card("2H"), converter=to_card)
    points: int = attrs.field(default=5, validator=whole_number(1))
    name: str = attrs.field(default="joker-paid", kw_only=True)

    @property
    def needs(self) -> Needs:
        """Who took the trick with the joker, and who played it."""
        return Needs(Cards(self.joker), order=True, signs=frozenset({1}), settles=self.points)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for whoever got rid of it."""
        for trick, taker in zip(finished.tricks or (), finished.takers, strict=True):
            for seat, card in trick.plays:
                if card is self.joker and taker not in {None, seat}:
                    yield Line(seat, self.points, "got rid of the joker")

    def describe(self, players: int) -> str:
        return (
            f"A player who takes another's joker, {self.joker:u}, pays {self.points} to that player, "
            "not into the pool."
        )
