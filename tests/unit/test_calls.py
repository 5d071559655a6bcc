"""What is asked with every move costs few calls; calls are counted, since seconds depend on the machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from heartslib import Game, variants, wire
from heartslib.bots import careful


def calls(ask: Callable[[], object]) -> int:
    """How many functions are called for an answer, when it is asked for again."""
    ask()
    made = 0

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        ask()
    finally:
        sys.setprofile(before)
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
    assert calls(lambda: wire.dumps_view(game, seat)) < 420
