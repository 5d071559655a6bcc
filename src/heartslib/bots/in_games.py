"""Candidates played out in games: slow, and right for any rules, also for those that the kernel does not know."""

from __future__ import annotations

from collections.abc import Sequence

from heartslib._values.seats import for_each
from heartslib.bots.bot import Bot, random_for
from heartslib.bots.careful import careful
from heartslib.bots.playouts import NOBODY, Columns
from heartslib.bots.stakes import Stakes
from heartslib.game import Game
from heartslib.moves import Move
from heartslib.phases import PlayPhase, ScorePhase
from heartslib.sampling import Sampled, Sampler, as_game
from heartslib.sheet import ScoreSheet
from heartslib.simulate.players.duck import duck
from heartslib.view import View


class InGames:
    """Candidates that are played out in games.

    Args:
        view: What the seat to act knows.
        moves: Its candidates.
        seed: A whole number; with the view it decides which deals are drawn.
        policy: The bot that plays all seats; by default `careful` up to the play, then `duck`.
    """

    plans = 1  # one way to play on
    sides: Sequence[tuple[int, ...]] = ()  # whether anybody shot the moon is not looked for
    at_once = 1

    def __init__(
        self, view: View, moves: Sequence[Move], seed: int, policy: Bot | None = None
    ) -> None:
        self._view = view
        self._moves = moves
        self._policy = policy
        self._sampler = Sampler(view)
        self._rng = random_for(view, seed)
        self._stakes = Stakes(view)

    def tried(self, deals: int, left: Sequence[int], _plans: Sequence[int]) -> Columns:
        """What candidates cost in each of so many more deals."""
        columns: list[list[float]] = [[] for _ in left]
        moves = [self._moves[place] for place in left]
        for _ in range(deals):
            sample = self._sampler.draw(self._rng)
            for place, sheet in enumerate(playouts(self._view, sample, moves, self._policy)):
                columns[place].append(self._stakes.loss(sheet.totals, sheet.winners))
        return Columns([columns], [[[*for_each(deals, NOBODY)] for _ in left]])


def playouts(
    view: View, sample: Sampled, moves: Sequence[Move], policy: Bot | None = None
) -> list[ScoreSheet]:
    """How the round ends after each candidate, with the cards as in a sample.

    Args:
        view: What the seat to act knows.
        sample: The cards that the seat does not see, as drawn.
        moves: Its candidates.
        policy: The bot that plays all seats afterwards; by default `careful` up to the play, then
            `duck`.

    Returns:
        For each move the score of the round.
    """
    start = as_game(view, sample)
    # in a pass the others choose as well, once for all candidates: they do not see this seat's choice
    for seat in start.to_act:
        if seat != view.seat:
            start = start.apply((policy or careful)(start.view(seat)))
    return [_end_of(start.apply(move), policy) for move in moves]


def _end_of(game: Game, policy: Bot | None) -> ScoreSheet:
    """The score of a round that is played on to its end."""
    while not isinstance(phase := game.phase, ScorePhase):
        if not game.to_act:  # a mix after the move; what is dealt back is as good as any
            game = game.deal(seed=0)
            continue
        plays = policy or (duck if isinstance(game.phase, PlayPhase) else careful)
        game = game.apply(plays(game.view(game.to_act[0])))
    return phase.sheet
