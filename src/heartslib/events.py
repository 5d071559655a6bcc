"""What happens in a game, as a seat sees it: for user interfaces that show one thing after another.

Each phase tells what a move has done (`AnyPhase.happened`), and what it means that the phase itself
begins (`AnyPhase.begun`).  `heartslib.Game.events` lists it for a seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NewType

from heartslib._values.arguments import frozen
from heartslib.cards import Card, Cards
from heartslib.rules import PassPattern, Rules
from heartslib.sheet import ScoreSheet

Own = NewType("Own", Cards)
"""Cards that only one seat sees: only `own` and `if_own` make them, and both ask whose they are."""


@frozen
class _OfSeat:
    """Something that a seat does."""

    seat: int

    deed: ClassVar[tuple[str, str] | None] = None
    """What the seat does, as a verb and its object; None if `heartslib.show.telling` says more."""
    joins: ClassVar[str] = ""
    """The field of `Settled` to which the seat is added; empty if there is none."""


@frozen
class _Hidden(_OfSeat):
    """Something that a seat does with cards; others see how many there are, and no more."""

    count: int
    cards: Own | None


@frozen
class RoundBegun:
    """A round begins; `number` counts from 0, and people say one more: the first is round 1."""

    number: int
    dealer: int


@frozen
class RulesChanged:
    """The host has changed the rules; the coming round is played by these."""

    rules: Rules


@frozen
class LaidOut:
    """The host has laid out a position in the middle of a round; the view shows it."""


@frozen
class PassCalled:
    """How cards are passed this round has become known."""

    pattern: PassPattern


@frozen
class HandDealt:
    """Everyone was dealt `size` cards, and `kitty` cards were set aside.

    `hand` is what this seat was dealt; None for a spectator.
    """

    hand: Own | None
    size: int
    kitty: int


@frozen
class CardsTurned:
    """After the deal, cards were turned up for all to see."""

    cards: tuple[Card, ...]


@frozen
class ContractNamed:
    """The contract of the round is known; `namer` is None if there was nothing to choose."""

    contract: str
    namer: int | None = None


@frozen
class BidMade(_OfSeat):
    """A seat has bid for naming the contract, or passed with a bid of 0."""

    bid: int


@frozen
class Passed(_OfSeat):
    """A seat has laid down the `count` cards that it passes; `cards` is None except for that seat."""

    cards: Own | None
    count: int


@frozen
class CardsMixed:
    """The cards that all have laid in the middle have been shuffled and dealt back."""


@frozen
class CardsReceived:
    """This seat has received cards from `giver`, or from the middle after a mix: then `giver` is None."""

    cards: Own
    giver: int | None = None


@frozen
class Charged(_OfSeat):
    """A seat has charged cards."""

    cards: Cards


@frozen
class ChargedInSecret(_Hidden):
    """A seat has charged cards that the others do not see yet; `cards` is None except for that seat."""


@frozen
class ChargeDeclined(_OfSeat):
    """A seat has charged nothing, or nothing more."""


@frozen
class CardPlayed(_OfSeat):
    """A seat has played a card; `is_lead` if it opens a trick."""

    card: Card
    is_lead: bool


@frozen
class HeartsBroken(_OfSeat):
    """A card has broken hearts, in a game in which they must be broken."""

    card: Card


@frozen
class HandShown(_OfSeat):
    """A seat has shown cards of its hand to all."""

    cards: Cards


@frozen
class TrickTaken(_OfSeat):
    """A seat has taken a trick, and with it the cards waiting from tricks that nobody won."""

    deed = "take", "the trick"

    cards: Cards


@frozen
class TrickLeft:
    """Nobody has won a trick; its cards wait for the next taker, and `leader` leads again."""

    leader: int
    cards: Cards


@frozen
class KittyTaken(_Hidden):
    """A seat has taken kitty cards, into its hand or with a trick.

    `cards` is None except for that seat.
    """


@frozen
class LaidDown(_Hidden):
    """A seat has laid down cards for the kitty that it took; `cards` is None except for that seat."""


@frozen
class CardsDrawn:
    """A seat, or everyone, has drawn `count` cards from the stock; `cards` are those of this seat.

    `seat` is None for everyone.  `cards` is None for a spectator, and for what others draw.
    """

    count: int
    cards: Own | None
    seat: int | None = None


@frozen
class RestTaken(_Hidden):
    """The last seat with cards has taken them, and the rest of the stock; `cards` is None for others."""


@frozen
class Claimed(_OfSeat):
    """A seat claims all the remaining tricks."""

    deed = "claim", "the rest"


@frozen
class ClaimAnswered(_OfSeat):
    """A seat has accepted a claim or refused it."""

    accepts: bool


@frozen
class ClaimSettled(_OfSeat):
    """A claim has been accepted by all, or refused by one."""

    accepted: bool


@frozen
class MoonShot:
    """A side has shot the moon; where there is a choice, it is asked next how it is paid."""

    seats: tuple[int, ...]


@frozen
class MoonChosen(_OfSeat):
    """The shooter has chosen how the moon is paid."""

    choice: str


@frozen
class RoundCounted:
    """The round is over and has been counted."""

    sheet: ScoreSheet


@frozen
class ScoreEntered:
    """The sheet of a round has been added to the scores."""

    sheet: ScoreSheet
    scores: tuple[int, ...]


@frozen
class GameOver:
    """The game has ended."""

    winners: tuple[int, ...]


Event = (
    RoundBegun
    | RulesChanged
    | LaidOut
    | PassCalled
    | HandDealt
    | CardsTurned
    | BidMade
    | ContractNamed
    | Passed
    | CardsMixed
    | CardsReceived
    | Charged
    | ChargedInSecret
    | ChargeDeclined
    | CardPlayed
    | HeartsBroken
    | HandShown
    | TrickTaken
    | TrickLeft
    | KittyTaken
    | LaidDown
    | CardsDrawn
    | RestTaken
    | Claimed
    | ClaimAnswered
    | ClaimSettled
    | MoonShot
    | MoonChosen
    | RoundCounted
    | ScoreEntered
    | GameOver
)
"""Anything that happens."""
Events = Iterator[Event]
"""What a phase tells, in order."""


def own(seat: int | None, by_seat: tuple[Cards, ...]) -> Own | None:
    """Of cards by seat, those of `seat`; None for a spectator, or if nobody has any."""
    return None if seat is None or not by_seat else Own(by_seat[seat])


def if_own(seat: int | None, owner: int, cards: Cards) -> Own | None:
    """The cards of `owner`, if that is `seat`; otherwise None."""
    return Own(cards) if seat == owner else None


__all__ = [
    "BidMade",
    "CardPlayed",
    "CardsDrawn",
    "CardsMixed",
    "CardsReceived",
    "CardsTurned",
    "ChargeDeclined",
    "Charged",
    "ChargedInSecret",
    "ClaimAnswered",
    "ClaimSettled",
    "Claimed",
    "ContractNamed",
    "Event",
    "GameOver",
    "HandDealt",
    "HandShown",
    "HeartsBroken",
    "KittyTaken",
    "LaidDown",
    "LaidOut",
    "MoonChosen",
    "MoonShot",
    "Own",
    "PassCalled",
    "Passed",
    "RestTaken",
    "RoundBegun",
    "RoundCounted",
    "RulesChanged",
    "ScoreEntered",
    "TrickLeft",
    "TrickTaken",
    "if_own",
    "own",
]

__dir__ = __all__.copy  # what `dir` shows of the module
