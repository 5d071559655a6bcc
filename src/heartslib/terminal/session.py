"""What a human types and how the program replies, and the loop that reads and shows.

A `Session` is a value: each line that is typed makes a new one, and nothing else does.  So a session can be tested
without a terminal, and both faces show the same.  A line is a command, or a move, in words that a
player would use; whatever it is, the answer is a sentence and never an end of the program.  Only `play` reads
and shows.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Protocol

import attrs

from heartslib._values.quick import frozen
from heartslib.bots import Advice, advise
from heartslib.cards import Card, in_order
from heartslib.errors import CardsError, HeartsError, cause, quoted
from heartslib.moves import IllegalMove, Move, NameContract
from heartslib.questions import ChooseCards, ChooseName, YesOrNo
from heartslib.show.telling import deed
from heartslib.show.text import capital, columns_of, name_words, shell_word, wrapped
from heartslib.simulate.rounds.progress import COMPILING, explained
from heartslib.terminal import words
from heartslib.terminal.sitting import Sitting
from heartslib.terminal.words import TerminalVoice
from heartslib.view import View
from heartslib.words import listed

PROMPT = "> "

PATIENCE = 2.0
"""For how many seconds advice may try deals: without compiled code it uses them."""

HELP = (
    ("qs", "play the queen of spades; a ten is T or 10"),
    ("2c 3d qh", "pass, charge or lay down; cards for the first player come first"),
    ("none", "pass or charge nothing"),
    ("yes, no, claim", "answer a question; claim the rest, if the rules allow it"),
    ("why qs", "why you may not play it; without a card: all you may not play"),
    ("hint", "what a good player would do, and why"),
    ("compare", "how much worse than the best each of your choices is"),
    ("review", "after a round: your costliest moves, and what was better"),
    ("review 2", "play on from before the second of these moves"),
    ("undo", "take back your last move; type it again to go further back"),
    ("hand", "your hand"),
    ("table", "the cards on the table, and those that have been shown"),
    ("last", "the last trick"),
    ("score", "the scores, and the sheet of the last round"),
    ("rules", "the rulebook"),
    ("save FILE", "save the game; to resume it: heartslib play --resume FILE"),
    ("quit", "leave; the game is saved in your file, or in a new one"),
    ("Enter", "repeat the situation, or go on to the next round"),
)
"""What can be typed, and what it does."""


def _no_one(view: View) -> None:
    """Nobody looks on."""


@frozen
class Session:
    """A game with what the human has typed and read.

    `answered` makes a new session from each line that is typed.

    Attributes:
        table: The game, waiting for the human.
        voice: How cards are named.
        last: The number of rounds after which the game ends; None if only the rules end it.
        file: The file in which the game is saved; None until it is saved.
        seen: The human's views, each with the events that led to it: before its last move, after it,
            and after each later move of the others; empty after an undo.
        reply: The reply to the last line, in sentences; empty if the line was a move.
        pages: The lines of a long reply that are still to be read.
        advised: What the human was advised: asked twice, a hint is the same.
        left: Whether the human has left.
        onlooker: Is called before each move of a bot with the human's view.
    """

    table: Sitting
    voice: TerminalVoice
    last: int | None = None
    file: Path | None = None
    seen: tuple[words.Seen, ...] = ()
    reply: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    advised: tuple[Advice, ...] = ()
    left: bool = False
    onlooker: Callable[[View], object] = attrs.field(default=_no_one, eq=False, repr=False)

    @classmethod
    def begin(cls, table: Sitting, voice: TerminalVoice, *, rounds: int | None = None) -> Session:
        """A new session: the cards are dealt, and the bots play until the human is to act.

        Args:
            table: The game.
            voice: How cards are named.
            rounds: The number of rounds after which the game ends; None if only the rules end it.
        """
        return cls(table, voice, last_round(table, rounds)).going_on(table)

    @property
    def view(self) -> View:
        """What the human knows."""
        return self.table.view

    @property
    def is_done(self) -> bool:
        """Whether the game is over or the human has left."""
        return self.left or self.table.game.is_over

    def answered(self, line: str) -> Session:
        """The session after a line: the game goes on, or there is a reply."""
        try:
            return self._after_line(line.strip())
        except IllegalMove as error:
            choices = words.choices(self.view, self.voice)
            reply = (words.refusal(self.view, error, self.voice), *choices)
        except CardsError as error:  # what is neither a command nor cards is a slip
            reply = (f"{error}. Type help for the commands.",)
        except HeartsError as error:
            reply = (f"{capital(str(error)).rstrip('.')}.",)
        return attrs.evolve(self, reply=reply, pages=())

    def _after_line(self, line: str) -> Session:
        """What `answered` returns, unless the line cannot be understood, or not be done now."""
        if not line and self.voice.lines and len(self.pages) > self.voice.lines:
            return attrs.evolve(self, pages=self.pages[self.voice.lines :])
        silent = attrs.evolve(self, reply=(), pages=())
        word, _, rest = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        if command and not _is_name(self.view, line):
            return command(silent, rest.strip())
        if self.table.game.phase.name == "score":
            if line:
                raise HeartsError("The round is over: press Enter to go on, or type undo.")
            if self.pages and self.voice.lines:  # the screen has promised the table
                return silent
            return silent.going_on(self.table.next_round(self.last))
        if not line:
            return silent
        return silent.going_on(self.table.after(_typed_move(self.view, line)))

    def going_on(self, table: Sitting) -> Session:
        """The session after the bots have played on from `table` until the human is to act."""
        last = table
        for last in chain([table], table.steps()):
            self.onlooker(last.view)
        steps = last.game.steps(last.seat, since=self.table.game)
        return attrs.evolve(self, table=last, seen=((self.view, ()), *steps))

    def leave(self) -> Session:
        """The session after the human has left: the game is saved, and the reply says where."""
        left = attrs.evolve(self, left=True, reply=(), pages=())
        if self.table.game.is_over:
            return left
        # the same seed deals the same cards: a file would hold nothing else
        if self.file is None and not self.table.own_moves:
            again = f"For the same cards again, use --seed {self.table.seed}"
            return _with_reply(left, f"You have not played yet. {again}")
        try:
            file = self.file or _new_file()
        except OSError as error:
            return _with_reply(left, f"The game is not saved: {cause(error)}")
        resume = f"heartslib play --resume {shell_word(str(file))}"
        return _written_to(left, file, f"The game is saved. To resume it: {resume}")


def last_round(table: Sitting, rounds: int | None) -> int | None:
    """The number of the round after which a game ends, if `rounds` more are played."""
    return None if rounds is None else table.game.round_number + rounds


def _typed_move(view: View, text: str) -> Move:
    question = view.question
    assert question is not None  # noqa: S101 - the human is asked
    for verb in (question.verb, "lead"):  # "play qs" is as good as "qs"
        if text.lower().startswith(f"{verb} "):
            text = text[len(verb) :].strip()
            break
    word = text.lower()
    match question:
        case ChooseCards(_, _, _, make):
            instead = dict(question.instead).get(word)
            if instead is not None:
                return instead
            if word == "claim" and view.claim_refused:
                raise HeartsError("A claim has just been refused: play a card.")
            return make(() if word in {"none", "nothing"} else in_order(_as_dealt(view, text)))
        case ChooseName(_, names, make):
            return make(_name_meant(view, names, text))
        case YesOrNo(verb, make, refusal=refusal):
            is_yes = "yes".startswith(word) or verb.startswith(word)
            is_no = "no".startswith(word) or refusal.startswith(word)
            if is_yes == is_no:  # neither, or the beginning of both
                raise HeartsError(f"Type yes to {verb}, or no to {refusal}.")
            return make(is_yes)


def _as_dealt(view: View, text: str) -> str:
    """Cards as typed, with what stands for a joker in place of ``*H`` or ``joker``."""
    for card, mark in view.marks.items():
        if mark.face is not card:
            suit = f"{mark.face.suit.letter}{mark.face.suit.symbol}"
            text = re.sub(rf"joker( of \w+)?|\*[{suit}]", f"{card}", text, flags=re.IGNORECASE)
    return text


def _is_name(view: View, line: str) -> bool:
    """Whether a line is a name that the human is asked for, even if it begins like a command."""
    question = view.question
    if not isinstance(question, ChooseName):
        return False
    # a contract that may not be named now is a name as well, to be refused in its own words
    names = (*question.names, *view.rules.contract_names)
    return _name_compared(line) in map(_name_compared, names)


def _name_meant(view: View, names: tuple[str, ...], text: str) -> str:
    """The name that the human means: by number, whole, or by a beginning that fits only one.

    If some names are numbers themselves, such as bids, a number is such a name.

    A name that is none of them is returned too, for the rules to refuse, unless it is a contract.
    """
    if text.isdecimal() and any(map(str.isdecimal, names)):
        return text
    # no list is that long, and `int` refuses thousands of digits
    number = int(text[:9]) if text.isdecimal() else 0
    if 0 < number <= len(names):
        return names[number - 1]
    word = _name_compared(text)
    # a whole name comes first: "hearts" is not "hearts and queen"
    meant = [name for name in names if _name_compared(name) == word]
    if not meant and word:
        meant = [name for name in names if _name_compared(name).startswith(word)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        several = listed([name_words(name) for name in meant], "or")
        raise HeartsError(f"{quoted(text)} may be {several}: type more of the name.")
    if view.question is None or view.question.kind is not NameContract:
        return word.replace(" ", "-")
    for earlier in view.rules.contract_names:
        if _name_compared(earlier) == word:
            raise HeartsError(f"You may not name {name_words(earlier)} now: name another contract.")
    raise HeartsError(
        f"{quoted(text)} is not a contract: type a number from 1 to {len(names)}, or a name."
    )


def _name_compared(name: str) -> str:
    """A name as it is compared: small letters, with blanks for hyphens, and without ``and``."""
    parts = re.split(r"[\s_-]+", name.lower())
    return " ".join(part for part in parts if part not in {"", "and"})


def _new_file() -> Path:
    # made at once, so that no other program can take the name in between
    handle, name = tempfile.mkstemp(prefix="heartslib-", suffix=".json")
    os.close(handle)
    return Path(name)


def _written_to(session: Session, file: Path, said: str) -> Session:
    """The session after saving its game to a file, which is written whole or not at all."""
    try:
        new = file.with_name(f"{file.name}.new")
        new.write_text(session.table.dumps(), encoding="utf-8")
        new.replace(file)
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        return _with_reply(session, f"The game is not saved in {file}: {cause(error)}")
    return _with_reply(attrs.evolve(session, file=file), said)


def _with_reply(session: Session, *sentences: str) -> Session:
    return attrs.evolve(session, reply=sentences)


def _with_pages(session: Session, *lines: str) -> Session:
    """The session with a long reply, wrapped if it is read page by page."""
    pages = fitted(lines, session.voice.width) if session.voice.lines else lines
    return attrs.evolve(session, pages=tuple(pages))


def fitted(lines: Iterable[str], width: int) -> Iterator[str]:
    """The lines, wrapped to the width of a terminal where they are longer."""
    for line in lines:
        yield from [line] if columns_of(line) <= width else wrapped(line, width=width)


def _say_help(session: Session, _: str) -> Session:
    form = "{}: {}." if session.voice.spoken else "{:<14}  {}"
    return _with_pages(session, *(form.format(*entry) for entry in HELP))


def _say_why(session: Session, text: str) -> Session:
    view = session.view
    if not text:
        return _with_reply(session, *words.reasons(view, session.voice))
    card = Card.parse(_as_dealt(view, text))
    return _with_reply(session, words.reason(view, card, session.voice))


def _say_hint(session: Session, _: str) -> Session:
    session = _with_advice(session)
    return _with_reply(session, words.hint(session.advised[-1], session.voice))


def _say_compare(session: Session, _: str) -> Session:
    session = _with_advice(session)
    return _with_pages(session, *words.comparison(session.advised[-1], session.voice))


def _with_advice(session: Session) -> Session:
    """The session with the advice for its view as the last."""
    view = session.view
    if view.phase == "score":
        raise HeartsError("There is nothing to choose: press Enter to go on.")
    known = [advice for advice in session.advised if advice.view == view]
    advice = known[0] if known else advise(view, seconds=PATIENCE)
    others = (other for other in session.advised if other is not advice)
    return attrs.evolve(session, advised=(*others, advice))


def _say_review(session: Session, text: str) -> Session:
    from heartslib.review import review  # noqa: PLC0415 - an extra

    table = session.table
    view = session.view
    voice = session.voice
    if view.phase != "score":
        raise HeartsError("The round is not over: type review when you see its score.")
    with explained(COMPILING):
        reviewed = review(table.game, seats=[table.seat], seconds=PATIENCE)
    mistakes = {str(number): mistake for number, mistake in enumerate(reviewed.mistakes(), 1)}
    if not text:
        lines = reviewed.lines(table.seat, voice, play_on="review {}".format)
        return _with_pages(session, *lines)
    if text not in mistakes:
        raise HeartsError(f"{quoted(text)} is none of these moves: type review to see them.")
    mistake = mistakes[text]
    # the round that was played stays in its file
    table = attrs.evolve(table, game=mistake.game)
    back = attrs.evolve(session, table=table, seen=(), file=None)
    what = deed(back.view, mistake.move, voice)
    return _with_reply(back, f"The round again, before this move: {what}.")


def _undo_move(session: Session, _: str) -> Session:
    table = session.table.undone()
    move = session.table.game.history[len(table.game.history)]
    reply = [f"Taken back: {deed(table.view, move, session.voice)}."]
    session = attrs.evolve(session, table=table, seen=())
    if session.voice.spoken:  # a drawn table shows it
        reply += situation(session)
    return _with_reply(session, *reply)


def _say_score(session: Session, _: str) -> Session:
    view = session.view
    lines: list[str] = []
    if view.phase != "score":  # the sheet has the new scores
        lines += words.scores(view)
    lines += words.rounds(view)
    last = words.last_sheet(view)
    if last:
        lines += (words.last_title(view), *words.sheet(view, *last, session.voice))
    return _with_pages(session, *lines)


def _say_rules(session: Session, _: str) -> Session:
    text = session.view.rules.describe(session.view.players)
    voice = attrs.evolve(session.voice, marks={})  # which says what stands for a joker
    lines = [*words.terms(session.view, session.voice)]
    if lines:
        lines.append("")
    lines += [voice.phrased(session.view, line) for line in text.splitlines()]
    return _with_pages(session, *lines)


def _save_game(session: Session, text: str) -> Session:
    file = Path(text).expanduser() if text else session.file
    if file is None:
        return _with_reply(session, "Name a file, for instance: save game.json")
    if file != session.file and file.exists():
        return _with_reply(session, f"{file} already exists: choose another name.")
    return _written_to(session, file, f"The game is saved in {file}.")


_COMMANDS: dict[str, Callable[[Session, str], Session]] = {
    "help": _say_help,
    "?": _say_help,
    "why": _say_why,
    "hint": _say_hint,
    "compare": _say_compare,
    "review": _say_review,
    "undo": _undo_move,
    "hand": lambda session, _: _with_reply(session, *words.in_hand(session.view, session.voice)),
    "table": lambda session, _: _with_reply(session, *words.on_table(session.view, session.voice)),
    "last": lambda session, _: _with_reply(session, words.last_trick(session.view, session.voice)),
    "score": _say_score,
    "scores": _say_score,
    "rules": _say_rules,
    "save": _save_game,
    "quit": lambda session, _: session.leave(),
    "exit": lambda session, _: session.leave(),
}


def news(session: Session, *, in_short: bool = False) -> tuple[str, ...]:
    """What has happened since the human's last move; nothing after an undo."""
    tell = words.happened_in_short if in_short else words.happened
    return tell(session.seen, session.voice)


def situation(session: Session) -> tuple[str, ...]:
    """The human's situation in sentences, without the question itself."""
    view = session.view
    voice = session.voice
    return (
        *words.in_hand(view, voice),
        *words.on_table(view, voice),
        *words.choices(view, voice),
    )


class Face(Protocol):
    """How a session is shown."""

    @property
    def voice(self) -> TerminalVoice:
        """How cards are named."""
        ...

    def greet(self, session: Session) -> None:
        """Show the game and its players."""
        ...

    def show(self, session: Session) -> None:
        """Show the situation, except the prompt."""
        ...

    def await_move(self, view: View) -> None:
        """Show that a bot is about to move, until the next `show`."""
        ...


def play(face: Face, session: Session, ask: Callable[[str], str]) -> Session:
    """Show a session, ask, and go on until the game is over or the human leaves.

    The end of the input and the interrupt key count as leaving.

    Args:
        face: Shows the session.
        session: The session to begin with, before or after the deal.
        ask: Shows a prompt and returns the line that was typed, as `input` does.

    Returns:
        The last session.
    """
    session = attrs.evolve(session, onlooker=face.await_move)
    try:
        face.greet(session)
        if not session.table.is_waiting:  # a game from a file may wait already
            session = session.going_on(session.table)
        while True:
            voice = face.voice.at(session.view)  # a terminal may change its size
            session = attrs.evolve(session, voice=voice)
            face.show(session)
            if session.is_done:
                return session
            session = session.answered(ask(PROMPT))
    except (EOFError, KeyboardInterrupt):
        session = session.leave()
        # the cursor is still behind the prompt
        face.show(attrs.evolve(session, reply=("", *session.reply)))
        return session
