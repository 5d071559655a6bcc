"""The memory of a state if the games of a round are kept at every ply.

A round is played at random, once with every `Game` kept and once without.  The difference that
`tracemalloc` counts, divided by the number of games, is the cost of a kept game.  See ``README.md``
in this folder.
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
    """Only keep the state."""
    return None


def legal(game: Game) -> object:
    """Ask for its legal cards."""
    return game.legal_plays()


def view(game: Game) -> object:
    """Ask for the view of the seat to act and drop it: the state keeps its table."""
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
    """Bytes of each kept game, over some rounds of a variant with four players."""
    rules = attrs.evolve(variants.get(slug), passing=NO_PASSING)
    games = [Game.new(rules, 4).deal(seed=seed) for seed in range(rounds)]
    sizes: list[int] = []
    for keep in (False, False, True):  # the first pass fills the caches
        kept: list[object] = []
        gc.collect()
        tracemalloc.start()
        for game in games:
            playout(game, kept, ask, keep=keep)
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    return (sizes[2] - sizes[1]) / (51 * rounds)


def rows(slugs: Sequence[str] = ("american", "omnibus", "black_lady")) -> list[tuple[str, float]]:
    """Each variant and way to keep its games, and the bytes per ply."""
    return [
        (f"{slug}, {name}", bytes_per_ply(slug, ask))
        for slug in slugs
        for name, ask in ASKED.items()
    ]
