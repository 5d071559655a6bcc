"""What is asked with every move costs few calls; calls are counted, since seconds depend on the machine."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from heartslib import Game, variants, wire
from heartslib.bots import careful
from heartslib.moves import Move, Score
from heartslib.show import text

pytestmark = pytest.mark.skipif(
    sys.implementation.name != "cpython", reason="another Python makes other calls of its own"
)


def calls(ask: Callable[[], object]) -> int:
    """How many functions are called for an answer, when it is asked for again."""
    ask()
    made = 0

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    before = sys.getprofile()
    gc.disable()  # what hypothesis hangs on a collection would be counted, too
    sys.setprofile(count)
    try:
        ask()
    finally:
        sys.setprofile(before)
        gc.enable()
    return made


def halfway(slug: str) -> Game:
    """A game after six tricks."""
    game = Game.new(variants.get(slug)).deal(seed=1)
    while game.phase.name != "play" or len(game.table.tricks) < 6:
        game = game.apply(careful(game.view(game.to_act[0]))) if game.to_act else game.deal(seed=1)
    return game


@pytest.mark.parametrize("slug", ["american", "gong_zhu", "barbu", "golden_ten"])
def test_a_view_as_json(slug: str) -> None:
    game = halfway(slug)
    seat = game.to_act[0]
    assert calls(lambda: wire.dumps_view(game, seat)) < 390


ROUNDS = {
    "american": {"new": 130, "deal": 320, "view": 90, "Pass": 530, "Play": 790, "Score": 175},
    "gong_zhu": {"new": 130, "deal": 430, "view": 40, "Charge": 640, "Play": 1120, "Score": 200},
    "barbu": {"new": 140, "deal": 280, "view": 55, "NameContract": 230, "Play": 770, "Score": 230},
    "partnership": {
        "new": 140,
        "deal": 320,
        "view": 90,
        "Pass": 530,
        "Play": 790,
        "ChooseMoon": 300,
        "Score": 215,
    },
}
"""The most calls to begin a game, to deal, for a view after it, and for all moves of each kind in a round."""


@pytest.mark.parametrize("slug", ROUNDS)
def test_a_round_as_an_app_plays_it(slug: str) -> None:
    game, most = Game.new(variants.get(slug)), ROUNDS[slug]
    dealt = game.deal(seed=1)
    made = {
        "new": calls(lambda: Game.new(game.rules)),
        "deal": calls(lambda: game.deal(seed=1)),
        "view": calls(lambda: dealt.view(0)),
    }
    for before, move in moves_after(dealt):
        kind = type(move).__name__
        made[kind] = made.get(kind, 0) + calls(lambda: before.apply(move))  # noqa: B023 - at once
    assert made.keys() == most.keys()
    assert {kind: number for kind, number in made.items() if number > most[kind]} == {}


def moves_after(game: Game) -> Iterator[tuple[Game, Move]]:
    """Each move of careful players to the end of the round, with the game before it."""
    while not game.sheets:
        move = careful(game.view(game.to_act[0])) if game.to_act else Score()
        yield game, move
        game = game.apply(move)


@pytest.mark.parametrize(
    ("slug", "most"), {"american": 430, "gong_zhu": 1150, "barbu": 580}.items()
)
def test_the_points_so_far(slug: str, most: int) -> None:
    game = halfway(slug)
    view = game.view(0)
    assert calls(lambda: game.points_so_far) < most
    assert calls(lambda: view.points_so_far) < most
    # a table asks for them once, not once for each seat
    assert calls(lambda: text.taken_words(view)) < most + 200
