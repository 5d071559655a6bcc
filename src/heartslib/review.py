"""A round looked at again: for each decision what its seat knew, what a bot would have done, what it cost.

A move is judged by what its seat knew.  Deals that fit its view are drawn, and in each of them every
candidate is played to the end of the round.  Near the end the cards of all hands are solved, too: what the
move cost as the cards really were, whether anybody could know it or not.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

import attrs

from heartslib._given import of_kind, whole_within
from heartslib.bots import Bot, careful, choice_of
from heartslib.bots.monte_carlo import candidates, patient, tries
from heartslib.errors import Argument, HeartsError, RulesError
from heartslib.game import Game
from heartslib.moves import Charge, LayDown, Move, NameContract, Pass, Play
from heartslib.phases import PlayPhase
from heartslib.show.text import capital, with_symbols, wrapped
from heartslib.simulate.engines import check_one, check_whole, compiled_module
from heartslib.view import View
from heartslib.words import how_many

if TYPE_CHECKING:
    from heartslib.simulate.solution import Solution

_JUDGED: Final = (NameContract, Pass, Charge, Play, LayDown)

METHODS: Final = ("paranoid", "max^n")
_COUNT: Final = 5
_MOST: Final = 2_000_000
"""How many cards the solver may try: half a second."""


@attrs.frozen
class Decision:
    """A move of a round, with what could have been done instead.

    Attributes:
        view: What the seat knew.
        move: What it did.
        bot: What the bot would have done.
        reason: Why, in the bot's words; empty if it gives none.
        best: The candidate that lost least in the deals that were tried.
        cost: What the move lost more than the best, in points more than the mean of the other sides.
            0 if it was the best.
        error: The standard error of the cost.
        solution: What each card is worth with all cards open; None if the end is too far away.
    """

    view: View
    move: NameContract | Pass | Charge | Play | LayDown
    bot: Move
    reason: str
    best: Move
    cost: float
    error: float
    solution: Solution | None = attrs.field(default=None, repr=False)

    @property
    def open_cost(self) -> float | None:
        """What the card cost with all cards open; None if that was not solved."""
        if self.solution is None or not isinstance(self.move, Play):
            return None
        return self.solution.cost(self.move.card)

    def __str__(self) -> str:
        """Where, what, and what it cost, in up to three lines."""
        where = f"Trick {len(self.view.table.tricks) + 1}"
        where = where if isinstance(self.move, Play) else capital(self.view.phase)
        name, found = self.view.names[self.move.seat], self.solution
        instead = "" if self.move == self.best else f" instead of {_what(self.best)}"
        lines = [
            f"{where}, {name}: {_what(self.move)}{instead}, {self.cost:.1f} ± {self.error:.1f} points",
            f"The bot: {_what(self.bot)}. {with_symbols(self.reason)}".strip(),
        ]
        if found is not None:
            loss, best = self.open_cost, format(found.best, "u")
            lines.append(f"All cards open, {found.by}: {loss:.1f} points, {best} is best.")
        return "\n".join(lines)


@attrs.frozen
class Review:
    """The decisions of a round.

    Attributes:
        round: The number of the round, counted from 1.
        rollouts: How many deals were tried for each decision.
        decisions: The decisions in which there was a choice, first to last.
    """

    round: int
    rollouts: int
    decisions: tuple[Decision, ...] = attrs.field(repr=False)

    def mistakes(self, count: int = _COUNT) -> tuple[Decision, ...]:
        """The decisions that cost more than twice their error, the costliest first.

        Args:
            count: How many at most.
        """
        found = [each for each in self.decisions if each.cost > 2 * each.error]
        return tuple(sorted(found, key=lambda each: -each.cost)[:count])

    def __str__(self) -> str:
        """The costliest mistakes as text of at most 80 columns."""
        number, mistakes = len(self.decisions), self.mistakes()
        title = (
            f"Round {self.round}: {how_many(number, 'decision')}, {self.rollouts} deals for each"
        )
        lines = [title, "" if mistakes else "No move is certain to be a mistake."]
        for place, each in enumerate(mistakes, 1):
            first, *rest = str(each).split("\n")
            lines += wrapped(first, f"{place}. ", "   ")
            lines += [line for text in rest for line in wrapped(text, "   ", "   ")]
        return "\n".join(lines)


def review(
    game: Game,
    *,
    round: int | None = None,  # noqa: A002 - a round is called that everywhere
    seats: Iterable[int] | None = None,
    bot: Bot = careful,
    rollouts: int = 100,
    seed: int = 0,
    by: str = "paranoid",
    tricks: int = 8,
) -> Review:
    """Look at a round again, decision by decision.

    Moves without a choice are left out, and so are claims, answers and how a moon is paid.

    Args:
        game: A game, over or not; such as one that was loaded from a record.
        round: The number of the round, counted from 1; by default the last in which somebody moved.
        seats: The seats whose decisions are looked at; by default all.
        bot: The bot that is asked for its move.
        rollouts: How many deals are tried for each decision.
        seed: A whole number; with the view it decides which deals are drawn.
        by: How the end is solved: ``"paranoid"`` or ``"max^n"``; see `heartslib.simulate.solved`.
        tricks: How many tricks are solved at most, fewer if it would take too long; 0 for none.

    Raises:
        HeartsError: An argument cannot be used, or the game has no such round.
        MissingExtra: numpy and numba are not installed.
    """
    compiled_module("solution", "review")
    rollouts = check_whole("rollouts", rollouts, 2)
    seed = check_whole("seed", seed, 0)
    tricks = check_whole("tricks", tricks, 0)
    check_one("by", by, METHODS)
    judged = [(each, move) for each, move in _steps_of(game) if isinstance(move, _JUDGED)]
    if not judged:
        raise HeartsError("there is nothing to review: nobody has moved yet")
    last = judged[-1][0].round_number + 1
    must = Argument("round"), f" must be a whole number from 1 to {last}"
    number = last if round is None else whole_within(1, last, round, *must)
    wanted = (
        range(game.players) if seats is None else [game.match.check_seat(each) for each in seats]
    )
    decisions: list[Decision] = []
    for before, move in judged:
        if before.round_number + 1 != number or move.seat not in wanted:
            continue
        view = before.view(move.seat)
        moves = candidates(view)
        if len(moves) > 1:
            theirs = choice_of(patient(bot), view)
            tried = tuple(dict.fromkeys((*moves, move, theirs.move)))
            best, cost, error = _cost(view, tried, tried.index(move), rollouts, seed)
            found = _solution(before, by, tricks)
            if found is None:  # one trick less may be solved
                tricks = min(tricks, max(map(len, before.hands)) - 1)
            decisions.append(
                Decision(view, move, theirs.move, theirs.reason, best, cost, error, found)
            )
    return Review(number, rollouts, tuple(decisions))


def _cost(
    view: View, moves: Sequence[Move], made: int, rollouts: int, seed: int
) -> tuple[Move, float, float]:
    """The best of some moves, and what another one costs more, with its error; by the same deals."""
    losses = tries(view, moves, seed, merge=False).losses(rollouts)
    # ties go to the move that was made, which then costs nothing
    best = min((made, *range(len(moves))), key=lambda place: fmean(losses[place]))
    more = [ours - least for ours, least in zip(losses[made], losses[best], strict=True)]
    return moves[best], fmean(more), stdev(more) / sqrt(rollouts)


def _solution(game: Game, by: str, tricks: int) -> Solution | None:
    """The end of a round with all cards open; None if it is too far away or the kernel cannot play it."""
    phase = game.phase
    if not isinstance(phase, PlayPhase) or max(map(len, phase.hands)) > tricks:
        return None
    module = compiled_module("solution", "review")
    given = phase.table, phase.hands, phase.kitty, phase.captured
    try:
        found: Solution | None = module.solved(
            module.Position(game.in_force, *given), by=by, most=_MOST
        )
    except RulesError:
        return None
    return found


def _steps_of(game: Game) -> list[tuple[Game, Move]]:
    """Each move with the game before it."""
    of_kind(Game, game, "review takes a Game")
    moves = game.history
    with suppress(HeartsError):
        games = [*itertools.accumulate(moves, Game.apply, initial=game.beginning)]
        if games[-1] == game:
            return [*zip(games, moves, strict=False)]
    raise HeartsError("the history of this game does not begin with its first deal")


def _what(move: Move) -> str:
    """The cards of a move for people, or the contract that it names."""
    match move:
        case Play(_, card):
            return f"{card:u}"
        case Pass(_, cards) | Charge(_, cards) | LayDown(_, cards):
            return f"{cards:u}" or "nothing"
        case _:
            return str(getattr(move, "contract", move))


__all__ = [
    "METHODS",
    "Decision",
    "Review",
    "review",
]
