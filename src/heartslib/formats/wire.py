"""Views and moves over the wire: JSON between a server and the seats at its table.

The server sends each seat its view with `dumps_view`; the seat reads it with `loads_view`, asks
it what may be played and why not, and sends a move with `dumps_move`; the server makes it with
`receive`.  A client in another language needs no rules: beside the view stands what it asks the
seat to choose, see `question_of`.  Every message has a number: how many moves had been made when it was written.  So a
move that was meant for an earlier state is told apart from one that the rules forbid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

import attrs
import cattrs

from heartslib._given import checked_text
from heartslib.cards import Card, from_each
from heartslib.errors import HeartsError, RecordError, shown
from heartslib.formats._json import (
    MAX_CHARACTERS,
    MOST_FAULTS,
    Json,
    dump_json,
    opened,
    structured,
)
from heartslib.formats.converter import CONVERTER
from heartslib.game import Game
from heartslib.moves import Answer, Charge, Deal, Move, Pass, Score, SetUp, Stop
from heartslib.phases import ChargePhase, ClaimPhase, PassPhase, refusal
from heartslib.rules.deck import too_many
from heartslib.sheet import ScoreSheet
from heartslib.table import Trick
from heartslib.view import View

VIEW_FORMAT: Final = "heartslib-view"
MOVE_FORMAT: Final = "heartslib-move"
VERSION: Final = 1
MAX_MOVE: Final = 100_000
"""The longest message that is read as a move, in characters; a pass takes about 100."""

PHASES: Final = ("call", "deal", "pass", "charge", "play", "kitty", "moon", "score", "over")
"""The names of the phases."""
_NOBODYS: Final = ("deal", "score", "over")
"""The phases in which nobody is to act."""


@attrs.frozen
class SeenView:
    """A view as it came over the wire.

    Attributes:
        view: The view.
        number: How many moves had been made.
    """

    view: View
    number: int


@attrs.frozen
class SentMove:
    """A move as it came over the wire.

    Attributes:
        move: The move.
        number: How many moves had been made when it was chosen; None if the sender does not say.
    """

    move: Move
    number: int | None = None


def number_of(game: Game) -> int:
    """How many moves have been made in a game: the number of the messages about it."""
    return len(game.history)


def dumps_view(game: Game, seat: int | None, *, converter: cattrs.Converter = CONVERTER) -> str:
    """What a seat knows, as JSON for it alone.

    Args:
        game: The game.
        seat: The seat; None for a spectator.
        converter: From `heartslib.formats.record.make_converter`, for rule classes of your own.

    Raises:
        HeartsError: There is no such seat.
    """
    if not isinstance(game, Game):
        raise HeartsError(f"only a Game has views to write, not {shown(game)}")
    body: dict[str, Any] = converter.unstructure(game.view(seat))
    head = {"format": VIEW_FORMAT, "version": VERSION, "number": number_of(game)}
    return dump_json({**head, "view": body, "question": question_of(game.view(seat))})


def question_of(view: View) -> dict[str, Json] | None:
    """What a seat may choose now, as plain JSON for a client without rules of its own.

    It has the ``verb``, which is ``"call"``, ``"pass"``, ``"charge"``, ``"play"``,
    ``"lay down"``, ``"pay the moon"`` or ``"answer"``, and either

    * ``names``, of which one is to be chosen; or
    * ``cards``: for each card of the hand null if it may be chosen, else the ``rule`` and the
      ``reason`` why not; ``counts``: how many cards make an answer; and for a pass ``to``: the
      seats that get them, in order, each with its number of cards.

    Args:
        view: What the seat knows.

    Returns:
        The question; None if the seat has nothing to choose.
    """
    verb = _VERBS.get(view.phase) if view.is_my_turn or view.chargeable else None
    if verb is None:
        return None
    if view.claimant is not None:
        return {"verb": "answer", "names": ["accept", "refuse"]}
    names = view.calls or view.moon_choices
    if names:
        return {"verb": verb, "names": [*names]}
    counts: list[Json] = [*_counts(view)]
    cards: dict[str, Json] = {str(card): _objection(view, card) for card in view.hand}
    question: dict[str, Json] = {"verb": verb, "cards": cards, "counts": counts}
    if view.phase == "pass":
        question["to"] = [[*packet] for packet in view.passes_to]
    return question


_VERBS: Final = {
    "call": "call",
    "pass": "pass",
    "charge": "charge",
    "play": "play",
    "kitty": "lay down",
    "moon": "pay the moon",
}


def _counts(view: View) -> Iterable[int]:
    """How many cards make an answer to what the seat is asked."""
    if view.phase == "charge":
        return range(0 if view.is_my_turn else 1, view.charges_left + 1)
    if view.phase == "pass":
        return (0,) * view.may_pass_nothing + (view.pass_count,)
    return (1,) if view.phase == "play" else (view.offered,)


def _objection(view: View, card: Card) -> Json:
    """Why a card may not be chosen; None if it may."""
    if view.phase == "play":
        found = view.explain(card)
        return None if found is None else {"rule": found.rule, "reason": found.reason}
    may, rule, reason = {
        "pass": (view.may_pass, "kept-cards", f"{card} may not be passed"),
        "charge": (view.chargeable, "not-chargeable", f"{card} cannot be charged"),
        "kitty": (view.may_lay_down, "charged-card", f"{card} is charged: it has to be played"),
    }[view.phase]
    return None if card in may else {"rule": rule, "reason": reason}


def loads_view(text: str, *, converter: cattrs.Converter = CONVERTER) -> SeenView:
    """The view that `dumps_view` wrote.

    Raises:
        RecordError: The text is no such message, or its parts do not fit together.
    """
    told = _message(text, VIEW_FORMAT, {"number", "view", "question"})  # a view knows its question
    seen = structured(converter, {"view": told.get("view"), "number": told.get("number")}, SeenView)
    if problems := list(islice(_misfits(seen.view), MOST_FAULTS)):
        raise RecordError(f"this is no view: {'; '.join(problems)}")
    return seen


def dumps_move(
    move: Move, number: int | None = None, *, converter: cattrs.Converter = CONVERTER
) -> str:
    """A move as JSON for the server.

    Args:
        move: The move.
        number: The number of the view that it answers.
        converter: From `heartslib.formats.record.make_converter`, for rule classes of your own.

    Raises:
        HeartsError: It is no move.
    """
    if not isinstance(move, Move):
        raise HeartsError(f"only a move can be written, not {shown(move)}")
    head = {"format": MOVE_FORMAT, "version": VERSION, "number": number}
    return dump_json({**head, "move": converter.unstructure(move, Move)})


def loads_move(text: str, *, converter: cattrs.Converter = CONVERTER) -> SentMove:
    """The move that `dumps_move` wrote; whether it may be made is for `receive` to say.

    Raises:
        RecordError: The text is no such message.
    """
    told = _message(text, MOVE_FORMAT, {"number", "move"}, MAX_MOVE)
    return structured(converter, {"move": told.get("move"), "number": told.get("number")}, SentMove)


def receive(game: Game, text: str, seat: int, *, converter: cattrs.Converter = CONVERTER) -> Game:
    """The game after a move that a seat has sent.

    Args:
        game: The game as the server has it.
        text: The message.
        seat: The seat whose connection it came from; the server knows, the message may lie.
        converter: From `heartslib.formats.record.make_converter`, for rule classes of your own.

    Raises:
        RecordError: The text is no such message.
        IllegalMove: The move may not be made.  Its `code` is ``"not-yours"`` for another seat's
            move or one that no seat makes, such as a deal, ``"stale"`` for one that was chosen
            in an earlier state, ``"early"`` for a number that is still to come, else that of
            the rule that forbids it.
    """
    sent = loads_move(text, converter=converter)
    theirs = not isinstance(sent.move, Deal | SetUp | Score | Stop) and sent.move.seat == seat
    if not theirs or type(seat) is not int:
        raise refusal(sent.move, "not-yours", f"that is not for seat {shown(seat)} to do")
    now = number_of(game)
    if sent.number is not None and sent.number != now and not _is_simultaneous(game, sent):
        when = "stale" if sent.number < now else "early"
        reason = f"the move was chosen after {sent.number} moves, the game has {now}"
        raise refusal(sent.move, when, reason)
    return game.apply(sent.move)


def _is_simultaneous(game: Game, sent: SentMove) -> bool:
    """Whether only moves of the same kind were made since, in a phase where the order is free."""
    if sent.number is None or not 0 <= sent.number <= number_of(game):
        return False
    kinds: dict[type, type] = {PassPhase: Pass, ChargePhase: Charge, ClaimPhase: Answer}
    kind = kinds.get(type(game.phase))
    return all(type(move) is kind for move in (sent.move, *game.history[sent.number :]))


def _message(text: str, wanted: str, keys: set[str], most: int = MAX_CHARACTERS) -> dict[str, Any]:
    value = opened(text, wanted, VERSION, "message", most)
    if unknown := value.keys() - keys:
        raise RecordError(f"{shown(min(unknown))} is not known in this message")
    return value


def _misfits(view: View) -> Iterator[str]:
    """What in a view contradicts the rest of it, as far as asking it could go wrong by that."""
    try:
        view.rules.check_players(view.players)
    except HeartsError as error:
        yield str(error)
        return
    for name in view.names:
        checked_text("a name", name, error=RecordError)
    if view.phase not in PHASES:
        yield f"{shown(view.phase)} is no phase"
    elif not view.to_act and view.phase not in _NOBODYS:
        yield f"nobody is to act in the phase {view.phase!r}"
    yield from _bad_seats(view)
    yield from _bad_lengths(view)
    table = view.table
    if any(_is_foreign(trick, view.players) for trick in (*table.tricks, table.trick)):
        yield "a trick is of another table"
    sheets = (*view.sheets, *((view.sheet,) if view.sheet else ()))
    if any(_has_foreign_lines(sheet, view.players) for sheet in sheets):
        yield "a sheet is of another table"
    yield from _bad_sizes(view)
    yield from _too_many_cards(view)


def _bad_seats(view: View) -> Iterator[str]:
    seats = {
        "seat": () if view.seat is None else (view.seat,),
        "dealer": (view.dealer,),
        "to_act": view.to_act,
        "claimant": () if view.claimant is None else (view.claimant,),
    }
    for name, named in seats.items():
        if not all(0 <= seat < view.players for seat in named):
            yield f"{name} is no seat at this table"


def _bad_lengths(view: View) -> Iterator[str]:
    per_seat = {
        "scores": view.scores,
        "hand_sizes": view.hand_sizes,
        "captured_sizes": view.captured_sizes,
        "shown": view.table.shown or view.names,
        "charged": view.table.charged or view.names,
        **{f"scores after round {number}": each for number, each in enumerate(view.course, 1)},
    }
    for name, each in per_seat.items():
        if len(each) != view.players:
            yield f"{name} must be one for each of {view.players} seats"


def _bad_sizes(view: View) -> Iterator[str]:
    most = len(view.rules.deck.cards(view.players))
    sizes = {
        "hand_sizes": view.hand_sizes,
        "captured_sizes": view.captured_sizes,
        "kitty_size": (view.kitty_size,),
        "offered": (view.offered,),
    }
    for name, counted in sizes.items():
        if not all(0 <= size <= most for size in counted):
            yield f"{name} must be from 0 to the {most} cards of the pack"


def _is_foreign(trick: Trick, players: int) -> bool:
    seats = {trick.leader, trick.leader if trick.taker is None else trick.taker}
    return trick.players != players or not seats <= set(range(players))


def _has_foreign_lines(sheet: ScoreSheet, players: int) -> bool:
    seats = {line.seat for line in sheet.lines}.union(*sheet.pooled, sheet.winners)
    return sheet.players != players or not seats <= set(range(players))


def _too_many_cards(view: View) -> Iterator[str]:
    pack, table = view.rules.deck.cards(view.players), view.table
    lying = [card for trick in (*table.tricks, table.trick) for card in trick.cards]
    yield from too_many(pack, from_each(lying) + view.hand)
