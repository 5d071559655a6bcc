"""The base of all phases, what a round hands on from phase to phase, and what a phase says of a wrong move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import add
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from heartslib.cards import NO_CARDS, Card, Cards
from heartslib.errors import Call, Seats
from heartslib.events import Events
from heartslib.moves import IllegalMove, Move, Score
from heartslib.phases.match import Match
from heartslib.questions import Question, answers
from heartslib.rules import Objection, PassPattern
from heartslib.rules.book.chapters import AtTable
from heartslib.sheet import ScoreSheet
from heartslib.table import Table
from heartslib.words import times

if TYPE_CHECKING:
    from heartslib.sampling import Sampled
    from heartslib.view import View


@attrs.frozen(unsafe_hash=True)
class Packet:
    """Cards that went from one seat to another."""

    giver: int
    taker: int
    cards: Cards


@attrs.frozen(repr=False, unsafe_hash=True)
class Exchange:
    """The pass of a round.

    Attributes:
        pattern: How cards are passed.
        given: The cards each seat has laid down, seat 0 first; empty before the deal.
        packets: Who gave which cards to whom; empty if the cards were mixed.
        dealt_back: What each seat got back after a mix, seat 0 first; otherwise empty.
    """

    pattern: PassPattern
    given: tuple[Cards, ...]
    packets: tuple[Packet, ...] = ()
    dealt_back: tuple[Cards, ...] = ()

    @property
    def passed(self) -> tuple[tuple[Cards, ...], ...]:
        """For each seat what it passed to each seat, seat 0 first; nothing in a mix."""
        passed = [[NO_CARDS for _ in self.given] for _ in self.given]
        for packet in self.packets:
            passed[packet.giver][packet.taker] += packet.cards
        return tuple(map(tuple, passed))

    @property
    def received(self) -> tuple[Cards, ...]:
        """The cards each seat received, seat 0 first."""
        if self.dealt_back:
            return self.dealt_back
        received = [NO_CARDS for _ in self.given]
        for packet in self.packets:
            received[packet.taker] += packet.cards
        return tuple(received)

    def received_by(self, seat: int) -> Cards:
        """The cards that one seat received."""
        if self.dealt_back:
            return self.dealt_back[seat]
        return sum((packet.cards for packet in self.packets if packet.taker == seat), NO_CARDS)

    def __repr__(self) -> str:
        given = " | ".join(str(cards) or "nothing" for cards in self.given)
        return f"<Exchange: {self.pattern.name}, given {given}>"


@attrs.frozen(kw_only=True)
class Round:
    """A round in any phase, in one shape; `View.of` takes from it what a seat may know."""

    exchange: Exchange | None = None
    hands: tuple[Cards, ...] = ()
    table: Table | None = None
    up_next: tuple[int, ...] = ()
    secret: tuple[Cards, ...] = ()
    kitty_size: int = 0
    captured: tuple[Cards, ...] = ()
    offered: int = 0
    claimant: int | None = None
    claim_refused: bool = False
    sheet: ScoreSheet | None = None
    bids: tuple[int | None, ...] = ()


class AnyPhase:
    """The base of all phases; its defaults suit a phase in which no seat is asked.

    A phase has two sides.  Its methods see every card and make the moves, for whoever runs the game.  Its class
    methods are given a `View`, and so can put a question to a seat, or say what is to be done, without a card that
    the seat does not know.
    """

    __slots__ = ()

    name: ClassVar[str]
    """The name of the phase; see `View.phase`."""
    todo: ClassVar[str] = ""
    """What `task` says, if it is the same for every view."""
    takes: ClassVar[tuple[type[Any], ...]] = ()
    """The kinds of move that are made in it."""
    before_lead: ClassVar[bool] = False
    """Whether the hands are as they will be played, and nobody has the lead yet."""
    at_once: ClassVar[bool] = False
    """Whether several seats may make such moves in any order."""
    wants: ClassVar[str]
    """What must be done first, in a sentence for players."""
    call: ClassVar[str] = ""
    """The method of a game that does it: ``deal()``."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act; none by default."""
        return ()

    @property
    def done(self) -> bool:
        """Whether nothing is left to decide."""
        return not self.to_act

    def moves(self, match: Match, asked: Iterable[Question]) -> Iterator[Move]:
        """The moves that may be made: every answer to the questions of the seats."""
        return chain.from_iterable(map(answers, asked))

    def after(self, match: Match, move: Move) -> Any:
        """The phase after a move.

        Raises:
            IllegalMove: The move is not allowed now, or belongs to another phase.
        """
        if not isinstance(move, self.takes):
            raise untimely(move, self)
        return self.apply(match, move)

    def apply(self, match: Match, move: Any) -> Any:
        """The phase after a move of a kind that it takes.

        Raises:
            IllegalMove: The move is not allowed now.
        """

    def happened(self, match: Match, move: Any, after: Any, seat: int | None) -> Events:
        """What a seat sees of a move that `apply` has made, in order.

        What only one seat may see goes through `heartslib.events.own` or `if_own`.

        Args:
            match: The match before the move.
            move: The move.
            after: What `apply` has returned for it.
            seat: The seat; None for a spectator.
        """
        return iter(())

    def seen_at_start(self, match: Match, before: Any, seat: int | None) -> Events:
        """What a seat sees as this phase begins, even if there is nothing to decide in it.

        Args:
            match: The match.
            before: The phase before.
            seat: The seat; None for a spectator.
        """
        return iter(())

    def round(self, match: Match) -> Round:
        """The round as far as it is known; before a deal, only the sheet of the last one."""
        return Round(sheet=match.sheets[-1] if match.sheets else None)

    def still_asks(self, match: Match, seat: int, since: Sequence[Move]) -> bool:
        """Whether a seat is asked what it was asked before these moves, the last ones made.

        So it is while others answer the same question and the seat has not answered it.
        """
        # where seats move in turn, any move since has changed what is asked
        kind = self.takes if self.at_once else ()
        return all(isinstance(move, kind) and getattr(move, "seat", None) != seat for move in since)

    @classmethod
    def is_seen(cls, view: View) -> bool:
        """Whether a view is of this phase and not of another with the same name."""
        return True

    @classmethod
    def may_act(cls, view: View) -> tuple[int, ...]:
        """The seats that may move, whether they are to act or not."""
        return view.to_act

    @classmethod
    def question(cls, view: View, seat: int) -> Question | None:
        """What a seat that may move is asked, worked out from its own view."""
        return None

    @classmethod
    def resumed(cls, view: View, sample: Sampled, exchange: Exchange) -> Any:
        """The phase of a view with the cards of a sample; None if `heartslib.sampling` makes it."""
        return None

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        """Every name that a seat may be asked to choose in this phase."""
        return ()

    @classmethod
    def task(cls, view: View) -> str:
        """What the seats to act are asked to do: ``pass 3 cards``; see `View.task`."""
        return cls.todo


def barring(hand: Cards, why: Callable[[Card], tuple[str, str]]) -> Callable[[Card], Objection]:
    """A function for `ChooseCards.bars`, which says why a card may not be chosen.

    Args:
        hand: The hand.
        why: Gives the rule and the reason for a card of the hand.
    """

    def bars(card: Card) -> Objection:
        absent = ("not-in-hand", f"{card} is not in the hand")
        return Objection(card, *(why(card) if card in hand else absent))

    return bars


def not_held(seat: int, cards: Cards, hand: Cards) -> tuple[object, ...]:
    """Why a seat may not give cards that are not all in its hand."""
    if absent := cards.without(hand):
        return Seats((seat,)), " does not hold ", absent
    # with two packs, a card that it holds once may be given twice
    card = (cards - hand)[0]
    given = times(cards.count(card))
    return card, f" is given {given}; ", Seats((seat,)), f" holds it {times(hand.count(card))}"


def not_the_turn(of: int, seat: int, does: str = "") -> tuple[object, ...]:
    """Why a seat may not move now."""
    return "it is the turn of ", Seats((of,)), f"{does}, not of ", Seats((seat,))


def with_captured(piles: tuple[Cards, ...], captured: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """What each seat has taken, given the cards of its tricks and those that came in none."""
    return tuple(map(add, piles, captured)) if any(captured) else piles


def untimely(move: Move | None, phase: AnyPhase) -> IllegalMove:
    """The error for a move that belongs to another phase."""
    wants = phase.wants
    # "first" would suggest that the score comes next
    if isinstance(move, Score) and wants.endswith(" first"):
        wants = f"{wants.removesuffix(' first')} before the round is scored"
    reason = (wants, Call(phase.call)) if phase.call else (wants,)
    return IllegalMove(*reason, rule="phase", move=move, legal=NO_CARDS)


def refusal(
    move: Move | None, rule: str, *reason: object, legal: Cards | None = None
) -> IllegalMove:
    """The error for a move that is not allowed; the reason is in parts, as errors have them."""
    return IllegalMove(*reason, rule=rule, move=move, legal=NO_CARDS if legal is None else legal)
