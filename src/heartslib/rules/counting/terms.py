"""The count: what its steps may ask of a round, and the terms that they answer with.

A step says its terms once, as arithmetic on what it asks.  After a round the answers are numbers,
and each term with points becomes a line of the sheet.  During a round they are `Span`s, so that a
term counts as far as nothing can take it back.  From a round of which nothing is known follows
what a step depends on, and `heartslib.simulate` writes the same terms as rows for the kernel.

For example, with the queen of spades taken by seat 0 and one heart still out::

    5 * (taken.count((1,), "QS") == 0)      after the round or now: 5
    taken.count((1,), HEARTS) * 1           after the round: 0 or 1; now: Span(0, 1), which counts 0

That is why terms must not branch.  An `if` would have to decide between the ends of a span, and neither is right.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from typing import Any, NamedTuple

from heartslib._values.arguments import frozen
from heartslib._values.bits import ONE_OF_EACH, both, difference, every_copy
from heartslib._values.quick import quick
from heartslib._values.said import NotSaid, if_said, partly
from heartslib._values.seats import for_each
from heartslib.cards import KINDS, NO_CARDS, PACK, Card, Cards, CardsLike, from_bits, to_cards
from heartslib.errors import RulesError, quoted
from heartslib.rules.sides import EveryoneAlone
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.table import Trick, takers

__all__ = ["Needs", "Taken", "Term"]

Seats = tuple[int, ...]
Values = tuple[tuple[Cards, int], ...]
"""Kinds of card with the points of each."""
_MUCH = 1 << 100
"""More points than any round has: a number, and not infinity, which is a float and makes sums inexact."""


class Term(NamedTuple):
    """Points of a step for a seat or a side.

    Attributes:
        seats: The seats that score them together: one of `Taken.seats` or of `Taken.sides`.
        points: The points, as arithmetic on the answers of `Taken`.
        why: The reason, in a few words.  It may name what follows: ``took {cards}``; see `Line`.
            In a game that exposes cards, ``{charged}`` becomes ``{exposed}``.
        cards: The cards that the reason names.
        factor: How many times they count.
        trick: The trick that the reason names: 1 is the first, -1 the last.
        tricks: How many tricks the reason names.
        others: The seats of another side that the reason names.
    """

    seats: Seats
    points: int
    why: str
    cards: Cards = NO_CARDS
    factor: int = 1
    trick: int = 0
    tricks: int = 0
    others: Seats = ()


@frozen
class Needs:
    """What a scoring step depends on.

    Attributes:
        cards: The kinds of card.
        tricks: Whether it may depend on who took which tricks.
        order: Whether it matters which trick is which, such as the first or the last.
        number: Whether it matters how many tricks each seat took.
        dealer: Whether it matters who dealt.
        face_up: Whether it matters which cards are face up.
        passes: Whether it matters who passed which cards to whom.
        plays: Whether it matters who played which card.
        scores: Whether the scores before the round matter.
        pool: Whether the step says who wins the pool, into which players pay what they lose.
        counters: Whether it pays counters from player to player, of which more are better.
        settles: How many points the step adds to a player that the steps before have taken off others for these
            cards: 5 for a joker that costs its taker five and pays them to the player who played it.
        values: The points that a card gives its taker whatever else is taken, for each card with
            some, sorted.
        signs: Whether it may add points (1) or take points off (-1).
    """

    cards: Cards
    tricks: bool = True
    order: bool = False
    number: bool = False
    dealer: bool = False
    face_up: bool = False
    passes: bool = False
    plays: bool = False
    scores: bool = False
    pool: bool = False
    counters: bool = False
    settles: int = 0
    values: tuple[tuple[Card, int], ...] = ()
    signs: frozenset[int] = frozenset({1, -1})


class Taken:
    """What each seat took in a round, as far as a scoring step may ask.

    The answers are whole numbers, and 1 or 0 for yes or no.  Use them in arithmetic and in
    comparisons only: elsewhere than after a round they are not numbers yet, and a step that
    branches on them is refused.

    Attributes:
        seats: Each seat as a tuple of its own: ``((0,), (1,), ...)``.
        sides: The seats that score together; the same as `seats` unless partners pool.
        partners: The seats that win together.
        penalty: The penalty cards in play.
        whole: What all the penalty cards cost together.
        totals: The points of each seat by the steps before, which `total` adds up.
        verb: The rulebook's word for charging: ``charge`` or ``expose``.
    """

    seats: tuple[Seats, ...]
    sides: tuple[Seats, ...]
    partners: tuple[Seats, ...]
    penalty: Cards
    whole: int
    totals: list[int]
    verb: str

    def __init__(self, finished: Finished) -> None:
        self._finished = finished
        self.seats = finished.seats
        self.sides = finished.sides
        self.partners = finished.partners
        self.penalty = finished.penalty
        self.whole = finished.total
        self.totals = [0 for _ in self.seats]
        self.verb = finished.verb
        self._piles = [pile.bits for pile in finished.piles]
        self._pack = finished.pack.bits

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores before the round, seat 0 first."""
        return self._finished.scores

    @property
    def face_up(self) -> Sequence[tuple[int, Card]]:
        """The cards turned up or shown after the deal, each with 1; in a round not dealt, all that may be.

        Multiply by the number, which is 1 or 0 for yes or no.
        """
        return [(1, card) for card in self._finished.settled.face_up]

    def _every(self, cards: CardsLike) -> int:
        """The bits of every copy in play."""
        bits = cards.bits if type(cards) is Cards else Cards(cards).bits
        return bits if self._pack <= ONE_OF_EACH else every_copy(bits)

    def count(self, seats: Seats, cards: CardsLike) -> int:
        """How many cards of these kinds some seats took."""
        wanted = self._every(cards)
        return sum([(self._piles[seat] & wanted).bit_count() for seat in seats])

    def has_all(self, seats: Seats, cards: CardsLike) -> int:
        """Whether some seats took every card in play of these kinds; no if there is none."""
        there = self._pack & self._every(cards)
        if len(seats) == 1:
            return self._piles[seats[0]] & there == there != 0
        return there != 0 and self.count(seats, cards) == there.bit_count()

    def is_all(self, cards: Cards) -> bool:
        """Whether these are all the cards that score: for words, not for arithmetic."""
        return bool(self._finished.counting) and not self._finished.counting.without(cards)

    def worth(self, seats: Seats, values: Values) -> Iterator[tuple[int, int, Cards]]:
        """Points for cards that some seats took, a part for each value and factor.

        Args:
            seats: The seats.
            values: Kinds of card with the points of each.

        Yields:
            The points, how many times the cards count, and the cards.
        """
        if self._finished.factors or len(seats) != 1:  # the rest is the same for one pile, sooner
            yield from self._worth(seats, values)
            return
        single = self._pack <= ONE_OF_EACH
        pile = self._piles[seats[0]]
        for cards, value in values:
            if own := pile & (cards.bits if single else every_copy(cards.bits)):
                yield value * own.bit_count(), 1, from_bits(own)

    def _worth(self, seats: Seats, values: Values) -> Iterator[tuple[int, int, Cards]]:
        for cards, value in values:
            for factor, kinds in self.by_factor(cards):
                if self.some(number := self.count(seats, kinds)):
                    yield value * factor * number, factor, self.cards(seats, kinds)

    def by_factor(self, cards: Cards) -> Sequence[tuple[int, Cards]]:
        """The kinds, by how many times they count: once, unless they are charged."""
        factors = self._finished.factors
        return _by_factor(cards.bits, factors) if factors else ((1, cards),)

    @cached_property
    def _takers(self) -> tuple[int | None, ...]:
        return self._finished.takers

    @property
    def numbers(self) -> range:
        """The numbers of the tricks, from 1 for the first."""
        return range(1, len(self._takers) + 1)

    def _taker(self, number: int) -> int | None:
        """The seat that took a trick; None if nobody has, or if there is no such trick."""
        takers = self._takers
        place = number - 1 if number > 0 else number + len(takers)
        return takers[place] if 0 <= place < len(takers) else None

    def took(self, side: Seats, number: int) -> int:
        """Whether a side took a trick: 1 is the first, -1 the last, -2 the last but one."""
        return self._taker(number) in side

    def holding(self, side: Seats, card: Card) -> int:
        """How many tricks of a side have a copy of a card."""
        return self._finished.tricks_with(side, card)[0] if self._has(side, card) else 0

    def from_kitty(self, side: Seats, card: Card) -> int:
        """How many copies of a card a side got in no trick: with a kitty, or laid down for one."""
        return self._finished.tricks_with(side, card)[1] if self._has(side, card) else 0

    def _has(self, side: Seats, card: Card) -> bool:
        return any(self._piles[seat] & card.bit for seat in side)

    def tricks(self, side: Seats) -> int:
        """How many tricks a side took."""
        counts = self._finished.trick_counts
        return sum(counts[seat] for seat in side)

    def has_trick(self, seat: int) -> int:
        """Whether a seat took a trick."""
        return self._finished.has_trick(seat)

    def has_every_trick(self, side: Seats) -> int:
        """Whether a side took every trick."""
        return self._finished.takers_of_all() == side

    def charged(self, side: Seats, cards: CardsLike) -> int:
        """How many cards of these kinds a side has charged."""
        charged = self._finished.charged
        wanted = self._every(cards)
        return sum((charged[seat].bits & wanted).bit_count() for seat in side)

    def passed(self, giver: Seats, taker: Seats, cards: CardsLike) -> int:
        """How many cards of these kinds one side passed to another before the play; in a mix none."""
        passed = self._finished.passed
        wanted = self._every(cards)
        pairs = itertools.product(giver, taker)
        return sum((passed[one][other].bits & wanted).bit_count() for one, other in pairs)

    def played(self, player: Seats, taker: Seats, cards: CardsLike) -> int:
        """How many cards of these kinds one side played to tricks that a side, perhaps itself, took."""
        kinds = Cards(cards)
        return sum(
            seat in player and card in kinds
            for trick, won_by in zip(self._finished.tricks, self._takers, strict=True)
            for seat, card in (trick.plays if won_by in taker else ())
        )

    def total(self, side: Seats) -> int:
        """The points of a side by the steps before this one."""
        return sum([self.totals[seat] for seat in side])

    def shot(self, side: Seats) -> int:
        """Whether a side shot the moon."""
        return side == self._finished.shooter

    def chosen(self, names: tuple[str, ...]) -> int:
        """The number of the name that the shooter of the moon chose, from 0; 0 if none of them."""
        choice = self._finished.choice
        return names.index(choice) if choice in names else 0

    def cards(self, seats: Seats, cards: Cards) -> Cards:
        """The cards of these kinds that some seats took: for a reason, not for arithmetic."""
        wanted = self._every(cards)
        bits = 0
        for seat in seats:
            bits = both(bits, self._piles[seat] & wanted)
        return from_bits(bits)

    def largest(self, first: int, *others: int) -> int:
        """The largest of some answers."""
        return max(first, *others) if others else first

    def some(self, answer: int) -> bool:
        """Whether an answer is not 0, or may be: for words, and to leave out terms without points."""
        return answer != 0


@lru_cache(maxsize=1024)
def _by_factor(kinds: int, factors: tuple[tuple[Card, int], ...]) -> Sequence[tuple[int, Cards]]:
    groups: dict[int, int] = {}
    charged = dict(factors)
    for card in from_bits(kinds & ONE_OF_EACH):
        factor = charged.get(card, 1)
        groups[factor] = groups.get(factor, 0) | card.bit
    return [(factor, from_bits(groups[factor])) for factor in sorted(groups)]


class Span:
    """An answer during a round: from the least to the most that it may become.

    Each is taken by itself: two spans that depend on one card are added as if they did not, so a result may be
    wider than what can happen, and is never narrower.

    Attributes:
        low: The least.
        high: The most.
        cards: If it is so many for each of some cards that are taken: those cards; else none.
        each: How many for each.
    """

    __slots__ = ("cards", "each", "high", "low")
    __hash__ = None  # type: ignore[assignment] # comparing makes another answer

    def __init__(self, low: int, high: int, cards: Cards = NO_CARDS, each: int = 0) -> None:
        self.low = low
        self.high = high
        self.cards = cards
        self.each = each

    def __add__(self, other: Any) -> Any:
        if type(other) is int:
            return Span(self.low + other, self.high + other)
        low, high = ends(other)
        return span(self.low + low, self.high + high)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Span):
            low = self.low * other
            high = self.high * other
            if low > high:
                low, high = high, low
            # still so many points for each card, unlike a sum with something else
            return span(low, high, self.cards, self.each * other)
        low = self.low
        high = self.high
        least = other.low
        most = other.high
        all_ends = low * least, low * most, high * least, high * most
        return span(min(all_ends), max(all_ends))

    __rmul__ = __mul__

    def __pow__(self, other: Any) -> Any:
        return _power(self, other)

    def __rpow__(self, other: Any) -> Any:
        return _power(other, self)

    def __eq__(self, other: object) -> Any:
        low, high = ends(other)
        # even for a span and itself: a span does not know which answer it is, and two players who may
        # each take up to three tricks need not take as many
        return False if high < self.low or self.high < low else Span(0, 1)

    def __ne__(self, other: object) -> Any:
        return 1 - (self == other)

    def __lt__(self, other: Any) -> Any:
        low, high = ends(other)
        if self.high < low:
            return True
        return False if self.low >= high else Span(0, 1)

    def __gt__(self, other: Any) -> Any:
        return -self < -other

    def __le__(self, other: Any) -> Any:
        return 1 - (self > other)

    def __ge__(self, other: Any) -> Any:
        return 1 - (self < other)

    def __bool__(self) -> bool:
        raise RulesError(BRANCHES)


BRANCHES = (
    "its terms branch on an answer, with if, and, or, not, min or max; terms are arithmetic: write "
    "5 * (taken.count(side, cards) == 0), or taken.largest(...), or give the step `lines` instead"
)


def ends(answer: Any) -> tuple[int, int]:
    """The least and the most that an answer may become."""
    return (answer.low, answer.high) if isinstance(answer, Span) else (answer, answer)


def span(low: int, high: int, cards: Cards = NO_CARDS, each: int = 0) -> Any:
    """The answer from `low` to `high`: a number if they are equal."""
    return low if low == high else Span(low, high, cards, each)


# spans of unknown answers are huge: without a limit, powers would take forever
_MOST_TIMES = 64


def _power(base: Any, times: Any) -> Any:
    """``base ** times``, for answers of 0 or more."""
    (low, high), (least, most) = ends(base), ends(times)
    if low < 0 or least < 0 or most > _MOST_TIMES:
        raise RulesError(f"its terms have a power that may be negative, or above {_MOST_TIMES}")
    return span(min(low**least, low**most), max(high**least, high**most))


def certain(answer: Any) -> int:
    """The points that a term has at least, or at most if they are negative.

    What may still be taken back counts 0: a sheet in the middle of a round must not fall by itself.
    """
    low, high = ends(answer)
    if low > 0:
        return low
    return min(0, high)


class Open(Taken):
    """What each seat has taken in the middle of a round: the answers are spans.

    Args:
        finished: The record of the round so far.
        moon: Answers whether a side shot the moon; None if that is not known.

    Attributes:
        about: What else it has been asked about: ``"tricks"``, their ``"order"`` or their ``"number"``,
            what is ``"face_up"``, the ``"passes"``, the ``"plays"``, the ``"totals"`` or the ``"scores"``
            before the round.
        is_last: Whether no step to come asks for totals, so that terms that may be 0 are left out.
    """

    is_last = False

    def __init__(
        self, finished: Finished, moon: Callable[[Taken, Seats], Any] | None = None
    ) -> None:
        super().__init__(finished)
        self._moon = moon
        self._asked = 0
        self.about = set[str]()
        self._tricks: tuple[Trick, ...] | None = if_said(finished, "tricks")
        self._to_come = _MUCH if self._tricks is None else self._takers.count(None)
        # after the last trick nothing more comes, not even cards that nobody took
        taken = reduce(both, self._piles) if self._to_come else self._pack
        single = self._pack <= ONE_OF_EACH
        self._left = self._pack & ~taken if single else difference(self._pack, taken)

    def _more(self, now: int, cards: Cards, of: Cards = NO_CARDS) -> Any:
        """An answer that is `now` so far, and grows with each of these cards."""
        self._asked |= cards.bits
        return span(now, now + (self._left & self._every(cards)).bit_count(), of, 1)

    @cached_property
    def _takers(self) -> tuple[int | None, ...]:
        return takers(self._tricks or ())

    @property
    def scores(self) -> tuple[Any, ...]:
        self.about.add("scores")
        known: Any = if_said(self._finished, "scores")
        return for_each(len(self.seats), UNKNOWN) if known is None else known

    @property
    def asked(self) -> Cards:
        """The cards that it has been asked about."""
        return from_bits(self._asked)

    @property
    def face_up(self) -> Sequence[tuple[Any, Card]]:
        self.about.add("face_up")
        settled = if_said(self._finished, "settled")
        if up := settled and if_said(settled, "face_up"):
            return [(1, card) for card in up]
        return [(Span(0, 1), card) for card in dict.fromkeys(self._finished.pack)]

    def worth(self, seats: Seats, values: Values) -> Iterator[tuple[Any, Any, Cards]]:
        # as `_worth` does, without a span for each count: this is asked of every card
        factors = self._finished.factors
        single = self._pack <= ONE_OF_EACH
        for cards, value in values:
            self._asked |= cards.bits
            for factor, kinds in self.by_factor(cards) if factors else ((1, cards),):
                wanted = kinds.bits if single else every_copy(kinds.bits)
                own = 0
                for seat in seats:
                    own = both(own, self._piles[seat] & wanted)
                now = own.bit_count()
                more = (self._left & wanted).bit_count()
                if now or more:
                    each = value * factor
                    least = each * now
                    most = each * (now + more)
                    low, high = (least, most) if each > 0 else (most, least)
                    yield span(low, high, kinds, each), factor, from_bits(own)

    def count(self, seats: Seats, cards: CardsLike) -> Any:
        kinds = to_cards(cards)
        wanted = self._every(kinds)
        self._asked |= kinds.bits
        now = sum([(self._piles[seat] & wanted).bit_count() for seat in seats])
        return span(now, now + (self._left & wanted).bit_count(), kinds, 1)

    def has_all(self, seats: Seats, cards: CardsLike) -> Any:
        kinds = to_cards(cards)
        wanted = self._every(kinds)
        there = (self._pack & wanted).bit_count()
        if not there:
            return False
        self._asked |= kinds.bits
        now = sum([(self._piles[seat] & wanted).bit_count() for seat in seats])
        more = (self._left & wanted).bit_count()
        if now + more < there:
            return False
        return Span(0, 1) if more else True

    def took(self, side: Seats, number: int) -> Any:
        self.about |= {"tricks", "order"}
        known = self._taker(number) is not None or not self._to_come
        return super().took(side, number) if known else Span(0, 1)

    def holding(self, side: Seats, card: Card) -> Any:
        self.about.add("tricks")
        kind = Cards(card)
        if self._tricks is None:  # those taken may have come with a kitty
            return self._more(0, kind) + span(0, len(self.cards(side, kind)))
        return self._more(super().holding(side, card), kind, kind)

    def from_kitty(self, side: Seats, card: Card) -> Any:
        unknown = self._tricks is None
        return self._more(0 if unknown else super().from_kitty(side, card), Cards(card))

    def tricks(self, side: Seats) -> Any:
        self.about |= {"tricks", "number"}
        known = if_said(self._finished, "trick_counts") is not None
        now = super().tricks(side) if known else 0
        return span(now, now + self._to_come)

    def has_trick(self, seat: int) -> Any:
        self.about.add("tricks")
        return super().has_trick(seat) or (Span(0, 1) if self._to_come else 0)

    def has_every_trick(self, side: Seats) -> Any:
        self.about.add("tricks")
        if not self._to_come:
            return super().has_every_trick(side)
        others = [seat for (seat,) in self.seats if seat not in side]
        return 0 if any(map(self._finished.has_trick, others)) else Span(0, 1)

    def charged(self, side: Seats, cards: CardsLike) -> Any:
        most = self._copies(cards)
        if if_said(self._finished, "charged") is None:
            return span(0, most)
        now = super().charged(side, cards)
        return span(now, most) if self._to_come else now

    def passed(self, giver: Seats, taker: Seats, cards: CardsLike) -> Any:
        self.about.add("passes")
        known = if_said(self._finished, "passed") is not None
        return super().passed(giver, taker, cards) if known else span(0, self._copies(cards))

    def played(self, player: Seats, taker: Seats, cards: CardsLike) -> Any:
        self.about |= {"tricks", "order", "plays"}
        now = 0 if self._tricks is None else super().played(player, taker, cards)
        return span(now, self._copies(cards)) if self._to_come else now

    def _copies(self, cards: CardsLike) -> int:
        """How many cards of these kinds are in play."""
        return (self._pack & self._every(cards)).bit_count()

    def shot(self, side: Seats) -> Any:
        return Span(0, 1) if self._moon is None else self._moon(self, side)

    def largest(self, first: Any, *others: Any) -> Any:
        lows, highs = zip(*map(ends, (first, *others)), strict=True)
        return span(max(lows), max(highs))

    def total(self, side: Seats) -> Any:
        self.about.add("totals")
        return super().total(side)

    def some(self, answer: Any) -> bool:
        low, high = ends(answer)
        if self.is_last:  # only what is certain can become a line
            return low > 0 or high < 0
        return low != 0 or high != 0


UNKNOWN: Any = Span(-_MUCH, _MUCH)
"""An answer of which nothing is known."""


class _AnyRules:
    """Rules of whatever game: each kind of card is in play, and none is known to cost."""

    pack = Cards(KINDS)
    penalty_cards = counting_cards = NO_CARDS
    partners = ((0,), (1,), (2,), (3,))
    sides = EveryoneAlone()
    verb = "charge"

    def whole(self, _: Cards) -> int:
        return 0

    def factors(self, _: Cards) -> tuple[tuple[Card, int], ...]:
        return ()


# what a step needs must hold for any number of players, so any table will do: the usual one here
_UNPLAYED = partly(
    Finished,
    rules=_AnyRules(),
    piles=(NO_CARDS,) * 4,
    doubled=NO_CARDS,
    tricks=(Trick(0, 4),) * 13,
    choice=None,
    shooter=(),
    dead=NO_CARDS,
)


def unplayed() -> Open:
    """A round of which nothing is known."""
    taken = Open(_UNPLAYED)
    taken.whole = UNKNOWN
    taken.totals = [UNKNOWN] * 4
    return taken


@lru_cache(maxsize=1024)
def needs_of(step: Any, shot: Callable[[Taken, Seats], Any] | None = None) -> Needs:
    """What a scoring step depends on by its terms; without terms it may be anything.

    Args:
        step: The step, or a moon.
        shot: What a moon asks to find out who shot it.

    Raises:
        RulesError: The terms are not arithmetic.
    """
    taken = unplayed()
    if (terms := _checked_terms(step, shot, taken)) is None:
        return Needs(
            Cards(PACK)
        )  # whatever else its lines ask is refused when they ask it, if nobody has said it
    values: dict[Card, int] = {}
    for term in terms:
        # one seat is enough, since a card is worth the same to everybody
        if isinstance(term.points, Span) and term.seats == taken.seats[0]:
            for card in set(term.points.cards):  # each kind once: the value is that of a copy
                values[card] = values.get(card, 0) + term.points.each
    points = [end for term in terms for end in ends(term.points)]
    if not all(isinstance(each, int) for each in points):
        raise RulesError("its terms have points that are not whole numbers")
    return Needs(
        Cards(set(taken.asked)),
        tricks="tricks" in taken.about,
        order="order" in taken.about,
        number="number" in taken.about,
        face_up="face_up" in taken.about,
        passes="passes" in taken.about,
        plays="plays" in taken.about,
        scores="scores" in taken.about,
        values=tuple(sorted((card, value) for card, value in values.items() if value)),
        signs=frozenset(1 if each > 0 else -1 for each in points if each),
    )


def _checked_terms(
    step: Any, shot: Callable[[Taken, Seats], Any] | None, taken: Open
) -> list[Term] | None:
    """The terms of a step, checked; see `needs_of`."""
    try:
        if shot is not None:
            shot(taken, taken.sides[0])
        made = step.terms(taken)
        terms = None if made is None else list(made)  # a generator runs, and may fail, only now
    except NotSaid as error:
        raise RulesError(f"{error}: no terms can be made of it before a round") from error
    except TypeError as error:  # such as // of a span
        arithmetic = "its terms are arithmetic with + - * ** and comparisons"
        raise RulesError(f"{arithmetic}: {error}") from error
    except IndexError as error:
        raise RulesError("its terms ask about a seat that is not at the table") from error
    for term in terms or ():
        if not isinstance(term, Term) or term.seats not in taken.seats:
            raise RulesError(
                "its terms must be Term(seats, ...), with seats from taken.sides or taken.seats, "
                f"not {quoted(term)}"
            )
    return terms


_quick_line = quick(Line)


def _entered(step: str, terms: Iterable[Term], taken: Taken) -> Iterator[Line]:
    """A line for each term with points; all terms are made before any of them changes a total."""
    for seats, points, why, cards, factor, trick, tricks, others in list(terms):
        if type(points) is int:  # as after every round: nothing to look up
            score = points
            times = factor
            number = tricks
        else:  # yes or no, or a span
            score = +certain(points)  # a plus makes True the number 1
            times = factor if type(factor) is int else ends(factor)[0]
            number = tricks if type(tricks) is int else ends(tricks)[0]
        if len(seats) != 1 and seats not in taken.sides:
            raise RulesError(f"{step} has a term for seats {seats}, who do not score together")
        # a side's total is kept at its first seat, and `total` adds up the seats
        taken.totals[seats[0]] += points
        if score:
            if taken.verb != "charge":
                why = why.replace("{charged}", "{exposed}")  # noqa: PLW2901 - the same reason
            yield _quick_line(seats[0], score, why, step, cards, times, trick, number, others)


def counted(
    steps: Iterable[Any], taken: Taken, finished: Finished, sheet: ScoreSheet
) -> ScoreSheet:
    """The sheet with the lines of each step, in order.

    Args:
        steps: Scoring steps, and the moon.
        taken: What they ask.
        finished: The record of the round.
        sheet: An empty sheet.
    """
    lines: list[Line] = []
    for step in steps:
        terms = step.terms(taken)
        if terms is not None:
            lines += _entered(step.name, terms, taken)
            continue
        for line in step.lines(finished, sheet.with_lines(tuple(lines))):
            if not isinstance(line, Line):
                raise RulesError(f"{step.name} has a line that is no Line: {quoted(line)}")
            if line.seat not in range(finished.players):
                raise RulesError(
                    f"{step.name} has a line for seat {quoted(line.seat)}, who is not there"
                )
            taken.totals[line.seat] += line.points
            lines.append(line)
    return sheet.with_lines(tuple(lines))


def lines_of(step: Any, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
    """The lines that a step or a moon adds to a sheet.

    Args:
        step: The step.
        finished: The record of the round.
        sheet: The sheet with the lines of the steps before.
    """
    taken = Taken(finished)
    for line in sheet.lines:
        taken.totals[line.seat] += line.points
    return counted([step], taken, finished, sheet).lines[len(sheet.lines) :]
