"""Clauses: a restriction on play, stated once.

A restriction is one clause or a few: where it applies, what it depends on, and the cards that it
keeps.  From these follow the legal cards, the reasons, the code that a game runs, the tables of the
compiled kernel, and what a play reveals about a hidden hand.
"""

from __future__ import annotations

from typing import Self

from attrs import evolve, field

from heartslib._values.arguments import frozen
from heartslib._values.bits import ONE_OF_EACH, every_copy
from heartslib.cards import Cards, from_bits, to_cards
from heartslib.rules.book.checks import is_a
from heartslib.rules.facts import EVERYTHING, FACTS, NOTHING, CardSet, Where, place_of
from heartslib.table import Table

__all__ = [
    "Clause",
    "Condition",
]


def _settled(cards: CardSet, place: Where) -> CardSet:
    """The set in one place, without the facts that are settled there."""
    result = CardSet((), cards.kinds)
    for name in cards.facts:
        result &= FACTS[name].settled(place) or CardSet((name,))
    for less in cards.but:
        result &= ~_settled(less, place)
    return result if result.kinds else NOTHING


# not `validator=`, with which ty loses `kw_only`, and so the order of what `Clause` takes
_A_SET = {"validator": is_a(CardSet, optional=True, maker="these")}


@frozen
class Condition:
    """Where something holds, and the facts that it depends on.

    Attributes:
        where: The places in which it can hold.
        unless: It does not hold if there are any of these cards.
        only_if: It holds only if there are any of these cards.
    """

    where: Where = field(validator=is_a(Where))
    unless: CardSet | None = field(default=None, metadata=_A_SET, kw_only=True)
    only_if: CardSet | None = field(default=None, metadata=_A_SET, kw_only=True)

    def holds(self, hand: int, table: Table) -> bool:
        """Whether it holds for the seat to act.

        Args:
            hand: The whole hand of that seat, as `Cards.bits`.
            table: The cards everyone can see.
        """
        if place_of(table) not in self.where:
            return False
        if self.unless is not None and self.unless.found(hand, table):
            return False
        return self.only_if is None or self.only_if.found(hand, table) != 0

    def at(self, place: Where) -> Self | None:
        """The condition in one place, without the facts that are settled there.

        Returns:
            What is left of it; None if it never holds there.
        """
        unless = _test(self.unless, place)
        only_if = _test(self.only_if, place)
        if place not in self.where or unless is True or only_if is False:
            return None
        if only_if is True:
            only_if = None
        return evolve(self, where=place, unless=unless or None, only_if=only_if)


@frozen
class Clause(Condition):
    """In some places, under some condition, only some cards may be played.

    A clause that would leave no card is waived.

    Attributes:
        where: The places in which it applies.
        keep: The cards that it leaves.
        unless: It is waived if there are any of these cards.
        only_if: It applies only if there are any of these cards.
        lowest: Whether only the lowest of the cards it leaves may be played.
        spare: It is also waived if it would leave nothing but these cards.
    """

    keep: CardSet = field(validator=is_a(CardSet, maker="these"))
    lowest: bool = field(default=False, kw_only=True)
    spare: Cards = field(factory=Cards, converter=to_cards, kw_only=True)

    def at(self, place: Where) -> Self | None:
        """The clause in one place; None if it narrows nothing there."""
        here = super().at(place)
        keep = _settled(self.keep, place)
        if here is None or _known(keep) is False or (keep == EVERYTHING and not self.lowest):
            return None
        return evolve(here, keep=keep)

    def left(self, playable: int, hand: int, table: Table) -> int:
        """The playable cards that it leaves; cards are given as `Cards.bits`."""
        if place_of(table) not in self.where:
            return playable
        left = playable & self.keep.found(hand, table)
        if self.lowest:
            left &= lowest(left)
        # the condition last: what cannot change the result is not looked up
        narrows = left != playable and left & ~every_copy(self.spare.bits)
        return left if narrows and self.holds(hand, table) else playable


def _known(cards: CardSet) -> bool | None:
    """Whether the set has any cards; None if that depends on the table."""
    if not cards.kinds:
        return False
    return None if cards.facts or cards.but else True


def _test(cards: CardSet | None, place: Where) -> CardSet | bool | None:
    """A test in one place, or its result if it has the same one every time."""
    if cards is None:
        return None
    settled = _settled(cards, place)
    known = _known(settled)
    return settled if known is None else known


def lowest(bits: int) -> int:
    """Every copy of the lowest of some cards."""
    kinds = bits & ONE_OF_EACH
    return every_copy(kinds & -kinds)


def narrowed(clauses: tuple[Clause, ...], playable: Cards, hand: Cards, table: Table) -> Cards:
    """The cards of `playable` that the clauses leave, applied in order.

    Args:
        clauses: The clauses.
        playable: The cards left by other rules.
        hand: The whole hand of the seat to act.
        table: The cards everyone can see.
    """
    bits = playable.bits
    for clause in clauses:
        bits = clause.left(bits, hand.bits, table)
    return from_bits(bits)
