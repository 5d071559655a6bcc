"""What counts in a game or a round, in a line.

The points of cards are read from what the scoring steps need, so that any rulebook has its line; a step that
counts tricks says so itself.  Cards are put together as a player would: a suit whose cards cost the same is
named once, one whose cards differ by its least and its most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from heartslib.cards import Card, Cards, Suit
from heartslib.rules import RoundRules, Rules
from heartslib.rules.book.marks import FEW
from heartslib.show.text import name_words
from heartslib.view import View
from heartslib.words import how_many, written


def what_counts(rules: Rules, players: int) -> str:
    """What counts in a game: the points of cards in short, and the rulebook's words if tricks count.

    >>> from heartslib import variants
    >>> what_counts(variants.get("kierki_dzokerowe"), 4)
    '♥ 2 to 14, joker 20'

    Args:
        rules: The rulebook.
        players: The number of players.
    """
    names = rules.contract_names
    if names:
        return f"{how_many(len(names), 'contract')}: {', '.join(map(name_words, names))}"
    return _what_counts(rules.at(players).in_force, Cards())


def what_counts_now(view: View) -> str:
    """What counts in the round of a view, with its contract, charges and pool.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("gong_zhu")).deal(seed=7)
    >>> holder = next(seat for seat in range(4) if "QS" in game.view(seat).hand)
    >>> what_counts_now(game.charge(holder, "QS").view(None))
    '♥ −10 to −50, Q♠ −200, J♦ +100, 10♣ doubles the score. The highest score wins'

    Args:
        view: The view.
    """
    if view.contract is None and view.rules.contract_names:
        parts = [what_counts(view.rules, view.players).removesuffix(".")]
    else:
        parts = [_what_counts(view.in_force, view.table.all_charged).removesuffix(".")]
    if view.rules.points_are_good:
        parts.append("The highest score wins")
    if view.pool:
        parts.append(f"{how_many(view.pool, 'counter')} in the pool")
    return ". ".join(filter(None, parts))


def _what_counts(rules: RoundRules, charged: Cards) -> str:
    page = rules.page()
    of_tricks = [step.in_short(page) for step in rules.scoring_steps if step.needs.tricks]
    return ". ".join(filter(None, (_cards(rules, charged), " ".join(filter(None, of_tricks)))))


def _cards(rules: RoundRules, charged: Cards) -> str:
    """The cards whose points do not depend on tricks, suit by suit and then by value."""
    needs = [step.needs for step in rules.scoring_steps if not step.needs.tricks]
    left = Counter[Card]()  # the points of each card that is not named yet
    for card, value in chain(*(need.values for need in needs)):
        if card in rules.pack:
            left[card] += value * rules.charging.factor(card, charged)
    form = "+d" if rules.points_are_good else "d"
    parts: list[str] = []
    for suit in Suit:
        points = [left[card] for card in left if card.suit is suit and left[card]]
        if len(points) > FEW:
            parts.append(f"{suit.symbol} {_suit_points(points, form)}{_but_not(rules, suit, left)}")
            _take_named(suit, points, left)
    for value in sorted({*left.values()} - {0}, key=abs, reverse=True):
        kinds = Cards(card for card in left if left[card] == value)
        also = " each" if len(rules.pack.only(kinds)) > 1 else ""
        parts.append(f"{_named(rules, kinds)} {written(value, form)}{also}")
    counting = {card for need in needs for card in need.cards}
    for card, mark in rules.marks(charged).items():
        if card in counting and mark.kind in {"doubling", "changing"}:
            parts.append(f"{_named(rules, Cards(card))} {mark.words}")
    return ", ".join(parts)


def _usual(points: Sequence[int]) -> int | None:
    """What all cards of a suit count but one at most, such as Q♠; None if they differ more."""
    usual, often = Counter(points).most_common(1)[0]
    return usual if often >= len(points) - 1 else None


def _suit_points(points: Sequence[int], form: str) -> str:
    usual = _usual(points)
    if usual is not None:
        return f"{written(usual, form)} each"
    return f"{written(min(points, key=abs), form)} to {written(max(points, key=abs), form)}"


def _take_named(suit: Suit, points: Sequence[int], left: Counter[Card]) -> None:
    """Take away the cards of a suit that its part of the line has named: all, or all but the odd one."""
    usual = _usual(points)
    for card in left:
        if card.suit is suit and usual in {None, left[card]}:
            left[card] = 0


def _but_not(rules: RoundRules, suit: Suit, points: Mapping[Card, int]) -> str:
    """The jokers of a suit in the pack that count nothing."""
    jokers = [card for card in set(rules.pack.of(suit)) if not card.rank and not points.get(card)]
    return f", but not the {_named(rules, Cards(jokers))}" if jokers else ""


def _named(rules: RoundRules, cards: Cards) -> str:
    return re.sub(r"\*[♣♦♠♥]", "joker", f"{Cards(map(rules.face, cards)):u}")
