"""What is said to a human at the table: what happened, what is to be done, what it cost."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from heartslib.cards import Card, Cards, Suit
from heartslib.events import CardPlayed, Event, Passed, TrickLeft, TrickTaken, events_between
from heartslib.moves import (
    Answer,
    CallPass,
    Charge,
    ChooseMoon,
    IllegalMove,
    Move,
    Pass,
    Play,
    TakeKitty,
)
from heartslib.rules._words import count, listed
from heartslib.sheet import ScoreSheet
from heartslib.show import telling
from heartslib.show.telling import (
    capital,
    does,
    passing_words,
    pattern_words,
    sentences,
    subject,
    who,
)
from heartslib.show.text import WIDTH, Scene, columns_of, padded, sheet_text, short_name
from heartslib.table import Trick
from heartslib.view import View

_PAYMENTS: Final = {"add": "the others score", "subtract": "your score goes down"}


@attrs.frozen
class TerminalVoice(telling.Voice):
    """How cards are named, and how much is said at once.

    Attributes:
        lines: How many lines of a long text are read at once; None for all.
    """

    lines: int | None = None


def _events(seen: Sequence[View]) -> Iterator[tuple[View, Event]]:
    """What happened from each view to the next, with the later view."""
    for before, after in itertools.pairwise(seen):
        yield from ((after, event) for event in events_between(before, after))


def happened(seen: Sequence[View], voice: TerminalVoice) -> tuple[str, ...]:
    """What happened between views, a sentence for each thing."""
    return tuple(said for after, event in _events(seen) for said in sentences(after, event, voice))


def happened_in_short(seen: Sequence[View], voice: TerminalVoice) -> tuple[str, ...]:
    """The same beside a table: what lies on it is not said, and a finished trick is one line."""
    told: list[str] = []
    plays = [*seen[0].table.trick.plays] if seen else []
    for view, event in _events(seen):
        match event:
            case CardPlayed(seat, card):
                plays.append((seat, card))
            case TrickTaken(seat, cards):
                points = sum(view.rules.points(card, view.table.all_charged) for card in cards)
                cost = f", {count(points, 'point')}" if points else ""
                sentence = does(view, seat, "take", f"it{cost}")
                told.append(f"Trick: {_plays(view, plays, voice)}. {sentence}")
                plays = []
            case TrickLeft():
                told.append(f"Trick: {_plays(view, plays, voice)}. Nobody wins it.")
                plays = []
            case Passed(seat) if seat != view.seat:
                pass
            case _:
                told += sentences(view, event, voice)
    return tuple(told)


def _plays(view: View, plays: Iterable[tuple[int, Card]], voice: TerminalVoice) -> str:
    return capital(", ".join(f"{who(view, seat)} {voice.card(card)}" for seat, card in plays))


def asked(view: View) -> str:  # noqa: PLR0911 - one for each phase
    """What the human is to do, in one sentence."""
    match view.phase:
        case "call":
            return "Your turn: say how the cards are passed, by number or name."
        case "pass":
            to = [who(view, seat) for seat, _ in view.passes_to]
            sizes = [size for _, size in view.passes_to]
            if len(set(sizes)) == 1:
                each = "each " if len(to) > 1 else ""
                named = f"{count(sizes[0], 'card')} {each}to {listed(to)}"
            else:
                parts = [
                    f"{count(size, 'card')} to {who(view, seat)}" for seat, size in view.passes_to
                ]
                named = listed(parts) or f"{count(view.pass_count, 'card')} to the middle"
            order = ", in this order" if len(to) > 1 else ""
            none = ", or none" if view.may_pass_nothing else ""
            return f"Your turn: pass {named}{order}{none}."
        case "charge" if not view.chargeable:
            return "Your turn: you have nothing to charge, type none."
        case "charge":
            return "Your turn: charge cards, or none."
        case "kitty":
            return f"Your turn: lay down {count(view.offered, 'card')} for the kitty."
        case "moon":
            ways = [f"{each} ({_PAYMENTS.get(each, each)})" for each in view.moon_choices]
            return f"You shot the moon: {' or '.join(ways)}?"
        case "score":
            return "Press Enter to go on."
        case _ if view.claimant is not None:
            return f"{subject(view, [view.claimant])} claims all the rest: yes or no?"
        case _:
            return f"Your turn: {'play' if view.table.trick else 'lead'} a card."


def choosable(view: View) -> Cards | None:
    """The cards among which the human may choose now; None where no card is asked for."""
    match view.phase:
        case "pass":
            return view.may_pass
        case "charge":
            return view.chargeable
        case "kitty":
            return view.may_lay_down
        case "play" if view.claimant is None:
            return view.legal_plays()
        case _:
            return None


def choices(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """What may be chosen, where that is not the whole hand."""
    if view.phase == "call":
        calls = enumerate(view.rules.passing.calls(view.players), 1)
        named = [(number, call.name.replace("-", " ")) for number, call in calls]
        if voice.spoken:
            return tuple(f"Call {number}: {name}." for number, name in named)
        return (f"The calls: {', '.join(f'({number}) {name}' for number, name in named)}.",)
    may = choosable(view)
    if not may or may == view.hand:
        return ()
    verb = {"pass": "pass", "charge": "charge", "kitty": "lay down"}.get(view.phase, "play")
    return (f"You may {verb}: {voice.cards(may)}.",)


def reason(view: View, card: Card, voice: TerminalVoice) -> str:
    """Why a card may not be chosen now, or that it may."""
    name = capital(voice.the(card))
    may = choosable(view)
    if may is None:
        return f"No card is asked for now. {asked(view)}"
    if card not in view.hand:
        return f"{name} is not in your hand."
    verb = {"pass": "passed", "charge": "charged", "kitty": "laid down"}.get(view.phase, "played")
    if card in may:
        return f"{name} may be {verb}."
    return f"{name} may not be {verb} now: {voice.told(view, _objection(view, card))}."


def refusal(view: View, error: IllegalMove, voice: TerminalVoice) -> str:
    """Why a move has been refused, in a sentence."""
    told = voice.told(view, error.reason)
    if isinstance(error.move, Play) and error.rule != "not-in-hand":
        return f"Not {voice.the(error.move.card)}: {told}."
    return f"{capital(told)}."


def _objection(view: View, card: Card) -> str:
    match view.phase:
        case "pass":
            return "it may not be passed while there are enough others"
        case "charge":
            rule = view.rules.charging
            if rule is None or card in rule.cards:
                return "you may charge no more cards"
            return f"only {rule.cards} can be charged"
        case "kitty":
            return "it is charged and has to be played"
        case _:
            objection = view.explain(card)
            return objection.reason if objection else ""


def reasons(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """Why the other cards of the hand may not be chosen now, a sentence for each reason."""
    may = choosable(view)
    if may is None:
        return (f"No card is asked for now. {asked(view)}",)
    barred: dict[str, list[Card]] = {}
    for card in view.hand.without(may):
        barred.setdefault(_objection(view, card), []).append(card)
    if not barred:
        return ("Every card of your hand may be chosen.",)
    return tuple(
        f"Not now: {voice.cards(cards)}. The reason: {voice.told(view, why)}."
        for why, cards in barred.items()
    )


def deed(move: Move, voice: TerminalVoice) -> str:  # noqa: PLR0911 - one for each move
    """A move of a seat in a few words: ``play the queen of spades``."""
    match move:
        case Play(card=card):
            return f"play {voice.the(card)}"
        case Pass(cards=cards):
            return f"pass {voice.cards(cards) or 'nothing'}"
        case Charge(cards=cards):
            return f"charge {voice.cards(cards) or 'nothing'}"
        case TakeKitty(cards=cards):
            return f"lay down {voice.cards(cards)}"
        case CallPass(call=call):
            return f"call {call.replace('-', ' ')}"
        case Answer(accepts=accepts):
            return "accept the claim" if accepts else "refuse the claim"
        case ChooseMoon(choice=choice):
            return f"choose {choice}"
        case _:
            return "claim all the rest"


def hint(move: Move, voice: TerminalVoice) -> str:
    """What a bot would do, as a hint, with what to type for it."""
    return f"Hint: a careful player would {deed(move, voice)}. Type: {typed(move)}"


def typed(move: Move) -> str:
    """What a human types for a move of a seat."""
    match move:
        case Play(card=card):
            return str(card)
        case Pass(cards=cards, to=to):
            return " ".join(str(part) for _, part in to) or str(cards) or "none"
        case Charge(cards=cards) | TakeKitty(cards=cards):
            return str(cards) or "none"
        case CallPass(call=call) | ChooseMoon(choice=call):
            return call
        case Answer(accepts=accepts):
            return "yes" if accepts else "no"
        case _:
            return "claim"


def in_hand(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """The hand, a line for each suit that is in it."""
    lines: list[str] = []
    for suit in Suit:
        if cards := view.hand.of(suit):
            ranks = [card.rank.word if voice.spoken else card.rank.letter for card in cards]
            lines.append(f"{capital(suit.word)}: {', '.join(ranks)}.")
    return ("Your hand:", *lines) if lines else ("You hold no cards.",)


def on_table(view: View, voice: TerminalVoice) -> tuple[str, ...]:
    """What lies on the table, and what has been shown."""
    trick, table = view.table.trick, view.table
    lines = [f"On the table: {_plays(view, trick.plays, voice)}."] if trick else []
    if view.pattern is not None and not table.tricks:
        lines.append(capital(pattern_words(view.pattern, view)) + ".")
    for verb, piles in (("charged", table.charged), ("shown and still held", table.shown)):
        lines += [
            f"{capital(verb)} by {who(view, seat)}: {voice.cards(cards)}."
            for seat, cards in enumerate(piles)
            if cards
        ]
    if table.waiting:
        lines.append(f"Waiting for the next taker: {voice.cards(table.waiting)}.")
    if view.kitty_size:
        lines.append(f"In the kitty: {count(view.kitty_size, 'card')}.")
    if partners := Scene.of_view(view).partners:
        lines.append(f"{partners}.")
    return tuple(lines) or ("Nothing lies on the table.",)


def last_trick(view: View, voice: TerminalVoice) -> str:
    """The last trick that was finished in this round."""
    if not view.table.tricks:
        return "No trick has been finished in this round."
    trick: Trick = view.table.tricks[-1]
    taker = "Nobody won it." if trick.taker is None else does(view, trick.taker, "have", "taken it")
    return f"The last trick: {_plays(view, trick.plays, voice)}. {taker}"


def taken(view: View, seat: int) -> tuple[int, int]:
    """How many tricks a seat has taken in this round, and its points so far."""
    return view.table.tricks_taken[seat], view.points[seat]


def scores(view: View) -> tuple[str, ...]:
    """The score of each player before this round, and what it has taken in it."""
    lines: list[str] = []
    for seat in range(view.players):
        tricks, points = taken(view, seat)
        so_far = f"; in this round {count(tricks, 'trick')} with {count(points, 'point')}"
        name = subject(view, [seat])
        lines.append(
            f"{name}: {count(view.scores[seat], 'point')}{so_far * (view.phase == 'play')}."
        )
    return tuple(lines)


def sheet(
    view: View, counted: ScoreSheet, after: Sequence[int], voice: TerminalVoice
) -> tuple[str, ...]:
    """What a round cost and why: spoken, a sentence for each entry and player; else a table."""
    told = [attrs.evolve(line, reason=voice.told(view, line.reason)) for line in counted.lines]
    if not voice.spoken:
        names = [short_name(name) for name in view.names]
        text = sheet_text(names, attrs.evolve(counted, lines=tuple(told)), after)
        return tuple(voice.short(text).splitlines())
    lines: list[str] = []
    for seat in range(view.players):
        name = subject(view, [seat])
        lines += [f"{name}: {line.reason}, {line.points:+d}." for line in told if line.seat == seat]
        points = count(counted.totals[seat], "point")
        lines.append(f"{name}: {points} in this round, {after[seat]} in all.")
    return tuple(lines)


def short_sheet(
    view: View, counted: ScoreSheet, after: Sequence[int], voice: TerminalVoice
) -> tuple[str, ...]:
    """The same in one line for each player; reasons that have no room are cut."""
    lines = [f"  {'':<12} {'round':>6} {'score':>6}"]
    for seat in range(view.players):
        why = "; ".join(voice.told(view, line.reason) for line in counted.of(seat))
        name = padded(short_name(view.names[seat], 12), 12)
        head = f"  {name} {counted.totals[seat]:>6} {after[seat]:>6}  "
        lines.append(head + short_name(why, WIDTH - columns_of(head)))
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


def greeting(view: View) -> tuple[str, ...]:
    """Who plays what with whom, clockwise from the human's left."""
    seat = view.seat or 0
    others = [who(view, (seat + places) % view.players) for places in range(1, view.players)]
    passing = f" {passing_words(view.pattern, view)}" if view.pattern else ""
    return (
        f"{view.rules.name}. Clockwise from your left you play with {listed(others)}.",
        f"Round {view.round_number + 1}. {does(view, view.dealer, 'deal')}{passing}",
    )
