"""Multisets of cards as integers, as `heartslib.cards.Cards` stores them.

Bit ``i + 60 * k`` is copy k of the card in place i, and a card held n times has its n lowest
copies set.  This keeps sets of cards cheap, and two packs, which repeat every card, use the same
operators.

As long as no card repeats, sums and differences are single operations on integers; the loops below run only for
two packs or more.  Since copies fill up from the lowest, ``|`` and ``&`` are the larger and the smaller count
in any case.
"""

from __future__ import annotations

from heartslib.errors import CardsError

PACK_SIZE = 52
"""Kinds of card in a usual pack: 13 ranks in 4 suits."""

WORD = 60
"""Kinds of card there may be: 15 ranks in 4 suits, from the joker up to the ace."""

MAX_COPIES = 8
"""How many copies of a card `Cards` can hold: eight packs are more than any table needs."""

ONE_OF_EACH = (1 << WORD) - 1
"""The bits of one pack; in a set with no other bits, no card repeats."""

COPIES = range(0, WORD * MAX_COPIES, WORD)
"""How far the bits of each copy are shifted."""

EVERY_COPY = sum(1 << copy for copy in COPIES)
"""Every copy of the card in place 0."""

ALL = ONE_OF_EACH * EVERY_COPY
"""Every copy of every card."""

NAMES = tuple(rank + suit for suit in "CDSH" for rank in "*123456789TJQKA")
"""The names of the cards, by place."""


def every_copy(bits: int) -> int:
    """Every copy of the cards that are set."""
    return (bits & ONE_OF_EACH) * EVERY_COPY


def count(bits: int, index: int) -> int:
    """How many copies of a card there are."""
    return (bits >> index & EVERY_COPY).bit_count()


def less(bits: int, bit: int) -> int:
    """The bits without one copy of the card with lowest bit `bit`, which must be there."""
    if bits <= ONE_OF_EACH:
        return bits ^ bit
    copies = bits & EVERY_COPY * bit
    return bits ^ (1 << copies.bit_length() - 1)  # the highest copy goes, so that no gap is left


def both(ours: int, theirs: int) -> int:
    """The sum of two multisets.

    Raises:
        CardsError: A card would occur more than `MAX_COPIES` times.
    """
    return _sum(ours, theirs) if ours & theirs else ours | theirs


def _sum(ours: int, theirs: int) -> int:
    """Add counts: each layer of `theirs` settles on the lowest free copy."""
    while theirs:
        layer = theirs & ONE_OF_EACH
        theirs >>= WORD
        for copy in COPIES:
            taken = ours >> copy & layer
            ours |= layer << copy
            layer = taken
        if layer:
            name = NAMES[layer.bit_length() - 1]
            raise CardsError(f"{name} occurs more than {MAX_COPIES} times")
    return ours


def difference(ours: int, theirs: int) -> int:
    """Subtract counts: each layer of `theirs` lifts the highest copy there is."""
    while theirs:
        layer = theirs & ONE_OF_EACH
        theirs >>= WORD
        for copy in reversed(COPIES):
            lifted = ours >> copy & layer
            ours &= ~(lifted << copy)
            layer &= ~lifted
    return ours
