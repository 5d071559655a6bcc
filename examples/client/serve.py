"""Play with a client in another language: it answers questions, and knows no rules.

The client is `client.js`, on the other side of a pipe.  Here one client gets the views of all seats,
a line for each; on a server every seat would have its own connection.  It needs Node.  Run it:
``python examples/client/serve.py turbo``.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import IO

from heartslib import Game, variants, wire

CLIENT = Path(__file__).with_name("client.js")

Ask = Callable[[str], str]
"""Sends a view to the client and returns its answer."""


def through(to_client: IO[str], from_client: IO[str]) -> Ask:
    """A function that asks over a pipe, with a line for each message."""

    def ask(text: str) -> str:
        to_client.write(f"{text}\n")
        to_client.flush()
        return from_client.readline()

    return ask


def play_round(game: Game, ask: Ask, rng: Random) -> Game:
    """The game at the end of the round."""
    while game.phase.name != "score":
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        seat = game.to_act[0]
        game = wire.receive(game, ask(wire.dumps_view(game, seat)), seat)
    return game


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
