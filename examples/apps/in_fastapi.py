"""A table over WebSockets in FastAPI: ``uvicorn in_fastapi:app``.

A player connects to ``/seat/0``, gets the view of that seat as JSON, and sends answers to its question.  Who may
sit where is up to the app: put its login where `sit` takes the number of the seat.
"""

from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from heartslib import Game, HeartsError, variants, wire

app = FastAPI()


class Table:
    """A game, and who is connected."""

    def __init__(self) -> None:
        self.game = Game.new(variants.get("american"), names=["Ann", "Ben", "Cem", "Dora"]).deal()
        self.sockets: dict[WebSocket, int] = {}

    async def show(self) -> None:
        """Send everybody what that seat may know."""
        for socket, seat in [*self.sockets.items()]:
            await socket.send_json(wire.view_data(self.game, seat))

    def go_on(self) -> None:
        """Enter scores and deal, up to the next question."""
        while not self.game.to_act and not self.game.is_over:
            scored = self.game.phase.name == "score"
            self.game = self.game.score() if scored else self.game.deal()


table = Table()


@app.websocket("/seat/{seat}")
async def sit(socket: WebSocket, seat: int) -> None:
    """A player at a seat, from coming to leaving."""
    await socket.accept()
    table.sockets[socket] = seat
    try:
        await table.show()
        while True:
            answer = await socket.receive_text()
            try:
                table.game = wire.receive(table.game, answer, seat)
            except HeartsError as error:
                await socket.send_json(
                    {"error": error.code, "reason": error.told(table.game.names)}
                )
                continue
            table.go_on()
            await table.show()
    except WebSocketDisconnect:
        del table.sockets[socket]
