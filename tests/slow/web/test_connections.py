"""Connections: nobody with one address keeps others out, and no odd header stops the server."""

from __future__ import annotations

import socket
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table import connections
from examples.web_table.limits import Rates, network_of
from tests.slow.web.served import PATIENCE, Seat, alone, fetch, new_table, served

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
BAD = "127.0.0.2"
"""From where the attack comes; the others come from 127.0.0.1."""


def has_other_addresses() -> bool:
    try:
        with socket.create_server((BAD, 0)):
            return True
    except OSError:
        return False


from_elsewhere = pytest.mark.skipif(
    not has_other_addresses(), reason="this machine has one address on its loopback"
)


def place(base: str) -> tuple[str, int]:
    host, _, port = base.removeprefix("http://").rpartition(":")
    return host, int(port)


@contextmanager
def attacking(base: str, count: int, sent: bytes) -> Generator[list[socket.socket]]:
    """So many connections from one address, each of which has sent something."""
    with ExitStack() as stack:
        made = list[socket.socket]()
        for _ in range(count):
            one = stack.enter_context(
                socket.create_connection(place(base), PATIENCE, source_address=(BAD, 0))
            )
            made.append(one)
            try:
                one.sendall(sent)
            except OSError:  # it was refused at once
                continue
        yield made


def is_open(connection: socket.socket) -> bool:
    """Whether the server has neither refused nor closed a connection."""
    connection.setblocking(False)
    try:
        connection.recv(1000)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def until_open(made: list[socket.socket], count: int) -> None:
    """Wait until no more than so many are open; the others were refused, since none was given up."""
    for _ in range(50 * PATIENCE):
        if sum(map(is_open, made)) <= count:
            return
        time.sleep(0.02)
    pytest.fail(f"more than {count} are open")


UPGRADE = (
    b"GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@from_elsewhere
@pytest.mark.parametrize("kind", ["nothing", "half a header", "half a body", "sockets"])
def test_one_address_keeps_nobody_out(
    file: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 40)
    monkeypatch.setattr(connections, "MOST_SECONDS", 100 * PATIENCE)
    with served(file, most_from_one=15) as base:
        path = new_table(base, "Eve bot1 bot2 bot3", is_open=True)[0]
        body = b"POST /games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        eve = Seat(base, path)
        watch = eve.hear()["watch"].removeprefix("/").encode()
        sent = {
            "nothing": b"",
            "half a header": HALF,
            "half a body": body + b"Content-Length: 100\r\n\r\n{",
            "sockets": UPGRADE % watch,
        }[kind]
        with attacking(base, 60, sent) as bad:
            if kind != "sockets":
                until_open(bad, 15)
            for _ in range(3):  # a friend plays, and makes new connections
                ann = alone(base)
                ann.close()
            assert fetch(f"{base}/tables")[0] == 200


@from_elsewhere
def test_a_whole_home_may_play(file: Path) -> None:
    with served(file) as base:
        paths = new_table(base, "Ann B C D E F G H I J K", "cancellation")
        everyone = [Seat(base, paths[seat]) for seat in paths]
        for seat in everyone:
            seat.hear()
        with ExitStack() as stack:  # eleven browsers, with six connections each
            for _ in range(6 * len(everyone)):
                one = stack.enter_context(socket.create_connection(place(base), PATIENCE))
                assert is_open(one)
            assert fetch(base)[0] == 200


def test_one_address_has_a_small_part_of_the_whole() -> None:
    assert connections.MOST_FROM_ONE * 10 <= connections.MOST_CONNECTIONS


@pytest.fixture
def hasty(base: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(connections, "MOST_SECONDS", 0.3)
    return base


@pytest.mark.parametrize(
    ("before", "sent"),
    [
        (b"", b""),
        (b"", b"G"),
        (b"", HALF),
        (b"GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", HALF),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n", b"x"),
    ],
    ids=["nothing", "a letter", "a header", "a second header", "a body nobody reads"],
)
def test_a_request_that_never_ends_is_ended(hasty: str, before: bytes, sent: bytes) -> None:
    last = b""
    with socket.create_connection(place(hasty), PATIENCE) as slow:
        slow.sendall(before)
        for _ in range(20 * PATIENCE):
            try:
                slow.sendall(sent[-1:] if last else sent)  # a byte now and then keeps nothing open
                slow.settimeout(0.05)
                last = slow.recv(100_000)
                if not last:
                    break
            except TimeoutError:
                last = b"-"
            except OSError:
                break
        else:
            pytest.fail("the request goes on")


def test_a_player_who_thinks_is_not_ended(hasty: str) -> None:
    ann = alone(hasty)
    with pytest.raises(TimeoutError):
        ann.socket.recv(0.7)
    ann.socket.send("hint")
    assert "hint" in ann.hear()
    ann.close()


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),  # a door for both kinds of addresses sees it so
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_an_address_stands_for_its_network(host: str, network: str) -> None:
    assert network_of(host) == network


def test_a_network_has_one_rate() -> None:
    rates = Rates(2, 0.001)
    assert [rates.allows(network_of(f"2001:db8::{n}")) for n in range(3)] == [True, True, False]
    assert rates.allows(network_of("2001:db8:0:1::1"))
