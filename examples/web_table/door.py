"""The socket on which the server listens, and the address to give to players."""

from __future__ import annotations

import socket
from contextlib import suppress

_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - chosen by whoever starts the server
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation: nobody has them."""


def opened(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; ``::`` includes IPv4 if the system allows it.

    Raises:
        OSError: The address cannot be used.
    """
    if ":" not in host:
        return socket.create_server((host, port))
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), family=socket.AF_INET6, dualstack_ipv6=both)


def address(door: socket.socket) -> str:
    """The address to type into a browser, on another device too if the server is open to all."""
    host, port = door.getsockname()[:2]
    if host in _ANYWHERE:
        host = _own_host(door) or "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_host(door: socket.socket) -> str | None:
    """The address of this machine in its network; None if it is not in one."""
    only = door.family is socket.AF_INET6 and door.getsockopt(
        socket.IPPROTO_IPV6, socket.IPV6_V6ONLY
    )
    for family in (socket.AF_INET6,) if only else (socket.AF_INET, door.family):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_ELSEWHERE[family], 9))  # chooses a route, and sends nothing
            host: str = probe.getsockname()[0]
            return host
    return None
