"""Sessions at the terminal: begun, typed to, and what they say or draw."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from heartslib import Cards, Game, Rules, variants
from heartslib.bots import careful
from heartslib.show.text import WIDTH
from heartslib.terminal import Session, Sitting, TerminalVoice, words
from heartslib.terminal.plain import Plain
from heartslib.terminal.screen import HEIGHT, Screen, drawn

SPOKEN, DRAWN = Plain(print).voice, Screen(Console(width=WIDTH, height=HEIGHT)).voice
AMERICAN = variants.get("american")


def sit(
    rulebook: Rules = AMERICAN, voice: TerminalVoice = SPOKEN, players: int | None = None
) -> Session:
    return Session.begin(Sitting.new(rulebook, players, seed=7), voice, rounds=1)


def at(game: Game, voice: TerminalVoice = SPOKEN, seat: int = 0) -> Session:
    bots = ("careful",) * (game.players - 1)
    return Session.begin(Sitting(game, seat, bots, 7), voice)


def typing(session: Session, *lines: str) -> Session:
    for line in lines:
        session = session.answered(line)
    return session


def moved(session: Session) -> Session:
    """The session after a careful player's move is typed."""
    if session.view.phase == "score":
        return typing(session, "")
    return session.answered(words.typed(session.view, careful(session.view), session.voice))


def until(session: Session, phase: str) -> Session:
    while session.view.phase != phase:
        after = moved(session)
        assert not after.reply
        session = after
    return session


def spoken(session: Session) -> list[str]:
    lines: list[str] = []
    Plain(lines.append).show(session)
    return lines


def screen(session: Session, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """The lines of the screen, of which none is too wide, and which are not too many."""
    lines = drawn(session)
    assert all(line.cell_len <= width for line in lines)
    assert len(lines) < height
    return [line.plain for line in lines]


def position(hands: Iterable[str], trick: str = "", leader: int = 0, taken: str = "") -> Game:
    """A position of the American game."""
    held = [Cards(each) for each in hands]
    rest = AMERICAN.deck.cards(4) - sum(held, Cards()) - Cards(trick) - taken
    game = Game.new(AMERICAN, names=["Ann", "Ben", "Cem", "Dora"])
    return game.set_up(held, leader=leader, trick=trick, taken=[taken, rest, "", ""])
