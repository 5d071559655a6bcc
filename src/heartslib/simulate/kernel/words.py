"""Random numbers, and sets of cards as words of 64 bits.

A word holds each kind of card once.  Further copies are in further layers, `LAYER` places on, and fill them
from the first.  So the first layer says which kinds there are, which is all that most rules ask, and a game
with one pack pays nothing for the others: its loops over layers have one turn, which the compiler knows.

The modules beside this one import all of it, and with it the layout and what a target has a form of its own for:
in the end they share one scope in any case (`heartslib.simulate.targets.compiled`).

Higher bits are higher cards of a suit.  The lowest card of a word is `word & (~word + 1)`, those below a card are
`card - 1`, and those below no card, `0 - 1`, are all.  In Python words are whole numbers, and what is below 0 has
all higher bits: so what must wrap at 64 bits is passed through `uint64`, and nothing below 0 is compared.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.layout import *
from heartslib.simulate.targets import called as called  # noqa: PLC0414 - for those that import all of this
from heartslib.simulate.targets import inlined as inlined  # noqa: PLC0414
from heartslib.simulate.targets.python import *


@inlined
def copy_row(source, target, size):
    """Copy a row of sets or of numbers."""
    for at in range(size):
        target[at] = source[at]


@inlined
def own_rows(count):
    """Those of so many rows that this worker has."""
    # a block has a stretch of rows, and its workers take turns there: neighbours read neighbours on a GPU
    begin, end = share(count)
    return range(begin + worker(), end, workers())


@inlined
def hashed(z):
    """A random number from a state of splitmix64, or a hash of any word."""
    z = uint64(z)
    z = uint64((z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9))
    z = uint64((z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB))
    return z ^ (z >> uint64(31))


@inlined
def next_random(S):
    """The next random number."""
    S[RNG] = uint64(S[RNG] + uint64(GOLDEN))
    return hashed(S[RNG])


@inlined
def scaled(random, count):
    """A random number of 64 bits as one from 0 up to, but not including, `count`."""
    # the upper word of the product: no division, and no number is likelier by more than count / 2**64
    return int64(high(random, uint64(count)))


@inlined
def random_below(S, count):
    """A number from 0 up to, but not including, `count`."""
    return scaled(next_random(S), count)


@inlined
def bit_of(card):
    """A card, from its place, as a set."""
    return ONE << uint64(card)


@inlined
def nth(bits, place):
    """The set bit number `place`, counted from the lowest, 0."""
    # halves, quarters and so on: always the same steps, so that no branch is mispredicted
    card = NO_CARDS
    rank = uint64(place)
    for width in (32, 16, 8, 4, 2, 1):
        low = (bits >> card) & ((ONE << uint64(width)) - ONE)
        count = uint64(popcount(low))
        beyond = uint64(rank >= count)
        card += beyond * uint64(width)
        rank -= beyond * count
    return bit_of(card)


@inlined
def bottom_of(bits):
    """The lowest of some cards; none of none."""
    return bits & (~bits + ONE)


@inlined
def top_of(bits):
    """The highest of some cards."""
    return uint64(1 << 63) >> uint64(highest(bits))


@inlined
def suit_of(bit):
    """All cards of the suit of a card."""
    # no branch or loop, since it runs for every card: the difference is the highest deuce
    deuces = (bit ^ (bit - ONE)) & LOWEST_KINDS  # those that are not higher
    deuce = deuces - (deuces >> uint64(15))
    return (deuce << uint64(15)) - deuce


@inlined
def put_cards(S, pile, bits, copies):
    """Add cards of different kinds to a pile."""
    # a kind that the layer already has goes on to the next
    layer = 0
    while layer < copies:  # measured: unless `copies` is a constant, loops over a range are slower
        both = S[pile + LAYER * layer] & bits
        S[pile + LAYER * layer] |= bits
        bits = both
        layer += 1


@inlined
def empty_pile(S, pile, copies):
    """Remove all cards from a pile."""
    for layer in range(copies):
        S[pile + LAYER * layer] = NO_CARDS


@inlined
def up_to(bit):
    """A card and all below it."""
    return bit | (bit - ONE)


@inlined
def take_cards(S, pile, bits, copies):
    """Remove cards of different kinds from a pile that has them."""
    # from the last layer on, so that those before it stay full
    layer = copies
    while layer > 0:
        layer -= 1
        here = S[pile + LAYER * layer] & bits
        S[pile + LAYER * layer] ^= here
        bits ^= here


@inlined
def put_all(S, pile, other, copies):
    """Add all cards of another pile."""
    for layer in range(copies):
        put_cards(S, pile, S[other + LAYER * layer], copies)
