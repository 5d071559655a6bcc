"""A match of policies is the sum of its rounds, played one by one."""

from __future__ import annotations

import itertools
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import attrs
import numpy as np
import pytest

from heartslib import Rules, variants
from heartslib.bots import Standings, arena
from heartslib.errors import MissingExtra
from heartslib.rounds import Seatings
from heartslib.rules import CardValues, NoMoon
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering.rules import lowered
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.rounds import matches
from heartslib.simulate.rounds.matches import PolicyMatch
from heartslib.simulate.targets.cpu import KERNEL

AMERICAN = variants.get("american")
TWO = {"low": "lowest", "duck": "duck"}
THREE = {**TWO, "random": "random"}
FOUR = {**THREE, "again": "duck"}


def points_of(rules: Rules, policies: list[str], number: int, seed: int) -> list[int]:
    """The points of a round by `play_rounds`."""
    rulebooks = rules.rulebooks
    table = lowered((rulebooks[number % len(rulebooks)]).at(len(policies)).in_force)
    points, other = np.zeros((1, len(policies)), np.int64), np.zeros((2, 1), np.int64)
    does = np.array([policy_number(policy) for policy in policies], np.int64)
    KERNEL.play_rounds(
        *table.arrays, *table.space(), np.uint64(seed), np.int64(number), np.int64(1),
        does, points, *other, None, does, table.layers,
    )  # fmt: skip
    scored: list[int] = points[0].tolist()
    return scored


def deal_by_deal(
    rules: Rules, bots: dict[str, str], deals: int, players: int, seed: int
) -> list[list[int]]:
    """For each bot its points in each deal: the bots are seated in every way."""
    sides, names = rules.sides.seats(players), list(bots)
    ways = {way[: len(sides)] for way in itertools.permutations(range(len(names)))}
    scored: list[list[int]] = []
    for number in range(deals):
        row = [0] * len(names)
        for way in ways:
            seated = [0] * players
            for side, seats in enumerate(sides):
                for seat in seats:
                    seated[seat] = way[side % len(way)]
            points = points_of(rules, [bots[names[each]] for each in seated], number, seed)
            for seat, each in enumerate(seated):
                row[each] += points[seat]
        scored.append(row)
    return [list(column) for column in zip(*scored, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "players", "bots"),
    [
        ("american", 4, TWO),
        ("american", 4, THREE),
        ("american", 4, FOUR),
        ("black_maria", 3, TWO),
        ("partnership", 4, TWO),
        ("partnership", 4, FOUR),
        ("partnership_individual", 4, THREE),
        ("cancellation", 6, TWO),
        ("gong_zhu", 4, TWO),
        ("kierki", 4, THREE),
    ],
)
def test_a_match_is_the_sum_of_its_rounds(
    slug: str, players: int, bots: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each bot in each seat of each deal, whatever the size of a block."""
    rules, deals = variants.get(slug), 23
    scored = deal_by_deal(rules, bots, deals, players, 3)
    found = arena(rules, bots, deals=deals, players=players, seed=3, engine="kernel")
    sides = min(len(bots), len(rules.sides.seats(players)))
    rounds = math.perm(len(bots), sides)
    assert (found.deals, found.rounds) == (deals, deals * rounds)
    seats = players * rounds / len(bots)
    for name, column in zip(bots, scored, strict=True):
        assert found.means[name] == pytest.approx(statistics.fmean(column) / seats)
        for other, theirs in zip(bots, scored, strict=True):
            gaps = [(x - y) / seats for x, y in zip(column, theirs, strict=True)]
            error = statistics.stdev(gaps) / deals**0.5
            expected = (statistics.fmean(gaps), error)
            assert found.difference(name, other) == pytest.approx(expected, abs=1e-9)
    monkeypatch.setitem(matches.BLOCK, "kernel", 5 * rounds)
    again = arena(rules, bots, deals=deals, players=players, seed=3, engine="kernel")
    assert again == found


def test_a_block_begins_with_the_contract_of_its_first_deal() -> None:
    rules = variants.get("kierki")
    seatings = Seatings(rules, 4, tuple(TWO), 3)
    played = PolicyMatch(rules, 4, tuple(TWO.values()), seatings, 3, "kernel").play
    singles = [played(number, 1)[0] for number in range(5)]
    assert played(1, 4)[0] == [sum(points) for points in zip(*singles[1:], strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, {"shed": "shed", "rough": "rough"}])
def test_names_decide_nothing_but_what_each_plays(more: dict[str, str]) -> None:
    """In whatever order they are given: all seatings are played, or drawn by the names in order."""
    bots = {**FOUR, **more}
    found = arena(AMERICAN, bots, deals=30, engine="kernel")
    back = arena(AMERICAN, dict(reversed(bots.items())), deals=30, engine="kernel")
    assert found.rounds == 30 * (len(bots) if more else 24)
    assert {name: found.difference("duck", name) for name in bots} == {
        name: back.difference("duck", name) for name in bots
    }


@pytest.mark.slow
def test_copies_of_a_policy_are_equal() -> None:
    """Whoever sits before the weakest of four does not profit by it."""
    bots = {"one": "duck", "two": "duck", "three": "duck", "low": "lowest"}
    found = arena(variants.get("black_maria"), bots, deals=100, players=4, engine="kernel")
    assert found.difference("one", "two") == found.difference("one", "three") == (0.0, 0.0)
    assert found.difference("one", "low") == found.difference("three", "low")


@pytest.mark.slow
def test_drawn_seatings_favour_no_copy() -> None:
    """With more bots a deal draws an order: copies differ by chance alone."""
    bots = {"a": "duck", "b": "duck", "c": "duck", "d": "duck", "low": "lowest"}
    found = arena(variants.get("black_maria"), bots, deals=2_000, players=4, engine="kernel")
    assert found.rounds == 10_000
    for other in "bcd":
        gap, error = found.difference("a", other)
        assert 0 < abs(gap) < 3 * error < 0.5
    gap, error = found.difference("a", "low")
    assert gap < -20 * error


@pytest.mark.slow
def test_the_seed_alone_decides() -> None:
    found = arena(AMERICAN, THREE, deals=50, seed=1, engine="kernel")
    assert arena(AMERICAN, THREE, deals=50, seed=1, engine="kernel") == found
    assert arena(AMERICAN, THREE, deals=50, seed=2, engine="kernel") != found


@pytest.mark.slow
def test_both_engines_find_the_same_order() -> None:
    """The deals are others; the policies are the bots of the same names."""
    found = arena(AMERICAN, THREE, deals=20_000, engine="kernel")
    assert found.means["duck"] < found.means["low"] < found.means["random"]
    assert sum(found.means.values()) == pytest.approx(26 * 3 / 4, abs=1)
    gap, error = found.difference("duck", "random")
    assert 0 < error < 0.1
    assert gap == pytest.approx(found.means["duck"] - found.means["random"])


class Losing(Executor):
    """Loses every other block."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        if self.calls % 2:
            future.set_exception(BrokenProcessPool("gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.slow
def test_it_does_not_matter_who_plays_the_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(matches.BLOCK, "kernel", 30)
    alone = arena(AMERICAN, THREE, deals=95, engine="kernel")
    with ThreadPoolExecutor(2) as threads:
        assert arena(AMERICAN, THREE, deals=95, engine="kernel", executor=threads) == alone
    losing = Losing()
    assert arena(AMERICAN, THREE, deals=95, engine="kernel", executor=losing) == alone
    assert losing.calls == 38


@pytest.mark.slow
def test_sums_of_large_numbers_are_exact() -> None:
    """Blocks are so short that their products fit; a product that fits in none is refused."""

    def of(worth: int) -> PolicyMatch:
        rules = attrs.evolve(AMERICAN, scoring=CardValues({"QS": worth}), moon=NoMoon())
        seatings = Seatings(rules, 4, ("low", "duck"), 3)
        return PolicyMatch(rules, 4, ("lowest", "duck"), seatings, 3, "kernel")

    assert of(1).block == matches.BLOCK["kernel"] // 2
    large = of(10**8)
    assert large.block == (2**63 - 1) // (4 * 10**8) ** 2 == 57
    bots = {"low": "lowest", "duck": "duck"}
    found = arena(large.rules, bots, deals=500, seed=3, engine="kernel")
    scored = deal_by_deal(large.rules, bots, 500, 4, 3)
    assert found.totals == tuple(map(sum, scored))
    products = [[sum(x * y for x, y in zip(a, b, strict=True)) for b in scored] for a in scored]
    assert found.products == tuple(map(tuple, products))
    assert max(map(max, products)) > 2**63
    with pytest.raises(CannotLower, match="the kernel adds up no products of points as large"):
        assert of(10**9).block


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "heartslib.simulate.rounds.matches")
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtra, match="engine='kernel' needs numpy and numba"):
        arena(AMERICAN, TWO, engine="kernel")


SIMULATED = """
import warnings

from heartslib import variants
from heartslib.bots import arena
from heartslib.simulate import play_out
from tests.simulate.test_play_outs import begun

warnings.simplefilter("ignore")
bots = {"low": "lowest", "duck": "duck", "random": "random"}
for slug in ("partnership", "kierki"):
    found = arena(variants.get(slug), bots, deals=7, seed=3, engine=ENGINE)
    print(found.totals, found.products)
positions, cards = zip(*(begun("turbo", 4, seed, 30) for seed in range(3)))
print([points.tolist() for points in play_out(positions, cards, times=3, engine=ENGINE)])
"""


@pytest.mark.slow
def test_a_simulated_gpu_plays_the_same_match() -> None:
    """Several workers share the deals and the play-outs, and each has sums of its own."""
    said = [
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", SIMULATED.replace("ENGINE", repr(engine))],
            env={**os.environ, "NUMBA_ENABLE_CUDASIM": str(int(engine == "cuda"))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for engine in ("kernel", "cuda")
    ]
    assert said[0] == said[1] != ""


def test_standings_of_many_rounds_are_printed_finely() -> None:
    deals = 10**6
    products = ((2 * 10**9, 10**9), (10**9, 3 * 10**9))
    table = Standings(
        AMERICAN, 4, ("one", "two"), deals, 2 * deals, (20 * deals, 28 * deals), products
    )
    assert str(table).splitlines() == [
        "American Hearts, 4 players, 1,000,000 deals, 2,000,000 rounds",
        "one     5.00",
        "two     7.00",
        "one − two: −2.000 ± 0.014",
    ]
