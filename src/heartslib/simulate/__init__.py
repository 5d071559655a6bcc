"""Play many rounds and count the points, in compiled code and on any executor.

The kernel needs the extra ``fast`` (numpy and numba); the Python engine needs nothing.  Each round
draws its own random numbers, from the seed and the number of the round, so the result does not
depend on how the rounds are divided among workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from itertools import islice
from typing import TYPE_CHECKING, TypedDict, Unpack

from heartslib._values.seats import for_each
from heartslib.ask.doors import rules_at
from heartslib.errors import Argument, HeartsError, quoted
from heartslib.rules import Rules, TableRules
from heartslib.simulate.players.policies import POLICIES, policy_number
from heartslib.simulate.rounds import by_game
from heartslib.simulate.rounds.engines import (
    ENGINES,
    check_executor,
    check_one,
    check_whole,
    compiled_module,
    target_of,
)
from heartslib.simulate.rounds.executors import AHEAD, ATTEMPTS, in_blocks
from heartslib.simulate.rounds.progress import COMPILING, with_bar
from heartslib.simulate.rounds.result import Difference, Part, Result, Task
from heartslib.simulate.targets.cache_folder import cache_in

if TYPE_CHECKING:
    from heartslib.simulate.lowering.refusal import CannotLower
    from heartslib.simulate.positions.play_on import play_out
    from heartslib.simulate.positions.position import Position
    from heartslib.simulate.positions.solved import Solution, solved
else:
    _COMPILED = {
        "CannotLower": "lowering.refusal",
        "Position": "positions.position",
        "Solution": "positions.solved",
        "play_out": "positions.play_on",
        "solved": "positions.solved",
    }
    """What needs the kernel, and its modules: they are loaded when first asked for."""

    def __getattr__(name: str) -> object:
        if name not in _COMPILED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(compiled_module(_COMPILED[name], name), name)


BLOCK = 10_000
"""Rounds in a block, the unit of work.  An executor's workers get ten blocks of a long run at once,
because it takes as long to send one as to play it."""

BLOCK_OF_GPU = 1 << 26
"""Rounds in a block for a GPU, which plays them in a fraction of a second."""

_LONG = 200
"""From how many blocks on a run is long: ten times fewer are cheaper to count, if all workers get some."""


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

    Every round is played as the first of a game, with all scores at 0 and nothing known of a round
    before.  Only the pass changes from round to round as in a game, and the deal always moves one
    seat onward, even if the rulebook has another dealer.  Contracts take turns, even if the
    rulebook lets the dealer name them; for a single one, give ``rules.under(contract)``.

    >>> from heartslib import variants
    >>> print(simulate(variants.get("american"), rounds=100, policy="duck", engine="python"))
    American Hearts, 4 players, 100 rounds, seed 0, python
    seat  player        points       ± deviation  moons, %
       0  duck           8.790   0.910      9.10     0.000
       1  duck           8.330   0.836      8.36     2.000
       2  duck           7.030   0.788      7.88     1.000
       3  duck           6.010   0.728      7.28     5.000

    Args:
        rules: The rulebook.
        rounds: How many rounds.
        players: The number of players; by default `rules.usual_players`.
        seed: A whole number from 0.  The same seed gives the same result on every machine, with
            any number of workers.
        policy: How the seats play: one of `POLICIES` for all, or a sequence with one for each.
        executor: Plays the blocks of rounds: any `concurrent.futures.Executor`, such as a pool of
            threads or processes or a Dask client's; None plays them in this thread.  For several
            GPUs, give one with a worker for each.
        engine: ``"kernel"``; ``"cuda"``, which plays the same rounds on an NVIDIA GPU (extra
            ``cuda``); or ``"python"``, which is far slower, but knows every rule and needs no extra.
        progress: Whether to show a progress bar on a terminal; needs rich (extra ``cli``).

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
        HeartsError: Another argument is wrong, or there is no GPU, or it has too little memory.
        MissingExtra: The extra that the engine needs is not installed.
    """
    at = rules_at(rules, players)
    players = at.players
    rounds, seed = check_whole("rounds", rounds, 1), check_whole("seed", seed, 0)
    check_one("engine", engine, ENGINES)
    check_executor(executor)
    policies = _policies(policy, at, engine)
    task = Task(rules, players, seed, policies, engine)
    if engine != "python":  # refused here, not by a worker
        compiled_module("lowering.rules", Argument("engine", engine)).lowered_each(at, policies)
        if executor is None:
            target_of(engine)
    size = _size(task, rounds, executor)
    jobs = ((task, first, min(size, rounds - first)) for first in range(0, rounds, size))
    parts = in_blocks(_block, jobs, executor, COMPILING if engine != "python" else "")
    return Result.of(task, with_bar(parts, -(-rounds // size)) if progress else parts)


class _Options(TypedDict, total=False):
    """What `simulate` may be given beside the rulebook."""

    rounds: int
    players: int | None
    seed: int
    policy: str | Sequence[str]
    executor: Executor | None
    engine: str
    progress: bool


def compare(first: Rules, second: Rules, **options: Unpack[_Options]) -> Difference:
    """Simulate two rulebooks with the same options, and say how the second differs.

    >>> from heartslib import variants
    >>> pair = variants.get("american"), variants.get("omnibus")
    >>> difference = compare(*pair, rounds=50, policy="duck", engine="python")
    >>> [round(points, 1) for points in difference.means]  # J♦ is worth -10
    [-3.4, -2.5, -2.7, -2.5]

    Args:
        first: A rulebook.
        second: The rulebook to compare with it.
        options: As for `simulate`.
    """
    return simulate(first, **options).difference(simulate(second, **options))


def _policies(policy: str | Sequence[str], rules: TableRules, engine: str) -> tuple[str, ...]:
    players = rules.players
    if isinstance(policy, str):
        names = for_each(players, policy)
    else:  # one more than there should be shows that there are too many, even if there is no end of them
        names = tuple(islice(policy, players + 1)) if isinstance(policy, Iterable) else ()
    if len(names) != players:
        raise HeartsError(
            Argument("policy"),
            f" must be one name, or one for each of {players} seats, not {quoted(policy)}",
        )
    for name in names:
        policy_number(name, engine)
    return names


def _size(task: Task, rounds: int, executor: Executor | None) -> int:
    """How many rounds are played at once."""
    if task.engine == "cuda":
        return BLOCK_OF_GPU
    long = _LONG if executor else _LONG // 10
    return 10 * BLOCK if task.engine == "kernel" and rounds >= long * BLOCK else BLOCK


def _block(task: Task, first: int, count: int) -> Part:
    """Play `count` rounds, from number `first`."""
    if task.engine == "python":
        return by_game.play_block(task, first, count)
    engine = compiled_module("rounds.by_kernel", Argument("engine", task.engine))
    part: Part = engine.play_block(task, first, count)
    return part


__all__ = [
    "AHEAD",
    "ATTEMPTS",
    "BLOCK",
    "BLOCK_OF_GPU",
    "ENGINES",
    "POLICIES",
    "CannotLower",
    "Difference",
    "Part",
    "Position",
    "Result",
    "Solution",
    "Task",
    "cache_in",
    "compare",
    "play_out",
    "simulate",
    "solved",
]

__dir__ = __all__.copy  # what `dir` shows of the module
