"""Golden Ten in the kernel, in `Game` and by hand: the same rounds, cards and points.

::

    python -m tools.golden_ten --rounds 20000
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from heartslib import Cards, variants
from heartslib.moves import Deal, Play
from heartslib.phases import ScorePhase
from heartslib.simulate import kernel
from heartslib.simulate.lowering.rules import lowered_once
from tests.helpers import golden_ten as by_hand
from tools.differential import Played, replayed
from tools.shared import Budget, add_bounds


def compare(players: int, seed: int, number: int) -> None:
    """Play a round in the kernel, again in a `Game`, and by hand.

    Raises:
        AssertionError: Something differs.
    """
    table = lowered_once(variants.get("golden_ten").at(players).in_force)
    game = replayed(Played(table, seed, number, [kernel.RANDOM] * players))
    deal, *plays = game.history
    assert isinstance(deal, Deal)
    assert isinstance(game.phase, ScorePhase)
    cards = [by_hand.rook(str(move.card)) for move in plays if isinstance(move, Play)]
    hands, rest = [*map(_rook, deal.hands)], _rook(Cards(deal.kitty))
    assert sorted(sum(hands, rest)) == sorted(by_hand.PACK)
    assert len(rest) == by_hand.left_over(players)
    leader = (game.dealer + 1) % players
    assert game.phase.sheet.totals == by_hand.scored(hands, rest, leader, cards)


def _rook(cards: Cards) -> list[by_hand.RookCard]:
    return [by_hand.rook(str(card)) for card in cards]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare many rounds, with three to seven players in turn."""
    parser = argparse.ArgumentParser(description="Golden Ten in three ways")
    add_bounds(parser, "rounds", 20_000)
    options = parser.parse_args(arguments)
    budget = Budget(options)
    while budget.left:
        compare(3 + budget.done % 5, options.seed, budget.done)
        budget.done += 1
    print(f"{budget.done} rounds agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
