"""Tricks: when one is complete, and who takes it."""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol, cast, runtime_checkable

import attrs

from heartslib.cards import PACK, Card, Cards, Rank
from heartslib.rules._checks import fits, is_a, whole_number
from heartslib.table import Table

__all__ = [
    "CANCELLING",
    "HIGHEST_OF_SUIT_LED",
    "PLAYED_OUT",
    "BoosterNines",
    "EndsWhenNothingCounts",
    "Equals",
    "HighestOfSuitLed",
    "PlayedOut",
    "RoundEnd",
    "TrickRule",
    "Unresolved",
]


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


class Equals(Enum):
    """What becomes of equal cards in a trick, where packs are shuffled together."""

    FIRST = "first"
    """The one that was played first goes before the others."""
    LAST = "last"
    """The one that was played last does."""
    PAIRS_CANCEL = "pairs-cancel"
    """Two cancel each other; where there are more packs, a third copy is left (A41)."""
    ALL_CANCEL = "all-cancel"
    """Two cancel each other, and any further copy with them."""


class Unresolved(Enum):
    """Who gets a last trick that nobody has won."""

    LEADER = "leader"
    """Its leader, who is also the last winner of a trick (A39): whoever wins one leads until
    somebody else does.  If nobody has won any, the leader it is."""

    SECOND_COPY = "second-copy"
    """Whoever played the second copy of its highest card."""


@attrs.frozen
class HighestOfSuitLed:
    """One card from each player; the highest card of the suit led takes the trick.

    What it says: there are no trumps, and cards of other suits never win.  Cards that have
    cancelled each other cannot win either, but still count for whoever takes the trick.  Where
    nothing of the suit led is left, nobody wins: the cards wait on the table, the same player
    leads again, and the next taker gets them too.
    Sources: 000 to 003, 004 "The Play of the Hand"; 004 "Cancellation Hearts" (A40, A41); D.
    Foster (of equal cards the first wins).

    Attributes:
        equals: What becomes of equal cards.
        unresolved: Who gets the last trick of a round if nobody has won it.
        cancels: Whether equal cards cancel each other; it follows from `equals`.
    """

    equals: Equals = attrs.field(default=Equals.FIRST, validator=is_a(Equals))
    unresolved: Unresolved = attrs.field(default=Unresolved.LEADER, validator=is_a(Unresolved))
    cancels: bool = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(
            lambda self: self.equals in {Equals.PAIRS_CANCEL, Equals.ALL_CANCEL}, takes_self=True
        ),
    )
    name: str = attrs.field(
        default=attrs.Factory(
            lambda self: "cancelling" if self.cancels else "highest-of-suit-led", takes_self=True
        ),
        kw_only=True,
    )

    def is_complete(self, table: Table, left: int) -> bool:
        return len(table.trick.cards) == table.players

    def taker(self, table: Table, left: int) -> int | None:
        trick = table.trick
        cards = trick.cards
        suit = cards[0].suit
        standing = following = [card.index for card in cards if card.suit is suit]
        if self.cancels:
            standing = [index for index in following if self._stands(following.count(index))]
        if standing:
            highest = PACK[max(standing)]
            if self.equals is Equals.FIRST:
                return trick.seat_of(cards.index(highest))
            return trick.seat_of(len(cards) - 1 - cards[::-1].index(highest))
        if left:
            return None
        if self.unresolved is Unresolved.LEADER:
            return trick.leader
        highest = PACK[max(following)]
        return trick.seat_of(cards.index(highest, cards.index(highest) + 1))

    def _stands(self, copies: int) -> bool:
        return copies % 2 == 1 if self.equals is Equals.PAIRS_CANCEL else copies == 1

    def describe(self, players: int) -> str:
        clockwise = "Play goes clockwise, one card from each player."
        if not self.cancels:
            last = ", of equal cards the one played last," if self.equals is Equals.LAST else ""
            return (
                f"{clockwise} The highest card of the suit led{last} takes the trick, and its "
                "player leads to the next."
            )
        third = ", and any further copy with them" if self.equals is Equals.ALL_CANCEL else ""
        last = {
            Unresolved.LEADER: "its leader, who was the last to win one",
            Unresolved.SECOND_COPY: "the player of the second copy of its highest card",
        }[self.unresolved]
        return (
            f"{clockwise} Two equal cards in a trick cancel each other{third}: they cannot win it, "
            "but they count. The highest card of the suit led that is not cancelled takes the "
            "trick, and its player leads to the next. If there is none the cards stay on the "
            "table, the same player leads again, and whoever takes the next trick takes them too. "
            f"A last trick that nobody wins goes to {last}."
        )


HIGHEST_OF_SUIT_LED: Final = HighestOfSuitLed()
"""The usual rule."""

CANCELLING: Final = HighestOfSuitLed(Equals.PAIRS_CANCEL)
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


class Ends:
    """Gives an end of a round that says whether it is `early` the method `is_over`."""

    __slots__ = ()

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Whether it ends early and all cards that count have been played; see `RoundEnd`."""
        return cast("_HasEarly", self).early and counting <= table.played


class _HasEarly(Protocol):
    @property
    def early(self) -> bool: ...


def ends_early(rule: RoundEnd) -> bool | None:
    """Whether a round ends once all is settled; None where only the rule's own `is_over` knows."""
    stated = getattr(rule.is_over, "__func__", None) is Ends.is_over
    return getattr(rule, "early", None) if stated else None


@attrs.frozen
class PlayedOut(Ends):
    """A round is played to its last trick, unless a claim ends it.

    What it says: all cards are played, even when nothing is left that counts.
    Sources: 000 to 003, 004.

    Attributes:
        claims: Whether the seat on turn may claim all tricks that are left; if all others
            accept, the round ends so.
    """

    early = False

    claims: bool = False
    name: str = attrs.field(default="played-out", kw_only=True)

    def describe(self, players: int) -> str:
        return _CLAIMS if self.claims else ""


@attrs.frozen
class EndsWhenNothingCounts(Ends):
    """A round ends when every card that counts has been taken.

    What it says: the tricks that are left would change nothing and are not played.  All are
    played where tricks count as well, as for a sun, and where a card that counts is or was in
    the kitty, since only its taker knows.
    Sources: house rules.

    Attributes:
        claims: Whether the seat on turn may claim all tricks that are left; if all others
            accept, the round ends so.
    """

    early = True

    claims: bool = False
    name: str = attrs.field(default="ends-when-nothing-counts", kw_only=True)

    def describe(self, players: int) -> str:
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
