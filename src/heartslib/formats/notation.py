"""Deals and rounds in one line of text, both ways.

A deal is the seat of its first hand, a colon, and the hands clockwise.  In each hand the
ranks of clubs, diamonds, spades and hearts stand between dots, and a kitty follows a plus::

    0:25K.T.Q4.39A 7..8J. ... + QS4D

A round is such a deal with what was passed and played, as ``key=value`` between semicolons.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from heartslib._given import at_most, checked_text
from heartslib.cards import Card, Cards, CardsLike, Suit, from_each, in_order
from heartslib.errors import CardsError, HeartsError, RecordError, shown
from heartslib.formats.record import RecordedRound
from heartslib.moves import MOST_PLAYERS, Deal, Pass

MAX_DEAL: Final = 4_000
"""The longest text that is read as a deal, in characters; eight packs take under 2,000."""
MAX_LINE: Final = 20_000
"""The longest line that is read as a round, in characters; one pack takes about 300."""
MOST_HANDS: Final = MOST_PLAYERS
"""The most hands of a deal; the fewest are 2."""

_UNKNOWN: Final = "-"
_NOTHING: Final = "none"
_FORM: Final = "a hand is four groups of ranks with dots between them, such as '25K.T.Q4.39A'"
_RANK: Final = re.compile(r"10|[2-9TJQKA]", re.IGNORECASE | re.ASCII)
_RANKS: Final = re.compile(r"(?:10|[2-9TJQKA])*", re.IGNORECASE | re.ASCII)
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_SEAT: Final = re.compile(r"[0-9]{1,2}")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.@-]+")

_T = TypeVar("_T")
_Hands = tuple[Cards | None, ...]


def deal_text(hands: Iterable[CardsLike | None], kitty: CardsLike = (), first: int = 0) -> str:
    """A deal in one line; `read_deal` reads it.

    Args:
        hands: The hands, seat 0 first; None for one that is not known.
        kitty: The kitty, in its order.
        first: The seat whose hand is written first.

    Raises:
        CardsError: A hand cannot be read, and which, or there are too many cards.
        RecordError: There are not 2 to 11 hands, or `first` is none of their seats.
    """
    found = _each_hand(hands)
    _check_seats(len(found), first)
    aside = in_order(kitty)
    _check_copies(found, aside)
    turned = [_hand_text(hand) for hand in (*found[first:], *found[:first])]
    end = f" + {_run(aside)}" if aside else ""
    return f"{first}:{' '.join(turned)}{end}"


def _each_hand(hands: Iterable[CardsLike | None]) -> _Hands:
    if isinstance(hands, str | Card | Cards) or not isinstance(hands, Iterable):
        raise RecordError(f"hands must be one collection of cards per seat, not {shown(hands)}")
    found: list[Cards | None] = []
    for seat, hand in enumerate(at_most(MOST_HANDS, hands, "hands", error=RecordError)):
        try:
            found.append(None if hand is None else Cards.parse(hand))
        except CardsError as error:
            raise CardsError(f"the hand of seat {seat}: {error}") from None
    return tuple(found)


def _check_seats(count: int, first: int) -> None:
    if not 2 <= count <= MOST_HANDS:
        raise RecordError(f"a deal has 2 to {MOST_HANDS} hands, not {count}")
    if type(first) is not int or not 0 <= first < count:
        raise RecordError(
            f"the first of {count} hands is that of a seat from 0 to {count - 1}, "
            f"not {shown(first)}"
        )


def _check_copies(hands: _Hands, kitty: tuple[Card, ...]) -> None:
    """Refuse more than eight packs, so that what is written can be read."""
    dealt = [card for hand in hands if hand is not None for card in hand]
    try:
        from_each([*dealt, *kitty])
    except CardsError as error:
        raise CardsError(f"all hands and the kitty together: {error}") from None


def _hand_text(hand: Cards | None) -> str:
    if hand is None:
        return _UNKNOWN
    return ".".join("".join(card.rank.letter for card in hand.of(suit)) for suit in Suit)


def _run(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def read_deal(text: str) -> Deal:
    """The deal that `deal_text` wrote: hands by seat, seat 0 first, and the kitty.

    Args:
        text: The deal.  Ranks are read in any order and case, and ``10`` as ``T``.

    Raises:
        CardsError: A hand or the kitty cannot be read, and which.
        RecordError: The text is no deal, or a hand of it is not known.
    """
    hands, kitty = _parsed(text)
    unknown = [str(seat) for seat, hand in enumerate(hands) if hand is None]
    if unknown:
        raise RecordError(
            f"the hand of seat {' and '.join(unknown)} is not known ('-'): a deal needs every "
            "hand; read_hands reads those that are known"
        )
    return Deal((hand for hand in hands if hand is not None), kitty)


def read_hands(text: str) -> tuple[Cards | None, ...]:
    """The hands of a deal, seat 0 first; None for one that is not known, written ``-``.

    Raises:
        CardsError: A hand or the kitty cannot be read, and which.
        RecordError: The text is no deal.
    """
    return _parsed(text)[0]


def _parsed(text: str) -> tuple[_Hands, tuple[Card, ...]]:
    if not isinstance(text, str):
        raise RecordError(f"a deal is text, not {shown(text)}")
    if len(text) > MAX_DEAL:
        raise RecordError(f"a text of {len(text)} characters is too long for a deal")
    start, colon, rest = text.removeprefix("\ufeff").partition(":")
    if not colon or not _SEAT.fullmatch(start.strip()):
        raise RecordError(
            "a deal begins with the seat of its first hand and a colon, such as '0:', "
            f"not with {shown(text, 24)}"
        )
    dealt, *aside = rest.split("+")
    words, first = dealt.split(), int(start)
    _check_seats(len(words), first)
    seats = [(first + place) % len(words) for place in range(len(words))]
    found = {
        seat: _hand(place, seat, word)
        for place, (seat, word) in enumerate(zip(seats, words, strict=True), 1)
    }
    hands, kitty = tuple(found[seat] for seat in sorted(found)), _kitty(aside)
    _check_copies(hands, kitty)
    return hands, kitty


def _hand(place: int, seat: int, word: str) -> Cards | None:
    if word == _UNKNOWN:
        return None
    where = f"hand {place} (seat {seat}), {shown(word)}"
    groups = word.split(".")
    if len(groups) != len(Suit):
        raise CardsError(f"{where}: {_FORM}; this has {len(groups)}, and '-' is an unknown hand")
    cards: list[str] = []
    for suit, ranks in zip(Suit, groups, strict=True):
        if not _RANKS.fullmatch(ranks):
            raise CardsError(
                f"{where}: {shown(ranks)} are no ranks of {suit.word}: write 2 to 9, T or 10, "
                "J, Q, K, A"
            )
        cards += [rank + suit.letter for rank in _RANK.findall(ranks)]
    try:
        return Cards(cards)
    except CardsError as error:
        raise CardsError(f"{where}: {error}") from None


def _kitty(parts: Sequence[str]) -> tuple[Card, ...]:
    if not parts:
        return ()
    try:
        cards = in_order(parts)
    except CardsError as error:
        raise CardsError(f"the kitty, {shown(parts[0].strip())}: {error}") from None
    if len(parts) > 1 or not cards:
        raise CardsError(
            "the kitty is written once, after all hands: a plus and its cards, such as '+ QS4D'"
        )
    return cards


def round_line(recorded: RecordedRound) -> str:
    """A recorded round in one line; `read_round` reads it.

    The keys are the names of the fields of `RecordedRound`, in a fixed order; `deal` stands for
    `hands` and `kitty`.  What is not there is left out.

    Args:
        recorded: The round.

    Raises:
        CardsError: There are more cards than eight packs have.
        RecordError: There are not 2 to 11 hands, something that each seat has is not there
            once for each, or a name is no text.
    """
    if not isinstance(recorded, RecordedRound):
        raise RecordError(f"only a RecordedRound is written in a line, not {shown(recorded)}")
    _check_each_seat(recorded)
    tricks = range(0, len(recorded.plays), len(recorded.hands))
    mixed = recorded.mixed
    values = {
        "variant": _word(recorded.variant),
        "round": str(recorded.round),
        "dealer": "" if recorded.dealer is None else str(recorded.dealer),
        "call": _word(recorded.call),
        "deal": deal_text(recorded.hands, recorded.kitty or ()),
        "passes": " ".join(map(_pass_text, recorded.passes or ())),
        "mixed": deal_text(mixed.hands, mixed.kitty) if mixed else "",
        "charged": _lots(recorded.charged),
        "laid_down": _lots(recorded.laid_down),
        "plays": " ".join(_run(recorded.plays[at : at + len(recorded.hands)]) for at in tricks),
        "moon": _word(recorded.moon),
        "points": " ".join(map(str, recorded.points or ())),
    }
    entries = [f"{key}={value}" for key, value in values.items() if value or key == "plays"]
    return " ; ".join(entries)


def _check_each_seat(recorded: RecordedRound) -> None:
    seats = len(recorded.hands)
    counts = {
        "passes": recorded.passes,
        "mixed": recorded.mixed and recorded.mixed.hands,
        "charged": recorded.charged,
        "points": recorded.points,
    }
    for key, value in counts.items():
        if value and len(value) != seats:
            raise RecordError(f"{key!r} has {len(value)} entries; there are {seats} hands")
    if [each.seat for each in recorded.passes or ()] not in ([], list(range(seats))):
        raise RecordError("'passes' must be in the order of the seats, seat 0 first")


def _word(text: str | None) -> str:
    """A name as it is, or in quotes if it could be misread; nothing for None."""
    if text is None:
        return ""
    checked_text("a name", text, error=RecordError)
    return text if _PLAIN.fullmatch(text) else json.dumps(text).replace(";", "\\u003b")


def _lots(lots: Iterable[Cards] | None) -> str:
    return " ".join(_run(cards) or _NOTHING for cards in lots or ())


def _pass_text(move: Pass) -> str:
    if not move.to:
        return _run(move.cards) or _NOTHING
    return ",".join(f"{seat}:{_run(cards) or _NOTHING}" for seat, cards in move.to)


def read_round(line: str) -> RecordedRound:
    """The round that `round_line` wrote.

    Args:
        line: The line.  The order of the keys is free, and spaces between plays mean nothing.

    Raises:
        RecordError: The line is no such round; the sentence names the key.
    """
    if not isinstance(line, str):
        raise RecordError(f"a round is a line of text, not {shown(line)}")
    if len(line) > MAX_LINE:
        raise RecordError(f"a line of {len(line)} characters is too long for a round")
    fields: dict[str, Any] = {}
    for key, value in _entries(line.removeprefix("\ufeff")).items():
        try:
            fields[key] = _READERS[key](value)
        except HeartsError as error:
            raise RecordError(f"{key!r} cannot be read: {error}") from None
    missing = [key for key in ("deal", "plays") if key not in fields]
    if missing:
        raise RecordError(f"a round needs the key {missing[0]!r}")
    deal: Deal = fields.pop("deal")
    recorded = RecordedRound(hands=deal.hands, kitty=deal.kitty or None, **fields)
    _check_each_seat(recorded)
    return recorded


def _entries(line: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for entry in line.split(";"):
        key, equals, value = (part.strip() for part in entry.partition("="))
        if not equals or key not in _READERS:
            raise RecordError(
                f"{shown(entry.strip())} is no part of a round: it must be a key and a value, such "
                f"as 'round=1'; the keys are {', '.join(_READERS)}"
            )
        if key in values:
            raise RecordError(f"the key {key!r} is there twice")
        values[key] = value
    return values


def _read_word(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    try:
        found: str | None = json.loads(value) if value.startswith('"') else None
    except ValueError:
        found = None
    if found is None:
        raise RecordError(
            f"{shown(value)} is no name: write letters, digits and any of _ . @ -, or text in double quotes"
        )
    return checked_text("a name", found, error=RecordError)


def _read_number(value: str) -> int:
    if not _NUMBER.fullmatch(value):
        raise RecordError(f"{shown(value)} is not a whole number")
    return int(value)


def _read_lot(value: str) -> Cards:
    return Cards() if value == _NOTHING else Cards(value)


def _several(read: Callable[[str], _T]) -> Callable[[str], tuple[_T, ...]]:
    def several(value: str) -> tuple[_T, ...]:
        if not value:
            raise RecordError("there is nothing in it; leave the key out")
        return tuple(map(read, value.split()))

    return several


def _read_passes(value: str) -> tuple[Pass, ...]:
    words = _several(str)(value)
    return tuple(_read_pass(seat, word) for seat, word in enumerate(words))


def _read_pass(seat: int, word: str) -> Pass:
    try:
        if ":" not in word:
            return Pass(seat, _read_lot(word))
        split: dict[int, Cards] = {}
        for packet in word.split(","):
            to, _, cards = packet.partition(":")
            if not _SEAT.fullmatch(to) or int(to) in split:
                raise RecordError(
                    f"{shown(packet)} is no packet: write a seat, each once, and cards, such as "
                    "'1:QS,3:KSAS'"
                )
            split[int(to)] = _read_lot(cards)
        return Pass.split(seat, split)
    except HeartsError as error:
        raise RecordError(f"the pass of seat {seat}: {error}") from None


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "variant": _read_word,
    "round": _read_number,
    "dealer": _read_number,
    "call": _read_word,
    "deal": read_deal,
    "passes": _read_passes,
    "mixed": read_deal,
    "charged": _several(_read_lot),
    "laid_down": _several(_read_lot),
    "plays": in_order,
    "moon": _read_word,
    "points": _several(_read_number),
}
