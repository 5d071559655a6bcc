"""Deals are drawn where only piles say what was taken: nobody knows how the earlier tricks were played."""

from __future__ import annotations

from random import Random

import pytest

from heartslib import Cards, Game, variants
from heartslib._values.said import NotSaid
from heartslib.phases import PlayPhase
from heartslib.sampling import Sampler
from heartslib.testing import at_random, next_state


@pytest.mark.parametrize("slug", ["gong_zhu", "turbo", "american"])
def test_the_truth_is_never_ruled_out(slug: str) -> None:
    """A rule that asks which suits were led before can exclude no hand."""
    rules = variants.get(slug)
    found = 0
    for seed in range(6):
        rng = Random(seed)
        game = Game.new(rules).deal(seed=seed)
        while not (isinstance(game.phase, PlayPhase) and len(game.table.tricks) == 4 + seed):
            game = next_state(game, at_random, rng)
        while len(game.table.trick) < 2:
            game = next_state(game, at_random, rng)
        table = game.table
        charged = table.charged or (Cards(),) * 4
        try:
            laid = Game.new(rules).set_up(
                game.hands,
                leader=table.trick.leader,
                trick=table.trick.cards,
                taken=table.piles,
                charged=[made & hand for made, hand in zip(charged, game.hands, strict=True)],
                waive=["opening-leader"],
            )
        except NotSaid:  # whether the next card is legal depends on the earlier tricks
            continue
        found += 1
        for seat in range(4):
            sampler = Sampler(laid.view(seat))
            drawn = sampler.draw(rng)
            assert drawn.hands[seat] == game.hands[seat]
            assert sum(drawn.hands, Cards()) == sum(game.hands, Cards())
    assert found > 2
