"""Pools: rounds settled in counters, which players pay to each other or into a pool.

Counters are points, and points are good.  What players have paid and nobody has won is in the pool,
so the scores and the pool add up to 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from heartslib.cards import Cards
from heartslib.rules._checks import whole_number
from heartslib.rules.count import Needs, Taken, Term
from heartslib.rules.page import Page, Printed
from heartslib.rules.scoring import Step
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.words import written

__all__ = ["Howell", "PaysBid", "Sweepstake"]

_SHARING = 2


def pool_of(scores: tuple[int, ...]) -> int:
    """The counters that have been paid and not been won."""
    return max(-sum(scores), 0)


@attrs.frozen
class Howell(Step):
    """Every player pays the others for each counter lost: the pool is always paid out whole.

    What it says: for each counter that the steps before take off a player, that player pays as many
    counters as there are other players, one to each.
    Sources: R. F. Foster, *Complete Hoyle*, "Howell's Settling".
    """

    name: str = attrs.field(default="howell", kw_only=True)

    def terms(self, taken: Taken) -> Iterator[Term]:
        """What each side wins from the others, and what more it pays them."""
        everyone, others = sum(map(taken.total, taken.sides)), len(taken.sides) - 1
        for side in taken.sides:
            yield Term(side, others * taken.total(side) - everyone, "settled with the others")

    def describe(self, players: int) -> str:
        return (
            "For each counter that a player loses in the round, that player pays one to every other "
            "player."
        )


@attrs.frozen
class PaysBid(Step):
    """The highest bidder pays the bid.

    What it says: whoever bought the right to name the contract pays the bid.
    Sources: R. F. Foster, *Complete Hoyle*, "Auction Hearts".

    Attributes:
        points: The points for each counter of the bid; -1 where points are good.
    """

    points: int = attrs.field(default=-1, validator=whole_number())
    name: str = attrs.field(default="pays-bid", kw_only=True)

    @property
    def needs(self) -> Needs:
        """No card and no trick."""
        return Needs(Cards(), tricks=False, signs=frozenset({1 if self.points > 0 else -1}))

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for the highest bidder, if anyone has bid."""
        bid = max(finished.bids, default=0)
        if points := self.points * bid:
            yield Line(finished.bids.index(bid), points, "paid the bid")

    def describe(self, players: int) -> str:
        each = "" if self.points == -1 else f", {written(self.points)} for each counter"
        return f"The highest bidder pays the bid{each}."


@attrs.frozen
class Sweepstake(Printed, Step):
    """What players pay goes into a pool, which a player without penalty cards wins.

    What it says: a player who is clear, with no penalty card, wins the pool if nobody else is.  Two
    who are clear divide it, and an odd counter stays; but they win nothing if the pool held
    counters before the round.  Otherwise the pool stays, and the next round adds to it.
    Sources: R. F. Foster, *Complete Hoyle*, "Sweepstake Hearts" (where a pool that stays is a jack).
    """

    name: str = attrs.field(default="sweepstake", kw_only=True)

    @property
    def needs(self) -> Needs:
        """Tricks, too, so that nobody wins a pool in the middle of a round."""
        return Needs(Cards())

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each winner."""
        clear = [
            seat for seat, pile in enumerate(finished.piles) if not pile.only(finished.penalty)
        ]
        stood, paid = pool_of(finished.scores), pool_of(sheet.totals)
        if len(clear) == 1:
            yield Line(clear[0], stood + paid, "won the pool")
        elif len(clear) == _SHARING and not stood:
            for seat in clear:
                yield Line(seat, paid // _SHARING, "won half the pool")

    def printed(self, page: Page) -> str:
        return (
            "What players pay goes into the pool. A player who took none of the cards that cost "
            "wins the pool, if nobody else did so. Two such players divide it, and an odd counter "
            "stays; but if the pool held counters before the round, they win nothing. A pool that "
            "nobody wins stays for the next round."
        )
