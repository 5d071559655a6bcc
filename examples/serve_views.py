"""Run a server: each seat gets its own view as text, and sends its moves as text.

A move is taken back if all seats agree.  There is no network here: a `Send` function stands for whatever carries the messages.  The seats see
only their own text.  Run it: ``python examples/serve_views.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from heartslib import Game, HeartsError, moves, variants, wire
from heartslib.bots import careful

Send = Callable[[str], None]


class Table:
    """One game on a server, and a connection for each seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.earlier: list[Game] = []
        self.epoch = 0  # how often a move has been taken back
        self.agreed: set[int] = set()
        self.seats: dict[int, Send] = {}

    def join(self, seat: int, send: Send) -> None:
        """Connect a seat, or connect it again: its view is all that it needs."""
        self.seats[seat] = send
        send(wire.dumps_view(self.game, seat, epoch=self.epoch))

    def receive(self, seat: int, text: str) -> str | None:
        """Make the move in a message from a seat; return the code of the error if it is refused."""
        try:
            game = wire.receive(self.game, text, seat, epoch=self.epoch)
        except HeartsError as error:
            return error.code
        self.earlier.append(self.game)
        self._go_to(game, since=self.game)
        return None

    def undo(self, seat: int) -> None:
        """Ask to take back the last move, or agree to it; it is taken back when all seats have."""
        self.agreed.add(seat)
        if self.earlier and len(self.agreed) == self.game.players:
            self.epoch += 1  # a move still on its way is now refused
            self._go_to(self.earlier.pop())

    def _go_to(self, game: Game, since: Game | None = None) -> None:
        """Go on with another state of the game, and send every seat its view of it."""
        self.game = game
        self.agreed.clear()
        for seat, send in self.seats.items():
            send(wire.dumps_view(game, seat, epoch=self.epoch, since=since))


class Seat:
    """A client: it knows only what came over the wire."""

    def __init__(self) -> None:
        self.seen: wire.SeenView | None = None
        self.log: list[str] = []

    def hear(self, text: str) -> None:
        """Take a new view, and log what has happened since the last one."""
        now, seen = wire.loads_view(text), self.seen
        if seen is not None:
            if (now.epoch, now.number) < (seen.epoch, seen.number):
                return  # a later view has overtaken it
            if now.epoch > seen.epoch:
                self.log.append("Undo")
            elif now.follows(seen):
                self.log += [type(event).__name__ for event in now.events]
        self.seen = now

    def choose(self) -> str:
        """A message with this seat's move."""
        assert self.seen is not None  # noqa: S101 - it has joined
        return wire.dumps_move(careful(self.seen.view), self.seen.number, epoch=self.seen.epoch)


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

    # Seat 0 asks to take back the last card, and the others agree.
    moves_made = wire.number_of(table.game)
    for number in range(4):
        table.undo(number)
    print("moves:", moves_made, "- after the undo:", wire.number_of(table.game))

    # Each kind of refusal has its own code.
    seat = table.game.to_act[0]
    late = wire.dumps_move(careful(table.game.view(seat)), wire.number_of(table.game))
    print("a card from before the undo:", table.receive(seat, late))
    table = Table(Game.new(variants.get("american")).deal(seed=7))
    forged = wire.dumps_move(moves.Pass(1, "2C 3C 4C"))
    print("seat 0 passes for seat 1:", table.receive(0, forged))
    print("cards that it does not hold:", table.receive(1, forged))
