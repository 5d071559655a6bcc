"""A hint: what a careful player would do with a view, and why, and what each card would cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from heartslib import Cards, View, moves
from heartslib.bots import Choice, careful
from heartslib.moves import Move
from heartslib.review import Review
from heartslib.show.text import capital

Json = dict[str, Any]


def hint(view: View) -> Json:
    """The cards that a careful player would choose, if any, and why."""
    if not view.is_my_turn or view.question is None:
        return {"cards": [], "text": "There is nothing for you to do now."}
    choice = careful.choice(view)
    return {"cards": [*map(str, _cards(choice.move))], "text": choice.reason}


def compared(view: View, choice: Choice) -> Json:
    """What each card would cost more than the best one, in points, after many deals.

    There is a better hint, too, in the same points, unless the card of the first one costs nothing more.

    Args:
        view: What the seat knows.
        choice: The choice of a bot that has tried each card.
    """
    costs, first = dict(_costs(choice.values)), careful.choice(view).move
    shown = {str(_cards(move)): cost for move, cost in costs.items() if _cards(move)}
    cards = [*map(str, _cards(choice.move))]
    better = shown and (choice.move == first or costs[first] != "0")
    return {"cards": shown, "hint": {"cards": cards, "text": choice.reason} if better else None}


def reviewed(found: Review | None) -> Json:
    """How luck and play shared a round, and the costliest moves; nothing if it could not be reviewed."""
    if found is None:
        return {"luck": "There is no review of this round.", "moves": []}
    moves = [
        capital(str(each).removeprefix(f"{each.game.names[each.move.seat]}, ").replace("\n", " "))
        for each in found.mistakes()
    ]
    certain = "" if moves else " No move is certain to be a mistake."
    return {"luck": "".join(map(str, found.luck)) + certain, "moves": moves}


def _costs(values: Sequence[tuple[Move, float]]) -> Iterator[tuple[Move, str]]:
    """The cost of each move in words, unless there are moves of several cards."""
    if all(len(_cards(move)) < 2 for move, _ in values):
        for move, value in values:
            more = f"{value - min(least for _, least in values):.1f}"
            yield move, "0" if more == "0.0" else f"+{more}"


def _cards(move: Move) -> Cards:
    match move:
        case moves.Play(_, card):
            return Cards([card])
        case moves.Pass(_, cards) | moves.Charge(_, cards) | moves.LayDown(_, cards):
            return Cards(cards)
        case _:
            return Cards()
