"""A human against bots in the terminal: ``heartslib play``.

A `Sitting` is the game between them as a value; a `Session` adds what the human types and the
replies.  Two faces show a session: `plain` in sentences, for a screen reader or a pipe, and `screen`
as a table of 80 columns and 24 lines, which needs the extra ``cli``.
"""

from __future__ import annotations

from heartslib.terminal.session import Session, play
from heartslib.terminal.sitting import Sitting
from heartslib.terminal.start import start
from heartslib.terminal.words import TerminalVoice

__all__ = ["Session", "Sitting", "TerminalVoice", "play", "start"]

__dir__ = __all__.copy  # what `dir` shows of the module
