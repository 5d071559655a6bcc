"""Each reason that is given for a move is short, and true of the position, checked from the view alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, TypeAlias, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, ChooseCards, Game, Rules, View, variants
from heartslib.bots import advise, careful
from heartslib.bots.advice import MOST_WORDS
from heartslib.bots.reasons import reason_for
from heartslib.moves import Play
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
    costs = view.in_force.trick_costs
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


def _top(view: View) -> float:
    """How high the card is that is winning the trick, those that cancel each other left out."""
    cards = enumerate(view.table.trick.cards)
    return max((_height(view, card) for n, card in cards if n not in view.cancelled), default=0)


def _legal(view: View) -> list[Card]:
    question = view.question
    assert isinstance(question, ChooseCards)
    return [*question.among]


def _winner(view: View) -> int | None:
    """The seat that is winning the trick; None if no card in it can."""
    return view.in_force.tricks.taker(view.table, 1)


def _takes(view: View, card: Card) -> bool:
    """Whether a card takes the trick if nobody else plays to it."""
    return view.in_force.tricks.taker(view.table.with_card(card), 1) == view.seat


def _is_with_partner(view: View) -> bool:
    sides = view.rules.sides.seats(view.players)
    return any({_winner(view), view.seat} <= {*side} for side in sides)


def _is_last(view: View, card: Card) -> bool:
    return view.in_force.tricks.is_complete(view.table.with_card(card), len(view.hand) - 1)


def _catches(view: View, card: Card) -> bool:
    """Whether a card that costs more than 1 is out below it."""
    suit = [other for other in _unseen(view) if _suit(view, other) == _suit(view, card)]
    return any(
        view.in_force.cost(each) > 1 and _rank(view, each) < _rank(view, card) for each in suit
    )


Check: TypeAlias = Callable[[View, Card, tuple[Any, ...]], bool]

CHECKS: Final[Mapping[str, Check]] = {
    "none-higher": lambda view, card, _: not _higher(view, card),
    "none-lower": lambda view, card, _: (
        _higher(view, card) == len(_out(view, card)) - _out(view, card).count(_rank(view, card)) > 0
    ),
    "may-draw-out": lambda view, card, said: (
        (queen := said[0]) in _unseen(view)
        and _suit(view, queen) == _suit(view, card)
        and _cost(view, queen) > 1
        and _rank(view, queen) > _rank(view, card)
    ),
    "last-of-suit": lambda view, card, _: len(_mine(view, card)) == 1,
    "sheds-highest": lambda view, card, _: (
        _rank(view, card) == max(_rank(view, each) for each in _mine(view, card))
    ),
    "one-lower": lambda view, card, _: _lower(view, card) <= 1,
    "few-lower": lambda view, card, said: said[1] >= _lower(view, card),
    "may-be-beaten": lambda view, card, _: _higher(view, card) > 0 and not _is_last(view, card),
    "last-at-no-cost": lambda view, card, _: (
        _is_last(view, card) and _cost_of(view, card) == 0 and _height(view, card) > _top(view)
    ),
    "good-to-have": lambda view, card, _: (
        _cost_of(view, card) < 0
        and _height(view, card) > _top(view)
        and (_is_last(view, card) or not _higher(view, card))
    ),
    "partner-wins": lambda view, _, __: _is_with_partner(view),
    "stays-below": lambda view, card, said: (
        _height(view, card) < _top(view) == _height(view, said[0])
        and _suit(view, card) == _suit(view, view.table.trick.cards[0])
        and not _takes(view, card)
    ),
    "highest-below": lambda view, card, _: (
        _height(view, card)
        == max(high for each in _legal(view) if (high := _height(view, each)) < _top(view))
    ),
    "must-take": lambda view, card, _: (
        _is_last(view, card) and all(_takes(view, each) for each in _legal(view))
    ),
    "gives-point": lambda view, card, _: _gives(view, card) == 1,
    "gives-points": lambda view, card, said: _gives(view, card) == said[0],
    "might-catch": lambda view, card, said: (
        _may_catch(view, card, said[0])
        and not (_cost(view, said[0]) < 0 and view.table.trick.cards and _misses(view, card))
    ),
}
"""What may speak for a card that is played, by its code."""

LESS: Final = {"partner-wins", "must-take", "may-be-beaten"}
"""What is true of either card, and speaks for the one that costs less, or else is higher."""


def _mine(view: View, card: Card) -> list[Card]:
    return [each for each in view.hand if _suit(view, each) == _suit(view, card)]


def _higher(view: View, card: Card) -> int:
    """How many unseen cards are higher in a card's suit."""
    return sum(rank > _rank(view, card) for rank in _out(view, card))


def _lower(view: View, card: Card) -> int:
    """How many unseen cards are lower in a card's suit."""
    return sum(rank < _rank(view, card) for rank in _out(view, card))


def _gives(view: View, card: Card) -> int | None:
    """The points that a card gives away; None if it takes the trick."""
    points = view.in_force.points(card, view.table.all_charged)
    return None if _takes(view, card) else points


def _may_catch(view: View, card: Card, other: Card) -> bool:
    """Whether a card is unseen, lower than another of its suit, and costs or is worth more than 1."""
    below = _suit(view, other) == _suit(view, card) and _rank(view, other) < _rank(view, card)
    return other in _unseen(view) and below and abs(_cost(view, other)) > 1


def _misses(view: View, card: Card) -> bool:
    """Whether a card does not win the trick so far, or nothing is played after it."""
    return _is_last(view, card) or _height(view, card) <= _top(view)


def _said(view: View, card: Card, other: Card) -> str:
    """The code of what is said for a card against another: it is true of the one, and not of the other."""
    seat = view.seat or 0
    reason = reason_for(view, Play(seat, card), Play(seat, other))
    if reason is None:
        return "nothing"
    if reason.code == "other-might-catch":
        beside, caught = reason.data
        assert beside == other, (reason, view)
        assert _may_catch(view, other, cast("Card", caught)), (reason, view)
        assert not _catches(view, card), (reason, view)
        return reason.code
    holds = CHECKS[reason.code]
    assert holds(view, card, reason.data), (reason, view)
    if reason.code in LESS:
        costs = [(_cost(view, each), -_height(view, each)) for each in (card, other)]
        assert reason.code == "may-be-beaten" or costs[0] < costs[1], (reason, view)
    else:
        assert not holds(view, other, reason.data), (reason, view)
    return reason.code


def _views(rules: Rules, players: int, number: int, seed: str) -> Iterator[View]:
    """Each view of a round in which some moves are bad ones."""
    game, rng = first_round(rules, players, number), Random(seed)
    while game.phase.name not in {"score", "over"}:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        yield view
        badly = rng.random() < number / 12
        game = game.apply(any_move(view, rng) if badly else careful(view))


def _pairs(rules: Rules, players: int, number: int, seed: str) -> Iterator[str]:
    """The code of what is said for a card against another one, and the other way round, in each view."""
    rng = Random(seed)
    for view in _views(rules, players, number, seed):
        if view.phase == "play" and len(legal := [*dict.fromkeys(_legal(view))]) > 1:
            card, other = rng.sample(legal, 2)
            yield from (_said(view, card, other), _said(view, other, card))


@pytest.mark.slow
def test_what_speaks_for_a_card_is_true_of_it_and_not_of_the_other() -> None:
    found = Counter[str]()
    for slug, rules in variants.all().items():
        for number in range(3 if slug in MOST else 1):
            found.update(_pairs(rules, rules.usual_players, number, f"{slug}{number}"))
    assert not {*CHECKS, "other-might-catch"} - {*found}


@pytest.mark.slow
@settings(max_examples=share(30) // 4)
@given(houses(), st.integers(0, 11), st.data())
def test_what_speaks_for_a_card_is_true_by_any_rules(
    rules: Rules, number: int, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(rules.players))
    for said in _pairs(rules, players, number, str(number)):
        assert said


SENTENCE: Final = (
    r"(?P<verb>\S+) (?P<named>[^:]+): "
    r"(?:as good as any other|(?:one of \S+ good ones, )?(?:about |over )?(?P<points>half a|[\d.]+) points? "
    r"better than the next(?: card| choice)?)(?:, since (?P<why>[^.:]+))?\."
)


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_advice_is_one_short_sentence(slug: str) -> None:
    """It says how much better a move is than the next that is worse, and a reason that is true of the two."""
    rules, rng = variants.get(slug), Random(slug)
    game = first_round(rules, rules.usual_players, 0)
    while game.phase.name not in {"score", "over"}:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        advice = advise(view, deals=30)
        sentence = advice.sentence()
        assert len(sentence.split()) <= MOST_WORDS, sentence
        assert sentence.endswith("."), sentence
        assert ". " not in sentence, sentence
        if len(advice.costs) > 1:
            found = re.fullmatch(SENTENCE, sentence)
            assert found, sentence
            worse = [cost for cost in advice.costs if cost.is_certain]
            assert bool(worse) == bool(found["points"]), sentence
            if worse and found["points"]:
                assert float(found["points"].replace("half a", "0.5")) == worse[0].amount
            if found["why"]:
                moons = {"own-moon", "stops-moon"}
                reason = advice.reason
                assert reason
                assert reason.code in moons or reason == reason_for(
                    view, advice.move, worse[0].move
                )
        game = game.apply(any_move(view, rng) if rng.random() < 0.2 else advice.move)


def test_no_card_stays_below_ones_own_card_that_is_winning() -> None:
    """A nine sends the trick round, and it is the seat's own."""
    game = Game.new(variants.get("booster_nines"), 4).deal(seed=38)
    while len(game.history) < 33:
        game = game.apply(careful(game.view(game.to_act[0])))
    view, seat = game.view(3), 3
    assert repr(view.table.trick) == "<Trick: seat 3 led 9S 6S 7S 8S>"
    assert view.legal_plays() == Cards("2S KS")
    deuce, king = Play(seat, Card("2S")), Play(seat, Card("KS"))
    reason = reason_for(view, deuce, king)
    assert reason is None or "below" not in reason.code
