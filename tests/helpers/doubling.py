"""A phase that the library does not have: after the pass and the charges, each seat may double the round.

It is what `tools/RECIPES.md` says of a phase, of an answer that all may know, and of a step that asks for it,
planted into the library's tables for as long as a test runs.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from typing import Any, Final

import attrs
import pytest

from heartslib import Rules, View, YesOrNo, phases, variants, view
from heartslib._values import arguments
from heartslib._values.said import if_said
from heartslib.events import Events, _OfSeat  # pyright: ignore[reportPrivateUsage]
from heartslib.moves import Answer
from heartslib.phases import AnyPhase, ChargePhase, Exchange, Match, PlayPhase, Round
from heartslib.rules import Step, Taken, Term
from heartslib.rules.book.chapters import AtTable
from heartslib.rules.counting.terms import Open, Span
from heartslib.sampling import Sampled
from heartslib.table import Settled

WHY: Final = "the cards may still turn against you"


@attrs.frozen
class SettledWithDoubles(Settled):
    """What is settled about a round, and the seats that have doubled it, in the order of their answers."""

    doubled: tuple[int, ...] = ()

    @classmethod
    def of(cls, settled: Settled) -> Settled:
        """What has been settled before anybody was asked."""
        return settled if isinstance(settled, cls) else cls(*attrs.astuple(settled, recurse=False))


@attrs.frozen
class Double(Answer):
    """A seat doubles the round or not."""


@attrs.frozen
class RoundDoubled(_OfSeat):
    """A seat has doubled the round."""

    deed = "double", "the round"
    joins = "doubled"


@attrs.frozen
class Doubled(Step):
    """Each time that somebody has doubled the round, all its points count twice as much."""

    name: str = "doubled"

    def terms(self, taken: Taken) -> Iterator[Term]:
        times: Any = 2**taken.doubles  # type: ignore[attr-defined]
        for side in taken.sides:
            yield Term(side, taken.total(side) * (times - 1), "the round was doubled")

    def describe(self, players: int) -> str:
        return "Each player in turn may double the round. Each time, all its points count twice as much."


@attrs.frozen
class DoublePhase(AnyPhase):
    """The seats double the round or decline in turn, the one at the dealer's left first.

    Attributes:
        charging: The hands, the pass and the charges.
        asked: The seats that are still to answer, in turn.
        answer: What the first of them has answered; None before.
    """

    name = "double"
    takes = (Double,)
    before_lead = True
    todo = "double the round or decline"
    wants = "the round must be doubled or not first"

    charging: ChargePhase
    asked: tuple[int, ...]
    answer: bool | None = None

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.asked[:1]

    @property
    def done(self) -> bool:
        return self.answer is not None or not self.asked

    def round(self, match: Match) -> Round:
        return attrs.evolve(self.charging.round(match), up_next=self.asked[1:])

    @classmethod
    def resumed(cls, view: View, sample: Sampled, exchange: Exchange) -> DoublePhase:
        charging = ChargePhase.resumed(view, sample, exchange)
        charging = attrs.evolve(charging, asked=(), up_next=())
        return cls(charging, (*view.to_act, *view.up_next))

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        return "double", "do not double"

    @classmethod
    def question(cls, view: View, seat: int) -> YesOrNo:
        return YesOrNo(
            "double",
            lambda yes: Double(seat, accepts=yes),
            kind=Double,
            chance=0.5,
            cautious=False,
            why=WHY,
            refusal="do not double",
        )

    def apply(self, match: Match, move: Double) -> DoublePhase:
        return attrs.evolve(self, answer=move.accepts)

    def happened(self, match: Match, move: Double, after: AnyPhase, seat: int | None) -> Events:
        if move.accepts:
            event: Any = RoundDoubled(move.seat)
            yield event


def house(slug: str = "american") -> Rules:
    """A game with the step: its players may double."""
    base = variants.get(slug)
    return attrs.evolve(base, name="House", bonuses=(*base.bonuses, Doubled()))


def _doubles(taken: Taken) -> int:
    """How many seats have doubled the round."""
    settled: Any = taken._finished.settled  # pyright: ignore[reportPrivateUsage]
    return len(settled.doubled)


def _perhaps_doubled(taken: Open) -> Any:
    """The same before the round: perhaps all of them."""
    taken.about.add("doubles")
    finished = taken._finished  # pyright: ignore[reportPrivateUsage]
    settled = if_said(finished, "settled")
    known = settled and if_said(settled, "doubled")
    return Span(0, len(taken.seats)) if known is None else len(known)


def _asking(match: Match, charging: ChargePhase) -> tuple[Match, DoublePhase]:
    """The phase after the charges."""
    places = range(1, match.players + 1)
    order = tuple((match.dealer + place) % match.players for place in places)
    return match.after(settled=SettledWithDoubles.of(match.settled)), DoublePhase(charging, order)


def _after_answer(match: Match, phase: DoublePhase) -> tuple[Match, Any]:
    """What follows an answer: the question for the next seat, or the play."""
    settled: Any = match.settled
    if phase.answer:
        match = match.settling(doubled=(*settled.doubled, phase.asked[0]))
    if later := phase.asked[1:]:
        return match, DoublePhase(phase.charging, later)
    return match.once_led(), PlayPhase.start(match, phase.charging)


def _may_double(match: Match, phase: Any, after: Any) -> bool:
    """Whether the charges are over, and the rules count doubles."""
    is_next = isinstance(phase, ChargePhase) and isinstance(after, PlayPhase)
    return is_next and any(isinstance(step, Doubled) for step in match.in_force.steps)


def plant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the phase after the charges, and what it settles into what is settled."""
    following = phases._following  # pyright: ignore[reportPrivateUsage]

    def with_doubles(match: Match, phase: Any) -> Iterator[tuple[Match, Any]]:
        if isinstance(phase, DoublePhase):
            if phase.done:
                yield _after_answer(match, phase)
            return
        for now, after in following(match, phase):
            if _may_double(match, phase, after):
                yield _asking(match, phase)
                return
            yield now, after
            match, phase = now, after

    every = phases.PHASES
    for name, module in [*sys.modules.items()]:
        if name.startswith("heartslib"):
            if getattr(module, "PHASES", None) is every:
                monkeypatch.setattr(module, "PHASES", (*every, DoublePhase))
            if getattr(module, "Settled", None) is Settled:
                monkeypatch.setattr(module, "Settled", SettledWithDoubles)
    # what a field may hold is worked out once: the class planted here must not stay
    fresh = functools.cache(arguments._checks_of.__wrapped__)  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(arguments, "_checks_of", fresh)
    monkeypatch.setattr(phases, "_following", with_doubles)
    monkeypatch.setitem(view._NAMED, "double", (DoublePhase,))  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(Taken, "doubles", property(_doubles), raising=False)
    monkeypatch.setattr(Open, "doubles", property(_perhaps_doubled), raising=False)
