"""The commands that run many rounds or compile for them: ``simulate`` and ``compile``."""

from __future__ import annotations

import argparse
import functools
import importlib
import os
import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from heartslib import variants
from heartslib.cli.asked import rulebook
from heartslib.cli.files import quoted_path
from heartslib.cli.output import complain, show_text
from heartslib.errors import Argument, HeartsError, needs
from heartslib.rules import Rules
from heartslib.simulate.rounds.progress import with_bar

SLOWER = "thousands of"
"""How many times as long as the kernel the Python engine takes for a round."""
_PICTURES = (".pdf", ".png", ".svg")


def simulate_command(options: argparse.Namespace) -> int:
    """Play many rounds, and print what comes of them."""
    from heartslib.simulate import simulate  # noqa: PLC0415 - loaded only when needed

    # all that may be wrong is refused before millions of rounds are played
    rules = rulebook(options)
    players = options.players or rules.usual_players
    other = None if options.against is None else variants.get(options.against)
    if other is not None:
        other.at(players)
    if options.plot is not None:
        _check_picture(options.plot)
    policy = options.policy.split(",") if "," in options.policy else options.policy
    play = functools.partial(simulate, players=players, seed=options.seed, policy=policy)
    engine = options.engine or _engine_for(play, [each for each in (rules, other) if each])
    with workers(ThreadPoolExecutor, options.workers) as executor:
        play = functools.partial(
            play, rounds=options.rounds, engine=engine, executor=executor, progress=True
        )
        result = play(rules)
        show_text(str(result))
        difference = None if other is None else result.difference(play(other))
    if difference is not None:
        show_text(f"\n{difference}")
    if options.plot is not None:
        (difference or result).plot().figure.savefig(options.plot)
    return 0


def _engine_for(play: Callable[..., object], rulebooks: Iterable[Rules]) -> str:
    """The kernel, or plain Python, and a line that says so, if the kernel does not know some rule."""
    from heartslib.simulate import CannotLower  # noqa: PLC0415 - loaded only when needed

    try:
        for rules in rulebooks:
            play(rules, rounds=1)
    except CannotLower as error:
        why = str(error).partition("; use ")[0]
        complain(f"{why}: plain Python plays the rounds, and takes {SLOWER} times as long")
        return "python"
    return "kernel"


def compile_command(options: argparse.Namespace) -> int:
    """Compile what later processes use."""
    if options.processor == "generic":
        if "numba" in sys.modules and sys.modules["numba"].config.CPU_NAME != "generic":
            raise HeartsError("numba already compiles for this processor: run it in a new process")
        os.environ["NUMBA_CPU_NAME"] = "generic"  # numba reads it when it is imported
    names = options.variants.split(",") if options.variants else variants.all()
    chosen = [variants.get(name) for name in names]
    try:
        from heartslib.cli.prepare import pieces  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise needs("heartslib compile", "numpy and numba", "fast") from error
    calls = pieces(chosen)
    with warnings.catch_warnings(action="error", category=RuntimeWarning):
        try:
            for call in with_bar(calls, len(calls), "compiled"):
                call()
        except RuntimeWarning as error:  # the code cannot be kept
            raise HeartsError(str(error)) from None
    return 0


def _check_picture(file: str) -> None:
    """Check, before anything is played, that the picture can be drawn and written."""
    try:
        importlib.import_module("matplotlib.figure")
    except ImportError as error:
        raise needs(Argument("plot"), "matplotlib", "plot") from error
    path = Path(file)
    if path.suffix.lower() not in _PICTURES:
        raise HeartsError(f"--plot writes {' or '.join(_PICTURES)}, not {quoted_path(file)}")
    if not path.parent.is_dir() or path.is_dir():
        raise HeartsError(f"--plot cannot write {quoted_path(file)}: its folder does not exist")


def processes(count: int) -> Executor:
    """A pool of processes that the interrupt key ends without a traceback."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - some Pythons lack it
    from multiprocessing import get_context  # noqa: PLC0415

    spawned = get_context("spawn")  # a process that has threads is not to be forked
    ended = signal.SIGINT, signal.SIG_DFL
    return ProcessPoolExecutor(count, spawned, initializer=signal.signal, initargs=ended)


@contextmanager
def workers(kind: Callable[[int], Executor], count: int) -> Generator[Executor | None]:
    """An executor with `count` workers, or None for one; they stop if something goes wrong."""
    if count == 1:
        yield None
        return
    with kind(count) as executor:
        try:
            yield executor
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
