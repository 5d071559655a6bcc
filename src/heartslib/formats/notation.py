"""Deals written and read as one line of text.

A deal is the seat of its first hand, a colon, and the hands in the order of play.  A hand is its clubs,
diamonds, spades and hearts, written as ranks and separated by dots; a kitty follows a plus::

    0:25K.T.Q4.39A 7..8J. ... + QS4D

It is in the style of deals in bridge (PBN), with the suits in the order of this library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from heartslib._values.arguments import MOST_PLAYERS, at_most, prefixed_errors, whole_within
from heartslib.cards import Card, Cards, CardsLike, Suit, from_each, in_order
from heartslib.errors import CardsError, RecordError, quoted
from heartslib.formats._json import checked_length
from heartslib.moves import Deal

MAX_DEAL = 4_000
"""The longest text accepted as a deal, in characters; eight packs take under 2,000."""

_UNKNOWN = "-"
_FORM = "a hand is four groups of ranks separated by dots, such as '25K.T.Q4.39A'"
_RANK = re.compile(r"10|[*1-9TJQKA]", re.IGNORECASE | re.ASCII)
_RANKS = re.compile(r"(?:10|[*1-9TJQKA])*", re.IGNORECASE | re.ASCII)
_SEAT = re.compile(r"[0-9]{1,2}")

_Hands: TypeAlias = tuple[Cards | None, ...]


def deal_text(hands: Iterable[CardsLike | None], kitty: CardsLike = (), first: int = 0) -> str:
    """A deal in one line; `read_deal` reads it.

    Args:
        hands: The hands, seat 0 first; None for an unknown hand.
        kitty: The kitty, in order.
        first: The seat whose hand is written first.

    Raises:
        CardsError: A hand cannot be read (the message says which), or there are too many cards.
        RecordError: There are not 2 to 11 hands, or `first` is not one of their seats.
    """
    by_seat = _read_each_hand(hands)
    first = _check_seats(len(by_seat), first)
    aside = in_order(kitty)
    _check_copies(by_seat, aside)
    onward = [_hand_text(hand) for hand in by_seat[first:] + by_seat[:first]]
    end = f" + {''.join(map(str, aside))}" if aside else ""
    return f"{first}:{' '.join(onward)}{end}"


def _read_each_hand(hands: Iterable[CardsLike | None]) -> _Hands:
    if isinstance(hands, str | Card | Cards) or not isinstance(hands, Iterable):
        raise RecordError(f"hands must be one collection of cards per seat, not {quoted(hands)}")
    read: list[Cards | None] = []
    for seat, hand in enumerate(at_most(MOST_PLAYERS, hands, "hands", error=RecordError)):
        with prefixed_errors(f"the hand of seat {seat}", CardsError):
            read.append(None if hand is None else Cards.parse(hand))
    return tuple(read)


def _check_seats(count: int, first: int) -> int:
    """The seat that comes first, if it is one of so many."""
    if not 2 <= count <= MOST_PLAYERS:
        raise RecordError(f"a deal has 2 to {MOST_PLAYERS} hands, not {count}")
    must = f"the first of {count} hands must belong to a seat from 0 to {count - 1}"
    return whole_within(0, count - 1, first, must, error=RecordError)


def _check_copies(hands: _Hands, kitty: tuple[Card, ...]) -> None:
    """Refuse more than eight packs, which could not be read again."""
    with prefixed_errors("all hands and the kitty together", CardsError):
        from_each([*chain.from_iterable(hand or () for hand in hands), *kitty])


def _hand_text(hand: Cards | None) -> str:
    if hand is None:
        return _UNKNOWN
    return ".".join("".join(card.rank.letter for card in hand.of(suit)) for suit in Suit)


def read_deal(text: str) -> Deal:
    """The deal that `deal_text` wrote: hands by seat, seat 0 first, and the kitty.

    Args:
        text: The deal.  Ranks may be in any order and case, and ``10`` is read as ``T``.

    Raises:
        CardsError: A hand or the kitty cannot be read; the message says which.
        RecordError: The text is not a deal, or one of its hands is unknown.
    """
    hands, kitty = _read_parts(text)
    unknown = [str(seat) for seat, hand in enumerate(hands) if hand is None]
    if unknown:
        raise RecordError(
            f"the hand of seat {' and '.join(unknown)} is unknown ('-'): a deal needs every hand; "
            "read_hands reads the known ones"
        )
    return Deal((hand for hand in hands if hand is not None), kitty)


def read_hands(text: str) -> tuple[Cards | None, ...]:
    """The hands of a deal, seat 0 first; None for an unknown hand, written ``-``.

    Raises:
        CardsError: A hand or the kitty cannot be read; the message says which.
        RecordError: The text is not a deal.
    """
    return _read_parts(text)[0]


def _read_parts(text: str) -> tuple[_Hands, tuple[Card, ...]]:
    """The hands, seat 0 first, and the kitty."""
    start, colon, rest = checked_length(text, "deal", MAX_DEAL).partition(":")
    if not colon or not _SEAT.fullmatch(start.strip()):
        raise RecordError(
            "a deal must begin with the seat of its first hand and a colon, such as '0:', "
            f"not with {quoted(text, 24)}"
        )
    dealt, *aside = rest.split("+")
    words = dealt.split()
    first = _check_seats(len(words), int(start))
    read = [
        _read_hand(f"hand {place + 1} (seat {(first + place) % len(words)})", word)
        for place, word in enumerate(words)
    ]
    hands = (*read[-first:], *read[:-first])
    kitty = _read_kitty(aside)
    _check_copies(hands, kitty)
    return hands, kitty


def _read_hand(place: str, word: str) -> Cards | None:
    if word == _UNKNOWN:
        return None
    where = f"{place}, {quoted(word)}"
    groups = word.split(".")
    if len(groups) != len(Suit):
        raise CardsError(f"{where}: {_FORM}, not {len(groups)} ('-' is an unknown hand)")
    cards: list[str] = []
    for suit, ranks in zip(Suit, groups, strict=True):
        if not _RANKS.fullmatch(ranks):
            raise CardsError(
                f"{where}: {quoted(ranks)} are not ranks of {suit.word}: write 2 to 9, T or 10, "
                "J, Q, K, A"
            )
        cards += [rank + suit.letter for rank in _RANK.findall(ranks)]
    with prefixed_errors(where, CardsError):
        return Cards(cards)


def _read_kitty(parts: Sequence[str]) -> tuple[Card, ...]:
    if not parts:
        return ()
    with prefixed_errors(f"the kitty, {quoted(parts[0].strip())}", CardsError):
        cards = in_order(parts)
    if len(parts) > 1 or not cards:
        raise CardsError(
            "write the kitty once, after all hands: a plus and its cards, such as '+ QS4D'"
        )
    return cards


__all__ = [
    "MAX_DEAL",
    "deal_text",
    "read_deal",
    "read_hands",
]

__dir__ = __all__.copy  # what `dir` shows of the module
