"""The WebSockets: one for each window of a player or a spectator."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from examples.web_table.context import address_of, lobby_of, token_of
from examples.web_table.limits import Bucket, Rates
from examples.web_table.pages import NO_SEAT, NOT_READ
from examples.web_table.store import StoreError
from examples.web_table.table import Table
from heartslib import HeartsError

log = logging.getLogger(__name__)

UNKNOWN = 4404
"""The code for closing a socket at an address that is unknown."""
TOO_MANY = 4409
"""The code for closing the oldest socket of a seat that has opened too many."""
TRY_AGAIN = 1013
"""The code for closing a socket that may be opened again a little later."""
MOST_SOCKETS = 4
"""How many windows a seat may have open."""
MOST_WATCHERS = 50
"""How many windows may watch a table."""
MOST_FROM_ONE = 100
"""How many sockets one address may have open."""


class Sockets:
    """The open sockets of each seat, oldest first, so that none has too many."""

    def __init__(self) -> None:
        self._open: dict[tuple[Table, int | None], list[WebSocket]] = {}
        self._from = Counter[str]()

    async def add(self, table: Table, seat: int | None, socket: WebSocket) -> bool:
        """Count a socket; for a seat the oldest makes room, but a new spectator has to wait."""
        sockets = self._open.get((table, seat), [])
        is_full = seat is None and len(sockets) >= MOST_WATCHERS
        if is_full or self._from[address_of(socket)] >= MOST_FROM_ONE:
            return False
        self._from[address_of(socket)] += 1
        sockets.append(socket)
        self._open[table, seat] = sockets
        if seat is not None and len(sockets) > MOST_SOCKETS:
            oldest = sockets.pop(0)
            await oldest.close(
                TOO_MANY, "This seat is open in too many windows. Reload the page to use it here."
            )
        return True

    def remove(self, table: Table, seat: int | None, socket: WebSocket) -> None:
        """Count a socket no more."""
        sockets = self._open.get((table, seat), [])
        if socket in sockets:
            sockets.remove(socket)
        if not sockets:
            self._open.pop((table, seat), None)
        self._from[address_of(socket)] -= 1
        self._from += Counter()  # forgets those that have none


async def play(websocket: WebSocket) -> None:
    """The connection of a seat."""
    await _connect(websocket, lobby_of(websocket).find)


async def watch(websocket: WebSocket) -> None:
    """The connection of a spectator."""

    def find(token: str) -> tuple[Table, None] | None:
        table = lobby_of(websocket).watched(token)
        return None if table is None else (table, None)

    await _connect(websocket, find)


async def _connect(
    websocket: WebSocket, find: Callable[[str], tuple[Table, int | None] | None]
) -> None:
    """Accept a socket, and serve it if there is room."""
    await websocket.accept()
    calls: Rates = websocket.app.state.calls
    if not calls.allows(address_of(websocket)):
        await websocket.close(TRY_AGAIN, "That is a lot of connections. Please wait.")
        return
    try:
        place = find(token_of(websocket))
    except (StoreError, HeartsError) as error:
        log.warning("a game cannot be read: %s", error)
        await websocket.close(TRY_AGAIN, NOT_READ)
        return
    if place is None:
        await websocket.close(UNKNOWN, NO_SEAT)
        return
    sockets: Sockets = websocket.app.state.sockets
    if not await sockets.add(*place, websocket):
        await websocket.close(TRY_AGAIN, "Too many people are connected. Please wait.")
        return
    try:
        await _serve(websocket, *place)
    finally:
        sockets.remove(*place, websocket)


async def _compare(websocket: WebSocket, table: Table, seat: int | None) -> None:
    """Send what each card would cost, once it is worked out."""
    if costs := await table.costs(seat):
        await websocket.send_text(costs)


async def _serve(websocket: WebSocket, table: Table, seat: int | None) -> None:
    """Serve one browser until it disconnects: make its moves, and send it every change."""

    async def send() -> None:
        async for frame in table.frames(seat, websocket.query_params.get("seen", "")):
            await websocket.send_text(frame)

    async def listen() -> None:
        pace = Bucket(20, 10)
        while (message := await websocket.receive())["type"] == "websocket.receive":
            await asyncio.sleep(pace.wait())  # the socket reads no more meanwhile
            text = message.get("text") or ""
            if answer := table.answer(seat, text):
                await websocket.send_text(answer)
            if text == "hint":
                both.start_soon(_compare, websocket, table, seat)

    table.sit(seat, 1)
    try:
        async with anyio.create_task_group() as both:
            both.start_soon(send)
            await listen()
            both.cancel_scope.cancel()
    except* (WebSocketDisconnect, RuntimeError):  # it was closed while something was being sent
        pass
    finally:
        table.sit(seat, -1)
