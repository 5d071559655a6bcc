"""The opening lead: who leads to the first trick, and what.

An opening rule is also the first restriction on play: it narrows the opening lead.  "The two of clubs must be led"
is explained, compiled and lowered like any other rule, and comes before those of `play`, which would otherwise be
named as the reason.
"""

from __future__ import annotations

from attrs import converters, evolve, field

from heartslib._values.arguments import frozen
from heartslib._values.bits import WORD
from heartslib.cards import CLUBS, NO_CARDS, Card, Cards, to_card
from heartslib.rules.book.page import Page, Printed, data, printed
from heartslib.rules.clauses import Clause
from heartslib.rules.dealer import nearest
from heartslib.rules.facts import Where, these, with_suits
from heartslib.rules.play import Restriction
from heartslib.table import Table

__all__ = [
    "DealerLeads",
    "DrawnLeads",
    "EldestLeads",
    "HolderLeads",
    "LowestClubLeads",
    "NamerLeads",
    "Opening",
]


class Opening(Restriction):
    """Chapter: the opening lead; a restriction on play that also says who leads.

    As a restriction, it has `clauses` or a method `narrow`; see `PlayRule`.

    Attributes:
        places_from_dealer: Who leads if nobody holds a card of `leads`: 1 for the player to the
            dealer's left, 0 for the dealer.
        by_namer: Whether whoever named the contract leads.
        is_drawn: Whether the leader of each round is drawn by lot, with the deal.
    """

    __slots__ = ()

    places_from_dealer: int = 1
    by_namer: bool = False
    is_drawn: bool = False

    @data
    def leads(self) -> Cards | None:
        """Whoever holds the lowest of these cards leads; None if the rule has its own `leader`."""
        return None

    @property
    def named_cards(self) -> Cards:
        """The cards that decide who leads and that must be in the pack."""
        return NO_CARDS

    def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
        """The seat that leads to the first trick, given the hands after the pass.

        It is the holder of the lowest card of `leads`; of two that hold a copy of it, the one nearer
        to the dealer's left.
        """
        leads = self.leads
        first = dealer + self.places_from_dealer
        if not leads:
            return first % len(hands)
        order = [seat % len(hands) for seat in range(first, first + len(hands))]
        held = [hands[seat].only(leads).bits for seat in order]
        # no such card counts as above every card; equal cards have the same bit in every hand
        lowest = [bits & -bits or 1 << WORD for bits in held]
        return order[lowest.index(min(lowest))]

    def label(self, page: Page) -> str:
        """Who leads, and what."""
        return printed(self, page).partition(" to the first trick")[0]

    @property
    def later(self) -> Opening:
        """The rule for what is led in rounds after the first."""
        return self

    def leader_after(self, piles: tuple[Cards, ...], dealer: int) -> int | None:
        """The seat that leads in a later round; None if `leader` says who.

        Args:
            piles: The cards that each seat took in the round before, seat 0 first.
            dealer: The seat that deals the later round.
        """
        return None


@frozen
class LowestClubLeads(Opening):
    """The holder of the lowest club in play leads it; in a full pack that is the two.

    What it says: whoever holds that club after the pass leads it to the first trick.
    Waived when: never, since its holder has it.
    Sources: "Hearts Rules" (with Black Lady, and to 50); pagat.com, "The Play of the Hand".
    "Hearts Rules" (to 100) names the player but not the card: `any_club` is the other reading.

    Attributes:
        any_club: Whether that player may lead any club.
    """

    any_club: bool = False
    name: str = "opening-lead"

    @property
    def leads(self) -> Cards:
        return with_suits(CLUBS)

    @property
    def clauses(self) -> tuple[Clause]:
        """The opening lead is the lowest club, or any club."""
        return (Clause(Where.OPENING, these(CLUBS), lowest=not self.any_club),)

    def reason(self, card: Card, table: Table) -> str:
        return f"the opening lead must be {'a club' if self.any_club else 'your lowest club'}"

    def describe(self, players: int) -> str:
        what = "any club" if self.any_club else "it"
        return f"The player who holds the lowest club leads {what} to the first trick."


@frozen
class EldestLeads(Printed, Opening):
    """The player to the dealer's left leads to the first trick.

    What it says: eldest leads any card, but no heart if hearts must be broken.
    Waived when: never, since it forbids no card.
    Sources: pagat.com, "Variations: Play of the Hand" (the original rule), "Black Maria",
    "Cancellation Hearts" and "Dame de Pique".
    """

    name: str = "opening-lead"

    clauses = ()

    @property
    def leads(self) -> Cards:
        return NO_CARDS

    def reason(self, card: Card, table: Table) -> str:
        return "the opening lead is free"

    def printed(self, page: Page) -> str:
        return f"The player to the dealer's {page.onward} leads any legal card to the first trick."


@frozen
class NamerLeads(EldestLeads):
    """Whoever named the contract leads to the first trick.

    What it says: that player leads any card that the restrictions on play allow.
    Waived when: never, since it forbids no card.
    Sources: R. F. Foster, *Complete Hoyle*, "Auction Hearts".
    """

    by_namer = True

    def describe(self, players: int) -> str:
        return "Whoever named the contract leads any legal card to the first trick."


@frozen
class DrawnLeads(EldestLeads):
    """A player who is drawn by lot leads to the first trick, another one perhaps in each round.

    What it says: the draw comes with the deal, and all know it before they pass.  That player leads
    any card that the restrictions on play allow.
    Waived when: never, since it forbids no card.
    Sources: programs that choose the first leader of a round at random.
    """

    is_drawn = True

    def describe(self, players: int) -> str:
        return (
            "In each round a player is drawn by lot, with the deal. That player leads any legal card to "
            "the first trick."
        )


@frozen
class DealerLeads(EldestLeads):
    """The dealer leads to the first trick.

    What it says: the dealer leads any card that the restrictions on play allow.
    Waived when: never, since it forbids no card.
    Sources: Barbu.
    """

    places_from_dealer = 0

    def describe(self, players: int) -> str:
        return "The dealer leads any legal card to the first trick."


@frozen
class HolderLeads(Printed, Opening):
    """The holder of a certain card leads to the first trick.

    What it says: whoever holds it after the pass leads it, or any card.  In later rounds, the
    taker of another card in the round before may lead any card instead.
    Waived when: never, since its holder has it.
    Sources: Fontaine (the two of spades); Hartenjagen (the seven of clubs); pagat.com, "Gong Zhu"
    (the two of spades first, then whoever took the queen of spades).

    Attributes:
        card: The card; it must be in the pack with every number of players.
        any_card: Whether that player may lead any card.
        then_taker_of: The card whose taker in the round before leads in later rounds; None if the
            holder of `card` leads in every round.
    """

    card: Card = field(converter=to_card)
    any_card: bool = False
    then_taker_of: Card | None = field(
        default=None, converter=converters.optional(to_card), kw_only=True
    )
    name: str = "opening-lead"

    @property
    def leads(self) -> Cards:
        return Cards(self.card)

    @property
    def named_cards(self) -> Cards:
        return Cards(filter(None, (self.card, self.then_taker_of)))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The opening lead is the card."""
        return () if self.any_card else (Clause(Where.OPENING, these(self.card)),)

    @property
    def later(self) -> HolderLeads:
        """Any card is led once the taker of another card leads."""
        return self if self.then_taker_of is None else evolve(self, any_card=True)

    def reason(self, card: Card, table: Table) -> str:
        return f"the opening lead must be {self.card}"

    def printed(self, page: Page) -> str:
        what = "any legal card" if self.any_card else "it"
        leads = f"the player with {self.card:u} leads {what} to the first trick"
        if page.kitty:
            eldest = f"the player to the dealer's {page.onward}"
            leads += f"; if it is in the kitty, {eldest} leads any legal card instead"
        if self.then_taker_of is None:
            return f"{leads[0].upper()}{leads[1:]}."
        nobody = (
            "; if nobody did, the same player does as in the first round"
            if page.leaves_cards
            else ""
        )
        return (
            f"In the first round, {leads}. In later rounds, whoever took {self.then_taker_of:u} in the "
            f"round before leads any legal card{nobody}."
        )

    def leader_after(self, piles: tuple[Cards, ...], dealer: int) -> int | None:
        """The taker of `then_taker_of`; of several, the one nearest the dealer's left."""
        return nearest(dealer + 1, [self.then_taker_of in pile for pile in piles])
