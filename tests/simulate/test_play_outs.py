"""Many positions are played out at once as they are one by one."""

from __future__ import annotations

from random import Random

import pytest

from heartslib import Card, Game, HeartsError, variants
from heartslib.cards import PACK
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


def test_play_outs_that_are_wrong_are_refused() -> None:
    (one, may), (two, also), (other, _) = (
        begun("american", 4, 1, 3), begun("american", 4, 2, 7), begun("spot", 4, 1, 3)
    )  # fmt: skip
    fewer, _ = begun("american", 3, 1, 3)
    alien = next(card for card in PACK if card not in two.hand)
    with pytest.raises(HeartsError, match=f"^in position 1 seat {two.turn} does not hold {alien}"):
        play_out([one, two], [may, [*also, alien]])
    with pytest.raises(HeartsError, match=f"^seat {two.turn} does not hold {alien}: it has"):
        play_out([two], [[alien]])
    for odd in (other, fewer):
        with pytest.raises(
            HeartsError, match="one rulebook and one number of players: position 1 has others"
        ):
            play_out([one, odd], [may, []])
    with pytest.raises(HeartsError, match="there are 2 positions, and cards for 1"):
        play_out([one, two], [may])
    with pytest.raises(HeartsError, match="engine must be 'kernel' or 'cuda', not 'python'"):
        play_out([one], [may], engine="python")
    with pytest.raises(HeartsError, match=r"times must be a whole number from 1 to .*, not 0"):
        one.play_out(may, times=0)
    with pytest.raises(HeartsError, match=r"seed must be a whole number from 0 to .*, not -1"):
        one.play_out(may, seed=-1)
