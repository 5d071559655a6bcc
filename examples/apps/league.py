"""A league of many tables, rated by places with OpenSkill: ``python examples/apps/league.py``."""

from itertools import combinations
from random import Random

from openskill.models import PlackettLuce

from heartslib import Game, variants
from heartslib.bots import AtRandom, by_name, careful
from heartslib.rounds import play_round


def rated(bots: dict, rounds: int, seed: int) -> dict[str, float]:
    """The ordinal of each bot after games in which each four of them have met."""
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in bots}
    rng = Random(seed)
    for four in combinations(bots, 4):
        for _ in range(rounds):
            seated = rng.sample(four, 4)
            game = Game.new(variants.get("american"), names=seated)
            game = play_round(game, [bots[name] for name in seated], rng)
            # places go by the scores, and players who tie share theirs
            new = model.rate([[ratings[name]] for name in seated], ranks=[*game.score().places])
            ratings |= {name: one for name, (one,) in zip(seated, new, strict=True)}
    return {name: rating.ordinal() for name, rating in ratings.items()}


if __name__ == "__main__":
    bots = {"careful": careful, "casual": by_name("casual"), "easy": by_name("easy")}
    bots |= {"random": AtRandom(1), "random too": AtRandom(2)}
    found = rated(bots, rounds=40, seed=1)
    for name, ordinal in sorted(found.items(), key=lambda each: -each[1]):
        print(f"{ordinal:6.2f}  {name}")
