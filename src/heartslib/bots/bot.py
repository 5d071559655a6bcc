"""What a bot is, and one that plays anything."""

from __future__ import annotations

from collections.abc import Sequence
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
    """A player: anything that can be called with what its seat knows, and gives a move."""

    def __call__(self, view: View, /) -> Move:
        """The move of the seat whose view it is, in any phase in which the seat is asked."""
        ...


def asked(view: View) -> Question:
    """What the seat of a view is asked.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    if not view.is_my_turn or (question := view.question) is None:
        raise HeartsError(f"there is nothing to do for seat {view.seat} in phase {view.phase!r}")
    return question


def chance_of(view: View, seed: int) -> Random:
    """Chance that is the same for the same view of a round and the same seed, and no other.

    A bot that takes its chance from here needs no memory, and gives the same answer when it is
    asked twice.
    """
    table = view.table
    tricks = [(trick.leader, *map(str, trick.cards)) for trick in (*table.tricks, table.trick)]
    cards = (view.hand, view.given, view.received, view.captured, *table.charged)
    told = (seed, view.seat, view.dealer, view.phase, view.scores, tricks, *map(str, cards))
    return Random(repr(told))  # noqa: S311 - no secret


def any_move(view: View, rng: Random) -> Move:
    """Any move of the seat that is asked; equal cards are one choice, and a claim is refused.

    Where one card is enough of an answer it is one card, or none.

    Args:
        view: What the seat knows.
        rng: Where chance comes from.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
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
    """A game that begins with the pass and the dealer of a later round.

    Args:
        rules: The rulebook.
        players: The number of players.
        number: The number of that round, counted from 0.
    """
    turned = rules.from_round(number, players)
    return Game.new(turned, players, dealer=(players - 1 + number) % players)


def play_round(game: Game, bots: Sequence[Bot], rng: Random) -> ScorePhase:
    """How a round ends that bots play.

    Args:
        game: The game before it.
        bots: The bot in each seat, seat 0 first.
        rng: What the cards are dealt by.
    """
    while not isinstance(game.phase, ScorePhase):
        if game.to_act:
            seat = game.to_act[0]
            game = game.apply(bots[seat](game.view(seat)))
        else:
            game = game.deal(rng=rng)
    return game.phase


@attrs.frozen
class AtRandom:
    """A bot that does anything legal; it refuses claims.

    Attributes:
        seed: Where its chance starts from, together with the view.
    """

    seed: int = 0

    def __call__(self, view: View, /) -> Move:
        """Any move of the seat whose view it is.

        Raises:
            HeartsError: It is not this seat's turn to do anything.
        """
        return any_move(view, chance_of(view, self.seed))
