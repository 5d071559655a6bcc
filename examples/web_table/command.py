"""The command line of the server: ``python -m examples.web_table --help``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from errno import EADDRINUSE
from pathlib import Path
from threading import Timer
from typing import NoReturn

from examples.web_table.connections import MOST_CONNECTIONS, MOST_FROM_ONE
from examples.web_table.door import address, opened
from examples.web_table.server import make_app, make_server
from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import Shared, Store, StoreError
from examples.web_table.thinking import Thinking
from heartslib import Game, HeartsError, rulefile, variants, wire

LAST_WORDS = 0.5
"""Seconds in which those who wait for a database that is lost hear of it, before the server ends."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, print the address, and serve."""
    parser = _parser()
    given = parser.parse_args(arguments)

    def fail(sentence: str) -> NoReturn:
        parser.exit(2, f"{parser.prog}: {sentence}\n")  # `error` would print the usage before it

    def seeded(game: Game) -> Game:
        return game.deal(seed=given.seed + wire.number_of(game))

    try:
        own = {Path(file).stem: rulefile.load(file) for file in given.rules}
        door = opened(given.host, given.port)
        with ExitStack() as in_vain:
            in_vain.enter_context(door)
            store = _store_of(given, address(door))
            in_vain.pop_all()  # the server closes it
    except HeartsError as error:
        fail(str(error))
    except StoreError as error:
        fail(f"games cannot be stored in {given.database or given.file}: {error}")
    except OSError as error:
        taken = error.errno == EADDRINUSE
        why = "it is in use; --port 0 chooses a free one" if taken else error.strerror
        fail(f"cannot listen on port {given.port} of {given.host}: {why}")
    app = make_app(
        store,
        rulebooks={**own, **variants.all()},
        deal=None if given.seed is None else seeded,
        pause=given.pause,
        away=given.away,
        clock=given.clock,
        computer=Thinking(given.think),
        names=given.name,
    )
    server = make_server(app, given.connections)
    if isinstance(store, Shared):
        store.lost = lambda: Timer(LAST_WORDS, setattr, (server, "should_exit", True)).start()
    print(f"Hearts is served at {address(door)}", flush=True)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[door])


def _store_of(given: argparse.Namespace, own: str) -> Store:
    if given.database is None:
        return SqliteStore(given.file)
    try:
        from examples.web_table.postgres import PostgresStore  # noqa: PLC0415 - an extra of its own
    except ModuleNotFoundError as error:
        raise HeartsError(
            f"--database needs {error.name}: in a checkout, python -m pip install '.[servers]'"
        ) from None
    return PostgresStore(given.database, given.inside or own)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m examples.web_table", description="Play Hearts in the browser."
    )
    add, seconds = parser.add_argument, _seconds
    add("--host", default="127.0.0.1", help="0.0.0.0 to play in a local network")
    add("--port", type=_number(65_535), default=8000, help="0 for any free port")
    add("--name", action="append", default=[], help="a host name by which players know the server")
    add(
        "--connections",
        type=_number(MOST_CONNECTIONS),
        default=MOST_FROM_ONE,
        help="connections that one address may have; a proxy needs as many as all players",
    )
    add("--file", default="games.sqlite", help="the file that holds the games")
    add("--database", help="a PostgreSQL database instead, which several servers may share")
    add("--inside", help="where the other servers reach this one; such as http://10.0.0.5:8000")
    add("--rules", action="append", default=[], help="a rulebook in a TOML file")
    add("--pause", type=seconds, default=0.7, help="seconds before a computer player moves")
    add("--think", type=seconds, default=1.0, help="seconds that a thinking one thinks")
    add("--away", type=seconds, default=60.0, help="seconds before one plays for an absent person")
    add("--clock", type=seconds, default=180.0, help="seconds for a move if others wait; 0: any")
    add("--seed", type=_number(10**8), help="the same deals every time, for testing")
    return parser


def _number(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isdecimal() and len(text) < 10 and int(text) <= most):
            raise argparse.ArgumentTypeError(f"must be a number from 0 to {most}, not {text!r}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{0,4}(\.[0-9]+)?", text) or not text:
        raise argparse.ArgumentTypeError(f"must be seconds, from 0 to 9999, not {text!r}")
    return float(text)
