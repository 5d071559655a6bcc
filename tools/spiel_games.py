"""OpenSpiel's own tests for the variants; the command runs them for every number of players.

python -m tools.spiel_games --sims 2
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from heartslib import PACK, variants
from heartslib.rl.open_spiel import pyspiel


def load(parameters: str = "") -> Any:
    """The game with these parameters, such as ``variant=turbo,players=4``."""
    return pyspiel.load_game(f"heartslib({parameters})")


def every() -> list[tuple[str, int]]:
    """Every variant that has no card beyond the 52, with each of its numbers of players."""
    return [
        (slug, players)
        for slug, rules in variants.all().items()
        for players in rules.players
        if not rules.deck.cards(players).without(PACK)
    ]


def sim_test(slug: str, players: int, sims: int = 1) -> None:
    """OpenSpiel's own test of random games, with copies and stored states at every step."""
    game = load(f"variant={slug},players={players}")
    pyspiel.random_sim_test(game, sims, True, False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run OpenSpiel's own test for every variant and number of players."""
    parser = argparse.ArgumentParser(description="OpenSpiel's own tests for every variant")
    parser.add_argument("--sims", type=int, default=1, help="random games of each")
    sims = parser.parse_args(arguments).sims
    for slug, players in every():
        sim_test(slug, players, sims)
        print(f"{slug}, {players} players: passed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
