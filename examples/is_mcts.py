"""OpenSpiel's IS-MCTS at the table: a short match against `careful`, and a study of four players.

Run ``python examples/is_mcts.py`` for two deals each of Turbo Hearts and Gong Zhu, which takes a
few seconds.  ``python examples/is_mcts.py --study`` lets four players play duplicate deals of three
variants, which takes about ten minutes, and prints a table in Markdown.  It needs the extra
``open_spiel``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence

from heartslib import variants
from heartslib.bots import AtRandom, Bot, MonteCarlo, Standings, arena, careful
from heartslib.rl.open_spiel import is_mcts

STUDIED = ("american", "turbo", "gong_zhu")


def match(deals: int, simulations: int, seed: int) -> Iterator[str]:
    """The results of IS-MCTS against `careful`."""
    bots: Mapping[str, Bot] = {"careful": careful, "is-mcts": is_mcts(simulations)}
    for slug in ("turbo", "gong_zhu"):
        yield str(arena(variants.get(slug), bots, deals=deals, players=4, seed=seed))


def study(deals: int, simulations: int, seed: int) -> Iterator[str]:
    """Tables of points per round, and of the differences on the same deals."""
    bots: Mapping[str, Bot] = {
        "random": AtRandom(),
        "careful": careful,
        "monte-carlo": MonteCarlo(simulations),
        "is-mcts": is_mcts(simulations),
    }
    results = [
        arena(variants.get(slug), bots, deals=deals, players=4, seed=seed) for slug in STUDIED
    ]
    yield f"{deals} deals each, seed {seed}, {simulations} simulations\n"
    yield f"| variant | {' | '.join(f'`{name}`' for name in bots)} |"
    yield f"|---|{'--:|' * len(bots)}"
    for slug, standings in zip(STUDIED, results, strict=True):
        yield row(slug, (f"{mean:.2f}" for mean in standings.means.values()))
    rivals = [name for name in bots if name != "is-mcts"]
    yield f"\n| variant | {' | '.join(f'`is-mcts` - `{name}`' for name in rivals)} |"
    yield f"|---|{'--:|' * len(rivals)}"
    for slug, standings in zip(STUDIED, results, strict=True):
        yield row(slug, (gap(standings, name) for name in rivals))


def gap(standings: Standings, rival: str) -> str:
    """How many more points IS-MCTS takes than a rival, with the standard error."""
    mean, error = standings.difference("is-mcts", rival)
    return f"{mean:+.2f} ± {error:.2f}"


def row(slug: str, cells: Iterator[str]) -> str:
    """A row of a table."""
    return f"| `{slug}` | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the match or the study.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(description="OpenSpiel's IS-MCTS against other players")
    parser.add_argument("--study", action="store_true", help="four players, three variants")
    parser.add_argument("--deals", type=int, help="deals of each variant: 2, or 7 in the study")
    parser.add_argument("--simulations", type=int, help="per decision: 20, or 50 in the study")
    parser.add_argument("--seed", type=int, default=1, help="of the deals")
    given = parser.parse_args(arguments)
    deals = given.deals or (7 if given.study else 2)
    simulations = given.simulations or (50 if given.study else 20)
    for line in (study if given.study else match)(deals, simulations, given.seed):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
