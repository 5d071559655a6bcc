"""Actions as numbers: cards, being done, and choices by name.

* 0 to 51: a card by `Card.index`: it is played, or put with those to be passed, charged or laid
  down;
* 52: done: pass nothing, or charge what was chosen so far;
* 53 and up: the first, second, ... pattern that the dealer may call, or payment of a moon.

Cards that are passed, charged or laid down are named one after another by the same agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heartslib._bits import PACK_SIZE
from heartslib.cards import PACK, Card, Cards
from heartslib.moves import CallPass, Charge, ChooseMoon, Move, Play, TakeKitty
from heartslib.rules import Rules
from heartslib.view import View

DONE: Final = PACK_SIZE
CHOICES: Final = DONE + 1


def count_of_actions(rules: Rules, players: int) -> int:
    """How many actions there are."""
    return CHOICES + max(len(rules.passing.calls(players)), len(rules.moon.choices))


def legal_actions(view: View, chosen: Sequence[Card] = ()) -> list[int]:
    """The actions of a seat that is asked.

    Args:
        view: What it knows.
        chosen: The cards that it has named so far, of several.
    """
    match view.phase:
        case "call":
            return [*range(CHOICES, CHOICES + len(view.calls))]
        case "moon":
            return [*range(CHOICES, CHOICES + len(view.moon_choices))]
        case "pass":
            nothing = [DONE] if view.may_pass_nothing and not chosen else []
            return _kinds(view.may_pass - Cards(chosen)) + nothing
        case "charge":
            more = len(chosen) < view.charges_left
            return _kinds(view.chargeable - Cards(chosen)) * more + [DONE]
        case "kitty":
            return _kinds(view.may_lay_down - Cards(chosen))
        case _:
            return _kinds(view.legal_plays())


def move_of(view: View, seat: int, chosen: Sequence[Card], action: int) -> Move | None:
    """The move that an action makes; None where more cards must be named.

    Args:
        view: What the seat knows.
        seat: The seat.
        chosen: The cards that it has named before.
        action: A legal action.
    """
    match view.phase:
        case "call":
            return CallPass(seat, view.calls[action - CHOICES])
        case "moon":
            return ChooseMoon(seat, view.moon_choices[action - CHOICES])
        case "charge":
            return Charge(seat, chosen) if action == DONE else None
        case "pass":
            cards = [*chosen, PACK[action]] if action != DONE else []
            return view.pass_of(cards) if len(cards) in {0, view.pass_count} else None
        case "kitty":
            cards = [*chosen, PACK[action]]
            return TakeKitty(seat, cards) if len(cards) == view.offered else None
        case _:
            return Play(seat, PACK[action])


def _kinds(cards: Cards) -> list[int]:
    return sorted({card.index for card in cards})
