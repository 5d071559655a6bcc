"""What the kernel asks of a target, in Python: it is right, not fast.

Words have 64 bits and wrap, as in compiled code; numpy warns of that.
"""

# pyright: basic

from __future__ import annotations

import numpy as np

_WORD = (1 << 64) - 1
TEAM = 1
"""How many workers write the numbers of one array together."""


def uint64(value):
    """A number as a word."""
    return np.uint64(int(value) & _WORD)


def popcount(word):
    """How many bits are set."""
    return np.int64(int(word).bit_count())


def lowest(word):
    """The position of the lowest bit that is set."""
    return np.int64((int(word) & -int(word)).bit_length() - 1)


def highest(word):
    """63 minus the position of the highest bit that is set."""
    return np.int64(64 - int(word).bit_length())


def high(one, other):
    """The upper word of a product."""
    return np.uint64(int(one) * int(other) >> 64)


def pointer(array):
    """The numbers of an array in one row; None of None, so that no branch is compiled."""
    return None if array is None else array.reshape(-1)


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
