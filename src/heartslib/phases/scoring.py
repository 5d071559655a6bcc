"""What follows the play: the choice of the shooter of the moon, the score, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from heartslib._values.quick import frozen
from heartslib.cards import Cards
from heartslib.errors import Seats
from heartslib.events import Events, GameOver, MoonChosen, MoonShot, RoundCounted, ScoreEntered
from heartslib.moves import ChooseMoon, Move, Score
from heartslib.phases.base import AnyPhase, Exchange, Round, refusal, with_captured
from heartslib.phases.match import Match
from heartslib.phases.playing import PlayPhase
from heartslib.questions import ChooseName, Question
from heartslib.rules.book.chapters import AtTable
from heartslib.sheet import Finished, ScoreSheet
from heartslib.table import Table, Trick

if TYPE_CHECKING:
    from heartslib.view import View

_WORDS = {"add": "the others score", "subtract": "your score goes down"}


@frozen(repr=False)
class _Played(AnyPhase):
    """A phase after the last trick.

    Attributes:
        exchange: What was passed before the play.
        table: The finished tricks.
        captured: The kitty cards with the tricks of each seat, seat 0 first.
    """

    exchange: Exchange
    table: Table
    captured: tuple[Cards, ...]

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The cards that each seat took, kitty cards included."""
        return with_captured(self.table.piles, self.captured)

    def round(self, match: Match) -> Round:
        return Round(exchange=self.exchange, table=self.table, captured=self.captured)


@frozen(repr=False)
class MoonPhase(_Played):
    """The shooter of the moon chooses how it is paid.

    Attributes:
        finished: The finished round, with the choice once it is made.
        shooter: The seats of the side that may choose; empty if nobody has shot the moon, or there is no choice.
    """

    name = "moon"
    takes = (ChooseMoon,)
    todo = "choose how the moon is paid"
    wants = "the shooter of the moon must choose"
    call = "choose_moon(choice)"

    finished: Finished
    shooter: tuple[int, ...]

    @classmethod
    def start(cls, match: Match, playing: PlayPhase, claimed: tuple[Trick, ...] = ()) -> MoonPhase:
        """Ask the shooter, if there is one and the rules offer a choice.

        Args:
            match: The match.
            playing: The play, at its end.
            claimed: The tricks that were claimed and not played.
        """
        rules = match.in_force
        aside = playing.aside
        table = playing.table
        finished = rules.finished(
            playing.piles,
            charged=table.charged,
            # few games ask, and it takes a while to find
            passed=aside.exchange.passed if rules.asks_passes else None,
            scores=match.scores,
            course=match.course,
            tricks=(*table.tricks, *claimed) if table.is_whole else None,
            dealer=match.dealer,
            settled=match.settled,
        )
        shooter = finished.shooter if rules.moon.choices else ()
        return cls(aside.exchange, table, aside.captured, finished, shooter)

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        if self.finished.shooter:
            yield MoonShot(self.finished.shooter)

    def happened(
        self, match: Match, move: ChooseMoon, after: MoonPhase, seat: int | None
    ) -> Events:
        yield MoonChosen(move.seat, move.choice)

    def __repr__(self) -> str:
        choice = f", {self.finished.choice} chosen" if self.finished.choice else ""
        return f"<MoonPhase: shot by {self.shooter or 'nobody'}{choice}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The shooter; if partners shot the moon together, either may choose."""
        return self.shooter if self.finished.choice is None else ()

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        return rules.moon.choices

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        names = view.in_force.moon.choices
        words = tuple(_WORDS.get(name, name) for name in names)
        return ChooseName(
            "choose", names, lambda name: ChooseMoon(seat, name), kind=ChooseMoon, words=words
        )

    def apply(self, match: Match, move: ChooseMoon) -> MoonPhase:
        if match.check_seat(move.seat) not in self.shooter:
            choose = "choose" if len(self.shooter) > 1 else "chooses"
            shot = (Seats(self.shooter), f" shot the moon and {choose}, not ")
            raise refusal(move, "turn", *shot, Seats((move.seat,)))
        choices = match.in_force.moon.choices
        if move.choice not in choices:
            reason = f"the choices are {' and '.join(map(repr, choices))}"
            raise refusal(move, "moon-choice", reason)
        return evolve(self, finished=evolve(self.finished, choice=move.choice))


@frozen(repr=False)
class ScorePhase(_Played):
    """The round is over and counted; its score is to be entered.

    Attributes:
        sheet: The score of the round.
        entered: Whether the sheet has been added to the scores.
    """

    name = "score"
    takes = (Score,)
    todo = "the round is over"
    wants = "the score must be entered"
    call = "score()"

    sheet: ScoreSheet
    entered: bool = False

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        yield RoundCounted(self.sheet)

    def happened(self, match: Match, move: Score, after: AnyPhase, seat: int | None) -> Events:
        yield ScoreEntered(self.sheet, match.with_sheet(self.sheet, self.piles).scores)

    def __repr__(self) -> str:
        entered = "entered" if self.entered else "not yet entered"
        return f"<ScorePhase: points {self.sheet.totals}, {entered}>"

    @property
    def done(self) -> bool:
        return self.entered

    def moves(self, match: Match, asked: Iterable[Question]) -> Iterator[Move]:
        return iter((Score(),))

    def round(self, match: Match) -> Round:
        return evolve(super().round(match), sheet=self.sheet)

    def apply(self, match: Match, move: Score) -> ScorePhase:
        return ScorePhase(self.exchange, self.table, self.captured, self.sheet, entered=True)


@frozen(repr=False)
class OverPhase(AnyPhase):
    """The game is over.

    Attributes:
        exchange: How cards were passed in the last round, without the cards; None if it was never known.
    """

    name = "over"
    wants = "the game is over"

    exchange: Exchange | None

    @classmethod
    def ending(cls, match: Match, phase: AnyPhase) -> OverPhase:
        """The end of the game, out of any phase."""
        exchange = phase.round(match).exchange
        return cls(Exchange(exchange.pattern, ()) if exchange else None)

    def round(self, match: Match) -> Round:
        return evolve(super().round(match), exchange=self.exchange)

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        yield GameOver(match.winners)

    def __repr__(self) -> str:
        return "<OverPhase>"
