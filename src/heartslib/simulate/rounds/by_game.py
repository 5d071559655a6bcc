"""Rounds played by `Game`: slower than the kernel, but with any rule.

A round is played as the first of a game, up to its score, and its points go into the same counts as the kernel's.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

from heartslib import moves
from heartslib._values.seats import for_each
from heartslib.moves import Move
from heartslib.questions import ChooseCards, ChooseName
from heartslib.rounds import any_move, first_round, play_round
from heartslib.simulate.players.duck import duck
from heartslib.simulate.rounds.result import Part, Task
from heartslib.view import View


def play_block(task: Task, first: int, count: int) -> Part:
    """Play `count` rounds, from number `first`."""
    counts: list[Counter[int]] = [Counter() for _ in range(task.players)]
    shot = [*for_each(task.players, 0)]  # how many moons each seat has shot
    leads = Counter[tuple[int, int]]()
    # contracts take turns as in the kernel, unless a card of the deal decides: then none may be named
    may_be_named = task.rules.contracts_left(0, ())
    rulebooks = task.rules.rulebooks if may_be_named else (task.rules,)
    for number in range(first, first + count):
        rules = rulebooks[number % len(rulebooks)]
        rng = Random(f"{task.seed}:{number}")  # noqa: S311 - to be repeatable
        bots = [partial(move, policy=policy, rng=rng) for policy in task.policies]
        game = play_round(first_round(rules, task.players, number), bots, rng)
        points = game.points_so_far
        table = game.table
        match = game.match
        shooter = game.in_force.finished(
            game.piles,
            charged=table.charged,
            scores=match.scores,
            course=match.course,
            tricks=table.tricks,
            dealer=match.dealer,
            settled=match.settled,
        ).shooter
        leads[points[table.tricks[0].leader], sum(points)] += 1
        for seat, point in enumerate(points):
            counts[seat][point] += 1
            shot[seat] += seat in shooter
    histograms = tuple(tuple(each.items()) for each in counts)
    return Part(first, count, histograms, tuple(shot), tuple(leads.items()))


def move(view: View, policy: str, rng: Random) -> Move:
    """The move of a seat that plays by `policy`, as the kernel makes it.

    ``lowest`` is a policy of the play alone, and does all else as ``duck``.
    """
    match view.question:
        case ChooseCards(among=among, make=make, kind=moves.Play) if policy == "lowest":
            return make(among[0])
        case ChooseName(kind=moves.CallPass):  # the kernel draws the pass, whoever deals
            return any_move(view, rng)
        case _ if policy == "random":
            return any_move(view, rng)
        case _:
            return duck(view)
