"""Where a round is, and what follows what.

A phase knows who may act and what they may do; it knows no other phase and no variant.
Which one follows stands in `follow`, and nowhere else::

    CallingPass -> Dealing -> Passing -> Mixing -> Charging
        -> Playing <-> TakingKitty, Claiming
        -> ChoosingMoon -> Scoring -> CallingPass or Over

A phase in which the rulebook leaves nothing to decide is `done` as soon as it begins, and is
passed over: a hold hand has no pass, and a round without a moon has no choice.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

import attrs

from heartslib.moves import Deal, Move, SetUp, Stop
from heartslib.phases.calling import CallingPass
from heartslib.phases.charging import Charging
from heartslib.phases.dealing import Dealing, Mixing
from heartslib.phases.match import Exchange, Match, Packet, refusal
from heartslib.phases.moon import ChoosingMoon
from heartslib.phases.passing import Passing
from heartslib.phases.playing import Claiming, Playing, TakingKitty
from heartslib.phases.scoring import Over, Scoring
from heartslib.phases.setup import placed
from heartslib.rules.passing import is_mixed

Phase: TypeAlias = (
    CallingPass
    | Charging
    | Claiming
    | Dealing
    | Passing
    | Mixing
    | Playing
    | TakingKitty
    | ChoosingMoon
    | Scoring
    | Over
)
"""Any phase."""


def begin(match: Match) -> Phase:
    """The first phase of a round."""
    return follow(match, CallingPass.start(match))[1]


def advance(match: Match, phase: Phase, move: Move) -> tuple[Match, Phase]:
    """Make a move, and go on to the next phase in which there is something to decide.

    Raises:
        IllegalMove: The move is not allowed now.
    """
    if isinstance(move, Stop) and not isinstance(phase, Over):
        return attrs.evolve(match, stopped=True), Over()
    if isinstance(move, SetUp) and isinstance(phase, CallingPass | Dealing):
        scored = match if move.scores is None else match.with_scores(move.scores)
        return follow(scored, placed(scored, move))
    after: Phase | None = phase.apply(match, move)
    if after is None:
        raise refusal(move, "phase", phase.wants)
    return follow(match, after)


def follow(match: Match, phase: Phase) -> tuple[Match, Phase]:  # noqa: C901, PLR0912 - it is a table
    """Go on from a phase that is done, until one is not."""
    while phase.done and not isinstance(phase, Over):
        match phase:
            case CallingPass():
                assert phase.pattern is not None  # noqa: S101 - it is done
                phase = Dealing(phase.pattern)
            case Dealing():
                assert phase.deal is not None  # noqa: S101 - it is done
                phase = Passing.start(match, phase.pattern, phase.deal)
            case Passing():
                if is_mixed(phase.pattern, match.players):
                    phase = Mixing(phase, phase.deal.kitty)
                else:
                    phase = Charging.start(match, phase.deal, phase.exchanged(match))
            case Mixing():
                assert phase.deal is not None  # noqa: S101 - it is done
                passing, back = phase.passing, phase.deal
                exchange = Exchange(passing.pattern, passing.given, dealt_back=back.hands)
                phase = Charging.start(match, Deal(passing.deal.hands, back.kitty), exchange)
            case Charging():
                phase = Playing.start(match, phase)
            case Playing():
                offered = phase.offered
                phase = TakingKitty(phase) if offered else ChoosingMoon.start(match, phase)
            case Claiming():
                phase = phase.settled()
            case TakingKitty():
                phase = phase.playing
            case ChoosingMoon():
                sheet = match.rules.count(phase.finished)
                phase = Scoring(phase.exchange, phase.table, phase.captured, sheet)
            case Scoring():
                match = match.booked(phase.sheet)
                phase = Over() if match.is_over else CallingPass.start(match)
            case _:
                assert_never(phase)
    return match, phase


__all__ = [
    "CallingPass",
    "Charging",
    "ChoosingMoon",
    "Claiming",
    "Dealing",
    "Exchange",
    "Match",
    "Mixing",
    "Over",
    "Packet",
    "Passing",
    "Phase",
    "Playing",
    "Scoring",
    "TakingKitty",
    "advance",
    "begin",
    "follow",
    "refusal",
]
