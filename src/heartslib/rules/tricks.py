"""Tricks: when one is complete, and who takes it."""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib.cards import Card, Cards, Rank
from heartslib.rules._checks import fits, is_a, whole_number
from heartslib.table import Table


@runtime_checkable
class TrickRule(Protocol):
    """Chapter: tricks."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def is_complete(self, table: Table, left: int) -> bool:
        """Whether the trick on the table, not empty, needs no further card.

        Args:
            table: What lies face up.
            left: How many cards are left in the hand of whoever played the last card.
        """
        ...

    def taker(self, table: Table, left: int) -> int | None:
        """The seat that takes the complete trick on the table.

        Where nobody does, its cards wait for whoever takes the next trick, and its leader
        leads again.

        Args:
            table: What lies face up.
            left: How many cards are left in each hand; the last trick must be taken.
        """
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@attrs.frozen
class HighestOfSuitLed:
    """One card from each player; the highest card of the suit led takes the trick.

    What it says: there are no trumps, and cards of other suits never win.
    Sources: 000 to 003, 004 "The Play of the Hand".  Of two equal cards, where packs are
    shuffled together, the first wins (D. Foster) or the last (`last_of_equals`).

    Attributes:
        last_of_equals: Whether of two equal cards the one that was played last wins.
    """

    last_of_equals: bool = False
    name: str = attrs.field(default="highest-of-suit-led", kw_only=True)

    def is_complete(self, table: Table, left: int) -> bool:
        """Whether everyone has played."""
        trick = table.trick
        return len(trick.cards) == trick.players

    def taker(self, table: Table, left: int) -> int:
        """The seat of the highest card of the suit led."""
        trick = table.trick
        cards = trick.cards
        highest = cards[0]
        for card in cards:
            if card.suit is highest.suit and card.index > highest.index:
                highest = card
        place = cards.index(highest)
        if self.last_of_equals:
            place = len(cards) - 1 - cards[::-1].index(highest)
        return trick.seat_of(place)

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        equals = ", of equal cards the one played last," if self.last_of_equals else ""
        return (
            "Play goes clockwise, one card from each player. The highest card of the suit led"
            f"{equals} takes the trick, and its player leads to the next."
        )


HIGHEST_OF_SUIT_LED: Final = HighestOfSuitLed()
"""The usual rule."""


class Unresolved(Enum):
    """Who gets a last trick that nobody has won."""

    LEADER = "leader"
    """Its leader, who is also the last winner of a trick (A39): whoever wins one leads until
    somebody else does.  If nobody has won any, the leader it is."""

    SECOND_COPY = "second-copy"
    """Whoever played the second copy of its highest card."""


@attrs.frozen
class Cancelling:
    """Two equal cards cancel each other; the highest card of the suit led that is left wins.

    What it says: cancelled cards cannot win, but still count for whoever takes the trick.
    Where nothing of the suit led is left, nobody wins: the cards wait on the table, the same
    player leads again, and the next taker gets them too.
    Sources: 004 "Cancellation Hearts" (A40, A41).

    Attributes:
        unresolved: Who gets the last trick of a round if nobody has won it.
        odd_stands: Whether a third copy of a card, where there are more packs, is left when
            two of them cancel each other (A41); else all copies go.
    """

    unresolved: Unresolved = attrs.field(default=Unresolved.LEADER, validator=is_a(Unresolved))
    odd_stands: bool = True
    name: str = attrs.field(default="cancelling", kw_only=True)

    def is_complete(self, table: Table, left: int) -> bool:
        """Whether everyone has played."""
        trick = table.trick
        return len(trick.cards) == trick.players

    def taker(self, table: Table, left: int) -> int | None:
        """The seat of the highest card of the suit led that has no double; None for nobody."""
        trick = table.trick
        cards = trick.cards
        following = [card for card in cards if card.suit is cards[0].suit]
        standing = [card for card in following if self._stands(following.count(card))]
        if standing:
            highest = max(standing)
            return trick.seat_of(len(cards) - 1 - cards[::-1].index(highest))
        if left:
            return None
        if self.unresolved is Unresolved.LEADER:
            return trick.leader
        first = cards.index(max(following))
        return trick.seat_of(cards.index(max(following), first + 1))

    def _stands(self, copies: int) -> bool:
        return copies % 2 == 1 if self.odd_stands else copies == 1

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        third = "" if self.odd_stands else ", and any further copy with them"
        last = {
            Unresolved.LEADER: "its leader, who was the last to win one",
            Unresolved.SECOND_COPY: "the player of the second copy of its highest card",
        }
        return (
            "Play goes clockwise, one card from each player. Two equal cards in a trick cancel "
            f"each other{third}: they cannot win it, but they count. The highest card of the suit "
            "led that is not cancelled takes the trick, and its player leads to the next. If "
            "there is none the cards stay on the table, the same player leads again, and whoever "
            "takes the next trick takes them too. A last trick that nobody wins goes to "
            f"{last[self.unresolved]}."
        )


CANCELLING: Final = Cancelling()
"""Equal cards cancel each other."""


@attrs.frozen
class BoosterNines:
    """A nine that is led, or played in following suit, gives the trick one more round.

    What it says: everyone adds another card in turn, the leader first, and follows suit as
    before; who takes the trick is decided over all its cards.  A nine thrown on another suit
    gives no boost, and in the last trick, when no cards are left, there is none.
    Sources: 004 "Booster nines" (A42), which can be played with any form of the game.

    Attributes:
        tricks: Who takes a trick; `HIGHEST_OF_SUIT_LED` or another rule.
        most: How many rounds may be added to one trick; in one pack there is only one nine of
            each suit, so that there never are two.
    """

    tricks: TrickRule = attrs.field(default=HIGHEST_OF_SUIT_LED, validator=fits(TrickRule))
    most: int = attrs.field(default=1, validator=whole_number(1))
    name: str = attrs.field(default="booster-nines", kw_only=True)

    def is_complete(self, table: Table, left: int) -> bool:
        """Whether everyone has played once, and once more for a boost."""
        trick = table.trick
        rounds, odd = divmod(len(trick.cards), trick.players)
        if odd:
            return False
        boosts = trick.cards.count(Card.of(Rank.NINE, trick.cards[0].suit))
        return not left or rounds > min(boosts, self.most)

    def taker(self, table: Table, left: int) -> int | None:
        """The seat that takes it by the rule for tricks."""
        return self.tricks.taker(table, left)

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        often = "" if self.most == 1 else f", up to {self.most} times"
        return (
            f"{self.tricks.describe(players)} A nine that is led, or played in following suit, "
            f"gives the trick one more round{often}: everyone plays another card to it in turn, "
            "the leader first. In the last trick it does not."
        )


@runtime_checkable
class RoundEnd(Protocol):
    """Chapter: the end of a round, before its last trick."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def claims(self) -> bool:
        """Whether the seat on turn may claim all tricks that are left."""
        ...

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Whether no further trick is played, asked when one has been taken.

        Args:
            table: What lies face up.
            counting: The cards in play on which the score depends: all of them where it depends
                on the tricks too.
        """
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences; empty where there is nothing to say."""
        ...


@attrs.frozen
class PlayedOut:
    """A round is played to its last trick, unless a claim ends it.

    What it says: all cards are played, even when nothing is left that counts.
    Sources: 000 to 003, 004.

    Attributes:
        claims: Whether the seat on turn may claim all tricks that are left; if all others
            accept, the round ends so.
    """

    claims: bool = False
    name: str = attrs.field(default="played-out", kw_only=True)

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Never before the cards are played."""
        return False

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return _CLAIMS if self.claims else ""


@attrs.frozen
class EndsWhenNothingCounts:
    """A round ends when every card that counts has been taken.

    What it says: the tricks that are left would change nothing and are not played.  All are
    played where tricks count as well, as for a sun, and where a card that counts is or was in
    the kitty, since only its taker knows.
    Sources: house rules.

    Attributes:
        claims: Whether the seat on turn may claim all tricks that are left; if all others
            accept, the round ends so.
    """

    claims: bool = False
    name: str = attrs.field(default="ends-when-nothing-counts", kw_only=True)

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Whether all of them have been played."""
        return counting <= table.played

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        claims = f" {_CLAIMS}" if self.claims else ""
        return (
            "The round ends when every card that counts has been taken, unless the tricks count "
            f"too.{claims}"
        )


_CLAIMS: Final = (
    "The player on turn may claim all the tricks that are left; if all others accept, they are "
    "taken so."
)

PLAYED_OUT: Final = PlayedOut()
"""To the last trick."""
