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

import attrs

from heartslib import moves
from heartslib._values.arguments import frozen
from heartslib._values.said import NotSaid
from heartslib._values.seats import for_each
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
class Careful:
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
    turn = Turn(view, cards, unseen_by(view))
    good = [card for card in view.at_table.pack if turn.costs[card] < 0]

    def danger(card: Card) -> tuple[float, int]:
        if any(other.suit is card.suit and other <= card for other in good):
            return -math.inf, 0  # it is good to take, or may take what is
        return _Suit(turn, card).weight(card), turn.heights[card]

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


class _Play(Turn):
    """A turn to play, with what is the same for several cards."""

    def __init__(self, view: View, legal: Cards, unseen: Cards) -> None:
        super().__init__(view, legal, unseen)
        left = (*unseen, *view.hand)
        mean = self.worst(left, len(left)) / len(left)
        self.lead = _LEADING * mean * view.players if len(view.hand) > 1 else 0
        sides = view.sides if view.rules.sides.pooled else ()
        self.side = {view.seat, *(seat for side in sides if view.seat in side for seat in side)}
        self._suits: dict[Suit, _Suit] = {}
        self._falls: dict[Suit, tuple[Cards, Cards]] = {}

    def worst(self, cards: Iterable[Card], number: int) -> int:
        """What the costliest of some cards cost, at most so many."""
        costs = sorted([cost for card in cards if (cost := self.costs[card]) > 0], reverse=True)
        return sum(costs[:number])

    def suit(self, card: Card) -> _Suit:
        """The suit of a card."""
        suit = self.tricks.suit_of(card)
        if suit not in self._suits:
            self._suits[suit] = _Suit(self, card)
        return self._suits[suit]

    def what_can_fall(self, table: Table) -> tuple[Cards, Cards]:
        """What can still fall on a trick: the cards of who can follow suit, and of who cannot."""
        led = table.trick.cards[0]
        if led.suit not in self._falls:
            self._falls[led.suit] = self._what_can_fall(led, table)
        return self._falls[led.suit]

    def _what_can_fall(self, led: Card, table: Table) -> tuple[Cards, Cards]:
        following = self.unseen.only(self.rules.following(led))
        others = self.unseen - following
        try:
            return self.rules.legal(following, table), self.rules.legal(others, table)
        except NotSaid:  # it depends on earlier tricks of a position that was laid out
            return following, others


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
    cost: float = sum(turn.costs[card] for card in (*cards, *table.waiting)) + turn.trick_cost
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
    under = [card for card in following if strength(card, led) < top]
    number = len(following)
    absent = 1 - left / turn.rivals
    if cost < 0:  # whoever can will take it
        chance = absent ** (number - len(under))
    else:  # as if each that can follow suit played a card of it at random
        nobody = absent**number
        chance = nobody + (1 - nobody) * (len(under) / max(number, 1)) ** min(number, left)
    # the others put on it all that is costly, below and, if they are void, of other suits
    void = (1 - 1 / turn.rivals) ** number
    cost += turn.worst(under, left) + void * turn.worst(others, left)
    # a trick on which nothing can fall is the place for a high card
    return chance, cost and cost + turn.lead


class _Suit:
    """The cards of one suit, in the hand and unseen, and what it costs to keep them."""

    def __init__(self, turn: Turn, card: Card) -> None:
        heights = turn.heights
        costs = turn.costs
        out = turn.others(card)
        self.turn = turn
        self.held = turn.view.hand.only(turn.suits[card])
        self.out = sorted(map(heights.__getitem__, out))
        self.costly = max(
            (heights[each] for each in (*out, *self.held) if costs[each] > 0), default=-1
        )
        self.costs = sum(costs[each] for each in self.held)

    def weight(self, card: Card) -> float:
        """What a card is likely to cost later, held with others of its suit to duck with."""
        turn = self.turn
        number = len(self.held)
        guards = number if self._is_guarded(card) else max(number, _GUARDS)
        place = (bisect_left(self.out, turn.heights[card]) + 0.5) / (len(self.out) + 1)
        share = turn.sign * (_HIGH * place - _GUARD * guards)
        return share * turn.all_costs + _COSTLY * turn.costs[card] / number

    def _is_guarded(self, card: Card) -> bool:
        """Whether each card less of its suit makes it worse; few do not help what may catch a costly card."""
        return len(self.held) > _GUARDS or self.turn.heights[card] > self.costly

    def relief(self, card: Card) -> float:
        """What it saves later to be rid of a card, which guards the others of its suit no more."""
        turn = self.turn
        rest = self.held - card
        guarded = turn.sign * _GUARD * turn.all_costs * sum(map(self._is_guarded, rest))
        spared = _COSTLY * (self.costs - turn.costs[card]) / (len(rest) or 1) / len(self.held)
        return self.weight(card) - guarded - spared


def _feared(turn: _Play) -> int | None:
    """The seat that is winning the trick, if it may be about to shoot the moon and nothing else will stop it."""
    view = turn.view
    costs = turn.costs
    penalty = view.in_force.penalty_cards
    all_taken = sum(view.table.piles, Cards())
    taken = penalty & all_taken
    if not view.table.trick.cards or not taken:
        return None
    cost = sum(costs[card] for card in taken) / sum(costs[card] for card in penalty)
    if len(taken) / len(penalty) + cost < 2 * _FEARED:
        return None
    seat = turn.tricks.taker(view.table, 1)
    if seat is None or seat in turn.side:
        return None
    # a penalty card that is the highest left of its suit will stop it for less
    here = sum(costs[card] for card in view.table.trick.cards)
    if any(costs[card] < here and not turn.over(card) for card in view.hand.only(penalty)):
        return None
    piles = view.table.piles
    rest = view.at_table.pack - all_taken
    try:  # with all the rest: a moon that can no longer be shot is not feared
        shooters = view.in_force.finished(
            replaced(piles, seat, piles[seat] + rest),
            charged=view.table.charged,
            scores=view.scores,
            course=view.course,
            dealer=view.dealer,
            settled=view.settled,
        ).shooter
    except NotSaid:  # such as how the tricks to come are played
        return None
    return seat if shooters and view.seat not in shooters else None
