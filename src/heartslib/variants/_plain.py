"""What many old games have in common."""

from __future__ import annotations

import functools
from typing import Any

from heartslib.cards import Rank
from heartslib.rules import NO_PASSING, EldestLeads, FollowSuit, NoMoon, Rules

plain_game = functools.partial(
    Rules, passing=NO_PASSING, opening=EldestLeads(), play=FollowSuit(), moon=NoMoon()
)
"""A game without a pass or a moon: eldest leads, and the only rule of play is to follow suit."""

PIPS: dict[Any, int] = {f"{rank.letter}H": int(rank) for rank in Rank}
"""Each heart at its rank: the ace at 14."""
