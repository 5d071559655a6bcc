"""Programs that play a seat over a pipe, and the line protocol that they speak.

heartslib keeps the game: it deals, knows what is legal, and counts.  A program answers questions.  It
reads lines of ASCII from its standard input and writes lines to its standard output.

Its first line is ``ready`` and a name of one word for the table of results, such as
``ready xinxin-1000/20``.  From then on it answers each line with one line, until its input ends.  A
question holds all that the seat knows, so a program needs no memory::

    pass seat 2 dealer 1 hand 2C 5D ... AS to 3 3 guess 0 4C ... guess 1 TC ... guess 3 7C ...
    play seat 2 dealer 1 hand 5D ... AS legal 5D 9D gave 3 QS KH 2C got 1 4H 5H AS trick 0 7D KD
        guess 0 ... guess 1 ... guess 3 ...

(The second is one line too.)  The words in lower case say what follows:

* ``pass``, ``play``: What the seat is to do.
* ``seat``: The seat that is asked.  Seats are counted from 0, in the order of play.
* ``dealer``: The seat that dealt.
* ``hand``: The cards that the seat holds now.
* ``to``: For a pass, the seat that gets the cards, and how many.
* ``legal``: For a play, the cards that may be played: two or more.  A seat that has no choice is not
  asked.
* ``gave``: For a play, the seat that this one passed to, and the cards.  If cards were not passed, this
  and ``got`` are left out.
* ``got``: The seat that passed to this one, and the cards.
* ``trick``: Each trick, first to last: the seat that led, and the cards in the order of play.  The last
  is the trick on the table, without cards if the seat is to lead.
* ``guess``: Each other seat, and a hand for it.  The true hands are not sent.  These are drawn at
  random, each deal that fits what the seat knows being equally likely, for programs that need four
  hands before they can think.

A card is one of ``23456789TJQKA`` and one of ``CDHS``.  The answer to ``play`` is a card; the answer to
``pass`` is as many cards as are asked for, separated by spaces.  All scores are 0 before every round.
One program plays two seats and is asked for both.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import IO, Self, cast

from heartslib import Cards, ChooseCards, HeartsError, View
from heartslib.bots.bot import random_for
from heartslib.moves import Move
from heartslib.rounds import asked
from heartslib.sampling import Sampler


class PeerError(HeartsError):
    """A program does not start, answer in time, or make a legal move; the message says which."""


def question_for(view: View) -> str:
    """The line that asks the seat of a view for its move.

    Raises:
        PeerError: The protocol has no words for the question.
    """
    return " ".join([*_words(view, _choice(view)), *_guesses(view)])


def _choice(view: View) -> ChooseCards:
    question = asked(view)
    if not isinstance(question, ChooseCards) or question.verb not in {"pass", "play"}:
        raise PeerError(f"a program can be asked to pass and to play, not to {question.verb}")
    return question


def _words(view: View, question: ChooseCards) -> Iterator[str]:
    yield f"{question.verb} seat {view.seat} dealer {view.dealer} hand {_spaced(view.hand)}"
    if question.verb == "pass":
        yield from (f"to {seat} {count}" for seat, count in question.to)
        return
    yield f"legal {_spaced(question.among)}"
    for packet in view.packets:
        gave = packet.giver == view.seat
        other = packet.taker if gave else packet.giver
        yield f"{'gave' if gave else 'got'} {other} {_spaced(packet.cards)}"
    for trick in (*view.table.tricks, view.table.trick):
        yield f"trick {trick.leader} {_spaced(trick.cards)}".rstrip()


def _guesses(view: View) -> Iterator[str]:
    """Hands for the other seats, drawn from all that are possible."""
    sample = Sampler(view).draw(random_for(view, 0))
    for seat, (hand, laid) in enumerate(zip_longest(sample.hands, sample.passes)):
        if seat != view.seat:
            yield f"guess {seat} {_spaced(hand + laid.cards if laid else hand)}".rstrip()


def _spaced(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards))


class Peer:
    """A running program, as a bot.

    Use it in a ``with`` statement, which starts the program and ends it.

    Attributes:
        name: What the program calls itself.
        asked: How many questions it has answered.
        seconds: The processor time that it took, known when it has ended; 0 on Windows.
    """

    def __init__(self, command: Sequence[str], *, timeout: float = 600) -> None:
        """Do not start it yet.

        Args:
            command: The program, and its arguments.
            timeout: How many seconds it has for an answer, or to start.
        """
        self.name = os.path.basename(command[0])  # noqa: PTH119 - until it says its name
        self.asked, self.seconds = 0, 0.0
        self._command, self._timeout = command, timeout
        self._lines: SimpleQueue[str | None] = SimpleQueue()

    def __enter__(self) -> Self:
        self._before = os.times()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own program
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                encoding="ascii", errors="backslashreplace",
            )  # fmt: skip
        except OSError as error:
            raise PeerError(f"{self._command[0]} cannot be started: {error.strerror}") from None
        self._input = cast("IO[str]", self._process.stdin)
        self._output = cast("IO[str]", self._process.stdout)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.name = self._named()
        except PeerError:
            self._end(kill=True)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end(kill=error is not None)
        now, before = os.times(), self._before
        used = now.children_user + now.children_system
        self.seconds = used - before.children_user - before.children_system

    def __call__(self, view: View, /) -> Move:
        """The move of the program.

        Raises:
            PeerError: It has ended, does not answer in time, or may not make that move.
        """
        line = question_for(view)
        return self._move(_choice(view), line, self.answer(line))

    def answer(self, line: str) -> str:
        """What the program answers to a line.

        Raises:
            PeerError: It has ended, or does not answer in time.
        """
        with suppress(OSError):  # it has ended, and `_line` says so
            self._input.write(line + "\n")
            self._input.flush()
        answer = self._line(line)
        self.asked += 1
        return answer

    def _named(self) -> str:
        """The name in the first line of the program."""
        match self._line("its name").split():
            case ["ready", name]:
                return name
            case words:
                raise PeerError(
                    f"{self.name}: the first line should be 'ready' and a name of one word, "
                    f"not {' '.join(words)!r}"
                )

    def _move(self, question: ChooseCards, line: str, answer: str) -> Move:
        """The move that an answer means."""
        count = question.counts[-1]
        try:
            cards = Cards.parse(answer)
        except HeartsError as error:
            raise self._refusal(line, answer, error) from None
        if len(cards) != count or len(set(cards)) != count:
            wanted = f"{count} different cards" if count > 1 else "one card"
            raise self._refusal(line, answer, f"{wanted} should be chosen")
        for card in cards:
            if objection := question.objection(card):
                raise self._refusal(line, answer, objection.reason)
        return question.make(cards)

    def _refusal(self, line: str, answer: str, why: object) -> PeerError:
        return PeerError(f"{self.name} may not answer {answer!r}: {why}; it was asked: {line}")

    def _line(self, line: str) -> str:
        """The next line of the program, after it was asked `line`."""
        try:
            answer = self._lines.get(timeout=self._timeout)
        except Empty:
            seconds = f"{self._timeout:g} second{'s' * (self._timeout != 1)}"
            raise PeerError(f"{self.name} did not answer within {seconds}: {line}") from None
        if answer is None:
            self._end(kill=False)
            status = self._process.returncode
            raise PeerError(f"{self.name} ended with status {status} when asked: {line}")
        return answer

    def _read(self) -> None:
        """Pass on what the program writes, so that waiting for it can time out."""
        for line in self._output:
            self._lines.put(line.strip())
        self._lines.put(None)

    def _end(self, *, kill: bool) -> None:
        """End the program: close its input, or kill it."""
        with suppress(OSError):
            self._input.close()
        if kill:
            self._process.kill()
        try:
            self._process.wait(timeout=self._timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._output.close()
