"""Scoring: what cards cost.

Scorers run in order.  Each reads the record of the finished round and the sheet so far, and adds
lines to the sheet.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import ClassVar, Final, Protocol, TypeAlias, runtime_checkable

import attrs

from heartslib._bits import every_copy
from heartslib._frozen import frozen
from heartslib._pairs import Pairs, pairs
from heartslib.cards import (
    HEARTS,
    PACK,
    Card,
    Cards,
    CardsLike,
    Rank,
    from_bits,
    from_each,
    more,
    to_card,
    to_cards,
)
from heartslib.errors import RulesError, shown
from heartslib.rules._checks import (
    whole_number,
)
from heartslib.rules._words import count, named
from heartslib.sheet import Finished, Line, ScoreSheet

__all__ = [
    "HEARTS_ONE",
    "HEARTS_ONE_QUEEN_13",
    "JACK_OF_DIAMONDS_BONUS",
    "TEN_OF_DIAMONDS_BONUS",
    "CardValues",
    "FullSet",
    "NoRoundBelow",
    "NoTricksBonus",
    "NoneOf",
    "ScoreMultiplier",
    "Scorer",
    "TrickValues",
]


@runtime_checkable
class Scorer(Protocol):
    """Chapter: scoring; one step of the count.

    If a step depends only on the cards of `counting` and on the points before it, give it
    ``counts_tricks = False`` as well.  A step without it may depend on the tricks, so that
    `EndsWhenNothingCounts` never ends a round early.  If it matters which trick is which, give it
    ``orders_tricks = True``; if it counts what a seat did not take, ``counts_absence = True``; if
    its lines in the middle of a round are just those that nothing can take back, although it
    counts tricks or absence, ``counts_so_far = True``.
    """

    @property
    def name(self) -> str:
        """Stable identifier of the step."""
        ...

    @property
    def counting(self) -> Cards:
        """The kinds of card that this step depends on."""
        ...

    def points(self, card: Card) -> int:
        """The points that this step gives for `card` alone; 0 if none."""
        ...

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The entries that this step adds to the sheet."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


CardPoints: TypeAlias = tuple[tuple[Card, int], ...]
"""Cards with their points, sorted; cards without points are left out."""


def _card_points(values: Pairs[CardsLike, int] | CardPoints) -> CardPoints:
    points: dict[Card, int] = {}
    for cards, value in pairs(values):
        if type(value) is not int and not isinstance(value, Rank):
            raise RulesError(f"a card's value must be a whole number, not {shown(value)}")
        points.update(dict.fromkeys(Cards(cards), value))
    return tuple((card, points[card]) for card in PACK if points.get(card))


def _groups_of(values: CardPoints) -> tuple[tuple[int, int], ...]:
    """The cards of each suit and value, as bits of every copy, with that value."""
    runs = groupby(values, lambda each: (each[0].suit, each[1]))
    return tuple(
        (every_copy(from_each([card for card, _ in run]).bits), value) for (_, value), run in runs
    )


@frozen
class CardValues:
    """Cards cost points to the player who takes them.

    What it says: each card has a value; whoever takes it scores that many points.
    Sources: Fontaine; all three "Hearts Rules"; pagat.com, "Scoring".

    Attributes:
        values: Points by card: a mapping such as ``{HEARTS: 1, "QS": 13}``, whose keys are cards
            in any form.  If two keys share a card, the later one counts.  A suit, or most of one,
            means those of its cards that are in the pack.
    """

    counts_tricks: ClassVar[bool] = False

    values: CardPoints = attrs.field(converter=_card_points)
    name: str = attrs.field(default="card-values", kw_only=True)
    _groups: tuple[tuple[int, int], ...] = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda self: _groups_of(self.values), takes_self=True),
    )

    @property
    def signs(self) -> set[int]:
        """Whether it adds points (1), takes points off (-1), or may do both."""
        return {1 if value > 0 else -1 for _, value in self.values}

    @property
    def counting(self) -> Cards:
        """The cards that have a value."""
        return from_each([card for card, _ in self.values])

    def points(self, card: Card) -> int:
        """The value of `card`."""
        return dict(self.values).get(card, 0)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each seat and each group of cards of one suit, value and factor."""
        factors = dict(finished.factors)
        charged = every_copy(more(0, tuple(factors)))
        for seat, pile in enumerate(finished.piles):
            for kinds, value in self._groups:
                taken = pile.bits & kinds
                if taken & charged:
                    yield from _charged_lines(seat, from_bits(taken), value, factors)
                elif taken:
                    yield Line(seat, value * taken.bit_count(), _took(taken))

    def describe(self, players: int) -> str:
        return f"Points for cards taken: {_described(self.values) or 'none'}."


def _described(values: CardPoints) -> str:
    """Cards with their points, in words: ``Q♠ 13; hearts 1 each``."""
    worth = {points: Cards() for points in sorted({value for _, value in values})}
    for card, points in values:
        worth[points] += card
    return "; ".join(
        f"{named(cards)} {points}{' each' * (len(cards) > 1)}"
        for points, cards in reversed(worth.items())
    )


@functools.lru_cache(maxsize=1 << 13)
def _took(bits: int) -> str:
    """The reason of a line; cached, since the same groups of cards come up again and again."""
    return f"took {from_bits(bits)}"


def _charged_lines(
    seat: int, cards: Cards, value: int, factors: Mapping[Card, int]
) -> Iterator[Line]:
    """Lines for cards of one value, one for each factor that charges give them."""

    def factor(card: Card) -> int:
        return factors.get(card, 1)

    for times, group in groupby(sorted(cards, key=factor), factor):
        taken = Cards(group)
        charged = f" ({times} times, by a charge)" if times > 1 else ""
        yield Line(seat, value * times * len(taken), f"took {taken}{charged}")


HEARTS_ONE: Final = CardValues({HEARTS: 1})
"""Each heart costs 1."""

HEARTS_ONE_QUEEN_13: Final = CardValues({HEARTS: 1, "QS": 13})
"""Each heart costs 1, and the queen of spades 13."""


def _some(rule: object, attribute: attrs.Attribute[Cards], cards: Cards) -> None:
    if not cards:
        raise RulesError(f"{type(rule).__name__}: {attribute.name} must name at least one card")


def _numbered(
    points: Mapping[int, int] | Iterable[tuple[int, int]],
) -> tuple[tuple[int, int], ...]:
    numbers = pairs(points)
    for number, value in numbers:
        if type(number) is not int or type(value) is not int or number == 0:
            raise RulesError(
                "at: give points by the number of the trick, 1 for the first and -1 for the last, "
                f"not {shown(number)}: {shown(value)}"
            )
    return numbers


def _ordinal(number: int) -> str:
    """A trick by its number: ``the first``, ``the 7th``, ``the last``."""
    named = {
        1: "the first",
        2: "the second",
        3: "the third",
        -1: "the last",
        -2: "the last but one",
    }
    ending = "th" if 10 < abs(number) % 100 < 20 else _ENDINGS.get(abs(number) % 10, "th")
    return named.get(number) or f"the {abs(number)}{ending}{' last' * (number < 0)}"


_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


@frozen
class FullSet:
    """More points for a player who takes all of some cards.

    What it says: whoever takes every card of `cards` also scores `values` for the cards taken.  So
    a full set can turn what its cards cost, and one card can double or cancel others.
    Sources: pagat.com, "Gong Zhu" (all thirteen hearts count for their taker); Royal Hearts (the
    queen of hearts doubles hearts, the queen of clubs cancels the queen of spades).

    Attributes:
        cards: The cards that must all be taken, with every copy.
        values: The further points by card, as for `CardValues`.
    """

    counts_tricks: ClassVar[bool] = False

    cards: Cards = attrs.field(converter=to_cards, validator=_some)
    values: CardPoints = attrs.field(converter=_card_points)
    name: str = attrs.field(default="full-set", kw_only=True)

    @property
    def counting(self) -> Cards:
        """The cards of the set, and those with further points."""
        return self.cards | Cards(card for card, _ in self.values)

    def points(self, card: Card) -> int:
        """No card has points of its own in this step."""
        return 0

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for the side that took the set."""
        side = finished.takers_of(finished.pack.only(self.cards))
        taken = sum((finished.piles[seat] for seat in side), Cards())
        points = sum(
            value * finished.factor(card) * taken.count(card) for card, value in self.values
        )
        if points:
            yield Line(side[0], points, f"took {self._all(str(self.cards))}")

    def _all(self, cards: str) -> str:
        """All the cards of the set, in words."""
        suit = self.cards[0].suit
        if len(self.cards) == len(self.cards.of(suit)) == len(Rank):
            return f"every {suit.word[:-1]}"
        return cards if len(self.cards) == 1 else f"all of {cards}"

    def describe(self, players: int) -> str:
        return (
            f"A player who takes {self._all(named(self.cards))} also scores for the cards taken: "
            f"{_described(self.values)}."
        )


@frozen
class NoneOf:
    """Points for a player who takes none of some cards.

    What it says: each player without any of `cards` scores them.
    Sources: Thai Jab Moo (-50 for no scoring card).

    Attributes:
        cards: The cards.
        bonus: The points.
    """

    counts_tricks: ClassVar[bool] = False
    counts_absence: ClassVar[bool] = True
    counts_so_far: ClassVar[bool] = True

    cards: Cards = attrs.field(converter=to_cards, validator=_some)
    bonus: int = attrs.field(validator=whole_number())
    name: str = attrs.field(default="none-of", kw_only=True)

    @property
    def counting(self) -> Cards:
        """The cards."""
        return self.cards

    def points(self, card: Card) -> int:
        """No card has points of its own in this step."""
        return 0

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each side without any of the cards, once it can get none."""
        if not (
            finished.is_played_out or finished.pack.only(self.cards) <= sum(finished.piles, Cards())
        ):
            return
        for side in finished.sides:
            if all(finished.piles[seat].isdisjoint(self.cards) for seat in side):
                yield Line(side[0], self.bonus, f"took none of {self.cards}")

    def describe(self, players: int) -> str:
        return f"A player who takes none of {named(self.cards, 'or')} scores {self.bonus}."


@frozen
class TrickValues:
    """Points for taking tricks: some by number, those with certain cards, each, or the most.

    What it says: a trick costs its taker points.  A trick may count in several ways.
    Sources: R. F. Foster, *Complete Hoyle*, "Slobberhannes" (the first trick, the last, that with
    the queen of clubs, and one more for all three); Kierki, Lora and Barbu.

    Attributes:
        at: Points by the number of the trick: 1 is the first, -1 the last, -2 the last but one.
        holding: Points for each trick that holds a card, by card, as for `CardValues`; doubled by
            a charge.  A copy that comes with a kitty, or is laid down for one, counts like a trick.
        together: More points for taking all the tricks of `at` and `holding` in one round.
        each: Points for every trick.
        most: Points for taking more tricks than anyone else; if several tie, each scores them.
    """

    counts_tricks: ClassVar[bool] = True
    counts_so_far: ClassVar[bool] = True

    at: tuple[tuple[int, int], ...] = attrs.field(default=(), converter=_numbered)
    holding: CardPoints = attrs.field(default=(), converter=_card_points, kw_only=True)
    together: int = attrs.field(default=0, validator=whole_number(), kw_only=True)
    each: int = attrs.field(default=0, validator=whole_number(), kw_only=True)
    most: int = attrs.field(default=0, validator=whole_number(), kw_only=True)
    name: str = attrs.field(default="trick-values", kw_only=True)

    @property
    def counting(self) -> Cards:
        """The cards of `holding`."""
        return Cards(card for card, _ in self.holding)

    @property
    def orders_tricks(self) -> bool:
        """Whether it matters which trick is which."""
        return bool(self.at)

    @property
    def counts_every_trick(self) -> bool:
        """Whether the number of tricks matters."""
        return bool(self.each or self.most)

    def points(self, card: Card) -> int:
        """The points for a trick that holds `card`."""
        return dict(self.holding).get(card, 0)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """Lines for the named tricks, then for every trick, then for the most."""
        yield from self._named_lines(finished)
        if not self.counts_every_trick:
            return
        counts = finished.tricks_by_side
        for side, tricks in zip(finished.sides, counts, strict=True):
            if self.each and tricks:
                yield Line(side[0], self.each * tricks, f"took {count(tricks, 'trick')}")
        for side, tricks in zip(finished.sides, counts, strict=True):
            if self.most and finished.is_played_out and tricks == max(counts):
                yield Line(side[0], self.most, "took the most tricks")

    def _named_lines(self, finished: Finished) -> Iterator[Line]:
        """Lines for the tricks of `at` and `holding`, and for all of them together."""
        for number, points in self.at:
            seat = finished.taker_of(number)
            if seat is not None:
                yield Line(seat, points, f"took {_ordinal(number)} trick")
        for card, points in self.holding:
            for side in finished.sides:
                yield from self._holding_lines(finished, side, card, points)
        for side in finished.sides if self.together else ():
            if self._took_all(finished, side):
                yield Line(side[0], self.together, "took all of these")

    def _holding_lines(
        self, finished: Finished, side: tuple[int, ...], card: Card, points: int
    ) -> Iterator[Line]:
        """Lines for the tricks of a side with a card, and for copies that were in no trick."""
        tricks, others = finished.tricks_with(side, card)
        times = finished.factor(card)
        charged = f" ({times} times, by a charge)" if times > 1 else ""
        if tricks:
            what = "the trick" if tricks == 1 else f"{tricks} tricks"
            yield Line(side[0], tricks * points * times, f"took {what} with {card}{charged}")
        if others:
            yield Line(side[0], others * points * times, f"took {card} with the kitty{charged}")

    def _took_all(self, finished: Finished, side: tuple[int, ...]) -> bool:
        """Whether a side took every trick of `at`, and every trick with a card of `holding`."""
        named = finished.pack.only(self.counting)
        numbered = all(finished.taker_of(number) == side[0] for number, _ in self.at)
        return bool(self.at or named) and numbered and finished.has_all(side, named)

    def describe(self, players: int) -> str:
        parts = [f"{_ordinal(number)} trick {points}" for number, points in self.at]
        parts += [f"the trick with {card:u} {points}" for card, points in self.holding]
        parts += [f"all of these {self.together} more"] * (self.together != 0)
        parts += [f"every trick {self.each}"] * (self.each != 0)
        parts += [f"the most tricks {self.most}"] * (self.most != 0)
        return f"Points for tricks taken: {'; '.join(parts) or 'none'}."


@frozen
class NoTricksBonus:
    """A bonus for taking no trick.

    What it says: each player without a trick gets it, unless somebody shot the moon.  Partners who
    pool their tricks get it once, if neither has a trick.
    Sources: house rules; OpenSpiel's "avoid all tricks" bonus.

    Attributes:
        bonus: The points; negative ones are good.
    """

    counts_tricks: ClassVar[bool] = True

    bonus: int = attrs.field(default=-5, validator=whole_number())
    name: str = attrs.field(default="no-tricks-bonus", kw_only=True)

    @property
    def counting(self) -> Cards:
        """None: the step counts tricks, not cards."""
        return Cards()

    def points(self, card: Card) -> int:
        """No card has points in this step."""
        return 0

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each side without a trick, once the round is over."""
        if finished.shooter or not finished.is_played_out:
            return
        for side in finished.sides:
            if not any(map(finished.has_trick, side)):
                yield Line(side[0], self.bonus, "took no trick")

    def describe(self, players: int) -> str:
        return f"A player who takes no trick scores {self.bonus}, unless somebody shot the moon."


@frozen
class NoRoundBelow:
    """The points of a round never fall below a floor.

    What it says: a player who would score less scores the floor.
    Sources: house rules on bonus cards.

    Attributes:
        floor: The fewest points a player can score in a round.
    """

    counts_tricks: ClassVar[bool] = False

    floor: int = attrs.field(default=0, validator=whole_number())
    name: str = attrs.field(default="no-round-below", kw_only=True)

    @property
    def counting(self) -> Cards:
        """None: the step depends on points, not on cards."""
        return Cards()

    def points(self, card: Card) -> int:
        """No card has points in this step."""
        return 0

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each side below the floor."""
        for side in finished.sides:
            if sheet.totals[side[0]] < self.floor:
                yield Line(
                    side[0], self.floor - sheet.totals[side[0]], f"has at least {self.floor}"
                )

    def describe(self, players: int) -> str:
        return f"Nobody scores less than {self.floor} in a round."


@frozen
class ScoreMultiplier:
    """Taking a certain card multiplies the score of the round.

    What it says: the points from the steps before this one, good or bad, are multiplied by the
    factor: once for each copy of the card taken, and doubled for each charge on it.
    Sources: pagat.com, "Turbo Hearts" (the ten of clubs) and "Gong Zhu" (worth 50 alone).

    Attributes:
        card: The card that multiplies.
        factor: What it multiplies by.
        alone: The points for taking the card and none of `others`, doubled by a charge.
        others: The cards whose points it multiplies; the card counts alone without them.
    """

    counts_tricks: ClassVar[bool] = False

    card: Card = attrs.field(converter=to_card)
    factor: int = attrs.field(default=2, validator=whole_number(1))
    alone: int = attrs.field(default=0, validator=whole_number(), kw_only=True)
    others: Cards = attrs.field(factory=Cards, converter=to_cards, kw_only=True)
    name: str = attrs.field(default="score-multiplier", kw_only=True)

    @property
    def counting(self) -> Cards:
        """The card that multiplies, and those beside which it does not count alone."""
        return Cards({self.card, *self.others})

    def points(self, card: Card) -> int:
        """No card has points in this step."""
        return 0

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each side that took the card and has points to multiply."""
        factor = finished.factor(self.card)
        charged = ", charged" * (factor > 1)
        for side in finished.sides:
            copies = sum(finished.piles[seat].count(self.card) for seat in side)
            times = (self.factor * factor) ** copies
            if not copies:
                continue
            if self.alone and self._is_alone(finished, side):
                points = self.alone * factor * copies
                yield Line(side[0], points, f"took {self.card}{charged} alone")
            elif more := (times - 1) * sheet.totals[side[0]]:
                yield Line(side[0], more, f"took {self.card}{charged}: all of it {times} times")

    def _is_alone(self, finished: Finished, side: tuple[int, ...]) -> bool:
        return all(finished.piles[seat].isdisjoint(self.others) for seat in side)

    def describe(self, players: int) -> str:
        alone = f" Taken without {named(self.others, 'or')}, it scores {self.alone}." * (
            self.alone != 0
        )
        return (
            f"Taking {self.card:u} multiplies the player's points for the round, good or bad, by "
            f"{self.factor}.{alone}"
        )


JACK_OF_DIAMONDS_BONUS: Final = CardValues({"JD": -10}, name="bonus-card")
"""The jack of diamonds takes 10 points off."""

TEN_OF_DIAMONDS_BONUS: Final = CardValues({"TD": -10}, name="bonus-card")
"""The ten of diamonds takes 10 points off."""
