"""The choice of whoever shot the moon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from heartslib.moves import ChooseMoon, Move
from heartslib.phases.match import Exchange, Match, refusal
from heartslib.sheet import Finished
from heartslib.table import Table


@attrs.frozen
class ChoosingMoon:
    """The shooter of the moon says how it is paid.

    Attributes:
        exchange: What was passed before the play.
        table: The finished tricks.
        finished: The record of the round, with the choice once it is made.
        shooter: The seat that is asked; None if there is none to ask.
    """

    name: ClassVar[str] = "moon"
    wants: ClassVar[str] = "the shooter of the moon must choose, with choose_moon(choice)"

    exchange: Exchange
    table: Table
    finished: Finished
    shooter: int | None

    @classmethod
    def start(cls, match: Match, table: Table, exchange: Exchange) -> ChoosingMoon:
        """Ask the shooter, if there is one and the rules leave a choice."""
        finished = match.rules.finished(table.piles)
        moon = match.rules.moon
        shooter = moon.shooter(finished) if moon.choices else None
        return cls(exchange, table, finished, shooter)

    @property
    def done(self) -> bool:
        """Whether nobody has to choose any more."""
        return self.shooter is None or self.finished.choice is not None

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The shooter."""
        return () if self.shooter is None else (self.shooter,)

    def moves(self, match: Match) -> Iterator[Move]:
        """Each of the ways to be paid."""
        for seat in self.to_act(match):
            for choice in match.rules.moon.choices:
                yield ChooseMoon(seat, choice)

    def apply(self, match: Match, move: Move) -> ChoosingMoon | None:
        """The phase after a `ChooseMoon`."""
        if not isinstance(move, ChooseMoon):
            return None
        if match.check_seat(move.seat) != self.shooter:
            reason = f"seat {self.shooter} shot the moon and chooses, not seat {move.seat}"
            raise refusal(move, "turn", reason)
        choices = match.rules.moon.choices
        if move.choice not in choices:
            reason = f"the choices are {' and '.join(map(repr, choices))}"
            raise refusal(move, "moon-choice", reason)
        return attrs.evolve(self, finished=attrs.evolve(self.finished, choice=move.choice))
