"""Score sheets that explain themselves: totals are sums of lines, and lines have reasons."""

from __future__ import annotations

import attrs
from typing_extensions import override

from heartslib._looks import drawn
from heartslib.cards import Card, Cards


@attrs.frozen
class Line:
    """One entry of a score sheet.

    Attributes:
        seat: Whose score it changes.
        points: By how much; positive points are bad.
        reason: Why, in a few words: ``"took QS"``.
    """

    seat: int
    points: int
    reason: str

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} {self.reason}: {self.points:+d}"


@attrs.frozen(repr=False)
class ScoreSheet:
    """The score of one round.

    Attributes:
        players: The number of seats.
        lines: The entries, in the order in which the rules made them.
        pooled: The seats of each side, where partners count together; else empty.
        winners: The seats that win the game outright by this round; mostly none.
    """

    players: int
    lines: tuple[Line, ...] = ()
    pooled: tuple[tuple[int, ...], ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the round per seat, seat 0 first: the sums of the lines.

        Where partners count together each carries the figure of the side.
        """
        totals = [0] * self.players
        for line in self.lines:
            totals[line.seat] += line.points
        for side in self.pooled:
            both = sum(totals[seat] for seat in side)
            for seat in side:
                totals[seat] = both
        return tuple(totals)

    def of(self, seat: int) -> tuple[Line, ...]:
        """The lines of one seat, in order."""
        return tuple(line for line in self.lines if line.seat == seat)

    def with_lines(self, lines: tuple[Line, ...]) -> ScoreSheet:
        """The sheet with more lines at its end."""
        if not lines:
            return self
        return ScoreSheet(self.players, self.lines + lines, self.pooled, self.winners)

    @override
    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))

    @override
    def __repr__(self) -> str:
        won = f", won by {self.winners}" if self.winners else ""
        return f"<ScoreSheet: points {self.totals}{won}>"

    def _repr_html_(self) -> str:
        """The sheet as a table, for notebooks."""
        return drawn(self, "svg")


@attrs.frozen
class Finished:
    """The public record of a round that has been played out: all that a scorer may know.

    Attributes:
        piles: The cards each seat took, seat 0 first, kitty cards included.
        pack: The cards in play this round.
        penalty: Every penalty card among them, however often the pack has it.
        total: What the penalty cards cost in all.
        partners: The seats that win together, a player without partners alone.
        pooled: Whether the partners of a side count together.
        scores: The scores before the round, seat 0 first.
        course: The scores after each round before, first to last.
        choice: What the shooter of the moon chose, where the rules ask; else None.
        factors: Cards that count several times because of a charge, each with how often.
        tricks: How many tricks each seat took, where the piles may not hold all their cards.
    """

    piles: tuple[Cards, ...]
    pack: Cards
    penalty: Cards
    total: int
    partners: tuple[tuple[int, ...], ...]
    pooled: bool
    scores: tuple[int, ...]
    course: tuple[tuple[int, ...], ...] = ()
    choice: str | None = None
    factors: tuple[tuple[Card, int], ...] = ()
    tricks: tuple[int, ...] | None = None

    def factor(self, card: Card) -> int:
        """How often `card` counts: once, unless a charge says otherwise."""
        return dict(self.factors).get(card, 1)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.piles)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, which score together: `partners` if `pooled`, else one each."""
        return self.partners if self.pooled else tuple((seat,) for seat in range(self.players))

    def has_trick(self, seat: int) -> bool:
        """Whether that seat took a trick."""
        return bool(self.piles[seat]) or bool(self.tricks and self.tricks[seat])

    def takers_of_all(self) -> tuple[int, ...]:
        """The seats that took every trick together; none where nobody did."""
        for side in self.sides if self.tricks else ():
            if self.tricks and sum(self.tricks[seat] for seat in side) == sum(self.tricks) > 0:
                return side
        return self.takers_of(self.pack)

    def takers_of(self, cards: Cards) -> tuple[int, ...]:
        """The seats that hold all of `cards` together; none where nobody does, or no cards are."""
        for side in self.sides if cards else ():
            if cards <= sum((self.piles[seat] for seat in side), Cards()):
                return side
        return ()
