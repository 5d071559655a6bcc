"""Many rounds at once: rules as tables, one compiled kernel, any executor.

Needs the extra ``fast`` (numpy and numba).  A round has chance of its own, made from the seed
and its number, so the result does not depend on how the rounds are divided among workers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from typing import Any, Final

from heartslib.errors import HeartsError, RulesError, shown
from heartslib.rules import Rules
from heartslib.simulate.python_engine import play_round
from heartslib.simulate.result import Difference, Part, Result, Task

try:
    import numpy as np

    from heartslib.simulate import kernel
    from heartslib.simulate.lowering import CannotLower, lowered_once
    from heartslib.simulate.position import POLICIES, Position, policy_number
except ImportError as error:
    raise ImportError(
        "heartslib.simulate needs numpy and numba: pip install 'heartslib[fast]'"
    ) from error

BLOCK: Final = 10_000
"""Rounds of a block, the unit of work: all of one go to one worker."""

ATTEMPTS: Final = 3
"""How often a block is tried that an executor loses."""


def simulate(
    rules: Rules,
    *,
    rounds: int = 10_000,
    players: int | None = None,
    seed: int = 0,
    policy: str | Sequence[str] = "random",
    executor: Executor | None = None,
    engine: str = "kernel",
    progress: bool = False,
) -> Result:
    """Play many rounds and count the points.

    Each round is the first of a game of its own as far as scores go; the dealer and the pass go
    round as in a game.

    Args:
        rules: The rulebook.
        rounds: How many rounds.
        players: The number of players; may be left out where the rules leave no choice.
        seed: A whole number; the same seed gives the same result on every machine, with any
            number of workers.
        policy: What the players do: one of `POLICIES`, or one for each seat.
        executor: Where blocks of rounds are played: any `concurrent.futures.Executor`, such as
            threads, processes, or that of a Dask client; by default here.
        engine: ``"kernel"``, or ``"python"`` for rules that the kernel does not know, far slower.
        progress: Whether to show a bar on a terminal; needs rich (extra ``cli``).

    Raises:
        CannotLower: The kernel does not know a rule; it is named.
        HeartsError: Another argument does not fit.
    """
    if not isinstance(rules, Rules):
        raise HeartsError(f"rules must be a Rules value, not {shown(rules)}")
    if players is None:
        players = rules.usual_players
    rules.check_players(players)
    for name, number in (("rounds", rounds), ("seed", seed)):
        if type(number) is not int or number < (name == "rounds") or number >= 1 << 63:
            raise HeartsError(f"{name} is a whole number, {int(name == 'rounds')} or more")
    if engine not in {"kernel", "python"}:
        raise HeartsError(f"engine is 'kernel' or 'python', not {shown(engine)}")
    policies = _policies(policy, players)
    if engine == "kernel":
        lowered_once(rules, players)  # refused here, not by a worker
    task = Task(rules, players, seed, policies, engine)
    jobs = [(task, first, min(BLOCK, rounds - first)) for first in range(0, rounds, BLOCK)]
    parts = _with_bar(_played(jobs, executor), len(jobs), shown_=progress)
    return Result.of(task, parts)


def compare(first: Rules, second: Rules, **options: object) -> Difference:
    """Play two rulebooks with the same options, and how the second differs from the first.

    Args:
        first: A rulebook.
        second: Another one.
        options: As for `simulate`.
    """
    one = simulate(first, **options)  # type: ignore[arg-type]
    return one.beside(simulate(second, **options))  # type: ignore[arg-type]


def _policies(policy: str | Sequence[str], players: int) -> tuple[str, ...]:
    several = (policy,) * players if isinstance(policy, str) else tuple(policy)
    if len(several) != players:
        raise HeartsError(f"policy is one name, or one for each of {players} seats")
    for each in several:
        policy_number(each)
    return several


_Job = tuple[Task, int, int]


def _played(jobs: list[_Job], executor: Executor | None) -> Iterator[Part]:
    """The blocks, each as soon as it can be had, in order."""
    if executor is None:
        yield from (_block(*job) for job in jobs)
        return
    waiting: list[Future[Part]] = [executor.submit(_block, *job) for job in jobs]
    for job, future in zip(jobs, waiting, strict=True):
        yield _had(executor, job, future)


def _had(executor: Executor, job: _Job, future: Future[Part]) -> Part:
    """The part of a block; one that was lost is played again, at last here."""
    for _ in range(ATTEMPTS - 1):
        try:
            return future.result()
        except RulesError:
            raise
        except Exception:  # noqa: BLE001 - whatever loses work: a broken pool, a lost machine
            try:
                future = executor.submit(_block, *job)
            except RuntimeError:
                break
    return _block(*job)


def _block(task: Task, first: int, count: int) -> Part:
    """The rounds `first`, `first` + 1 and so on, `count` of them."""
    if task.engine == "python":
        return _in_python(task, first, count)
    players = task.players
    table = lowered_once(task.rules, players)
    points = np.zeros((count, players), np.int64)
    moons, leaders = np.zeros(count, np.int64), np.zeros(count, np.int64)
    kernel.play_rounds(
        table.numbers,
        table.cards,
        np.zeros(kernel.S_SIZE, np.uint64),
        np.zeros(kernel.N_SIZE, np.int64),
        np.zeros(kernel.W_SIZE, np.int64),
        np.uint64(task.seed),
        np.int64(first),
        np.array([policy_number(policy) for policy in task.policies], np.int64),
        points,
        moons,
        leaders,
        np.zeros((0, 2), np.uint64),
    )
    histograms = tuple(tuple(_counted(points[:, seat]).items()) for seat in range(players))
    party = table.numbers[kernel.PARTY : kernel.PARTY + players]
    shot = tuple(int((moons == party[seat]).sum()) for seat in range(players))
    led = points[np.arange(count), leaders]
    leads = _counted(np.stack([led, points.sum(axis=1)], axis=1))
    return Part(first, count, histograms, shot, tuple(leads.items()))


def _counted(rows: Any) -> dict[Any, int]:
    """How often each row is there; a row of several numbers is a tuple."""
    values, often = np.unique(rows, axis=0, return_counts=True)
    several = values.tolist() if values.ndim == 1 else map(tuple, values.tolist())
    return dict(zip(several, often.tolist(), strict=True))


def _in_python(task: Task, first: int, count: int) -> Part:
    counts: list[Counter[int]] = [Counter() for _ in range(task.players)]
    shot, leads = [0] * task.players, Counter[tuple[int, int]]()
    for number in range(first, first + count):
        points, shooter, leader = play_round(task, number)
        leads[points[leader], sum(points)] += 1
        for seat, point in enumerate(points):
            counts[seat][point] += 1
            shot[seat] += seat in shooter
    histograms = tuple(tuple(each.items()) for each in counts)
    return Part(first, count, histograms, tuple(shot), tuple(leads.items()))


def _with_bar(parts: Iterable[Part], count: int, *, shown_: bool) -> Iterable[Part]:
    """The parts, with a bar on standard error if that is a terminal."""
    if not shown_:
        return parts
    from rich.console import Console  # noqa: PLC0415 - an extra
    from rich.progress import track  # noqa: PLC0415

    console = Console(stderr=True)
    return track(parts, "rounds", total=count, console=console, disable=not console.is_terminal)


__all__ = [
    "ATTEMPTS",
    "BLOCK",
    "POLICIES",
    "CannotLower",
    "Difference",
    "Part",
    "Position",
    "Result",
    "Task",
    "compare",
    "simulate",
]
