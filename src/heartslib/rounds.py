"""Rounds played by functions from a view to a move, and what they count for.

Simulations, bots and learning environments play the same rounds.
"""

from __future__ import annotations

import functools
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from random import Random

from heartslib._values.arguments import frozen
from heartslib.errors import HeartsError
from heartslib.game import Game
from heartslib.moves import Move
from heartslib.phases import ScorePhase
from heartslib.questions import ChooseCards, ChooseName, Question, YesOrNo
from heartslib.rules import Rules
from heartslib.rules.book.chapters import Rulebook
from heartslib.view import View

_MOST = 24
"""If bots can be seated in more ways than this, each deal draws some of them."""


def asked(view: View) -> Question:
    """What the seat of a view is asked.

    Raises:
        HeartsError: The seat is not to act, or the view is a spectator's.
    """
    own_seat(view)
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


def any_move(view: View, rng: Random) -> Move:
    """A random move of the seat to act; equal cards are one choice, and yes is as likely as the question says.

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
        case YesOrNo(_, make, chance=chance):
            return make(chance > 0 and rng.random() < chance)


def first_round(rules: Rules, players: int, number: int) -> Game:
    """A new game that begins with the pass and the dealer of a later round.

    Args:
        rules: The rulebook.
        players: The number of players.
        number: The number of that round, counted from 0.
    """
    turned = rules.from_round(number, players)
    return Game.new(turned, players, dealer=(players - 1 + number) % players)


def games_of_round(
    game: Game, bots: Sequence[Callable[[View], Move]], rng: Random
) -> Iterator[Game]:
    """Let players play a round: the game before it and after each move, up to its score.

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


def play_round(game: Game, bots: Sequence[Callable[[View], Move]], rng: Random) -> Game:
    """Let players play a round as in `games_of_round`; the game before its score is entered."""
    return deque(games_of_round(game, bots, rng), maxlen=1)[0]


def lost(rules: Rulebook, points: Sequence[int], seat: int) -> float:
    """The loss of a seat's side: its points minus the mean of the other sides', or the other way round.

    Args:
        rules: The rulebook, which says who plays together, and whether points are good.
        points: The points of each seat, seat 0 first; those that partners share count once.
        seat: The seat.
    """
    sides = rules.at(len(points)).partners
    own = 0
    others = list[int]()
    for side in sides:
        counting = side[:1] if rules.sides.pooled else side
        total = sum(points[each] for each in counting)
        if seat in side:
            own = total
        else:
            others.append(total)
    behind = own - sum(others) / len(others)
    return -behind if rules.points_are_good else behind


@frozen
class Seatings:
    """Who sits where each time that a deal is played: the order of the names does not matter.

    Attributes:
        rules: The rulebook, which says who are partners.
        players: The number of seats.
        names: The names of the bots.
        seed: The seed of the seatings drawn.
    """

    rules: Rules
    players: int
    names: tuple[str, ...]
    seed: int

    @functools.cached_property
    def every(self) -> tuple[tuple[int, ...], ...]:
        """All ways to seat the bots; empty if they are too many."""
        bots = len(self.names)
        sides = min(bots, len(self.rules.at(self.players).partners))
        few = math.perm(bots, sides) <= _MOST
        return self._seated(permutations(range(bots), sides)) if few else ()

    def of(self, deal: int) -> tuple[tuple[int, ...], ...]:
        """The number of the bot in each seat, for each time that a deal is played."""
        if self.every:
            return self.every
        order = sorted(range(len(self.names)), key=self.names.__getitem__)
        Random(f"{self.seed}:{deal}:seats").shuffle(order)  # noqa: S311 - to be repeatable
        return self._seated(order[turn:] + order[:turn] for turn in range(len(order)))

    def _seated(self, orders: Iterable[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """The bot in each seat, if the sides are taken in such orders."""
        sides = self.rules.at(self.players).partners
        side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
        places = [side_of[seat] for seat in range(self.players)]
        return tuple(tuple(order[place % len(order)] for place in places) for order in orders)
