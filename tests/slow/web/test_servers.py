"""Several servers with one PostgreSQL database: the same tables, whichever server a browser asks."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import attrs
import pytest

pytest.importorskip("uvicorn")  # of the extra `web`
pytest.importorskip("psycopg", reason="psycopg is not installed: it is in the extra `servers`")

import psycopg
from websockets.exceptions import ConnectionClosed

from examples.web_table.postgres import PostgresStore
from examples.web_table.store import House, StoreError
from heartslib import Game, HeartsError, variants
from heartslib.bots import careful
from heartslib.moves import Play
from tests.slow.web.postgres import postgres
from tests.slow.web.served import PATIENCE, Seat, fetch, new_table
from tests.slow.web.test_store import moved

ROOT = Path(__file__).parents[3]


@attrs.define
class Server:
    """A server in a process of its own."""

    database: str
    base: str = ""
    process: subprocess.Popen[str] | None = None

    def start(self, *more: str) -> None:
        """Start it, at whatever port is free: somebody may have taken the one before."""
        options = ["--port", "0", "--pause", "0", "--away", "60", "--clock", "0", "--seed", "8"]
        command = [sys.executable, "-m", "examples.web_table", *options, *more]
        self.process = subprocess.Popen(  # noqa: S603 - it is ours
            [*command, "--database", self.database], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("Hearts is served at "), line
        self.base = line.split()[-1]

    def end(self) -> None:
        """Kill it, as a machine that loses its power."""
        assert self.process
        assert self.process.stdout
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as (address, _):
        yield address


@pytest.fixture
def store(database: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(database, "http://here")) as store:
        yield store


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[tuple[Server, Server]]:
    with ExitStack() as ended:
        both = Server(database), Server(database)
        for server in both:
            server.start()
            ended.callback(server.end)
        yield both


def play_until(seats: list[Seat], wanted: int) -> None:
    """Let people at a table play carefully until so many cards of the round are on the table."""
    while True:
        seen = max((seat.seen for seat in seats if seat.frames), key=lambda seen: seen.number)
        if seen.view.phase == "score" or len(seen.view.table.all_played) >= wanted:
            return
        for seat in seats:
            seat.until(lambda later, at=seen.number: later.number >= at)  # type: ignore[misc]
        mover = next(seat for seat in seats if seat.seen.view.is_my_turn)
        at = mover.seen.number
        mover.send(careful(mover.seen.view))
        for seat in seats:
            seat.until(lambda later: later.number > at)  # noqa: B023 - asked at once


def seated(servers: tuple[Server, ...], paths: dict[int, str]) -> list[Seat]:
    """The people of a table, each at the next server, with what they see first."""
    seats = [Seat(servers[n % len(servers)].base, path) for n, path in paths.items()]
    for seat in seats:
        seat.until(lambda seen: seen.view.phase == "pass")
    return seats


def number_of(store: PostgresStore, path: str) -> int:
    found = store.find(path.rpartition("/")[2])
    assert found
    return found[0]


def test_a_move_is_seen_through_every_server(
    servers: tuple[Server, Server], store: PostgresStore
) -> None:
    paths = new_table(servers[0].base, "Ann Ben Cid Dee")
    seats = seated(servers, paths)
    play_until(seats, 52)
    sheets = [seat.until(lambda seen: seen.view.phase == "score").view.sheet for seat in seats]
    assert all(seat.last["here"] == [0, 1, 2, 3] for seat in seats)
    game, _ = store.load(number_of(store, paths[0]))
    assert sheets == [game.sheet] * 4
    seats[1].ask("next")
    for seat in seats:
        seat.until(lambda seen: seen.view.phase == "pass" and seen.view.round_number == 1)


def test_of_two_moves_at_once_one_counts(
    servers: tuple[Server, Server], store: PostgresStore
) -> None:
    paths = new_table(servers[0].base, "Ann Ben Cid Dee")
    seats = seated(servers, paths)
    play_until(seats, 5)
    for _ in range(8):
        mover = next(seat for seat in range(4) if seats[seat].seen.view.is_my_turn)
        windows = [Seat(server.base, paths[mover]) for server in servers]
        for window in windows:
            window.until(lambda seen: seen.view.is_my_turn)
        at = windows[0].seen.number
        cards = windows[0].seen.view.legal_plays()
        with ThreadPoolExecutor(2) as pool:  # two windows, and two cards if there are two
            for window, card in zip(windows, (cards[0], cards[-1]), strict=True):
                pool.submit(window.send, Play(mover, card), at)
        assert sorted(refusals(window, at) for window in windows) == [[], ["stale"]]
        for seat in seats:
            seat.until(lambda later: later.number > at)  # noqa: B023
        game, _ = store.load(number_of(store, paths[0]))
        assert len(game.history) == at + 1
        for window in windows:
            window.close()


def refusals(window: Seat, at: int) -> list[str]:
    """The codes with which a window was refused, once it has seen another move."""
    window.until(lambda later: later.number > at)
    window.ask("undo")  # what was sent before is answered before
    while not any("not your last move" in reason for _, reason in refusals_of(window)):
        window.hear()
    return [code for code, _ in refusals_of(window)[:-1]]


def refusals_of(window: Seat) -> list[tuple[str, str]]:
    said = [frame["refused"] for frame in window.frames if "refused" in frame]
    return [(each["code"], each["reason"]) for each in said]


@pytest.mark.parametrize("killed", [0, 1], ids=["owner", "other"])
def test_a_server_that_is_killed_in_a_trick_loses_nothing(
    servers: tuple[Server, Server], store: PostgresStore, killed: int
) -> None:
    paths = new_table(servers[0].base, "Ann Ben Cid Dee")
    seats = seated(servers, paths)  # the first comes to the first server, which runs the table
    play_until(seats, 6)
    before = [seat.seen for seat in seats]
    servers[killed].end()
    ends = [seat for seat in range(4) if killed == 0 or seat % 2]  # those who lose their connection
    for seat in ends:
        with pytest.raises(ConnectionClosed):
            seats[seat].until(lambda _: not seats)  # to the end
    for seat in ends:
        seats[seat] = again(servers[1 - killed].base, paths[seat], seats[seat].last["state"])
        assert seats[seat].seen == before[seat]
        assert not seats[seat].frames[0]["fresh"]
    play_until(seats, 9)
    servers[killed].start()
    seats[0].close()
    seats[0] = again(servers[killed].base, paths[0], "")
    play_until(seats, 52)
    game, _ = store.load(number_of(store, paths[0]))
    assert [*game.history[: before[0].number]] == [*game.at(before[0].number).history]
    assert game.phase.name == "score"


def again(base: str, path: str, seen: str) -> Seat:
    """A browser that connects again until it is let in, as the page does."""
    until = time.monotonic() + PATIENCE
    while True:
        seat = Seat(base, path, seen)
        try:
            seat.until(lambda _: True)
        except ConnectionClosed:
            assert time.monotonic() < until
            time.sleep(0.05)
        else:
            return seat


def test_pages_answer_for_tables_of_other_servers(servers: tuple[Server, Server]) -> None:
    one, other = (server.base for server in servers)
    (path,) = new_table(one, "Ann bot1 bot2 bot3", isOpen=True, is_open=True).values()
    with closing(Seat(one, path)) as ann:
        ann.until(lambda seen: seen.view.phase == "pass")
        watch = ann.last["watch"].rpartition("/")[2]
        status, text = fetch(f"{other}/{path}/status")
        assert (status, json.loads(text)["name"]) == (200, "Ann")
        assert fetch(f"{other}/{path}/rules") == fetch(f"{one}/{path}/rules")
        assert fetch(f"{other}/watch/{watch}/rules")[0] == 200
        assert fetch(f"{other}/{path}")[0] == 200
        for base in (one, other):
            lines = json.loads(fetch(f"{base}/tables")[1])
            assert [line["people"] for line in lines if line["watch"] == watch] == [["Ann"]]
        status, text = fetch(f"{other}/tables/{watch}", {"name": "Ann"})
        assert status == 400
        assert "called Ann already" in text
        assert fetch(f"{other}/tables/{watch}", b"no JSON")[0] == 400
        status, text = fetch(f"{other}/tables/{watch}", {"name": "Ben"})
        assert status == 201
        with closing(Seat(other, json.loads(text)["path"])) as ben:
            ben.until(lambda seen: "Ben" in seen.view.names)
            ann.until(lambda seen: "Ben" in seen.view.names)
            ann.hear_until(lambda frame: len(frame["here"]) == 2)
        with closing(Seat(other, f"watch/{watch}")) as spectator:
            spectator.until(lambda seen: seen.view.seat is None)


def test_servers_asked_at_once_agree_on_one(servers: tuple[Server, Server]) -> None:
    with ThreadPoolExecutor(2) as pool:
        for _ in range(8):
            (path,) = new_table(servers[0].base, "Ann bot1 bot2 bot3").values()
            addresses = [f"{server.base}/{path}" for server in servers]
            at_once = [
                status for status, _ in pool.map(fetch, [f"{each}/status" for each in addresses])
            ]
            assert 200 in at_once  # the other may have to try again
            assert {*at_once} <= {200, 503}
            assert {fetch(f"{each}/status")[0] for each in addresses} == {200}


def test_what_was_passed_on_is_passed_on_no_further(
    servers: tuple[Server, Server], store: PostgresStore
) -> None:
    (path,) = new_table(servers[0].base, "Ann bot1 bot2 bot3").values()
    assert store.claim(number_of(store, path)) is None  # by a server that does not answer
    for headers in ({}, {"X-Relayed": "1"}):
        status, text = fetch(f"{servers[0].base}/{path}/status", **headers)
        assert (status, json.loads(text)["error"][:26]) == (503, "The games cannot be read j")
    with pytest.raises(ConnectionClosed) as closed:
        Seat(servers[0].base, path).hear()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1013
    store.release(number_of(store, path))
    assert fetch(f"{servers[0].base}/{path}/status")[0] == 200


def test_a_server_without_its_database_ends() -> None:
    with postgres() as (address, running):
        server = Server(address)
        server.start()
        try:
            (path,) = new_table(server.base, "Ann bot1 bot2 bot3").values()
            seat = Seat(server.base, path)
            seat.until(lambda seen: seen.view.phase == "pass" and seen.view.to_act == (0,))
            running.send_signal(signal.SIGQUIT)  # at once
            running.wait(PATIENCE)
            seat.send(careful(seat.seen.view))
            code, reason = seat.refusal()
            assert code == "unstored"
            assert "because the database cannot be reached. Please try again." in reason
            assert server.process
            assert server.process.wait(PATIENCE) == 0
        finally:
            server.end()


def test_a_database_that_hangs_holds_up_only_who_needs_it(database: str) -> None:
    """Everyone else is answered meanwhile; then the server ends, and nothing shown is lost."""
    server = Server(database)
    server.start()
    try:
        path, other = (new_table(server.base, "Ann bot1 bot2 bot3")[0] for _ in range(2))
        with closing(Seat(server.base, path)) as ann, ThreadPoolExecutor(4) as pool:
            ann.until(lambda seen: seen.number == 4)
            with psycopg.connect(database, autocommit=True) as db:
                token = hashlib.sha256(path.rpartition("/")[2].encode()).hexdigest()
                ((backend,),) = db.execute(
                    "SELECT connection FROM owners NATURAL JOIN tables NATURAL JOIN seats "
                    "WHERE token = %s",
                    [token],
                )
            os.kill(backend, signal.SIGSTOP)
            try:
                ann.send(careful(ann.seen.view))
                waiting = [pool.submit(fetch, f"{server.base}/{other}/status") for _ in range(3)]
                assert fetch(f"{server.base}/static/table.css")[0] == 200
                assert ann.refusal()[0] == "unstored"
                assert {each.result()[0] for each in waiting} == {503}
                assert server.process
                assert server.process.wait(PATIENCE) == 0
            finally:
                os.kill(backend, signal.SIGCONT)
        server.end()
        server.start()
        with closing(again(server.base, path, ann.last["state"])) as back:
            assert back.seen == ann.seen
    finally:
        server.end()


# ---------------------------------------------------------------- the store


def test_a_database_that_hangs_is_given_up_in_time(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It neither answers nor ends, so only a clock of the client helps; nothing counts as stored."""
    monkeypatch.setattr("examples.web_table.postgres.PATIENCE", 0.3)
    lost, game = list[str](), Game.new(variants.get("american"))
    with closing(PostgresStore(database, "http://here")) as store:
        store.lost = lambda: lost.append("lost")
        backend = store._db.info.backend_pid  # pyright: ignore[reportPrivateUsage]
        os.kill(backend, signal.SIGSTOP)
        try:
            with pytest.raises(StoreError, match="the database does not answer"):
                store.add(game, {0: "token of a seat"})
            with pytest.raises(StoreError, match="closed"):
                store.find("token of a seat")
        finally:
            os.kill(backend, signal.SIGCONT)
    assert lost == ["lost"]
    with closing(PostgresStore(database, "http://there")) as again:
        assert again.find("token of a seat") is None


def test_a_game_comes_back_as_it_was(store: PostgresStore) -> None:
    states = moved(Game.new(variants.get("barbu"), names=["Ann", "b", "c", "d"], dealer=2), 70)
    house = House(strength="expert", is_open=True, deal="2026-11-24")
    number = store.add(states[10], {0: "t", 2: "u"}, house)
    for game in (states[11], states[11], states[30], states[70]):  # some are not new, some late
        store.save(number, game)
        assert store.load(number) == (game, frozenset({0, 2}))
    assert store.house(number) == house
    assert store.undo(number, states[40]) == 1
    assert (store.load(number)[0], store.epoch(number)) == (states[40], 1)
    store.join(number, states[40], 1, "v")
    new = store.follow(number, states[0], house)
    assert [store.find(token) for token in "tuvw"] == [(new, 0), (new, 2), (new, 1), None]
    assert (store.find_watched(house.watch), store.find_watched("x")) == (new, None)


def test_a_table_has_one_server(database: str, store: PostgresStore) -> None:
    game = Game.new(variants.get("american"))
    number = store.add(game, {0: "one"})
    with closing(PostgresStore(database, "http://there")) as other:
        assert (other.claim(number), store.claim(number)) == (None, "http://there")
        assert ["http://there" in each.others() for each in (store, other)] == [True, False]
        other.release(number)
        assert (store.claim(number), other.claim(number)) == (None, "http://here")
        store.release(number)
        assert other.claim(number) is None
    until = time.monotonic() + PATIENCE
    while store.claim(number) is not None:  # the lock goes with the connection
        assert time.monotonic() < until
    assert "http://there" not in store.others()
    new = store.follow(number, game, store.house(number))
    assert store.claim(new) is None
    with pytest.raises(StoreError, match=f"game {number} is over"):
        store.claim(number)


def test_what_cannot_be_opened_is_refused(database: str, store: PostgresStore) -> None:
    with pytest.raises(StoreError) as error:
        PostgresStore("postgresql://hearts@localhost:1/x", "")
    assert error.value.reason == "the database cannot be reached"
    with pytest.raises(StoreError) as error:
        store.add(Game.new(variants.get("american")), {0: "twice", 1: "twice"})
    assert error.value.reason == "the games cannot be written to the database"
    with psycopg.connect(database) as changed:
        changed.execute("UPDATE heartslib_form SET form = 2")
    try:
        with pytest.raises(HeartsError, match="another version: choose another one"):
            PostgresStore(database, "")
    finally:
        with psycopg.connect(database) as changed:
            changed.execute("UPDATE heartslib_form SET form = 3")
