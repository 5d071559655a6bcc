"""The charges before the play, and those before the pass.

The question whether to charge must not give away a hand.  So every seat is asked, even one that holds no card to
charge; the leader stays unknown; and secret charges are shown all together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self

from attrs import evolve

from heartslib._values.quick import frozen
from heartslib._values.seats import for_each
from heartslib.cards import NO_CARDS, Card, Cards
from heartslib.errors import Seats
from heartslib.events import (
    CardsReceived,
    Charged,
    ChargeDeclined,
    ChargedInSecret,
    Events,
    if_own,
    own,
)
from heartslib.moves import Charge, Deal, Move
from heartslib.phases.base import (
    AnyPhase,
    Exchange,
    Round,
    barring,
    not_held,
    not_the_turn,
    refusal,
)
from heartslib.phases.match import Match
from heartslib.questions import ChooseCards
from heartslib.rules import Hold, PassPattern, RoundRules
from heartslib.table import Table, replaced
from heartslib.words import plural

if TYPE_CHECKING:
    from heartslib.sampling import Sampled
    from heartslib.view import View


@frozen(repr=False)
class ChargePhase(AnyPhase):
    """Seats charge cards or decline, all of them in any order or one after the other.

    Everyone sees a charge at once; or only how many cards it has, until all have answered.

    Attributes:
        exchange: The pass.
        hands: The hands, seat 0 first.
        kitty: The kitty, in order.
        table: The table, with the charged cards that everyone has seen.
        asked: The seats that may answer now, lowest first.
        up_next: The seats that are asked after that, in order, if they answer in turn.
        secret: What each seat has charged in secret, seat 0 first; empty if nobody has.
    """

    name = "charge"
    takes = (Charge,)
    before_lead = True
    at_once = True
    wants = "cards must be shown or declined first"
    call = "charge(seat, cards)"

    exchange: Exchange
    hands: tuple[Cards, ...]
    kitty: tuple[Card, ...]
    table: Table
    asked: tuple[int, ...] = ()
    up_next: tuple[int, ...] = ()
    secret: tuple[Cards, ...] = ()

    @classmethod
    def start(cls, match: Match, deal: Deal, exchange: Exchange, table: Table) -> ChargePhase:
        """Ask every seat after the pass, if the rules allow charges.

        A round in which a charge before the pass has called it off has no more charges.
        """
        hands = deal.hands
        if any(exchange.given):
            each = zip(hands, exchange.given, exchange.received, strict=True)
            hands = tuple([hand - given + received for hand, given, received in each])
        phase = cls(exchange, hands, deal.kitty, table)
        return phase if table.charged and exchange.pattern == Hold() else phase.asking(match)

    def asking(self, match: Match) -> Self:
        """The phase with every seat to answer that may charge more, if the rules allow charges."""
        # The leader stays hidden: naming it would reveal who holds the lowest club.
        return self.with_asked(match, match.dealer, range(match.players))

    def with_asked(self, match: Match, last: int, seats: Iterable[int]) -> Self:
        """The phase with these seats to answer, `last` being the last one that answered.

        Every seat that may charge more is asked, whether it can or not: that is its secret.
        """
        charging = match.in_force.charging
        players = match.players
        asked = tuple(sorted([seat for seat in seats if charging.most(self._charged(seat))]))
        up_next: tuple[int, ...] = ()
        if charging.in_turn:
            turns = tuple(sorted(asked, key=lambda seat: (seat - last - 1) % players))
            asked = turns[:1]
            up_next = turns[1:]
        if (asked, up_next) == (self.asked, self.up_next):
            return self
        return evolve(self, asked=asked, up_next=up_next)

    def __repr__(self) -> str:
        charged = self.table.all_charged or "nothing"
        return f"<{type(self).__name__}: to act {self.asked}, charged {charged}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may answer now; if late charges are allowed, others may move too."""
        return self.asked

    def round(self, match: Match) -> Round:
        return Round(
            exchange=self.exchange,
            hands=self.hands,
            table=self.table,
            up_next=self.up_next,
            secret=self.secret,
            kitty_size=len(self.kitty),
        )

    @classmethod
    def resumed(cls, view: View, sample: Sampled, exchange: Exchange) -> Self:
        asked = view.to_act, view.up_next, sample.secret
        return cls(exchange, sample.hands, sample.kitty, view.table, *asked)

    @classmethod
    def may_act(cls, view: View) -> tuple[int, ...]:
        """Every seat if late charges are allowed, otherwise the seats to act."""
        return tuple(range(view.players)) if view.in_force.charging.late else view.to_act

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseCards | None:
        charged = view.table.charged_by(seat) + view.secret
        may, most = view.in_force.may_charge(view.hand, charged)
        # a seat out of turn may still charge late, but has nothing to decline
        counts = tuple(range(not view.is_my_turn, most + 1))
        if not counts:
            return None
        return ChooseCards(
            view.in_force.verb,
            may if most else NO_CARDS,
            counts,
            lambda cards: Charge(seat, cards),
            kind=Charge,
            bars=barring(view.hand, lambda card: _barred(view.in_force, card, charged)),
        )

    @classmethod
    def task(cls, view: View) -> str:
        return f"{view.in_force.verb} cards"

    def apply(self, match: Match, move: Charge) -> Self:
        seat = match.check_seat(move.seat)
        cards = move.cards
        charging = match.in_force.charging
        if seat not in self.asked and not (cards and charging.late):
            verb = match.in_force.verb
            if charging.in_turn:
                raise refusal(move, "turn", *not_the_turn(self.asked[0], seat, f" to {verb}"))
            raise refusal(move, "already-charged", Seats((seat,)), " has answered already")
        self._check(match, move)
        still = {*self.asked, *self.up_next} - {seat}
        after = self
        if cards:
            after = self._with_charge(seat, cards, in_secret=charging.secret)
            if charging.reopens:
                still.update(range(match.players))
                still.remove(seat)
            if charging.repeats:
                still.add(seat)
        after = after.with_asked(match, seat, still)
        return after if after.asked else after._with_all_shown()  # noqa: SLF001 - of this class

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        for packet in self.exchange.packets:
            if cards := if_own(seat, packet.taker, packet.cards):
                yield CardsReceived(cards, packet.giver)
        if back := own(seat, self.exchange.dealt_back):
            yield CardsReceived(back)

    def happened(self, match: Match, move: Charge, after: ChargePhase, seat: int | None) -> Events:
        owner = move.seat
        cards = move.cards
        charging = match.in_force.charging
        if not cards:
            yield ChargeDeclined(owner)
        elif charging.secret:
            yield ChargedInSecret(owner, len(cards), if_own(seat, owner, cards))
        for each in range(match.players):
            if shown := after.table.charged_by(each) - self.table.charged_by(each):
                yield Charged(each, shown)

    def _with_charge(self, seat: int, cards: Cards, *, in_secret: bool) -> Self:
        """The phase after a charge, whoever is asked then."""
        if not in_secret:
            return evolve(self, table=self.table.with_charged(seat, cards))
        secret = self.secret or for_each(len(self.hands), NO_CARDS)
        return evolve(self, secret=replaced(secret, seat, secret[seat] + cards))

    def _with_all_shown(self) -> Self:
        """The phase after the secret charges are shown."""
        table = self.table
        for seat, cards in enumerate(self.secret):
            table = table.with_charged(seat, cards)
        return evolve(self, table=table, secret=())

    def _charged(self, seat: int) -> Cards:
        """What a seat has charged so far, in secret or not."""
        charged = self.table.charged_by(seat)
        return charged + self.secret[seat] if self.secret else charged

    def still_asks(self, match: Match, seat: int, since: Sequence[Move]) -> bool:
        """As in any phase; but a charge may reopen the question, and in turn each one is new."""
        charging = match.in_force.charging
        if charging.in_turn:
            return not since
        if charging.reopens and any(getattr(move, "cards", ()) for move in since):
            return False
        return super().still_asks(match, seat, since)

    def _check(self, match: Match, move: Charge) -> None:
        seat = move.seat
        cards = move.cards
        if cards - self.hands[seat]:
            raise refusal(move, "not-in-hand", *not_held(seat, cards, self.hands[seat]))
        charged = self._charged(seat)
        rules = match.in_force
        may, most = rules.may_charge(self.hands[seat], charged)
        verb = rules.verb
        if len(set(cards)) < len(cards):
            raise refusal(move, "charged-already", f"only one copy of a card can be {verb}d")
        if wrong := cards - may:
            raise refusal(move, *_barred(rules, wrong[-1], charged))
        if len(cards) > most:
            may_charge = Seats((seat,)), f" may {verb} ", most, f" {plural(most, 'card')}, not "
            raise refusal(move, "charge-count", *may_charge, len(cards))


@frozen(repr=False)
class EarlyChargePhase(ChargePhase):
    """The charges before the pass; as after it, but the cards that are dealt are those in the hands."""

    name = "early-charge"
    before_lead = False

    @classmethod
    def before(cls, match: Match, pattern: PassPattern, deal: Deal) -> EarlyChargePhase:
        """Ask every seat before the pass, if the rules allow it."""
        phase = cls(Exchange(pattern, ()), deal.hands, deal.kitty, match.ready)
        early = match.in_force.charges_before(pattern)
        return phase.asking(match) if early else phase


def _barred(rules: RoundRules, card: Card, charged: Cards) -> tuple[str, str]:
    """The rule that forbids charging a card of the hand, and the reason."""
    kinds = rules.charging.cards
    done = f"{rules.verb}d"
    if card in charged:
        return "charged-already", f"{card} has been {done} already"
    if card in kinds:
        return "charge-count", f"no more cards may be {done}"
    return "not-chargeable", f"only {kinds} can be {done}"
