"""What counts in a game or a round, in a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import chain

from heartslib.cards import Card, Cards, Suit
from heartslib.rules import RoundRules, Rules
from heartslib.rules.book.marks import FEW
from heartslib.rules.book.page import printed, sentences_of
from heartslib.show.text import name_words
from heartslib.view import View
from heartslib.words import how_many, written

__all__ = ["counts_now", "what_counts"]


def what_counts(rules: Rules, players: int) -> str:
    """What counts in a game: the points of cards in short, and the rulebook's words if tricks count.

    >>> from heartslib import variants
    >>> what_counts(variants.get("kierki_dzokerowe"), 4)
    '♥ 2 to 14, joker 20'

    Args:
        rules: The rulebook.
        players: The number of players.
    """
    if names := rules.contract_names:
        return f"{how_many(len(names), 'contract')}: {', '.join(map(name_words, names))}"
    return _counted(rules.at(players).in_force, Cards())


def counts_now(view: View) -> str:
    """What counts in the round of a view, with its contract, charges and pool.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("gong_zhu")).deal(seed=7)
    >>> holder = next(seat for seat in range(4) if "QS" in game.view(seat).hand)
    >>> counts_now(game.charge(holder, "QS").view(None))
    '♥ −10 to −50, Q♠ −200, J♦ +100, 10♣ doubles the score. The highest score wins'

    Args:
        view: The view.
    """
    if view.contract is None and view.rules.contract_names:
        said = what_counts(view.rules, view.players)
    else:
        said = _counted(view.in_force, view.table.all_charged)
    aim = "The highest score wins" if view.rules.points_are_good else ""
    pool = f"{how_many(view.pool, 'counter')} in the pool" if view.pool else ""
    return ". ".join(filter(None, (said.removesuffix("."), aim, pool)))


def _counted(rules: RoundRules, charged: Cards) -> str:
    page = rules.page()
    counting = [step for step in rules.scoring_steps if step.needs.tricks]
    said = (sentences_of(printed(step, page))[:1] for step in counting)
    return ". ".join(filter(None, (_cards(rules, charged), " ".join(chain(*said)))))


def _cards(rules: RoundRules, charged: Cards) -> str:
    """The cards whose points do not depend on tricks, suit by suit and then by value."""
    needs = [step.needs for step in rules.scoring_steps if not step.needs.tricks]
    pack = rules.pack
    left = Counter[Card]()
    for card, value in chain(*(each.values for each in needs)):
        left[card] += value * rules.charging.factor(card, charged) * (card in pack)
    form = "+d" if rules.points_are_good else "d"
    parts = list[str]()
    for suit in Suit:
        points = [left[card] for card in left if card.suit is suit and left[card]]
        if len(points) <= FEW:
            continue
        (usual, often), *_ = Counter(points).most_common()
        is_range = often < len(points) - 1
        low, high = (written(pick(points, key=abs), form) for pick in (min, max))
        of_suit = f"{low} to {high}" if is_range else f"{written(usual, form)} each"
        jokers = _left_out(pack.of(suit), left)
        without = f", but not the {_named(rules, jokers)}" if jokers else ""
        parts.append(f"{suit.symbol} {of_suit}{without}")
        for card in [card for card in left if card.suit is suit]:
            left[card] *= not is_range and left[card] != usual
    for value in sorted({*left.values()} - {0}, key=abs, reverse=True):
        kinds = Cards(card for card, each in left.items() if each == value)
        also = " each" if len(pack.only(kinds)) > 1 else ""
        parts.append(f"{_named(rules, kinds)} {written(value, form)}{also}")
    counting = {card for each in needs for card in each.cards}
    for card, mark in rules.marks(charged).items():
        if card in counting and mark.kind in {"doubling", "changing"}:
            parts.append(f"{_named(rules, Cards(card))} {mark.words}")
    return ", ".join(parts)


def _left_out(suit: Cards, points: Mapping[Card, int]) -> Cards:
    """The jokers of a suit in the pack that count nothing."""
    return Cards(card for card in set(suit) if not card.rank and not points.get(card))


def _named(rules: RoundRules, cards: Cards) -> str:
    return re.sub(r"\*[♣♦♠♥]", "joker", f"{Cards(map(rules.face, cards)):u}")
