"""What lasts from round to round (rules, seats, dealer, scores), and how it changes.

A match changes between rounds, and before the first lead as the contract, the cards face up, the bids and the
leader become known.  Each change makes another match, through `Match.after`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from heartslib._elsewhere import RoundElsewhere, checked_pool, not_by_seat
from heartslib._values.arguments import checked_text, of_kind, plain
from heartslib._values.quick import changing
from heartslib._values.said import NotSaid, Unsaid, partly
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards
from heartslib.errors import Argument, HeartsError, fault, one_of, quoted
from heartslib.phases.standing import PUBLIC, Standing
from heartslib.rules import Rules
from heartslib.rules.book.chapters import Rulebook
from heartslib.rules.compiled.lookup import FastRules
from heartslib.rules.ending import Scores
from heartslib.sheet import Line, ScoreSheet
from heartslib.table import NOTHING_SETTLED, Settled, Table, led_by, settled_with
from heartslib.words import how_many

if TYPE_CHECKING:
    pass

SUCH_RULES: Final = "rules must be a Rules value, such as variants.get('american')"


class _MatchCache(Standing):
    """Slots of a match that attrs does not know: not compared, hashed, evolved or pickled."""

    __slots__ = ("fast",)

    fast: FastRules


@attrs.frozen(repr=False, unsafe_hash=True)
class Match(_MatchCache):
    """What a game keeps from round to round; all of it can be seen by everyone.

    Attributes:
        stopped: Whether the host has ended the game.
        first: The match as the game began; None if this is it.
        is_by_moves: Whether this match is known to follow from `start` and the moves of its game alone.
    """

    stopped: bool = False
    # two matches that go on alike are equal, however they have come about
    first: Match | None = attrs.field(default=None, eq=False)
    # `attrs.evolve` does not hand it on: who changes a match by hand makes no move
    is_by_moves: bool = attrs.field(default=False, eq=False, init=False)

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
        start = for_each(seats, rules.ending.start)
        match = cls(rules, called, seats - 1, start, (), ())
        if dealer is not None:
            match = attrs.evolve(match, dealer=match.check_seat(dealer))
        # `after` would take this unfinished match for the beginning of the game
        return _match_with(match.with_only_contract(), first=None, is_by_moves=True)

    @classmethod
    def of(cls, seen: Standing) -> Match:
        """What a view knows of its match; who dealt first is not known."""
        return cls(*PUBLIC(seen))

    def settling(self, **changes: Any) -> Match:
        """The match with more settled about its round; the arguments are those of `Settled`."""
        return self.after(settled=settled_with(self.settled, **changes))

    def after(self, **changes: Any) -> Match:
        """The match as a move changes it.

        Unlike `attrs.evolve`, it keeps where the game began, and that only moves have led here.
        """
        first = self.first or self
        return _match_with(self, **({"first": first, "is_by_moves": self.is_by_moves} | changes))

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
        card = face_up[0]
        given = contract or self.contract
        named = self.rules.contracts.named_by(card)
        if named and given not in {None, named}:
            raise HeartsError(
                f"with {card} turned up the contract is {named!r}, not {quoted(given)}"
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
        return match.with_sale(said.bids).under(said.contract).from_elsewhere()

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
            most = self.rules.contracts.most_bid
            are_bids = len(bids) == self.players and all(
                type(bid) is int and 0 <= bid <= most for bid in bids
            )
            highest = max(filter(None, bids), default=0) if are_bids else 0
            # each bid is higher than those before, so that no two are the highest
            if not are_bids or (highest and bids.count(highest) > 1):
                raise HeartsError(
                    f"bids must be {self.players} whole numbers from 0 (a pass) to {most}, one of them the "
                    f"highest or all 0, not {quoted(bids)}"
                )
        return self.with_bids(bids)

    def with_last_namer(self, seat: int) -> Match:
        """The match in which this seat named the last contract, if any was named."""
        if not self.contracts:
            return self
        *earlier, (_, contract) = self.contracts
        return self.after(contracts=(*earlier, (seat, contract)))

    def with_namer_leading(self) -> Match:
        """The match with the seat that leads, if it is the one that named the contract."""
        if not self.rules.opening.by_namer:
            return self
        namer = self.would_name
        is_named = len(self.rules.contracts_left(namer, self.contracts)) > 1
        return self.settling(leader=namer) if is_named else self

    def once_led(self) -> Match:
        """The match once somebody has the lead, so that nothing more need be settled about it."""
        return self if self.settled.leader is None else self.settling(leader=None)

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
                f"the contract of this round is {self.contract!r}, not {quoted(contract)}"
            )
        if wrong := self.no_such_contract(contract):
            raise HeartsError(wrong)
        return self.under(contract)

    @property
    def known_course(self) -> tuple[Any, ...]:
        """The scores after each entered round, as rules are given them.

        Of rounds before the game only the last scores are known; whoever asks for others is refused.
        """
        elsewhere = len((self.first or self).sheets)
        if elsewhere < 2 or not self.is_by_moves:  # a view does not say where its game began
            return self.course
        unsaid = for_each(elsewhere - 1, Unsaid("course"))
        return (*unsaid, *self.course[elsewhere - 1 :])

    def keep_fast(self) -> FastRules:
        """The rulebook in the form that the play uses, kept in `fast`."""
        rules = self.in_force.fast
        object.__setattr__(self, "fast", rules)
        return rules

    @property
    def ready(self) -> Table:
        """The table before the first lead, empty but for a card that the dealer has shown."""
        table = led_by((self.dealer + 1) % self.players, self.players)
        shown = self.shown_last
        return table.with_shown(self.dealer, Cards(shown)) if shown else table

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self.stopped or not self.sheets:
            return self.stopped
        return bool(self.sheets[-1].winners) or self.at_table.is_over(self.known_course)

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
            scores = self.rules.total(self.scores, sheet.totals, self.known_course)
        pool = sheet.pool
        jack = sheet.jack
        if pool is None:  # nothing was settled in counters: what is there stays
            pool = self.pool
            jack = self.settled.jack
        named = self.would_name, self.contract
        dealer = self.dealer
        if not (self.rules.dealer.until_won and jack):
            dealer = self._next_dealer(piles, self.at_table.places(scores))
        leader = self.rules.leader_after(piles, dealer) if piles else None
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
        return after if after.is_over else after.with_only_contract()

    def _next_dealer(self, piles: tuple[Cards, ...], places: tuple[int, ...]) -> int:
        """The seat that deals after a round; the next one, if what decides is not known."""
        taken: tuple[Any, ...] = piles or for_each(self.players, Unsaid("taken"))
        number = len(self.sheets) + 1
        try:
            return self.rules.dealer.next_dealer(self.dealer, number, taken, places)
        except NotSaid:  # `check_seats` asks for the dealer before a card is played
            return (self.dealer + 1) % self.players

    @property
    def dealer_follows_cards(self) -> bool:
        """Whether what somebody took in the round before decides who deals."""
        taken: tuple[Any, ...] = for_each(self.players, Unsaid("taken"))
        try:
            self.rules.dealer.next_dealer(0, 1, taken, for_each(self.players, 1))
        except NotSaid:
            return True
        return False

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
        jack = self.at_table.pool_is_jack(pool)
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
            return attrs.evolve(sheet, pool=left, jack=self.at_table.pool_is_jack(left))
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
        known = self.contracts or for_each(self.round_number, (self.dealer, None))
        follows = table.follows_round_before
        leader = self.settled.leader if follows else None
        match = self.after(
            rules=rules,
            contracts=known if rules.contract_names else (),
            settled=attrs.evolve(self.settled, leader=leader, contract=None),
        )
        match.check_goes_on()
        return match.with_only_contract()

    def check_goes_on(self) -> None:
        """Check that the scores leave a round to play, and that some round to come ends the game.

        Raises:
            RulesError: None does.
            HeartsError: The scores end it, or partners who pool have different ones.
        """
        self.sheet_of_points(self.scores, "scores")
        rules = self.at_table
        none = (for_each(self.players, self.rules.ending.start),)
        if rules.contracts.limited(self.players):  # those already named may not be enough to end it
            left = self.rules.from_round(self.round_number, self.players)
            left.at(self.players).check_ending(self.scores)
        # only the scores are judged here: a game of one round ends with any scores
        is_over = rules.is_over((self.scores,)) and not rules.is_over(none)
        if self.is_over if self.sheets else is_over:
            after = f" after {how_many(self.round_number, 'round')}" if self.sheets else ""
            raise HeartsError(
                f"with the scores {self.scores}{after}, a game of {rules.name} would be over already"
            )

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
        # the points of a side are entered once, on the line of its first seat
        first = {seat: side[0] for side in pooled for seat in side}
        if any(points[seat] != points[partner] for seat, partner in first.items()):
            raise HeartsError(f"partners must have the same {called}, not {quoted(points)}")
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
            f"{quoted(seat)} is not a seat at this table: the seats are 0 to {self.players - 1}"
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
        return parts or for_each(self.players, Cards())

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


def _checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    if not listed or not all(isinstance(name, str) for name in names):
        raise HeartsError(f"names must be a list of {players} strings, not {quoted(names)}")
    if len(names) != players:
        raise HeartsError(f"{players} names are needed, one for each player, not {len(names)}")
    return tuple(checked_text("a name", name) for name in names)
