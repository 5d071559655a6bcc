"""Advice: the best move, what each other one would cost, and why.

Everybody who advises a person asks `advise`: the terminal, a table in a browser, the review of a round.  So a person
never gets two answers.  A cost is what deals have shown, and no more: it is said as far as its error goes.
"""

from __future__ import annotations

import attrs

from heartslib._values.arguments import frozen
from heartslib.bots.reasons import VOICE, Reason
from heartslib.moves import Move, Play
from heartslib.show.telling import Voice, deed
from heartslib.show.text import capital
from heartslib.view import View
from heartslib.words import plural, written

LITTLE = 0.3
"""What costs less than so many points is as good as the best."""

MOST_WORDS = 18
"""The most words of a hint: a reason that would make it longer is left out."""

_SMALL = 5
"""Below so many points a cost may be said to half a point."""


@frozen
class Cost:
    """What a move costs more than the best one, as the deals that were tried show.

    Attributes:
        moves: The move, and those that are equal to it, such as 8♣ to 7♣.
        points: What it costs more, in points more than the mean of the other sides.
        error: The standard error of that.
        is_least: Whether it costs so much at least: it was soon so far behind that it was tried no more.
    """

    moves: tuple[Move, ...]
    points: float
    error: float
    is_least: bool = False

    @property
    def move(self) -> Move:
        """The move; of equal ones the first."""
        return self.moves[0]

    @property
    def is_certain(self) -> bool:
        """Whether the move is worse, and not by chance: by 0.3 points at least and twice the error."""
        return self.points >= LITTLE and self.points > 2 * self.error

    @property
    def amount(self) -> float:
        """The points as far as their error goes: 4 of 4.37 ± 0.4; 0 if the move may be as good."""
        if not self.is_certain:
            return 0
        if self.is_least:
            sure = self.points - 2 * self.error
            return _step(sure / 4) * int(sure / _step(sure / 4))
        step = _step(2 * self.error)
        if self.points >= _SMALL:
            step = max(step, 1)
        # what is certain is not rounded away
        return max(round(self.points / step), 1) * step

    def __str__(self) -> str:
        """In words: ``about 4``, ``about half a point`` is ``about 0.5``, ``over 3``, ``about the same``."""
        if not self.is_certain:
            return "about the same"
        return f"{'over' if self.is_least else 'about'} {self.amount:g}"


def _step(number: float) -> float:
    """The least of 0.5, 1, 2, 5, 10, 20, 50 and so on that is not less than a number."""
    if number <= 1 / 2:
        return 1 / 2
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if number <= step:
                return step
        scale *= 10


@frozen
class Advice:
    """The best move, what the others would cost, and why.

    Attributes:
        view: The view that was asked about.
        move: The best move.
        costs: What each candidate costs, the best first; empty if there was nothing to compare.
        reason: Why; None if nothing is known that speaks for it.
        deals: How many deals were tried.
    """

    view: View = attrs.field(repr=False)
    move: Move
    costs: tuple[Cost, ...] = attrs.field(default=(), repr=False)
    reason: Reason | None = None
    deals: int = 0

    @property
    def as_good(self) -> tuple[Move, ...]:
        """The moves that may be as good as the best, itself first."""
        if not self.costs:
            return (self.move,)
        return tuple(move for cost in self.costs if not cost.is_certain for move in cost.moves)

    def cost(self, move: Move) -> Cost | None:
        """What a move costs; None if it was not tried."""
        return next((cost for cost in self.costs if move in cost.moves), None)

    def sentence(self, voice: Voice = VOICE) -> str:
        """The advice in a sentence.

        Args:
            voice: How cards are named.
        """
        what = capital(deed(self.view, self.move, voice))
        why = voice.phrased(self.view, str(self.reason)) if self.reason else ""
        if len(self.costs) < 2:
            return f"{what}: {why}." if why else f"{what}."
        sentence = f"{what}: {self._margin}"
        with_why = f"{sentence}, since {why}"
        if why and len(with_why.split()) <= MOST_WORDS:
            sentence = with_why
        return f"{sentence}."

    @property
    def _margin(self) -> str:
        """How much better the best is than the next that is worse."""
        good = len(self.as_good)
        if good == sum(len(cost.moves) for cost in self.costs):
            return "as good as any other"
        worse = next(cost for cost in self.costs if cost.is_certain)
        amount = f"{worse} {plural(worse.amount, 'point')}".replace("about 0.5 points", "half a point")
        if good > 1:
            return f"one of {written(good)} good ones, {amount} better than the next"
        kind = "card" if isinstance(self.move, Play) else "choice"
        return f"{amount} better than the next {kind}"

    def __str__(self) -> str:
        """The advice in a sentence."""
        return self.sentence()
