"""What a bot is, how bots play a round, and a bot that plays at random."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

import attrs

from heartslib.errors import HeartsError
from heartslib.game import Game
from heartslib.moves import Move
from heartslib.phases import ScorePhase
from heartslib.questions import ChooseCards, ChooseName, Question
from heartslib.rules import Rules
from heartslib.view import View


class Bot(Protocol):
    """A player: any callable that takes a view and returns a move of the view's seat."""

    def __call__(self, view: View, /) -> Move:
        """The move for a view, in any phase in which its seat is to act."""
        ...


def asked(view: View) -> Question:
    """What the seat of a view is asked.

    Raises:
        HeartsError: The seat is not to act.
    """
    if not view.is_my_turn or (question := view.question) is None:
        raise HeartsError(f"there is nothing to do for seat {view.seat} in phase {view.phase!r}")
    return question


def own_seat(view: View) -> int:
    """The seat of a view.

    Raises:
        HeartsError: It is a spectator's.
    """
    if view.seat is None:
        raise HeartsError("a spectator has nothing at stake; give the view of a seat")
    return view.seat


def chance_of(view: View, seed: int) -> Random:
    """A random generator that depends only on a view of a round and a seed.

    A bot that uses it needs no memory, and gives the same answer if it is asked again.
    """
    table = view.table
    tricks = [(trick.leader, *map(str, trick.cards)) for trick in (*table.tricks, table.trick)]
    cards = (view.hand, view.given, view.received, view.captured, *table.charged)
    known = (seed, view.seat, view.dealer, view.phase, view.scores, tricks, *map(str, cards))
    return Random(repr(known))  # noqa: S311 - no secret


def any_move(view: View, rng: Random) -> Move:
    """A random move of the seat to act; equal cards are one choice, and a claim is refused.

    If a single card is an answer, the move has at most one card.

    Args:
        view: What the seat knows.
        rng: The random generator.

    Raises:
        HeartsError: The seat is not to act.
    """
    match asked(view):
        case ChooseCards(_, among, (1,), make):
            return make(rng.choice([*dict.fromkeys(among)]))
        case ChooseCards(_, among, counts, make) if counts[0] or 1 not in counts:
            return make(rng.sample(list(among), rng.choice(counts)))
        case ChooseCards(_, among, _, make):
            return make(rng.choice([*among, ""]))
        case ChooseName(_, names, make):
            return make(rng.choice(names))
        case question:
            return question.make(False)


def first_round(rules: Rules, players: int, number: int) -> Game:
    """A new game that begins with the pass and the dealer of a later round.

    Args:
        rules: The rulebook.
        players: The number of players.
        number: The number of that round, counted from 0.
    """
    turned = rules.from_round(number, players)
    return Game.new(turned, players, dealer=(players - 1 + number) % players)


def games_of_round(game: Game, bots: Sequence[Bot], rng: Random) -> Iterator[Game]:
    """Let bots play a round: the game before it and after each move, up to its score.

    Args:
        game: The game before the round.
        bots: The bot in each seat, seat 0 first.
        rng: The random generator for the deal.
    """
    yield game
    while not isinstance(game.phase, ScorePhase):
        if game.to_act:
            seat = game.to_act[0]
            game = game.apply(bots[seat](game.view(seat)))
        else:
            game = game.deal(rng=rng)
        yield game


def play_round(game: Game, bots: Sequence[Bot], rng: Random) -> Game:
    """Let bots play a round as in `games_of_round`; the game before its score is entered."""
    return deque(games_of_round(game, bots, rng), maxlen=1)[0]


@attrs.frozen
class AtRandom:
    """A bot that makes any legal move; it refuses claims.

    Attributes:
        seed: A whole number; with the view it decides the move.
    """

    seed: int = 0

    def __call__(self, view: View, /) -> Move:
        """A legal move for the view.

        Raises:
            HeartsError: The seat is not to act.
        """
        return any_move(view, chance_of(view, self.seed))
