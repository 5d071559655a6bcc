"""A fast, simple player for simulations: it makes the moves of the kernel's policy ``duck``."""

from __future__ import annotations

from heartslib.bots.bot import asked
from heartslib.cards import Card, Cards
from heartslib.moves import Move
from heartslib.questions import ChooseCards, ChooseName
from heartslib.view import View


def duck(view: View) -> Move:
    """The move of a player who leads low, plays under the trick, and discards the most costly card.

    It passes its most costly cards, lays down the least costly ones, charges nothing, and chooses
    the first payment for a moon.

    Raises:
        HeartsError: The seat is not to act.
    """
    match asked(view):
        case ChooseCards("play", legal, _, make):
            return make(_card(view, legal))
        case ChooseCards("pass", may, counts, make):
            return make(_costly_first(view, may)[: counts[-1]])
        case ChooseCards(_, may, counts, make):
            return make(_costly_first(view, may)[::-1][: counts[0]])
        case ChooseName(_, names, make):
            return make(names[0])
        case question:
            return question.make(False)


def _costly_first(view: View, cards: Cards) -> list[Card]:
    return sorted(cards, key=lambda card: (view.in_force.cost(card), card.rank), reverse=True)


def _card(view: View, legal: Cards) -> Card:
    trick, cost = view.table.trick, view.in_force.cost
    if not trick.cards:
        return min(legal, key=lambda card: cost(card) * 20 + card.rank)
    suit = trick.cards[0].suit
    following = legal.of(suit)
    if not following:
        return max(legal, key=lambda card: cost(card) * 20 + card.rank)
    best = max(card for card in trick.cards if card.suit is suit)
    if under := [card for card in following if card < best]:
        return under[-1]
    return following[-1 if len(trick) % view.players == view.players - 1 else 0]
