"""Computer players that fail, and processes that cannot be started: no table stops."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table import computer, thinking
from examples.web_table.hints import NO_TIME
from examples.web_table.thinking import Thinking
from heartslib import Game, variants, wire
from heartslib.bots import LEVELS, AtRandom, MonteCarlo, careful
from heartslib.moves import HostMove, Move
from heartslib.rules import Rounds
from heartslib.view import View
from tests.slow.web.failing import BOTS, WAYS, Failing
from tests.slow.web.knowledge import leaks
from tests.slow.web.served import PATIENCE, Seat, finish, new_table, served, stored

COMPILED = 120
"""Seconds in which the kernel is compiled."""
VIEW = Game.new(variants.get("american")).deal(seed=1).view(0)
SHORT = attrs.evolve(variants.get("american"), ending=Rounds(1))


@pytest.fixture(scope="module", autouse=True)
def bots() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computer, "LEVELS", {**LEVELS, **BOTS})
        patch.setattr(thinking, "GRACE", 1.0)
        for way in WAYS:
            patch.setitem(computer.STRENGTHS, way, way.capitalize())
        yield


async def answered(thinker: Thinking) -> bool:
    """Whether the thinkers answer, once they are ready."""
    until = time.monotonic() + COMPILED
    while time.monotonic() < until:
        if await thinker.thought(MonteCarlo(1), VIEW):
            return True
    return False


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server with one process for all who think, and its file."""
    thinker = Thinking(seconds=0.01, processes=1)
    assert asyncio.run(answered(thinker))
    file = tmp_path_factory.mktemp("failing") / "games.sqlite"
    with served(file, hurries=True, clock=0, computer=thinker) as base:
        yield base, file


def notices(seat: Seat) -> list[str]:
    said = [line for frame in seat.frames if "screen" in frame for line in frame["screen"]["said"]]
    return [line for line in said if "have failed" in line]


def errors(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("way", WAYS)
def test_a_player_that_fails_plays_carefully(
    way: str, place: tuple[str, Path], caplog: pytest.LogCaptureFixture
) -> None:
    base, file = place
    ann = Seat(base, new_table(base, "Ann b c d", "gong_zhu", strength=way)[0])
    finish(ann)
    number = int(ann.last["state"].partition(".")[0])
    game = stored(file, number)
    assert ann.seen.number == len(game.history)
    for made, move in enumerate(game.history):
        if not isinstance(move, HostMove):
            assert move == careful(game.at(made).view(move.seat))
    assert notices(ann) == [f"{way.capitalize()} players have failed: careful ones play on."]
    (record,) = errors(caplog)
    assert isinstance(record.args, tuple)
    bot, of, position = record.args
    assert (bot, of) == (way, number)
    assert record.exc_info
    kind, error, _ = record.exc_info
    assert WAYS[way][1] in f"{kind and kind.__name__}: {error}"
    seen = wire.loads_view(str(position))
    assert seen.view.is_my_turn
    assert seen.view.seat
    assert seen.view == game.at(seen.number).view(seen.view.seat)
    assert leaks([{"seen": json.loads(str(position))}], game, seen.view.seat) == []
    ann.close()


def test_without_shared_memory(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No process can be started: players are careful, and there are no hints; each game tries again."""

    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("_multiprocessing.SemLock", refused)
    with served(file, {"short": SHORT}, computer=Thinking(processes=1)) as base:
        ann = Seat(base, new_table(base, "Ann b c d", "short", strength="expert")[0])
        for game in (1, 2):
            ann.until(lambda seen: seen.view.is_my_turn and seen.number < 5)
            for _ in range(2):
                ann.socket.send("hint")
                assert ann.heard("hint") == NO_TIME
            finish(ann)
            assert notices(ann) == ["Expert players have failed: careful ones play on."] * game
            if game == 1:
                ann.ask("next")
                ann.until(lambda seen: seen.view.phase == "over")
                ann.ask("again")
    whole = [(game, bot) for game in (1, 2) for bot in ("expert", "hint")]
    found = [(*record.args[1::-1],) for record in errors(caplog) if isinstance(record.args, tuple)]
    assert sorted(found) == whole
    assert all("Permission denied" in str((record.exc_info or "")[1]) for record in errors(caplog))


def test_a_thought_that_nobody_awaits_leaves_its_process_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Such as one for a hint to somebody who has left."""
    thinker, start = Thinking(seconds=0.5, processes=1), thinking.started
    started = list[thinking.Process]()

    def noted() -> thinking.Process:
        started.append(start())
        return started[-1]

    async def leave(bot: MonteCarlo) -> None:
        asked = asyncio.create_task(thinker.thought(bot, VIEW))
        await asyncio.sleep(0.1)
        asked.cancel()

    async def ask() -> None:
        assert await answered(thinker)
        await leave(MonteCarlo(10**6))
        assert await answered(thinker)
        assert len(started) == 1
        await leave(Failing(way="sleeps"))
        assert await answered(thinker)
        assert len(started) == 2

    monkeypatch.setattr(thinking, "started", noted)
    asyncio.run(ask())
    thinker.close()


def test_nobody_waits_long_for_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for one that compiles the rules, which goes on, nor until another is idle."""
    thinker, ready, started = Thinking(seconds=0.1, processes=1), Future[None](), list[int]()

    def compiling() -> thinking.Process:
        started.append(1)
        return ThreadPoolExecutor(1), ready

    def chosen(_: MonteCarlo, view: View, __: float) -> Move:
        return careful(view)

    async def ask() -> None:
        for _ in range(2):
            assert await thinker.thought(MonteCarlo(1), VIEW) is None
        assert len(started) == 1
        asked = asyncio.create_task(thinker.thought(MonteCarlo(1), VIEW))
        await asyncio.sleep(0.01)
        monkeypatch.setattr(thinking, "GRACE", 0)
        assert await thinker.thought(MonteCarlo(1), VIEW) is None
        assert not asked.done()
        ready.set_result(None)
        assert await asked

    ready.set_running_or_notify_cancel()
    monkeypatch.setattr(thinking, "started", compiling)
    monkeypatch.setattr(thinking, "_move", chosen)
    asyncio.run(asyncio.wait_for(ask(), PATIENCE))


def test_without_a_careful_move_any_is_made(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: View) -> Move:
        raise ZeroDivisionError

    monkeypatch.setattr(computer, "careful", fail)
    assert computer.carefully(VIEW) == AtRandom()(VIEW)
    assert [record.getMessage() for record in errors(caplog)] == ["a careful player has no move"]
