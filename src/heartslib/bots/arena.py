"""Compare bots: each plays every seat of the same deals.

The luck of the deal is larger than the difference between two good bots; as every bot has every seat of a deal,
it cancels.  Results are sums of whole numbers, so that the parts of many processes add up to the same
result in any order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations
from random import Random
from typing import Any, cast

import attrs

from heartslib._values.arguments import frozen
from heartslib.ask.doors import rules_at
from heartslib.bots.bot import Bot
from heartslib.errors import Argument, HeartsError, quoted
from heartslib.moves import MOVES, HostMove, IllegalMove, Move
from heartslib.rounds import Seatings, first_round, play_round
from heartslib.rules import Rules
from heartslib.simulate.players.policies import POLICIES, policy_number
from heartslib.simulate.rounds.engines import (
    ENGINES,
    check_executor,
    check_one,
    check_whole,
    compiled_module,
    target_of,
)
from heartslib.simulate.rounds.executors import in_blocks
from heartslib.simulate.rounds.progress import COMPILING
from heartslib.view import View
from heartslib.words import listed, written

_CHUNK = 10
"""How many deals a worker is given at once."""

_Sums = tuple[list[int], list[list[int]]]
"""The totals and the products of some deals, as in `Standings`."""


@frozen
class Standings:
    """The result of an arena, as exact sums.

    The points of a bot in a deal are those of all seats, each of which it plays equally often.

    Attributes:
        rules: The rulebook.
        players: The number of seats.
        names: The names of the bots.
        deals: How many deals were played, each with every bot in every seat.
        rounds: How many rounds that took.
        totals: For each bot, the sum of its points in the deals.
        products: For each bot, and with each bot again, the sum of the products of their points in
            the deals.
    """

    rules: Rules
    players: int
    names: tuple[str, ...]
    deals: int
    rounds: int
    totals: tuple[int, ...] = attrs.field(repr=False)
    products: tuple[tuple[int, ...], ...] = attrs.field(repr=False)

    @property
    def means(self) -> dict[str, float]:
        """The mean points per round of each bot."""
        played = self._seats * self.deals
        return {name: total / played for name, total in zip(self.names, self.totals, strict=True)}

    @property
    def _seats(self) -> int:
        """How many seats each bot has in the rounds of a deal."""
        return self.rounds * self.players // (self.deals * len(self.names))

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """How many more points per round `one` takes than `other` on the same deals.

        Fewer points are better: below zero, `one` plays better.

        Returns:
            The difference and its standard error.

        Raises:
            HeartsError: No bot of that name has played.
        """
        mine = self._place(one)
        theirs = self._place(other)
        deals = self.deals
        gap = self.totals[mine] - self.totals[theirs]
        own = self.products[mine][mine]
        both = self.products[mine][theirs]
        its = self.products[theirs][theirs]
        # the variance of the difference, times deals * deals, in whole numbers
        spread = deals * (own - 2 * both + its) - gap**2
        error = math.sqrt(spread / (deals**2 * max(deals - 1, 1)))
        return gap / (deals * self._seats), error / self._seats

    def _place(self, name: str) -> int:
        """The number of a bot."""
        if name not in self.names:
            raise HeartsError(f"{quoted(name)} has not played; {', '.join(self.names)} have")
        return self.names.index(name)

    def __str__(self) -> str:
        played = f"{self.deals:,} deals, {self.rounds:,} rounds"
        width = max(map(len, self.names))
        lines = [f"{self.rules.name}, {self.players} players, {played}"]
        for name, mean in self.means.items():
            lines.append(f"{name:<{width}} {written(mean, '>8.2f')}")
        for one, other in combinations(self.names, 2):
            mean, error = self.difference(one, other)
            # two digits of a small error: 0.0042, not 0.00
            places = max(2, 1 - math.floor(math.log10(error))) if error else 2
            gap = written(mean, f"+.{places}f")
            lines.append(f"{one} − {other}: {gap} ± {error:.{places}f}")
        return "\n".join(lines)


def arena(
    rules: Rules,
    bots: Mapping[str, Bot | str],
    *,
    deals: int = 100,
    players: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    engine: str = "python",
) -> Standings:
    """Let bots play the same deals, each bot in every seat.

    Each deal is played with the bots in every order around the table, and in each order with every
    bot in every seat, so that neither the luck of the deal nor the neighbours favour a bot.  Of more
    than 24 such seatings a deal draws one order, by the names in sorted order, and plays as many
    rounds as there are bots.  Partners are the same bot.  The dealer and the pass change from deal to
    deal as in a game; every round starts with all scores at 0.

    >>> from heartslib import variants
    >>> from heartslib.bots import AtRandom, arena, careful
    >>> bots = {"careful": careful, "random": AtRandom()}
    >>> standings = arena(variants.get("american"), bots, deals=4, players=4)
    >>> standings.rounds, standings.difference("careful", "random")[0] < 0
    (8, True)

    Args:
        rules: The rulebook.
        bots: Two or more bots, by name.  Each is a function from a view to a move; for a compiled
            engine it is one of `heartslib.simulate.POLICIES`.
        deals: How many deals.
        players: The number of players; by default `rules.usual_players`.
        seed: A whole number, from 0 for a compiled engine.  The same seed gives the same deals; the
            compiled engines draw other deals than the Python engine.
        executor: Plays the deals, such as a `concurrent.futures.ProcessPoolExecutor`; None plays
            them in this thread.
        engine: ``"python"`` for any bots; or for policies a compiled engine of
            `heartslib.simulate.simulate`, ``"kernel"`` or ``"cuda"``.  In these contracts take
            turns, even if the rulebook lets the dealer name them.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
        HeartsError: An argument is wrong, or there is no GPU.
        MissingExtra: The extra that the engine needs is not installed.
    """
    players = rules_at(rules, players).players
    if not isinstance(bots, Mapping) or len(bots) < 2:
        raise HeartsError("bots must be two or more bots by name, such as {'careful': careful}")
    deals = check_whole("deals", deals, 1)
    check_one("engine", engine, ENGINES)
    _check(bots.values(), engine)
    check_executor(executor)
    seatings = Seatings(rules, players, tuple(bots), seed)
    if engine == "python":
        named = (_Named(name, cast("Bot", bot)) for name, bot in bots.items())
        games = _Games(rules, tuple(named), seatings, seed)
        firsts, counts = zip(*_jobs(deals, _CHUNK), strict=True)
        played: Any = executor.map if executor else map
        parts = played(games.play, firsts, counts)  # if a bot fails, the match does
    else:
        policies: Any = (*bots.values(),)
        seed = check_whole("seed", seed, 0)
        matches = compiled_module("rounds.matches", Argument("engine", engine))
        match = matches.PolicyMatch(rules, players, policies, seatings, seed, engine)
        if executor is None:
            target_of(engine)
        parts = in_blocks(match.play, _jobs(deals, match.block), executor, COMPILING)
    totals = [0 for _ in bots]
    products = [[0 for _ in bots] for _ in bots]
    for points, squares in parts:
        totals = _added(totals, points)
        products = [*map(_added, products, squares)]
    rounds = deals * len(seatings.of(0))
    return Standings(
        rules, players, tuple(bots), deals, rounds, tuple(totals), tuple(map(tuple, products))
    )


def _added(ones: Sequence[int], others: Sequence[int]) -> list[int]:
    return [one + other for one, other in zip(ones, others, strict=True)]


def _check(bots: Iterable[Bot | str], engine: str) -> None:
    """Check that an engine plays these bots: functions in Python, the names of policies elsewhere."""
    by_name = f" plays {listed(POLICIES)} by name"
    functions = " plays bots that are functions, such as careful"
    played = Argument("engine", engine)
    for bot in bots:
        wrong = f", not {quoted(bot)}; "
        if engine == "python":
            if isinstance(bot, str) or not callable(bot):
                raise HeartsError(played, functions + wrong, Argument("engine", "kernel"), by_name)
        elif isinstance(bot, str):
            policy_number(bot)
        else:
            raise HeartsError(played, by_name + wrong, Argument("engine", "python"), functions)


def _jobs(deals: int, size: int) -> Iterator[tuple[int, int]]:
    """The first deal of each block, and how many it has."""
    for first in range(0, deals, size):
        yield first, min(size, deals - first)


@frozen
class _Named:
    """A bot that is named if it does not answer with a move of its seat."""

    name: str
    bot: Bot

    def __call__(self, view: View) -> Move:
        move = self.bot(view)
        answer: object = move  # a function without annotations may return anything
        if not isinstance(answer, MOVES) or isinstance(move, HostMove) or move.seat != view.seat:
            asked = f"asked to {view.task}, {quoted(self.name)} answers {quoted(move)}"
            raise HeartsError(f"{asked}, which is no move of seat {view.seat}")
        return move


@frozen
class _Games:
    """Bots that play the same deals in games."""

    rules: Rules
    bots: tuple[_Named, ...]
    seatings: Seatings
    seed: int

    def play(self, first: int, count: int) -> _Sums:
        """What the bots score in `count` deals, from number `first`."""
        totals = [0 for _ in self.bots]
        products = [totals for _ in self.bots]
        for number in range(first, first + count):
            scores = self._scores(number)
            totals = _added(totals, scores)
            for mine, points in enumerate(scores):
                products[mine] = _added(products[mine], [points * theirs for theirs in scores])
        return totals, products

    def _scores(self, number: int) -> list[int]:
        """The points of each bot in a deal."""
        game = first_round(self.rules, self.seatings.players, number)
        scores = [0 for _ in self.bots]
        for seated in self.seatings.of(number):
            # the same generator for each seating, so that it deals the same cards
            rng = Random(f"{self.seed}:{number}")  # noqa: S311 - to be repeatable
            try:
                end = play_round(game, [self.bots[bot] for bot in seated], rng)
            except IllegalMove as error:
                seat: int = cast("Any", error.move).seat
                name = quoted(self.bots[seated[seat]].name)
                raise HeartsError(f"{name} makes an illegal move: {error}") from error
            for bot, points in zip(seated, end.points_so_far, strict=True):
                scores[bot] += points
        return scores
