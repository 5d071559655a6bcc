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
from typing import TYPE_CHECKING

import attrs

from heartslib._values.arguments import of_kind, whole_within
from heartslib._values.seats import for_each
from heartslib.bots import Bot, careful, choice_of
from heartslib.bots.monte_carlo import candidates, patient, tries
from heartslib.bots.reasons import VOICE, since
from heartslib.cards import Cards
from heartslib.errors import Argument, HeartsError, RulesError
from heartslib.game import Game
from heartslib.moves import Charge, LayDown, Move, NameContract, Pass, Play
from heartslib.phases import PassPhase, PlayPhase
from heartslib.rounds import lost
from heartslib.sampling import Sampled
from heartslib.show.telling import chosen
from heartslib.show.text import with_symbols, wrapped
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.rounds.engines import check_one, check_whole, compiled_module
from heartslib.view import View
from heartslib.words import how_many

if TYPE_CHECKING:
    from heartslib.simulate.positions.solved import Solution

_JUDGED = (NameContract, Pass, Charge, Play, LayDown)

METHODS = ("paranoid", "max^n")
_COUNT = 3
"""How many mistakes are named."""
_DEALS = 400
"""How often the cards that were dealt are played out."""
_MOST = 2_000_000
"""How many cards the solver may try: half a second."""


@attrs.frozen
class Decision:
    """A move of a round, with what could have been done instead.

    Attributes:
        game: The game before the move, to play on from.
        move: What the seat did.
        bot: What the bot would have done.
        reason: Why, in the bot's words; empty if it gives none.
        best: The candidate that lost least in the deals that were tried.
        cost: What the move lost more than the best, in points more than the mean of the other sides.
            0 if it was the best.
        error: The standard error of the cost.
        solution: What each card is worth with all cards open; None if the end is too far away.
    """

    game: Game = attrs.field(repr=False)
    move: NameContract | Pass | Charge | Play | LayDown
    bot: Move
    reason: str
    best: Move
    cost: float
    error: float
    solution: Solution | None = attrs.field(default=None, repr=False)

    @property
    def view(self) -> View:
        """What the seat knew."""
        return self.game.view(self.move.seat)

    @property
    def open_cost(self) -> float | None:
        """What the card cost with all cards open; None if that was not solved."""
        if self.solution is None or not isinstance(self.move, Play):
            return None
        return self.solution.cost(self.move.card)

    @property
    def is_mistake(self) -> bool:
        """Whether the move cost more than twice the error."""
        return self.cost > 2 * self.error

    @property
    def why(self) -> str:
        """What would have been better, in a sentence with the reason if one is known."""
        if self.move == self.best:
            return "Nothing looks better."
        better = chosen(self.best, VOICE)
        why = since(self.view, self.best, self.move)
        if why:
            return f"Better: {better}, {why}."
        if self.bot == self.best and self.reason:
            return with_symbols(self.reason)
        return f"Better: {better}."

    def __str__(self) -> str:
        """Where, what, what it cost, and what would have been better, in up to three lines."""
        where = self.game.phase.name
        if isinstance(self.move, Play):
            where = f"trick {len(self.game.table.tricks) + 1}"
        what = f"{self.game.names[self.move.seat]}, {where}: {chosen(self.move, VOICE)}"
        lines = [f"{what} cost {self.cost:.1f} ± {self.error:.1f} points.", self.why]
        solution = self.solution
        if solution is not None:
            loss = f"{self.open_cost:.1f} points"
            lines.append(f"All cards open, {solution.by}: {loss}, {solution.best:u} is best.")
        return "\n".join(lines)


@attrs.frozen
class Luck:
    """How the deal and a seat's own choices shared the result of a round.

    All figures are points more than the mean of the other sides; the rest is what others chose, and how the
    cards fell.  Near the end of a game a mistake costs chances to win, in points, so that the parts are rough.

    Attributes:
        seat: The seat.
        name: Its player.
        result: What the round cost the seat.
        deal: What the hands, as they were dealt, cost it on average if a bot plays for everyone.
        deal_error: The standard error of that.
        mistakes: What its mistakes cost it, together.
        mistakes_error: The standard error of that.
    """

    seat: int
    name: str
    result: float
    deal: float
    deal_error: float
    mistakes: float
    mistakes_error: float

    @property
    def rest(self) -> float:
        """What neither the deal nor the seat's own mistakes account for."""
        return self.result - self.deal - self.mistakes

    def __str__(self) -> str:
        """The result and its parts, in a sentence."""
        apart = "level with"
        if round(self.result, 1):
            side = "behind" if self.result > 0 else "ahead of"
            apart = f"{abs(self.result):.1f} points {side}"
        mistakes = "no mistake is certain"
        if self.mistakes:
            mistakes = f"mistakes cost {self.mistakes:.1f} ± {self.mistakes_error:.1f}"
        return (
            f"{self.name}: {apart} the others. The deal {_effect(self.deal)} ± "
            f"{self.deal_error:.1f}, {mistakes}, the rest {_effect(self.rest)}."
        )


def _effect(points: float) -> str:
    return f"{'saved' if points < 0 else 'cost'} {abs(points):.1f}"


@attrs.frozen
class Review:
    """The decisions of a round.

    Attributes:
        round: The number of the round, counted from 1.
        rollouts: How many deals were tried for each decision.
        decisions: The decisions in which there was a choice, first to last.
        luck: What the deal and the mistakes cost each seat that is looked at; empty if the round is not
            finished, or the kernel cannot play it.
    """

    round: int
    rollouts: int
    decisions: tuple[Decision, ...] = attrs.field(repr=False)
    luck: tuple[Luck, ...] = ()

    def mistakes(self, count: int = _COUNT) -> tuple[Decision, ...]:
        """The decisions that cost more than twice their error, the costliest first.

        Args:
            count: How many at most.
        """
        mistakes = [decision for decision in self.decisions if decision.is_mistake]
        return tuple(sorted(mistakes, key=lambda mistake: -mistake.cost)[:count])

    def __str__(self) -> str:
        """The luck of the round and its costliest mistakes, as text of at most 80 columns."""
        number = len(self.decisions)
        mistakes = self.mistakes()
        title = (
            f"Round {self.round}: {how_many(number, 'decision')}, {self.rollouts} deals for each"
        )
        lines = [title]
        for luck in self.luck:
            lines += wrapped(str(luck))
        lines.append("" if mistakes else "No move is certain to be a mistake.")
        for place, mistake in enumerate(mistakes, 1):
            first, *rest = str(mistake).split("\n")
            lines += wrapped(first, f"{place}. ", "   ")
            for text in rest:
                lines += wrapped(text, "   ", "   ")
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
    compiled_module("positions.solved", "review")
    rollouts = check_whole("rollouts", rollouts, 2)
    seed = check_whole("seed", seed, 0)
    tricks = check_whole("tricks", tricks, 0)
    check_one("by", by, METHODS)
    steps = _steps_of(game)
    judged = [(before, move) for before, move in steps if isinstance(move, _JUDGED)]
    if not judged:
        raise HeartsError("there is nothing to review: nobody has moved yet")
    last = judged[-1][0].round_number + 1
    must = Argument("round"), f" must be a whole number from 1 to {last}"
    number = last if round is None else whole_within(1, last, round, *must)
    if seats is None:
        seats = range(game.players)
    wanted = [
        game.match.check_seat(seat)
        for seat in of_kind(Iterable, seats, "seats must be a list of seats")
    ]
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
            solution = _solution(before, by, tricks)
            if solution is None:  # one trick less may be solved
                tricks = min(tricks, max(map(len, before.hands)) - 1)
            decisions.append(
                Decision(before, move, theirs.move, theirs.reason, best, cost, error, solution)
            )
    games = [before for before, _ in (*steps, (game, None)) if before.round_number + 1 == number]
    mistakes = [decision for decision in decisions if decision.is_mistake]
    return Review(number, rollouts, tuple(decisions), _luck(games, wanted, mistakes, seed))


def _cost(
    view: View, moves: Sequence[Move], made: int, rollouts: int, seed: int
) -> tuple[Move, float, float]:
    """The best of some moves, and what another one costs more, with its error; by the same deals."""
    losses = tries(view, moves, seed, merge=False).losses(rollouts)
    # ties go to the move that was made, which then costs nothing
    best = min((made, *range(len(moves))), key=lambda place: fmean(losses[place]))
    more = [ours - least for ours, least in zip(losses[made], losses[best], strict=True)]
    return moves[best], fmean(more), stdev(more) / sqrt(rollouts)


def _luck(
    games: Sequence[Game], seats: Iterable[int], mistakes: Sequence[Decision], seed: int
) -> tuple[Luck, ...]:
    """The luck of some seats in a round, from the game before each move; empty if that cannot be found."""
    rules = games[0].rules
    sheets = [game.sheet for game in games if game.phase.name == "score" and game.sheet]
    if not sheets:
        return ()
    try:
        points = _played_out(games, seed)
    except RulesError:  # the kernel does not know a rule
        return ()
    luck: list[Luck] = []
    for seat in seats if points else ():
        losses = [lost(rules, totals, seat) for totals in points]
        own = [mistake for mistake in mistakes if mistake.move.seat == seat]
        luck.append(
            Luck(
                seat,
                games[0].names[seat],
                result=lost(rules, sheets[-1].totals, seat),
                deal=fmean(losses),
                deal_error=stdev(losses) / sqrt(len(losses)),
                mistakes=sum(mistake.cost for mistake in own),
                mistakes_error=sqrt(sum(mistake.error**2 for mistake in own)),
            )
        )
    return tuple(luck)


def _cards_of(game: Game) -> Sampled | None:
    """All cards, if the kernel can play on from here: before a pass that is not into the middle, or a card."""
    match game.phase:
        case PlayPhase(hands=hands, kitty=kitty, captured=captured):
            return Sampled(hands=hands, kitty=kitty, captured=captured)
        case PassPhase(pattern, deal) if not game.at_table.mixes(pattern):
            return Sampled(
                hands=deal.hands, kitty=deal.kitty, captured=for_each(game.players, Cards())
            )
        case _:
            return None


@attrs.frozen
class _AsDealt:
    """The cards as they were, in place of a sampler."""

    cards: Sampled

    def law(self) -> None:
        """They are not drawn."""

    def draw(self, _: object) -> Sampled:
        return self.cards


def _played_out(games: Sequence[Game], seed: int) -> list[list[int]]:
    """The points of each seat if a round is played on with its cards, many times; empty if none can be.

    From the first of some games from which the kernel can play on.
    """
    import numpy as np  # noqa: PLC0415 - an extra

    from heartslib.bots.in_kernel import answer_of  # noqa: PLC0415 - an extra

    for game in games:
        cards = _cards_of(game)
        if cards:
            module = compiled_module("positions.costs", "review")
            view = game.view(game.to_act[0])
            search = module.Search(view, view.in_force, _AsDealt(cards), seed)
            answers = np.array([answer_of(careful(view))])
            plans = np.full((1, game.players), policy_number("rough"))
            points: list[list[int]] = search.points(_DEALS, answers, plans)[:, 0, 0, :-1].tolist()
            return points
    return []


def _solution(game: Game, by: str, tricks: int) -> Solution | None:
    """The end of a round with all cards open; None if it is too far away or the kernel cannot play it."""
    phase = game.phase
    if not isinstance(phase, PlayPhase) or max(map(len, phase.hands)) > tricks:
        return None
    module = compiled_module("positions.solved", "review")
    cards = phase.table, phase.hands, phase.kitty, phase.captured
    try:
        position = module.Position(game.in_force, *cards, scores=game.scores)
        solution: Solution = module.solved(position, by=by, most=_MOST)
    except RulesError:
        return None
    return solution


def _steps_of(game: Game) -> list[tuple[Game, Move]]:
    """Each move with the game before it."""
    of_kind(Game, game, "review takes a Game")
    moves = game.history
    with suppress(HeartsError):
        games = [*itertools.accumulate(moves, Game.apply, initial=game.beginning)]
        if games[-1] == game:
            return [*zip(games, moves, strict=False)]
    raise HeartsError("the history of this game does not begin with its first deal")


__all__ = [
    "METHODS",
    "Decision",
    "Luck",
    "Review",
    "review",
]
