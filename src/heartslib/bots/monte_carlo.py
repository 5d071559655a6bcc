"""A player that tries every card against many deals that fit what it knows.

Each candidate is played to the end of the round in each deal, and costs what it costs on average.  The
playouts run in the kernel (`InKernel`) if it knows the rules and numba is installed, otherwise as games
(`InGames`), which is slow and works with any rules.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from threading import Thread
from typing import TYPE_CHECKING

import attrs

from heartslib import moves, variants
from heartslib._values.arguments import frozen
from heartslib._values.seats import for_each
from heartslib.bots.bot import Bot, random_for
from heartslib.bots.careful import by_danger, careful
from heartslib.bots.choice import Choice, choice_of
from heartslib.bots.reasons import VOICE, advice
from heartslib.bots.stakes import Stakes
from heartslib.errors import HeartsError, RulesError, quoted
from heartslib.game import Game
from heartslib.moves import Move
from heartslib.phases import PlayPhase, ScorePhase
from heartslib.questions import ChooseCards, ChooseName
from heartslib.rounds import games_of_round
from heartslib.rules import Rules
from heartslib.rules.book.checks import whole_number
from heartslib.sampling import Sampled, Sampler, as_game
from heartslib.show.telling import deed
from heartslib.show.text import capital
from heartslib.simulate.players.duck import duck
from heartslib.view import View

if TYPE_CHECKING:
    from heartslib.bots.in_kernel import InKernel

_MORE = 2
"""How many cards more than are passed are tried in a pass: of five cards ten passes of three can be made."""

_MANY = 100
"""After so many deals a margin is good to half a point."""

_ENOUGH = 25
"""After so many deals candidates may be dropped: the spread of fewer says little."""

_AT_ONCE = 10
"""How many deals are tried between two looks at the clock, if there is a time limit."""

LOADING = 1.0
"""For how many seconds the first move waits for code that is kept, before `MonteCarlo.meanwhile` makes it."""


def _is_budget(_: object, field: attrs.Attribute[float | None], seconds: object) -> None:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and float(str(seconds)) > 0):
        raise HeartsError(f"{field.name} must be a number above 0 or None, not {quoted(seconds)}")


@frozen
class MonteCarlo:
    """A bot that draws deals which fit its view, plays each out, and takes the best card.

    Deals are drawn uniformly from all that fit.  In each of them every candidate is tried and the
    round is played to its end.  The best candidate is the one whose points are worth most to its side
    (`heartslib.bots.stakes.Stakes`).  While its side can still shoot the moon, each candidate is tried a
    second time by a seat that then tries to take every trick, and counts as the better of the two.
    Candidates are the single cards to play, to charge or to lay down for a kitty; the contracts to name;
    and passes of the cards that are most dangerous to keep.  Every other question is left to `careful`.

    Candidates that fall behind beyond doubt are dropped, and equal cards are tried once.  Without
    `seconds` the same view always gets the same move.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
    >>> print(MonteCarlo(rollouts=3)(game.view(0)))
    seat 0 passes 8D QS AH

    Attributes:
        rollouts: How many deals are tried; None for no limit.
        seconds: Stop drawing deals after so many seconds; None for no limit.  At least one is
            drawn.
        policy: The bot that plays all seats to the end of the round; None for the policy ``rough``,
            compiled if the extra ``fast`` is installed and the kernel knows the rules, and otherwise
            `duck`.
        seed: A whole number; with the view it decides which deals are drawn.
        meanwhile: The bot that moves while a thread compiles what the playouts need, as long as that is
            not kept from before; None waits for it, 10 to 20 seconds, so that no move depends on how
            fast a compiler is.
    """

    rollouts: int | None = attrs.field(default=100, validator=whole_number(1, optional=True))
    seconds: float | None = attrs.field(default=None, validator=_is_budget)
    policy: Bot | None = None
    seed: int = attrs.field(default=0, validator=whole_number(0))
    meanwhile: Bot | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse to think forever."""
        if self.rollouts is None and self.seconds is None:
            raise HeartsError("MonteCarlo needs a limit: give rollouts, seconds or both")

    def __call__(self, view: View) -> Move:
        """The best move found for the view.

        Raises:
            HeartsError: The seat is not to act, or no deal fits the view.
        """
        return self.choice(view).move

    def choice(self, view: View) -> Choice:
        """The best move found for the view, why, and what each candidate costs.

        Raises:
            HeartsError: The seat is not to act, or no deal fits the view.
        """
        moves = candidates(view)
        if len(moves) == 1:
            return careful.choice(view)
        if self.meanwhile is not None and _is_compiling(self, view.rules, view.players):
            return choice_of(self.meanwhile, view)
        tried = tries(view, moves, self.seed, self.policy)
        if tried.is_settled:
            what = capital(deed(view, tried.best, VOICE))
            return Choice(tried.best, f"{what}: the cards you may play are all alike.")
        deals = 0
        for count in self._budget():
            if deals >= _ENOUGH:
                tried.drop()
                if tried.is_settled:
                    break
            tried.go_on(count)
            deals += count
        best = tried.best
        costs = dict(tried.values)
        other = min((move for move in costs if move != best), key=costs.__getitem__)
        step = 0.5 if deals >= _MANY else 1.0
        reason = advice(view, best, other, costs[other] - costs[best], step)
        return Choice(best, reason, tuple((move, costs[tried.tried_for[move]]) for move in moves))

    def make_ready(self, rules: Rules | None = None, players: int | None = None) -> None:
        """Compile what the playouts need, or load it, so that the first move does not wait for it.

        Args:
            rules: The rulebook; by default any with one pack.
            players: The number of players; by default `rules.usual_players`.
        """
        start = Game.new(rules or variants.get("dame_de_pique"), players)
        ready = attrs.evolve(self, rollouts=1, seconds=None, meanwhile=None)
        games = games_of_round(start, [*for_each(start.players, careful)], Random(0))  # noqa: S311
        for game in games:
            if game.to_act:
                view = game.view(game.to_act[0])
                if len(candidates(view)) > 1:  # the first choice compiles all that later ones need
                    ready(view)
                    return

    def _budget(self) -> Iterator[int]:
        """How many deals to draw at once, again and again until a limit is reached."""
        end = math.inf if self.seconds is None else time.monotonic() + self.seconds
        limit = math.inf if self.rollouts is None else self.rollouts
        drawn = 0
        while drawn < limit and (not drawn or time.monotonic() < end):
            # each time four times as many in all: candidates are dropped early, and looked at seldom
            count = max(_ENOUGH, 3 * drawn) if self.seconds is None else _AT_ONCE
            count = int(min(count, limit - drawn))
            yield count
            drawn += count


def _is_compiling(bot: MonteCarlo, rules: Rules, players: int) -> bool:
    """Whether the bot would have to wait for the compiler; if so, a thread sees to it."""
    work = _at_work(attrs.evolve(bot, rollouts=1, seconds=None), rules, players)
    work.join(LOADING)
    return work.is_alive()


@functools.lru_cache(maxsize=64)
def _at_work(bot: MonteCarlo, rules: Rules, players: int) -> Thread:
    work = Thread(target=bot.make_ready, args=(rules, players), daemon=True)
    work.start()
    return work


def patient(bot: Bot) -> Bot:
    """The bot, which waits for the compiler, so that its moves do not depend on how fast that is."""
    return attrs.evolve(bot, meanwhile=None) if isinstance(bot, MonteCarlo) else bot


def candidates(view: View) -> tuple[Move, ...]:
    """The moves to try, the one of `careful` first, so that it wins ties.

    Raises:
        HeartsError: The seat is not to act.
    """
    first = careful(view)
    match view.question:
        case ChooseCards(_, among, counts, make, kind=moves.Pass):
            # cards in the middle may be dealt back, and a playout cannot deal
            mixed = view.pattern is None or view.at_table.mixes(view.pattern)
            cards = by_danger(view, among)[: 0 if mixed else counts[-1] + _MORE]
            tried = [make(passed) for passed in combinations(cards, counts[-1])]
        case ChooseCards(_, among, counts, make) if 1 in counts:
            tried = [make(card) for card in dict.fromkeys(among)]
        case ChooseName(_, names, make, kind=moves.NameContract):
            tried = [make(name) for name in names]
        case _:
            tried = []
    return tuple(dict.fromkeys([first, *tried]))


def tries(
    view: View, moves: Sequence[Move], seed: int, policy: Bot | None = None, *, merge: bool = True
) -> InGames | InKernel:
    """Candidates that are played out: in compiled code if that is possible.

    Args:
        view: What the seat to act knows.
        moves: Its candidates, those preferred first.
        seed: A whole number; with the view it decides which deals are drawn.
        policy: The bot that plays all seats afterwards; None for one of the kernel's policies.
        merge: Whether equal cards are tried once, if that can be seen.
    """
    if policy is None:
        try:
            from heartslib.bots.in_kernel import InKernel  # noqa: PLC0415 - an extra

            return InKernel(view, moves, seed, merge=merge)
        except (ImportError, RulesError):
            pass
    return InGames(view, moves, seed, policy)


class InGames:
    """Candidates that are played out in games, for rules that the kernel does not know.

    Args:
        view: What the seat to act knows.
        moves: Its candidates, those preferred first.
        seed: A whole number; with the view it decides which deals are drawn.
        policy: The bot that plays all seats; by default `careful` up to the play, then `duck`.
    """

    is_settled = False  # it drops none

    def __init__(
        self, view: View, moves: Sequence[Move], seed: int, policy: Bot | None = None
    ) -> None:
        self._view = view
        self._moves = moves
        self._policy = policy
        self.tried_for = {move: move for move in moves}
        self._sampler = Sampler(view)
        self._rng = random_for(view, seed)
        self._stakes = Stakes(view)
        self._sums = [0.0 for _ in moves]
        self._deals = 0

    @property
    def values(self) -> tuple[tuple[Move, float], ...]:
        """The mean cost of each candidate tried."""
        means = [total / self._deals for total in self._sums]
        return tuple(zip(self._moves, means, strict=True))

    @property
    def best(self) -> Move:
        """The candidate that cost least."""
        return self._moves[self._sums.index(min(self._sums))]

    def go_on(self, count: int) -> None:
        """Try every candidate in so many more deals."""
        self._deals += count
        for place, losses in enumerate(self.losses(count)):
            self._sums[place] += sum(losses)

    def drop(self) -> None:
        """Drop none: their deals are few."""

    def losses(self, count: int) -> list[list[float]]:
        """What each candidate costs in each of so many more deals, a list for each candidate."""
        losses: list[list[float]] = [[] for _ in self._moves]
        for _ in range(count):
            sample = self._sampler.draw(self._rng)
            ends = playouts(self._view, sample, self._moves, self._policy)
            for candidate, end in zip(losses, ends, strict=True):
                candidate.append(self._stakes.loss(*end))
        return losses


def playouts(
    view: View, sample: Sampled, moves: Sequence[Move], policy: Bot | None = None
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """How the round ends after each candidate, with the cards as in a sample.

    Args:
        view: What the seat to act knows.
        sample: The cards that the seat does not see, as drawn.
        moves: Its candidates.
        policy: The bot that plays all seats afterwards; by default `careful` up to the play, then
            `duck`.

    Returns:
        For each move the points of each seat, seat 0 first, and the seats that win the game by a moon.
    """
    start = as_game(view, sample)
    # in a pass the others choose as well, once for all candidates: they do not see this seat's choice
    for seat in start.to_act:
        if seat != view.seat:
            start = start.apply((policy or careful)(start.view(seat)))
    return [_end_of(start.apply(move), policy) for move in moves]


def _end_of(game: Game, policy: Bot | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of a round that is played on, and who wins the game by a moon."""
    while not isinstance(game.phase, ScorePhase):
        if not game.to_act:  # a mix after the move; what is dealt back is as good as any
            game = game.deal(seed=0)
            continue
        plays = policy or (duck if isinstance(game.phase, PlayPhase) else careful)
        game = game.apply(plays(game.view(game.to_act[0])))
    return game.phase.sheet.totals, game.phase.sheet.winners
