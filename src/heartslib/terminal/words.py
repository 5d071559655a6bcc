"""What is said to a human, in sentences: what happened, what is to be done, what it cost."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from heartslib.cards import Card, Cards, Suit
from heartslib.errors import IllegalMove
from heartslib.events import (
    CardPlayed,
    CardsReceived,
    Charged,
    Claimed,
    ClaimSettled,
    Event,
    HandDealt,
    HandShown,
    HeartsBroken,
    KittyTaken,
    MoonShot,
    PassCalled,
    Passed,
    RoundBegun,
    RoundCounted,
    TrickLeft,
    TrickTaken,
    events_between,
)
from heartslib.moves import Answer, CallPass, Charge, ChooseMoon, Move, Pass, Play, TakeKitty
from heartslib.rules import PassPattern
from heartslib.rules.passing import count_of
from heartslib.sheet import ScoreSheet
from heartslib.table import Trick
from heartslib.text import (
    WIDTH,
    Scene,
    columns_of,
    in_letters,
    padded,
    sheet_text,
    short_name,
)
from heartslib.view import View

_SEATS: Final = re.compile(r"\bseat (\d+(?:(?:, | and | or )\d+)*)( does| has|'s)?")
_CARDS: Final = re.compile(r"\b[2-9TJQKA][CDSH](?: [2-9TJQKA][CDSH])*\b")
_OF_YOU: Final = {" does": " do", " has": " have", "'s": "r"}
_PAYMENTS: Final = {"add": "the others score", "subtract": "your score goes down"}


@attrs.frozen
class Voice:
    """How cards are named.

    Attributes:
        spoken: In words, ``queen of spades``, for ears; else as ``Q♠``.
        letters: As ``QS``, for terminals without suit symbols.
        lines: How many lines of a long text are read at once; None for all.
    """

    spoken: bool = False
    letters: bool = False
    lines: int | None = None

    def card(self, card: Card) -> str:
        """The name of a card."""
        return f"{card.rank.word} of {card.suit.word}" if self.spoken else self.short(f"{card:u}")

    def the(self, card: Card) -> str:
        """The name of a card inside a sentence."""
        return f"the {self.card(card)}" if self.spoken else self.card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """The names of cards; spoken, those of a suit together."""
        held = Cards(cards)
        if not self.spoken:
            return self.short(f"{held:u}")
        suits = [held.of(suit) for suit in Suit]
        return "; ".join(
            f"{listed([card.rank.word for card in each])} of {each[0].suit.word}"
            for each in suits
            if each
        )

    def suit(self, suit: Suit) -> str:
        """The sign of a suit."""
        return self.short(suit.symbol)

    def short(self, text: str) -> str:
        """A text with suit symbols, as this terminal can show it."""
        return in_letters(text) if self.letters else text

    def told(self, view: View, text: str) -> str:
        """A sentence of the library for this human: names for seats, cards as they are named."""

        def named(found: re.Match[str]) -> str:
            seats = [int(number) for number in re.findall(r"\d+", found[1])]
            verb = found[2] or ""
            if seats == [view.seat]:
                verb = _OF_YOU.get(verb, verb)
            return listed([who(view, seat) for seat in seats]) + verb

        text = _SEATS.sub(named, text)
        return _CARDS.sub(lambda found: self.cards(Cards(found[0])), text)


def listed(parts: Sequence[str]) -> str:
    """Words with commas and an ``and`` between them."""
    *others, end = parts or [""]
    return f"{', '.join(others)} and {end}" if others else end


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def who(view: View, seat: int) -> str:
    """A player inside a sentence: ``you``, or the name."""
    return "you" if seat == view.seat else short_name(view.names[seat])


def _does(view: View, seat: int, verb: str, thing: str = "") -> str:
    """A sentence about a player: ``Ben takes the trick.``, ``You take the trick.``."""
    if seat != view.seat:
        verb = "has" if verb == "have" else f"{verb}s"
    return capital(f"{who(view, seat)} {verb} {thing}".rstrip()) + "."


def count(number: int, thing: str) -> str:
    """A number of things: ``1 trick``, ``2 tricks``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def pattern_words(pattern: PassPattern, view: View) -> str:
    """How cards are passed, in a few words: ``pass 3 left``."""
    words = pattern.name.replace("-", " ")
    cards = count_of(pattern, view.players)
    if not cards:
        return "no pass"
    return f"pass {words}" if words[0].isdigit() else f"pass {cards} {words}"


def _events(seen: Sequence[View]) -> Iterator[tuple[View, Event]]:
    """What happened from each view to the next, with the later view."""
    for before, after in itertools.pairwise(seen):
        yield from ((after, event) for event in events_between(before, after))


def happened(seen: Sequence[View], voice: Voice) -> tuple[str, ...]:
    """What happened between views, a sentence for each thing."""
    return tuple(said for after, event in _events(seen) for said in _sentences(after, event, voice))


def happened_in_short(seen: Sequence[View], voice: Voice) -> tuple[str, ...]:
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
                sentence = _does(view, seat, "take", f"it{cost}")
                told.append(f"Trick: {_plays(view, plays, voice)}. {sentence}")
                plays = []
            case TrickLeft():
                told.append(f"Trick: {_plays(view, plays, voice)}. Nobody wins it.")
                plays = []
            case Passed(seat) if seat != view.seat:
                pass
            case _:
                told += _sentences(view, event, voice)
    return tuple(told)


def _plays(view: View, plays: Iterable[tuple[int, Card]], voice: Voice) -> str:
    return capital(", ".join(f"{who(view, seat)} {voice.card(card)}" for seat, card in plays))


def _sentences(view: View, event: Event, voice: Voice) -> Iterator[str]:  # noqa: C901, PLR0912 - a table
    match event:
        case RoundBegun(number, dealer):
            yield f"Round {number + 1}. {_does(view, dealer, 'deal')}"
        case PassCalled(pattern):
            yield _passing(pattern, view)
        case HandDealt(_, size, kitty):
            aside = f", and {kitty} lie aside as the kitty" if kitty else ""
            yield f"Everyone gets {count(size, 'card')}{aside}."
        case Passed(seat, cards):
            known = f": {voice.cards(cards)}" if cards else ""
            yield _does(view, seat, "have", f"passed{known}")
        case CardsReceived(cards):
            yield f"You get: {voice.cards(cards)}."
        case Charged(seat, cards):
            yield _does(view, seat, "charge", f"{voice.cards(cards)}")
        case CardPlayed(seat, card, is_lead):
            yield _does(view, seat, "lead" if is_lead else "play", voice.the(card))
        case HeartsBroken():
            yield "Hearts are broken."
        case HandShown(seat, cards):
            yield _does(view, seat, "show", voice.cards(cards))
        case TrickTaken(seat, _):
            yield _does(view, seat, "take", "the trick")
        case TrickLeft(leader, _):
            yield f"Nobody wins the trick. {_does(view, leader, 'lead', 'again')}"
        case KittyTaken(seat, size, cards):
            known = f": {voice.cards(cards)}" if cards else ""
            yield _does(view, seat, "get", f"{count(size, 'card')} of the kitty{known}")
        case Claimed(seat):
            yield _does(view, seat, "claim", "all the rest")
        case ClaimSettled(accepted=accepted):
            yield "The claim is accepted." if accepted else "The claim is refused."
        case MoonShot(seats):
            yield f"{capital(listed([who(view, seat) for seat in seats]))} shot the moon."
        case RoundCounted():
            yield "The round is over."
        case _:  # turns are said by `asked`, the end by `result`, and booked rounds were seen
            pass


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
            return f"{capital(who(view, view.claimant))} claims all the rest: yes or no?"
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


def choices(view: View, voice: Voice) -> tuple[str, ...]:
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


def reason(view: View, card: Card, voice: Voice) -> str:
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


def refusal(view: View, error: IllegalMove, voice: Voice) -> str:
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


def reasons(view: View, voice: Voice) -> tuple[str, ...]:
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


def deed(move: Move, voice: Voice) -> str:  # noqa: PLR0911 - one for each move
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


def hint(move: Move, voice: Voice) -> str:
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


def in_hand(view: View, voice: Voice) -> tuple[str, ...]:
    """The hand, a line for each suit that is in it."""
    lines: list[str] = []
    for suit in Suit:
        if cards := view.hand.of(suit):
            ranks = [card.rank.word if voice.spoken else card.rank.letter for card in cards]
            lines.append(f"{capital(suit.word)}: {', '.join(ranks)}.")
    return ("Your hand:", *lines) if lines else ("You hold no cards.",)


def on_table(view: View, voice: Voice) -> tuple[str, ...]:
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


def last_trick(view: View, voice: Voice) -> str:
    """The last trick that was finished in this round."""
    if not view.table.tricks:
        return "No trick has been finished in this round."
    trick: Trick = view.table.tricks[-1]
    taker = (
        "Nobody won it." if trick.taker is None else _does(view, trick.taker, "have", "taken it")
    )
    return f"The last trick: {_plays(view, trick.plays, voice)}. {taker}"


def taken(view: View, seat: int) -> tuple[int, int]:
    """How many tricks a seat has taken in this round, and what their cards cost."""
    table = view.table
    points = sum(view.rules.points(card, table.all_charged) for card in table.piles[seat])
    return table.tricks_taken[seat], points


def scores(view: View) -> tuple[str, ...]:
    """The score of each player before this round, and what it has taken in it."""
    lines: list[str] = []
    for seat in range(view.players):
        tricks, points = taken(view, seat)
        so_far = f"; in this round {count(tricks, 'trick')} with {count(points, 'point')}"
        name = capital(who(view, seat))
        lines.append(
            f"{name}: {count(view.scores[seat], 'point')}{so_far * (view.phase == 'play')}."
        )
    return tuple(lines)


def sheet(view: View, counted: ScoreSheet, after: Sequence[int], voice: Voice) -> tuple[str, ...]:
    """What a round cost and why: spoken, a sentence for each entry and player; else a table."""
    told = [attrs.evolve(line, reason=voice.told(view, line.reason)) for line in counted.lines]
    if not voice.spoken:
        names = [short_name(name) for name in view.names]
        text = sheet_text(names, attrs.evolve(counted, lines=tuple(told)), after)
        return tuple(voice.short(text).splitlines())
    lines: list[str] = []
    for seat in range(view.players):
        name = capital(who(view, seat))
        lines += [f"{name}: {line.reason}, {line.points:+d}." for line in told if line.seat == seat]
        points = count(counted.totals[seat], "point")
        lines.append(f"{name}: {points} in this round, {after[seat]} in all.")
    return tuple(lines)


def short_sheet(
    view: View, counted: ScoreSheet, after: Sequence[int], voice: Voice
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
    passing = f" {_passing(view.pattern, view)}" if view.pattern else ""
    return (
        f"{view.rules.name}. Clockwise from your left you play with {listed(others)}.",
        f"Round {view.round_number + 1}. {_does(view, view.dealer, 'deal')}{passing}",
    )


def _passing(pattern: PassPattern, view: View) -> str:
    """How cards are passed, in a sentence."""
    none = not count_of(pattern, view.players)
    words = pattern.name.replace("-", " ")
    return "No cards are passed in this round." if none else f"The pass is: {words}."
