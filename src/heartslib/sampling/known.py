"""What a view tells of the hidden cards: where each may lie, and what else must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import add
from typing import NoReturn, TypeAlias

import attrs

from heartslib._bits import ONE_OF_EACH, PACK_SIZE
from heartslib.cards import Card, Cards, from_bits, from_each
from heartslib.errors import HeartsError
from heartslib.rules.clauses import Where
from heartslib.rules.deck import too_many
from heartslib.rules.facts import these
from heartslib.rules.opening import leads_of
from heartslib.rules.passing import is_mixed
from heartslib.rules.play import clauses_of, condition_of
from heartslib.sampling.plays import applies, ruled_out
from heartslib.table import Table, Trick
from heartslib.view import View

Lying: TypeAlias = Sequence[Cards]
"""The cards at each place: the hands, the captured cards, the cards laid down, the kitty."""

Check: TypeAlias = Callable[[Lying], bool]
"""Whether the cards may lie so, as far as one thing goes that a seat knows."""


def phase_of(view: View) -> str:
    """The phase, for which a mix has a name of its own.

    Raises:
        HeartsError: No cards are out that could be drawn.
    """
    mixed = view.pattern is not None and is_mixed(view.pattern, view.players)
    out = any(view.hand_sizes) or view.kitty_size or view.given
    if view.phase == "deal" and mixed and out:
        return "mix"
    if view.phase in {"pass", "charge", "play", "kitty"}:
        return view.phase
    raise HeartsError(f"no cards are out in the phase {view.phase!r}: there is nothing to draw")


def _refuse(sentence: str) -> NoReturn:
    raise HeartsError(f"no cards can lie so: {sentence}")


@attrs.frozen
class _Made:
    """A card that was played.

    Attributes:
        seat: Who played it.
        card: The card.
        table: What lay face up before.
        number: The number of the trick, from 1.
        epoch: How often the seat had exchanged kitty cards before.
    """

    seat: int
    card: Card
    table: Table
    number: int
    epoch: int


@attrs.frozen
class _TakenUp:
    """Kitty cards that came into a hand: after which trick, counted from 1, whose, how many."""

    after: int
    seat: int
    count: int


_Told: TypeAlias = tuple[int, int, int, str]
"""A seat, an epoch of it, kinds of card as bits that it did not have then, and why."""


class Known:
    """What a view tells of the hidden cards.

    Places are numbered: the hands, the captured cards of each seat, the cards each has laid down
    to pass, and the kitty.

    Args:
        view: What the seat knows.

    Attributes:
        base: The cards that are known to lie at each place.
        room: How many more lie there.
        rows: The hidden cards by the set of places where they may lie, as bits; copies of a card
            are told apart.
        checks: What must hold besides.
        repeats: Whether a card is more than once in the pack.

    Raises:
        HeartsError: No cards are out, or they cannot lie so; the sentence says why.
    """

    def __init__(self, view: View) -> None:
        players = view.players
        places = 3 * players + 1
        self._view = view
        self._rules = view.rules
        self._players = players
        self._phase = phase_of(view)
        self._others = [seat for seat in range(players) if seat != view.seat]
        self._pack = view.rules.deck.cards(players)
        self.repeats = len(set(self._pack)) < len(self._pack)
        self.base = [Cards()] * places
        self.room = [*view.hand_sizes, *view.captured_sizes, *self._laid(), view.kitty_size]
        self.checks: list[Check] = []
        self._barred = [0] * places
        self._tied: list[tuple[int, Card]] = []
        self._reasons: list[tuple[int, int, str]] = []
        self._hidden = self._unseen()
        self._taken_up = self._from_kitty()
        self._exchanges = Counter(each.seat for each in self._taken_up)
        self._hold_back()
        if self._phase in {"charge", "play", "kitty"}:
            self._made = tuple(self._plays())
            self._played = view.table.played_by
            self._shown()
            self._received()
            self._followed()
        self.rows = self._grouped()

    # What the seat sees

    def _laid(self) -> list[int]:
        """How many cards each seat has laid down to pass."""
        if self._phase not in {"pass", "mix"}:
            return [0] * self._players
        aside = self._rules.deck.kitty_size(self._players)
        size = (len(self._pack) - aside) // self._players
        return [size - now for now in self._view.hand_sizes]

    def _unseen(self) -> Cards:
        """The cards that the seat does not see; its own lie where it sees them."""
        view, seat = self._view, self._view.seat
        laid = view.given if self._phase in {"pass", "mix"} else Cards()
        if seat is not None:
            for place, cards in enumerate((view.hand, view.captured, laid)):
                self._lay(place * self._players + seat, cards)
        tricks = sum(view.table.played_by, Cards())
        self._before = view.table.all_played - tricks
        seen = sum(self.base, tricks)
        for sentence in too_many(self._pack, seen):
            _refuse(sentence)
        hidden, room = self._pack - seen, sum(self.room)
        self._whole = sum(self.base, hidden)
        if len(hidden) != room:
            _refuse(f"{len(hidden)} are hidden, but hands, kitty and captured cards take {room}")
        captured = sum(1 << self._players + each for each in self._others)
        spent = self._before - view.captured  # taken in tricks that are not known
        if missing := spent - hidden:
            _refuse(f"{missing} has been played, and lies elsewhere")
        self._tied += [(captured, card) for card in spent]
        return hidden - spent

    def _lay(self, place: int, cards: Cards) -> None:
        """Lay cards where they are known to be."""
        self.base[place] += cards
        self.room[place] -= len(cards)
        if self.room[place] < 0:
            there = self.base[place]
            takes = self.room[place] + len(there)
            _refuse(f"{there} would be {self._named(place)}, where {takes} cards are")

    def _named(self, place: int) -> str:
        what, seat = divmod(place, self._players)
        where = ("in the hand of", "with the tricks of", "laid down by")
        return f"{where[what]} seat {seat}" if what < len(where) else "in the kitty"

    def _hold_back(self) -> None:
        """Cards that may not be passed while the hand has enough others."""
        kept = self._rules.passing.kept
        unseen = len(self._hidden.only(kept))
        for seat in self._others:
            place = 2 * self._players + seat
            laid = self.room[place]
            if laid and unseen <= self.room[seat]:
                self._barred[place] = kept.bits & ONE_OF_EACH
            elif laid:
                self.checks.append(_may_be_passed(seat, place, laid, kept))

    # What the seat has passed, and what was shown to it

    def _shown(self) -> None:
        """Cards that were shown are still held."""
        shown = self._view.shown
        for seat in filter(self._is_open, self._others):
            self._pin(seat, shown[seat], "has shown")
        closed = [seat for seat in self._others if not self._is_open(seat)]
        wanted = {seat: Counter(shown[seat]) for seat in closed}
        for card, count in sum(wanted.values(), Counter[Card]()).items():
            holders = [seat for seat in closed if wanted[seat][card]]
            if self._hidden.count(card) <= count:
                for seat in holders:
                    self._pin(seat, from_each([card] * wanted[seat][card]), "has shown")
            else:
                self.checks += [_holds(seat, card, wanted[seat][card]) for seat in holders]

    def _is_open(self, seat: int) -> bool:
        """Whether all that a seat holds has been shown."""
        return len(self._view.shown[seat]) == self._view.hand_sizes[seat]

    def _received(self) -> None:
        """What the seat has passed lies where it went, unless it has been played."""
        sent = [Cards()] * self._players
        for packet in self._view.packets:
            if packet.giver == self._view.seat != packet.taker:
                sent[packet.taker] += packet.cards
        for taker, cards in enumerate(sent):
            here = cards - self._played[taker] - self.base[taker]
            if taker in self._exchanges:
                there = 1 << taker | 1 << self._players + taker
                self._find(taker, here, "must have")
                self._tied += [(there, card) for card in here]
            else:
                self._pin(taker, here, "must hold")

    def _pin(self, seat: int, cards: Cards, why: str) -> None:
        """These cards are in a hand."""
        self._find(seat, cards, why)
        self._lay(seat, cards)

    def _find(self, seat: int, cards: Cards, why: str) -> None:
        """These cards are not hidden any more."""
        if missing := cards - self._hidden:
            _refuse(f"seat {seat} {why} {missing}, which lies elsewhere")
        self._hidden -= cards

    # What was played

    def _from_kitty(self) -> list[_TakenUp]:
        """When kitty cards were taken into a hand."""
        rule, tricks = self._rules.kitty, self._view.table.tricks
        left = self._rules.deck.kitty_size(self._players) if rule.exchanged else 0
        penalty = self._rules.penalty_cards(self._players)
        found: list[_TakenUp] = []
        for number, trick in enumerate(tricks, 1):
            if left and trick.taker is not None:
                taken = Table(trick, tricks=tricks[:number]).last_taken
                if due := rule.due(taken, left, penalty, is_last=False):
                    found.append(_TakenUp(number, trick.taker, due))
                    left -= due
        return found

    def _plays(self) -> Iterator[_Made]:
        """The cards that were played, first to last."""
        table = self._view.table
        if self._before and self._rules.kitty.exchanged:
            return  # who exchanged what before these tricks is not known
        tricks = (*table.tricks, table.trick)
        now = Table(
            Trick(tricks[0].leader, self._players),
            played=self._before,
            shown=table.charged,
            charged=table.charged,
        )
        epochs = [0] * self._players
        for number, trick in enumerate(tricks, 1):
            for seat, card in trick.plays:
                yield _Made(seat, card, now, number, epochs[seat])
                now = now.with_card(card)
            if number <= len(table.tricks):
                now = now.with_trick_taken(trick.taker)
            for each in self._taken_up:
                epochs[each.seat] += each.after == number

    def _followed(self) -> None:
        """What follows from who led, and from every card of the others having been legal."""
        told: Counter[tuple[int, int]] = Counter()
        for seat, epoch, kinds, why in (*self._opened(), *self._from_plays()):
            told[seat, epoch] |= kinds
            self._reasons.append((seat, kinds, why))
        for (seat, epoch), kinds in told.items():
            if epoch == self._exchanges[seat]:
                self._barred[seat] |= kinds
            elif kinds:
                self._count_taken_up(seat, epoch, from_bits(kinds))
        for seat in self._others:
            if wrong := self.base[seat].only(from_bits(self._barred[seat])):
                self._homeless(wrong[0], seat)

    def _from_plays(self) -> Iterator[_Told]:
        held: dict[tuple[int, int], Cards] = {}  # from a play on, until the seat next exchanges
        # Backwards: the hand before a play is what it became, and the card.
        for made in reversed(self._made):
            seat, key = made.seat, (made.seat, made.epoch)
            hand = held[key] = held.get(key, Cards()) + made.card
            if seat == self._view.seat:
                continue
            kinds, certain = ruled_out(self._rules, made.card, made.table)
            why = f"seat {seat} played {made.card} to trick {made.number}"
            if wrong := hand.only(from_bits(kinds)):
                _refuse(f"{why}, though it had {wrong}")
            if made.epoch == self._exchanges[seat]:
                self._ask(made, hand, certain=certain)
            yield seat, made.epoch, kinds, why

    def _ask(self, made: _Made, held: Cards, *, certain: bool) -> None:
        """Ask the rules about a play in each deal, where that can tell anything."""
        rules, card, seat, table = self._rules, made.card, made.seat, made.table
        if not certain:
            self.checks.append(lambda lying: card in rules.legal(lying[seat] + held, table))
        showing = rules.showing
        if showing is None or self._is_open(seat):
            return
        condition = condition_of(showing)
        if condition is None or applies(condition, held, 0, table) is not False:
            self.checks.append(lambda lying: not showing.shows(card, lying[seat] + held, table))

    def _count_taken_up(self, seat: int, epoch: int, kinds: Cards) -> None:
        """Cards that a seat cannot have held, it must have taken up from the kitty since."""
        counts = [each.count for each in self._taken_up if each.seat == seat]
        before, after = sum(counts[:epoch]), sum(counts[epoch:])
        since = from_each(
            made.card for made in self._made if made.seat == seat and made.epoch > epoch
        )
        most = after - len(since.only(kinds))
        captured = self._players + seat

        def fits(lying: Lying) -> bool:
            laid = max(len(lying[captured].only(kinds)) - before, 0)
            return len(lying[seat].only(kinds)) + laid <= most

        self.checks.append(fits)

    # Who led to the first trick

    def _opened(self) -> Iterator[_Told]:
        table, opening = self._view.table, self._rules.opening
        leads = leads_of(opening)
        if self._phase == "charge" or self._before or leads == Cards():
            return
        leader = (*table.tricks, table.trick)[0].leader
        order = [(self._view.dealer + 1 + place) % self._players for place in range(self._players)]
        elder = order[: order.index(leader)]
        led_for = None if leads is None else self._led_for(leader, leads)
        if leads is not None and led_for is not None:
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
                lambda lying: opening.leader(tuple(map(add, lying, played)), dealer) == leader
            )

    def _opener(self, leads: Cards) -> Card | None:
        """The card whose holder leads, if it is known to be in a hand and there is but one."""
        view, lowest = self._view, self._pack.only(leads)[:1]
        aside = view.kitty_size or any(view.captured_sizes) or self._taken_up
        return lowest[0] if lowest and not aside and self._pack.count(lowest[0]) == 1 else None

    def _led_for(self, leader: int, leads: Cards) -> Cards | None:
        """The cards that the leader can have led for, the lowest first; None if it is not known.

        They are known where the leader's whole hand is, and where the lowest had to be led.
        """
        if leader == self._view.seat and leader not in self._exchanges:
            began = from_each(
                made.card for made in self._made if made.seat == leader and not made.epoch
            )
            return (began + self.base[leader]).only(leads)
        if self._made and self._had_to_lead_it(leads):
            return Cards(self._made[0].card).only(leads)
        return None

    def _had_to_lead_it(self, leads: Cards) -> bool:
        """Whether the leader has to lead the very card that makes it the leader."""
        clauses = clauses_of(self._rules.opening) or ()
        openings = [here for here in (each.at(Where.OPENING) for each in clauses) if here]
        return any(
            each.keep == these(leads)
            and (each.lowest or len(leads) == 1)
            and not (each.unless or each.only_if or each.spare)
            for each in openings[:1]
        )

    # Putting it together

    def _grouped(self) -> dict[int, list[int]]:
        """The hidden cards by the places where they may lie."""
        open_places = [place for place, room in enumerate(self.room) if room]
        rows: dict[int, list[int]] = {}
        copies: Counter[Card] = Counter()
        for places, card in [*self._tied, *((-1, card) for card in self._hidden)]:
            may = sum(1 << place for place in open_places if not self._barred[place] & card.bit)
            if not may & places:
                self._homeless(card)
            rows.setdefault(may & places, []).append(card.bit << PACK_SIZE * copies[card])
            copies[card] += 1
        return rows

    def _homeless(self, card: Card, only: int | None = None) -> NoReturn:
        """Say why a card can lie nowhere, or not in the one hand where it has to."""
        why: dict[int, str] = {}
        for seat, kinds, sentence in self._reasons:
            if kinds & card.bit and (self.room[seat] if only is None else seat == only):
                why.setdefault(seat, sentence)
        reasons = "; ".join(dict.fromkeys(why.values())) or "there is no room for it"
        who = "nobody" if only is None else f"seat {only}"
        _refuse(f"{who} can hold {card}: {reasons}")

    def misfit(self) -> NoReturn:
        """Say why cards that can each lie somewhere cannot all lie so.

        Raises:
            HeartsError: Always.
        """
        unions = {0}
        for places in self.rows:
            unions |= {union | places for union in unions}
        overfull = (union for union in unions if len(self._inside(union)) > self._takes(union))
        union = min(overfull, key=int.bit_count)
        cards, room = self._inside(union), self._takes(union)
        where = " or ".join(map(self._named, _places(union)))
        _refuse(f"{cards}, {len(cards)} cards, can only be {where}, with room for {room}")

    def _inside(self, union: int) -> Cards:
        """The hidden cards that can lie in no other places."""
        rows = (row for places, row in self.rows.items() if not places & ~union)
        return unmarked(card for row in rows for card in row)

    def _takes(self, union: int) -> int:
        return sum(self.room[place] for place in _places(union))

    def admits(self, lying: Lying) -> bool:
        """Whether the cards lie as they may."""
        for place, cards in enumerate(lying):
            more = cards - self.base[place]
            if not self.base[place] <= cards or len(more) != self.room[place]:
                return False
            if more.only(from_bits(self._barred[place])):
                return False
        return (
            sum(lying, Cards()) == self._whole
            and all(
                sum(lying[place].count(card) for place in _places(places)) >= count
                for (places, card), count in Counter(self._tied).items()
            )
            and self.allows(lying)
        )

    def allows(self, lying: Lying) -> bool:
        """Whether all the checks hold."""
        return all(check(lying) for check in self.checks)


def _places(union: int) -> Iterator[int]:
    """The places of a set of them."""
    return (place for place in range(union.bit_length()) if union >> place & 1)


def unmarked(cards: Iterable[int]) -> Cards:
    """Cards from bits that tell copies apart."""
    bits = sum(cards)
    found = from_bits(bits & ONE_OF_EACH)
    while bits := bits >> PACK_SIZE:
        found += from_bits(bits & ONE_OF_EACH)
    return found


def _may_be_passed(seat: int, place: int, laid: int, kept: Cards) -> Check:
    """Whether a seat laid down no card that it had to keep."""

    def fits(lying: Lying) -> bool:
        down = lying[place]
        return down.isdisjoint(kept) or len((lying[seat] + down).without(kept)) < laid

    return fits


def _holds(seat: int, card: Card, count: int) -> Check:
    """Whether a hand has so many copies of a card."""
    return lambda lying: lying[seat].count(card) >= count
