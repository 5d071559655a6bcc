"""Tune the weights of the policy ``shed`` by matches against themselves.

A change is kept if it wins by two standard errors on deals that it was not chosen on.  In the end the
weights meet the first ones, and both meet ``duck``, on other deals: they are written only if
they gain by two errors over the first ones and lose nothing against ``duck``.

    python -m benchmarks.tune --tries 100 american barbu

Without names it tunes every variant; `--begin FILE` takes weights to begin with, `--engine cuda` a GPU.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from heartslib import variants
from heartslib.rounds import Seatings
from heartslib.rules import RoundRules, Rules
from heartslib.simulate import kernel
from heartslib.simulate.lowering.rules import KernelTables, lowered_once
from heartslib.simulate.players import weights
from heartslib.simulate.rounds.matches import played

SPREAD: Final = (0, 6, 1.5, 1, 30, 15, 150, 60, 1.5, 3, 300, 80, 6, 5, 150, 120, 3, 20, 100, 100)
"""About how much each weight is changed at a time."""
BIG_SHARE: Final = 3
"""The place of the weight that is at least 1."""


@attrs.frozen
class Tuning:
    """A rulebook whose weights are tuned.

    Attributes:
        rules: The rulebook.
        players: The number of players.
        tables: The same as the kernel reads it.
        seed: The seed of all matches.
        engine: Where they are played.
    """

    rules: Rules
    players: int
    tables: KernelTables
    seed: int
    engine: str

    def gain(
        self,
        mine: Sequence[int],
        theirs: Sequence[int],
        deals: int,
        first: int,
        other: str = "rough",
    ) -> tuple[float, float]:
        """How many points a round better `mine` does than `theirs`, and the standard error.

        Args:
            mine: The weights of one side.
            theirs: Those of the other, if it plays by weights.
            deals: How many deals, each played twice.
            first: The number of the first.
            other: The policy of the other side.
        """
        numbers = [*self.tables.numbers]
        at, size = kernel.SHED_WEIGHTS, kernel.WEIGHTS
        numbers[at : at + size], numbers[at + size : at + 2 * size] = mine, (0, *theirs[1:])
        table = attrs.evolve(self.tables, numbers=(*numbers,))
        seatings = Seatings(self.rules, self.players, ("mine", "theirs"), self.seed)
        totals, ((own, both), (_, its)) = played(
            [table], ("shed", other), seatings, first, deals, seed=self.seed, engine=self.engine
        )
        gap = totals[0] - totals[1]
        spread = deals * (own - 2 * both + its) - gap**2
        sign = -numbers[kernel.SIGN]
        return (
            float(sign * gap / (deals * self.players)),
            math.sqrt(spread / (deals**2 * (deals - 1))) / self.players,
        )


def tuned(it: Tuning, start: Sequence[int], tries: int, deals: int) -> tuple[list[int], int]:
    """Weights found by climbing from `start`, and how many changes were kept."""
    rng, now, step, kept, first = random.Random(it.seed), [*map(int, start)], 1.0, 0, 0
    for _ in range(tries):
        changed = [*now]
        for at in rng.sample(range(1, len(now)), rng.randint(1, 5)):
            changed[at] = round(changed[at] + rng.gauss(0, 1) * SPREAD[at] * step)
        changed[BIG_SHARE] = max(1, changed[BIG_SHARE])
        gain, error = it.gain(changed, now, deals, first)
        first += deals
        if gain < error / 2:
            continue
        gain, error = it.gain(changed, now, 6 * deals, first)
        first += 6 * deals
        better = gain > 2 * error
        now, kept = (changed, kept + 1) if better else (now, kept)
        step = min(step * 1.2, 2) if better else max(step * 0.97, 0.3)
    return now, kept


def main() -> None:
    """Tune, and write what gained."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("variants", nargs="*", default=[*variants.all()])
    parser.add_argument("--tries", type=int, default=100)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--last", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="kernel")
    parser.add_argument("--begin", type=Path)
    given = parser.parse_args()
    read = given.begin.read_text(encoding="utf-8") if given.begin else "{}"
    begin: dict[str, list[list[int]]] = json.loads(read)
    for slug in given.variants:
        rules = variants.get(slug)
        rounds = rules.at(rules.usual_players).rulebooks
        for number, each in enumerate(rounds):
            name = f"{slug}#{number}" if len(rounds) > 1 else slug
            tune_one(name, rules, each, given, begin.get(name, []))


def tune_one(name: str, rules: Rules, now: RoundRules, given: Any, begin: list[list[int]]) -> None:
    """Tune the rules of a round, and write their weights if they gain."""
    key = weights.cost_words(now)
    table = lowered_once(now)
    it = Tuning(rules, now.players, table, given.seed, given.engine)
    found: dict[str, Any] = json.loads(weights.FILE.read_text(encoding="utf-8"))
    best: Sequence[int] = found.get(key, {}).get("shed", weights.FIRST)
    for start in begin:
        gain, error = it.gain(start, best, given.last // 10, 1 << 40)
        best = start if gain > 2 * error else best
    weighed, kept = tuned(it, best, given.tries, given.deals)
    last = given.last
    gain, error = it.gain(weighed, weights.FIRST, last, 1 << 41)
    duck, first_duck = (
        it.gain(each, each, last, 1 << 42, "duck") for each in (weighed, weights.FIRST)
    )
    worse = duck[0] - first_duck[0] < -2 * math.hypot(duck[1], first_duck[1])
    says = f"{gain:+.4f} ± {error:.4f}, over duck {duck[0]:+.3f}, first {first_duck[0]:+.3f}"
    print(f"{name:24} kept {kept:3} {says}{', which is worse' * worse}", flush=True)
    if gain <= 2 * error or worse or duck[0] <= 2 * duck[1]:
        return
    entry: dict[str, Any] = found.get(key, {})
    matches: dict[str, Any] = entry.get("matches", {}) if entry.get("shed") == now else {}
    matches[name] = {
        "deals": last,
        "seed": given.seed,
        "over_first": [round(gain, 4), round(error, 4)],
        "over_duck": [round(each, 4) for each in duck],
    }
    found[key] = entry | {"shed": now, "matches": matches}
    text = json.dumps(dict(sorted(found.items())), indent=1)
    Path(str(weights.FILE)).write_text(_packed(text) + "\n", encoding="utf-8")


def _packed(text: str) -> str:
    """JSON with each list and each match on one line."""
    return re.sub(r"\[[^\[\]{}]*\]|\{[^{}]*\}", lambda found: " ".join(found[0].split()), text)


if __name__ == "__main__":
    main()
