"""``heartslib play`` in a pseudo-terminal of 80 columns and 24 lines."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from heartslib.show.text import columns_of

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import fcntl
import pty
import termios

PATIENCE = 60
"""Seconds after which a test gives up; it never waits that long otherwise."""

WAKING = 5
"""Seconds after which another key follows one that had no effect."""

CLEAR = "\x1b[2J"
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROMPT = re.compile(r"(?:^|\n)> $")


class Player:
    """A human at a terminal in which the game runs."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._side, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        own = {"TERM": "xterm-256color", "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
        taken_away = ("NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")
        inherited = {name: value for name, value in os.environ.items() if name not in taken_away}
        self._process = subprocess.Popen(  # noqa: S603 - it is our own program
            [sys.executable, "-m", "heartslib", "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**inherited, **own, **environment},
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - the child has one thread
        )
        os.close(theirs)
        self.shown = ""

    def until_asked(self) -> str:
        """What has been shown since the last line was typed, up to the next prompt."""
        return self._read(PROMPT)

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self._side, keys.encode())

    def type(self, line: str) -> str:
        """Type a line; return what is shown then."""
        self.send(f"{line}\n")
        return self.until_asked()

    def press(self, key: str) -> str:
        """Press a key that ends the game; return what is shown then."""
        time.sleep(0.2)  # as no human is faster
        self.send(key)
        if not select.select([self._side], [], [], WAKING)[0]:
            # a signal that comes between readline's prompt and its wait is seen at the next key
            self.send("\n")
        return self._to_the_end()

    def leave(self, line: str = "quit") -> str:
        """Type a line that ends the game; return what is shown then."""
        return self.press(f"{line}\n")

    def _to_the_end(self) -> str:
        text = self._read(None)
        assert self._process.wait(PATIENCE) == 0, f"it failed: {text}"
        return text

    def _read(self, wanted: re.Pattern[str] | None) -> str:
        """What is shown until a pattern comes; None reads until the program ends."""
        deadline, read = time.monotonic() + PATIENCE, b""
        while wanted is None or not wanted.search(_plain(read)):
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self._side], [], [], left)[0]
            assert ready, f"nothing more came after: {_plain(read)}"
            more = b""
            with suppress(OSError):  # Linux says so when the other side is closed
                more = os.read(self._side, 65536)
            assert more or wanted is None, f"it ended after: {_plain(read)}"
            if not more:
                break
            read += more
        self.shown += read.decode()
        return _plain(read)

    def close(self) -> None:
        """Make sure that the process has ended."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(PATIENCE)
        os.close(self._side)


def _take_terminal() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the parent may ignore it, as after nohup
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _plain(read: bytes) -> str:
    """What a terminal shows since it was last cleared."""
    text = read.decode(errors="replace").rpartition(CLEAR)[2]
    return CONTROL.sub("", text).replace("\r", "")


Sit = Callable[..., Player]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Starts games in which new files go to a folder of the test."""
    players: list[Player] = []

    def start(*arguments: str, **environment: str) -> Player:
        players.append(Player(*arguments, TMPDIR=str(tmp_path), **environment))
        return players[-1]

    yield start
    for player in players:
        with suppress(OSError):
            player.close()


def screens(player: Player) -> list[list[str]]:
    """The lines of every screen that was drawn."""
    frames = player.shown.split(CLEAR)[1:]
    return [CONTROL.sub("", text).replace("\r", "").splitlines() for text in frames]


def hinted(player: Player) -> str:
    """Type what a hint says; what is shown then."""
    hint = player.type("hint")
    return player.type(hint.partition("Type:")[2].strip().split("\n")[0])  # it may be on a new line


def test_a_whole_round_is_played_on_80_columns_and_24_lines(sit: Sit) -> None:
    player = sit("american", "--seed", "7", "--rounds", "1")
    assert "Your turn: pass 3 cards to Ada." in player.until_asked()
    assert "clubs were led and you hold some: follow suit" in _why_after_the_pass(player)
    text = player.type("")
    while "Press Enter to go on." not in text:
        text = hinted(player)
    assert "took Q♠" in text
    assert "The game is over: " in player.leave("")
    drawn = screens(player)
    assert len(drawn) > 20
    assert max(columns_of(line) for lines in drawn for line in lines) == 80
    assert max(map(len, drawn)) <= 24


def _why_after_the_pass(player: Player) -> str:
    shown = player.type("as jh qh")
    assert "(Q)" in shown, "cards that may not be played are in brackets"
    refused = player.type("qd")
    assert "You may play: 3♣ 9♣." in refused
    return player.type("why qd")


def test_undo_save_and_resume_in_another_process(sit: Sit, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    player = sit("--seed", "7", "--plain")
    player.until_asked()
    player.type("as jh qh")
    before = player.type("table")
    assert "Ben takes the trick." in player.type("3c")
    assert "Taken back: play the 3 of clubs." in player.type("undo")
    assert player.type("table") == before
    player.type("3c")
    saved = player.type(f"save {file}")
    assert f"The game is saved in {file}." in " ".join(saved.split())
    assert f"{file}" in saved.partition("The game")[2]  # a path is never broken
    assert "The game is saved." in player.leave()

    again = sit("--resume", str(file), "--plain")
    assert "On the table: Ben, the jack of clubs; Cleo, the 10 of clubs." in again.until_asked()
    assert "Taken back: play the 3 of clubs." in again.type("undo")
    assert again.type("table") == before
    assert CLEAR not in again.shown
    assert not CONTROL.search(again.shown.replace("\x1b[?2004h", "").replace("\x1b[?2004l", ""))


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_say_how_to_go_on(sit: Sit, tmp_path: Path, key: str) -> None:
    player = sit("--seed", "7")
    player.until_asked()
    player.type("as jh qh")
    said = player.press(key)
    (file,) = tmp_path.iterdir()
    resume = f"heartslib play --resume {file}"
    assert f"\nThe game is saved. To resume it: {resume}" in said
    assert "Your turn: play a card." in sit("--resume", str(file)).until_asked()


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no", "dumb"])
def test_without_colour_the_cards_can_be_distinguished(
    sit: Sit, environment: dict[str, str]
) -> None:
    player = sit("--seed", "7", **environment)
    player.until_asked()
    assert "♦  (3)(4)(J)(Q)(K)(A)" in player.type("as jh qh")
    assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|38|48)m", player.shown)
