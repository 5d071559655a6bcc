"""What the kernel asks of a target, in Python: words are whole numbers, and arrays are lists."""

# pyright: basic

from __future__ import annotations

_WORD = (1 << 64) - 1
TEAM = 1
"""How many workers write the numbers of one array together."""
int64 = int


def uint64(value):
    """A number as a word of 64 bits, in which it wraps."""
    return value & _WORD


def popcount(word):
    """How many bits are set."""
    return word.bit_count()


def lowest(word):
    """The position of the lowest bit that is set."""
    return (word & -word).bit_length() - 1


def highest(word):
    """63 minus the position of the highest bit that is set."""
    return 64 - word.bit_length()


def high(one, other):
    """The upper word of a product."""
    return one * other >> 64


def pointer(array):
    """The numbers of an array; None of None, so that no branch is compiled."""
    return array


def share(count):
    """The first of so many rows that this worker's block has, and where the next block begins."""
    return 0, count


def worker():
    """The number of this worker in its block."""
    return 0


def workers():
    """How many workers a block has."""
    return 1


def worker_of_all():
    """The number of this worker among those of all blocks."""
    return 0


def together():
    """Wait for the other workers of the block."""


def add(array, place, number):
    """Add to a number that other workers add to."""
    array[place] += number


def lower(array, place, number):
    """Lower a number to another, which other workers do too."""
    array[place] = min(array[place], number)


def upper(array, place, number):
    """Raise a number to another, which other workers do too."""
    array[place] = max(array[place], number)
