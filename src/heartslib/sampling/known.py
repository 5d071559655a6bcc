"""What a view reveals about the hidden cards: the possible places of each, and other conditions.

A fact about a single card, such as "this seat had no club then", becomes a bar: the card cannot be in that
place.  Bars cost nothing when deals are drawn, since `heartslib.sampling.spread` counts the ways that are left.
A fact about several cards together becomes a check: a deal is drawn, and another one if a check fails, so that
those which pass stay equally likely.  Checks cost tries, so a fact is written as a bar wherever it can be.

Nothing here weighs deals.  A deal either fits or does not; how likely a player would have been to play as it did
is not asked.

In a game where a hand takes up kitty cards, what a seat lacked once it may hold later.  So a seat has *epochs*:
one lasts from one of its exchanges with the kitty to the next.  What it lacked in the last epoch it still lacks;
what it lacked in an earlier one can only be among the cards that it took up since, and those are counted.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NoReturn, TypeAlias

import attrs

from heartslib._values.bits import ONE_OF_EACH, WORD, both, every_copy
from heartslib._values.said import NotSaid
from heartslib.cards import Card, Cards, from_bits, from_each
from heartslib.errors import HeartsError
from heartslib.phases import PHASES
from heartslib.phases.standing import IN_PLAY
from heartslib.rules import RoundRules, Rules
from heartslib.rules.book.chapters import NO_CARDS
from heartslib.rules.deck import too_many
from heartslib.rules.facts import Where, these
from heartslib.sampling.plays import applies, ruled_out
from heartslib.table import Table, Trick, table_of, trick_of
from heartslib.view import View
from heartslib.words import are, how_many

Placed: TypeAlias = Sequence[Cards]
"""The cards at each place: the hands, the captured cards, the cards laid down, the kitty."""

Check: TypeAlias = Callable[[Placed], bool]
"""A condition on where the cards are."""


LAYING_DOWN = {"pass", "mix"}
"""The phases in which cards that were laid down to be passed are neither in a hand nor with tricks."""
BEFORE_PASS = {"bid", "contract", "early-charge", *LAYING_DOWN}


def phase_of(view: View) -> str:
    """The name of the phase, with ``"mix"`` for the deal after a mix.

    Raises:
        HeartsError: No cards are dealt, or nobody has said what such a phase reveals.
    """
    if any(view.hand_sizes) or view.kitty_size or view.given:
        name = "mix" if view.phase == "deal" else view.phase
        # else it must say that the hands are as they will be played, and that nobody has the lead yet
        before_lead = any(phase.before_lead for phase in PHASES if phase.name == name)
        if before_lead or name in BEFORE_PASS | IN_PLAY:
            return name
        raise HeartsError(f"the sampler does not know what the phase {name!r} reveals")
    raise HeartsError(f"no cards are dealt in the phase {view.phase!r}: there is nothing to draw")


def _refuse(sentence: str) -> NoReturn:
    raise HeartsError(f"no deal fits this view: {sentence}")


@attrs.frozen
class PlayedCard:
    """A card that was played, and what it reveals.

    Attributes:
        seat: The seat that played it.
        card: The card.
        table: The table before it was played.
        number: The number of the trick, counted from 1.
        place: How many cards were played before it.
        kinds: The kinds of card that the hand cannot have held, as bits.
        certain: Whether the card was legal in every hand without them.
    """

    seat: int
    card: Card
    table: Table
    number: int
    place: int
    kinds: int
    certain: bool

    def __str__(self) -> str:
        return f"seat {self.seat} played {self.card} to trick {self.number}"


@functools.lru_cache(maxsize=1024)
def carried_on(
    rules: RoundRules, before: Cards, charged: tuple[Cards, ...], tricks: tuple[Trick, ...]
) -> tuple[tuple[PlayedCard, ...], Table]:
    """The cards of some tricks, first to last, and the table after them.

    What a play reveals does not change, so at the next decision only the cards since are looked at.

    Args:
        rules: The rules of the round.
        before: The cards of tricks before these.
        charged: The cards that each seat has charged.
        tricks: The tricks; the last may be in progress.
    """
    # it calls itself for a card less, so that at the next decision the cache has all plays but the latest
    *earlier, trick = tricks
    if trick.cards:
        *cards, card = trick.cards
        less = trick_of(trick.leader, trick.players, tuple(cards), None, trick.seats, ())
        plays, now = carried_on(rules, before, charged, (*earlier, less))
        kinds, certain = ruled_out(rules, card, now)
        play = PlayedCard(now.trick.turn, card, now, len(tricks), len(plays), kinds, certain)
        return (*plays, play), now.with_card(card)
    if not earlier:  # only charged cards are face up: hands are shown later
        return (), table_of(trick, before, (), charged, charged)
    for number in range(8, len(earlier), 8):  # many packs have more cards than calls may be nested
        carried_on(rules, before, charged, tricks[:number])
    plays, now = carried_on(rules, before, charged, tuple(earlier))
    now = now.with_trick_taken(earlier[-1].taker)
    return plays, table_of(trick, now.played, now.tricks, now.shown, charged)


@attrs.frozen
class _TakenUp:
    """Kitty cards taken into a hand: after how many cards played, by which seat, how many."""

    after: int
    seat: int
    count: int


_Absent: TypeAlias = tuple[int, int, int, object]
"""A seat, one of its epochs, the kinds of card (as bits) that it did not hold in it, and why."""


class Known:
    """What a view reveals about the hidden cards.

    Places are numbered: the hands, the captured cards of each seat, the cards each seat has laid
    down to pass, and the kitty.

    Args:
        view: What the seat knows.

    Attributes:
        base: The cards known to be at each place.
        room: How many more cards are there.
        rows: The hidden cards by the set of their possible places, as bits; copies of a card count
            as different.
        checks: The other conditions.
        repeats: Whether the pack has a card more than once.

    Raises:
        HeartsError: No cards are dealt, or no deal fits the view; the message says why.
    """

    def __init__(self, view: View) -> None:
        players = view.players
        places = 3 * players + 1
        self._view = view
        # before a contract is named, only what is the same under each of them is known
        self._rules = view.so_far
        self._players = players
        self._phase = phase_of(view)
        self._others = [seat for seat in range(players) if seat != view.seat]
        self._pack = view.at_table.pack - from_each(view.turned)
        self.repeats = self._pack.bits > ONE_OF_EACH
        self.base = [NO_CARDS] * places
        self.room = [*view.hand_sizes, *view.captured_sizes, *self._laid(), view.kitty_size]
        if view.seat is not None and len(view.hand) != self.room[view.seat]:
            held = f"seat {view.seat} holds {how_many(self.room[view.seat], 'card')}"
            _refuse(f"{held}, and its hand is {view.hand}")
        self.checks: list[Check] = []
        self._barred = [0] * places  # kinds that cannot be in a place
        self._tied: list[tuple[int, Card]] = []  # cards that must be in one of several places
        self._reasons: list[
            tuple[int, int, object]
        ] = []  # for the sentences about what does not fit
        self._played = view.table.played_by
        # In this order.  Each step that knows where cards are takes them from the hidden ones, and those after it
        # see what is left: first what the seat sees, then what was shown, then what it passed and who led.  What
        # a seat lacked comes last, because by then its known cards are there to contradict it.
        self._hidden = self._put_seen()
        self._taken_up = self._kitty_cards_taken_up()
        self._exchanges = Counter(draw.seat for draw in self._taken_up)
        if view.table.shown:
            self._put_shown()
        if self._phase in LAYING_DOWN:
            self._bar_kept()
        self._check_charged()
        if self._phase not in BEFORE_PASS:
            self._plays = self._cards_played()
            self._put_passed()
            self._bar_lacking()
        self.rows = self._grouped()

    # What the seat sees

    def _laid(self) -> list[int]:
        """How many cards each seat has laid down to pass."""
        if self._phase not in LAYING_DOWN:
            return [0] * self._players
        size = self._rules.hand_size
        return [size - now for now in self._view.hand_sizes]

    def _put_seen(self) -> Cards:
        """The cards that the seat does not see; those it sees are put in their places."""
        view, seat = self._view, self._view.seat
        seen = tricks = sum(self._played, NO_CARDS)
        laid = view.given if self._phase in LAYING_DOWN else NO_CARDS
        if seat is not None:
            for place, cards in enumerate((view.hand, view.captured, laid)):
                self._put(place * self._players + seat, cards)
                seen += cards
        self._before = view.table.all_played - tricks
        for sentence in too_many(self._pack, seen, self._players):
            _refuse(str(sentence))
        hidden = self._pack - seen
        room = sum(self.room)
        self._whole = self._pack - tricks
        if len(hidden) != room:
            _refuse(
                f"{are(len(hidden), 'card')} hidden, but hands, kitty and captured cards have room for {room}"
            )
        # cards of tricks that the view does not show are with the tricks of some seat, and with whose is unknown
        captured = sum(1 << self._players + each for each in self._others)
        spent = self._before - view.captured
        if missing := spent - hidden:
            _refuse(f"{missing} has been played, but is elsewhere")
        self._tied += [(captured, card) for card in spent]
        return hidden - spent

    def _put(self, place: int, cards: Cards) -> None:
        """Put cards in the place where they are known to be."""
        self.base[place] += cards
        self.room[place] -= len(cards)
        if self.room[place] < 0:
            there = self.base[place]
            takes = self.room[place] + len(there)
            _refuse(f"{there} would be {self._place_name(place)}, where there is room for {takes}")

    def _place_name(self, place: int) -> str:
        what, seat = divmod(place, self._players)
        where = ("in the hand of", "with the tricks of", "laid down by")
        return f"{where[what]} seat {seat}" if what < len(where) else "in the kitty"

    def _bar_kept(self) -> None:
        """Bar cards that may not be passed while the hand has enough others."""
        kept, count = self._rules.passing.kept, self._view.pass_count
        unseen = len(self._hidden.only(kept))
        for seat in self._others:
            place = 2 * self._players + seat
            shown = self._view.shown[seat]
            laid = self.room[place]
            # even with all of these the hand would have enough others, so none was passed
            if laid and unseen <= self.room[seat] + laid - count and shown <= self.base[seat]:
                self._barred[place] = kept.bits & ONE_OF_EACH
            elif laid:
                self.checks.append(_may_be_passed(seat, place, count, kept, shown))

    # What the seat has passed, and what it was shown

    def _check_charged(self) -> None:
        """Check that a hand has so many cards that may be charged in secret."""
        for seat, count in enumerate(self._view.secret_sizes):
            if count and seat != self._view.seat:
                self.checks.append(_may_have_charged(self._view, seat, count))

    def _put_shown(self) -> None:
        """Put shown cards in the hands that hold them."""
        shown = self._view.shown
        for seat in filter(self._is_open, self._others):
            self._pin(seat, shown[seat], "has shown")
        closed = [seat for seat in self._others if not self._is_open(seat)]
        wanted = {seat: Counter(shown[seat]) for seat in closed}
        for card, count in sum(wanted.values(), Counter[Card]()).items():
            holders = [seat for seat in closed if wanted[seat][card]]
            # if all hidden copies are shown ones, their places are known; else a hand has so many, whichever they are
            if self._hidden.count(card) <= count:
                for seat in holders:
                    self._pin(seat, from_each([card] * wanted[seat][card]), "has shown")
            else:
                self.checks += [_holds(seat, card, wanted[seat][card]) for seat in holders]

    def _is_open(self, seat: int) -> bool:
        """Whether all that a seat holds has been shown."""
        return len(self._view.shown[seat]) == self._view.hand_sizes[seat]

    def _put_passed(self) -> None:
        """Put the cards that the seat has passed where they went, unless they were played."""
        sent = defaultdict[int, Cards](Cards)
        for packet in self._view.packets:
            if packet.giver == self._view.seat != packet.taker:
                sent[packet.taker] += packet.cards
        for taker, cards in sorted(sent.items()):
            here = cards - self._played[taker] - self.base[taker]
            # the seat may have laid them down for the kitty since
            if taker in self._exchanges:
                there = 1 << taker | 1 << self._players + taker
                self._unhide(taker, here, "must have")
                self._tied += [(there, card) for card in here]
            else:
                self._pin(taker, here, "must hold")

    def _pin(self, seat: int, cards: Cards, why: str) -> None:
        """Put cards in a hand."""
        self._unhide(seat, cards, why)
        self._put(seat, cards)

    def _unhide(self, seat: int, cards: Cards, why: str) -> None:
        """Take cards from the hidden ones."""
        if missing := cards - self._hidden:
            _refuse(f"seat {seat} {why} {missing}, which is elsewhere")
        self._hidden -= cards

    # What was played

    def _kitty_cards_taken_up(self) -> list[_TakenUp]:
        """The kitty cards that were taken into a hand."""
        # three ways: drawn to follow suit, drawn by everyone after a trick, or exchanged by whoever takes a trick
        rule, tricks = self._rules.kitty, self._view.table.tricks
        plays = [0, *itertools.accumulate(map(len, tricks))]
        taken_up = [
            _TakenUp(before + place, trick.seat_of(place), count)
            for before, trick in zip(plays, (*tricks, self._view.table.trick), strict=True)
            for place, count in enumerate(trick.drawn)
            if count
        ]
        if rule.draws:
            return [
                _TakenUp(plays[number], seat, rule.draws)
                for number in range(1, len(tricks) + 1)
                if number * rule.draws <= self._rules.drawn_by(number)
                for seat in range(self._players)
            ]
        left = self._rules.kitty_size if rule.exchanged else 0
        penalty = self._view.in_force.penalty_cards if left and tricks else Cards()
        for number, trick in enumerate(tricks, 1):
            if left and trick.taker is not None:
                taken = Table(trick, tricks=tricks[:number]).last_taken
                if due := rule.due(taken, left, penalty):
                    taken_up.append(_TakenUp(plays[number], trick.taker, due))
                    left -= due
        return taken_up

    def _cards_played(self) -> tuple[PlayedCard, ...]:
        """The cards that were played, first to last."""
        table = self._view.table
        if self._before and self._rules.kitty.enters_hands:
            return ()  # the exchanges before these tricks are not known
        tricks = (*table.tricks, table.trick)
        return carried_on(self._view.in_force, self._before, table.charged, tricks)[0]

    def _epoch(self, play: PlayedCard) -> int:
        """How many times a seat had exchanged kitty cards before a play."""
        return sum(draw.seat == play.seat and draw.after <= play.place for draw in self._taken_up)

    def _bar_lacking(self) -> None:
        """Bar cards that would have made a lead or a play of another seat illegal."""
        absent: dict[tuple[int, int], int] = {}
        for seat, epoch, kinds, why in (*self._opened(), *self._from_plays(), *self._from_draws()):
            absent[seat, epoch] = absent.get((seat, epoch), 0) | kinds
            self._reasons.append((seat, kinds, why))
        for (seat, epoch), kinds in absent.items():
            # nothing has come into the hand since: what it lacked then it lacks now
            if epoch == self._exchanges[seat]:
                self._barred[seat] |= kinds
            elif kinds and not self._rules.kitty.exchanged:
                self._count_drawn(seat, epoch, absent)
            elif kinds:
                self._count_taken_up(seat, epoch, from_bits(kinds))
        # what is known to be in a hand is no hidden card, and is not looked at again
        for seat in self._others:
            if wrong := self.base[seat].only(from_bits(self._barred[seat])):
                self._homeless(wrong[0], seat)

    def _from_plays(self) -> Iterator[_Absent]:
        held: dict[tuple[int, int], int] = {}  # from a play until the next exchange of the seat
        asks = self._view.in_force.showing is not None
        # backwards: the hand before a play is the hand after it and the card
        for play in reversed(self._plays):
            seat = play.seat
            epoch = self._epoch(play) if self._taken_up else 0
            if seat == self._view.seat:
                continue
            hand = held[seat, epoch] = both(play.card.bit, held.get((seat, epoch), 0))
            if (asks or not play.certain) and epoch == self._exchanges[seat]:
                self._ask(play, from_bits(hand))
            if not play.kinds:
                continue
            if hand & play.kinds:
                wrong = from_bits(hand).only(from_bits(play.kinds))
                _refuse(f"{play}, although it held {wrong}")
            yield seat, epoch, play.kinds, play

    def _from_draws(self) -> Iterator[_Absent]:
        """Whoever drew to follow suit then could not, but for the card that ended the drawing."""
        epochs: Counter[int] = Counter()
        table = self._view.table
        rules = self._view.in_force
        for number, trick in enumerate((*table.tricks, table.trick), 1):
            for place, count in enumerate(trick.drawn):
                seat = trick.seat_of(place)
                epochs[seat] += count > 0
                if not count or seat == self._view.seat:
                    continue
                why = f"seat {seat} drew in trick {number}"
                following = rules.following(trick.cards[0])
                kinds = every_copy(following.bits)
                yield seat, epochs[seat] - 1, kinds, why
                if trick.cards[place : place + 1] and trick.cards[place] in following:
                    yield seat, epochs[seat], kinds, why
                elif epochs[seat] == self._exchanges[seat]:
                    # it has yet to play, or played a joker that need not follow
                    self.checks.append(self._drew(seat, following))

    def _drew(self, seat: int, following: Cards) -> Check:
        """Checks that a hand got one card that follows suit, or perhaps none, by its last draw."""
        last = self._exchanges[seat]
        own = (play for play in self._plays if play.seat == seat and self._epoch(play) == last)
        since = sum(play.card in following for play in own)
        certain = self._view.kitty_size > 0  # an empty kitty ends the drawing, too
        return lambda placed: certain <= len(placed[seat].only(following)) + since <= 1

    def _ask(self, play: PlayedCard, held: Cards) -> None:
        """Check a play against the rules in each deal, if that can exclude any.

        Args:
            play: The play.
            held: The cards that the seat has played from then on.
        """
        rules = self._view.in_force
        card = play.card
        seat = play.seat
        table = play.table
        if not play.certain:
            self.checks.append(lambda placed: _was_legal(rules, card, placed[seat] + held, table))
        showing = rules.showing
        if showing is None or self._is_open(seat):
            return
        # a hand that should have been shown, and was not, cannot have been so
        condition = showing.when
        if condition is None or applies(condition, held, 0, table) is not False:
            self.checks.append(lambda placed: not showing.shows(card, placed[seat] + held, table))

    def _count_drawn(self, seat: int, epoch: int, absent: Mapping[tuple[int, int], int]) -> None:
        """Check that cards a seat cannot have held in an epoch or later are no more than it drew since."""

        def missed(until: int) -> int:
            """The kinds that it lacked in one of the epochs from `epoch` to before `until`."""
            kinds = 0
            for each in range(epoch, until):
                kinds |= absent.get((seat, each), 0)
            return kinds

        own = (play for play in self._plays if play.seat == seat)
        played = sum(bool(play.card.bit & missed(self._epoch(play))) for play in own)
        draws = [draw.count for draw in self._taken_up if draw.seat == seat]
        most = sum(draws[epoch:]) - played
        kinds = from_bits(missed(self._exchanges[seat]))
        self.checks.append(lambda placed: len(placed[seat].only(kinds)) <= most)

    def _count_taken_up(self, seat: int, epoch: int, kinds: Cards) -> None:
        """Check that cards a seat cannot have held were taken up from the kitty since."""
        counts = [draw.count for draw in self._taken_up if draw.seat == seat]
        before, after = sum(counts[:epoch]), sum(counts[epoch:])
        own = (play for play in self._plays if play.seat == seat and self._epoch(play) > epoch)
        since = from_each(play.card for play in own)
        most = after - len(since.only(kinds))
        captured = self._players + seat

        def fits(placed: Placed) -> bool:
            # it may have laid such cards down for the exchanges before, so only more than those count
            laid = max(len(placed[captured].only(kinds)) - before, 0)
            return len(placed[seat].only(kinds)) + laid <= most

        self.checks.append(fits)

    # Who led to the first trick

    def _opened(self) -> Iterator[_Absent]:
        table, opening = self._view.table, self._rules.opening
        leads = opening.leads
        if self._phase not in IN_PLAY or self._before or leads == Cards():
            return
        # who leads may follow from the round before, which the view does not show
        if self._view.course and self._rules.follows_round_before:
            return
        leader = (*table.tricks, table.trick)[0].leader
        order = [(self._view.dealer + 1 + place) % self._players for place in range(self._players)]
        elder = order[: order.index(leader)]
        # best are bars; else the one card that decides may be known; else whole hands are checked
        led_for = None if leads is None else self._led_for(leader, leads)
        if leads is not None and led_for is not None:
            # nobody has a lower one, and nobody asked before the leader has an equal one
            below = leads.bits & (led_for[0].bit - 1 if led_for else ONE_OF_EACH)
            own = led_for[0].bit if led_for else 0
            why = f"seat {leader} led to the first trick"
            for seat in self._others:
                yield seat, 0, below | (own if seat in elder else 0), why
        elif leads is not None and (card := self._opener(leads)):
            here = Cards(card) - self._played[leader] - self.base[leader]
            self._pin(leader, here, "led to the first trick and must hold")
        elif not self._taken_up:
            played, dealer = self._played, self._view.dealer
            self.checks.append(
                lambda placed: (
                    opening.leader(tuple(map(operator.add, placed, played)), dealer) == leader
                )
            )

    def _opener(self, leads: Cards) -> Card | None:
        """The card whose holder leads, if it is known to be in a hand and there is but one."""
        view = self._view
        lowest = self._pack.only(leads)[:1]
        aside = view.kitty_size or any(view.captured_sizes) or self._taken_up
        return lowest[0] if lowest and not aside and self._pack.count(lowest[0]) == 1 else None

    def _led_for(self, leader: int, leads: Cards) -> Cards | None:
        """The cards for which the leader can lead, the lowest first; None if they are not known.

        They are known if the leader's whole hand is, or if the lowest had to be led.
        """
        if leader == self._view.seat and leader not in self._exchanges:
            played = from_each(play.card for play in self._plays if play.seat == leader)
            return (played + self.base[leader]).only(leads)
        if self._plays and _had_to_lead_it(self._rules, leads):
            return Cards(self._plays[0].card).only(leads)
        return None

    # All together

    def _grouped(self) -> dict[int, list[int]]:
        """The hidden cards by their possible places."""
        barred = [(1 << at, self._barred[at]) for at, room in enumerate(self.room) if room]
        rows: dict[int, list[int]] = {}
        marked = 0  # copies count as different cards, so that all deals are equally likely
        for places, card in [*self._tied, *((-1, card) for card in self._hidden)]:
            bit = card.bit
            may = sum([place for place, kinds in barred if not kinds & bit]) & places
            if not may:
                self._homeless(card)
            while bit & marked:  # the next copy
                bit <<= WORD
            rows.setdefault(may, []).append(bit)
            marked |= bit
        return rows

    def _homeless(self, card: Card, only: int | None = None) -> NoReturn:
        """Say why a card has no possible place, or cannot be in the hand `only`."""
        why: dict[int, str] = {}
        for seat, kinds, sentence in self._reasons:
            if kinds & card.bit and (self.room[seat] if only is None else seat == only):
                why.setdefault(seat, str(sentence))
        reasons = "; ".join(dict.fromkeys(why.values())) or "there is no room for it"
        who = "nobody" if only is None else f"seat {only}"
        _refuse(f"{who} can hold {card}: {reasons}")

    def misfit(self) -> NoReturn:
        """Say why the cards cannot all be placed, although each of them can.

        Raises:
            HeartsError: Always.
        """
        unions = {0}
        for places in self.rows:
            unions |= {union | places for union in unions}
        # Hall's theorem: it fails only if some cards have too little room in all their places
        overfull = (union for union in unions if len(self._inside(union)) > self._takes(union))
        union = min(overfull, key=int.bit_count)
        cards = self._inside(union)
        room = self._takes(union)
        where = " or ".join(map(self._place_name, _places(union)))
        number = how_many(len(cards), "card")
        _refuse(f"{number} ({cards}) can only be {where}, where there is room for {room}")

    def _inside(self, union: int) -> Cards:
        """The hidden cards that can be in no other places."""
        rows = (row for places, row in self.rows.items() if not places & ~union)
        return unmarked(card for row in rows for card in row)

    def _takes(self, union: int) -> int:
        return sum(self.room[place] for place in _places(union))

    def admits(self, placed: Placed) -> bool:
        """Whether the cards are in possible places."""
        for place, cards in enumerate(placed):
            more = cards - self.base[place]
            if not self.base[place] <= cards or len(more) != self.room[place]:
                return False
            if more.only(from_bits(self._barred[place])):
                return False
        return (
            sum(placed, Cards()) == self._whole
            and all(
                sum(placed[place].count(card) for place in _places(places)) >= count
                for (places, card), count in Counter(self._tied).items()
            )
            and self.allows(placed)
        )

    def allows(self, placed: Placed) -> bool:
        """Whether all the checks hold."""
        return all(check(placed) for check in self.checks)


@functools.lru_cache(maxsize=64)
def _had_to_lead_it(rules: Rules, leads: Cards) -> bool:
    """Whether the leader must lead the card that makes it the leader."""
    for clause in rules.opening.clauses or ():
        first = clause.at(Where.OPENING)
        if first:
            is_alone = first.lowest or len(leads) == 1
            is_waived = first.unless or first.only_if or first.spare
            return is_alone and not is_waived and first.keep == these(leads)
    return False


def _places(union: int) -> Iterator[int]:
    """The places in a set given as bits."""
    return (place for place in range(union.bit_length()) if union >> place & 1)


def unmarked(cards: Iterable[int]) -> Cards:
    """Cards from bits in which copies are marked."""
    bits = sum(cards)
    plain = from_bits(bits & ONE_OF_EACH)
    while bits := bits >> WORD:
        plain += from_bits(bits & ONE_OF_EACH)
    return plain


def _may_be_passed(seat: int, place: int, count: int, kept: Cards, charged: Cards) -> Check:
    """Checks that a seat laid down no card that it had to keep."""

    def fits(placed: Placed) -> bool:
        down = placed[place]
        free = placed[seat] - charged + down
        return down.isdisjoint(kept) or len(free.without(kept)) < count

    return fits


def _may_have_charged(view: View, seat: int, count: int) -> Check:
    """Checks that a hand has so many cards that may be charged in secret."""
    return lambda placed: len(chargeable(view, seat, placed[seat])) >= count


def chargeable(view: View, seat: int, hand: Cards) -> Cards:
    """The cards of a hand that a seat may have charged in secret."""
    return view.in_force.may_charge(hand, view.table.charged_by(seat))[0]


def _holds(seat: int, card: Card, count: int) -> Check:
    """Checks that a hand has enough copies of a card."""
    return lambda placed: placed[seat].count(card) >= count


def _was_legal(rules: RoundRules, card: Card, hand: Cards, table: Table) -> bool:
    """Whether a card could be played from a hand, as far as anybody knows."""
    try:
        return card in rules.legal(hand, table)
    except NotSaid:  # it depends on earlier tricks of a position that was laid out
        return True
