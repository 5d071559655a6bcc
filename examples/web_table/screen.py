"""What a browser draws: what it may ask of its seat's view, asked for it in advance.

A page cannot run the rules, so the server does, with the `View` of the seat and nothing else.
A function that gets a view cannot give away more than the view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from heartslib import Cards, ScoreSheet, View, moves
from heartslib.events import Event, GameOver, RoundCounted, TurnOf, events_between
from heartslib.formats.converter import CONVERTER
from heartslib.rules._words import listed
from heartslib.show.telling import Voice, sentences, subject
from heartslib.show.text import Scene, with_symbols

Json = dict[str, Any]

ALOUD = Voice(spoken=True)
"""Cards in words, for screen readers too."""


def screen(view: View, before: View | None) -> Json:
    """What a seat's page shows beside the view itself.

    Args:
        view: The view.
        before: The view that the page had before; None if it had none.
    """
    scene = Scene.of_view(view)
    happened = events_between(before, view) if before else ()
    return {
        "title": scene.headline,
        "status": _status(view, scene),
        "notes": scene.notes(),
        "taken": [_taken(view, pile) for pile in view.table.piles],
        "ask": _ask(view) if view.is_my_turn else None,
        "rounds": [_round(view, sheet, scores) for sheet, scores in _sheets(view)],
        "winners": view.winners,
        "said": [
            sentence
            for event in happened
            if not (isinstance(event, TurnOf) and before and before.is_my_turn)
            for sentence in _sentences(view, event)
        ],
    }


def _taken(view: View, pile: Cards) -> str:
    """The cards of a pile that count, which everyone has seen being taken."""
    return str(pile.only(view.rules.counting_cards(view.players)))


def told(view: View, text: str) -> str:
    """A sentence of the rules for these players: names for seats, symbols for suits."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return view.names[seat] if seat < view.players else found[0]

    return with_symbols(re.sub(r"\bseat (\d+)\b", name, text))


def _sheets(view: View) -> Iterator[tuple[ScoreSheet, tuple[int, ...]]]:
    """The sheet of each round with the scores after it, that of a round not yet booked too."""
    yield from zip(view.sheets, view.course, strict=True)
    if view.phase == "score" and view.sheet:
        yield view.sheet, view.rules.total(view.scores, view.sheet.totals, view.course)


def _round(view: View, sheet: ScoreSheet, scores: tuple[int, ...]) -> Json:
    reasons = [
        [{"points": line.points, "reason": told(view, line.reason)} for line in sheet.of(seat)]
        for seat in range(sheet.players)
    ]
    return {"points": sheet.totals, "scores": scores, "reasons": reasons}


def _status(view: View, scene: Scene) -> str:
    """Whose turn it is, in one sentence."""
    if view.is_my_turn:
        return f"Your turn: {_wanted(view)}"
    if view.phase == "over":
        return f"{subject(view, view.winners)} won the game"
    if view.phase == "score":
        return "The round is over"
    return scene.status[:1].upper() + scene.status[1:]


def _wanted(view: View) -> str:  # noqa: PLR0911 - one for each phase
    """What this seat is to do."""
    match view.phase:
        case "call":
            return "say how the cards are passed"
        case "pass":
            to = [f"{count} to {view.names[seat]}" for seat, count in view.passes_to]
            return f"pass {listed(to) or f'{view.pass_count} to the middle'}"
        case "charge":
            return "charge cards, or none"
        case "kitty":
            return f"lay down {view.offered} for the kitty you took"
        case "moon":
            return "you shot the moon, how is it paid?"
        case _ if view.claimant is not None:
            return f"{view.names[view.claimant]} claims the rest"
        case _:
            return "play a card" if view.table.trick else "lead a card"


def _ask(view: View) -> Json:
    """What this seat may do.

    `cards` says of each card of the hand why it may not be chosen, or null.  `move` is the move
    to be completed: by one card, or by as many cards as the `trays` want.  `buttons` are whole
    moves.
    """
    seat = view.seat
    assert seat is not None  # noqa: S101 - it is its turn
    asked: Json = {"move": None, "cards": {}, "trays": [], "submit": "", "buttons": []}
    match view.phase:
        case "call":
            named = [(call.replace("-", " "), call) for call in view.calls]
            asked["buttons"] = [_button(label, moves.CallPass(seat, name)) for label, name in named]
        case "pass":
            _ask_pass(view, seat, asked)
        case "charge":
            _choose(asked, moves.Charge(seat), [_tray("charged", 0, view.charges_left)])
            _allow(asked, view.hand, view.chargeable, "it cannot be charged")
            asked["submit"] = "Charge"
            asked["buttons"] = [_button("Charge nothing", moves.Charge(seat))]
        case "kitty":
            count = view.offered
            _choose(asked, moves.TakeKitty(seat, ""), [_tray("laid down", count, count)])
            _allow(asked, view.hand, view.may_lay_down, "it is charged and has to be played")
            asked["submit"] = "Lay down"
        case "moon":
            ways = {"add": "The others score", "subtract": "My score goes down"}
            asked["buttons"] = [
                _button(ways.get(choice, choice), moves.ChooseMoon(seat, choice))
                for choice in view.moon_choices
            ]
        case _ if view.claimant is not None:
            asked["buttons"] = [
                _button("Accept", moves.Answer(seat, accepts=True)),
                _button("Refuse", moves.Answer(seat, accepts=False)),
            ]
        case _:
            asked["move"] = {"move": "Play", "seat": seat}
            for card in view.hand:
                objection = view.explain(card)
                asked["cards"][str(card)] = told(view, objection.reason) if objection else None
            if view.rules.round_end.claims:
                asked["buttons"] = [_button("Claim the rest", moves.Claim(seat))]
    return asked


def _ask_pass(view: View, seat: int, asked: Json) -> None:
    count = view.pass_count
    trays = [_tray(f"to {view.names[to]}", each, each, to) for to, each in view.passes_to]
    _choose(asked, moves.Pass(seat, ""), trays or [_tray("to the middle", count, count)])
    _allow(asked, view.hand, view.may_pass, "it may not be passed while there are enough others")
    asked["submit"] = "Pass"
    if view.may_pass_nothing:
        asked["buttons"] = [_button("Pass nothing", moves.Pass(seat, ""))]


def _choose(asked: Json, move: moves.Move, trays: list[Json]) -> None:
    asked["move"] = CONVERTER.unstructure(move, moves.Move)
    asked["trays"] = trays


def _allow(asked: Json, hand: Cards, allowed: Cards, reason: str) -> None:
    asked["cards"] = {str(card): None if card in allowed else reason for card in hand}


def _tray(label: str, least: int, most: int, seat: int | None = None) -> Json:
    return {"label": label, "least": least, "most": most, "seat": seat}


def _button(label: str, move: moves.Move) -> Json:
    return {"label": label, "move": CONVERTER.unstructure(move, moves.Move)}


def _sentences(view: View, event: Event) -> Iterator[str]:
    """An event as a page says it."""
    match event:
        case RoundCounted(sheet):
            points = zip(view.names, sheet.totals, strict=True)
            yield f"The round is over: {listed([f'{name} {each:+d}' for name, each in points])}."
        case GameOver(winners):
            yield f"The game is over. {subject(view, winners)} won."
        case TurnOf(seats) if view.seat in seats:
            yield "It is your turn."
        case _:
            yield from sentences(view, event, ALOUD)
