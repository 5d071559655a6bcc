"""Rounds played by `Game`: slower than the kernel, and able to play any rule."""

from __future__ import annotations

from collections import Counter
from random import Random

from heartslib.bots.bot import any_move
from heartslib.bots.duck import duck
from heartslib.game import Game
from heartslib.moves import Move
from heartslib.phases import ScorePhase
from heartslib.questions import ChooseCards
from heartslib.simulate.result import Part, Task
from heartslib.view import View


def play_block(task: Task, first: int, count: int) -> Part:
    """The rounds `first`, `first` + 1 and so on, `count` of them."""
    counts: list[Counter[int]] = [Counter() for _ in range(task.players)]
    shot, leads = [0] * task.players, Counter[tuple[int, int]]()
    for number in range(first, first + count):
        points, shooter, leader = play_round(task, number)
        leads[points[leader], sum(points)] += 1
        for seat, point in enumerate(points):
            counts[seat][point] += 1
            shot[seat] += seat in shooter
    histograms = tuple(tuple(each.items()) for each in counts)
    return Part(first, count, histograms, tuple(shot), tuple(leads.items()))


def play_round(task: Task, number: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The points of a round by seat, the seats that shot the moon, and who led first.

    Args:
        task: What is played.
        number: The number of the round; it decides the dealer and the pass too.
    """
    rules, players = task.rules, task.players
    rng = Random(f"{task.seed}:{number}")  # noqa: S311 - rounds can be played again
    # the round is the first of its game, and passes as the one of its number does
    turned = rules.from_round(number, players)
    game = Game.new(turned, players, dealer=(players - 1 + number) % players)
    while not isinstance(game.phase, ScorePhase):
        if game.to_act:
            seat = game.to_act[0]
            game = game.apply(move(game.view(seat), task.policies[seat], rng))
        else:
            game = game.deal(rng=rng)
    piles = tuple(
        pile + captured
        for pile, captured in zip(game.phase.table.piles, game.phase.captured, strict=True)
    )
    finished = rules.finished(piles, charged=game.phase.table.all_charged)
    return game.phase.sheet.totals, rules.moon.shooter(finished), game.phase.table.tricks[0].leader


def move(view: View, policy: str, rng: Random) -> Move:
    """What a seat does: anything, the lowest card, or what a player who ducks would do."""
    match view.question:
        case ChooseCards("play", among, _, make) if policy == "lowest":
            return make(among[0])
        case _ if policy == "random" or view.phase == "call":
            return any_move(view, rng)
        case _:
            return duck(view)
