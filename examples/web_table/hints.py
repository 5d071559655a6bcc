"""A hint: what a careful player would do with a view, and why, and what each card would cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from heartslib import Cards, View, moves
from heartslib.bots import Choice, careful
from heartslib.moves import Move
from heartslib.show.text import capital

Json = dict[str, Any]


def hint(view: View) -> Json:
    """The cards that a careful player would choose, if any, and why."""
    if not view.is_my_turn or view.question is None:
        return {"cards": [], "text": "There is nothing for you to do now."}
    choice = careful.choice(view)
    return {"cards": [*map(str, _cards(choice.move))], "text": choice.reason}


def compared(view: View, choice: Choice) -> Json:
    """What each card would cost more than the cheapest one, in points, after many deals.

    If that speaks against the card of the hint, it also has a better hint.

    Args:
        view: What the seat knows.
        choice: The choice of a bot that has tried each card.
    """
    costs, question = dict(_costs(choice.values)), view.question
    shown = {str(_cards(move)): cost for move, cost in costs.items() if _cards(move)}
    found: Json = {"cards": shown, "hint": None}
    if shown and question and costs[careful.choice(view).move] != "0":
        cards = _cards(choice.move)
        deed = f"{capital(question.verb)} {f'{cards:u}' or 'nothing'}"
        found["hint"] = {"cards": [*map(str, cards)], "text": f"{deed}. {choice.reason}"}
    return found


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
