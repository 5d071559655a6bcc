"""A session as a table that fills the terminal, drawn with rich; 80 columns and 24 lines will do.

The whole screen is cleared and drawn before each prompt, so that it never scrolls: what would not fit is left out.
The table, the hand and the question are always there.  What room is left goes, in this order, to
what counts in the round, the choices, the reply, the latest news, and blank lines.
"""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from threading import Timer

import attrs
from rich.console import Console
from rich.status import Status
from rich.text import Text

from heartslib._values.seats import for_each
from heartslib.cards import Suit
from heartslib.moves import Score
from heartslib.questions import ChooseCards, ChooseName
from heartslib.show import telling
from heartslib.show.text import (
    WIDTH,
    charged_word,
    columns_of,
    faces,
    rank_text,
    round_words,
    short_name,
    taken_words,
    wrapped,
)
from heartslib.terminal import words
from heartslib.terminal.session import Session, fitted, news
from heartslib.terminal.words import TerminalVoice
from heartslib.view import View
from heartslib.words import how_many, written

HEIGHT = 24
"""The lines that a screen with its prompt needs."""

_WIDEST = 120
_TALLEST = 40
"""A larger terminal gets no larger table."""
_LEAST_ROWS = 3
"""The rows in the middle of a table without seats at its sides, for what is there."""
_MOST_TERMS = 3
_BLANK_LINES = 4
"""The blank lines between the parts of a screen."""
_RED = (Suit.DIAMONDS, Suit.HEARTS)


class _Spinner:
    """A line that moves while a bot thinks for longer than a moment.

    Most bots answer at once, and a line that comes and goes for each of them would only flicker.
    """

    _MOMENT = 0.3

    def __init__(self, console: Console) -> None:
        self._status = Status("", console=console)
        self._timer: Timer | None = None

    def turn(self, reason: str) -> None:
        """Show a reason, if the wait is not over in a moment."""
        self._status.update(reason)
        if self._timer is None:
            self._timer = Timer(self._MOMENT, self._status.start)
            self._timer.daemon = True
            self._timer.start()

    def stop(self) -> None:
        """Show nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # it may be about to start the line that is stopped here
            self._timer = None
            self._status.stop()


@attrs.frozen
class Screen:
    """Draws the whole table before each prompt.

    Attributes:
        console: Where it is drawn.
        letters: Whether suits are letters, for terminals without their symbols.
    """

    console: Console
    letters: bool = False

    @functools.cached_property
    def _spinner(self) -> _Spinner:
        return _Spinner(self.console)

    @property
    def voice(self) -> TerminalVoice:
        """How cards are named, and how much the terminal has room for now."""
        width = min(max(self.console.width, WIDTH), _WIDEST)
        height = min(max(self.console.height, HEIGHT), _TALLEST)
        return TerminalVoice(letters=self.letters, lines=height - 2, width=width)

    def greet(self, session: Session) -> None:
        """Do nothing: the table shows who plays."""

    def await_move(self, view: View) -> None:
        """Say who is thinking, if it takes more than a moment."""
        if view.to_act and view.seat not in view.to_act:
            self._spinner.turn(f"{short_name(view.names[view.to_act[0]])} is thinking...")

    def show(self, session: Session) -> None:
        """Draw the table, or the farewell."""
        self._spinner.stop()
        if session.left:
            lines = [Text(line) for line in session.reply]
        else:
            self.console.clear()
            lines = drawn(session)
        for line in lines:
            self.console.print(line, soft_wrap=True)


def drawn(session: Session) -> list[Text]:
    """The lines of the screen, except the prompt."""
    if session.pages:
        return _page_lines(session)
    view = session.view
    voice = session.voice
    width = session.voice.width
    head = [_headline_text(view, width)]
    hand: list[Text] = []
    if view.phase in {"score", "over"}:
        middle = _score_lines(session)
    else:
        middle = _table_lines(view, voice)
        hand = _hand_lines(view, voice)
    ask = [Text(line, "bold") for line in fitted([_question_line(view, width)], width)]
    room = _room_above(voice) - len(head) - len(middle) - len(hand) - len(ask)
    terms = _terms(view, voice) if hand and view.phase != "contract" else []
    if len(terms) <= room:
        head += terms
        room -= len(terms)
    reply = _reply_lines(session, room)
    room -= len(reply)
    new = [Text(line) for line in fitted(news(session, in_short=True), width)]
    new = new[max(len(new) - room, 0) :]  # the latest
    room -= len(new)
    spare = room - _BLANK_LINES
    if hand and spare > 0 and _room_above(voice) > HEIGHT - 1:
        earlier = [Text(line, "dim") for line in fitted(_earlier(session), width)][-spare:]
        new = [*earlier, *new]
        middle = _table_lines(view, voice, spare - len(earlier))
    if room > 3:
        head.append(Text())
    if room > 0 and new:
        middle.append(Text())
    if room > 1 and hand:
        new.append(Text())
    if room > 2:
        hand.append(Text())
    return [*head, *middle, *new, *hand, *reply, *ask]


def _earlier(session: Session) -> list[str]:
    """What happened in this round before the news."""
    game = session.table.game
    made = game.history
    scored = (n for n in range(len(made), 0, -1) if isinstance(made[n - 1], Score))
    begun = game.at(next(scored, 0))
    seen = [(begun.view(session.table.seat), ()), *game.steps(session.table.seat, since=begun)]
    lines = words.happened_in_short(seen, session.voice)
    return [*lines[: len(lines) - len(news(session, in_short=True))]]


def _reply_lines(session: Session, room: int) -> list[Text]:
    """The choices, and the reply below them, as far as there is room."""
    view = session.view
    voice = session.voice
    reply = [Text(line, "yellow") for line in fitted(session.reply, voice.width)]
    if _is_listed(view):
        may = words.choices(view, voice)
        choices = [Text(line) for line in fitted(may, voice.width)]
        is_repeated = bool({*may} & {*session.reply})  # a refusal ends with them
        if not reply or (len(reply) + len(choices) <= room and not is_repeated):
            reply = [*choices, *reply]
    if len(reply) > room:
        reply = [*reply[: room - 1], Text("...", "yellow")][: max(room, 0)]
    return reply


def _is_listed(view: View) -> bool:
    """Whether the choices are listed: if they are names, or if choosing no card is an answer."""
    question = view.question
    return isinstance(question, ChooseName) or (
        isinstance(question, ChooseCards) and 0 in question.counts
    )


def _room_above(voice: TerminalVoice) -> int:
    """The lines above the prompt."""
    return 1 + (voice.lines or HEIGHT - 2)


def _question_line(view: View, width: int) -> str:
    """What to do, and if there is room what else may be typed."""
    if view.phase == "over":
        return words.result(view)
    asked = words.asked(view)
    more = "save FILE, score, review, undo" if view.phase == "score" else "why, hint, undo, last"
    longer = f"{asked}  (or: {more}, help)"
    return longer if columns_of(longer) <= width else asked


def _page_lines(session: Session) -> list[Text]:
    size = _room_above(session.voice) - 1
    more = len(session.pages) > size
    end = "Press Enter for the next page." if more else "Press Enter to return to the table."
    return [*map(Text, session.pages[:size]), Text(end, "bold")]


def _screen_line(*placed: tuple[int, Text]) -> Text:
    """A line with pieces at their columns, left to right, and a blank between two pieces."""
    line = Text()
    for column, text in placed:
        if line:
            line.append(" ")
        line.pad_right(column - line.cell_len)
        line.append_text(text)
    return line


def _end_at(column: int, text: Text) -> tuple[int, Text]:
    return column - text.cell_len, text


def _centred_at(column: int, text: Text) -> tuple[int, Text]:
    return column - text.cell_len // 2, text


def _headline_text(view: View, width: int) -> Text:
    deals = "deal" if view.dealer == view.seat else "deals"
    now = f"round {view.round_number + 1}"
    right = ", ".join([*round_words(view), f"{telling.who(view, view.dealer)} {deals}"])
    if view.phase == "over":
        now = f"after {how_many(view.round_number, 'round')}"
        right = ""
    end = Text(short_name(right, width // 2))
    name = short_name(f"{view.rules.name}, {now}", width - 4 - end.cell_len)
    line = _screen_line((1, Text(name)), _end_at(width - 1, end))
    line.append(" " * (width - line.cell_len))
    line.stylize("reverse")
    return line


def _terms(view: View, voice: TerminalVoice) -> list[Text]:
    """What counts in the round; cut if it is long."""
    lines = wrapped(words.costs(view, voice), " ", " ", voice.width)
    if len(lines) > _MOST_TERMS:
        cut = " ".join(lines[_MOST_TERMS - 1 : _MOST_TERMS + 1])
        lines[_MOST_TERMS - 1 :] = [f" {textwrap.shorten(cut, voice.width - 2, placeholder=' …')}"]
    return [Text(line, "dim") for line in lines]


@attrs.frozen
class _Place:
    """What is drawn for one seat: name and score, facts, and its cards in the trick."""

    name: Text
    facts: tuple[Text, ...]
    card: Text

    @classmethod
    def of(cls, view: View, seat: int, taken: str, width: int, voice: TerminalVoice) -> _Place:
        """The place of a seat, at most `width` columns wide, with what it has taken this round."""
        score = f": {written(view.scores[seat])}"
        name = short_name(view.names[seat], width - len(score)) + score
        facts = [short_name(fact, width) for fact in _seat_facts(view, seat, taken, voice)]
        return cls(
            Text(name, "bold" if seat in view.to_act else "default"),
            tuple(Text(fact, "dim") for fact in facts),
            _cards_of_seat(view, seat, voice),
        )


def _seat_facts(view: View, seat: int, taken: str, voice: TerminalVoice) -> list[str]:
    """What a seat has taken this round and charged, and whether it is a partner."""
    table = view.table
    facts = [taken] if table.tricks_taken[seat] else []
    if table.charged and table.charged[seat]:
        facts.append(f"{charged_word(view.rules).lower()} {voice.cards(table.charged[seat])}")
    if seat != view.seat and any({seat, view.seat} <= {*side} for side in view.sides):
        facts.append("partner")
    return facts


def _cards_of_seat(view: View, seat: int, voice: TerminalVoice) -> Text:
    """The cards of a seat in the trick; the card led is marked, cancelled cards are struck out."""
    trick = view.table.trick
    line = Text()
    for place, card in enumerate(trick.cards):
        if trick.seat_of(place) == seat:
            if line:  # a second card of the same seat
                line.append(" ")
            if place == 0:
                line.append(">")
            colour = "red" if voice.face(card).suit in _RED else "black"
            charged = "!" if card in view.table.all_charged else " "
            if place in view.cancelled:
                line.append(f"x{voice.card(card)}{charged}", f"strike {colour} on grey70")
            else:
                line.append(f" {voice.card(card)}{charged}", f"bold {colour} on white")
    return line


def _centre_lines(view: View, voice: TerminalVoice) -> list[Text]:
    """What is in the middle of the table apart from the trick."""
    facts = ["hearts broken"] if view.hearts_broken else []
    if view.kitty_size:
        facts.append(f"{view.rules.kitty.called}: {view.kitty_size}")
    if view.turned:
        facts.append(f"turned up: {voice.cards(view.turned)}")
    if view.table.waiting:
        facts.append(f"{how_many(len(view.table.waiting), 'card')} waiting")
    return [Text(fact, "dim") for fact in facts]


def _table_lines(view: View, voice: TerminalVoice, spare: int = 0) -> list[Text]:
    """The seats clockwise round the table, the human's at the bottom, and their cards.

    Args:
        view: What the human knows.
        voice: How cards are named.
        spare: How many blank lines make the table larger.
    """
    seat, *others = view.rules.direction.clockwise(view.seat or 0, view.players)
    width = voice.width
    side = (len(others) + 1) // 3  # three at most, for ten others
    top = others[side : len(others) - side]
    # nobody is asked what counts before a contract is named
    taken = taken_words(view, in_short=True) if view.table.tricks else [*for_each(view.players, "")]

    def place(seat: int, width: int) -> _Place:
        return _Place.of(view, seat, taken[seat], width, voice)

    lines = _top_lines([place(other, width // len(top) - 1) for other in top], width)
    margin = width * 3 // 10  # each side; the middle has four tenths, for cards and facts
    left = [place(other, margin) for other in reversed(others[:side])]
    right = [place(other, margin) for other in others[len(others) - side :]]
    lines += _blank(spare // 2)
    lines += _side_lines(left, right, _centre_lines(view, voice), width)
    lines += _blank(spare - spare // 2)
    own = place(seat, margin)
    name = own.name
    if own.facts:
        name = Text("   ").join([name, Text("; ", "dim").join(own.facts)])
    return [*lines, *(_screen_line(_centred_at(width // 2, text)) for text in (own.card, name))]


def _blank(number: int) -> list[Text]:
    return [Text() for _ in range(number)]


def _top_lines(places: Sequence[_Place], width: int) -> list[Text]:
    """The seats at the top, each with its card below."""
    if not places:
        return []
    share = width / len(places)
    middles = [int(share * (number + 0.5)) for number in range(len(places))]
    names = [place.name for place in places]
    cards = [place.card for place in places]
    rows = (names, *_facts_between(*places), cards)
    return [_screen_line(*map(_centred_at, middles, row)) for row in rows]


def _facts_between(*places: _Place) -> Iterator[tuple[Text, ...]]:
    """The facts of neighbouring places, line by line; one line at least."""
    return zip_longest(*(place.facts or (Text(),) for place in places), fillvalue=Text())


def _side_lines(
    left: Sequence[_Place], right: Sequence[_Place], centre: Sequence[Text], width: int
) -> list[Text]:
    """The seats at both sides with their cards towards the middle, and what is there."""
    nothing = Text()
    empty = (nothing, nothing, nothing, nothing)
    rows: list[tuple[Text, Text, Text, Text]] = []
    for west, east in zip(left, right, strict=True):
        rows += [empty, (west.name, west.card, east.card, east.name)]
        rows += [(fact, nothing, nothing, other) for fact, other in _facts_between(west, east)]
    rows = rows or [empty for _ in range(_LEAST_ROWS)]
    between = dict(enumerate(centre, (len(rows) - len(centre)) // 2))
    margin = width * 3 // 10
    lines: list[Text] = []
    for number, (name, card, card_east, name_east) in enumerate(rows):
        placed = [
            (1, name),
            (margin + 1, card),
            _centred_at(width // 2, between.get(number, nothing)),
            _end_at(width - margin - 1, card_east),
            _end_at(width - 1, name_east),
        ]
        lines.append(_screen_line(*(piece for piece in placed if piece[1])))
    return lines


def _hand_lines(view: View, voice: TerminalVoice) -> list[Text]:
    """The hand, a line for each suit; cards that may not be chosen are dim, in brackets."""
    may = words.choosable(view)
    hand = faces(view, view.hand)
    barred = hand - hand if may is None else hand.without(faces(view, may))
    marked = {mark.face for mark in view.marks.values()}
    lines: list[Text] = []
    if not view.hand:
        return lines
    for suit in Suit:
        style = "red" if suit in _RED else "default"
        line = Text(f"   {voice.suit(suit)}  ", style)
        for card in hand.of(suit):
            before, after = "()" if card in barred else "  "
            # dim red is hard to read
            drawn = "dim default" if card in barred else f"bold {style}"
            line.append(before, drawn)
            line.append(rank_text(card.rank), f"{drawn} underline" if card in marked else drawn)
            line.append(after, drawn)
        if not hand.of(suit):
            line.append(" -", "dim")
        lines.append(line)
    return lines


def _score_lines(session: Session) -> list[Text]:
    """The score of the round; if the whole sheet does not fit, a line for each player."""
    view = session.view
    last = words.last_sheet(view)
    if last is None:  # ended by the host before a round was finished
        return []
    lines = words.sheet(view, *last, session.voice)
    if len(lines) > _room_above(session.voice) - 4:
        lines = words.short_sheet(view, *last, session.voice)
    title = [words.last_title(view)] if view.phase == "over" and view.contracts else []
    return [Text(line) for line in (*title, *lines)]
