"""A round as an app plays it, with whatever version of the library is on the path; see `beside`.

It reads the name of a variant from each line, and answers with the least microseconds of each part
of its first round, as JSON: to begin the game, to deal, four views, the moves of each kind, and all
of them together.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from heartslib import Card, Game, HeartsError, variants
from heartslib.moves import Deal, Move, Pass, Play

TIMES: Final = 40
"""How often a round is played for an answer."""


def chosen(game: Game, rng: Random) -> Move:
    """A move, the same in every version: any card, the lowest cards to pass, or the first move there is."""
    if game.phase.name == "play":
        return Play(game.to_act[0], rng.choice([*game.legal_plays()]))
    if game.phase.name == "pass":
        view = game.view(game.to_act[0])
        return Pass(game.to_act[0], [*view.hand][: view.pass_count])
    return game.legal_moves()[0]


def recorded(slug: str) -> tuple[Move, ...]:
    """The moves of the first round of a game."""
    game, rng = Game.new(variants.get(slug)), Random(1)
    while not game.sheets:
        game = game.deal(seed=1) if game.phase.name == "deal" else game.apply(chosen(game, rng))
    return game.history


def played(slug: str, moves: Iterable[Move]) -> dict[str, int]:
    """The nanoseconds of each part of a round."""
    spent, rules = dict[str, int](), variants.get(slug)

    def timed(part: str, make: Callable[[], Any]) -> Any:
        start = time.process_time_ns()
        result = make()
        spent[part] = spent.get(part, 0) + time.process_time_ns() - start
        return result

    def play(game: Game, card: Card) -> Game:
        game.legal_plays()  # an app shows them
        return game.play(card)

    game = timed("new", lambda: Game.new(rules))
    for move in moves:
        before = game
        if isinstance(move, Deal):
            game = timed("deal", lambda: before.deal(seed=1))  # noqa: B023 - at once
            timed("views", lambda: [*map(game.view, range(game.players))])  # noqa: B023 - at once
        elif isinstance(move, Play):
            card = move.card
            game = timed("plays", lambda: play(before, card))  # noqa: B023 - at once
        else:
            game = timed(type(move).__name__.lower(), lambda: before.apply(move))  # noqa: B023 - at once
    return spent | {"round": sum(spent.values())}


def main() -> None:
    """Answer each line."""
    for line in sys.stdin:
        least: dict[str, float] = {}
        try:
            moves = recorded(line.strip())
        except HeartsError:  # a variant that this version does not know
            moves = ()
        for _ in range(TIMES if moves else 0):
            for part, spent in played(line.strip(), moves).items():
                least[part] = min(least.get(part, spent / 1e3), spent / 1e3)
        print(json.dumps(least), flush=True)


if __name__ == "__main__":
    main()
