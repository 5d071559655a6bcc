"""Patterns and cycles of the pass, and calls of the dealer."""

from __future__ import annotations

from typing import Any

import pytest

from heartslib import HEARTS, RulesError
from heartslib.rules import (
    LEFT,
    LEFT_RIGHT_ACROSS_HOLD,
    Across,
    Cycle,
    DealerCalls,
    Packets,
)


def test_between_two_players_a_dealer_calls_an_exchange_or_a_mix() -> None:
    assert [pattern.name for pattern in DealerCalls(3).calls(2)] == ["3-left", "mix"]
    assert [pattern.name for pattern in DealerCalls(1).calls(3)] == ["1-left", "1-right", "mix"]


@pytest.mark.parametrize("players", [0, 1])
def test_nobody_passes_cards_without_somebody_else(players: int) -> None:
    with pytest.raises(RulesError) as error:
        Packets({1: 2}).packets(players)
    assert str(error.value) == f"it takes two players to pass cards, not {players}"


@pytest.mark.parametrize("kept", [HEARTS, str(HEARTS), list(HEARTS)], ids=["cards", "text", "list"])
def test_cards_that_are_kept_may_be_given_in_any_form(kept: Any) -> None:
    for rule in (Cycle(LEFT, kept=kept), DealerCalls(kept=kept)):
        assert rule.kept == HEARTS


def test_nothing_is_passed_across_at_an_odd_table() -> None:
    for players in range(3, 12):
        across = [type(each) is Across for each in LEFT_RIGHT_ACROSS_HOLD.patterns_for(players)]
        assert any(across) == (players % 2 == 0)
