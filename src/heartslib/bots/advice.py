"""Advice: the best move, what each other one would cost, and why.

Everybody who advises a person asks `advise`: the terminal, a table in a browser, the review of a round.  So a person
never gets two answers.  A cost is what deals have shown, and no more: it is said as far as its error goes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from operator import itemgetter

import attrs

from heartslib._values.arguments import frozen, of_kind, series, whole_within
from heartslib.bots.candidates import candidates, is_compared
from heartslib.bots.monte_carlo import MonteCarlo, deadline, target_for
from heartslib.bots.reasons import Reason, reason_for
from heartslib.bots.trial import Trial
from heartslib.cards import Card, Cards, from_each
from heartslib.errors import HeartsError, Seats, quoted
from heartslib.moves import Move, Play
from heartslib.questions import ChooseCards, Question, YesOrNo, answers
from heartslib.rounds import asked, own_seat
from heartslib.show.telling import Voice, answer_of, deed
from heartslib.show.text import capital
from heartslib.view import View
from heartslib.words import in_words, listed, plural

LITTLE = 0.3
"""What costs less than so many points is as good as the best."""

MOST_WORDS = 24
"""The most words of a hint: a reason that would make it longer is left out."""

_SMALL = 5
"""Below so many points a cost may be said to half a point."""

_MOST_MOVES = 100
"""How many further moves may be compared."""

_FAR = 3.0
"""A candidate that costs so much more beyond doubt is tried no more: it is said to cost more than that."""

_MAIN_SHARE = 0.5
"""A moon is the reason if it makes more than this share of what a candidate costs."""


class _Listed(Voice):
    """Cards in symbols, with commas: they are part of a sentence."""

    def cards(self, cards: Iterable[Card]) -> str:
        return listed([self.card(card) for card in cards])


VOICE = _Listed()
"""How advice names cards."""


@frozen
class Cost:
    """What a move costs more than the best one, as the deals that were tried show.

    Attributes:
        moves: The move, and those that are equal to it, such as 8♣ to 7♣.
        points: What it costs more, in points more than the mean of the other sides.
        error: The standard error of that.
        is_least: Whether it costs so much at least: it was soon so far behind that it was tried no more.
        reason: Why the best one is better; None if nothing is known that speaks for it.
    """

    moves: tuple[Move, ...]
    points: float
    error: float
    is_least: bool = False
    reason: Reason | None = None

    @property
    def move(self) -> Move:
        """The move; of equal ones the first."""
        return self.moves[0]

    @property
    def is_certain(self) -> bool:
        """Whether the move is worse, and not by chance: by 0.3 points at least and twice the error."""
        return self.points >= LITTLE and self.points > 2 * self.error

    @property
    def amount(self) -> float:
        """The points as far as their error goes: 4 of 4.37 ± 0.4; 0 if the move may be as good."""
        if not self.is_certain:
            return 0
        if self.is_least:
            sure = self.points - 2 * self.error
            return _step(sure / 4) * int(sure / _step(sure / 4))
        step = _step(self.error)
        if self.points >= _SMALL:
            step = max(step, 1)
        # what is certain is not rounded away
        return max(round(self.points / step), 1) * step

    @property
    def in_points(self) -> str:
        """In words, with the unit: ``about 4 points``, ``half a point``."""
        return f"{self} {plural(self.amount, 'point')}".replace("0.5 points", "half a point")

    def __str__(self) -> str:
        """In words: ``about 4``, ``about half a point`` is ``about 0.5``, ``over 3``, ``about the same``."""
        if not self.is_certain:
            return "about the same"
        return f"{'over' if self.is_least else 'about'} {self.amount:g}"


def _step(number: float) -> float:
    """The least of 0.5, 1, 2, 5, 10, 20, 50 and so on that is not less than a number."""
    if number <= 1 / 2:
        return 1 / 2
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if number <= step:
                return step
        scale *= 10


@frozen
class Advice:
    """The best move, what the others would cost, and why.

    Attributes:
        view: The view that was asked about.
        move: The best move.
        costs: What each candidate costs, the best first; empty if there was nothing to compare.
        reason: Why; None if nothing is known that speaks for it.
        deals: How many deals were tried.
    """

    view: View = attrs.field(repr=False)
    move: Move
    costs: tuple[Cost, ...] = attrs.field(default=(), repr=False)
    reason: Reason | None = None
    deals: int = 0

    @property
    def as_good(self) -> tuple[Move, ...]:
        """The moves that may be as good as the best, itself first."""
        if not self.costs:
            return (self.move,)
        return tuple(move for cost in self.costs if not cost.is_certain for move in cost.moves)

    def cost(self, move: Move) -> Cost | None:
        """What a move costs; None if it was not tried."""
        return next((cost for cost in self.costs if move in cost.moves), None)

    def sentence(self, voice: Voice = VOICE) -> str:
        """The advice in a sentence.

        Args:
            voice: How cards are named.
        """
        what = capital(deed(self.view, self.move, voice))
        why = voice.phrased(self.view, str(self.reason)) if self.reason else ""
        if len(self.costs) < 2:
            return f"{what}: {why}." if why else f"{what}."
        sentence = f"{what}: {self._margin}"
        with_why = f"{sentence}, since {why}"
        if why and len(with_why.split()) <= MOST_WORDS:
            sentence = with_why
        return f"{sentence}."

    @property
    def _margin(self) -> str:
        """How much better the best is than the next that is worse."""
        good = len(self.as_good)
        if good == sum(len(cost.moves) for cost in self.costs):
            return "as good as any other"
        worse = next(cost for cost in self.costs if cost.is_certain)
        if good > 1:
            return f"one of {in_words(good)} good ones, {worse.in_points} better than the next"
        kind = "card" if isinstance(self.move, Play) else "choice"
        return f"{worse.in_points} better than the next {kind}"

    def __str__(self) -> str:
        """The advice in a sentence."""
        return self.sentence()


def advise(
    view: View,
    *,
    deals: int = 400,
    seconds: float | None = None,
    seed: int = 0,
    also: Iterable[Move] = (),
) -> Advice:
    """Find the best move for a view, what the others would cost, and why.

    Deals are drawn that fit the view, and each candidate is played to the end of the round in each
    of them: by compiled code if the extra ``fast`` is there, otherwise in plain Python, which takes
    some three hundred times as long and needs a limit of time if somebody waits.  What is far behind
    is not tried in every deal; all others are.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("american"), players=4).deal(seed=3)
    >>> print(advise(game.view(0), deals=10))
    Pass Q♠, K♠ and A♠: one of nine good ones, about 5 points better than the next.

    Args:
        view: What the seat to act knows.
        deals: How many deals are tried at most.
        seconds: No deal is begun after so many seconds; None for no limit.  One is tried in any case.
        seed: A whole number; with the view it decides which deals are drawn.
        also: Further moves of the seat to compare, such as the one that was made; they are tried in
            every deal.  They are cards, or contracts to name.

    Raises:
        HeartsError: An argument is wrong, the seat is not to act, or no deal fits the view.
    """
    of_kind(View, view, "view must be a View, such as game.view(seat)")
    deals = whole_within(1, None, deals, "deals must be a whole number, 1 or more")
    seed = whole_within(0, None, seed, "seed must be a whole number, 0 or more")
    MonteCarlo(deals, seconds)  # which checks the time
    question = asked(view)
    wanted = series(_MOST_MOVES, also, "also", "a list of moves")
    if wanted and not is_compared(question):
        raise HeartsError(f"also must be empty: no {question.kind.__name__} can be played out")
    for move in wanted:
        if not _is_answer(question, move, own_seat(view)):
            raise HeartsError(f"also must be moves that the seat may make now, not {quoted(move)}")
    moves = tuple(dict.fromkeys((*candidates(view), *wanted)))
    if len(moves) == 1:
        return Advice(view, moves[0], reason=_reason_of_one(question))
    end = deadline(seconds)
    trial = Trial(view, moves, seed, kept=wanted, on=target_for(view, seconds))
    if trial.is_settled:
        return Advice(view, moves[0], reason=Reason("all-alike"))
    trial.run(deals, end, _FAR)
    best = trial.best
    costs = [_cost(view, trial, best, place) for place in range(len(trial.groups))]
    move = costs[best].move
    costs.sort(key=lambda cost: (cost.move != move, cost.points))
    reason = next((cost.reason for cost in costs if cost.is_certain), None)
    return Advice(view, move, tuple(costs), reason, trial.deals)


def _is_answer(question: Question, move: object, seat: int) -> bool:
    """Whether a move answers what a seat is asked."""
    if not isinstance(move, question.kind) or getattr(move, "seat", None) != seat:
        return False
    if not isinstance(question, ChooseCards):
        return move in answers(question)
    chosen = answer_of(move)
    cards = from_each([chosen]) if isinstance(chosen, Card) else chosen
    assert isinstance(cards, Cards)  # noqa: S101 - what else would answer it
    return len(cards) in question.counts and cards <= question.among


def _reason_of_one(question: Question) -> Reason | None:
    """Why there is one candidate; None if it is a rule of thumb."""
    if isinstance(question, YesOrNo):
        return Reason("by-the-rules", (question.why,))
    few = [*islice(answers(question), 2)]
    return Reason("only-choice") if len(few) == 1 else None


def _cost(view: View, trial: Trial, best: int, place: int) -> Cost:
    """What a candidate costs more than the best, and why, if it is not by chance."""
    cost = Cost(trial.groups[place], *trial.cost(place))
    if not cost.is_certain:
        return cost
    reason = _moon(view, trial, best, place) or reason_for(view, trial.groups[best][0], cost.move)
    return attrs.evolve(cost, reason=reason)


def _moon(view: View, trial: Trial, best: int, other: int) -> Reason | None:
    """A moon that makes most of what a candidate costs."""
    shares = trial.shares_of_moons(best, other)
    side, share = max(shares.items(), key=itemgetter(1), default=(0, 0.0))
    if share <= _MAIN_SHARE:
        return None
    seats = trial.playouts.sides[side]
    return Reason("own-moon") if own_seat(view) in seats else Reason("stops-moon", (Seats(seats),))
