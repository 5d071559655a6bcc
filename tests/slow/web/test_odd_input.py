"""Whatever a stranger sends is refused: no header, path, body or frame is an error of the server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from struct import pack

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table.limits import Bucket, Rates
from tests.slow.web.served import PATIENCE, Seat, alone, fetch, new_table, served

ODD = [
    *(b"", b"http://[", b"http://]", b"[", b"[::1", b"::", b"http://[::1%25]", b"[v1.x]"),
    *(b"%", b"%00", b"\xff\xfe", b"\xc3\xa9", b"http://\xff", b"a" * 5000, b"127.0.0.1:99999999"),
    *(b"=;=", b"a=\xff", b'"', b"-1", b"1,2", b"9" * 30, b"bytes=5-1", b"bytes=0-0,1-1,%s", b"q=x"),
]
PLAIN = {b"Host": b"127.0.0.1", b"Connection": b"close"}
JSON = PLAIN | {b"Content-Type": b"application/json", b"Content-Length": b"2"}
SOCKET = PLAIN | {
    b"Connection": b"Upgrade",
    b"Upgrade": b"websocket",
    b"Sec-WebSocket-Key": b"AAAAAAAAAAAAAAAAAAAAAA==",
    b"Sec-WebSocket-Version": b"13",
}
GENERAL = [b"Host", b"Origin", b"Cookie", b"X-Forwarded-For", b"X-Forwarded-Proto", b"Connection"]
HEADERS = [
    (b"GET /static/table.js", PLAIN, [*GENERAL, b"Range", b"If-Range", b"If-Modified-Since"]),
    (b"GET /tables?seen=%ff", PLAIN, [*GENERAL, b"Accept-Encoding", b"Expect", b"Upgrade"]),
    (b"POST /games", JSON, [*GENERAL, *JSON, b"Transfer-Encoding"]),
    (b"GET /watch/x", SOCKET, [*GENERAL, *SOCKET, b"Sec-WebSocket-Protocol"]),
    (b"GET /watch/x", SOCKET, [b"Sec-WebSocket-Extensions"]),
]
PATHS = """
    /%00 /static/%00 /static/%ff /static/..%2f..%2fserver.py /static/%5c /static/a/%00/../b /static
    /games/%ff/4 /games/american/%00 /games/american/%d9%a4 /games/%f0%9f%98%80/4 // /table//rules
    /table/%00 /table/%ff%fe /table/%ed%a0%80 /table/%00/status /table/%ff/rules /watch/%00
    /watch/%ff/rules /tables/%00 /tables/%ff * http://[ http://x/ /?seen=%ff ?
"""


def _always(*_: object) -> bool:
    return True


def _at_once(*_: object) -> float:
    return 0


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without limits, so that nothing is refused for coming too often."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rates, "allows", _always)
        patch.setattr(Bucket, "wait", _at_once)
        with served(tmp_path_factory.mktemp("odd") / "games.sqlite") as base:
            yield base


@pytest.fixture(autouse=True)
def _no_tracebacks(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    assert "Traceback" not in capfd.readouterr().err


def status(base: str, line: bytes, headers: dict[bytes, bytes], body: bytes = b"") -> int:
    """The status of an answer to whatever it is; 0 if the connection is closed without one."""
    host, _, port = base.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), PATIENCE) as asking, suppress(OSError):
        lines = [line + b" HTTP/1.1", *(b"%s: %s" % pair for pair in headers.items()), b"", body]
        asking.sendall(b"\r\n".join(lines))
        asking.shutdown(socket.SHUT_WR)
        return int((asking.recv(100).split() + [b"0"] * 2)[1])
    return 0


@pytest.mark.parametrize(("line", "headers", "names"), HEADERS)
def test_odd_headers(
    patient: str, line: bytes, headers: dict[bytes, bytes], names: Iterable[bytes]
) -> None:
    for name in names:
        got = {odd: status(patient, line, headers | {name: odd}, b"{}") for odd in ODD}
        assert {odd: code for odd, code in got.items() if code >= 500} == {}, name
        if name == b"Origin":
            assert {*got.values()} <= {400, 403}


def test_odd_paths(patient: str) -> None:
    for path in PATHS.split():
        for method in (b"GET", b"POST", b"HEAD", b"BREW"):
            assert status(patient, b"%s %s" % (method, path.encode()), JSON, b"{}") < 500, path


NAMES: list[object] = [
    "\ud800",
    "\0",
    "\x1b[2J",
    "a" * 4000,
    "\u202e",
    "́" * 200,
    7,
    None,
    [],
    {},
    True,
    1e300,
]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_odd_values(patient: str, name: object) -> None:
    chairs = [{"name": name, "human": True}, *({"name": f"N{n}", "human": False} for n in range(3))]
    bodies: list[object] = [
        {"variant": name, "seats": chairs},
        {"variant": "american", "seats": chairs},
        {"variant": "american", "seats": name},
        {"variant": "american", "seats": chairs, "strength": name},
        {"variant": "american", "seats": chairs, "is_open": name},
        {"variant": "american", "seats": [chairs[0] | {"human": name}, *chairs[1:]]},
        [name],
    ]
    for body in bodies:
        code, text = fetch(f"{patient}/games", body)
        assert code in {201, 400, 413}
        assert code == 201 or json.loads(text)["error"].endswith(".")
    assert fetch(f"{patient}/tables/nowhere", {"name": name})[0] in {400, 413}


ANSWERS: list[dict[str, object]] = [
    {"cards": ["\ud800"]},
    {"cards": [None]},
    {"cards": {}},
    {"name": 7},
    {"yes": "no"},
    {"number": 1e999, "yes": True},
    {"number": -(10**100), "yes": True},
    {"version": [], "yes": True},
    {"epoch": "x", "yes": True},
    {"epoch": -1, "yes": True},
    {"format": None},
]
FRAMES: list[str | bytes] = [
    *("", " ", "\0", "{}", "[]", "null", "7", '"', "{", "[" * 4000, "NaN", "9" * 4000, "\ud7ff"),
    *("next", "next ", "next 1", "next 1.x", "again", "again \0", "next " * 800),
    *("undo", "undo ", "undo x", "agree", "agree 1.1.1", "refuse \0"),
    *(b"", b"\xff", b"{}", b"next 1.4"),
    *(
        json.dumps({"format": "heartslib-answer", "version": 1, "number": 4, **odd})
        for odd in ANSWERS
    ),
]


def test_odd_frames(patient: str) -> None:
    ann = alone(patient)
    for text in FRAMES:
        ann.socket.send(text)
        code, reason = ann.refusal()
        assert code != "unstored"
        assert reason
    ann.socket.send("hint")
    assert "hint" in ann.hear()
    ann.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"\x81\x81\0\0\0\0\xff",  # text that is no text
        b"\x81\x01x",  # not masked
        b"\xf1\x80\0\0\0\0",  # of an extension that was not agreed on
        b"\x83\x80\0\0\0\0",  # of a kind that there is not
        b"\x80\x80\0\0\0\0",  # goes on with nothing
        b"\x88\x82\0\0\0\0" + pack("!H", 1),  # closed with a code that there is not
        b"\x81\xff" + pack("!Q", 1 << 62) + b"\0\0\0\0",  # longer than any message
    ],
)
def test_frames_that_are_none(patient: str, sent: bytes) -> None:
    ann = Seat(patient, new_table(patient, "Ann bot1 bot2 bot3")[0])
    ann.hear()
    ann.socket.socket.sendall(sent)
    with pytest.raises(Exception, match=r"100[0-9]|close|sent"):
        ann.until(lambda _: False)
    assert fetch(f"{patient}/tables")[0] == 200
