"""What a stranger cannot do: stop the server, flood it, or use it from another site."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from starlette.requests import Request
from starlette.types import Message
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from examples.web_table.limits import Bucket, Rates, RefusedBody, json_body
from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import StoreError
from heartslib import Card, Game, variants
from heartslib.bots import careful
from heartslib.testing import at_random, next_state
from tests.slow.web.knowledge import named
from tests.slow.web.served import PATIENCE, Seat, fetch, new_table


def test_a_client_that_leaves_in_mid_body_costs_a_line(caplog: pytest.LogCaptureFixture) -> None:
    came = iter([{"type": "http.request", "body": b'{"va', "more_body": True}])

    async def receive() -> Message:
        return next(came, {"type": "http.disconnect"})

    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    with pytest.raises(RefusedBody) as refused:
        asyncio.run(json_body(request))
    assert refused.value.status == 400
    assert [record.getMessage() for record in caplog.records] == [
        "a client left before its body had arrived"
    ]
    assert not any(record.exc_info for record in caplog.records)


def test_a_move_that_cannot_be_stored_is_refused_and_may_be_made_again(
    base: str, file: Path
) -> None:
    one, two = (Seat(base, new_table(base, "Ann bot1 bot2 bot3")[0]) for _ in range(2))
    for seat in (one, two):
        seat.until(lambda seen: seen.number == 4)
    mine = careful(one.seen.view)
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        one.send(mine)
        code, reason = one.refusal()
        assert code == "unstored"
        assert reason == (
            "The move does not count, because another program has locked the file of games. "
            "Please try again."
        )
        status, text = fetch(f"{base}/games", {"variant": "american", "seats": _chairs(4)})
        assert status == 503
        assert json.loads(text)["error"] == (
            "The table could not be made, because another program has locked the file of games. "
            "Please try again."
        )
        other.rollback()
    with closing(SqliteStore(file)) as store:
        assert store.load(1)[0].to_act == (0,)
    for seat in (one, two):  # both tables go on
        seat.send(careful(seat.seen.view))
        seat.until(lambda seen: seen.view.phase == "play" and seen.view.is_my_turn)
        seat.close()
    assert new_table(base, "Ann b c d")


def test_a_deal_that_cannot_be_stored_is_made_later(base: str, file: Path) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3")[0]
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as other:
        other.execute("BEGIN IMMEDIATE")
        ann = Seat(base, path)
        assert ann.hear()["seen"]["number"] == 0
        time.sleep(0.6)  # longer than the server waits for the file
        other.rollback()
    ann.until(lambda seen: seen.number == 4)


def test_a_seat_that_cannot_be_stored_is_not_taken(base: str, file: Path) -> None:
    ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3", is_open=True)[0])
    watch = ann.hear()["watch"].removeprefix("/watch/")
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, text = fetch(f"{base}/tables/{watch}", {"name": "Ben"})
        assert status == 503
        assert json.loads(text)["error"] == (
            "The seat could not be taken, because another program has locked the file of games. "
            "Please try again."
        )
        other.rollback()
    assert fetch(f"{base}/tables/{watch}", {"name": "Ben"})[0] == 201
    ann.until(lambda seen: seen.view.names[1] == "Ben")


def test_a_file_that_is_locked_for_long_holds_up_nobody(file: Path) -> None:
    game = Game.new(variants.get("american"))
    with closing(SqliteStore(file, 0.25)) as store, closing(sqlite3.connect(file)) as other:

        def waits() -> int:
            """The milliseconds for which the next call would wait."""
            db = store._db  # pyright: ignore[reportPrivateUsage]
            (found,) = db.execute("PRAGMA busy_timeout").fetchone()
            return int(found)

        number = store.add(game, {0: "token"})
        for seed in range(2):  # it waits for the first of these, and again after a move was stored
            game = next_state(game, at_random, Random(seed))
            other.execute("BEGIN IMMEDIATE")
            assert waits() == 250
            for _ in range(3):
                with pytest.raises(StoreError, match="locked"):
                    store.save(number, game)
                assert waits() == 0
            other.rollback()
            store.save(number, game)


def test_a_full_disk_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, connect = list[sqlite3.Connection](), sqlite3.connect

    def keep(*args: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", keep)
    game = Game.new(variants.get("american"))
    with closing(SqliteStore(file)) as store:
        number = store.add(game, {0: "token"})
        opened[0].execute("PRAGMA max_page_count = 1")
        for _ in range(100):  # they take more than a page
            game = next_state(game, at_random, Random(1))
        with pytest.raises(StoreError) as full:
            store.save(number, game)
        assert full.value.reason == "the disk of the server is full"
        opened[0].execute("PRAGMA max_page_count = 100000")
        store.save(number, game)
        assert store.load(number)[0] == game
    with pytest.raises(StoreError) as closed:
        store.save(number, game)
    assert closed.value.reason == "the file of games cannot be written"


def test_a_game_that_cannot_be_read_closes_its_socket_alone(base: str, file: Path) -> None:
    good, bad = (new_table(base, "Ann bot1 bot2 bot3")[0] for _ in range(2))
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE games SET beginning = '{}' WHERE id = 2")
    seat = Seat(base, bad)
    with pytest.raises(ConnectionClosed) as closed:
        seat.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    assert fetch(f"{base}/{bad}/status")[0] == 400
    ann = Seat(base, good)
    ann.until(lambda seen: seen.number == 4)


def _chairs(count: int) -> list[dict[str, object]]:
    return [{"name": f"N{n}", "human": n == 0} for n in range(count)]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"variant": "american", "seats": [' + b"0," * 100_000 + b"0]}", 413),
        (b"x" * 4097, 413),
        (b"[" * 4000, 400),
        (b"", 400),
        (b"null", 400),
        (b"7", 400),
        (b'"variant seats"', 400),
        (b"[]", 400),
        (b'{"variant": "american", "seats": [null, 7, "name human"]}', 400),
        (b'{"variant": "american", "seats": {"name": 1}}', 400),
        (b"\xff\xfe", 400),
        (b'{"variant": "american", "seats": 7}', 400),
        (b'{"variant": ["american"], "seats": []}', 400),
        (b'{"variant": "american", "seats": [{"name": 1, "human": "no"}]}', 400),
        (b'{"variant": "american", "seats": [], "is_open": 1}', 400),
        (b'{"variant": "american", "seats": [], "strength": "divine"}', 400),
    ],
)
def test_bodies_that_are_not_read(shared: str, body: bytes, status: int) -> None:
    got, text = fetch(f"{shared}/games", body)
    assert got == status
    assert json.loads(text)["error"].endswith(".")


def test_odd_addresses(base: str) -> None:
    for players in ("9" * 5000, "x", "-1", "²", "4.0", "٤", "0", "99"):
        address = f"{base}/games/american/{players}".encode("ascii", "backslashreplace").decode()
        assert fetch(address)[0] in {400, 404}
    assert fetch(f"{base}/table/{'x' * 10_000}")[0] == 404
    assert "To the lobby" in fetch(f"{base}/nowhere")[1]


def test_tables_are_not_made_without_end(base: str) -> None:
    made = [fetch(f"{base}/games", {"variant": "american", "seats": _chairs(4)})[0]]
    while made[-1] == 201 and len(made) < 100:
        made.append(fetch(f"{base}/games", {"variant": "american", "seats": _chairs(4)})[0])
    assert made[-1] == 429
    assert 10 <= len(made) < 40


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({}, True),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": ""}, False),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, False),
        ({"Host": "evil.example"}, False),
        ({"Host": "127.0.0.1.evil.example"}, False),
        ({"Host": "localhost", "Origin": "https://localhost"}, True),
        ({"Host": "[::1]:8000", "Origin": "http://[::1]:8000"}, True),
        ({"Host": "192.168.1.7:8000", "Origin": "http://192.168.1.7:8000"}, True),
        ({"Host": "192.168.1.7:8000", "Origin": "http://192.168.1.8:8000"}, False),
        ({"Host": "Hearts.example:80", "Origin": "http://hearts.EXAMPLE:80"}, True),
    ],
)
def test_other_sites_are_refused(shared: str, headers: dict[str, str], *, is_ours: bool) -> None:
    path = new_table(shared, "Ann bot1 bot2 bot3")[0]
    assert (fetch(f"{shared}/tables", **headers)[0] == 200) is is_ours
    body = {"variant": "american", "seats": _chairs(4)}
    assert (fetch(f"{shared}/games", body, **headers)[0] == 201) is is_ours
    origin = headers.get("Origin")
    if "Host" not in headers and not is_ours:
        with pytest.raises(InvalidStatus) as refused:  # before it is open
            connect(f"{shared.replace('http', 'ws')}/{path}", origin=Origin(str(origin)))
        assert refused.value.response.status_code == 403


def test_a_form_of_another_site_makes_no_table(shared: str) -> None:
    body = {"variant": "american", "seats": _chairs(4)}
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert fetch(f"{shared}/games", body, **{"Content-Type": kind})[0] == 415


def test_a_flood_from_one_socket_does_not_delay_another_table(base: str) -> None:
    bad = Seat(base, new_table(base, "Eve bot1 bot2 bot3")[0])
    good = Seat(base, new_table(base, "Ann bot1 bot2 bot3")[0])
    for seat in (bad, good):
        seat.until(lambda seen: seen.number == 4)

    served = Event()

    def flood() -> None:
        try:
            while not served.is_set():
                bad.socket.send("{}" + " " * 500)
        except ConnectionClosed:
            pass

    flooding = Thread(target=flood, daemon=True)
    flooding.start()
    good.send(careful(good.seen.view))
    good.until(lambda seen: seen.view.phase == "play" and seen.view.is_my_turn)
    assert flooding.is_alive() or bad.socket.close_code
    served.set()
    bad.socket.socket.close()
    flooding.join(PATIENCE)


def test_a_seat_has_few_windows(base: str) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3")[0]
    seats = [Seat(base, path) for _ in range(30)]
    with pytest.raises(ConnectionClosed) as closed:
        seats[0].until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4409
    seats[-1].until(lambda seen: seen.number == 4)


def test_an_address_has_so_many_sockets(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("examples.web_table.sockets.MOST_FROM_ONE", 3)
    paths = [new_table(base, "Ann bot1 bot2 bot3")[0] for _ in range(4)]
    seats = [Seat(base, path) for path in paths[:3]]
    for seat in seats:
        seat.hear()
    refused = Seat(base, paths[3])
    with pytest.raises(ConnectionClosed) as closed:
        refused.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    seats.pop().close()
    again = refused
    for _ in range(50):  # until the server has noticed
        again = Seat(base, paths[3])
        with suppress(ConnectionClosed):
            again.hear()
        again.close()
        if again.frames:
            break
        time.sleep(0.05)
    assert again.frames


def test_a_table_has_so_many_spectators(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("examples.web_table.sockets.MOST_WATCHERS", 2)
    ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3")[0])
    watch = ann.hear()["watch"].removeprefix("/")
    watching = [Seat(base, watch) for _ in range(2)]
    for seat in watching:
        seat.hear()
    refused = Seat(base, watch)
    with pytest.raises(ConnectionClosed) as closed:
        refused.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


def test_sockets_are_not_opened_without_end(base: str) -> None:
    path = new_table(base, "Ann bot1 bot2 bot3")[0]
    codes = set[int | None]()
    for _ in range(1500):  # on a slow machine, the bucket fills almost as fast as it empties
        if 1013 in codes:
            break
        with connect(f"{base.replace('http', 'ws')}/{path}x", open_timeout=PATIENCE) as socket:
            with suppress(ConnectionClosed):
                socket.recv(PATIENCE)
            codes.add(socket.close_code)
    assert codes == {4404, 1013}


def test_the_name_of_a_table_is_not_taken_for_a_card() -> None:
    assert named({"watch": "/watch/5LRacp-8D-Fyx9Q_", "said": ["the queen of spades"]}) == {
        Card("QS")
    }


def test_a_bucket() -> None:
    now = [0.0]
    bucket = Bucket(2, 0.5, clock=lambda: now[0])
    assert [bucket.allows() for _ in range(3)] == [True, True, False]
    now[0] = 2
    assert [bucket.allows() for _ in range(2)] == [True, False]
    assert bucket.wait() == 2
    assert bucket.wait() == 4


def test_addresses_have_a_bucket_each() -> None:
    rates = Rates(1, 0.001)
    assert rates.allows("a")
    assert not rates.allows("a")
    assert rates.allows("b")
