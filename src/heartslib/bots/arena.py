"""Compare bots: each plays every seat of the same deals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from concurrent.futures import Executor
from functools import partial
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Final

import attrs

from heartslib.ask import players_of
from heartslib.bots.bot import Bot, first_round, play_round
from heartslib.errors import HeartsError, shown
from heartslib.rules import Rules
from heartslib.words import written

_CHUNK: Final = 10
"""How many deals a worker is given at once."""


@attrs.frozen
class Standings:
    """The result of an arena.

    Attributes:
        rules: The rulebook.
        players: The number of seats.
        names: The names of the bots.
        points: For each deal, each bot's mean points per round over all seats.
    """

    rules: Rules
    players: int
    names: tuple[str, ...]
    points: tuple[tuple[float, ...], ...] = attrs.field(repr=False)

    @property
    def deals(self) -> int:
        """How many deals were played, each with every bot in every seat."""
        return len(self.points)

    @property
    def rounds(self) -> int:
        """How many rounds were played: each deal once for each bot."""
        return self.deals * len(self.names)

    @property
    def means(self) -> dict[str, float]:
        """The mean points per round of each bot."""
        return {name: fmean(self._column(name)) for name in self.names}

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """How many more points per round `one` takes than `other` on the same deals.

        Fewer points are better: below zero, `one` plays better.

        Returns:
            The difference and its standard error.

        Raises:
            HeartsError: No bot of that name has played.
        """
        pairs = zip(self._column(one), self._column(other), strict=True)
        gaps = [mine - theirs for mine, theirs in pairs]
        mean = fmean(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps)
        return mean, math.sqrt(spread / max(len(gaps) - 1, 1) / len(gaps))

    def _column(self, name: str) -> list[float]:
        """The points of one bot, deal by deal."""
        if name not in self.names:
            raise HeartsError(f"{shown(name)} has not played; {', '.join(self.names)} have")
        place = self.names.index(name)
        return [row[place] for row in self.points]

    def __str__(self) -> str:
        head = (
            f"{self.rules.name}, {self.players} players, {self.deals} deals, {self.rounds} rounds"
        )
        width = max(map(len, self.names))
        lines = [
            head,
            *(f"{name:<{width}} {written(mean, '>8.2f')}" for name, mean in self.means.items()),
        ]
        for one, other in combinations(self.names, 2):
            mean, error = self.difference(one, other)
            lines.append(f"{one} − {other}: {written(mean, '+.2f')} ± {error:.2f}")
        return "\n".join(lines)


def arena(
    rules: Rules,
    bots: Mapping[str, Bot],
    *,
    deals: int = 100,
    players: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
) -> Standings:
    """Let bots play the same deals, each bot in every seat.

    Each deal is played as many times as there are bots.  The bots take the seats in turn and move
    one seat on from round to round, so that each holds each hand once, and the luck of the deal
    cancels out.  Partners are the same bot, and sides move on together.  The dealer and the pass
    change from deal to deal as in a game; every round starts with all scores at 0.

    >>> from heartslib import variants
    >>> from heartslib.bots import AtRandom, arena, careful
    >>> bots = {"careful": careful, "random": AtRandom()}
    >>> standings = arena(variants.get("american"), bots, deals=4, players=4)
    >>> standings.rounds, standings.difference("careful", "random")[0] < 0
    (8, True)

    Args:
        rules: The rulebook.
        bots: Two or more bots, by name.
        deals: How many deals.
        players: The number of players; by default `rules.usual_players`.
        seed: A whole number; the same seed gives the same deals.
        executor: Plays the deals, such as a `concurrent.futures.ProcessPoolExecutor`; None plays
            them in this thread.

    Raises:
        HeartsError: An argument is wrong.
    """
    players = players_of(rules, players)
    if not isinstance(bots, Mapping) or len(bots) < 2:
        raise HeartsError("bots must be two or more bots by name, such as {'careful': careful}")
    if type(deals) is not int or deals < 1:
        raise HeartsError(f"deals must be a whole number from 1, not {shown(deals)}")
    deal, numbers = partial(_deal, rules, tuple(bots.values()), players, seed), range(deals)
    points = executor.map(deal, numbers, chunksize=_CHUNK) if executor else map(deal, numbers)
    return Standings(rules, players, tuple(bots), tuple(points))


def _deal(
    rules: Rules, bots: tuple[Bot, ...], players: int, seed: int, number: int
) -> tuple[float, ...]:
    """The mean points of each bot over all seats."""
    game = first_round(rules, players, number)
    side_of = {seat: side for side, seats in enumerate(game.sides) for seat in seats}
    totals = [0] * len(bots)
    for shift in range(len(bots)):
        seated = [(side_of[seat] + shift) % len(bots) for seat in range(players)]
        end = play_round(game, [bots[each] for each in seated], Random(f"{seed}:{number}"))  # noqa: S311
        for each, points in zip(seated, end.sheet.totals, strict=True):
            totals[each] += points
    return tuple(total / players for total in totals)
