"""Questions that need no `Game`, for apps that keep their own state."""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from operator import le
from typing import Any, Final, cast

import attrs

from heartslib._elsewhere import by_seat
from heartslib._given import (
    MOST_PLAYERS,
    NUMBERS_BY_SEAT,
    TRICKS,
    flag,
    naming,
    of_kind,
    pairs,
    plain,
    prefixed_errors,
    series,
)
from heartslib._quick import frozen
from heartslib._said import NotSaid, Unsaid, if_said, partly
from heartslib.cards import HEARTS, Card, Cards, CardsLike, from_each, in_order
from heartslib.errors import (
    Argument,
    CardsError,
    HeartsError,
    RulesError,
    Seats,
    fault,
    listing,
    one_of,
    shown,
)
from heartslib.moves import IllegalMove
from heartslib.phases.match import bad_pool
from heartslib.phases.setup import bad_tricks
from heartslib.rules import Contracts, Objection, RoundRules, Rules, TableRules
from heartslib.rules.chapters import Rulebook
from heartslib.rules.counted import from_counts
from heartslib.rules.deck import too_many, too_often
from heartslib.sheet import ScoreSheet
from heartslib.table import Settled, Table, Trick, discards, replaced, table_of, trick_of
from heartslib.words import how_many

_MOST_TRICKS: Final = 500
_MOST_ROUNDS: Final = 10_000


def legal_plays(
    rules: Rulebook,
    *,
    hand: CardsLike,
    trick: CardsLike = "",
    played: CardsLike = "",
    players: int | None = None,
    tricks: Iterable[CardsLike | Trick] | None = None,
    charged: CardsLike | Iterable[CardsLike] = "",
    hearts_broken: bool | None = None,
    first_trick: bool | None = None,
    contract: str | None = None,
    leader: int | None = None,
) -> Cards:
    """The cards of a hand that may be played now.

    >>> from heartslib import variants
    >>> legal_plays(variants.get("american"), hand="AS QS 4H", trick="KS 2S")
    Cards('QS AS')

    Args:
        rules: The rulebook.
        hand: The whole hand of the seat to act.
        trick: The cards of the trick in the order of play; empty if the seat leads.
        played: The cards of the earlier tricks of the round, in any order.
        players: The number of players.  By default it follows from the lengths of `tricks`; if
            it does not, it is four if four can play, otherwise the middle one of the numbers
            that can.
        tricks: The earlier tricks themselves, first to last, each in the order of play, instead
            of `played`.  Few rules need them; those that do raise an error that asks for them.
        charged: The cards that were charged before the play, together or by seat: those in the
            hand are this seat's.
        hearts_broken: Whether the earlier tricks have broken hearts, for an app that does not
            keep the cards; by default the cards given decide.  It has no effect if the rules
            let hearts be led at any time.
        first_trick: Whether this is the first trick; by default it is if no card of an earlier
            trick is given; a trick that cannot be the first is refused if it matters.
        contract: The contract of the round, if the game has contracts.
        leader: The seat that led to the first of `tricks`, or to `trick` if it is the first.  Rules
            that ask who took a trick, or which seat plays, need it.

    Raises:
        HeartsError: The position contradicts itself, or the rules ask for more than is given; the
            message names everything wrong.
    """
    given = _Given(hand, trick, played, tricks, charged, leader, hearts_broken, first_trick)
    with _asking_for_more():
        now, held, table = _position(in_force(rules, contract), players, given)
        return now.legal(held, table)


def explain_play(
    rules: Rulebook,
    card: Card | str,
    *,
    hand: CardsLike,
    trick: CardsLike = "",
    played: CardsLike = "",
    players: int | None = None,
    tricks: Iterable[CardsLike | Trick] | None = None,
    charged: CardsLike | Iterable[CardsLike] = "",
    hearts_broken: bool | None = None,
    first_trick: bool | None = None,
    contract: str | None = None,
    leader: int | None = None,
) -> Objection | None:
    """Why a card of a hand may not be played now; None if it may.

    >>> from heartslib import variants
    >>> explain_play(variants.get("american"), "4H", hand="AS QS 4H", trick="KS 2S").rule
    'follow-suit'

    Args:
        rules: The rulebook.
        card: The card.
        hand: The whole hand of the seat to act.
        trick: The cards of the trick; this and the other arguments are those of `legal_plays`.
        played: The cards of the earlier tricks.
        players: The number of players.
        tricks: The earlier tricks themselves.
        charged: The cards that were charged.
        hearts_broken: Whether hearts are broken.
        first_trick: Whether this is the first trick.
        contract: The contract of the round.
        leader: The seat that led first.

    Raises:
        HeartsError: The position contradicts itself, or `card` is not a card.
    """
    given = _Given(hand, trick, played, tricks, charged, leader, hearts_broken, first_trick)
    with _asking_for_more():
        now, held, table = _position(in_force(rules, contract), players, given)
        return now.objection(Card.parse(card), held, table)


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
    pool: int = 0,
    counted: Iterable[int | None] | None = None,
    face_up: CardsLike = (),
    passed: Iterable[Mapping[int, CardsLike]] | None = None,
) -> ScoreSheet:
    """The score sheet of a round that was played elsewhere.

    >>> from heartslib import variants
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
        pool: The counters in the pool before the round.
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
    house, dealer, pool = in_force(rules, contract), plain(dealer), plain(pool)
    flag("partial", partial)
    points, taken, players = _with_no_piles(house, counted, taken, tricks, players)
    piles, now, played = _cards_taken(house, taken, tricks, leader, players)
    now = now.given(in_order(face_up))
    seats = now.players
    pack, doubled = now.pack, _all_charged(charged)
    problems: list[object] = [*too_many(pack, sum(piles, Cards()), seats)]
    if len(piles) != seats:
        problems.append(_wrong_piles(seats, len(piles)))
    problems += (*_not_charged(now, pack, doubled), *bad_pool(now, pool), *_not_shown(now))
    as_given = piles, now, tuple[object, ...](piles)
    piles, counting, took = (
        as_given if points is None or problems else from_counts(now, points, piles, doubled)
    )
    all_taken = sum(piles, Cards())
    missing = now.counting_cards - all_taken
    left = 0 if played is None else _left_after(now, played)
    # of a round that goes on nobody knows which cards are dead, and which are in a hand
    aside = 0 if left or partial else now.kitty_size * now.kitty.is_dead
    missing -= _out_of_play(rules.contracts, contract, missing, aside)
    lacking = () if partial else _lacking(now, missing, left)
    remedies: list[str] = []
    counts = _numbers_by_seat("trick_counts", trick_counts, seats, problems, least=0)
    if counts and not problems:
        problems += _wrong_counts(now, counts, took, partial=partial)
    if played is not None and counts not in {None, played.tricks_taken}:
        differ = fault("trick-counts", "trick_counts ", counts, " are not those of the tricks")
        problems.append(differ)
    if played is None:
        remedies += _unknown_tricks(now, counts, everything=partial or not pack - all_taken)
    before = _numbers_by_seat("scores", scores, seats, problems)
    sold = _numbers_by_seat("bids", bids, seats, problems, least=0)
    rounds = () if course is None else series(_MOST_ROUNDS, course, "course")
    after = [_numbers_by_seat("each entry of course", each, seats, problems) for each in rounds]
    remedies += _unknown_dealer(now, dealer, seats, problems)
    charged_by, given = _charged_by(charged, seats), _passed_by(now, passed)
    remedies += _unknown_deeds(now, charged_by, given)
    jack = not problems and now.is_jack(pool)
    remedies += _unknown_bids(rules.contracts, bids, jack=jack)
    problems += (*_no_such_choice(now, moon), *lacking, *map(_needed, remedies))
    if problems:
        raise fault("score", "these piles cannot be scored: ", *listing(problems))
    settled: dict[str, Any] = {"contract": contract, "pool": pool, "jack": jack}
    if sold is not None or not rules.contracts.sells(((0, None),), jack=jack):
        settled["bids"] = sold or ()
    if now.face_up_cards or not now.deck.shows_last:
        settled["face_up"] = now.face_up_cards
    said = {
        "charged": charged_by,
        "passed": given,
        "scores": before,
        "course": None if course is None else tuple(filter(None, after)),
        "tricks": None if played is None else (*played.tricks, *[played.trick] * left),
        "trick_counts": counts,
        "dealer": dealer,
        "settled": partly(Settled, **settled),
        "dead": now.counting_cards - all_taken - missing,
    }
    return _sheet(now, counting, piles, moon, said)


def _sheet(
    now: RoundRules,
    counting: RoundRules,
    piles: tuple[Cards, ...],
    moon: str | None,
    said: dict[str, Any],
) -> ScoreSheet:
    """The sheet of a round, by the rules that count it; `said` are arguments of `RoundRules.finished`."""
    with _asking_for_more():
        finished = now.finished(piles, moon, **said)
        if finished.shooter and now.moon.choices and moon is None:
            reason = Seats(finished.shooter), " shot the moon: give "
            choices = one_of("moon", now.moon.choices)
            raise IllegalMove(*reason, *choices, rule="moon-choice", move=None, legal=Cards())
        return counting.count(finished)


_REMEDIES: Final = {
    "bids": "give {bids}",
    "charged": "give {charged} for each seat, as lists",
    "course": "give {course}",
    "dealer": "give {dealer}",
    "face_up": "give {face_up}",
    "leader": "give {leader}, the seat that led first, and {tricks}, each in the order of play",
    "passed": "give {passed} for each seat",
    "scores": "give {scores}",
    "shown": "give {charged} for each seat, as lists",
    "taker": "give {leader}, the seat that led first, and {tricks}, each in the order of play",
    "trick_counts": "give {trick_counts}",
    "tricks": "give {tricks}, each in the order of play",
}
"""What to give for each fact that a rule may ask, as an argument names it in braces."""


@contextmanager
def _asking_for_more() -> Generator[None]:
    """What a rule asks and nobody has said is asked for."""
    try:
        yield
    except NotSaid as error:
        if (
            error.fact not in _REMEDIES
        ):  # no argument can say it, such as the facts of a later version
            raise
        raise fault("needed", *naming(f"{error}: {_REMEDIES[error.fact]}")) from None


def _no_such_choice(rules: RoundRules, moon: str | None) -> Iterator[HeartsError]:
    choices = rules.moon.choices
    if moon is not None and choices and moon not in choices:
        must = f"moon must be {' or '.join(map(repr, choices))}, not "
        yield fault("no-such-choice", must, shown(moon))


def _wrong_piles(seats: int, given: int) -> HeartsError:
    return fault("pile-count", seats, " piles are needed, one for each player, not ", given)


def _lacking(rules: RoundRules, missing: Cards, left: int) -> Iterator[HeartsError]:
    """What a whole round would not lack: cards that count, or tricks."""
    intended = naming(": give {partial=True} if that is intended")
    if missing:
        yield fault("nobody-took", "nobody took ", missing, *intended)
    elif left and rules.counts_tricks:
        held = left, " to play, and these rules count tricks"
        yield fault("cards-left", "the tricks leave each hand with ", *held, *intended)


def _needed(sentence: str) -> HeartsError:
    """That the rules ask for an argument, which the sentence names in braces."""
    return fault("needed", *naming(sentence))


def _all_charged(charged: CardsLike | Iterable[CardsLike]) -> Cards:
    """The cards that were charged, by whomever: given together, or by seat."""
    parts: Any = charged if isinstance(charged, list | tuple) else [charged]
    with prefixed_errors("charged", CardsError):
        return sum(map(Cards, parts), Cards())


def _charged_by(charged: CardsLike | Iterable[CardsLike], seats: int) -> Cards | tuple[Cards, ...]:
    """What each seat has charged, if an entry for each is given; else the cards, if there are any."""
    each: Any = cast("Any", charged) if isinstance(charged, list | tuple) else ()
    # as many single cards as seats may be given together
    alone = all(isinstance(part, str | Card) and len(Cards(part)) == 1 for part in each)
    if len(each) == seats and not alone:
        return tuple(map(Cards, each))
    return _all_charged(each or charged) or ()


def _passed_by(
    rules: RoundRules, passed: Iterable[Mapping[int, CardsLike]] | None
) -> tuple[tuple[Cards, ...], ...] | None:
    """For each seat what it passed to each seat; None if that is not given."""
    if passed is None:
        return None
    seats = rules.players
    with prefixed_errors("passed"):
        givers = [pairs(each) for each in series(seats, passed, "passed")]
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


def _with_no_piles(
    rules: Rulebook, counted: Any, taken: Any, tricks: Any, players: int | None
) -> tuple[tuple[int | None, ...] | None, Any, int | None]:
    """The points counted, what else was taken, and the number of players."""
    if counted is None:
        return None, taken, players
    points = series(MOST_PLAYERS, counted, "counted", NUMBERS_BY_SEAT)
    seats = _seated(rules, players, "counted", len(points)).players
    return points, [""] * seats if taken is tricks is None else taken, seats


def _out_of_play(contracts: Contracts, contract: str | None, missing: Cards, most: int) -> Cards:
    """Those of the cards that nobody took which may be among so many that are out of play."""
    if len(missing) > most:
        return Cards()
    decided = contracts.by_card  # then one of them has named the contract
    return Cards(card for card in missing if not decided or contracts.named_by(card) == contract)


def _unknown_bids(contracts: Contracts, bids: Iterable[int] | None, *, jack: bool) -> Iterator[str]:
    """That the bids must be given, if the contract was sold and they are not."""
    if bids is None and contracts.sells(((0, None),), jack=jack):
        yield "the contract was sold, and whoever bought it pays: give {bids}, 0 for a pass"


def _unknown_dealer(
    rules: RoundRules, dealer: int | None, seats: int, problems: list[object]
) -> Iterator[str]:
    """That the dealer and its last card must be given, if the rules ask for them and they are not."""
    if dealer is not None and not (type(dealer) is int and 0 <= dealer < seats):
        must = "dealer must be a seat from 0 to ", seats - 1, ", not "
        problems.append(fault("no-such-seat", *must, shown(dealer)))
    if dealer is None and any(step.needs.dealer for step in rules.steps):
        yield "these rules ask who dealt: give {dealer}"
    if any(step.needs.face_up for step in rules.steps):
        yield "these rules ask which card the dealer has shown: give {face_up}"


def _unknown_deeds(rules: RoundRules, charged: object, passed: object) -> Iterator[str]:
    """That who charged or passed what must be given, if the rules ask for it and it is not."""
    if isinstance(charged, Cards) and any(step.needs.charges for step in rules.steps):
        yield "these rules ask who charged which card: give {charged} for each seat, as lists"
    if passed is None and rules.asks_passes:
        yield "these rules ask who passed which cards to whom: give {passed} for each seat"


def _not_shown(rules: RoundRules) -> Iterator[HeartsError]:
    face_up = rules.face_up_cards
    if face_up != rules.shown_of(face_up):
        yield not_shown(face_up)


def not_shown(face_up: tuple[Card, ...]) -> HeartsError:
    """That the dealer cannot have shown these cards."""
    said = "the dealer has not shown ", Cards(face_up), " under these rules"
    return fault("not-shown", *said)


def _cards_taken(
    rules: Rulebook,
    taken: Iterable[CardsLike] | None,
    tricks: Iterable[CardsLike | Trick] | None,
    leader: int | None,
    players: int | None,
) -> tuple[tuple[Cards, ...], RoundRules, Table | None]:
    """What each seat took, the rules at their table, and the cards on it if the tricks are given."""
    table = None if tricks is None else _table_after(rules, tricks, leader, players)
    if table is None and leader is not None:
        led = "{leader} is the seat that led to the first of the tricks: give {tricks} too"
        raise HeartsError(*naming(led))
    if taken is None:
        if table is None:
            wanted = "give {taken}, what each seat took, or {tricks}, each in the order of play"
            raise HeartsError(*naming(wanted))
        at = rules.at(table.players).in_force
        return _with_whole_kitty(at, table), at, table
    piles = by_seat("taken", taken)
    at = _seated(rules, players, "taken", len(piles))
    won = () if table is None else table.piles
    if table is not None and (table.players != len(piles) or not all(map(le, won, piles))):
        raise fault("tricks-differ", "taken and tricks differ: by the tricks, the seats took ", won)
    return piles, at, table


def _left_after(rules: RoundRules, table: Table) -> int:
    """How many cards each hand still has between two tricks."""
    return rules.tricks_in_round - len(table.all_played) // table.players


def _unknown_tricks(
    rules: RoundRules, counts: tuple[int, ...] | None, *, everything: bool
) -> Iterator[str]:
    """What must be given for rules that count tricks, if only piles are."""
    if rules.orders_tricks:
        yield "these rules ask which trick is which: give {tricks}, each in the order of play"
    elif counts is None and rules.counts_every_trick:
        yield "these rules count every trick: give {trick_counts} with how many each seat took"
    elif counts is None and rules.counts_tricks and not everything:
        some = "{trick_counts} with how many each seat took"
        yield f"these rules count tricks: give every card, or {some}"


def _table_after(
    rules: Rulebook, tricks: Iterable[CardsLike | Trick], leader: int | None, players: int | None
) -> Table:
    """The table after some tricks, each won as the rules say.

    Raises:
        HeartsError: No round has these tricks, or `leader` is not a seat.
    """
    if not rules.all_play:
        dropped = "players drop out during a round, so that its tricks do not say who took them"
        raise HeartsError(dropped, *naming(": give {taken}"))
    given = series(_MOST_TRICKS, tricks, "tricks", TRICKS)
    entries = cast("tuple[object, ...]", given)
    if any(type(entry) is int for entry in entries):
        wanted = "tricks are cards, in the order of play: for numbers give {trick_counts}"
        raise HeartsError(*naming(wanted))
    dealt = [entry.cards if isinstance(entry, Trick) else in_order(entry) for entry in given]
    at = _seated(rules, players, "tricks", _fitting(rules, dealt))
    seats = at.players
    problems = [fault("trick", sentence) for sentence in bad_tricks(at, dealt)]
    played = from_each(card for trick in dealt for card in trick)
    problems += too_many(at.pack, played, seats)
    leader = plain(leader)
    if type(leader) is not int or not 0 <= leader < seats:
        problems.append(_no_leader(at, leader))
        leader = 0
    size = at.tricks_in_round
    if sum(map(len, dealt)) // seats > size:
        allowed = "there are more tricks than ", size, " cards in each hand allow"
        problems.append(fault("too-many-tricks", *allowed))
    if problems:
        raise fault("score", "these tricks cannot be scored: ", *listing(problems))
    return _walked(at, leader, dealt)


def _no_leader(rules: RoundRules, leader: object) -> HeartsError:
    must = "leader, the seat that led first, must be from 0 to ", rules.players - 1, ", not "
    return fault("no-such-seat", *must, shown(leader))


def _walked(rules: RoundRules, leader: int, dealt: Iterable[tuple[Card, ...]]) -> Table:
    """The table after these tricks, each won as the rules say."""
    table = Table.ready(leader, rules.players)
    for cards in dealt:
        for card in cards:
            table = table.with_card(card)
        table = table.with_trick_taken(rules.tricks.taker(table, _left_after(rules, table)))
    return table


def _with_whole_kitty(rules: RoundRules, table: Table) -> tuple[Cards, ...]:
    """The cards that each seat took in these tricks, the kitty included.

    Raises:
        HeartsError: The tricks do not show which kitty cards went to whom.
    """
    players = table.players
    piles, penalty = table.piles, rules.penalty_cards
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


class _ByCards(Unsaid):
    """Earlier tricks of which only the cards are known, and whether one of them was discarded.

    Attributes:
        bits: Their cards, as `Cards.bits`.
        discarded: The cards that were discarded, as `Cards.bits`.
    """

    __slots__ = ("bits", "discarded")

    def __init__(self, bits: int, discarded: int) -> None:
        super().__init__("tricks")
        self.bits = bits
        self.discarded = discarded

    def __iter__(self, *_: object) -> Any:
        yield self  # as if there was one trick: a rule may ask what was discarded, and no more

    def __getattr__(self, name: str) -> Any:
        raise NotSaid("tricks")


_TURN: Final = Unsaid("leader")
"""The seat to act, if nobody has said which it is."""


@frozen
class _LaidOut(Table):
    """A table of which only a part is known.

    Attributes:
        own: What the seat to act has charged; None if that is not known.
        together: What all the seats have charged.
        broken: Whether the earlier tricks have broken hearts; None if only the cards say so.
    """

    own: Cards | None = None
    together: Cards = Cards()
    broken: bool | None = None

    @property
    def order(self) -> tuple[Any, Any]:
        """The earlier tricks and the seat to act, as far as they are known."""
        turn = if_said(self.trick, "turn")
        return self._tricks, _TURN if turn is None else turn

    @property
    def discarded(self) -> int:
        """The cards that were discarded: if an app says whether hearts are broken, none or perhaps each."""
        return discards(self._tricks, self.played.bits)

    @property
    def _tricks(self) -> Any:
        tricks = if_said(self, "tricks")
        if tricks is not None:
            return tricks
        if self.broken is None:
            return Unsaid("tricks")
        return _ByCards(self.played.bits, self.played.bits if self.broken else 0)

    def charged_by(self, seat: int) -> Cards:
        """The cards that a seat has charged; for the seat to act they are among those in its hand."""
        turn = self.order[1]
        if self.own is not None and (seat is turn or (turn is not _TURN and seat == turn)):
            return self.own
        return super().charged_by(seat)

    @property
    def all_charged(self) -> Cards:
        """The cards charged by all seats together."""
        return self.together

    @property
    def knows_tricks(self) -> bool:
        """Whether there are earlier tricks, each with its cards."""
        return bool(if_said(self, "tricks"))

    def after(self, card: Card, *, broken: bool | None) -> _LaidOut:
        """The table in a later trick, to which some trick with a card has been played."""
        known = {each.name: getattr(self, each.name) for each in attrs.fields(type(self))}
        known["played"] = from_each([card], self.played.bits)
        if not self.knows_tricks:
            known.pop("tricks", None)
            known["broken"] = broken
        return partly(_LaidOut, **known)


@frozen
class _Given:
    """What an app says about a position; the attributes are arguments of `legal_plays`."""

    hand: CardsLike
    trick: CardsLike
    played: CardsLike
    tricks: Iterable[CardsLike | Trick] | None
    charged: CardsLike | Iterable[CardsLike]
    leader: int | None
    hearts_broken: bool | None
    first_trick: bool | None


def _earlier(
    rules: RoundRules, given: Sequence[CardsLike | Trick], leader: int | None
) -> tuple[tuple[Trick, ...], int | None]:
    """The earlier tricks as far as they are known, and who leads to the next.

    Without a leader, who led and who took is not said of tricks that are given as cards.
    """
    dealt = [each.cards if isinstance(each, Trick) else in_order(each) for each in given]
    if leader is not None:
        if type(leader) is not int or not 0 <= leader < rules.players:
            raise _no_leader(rules, leader)
        # tricks that no round has are refused below, in better sentences
        if rules.all_play and not any(bad_tricks(rules, dealt)):
            walk = _walked(rules, leader, dealt)
            return walk.tricks, walk.trick.leader
    earlier = tuple(
        each if isinstance(each, Trick) else _cards_alone(cards, rules.players)
        for each, cards in zip(given, dealt, strict=True)
    )
    return earlier, if_said(earlier[-1], "taker") if earlier else leader


def _cards_alone(cards: tuple[Card, ...], players: int) -> Trick:
    """A trick of which nobody has said who led and who took it."""
    return partly(Trick, players=players, cards=cards, seats=(), drawn=())


def _position(
    house: Rulebook, players: int | None, given: _Given
) -> tuple[RoundRules, Cards, Table]:
    """The rules of the round, the hand and the table, if they do not contradict each other."""
    flag("hearts_broken", given.hearts_broken)
    flag("first_trick", given.first_trick)
    parts = series(_MOST_TRICKS, () if given.tricks is None else given.tricks, "tricks", TRICKS)
    dealt = [each.cards if isinstance(each, Trick) else in_order(each) for each in parts]
    rules = _seated(house, players, "tricks", _fitting(house, dealt))
    seats, pack = rules.players, rules.pack
    earlier, leads = _earlier(rules, parts, plain(given.leader))
    held, earlier_cards = Cards(given.hand), Cards(given.played)
    in_tricks = from_each(card for cards in dealt for card in cards)
    now = _cards_alone(in_order(given.trick), seats)
    if leads is not None and (earlier or not earlier_cards):
        now = trick_of(leads, seats, now.cards, None, (), ())
    said: dict[str, Any] = {"tricks": earlier}
    if earlier_cards and not earlier:
        said = {"broken": given.hearts_broken}
    doubled, by_seat = _all_charged(given.charged), _charged_by(given.charged, seats)
    if isinstance(by_seat, tuple):
        gone = in_tricks + earlier_cards + now.cards
        said |= {"charged": by_seat, "shown": tuple(part - gone for part in by_seat)}
    own = doubled & held
    table = partly(
        _LaidOut,
        trick=now,
        played=in_tricks or earlier_cards,
        own=own if pack.only(own) <= doubled else None,  # else another may have charged its copy
        together=doubled,
        **{"broken": None, **said},
    )
    problems: list[object] = []
    if in_tricks and earlier_cards and earlier_cards != in_tricks:
        problems.append("played and tricks give different cards")
    seen = held + table.all_played
    problems += too_many(pack, seen, seats)
    if not held:
        problems.append("the hand is empty")
    problems += _not_charged(rules, pack, doubled)
    position = _Position(rules, held, table, given.hearts_broken, given.first_trick)
    sizes = *position.wrong_size(), *position.wrong_tricks(earlier)
    problems += sizes
    problems += position.contradictions()
    laid_out = table if problems else position.with_flags(problems)
    if problems:
        matters = bool(sizes) or position.opens_wrong() or bool(seen.without(pack))
        is_assumed = players is None and len(house.numbers) > 1 and matters
        assumed = f" (players is not given, so {seats} players are assumed)" if is_assumed else ""
        wrong = "no card can be played from this position: "
        raise HeartsError(wrong, *listing(problems), assumed)
    return rules, held, laid_out


@attrs.frozen
class _Position:
    """A hand and the cards on the table, with the flags of an app.

    Attributes:
        rules: The rules of the round.
        hand: The hand.
        table: The table.
        hearts_broken: Whether the app says that hearts are broken; None if it says nothing.
        first_trick: Whether it says that this is the first trick; None if it says nothing.
    """

    rules: RoundRules
    hand: Cards
    table: _LaidOut
    hearts_broken: bool | None
    first_trick: bool | None

    def wrong_tricks(self, earlier: tuple[Trick, ...]) -> Iterator[str]:
        """What is wrong with the earlier tricks and the trick on the table."""
        rules, players, cards = self.rules, self.table.players, self.table.trick.cards
        yield from bad_tricks(rules, (each.cards for each in earlier))
        for each in earlier:
            if each.players != players:
                yield f"{each} is a trick of {how_many(each.players, 'player')}, not of {players}"
        if any(
            rules.tricks.is_complete(_only(players, cards[:length]), len(self.hand))
            for length in range(players, len(cards) + 1, players)
        ):
            yield f"the trick has {len(cards)} cards already: it is complete"

    def wrong_size(self) -> Iterator[str]:
        """What is wrong with the size of the hand, given the cards that have been played."""
        players, held = self.table.players, len(self.hand)
        size = self.rules.tricks_in_round
        played = len(self.table.played) // players + len(self.table.trick) // players
        if held + played > size and self.rules.all_play:
            before = f" and {played} played before" if played else ""
            dealt = f"each player is dealt {size}"
            yield f"{how_many(held, 'card')} in the hand{before} are too many: {dealt}"

    def contradictions(self) -> Iterator[str]:
        """Contradictions between the flags and the cards."""
        table, broken = self.table, self.hearts_broken
        if self.first_trick and table.played:
            yield "first_trick is True, but cards of earlier tricks are given"
        if broken is False and self.were_broken(table):
            yield "hearts_broken is False, but the cards played before have broken hearts"
        if broken and self.rules.hearts_broken(table) is False:
            if self.first_trick:
                yield "hearts cannot be broken before the first trick"
            elif table.knows_tricks:
                yield "hearts_broken is True, but the tricks given have not broken hearts"
            elif table.played and self.lacking() == 0:
                yield "hearts_broken is True, but the cards played before have not broken hearts"

    def were_broken(self, table: Table) -> bool:
        """Whether hearts were broken before the trick on a table."""
        before = attrs.evolve(table, trick=attrs.evolve(table.trick, cards=()))
        return bool(self.rules.hearts_broken(before))

    @property
    def unseen(self) -> Cards:
        """The cards that are neither in the hand nor on the table."""
        return self.rules.pack - self.hand - self.table.all_played

    def after(self, card: Card, *, broken: bool | None = None) -> _LaidOut:
        """The table in a later trick, to which some trick with a card has been played."""
        return self.table.after(card, broken=broken)

    def later(self, *, broken: bool) -> Iterator[_LaidOut]:
        """Tables in a later trick, with hearts broken or not."""
        unseen = self.unseen
        cards = (*unseen.only(HEARTS), *unseen.without(HEARTS)) if broken else unseen
        tables = (self.after(card, broken=broken) for card in cards)
        return (each for each in tables if self.were_broken(each) is broken)

    def with_flags(self, problems: list[object]) -> _LaidOut:
        """The table with a played card added, if needed, that makes the flags true."""
        table = self.table
        if self.hearts_broken and self.rules.hearts_broken(table) is False:
            for each in self.later(broken=True):
                return each
            problems.append(
                "hearts cannot be broken yet: every card that breaks them is in the hand or the trick"
            )
        elif self.first_trick is False and not table.played:
            for each in self.later(broken=False):
                return each
            problems.append(
                "this must be the first trick: any card played before would break hearts"
            )
        elif self.opens_wrong():
            opened = f"the first trick cannot begin with {table.trick.cards[0]}"
            if self.first_trick:
                problems.append(opened)
            elif self.differs(map(self.after, self.unseen[:1])):
                problems.append(f"{opened}: give played, tricks or first_trick=False")
        elif self.first_trick is None and (lacking := self.lacking()):
            tables = [self.after(card) for card in self.unseen[: not table.played]]
            tables += islice(self.later(broken=True), self.hearts_broken is None)
            if self.differs(tables):
                problems.append(
                    f"{lacking} more cards were played before than are given: give them in played "
                    "or tricks, or give hearts_broken and first_trick"
                )
        return table

    def lacking(self) -> int | None:
        """How many more cards were played to earlier tricks than are given, if the hand shows it."""
        rules, table, players = self.rules, self.table, self.table.players
        is_opening = len(_openings(rules)) == 1 and table.trick.cards
        if is_opening or rules.kitty.enters_hands or not _takes_one_each(rules):
            return None
        return max((rules.tricks_in_round - len(self.hand)) * players - len(table.played), 0)

    def differs(self, later: Iterable[Table]) -> bool:
        """Whether other cards are legal in a later trick."""
        now = self.rules.legal(self.hand, self.table)
        try:
            return any(self.rules.legal(self.hand, other) != now for other in later)
        except HeartsError:  # a rule asks for the earlier tricks
            return True

    def opens_wrong(self) -> bool:
        """Whether the trick, the first one, begins with a card that nobody can have led to it."""
        led, opening = self.table.trick.cards[:1], _openings(self.rules)
        return bool(opening and led) and not self.table.played and led[0] not in opening


def _only(players: int, cards: tuple[Card, ...]) -> Table:
    """A table with a trick in progress, and nothing else."""
    return table_of(trick_of(0, players, cards, None, (), ()), Cards(), (), (), ())


def _fitting(rules: Rulebook, tricks: list[tuple[Card, ...]]) -> int | None:
    """The number of players that follows from the lengths of the earlier tricks, if one does."""
    players = rules.numbers if tricks else ()
    fitting = [count for count in players if _are_complete(rules, count, tricks)]
    return fitting[0] if len(fitting) == 1 else None


def _are_complete(rules: Rulebook, players: int, tricks: list[tuple[Card, ...]]) -> bool:
    """Whether the earlier tricks are complete with that many players."""
    try:
        return not any(bad_tricks(rules.with_number(players).in_force, tricks))
    except RulesError:  # the pack cannot be dealt to them
        return False


@functools.lru_cache(maxsize=256)
def _takes_one_each(rules: RoundRules) -> bool:
    """Whether a trick is known to take one card from each player."""
    players = rules.players
    return rules.all_play and all(
        rules.tricks.is_complete(_only(players, (card,) * players), 1) for card in {*rules.pack}
    )


@functools.lru_cache(maxsize=256)
def _openings(rules: RoundRules) -> Cards:
    """The cards that can be led to the first trick; none if that is not known."""
    if rules.opening.leads is None or rules.kitty_size:
        return Cards()
    pack = rules.pack
    return rules.opening.narrow(pack, pack, Table.ready(0, rules.players))


def _numbers_by_seat(
    name: str,
    counts: Iterable[int] | None,
    players: int,
    problems: list[object],
    *,
    least: int | None = None,
) -> tuple[int, ...] | None:
    """A whole number for each seat, none of them below `least`; None if none are given."""
    if counts is None:
        return None
    numbers = (
        series(MOST_PLAYERS, counts, name, NUMBERS_BY_SEAT) if isinstance(counts, Iterable) else ()
    )
    if len(numbers) != players or not all(type(number) is int for number in numbers):
        must = Argument(name), " must be ", players, " whole numbers, not "
        problems.append(fault("numbers", *must, shown(numbers or counts)))
    elif least is not None and min(numbers) < least:
        problems.append(
            fault("numbers", Argument(name), " must be ", least, " or more, not ", numbers)
        )
    return numbers


def _wrong_counts(
    rules: RoundRules, counts: tuple[int, ...], took: Iterable[object], *, partial: bool
) -> Iterator[HeartsError]:
    """What is wrong with numbers of tricks, given what each seat took."""
    seats, total = len(counts), sum(counts)
    most = rules.tricks_in_round
    said = "trick_counts add up to ", total, ", but a round has "
    if total > most:
        yield fault("trick-total", *said, "at most ", most)
    is_short = _takes_one_each(rules)
    if is_short and rules.counts_tricks and total < most and not partial:
        yield fault("trick-total", *said, most, " tricks")
    for seat, (count, part) in enumerate(zip(counts, took, strict=True)):
        cards = len(part) if isinstance(part, Cards) else 0
        if part and not count:
            yield fault("took-no-trick", Seats((seat,)), " took ", part, " but no trick")
        elif is_short and cards > count * seats + rules.kitty_size:
            tricks = f" cards in {how_many(count, 'trick')}"
            yield fault("too-many-cards", Seats((seat,)), " took ", cards, tricks)


def in_force(rules: Rulebook, contract: str | None) -> Rulebook:
    """The rulebook with that contract, or of any round if the game has no contracts.

    Raises:
        HeartsError: `rules` is not a rulebook, the game has no such contract, or one is missing.
    """
    of_kind(Rulebook, rules, "rules must be a Rules value")
    if contract is None and (names := rules.contract_names):
        raise HeartsError(
            f"each round of {rules.name} has a contract: give ", *one_of("contract", names)
        )
    return rules.under(contract)


def rules_at(rules: Rules, players: int | None) -> TableRules:
    """The rules at a table of so many players, by default the usual number.

    Raises:
        HeartsError: `rules` is not a rulebook, or not one for that many players.
    """
    of_kind(Rules, rules, "rules must be a Rules value")
    return rules.at(rules.usual_players if players is None else players)


def _seated(rules: Rulebook, players: int | None, name: str, implied: int | None) -> RoundRules:
    """The rules for the players given, or implied by the argument `name`, or the usual number."""
    if players is not None or implied is None:
        return rules.at(rules.usual_players if players is None else players).in_force
    try:
        return rules.at(implied).in_force
    except RulesError as error:
        raise HeartsError(
            Argument(name), f" is for {how_many(implied, 'player')}: ", *error.args
        ) from None


def _not_charged(rules: RoundRules, pack: Cards, charged: Cards) -> Iterator[HeartsError]:
    if wrong := charged.without(rules.charging.cards):
        yield fault("cannot-be-charged", wrong, f" cannot be {rules.verb}d under these rules")
    elif extra := charged - pack:
        yield fault("charged-too-often", *too_often(extra, f"{rules.verb}d"))
