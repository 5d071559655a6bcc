"""Scoring: what cards cost.

Scorers run in order.  Each reads the record of the finished round and the sheet so far, and adds
lines to the sheet.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import ClassVar, Final, Protocol, TypeAlias, runtime_checkable

import attrs

from heartslib._bits import every_copy
from heartslib._pairs import Pairs, pairs
from heartslib.cards import (
    HEARTS,
    PACK,
    Card,
    Cards,
    CardsLike,
    Rank,
    from_bits,
    to_card,
)
from heartslib.errors import RulesError, shown
from heartslib.rules._checks import whole_number
from heartslib.rules._words import named
from heartslib.sheet import Finished, Line, ScoreSheet

__all__ = [
    "HEARTS_ONE",
    "HEARTS_ONE_QUEEN_13",
    "JACK_OF_DIAMONDS_BONUS",
    "TEN_OF_DIAMONDS_BONUS",
    "CardValues",
    "NoRoundBelow",
    "NoTricksBonus",
    "ScoreMultiplier",
    "Scorer",
]


@runtime_checkable
class Scorer(Protocol):
    """Chapter: scoring; one step of the count.

    If a step depends only on the cards of `counting` and on the points before it, give it
    ``counts_tricks = False`` as well.  A step without it may depend on the tricks, so that
    `EndsWhenNothingCounts` never ends a round early.
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
        (every_copy(Cards(card for card, _ in run).bits), value) for (_, value), run in runs
    )


@attrs.frozen
class CardValues:
    """Cards cost points to the player who takes them.

    What it says: each card has a value; whoever takes it scores that many points.
    Sources: Fontaine; all three "Hearts Rules"; pagat.com, "Scoring".

    Attributes:
        values: Points by card: a mapping such as ``{HEARTS: 1, "QS": 13}``, whose keys are cards
            in any form.  If two keys share a card, the later one counts.
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
    def counting(self) -> Cards:
        """The cards that have a value."""
        return Cards(card for card, _ in self.values)

    def points(self, card: Card) -> int:
        """The value of `card`."""
        return dict(self.values).get(card, 0)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each seat and each group of cards of one suit and value."""
        for seat, pile in enumerate(finished.piles):
            for kinds, value in self._groups:
                taken = pile.bits & kinds
                if not taken:
                    continue
                if finished.factors:
                    yield from _charged_lines(seat, from_bits(taken), value, finished)
                else:
                    yield Line(seat, value * taken.bit_count(), _took(taken))

    def describe(self, players: int) -> str:
        worth = {points: Cards() for points in sorted({each[1] for each in self.values})}
        for card, points in self.values:
            worth[points] += card
        parts = [
            f"{named(cards)} {points}{' each' * (len(cards) > 1)}"
            for points, cards in reversed(worth.items())
        ]
        return f"Points for cards taken: {'; '.join(parts) or 'none'}."


@functools.lru_cache(maxsize=1 << 13)
def _took(bits: int) -> str:
    """The reason of a line; cached, since the same groups of cards come up again and again."""
    return f"took {from_bits(bits)}"


def _charged_lines(seat: int, cards: Cards, value: int, finished: Finished) -> Iterator[Line]:
    """Lines for cards of one value, one for each factor that charges give them."""
    for times, group in groupby(sorted(cards, key=finished.factor), finished.factor):
        taken = Cards(group)
        charged = f" ({times} times, by a charge)" if times > 1 else ""
        yield Line(seat, value * times * len(taken), f"took {taken}{charged}")


HEARTS_ONE: Final = CardValues({HEARTS: 1})
"""Each heart costs 1."""

HEARTS_ONE_QUEEN_13: Final = CardValues({HEARTS: 1, "QS": 13})
"""Each heart costs 1, and the queen of spades 13."""


@attrs.frozen
class NoTricksBonus:
    """A bonus for taking no trick.

    What it says: each player without a trick gets it, unless somebody shot the moon.
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
        """A line for each player without a trick."""
        if finished.takers_of(finished.penalty):
            return
        for seat in range(finished.players):
            if not finished.has_trick(seat):
                yield Line(seat, self.bonus, "took no trick")

    def describe(self, players: int) -> str:
        return f"A player who takes no trick scores {self.bonus}, unless somebody shot the moon."


@attrs.frozen
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


@attrs.frozen
class ScoreMultiplier:
    """Taking a certain card multiplies the score of the round.

    What it says: the points from the steps before this one, good or bad, are multiplied by the
    factor: once for each copy of the card taken, and doubled for each charge on it.
    Sources: pagat.com, "Turbo Hearts" (the ten of clubs).

    Attributes:
        card: The card that multiplies.
        factor: What it multiplies by.
    """

    counts_tricks: ClassVar[bool] = False

    card: Card = attrs.field(converter=to_card)
    factor: int = attrs.field(default=2, validator=whole_number(1))
    name: str = attrs.field(default="score-multiplier", kw_only=True)

    @property
    def counting(self) -> Cards:
        """The card that multiplies."""
        return Cards(self.card)

    def points(self, card: Card) -> int:
        """No card has points in this step."""
        return 0

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each side that took the card and has points to multiply."""
        for side in finished.sides:
            copies = sum(finished.piles[seat].count(self.card) for seat in side)
            times = (self.factor * finished.factor(self.card)) ** copies
            if more := (times - 1) * sheet.totals[side[0]]:
                charged = ", charged" * (finished.factor(self.card) > 1)
                yield Line(side[0], more, f"took {self.card}{charged}: all of it {times} times")

    def describe(self, players: int) -> str:
        return (
            f"Taking {self.card:u} multiplies the player's points for the round, good or bad, by "
            f"{self.factor}."
        )


JACK_OF_DIAMONDS_BONUS: Final = CardValues({"JD": -10}, name="bonus-card")
"""The jack of diamonds takes 10 points off."""

TEN_OF_DIAMONDS_BONUS: Final = CardValues({"TD": -10}, name="bonus-card")
"""The ten of diamonds takes 10 points off."""
