"""What many old games have in common."""

from __future__ import annotations

import functools
from typing import Final

from heartslib.rules import NO_PASSING, EldestLeads, FollowSuit, NoMoon, Rules

plain_game: Final = functools.partial(
    Rules, passing=NO_PASSING, opening=EldestLeads(), play=FollowSuit(), moon=NoMoon()
)
"""A game without a pass or a moon: eldest leads, and the only rule of play is to follow suit."""
