"""The WebSockets: one for each window of a player or a spectator."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from json import dumps

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
BUSY = {"code": "busy", "reason": "That is a lot of rules. Please wait a moment."}
"""The answer to who changes a sheet of rules too fast."""
CLOSING = 2
"""Seconds that a browser has to hear that its socket is closed."""


class Sockets:
    """The open sockets of each seat, oldest first, so that none has too many.

    Nobody waits for the socket of another: one that makes room counts no more at once, and is closed
    by whoever serves it, in their own time.
    """

    def __init__(self) -> None:
        self._open: dict[tuple[Table, int | None], dict[WebSocket, anyio.CancelScope]] = {}
        self._from = Counter[str]()

    def add(
        self, table: Table, seat: int | None, socket: WebSocket, served: anyio.CancelScope
    ) -> bool:
        """Count a socket; for a seat the oldest makes room, but a new spectator has to wait.

        Args:
            table: The table.
            seat: The seat; None for a spectator.
            socket: The socket.
            served: In which it is served; it is cancelled when the socket makes room.
        """
        sockets, address = self._open.get((table, seat), {}), address_of(socket)
        leaving = [*sockets][:1] if seat is not None and len(sockets) >= MOST_SOCKETS else []
        from_there = self._from[address] - len(
            [each for each in leaving if address_of(each) == address]
        )
        if from_there >= MOST_FROM_ONE or (seat is None and len(sockets) >= MOST_WATCHERS):
            return False
        for oldest in leaving:
            sockets[oldest].cancel()
            self.remove(table, seat, oldest)
        self._from[address] += 1
        self._open.setdefault((table, seat), {})[socket] = served
        return True

    def remove(self, table: Table, seat: int | None, socket: WebSocket) -> None:
        """Count a socket no more, if it still counts."""
        sockets = self._open.get((table, seat), {})
        if sockets.pop(socket, None) is None:
            return
        if not sockets:
            del self._open[table, seat]
        self._from[address_of(socket)] -= 1
        self._from += Counter()  # forgets those that have none


async def play(websocket: WebSocket) -> None:
    """The connection of a seat."""
    await _connect(websocket, lobby_of(websocket).find)


async def watch(websocket: WebSocket) -> None:
    """The connection of a spectator."""

    async def find(token: str) -> tuple[Table, None] | None:
        table = await lobby_of(websocket).watched(token)
        return None if table is None else (table, None)

    await _connect(websocket, find)


async def _connect(
    websocket: WebSocket, find: Callable[[str], Awaitable[tuple[Table, int | None] | None]]
) -> None:
    """Accept a socket, and serve it if there is room."""
    await websocket.accept()
    calls: Rates = websocket.app.state.calls
    if not calls.allows(address_of(websocket)):
        await closed(websocket, TRY_AGAIN, "That is a lot of connections. Please wait.")
        return
    try:
        place = await find(token_of(websocket))
    except (StoreError, HeartsError) as error:
        log.warning("a game cannot be read: %s", error)
        await closed(websocket, TRY_AGAIN, NOT_READ)
        return
    if place is None:
        await closed(websocket, UNKNOWN, NO_SEAT)
        return
    sockets: Sockets = websocket.app.state.sockets
    with anyio.CancelScope() as served:
        if not sockets.add(*place, websocket, served):
            await closed(websocket, TRY_AGAIN, "Too many people are connected. Please wait.")
            return
        try:
            await _serve(websocket, *place)
        finally:
            sockets.remove(*place, websocket)
    if served.cancelled_caught:
        reason = "This seat is open in too many windows. Reload the page to use it here."
        await closed(websocket, TOO_MANY, reason)


async def closed(websocket: WebSocket, code: int, reason: str) -> None:
    """Close a socket, unless the browser has left, or does not listen."""
    with anyio.move_on_after(CLOSING), suppress(RuntimeError, WebSocketDisconnect):
        await websocket.close(code, reason)


async def _send(websocket: WebSocket, answer: Callable[[], Awaitable[str | None]]) -> None:
    """Send what takes a while, once it is worked out."""
    if text := await answer():
        await websocket.send_text(text)


async def _replay(websocket: WebSocket, table: Table, seat: int, number: str) -> str:
    """Make a table for a seat, from before a costly move on; return what to answer."""
    rates: Rates = websocket.app.state.rates
    code, reason = "busy", "That is a lot of tables. Please wait a moment."
    if rates.allows(address_of(websocket)):
        try:
            game, strength = table.before_costly(seat, number), table.house.strength
            token = await lobby_of(websocket).play_on(game, seat, strength)
        except HeartsError as error:
            code, reason = error.code, str(error)
        else:
            return dumps({"replay": f"/table/{token}"})
    return dumps({"refused": {"code": code, "reason": reason}})


class Newest:
    """Of several questions only the newest is still asked, once the one before has its answer.

    Args:
        wait: How many seconds too early a question comes.
    """

    def __init__(self, wait: Callable[[], float]) -> None:
        self._wait = wait
        self._turn = asyncio.Lock()
        self._asked = 0

    async def __call__(self, ask: Callable[[], Awaitable[str | None]]) -> str | None:
        """The answer; None if there is a newer question."""
        self._asked += 1
        mine = self._asked
        async with self._turn:
            if mine == self._asked:
                await asyncio.sleep(self._wait())
            return await ask() if mine == self._asked else None


async def _answered(websocket: WebSocket, table: Table, seat: int | None, text: str) -> str | None:
    """What to answer a seat; sheets of rules cost time, so an address has only so many."""
    sheets: Rates = websocket.app.state.sheets
    if text.startswith(("sheet", "rules")) and not sheets.allows(address_of(websocket)):
        return dumps({"refused": BUSY})
    return await table.answer(seat, text)


def _slow(
    websocket: WebSocket, table: Table, seat: int, text: str, choices: Newest
) -> Callable[[], Awaitable[str | None]] | None:
    """How to work out what takes a while, so that nothing else waits for it; None for the rest."""
    word, _, number = text.partition(" ")
    match word:
        case "choices":
            return partial(choices, partial(table.answer, seat, text))
        case "hint":
            return partial(table.hint, seat)
        case "review":
            return partial(table.review, seat)
        case "replay":
            return partial(_replay, websocket, table, seat, number)
        case _:
            return None


async def _serve(websocket: WebSocket, table: Table, seat: int | None) -> None:
    """Serve one browser until it disconnects: make its moves, and send it every change."""

    async def send(messages: AsyncGenerator[str]) -> None:
        async for message in messages:
            await websocket.send_text(message)

    choices = Newest(lambda: websocket.app.state.choices.wait(address_of(websocket)))

    async def listen() -> None:
        pace = Bucket(20, 10)
        while (message := await websocket.receive())["type"] == "websocket.receive":
            await asyncio.sleep(pace.wait())  # the socket reads no more meanwhile
            text = message.get("text") or ""
            if seat is not None and (later := _slow(websocket, table, seat, text, choices)):
                both.start_soon(_send, websocket, later)
            elif answer := await _answered(websocket, table, seat, text):
                await websocket.send_text(answer)

    table.sit(seat, 1)
    try:
        async with anyio.create_task_group() as both:
            both.start_soon(send, table.frames(seat, websocket.query_params.get("seen", "")))
            both.start_soon(send, table.reactions.messages())
            await listen()
            both.cancel_scope.cancel()
    except* (WebSocketDisconnect, RuntimeError):  # it was closed while something was being sent
        pass
    finally:
        table.sit(seat, -1)
