"""The count, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import attrs
from typing_extensions import override

from heartslib.cards import Cards
from heartslib.moves import Move, Score
from heartslib.phases.match import AnyPhase, Exchange, Match, Round
from heartslib.sheet import ScoreSheet
from heartslib.table import Table

if TYPE_CHECKING:
    pass


@attrs.frozen(repr=False)
class ScorePhase(AnyPhase):
    """The round is over and its sheet is made; it is to be booked.

    Attributes:
        exchange: What was passed before the play.
        table: The finished tricks.
        captured: The kitty cards with the tricks of each seat, seat 0 first.
        sheet: The score of the round.
        booked: Whether the sheet has been added to the scores.
    """

    name: ClassVar[str] = "score"
    todo: ClassVar[str] = "the round is to be booked"
    wants: ClassVar[str] = "the round must be booked, with score()"

    exchange: Exchange
    table: Table
    captured: tuple[Cards, ...]
    sheet: ScoreSheet
    booked: bool = False

    @override
    def __repr__(self) -> str:
        return (
            f"<ScorePhase: points {self.sheet.totals}, {'' if self.booked else 'not yet '}booked>"
        )

    @property
    def done(self) -> bool:
        """Whether the sheet is booked."""
        return self.booked

    def moves(self, match: Match) -> Iterator[Move]:
        """Booking the round."""
        return iter((Score(),))

    @override
    def round(self, match: Match) -> Round:
        return Round.after(self.exchange, self.table, self.captured, sheet=self.sheet)

    def apply(self, match: Match, move: Move) -> ScorePhase | None:
        """The phase after `Score`."""
        return attrs.evolve(self, booked=True) if isinstance(move, Score) else None


@attrs.frozen(repr=False)
class OverPhase(AnyPhase):
    """The game is over."""

    name: ClassVar[str] = "over"
    wants: ClassVar[str] = "the game is over"

    @override
    def __repr__(self) -> str:
        return "<OverPhase>"

    @property
    def done(self) -> bool:
        """Nothing is left to do, and nothing follows."""
        return True

    def apply(self, match: Match, move: Move) -> None:
        """No move is left."""
        return
