"""Moves as values: everything that can happen in a game, chance and counting included.

A game is the list of its moves (`heartslib.Game.history`): replayed, they give an equal
game.  Seats are numbered 0 to players - 1, clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final, TypeAlias, get_args

import attrs
from typing_extensions import override

from heartslib._bits import MAX_COPIES, PACK_SIZE
from heartslib._given import BY_SEAT, NUMBERS_BY_SEAT, TRICKS, at_most, checked_text, series
from heartslib._pairs import pairs
from heartslib.cards import PACK, Card, Cards, CardsLike, from_each, in_order, to_card, to_cards
from heartslib.errors import HeartsError, shown

MOST_PLAYERS: Final = 11
"""The most seats that any game has."""
_MOST_TRICKS: Final = PACK_SIZE * MAX_COPIES // 2
_MOST_CHECKS: Final = 100


def _by_seat(name: str, given: Iterable[CardsLike]) -> tuple[Cards, ...]:
    """Cards for each seat, seat 0 first, which an error calls by that name."""
    return tuple(map(Cards.parse, series(MOST_PLAYERS, given, name, BY_SEAT)))


def _hands(given: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return _by_seat("hands", given)


def _taken(given: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return _by_seat("taken", given)


def _captured(given: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return _by_seat("captured", given)


def _charged(given: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return _by_seat("charged", given)


def _is_a_name(_: object, __: attrs.Attribute[str], call: object) -> None:
    if not isinstance(call, str):
        raise HeartsError(f"a call is the name of a pattern, such as 'mix', not {shown(call)}")
    checked_text("a call", call)


def _is_seat(_: object, __: attrs.Attribute[int], seat: object) -> None:
    if type(seat) is not int:
        raise HeartsError(f"{shown(seat)} is not a seat: seats are whole numbers from 0")


@attrs.frozen
class CallPass:
    """The dealer says how cards are passed this round, by the name of a pattern."""

    seat: int = attrs.field(validator=_is_seat)
    call: str = attrs.field(validator=_is_a_name)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} calls {self.call}"


def _kitty(kitty: CardsLike) -> tuple[Card, ...]:
    """A kitty in its order: what has none is laid in sorted order."""
    return tuple(Cards(kitty)) if isinstance(kitty, Cards | AbstractSet) else in_order(kitty)


@attrs.frozen
class Deal:
    """Chance: the hands that were dealt, seat 0 first, and the kitty, in its order.

    After a mix it is what each seat gets back.
    """

    hands: tuple[Cards, ...] = attrs.field(converter=_hands)
    kitty: tuple[Card, ...] = attrs.field(default=(), converter=_kitty)

    @override
    def __str__(self) -> str:
        return "deal"


def _packets(
    to: Mapping[int, CardsLike] | Iterable[tuple[int, CardsLike]],
) -> tuple[tuple[int, Cards], ...]:
    return tuple((seat, Cards.parse(cards)) for seat, cards in pairs(to))


@attrs.frozen
class Pass:
    """A seat lays down the cards that it passes.

    Attributes:
        seat: The seat.
        cards: The cards.
        to: Which of them each seat gets, where they go to several.
    """

    seat: int = attrs.field(validator=_is_seat)
    cards: Cards = attrs.field(converter=to_cards)
    to: tuple[tuple[int, Cards], ...] = attrs.field(default=(), converter=_packets)

    @classmethod
    def split(cls, seat: int, to: Mapping[int, CardsLike]) -> Pass:
        """A pass to several seats: ``Pass.split(0, {1: "QS", 2: "KS", 3: "AS"})``."""
        packets = _packets(to)
        return cls(seat, from_each([card for _, cards in packets for card in cards]), packets)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} passes {self.cards or 'nothing'}"


@attrs.frozen
class Charge:
    """A seat charges cards by showing them, or none.

    Attributes:
        seat: The seat.
        cards: The cards; none to decline.
    """

    seat: int = attrs.field(validator=_is_seat)
    cards: Cards = attrs.field(factory=Cards, converter=to_cards)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} charges {self.cards or 'nothing'}"


@attrs.frozen
class Play:
    """A seat plays a card to the trick."""

    seat: int = attrs.field(validator=_is_seat)
    card: Card = attrs.field(converter=to_card)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} plays {self.card}"


@attrs.frozen
class Claim:
    """The seat on turn claims all the tricks that are left."""

    seat: int = attrs.field(validator=_is_seat)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} claims the rest"


def _is_yes_or_no(_: object, __: attrs.Attribute[bool], accepts: object) -> None:
    if not isinstance(accepts, bool):
        raise HeartsError(
            f"a claim is accepted with True or refused with False, not {shown(accepts)}"
        )


@attrs.frozen
class Answer:
    """A seat accepts a claim or refuses it."""

    seat: int = attrs.field(validator=_is_seat)
    accepts: bool = attrs.field(validator=_is_yes_or_no)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} {'accepts' if self.accepts else 'refuses'} the claim"


@attrs.frozen
class TakeKitty:
    """A seat takes the kitty into its hand and lays cards face down with its tricks."""

    seat: int = attrs.field(validator=_is_seat)
    cards: Cards = attrs.field(converter=to_cards)

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} takes the kitty and lays down {self.cards}"


@attrs.frozen
class ChooseMoon:
    """The seat that shot the moon says how it is paid: ``"add"`` or ``"subtract"``."""

    seat: int = attrs.field(validator=_is_seat)
    choice: str

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} chooses {self.choice!r}"


def _tricks(tricks: Iterable[CardsLike]) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(in_order, series(_MOST_TRICKS, tricks, "tricks", TRICKS)))


def _scores(scores: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if scores is None else series(MOST_PLAYERS, scores, "scores", NUMBERS_BY_SEAT)


def waived(names: Iterable[str]) -> tuple[str, ...]:
    """Names of checks that are left out, if they are a list of texts."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise HeartsError(f"checks are waived by a list of their names, not {shown(names)}")
    return at_most(_MOST_CHECKS, names, "checks")


@attrs.frozen(kw_only=True)
class SetUp:
    """The cards are laid out as in the middle of a round, in place of a deal.

    Attributes:
        hands: The hands, seat 0 first.
        leader: The seat that led to the first of the tricks.
        tricks: The earlier tricks, first to last, each in the order of play.
        trick: The trick on the table, in the order of play.
        taken: What each seat has taken before, seat 0 first, where it is not known in which
            tricks; else empty.
        kitty: What is left of the kitty, in its order.
        captured: Kitty cards that lie with the tricks of each seat, seat 0 first, or nothing.
        charged: What each seat has charged, seat 0 first, or nothing.
        scores: The scores before the round, seat 0 first; None for 0.
        waived: The names of the checks that are left out.
    """

    hands: tuple[Cards, ...] = attrs.field(converter=_hands)
    leader: int
    tricks: tuple[tuple[Card, ...], ...] = attrs.field(default=(), converter=_tricks)
    trick: tuple[Card, ...] = attrs.field(default=(), converter=in_order)
    taken: tuple[Cards, ...] = attrs.field(default=(), converter=_taken)
    kitty: tuple[Card, ...] = attrs.field(default=(), converter=_kitty)
    captured: tuple[Cards, ...] = attrs.field(default=(), converter=_captured)
    charged: tuple[Cards, ...] = attrs.field(default=(), converter=_charged)
    scores: tuple[int, ...] | None = attrs.field(default=None, converter=_scores)
    waived: tuple[str, ...] = attrs.field(default=(), converter=waived)

    @override
    def __str__(self) -> str:
        return "set up"


@attrs.frozen
class Score:
    """The round is entered: its sheet is added to the scores."""

    @override
    def __str__(self) -> str:
        return "score"


@attrs.frozen
class Stop:
    """The host ends the game; a round in progress does not count."""

    @override
    def __str__(self) -> str:
        return "stop"


Move: TypeAlias = (
    CallPass
    | Deal
    | SetUp
    | Pass
    | Charge
    | Play
    | Claim
    | Answer
    | TakeKitty
    | ChooseMoon
    | Score
    | Stop
)
"""Any move."""

MOVES: Final[tuple[type[Any], ...]] = get_args(Move)
"""The classes of `Move`."""

PLAYS: Final = tuple(tuple(Play(seat, card) for card in PACK) for seat in range(MOST_PLAYERS))
"""The 52 plays of each seat, made once, by seat and `Card.index`."""


def play_of(seat: int, card: Card) -> Play:
    """The `Play` of `card` by `seat`, made once: there are only 52 for a seat."""
    return PLAYS[seat][card.index]


class IllegalMove(HeartsError):
    """A move that the rules do not allow now.

    Attributes:
        move: The move that was tried, as a value of `heartslib.moves`; None where
            the input was no move at all.
        rule: The stable identifier of the rule that forbids it, such as
            ``"follow-suit"``; for programs and translations.
        reason: The sentence for people, without the move.
        legal: The cards that may be played instead; empty where no card may be.
    """

    def __init__(self, *reason: object, rule: str, move: Move | None, legal: Cards) -> None:
        super().__init__(*reason)
        self.reason = super().spelled(str)
        self.rule = self.code = rule
        self.move = move
        self.legal = legal

    @override
    def spelled(self, spell: Callable[[object], str]) -> str:
        """The sentence as a front end tells it, the move before it and the legal cards after it.

        Args:
            spell: What to write for each part of the reason.
        """
        what = f"{self.move}: " if self.move is not None else ""
        instead = f" (legal: {self.legal})" if self.legal else ""
        return f"{what}{super().spelled(spell)}{instead}"

    @override
    def __reduce__(self) -> tuple[object, ...]:
        return _illegal_move, (self.args, self.rule, self.move, self.legal)


def _illegal_move(
    reason: tuple[object, ...], rule: str, move: Move | None, legal: Cards
) -> IllegalMove:
    """Rebuild an `IllegalMove`: exceptions pickle by position, its arguments have names."""
    return IllegalMove(*reason, rule=rule, move=move, legal=legal)
