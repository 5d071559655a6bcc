"""The play: the one phase that is walked through card by card, so its code is lean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import attrs

from heartslib._draft import draft_of
from heartslib.cards import Card, Cards, less
from heartslib.errors import IllegalMove
from heartslib.moves import Move, Play, play_of
from heartslib.phases.match import Exchange, Match, refusal
from heartslib.rules import Objection
from heartslib.table import Table


@attrs.frozen(weakref_slot=False)
class Playing:
    """Tricks are played.

    Attributes:
        exchange: What was passed before.
        hands: The hands, seat 0 first.
        table: What lies face up.
        turn: The seat on turn; it follows from the table.
        legal: The cards that the seat on turn may play; they follow from all this.
    """

    name: ClassVar[str] = "play"
    wants: ClassVar[str] = "a card must be played, with play(card)"

    exchange: Exchange
    hands: tuple[Cards, ...]
    table: Table
    turn: int = attrs.field(eq=False)
    legal: Cards = attrs.field(eq=False, repr=False)

    @classmethod
    def start(cls, match: Match, hands: tuple[Cards, ...], exchange: Exchange) -> Playing:
        """The opening lead is to be made."""
        leader = match.rules.opening.leader(hands, match.dealer)
        table = Table.ready(leader, match.players)
        return cls(exchange, hands, table, leader, match.rules.legal(hands[leader], table))

    @property
    def done(self) -> bool:
        """Whether every card has been played; until then the seat on turn has a legal one."""
        return not self.legal.bits

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The seat on turn."""
        return (self.turn,)

    def moves(self, match: Match) -> Iterator[Move]:
        """The legal cards of the seat on turn."""
        return (play_of(self.turn, card) for card in self.legal)

    def apply(self, match: Match, move: Move) -> Playing | None:
        """The phase after a `Play`."""
        if not isinstance(move, Play):
            return None
        if match.check_seat(move.seat) != self.turn:
            reason = f"it is not the turn of seat {move.seat} but of seat {self.turn}"
            raise refusal(move, "turn", reason)
        return self.play(match, move.card)

    def play(self, match: Match, card: Card) -> Playing:
        """The phase after the seat on turn has played `card`."""
        if not self.legal.bits & card.bit:
            raise self.illegal(match, card)
        rules = match.rules
        turn = self.turn
        hands = [*self.hands]
        hands[turn] = less(hands[turn], card)
        table = self.table.with_card(card)
        if rules.tricks.is_complete(table):
            turn = rules.tricks.taker(table)
            table = table.with_trick_taken(turn)
        else:
            turn = (turn + 1) % len(hands)
        after = _PlayingDraft()
        after.exchange = self.exchange
        after.hands = tuple(hands)
        after.table = table
        after.turn = turn
        after.legal = rules.legal(hands[turn], table)
        after.__class__ = Playing
        return after  # type: ignore[no-any-return]

    def illegal(self, match: Match, card: Card) -> IllegalMove:
        """The error for a card that the seat on turn may not play."""
        objection = self.objection(match, card) or Objection(card, "play", "it may not be played")
        move = play_of(self.turn, card)
        return refusal(move, objection.rule, objection.reason, self.legal)

    def objection(self, match: Match, card: Card) -> Objection | None:
        """Why the seat on turn may not play `card`; None if it may."""
        return match.rules.objection(card, self.hands[self.turn], self.table)


_PlayingDraft: Final = draft_of(Playing)
