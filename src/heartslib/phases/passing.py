"""The pass, and after a mix the deal of the cards in the middle.

Cards change hands only when everyone has laid down: `PassPhase` keeps the hands as they were dealt and what each
seat gives, so nobody can choose by what comes.
"""

from __future__ import annotations

import functools
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from heartslib._values.quick import frozen
from heartslib._values.seats import for_each
from heartslib.cards import NO_CARDS, Card, Cards, CardsLike, from_each, in_order
from heartslib.errors import Seats
from heartslib.events import CardsMixed, Events, PassCalled, Passed, if_own
from heartslib.moves import Deal, Pass
from heartslib.phases.base import AnyPhase, Exchange, Packet, Round, barring, not_held, refusal
from heartslib.phases.dealing import Dealing
from heartslib.phases.match import Match
from heartslib.questions import ChooseCards
from heartslib.rules import Hold, PassPattern, RoundRules
from heartslib.table import Table, replaced
from heartslib.words import how_many, is_or_are, plural

if TYPE_CHECKING:
    from heartslib.view import View


@frozen(repr=False)
class PassPhase(AnyPhase):
    """Every seat lays down the cards it passes, before any seat sees those it receives.

    Attributes:
        pattern: How cards are passed.
        deal: The deal.
        passes: The pass of each seat, seat 0 first; None for a seat that still has to pass.
        table: The table, with the cards that were charged before the pass.
    """

    name = "pass"
    takes = (Pass,)
    at_once = True
    wants = "cards must be passed first"
    call = "pass_cards(seat, cards)"

    pattern: PassPattern
    deal: Deal
    passes: tuple[Pass | None, ...]
    table: Table

    @classmethod
    def start(cls, match: Match, pattern: PassPattern, deal: Deal, table: Table) -> PassPhase:
        """The pass with every seat to act, or done if no cards are passed."""
        nobody: tuple[Pass | None, ...] = for_each(match.players, None)
        if pattern.unless_charged and table.charged:
            pattern = Hold()
        if not match.at_table.passed_by(pattern):
            nobody = _nothing_from(match.players)
        return cls(pattern, deal, nobody, table)

    def __repr__(self) -> str:
        return f"<PassPhase: {self.pattern.name}, to act {self.to_act}>"

    @property
    def given(self) -> tuple[Cards, ...]:
        """The cards each seat has laid down so far, seat 0 first."""
        return tuple(move.cards if move else NO_CARDS for move in self.passes)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands without the cards laid down, seat 0 first."""
        return tuple(hand - given for hand, given in zip(self.deal.hands, self.given, strict=True))

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple([seat for seat, made in enumerate(self.passes) if made is None])

    def round(self, match: Match) -> Round:
        exchange = Exchange(self.pattern, self.given)
        kitty = len(self.deal.kitty)
        return Round(exchange=exchange, hands=self.hands, table=self.table, kitty_size=kitty)

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseCards:
        pattern = view.pattern or Hold()
        count = view.pass_count
        to = view.passes_to
        nothing = view.in_force.may_pass_nothing(pattern)
        free = view.table.may_lay_down(seat, view.hand)
        may = view.in_force.may_pass(free, pattern)
        counts = (0, count) if nothing else (count,)

        def make(cards: CardsLike) -> Pass:
            """The pass; if several seats receive cards, the first one gets the first cards."""
            if len(to) < 2:
                return Pass(seat, cards)
            ordered = tuple(cards if isinstance(cards, Cards) else in_order(cards))
            if len(ordered) != count:
                return Pass(seat, ordered)
            rest = iter(ordered)
            return Pass.split(seat, {taker: [*islice(rest, part)] for taker, part in to})

        return ChooseCards(
            "pass",
            may,
            tuple(range(min(count, len(may)) + 1)) if pattern.fewer else counts,
            make,
            kind=Pass,
            to=to,
            bars=barring(view.hand, lambda card: _barred(view.in_force, free, Cards(card))),
        )

    @classmethod
    def task(cls, view: View) -> str:
        most = "up to " if view.pattern is not None and view.pattern.fewer else ""
        cards = f"{most}{how_many(view.pass_count, 'card')}"
        mixed = view.pattern is not None and view.at_table.mixes(view.pattern)
        return f"pass {cards}{' to the middle' if mixed else ''}"

    def apply(self, match: Match, move: Pass) -> PassPhase:
        seat = match.check_seat(move.seat)
        self._check(match, move)
        return PassPhase(self.pattern, self.deal, replaced(self.passes, seat, move), self.table)

    def seen_at_start(self, match: Match, before: Any, seat: int | None) -> Events:
        if self.pattern != before.exchange.pattern:
            yield PassCalled(self.pattern)

    def happened(self, match: Match, move: Pass, after: PassPhase, seat: int | None) -> Events:
        yield Passed(move.seat, if_own(seat, move.seat, move.cards), len(move.cards))

    def _check(self, match: Match, move: Pass) -> None:
        seat = move.seat
        cards = move.cards
        rules = match.at_table
        count = rules.passed_by(self.pattern)
        if self.passes[seat] is not None:
            raise refusal(move, "already-passed", Seats((seat,)), " has passed already")
        if cards - self.deal.hands[seat]:
            raise refusal(move, "not-in-hand", *not_held(seat, cards, self.deal.hands[seat]))
        if not cards and rules.may_pass_nothing(self.pattern):
            return
        fewer = self.pattern.fewer
        if len(cards) > count or (len(cards) < count and not fewer):
            number = count, f" {plural(count, 'card')}"
            may = ("at most ", *number, " may") if fewer else (*number, " must")
            raise refusal(move, "pass-count", *may, " be passed, not ", len(cards))
        free = self.table.may_lay_down(seat, self.deal.hands[seat])
        if kept := cards - rules.may_pass(free, self.pattern):
            raise refusal(move, *_barred(match.in_force, free, kept))
        packets = self.pattern.packets(match.players)
        wanted = {(seat + places) % match.players: part for places, part in packets}
        if len(wanted) > 1 or move.to:
            split = {match.check_seat(to): len(part) for to, part in move.to}
            whole = sum((part for _, part in move.to), NO_CARDS)
            # a seat that is named twice would hide one of its packets
            if split != wanted or whole != cards or len(split) < len(move.to):
                _, *parts = chain(
                    *((", ", part, " to ", Seats((to,))) for to, part in sorted(wanted.items()))
                )
                said = "say which cards go to which seat: "
                raise refusal(move, "pass-split", said, *parts)

    def exchanged(self, match: Match) -> Exchange:
        """Who gave which cards to whom; a seat that declined passes on the cards it was given."""
        given = self.given
        packets: list[Packet] = []
        places_of_packets = [places for places, _ in self.pattern.packets(match.players)]
        for move in filter(None, self.passes):
            for places in places_of_packets:
                first = taker = (move.seat + places) % match.players
                # if nobody else passes, the cards come back to their giver
                while taker != move.seat and not given[taker]:
                    taker = (taker + places) % match.players
                if cards := dict(move.to).get(first, move.cards):
                    packets.append(Packet(move.seat, taker, cards))
        return Exchange(self.pattern, given, tuple(packets))


@functools.cache
def _nothing_from(players: int) -> tuple[Pass, ...]:
    """What each seat passes in a round without a pass."""
    return tuple(Pass(seat, NO_CARDS) for seat in range(players))


@frozen(repr=False)
class MixPhase(Dealing):
    """Everyone has laid cards in the middle, to be shuffled and dealt back.

    Attributes:
        passing: The pass, with what everyone laid down.
        kitty: The kitty, which is shuffled in.
        deal: The deal of the cards that come back, once it is made.
    """

    todo = "the cards in the middle go back to the players"
    wants = "the cards in the middle must be dealt back first"
    call = "deal()"

    passing: PassPhase
    kitty: tuple[Card, ...]

    @classmethod
    def start(cls, passing: PassPhase) -> MixPhase:
        """The deal of the cards in the middle; done if there are none."""
        kitty = passing.deal.kitty
        deal = None if any(passing.given) else Deal(passing.given, kitty)
        return cls(passing, kitty, deal=deal)

    def __repr__(self) -> str:
        cards = sum(map(len, self.passing.given)) + len(self.kitty)
        return f"<MixPhase: {cards} cards {'dealt' if self.deal else 'to be dealt'} back>"

    def undealt(self, match: Match) -> tuple[Cards, int]:
        return sum(self.passing.given, from_each(self.kitty)), len(self.kitty)

    def sizes(self, match: Match) -> tuple[int, ...]:
        return tuple(map(len, self.passing.given))

    def round(self, match: Match) -> Round:
        return self.passing.round(match)

    @classmethod
    def is_seen(cls, view: View) -> bool:
        return any(view.hand_sizes)

    def happened(self, match: Match, move: Deal, after: AnyPhase, seat: int | None) -> Events:
        yield CardsMixed()


def _barred(rules: RoundRules, free: Cards, cards: Cards) -> tuple[str, str]:
    """The rule that forbids passing some cards, and the reason; `free` are those not charged."""
    if charged := cards - free:
        return "charged-card", f"{charged} {is_or_are(charged)} {rules.verb}d and cannot be passed"
    return "kept-cards", f"{cards} must be kept while there are enough others"
