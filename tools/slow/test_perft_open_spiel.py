"""The numbers of the data file against OpenSpiel, for the variants that it can play."""

from __future__ import annotations

import pytest

pytest.importorskip(
    "pyspiel", reason="the oracle OpenSpiel is not installed: pip install open_spiel"
)

from tools import open_spiel
from tools.perft import read


@pytest.mark.parametrize("slug", open_spiel.NAMED)
def test_numbers_of_sequences_in_open_spiel(slug: str) -> None:
    rule_set = open_spiel.named(slug)
    entries = {at: counts for at, counts in read()[slug].items() if at.players == 4}

    for position, counts in entries.items():
        game = position.game(rule_set.rules)
        assert game is not None
        state = open_spiel.replayed(rule_set, game)
        depths = range(1, len(counts) + 1)
        assert tuple(open_spiel.perft(state, depth) for depth in depths) == counts, str(position)
    assert len(entries) >= 16
