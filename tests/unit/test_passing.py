"""Patterns and cycles of the pass, and calls of the dealer."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import HEARTS, Cards, RulesError
from heartslib.rules import (
    LEFT,
    LEFT_RIGHT_ACROSS_HOLD,
    Across,
    Cycle,
    DealerCalls,
    Packets,
    PassPattern,
    Scatter,
)
from tests.helpers.positions import AMERICAN


def test_between_two_players_a_dealer_calls_an_exchange_or_a_mix() -> None:
    assert [pattern.name for pattern in DealerCalls(3).calls(2)] == ["3-left", "mix"]
    assert [pattern.name for pattern in DealerCalls(1).calls(3)] == ["1-left", "1-right", "mix"]


def test_to_pass_cards_takes_somebody_else() -> None:
    with pytest.raises(RulesError, match=r"^it takes two players to pass cards, not 0$"):
        DealerCalls().calls(0)


@pytest.mark.parametrize(
    ("pattern", "players", "words"),
    [
        (Scatter(), 2, "1 across"),
        (LEFT, 2, "3 across"),
        (Scatter(), 3, "1 to every other player"),
        (Packets({1: 2, 2: 1}), 3, "2 left and 1 right"),
        (Packets({1: 1, 2: 1}), 4, "1 left and 1 across"),
    ],
)
def test_a_pass_is_described_by_who_gets_the_cards(
    pattern: PassPattern, players: int, words: str
) -> None:
    assert Cycle(pattern).describe(players) == (
        f"After the deal, each player passes cards before seeing any received: {words} every round."
    )


@pytest.mark.parametrize("players", [0, 1])
def test_nobody_passes_cards_without_somebody_else(players: int) -> None:
    with pytest.raises(RulesError) as error:
        Packets({1: 2}).packets(players)
    assert str(error.value) == f"it takes two players to pass cards, not {players}"


@pytest.mark.parametrize("kept", [HEARTS, str(HEARTS), list(HEARTS)], ids=["cards", "text", "list"])
def test_cards_that_are_kept_may_be_given_in_any_form(kept: Any) -> None:
    for rule in (Cycle(LEFT, kept=kept), DealerCalls(kept=kept)):
        assert rule.kept == HEARTS


@pytest.mark.parametrize(("hand", "may"), [("2H 3H 2C 3C 4C", "2C 3C 4C"), ("2H 3H 2C 3C", "")])
def test_cards_that_are_kept_may_be_passed_where_too_few_others_are_left(
    hand: str, may: str
) -> None:
    rules = attrs.evolve(AMERICAN, passing=Cycle((LEFT,), kept=HEARTS))
    assert rules.may_pass(Cards(hand), LEFT, 4) == Cards(may or hand)


def test_nothing_is_passed_across_at_an_odd_table() -> None:
    for players in range(3, 12):
        across = [type(each) is Across for each in LEFT_RIGHT_ACROSS_HOLD.patterns_for(players)]
        assert any(across) == (players % 2 == 0)
