"""The phases of a round and their order.

A phase knows who may act and what they may do; it knows no other phase and no variant.  Their
order is set in `follow` alone::

    CallPhase -> DealPhase -> BidPhase -> ContractPhase
        -> EarlyChargePhase -> PassPhase -> MixPhase -> ChargePhase
        -> PlayPhase <-> KittyPhase, ClaimPhase
        -> MoonPhase -> ScorePhase -> CallPhase or OverPhase

A phase in which the rulebook leaves nothing to decide is `done` as soon as it begins, and is
skipped: a hold has no pass, and a round without a moon has no choice.  So every round goes through every phase, and
`follow` needs no condition for a game without the thing that a phase is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never, get_args

from heartslib.events import Event, LaidOut, RulesChanged
from heartslib.moves import ChangeRules, Move, Score, SetUp, Stop, deal_of
from heartslib.phases.base import AnyPhase, Exchange, Packet, Round, refusal, untimely
from heartslib.phases.charging import ChargePhase, EarlyChargePhase
from heartslib.phases.dealing import BidPhase, CallPhase, ContractPhase, DealPhase
from heartslib.phases.match import Match
from heartslib.phases.passing import MixPhase, PassPhase
from heartslib.phases.playing import ClaimPhase, KittyPhase, PlayPhase
from heartslib.phases.scoring import MoonPhase, OverPhase, ScorePhase
from heartslib.phases.setup import placed
from heartslib.phases.standing import Standing

Phase = (
    CallPhase
    | DealPhase
    | BidPhase
    | ContractPhase
    | EarlyChargePhase
    | PassPhase
    | MixPhase
    | ChargePhase
    | PlayPhase
    | KittyPhase
    | ClaimPhase
    | MoonPhase
    | ScorePhase
    | OverPhase
)
"""Any phase, in the order of a round."""

PHASES: tuple[type[Phase], ...] = get_args(Phase)
"""All the phases."""
PHASE_NAMES = tuple(dict.fromkeys(phase.name for phase in PHASES))
"""The names of the phases; two phases are called ``"deal"``, and two ``"play"``."""


def _asks(phase: type[Phase]) -> bool:
    return any("question" in vars(kind) for kind in phase.__mro__ if kind is not AnyPhase)


ASKING = tuple(dict.fromkeys(phase.name for phase in PHASES if _asks(phase)))
"""The names of the phases in which seats are asked."""


def begin(match: Match) -> Phase:
    """The first phase of a round."""
    return follow(match, CallPhase.start(match))[1]


def advance(match: Match, phase: Phase, move: Move) -> tuple[Match, Phase]:
    """Make a move and go on to the next phase with something to decide.

    Raises:
        IllegalMove: The move is not allowed now.
    """
    return follow(*_made(match, phase, move))


def events_of(
    match: Match, phase: Phase, move: Move, seat: int | None
) -> tuple[Match, Phase, tuple[Event, ...]]:
    """What `advance` returns, and what a seat sees of the move and of all that follows from it.

    Raises:
        IllegalMove: The move is not allowed now.
    """
    now, after = _made(match, phase, move)
    accepted: Any = move  # of a kind that the phase takes, and `after` is what it makes of it
    made: Any = after
    events: list[Event] = []
    match move:
        case SetUp():
            events.append(LaidOut())
        case ChangeRules(rules):
            events += (RulesChanged(rules), *after.seen_at_start(now, phase, seat))
        case Stop():
            if isinstance(phase, ScorePhase):
                events += phase.happened(match, Score(), after, seat)
            events += after.seen_at_start(now, phase, seat)
        case _:
            events += phase.happened(match, accepted, made, seat)
    for next_match, next_phase in _following(now, after):
        events += next_phase.seen_at_start(next_match, after, seat)
        now, after = next_match, next_phase
    return now, after, tuple(events)


def _made(match: Match, phase: Phase, move: Move) -> tuple[Match, Phase]:
    """Make a move; perhaps the phase is done after it."""
    if isinstance(move, Stop) and not isinstance(phase, OverPhase):
        if isinstance(phase, ScorePhase):  # the round is over: its score counts
            match = match.with_sheet(phase.sheet, phase.piles)
        return match.after(stopped=True), OverPhase.ending(match, phase)
    if isinstance(move, ChangeRules) and not isinstance(phase, OverPhase):
        if not isinstance(phase, CallPhase | DealPhase):
            raise refusal(move, "phase", f"the rules change only between rounds: {phase.wants}")
        match = match.with_rules(move.rules)
        return match, CallPhase.start(match)
    if isinstance(move, SetUp) and isinstance(phase, CallPhase | DealPhase):
        match = match.with_round(move)
        return match.once_led(), placed(match, move)
    return match, phase.after(match, move)


def follow(match: Match, phase: Phase) -> tuple[Match, Phase]:
    """Go on from phases that are done to the first that is not."""
    return [(match, phase), *_following(match, phase)][-1]


def _following(match: Match, phase: Phase) -> Iterator[tuple[Match, Phase]]:
    """Each phase that follows one that is done, with its match, up to the first that is not done."""
    while phase.done and not isinstance(phase, OverPhase):
        match, phase = _next(match, phase)
        yield match, phase


def _next(match: Match, phase: Phase) -> tuple[Match, Phase]:  # noqa: C901, PLR0911, PLR0912 - a table
    """The phase after one that is done: this is the order of a round."""
    assert not isinstance(phase, OverPhase)  # noqa: S101 - nothing follows it
    match phase:
        case CallPhase():
            # A phase that is done has what it asked for; `done` cannot tell type checkers so.
            assert phase.pattern is not None  # noqa: S101 - it is done
            return match, DealPhase(phase.pattern)
        case DealPhase():
            return _after_deal(match, phase)
        case BidPhase():
            match = match.with_bids(phase.made)
            return match, ContractPhase.start(match, phase.deal, phase.pattern)
        case ContractPhase():
            match = match.under(phase.contract).with_namer_leading()
            return match, EarlyChargePhase.before(match, phase.pattern, phase.deal)
        case EarlyChargePhase(exchange, hands, kitty, table):
            deal = deal_of(hands, kitty, (), None)
            return match, PassPhase.start(match, exchange.pattern, deal, table)
        case PassPhase():
            if match.at_table.mixes(phase.pattern):
                return match, MixPhase.start(phase)
            exchange = phase.exchanged(match)
            return match, ChargePhase.start(match, phase.deal, exchange, phase.table)
        case MixPhase():
            return _after_mix(match, phase)
        case ChargePhase():
            # the play needs the leader, which `once_led` forgets
            return match.once_led(), PlayPhase.start(match, phase)
        case PlayPhase():
            return match, KittyPhase(phase) if phase.offered else MoonPhase.start(match, phase)
        case ClaimPhase(playing):
            if phase.refused:
                return match, playing.after_refusal()
            return match, MoonPhase.start(match, playing.conceded(match), playing.claimed)
        case KittyPhase():
            return match, phase.playing
        case MoonPhase():
            sheet = match.in_force.count(phase.finished)
            return match, ScorePhase(phase.exchange, phase.table, phase.captured, sheet)
        case ScorePhase():
            match = match.with_sheet(phase.sheet, phase.piles)
            return match, OverPhase.ending(match, phase) if match.is_over else CallPhase.start(
                match
            )
        case _:
            assert_never(phase)


def _after_deal(match: Match, phase: DealPhase) -> tuple[Match, Phase]:
    """What the deal settles besides the hands: cards face up, and perhaps who leads."""
    deal = phase.deal
    assert deal is not None  # noqa: S101 - it is done
    match = match.with_face_up(deal.face_up or deal.kitty)
    if deal.leader is not None:
        match = match.settling(leader=deal.leader)
    deal = deal_of(deal.hands, match.rules.kitty.in_play(deal.kitty), (), None)
    return match, BidPhase.start(match, deal, phase.pattern)


def _after_mix(match: Match, phase: MixPhase) -> tuple[Match, Phase]:
    """The hands once the cards from the middle are dealt back."""
    passing = phase.passing
    back = phase.deal
    assert back is not None  # noqa: S101 - it is done
    exchange = Exchange(passing.pattern, passing.given, dealt_back=back.hands)
    dealt = deal_of(passing.deal.hands, back.kitty, (), None)
    return match, ChargePhase.start(match, dealt, exchange, passing.table)


__all__ = [
    "ASKING",
    "PHASES",
    "PHASE_NAMES",
    "AnyPhase",
    "BidPhase",
    "CallPhase",
    "ChargePhase",
    "ClaimPhase",
    "ContractPhase",
    "DealPhase",
    "EarlyChargePhase",
    "Exchange",
    "KittyPhase",
    "Match",
    "MixPhase",
    "MoonPhase",
    "OverPhase",
    "Packet",
    "PassPhase",
    "Phase",
    "PlayPhase",
    "Round",
    "ScorePhase",
    "Standing",
    "advance",
    "begin",
    "events_of",
    "follow",
    "refusal",
    "untimely",
]

__dir__ = __all__.copy  # what `dir` shows of the module
