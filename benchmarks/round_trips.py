"""What `heartslib serve` adds to a call: the server's processor time for a request, beyond that of the same call.

    python -m benchmarks.round_trips --turns 15

A client writes a request, waits for the response, and writes the next.  See ``README.md`` in this folder.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from benchmarks.table import Cell, machine, printed
from benchmarks.timed import in_turns
from heartslib import Game, legal_plays, record, score_hand, variants, wire
from heartslib.questions import ChooseCards

_AMERICAN: Final = variants.get("american")
_HAND: Final[dict[str, Any]] = {"hand": "AS QS 4H 2H 9D", "trick": "KS 2S"}
_PILES: Final[dict[str, Any]] = {"taken": ["QS 2H 3H 4H", "5H 6H 7H", "8H 9H TH JH QH KH AH", ""]}

_Step: TypeAlias = tuple[str, dict[str, Any], Callable[[], object]]
"""A method, its parameters, and the same call without the server."""


def steps_of_round(seed: int, number: int) -> Iterator[_Step]:
    """A round as an app plays it: the seat to act gets a view with its news, and answers at random."""
    rng = Random(seed)
    game = Game.new(_AMERICAN)
    yield "new", {"rules": "american"}, partial(Game.new, _AMERICAN)
    where = {"game": number}
    yield "deal", {**where, "seed": seed}, partial(game.deal, seed=seed)
    game = game.deal(seed=seed)
    while game.phase.name != "score":
        seat = game.to_act[0]
        since = max(len(game.history) - 4, 0)
        yield (
            "view",
            {**where, "seat": seat, "since": since},
            partial(wire.dumps_view, game, seat, since=since),
        )
        question = game.view(seat).question
        assert isinstance(question, ChooseCards)  # noqa: S101 - cards to pass or to play
        cards = rng.sample([*map(str, question.among)], question.counts[0])
        message = {"format": wire.ANSWER_FORMAT, "version": 1, "cards": cards}
        yield (
            "receive",
            {**where, "seat": seat, "message": message},
            partial(wire.receive, game, json.dumps(message), seat),
        )
        game = wire.receive(game, json.dumps(message), seat)
    yield "save", where, partial(record.dumps, game)
    yield "close", where, int


def works(rounds: int) -> dict[str, list[_Step]]:
    """The steps of each kind of work."""
    hand = {"rules": "american", **_HAND}
    piles = {"rules": "american", **_PILES}
    many = range(100 * rounds)
    played = [step for each in range(rounds) for step in steps_of_round(each, each + 1)]
    return {
        "legal_plays": [
            ("legal_plays", hand, partial(legal_plays, _AMERICAN, **_HAND)) for _ in many
        ],
        "score_hand": [
            ("score_hand", piles, partial(score_hand, _AMERICAN, **_PILES)) for _ in many
        ],
        "a round": played,
    }


def served(steps: Sequence[_Step]) -> float:
    """Seconds of processor time of a server that answers these requests, from its start to its end."""
    command = [sys.executable, "-m", "heartslib", "serve"]
    with subprocess.Popen(command, stdin=-1, stdout=-1) as server:  # noqa: S603
        assert server.stdin and server.stdout  # noqa: S101, PT018 - they are pipes
        for name, (method, params, _) in enumerate(steps):
            request = {"jsonrpc": "2.0", "id": name, "method": method, "params": params}
            server.stdin.write(json.dumps(request).encode() + b"\n")
            server.stdin.flush()
            response = json.loads(server.stdout.readline())
            if "error" in response:
                raise RuntimeError(response)
        server.stdin.close()
        _, status, used = os.wait4(server.pid, 0)
        server.returncode = status
    return used.ru_utime + used.ru_stime


def called(steps: Sequence[_Step]) -> float:
    """Seconds of processor time of the calls alone."""
    start = time.process_time()
    for _, _, call in steps:
        call()
    return time.process_time() - start


def beyond(steps: Sequence[_Step], first: Sequence[_Step], _: int) -> tuple[float, float]:
    """Milliseconds of the server for a request beyond its call, and those of the call; without its start."""
    whole = served([*first, *steps]) - served(first)
    alone = called(steps)
    return 1000 * (whole - alone) / len(steps), 1000 * alone / len(steps)


def in_words(figures: Sequence[float]) -> str:
    """The mean with its standard error."""
    error = statistics.stdev(figures) / len(figures) ** 0.5
    return f"{statistics.mean(figures):.3f} ± {error:.3f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="what a request costs beyond its call")
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args(arguments)
    print(machine())
    kinds = works(options.rounds)
    # what the first requests bring into memory is the start
    first = {kind: steps[: len(steps) // options.rounds] for kind, steps in kinds.items()}
    measures = [partial(beyond, kinds[kind][len(first[kind]) :], first[kind]) for kind in kinds]
    for steps in first.values():
        called(steps)
    rows: list[Sequence[Cell]] = [
        (kind, len(kinds[kind]) - len(first[kind]), *map(in_words, zip(*figures, strict=True)))
        for kind, figures in zip(kinds, in_turns(options.turns, measures), strict=True)
    ]
    heads = ("work", "requests", "beyond the call, ms", "the call, ms")
    printed("A request to `heartslib serve`", heads, rows)


if __name__ == "__main__":
    main()
