"""Players.  A bot is any function from a `View` to a move: it sees what its seat may know.

A function cannot be given more than it is given: what a bot plays depends on the view alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heartslib.bots.careful import careful
from heartslib.moves import Move
from heartslib.view import View

Bot: TypeAlias = Callable[[View], Move]
"""A player: what it does, given what its seat knows, when it is asked to act."""

__all__ = ["Bot", "careful"]
