"""What a browser draws: what it may ask of its seat's view, asked for it in advance.

A page cannot run the rules, so the server does, with the `View` of the seat and nothing else.
A function that gets a view cannot give away more than the view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from heartslib import Cards, ChooseCards, ChooseName, ScoreSheet, View, YesOrNo
from heartslib.events import Event, GameOver, RoundCounted, TurnOf, events_between
from heartslib.rules._words import listed
from heartslib.show.telling import Voice, asked, objection, sentences, subject
from heartslib.show.text import Scene, capital, with_symbols

Json = dict[str, Any]

ALOUD = Voice(spoken=True)
"""Cards in words, for screen readers too."""
ON_THE_PAGE = Voice()
"""Cards with their symbols."""


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
        "ask": _ask(view),
        "end": view.phase if view.phase in {"score", "over"} else None,
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
    """The sheet of each round with the scores after it, that of a round not yet entered too."""
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
        return f"Your turn: {asked(view)}"
    if view.winners:
        return f"{subject(view, view.winners)} won the game"
    return scene.status


def _ask(view: View) -> Json | None:
    """What this seat may do.

    `cards` says of each card of the hand why it may not be chosen, or null; `trays` are where
    chosen cards lie until they are sent, none where a card is sent at once.  `buttons` are whole
    answers.
    """
    question = view.question
    match question:
        case None:
            return None
        case ChooseName(verb, names):
            words = zip(names, question.words, strict=True)
            buttons = [_button(word, name=name) for name, word in words]
            return {"verb": verb, "cards": None, "trays": [], "buttons": buttons}
        case YesOrNo(verb):
            buttons = [_button(verb, yes=True), _button(question.refusal, yes=False)]
            return {"verb": verb, "cards": None, "trays": [], "buttons": buttons}
        case ChooseCards(verb, _, counts):
            buttons = [_button(f"{verb} nothing", cards=[])] if 0 in counts else []
            buttons += [_button(name, name=name) for name, _ in question.instead]
            why = {str(card): objection(view, card, ON_THE_PAGE) or None for card in view.hand}
            return {"verb": verb, "cards": why, "trays": _trays(view, question), "buttons": buttons}


def _trays(view: View, question: ChooseCards) -> list[Json]:
    if question.counts == (1,):
        return []
    if len(question.to) > 1:
        return [_tray(f"to {view.names[seat]}", count, count) for seat, count in question.to]
    return [_tray("chosen", min(filter(None, question.counts), default=0), question.counts[-1])]


def _tray(label: str, least: int, most: int) -> Json:
    return {"label": label, "least": least, "most": most}


def _button(label: str, **answer: object) -> Json:
    return {"label": capital(label), "answer": answer}


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
