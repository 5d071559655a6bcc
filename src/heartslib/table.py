"""The cards that are face up, and what rules ask about them.

A rule is given the `Table` and one hand, never the other hands, so it cannot depend on them.
Whether hearts are broken, or which suits were led before, is worked out from the cards: what follows from other
facts is not stored, so that no two facts can contradict each other in a position that an app lays out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import field

from heartslib._values.arguments import frozen
from heartslib._values.bits import both
from heartslib._values.quick import changing, quick
from heartslib._values.said import NotSaid, Unsaid, if_said, partly
from heartslib._values.seats import for_each
from heartslib.cards import (
    NO_CARDS,
    Card,
    Cards,
    Suit,
    checked_suit,
    from_bits,
    from_each,
    in_order,
    more,
)
from heartslib.errors import HeartsError, quoted
from heartslib.words import how_many

if TYPE_CHECKING:
    from heartslib.rules import RoundRules

_T = TypeVar("_T")


@frozen(weakref_slot=False, repr=False)
class Trick:
    """The cards of one trick in the order of play, its leader's first.

    An empty trick is false, ``len(trick)`` is the number of its cards, and ``"QS" in trick`` tests
    for a card.  (``"QS" in trick.cards`` does not work: a tuple does not read names.)

    Attributes:
        leader: The seat that leads, or led.
        players: The number of seats.
        cards: The cards, in order of play.
        taker: The seat that took it; None while it is in progress, or if nobody won it.
        seats: The seats that play to it, in order, if some have dropped out; empty if all play.
        drawn: How many cards each of them had to draw before playing, in order, as far as they go;
            that of the seat to act may be the last.
    """

    leader: int
    players: int
    cards: tuple[Card, ...] = field(default=(), converter=in_order)
    taker: int | None = None
    seats: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse seats that do not exist."""
        taker = () if self.taker is None else (self.taker,)
        for seat in (self.leader, *self.seats, *taker):
            if not 0 <= seat < self.players:
                raise HeartsError(
                    f"in a trick of {how_many(self.players, 'player')} there is no seat {seat}"
                )

    @property
    def suit(self) -> Suit | None:
        """The suit led; None before the lead."""
        return self.cards[0].suit if self.cards else None

    @cached_property
    def bits(self) -> int:
        """Its cards as `Cards.bits`."""
        return more(0, self.cards)

    @property
    def discarded(self) -> int:
        """Its cards of other suits than the one led, as `Cards.bits`."""
        return self.bits & ~self.cards[0].suit.mask if self.cards else 0

    @property
    def turn(self) -> int:
        """The seat that plays the next card."""
        return self.seat_of(len(self.cards))

    @property
    def size(self) -> int:
        """How many seats play to it."""
        return len(self.seats) or self.players

    def winning(self, rules: RoundRules) -> int | None:
        """The seat that is winning it so far, or took it; None before the lead, or if nobody does.

        >>> from heartslib import variants
        >>> Trick(1, 4, "5C 9C QD").winning(variants.get("american").at(4).under(None))
        2

        Args:
            rules: The rules of the round, such as `Game.in_force`.

        Raises:
            HeartsError: They are not those of a round.
        """
        if not hasattr(rules, "winning"):
            raise HeartsError(
                f"rules must be those of a round, such as game.in_force or rules.at(4).in_force, not {quoted(rules)}"
            )
        return rules.winning(Table(self)) if self.taker is None else self.taker

    @property
    def plays(self) -> Iterator[tuple[int, Card]]:
        """The seat and the card of each play, in order."""
        return ((self.seat_of(place), card) for place, card in enumerate(self.cards))

    def seat_of(self, place: int) -> int:
        """The seat that plays card number `place` of the trick, counted from 0."""
        if seats := self.seats:
            return seats[place % len(seats)]
        return (self.leader + place) % self.players

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        """Whether a card, given as a `Card` or by name, is in the trick."""
        return (Card.parse(card) if isinstance(card, str) else card) in self.cards

    def __repr__(self) -> str:
        taken = "" if self.taker is None else f", taken by seat {self.taker}"
        return f"<Trick: {_led(self)}{taken}>"


@frozen
class Settled:
    """What is settled about a round before its first lead, for all to see.

    Attributes:
        contract: The contract; None until it is named, or if there are no contracts.
        bids: What each seat has bid for naming the contract, seat 0 first: 0 for a pass, None until
            it has been asked; empty if nothing is sold.
        face_up: The cards that were turned up after the deal, or shown by the dealer.
        leader: The seat that leads first, if the round before, the namer of the contract or a draw
            decides it; else None.
        pool: The counters in the pool before the round: paid by players, and won by nobody.
        jack: Whether nobody won the pool in the round before.
    """

    contract: str | None = None
    bids: tuple[int | None, ...] = ()
    face_up: tuple[Card, ...] = ()
    leader: int | None = None
    pool: int = 0
    jack: bool = False

    @property
    def made(self) -> tuple[int, ...]:
        """The bids, once all have bid; until then a seat that has not been asked counts as passing."""
        return tuple([bid or 0 for bid in self.bids])


NOTHING_SETTLED = Settled()

settled_with = changing(Settled)
"""A `Settled` with more settled, for what has been checked."""


def discards(tricks: Iterable[Trick], played: int) -> int:
    """The cards that were discarded to earlier tricks, as `Cards.bits`.

    Args:
        tricks: The earlier tricks.
        played: The cards of all earlier tricks, as `Cards.bits`.

    Raises:
        HeartsError: In a position that was laid out, nobody has said to which trick some card was played.
    """
    discarded = in_tricks = 0
    for trick in tricks:
        discarded |= trick.discarded
        in_tricks = both(in_tricks, trick.bits)
    if played & ~in_tricks:
        raise NotSaid("tricks")
    return discarded


@frozen(weakref_slot=False, repr=False)
class Table:
    """Everything that is face up in a round.

    Attributes:
        trick: The trick in progress; empty before a lead.
        played: The cards of all earlier tricks.
        tricks: The earlier tricks themselves, first to last.
        shown: The cards that each seat has shown and still holds, seat 0 first; empty until
            somebody shows a card.
        charged: The cards that each seat has charged, whether played since or not, seat 0 first;
            empty until somebody charges.
    """

    trick: Trick
    played: Cards = field(factory=Cards)
    tricks: tuple[Trick, ...] = ()
    shown: tuple[Cards, ...] = ()
    charged: tuple[Cards, ...] = ()

    @classmethod
    def ready(cls, leader: int, players: int) -> Table:
        """An empty table on which `leader` is about to lead to the first trick."""
        return cls(Trick(leader, players))

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.trick.players

    @property
    def discarded(self) -> int:
        """The cards that were discarded to earlier tricks, as `Cards.bits`."""
        return discards(self.tricks, self.played.bits)

    @property
    def is_whole(self) -> bool:
        """Whether each card of earlier tricks is in one of them: in a position that was laid out, not all need be."""
        return sum(map(len, self.tricks)) == len(self.played)

    @property
    def for_rules(self) -> Table:
        """The table as a rule is given it: without the earlier tricks, if only the cards of some are known."""
        if self.is_whole:
            return self
        return partly(
            Table, trick=self.trick, played=self.played, shown=self.shown, charged=self.charged
        )

    @property
    def order(self) -> tuple[Any, Any]:
        """What the code of restrictions is handed: the earlier tricks, and the seat to act."""
        tricks = if_said(self, "tricks")
        return Unsaid("tricks") if tricks is None else tricks, self.trick.turn

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that play to the trick in progress, in order, if some have dropped out."""
        return self.trick.seats

    @property
    def all_played(self) -> Cards:
        """The cards of the earlier tricks and the trick in progress."""
        return self.played + self.trick.cards

    @property
    def played_by(self) -> tuple[Cards, ...]:
        """The cards that each seat has played so far, seat 0 first."""
        played = [0] * self.players
        for trick in (*self.tricks, self.trick):
            for seat, card in trick.plays:
                played[seat] = both(played[seat], card.bit)
        return tuple(map(from_bits, played))

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The cards that each seat has taken so far, seat 0 first.

        A trick that nobody won goes to the taker of the next one.  Cards of a kitty are not among them.
        """
        piles = [0] * self.players
        waiting = 0
        for trick in self.tricks:
            # `both` is left out where nothing is added: views ask for piles after every card
            taken = both(waiting, trick.bits) if waiting else trick.bits
            taker = trick.taker
            if taker is None:
                waiting = taken
            else:
                pile = piles[taker]
                waiting = 0
                piles[taker] = both(pile, taken) if pile & taken else pile | taken
        return tuple(map(from_bits, piles))

    @property
    def waiting(self) -> Cards:
        """The cards of tricks that nobody won; they go to the taker of the next trick."""
        return self._since_taken(self.tricks)

    @property
    def last_taken(self) -> Cards:
        """What the taker of the last trick got: its cards, and those that were waiting."""
        return self._since_taken(self.tricks[:-1]) + self.tricks[-1].cards

    @staticmethod
    def _since_taken(tricks: tuple[Trick, ...]) -> Cards:
        waiting = itertools.takewhile(lambda trick: trick.taker is None, reversed(tricks))
        return from_each(card for trick in waiting for card in trick.cards)

    def charged_by(self, seat: int) -> Cards:
        """The cards that a seat has charged, whether played since or not."""
        return self.charged[seat] if self.charged else NO_CARDS

    def shown_by(self, seat: int) -> Cards:
        """The cards that a seat has shown and still holds."""
        return self.shown[seat] if self.shown else NO_CARDS

    def charged_and_held(self, seat: int) -> Cards:
        """The cards that a seat has charged and still holds."""
        return self.charged[seat] & self.shown[seat] if self.charged else NO_CARDS

    def may_lay_down(self, seat: int, hand: Cards) -> Cards:
        """The cards of a hand that `seat` may lay down: all but those it has charged."""
        return hand - self.charged_and_held(seat)

    @property
    def all_charged(self) -> Cards:
        """The cards charged by all seats together."""
        return sum(self.charged, NO_CARDS)

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """How many tricks each seat has taken so far, seat 0 first.

        A trick that nobody won counts for the taker of the next one.
        """
        taken = takers(self.tricks)
        return tuple(taken.count(seat) for seat in range(self.players))

    def was_led(self, suit: Suit) -> bool:
        """Whether `suit` was led to an earlier trick.

        Raises:
            CardsError: This is not a suit.
        """
        checked_suit(suit)
        return any(trick.suit is suit for trick in self.tricks)

    def with_card(self, card: Card) -> Table:
        """The table after the seat to act has played `card`."""
        trick = self.trick
        cards = (*trick.cards, card)
        longer = trick_of(trick.leader, trick.players, cards, None, trick.seats, trick.drawn)
        shown = self.shown
        if shown:
            turn = trick.turn
            shown = replaced(shown, turn, shown[turn] - card)
        return table_of(longer, self.played, self.tricks, shown, self.charged)

    def with_trick_taken(self, taker: int | None, seats: tuple[int, ...] = ()) -> Table:
        """The table after `taker` has taken the trick and is about to lead.

        If `taker` is None, the cards wait for the taker of the next trick, and the same leader
        leads again.

        Args:
            taker: The seat that took the trick.
            seats: The seats that play to the next trick, its leader first, if some have dropped out.
        """
        trick = self.trick
        leader = trick.leader if taker is None else taker
        taken = trick_of(trick.leader, trick.players, trick.cards, taker, trick.seats, trick.drawn)
        played = from_each(trick.cards, self.played.bits)
        # whoever took the trick may have dropped out: then the next seat that has cards leads
        lead = _no_cards(seats[0] if seats else leader, trick.players, seats=seats)
        return table_of(lead, played, (*self.tricks, taken), self.shown, self.charged)

    def with_shown(self, seat: int, cards: Cards) -> Table:
        """The table on which exactly these cards in the hand of `seat` have been shown."""
        shown = self.shown or for_each(self.players, NO_CARDS)
        showing = replaced(shown, seat, cards)
        return table_of(self.trick, self.played, self.tricks, showing, self.charged)

    def with_charged(self, seat: int, cards: Cards) -> Table:
        """The table after `seat` has charged cards of its hand."""
        charged = self.charged or for_each(self.players, NO_CARDS)
        charging = replaced(charged, seat, charged[seat] + cards)
        more = table_of(self.trick, self.played, self.tricks, self.shown, charging)
        # not +: a card that was shown before its charge is still one card
        return more.with_shown(seat, self.shown_by(seat) | cards)

    def __repr__(self) -> str:
        open_cards = (("shown", self.shown), ("charged", self.charged))
        more = [f", {what} {sum(cards, Cards())}" for what, cards in open_cards if any(cards)]
        number = len(self.tricks) + 1
        return f"<Table: {self.players} seats, trick {number}, {_led(self.trick)}{''.join(more)}>"


def replaced(by_seat: tuple[_T, ...], seat: int, new: _T) -> tuple[_T, ...]:
    """A tuple by seat with the entry of one seat replaced."""
    return (*by_seat[:seat], new, *by_seat[seat + 1 :])


def takers(tricks: tuple[Trick, ...]) -> tuple[int | None, ...]:
    """The seat that took each of some tricks; None for those that wait for a taker.

    A trick that nobody won goes to whoever wins the next one.
    """
    seats = [trick.taker for trick in tricks]
    # from the last to the first, since several may wait for one taker
    for place in range(len(seats) - 2, -1, -1):
        if seats[place] is None:
            seats[place] = seats[place + 1]
    return tuple(seats)


def _led(trick: Trick) -> str:
    """The cards of a trick, for a repr."""
    if not trick.cards:
        return f"seat {trick.leader} leads"
    return f"seat {trick.leader} led {' '.join(map(str, trick.cards))}"


_no_cards = cache(Trick)
trick_of = quick(Trick)
"""Makes a `Trick` quickly, for code that runs for every card."""

trick_with_bits = quick(Trick, "bits")
"""The same for a trick whose `Trick.bits` are known: the last argument."""

table_of = quick(Table)
"""Makes a `Table` quickly, for code that runs for every card."""


def led_by(leader: int, players: int, before: Table | None = None) -> Table:
    """A table on which a seat is about to lead to the first trick, for seats that exist.

    Args:
        leader: The seat.
        players: The number of seats.
        before: The table before, on which cards may have been shown or charged.
    """
    trick = trick_of(leader, players, (), None, (), ())
    if before is None:
        return table_of(trick, NO_CARDS, (), (), ())
    return table_of(trick, before.played, before.tricks, before.shown, before.charged)


__all__ = [
    "NOTHING_SETTLED",
    "Settled",
    "Table",
    "Trick",
]

__dir__ = __all__.copy  # what `dir` shows of the module
