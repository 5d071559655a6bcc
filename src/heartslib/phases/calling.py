"""The dealer's call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import attrs
from typing_extensions import override

from heartslib.errors import RulesError
from heartslib.moves import CallPass, Move
from heartslib.phases.match import AnyPhase, Match, refusal
from heartslib.questions import ChooseName
from heartslib.rules import PassPattern, Rules
from heartslib.rules.passing import called

if TYPE_CHECKING:
    from heartslib.view import View


@attrs.frozen(repr=False)
class CallPhase(AnyPhase):
    """The dealer says how cards are passed, before anyone has seen a card.

    Attributes:
        pattern: What is called; where the rules leave no call, what they say.
    """

    name: ClassVar[str] = "call"
    todo: ClassVar[str] = "call the pass"
    wants: ClassVar[str] = "the dealer must call the pass first, with call_pass(pattern)"

    pattern: PassPattern | None = None

    @classmethod
    def start(cls, match: Match) -> CallPhase:
        """Ask the dealer, if the rules leave the pass to a call."""
        passing = match.rules.passing
        if passing.calls(match.players):
            return cls()
        return cls(passing.pattern(match.round_number, match.players))

    @override
    def __repr__(self) -> str:
        return f"<CallPhase: {self.pattern.name if self.pattern else 'nothing called yet'}>"

    @property
    def done(self) -> bool:
        """Whether it is known how cards are passed."""
        return self.pattern is not None

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The dealer."""
        return (match.dealer,)

    def moves(self, match: Match) -> Iterator[Move]:
        """Every call."""
        return (CallPass(match.dealer, name) for name in self.names(match.rules, match.players))

    @override
    @classmethod
    def names(cls, rules: Rules, players: int) -> tuple[str, ...]:
        return tuple(pattern.name for pattern in rules.passing.calls(players))

    @override
    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        names = cls.names(view.rules, view.players)
        return ChooseName("call", names, lambda name: CallPass(seat, name))

    def apply(self, match: Match, move: Move) -> CallPhase | None:
        """The phase after a `CallPass`."""
        if not isinstance(move, CallPass):
            return None
        if match.check_seat(move.seat) != match.dealer:
            reason = f"seat {match.dealer} deals and calls the pass, not seat {move.seat}"
            raise refusal(move, "turn", reason)
        try:
            return CallPhase(called(match.rules.passing, move.call, match.players))
        except RulesError as error:
            raise refusal(move, "call", str(error)) from error
