"""A player's account of a round, at a table where nobody knows the other hands.

The phases themselves lead to the view: the other seats hold any cards that fit, and make the moves that
the account has.  No view shows those cards.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from itertools import islice
from typing import Final, TypeAlias, cast

from heartslib._given import plain
from heartslib._quick import frozen
from heartslib.cards import Card, Cards, CardsLike, from_each
from heartslib.errors import Argument, HeartsError, Seats, one_of, shown
from heartslib.moves import Bid, CallPass, Charge, Deal, Move, NameContract, Pass
from heartslib.phases import (
    BidPhase,
    CallPhase,
    ChargePhase,
    ContractPhase,
    DealPhase,
    Exchange,
    Match,
    MixPhase,
    Packet,
    PassPhase,
    Phase,
    advance,
    begin,
)
from heartslib.rules import Hold, PassPattern
from heartslib.rules.deck import too_many
from heartslib.rules.passing import MIDDLE, count_of, is_mixed
from heartslib.table import replaced

BEFORE_PLAY: Final = ("bid", "contract", "early-charge", "pass", "charge")
"""The phases before the play in which a seat that holds cards is asked."""

Passed: TypeAlias = CardsLike | Mapping[int, CardsLike]
"""Cards that were passed; by the other seat, if there are several."""
_BySeat: TypeAlias = dict[int, Cards]


@frozen(kw_only=True)
class Account:
    """What a player knows of a round.

    Attributes:
        seat: The player's seat.
        hand: What it holds now.
        given: What it has passed.
        received: What it has received.
        charged: What each seat has charged, seat 0 first; empty if nothing.
        bids: What each seat has bid, seat 0 first; None for one that has not been asked.
        contract: The contract, if it has been named.
        kitty: The kitty, if it was turned up.
        face_up: The dealer's last card, if it was shown.
        call: The pattern that the dealer has called.
    """

    seat: int
    hand: Cards
    given: Passed = ()
    received: Passed = ()
    charged: tuple[Cards, ...] = ()
    bids: tuple[int | None, ...] = ()
    contract: str | None = None
    kitty: tuple[Card, ...] = ()
    face_up: tuple[Card, ...] = ()
    call: str | None = None

    def reached(self, match: Match, name: str) -> tuple[Match, Phase]:
        """The first time that the seat is asked in a phase of that name.

        Raises:
            HeartsError: It is not asked in such a phase, something is missing, or cannot be.
        """
        if name not in BEFORE_PLAY:
            raise HeartsError(
                f"phase must be {', '.join(map(repr, BEFORE_PLAY))} or 'play', not {shown(name)}"
            )
        phase, later = begin(match), (*BEFORE_PLAY[BEFORE_PLAY.index(name) + 1 :], "play")
        while phase.name != name or self.seat not in phase.to_act or self._charges(phase):
            if phase.name in later:
                raise HeartsError(
                    Seats((self.seat,)), f" is asked nothing in phase {name!r} of this round"
                )
            match, phase = advance(match, phase, self._move(match, phase))
        return match, phase

    def exchange(self, match: Match, held: Cards) -> Exchange:
        """The pass of the round, as far as the seat knows it.

        Args:
            match: The match.
            held: What the seat has held since, in the hand or elsewhere.

        Raises:
            HeartsError: It cannot have passed or received these cards.
        """
        players = match.players
        nobody = (Cards(),) * players
        if not (self.given or self.received):
            return Exchange(Hold(), nobody)
        pattern = self.pattern(match)
        given, received = self._packets(match, pattern)
        laid, back = sum(given.values(), Cards()), sum(received.values(), Cards())
        for wrong in too_many(
            match.rules.deck.cards(players), self._dealt(held, laid, back), players
        ):
            raise HeartsError(wrong)
        mine = replaced(nobody, self.seat, laid)
        if is_mixed(pattern, players):
            return Exchange(pattern, mine, dealt_back=replaced(nobody, self.seat, back))
        packets = [Packet(self.seat, taker, cards) for taker, cards in given.items()]
        packets += [Packet(giver, self.seat, cards) for giver, cards in received.items()]
        return Exchange(pattern, mine, tuple(packets))

    def _dealt(self, held: Cards, given: Cards, received: Cards) -> Cards:
        """The cards that the seat was dealt."""
        if absent := received - held:
            raise HeartsError(f"{absent} was received, but is not in the hand")
        return held - received + given

    def pattern(self, match: Match) -> PassPattern:
        """How cards are passed in the round."""
        phase = begin(match)
        if isinstance(phase, CallPhase):
            _, phase = advance(match, phase, self._call(phase))
        assert isinstance(phase, DealPhase)  # noqa: S101 - the deal follows the call
        return phase.pattern

    def _packets(self, match: Match, pattern: PassPattern) -> tuple[_BySeat, _BySeat]:
        """What went to which seat or the middle, and what came from which."""
        places = [place for place, _ in pattern.packets(match.players)]
        takers = [(self.seat + place) % match.players for place in places]
        givers = [(self.seat - place) % match.players for place in places]
        return _by_seat("given", self.given, takers), _by_seat("received", self.received, givers)

    def _move(self, match: Match, phase: Phase) -> Move:  # noqa: PLR0911 - a table
        """The next move, as it was made, or may have been."""
        match phase:
            case CallPhase():
                return self._call(phase)
            case DealPhase():
                return self._deal(match, phase)
            case BidPhase(to_act=(turn,)):
                bid = self.bids[turn] if turn < len(self.bids) else None
                if bid is None:
                    raise HeartsError(Seats((turn,)), " has bid: give ", Argument("bids"))
                return Bid(turn, bid)
            case ContractPhase(namer):
                if self.contract is None:
                    left = one_of("contract", match.contracts_left)
                    raise HeartsError(Seats((namer,)), " has named the contract: give ", *left)
                return NameContract(namer, self.contract)
            case ChargePhase():
                more = self._charges(phase)
                seat = next(filter(more.get, phase.to_act), phase.to_act[0])
                return Charge(seat, more.get(seat, Cards()))
            case PassPhase():
                return self._pass(match, phase)
            case _:
                assert isinstance(phase, MixPhase)  # noqa: S101 - no other comes before the play
                return self._dealt_back(match, phase)

    def _call(self, phase: CallPhase) -> CallPass:
        if self.call is None:
            raise HeartsError("the dealer has called the pass: give ", Argument("call"))
        return CallPass(phase.dealer, self.call)

    def _charges(self, phase: Phase) -> _BySeat:
        """The charges of the account that have not been made yet."""
        if not (self.charged and isinstance(phase, ChargePhase)):
            return {}
        secret = phase.secret or (Cards(),) * len(self.charged)
        done = map(operator.add, phase.table.charged or map(Cards, secret), secret)
        each = enumerate(map(operator.sub, self.charged, done))
        return {seat: now for seat, more in each if (now := more & phase.hands[seat])}

    def _deal(self, match: Match, phase: DealPhase) -> Deal:
        """A deal in which everyone has held what the account says."""
        pack, aside = match.rules.deck.cards(match.players), from_each(self.kitty)
        hands = self._sure(match, phase.pattern)
        if wrong := next(too_many(pack, sum(hands, aside), match.players), None):
            raise HeartsError(wrong)
        rest = iter(pack - sum(hands, aside))
        for seat, size in enumerate(phase.sizes(match)):
            held = len(hands[seat])
            if held > size or (seat == self.seat and held < size):
                held_then = f" held {held} cards after the deal, not {size}"
                raise HeartsError(Seats((seat,)), held_then)
            hands[seat] += from_each(islice(rest, size - held))
        return Deal(hands, self.kitty or tuple(rest), self.face_up)

    def _sure(self, match: Match, pattern: PassPattern) -> list[Cards]:
        """The whole hand of the seat after the deal, and what the others must have held."""
        given, received = self._packets(match, pattern)
        hands = [*(self.charged or (Cards(),) * match.players)]
        laid, back = sum(given.values(), Cards()), sum(received.values(), Cards())
        for seat in range(match.players):  # what it has charged it may have received
            hands[seat] -= given.get(seat, given.get(self.seat, Cards()))
        for giver, cards in self._came_from(match, pattern).items():
            hands[giver] |= cards
        hands[match.dealer] |= from_each(self.face_up)
        hands[self.seat] = self._dealt(self.hand, laid, back)
        return hands

    def _came_from(self, match: Match, pattern: PassPattern) -> _BySeat:
        """What the others must have passed: to the seat, or to the middle in any way."""
        given, received = self._packets(match, pattern)
        if not is_mixed(pattern, match.players):
            return received
        theirs = iter(received.get(self.seat, Cards()) - given.get(self.seat, Cards()))
        count = count_of(pattern, match.players)
        others = (seat for seat in range(match.players) if seat != self.seat)
        return {seat: from_each(islice(theirs, count)) for seat in others}

    def _pass(self, match: Match, phase: PassPhase) -> Pass:
        (seat, *_), players, pattern = phase.to_act, match.players, phase.pattern
        if seat == self.seat:
            given, _ = self._packets(match, pattern)
            cards = sum(given.values(), Cards())
            return Pass.split(seat, given) if len(given) > 1 else Pass(seat, cards)
        must = self._came_from(match, pattern).get(seat, Cards())
        free = phase.table.may_lay_down(seat, phase.deal.hands[seat])
        may = match.in_force.may_pass(free, pattern, players) - must
        kept = may & self.charged[seat] if self.charged else Cards()
        spare = iter([*(may - kept), *kept])
        to: dict[int, Cards] = {}
        for place, count in pattern.packets(players):
            taker = (seat + place) % players
            mine = must if taker == self.seat or place == MIDDLE else Cards()
            to[taker] = mine + from_each(islice(spare, count - len(mine)))
        return Pass.split(seat, to) if len(to) > 1 else Pass(seat, sum(to.values(), Cards()))

    def _dealt_back(self, match: Match, phase: MixPhase) -> Deal:
        """The deal of the middle in which the seat gets what it has received."""
        pool, _ = phase.pool(match)
        mine = sum(self._packets(match, phase.passing.pattern)[1].values(), Cards())
        hands = [pool & each for each in self.charged] or [Cards()] * match.players
        hands[self.seat] = mine
        rest = iter(pool - sum(hands, Cards()))
        for seat, size in enumerate(phase.sizes(match)):
            hands[seat] += from_each(islice(rest, size - len(hands[seat])))
        return Deal(hands, tuple(rest))


def _by_seat(name: str, passed: Passed, seats: list[int]) -> _BySeat:
    """Passed cards by the other seat."""
    if isinstance(passed, Mapping):
        by_seat = cast("Mapping[int, CardsLike]", passed)
        if strange := [seat for seat in by_seat if plain(seat) not in seats]:
            raise HeartsError(f"{name}: no cards pass between you and seat {shown(strange[0])}")
        return {plain(seat): Cards(cards) for seat, cards in by_seat.items()}
    cards = Cards(passed)
    if not cards:
        return {}
    if len(seats) != 1:
        who = f"each of seats {', '.join(map(str, seats))}" if seats else "nobody"
        raise HeartsError(
            f"{name}: cards are passed between you and {who} in this round"
            + ": give a dictionary with their cards" * bool(seats)
        )
    return {seats[0]: cards}
