"""A simple careful player: it passes dangerous cards, ducks, and discards costly ones.

It has one rule of thumb for each question, and one for each place in a trick: leading, following, and playing
another suit.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence

import attrs

from heartslib import moves
from heartslib._values.arguments import frozen
from heartslib._values.said import NotSaid
from heartslib._values.seats import for_each
from heartslib.bots.turn import Following, Turn, costs_of, heights_of, suits_of, unseen_by
from heartslib.cards import KINDS, Card, Cards, Suit, from_each
from heartslib.moves import Move
from heartslib.phases import Exchange
from heartslib.questions import ChooseCards, ChooseName, YesOrNo
from heartslib.rounds import asked, own_seat
from heartslib.rules import Hold, RoundRules
from heartslib.rules.book.checks import whole_number
from heartslib.table import replaced
from heartslib.view import View

_ENOUGH_SPADES = 4
"""With more spades than this, high spades are safe: they will not be drawn out."""

_DISCARDED = 0.1
"""The share of a card's cost that holding it saves, since it can be discarded."""

_CATCHING = 5
"""Added to the cost of a card, when discarding, if it could catch a costly one.

It is more than a heart costs and less than Q♠: A♠ goes before the hearts, and after the queen herself.
"""

_KEPT_CATCHING = 20
"""Added to the danger of keeping a card that could catch a costly one.

With twice its cost for each card, Q♠ is passed before A♠ and K♠, and these before any heart.
"""

_BID_EACH = 3
"""What to bid for each counter that the hand is likely to lose less than an equal share."""

_HIGH = 7
"""A card that costs is the more dangerous to keep the higher it is: at this rank as much as it costs."""

_BROUGHT_OUT = 0.15
"""What it costs to lead from under a costly card, as a share of its cost."""

_WAITING = 0.04
"""What each further card of a suit costs that keeps a costly card from being discarded, as a share of its cost."""

_DRAWN_OUT = 0.08
"""What a lead brings that may draw out a costly card which cannot fall on this seat, as a share of its cost."""

_FEARED = 2 / 5
"""Defend once one side has so much of all penalty: the mean of its share of the cards and of their cost.

By cards alone Q♠ would count as one of fourteen, by cost alone as half of all: neither says how far a
moon has come.
"""


@frozen
class Careful:
    """A bot that follows rules of thumb, from what its seat knows.

    It passes the cards most likely to take points, but keeps those that are good to take and those that
    can take them.  It leads what is likely to cost least, by how many of the cards left are lower and
    by all that may fall on it.  It plays under the trick if it can, and takes a trick that is good to
    have, or that is harmless when it plays last.  When void it discards its most costly card, or one
    that may catch a costly card, and it keeps its high cards if tricks are good.  Under its partner, and
    on it, it plays what costs least.  It charges nothing, and never tries to shoot the moon.  If another
    side may shoot, it tries to take a trick with a penalty card in it, unless a card in its hand will do
    so for less, and gives that side no penalty cards.  As dealer it names the contract that its hand is
    likely to pay least for, compared with what the others pay.

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
        """The card to play."""
        if len({*legal}) == 1:
            return legal[0]
        unseen = unseen_by(view, self.memory)
        if not view.table.trick.cards:
            return _lead(Turn(view, legal, unseen))
        turn = Following(view, legal, unseen)
        return _with_joker(turn) if _joker_decides(turn) else _follow(turn)


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
    rules = view.in_force
    costs = costs_of(rules)
    suits = suits_of(rules)
    unseen = unseen_by(view)
    good = [card for card in view.at_table.pack if costs[card] < 0]

    def danger(card: Card) -> float:
        if any(other.suit is card.suit and other <= card for other in good):
            return -math.inf  # it is good to take, or may take what is
        number = len(view.hand.only(suits[card]))
        # among many cards of its suit a high one need not be played: there are lower ones to duck with
        height = card.rank / math.sqrt(number)
        if card.suit is Suit.SPADES and number > _ENOUGH_SPADES:
            return height
        return (
            height
            + costs[card] * card.rank / _HIGH
            + _KEPT_CATCHING * _catches(card, unseen, rules)
        )

    return sorted(cards, key=danger, reverse=True)


def _catches(card: Card, unseen: Cards, rules: RoundRules) -> bool:
    """Whether a card may take a costly one that has not been seen, by being played over it.

    A card of one point, such as a heart, is not costly: every higher heart would count.
    """
    costs = costs_of(rules)
    heights = heights_of(rules)
    others = unseen.only(suits_of(rules)[card])
    return any(costs[other] > 1 and heights[other] < heights[card] for other in others)


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


def _lead(turn: Turn) -> Card:
    """The lead that is likely to cost least; of several, the one least likely to take the trick."""
    costs = turn.costs
    rivals = turn.view.players - 1
    worst = sorted((costs[card] for card in turn.unseen if costs[card] > 0), reverse=True)

    def risk(card: Card) -> tuple[float, int, int]:
        others = turn.others(card)
        below = turn.under(card)
        chance = 1.0
        if others:  # as if each rival played a card of the suit at random
            chance = (len(below) / len(others)) ** min(len(others), rivals)
        falls = sorted((costs[other] for other in below if costs[other] > 0), reverse=True)
        # rivals who have none of the suit get rid of the worst they have
        void = max(rivals - len(others), 0)
        falls = [*falls[:rivals], *worst[:void]]
        loss = chance * (costs[card] + turn.trick_cost + sum(falls))
        is_sure = chance == 1 and others
        if costs[card] < 0 and not turn.trick_cost and not is_sure:
            loss = -costs[card]  # worth taking, and worth keeping from the others
        return loss + _later(turn, card), len(below), turn.heights[card]

    return min(turn.legal, key=risk)


def _later(turn: Turn, card: Card) -> float:
    """What a lead is likely to cost in later tricks, by the costly cards that it draws out or frees."""
    costs = turn.costs
    kin = turn.view.hand.only(turn.suits[card])
    others = turn.view.hand - kin
    out = [other for other in turn.over(card) if costs[other] > 1]
    kept = max((costs[other] for other in kin.without(from_each([card]))), default=0)
    loss = 0.0
    if kept > 1:  # led again, its suit brings it out
        loss += _BROUGHT_OUT * kept
    waiting = max((costs[other] for other in others), default=0)
    if waiting > 1:  # it can be discarded as soon as a suit is gone
        loss += _WAITING * waiting * (len(kin) - 1)
    if out and max(turn.heights[own] for own in kin) < min(turn.heights[other] for other in out):
        loss -= _DRAWN_OUT * max(costs[other] for other in out)
    return loss


def _joker_decides(turn: Following) -> bool:
    """Whether a joker is in a trick of another suit, or may be played to it.

    It wins such a trick, as a trump does, but not every card of its suit does: so here heights within a
    suit say nothing about who wins.
    """
    cards = turn.view.table.trick.cards
    others = from_each((*cards, *turn.legal)).without(turn.suits[cards[0]])
    wins = [card for card in others if turn.strength(card)]
    return any(not turn.strength(other) for card in wins for other in turn.suits[card])


def _with_joker(turn: Following) -> Card:
    """The costliest card that leaves the trick to another seat so far, or else the cheapest."""
    costs = costs_of(turn.view.in_force)

    def takes(card: Card) -> bool:
        return turn.tricks.taker(turn.view.table.with_card(card), 1) == turn.view.seat

    losing = [card for card in turn.legal if not takes(card)]
    cost = costs.__getitem__
    return max(losing, key=cost) if losing else min(turn.legal, key=cost)


def _follow(turn: Following) -> Card:
    """The highest card that ducks, unless the trick is good to have or cannot be ducked."""
    costs = turn.costs
    strength = turn.strength
    over = turn.winning
    is_last = all(map(turn.ends, turn.legal))
    good = _good_to_win(turn, is_last=is_last)
    if not turn.legal.only(turn.suits[turn.view.table.trick.cards[0]]):
        return _play_off_suit(turn, good)
    # the moon comes first: a side that shoots it costs more than any trick
    penalty = turn.view.in_force.penalty_cards & turn.view.table.trick.cards
    if over and penalty and _is_feared(turn) and not _stops(turn):
        # who plays last stops it with the cheapest card; before others only the highest may do
        return max(over, key=lambda card: (-costs[card] * is_last, strength(card)))
    if good is not None:
        return good
    under = [card for card in turn.legal if strength(card) < turn.height]
    harmless = [card for card in over if not costs[card]]
    # a costly card that can go under is rid of for good, a high one may be rid of later
    is_safe = not turn.so_far and harmless and not any(costs[card] > 0 for card in under)
    if is_safe and not turn.may_cost:
        return max(harmless, key=strength)
    if under:
        return _duck(turn, under)
    lowest_cost = min(costs[card] for card in turn.legal)
    cheapest = [card for card in turn.legal if costs[card] == lowest_cost]
    # who must take the trick takes it with the highest; who is not last may still be beaten with the lowest
    return max(cheapest, key=strength) if is_last else min(cheapest, key=strength)


def _good_to_win(turn: Following, *, is_last: bool) -> Card | None:
    """The card to win the trick with, if the trick is good to have and nobody can take it back."""

    def is_safe(card: Card) -> bool:
        # by the suit of the card: a trump that may fall on it is not feared, or good tricks would all be left
        others = turn.others(card)
        return is_last or not any(turn.strength(card) <= turn.strength(other) for other in others)

    costs = turn.costs
    good = [card for card in turn.winning if turn.so_far + costs[card] < 0 and is_safe(card)]
    return min(good, key=lambda card: (costs[card], -turn.strength(card)), default=None)


def _duck(turn: Following, under: Sequence[Card]) -> Card:
    """The costliest card below the trick, or the cheapest if a partner is winning it."""
    spared = turn.partner_is_winning
    sign = _to_lose(turn)

    def worth_losing(card: Card) -> tuple[int, int]:
        cost = turn.costs[card]
        return -max(cost, 0) if spared else cost, sign * turn.strength(card)

    return max(under, key=worth_losing)


def _play_off_suit(turn: Following, good: Card | None) -> Card:
    """A card of another suit: a discard if possible, a trump to win what is good to have."""
    if good is not None:
        return good
    return _discard(turn, turn.legal.without(from_each(turn.winning)) or turn.legal)


def _discard(turn: Following, legal: Cards) -> Card:
    """The costliest card, or one that may catch a costly card; a partner gets what costs least."""
    costs = turn.costs
    penalty = turn.view.in_force.penalty_cards
    may = legal
    if legal & penalty and _is_feared(turn):
        may = legal.without(penalty) or legal
    sign = _to_lose(turn)
    catches = functools.partial(_catches, unseen=turn.unseen, rules=turn.view.in_force)

    def burden(card: Card) -> tuple[int, int]:
        return costs[card] + _CATCHING * catches(card), sign * turn.heights[card]

    if turn.partner_is_winning:
        least = min(max(costs[card], 0) for card in may)
        may = from_each(card for card in may if max(costs[card], 0) == least)
    return max(may, key=burden)


def _to_lose(turn: Turn) -> int:
    """The sign of the cards that are best lost: the high ones, or the low ones if tricks are good."""
    return -1 if turn.trick_cost < 0 else 1


def _stops(turn: Following) -> bool:
    """Whether a penalty card in the hand, the highest left of its suit, will stop a moon for less."""
    costs = costs_of(turn.view.in_force)
    penalty = turn.view.hand.only(turn.view.in_force.penalty_cards)
    return any(costs[card] < turn.so_far and not turn.over(card) for card in penalty)


def _is_feared(turn: Following) -> bool:
    """Whether the seat that is winning the trick, of another side, may be about to shoot the moon."""
    view = turn.view
    seat = turn.taker
    costs = turn.costs
    piles = view.table.piles
    penalty = view.in_force.penalty_cards
    all_taken = sum(piles, Cards())
    taken = penalty & all_taken
    if seat is None or not taken:
        return False
    cost = sum(costs[card] for card in taken) / sum(costs[card] for card in penalty)
    if len(taken) / len(penalty) + cost < 2 * _FEARED:
        return False
    # with all the rest: a moon that can no longer be shot is not feared
    rest = view.at_table.pack - all_taken
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
