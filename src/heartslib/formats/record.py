"""Games, rounds and rulebooks as JSON text.

`dumps` and `loads` store a whole game as the list of its moves.  `loads` replays every move, so a
forged game is refused with the move that is illegal.  `RecordedRound` is one round that was played
anywhere, with hands, passes and plays as names of cards.  `dumps_rules` and `loads_rules` store a
rulebook alone.

A file never names code: its rules are classes of `heartslib.rules`, or classes passed to
`make_converter`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import starmap, takewhile
from operator import attrgetter, sub
from typing import Final

import attrs
import cattrs

from heartslib import variants
from heartslib._given import MOST_BID, MOST_PLAYERS, at_most, of_kind, prefixed_errors
from heartslib.cards import Card, Cards
from heartslib.errors import HeartsError, RecordError, shown
from heartslib.formats._json import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MOST_MOVES,
    MOST_ROUNDS,
    Json,
    dump_json,
    opened,
    parse_json,
    structured,
)
from heartslib.formats.converter import CONVERTER, make_converter
from heartslib.game import Game
from heartslib.moves import (
    Charge,
    ChooseMoon,
    Claim,
    Deal,
    IllegalMove,
    LayDown,
    Move,
    Pass,
    Play,
    Score,
)
from heartslib.phases import KittyPhase, Match, MoonPhase, PlayPhase, ScorePhase, begin
from heartslib.rules import HOLD, Cycle, Rules

FORMAT: Final = "heartslib-game"
RULES_FORMAT: Final = "heartslib-rules"
VERSION: Final = 1
MOST_RECORDED: Final = 5_000
"""The most recorded rounds that `read_rounds` reads."""


@attrs.frozen
class Begun:
    """How a game began that went on from elsewhere; see `Game.new`."""

    scores: tuple[int, ...]
    round_number: int = 0
    contracts: tuple[str, ...] = ()
    leader: int | None = None
    pool: int = 0

    @classmethod
    def of(cls, match: Match) -> Begun | None:
        """How a match about to begin stands; None if at zero."""
        if not (match.round_number or any(match.scores) or match.pool):
            return None
        contracts = tuple(name for _, name in match.contracts if name is not None)
        return cls(match.scores, match.round_number, contracts, match.leader, match.pool)


@attrs.frozen
class _StoredGame:
    """The content of a game record, without its format and version."""

    rules: Rules
    players: int
    dealer: int
    names: tuple[str, ...]
    moves: tuple[Move, ...]
    begun: Begun | None = None

    @classmethod
    def of(cls, game: Game, moves: tuple[Move, ...]) -> _StoredGame:
        first = game.beginning.match
        return cls(first.rules, game.players, first.dealer, game.names, moves, Begun.of(first))

    def begin(self) -> Game:
        """The game before its first move.

        Raises:
            HeartsError: There is no such game.
        """
        begun = attrs.asdict(self.begun, recurse=False) if self.begun else {}
        return Game.new(self.rules, self.players, dealer=self.dealer, names=self.names, **begun)


@attrs.frozen
class _StoredRules:
    """The content of a stored rulebook, without its format and version."""

    rules: Rules


def dumps(game: Game, *, converter: cattrs.Converter = CONVERTER) -> str:
    """The game as JSON: its rules, as a slug or in full, and its moves.

    >>> game = Game.new(variants.get("american")).deal(seed=7)
    >>> loads(dumps(game)) == game
    True

    Args:
        game: The game, in any phase.
        converter: From `make_converter`, for rule classes of your own.

    Raises:
        RecordError: The game could not be read again: it has too many moves or rounds, a rule of a
            class that the converter does not know, or a rulebook of a subclass of `Rules`; or it is
            not the game that its rules and its moves make, because another part was changed.
    """
    of_kind(Game, game, "dumps takes a Game", RecordError)
    moves = _checked_moves(game.history)
    stored = _StoredGame.of(game, moves)
    if not (game.match.is_by_moves or _is_replayed(game, stored)):
        raise RecordError(
            "a record is one rulebook and all the moves from the first deal, and these make another "
            "game than this: something else was changed, such as match.rules; store the game as it "
            "was, and go on with a new one"
        )
    fields: dict[str, Json] = converter.unstructure(stored)
    if fields["begun"] is None:
        del fields["begun"]
    return dump_json({"format": FORMAT, "version": VERSION} | fields)


def loads(text: str, *, converter: cattrs.Converter = CONVERTER) -> Game:
    """The game that `dumps` wrote, with every move replayed and checked.

    >>> loads("{}")
    Traceback (most recent call last):
    heartslib.errors.RecordError: this is not a game record: its 'format' is not 'heartslib-game'

    Raises:
        RecordError: The text is not a game record, or one of its moves is illegal; the message
            names the move.
    """
    stored = structured(converter, opened(text, FORMAT, VERSION, "game record"), _StoredGame)
    with prefixed_errors("this record cannot be read"):
        game = stored.begin()
    for number, move in enumerate(_checked_moves(stored.moves), 1):
        with prefixed_errors(f"move {number} of {len(stored.moves)} is illegal"):
            game = game.apply(move)
    return game


def dumps_rules(rules: Rules, *, converter: cattrs.Converter = CONVERTER) -> str:
    """The rulebook as JSON: a variant as its slug and revision, any other in full.

    >>> dumps_rules(variants.get("turbo"))
    '{"format": "heartslib-rules", "version": 1, "rules": "turbo@1"}'

    Args:
        rules: The rulebook.
        converter: From `make_converter`, for rule classes of your own.

    Raises:
        RecordError: The rulebook could not be read again: it has a rule of a class that the
            converter does not know, or is of a subclass of `Rules`.
    """
    of_kind(Rules, rules, "dumps_rules takes a Rules value", RecordError)
    head = {"format": RULES_FORMAT, "version": VERSION}
    return dump_json(head | converter.unstructure(_StoredRules(rules)))


def loads_rules(text: str, *, converter: cattrs.Converter = CONVERTER) -> Rules:
    """The rulebook that `dumps_rules` wrote.

    Raises:
        RecordError: The text is not a stored rulebook, or not of rules that work together.
    """
    stored = opened(text, RULES_FORMAT, VERSION, "stored rulebook")
    return structured(converter, stored, _StoredRules).rules


def _is_replayed(game: Game, stored: _StoredGame) -> bool:
    """Whether what is stored of a game makes an equal game."""
    try:
        return reduce(Game.apply, stored.moves, stored.begin()) == game
    except HeartsError:
        return False


def _checked_moves(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves of a game, if there are not too many: a reader replays all of them."""
    scores = (move for move in moves if type(move) is Score)
    at_most(MOST_ROUNDS, scores, "rounds", error=RecordError)
    return at_most(MOST_MOVES, moves, "moves", error=RecordError)


@attrs.frozen(kw_only=True)
class RecordedRound:
    """One round that was played anywhere: what was dealt, passed and played.

    Attributes:
        variant: The slug of its rules; None if not recorded.
        round: The number of the round in the game, counted from 1; it decides the direction
            of the pass.
        dealer: The seat that dealt; None for the last seat.
        call: The pass that the dealer called; None if the rules ask for no call.
        bids: What each seat bid for naming the contract, seat 0 first; None if it was not sold.
        scores: The scores before the round, seat 0 first; None if they do not matter.
        pool: The counters in the pool before the round; None if there is no pool.
        contract: The contract of the round; None if the game has no contracts.
        hands: The hands as dealt, seat 0 first.
        kitty: The kitty, in order; None if there is none.
        passes: What each seat passed, seat 0 first; None if no cards were passed.
        mixed: What was dealt back after a mix; None if there was none.
        charged_first: What each seat charged before the pass; None if nothing.
        charged: What each seat charged after it, seat 0 first; None if the rules allow no charges.
        leader: The seat that led first, if the round before decided it; else None.
        laid_down: The cards laid down at each exchange of the kitty; None if there was none.
        plays: The cards in the order of play.
        moon: What the shooter of the moon chose; None if there was no choice.
        points: The points of the round, seat 0 first; None if not recorded.
    """

    hands: tuple[Cards, ...]
    plays: tuple[Card, ...]
    variant: str | None = None
    round: int = 1
    dealer: int | None = None
    call: str | None = None
    bids: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    pool: int | None = None
    contract: str | None = None
    kitty: tuple[Card, ...] | None = None
    passes: tuple[Pass, ...] | None = None
    mixed: Deal | None = None
    charged_first: tuple[Cards, ...] | None = None
    charged: tuple[Cards, ...] | None = None
    leader: int | None = None
    laid_down: tuple[Cards, ...] | None = None
    moon: str | None = None
    points: tuple[int, ...] | None = None

    @classmethod
    def of(cls, game: Game) -> RecordedRound:
        """The record of the finished round of a game whose score is not entered yet.

        Raises:
            RecordError: The game is in another phase, or the round ended with a claim.
        """
        of_kind(Game, game, "RecordedRound.of takes a Game", RecordError)
        phase = game.phase
        if not isinstance(phase, ScorePhase):
            raise RecordError(
                f"only a finished round can be recorded, but the phase is {phase.name!r}"
            )
        deal, *mixed = game.deals
        moves = game.history[::-1]
        rest = moves[: moves.index(deal)][::-1]
        course = [move for move in rest if isinstance(move, Play | Claim)]
        if isinstance(course[-1], Claim):
            raise RecordError(
                "a round that ended with a claim was not played card by card: use dumps"
            )
        passes = [move for move in rest if isinstance(move, Pass)]
        nothing = (Cards(),) * game.players
        first = list(nothing)
        early = takewhile(lambda move: not isinstance(move, Pass), rest * bool(passes))
        for charge in (move for move in early if isinstance(move, Charge)):
            first[charge.seat] += charge.cards
        charged = tuple(map(sub, phase.table.charged or nothing, first))
        return cls(
            variant=variants.slug_of(game.rules),
            round=game.round_number + 1,
            dealer=game.dealer,
            call=phase.exchange.pattern.name if game.rules.passing.calls(game.players) else None,
            bids=game.match.bids or None,
            scores=game.scores if game.in_force.moon.resort else None,
            pool=game.pool if game.in_force.has_pool else None,
            contract=game.contract,
            hands=deal.hands,
            kitty=deal.kitty or None,
            passes=tuple(sorted(passes, key=attrgetter("seat"))) or None,
            mixed=mixed[0] if mixed else None,
            charged_first=tuple(first) if any(first) else None,
            charged=charged if game.in_force.charging else None,
            leader=game.match.leader,
            laid_down=tuple(move.cards for move in rest if isinstance(move, LayDown)) or None,
            plays=tuple(move.card for move in rest if isinstance(move, Play)),
            moon=next((move.choice for move in rest if isinstance(move, ChooseMoon)), None),
            points=phase.sheet.totals,
        )

    @classmethod
    def read(cls, value: Json) -> RecordedRound:
        """The round in parsed JSON; unknown keys are ignored.

        Raises:
            RecordError: Part of it cannot be read.
        """
        given = of_kind(dict, value, "a recorded round must be a JSON object", RecordError)
        names = {field.name for field in attrs.fields(cls)} - {"passes"}
        known: Json = {key: each for key, each in given.items() if key in names}
        recorded = structured(CONVERTER, known, cls)
        if (passes := given.get("passes")) is None:
            return recorded
        of_kind(list, passes, "'passes' must be a list, one for each seat", RecordError)
        by_seat = at_most(MOST_PLAYERS, passes, "passes", error=RecordError)
        return attrs.evolve(recorded, passes=tuple(starmap(_read_pass, enumerate(by_seat))))

    def as_json(self) -> dict[str, Json]:
        """The round as JSON values, without the attributes that are None."""
        fields: dict[str, Json] = CONVERTER.unstructure(self)
        if self.passes is not None:
            fields["passes"] = [_pass_as_json(each) for each in self.passes]
        return {key: value for key, value in fields.items() if value is not None}

    def replay(self, rules: Rules) -> Game:
        """Replay the round and check every card: the game just before the score is entered.

        Raises:
            RecordError: A card is illegal (the message says which), or cards are missing.
        """
        if self.round < 1:
            raise RecordError(
                f"this round cannot be replayed: its number must be 1 or more, not {self.round}"
            )
        with prefixed_errors("this round cannot be replayed"):
            game = self._begun(rules)
            game = _with_charges(game, "early-charge", self.charged_first)
            for each in self.passes or ():
                game = game.apply(each)
            if self.mixed:
                game = game.apply(self.mixed)
            game = _with_charges(game, "charge", self.charged)
        laid_down = iter(self.laid_down or ())
        for card in self.plays:
            game = _with_kitty(game, laid_down)
            game = _with_card(game, card)
        game = self._with_moon(game)
        if surplus := list(laid_down):
            raise RecordError(
                "'laid_down' lists more exchanges of the kitty than there were: "
                f"{len(surplus)} too many"
            )
        return game

    def _begun(self, rules: Rules) -> Game:
        """The game after the deal."""
        passing, players = rules.passing, len(self.hands)
        if not passing.calls(players):
            pattern = passing.pattern(self.round - 1, players) if self.passes else HOLD
            passing = Cycle((pattern,), optional=passing.optional, kept=passing.kept)
        rules = attrs.evolve(rules, passing=passing)
        match = self._with_contract(
            self._with_bids(Match.start(rules, players, dealer=self.dealer))
        )
        if self.scores is not None:
            match = match.with_scores(self.scores)
        if self.pool is not None:
            match = match.with_pool(self.pool)
        if self.leader is not None:
            match = attrs.evolve(match, leader=match.check_seat(self.leader))
            if match.rules.opening.by_namer and self.bids is None:  # it named the last one, too
                match = attrs.evolve(match, contracts=((self.leader, None),))
        match = attrs.evolve(match, first=None)
        game = Game(match, begin(match))
        if self.call is not None:
            game = game.call_pass(self.call)
        return game.deal(hands=self.hands, kitty=self.kitty or ())

    def _with_bids(self, match: Match) -> Match:
        if self.bids is None:
            return match
        if len(self.bids) != match.players or not all(0 <= bid <= MOST_BID for bid in self.bids):
            raise RecordError(
                f"'bids' must be a whole number from 0 to {MOST_BID} for each seat, "
                f"not {shown(self.bids)}"
            )
        return match.with_bids(self.bids)

    def _with_contract(self, match: Match) -> Match:
        """The match with the contract of the round; in a fixed order it follows from the number."""
        contract, names = self.contract, match.rules.contract_names
        if contract is None and names:
            earlier = ((match.dealer, None),) * ((self.round - 1) % len(names))
            contract = attrs.evolve(match, contract=None, contracts=earlier).settled.contract
        return attrs.evolve(match, contract=None).under(contract)

    def _with_moon(self, game: Game) -> Game:
        if isinstance(game.phase, MoonPhase) and self.moon is not None:
            try:
                return game.choose_moon(self.moon)
            except IllegalMove as error:
                raise RecordError(f"'moon' cannot be {self.moon!r}: {error.reason}") from error
        if not isinstance(game.phase, ScorePhase):
            raise RecordError(f"the record ends too early: {game.phase.wants}")
        return game


def _read_pass(seat: int, value: Json) -> Pass:
    """What a seat passed: cards, or an object from seats to cards."""
    if not isinstance(value, dict):
        return Pass(seat, structured(CONVERTER, value, Cards))
    if len(value) > MOST_PLAYERS or not all(key.isdecimal() and len(key) <= 2 for key in value):
        raise RecordError(
            f"a pass to several seats must map their numbers to cards, not be {shown(value)}"
        )
    return Pass.split(
        seat, {int(to): structured(CONVERTER, cards, Cards) for to, cards in value.items()}
    )


def _pass_as_json(move: Pass) -> Json:
    if not move.to:
        return str(move.cards)
    return {str(seat): str(cards) for seat, cards in move.to}


def _with_charges(game: Game, phase: str, charged: tuple[Cards, ...] | None) -> Game:
    """The game after the charges of a phase; a seat that is asked again declines."""
    left = dict(enumerate(charged or ()))
    while game.phase.name == phase:
        seat = game.to_act[0]
        game = game.charge(seat, left.pop(seat, ""))
    for seat, cards in left.items():
        game = game.charge(seat, cards) if cards else game
    return game


def _with_kitty(game: Game, laid_down: Iterator[Cards]) -> Game:
    """The game after an exchange of the kitty, if one is due."""
    if not isinstance(game.phase, KittyPhase):
        return game
    cards = next(laid_down, None)
    if cards is None:
        raise RecordError("'laid_down' is missing the cards that were laid down for the kitty")
    try:
        return game.lay_down(cards)
    except IllegalMove as error:
        raise RecordError(f"'laid_down' cannot be {cards}: {error.reason}") from error


def _with_card(game: Game, card: Card) -> Game:
    phase = game.phase
    if not isinstance(phase, PlayPhase):
        raise RecordError(f"{card} comes after the end of the round: {phase.wants}")
    try:
        return game.play(card)
    except IllegalMove as error:
        raise RecordError(
            f"trick {len(phase.table.tricks) + 1}, seat {phase.turn}, {card}: "
            f"{error.reason} [{error.rule}]"
        ) from error


def read_rounds(text: str) -> tuple[RecordedRound, ...]:
    """The rounds in a JSON text: one round, or an object with a list of ``rounds``.

    Raises:
        RecordError: The text is neither.
    """
    value = parse_json(text)
    given = value.get("rounds", [value]) if isinstance(value, dict) else [value]
    rounds = of_kind(list, given, "'rounds' must be a list of rounds", RecordError)
    bounded = at_most(MOST_RECORDED, rounds, "rounds", error=RecordError)
    return tuple(map(RecordedRound.read, bounded))


__all__ = [
    "FORMAT",
    "MAX_CHARACTERS",
    "MAX_DEPTH",
    "MOST_MOVES",
    "MOST_RECORDED",
    "MOST_ROUNDS",
    "RULES_FORMAT",
    "VERSION",
    "Begun",
    "Json",
    "RecordedRound",
    "dumps",
    "dumps_rules",
    "loads",
    "loads_rules",
    "make_converter",
    "read_rounds",
]
