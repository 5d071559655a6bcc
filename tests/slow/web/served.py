"""The server in a thread, and seats that talk to it as a browser does."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from examples.web_table.connections import MOST_FROM_ONE
from examples.web_table.limits import Rates
from examples.web_table.server import make_app, make_server
from examples.web_table.sqlite import SqliteStore
from examples.web_table.store import Store
from heartslib import Game, Rules, wire
from heartslib.bots import careful
from heartslib.moves import Move
from heartslib.view import View
from heartslib.wire import SeenView

PATIENCE = 60
"""Seconds after which a test gives up."""


def seeded(game: Game) -> Game:
    """The game after a deal that is the same in every run, before a restart and after."""
    return game.deal(seed=7 + wire.number_of(game))


@contextmanager
def served(
    file: Path,
    rulebooks: Mapping[str, Rules] | None = None,
    most_from_one: int = MOST_FROM_ONE,
    *,
    hurries: bool = False,
    store: Store | None = None,
    **options: Any,
) -> Generator[str]:
    """The address of a server with its games in a file.

    Args:
        file: The file.
        rulebooks: The games on offer; by default every variant.
        most_from_one: How many connections one address may have.
        hurries: Whether everyone may make many tables.
        store: What holds the games instead of an ordinary file.
        options: What else `make_app` takes.
    """
    made: dict[str, Any] = {"deal": seeded, "pause": 0, **options}
    app = make_app(store or SqliteStore(file), rulebooks=rulebooks, **made)
    server = make_server(app, most_from_one)
    door = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    while not server.started:
        time.sleep(0.005)
    if hurries:
        app.state.rates = Rates(1_000_000, 1)
    address = f"http://127.0.0.1:{door.getsockname()[1]}"
    _OPENED[address] = []
    try:
        yield address
    finally:
        for seat in _OPENED.pop(address):
            seat.close()
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def stored(file: Path, number: int = 1) -> Game:
    """A game as it is in the file."""
    with closing(SqliteStore(file, wait=PATIENCE)) as store:
        return store.load(number)[0]


def fetch(address: str, body: object = None, **headers: str) -> tuple[int, str]:
    """The status and the text of an answer; bytes are sent as they are."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    asked = Request(  # noqa: S310 - it is ours
        address, data, {"Content-Type": "application/json", **headers}
    )
    try:
        with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310 - it is ours
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def new_table(
    base: str, names: str, variant: str = "american", **options: object
) -> dict[int, str]:
    """The paths of the human seats, whose names begin with a capital letter."""
    seats = [{"name": name, "human": name[0].isupper()} for name in names.split()]
    status, text = fetch(f"{base}/games", {"variant": variant, "seats": seats, **options})
    assert status == 201, text
    return {int(seat): path for seat, path in json.loads(text).items()}


class Seat:
    """A connection and the frames received.

    What a test leaves open is closed before its server stops.
    """

    def __init__(self, base: str, path: str, seen: str | None = None) -> None:
        address = f"{base.replace('http', 'ws')}/{path}"
        address = address if seen is None else f"{address}?seen={seen}"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, open_timeout=PATIENCE)
        )
        self.frames: list[dict[str, Any]] = []
        _OPENED.get(base, []).append(self)

    def hear(self) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        self.frames.append(frame)
        return frame

    @property
    def seen(self) -> SeenView:
        """The last view."""
        return wire.loads_view(json.dumps(self.last["seen"]))

    def until(self, wanted: Callable[[SeenView], bool]) -> SeenView:
        """The first view, starting with the last one, that meets a condition."""
        while not (self.frames and wanted(self.seen)):
            self.hear()
        return self.seen

    def send(self, move: Move, number: int | None = None) -> None:
        """Send a move, as an answer to the last view or to a number."""
        number = self.seen.number if number is None else number
        self.socket.send(wire.dumps_move(move, number, epoch=self.seen.epoch))

    def ask(self, word: str) -> None:
        """Send a word, such as ``next``, for the last state."""
        self.socket.send(f"{word} {self.last['state']}")

    @property
    def last(self) -> dict[str, Any]:
        """The last frame with a view."""
        return next(frame for frame in reversed(self.frames) if "seen" in frame)

    def heard(self, word: str) -> Any:
        """What a frame has under a word, once it comes."""
        return self.hear_until(lambda frame: word in frame)[word]

    def hear_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next frame that meets a condition."""
        while not wanted(frame := self.hear()):
            pass
        return frame

    def refusal(self) -> tuple[str, str]:
        """The code and the reason of the next refusal."""
        refused = self.heard("refused")
        return refused["code"], refused["reason"]

    def close(self) -> None:
        """Close the connection."""
        self._open.close()


_OPENED: Final[dict[str, list[Seat]]] = {}
"""The connections to each server that runs now."""


def alone(base: str, variant: str = "american", **options: object) -> Seat:
    """Ann at a table with three computer players, when they have passed and she is asked."""
    ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3", variant, **options)[0])
    ann.until(lambda seen: seen.number == 4)
    return ann


def watched(base: str, seat: Seat) -> Seat:
    """Somebody who watches the table of a seat, and has seen it."""
    watching = Seat(base, seat.last["watch"].removeprefix("/"))
    watching.hear()
    return watching


def is_counted(view: View) -> bool:
    return view.phase == "score"


def finish(seat: Seat, is_done: Callable[[View], bool] = is_counted) -> View:
    """Let one human play carefully, until the score at most; the others are computer players."""
    while True:
        seen = seat.until(lambda seen: seen.view.is_my_turn or is_done(seen.view))
        if is_done(seen.view):
            return seen.view
        seat.send(careful(seen.view))
        seat.until(lambda later, at=seen.number: later.number > at)  # type: ignore[misc]
