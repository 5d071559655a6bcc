"""What a bot is, and one that plays anything."""

from __future__ import annotations

from random import Random
from typing import Protocol

import attrs

from heartslib.errors import HeartsError
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Move, Play, TakeKitty
from heartslib.view import View


class Bot(Protocol):
    """A player: anything that can be called with what its seat knows, and gives a move."""

    def __call__(self, view: View, /) -> Move:
        """The move of the seat whose view it is, in any phase in which the seat is asked."""
        ...


def seat_of(view: View) -> int:
    """The seat that is asked.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    if view.seat is None or not view.is_my_turn:
        raise HeartsError(f"there is nothing to do for seat {view.seat} in phase {view.phase!r}")
    return view.seat


def chance_of(view: View, seed: int) -> Random:
    """Chance that is the same for the same view of a round and the same seed, and no other.

    A bot that takes its chance from here needs no memory, and gives the same answer when it is
    asked twice.
    """
    table = view.table
    tricks = [(trick.leader, *map(str, trick.cards)) for trick in (*table.tricks, table.trick)]
    cards = (view.hand, view.given, view.received, view.captured, *table.charged)
    told = (seed, view.seat, view.dealer, view.phase, view.scores, tricks, *map(str, cards))
    return Random(repr(told))  # noqa: S311 - no secret


def any_move(view: View, rng: Random) -> Move:  # noqa: PLR0911 - one for each phase
    """Any move of the seat that is asked; equal cards are one choice, and a claim is refused.

    Args:
        view: What the seat knows.
        rng: Where chance comes from.

    Raises:
        HeartsError: It is not this seat's turn to do anything.
    """
    seat = seat_of(view)
    match view.phase:
        case "call":
            return CallPass(seat, rng.choice(view.calls))
        case "pass":
            nothing = view.may_pass_nothing and rng.random() < 1 / 2
            return view.pass_of(rng.sample(list(view.may_pass), 0 if nothing else view.pass_count))
        case "charge":
            return Charge(seat, rng.choice([*view.chargeable, ""]))
        case "kitty":
            return TakeKitty(seat, rng.sample(list(view.may_lay_down), view.offered))
        case "moon":
            return ChooseMoon(seat, rng.choice(view.moon_choices))
        case _ if view.claimant is not None:
            return Answer(seat, accepts=False)
        case _:
            return Play(seat, rng.choice([*dict.fromkeys(view.legal_plays())]))


@attrs.frozen
class AtRandom:
    """A bot that does anything legal; it refuses claims.

    Attributes:
        seed: Where its chance starts from, together with the view.
    """

    seed: int = 0

    def __call__(self, view: View, /) -> Move:
        """Any move of the seat whose view it is.

        Raises:
            HeartsError: It is not this seat's turn to do anything.
        """
        return any_move(view, chance_of(view, self.seed))
