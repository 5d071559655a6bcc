"""Moves as values: everything that can happen in a game, including deals and scoring.

The list of a game's moves (`heartslib.Game.history`) can be replayed to an equal game.  That is why chance is a
move, too: a `Deal` says which cards came, so that nothing depends on a generator, and a deal at a real table is
entered in the same way.  Seats are numbered 0 to players - 1, in the order of play.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, get_args

from attrs import Attribute, field

from heartslib._elsewhere import PositionElsewhere, by_seat, is_contract, is_seat, kitty_in_order
from heartslib._values.arguments import (
    MOST_BID,
    MOST_PLAYERS,
    checked_text,
    frozen,
    kept,
    of_kind,
    pairs,
    whole_within,
)
from heartslib._values.quick import quick
from heartslib.cards import KINDS, Card, Cards, CardsLike, from_each, in_order, to_card, to_cards
from heartslib.errors import HeartsError

if TYPE_CHECKING:
    from heartslib.rules import Rules


# a function for each field, since a converter is not given the name for its errors
def _hands(cards: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return by_seat("hands", cards)


def _taken_by_seat(cards: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return by_seat("taken", cards)


def _captured(cards: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return by_seat("captured", cards)


def _is_a_name(_: object, __: Attribute[str], call: object) -> None:
    of_kind(str, call, "call must be the name of a pattern, such as 'mix'")
    checked_text("a call", call)


@frozen
class _OfSeat:
    """A move that a seat makes."""

    seat: int = field(validator=is_seat)


@frozen
class CallPass(_OfSeat):
    """The dealer names the pattern by which cards are passed this round."""

    call: str = field(validator=_is_a_name)

    def __str__(self) -> str:
        return f"seat {self.seat} calls {self.call}"


@frozen
class Deal:
    """Chance deals the hands, seat 0 first, and the kitty, in order.

    After a mix the hands are what each seat gets back.

    Attributes:
        hands: The hands.
        kitty: The kitty.
        face_up: The dealer's last card, if the rules show it; it is in the dealer's hand.
        leader: The seat that was drawn to lead first, if the rules draw one.
    """

    hands: tuple[Cards, ...] = field(converter=_hands)
    kitty: tuple[Card, ...] = field(default=(), converter=kitty_in_order)
    face_up: tuple[Card, ...] = field(default=(), converter=in_order)
    leader: int | None = None

    def __str__(self) -> str:
        return "deal"


deal_of = quick(Deal)
"""Makes a `Deal` quickly, of cards that have been read."""


def _is_bid(move: object, attribute: Attribute[int], bid: object) -> None:
    whole_within(0, MOST_BID, bid, f"a bid must be a whole number from 0 (a pass) to {MOST_BID}")
    kept(move, attribute, bid)


@frozen
class Bid(_OfSeat):
    """A seat bids for the right to name the contract, or passes with 0."""

    bid: int = field(validator=_is_bid)

    def __str__(self) -> str:
        return f"seat {self.seat} bids {self.bid or 'nothing'}"


@frozen
class NameContract(_OfSeat):
    """The dealer, or the highest bidder, names the contract of the round."""

    contract: str = field(validator=is_contract)

    def __str__(self) -> str:
        return f"seat {self.seat} names {self.contract}"


def _packets_to(
    to: Mapping[int, CardsLike] | Iterable[tuple[int, CardsLike]],
) -> tuple[tuple[int, Cards], ...]:
    if isinstance(to, tuple) and not to:  # the default, and what most records have
        return ()
    return tuple((seat, Cards.parse(cards)) for seat, cards in pairs(to))


@frozen
class Pass(_OfSeat):
    """A seat lays down the cards it passes.

    Attributes:
        seat: The seat.
        cards: The cards.
        to: The cards for each seat, if they go to several.
    """

    cards: Cards = field(converter=to_cards)
    to: tuple[tuple[int, Cards], ...] = field(default=(), converter=_packets_to)

    @classmethod
    def split(cls, seat: int, to: Mapping[int, CardsLike]) -> Pass:
        """A pass to several seats: ``Pass.split(0, {1: "QS", 2: "KS", 3: "AS"})``."""
        packets = _packets_to(to)
        return cls(seat, from_each([card for _, cards in packets for card in cards]), packets)

    def __str__(self) -> str:
        return f"seat {self.seat} passes {self.cards or 'nothing'}"


@frozen
class Charge(_OfSeat):
    """A seat charges cards by showing them, or declines.

    Attributes:
        seat: The seat.
        cards: The cards; empty to decline.
    """

    cards: Cards = field(factory=Cards, converter=to_cards)

    def __str__(self) -> str:
        return f"seat {self.seat} charges {self.cards or 'nothing'}"


@frozen
class Play(_OfSeat):
    """A seat plays a card to the trick."""

    card: Card = field(converter=to_card)

    def __str__(self) -> str:
        return f"seat {self.seat} plays {self.card}"


@frozen
class Claim(_OfSeat):
    """The seat to act claims all the remaining tricks."""

    def __str__(self) -> str:
        return f"seat {self.seat} claims the rest"


@frozen
class Answer(_OfSeat):
    """A seat accepts a claim or refuses it."""

    accepts: bool

    def __str__(self) -> str:
        return f"seat {self.seat} {'accepts' if self.accepts else 'refuses'} the claim"


@frozen
class LayDown(_OfSeat):
    """A seat that took kitty cards into its hand lays down as many, with its tricks."""

    cards: Cards = field(converter=to_cards)

    def __str__(self) -> str:
        return f"seat {self.seat} lays down {self.cards or 'nothing'}"


@frozen
class ChooseMoon(_OfSeat):
    """The seat that shot the moon chooses how it is paid: ``"add"`` or ``"subtract"``."""

    choice: str

    def __str__(self) -> str:
        return f"seat {self.seat} chooses {self.choice!r}"


@frozen(kw_only=True)
class SetUp(PositionElsewhere):
    """The cards are laid out as in the middle of a round, instead of a deal.

    Attributes:
        leader: The seat that led to the first of the tricks, or to `trick` if there are none.
        hands: The hands, seat 0 first.
        taken: What each seat has taken before `tricks`, seat 0 first, if the tricks themselves
            are not known; otherwise empty.
        captured: The kitty cards with the tricks of each seat, seat 0 first; empty if none.

    The others are the same for every position; `kitty` is what is left of the kitty.
    """

    leader: int = field(validator=is_seat)
    hands: tuple[Cards, ...] = field(converter=_hands)
    taken: tuple[Cards, ...] = field(default=(), converter=_taken_by_seat)
    captured: tuple[Cards, ...] = field(default=(), converter=_captured)

    def __str__(self) -> str:
        return "set up"


@frozen
class Score:
    """The score of the finished round is entered: its sheet is added to the scores."""

    def __str__(self) -> str:
        return "score"


@frozen
class ChangeRules:
    """The host changes the rules, between two rounds."""

    rules: Rules

    def __str__(self) -> str:
        return "change of rules"


@frozen
class Stop:
    """The host ends the game; a finished round is scored, a round in progress is not."""

    def __str__(self) -> str:
        return "stop"


HostMove = Deal | SetUp | Score | ChangeRules | Stop
"""A move that no seat makes."""

_BeforePlay = CallPass | Bid | NameContract | Pass | Charge

Move = _BeforePlay | Play | Claim | Answer | LayDown | ChooseMoon | HostMove
"""Any move."""

MOVES: tuple[type[Any], ...] = get_args(Move)
"""The classes of `Move`."""

_play = quick(Play)

# made once: there are 660, and a game makes one with every card
PLAYS = tuple(tuple(_play(seat, card) for card in KINDS) for seat in range(MOST_PLAYERS))
"""All plays, by seat and `Card.index`."""


def play_of(seat: int, card: Card) -> Play:
    """The `Play` of `card` by `seat`, from `PLAYS`."""
    return PLAYS[seat][card.index]


class IllegalMove(HeartsError):
    """A move that the rules do not allow now.

    Attributes:
        move: The move, as a value of `heartslib.moves`; None if there is none to name.
        rule: A stable identifier of the rule that forbids it, such as ``"follow-suit"``, for
            programs and translations.
        legal: The cards that may be played instead, if a card was played.
    """

    def __init__(self, *reason: object, rule: str, move: Move | None, legal: Cards) -> None:
        super().__init__(*reason)
        self.rule = self.code = rule
        self.move = move
        self.legal = legal

    def spelled(self, spell: Callable[[object], str]) -> str:
        """The message in the words of a front end: the move, the reason and the legal cards.

        Args:
            spell: Turns each part of the reason into text.
        """
        what = f"{self.move}: " if self.move is not None else ""
        instead = f" (legal: {self.legal})" if self.legal else ""
        return f"{what}{super().spelled(spell)}{instead}"

    def __reduce__(self) -> tuple[object, ...]:
        make = functools.partial(IllegalMove, rule=self.rule, move=self.move, legal=self.legal)
        return make, self.args  # without keywords, as exceptions are pickled


__all__ = [
    "MOST_BID",
    "Answer",
    "Bid",
    "CallPass",
    "ChangeRules",
    "Charge",
    "ChooseMoon",
    "Claim",
    "Deal",
    "HostMove",
    "IllegalMove",
    "LayDown",
    "Move",
    "NameContract",
    "Pass",
    "Play",
    "Score",
    "SetUp",
    "Stop",
]

__dir__ = __all__.copy  # what `dir` shows of the module
