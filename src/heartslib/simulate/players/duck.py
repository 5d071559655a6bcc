"""A fast, simple player for simulations: it makes the moves of the kernel's policy ``duck``."""

from __future__ import annotations

import functools

from heartslib import moves
from heartslib.cards import Card, Cards, from_each
from heartslib.moves import Move
from heartslib.questions import ChooseCards, ChooseName, YesOrNo
from heartslib.rounds import asked
from heartslib.view import View


def duck(view: View) -> Move:
    """The move of a player who leads low, plays under the trick, and discards the most costly card.

    If winning the trick is good in itself, and with the cards in it, it wins it with a cheap card.  It
    passes its most costly cards, lays down the least costly ones, charges nothing, and chooses the
    first payment for a moon.  Yes or no it says as a cautious player does.

    Raises:
        HeartsError: The seat is not to act.
    """
    # as the kernel's `_duck` and `_burden`, which are held to this player card by card
    match asked(view):
        case ChooseCards(_, legal, _, make, kind=moves.Play):
            return make(_card(view, legal))
        case ChooseCards(_, may, counts, make, kind=moves.Pass):
            return make(_by_cost(view, may, -1)[: counts[-1]])
        case ChooseCards(_, may, counts, make):
            return make(_by_cost(view, may, 1)[: counts[0]])
        case ChooseName(_, names, make):
            return make(names[0])
        case YesOrNo(_, make, cautious=says):
            return make(says)


def _by_cost(view: View, cards: Cards, sign: int) -> list[Card]:
    """The cards by cost, the least first, or the most if `sign` is -1; of equal cards, one of each first."""
    cost = view.in_force.cost
    # the kernel lists a hand layer by layer: one of each kind, then the second copies
    copies = [(card, cards[:place].count(card)) for place, card in enumerate(cards)]
    copies.sort(key=lambda each: (sign * cost(each[0]), sign * each[0].rank, each[1]))
    return [card for card, _ in copies]


def _card(view: View, legal: Cards) -> Card:
    trick, cost = view.table.trick, view.in_force.cost
    if not trick.cards:
        return min(legal, key=lambda card: cost(card) * 20 + card.rank)
    suit_of = view.in_force.tricks.suit_of
    following = [card for card in legal if suit_of(card) is suit_of(trick.cards[0])]
    strength = functools.partial(view.in_force.tricks.strength, led=suit_of(trick.cards[0]))
    best = max(map(strength, trick.cards))
    gain = trick_cost(view)
    over = [card for card in legal if strength(card) > best]
    if over and gain < 0 and gain + sum(map(cost, trick.cards)) < 0:
        return max(over, key=lambda card: (-cost(card), strength(card)))
    # a trump that would win what should be lost is kept, if there is anything else
    if not following:
        may = legal.without(from_each(over)) or legal
        return max(may, key=lambda card: cost(card) * 20 + card.rank)
    ordered = sorted(following, key=strength)
    if under := [card for card in ordered if strength(card) < best]:
        return under[-1]
    return ordered[-1 if len(trick) % view.players == view.players - 1 else 0]


def trick_cost(view: View) -> int:
    """What it costs to win the trick in progress, apart from its cards."""
    costs, table = view.in_force.trick_costs, view.table
    # in a position that was laid out, some earlier tricks may be known by their cards alone
    number = len(table.tricks) if table.is_whole else len(costs) - len(view.hand)
    return costs[number]
