"""The kernel in plain Python: words are whole numbers, and arrays are lists; it needs neither numba nor numpy.

It draws the same deals and gives the same points as compiled code, and takes some three hundred times as long.
That is fast enough to try a card in thirty deals while a person waits, so it is what advises where nothing is compiled:
in a web page, on a phone, or as long as the compiler is busy.
"""

# pyright: basic

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heartslib._values.seats import for_each
from heartslib.simulate.targets import compiled

if TYPE_CHECKING:
    from heartslib.simulate.lowering.rules import KernelTables

_SUIT = (1 << 15) - 1


# The functions below say the same as those of `heartslib.simulate.kernel.words`, in the fewest steps of Python: these run
# for every card.


def bit_of(card):
    """A card, from its place, as a set."""
    return 1 << card


def nth(bits, place):
    """The set bit number `place`, counted from the lowest, 0."""
    for _ in range(place):
        bits &= bits - 1
    return bits & -bits


def bottom_of(bits):
    """The lowest of some cards; none of none."""
    return bits & -bits


def top_of(bits):
    """The highest of some cards; none of none."""
    return 1 << bits.bit_length() >> 1


def suit_of(bit):
    """All cards of the suit of a card."""
    return _SUIT << (bit.bit_length() - 1) // 15 * 15 if bit else 0


def put_cards(S, pile, bits, copies):
    """Add cards of different kinds to a pile."""
    if copies == 1:
        S[pile] |= bits
    else:
        _several.put_cards(S, pile, bits, copies)


def take_cards(S, pile, bits, copies):
    """Remove cards of different kinds from a pile that has them."""
    if copies == 1:
        S[pile] &= ~bits
    else:
        _several.take_cards(S, pile, bits, copies)


def _as_it_is(function: Any, _inline: bool) -> Any:
    return function


_several = compiled(_as_it_is, {})
_OWN = {
    each.__name__: each for each in (bit_of, nth, bottom_of, top_of, suit_of, put_cards, take_cards)
}
_OWN |= {"uint64": (1 << 64).__rmod__, "popcount": int.bit_count}
KERNEL: Any = compiled(_as_it_is, _OWN)


def word(number: int) -> int:
    """A word, as the kernel takes it."""
    return number


def words(rows: list[Any]) -> list[Any]:
    """Words as the kernel takes them: lists of its own, since it writes to them."""
    return [[*row] if isinstance(row, list) else row for row in rows]


numbers = chances = words


def blank_words(*shape: int) -> list[Any]:
    """Zeros as the kernel takes them: a list, or a list of rows."""
    *rows, width = shape
    if not rows:
        return [*for_each(width, 0)]
    return [blank_words(width) for _ in range(rows[0])]


blank_numbers = blank_words


def behind(points: list[int], shares: tuple[float, ...]) -> list[float]:
    """What rounds are worth: the points of each seat times its share, of rows that have one number more."""
    width = len(shares) + 1
    columns = [points[seat::width] for seat in range(width - 1)]
    return [sum(map(float.__mul__, shares, map(float, row))) for row in zip(*columns, strict=True)]


def run(table: KernelTables, name: str, _rows: int, *arguments: Any) -> None:
    """Run a function in space of its own."""
    space = map(blank_words, table.sizes)
    getattr(KERNEL, name)(table.numbers, table.cards, *space, *arguments, table.layers)


def run_rows(table: KernelTables, name: str, sets: Any, numbers: Any, *arguments: Any) -> None:
    """Run a function on rounds that are kept."""
    work = blank_words(table.sizes[-1])
    function = getattr(KERNEL, name)
    function(table.numbers, table.cards, sets, numbers, work, *arguments, table.layers)
