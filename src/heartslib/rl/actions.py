"""Actions as numbers: cards, done, and choices by name.

* 0 to 51: a card by `Card.index`, to play, or to add to the cards to pass, charge or lay down;
* 52: done, with the cards chosen so far, if any;
* 53 and up: the first, second, ... of the names to choose from, such as the pass patterns that the
  dealer may call, the contracts, or the payments for a moon; where the answer is yes or no, these two.

An agent chooses cards to pass, charge or lay down one at a time.  The move is made as soon as no
more may be chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from heartslib._values.bits import PACK_SIZE
from heartslib.cards import PACK, Card, Cards
from heartslib.errors import HeartsError
from heartslib.moves import Move
from heartslib.phases import PHASES
from heartslib.questions import ChooseCards, ChooseName
from heartslib.rules import TableRules
from heartslib.view import View

DONE = PACK_SIZE
CHOICES = DONE + 1


def number_of_actions(rules: TableRules) -> int:
    """The number of actions at a table.

    Raises:
        HeartsError: There are cards beyond the 52.
    """
    if beyond := rules.pack.without(PACK):
        raise HeartsError(f"agents know the 52 usual cards, and {rules.name} has {beyond}")
    rulebooks = (rules, *rules.rulebooks)
    # an action is the same in every contract, so there are as many as any of them needs
    counts = [len(phase.names(each)) for phase in PHASES for each in rulebooks]
    return CHOICES + max(counts)


def legal_actions(view: View, chosen: Sequence[Card] = ()) -> list[int]:
    """The legal actions of the seat of a view; none if it is not to act.

    Args:
        view: What the seat knows.
        chosen: The cards that it has chosen so far for this move.
    """
    match view.question:
        case ChooseCards(_, among, counts):
            more = among - Cards(chosen) if len(chosen) < counts[-1] else Cards()
            return sorted({card.index for card in more}) + ([DONE] if len(chosen) in counts else [])
        case ChooseName(_, names):
            # numbered among all names, so that a number means the same name whichever may be chosen now
            every = names_of(view)
            return [CHOICES + every.index(name) for name in names]
        case question:
            return [CHOICES, CHOICES + 1] if question else []


def names_of(view: View) -> tuple[str, ...]:
    """All the names of a view's phase, also those that may not be chosen now.

    Action ``CHOICES + n`` chooses name n.

    Raises:
        HeartsError: The phase does not name its answers.
    """
    # phases that share a name never ask for names
    (phase,) = (each for each in PHASES if each.name == view.phase)
    names = phase.names(view.so_far)
    if not names:
        raise HeartsError(f"{phase.__name__} does not name its answers: give it `names`")
    return names


def move_of(view: View, chosen: Sequence[Card], action: int) -> Move | None:
    """The move that an action completes; None if more cards are to be chosen.

    Args:
        view: What the seat knows.
        chosen: The cards that it has chosen before for this move.
        action: A legal action.
    """
    match view.question:
        case ChooseCards(_, _, counts, make):
            cards = [*chosen, *PACK[action : action + 1]]  # DONE adds no card
            return make(cards) if action == DONE or len(cards) == counts[-1] else None
        case ChooseName(_, _, make):
            return make(names_of(view)[action - CHOICES])
        case question:
            return question.make(action == CHOICES) if question else None
