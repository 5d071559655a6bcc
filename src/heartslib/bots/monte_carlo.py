"""A player that tries every card against many deals that fit what it knows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

import attrs

from heartslib import variants
from heartslib.bots.bot import Bot, chance_of
from heartslib.bots.careful import by_danger, careful
from heartslib.bots.duck import duck
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.game import Game
from heartslib.moves import Move, Play
from heartslib.phases import PlayPhase
from heartslib.questions import ChooseCards, ChooseName
from heartslib.rules._checks import whole_number
from heartslib.rules.passing import is_mixed
from heartslib.sampling import Sampled, Sampler, as_game
from heartslib.view import View

_MORE: Final = 2
"""How many cards more than are passed are tried in a pass."""

_AT_ONCE: Final = 100
"""How many deals are played out in one call, if no time is set."""

_WON: Final = 1000
"""What a moon that wins the game is worth, in points."""


def _is_budget(_: object, field: attrs.Attribute[float | None], seconds: object) -> None:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and float(str(seconds)) > 0):
        raise HeartsError(f"{field.name} must be a number above 0 or None, not {shown(seconds)}")


@attrs.frozen
class MonteCarlo:
    """A bot that draws deals which fit its view, plays each out, and takes the best card.

    Deals are drawn uniformly from all that fit.  In each of them every candidate is tried and the
    round is played to its end.  The best candidate is the one with the lowest mean of its side's
    points minus those of the other sides, or the highest if points are good.  Candidates are the
    single cards to play, to charge or to lay down for a kitty; the contracts to name; and passes of
    the cards that are most dangerous to keep.  Every other question is left to `careful`.

    Without `seconds` the same view always gets the same move.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
    >>> print(MonteCarlo(rollouts=10)(game.view(0)))
    seat 0 passes 7C 8D AH

    Attributes:
        rollouts: How many deals are tried; None for no limit.
        seconds: Stop drawing deals after so many seconds; None for no limit.  At least one is
            drawn.
        policy: The bot that plays all seats to the end of the round; None for one that leads low
            and ducks, compiled if the extra ``fast`` is installed and the kernel knows the rules.
        seed: A whole number; with the view it decides which deals are drawn.
    """

    rollouts: int | None = attrs.field(default=100, validator=whole_number(1, optional=True))
    seconds: float | None = attrs.field(default=None, validator=_is_budget)
    policy: Bot | None = None
    seed: int = attrs.field(default=0, validator=whole_number(0))

    def __attrs_post_init__(self) -> None:
        """Refuse to think forever."""
        if self.rollouts is None and self.seconds is None:
            raise HeartsError("MonteCarlo needs a limit: give rollouts, seconds or both")

    def __call__(self, view: View) -> Move:
        """The best move found for the view.

        Raises:
            HeartsError: The seat is not to act, or no deal fits the view.
        """
        moves = candidates(view)
        if len(moves) == 1:
            return moves[0]
        sampler, rng = Sampler(view), chance_of(view, self.seed)
        play_out = None if self.policy else compiled(view, moves)
        totals = [0.0] * len(moves)
        for count in self._budget():
            samples = [sampler.draw(rng) for _ in range(count)]
            if play_out:
                played = play_out(samples)
            else:
                played = [playouts(view, each, moves, self.policy) for each in samples]
            for points in played:
                losses = (_loss(view, each) for each in points)
                totals = [total + loss for total, loss in zip(totals, losses, strict=True)]
        return moves[totals.index(min(totals))]

    def make_ready(self) -> None:
        """Compile what the playouts need, or load it, so that the first move does not wait for it."""
        game = Game.new(variants.get("dame_de_pique")).deal(seed=0)  # every card may be led
        attrs.evolve(self, rollouts=1, seconds=None)(game.view(game.to_act[0]))

    def _budget(self) -> Iterator[int]:
        """How many deals to draw at once, again and again until a limit is reached."""
        end, most = (
            (None, _AT_ONCE) if self.seconds is None else (time.monotonic() + self.seconds, 1)
        )
        drawn = 0
        while drawn != self.rollouts and (not drawn or end is None or time.monotonic() < end):
            count = most if self.rollouts is None else min(most, self.rollouts - drawn)
            yield count
            drawn += count


def candidates(view: View) -> tuple[Move, ...]:
    """The moves to try, the one of `careful` first, so that it wins ties.

    Raises:
        HeartsError: The seat is not to act.
    """
    first = careful(view)
    match view.question:
        case ChooseCards("pass", among, counts, make):
            # cards in the middle may be dealt back, and a playout cannot deal
            mixed = view.pattern is None or is_mixed(view.pattern, view.players)
            cards = by_danger(view, among)[: 0 if mixed else counts[-1] + _MORE]
            moves = [make(passed) for passed in combinations(cards, counts[-1])]
        case ChooseCards(_, among, counts, make) if 1 in counts:
            moves = [make(card) for card in dict.fromkeys(among)]
        case ChooseName("name", names, make):
            moves = [make(name) for name in names]
        case _:
            moves = []
    return (first, *(move for move in moves if move != first))


def compiled(
    view: View, moves: Sequence[Move]
) -> Callable[[Sequence[Sampled]], list[list[tuple[int, ...]]]] | None:
    """`playouts` of many samples in compiled code.

    None if the moves are not plays or the kernel cannot play them.  The kernel needs the extra ``fast``, and rules that it knows.  It scores the round alone: a moon
    is paid by the first payment, and wins no game.

    Args:
        view: What the seat to act knows.
        moves: Its candidates.
    """
    cards = [move.card for move in moves if isinstance(move, Play)]
    if len(cards) < len(moves):
        return None
    try:
        from heartslib.simulate import Position, play_out  # noqa: PLC0415 - an extra
        from heartslib.simulate.lowering import lowered_once  # noqa: PLC0415

        lowered_once(view.in_force, view.players)
    except (ImportError, RulesError):
        return None

    def play_all(samples: Sequence[Sampled]) -> list[list[tuple[int, ...]]]:
        positions = [
            Position(view.in_force, view.table, each.hands, each.kitty, each.captured)
            for each in samples
        ]
        points = play_out(positions, [cards] * len(samples), policy="duck")
        return [[*map(tuple, each.tolist())] for each in points]

    return play_all


def playouts(
    view: View, sample: Sampled, moves: Sequence[Move], policy: Bot | None = None
) -> list[tuple[int, ...]]:
    """The points of the round after each candidate, with the cards as in a sample.

    Args:
        view: What the seat to act knows.
        sample: The cards that the seat does not see, as drawn.
        moves: Its candidates.
        policy: The bot that plays all seats afterwards; by default `careful` up to the play, then
            `duck`, in compiled code if the kernel can play on.

    Returns:
        For each move the points that each seat's score rises by, seat 0 first.  A moon that wins
        the game counts as 1000 points less, or 1000 more if points are good.
    """
    start = as_game(view, sample)
    for seat in start.to_act:  # the others do not see the move
        if seat != view.seat:
            start = start.apply((policy or careful)(start.view(seat)))
    return [_end_of(view, start.apply(move), policy) for move in moves]


def _end_of(view: View, game: Game, policy: Bot | None) -> tuple[int, ...]:
    """The points of a round that is played on."""
    while game.to_act:
        playing = game.phase.name == "play"
        if policy is None and playing and (points := _ducked(game)) is not None:
            return points
        plays = policy or (duck if playing else careful)
        game = game.apply(plays(game.view(game.to_act[0])))
    after = game.score()
    outright = _WON if view.rules.points_are_good else -_WON
    scores = zip(view.scores, after.scores, strict=True)
    won = after.sheets[-1].winners
    return tuple(new - old + outright * (seat in won) for seat, (old, new) in enumerate(scores))


def _ducked(game: Game) -> tuple[int, ...] | None:
    """The points of the round if all play on as `duck` does, in compiled code; None if it cannot."""
    view = game.view(game.to_act[0])
    play_out = compiled(view, [duck(view)])
    if play_out is None:
        return None
    hands = tuple(game.view(seat).hand for seat in range(game.players))
    phase = game.phase
    kitty, captured = (phase.kitty, phase.captured) if isinstance(phase, PlayPhase) else ((), ())
    ((points,),) = play_out([Sampled(hands=hands, kitty=kitty, captured=captured)])
    return points


def _loss(view: View, points: Sequence[int]) -> float:
    """The points of the seat's side, minus the mean of the other sides' points.

    If points are good, the other way round.
    """
    sides = view.rules.sides.seats(view.players)
    sums = {seat: sum(points[each] for each in side) for side in sides for seat in side}
    own = next(side for side in sides if view.seat in side)
    others = [points for seat, points in sums.items() if seat not in own]
    behind = sums[own[0]] - sum(others) / len(others)
    return -behind if view.rules.points_are_good else behind
