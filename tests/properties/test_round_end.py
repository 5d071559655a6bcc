"""A round that ends early is scored like one that is played out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import Cards, Game, Rules, ScoreSheet, variants
from heartslib.bots import careful
from heartslib.rules import (
    EndsWhenNothingCounts,
    Needs,
    NoTricksBonus,
    PlayedOut,
    ShootTheMoon,
    Step,
)
from heartslib.sheet import Finished, Line
from tests.helpers.rings import share
from tests.helpers.strategies import at_random, houses, next_state, suit_by_suit

AMERICAN = variants.get("american")
PLAY = {"play", "kitty"}


def ended(rules: Rules, seed: int, *, by_suit: bool = False) -> tuple[Game, int]:
    """A game of four whose round has just ended, and how many cards nobody has played."""
    players = 4 if 4 in rules.players else rules.players[0]
    game, rng = Game.new(rules, players), Random(seed)
    before = game
    while game.phase.name not in {"moon", "score"}:
        choose = suit_by_suit if by_suit and game.phase.name == "play" else at_random
        before, game = game, next_state(game, choose, rng)
    left = sum(map(len, (before.view(seat).hand for seat in range(players)))) - 1
    return game, left


def played_on(rules: Rules, game: Game, seed: int) -> Game:
    """The same round played to its last card by rules that say so."""
    longer = attrs.evolve(rules, round_end=PlayedOut())
    on, rng = Game.new(longer, game.players, dealer=game.beginning.dealer), Random(seed)
    for move in game.history:
        on = on.apply(move)
    while on.phase.name in PLAY:
        on = next_state(on, at_random, rng)
    return on


def sheet_of(game: Game) -> ScoreSheet:
    if game.phase.name == "moon":
        game = game.apply(careful(game.view(game.to_act[0])))
    assert game.sheet is not None
    return game.sheet


@settings(max_examples=share(60))
@given(houses(), st.integers(0, 9999), st.booleans())
def test_what_is_left_changes_no_score(rules: Rules, seed: int, by_suit: bool) -> None:
    rules = attrs.evolve(rules, round_end=EndsWhenNothingCounts())
    game, left = ended(rules, seed, by_suit=by_suit)
    for again in range(3 if left else 0):
        assert sheet_of(played_on(rules, game, again)).totals == sheet_of(game).totals


@pytest.mark.parametrize(
    "rules",
    [
        attrs.evolve(AMERICAN, bonuses=NoTricksBonus()),
        attrs.evolve(AMERICAN, moon=ShootTheMoon(sun=52)),
        attrs.evolve(AMERICAN, moon=ShootTheMoon(also="2C AC")),
    ],
)
def test_tricks_and_cards_for_the_moon_are_still_open(rules: Rules) -> None:
    rules = attrs.evolve(rules, round_end=EndsWhenNothingCounts())
    assert not rules.at(4).in_force.counts_tricks or all(
        not ended(rules, seed)[1] for seed in range(30)
    )
    if not rules.at(4).in_force.counts_tricks:
        missing = (
            Cards("2C AC") - ended(rules, seed)[0].view(0).table.played for seed in range(30)
        )
        assert not any(missing)


@attrs.frozen
class LastTrickCosts(Step):
    """A step of the caller that looks at a trick without saying so."""

    name: str = "last-trick"

    def lines(self, finished: Finished, sheet: ScoreSheet) -> Iterator[Line]:
        yield Line(0, 5, "is seat 0")

    def describe(self, players: int) -> str:
        return "Something about the last trick."


@attrs.frozen
class CardsOnly(LastTrickCosts):
    """The same, but says that it does not ask for tricks."""

    @property
    def needs(self) -> Needs:
        return Needs(Cards(), tricks=False)


def test_a_step_that_does_not_say_what_it_counts_keeps_the_round_going() -> None:
    early = attrs.evolve(AMERICAN, round_end=EndsWhenNothingCounts())
    assert any(ended(early, seed)[1] for seed in range(30))
    silent = attrs.evolve(early, bonuses=LastTrickCosts())
    assert silent.at(4).in_force.counts_tricks
    assert not any(ended(silent, seed)[1] for seed in range(30))
    clear = attrs.evolve(early, bonuses=CardsOnly())
    assert not clear.at(4).in_force.counts_tricks
    assert any(ended(clear, seed)[1] for seed in range(30))
