"""What lasts from round to round (rules, seats, dealer, scores), and the base of all phases."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from heartslib._elsewhere import RoundElsewhere, checked_pool, not_by_seat
from heartslib._values.arguments import checked_text, of_kind, plain
from heartslib._values.quick import changing
from heartslib._values.said import partly
from heartslib.cards import Card, Cards
from heartslib.errors import Argument, Call, HeartsError, Seats, fault, one_of, shown
from heartslib.events import Events
from heartslib.moves import IllegalMove, Move, Score
from heartslib.questions import Question, answers
from heartslib.rules import Objection, PassPattern, RoundRules, Rules, TableRules
from heartslib.rules.book.chapters import NO_CARDS, AtTable, Rulebook
from heartslib.rules.compiled.lookup import FastRules
from heartslib.rules.ending import Scores
from heartslib.sheet import Line, ScoreSheet
from heartslib.table import NOTHING_SETTLED, Settled, Table, led_by, settled_with, trick_of
from heartslib.words import how_many, times

if TYPE_CHECKING:
    from heartslib.sampling import Sampled
    from heartslib.view import View

SUCH_RULES: Final = "rules must be a Rules value, such as variants.get('american')"


@attrs.frozen(repr=False)
class Standing:
    """What all can see of a game in any phase, and what follows from it.

    Attributes:
        rules: The rulebook.
        names: The names of the players, seat 0 first.
        dealer: The seat that deals this round.
        scores: The scores after the last entered round, seat 0 first.
        sheets: The sheets of the entered rounds, first to last.
        course: The scores after each of those rounds, first to last.
        contracts: The seat that named the contract of each entered round, or dealt it, with that
            contract, first to last; empty if there are no contracts.
        settled: What is settled about this round before its first lead.
    """

    rules: Rules
    names: tuple[str, ...]
    dealer: int
    scores: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...]
    course: tuple[tuple[int, ...], ...]
    contracts: tuple[tuple[int, str | None], ...] = ()
    settled: Settled = NOTHING_SETTLED

    @property
    def contract(self) -> str | None:
        """The contract of the round; None until it is named, or if there are no contracts."""
        return self.settled.contract

    @property
    def pool(self) -> int:
        """The counters in the pool before the round: paid by players, and won by nobody."""
        return self.settled.pool

    @property
    def turned(self) -> tuple[Card, ...]:
        """The cards that were turned up after the deal, and are out of play; empty if none are."""
        return () if self.shown_last else self.settled.face_up

    @property
    def shown_last(self) -> tuple[Card, ...]:
        """The dealer's last card, if it was shown."""
        return self.rules.kitty.in_play(self.settled.face_up)

    @property
    def at_table(self) -> TableRules:
        """The rulebook as this table plays it; see `Rules.at`."""
        return self.rules.at(len(self.names))

    @property
    def so_far(self) -> AtTable:
        """The rules as far as they are settled: those of the game until the round has its contract."""
        return self.at_table if self.contract is None else self.at_table.under(self.contract)

    @property
    def in_force(self) -> RoundRules:
        """The rules that this round is played by, with what its contract and cards face up change.

        Raises:
            RulesError: The round has no contract yet.
        """
        rules = self.at_table.under(self.contract).given(self.settled.face_up)
        return rules.later if self.sheets else rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def round_number(self) -> int:
        """The number of the current round, counted from 0."""
        return len(self.sheets)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; a player without partners is a side."""
        return self.at_table.partners

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by the scores, such as 1, 2, 2, 4; partners share theirs."""
        return self.at_table.places(self.scores, self.sheets)

    @property
    def contracts_left(self) -> tuple[str, ...]:
        """The contracts that may be named; empty once the round has one."""
        if self.contract is not None or not self.rules.contract_names:
            return ()
        return self.rules.contracts_left(self.would_name, self.contracts)

    @property
    def sells(self) -> bool:
        """Whether players bid for naming the contract of this round."""
        sells = self.rules.contracts.sells
        return self.contract is None and sells(self.contracts, jack=self.settled.jack)

    @property
    def would_name(self) -> int:
        """The seat that names the contract of the round, or would if there were a choice."""
        return self.rules.contracts.namer(self.dealer, self.contracts, self.settled.made)

    @property
    def namer(self) -> int | None:
        """The seat that names, or has named, the contract.

        It is None if there is nothing to choose, or while the right to name it is being sold.
        """
        bids, namer = self.settled.bids, self.would_name
        is_known = None not in bids and (any(bids) if bids else not self.sells)
        left = self.rules.contracts_left(namer, self.contracts)
        return namer if is_known and len(left) > 1 else None

    def points_after(
        self, table: Table, captured: tuple[Cards, ...], *, left: int, stock: int
    ) -> tuple[int, ...]:
        """The points of a round as far as this is known; see `RoundRules.points_so_far`.

        Args:
            table: The cards that are face up.
            captured: The cards with the tricks of each seat that were not played to one.
            left: How many tricks the hands still have, at most.
            stock: How many cards are in the kitty.
        """
        if not any((*table.tricks, *captured)):
            return (0,) * self.players  # perhaps the contract is not named yet
        piles = tuple(map(operator.add, table.piles, captured))
        rules = self.in_force
        left += stock // self.players if rules.kitty.draws else 0
        to_come = (trick_of(table.trick.leader, self.players, (), None, (), ()),) * left
        finished = rules.finished(
            piles,
            charged=table.charged,
            scores=self.scores,
            course=self.course,
            tricks=(*table.tricks, *to_come) if table.is_whole else None,
            dealer=self.dealer,
            settled=self.settled,
        )
        return rules.points_so_far(finished)


PUBLIC: Final = operator.attrgetter(*(each.name for each in attrs.fields(Standing)))
"""What all can see of a match or a view: every attribute of `Standing`, in order."""


class _MatchCache(Standing):
    """Slots of a match that attrs does not know: not compared, hashed, evolved or pickled."""

    __slots__ = ("_by_moves", "fast")

    fast: FastRules
    _by_moves: bool


@attrs.frozen(repr=False, unsafe_hash=True)
class Match(_MatchCache):
    """What a game keeps from round to round; all of it can be seen by everyone.

    Attributes:
        stopped: Whether the host has ended the game.
        first: The match as the game began; None if this is it.
    """

    stopped: bool = False
    # two matches that go on alike are equal, however they have come about
    first: Match | None = attrs.field(default=None, eq=False)

    @classmethod
    def start(
        cls,
        rules: Rules,
        players: int | None = None,
        *,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Match:
        """A match about to begin; the arguments are those of `Game.new`.

        Raises:
            RulesError: The rules are not for that many players.
            HeartsError: Another argument cannot be used.
        """
        of_kind(Rules, rules, SUCH_RULES)
        if players is None:
            players = rules.usual_players
            if isinstance(names, Sequence) and len(names) in rules.players:
                players = len(names)
        table = rules.at(players)
        table.check_ending()
        seats = table.players
        called = (
            tuple([f"seat {seat}" for seat in range(seats)])
            if names is None
            else _checked_names(names, seats)
        )
        start = (rules.ending.start,) * seats
        match = cls(rules, called, seats - 1, start, (), ())
        if dealer is not None:
            match = attrs.evolve(match, dealer=match.check_seat(dealer))
        match = _known_by_moves(match)
        # `after` would take this unfinished match for the beginning of the game
        return match.with_only_contract.after(first=None)

    @property
    def is_by_moves(self) -> bool:
        """Whether this match is known to follow from `start` and the moves of its game alone."""
        return getattr(self, "_by_moves", False)

    @classmethod
    def of(cls, seen: Standing) -> Match:
        """What a view knows of its match; who dealt first is not known."""
        return cls(*PUBLIC(seen))

    def settling(self, **changes: Any) -> Match:
        """The match with more settled about its round; the arguments are those of `Settled`."""
        return self.after(settled=settled_with(self.settled, **changes))

    def after(self, **changes: Any) -> Match:
        """The match as a move changes it."""
        match = _match_with(self, **({"first": self.first or self} | changes))
        return _known_by_moves(match) if self.is_by_moves else match

    def with_bids(self, bids: tuple[int | None, ...]) -> Match:
        """The match with what the seats have bid; empty if nothing was sold."""
        if not bids:
            return self
        match = self.settling(bids=bids)
        return match if any(bids) else match.under(self.rules.contracts.unsold)

    def with_face_up(self, face_up: tuple[Card, ...], contract: str | None = None) -> Match:
        """The match with the cards that are face up, one of which may decide the contract.

        Args:
            face_up: The dealer's last card or the kitty, if the rules let all see it.
            contract: The contract as it is known from elsewhere.

        Raises:
            HeartsError: The contract is another one, or a card is missing.
        """
        if not self.at_table.face_up:
            return self
        if not face_up:
            where = "kitty" if self.at_table.out_of_play else "face_up"
            decides = "the score depends on the card that was face up: give it as "
            raise HeartsError(decides, Argument(where))
        card, given = face_up[0], contract or self.contract
        named = self.rules.contracts.named_by(card)
        if named and given not in {None, named}:
            raise HeartsError(
                f"with {card} turned up the contract is {named!r}, not {shown(given)}"
            )
        return self.settling(face_up=face_up, contract=named or self.contract)

    def with_round(self, said: RoundElsewhere) -> Match:
        """The match in a round from elsewhere.

        Raises:
            HeartsError: The scores, the bids or the contract cannot be those of this round.
        """
        if said.face_up != self.rules.shown_of(said.face_up):
            raise not_shown(said.face_up)
        match = self if said.scores is None else self.with_scores(said.scores)
        match = match if said.pool is None else match.with_pool(said.pool)
        face_up = said.kitty if self.at_table.out_of_play else said.face_up
        match = match.with_face_up(face_up, said.contract)
        return match.with_sale(said.bids).under(said.contract).from_elsewhere

    @property
    def from_elsewhere(self) -> Match:
        """The match in a round from elsewhere: only what a set-up can say of it is settled.

        What that is, is named here: what a later version settles as well is then not said.
        """
        it = self.settled
        settled = partly(
            Settled,
            contract=it.contract,
            bids=it.bids,
            face_up=it.face_up,
            leader=it.leader,
            pool=it.pool,
            jack=it.jack,
        )
        return self.after(settled=settled)

    def with_sale(self, bids: tuple[int | None, ...]) -> Match:
        """The match with the bids of a round from elsewhere, whose contract may have been sold.

        Raises:
            HeartsError: They are missing, cannot be those bids, or nothing is sold in this round.
        """
        if self.sells and not bids:
            raise HeartsError(
                "the contract of this round was sold, and the score depends on who bought it: give ",
                Argument("bids"),
            )
        if bids and not self.sells:
            raise HeartsError("nothing is sold in this round, so bids cannot be given")
        if bids:
            most, seats = self.rules.contracts.most_bid, self.players
            fair = len(bids) == seats and all(type(n) is int and 0 <= n <= most for n in bids)
            highest = max(filter(None, bids), default=0) if fair else 0
            if not fair or (highest and bids.count(highest) > 1):
                raise HeartsError(
                    f"bids must be {seats} whole numbers from 0 (a pass) to {most}, one of them the "
                    f"highest or all 0, not {shown(bids)}"
                )
        return self.with_bids(bids)

    @property
    def with_leader(self) -> Match:
        """The match with the seat that leads, if it is the one that named the contract."""
        if not self.rules.opening.by_namer:
            return self
        namer = self.would_name
        is_named = len(self.rules.contracts_left(namer, self.contracts)) > 1
        return self.settling(leader=namer) if is_named else self

    @property
    def led(self) -> Match:
        """The match once somebody has the lead, so that nothing more need be settled about it."""
        return self if self.settled.leader is None else self.settling(leader=None)

    @property
    def with_only_contract(self) -> Match:
        """The match with the contract of the round, if nobody has a choice."""
        left = self.contracts_left
        return self.settling(contract=left[0]) if len(left) == 1 else self

    def no_such_contract(self, contract: str) -> str | None:
        """Why the namer may not name this contract; None if it may."""
        # whatever was turned up elsewhere, if a card decides
        left = self.contracts_left or self.rules.contract_names
        if contract in left:
            return None
        if contract not in self.rules.contract_names:
            return str(self.rules.no_contract(contract))
        namer = self.would_name
        again = "again" if (namer, contract) in self.contracts else "now"
        return f"seat {namer} may not name {contract!r} {again}; left are {', '.join(left)}"

    def under(self, contract: str | None) -> Match:
        """The match with the contract of the round, whoever names it; None leaves it as it is.

        Raises:
            HeartsError: There is no such contract, or one must be given.
        """
        if contract is not None:
            self.rules.under(contract)
            return self.settling(contract=contract)
        if names := self.contracts_left:
            raise HeartsError("the round needs a contract: give ", *one_of("contract", names))
        return self

    def with_contract(self, contract: str | None) -> Match:
        """The match with the contract of the round, which its dealer may name; None leaves it unknown.

        Raises:
            HeartsError: The round has another contract, or the dealer may not name this one.
        """
        if contract is None or contract == self.contract:
            return self
        if self.contract is not None:
            raise HeartsError(
                f"the contract of this round is {self.contract!r}, not {shown(contract)}"
            )
        if wrong := self.no_such_contract(contract):
            raise HeartsError(wrong)
        return self.under(contract)

    def keep_fast(self) -> FastRules:
        """The rulebook in the form that the play uses, kept in `fast`."""
        rules = self.in_force.fast
        object.__setattr__(self, "fast", rules)
        return rules

    @property
    def ready(self) -> Table:
        """The table before the first lead, empty but for a card that the dealer has shown."""
        table, shown = led_by((self.dealer + 1) % self.players, self.players), self.shown_last
        return table.with_shown(self.dealer, Cards(shown)) if shown else table

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self.stopped or not self.sheets:
            return self.stopped
        return bool(self.sheets[-1].winners) or self.at_table.is_over(self.course)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win, if the game has ended."""
        return self.at_table.winners(self.scores, self.sheets)

    def with_sheet(
        self, sheet: ScoreSheet, piles: tuple[Cards, ...] = (), scores: Scores | None = None
    ) -> Match:
        """The match after a round: its sheet entered, and the deal passed on.

        Args:
            sheet: The score of the round.
            piles: What each seat took; empty if it is not known.
            scores: The scores after the round, if the sheet does not say how they came about.
        """
        if scores is None:
            scores = self.rules.total(self.scores, sheet.totals, self.course)
        pool, jack = sheet.pool, sheet.jack
        if pool is None:
            pool, jack = self.pool, self.settled.jack
        taken = piles or (Cards(),) * self.players
        named = self.would_name, self.contract
        dealer, rule = self.dealer, self.rules.dealer
        if not (rule.until_won and jack):
            places = self.at_table.places(scores)
            dealer = rule.next_dealer(dealer, len(self.sheets) + 1, taken, places)
        leader = self.rules.leader_after(taken, dealer)
        after = self.after(
            dealer=dealer,
            scores=scores,
            sheets=(*self.sheets, sheet),
            course=(*self.course, scores),
            contracts=(*self.contracts, named) if self.rules.contract_names else (),
            settled=settled_with(
                NOTHING_SETTLED,
                leader=leader if leader is None else self.check_seat(leader),
                pool=pool,
                jack=jack,
            ),
        )
        return after if after.is_over else after.with_only_contract

    def with_scores(self, scores: tuple[int, ...]) -> Match:
        """The match with other scores.

        Raises:
            HeartsError: They are not one whole number for each seat.
        """
        for problem in not_by_seat("scores", scores, self.players):
            raise problem
        return self.after(scores=scores)

    def with_pool(self, pool: int) -> Match:
        """The match with other counters in the pool, before a round.

        Raises:
            HeartsError: They are not a whole number, 0 or more, or there is no pool.
        """
        pool = checked_pool(pool)
        for problem in no_pool(self.rules, pool):
            raise problem
        jack = self.at_table.is_jack(pool)
        if (pool, jack) == (self.settled.pool, self.settled.jack):
            return self
        return self.settling(pool=pool, jack=jack)

    def with_pool_after(self, sheet: ScoreSheet) -> ScoreSheet:
        """The sheet of a round that was counted elsewhere, with what it leaves in the pool.

        Raises:
            HeartsError: More is won than the pool holds, or the sheet leaves something else.
        """
        if not self.rules.under(self.contract).has_pool:
            return sheet
        left = self.pool - sum(sheet.totals)
        if left < 0:
            won = how_many(self.pool - left, "counter")
            raise HeartsError(f"{won} are won from a pool of {self.pool}")
        if sheet.pool is None:
            return attrs.evolve(sheet, pool=left, jack=self.at_table.is_jack(left))
        if sheet.pool != left:
            raise HeartsError(f"by its lines the sheet leaves {left} in the pool, not {sheet.pool}")
        return sheet

    def with_names(self, names: Sequence[str]) -> Match:
        """The match with other names for the players, from its beginning.

        Raises:
            HeartsError: They are not one name for each seat.
        """
        first = self.first and self.first.with_names(names)
        return self.after(names=_checked_names(names, self.players), first=first)

    def with_rules(self, rules: Rules) -> Match:
        """The match with other rules from the coming round on.

        Raises:
            HeartsError: The rules are not for this number of players, begin with other scores, or would
                end the game at once.
        """
        of_kind(Rules, rules, SUCH_RULES)
        table = rules.at(self.players)
        table.check_ending()
        if rules.ending.start != self.rules.ending.start:
            raise HeartsError(
                f"a game of {rules.name} begins with the score {rules.ending.start}, and this one began "
                f"with {self.rules.ending.start}: begin a new game"
            )
        # one entry for each round: contracts in order go by the number of rounds played
        known = self.contracts or ((self.dealer, None),) * self.round_number
        follows = table.follows_round_before
        leader = self.settled.leader if follows else None
        match = self.after(
            rules=rules,
            contracts=known if rules.contract_names else (),
            settled=attrs.evolve(self.settled, leader=leader, contract=None),
        )
        return match.going_on.with_only_contract

    @property
    def going_on(self) -> Match:
        """The match, unless its scores end it before the next round, or no round to come ends it.

        Raises:
            RulesError: None does.
            HeartsError: They do, or partners who pool have different scores.
        """
        self.sheet_of_points(self.scores, "scores")
        rules, none = self.at_table, ((self.rules.ending.start,) * self.players,)
        if rules.contracts.limited(self.players):  # some may be over
            left = self.rules.from_round(self.round_number, self.players)
            left.at(self.players).check_ending(self.scores)
        # only the scores are judged here: a game of one round ends with any scores
        is_over = rules.is_over((self.scores,)) and not rules.is_over(none)
        if self.is_over if self.sheets else is_over:
            after = f" after {how_many(self.round_number, 'round')}" if self.sheets else ""
            raise HeartsError(
                f"with the scores {self.scores}{after}, a game of {rules.name} would be over already"
            )
        return self

    def sheet_of_points(self, points: tuple[int, ...], called: str = "points") -> ScoreSheet:
        """The sheet of a round that was counted elsewhere.

        Args:
            points: The points of each seat, seat 0 first; partners who pool have the same.
            called: What errors call them.

        Raises:
            HeartsError: They are not one whole number for each seat, or partners have different ones.
        """
        for problem in not_by_seat(called, points, self.players):
            raise problem
        pooled = self.sides if self.rules.sides.pooled else ()
        first = {seat: side[0] for side in pooled for seat in side}
        if any(points[seat] != points[partner] for seat, partner in first.items()):
            raise HeartsError(f"partners must have the same {called}, not {shown(points)}")
        lines = (
            Line(seat, point, "as counted elsewhere")
            for seat, point in enumerate(points)
            if point and first.get(seat, seat) == seat
        )
        return ScoreSheet(self.players, tuple(lines), pooled)

    def check_seat(self, seat: object) -> int:
        """The seat, if it exists.

        Raises:
            HeartsError: It does not.
        """
        number = plain(seat)
        if type(number) is int and 0 <= number < self.players:
            return number
        raise HeartsError(
            f"{shown(seat)} is not a seat at this table: the seats are 0 to {self.players - 1}"
        )

    def per_seat(self, name: str, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        """One pile for each seat, all empty if none are given; `name` is the argument's name for errors.

        Raises:
            HeartsError: There are some, but not one for each seat.
        """
        if parts and len(parts) != self.players:
            raise HeartsError(
                f"{name} must have one entry for each of {self.players} seats, not {len(parts)}"
            )
        return parts or (Cards(),) * self.players

    def __repr__(self) -> str:
        return (
            f"<Match: {self.rules.name}, {self.players} players, round {self.round_number + 1}, "
            f"scores {self.scores}>"
        )


_match_with: Final = changing(Match)


def not_shown(face_up: tuple[Card, ...]) -> HeartsError:
    """That the dealer cannot have shown these cards."""
    said = "the dealer has not shown ", Cards(face_up), " under these rules"
    return fault("not-shown", *said)


def no_pool(rules: Rulebook, pool: int) -> Iterator[HeartsError]:
    """That there is no pool in which counters could be."""
    if pool and not rules.has_pool:
        yield fault(
            "no-pool", f"{rules.name} has no pool in which {how_many(pool, 'counter')} could be"
        )


def _known_by_moves(match: Match) -> Match:
    # no field: a match that is made in any other way, or changed by hand, does not have it
    object.__setattr__(match, "_by_moves", True)
    return match


def _checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    if not listed or not all(isinstance(name, str) for name in names):
        raise HeartsError(f"names must be a list of {players} strings, not {shown(names)}")
    if len(names) != players:
        raise HeartsError(f"{players} names are needed, one for each player, not {len(names)}")
    return tuple(checked_text("a name", name) for name in names)


@attrs.frozen(unsafe_hash=True)
class Packet:
    """Cards that went from one seat to another."""

    giver: int
    taker: int
    cards: Cards


@attrs.frozen(repr=False, unsafe_hash=True)
class Exchange:
    """The pass of a round.

    Attributes:
        pattern: How cards are passed.
        given: The cards each seat has laid down, seat 0 first; empty before the deal.
        packets: Who gave which cards to whom; empty if the cards were mixed.
        dealt_back: What each seat got back after a mix, seat 0 first; otherwise empty.
    """

    pattern: PassPattern
    given: tuple[Cards, ...]
    packets: tuple[Packet, ...] = ()
    dealt_back: tuple[Cards, ...] = ()

    @property
    def passed(self) -> tuple[tuple[Cards, ...], ...]:
        """For each seat what it passed to each seat, seat 0 first; nothing in a mix."""
        seats = range(len(self.given))
        return tuple(tuple(self._between(giver, taker) for taker in seats) for giver in seats)

    def _between(self, giver: int, taker: int) -> Cards:
        """What one seat passed to another."""
        of_both = (
            each.cards for each in self.packets if (each.giver, each.taker) == (giver, taker)
        )
        return sum(of_both, NO_CARDS)

    @property
    def received(self) -> tuple[Cards, ...]:
        """The cards each seat received, seat 0 first."""
        if self.dealt_back:
            return self.dealt_back
        received = [NO_CARDS] * len(self.given)
        for packet in self.packets:
            received[packet.taker] += packet.cards
        return tuple(received)

    def received_by(self, seat: int) -> Cards:
        """The cards that one seat received."""
        if self.dealt_back:
            return self.dealt_back[seat]
        return sum((packet.cards for packet in self.packets if packet.taker == seat), NO_CARDS)

    def __repr__(self) -> str:
        given = " | ".join(str(cards) or "nothing" for cards in self.given)
        return f"<Exchange: {self.pattern.name}, given {given}>"


@attrs.frozen(kw_only=True)
class Round:
    """A round in any phase, in one shape; `View.of` takes from it what a seat may know."""

    exchange: Exchange | None = None
    hands: tuple[Cards, ...] = ()
    table: Table | None = None
    up_next: tuple[int, ...] = ()
    secret: tuple[Cards, ...] = ()
    kitty_size: int = 0
    captured: tuple[Cards, ...] = ()
    offered: int = 0
    claimant: int | None = None
    claim_refused: bool = False
    sheet: ScoreSheet | None = None
    bids: tuple[int | None, ...] = ()


class AnyPhase:
    """The base of all phases; its defaults suit a phase in which no seat is asked."""

    __slots__ = ()

    name: ClassVar[str]
    """The name of the phase; see `View.phase`."""
    todo: ClassVar[str] = ""
    """What `task` says, if it is the same for every view."""
    takes: ClassVar[tuple[type[Any], ...]] = ()
    """The kinds of move that are made in it."""
    before_lead: ClassVar[bool] = False
    """Whether the hands are as they will be played, and nobody has the lead yet."""
    at_once: ClassVar[bool] = False
    """Whether several seats may make such moves in any order."""
    wants: ClassVar[str]
    """What must be done first, in a sentence for players."""
    call: ClassVar[str] = ""
    """The method of a game that does it: ``deal()``."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act; none by default."""
        return ()

    @property
    def done(self) -> bool:
        """Whether nothing is left to decide."""
        return not self.to_act

    def moves(self, match: Match, asked: Iterable[Question]) -> Iterator[Move]:
        """The moves that may be made: every answer to the questions of the seats."""
        return chain.from_iterable(map(answers, asked))

    def after(self, match: Match, move: Move) -> Any:
        """The phase after a move.

        Raises:
            IllegalMove: The move is not allowed now, or belongs to another phase.
        """
        if not isinstance(move, self.takes):
            raise untimely(move, self)
        return self.apply(match, move)

    def apply(self, match: Match, move: Any) -> Any:
        """The phase after a move of a kind that it takes.

        Raises:
            IllegalMove: The move is not allowed now.
        """

    def happened(self, match: Match, move: Any, after: Any, seat: int | None) -> Events:
        """What a seat sees of a move that `apply` has made, in order.

        What only one seat may see goes through `heartslib.events.own` or `if_own`.

        Args:
            match: The match before the move.
            move: The move.
            after: What `apply` has returned for it.
            seat: The seat; None for a spectator.
        """
        return iter(())

    def begun(self, match: Match, before: Any, seat: int | None) -> Events:
        """What a seat sees as this phase begins, even if there is nothing to decide in it.

        Args:
            match: The match.
            before: The phase before.
            seat: The seat; None for a spectator.
        """
        return iter(())

    def round(self, match: Match) -> Round:
        """The round as far as it is known; before a deal, only the sheet of the last one."""
        return Round(sheet=match.sheets[-1] if match.sheets else None)

    def still_asks(self, match: Match, seat: int, since: Sequence[Move]) -> bool:
        """Whether a seat is asked what it was asked before these moves, the last ones made.

        So it is while others answer the same question and the seat has not answered it.
        """
        kind = self.takes if self.at_once else ()
        return all(isinstance(move, kind) and getattr(move, "seat", None) != seat for move in since)

    @classmethod
    def is_seen(cls, view: View) -> bool:
        """Whether a view is of this phase and not of another with the same name."""
        return True

    @classmethod
    def may_act(cls, view: View) -> tuple[int, ...]:
        """The seats that may move, whether they are to act or not."""
        return view.to_act

    @classmethod
    def question(cls, view: View, seat: int) -> Question | None:
        """What a seat that may move is asked, worked out from its own view."""
        return None

    @classmethod
    def resumed(cls, view: View, sample: Sampled, exchange: Exchange) -> Any:
        """The phase of a view with the cards of a sample; None if `heartslib.sampling` makes it."""
        return None

    @classmethod
    def names(cls, rules: AtTable) -> tuple[str, ...]:
        """Every name that a seat may be asked to choose in this phase."""
        return ()

    @classmethod
    def task(cls, view: View) -> str:
        """What the seats to act are asked to do: ``pass 3 cards``; see `View.task`."""
        return cls.todo


def barring(hand: Cards, why: Callable[[Card], tuple[str, str]]) -> Callable[[Card], Objection]:
    """A function for `ChooseCards.bars`, which says why a card may not be chosen.

    Args:
        hand: The hand.
        why: Gives the rule and the reason for a card of the hand.
    """

    def bars(card: Card) -> Objection:
        absent = ("not-in-hand", f"{card} is not in the hand")
        return Objection(card, *(why(card) if card in hand else absent))

    return bars


def not_held(seat: int, cards: Cards, hand: Cards) -> tuple[object, ...]:
    """Why a seat may not give cards that are not all in its hand."""
    if absent := cards.without(hand):
        return Seats((seat,)), " does not hold ", absent
    card = (cards - hand)[0]
    given, held = times(cards.count(card)), times(hand.count(card))
    return card, f" is given {given}; ", Seats((seat,)), f" holds it {held}"


def not_the_turn(of: int, seat: int, does: str = "") -> tuple[object, ...]:
    """Why a seat may not move now."""
    return "it is the turn of ", Seats((of,)), f"{does}, not of ", Seats((seat,))


def untimely(move: Move | None, phase: AnyPhase) -> IllegalMove:
    """The error for a move that belongs to another phase."""
    wants = phase.wants
    # "first" would suggest that the score comes next
    if isinstance(move, Score) and wants.endswith(" first"):
        wants = f"{wants.removesuffix(' first')} before the round is scored"
    reason = (wants, Call(phase.call)) if phase.call else (wants,)
    return IllegalMove(*reason, rule="phase", move=move, legal=Cards())


def refusal(
    move: Move | None, rule: str, *reason: object, legal: Cards | None = None
) -> IllegalMove:
    """The error for a move that is not allowed; the reason is in parts, as errors have them."""
    return IllegalMove(*reason, rule=rule, move=move, legal=Cards() if legal is None else legal)
