"""The pages, and what they ask for."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path

import cattrs
import segno
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response

import heartslib.show
from examples.web_table.context import address_of, lobby_of, token_of
from examples.web_table.groups import group_of, words_for
from examples.web_table.limits import Rates, RefusedBody, json_body
from examples.web_table.lobby import NewTable, own_line
from examples.web_table.screen import rules_page
from examples.web_table.store import StoreError
from heartslib import HeartsError
from heartslib.show.counts import what_counts
from heartslib.show.text import with_symbols

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
COURTS = Path(heartslib.show.__file__).parent / "courts.svg"
NO_SEAT = "There is no seat at this address."
NOT_READ = "The games cannot be read just now. Please try again."
NOT_A_REQUEST = "this is not a request for a table"

_READER = cattrs.Converter()
_READER.register_structure_hook(bool, lambda value, _: _exactly(bool, value))
_READER.register_structure_hook(str, lambda value, _: _exactly(str, value))


def _exactly(kind: type, value: object) -> object:
    if type(value) is not kind:
        raise TypeError(value)
    return value


async def first_page(_: Request) -> Response:
    """The lobby."""
    return FileResponse(STATIC / "index.html")


async def courts(_: Request) -> Response:
    """The figures of the court cards, which come with the library."""
    return FileResponse(COURTS)


async def table_page(request: Request) -> Response:
    """The page of a table, for a player."""
    lobby = lobby_of(request)
    return _page_of(await lobby.manner.ask(lobby.store.find, token_of(request)))


async def watch_page(request: Request) -> Response:
    """The page of a table, for a spectator."""
    lobby = lobby_of(request)
    return _page_of(await lobby.manner.ask(lobby.store.find_watched, token_of(request)))


def _page_of(found: object) -> Response:
    return _no_page() if found is None else FileResponse(STATIC / "table.html")


async def manifest(_: Request) -> Response:
    """What a browser needs to know to install the table as an app."""
    return FileResponse(STATIC / "manifest.webmanifest", media_type="application/manifest+json")


async def worker(_: Request) -> Response:
    """The service worker, with the files that it keeps; from here it may answer for every page."""
    kept = sorted(
        f"/static/{file.name}"
        for file in (*STATIC.iterdir(), COURTS)
        if file.suffix in {".html", ".css", ".js", ".svg", ".png"}
    )
    script = (STATIC / "worker.js").read_text(encoding="utf-8")
    text = f"const FILES = {json.dumps(kept)};\n{script}"
    return Response(text, media_type="text/javascript")


async def missing(_: HTTPConnection, __: Exception) -> Response:
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
            "aliases": rules.aliases,
            "group": group_of(rules, rules.usual_players),
            "summary": with_symbols(rules.summary),
            "counts": what_counts(rules, rules.usual_players),
            "words": words_for(rules, rules.usual_players),
            "short": with_symbols(rules.describe(rules.usual_players, short=True)),
            "players": rules.players,
            "usual": rules.usual_players,
        }
        for slug, rules in lobby_of(request).rulebooks.items()
    ]
    return JSONResponse(listed)


async def rules_of_game(request: Request) -> Response:
    """A rulebook in plain English."""
    rules = lobby_of(request).rulebooks.get(request.path_params["slug"])
    if rules is None:
        return _refusal("there is no such game here", 404)
    players: str = request.path_params["players"]
    if not (players.isdecimal() and players.isascii() and len(players) < 4):
        return _refusal("this is not a number of players", 400)
    return JSONResponse(rules_page(rules, int(players)))


async def rules_of_table(request: Request) -> Response:
    """The rulebook of a table in plain English; a spectator may read it, too."""
    lobby, token = lobby_of(request), token_of(request)
    place = await lobby.find(token)
    table = place[0] if place else await lobby.watched(token)
    if table is None:
        return _refusal(NO_SEAT, 404)
    return JSONResponse(rules_page(table.game.rules, table.game.players))


async def list_tables(request: Request) -> Response:
    """The tables that are open to newcomers."""
    return JSONResponse(lobby_of(request).listed())


async def own_table(request: Request) -> Response:
    """How a player's table is doing."""
    lobby = lobby_of(request)
    if (place := await lobby.find(token_of(request))) is None:
        return _refusal(NO_SEAT, 404)
    same, none = lobby.same_cards(*place), lobby.no_same_cards(place[0])
    return JSONResponse({**own_line(*place), "same": same, "noSame": none})


async def qr_code(request: Request) -> Response:
    """The address of a seat, as the browser has it, for the camera of a phone."""
    calls: Rates = request.app.state.calls
    if not calls.allows(address_of(request)):
        return _refusal("That is a lot of codes. Please wait a moment.", 429)
    lobby, token = lobby_of(request), token_of(request)
    if await lobby.manner.ask(lobby.store.find, token) is None:
        return _refusal(NO_SEAT, 404)
    drawn = io.BytesIO()
    code = segno.make_qr(str(request.url.replace(path=f"/table/{token}", query="")))
    code.save(drawn, kind="svg", light="white", omitsize=True, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


async def new_table(request: Request) -> Response:
    """Make a table, and return a path for each human seat."""
    if hurry := _hurry(request):
        return hurry
    wanted = _READER.structure(await json_body(request), NewTable)
    tokens = await lobby_of(request).new(wanted)
    return JSONResponse({str(seat): f"table/{token}" for seat, token in tokens.items()}, 201)


async def join_table(request: Request) -> Response:
    """Take a computer player's seat at an open table, and return its path."""
    if hurry := _hurry(request):
        return hurry
    match await json_body(request):
        case {"name": str(name)}:
            token = await lobby_of(request).join(token_of(request), name)
            return JSONResponse({"path": f"table/{token}"}, 201)
        case _:
            return _refusal("this is not a request for a seat", 400)


def _hurry(request: Request) -> Response | None:
    rates: Rates = request.app.state.rates
    if rates.allows(address_of(request)):
        return None
    return _refusal("That is a lot of tables. Please wait a moment.", 429)


def _refusal(reason: str, status: int) -> Response:
    return JSONResponse({"error": reason[:1].upper() + reason[1:].removesuffix(".") + "."}, status)


async def refuse(_: HTTPConnection, error: Exception) -> Response:
    """The answer to a request that raised an error, as a sentence."""
    match error:
        case RefusedBody():
            return _refusal(str(error), error.status)
        case StoreError():
            log.warning("the games cannot be read: %s", error)
            return _refusal(NOT_READ, 503)
        case HeartsError():
            return _refusal(str(error), 503 if error.code == "unstored" else 400)
        case _:
            return _refusal(NOT_A_REQUEST, 400)
