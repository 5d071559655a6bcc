"""The command ``serve``: JSON-RPC 2.0 over standard input and output, for apps that are not in Python.

A message is a JSON object on a line of its own.  Headers with a length, as language servers have them, would say twice
where a message ends; here the next one begins where it should, however broken the last one was.

A server keeps games by number, and nothing else.  Most methods are functions of the library with their own arguments,
and whatever has a form in records and messages has it here.  The app that starts the process is trusted with all
hands; its players are not, so what they send goes through `receive`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from inspect import signature
from typing import Any, BinaryIO, Final

from heartslib import rulefile, variants, wire
from heartslib._values.arguments import did_you_mean
from heartslib.ask.plays import explain_play, legal_plays
from heartslib.ask.scores import score_hand
from heartslib.bots import advice
from heartslib.errors import HeartsError, fault, quoted
from heartslib.formats._json import MAX_CHARACTERS, MOST_MOVES, parse_json, structured
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import IllegalMove, Move
from heartslib.record import dumps, loads
from heartslib.rules import Rules
from heartslib.scorecard import read_json, score_game, write_json
from heartslib.scorecard.in_json import passed_by_seat
from heartslib.sheet import ScoreSheet
from heartslib.words import listed

MOST_GAMES: Final = 1_000
"""The most games at a time, unless an option says another number."""
MOST_BYTES: Final = MAX_CHARACTERS
"""The longest line that is read."""
MOST_SECONDS: Final = 10
"""The longest time for which advice may try deals."""

_NUMBERS: Final = {
    "not-json": -32700,
    "not-a-request": -32600,
    "no-such-method": -32601,
    "wrong-params": -32602,
    "internal": -32603,
}
"""JSON-RPC's own errors, by code."""
_REFUSED: Final = -32000
"""The number of every other error."""
_KEYS: Final[dict[str, tuple[type, ...]]] = {
    "jsonrpc": (str,),
    "id": (str, int, type(None)),
    "method": (str,),
    "params": (dict, list),
}
_BREAKS: Final = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}
"""What some readers take for the end of a line, as JSON escapes it."""
_MOVE: Final[Any] = Move  # which is no class
_FORM: Final = 'a request has jsonrpc, which is "2.0", and method, and perhaps params and id, text or a whole number'


def serve_command(options: argparse.Namespace) -> int:
    """Answer the lines of standard input until it ends."""
    if sys.stdin is None:
        raise HeartsError("standard input is closed: there is nothing to read")
    server = Server(options.games)
    for line in _lines(sys.stdin.buffer):
        response = server.respond(line)
        if response is not None:
            sys.stdout.buffer.write(f"{response.translate(_BREAKS)}\n".encode())
            sys.stdout.buffer.flush()
    return 0


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only its beginning."""
    while line := stream.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES + 1)


class Server:
    """Games by number, and what answers requests about them.

    Args:
        most: The most games at a time.
    """

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most = most
        self._games: dict[int, Game] = {}
        self._last = 0

    def respond(self, line: bytes) -> str | None:
        """The response to a line; None to a notification, which wants none."""
        request: dict[str, Any] = {"id": None}
        try:
            request = _request(line)
            outcome = f'"result": {self._result(request["method"], request.get("params", {}))}'
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the games are kept
            outcome = f'"error": {_error_of(error)}'
        if "id" not in request:
            return None
        return f'{{"jsonrpc": "2.0", "id": {json.dumps(request["id"])}, {outcome}}}'

    def _result(self, method: str, params: Any) -> str:
        if method not in METHODS:
            known = did_you_mean(method, METHODS)
            raise fault("no-such-method", f"there is no method {quoted(method)}{known}")
        given = _given(method, params)
        number: Any = given.get("game")
        if "game" in given:
            given["game"] = self._game(number)
        result = METHODS[method](**given)
        if method == "close":
            self._games.pop(number)
        return _written(self._kept(result, number) if isinstance(result, Game) else result)

    def _game(self, number: Any) -> Game:
        if type(number) is not int or number not in self._games:  # True would be 1
            raise fault("no-such-game", f"there is no game {quoted(number)}")
        return self._games[number]

    def _kept(self, game: Game, number: int | None) -> dict[str, Any]:
        """Keep a game, with a number of its own, and say how far it is."""
        moves = wire.number_of(game)
        if moves > MOST_MOVES:
            raise fault("too-many-moves", f"a game has at most {MOST_MOVES} moves")
        if number is None:
            if len(self._games) >= self._most:
                raise fault("too-many-games", f"{self._most} games are kept: close one first")
            number = self._last = self._last + 1
        self._games[number] = game
        return {"game": number, "number": moves, "phase": game.phase.name, "to_act": game.to_act}


def _variants() -> object:
    about = "name", "players", "summary"
    return [
        {"slug": slug, **{each: getattr(rules, each) for each in about}}
        for slug, rules in variants.all().items()
    ]


def _rulebook(rules: Rules, players: int | None = None) -> object:
    text = rules.describe(players)
    return {"rules": rules, "toml": rulefile.dump(rules), "text": text}


def _score_game(card: object, rules: Rules | None = None, insist: bool = False) -> object:
    names, rounds, own = read_json(json.dumps(card))
    used = rules or own or variants.get("american")
    scored = score_game(used, rounds=rounds, names=names, insist=insist)
    end = {"is_over": scored.is_over, "winners": scored.winners, "places": scored.places}
    return {"card": json.loads(write_json(scored)), "course": scored.course, **end}


def _load(record: object) -> Game:
    return loads(json.dumps(record))


def _deal(game: Game, seed: int | None = None, order: Any = None) -> Game:
    return game.deal(seed=seed, order=order)


def _view(game: Game, seat: int | None, since: int | None = None, epoch: int = 0) -> str:
    return wire.dumps_view(game, seat, since=since, epoch=epoch)


def _apply(game: Game, move: Move) -> Game:
    return game.apply(move)


def _undo(game: Game, number: int) -> Game:
    return game.at(number)


def _save(game: Game) -> str:
    return dumps(game)


def _close(game: Game) -> None:  # noqa: ARG001 - the server lets go of it
    return None


def _receive(game: Game, seat: int, message: object, epoch: int = 0) -> Game:
    return wire.receive(game, json.dumps(message), seat, epoch=epoch)


def _advice(game: Game, seat: int, deals: int = 400, seconds: float = 1, seed: int = 0) -> object:
    if type(seconds) not in {int, float} or not 0 < seconds <= MOST_SECONDS:
        must = f"seconds must be more than 0 and at most {MOST_SECONDS}"
        raise HeartsError(f"{must}, not {quoted(seconds)}")
    found = advice.advise(game.view(seat), deals=deals, seconds=seconds, seed=seed)
    move = CONVERTER.unstructure(found.move, Move)
    return {"move": move, "sentence": str(found), "costs": found.costs, "deals": found.deals}


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "variants": _variants,
    "rulebook": _rulebook,
    "legal_plays": legal_plays,
    "explain_play": explain_play,
    "score_hand": score_hand,
    "score_game": _score_game,
    "new": Game.new,
    "load": _load,
    "deal": _deal,
    "apply": _apply,
    "receive": _receive,
    "view": _view,
    "undo": _undo,
    "advice": _advice,
    "save": _save,
    "close": _close,
}
"""What answers each method: a function that is given games and rulebooks, and perhaps returns a game to be kept."""
TAKES: Final = {method: signature(run).parameters for method, run in METHODS.items()}


def _request(line: bytes) -> dict[str, Any]:
    """The request in a line."""
    if len(line) > MOST_BYTES and not line.endswith(b"\n"):
        raise fault("not-json", f"a line has at most {MOST_BYTES} bytes")
    try:
        request = parse_json(line.decode(), MOST_BYTES + 1)
    except UnicodeDecodeError:
        raise fault("not-json", "this line is not text in UTF-8") from None
    except HeartsError as error:
        raise fault("not-json", *error.args) from None
    if not isinstance(request, dict):
        raise fault("not-a-request", "give an object on each line; there are no batches")
    wrong = [key for key in request if type(request[key]) not in _KEYS.get(key, ())]
    if wrong or request.get("jsonrpc") != "2.0" or "method" not in request:
        raise fault("not-a-request", _FORM)
    return request


@lru_cache(maxsize=16)
def _rules(text: str, *, is_toml: bool) -> Rules:
    """A rulebook from JSON, kept since an app asks by the same one again and again."""
    value = json.loads(text)
    read: Rules = rulefile.loads(value, "toml") if is_toml else structured(CONVERTER, value, Rules)
    return read


def _given(method: str, params: Any) -> dict[str, Any]:
    """The arguments for a method."""
    if isinstance(params, list):
        raise fault("wrong-params", "params must be an object: they have names")
    given = {**params}
    if "toml" in given and "rules" not in given:
        given["rules"] = _rules(json.dumps(given.pop("toml")), is_toml=True)
    takes = TAKES[method]
    for name in given:
        if name not in takes:
            known = did_you_mean(name, takes)
            raise fault("wrong-params", f"{method} does not take {quoted(name)}{known}")
    missing = [
        name for name, each in takes.items() if each.default is each.empty and name not in given
    ]
    if missing:
        raise fault("wrong-params", f"{method} needs {listed(missing)}")
    return {name: _read(name, value) for name, value in given.items()}


def _read(name: str, value: Any) -> Any:
    """An argument in the form of the library."""
    match name:
        case "rules":
            return value if isinstance(value, Rules) else _rules(json.dumps(value), is_toml=False)
        case "move":
            return structured(CONVERTER, value, _MOVE)
        case "passed":
            return passed_by_seat(value)
        case _:
            return value


def _error_of(error: Exception) -> str:
    """An error as JSON-RPC has it."""
    if not isinstance(error, HeartsError):
        error = fault("internal", f"{type(error).__name__}: {error}")
    data: dict[str, object] = {"code": error.code, "reason": error.reason, "data": error.data}
    if isinstance(error, IllegalMove):
        data["legal"] = error.legal
    number = _NUMBERS.get(error.code, _REFUSED)
    return _written({"code": number, "message": str(error), "data": data})


def _written(value: object) -> str:
    """A value as JSON; text is JSON that the library has written."""
    if isinstance(value, str):
        return value
    if isinstance(value, ScoreSheet):
        value = {"totals": value.totals, "sheet": value}
    return json.dumps(value, default=_plain)


def _plain(value: object) -> object:
    """A value of the library as records have it; a part of an error may be anything."""
    plain = CONVERTER.unstructure(value)
    return str(value) if plain is value else plain
