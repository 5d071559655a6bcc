"""The opening lead: who leads to the first trick, and what.

An opening rule is also the first of the restrictions on play: it narrows the opening lead.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import attrs

from heartslib.cards import Card, Cards, Suit, to_card
from heartslib.rules.play import PlayRule
from heartslib.table import Table


@runtime_checkable
class Opening(PlayRule, Protocol):
    """Chapter: the opening lead."""

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        """The seat that leads to the first trick, from the hands after the pass."""
        ...


@attrs.frozen
class LowestClubLeads:
    """The holder of the lowest club in play leads it: the two, in a full pack.

    What it says: the player who holds that club after the pass leads it to the first trick.
    Waived when: never; its holder has it.
    Sources: 001, 002, 004 "The Play of the Hand"; 003 names the player but not the card
    (A28: it must be the card; any club is the choice `any_club`).

    Attributes:
        any_club: The same player leads, but may choose any club.
    """

    any_club: bool = False
    name: str = attrs.field(default="opening-lead", kw_only=True)

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        """The holder of the lowest club that is in a hand; of equal ones, the eldest."""
        seats = [(dealer + 1 + place) % len(hands) for place in range(len(hands))]
        clubs = {seat: hands[seat].of(Suit.CLUBS) for seat in seats}
        holders = [seat for seat in seats if clubs[seat]] or seats[:1]
        return min(holders, key=lambda seat: tuple(clubs[seat])[:1])

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Leave the lowest club, or all clubs, to the opening lead."""
        if table.trick.cards or table.played.bits:
            return playable
        clubs = playable.of(Suit.CLUBS)
        return clubs if self.any_club or not clubs else playable.only(clubs[0])

    def reason(self, card: Card, table: Table) -> str:
        """Why a card may not open."""
        return f"the opening lead must be {'a club' if self.any_club else 'your lowest club'}"

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        what = "any club of that hand" if self.any_club else "it"
        return f"The holder of the lowest club in play leads {what} to the first trick."


@attrs.frozen
class EldestLeads:
    """The player at the dealer's left leads to the first trick.

    What it says: that player leads any card; where hearts must be broken, no heart.
    Waived when: never; what it leaves is any card.
    Sources: 004 "Variations: Play of the Hand" (the original rule), "Black Maria",
    "Cancellation Hearts", and Dame de Pique.
    """

    name: str = attrs.field(default="opening-lead", kw_only=True)

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        """The seat at the dealer's left."""
        return (dealer + 1) % len(hands)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Leave everything."""
        return playable

    def reason(self, card: Card, table: Table) -> str:
        """Never asked: nothing is forbidden."""
        return "the opening lead is free"

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        return "The player at the dealer's left leads to the first trick, any card."


@attrs.frozen
class HolderLeads:
    """The holder of a certain card leads to the first trick.

    What it says: the player who holds it after the pass leads it (A8), or any card.
    Waived when: never; its holder has it.
    Sources: 000 (the two of spades); Hartenjagen (the seven of clubs).

    Attributes:
        card: The card; it must be in every pack that is played with.
        any_card: The same player leads, but may choose any card.
    """

    card: Card = attrs.field(converter=to_card)
    any_card: bool = False
    name: str = attrs.field(default="opening-lead", kw_only=True)

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        """The holder; the eldest of several, or the eldest where the card is in no hand."""
        seats = [(dealer + 1 + place) % len(hands) for place in range(len(hands))]
        return next((seat for seat in seats if self.card in hands[seat]), seats[0])

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Leave the card to the opening lead."""
        if self.any_card or table.trick.cards or table.played:
            return playable
        return playable.only(self.card)

    def reason(self, card: Card, table: Table) -> str:
        """Why another card may not open."""
        return f"the opening lead must be {self.card}"

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        what = "any card" if self.any_card else "it"
        return f"The holder of {self.card} leads {what} to the first trick."
