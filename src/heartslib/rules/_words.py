"""Cards in the words of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from heartslib.cards import Cards, Suit


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``"a"``, ``"a and b"``, ``"a, b and c"``."""
    *others, end = parts
    return f"{', '.join(others)} {last} {end}" if others else end


def named(cards: Cards, last: str = "and") -> str:
    """Cards by name: a whole suit as ``hearts``, a run as ``2H to TH``, others singly."""
    parts: list[str] = []
    for suit in Suit:
        run = list(cards.of(suit))
        if len(run) == 13:
            parts.append(suit.word)
        elif len(run) > 2 and run[-1].index - run[0].index == len(run) - 1:
            parts.append(f"{run[0]} to {run[-1]}")
        else:
            parts.extend(map(str, run))
    return listed(parts, last)
