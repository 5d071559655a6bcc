"""Hypothesis strategies: cards, rulebooks, and games in any phase."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import attrs
from hypothesis import strategies as st

from heartslib import Cards, Game, Rules, variants
from heartslib.bots import careful
from heartslib.cards import PACK
from heartslib.moves import Deal, Move, Pass
from heartslib.rules import Target

cards = st.sampled_from(PACK)
multisets = (
    st.lists(cards, max_size=30)
    .filter(lambda drawn: all(drawn.count(card) <= 8 for card in drawn))
    .map(Cards)
)


@st.composite
def rulebooks(draw: st.DrawFn) -> Rules:
    """Every variant, to short and long targets, ties shared and played off."""
    rules = draw(st.sampled_from(list(variants.all().values())))
    ending = Target(draw(st.sampled_from([20, 50, 100])), play_off=draw(st.booleans()))
    return attrs.evolve(rules, ending=ending)


Chooser = Callable[[Game, Random], Move]


def at_random(game: Game, rng: Random) -> Move:
    """Any legal move; a pass is drawn, not picked from the thousand that there are."""
    seat = rng.choice(game.to_act) if game.to_act else None
    if game.phase.name == "pass" and seat is not None:
        return Pass(seat, rng.sample(list(game.view(seat).hand), game.match.pattern.count))
    return rng.choice(game.legal_moves())


def with_care(game: Game, rng: Random) -> Move:
    """What the careful player does."""
    return careful(game.view(rng.choice(game.to_act))) if game.to_act else game.legal_moves()[0]


_SUITS = tuple(PACK[13 * suit : 13 * suit + 13] for suit in range(4))


def a_suit_each(game: Game) -> Deal:
    """A deal after which each of four seats can pass so that everyone holds a whole suit.

    Seat 0 then takes every trick: the others cannot follow clubs.
    """
    pattern = game.match.pattern
    hands = [list(suit) for suit in _SUITS]
    for giver in range(4) if pattern.count else ():
        taker = pattern.receiver(giver, 4)
        for card in _SUITS[taker][: pattern.count]:
            hands[taker].remove(card)
            hands[giver].append(card)
    return Deal(hands)


def suit_by_suit(game: Game, rng: Random) -> Move:
    """After `a_suit_each`: pass all cards of other suits, then anything; seat 0 shoots the moon."""
    if game.phase.name != "pass":
        return at_random(game, rng)
    seat = game.to_act[0]
    return Pass(seat, game.view(seat).hand.without(_SUITS[seat]))


def next_state(game: Game, choose: Chooser, rng: Random) -> Game:
    """The game after one more move."""
    if game.phase.name != "deal":
        return game.apply(choose(game, rng))
    return game.apply(a_suit_each(game)) if choose is suit_by_suit else game.deal(rng=rng)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game in any phase, brought there by random or careful players."""
    rng = Random(draw(st.integers(0, 2**32)))
    phase = draw(st.sampled_from(["deal", "pass", "play", "moon", "score", "over"]))
    ways = [suit_by_suit] if phase == "moon" else [at_random, with_care, suit_by_suit]
    choose = draw(st.sampled_from(ways))
    game = Game.new(draw(rulebooks()), 4, dealer=draw(st.integers(0, 3)))
    rounds = draw(st.integers(0, 2))
    while game.phase.name != phase or game.round_number < rounds:
        if game.is_over or (game.phase.name == "score" and game.round_number >= rounds):
            break
        game = next_state(game, choose, rng)
    for _ in range(draw(st.integers(0, {"pass": 3, "play": 51}.get(game.phase.name, 0)))):
        game = next_state(game, choose, rng)
    return game
