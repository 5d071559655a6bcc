"""What one seat knows.

A `View` is built up from what the seat may know, field by field; it never holds a game.  So
there is nothing in it to hide, and everything in it can be sent to that player.
"""

from __future__ import annotations

from typing import assert_never

import attrs

from heartslib.cards import Card, Cards
from heartslib.phases import (
    ChoosingMoon,
    Dealing,
    Match,
    Over,
    Passing,
    Phase,
    Playing,
    Scoring,
)
from heartslib.rules import Objection, PassPattern, Rules
from heartslib.sheet import ScoreSheet
from heartslib.table import Table


@attrs.frozen(kw_only=True)
class View:
    """The round in progress as one seat sees it, and the score of the rounds before it.

    Two views are equal exactly when all of this is.

    Attributes:
        rules: The rulebook.
        seat: Whose view it is; None for a spectator.
        names: What the players are called, seat 0 first.
        dealer: The seat that deals this round.
        scores: Points booked so far, seat 0 first.
        sheets: The sheets of the rounds booked so far, first to last.
        phase: The name of the phase: ``"deal"``, ``"pass"``, ``"play"``, ``"moon"``,
            ``"score"`` or ``"over"``.
        to_act: The seats that may move now.
        hand: The cards the seat holds, without those it has laid down to pass.
        hand_sizes: How many cards each seat holds, seat 0 first.
        given: The cards the seat has laid down to pass this round.
        received: The cards passed to it, once all have passed.
        table: What lies face up.  Before the first lead nothing does, and the leader of the
            empty trick is only the seat at the dealer's left.
        sheet: The sheet of the round just finished, booked or not; else None.
    """

    rules: Rules
    seat: int | None
    names: tuple[str, ...]
    dealer: int
    scores: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...]
    phase: str
    to_act: tuple[int, ...]
    hand: Cards
    hand_sizes: tuple[int, ...]
    given: Cards
    received: Cards
    table: Table
    sheet: ScoreSheet | None

    @classmethod
    def of(cls, match: Match, phase: Phase, seat: int | None) -> View:
        """What `seat` knows in that phase; the seat exists, or is None."""
        players = match.players
        nothing = (Cards(),) * players
        hands = given = received = nothing
        table = Table.ready((match.dealer + 1) % players, players)
        sheet = None
        match phase:
            case Dealing() | Over():
                sheet = match.sheets[-1] if match.sheets else None
            case Passing():
                given = tuple(cards or Cards() for cards in phase.given)
                hands = tuple(
                    hand - laid_down for hand, laid_down in zip(phase.hands, given, strict=True)
                )
            case Playing():
                hands, table = phase.hands, phase.table
                given, received = phase.exchange.given, phase.exchange.received
            case ChoosingMoon():
                table = phase.table
                given, received = phase.exchange.given, phase.exchange.received
            case Scoring():
                table, sheet = phase.table, phase.sheet
                given, received = phase.exchange.given, phase.exchange.received
            case _:
                assert_never(phase)
        own = nothing[0]
        return cls(
            rules=match.rules,
            seat=seat,
            names=match.names,
            dealer=match.dealer,
            scores=match.scores,
            sheets=match.sheets,
            phase=phase.name,
            to_act=phase.to_act(match),
            hand=own if seat is None else hands[seat],
            hand_sizes=tuple(map(len, hands)),
            given=own if seat is None else given[seat],
            received=own if seat is None else received[seat],
            table=table,
            sheet=sheet,
        )

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def round_number(self) -> int:
        """The number of the round in progress, counted from 0."""
        return len(self.sheets)

    @property
    def pattern(self) -> PassPattern:
        """How cards are passed in this round."""
        return self.rules.passing.pattern(self.round_number, self.players)

    @property
    def passes_to(self) -> int | None:
        """The seat that gets what this seat passes; None where no cards are passed."""
        if self.seat is None or not self.pattern.count:
            return None
        return self.pattern.receiver(self.seat, self.players)

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat may move now."""
        return self.seat in self.to_act

    @property
    def moon_choices(self) -> tuple[str, ...]:
        """What this seat may choose from for the moon it shot; empty if it is not asked."""
        return self.rules.moon.choices if self.phase == "moon" and self.is_my_turn else ()

    def legal_plays(self) -> Cards:
        """The cards that this seat may play now; none when it is not its turn to play."""
        if self.phase == "play" and self.is_my_turn:
            return self.rules.legal(self.hand, self.table)
        return Cards()

    def explain(self, card: Card | str) -> Objection | None:
        """Why this seat may not play `card` now; None if it may.

        Raises:
            CardsError: `card` is not a card.
        """
        card = Card.parse(card)
        if self.phase != "play":
            return Objection(card, "phase", f"no cards are played in the phase {self.phase!r}")
        if not self.is_my_turn:
            return Objection(card, "turn", f"it is the turn of seat {self.to_act[0]}")
        return self.rules.objection(card, self.hand, self.table)
