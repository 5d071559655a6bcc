"""Each reason that the careful bot gives is true of the position, checked from the view alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from heartslib import Card, Cards, ChooseCards, View, variants
from heartslib.bots import AtRandom, Choice, MonteCarlo, careful, choice_of
from heartslib.bots.bot import any_move, first_round
from heartslib.moves import Charge, LayDown, Pass, Play

LOWEST: Final = "23456789TJQKA"
MOST: Final = {"american", "omnibus", "partnership", "turbo", "gong_zhu"}
"""Games that are played more often: their reasons are rarer."""

ORDERS: Final = {"Bassadewitz": "23456789JQKTA"}
"""How cards rank in a game of its own order, the lowest first."""

JOKERS: Final = {"Joker Hearts": "2H", "Kierki dżokerowe": "2C"}
"""The card that ranks between the jack and the ten of hearts."""


def _cost(view: View, card: Card) -> int:
    """What a card costs by the printed values, charges left out."""
    return view.in_force.cost(card)


def _cost_of(view: View, card: Card) -> int:
    """What the trick in progress costs if it is won with a card, the trick itself included."""
    costs = view.in_force.trick_costs(view.players)
    cards = (*view.table.trick.cards, card)
    return sum(_cost(view, each) for each in cards) + costs[len(view.table.tricks)]


def _out(view: View, card: Card) -> list[float]:
    """The ranks of the cards of a card's suit that the seat has not seen."""
    table = view.table
    seen = [
        *view.hand,
        *view.turned,
        *table.trick.cards,
        *(each for trick in table.tricks for each in trick.cards),
    ]
    left = Counter(view.rules.deck.cards(view.players)) - Counter(seen)
    suit = _suit(view, card)
    return [_rank(view, each) for each in left.elements() if _suit(view, each) == suit]


def _suit(view: View, card: Card) -> str:
    """The suit that a card belongs to: a joker is a heart."""
    return "hearts" if str(card) == JOKERS.get(view.rules.name) else card.suit.word


def _rank(view: View, card: Card) -> float:
    """How high a card is in its suit."""
    if str(card) == JOKERS.get(view.rules.name):
        return LOWEST.index("T") + 0.5
    return ORDERS.get(view.rules.name, LOWEST).index(str(card)[0])


def _is_trump(view: View, card: Card) -> bool:
    """Whether a card is a trump: in Knaves the contract names the suit."""
    return view.rules.name == "Knaves" and card.suit.word == view.contract


def _height(view: View, card: Card) -> float:
    """How high a card is in the trick in progress; below zero if it cannot win it."""
    if _is_trump(view, card):
        return 100 + _rank(view, card)
    led = _suit(view, view.table.trick.cards[0])
    return _rank(view, card) if _suit(view, card) == led else -1


def _lowest(view: View) -> float:
    """How high the lowest legal card is."""
    return min(_height(view, card) for card in _legal(view))


def _top(view: View) -> float:
    """How high the card is that is winning the trick."""
    return _height(view, _winner(view)[0])


def _joker_is_about(view: View) -> bool:
    """Whether the joker is in a trick of another suit, or may be played to it."""
    cards, joker = view.table.trick.cards, JOKERS.get(view.rules.name)
    there = joker in [str(card) for card in (*cards, *_legal(view))]
    return there and bool(cards) and _suit(view, cards[0]) != "hearts"


def _legal(view: View) -> list[Card]:
    question = view.question
    assert isinstance(question, ChooseCards)
    return [*question.among]


def _winner(view: View) -> tuple[Card, int]:
    """The card that is winning the trick, and the seat that played it first."""
    trick = view.table.trick
    plays = [(card, seat) for seat, card in trick.plays]
    return max(plays, key=lambda play: (_height(view, play[0]), -plays.index(play)))


def _is_last(view: View) -> bool:
    return len(view.table.trick.cards) == view.players - 1


def _shooting(view: View) -> bool:
    """Whether every penalty card so far is with the side that is winning the trick, another's."""
    seat = _winner(view)[1]
    penalty = view.in_force.penalty_cards(view.players)
    sides = view.rules.sides.seats(view.players)
    (its,) = [side for side in sides if seat in side]
    taken = {each for each, pile in enumerate(view.table.piles) if any(c in penalty for c in pile)}
    return bool(taken) and taken <= {*its} and view.seat not in its


def _no_penalty(view: View, card: Card) -> bool:
    return card not in view.in_force.penalty_cards(view.players)


def _catches(view: View, card: Card) -> bool:
    """Whether a card that costs more than 1 is out below it."""
    pack = view.rules.deck.cards(view.players)
    suit = [other for other in pack if _suit(view, other) == _suit(view, card)]
    costly = [
        other for other in suit if _cost(view, other) > 1 and _rank(view, other) < _rank(view, card)
    ]
    return any(_rank(view, other) in _out(view, card) for other in costly)


Check: TypeAlias = Callable[[View, Card, "re.Match[str]"], bool]

PLAYS: Final[Mapping[str, Check]] = {
    r"^Play .+: it is the only card": lambda view, _, __: len({*_legal(view)}) == 1,
    r"nobody else has (\w+), but": lambda view, card, _: not _out(view, card),
    r"no higher (\w+) are left, so you should take": lambda view, card, _: (
        max(_out(view, card)) <= _rank(view, card)
    ),
    r"no lower (\w+) are left, so you should not take": lambda view, card, _: (
        min(_out(view, card)) >= _rank(view, card)
    ),
    r"one higher card is still out": lambda view, card, _: (
        sum(rank >= _rank(view, card) for rank in _out(view, card)) == 1
    ),
    r"(\d+) higher cards are still out": lambda view, card, found: (
        sum(rank >= _rank(view, card) for rank in _out(view, card)) == int(found[1])
    ),
    r"^Take the trick with .+: whoever is winning it may be shooting": lambda view, _, __: (
        _shooting(view)
    ),
    r"^Take the trick with .+: it is good to have": lambda view, card, _: (
        _cost_of(view, card) < 0 and _height(view, card) > _top(view)
    ),
    r"^Take the trick with .+: you play last, and it costs nothing": lambda view, card, _: (
        _is_last(view) and _cost_of(view, card) == 0 and _height(view, card) > _top(view)
    ),
    r"^Play .+: it stays below": lambda view, card, _: 0 <= _height(view, card) < _top(view),
    r"^You cannot stay below .+: take the trick": lambda view, _, __: (
        _is_last(view) and _lowest(view) >= _top(view)
    ),
    r"^You cannot stay below .+ which others may still beat": lambda view, card, _: (
        _lowest(view) >= _top(view) and any(rank > _rank(view, card) for rank in _out(view, card))
    ),
    r"^You cannot stay below .+ since nothing you may play costs less": lambda view, card, _: (
        _lowest(view) >= _top(view)
        and _cost(view, card) == min(_cost(view, each) for each in _legal(view))
    ),
    r"^Play .+: the joker may decide": lambda view, _, __: _joker_is_about(view),
    r"^You are void in .+: trump with": lambda view, card, _: (
        _cost_of(view, card) < 0 and _is_trump(view, card) and _height(view, card) > _top(view)
    ),
    r"^You are void in .+ since your partner is winning": lambda view, card, _: (
        {_winner(view)[1], view.seat} in [{*side} for side in view.rules.sides.seats(view.players)]
        and max(_cost(view, card), 0) == min(max(_cost(view, each), 0) for each in _legal(view))
    ),
    r"^You are void in .+ not a penalty card, since": lambda view, card, _: (
        _shooting(view) and _no_penalty(view, card)
    ),
    r"^You are void in .+ since nothing that you may play costs more": lambda view, card, _: (
        0 != _cost(view, card) == max(_cost(view, each) for each in _legal(view))
    ),
    r"^You are void in .+ since it might catch": lambda view, card, _: _catches(view, card),
    r"^You are void in .+ your highest that costs nothing": lambda view, card, _: (
        _cost(view, card) == 0
        and all(
            _rank(view, each) <= _rank(view, card) for each in _legal(view) if not _cost(view, each)
        )
    ),
}


def _is_true(view: View, choice: Choice) -> str:
    """The kind of a reason that is true of a view; empty if it is not."""
    move, reason = choice.move, choice.reason
    match move:
        case Play(_, card):
            for pattern, holds in PLAYS.items():
                if found := re.search(pattern, reason):
                    void = view.table.trick.cards and all(
                        _suit(view, each) != _suit(view, view.table.trick.cards[0])
                        for each in _legal(view)
                    )
                    named = f"{card:u}" in reason and (void or "You are void" not in reason)
                    return pattern if named and holds(view, card, found) else ""
            return ""
        case Pass(_, cards) | LayDown(_, cards):
            return type(move).__name__ if all(f"{card:u}" in reason for card in cards) else ""
        case Charge(_, cards):
            nothing, rules = reason.startswith("You have nothing to"), view.in_force
            dearer = all(
                abs(rules.points(card, Cards(card))) > abs(rules.points(card))
                for card in _legal(view)
                if rules.points(card)
            )
            holds_true = not cards and nothing == (not _legal(view)) and dearer
            return f"charge {nothing}" if holds_true else ""
        case _:
            return type(move).__name__


def test_every_reason_is_true_of_the_position() -> None:
    """Thousands of positions, in which others play badly now and then, and every kind of reason."""
    found, wrong = Counter[str](), list[tuple[View, Choice]]()
    for slug, rules in variants.all().items():
        for number in range(12 if slug in MOST else 3):
            game, rng = first_round(rules, rules.usual_players, number), Random(f"{slug}{number}")
            while game.phase.name not in {"score", "over"}:
                if not game.to_act:
                    game = game.deal(rng=rng)
                    continue
                view = game.view(game.to_act[0])
                choice = choice_of(careful, view)
                kind = _is_true(view, choice)
                found[kind] += 1
                wrong += [(view, choice)] * (not kind)
                badly = rng.random() < number / 12
                game = game.apply(any_move(view, rng) if badly else choice.move)
    assert not wrong, wrong[0]
    assert sum(found.values()) > 5000
    assert not {*PLAYS} - {*found}, {*PLAYS} - {*found}
    assert {"Pass", "charge True", "charge False", "NameContract"} <= {*found}


def test_a_bot_that_gives_no_reason_has_none() -> None:
    view = first_round(variants.get("american"), 4, 0).deal(seed=1).view(0)
    choice = choice_of(AtRandom(), view)
    assert choice == Choice(AtRandom()(view))
    assert not choice.reason
    assert not choice.values


def test_values_show_what_each_candidate_costs() -> None:
    view = first_round(variants.get("american"), 4, 0).deal(seed=1).view(0)
    choice = choice_of(MonteCarlo(rollouts=30), view)
    worth = dict(choice.values)
    assert len(worth) == 10
    assert worth[choice.move] == min(worth.values())
    assert re.fullmatch(
        r"Over \d+ deals that you may face, this (does as well as any|costs \d+\.\d less than the "
        r"next best), in points more than the others take\.",
        choice.reason,
    )
