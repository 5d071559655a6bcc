"""Where a round is, and what follows what.

A phase knows who may act and what they may do; it knows no other phase and no variant.
Which one follows stands in `follow`, and nowhere else::

    Dealing -> Passing -> Playing -> ChoosingMoon -> Scoring -> Dealing or Over

A phase in which the rulebook leaves nothing to decide is `done` as soon as it begins, and is
passed over: a hold hand has no pass, and a round without a moon has no choice.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from heartslib.moves import Move
from heartslib.phases.dealing import Dealing
from heartslib.phases.match import Exchange, Match, refusal
from heartslib.phases.moon import ChoosingMoon
from heartslib.phases.passing import Passing
from heartslib.phases.playing import Playing
from heartslib.phases.scoring import Over, Scoring

Phase: TypeAlias = Dealing | Passing | Playing | ChoosingMoon | Scoring | Over
"""Any phase."""


def advance(match: Match, phase: Phase, move: Move) -> tuple[Match, Phase]:
    """Make a move, and go on to the next phase in which there is something to decide.

    Raises:
        IllegalMove: The move is not allowed now.
    """
    after: Phase | None = phase.apply(match, move)
    if after is None:
        raise refusal(move, "phase", phase.wants)
    return follow(match, after)


def follow(match: Match, phase: Phase) -> tuple[Match, Phase]:
    """Go on from a phase that is done, until one is not."""
    while phase.done and not isinstance(phase, Over):
        match phase:
            case Dealing():
                phase = Passing.start(match, phase.hands)
            case Passing():
                phase = Playing.start(match, *phase.exchanged(match))
            case Playing():
                phase = ChoosingMoon.start(match, phase.table, phase.exchange)
            case ChoosingMoon():
                sheet = match.rules.count(phase.finished)
                phase = Scoring(phase.exchange, phase.table, sheet)
            case Scoring():
                match = match.booked(phase.sheet)
                phase = Over() if match.is_over else Dealing()
            case _:
                assert_never(phase)
    return match, phase


__all__ = [
    "ChoosingMoon",
    "Dealing",
    "Exchange",
    "Match",
    "Over",
    "Passing",
    "Phase",
    "Playing",
    "Scoring",
    "advance",
    "follow",
    "refusal",
]
