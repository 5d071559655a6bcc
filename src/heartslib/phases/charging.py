"""The charges before the play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from heartslib.cards import Card, Cards
from heartslib.moves import Charge, Deal, Move
from heartslib.phases.match import AnyPhase, Exchange, Match, Round, barring, not_held, refusal
from heartslib.questions import ChooseCards
from heartslib.rules import RoundRules
from heartslib.table import Table
from heartslib.words import in_words

if TYPE_CHECKING:
    from heartslib.view import View


@attrs.frozen(repr=False)
class ChargePhase(AnyPhase):
    """Every seat charges cards or declines; everyone sees a charge at once.

    Attributes:
        exchange: The pass.
        hands: The hands after the pass, seat 0 first.
        kitty: The kitty, in order.
        table: The table, with the charged cards only.
        asked: The seats that still have to answer, lowest first.
    """

    name = "charge"
    at_once = Charge
    wants = "cards must be shown or declined first"
    call = "charge(seat, cards)"

    exchange: Exchange
    hands: tuple[Cards, ...]
    kitty: tuple[Card, ...]
    table: Table
    asked: tuple[int, ...] = ()

    @classmethod
    def start(cls, match: Match, deal: Deal, exchange: Exchange) -> ChargePhase:
        """Ask every seat, if the rules allow charges."""
        each = zip(deal.hands, exchange.given, exchange.received, strict=True)
        hands = tuple(hand - given + received for hand, given, received in each)
        # The leader stays hidden: naming it would reveal who holds the lowest club.
        asked = tuple(range(match.players)) if match.in_force.charging else ()
        return cls(exchange, hands, deal.kitty, match.ready, asked)

    def __repr__(self) -> str:
        return f"<ChargePhase: to act {self.asked}, charged {self.table.all_charged or 'nothing'}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that still have to answer; if late charges are allowed, others may move too."""
        return self.asked

    def round(self, match: Match) -> Round:
        kitty = len(self.kitty)
        return Round(exchange=self.exchange, hands=self.hands, table=self.table, kitty_size=kitty)

    @classmethod
    def may_act(cls, view: View) -> tuple[int, ...]:
        """Every seat if late charges are allowed, otherwise the seats to act."""
        return tuple(range(view.players)) if _may_be_late(view.in_force) else view.to_act

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseCards | None:
        charged = _charged_so_far(view.table, seat)
        may, most = view.in_force.may_charge(view.hand, charged)
        counts = tuple(range(not view.is_my_turn, most + 1))
        if not counts:
            return None
        return ChooseCards(
            view.in_force.verb,
            may if most else Cards(),
            counts,
            lambda cards: Charge(seat, cards),
            bars=barring(view.hand, lambda card: _barred(view.in_force, card, charged)),
        )

    @classmethod
    def task(cls, view: View) -> str:
        return f"{view.in_force.verb} cards"

    def apply(self, match: Match, move: Move) -> ChargePhase | None:
        if not isinstance(move, Charge):
            return None
        seat, cards, charging = match.check_seat(move.seat), move.cards, match.in_force.charging
        if seat not in self.asked and not (cards and _may_be_late(match.in_force)):
            raise refusal(move, "already-charged", f"seat {seat} has answered already")
        self._check(match, move)
        asked, table = self.asked, self.table
        if cards:
            table = table.with_charged(seat, cards)
            if charging and charging.reopens:
                # Ask every seat that may charge more, whether it can or not: that is its secret.
                seats = range(match.players)
                asked = tuple(each for each in seats if charging.most(_charged_so_far(table, each)))
        return attrs.evolve(self, table=table, asked=tuple(each for each in asked if each != seat))

    def still_asks(self, match: Match, seat: int, since: Sequence[Move]) -> bool:
        """As in any phase; but if the rules let a charge reopen the question, it is a new one."""
        charging = match.in_force.charging
        if charging and charging.reopens and any(getattr(move, "cards", ()) for move in since):
            return False
        return super().still_asks(match, seat, since)

    def _check(self, match: Match, move: Charge) -> None:
        seat, cards = move.seat, move.cards
        if cards - self.hands[seat]:
            raise refusal(move, "not-in-hand", not_held(seat, cards, self.hands[seat]))
        charged = _charged_so_far(self.table, seat)
        may, most = match.in_force.may_charge(self.hands[seat], charged)
        verb = match.in_force.verb
        if len(set(cards)) < len(cards):
            raise refusal(move, "charged-already", f"only one copy of a card can be {verb}d")
        if wrong := cards - may:
            raise refusal(move, *_barred(match.in_force, wrong[-1], charged))
        if len(cards) > most:
            most_cards = f"{in_words(most)} card{'s' * (most != 1)}"
            reason = f"seat {seat} may {verb} {most_cards}, not {in_words(len(cards))}"
            raise refusal(move, "charge-count", reason)


def _may_be_late(rules: RoundRules) -> bool:
    """Whether a seat that has answered may still charge."""
    return rules.charging is not None and rules.charging.late


def _charged_so_far(table: Table, seat: int) -> Cards:
    """What a seat has charged so far."""
    return table.charged[seat] if table.charged else Cards()


def _barred(rules: RoundRules, card: Card, charged: Cards) -> tuple[str, str]:
    """The rule that forbids charging a card of the hand, and the reason."""
    kinds, done = rules.charging.cards if rules.charging else Cards(), f"{rules.verb}d"
    if card in charged:
        return "charged-already", f"{card} has been {done} already"
    if card in kinds:
        return "charge-count", f"no more cards may be {done}"
    return "not-chargeable", f"only {kinds} can be {done}"
