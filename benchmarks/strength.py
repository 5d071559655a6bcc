"""How strong the search is for its time, and what it gains by knowing the scores.

    python -m benchmarks.strength budget american --deals 300 --seed 1
    python -m benchmarks.strength scores american --games 500 --seed 1

Run it from the root of a checkout, with the library and the extra `fast` installed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from math import sqrt
from random import Random
from typing import Final

import attrs

from benchmarks.timed import Timed
from heartslib import Game, HeartsError, Rules, View, variants
from heartslib.bots import Bot, MonteCarlo, arena, by_name, careful
from heartslib.moves import Move

DEALS: Final = (1, 3, 10, 30, 100, 300, 1000, 3000)
"""How many deals the search tries."""


@attrs.frozen
class Unaware:
    """A bot that does not see the scores, and plays every round as if it were the first."""

    bot: Bot

    def __call__(self, view: View, /) -> Move:
        """The move of the bot for a view without scores."""
        return self.bot(attrs.evolve(view, scores=(0,) * view.players, course=()))


def budgets(slug: str, deals: int, seed: int) -> Iterator[str]:
    """A row for each number of deals tried: the time for a decision, and the gain over `careful`."""
    rules = variants.get(slug)
    yield "| deals tried | ms a decision | points a round better than `careful` |\n|--:|--:|--:|"
    for tried in DEALS:
        bot = Timed(MonteCarlo(tried))
        bot.warm_up(rules)
        found = arena(rules, {"it": bot, "careful": careful}, deals=deals, seed=seed)
        gap, error = found.difference("careful", "it")
        gain = -gap if rules.points_are_good else gap
        yield f"| {tried:,} | {bot.milliseconds:.2f} | {gain:+.2f} ± {error:.2f} |".replace(
            "-", "−"
        )


def scores(slug: str, name: str, games: int, seed: int) -> Iterator[str]:
    """A row: the part of whole games that a bot wins against itself without the scores.

    Each game is played twice, with the seats exchanged; the two begin with the same deals.
    """
    yield "| variant | games | won with the scores | even would be |\n|---|--:|--:|--:|"
    rules, bot = variants.get(slug), by_name(name)
    aware = [share(rules, (bot, Unaware(bot)), seed + n) for n in range(games)]
    other = [1 - share(rules, (Unaware(bot), bot), seed + n) for n in range(games)]
    pairs = [100 * statistics.fmean(each) for each in zip(aware, other, strict=True)]
    error = statistics.stdev(pairs) / sqrt(games)
    won = f"{statistics.fmean(pairs):.1f} % ± {error:.1f}"
    yield f"| `{slug}` | {2 * games:,} | {won} | 50 % |"


def share(rules: Rules, bots: Sequence[Bot], seed: int) -> float:
    """How much of a whole game the first of two bots wins: a half if each has a winner.

    The bots sit alternately.
    """
    game, rng = Game.new(rules, rules.usual_players), Random(seed)
    seated = [*islice(cycle(bots), game.players)]
    while not game.is_over:
        if game.phase.name == "deal":
            game = game.deal(rng=rng)
        elif game.phase.name == "score":
            game = game.score()
        else:
            seat = game.to_act[0]
            game = game.apply(seated[seat](game.view(seat)))
    winners = [seated[seat] for seat in game.winners]
    return winners.count(bots[0]) / len(winners)


def main() -> None:
    """Read the options, print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("what", choices=("budget", "scores"), help="which table")
    parser.add_argument("slugs", nargs="+", help="variants")
    parser.add_argument("--deals", type=int, default=300, help="deals of a budget, played twice")
    parser.add_argument("--games", type=int, default=500, help="games for the scores, played twice")
    parser.add_argument("--bot", default="monte-carlo:100", help="the bot that knows the scores")
    parser.add_argument("--seed", type=int, default=1, help="the same number, the same deals")
    given = parser.parse_args()
    for option in ("deals", "games"):
        if getattr(given, option) < 2:
            parser.error(f"--{option}: a whole number, 2 or more, not {getattr(given, option)}")
    try:
        _print_tables(given)
    except HeartsError as error:
        sys.exit(f"python -m benchmarks.strength: {error}")


def _print_tables(given: argparse.Namespace) -> None:
    """Print a table for each variant."""
    for slug in given.slugs:
        budget = budgets(slug, given.deals, given.seed)
        rows = (
            budget if given.what == "budget" else scores(slug, given.bot, given.games, given.seed)
        )
        for row in rows:
            print(row, flush=True)


if __name__ == "__main__":
    main()
