"""The least and the most that rules take."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import attrs
import pytest

from heartslib import RulesError
from heartslib.rules import (
    ADD,
    LEFT,
    Across,
    BoosterNines,
    CardValues,
    Charges,
    Clause,
    Condition,
    Contract,
    ContractsInOrder,
    Cycle,
    DealerCalls,
    DealMovesLeft,
    ExactTotals,
    FollowSuit,
    Hold,
    KittyTo,
    Mix,
    Pack,
    PassPattern,
    Reversed,
    Rounds,
    Scatter,
    ScoreMultiplier,
    ShootTheMoon,
    Target,
    ThereAndBack,
    Toward,
    facts,
)
from heartslib.rules.facts import Where
from tests.helpers.positions import AMERICAN


@pytest.mark.parametrize("number", [0, -1, "5", True, 1.0])
@pytest.mark.parametrize("rule", [Rounds, Scatter])
def test_numbers_of_rounds_and_cards_are_whole_and_above_zero(
    rule: Callable[[Any], object], number: object
) -> None:
    with pytest.raises(RulesError, match="must be a whole number, 1 or more, not "):
        rule(number)


@pytest.mark.parametrize(
    ("kind", "field", "least"),
    [
        *[(DealMovesLeft, "every", 1), (Rounds, "rounds", 1), (ThereAndBack, "at", 1)],
        *[(Reversed, "at", 0), (Mix, "count", 1), (Across, "count", 1), (Scatter, "each", 1)],
        *[(DealerCalls, "count", 1), (Pack, "packs", 1), (Pack, "kitty", 0), (KittyTo, "share", 1)],
        *[(BoosterNines, "most", 1), (ShootTheMoon, "points", 0), (ShootTheMoon, "sun", 0)],
        *[(partial(Toward, 2), "count", 1), (partial(ScoreMultiplier, "TC"), "factor", 1)],
        (partial(Charges, {"QS": "QS"}), "each", 1),
    ],
    ids=range(17),
)
def test_the_least_that_a_number_may_be(kind: Any, field: str, least: int) -> None:
    kind(**{field: least})
    with pytest.raises(RulesError, match=rf"{field} must be a whole number,? "):
        kind(**{field: least - 1})


def test_as_many_calls_as_a_dealer_can_be_asked() -> None:
    assert len(DealerCalls(9_999).calls(3)) == 10_001
    assert len(DealerCalls(139).calls(4)) == 9_871
    with pytest.raises(RulesError, match="there are 10011 ways to pass 140 cards, too many"):
        DealerCalls(140).calls(4)


NO_TRICKS = (
    "BoosterNines.tricks: 5 is not a TrickRule: it lacks cancelled, describe, highest, is_complete, jokers, name, "
    "strength, suit_of, taker; the choices are CANCELLING, BoosterNines, "
    "HighestCard, HighestOfSuitLed"
)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Clause(5, facts.HAND),  # type: ignore[arg-type]
            "Clause: where must be a Where, such as Where.OPENING, not 5",
        ),
        (lambda: Clause(Where.LEAD, 5), "Clause: keep must be a CardSet, not 5"),  # type: ignore[arg-type]
        (
            lambda: Clause(Where.LEAD, None),  # type: ignore[arg-type]
            "Clause: keep must be a CardSet, not None",
        ),
        (
            lambda: Clause(Where.LEAD, "QS"),  # type: ignore[arg-type]
            "Clause: keep must be a CardSet, not 'QS'; write these('QS')",
        ),
        (
            lambda: Condition(Where.LEAD, unless=5),  # type: ignore[arg-type]
            "Condition: unless must be a CardSet, not 5",
        ),
        (
            lambda: Target(points_are_good=None),  # type: ignore[arg-type]
            "Target: points_are_good must be a bool, not None",
        ),
        (lambda: Pack(packs=9), "Pack: packs must be a whole number from 1 to 8, not 9"),
        (lambda: KittyTo(share=0), "KittyTo: share must be a whole number, 1 or more, not 0"),
        (
            lambda: Target(None),  # type: ignore[arg-type]
            "Target: points must be a whole number, not None",
        ),
        (
            lambda: ExactTotals({100: "50"}),  # type: ignore[arg-type]
            "exact totals are whole numbers, not ((100, '50'),)",
        ),
        (lambda: BoosterNines(5), NO_TRICKS),  # type: ignore[arg-type]
        (
            lambda: Contract("n" * 41),
            (
                "the name of a contract must be small letters, digits and hyphens, such as "
                f"'no-tricks', not '{'n' * 41}'"
            ),
        ),
    ],
)
def test_what_a_rule_cannot_have_is_said_in_full(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        make()
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: ContractsInOrder(itertools.repeat(Contract("one"))), "contracts"),  # type: ignore[arg-type]
        (lambda: Contract("one", scoring=itertools.repeat(CardValues({}))), "rules in a chapter"),
        (lambda: attrs.evolve(AMERICAN, play=itertools.repeat(FollowSuit())), "rules in a chapter"),
        (lambda: ShootTheMoon(itertools.repeat(ADD)), "payments"),
        (lambda: Cycle(itertools.repeat(LEFT)), "patterns"),
    ],
    ids=["contracts", "scoring", "play", "payments", "patterns"],
)
def test_lists_of_rules_end(make: Callable[[], object], what: str) -> None:
    with pytest.raises(RulesError) as error:
        make()
    assert str(error.value) == f"too many {what}: at most 30 are allowed"


def test_a_contract_may_have_a_name_of_40_characters() -> None:
    assert Contract("n" * 40).name == "n" * 40


def test_every_pattern_of_a_cycle_must_fit_the_hands() -> None:
    for short in (1, 29):
        patterns: list[PassPattern] = [*[Hold()] * short, Toward(1, 14)]
        with pytest.raises(RulesError, match="14 cards cannot be passed from a hand of 13"):
            attrs.evolve(AMERICAN, players=4, passing=Cycle(patterns))


LEAST: Mapping[str, tuple[Callable[[int], object], int]] = {
    "Charges.each": (lambda least: Charges({"QS": "QS"}, each=least), 1),
    "ContractsInOrder.first": (
        lambda least: ContractsInOrder((Contract("tricks"),), first=least),
        0,
    ),
    "DealMovesLeft.every": (DealMovesLeft, 1),
    "Pack.packs": (lambda least: Pack(packs=least), 1),
    "Pack.kitty": (lambda least: Pack(kitty=least), 0),
    "Rounds.rounds": (Rounds, 1),
    "ThereAndBack.at": (ThereAndBack, 1),
    "Reversed.at": (Reversed, 0),
    "KittyTo.share": (lambda least: KittyTo(share=least), 1),
    "ShootTheMoon.points": (lambda least: ShootTheMoon(points=least), 0),
    "ShootTheMoon.sun": (lambda least: ShootTheMoon(sun=least), 0),
    "Toward.count": (lambda least: Toward(1, least), 1),
    "Across.count": (Across, 1),
    "Scatter.each": (Scatter, 1),
    "Mix.count": (Mix, 1),
    "DealerCalls.count": (DealerCalls, 1),
    "Rules.revision": (lambda least: attrs.evolve(AMERICAN, revision=least), 1),
    "ScoreMultiplier.factor": (lambda least: ScoreMultiplier("TC", least), 1),
    "BoosterNines.most": (lambda least: BoosterNines(most=least), 1),
}
"""How a rule is made with a number, and the least that it takes."""


@pytest.mark.parametrize("field", LEAST)
def test_each_number_has_its_least(field: str) -> None:
    make, least = LEAST[field]
    make(least)
    with pytest.raises(RulesError, match=f"{field.split('.')[1]} must be a whole number"):
        make(least - 1)


def test_a_dealer_calls_one_of_ten_thousand_passes_at_most() -> None:
    assert len(DealerCalls(9999).calls(3)) == 10_001  # with the mix
    with pytest.raises(RulesError, match="there are 10001 ways to pass 10000 cards, too many"):
        DealerCalls(10_000).calls(3)
