"""Pools: rounds settled in counters, which players pay to each other or into a pool.

Counters are points, and points are good.  What players lose goes into the pool, and what they win
comes out of it, so the scores and the pool add up to what they began with.  That is why a rulebook with a pool
is checked more strictly than others: a step that gave points to somebody from nowhere, or changed a total, would
leave a pool that holds more or less than players have paid.

A pool that nobody wins stays for the next round.  It is then a *jack*, unless what is left is only what could not
be divided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from attrs import evolve, field

from heartslib._values.arguments import MOST_PLAYERS, at_most, frozen
from heartslib.cards import NO_CARDS, Card, Cards
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.checks import whole_number
from heartslib.rules.book.page import Page, Printed
from heartslib.rules.counting.terms import Needs, Seats, Taken, Term
from heartslib.rules.scoring import CardPoints, Step, card_points, described
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.words import kind_of, listed, named, written

if TYPE_CHECKING:
    from heartslib.rules.book.chapters import Rulebook
    from heartslib.rules.moon import Moon

__all__ = ["HighestPays", "Howell", "LowestIsPaid", "PaysBid", "PoolByPlaces", "Sweepstake"]

_AT_THE_END = "Counters still in the pool at the end of the game are nobody's."


NO_POOL = "{} needs a pool: add a step that settles one, such as Sweepstake()"


def counters_problem(rules: Rulebook) -> str | None:
    """Why counters would go the wrong way; None if they go the right way."""
    if rules.points_are_good:
        return None
    for step in rules.scoring_steps:
        if step.needs.pool or step.needs.counters:
            return f"{step.name} pays counters, which are good: give an ending with points_are_good=True"
    return None


def pool_problem(rules: Rulebook) -> str | None:
    """Why the pool could not hold what players have paid, and nothing else; None if it can.

    Args:
        rules: The rules of a round.
    """
    steps: tuple[Step | Moon, ...] = (*rules.scoring, rules.moon, *rules.bonuses)
    paid = Counter[Card]()  # what each card takes off its taker
    for step in steps:
        paid.subtract(dict(step.needs.values))
    wins = [step.name for step in steps if step.needs.pool]
    if not wins:
        return NO_POOL.format(rules.dealer.name) if rules.dealer.until_won else None
    if len(wins) > 1:
        return f"only one step can say who wins the pool, not {listed(wins)}"
    if rules.sides.pooled:
        return f"{wins[0]} is for players with scores of their own: leave out partners who pool"
    for step in steps:
        needs = step.needs
        # such as the joker of Foster's game, whose taker pays its player
        covered = 0 < needs.settles <= sum(paid[card] for card in needs.cards)
        if 1 in needs.signs and not (needs.pool or covered):
            return f"{step.name} gives points that nobody has paid into the pool of {wins[0]}"
    if rules.totals:
        return (
            f"{rules.totals[0].name} changes scores that nobody has paid into the pool of {wins[0]}"
        )
    return None


@frozen
class Howell(Step):
    """Every player pays the others for each counter lost: the pool is always paid out whole.

    What it says: for each counter that the steps before take off a player, that player pays as many
    counters as there are other players, one to each.
    Sources: R. F. Foster, *Complete Hoyle*, "Howell's Settling".
    """

    name: str = "howell"

    def terms(self, taken: Taken) -> Iterator[Term]:
        """What each side has still to pay the others, and gets from them."""
        everyone = sum(map(taken.total, taken.sides))
        others = len(taken.sides) - 1
        for side in taken.sides:
            # a side owes each other one for each counter; one of these it has lost already by the steps before,
            # and it gets one for each counter of every other side
            yield Term(side, others * taken.total(side) - everyone, "settled with the others")

    def describe(self, players: int) -> str:
        others = "every other player" if players > 2 else "the other player"
        return (
            f"For each counter that a player loses in the round, that player pays one to {others}."
        )


@frozen
class HighestPays(Step):
    """Whoever loses the most pays each of the others the difference.

    What it says: what the cards cost is struck out; the player who lost the most pays each other player
    the difference between what the two of them lost.  If several lost the most, each of them pays.
    Sources: R. F. Foster, *Complete Hoyle*, "Three-handed Hearts"; with two players also "Two-handed
    Hearts".
    """

    name: str = "highest-pays"

    @property
    def needs(self) -> Needs:
        """What its terms ask; it pays counters."""
        return evolve(super().needs, counters=True)

    def terms(self, taken: Taken) -> Iterator[Term]:
        """What each side lost, struck out, and what it pays or is paid."""
        lost = {side: -taken.total(side) for side in taken.sides}
        most = taken.largest(*lost.values())
        payers = sum(each == most for each in lost.values())
        paid = sum(most - each for each in lost.values())
        for side, each in lost.items():
            yield Term(side, each, "gets back what the cards cost")
            settled = payers * (most - each) - (each == most) * paid
            yield Term(side, settled, "settled with the others")

    def describe(self, players: int) -> str:
        others = "each of the others" if players > 2 else "the other"
        return (
            f"Nobody pays for cards as such: whoever lost the most pays {others} the difference between "
            "what the two of them lost. If several players lost the most, each of them pays."
        )


@frozen
class LowestIsPaid(Printed, Step):
    """Whoever loses the least is paid the differences.

    What it says: what the cards cost is struck out; each player pays the winner, who lost the least, the
    difference between what the two of them lost.  Several winners divide what the others pay, and counters
    that cannot be divided stay in the pool for the next winners.
    Sources: R. F. Foster, *Complete Hoyle*, "Spot Hearts"; pagat.com, "Super Hearts" (a player who lost
    nothing takes no part).

    Attributes:
        clear_stand_aside: Whether a player who lost nothing neither wins nor pays.  If then only one
            player is left, nothing is paid.
    """

    clear_stand_aside: bool = False
    name: str = "lowest-is-paid"

    @property
    def needs(self) -> Needs:
        """The pool, and what the steps before have taken off each player."""
        return Needs(NO_CARDS, tricks=False, pool=True)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for what each player lost, and one for what each pays or is paid."""
        lost = {
            seat: -points
            for seat, points in enumerate(sheet.totals)
            if points or not self.clear_stand_aside
        }
        for seat, points in lost.items():
            if points:
                yield Line(seat, points, "gets back what the cards cost")
        if len(lost) < 2:
            return
        least = min(lost.values())
        winners = tuple(seat for seat, points in lost.items() if points == least)
        share = (finished.settled.pool + sum(lost.values()) - least * len(lost)) // len(winners)
        for seat, points in lost.items():
            if points > least:
                yield Line(seat, least - points, "pays {others} the difference", others=winners)
            elif share:
                yield Line(seat, share, "is paid by the others")

    def is_jack(self, finished: Finished, left: int) -> bool:
        """Whether more is left than a division leaves."""
        return left > self.most_left(finished.players)

    def most_left(self, players: int) -> int:
        """What a division between all but one leaves at most."""
        return players - 2

    def printed(self, page: Page) -> str:
        text = (
            "Nobody pays for cards as such: the winner of the round is whoever lost the least, and each of "
            "the others pays the winner the difference between what the two of them lost."
        )
        if self.clear_stand_aside:
            text += " A player who lost nothing takes no part; if only one player is left, nothing is paid."
        if page.players > 2:
            text += (
                " Several winners divide what the others pay; counters that cannot be divided stay in the pool "
                f"for the next winners. {_AT_THE_END}"
            )
        return text


@frozen
class PaysBid(Step):
    """The highest bidder pays the bid.

    What it says: whoever bought the right to name the contract pays the bid.
    Sources: R. F. Foster, *Complete Hoyle*, "Auction Hearts".

    Attributes:
        points: The points for each counter of the bid; -1 where points are good.
    """

    points: int = -1
    name: str = "pays-bid"

    @property
    def needs(self) -> Needs:
        """No card and no trick."""
        return Needs(NO_CARDS, tricks=False, signs=frozenset({1 if self.points > 0 else -1}))

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for the highest bidder, if anyone has bid."""
        bids = finished.settled.made
        bid = max(bids, default=0)
        if points := self.points * bid:
            yield Line(bids.index(bid), points, "paid the bid")

    def describe(self, players: int) -> str:
        each = "" if self.points == -1 else f", {written(self.points)} for each counter"
        return f"The highest bidder pays the bid{each}."


@frozen
class Sweepstake(Step):
    """What players pay goes into a pool, which a player without penalty cards wins.

    What it says: a player who is clear, with no penalty card, wins the pool if nobody else is.  Two
    who are clear divide it, and an odd counter stays.  Nobody wins it if more are clear, if one
    player took all the penalty cards beside two who are clear, or if two are clear after a round in
    which nobody won the pool, which is then a jack.
    Sources: R. F. Foster, *Complete Hoyle*, "Sweepstake Hearts" and law 29; "Auction Hearts" (an odd
    counter makes a jack, too).

    Attributes:
        odd_is_jack: Whether an odd counter that is left after a division is a jack.
    """

    odd_is_jack: bool = False
    name: str = "sweepstake"

    @property
    def needs(self) -> Needs:
        """The pool, which nobody wins in the middle of a round."""
        return Needs(NO_CARDS, tricks=False, pool=True)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for each winner."""
        winners = self._winners(finished)
        for seat in winners:
            # the pool includes what players have lost in this round: their totals are negative
            share = (finished.settled.pool - sum(sheet.totals)) // len(winners)
            yield Line(seat, share, "won half the pool" if winners[1:] else "won the pool")

    def _winners(self, finished: Finished) -> list[int]:
        clear = [
            seat for seat, pile in enumerate(finished.piles) if not pile.only(finished.penalty)
        ]
        # if two of three players are clear, the third took all the penalty cards (law 29)
        two = len(clear) == 2 and not finished.settled.jack and finished.players > 3
        return clear if len(clear) == 1 or two else []

    def is_jack(self, finished: Finished, left: int) -> bool:
        """Whether nobody is clear, or too many are, or an odd counter is left that counts as a jack."""
        return not self._winners(finished) or left > self.most_left(finished.players)

    def most_left(self, players: int) -> int:
        """An odd counter, unless it is a jack."""
        return 1 - self.odd_is_jack

    def describe(self, players: int) -> str:
        jack = ", which is then a jack" if self.odd_is_jack else ""
        return (
            "What players lose goes into the pool. A player who took none of the cards that cost wins "
            "it, if all the others took some. Two such players divide it, unless one player took all "
            f"of those cards; an odd counter stays in the pool{jack}. A pool that nobody wins stays for "
            f"the next round and is a jack, which only a single player can win. {_AT_THE_END}"
        )


def _shares_given(shares: Iterable[int]) -> tuple[int, ...]:
    counters = at_most(MOST_PLAYERS, shares, "shares", error=RulesError)
    if not counters or not all(type(share) is int and share >= 0 for share in counters):
        raise RulesError(f"shares must be whole numbers, 0 or more, not {quoted(counters)}")
    return counters


@frozen
class PoolByPlaces(Printed, Step):
    """The dealer fills a pool, and those with the fewest card points share it.

    What it says: the dealer pays what the pool lacks for the shares.  The player with the fewest card
    points takes the first share, the next one the second, and so on.  Of two with as many, one
    without a trick comes first, and then the elder hand.  Nobody takes a share if a player takes
    every trick, and gets the fine from each of the others; if a player reaches the limit in another
    way, and pays each of them the fine; or if all have as many card points.
    Sources: Wikipedia, "Bassadewitz".

    Attributes:
        values: Card points by card, as for `CardValues`.
        shares: The counters for the fewest card points, the next fewest, and so on.
        limit: The card points with which a player pays the fine.
        fine: The counters that players pay then, or for a player who takes every trick.
    """

    values: CardPoints = field(converter=card_points)
    shares: tuple[int, ...] = field(default=(5, 4, 3), converter=_shares_given)
    limit: int = field(default=100, validator=whole_number(1))
    fine: int = field(default=4, validator=whole_number(0))
    name: str = "pool-by-places"

    @property
    def needs(self) -> Needs:
        """The cards, which are bad to take; every trick, and who deals."""
        values = tuple((card, -value) for card, value in self.values)
        cards = Cards(card for card, _ in values)
        return Needs(cards, number=True, dealer=True, pool=True, values=values)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        """A line for the dealer, and for each seat that pays or wins."""
        players = finished.players
        dealer = finished.dealer
        lacks = sum(self.shares) - finished.settled.pool
        if lacks > 0:
            yield Line(dealer, -lacks, "fills the pool")
        points, every, over = self._taken(finished)
        fine = self.fine * (players - 1)
        for seat in every[:1] or over:
            sign, why = (1, "took every trick") if every else (-1, "has {points} card points")
            yield Line(seat, sign * fine, why.format(points=points[seat]))
            for other in range(players):
                if other != seat:
                    paid = "pays for it" if every else "is paid for it"
                    yield Line(other, -sign * self.fine, paid)
        if self.is_jack(finished, 0):
            return
        order = [(dealer + place) % players for place in range(1, players + 1)]
        # sorting is stable: of two who are equal in both, the elder hand stays before the other
        order.sort(key=lambda seat: (points[seat], finished.has_trick(seat)))
        for seat, share in zip_longest(order, self.shares[:players], fillvalue=0):
            yield Line(seat, share, f"has {points[seat]} card points")

    def _taken(self, finished: Finished) -> tuple[list[int], Seats, list[int]]:
        """The card points of each seat, the seat that took every trick, and those over the limit."""
        values = dict(self.values)
        points = [sum(values.get(card, 0) for card in pile) for pile in finished.piles]
        every = finished.takers_of_all()
        over = [seat for seat, got in enumerate(points) if got >= self.limit and seat not in every]
        return points, every, over

    def is_jack(self, finished: Finished, left: int) -> bool:
        """Whether a player took every trick or reached the limit, or all have as many card points."""
        points, every, over = self._taken(finished)
        return bool(every or over) or len({*points}) == 1

    def most_left(self, players: int) -> int:
        """The shares for which there are too few players."""
        return sum(self.shares[players:])

    def printed(self, page: Page) -> str:
        counted = described(self.values, page)
        shares = listed([f"{share}" for share in self.shares])
        return (
            f"Cards have points: {counted}. The dealer fills the pool up to {sum(self.shares)} "
            "counters. From the player with the fewest card points upwards, players take "
            f"{shares} counters from the pool; of two with as many, one without a trick comes first, "
            f"and then the one nearer to the dealer's {page.onward}. But a player who takes every trick gets "
            f"{self.fine} counters from each of the others instead, and a player who has {self.limit} "
            f"card points or more in another way pays each of them {self.fine}. In these two cases, and "
            "if all have the same number of card points, the pool stays for the next round. "
            f"{_AT_THE_END}"
        )

    def in_short(self, page: Page) -> str:
        worth: list[str] = []
        for points in sorted({points for _, points in self.values}, reverse=True):
            cards = Cards(card for card, value in self.values if value == points)
            kind = kind_of(cards)
            worth.append(f"{f'{kind}s' if kind else named(cards)} {written(points)}")
        shares = listed([f"{share}" for share in self.shares])
        return f"Card points: {', '.join(worth)}. The fewest win {shares} counters."
