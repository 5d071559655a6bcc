"""What the points of a round are worth to a side, in the game that is played.

In most rounds a point is a point, and who takes fewer is ahead.  Near the end of a game that is wrong: a
player who is behind must not end the game, whatever a point costs.  So there the side's chance to win is weighed,
guessed from the scores alone.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence

from heartslib._values.seats import for_each
from heartslib.errors import RulesError
from heartslib.rounds import lost, own_seat
from heartslib.rules import TableRules
from heartslib.table import Settled, replaced
from heartslib.view import View

_WON = 1000
"""What a game that a moon wins is worth, in points, if it is not near its end."""
_OF_LITTLE_WORTH = 100
"""Near the end, points break ties alone: so many are worth one."""
_AT_EVENS = 4
"""The chance to win times this, and times the scale: at evens a point of the score is worth a point."""


class Stakes:
    """What the points of a round are worth to the side of a seat; lower is better.

    As a rule they are the side's points minus the mean of the other sides' points, or the other way
    round if points are good.  If the round may end the game, or a total may change by the rules, it is
    the side's chance to win that counts, in points near the middle: 1 for a game that is won, shared by
    those who win it; otherwise the nearer its score is to the best, the more.

    Args:
        view: What the seat knows.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._sign = -1 if view.rules.points_are_good else 1
        self._own, self.shares = _shares(view.at_table, own_seat(view))
        self.are_high, self._scale = _are_high(
            view.at_table, view.settled, view.scores, view.course
        )

    def loss(self, points: Sequence[int], outright: Sequence[int] = ()) -> float:
        """What a round is worth.

        Args:
            points: The points of each seat, seat 0 first.
            outright: The seats that win the game by a moon, whatever the scores.
        """
        behind = sum(share * mine for share, mine in zip(self.shares, points, strict=True))
        if not self.are_high:
            return behind - _WON * sum(self._sign * self.shares[seat] for seat in outright)
        view = self._view
        scores = view.rules.total(view.scores, tuple(points), view.course)
        if outright or view.at_table.is_over((*view.course, scores)):
            winners = outright or view.at_table.leaders(scores)
            chance = len({*self._own} & {*winners}) / len(winners)
        else:
            sign = -1 if view.rules.ending.highest_wins else 1
            best = min(sign * score for score in scores)  # of e^0, so that no power overflows
            hopes = [math.exp((best - sign * score) / self._scale) for score in scores]
            chance = sum(hopes[seat] for seat in self._own) / sum(hopes)
        return behind / _OF_LITTLE_WORTH - _AT_EVENS * self._scale * chance


@functools.lru_cache(maxsize=256)
def _shares(rules: TableRules, seat: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The seats of the side of a seat, and what a point of each seat costs it."""
    (own,) = [side for side in rules.partners if seat in side]
    seats = range(rules.players)
    shares = [lost(rules, [int(taker == other) for other in seats], seat) for taker in seats]
    return own, tuple(shares)


@functools.lru_cache(maxsize=256)
def _are_high(
    rules: TableRules,
    settled: Settled,
    scores: tuple[int, ...],
    course: tuple[tuple[int, ...], ...],
) -> tuple[bool, float]:
    """Whether a round may end the game, or change a total beyond its points.

    Then also the scale: how many points ahead make a side about three times as likely to win.
    """
    try:
        played = (rules.under(settled.contract),) if settled.contract else rules.rulebooks
        ends = [book.with_face_up(settled.face_up).bounds for book in played]
    except RulesError:  # nobody can say: it is played for points
        return False, 1.0
    least = min(ends)[0]
    most = max(most for _, most in ends)
    # a rule may change any total, such as exactly 100; without one the two ends are enough
    results = range(least, most + 1) if rules.totals else {least, most}
    for seat, result in itertools.product(range(len(scores)), results):
        points = replaced(for_each(len(scores), 0), seat, result)
        after = rules.total(scores, points, course)
        if after[seat] != scores[seat] + result or rules.is_over((*course, after)):
            return True, max(most - least, 8) / 8
    return False, 1.0
