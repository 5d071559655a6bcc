"""Computer players that fail, each in its own way."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

import attrs

from heartslib import HeartsError
from heartslib.bots import Bot, MonteCarlo, careful
from heartslib.moves import Charge, Move, Play
from heartslib.view import View

LONG: Final = 30
"""Seconds that are longer than anybody waits."""


class Opaque(Exception):
    """An error that cannot be read in another process."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def _raise(error: BaseException) -> Any:
    raise error


def _not_held(view: View) -> Move:
    if view.phase != "play":
        return careful(view)
    pack = view.rules.deck.cards(view.players)
    assert view.seat is not None
    return Play(view.seat, next(card for card in pack if card not in view.hand))


def _for_another(view: View) -> Move:
    """Charges nothing for seat 0, which may do so at the same time."""
    return Charge(0, ()) if view.phase == "charge" else careful(view)


def _quits(_: View) -> NoReturn:
    sys.exit(3)


_DIED = "BrokenProcessPool: A process"

WAYS: Final[Mapping[str, tuple[Callable[[View], Any], str]]] = {
    "raises": (lambda _: _raise(RuntimeError("out of luck")), "bot raised RuntimeError('out of"),
    "refuses": (lambda _: _raise(HeartsError("no deal fits")), "bot raised HeartsError('no deal"),
    "exits": (_quits, "RuntimeError: the bot raised SystemExit(3)"),
    "cancels": (lambda _: _raise(asyncio.CancelledError()), "bot raised CancelledError()"),
    "confuses": (lambda _: _raise(Opaque("a", "b")), "the bot raised Opaque('ab')"),
    "sleeps": (lambda _: time.sleep(LONG), _DIED),
    "dies": (lambda _: os._exit(3), _DIED),
    "mumbles": (lambda _: "QS", "dumps_move takes a move, not 'QS'"),
    "cheats": (_not_held, "not in the hand"),
    "meddles": (_for_another, "seat 0 charges nothing: seat 1 may not make this move"),
    "quits": (_quits, "SystemExit: 3"),
}
"""What each does, and what the error says."""


@attrs.frozen
class Failing(MonteCarlo):
    """A computer player that fails in a way."""

    way: str = "raises"

    def __call__(self, view: View) -> Any:
        return WAYS[self.way][0](view)


BOTS: Final[Mapping[str, Bot]] = {**{way: Failing(way=way) for way in WAYS}, "quits": _quits}
"""The players; the last one does not think."""
