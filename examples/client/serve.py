"""Play with a client in another language: it answers questions, and knows no rules.

The client is `client.js`, on the other side of a pipe.  Here one client gets the views of all seats,
a line for each; on a server every seat would have its own connection.  Instead of answering, a seat
may ask to take back the last move.  It needs Node.  Run it: ``python examples/client/serve.py turbo``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import IO

from heartslib import Game, variants, wire

CLIENT = Path(__file__).with_name("client.js")

Ask = Callable[[str], str]
"""Sends a line to the client and returns its answer."""


def through(to_client: IO[str], from_client: IO[str]) -> Ask:
    """A function that asks over a pipe, with a line for each message."""

    def ask(text: str) -> str:
        to_client.write(f"{text}\n")
        to_client.flush()
        return from_client.readline()

    return ask


def play_round(game: Game, ask: Ask, rng: Random) -> Game:
    """The game at the end of the round."""
    earlier: list[Game] = []
    epoch = 0  # how often a move has been taken back
    while game.phase.name != "score":
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        seat = game.to_act[0]
        text = ask(wire.dumps_view(game, seat, epoch=epoch))
        if json.loads(text) != {"undo": True}:
            earlier.append(game)
            game = wire.receive(game, text, seat, epoch=epoch)
        elif earlier and all_agree(seat, game.players, ask):
            game, epoch = earlier.pop(), epoch + 1
    return game


def all_agree(seat: int, players: int, ask: Ask) -> bool:
    """Whether all the others agree to take back the last move, as `seat` asks."""
    question = json.dumps({"undo": seat})
    return all(json.loads(ask(question)) == {"agree": True} for _ in range(players - 1))


def play(game: Game, seed: int) -> Game:
    """A round played by the client; the same seed gives the same round."""
    command = ["node", str(CLIENT), str(seed)]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True, encoding="utf-8") as client:  # noqa: S603
        assert client.stdin and client.stdout  # noqa: S101, PT018 - they are pipes
        finished = play_round(game, through(client.stdin, client.stdout), Random(seed))
        client.stdin.close()
    return finished


if __name__ == "__main__":
    slug = sys.argv[1] if len(sys.argv) > 1 else "american"
    print(play(Game.new(variants.get(slug)), seed=7).sheet)
