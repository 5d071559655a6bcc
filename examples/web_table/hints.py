"""A hint: what is best, why, and what each card would cost; and a round looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from heartslib import Cards, View, moves
from heartslib.bots import Advice
from heartslib.moves import Move
from heartslib.review import Review

Json = dict[str, Any]

NOTHING_TO_DO: Json = {"cards": [], "text": "There is nothing for you to do now.", "costs": {}}
NO_TIME: Json = {"cards": [], "text": "None for the moment. Please ask again.", "costs": {}}


def choice_of(view: View) -> tuple[object, ...]:
    """What tells the choices of a seat apart: what others do meanwhile, such as pass, is none of its own."""
    return view.is_my_turn, view.phase, view.hand, view.table


def hint(advice: Advice) -> Json:
    """The cards that are best, if any, the advice in a sentence, and what each single card costs."""
    best = _cards(advice.move)
    return {"cards": [*map(str, best)], "text": advice.sentence(), "costs": dict(_costs(advice))}


def reviewed(found: Review | None, seat: int) -> Json:
    """How luck and play shared a round, and the costliest moves; nothing if it could not be reviewed."""
    if found is None:
        return {"luck": "There is no review of this round.", "moves": []}
    view = found.game.view(seat)
    return {
        "luck": " ".join(text for luck in found.luck for text in luck.sentences(view)),
        "moves": [" ".join(each.sentences(seat)) for each in found.mistakes()],
    }


def _costs(advice: Advice) -> Iterator[tuple[str, Json]]:
    """The cost of each card as a number and in words, unless there are moves of several cards."""
    if all(len(_cards(move)) < 2 for cost in advice.costs for move in cost.moves):
        for cost in advice.costs:
            words = f"{cost.in_points} more" if cost.is_certain else str(cost)
            if cost is advice.costs[0]:
                words = "least"
            for card in (card for move in cost.moves for card in _cards(move)):
                yield str(card), {"points": cost.amount, "words": f"costs {words}"}


def _cards(move: Move) -> Cards:
    match move:
        case moves.Play(_, card):
            return Cards([card])
        case moves.Pass(_, cards) | moves.Charge(_, cards) | moves.LayDown(_, cards):
            return Cards(cards)
        case _:
            return Cards()
