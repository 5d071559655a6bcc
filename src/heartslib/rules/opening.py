"""The opening lead: who leads to the first trick, and what.

An opening rule is also the first of the restrictions on play: it narrows the opening lead.
"""

from __future__ import annotations

import functools
from typing import Protocol, cast, runtime_checkable

import attrs

from heartslib.cards import PACK, Card, Cards, Suit, to_card
from heartslib.rules.clauses import Clause, Stated, Where
from heartslib.rules.facts import these
from heartslib.rules.play import PlayRule
from heartslib.table import Table

__all__ = [
    "EldestLeads",
    "HolderLeads",
    "LowestClubLeads",
    "Opening",
]

_CLUBS = Cards(card for card in PACK if card.suit is Suit.CLUBS)


@runtime_checkable
class Opening(PlayRule, Protocol):
    """Chapter: the opening lead; a restriction on play that says who leads, too."""

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        """The seat that leads to the first trick, from the hands after the pass."""
        ...


class _HasLeads(Protocol):
    @property
    def leads(self) -> Cards: ...


class LedByLowest(Stated):
    """Gives an opening that has cards `leads` the method `leader`.

    Whoever holds the lowest of these leads; of equal ones, the eldest.  Where nobody holds any,
    the eldest leads.
    """

    __slots__ = ()

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        """The seat that leads to the first trick, from the hands after the pass."""
        leads = cast("_HasLeads", self).leads
        eldest = range(dealer + 1, dealer + 1 + len(hands))
        held = {seat % len(hands): hands[seat % len(hands)].only(leads) for seat in eldest}
        return min(held, key=lambda seat: held[seat][0].index if held[seat] else len(PACK))


def leads_of(opening: Opening) -> Cards | None:
    """The cards of which the lowest leads; None where only the rule's own `leader` knows."""
    stated = getattr(opening.leader, "__func__", None) is LedByLowest.leader
    return getattr(opening, "leads", None) if stated else None


@attrs.frozen
class LowestClubLeads(LedByLowest):
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

    leads = _CLUBS

    @functools.cached_property
    def clauses(self) -> tuple[Clause]:
        """Leave the lowest club, or all clubs, to the opening lead."""
        return (Clause(Where.OPENING, these(_CLUBS), lowest=not self.any_club),)

    def reason(self, card: Card, table: Table) -> str:
        """Why a card may not open."""
        return f"the opening lead must be {'a club' if self.any_club else 'your lowest club'}"

    def describe(self, players: int) -> str:
        what = "any club of that hand" if self.any_club else "it"
        return f"The holder of the lowest club in play leads {what} to the first trick."


@attrs.frozen
class EldestLeads(LedByLowest):
    """The player at the dealer's left leads to the first trick.

    What it says: that player leads any card; where hearts must be broken, no heart.
    Waived when: never; what it leaves is any card.
    Sources: 004 "Variations: Play of the Hand" (the original rule), "Black Maria",
    "Cancellation Hearts", and Dame de Pique.
    """

    name: str = attrs.field(default="opening-lead", kw_only=True)

    leads = Cards()
    clauses = ()

    def reason(self, card: Card, table: Table) -> str:
        """Never asked: nothing is forbidden."""
        return "the opening lead is free"

    def describe(self, players: int) -> str:
        return "The player at the dealer's left leads to the first trick, any card."


@attrs.frozen
class HolderLeads(LedByLowest):
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

    @property
    def leads(self) -> Cards:
        """The card."""
        return Cards(self.card)

    @functools.cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Leave the card to the opening lead."""
        return () if self.any_card else (Clause(Where.OPENING, these(self.card)),)

    def reason(self, card: Card, table: Table) -> str:
        """Why another card may not open."""
        return f"the opening lead must be {self.card}"

    def describe(self, players: int) -> str:
        what = "any card" if self.any_card else "it"
        return f"The holder of {self.card} leads {what} to the first trick."
