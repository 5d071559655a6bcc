"""What a browser shows and offers, worked out from the view of its seat.

A page cannot run the rules, so the server does.  These functions are given only the seat's `View`,
so they cannot reveal more than the seat may know.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import attrs

from heartslib import Card, Cards, ChooseCards, ChooseName, Line, Rules, ScoreSheet, View, YesOrNo
from heartslib.cards import PACK
from heartslib.events import (
    CardPlayed,
    Charged,
    Event,
    GameOver,
    HandDealt,
    HeartsBroken,
    MoonShot,
    Passed,
    RoundCounted,
    ScoreEntered,
    TrickTaken,
)
from heartslib.moves import NameContract
from heartslib.rules import Mark, NoMoon, RoundRules
from heartslib.rules.book.chapters import IN_ORDER
from heartslib.show.counts import what_counts, what_counts_now
from heartslib.show.telling import Voice, asked, does, objection, sentences, subject
from heartslib.show.text import (
    Scene,
    capital,
    name_words,
    with_symbols,
)
from heartslib.words import listed, ordinal, written

Json = dict[str, Any]
Step: TypeAlias = tuple[View, Sequence[Event]]
"""What a seat knows after a move, and what it has seen of that move."""
Deed = CardPlayed | Passed | Charged
"""What the computer may have done for somebody who was away."""

SPOKEN = Voice(spoken=True)
"""Cards in words, for the log, which screen readers read aloud."""
WRITTEN = Voice()
"""Cards in symbols."""


def screen(
    view: View,
    steps: Sequence[Step] = (),
    absent: Iterable[Event] = (),
    *,
    asked_before: bool = False,
) -> Json:
    """What a seat's page shows, in addition to the view itself.

    Args:
        view: The view.
        steps: The moves since the last view that the page had.
        absent: The events since the computer began to play for the seat, if it has.
        asked_before: Whether the seat was to act in that last view.
    """
    scene = Scene.of_view(view)
    happened = [(now, event) for now, events in _of_round(steps) for event in events]
    for_you = [event for event in absent if isinstance(event, Deed) and event.seat == view.seat]
    said = [
        (sentence, event not in for_you and _is_lesser(now, event))
        for now, event in happened
        for sentence in _sentences(_of_computer(now) if event in for_you else now, event)
    ]
    if happened and view.is_my_turn and not asked_before:
        said.append(("It is your turn.", True))
    return {
        "game": view.rules.name,
        "title": scene.headline,
        "status": _status(view, scene),
        "terms": _terms(view),
        "lesson": _lesson(view),
        "marks": {str(card): _mark(mark) for card, mark in view.marks.items()},
        "isHighBest": view.rules.points_are_good,
        "around": view.rules.direction.clockwise(view.seat or 0, view.players),
        "sides": view.rules.sides.seats(view.players),
        "isPooled": view.rules.sides.pooled,
        "notes": scene.notes(),
        "taken": [_taken(view, pile) for pile in view.table.piles],
        "takers": [seat for seat, count in view.passes_to for _ in range(count)],
        "points": view.points_so_far,
        "isBroken": view.hearts_broken,
        "cancelled": [
            view.cancelled,
            *(view.in_force.cancelled(trick) for trick in view.table.tricks[-1:]),
        ],
        "ask": _ask(view),
        "end": view.phase if view.phase in {"score", "over"} else None,
        "rounds": [
            _round(view, sheet, scores, contract)
            for (sheet, scores), contract in zip(_sheets(view), _contracts(view), strict=False)
        ],
        "start": view.rules.ending.start,
        "goal": view.rules.ending.goal,
        "winners": view.winners,
        "moment": _moment(happened),
        "said": [sentence for sentence, _ in said],
        "lesser": [sentence for sentence, is_lesser in said if is_lesser],
    }


def _of_round(steps: Sequence[Step]) -> Sequence[Step]:
    """The moves since the last score was entered."""
    entered = (
        place
        for place, (_, events) in enumerate(steps)
        if any(isinstance(event, ScoreEntered) for event in events)
    )
    return steps[max(entered, default=0) :]


def _is_lesser(view: View, event: Event) -> bool:
    """Whether people at a table need not read about an event, as they see it or could not miss it."""
    match event:
        case CardPlayed(_, card):
            return card is not _worst(view)
        case HandDealt():
            return True
        case Passed():
            return event.cards is None
        case TrickTaken():
            return not _counting(view, event.cards) and not _trick_counts(view)
        case _:
            return False


def _trick_counts(view: View) -> bool:
    """Whether the last trick counts apart from its cards, good or bad."""
    costs = view.in_force.trick_costs
    number = len(view.table.tricks) - 1
    return number < len(costs) and costs[number] != 0


def _trick_named(view: View) -> str:
    """The last trick, by its number if that counts."""
    if not _trick_counts(view):
        return "the trick"
    number = len(view.table.tricks)
    is_last = number == view.in_force.tricks_in_round
    return f"{ordinal(-1 if is_last else number)} trick"


def _of_computer(view: View) -> View:
    """The view of somebody who watches the computer play in place of a seat."""
    names = tuple(
        "The computer" if seat == view.seat else name for seat, name in enumerate(view.names)
    )
    return attrs.evolve(view, seat=None, names=names)


def _moment(happened: Iterable[tuple[View, Event]]) -> str | None:
    """What nobody at the table should miss: a moon, the costliest card taken or played, or hearts broken."""
    found = dict[int, str]()  # the greatest first
    for view, event in happened:
        match event:
            case MoonShot():
                found[0] = " ".join(sentences(view, event, WRITTEN))
            case TrickTaken(seat, cards) if (worst := _worst(view)) and worst in cards:
                found[1] = does(view, seat, "take", WRITTEN.at(view).the(worst))
            case CardPlayed(seat, card, is_lead) if card is _worst(view):
                name = WRITTEN.at(view).the(card)
                found[2] = does(view, seat, "lead", name) if is_lead else f"{capital(name)} falls."
            case HeartsBroken():
                found[3] = " ".join(sentences(view, event, WRITTEN))
            case _:
                pass
    return found[min(found)] if found else None


def _worst(view: View) -> Card | None:
    return _costliest(view.in_force, view.table.all_charged)


@functools.lru_cache(maxsize=256)
def _costliest(rules: RoundRules, charged: Cards) -> Card | None:
    """The card that costs more than any other; None if several cost as much."""
    costs = Counter({card: rules.cost(card, charged) for card in PACK})
    (worst, most), (_, next_most) = costs.most_common(2)
    return worst if most > next_most else None


def _mark(mark: Mark) -> Json:
    """What a page shows and says of a card besides its rank and suit."""
    charged = bool(mark.charged)
    return {
        "face": str(mark.face),
        "kind": mark.kind,
        "sign": mark.sign,
        "name": mark.name,
        "charged": charged,
    }


def _terms(view: View) -> Json:
    """The contract of the round, what counts, and the chapter of the rulebook on what to do now."""
    by = f". Named by {view.names[view.namer]}" if view.contract and view.namer is not None else ""
    name = capital(name_words(view.contract or ""))
    return {
        "name": name,
        "rules": f"{what_counts_now(view)}{by}",
        "chapter": view.rules.heading(_chapter(view)),
    }


def _lesson(view: View) -> list[str]:
    """What a newcomer should know before the first trick: what counts, what is special, what to do now."""
    if view.seat is None or view.table.tricks or view.phase in {"deal", "score", "over"}:
        return []
    first = _first_sentence(view.rules, view.players, _chapter(view))
    now = [f"{capital(asked(view))}."] if view.is_my_turn else ["Wait for the others."]
    if len(first) <= _SHORT:
        now.append(first)
    counts = what_counts_now(view)
    return [f"{counts.removesuffix('.')}.", _special(view.rules, view.players), " ".join(now)]


_SHORT = 120
"""The letters of a sentence that a newcomer reads at a glance."""


@functools.lru_cache(maxsize=256)
def _first_sentence(rules: Rules, players: int, chapter: str) -> str:
    """What a chapter of the rulebook begins with; empty if it says nothing."""
    said = rules.at(players).sentences()[chapter]
    return with_symbols(next((sentence for sentence in said if sentence != IN_ORDER), ""))


@functools.lru_cache(maxsize=256)
def _special(rules: Rules, players: int) -> str:
    """What a game is about in a sentence; if it has nothing but other points, what all should know of the moon."""
    books = rules.at(players).rulebooks
    is_special = any(book.bonuses or book.special() for book in books)
    if is_special or isinstance(rules.moon, NoMoon):
        return with_symbols(rules.summary)
    return _first_sentence(rules, players, _CHAPTERS["moon"])


def _chapter(view: View) -> str:
    """The title of the chapter that says what is to be done now."""
    if view.phase == "play" and not (view.table.tricks or view.table.trick):
        return "The opening lead"
    return _CHAPTERS.get(view.phase, "Play")


_CHAPTERS = {
    "deal": "The pack",
    "call": "Passing",
    "pass": "Passing",
    "bid": "Contracts",
    "contract": "Contracts",
    "early-charge": "Charging",
    "charge": "Charging",
    "kitty": "The pack",
    "moon": "Shooting the moon",
    "score": "Scoring",
    "over": "The end of the game",
}


def _signed(points: int) -> str:
    return written(points, "+d" if points else "d")


def _contracts(view: View) -> tuple[str | None, ...]:
    """The contract of each round; None if it has none."""
    earlier = [contract for _, contract in view.contracts] or [None] * len(view.sheets)
    return (*earlier, view.contract)


def _taken(view: View, pile: Cards) -> str:
    """The counting cards in a pile; everyone has seen them being taken."""
    return str(_counting(view, pile)) if pile else ""


def _counting(view: View, cards: Cards) -> Cards:
    return cards.only(view.in_force.counting_cards)


def rules_page(rules: Rules, players: int) -> Json:
    """A rulebook to typeset: its title, and its chapters with their paragraphs."""
    title = rules.describe(players).partition("\n")[0]
    chapters = [
        {
            "title": rules.heading(chapter),
            "paragraphs": [with_symbols(" ".join(said)) for said in paragraphs],
        }
        for chapter, paragraphs in rules.at(players).paragraphs().items()
        if paragraphs
    ]
    return {"title": with_symbols(title), "chapters": chapters}


def with_names(view: View, text: str) -> str:
    """A reason of the rules, with names for seats and symbols for suits."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return view.names[seat] if seat < view.players else match[0]

    return with_symbols(re.sub(r"\bseat (\d+)\b", name, text))


def _sheets(view: View) -> Iterator[tuple[ScoreSheet, tuple[int, ...]]]:
    """The sheet of each finished round, with the scores after it."""
    yield from zip(view.sheets, view.course, strict=True)
    if view.phase == "score" and view.sheet:
        yield view.sheet, view.rules.total(view.scores, view.sheet.totals, view.course)


def _round(view: View, sheet: ScoreSheet, scores: tuple[int, ...], contract: str | None) -> Json:
    def named(seats: tuple[int, ...]) -> str:
        return listed([view.names[seat] for seat in seats])

    reasons = [
        [
            {
                "points": line.points,
                "reason": with_symbols(line.worded(WRITTEN.at(view).cards, named)),
            }
            for line in sheet.of(seat)
        ]
        for seat in range(sheet.players)
    ]
    worst = None
    if contract in (view.rules.contract_names or (None,)):  # the rules may have changed
        worst = _costliest(view.at_table.under(contract), Cards())
    return {
        "points": sheet.totals,
        "scores": scores,
        "reasons": reasons,
        "pool": capital(sheet.pool_line),
        "contract": contract and name_words(contract),
        "moon": _seats(sheet, lambda line: line.step == view.rules.moon.name and not line.others),
        "worst": WRITTEN.at(view).cards(Cards([worst])) if worst else None,
        "took": _seats(sheet, lambda line: worst is not None and worst in line.cards),
    }


def _seats(sheet: ScoreSheet, holds: Callable[[Line], bool]) -> list[int]:
    """The seats of which a line says that."""
    return sorted({line.seat for line in sheet.lines if holds(line)})


def _status(view: View, scene: Scene) -> str:
    """Who is to act, in one sentence."""
    if view.is_my_turn:
        return f"Your turn: {asked(view)}"
    if view.winners:
        return f"{subject(view, view.winners)} won the game"
    return scene.status


def _ask(view: View) -> Json | None:
    """What this seat may do.

    `cards` has for each card of the hand the reason why it may not be chosen, or null.  `trays` hold
    chosen cards until they are sent; there are none if a single card is sent at once.  `buttons` are
    complete answers; those that name a contract say under `rules` what counts.  `numbers` are names to
    choose from that need no button each, such as bids.
    """
    question = view.question
    match question:
        case None:
            return None
        case ChooseName(verb, names):
            buttons = [
                _button(name_words(name) if word == name.replace("-", " ") else word, name=name)
                for name, word in zip(names, question.words, strict=True)
                if name not in question.numbers
            ]
            if question.kind is NameContract:
                for name, button in zip(names, buttons, strict=True):
                    button["rules"] = what_counts(view.rules.under(name), view.players)
            numbers = [*question.numbers]
            return {
                "verb": verb, "cards": None, "trays": [], "buttons": buttons, "numbers": numbers
            }  # fmt: skip
        case YesOrNo(verb):
            buttons = [_button(verb, yes=True), _button(question.refusal, yes=False)]
            return {"verb": verb, "cards": None, "trays": [], "buttons": buttons}
        case ChooseCards(verb, _, counts):
            buttons = [_button(f"{verb} nothing", cards=[])] if 0 in counts else []
            buttons += [_button(name, name=name) for name, _ in question.instead]
            why = {str(card): objection(view, card, WRITTEN) or None for card in view.hand}
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
    """An event in sentences for the log."""
    match event:
        case RoundCounted(sheet):
            sides = view.rules.sides
            alone = [(seat,) for seat in range(view.players)]
            parts = [
                f"{listed([view.names[seat] for seat in side])} {_signed(sheet.totals[side[0]])}"
                for side in (sides.seats(view.players) if sides.pooled else alone)
            ]
            yield f"The round is over: {listed(parts)}."
        case GameOver(winners):
            yield f"The game is over. {subject(view, winners)} won."
        case TrickTaken(seat, cards):
            found = _counting(view, cards)
            holding = f" with {SPOKEN.at(view).cards(found)}" if found else ""
            yield does(view, seat, "take", f"{_trick_named(view)}{holding}")
        case _:
            yield from sentences(view, event, SPOKEN)
