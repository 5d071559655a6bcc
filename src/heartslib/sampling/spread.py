"""Cards spread over places: counting the ways, and drawing one of them evenly.

A row is the cards with the same possible places; a column is the places open to the same rows.
Only the number of cards of each row in each column is counted; the rest is shuffling.

A view leaves few rows and columns, such as "clubs that only two seats can hold".  So the table of counts can be
filled in few ways, where the deals themselves are millions of millions.  A *line* of it is a row or a column; the
others *cross* it.  It is filled line by line, and what is then left of each crossing line is the *state*.  All
states and the ways between them are found once for a view; a draw then walks from line to line, and takes each way
with a chance in proportion to the number of deals behind it.
"""

from __future__ import annotations

import itertools
import math
import operator
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

import attrs

_N = TypeVar("_N", int, float)
_T = TypeVar("_T")
_Sizes = tuple[int, ...]


def shuffled(items: Sequence[_T], random: Callable[[], float]) -> list[_T]:
    """The items in random order."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = int(random() * (place + 1))
        order[place], order[other] = order[other], order[place]
    return order


def heaps(
    cards: Sequence[_T], sizes: Sequence[int], random: Callable[[], float]
) -> Iterator[Sequence[_T]]:
    """The cards in heaps of these sizes, at random if there is more than one way."""
    order = cards if len(cards) in sizes else shuffled(cards, random)
    start = 0
    for size in sizes:
        yield order[start : start + size]
        start += size


class Spread:
    """Every way to put marked cards in places.

    Args:
        rows: The cards by the set of their possible places, as bits; a place without room is left out.
        room: How many cards each place takes.

    Attributes:
        room: How many cards each place takes.
        rows: For each row its cards.
        columns: For each column its places.
        counts: The number of cards of each row in each column.
        total: The number of ways in which all cards find room and all room is filled.
    """

    def __init__(self, rows: Mapping[int, Sequence[int]], room: Sequence[int]) -> None:
        columns: dict[tuple[int, ...], list[int]] = {}
        for place, size in enumerate(room):
            if size:  # a full place is none
                alike = tuple(row for row, may in enumerate(rows) if may >> place & 1)
                columns.setdefault(alike, []).append(place)
        self.room = tuple(room)
        self._may = tuple(rows)
        self.rows = list(rows.values())
        self.columns = list(columns.values())
        self.counts = Counts(
            tuple(map(len, self.rows)),
            tuple(sum(room[place] for place in places) for places in self.columns),
            list(columns),
        )
        # the cards of a column are split over its places in any way
        self.total = self.counts.total
        for places in self.columns:
            sizes = [room[place] for place in places]
            self.total *= math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))

    def drawn(self, random: Callable[[], float]) -> list[list[int]]:
        """The cards in each place, each way as likely as any other; there must be a way."""
        # cards of a row are alike, and so are places of a column: the numbers are drawn first, then the cards
        gathered: list[list[int]] = [[] for _ in self.columns]
        for cards, counts in zip(self.rows, self.counts.drawn(random), strict=True):
            for column, heap in enumerate(heaps(cards, counts, random)):
                gathered[column] += heap
        dealt: list[list[int]] = [[] for _ in self.room]
        for cards, places in zip(gathered, self.columns, strict=True):
            sizes = [self.room[place] for place in places]
            for place, heap in zip(places, heaps(cards, sizes, random), strict=True):
                dealt[place] += heap
        return dealt

    def odds(self) -> Iterator[tuple[int, int, float]]:
        """Each card, each place, and how likely it is there, over all the ways."""
        for cards, numbers in zip(self.rows, self.counts.expected(), strict=True):
            for places, number in zip(self.columns, numbers, strict=True):
                room = sum(self.room[place] for place in places)
                for place in places:
                    chance = number / len(cards) * self.room[place] / room
                    yield from ((card, place, chance) for card in cards)

    def each(self) -> Iterator[list[list[int]]]:
        """The cards in each place, in every way."""
        # here each place is a column of its own, because its cards are wanted
        places = range(len(self.room))
        rows = [
            tuple(row for row, may in enumerate(self._may) if may >> place & 1) for place in places
        ]
        for counts in Counts(tuple(map(len, self.rows)), self.room, rows).each():
            for parts in itertools.product(*map(_splits, self.rows, counts)):
                yield [[card for part in parts for card in part[place]] for place in places]


def _splits(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to split cards into heaps of these sizes."""
    if not sizes:
        yield ()
        return
    for heap in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in heap]
        for others in _splits(rest, sizes[1:]):
            yield (heap, *others)


@attrs.frozen
class Ways:
    """The ways to fill a line of the table of counts.

    Attributes:
        total: The number of ways to fill this line and all after it with marked cards.
        chances: The cumulative probability of each way.
        ways: The numbers for each way, and what is then left of the crossing lines.
    """

    total: int
    chances: tuple[float, ...]
    ways: tuple[tuple[_Sizes, _Sizes], ...]


class Counts:
    """The table of counts: how many cards of each row are in each column.

    Args:
        rows: How many cards each row has.
        columns: How many cards each column takes.
        may: The rows whose cards may be in each column.

    Attributes:
        order: The lines in the order in which they are filled.
        by_rows: Whether they are rows.
        steps: For each line, in that order, the ways to fill it, by what is left of the crossing lines.
        total: The number of ways to spread the cards over the columns.
    """

    def __init__(self, rows: _Sizes, columns: _Sizes, may: Sequence[tuple[int, ...]]) -> None:
        # a state is what is left of the crossing lines: the side with fewer states crosses
        self.by_rows = _states(columns) <= _states(rows)
        if self.by_rows:
            lines = rows
            self._start = columns
            reached = [
                [column for column, here in enumerate(may) if row in here]
                for row in range(len(rows))
            ]
        else:
            lines = columns
            self._start = rows
            reached = [*map(list, may)]
        # short lines first: they have few ways, and leave few states for the long ones
        self.order = sorted(range(len(lines)), key=lines.__getitem__)
        self._lines = [(lines[line], reached[line]) for line in self.order]
        # how much the lines after each one can still take of each crossing line
        self._later = [
            tuple(
                sum(size for size, reaches in self._lines[after:] if crossing in reaches)
                for crossing in range(len(self._start))
            )
            for after in range(1, len(lines) + 1)
        ]
        self.steps: list[dict[_Sizes, Ways]] = [{} for _ in lines]
        ways = self._filling(0, self._start)
        # filled by columns, the places of each column were split among the rows; deals split the cards of each row
        if not self.by_rows:
            ways *= math.prod(map(math.factorial, rows))
            ways //= math.prod(map(math.factorial, columns))
        self.total = ways

    def _filling(self, line: int, left: _Sizes) -> int:
        """The number of ways to fill a line and all after it, with `left` of the crossing lines."""
        if line == len(self._lines):
            return int(not any(left))
        known = self.steps[line].get(left)
        if known is not None:
            return known.total
        size, reaches = self._lines[line]
        # at least what later lines cannot take
        bounds = [
            (max(there - most, 0), min(size, there) if crossing in reaches else 0)
            for crossing, (there, most) in enumerate(zip(left, self._later[line], strict=True))
        ]
        ways: list[tuple[_Sizes, _Sizes]] = []
        weights: list[int] = []
        for counts, parted in _parts(size, bounds):
            rest = tuple(map(operator.sub, left, counts))
            if below := self._filling(line + 1, rest):  # ways into a dead end are left out
                ways.append((counts, rest))
                weights.append(below * parted)
        total = sum(weights)
        chances = tuple(part / total for part in itertools.accumulate(weights))
        self.steps[line][left] = Ways(total, chances, tuple(ways))
        return total

    def drawn(self, random: Callable[[], float]) -> Sequence[_Sizes]:
        """The counts of each row, drawn with weights: the number of ways they represent."""
        left = self._start
        filled: list[_Sizes] = []
        for known in self.steps:
            step = known[left]
            way = bisect(step.chances, random()) if len(step.ways) > 1 else 0
            counts, left = step.ways[way]
            filled.append(counts)
        return self._as_rows(filled)

    def expected(self) -> Sequence[tuple[float, ...]]:
        """How many cards of each row are in each column on average."""
        now = {self._start: 1.0}
        filled = list[tuple[float, ...]]()
        for known in self.steps:
            numbers = [0.0 for _ in self._start]
            after = defaultdict[_Sizes, float](float)
            for left, chance in now.items():
                step = known[left]
                shares = map(operator.sub, step.chances, (0.0, *step.chances))
                for (counts, rest), share in zip(step.ways, shares, strict=True):
                    after[rest] += chance * share
                    for crossing, count in enumerate(counts):
                        numbers[crossing] += chance * share * count
            filled.append(tuple(numbers))
            now = after
        return self._as_rows(filled)

    def each(self) -> Iterator[Sequence[_Sizes]]:
        """The counts of each row, in every way."""
        return map(self._as_rows, self._filled(0, self._start))

    def _filled(self, line: int, left: _Sizes) -> Iterator[tuple[_Sizes, ...]]:
        if line == len(self.order):
            yield ()
            return
        for counts, rest in self.steps[line][left].ways:
            for others in self._filled(line + 1, rest):
                yield (counts, *others)

    def _as_rows(self, filled: Sequence[tuple[_N, ...]]) -> Sequence[tuple[_N, ...]]:
        """The counts of each row, from those of the lines in the order of filling."""
        lines = [counts for _, counts in sorted(zip(self.order, filled, strict=True))]
        return lines if self.by_rows else tuple(zip(*lines, strict=True))


def _states(sizes: _Sizes) -> int:
    """Roughly how many states there are to remember; the last size follows from the others."""
    return math.prod(size + 1 for size in sorted(sizes)[:-1])


def _parts(size: int, bounds: Sequence[tuple[int, int]]) -> Iterator[tuple[_Sizes, int]]:
    """Every way to split a number into heaps within bounds, with the number of ways for cards."""
    # heap by heap; a heap leaves at least what those after it need, and at most what they can take
    partial: list[tuple[_Sizes, int, int]] = [((), size, 1)]
    least = sum(low for low, _ in bounds)
    most = sum(high for _, high in bounds)
    for low, high in bounds:
        least -= low
        most -= high
        partial = [
            ((*heaps, heap), left - heap, ways * math.comb(left, heap))
            for heaps, left, ways in partial
            for heap in range(max(low, left - most), min(high, left - least) + 1)
        ]
    return ((heaps, ways) for heaps, _, ways in partial)
