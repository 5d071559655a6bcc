"""What the human reads: what happened, what to do, what it cost.

Each function returns sentences, or one, for both faces of the terminal, `plain` and `screen`.  Where they differ, the voice decides: if
`spoken`, a fact is a sentence by itself, since a table in columns cannot be heard.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from heartslib import moves
from heartslib._values.arguments import frozen
from heartslib._values.seats import for_each
from heartslib.bots import Advice
from heartslib.cards import Card, Cards, Suit
from heartslib.events import CardPlayed, Event, Passed, TrickLeft, TrickTaken
from heartslib.moves import IllegalMove, Move, Pass, Play
from heartslib.questions import ChooseCards, ChooseName, YesOrNo
from heartslib.rules import NO_PASSING
from heartslib.sheet import ScoreSheet
from heartslib.show import telling
from heartslib.show.counts import what_counts, what_counts_now
from heartslib.show.telling import (
    answer_of,
    chosen,
    deed,
    does,
    passing_words,
    sentences,
    subject,
    who,
)
from heartslib.show.text import (
    WIDTH,
    Scene,
    capital,
    charged_word,
    columns_of,
    faces,
    name_words,
    padded,
    pattern_words,
    rank_text,
    sheet_text,
    short_name,
    taken_words,
)
from heartslib.view import View
from heartslib.words import counters, how_many, listed, written


@frozen
class TerminalVoice(telling.Voice):
    """How cards are named, and how much is shown at once.

    Attributes:
        lines: The lines of a page of a long text; None for no pages.
        width: The columns of a line that is drawn.
    """

    lines: int | None = None
    width: int = WIDTH


Seen: TypeAlias = tuple[View, tuple[Event, ...]]
"""A view, and the events that led to it; the first of a sequence has none."""


def _events_of(seen: Sequence[Seen]) -> Iterator[tuple[View, Event]]:
    return ((view, event) for view, events in seen for event in events)


def happened(seen: Sequence[Seen], voice: TerminalVoice) -> tuple[str, ...]:
    """What happened, in sentences."""
    lines: list[str] = []
    for view, event in _events_of(seen):
        lines += sentences(view, event, voice)
    return tuple(lines)


def happened_in_short(seen: Sequence[Seen], voice: TerminalVoice) -> tuple[str, ...]:
    """The same next to a drawn table: without the cards on it, and a line for each finished trick."""
    lines: list[str] = []
    plays = [*seen[0][0].table.trick.plays] if seen else []
    for view, event in _events_of(seen):
        match event:
            case CardPlayed(seat, card):
                plays.append((seat, card))
            case TrickTaken() | TrickLeft():
                lines.append(f"Trick: {_plays_text(view, plays, voice)}. {_outcome(view, event)}")
                plays = []
            case Passed(seat) if seat != view.seat:
                pass  # not worth a line for each of ten players
            case _:
                lines += sentences(view, event, voice)
    return tuple(lines)


def _outcome(view: View, trick: TrickTaken | TrickLeft) -> str:
    """Who takes a trick, and the points of its cards."""
    if isinstance(trick, TrickLeft):
        return "Nobody wins it."
    points = sum(view.in_force.points(card, view.table.all_charged) for card in trick.cards)
    what = f"it, {how_many(points, 'point')}" if points else "it"
    return does(view, trick.seat, "take", what)


def _plays_text(view: View, plays: Iterable[tuple[int, Card]], voice: TerminalVoice) -> str:
    if voice.spoken:
        parts = [f"{who(view, seat)}, {voice.the(card)}" for seat, card in plays]
        return capital("; ".join(parts))
    return capital(", ".join(f"{who(view, seat)} {voice.card(card)}" for seat, card in plays))


def asked(view: View) -> str:
    """What the human is to do, in one sentence."""
    match view.question:
        case None:
            return "Press Enter to go on."
        case ChooseName(numbers=()):
            how = ", by number or name"
        case ChooseName():
            how = ""
        case YesOrNo():
            how = ", yes or no"
        case question:
            how = "" if question.counts[-1] else ", type none"
    return f"Your turn: {telling.asked(view)}{how}."


def choosable(view: View) -> Cards | None:
    """The cards from which the human may choose now; None if the question is not about cards."""
    question = view.question
    return question.among if isinstance(question, ChooseCards) else None


def choices(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """What may be chosen, unless it is the whole hand."""
    match view.question:
        case ChooseCards(verb, may) if may and may != view.hand:
            return (f"You may {verb}: {voice.cards(may)}.",)
        case ChooseName(names=names, kind=moves.NameContract):
            begin = "Name " if voice.spoken else ""
            costs = [what_counts(view.rules.under(name), view.players) for name in names]
            return tuple(
                f"{begin}({number}) {name_words(name)}: {voice.phrased(view, cost)}"
                for number, (name, cost) in enumerate(zip(names, costs, strict=True), 1)
            )
        case ChooseName(verb, names, numbers=(least, *more)):
            others = listed([name_words(name) for name in names if not name.isdecimal()])
            to = f" to {more[-1]}" if more else ""
            return (f"You may {others}, or {verb} {least}{to}.",)
        case ChooseName(verb, names) as question:
            meanings = map(_name_with_meaning, names, question.words)
            parts = [f"({number}) {meaning}" for number, meaning in enumerate(meanings, 1)]
            if voice.spoken:
                return tuple(f"{capital(verb)} {part}." for part in parts)
            return (f"You may {verb}: {', '.join(parts)}.",)
        case _:
            return ()


def costs(view: View, voice: TerminalVoice) -> str:
    """What counts in the round, in a line."""
    return voice.phrased(view, f"{what_counts_now(view)}.")


def terms(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """What this round adds to the rulebook: what the card shown makes count, or the contract; else nothing."""
    if view.shown_last:
        return (costs(view, voice),)
    if view.contract is None:
        return ()
    changed = view.at_table.terms(view.contract)
    return f"The contract is {name_words(view.contract)}.", voice.phrased(view, changed)


def _name_with_meaning(name: str, words: str) -> str:
    return name_words(name) if words == name.replace("-", " ") else f"{name}, {words}"


def reason(view: View, card: Card, voice: TerminalVoice) -> str:
    """Says whether a card may be chosen now, and if not why."""
    question = view.question
    if not isinstance(question, ChooseCards):
        return f"You are not choosing a card now. {asked(view)}"
    if card not in view.hand:
        return f"{capital(voice.the(card))} is not in your hand."
    why = telling.objection(view, card, voice)
    if why:
        return f"You may not {question.verb} {voice.the(card)} now: {why}."
    return f"You may {question.verb} {voice.the(card)}."


def refusal(view: View, error: IllegalMove, voice: TerminalVoice) -> str:
    """Why a move has been refused, in a sentence."""
    why = voice.phrased(view, error.reason)
    if isinstance(error.move, Play):
        card = voice.the(error.move.card)
        if error.rule == "not-in-hand":
            return f"{capital(card)} is not in your hand."
        return f"Not {card}: {why}."
    return f"{capital(why)}."


def reasons(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """Why the other cards of the hand may not be chosen now, a sentence for each reason."""
    question = view.question
    if not isinstance(question, ChooseCards):
        return (f"You are not choosing a card now. {asked(view)}",)
    barred: dict[str, list[Card]] = {}
    for card in view.hand.without(question.among):
        barred.setdefault(telling.objection(view, card, voice), []).append(card)
    if not barred:
        return (f"You may {question.verb} any card of your hand.",)
    return tuple(
        f"You may not {question.verb} {voice.cards(cards)} now: {why}."
        for why, cards in barred.items()
    )


def hint(advice: Advice, voice: TerminalVoice) -> str:
    """Advice in a sentence, with what to type for it."""
    return f"Hint: {advice.sentence(voice)} Type: {typed(advice.view, advice.move, voice)}"


def comparison(advice: Advice, voice: TerminalVoice) -> tuple[str, ...]:
    """Advice in a sentence, and how much worse each move is than the best, the best first."""
    moves: list[str] = []
    for cost in advice.costs:
        others = [chosen(move, voice) for move in cost.moves[1:]]
        moves.append(listed([deed(advice.view, cost.move, voice), *others], "or"))
    worse = [*zip(moves, advice.costs, strict=True)]
    sentence = advice.sentence(voice)
    if voice.spoken:
        said = [
            (capital(what), f"{cost.in_points} worse" if cost.is_certain else str(cost))
            for what, cost in worse
        ]
        return (sentence, *(f"{what}: {much}." for what, much in said))
    head = ("", "Points worse than the best:") if worse else ()
    return (sentence, *head, *(f"{cost!s:>14}  {what}" for what, cost in worse))


def typed(view: View, move: Move, voice: TerminalVoice) -> str:
    """What a human types to make a move, in the view before it."""

    def as_typed(cards: Iterable[Card]) -> str:
        return " ".join("joker" if voice.is_joker(card) else str(card) for card in cards)

    match move, answer_of(move):
        case (Pass(to=[_, *_]), _):
            return " ".join(as_typed(part) for _, part in move.to)
        case (_, bool(yes)):
            return "yes" if yes else "no"
        case (_, None):
            return deed(view, move, voice)
        case (_, Card() as card):
            return as_typed([card])
        case (_, Cards() as cards):
            return as_typed(cards) or "none"
        case _:
            return str(answer_of(move))


def in_hand(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """The hand, a line for each suit that is in it."""
    lines: list[str] = []
    hand = faces(view, view.hand)
    for suit in Suit:
        cards = hand.of(suit)
        if cards:
            ranks = [card.rank.word if voice.spoken else rank_text(card.rank) for card in cards]
            lines.append(f"{capital(suit.word)}: {', '.join(ranks)}.")
    return ("Your hand:", *lines) if lines else ("You hold no cards.",)


def on_table(view: View, voice: TerminalVoice) -> tuple[str, ...]:  # noqa: C901 - a list
    """The cards on the table, and those that have been shown."""
    table = view.table
    trick = table.trick
    lines = [f"On the table: {_plays_text(view, trick.plays, voice)}."] if trick else []
    if view.cancelled:
        lines.append(f"Cancelled: {voice.cards(trick.cards[place] for place in view.cancelled)}.")
    lines += terms(view, voice)
    if view.pattern is not None and view.rules.passing != NO_PASSING and not table.tricks:
        lines.append(capital(pattern_words(view.pattern, view.players)) + ".")
    charged = charged_word(view.rules)
    for what, piles in ((charged, table.charged), ("Shown and still held", table.shown)):
        for seat, cards in enumerate(piles):
            if cards:
                lines.append(f"{what} by {who(view, seat)}: {voice.cards(cards)}.")
    for seat, count in enumerate(view.secret_sizes):
        if count:
            known = voice.known(view.secret if seat == view.seat else None, count)
            lines.append(f"{charged} in secret by {who(view, seat)}: {known}.")
    if table.waiting:
        lines.append(f"Waiting for the next taker: {voice.cards(table.waiting)}.")
    if view.turned:
        lines.append(f"Turned up: {voice.cards(view.turned)}.")
    if view.kitty_size:
        lines.append(f"In the {view.rules.kitty.called}: {how_many(view.kitty_size, 'card')}.")
    if view.claimant is not None:
        lines.append(does(view, view.claimant, "claim", "the rest"))
    partners = Scene.of_view(view).partners
    if partners:
        lines.append(f"{partners}.")
    return tuple(lines) or ("The table is empty.",)


def last_trick(view: View, voice: TerminalVoice) -> str:
    """The last finished trick of this round."""
    if not view.table.tricks:
        return "No trick has been finished this round."
    trick = view.table.tricks[-1]
    taker = "Nobody" if trick.taker is None else subject(view, [trick.taker])
    return f"The last trick: {_plays_text(view, trick.plays, voice)}. {taker} took it."


def scores(view: View) -> tuple[str, ...]:
    """Each player's score before this round, and during the play its tricks and points so far."""
    lines: list[str] = []
    so_far = [*for_each(view.players, "")]
    if view.phase == "play":
        so_far = [f"; this round {taken}" for taken in taken_words(view)]
    for seat, points in enumerate(view.scores):
        lines.append(f"{subject(view, [seat])}: {how_many(points, 'point')}{so_far[seat]}.")
    if view.rules.has_pool:
        jack = ", a jack" if view.settled.jack else ""
        lines.append(f"In the pool: {counters(view.pool)}{jack}.")
    return tuple(lines)


def rounds(view: View) -> tuple[str, ...]:
    """What each round of a game with contracts brought; nothing in other games."""
    lines: list[str] = []
    played = zip(view.contracts, view.sheets, strict=True) if view.contracts else ()
    for number, ((dealer, contract), sheet) in enumerate(played, 1):
        named = f"{name_words(contract)}, " if contract else ""
        parts = [
            f"{who(view, seat)} {written(points, '+d' if points else 'd')}"
            for seat, points in enumerate(sheet.totals)
        ]
        head = f"Round {number}, {named}dealt by {who(view, dealer)}"
        lines.append(f"{head}: {', '.join(parts)}.")
    return tuple(lines)


def last_title(view: View) -> str:
    """A heading for the sheet of the last finished round, with its contract."""
    # in the phase "score" the round is not entered yet
    is_entered = view.phase != "score" and view.contracts
    contract = view.contracts[-1][1] if is_entered else view.contract
    named = f", {name_words(contract)}" if contract else ""
    return f"The last finished round{named}:"


def sheet(
    view: View, sheet: ScoreSheet, after: Sequence[int], voice: TerminalVoice
) -> tuple[str, ...]:
    """What a round cost and why: if spoken, a sentence for each line and player; else a table."""
    if not voice.spoken:
        why = functools.partial(voice.reason, view)
        text = sheet_text(view.names, sheet, after, voice.width, why)
        return tuple(voice.short(text).splitlines())
    lines: list[str] = []
    for seat in range(view.players):
        name = subject(view, [seat])
        lines += [
            f"{name}: {voice.reason(view, line)}, {written(line.points, '+d')}."
            for line in sheet.explained(seat)
        ]
        points = how_many(sheet.totals[seat], "point")
        lines.append(f"{name}: {points} this round, {written(after[seat])} in total.")
    if sheet.pool_line:
        lines.append(f"{capital(sheet.pool_line)}.")
    return tuple(lines)


def short_sheet(
    view: View, sheet: ScoreSheet, after: Sequence[int], voice: TerminalVoice
) -> tuple[str, ...]:
    """The same in one line for each player; reasons that do not fit are cut."""
    lines = [f"  {'':<12} {'round':>6} {'score':>6}"]
    for seat in range(view.players):
        why = "; ".join(voice.reason(view, line) for line in sheet.explained(seat))
        name = padded(short_name(view.names[seat], 12), 12)
        head = f"  {name} {written(sheet.totals[seat]):>6} {written(after[seat]):>6}  "
        lines.append(head + short_name(why, voice.width - columns_of(head)))
    if sheet.pool_line:
        lines.append(f"  {capital(sheet.pool_line)}")
    return tuple(lines)


def last_sheet(view: View) -> tuple[ScoreSheet, tuple[int, ...]] | None:
    """The sheet of the last finished round, and the scores after it."""
    if view.phase == "score" and view.sheet:
        return view.sheet, view.rules.total(view.scores, view.sheet.totals, view.course)
    return (view.sheets[-1], view.course[-1]) if view.sheets else None


def result(view: View) -> str:
    """Who has won."""
    winners = [who(view, seat) for seat in view.winners]
    return f"The game is over: {listed(winners)} won."


def greeting(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """The game, what counts, the others in the order of play, and how the round begins."""
    seat = view.seat or 0
    others = [who(view, (seat + places) % view.players) for places in range(1, view.players)]
    begin = f"Round {view.round_number + 1}. {does(view, view.dealer, 'deal')}"
    if view.contract:
        begin += f" The contract is {name_words(view.contract)}."
    for card in view.shown_last:
        begin += f" The dealer's last card is {card:u}."
    if view.pattern and view.rules.passing != NO_PASSING:
        begin += f" {passing_words(view.pattern, view)}"
    way = view.rules.direction
    order = f"{capital(way.value)} from your {way.side(1)}: {listed(others)}."
    return f"{view.rules.name}. {capital(costs(view, voice))} {order}", begin
