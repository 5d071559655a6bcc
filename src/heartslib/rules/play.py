"""Play: which cards of a hand may be played.

Every restriction has one shape: it is given the cards that are still playable and returns
those that it leaves.  One that would leave nothing is waived.  A rulebook lists its
restrictions in order, and the first that removes a card is the reason why that card is
illegal.  To write your own, write a frozen class with `name`, `narrow`, `reason` and
`describe`; it needs no base class and no registration.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import attrs

from heartslib.cards import HEARTS, Card, Cards, to_cards
from heartslib.rules._words import named
from heartslib.table import Table


@runtime_checkable
class PlayRule(Protocol):
    """Chapter: play; one restriction on what may be played."""

    @property
    def name(self) -> str:
        """Stable identifier of the rule: what `IllegalMove.rule` and `Objection.rule` say."""
        ...

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Those of `playable` that the rule leaves; nothing means that it is waived.

        Args:
            playable: What the rules before this one left.
            hand: The whole hand of the seat that is to play.
            table: What lies face up.
        """
        ...

    def reason(self, card: Card, table: Table) -> str:
        """A sentence for a player whose `card` this rule forbids."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@attrs.frozen
class FollowSuit:
    """A card of the suit led must be played, if the hand has one.

    What it says: follow suit if you can, else play any card.
    Waived when: the hand is void in the suit led.
    Sources: 001 "The Play", 002, 003, 004 "The Play of the Hand".
    """

    name: str = attrs.field(default="follow-suit", kw_only=True)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Leave the cards of the suit led."""
        cards = table.trick.cards
        return playable.of(cards[0].suit) if cards else playable

    def reason(self, card: Card, table: Table) -> str:
        """Why a card of another suit may not be played."""
        suit = table.trick.suit
        return f"{suit.word if suit else 'a suit'} were led and you hold some: follow suit"

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return "Follow suit if you can; if you are void, play any card."


@attrs.frozen
class HeartsMustBeBroken:
    """A heart may not be led until hearts are broken.

    What it says: no heart is led before a card of `breakers` was played to an earlier trick.
    Waived when: the hand holds nothing else, save the cards of `spared`.
    Sources: 001, 002, 004 "The Play of the Hand" (broken by a heart); 003 (by the queen of
    spades too); 004 "Variations" (queen breaks hearts; hearts in place of a lone queen).

    Attributes:
        breakers: The cards that break hearts: hearts, or ``HEARTS | "QS"``.
        spared: Cards that nobody is forced to lead to keep hearts back: none, or ``"QS"``.
    """

    breakers: Cards = attrs.field(default=HEARTS, converter=to_cards)
    spared: Cards = attrs.field(factory=Cards, converter=to_cards)
    name: str = attrs.field(default="hearts-must-be-broken", kw_only=True)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Take the hearts from a lead."""
        if table.trick.cards or not table.played.isdisjoint(self.breakers):
            return playable
        others = playable.without(HEARTS)
        forced = others.without(self.spared) if self.spared else others
        return others if forced else playable

    def reason(self, card: Card, table: Table) -> str:
        """Why a heart may not be led."""
        return "hearts have not been broken yet"

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        others = self.breakers.without(HEARTS)
        extra = f" or {named(others, 'or')}" if others else ""
        spared = f" or {named(self.spared, 'or')}" if self.spared else ""
        return (
            f"No heart may be led until a heart{extra} has been played to an earlier trick, "
            f"unless the hand holds nothing but hearts{spared}."
        )


@attrs.frozen
class NoPenaltyOnFirstTrick:
    """No penalty card may be played to the first trick.

    What it says: the cards of `cards` stay in the hand during the first trick.
    Waived when: the hand has nothing else that it may play (A16, A25).
    Sources: 001 (hearts; with Black Lady the queen too, A15), 002 (hearts and the queen,
    A22), 004 "Variations".

    Attributes:
        cards: The cards that may not be played.
    """

    cards: Cards = attrs.field(converter=to_cards)
    name: str = attrs.field(default="no-penalty-on-first-trick", kw_only=True)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Take the penalty cards from the first trick."""
        return playable if table.played else playable.without(self.cards)

    def reason(self, card: Card, table: Table) -> str:
        """Why a penalty card may not be played."""
        return "no penalty card may be played to the first trick"

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return (
            f"To the first trick no {named(self.cards, 'or')} may be played, unless the hand "
            "has nothing else that may be."
        )
