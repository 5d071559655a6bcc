"""Whether advice near a moon holds when it is played on, and how true the costs of advice are.

    python -m benchmarks.moons moons --positions 60 --deals 20 --seed 1
    python -m benchmarks.moons costs --positions 60 --seed 1

Run it from the root of a checkout, with the library and the extra `fast` installed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

import attrs

from heartslib import Game, View, variants
from heartslib.bots import LEVELS, advise
from heartslib.bots.candidates import candidates
from heartslib.bots.in_kernel import InKernel
from heartslib.bots.stakes import Stakes
from heartslib.moves import Move
from heartslib.phases import ScorePhase
from heartslib.rounds import first_round, games_of_round, play_round
from heartslib.sampling import Sampler, as_game

STRONG: Final = LEVELS["strong"]
RULES: Final = variants.get("american")
PLAYERS: Final = RULES.usual_players
ADVISED: Final = 400
"""How many deals advice tries."""
TRUTH: Final = 10_000
"""How many deals count as the truth about a cost."""
BUDGETS: Final = (100, ADVISED)


@attrs.frozen
class Near:
    """A position in which a shot at the moon would change what is best.

    Attributes:
        view: What the seat to act knows.
        plain: The best move without a shot.
        shot: The best one with a shot, if the shot is taken at its word.
    """

    view: View
    plain: Move
    shot: Move


@attrs.frozen
class Found:
    """What became of a position that was played on.

    Attributes:
        shoots: Whether the move advised begins the shot.
        gain: How many points better the move advised was than the other, on average.
        error: The standard error of that.
    """

    shoots: bool
    gain: float
    error: float


def views(seed: int) -> Iterator[list[View]]:
    """The choices of a round of strong players, round after round."""
    for number in count():
        start = first_round(RULES, PLAYERS, number)
        rng = Random(f"{seed}:{number}")
        turns = [
            game.view(game.to_act[0])
            for game in games_of_round(start, [STRONG] * PLAYERS, rng)
            if game.to_act
        ]
        yield [view for view in turns if len(candidates(view)) > 1]


def near(view: View, seed: int) -> Near | None:
    """The two moves, if a moon of its seat is near: the shot as the playouts show it, without any doubt."""
    moves = candidates(view)
    playouts = InKernel(view, moves, seed)
    if playouts.plans == 1:
        return None
    losses = playouts.tried(ADVISED, range(len(moves)), range(2)).losses
    plain, shot = ([fmean(column) for column in columns] for columns in losses)
    first, second = plain.index(min(plain)), shot.index(min(shot))
    if first == second or min(shot) >= min(plain):
        return None
    return Near(view, moves[first], moves[second])


def played_on(position: Near, deals: int, seed: int) -> Found:
    """Play the move advised and the other on, by strong players in the same deals."""
    view = position.view
    advised = advise(view, deals=ADVISED).move
    other = position.shot if advised == position.plain else position.plain
    sampler = Sampler(view)
    stakes = Stakes(view)
    rng = Random(seed)
    gains: list[float] = []
    for _ in range(deals):
        game = as_game(view, sampler.draw(rng))
        lost = [_lost(stakes, game.apply(move)) for move in (other, advised)]
        gains.append(lost[0] - lost[1])
    return Found(advised != position.plain, fmean(gains), stdev(gains) / sqrt(deals))


def _lost(stakes: Stakes, game: Game) -> float:
    """What a round costs that strong players play to its end."""
    phase = play_round(game, [STRONG] * PLAYERS, Random(0)).phase
    assert isinstance(phase, ScorePhase)  # noqa: S101 - where a round stops
    return stakes.loss(phase.sheet.totals, phase.sheet.winners)


def moons(positions: int, deals: int, seed: int) -> Iterator[str]:
    """A row for each advice: how much better it was, and how often worse by more than one error, or two."""
    yield "| advised | positions | points better than the other move | worse by an error | by two |"
    yield "|---|--:|--:|--:|--:|"
    rng = Random(seed)
    rounds = ([it for view in turns if (it := near(view, seed))] for turns in views(seed))
    chosen = islice((rng.choice(each) for each in rounds if each), positions)  # one of a round
    found = [played_on(each, deals, seed) for each in chosen]
    for name, part in (
        ("the shot", [each for each in found if each.shoots]),
        ("no shot", [each for each in found if not each.shoots]),
        ("either", found),
    ):
        worse = (sum(it.gain < -errors * it.error for it in part) for errors in (1, 2))
        yield f"| {name} | {len(part)} | {_gain(part)} | {' | '.join(map(str, worse))} |"


def _gain(found: Sequence[Found]) -> str:
    if len(found) < 2:
        return "too few"
    gains = [each.gain for each in found]
    return f"{fmean(gains):+.2f} ± {stdev(gains) / sqrt(len(gains)):.2f}".replace("-", "−")


def costs(positions: int, seed: int) -> Iterator[str]:
    """A row for each number of deals: how far costs are from those that many deals show."""
    yield f"| deals | positions | costs | RMS of the error against {TRUTH:,} deals |"
    yield "|--:|--:|--:|--:|"
    rng = Random(seed)
    chosen = [rng.choice(turns) for turns in islice(views(seed), positions)]
    truths = [_costs(view, TRUTH, seed + 1) for view in chosen]
    for deals in BUDGETS:
        errors = [
            cost - truth
            for view, known in zip(chosen, truths, strict=True)
            for cost, truth in zip(_costs(view, deals, seed), known, strict=True)
        ]
        rms = sqrt(fmean(error * error for error in errors))
        yield f"| {deals:,} | {positions} | {len(errors)} | {rms:.2f} |"


def _costs(view: View, deals: int, seed: int) -> list[float]:
    """What each candidate costs if none is dropped."""
    moves = candidates(view)
    advice = advise(view, deals=deals, seed=seed, also=moves)
    return [cost.points for move in moves if (cost := advice.cost(move))]


def main() -> None:
    """Read the options, print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.moons", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("what", choices=("moons", "costs"), help="which table")
    parser.add_argument("--positions", type=int, default=60, help="how many positions")
    parser.add_argument("--deals", type=int, default=20, help="deals in which each is played on")
    parser.add_argument("--seed", type=int, default=1, help="the same number, the same positions")
    given = parser.parse_args()
    if given.positions < 1 or given.deals < 2:
        parser.error("--positions: 1 or more; --deals: 2 or more")
    rows = {
        "moons": moons(given.positions, given.deals, given.seed),
        "costs": costs(given.positions, given.seed),
    }
    for row in rows[given.what]:
        print(row, flush=True)


if __name__ == "__main__":
    main()
