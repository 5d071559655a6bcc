"""A player that tries every card against many deals that fit what it knows.

Each candidate is played to the end of the round in each deal, and costs what it costs on average
(`heartslib.bots.trial`).
"""

from __future__ import annotations

import functools
import math
import time
from contextlib import suppress
from random import Random
from threading import Thread
from typing import Any

import attrs

from heartslib import variants
from heartslib._values.arguments import frozen
from heartslib._values.seats import for_each
from heartslib.bots.bot import Bot
from heartslib.bots.candidates import candidates
from heartslib.bots.careful import careful
from heartslib.bots.trial import Trial
from heartslib.errors import HeartsError, quoted
from heartslib.game import Game
from heartslib.moves import Move
from heartslib.rounds import games_of_round
from heartslib.rules import Rules
from heartslib.rules.book.checks import whole_number
from heartslib.simulate.positions.costs import plain_target
from heartslib.view import View

LOADING = 1.0
"""For how many seconds a move waits for compiled code, which may only have to be loaded, before Python does its part."""


def _is_budget(_: object, field: attrs.Attribute[float | None], seconds: object) -> None:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and float(str(seconds)) > 0):
        raise HeartsError(f"{field.name} must be a number above 0 or None, not {quoted(seconds)}")


@frozen
class MonteCarlo(Bot):
    """A bot that draws deals which fit its view, plays each out, and takes the best card.

    Deals are drawn uniformly from all that fit.  In each of them every candidate is tried and the
    round is played to its end.  The best candidate is the one whose points are worth most to its side
    (`heartslib.bots.stakes.Stakes`).  While its side can still shoot the moon, each candidate is tried a
    second time by a seat that then tries to take every trick, and counts as the better of the two.
    What it tries, `heartslib.bots.candidates` says; every other question is left to `careful`.

    Candidates that fall behind beyond doubt are dropped, and equal cards are tried once.  Without
    `seconds` the same view always gets the same move.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
    >>> print(MonteCarlo(rollouts=3)(game.view(0)))
    seat 0 passes 8D QS AH

    Attributes:
        rollouts: How many deals are tried; None for no limit.
        seconds: Stop drawing deals after so many seconds; None for no limit.  At least one is
            drawn.
        policy: The bot that plays all seats to the end of the round; None for the policy ``rough``
            if the kernel knows the rules, and otherwise `duck`.
        seed: A whole number; with the view it decides which deals are drawn.
    """

    rollouts: int | None = attrs.field(default=100, validator=whole_number(1, optional=True))
    seconds: float | None = attrs.field(default=None, validator=_is_budget)
    policy: Bot | None = None
    seed: int = attrs.field(default=0, validator=whole_number(0))

    def __attrs_post_init__(self) -> None:
        """Refuse to think forever."""
        if self.rollouts is None and self.seconds is None:
            raise HeartsError("MonteCarlo needs a limit: give rollouts, seconds or both")

    def __call__(self, view: View) -> Move:
        """The best move found for the view.

        Raises:
            HeartsError: The seat is not to act, or no deal fits the view.
        """
        moves = candidates(view)
        if len(moves) == 1:
            return moves[0]
        end = deadline(self.seconds)
        on = None if self.policy else target_for(view, self.seconds)
        trial = Trial(view, moves, self.seed, policy=self.policy, on=on)
        if not trial.is_settled:
            trial.run(self.rollouts, end)
        return trial.groups[trial.best][0]

    def make_ready(self, rules: Rules | None = None, players: int | None = None) -> None:
        """Compile what the playouts need, or load it, so that the first move does not wait for it.

        Args:
            rules: The rulebook; by default any with one pack.
            players: The number of players; by default `rules.usual_players`.
        """
        start = Game.new(rules or variants.get("dame_de_pique"), players)
        games = games_of_round(start, [*for_each(start.players, careful)], Random(0))  # noqa: S311
        for game in games:
            if game.to_act:
                view = game.view(game.to_act[0])
                trial = Trial(view, candidates(view), self.seed, policy=self.policy)
                if not trial.is_settled:  # the first choice compiles all that later ones need
                    trial.go_on(1)
                    return


def deadline(seconds: float | None) -> float:
    """When so many seconds will be over; never, if there is no limit."""
    return math.inf if seconds is None else time.monotonic() + seconds


def target_for(view: View, seconds: float | None) -> Any:
    """What to play candidates out on: plain Python, as long as a thread compiles; else None, for the default.

    Both find the same, so nothing but time depends on the compiler.
    """
    try:
        work = _at_work(view.rules, view.players)
    except RuntimeError:  # there are no threads, as in WebAssembly, and no compiler
        return plain_target()
    work.join(LOADING if seconds is None else min(LOADING, seconds / 2))
    return plain_target() if work.is_alive() else None


@functools.lru_cache(maxsize=64)
def _at_work(rules: Rules, players: int) -> Thread:
    """The thread that compiles for these rules."""
    work = Thread(target=_compile, args=(rules, players), daemon=True)
    work.start()
    return work


def _compile(rules: Rules, players: int) -> None:
    """Compile for these rules what can be; of rules that cannot be played out, the bot itself will say so."""
    with suppress(HeartsError):
        MonteCarlo(1).make_ready(rules, players)
