"""What a human types, what comes of it, and the loop that reads and shows."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import attrs

from heartslib.bots import Bot, careful
from heartslib.cards import Card, in_order
from heartslib.errors import CardsError, HeartsError, cause
from heartslib.moves import IllegalMove, Move
from heartslib.questions import ChooseCards, ChooseName
from heartslib.show.text import WIDTH, capital, columns_of, wrapped
from heartslib.terminal import words
from heartslib.terminal.sitting import Sitting
from heartslib.terminal.words import TerminalVoice
from heartslib.view import View

PROMPT: Final = "> "

HELP: Final = (
    ("qs", "play the queen of spades; T or 10 is a ten"),
    ("2c 3d qh", "pass, charge or lay down cards; the first to the first player"),
    ("none", "pass or charge nothing"),
    ("yes, no, claim", "answer a claim; claim all the rest, if the rules let you"),
    ("why qs", "why the card may not be played; why alone: all such cards"),
    ("hint", "what a careful player would do"),
    ("undo", "take your last move back, again and again"),
    ("hand", "your hand"),
    ("table", "what lies on the table or has been shown"),
    ("last", "the last trick"),
    ("score", "the scores, and what the last round cost"),
    ("rules", "the rulebook"),
    ("save FILE", "keep the game; go on with: heartslib play --resume FILE"),
    ("quit", "leave; the game is kept in your file, or in a new one"),
    ("Enter", "once more what has happened, or go on"),
)
"""What can be typed, each with what it does."""

_NOTHING: Final = ("none", "nothing")
_ANSWERS: Final = {"yes": True, "y": True, "accept": True, "no": False, "n": False, "refuse": False}


@attrs.frozen
class Session:
    """A table, and what its human has just been told.

    Each line that is typed makes a new session with `answered`.

    Attributes:
        table: The table, waiting for the human.
        voice: How cards are named.
        last: After how many rounds the game is ended; None where only the rules end it.
        file: Where the game is kept; None until it is saved.
        seen: What the human knew before its last move, after it, and after each move of the
            others since; empty where a move was taken back.
        reply: Sentences that answer the last line; empty where the game went on by it.
        pages: What is left to read of a long text, line by line.
        hinting: The bot that is asked for hints.
        left: Whether the human has left.
    """

    table: Sitting
    voice: TerminalVoice
    last: int | None = None
    file: Path | None = None
    seen: tuple[View, ...] = ()
    reply: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    hinting: Bot = careful
    left: bool = False

    @classmethod
    def begin(cls, table: Sitting, voice: TerminalVoice, *, rounds: int | None = None) -> Session:
        """The session at a table; its cards are dealt and the bots play.

        Args:
            table: The table.
            voice: How cards are named.
            rounds: After how many rounds the game is ended.
        """
        return cls(table, voice, last_round(table, rounds)).going_on(table)

    @property
    def view(self) -> View:
        """What the human knows."""
        return self.table.view

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be typed."""
        return self.left or self.table.game.is_over

    def answered(self, line: str) -> Session:
        """The session after a line: the game has gone on, or there is a reply."""
        try:
            return self._after(line.strip())
        except IllegalMove as error:
            reply = (
                words.refusal(self.view, error, self.voice),
                *words.choices(self.view, self.voice),
            )
        except CardsError as error:
            reply = (f"{error}. Type help for what you can do.",)
        except HeartsError as error:
            reply = (str(error),)
        return attrs.evolve(self, reply=reply, pages=())

    def _after(self, line: str) -> Session:
        """The session after a line.

        Raises:
            HeartsError: It cannot be understood or done.
        """
        if not line and (more := self.pages[self.voice.lines or len(self.pages) :]):
            return attrs.evolve(self, pages=more)
        told = attrs.evolve(self, reply=(), pages=())
        word, _, rest = line.partition(" ")
        if command := _COMMANDS.get(word.lower()):
            return command(told, rest.strip())
        if self.table.game.phase.name == "score":
            if line:
                raise HeartsError("The round is over: press Enter to go on, or type undo.")
            if self.reply or self.pages:
                return told
            return told.going_on(self.table.next_round(self.last))
        return told.going_on(self.table.after(_move(self.view, line))) if line else told

    def going_on(self, table: Sitting) -> Session:
        """The session when the game goes on from `table` as far as it can without the human."""
        tables = (table, *table.steps())
        views = (self.view, *(each.view for each in tables))
        return attrs.evolve(self, table=tables[-1], seen=views)

    def leave(self) -> Session:
        """The session when the human leaves: the game is kept, and the reply says where."""
        left = attrs.evolve(self, left=True, reply=(), pages=())
        if self.table.game.is_over:
            return left
        if self.file is None and not self.table.own_moves:
            again = f"The same cards again: --seed {self.table.seed}"
            return _said(left, f"Nothing has been played. {again}")
        try:
            file = self.file or _new_file()
        except OSError as error:
            return _said(left, f"The game is not saved: {cause(error)}")
        resume = f"heartslib play --resume {shlex.quote(str(file))}"
        return _written(left, file, f"The game is saved. Go on with: {resume}")


def last_round(table: Sitting, rounds: int | None) -> int | None:
    """After how many rounds the game is ended, if so many more are played at a table."""
    return None if rounds is None else table.game.round_number + rounds


def _move(view: View, text: str) -> Move:
    """The move that a human means by a text."""
    question = view.question
    assert question is not None  # noqa: S101 - the human is asked
    word = text.lower()
    for verb in (question.verb, "lead"):
        text = text[len(verb) :].strip() if word.startswith(f"{verb} ") else text
    word = text.lower()
    match question:
        case ChooseCards(_, _, _, make):
            if word in dict(question.instead):
                return dict(question.instead)[word]
            return make(() if word in _NOTHING else in_order(text))
        case ChooseName(_, names, make):
            number = int(word[:9]) if word.isdecimal() else 0
            return make(names[number - 1] if 0 < number <= len(names) else "-".join(word.split()))
        case _:
            if word not in _ANSWERS:
                raise HeartsError(f"Type yes to {question.verb}, or no to {question.refusal}.")
            return question.make(_ANSWERS[word])


def _new_file() -> Path:
    handle, name = tempfile.mkstemp(prefix="heartslib-", suffix=".json")
    os.close(handle)
    return Path(name)


def _written(session: Session, file: Path, said: str) -> Session:
    """The session with its game in a file, which is written whole or not at all."""
    try:
        beside = file.with_name(f"{file.name}.new")
        beside.write_text(session.table.dumps(), encoding="utf-8")
        beside.replace(file)
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        return _said(session, f"The game is not saved: {cause(error)}")
    return _said(attrs.evolve(session, file=file), said)


def _said(session: Session, *sentences: str) -> Session:
    return attrs.evolve(session, reply=sentences)


def _read(session: Session, *lines: str) -> Session:
    """A long text; where it is read page by page its lines fit."""
    if session.voice.lines:
        lines = tuple(each for line in lines for each in fitted(line))
    return attrs.evolve(session, pages=lines)


def fitted(line: str) -> list[str]:
    """The lines that a line takes in a terminal."""
    return [line] if columns_of(line) <= WIDTH else wrapped(line)


def _help(session: Session, _: str) -> Session:
    if session.voice.spoken:
        return _read(session, *(f"{typed}: {does}." for typed, does in HELP))
    width = max(len(typed) for typed, _ in HELP)
    return _read(session, *(f"{typed:<{width}}  {does}" for typed, does in HELP))


def _why(session: Session, text: str) -> Session:
    if not text:
        return _said(session, *words.reasons(session.view, session.voice))
    return _said(session, words.reason(session.view, Card.parse(text), session.voice))


def _hint(session: Session, _: str) -> Session:
    if session.table.game.phase.name == "score":
        return _said(session, "Hint: press Enter to go on.")
    return _said(session, words.hint(session.view, session.hinting(session.view), session.voice))


def _undo(session: Session, _: str) -> Session:
    try:
        table = session.table.undone()
    except HeartsError as error:
        return _said(session, f"{capital(str(error))}.")
    move = session.table.game.history[len(table.game.history)]
    session = attrs.evolve(session, table=table, seen=())
    again = situation(session) if session.voice.spoken else ()
    return _said(session, f"Taken back: {words.deed(table.view, move, session.voice)}.", *again)


def _score(session: Session, _: str) -> Session:
    view, voice = session.view, session.voice
    lines = () if view.phase == "score" else words.scores(view)  # the sheet has the new scores
    if found := words.last_sheet(view):
        lines += ("The last round that was finished:", *words.sheet(view, *found, voice))
    return _read(session, *lines)


def _rules(session: Session, _: str) -> Session:
    text = session.view.rules.describe(session.view.players)
    lines = (session.voice.told(session.view, line) for line in text.splitlines())
    return _read(session, *lines)


def _save(session: Session, text: str) -> Session:
    file = Path(text).expanduser() if text else session.file
    if file is None:
        return _said(session, "Say where: save FILE, for instance save game.json")
    if file != session.file and file.exists():
        return _said(session, f"{file} is there already: choose another name.")
    return _written(session, file, f"The game is saved in {file}.")


_COMMANDS: Final[dict[str, Callable[[Session, str], Session]]] = {
    "help": _help,
    "?": _help,
    "why": _why,
    "hint": _hint,
    "undo": _undo,
    "hand": lambda session, _: _said(session, *words.in_hand(session.view, session.voice)),
    "table": lambda session, _: _said(session, *words.on_table(session.view, session.voice)),
    "last": lambda session, _: _said(session, words.last_trick(session.view, session.voice)),
    "score": _score,
    "scores": _score,
    "rules": _rules,
    "save": _save,
    "quit": lambda session, _: session.leave(),
    "exit": lambda session, _: session.leave(),
}


def news(session: Session, *, in_short: bool = False) -> tuple[str, ...]:
    """What has happened since the human's last move; after an undo nothing has."""
    tell = words.happened_in_short if in_short else words.happened
    return tell(session.seen, session.voice)


def situation(session: Session) -> tuple[str, ...]:
    """Where the human stands, in sentences; the question itself is left out."""
    view, voice = session.view, session.voice
    hand = words.in_hand(view, voice)
    return (*hand, *words.on_table(view, voice), *words.choices(view, voice))


class Face(Protocol):
    """How a session is shown."""

    @property
    def voice(self) -> TerminalVoice:
        """How cards are named."""
        ...

    def greet(self, session: Session) -> None:
        """Show who plays what."""
        ...

    def show(self, session: Session) -> None:
        """Show how things stand, all but the prompt."""
        ...


def play(face: Face, session: Session, ask: Callable[[str], str]) -> Session:
    """Show a session, ask, and go on until the game is over or the human leaves.

    The end of the input and the interrupt key are ways to leave.

    Args:
        face: How it is shown.
        session: The session to begin with; the cards may still be to be dealt.
        ask: Shows a prompt and returns the line that was typed, as `input` does.

    Returns:
        The session as it was left.
    """
    try:
        face.greet(session)
        if not session.table.is_waiting:
            session = session.going_on(session.table)
        while True:
            face.show(session)
            if session.is_done:
                return session
            session = session.answered(ask(PROMPT))
    except (EOFError, KeyboardInterrupt):
        session = session.leave()
        # the prompt stands at the beginning of the line still
        face.show(attrs.evolve(session, reply=("", *session.reply)))
        return session
