"""Each reason that the careful bot gives is true of the position, checked from the view alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import Card, ChooseCards, Rules, View, variants
from heartslib.bots import LEVELS, AtRandom, Choice, MonteCarlo, careful, choice_of
from heartslib.moves import Charge, LayDown, Pass, Play
from heartslib.rounds import any_move, first_round
from tests.helpers.rings import share
from tests.helpers.strategies import houses

MOST: Final = {"american", "omnibus", "partnership", "turbo", "gong_zhu"}
"""Games that are played more often: their reasons are rarer."""


def _cost(view: View, card: Card) -> int:
    """What a card costs, charges included."""
    return view.in_force.cost(card, view.table.all_charged)


def _cost_of(view: View, card: Card) -> int:
    """What the trick in progress costs if it is won with a card, the trick itself included."""
    costs = view.in_force.trick_costs(view.players)
    cards = (*view.table.waiting, *view.table.trick.cards, card)
    return sum(_cost(view, each) for each in cards) + costs[len(view.table.tricks)]


def _unseen(view: View) -> list[Card]:
    """The cards that the seat has not seen."""
    seen = [*view.hand, *view.captured, *view.turned, *view.table.trick.cards]
    seen += [card for trick in view.table.tricks for card in trick.cards]
    left = Counter(view.rules.deck.cards(view.players)) - Counter(seen)
    return [*left.elements()]


def _out(view: View, card: Card) -> list[int]:
    """The ranks of the cards of a card's suit that the seat has not seen."""
    cards = [each for each in _unseen(view) if _suit(view, each) == _suit(view, card)]
    return [_rank(view, each) for each in cards]


def _beating(view: View, card: Card) -> int:
    """How many unseen cards are as high as a card that is led, or higher, trumps included."""
    tricks = view.in_force.tricks
    led = tricks.suit_of(card)
    return sum(tricks.strength(each, led) >= tricks.strength(card, led) for each in _unseen(view))


def _suit(view: View, card: Card) -> str:
    """The suit that a card belongs to, which for a joker need not be its own."""
    return view.in_force.tricks.suit_of(card).word


def _rank(view: View, card: Card) -> int:
    """How high a card is in its suit."""
    return view.in_force.tricks.strength(card, view.in_force.tricks.suit_of(card))


def _height(view: View, card: Card) -> int:
    """How high a card is in the trick in progress; 0 if it cannot win it."""
    tricks = view.in_force.tricks
    return tricks.strength(card, tricks.suit_of(view.table.trick.cards[0]))


def _is_trump(view: View, card: Card) -> bool:
    """Whether a card can win a trick of another suit."""
    return _height(view, card) > 0 and _suit(view, card) != _suit(view, view.table.trick.cards[0])


def _lowest(view: View) -> float:
    """How high the lowest legal card is."""
    return min(_height(view, card) for card in _legal(view))


def _top(view: View) -> float:
    """How high the card is that is winning the trick."""
    return max(_height(view, card) for card in view.table.trick.cards)


def _joker_is_about(view: View) -> bool:
    """Whether the joker is in a trick of another suit, or may be played to it."""
    rule, cards = view.in_force.tricks, view.table.trick.cards
    joker: Card = getattr(getattr(rule, "tricks", rule), "joker", cards[0])
    return joker in [*cards, *_legal(view)] and _suit(view, joker) != _suit(view, cards[0])


def _legal(view: View) -> list[Card]:
    question = view.question
    assert isinstance(question, ChooseCards)
    return [*question.among]


def _discardable(view: View) -> list[Card]:
    """The legal cards that would not win the trick so far, or all of them if each would."""
    legal = _legal(view)
    return [card for card in legal if _height(view, card) <= _top(view)] or legal


def _winner(view: View) -> int | None:
    """The seat that is winning the trick; None if no card in it can."""
    return view.in_force.tricks.taker(view.table, 1)


def _is_with_partner(view: View) -> bool:
    sides = view.rules.sides.seats(view.players)
    return any({_winner(view), view.seat} <= {*side} for side in sides)


def _is_last(view: View, card: Card) -> bool:
    return view.in_force.tricks.is_complete(view.table.with_card(card), len(view.hand) - 1)


def _shooting(view: View) -> bool:
    """Whether every penalty card so far is with the side that is winning the trick, another's."""
    seat = _winner(view)
    penalty = view.in_force.penalty_cards(view.players)
    sides = view.rules.sides.seats(view.players)
    (its,) = [side for side in sides if seat in side]
    taken = {each for each, pile in enumerate(view.table.piles) if any(c in penalty for c in pile)}
    return bool(taken) and taken <= {*its} and view.seat not in its


def _no_penalty(view: View, card: Card) -> bool:
    return card not in view.in_force.penalty_cards(view.players)


def _catches(view: View, card: Card) -> bool:
    """Whether a card that costs more than 1 is out below it."""
    suit = [other for other in _unseen(view) if _suit(view, other) == _suit(view, card)]
    return any(
        view.in_force.cost(each) > 1 and _rank(view, each) < _rank(view, card) for each in suit
    )


Check: TypeAlias = Callable[[View, Card, "re.Match[str]"], bool]

PLAYS: Final[Mapping[str, Check]] = {
    r"^Play .+: it is the only card": lambda view, _, __: len({*_legal(view)}) == 1,
    r"nobody else has (\w+), but": lambda view, card, _: not _out(view, card),
    r"no higher (\w+) are left, so you should take": lambda view, card, _: not _beating(view, card),
    r"no lower (\w+) are left, so you should not take": lambda view, card, _: (
        min(_out(view, card)) > _rank(view, card)
    ),
    r"of the cards still out, (\d+) may beat it": lambda view, card, found: (
        _beating(view, card) == int(found[1])
    ),
    r"^Cover .+ with .+: whoever is winning the trick may be shooting": lambda view, card, _: (
        _shooting(view) and _height(view, card) > _top(view)
    ),
    r"^Play .+ to take the trick: it is good to have": lambda view, card, _: (
        _cost_of(view, card) < 0
        and _height(view, card) > _top(view)
        and (_is_last(view, card) or all(rank < _rank(view, card) for rank in _out(view, card)))
    ),
    r"^Take the trick with .+: you play last, and see no cost in it": lambda view, card, _: (
        _is_last(view, card) and _cost_of(view, card) == 0 and _height(view, card) > _top(view)
    ),
    r"^Play .+: your partner is winning the trick, and it stays": lambda view, card, _: (
        _is_with_partner(view) and _height(view, card) < _top(view)
    ),
    r"^Play .+: it stays below": lambda view, card, _: _height(view, card) < _top(view),
    r"^You cannot stay below .+: take the trick": lambda view, card, _: (
        _is_last(view, card) and _lowest(view) >= _top(view) and _height(view, card) > _top(view)
    ),
    r"^You cannot stay below .+ which others may still beat": lambda view, card, _: (
        _lowest(view) >= _top(view) and any(rank > _rank(view, card) for rank in _out(view, card))
    ),
    r"^You cannot stay below .+ since nothing you may play costs less": lambda view, card, _: (
        _lowest(view) >= _top(view)
        and _cost(view, card) == min(_cost(view, each) for each in _legal(view))
    ),
    r"^Play .+: the joker may decide": lambda view, _, __: _joker_is_about(view),
    r"^You .+: trump with .+, the trick is good to have": lambda view, card, _: (
        _cost_of(view, card) < 0 and _is_trump(view, card) and _height(view, card) > _top(view)
    ),
    r"^You .+ since your partner is winning the trick, and it costs it": lambda view, card, _: (
        _is_with_partner(view) and _cost(view, card) <= 0
    ),
    r"^You .+ since your partner is winning the trick, and nothing": lambda view, card, _: (
        _is_with_partner(view)
        and _cost(view, card) == min(_cost(view, each) for each in _discardable(view))
    ),
    r"^You .+ not a penalty card, since": lambda view, card, _: (
        _shooting(view) and _no_penalty(view, card)
    ),
    r"^You .+ since nothing that you may discard costs more": lambda view, card, _: (
        _cost(view, card) == max(_cost(view, each) for each in _discardable(view))
    ),
    r"^You .+ since it might catch": lambda view, card, _: _catches(view, card),
    r"^You .+ the highest that you may discard for nothing": lambda view, card, _: (
        _cost(view, card) == 0
        and all(
            _rank(view, each) <= _rank(view, card)
            for each in _discardable(view)
            if not _cost(view, each)
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
                    led = [_suit(view, each) for each in view.table.trick.cards[:1]]
                    void = not any(_suit(view, each) in led for each in view.hand)
                    barred = not any(_suit(view, each) in led for each in _legal(view))
                    named = f"{card:u}" in reason and void >= ("You are void" in reason)
                    named = named and barred >= ("You may not play" in reason)
                    return pattern if named and holds(view, card, found) else ""
            return ""
        case LayDown(_, cards) if any(
            _cost(view, each) < max(_cost(view, card) for card in cards)
            for each in (Counter(_legal(view)) - Counter(cards)).elements()
        ):
            return ""
        case Pass(_, cards) | LayDown(_, cards):
            return type(move).__name__ if all(f"{card:u}" in reason for card in cards) else ""
        case Charge(_, cards):
            nothing = reason.startswith("You have nothing to")
            return f"charge {nothing}" if not cards and nothing == (not _legal(view)) else ""
        case _:
            return type(move).__name__


def _reasons(rules: Rules, players: int, number: int, seed: str) -> Iterator[tuple[View, str, str]]:
    """Each view of a round in which some moves are bad ones, the kind of the reason, and the reason."""
    game, rng = first_round(rules, players, number), Random(seed)
    while game.phase.name not in {"score", "over"}:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        choice = choice_of(careful, view)
        yield view, _is_true(view, choice), choice.reason
        forgetful = choice_of(LEVELS["casual"], view)
        if "as far as you remember" not in forgetful.reason and re.search(
            "left|out", forgetful.reason
        ):
            yield view, _is_true(view, forgetful), forgetful.reason
        badly = rng.random() < number / 12
        game = game.apply(any_move(view, rng) if badly else choice.move)


@pytest.mark.slow
def test_every_reason_is_true_of_the_position() -> None:
    """Thousands of positions, in which others play badly now and then, and every kind of reason."""
    found = Counter[str]()
    for slug, rules in variants.all().items():
        for number in range(12 if slug in MOST else 3):
            for view, kind, reason in _reasons(
                rules, rules.usual_players, number, f"{slug}{number}"
            ):
                assert kind, (reason, view)
                found[kind] += 1
    assert sum(found.values()) > 5000
    assert not {*PLAYS} - {*found}, {*PLAYS} - {*found}
    assert {"Pass", "charge True", "charge False", "NameContract"} <= {*found}


@settings(max_examples=share(30) // 4)
@given(houses(), st.integers(0, 11), st.data())
def test_every_reason_is_true_by_any_rules(rules: Rules, number: int, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(rules.players))
    for view, kind, reason in _reasons(rules, players, number, str(number)):
        assert kind, (reason, view)


def test_a_bot_that_gives_no_reason_has_none() -> None:
    view = first_round(variants.get("american"), 4, 0).deal(seed=1).view(0)
    choice = choice_of(AtRandom(), view)
    assert choice == Choice(AtRandom()(view))
    assert not choice.reason
    assert not choice.values


@pytest.mark.slow
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
