"""What is no choice for a chapter is answered with the choices."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Rules, RulesError
from heartslib.rules import (
    LEFT,
    Condition,
    Contract,
    ContractsInOrder,
    Cycle,
    DealerNamesContract,
    EldestLeads,
    ShootTheMoon,
)
from heartslib.rules.facts import Where
from tests.helpers.positions import AMERICAN


@pytest.mark.parametrize(
    ("chapter", "choices"),
    [
        ("showing", "lacks describe, name, shows, when; the choice is ShowHandOfHearts"),
        (
            "charging",
            "secret, times, verb; the choices are TURBO_CHARGES, Charges, NoCharging",
        ),
        (
            "opening",
            "the choices are DealerLeads, EldestLeads, HolderLeads, LowestClubLeads, NamerLeads",
        ),
        ("sides", "pooled, seats; the choices are EveryoneAlone, Partners"),
    ],
)
def test_a_wrong_choice_is_answered_with_the_right_ones(chapter: str, choices: str) -> None:
    wrong: dict[str, Any] = {chapter: object()}
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, **wrong)
    assert str(error.value).startswith(f"this is not a rulebook: {chapter}: <object")
    assert str(error.value).endswith(choices)


def test_a_moon_is_no_payment() -> None:
    with pytest.raises(RulesError) as error:
        ShootTheMoon((5, "x"))  # type: ignore[arg-type]
    lacks = "is not a Payment: it lacks describe, name, terms"
    choices = "the choices are ADD, NEGATE, NOTHING, SUBTRACT, Pay, SubtractFrom"
    assert str(error.value) == f"paid: 5 {lacks}; {choices}; paid: 'x' {lacks}; {choices}"


def test_what_cannot_be_a_moon_is_answered_with_every_moon() -> None:
    wrong: Any = object()
    with pytest.raises(RulesError, match=r"; the choices are NoMoon, ShootTheMoon$"):
        attrs.evolve(AMERICAN, moon=wrong)


def test_a_class_in_place_of_a_choice_is_answered_with_a_call_of_it() -> None:
    wrong: Any = EldestLeads
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, opening=wrong)
    assert str(error.value) == (
        "this is not a rulebook: opening: EldestLeads is a class; give a value, such as "
        "EldestLeads()"
    )


def test_every_pattern_that_is_none_is_named() -> None:
    wrong: Any = (5, LEFT, "x")
    lacks = "is not a PassPattern: it lacks fewer, name, packets, unless_charged"
    with pytest.raises(RulesError) as error:
        Cycle(wrong)
    sentence = str(error.value)
    assert sentence.startswith(f"not a passing cycle: pattern: 5 {lacks}; the choices are ")
    assert f"; pattern: 'x' {lacks}; the choices are " in sentence


@pytest.mark.parametrize("rule", [ContractsInOrder, DealerNamesContract])
def test_contracts_are_any_list_of_contracts(rule: Any) -> None:
    one, two = Contract("one"), Contract("two")
    assert rule(iter([one, two])).choices == (one, two)
    with pytest.raises(RulesError, match=r"^choices must be a list of contracts, not 5$"):
        rule(5)


def test_what_is_no_ending_is_answered_with_the_endings() -> None:
    wrong: Any = 5
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, ending=wrong)
    lacks = "it lacks describe, endless, goal, highest_wins, is_over, name, outright, points_are_good, start"
    begin = f"this is not a rulebook: ending: 5 is not an Ending: {lacks}"
    assert str(error.value).startswith(begin)


def test_chapters_are_given_by_name() -> None:
    positional: Any = Rules
    with pytest.raises(TypeError, match="takes 1 positional argument"):
        positional("Ours", (4,))


def test_a_condition_takes_sets_that_these_makes() -> None:
    with pytest.raises(RulesError) as error:
        Condition(Where.LEAD, unless="QS")  # type: ignore[arg-type]
    assert str(error.value) == "Condition: unless must be a CardSet, not 'QS'; write these('QS')"
