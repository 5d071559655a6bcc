"""The kernel in plain Python draws the same deals, and finds the same points, as compiled code."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from heartslib import Game, View, variants
from heartslib.bots import advise, careful
from heartslib.bots.candidates import candidates
from heartslib.bots.in_kernel import answer_of
from heartslib.moves import NameContract
from heartslib.rounds import own_seat
from heartslib.sampling import Sampler
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions import costs
from heartslib.simulate.positions.costs import Search
from heartslib.simulate.targets import cpu, plain
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.rings import share

SOME = ("american", "turbo", "cancellation", "kitty_hearts")


def _views(slug: str, seed: int) -> Iterator[View]:
    """The views of a round in which there is something to try, few of them in the play."""
    rules, rng = variants.get(slug), Random(seed)
    game = Game.new(rules)
    while game.phase.name not in {"score", "over"}:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        moves = candidates(view)
        is_played = len(moves) > 1 and not isinstance(moves[0], NameContract)
        if is_played and (view.phase != "play" or rng.random() < 1 / 8):
            yield view
        game = game.apply(careful(view))


def _points(view: View, on: Any, deals: int) -> list[int]:
    """What all candidates come to by both plans."""
    search = Search(view, view.in_force, Sampler(view), 7, on)
    rough = [policy_number("rough")] * view.players
    shooting = [*rough]
    shooting[own_seat(view)] = policy_number("shoot")
    answers = [answer_of(move) for move in candidates(view)]
    return [*map(int, search.points(deals, answers, [rough, shooting]))]


def _compare(slug: str, seed: int, deals: int) -> int:
    views = [*_views(slug, seed)][: share(40)]
    for view in views:
        assert _points(view, plain, deals) == _points(view, cpu, deals), view
    return len(views)


@pytest.mark.parametrize("slug", SOME)
def test_plain_python_finds_what_the_words_of_numpy_find(slug: str) -> None:
    assert _compare(slug, 1, 1) > 0


@pytest.mark.slow
@pytest.mark.parametrize("slug", kernel_variants())
def test_plain_python_finds_what_compiled_code_finds(slug: str) -> None:
    assert sum(_compare(slug, seed, 4) for seed in (1, 2)) > 0


def test_a_long_search_is_tried_once_more_by_the_deals_that_follow() -> None:
    """The second call goes on where the first has ended, as in compiled code."""
    view = next(_views("american", 3))
    answers = [answer_of(move) for move in candidates(view)]
    plan = [[policy_number("rough")] * view.players]
    whole, parts = (Search(view, view.in_force, Sampler(view), 7, plain) for _ in range(2))
    points = [*whole.points(3, answers, plan)]
    assert [*parts.points(1, answers, plan), *parts.points(2, answers, plan)] == points


def test_where_nothing_is_compiled_plain_python_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(_views("american", 3))
    by_cpu = advise(view, deals=5)
    monkeypatch.setattr(cpu, "IS_PLAIN", True)
    assert costs.target() is plain
    assert advise(view, deals=5) == by_cpu
    monkeypatch.setattr(cpu, "IS_PLAIN", False)
    assert costs.target() is cpu
    monkeypatch.setitem(sys.modules, "heartslib.simulate.targets.cpu", None)
    monkeypatch.delattr(importlib.import_module("heartslib.simulate.targets"), "cpu")
    assert costs.target() is plain
    assert advise(view, deals=5) == by_cpu


NEITHER = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from heartslib import Game, variants
from heartslib.bots import advise
view = Game.new(variants.get("american"), players=4).deal(seed=3).view(0)
print(advise(view, deals=5))
assert not [name for name in sys.modules if name.startswith(("numpy.", "numba."))]
"""


@pytest.mark.slow
def test_advice_needs_neither_numba_nor_numpy() -> None:
    done = subprocess.run(  # noqa: S603 - what is run stands above
        [sys.executable, "-c", NEITHER], check=True, capture_output=True, text=True, timeout=300
    )
    view = Game.new(variants.get("american"), players=4).deal(seed=3).view(0)
    assert done.stdout == f"{advise(view, deals=5)}\n"
