"""What may be played: `legal_plays` and `explain_play`, from the cards that an app keeps.

An app says as much of a position as it likes.  What it says becomes a table of which the rest is unsaid
(`_LaidOut`), and the rules answer from that, as they would in a game: a rule that asks for more is refused, and
the app is asked for it.

Two things cannot be seen from the cards alone: whether this is the first trick, and whether hearts are broken,
if not all earlier cards are given.  There a card is added to the earlier ones that makes
what the app says true (`_Position.with_flags`), and the answer is tried on other tables that fit what was said, too: in
a later trick, with hearts broken, with one more card played.  It is given only if it is the same on all of them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import attrs

from heartslib._elsewhere import charges
from heartslib._values.arguments import TRICKS, flag, plain, series
from heartslib._values.quick import frozen
from heartslib._values.said import NotSaid, Unsaid, if_said, partly
from heartslib.ask.doors import (
    MOST_TRICKS,
    apart,
    asking_for_more,
    by_seat_or_alone,
    cards_of,
    fitting,
    in_force,
    no_leader,
    not_charged,
    only,
    seated,
    shows_cards,
    walked,
)
from heartslib.cards import HEARTS, Card, Cards, CardsLike, from_each, in_order
from heartslib.errors import CardsError, HeartsError, listing
from heartslib.phases.setup import bad_tricks
from heartslib.rules import Objection, RoundRules
from heartslib.rules.book.chapters import Rulebook
from heartslib.rules.deck import too_many
from heartslib.rules.facts import CardSet
from heartslib.rules.play import Restriction
from heartslib.table import Table, Trick, discards, table_of, trick_of
from heartslib.words import how_many


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
            trick is given.  A trick that cannot be the first is refused if it matters.  Give False
            together with earlier cards to say that no others matter, even if the hand is smaller
            than these show.
        contract: The contract of the round, if the game has contracts.
        leader: The seat that led to the first of `tricks`, or to `trick` if it is the first.  Rules
            that ask who took a trick, or which seat plays, need it.

    Raises:
        HeartsError: The position contradicts itself, or the rules ask for more than is given; the
            message names everything wrong.
    """
    given = _Given(
        hand=hand,
        trick=trick,
        played=played,
        players=players,
        tricks=tricks,
        charged=charged,
        leader=leader,
        hearts_broken=hearts_broken,
        first_trick=first_trick,
    )
    with asking_for_more(rules):
        now, held, table = _understood(in_force(rules, contract), given)
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
    given = _Given(
        hand=hand,
        trick=trick,
        played=played,
        players=players,
        tricks=tricks,
        charged=charged,
        leader=leader,
        hearts_broken=hearts_broken,
        first_trick=first_trick,
    )
    with asking_for_more(rules):
        now, held, table = _understood(in_force(rules, contract), given)
        return now.objection(Card.parse(card), held, table)


class _ByCards(Unsaid):
    """Earlier tricks of which only the cards are known, and which of these may have been discarded.

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
        # as if there was one trick: a rule may ask what was discarded, and no more
        yield self

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
        hides_played: Whether more cards were played to earlier tricks than have been said, so that no rule as code sees them.
    """

    own: Cards | None = None
    together: Cards = Cards()
    broken: bool | None = None
    hides_played: bool = False

    @property
    def for_rules(self) -> Table:
        """The table as a rule is given it, without earlier tricks of which only some cards are known."""
        return self.without("played", "tricks") if self.hides_played else self

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
        turn = self.order[
            1
        ]  # `_TURN` if nobody has said it: then only the seat to act can be meant by it
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

    @property
    def known(self) -> dict[str, Any]:
        """What has been said of it."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

    def without(self, *facts: str) -> _LaidOut:
        """The same table, of which these facts are not said."""
        known = self.known
        return partly(_LaidOut, **{name: known[name] for name in known if name not in facts})

    def after(self, card: Card, *, broken: bool | None) -> _LaidOut:
        """The table one trick later: this card was played to an earlier trick."""
        known = self.known | {"played": from_each([card], self.played.bits)}
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
    players: Any  # the rules say for whom they are
    tricks: Iterable[CardsLike | Trick] | None
    charged: CardsLike | Iterable[CardsLike]
    leader: int | None
    hearts_broken: bool | None
    first_trick: bool | None


def _cards(name: str, cards: CardsLike) -> Cards:
    """The cards of an argument."""
    try:
        return Cards(cards)
    except CardsError as error:  # `prefixed_errors` takes longer, and apps ask often
        raise CardsError(f"{name}: {error}") from error


def _earlier(
    rules: RoundRules, given: Sequence[CardsLike | Trick], leader: int | None
) -> tuple[tuple[Trick, ...], int | None]:
    """The earlier tricks as far as they are known, and who leads to the next.

    Without a leader, who led and who took is not said of tricks that are given as cards.
    """
    dealt = cards_of(given)
    if leader is not None:
        if type(leader) is not int or not 0 <= leader < rules.players:
            raise no_leader(rules, leader)
        # tricks that no round has are refused below, in better sentences
        if rules.all_play and not any(bad_tricks(rules, dealt)):
            walk = walked(rules, leader, dealt)
            return walk.tricks, walk.trick.leader
    earlier = tuple(
        each if isinstance(each, Trick) else _cards_alone(rules, cards)
        for each, cards in zip(given, dealt, strict=True)
    )
    return earlier, if_said(earlier[-1], "taker") if earlier else leader


def _cards_alone(rules: RoundRules, cards: tuple[Card, ...]) -> Trick:
    """A trick of which nobody has said who led and who took it."""
    return partly(Trick, players=rules.players, cards=cards, seats=(), drawn=())


def _table_of(
    rules: RoundRules, given: _Given, tricks: Sequence[CardsLike | Trick], held: Cards
) -> _LaidOut:
    """What is face up, as far as an app says it."""
    earlier, leads = _earlier(rules, tricks, plain(given.leader))
    in_tricks = from_each(card for each in earlier for card in each.cards)
    before = in_tricks or _cards("played", given.played)
    now = _cards_alone(rules, in_order(given.trick))
    if leads is not None and (earlier or not before):
        now = trick_of(leads, rules.players, now.cards, None, (), ())
    said: dict[str, Any] = {"tricks": earlier, "broken": None}
    if before and not earlier:
        said = {"broken": given.hearts_broken}
    charged = charges(apart(given.charged))
    together = sum(charged, Cards())
    by_seat = by_seat_or_alone(charged, rules.players)
    if isinstance(by_seat, tuple):
        gone = before + now.cards
        said["charged"] = by_seat
        if not shows_cards(rules):
            said["shown"] = tuple(part - gone for part in by_seat)
    own = together & held
    # the seat to act is known, so what it has played is, too
    if leads is not None and rules.all_play and (earlier or not before):
        # a charged card counts as charged once it has been played, too
        own += together & table_of(now, in_tricks, earlier, (), ()).played_by[now.turn]
    # otherwise another may have charged its copy
    is_known = rules.pack.only(own) <= together
    return partly(
        _LaidOut,
        trick=now,
        played=before,
        own=own if is_known else None,
        together=together,
        hides_played=False,
        **said,
    )


def _understood(house: Rulebook, given: _Given) -> tuple[RoundRules, Cards, Table]:
    """The rules of the round, the hand and the table, if they do not contradict each other."""
    flag("hearts_broken", given.hearts_broken)
    flag("first_trick", given.first_trick)
    tricks = series(MOST_TRICKS, () if given.tricks is None else given.tricks, "tricks", TRICKS)
    rules = seated(house, given.players, "tricks", fitting(house, cards_of(tricks)))
    held = _cards("hand", given.hand)
    table = _table_of(rules, given, tricks, held)
    earlier = if_said(table, "tricks") or ()
    problems: list[object] = []
    played = _cards("played", given.played)
    if earlier and played and played != table.played:
        problems.append("played and tricks give different cards")
    seen = held + table.all_played
    problems += too_many(rules.pack, seen, rules.players)
    if not held:
        problems.append("the hand is empty")
    problems += not_charged(rules, rules.pack, table.together)
    position = _Position(rules, held, table, given.hearts_broken, given.first_trick)
    sizes = *position.wrong_size(), *position.wrong_tricks(earlier)
    problems += sizes
    problems += position.contradictions()
    laid_out = table if problems else position.with_flags(problems)
    if problems:
        matters = bool(sizes) or position.opens_wrong() or bool(seen.without(rules.pack))
        assumed = ""
        if given.players is None and len(house.numbers) > 1 and matters:
            assumed = f" (players is not given, so {rules.players} players are assumed)"
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
        rules = self.rules
        players = self.table.players
        cards = self.table.trick.cards
        yield from bad_tricks(rules, (each.cards for each in earlier))
        for each in earlier:
            if each.players != players:
                yield f"{each} is a trick of {how_many(each.players, 'player')}, not of {players}"
        if any(
            rules.tricks.is_complete(only(self.rules, cards[:length]), len(self.hand))
            for length in range(players, len(cards) + 1, players)
        ):
            yield f"the trick has {len(cards)} cards already: it is complete"

    def wrong_size(self) -> Iterator[str]:
        """What is wrong with the size of the hand, given the cards that have been played."""
        players = self.table.players
        held = len(self.hand)
        size = self.rules.tricks_in_round
        played = len(self.table.played) // players + len(self.table.trick) // players
        if held + played > size and self.rules.all_play:
            before = f" and {played} played before" if played else ""
            dealt = f"each player is dealt {size}"
            yield f"{how_many(held, 'card')} in the hand{before} are too many: {dealt}"

    def contradictions(self) -> Iterator[str]:
        """Contradictions between the flags and the cards."""
        table = self.table
        broken = self.hearts_broken
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
        """Whether hearts were broken by the tricks before the one on a table; no if these rules ask for nothing of the kind."""
        before = attrs.evolve(table, trick=attrs.evolve(table.trick, cards=()))
        return bool(self.rules.hearts_broken(before))

    @property
    def unseen(self) -> Cards:
        """The cards that are neither in the hand nor on the table."""
        return self.rules.pack - self.hand - self.table.all_played

    def after(self, card: Card, *, broken: bool | None = None) -> _LaidOut:
        """The table one trick later: this card was played to an earlier trick."""
        return self.table.after(card, broken=broken)

    def later(self, *, broken: bool) -> Iterator[_LaidOut]:
        """Tables in a later trick, with hearts broken or not."""
        unseen = self.unseen
        # hearts first: nearly always they break hearts, and one table is enough
        cards = (*unseen.only(HEARTS), *unseen.without(HEARTS)) if broken else unseen
        tables = (self.after(card, broken=broken) for card in cards)
        return (each for each in tables if self.were_broken(each) is broken)

    def with_flags(self, problems: list[object]) -> _LaidOut:
        """The table with a played card added, if needed, that makes the flags true."""
        table = self.table
        if self.hearts_broken and self.rules.hearts_broken(table) is False:
            with_broken = next(self.later(broken=True), None)
            if with_broken is None:
                problems.append(
                    "hearts cannot be broken yet: every card that breaks them is in the hand or the trick"
                )
            table = with_broken or table
        elif self.first_trick is False and not table.played:
            table = self.in_later_trick(problems)
        else:
            problems += self.not_first()
        if problems or not self.is_short:
            return table
        if self.differs(table, self.with_more(table)):
            problems.append(_too_few(self.lacking()))
        # rules written as code are refused if they ask for cards played before
        if _has_code(self.rules):
            return attrs.evolve(table, hides_played=True)
        return table

    def not_first(self) -> Iterator[str]:
        """That this cannot be the first trick, or not the one after those given, if it matters."""
        table = self.table
        if self.opens_wrong():
            opened = f"the first trick cannot begin with {table.trick.cards[0]}"
            if self.first_trick:
                yield opened
            elif self.differs(table, map(self.after, self.unseen[:1])):
                yield f"{opened}: give played, tricks or first_trick=False"
        elif self.first_trick is None and (lacking := self.lacking()):
            # if no earlier card is given, any will do to make this a later trick
            tables = [] if table.played else [self.after(card) for card in self.unseen[:1]]
            if self.hearts_broken is None:
                tables += islice(self.later(broken=True), 1)
            if self.differs(table, tables):
                yield f"{_too_few(lacking)}, or give hearts_broken and first_trick"

    def in_later_trick(self, problems: list[object]) -> _LaidOut:
        """The table in a later trick, of which no card is given; it must not matter whether hearts are broken."""
        whole = next(self.later(broken=False), None)
        broken = None if self.hearts_broken is False else next(self.later(broken=True), None)
        if whole is None and broken is None:
            problems.append(
                "this must be the first trick: any card played before would break hearts"
            )
        elif whole and broken and self.differs(whole, [broken]):
            problems.append("perhaps hearts have been broken: give hearts_broken, played or tricks")
        return whole or broken or self.table

    @property
    def is_short(self) -> bool:
        """Whether more cards were played to earlier tricks than are given, and the app has not said that these will do."""
        if self.first_trick or (self.table.played and self.first_trick is False):
            return False
        lacking = self.lacking()
        return self.first_trick is False if lacking is None else lacking > 0

    def with_more(self, table: _LaidOut) -> Iterator[_LaidOut]:
        """Tables with more of the earlier tricks: what is legal must be the same on all of them."""
        if table.knows_tricks:
            yield attrs.evolve(table.without("tricks"), broken=self.hearts_broken)
        asking = _that_ask_what_was_played(self.rules)
        # whether hearts are broken has been said, or does not matter
        if any(rule.hearts_broken(table) is None for rule in asking):
            broken = self.were_broken(table)
            played = table.played.bits
            more = (attrs.evolve(table, played=from_each([card], played)) for card in self.unseen)
            yield from (each for each in more if self.were_broken(each) is broken)

    def lacking(self) -> int | None:
        """How many more cards were played to earlier tricks than are given, if the hand shows it."""
        rules = self.rules
        table = self.table
        cards = table.trick.cards
        opening = (*_openings(rules),)
        # people cut a hand short to ask about the first trick: then it is no sign of earlier ones
        opens = not table.played and len(opening) == 1 and cards[:1] == opening
        if opens or rules.kitty.enters_hands or not rules.all_play:
            return None
        # a trick may have more than one card from each seat
        laps = rules.tricks_in_round - len(self.hand) - len(cards) // table.players
        return max(laps * table.players - len(table.played), 0)

    def differs(self, table: Table, others: Iterable[Table]) -> bool:
        """Whether other cards are legal on some of the other tables."""
        left = iter(others)
        first = next(left, None)
        if first is None:
            return False
        now = self.rules.legal(self.hand, table)
        try:
            return any(self.rules.legal(self.hand, other) != now for other in (first, *left))
        except HeartsError:  # a rule asks for the earlier tricks
            return True

    def opens_wrong(self) -> bool:
        """Whether the trick, the first one, begins with a card that nobody can have led to it."""
        led = self.table.trick.cards[:1]
        opening = _openings(self.rules)
        return bool(opening and led) and not self.table.played and led[0] not in opening


def _too_few(lacking: int | None) -> str:
    """That cards of earlier tricks are missing, and how to give them."""
    more = "more" if lacking is None else f"{lacking} more"
    return f"{more} cards were played before than are given: give them in played or tricks"


@functools.lru_cache(maxsize=256)
def _that_ask_what_was_played(rules: RoundRules) -> tuple[Restriction, ...]:
    """The restrictions whose clauses ask which cards have been played."""

    def asks(rule: Restriction) -> bool:
        clauses = rule.clauses or ()
        tests = [test for each in clauses for test in (each.keep, each.unless, each.only_if)]
        return any(test is not None and "PLAYED" in _facts_of(test) for test in tests)

    return tuple(filter(asks, rules.restrictions))


@functools.lru_cache(maxsize=256)
def _has_code(rules: RoundRules) -> bool:
    """Whether a restriction is written as code, so that nobody knows what it asks."""
    return any(rule.clauses is None for rule in rules.restrictions)


def _facts_of(test: CardSet) -> set[str]:
    """The names of the facts that a set is made of."""
    return {*test.facts}.union(*map(_facts_of, test.but))


@functools.lru_cache(maxsize=256)
def _openings(rules: RoundRules) -> Cards:
    """The cards that can be led to the first trick; none if that is not known."""
    if rules.opening.leads is None or rules.kitty_size:
        return Cards()
    pack = rules.pack
    return rules.opening.narrow(pack, pack, Table.ready(0, rules.players))
