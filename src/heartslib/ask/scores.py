"""What a round scores: `score_hand`, from the piles, the tricks or the points that people have of it.

Whatever people have is brought to one form, piles and as many facts as they know (`_Count`), checked, and counted
by the rules as a round that was played.  Points that were counted at the table become piles that would give them,
and a rulebook that scores just these points: moons, charges and bonuses follow from the rules as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from operator import le
from typing import Any, Final, cast

import attrs

from heartslib._elsewhere import RoundElsewhere, by_seat, not_by_seat
from heartslib._values.arguments import (
    MOST_PLAYERS,
    NUMBERS_BY_SEAT,
    TRICKS,
    flag,
    frozen,
    naming,
    pairs,
    plain,
    prefixed_errors,
    series,
)
from heartslib._values.said import partly
from heartslib._values.seats import for_each
from heartslib.ask.counted import from_counts
from heartslib.ask.doors import (
    MOST_TRICKS,
    apart,
    asking_for_more,
    by_seat_or_alone,
    cards_of,
    fitting,
    in_force,
    left_after,
    no_leader,
    not_charged,
    seated,
    takes_one_each,
    walked,
)
from heartslib.cards import Card, Cards, CardsLike, from_each
from heartslib.errors import HeartsError, Seats, fault, listing, one_of, quoted
from heartslib.moves import IllegalMove
from heartslib.phases.match import no_pool, not_shown
from heartslib.phases.setup import bad_tricks
from heartslib.rules import Contracts, RoundRules
from heartslib.rules.book.chapters import Rulebook
from heartslib.rules.deck import too_many
from heartslib.sheet import ScoreSheet
from heartslib.table import Settled, Table, Trick, replaced
from heartslib.words import how_many

_MOST_ROUNDS: Final = 10_000


def score_hand(
    rules: Rulebook,
    *,
    taken: Iterable[CardsLike] | None = None,
    players: int | None = None,
    moon: str | None = None,
    charged: CardsLike | Iterable[CardsLike] = "",
    tricks: Iterable[CardsLike | Trick] | None = None,
    leader: int | None = None,
    trick_counts: Iterable[int] | None = None,
    partial: bool = False,
    scores: Iterable[int] | None = None,
    course: Iterable[tuple[int, ...]] | None = None,
    contract: str | None = None,
    bids: Iterable[int] | None = None,
    dealer: int | None = None,
    pool: int | None = None,
    counted: Iterable[int | None] | None = None,
    face_up: CardsLike = (),
    passed: Iterable[Mapping[int, CardsLike]] | None = None,
) -> ScoreSheet:
    """The score sheet of a round that was played elsewhere.

    >>> from heartslib import HEARTS, variants
    >>> sheet = score_hand(variants.get("american"), taken=[HEARTS, "QS", "", ""])
    >>> sheet.totals, sheet.lines[1].reason
    ((13, 13, 0, 0), 'took QS')

    Args:
        rules: The rulebook.
        taken: What each seat took, seat 0 first; cards that do not count may be left out.
        players: The number of players; by default what `taken` or `tricks` show.
        moon: How the shooter wants the moon paid, if the rules offer a choice.
        charged: The cards that were charged before the play, together or by seat; rules that ask
            who charged which card need them by seat.
        tricks: The tricks, each in the order of play.  Rules that ask which trick is which, such
            as the first or the last, need them.  `taken` can be left out then, unless a kitty was
            exchanged or shared out.
        leader: The seat that led to the first of `tricks`.
        trick_counts: How many tricks each seat took, seat 0 first.  Rules that count tricks, such
            as those for a sun, need them if cards are left out of the piles.
        partial: Whether counting cards or tricks may be missing too, as in the middle of a round;
            then nobody has taken them.
        scores: The scores before the round, for rules that depend on them.
        course: The scores after each earlier round, for rules that depend on them.
        contract: The contract of the round, if the game has contracts.
        bids: What each seat bid for naming it, seat 0 first, if it was sold.
        dealer: The seat that dealt, for rules that depend on it.
        pool: The counters in the pool before the round, for rules that have one.
        counted: The points of the penalty cards that each seat took, as people count them, instead
            of these cards; None, for one seat, is the rest.  What a moon, a charge or a bonus makes
            of them follows from the rules.  `taken` has only the other cards that count, such as JD.
        face_up: The dealer's last card, if the rules show it.
        passed: For each seat, seat 0 first, a mapping from the seats to which it passed cards to those
            cards, for rules that depend on it.

    Raises:
        HeartsError: The piles contradict each other or the pack; the message names everything wrong.
        IllegalMove: Somebody shot the moon, and the rules need `moon`.
    """
    house = in_force(rules, contract)
    flag("partial", partial)
    said = _Played(
        players=players, taken=taken, tricks=tricks, leader=leader, trick_counts=trick_counts, counted=counted, charged=apart(charged),
        passed=passed, scores=scores, course=course, contract=contract, bids=() if bids is None else bids,
        dealer=dealer, pool=pool, face_up=face_up, moon=moon, partial=partial,
    )  # fmt: skip
    count = _count_of(house, said, rules.contracts)
    problems = [*count.wrong_cards()]
    # made-up piles must not come from cards that cannot be
    if said.counted is not None and not problems:
        count = count.by_points(said.counted)
    problems += count.wrong_numbers()
    if not problems:
        problems += count.wrong_tricks()
    problems += count.lacking()
    if problems:
        raise fault("score", "these piles cannot be scored: ", *listing(problems))
    with asking_for_more(count.rules):
        return count.sheet()


def _taken(taken: Iterable[CardsLike] | None) -> tuple[Cards, ...] | None:
    return None if taken is None else by_seat("taken", taken)


def _tricks(
    tricks: Iterable[CardsLike | Trick] | None,
) -> tuple[tuple[Card, ...], ...] | None:
    if tricks is None:
        return None
    given = series(MOST_TRICKS, tricks, "tricks", TRICKS)
    if any(type(entry) is int for entry in cast("tuple[object, ...]", given)):
        wanted = "tricks are cards, in the order of play: for numbers give {trick_counts}"
        raise HeartsError(*naming(wanted))
    return cards_of(given)


def _trick_counts(counts: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if counts is None else series(MOST_PLAYERS, counts, "trick_counts", NUMBERS_BY_SEAT)


def _points(counted: Iterable[int | None] | None) -> tuple[int | None, ...] | None:
    return None if counted is None else series(MOST_PLAYERS, counted, "counted", NUMBERS_BY_SEAT)


def _passed(passed: Iterable[object] | None) -> tuple[object, ...] | None:
    return None if passed is None else series(MOST_PLAYERS, passed, "passed")


def _course(course: Iterable[Iterable[int]] | None) -> tuple[tuple[int, ...], ...] | None:
    if course is None:
        return None
    rounds = series(_MOST_ROUNDS, course, "course")
    return tuple(series(MOST_PLAYERS, each, "course", NUMBERS_BY_SEAT) for each in rounds)


@frozen(kw_only=True)
class _Played(RoundElsewhere):
    """A round as far as its score depends on it; the other attributes, too, are arguments of `score_hand`."""

    players: Any  # the rules say for whom they are
    taken: tuple[Cards, ...] | None = attrs.field(converter=_taken)
    tricks: tuple[tuple[Card, ...], ...] | None = attrs.field(converter=_tricks)
    trick_counts: tuple[int, ...] | None = attrs.field(converter=_trick_counts)
    counted: tuple[int | None, ...] | None = attrs.field(converter=_points)
    passed: tuple[Any, ...] | None = attrs.field(converter=_passed)
    course: tuple[tuple[int, ...], ...] | None = attrs.field(converter=_course)
    dealer: int | None = attrs.field(converter=plain)
    moon: str | None
    partial: bool


@attrs.frozen
class _Count:
    """A round about to be counted.

    Attributes:
        said: What is said of it.
        contracts: How its contract came about.
        rules: The rules of the round.
        counting: The rules that count it; others, if its points were counted at the table.
        piles: The cards that each seat took.
        took: What each seat took, for errors.
        table: The table after its tricks; None if they are not given.
        charged: What each seat has charged, or the cards alone.
        passed: For each seat what it passed to each seat; None if that is not given.
    """

    said: _Played
    contracts: Contracts
    rules: RoundRules
    counting: RoundRules
    piles: tuple[Cards, ...]
    took: tuple[object, ...]
    table: Table | None
    charged: Cards | tuple[Cards, ...]
    passed: tuple[tuple[Cards, ...], ...] | None

    @property
    def all_taken(self) -> Cards:
        """The cards that somebody took."""
        return sum(self.piles, Cards())

    @property
    def doubled(self) -> Cards:
        """The cards that were charged, by whomever."""
        return sum(self.said.charged, Cards())

    @property
    def left(self) -> int:
        """How many cards each hand still has after the tricks."""
        return 0 if self.table is None else left_after(self.rules, self.table)

    @property
    def missing(self) -> Cards:
        """The counting cards that nobody took and that may not be out of play."""
        rules = self.rules
        said = self.said
        missing = rules.counting_cards - self.all_taken
        # of a round that goes on nobody knows which cards are dead, and which are in a hand
        aside = 0 if self.left or said.partial else rules.kitty_size * rules.kitty.is_dead
        return missing - _out_of_play(self.contracts, said.contract, missing, aside)

    def by_points(self, counted: tuple[int | None, ...]) -> _Count:
        """The round with made-up piles for the points that were counted, and rules that count these."""
        piles, counting, took = from_counts(self.rules, counted, self.piles, self.doubled)
        return attrs.evolve(self, piles=piles, counting=counting, took=took)

    def wrong_cards(self) -> Iterator[HeartsError]:
        """What is wrong with the cards that were taken, charged or shown, and with the pool."""
        rules, seats = self.rules, self.rules.players
        yield from too_many(rules.pack, self.all_taken, seats)
        if len(self.piles) != seats:
            needed = " piles are needed, one for each player, not "
            yield fault("pile-count", seats, needed, len(self.piles))
        yield from not_charged(rules, rules.pack, self.doubled)
        yield from no_pool(rules, self.said.pool or 0)
        if rules.face_up_cards != rules.shown_of(rules.face_up_cards):
            yield not_shown(rules.face_up_cards)

    def wrong_numbers(self) -> Iterator[HeartsError]:
        """What is wrong with numbers by seat, with the dealer and with the choice of a moon."""
        said = self.said
        seats = self.rules.players
        choices = self.rules.moon.choices
        yield from not_by_seat("trick_counts", said.trick_counts, seats, least=0)
        yield from not_by_seat("scores", said.scores, seats)
        yield from not_by_seat("bids", said.bids or None, seats, least=0)
        for each in said.course or ():
            yield from not_by_seat("each entry of course", each, seats)
        dealer = said.dealer
        if dealer is not None and not (type(dealer) is int and 0 <= dealer < seats):
            must = "dealer must be a seat from 0 to ", seats - 1, ", not "
            yield fault("no-such-seat", *must, quoted(dealer))
        if said.moon is not None and choices and said.moon not in choices:
            either = f"moon must be {' or '.join(map(repr, choices))}, not "
            yield fault("no-such-choice", either, quoted(said.moon))

    def wrong_tricks(self) -> Iterator[HeartsError]:
        """What is wrong with the numbers of tricks, given what each seat took."""
        counts = self.said.trick_counts
        if counts:
            yield from _wrong_counts(self.rules, counts, self.took, partial=self.said.partial)
        if counts and self.table is not None and counts != self.table.tricks_taken:
            yield fault("trick-counts", "trick_counts ", counts, " are not those of the tricks")

    def lacking(self) -> Iterator[HeartsError]:
        """What a whole round would not lack, cards that count or tricks; and what piles do not say of tricks."""
        rules = self.rules
        said = self.said
        left = self.left
        intended = naming(": give {partial=True} if that is intended")
        if not said.partial and (missing := self.missing):
            yield fault("nobody-took", "nobody took ", missing, *intended)
        elif not said.partial and left and rules.counts_tricks:
            held = left, " to play, and these rules count tricks"
            yield fault("cards-left", "the tricks leave each hand with ", *held, *intended)
        if self.table is not None or said.trick_counts is not None:
            return
        each = "{trick_counts} with how many each seat took"
        if rules.counts_every_trick:
            yield fault("needed", *naming(f"these rules count every trick: give {each}"))
        elif rules.counts_tricks and not (said.partial or rules.pack == self.all_taken):
            count = f"these rules count tricks: give every card, or {each}"
            yield fault("needed", *naming(count))

    def sheet(self) -> ScoreSheet:
        """The sheet of the round.

        Raises:
            IllegalMove: Somebody shot the moon, and must say how it is paid.
            NotSaid: The rules ask for more than is said.
        """
        rules = self.rules
        said = self.said
        table = self.table
        finished = rules.finished(
            self.piles,
            said.moon,
            charged=self.charged,
            passed=self.passed,
            scores=said.scores,
            course=said.course,
            tricks=None if table is None else (*table.tricks, *[table.trick] * self.left),
            trick_counts=said.trick_counts,
            dealer=said.dealer,
            settled=self._settled(),
            dead=rules.counting_cards - self.all_taken - self.missing,
        )
        if finished.shooter and rules.moon.choices and said.moon is None:
            reason = Seats(finished.shooter), " shot the moon: give "
            choices = one_of("moon", rules.moon.choices)
            raise IllegalMove(*reason, *choices, rule="moon-choice", move=None, legal=Cards())
        return self.counting.count(finished)

    def _settled(self) -> Settled:
        """What was settled before the first lead, as far as it is said."""
        rules = self.rules
        said = self.said
        settled: dict[str, Any] = {"contract": said.contract}
        jack = rules.pool_is_jack(said.pool or 0)
        if said.pool is not None or not rules.has_pool:
            settled |= {"pool": said.pool or 0, "jack": jack}
        if said.bids or not self.contracts.sells(((0, None),), jack=jack):
            settled["bids"] = said.bids
        if rules.face_up_cards or not rules.deck.shows_last:
            settled["face_up"] = rules.face_up_cards
        return partly(Settled, **settled)


def _count_of(house: Rulebook, said: _Played, contracts: Contracts) -> _Count:
    """What a round is counted by, and what each seat took in it.

    Raises:
        HeartsError: Nobody has said that, or not for a number of players that these rules are for.
    """
    taken = said.taken
    tricks = said.tricks
    players = said.players
    if said.counted is not None:
        players = seated(house, players, "counted", len(said.counted)).players
        if taken is tricks is None:
            taken = for_each(players, Cards())
    table = (
        None
        if tricks is None
        else _table_after(
            seated(house, players, "tricks", fitting(house, tricks)), tricks, said.leader
        )
    )
    if table is None and said.leader is not None:
        led = "{leader} is the seat that led to the first of the tricks: give {tricks} too"
        raise HeartsError(*naming(led))
    if taken is not None:
        at = seated(house, players, "taken", len(taken))
    elif table is not None:
        at = house.at(table.players).in_force
        taken = _with_whole_kitty(at, table)
    else:
        wanted = "give {taken}, what each seat took, or {tricks}, each in the order of play"
        raise HeartsError(*naming(wanted))
    won = () if table is None else table.piles
    if table is not None and (table.players != len(taken) or not all(map(le, won, taken))):
        raise fault("tricks-differ", "taken and tricks differ: by the tricks, the seats took ", won)
    rules = at.with_face_up(said.face_up)
    charged = by_seat_or_alone(said.charged, at.players)
    passed = _passed_by(rules, said.passed)
    return _Count(said, contracts, rules, rules, taken, taken, table, charged, passed)


def _passed_by(
    rules: RoundRules, passed: tuple[Any, ...] | None
) -> tuple[tuple[Cards, ...], ...] | None:
    """For each seat what it passed to each seat; None if that is not given."""
    if passed is None:
        return None
    seats = rules.players
    with prefixed_errors("passed"):
        givers = [pairs(each) for each in passed]
        takers = [taker for each in givers for taker, _ in each]
        if len(givers) != seats or any(type(n) is not int or not 0 <= n < seats for n in takers):
            raise HeartsError(f"{seats} mappings are needed, each from seats to cards")
        each_to = [dict(each) for each in givers]
        given = tuple(tuple(Cards(to.get(seat, "")) for seat in range(seats)) for to in each_to)
        if extra := sum(chain(*given), Cards()) - rules.pack:
            raise HeartsError(f"{extra} more often than the pack has it")
        if any(given[seat][seat] for seat in range(seats)):
            raise HeartsError("nobody passes cards to themselves")
        return given


def _out_of_play(contracts: Contracts, contract: str | None, missing: Cards, most: int) -> Cards:
    """Those of the cards that nobody took which may be among so many that are out of play."""
    if len(missing) > most:
        return Cards()
    decided = contracts.by_card  # then one of them has named the contract
    return Cards(card for card in missing if not decided or contracts.named_by(card) == contract)


def _table_after(at: RoundRules, dealt: tuple[tuple[Card, ...], ...], leader: int | None) -> Table:
    """The table after some tricks, each won as the rules say.

    Raises:
        HeartsError: No round has these tricks, or `leader` is not a seat.
    """
    if not at.all_play:
        dropped = "players drop out during a round, so that its tricks do not say who took them"
        raise HeartsError(dropped, *naming(": give {taken}"))
    seats = at.players
    problems = [fault("trick", sentence) for sentence in bad_tricks(at, dealt)]
    played = from_each(card for trick in dealt for card in trick)
    problems += too_many(at.pack, played, seats)
    if type(leader) is not int or not 0 <= leader < seats:
        problems.append(no_leader(at, leader))
        leader = 0
    size = at.tricks_in_round
    if sum(map(len, dealt)) // seats > size:
        allowed = "there are more tricks than ", size, " cards in each hand allow"
        problems.append(fault("too-many-tricks", *allowed))
    if problems:
        raise fault("score", "these tricks cannot be scored: ", *listing(problems))
    return walked(at, leader, dealt)


def _with_whole_kitty(rules: RoundRules, table: Table) -> tuple[Cards, ...]:
    """The cards that each seat took in these tricks, the kitty included.

    Raises:
        HeartsError: The tricks do not show which kitty cards went to whom.
    """
    players = table.players
    piles = table.piles
    penalty = rules.penalty_cards
    whole = len(table.played) == rules.tricks_in_round * players
    kitty = rules.kitty.in_play(rules.kitty.rest(tuple(rules.pack - table.played)))
    if not kitty or not whole:
        return piles
    for number, trick in enumerate(() if rules.kitty.exchanged else table.tricks, 1):
        if trick.taker is None:
            continue
        taken = attrs.evolve(table, tricks=table.tricks[:number]).last_taken
        is_last = number == len(table.tricks)
        due = len(kitty) if is_last else rules.kitty.due(taken, len(kitty), penalty)
        if due == len(kitty):
            return replaced(piles, trick.taker, piles[trick.taker] + kitty)
        if due:
            break
    wanted = "the tricks do not show who took which cards of the kitty: give {taken} as well"
    raise HeartsError(*naming(wanted))


def _wrong_counts(
    rules: RoundRules, counts: tuple[int, ...], took: Iterable[object], *, partial: bool
) -> Iterator[HeartsError]:
    """What is wrong with numbers of tricks, given what each seat took."""
    seats = len(counts)
    total = sum(counts)
    most = rules.tricks_in_round
    said = "trick_counts add up to ", total, ", but a round has "
    if total > most:
        yield fault("trick-total", *said, "at most ", most)
    is_short = takes_one_each(rules)
    if is_short and rules.counts_tricks and total < most and not partial:
        yield fault("trick-total", *said, most, " tricks")
    for seat, (count, part) in enumerate(zip(counts, took, strict=True)):
        cards = len(part) if isinstance(part, Cards) else 0
        if part and not count:
            yield fault("took-no-trick", Seats((seat,)), " took ", part, " but no trick")
        elif is_short and cards > count * seats + rules.kitty_size:
            tricks = f" cards in {how_many(count, 'trick')}"
            yield fault("too-many-cards", Seats((seat,)), " took ", cards, tricks)
