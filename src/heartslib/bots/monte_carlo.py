"""A player that tries every card in hands that the others may hold, and plays on from there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from heartslib.bots.bot import Bot, chance_of
from heartslib.bots.careful import careful
from heartslib.bots.duck import duck
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.moves import Move, Play
from heartslib.questions import ChooseCards
from heartslib.rules._checks import whole_number
from heartslib.sampling import Sampled, Sampler, as_game
from heartslib.view import View

_WON: Final = 1000
"""What a moon that wins the game is worth, in points."""


def _is_budget(_: object, field: attrs.Attribute[float | None], seconds: object) -> None:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and float(str(seconds)) > 0):
        raise HeartsError(f"{field.name} must be a number above 0 or None, not {shown(seconds)}")


@attrs.frozen
class MonteCarlo:
    """A bot that plays the round out from hands that fit its view, and takes the best card.

    Hands are drawn evenly from all that fit.  In each of them every candidate is tried and the
    round is played to its end; the candidate counts by what its side gains on the others on
    average, the fewer points the better.  Candidates are the cards, where one is enough of an
    answer: in the play, to charge, for a kitty.  All the rest is left to `careful`.

    The same view gets the same move, where `seconds` sets no limit.

    Attributes:
        rollouts: In how many hands the candidates are tried; None for no limit.
        seconds: After how many seconds no further hands are drawn; None for no limit.  One is
            drawn in any case.
        policy: The bot that plays for all seats to the end of the round; None for one that leads
            low and ducks, compiled where the extra ``fast`` is installed and knows the rules.
        seed: Where chance starts from, together with the view.
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
        """The move of the seat whose view it is.

        Raises:
            HeartsError: It is not this seat's turn to do anything, or no hands fit the view.
        """
        moves = candidates(view)
        if len(moves) == 1:
            return moves[0]
        sampler, rng = Sampler(view), chance_of(view, self.seed)
        play_out = None if self.policy else compiled(view, moves)
        totals = [0.0] * len(moves)
        for _ in self._budget():
            sample = sampler.draw(rng)
            points = play_out(sample) if play_out else playouts(view, sample, moves, self.policy)
            totals = [total + _loss(view, each) for total, each in zip(totals, points, strict=True)]
        return moves[totals.index(min(totals))]

    def _budget(self) -> Iterator[int]:
        """Numbers from 0, until one of the limits is reached."""
        end = None if self.seconds is None else time.monotonic() + self.seconds
        number = 0
        while number != self.rollouts and (not number or end is None or time.monotonic() < end):
            yield number
            number += 1


def candidates(view: View) -> tuple[Move, ...]:
    """The moves that are tried: that of `careful` first, so that it is taken in a tie.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    first = careful(view)
    match view.question:
        # what is passed may come back by a deal, which a playout cannot make
        case ChooseCards(_, among, counts, make) if 1 in counts and view.phase != "pass":
            moves = [make(card) for card in dict.fromkeys(among)]
            return (first, *(move for move in moves if move != first))
        case _:
            return (first,)


def compiled(
    view: View, moves: Sequence[Move]
) -> Callable[[Sampled], Sequence[Sequence[int]]] | None:
    """`playouts` in compiled code; None where it cannot be had.

    It needs the extra ``fast``, and rules that the kernel knows.  It counts the round alone: a
    moon is paid as the first of its payments says, and nobody wins a game by it.

    Args:
        view: What the seat to move knows.
        moves: Its moves.
    """
    cards = [move.card for move in moves if isinstance(move, Play)]
    if len(cards) < len(moves):
        return None
    try:
        from heartslib.simulate import Position  # noqa: PLC0415 - an extra
        from heartslib.simulate.lowering import lowered_once  # noqa: PLC0415

        lowered_once(view.rules, view.players)
    except (ImportError, RulesError):
        return None

    def play_out(sample: Sampled) -> Sequence[Sequence[int]]:
        position = Position(view.rules, view.table, sample.hands, sample.kitty, sample.captured)
        return [*map(tuple, position.play_out(cards, policy="duck").tolist())]

    return play_out


def playouts(
    view: View, sample: Sampled, moves: Sequence[Move], policy: Bot | None = None
) -> list[tuple[int, ...]]:
    """What a round costs each seat after each of some moves, with the cards as in a sample.

    Args:
        view: What the seat to move knows.
        sample: Where the cards lie.
        moves: Its moves.
        policy: Who plays for all seats afterwards; by default `duck`.

    Returns:
        For each move the points that are entered, seat 0 first, a moon that wins the game among
        them.
    """
    start, plays = as_game(view, sample), policy or duck
    found: list[tuple[int, ...]] = []
    for move in moves:
        game = start.apply(move)
        while game.to_act:
            game = game.apply(plays(game.view(game.to_act[0])))
        after = game.score()
        won = after.sheets[-1].winners
        scores = zip(view.scores, after.scores, strict=True)
        found.append(
            tuple(new - old - _WON * (seat in won) for seat, (old, new) in enumerate(scores))
        )
    return found


def _loss(view: View, points: Sequence[int]) -> float:
    """The points of the side of a seat, less those of the others on average."""
    sides = view.rules.sides.seats(view.players)
    sums = {seat: sum(points[each] for each in side) for side in sides for seat in side}
    own = next(side for side in sides if view.seat in side)
    others = [points for seat, points in sums.items() if seat not in own]
    return sums[own[0]] - sum(others) / len(others)
