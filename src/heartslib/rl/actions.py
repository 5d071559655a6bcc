"""Actions as numbers: cards, being done, and choices by name.

* 0 to 51: a card by `Card.index`: it is played, or put with those to be passed, charged or laid
  down;
* 52: done, with the cards that were named so far, or with none;
* 53 and up: the first, second, ... name to choose, such as a pattern that the dealer may call or a
  payment of a moon; to a claim, yes and no.

Cards that are passed, charged or laid down are named one after another by the same agent.  With the
last that may be named the move is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heartslib._bits import PACK_SIZE
from heartslib.cards import PACK, Card, Cards
from heartslib.moves import Move
from heartslib.phases import PHASES
from heartslib.questions import ChooseCards, ChooseName
from heartslib.rules import Rules
from heartslib.view import View

DONE: Final = PACK_SIZE
CHOICES: Final = DONE + 1


def count_of_actions(rules: Rules, players: int) -> int:
    """How many actions there are."""
    return CHOICES + max(len(phase.names(rules, players)) for phase in PHASES)


def legal_actions(view: View, chosen: Sequence[Card] = ()) -> list[int]:
    """The actions of a seat that is asked.

    Args:
        view: What it knows.
        chosen: The cards that it has named so far, of several.
    """
    match view.question:
        case ChooseCards(_, among, counts):
            more = among - Cards(chosen) if len(chosen) < counts[-1] else Cards()
            return sorted({card.index for card in more}) + [DONE] * (len(chosen) in counts)
        case ChooseName(_, names):
            return [*range(CHOICES, CHOICES + len(names))]
        case question:
            return [CHOICES, CHOICES + 1] if question else []


def move_of(view: View, chosen: Sequence[Card], action: int) -> Move | None:
    """The move that an action makes; None where more cards must be named.

    Args:
        view: What the seat knows.
        chosen: The cards that it has named before.
        action: A legal action.
    """
    match view.question:
        case ChooseCards(_, _, counts, make):
            cards = [*chosen, *PACK[action : action + 1]]  # there is no card for being done
            return make(cards) if action == DONE or len(cards) == counts[-1] else None
        case ChooseName(_, names, make):
            return make(names[action - CHOICES])
        case question:
            return question.make(action == CHOICES) if question else None
