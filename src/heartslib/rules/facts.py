"""Facts: the sets of cards that a clause may use.

Each fact is a set of cards that the seat to act may know, so none is another hand.  ``&`` is the
cards in both sets, ``~`` all other cards, and `these` makes a set of particular cards::

    facts.PLAYED & these(HEARTS)        hearts in earlier tricks
    facts.HAND & ~these(HEARTS)         cards of the hand other than hearts

A set holds kinds of card: with two packs, it has both copies of a card or neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from heartslib._bits import ALL, ONE_OF_EACH, every_copy
from heartslib._frozen import frozen
from heartslib.cards import Cards, CardsLike, from_bits
from heartslib.errors import RulesError
from heartslib.table import Table, Trick

__all__ = [
    "CardSet",
    "these",
]


@frozen(repr=False)
class CardSet:
    """A set of cards: those in all its facts and of its kinds, minus those of other sets.

    Make one with `these`, from the facts of this module, and with ``&`` and ``~``.

    Attributes:
        facts: The names of the facts, the cheapest to find first.
        kinds: The kinds of card, as `Cards.bits`.
        but: The sets that are subtracted.
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
        raise RulesError(f"~ cannot be applied to {self}, which has a ~; write two clauses instead")

    def __repr__(self) -> str:
        """The set as it is written, though perhaps in another order."""
        if not self.facts and not self.but and self.kinds.bit_count() > _MANY:
            return f"~these({str(from_bits(ONE_OF_EACH & ~self.kinds))!r})"
        kinds = [] if self.kinds == ONE_OF_EACH else [f"these({str(from_bits(self.kinds))!r})"]
        less = [f"~({each})" for each in self.but]
        return " & ".join([*(f"facts.{name}" for name in self.facts), *kinds, *less])

    def found(self, hand: int, table: Table) -> int:
        """The cards of the set, every copy, as `Cards.bits`.

        Facts that cannot change the result are not looked up, so that a question without earlier
        tricks can be answered if they do not matter.

        Args:
            hand: The whole hand of the seat to act, as `Cards.bits`.
            table: The cards everyone can see.
        """
        bits = every_copy(self.kinds)
        for name in self.facts:
            if bits:
                bits &= FACTS[name](hand, table)
        for less in self.but:
            if bits:
                bits &= ~less.found(hand, table)
        return bits


_MANY: Final = 26


def these(cards: CardsLike) -> CardSet:
    """A set of particular cards: ``these("QS")``, ``these(HEARTS)``.

    Args:
        cards: The cards; repeated ones make no difference.

    Raises:
        CardsError: These are not cards.
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
    """Every card of the suits that were not led in these tricks, as `Cards.bits`."""
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
"""How to find each fact from a hand and a table, as bits of every copy; the costliest last."""

HAND: Final = CardSet(("HAND",))
"""The whole hand of the seat to act."""

SUIT_LED: Final = CardSet(("SUIT_LED",))
"""Every card of the suit led; for a lead, every card."""

IN_TRICK: Final = CardSet(("IN_TRICK",))
"""The cards in the trick in progress."""

PLAYED: Final = CardSet(("PLAYED",))
"""The cards in earlier tricks."""

NEW_SUITS: Final = CardSet(("NEW_SUITS",))
"""Every card of the suits not yet led in an earlier trick."""

LAST_SUIT: Final = CardSet(("LAST_SUIT",))
"""Every card of the suit of the last card of the previous trick; in the first trick, every card."""

CHARGED: Final = CardSet(("CHARGED",))
"""The cards that the seat to act has charged."""
