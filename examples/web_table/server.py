"""A table in the browser: Starlette, a WebSocket for each seat, and one SQLite file.

Start it from the root of the project: ``python -m examples.web_table``.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from json import dumps
from pathlib import Path

import anyio
import cattrs
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from examples.web_table.computer import Computer
from examples.web_table.limits import MOST_BYTES, Bucket, Guard, Rates, RefusedBody, json_body
from examples.web_table.lobby import Lobby, NewTable, own_line
from examples.web_table.screen import rules_page, with_names
from examples.web_table.store import Store
from examples.web_table.table import Dealer, Manner, Table
from heartslib import Game, HeartsError, Rules, variants
from heartslib.moves import IllegalMove
from heartslib.show.text import with_symbols
from heartslib.view import View

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
UNKNOWN = 4404
"""The code for closing a socket at an address that is unknown."""
TOO_MANY = 4409
"""The code for closing the oldest socket of a seat that has opened too many."""
TRY_AGAIN = 1013
"""The code for closing a socket that may be opened again a little later."""
NO_SEAT = "There is no seat at this address."
NOT_READ = "The games cannot be read just now. Please try again."
NOT_A_REQUEST = "this is not a request for a table"
MOST_SOCKETS = 4
"""How many windows a seat may have open."""
MOST_WATCHERS = 50
"""How many windows may watch a table."""
MOST_FROM_ONE = 100
"""How many sockets one address may have open."""
MOST_CONNECTIONS = 1000
"""How many connections the server keeps, all together."""
MOST_TOKEN = 64


def dealt(game: Game) -> Game:
    """The game after a deal by the system's secure generator."""
    return game.deal()


_READER = cattrs.Converter()
_READER.register_structure_hook(bool, lambda value, _: _exactly(bool, value))
_READER.register_structure_hook(str, lambda value, _: _exactly(str, value))


def _exactly(kind: type, value: object) -> object:
    if type(value) is not kind:
        raise TypeError(value)
    return value


# ---------------------------------------------------------------- pages


async def first_page(_: Request) -> Response:
    """The lobby."""
    return FileResponse(STATIC / "index.html")


async def table_page(request: Request) -> Response:
    """The page of a table, for a player."""
    is_known = _lobby(request).store.find(_token(request)) is not None
    return FileResponse(STATIC / "table.html") if is_known else _no_page()


async def watch_page(request: Request) -> Response:
    """The page of a table, for a spectator."""
    is_known = _lobby(request).store.find_watched(_token(request)) is not None
    return FileResponse(STATIC / "table.html") if is_known else _no_page()


async def _missing(_: HTTPConnection, __: Exception) -> Response:
    """The answer to an address that no page has."""
    return _no_page()


def _no_page() -> Response:
    return FileResponse(STATIC / "missing.html", 404)


# ---------------------------------------------------------------- what the pages ask for


async def list_games(request: Request) -> Response:
    """The games on offer."""
    listed = [
        {
            "slug": slug,
            "name": rules.name,
            "summary": with_symbols(rules.summary),
            "players": rules.players,
            "usual": _usual(rules),
        }
        for slug, rules in _lobby(request).rulebooks.items()
    ]
    return JSONResponse(listed)


async def rules_of_game(request: Request) -> Response:
    """A rulebook in plain English."""
    rules = _lobby(request).rulebooks.get(request.path_params["slug"])
    if rules is None:
        return _refusal("there is no such game here", 404)
    players: str = request.path_params["players"]
    if not (players.isdecimal() and players.isascii() and len(players) < 4):
        return _refusal("this is not a number of players", 400)
    return JSONResponse(rules_page(rules, int(players)))


async def rules_of_table(request: Request) -> Response:
    """The rulebook of a table in plain English; a spectator may read it, too."""
    lobby, token = _lobby(request), _token(request)
    place = lobby.find(token)
    table = place[0] if place else lobby.watched(token)
    if table is None:
        return _refusal(NO_SEAT, 404)
    return JSONResponse(rules_page(table.game.rules, table.game.players))


async def list_tables(request: Request) -> Response:
    """The tables that are open to newcomers."""
    return JSONResponse(_lobby(request).listed())


async def own_table(request: Request) -> Response:
    """How a player's table is doing."""
    place = _lobby(request).find(_token(request))
    return _refusal(NO_SEAT, 404) if place is None else JSONResponse(own_line(*place))


async def new_table(request: Request) -> Response:
    """Make a table, and return a path for each human seat."""
    if hurry := _hurry(request):
        return hurry
    tokens = _lobby(request).new(_READER.structure(await json_body(request), NewTable))
    return JSONResponse({str(seat): f"table/{token}" for seat, token in tokens.items()}, 201)


async def join_table(request: Request) -> Response:
    """Take a computer player's seat at an open table, and return its path."""
    if hurry := _hurry(request):
        return hurry
    match await json_body(request):
        case {"name": str(name)}:
            token = _lobby(request).join(_token(request), name)
            return JSONResponse({"path": f"table/{token}"}, 201)
        case _:
            return _refusal("this is not a request for a seat", 400)


def _hurry(request: Request) -> Response | None:
    rates: Rates = request.app.state.rates
    if rates.allows(_address(request)):
        return None
    return _refusal("That is a lot of tables. Please wait a moment.", 429)


def _refusal(reason: str, status: int) -> Response:
    return JSONResponse({"error": reason[:1].upper() + reason[1:].removesuffix(".") + "."}, status)


async def _refuse(_: HTTPConnection, error: Exception) -> Response:
    """The answer to a request that raised an error, as a sentence."""
    match error:
        case RefusedBody():
            return _refusal(str(error), error.status)
        case sqlite3.Error():
            log.warning("the games cannot be read: %s", error)
            return _refusal(NOT_READ, 503)
        case HeartsError():
            return _refusal(str(error), 503 if error.code == "unstored" else 400)
        case _:
            return _refusal(NOT_A_REQUEST, 400)


def _lobby(connection: HTTPConnection) -> Lobby:
    lobby: Lobby = connection.app.state.lobby
    return lobby


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def _token(connection: HTTPConnection) -> str:
    token: str = connection.path_params["token"]
    return token[:MOST_TOKEN]


def _usual(rules: Rules) -> int:
    """The number of players to suggest for a new table."""
    return 4 if 4 in rules.players else rules.usual_players


# ---------------------------------------------------------------- sockets


class Sockets:
    """The open sockets of each seat, oldest first, so that none has too many."""

    def __init__(self) -> None:
        self._open: dict[tuple[Table, int | None], list[WebSocket]] = {}
        self._from = Counter[str]()

    async def add(self, table: Table, seat: int | None, socket: WebSocket) -> bool:
        """Count a socket; for a seat the oldest makes room, but a new spectator has to wait."""
        sockets = self._open.get((table, seat), [])
        is_full = seat is None and len(sockets) >= MOST_WATCHERS
        if is_full or self._from[_address(socket)] >= MOST_FROM_ONE:
            return False
        self._from[_address(socket)] += 1
        sockets.append(socket)
        self._open[table, seat] = sockets
        if seat is not None and len(sockets) > MOST_SOCKETS:
            oldest = sockets.pop(0)
            await oldest.close(TOO_MANY, "This seat is open in too many windows.")
        return True

    def remove(self, table: Table, seat: int | None, socket: WebSocket) -> None:
        """Count a socket no more."""
        sockets = self._open.get((table, seat), [])
        if socket in sockets:
            sockets.remove(socket)
        if not sockets:
            self._open.pop((table, seat), None)
        self._from[_address(socket)] -= 1
        self._from += Counter()  # forgets those that have none


async def play(websocket: WebSocket) -> None:
    """The connection of a seat."""
    await _connect(websocket, _lobby(websocket).find)


async def watch(websocket: WebSocket) -> None:
    """The connection of a spectator."""

    def find(token: str) -> tuple[Table, None] | None:
        table = _lobby(websocket).watched(token)
        return None if table is None else (table, None)

    await _connect(websocket, find)


async def _connect(
    websocket: WebSocket, find: Callable[[str], tuple[Table, int | None] | None]
) -> None:
    """Accept a socket, and serve it if there is room."""
    await websocket.accept()
    calls: Rates = websocket.app.state.calls
    if not calls.allows(_address(websocket)):
        await websocket.close(TRY_AGAIN, "That is a lot of connections. Please wait.")
        return
    try:
        place = find(_token(websocket))
    except (sqlite3.Error, HeartsError) as error:
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


async def _serve(websocket: WebSocket, table: Table, seat: int | None) -> None:
    """Serve one browser until it disconnects: make its moves, and send it every change."""

    async def send() -> None:
        before: View | None
        before, had = table.before(websocket.query_params.get("seen", ""), seat)
        number = table.number
        while True:
            if number != table.number:  # the next game has begun
                number, (before, had) = table.number, table.before("", seat)
            changed, view = table.changed, table.game.view(seat)
            await websocket.send_text(table.frame(seat, before, fresh=not had))
            before, had = view, True
            await changed.wait()

    async def listen() -> None:
        pace = Bucket(20, 10)
        while (message := await websocket.receive())["type"] == "websocket.receive":
            await asyncio.sleep(pace.wait())  # the socket reads no more meanwhile
            try:
                answer = table.receive(seat, message.get("text") or "")
            except HeartsError as error:
                reason = error.reason if isinstance(error, IllegalMove) else str(error)
                refused = {"code": error.code, "reason": with_names(table.game.view(seat), reason)}
                answer = dumps({"refused": refused})
            if answer:
                await websocket.send_text(answer)

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


# ---------------------------------------------------------------- the server


def make_app(
    store: Store,
    *,
    rulebooks: Mapping[str, Rules] | None = None,
    deal: Dealer = dealt,
    pause: float = 0.7,
    away: float = 60,
    clock: float = 180,
    computer: Computer | None = None,
    names: Iterable[str] = (),
) -> Starlette:
    """The server.

    Args:
        store: The games; it is closed when the server stops.
        rulebooks: The games on offer, by slug; by default every variant.
        deal: Deals the cards.
        pause: Seconds before a computer player moves.
        away: Seconds after which the computer plays for someone who is not connected.
        clock: Seconds that a player has for a move if others wait; 0 for no limit.
        computer: Moves for the computer players.
        names: Host names by which the server is known, in addition to those of this machine.
    """
    computer = computer or Computer()
    manner = Manner(deal=deal, computer=computer, pause=pause, away=away, clock=clock)
    lobby = Lobby(store, variants.all() if rulebooks is None else rulebooks, manner)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        app.state.lobby = lobby
        app.state.sockets = Sockets()
        app.state.rates, app.state.calls = Rates(20, 0.5), Rates(200, 20)
        async with anyio.create_task_group() as lobby.workers:
            yield
            lobby.workers.cancel_scope.cancel()
        computer.close()
        store.close()

    errors: tuple[type[Exception], ...] = (
        RefusedBody,
        sqlite3.Error,
        HeartsError,
        cattrs.BaseValidationError,
    )
    handlers: dict[int | type[Exception], Callable[..., Awaitable[Response]]]
    handlers = {404: _missing, **dict.fromkeys(errors, _refuse)}
    return Starlette(
        routes=[
            Route("/", first_page),
            Route("/games", list_games),
            Route("/games", new_table, methods=["POST"]),
            Route("/games/{slug}/{players}", rules_of_game),
            Route("/tables", list_tables),
            Route("/tables/{token}", join_table, methods=["POST"]),
            Route("/table/{token}", table_page),
            Route("/table/{token}/rules", rules_of_table),
            Route("/table/{token}/status", own_table),
            Route("/watch/{token}", watch_page),
            Route("/watch/{token}/rules", rules_of_table),
            WebSocketRoute("/table/{token}", play),
            WebSocketRoute("/watch/{token}", watch),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, names=tuple(names))],
        exception_handlers=handlers,
        lifespan=lifespan,
    )


def make_server(app: Starlette) -> uvicorn.Server:
    """The server, without an access log: addresses contain tokens."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            limit_concurrency=MOST_CONNECTIONS,
        )
    )
