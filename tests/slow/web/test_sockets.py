"""Windows that died lock nobody out, whatever their sockets do; no server is needed for that."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette")

import anyio
from starlette.types import Message
from starlette.websockets import WebSocket

from examples.web_table import sockets
from examples.web_table.limits import Rates
from examples.web_table.reactions import Reactions
from examples.web_table.sockets import MOST_SOCKETS, TOO_MANY, TRY_AGAIN, Sockets

PATIENCE = 5
WAYS = ["closes", "raises", "hangs", "is late", "is gone"]


class Seated:
    """A table that counts who is there."""

    def __init__(self) -> None:
        self.here = self.most = 0
        self.reactions = Reactions()

    def sit(self, _: int | None, come: int) -> None:
        self.here += come
        self.most = max(self.most, self.here)

    async def frames(self, *_: object) -> AsyncGenerator[str]:
        yield "now"
        await anyio.sleep_forever()

    async def answer(self, *_: object) -> None:
        """Nothing to say."""


class Window:
    """A browser that does something when its socket is to be closed."""

    def __init__(self, server: Any, way: str, host: str = "10.0.0.1") -> None:
        self.way, self.heard = way, list[Message]()
        self.seated, self.left = anyio.Event(), anyio.Event()
        scope: dict[str, Any] = {
            "type": "websocket",
            "app": server,
            "path_params": {"token": "x"},
            "client": (host, 5),
            "query_string": b"",
            "headers": [],
        }
        self.socket = WebSocket(scope, self._receive, self._send)
        self._begun = False

    async def _receive(self) -> Message:
        if not self._begun:
            self._begun = True
            return {"type": "websocket.connect"}
        await self.left.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def _send(self, message: Message) -> None:
        self.heard.append(message)
        if message["type"] == "websocket.send":
            self.seated.set()
        if message["type"] != "websocket.close":
            return
        match self.way:
            case "raises":
                raise RuntimeError("it is closed")
            case "is gone":
                raise OSError("broken pipe")
            case "hangs":
                await anyio.sleep_forever()
            case "is late":
                await anyio.sleep(0.05)
            case _:
                pass

    @property
    def code(self) -> int | None:
        """The code with which it was closed."""
        return next((each["code"] for each in self.heard if "code" in each), None)


def make_server(seat: int | None) -> Any:
    """A server with one table, and the seat that a browser gets there."""
    table = Seated()

    async def find(_: str) -> tuple[Seated, int | None]:
        return table, seat

    async def watched(_: str) -> Seated:
        return table

    lobby = SimpleNamespace(find=find, watched=watched)
    state = SimpleNamespace(lobby=lobby, sockets=Sockets(), calls=Rates(999, 999), table=table)
    return SimpleNamespace(state=state)


def counted(server: Any) -> tuple[dict[Any, Any], dict[str, int]]:
    return server.state.sockets._open, dict(server.state.sockets._from)


@pytest.mark.parametrize("way", WAYS)
def test_a_new_window_has_room_at_once_whatever_the_oldest_does(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "CLOSING", 0.05)
    monkeypatch.setattr(sockets, "MOST_FROM_ONE", MOST_SOCKETS)
    server = make_server(2)

    async def run() -> None:
        windows = [Window(server, way) for _ in range(MOST_SOCKETS + 3)]
        with anyio.fail_after(PATIENCE):
            async with anyio.create_task_group() as browsers:
                for window in windows:
                    browsers.start_soon(sockets.play, window.socket)
                    await window.seated.wait()
                assert counted(server)[1] == {"10.0.0.1": MOST_SOCKETS}
                for window in windows:
                    window.left.set()
        assert [window.code for window in windows] == [TOO_MANY] * 3 + [None] * MOST_SOCKETS

    anyio.run(run)
    assert counted(server) == ({}, {})
    assert server.state.table.here == 0


@pytest.mark.parametrize("way", WAYS)
def test_a_window_without_room_is_counted_nowhere(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "CLOSING", 0.05)
    monkeypatch.setattr(sockets, "MOST_FROM_ONE", 1)
    server = make_server(None)

    async def run() -> None:
        first, second, other = (
            Window(server, way, host) for host in ("10.0.0.1", "10.0.0.1", "10.0.0.2")
        )
        with anyio.fail_after(PATIENCE):
            async with anyio.create_task_group() as browsers:
                browsers.start_soon(sockets.watch, first.socket)
                await first.seated.wait()
                await sockets.watch(second.socket)
                assert second.code == TRY_AGAIN
                browsers.start_soon(sockets.watch, other.socket)
                await other.seated.wait()
                for window in (first, other):
                    window.left.set()

    anyio.run(run)
    assert counted(server) == ({}, {})
    assert server.state.table.here == 0


def test_a_socket_is_counted_off_once() -> None:
    server = make_server(0)
    place: Any = (server.state.table, 0)

    async def run() -> None:
        one, other = (Window(server, "closes").socket for _ in range(2))
        for each in (one, other):
            assert server.state.sockets.add(*place, each, anyio.CancelScope())
        for _ in range(2):
            server.state.sockets.remove(*place, one)
        assert counted(server)[1] == {"10.0.0.1": 1}
        server.state.sockets.remove(*place, other)

    anyio.run(run)
    assert counted(server) == ({}, {})
