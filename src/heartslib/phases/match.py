"""What lasts from round to round: the rules, the seats, the dealer, the score."""

from __future__ import annotations

import attrs

from heartslib.cards import Cards
from heartslib.errors import HeartsError, IllegalMove, shown
from heartslib.rules import PassPattern, Rules
from heartslib.sheet import ScoreSheet


@attrs.frozen
class Match:
    """A game as it stands between rounds.

    Attributes:
        rules: The rulebook.
        names: What the players are called, seat 0 first.
        first_dealer: The seat that dealt the first round.
        dealer: The seat that deals this round.
        scores: Points booked so far, seat 0 first.
        sheets: The sheets of the rounds booked so far, first to last.
    """

    rules: Rules
    names: tuple[str, ...]
    first_dealer: int
    dealer: int
    scores: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def round_number(self) -> int:
        """The number of the round in progress, counted from 0."""
        return len(self.sheets)

    @property
    def pattern(self) -> PassPattern:
        """How cards are passed in this round."""
        return self.rules.passing.pattern(self.round_number, self.players)

    @property
    def is_over(self) -> bool:
        """Whether the scores end the game."""
        return bool(self.sheets) and self.rules.ending.is_over(self.scores, len(self.sheets))

    def booked(self, sheet: ScoreSheet) -> Match:
        """The match after a round: scores added, the deal moved on to the left."""
        totals = zip(self.scores, sheet.totals, strict=True)
        return attrs.evolve(
            self,
            dealer=(self.dealer + 1) % self.players,
            scores=tuple(score + points for score, points in totals),
            sheets=(*self.sheets, sheet),
        )

    def check_seat(self, seat: object) -> int:
        """The seat, if there is one of that number.

        Raises:
            HeartsError: There is none.
        """
        if isinstance(seat, int) and 0 <= seat < self.players:
            return seat
        raise HeartsError(
            f"{shown(seat)} is not a seat at this table: seats are 0 to {self.players - 1}"
        )


@attrs.frozen
class Exchange:
    """What was passed in a round, seat 0 first; empty where nothing was.

    Attributes:
        given: The cards each seat gave.
        received: The cards each seat got.
    """

    given: tuple[Cards, ...]
    received: tuple[Cards, ...]


def refusal(move: object, rule: str, reason: str, legal: Cards | None = None) -> IllegalMove:
    """The error for a move that is not allowed."""
    return IllegalMove(reason, rule=rule, move=move, legal=Cards() if legal is None else legal)
