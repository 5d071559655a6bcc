"""The cost of drawing hidden hands from a view, in microseconds.

The views are those of the seat to act in rounds of careful players: at the first card, in the middle
of the round, and with a fifth of it left.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from heartslib import Game, Rules, View, variants
from heartslib.sampling import Sampler, as_game
from heartslib.testing import next_state, with_care

WHAT: Final = (("american", 4), ("cancellation", 8), ("kitty_hearts", 4))
WHEN: Final = (("first card", 0.0), ("middle", 0.5), ("late", 0.8))


def views(rules: Rules, players: int, seed: int) -> Iterator[View]:
    """The view of the seat to act at each moment of `WHEN`."""
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
    """The time of a call: the best of three loops."""
    times: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(repeat):
            call()
        times.append((time.perf_counter() - start) / repeat * 1e6)
    return min(times)


def rows(games: int = 9, draws: int = 50) -> Iterator[tuple[str, float, float, float]]:
    """The view, and the times of `Sampler(view)`, `draw` and `as_game`.

    Args:
        games: How many rounds of each variant are played.
        draws: How many deals a loop draws from a view.
    """
    for slug, players in WHAT:
        seen = [views(variants.get(slug), players, seed) for seed in range(games)]
        for (position, _), each in zip(WHEN, zip(*seen, strict=True), strict=True):
            figures = [costs(view, draws) for view in each]
            sampler, draw, as_game_ = map(statistics.median, zip(*figures, strict=True))
            yield f"`{slug}`, {players} players, {position}", sampler, draw, as_game_


def costs(view: View, draws: int) -> tuple[float, float, float]:
    """The times of `Sampler(view)`, `draw` and `as_game`."""
    sampler, rng = Sampler(view), Random(1)
    sample = sampler.draw(rng)
    return (
        microseconds(lambda: Sampler(view), 1),
        microseconds(lambda: sampler.draw(rng), draws),
        microseconds(lambda: as_game(view, sample), draws),
    )
