"""A simple careful player: it passes dangerous cards, ducks, and discards costly ones.

It has one rule of thumb for each question.  A card to play has a price: what the trick is likely to cost if the
card takes it, less what the card gives to others, and less what it weighs in the hand.  What it weighs also says
what to pass.  All is asked of the rulebook: what may still fall, what it costs, and who takes it.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

import attrs

from heartslib import moves
from heartslib._values.arguments import frozen
from heartslib._values.said import NotSaid
from heartslib._values.seats import for_each
from heartslib.bots.bot import Bot
from heartslib.bots.turn import Turn, costs_of, heights_of, unseen_by
from heartslib.cards import KINDS, Card, Cards, Suit, from_each
from heartslib.moves import Move
from heartslib.phases import Exchange
from heartslib.questions import ChooseCards, ChooseName, YesOrNo
from heartslib.rounds import asked, own_seat
from heartslib.rules import Hold, RoundRules
from heartslib.rules.book.checks import whole_number
from heartslib.table import Table, replaced
from heartslib.view import View

_DISCARDED = 0.1
"""The share of a card's cost that holding it saves, since it can be discarded."""

_FEARED = 2 / 5
"""Defend once one side has so much of all penalty: the mean of its share of the cards and of their cost.

By cards alone Q♠ would count as one of fourteen, by cost alone as half of all: neither says how far a
moon has come.
"""

_GIVEN = 0.3
"""The share of a card's cost that it is worth to give it to another side."""

_LEADING = 0.15
"""What it costs to lead next, as a share of what an average trick costs."""

_HIGH = 0.06
"""What the highest card of a suit weighs in a hand, as a share of what all cards cost."""

_GUARD = 0.008
"""How much less a card weighs for each card of its suit in the hand, as such a share."""

_GUARDS = 5
"""A card that may catch a costly one, or is one, weighs in a shorter suit as in one of so many cards."""

_COSTLY = 0.25
"""The share of its cost that a lone costly card weighs."""

_BID_EACH = 3
"""What to bid for each counter that the hand is likely to lose less than an equal share."""


@frozen
class Careful(Bot):
    """A bot that follows rules of thumb, from what its seat knows.

    It passes the cards that weigh most: high ones, unless there are others of the suit to duck with, and
    costly ones; but it keeps those that are good to take and those that can take them.  It plays what is
    likely to cost least, by how many of the cards left are lower and by all that may fall on it, less
    what the card would weigh: so it ducks with its highest card, plays its highest of all where nothing
    can fall, and keeps its high cards if tricks are good.  It charges nothing, and never tries to shoot
    the moon.  If another side may shoot, it tries to take a trick with a penalty card in it, unless a
    card in its hand will do so for less, and gives that side no penalty cards.  As dealer it names the
    contract that its hand is likely to pay least for, compared with what the others pay.

    Attributes:
        memory: How many of the last tricks it remembers; None for all.
    """

    memory: int | None = attrs.field(default=None, validator=whole_number(0, optional=True))

    def __call__(self, view: View, /) -> Move:  # noqa: PLR0911 - a table
        """The move for a view.

        Raises:
            HeartsError: The seat is not to act.
        """
        match asked(view):
            case ChooseCards(_, legal, _, make, kind=moves.Play):
                return make(self._card(view, legal))
            case ChooseCards(_, may, counts, make, kind=moves.Pass):
                # if they go to more than one seat, the worst go to the first
                return make(by_danger(view, may)[: counts[-1]])
            case ChooseCards(_, may, counts, make, kind=moves.LayDown):
                costs = costs_of(view.in_force, view.table.all_charged)
                # of two equally costly cards the higher is laid down: it wins more tricks
                return make(sorted(may, key=lambda card: (costs[card], -card.rank))[: counts[0]])
            case ChooseCards(_, _, _, make):
                return make(())  # to charge a card would only raise the stakes
            case ChooseName(_, names, make, kind=moves.ChooseMoon):
                return make(max(names, key=lambda payment: _prospect(view, payment)))
            case ChooseName(_, names, make, kind=moves.Bid):
                return make(_bid(view, names))
            case ChooseName(_, names, make, kind=moves.NameContract):
                return make(min(names, key=lambda contract: _risk(view, contract)))
            case ChooseName(_, names, make):
                return make(names[0])
            case YesOrNo(_, make, cautious=says):
                return make(says)

    def _card(self, view: View, legal: Cards) -> Card:
        """The card to play: the one with the lowest price."""
        if len({*legal}) == 1:
            return legal[0]
        turn = _Play(view, legal, unseen_by(view, self.memory))
        feared = _feared(turn)

        def price(card: Card) -> tuple[float, int]:
            # rounded, so that cards of one price are equal on every machine; of those the worst to keep goes
            return round(_price(turn, card, feared), 6), -turn.sign * turn.heights[card]

        return min(legal, key=price)


careful = Careful()
"""The bot `Careful` that remembers every trick.

>>> from heartslib import Game, variants
>>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
>>> print(careful(game.view(0)))
seat 0 passes 8D AS AH
"""


# Passing


def by_danger(view: View, cards: Cards) -> list[Card]:
    """Cards of a hand, the most dangerous to keep first."""
    turn = _Play(view, cards, unseen_by(view))
    good = [card for card in view.at_table.pack if turn.costs[card] < 0]

    def danger(card: Card) -> tuple[float, int]:
        if any(other.suit is card.suit and other <= card for other in good):
            return -math.inf, 0  # it is good to take, or may take what is
        return turn.suit(card).weight(card), turn.heights[card]

    return sorted(cards, key=danger, reverse=True)


# Contracts, bids and payments


def _bid(view: View, names: Sequence[str]) -> str:
    """What to bid for the right to name a contract."""
    safety = -min(_risk(view, contract) for contract in view.rules.contract_names)
    bid = str(int(_BID_EACH * safety))
    return bid if bid in names else "pass"


def _risk(view: View, contract: str) -> float:
    """How much more than an equal share this hand is likely to pay under a contract."""
    weights = _weights(view.at_table.under(contract))
    hand = sum(weights[card] for card in view.hand)
    whole = sum(weights[card] for card in view.at_table.pack)
    # rounded, so that contracts that cost the same are equal whatever order their cards are added in
    return round(hand - whole / view.players, 9)


@functools.lru_cache(maxsize=256)
def _weights(rules: RoundRules) -> Mapping[Card, float]:
    """What a hand is likely to pay for each of its cards.

    It grows with the tricks that the card is likely to take, as if it won as often as it beats a
    card that is led.  A costly card in the hand lowers it a little: it can be discarded.
    """
    costs = costs_of(rules)
    beating = _beating(rules)
    pack = rules.pack
    beats = {card: sum(card in beating[led] for led in pack) - pack.count(card) for card in pack}
    whole = sum(costs[card] for card in pack) + sum(rules.trick_costs)
    # where no card beats another there is nothing to share out, and nothing to divide by
    share = whole / max(sum(beats[card] for card in pack), 1)
    return {card: share * beats[card] - _DISCARDED * costs[card] for card in pack}


@functools.lru_cache(maxsize=256)
def _beating(rules: RoundRules) -> Mapping[Card, Cards]:
    """The cards that are as high as each card if it is led, or higher: trumps are."""
    strength = rules.tricks.strength
    beating: dict[Card, Cards] = {}
    for card, height in heights_of(rules).items():
        led = rules.tricks.suit_of(card)
        beating[card] = from_each(other for other in KINDS if strength(other, led) >= height)
    return beating


def _prospect(view: View, choice: str) -> int:
    """How good a payment for the moon is: 2 if it wins the game, 0 if it loses it, else 1."""
    table = view.table
    seat = own_seat(view)
    # what others have passed to each other is not known, and taken for nothing
    exchange = Exchange(view.pattern or Hold(), for_each(view.players, Cards()), view.packets)
    finished = view.in_force.finished(
        replaced(table.piles, seat, table.piles[seat] + view.captured),
        choice,
        charged=table.charged,
        passed=exchange.passed,
        scores=view.scores,
        course=view.course,
        tricks=table.tricks if table.is_whole else None,
        dealer=view.dealer,
        settled=view.settled,
    )
    sheet = view.in_force.count(finished)
    scores = view.rules.total(view.scores, sheet.totals, view.course)
    if not view.at_table.is_over((*view.course, scores)):
        return 1
    return 2 if seat in view.at_table.leaders(scores) else 0


# Playing


_Falls: TypeAlias = tuple[list[tuple[int, int]], list[int]]
"""How high each card of who can follow suit is, and what it costs; what the costly cards of others cost, falling."""


class _Play(Turn):
    """A turn to play, with what is the same for several cards."""

    def __init__(self, view: View, legal: Cards, unseen: Cards) -> None:
        super().__init__(view, legal, unseen)
        left = (*unseen, *view.hand)
        mean = sum(self.costs_among(left)) / len(left)
        self.lead = _LEADING * mean * view.players if len(view.hand) > 1 else 0
        sides = view.sides if view.rules.sides.pooled else ()
        self.side = {view.seat, *(seat for side in sides if view.seat in side for seat in side)}
        table = view.table
        here = (*table.trick.cards, *table.waiting)
        self.so_far = sum([self.costs[card] for card in here]) + self.trick_cost
        self._suits: dict[Suit, _Suit] = {}
        self._falls: dict[Suit, _Falls] = {}

    def costs_among(self, cards: Iterable[Card]) -> list[int]:
        """What the costly ones of some cards cost, the costliest first."""
        costs = self.costs
        return sorted([costs[card] for card in cards if costs[card] > 0], reverse=True)

    def suit(self, card: Card) -> _Suit:
        """The suit of a card."""
        suit = self.tricks.suit_of(card)
        if suit not in self._suits:
            self._suits[suit] = _Suit(self, card)
        return self._suits[suit]

    def what_can_fall(self, table: Table) -> _Falls:
        """What can still fall on a trick."""
        led = table.trick.cards[0]
        if led.suit not in self._falls:
            self._falls[led.suit] = self._what_can_fall(led, table)
        return self._falls[led.suit]

    def _what_can_fall(self, led: Card, table: Table) -> _Falls:
        following = self.unseen.only(self.rules.following(led))
        others = self.unseen - following
        # of a position that was laid out, it may depend on earlier tricks that nobody has said
        with suppress(NotSaid):
            following, others = self.rules.legal(following, table), self.rules.legal(others, table)
        suit = self.tricks.suit_of(led)
        heights = [(self.tricks.strength(card, suit), self.costs[card]) for card in following]
        return heights, self.costs_among(others)


def _price(turn: _Play, card: Card, feared: int | None) -> float:
    """What a card is likely to cost in this trick, less what it saves later to be rid of it."""
    table = turn.view.table.with_card(card)
    taker = turn.tricks.taker(table, 1)
    given = _GIVEN * turn.costs[card]
    price = -turn.suit(card).relief(card)
    if taker in turn.side:
        chance, cost = _taking(turn, table)
        return price + chance * cost - (1 - chance) * given
    if taker == feared and turn.rules.penalty_cards & table.trick.cards:
        price += turn.all_costs
    return price - given


def _taking(turn: _Play, table: Table) -> tuple[float, float]:
    """How likely it is that the side that is winning a trick takes it, and what that is likely to cost."""
    cards = table.trick.cards
    cost: float = turn.so_far + turn.costs[cards[-1]]
    if turn.tricks.is_complete(table, len(turn.view.hand) - 1):
        return 1, cost and cost + turn.lead
    left = max(table.trick.size - len(cards), 1)
    following, others = turn.what_can_fall(table)
    led = turn.tricks.suit_of(cards[0])
    gone = turn.rules.cancelled(table.trick)
    strength = turn.tricks.strength
    top = max(
        (strength(card, led) for place, card in enumerate(cards) if place not in gone), default=0
    )
    under = [cost for height, cost in following if height < top]
    number = len(following)
    absent = 1 - left / turn.rivals
    if cost < 0:  # whoever can will take it
        chance = absent ** (number - len(under))
    else:  # as if each that can follow suit played a card of it at random
        nobody = absent**number
        chance = nobody + (1 - nobody) * (len(under) / max(number, 1)) ** min(number, left)
    # the others put on it all that is costly, below and, if they are void, of other suits
    void = (1 - 1 / turn.rivals) ** number
    below = sorted([each for each in under if each > 0], reverse=True)
    cost += sum(below[:left]) + void * sum(others[:left])
    # a trick on which nothing can fall is the place for a high card
    return chance, cost and cost + turn.lead


class _Suit:
    """The cards of one suit, in the hand and unseen, and what it costs to keep them."""

    def __init__(self, turn: Turn, card: Card) -> None:
        heights = turn.heights
        costs = turn.costs
        out = [*turn.others(card)]
        held = [*turn.view.hand.only(turn.suits[card])]
        self.turn = turn
        self.number = len(held)
        self.out = sorted(map(heights.__getitem__, out))
        # each card less of its suit makes a card worse; but few do not help what may catch a costly card
        self.unguarded = -1
        if self.number <= _GUARDS:
            costly = [heights[each] for each in (*out, *held) if costs[each] > 0]
            self.unguarded = max(costly, default=-1)
        self.guarded = sum(heights[each] > self.unguarded for each in held)
        self.costs = sum(costs[each] for each in held)

    def weight(self, card: Card) -> float:
        """What a card is likely to cost later, held with others of its suit to duck with."""
        turn = self.turn
        height = turn.heights[card]
        guards = self.number if height > self.unguarded else max(self.number, _GUARDS)
        place = (bisect_left(self.out, height) + 0.5) / (len(self.out) + 1)
        share = turn.sign * (_HIGH * place - _GUARD * guards)
        return share * turn.all_costs + _COSTLY * turn.costs[card] / self.number

    def relief(self, card: Card) -> float:
        """What it saves later to be rid of a card, which guards the others of its suit no more."""
        turn = self.turn
        others = self.guarded - (turn.heights[card] > self.unguarded)
        guarded = turn.sign * _GUARD * turn.all_costs * others
        costs = self.costs - turn.costs[card]
        spared = _COSTLY * costs / max(self.number - 1, 1) / self.number
        return self.weight(card) - guarded - spared


def _feared(turn: _Play) -> int | None:
    """The seat that is winning the trick, if it may be about to shoot the moon and nothing else will stop it."""
    view = turn.view
    costs = turn.costs
    penalty = turn.rules.penalty_cards
    trick = view.table.trick.cards
    if not trick or not penalty & (*trick, *turn.legal):
        return None
    taken = penalty & sum(view.table.piles, Cards())
    cost = sum(costs[card] for card in taken) / sum(costs[card] for card in penalty)
    if not taken or len(taken) / len(penalty) + cost < 2 * _FEARED:
        return None
    seat = turn.tricks.taker(view.table, 1)
    # a penalty card that is the highest left of its suit will stop it for less
    here = sum(costs[card] for card in trick)
    stops = any(costs[card] < here and not turn.over(card) for card in view.hand.only(penalty))
    if seat is None or seat in turn.side or stops:
        return None
    return seat if _may_shoot(view, seat) else None


def _may_shoot(view: View, seat: int) -> bool:
    """Whether a seat shoots the moon if it takes all the rest: one that can no longer be shot is not feared."""
    piles = view.table.piles
    rest = view.at_table.pack - sum(piles, Cards())
    try:
        shooters = view.in_force.finished(
            replaced(piles, seat, piles[seat] + rest),
            charged=view.table.charged,
            scores=view.scores,
            course=view.course,
            dealer=view.dealer,
            settled=view.settled,
        ).shooter
    except NotSaid:  # such as how the tricks to come are played
        return False
    return bool(shooters) and view.seat not in shooters
