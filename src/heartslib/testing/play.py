"""Ways to choose the moves of a test game.

Random and careful play hardly ever shoot a moon, and the phase in which one is paid would never be reached:
`suit_by_suit` deals and passes so that seat 0 must take every trick.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from heartslib.bots import careful
from heartslib.cards import PACK, Cards
from heartslib.errors import HeartsError
from heartslib.game import Game
from heartslib.moves import Deal, Move, Pass
from heartslib.phases import DealPhase, MixPhase
from heartslib.questions import ChooseCards
from heartslib.rounds import any_move
from heartslib.rules import Hold, Rules
from heartslib.rules.passing import is_mixed

Chooser: TypeAlias = Callable[[Game, Random], Move]
"""Chooses the next move of a game that is not waiting for a deal."""


def at_random(game: Game, rng: Random) -> Move:
    """Any legal move.

    If several cards are to be chosen they are drawn one by one, not from a list of all choices.

    Args:
        game: A game that is neither over nor waiting for a deal.
        rng: The random generator.
    """
    if game.to_act:
        view = game.view(rng.choice(game.to_act))
        if isinstance(view.question, ChooseCards) and 1 not in view.question.counts:
            return any_move(view, rng)
    return rng.choice(game.legal_moves())


def with_care(game: Game, rng: Random) -> Move:
    """The move of the bot `heartslib.bots.careful`.

    Args:
        game: A game that is neither over nor waiting for a deal.
        rng: The random generator, which chooses among the seats to act.
    """
    return careful(game.view(rng.choice(game.to_act))) if game.to_act else game.legal_moves()[0]


_SUITS = tuple(PACK[13 * suit : 13 * suit + 13] for suit in range(4))


def may_shoot(rules: Rules) -> bool:
    """Whether `suit_by_suit` works: four players can each hold a whole suit after the pass."""
    passing = rules.passing
    return (
        4 in rules.players
        and rules.deck.cards(4) == Cards(PACK)
        and not rules.deck.kitty_size(4)
        and not passing.calls(4)
        and not passing.kept
        and not rules.charging.before_pass
        and not any(is_mixed(passing.pattern(number, 4), 4) for number in range(12))
    )


def a_suit_each(game: Game) -> Deal:
    """A deal after which four seats can pass in such a way that each holds a whole suit.

    Seat 0 then takes every trick, because nobody else has clubs.
    """
    pattern = game.view(None).pattern or Hold()
    hands = [list(suit) for suit in _SUITS]
    kept = [list(suit) for suit in _SUITS]
    # the pass backwards: each gets what it will pass on, and what it will get is taken away
    for places, count in pattern.packets(4):
        for giver in range(4):
            taker = (giver + places) % 4
            for _ in range(count):
                card = kept[taker].pop(0)
                hands[taker].remove(card)
                hands[giver].append(card)
    leader = 0 if game.match.rules.opening.is_drawn else None
    return Deal(hands, (), game.rules.shown_of(hands[game.dealer]), leader)


def suit_by_suit(game: Game, rng: Random) -> Move:
    """After `a_suit_each`, pass all cards of other suits; any play then makes seat 0 shoot the moon."""
    if game.phase.name != "pass":
        return at_random(game, rng)
    seat = game.to_act[0]
    view = game.view(seat)
    if len(view.passes_to) < 2:
        return Pass(seat, view.hand.without(_SUITS[seat]))
    return Pass.split(seat, {taker: view.hand.only(_SUITS[taker]) for taker, _ in view.passes_to})


def next_state(game: Game, choose: Chooser, rng: Random) -> Game:
    """The game after one more move, or after a deal if it is waiting for one.

    >>> from heartslib import Game, variants
    >>> game = next_state(Game.new(variants.get("american")), at_random, Random(1))
    >>> game.phase.name
    'pass'

    Args:
        game: A game that is not over.
        choose: `at_random`, `with_care`, or your own function.
        rng: The random generator.
    """
    if game.phase.name != "deal":
        return game.apply(choose(game, rng))
    if choose is suit_by_suit:
        return game.apply(a_suit_each(game))
    return game.deal(rng=rng)


def any_deal(game: Game, rng: Random) -> Deal:
    """A deal for a game that is waiting for one.

    Raises:
        HeartsError: The game is not waiting for a deal.
    """
    phase = game.phase
    if not isinstance(phase, DealPhase | MixPhase):
        raise HeartsError(f"the game is not waiting for a deal: {phase.wants}")
    return phase.by_chance(game.match, rng)
