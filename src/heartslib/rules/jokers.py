"""Jokers: one among the hearts, which wins, and those that may be played at any time and never win."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field

from heartslib._values.arguments import frozen
from heartslib.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    Card,
    Cards,
    Rank,
    Suit,
    to_card,
    to_cards,
)
from heartslib.rules import facts
from heartslib.rules.book.checks import some, whole_number
from heartslib.rules.book.page import Page, Printed
from heartslib.rules.clauses import Clause
from heartslib.rules.counting.terms import Needs
from heartslib.rules.facts import Where, these
from heartslib.rules.play import AnyFollowSuit
from heartslib.rules.scoring import Step
from heartslib.rules.tricks import HighestOfSuitLed, TrickRule
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Table
from heartslib.words import named

__all__ = ["FollowSuitOrJoker", "FollowSuitWithJoker", "JokerPaid", "JokerWins", "JokersAnyTime"]

_HIGH = Cards(card for card in HEARTS if card.rank > Rank.TEN)
"""The hearts above the joker."""


@frozen
class FollowSuitOrJoker(AnyFollowSuit):
    """Follow suit; the joker may also be played under a higher heart.

    What it says: follow suit if you can.  The joker is a heart.  On a lead of another suit its holder
    may also play it, able to follow or not, once a heart above the ten is in the trick.
    Waived when: the hand is void in the suit led.
    Sources: R. F. Foster, *Complete Hoyle*, "Joker Hearts".

    Attributes:
        joker: The heart that stands for the joker.
    """

    joker: Card = field(default=Card("2H"), converter=to_card)
    name: str = "follow-suit-or-joker"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The cards of the suit led, with the joker if it may be played."""
        high = facts.IN_TRICK & these(_HIGH)
        hearts = facts.CARD_LED & these(HEARTS)
        clauses = [
            Clause(Where.FOLLOWING, facts.SUIT_LED, unless=high),
            Clause(Where.FOLLOWING, facts.SUIT_LED, only_if=hearts),
        ]
        for suit in map(these, (CLUBS, DIAMONDS, SPADES)):
            # sets have no union: a card is in either if it is not outside both
            either = ~(~suit & ~these(self.joker))
            another = facts.CARD_LED & ~suit
            spare = Cards(self.joker)  # a hand with no card of the suit may discard any
            clauses.append(
                Clause(Where.FOLLOWING, either, only_if=high, unless=another, spare=spare)
            )
        return tuple(clauses)

    def describe(self, players: int) -> str:
        return (
            f"{self.joker:u} is the joker, a heart. Follow suit if you can; if you are void in the suit "
            "led, play any card. If another suit was led, and a heart above the ten is already in the "
            "trick, you may play the joker even if you can follow suit."
        )


@frozen
class FollowSuitWithJoker(AnyFollowSuit):
    """Follow suit; the joker is a heart, whatever card stands for it.

    What it says: follow suit if you can.  The joker follows a lead of hearts and no other, and hearts
    follow a lead of the joker.
    Waived when: the hand is void in the suit led.
    Sources: Polish rules, "Kierki dżokerowe".

    Attributes:
        joker: The card that stands for the joker.
    """

    joker: Card = field(default=Card("2C"), converter=to_card)
    name: str = "follow-suit-with-joker"

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
        led = table.trick.cards[0]
        what = "the joker is a heart; " if card is self.joker else ""
        suit = Suit.HEARTS if led is self.joker else led.suit
        return f"{what}{suit.word} were led and you hold some: follow suit"

    def describe(self, players: int) -> str:
        return (
            f"{self.joker:u} is the joker, a heart and nothing else. Follow suit if you "
            "can; if you are void in the suit led, play any card."
        )

    def following(self, led: Card) -> Cards:
        """The hearts and the joker, if one of them was led; else the suit without the joker."""
        hearts = super().following(HEARTS[0]) | self.joker
        return hearts if led in hearts else super().following(led).without(hearts)


@frozen
class JokersAnyTime(AnyFollowSuit):
    """Follow suit; jokers may be played to any trick, and need not follow.

    What it says: follow suit if you can, or play one of the `jokers`.
    Waived when: the hand is void in the suit led, jokers left out.
    Sources: John Crawford, "Joker Hearts".

    Attributes:
        jokers: The jokers: cards that the pack has besides the usual ones, such as ``"*C *D"``.
    """

    jokers: Cards = field(default=Cards("*C"), converter=to_cards, validator=some)
    name: str = "jokers-any-time"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """For each suit that may be led: its cards and the jokers."""
        suits = (CLUBS, DIAMONDS, SPADES, HEARTS)
        free = self.jokers
        keeps = [(these(suit | free), facts.SUIT_LED & these(suit)) for suit in suits]
        return tuple(Clause(Where.FOLLOWING, kept, only_if=led, spare=free) for kept, led in keeps)

    def describe(self, players: int) -> str:
        """What a player may play."""
        return (
            f"Follow suit if you can, but instead you may play {named(self.jokers, 'or')}; if you hold no "
            "other card of the suit led, play any card."
        )

    def following(self, led: Card) -> Cards:
        """The cards of its suit that are no jokers."""
        return super().following(led).without(self.jokers)


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

    joker: Card = field(default=Card("2H"), converter=to_card)
    always: bool = False
    name: str = "joker-wins"

    def taker(self, table: Table, left: int) -> int:
        cards = table.trick.cards
        led = self.suit_of(cards[0]) if self.always or self.joker not in cards else Suit.HEARTS
        strengths = [self.strength(card, led) for card in cards]
        return table.trick.seat_of(strengths.index(max(strengths)))

    @property
    def jokers(self) -> Cards:
        """The card that stands for the joker."""
        return Cards(self.joker)

    def suit_of(self, card: Card) -> Suit:
        """The joker is a heart."""
        return Suit.HEARTS if card is self.joker else card.suit

    def strength(self, card: Card, led: Suit) -> int:
        """How high a card is; of another suit only the joker wins, and hearts above it count 0."""
        # ranks are doubled, so that the joker fits between ten and jack
        if card is self.joker:
            return 2 * (Rank.TEN if led is Suit.HEARTS else Rank.ACE) + 1
        return 2 * card.rank if card.suit is led else 0

    def label(self, page: Page) -> str:
        return f"{self.joker:u} is a joker"

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

    joker: Card = field(default=Card("2H"), converter=to_card)
    points: int = field(default=5, validator=whole_number(1))
    name: str = "joker-paid"

    @property
    def needs(self) -> Needs:
        """Who took the trick with the joker, and who played it."""
        return Needs(Cards(self.joker), order=True, signs=frozenset({1}), settles=self.points)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for whoever got rid of it."""
        for trick, taker in zip(finished.tricks, finished.takers, strict=True):
            for seat, card in trick.plays:
                if card is self.joker and taker not in {None, seat}:
                    yield Line(seat, self.points, "got rid of the joker")

    def describe(self, players: int) -> str:
        return (
            f"A player who takes another's joker, {self.joker:u}, pays {self.points} to that player, "
            "not into the pool."
        )

    def in_short(self, page: Page) -> str:
        return f"A player who gets rid of the joker gets {self.points}."
