"""What a bot is, and a bot that plays at random; `heartslib.bots` finds bots by their names."""

from __future__ import annotations

from random import Random
from typing import Protocol, runtime_checkable

from heartslib._values.arguments import frozen
from heartslib.moves import Move
from heartslib.rounds import any_move
from heartslib.view import View


@runtime_checkable
class Bot(Protocol):
    """A player: any callable that takes a view and returns a move of the view's seat."""

    __slots__ = ()

    def __call__(self, view: View, /) -> Move:
        """The move for a view, in any phase in which its seat is to act."""
        ...


def random_for(view: View, seed: int) -> Random:
    """A random generator that depends only on a view of a round and a seed.

    A bot that uses it needs no memory, and gives the same answer if it is asked again.  What counts is all that
    can change between two questions to a seat in one round.
    """
    table = view.table
    tricks = [(trick.leader, *map(str, trick.cards)) for trick in (*table.tricks, table.trick)]
    cards = (view.hand, view.given, view.received, view.captured, *table.charged)
    # text, not a hash: Python salts the hashes of text, differently in each process
    known = (seed, view.seat, view.dealer, view.phase, view.scores, tricks, *map(str, cards))
    return Random(repr(known))  # noqa: S311 - no secret


@frozen
class AtRandom(Bot):
    """A bot that makes any legal move, as `heartslib.rounds.any_move` draws it.

    Attributes:
        seed: A whole number; with the view it decides the move.
    """

    seed: int = 0

    def __call__(self, view: View, /) -> Move:
        """A legal move for the view.

        Raises:
            HeartsError: The seat is not to act.
        """
        return any_move(view, random_for(view, self.seed))
