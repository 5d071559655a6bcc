"""Connections: how many there may be, from where, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from examples.web_table.limits import MOST_SECONDS, network_of

MOST_CONNECTIONS = 1000
"""How many connections the server keeps, all together."""
MOST_FROM_ONE = 100
"""How many of them may come from one address: enough for a full table in one home."""
BACKLOG = 128
"""How many newcomers the system keeps waiting, and the server takes at once."""
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n"
    b"Retry-After: 10\r\n\r\n"
)


class Watched(H11Protocol):
    """A connection that is refused where there are too many, and ended if no request arrives.

    It counts from the first packet on, before there is a request to refuse.  uvicorn's own limit
    counts requests, and all addresses together.

    Attributes:
        most: How many connections one address may have.
    """

    most: ClassVar[int] = MOST_FROM_ONE
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Keep the connection if there is room."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS or self._neighbours() > self.most:
            self.connections.discard(self)
            transport.write(FULL)
            transport.abort()
        self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket, which has a heartbeat of its own."""
        self._stop()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop()
        super().connection_lost(exc)

    def _neighbours(self) -> int:
        """How many connections come from the same address."""
        mine = _network_of(self)
        return sum(_network_of(each) == mine for each in self.connections)

    def _expect(self) -> None:
        """Give the next request so many seconds to arrive."""
        self._stop()
        self._deadline = self.loop.call_later(MOST_SECONDS, self._give_up)

    def _stop(self) -> None:
        if self._deadline:
            self._deadline.cancel()

    def _give_up(self) -> None:
        if self.conn.our_state not in {h11.SEND_RESPONSE, h11.SEND_BODY}:
            self.transport.abort()


def _network_of(connection: object) -> str:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return network_of(client[0]) if client else ""
