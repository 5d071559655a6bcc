"""What a seat may know of the cards, worked out from the whole game, not from its view."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

from heartslib import Card, Cards, Game, moves
from heartslib.cards import PACK
from heartslib.phases import (
    ChargePhase,
    ClaimPhase,
    KittyPhase,
    MixPhase,
    MoonPhase,
    PassPhase,
    PlayPhase,
    ScorePhase,
)
from heartslib.record import Json

_CODE = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([CDSH♣♦♠♥])(?![A-Za-z0-9])")
_WORDS = {f"the {card.rank.word} of {card.suit.word}": card for card in PACK}
_COUNTED = ("sheets", "sheet", "rounds", "rules", "lesson", "marks", "watch")
"""What names cards of rounds that were counted, or of the rulebook, or looks as if by chance."""


def named(frame: dict[str, Any]) -> set[Card]:
    """Every card that a frame names, in letters or words, except in score sheets."""
    text = json.dumps(_without(frame), ensure_ascii=False)
    coded = {Card.parse("".join(found)) for found in _CODE.findall(text)}
    return coded | {card for words, card in _WORDS.items() if words in text}


def _without(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _without(each) for key, each in value.items() if key not in _COUNTED}
    return [_without(each) for each in value] if isinstance(value, list) else value


def known(game: Game, seat: int) -> set[Card]:
    """The cards of this round that a seat has held or seen."""
    made = game.history
    first = max((n for n, move in enumerate(made) if isinstance(move, moves.Score)), default=-1)
    seen = Cards(game.match.turned)
    for move in made[first + 1 :]:
        if isinstance(move, moves.Deal):
            seen |= move.hands[seat]
        elif isinstance(move, moves.Play):
            seen |= move.card
        elif isinstance(move, moves.Charge):
            seen |= move.cards
    match phase := game.phase:
        case PassPhase() | MixPhase():
            pass
        case PlayPhase():
            seen |= _in_play(phase, seat)
        case KittyPhase() | ClaimPhase():
            seen |= _in_play(phase.playing, seat)
        case ChargePhase():  # which cards may be charged is a rule
            seen |= phase.exchange.received[seat] | game.in_force.charging.cards
        case MoonPhase() | ScorePhase():
            seen |= phase.exchange.received[seat] | phase.captured[seat]
        case _:
            pass
    return set(seen)


def _in_play(phase: PlayPhase, seat: int) -> Cards:
    """The cards it was passed, holds and has captured, and the hands that have been shown."""
    shown = sum(phase.table.shown, Cards())
    return phase.exchange.received[seat] | phase.hands[seat] | phase.captured[seat] | shown


def states(game: Game) -> list[Game]:
    """The game as it was after each number of its moves."""
    return [*accumulate(game.history, Game.apply, initial=game.beginning)]


def leaks(frames: list[dict[str, Any]], game: Game, seat: int) -> list[tuple[int, set[Card]]]:
    """The frames that reveal more than the seat may know, by number, with the cards."""
    every = states(game)
    found: list[tuple[int, set[Card]]] = []
    for frame in frames:
        at: int | None = frame.get("seen", {}).get("number")
        if at is not None and (more := named(frame) - known(every[at], seat)):
            found.append((at, more))
    return found
