"""The play: every card passes through this phase, so its code is lean.

A program that plays millions of rounds spends its time here.  So `PlayPhase` holds integers and tuples, makes one
object for each card, and takes two ways after a trick.  `_with_trick_taken` knows the usual game: one card from
everyone, no kitty, and a round that ends by its cards.  `_after` knows all games, and asks the rules as they are
printed.  Tests compare every play with the same one made from the chapters alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import Factory, evolve, field

from heartslib._values.bits import ALL, ONE_OF_EACH, both, less
from heartslib._values.quick import frozen, quick
from heartslib._values.seats import for_each
from heartslib.cards import NO_CARDS, Card, Cards, CardsLike, from_bits, from_each, in_order, more
from heartslib.errors import HeartsError, Seats
from heartslib.events import (
    CardPlayed,
    CardsDrawn,
    ClaimAnswered,
    Claimed,
    ClaimSettled,
    Events,
    HandShown,
    HeartsBroken,
    KittyTaken,
    LaidDown,
    RestTaken,
    TrickLeft,
    TrickTaken,
    if_own,
    own,
)
from heartslib.moves import Answer, Claim, IllegalMove, LayDown, Move, Play, play_of
from heartslib.phases.base import (
    AnyPhase,
    Exchange,
    Round,
    barring,
    not_held,
    not_the_turn,
    refusal,
    with_captured,
)
from heartslib.phases.charging import ChargePhase
from heartslib.phases.match import Match
from heartslib.questions import ChooseCards, Question, YesOrNo
from heartslib.rules import Objection, RoundRules
from heartslib.rules.book.chapters import AtTable
from heartslib.rules.compiled.lookup import FastRules
from heartslib.table import Table, Trick, led_by, replaced, table_of, trick_of, trick_with_bits
from heartslib.words import how_many, is_or_are, plural

if TYPE_CHECKING:
    from heartslib.view import View


@frozen(repr=False, unsafe_hash=True)
class Aside:
    """The parts of the play that seldom change from card to card.

    Attributes:
        exchange: The pass.
        kitty: What is left of the kitty, in order.
        captured: The cards with the tricks of each seat that were not played to one, seat 0
            first: kitty cards, cards laid down for the kitty, and the rest after a claim.
        shown: The cards that each seat has shown and still holds; see `Table`.
        charged: The cards that each seat has charged; see `Table`.
        refused: Whether a claim has been refused since the last card.
        offered: How many kitty cards the seat to act must exchange before anyone plays.
        seats: The seats that play to the trick in progress, if not all do; see `Trick`.
        drawn: How many cards each of them had to draw; see `Trick`.
        repeats: Whether a hand holds a card twice.
        open_bits: The cards whose play changes any of this, as `Cards.bits`: those shown, or all
            after a refused claim.
    """

    exchange: Exchange
    kitty: tuple[Card, ...]
    captured: tuple[Cards, ...]
    shown: tuple[Cards, ...] = ()
    charged: tuple[Cards, ...] = ()
    refused: bool = False
    offered: int = field(default=0, eq=False)
    seats: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    repeats: bool = field(default=False, eq=False)
    # a shortcut: for nearly every card that is played, one `&` says that nothing of this changes
    open_bits: int = field(
        init=False,
        eq=False,
        default=Factory(
            lambda self: ALL if self.refused else sum(self.shown, NO_CARDS).bits, takes_self=True
        ),
    )

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.captured)

    def charged_by(self, seat: int) -> Cards:
        """The cards that a seat has charged."""
        return self.charged[seat] if self.charged else NO_CARDS

    @property
    def all_charged(self) -> Cards:
        """The cards charged by all seats together."""
        return sum(self.charged, NO_CARDS)

    def after(self, seat: int, card: Card) -> Aside:
        """These parts after `seat` has played `card`."""
        shown = self.shown
        if shown and card in shown[seat]:
            shown = replaced(shown, seat, shown[seat] - card)
        # a claim may be made again once a card has been played
        return evolve(self, shown=shown, refused=False)

    def __repr__(self) -> str:
        return f"<Aside: kitty of {len(self.kitty)}>"


@frozen(weakref_slot=False, repr=False, unsafe_hash=True)
class PlayPhase(AnyPhase):
    """Tricks are played.

    It holds plain integers and tuples, so that a play creates a single object; the properties give
    them as values.

    Attributes:
        aside: The parts that seldom change.
        dealt_bits: The hands before the trick in progress, seat 0 first, as `Cards.bits`; they
            stay the same until it is taken.
        in_trick: The cards of the trick in progress, in order of play.
        played_bits: The cards of all earlier tricks, as `Cards.bits`.
        tricks: The earlier tricks, first to last.
        turn: The seat to act.
        legal_bits: The cards that it may play, as `Cards.bits`; they follow from the rest.
    """

    name = "play"
    takes = (Play, Claim)
    wants = "a card must be played"
    call = "play(card)"

    aside: Aside
    dealt_bits: tuple[int, ...]
    in_trick: tuple[Card, ...]
    played_bits: int
    tricks: tuple[Trick, ...]
    turn: int
    legal_bits: int = field(eq=False)

    @classmethod
    def at(cls, aside: Aside, hands: tuple[Cards, ...], table: Table, legal: Cards) -> PlayPhase:
        """The play from a table, which says what has been shown and charged."""
        if aside.shown is not table.shown or aside.charged is not table.charged:
            aside = evolve(aside, shown=table.shown, charged=table.charged)
        if (aside.seats, aside.drawn) != (table.trick.seats, table.trick.drawn):
            aside = evolve(aside, seats=table.trick.seats, drawn=table.trick.drawn)
        trick = table.trick
        # hands are kept as they were before the trick, so that they change once a trick and not once a card
        dealt = [hand.bits for hand in hands]
        for seat, card in trick.plays:
            dealt[seat] = more(dealt[seat], (card,))
        repeats = max(dealt) > ONE_OF_EACH
        if aside.repeats is not repeats:
            aside = evolve(aside, repeats=repeats)
        in_trick = trick.cards
        played = table.played.bits
        turn = trick.turn
        playing = cls(aside, tuple(dealt), in_trick, played, table.tricks, turn, legal.bits)
        object.__setattr__(playing, "table", table)  # which `table` would only make once more
        return playing

    @classmethod
    def start(cls, match: Match, charging: ChargePhase) -> PlayPhase:
        """The play before the opening lead, after the pass and the charges."""
        hands = charging.hands
        leader, rules = match.settled.leader, match.in_force
        if leader is None:  # only now, since the pass may have moved the lowest club
            leader = rules.opening.leader(hands, match.dealer)
        table = led_by(leader, match.players, charging.table)
        aside = Aside(charging.exchange, charging.kitty, for_each(match.players, NO_CARDS))
        return cls.at(aside, hands, table, rules.legal(hands[leader], table))

    def __repr__(self) -> str:
        number = len(self.tricks) + 1
        cards = " ".join(map(str, self.in_trick))
        trick = f"trick {number}, {cards or 'no card'} on the table"
        may = f"seat {self.turn} may play {self.legal}" if self.legal else "nobody plays"
        return f"<PlayPhase: {trick}, {may}>"

    @property
    def exchange(self) -> Exchange:
        """The pass."""
        return self.aside.exchange

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands, seat 0 first."""
        seats = range(len(self.dealt_bits))
        return tuple(from_bits(self._hand(seat, self.in_trick)) for seat in seats)

    def _trick(self, in_trick: tuple[Card, ...]) -> Trick:
        """The trick in progress with these cards."""
        players = len(self.dealt_bits)
        seats = self.aside.seats
        leader = seats[0] if seats else (self.turn - len(self.in_trick)) % players
        return trick_of(leader, players, in_trick, None, seats, self.aside.drawn)

    @cached_property
    def table(self) -> Table:
        """The cards that are face up."""
        aside = self.aside
        played = from_bits(self.played_bits)
        trick = self._trick(self.in_trick)
        return table_of(trick, played, self.tricks, aside.shown, aside.charged)

    @property
    def kitty(self) -> tuple[Card, ...]:
        """What is left of the kitty, in order."""
        return self.aside.kitty

    @property
    def captured(self) -> tuple[Cards, ...]:
        """The cards with the tricks of each seat that were not played to one; see `Aside`."""
        return self.aside.captured

    @property
    def offered(self) -> int:
        """How many kitty cards the seat to act must exchange before anyone plays."""
        return self.aside.offered

    @property
    def legal(self) -> Cards:
        """The cards that the seat to act may play."""
        return from_bits(self.legal_bits)

    @property
    def done(self) -> bool:
        """Whether nobody is to play: the round is over, or a kitty must be exchanged."""
        return not self.legal_bits

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The cards each seat has taken, captured kitty cards included, seat 0 first."""
        return with_captured(self.table.piles, self.captured)

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def round(self, match: Match) -> Round:
        aside = self.aside
        return _round_of(
            exchange=aside.exchange,
            hands=self.hands,
            table=self.table,
            up_next=(),
            secret=(),
            kitty_size=len(aside.kitty),
            captured=aside.captured,
            offered=aside.offered,
            claimant=None,
            claim_refused=aside.refused,
            sheet=None,
            bids=(),
        )

    @classmethod
    def is_seen(cls, view: View) -> bool:
        return view.claimant is None

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseCards:
        def make(cards: CardsLike) -> Play:
            chosen = in_order(cards)
            if len(chosen) != 1:
                raise HeartsError(f"exactly one card must be played, not {len(chosen)}")
            return play_of(seat, chosen[0])

        def bars(card: Card) -> Objection | None:
            return rules.objection(card, view.hand, view.table)

        rules = view.in_force
        may_claim = rules.round_end.claims and not view.claim_refused
        claim = (("claim", Claim(seat)),) if may_claim else ()
        legal = view.legal_plays()
        return _choice_of("play", legal, (1,), make, Play, (), claim, bars)

    @classmethod
    def task(cls, view: View) -> str:
        return f"{'play' if view.table.trick else 'lead'} a card"

    def moves(self, match: Match, asked: Iterable[Question]) -> Iterator[Move]:
        # the answers to the question, without the views that it takes twenty times as long to make
        yield from (play_of(self.turn, card) for card in dict.fromkeys(self.legal))
        if match.in_force.round_end.claims and not self.aside.refused:
            yield Claim(self.turn)

    def apply(self, match: Match, move: Play | Claim) -> PlayPhase | ClaimPhase:
        if match.check_seat(move.seat) != self.turn:
            raise refusal(move, "turn", *not_the_turn(self.turn, move.seat))
        if isinstance(move, Play):
            return self.play(match, move.card)
        if not match.in_force.round_end.claims:
            raise refusal(move, "no-claims", "claims are not allowed")
        if self.aside.refused:
            raise refusal(move, "claim-refused", "a claim has just been refused: play a card")
        nobody: tuple[bool | None, ...] = for_each(match.players, None)
        return ClaimPhase(self, replaced(nobody, self.turn, True))

    def happened(
        self, match: Match, move: Play | Claim, after: PlayPhase, seat: int | None
    ) -> Events:
        if isinstance(move, Claim):
            yield Claimed(self.turn)
            return
        rules = match.in_force
        turn = self.turn
        card = move.card
        table = after.table
        yield CardPlayed(turn, card, is_lead=not self.in_trick)
        if not rules.hearts_broken(self.table) and rules.hearts_broken(self.table.with_card(card)):
            yield HeartsBroken(turn, card)
        if table.shown and (new := table.shown[turn] - self.table.shown_by(turn)):
            yield HandShown(turn, new)
        if len(table.tricks) > len(self.tricks):
            *_, trick = table.tricks
            if trick.taker is None:
                yield TrickLeft(trick.leader, Cards(trick.cards))
            else:
                yield TrickTaken(trick.taker, table.last_taken)
        yield from self._of_kitty(rules, after, seat)

    def _of_kitty(self, rules: RoundRules, after: PlayPhase, seat: int | None) -> Events:
        """What a seat sees of the cards that have left the kitty or the stock."""
        first = after.turn  # whoever took the trick, or must play next
        players = len(self.dealt_bits)
        gone = self.kitty[: len(self.kitty) - len(after.kitty)]
        if not rules.all_play and any(after.captured):
            (first,) = (last for last, cards in enumerate(after.captured) if cards)
            rest = after.captured[first]
            yield RestTaken(first, len(rest), if_own(seat, first, rest))
        elif gone and rules.kitty.draws:
            drawn = [from_each(gone[(at - first) % players :: players]) for at in range(players)]
            yield CardsDrawn(len(gone) // players, own(seat, tuple(drawn)))
        elif gone:
            mine = if_own(seat, first, from_each(gone))
            if rules.all_play:
                yield KittyTaken(first, len(gone), mine)
            else:
                yield CardsDrawn(len(gone), mine, first)

    def play(self, match: Match, card: Card) -> PlayPhase:
        """The phase after the seat to act has played `card`."""
        if not self.legal_bits & card.bit:
            raise self.illegal(match, card)
        try:
            rules = match.fast
        except AttributeError:  # not computed yet
            rules = match.keep_fast()
        turn = self.turn
        aside = self.aside
        if aside.open_bits & card.bit:
            aside = aside.after(turn, card)
        if rules.showing is not None:
            aside = self._shown(aside, card, rules)
        in_trick = (*self.in_trick, card)
        count = len(in_trick)
        players = rules.players
        if not count % rules.lap:
            if rules.is_usual and not aside.kitty:
                return self._with_trick_taken(match, aside, in_trick)
            return self._after(match, aside, in_trick)
        turn += 1
        if turn == players:
            turn = 0
        # in the first lap of a trick, the next seat has not played to it yet
        hand = self.dealt_bits[turn] if count < players else self._hand(turn, in_trick)
        played, tricks = self.played_bits, self.tricks
        follow = rules.follow if played else rules.first
        if follow is None:
            legal = hand & in_trick[0].suit.mask or hand
        else:
            legal = follow(hand, in_trick, played, tricks, turn, aside)
        return _play_of(aside, self.dealt_bits, in_trick, played, tricks, turn, legal)

    def _hand(self, seat: int, in_trick: tuple[Card, ...]) -> int:
        """The hand of a seat without the cards it has played to the trick."""
        hand = self.dealt_bits[seat]
        players = len(self.dealt_bits)
        seats = self.aside.seats
        if seats:
            first = seats.index(seat) if seat in seats else len(in_trick)
        else:
            first = (seat - self.turn + len(self.in_trick)) % players
        for card in in_trick[first::players]:
            hand = less(hand, card.bit)
        return hand

    def _with_trick_taken(
        self, match: Match, aside: Aside, in_trick: tuple[Card, ...]
    ) -> PlayPhase:
        """`_after` in short, for a card from everyone and no kitty."""
        rules = match.fast
        hands = [*self.dealt_bits]
        players, before = rules.players, self.played_bits
        leader = seat = turn = (self.turn + 1) % players
        led = in_trick[0].suit.mask
        later = rules.last_of_equals
        repeats = aside.repeats
        bits = best = 0
        for card in in_trick:
            bit = card.bit
            bits |= bit
            # the call is only for hands in which a card is twice
            hands[seat] = less(hands[seat], bit) if repeats else hands[seat] ^ bit
            # equal cards share a `Card.bit`, and within a suit a higher card has a higher bit
            if bit & led and (bit > best or (later and bit == best)):
                best, turn = bit, seat
            seat += 1
            if seat == players:
                seat = 0
        taker: int | None = turn
        if rules.taker is not None:  # cards cancel, trumps win, or the rule is your own
            trick = trick_of(leader, players, in_trick, None, (), ())
            table = table_of(trick, from_bits(before), self.tricks, aside.shown, aside.charged)
            taker = rules.taker(table.for_rules, hands[leader].bit_count())
            turn = leader if taker is None else taker
        if bits.bit_count() < players:  # a card is in it twice
            bits = more(0, in_trick)
        tricks = (*self.tricks, trick_with_bits(leader, players, in_trick, taker, (), (), bits))
        played = both(before, bits)
        legal = hands[turn]
        settled = rules.settled_by
        # cards that wait for a taker are played, but nobody has them yet
        if settled is not None and taker is not None and not settled & ~played:
            legal = 0
        elif rules.lead is not None:
            legal = rules.lead(legal, (), played, tricks, turn, aside)
        return _play_of(aside, tuple(hands), (), played, tricks, turn, legal)

    def _after(self, match: Match, aside: Aside, in_trick: tuple[Card, ...]) -> PlayPhase:
        """The phase after a card, by the rules as they are printed.

        It has all that `_with_trick_taken` leaves out: kitties and stocks, longer tricks, a round end of
        its own, and players who drop out.
        """
        rules = match.in_force
        hands = [from_bits(self._hand(seat, in_trick)) for seat in range(aside.players)]
        trick = self._trick(in_trick)
        played = from_bits(self.played_bits)
        table = table_of(trick, played, self.tricks, aside.shown, aside.charged)
        is_lap = not len(in_trick) % trick.size
        if is_lap and rules.tricks.is_complete(table, len(hands[self.turn])):
            return _after_trick(rules, aside, hands, table)
        if aside.kitty:
            aside, table = _drawn_to_follow(rules, aside, hands, table)
        legal = rules.legal(hands[table.trick.turn], table)
        return PlayPhase.at(aside, tuple(hands), table, legal)

    def _shown(self, aside: Aside, card: Card, rules: FastRules) -> Aside:
        """`aside` after the seat to act has shown its hand, if the rules make it do so."""
        in_trick = self.in_trick
        played = self.played_bits
        turn = self.turn
        hand = self._hand(turn, in_trick)
        if rules.shows is not None:
            # the places of `Where` in order: opening, first trick, lead, follow
            holds = rules.shows[2 * (played != 0) + (in_trick != ())]
            shows = holds(hand, in_trick, played, self.tricks, turn, aside)
        else:
            shows = rules.showing is not None and rules.showing.shows(
                card, from_bits(hand), self.table.for_rules
            )
        if not shows:
            return aside
        rest = from_bits(less(hand, card.bit))
        return evolve(
            aside, shown=replaced(aside.shown or for_each(aside.players, NO_CARDS), turn, rest)
        )

    def after_refusal(self) -> PlayPhase:
        """The phase after a seat refuses a claim."""
        return evolve(self, aside=evolve(self.aside, refused=True))

    @property
    def claimed(self) -> tuple[Trick, ...]:
        """The remaining tricks if the seat to act claims them; their cards are not known."""
        trick = Trick(self.turn, len(self.hands), taker=self.turn)
        return for_each(len(self.hands[self.turn]), trick)

    def conceded(self, match: Match) -> PlayPhase:
        """The phase after all accept a claim: the remaining cards go to the claimant."""
        seat = self.turn
        players = len(self.hands)
        tricks = self.tricks
        kitty = match.in_force.kitty.rest(self.kitty)
        # the trick on the table goes with the rest: a claim is for all that is left
        rest = sum(self.hands, from_each((*kitty, *self.in_trick)))
        # waiting tricks go to the taker of the next, so giving away the last is enough
        if tricks and tricks[-1].taker is None:
            tricks = (*tricks[:-1], evolve(tricks[-1], taker=seat))
        captured = replaced(self.captured, seat, self.captured[seat] + rest)
        return PlayPhase.at(
            evolve(self.aside, kitty=(), captured=captured),
            for_each(players, NO_CARDS),
            evolve(self.table, trick=Trick(seat, players), tricks=tricks, shown=()),
            NO_CARDS,
        )

    def illegal(self, match: Match, card: Card) -> IllegalMove:
        """The error for a card that the seat to act may not play."""
        objection = self.objection(match, card) or Objection(card, "play", "it may not be played")
        move = play_of(self.turn, card)
        return refusal(move, objection.rule, objection.reason, legal=self.legal)

    def objection(self, match: Match, card: Card) -> Objection | None:
        """Why the seat to act may not play `card`; None if it may."""
        return match.in_force.objection(card, self.hands[self.turn], self.table)


def _after_trick(rules: RoundRules, aside: Aside, hands: list[Cards], table: Table) -> PlayPhase:
    """The phase after a complete trick, which is still on the table."""
    kitty = aside.kitty
    # one seat alone cannot play on (Foster, "Domino Hearts"); a stock fills the hands again
    is_last = sum(map(bool, hands)) < 2 and not (kitty and rules.kitty.draws)
    taker = rules.tricks.taker(table.for_rules, 0 if is_last else max(map(len, hands)))
    leader = table.trick.leader if taker is None else taker
    players = len(hands)
    order = [(leader + place) % players for place in range(players)]
    still = tuple([seat for seat in order if hands[seat]])
    table = table.with_trick_taken(taker, still if 1 < len(still) < players else ())
    ends = taker is not None and rules.round_end.early is not False
    is_over = ends and rules.round_end.is_over(table, rules.deciding_cards)
    # after a round that is over early, what is left cannot count, and stays where it is
    if is_last and not is_over:
        last = still[0] if still else leader
        aside = _with_rest(rules, aside, last, hands[last])
        hands = [NO_CARDS for _ in order]
    elif kitty and taker is not None and not is_over:
        aside = _with_kitty_given(rules, aside, hands, order, table)
    nobody_plays = is_over or aside.offered
    legal = NO_CARDS if nobody_plays else rules.legal(hands[table.trick.turn], table)
    return PlayPhase.at(aside, tuple(hands), table, legal)


def _with_rest(rules: RoundRules, aside: Aside, seat: int, hand: Cards) -> Aside:
    """`aside` after a seat has taken what nobody plays: its own last cards, and the kitty."""
    rest = rules.kitty.rest(aside.kitty)
    if not hand and not rest:
        return aside
    captured = replaced(aside.captured, seat, aside.captured[seat] + hand + rest)
    return evolve(aside, kitty=aside.kitty[len(rest) :], captured=captured)


def _with_kitty_given(
    rules: RoundRules, aside: Aside, hands: list[Cards], order: list[int], table: Table
) -> Aside:
    """`aside` after a trick has earned kitty cards; those that go into hands are added to them.

    Args:
        rules: The rules of the round.
        aside: The parts that seldom change.
        hands: The hands, seat 0 first.
        order: The seats, from the taker of the trick on.
        table: The table after the trick.
    """
    kitty = aside.kitty
    taker = order[0]
    if due := rules.kitty.draws * len(order):
        # the taker draws first, then the others in turn (Foster, "Two-handed Hearts")
        for place, card in enumerate(kitty[:due]):
            hands[order[place % len(order)]] += card
        return evolve(aside, kitty=kitty[due:])
    due = rules.kitty.due(table.last_taken, len(kitty), rules.penalty_cards)
    if not due:
        return aside
    if rules.kitty.exchanged:
        hands[taker] += kitty[:due]
        return evolve(aside, kitty=kitty[due:], offered=due)
    captured = replaced(aside.captured, taker, aside.captured[taker] + kitty[:due])
    return evolve(aside, kitty=kitty[due:], captured=captured)


def _drawn_to_follow(
    rules: RoundRules, aside: Aside, hands: list[Cards], table: Table
) -> tuple[Aside, Table]:
    """`aside` and the table after the next seat has drawn until it can follow suit; its hand grows."""
    trick = table.trick
    following = rules.following(trick.cards[0])
    count = rules.kitty.drawn_to_follow(hands[trick.turn], following, aside.kitty)
    if not count:
        return aside, table
    hands[trick.turn] += aside.kitty[:count]
    # the seats before it that drew nothing are written down only once somebody draws
    none_before = for_each(len(trick.cards) - len(trick.drawn), 0)
    trick = evolve(trick, drawn=(*trick.drawn, *none_before, count))
    table = table_of(trick, table.played, table.tricks, table.shown, table.charged)
    return evolve(aside, kitty=aside.kitty[count:]), table


_play_of = quick(PlayPhase)
_round_of = quick(Round)
_choice_of: Callable[..., ChooseCards] = quick(ChooseCards)


@frozen(repr=False)
class ClaimPhase(AnyPhase):
    """The seat to act claims all the remaining tricks; the others answer.

    Attributes:
        playing: The play, interrupted by the claim.
        answers: Whether each seat accepts, seat 0 first; None for a seat that has not answered.
    """

    name = "play"
    takes = (Answer,)
    todo = "answer the claim"
    at_once = True
    wants = "the claim must be answered first"
    call = "answer(seat, accepts)"

    playing: PlayPhase
    answers: tuple[bool | None, ...]

    def __repr__(self) -> str:
        return f"<ClaimPhase: seat {self.playing.turn} claims the rest, to act {self.to_act}>"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that still have to answer; empty once somebody has refused."""
        if self.refused:
            return ()
        return tuple(seat for seat, answer in enumerate(self.answers) if answer is None)

    @property
    def refused(self) -> bool:
        """Whether a seat has refused the claim."""
        return False in self.answers

    def round(self, match: Match) -> Round:
        return evolve(self.playing.round(match), claimant=self.playing.turn)

    @classmethod
    def is_seen(cls, view: View) -> bool:
        return view.claimant is not None

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        return ("accept", "refuse") if rules.round_end.claims else ()

    @classmethod
    def question(cls, view: View, seat: int) -> YesOrNo:
        return YesOrNo(
            "accept the claim",
            lambda yes: Answer(seat, accepts=yes),
            kind=Answer,
            refusal="refuse the claim",
            chance=0,
            cautious=False,
            why="the cards will show whether it is right",
        )

    def apply(self, match: Match, move: Answer) -> ClaimPhase:
        seat = match.check_seat(move.seat)
        if self.answers[seat] is not None:
            raise refusal(move, "turn", Seats((seat,)), " has no claim to answer")
        return ClaimPhase(self.playing, replaced(self.answers, seat, move.accepts))

    def happened(self, match: Match, move: Answer, after: ClaimPhase, seat: int | None) -> Events:
        yield ClaimAnswered(move.seat, move.accepts)
        if after.done:
            yield ClaimSettled(self.playing.turn, accepted=not after.refused)


@frozen(repr=False)
class KittyPhase(AnyPhase):
    """The taker of a trick has taken up kitty cards and lays down as many in exchange.

    Attributes:
        playing: The play, which continues afterwards.
    """

    name = "kitty"
    takes = (LayDown,)
    wants = "cards must be laid down for the kitty first"
    call = "lay_down(cards)"

    playing: PlayPhase

    def __repr__(self) -> str:
        playing = self.playing
        return f"<KittyPhase: seat {playing.turn} has {playing.offered} to lay down>"

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.playing.turn,) if self.playing.offered else ()

    def round(self, match: Match) -> Round:
        return self.playing.round(match)

    @classmethod
    def question(cls, view: View, seat: int) -> ChooseCards:
        return ChooseCards(
            "lay down",
            view.table.may_lay_down(seat, view.hand),
            (view.offered,),
            lambda cards: LayDown(seat, cards),
            kind=LayDown,
            bars=barring(view.hand, lambda card: _charged_card(view.in_force, Cards(card))),
        )

    @classmethod
    def task(cls, view: View) -> str:
        return f"lay down {how_many(view.offered, 'card')} for the kitty"

    def apply(self, match: Match, move: LayDown) -> KittyPhase:
        playing = self.playing
        seat = match.check_seat(move.seat)
        cards = move.cards
        if seat != playing.turn:
            took = (Seats((playing.turn,)), " took the kitty, not ")
            raise refusal(move, "turn", *took, Seats((seat,)))
        if cards - playing.hands[seat]:
            raise refusal(move, "not-in-hand", *not_held(seat, cards, playing.hands[seat]))
        if len(cards) != playing.offered:
            noun = f" {plural(playing.offered, 'card')} must be laid down, not "
            raise refusal(move, "kitty-count", playing.offered, noun, len(cards))
        if charged := cards - playing.table.may_lay_down(seat, playing.hands[seat]):
            raise refusal(move, *_charged_card(match.in_force, charged))
        hands = replaced(playing.hands, seat, playing.hands[seat] - cards)
        table = playing.table
        if table.shown:  # the hand now holds cards that nobody has seen
            table = table.with_shown(seat, table.charged_and_held(seat))
        captured = replaced(playing.captured, seat, playing.captured[seat] + cards)
        aside = evolve(playing.aside, captured=captured, offered=0)
        legal = match.in_force.legal(hands[seat], table)
        return KittyPhase(PlayPhase.at(aside, hands, table, legal))

    def happened(self, match: Match, move: LayDown, after: KittyPhase, seat: int | None) -> Events:
        yield LaidDown(move.seat, len(move.cards), if_own(seat, move.seat, move.cards))


def _charged_card(rules: RoundRules, cards: Cards) -> tuple[str, str]:
    """The rule that forbids laying down some cards, and the reason."""
    return "charged-card", f"{cards} {is_or_are(cards)} {rules.verb}d and must be played"
