"""The client in JavaScript plays from what it is asked, and every answer is accepted."""

from __future__ import annotations

import shutil

import attrs
import pytest

from examples.client.serve import play
from heartslib import Game, Rules, rules, variants
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Claim, LayDown, Move, Pass, Play
from tests.helpers.positions import EVERYTHING, moon_shot

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")

TWO_PACKS = attrs.evolve(variants.get("cancellation"), passing=rules.Cycle(rules.Scatter()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "players", "moves"),
    [
        pytest.param(variants.get("american"), 4, {Pass, Play}, id="american"),
        pytest.param(variants.get("turbo"), 5, {Pass, Charge, Play}, id="turbo"),
        pytest.param(variants.get("dirty_nasty_filthy"), 4, {CallPass, Pass, Play}, id="called"),
        pytest.param(TWO_PACKS, 8, {Pass, Play}, id="two-packs"),
        pytest.param(
            EVERYTHING, 4, {CallPass, Pass, Charge, Play, LayDown, Claim, Answer}, id="everything"
        ),
    ],
)
def test_the_client_answers_whatever_it_is_asked(
    rulebook: Rules, players: int, moves: set[type[Move]]
) -> None:
    made: set[type[Move]] = set()
    for seed in range(1, 5):
        finished = play(Game.new(rulebook, players), seed)
        assert finished.sheet is not None
        made |= {type(move) for move in finished.history}
    assert moves <= made


@pytest.mark.slow
def test_the_client_says_how_its_moon_is_paid() -> None:
    assert {type(play(moon_shot(), seed).history[-1]) for seed in (1, 2)} == {ChooseMoon}


@pytest.mark.slow
def test_the_client_plays_the_same_round_again() -> None:
    once, again = (play(Game.new(variants.get("american")), 3) for _ in range(2))
    assert once == again
    assert once != play(Game.new(variants.get("american")), 4)
