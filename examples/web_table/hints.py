"""A hint: what a careful player would do with a view, and why, in one sentence."""

from __future__ import annotations

from typing import Any

from heartslib import Cards, View, moves
from heartslib.bots import careful
from heartslib.moves import Move

Json = dict[str, Any]


def hint(view: View) -> Json:
    """The cards that a careful player would choose, if any, and why."""
    if not view.is_my_turn or view.question is None:
        return {"cards": [], "text": "There is nothing for you to do now."}
    choice = careful.choice(view)
    return {"cards": [*map(str, _cards(choice.move))], "text": choice.reason}


def _cards(move: Move) -> Cards:
    match move:
        case moves.Play(_, card):
            return Cards([card])
        case moves.Pass(_, cards) | moves.Charge(_, cards) | moves.TakeKitty(_, cards):
            return Cards(cards)
        case _:
            return Cards()
