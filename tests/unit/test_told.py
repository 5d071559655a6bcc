"""What a choice says is asked of it, and not known by its type: later rounds, contracts, questions in turn."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import Phase, given, settings

from heartslib import Game, IllegalMove, Rules, simulate, variants, wire
from heartslib.rounds import first_round
from heartslib.rules import (
    LEFT,
    Across,
    CardValues,
    Charges,
    Contract,
    Contracts,
    ContractsInOrder,
    Cycle,
    EndsWhenNothingCounts,
    Passing,
    PassPattern,
)
from heartslib.rules.book.page import printed
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.testing import check_rule
from heartslib.testing.strategies import compositions

AMERICAN = variants.get("american")


@attrs.frozen
class LeftThenAcross(Passing):
    """A pass to the left and one across, in turn: a choice that the library does not know."""

    name: str = "left-then-across"

    def calls(self, players: int) -> tuple[PassPattern, ...]:
        return ()

    def pattern(self, round_number: int, players: int) -> PassPattern:
        return (LEFT, Across())[round_number % 2]

    def describe(self, players: int) -> str:
        return "Three cards are passed to the left, then across."


def test_an_own_passing_goes_on_in_later_rounds() -> None:
    house = attrs.evolve(AMERICAN, name="House", passing=LeftThenAcross())
    patterns = [first_round(house, 4, number).deal(seed=1).view(0).pattern for number in range(4)]
    assert patterns == [LEFT, Across(), LEFT, Across()]
    turned = house.from_round(3, 4)
    assert turned.passing.pattern(2, 4) == Across()
    assert turned.describe() == house.describe()
    assert house.from_round(0, 4).passing.pattern(1, 4) == Across()
    check_rule(LeftThenAcross(), examples=3)


def test_a_simulation_of_an_own_passing_turns() -> None:
    """Its points are those of a cycle of the same patterns."""
    own = attrs.evolve(AMERICAN, name="House", passing=LeftThenAcross())
    cycle = attrs.evolve(own, passing=Cycle((LEFT, Across())))
    found = [
        simulate.simulate(rules, rounds=6, engine="python", seed=3).means for rules in (own, cycle)
    ]
    assert found[0] == found[1]


@attrs.frozen
class Forgetful(Contracts):
    """Contracts by number whose author forgot `later`."""

    choices: tuple[Contract, ...] = (
        Contract("one", CardValues({"QS": 1})),
        Contract("two", CardValues({"QS": 2})),
    )
    name: str = "forgetful"

    def left(self, namer: int, earlier: tuple[tuple[int, str | None], ...]) -> tuple[str, ...]:
        return (self.choices[len(earlier) % 2].name,)

    def describe(self, players: int) -> str:
        return "Two contracts take turns."


@pytest.mark.slow
def test_check_rule_finds_contracts_that_do_not_go_on() -> None:
    with pytest.raises(AssertionError, match="`later` begins with the contracts of that round"):
        check_rule(Forgetful(), examples=3)
    check_rule(ContractsInOrder(Forgetful().choices), examples=3)


def test_in_turn_an_answer_from_before_the_turn_is_stale() -> None:
    rules = attrs.evolve(
        AMERICAN,
        name="House",
        charging=Charges({"QS": "QS"}, in_turn=True),
        passing=variants.get("kierki").passing,
    )
    game = Game.new(rules, dealer=3).deal(seed=4)
    assert (game.phase.name, game.to_act) == ("charge", (0,))
    early = wire.dumps_move(game.charge(0).charge(1).history[-1], wire.number_of(game))
    after = game.charge(0)
    with pytest.raises(IllegalMove) as error:
        wire.receive(after, early, 1)
    assert error.value.code == "stale"
    text = wire.dumps_move(after.charge(1).history[-1], wire.number_of(after))
    assert wire.receive(after, text, 1).to_act == (2,)


def test_a_round_that_cannot_end_early_says_so() -> None:
    jab_moo = attrs.evolve(
        variants.get("barbu").under("last-two"), round_end=EndsWhenNothingCounts()
    )
    assert (
        "All tricks are played, since the tricks themselves count."
        in jab_moo.describe().replace("\n ", "")
    )


@pytest.mark.parametrize("slug", variants.all())
def test_no_choice_of_a_variant_is_silent(slug: str) -> None:
    """Every choice that American Hearts does not make is printed."""
    assert silent(variants.get(slug)) == []


@settings(phases=[Phase.generate])
@given(compositions())
def test_no_choice_is_silent(rules: Rules) -> None:
    assert silent(rules) == []


def silent(rules: Rules) -> list[object]:
    """The choices of a rulebook that it does not print, though American Hearts does not make them."""
    found: list[object] = []
    for each in rules.rulebooks:
        page = each.at(each.usual_players).in_force.page()
        found += [
            choice
            for chapter in CHAPTERS
            if chapter.name != "kitty" or page.kitty
            for choice in chapter.choices(each)
            if choice not in chapter.usual and not printed(choice, page)
        ]
    return found
