"""What a state takes in memory, when the games of a round are kept at every ply.

A round is played at random, once with every `Game` kept and once without; the difference of
what `tracemalloc` counts, divided by the number of games, is what a kept game costs.  See
``README.md`` beside this file.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Sequence
from random import Random

import attrs

from heartslib import Game, variants
from heartslib.rules import NO_PASSING

Ask = Callable[[Game], object]


def nothing(_: Game) -> object:
    """The state is only kept."""
    return None


def legal(game: Game) -> object:
    """Its legal cards are asked for."""
    return game.legal_plays()


def view(game: Game) -> object:
    """The view of the seat on turn is asked for, and let go: the state keeps its table."""
    game.view(game.to_act[0])
    return None


ASKED: dict[str, Ask] = {"kept": nothing, "kept, legal_plays() too": legal, "kept, viewed": view}


def playout(game: Game, kept: list[object], ask: Ask, *, keep: bool) -> None:
    """Play a dealt hand to its last card."""
    random = Random(1).random
    for _ in range(51):
        cards = game.legal_plays()
        if keep:
            kept += [game, ask(game)]
        game = game.play(cards[int(random() * len(cards))])
    kept.append(game)


def bytes_per_ply(slug: str, ask: Ask, rounds: int = 20) -> float:
    """Bytes of each game kept, over so many rounds of a variant for four."""
    rules = attrs.evolve(variants.get(slug), passing=NO_PASSING)
    games = [Game.new(rules, 4).deal(seed=seed) for seed in range(rounds)]
    taken: list[int] = []
    for keep in (False, False, True):  # what is made at first use is made the first time
        kept: list[object] = []
        gc.collect()
        tracemalloc.start()
        for game in games:
            playout(game, kept, ask, keep=keep)
        gc.collect()
        taken.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    return (taken[2] - taken[1]) / (51 * rounds)


def rows(slugs: Sequence[str] = ("american", "omnibus", "black_lady")) -> list[tuple[str, float]]:
    """What is measured, in bytes for each ply."""
    return [
        (f"{slug}, {name}", bytes_per_ply(slug, ask))
        for slug in slugs
        for name, ask in ASKED.items()
    ]
