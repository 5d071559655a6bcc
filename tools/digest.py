"""One digest of what the library does, the same on each Python and system: ``python -m tools.digest``.

Every variant is played by every number of players, three seeds each.  Hashed are the records of the games, the views
of a seat and of a spectator in the middle, the rulebooks in print at three widths, the tables as pictures, and the
rulebooks as files.  ``--check`` compares with ``tools/digest.toml``, and names the part that differs; ``--write``
writes that file after a change that is meant.  It needs the core alone, and its standard output is one line, so that a
command on another system can be compared with the one here.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from heartslib import Game, Rules, record, rulefile, variants, wire
from heartslib.moves import Score
from heartslib.rounds import any_move
from heartslib.show.svg import table_svg

KEPT: Final = Path(__file__).with_suffix(".toml")
SEEDS: Final = (1, 2, 3)
WIDTHS: Final = (50, 78, 120)


def states(rules: Rules, players: int, rng: Random) -> Iterator[Game]:
    """A round of random moves, state by state, to the deal of the next."""
    game = Game.new(rules, players)
    yield game
    while not game.sheets:
        if game.to_act:
            game = game.apply(any_move(game.view(game.to_act[0]), rng))
        else:
            game = game.apply(Score()) if game.phase.name == "score" else game.deal(rng=rng)
        yield game


def written(rules: Rules) -> Iterator[tuple[str, str]]:
    """What the library writes of a variant, by part."""
    yield "rule files", rulefile.dump(rules)
    for players in rules.players:
        for width in WIDTHS:
            yield "print", rules.describe(players, width=width)
        for seed in SEEDS:
            played = [*states(rules, players, Random(f"{rules.name} {players} {seed}"))]
            middle = played[len(played) // 2]
            yield "records", record.dumps(played[-1])
            for seat in (0, None):
                yield "views", wire.dumps_view(middle, seat)
                yield "pictures", table_svg(middle.view(seat))


def digests() -> dict[str, str]:
    """The digest of each part, and of all."""
    hashes = {part: sha256() for part in ("records", "views", "print", "pictures", "rule files")}
    for rules in variants.all().values():
        for part, text in written(rules):
            hashes[part].update(text.encode())
    found = {part: each.hexdigest()[:16] for part, each in hashes.items()}
    return found | {"all": sha256(" ".join(found.values()).encode()).hexdigest()[:16]}


def main() -> int:
    """Print the digest of all, and perhaps compare or write; the exit status is 1 if a part differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.digest", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with what is kept")
    parser.add_argument("--write", action="store_true", help="keep this one")
    given = parser.parse_args()
    found = digests()
    print(found["all"])
    if given.write:
        lines = [f'"{part}" = "{value}"\n' for part, value in found.items()]
        KEPT.write_text("".join(lines), encoding="utf-8", newline="\n")
    kept = tomllib.loads(KEPT.read_text(encoding="utf-8")) if given.check else found
    for part, value in found.items():
        if kept[part] != value:
            print(f"{part}: {value}, not {kept[part]}", file=sys.stderr)
    return int(kept != found)


if __name__ == "__main__":
    sys.exit(main())
