"""What a player weighs before it plays a card: what cards cost, how high they are, and which are unseen.

All of it is asked of the rules in force, never of the names of cards: so the rules of thumb in
`heartslib.bots.careful` and the reasons in `heartslib.bots.reasons`, which read it, fit any rulebook.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from heartslib.cards import KINDS, Card, Cards, from_each
from heartslib.rules import RoundRules
from heartslib.rules.book.chapters import NO_CARDS
from heartslib.simulate.players.duck import trick_cost
from heartslib.view import View


@functools.lru_cache(maxsize=256)
def costs_of(rules: RoundRules, charged: Cards = NO_CARDS) -> Mapping[Card, int]:
    """What each card costs whoever takes it; below zero it is good to take."""
    return {card: rules.cost(card, charged) for card in KINDS}


@functools.lru_cache(maxsize=256)
def all_costs_of(rules: RoundRules, charged: Cards, pack: Cards) -> int:
    """What all cards and tricks cost, but those that are good to take; 1 if nothing does."""
    costs = costs_of(rules, charged)
    return sum(max(cost, 0) for cost in (*map(costs.__getitem__, pack), *rules.trick_costs)) or 1


@functools.lru_cache(maxsize=256)
def heights_of(rules: RoundRules) -> Mapping[Card, int]:
    """How high each card is in its suit."""
    return {card: rules.tricks.strength(card, rules.tricks.suit_of(card)) for card in KINDS}


@functools.lru_cache(maxsize=256)
def suits_of(rules: RoundRules) -> Mapping[Card, Cards]:
    """The cards of each card's suit."""
    suit_of = rules.tricks.suit_of
    return {card: from_each(k for k in KINDS if suit_of(k) is suit_of(card)) for card in KINDS}


def unseen_by(view: View, memory: int | None = None) -> Cards:
    """The cards that a seat has not seen, or of which it has forgotten that they were played.

    Args:
        view: What the seat knows.
        memory: How many of the last tricks it remembers; None for all.
    """
    table = view.table
    gone = table.all_played
    if memory is not None:
        # not [-memory:], which would be every trick for a memory of 0
        late = table.tricks[max(len(table.tricks) - memory, 0) :]
        gone = from_each(card for trick in (*late, table.trick) for card in trick.cards)
    return view.at_table.pack - (view.hand + view.captured + gone + from_each(view.turned))


class Turn:
    """A seat's turn to play a card.

    Args:
        view: What the seat knows.
        legal: The cards that it may play.
        unseen: The cards that it has not seen.
    """

    def __init__(self, view: View, legal: Cards, unseen: Cards) -> None:
        self.view = view
        self.legal = legal
        self.unseen = unseen
        self.rules = view.in_force
        self.tricks = self.rules.tricks
        self.costs = costs_of(self.rules, view.table.all_charged)
        self.heights = heights_of(self.rules)
        self.suits = suits_of(self.rules)
        self.trick_cost = trick_cost(view)
        self.sign = -1 if self.trick_cost < 0 else 1
        self.rivals = view.players - 1
        self.all_costs = all_costs_of(self.rules, view.table.all_charged, view.at_table.pack)

    def others(self, card: Card) -> Cards:
        """The unseen cards of a card's suit."""
        return self.unseen.only(self.suits[card])

    def over(self, card: Card) -> list[Card]:
        """The unseen cards of a card's suit that are higher."""
        return [other for other in self.others(card) if self.heights[other] > self.heights[card]]

    def under(self, card: Card) -> list[Card]:
        """The unseen cards of a card's suit that are lower."""
        return [other for other in self.others(card) if self.heights[other] < self.heights[card]]


class Following(Turn):
    """A seat's turn to play to a trick that another has begun."""

    def __init__(self, view: View, legal: Cards, unseen: Cards) -> None:
        super().__init__(view, legal, unseen)
        table = view.table
        self.led = self.tricks.suit_of(table.trick.cards[0])
        self.top, self.height = self._to_beat()
        self.winning = [card for card in legal if self.strength(card) > self.height]
        self.taker = self.tricks.taker(table, 1)
        cards = (*table.trick.cards, *table.waiting)
        self.so_far = sum(self.costs[card] for card in cards) + self.trick_cost

    def _to_beat(self) -> tuple[Card, int]:
        """The highest card of the trick, and how high it is: 0 if equal cards cancel all of them."""
        cards = self.view.table.trick.cards
        cancelled = self.view.cancelled
        standing = [card for place, card in enumerate(cards) if place not in cancelled]
        top = max(standing or cards, key=self.strength)
        return top, self.strength(top) if standing else 0

    def strength(self, card: Card) -> int:
        """How high a card is in this trick."""
        return self.tricks.strength(card, self.led)

    def ends(self, card: Card) -> bool:
        """Whether a card completes the trick; a nine may send it round once more."""
        left = len(self.view.hand) - 1
        return self.tricks.is_complete(self.view.table.with_card(card), left)

    @property
    def partner_is_winning(self) -> bool:
        """Whether the points of the seat that is winning the trick are also this seat's."""
        sides = self.view.sides if self.view.rules.sides.pooled else ()
        return any({self.taker, self.view.seat} <= {*side} for side in sides)
