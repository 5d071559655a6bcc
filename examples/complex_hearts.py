"""Play Complex Hearts, by Richard Garfield, whose scores are complex numbers, on rounds of the library.

A heart costs 1, the queen of spades 13i, the jack of diamonds -10, and the ten of clubs multiplies what its
taker scores in the round by 2i.  Whoever takes every heart and the queen has 13 + 13i taken off, or gives as
much to everyone else.  The game ends when somebody is 100 or more away from 0; whoever is nearest to 0 wins.

    python examples/complex_hearts.py 7
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Final

import attrs

from heartslib import Cards, Game, score_hand, variants
from heartslib.bots import careful
from heartslib.cards import HEARTS
from heartslib.rules import (
    HEARTS_ONE,
    JACK_OF_DIAMONDS_BONUS,
    CardValues,
    FollowSuit,
    HeartsMustBeBroken,
    NoMoon,
    NoPenaltyOnFirstTrick,
    Rounds,
)

EVERYTHING: Final = HEARTS | "QS"
GAME: Final = attrs.evolve(
    variants.get("omnibus"),
    name="Complex Hearts",
    players=4,
    play=(FollowSuit(), HeartsMustBeBroken(EVERYTHING), NoPenaltyOnFirstTrick(EVERYTHING)),
    moon=NoMoon(),
    ending=Rounds(1_000),
)
REAL: Final = attrs.evolve(GAME, scoring=HEARTS_ONE, bonuses=JACK_OF_DIAMONDS_BONUS)
IMAGINARY: Final = attrs.evolve(GAME, scoring=CardValues({"QS": 13}), bonuses=())


def points(piles: Sequence[Cards], *, give: bool = False) -> list[complex]:
    """The score of a round; `give` says whether a shooter gives 13 + 13i to everyone else."""
    parts = [score_hand(rules, taken=piles, partial=True).totals for rules in (REAL, IMAGINARY)]
    scores = [complex(*pair) for pair in zip(*parts, strict=True)]
    times = [2j if "TC" in pile else 1 for pile in piles]
    for shooter in (seat for seat, pile in enumerate(piles) if pile >= EVERYTHING):
        scores[shooter] -= (1 if give else 2) * (13 + 13j)
        for seat in range(len(piles)):
            # what is given is multiplied by the ten of whoever gives it, and of whoever gets it
            scores[seat] += give * (seat != shooter) * times[shooter] * (13 + 13j)
    return [score * factor for score, factor in zip(scores, times, strict=True)]


def size(score: complex) -> float:
    """The square of the absolute value, which is exact."""
    return score.real**2 + score.imag**2


def play(rng: Random) -> list[complex]:
    """The scores of a game between careful players."""
    game, scores = Game.new(GAME), [0j] * 4
    while max(map(size, scores)) < 100**2:
        game = game.deal(rng=rng)
        while game.phase.name != "score":
            game = game.apply(careful(game.view(game.to_act[0])))
        ways = [points(game.piles, give=give) for give in (False, True)]
        totals = [[sum(each) for each in zip(scores, way, strict=True)] for way in ways]
        shooter = next((seat for seat, pile in enumerate(game.piles) if pile >= EVERYTHING), 0)
        scores, game = min(totals, key=lambda after: size(after[shooter])), game.score()
        print(*(f"{score:g}" for score in scores), sep="\t")
    return scores


if __name__ == "__main__":
    print("nearest to 0:", f"{min(play(Random(*map(int, sys.argv[1:]))), key=size):g}")
