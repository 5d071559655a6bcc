"""Many rounds at once: the same result with any executor, and statistics that add up."""

from __future__ import annotations

import functools
import importlib
import io
import itertools
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from heartslib import HEARTS, Card, Cards, Game, Rules, RulesError, variants
from heartslib.bots import MonteCarlo
from heartslib.cli import BAD_INPUT, main
from heartslib.rules import (
    CardValues,
    Cycle,
    Direction,
    FollowSuit,
    KittyTo,
    Mix,
    NoMoon,
    Pack,
    Passing,
    PlayedOut,
    PlayRule,
    Scatter,
)
from heartslib.simulate import CannotLower, Part, Result, Task, compare, simulate
from heartslib.simulate.lowering.rules import lowered
from heartslib.simulate.rounds import executors as blocks
from heartslib.simulate.rounds import progress as waiting
from heartslib.table import Table

AMERICAN = variants.get("american")


@pytest.mark.slow
def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    alone = simulate(AMERICAN, rounds=25_001, seed=5)
    assert sum(count for _, count in alone.histograms[0]) == alone.rounds == 25_001
    with ThreadPoolExecutor(3) as threads:
        assert simulate(AMERICAN, rounds=25_001, seed=5, executor=threads) == alone
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        assert simulate(AMERICAN, rounds=25_001, seed=5, executor=processes) == alone
    assert simulate(AMERICAN, rounds=25_001, seed=6) != alone


class Losing(Executor):
    """An executor that loses every block the first time, and some always."""

    def __init__(self, error: Exception, *, shut: bool = False) -> None:
        self.error, self.shut, self.calls = error, shut, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.shut and self.calls > 2:
            raise RuntimeError("cannot schedule new futures after shutdown")
        self.calls += 1
        future: Future[Any] = Future()
        if self.calls % 3:
            future.set_exception(self.error)
        else:
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.slow
@pytest.mark.parametrize("shut", [False, True])
def test_a_lost_block_is_played_again(shut: bool) -> None:
    alone = simulate(AMERICAN, rounds=30_000, seed=5)
    losing = Losing(BrokenProcessPool("gone"), shut=shut)
    assert simulate(AMERICAN, rounds=30_000, seed=5, executor=losing) == alone
    assert losing.calls > 2
    with pytest.raises(RulesError, match="refused"):
        simulate(AMERICAN, rounds=10, executor=Losing(RulesError("refused")))


def test_a_block_that_is_always_lost_is_awaited_twice_and_then_played_here() -> None:
    awaited = list[float | None]()

    class Lost(Future[Any]):
        def result(self, timeout: float | None = None) -> Any:
            awaited.append(timeout)
            raise BrokenProcessPool("gone")

    class Failing(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Lost()

    assert [*blocks.in_blocks(pow, [(2, 3), (2, 4)], Failing())] == [8, 16]
    assert len(awaited) == 2 * 2


def test_an_executor_is_given_so_many_blocks_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million million rounds are a hundred million blocks: no list of them fits in memory."""
    module = sys.modules["heartslib.simulate"]
    monkeypatch.setattr(module, "BLOCK", 10)
    monkeypatch.setattr(blocks, "AHEAD", 3)
    alone = simulate(AMERICAN, rounds=95, seed=5)
    waiting, most = 0, 0

    class Had(Future[Any]):
        def result(self, timeout: float | None = None) -> Any:
            nonlocal waiting
            waiting -= 1
            return super().result(timeout)

    class Counting(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal waiting, most
            waiting += 1
            most = max(most, waiting)
            future = Had()
            future.set_result(fn(*args, **kwargs))
            return future

    assert simulate(AMERICAN, rounds=95, seed=5, executor=Counting()) == alone
    assert most == 3


@pytest.mark.slow
def test_points_add_up() -> None:
    basic = simulate(variants.get("black_maria"), rounds=20_000)
    assert sum(basic.means) == pytest.approx(26)
    assert basic.moon_rate == 0
    assert all(error == pytest.approx(0.045, abs=0.01) for error in basic.standard_errors)
    assert sum(basic.distribution(0).values()) == pytest.approx(1)
    low = simulate(AMERICAN, rounds=20_000, policy=["duck", "random", "random", "random"])
    assert low.means[0] < min(low.means[1:]) - 3
    lines = str(low).splitlines()
    assert lines[0] == "American Hearts, 4 players, 20,000 rounds, seed 0, kernel"
    assert lines[2].split()[:2] == ["0", "duck"]
    partners = simulate(variants.get("partnership"), rounds=20_000)
    assert partners.means[0] == partners.means[2]
    assert partners.moons[0] == partners.moons[2] > 0
    assert partners.moon_rate == pytest.approx(sum(partners.moons) / 2 / 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("worth", [1, -7, 10**6, 10**12])
def test_rounds_are_counted_whatever_a_card_is_worth(worth: int) -> None:
    """Points in a narrow range, in a wide one, and in one of which no two fit into a number."""
    rules = attrs.evolve(
        variants.get("american"), scoring=CardValues({HEARTS: worth, "QS": 13}), moon=NoMoon()
    )
    plain = attrs.evolve(rules, scoring=CardValues({HEARTS: 100, "QS": 13}))
    wide, narrow = (simulate(each, rounds=300, seed=3) for each in (rules, plain))

    def again(points: int) -> int:
        hearts, queens = next(
            (hearts, queens)
            for hearts in range(14)
            for queens in range(2)
            if 100 * hearts + 13 * queens == points
        )
        return worth * hearts + 13 * queens

    for mine, theirs in zip(wide.histograms, narrow.histograms, strict=True):
        points = Counter[int]()
        for each, count in theirs:
            points[again(each)] += count
        assert dict(mine) == points
    if worth != 1:  # else thirteen hearts cost as much as the queen
        paired = {(again(led), worth * 13 + 13): count for (led, _), count in narrow.leads}
        assert dict(wide.leads) == paired


def points_in_all(result: Result) -> int:
    """The points of all seats and rounds together."""
    return sum(points * count for histogram in result.histograms for points, count in histogram)


@pytest.mark.slow
def test_contracts_take_turns() -> None:
    """Every round of Kierki costs what its contract costs, in the second block too."""
    kierki, costs = variants.get("kierki"), (13, 13, 20, 16, 18, 20, 100)
    for rounds, engine in ((9, "python"), (9, "kernel"), (10_003, "kernel")):
        expected = sum(costs[number % 7] for number in range(rounds))
        assert points_in_all(simulate(kierki, rounds=rounds, engine=engine)) == expected
    queens = variants.get("barbu").under("no-queens")
    assert points_in_all(simulate(queens, rounds=50)) == 50 * -24


def test_rounds_of_a_contract_have_their_own_numbers() -> None:
    """A block is the sum of its rounds, each played alone."""
    engine = importlib.import_module("heartslib.simulate.rounds.by_kernel")
    task = Task(variants.get("barbu"), 4, 3, ("random",) * 4, "kernel")
    alone = [engine.play_block(task, number, 1) for number in range(5, 25)]
    assert Result.of(task, alone) == Result.of(task, [engine.play_block(task, 5, 20)])


@pytest.mark.slow
def test_rulebooks_are_compared() -> None:
    spot = variants.get("spot")
    difference = compare(AMERICAN, spot, rounds=5_000)
    assert all(mean > 20 for mean in difference.means)
    assert all(0 < error < 1 for error in difference.standard_errors)
    assert abs(difference.moon_rate) <= 5 * difference.moon_error + 0.01
    lines = str(difference).splitlines()
    assert lines[0] == "Spot Hearts minus American Hearts"
    assert lines[-1].startswith("moons, % ")
    assert lines[-1].split()[-1].replace(".", "").isdecimal()
    assert len(lines) == 7
    spread = difference.second.deviations[2] - difference.first.deviations[2]
    assert difference.deviations[2] == spread > 10
    assert lines[4].split() == [
        "2",
        f"{difference.means[2]:+.3f}",
        f"{difference.standard_errors[2]:.3f}",
        f"{spread:+.2f}",
    ]


@attrs.frozen
class Anything(PlayRule):
    """A user's rule that forbids nothing."""

    name: str = "anything"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable

    def reason(self, card: Card, table: Table) -> str:
        return "never"

    def describe(self, players: int) -> str:
        return "Anything goes."


@attrs.frozen
class LeftAlways(Passing):
    """A user's pass pattern."""

    name: str = "left-always"
    optional: bool = False
    kept: Cards = attrs.field(factory=Cards)

    def calls(self, players: int) -> tuple[Any, ...]:
        return ()

    def pattern(self, round_number: int, players: int) -> Any:
        return variants.get("american").passing.pattern(0, players)

    def describe(self, players: int) -> str:
        return "Three to the left."


def test_the_plain_engine_plays_what_the_kernel_does_not_know() -> None:
    own = attrs.evolve(AMERICAN, play=(FollowSuit(), Anything()))
    with pytest.raises(CannotLower, match="Anything"):
        simulate(own, rounds=10)
    found = simulate(own, rounds=40, engine="python", policy=["random", "lowest", "duck", "duck"])
    assert found.rounds == 40
    assert found.task.engine == "python"
    other = attrs.evolve(AMERICAN, passing=LeftAlways())
    with pytest.raises(CannotLower, match="LeftAlways"):
        simulate(other, rounds=10)
    assert simulate(other, rounds=10, engine="python").rounds == 10


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["american", "turbo_booster", "cancellation", "kitty_hearts"])
def test_both_engines_agree_in_the_long_run(slug: str) -> None:
    rules = variants.get(slug)
    policy = ["duck", *["random"] * (rules.usual_players - 1)]
    fast = simulate(rules, rounds=20_000, policy=policy)
    slow = simulate(rules, rounds=60, policy=policy, engine="python")
    for seat in range(rules.usual_players):
        off = abs(fast.means[seat] - slow.means[seat])
        assert off < 5 * (fast.standard_errors[seat] + slow.standard_errors[seat])
    assert abs(fast.lead_cost - slow.lead_cost) < 5 * (fast.lead_error + slow.lead_error)


def test_the_cost_of_the_lead_is_counted() -> None:
    """Three rounds of 26 points; the leader had 2 twice, then 26."""
    task = simulate(AMERICAN, rounds=10).task
    histogram = ((2, 2), (26, 1))
    part = Part(0, 3, (histogram,) * 4, (0,) * 4, (((2, 26), 2), ((26, 26), 1)))
    found = Result.of(task, [part])
    assert found.lead_cost == pytest.approx((2 * (2 - 8) + 26) / 3)
    assert found.lead_error == pytest.approx(
        (2 * (-6 - 14 / 3) ** 2 + (26 - 14 / 3) ** 2) ** 0.5 / 3
    )
    assert found.leads == (((2, 26), 2), ((26, 26), 1))


def test_a_moon_of_partners_is_one_moon() -> None:
    task = Task(variants.get("partnership"), 4, 0, ("duck",) * 4, "kernel")
    part = Part(0, 10, (((0, 10),),) * 4, (3, 1, 3, 1), ())
    assert Result.of(task, [part]).moon_rate == pytest.approx(0.4)


HOUSE = attrs.evolve(
    variants.get("turbo"),
    name="House",
    deck=Pack(kitty=4, left_over=True),
    kitty=KittyTo(exchanged=True),
    passing=Cycle((Scatter(), Mix()), optional=True, kept=Cards("QS")),
    round_end=PlayedOut(claims=True),
)


@pytest.mark.parametrize("policy", ["random", "lowest", "duck"])
def test_the_plain_engine_plays_every_phase(policy: str) -> None:
    calling = variants.get("dirty_nasty_filthy")
    for rules in (HOUSE, calling, variants.get("chase_the_lady"), variants.get("cancellation")):
        assert simulate(rules, rounds=8, policy=policy, engine="python").rounds == 8
    hartenjagen = variants.get("hartenjagen")  # few penalty cards: moons are shot
    assert simulate(hartenjagen, rounds=60, policy=policy, engine="python").moon_rate > 0


def bars(axes: Any) -> dict[str, dict[int, float]]:
    """The percentage of rounds by points, for each group of bars."""
    return {
        each.get_label(): {
            round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in each
        }
        for each in axes.containers
    }


@pytest.mark.slow
def test_a_picture_has_bars_for_each_policy(tmp_path: Path) -> None:
    found = simulate(AMERICAN, rounds=1_000, policy=["duck", "random", "duck", "duck"])
    axes = found.plot()
    assert axes.get_title() == "American Hearts, 1,000 rounds"
    drawn = bars(axes)
    assert [*drawn] == ["duck, seat 0, 2, 3", "random, seat 1"]
    ducks, other = drawn.values()
    assert other == {
        points: pytest.approx(100 * share) for points, share in found.distribution(1).items()
    }
    assert sum(ducks.values()) == pytest.approx(100)
    edges = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in axes.patches)
    assert all(
        end <= begin + 1e-9 for (_, end), (begin, _) in itertools.pairwise(edges)
    )  # none is hidden
    mean = sum(points * share / 100 for points, share in ducks.items())
    assert mean == pytest.approx((found.means[0] + found.means[2] + found.means[3]) / 3)
    assert found.plot(axes) is axes
    axes.figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["american", "gong_zhu", "turbo", "spot"])
def test_each_bar_of_a_picture_is_seen_as_high_as_its_share(slug: str) -> None:
    agg = pytest.importorskip("matplotlib.backends.backend_agg")
    found = simulate(variants.get(slug), rounds=2_000)
    axes = found.plot()
    axes.get_legend().remove()
    canvas = agg.FigureCanvasAgg(axes.figure)
    canvas.draw()
    seen = np.asarray(canvas.buffer_rgba())[::-1, :, :3] / 255
    highs = [
        axes.transData.transform((bar.get_x() + bar.get_width() / 2, bar.get_height()))
        for bar in axes.patches
    ]
    colour, base = axes.patches[0].get_facecolor()[:3], axes.transData.transform((0, 0))[1]
    drawn = np.abs(seen - colour).sum(axis=2) < 0.6
    for x, top in highs:
        columns = drawn[:, round(x) - 1 : round(x) + 2].any(axis=1)
        if top > base + 3:
            assert columns[round(base) + 2 : round(top) - 1].all()
    shares = dict(found.distribution(0))
    assert len(axes.patches) >= len(shares) > 3


@pytest.mark.slow
def test_two_rulebooks_are_drawn_on_one_picture() -> None:
    difference = compare(AMERICAN, variants.get("spot"), rounds=1_000)
    axes = difference.plot()
    ours, theirs = bars(axes).values()
    names = ["American Hearts, random, every seat", "Spot Hearts, random, every seat"]
    assert axes.get_legend() is not None
    assert axes.get_legend_handles_labels()[1] == names
    assert [*bars(axes)] == names
    assert axes.patches[0].get_facecolor() != axes.patches[-1].get_facecolor()
    assert max(theirs) > max(ours)
    assert axes.get_title() == "American Hearts and Spot Hearts, 1,000 rounds"
    assert difference.plot(axes) is axes
    same = compare(AMERICAN, AMERICAN, rounds=10).plot()
    assert [label.split(",")[0] for label in bars(same)] == ["first", "second"]


@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`heartslib.simulate` as imported without numba."""
    for name in [name for name in sys.modules if name.startswith("heartslib.simulate")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    return importlib.import_module("heartslib.simulate")


def test_the_plain_engine_needs_no_extra(without_numba: Any) -> None:
    play = functools.partial(without_numba.simulate, AMERICAN, rounds=5, seed=3)
    assert str(play(engine="python")) == str(simulate(AMERICAN, rounds=5, seed=3, engine="python"))
    install = r"needs numpy and numba: python -m pip install 'heartslib\[fast\]', or '\.\[fast\]' in a checkout"
    instead = "; or give engine='python', which needs no extra"
    with pytest.raises(ImportError, match=f"engine='kernel' {install}{instead}$"):
        play()
    for name in ("play_out", "solved"):
        with pytest.raises(ImportError, match=f"{name} {install}$"):
            getattr(without_numba, name)
    with pytest.raises(AttributeError, match="has no attribute 'Elsewhere'"):
        _ = without_numba.Elsewhere


def test_without_matplotlib_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"plot needs matplotlib: .* '\.\[plot\]'"):
        simulate(AMERICAN, rounds=10).plot()


def test_rules_that_the_kernel_does_not_know_are_played_in_python(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["simulate", "super_hearts", "--rounds", "3"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert err == (
        "heartslib: the kernel cannot run LowestIsPaid, which has lines and no terms: plain Python plays "
        "the rounds, and takes thousands of times as long\n"
    )
    assert main([*command, "--engine", "python"]) == 0
    assert capsys.readouterr() == (out, "")
    assert main([*command, "--engine", "kernel"]) == BAD_INPUT
    assert "use --engine python" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    arguments = ["simulate", "turbo", "--rounds", "2e3", "--against", "omnibus", "--workers", "2"]
    assert main([*arguments, "--plot", str(picture), "--policy", "duck,random,random,random"]) == 0
    out = capsys.readouterr().out
    assert "Turbo Hearts, 4 players, 2,000 rounds, seed 0, kernel" in out
    assert "Omnibus Hearts minus Turbo Hearts" in out
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    assert main(["simulate", "basic", "--rounds", "20", "--engine", "python"]) == 0
    assert "Basic Hearts, 4 players, 20 rounds, seed 0, python" in capsys.readouterr().out
    for wrong, said in (
        (["--rounds", "1x"], "--rounds: must be a whole number from 1 to 1000000000000, not '1x'"),
        (["--rounds", "2.5"], "--rounds: must be a whole number"),
        (["--rounds", "1e308"], "--rounds: must be a whole number"),
        (["--rounds", "nan"], "--rounds: must be a whole number"),
        (["--workers", "0"], "--workers: must be a whole number from 1 to 1024, not '0'"),
        (["--players", "1000000000"], "--players: must be a whole number from 2 to 11"),
        (["--policy", "duck,duck"], "--policy must be one name, or one for each of 4 seats, not"),
        (["--against", "chase_the_lady", "--players", "8"], "players, not 8"),
    ):
        assert main(["simulate", "turbo", *wrong]) == BAD_INPUT
        assert said in (printed := capsys.readouterr()).err
        assert not printed.out


def test_a_picture_that_cannot_be_drawn_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(file: Path | str) -> str:
        assert main(["simulate", "turbo", "--rounds", "10", "--plot", str(file)]) == BAD_INPUT
        out, err = capsys.readouterr()
        assert not out
        return err

    for name in ("x.zzz", "x", "png"):
        assert f"--plot writes .pdf or .png or .svg, not {name!r}" in refused(name)
    (tmp_path / "folder.png").mkdir()
    for file in (tmp_path / "nowhere" / "x.png", tmp_path / "folder.png"):
        assert f"--plot cannot write {str(file)!r}: " in refused(file)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert refused("x.png").startswith(
        "heartslib: --plot needs matplotlib: python -m pip install 'heartslib[plot]'"
    )


def test_the_command_names_the_option_that_would_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f"name = 'Own'\nplay = {['FollowSuit'] * 25}\n", encoding="utf-8")
    assert main(["simulate", "--rules", str(file), "--engine", "kernel"]) == BAD_INPUT
    assert (
        "takes at most 24 clauses for one kind of turn; use --engine python"
        in capsys.readouterr().err
    )
    for name in [name for name in sys.modules if name.startswith("heartslib.simulate")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert main(["simulate", "basic"]) == BAD_INPUT
    install = "python -m pip install 'heartslib[fast]', or '.[fast]' in a checkout; or give --engine python, which needs no extra"
    assert f"--engine kernel needs numpy and numba: {install}" in capsys.readouterr().err
    assert main(["simulate", "basic", "--rounds", "5", "--engine", "python"]) == 0


def test_a_picture_that_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "x.png")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    file = tmp_path / "x.png"
    assert main(["simulate", "basic", "--rounds", "10", "--plot", str(file)]) == BAD_INPUT
    assert "heartslib: x.png cannot be written: No space left" in capsys.readouterr().err


@pytest.mark.slow
def test_a_bar_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    quiet = simulate(AMERICAN, rounds=20_000, progress=True)
    assert capsys.readouterr().err == ""
    assert quiet == simulate(AMERICAN, rounds=20_000)


class Terminal(io.StringIO):
    """What a person sees."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("seconds", "said"), [(0.0, 1), (60.0, 0)])
def test_a_terminal_shows_why_the_first_result_is_slow(
    monkeypatch: pytest.MonkeyPatch, seconds: float, said: int
) -> None:
    simulation = importlib.import_module("heartslib.simulate")
    screen, block = Terminal(), simulation._block

    def slow(*job: Any) -> Part:
        time.sleep(0.05)
        part: Part = block(*job)
        return part

    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(waiting, "PATIENCE", seconds)
    monkeypatch.setattr(simulation, "_block", slow)
    simulate(variants.get("american"), rounds=10)
    assert screen.getvalue().count(waiting.COMPILING) == said
    simulate(variants.get("american"), rounds=10, engine="python")
    assert screen.getvalue().count(waiting.COMPILING) == said


def test_without_rich_there_is_no_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert main(["simulate", "turbo", "--rounds", "100"]) == 0
    assert capsys.readouterr().out.startswith("Turbo Hearts, 4 players, 100 rounds")


def test_rules_are_values_for_the_kernel_too() -> None:
    same = attrs.evolve(AMERICAN, source="elsewhere")
    assert isinstance(same, Rules)
    assert simulate(same, rounds=100).means == simulate(AMERICAN, rounds=100).means


@pytest.mark.slow
def test_workers_get_larger_blocks_of_a_long_run(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = importlib.import_module("heartslib.simulate")
    monkeypatch.setattr(simulation, "BLOCK", 10)
    with ThreadPoolExecutor(2) as pool:
        sizes: list[int] = []

        class Watched(Executor):
            def submit(self, fn: Any, /, *args: Any, **_: Any) -> Any:
                sizes.append(args[-1])
                return pool.submit(fn, *args)

        long = simulate(AMERICAN, rounds=2_010, executor=Watched())
        assert sizes == [100] * 20 + [10]
        sizes.clear()
        short = simulate(AMERICAN, rounds=1_990, executor=Watched())
        assert sizes == [10] * 199
    assert long == simulate(AMERICAN, rounds=2_010)
    assert short == simulate(AMERICAN, rounds=1_990)


def test_the_kernels_policies_know_no_card_that_the_dealer_shows() -> None:
    tetka = variants.get("tetka")
    with pytest.raises(
        CannotLower, match="the kernel plays only at random for a card that the dealer"
    ):
        simulate(tetka, rounds=10, policy="duck")
    result = simulate(tetka, rounds=8)
    assert round(sum(result.means) * 8) == 72
    result = simulate(tetka, rounds=8, engine="python", policy="duck")
    assert round(sum(result.means) * 8) == 72


@pytest.mark.parametrize("slug", ["american", "dirty_nasty_filthy", "gong_zhu", "queens"])
def test_the_kernel_plays_a_game_alike_whichever_way_round_it_goes(slug: str) -> None:
    rules = variants.get(slug)
    one, other = (lowered(attrs.evolve(rules, direction=each).at(4).in_force) for each in Direction)
    assert (one.numbers, one.cards, one.facts_asked) == (
        other.numbers,
        other.cards,
        other.facts_asked,
    )


def test_a_pass_in_a_turned_game_is_tried_in_the_kernel() -> None:
    turned = attrs.evolve(AMERICAN, direction=Direction.COUNTERCLOCKWISE)
    game = Game.new(turned).deal(seed=7)
    game = game.apply(MonteCarlo(rollouts=10, seconds=None)(game.view(0)))
    assert (game.to_act, len(game.view(0).given)) == ((1, 2, 3), 3)
