"""Pools: rounds settled in counters, which players pay to each other or into a pool.

Counters are points, and points are good.  What players have paid and nobody has won is in the pool,
so the scores and the pool add up to 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

import attrs

from heartslib._given import MOST_PLAYERS, at_most
from heartslib.cards import Cards
from heartslib.errors import RulesError, shown
from heartslib.rules._checks import whole_number
from heartslib.rules.count import Needs, Taken, Term
from heartslib.rules.page import Page, Printed
from heartslib.rules.scoring import CardPoints, Step, card_points, described
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.words import listed, written

__all__ = ["Howell", "PaysBid", "PoolByPlaces", "Sweepstake"]

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
        """The pool, which nobody wins in the middle of a round."""
        return Needs(Cards(), tricks=False, scores=True)

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


def _shares_given(shares: Iterable[int]) -> tuple[int, ...]:
    given = at_most(MOST_PLAYERS, shares, "shares", error=RulesError)
    if not given or not all(type(share) is int and share >= 0 for share in given):
        raise RulesError(f"shares must be whole numbers, 0 or more, not {shown(given)}")
    return given


@attrs.frozen
class PoolByPlaces(Printed, Step):
    """The dealer fills a pool, and those with the fewest card points share it.

    What it says: the dealer pays the shares into the pool, unless one stands.  The player with the
    fewest card points takes the first share, the next one the second, and so on.  Of two with as
    many, one without a trick comes first, and then the elder hand.  The pool stays if a player takes
    every trick, and gets the fine from each of the others; if a player reaches the limit in another
    way, and pays each of them the fine; or if all have as many card points.
    Sources: Wikipedia, "Bassadewitz".

    Attributes:
        values: Card points by card, as for `CardValues`.
        shares: The counters for the fewest card points, the next fewest, and so on.
        limit: The card points with which a player pays the fine.
        fine: The counters that players pay then, or for a player who takes every trick.
    """

    values: CardPoints = attrs.field(converter=card_points)
    shares: tuple[int, ...] = attrs.field(default=(5, 4, 3), converter=_shares_given)
    limit: int = attrs.field(default=100, validator=whole_number(1))
    fine: int = attrs.field(default=4, validator=whole_number(0))
    name: str = attrs.field(default="pool-by-places", kw_only=True)

    @property
    def needs(self) -> Needs:
        """The cards, which are bad to take; every trick, and who deals."""
        values = tuple((card, -value) for card, value in self.values)
        cards = Cards(card for card, _ in values)
        return Needs(cards, number=True, dealer=True, scores=True, values=values)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for the dealer, and for each seat that pays or wins."""
        players, values = finished.players, dict(self.values)
        dealer = players - 1 if finished.dealer is None else finished.dealer
        if finished.dealer is not None and not pool_of(finished.scores):
            yield Line(dealer, -sum(self.shares), "fills the pool")
        points = [sum(values.get(card, 0) for card in pile) for pile in finished.piles]
        every = finished.takers_of_all()
        over = [seat for seat in range(players) if points[seat] >= self.limit and seat not in every]
        fine = self.fine * (players - 1)
        for seat in every[:1] or over:
            sign, why = (1, "took every trick") if every else (-1, "has {points} card points")
            yield Line(seat, sign * fine, why.format(points=points[seat]))
            for other in range(players):
                if other != seat:
                    paid = "pays for it" if every else "is paid for it"
                    yield Line(other, -sign * self.fine, paid)
        if every or over:
            return
        order = [(dealer + place) % players for place in range(1, players + 1)]
        order.sort(key=lambda seat: (points[seat], finished.has_trick(seat)))
        shares = self.shares if len({*points}) > 1 else ()
        for seat, share in zip_longest(order, shares[:players], fillvalue=0):
            yield Line(seat, share, f"has {points[seat]} card points")

    def printed(self, page: Page) -> str:
        counted = described(self.values, page)
        shares = listed([f"{share}" for share in self.shares])
        return (
            f"Cards have points: {counted}. The dealer pays {sum(self.shares)} counters into the pool, "
            f"unless one stands. From the player with the fewest card points upwards, players take "
            f"{shares} counters from the pool; of two with as many, one without a trick comes first, "
            "and then the one nearer to the dealer's left. But a player who takes every trick gets "
            f"{self.fine} counters from each of the others instead, and one who has {self.limit} card "
            f"points or more otherwise pays each of them {self.fine}. Then, or if all have as many card "
            "points, the pool stays for the next round."
        )
