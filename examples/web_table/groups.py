"""How the lobby sorts and finds games: groups and words, from the rulebook."""

from __future__ import annotations

from collections import Counter
from math import inf

from heartslib import Cards, Rules
from heartslib.cards import PACK
from heartslib.rules import HEARTS_ONE_QUEEN_13, NO_PASSING
from heartslib.rules.ending import Rounds
from heartslib.show.telling import Voice
from heartslib.words import in_words

_FEW = 4
"""So many cards of a suit are searched for one by one."""

_SHORT = 8
"""The rounds that a short game has at most."""

_EASY = 210
"""The words that the rulebook of an easy game has at most."""


def group_of(rules: Rules, players: int) -> str:
    """The group of a game, by the most special thing about it."""
    if rules.contract_names:
        return "Contracts"
    pack = rules.deck.cards(players)
    if len(set(pack)) < len(pack):
        return "Several packs"
    if rules.charging.cards:
        return "Charging"
    if max(rules.at(players).in_force.trick_costs) > 0:
        return "Tricks that cost"
    costs = {(card, cost) for card in pack if (cost := rules.at(players).in_force.cost(card))}
    if any(cost < 0 for _, cost in costs):
        return "Cards that help"
    return "Classic" if costs <= set(HEARTS_ONE_QUEEN_13.values) else "Other penalties"


def words_for(rules: Rules, players: int) -> str:
    """What people may type to find a game, besides its name and what the lobby shows of it."""
    pack = rules.deck.cards(players)
    packs = max(Counter(pack).values())
    special = {*rules.charging.cards}
    for each in [rules.under(name) for name in rules.contract_names] or [rules]:
        special |= {*each.at(players).in_force.counting_cards}
    few = [card for card in Cards(special) if len(Cards(special).of(card.suit)) <= _FEW]
    words = [
        *(f"for {in_words(count)} players" for count in rules.players),
        *map(Voice(spoken=True).card, few),
        "solo, alone" if len(rules.sides.seats(players)) == players else "teams, with partners",
        "passing" * (rules.passing != NO_PASSING),
        "charge, expose, double" * bool(rules.charging.cards),
        f"{in_words(packs)} packs" * (packs > 1),
        "stripped pack" * (len(pack) < len(PACK)),
        "short game, quick" * (rounds_of(rules, players) <= _SHORT),
        "easy to learn, simple" * (len(rules.describe(players).split()) <= _EASY),
    ]
    return ", ".join(filter(None, words))


def rounds_of(rules: Rules, players: int) -> float:
    """How many rounds a game takes, if all players take the same."""
    ending = rules.ending
    if isinstance(ending, Rounds):
        return ending.rounds * (players if ending.each else 1)
    if ending.goal is None:
        return inf
    pack = rules.deck.cards(players)
    books = [each.at(players).in_force for each in rules.rulebooks]
    points = [abs(sum(map(book.cost, pack)) + sum(book.trick_costs)) for book in books]
    return abs(ending.goal - ending.start) * players / max(1, *points)
