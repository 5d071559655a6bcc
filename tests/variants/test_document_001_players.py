"""Document 001, "Hearts Rules": how many can play."""

from __future__ import annotations

import pytest

from heartslib import Cards, Game, Rules, RulesError
from heartslib.cards import PACK
from tests.helpers.rounds import every_hand, round_after, rulebooks, undealt

pytestmark = rulebooks("basic", "black_lady", "black_jack")


def test_001_02_four_by_tradition(rules: Rules) -> None:
    """Document 001, "The Players": four is the usual number; each of them gets 13 cards."""
    game = Game.new(rules).deal(seed=1)
    assert game.view(None).hand_sizes == (13, 13, 13, 13)


@pytest.mark.parametrize(
    ("players", "removed", "each", "opening"),
    [(3, "2D", 17, "2C"), (4, "", 13, "2C"), (5, "2D 2C", 10, "3C"), (6, "2C 2D 3C 2S", 8, "4C")],
)
def test_001_02_adapted_to_three_to_six(
    rules: Rules, players: int, removed: str, each: int, opening: str
) -> None:
    """Document 001, "The Players": three to six can play; low cards go to even it out (A17)."""
    game = Game.new(rules, players).deal(seed=1)
    assert game.view(None).hand_sizes == (each,) * players
    assert sum(every_hand(game), Cards()) == Cards(PACK) - removed
    assert undealt(game) == Cards()
    leading = round_after(rules, players, holding={1: f"{opening} 5C KD"})
    assert leading.to_act == (1,)
    assert leading.legal_plays() == Cards(opening)


@pytest.mark.parametrize("players", [2, 7])
def test_001_02_neither_fewer_nor_more(rules: Rules, players: int) -> None:
    """Document 001, "The Players": two are too few, seven too many."""
    with pytest.raises(RulesError, match=f"3, 4, 5 or 6 players, not {players}"):
        Game.new(rules, players)
