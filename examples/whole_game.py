"""Play a whole game with four careful players and print the score after every round.

Run it with a variant's slug and a seed: ``python examples/whole_game.py american 7``.
"""

from __future__ import annotations

import sys
from random import Random

from heartslib import Game, variants
from heartslib.bots import careful


def play(slug: str, seed: int) -> Game:
    """A finished game; all deals come from one seeded generator."""
    game, rng = Game.new(variants.get(slug), names=("South", "West", "North", "East")), Random(seed)
    while not game.is_over:
        if game.phase.name == "deal":
            game = game.deal(rng=rng)
        elif game.phase.name == "score":
            game = game.score()
            print(game.round_number, *game.scores, sep="\t")
        else:
            game = game.apply(careful(game.view(game.to_act[0])))
    return game


if __name__ == "__main__":
    slug, seed = (*sys.argv[1:], *["american", "7"][len(sys.argv) - 1 :])
    print("round", "South", "West", "North", "East", sep="\t")
    finished = play(slug, int(seed))
    print("won by", *(finished.names[seat] for seat in finished.winners))
