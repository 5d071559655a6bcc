"""Facts: the sets of cards that a clause may use.

Each fact is a set of cards that the seat to act may know, so none is another hand.  ``&`` is the
cards in both sets, ``~`` all other cards, and `these` makes a set of particular cards::

    facts.PLAYED & these(HEARTS)        hearts in earlier tricks
    facts.HAND & ~these(HEARTS)         cards of the hand other than hearts

A set holds kinds of card: with two packs, it has both copies of a card or neither.

There is no union, so that a set is a row of intersections: the kernel and the generated code test such a row from
the cheapest fact to the costliest, and stop at the first that leaves nothing.  The hand and the suit led are
integers that the play has at hand; who charged what is a sum over seats; the suits not yet led take a walk
through all earlier tricks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Flag, auto
from functools import cached_property, lru_cache
from typing import Any

from heartslib._values.arguments import frozen
from heartslib._values.bits import ALL, ONE_OF_EACH, WORD, every_copy
from heartslib._values.said import NotSaid
from heartslib.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    KINDS,
    PACK,
    SPADES,
    Cards,
    CardsLike,
    from_bits,
    more,
)
from heartslib.errors import RulesError
from heartslib.table import Table, Trick, discards

__all__ = [
    "CardSet",
    "Where",
    "these",
]


class Where(Flag):
    """The places in a round at which a card is played."""

    OPENING = auto()
    """The lead to the first trick."""
    FIRST = auto()
    """A later card of the first trick."""
    LEAD = auto()
    """The lead to a later trick."""
    FOLLOW = auto()
    """A later card of a later trick."""

    LEADING = OPENING | LEAD
    FOLLOWING = FIRST | FOLLOW
    FIRST_TRICK = OPENING | FIRST
    ANYWHERE = LEADING | FOLLOWING


def place_of(table: Table) -> Where:
    """Where the next card is played."""
    if table.trick.cards:
        return Where.FOLLOW if table.played.bits else Where.FIRST
    return Where.LEAD if table.played.bits else Where.OPENING


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
            return f"~these({_text(ONE_OF_EACH & ~self.kinds)!r})"
        kinds = [] if self.kinds == ONE_OF_EACH else [f"these({_text(self.kinds)!r})"]
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
                bits &= FACTS[name].found(hand, table)
        for less in self.but:
            if bits:
                bits &= ~less.found(hand, table)
        return bits


_MANY = WORD // 2


def _text(kinds: int) -> str:
    """The cards in letters; of a whole suit those of the usual pack, as `these` reads them."""
    whole = [card for card in KINDS[len(PACK) :] if not card.suit.mask & ONE_OF_EACH & ~kinds]
    return str(from_bits(kinds).without(whole))


def these(cards: CardsLike) -> CardSet:
    """A set of particular cards: ``these("QS")``, ``these(HEARTS)``.

    All thirteen cards of a suit mean the suit, with the one and the joker that few packs have.

    Args:
        cards: The cards; repeated ones make no difference.

    Raises:
        CardsError: These are not cards.
    """
    return CardSet((), with_suits(Cards(cards)).bits)


@lru_cache(maxsize=256)
def with_suits(cards: Cards) -> Cards:
    """The kinds of the cards: all thirteen cards of a suit mean the suit, as in `these`."""
    kinds = cards.bits & ONE_OF_EACH
    for suit in (CLUBS, DIAMONDS, SPADES, HEARTS):
        if not suit.bits & ~kinds:
            kinds |= suit[0].suit.mask
    return from_bits(kinds & ONE_OF_EACH)


def new_suits(tricks: Iterable[Trick], played: int) -> int:
    """Every card of the suits that were not led in these tricks, as `Cards.bits`.

    Args:
        tricks: The earlier tricks.
        played: The cards of all earlier tricks, as `Cards.bits`.

    Raises:
        HeartsError: Nobody has said to which trick some card was played.
    """
    led = count = 0
    for trick in tricks:
        led |= trick.cards[0].suit.mask
        count += len(trick.cards)
    # an app may give the cards played so far, and not in which tricks: then no suit is known to be new
    if count != played.bit_count():
        raise NotSaid("tricks")
    return ALL & ~led


def last(tricks: Sequence[Trick]) -> Trick:
    """The last of the earlier tricks, of which there is one.

    Raises:
        HeartsError: Nobody has said how it was played.
    """
    if not tricks:
        raise NotSaid("tricks")
    return tricks[-1]


NAMES: dict[str, Any] = {
    "ALL": ALL,
    "every_copy": every_copy,
    "more": more,
    "new_suits": new_suits,
    "last": last,
    "discards": discards,
}
"""What the expressions of facts may call."""


@frozen(kw_only=True)
class Fact:
    """What a clause may ask about: a set of cards that the seat to act knows.

    Attributes:
        source: The set as an expression of bits, of the arguments of `compiled.clauses.Legal` and of `NAMES`.
        everything: Where it holds every card, whatever was played.
        nothing: Where it is empty.
        is_cheap: Whether it costs next to nothing; the other facts are looked up last.
        is_single: Whether the expression gives the copies that are there, and not every copy.
    """

    source: str
    everything: Where = Where(0)
    nothing: Where = Where(0)
    is_cheap: bool = False
    is_single: bool = False

    def settled(self, place: Where) -> CardSet | None:
        """All cards or none, if the place alone settles it."""
        if place in self.everything:
            return EVERYTHING
        return NOTHING if place in self.nothing else None

    def found(self, hand: int, table: Table) -> int:
        """The set as bits of every copy, from a hand and a table."""
        trick, played = table.trick, table.played.bits
        settled = self._settled_bits[2 * (played != 0) + (trick.cards != ())]
        if settled is not None:
            return settled
        bits = self._look(hand, trick.cards, played, *table.order, table)
        return every_copy(bits)

    @cached_property
    def _settled_bits(self) -> tuple[int | None, ...]:
        """What the place alone settles, by its number: `Where` in order."""
        settled = map(self.settled, Where)
        return tuple(cards if cards is None else every_copy(cards.kinds) for cards in settled)

    @cached_property
    def _look(self) -> Callable[..., int]:
        head = "lambda hand, in_trick, played, tricks, turn, known:"
        look: Callable[..., int] = eval(f"{head} {self.source}", NAMES)  # noqa: S307 - ours
        return look


EVERYTHING = CardSet()
"""Every card."""

NOTHING = CardSet(kinds=0)
"""No card."""

FACTS: dict[str, Fact] = {}
"""The facts by their names, the costliest to find last."""


def _fact(name: str, source: str, **more: Any) -> CardSet:
    FACTS[name] = Fact(source=source, **more)
    return CardSet((name,))


HAND = _fact("HAND", "hand", is_cheap=True, is_single=True)
"""The whole hand of the seat to act."""

SUIT_LED = _fact("SUIT_LED", "in_trick[0].suit.mask", everything=Where.LEADING, is_cheap=True)
"""Every card of the suit led; for a lead, every card."""

CARD_LED = _fact("CARD_LED", "in_trick[0].bit", nothing=Where.LEADING, is_single=True)
"""The card that was led to the trick in progress."""

PLAYED = _fact("PLAYED", "played", nothing=Where.FIRST_TRICK, is_cheap=True, is_single=True)
"""The cards in earlier tricks."""

CHARGED = _fact(
    "CHARGED",
    "every_copy(known.charged_by(turn).bits)",
)
"""The cards that the seat to act has charged."""

ALL_CHARGED = _fact("ALL_CHARGED", "known.all_charged.bits", is_single=True)
"""The cards that all the seats have charged."""

IN_TRICK = _fact("IN_TRICK", "more(0, in_trick)", nothing=Where.LEADING, is_single=True)
"""The cards in the trick in progress."""

LAST_SUIT = _fact(
    "LAST_SUIT",
    "last(tricks).cards[-1].suit.mask",
    everything=Where.FIRST_TRICK,
)
"""Every card of the suit of the last card of the previous trick; in the first trick, every card."""

NEW_SUITS = _fact("NEW_SUITS", "new_suits(tricks, played)", everything=Where.FIRST_TRICK)
"""Every card of the suits not yet led in an earlier trick."""

DISCARDED = _fact(
    "DISCARDED", "discards(tricks, played)", nothing=Where.FIRST_TRICK, is_single=True
)
"""The cards that were played to an earlier trick of another suit."""
