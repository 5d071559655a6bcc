"""Moves as values: everything that can happen in a game, chance and counting included.

A game is the list of its moves (`heartslib.Game.history`): replayed, they give an equal
game.  Seats are numbered 0 to players - 1, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import attrs
from typing_extensions import override

from heartslib.cards import PACK, Card, Cards, CardsLike, to_card, to_cards
from heartslib.errors import HeartsError, shown


def _hands(hands: Iterable[CardsLike]) -> tuple[Cards, ...]:
    if isinstance(hands, str | Cards | Card):
        raise HeartsError(f"hands must be one collection of cards per seat, not {shown(hands)}")
    try:
        return tuple(Cards.parse(hand) for hand in hands)
    except TypeError:
        raise HeartsError(
            f"hands must be one collection of cards per seat, not {shown(hands)}"
        ) from None


@attrs.frozen
class Deal:
    """Chance: the hands that were dealt, seat 0 first."""

    hands: tuple[Cards, ...] = attrs.field(converter=_hands)

    @override
    def __str__(self) -> str:
        return "deal"


@attrs.frozen
class Pass:
    """A seat lays down the cards that it passes."""

    seat: int
    cards: Cards = attrs.field(converter=to_cards)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} passes {self.cards or 'nothing'}"


@attrs.frozen
class Play:
    """A seat plays a card to the trick."""

    seat: int
    card: Card = attrs.field(converter=to_card)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} plays {self.card}"


@attrs.frozen
class ChooseMoon:
    """The seat that shot the moon says how it is paid: ``"add"`` or ``"subtract"``."""

    seat: int
    choice: str

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} chooses {self.choice!r}"


@attrs.frozen
class Score:
    """The round is booked: its sheet is added to the scores."""

    @override
    def __str__(self) -> str:
        return "score"


Move: TypeAlias = Deal | Pass | Play | ChooseMoon | Score
"""Any move."""

MOVES: Final = (Deal, Pass, Play, ChooseMoon, Score)
"""The classes of `Move`."""


class _Plays(dict[int, tuple[Play, ...]]):
    def __missing__(self, seat: int) -> tuple[Play, ...]:
        plays = self[seat] = tuple(Play(seat, card) for card in PACK)
        return plays


_PLAYS: Final = _Plays()


def play_of(seat: int, card: Card) -> Play:
    """The `Play` of `card` by `seat`, made once: there are only 52 for a seat."""
    return _PLAYS[seat][card.index]
