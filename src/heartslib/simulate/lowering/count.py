"""The terms of the count as rows of numbers, which the kernel runs after every round.

The steps are asked once about a round that has not been played (`Traced`).  Each answer remembers how it was
made (`Operation`): arithmetic on it makes another answer, until a term is a tree of operations with questions about
the round as leaves.  `Program` writes a row for each operation, the leaves first.  So the kernel knows no step
by its type, and a step of your own is as fast as those of the library.

An answer is also a `Span`, from the least to the most that it can be.  What can only be one number is that
number and needs no row, and points that 64 bits may not hold are refused here: the kernel checks nothing.

The rows of a step come in a line: all answers that its terms are made of, then what the terms add to the
totals.  A row is left out for one reason alone: terms that are nothing without one and the same answer, as
those of a moon without a holder of all its cards, are skipped together, because most rounds have no moon.
If every row ran, the kernel would play American Hearts at 0.9 of its speed, and Tetka, where each card may
be the one shown, at 0.3.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias, cast

from heartslib._values.bits import ONE_OF_EACH
from heartslib._values.said import NotSaid
from heartslib.cards import Card, Cards, CardsLike
from heartslib.rules import RoundRules, Term
from heartslib.rules.counting.terms import Open, Seats, Span, Values, ends, span
from heartslib.simulate.kernel.layout import *
from heartslib.simulate.lowering.refusal import refused

Key: TypeAlias = tuple[Any, ...]

_MOST_POINTS = 1 << 62
PRODUCT = -1
"""The operation of a number times some answers; it takes several rows."""


class Operation(Span):
    """An answer, as the operation that makes it in every round.

    Attributes:
        op: The number of the operation in the kernel, or PRODUCT.
        parts: What it works on: other answers and whole numbers.
        key: The same as a tuple of tuples; equal keys make equal answers.
        totals: The totals of earlier steps that it reads, by key.
    """

    __slots__ = ("key", "op", "parts", "totals")
    __hash__ = None  # as in a span

    def __init__(self, op: int, parts: tuple[Any, ...], span: Span) -> None:
        super().__init__(span.low, span.high)
        _check(self.low, self.high)
        self.op = op
        self.parts = parts
        # answers cannot be keys themselves: comparing two of them makes a third
        self.key: Key = (op, *(part.key if isinstance(part, Operation) else part for part in parts))
        self.totals: dict[Key, Operation] = {}
        for part in parts:
            if isinstance(part, Operation):
                self.totals |= part.totals
        if op == TOTAL:
            self.totals[self.key] = self

    def __add__(self, other: Any) -> Any:
        if type(other) is int and not other:  # `sum` begins with 0
            return self
        return _operation(ADD, (self, other), super().__add__(other))

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        # a product of products is one: constants are multiplied here, and the factors stay in sight
        times, factors = product(self)
        more, others = product(other)
        if times * more == 1 and len(factors) + len(others) == 1:
            return (*factors, *others)[0]
        return _operation(PRODUCT, (times * more, *factors, *others), super().__mul__(other))

    __rmul__ = __mul__

    def __pow__(self, other: Any) -> Any:
        return _operation(POWER, (self, other), super().__pow__(other))

    def __rpow__(self, other: Any) -> Any:
        return _operation(POWER, (other, self), super().__rpow__(other))

    def __eq__(self, other: object) -> Any:
        return _operation(EQUAL, (self, other), super().__eq__(other))

    def __lt__(self, other: Any) -> Any:
        return _operation(LESS, (self, other), super().__lt__(other))

    def __gt__(self, other: Any) -> Any:
        if type(other) is int and not other and (self.low, self.high) == (0, 1):
            return self  # yes or no is 1 or 0
        return _operation(LESS, (other, self), super().__gt__(other))


def _check(*points: int) -> None:
    """Refuse points that 64 bits may not hold."""
    if max(map(abs, points)) > _MOST_POINTS:
        raise refused("counts less than 2 to the power of 62 points")


def _operation(op: int, parts: tuple[Any, ...], span: Any) -> Any:
    """The answer of an operation; a number if it is the same in every round."""
    return Operation(op, parts, span) if isinstance(span, Span) else int(span)


def product(answer: Any) -> tuple[int, tuple[Any, ...]]:
    """Splits a term into a constant and the answers that it multiplies."""
    if isinstance(answer, Span) and not isinstance(answer, Operation):
        raise refused("does not know an answer that a step asks for")
    if not isinstance(answer, Operation):
        return int(answer), ()
    return (answer.parts[0], answer.parts[1:]) if answer.op == PRODUCT else (1, (answer,))


class Traced(Open):
    """A round that has not been played, in which each answer remembers how it was made."""

    def __init__(self, rules: RoundRules, scores: tuple[int, ...] | None = None) -> None:
        super().__init__(rules.unplayed(scores=scores), rules.moon.shot)
        self._rules = rules
        self.whole = self._whole()

    def _whole(self) -> int:
        """What the penalty cards cost together; a charge may double some of them."""
        points = self._rules.before_deal.points
        values = sorted({(points(card), card) for card in self.penalty})
        return sum(
            value * factor * self.penalty.count(card)
            for value, card in values
            for factor, _ in self.by_factor(Cards(card))
        )

    def steps(self) -> Iterator[list[Term]]:
        """The terms of each step; a later step that reads a total reads what those before gave.

        Raises:
            CannotLower: A step has no terms, or asks what nobody has said.
        """
        for step in self._rules.steps:
            try:
                lazy = step.terms(self)
                terms = None if lazy is None else list(lazy)  # a generator asks as it goes on
            except NotSaid as error:
                raise refused(
                    f"plays a round of which only the rules are known: {error}"
                ) from error
            if terms is None:
                raise refused(f"cannot run {type(step).__name__}, which has lines and no terms")
            yield terms
            for term in terms:
                self.totals[term.seats[0]] += cast("int", span(*ends(term.points)))
            _check(*(end for total in self.totals for end in ends(total)))

    @property
    def scores(self) -> tuple[int, ...]:
        return self._finished.scores  # no spans: either they are known, or the kernel refuses

    @property
    def face_up(self) -> Sequence[tuple[Any, Card]]:
        # any card may be the one that is shown: a step multiplies by whether it is
        shown = Operation(FACE_UP, (), Span(0, WORD - 1))
        return [(shown == card.place, card) for card in dict.fromkeys(self._finished.pack)]

    def charged(self, side: Seats, cards: CardsLike) -> Any:
        raise refused("does not know who charged which card")

    def passed(self, giver: Seats, taker: Seats, cards: CardsLike) -> Any:
        raise refused("does not know who passed which cards to whom")

    def played(self, player: Seats, taker: Seats, cards: CardsLike) -> Any:
        raise refused("does not know who played which card")

    def _side(self, seats: Seats) -> int:
        """The number of a side, from 1."""
        if seats not in self.sides:
            raise refused(f"counts for whole sides, not for seats {seats}")
        return self.sides.index(seats) + 1

    def by_factor(self, cards: Cards) -> Sequence[tuple[Any, Cards]]:
        charging = self._rules.charging
        effects = charging.doubled or ()
        groups: dict[int, list[Card]] = {}
        squared = charging.times == 4
        # cards that the same charges double are counted together
        for card in dict.fromkeys(cards):
            doubling = Cards(by for by, doubled in effects if card in doubled)
            groups.setdefault(doubling.bits, []).append(card)
        doubled = (
            (
                _operation(FACTOR, (bits,), Span(1, 1 << bits.bit_count())) if bits else 1,
                each,
            )
            for bits, each in groups.items()
        )
        return [(one * one if squared else one, Cards(each)) for one, each in doubled]

    def worth(self, seats: Seats, values: Values) -> Iterator[tuple[Any, Any, Cards]]:
        # an open round adds up spans itself, which remember nothing
        return self._worth(seats, values)

    def count(self, seats: Seats, cards: CardsLike) -> Any:
        kinds = self._every(cards) & self._pack & ONE_OF_EACH
        return sum(
            _operation(COUNT, (seat, kinds), super(Traced, self).count((seat,), cards))
            for seat in seats
        )

    def has_all(self, seats: Seats, cards: CardsLike) -> Any:
        wanted = self._pack & self._every(cards)
        # one answer names the holder, whichever side it is: in most rounds one row finds that nobody is
        if seats not in self.sides or not wanted:
            return wanted > 0 and self.count(seats, cards) == wanted.bit_count()
        holder = Operation(HOLDER, (wanted,), Span(0, len(self.sides)))
        return holder == self._side(seats)

    def took(self, side: Seats, number: int) -> Any:
        taker = Operation(TAKER, (number,), Span(0, len(self.sides)))
        return taker == self._side(side)

    def holding(self, side: Seats, card: Card) -> Any:
        if self._pack <= ONE_OF_EACH and not self._rules.kitty_size:
            return self.has_all(side, Cards(card))  # it came with one trick
        parts = _mask(side), card.bit
        return _operation(HOLDING, parts, super().holding(side, card))

    def from_kitty(self, side: Seats, card: Card) -> Any:
        if not self._rules.kitty_size:
            return 0
        parts = _mask(side), card.bit
        return _operation(LOOSE, parts, super().from_kitty(side, card))

    def tricks(self, side: Seats) -> Any:
        return _operation(TRICKS_OF, (_mask(side),), super().tricks(side))

    def has_trick(self, seat: int) -> Any:
        return self.count((seat,), self._rules.pack) > 0

    def has_every_trick(self, side: Seats) -> Any:
        return self.has_all(side, self._rules.pack)

    def total(self, side: Seats) -> Any:
        return _operation(TOTAL, (self._side(side) - 1,), super().total(side))

    def chosen(self, names: tuple[str, ...]) -> Any:
        moon = self._rules.moon
        offered = moon.choices or moon.resort
        if len(offered) < 2:  # there is nothing to choose
            return 0
        chosen = _operation(CHOSEN, (), Span(0, len(offered) - 1))
        if names == offered:
            return chosen
        # in another order the first of all may not be 0, which is also the answer if nobody has chosen
        is_shot = sum(self.shot(side) for side in self.sides)
        numbers = {name: number for number, name in enumerate(names)}
        return is_shot * sum(
            numbers.get(name, 0) * (chosen == place) for place, name in enumerate(offered)
        )

    def largest(self, first: Any, *others: Any) -> Any:
        largest = first
        for each in others:
            largest = _operation(LARGER, (largest, each), super().largest(largest, each))
        return largest


def _mask(seats: Seats) -> int:
    return sum(1 << seat for seat in seats)


# for these the kernel keeps who took which trick, which costs time at every trick
_ABOUT_TRICKS = {TAKER, TRICKS_OF, HOLDING, LOOSE}


class _Points(NamedTuple):
    """What a term gives to a side, or to the one that an answer names: a number times some answers."""

    side: int | Operation
    times: int
    factors: tuple[Operation, ...]

    @property
    def guard(self) -> Operation | None:
        """An answer without which there are no points; None if there usually are some."""
        # points for cards, perhaps doubled by a charge, are given in every round
        ops = [each.op for each in self.factors]
        if ops[-1:] == [COUNT] and {*ops[:-1]} <= {FACTOR}:
            return None
        yes = [each for each in self.factors if (each.low, each.high) == (0, 1)]
        holders = [each.parts[0] for each in yes if held_in(each)]
        if isinstance(self.side, Operation):
            holders.append(self.side)
        # one answer for all sides: as a rule nobody holds several cards together
        several = (each for each in holders if each.op == HOLDER and each.parts[0].bit_count() > 1)
        return next(several, yes[0] if yes else None)

    @property
    def named(self) -> _Points | None:
        """The same for whichever side an answer names, if an answer names this one."""
        names = [each.parts[0] for each in self.factors if _names(each, self.side)]
        if not names:
            return None
        one, *more = names
        others = [each for each in self.factors if not _names(each, self.side)]
        return self._replace(side=one, factors=(*others, *(one == each for each in more)))

    @property
    def key(self) -> Key:
        """Equal for equal points."""
        side = self.side.key if isinstance(self.side, Operation) else self.side
        return side, self.times, *(each.key for each in self.factors)


class Program:
    """The count of a rulebook as rows.

    Args:
        rules: The rules of the round.
        copies: The copies of each card.
        first: The place of the first set of cards among the kernel's.
        scores: The scores before the round, if they are known.

    Attributes:
        rows: The rows: an operation and three numbers.
        words: The sets of cards that rows name by their place.
        keeps_takers: Whether a row asks who took which tricks.
        registers: How many answers are kept at once.

    Raises:
        CannotLower: A step has no terms, or asks more than the kernel can answer.
    """

    def __init__(
        self, rules: RoundRules, copies: int, first: int, scores: tuple[int, ...] | None
    ) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.words: list[int] = []
        self.keeps_takers = False
        self._traced = traced = Traced(rules, scores)
        self._copies = copies
        self._first = first
        self._places: dict[tuple[int, int], int] = {}
        self._known: dict[Key, int] = {}
        self._of_totals = set[Key]()  # answers that are other ones after the next step
        self._next = self.registers = REGISTERS + 1  # the first is always 1
        # the moon comes first: its payment may be asked by every step
        self._write_moon([rules.moon.shot(traced, side) for side in traced.sides])
        for terms in traced.steps():
            self._write_step(terms)
        self._row(END)

    def _row(self, op: int, one: int = 0, two: int = 0, three: int = 0) -> int:
        self.rows.append((op, one, two, three))
        return len(self.rows) - 1

    def _set(self, cards: int, layers: int = 1) -> int:
        """The place of some cards among the kernel's sets: a word for each of the first copies."""
        if (cards, layers) not in self._places:
            self._places[cards, layers] = self._first + len(self.words)
            self.words += [cards >> WORD * layer & ONE_OF_EACH for layer in range(layers)]
        return self._places[cards, layers]

    def _put(self, key: Key, op: int, *operands: int) -> int:
        """The register of an operation's result; adds a row for a new one."""
        if key not in self._known:
            if self._next == MOST_REGISTERS:
                raise refused(f"takes at most {MOST_REGISTERS} operations for a count")
            self._known[key] = self._next
            self.keeps_takers |= op in _ABOUT_TRICKS
            self._row(op, self._next, *operands)
            self._next += 1
            self.registers = max(self.registers, self._next)
        return self._known[key]

    def _register(self, answer: Any) -> int:
        """The register that holds an answer."""
        if not isinstance(answer, Operation):
            key = NUMBER, int(answer)
            return REGISTERS if answer == 1 else self._put(key, *key)
        if answer.key not in self._known:
            if answer.totals:
                self._of_totals.add(answer.key)
            if answer.op == PRODUCT:
                self._known[answer.key] = self._product(answer.parts[0], answer.parts[1:])
            else:
                self._put(answer.key, answer.op, *self._operands(answer))
        return self._known[answer.key]

    def _operands(self, answer: Operation) -> Iterable[int]:
        op = answer.op
        parts = answer.parts
        if op == HOLDER:
            return [self._set(parts[0], self._copies)]
        if op == FACTOR:
            return [self._set(parts[0])]
        if op in {COUNT, HOLDING, LOOSE}:
            return parts[0], self._set(parts[1])
        if op in {TAKER, TRICKS_OF, TOTAL}:
            return parts
        return [self._register(part) for part in parts]

    def _product(self, times: int, factors: Iterable[Operation]) -> int:
        """The register of a number times some answers."""
        result = REGISTERS  # which is 1
        for factor in map(self._register, (*factors, times)):
            if result == REGISTERS:
                result = factor
            elif factor != REGISTERS:
                result = self._put((TIMES, result, factor), TIMES, result, factor)
        return result

    def _write_moon(self, shots: Sequence[Any]) -> None:
        """Rows that find out who shot the moon, from whether each side did; if so, the payment is chosen."""
        if not any(map(self._traced.some, shots)):
            return
        # where all sides need the same cards, nobody's rows run unless somebody holds them
        held, *others = {held_in(shot) for shot in shots}
        with self._skipped_without(shots[0].parts[0] if held and not others else None):
            for side, shot in enumerate(shots):
                self._row(SHOT, side, self._register(shot))
            self._row(PAY)

    def _write_step(self, terms: Iterable[Term]) -> None:
        """Rows for the terms of a step, each of which is as if the others were not there."""
        runs: dict[Key, list[_Points]] = {}
        points = [self._points(term) for term in terms if self._traced.some(term.points)]
        for each in self._gathered(points):
            guard = each.guard
            runs.setdefault(() if guard is None else guard.key, []).append(each)
        if len(runs) > 1:
            # read them now: the first of these terms changes a total that others may need
            for each in points:
                for factor in each.factors:
                    for total in factor.totals.values():
                        self._register(total)
        for run in runs.values():
            with self._skipped_without(run[0].guard):
                self._sum(run)
        # this step has changed the totals: forget what was made from them
        self._known = {key: at for key, at in self._known.items() if key not in self._of_totals}

    def _points(self, term: Term) -> _Points:
        """A term, taken apart."""
        sides = self._traced.sides
        if len(term.seats) != 1 and term.seats not in sides:
            raise refused(f"counts for whole sides, not for seats {term.seats}")
        side = [term.seats[0] in each for each in sides].index(True)
        return _Points(side, *product(term.points))

    def _gathered(self, points: Iterable[_Points]) -> Iterator[_Points]:
        """The terms; those that give every side the same if an answer names it are one.

        A row for all sides, where each would need two: Slobberhannes is a tenth slower without.
        """
        alike: dict[Key, list[_Points]] = {}
        for each in points:
            alike.setdefault(each.named.key if each.named else (), []).append(each)
        for key, group in alike.items():
            named = group[0].named
            if key and named and [each.side for each in group] == [*range(len(self._traced.sides))]:
                yield named
            else:
                yield from group

    @contextmanager
    def _skipped_without(self, guard: Operation | None) -> Generator[None]:
        """Rows that are skipped if an answer is 0."""
        if guard is None:
            yield
            return
        # the commonest guard, whether a side is the holder, needs no row of its own for the comparison
        if guard.op == EQUAL and type(guard.parts[1]) is int:
            one, wanted = guard.parts
            skip = self._row(UNLESS_EQUAL, self._register(one), 0, wanted)
        else:
            skip = self._row(SKIP, self._register(guard))
        known = {**self._known}
        following = self._next
        if guard.high == 1:  # within, the answer is 1, as the first register is
            self._known[guard.key] = REGISTERS
        yield
        self._known, self._next = known, following  # what may be skipped is not known
        # only now it is known how many rows to leave out
        op, one, _, three = self.rows[skip]
        self.rows[skip] = op, one, len(self.rows) - skip - 1, three

    def _sum(self, points: Iterable[_Points]) -> None:
        """Rows that make some answers and then add to the totals."""
        # Points for cards in a seat's own pile are set apart.  If every seat has the same, one row with all the
        # kinds of card counts them for all seats in one pass: in American Hearts that is the whole count.
        piles: dict[tuple[int, int, int], list[_Points]] = {}
        sums = list[_Points]()
        for each in points:
            *others, last = each.factors or (None,)
            seat, kinds = last.parts if last is not None and last.op == COUNT else (None, 0)
            if type(each.side) is int and seat in self._traced.sides[each.side]:
                piles.setdefault((kinds, each.times, self._product(1, others)), []).append(each)
            else:
                sums.append(each)
        alike: dict[int, list[tuple[int, int]]] = {}
        for (kinds, times, factor), group in piles.items():
            # every seat scores alike for its pile
            if sorted((each.factors[-1].parts[0],) for each in group) == [*self._traced.seats]:
                alike.setdefault(factor, []).append((kinds, times))
            else:
                sums += group
        # all answers first: what is added changes the totals that an answer may read
        answers = [self._product(1, each.factors) for each in sums]
        for factor, values in alike.items():
            self._row(EACH, len(values), self._first + len(self.words), factor)
            self.words += [kinds for kinds, _ in values]
            numbers = [value for _, value in values] + [0] * (-len(values) % 4)
            self.rows += [tuple(numbers[at : at + 4]) for at in range(0, len(numbers), 4)]
        for each, answer in zip(sums, answers, strict=True):
            if isinstance(each.side, Operation):
                self._row(ADD_FOR, self._register(each.side), answer, each.times)
            else:
                self._row(ADD_TO, each.side, answer, each.times)


def _names(condition: Operation, side: int | Operation) -> bool:
    """Whether it asks if an answer names this side."""
    if condition.op != EQUAL or condition.parts[0].op not in {TAKER, HOLDER}:
        return False
    number = condition.parts[1]
    return type(number) is int and number - 1 == side


def held_in(answer: Any) -> int:
    """The cards of which it asks if a side has them all; none if it asks something else."""
    is_equal = isinstance(answer, Operation) and answer.op == EQUAL
    holder = answer.parts[0] if is_equal else None
    if not isinstance(holder, Operation) or holder.op != HOLDER:
        return 0
    cards: int = holder.parts[0]
    return cards
