"""The browser table under stress.

    python -m tools.soak_table --tables 200 --minutes 10

A server runs as a process of its own, with clients at all its tables, each in a seat, answering at
random.  Now and then the disk is full, another program locks the file, or the server is killed and
started again.  Whatever a client was shown must be in the file, unchanged; nothing may be shown
that is not in the file; a move that is not made is refused with a reason; and afterwards every
table must go on.

The disk is a small one in memory, of a mount namespace (``unshare``).  Where that is not allowed,
the files of the server are limited instead (``RLIMIT_FSIZE``).

The command prints a table and returns 1 if anything was wrong.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import asyncio
import hashlib
import http.client
import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, TypeAlias, cast
from urllib.request import urlopen

import attrs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from examples.web_table.screen import screen
from examples.web_table.sqlite import SqliteStore
from heartslib import Cards, Game, HeartsError, variants, wire
from heartslib.moves import HostMove, Move, Score
from tests.slow.web.knowledge import known, named, states

ROOT: Final = Path(__file__).parents[1]
SERVER: Final = ("-m", "examples.web_table")
DISK: Final = 512
"""The size of the disk, in MB."""
PATIENCE: Final = 60.0
"""Seconds within which every table must go on."""
LOOKED_AT: Final = 20
"""For one frame in so many, the file is looked at, and the cards that the frame names."""
JUDGED: Final = 2
"""Minutes after which each fault must have refused a move; in a shorter run none may have met it."""
AT_ONE_ADDRESS: Final = 8
"""Tables for each address of a client: a server lets an address have so many sockets."""
LOCKED: Final = "another program has locked the file of games"
"""Why a move is refused while another program has locked the file."""

Json: TypeAlias = dict[str, Any]
State: TypeAlias = tuple[int, int]
"""The number of a game, and of the moves made in it."""


def digest(value: object) -> bytes:
    """A short form of a JSON value."""
    text = json.dumps(json.loads(json.dumps(value)), sort_keys=True)
    return hashlib.sha256(text.encode()).digest()


# ---------------------------------------------------------------- the server


@attrs.define
class Server:
    """A server in a process of its own, which is killed and started again.

    Attributes:
        file: The file of the games.
        command: What Python is given to run it.
        port: Where it listens.
    """

    file: Path
    command: Sequence[str]
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; `is_up` says when it can be reached."""
        options = {
            "--host": "127.0.0.1",
            "--port": self.port,
            "--file": self.file,
            "--pause": 0.05,
            "--away": 3600,
            "--clock": 0,
        }
        given = [str(each) for pair in options.items() for each in pair]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 - it is ours
                [sys.executable, *self.command, *given],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                stdout=log,
                stderr=log,
            )

    @property
    def log(self) -> Path:
        """What it has printed; not on the disk that is full at times."""
        return Path(f"{self.file.parent}.log")

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self.process.pid if self.process else 0

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process is not None and self.process.poll() is not None

    def is_up(self) -> bool:
        """Whether it answers; it listens before it has opened its file."""
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/tables", timeout=1):
            return True
        return False

    def kill(self) -> None:
        """Kill it, as a loss of power would."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def handles(self) -> int:
        """How many files and sockets it has open."""
        return len([*Path(f"/proc/{self.pid}/fd").iterdir()])


def free_port() -> int:
    """A port that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


# ---------------------------------------------------------------- faults


class Disk(Protocol):
    """A disk that can be full.

    Attributes:
        cause: Why a move is refused when it is.
    """

    cause: str

    def fill(self, server: Server) -> None:
        """From now on nothing more can be stored."""
        ...

    def free(self, server: Server) -> None:
        """From now on it has room again."""
        ...


class SmallDisk:
    """A small disk, filled with a file that takes all its room."""

    cause = "the disk of the server is full"

    def __init__(self, place: Path) -> None:
        self._ballast = place / "ballast"

    def fill(self, server: Server) -> None:
        empty_log(server.file)
        with self._ballast.open("wb") as file:
            size, step = 0, 64 << 20
            while step:
                try:
                    os.posix_fallocate(file.fileno(), size, step)
                    size += step
                except OSError:
                    step = step // 2 if step > 4096 else 0

    def free(self, server: Server) -> None:
        self._ballast.unlink()


class ShortFiles:
    """A limit on the size of every file that the server writes."""

    cause = "the file of games cannot be written"

    def fill(self, server: Server) -> None:
        empty_log(server.file)
        self._limit(server, 4096)

    def free(self, server: Server) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: Server, most: int) -> None:
        if not server.has_ended:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def empty_log(file: Path) -> None:
    """Move the log of SQLite into the file, so that the next move needs room."""
    with closing(sqlite3.connect(file, timeout=5)) as db, suppress(sqlite3.Error):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def locked(file: Path) -> sqlite3.Connection:
    """A connection that keeps others from writing until it is closed."""
    db = sqlite3.connect(file, timeout=30)
    db.execute("BEGIN EXCLUSIVE")
    return db


# ---------------------------------------------------------------- what a client has heard


@attrs.frozen
class Heard:
    """A frame.

    Attributes:
        state: The game and the number of moves.
        before: The number of moves from which the news of the frame is counted; None for those
            since the round began.
        view: The view, in short.
        screen: What the page shows, in short.
        named: The cards that it names, for a frame that is looked at.
    """

    state: State
    before: int | None
    view: bytes
    screen: bytes
    named: Cards | None


@attrs.define
class Sent:
    """An answer, and what has come of it.

    Attributes:
        state: The game and the number of moves that the client knew.
        text: The answer.
        question: The question to which it is an answer; None if nobody else could act, so that
            any further move is this one.
        outcome: ``"open"``, ``"made"``, ``"refused"``, or ``"unknown"`` if the connection broke.
    """

    state: State
    text: str
    question: Json | None = None
    outcome: str = "open"

    def has_come(self, state: State, seen: Json) -> bool:
        """Whether a later state shows that the answer was accepted."""
        is_later = self.outcome == "open" and state > self.state
        return is_later and (not self.question or _question(seen) != self.question)


@attrs.define
class Report:
    """What has come of a run.

    Attributes:
        counts: Of tables, moves, kills and whatever was wrong.
        wrong: A sentence for everything wrong.
        waits: Seconds until every table had gone on, after each fault.
    """

    counts: Counter[str] = attrs.Factory(Counter[str])
    wrong: list[str] = attrs.Factory(list[str])
    waits: list[float] = attrs.Factory(list[float])

    def note(self, kind: str, what: str) -> None:
        """Count something wrong."""
        self.counts[kind] += 1
        self.wrong.append(f"{kind}: {what}")

    def show(self) -> int:
        """Print the table; return 1 if anything was wrong."""
        columns = (
            *("tables", "seats", "frames", "moves accepted", "kills"),
            *("refused for disk", "refused for lock", *WRONG),
        )
        print(f"| {' | '.join(columns)} |")
        print(f"|{'---:|' * len(columns)}")
        print(f"| {' | '.join(f'{self.counts[name]:,}' for name in columns)} |")
        if self.waits:
            print(f"\nEvery table went on within {max(self.waits):.0f} s of the end of a fault.")
        for sentence in self.wrong[:40]:
            print(sentence)
        return int(bool(self.wrong))


WRONG: Final = ("lost", "changed", "not stored", "unclear", "stuck", "leaks", "crashes")
"""What may go wrong: something shown is lost or changed; something is shown that is not stored; a
refusal is unclear or has no cause; a table does not go on; a card, a file or a socket leaks; the
server ends by itself."""


# ---------------------------------------------------------------- a client


@attrs.define(eq=False)
class Table:
    """A table and its clients.

    Attributes:
        number: Which one it is.
        paths: The path of each seat of a client, and of the spectator as None.
        head: The last state that a client has heard.
    """

    number: int
    paths: dict[int | None, str]
    head: State = (0, -1)

    @property
    def address(self) -> str:
        """From where its clients connect."""
        return f"127.0.0.{2 + self.number // AT_ONE_ADDRESS}"


@attrs.define(eq=False)
class Client:
    """A seat, or a spectator, whose connection comes back whenever it breaks.

    Attributes:
        stress: The run.
        table: The table.
        seat: The seat; None for a spectator.
    """

    stress: Stress
    table: Table
    seat: int | None
    heard: list[Heard] = attrs.Factory(list[Heard])
    sent: list[Sent] = attrs.Factory(list[Sent])
    _rng: Random = attrs.Factory(Random)
    _state: str = ""
    _again: bool = False

    async def run(self) -> None:
        """Connect, answer every question, and connect again."""
        address = f"ws://127.0.0.1:{self.stress.server.port}/{self.table.paths[self.seat]}"
        while True:
            url = f"{address}?seen={self._state}" if self._state else address
            with suppress(OSError, TimeoutError, WebSocketException):
                async with connect(
                    url,
                    compression=None,
                    proxy=None,
                    open_timeout=PATIENCE,
                    ping_interval=None,
                    max_size=None,
                    local_addr=(self.table.address, 0),
                ) as connection:
                    await self._talk(connection)
            if self.sent and self.sent[-1].outcome == "open":
                self.sent[-1].outcome = "unknown"
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))

    async def _talk(self, connection: ClientConnection) -> None:
        before: State | None = None
        frame: Json = {}
        async for text in connection:
            message = json.loads(text)
            if "refused" in message:
                self._refused(message["refused"])
                await asyncio.sleep(self._rng.uniform(0.3, 0.8))
            else:
                frame, before = message, self._hear(message, before)
            if answer := self._answer(frame):
                self.sent.append(answer)
                await connection.send(answer.text)

    def _hear(self, frame: Json, before: State | None) -> State:
        """Take in a frame; return its state."""
        game, moves, _ = frame["state"].split(".")
        state, counts = (int(game), int(moves)), self.stress.report.counts
        counts["frames"] += 1
        news = int(self._state.split(".")[1]) if not frame["fresh"] and self._state else None
        if before and before[0] == state[0]:
            news = before[1]
        is_looked_at = counts["frames"] % LOOKED_AT == 0
        self._state = frame["state"]
        seen = frame["seen"]
        self.heard.append(
            Heard(
                state,
                news,
                digest(seen),
                digest(frame["screen"]),
                Cards(named(frame)) if is_looked_at else None,
            )
        )
        if seen["number"] != state[1]:
            self.stress.report.note("changed", f"{state} is shown as {seen['number']}")
        if is_looked_at:
            self.stress.check_stored(state)
        self.table.head = max(self.table.head, state)
        last = self.sent[-1] if self.sent else None
        if last and last.has_come(state, seen):
            last.outcome = "made"
            counts["moves accepted"] += 1
        return state

    def _refused(self, refused: Json) -> None:
        """Take in a refusal: it must say why, and there must be a reason for it."""
        last, report = self.sent[-1], self.stress.report
        last.outcome = "refused"
        code, reason = refused["code"], refused["reason"]
        report.counts[f"refused for {self.stress.fault or 'nothing'}"] += code == "unstored"
        is_ours = code == "unstored" and self.stress.fault
        if not is_ours or not reason.endswith(f", because {self.stress.cause}. Please try again."):
            report.note("unclear", f"{last.text} is refused: {code}, {reason}")

    def _answer(self, frame: Json) -> Sent | None:
        """An answer to the last frame; None if nobody waits for one."""
        if self.seat is None or (self.sent and self.sent[-1].outcome == "open"):
            return None
        game, moves, _ = frame["state"].split(".")
        state, view = (int(game), int(moves)), frame["seen"]["view"]
        is_first = self.seat == min(frame["humans"])
        if view["phase"] in {"score", "over"} and is_first:
            word = "next" if view["phase"] == "score" else "again"
            return Sent(state, f"{word} {frame['state']}")
        question, to_act = frame["seen"]["question"], view["to_act"]
        if question is None:
            return None
        is_alone = to_act == [self.seat]
        if view["phase"] == "moon" and not is_alone:  # either partner may choose for both
            if self.seat != to_act[0] or not set(to_act) <= set(frame["humans"]):
                return None
            is_alone = True
        answer = {"format": wire.ANSWER_FORMAT, "version": wire.VERSION, "number": state[1]}
        text = json.dumps({**answer, **self._choice(question)})
        return Sent(state, text, None if is_alone else _question(frame["seen"]))

    def _choice(self, question: Json) -> Json:
        rng = self._rng
        match question["shape"]:
            case "cards" if question["counts"]:
                count = rng.choice(question["counts"])
                return {"cards": rng.sample(question["among"], count)}
            case "cards":
                return {"name": rng.choice(question["instead"])}
            case "name":
                return {"name": rng.choice(question["names"])}
            case _:
                return {"yes": False}


def _question(seen: Json) -> Json:
    """What a seat is asked, and in which phase."""
    return {"phase": seen["view"]["phase"], "question": seen["question"]}


# ---------------------------------------------------------------- the run


@attrs.define(eq=False)
class Stress:
    """A run.

    Attributes:
        server: The server.
        disk: Its disk.
        report: What has come of the run.
        fault: The fault of the moment, ``"disk"`` or ``"lock"``; empty if there is none.
    """

    server: Server
    disk: Disk
    report: Report = attrs.Factory(Report)
    fault: str = ""
    tables: list[Table] = attrs.Factory(list[Table])
    clients: list[Client] = attrs.Factory(list[Client])

    @property
    def cause(self) -> str:
        """Why a move is refused now."""
        return self.disk.cause if self.fault == "disk" else LOCKED

    async def run(self, tables: int, seconds: float, kill_every: float) -> Report:
        """Play, with faults and kills, until the time is up; then compare everything."""
        self.server.start()
        await self._up()
        handles = self.server.handles()
        await asyncio.to_thread(self._furnish, tables)
        self.clients = [Client(self, table, seat) for table in self.tables for seat in table.paths]
        self.report.counts.update(tables=tables, seats=len(self.clients))
        tasks = [asyncio.create_task(client.run()) for client in self.clients]
        await self._goes_on("the start")
        ends, turn = time.monotonic() + seconds, 0
        while time.monotonic() < ends:
            await self._period(turn, kill_every)
            turn += 1
        for task in tasks:
            task.cancel()
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(error, asyncio.CancelledError):
                raise cast("BaseException", error)
        await self._closes(handles)
        self.server.kill()
        with self._copy() as file:
            Comparison(self, file).run()
        return self.report

    async def _period(self, turn: int, seconds: float) -> None:
        """A fault, and a kill: after the fault, or in the middle of it."""
        kind, is_within = ("disk", "lock")[turn % 2], turn % 4 > 1
        await asyncio.sleep(seconds / 3)
        async with self._faulty(kind):
            await asyncio.sleep(seconds / 12)
            if is_within:
                await self._kill()
            await asyncio.sleep(seconds / 12)
        await self._goes_on(f"the {kind}")
        if not is_within:
            await asyncio.sleep(seconds / 3)
            await self._kill()
            await self._goes_on("a kill")

    def _faulty(self, kind: str) -> Any:
        return _fault(self, kind)

    async def _kill(self) -> None:
        """Kill the server, look into the file, and start it again."""
        self.report.counts["kills"] += 1
        self.server.kill()
        with self._copy() as file:
            self._check_heads(file)
        self.server.start()
        await self._up()

    async def _up(self) -> None:
        """Wait for the server; one that cannot start during a fault is started again."""
        ends = time.monotonic() + PATIENCE
        while not await asyncio.to_thread(self.server.is_up):
            if self.server.has_ended:
                if not self.fault:
                    self.report.note("crashes", "the server cannot start: see its log")
                    return
                return  # a supervisor would try again: so does _fault at its end
            if time.monotonic() > ends:
                self.report.note("crashes", "the server cannot be reached")
                return
            await asyncio.sleep(0.1)

    async def revive(self) -> None:
        """Start a server that could not start during a fault."""
        if self.server.has_ended:
            self.report.counts["late starts"] += 1
            self.server.start()
            await self._up()

    async def _goes_on(self, since: str) -> None:
        """Wait until every table has moved."""
        heads = {table.number: table.head for table in self.tables}
        began = time.monotonic()
        while left := [each for each in self.tables if each.head <= heads[each.number]]:
            if self.server.has_ended:
                self.report.note("crashes", f"the server has ended, after {since}")
                await self.revive()
            if time.monotonic() - began > PATIENCE:
                names = ", ".join(f"{each.number} at {each.head}" for each in left[:9])
                self.report.note("stuck", f"{len(left)} tables, after {since}: {names}")
                break
            await asyncio.sleep(0.2)
        self.report.waits.append(time.monotonic() - began)

    async def _closes(self, before: int) -> None:
        """Wait until the server has closed the sockets of all who have gone."""
        ends = time.monotonic() + PATIENCE
        while (left := self.server.handles()) > before + 4:  # such as the log of SQLite
            if time.monotonic() > ends:
                self.report.note("leaks", f"{left} files and sockets are open, {before} at first")
                return
            await asyncio.sleep(0.2)

    def _furnish(self, count: int) -> None:
        """Make tables of every variant, some of them with several clients."""
        offered = [*variants.all().items()]
        for number in range(count):
            slug, rules = offered[number % len(offered)]
            players = 4 if 4 in rules.players else rules.usual_players
            people = 1 + number % min(3, players)
            chairs = [{"name": f"P{n}", "human": n < people} for n in range(players)]
            table = Table(number, {})
            body = {
                "variant": slug,
                "seats": chairs,
                "strength": ("easy", "casual")[number % 2],
            }
            made = json.loads(self._ask(table, "POST", "/games", body))
            table.paths.update({int(seat): path for seat, path in made.items()})
            if number % 10 == 0:
                with closing(sqlite3.connect(self.server.file)) as db:
                    ((watch,),) = db.execute("SELECT watch FROM tables ORDER BY game DESC LIMIT 1")
                table.paths[None] = f"watch/{watch}"
            self.tables.append(table)

    def _ask(self, table: Table, method: str, path: str, body: object) -> str:
        asked = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, PATIENCE, source_address=(table.address, 0)
        )
        with closing(asked):
            headers = {"Content-Type": "application/json"}
            asked.request(method, path, json.dumps(body), headers)
            answer = asked.getresponse()
            text = answer.read().decode()
            if answer.status != 201:
                raise HeartsError(f"no table: {text}")
            return text

    # ------------------------------------------------------------ the file

    def check_stored(self, state: State) -> None:
        """Whether what has been shown is in the file."""
        with closing(sqlite3.connect(self.server.file, timeout=5)) as db:
            made = _made(db, state[0])
        if made < state[1]:
            self.report.note("not stored", f"{state} is shown, and {made} moves are stored")

    def _check_heads(self, file: Path) -> None:
        """Whether everything that has been shown is in the file of a server that was killed."""
        with closing(sqlite3.connect(file)) as db:
            for table in self.tables:
                game, moves = table.head
                if (made := _made(db, game)) < moves:
                    self.report.note("lost", f"{table.head} was shown, and {made} are left")

    @contextmanager
    def _copy(self) -> Generator[Path]:
        """A copy of the file and its log, so that looking at them changes nothing.

        Another process makes it: if this one closed the file it would lose its locks on it.
        """
        with tempfile.TemporaryDirectory() as folder:
            for each in self.server.file.parent.glob(f"{self.server.file.name}*"):
                if not each.name.endswith("-shm"):
                    subprocess.run(["cp", str(each), folder], check=True)  # noqa: S603, S607
            yield Path(folder, self.server.file.name)


def _made(db: sqlite3.Connection, game: int) -> int:
    """The number of moves stored for a game; -1 if there is no such game."""
    if not db.execute("SELECT 1 FROM games WHERE id = ?", [game]).fetchone():
        return -1
    (made,) = db.execute("SELECT count(*) FROM moves WHERE game = ?", [game]).fetchone()
    return int(made)


class _fault:  # noqa: N801 - it is used as a function
    """A fault that begins and ends."""

    def __init__(self, stress: Stress, kind: str) -> None:
        self._stress, self._kind = stress, kind
        self._lock: sqlite3.Connection | None = None

    async def __aenter__(self) -> None:
        stress = self._stress
        stress.fault = self._kind
        if self._kind == "disk":
            stress.disk.fill(stress.server)
        else:
            self._lock = locked(stress.server.file)

    async def __aexit__(self, *_: object) -> None:
        stress = self._stress
        if self._lock:
            self._lock.close()
        else:
            stress.disk.free(stress.server)
        await asyncio.sleep(1)  # refusals are still on their way
        stress.fault = ""
        await stress.revive()


# ---------------------------------------------------------------- the comparison


@attrs.define
class Comparison:
    """Everything that clients have heard and sent, compared with the file at the end."""

    stress: Stress
    file: Path

    def run(self) -> None:
        """Replay every game, and compare."""
        with closing(SqliteStore(self.file)) as store, closing(sqlite3.connect(self.file)) as db:
            numbers = [number for (number,) in db.execute("SELECT id FROM games ORDER BY id")]
            by_game: dict[int, list[Client]] = {number: [] for number in numbers}
            for client in self.stress.clients:
                for game in {heard.state[0] for heard in client.heard}:
                    if game in by_game:
                        by_game[game].append(client)
                    else:
                        self.stress.report.note("lost", f"game {game}")
            for number in numbers:
                every = states(store.load(number)[0])
                for client in by_game[number]:
                    self._heard(client, number, every)
                    self._sent(client, number, every)

    def _heard(self, client: Client, number: int, every: list[Game]) -> None:
        report, seat, name = self.stress.report, client.seat, f"seat {client.seat}"
        for at, heard in enumerate(client.heard):
            game, moves = heard.state
            if game != number:
                continue
            if moves >= len(every):
                report.note("lost", f"{heard.state}, {name}: {len(every) - 1} moves are left")
                continue
            now = every[moves]
            if digest(json.loads(wire.dumps_view(now, seat))) != heard.view:
                report.note("changed", f"{heard.state}, {name}: another view")
                continue
            is_news = heard.before is None or moves - heard.before > 2
            if is_news or at % LOOKED_AT == 0:
                before = _before(every, heard)
                steps, asked = now.steps(seat, before), seat in before.to_act
                if digest(screen(now.view(seat), steps, asked_before=asked)) != heard.screen:
                    report.note("changed", f"{heard.state}, {name}: other news")
            if heard.named is not None:
                seats = range(now.players) if seat is None else (seat,)
                more = [set(heard.named) - known(now, each) for each in seats]
                if any(more):
                    report.note("leaks", f"{heard.state}, {name}: {more}")

    def _sent(self, client: Client, number: int, every: list[Game]) -> None:
        """Every move of the seat must be an answer that was not refused, and the other way."""
        report, name = self.stress.report, f"seat {client.seat}"
        sent = [each for each in client.sent if each.state[0] == number and each.text[0] == "{"]
        history = every[-1].history
        made = [
            at
            for at, move in enumerate(history)
            if not isinstance(move, HostMove) and move.seat == client.seat
        ]
        ends = [*(each.state[1] for each in sent), len(history)][1:]
        for each, end in zip(sent, ends, strict=True):
            found = [at for at in made if each.state[1] <= at < end]
            if each.outcome == "made" and not found:
                report.note("lost", f"{name} of game {number}: {each.text}")
            for at in found[:1]:
                if each.outcome == "refused":
                    report.note("changed", f"{name} of game {number}: refused and made {each.text}")
                    continue
                if not _is_answer(each.text, every[at], history[at], client.seat):
                    report.note("changed", f"{name} of game {number}: {each.text}")
            if len(found) > 1:
                report.note("changed", f"{name} of game {number}: two moves for {each.text}")
        if made and (not sent or made[0] < sent[0].state[1]):
            report.note("changed", f"{name} of game {number}: a move that nobody has sent")


def _is_answer(text: str, game: Game, move: Move, seat: int | None) -> bool:
    """Whether an answer of a seat makes this move."""
    try:
        return seat is not None and wire.receive(game, text, seat).history[-1] == move
    except HeartsError:
        return False


def _before(every: list[Game], heard: Heard) -> Game:
    """The state from which the news of a frame is counted."""
    if heard.before is not None:
        return every[heard.before]
    history = every[heard.state[1]].history
    scored = (n for n in range(len(history), 0, -1) if isinstance(history[n - 1], Score))
    return every[next(scored, 0)]


# ---------------------------------------------------------------- the command


def can_mount() -> bool:
    """Whether this system lets us have a disk of our own."""
    if shutil.which("unshare") is None:
        return False
    tried = ["unshare", "-Urm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0  # noqa: S603


def stress(
    tables: int, seconds: float, kill_every: float, command: Sequence[str] = SERVER
) -> Report:
    """The report of a run on a disk as it is here."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "disk")
        place.mkdir()
        is_small = os.environ.get(_INSIDE) is not None
        if is_small:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(place)]
            subprocess.run(mount, check=True)  # noqa: S603
        disk: Disk = SmallDisk(place) if is_small else ShortFiles()
        run = Stress(Server(place / "games.sqlite", command, free_port()), disk)
        try:
            return asyncio.run(run.run(tables, seconds, kill_every))
        finally:
            run.server.kill()
            lines = run.server.log.read_text(errors="replace").splitlines()
            for line, times in Counter(line for line in lines if line).most_common(12):
                print(f"server, {times} times: {line:.200}", file=sys.stderr)
            if is_small:
                subprocess.run(["umount", str(place)], check=False)  # noqa: S603, S607


_INSIDE: Final = "HEARTSLIB_SMALL_DISK"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--kill-every", type=float, default=30, help="seconds between two kills")
    options = parser.parse_args(argv)
    if _INSIDE not in os.environ and can_mount():
        os.environ[_INSIDE] = "1"
        again = [sys.executable, "-m", "tools.soak_table", *sys.argv[1:]]
        os.execvp("unshare", ["unshare", "-Urm", *again])  # noqa: S606, S607
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    report = stress(options.tables, options.minutes * 60, options.kill_every)
    for kind in ("disk", "lock"):
        if options.minutes >= JUDGED and not report.counts[f"refused for {kind}"]:
            report.note("unclear", f"no move was refused for the {kind}: try a longer run")
    return report.show()


if __name__ == "__main__":
    sys.exit(main())
