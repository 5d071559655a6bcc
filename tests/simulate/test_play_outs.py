"""Many positions are played out at once as they are one by one."""

from __future__ import annotations

from random import Random

import pytest

from heartslib import Card, Game, variants
from heartslib.phases import PlayPhase
from heartslib.simulate import Position, play_out
from heartslib.testing import at_random, next_state


def begun(slug: str, players: int, seed: int, plays: int) -> tuple[Position, list[Card]]:
    """A position after some random cards, and what may be played in it."""
    game, rng = Game.new(variants.get(slug), players), Random(seed)
    while plays or not isinstance(game.phase, PlayPhase):
        plays -= isinstance(game.phase, PlayPhase)
        game = next_state(game, at_random, rng)
    phase = game.phase
    position = Position(game.in_force, phase.table, phase.hands, phase.kitty, phase.captured)
    return position, list(game.legal_plays())


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["random", "duck"])
@pytest.mark.parametrize(("slug", "players"), [("american", 4), ("cancellation", 6), ("turbo", 4)])
def test_many_positions_are_played_out_as_one_by_one(slug: str, players: int, policy: str) -> None:
    pairs = [begun(slug, players, seed, 5 + 3 * seed) for seed in range(6)]
    positions, cards = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    cards[2] = []
    assert len({len(each) for each in cards}) > 2
    together = play_out(positions, cards, times=7, seed=9, policy=policy)
    for position, some, points in zip(positions, cards, together, strict=True):
        assert points.shape == (len(some), players)
        alone = position.play_out(some, times=7, seed=9, policy=policy)
        assert (points == alone).all()


def test_nothing_is_played_out_of_nothing() -> None:
    assert play_out([], []) == []
    position, _ = begun("american", 4, 1, 3)
    (points,) = play_out([position], [[]])
    assert points.shape == (0, 4)
    assert position.play_out([]).shape == (0, 4)
