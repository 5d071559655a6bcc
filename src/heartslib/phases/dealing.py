"""The dealer's call, and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import attrs

from heartslib.cards import Card, Cards, from_each
from heartslib.errors import HeartsError, RulesError
from heartslib.moves import CallPass, Deal, Move, NameContract
from heartslib.phases.match import AnyPhase, Exchange, Match, Round, refusal
from heartslib.questions import ChooseName
from heartslib.rules import PassPattern, Rules
from heartslib.rules.deck import dealt
from heartslib.rules.passing import called
from heartslib.words import how_many

if TYPE_CHECKING:
    from heartslib.view import View


@attrs.frozen(repr=False)
class CallPhase(AnyPhase):
    """The dealer calls how cards are passed, before anyone has seen a card.

    Attributes:
        dealer: The seat that deals.
        pattern: The pattern called, or that of the rules if they ask for no call; None until then.
    """

    name = "call"
    todo = "call the pass"
    wants = "the dealer must call the pass first"
    call = "call_pass(pattern)"

    dealer: int
    pattern: PassPattern | None = None

    @classmethod
    def start(cls, match: Match) -> CallPhase:
        """Ask the dealer, if the rules ask for a call."""
        passing, players = match.rules.passing, match.players
        if passing.calls(players):
            return cls(match.dealer)
        return cls(match.dealer, passing.pattern(match.round_number, players))

    def __repr__(self) -> str:
        return f"<CallPhase: {self.pattern.name if self.pattern else 'nothing called yet'}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.pattern else (self.dealer,)

    @classmethod
    def names(cls, rules: Rules, players: int) -> tuple[str, ...]:
        return tuple(pattern.name for pattern in rules.passing.calls(players))

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        names = cls.names(view.rules, view.players)
        return ChooseName("call", names, lambda name: CallPass(seat, name))

    def apply(self, match: Match, move: Move) -> CallPhase | None:
        if not isinstance(move, CallPass):
            return None
        if match.check_seat(move.seat) != self.dealer:
            reason = f"the dealer, seat {self.dealer}, calls the pass, not seat {move.seat}"
            raise refusal(move, "turn", reason)
        try:
            return CallPhase(self.dealer, called(match.rules.passing, move.call, match.players))
        except RulesError as error:
            raise refusal(move, "call", str(error)) from error


@attrs.frozen(repr=False)
class Dealing(AnyPhase):
    """Cards are to be dealt, by chance and not by a seat.

    Attributes:
        deal: The deal, once it is made.
    """

    name = "deal"

    deal: Deal | None = attrs.field(default=None, kw_only=True)

    @property
    def done(self) -> bool:
        return self.deal is not None

    def pool(self, match: Match) -> tuple[Cards, int]:
        """The cards to deal, and how many of them go to the kitty."""
        deck = match.rules.deck
        return deck.cards(match.players), deck.kitty_size(match.players)

    def sizes(self, match: Match) -> tuple[int, ...]:
        """How many cards each seat gets, seat 0 first."""
        pool, kitty = self.pool(match)
        return ((len(pool) - kitty) // match.players,) * match.players

    def dealt(self, match: Match, order: Sequence[Card]) -> Deal:
        """The deal of cards in the order in which they are dealt."""
        sizes = self.sizes(match)
        uneven = sizes if len({*sizes}) > 1 else ()
        return Deal(*dealt(order, match.players, match.dealer, self.pool(match)[1], uneven))

    def apply(self, match: Match, move: Move) -> Self | None:
        if not isinstance(move, Deal):
            return None
        _check_deal(self.sizes(match), move, *self.pool(match))
        return attrs.evolve(self, deal=move)


@attrs.frozen(repr=False)
class DealPhase(Dealing):
    """The pack is to be dealt.

    Attributes:
        pattern: How cards will be passed.
        deal: The deal, once it is made.
    """

    todo = "the cards are to be dealt"
    wants = "the cards must be dealt first"
    call = "deal()"

    pattern: PassPattern

    def __repr__(self) -> str:
        return f"<DealPhase: {'dealt' if self.deal else 'to be dealt'}, pass {self.pattern.name}>"

    def round(self, match: Match) -> Round:
        return attrs.evolve(AnyPhase.round(self, match), exchange=Exchange(self.pattern, ()))

    @classmethod
    def is_seen(cls, view: View) -> bool:
        return not any(view.hand_sizes)


@attrs.frozen(repr=False)
class ContractPhase(AnyPhase):
    """The dealer has seen its hand and names the contract of the round.

    Attributes:
        dealer: The seat that deals.
        deal: The deal.
        pattern: How cards will be passed.
        left: The contracts that the dealer may name; empty if the contract is settled.
        contract: The contract that the dealer has named; None until then.
    """

    name = "contract"
    todo = "name the contract"
    wants = "the dealer must name the contract first"
    call = "name_contract(name)"

    dealer: int
    deal: Deal
    pattern: PassPattern
    left: tuple[str, ...]
    contract: str | None = None

    @classmethod
    def start(cls, match: Match, deal: Deal, pattern: PassPattern) -> ContractPhase:
        """Ask the dealer, if there is a contract to name."""
        return cls(match.dealer, deal, pattern, match.contracts_left)

    def __repr__(self) -> str:
        return f"<ContractPhase: {self.contract or 'nothing named yet'}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.dealer,) if self.left and self.contract is None else ()

    def round(self, match: Match) -> Round:
        exchange = Exchange(self.pattern, ())
        return Round(exchange=exchange, hands=self.deal.hands, kitty_size=len(self.deal.kitty))

    @classmethod
    def names(cls, rules: Rules, players: int) -> tuple[str, ...]:
        return rules.contract_names

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        names = view.rules.contracts_left(view.dealer, view.contracts)
        return ChooseName("name", names, lambda name: NameContract(seat, name))

    def apply(self, match: Match, move: Move) -> ContractPhase | None:
        if not isinstance(move, NameContract):
            return None
        if match.check_seat(move.seat) != self.dealer:
            reason = f"the dealer, seat {self.dealer}, names the contract, not seat {move.seat}"
            raise refusal(move, "turn", reason)
        if wrong := match.no_such_contract(move.contract):
            raise refusal(move, "contract", wrong)
        return attrs.evolve(self, contract=move.contract)


def _check_deal(sizes: tuple[int, ...], deal: Deal, pool: Cards, kitty: int) -> None:
    """Check that a deal gives out exactly these cards.

    Raises:
        HeartsError: It does not; the message names everything wrong.
    """
    players = len(sizes)
    problems: list[str] = []
    if len(deal.hands) != players:
        problems.append(f"{players} hands are needed, one for each player, not {len(deal.hands)}")
    for seat, (hand, size) in enumerate(zip(deal.hands, sizes, strict=False)):
        if len(hand) != size:
            problems.append(f"seat {seat} has {how_many(len(hand), 'card')}, not {size}")
    if len(deal.kitty) != kitty:
        problems.append(f"the kitty has {how_many(len(deal.kitty), 'card')}, not {kitty}")
    given = sum(deal.hands, from_each(deal.kitty))
    if missing := pool - given:
        problems.append(f"{missing} missing")
    if extra := given - pool:
        problems.append(f"{extra} too many")
    if problems:
        raise HeartsError(f"this is not a deal of the pack: {'; '.join(problems)}")
