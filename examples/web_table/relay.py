"""Several servers with the same tables: what is for a table goes to the server that runs it.

A browser may ask any of them.  The first that is asked for a table runs it; the others pass on messages
and requests for it, to its usual address, and say where they come from as any proxy does.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request as Asked
from urllib.request import urlopen

import anyio
import anyio.to_thread
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from examples.web_table import pages
from examples.web_table.context import lobby_of
from examples.web_table.limits import MOST_SECONDS, RefusedBody, json_body
from examples.web_table.lobby import MOST_LISTED
from examples.web_table.sockets import TRY_AGAIN, closed
from examples.web_table.store import Shared, StoreError

log = logging.getLogger(__name__)

RELAYED = "X-Relayed"
"""The header of what another server has passed on; it is passed on no further."""
_OF_A_TABLE = re.compile(r"/(table|watch|tables)/([^/]{1,64})(/rules|/status)?")
_PRIVATE = range(4000, 5000)
"""The codes for closing a socket that mean something to the page."""
_LISTING = 2
"""Seconds that another server has to list its tables."""


class Relay:
    """Passes on what is for a table that another server runs."""

    def __init__(self, app: ASGIApp, store: Shared) -> None:
        self._app, self._store = app, store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer here, or pass it on."""
        kind = scope["type"]
        is_first = kind == "lifespan" or RELAYED not in Headers(scope=scope)
        if kind == "http" and scope["path"] == "/tables" and is_first:
            response: Response = JSONResponse(await self._listed(HTTPConnection(scope)))
            await response(scope, receive, send)
        elif kind == "lifespan" or (owner := await self._owner(scope)) is None:
            await self._app(scope, receive, send)
        elif kind == "websocket":
            await _pass_socket(WebSocket(scope, receive, send), owner if is_first else "")
        else:
            request = Request(scope, receive)
            response = await _pass_request(request, owner if is_first else "")
            await response(scope, receive, send)

    async def _owner(self, scope: Scope) -> str | None:
        """The address of the other server that runs the table; None to answer here."""
        wanted = _OF_A_TABLE.fullmatch(scope["path"])
        if not wanted:
            return None
        place, token, part = wanted.groups()
        if scope["type"] == "http" and place != "tables" and not part:
            return None  # the page of a table is the same everywhere
        try:
            return await lobby_of(HTTPConnection(scope)).manner.ask(self._claimed, token)
        except StoreError:
            return None  # whoever answers here says so

    def _claimed(self, token: str) -> str | None:
        found = self._store.find(token)
        number = found[0] if found else self._store.find_watched(token)
        return None if number is None else self._store.claim(number)

    async def _listed(self, connection: HTTPConnection) -> list[Any]:
        """The open tables of all servers."""
        listed: list[Any] = [*lobby_of(connection).listed()]

        async def add(server: str) -> None:
            status, text = await _fetched(f"{server}/tables", None, {}, _LISTING)
            if status == 200:
                listed.extend(json.loads(text))

        async with anyio.create_task_group() as all_of_them:
            with suppress(StoreError):
                for server in await lobby_of(connection).manner.ask(self._store.others):
                    all_of_them.start_soon(add, server)
        return listed[:MOST_LISTED]


def _path_of(connection: HTTPConnection) -> str:
    query = connection.url.query
    return connection.url.path + f"?{query}" * bool(query)


def _passed(connection: HTTPConnection) -> dict[str, str]:
    """The headers of what is passed on."""
    client = connection.client
    return {RELAYED: "1"} | ({"X-Forwarded-For": client.host} if client else {})


async def _pass_request(request: Request, owner: str) -> Response:
    """The answer of another server to a request; nobody's if it has no address."""
    try:
        body = json.dumps(await json_body(request)).encode() if request.method == "POST" else None
    except RefusedBody as error:
        return await pages.refuse(request, error)
    headers = {**_passed(request), "Content-Type": "application/json"}
    status, text = 0, b""
    if owner:
        status, text = await _fetched(owner + _path_of(request), body, headers, MOST_SECONDS)
    if not status:
        silent = StoreError(f"the server at {owner!r} does not answer", "another server is busy")
        return await pages.refuse(request, silent)
    return Response(text, status, media_type="application/json")


async def _fetched(
    address: str, body: bytes | None, headers: Mapping[str, str], seconds: float
) -> tuple[int, bytes]:
    """The status and the text of an answer; 0 if there is none."""

    def fetch() -> tuple[int, bytes]:
        try:
            asked = Asked(address, body, {RELAYED: "1", **headers})  # noqa: S310 - a server of ours
            with urlopen(asked, timeout=seconds) as answer:  # noqa: S310
                return answer.status, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.read()
        except OSError as error:
            log.warning("another server does not answer: %s", error)
            return 0, b""

    return await anyio.to_thread.run_sync(fetch)


async def _pass_socket(websocket: WebSocket, owner: str) -> None:
    """Pass on what a browser and another server say to each other, until one of them leaves."""
    await websocket.accept()
    address = f"ws{owner.removeprefix('http')}{_path_of(websocket)}"
    try:
        async with connect(
            address,
            additional_headers=_passed(websocket),
            compression=None,
            max_size=None,
            open_timeout=MOST_SECONDS,
            proxy=None,
        ) as far:
            await _pass_messages(websocket, far)
    except (OSError, WebSocketException, TimeoutError) as error:
        log.warning("another server cannot be reached: %s", error)
        await closed(websocket, TRY_AGAIN, pages.NOT_READ)


async def _pass_messages(websocket: WebSocket, far: ClientConnection) -> None:
    async def hear() -> None:
        async for text in far:
            await websocket.send_text(str(text))
        meant = far.close_code in _PRIVATE
        code = far.close_code if meant and far.close_code else TRY_AGAIN
        await closed(websocket, code, far.close_reason or "")
        both.cancel_scope.cancel()

    try:
        async with anyio.create_task_group() as both:
            both.start_soon(hear)
            while (message := await websocket.receive())["type"] == "websocket.receive":
                await far.send(message.get("text") or "")
            both.cancel_scope.cancel()
    except* (WebSocketDisconnect, WebSocketException, RuntimeError):
        pass  # one of them left while something was being sent
