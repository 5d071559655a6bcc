"""Views and moves over the wire: JSON between a server and the seats at its table.

The server sends each seat its view with `dumps_view`.  The seat reads it with `loads_view`, asks it
what may be played and why not, and sends a move with `dumps_move`, which the server makes with
`receive`.  A client in another language needs neither rules nor moves: the message also holds the
question to the seat (see `question_of`), and `receive` takes a plain answer too (see
`loads_answer`).  Every message carries the number of moves made so far, and an epoch, which the
server raises whenever moves are taken back.  They distinguish a move meant for another state from
one that the rules forbid.

Neither side trusts the other.  A client may name another seat as its own, so `receive` is given the seat by the
server, which knows whose connection it is.  A server may be wrong, too: a view that contradicts itself is refused
by `loads_view`, since an app that shows it would fail somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeVar

import attrs
import cattrs

from heartslib._values.arguments import checked_text, frozen, kept, of_kind, plain, whole_within
from heartslib.cards import Card, from_each
from heartslib.errors import HeartsError, RecordError, Seats, quoted
from heartslib.events import Event, PassCalled, RoundCounted, ScoreEntered
from heartslib.formats._json import (
    MAX_CHARACTERS,
    MOST_FAULTS,
    Json,
    dump_json,
    opened,
    parse_json,
    structured,
)
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import HostMove, Move
from heartslib.phases import ASKING, PHASE_NAMES, refusal
from heartslib.questions import ChooseCards, ChooseName, YesOrNo
from heartslib.rules.book.checks import misfit
from heartslib.rules.deck import too_many
from heartslib.rules.passing import PassPattern
from heartslib.sheet import ScoreSheet
from heartslib.table import Trick
from heartslib.view import View
from heartslib.words import plural

VIEW_FORMAT = "heartslib-view"
MOVE_FORMAT = "heartslib-move"
ANSWER_FORMAT = "heartslib-answer"
VERSION = 1
MAX_MOVE = 100_000
"""The longest move or answer that is read, in characters; a pass takes 100."""
MAX_EPOCH = 1_000_000_000
"""The last epoch that a game can reach."""

_Message = TypeVar("_Message", bound="SeenView | SentMove | SentAnswer")


def _check_epoch(epoch: object) -> int:
    return whole_within(0, MAX_EPOCH, epoch, f"epoch must be a whole number from 0 to {MAX_EPOCH}")


def _has_epoch(message: object, attribute: attrs.Attribute[int], epoch: object) -> None:
    _check_epoch(kept(message, attribute, epoch))


@frozen
class SeenView:
    """A view that came over the wire.

    Attributes:
        view: The view.
        number: The number of moves made before it was sent.
        epoch: How often moves had been taken back before it was sent.
        since: The number of the earlier view from which on the message has the events; None if it has
            none.
        events: What the seat has seen happen since that view.
    """

    view: View
    number: int
    epoch: int = attrs.field(default=0, validator=_has_epoch, kw_only=True)
    since: int | None = attrs.field(default=None, kw_only=True)
    events: tuple[Event, ...] = attrs.field(default=(), kw_only=True)

    def follows(self, earlier: SeenView) -> bool:
        """Whether the events lead from an earlier view to this one.

        An undo shows in the epoch alone: if a server takes moves back without raising it, nobody
        notices, and the events are those of another line of moves.
        """
        return (self.epoch, self.since) == (earlier.epoch, earlier.number)


@frozen
class SentMove:
    """A move that came over the wire.

    Attributes:
        move: The move.
        number: The number of the view that it answers; None if the sender does not say.
        epoch: The epoch of that view.
    """

    move: Move
    number: int | None = None
    epoch: int = attrs.field(default=0, validator=_has_epoch, kw_only=True)


@frozen(kw_only=True)
class SentAnswer:
    """An answer that came over the wire, with one of `cards`, `name` and `yes`.

    Attributes:
        number: The number of the view that it answers; None if the sender does not say.
        epoch: The epoch of that view.
        cards: The cards, in order.
        name: The name.
        yes: True for yes, False for no.
    """

    number: int | None = None
    epoch: int = attrs.field(default=0, validator=_has_epoch)
    cards: tuple[Card, ...] | None = None
    name: str | None = None
    yes: bool | None = None


def number_of(game: Game) -> int:
    """The number of moves made in a game, by which messages about it are numbered."""
    return len(game.history)


def dumps_view(
    game: Game,
    seat: int | None,
    *,
    epoch: int = 0,
    since: Game | int | None = None,
    converter: cattrs.Converter = CONVERTER,
) -> str:
    """What a seat knows, as JSON for that seat alone; the arguments are those of `view_data`."""
    return dump_json(view_data(game, seat, epoch=epoch, since=since, converter=converter))


def view_data(
    game: Game,
    seat: int | None,
    *,
    epoch: int = 0,
    since: Game | int | None = None,
    converter: cattrs.Converter = CONVERTER,
) -> dict[str, Any]:
    """What a seat knows, as a dictionary for a web framework: `dumps_view` writes the same as JSON.

    It holds nothing but dictionaries, lists, strings, numbers, True, False and None.

    Args:
        game: The game.
        seat: The seat; None for a spectator.
        epoch: How often moves have been taken back in this game.
        since: For the events as well: the game, or the number of moves, of an earlier view that the
            seat has had, in this epoch; see `Game.events`.
        converter: From `heartslib.record.make_converter`, for rule classes of your own.

    Raises:
        HeartsError: There is no such seat, or no such epoch; or moves have been taken back since the
            earlier game.
    """
    of_kind(Game, game, "game must be a Game")
    epoch = _check_epoch(epoch)
    view = game.view(seat)
    head: dict[str, Json] = {"format": VIEW_FORMAT, "version": VERSION}
    head |= {"number": number_of(game), "epoch": epoch}
    if since is not None:
        head["since"] = number_of(since) if isinstance(since, Game) else plain(since)
        head["events"] = converter.unstructure(game.events(seat, since), tuple[Event, ...])
    return {**head, "view": converter.unstructure(view), "question": question_of(view)}


def question_of(view: View) -> dict[str, Json] | None:
    """What a seat is asked, as plain JSON for a client without rules of its own.

    It has a ``shape``, a ``verb`` such as ``"pass"``, a ``task`` for people such as ``"pass 3
    cards"``, and more keys for each shape:

    * ``"cards"``: ``among``, the cards that may be chosen; ``counts``, how many may be chosen;
      ``barred``, the ``rule`` and the ``reason`` for each other card of the hand; ``to``, the seats
      that get the cards, in order, each with its number of cards; and ``instead``, the names of
      what the seat may do instead of choosing cards;
    * ``"name"``: ``names``, one of which is to be chosen, and ``words``, what each of them means;
    * ``"yes-or-no"``: ``refusal``, what a no does; the ``verb`` says what a yes does.

    Args:
        view: What the seat knows.

    Returns:
        The question; None if there is nothing for the seat to do.
    """
    question = view.question
    match question:
        case None:
            return None
        case ChooseCards(_, among, counts):
            barred: dict[str, Json] = {}
            for card in dict.fromkeys(view.hand):
                objection = question.objection(card)
                if objection:
                    barred[str(card)] = {"rule": objection.rule, "reason": objection.reason}
            body: dict[str, Json] = {
                "shape": "cards",
                "among": [*map(str, among)],
                "counts": [*counts],
                "barred": barred,
                "to": [[*packet] for packet in question.to],
                "instead": [name for name, _ in question.instead],
            }
        case ChooseName(_, names):
            body = {"shape": "name", "names": [*names], "words": [*question.words]}
        case _:
            body = {"shape": "yes-or-no", "refusal": question.refusal}
    return {"verb": question.verb, "task": view.task, **body}


def loads_view(text: str, *, converter: cattrs.Converter = CONVERTER) -> SeenView:
    """The view that `dumps_view` wrote.

    Raises:
        RecordError: The text is not a view, or its parts contradict each other.
    """
    seen = _read_message(text, VIEW_FORMAT, SeenView, converter)
    problems = list(islice(chain(_misfits(seen.view), _bad_events(seen)), MOST_FAULTS))
    if problems:
        raise RecordError(f"this view contradicts itself: {'; '.join(problems)}")
    return seen


def dumps_move(
    move: Move,
    number: int | None = None,
    *,
    epoch: int = 0,
    converter: cattrs.Converter = CONVERTER,
) -> str:
    """A move as JSON for the server.

    Args:
        move: The move.
        number: The number of the view that it answers.
        epoch: The epoch of that view.
        converter: From `heartslib.record.make_converter`, for rule classes of your own.

    Raises:
        HeartsError: This is not a move, or there is no such epoch.
    """
    of_kind(Move, move, "dumps_move takes a move")
    epoch = _check_epoch(epoch)
    head = {"format": MOVE_FORMAT, "version": VERSION, "number": number, "epoch": epoch}
    return dump_json({**head, "move": converter.unstructure(move, Move)})


def loads_move(text: str, *, converter: cattrs.Converter = CONVERTER) -> SentMove:
    """The move that `dumps_move` wrote; only `receive` checks whether it is legal.

    Raises:
        RecordError: The text is not a move.
    """
    return _read_message(text, MOVE_FORMAT, SentMove, converter)


def loads_answer(text: str, *, converter: cattrs.Converter = CONVERTER) -> SentAnswer:
    """The answer to a question, as any client can write it.

    It has ``format`` (`ANSWER_FORMAT`), ``version`` (`VERSION`), ``number`` and ``epoch`` as in
    the view, and one of these: ``cards``, a list in the order of ``to``; ``name``, one of ``names``
    or ``instead``; ``yes``, true or false.

    Raises:
        RecordError: The text is not an answer.
    """
    answer = _read_message(text, ANSWER_FORMAT, SentAnswer, converter)
    if [answer.cards, answer.name, answer.yes].count(None) != 2:
        raise RecordError("an answer must have exactly one of cards, name and yes")
    return answer


def receive(
    game: Game,
    text: str | bytes,
    seat: int,
    *,
    epoch: int = 0,
    converter: cattrs.Converter = CONVERTER,
) -> Game:
    """The game after a move or an answer sent by a seat.

    A message is accepted if it is meant for this very state, or if the seat is still asked the
    question that it answers: others have answered the same question since, but this seat has not.

    Args:
        game: The game as the server has it.
        text: The message, as text or in UTF-8.
        seat: The seat whose connection it came from, which the message cannot be trusted to say.
        epoch: How often moves have been taken back in this game.
        converter: From `heartslib.record.make_converter`, for rule classes of your own.

    Raises:
        RecordError: The text is neither a move nor an answer.
        IllegalMove: The move may not be made.  Its `code` is ``"not-yours"`` for a move of another
            seat or of no seat, such as a deal; ``"stale"`` for a move chosen in an earlier state,
            or before moves were taken back; ``"early"`` for a number or an epoch that has not been
            reached; ``"not-asked"`` for an answer to a question that this seat is not asked;
            otherwise the name of the rule that forbids it.
        HeartsError: The answer is not a move, such as two cards to be played; or there is no such
            epoch.
    """
    of_kind(Game, game, "game must be a Game")
    epoch = _check_epoch(epoch)
    text = _decoded(text)
    seat = plain(seat)
    message = parse_json(text, MAX_MOVE)
    form = message.get("format") if isinstance(message, dict) else None
    if form == ANSWER_FORMAT:
        answer = loads_answer(text, converter=converter)
        _check_state(game, answer, seat, epoch)
        return game.apply(_move_of_answer(game.view(seat), answer))
    if form == MOVE_FORMAT:
        sent = loads_move(text, converter=converter)
        # True equals 1 and would pass for that seat
        if type(seat) is not int or isinstance(sent.move, HostMove) or sent.move.seat != seat:
            who = Seats((seat,)) if type(plain(seat)) is int else f"seat {quoted(seat)}"
            raise refusal(sent.move, "not-yours", who, " may not make this move")
        _check_state(game, sent, seat, epoch)
        return game.apply(sent.move)
    wanted = f"{ANSWER_FORMAT!r} or {MOVE_FORMAT!r}"
    raise RecordError(f"this is not a message: its 'format' must be {wanted}")


def _decoded(text: str | bytes) -> str:
    """A message as text."""
    if isinstance(text, str):
        return text
    of_kind(bytes | bytearray | memoryview, text, "a message must be text or bytes", RecordError)
    try:
        return str(text, "utf-8")
    except UnicodeDecodeError:
        raise RecordError("this message is not text in UTF-8") from None


def _check_state(game: Game, sent: SentMove | SentAnswer, seat: int, epoch: int) -> None:
    """Refuse a message that is meant for another state."""
    moves = number_of(game)
    number = moves if sent.number is None else sent.number
    code = "stale" if (sent.epoch, number) < (epoch, moves) else "early"
    if sent.epoch < epoch:
        reason: tuple[object, ...] = ("the move was chosen before moves were taken back",)
    elif sent.epoch > epoch:
        reason = ("the move is of epoch ", sent.epoch, ", but the game is in epoch ", epoch)
    elif number == moves or (
        # others have passed or answered since, which changes nothing for this seat
        0 <= number < moves and game.phase.still_asks(game.match, seat, game.history[number:])
    ):
        return
    else:
        but = f" {plural(number, 'move')}, but the game has had "
        reason = ("the move was chosen after ", number, but, moves)
    raise refusal(sent.move if isinstance(sent, SentMove) else None, code, *reason)


def _move_of_answer(view: View, sent: SentAnswer) -> Move:
    match view.question:
        case ChooseCards(_, _, _, make) if sent.cards is not None:
            return make(sent.cards)
        case ChooseCards() as question if sent.name in dict(question.instead):
            return dict(question.instead)[sent.name]
        case ChooseName(_, _, make) if sent.name is not None:
            return make(sent.name)
        case YesOrNo(_, make) if sent.yes is not None:
            return make(sent.yes)
        case None:
            raise refusal(None, "not-asked", "seat ", view.seat, " is not asked anything now")
        case question:
            reason = f"the answer does not fit the question: {question.verb}"
    raise refusal(None, "not-asked", reason)


def _read_message(
    text: str, form: str, kind: type[_Message], converter: cattrs.Converter
) -> _Message:
    most = MAX_CHARACTERS if kind is SeenView else MAX_MOVE
    value = opened(text, form, VERSION, "message", most)
    if kind is SeenView:
        value.pop("question", None)  # a view knows its question
    unknown = value.keys() - attrs.fields_dict(kind)
    if unknown:
        raise RecordError(f"unknown key {quoted(min(unknown))} in this message")
    return structured(converter, value, kind)


def _misfits(view: View) -> Iterator[str]:
    """Contradictions in a view that could make its methods fail."""
    try:
        view.at_table  # noqa: B018 - it refuses a number of players that the rules are not for
    except HeartsError as error:
        yield str(error)
        return
    if view.contract is not None and view.contract not in view.rules.contract_names:
        yield view.rules.no_contract(view.contract)
        return
    for name in view.names:
        checked_text("a name", name, error=RecordError)
    if view.phase not in PHASE_NAMES:
        yield f"{quoted(view.phase)} is not a phase"
    elif not view.to_act and view.phase in ASKING:
        yield f"nobody is to act in the phase {view.phase!r}"
    fault = view.pattern and misfit("pattern", view.pattern, PassPattern)
    if fault:
        yield fault
    if view.pool < 0:
        yield f"pool must be 0 or more, not {view.pool}"
    yield from chain(_bad_seats(view), _bad_lengths(view), _bad_sizes(view))
    in_tricks = from_each(card for trick in _tricks_of(view) for card in trick.cards)
    pack = view.at_table.pack
    seen = in_tricks + view.hand + from_each(view.turned)
    yield from map(str, too_many(pack, seen, view.players))


def _tricks_of(view: View) -> tuple[Trick, ...]:
    return (*view.table.tricks, view.table.trick)


def _bad_seats(view: View) -> Iterator[str]:
    players = view.players
    seats = {None, *range(view.players)}
    by_name: dict[str, set[int | None]] = {
        "seat": {view.seat},
        "dealer": {view.dealer},
        "to_act": {*view.to_act},
        "up_next": {*view.up_next},
        "claimant": {view.claimant},
        "contracts": {seat for seat, _ in view.contracts},
        "leader": {view.settled.leader},
    }
    for name, named in by_name.items():
        if not named <= seats:
            yield f"{name} is not a seat at this table"
    tricks = _tricks_of(view)
    if any(trick.players != players for trick in tricks):
        yield "a trick belongs to another table"
    for trick in tricks:
        order = trick.seats or (trick.leader,)
        if order[0] != trick.leader or len({*order}) < len(order):
            yield "seats must be those that play to a trick, its leader first"
        if len(trick.drawn) > trick.size:
            yield "drawn must have at most one number for each seat that plays to a trick"
    if any(_is_foreign(view, sheet) for sheet in (*view.sheets, view.sheet) if sheet):
        yield "a sheet belongs to another table"


def _is_foreign(view: View, sheet: ScoreSheet) -> bool:
    return sheet.players != view.players or not sheet.named <= {*range(view.players)}


_OF_A_SEAT = ("seat", "dealer", "leader", "namer", "giver")
"""The fields of events that name a seat."""


def _bad_events(seen: SeenView) -> Iterator[str]:
    """What is wrong with the events of a message, such that showing them could fail."""
    view = seen.view
    seats = {None, *range(view.players)}
    misses_since = bool(seen.events)
    if seen.since is not None:
        misses_since = not 0 <= seen.since <= seen.number
    if misses_since:
        yield f"events need since, a number from 0 to {seen.number}"
    for event in seen.events:
        match event:
            case PassCalled(pattern) if fault := misfit("pattern", pattern, PassPattern):
                yield fault
            case ScoreEntered(_, scores) if len(scores) != view.players:
                yield f"scores must have one entry for each of {view.players} seats"
            case RoundCounted(sheet) | ScoreEntered(sheet) if _is_foreign(view, sheet):
                yield "a sheet belongs to another table"
            case _:
                named = {getattr(event, name, None) for name in _OF_A_SEAT}
                several = (*getattr(event, "seats", ()), *getattr(event, "winners", ()))
                if not seats.issuperset(named.union(several)):
                    yield f"{type(event).__name__} is not of a seat at this table"


def _bad_lengths(view: View) -> Iterator[str]:
    per_seat: dict[str, Sequence[object]] = {
        "scores": view.scores,
        "hand_sizes": view.hand_sizes,
        "captured_sizes": view.captured_sizes,
        "secret_sizes": view.secret_sizes or view.names,
        "shown": view.table.shown or view.names,
        "charged": view.table.charged or view.names,
        **{f"scores after round {number}": row for number, row in enumerate(view.course, 1)},
    }
    for name, entries in per_seat.items():
        if len(entries) != view.players:
            yield f"{name} must have one entry for each of {view.players} seats"
    rounds_with_contract = len(view.sheets) if view.rules.contract_names else 0
    if len(view.contracts) != rounds_with_contract:
        yield "contracts must have one entry for each sheet of a game with contracts"
    up = view.at_table.face_up
    if len(view.settled.face_up) not in {0, up}:
        yield f"face_up must be the {up} cards that the rules turn up or show, or none"
    if len(view.course) != len(view.sheets):
        yield "course must have one entry for each sheet"


def _bad_sizes(view: View) -> Iterator[str]:
    most = len(view.at_table.pack)
    sizes: dict[str, Iterable[int]] = {
        "hand_sizes": view.hand_sizes,
        "captured_sizes": view.captured_sizes,
        "secret_sizes": view.secret_sizes,
        "kitty_size": (view.kitty_size,),
        "offered": (view.offered,),
        "drawn": chain.from_iterable(trick.drawn for trick in _tricks_of(view)),
    }
    for name, counts in sizes.items():
        if not all(0 <= count <= most for count in counts):
            yield f"{name} must be from 0 to {most}, the size of the pack"


__all__ = [
    "ANSWER_FORMAT",
    "MAX_EPOCH",
    "MAX_MOVE",
    "MOVE_FORMAT",
    "VERSION",
    "VIEW_FORMAT",
    "SeenView",
    "SentAnswer",
    "SentMove",
    "dumps_move",
    "dumps_view",
    "loads_answer",
    "loads_move",
    "loads_view",
    "number_of",
    "question_of",
    "receive",
    "view_data",
]

__dir__ = __all__.copy  # what `dir` shows of the module
