"""Run a server: each seat gets its own view as text, and sends its moves as text.

There is no network here: a `Send` function stands for whatever carries the messages.  The seats see
only their own text.  Run it: ``python examples/serve_views.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from heartslib import Game, HeartsError, moves, variants, wire
from heartslib.bots import careful
from heartslib.events import events_between

Send = Callable[[str], None]


class Table:
    """One game on a server, and a connection for each seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats: dict[int, Send] = {}

    def join(self, seat: int, send: Send) -> None:
        """Connect a seat, or connect it again: its view is all that it needs."""
        self.seats[seat] = send
        send(wire.dumps_view(self.game, seat))

    def receive(self, seat: int, text: str) -> str | None:
        """Make the move in a message from a seat; return the code of the error if it is refused."""
        try:
            self.game = wire.receive(self.game, text, seat)
        except HeartsError as error:
            return error.code
        for other, send in self.seats.items():
            send(wire.dumps_view(self.game, other))
        return None


class Seat:
    """A client: it knows only what came over the wire."""

    def __init__(self) -> None:
        self.seen: wire.SeenView | None = None
        self.log: list[str] = []

    def hear(self, text: str) -> None:
        """Take a new view, and log what has happened since the last one."""
        now = wire.loads_view(text)
        if self.seen is not None:
            happened = events_between(self.seen.view, now.view)
            self.log += [type(event).__name__ for event in happened]
        self.seen = now

    def choose(self) -> str:
        """A message with this seat's move."""
        assert self.seen is not None  # noqa: S101 - it has joined
        return wire.dumps_move(careful(self.seen.view), self.seen.number)


def play_round(seed: int) -> tuple[Table, list[Seat]]:
    """A round between four seats that exchange only text."""
    table = Table(Game.new(variants.get("american")).deal(rng=Random(seed)))
    seats = [Seat() for _ in range(4)]
    for number, seat in enumerate(seats):
        table.join(number, seat.hear)
    while table.game.to_act:
        turn = table.game.to_act[0]
        table.receive(turn, seats[turn].choose())
    return table, seats


if __name__ == "__main__":
    table, seats = play_round(seed=7)
    print(table.game.sheet)
    print("seat 0 saw", len(seats[0].log), "events")

    # Each kind of refusal has its own code.
    table = Table(Game.new(variants.get("american")).deal(seed=7))
    forged = wire.dumps_move(moves.Pass(1, "2C 3C 4C"))
    print("seat 0 passes for seat 1:", table.receive(0, forged))
    print("cards that it does not hold:", table.receive(1, forged))
