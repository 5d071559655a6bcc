"""Eight threads on the same values, with the interpreter lock or without: ``python -m tools.soak``.

A rulebook and a game never change, but they keep what they have worked out once, and threads may ask for it at the same
time.  In a turn the threads share a rulebook that nobody has used, by its name, and a copy of a game, which has worked
out nothing.  They start together, and each does all of `JOBS` with those two, beginning with another job.  What comes
out must be what one thread alone gets afterwards.  Before the turns, threads of new processes import the library and
play: they all meet what is imported on first use.
"""

# ruff: noqa: S603, T201 - our own program and pickles; a command prints

from __future__ import annotations

import argparse
import pickle
import subprocess
import sys
import sysconfig
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from random import Random
from threading import Barrier, Thread
from typing import Final

from attrs import evolve, frozen

from heartslib import Game, Rules, record, rulefile, variants, wire
from heartslib.bots.advice import advise
from heartslib.show.choices import house_choices
from heartslib.show.svg import table_svg
from heartslib.simulate import CannotLower, simulate
from tools.digest import states
from tools.shared import Budget, add_bounds

THREADS: Final = 8
COMPILED: Final = find_spec("numba") is not None
DEALS: Final = 20 if COMPILED else 2
"""How many deals an advice tries."""
FIRST: Final = """
import sys
from threading import Barrier, Thread

def first(seat, said):
    together.wait()
    from heartslib import Game, record, variants
    from heartslib.show import svg
    game = Game.new(variants.get(sys.argv[1])).deal(seed=1)
    import heartslib.bots
    said[seat] = record.dumps(game) + svg.table_svg(game.view(None))

sys.setswitchinterval(1e-5)
together = Barrier(8)
said = {}
threads = [Thread(target=first, args=(seat, said)) for seat in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if len(said) < 8 or len({*said.values()}) > 1:
    sys.exit(f"{len(said)} of 8 threads ended, and {len({*said.values()})} things came out")
"""
"""What a new process does, with the name of a game as its argument."""


@frozen
class Shared:
    """What threads share in a turn.

    Attributes:
        rules: A rulebook that nothing is known of yet.
        game: A game in the middle of a round, by a published rulebook.
        seed: What is drawn by the jobs.
    """

    rules: Rules
    game: Game
    seed: int

    @classmethod
    def drawn(cls, slug: str, players: int, seed: int) -> Shared:
        """Something to share, which has not worked out anything."""
        published = variants.get(slug)
        rng = Random(seed)
        game = rng.choice([game for game in states(published, players, rng) if game.to_act])
        # a copy has the fields alone, and a rulebook of another name is in no cache
        return cls(evolve(published, name=f"{slug} {seed}"), pickle.loads(pickle.dumps(game)), seed)


def in_print(shared: Shared) -> str:
    """The rulebook for people and as a file, and what may be changed in it."""
    rules = shared.rules
    return f"{rules.describe()} {rulefile.dump(rules)} {house_choices(rules, shared.game.players)}"


def as_seen(shared: Shared) -> str:
    """What each seat sees, as data, as text and as a picture, and what may be played."""
    game = shared.game
    seen: list[str] = []
    for seat in (*range(game.players), None):
        view = game.view(seat)
        seen += [str(view), wire.dumps_view(game, seat), table_svg(view), str(view.question)]
    return "".join(seen)


def as_record(shared: Shared) -> str:
    """The game written and read again, with what has happened in it."""
    text = record.dumps(shared.game)
    same = record.loads(text) == shared.game
    return f"{text} {same} {shared.game.events(None)} {shared.game.hearts_broken}"


def in_a_round(shared: Shared) -> str:
    """A round by the rulebook."""
    *_, last = states(shared.rules, shared.game.players, Random(shared.seed))
    return record.dumps(last)


def simulated(shared: Shared) -> str:
    """Some rounds by the rulebook: by the kernel, where it is there and knows the game, and by `Game`."""
    players, seed = shared.game.players, shared.seed
    results = [simulate(shared.rules, players=players, seed=seed, rounds=2, engine="python")]
    if COMPILED:
        with suppress(CannotLower):
            results.append(simulate(shared.rules, players=players, seed=seed, rounds=200))
    return "".join(f"{result.histograms} {result.moons}" for result in results)


def advised(shared: Shared) -> str:
    """Advice to the seat that is to act."""
    view = shared.game.view(shared.game.to_act[0])
    return str(advise(view, deals=DEALS, seed=shared.seed))


JOBS: Final[tuple[Callable[[Shared], str], ...]] = (
    in_print,
    as_seen,
    as_record,
    in_a_round,
    simulated,
    advised,
)


def done(shared: Shared, begin: int = 0) -> dict[str, str]:
    """What comes of each job, hashed, beginning with one of them."""
    order = [*JOBS[begin:], *JOBS[:begin]]
    return {job.__name__: sha256(job(shared).encode()).hexdigest() for job in order}


def together(shared: Shared, threads: int) -> list[dict[str, str] | str]:
    """What comes of the jobs in each of some threads that start at once; of one that failed, the traceback."""
    barrier = Barrier(threads)
    results: list[dict[str, str] | str] = [""] * threads

    def work(number: int) -> None:
        barrier.wait()
        try:
            results[number] = done(shared, number % len(JOBS))
        except Exception:  # noqa: BLE001 - whatever it is, it is a finding
            results[number] = traceback.format_exc()

    workers = [Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return results


def faults(shared: Shared, threads: int = THREADS) -> list[str]:
    """What threads got wrong, a line for each."""
    results = together(shared, threads)
    alone = done(shared)
    found: list[str] = []
    for result in results:
        if isinstance(result, str):
            found.append(result)
        else:
            found += [f"{job} differs" for job in alone if result[job] != alone[job]]
    return found


def begun(slug: str) -> str:
    """What went wrong where the threads of a new process began with a game; empty if nothing did."""
    ran = subprocess.run(
        [sys.executable, "-c", FIRST, slug], capture_output=True, encoding="utf-8", check=False
    )
    # a process that is killed by a signal says nothing
    return ran.stderr or (f"it ended with {ran.returncode}" if ran.returncode else "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak; the exit status is 1 if a thread failed or got something else."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    add_bounds(parser, "turns", 100)
    parser.add_argument("--processes", type=int, default=10, help="how many new processes begin")
    options = parser.parse_args(arguments)
    lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(
        f"{sysconfig.get_python_version()}, {'with' if lock else 'without'} the interpreter lock,",
        end=" ",
    )
    print(f"seed {options.seed}, {THREADS} threads, {'and' if COMPILED else 'without'} the kernel")
    sys.setswitchinterval(1e-5)  # so that threads are interrupted anywhere
    rng = Random(options.seed)
    slugs = [*variants.all()]
    failed = 0
    for _ in range(options.processes):
        slug = rng.choice(slugs)
        wrong = begun(slug)
        failed += bool(wrong)
        if wrong:
            print(f"{slug}, in a new process: {wrong}")
    budget = Budget(options)
    while budget.left:
        slug = rng.choice(slugs)
        players = rng.choice([*variants.get(slug).players])
        seed = rng.randrange(2**32)
        found = faults(Shared.drawn(slug, players, seed))
        failed += bool(found)
        budget.done += 1
        for fault in found:
            print(f"{slug}, {players} players, seed {seed}: {fault}")
    counts = f"{options.processes} new processes, {budget.done} turns of {len(JOBS)} jobs"
    print(f"{counts} by {THREADS} threads: {failed} wrong, in {budget.seconds:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
