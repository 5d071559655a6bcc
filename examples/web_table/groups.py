"""How the lobby sorts games: a group for each, and what counts in a line, both from the rulebook."""

from __future__ import annotations

from collections import Counter

from heartslib import Cards, Rules, Suit
from heartslib.rules import HEARTS_ONE_QUEEN_13
from heartslib.show.text import name_words
from heartslib.words import how_many, written

_MANY = 4
"""If more cards of a suit count, a line names the suit."""


def group_of(rules: Rules, players: int) -> str:
    """The group of a game, by the most special thing about it."""
    if rules.contract_names:
        return "Contracts"
    pack = rules.deck.cards(players)
    if len(set(pack)) < len(pack):
        return "Several packs"
    if rules.charging.cards:
        return "Charging"
    if max(rules.in_force.trick_costs(players)) > 0:
        return "Tricks that cost"
    costs = {(card, cost) for card in pack if (cost := rules.in_force.cost(card))}
    if any(cost < 0 for _, cost in costs):
        return "Cards that help"
    return "Classic" if costs <= set(HEARTS_ONE_QUEEN_13.values) else "Other penalties"


def what_counts(rules: Rules, players: int) -> str:
    """What counts in a game, in a line: ``♥ 1 each, Q♠ 13``; in the rulebook's words if tricks do."""
    if names := rules.contract_names:
        return f"{how_many(len(names), 'contract')}: {', '.join(map(name_words, names))}"
    if any(step.needs.tricks for step in (*rules.scoring, *rules.bonuses)):
        said = rules.sentences(players)
        return " ".join(said["Scoring"] + said["Bonuses"])
    counting = rules.in_force.counting_cards(players)
    left = {card: rules.in_force.points(card) for card in counting}
    form = "+d" if rules.points_are_good else "d"
    parts = list[str]()
    for suit in Suit:
        points = [left[card] for card in left if card.suit is suit and left[card]]
        if len(points) <= _MANY:
            continue
        (usual, often), *_ = Counter(points).most_common()
        is_range = often < len(points) - 1
        low, high = (written(pick(points, key=abs), form) for pick in (min, max))
        of_suit = f"{low} to {high}" if is_range else f"{written(usual, form)} each"
        parts.append(f"{suit.symbol} {of_suit}")
        drop = {*points, 0} if is_range else {usual, 0}
        left = {
            card: each for card, each in left.items() if card.suit is not suit or each not in drop
        }
    for value in sorted({*left.values()} - {0}, key=abs, reverse=True):
        cards = Cards(card for card, each in left.items() if each == value)
        also = " each" * (len(counting.only(cards)) > 1)
        parts.append(f"{cards:u} {written(value, form)}{also}")
    if others := Cards(card for card, each in left.items() if not each):
        verb = "changes" if len(others) == 1 else "change"
        parts.append(f"{others:u} {verb} the score")
    return ", ".join(parts)
