"""Score sheets that explain themselves: totals are sums of lines, and every line has a reason."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING

from attrs import field

from heartslib._values.arguments import frozen, naming
from heartslib._values.bits import both
from heartslib._values.looks import drawn
from heartslib._values.quick import quick
from heartslib._values.said import if_said
from heartslib._values.seats import for_each
from heartslib.cards import NO_CARDS, Card, Cards
from heartslib.errors import HeartsError, Seats, quoted
from heartslib.table import Settled, Trick, takers
from heartslib.words import counters, how_many, listed, ordinal, times, written

if TYPE_CHECKING:
    from heartslib.rules.book.round_rules import RoundRules


@frozen
class Line:
    """One entry of a score sheet: the points, and why.

    The reason is a sentence in English, made from data that a program can read, or put into another
    language.  `wording` names the data that go into it: ``took {cards}{charged}``.

    >>> line = Line(1, 26, "took {cards}{charged}", "card-values", Cards("QS"), factor=2)
    >>> line.reason, line.cards
    ('took QS, doubled by a charge', Cards('QS'))

    Attributes:
        seat: Whose score it changes.
        points: The points added to it.
        wording: The reason, with these names in place of the data: ``{cards}``; ``{factor}``, or
            ``{times}`` for ``twice``; ``{trick}``, ``{tricks}``; ``{others}``, or ``{others}'s``;
            and for a factor above 1 ``{charged}`` or ``{exposed}``: ``, doubled by a charge``.
        step: The name of the scoring step; empty if the line has another origin.
        cards: The cards that it is about.
        factor: How many times they count, or by what the score is multiplied.
        trick: The trick that it is about: 1 for the first, -1 for the last; 0 for none.
        tricks: How many tricks it is about.
        others: The seats of another side that it is about.
    """

    seat: int
    points: int
    wording: str
    step: str = ""
    cards: Cards = NO_CARDS
    factor: int = 1
    trick: int = 0
    tricks: int = 0
    others: tuple[int, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Lines are equal if they give a seat the same points, and their data are equal.

        The words count only between lines that are of no step: another version may word a step's otherwise.
        """
        if not isinstance(other, Line) or self._data != other._data:
            return False
        return bool(self.step) or self.reason == other.reason

    def __hash__(self) -> int:
        return hash(self._data)

    @property
    def _data(self) -> tuple[object, ...]:
        """What is always compared: all but the words."""
        numbers = self.points, self.factor, self.trick, self.tricks
        return self.seat, *numbers, self.step, self.cards, self.others

    @property
    def reason(self) -> str:
        """Why, in a few words: ``"took QS"``."""
        return self.worded(str, lambda seats: listed([f"seat {seat}" for seat in seats]))

    def worded(self, cards: Callable[[Cards], str], seats: Callable[[tuple[int, ...]], str]) -> str:
        """The reason, with cards and seats named as the caller likes.

        Args:
            cards: The name of some cards.
            seats: The name of the seats of a side.
        """
        if "{" not in self.wording:
            return self.wording
        data = {
            "{cards}": lambda: cards(self.cards),
            "{charged}": lambda: _because(self.factor, "a charge", "charges"),
            "{exposed}": lambda: _because(self.factor, "an exposed card", "exposed cards"),
            "{factor}": lambda: str(self.factor),
            "{times}": lambda: times(self.factor),
            "{trick}": lambda: ordinal(self.trick),
            "{tricks}": lambda: how_many(self.tricks, "trick"),
            "{others}": lambda: seats(self.others),
            "{others}'s": lambda: listed([_whose(seats((seat,))) for seat in self.others]),
        }
        return re.sub(_DATUM, lambda match: data[match[0]](), self.wording)

    def __str__(self) -> str:
        return f"seat {self.seat} {self.reason}: {written(self.points, '+d')}"


_DATUM = r"\{(?:cards|charged|exposed|factor|times|tricks?|others)\}(?:(?<=\{others\})'s)?"


def _because(factor: int, one: str, several: str) -> str:
    """That cards count several times, and why."""
    if factor == 2:
        return f", doubled by {one}"
    return f", counted {times(factor)} because of {several}" if factor > 1 else ""


def _whose(name: str) -> str:
    return "your" if name == "you" else f"{name}'s"


def _lines(lines: Iterable[Line]) -> tuple[Line, ...]:
    entries = tuple(lines) if isinstance(lines, Iterable) else (lines,)
    for entry in entries:
        if not isinstance(entry, Line):
            raise HeartsError(f"the lines of a sheet must be Line values, not {quoted(entry)}")
    return entries


@frozen(repr=False)
class ScoreSheet:
    """The score of one round.

    Attributes:
        players: The number of seats.
        lines: The entries, in the order in which the rules made them.
        pooled: The seats of each side, if partners score together; otherwise empty.
        winners: The seats that win the game outright with this round; empty if nobody does.
        pool: The counters in the pool after the round; None if there is no pool.  It follows from
            the lines, as `jack` does, and takes no part in comparisons.
        jack: Whether nobody won the pool.
        shooters: The seats of the side that shot the moon; empty if nobody did, or if only the points
            are known.
    """

    players: int
    lines: tuple[Line, ...] = field(default=(), converter=_lines)
    pooled: tuple[tuple[int, ...], ...] = ()
    winners: tuple[int, ...] = ()
    pool: int | None = field(default=None, eq=False)
    jack: bool = field(default=False, eq=False)
    shooters: tuple[int, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the round, seat 0 first: the sums of the lines.

        If partners score together, each of them carries the points of the side.
        """
        totals = [*for_each(self.players, 0)]
        for line in self.lines:
            totals[line.seat] += line.points
        for side in self.pooled:
            together = sum(totals[seat] for seat in side)
            for seat in side:
                totals[seat] = together
        return tuple(totals)

    @property
    def named(self) -> frozenset[int]:
        """The seats that the sheet names, in its lines or elsewhere."""
        on_lines = ((line.seat, *line.others) for line in self.lines)
        return frozenset(chain(self.winners, self.shooters, *self.pooled, *on_lines))

    def of(self, seat: int) -> tuple[Line, ...]:
        """The lines of one seat, in order."""
        return tuple(line for line in self.lines if line.seat == seat)

    def explained(self, seat: int) -> tuple[Line, ...]:
        """The lines of one seat, and one for what its partners bring if they score together."""
        lines = self.of(seat)
        shared = self.totals[seat] - sum(line.points for line in lines)
        if not shared:
            return lines
        partners = chain(*(side for side in self.pooled if seat in side))
        others = tuple(partner for partner in partners if partner != seat)
        return (*lines, Line(seat, shared, "shares {others}'s points", others=others))

    def with_lines(self, lines: tuple[Line, ...]) -> ScoreSheet:
        """The sheet with more lines added at the end."""
        if not lines:
            return self
        lines = self.lines + lines
        return sheet_of(
            self.players, lines, self.pooled, self.winners, self.pool, self.jack, self.shooters
        )

    @property
    def pool_line(self) -> str:
        """What the round leaves in the pool, as a line of its own; empty if there is no pool."""
        if self.pool is None:
            return ""
        return f"in the pool: {counters(self.pool)}{', a jack' if self.jack else ''}"

    def __str__(self) -> str:
        return "\n".join(filter(None, (*map(str, self.lines), self.pool_line)))

    def __repr__(self) -> str:
        won = f", won by {self.winners}" if self.winners else ""
        return f"<ScoreSheet: points {self.totals}{won}>"

    def _repr_html_(self) -> str:
        """The sheet as a table, for notebooks."""
        return drawn(self, "svg")


sheet_of = quick(ScoreSheet)
"""Makes a `ScoreSheet` quickly, of lines that the library has made."""


@frozen
class Finished:
    """A round that has been played out: everything a scoring step may depend on.

    What nobody has said of it is not there: whoever asks for it is refused.

    Attributes:
        rules: The rules of the round, at the table.
        piles: The cards each seat took, seat 0 first, kitty cards included.
        doubled: The cards that were charged, by whomever.
        charged: What each seat has charged, seat 0 first.
        passed: For each seat what it passed to each seat, seat 0 first.
        scores: The scores before the round, seat 0 first.
        course: The scores after each earlier round, first to last.
        dealer: The seat that dealt.
        settled: What was settled before the first lead.
        tricks: The tricks in order, each with its winner.  Tricks that were claimed have no cards;
            those that are still to be played have no winner either.
        trick_counts: How many tricks each seat took, those that it got with the next one among them.
        choice: What the shooter of the moon chose; None if the rules offer no choice.
        shooter: The seats of the side that shot the moon; empty if nobody did.
        dead: The counting cards in a dead kitty.
    """

    rules: RoundRules
    piles: tuple[Cards, ...]
    doubled: Cards
    charged: tuple[Cards, ...]
    passed: tuple[tuple[Cards, ...], ...]
    scores: tuple[int, ...]
    course: tuple[tuple[int, ...], ...]
    dealer: int
    settled: Settled
    tricks: tuple[Trick, ...]
    trick_counts: tuple[int, ...]
    choice: str | None = None
    shooter: tuple[int, ...] = ()
    dead: Cards = NO_CARDS

    @property
    def pack(self) -> Cards:
        """The cards in play this round."""
        return self.rules.pack - self.dead if self.dead else self.rules.pack

    @property
    def penalty(self) -> Cards:
        """The penalty cards among them."""
        return self.rules.penalty_cards

    @property
    def total(self) -> int:
        """The points of all the penalty cards together."""
        return self.rules.whole(self.doubled)

    @property
    def factors(self) -> tuple[tuple[Card, int], ...]:
        """The cards that count several times because they were charged, each with its factor."""
        return self.rules.factors(self.doubled)

    @property
    def partners(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together: partners, or one player alone."""
        return self.rules.partners

    @property
    def pooled(self) -> bool:
        """Whether partners score together."""
        return self.rules.sides.pooled

    @property
    def counting(self) -> Cards:
        """The cards that the score depends on."""
        return self.rules.counting_cards

    @property
    def verb(self) -> str:
        """What players do with a card that counts several times: ``charge`` or ``expose`` it."""
        return self.rules.verb

    @property
    def takers(self) -> tuple[int | None, ...]:
        """The seat that took each trick, in order; see `heartslib.table.takers`."""
        return takers(self.tricks)

    @property
    def is_played_out(self) -> bool:
        """Whether every trick is known to have a taker, or the tricks are not known at all."""
        # a trick that nobody won goes to the next taker, so the last one decides
        tricks = if_said(self, "tricks")
        return not tricks or tricks[-1].taker is not None

    def tricks_with(self, side: tuple[int, ...], card: Card) -> tuple[int, int]:
        """How many tricks of a side hold a card, and how many copies it got in no trick.

        The second number is of cards that came with a kitty or were laid down for one.

        Args:
            side: The seats of the side.
            card: The card.

        Raises:
            HeartsError: It may have several copies, or one from a kitty, and the tricks are not known.
        """
        taken = sum(self.piles[seat].count(card) for seat in side)
        if if_said(self, "tricks") is None:
            if taken > 1 or (taken and self.rules.kitty_size):
                times = f"{taken} times, in one trick or in several"
                copies = f" took {card} {times if taken > 1 else 'in a trick or with the kitty'}"
                order = naming(": give {tricks}, each in the order of play")
                raise HeartsError(Seats(side), copies, *order)
            return taken, 0
        by_taker = zip(self.tricks, self.takers, strict=True)
        own = [trick.cards for trick, taker in by_taker if taker in side]
        holding = sum(card in cards for cards in own)
        rest = taken - sum(cards.count(card) for cards in own)
        # after a claim, what was left was played to tricks of the claimant
        return (holding + rest, 0) if () in own else (holding, rest)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.piles)

    @property
    def seats(self) -> tuple[tuple[int, ...], ...]:
        """Each seat as a side of its own."""
        return each_alone(len(self.piles))

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: `partners` if they score together, otherwise one seat each."""
        return self.partners if self.pooled else self.seats

    def has_trick(self, seat: int) -> bool:
        """Whether a seat took a trick."""
        counts = if_said(self, "trick_counts")
        return bool(self.piles[seat]) or bool(counts and counts[seat])

    def takers_of_all(self) -> tuple[int, ...]:
        """The side that took every trick; empty if none did."""
        if counts := if_said(self, "trick_counts"):
            for side in self.sides:
                if sum(counts[seat] for seat in side) == sum(counts) > 0:
                    return side
        return self.takers_of(self.pack)  # who has every card took every trick

    def takers_of(self, cards: Cards) -> tuple[int, ...]:
        """The side that took all of `cards`; empty if none did, or if `cards` is empty."""
        return next((side for side in self.sides if cards and self.has_all(side, cards)), ())

    def has_all(self, side: tuple[int, ...], cards: Cards) -> bool:
        """Whether a side took all of `cards`."""
        taken = 0
        for seat in side:
            taken = both(taken, self.piles[seat].bits)
        return not cards.bits & ~taken


@functools.cache
def each_alone(players: int) -> tuple[tuple[int, ...], ...]:
    """Each seat as a side of its own."""
    return tuple((seat,) for seat in range(players))


finished_of = quick(Finished)
"""Makes a `Finished` quickly, of which everything has been said."""


__all__ = [
    "Finished",
    "Line",
    "ScoreSheet",
]

__dir__ = __all__.copy  # what `dir` shows of the module
