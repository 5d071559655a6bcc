"""Undo by agreement: what a player may take back, and what the others are asked."""

from __future__ import annotations

import attrs

from heartslib import Game, moves
from heartslib.moves import HostMove, Move

PATIENCE = 30.0
"""Seconds within which the others may agree."""

_DEEDS: dict[type[Move], str] = {
    moves.Answer: "answering a claim",
    moves.Bid: "bidding",
    moves.CallPass: "calling the pass",
    moves.Charge: "deciding which cards to show",
    moves.ChooseMoon: "choosing how the moon is paid",
    moves.Claim: "claiming",
    moves.NameContract: "naming the contract",
    moves.Pass: "passing cards",
    moves.LayDown: "laying down cards for the kitty",
}


@attrs.frozen
class Wish:
    """A player's wish to go back to before a move.

    Attributes:
        seat: Whose wish it is.
        made: How many moves the game has had then.
        until: When it lapses.
        agreed: The seats that have agreed.
    """

    seat: int
    made: int
    until: float
    agreed: frozenset[int] = frozenset()


def last_decision(game: Game, seat: int) -> int | None:
    """The number of the last move of a seat in this round; None if it has made none."""
    history = game.history
    for number in range(len(history) - 1, -1, -1):
        move = history[number]
        if isinstance(move, HostMove):
            return None
        if move.seat == seat:
            return number
    return None


def deed(move: Move) -> str:
    """What a player did, in words that follow "before"; it names no card that others cannot see."""
    if isinstance(move, moves.Play):
        return f"playing the {move.card.rank.word} of {move.card.suit.word}"
    return _DEEDS.get(type(move), "the last move")


def question(game: Game, wish: Wish) -> str:
    """What the others are asked."""
    name, count = game.names[wish.seat], len(game.history) - wish.made
    undone = "One move is" if count == 1 else f"{count} moves are"
    return (
        f"{name} would like to go back to before {deed(game.history[wish.made])}. "
        f"{undone} taken back. What you have seen since then stays seen."
    )
