"""A tournament: the bots of the library play the same deals of every variant.

Run it: ``python examples/tournament.py --deals 100``.  It prints a table in Markdown.  The extra
``fast`` makes it ten times as fast.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

from heartslib import variants
from heartslib.bots import arena, by_name

BOTS = ("random", "careful", "monte-carlo:20")
"""The bots, from the weakest to the strongest."""


def rows(slugs: Sequence[str], deals: int, seed: int, workers: int) -> Iterator[str]:
    """The table: each bot's points per round, and how far it is from the next, with its error."""
    gaps = [f"`{one}` - `{other}`" for one, other in pairwise(BOTS)]
    yield f"| variant | players | {' | '.join(f'`{bot}`' for bot in BOTS)} | {' | '.join(gaps)} |"
    yield "|---|--:" + "|--:" * (len(BOTS) + len(gaps)) + "|"
    bots = {name: by_name(name) for name in BOTS}
    with ProcessPoolExecutor(workers) as executor:
        for slug in slugs:
            rules = variants.get(slug)
            found = arena(rules, bots, deals=deals, seed=seed, executor=executor)
            points = [f"{mean:.2f}" for mean in found.means.values()]
            steps = [found.difference(one, other) for one, other in pairwise(BOTS)]
            cells = [*points, *(f"{gap:+.2f} ± {error:.2f}" for gap, error in steps)]
            good = " (points are good)" if rules.points_are_good else ""
            yield f"| `{slug}`{good} | {found.players} | {' | '.join(cells)} |"


def main() -> None:
    """Read the options, print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=100, help="deals of each variant")
    parser.add_argument("--seed", type=int, default=0, help="the same number, the same deals")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("slugs", nargs="*", help="variants; by default all of them")
    options = parser.parse_args()
    slugs = options.slugs or list(variants.all())
    for row in rows(slugs, options.deals, options.seed, options.workers):
        print(row, flush=True)


if __name__ == "__main__":
    main()
