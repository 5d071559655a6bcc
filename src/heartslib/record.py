"""Games, rounds and rulebooks as JSON text.

`dumps` and `loads` store a whole game as the list of its moves.  `loads` replays every move, so a
forged game is refused with the move that is illegal.  `read_rounds` reads single rounds as people
write them down, with hands, passes and plays as names of cards.  `dumps_rules` and `loads_rules`
store a rulebook alone.

A file never names code: its rules are classes of `heartslib.rules`, or classes passed to
`make_converter`.

A record is only what cannot be worked out again: the rules and the moves.  Hands, tricks and scores follow from
them, so nothing in a record can contradict the rest of it, and a forger can only make another legal game.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import cattrs

from heartslib import variants
from heartslib._elsewhere import RoundElsewhere, charges
from heartslib._values.arguments import MOST_PLAYERS, at_most, frozen, of_kind, prefixed_errors
from heartslib.cards import Card, Cards
from heartslib.errors import HeartsError, RecordError, quoted
from heartslib.formats._json import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MOST_MOVES,
    MOST_ROUNDS,
    Json,
    checked_rules,
    dump_json,
    opened,
    parse_json,
    structured,
)
from heartslib.formats.converter import CONVERTER, make_converter
from heartslib.game import Game
from heartslib.moves import Deal, IllegalMove, Move, Pass, Score
from heartslib.phases import KittyPhase, Match, MoonPhase, PlayPhase, ScorePhase, begin
from heartslib.phases.setup import charged_by
from heartslib.rules import NO_PASSING, Rules

FORMAT = "heartslib-game"
RULES_FORMAT = "heartslib-rules"
VERSION = 1
MOST_RECORDED = 5_000
"""The most recorded rounds that `read_rounds` reads."""


@frozen
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
        return cls(match.scores, match.round_number, contracts, match.settled.leader, match.pool)


@attrs.frozen
class _StoredGame:
    """The content of a game record, without its format and version."""

    rules: Rules
    players: int
    dealer: int
    names: tuple[str, ...]
    moves: tuple[Move, ...]
    begun: Begun | None = None

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
    first = game.beginning.match
    stored = _StoredGame(
        first.rules, game.players, first.dealer, game.names, moves, Begun.of(first)
    )
    # whoever keeps a game must not find out years later that it cannot be read
    if not (game.match.is_by_moves or _is_replayed(game, stored)):
        raise RecordError(
            "a record is one rulebook and all the moves from the first deal, and these make another "
            "game than this: something else was changed, such as match.rules; store the game as it "
            "was, and go on with a new one"
        )
    fields: dict[str, Json] = converter.unstructure(stored)
    checked_rules(_rulebooks(fields))
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
    fields = opened(text, FORMAT, VERSION, "game record")
    checked_rules(_rulebooks(fields))  # before any of them is made
    stored = structured(converter, fields, _StoredGame)
    with prefixed_errors("this record cannot be read"):
        game = stored.begin()
    for number, move in enumerate(_checked_moves(stored.moves), 1):
        with prefixed_errors(f"move {number} of {len(stored.moves)} is illegal"):
            game = game.apply(move)
    return game


def _rulebooks(fields: dict[str, Json]) -> Iterator[Json]:
    """The rulebooks in the fields of a stored game: the first, and those that it changed to."""
    yield fields.get("rules")
    moves = fields.get("moves")
    if isinstance(moves, list):
        for move in moves:
            if isinstance(move, dict) and "rules" in move:
                yield move["rules"]


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
        again = stored.begin()
        for move in stored.moves:
            again = again.apply(move)
    except HeartsError:
        return False
    return again == game


def _checked_moves(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves of a game, if there are not too many: a reader replays all of them."""
    scores = (move for move in moves if type(move) is Score)
    at_most(MOST_ROUNDS, scores, "rounds", error=RecordError)
    return at_most(MOST_MOVES, moves, "moves", error=RecordError)


@frozen(kw_only=True)
class RecordedRound(RoundElsewhere):
    """One round that was played anywhere: what was dealt, passed and played.

    The scores, the pool, the contract, the bids, the kitty, the cards face up and the charges after the pass
    are those of any round from elsewhere; `leader` is the seat that led first, if the round before
    decided it, or if it was drawn.

    Attributes:
        variant: The slug of its rules; None if not recorded.
        round: The number of the round in the game, counted from 1; it decides the direction
            of the pass.
        dealer: The seat that dealt; None for the last seat.
        call: The pass that the dealer called; None if the rules ask for no call.
        hands: The hands as dealt, seat 0 first.
        passes: What each seat passed, seat 0 first; None if no cards were passed.
        mixed: What was dealt back after a mix; None if there was none.
        charged_first: What each seat charged before the pass, or one entry with all of it.
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
    passes: tuple[Pass, ...] | None = None
    mixed: Deal | None = None
    charged_first: tuple[Cards, ...] = attrs.field(default=(), converter=charges)
    laid_down: tuple[Cards, ...] | None = None
    moon: str | None = None
    points: tuple[int, ...] | None = None

    def replay(self, rules: Rules | None = None) -> Game:
        """Replay the round and check every card: the game just before the score is entered.

        Args:
            rules: The rulebook; by default that of the variant, or American Hearts.

        Raises:
            RecordError: A card is illegal (the message says which), or cards are missing.
        """
        laid_down = iter(self.laid_down or ())
        with prefixed_errors("this round cannot be replayed"):
            game = self._before_deal(rules or variants.get(self.variant or "american"))
            if self.call is not None:
                game = game.call_pass(self.call)
            up = game.match.shown_last
            drawn = self.leader if game.match.rules.opening.is_drawn else None
            game = game.deal(hands=self.hands, kitty=self.kitty, face_up=up, leader=drawn)
            game = _with_charges(game, "early-charge", self.charged_first)
            for given in self.passes or ():
                game = game.apply(given)
            if self.mixed:
                game = game.apply(self.mixed)
            game = _with_charges(game, "charge", self.charged)
        for card in self.plays:
            if isinstance(game.phase, KittyPhase):
                with prefixed_errors("'laid_down' does not fit"):
                    game = game.lay_down(next(laid_down, ""))
            game = _with_card(game, card)
        if isinstance(game.phase, MoonPhase) and self.moon is not None:
            with prefixed_errors("'moon' does not fit"):
                game = game.choose_moon(self.moon)
        if not isinstance(game.phase, ScorePhase):
            raise RecordError(f"the record ends too early: {game.phase.wants}")
        surplus = len([*laid_down])
        if surplus:
            raise RecordError(
                f"'laid_down' has {surplus} more exchanges of the kitty than there were"
            )
        return game

    def _before_deal(self, rules: Rules) -> Game:
        """The game before the deal, with what was settled elsewhere."""
        players = len(self.hands)
        calls = rules.at(players).calls
        if self.round < 1:
            raise RecordError(f"its number must be 1 or more, not {self.round}")
        rules = rules.from_round(self.round - 1, players)
        # a record without passes is of a round in which none were made
        if not (self.passes or calls):
            rules = attrs.evolve(rules, passing=NO_PASSING)
        if self.pool is None and self.round > 1 and rules.has_pool:
            raise RecordError("the round depends on what was in the pool: give 'pool'")
        match = Match.start(rules, players, dealer=self.dealer)
        if self.leader is not None:
            opening = rules.opening
            decided = opening.by_namer or opening.is_drawn
            if not (decided or rules.at(players).follows_round_before):
                raise RecordError(
                    "by these rules, neither the round before nor lots decide who leads"
                )
            match = match.settling(leader=match.check_seat(self.leader))
            if opening.by_namer and not self.bids:  # it named the last contract, too
                match = match.after(contracts=((self.leader, None),))
        # the game begins with this match, whatever was settled before it
        match = attrs.evolve(match.with_round(self), first=None)
        return Game(match, begin(match))


def _with_charges(game: Game, phase: str, charged: tuple[Cards, ...]) -> Game:
    """The game after the charges of a phase; a seat that is asked again declines."""
    left = dict(enumerate(charged_by(charged, game.hands, game.at_table)))
    while game.phase.name == phase:
        seat = game.to_act[0]
        game = game.charge(seat, left.pop(seat, ""))
    for seat, cards in left.items():
        if cards:  # of a seat that was not asked: the rules refuse it, and say why
            game = game.charge(seat, cards)
    return game


def _with_card(game: Game, card: Card) -> Game:
    phase = game.phase
    if not isinstance(phase, PlayPhase):
        raise RecordError(f"{card} comes after the end of the round: {phase.wants}")
    try:
        return game.play(card)
    except IllegalMove as error:
        place = f"trick {len(phase.table.tricks) + 1}, seat {phase.turn}, {card}"
        raise RecordError(f"{place}: {error.reason} [{error.rule}]") from error


def _read_round(value: Json) -> RecordedRound:
    """The round in parsed JSON; unknown keys are ignored: collections of rounds have notes of their own."""
    entries = of_kind(dict, value, "a recorded round must be a JSON object", RecordError)
    known: dict[str, Json] = {}
    for field in attrs.fields(RecordedRound):
        # null says as little as a key that is left out, where a round may have nothing of the kind
        is_nothing = entries.get(field.name) is None and field.default in (None, ())
        if field.name in entries and field.name != "passes" and not is_nothing:
            known[field.name] = entries[field.name]
    recorded = structured(CONVERTER, known, RecordedRound)
    passes = entries.get("passes")
    if passes is None:
        return recorded
    of_kind(list, passes, "'passes' must be a list, one for each seat", RecordError)
    by_seat = at_most(MOST_PLAYERS, passes, "passes", error=RecordError)
    read = [_read_pass(seat, cards) for seat, cards in enumerate(by_seat)]
    return attrs.evolve(recorded, passes=tuple(read))


def _read_pass(seat: int, value: Json) -> Pass:
    """What a seat passed: cards, or an object from seats to cards."""
    if not isinstance(value, dict):
        return Pass(seat, structured(CONVERTER, value, Cards))
    # keys of JSON are text, and no table has a seat of three digits
    if len(value) > MOST_PLAYERS or not all(key.isdecimal() and len(key) <= 2 for key in value):
        raise RecordError(
            f"a pass to several seats must map their numbers to cards, not be {quoted(value)}"
        )
    packets = {int(to): structured(CONVERTER, cards, Cards) for to, cards in value.items()}
    return Pass.split(seat, packets)


def read_rounds(text: str) -> tuple[RecordedRound, ...]:
    """The rounds in a JSON text: one round, or an object with a list of ``rounds``.

    Raises:
        RecordError: The text is neither.
    """
    value = parse_json(text)
    value = value.get("rounds", [value]) if isinstance(value, dict) else [value]
    rounds = of_kind(list, value, "'rounds' must be a list of rounds", RecordError)
    bounded = at_most(MOST_RECORDED, rounds, "rounds", error=RecordError)
    return tuple(map(_read_round, bounded))


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

__dir__ = __all__.copy  # what `dir` shows of the module
