"""A round looked at again: what each decision cost by what its seat knew, and what was luck.

Each decision is put to the adviser once more, with the move that was made among the candidates.  Only what is worse
beyond chance is called a mistake (`Cost.is_certain`).  Near the end the cards of all hands are solved, too: what the
move cost as the cards really were, whether anybody could know it or not.

How good the cards of a seat were is what they bring on average, if careful players pass and charge, and the
kernel plays the hands out.  Whatever neither the cards nor the seat's mistakes account for is luck: how the others
played, and what fell together.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import attrs

from heartslib._values.arguments import of_kind, whole_within
from heartslib._values.seats import for_each
from heartslib.bots import Advice, Cost, MonteCarlo, advise, careful
from heartslib.bots.advice import VOICE
from heartslib.bots.candidates import candidates
from heartslib.bots.in_kernel import answer_of
from heartslib.bots.stakes import Stakes
from heartslib.cards import Card, Cards, Suit
from heartslib.errors import Argument, HeartsError, MissingExtra, RulesError, Seats
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import Charge, LayDown, Move, NameContract, Pass, Play
from heartslib.phases import PassPhase, PlayPhase
from heartslib.rounds import lost
from heartslib.sampling import Sampled
from heartslib.show.telling import Voice, chosen, subject, who
from heartslib.show.text import wrapped
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.positions.costs import Search, plain_target, target
from heartslib.simulate.positions.position import Position
from heartslib.simulate.rounds.engines import check_one, check_whole, compiled_module
from heartslib.view import View
from heartslib.words import in_words, listed, plural

if TYPE_CHECKING:
    from heartslib.simulate.positions.solved import Solution

_JUDGED = (NameContract, Pass, Charge, Play, LayDown)

METHODS = ("paranoid", "max^n")
_OF_OTHERS = {"leaves you ": "leaves them ", "your ": "their ", "you ": "they "}
"""How the reason for a move of somebody else is worded, in this order."""
_COUNT = 3
"""How many mistakes are named."""
_DEALS = 400
"""How often the cards that were dealt are played out."""
_MOST = 2_000_000
"""How many cards the solver may try: half a second."""
_MOST_IN_PYTHON = 5_000
"""How many if nothing is compiled."""


@attrs.frozen
class Decision:
    """A move of a round, with what could have been done instead.

    Attributes:
        game: The game before the move, to play on from.
        move: What the seat did.
        advice: What would have been best, and what each candidate cost, this move among them.
        solution: What each card is worth with all cards open; None if that was not solved.
    """

    game: Game = attrs.field(repr=False)
    move: NameContract | Pass | Charge | Play | LayDown
    advice: Advice
    solution: Solution | None = attrs.field(default=None, repr=False)

    @property
    def view(self) -> View:
        """What the seat knew."""
        return self.advice.view

    @property
    def cost(self) -> Cost:
        """What the move cost more than the best."""
        cost = self.advice.cost(self.move)
        assert cost is not None  # noqa: S101 - the adviser was asked about it
        return cost

    @property
    def is_mistake(self) -> bool:
        """Whether the move was worse than the best, and not by chance."""
        return self.cost.is_certain

    @property
    def open_cost(self) -> float | None:
        """What the card cost with all cards open; None if that was not solved."""
        if self.solution is None or not isinstance(self.move, Play):
            return None
        return self.solution.cost(self.move.card)

    def sentences(self, seat: int | None = None, voice: Voice = VOICE) -> tuple[str, ...]:
        """What was on the table and what was done; what that cost, and what was better; and with all cards open.

        Args:
            seat: Who reads it, as ``you``.
            voice: How cards are named.
        """
        best = listed([chosen(move, voice) for move in self.advice.costs[0].moves], "or")
        cost = "Nothing was clearly better."
        if self.is_mistake:
            why = f", since {self._why(seat, voice)}" if self.cost.reason else ""
            cost = f"This cost {self.cost.in_points}. Better: {best}{why}."
        said = [self._deed(self.game.view(seat), voice), cost]
        if self.solution:
            less = round(self.open_cost or 0, 1)
            better = f"{voice.card(self.solution.best)} was {less:g} {plural(less, 'point')}"
            said.append(f"With all cards open, {better if less else 'nothing was'} better.")
        return tuple(said)

    def _why(self, seat: int | None, voice: Voice) -> str:
        """The reason for somebody who reads it: it speaks to the seat that moves."""
        words = str(self.cost.reason)
        if seat != self.move.seat:
            for yours, theirs in _OF_OTHERS.items():
                words = words.replace(yours, theirs)
        return voice.phrased(self.game.view(seat), words)

    def _deed(self, view: View, voice: Voice) -> str:
        """The trick with its cards and the card that was played to it, or another deed."""
        if isinstance(self.move, Play):
            *others, own = _plays(
                [*view.table.trick.plays, (self.move.seat, self.move.card)], view, voice
            )
            before = f"{', '.join(others)}; " if others else ""
            return f"Trick {len(view.table.tricks) + 1}: {before}{own}."
        done: dict[type, str] = {Pass: "passed", LayDown: "laid down", NameContract: "named"}
        did = done.get(type(self.move), f"{view.rules.verb}d")
        return f"{subject(view, [self.move.seat])} {did} {chosen(self.move, voice)}."

    def data(self, seat: int | None = None) -> dict[str, Any]:
        """The decision as JSON has it, with its sentences for the player in a seat."""
        return {
            "seat": self.move.seat,
            "move": CONVERTER.unstructure(self.move, Move),
            "is_mistake": self.is_mistake,
            "costs": [*map(_cost_data, self.advice.costs)],
            "open_cost": self.open_cost,
            "sentences": [*self.sentences(seat)],
        }

    def __str__(self) -> str:
        """What `sentences` says, a line each."""
        return "\n".join(self.sentences())


def _cost_data(cost: Cost) -> dict[str, Any]:
    """A cost as JSON has it."""
    reason = cost.reason
    data: dict[str, Any] = CONVERTER.unstructure(attrs.evolve(cost, reason=None))
    return data | {"reason": reason and {"code": reason.code, "data": [*map(_plain, reason.data)]}}


def _plain(part: object) -> object:
    """What the words of a reason name, for JSON: numbers, lists of seats, and cards and suits as letters."""
    if isinstance(part, Seats):
        return [*part.seats]
    if isinstance(part, Suit):
        return part.letter
    return part if isinstance(part, int) else str(part)


def _plays(plays: Sequence[tuple[int, Card]], view: View, voice: Voice) -> Iterator[str]:
    """Who played what to a trick: ``Ann led 9♠``, ``Ben played J♠``, ``Cem K♠``, ``you played 2♠``."""
    last = len(plays) - 1
    for place, (seat, card) in enumerate(plays):
        did = {1: " played", last: " played", 0: " led"}
        yield f"{who(view, seat)}{did.get(place, '')} {voice.the(card)}"


@attrs.frozen
class Luck:
    """How the cards and a seat's own choices shared the result of a round.

    All figures are points more than the mean of the other sides.

    Attributes:
        seat: The seat.
        result: What the round cost the seat.
        mistakes: What each of its mistakes cost.
        deal: What the hands, as they were dealt, cost it on average; None if that cannot be found.
        deal_error: The standard error of that.
        is_last: Whether the round could end the game: then a mistake costs chances to win, in points.
    """

    seat: int
    result: float
    mistakes: tuple[Cost, ...]
    deal: float | None = None
    deal_error: float = 0
    is_last: bool = False

    @property
    def lost(self) -> float:
        """What its mistakes cost it, together."""
        return sum(cost.points for cost in self.mistakes)

    @property
    def rest(self) -> float | None:
        """What neither the cards nor the seat's own mistakes account for; None if that cannot be found."""
        return None if self.deal is None or self.is_last else self.result - self.deal - self.lost

    def sentences(self, view: View) -> tuple[str, str, str]:
        """The result, how good the cards were, and what mistakes and luck cost, for the player of a view."""
        return self._outcome(view), self._cards(view), self._play(view)

    def _outcome(self, view: View) -> str:
        good = view.rules.points_are_good
        (own,) = [side for side in view.at_table.partners if self.seat in side]
        others = [side for side in view.at_table.partners if side != own]
        them = "the others on average"
        if len(others) == 1:
            them = listed([who(view, seat) for seat in others[0]])
        points = round(abs(self.result), 1)
        more = "fewer" if (self.result < 0) is not good else "more"
        much = (
            f"{points:g} {more} {plural(points, 'point')} than" if points else "as many points as"
        )
        return f"{subject(view, own)} {'scored' if good else 'took'} {much} {them}."

    def _cards(self, view: View) -> str:
        cards = f"{self._whose(view)} cards were"
        if self.deal is None:
            return f"{cards} not rated: these rules cannot be played out quickly."
        effect = self._effect(self.deal, self.deal_error, view)
        if not effect:
            return f"{cards} neither good nor bad."
        return f"{cards} {'bad' if self.deal > 0 else 'good'} and {effect}."

    def _play(self, view: View) -> str:
        count = len(self.mistakes)
        error = sqrt(sum(cost.error**2 for cost in self.mistakes))
        says = f"{subject(view, [self.seat])} made no clear mistake"
        if count:
            mistakes = "mistake" if count == 1 else f"{in_words(count)} mistakes"
            what = "chances to win worth " if self.is_last else ""
            says = (
                f"{self._whose(view)} {mistakes} cost {what}{Cost((), self.lost, error).in_points}"
            )
        if self.rest is None:
            return f"{says}."
        luck = self._effect(self.rest, sqrt(self.deal_error**2 + error**2), view)
        if not luck:
            return f"{says}, and luck hardly mattered."
        but = "but" if count and self.rest < 0 else "and"
        return f"{says}, {but} {'bad' if self.rest > 0 else 'good'} luck {luck}."

    def _whose(self, view: View) -> str:
        return "Your" if self.seat == view.seat else f"{subject(view, [self.seat])}'s"

    def _effect(self, points: float, error: float, view: View) -> str:
        """What some points do to the player: ``saved you about 4 points``; empty if they may be chance."""
        amount = Cost((), abs(points), error)
        if not amount.is_certain:
            return ""
        saved = "brought" if view.rules.points_are_good else "saved"
        them = " you" if self.seat == view.seat else ""
        return f"{'cost' if points > 0 else saved}{them} {amount.in_points}"

    def data(self, view: View) -> dict[str, Any]:
        """The account as JSON has it, with its sentences for the player of a view."""
        names = ("seat", "result", "deal", "deal_error", "lost", "rest", "is_last")
        figures = {name: getattr(self, name) for name in names}
        return figures | {"sentences": [*self.sentences(view)]}


@attrs.frozen
class Review:
    """The decisions of a round.

    Attributes:
        game: The game at the end of the round.
        decisions: Each decision, first to last.
        luck: How the cards and its own choices shared the result of each seat.
    """

    game: Game = attrs.field(repr=False)
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...]

    @property
    def round(self) -> int:
        """The number of the round, counted from 1."""
        return self.game.round_number + 1

    def mistakes(self, count: int = _COUNT) -> tuple[Decision, ...]:
        """The costliest mistakes, the worst first."""
        mistakes = [each for each in self.decisions if each.is_mistake]
        return tuple(sorted(mistakes, key=lambda each: -each.cost.points)[:count])

    def lines(
        self,
        seat: int | None = None,
        voice: Voice = VOICE,
        *,
        play_on: Callable[[int], str] | None = None,
    ) -> Iterator[str]:
        """The review in lines of at most 80 columns.

        Args:
            seat: Who reads it, as ``you``.
            voice: How cards are named.
            play_on: What to type to play on from before a mistake, by its number; None if nothing.
        """
        view = self.game.view(seat)
        for luck in self.luck:
            yield from wrapped(" ".join(luck.sentences(view)), then="")
        for place, mistake in enumerate(self.mistakes(), 1):
            yield ""
            if play_on:
                yield f"{place}. To play on from here: {play_on(place)}"
            first, *rest = mistake.sentences(seat, voice)
            yield from wrapped(first, "   " if play_on else f"{place}. ", "   ")
            for sentence in rest:
                yield from wrapped(sentence, "   ", "   ")

    def data(self, seat: int | None = None) -> dict[str, Any]:
        """The review as JSON has it, with its sentences for the player in a seat."""
        view = self.game.view(seat)
        return {
            "round": self.round,
            "players": [*self.game.names],
            "luck": [luck.data(view) for luck in self.luck],
            "mistakes": [self.decisions.index(mistake) for mistake in self.mistakes()],
            "decisions": [decision.data(seat) for decision in self.decisions],
        }

    def __str__(self) -> str:
        """The review in lines, for somebody who looks on."""
        return "\n".join(self.lines())


def review(
    game: Game,
    *,
    round: int | None = None,  # noqa: A002 - a round is called that everywhere
    seats: Iterable[int] | None = None,
    deals: int = 400,
    seconds: float | None = None,
    seed: int = 0,
    by: str = "paranoid",
    tricks: int = 8,
) -> Review:
    """Look at a finished round again, decision by decision.

    Moves without a choice are left out, and so are claims, answers and how a moon is paid.

    Args:
        game: A game, over or not; such as one that was loaded from a record.
        round: The number of the round, counted from 1; by default the last in which somebody moved.
        seats: The seats whose decisions are looked at; by default all.
        deals: How many deals are tried at most for each decision, as for `heartslib.bots.advise`.
        seconds: No deal is begun after so many seconds for a decision; None for no limit.
        seed: A whole number; with the view it decides which deals are drawn.
        by: How the end is solved: ``"paranoid"`` or ``"max^n"``; see `heartslib.simulate.solved`.
        tricks: How many tricks are solved at most, fewer if it would take too long; 0 for none, and none without
            the extra ``fast``.

    Raises:
        HeartsError: An argument cannot be used, or the game has no such round, or it is not finished.
    """
    tricks = check_whole("tricks", tricks, 0)
    check_one("by", by, METHODS)
    steps, end = _round_of(game, round)
    if seats is None:
        seats = range(game.players)
    wanted = [
        game.match.check_seat(seat)
        for seat in of_kind(Iterable, seats, "seats must be a list of seats")
    ]
    # many decisions in plain Python would take longer
    MonteCarlo().make_ready(game.rules, game.players)
    decisions: list[Decision] = []
    for before, move in steps:
        if not isinstance(move, _JUDGED) or move.seat not in wanted:
            continue
        view = before.view(move.seat)
        if len(candidates(view)) == 1:
            continue
        advice = advise(view, deals=deals, seconds=seconds, seed=seed, also=[move])
        if not advice.costs:
            continue
        solution = _solution(before, by, tricks)
        if solution is None:  # one trick less may be solved
            tricks = min(tricks, max(map(len, before.hands)) - 1)
        decisions.append(Decision(before, move, advice, solution))
    mistakes = [decision for decision in decisions if decision.is_mistake]
    games = [before for before, _ in steps]
    return Review(end, tuple(decisions), tuple(_luck(games, end, wanted, mistakes, seed)))


def _round_of(game: Game, number: int | None) -> tuple[list[tuple[Game, Move]], Game]:
    """The moves of a round with the game before each, and the game before its score is entered.

    Raises:
        HeartsError: There is no such round, or it is not finished.
    """
    steps = _steps_of(game)
    moved = [before.round_number + 1 for before, move in steps if isinstance(move, _JUDGED)]
    if not moved:
        raise HeartsError("there is nothing to review: nobody has moved yet")
    must = Argument("round"), f" must be a whole number from 1 to {moved[-1]}"
    number = moved[-1] if number is None else whole_within(1, moved[-1], number, *must)
    of_round = [(before, move) for before, move in steps if before.round_number + 1 == number]
    for end in (*(before for before, _ in of_round), game):
        if end.round_number + 1 == number and end.phase.name in {"score", "over"} and end.sheet:
            return of_round, end
    raise HeartsError(
        f"round {number} is not finished: it can be reviewed once its points are counted"
    )


def _luck(
    games: Sequence[Game],
    end: Game,
    seats: Iterable[int],
    mistakes: Sequence[Decision],
    seed: int,
) -> Iterator[Luck]:
    """The luck of some seats in a round, from the game before each move."""
    rules = end.rules
    assert end.sheet is not None  # noqa: S101 - the round is finished
    is_last = any(Stakes(each.view).are_high for each in mistakes)
    try:
        points = _played_out(games, seed)
    except RulesError:  # the kernel does not know a rule
        points = []
    for seat in seats:
        losses = [lost(rules, totals, seat) for totals in points]
        yield Luck(
            seat,
            lost(rules, end.sheet.totals, seat),
            tuple(each.cost for each in mistakes if each.move.seat == seat),
            fmean(losses) if losses else None,
            stdev(losses) / sqrt(len(losses)) if losses else 0.0,
            is_last,
        )


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


def _played_out(games: Sequence[Game], seed: int) -> list[tuple[int, ...]]:
    """The points of each seat if a round is played on with its cards, many times; empty if none can be.

    From the first of some games from which the kernel can play on.
    """
    for game in games:
        cards = _cards_of(game)
        if cards:
            view = game.view(game.to_act[0])
            dealt: Any = _AsDealt(cards)
            search = Search(view, view.in_force, dealt, seed)
            plan = for_each(game.players, policy_number("rough"))
            row = [*map(int, search.points(_DEALS, [answer_of(careful(view))], [plan]))]
            width = game.players + 1  # the last says who shot the moon
            return [tuple(row[at : at + game.players]) for at in range(0, len(row), width)]
    return []


def _solution(game: Game, by: str, tricks: int) -> Solution | None:
    """The end of a round with all cards open; None if it is too far away or cannot be solved."""
    phase = game.phase
    if not isinstance(phase, PlayPhase) or max(map(len, phase.hands)) > tricks:
        return None
    cards = phase.table, phase.hands, phase.kitty, phase.captured
    with suppress(MissingExtra, RulesError):  # a rule may be none that the kernel knows
        module = compiled_module("positions.solved", "review")
        position = Position(game.in_force, *cards, scores=game.scores)
        most = _MOST_IN_PYTHON if target() is plain_target() else _MOST
        solution: Solution = module.solved(position, by=by, most=most)
        return solution
    return None


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

__dir__ = __all__.copy  # what `dir` shows of the module
