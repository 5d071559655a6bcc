"""Scoring: what cards cost, in steps that run in order.

The steps before the moon, in `scoring`, are struck out for a shooter; those after it, in `bonuses`, are not.  A step
that reads a total, such as a multiplier or a floor, reads what the steps before it gave, so their order counts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, cast

from attrs import Attribute, field

from heartslib._values.arguments import Pairs, checked_text, frozen, pairs
from heartslib.cards import (
    BY_PLACE,
    HEARTS,
    PACK,
    Card,
    Cards,
    CardsLike,
    Rank,
    from_each,
    to_card,
    to_cards,
)
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.checks import is_a, some, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed, printed, sentences_of
from heartslib.rules.counting.terms import Needs, Seats, Taken, Term, Values, needs_of
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.words import is_suit, listed, named, ordinal, written

__all__ = [
    "HEARTS_ONE",
    "HEARTS_ONE_QUEEN_13",
    "JACK_OF_DIAMONDS_BONUS",
    "CardValues",
    "FullSet",
    "MostTricks",
    "NoRoundBelow",
    "NoTricksBonus",
    "NoneOf",
    "ScoreMultiplier",
    "ShownCard",
    "Step",
    "TrickValues",
]


class Step(ChapterChoice):
    """Chapter: scoring, or bonuses; one scoring step.

    Derive your class from this one and give it a name, `terms` and `describe`: then it runs
    everywhere.  What `terms` cannot say, a class says with `lines` and `needs`; only `Game` and
    `score_hand` run it then, and the points in the middle of a round leave it out if it depends on
    tricks.
    """

    __slots__ = ()

    def terms(self, taken: Taken) -> Iterable[Term] | None:
        """The points that the step gives, as arithmetic on what it asks; None if it has `lines`.

        Args:
            taken: What each seat took.
        """
        return None

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterable[Line]:
        """The entries that a step without terms adds to the sheet.

        Args:
            finished: The record of the round.
            sheet: The sheet with the lines of the steps before.
        """
        return ()

    @property
    def needs(self) -> Needs:
        """What the step depends on; it follows from its terms."""
        return needs_of(cast("Any", self))

    def with_face_up(self, face_up: tuple[Card, ...]) -> tuple[Step, ...]:
        """The steps of a round in which these cards are face up; this one, unless it asks for them.

        Args:
            face_up: The cards that were turned up after the deal, or shown by the dealer.
        """
        return (self,)

    def multiplies(self, card: Card) -> int:
        """By how much `card` multiplies what else its taker scored: 1 if it does not.

        Args:
            card: The card.
        """
        return 1

    def in_short(self, page: Page) -> str:
        """What it counts, within a line of what counts: its first sentence, unless a class has less to say.

        Args:
            page: Where the step is printed.
        """
        return " ".join(sentences_of(printed(self, page))[:1])

    def is_jack(self, finished: Finished, left: int) -> bool:
        """Whether the round makes a jack of the pool, since nobody won it.

        Args:
            finished: The record of the round.
            left: The counters that it leaves in the pool.
        """
        return False

    def most_left(self, players: int) -> int:
        """The most counters that stay in the pool when players have won it; more are a jack."""
        return 0


CardPoints = tuple[tuple[Card, int], ...]
"""Cards with their points, sorted; cards without points are left out."""


def card_points(values: Pairs[CardsLike, int] | Sequence[tuple[CardsLike, int]]) -> CardPoints:
    """Points by card, sorted, from any form of them."""
    points: dict[Card, int] = {}
    for cards, value in pairs(values):
        if type(value) is not int and not isinstance(value, Rank):
            raise RulesError(f"a card's value must be a whole number, not {quoted(value)}")
        points.update(dict.fromkeys(Cards(cards), value))
    # sorted, so that two rulebooks are equal however their cards were written down
    return tuple((card, points[card]) for card in BY_PLACE if points.get(card))


def _groups_of(values: CardPoints) -> Values:
    """The cards of each suit and value, with that value."""
    # one line of the sheet for the hearts of a player, and another for the queen
    runs = groupby(values, lambda each: (each[0].suit, each[1]))
    return tuple((from_each([card for card, _ in run]), value) for (_, value), run in runs)


@frozen
class CardValues(Printed, Step):
    """Cards cost points to the player who takes them.

    What it says: each card has a value; whoever takes it scores that many points.
    Sources: Fontaine; all three "Hearts Rules"; pagat.com, "Scoring".

    Attributes:
        values: Points by card: a mapping such as ``{HEARTS: 1, "QS": 13}``, whose keys are cards
            in any form.  If two keys share a card, the later one counts.  A suit, or most of one,
            means those of its cards that are in the pack.
    """

    values: CardPoints = field(converter=card_points)
    name: str = "card-values"

    @cached_property
    def _groups(self) -> Values:
        return _groups_of(self.values)

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Points for each seat and each group of cards of one suit, value and factor."""
        for seat in taken.seats:
            for points, factor, cards in taken.worth(seat, self._groups):
                yield Term(seat, points, "took {cards}{charged}", cards, factor)

    @property
    def switch(self) -> str:
        """A single card that is good to take, as JD often is."""
        return "A card to take" if len(self.values) == 1 and self.values[0][1] < 0 else ""

    def label(self, page: Page) -> str:
        costs = dict[int, list[Card]]()
        for card, points in sorted(self.values, key=lambda each: -abs(each[1])):
            costs.setdefault(points, []).append(card)
        parts = [f"{named(Cards(cards))} {written(points)}" for points, cards in costs.items()]
        more = "and so on" if len(parts) > _LISTED else ""
        return ", ".join(filter(None, [*parts[:_LISTED], more]))

    def printed(self, page: Page) -> str:
        return f"Score {worth}." if (worth := described(self.values, page)) else ""


def described(values: CardPoints, page: Page, sure: Cards | None = None) -> str:
    """Cards with their points, in words: ``13 for taking Q♠ and 1 for each heart``.

    Args:
        values: The points by card.
        page: Where it is printed.
        sure: If the cards have been taken, those that certainly were.
    """
    parts: list[str] = []
    for points in sorted({value for _, value in values}, reverse=True):
        alike = Cards(card for card, value in values if value == points)
        cards = page.kinds(alike)
        if not cards:
            continue
        several = len(cards) > 1 or page.repeats
        what = page.each_of(alike) if several else page.card(cards[0])
        if sure is not None:
            if not set(cards) <= set(sure):
                what += " taken" if several else " if taken"
        elif not parts:  # that cards must be taken is said once
            what = f"{what} taken" if several else f"taking {what}"
        parts.append(f"{written(points)} for {what}")
    return listed(parts)


HEARTS_ONE = CardValues({HEARTS: 1})
"""Each heart costs 1."""

HEARTS_ONE_QUEEN_13 = CardValues({HEARTS: 1, "QS": 13})
"""Each heart costs 1, and the queen of spades 13."""


def _one_suit(rule: object, attribute: Attribute[Cards], cards: Cards) -> None:
    if len({card.suit for card in cards}) != 1:
        what = f"{type(rule).__name__}: {attribute.name}"
        raise RulesError(f"{what} must be cards of one suit, not {cards or 'no cards'}")


def _text(rule: object, attribute: Attribute[str], text: str) -> None:
    checked_text(f"{type(rule).__name__}: {attribute.name}", text, error=RulesError)


_LISTED = 3
"""How many kinds of card a label names."""
_NAMED = 4
"""The most cards of a set that a reason names."""


def _kind(taken: Taken, cards: Cards) -> str:
    """A word for each of some cards, if there is one: ``scoring card``, ``heart``."""
    if taken.is_all(cards):
        return "scoring card"
    return cards[0].suit.word[:-1] if is_suit(cards) else ""


def _numbered(points: Mapping[int, int] | Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    numbers = pairs(points)
    for number, value in numbers:
        if type(number) is not int or type(value) is not int or number == 0:
            raise RulesError(
                "at: give points by the number of the trick, 1 for the first and -1 for the last, "
                f"not {quoted(number)}: {quoted(value)}"
            )
    return numbers


@frozen
class FullSet(Printed, Step):
    """More points for a player who takes all of some cards.

    What it says: whoever takes every card of `cards` also scores `values` for the cards taken.  So
    a full set can turn what its cards cost, and one card can double or cancel others.
    Sources: pagat.com, "Gong Zhu" (all thirteen hearts count for their taker); Royal Hearts (the
    queen of hearts doubles hearts, the queen of clubs cancels the queen of spades).

    Attributes:
        cards: The cards that must all be taken, with every copy.
        values: The further points by card, as for `CardValues`.
        wording: The reason on the score sheet, such as ``{cards} cancels QS``; see `Line`.  By
            default it says which cards were taken.
    """

    cards: Cards = field(converter=to_cards, validator=some)
    values: CardPoints = field(converter=card_points)
    wording: str = field(default="", kw_only=True, validator=_text)
    name: str = "full-set"

    @cached_property
    def _groups(self) -> Values:
        return _groups_of(self.values)

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Points for the side that took the set."""
        for side in taken.sides:
            if taken.some(full := taken.has_all(side, self.cards)):
                points = sum(points for points, _, _ in taken.worth(side, self._groups))
                yield Term(side, full * points, self.wording or self._why(taken), self.cards)

    def _why(self, taken: Taken) -> str:
        """That a side took the set, which may be too long to name."""
        if kind := _kind(taken, self.cards):
            return f"took every {kind}"
        number = len(self.cards)
        if number > _NAMED:
            return f"took the full set of {number} cards"
        return "took {cards}" if number == 1 else "took all of {cards}"

    def _all(self, page: Page) -> str:
        """All the cards of the set, in words."""
        if is_suit(self.cards):
            return page.each_of(self.cards, "every")
        named = page.named(self.cards)
        if page.repeats:
            return f"every copy of {named}"
        return named if len(self.cards) == 1 else f"all of {named}"

    def label(self, page: Page) -> str:
        return f"Taking {self._all(page)}"

    def printed(self, page: Page) -> str:
        wanted = self._all(page)
        cards = Cards(card for card, _ in self.values)
        times = self._times(page)
        if effect := _EFFECTS.get(times or 0):
            whoever = f"{page.whoever[:1].lower()}{page.whoever[1:]}"
            # twice as much is twice as much whether a card is charged or not
            doubled = ", doubled or not," if page.charges and times != 1 else ""
            return f"For {whoever} takes {wanted}, the points for {page.named(cards)}{doubled} {effect}."
        return (
            f"{page.whoever} takes {wanted} also scores {described(self.values, page, self.cards)}."
        )

    def _times(self, page: Page) -> int | None:
        """How many times what its cards score the values are; None if that is not what they do.

        Nor is it after a moon, which strikes cards out, or if another step changes their points too.
        """
        if page.rules is None or (page.moon and self not in page.rules.scoring_now):
            return None
        steps = page.rules.scoring_steps
        mine = {card for card, _ in self.values}
        others = [step for step in steps if isinstance(step, FullSet) and step is not self]
        for other in others:
            if not mine.isdisjoint(card for card, _ in other.values):
                return None
        for step in steps[: steps.index(self)]:
            if not isinstance(step, CardValues | FullSet):
                return None
        times = set[int | None]()
        for card, value in self.values:
            points = page.points(card)
            times.add(value // points if points and not value % points else None)
        return times.pop() if len(times) == 1 else None


_EFFECTS = {1: "are doubled", -1: "are cancelled", -2: "change sign"}


@frozen
class NoneOf(Printed, Step):
    """Points for a player who takes none of some cards.

    What it says: each player without any of `cards` scores them.
    Sources: Thai Jab Moo (-50 for no scoring card).

    Attributes:
        cards: The cards.
        bonus: The points.
    """

    cards: Cards = field(converter=to_cards, validator=some)
    bonus: int
    name: str = "none-of"

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Points for each side without any of the cards."""
        kind = _kind(taken, self.cards)
        number = len(self.cards)
        these = "{cards}" if number <= _NAMED else f"a set of {number} cards"
        why = f"took no {kind}" if kind else f"took none of {these}"
        for side in taken.sides:
            none = taken.count(side, self.cards) == 0
            yield Term(side, none * self.bonus, why, self.cards)

    def label(self, page: Page) -> str:
        return f"None of {named(self.cards)}: {written(self.bonus)}"

    def printed(self, page: Page) -> str:
        none = page.each_of(self.cards, "no")
        return f"{page.whoever} takes {none} scores {written(self.bonus)}."


@frozen
class TrickValues(Printed, Step):
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

    at: tuple[tuple[int, int], ...] = field(default=(), converter=_numbered)
    holding: CardPoints = field(default=(), converter=card_points, kw_only=True)
    together: int = field(default=0, kw_only=True)
    each: int = field(default=0, kw_only=True)
    most: int = field(default=0, kw_only=True)
    name: str = "trick-values"

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Points for the named tricks, then for every trick, then for the most."""
        for number, points in self.at:
            for side in taken.sides:
                took = taken.took(side, number)
                yield Term(side, took * points, "took {trick} trick", trick=number)
        for card, points in self.holding:
            for side in taken.sides:
                yield from self._holding(taken, side, card, points)
        if self.together:  # else the terms would ask about tricks that do not matter
            for side in taken.sides:
                every = self._took_all(taken, side)
                yield Term(side, every * self.together, "took all of these tricks")
        if not (self.each or self.most):
            return
        tricks = {side: taken.tricks(side) for side in taken.sides}
        for side, number in tricks.items():
            yield Term(side, self.each * number, "took {tricks}", tricks=number)
        most = taken.largest(*tricks.values())
        for side, number in tricks.items():
            yield Term(side, self.most * (number == most), "took the most tricks")

    def _holding(self, taken: Taken, side: Seats, card: Card, points: int) -> Iterator[Term]:
        """Points for the tricks of a side with a card, and for copies that were in no trick."""
        ((factor, kind),) = taken.by_factor(Cards(card))
        if taken.some(tricks := taken.holding(side, card)):
            what = "{tricks}" if taken.some(tricks > 1) else "the trick"
            why = f"took {what} with {{cards}}{{charged}}"
            yield Term(side, points * factor * tricks, why, kind, factor, tricks=tricks)
        if taken.some(copies := taken.from_kitty(side, card)):
            why = "took {cards} with the kitty{charged}"
            yield Term(side, points * factor * copies, why, kind, factor)

    def _took_all(self, taken: Taken, side: Seats) -> int:
        """Whether a side took every trick of `at`, and every trick with a card of `holding`."""
        cards = Cards(card for card, _ in self.holding)
        took = math.prod(taken.took(side, number) for number, _ in self.at)
        if cards:
            return took * taken.has_all(side, cards)
        return took * bool(self.at)  # a product of nothing is 1

    def printed(self, page: Page) -> str:
        kitty = " (or for getting it with the kitty)" if page.kitty else ""
        the = "each" if page.repeats else "the"
        parts = [f"{written(points)} for {ordinal(number)} trick" for number, points in self.at]
        for card, points in self.holding:
            parts.append(f"{written(points)} for {the} trick with {card:u}{kitty}")
        if self.together:
            number = 0 if page.repeats else len(parts)
            these = {1: "that", 2: "both", 3: "all three"}.get(number, "all of these")
            parts.append(f"{written(self.together)} more for {these}")
        if self.each:
            parts.append(f"{written(self.each)} for each trick")
        if self.most:
            parts.append(f"{written(self.most)} for taking the most tricks, even in a tie")
        return f"Score {listed(parts)}." if parts else ""


TIE = (
    "If several tie, one of them scores this: whoever took the most cards of {}, then whoever took the "
    "highest of these; if none of them took any, whoever took a trick last."
)
"""How a tie is broken; the name of the suit is missing."""


@frozen
class MostTricks(Printed, Step):
    """Points for the most tricks, with ties broken by the cards of a suit.

    What it says: of those who tie for the most tricks, the one with the most of the cards scores;
    then the one with the highest of them; and if they have none, the one who took a trick last.
    Sources: D. Parlett after M. Arnautov, "Tetka (Tyotka)"; the last is ours.

    Attributes:
        ties: The cards that break a tie, of one suit.
        points: The points.
    """

    ties: Cards = field(converter=to_cards, validator=_one_suit)
    points: int = 1
    name: str = "most-tricks"

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Points for one side: what each took as one number, in which what breaks a tie comes last."""
        took: dict[Seats, int] = {}
        for side in taken.sides:
            # room for all copies of a suit: 13 cards from each of eight packs
            number = taken.tricks(side) * 2**9 + taken.count(side, self.ties)
            ranks = [taken.count(side, Cards(card)) > 0 for card in reversed(self.ties)]
            for yes in (*ranks, *(taken.took(side, each) for each in reversed(taken.numbers))):
                number = number * 2 + yes
            took[side] = number
        most = taken.largest(*took.values())
        for side, number in took.items():
            yield Term(side, self.points * (number == most), "took the most tricks")

    def printed(self, page: Page) -> str:
        tie = TIE.format(page.named(self.ties))
        return f"Score {written(self.points)} for taking the most tricks. {tie}"


@frozen
class ShownCard(Printed, Step):
    """The card that the dealer has shown says by its suit and rank what else counts in the round.

    What it says: whoever takes that card scores a point, and so does whoever takes the `doubled` card
    of its suit, wins the trick with the number of its rank (the ace is 1, the king 13), or takes the
    most tricks.  The pack must show the dealer's last card.
    Sources: D. Parlett after M. Arnautov, "Tetka (Tyotka)".

    Attributes:
        doubled: The rank whose card of the shown suit counts.
        points: The points for each of these.
    """

    doubled: Rank = field(default=Rank.QUEEN, validator=is_a(Rank))
    points: int = 1
    name: str = "shown-card"

    def with_face_up(self, face_up: tuple[Card, ...]) -> tuple[Step, ...]:
        """What counts if this card is shown; the step itself, as long as none is."""
        steps = tuple(step for card in face_up for step in self._steps(card))
        return steps or (self,)

    def _steps(self, card: Card) -> tuple[Step, ...]:
        doubled = Card(f"{self.doubled.letter}{card.suit.letter}")
        # the card shown may be the doubled card itself, and then counts twice
        values = {each: self.points * times for each, times in Counter((doubled, card)).items()}
        return (
            CardValues(values),
            TrickValues({card.rank % 13 or 13: self.points}),
            MostTricks(Cards(PACK).of(card.suit), self.points),
        )

    def terms(self, taken: Taken) -> Iterator[Term]:
        """The points of what counts, for each card that may be the one shown."""
        for yes, card in taken.face_up:
            for step in self._steps(card):
                for term in step.terms(taken) or ():
                    yield term._replace(points=yes * term.points)

    def printed(self, page: Page) -> str:
        points = written(self.points)
        queen = self.doubled.word
        ties = "its suit, jokers left out" if page.jokers else "its suit"
        return (
            f"Score {points} for taking the card that the dealer has shown, {points} more for the {queen} "
            f"of its suit, {points} for the trick with "
            "the number of its rank (1 for an ace, 11 for a jack, 12 for a queen, 13 for a king), and "
            f"{points} for taking the most tricks. {TIE.format(ties)}"
        )

    def in_short(self, page: Page) -> str:
        return (
            f"Score {written(self.points)} each for the card shown, the {self.doubled.word} of its suit, "
            "the trick of its number and the most tricks."
        )


@frozen
class NoTricksBonus(Printed, Step):
    """A bonus for taking no trick.

    What it says: each player without a trick gets it, unless somebody shot the moon.  Partners who
    pool their tricks get it once, if neither has a trick.
    Sources: house rules; OpenSpiel's "avoid all tricks" bonus, which goes with a moon.

    Attributes:
        bonus: The points; negative ones are good.
        despite_moon: Whether it stays if somebody shot the moon.
    """

    bonus: int = -5
    despite_moon: bool = field(default=False, kw_only=True)
    name: str = "no-tricks-bonus"

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Points for each side without a trick, unless a moon takes them away."""
        no_moon = self.despite_moon or sum(taken.shot(side) for side in taken.sides) == 0
        for side in taken.sides:
            none = sum(taken.has_trick(seat) for seat in side) == 0
            yield Term(side, no_moon * none * self.bonus, "took no trick")

    def printed(self, page: Page) -> str:
        moon = ""
        if page.moon:
            moon = f", {'even if' if self.despite_moon else 'unless'} somebody shot the moon"
        return f"{page.whoever} takes no trick scores {written(self.bonus)}{moon}."


@frozen
class NoRoundBelow(Step):
    """The points of a round never fall below a floor.

    What it says: a player who would score less scores the floor.
    Sources: house rules on bonus cards.

    Attributes:
        floor: The fewest points a player can score in a round.
    """

    floor: int = 0
    name: str = "no-round-below"

    def terms(self, taken: Taken) -> Iterator[Term]:
        """What each side lacks to the floor."""
        for side in taken.sides:
            lacks = taken.largest(self.floor - taken.total(side), 0)
            yield Term(side, lacks, f"raised to the minimum of {written(self.floor)}")

    def label(self, page: Page) -> str:
        return f"No round below {written(self.floor)}"

    def describe(self, players: int) -> str:
        floor = written(self.floor)
        return f"A score for the round that is below {floor} at this point is raised to {floor}."


@frozen
class ScoreMultiplier(Printed, Step):
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

    card: Card = field(converter=to_card)
    factor: int = field(default=2, validator=whole_number(1))
    alone: int = field(default=0, kw_only=True)
    others: Cards = field(factory=Cards, converter=to_cards, kw_only=True)
    name: str = "score-multiplier"

    def terms(self, taken: Taken) -> Iterator[Term]:
        """Points for each side that took the card alone, or has points to multiply."""
        ((factor, card),) = taken.by_factor(Cards(self.card))
        took = f"took {{cards}}{f' ({taken.verb}d)' if taken.some(factor > 1) else ''}"
        every = taken.is_all(self.others + self.card)
        bare = f"{took} and {'no other scoring card' if every else 'nothing for it to multiply'}"
        for side in taken.sides:
            if not taken.some(copies := taken.count(side, card)):
                continue
            times = (self.factor * factor) ** copies
            has = copies > 0  # without the card there is nothing to multiply by
            alone = taken.count(side, self.others) == 0 if self.alone else 0
            yield Term(side, has * alone * self.alone * factor * copies, bare, card)
            more = has * (1 - alone) * (times - 1) * taken.total(side)
            yield Term(side, more, f"{took}: the round counts {{times}}", card, times)

    def multiplies(self, card: Card) -> int:
        """The factor, for the card itself; see `Step.multiplies`."""
        is_value = self.alone and not self.others
        return 1 if card is not self.card or is_value else self.factor

    def label(self, page: Page) -> str:
        alone = f", or {written(self.alone)} alone" if self.alone else ""
        return f"{self.card:u}: the score times {self.factor}{alone}"

    def printed(self, page: Page) -> str:
        card = f"{self.card:u}"
        whose = "side" if page.pooled else "player"
        taking = f"Each {card} taken" if page.repeats else f"Taking {card}"
        double = page.charged(self.card, self.alone, written)
        alone = f"scores {written(self.alone)}{double}"
        if self.alone and not self.others:
            return f"{taking} {alone}."
        instead = ""
        if self.alone:
            instead = f" Taken with {page.each_of(self.others, 'no')}, it {alone} instead."
        after = page.rules is not None and page.moon and self in page.rules.bonuses_now
        moon = ", those of a moon included" if after else ""
        more = page.charged(self.card, self.factor, "by {}".format)
        return (
            f"{taking} multiplies the {whose}'s points for the round so far{moon}, good or bad, by "
            f"{self.factor}{more}.{instead}"
        )


JACK_OF_DIAMONDS_BONUS = CardValues({"JD": -10}, name="bonus-card")
"""The jack of diamonds takes 10 points off."""
