"""Perft: how many sequences of n legal plays there are from fixed positions.

A wrong rule changes these numbers, and so does a position that is set up wrongly.  They are in
``perft.toml`` in this folder, which this program writes and checks:

    python -m tools.perft --write --depth 6
    python -m tools.perft --check --depth 6

A position is reached in a fixed way, so that another engine can count from it as well.  "First"
and "last" are in sorted order: clubs, diamonds, spades, hearts, low to high.

* The game is new; the last seat deals first.
* The n-th round, counted from 0, is dealt with seed n by the library's published shuffle.
* Even seats pass the first cards of their hands, odd seats the last: with three to pass, the
  first three and the last three.  That leaves short suits, where restrictions matter.
* When charging, the lowest seat to act makes the last of its legal moves, so that it charges what
  it can.
* The seat to act plays the first of its legal cards.
* In a phase that asks for anything else, the first of `Game.legal_moves` is made.

Rounds are played out until `round` is reached, and then `plays` cards of that round.  From there
every legal play is counted; two copies of a card are one play.
``counts[0]`` is the number of plays, ``counts[1]`` that of sequences of two plays, and so on
up to the depth, or until no cards are left to play.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import functools
import itertools
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from heartslib import Game, Rules, moves, variants

DATA: Final = Path(__file__).with_name("perft.toml")

ROUNDS: Final = (0, 1, 2, 3)
PLAYS: Final = (0, 10, 24, 39)
"""Where the positions are: every combination, as far as the variant has it."""


@attrs.frozen
class Position:
    """A position of a variant, described by how it is reached.

    Attributes:
        players: The number of players.
        round: Rounds finished before.
        plays: Cards played in the round.
    """

    players: int
    round: int
    plays: int

    def game(self, rules: Rules) -> Game | None:
        """The game at the position; None if these rules never reach it."""
        game = _first_lead(rules, self.players, self.round)
        for _ in range(self.plays):
            if game.phase.name != "play":
                return None
            game = _first_move(game)
        return game if game.phase.name == "play" else None


@functools.cache
def _first_lead(rules: Rules, players: int, round_number: int) -> Game:
    """The game when the first card of a round is to be played, or the finished game."""
    if round_number == 0:
        game = Game.new(rules, players)
    else:
        game = _first_lead(rules, players, round_number - 1)
        while not game.is_over and game.round_number < round_number:
            game = _first_move(game)
    while not game.is_over and game.phase.name != "play":
        game = _first_move(game)
    return game


def _first_move(game: Game) -> Game:
    match game.phase.name:
        case "deal":
            return game.deal(seed=game.round_number)
        case "play":
            return game.play(game.legal_plays()[0])
        case "pass":
            choices = [move for move in game.legal_moves() if isinstance(move, moves.Pass)]
            for seat in game.to_act:
                own = [move for move in choices if move.seat == seat]
                choose = max if seat % 2 else min
                game = game.apply(
                    choose(
                        own,
                        key=lambda move: (tuple(move.cards), [str(part) for _, part in move.to]),
                    )
                )
            return game
        case "charge":
            seat = game.to_act[0]
            charges = [move for move in game.legal_moves() if isinstance(move, moves.Charge)]
            return game.apply([move for move in charges if move.seat == seat][-1])
        case _:
            return game.apply(game.legal_moves()[0])


def perft(game: Game, depth: int) -> int:
    """How many sequences of `depth` legal plays there are from `game`; depth is at least 1."""
    cards = dict.fromkeys(game.legal_plays())
    if depth == 1:
        return len(cards)
    return sum(perft(game.play(card), depth - 1) for card in cards)


def counted(game: Game, depth: int) -> tuple[int, ...]:
    """The numbers for 1 to `depth` plays, as far as there are any."""
    counts = (perft(game, each) for each in range(1, depth + 1))
    return tuple(count for count in counts if count)


Counts: TypeAlias = dict[str, dict[Position, tuple[int, ...]]]
"""The numbers of the data file: by slug of the variant, then by position."""


def count_all(depth: int) -> Counts:
    """Count for every variant, with every number of players it allows."""
    counts: Counts = {}
    for slug, rules in variants.all().items():
        places = itertools.starmap(Position, itertools.product(rules.players, ROUNDS, PLAYS))
        games = ((position, position.game(rules)) for position in places)
        counts[slug] = {position: counted(game, depth) for position, game in games if game}
    return counts


def read() -> Counts:
    """The contents of the data file."""
    return {
        slug: {
            Position(entry["players"], entry["round"], entry["plays"]): tuple(entry["counts"])
            for entry in entries
        }
        for slug, entries in tomllib.loads(DATA.read_text(encoding="utf-8")).items()
    }


def written(counts: Counts, depth: int) -> str:
    """The text of the data file."""
    lines = [f"# Written by: python -m tools.perft --write --depth {depth}"]
    for slug, entries in counts.items():
        lines += ["", f"{slug} = ["]
        lines += [
            f"  {{ players = {position.players}, round = {position.round}, "
            f"plays = {position.plays}, counts = {list(numbers)} }},"
            for position, numbers in entries.items()
        ]
        lines.append("]")
    return "\n".join([*lines, ""])


def wrong(depth: int) -> Iterator[str]:
    """A sentence for each number in the data file that is wrong, up to `depth` plays."""
    for slug, entries in read().items():
        for position, counts in entries.items():
            game = position.game(variants.get(slug))
            found = counted(game, min(depth, len(counts))) if game else ()
            if found != counts[:depth]:
                yield f"{slug}, {position}: counted {found}, the file has {counts[:depth]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the data file; see the module.

    Returns:
        The exit status: 1 if the file is wrong.
    """
    parser = argparse.ArgumentParser(description="numbers of legal sequences of plays")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--write", action="store_true", help="count, and write the data file")
    task.add_argument("--check", action="store_true", help="count, and compare with the file")
    parser.add_argument("--depth", type=int, default=6, help="plays in a sequence, at most")
    options = parser.parse_args(arguments)
    if options.write:
        text = written(count_all(options.depth), options.depth)
        DATA.write_text(text, encoding="utf-8")
        return 0
    mistakes = list(wrong(options.depth))
    print("\n".join(mistakes) or "every number agrees")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
