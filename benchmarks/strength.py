"""How long the search thinks, how strong it is, what it gains by the scores, and how far apart levels are.

    python -m benchmarks.strength time american --turns 9 --seed 1
    python -m benchmarks.strength budget american --deals 300 --seed 1
    python -m benchmarks.strength scores american --games 500 --seed 1
    python -m benchmarks.strength levels --deals 100 --workers 2

Run it from the root of a checkout, with the library and the extra `fast` installed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice, pairwise
from math import inf, sqrt
from random import Random
from typing import Final

import attrs

from benchmarks.timed import Timed
from heartslib import Game, HeartsError, Rules, View, variants
from heartslib.bots import LEVELS, Bot, MonteCarlo, arena, by_name, careful
from heartslib.moves import Move
from heartslib.rounds import first_round, play_round
from heartslib.simulate import simulate

TIMED: Final = (20, 100, 400)
"""How many deals the search tries where a decision is compared with rounds of the kernel."""
ROUNDS: Final = 100_000
"""How many rounds the kernel plays in each turn."""
DEALS: Final = (1, 3, 10, 30, 100, 300, 1000, 3000)
"""How many deals the search tries."""

MARGINS: Final = {
    "american": (0.5, 0.5, 0.5, 0.25),
    "black_maria": (1.0, 0.5, 0.5, 0.5),
    "gong_zhu": (15.0, 15.0, 10.0, 10.0),
    "barbu": (0.5, 2.0, 0.5, 0.5),
    "partnership": (1.5, 1.5, 1.5, 0.5),
}
"""How many points a round each level is better than the one below, at least."""

_TOO_FEW: Final = ", too few"


@attrs.frozen
class Unaware:
    """A bot that does not see the scores, and plays every round as if it were the first."""

    bot: Bot

    def __call__(self, view: View, /) -> Move:
        """The move of the bot for a view without scores."""
        return self.bot(attrs.evolve(view, scores=(0,) * view.players, course=()))


@attrs.frozen
class Watched:
    """A player who makes the moves of `careful`, and has another bot decide, too."""

    bot: Bot

    def __call__(self, view: View, /) -> Move:
        """The move of `careful`."""
        self.bot(view)
        return careful(view)


def times(slug: str, turns: int, seed: int) -> Iterator[str]:
    """A row for each number of deals: how many rounds of the kernel take as long as a decision.

    In each turn the kernel plays rounds, and each search decides for every seat in rounds of its own, in
    which it has nothing from earlier ones.
    """
    rules, searches = variants.get(slug), {tried: MonteCarlo(tried) for tried in TIMED}
    players, found = rules.usual_players, {tried: list[list[float]]() for tried in TIMED}
    simulate(rules, rounds=2, seed=seed)
    Timed(searches[TIMED[0]]).warm_up(rules)
    rng = Random(seed)
    for turn in range(turns):
        start = time.process_time()
        simulate(rules, rounds=ROUNDS, seed=seed + turn)
        a_round = (time.process_time() - start) / ROUNDS
        for tried, bot in searches.items():
            timed = Timed(bot)
            for number in range(players):  # each pass
                play_round(first_round(rules, players, number), [Watched(timed)] * players, rng)
            found[tried].append([each / a_round for each in timed.times])
    yield "| deals tried | rounds for a decision | lowest and highest turn | on average |\n|--:|--:|--:|--:|"
    for tried, each in found.items():
        medians, means = map(statistics.median, each), statistics.fmean(map(statistics.fmean, each))
        low, *_, high = usual = sorted(medians)
        yield (
            f"| {tried} | {statistics.median(usual):,.0f} | {low:,.0f} to {high:,.0f} | {means:,.0f} |"
        )


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


def levels(slugs: Sequence[str], deals: int, seed: int, workers: int) -> Iterator[str]:
    """A row for each variant: how many points a round better each level is than the one below."""
    pairs = [*pairwise(LEVELS)]
    yield f"| variant | players | {' | '.join(f'`{low}` to `{high}`' for low, high in pairs)} |"
    yield "|---|--:" + "|--:" * len(pairs) + "|"
    with ProcessPoolExecutor(workers) as executor:
        for slug in slugs:
            rules, cells = variants.get(slug), list[str]()
            for (low, high), least in zip(pairs, MARGINS.get(slug, (-inf,) * 4), strict=True):
                bots = {name: LEVELS[name] for name in (low, high)}
                found = arena(rules, bots, deals=deals, seed=seed, executor=executor)
                gap, error = found.difference(low, high)
                gain = -gap if rules.points_are_good else gap
                cells.append(f"{gain:+.2f} ± {error:.2f}{_TOO_FEW * (gain < least)}")
            row = f"| `{slug}` | {rules.usual_players} | {' | '.join(cells)} |"
            yield row.replace("-", "−")


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
    parser.add_argument("what", choices=("time", "budget", "scores", "levels"), help="which table")
    parser.add_argument(
        "slugs", nargs="*", default=[*MARGINS], help="variants; or those of MARGINS"
    )
    parser.add_argument("--turns", type=int, default=9, help="turns of a measurement of time")
    parser.add_argument("--deals", type=int, default=300, help="deals of each pair, played twice")
    parser.add_argument("--workers", type=int, default=1, help="processes for the levels")
    parser.add_argument("--games", type=int, default=500, help="games for the scores, played twice")
    parser.add_argument("--bot", default="monte-carlo:100", help="the bot that knows the scores")
    parser.add_argument("--seed", type=int, default=1, help="the same number, the same deals")
    given = parser.parse_args()
    for option in ("turns", "deals", "games"):
        if getattr(given, option) < 2:
            parser.error(f"--{option}: a whole number, 2 or more, not {getattr(given, option)}")
    try:
        _print_tables(given)
    except HeartsError as error:
        sys.exit(f"python -m benchmarks.strength: {error}")


def _print_tables(given: argparse.Namespace) -> None:
    """Print the table, or one for each variant.

    Raises:
        SystemExit: A level is not as much better than the one below as it should be.
    """
    if given.what == "levels":
        low = False
        for row in levels(given.slugs, given.deals, given.seed, given.workers):
            print(row, flush=True)
            low = low or _TOO_FEW in row
        sys.exit(int(low))
    for slug in given.slugs:
        rows = {
            "time": times(slug, given.turns, given.seed),
            "budget": budgets(slug, given.deals, given.seed),
            "scores": scores(slug, given.bot, given.games, given.seed),
        }
        for row in rows[given.what]:
            print(row, flush=True)


if __name__ == "__main__":
    main()
