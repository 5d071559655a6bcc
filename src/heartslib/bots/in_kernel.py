"""Candidates played out by the kernel: compiled if numba is there, and otherwise in plain Python.

There are two plans.  By the first, all play roughly; by the second, which is there only if a moon can still be shot,
this seat shoots.  The others play alike in both, so that the two differ by the shot alone.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import attrs

from heartslib._values.seats import for_each
from heartslib.bots.bot import random_for
from heartslib.bots.playouts import Columns
from heartslib.bots.stakes import Stakes
from heartslib.cards import Cards
from heartslib.moves import Charge, LayDown, Move, NameContract, Pass, Play
from heartslib.rounds import own_seat
from heartslib.rules import RoundRules
from heartslib.sampling import Sampler
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions.costs import Search, alike, tables_for
from heartslib.view import View

_AT_ONCE = 5
"""How many deals compiled code tries between two looks at the clock: a hundredth of a second in the slowest game."""


def merged(view: View, moves: Sequence[Move]) -> list[tuple[Move, ...]]:
    """Moves in groups: plays of equal cards are one."""
    plays = {move.card: move for move in moves if isinstance(move, Play)}
    if len(plays) < len(moves):
        return [(move,) for move in moves]
    tables = tables_for(view.in_force, view.table.all_charged, view.scores)
    groups: dict[object, list[Move]] = {}
    for card, first in alike(tables, view.table, view.hand, [*plays]).items():
        groups.setdefault(first, []).append(plays[card])
    return [*map(tuple, groups.values())]


class InKernel:
    """Candidates that are played out by the kernel.

    Args:
        view: What the seat to act knows.
        moves: Its candidates.
        seed: A whole number; with the view it decides which deals are drawn.
        on: What the kernel runs on; by default compiled code if there is any.

    Raises:
        RulesError: The kernel does not know a rule.
    """

    def __init__(self, view: View, moves: Sequence[Move], seed: int, on: Any = None) -> None:
        self._stakes = Stakes(view)
        self._width = view.players + 1
        sampler = Sampler(view)
        # each contract is a candidate by rules of its own, so it has a search of its own
        names = [move.contract for move in moves if isinstance(move, NameContract)]
        rules = [view.at_table.under(name) for name in names] or [view.in_force]
        chance = random_for(view, seed).getrandbits(63)
        self._searches = [Search(view, contract, sampler, chance, on) for contract in rules]
        self.at_once = _AT_ONCE if self._searches[0].is_compiled else 1
        self._answers = [answer_of(move) for move in moves]
        self._plans = [for_each(view.players, policy_number("rough"))]
        if any(search.may_shoot for search in self._searches):
            shooting = [*self._plans[0]]
            shooting[own_seat(view)] = policy_number("shoot")
            self._plans.append(tuple(shooting))
        self.plans = len(self._plans)
        self.sides: Sequence[tuple[int, ...]] = _sides(rules[0])
        self._outright = _outright(rules[0])

    def tried(self, deals: int, left: Sequence[int], plans: Sequence[int]) -> Columns:
        """What candidates cost in each of so many more deals."""
        does = [self._plans[plan] for plan in plans]
        if len(self._searches) == 1:
            answers = [self._answers[place] for place in left]
            return self._columns(
                self._searches[0].points(deals, answers, does), len(left), len(does)
            )
        each = [
            self._columns(
                self._searches[place].points(deals, [self._answers[place]], does), 1, len(does)
            )
            for place in left
        ]
        losses = [
            [column for part in each for column in part.losses[plan]] for plan in range(len(does))
        ]
        shooters = [
            [column for part in each for column in part.shooters[plan]] for plan in range(len(does))
        ]
        return Columns(losses, shooters)

    def _columns(self, points: Any, candidates: int, plans: int) -> Columns:
        """Points as the kernel writes them, one after the other, as a column for each plan and candidate."""
        shooters = points[self._width - 1 :: self._width]
        if not self._stakes.are_high and not self._outright:  # then a product does what `loss` does
            losses = self._searches[0].behind(points, self._stakes.shares)
        else:  # few results are unlike, and each is weighed once
            rounds = [*zip(*(points[at :: self._width] for at in range(self._width)), strict=True)]
            worth = {
                each: self._stakes.loss([*map(int, each[:-1])], self._outright.get(each[-1], ()))
                for each in {*rounds}
            }
            losses = [worth[each] for each in rounds]
        step = candidates * plans

        def by_plan(column: Any) -> list[list[Any]]:
            return [
                [[*column[plan * candidates + place :: step]] for place in range(candidates)]
                for plan in range(plans)
            ]

        return Columns(by_plan(losses), by_plan(shooters))


def answer_of(move: Move) -> list[int]:
    """A move as the kernel reads it: cards, -1 for none."""
    match move:
        case Play(_, card):
            return [card.place]
        case Pass(_, cards) | Charge(_, cards) | LayDown(_, cards):
            return [card.place for card in cards] or [-1]
        case _:
            return [-1]


@functools.lru_cache(maxsize=64)
def _sides(rules: RoundRules) -> tuple[tuple[int, ...], ...]:
    """The seats of each side, as the kernel numbers them."""
    return rules.finished(for_each(rules.players, Cards())).sides


@functools.lru_cache(maxsize=64)
def _outright(rules: RoundRules) -> dict[int, tuple[int, ...]]:
    """The seats that win the game if a side shoots the moon, by the number of the side."""
    blank = rules.finished(for_each(rules.players, Cards()))
    shot = {
        number: rules.moon.winners(attrs.evolve(blank, shooter=side))
        for number, side in enumerate(blank.sides)
    }
    return {number: seats for number, seats in shot.items() if seats}
