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


def _cost(view: View, card: Card) -> int:
    """What a card costs by the printed values, charges left out."""
    return view.in_force.cost(card)


def _out(view: View, card: Card) -> list[int]:
    """The ranks of the cards of a card's suit that the seat has not seen."""
    table = view.table
    seen = [
        *view.hand,
        *table.trick.cards,
        *(each for trick in table.tricks for each in trick.cards),
    ]
    left = Counter(view.rules.deck.cards(view.players)) - Counter(seen)
    return [LOWEST.index(str(each)[0]) for each in left.elements() if each.suit is card.suit]


def _rank(card: Card) -> int:
    return LOWEST.index(str(card)[0])


def _legal(view: View) -> list[Card]:
    question = view.question
    assert isinstance(question, ChooseCards)
    return [*question.among]


def _winner(view: View) -> tuple[Card, int]:
    """The highest card of the suit led, and the seat that played it first."""
    trick = view.table.trick
    plays = [(card, seat) for seat, card in trick.plays if card.suit is trick.cards[0].suit]
    return max(plays, key=lambda play: (_rank(play[0]), -plays.index(play)))


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
    suit = [other for other in view.rules.deck.cards(view.players) if other.suit is card.suit]
    costly = [other for other in suit if _cost(view, other) > 1 and _rank(other) < _rank(card)]
    return any(_rank(other) in _out(view, card) for other in costly)


Check: TypeAlias = Callable[[View, Card, "re.Match[str]"], bool]

PLAYS: Final[Mapping[str, Check]] = {
    r"^Play .+: it is the only card": lambda view, _, __: len({*_legal(view)}) == 1,
    r"nobody else has (\w+), but": lambda view, card, _: not _out(view, card),
    r"no higher (\w+) are left, so you should take": lambda view, card, _: (
        max(_out(view, card)) <= _rank(card)
    ),
    r"no lower (\w+) are left, so you should not take": lambda view, card, _: (
        min(_out(view, card)) >= _rank(card)
    ),
    r"one higher card is still out": lambda view, card, _: (
        sum(rank >= _rank(card) for rank in _out(view, card)) == 1
    ),
    r"(\d+) higher cards are still out": lambda view, card, found: (
        sum(rank >= _rank(card) for rank in _out(view, card)) == int(found[1])
    ),
    r"^Take the trick with .+: whoever is winning it may be shooting": lambda view, _, __: (
        _shooting(view)
    ),
    r"^Take the trick with .+: it is good to have": lambda view, card, _: (
        sum(_cost(view, each) for each in (*view.table.trick.cards, card)) < 0
        and _rank(card) > _rank(_winner(view)[0])
    ),
    r"^Take the trick with .+: you play last, and it costs nothing": lambda view, card, _: (
        _is_last(view)
        and sum(_cost(view, each) for each in (*view.table.trick.cards, card)) == 0
        and _rank(card) > _rank(_winner(view)[0])
    ),
    r"^Play .+: it stays below": lambda view, card, _: (
        card.suit is _winner(view)[0].suit and _rank(card) < _rank(_winner(view)[0])
    ),
    r"^You cannot stay below .+: take the trick": lambda view, _, __: (
        _is_last(view) and min(map(_rank, _legal(view))) >= _rank(_winner(view)[0])
    ),
    r"^You cannot stay below .+ which others may still beat": lambda view, card, _: (
        min(map(_rank, _legal(view))) >= _rank(_winner(view)[0])
        and any(rank > _rank(card) for rank in _out(view, card))
    ),
    r"^You cannot stay below .+ since nothing you may play costs less": lambda view, card, _: (
        min(map(_rank, _legal(view))) >= _rank(_winner(view)[0])
        and _cost(view, card) == min(_cost(view, each) for each in _legal(view))
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
        and all(_rank(each) <= _rank(card) for each in _legal(view) if not _cost(view, each))
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
                        each.suit is not view.table.trick.cards[0].suit for each in _legal(view)
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
