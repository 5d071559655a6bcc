"""A session in sentences, one fact per line: for a screen reader, a pipe, or a plain terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from heartslib.questions import ChooseCards
from heartslib.terminal import words
from heartslib.terminal.session import Session, news, situation
from heartslib.terminal.words import TerminalVoice
from heartslib.view import View


@attrs.frozen
class Plain:
    """Says what is new, and repeats nothing unless asked; no colours, nothing drawn or erased.

    Attributes:
        say: Is called with each line.
    """

    say: Callable[[str], object]

    @property
    def voice(self) -> TerminalVoice:
        """How cards are named."""
        return TerminalVoice(spoken=True)

    def greet(self, session: Session) -> None:
        """Name the game and the players, and say how to get help."""
        for line in (*words.greeting(session.view, self.voice), "Type help for the commands."):
            self.say(line)

    def await_move(self, view: View) -> None:
        """Say nothing: what a bot does is said when it is done."""

    def show(self, session: Session) -> None:
        """Say what is new, and what to do."""
        for line in _lines_said(session):
            self.say(line)


def _lines_said(session: Session) -> Iterator[str]:
    view = session.view
    if session.reply or session.pages:
        yield from (*session.reply, *session.pages)
    else:
        new = news(session)
        yield from new
        yield from _new_situation(session, is_new=bool(new))
    # the question comes last, where a screen reader stops
    if not session.left and view.phase != "over":
        yield words.asked(view)


def _new_situation(session: Session, *, is_new: bool) -> Iterator[str]:
    """The situation, except what has been said already."""
    view = session.view
    voice = session.voice
    last = words.last_sheet(view)
    if view.phase == "over":
        yield from (*words.scores(view), words.result(view))
    elif view.phase == "score" and last:
        yield from words.sheet(view, *last, voice)
    elif not is_new:
        yield from situation(session)
    else:
        tricks = (*view.table.tricks, view.table.trick)
        has_played = any(seat == view.seat for trick in tricks for seat, _ in trick.plays)
        # once a card of the hand has been played, who wants to hear the hand again asks for it
        needs_hand = isinstance(view.question, ChooseCards) and view.question.counts != (1,)
        if not has_played:
            yield from words.terms(view, voice)[1:]  # the contract itself has been said
        if not has_played or needs_hand:
            yield from words.in_hand(view, voice)
        yield from words.choices(view, voice)
