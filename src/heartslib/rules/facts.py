"""Facts: the sets of cards that a clause may speak of.

Each fact is a set of cards that the seat on turn may know, so none is another hand.  ``&`` leaves
the cards of both sets, ``~`` all other cards, and `these` makes a set of certain cards::

    facts.PLAYED & these(HEARTS)        hearts of earlier tricks
    facts.HAND & ~these(HEARTS)         what the hand holds besides hearts

A set holds kinds of card: with two packs a card is in it with both its copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import attrs
from typing_extensions import override

from heartslib._bits import ALL, ONE_OF_EACH, every_copy
from heartslib.cards import Cards, CardsLike, from_bits
from heartslib.errors import RulesError
from heartslib.table import Table, Trick

__all__ = [
    "CardSet",
    "these",
]


@attrs.frozen(repr=False)
class CardSet:
    """The cards that are in all of some facts and of some kinds, less those of other sets.

    Made by `these`, from the facts of this module, and by ``&`` and ``~``.

    Attributes:
        facts: The names of the facts, those that are found most easily first.
        kinds: The kinds of card, as `Cards.bits`.
        but: The sets that are taken away.
    """

    facts: tuple[str, ...] = ()
    kinds: int = ONE_OF_EACH
    but: tuple[CardSet, ...] = ()

    def __and__(self, other: CardSet) -> CardSet:
        facts = {*self.facts, *other.facts}
        return CardSet(
            tuple(name for name in FACTS if name in facts),
            self.kinds & other.kinds,
            (*self.but, *other.but),
        )

    def __invert__(self) -> CardSet:
        if not self.but:
            return CardSet(but=(self,)) if self.facts else CardSet((), ONE_OF_EACH & ~self.kinds)
        if self == CardSet(but=self.but[:1]):
            return self.but[0]
        raise RulesError(f"~ is taken once: {self} has it already; write two clauses instead")

    @override
    def __repr__(self) -> str:
        """As it is written, but for the order."""
        if not self.facts and not self.but and self.kinds.bit_count() > _MANY:
            return f"~these({str(from_bits(ONE_OF_EACH & ~self.kinds))!r})"
        kinds = [] if self.kinds == ONE_OF_EACH else [f"these({str(from_bits(self.kinds))!r})"]
        less = [f"~({each})" for each in self.but]
        return " & ".join([*(f"facts.{name}" for name in self.facts), *kinds, *less])

    def found(self, hand: int, table: Table) -> int:
        """Its cards next to a table, every copy, as `Cards.bits`.

        No more is asked of the table than is needed: who says nothing of earlier tricks can still
        be answered where they do not matter.

        Args:
            hand: The whole hand of the seat on turn, as `Cards.bits`.
            table: What lies face up.
        """
        bits = every_copy(self.kinds)
        for name in self.facts:
            if bits:
                bits &= FACTS[name](hand, table)
        for each in self.but:
            if bits:
                bits &= ~each.found(hand, table)
        return bits


_MANY: Final = 26


def these(cards: CardsLike) -> CardSet:
    """Certain cards: ``these("QS")``, ``these(HEARTS)``.

    Args:
        cards: The cards; how often each is there makes no difference.

    Raises:
        CardsError: They are no cards.
    """
    return CardSet((), Cards(cards).bits & ONE_OF_EACH)


def _suit_led(_: int, table: Table) -> int:
    suit = table.trick.suit
    return suit.mask if suit else ALL


def _last_suit(_: int, table: Table) -> int:
    return table.tricks[-1].cards[-1].suit.mask if table.tricks else ALL


def _charged(_: int, table: Table) -> int:
    return every_copy(table.charged[table.trick.turn].bits) if table.charged else 0


def new_suits(tricks: Iterable[Trick]) -> int:
    """Every card of the suits that were not led to these tricks, as `Cards.bits`."""
    led = 0
    for trick in tricks:
        led |= trick.cards[0].suit.mask
    return ALL & ~led


FACTS: Final[dict[str, Callable[[int, Table], int]]] = {
    "HAND": lambda hand, _: every_copy(hand),
    "SUIT_LED": _suit_led,
    "PLAYED": lambda _, table: every_copy(table.played.bits),
    "CHARGED": _charged,
    "IN_TRICK": lambda _, table: every_copy(table.trick.bits),
    "LAST_SUIT": _last_suit,
    "NEW_SUITS": lambda _, table: new_suits(table.tricks),
}
"""How each fact is found from a hand and a table, as bits of every copy; costly ones last."""

HAND: Final = CardSet(("HAND",))
"""The whole hand of the seat on turn."""

SUIT_LED: Final = CardSet(("SUIT_LED",))
"""Every card of the suit led; on a lead, every card."""

IN_TRICK: Final = CardSet(("IN_TRICK",))
"""The cards of the trick in progress."""

PLAYED: Final = CardSet(("PLAYED",))
"""The cards of earlier tricks."""

NEW_SUITS: Final = CardSet(("NEW_SUITS",))
"""Every card of a suit that was not led to an earlier trick."""

LAST_SUIT: Final = CardSet(("LAST_SUIT",))
"""Every card of the suit of the card played last to the trick before; at first, every card."""

CHARGED: Final = CardSet(("CHARGED",))
"""What the seat on turn has charged."""
