"""A fast player that remembers which cards are gone: it makes the moves of the kernel's policy ``shed``."""

from __future__ import annotations

from heartslib import moves
from heartslib.bots.careful import careful
from heartslib.moves import Move
from heartslib.questions import ChooseCards
from heartslib.rounds import asked
from heartslib.simulate.positions.costs import cards_by
from heartslib.view import View


def shed(view: View) -> Move:
    """The move of a player who weighs each card by numbers that were tuned for the game.

    It wins a trick that is good or costs nothing, plays just under one that costs, and discards what is
    costly or may catch what is costly.  It leads where it should lose the trick.  It holds up a side that
    takes every penalty card, and shoots the moon once it has most of them.  What is not about cards it
    leaves to `careful`, and it charges nothing.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
        HeartsError: The seat is not to act.
    """
    match asked(view):
        case ChooseCards(_, _, counts, make, kind=moves.Play | moves.Pass | moves.LayDown) if (
            counts[-1]
        ):
            return make(cards_by("shed", view, counts[-1]))
        case _:
            return careful(view)
