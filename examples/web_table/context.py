"""What a request or a socket is about, and on which server."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from examples.web_table.limits import network_of
from examples.web_table.lobby import Lobby

_MOST_TOKEN = 64


def lobby_of(connection: HTTPConnection) -> Lobby:
    """The lobby of the server."""
    lobby: Lobby = connection.app.state.lobby
    return lobby


def address_of(connection: HTTPConnection) -> str:
    """Where it comes from, as far as limits go."""
    return network_of(connection.client.host) if connection.client else ""


def token_of(connection: HTTPConnection) -> str:
    """The token in its address."""
    token: str = connection.path_params["token"]
    return token[:_MOST_TOKEN]
