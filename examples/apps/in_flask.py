"""A table over Socket.IO in Flask: ``flask --app in_flask run``.

A browser joins with ``socket.emit("sit", {seat: 0})``, hears ``"view"``, and answers with ``"answer"``.
"""

from flask import Flask, request
from flask_socketio import SocketIO, emit

from heartslib import Game, HeartsError, variants, wire

app = Flask(__name__)
sockets = SocketIO(app)
seats: dict[str, int] = {}
games = [Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"]).deal()]


def show() -> None:
    """Send everybody what that seat may know."""
    for session, seat in seats.items():
        sockets.emit("view", wire.view_data(games[-1], seat), to=session)


@sockets.on("sit")
def sit(message: dict[str, int]) -> None:
    """A player takes a seat; put a login here."""
    seats[request.sid] = message["seat"]
    show()


@sockets.on("disconnect")
def leave(*_: object) -> None:
    """A player has left; the seat is kept."""
    seats.pop(request.sid, None)


@sockets.on("answer")
def answer(text: str) -> None:
    """A player answers the question of the view."""
    try:
        game = wire.receive(games[-1], text, seats[request.sid])
    except HeartsError as error:
        emit("refused", {"error": error.code, "reason": error.told(games[-1].names)})
        return
    while not game.to_act and not game.is_over:
        game = game.score() if game.phase.name == "score" else game.deal()
    games.append(game)
    show()
