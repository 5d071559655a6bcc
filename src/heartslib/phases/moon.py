"""The choice of whoever shot the moon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

import attrs
from typing_extensions import override

from heartslib.cards import Cards
from heartslib.moves import ChooseMoon, Move
from heartslib.phases.match import AnyPhase, Exchange, Match, Round, refusal
from heartslib.phases.playing import PlayPhase
from heartslib.questions import ChooseName
from heartslib.rules import Rules
from heartslib.sheet import Finished
from heartslib.table import Table

if TYPE_CHECKING:
    from heartslib.view import View

_WORDS: Final = {"add": "the others score", "subtract": "your score goes down"}


@attrs.frozen(repr=False)
class MoonPhase(AnyPhase):
    """The shooter of the moon says how it is paid.

    Attributes:
        exchange: What was passed before the play.
        table: The finished tricks.
        captured: The kitty cards with the tricks of each seat, seat 0 first.
        finished: The record of the round, with the choice once it is made.
        shooter: The seats of the side that is asked; none if there is none to ask.
    """

    name: ClassVar[str] = "moon"
    todo: ClassVar[str] = "say how the moon is paid"
    wants: ClassVar[str] = "the shooter of the moon must choose, with choose_moon(choice)"

    exchange: Exchange
    table: Table
    captured: tuple[Cards, ...]
    finished: Finished
    shooter: tuple[int, ...]

    @classmethod
    def start(cls, match: Match, playing: PlayPhase) -> MoonPhase:
        """Ask the shooter, if there is one and the rules leave a choice."""
        rules = match.rules
        finished = rules.finished(
            playing.piles,
            charged=playing.table.all_charged,
            scores=match.scores,
            course=match.course,
        )
        shooter = rules.moon.shooter(finished) if rules.moon.choices else ()
        return cls(playing.exchange, playing.table, playing.captured, finished, shooter)

    @override
    def __repr__(self) -> str:
        choice = f", {self.finished.choice} chosen" if self.finished.choice else ""
        return f"<MoonPhase: shot by {self.shooter or 'nobody'}{choice}>"

    @property
    def done(self) -> bool:
        """Whether nobody has to choose any more."""
        return not self.shooter or self.finished.choice is not None

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The shooter; where partners shot it together, either may say."""
        return self.shooter

    def moves(self, match: Match) -> Iterator[Move]:
        """Each of the ways to be paid."""
        for seat in self.shooter:
            for choice in match.rules.moon.choices:
                yield ChooseMoon(seat, choice)

    @override
    def round(self, match: Match) -> Round:
        return Round.after(self.exchange, self.table, self.captured)

    @override
    @classmethod
    def names(cls, rules: Rules, players: int) -> tuple[str, ...]:
        return rules.moon.choices

    @override
    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        names = view.rules.moon.choices
        words = tuple(_WORDS.get(name, name) for name in names)
        return ChooseName("choose", names, lambda name: ChooseMoon(seat, name), words=words)

    def apply(self, match: Match, move: Move) -> MoonPhase | None:
        """The phase after a `ChooseMoon`."""
        if not isinstance(move, ChooseMoon):
            return None
        if match.check_seat(move.seat) not in self.shooter:
            shooter = " or ".join(map(str, self.shooter))
            reason = f"seat {shooter} shot the moon and chooses, not seat {move.seat}"
            raise refusal(move, "turn", reason)
        choices = match.rules.moon.choices
        if move.choice not in choices:
            reason = f"the choices are {' and '.join(map(repr, choices))}"
            raise refusal(move, "moon-choice", reason)
        return attrs.evolve(self, finished=attrs.evolve(self.finished, choice=move.choice))
