"""The weights that ship are those that won their matches, and every game has some."""

from __future__ import annotations

import attrs
import pytest

from benchmarks.tune import Tuning
from heartslib import variants
from heartslib.rules import CardValues, NoMoon
from heartslib.simulate import kernel
from heartslib.simulate.lowering.rules import lowered_once
from heartslib.simulate.players import weights
from tests.helpers.in_kernel import kernel_variants

pytestmark = pytest.mark.slow

RULEBOOKS = {
    f"{slug}#{number}" if len(rules.rulebooks) > 1 else slug: (
        rules,
        rulebook.at(rules.usual_players).in_force,
    )
    for slug, rules in kernel_variants().items()
    if not rules.deck.shows_last  # whose policies do not know the card
    if slug not in {"king", "leekha", "turkish_king"}  # which have the first weights
    if slug != "greek_hearts"  # which has those of other games with the same costs
    for number, rulebook in enumerate(rules.rulebooks)
}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_rulebook_has_weights_that_won(name: str) -> None:
    """By more than two standard errors, over the first ones and over ``duck``."""
    _, in_force = RULEBOOKS[name]
    found = weights.tuned()[weights.cost_words(in_force)]
    match = found["matches"][name]
    for gain, error in (match["over_first"], match["over_duck"]):
        assert gain > 2 * error > 0
    numbers = lowered_once(in_force).numbers[kernel.SHED_WEIGHTS :]
    assert [*numbers[: kernel.WEIGHTS]] == found["shed"]
    assert [*numbers[kernel.WEIGHTS : 2 * kernel.WEIGHTS]] == [8, *weights.FIRST[1:]]


@pytest.mark.parametrize("name", ["american", "slobberhannes", "barbu#4", "gong_zhu"])
def test_a_match_comes_out_as_it_is_written(name: str) -> None:
    rules, in_force = RULEBOOKS[name]
    players = rules.usual_players
    table = lowered_once(in_force.at(players).in_force)
    found = weights.tuned()[weights.cost_words(in_force)]
    gain, error = Tuning(rules, players, table, 1, "kernel").gain(
        found["shed"], weights.FIRST, 20_000, 1 << 41
    )
    written = found["matches"][name]["over_first"][0]
    assert abs(gain - written) < 4 * error


def test_rules_that_nobody_tuned_have_the_first_weights() -> None:
    american = variants.get("american").at(4).in_force
    own = attrs.evolve(american, scoring=(CardValues({"JC": 3}),), moon=NoMoon())
    assert weights.weights_for(own) == (weights.FIRST, (8, *weights.FIRST[1:]))


def test_what_a_trick_costs_is_read_from_the_count() -> None:
    """By hand, from the printed rules."""
    costs = {name: in_force.trick_costs for name, (_, in_force) in RULEBOOKS.items()}
    assert costs["slobberhannes"] == (1, 0, 0, 0, 0, 0, 0, 1)
    assert costs["kierki#0"] == (1,) * 13
    assert costs["kierki#5"] == (0,) * 6 + (10,) + (0,) * 5 + (10,)
    assert costs["barbu#4"] == (0,) * 11 + (10, 20)
    assert costs["lora#2"] == (4, 0, 0, 0, 0, 0, 0, 4)
    assert costs["american"] == (0,) * 13
