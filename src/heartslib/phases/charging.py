"""The charges."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

import attrs
from typing_extensions import override

from heartslib.cards import Card, Cards
from heartslib.moves import Charge, Deal, Move
from heartslib.phases.match import Exchange, Match, refusal
from heartslib.table import Table


@attrs.frozen(repr=False)
class ChargePhase:
    """Every seat charges cards or declines; what is charged is seen by all at once.

    Attributes:
        exchange: What was passed before.
        hands: The hands after the pass, seat 0 first.
        kitty: The kitty, in its order.
        table: What lies face up: nothing but charged cards.
        asked: The seats that still have to answer, lowest first.
    """

    name: ClassVar[str] = "charge"
    wants: ClassVar[str] = "cards must be charged or declined first, with charge(seat, cards)"

    exchange: Exchange
    hands: tuple[Cards, ...]
    kitty: tuple[Card, ...]
    table: Table
    asked: tuple[int, ...] = ()

    @classmethod
    def start(cls, match: Match, deal: Deal, exchange: Exchange) -> ChargePhase:
        """Everybody is asked, if anything may be charged."""
        hands = tuple(
            hand - given + received
            for hand, given, received in zip(
                deal.hands, exchange.given, exchange.received, strict=True
            )
        )
        # Who leads shows who holds the lowest club: nobody is to know it before the first lead.
        table = Table.ready((match.dealer + 1) % match.players, match.players)
        asked = tuple(range(match.players)) if match.rules.charging else ()
        return cls(exchange, hands, deal.kitty, table, asked)

    @override
    def __repr__(self) -> str:
        return f"<ChargePhase: to act {self.asked}, charged {self.table.all_charged or 'nothing'}>"

    @property
    def done(self) -> bool:
        """Whether every seat has answered."""
        return not self.asked

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The seats that have yet to answer; where charges may be late, others may move too."""
        return self.asked

    def charged(self, seat: int) -> Cards:
        """What a seat has charged so far."""
        return self.table.charged[seat] if self.table.charged else Cards()

    def may_charge(self, match: Match, seat: int) -> Cards:
        """The cards of a hand that may be charged, one of each kind."""
        rule = match.rules.charging
        kinds = set(self.hands[seat].only(rule.cards if rule else ""))
        return Cards(kinds - set(self.charged(seat)))

    def most(self, match: Match, seat: int) -> int:
        """How many more cards a seat may charge."""
        return match.rules.charging.most(self.charged(seat)) if match.rules.charging else 0

    def moves(self, match: Match) -> Iterator[Move]:
        """Every choice of cards of every seat that may charge; none, of those asked."""
        late = match.rules.charging is not None and match.rules.charging.late
        for seat in range(match.players) if late else self.asked:
            may, fewest = self.may_charge(match, seat), int(seat not in self.asked)
            for count in range(fewest, min(self.most(match, seat), len(may)) + 1):
                yield from (Charge(seat, cards) for cards in combinations(may, count))

    def apply(self, match: Match, move: Move) -> ChargePhase | None:
        """The phase after a `Charge`."""
        if not isinstance(move, Charge):
            return None
        seat, cards = match.check_seat(move.seat), move.cards
        late = match.rules.charging is not None and match.rules.charging.late and bool(cards)
        if seat not in self.asked and not late:
            raise refusal(move, "already-charged", f"seat {seat} has answered already")
        self._check(match, move)
        asked = tuple(other for other in self.asked if other != seat)
        if not cards:
            return attrs.evolve(self, asked=asked)
        after = attrs.evolve(self, table=self.table.with_charged(seat, cards), asked=asked)
        if match.rules.charging and match.rules.charging.reopens:
            # Whether a seat has any more to charge is its secret: those who may are asked.
            others = (other for other in range(match.players) if other != seat)
            again = tuple(other for other in others if after.most(match, other))
            after = attrs.evolve(after, asked=again)
        return after

    def _check(self, match: Match, move: Charge) -> None:
        seat, cards = move.seat, move.cards
        if missing := cards - self.hands[seat]:
            raise refusal(move, "not-in-hand", f"seat {seat} does not hold {missing}")
        may, most = self.may_charge(match, seat), self.most(match, seat)
        if len(set(cards)) < len(cards):
            raise refusal(move, "charged-already", "a card is charged once, not every copy of it")
        if wrong := cards - may:
            kinds = match.rules.charging.cards if match.rules.charging else Cards()
            if wrong <= kinds:
                raise refusal(move, "charged-already", f"{wrong} has been charged already")
            reason = f"{wrong} cannot be charged: only {' '.join(map(str, kinds))} can"
            raise refusal(move, "not-chargeable", reason)
        if len(cards) > most:
            raise refusal(move, "charge-count", f"seat {seat} may charge {most}, not {len(cards)}")
