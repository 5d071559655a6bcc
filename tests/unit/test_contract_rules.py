"""Rulebooks with contracts."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Game, IllegalMove, variants
from heartslib.moves import NameContract
from heartslib.rules import (
    JACK_OF_DIAMONDS_BONUS,
    Contract,
    ContractsInOrder,
    FollowSuit,
    NoDiscardOf,
    NoMoon,
    ScoreMultiplier,
    TrickValues,
)
from tests.helpers.positions import AMERICAN

GONE = "This rule does not apply: "
USUAL = "Score 13 for taking Q♠ and 1 for each heart."


def test_the_dealer_names_a_contract_that_is_left() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=3)
    with pytest.raises(IllegalMove) as error:
        game.apply(NameContract(0, "no-hearts"))
    assert error.value.rule == "turn"
    assert game.name_contract("no-hearts").match.contracts_left == ()
    match = attrs.evolve(game.match, contracts=((3, "no-hearts"), (3, "no-tricks")))
    assert match.no_such_contract("no-hearts") == (
        "seat 3 may not name 'no-hearts' again; left are no-queens, king-of-hearts, last-two"
    )


def test_a_contract_that_changes_nothing_says_so() -> None:
    contracts: Any = [Contract("usual"), Contract("tricks", scoring=TrickValues(each=1))]
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder(contracts))
    assert rules.terms("usual", 4) == "The usual rules apply."
    assert rules.terms("tricks", 4) == (f"Score 1 for each trick. There is no moon. {GONE}{USUAL}")


def test_a_contract_says_what_it_leaves_out() -> None:
    contracts = [
        Contract("none", scoring=()),
        Contract("free", play=()),
        Contract("usual"),
        Contract("no-moon", moon=NoMoon()),
        Contract("turned", play=AMERICAN.play[::-1]),
        Contract("one", play=(FollowSuit(), NoDiscardOf("QS"))),
    ]
    follow, hearts = (each.describe(4) for each in AMERICAN.play)
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder(tuple(contracts)))
    assert [rules.terms(each.name, 4) for each in contracts] == [
        f"There is no moon. {GONE}{USUAL}",
        f"Any card may be played. {GONE}{follow} {GONE}{hearts}",
        "The usual rules apply.",
        "There is no moon.",
        f"In this order: {hearts} {follow}",
        (
            "Apply these rules in order; one that would leave you no card is waived. "
            f"{NoDiscardOf('QS').describe(4)} {GONE}{hearts}"
        ),
    ]


def test_a_step_that_comes_before_the_moon_in_a_contract_is_not_called_off() -> None:
    tens = ScoreMultiplier("TC")
    early = Contract("early", scoring=(*AMERICAN.scoring, tens), bonuses=())
    late = Contract("late", bonuses=tens)
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder((early, late)), bonuses=tens)
    times = "Taking 10♣ multiplies the player's points for the round so far, good or bad, by 2."
    after = times.replace("so far,", "so far, those of a moon included,")
    assert rules.terms("early", 4) == f"{times} This rule does not apply: {after}"
    without = attrs.evolve(rules, moon=NoMoon())
    assert without.terms("early", 4) == f"In the chapter Scoring instead: {times}"
    assert without.terms("late", 4) == "The usual rules apply."


def test_diff_says_what_has_another_order() -> None:
    """Restrictions, scoring steps and contracts: another order may be another game."""
    kierki, turbo = variants.get("kierki"), variants.get("turbo")
    turned = attrs.evolve(turbo, bonuses=turbo.bonuses[::-1])
    first, second = turned.sentences(4)["Bonuses"][1:]
    said = " ".join(turbo.diff(turned).split())
    assert said.endswith(f"Bonuses In another order: ~ {first} ~ {second}")
    contracts = ContractsInOrder(kierki.contracts.choices[::-1])
    said = kierki.diff(attrs.evolve(kierki, contracts=contracts))
    assert said.index("~ All:") < said.index("~ Queens:") < said.index("~ Tricks:")
    twice = attrs.evolve(turbo, bonuses=turbo.bonuses * 2)
    said = " ".join(turbo.diff(twice).split())
    assert said.endswith(f"Bonuses + {second} + {first}")
    said = " ".join(twice.diff(turbo).split())
    assert said.endswith(f"Bonuses - {second} - {first}")
    assert turbo.diff(turbo).endswith("The rules are the same.")


def test_it_is_said_where_a_step_comes_in() -> None:
    tens = ScoreMultiplier("TC")
    jack = attrs.evolve(AMERICAN, bonuses=JACK_OF_DIAMONDS_BONUS)
    after, before = (
        attrs.evolve(AMERICAN, bonuses=steps)
        for steps in ((JACK_OF_DIAMONDS_BONUS, tens), (tens, JACK_OF_DIAMONDS_BONUS))
    )
    for each in (after, before):
        assert "\n  + Taking 10♣ multiplies the player's points" in jack.diff(each)
    assert "In another order" not in jack.diff(after)
    assert "In another order:\n  ~ Taking 10♣" in jack.diff(before)

    plain = ContractsInOrder((Contract("plain", moon=NoMoon()),))
    one, other = (attrs.evolve(each, contracts=plain).terms("plain", 4) for each in (after, before))
    times = "Taking 10♣ multiplies the player's points for the round so far, good or bad, by 2."
    assert one == f"There is no moon. {times}"
    assert other == f"{one} In this order: {times} Score −10 for taking J♦."
