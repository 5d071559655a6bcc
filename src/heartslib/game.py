"""A game: rules, seats, scores and phase in one immutable value, with a method for each move.

A `Game` is two values and a log.  The `Match` lasts from round to round, the `Phase` says what a round is waiting for,
and both together decide everything that comes.  The log is only for `history`, and two games that differ in it may
be equal.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any, TypedDict, Unpack, cast, final

import attrs
from attrs import Attribute, evolve

from heartslib._values.arguments import of_kind, whole_within
from heartslib._values.looks import drawn
from heartslib._values.quick import quick
from heartslib._values.seats import for_each
from heartslib.cards import NO_CARDS, Card, Cards, CardsLike, from_bits, in_order
from heartslib.errors import HeartsError, RulesError, quoted
from heartslib.events import Event
from heartslib.moves import (
    MOVES,
    PLAYS,
    Answer,
    Bid,
    CallPass,
    ChangeRules,
    Charge,
    ChooseMoon,
    Claim,
    Deal,
    LayDown,
    Move,
    NameContract,
    Pass,
    Play,
    Score,
    SetUp,
    Stop,
)
from heartslib.phases import (
    AnyPhase,
    BidPhase,
    CallPhase,
    ContractPhase,
    DealPhase,
    KittyPhase,
    Match,
    MixPhase,
    MoonPhase,
    OverPhase,
    Phase,
    PlayPhase,
    ScorePhase,
    advance,
    begin,
    events_of,
    follow,
    refusal,
    untimely,
)
from heartslib.phases.going_on import check_seats, gone_on
from heartslib.phases.match import SUCH_RULES
from heartslib.phases.standing import IN_PLAY, FaceUp
from heartslib.rules import Objection, PassPattern, RoundRules, Rules, TableRules
from heartslib.rules.deck import Chance
from heartslib.rules.passing import called
from heartslib.sheet import ScoreSheet
from heartslib.table import Table
from heartslib.view import View

MOST_MOVES = 100_000
"""The most moves that `Game.legal_moves` lists."""

_Log = tuple["_Log", Move] | None
"""The moves made, newest first; a game shares the log of the game before it."""


class _Beginning(TypedDict, total=False):
    """How a game begins; see `Game.new`."""

    dealer: int | None
    names: Sequence[str] | None
    scores: Iterable[int] | None
    round_number: int
    contracts: Iterable[str]
    leader: int | None
    pool: int | None


def _made_by_new(kind: type) -> Callable[[object, Attribute[Any], object], None]:
    """A check of a field of a game, which nobody but `Game.new` needs to fill."""

    def check(_: object, field: Attribute[Any], value: object) -> None:
        must = f"a game is made by Game.new(rules): its {field.name} must be of the class {kind.__name__}"
        of_kind(kind, value, must)

    return check


@final  # every move makes a `Game`
@attrs.frozen(weakref_slot=False, repr=False, unsafe_hash=True)
class Game(FaceUp):
    """A game of Hearts at one moment; every move returns a new `Game`.

    Start with `Game.new`.  An illegal move raises and changes nothing, and earlier games stay
    valid: to undo or to branch, keep the earlier game.  Where several seats may move, as in
    `pass_cards`, the seat comes first; where one is to move, it may be left out, and is checked if
    given.

    >>> from heartslib import variants
    >>> game = Game.new(variants.get("american")).deal(seed=7)
    >>> game.phase.name, game.to_act
    ('pass', (0, 1, 2, 3))

    Two games are equal if their rules, names, dealer, sheets, scores and phase are, with all
    cards; the order in which the seats passed makes no difference.

    Attributes:
        match: What lasts from round to round: rules, names, dealer, scores, sheets.
        phase: What the round is waiting for; `phase.name` is ``"call"``, ``"deal"``,
            ``"bid"``, ``"contract"``, ``"early-charge"``, ``"pass"``, ``"charge"``, ``"play"``,
            ``"kitty"``, ``"moon"``, ``"score"`` or ``"over"``.
    """

    match: Match = attrs.field(validator=_made_by_new(Match))
    phase: Phase = attrs.field(default=cast("Phase", None), validator=_made_by_new(AnyPhase))
    _log: _Log = attrs.field(default=None, eq=False)

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int | None = None,
        *,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
        scores: Iterable[int] | None = None,
        round_number: int = 0,
        contracts: Iterable[str] = (),
        leader: int | None = None,
        pool: int | None = None,
    ) -> Game:
        """A game about to begin, or to go on from elsewhere; the next step is usually `deal`.

        >>> from heartslib import variants
        >>> print(repr(Game.new(variants.get("american"), names=["Ann", "Ben", "Cy"])))
        <Game: American Hearts, 3 players, round 1, deal, to act (), scores (0, 0, 0)>

        A game on paper goes on after its third round, with that round's place in the cycle of
        passes; a handicap is a score without rounds:

        >>> game = Game.new(variants.get("american"), scores=(30, 8, 25, 15), round_number=3)
        >>> game.dealer, game.deal(seed=7).phase.name
        (2, 'play')

        Args:
            rules: The rulebook, such as ``variants.get("american")``.
            players: The number of players; by default the number of `names`.  Without names it is
                four if four can play, otherwise the middle one of the numbers that can.
            dealer: The seat that deals the first round here; by default the last dealt the
                first round of all, so that seat 0 is at the dealer's left.
            names: The names of the players, seat 0 first.
            scores: The scores at the beginning, seat 0 first; by default all 0.
            round_number: How many rounds have been played elsewhere.  The last of their sheets
                has the points of all, the others are empty.
            contracts: The contracts of those rounds, first to last, if dealers named them.
            leader: The seat that leads first, if those rounds decide it.
            pool: The counters in the pool at the beginning; by default none, if nothing came before.

        Raises:
            RulesError: The rules are not for that many players.
            HeartsError: Another argument cannot be used, or with these scores the game would be
                over.
        """
        match = Match.start(rules, players, dealer=dealer, names=names)
        match = gone_on(
            match, scores=scores, round_number=round_number, contracts=contracts, leader=leader,
            dealer=dealer, pool=pool,
        )  # fmt: skip
        check_seats(match, leader, dealer)
        return _game_of(match, begin(match), None)

    @classmethod
    def replay(
        cls,
        rules: Rules,
        moves: Iterable[Move],
        players: int | None = None,
        **beginning: Unpack[_Beginning],
    ) -> Game:
        """The game after these moves, each of them checked; the other arguments are those of `new`."""
        game = cls.new(rules, players, **beginning)
        of_kind(Iterable, moves, "moves must be an iterable of moves")
        for move in moves:
            game = game.apply(move)
        return game

    @property
    def rules(self) -> Rules:
        """The rulebook."""
        return self.match.rules

    @property
    def at_table(self) -> TableRules:
        """The rulebook as this table plays it; see `Rules.at`."""
        return self.match.at_table

    @property
    def in_force(self) -> RoundRules:
        """The rules that this round is played by, with what its contract changes.

        Raises:
            RulesError: The round has no contract yet.
        """
        return self.match.in_force

    @property
    def contract(self) -> str | None:
        """The contract of this round; None until it is named, or if there are no contracts."""
        return self.match.contract

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.match.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, seat 0 first."""
        return self.match.names

    @property
    def dealer(self) -> int:
        """The seat that deals this round."""
        return self.match.dealer

    @property
    def round_number(self) -> int:
        """The number of the current round, counted from 0; people say one more."""
        return self.match.round_number

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores after the last entered round, seat 0 first."""
        return self.match.scores

    @property
    def pool(self) -> int:
        """The counters in the pool after the last entered round: paid by players, and won by nobody.

        With the scores they always add up to what the game began with; 0 in a game without a pool.
        """
        return self.match.pool

    @property
    def sheets(self) -> tuple[ScoreSheet, ...]:
        """The sheets of the entered rounds, first to last."""
        return self.match.sheets

    @property
    def sheet(self) -> ScoreSheet | None:
        """The sheet of the round just finished, entered or not; None during a round."""
        return self.phase.round(self.match).sheet

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; a player without partners is a side."""
        return self.match.sides

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.phase, OverPhase)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by the scores, such as 1, 2, 2, 4; partners share theirs."""
        return self.match.places

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        return self.match.winners if self.is_over else ()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act; empty if the next step is a deal or the score."""
        return self.phase.to_act

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Every hand, seat 0 first, without the cards laid down to pass.

        This is for whoever runs the game; a player sees only a `View`.
        """
        return self.phase.round(self.match).hands or for_each(self.players, NO_CARDS)

    @property
    def table(self) -> Table:
        """The cards that are face up; before the first lead, only charged cards."""
        return self.phase.round(self.match).table or self.match.ready

    @property
    def pattern(self) -> PassPattern | None:
        """How cards are passed this round, or were in the last; None until it is known."""
        exchange = self.phase.round(self.match).exchange
        return exchange.pattern if exchange else None

    @property
    def _is_in_play(self) -> bool:
        return self.phase.name in IN_PLAY

    @property
    def _first_leader(self) -> int | None:
        return self.match.settled.leader

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The cards that each seat has taken so far in this round, seat 0 first.

        They include kitty cards and, after a claim, the cards that were not played, so that
        `score_hand` can count them.  For the cards of the tricks alone, see `Table.piles`.
        """
        captured = self.phase.round(self.match).captured or for_each(self.players, NO_CARDS)
        return tuple(map(operator.add, self.table.piles, captured))

    @property
    def points_so_far(self) -> tuple[int, ...]:
        """The points so far in this round, seat 0 first; see `RoundRules.points_so_far`.

        After the round they are those of its sheet.
        """
        if isinstance(self.phase, ScorePhase):
            return self.phase.sheet.totals
        now = self.phase.round(self.match)
        nothing = for_each(self.players, NO_CARDS)
        return self.match.points_after(
            now.table or self.match.ready,
            now.captured or nothing,
            left=max(map(len, now.hands or nothing)) - now.offered,
            stock=now.kitty_size,
        )

    @property
    def history(self) -> tuple[Move, ...]:
        """Every move made, first to last; `replay` turns them into an equal game."""
        moves: list[Move] = []
        log = self._log
        while log is not None:
            log, move = log
            moves.append(move)
        return tuple(reversed(moves))

    def at(self, moves: int) -> Game:
        """The game after the first moves of its `history`.

        Args:
            moves: How many moves: 0 gives the game before its first move, ``len(game.history)``
                the game itself.

        Raises:
            HeartsError: The game has had fewer moves, or its history does not begin with its
                first deal, as in a game made from a sample of a view.
        """
        history = self.history
        last = len(history)
        must = f"the game has had {last} moves: give a number from 0 to {last}"
        moves = whole_within(0, last, moves, must)
        if moves == last:
            return self
        try:
            games = list(itertools.accumulate(history, Game.apply, initial=self.beginning))
        except HeartsError:
            games = []
        if games[-1:] != [self]:
            raise HeartsError("the history of this game does not begin with its first deal")
        return games[moves]

    def events(self, seat: int | None, since: Game | int = 0) -> tuple[Event, ...]:
        """What a seat has seen happen since an earlier moment of this game, in order.

        >>> from heartslib import variants
        >>> game = Game.new(variants.get("dame_de_pique")).deal(seed=7)
        >>> game.play("5C").events(1, since=game)
        (CardPlayed(seat=0, card=Card('5C'), is_lead=True),)

        A game keeps no events: the moves since are made once more, and the phases say what happens.

        Args:
            seat: The seat; None for a spectator.
            since: The earlier game; or how many moves it had had, for which all moves are made again,
                from the first.  By default all events of the game.

        Raises:
            HeartsError: There is no such seat; or this game does not come from the earlier one, as
                moves have been taken back since.
        """
        return tuple(event for _, events in self._going_through(seat, since) for event in events)

    def steps(
        self, seat: int | None, since: Game | int = 0
    ) -> tuple[tuple[View, tuple[Event, ...]], ...]:
        """For each move since an earlier moment, what the seat knows after it, and its events.

        A sentence about an event needs the view of that time: later, another contract may be in force.
        The arguments are those of `events`.

        Raises:
            HeartsError: As for `events`.
        """
        return tuple((game.view(seat), events) for game, events in self._going_through(seat, since))

    def _going_through(
        self, seat: int | None, since: Game | int
    ) -> Iterator[tuple[Game, tuple[Event, ...]]]:
        """The game after each move since an earlier moment, and what a seat has seen of the move."""
        seat = None if seat is None else self.match.check_seat(seat)
        game = since if isinstance(since, Game) else self.at(since)
        earlier = game.history
        moves = self.history
        if moves[: len(earlier)] == earlier:
            with suppress(HeartsError):  # moves that cannot be made again are of another game
                game = game.with_names(self.names)
                for move in moves[len(earlier) :]:
                    match, phase, events = events_of(game.match, game.phase, move, seat)
                    game = Game(match, phase)
                    yield game, events
        if game != self:
            raise HeartsError(
                "this game does not come from the earlier one: it is another, or moves have been taken back since"
            )

    @property
    def beginning(self) -> Game:
        """The game before its first move."""
        first = self.match.first or self.match
        return Game(first, begin(first))

    def with_names(self, names: Sequence[str]) -> Game:
        """The same game with other names for the players, seat 0 first.

        Raises:
            HeartsError: They are not one name for each seat.
        """
        return Game(self.match.with_names(names), self.phase, self._log)

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals of the current or just finished round: one, and a second after a mix."""
        moves: list[Deal] = []
        for move in reversed(self.history):
            if isinstance(move, Deal):
                moves.append(move)
            elif isinstance(move, Score | CallPass) and moves:
                break
        return tuple(reversed(moves))

    def call_pass(
        self, call: str | Mapping[int, int] | PassPattern, seat: int | None = None
    ) -> Game:
        """Call, for the dealer, how cards are passed this round.

        Args:
            call: The name of a pattern, such as ``"mix"``; a pattern; or the number of cards for
                each place onward: ``{1: 2, -1: 1}`` is two to the next player and one to the one before.
            seat: The seat that calls; by default the dealer, and checked if given.

        Raises:
            IllegalMove: This is not the time to call, or the pattern may not be called.
        """
        seat = self._actor(CallPhase, seat)
        name = call
        if not isinstance(call, str):
            try:
                name = called(self.at_table.calls, call, self.players).name
            except RulesError as error:
                raise refusal(None, "call", str(error)) from error
        return self.apply(CallPass(seat, str(name)))

    def deal(
        self,
        *,
        seed: int | None = None,
        rng: Chance | None = None,
        order: CardsLike | None = None,
        hands: Iterable[CardsLike] | None = None,
        kitty: CardsLike = (),
        face_up: CardsLike = (),
        leader: int | None = None,
    ) -> Game:
        """Deal the cards, at random or as given; after a mix, deal back those in the middle.

        >>> from heartslib import variants
        >>> game = Game.new(variants.get("american"))
        >>> print(game.deal(seed=7).hands[0])
        5C TC KC 2D 9D TD JD KD 2S 5S QS JH KH

        Args:
            seed: A whole number; the same seed gives the same deal on every machine.
            rng: A random generator with a method `random`, such as `random.Random`.
            order: All the cards in the order in which they are dealt, the first to the dealer's
                left.
            hands: The hands themselves, seat 0 first.
            kitty: The kitty, if `hands` are given.
            face_up: The dealer's last card, if `hands` are given and the rules show that card.
            leader: The seat that was drawn to lead, if `hands` or `order` are given and the rules
                draw a leader.

        Without arguments the system's secure random generator is used.

        Raises:
            HeartsError: The cards given are not the pack.
            IllegalMove: This is not the time to deal.
        """
        ways = sum(way is not None for way in (seed, rng, order, hands))
        if ways > 1:
            raise HeartsError("deal takes only one of seed, rng, order and hands")
        phase = self.phase
        if not isinstance(phase, DealPhase | MixPhase):
            raise untimely(None, phase)
        if hands is not None:
            deal = Deal(hands, kitty, face_up)
        elif order is not None:
            deal = phase.dealt(self.match, in_order(order))
        else:
            deal = phase.by_chance(self.match, _chance(seed) if rng is None else rng)
        return self.apply(deal if leader is None else evolve(deal, leader=leader))

    def bid(self, points: int, seat: int | None = None) -> Game:
        """Bid for the right to name the contract, or pass with 0.

        Args:
            points: The bid, more than any before.
            seat: The seat that bids; by default the one to act, and checked if given.

        Raises:
            IllegalMove: This is not the time to bid, or the bid is not high enough.
        """
        return self.apply(Bid(self._actor(BidPhase, seat), points))

    def name_contract(self, name: str, seat: int | None = None) -> Game:
        """Name the contract of the round, for the dealer or the highest bidder.

        Args:
            name: The name of the contract, such as ``"no-tricks"``.
            seat: The seat that names it; by default the one to act, and checked if given.

        Raises:
            IllegalMove: This is not the time to name a contract, there is no such contract, or that
                seat has named it before.
        """
        return self.apply(NameContract(self._actor(ContractPhase, seat), name))

    def set_up(
        self,
        hands: Iterable[CardsLike],
        *,
        leader: int,
        tricks: Iterable[CardsLike] = (),
        trick: CardsLike = (),
        taken: Iterable[CardsLike] = (),
        kitty: CardsLike = (),
        captured: Iterable[CardsLike] = (),
        charged: CardsLike | Iterable[CardsLike] = (),
        shown: Iterable[CardsLike] = (),
        scores: Iterable[int] | None = None,
        pool: int | None = None,
        contract: str | None = None,
        bids: Iterable[int] = (),
        face_up: CardsLike = (),
        waive: Iterable[str] = (),
    ) -> Game:
        """Lay out a position in the middle of a round, instead of a deal.

        The earlier plays are checked as far as the cards given allow.  For a position of which
        only one hand is known, see `View.set_up`.

        Args:
            hands: The hands, seat 0 first.
            leader: The seat that led to the first of `tricks`, or to `trick` if there is none.
            tricks: The earlier tricks, first to last, each in the order of play.
            trick: The trick on the table, in the order of play.
            taken: What each seat has taken before `tricks`, seat 0 first, if the tricks themselves
                are not known.  A rule that asks how they were played is refused.
            kitty: What is left of the kitty, in order.
            captured: The kitty cards with the tricks of each seat, seat 0 first.
            charged: What each seat has charged, seat 0 first, or all of it together: then those who
                hold or played the cards have charged them.
            shown: The hand that each seat has laid open, as far as it still holds it, seat 0 first.
                What the tricks say of it need not be said.
            scores: The scores before the round, seat 0 first; by default those of the game.
            pool: The counters in the pool before the round; by default those of the game.
            contract: The contract of the round, if the dealer has a choice.
            bids: What each seat bid for naming it, seat 0 first, if it was sold; 0 for a pass.
            face_up: The dealer's last card, if the rules show it.
            waive: Names of checks to leave out; errors give them in brackets.

        Raises:
            HeartsError: No round leads to this position; the message names everything wrong.
            IllegalMove: This is not the time to deal.
        """
        laid_out = SetUp(
            hands=hands, leader=leader, tricks=tricks, trick=trick, taken=taken, kitty=kitty,
            captured=captured, charged=charged, shown=shown, scores=scores, contract=contract, bids=bids,
            pool=pool, face_up=face_up, waived=waive,
        )  # fmt: skip
        return self.apply(laid_out)

    def pass_cards(self, seat: int, cards: CardsLike | Mapping[int, CardsLike]) -> Game:
        """Lay down the cards that `seat` passes.

        Args:
            seat: The seat that passes.
            cards: The cards; if they go to several seats, a mapping from seat to cards.

        Raises:
            IllegalMove: The cards are not in the hand, are too few or too many, or may not be
                passed, or the seat has passed already.
        """
        if isinstance(cards, Mapping):
            return self.apply(Pass.split(seat, cast("Mapping[int, CardsLike]", cards)))
        return self.apply(Pass(seat, cards))

    def charge(self, seat: int, cards: CardsLike = "") -> Game:
        """Charge cards by showing them, or decline.

        Args:
            seat: The seat that charges or declines.
            cards: The cards; ``""``, the default, declines.

        Raises:
            IllegalMove: The cards are not in the hand, may not be charged or are too many, or
                the seat has answered already.
        """
        return self.apply(Charge(seat, cards))

    def lay_down(self, cards: CardsLike, seat: int | None = None) -> Game:
        """Lay down cards in exchange for the kitty, for the seat that took it into its hand.

        Args:
            cards: As many cards as the seat took up.
            seat: The seat; by default the one to act, and checked if given.

        Raises:
            IllegalMove: There is no kitty to exchange, or these cards may not be laid down.
        """
        return self.apply(LayDown(self._actor(KittyPhase, seat), cards))

    def play(self, card: Card | str, seat: int | None = None) -> Game:
        """Play a card for the seat to act.

        >>> from heartslib import IllegalMove, variants
        >>> game = Game.new(variants.get("dame_de_pique")).deal(seed=7).play("5C")
        >>> try:
        ...     game.play("4S")
        ... except IllegalMove as error:
        ...     print(error)
        seat 1 plays 4S: clubs were led and you hold some: follow suit (legal: 4C 6C JC AC)

        Args:
            card: The card, or its name.
            seat: The seat that plays; by default the one to act, and checked if given.

        Raises:
            IllegalMove: The card may not be played now; `rule` and `reason` say why.
        """
        phase = self.phase
        if type(card) is not Card:
            card = Card.parse(card)
        if type(phase) is not PlayPhase:
            raise untimely(None if seat is None else Play(seat, card), phase)
        turn = phase.turn
        # `apply` says what is wrong with a seat; here True would pass for seat 1
        if seat is not None and (seat != turn or type(seat) is not int):
            return self.apply(Play(seat, card))
        match = self.match
        after = phase.play(match, card)
        # nested pairs: each game shares its past with earlier ones, and nothing is copied
        log = (self._log, PLAYS[turn][card.index])
        if after.legal_bits:  # the seat after it can play
            return _game_of(match, after, log)
        return _game_of(*follow(match, after), log)

    def claim(self, seat: int | None = None) -> Game:
        """Claim all the remaining tricks, for the seat to act; the others answer.

        Args:
            seat: The seat that claims; by default the one to act, and checked if given.

        Raises:
            IllegalMove: The rules allow no claims, or this is not the time.
        """
        return self.apply(Claim(self._actor(PlayPhase, seat)))

    def answer(self, seat: int, *, accepts: bool) -> Game:
        """Accept a claim or refuse it; if all the others accept, the round ends.

        Raises:
            IllegalMove: There is no claim for this seat to answer.
        """
        return self.apply(Answer(seat, accepts))

    def choose_moon(self, choice: str, seat: int | None = None) -> Game:
        """Choose how the moon is paid, for the seat that shot it.

        Args:
            choice: ``"add"`` or ``"subtract"``.
            seat: The seat that chooses; by default the shooter, and checked if given.

        Raises:
            IllegalMove: There is nothing to choose, or `choice` is not one of the choices.
        """
        return self.apply(ChooseMoon(self._actor(MoonPhase, seat), choice))

    def _actor(self, phase: type[Phase], seat: int | None) -> int:
        """The given seat, or the one to act in this phase."""
        if not isinstance(self.phase, phase):
            raise untimely(None, self.phase)
        return self.to_act[0] if seat is None else seat

    def score(self) -> Game:
        """Enter the score of the finished round; the next deal or the end of the game follows.

        Raises:
            IllegalMove: The round is not finished.
        """
        return self.apply(Score())

    def change_rules(self, rules: Rules) -> Game:
        """Play by other rules from the coming round on, for the host.

        Scores, dealer and the number of the round stay as they are.

        Raises:
            IllegalMove: A round is in progress.
            HeartsError: The rules are not for this number of players, begin with other scores, or
                would end the game at once.
        """
        return self.apply(ChangeRules(of_kind(Rules, rules, SUCH_RULES)))

    def stop(self) -> Game:
        """End the game at once, for the host.

        A round in progress is not scored; the score of a finished round is entered.

        Raises:
            IllegalMove: The game is over already.
        """
        return self.apply(Stop())

    def apply(self, move: Move) -> Game:
        """The game after a move, given as a value of `heartslib.moves`.

        >>> from heartslib import moves, variants
        >>> game = Game.new(variants.get("american")).deal(seed=7)
        >>> game.apply(moves.Pass(0, "QS KH KC")).to_act
        (1, 2, 3)

        Raises:
            IllegalMove: The move is not allowed now.
            HeartsError: This is not a move, or its seat or its cards do not exist.
        """
        if type(move) is Play and type(self.phase) is PlayPhase and move.seat == self.phase.turn:
            return self.play(move.card)
        if not isinstance(move, MOVES):
            raise HeartsError(f"{quoted(move)} is not a move: give a value from heartslib.moves")
        match, phase = advance(self.match, self.phase, move)
        return _game_of(match, phase, (self._log, move))

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that `apply` accepts now, except `Stop` and deals (there are too many).

        >>> from heartslib import variants
        >>> len(Game.new(variants.get("american")).deal(seed=7).legal_moves())  # 4 * comb(13, 3)
        1144

        Raises:
            HeartsError: There are more than `MOST_MOVES`, which happens when many cards are
                passed.
        """
        views = map(self.view, range(self.players))
        questions = (question for view in views if (question := view.question))
        moves = tuple(itertools.islice(self.phase.moves(self.match, questions), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise HeartsError(
                f"there are more than {MOST_MOVES} legal moves in phase {self.phase.name!r}, too "
                "many to list: try a move with apply(), which says if it is illegal"
            )
        return moves

    def legal_plays(self) -> Cards:
        """The cards that the seat to act may play; empty if no card is to be played."""
        phase = self.phase
        return from_bits(phase.legal_bits) if type(phase) is PlayPhase else NO_CARDS

    def is_legal(self, card: Card | str) -> bool:
        """Whether the seat to act may play `card`; False if no card is to be played.

        Raises:
            CardsError: `card` is not a card.
        """
        return Card.parse(card) in self.legal_plays()

    def explain(self, card: Card | str) -> Objection | None:
        """Why the seat to act may not play `card`; None if it may.

        >>> from heartslib import variants
        >>> game = Game.new(variants.get("dame_de_pique")).deal(seed=7).play("5C")
        >>> game.explain("4S").rule, game.explain("4C")
        ('follow-suit', None)

        Raises:
            CardsError: `card` is not a card.
        """
        card = Card.parse(card)
        if isinstance(self.phase, PlayPhase):
            return self.phase.objection(self.match, card)
        return Objection(card, "phase", self.phase.wants)

    def view(self, seat: int | None) -> View:
        """What a seat knows; ``view(None)`` is what a spectator sees.

        >>> from heartslib import variants
        >>> view = Game.new(variants.get("american")).deal(seed=7).view(0)
        >>> len(view.hand), view.hand_sizes
        (13, (13, 13, 13, 13))

        Raises:
            HeartsError: There is no such seat.
        """
        if seat is not None:
            seat = self.match.check_seat(seat)
        return View.of(self.match, self.phase, seat)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy the moves as a flat tuple: the nested log would recurse too deeply."""
        return _restored, (self.match, self.phase, self.history)

    def __repr__(self) -> str:
        now = f"over after {self.round_number} rounds, won by {self.winners}"
        if not self.is_over:
            now = f"round {self.round_number + 1}, {self.phase.name}, to act {self.to_act}"
        return f"<Game: {self.rules.name}, {self.players} players, {now}, scores {self.scores}>"

    def __str__(self) -> str:
        return drawn(self, "text")

    def _repr_svg_(self) -> str:
        """The table with all hands, for notebooks."""
        return drawn(self, "svg")


_game_of = quick(Game)


def _restored(match: Match, phase: Phase, history: tuple[Move, ...]) -> Game:
    """The game with this history, unchecked: the other half of `Game.__reduce__`."""
    log: _Log = None
    for move in history:
        log = (log, move)
    return Game(match, phase, log)


def _chance(seed: int | None) -> Chance:
    if seed is None:
        return SystemRandom()
    number = whole_within(0, None, seed, "seed must be a whole number, 0 or more")
    return Random(number)  # noqa: S311 - a seed is for repeatable deals
