"""What it costs to draw hidden hands from a view, in microseconds.

The views are those of the seat on turn, in rounds that careful players play: at the first card, in
the middle of the round, and when a fifth of it is left.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from heartslib import Game, Rules, View, variants
from heartslib.sampling import Sampler, as_game
from heartslib.testing import next_state, with_care

WHAT: Final = (("american", 4), ("cancellation", 8), ("kitty_hearts", 4))
WHEN: Final = (("first card", 0.0), ("middle", 0.5), ("late", 0.8))


class Row(NamedTuple):
    """A line of the table: medians over the games, in microseconds."""

    variant: str
    players: int
    position: str
    sampler: float
    draw: float
    as_game: float


def views(rules: Rules, players: int, seed: int) -> Iterator[View]:
    """The view of the seat on turn, at each moment of `WHEN`."""
    rng = Random(seed)
    game = Game.new(rules, players)
    while game.phase.name != "play":
        game = next_state(game, with_care, rng)
    cards = len(game.view(None).table.all_played) + sum(game.view(None).hand_sizes)
    for _, part in WHEN:
        while len(game.view(None).table.all_played) < part * cards:
            game = next_state(game, with_care, rng)
        yield game.view(game.to_act[0])


def microseconds(call: Callable[[], Any], repeat: int) -> float:
    """What a call takes, the best of some loops."""
    times: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(repeat):
            call()
        times.append((time.perf_counter() - start) / repeat * 1e6)
    return min(times)


def table(games: int = 9, draws: int = 50) -> list[Row]:
    """The rows of the table.

    Args:
        games: How many rounds of each variant are played.
        draws: How many hands are drawn from each view at a time.
    """
    rows: list[Row] = []
    for slug, players in WHAT:
        rules = variants.get(slug)
        found: list[list[tuple[float, float, float]]] = [[] for _ in WHEN]
        for seed in range(games):
            for place, view in enumerate(views(rules, players, seed)):
                found[place].append(costs(view, draws))
        for (position, _), figures in zip(WHEN, found, strict=True):
            medians = [statistics.median(column) for column in zip(*figures, strict=True)]
            rows.append(Row(slug, players, position, *medians))
    return rows


def costs(view: View, draws: int) -> tuple[float, float, float]:
    """What it costs to make a sampler, to draw, and to make a game of what is drawn."""
    sampler, rng = Sampler(view), Random(1)
    sample = sampler.draw(rng)
    return (
        microseconds(lambda: Sampler(view), 1),
        microseconds(lambda: sampler.draw(rng), draws),
        microseconds(lambda: as_game(view, sample), draws),
    )
