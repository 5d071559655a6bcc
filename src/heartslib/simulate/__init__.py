"""Many rounds at once: rules as tables, one compiled kernel, any executor.

The kernel needs the extra ``fast`` (numpy and numba); the plain engine needs nothing.  A round has
chance of its own, made from the seed and its number, so the result does not depend on how the
rounds are divided among workers.
"""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from itertools import islice, starmap
from typing import TYPE_CHECKING, Any, Final

from heartslib.ask import players_of
from heartslib.errors import Argument, HeartsError, RulesError, needs, shown
from heartslib.rules import Rules
from heartslib.simulate import python_engine
from heartslib.simulate.policies import POLICIES, policy_number
from heartslib.simulate.result import Difference, Part, Result, Task

if TYPE_CHECKING:
    from heartslib.simulate.lowering import CannotLower
    from heartslib.simulate.position import Position
else:
    _COMPILED = {"CannotLower": "lowering", "Position": "position"}
    """The modules of what only the kernel has: they are loaded when first asked for."""

    def __getattr__(name: str) -> object:
        if name not in _COMPILED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(_compiled(_COMPILED[name], name), name)


BLOCK: Final = 10_000
"""Rounds of a block, the unit of work: all of one go to one worker."""

ATTEMPTS: Final = 3
"""How often a block is tried that an executor loses."""

AHEAD: Final = 1_000
"""How many blocks an executor is given before the first of them is back."""

_LARGEST: Final = (1 << 63) - 1
_KERNEL: Final = Argument("engine", "kernel")


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
        engine: ``"kernel"``, or ``"python"`` for rules that the kernel does not know, or where the
            extra ``fast`` is not installed; far slower.
        progress: Whether to show a bar on a terminal, where rich (extra ``cli``) is installed.

    Raises:
        CannotLower: The kernel does not know a rule; it is named.
        HeartsError: Another argument does not fit.
        MissingExtra: The kernel needs the extra ``fast``.
    """
    players = players_of(rules, players)
    for name, number, least in (("rounds", rounds, 1), ("seed", seed, 0)):
        if type(number) is not int or not least <= number <= _LARGEST:
            raise HeartsError(
                Argument(name),
                f" must be a whole number from {least} to 2**63 - 1, not {shown(number)}",
            )
    if engine not in ("kernel", "python"):
        raise HeartsError(f"engine is 'kernel' or 'python', not {shown(engine)}")
    if executor is not None and not hasattr(executor, "submit"):
        raise HeartsError(f"executor must be a concurrent.futures.Executor, not {shown(executor)}")
    task = Task(rules, players, seed, _policies(policy, players), engine)
    if engine == "kernel":  # refused here, not by a worker
        _compiled("lowering", _KERNEL).lowered_once(rules, players)
    parts = _with_bar(_played(task, rounds, executor), -(-rounds // BLOCK), shown_=progress)
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


def _compiled(module: str, what: object) -> Any:
    """A module of the kernel, which `what` needs."""
    try:
        return importlib.import_module(f"heartslib.simulate.{module}")
    except ImportError as error:
        raise needs(what, "numpy and numba", "fast") from error


def _policies(policy: str | Sequence[str], players: int) -> tuple[str, ...]:
    several: Iterable[str] = (policy,) * players if isinstance(policy, str) else policy
    named = tuple(islice(several, players + 1)) if isinstance(several, Iterable) else ()
    if len(named) != players:
        raise HeartsError(
            Argument("policy"),
            f" is one name, or one for each of {players} seats, not {shown(policy)}",
        )
    for each in named:
        policy_number(each)
    return named


_Job = tuple[Task, int, int]


def _played(task: Task, rounds: int, executor: Executor | None) -> Iterator[Part]:
    """The blocks, each as soon as it can be had, in order."""
    jobs = ((task, first, min(BLOCK, rounds - first)) for first in range(0, rounds, BLOCK))
    if executor is None:
        yield from starmap(_block, jobs)
        return
    submitted = ((job, executor.submit(_block, *job)) for job in jobs)
    waiting = deque(islice(submitted, AHEAD))
    while waiting:
        yield _had(executor, *waiting.popleft())
        waiting.extend(islice(submitted, 1))


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
        return python_engine.play_block(task, first, count)
    part: Part = _compiled("kernel_engine", _KERNEL).play_block(task, first, count)
    return part


def _with_bar(parts: Iterable[Part], count: int, *, shown_: bool) -> Iterable[Part]:
    """The parts, with a bar on standard error if that is a terminal and rich is installed."""
    if not shown_:
        return parts
    try:
        from rich.console import Console  # noqa: PLC0415 - an extra
        from rich.progress import track  # noqa: PLC0415
    except ImportError:
        return parts
    console = Console(stderr=True)
    return track(parts, "rounds", total=count, console=console, disable=not console.is_terminal)


__all__ = [
    "AHEAD",
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
