"""The dealer's call, the deal, the bids, and the contract.

They come in this order since each may need what the one before has settled: a call is made before anyone has seen
a card, a bid and a contract after looking at the hand, and both before cards change hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from attrs import evolve, field

from heartslib._values.arguments import MOST_BID
from heartslib._values.quick import frozen
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards, from_each
from heartslib.errors import Argument, HeartsError, RulesError, Seats, quoted
from heartslib.events import (
    BidMade,
    CardsTurned,
    ContractNamed,
    Events,
    HandDealt,
    HandShown,
    PassCalled,
    RoundBegun,
    own,
)
from heartslib.moves import Bid, CallPass, Deal, NameContract, deal_of
from heartslib.phases.base import AnyPhase, Exchange, Round, not_the_turn, refusal
from heartslib.phases.match import Match
from heartslib.questions import ChooseName
from heartslib.rules import PassPattern
from heartslib.rules.book.chapters import AtTable
from heartslib.rules.deck import Chance, dealt, shuffled
from heartslib.rules.passing import called
from heartslib.table import replaced
from heartslib.words import how_many

if TYPE_CHECKING:
    from heartslib.view import View


@frozen(repr=False)
class CallPhase(AnyPhase):
    """The dealer calls how cards are passed, before anyone has seen a card.

    Attributes:
        dealer: The seat that deals.
        pattern: The pattern called, or that of the rules if they ask for no call; None until then.
    """

    name = "call"
    takes = (CallPass,)
    todo = "call the pass"
    wants = "the dealer must call the pass first"
    call = "call_pass(pattern)"

    dealer: int
    pattern: PassPattern | None = None

    @classmethod
    def start(cls, match: Match) -> CallPhase:
        """Ask the dealer, if the rules ask for a call."""
        if match.at_table.calls:
            return cls(match.dealer)
        passing = match.rules.passing
        pattern = passing.by_places(match.places, match.dealer)
        pattern = pattern or passing.pattern(match.round_number, match.players)
        return cls(match.dealer, match.at_table.named(pattern))

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        if not isinstance(before, CallPhase | DealPhase):  # else the rules have changed
            yield RoundBegun(match.round_number, match.dealer)
        if match.contract is not None:
            yield ContractNamed(match.contract)

    def __repr__(self) -> str:
        return f"<CallPhase: {self.pattern.name if self.pattern else 'nothing called yet'}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.pattern else (self.dealer,)

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        return tuple(pattern.name for pattern in rules.calls)

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        names = cls.names(view.at_table)
        return ChooseName("call", names, lambda name: CallPass(seat, name), kind=CallPass)

    def apply(self, match: Match, move: CallPass) -> CallPhase:
        if match.check_seat(move.seat) != self.dealer:
            calls = ("the dealer, ", Seats((self.dealer,)), ", calls the pass, not ")
            raise refusal(move, "turn", *calls, Seats((move.seat,)))
        try:
            return CallPhase(self.dealer, called(match.at_table.calls, move.call, match.players))
        except RulesError as error:
            raise refusal(move, "call", str(error)) from error


@frozen(repr=False)
class Dealing(AnyPhase):
    """Cards are to be dealt, by chance and not by a seat.

    Attributes:
        deal: The deal, once it is made.
    """

    name = "deal"
    takes = (Deal,)

    deal: Deal | None = field(default=None, kw_only=True)

    @property
    def done(self) -> bool:
        return self.deal is not None

    def undealt(self, match: Match) -> tuple[Cards, int]:
        """The cards to deal, and how many of them go to the kitty."""
        table = match.at_table
        return table.pack, table.kitty_size

    def sizes(self, match: Match) -> tuple[int, ...]:
        """How many cards each seat gets, seat 0 first."""
        table = match.at_table
        return for_each(table.players, table.hand_size)

    def dealt(self, match: Match, order: Sequence[Card]) -> Deal:
        """The deal of cards in the order in which they are dealt."""
        sizes = self.sizes(match)
        uneven = sizes if len({*sizes}) > 1 else ()  # only after a mix of any number of cards
        rules = match.rules
        _, kitty = self.undealt(match)
        last = rules.kitty.is_rest or rules.deck.kitty_last
        face_up = rules.shown_of(order[: len(order) - kitty * last])
        hands, left = dealt(order, match.players, match.dealer, kitty, uneven, last=last)
        return deal_of(hands, left, face_up, None)

    def draws_leader(self, match: Match) -> bool:
        """Whether a player is drawn to lead with this deal."""
        return False

    def by_chance(self, match: Match, chance: Chance) -> Deal:
        """A deal of the shuffled pack, with a draw for the leader if there is one."""
        undealt, _ = self.undealt(match)
        deal = self.dealt(match, shuffled(undealt, chance))
        # after the cards, so that a seed deals the same hands whether a leader is drawn or not
        if not self.draws_leader(match):
            return deal
        return evolve(deal, leader=int(chance.random() * match.players))

    def apply(self, match: Match, move: Deal) -> Self:
        _check_deal(self.sizes(match), move, *self.undealt(match))
        _check_shown(match, move)
        _check_leader(match, move.leader, drawn=self.draws_leader(match))
        return evolve(self, deal=move)


@frozen(repr=False)
class DealPhase(Dealing):
    """The pack is to be dealt.

    Attributes:
        pattern: How cards will be passed.
        deal: The deal, once it is made.
    """

    todo = "the deal comes next"
    wants = "the cards must be dealt first"
    call = "deal()"

    pattern: PassPattern

    def draws_leader(self, match: Match) -> bool:
        return match.rules.opening.is_drawn

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        yield PassCalled(self.pattern)

    def __repr__(self) -> str:
        return f"<DealPhase: {'dealt' if self.deal else 'to be dealt'}, pass {self.pattern.name}>"

    def round(self, match: Match) -> Round:
        return evolve(AnyPhase.round(self, match), exchange=Exchange(self.pattern, ()))

    @classmethod
    def is_seen(cls, view: View) -> bool:
        return not any(view.hand_sizes)


@frozen(repr=False)
class BidPhase(AnyPhase):
    """Each seat in turn bids for naming the contract, or passes.

    Attributes:
        dealer: The seat that deals; the one to its left bids first.
        deal: The deal.
        pattern: How cards will be passed.
        bids: What each seat has bid, seat 0 first: 0 for a pass, None until it has been asked;
            empty if nothing is sold.
    """

    name = "bid"
    takes = (Bid,)
    todo = "bid to name the contract, or pass"
    wants = "everyone must bid or pass first"
    call = "bid(points)"

    dealer: int
    deal: Deal
    pattern: PassPattern
    bids: tuple[int | None, ...]

    @classmethod
    def start(cls, match: Match, deal: Deal, pattern: PassPattern) -> BidPhase:
        """Ask every seat, if the contract of this round is sold."""
        bids = for_each(match.players, None) if match.sells else ()
        return cls(match.dealer, deal, pattern, bids)

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        kitty = match.at_table.kitty_size - len(match.turned)
        yield HandDealt(own(seat, self.deal.hands), match.at_table.hand_size, kitty)
        if match.turned:
            yield CardsTurned(match.turned)
        if match.turned and (named := match.rules.contracts.named_by(match.turned[0])):
            yield ContractNamed(named)
        if match.shown_last:
            yield HandShown(match.dealer, Cards(match.shown_last))

    def happened(self, match: Match, move: Bid, after: BidPhase, seat: int | None) -> Events:
        yield BidMade(move.seat, move.bid)

    def __repr__(self) -> str:
        return f"<BidPhase: bids {self.bids}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        players = len(self.bids)
        order = ((self.dealer + place) % players for place in range(1, players + 1))
        return tuple(seat for seat in order if self.bids[seat] is None)[:1]

    @property
    def made(self) -> tuple[int, ...]:
        """What each seat has bid, once all have."""
        return tuple(bid or 0 for bid in self.bids)

    def round(self, match: Match) -> Round:
        return evolve(_looked_at(self.deal, self.pattern), bids=self.bids)

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        most = rules.contracts.most_bid
        return (_PASS, *map(str, range(1, most + 1))) if most else ()

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        high = max(view.settled.made)
        names = cls.names(view.at_table)
        choices = _PASS, *names[high + 1 :]
        return ChooseName("bid", choices, lambda name: Bid(seat, _points(name)), kind=Bid)

    def apply(self, match: Match, move: Bid) -> BidPhase:
        (turn,) = self.to_act
        if match.check_seat(move.seat) != turn:
            raise refusal(move, "turn", *not_the_turn(turn, move.seat))
        high = max(self.made)
        most = match.rules.contracts.most_bid
        if move.bid and not high < move.bid <= most:
            more = ("bid ", high + 1, " to ", most, ", or ") if high < most else ()
            so_far = "the highest bid so far is ", high
            raise refusal(move, "bid", *so_far, ": ", *more, "pass with ", 0)
        return evolve(self, bids=replaced(self.bids, turn, move.bid))


_PASS = "pass"  # noqa: S105 - a word


def _points(name: str) -> int:
    """The bid of a name.

    Raises:
        HeartsError: It is none.
    """
    if name == _PASS:
        return 0
    # a number with thousands of digits would take long to read
    if not name.isdecimal() or len(name) > len(str(MOST_BID)):
        raise HeartsError(f"a bid must be {_PASS!r} or a number, not {quoted(name)}")
    return int(name)


def _looked_at(deal: Deal, pattern: PassPattern) -> Round:
    """The round after the deal, before anything is passed."""
    return Round(exchange=Exchange(pattern, ()), hands=deal.hands, kitty_size=len(deal.kitty))


@frozen(repr=False)
class ContractPhase(AnyPhase):
    """The dealer, or the highest bidder, has seen its hand and names the contract of the round.

    Attributes:
        namer: The seat that names it.
        deal: The deal.
        pattern: How cards will be passed.
        left: The contracts that it may name; empty if the contract is settled.
        contract: The contract that it has named; None until then.
    """

    name = "contract"
    takes = (NameContract,)
    todo = "name the contract"
    wants = "the contract must be named first"
    call = "name_contract(name)"

    namer: int
    deal: Deal
    pattern: PassPattern
    left: tuple[str, ...]
    contract: str | None = None

    @classmethod
    def start(cls, match: Match, deal: Deal, pattern: PassPattern) -> ContractPhase:
        """Ask the namer, if there is a contract to name."""
        return cls(match.would_name, deal, pattern, match.contracts_left)

    def seen_at_start(self, match: Match, before: AnyPhase, seat: int | None) -> Events:
        if match.settled.bids and match.contract is not None:  # nobody has bid
            yield ContractNamed(match.contract)

    def happened(
        self, match: Match, move: NameContract, after: ContractPhase, seat: int | None
    ) -> Events:
        yield ContractNamed(move.contract, move.seat)

    def __repr__(self) -> str:
        return f"<ContractPhase: {self.contract or 'nothing named yet'}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.namer,) if self.left and self.contract is None else ()

    def round(self, match: Match) -> Round:
        return _looked_at(self.deal, self.pattern)

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        return rules.contract_names if rules.contracts_left(0, ()) else ()

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseName:
        names = view.rules.contracts_left(seat, view.contracts)
        return ChooseName("name", names, lambda name: NameContract(seat, name), kind=NameContract)

    def apply(self, match: Match, move: NameContract) -> ContractPhase:
        if match.check_seat(move.seat) != self.namer:
            names = (Seats((self.namer,)), " names the contract, not ")
            raise refusal(move, "turn", *names, Seats((move.seat,)))
        if move.contract not in self.left:
            raise refusal(move, "contract", match.no_such_contract(move.contract))
        return evolve(self, contract=move.contract)


def _check_shown(match: Match, deal: Deal) -> None:
    """Check that a deal tells the card that is shown, and only if one is.

    Raises:
        HeartsError: It does not.
    """
    up = deal.face_up
    seat = match.dealer
    if not up and not match.rules.deck.shows_last:
        return
    wanted = match.rules.shown_of(tuple(deal.hands[seat]))
    if up and not wanted:
        raise HeartsError(f"these rules show no card of the dealer, so {up[0]} cannot be face up")
    if len(up) != len(wanted) or from_each(up) - deal.hands[seat]:
        wrong = f", not {' '.join(map(str, up))}" if up else ""
        raise HeartsError(
            f"the last card of the dealer, seat {seat}, is shown: give a card of that hand as ",
            Argument("face_up"), wrong,
        )  # fmt: skip


def _check_leader(match: Match, leader: int | None, *, drawn: bool) -> None:
    """Check that a deal says who was drawn to lead, and only if somebody was.

    Raises:
        HeartsError: It does not.
    """
    if leader is None:
        if drawn:
            raise HeartsError("the leader of each round is drawn: give ", Argument("leader"))
        return
    if not drawn:
        raise HeartsError("no leader is drawn with this deal, so leader cannot be given")
    match.check_seat(leader)


def _check_deal(sizes: tuple[int, ...], deal: Deal, undealt: Cards, kitty: int) -> None:
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
    cards = sum(deal.hands, from_each(deal.kitty))
    if missing := undealt - cards:
        problems.append(f"{missing} missing")
    if extra := cards - undealt:
        problems.append(f"{extra} too many")
    if problems:
        raise HeartsError(f"this is not a deal of the pack: {'; '.join(problems)}")
