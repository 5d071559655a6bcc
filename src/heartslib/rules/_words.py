"""Lists, numbers and cards in the words of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from heartslib.cards import Cards, Rank, Suit


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``"a"``, ``"a and b"``, ``"a, b and c"``; ``""`` for an empty list."""
    *others, end = parts or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def count(number: int, thing: str) -> str:
    """A number and a noun: ``1 trick``, ``2 tricks``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def named(cards: Cards, last: str = "and") -> str:
    """Kinds of card as a rulebook prints them: ``hearts``, ``2♥ to 10♥``, ``Q♣ and Q♠``."""
    parts: list[str] = []
    for suit in Suit:
        kinds = sorted(set(cards.of(suit)))
        if len(kinds) == len(Rank):
            parts.append(suit.word)
            continue
        for _, group in groupby(enumerate(kinds), lambda placed: placed[1].index - placed[0]):
            run = [card for _, card in group]
            long = len(run) > 2
            parts.extend([f"{run[0]:u} to {run[-1]:u}"] if long else (f"{card:u}" for card in run))
    return listed(parts, last) or "nothing"
