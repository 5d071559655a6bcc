"""What lasts from round to round (rules, seats, dealer, scores), and the base of all phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

import attrs

from heartslib._given import checked_text, of_kind, plain
from heartslib.cards import PACK, Card, Cards
from heartslib.errors import Argument, Call, HeartsError, one_of, shown
from heartslib.events import Events
from heartslib.moves import IllegalMove, Move, Score, SetUp
from heartslib.questions import Question, answers
from heartslib.rules import Objection, PassPattern, RoundRules, Rules
from heartslib.rules.chapters import NO_CARDS, follows_round_before
from heartslib.rules.fast import FastRules, fast
from heartslib.sheet import Line, ScoreSheet
from heartslib.table import Table
from heartslib.words import how_many, times

if TYPE_CHECKING:
    from heartslib.view import View

MOST_POOL: Final = 1_000_000_000
"""The most counters that a pool may hold when a game begins."""

_SUCH_RULES: Final = "rules must be a Rules value, such as variants.get('american')"
_T = TypeVar("_T")


class _MatchCache:
    """Slots of a match that attrs does not know: not compared, hashed, evolved or pickled."""

    __slots__ = ("_by_moves", "fast")

    fast: FastRules
    _by_moves: bool


@attrs.frozen(repr=False, unsafe_hash=True)
class Match(_MatchCache):
    """What a game keeps from round to round.

    Attributes:
        rules: The rulebook.
        names: The names of the players, seat 0 first.
        dealer: The seat that deals this round.
        scores: The scores after the last entered round, seat 0 first.
        sheets: The sheets of the entered rounds, first to last.
        course: The scores after each of those rounds, first to last.
        leader: The seat that leads first, if the round before or the namer of the contract decides
            it; else None.
        bids: What each seat has bid for naming the contract, seat 0 first; empty if nothing was sold.
        turned: The cards that were turned up after the deal; empty if none are.
        contract: The contract of the round; None until it is named, or if there are no contracts.
        contracts: The seat that named the contract of each entered round, or dealt it, with that
            contract, first to last; empty if there are no contracts.
        stopped: Whether the host has ended the game.
        pool: The counters in the pool: what players have paid, and nobody has won.
        jack: Whether nobody won the pool in the last entered round.
        first: The match as the game began; None if this is it.
    """

    rules: Rules
    names: tuple[str, ...]
    dealer: int
    scores: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...] = ()
    course: tuple[tuple[int, ...], ...] = ()
    leader: int | None = None
    bids: tuple[int, ...] = ()
    turned: tuple[Card, ...] = ()
    contract: str | None = None
    contracts: tuple[tuple[int, str | None], ...] = ()
    stopped: bool = False
    pool: int = 0
    jack: bool = False
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
        of_kind(Rules, rules, _SUCH_RULES)
        if players is None:
            fits = isinstance(names, Sequence) and len(names) in rules.players
            players = len(names) if names and fits else rules.usual_players
        rules.check_players(players)
        rules.check_ending()
        seats: int = plain(players)
        if names is None:
            names = tuple(f"seat {seat}" for seat in range(seats))
        match = cls(rules, _checked_names(names, seats), seats - 1, (0,) * seats)
        if dealer is not None:
            match = attrs.evolve(match, dealer=match.check_seat(dealer))
        # no field: a match that is made in any other way, or changed by hand, does not have it
        object.__setattr__(match, "_by_moves", True)
        return match.settled.after(first=None)

    @property
    def is_by_moves(self) -> bool:
        """Whether this match is known to follow from `start` and the moves of its game alone."""
        return getattr(self, "_by_moves", False)

    def after(self, **changes: Any) -> Match:
        """The match as a move changes it."""
        match = attrs.evolve(self, **({"first": self.first or self} | changes))
        if self.is_by_moves:
            object.__setattr__(match, "_by_moves", True)
        return match

    @property
    def in_force(self) -> RoundRules:
        """The rules that this round is played by, with what its contract changes.

        Raises:
            RulesError: The round has no contract yet.
        """
        return self.rules.under(self.contract).in_force

    @property
    def contracts_left(self) -> tuple[str, ...]:
        """The contracts that may be named; empty once the round has one."""
        if self.contract is not None:
            return ()
        return self.rules.contracts_left(self.namer, self.contracts)

    @property
    def sells(self) -> bool:
        """Whether players bid for naming the contract of this round."""
        contracts = self.rules.contracts
        if contracts is None or self.contract is not None:
            return False
        return contracts.sells(self.contracts, jack=self.jack)

    @property
    def namer(self) -> int:
        """The seat that names the contract of the round, or the dealer if nobody does."""
        contracts = self.rules.contracts
        return contracts.namer(self.dealer, self.contracts, self.bids) if contracts else self.dealer

    def with_bids(self, bids: tuple[int, ...]) -> Match:
        """The match with what the seats have bid; empty if nothing was sold."""
        if not bids or self.rules.contracts is None:
            return self
        match = self.after(bids=bids)
        return match if any(bids) else match.under(self.rules.contracts.unsold)

    @property
    def shows_last(self) -> bool:
        """Whether the dealer's last card is shown, and decides the contract."""
        return self.rules.contracts is not None and self.rules.contracts.shows_last

    @property
    def shown(self) -> Card | None:
        """The dealer's last card, if it was shown and is known."""
        contracts = self.rules.contracts
        return contracts.card_of(self.contract) if contracts else None

    def turned_up(
        self, kitty: tuple[Card, ...], contract: str | None = None, last: Card | None = None
    ) -> Match:
        """The match with the kitty that was turned up, or the card shown, which may decide the contract.

        Args:
            kitty: The kitty; it is turned up only if the rules say so.
            contract: The contract as it is known from elsewhere.
            last: The dealer's last card, if it was shown.

        Raises:
            HeartsError: The contract is another one, or there is no card that decides it.
        """
        rules, contracts = self.rules, self.rules.contracts
        match = self.after(turned=kitty) if rules.kitty.turned_up else self
        if contracts is None or not contracts.by_card:
            return match
        given, (how, wanted, such) = contract or self.contract, ("turned up", "kitty", "")
        card = kitty[0] if kitty else None
        if contracts.shows_last:
            how, wanted, such = "shown", "contract", f", such as {contracts.named_by(PACK[0])!r}"
            card = last or contracts.card_of(given)
        if card is None:
            decides = f"the card that was {how} decides the contract: give it as "
            raise HeartsError(decides, Argument(wanted), such)
        named = contracts.named_by(card)
        if given not in {None, named}:
            raise HeartsError(f"with {card} {how} the contract is {named!r}, not {shown(given)}")
        return match.after(contract=named)

    def laid_out(self, move: SetUp) -> Match:
        """The match in a round that is laid out.

        Raises:
            HeartsError: The scores, the bids or the contract cannot be those of this round.
        """
        match = self if move.scores is None else self.with_scores(move.scores)
        match = match if move.pool is None else match.with_pool(move.pool)
        match = match.turned_up(move.kitty, move.contract)
        return match.with_sale(move.bids).under(move.contract)

    def with_sale(self, bids: tuple[int, ...]) -> Match:
        """The match with the bids of a round from elsewhere, whose contract may have been sold.

        Raises:
            HeartsError: They are missing, cannot be those bids, or nothing is sold in this round.
        """
        match, contracts = self, self.rules.contracts
        if match.sells and not bids:
            raise HeartsError(
                "the contract of this round was sold, and the score depends on who bought it: give ",
                Argument("bids"),
            )
        if bids and not match.sells:
            raise HeartsError("nothing is sold in this round, so bids cannot be given")
        if contracts and bids:
            most, seats = contracts.most_bid, match.players
            fair = len(bids) == seats and all(type(n) is int and 0 <= n <= most for n in bids)
            if not fair or (any(bids) and bids.count(max(bids)) > 1):
                raise HeartsError(
                    f"bids must be {seats} whole numbers from 0 (a pass) to {most}, one of them the "
                    f"highest or all 0, not {shown(bids)}"
                )
        return match.with_bids(bids)

    @property
    def led(self) -> Match:
        """The match with the seat that leads, if it is the one that named the contract."""
        is_named = len(self.rules.contracts_left(self.namer, self.contracts)) > 1
        by_namer = self.rules.under(self.contract).opening.by_namer
        return self.after(leader=self.namer) if is_named and by_namer else self

    @property
    def settled(self) -> Match:
        """The match with the contract of the round, if the dealer has no choice."""
        left = self.contracts_left
        return self.after(contract=left[0]) if len(left) == 1 else self

    def no_such_contract(self, contract: str) -> str | None:
        """Why the namer may not name this contract; None if it may."""
        contracts, left = self.rules.contracts, self.contracts_left
        if contracts is not None and contracts.by_card:  # whatever was turned up elsewhere
            left = self.rules.contract_names
        if contract in left:
            return None
        if contract not in self.rules.contract_names:
            return str(self.rules.no_contract(contract))
        named = (self.namer, contract) in self.contracts
        why = f"has named {contract!r} before" if named else f"may not name {contract!r} now"
        return f"seat {self.namer} {why}; left are {', '.join(left)}"

    def under(self, contract: str | None) -> Match:
        """The match with the contract of the round, whoever names it; None leaves it as it is.

        Raises:
            HeartsError: There is no such contract, or one must be given.
        """
        if contract is not None:
            self.rules.under(contract)
            return self.after(contract=contract)
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

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    def keep_fast(self) -> FastRules:
        """The rulebook in the form that the play uses, kept in `fast`."""
        rules = fast(self.in_force, self.players)
        object.__setattr__(self, "fast", rules)
        return rules

    @property
    def round_number(self) -> int:
        """The number of the current round, counted from 0."""
        return len(self.sheets)

    @property
    def ready(self) -> Table:
        """The table before the first lead, empty but for a card that the dealer has shown."""
        table = Table.ready((self.dealer + 1) % self.players, self.players)
        return table.with_shown(self.dealer, Cards(card)) if (card := self.shown) else table

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return self.rules.sides.seats(self.players)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self.stopped or not self.sheets:
            return self.stopped
        return bool(self.sheets[-1].winners) or self.rules.is_over(self.course)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win, if the game has ended."""
        return self.rules.winners(self.scores, self.sheets)

    def with_sheet(self, sheet: ScoreSheet, piles: tuple[Cards, ...] = ()) -> Match:
        """The match after a round: its sheet entered, and the deal passed on.

        Args:
            sheet: The score of the round.
            piles: What each seat took; empty if it is not known.
        """
        scores = self.rules.total(self.scores, sheet.totals, self.course)
        pool, jack = (self.pool, self.jack) if sheet.pool is None else (sheet.pool, sheet.jack)
        taken = piles or (Cards(),) * self.players
        earlier = (*self.contracts, (self.namer, self.contract)) if self.rules.contracts else ()
        dealer, rule = self.dealer, self.rules.dealer
        if not (rule.until_won and jack):
            dealer = rule.next_dealer(dealer, len(self.sheets) + 1, taken)
        after = self.after(
            dealer=dealer,
            scores=scores,
            sheets=(*self.sheets, sheet),
            course=(*self.course, scores),
            leader=self.rules.leader_after(taken, dealer),
            bids=(),
            turned=(),
            contract=None,
            contracts=earlier,
            pool=pool,
            jack=jack,
        )
        return after if after.is_over else after.settled

    def with_scores(self, scores: tuple[int, ...]) -> Match:
        """The match with other scores.

        Raises:
            HeartsError: They are not one whole number for each seat.
        """
        is_numbers = isinstance(scores, tuple) and all(type(score) is int for score in scores)
        if not is_numbers or len(scores) != self.players:
            raise HeartsError(
                f"scores must be one whole number for each of {self.players} seats, "
                f"not {shown(scores)}"
            )
        return self.after(scores=scores)

    def with_pool(self, pool: int) -> Match:
        """The match with other counters in the pool, before a round.

        Raises:
            HeartsError: They are not a whole number, 0 or more, or there is no pool.
        """
        pool = plain(pool)
        for problem in bad_pool(self.rules, pool):
            raise HeartsError(problem)
        return self.after(pool=pool, jack=self.rules.is_jack(pool, self.players))

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
            return attrs.evolve(sheet, pool=left, jack=self.rules.is_jack(left, self.players))
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
            HeartsError: The rules are not for this number of players, or would end the game at once.
        """
        of_kind(Rules, rules, _SUCH_RULES)
        rules.check_players(self.players)
        rules.check_ending()
        known = self.contracts or ((self.dealer, None),) * self.round_number
        follows = follows_round_before(rules, self.players)
        match = self.after(
            rules=rules,
            leader=self.leader if follows else None,
            contract=None,
            contracts=known if rules.contracts else (),
        )
        return match.going_on.settled

    @property
    def going_on(self) -> Match:
        """The match, unless its scores end it before the next round.

        Raises:
            HeartsError: They do, or partners who pool have different scores.
        """
        self.sheet_of_points(self.scores, "scores")
        rules, none = self.rules, ((0,) * self.players,)
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
        if len(points) != self.players or not all(type(point) is int for point in points):
            raise HeartsError(f"{called} must be {self.players} whole numbers, not {shown(points)}")
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

    def __repr__(self) -> str:
        return (
            f"<Match: {self.rules.name}, {self.players} players, round {self.round_number + 1}, "
            f"scores {self.scores}>"
        )


def bad_pool(rules: Rules | RoundRules, pool: object) -> Iterator[str]:
    """What is wrong with a number of counters in the pool."""
    if type(pool) is not int or not 0 <= pool <= MOST_POOL:
        yield f"pool must be a whole number of counters from 0 to {MOST_POOL}, not {shown(pool)}"
    elif pool and not rules.has_pool:
        yield f"{rules.name} has no pool in which {how_many(pool, 'counter')} could be"


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
    def received(self) -> tuple[Cards, ...]:
        """The cards each seat received, seat 0 first."""
        return tuple(map(self.received_by, range(len(self.given))))

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
    at_once: ClassVar[type[Move] | None] = None
    """The kind of move that several seats may make in any order."""
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

    def apply(self, match: Match, move: Move) -> Any:
        """The phase after a move; None if the move does not belong to this phase.

        Raises:
            IllegalMove: The move is not allowed now.
        """
        return None

    def happened(self, match: Match, move: Move, after: Any, seat: int | None) -> Events:
        """What a seat sees of a move made in this phase, in order; nothing of a move that ends it.

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
        return all(
            type(move) is self.at_once and getattr(move, "seat", None) != seat for move in since
        )

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
    def names(cls, rules: Rules, players: int) -> tuple[str, ...]:
        """Every name that a seat may be asked to choose in this phase."""
        return ()

    @classmethod
    def task(cls, view: View) -> str:
        """What the seats to act are asked to do: ``pass 3 cards``; see `View.task`."""
        return cls.todo


def replaced(by_seat: tuple[_T, ...], seat: int, new: _T) -> tuple[_T, ...]:
    """A tuple by seat with the entry of one seat replaced."""
    return (*by_seat[:seat], new, *by_seat[seat + 1 :])


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


def is_or_are(cards: Cards) -> str:
    """The verb of a sentence about some cards."""
    return "is" if len(cards) == 1 else "are"


def not_held(seat: int, cards: Cards, hand: Cards) -> str:
    """Why a seat may not give cards that are not all in its hand."""
    if absent := cards.without(hand):
        return f"seat {seat} does not hold {absent}"
    card = (cards - hand)[0]
    given, held = times(cards.count(card)), times(hand.count(card))
    return f"{card} is given {given}; seat {seat} holds it {held}"


def untimely(move: Move | None, phase: AnyPhase) -> IllegalMove:
    """The error for a move that belongs to another phase."""
    wants = phase.wants
    if isinstance(move, Score) and wants.endswith(" first"):
        wants = f"{wants.removesuffix(' first')} before the round is scored"
    reason = (wants, Call(phase.call)) if phase.call else (wants,)
    return IllegalMove(*reason, rule="phase", move=move, legal=Cards())


def refusal(move: Move | None, rule: str, reason: str, legal: Cards | None = None) -> IllegalMove:
    """The error for a move that is not allowed."""
    return IllegalMove(reason, rule=rule, move=move, legal=Cards() if legal is None else legal)
