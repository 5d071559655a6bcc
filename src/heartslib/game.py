"""A game: rules, seats, score and phase in one immutable value, with the verbs of play."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Final, TypeAlias, cast

import attrs
from typing_extensions import override

from heartslib._looks import drawn
from heartslib._quick import quick
from heartslib.cards import Card, Cards, CardsLike, from_bits, in_order
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.moves import (
    MOVES,
    PLAYS,
    Answer,
    CallPass,
    Charge,
    ChooseMoon,
    Claim,
    Deal,
    Move,
    Pass,
    Play,
    Score,
    SetUp,
    Stop,
    TakeKitty,
)
from heartslib.phases import (
    CallPhase,
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
    follow,
    refusal,
)
from heartslib.rules import Objection, PassPattern, Rules
from heartslib.rules.deck import Chance, dealt, shuffled
from heartslib.rules.passing import called
from heartslib.sheet import ScoreSheet
from heartslib.table import Table
from heartslib.view import View, points_of

MOST_MOVES: Final = 100_000
"""How many moves `Game.legal_moves` lists at most."""

_Log: TypeAlias = tuple["_Log", Move] | None
"""The moves made, newest first: every state shares the log of the one before it."""


@attrs.frozen(weakref_slot=False, repr=False)
class Game:
    """A game of Hearts as it stands; every move makes a new one.

    Start with `Game.new`.  A refused move raises and changes nothing, and earlier games stay
    valid, so undo and branching need nothing more than keeping them.

    Two games are equal when rules, names, dealer, entered sheets, scores and the phase with
    all its cards are; in which order the seats passed makes no difference.

    Attributes:
        match: What lasts from round to round: rules, names, dealer, scores, sheets.
        phase: Where the round is; `phase.name` is ``"call"``, ``"deal"``, ``"pass"``,
            ``"charge"``, ``"play"``, ``"kitty"``, ``"moon"``, ``"score"`` or ``"over"``.
    """

    match: Match
    phase: Phase
    _log: _Log = attrs.field(default=None, eq=False)

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int | None = None,
        *,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Game:
        """A game about to begin; the first thing to do is `deal`.

        Args:
            rules: The rulebook, such as ``variants.get("american")``.
            players: The number of players; by default as many as there are `names`, else four
                if four can play, or the middle one of the numbers that can.
            dealer: The seat that deals first; by default the last, so that seat 0 is at
                the dealer's left.
            names: What the players are called, seat 0 first.

        Raises:
            RulesError: The rules are not for that many players.
            HeartsError: Another argument does not fit.
        """
        match = Match.start(rules, players, dealer=dealer, names=names)
        return cls(match, begin(match))

    @classmethod
    def replay(
        cls,
        rules: Rules,
        moves: Iterable[Move],
        players: int | None = None,
        *,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Game:
        """The game that these moves make, each checked; arguments as for `new`."""
        game = cls.new(rules, players, dealer=dealer, names=names)
        if not isinstance(moves, Iterable):
            raise HeartsError(f"moves must be a list of moves, not {shown(moves)}")
        for move in moves:
            game = game.apply(move)
        return game

    @property
    def rules(self) -> Rules:
        """The rulebook."""
        return self.match.rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.match.players

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, seat 0 first."""
        return self.match.names

    @property
    def dealer(self) -> int:
        """The seat that deals this round."""
        return self.match.dealer

    @property
    def round_number(self) -> int:
        """The number of the round in progress, counted from 0."""
        return self.match.round_number

    @property
    def scores(self) -> tuple[int, ...]:
        """Points entered so far, seat 0 first."""
        return self.match.scores

    @property
    def sheets(self) -> tuple[ScoreSheet, ...]:
        """The sheets of the rounds entered so far, first to last."""
        return self.match.sheets

    @property
    def sheet(self) -> ScoreSheet | None:
        """The sheet of the round just finished, entered or not; None while one is played."""
        return self.phase.round(self.match).sheet

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; every seat is one where everyone plays alone."""
        return self.match.sides

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.phase, OverPhase)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        return self.match.winners if self.is_over else ()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now; empty where the dealer or the scorer has to act."""
        return self.phase.to_act

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Every hand, seat 0 first, without what has been laid down to pass.

        They are for whoever runs the game; what one player may see is a `View`.
        """
        return self.phase.round(self.match).hands or (Cards(),) * self.players

    @property
    def table(self) -> Table:
        """What lies face up; before the first lead only the charged cards do."""
        return self.phase.round(self.match).table or self.match.ready

    @property
    def points(self) -> tuple[int, ...]:
        """Points so far in this round, seat 0 first; see `Rules.points_so_far`.

        When the round is over they are those of its sheet.
        """
        if isinstance(self.phase, ScorePhase):
            return self.phase.sheet.totals
        captured = self.phase.round(self.match).captured or (Cards(),) * self.players
        return points_of(self.rules, self.table, captured, self.scores, self.match.course)

    @property
    def history(self) -> tuple[Move, ...]:
        """Every move made, first to last; `replay` makes an equal game of it."""
        moves: list[Move] = []
        log = self._log
        while log is not None:
            log, move = log
            moves.append(move)
        return tuple(reversed(moves))

    def at(self, moves: int) -> Game:
        """The game as it was after so many of the moves of its `history`.

        Args:
            moves: How many: 0 is the game before its first move, ``len(game.history)`` the game
                itself.

        Raises:
            HeartsError: It has not had so many; or its history does not reach back to its first
                deal, as in a game made from a sample of a view.
        """
        history = self.history
        if type(moves) is not int or not 0 <= moves <= len(history):
            raise HeartsError(
                f"the game has had {len(history)} moves: give a number from 0 to {len(history)}, "
                f"not {shown(moves)}"
            )
        if moves == len(history):
            return self
        match = self.match
        start = Game.new(match.rules, names=match.names, dealer=match.first_dealer)
        try:
            games = list(itertools.accumulate(history, Game.apply, initial=start))
        except HeartsError:
            games = []
        if games[-1:] != [self]:
            raise HeartsError("the history of this game does not reach back to its first deal")
        return games[moves]

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals of the round in progress or just finished: one, and one more after a mix."""
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
        """Say for the dealer how cards are passed this round.

        Args:
            call: The name of a pattern, such as ``"mix"``; or packets, places to the left and
                how many cards, such as ``{1: 2, -1: 1}``; or a pattern.
            seat: The seat that calls, if it is to be checked.

        Raises:
            IllegalMove: It is not the time to call, or that may not be called.
        """
        seat, name = self._actor(CallPhase, seat), call
        if not isinstance(call, str):
            try:
                name = called(self.rules.passing, call, self.players).name
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
    ) -> Game:
        """Deal the cards, by chance or as given; after a mix, those in the middle.

        Args:
            seed: A whole number; the same seed gives the same deal on every machine.
            rng: A source of chance with a method `random`, such as `random.Random`.
            order: The cards in the order in which they are dealt, the first to the dealer's
                left.
            hands: The hands themselves, seat 0 first.
            kitty: The kitty, with `hands`.

        With no argument chance comes from the system's secure generator.

        Raises:
            HeartsError: The cards given do not make up the pack.
            IllegalMove: It is not the time to deal.
        """
        given = sum(each is not None for each in (seed, rng, order, hands))
        if given > 1:
            raise HeartsError("deal takes one of seed, rng, order and hands, not several of them")
        phase = self.phase
        if not isinstance(phase, DealPhase | MixPhase):
            raise refusal(None, "phase", phase.wants)
        if hands is not None:
            return self.apply(Deal(hands, kitty))
        pool, aside = phase.pool(self.match)
        if order is not None:
            cards = in_order(order)
        else:
            cards = shuffled(pool, _chance(seed) if rng is None else rng)
        return self.apply(Deal(*dealt(cards, self.players, self.dealer, aside)))

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
        charged: Iterable[CardsLike] = (),
        scores: Iterable[int] | None = None,
        waive: Iterable[str] = (),
    ) -> Game:
        """Lay out a position in the middle of a round, in place of a deal.

        The earlier plays are checked too, as far as the cards tell.  For what only one player
        knows see `View.set_up`.

        Args:
            hands: The hands, seat 0 first.
            leader: The seat that led to the first of `tricks`, or to `trick` if there is none.
            tricks: The earlier tricks, first to last, each in the order of play.
            trick: The trick on the table, in the order of play.
            taken: What each seat has taken before, seat 0 first, where it is not known in which
                tricks.  Rules that ask how they were played then see nothing.
            kitty: What is left of the kitty, in its order.
            captured: Kitty cards that lie with the tricks of each seat.
            charged: What each seat has charged, seat 0 first.
            scores: The scores before the round, seat 0 first; by default those of the game.
            waive: Names of checks to leave out, as the error's sentence has them in brackets.

        Raises:
            HeartsError: No round comes to this position; the sentence names all that is wrong.
            IllegalMove: It is not the time to deal.
        """
        return self.apply(
            SetUp(
                hands=hands,
                leader=leader,
                tricks=tricks,
                trick=trick,
                taken=taken,
                kitty=kitty,
                captured=captured,
                charged=charged,
                scores=scores,
                waived=waive,
            )
        )

    def pass_cards(self, seat: int, cards: CardsLike | Mapping[int, CardsLike]) -> Game:
        """Lay down the cards that `seat` passes.

        Args:
            seat: The seat.
            cards: The cards; where they go to several seats, a mapping of seat to cards.

        Raises:
            IllegalMove: They are not in the hand, are too few or too many, may not be passed,
                or the seat has passed already.
        """
        if isinstance(cards, Mapping):
            return self.apply(Pass.split(seat, cast("Mapping[int, CardsLike]", cards)))
        return self.apply(Pass(seat, cards))

    def charge(self, seat: int, cards: CardsLike = "") -> Game:
        """Charge cards of a hand by showing them to all, or decline.

        Args:
            seat: The seat.
            cards: The cards; none, ``""``, to decline.

        Raises:
            IllegalMove: They are not in the hand, may not be charged, are too many, or the
                seat has answered already.
        """
        return self.apply(Charge(seat, cards))

    def take_kitty(self, cards: CardsLike, seat: int | None = None) -> Game:
        """Lay down cards for the kitty, for the seat that has taken it into its hand.

        Args:
            cards: As many cards as the kitty has.
            seat: The seat, if it is to be checked.

        Raises:
            IllegalMove: There is no kitty to exchange, or not for these cards.
        """
        return self.apply(TakeKitty(self._actor(KittyPhase, seat), cards))

    def play(self, card: Card | str, seat: int | None = None) -> Game:
        """Play a card for the seat on turn.

        Args:
            card: The card, or its name.
            seat: The seat that plays it, if its turn is to be checked.

        Raises:
            IllegalMove: The card may not be played now; `rule` and `reason` say why.
        """
        phase = self.phase
        if type(card) is not Card:
            card = Card.parse(card)
        if type(phase) is not PlayPhase:
            raise refusal(None if seat is None else Play(seat, card), "phase", phase.wants)
        turn = phase.turn
        if seat is not None and (seat != turn or type(seat) is not int):
            return self.apply(Play(seat, card))
        match = self.match
        after = phase.play(match, card)
        log = (self._log, PLAYS[turn][card.index])
        if after.legal_bits:  # it is not done
            return _game_of(match, after, log)
        return _game_of(*follow(match, after), log)

    def claim(self, seat: int | None = None) -> Game:
        """Claim all the tricks that are left, for the seat on turn; the others answer.

        Args:
            seat: The seat that claims, if it is to be checked.

        Raises:
            IllegalMove: The rules know no claims, or it is not the time.
        """
        return self.apply(Claim(self._actor(PlayPhase, seat)))

    def answer(self, seat: int, *, accepts: bool) -> Game:
        """Accept a claim or refuse it; when all others have accepted it ends the round.

        Raises:
            IllegalMove: There is no claim that this seat has to answer.
        """
        return self.apply(Answer(seat, accepts))

    def choose_moon(self, choice: str, seat: int | None = None) -> Game:
        """Say how the moon is paid, for the seat that shot it.

        Args:
            choice: ``"add"`` or ``"subtract"``.
            seat: The seat that chooses, if it is to be checked.

        Raises:
            IllegalMove: There is nothing to choose, or not that.
        """
        return self.apply(ChooseMoon(self._actor(MoonPhase, seat), choice))

    def _actor(self, phase: type[Phase], seat: int | None) -> int:
        """The seat that is to act in this phase, or the one that is to be checked."""
        if not isinstance(self.phase, phase):
            raise refusal(None, "phase", self.phase.wants)
        return self.to_act[0] if seat is None else seat

    def score(self) -> Game:
        """Book the finished round: on to the next deal, or to the end of the game.

        Raises:
            IllegalMove: The round is not finished.
        """
        return self.apply(Score())

    def stop(self) -> Game:
        """End the game for the host, say for want of time; a round in progress is not counted.

        Raises:
            IllegalMove: The game is over.
        """
        return self.apply(Stop())

    def apply(self, move: Move) -> Game:
        """The game after any move, given as a value of `heartslib.moves`.

        Raises:
            IllegalMove: The move is not allowed now.
            HeartsError: It is no move, or its cards or its seat do not exist.
        """
        if not isinstance(move, MOVES):
            raise HeartsError(f"{shown(move)} is not a move: give a value of heartslib.moves")
        match, phase = advance(self.match, self.phase, move)
        return Game(match, phase, (self._log, move))

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that `apply` accepts now, except `Stop` and deals, of which there are too many.

        In the pass that is every choice of cards of every seat that still has to pass.

        Raises:
            HeartsError: There are more than `MOST_MOVES`, as where many players pass to each
                other: then make one, and `apply` says if it may not be.
        """
        views = map(self.view, range(self.players))
        questions = (question for view in views if (question := view.question))
        moves = tuple(itertools.islice(self.phase.moves(self.match, questions), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise HeartsError(
                f"there are more than {MOST_MOVES} legal moves in phase {self.phase.name!r}, too "
                "many to be listed: make one, and apply() says if it is not legal"
            )
        return moves

    def legal_plays(self) -> Cards:
        """The cards that the seat on turn may play; none outside the play."""
        phase = self.phase
        return from_bits(phase.legal_bits) if type(phase) is PlayPhase else Cards()

    def is_legal(self, card: Card | str) -> bool:
        """Whether the seat on turn may play `card`; False outside the play.

        Raises:
            CardsError: `card` is not a card.
        """
        return Card.parse(card) in self.legal_plays()

    def explain(self, card: Card | str) -> Objection | None:
        """Why the seat on turn may not play `card`; None if it may.

        Raises:
            CardsError: `card` is not a card.
        """
        card = Card.parse(card)
        if isinstance(self.phase, PlayPhase):
            return self.phase.objection(self.match, card)
        return Objection(card, "phase", self.phase.wants)

    def view(self, seat: int | None) -> View:
        """What a seat knows; ``view(None)`` is what a spectator sees.

        Raises:
            HeartsError: There is no such seat.
        """
        if seat is not None:
            self.match.check_seat(seat)
        return View.of(self.match, self.phase, seat)

    @override
    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy the moves in a row: nested as they are kept, they recurse too deeply."""
        return _restored, (self.match, self.phase, self.history)

    @override
    def __repr__(self) -> str:
        now = f"over after {self.round_number} rounds, won by {self.winners}"
        if not self.is_over:
            now = f"round {self.round_number + 1}, {self.phase.name}, to act {self.to_act}"
        return f"<Game: {self.rules.name}, {self.players} players, {now}, scores {self.scores}>"

    @override
    def __str__(self) -> str:
        return drawn(self, "text")

    def _repr_svg_(self) -> str:
        """The table with all hands, for notebooks."""
        return drawn(self, "svg")


_game_of: Final = quick(Game)


def _restored(match: Match, phase: Phase, history: tuple[Move, ...]) -> Game:
    """The game with these moves behind it, unchecked: the other half of `Game.__reduce__`."""
    log: _Log = None
    for move in history:
        log = (log, move)
    return Game(match, phase, log)


def _chance(seed: int | None) -> Chance:
    if seed is None:
        return SystemRandom()
    if type(seed) is not int or seed < 0:
        raise HeartsError(f"a seed is a whole number, 0 or more, not {shown(seed)}")
    return Random(seed)  # noqa: S311 - a seed is given to be repeatable
