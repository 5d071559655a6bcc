"""A tournament: each level of the library's bots plays the next one, in every variant.

Run it: ``python examples/tournament.py --deals 100``.  It prints a table in Markdown.  Without the extra
``fast`` it takes hours.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

from heartslib import variants
from heartslib.bots import LEVELS, arena


def rows(slugs: Sequence[str], deals: int, seed: int, workers: int) -> Iterator[str]:
    """The table: how many points a round better each level is than the one below, with its error."""
    pairs = [*pairwise(LEVELS)]
    yield f"| variant | players | {' | '.join(f'`{low}` to `{high}`' for low, high in pairs)} |"
    yield "|---|--:" + "|--:" * len(pairs) + "|"
    with ProcessPoolExecutor(workers) as executor:
        for slug in slugs:
            rules = variants.get(slug)
            cells = list[str]()
            for low, high in pairs:
                bots = {name: LEVELS[name] for name in (low, high)}
                found = arena(rules, bots, deals=deals, seed=seed, executor=executor)
                gap, error = found.difference(low, high)
                gain = -gap if rules.points_are_good else gap
                cells.append(f"{gain:+.2f} ± {error:.2f}")
            yield f"| `{slug}` | {rules.usual_players} | {' | '.join(cells)} |"


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
