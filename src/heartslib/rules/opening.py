"""The opening lead: who leads to the first trick, and what.

An opening rule is also the first of the restrictions on play: it narrows the opening lead.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import attrs

from heartslib.cards import Card, Cards, Suit, from_bits
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
        """The holder of the lowest club; of two equal ones, the first from the dealer's left."""
        seats = [(dealer + 1 + place) % len(hands) for place in range(len(hands))]
        clubs = {seat: hands[seat].of(Suit.CLUBS) for seat in seats}
        return min((seat for seat in seats if clubs[seat]), key=lambda seat: clubs[seat][0])

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Leave the lowest club, or all clubs, to the opening lead."""
        if table.trick.cards or table.played.bits:
            return playable
        clubs = playable.of(Suit.CLUBS)
        return clubs if self.any_club or not clubs else from_bits(clubs[0].bit)

    def reason(self, card: Card, table: Table) -> str:
        """Why a card may not open."""
        return f"the opening lead must be {'a club' if self.any_club else 'your lowest club'}"

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        what = "any club of that hand" if self.any_club else "it"
        return f"The holder of the lowest club in play leads {what} to the first trick."
