"""A table in the browser: Starlette, a WebSocket for each seat, and one SQLite file.

Start it from the root of the project: ``python -m examples.web_table``.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import secrets
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from errno import EADDRINUSE
from json import dumps, loads
from pathlib import Path

import anyio
import anyio.abc
import attrs
import cattrs
import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from examples.web_table.door import address, opened
from examples.web_table.screen import screen, with_names
from examples.web_table.store import Store
from heartslib import Game, HeartsError, Rules, rulefile, variants, wire
from heartslib.bots import careful
from heartslib.moves import IllegalMove
from heartslib.phases import refusal
from heartslib.show.text import short_name
from heartslib.view import View

STATIC = Path(__file__).parent / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",  # the address of a table holds the token
    "Cache-Control": "no-store",
}
UNKNOWN_TOKEN = 4404
"""The code for closing a socket whose token is unknown."""
NO_SEAT = "There is no seat at this address."
LOOK = 2.5
"""How long a finished trick stays on the table, in pauses of the bots."""
MOST_BYTES = 4096
"""The longest message that a browser may send."""

Dealer = Callable[[Game], Game]


def dealt(game: Game) -> Game:
    """The game after a deal by the system's secure generator."""
    return game.deal()


_READER = cattrs.Converter()


class Table:
    """One game, its human seats, and who is connected.

    There is no `await` between checking a move, saving it, and changing the game.  So two moves
    never cross, and nobody sees a move that could still be lost.
    """

    def __init__(
        self, game: Game, humans: frozenset[int], save: Callable[[Game], None], deal: Dealer
    ) -> None:
        self.game = game
        self.humans = humans
        self.here: Counter[int] = Counter()
        self.changed = asyncio.Event()
        self._save = save
        self._deal = deal

    def receive(self, seat: int, text: str) -> None:
        """Make the move that a seat has sent.

        Raises:
            HeartsError: The move is refused; nothing has changed.
        """
        if text.startswith("next "):  # anyone at the table may start the next round
            if text != f"next {wire.number_of(self.game)}":
                raise refusal(None, "stale", "the table has gone on")
            self._become(self.game.score())
        else:
            self._become(wire.receive(self.game, text, seat))

    def step(self) -> bool:
        """Deal or move for a bot, if either is due; return whether it was."""
        game = self.game
        if game.phase.name == "deal":
            self._become(self._deal(game))
            return True
        bots = [seat for seat in game.to_act if seat not in self.humans]
        if bots:
            self._become(game.apply(careful(game.view(bots[0]))))
        return bool(bots)

    async def run(self, pause: float) -> None:
        """Deal, and move for the bots, until the game is over."""
        while not self.game.is_over:
            changed = self.changed
            table = self.game.view(None).table
            looks = LOOK if table.tricks and not table.trick else 1
            await asyncio.sleep(pause * looks)
            if not self.step():
                await changed.wait()

    def sit(self, seat: int, come: int) -> None:
        """Count a browser of a seat that has connected, 1, or disconnected, -1."""
        self.here[seat] += come
        self._ring()

    def frame(self, seat: int, before: View | None) -> str:
        """The message for a seat's browser; it depends only on what the seat may know."""
        view = self.game.view(seat)
        return dumps(
            {
                "seen": loads(wire.dumps_view(self.game, seat)),
                "screen": screen(view, before),
                "humans": sorted(self.humans),
                "here": sorted(+self.here),
            },
            ensure_ascii=False,
        )

    def view_after(self, number: str, seat: int) -> View | None:
        """What a seat knew after `number` moves; None if there were fewer."""
        game = self.game
        if not number.isdecimal() or len(number) > 6 or int(number) > wire.number_of(game):
            return None
        earlier = game.history[: int(number)]
        first = game.match.first_dealer
        again = Game.replay(game.rules, earlier, game.players, dealer=first, names=game.names)
        return again.view(seat)

    def _become(self, game: Game) -> None:
        self._save(game)
        self.game = game
        self._ring()

    def _ring(self) -> None:
        """Wake everyone who is waiting for the table to change."""
        self.changed.set()
        self.changed = asyncio.Event()


@attrs.frozen
class Chair:
    """The player of one seat at a new table."""

    name: str
    human: bool


@attrs.frozen
class NewTable:
    """A request for a new table."""

    variant: str
    seats: tuple[Chair, ...]


@attrs.define
class Tables:
    """All tables of a server; one in the file is loaded when somebody opens it."""

    store: Store
    rulebooks: Mapping[str, Rules]
    deal: Dealer
    pause: float
    workers: anyio.abc.TaskGroup | None = None
    _open: dict[int, Table] = attrs.field(factory=dict[int, Table])

    def new(self, wanted: NewTable) -> dict[int, str]:
        """Make a table; return the secret token of each human seat.

        Raises:
            HeartsError: There is no such game, or the seats do not fit.
        """
        if wanted.variant not in self.rulebooks:
            raise HeartsError(f"there is no game {wanted.variant!r} here")
        names = [short_name(chair.name) or f"Player {n}" for n, chair in enumerate(wanted.seats, 1)]
        humans = [seat for seat, chair in enumerate(wanted.seats) if chair.human]
        if not humans or len(set(names)) < len(names):
            raise HeartsError("a table needs at least one human, and all names must be different")
        game = Game.new(self.rulebooks[wanted.variant], len(names), names=names)
        tokens = {seat: secrets.token_urlsafe(24) for seat in humans}
        self.store.add(game, tokens)
        return tokens

    def find(self, token: str) -> tuple[Table, int] | None:
        """The table and the seat for a token; None if there is no such token."""
        place = self.store.find(token)
        if place is None:
            return None
        number, seat = place
        if number not in self._open:
            game, humans = self.store.load(number)
            table = Table(game, humans, lambda game: self.store.save(number, game), self.deal)
            self._open[number] = table
            assert self.workers is not None  # noqa: S101 - the server runs
            self.workers.start_soon(table.run, self.pause)
        return self._open[number], seat


async def first_page(_: Request) -> Response:
    """The page that makes a table."""
    return FileResponse(STATIC / "index.html", headers=HEADERS)


async def list_games(request: Request) -> Response:
    """The games on offer."""
    listed = [
        {"slug": slug, "name": rules.name, "players": rules.players, "usual": _usual(rules)}
        for slug, rules in _tables(request).rulebooks.items()
    ]
    return JSONResponse(listed)


async def rules_of_game(request: Request) -> Response:
    """A rulebook in plain English."""
    rules = _tables(request).rulebooks.get(request.path_params["slug"])
    if rules is None:
        return PlainTextResponse("There is no such game here.", 404)
    try:
        return PlainTextResponse(rules.describe(request.path_params["players"]))
    except HeartsError as error:
        return PlainTextResponse(str(error), 400)


async def new_game(request: Request) -> Response:
    """Make a table, and return a path for each human seat."""
    try:
        tokens = _tables(request).new(_READER.structure(await request.json(), NewTable))
    except (ValueError, cattrs.BaseValidationError) as error:
        sentence = (
            str(error) if isinstance(error, HeartsError) else "this is not a request for a table"
        )
        return JSONResponse({"error": sentence}, 400)
    return JSONResponse({str(seat): f"table/{token}" for seat, token in tokens.items()}, 201)


async def table_page(request: Request) -> Response:
    """The page of a table."""
    if _tables(request).store.find(request.path_params["token"]) is None:
        return PlainTextResponse(NO_SEAT, 404)
    return FileResponse(STATIC / "table.html", headers=HEADERS)


async def rules_of_table(request: Request) -> Response:
    """The rulebook of a table in plain English."""
    place = _tables(request).find(request.path_params["token"])
    if place is None:
        return PlainTextResponse(NO_SEAT, 404)
    game = place[0].game
    return PlainTextResponse(game.rules.describe(game.players))


async def play(websocket: WebSocket) -> None:
    """The connection of a seat."""
    await websocket.accept()
    place = _tables(websocket).find(websocket.path_params["token"])
    if place is None:
        await websocket.close(UNKNOWN_TOKEN, NO_SEAT)
    else:
        await _serve(websocket, *place)


def _tables(connection: HTTPConnection) -> Tables:
    tables: Tables = connection.app.state.tables
    return tables


def _usual(rules: Rules) -> int:
    """The number of players to suggest for a new table."""
    return 4 if 4 in rules.players else rules.usual_players


def make_app(
    store: Store,
    *,
    rulebooks: Mapping[str, Rules] | None = None,
    deal: Dealer = dealt,
    pause: float = 0.7,
) -> Starlette:
    """The server.

    Args:
        store: The games; it is closed when the server stops.
        rulebooks: The games on offer, by slug; by default every variant.
        deal: Deals the cards.
        pause: Seconds before a bot moves.
    """
    tables = Tables(store, variants.all() if rulebooks is None else rulebooks, deal, pause)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        app.state.tables = tables
        async with anyio.create_task_group() as tables.workers:
            yield
            tables.workers.cancel_scope.cancel()
        store.close()

    return Starlette(
        routes=[
            Route("/", first_page),
            Route("/games", list_games),
            Route("/games", new_game, methods=["POST"]),
            Route("/games/{slug}/{players:int}", rules_of_game),
            Route("/table/{token}", table_page),
            Route("/table/{token}/rules", rules_of_table),
            WebSocketRoute("/table/{token}", play),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
    )


async def _serve(websocket: WebSocket, table: Table, seat: int) -> None:
    """Serve one browser until it disconnects: make its moves, and send it every change."""

    async def send() -> None:
        before = table.view_after(websocket.query_params.get("seen", ""), seat)
        while True:
            changed, view = table.changed, table.game.view(seat)
            await websocket.send_text(table.frame(seat, before))
            before = view
            await changed.wait()

    async def listen() -> None:
        while (message := await websocket.receive())["type"] == "websocket.receive":
            try:
                table.receive(seat, message.get("text") or "")
            except HeartsError as error:
                reason = error.reason if isinstance(error, IllegalMove) else str(error)
                refused = {"code": error.code, "reason": with_names(table.game.view(seat), reason)}
                await websocket.send_text(dumps({"refused": refused}))

    table.sit(seat, 1)
    try:
        async with anyio.create_task_group() as both:
            both.start_soon(send)
            await listen()
            both.cancel_scope.cancel()
    except* WebSocketDisconnect:  # while a frame was being sent
        pass
    finally:
        table.sit(seat, -1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, print the address, and serve."""
    parser = argparse.ArgumentParser(prog="python -m examples.web_table", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to play in a local network")
    parser.add_argument("--port", type=_number(65_535), default=8000, help="0 for any free port")
    parser.add_argument("--file", default="games.sqlite", help="the file that holds the games")
    parser.add_argument("--pause", type=_pause, default=0.7, help="seconds before a bot moves")
    parser.add_argument("--rules", action="append", default=[], help="a rulebook in a TOML file")
    parser.add_argument(
        "--seed", type=_number(10**8), help="the same deals every time, for testing"
    )
    given = parser.parse_args(arguments)

    def seeded(game: Game) -> Game:
        return game.deal(seed=given.seed + wire.number_of(game))

    try:
        own = {Path(file).stem: rulefile.load(file) for file in given.rules}
        store, door = Store(given.file), opened(given.host, given.port)
    except HeartsError as error:
        parser.error(str(error))
    except sqlite3.Error as error:
        parser.error(f"games cannot be stored in {given.file}: {error}")
    except OSError as error:
        taken = error.errno == EADDRINUSE
        why = "it is in use; --port 0 chooses a free one" if taken else error.strerror
        parser.error(f"cannot listen on port {given.port} of {given.host}: {why}")
    app = make_app(
        store,
        rulebooks={**own, **variants.all()},
        deal=dealt if given.seed is None else seeded,
        pause=given.pause,
    )
    print(f"Hearts is served at {address(door)}", flush=True)
    with suppress(KeyboardInterrupt):
        make_server(app).run(sockets=[door])


def _number(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isdecimal() and len(text) < 10 and int(text) <= most):
            raise argparse.ArgumentTypeError(f"must be a number from 0 to {most}, not {text!r}")
        return int(text)

    return read


def _pause(text: str) -> float:
    if not re.fullmatch(r"[0-9]{0,2}(\.[0-9]+)?", text) or not text:
        raise argparse.ArgumentTypeError(f"must be seconds, from 0 to 99, not {text!r}")
    return float(text)


def make_server(app: Starlette) -> uvicorn.Server:
    """The server, without an access log: addresses contain tokens."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
        )
    )
