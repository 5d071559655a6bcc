"""What an app meets in its first hour: the import, the first deal, a view as JSON, and 1,000 games.

Each figure is processor time, in processes of their own; so nothing is warm that would be cold in an app.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from math import sqrt
from typing import Final

_MEASURES: Final = """
import json, sys, time
spent = {}
start = time.process_time_ns()
def lap(name):
    global start
    spent[name] = time.process_time_ns() - start
    start = time.process_time_ns()
from heartslib import Game, variants, wire
Game, variants.get, wire.dumps_view
lap("import Game, variants and wire")
game = Game.new(variants.get("american")).deal(seed=1)
lap("first deal")
wire.dumps_view(game, 0)
lap("first view as JSON")
for _ in range(100):
    wire.dumps_view(game, 0)
lap("view as JSON, later")
spent["view as JSON, later"] //= 100
start = time.process_time_ns()
for number in range(int(sys.argv[1])):
    game = Game.new(variants.get("american"))
    while not game.is_over:
        if game.phase.name == "play":
            game = game.play(game.legal_plays()[0])
        elif game.phase.name == "pass":
            seat = game.to_act[0]
            game = game.pass_cards(seat, [*game.hands[seat]][:3])
        elif game.phase.name == "moon":
            game = game.choose_moon("add")
        else:
            game = game.score() if game.phase.name == "score" else game.deal(seed=number)
lap("games to 100")
print(json.dumps(spent))
"""


def figures(processes: int, games: int) -> dict[str, list[float]]:
    """The milliseconds of each part, one for each process."""
    found: dict[str, list[float]] = {}
    for _ in range(processes):
        command = [sys.executable, "-c", _MEASURES, str(games)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)  # noqa: S603
        for part, nanoseconds in json.loads(done.stdout).items():
            found.setdefault(part, []).append(nanoseconds / 1e6)
    return found


def main() -> None:
    """Print the means with their standard errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=10)
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    for part, times in figures(given.processes, given.games).items():
        error = statistics.stdev(times) / sqrt(len(times)) if len(times) > 1 else 0
        print(f"{part:<30} {statistics.mean(times):10.2f} ± {error:.2f} ms")


if __name__ == "__main__":
    main()
