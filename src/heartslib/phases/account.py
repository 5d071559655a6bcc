"""A player's account of a round, at a table where nobody knows the other hands.

The phases themselves lead to the view: the other seats hold any cards that fit, and make the moves that
the account has.  No view shows those cards.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final, TypeAlias, cast

import attrs

from heartslib._elsewhere import PositionElsewhere, not_by_seat
from heartslib._values.arguments import (
    MOST_PLAYERS,
    NUMBERS_BY_SEAT,
    frozen,
    plain,
    prefixed_errors,
    series,
)
from heartslib._values.seats import for_each
from heartslib.cards import Cards, CardsLike, from_each
from heartslib.errors import Argument, CardsError, HeartsError, Seats, one_of, quoted
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
from heartslib.phases.match import not_shown
from heartslib.phases.setup import Layout, bad_tricks, charged_by
from heartslib.rules import Hold, PassPattern
from heartslib.rules.deck import too_many
from heartslib.rules.passing import MIDDLE
from heartslib.table import replaced
from heartslib.words import how_many

BEFORE_PLAY: Final = ("bid", "contract", "early-charge", "pass", "charge")
"""The phases before the play in which a seat that holds cards is asked."""

Passed: TypeAlias = CardsLike | Mapping[int, CardsLike]
"""Cards that were passed; by the other seat, if there are several."""
_BySeat: TypeAlias = dict[int, Cards]


def _kept(passed: Passed) -> Cards | _BySeat:
    """Passed cards, which an iterator gives only once."""
    if not isinstance(passed, Mapping):
        return Cards(passed)
    by_seat = cast("Mapping[int, CardsLike]", passed)
    return {plain(seat): Cards(cards) for seat, cards in by_seat.items()}


def _all(passed: Cards | _BySeat) -> Cards:
    return sum(passed.values(), Cards()) if isinstance(passed, dict) else passed


def _hand(cards: CardsLike) -> Cards:
    with prefixed_errors("hand", CardsError):
        return Cards(cards)


def _captured(cards: CardsLike) -> Cards:
    with prefixed_errors("captured", CardsError):
        return Cards(cards)


def _hand_sizes(sizes: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if sizes is None else series(MOST_PLAYERS, sizes, "hand_sizes", NUMBERS_BY_SEAT)


def _captured_sizes(sizes: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if sizes is None else series(MOST_PLAYERS, sizes, "captured_sizes", NUMBERS_BY_SEAT)


@frozen(kw_only=True)
class Account(PositionElsewhere):
    """What a player knows of a round.

    Attributes:
        seat: The player's seat.
        hand: What it holds now.
        hand_sizes: How many cards each seat holds; None if it follows from the hand and the trick.
        given: What it has passed.
        received: What it has received.
        captured: The kitty cards with its tricks.
        captured_sizes: How many kitty cards each seat has with its tricks; None if only this seat has any.
        call: The pattern that the dealer has called.
    """

    seat: int
    hand: Cards = attrs.field(converter=_hand)
    hand_sizes: tuple[int, ...] | None = attrs.field(converter=_hand_sizes)
    given: Cards | _BySeat = attrs.field(converter=_kept)
    received: Cards | _BySeat = attrs.field(converter=_kept)
    captured: Cards = attrs.field(converter=_captured)
    captured_sizes: tuple[int, ...] | None = attrs.field(converter=_captured_sizes)
    call: str | None

    def check_face_up(self, match: Match) -> None:
        """Refuse cards face up that these rules do not show.

        Raises:
            HeartsError: Some are given.
        """
        if self.face_up != match.rules.shown_of(self.face_up):
            raise not_shown(self.face_up)
        if self.kitty and not match.at_table.out_of_play:
            nothing_up = f"{match.rules.name} has no such cards face up"
            raise HeartsError(f"{nothing_up}, so kitty cannot be given")

    def check_shown(self, match: Match) -> None:
        """Refuse a position in which somebody may have laid a hand open, if nobody has said who has.

        Raises:
            HeartsError: It is such a position.
        """
        is_played = self.tricks or self.trick
        if is_played and match.in_force.showing is not None and not self.shown:
            open_ = f"in {match.rules.name} a player may have to lay the hand open: give "
            raise HeartsError(open_, Argument("shown"), ", empty for a seat that has not")

    def layout(self, match: Match) -> Layout:
        """The position during the play.

        Args:
            match: The match, with what is said of the round.

        Raises:
            HeartsError: There is no such position.
        """
        at = match.at_table
        me = self.seat
        nothing = for_each(match.players, 0)
        layout = Layout(
            match=match,
            said=self,
            hands=for_each(match.players, self.hand),
            kitty=0,
            captured=nothing,
        )
        # all held equally many before the trick
        before = len(self.hand) + layout.played[me]
        is_whole = before + len(self.tricks) == match.in_force.tricks_in_round
        if is_whole and not any(bad_tricks(match.in_force, self.tricks, self.trick)):
            won = layout.won_from_kitty()
        else:
            won = nothing
        aside = self._sizes("captured_sizes", [*won], self.captured)
        closed = at.kitty_size - match.players * at.drawn_by(len(self.tricks)) - sum(aside)
        layout = attrs.evolve(
            layout,
            kitty=self.kitty or max(closed, 0),
            captured=replaced(tuple[Cards | int, ...](aside), me, self.captured),
        )
        equal = [before - layout.played[seat] for seat in range(match.players)]
        hands: list[Cards | int] = [*self._sizes("hand_sizes", equal, self.hand)]
        for seat, cards in enumerate(self.shown):
            if len(cards) == hands[seat]:  # an open hand is known
                hands[seat] = cards
        hands[me] = self.hand
        return attrs.evolve(layout, hands=tuple(hands))

    def _sizes(self, name: str, usual: list[int], mine: Cards) -> list[int]:
        """A number of cards for each seat, as said or `usual`; that of the player must be true."""
        usual = [*replaced(tuple(usual), self.seat, len(mine))]
        said: tuple[int, ...] | None = getattr(self, name)
        if said is None:
            return usual
        for problem in not_by_seat(name, said, len(usual), least=0):
            raise problem
        if said[self.seat] != len(mine):
            held = how_many(len(mine), "card")
            raise HeartsError(f"{name}: seat {self.seat} has {held}, not {said[self.seat]}")
        return [*said]

    def before_play(self, match: Match, name: str) -> Account:
        """The account of a phase before the play, with who charged which card.

        Raises:
            HeartsError: Something is of the play, or nobody knows who charged a card.
        """
        of_play = ("tricks", "trick", "captured", "shown", "hand_sizes", "captured_sizes", "waived")
        for early in of_play:
            if getattr(self, early) not in {(), Cards(), None}:
                argument = "waive" if early == "waived" else early
                raise HeartsError(f"phase {name!r} is not the play, so {argument} cannot be given")
        nobody = for_each(match.players, Cards())
        held = replaced(nobody, self.seat, self.hand)
        charged = charged_by(self.charged, held, match.at_table) or nobody
        return attrs.evolve(self, charged=charged)

    def reached(self, match: Match, name: str) -> tuple[Match, Phase]:
        """The first time that the seat is asked in a phase before the play, by its name.

        Raises:
            HeartsError: It is not asked in such a phase, something is missing, or cannot be.
        """
        if name not in BEFORE_PLAY:
            raise HeartsError(
                f"phase must be {', '.join(map(repr, BEFORE_PLAY))} or 'play', not {quoted(name)}"
            )
        match.per_seat("bids", self.bids)
        phase = self._after_call(match)
        later = (*BEFORE_PLAY[BEFORE_PLAY.index(name) + 1 :], "play")
        if name != "charge" and (passed := _all(self.given) + _all(self.received)):
            raise HeartsError(f"{passed} cannot have been passed before phase {name!r}")
        while phase.name != name or self.seat not in phase.to_act or self._charges(match, phase):
            if phase.name in later:
                raise HeartsError(
                    Seats((self.seat,)), f" is asked nothing in phase {name!r} of this round"
                )
            match, phase = advance(match, phase, self._move(match, phase))
        self._check_all_made(match, phase)
        return match, phase

    def _after_call(self, match: Match) -> Phase:
        """The round after the call."""
        phase = begin(match)
        if isinstance(phase, CallPhase):
            if self.call is None:
                raise HeartsError("the dealer has called the pass: give ", Argument("call"))
            return advance(match, phase, CallPass(phase.dealer, self.call))[1]
        if self.call is not None:
            raise HeartsError("nobody calls the pass in this round, so call cannot be given")
        return phase

    def _check_all_made(self, match: Match, phase: Phase) -> None:
        """Refuse a contract, bids and charges that are not of the round before this phase."""
        match.with_contract(self.contract)
        bids = phase.round(match).bids or match.settled.bids or for_each(match.players, None)
        for seat, (bid, made) in enumerate(zip(self.bids, bids, strict=False)):
            if bid is not None and bid != made:
                wrong = f" cannot have bid {quoted(bid)} before phase {phase.name!r} of this round"
                raise HeartsError(Seats((seat,)), wrong)
        for seat, cards in self._left(match, phase).items():
            wrong = f" cannot have charged {cards} before phase {phase.name!r} of this round"
            raise HeartsError(Seats((seat,)), wrong)

    def exchange(self, match: Match, held: Cards) -> Exchange:
        """The pass of the round, as far as the seat knows it.

        Args:
            match: The match.
            held: What the seat has held since, in the hand or elsewhere.

        Raises:
            HeartsError: It cannot have passed or received these cards.
        """
        nobody = for_each(match.players, Cards())
        if not (self.given or self.received):
            return Exchange(Hold(), nobody)
        pattern = self.pattern(match)
        given, received = self._packets(match, pattern)
        for wrong in too_many(match.at_table.pack, self._dealt(held), match.players):
            raise wrong
        mine = replaced(nobody, self.seat, _all(self.given))
        if match.at_table.mixes(pattern):
            back = replaced(nobody, self.seat, _all(self.received))
            return Exchange(pattern, mine, dealt_back=back)
        packets = [Packet(self.seat, taker, cards) for taker, cards in given.items()]
        packets += [Packet(giver, self.seat, cards) for giver, cards in received.items()]
        return Exchange(pattern, mine, tuple(sorted(packets, key=operator.attrgetter("giver"))))

    def _dealt(self, held: Cards) -> Cards:
        """The cards that the seat was dealt."""
        received = _all(self.received)
        if absent := received - held:
            raise HeartsError(f"{absent} was received, but is not in the hand")
        return held - received + _all(self.given)

    def pattern(self, match: Match) -> PassPattern:
        """How cards are passed in the round."""
        phase = self._after_call(match)
        assert isinstance(phase, DealPhase)  # noqa: S101 - the deal follows the call
        return phase.pattern

    def _packets(self, match: Match, pattern: PassPattern) -> tuple[_BySeat, _BySeat]:
        """What went to which seat or the middle, and what came from which."""
        packets = pattern.packets(match.players)
        takers = {(self.seat + place) % match.players: count for place, count in packets}
        givers = {(self.seat - place) % match.players: count for place, count in packets}
        return _by_seat("given", self.given, takers), _by_seat("received", self.received, givers)

    def _move(self, match: Match, phase: Phase) -> Move:
        """The next move, as it was made, or may have been."""
        match phase:
            case DealPhase():
                return self._deal(match, phase)
            case BidPhase(to_act=(turn,)):
                bid = self.bids[turn] if self.bids else None
                if bid is None:
                    raise HeartsError(Seats((turn,)), " has bid: give ", Argument("bids"))
                return Bid(turn, bid)
            case ContractPhase(namer):
                if self.contract is None:
                    left = one_of("contract", match.contracts_left)
                    raise HeartsError(Seats((namer,)), " has named the contract: give ", *left)
                return NameContract(namer, self.contract)
            case ChargePhase():
                more = self._charges(match, phase)
                seat = next(filter(more.get, phase.to_act), phase.to_act[0])
                return Charge(seat, more.get(seat, Cards()))
            case PassPhase():
                return self._pass(match, phase)
            case _:
                assert isinstance(phase, MixPhase)  # noqa: S101 - no other comes before the play
                return self._dealt_back(match, phase)

    def _left(self, match: Match, phase: Phase) -> _BySeat:
        """The charges of the account that have not been made yet."""
        whole = phase.round(match)
        nothing = for_each(match.players, Cards())
        in_sight = whole.table.charged if whole.table else nothing
        done = map(operator.add, in_sight or nothing, whole.secret or nothing)
        each = enumerate(map(operator.sub, self.charged, done))
        return {seat: cards for seat, cards in each if cards}

    def _charges(self, match: Match, phase: Phase) -> _BySeat:
        """Those that can be made now."""
        hands = phase.hands if isinstance(phase, ChargePhase) else for_each(match.players, Cards())
        left = self._left(match, phase).items()
        return {seat: now for seat, more in left if (now := more & hands[seat])}

    def _deal(self, match: Match, phase: DealPhase) -> Deal:
        """A deal in which everyone has held what the account says."""
        pack = match.at_table.pack
        aside = from_each(self.kitty)
        hands = self._sure(match, phase.pattern)
        if wrong := next(too_many(pack, sum(hands, aside), match.players), None):
            raise wrong
        rest = iter(pack - sum(hands, aside))
        for seat, size in enumerate(phase.sizes(match)):
            held = len(hands[seat])
            if held > size or (seat == self.seat and held < size):
                held_then = f" held {held} cards after the deal, not {size}"
                raise HeartsError(Seats((seat,)), held_then)
            hands[seat] += from_each(islice(rest, size - held))
        leader = self.leader if match.rules.opening.is_drawn else None
        return Deal(hands, self.kitty or tuple(rest), self.face_up, leader)

    def _sure(self, match: Match, pattern: PassPattern) -> list[Cards]:
        """The whole hand of the seat after the deal, and what the others must have held."""
        given, _ = self._packets(match, pattern)
        hands = [*self.charged]
        for seat in range(match.players):  # what it has charged it may have received
            hands[seat] -= given.get(seat, given.get(self.seat, Cards()))
        for giver, cards in self._came_from(match, pattern).items():
            hands[giver] |= cards
        hands[match.dealer] |= from_each(self.face_up)
        hands[self.seat] = self._dealt(self.hand)
        return hands

    def _came_from(self, match: Match, pattern: PassPattern) -> _BySeat:
        """What the others must have passed: to the seat, or to the middle in any way."""
        given, received = self._packets(match, pattern)
        if not match.at_table.mixes(pattern):
            return received
        theirs = iter(received.get(self.seat, Cards()) - given.get(self.seat, Cards()))
        count = match.at_table.passed_by(pattern)
        others = (seat for seat in range(match.players) if seat != self.seat)
        return {seat: from_each(islice(theirs, count)) for seat in others}

    def _pass(self, match: Match, phase: PassPhase) -> Pass:
        (seat, *_), players, pattern = phase.to_act, match.players, phase.pattern
        if seat == self.seat:
            given, _ = self._packets(match, pattern)
            return Pass.split(seat, given) if len(given) > 1 else Pass(seat, _all(self.given))
        must = self._came_from(match, pattern).get(seat, Cards())
        free = phase.table.may_lay_down(seat, phase.deal.hands[seat])
        may = match.in_force.may_pass(free, pattern) - must
        kept = may & self.charged[seat]
        spare = iter([*(may - kept), *kept])
        to: dict[int, Cards] = {}
        for place, count in pattern.packets(players):
            taker = (seat + place) % players
            mine = must if taker == self.seat or place == MIDDLE else Cards()
            to[taker] = mine + from_each(islice(spare, count - len(mine)))
        return Pass.split(seat, to) if len(to) > 1 else Pass(seat, sum(to.values(), Cards()))

    def _dealt_back(self, match: Match, phase: MixPhase) -> Deal:
        """The deal of the middle in which the seat gets what it has received."""
        pool, _ = phase.undealt(match)
        hands = [pool & each for each in self.charged]
        hands[self.seat] = _all(self.received)
        rest = iter(pool - sum(hands, Cards()))
        for seat, size in enumerate(phase.sizes(match)):
            hands[seat] += from_each(islice(rest, size - len(hands[seat])))
        return Deal(hands, tuple(rest))


def _by_seat(name: str, passed: Cards | _BySeat, counts: dict[int, int]) -> _BySeat:
    """Passed cards by the other seat, each of which gets or gives at most so many."""
    if isinstance(passed, Cards) and passed:
        if len(counts) != 1:
            who = f"each of seats {', '.join(map(str, counts))}" if counts else "nobody"
            raise HeartsError(
                f"{name}: cards are passed between you and {who} in this round"
                + (": give a dictionary with their cards" if counts else "")
            )
        passed = dict.fromkeys(counts, passed)
    by_seat = passed if isinstance(passed, dict) else {}
    for seat, cards in by_seat.items():
        if type(seat) is not int or seat not in counts:
            raise HeartsError(f"{name}: no cards pass between you and seat {quoted(seat)}")
        if len(cards) > (most := counts[seat]):
            raise HeartsError(f"{name}: at most {how_many(most, 'card')} can pass, not {cards}")
    return {seat: by_seat[seat] for seat in counts if seat in by_seat}
