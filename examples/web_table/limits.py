"""Limits: how much a stranger may send, how often, and from where."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, cast

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

MOST_BYTES = 4096
"""The longest message and the longest body that a browser may send."""
MOST_SECONDS = 10
"""How long a body may take to arrive."""
MOST_ADDRESSES = 10_000
"""For how many addresses the rate of requests is remembered."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; form-action 'self'",
    "Referrer-Policy": "no-referrer",  # the address of a table holds the token
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_HOME = 64
"""How many bits of an IPv6 address name a home or an office; whoever has one has all the rest."""
FOREIGN = "This server does not answer to that name or that page."
_PORT = re.compile(r":\d{1,5}$")


@lru_cache(MOST_ADDRESSES)
def network_of(host: str) -> str:
    """Whose address it is: the address, or for IPv6 the network, of which one home has all."""
    try:
        address = ip_address(host)
    except ValueError:  # a proxy may say anything
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 128 - _HOME << 128 - _HOME))


class RefusedBody(Exception):
    """A body that is not read, with the status to answer."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@attrs.define
class Bucket:
    """Lets through a burst of `size`, and then `rate` in a second.

    Attributes:
        size: How many at once.
        rate: How many in a second, in the long run.
    """

    size: float
    rate: float
    clock: Callable[[], float] = time.monotonic
    _left: float = attrs.field(default=attrs.Factory(lambda self: self.size, takes_self=True))
    _at: float = attrs.field(default=attrs.Factory(lambda self: self.clock(), takes_self=True))

    def wait(self) -> float:
        """Take one; how many seconds too early it comes, 0 if it is in time."""
        now = self.clock()
        self._left = min(self.size, self._left + (now - self._at) * self.rate) - 1
        self._at = now
        return max(0.0, -self._left / self.rate)

    def allows(self) -> bool:
        """Take one if there is one."""
        if self.wait():
            self._left += 1
            return False
        return True


class Rates:
    """A bucket for each address; the longest unused are forgotten."""

    def __init__(self, size: float, rate: float) -> None:
        self._size, self._rate = size, rate
        self._buckets: dict[str, Bucket] = {}

    def allows(self, address: str) -> bool:
        """Whether a request from an address is in time."""
        return self._bucket(address).allows()

    def wait(self, address: str) -> float:
        """How many seconds too early a request from an address comes, which counts all the same."""
        return self._bucket(address).wait()

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self._size, self._rate)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return bucket


async def json_body(request: Request) -> dict[str, Any]:
    """The body of a request.

    Raises:
        RefusedBody: It is too long, too slow, no JSON object, or not declared as JSON.
    """
    # a page of another site cannot send this type without asking first
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedBody(415, "the body must be application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(MOST_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise RefusedBody(413, f"the body is longer than {MOST_BYTES} bytes")
        value = json.loads(body)
    except TimeoutError as error:
        raise RefusedBody(408, "the body takes too long") from error
    except ClientDisconnect as error:
        log.warning("a client left before its body had arrived")
        raise RefusedBody(400, "the body has not arrived") from error
    except (ValueError, RecursionError) as error:
        raise RefusedBody(400, "the body is not JSON") from error
    if not isinstance(value, dict):
        raise RefusedBody(400, "the body must be a JSON object")
    return cast("dict[str, Any]", value)


class Guard:
    """Answers only pages of this server, and sets the headers that guard them.

    A site elsewhere can make a browser ask this server.  Either the browser then names that site as
    the `Origin`, or the site has given its own name to this server's address, and the browser asks
    for that name as `Host`.  Addresses in numbers cannot be given away, so they need no list.

    Args:
        app: The server.
        names: Host names by which the server is known, such as ``hearts.example.org``.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or open a WebSocket, if it comes from a page of this server."""
        if scope["type"] == "lifespan" or self._is_ours(Headers(scope=scope)):
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": FOREIGN})
        else:
            await PlainTextResponse(FOREIGN, 403)(scope, receive, _with_headers(send))

    def _is_ours(self, headers: Headers) -> bool:
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        return self._is_name(_PORT.sub("", host)) and (
            origin is None or origin.lower() in {f"http://{host}", f"https://{host}"}
        )

    def _is_name(self, host: str) -> bool:
        try:
            return bool(ip_address(host.strip("[]")))
        except ValueError:
            return host in self._names


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sending
