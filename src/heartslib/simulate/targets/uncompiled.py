"""What the kernel asks of a target, where numba is set to compile nothing: words and arrays are numpy's.

It is how the compiled kernel is looked into, and very slow: each number is an object of numpy.  Whoever has no
compiler plays by `heartslib.simulate.targets.plain`.
"""

# pyright: basic

from __future__ import annotations

from typing import Any

import numpy as np

from heartslib.simulate.kernel import layout


def int64(value):
    """A number of 64 bits with a sign."""
    return np.int64(value)


def uint64(value):
    """A number as a word."""
    return np.uint64(int(value) & ((1 << 64) - 1))


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
    """The numbers of an array in one row; None of None."""
    return None if array is None else array.reshape(-1)


CONSTANTS: dict[str, Any] = {
    name: np.uint64(getattr(layout, name)) for name in layout.CONSTANT_SETS
}
"""The sets of the layout as words: between an int64 and a uint64 numba computes in floats."""
OWN: dict[str, Any] = {
    each.__name__: each for each in (int64, uint64, popcount, lowest, highest, high, pointer)
} | CONSTANTS
