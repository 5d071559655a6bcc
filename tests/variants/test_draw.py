"""Draw Hearts, besides ``tests/scripts/draw.txt``, and what a stock means for views and samples."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    View,
    variants,
)
from heartslib.cards import Rank
from heartslib.events import CardsDrawn, HandDealt, Own
from heartslib.moves import Move, Play
from heartslib.phases import PlayPhase
from heartslib.rules import Pack, Rules, Stock, TrickValues
from heartslib.sampling import Sampled, Sampler
from tests.helpers import rounds
from tests.helpers.strategies import Chooser, at_random, next_state

DRAW = variants.get("draw_hearts")
SHORT = attrs.evolve(DRAW, name="Short", deck=Pack(lowest=Rank.EIGHT, kitty=20))
"""28 cards, four each and a stock of twenty, so that players are often void."""


def kitty(game: Game) -> tuple[Card, ...]:
    assert isinstance(game.phase, PlayPhase)
    return game.phase.kitty


def course(seed: int, rules: Rules = DRAW, choose: Chooser = at_random) -> Iterator[Game]:
    """A round, state by state."""
    return rounds.course(Game.new(rules).deal(seed=seed), seed, choose)


def test_dr_deal_01_thirteen_each_and_a_stock_of_26() -> None:
    """DR1: thirteen cards before every trick while the stock lasts; it is gone after trick 13."""
    states = [*course(1)]
    for game in states:
        if game.phase.name == "play" and not game.table.trick:
            number = len(game.table.tricks)
            assert len(kitty(game)) == max(26 - 2 * number, 0)
            assert {len(hand) for hand in game.hands} == {min(13, 26 - number)}
    assert len(states[-1].table.tricks) == 26


def test_dr_draw_01_the_winner_draws_first_and_leads() -> None:
    for before, after in itertools.pairwise(course(2)):
        if before.phase.name == "play" and before.table.trick and kitty(before):
            taker = after.table.tricks[-1].taker
            first, second, *rest = kitty(before)
            assert taker is not None
            assert first in after.hands[taker]
            assert second in after.hands[1 - taker]
            assert kitty(after) == tuple(rest)
            assert after.to_act == (taker,)


def test_dr_draw_02_then_the_hands_are_played_out() -> None:
    *_, last, over = course(4)
    assert kitty(last) == ()
    assert over.phase.name == "score"
    assert sum(map(len, over.piles)) == 52


def test_more_than_one_card_at_a_time() -> None:
    two = attrs.evolve(SHORT, name="Two", kitty=Stock(2))
    game, rng, sizes = Game.new(two).deal(seed=1), Random(1), list[int]()
    while game.phase.name == "play":
        if not game.table.trick:
            sizes.append(len(kitty(game)))
        game = next_state(game, at_random, rng)
    assert sizes == [20, 16, 12, 8, 4] + [0] * 9


def test_each_player_sees_the_own_cards_only() -> None:
    for before, after in itertools.pairwise(course(6)):
        if after.phase.name != "play" or after.table.trick:
            continue
        for seat in (0, 1, None):
            drawn = [e for e in after.events(seat, before) if isinstance(e, CardsDrawn)]
            if not kitty(before):
                assert not drawn
            elif seat is None:
                assert drawn == [CardsDrawn(1, None)]
            else:
                assert drawn == [CardsDrawn(1, Own(after.hands[seat] - before.hands[seat]))]


def test_a_hand_that_was_dealt_is_an_event_however_many_cards_were_drawn_since() -> None:
    first, *between, _ = course(7)
    for game in (first, between[20]):
        assert HandDealt(Own(first.hands[0]), 13, 26) in game.events(0)


def shortest(game: Game, rng: Random) -> Move:
    """A card of the player's shortest suit, so that players are void as often as can be."""
    (seat,) = game.to_act
    hand = game.hands[seat]
    return Play(
        seat, min(game.legal_plays(), key=lambda card: (len(hand.of(card.suit)), rng.random()))
    )


def feasible(game: Game, seat: int, hand: Cards) -> bool:
    """Whether a seat can hold this hand now: each card was in time for its suit and its trick.

    Its first cards and each card drawn are places; a card fits those places that it can have been
    in, after the last trick in which the seat was void in its suit, before the one it was played to.
    """
    cards: list[tuple[int, int]] = []  # the first and the last trick before which it may have come
    void: dict[object, int] = {}
    tricks = [*game.table.tricks, game.table.trick]
    for number, trick in enumerate(tricks, 1):
        for who, card in trick.plays:
            if who == seat:
                cards.append((void.get(card.suit, 0), number))
                if card.suit is not trick.cards[0].suit:
                    void[trick.cards[0].suit] = number
    cards += [(void.get(card.suit, 0), len(tricks) + 1) for card in hand]
    dealt = len(cards) - game.rules.at(game.players).drawn_by(len(game.table.tricks))
    places = [0] * dealt + [*range(1, len(cards) - dealt + 1)]
    taken: dict[int, int] = {}

    def placed(card: int, seen: set[int]) -> bool:
        after, before = cards[card]
        for place, came in enumerate(places):
            if place not in seen and after <= came < before:
                seen.add(place)
                if place not in taken or placed(taken[place], seen):
                    taken[place] = card
                    return True
        return False

    return all(placed(card, set()) for card in range(len(cards)))


def test_a_sampler_knows_what_can_have_been_drawn() -> None:
    """Against a search by hand, in hands that the other player may hold and in hands that it cannot."""
    answers = Counter[bool]()
    for seed in range(20):
        rng = Random(seed)
        for game in course(seed, SHORT, shortest):
            if game.phase.name != "play" or game.table.trick or not kitty(game):
                continue
            view, hidden = game.view(0), [*game.hands[1], *kitty(game)]
            sampler = Sampler(view)
            for _ in range(20):
                rng.shuffle(hidden)
                left, hand = tuple(hidden[: len(kitty(game))]), Cards(hidden[len(kitty(game)) :])
                way = Sampled(hands=(view.hand, hand), kitty=left, captured=(Cards(), Cards()))
                fits = feasible(game, 1, hand)
                assert sampler.admits(way) == fits, (view, hand)
                answers[fits] += 1
            assert feasible(game, 1, sampler.draw(rng).hands[1])
    assert min(answers[True], answers[False]) > 100


def test_a_position_has_the_whole_stock() -> None:
    *_, game = itertools.islice(course(8), 21)
    tricks = [trick.cards for trick in game.table.tricks]
    leader = game.table.tricks[0].leader
    seen = View.set_up(DRAW, seat=0, hand=game.hands[0], leader=leader, tricks=tricks, players=2)
    assert (seen.kitty_size, seen.hand_sizes) == (len(kitty(game)), (13, 13))
    with pytest.raises(
        HeartsError, match="the kitty and the captured cards must be 6 cards together, not 5"
    ):
        Game.new(DRAW).set_up(
            game.hands, leader=leader, tricks=tricks, kitty=kitty(game)[1:], waive=["card-count"]
        )


def test_tricks_to_come_include_those_of_the_stock() -> None:
    """The 26th trick is the last, and nobody has taken it while there is a stock."""
    last = attrs.evolve(DRAW, name="Last", scoring=TrickValues({-1: 5}))
    states = [*course(10, last)]
    for game in states:
        assert game.phase.name == "score" or game.points_so_far == game.view(0).points_so_far == (
            0,
            0,
        )
    assert sum(states[-1].points_so_far) == 5
