"""Whether a round can give certain points: whether some way of sharing out its cards counts them.

Somebody who types in the points of a round may have mistyped them.  A sum alone finds few of these faults, since
moons, bonus cards and charges change it, so this tries to share out the cards.  They go to the seats one by one,
those worth most first.  What is still open is a `Span`, which ends most ways after a few cards.

The answer may err on one side only: points that a round can give are never refused.  So what takes too many
tries, or has no terms, counts as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, product
from typing import Any

from attrs import define, evolve

from heartslib._values.said import if_said
from heartslib.cards import NO_CARDS, Card, Cards, CardsLike
from heartslib.errors import HeartsError, Points, fault
from heartslib.rules.book.round_rules import RoundRules
from heartslib.rules.counting.terms import UNKNOWN, Open, Seats, Span, Taken, Term, ends, span
from heartslib.sheet import Finished

_MOST_TRIES = 200
"""How many ways are tried in all: the answer is for somebody who waits for it, at every score that is typed in."""
_MOST_SUMS = 4
"""How many sums an error names."""
_MOST_CHARGES = 8
"""With more cards to charge, there would be too many sets of charges to try each."""


@define
class Sharing:
    """A search for a way to share out the counting cards of a round.

    Attributes:
        rules: The rules of the round.
        finished: The round, with the cards of which it is known who took them.
        wanted: The points that each seat must get, seat 0 first.
        shooter: The side that shoots the moon; empty if nobody does.
        tries: How many more ways are tried.
    """

    rules: RoundRules
    finished: Finished
    wanted: tuple[int, ...]
    shooter: Seats = ()
    tries: int = _MOST_TRIES

    def is_possible(self) -> bool:
        """Whether there is a way, as far as is known."""
        left = self.finished.counting - sum(self.finished.piles, NO_CARDS)
        if _lost(self.rules):
            left = NO_CARDS  # nobody knows which of them somebody took
        points = {card: self.rules.points(card) for card in left}
        return self._goes_on(
            self.finished.piles,
            # cards without points of their own first: a multiplier changes what all others give
            sorted(left, key=lambda card: (points[card] != 0, -abs(points[card]))),
        )

    def _goes_on(self, piles: tuple[Cards, ...], cards: list[Card]) -> bool:
        self.tries -= 1
        if self.tries < 0:
            return True
        total, totals, taken = self.counted(piles)
        wanted = [self.wanted[side[0]] for side in taken.sides]
        if not all(map(_is_within, (sum(wanted), *wanted), (total, *totals))):
            return False
        if not self.shooter and any(
            ends(self.rules.moon.shot(taken, side))[0] for side in taken.sides
        ):
            return False  # a moon after all, which another search looks into
        if not cards:
            return True
        # the side that wants most first: it is the likeliest to have taken the card
        sides = sorted(taken.sides, key=lambda side: -abs(self.wanted[side[0]]))
        return any(self._goes_on(_after(piles, side, cards[0]), cards[1:]) for side in sides)

    def counted(self, piles: tuple[Cards, ...]) -> tuple[Any, list[Any], Open]:
        """The points of all sides together, those of each, and what was taken."""
        shared = evolve(self.finished, piles=piles)
        kitty = self.rules.deck.kitty_size(len(piles))
        taken = _Shared(shared, kitty, lambda _, side: side == self.shooter)
        total: Any = 0
        for step in self.rules.steps:
            terms = list(step.terms(taken) or ())
            for term in terms:
                taken.sums[term.seats[0]] += term.points
            lost = None if step.needs.tricks else _lost(self.rules)
            total += sum(_together(terms, self.finished, lost))
        return total, [taken.total(side) for side in taken.sides], taken


class _Shared(Open):
    """A round whose cards are shared out, so that nobody knows with which tricks they came.

    What a side gets is with its first seat, so of part of a side nobody knows more than of the whole.

    Attributes:
        sums: The points by the steps before, those of a side at any of its seats.
    """

    def __init__(
        self, finished: Finished, kitty: int, moon: Callable[[Taken, Seats], Any] | None = None
    ) -> None:
        super().__init__(finished, moon)
        self._kitty = kitty
        self.sums = self.totals
        if finished.pooled:
            self.totals = [UNKNOWN for _ in self.sums]

    def total(self, side: Seats) -> Any:
        return sum(self.sums[seat] for seat in side) if side in self.sides else UNKNOWN

    def has_all(self, seats: Seats, cards: CardsLike) -> Any:
        whole = _whole(seats, self.sides)
        answer = super().has_all(whole, cards)
        return answer if whole == seats else span(0, int(ends(answer)[1]))

    def holding(self, side: Seats, card: Card) -> Any:
        copies = self.count(_whole(side, self.sides), Cards(card))
        least, most = ends(copies)
        if most < 2 and not self._kitty and side in self.sides:
            return copies
        # all copies that were in tricks may have been in one
        return span(int(least > self._kitty and side in self.sides), most)

    def from_kitty(self, side: Seats, card: Card) -> Any:
        most = ends(self.count(_whole(side, self.sides), Cards(card)))[1]
        return span(0, min(most, self._kitty))


def _whole(seats: Seats, sides: tuple[Seats, ...]) -> Seats:
    """The side of some seats; these seats, if they are of several sides."""
    return next((side for side in sides if {*seats} <= {*side}), seats)


def _is_within(number: int, answer: Any) -> bool:
    least, most = ends(answer)
    return bool(least <= number <= most)


def _together(terms: Iterable[Term], finished: Finished, lost: int | None) -> Iterator[Any]:
    """The points of some terms: what every seat gets for each of some cards is known together.

    Nobody knows yet who takes the hearts, but all hearts are taken: their sum is a number, where the sum of the
    spans of four seats would run from 0 to four times as much.
    """
    alike: dict[Any, list[Term]] = {}
    for term in terms:
        points: Any = term.points
        of_cards = lost is not None and isinstance(points, Span) and points.cards
        alike.setdefault((points.cards, points.each) if of_cards else None, []).append(term)
    for key, group in alike.items():
        everyone = sorted(chain.from_iterable(term.seats for term in group))
        if key is None or everyone != [*range(finished.players)]:
            yield from (term.points for term in group)
        else:
            number = len(finished.pack.only(key[0]))
            yield key[1] * (Span(number - lost, number) if lost else number)


def _lost(rules: RoundRules) -> int:
    """How many cards nobody may get by the end of a round."""
    if rules.round_end.early is None:
        return len(rules.pack)
    return rules.kitty_size if rules.kitty.is_dead else 0


def refused(
    rules: RoundRules, points: tuple[int, ...], scores: tuple[int, ...] | None = None
) -> HeartsError | None:
    """Why no round gives these points, with any charges and any choice of the shooter; None if one does.

    Args:
        rules: The rules of the round.
        points: The points of each seat, seat 0 first; partners who pool have the same.
        scores: The scores before the round.
    """
    rules = rules.at(len(points))
    sums = set[tuple[int, int]]()
    may_charge = rules.pack.only(rules.charging.cards)
    if len(may_charge) > _MOST_CHARGES:
        return None
    empty = rules.unplayed(scores=scores)
    if any(step.terms(Open(empty)) is None for step in rules.steps):
        return None
    tries = _MOST_TRIES  # for all searches together
    # a dict, since two packs have a card twice, and the order of a set would not be the same every time
    charges: dict[Cards, None] = {}
    for size in range(len(may_charge) + 1):
        charges.update((Cards(some), None) for some in combinations(may_charge, size))
    for search in _searches(rules, empty, points, charges):
        search.tries = tries
        if search.is_possible():
            return None
        tries = search.tries
        sums.add(ends(search.counted(search.finished.piles)[0]))
    total = sum(points[side[0]] for side in empty.sides)
    if len(sums) <= _MOST_SUMS and all(least == most != total for least, most in sums):
        known: list[object] = [*chain(*((", ", Points(least)) for least, _ in sorted(sums)))]
        known[-2] = " or "  # a single sum has nothing before it: the first comma is left out
        added = "they add up to ", Points(total), ", and those of a round to "
        return fault("points-total", *added, *known[1:])
    moons = ", moons included" if rules.has_moon else ""
    return fault("no-such-points", f"no way to take the cards scores that{moons}")


def ranges(rules: RoundRules) -> list[tuple[int, int]]:
    """The least and the most points of all and of each side, without a moon and with each payment.

    The list is empty if a step has no terms.

    Args:
        rules: The rules of the round.
    """
    empty = rules.unplayed()
    reached = list[tuple[int, int]]()
    if all(step.terms(Open(empty)) is not None for step in rules.steps):
        for search in _searches(rules, empty, (), [NO_CARDS]):
            total, totals, _ = search.counted(search.finished.piles)
            reached += map(ends, (total, *totals))
    return reached


def _searches(
    rules: RoundRules, empty: Finished, wanted: tuple[int, ...], charges: Iterable[Cards]
) -> Iterator[Sharing]:
    """A search without a moon and for each shooter, with each payment and each of these charges."""
    for shooter in ((), *(empty.sides if rules.has_moon else ())):
        piles = _moon_piles(rules, empty, shooter)
        choices = rules.moon.choices or rules.moon.resort if shooter else ()
        for choice, charged in product(choices or (None,), charges):
            finished = rules.finished(
                piles,
                choice,
                charged=charged,
                scores=if_said(empty, "scores"),
                tricks=empty.tricks,
            )
            yield Sharing(rules, finished, wanted, shooter)


def _moon_piles(rules: RoundRules, finished: Finished, shooter: Seats) -> tuple[Cards, ...]:
    """Piles with the cards that the shooter must have taken: with one of them another has no moon."""
    other = next((side for side in finished.sides if side != shooter), ())
    kitty = rules.deck.kitty_size(finished.players)

    def is_needed(card: Card) -> bool:
        piles = _after(finished.piles, other, card)
        taken = _Shared(evolve(finished, piles=piles), kitty)
        return ends(rules.moon.shot(taken, shooter))[1] == 0

    needed = Cards(card for card in finished.counting if is_needed(card)) if shooter else NO_CARDS
    return _after(finished.piles, shooter, needed)


def _after(piles: tuple[Cards, ...], side: Seats, cards: CardsLike) -> tuple[Cards, ...]:
    """The piles after a side has taken some cards, which its first seat keeps."""
    return tuple(pile + cards if seat in side[:1] else pile for seat, pile in enumerate(piles))
