"""A table in the browser: Starlette, a WebSocket for each seat, and a store of games.

Start it from the root of the project: ``python -m examples.web_table``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager

import anyio
import cattrs
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from examples.web_table import pages, sockets
from examples.web_table.aside import Aside
from examples.web_table.connections import BACKLOG, MOST_FROM_ONE, Watched
from examples.web_table.limits import MOST_BYTES, Guard, Rates, RefusedBody
from examples.web_table.lobby import Lobby
from examples.web_table.relay import Relay
from examples.web_table.sheet import Offers
from examples.web_table.store import Shared, Store, StoreError
from examples.web_table.table import Dealer, Manner
from examples.web_table.thinking import Thinking
from heartslib import Game, HeartsError, Rules, variants


def dealt(game: Game) -> Game:
    """The game after a deal by the system's secure generator."""
    return game.deal()


def make_app(
    store: Store,
    *,
    rulebooks: Mapping[str, Rules] | None = None,
    deal: Dealer | None = None,
    pause: float = 0.7,
    away: float = 60,
    clock: float = 180,
    computer: Thinking | None = None,
    names: Iterable[str] = (),
) -> Starlette:
    """The server.

    Args:
        store: The games; it is closed when the server stops.  Other servers may share it.
        rulebooks: The games on offer, by slug; by default every variant.
        deal: Deals the cards; by default the system's secure generator, or a number drawn by it.
        pause: Seconds before a computer player moves.
        away: Seconds after which the computer plays for someone who is not connected.
        clock: Seconds that a player has for a move if others wait; 0 for no limit.
        computer: Moves for the computer players.
        names: Host names by which the server is known, in addition to those of this machine.
    """
    computer, aside, work, slow = computer or Thinking(), Aside(), Aside(), Aside()
    manner = Manner(
        deal=deal or dealt,
        computer=computer,
        pause=pause,
        away=away,
        clock=clock,
        ask=aside,
        work=work,
        offers=Offers(slow),
        numbered=deal is None,
    )
    lobby = Lobby(store, variants.all() if rulebooks is None else rulebooks, manner)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        app.state.lobby = lobby
        app.state.sockets = sockets.Sockets()
        app.state.rates, app.state.calls = Rates(20, 0.5), Rates(200, 20)
        app.state.sheets, app.state.choices = Rates(20, 2), Rates(10, 0.5)
        async with anyio.create_task_group() as lobby.workers:
            lobby.workers.start_soon(manner.offers.prepare, lobby.rulebooks.values())
            yield
            lobby.workers.cancel_scope.cancel()
        for each in (computer, aside, work, slow):
            each.close()
        store.close()

    errors: tuple[type[Exception], ...] = (
        RefusedBody,
        StoreError,
        HeartsError,
        cattrs.BaseValidationError,
    )
    # only what anybody may read: the length of something compressed may tell what it holds
    small = [Middleware(GZipMiddleware)]
    handlers: dict[int | type[Exception], Callable[..., Awaitable[Response]]]
    handlers = {404: pages.missing, **dict.fromkeys(errors, pages.refuse)}
    return Starlette(
        routes=[
            Route("/", pages.first_page, middleware=small),
            Route("/manifest.webmanifest", pages.manifest),
            Route("/worker.js", pages.worker),
            Route("/games", pages.list_games, middleware=small),
            Route("/games", pages.new_table, methods=["POST"]),
            Route("/games/{slug}/{players}", pages.rules_of_game, middleware=small),
            Route("/tables", pages.list_tables),
            Route("/tables/{token}", pages.join_table, methods=["POST"]),
            Route("/table/{token}", pages.table_page, middleware=small),
            Route("/table/{token}/rules", pages.rules_of_table),
            Route("/table/{token}/status", pages.own_table),
            Route("/table/{token}/qr.svg", pages.qr_code),
            Route("/watch/{token}", pages.watch_page, middleware=small),
            Route("/watch/{token}/rules", pages.rules_of_table),
            WebSocketRoute("/table/{token}", sockets.play),
            WebSocketRoute("/watch/{token}", sockets.watch),
            Route("/static/courts.svg", pages.courts, middleware=small),
            Mount("/static", StaticFiles(directory=pages.STATIC), middleware=small),
        ],
        middleware=[
            Middleware(Guard, names=tuple(names)),
            *([Middleware(Relay, store=store)] if isinstance(store, Shared) else []),
        ],
        exception_handlers=handlers,
        lifespan=lifespan,
    )


def make_server(app: Starlette, most_from_one: int = MOST_FROM_ONE) -> uvicorn.Server:
    """The server, without an access log: addresses contain tokens.

    Args:
        app: What it serves.
        most_from_one: How many connections one address may have.
    """

    class Protocol(Watched):
        most = most_from_one

    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            http=Protocol,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,  # the length of what is compressed may tell a hand
            backlog=BACKLOG,
        )
    )
