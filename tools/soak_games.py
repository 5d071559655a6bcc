"""Games for hours, in threads and processes.

    python -m tools.soak_games --minutes 60 --seed 1

Every thread plays one game after another, by the variants and by random compositions.  On the way
each game is stored and read again, pickled, seen from every seat, forked, and played on by several
threads at once.  A process with a single thread then repeats every game.  Whatever is not equal is
a difference, and memory must not grow.

The command prints a table and returns 1 if anything was wrong, with the name of each game in
question: ``--game 1.0.3.17`` plays that one alone.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import faulthandler
import functools
import hashlib
import itertools
import multiprocessing
import os
import pickle
import statistics
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty
from random import Random
from typing import Any, Final, TypeAlias

import attrs

from heartslib import Cards, Game, Rules, record, variants, wire
from heartslib.cards import PACK
from heartslib.rules import CardValues
from heartslib.testing import at_random, compositions, next_state, with_care
from heartslib.testing.play import Chooser
from tools.shared import examples

MOST_ROUNDS: Final = 12
"""A game that is not over after so many rounds is stopped."""
CHECKED: Final = 40
"""One move in so many is followed by a check."""
POOL: Final = 10
"""How many games in a row choose among the same compositions, and how many of those there are."""
MOST_FAILURES: Final = 20
"""A thread that has failed so often stops."""
PATIENCE: Final = 120
"""How many seconds after the end of the time a process may take to finish its game."""
RULEBOOKS: Final = 1400
"""How many compositions a process plays first; the library keeps 1024 rulebooks in its caches."""
REASONS: Final = 9000
"""How many reasons of lines of a sheet it reads first; the library keeps 8192."""
WARM_UP: Final = 0.2
"""The part of the time after which memory is looked at."""
SHORTEST: Final = 300
"""The seconds that a run must take if its memory is to be judged."""
GROWTH: Final = 0.05
"""The part by which memory may grow after that."""

_STATM: Final = Path("/proc/self/statm")
_SWITCH: Final = 0.0005
"""Seconds after which threads take turns: ten times as often as usual."""

Send: TypeAlias = Callable[[tuple[Any, ...]], object]


class Difference(Exception):
    """Two values that must be equal are not."""


class Ended(Exception):
    """The time is up in the middle of a game."""


@attrs.define
class Tally:
    """What was done.

    Attributes:
        games: Games played to their end.
        moves: Moves made, in forks and shared games too.
        stores: Games stored and read again.
        pickles: Games pickled and read again.
        views: Views compared with their text form.
        forks: Games from which two equal forks were played to their end.
        shared: Games played on by a thread that shares them with another.
        replays: Games repeated by the process with a single thread.
        exceptions: Errors other than a difference.
        differences: Values that should have been equal.
    """

    games: int = 0
    moves: int = 0
    stores: int = 0
    pickles: int = 0
    views: int = 0
    forks: int = 0
    shared: int = 0
    replays: int = 0
    exceptions: int = 0
    differences: int = 0

    def __add__(self, other: Tally) -> Tally:
        pairs = zip(attrs.astuple(self), attrs.astuple(other), strict=True)
        return Tally(*(one + two for one, two in pairs))


def same(what: str, one: object, other: object) -> None:
    """Refuse values that differ.

    Raises:
        Difference: They are not equal.
    """
    if one != other:
        raise Difference(f"{what}: {one!r:.200} is not {other!r:.200}")


def digest(game: Game) -> str:
    """A short form of a game with all its moves."""
    return hashlib.sha256(record.dumps(game).encode()).hexdigest()


# ---------------------------------------------------------------- games


def start(name: str) -> Game:
    """The game of that name before its first move: a variant or a random composition."""
    run, process, thread, number = map(int, name.split("."))
    rng = Random(name)
    rules = (
        rng.choice([*variants.all().values()])
        if rng.random() < 0.5
        else rng.choice(composed(hash((run, process, number // POOL, thread % 2)) % 2**32))
    )
    players = rng.choice(rules.players)
    return Game.new(rules, players, dealer=rng.randrange(players))


_DRAWING: Final = threading.Lock()
_COMPOSITIONS: Final = compositions()


def composed(number: int) -> tuple[Rules, ...]:
    """Random rulebooks, the same for the same number."""
    with _DRAWING:
        return composed_once(number)


@functools.lru_cache(maxsize=32)
def composed_once(number: int) -> tuple[Rules, ...]:
    return tuple(examples(_COMPOSITIONS, POOL, number))


def steps(game: Game, rng: Random) -> Iterator[Game]:
    """The game after each further move, until it is over or has lasted for many rounds."""
    choose: Chooser = rng.choice((at_random, at_random, with_care))
    while not game.is_over:
        game = game.stop() if game.round_number >= MOST_ROUNDS else next_state(game, choose, rng)
        yield game


def played_on(game: Game, chance: float | str, tally: Tally, is_time: Callable[[], bool]) -> Game:
    """The end of a game that is played on."""
    end = game
    for end in steps(game, Random(chance)):  # noqa: B007 - the last one is returned
        tally.moves += 1
        if is_time():
            raise Ended
    return end


def never() -> bool:
    """The time is never up."""
    return False


def fill() -> None:
    """Fill the caches of the library, which then do not grow: those of rulebooks and of reasons."""
    rng, every = Random(1), CardValues({Cards(PACK): 1})
    counted = attrs.evolve(variants.get("american"), scoring=(every,))
    for _ in range(REASONS // 4):  # what four players have taken, and nobody before
        piles = [Cards() for _ in range(4)]
        for card in PACK:
            piles[rng.randrange(4)] += card
        counted.in_force.count(counted.in_force.finished(tuple(piles)))
    numbers, played = itertools.count(2**32), 0
    while played < RULEBOOKS:
        for rules in composed(next(numbers)):
            first = Game.new(rules, rules.players[0])
            rounds = itertools.takewhile(
                lambda game: not game.round_number, steps(first, Random(1))
            )
            for game in rounds:
                if game.phase.name == "score":
                    check_store(game, Tally())
            played += 1


# ---------------------------------------------------------------- checks


def check_store(game: Game, tally: Tally) -> None:
    """Store a game and read it again."""
    text = record.dumps(game)
    again = record.loads(text)
    same("stored", (again, hash(again), again.history), (game, hash(game), game.history))
    same("stored twice", record.dumps(again), text)
    tally.stores += 1


def check_pickle(game: Game, tally: Tally) -> None:
    """Pickle a game and read it again."""
    again = pickle.loads(pickle.dumps(game))
    same("pickled", (again, hash(again), again.history), (game, hash(game), game.history))
    same("pickled and stored", record.dumps(again), record.dumps(game))
    tally.pickles += 1


def check_views(game: Game, tally: Tally) -> None:
    """See a game from every seat and as a spectator, and send each view as text."""
    for seat in (None, *range(game.players)):
        view, text = game.view(seat), wire.dumps_view(game, seat)
        seen = wire.loads_view(text)
        same("view sent", (seen.view, hash(seen.view)), (view, hash(view)))
        same("question sent", wire.question_of(seen.view), wire.question_of(view))
        same("view sent twice", wire.dumps_view(game, seat), text)
        same("number of moves", seen.number, len(game.history))
        tally.views += 1


def check_fork(game: Game, chance: float, tally: Tally, is_time: Callable[[], bool]) -> None:
    """Play a fork to its end; then the game must be as before, and give the same fork again."""
    before = (record.dumps(game), hash(game), game.to_act, game.legal_plays(), game.history)
    fork = played_on(game, chance, tally, is_time)
    now = (record.dumps(game), hash(game), game.to_act, game.legal_plays(), game.history)
    same("a game after a fork", now, before)
    again = played_on(game, chance, tally, is_time)
    same("a fork repeated", (again, again.history), (fork, fork.history))
    same("a fork stored", record.loads(record.dumps(fork)).history, fork.history)
    tally.forks += 1


# ---------------------------------------------------------------- shared games


@attrs.define(eq=False)
class Shared:
    """A game that several threads play on, each in the same way.

    Attributes:
        name: The game that it comes from.
        game: The game, the same object for all.
        chance: The seed of the moves.
        threads: The threads that play it on or have done so.
        ends: The end that each of them has found, as text.
    """

    name: str
    game: Game
    chance: float
    threads: set[int] = attrs.Factory(set[int])
    ends: list[str] = attrs.Factory(list[str])


class Board:
    """The shared games of a process, newest last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._posted = deque[Shared](maxlen=4)

    def post(self, shared: Shared, thread: int) -> None:
        """Offer a game to the other threads."""
        with self._lock:
            shared.threads.add(thread)
            self._posted.append(shared)

    def join(self, thread: int) -> Shared | None:
        """A game that another thread has offered and this one has not played on."""
        with self._lock:
            for shared in reversed(self._posted):
                if thread not in shared.threads:
                    shared.threads.add(thread)
                    return shared
        return None


def play_shared(shared: Shared, tally: Tally, send: Send, is_time: Callable[[], bool]) -> None:
    """Play a shared game on to its end, which must be the one that the others find."""
    end = digest(played_on(shared.game, shared.chance, tally, is_time))
    tally.shared += 1
    if not shared.ends:  # the process with a single thread will find it too
        send(("replay", shared.name, record.dumps(shared.game), shared.chance, end))
    shared.ends.append(end)
    same("a shared game", end, shared.ends[0])


# ---------------------------------------------------------------- a thread


@attrs.define
class Player:
    """A thread that plays games.

    Attributes:
        name: The numbers of the run, of the process and of the thread.
        tally: What it has done.
        send: Sends a message to the process that repeats the games.
        is_time: Whether the time is up.
        board: The shared games.
        thread: The number of the thread among those that share games.
    """

    name: str
    tally: Tally
    send: Send
    is_time: Callable[[], bool] = never
    board: Board | None = None
    thread: int = 0

    def run(self) -> None:
        """Play games until the time is up."""
        failures, number = 0, 0
        while not self.is_time() and failures < MOST_FAILURES:
            failures += not self.play(f"{self.name}.{number}")
            number += 1

    def play(self, name: str) -> bool:
        """Play one game, with its checks; whether nothing was wrong."""
        game: Game | None = None
        try:
            checks = Random(f"{name}/checks")
            first = game = start(name)
            for game in steps(first, Random(name)):
                self.tally.moves += 1
                if self.is_time():
                    return True
                if not checks.randrange(CHECKED):
                    self._check(name, game, checks)
            self._check(name, game, checks, end=True)
            self.tally.games += 1
            self.send(("replay", name, record.dumps(first), name, digest(game)))
        except Ended:
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, it is reported
            is_difference = isinstance(error, Difference)
            self.tally.differences += is_difference
            self.tally.exceptions += not is_difference
            self.send(("failure", name, traceback.format_exc() + _text(game)))
            return False
        return True

    def _check(self, name: str, game: Game, checks: Random, *, end: bool = False) -> None:
        kind, chance = checks.randrange(8), checks.random()
        if end or kind < 2:
            check_store(game, self.tally)
        if end or kind in {2, 3}:
            check_views(game, self.tally)
        if end or kind == 4:
            check_pickle(game, self.tally)
        if kind == 5:
            check_fork(game, chance, self.tally, self.is_time)
        if self.board is None:
            return
        shared = self.board.join(self.thread)
        if kind == 6 and shared is None:
            shared = Shared(name, game, chance)
            self.board.post(shared, self.thread)
        if shared is not None:
            play_shared(shared, self.tally, self.send, self.is_time)


# ---------------------------------------------------------------- processes


def resident() -> float:
    """The memory of this process, in MB; 0 if the system does not say."""
    if not _STATM.exists():
        return 0.0
    pages = int(_STATM.read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def grows(samples: Sequence[float]) -> bool:
    """Whether memory grows steadily.

    The samples after the warm-up are cut into four quarters.  Memory grows if the median of each
    quarter is above that of the one before, and that of the last more than 5 % above that of the
    first.
    """
    warm = samples[int(len(samples) * WARM_UP) :]
    size = len(warm) // 4
    if not size:
        return False
    quarters = [statistics.median(warm[n * size : (n + 1) * size]) for n in range(4)]
    is_rising = all(one < two for one, two in itertools.pairwise(quarters))
    return is_rising and quarters[3] > quarters[0] * (1 + GROWTH)


@attrs.frozen
class Plan:
    """How long to play, and where.

    Attributes:
        run: The seed of the run.
        processes: How many processes play.
        threads: The threads of each.
        seconds: How long they play.
        every: Seconds between two looks at memory.
    """

    run: int
    processes: int
    threads: int
    seconds: float
    every: float

    @property
    def is_judged(self) -> bool:
        """Whether the run is so long that its memory is judged."""
        return self.seconds >= SHORTEST


def work(plan: Plan, process: int, send: Send) -> None:
    """Play games in threads, and send how much memory the process takes."""
    if plan.is_judged:
        fill()
    sys.setswitchinterval(_SWITCH)
    ends, board = time.monotonic() + plan.seconds, Board()

    def is_time() -> bool:
        return time.monotonic() >= ends

    names = [f"{plan.run}.{process}.{thread}" for thread in range(plan.threads)]
    players = [
        Player(name, Tally(), send, is_time, board, thread) for thread, name in enumerate(names)
    ]
    running = [threading.Thread(target=player.run, daemon=True) for player in players]
    for thread in running:
        thread.start()
    while (left := [each for each in running if each.is_alive()]) and (
        time.monotonic() < ends + PATIENCE
    ):
        send(("tally", process, _sum(players), resident()))
        left[0].join(plan.every)
    for thread in left:
        faulthandler.dump_traceback()
        send(("failure", names[running.index(thread)], "the thread does not end: see its trace"))
    send(("done", process, _sum(players), resident()))


def _sum(players: Sequence[Player]) -> Tally:
    return sum((player.tally for player in players), Tally())


def _text(game: Game | None) -> str:
    """A game for a report, as a record if it has one."""
    try:
        return "" if game is None else record.dumps(game)
    except Exception:  # noqa: BLE001 - this may be what has failed
        return repr(game)


@attrs.define
class Soak:
    """What has come of a run so far.

    Attributes:
        tallies: What each process has done; the last is the one with a single thread.
        memory: The samples of each process, in MB.
        failures: The name of the game, and what went wrong.
        is_judged: Whether the run is so long that its memory is judged.
    """

    tallies: list[Tally]
    memory: list[list[float]]
    failures: list[tuple[str, str]] = attrs.Factory(list[tuple[str, str]])
    is_judged: bool = False

    @property
    def names(self) -> list[str]:
        """The names of the processes."""
        return [*map(str, range(1, len(self.tallies))), "replay"]

    def line(self) -> str:
        """What has come so far, in a line."""
        total = sum(self.tallies, Tally())
        sizes = ", ".join(f"{memory[-1]:.0f}" for memory in self.memory if memory)
        counts = f"{total.games:,} games, {total.moves:,} moves, {len(self.failures)} failures"
        return f"{counts}, {sizes} MB"

    def take(self, message: tuple[Any, ...]) -> bool:
        """Take in a message of a process; whether it was the last of that process."""
        match message:
            case ("tally" | "done", int(process), Tally() as tally, float(memory)):
                self.tallies[process] = tally
                self.memory[process].append(memory)
            case ("failure", name, trace):
                self.failures.append((name, trace))
            case ("replay", name, text, chance, end):
                self._replay(name, text, chance, end)
            case _:
                raise ValueError(message)
        return bool(message[0] == "done")

    def _replay(self, name: str, text: str, chance: float | str, end: str) -> None:
        """Repeat a game in this thread, with no other beside it."""
        tally = self.tallies[-1]
        try:
            same("a replay", digest(played_on(record.loads(text), chance, tally, never)), end)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is reported
            tally.differences += isinstance(error, Difference)
            tally.exceptions += not isinstance(error, Difference)
            self.failures.append((name, traceback.format_exc()))
        tally.replays += 1

    def report(self) -> int:
        """Print the table and what went wrong; return 1 if anything did."""
        columns = [field.name for field in attrs.fields(Tally)]
        print(f"| process | {' | '.join(columns)} | MB at first | half-way | at last |")
        print(f"|---|{'---:|' * (len(columns) + 3)}")
        rows = [*zip(self.names, self.memory, strict=True)]
        for (name, memory), tally in zip(rows, self.tallies, strict=True):
            warm = memory[int(len(memory) * WARM_UP) :] or [0.0]
            sizes = [f"{warm[place]:.0f}" for place in (0, len(warm) // 2, -1)]
            cells = [f"{count:,}" for count in attrs.astuple(tally)]
            print(f"| {' | '.join([name, *cells, *sizes])} |")
        total = sum(self.tallies, Tally())
        print(f"| {' | '.join(['all', *(f'{count:,}' for count in attrs.astuple(total))])} | | | |")
        growing = [name for name, memory in rows if self.is_judged and grows(memory)]
        for name, trace in self.failures:
            print(f"\n{name}: repeat it with --game {name}\n{trace}")
        for name in growing:
            print(f"\nthe memory of the process {name} grows steadily")
        return int(bool(self.failures or growing or total.exceptions or total.differences))


def soak(plan: Plan) -> Soak:
    """Play games in processes until the time is up, and repeat each of them here."""
    spawn = multiprocessing.get_context("spawn")
    messages: Any = spawn.Queue(maxsize=100)
    count = plan.processes
    result = Soak(
        [Tally() for _ in range(count + 1)],
        [[] for _ in range(count + 1)],
        is_judged=plan.is_judged,
    )
    running = [
        spawn.Process(target=work, args=(plan, process, messages.put), daemon=True)
        for process in range(count)
    ]
    for process in running:
        process.start()
    if plan.is_judged:
        fill()
    began, done, sampled, shown = time.monotonic(), 0, 0.0, 0.0
    while done < count:
        now = time.monotonic() - began
        if now >= sampled:
            result.memory[-1].append(resident())
            sampled += plan.every
        if now >= shown:
            print(f"after {now:.0f} s: {result.line()}", file=sys.stderr, flush=True)
            shown += max(plan.seconds / 30, 1)
        with suppress(Empty):
            done += result.take(messages.get(timeout=plan.every))
        if not any(process.is_alive() for process in running) and messages.empty():
            break
    for number, process in enumerate(running):
        process.join(PATIENCE)
        if process.exitcode != 0:
            what = f"the process has not ended well: {process.exitcode}"
            result.failures.append((f"{plan.run}.{number}", what))
    return result


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=8, help="threads of each process")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=5, help="seconds between looks at memory")
    parser.add_argument("--game", help="play only the game of this name, such as 1.0.3.17")
    options = parser.parse_args(argv)
    if options.game:
        result = Soak([Tally(), Tally()], [[], []])
        Player("", result.tallies[0], result.take).play(options.game)
        return result.report()
    seconds = options.minutes * 60
    plan = Plan(options.seed, options.processes, options.threads, seconds, options.every)
    return soak(plan).report()


if __name__ == "__main__":
    sys.exit(main())
