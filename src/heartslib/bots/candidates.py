"""The moves that are worth a trial."""

from __future__ import annotations

from itertools import combinations

from heartslib import moves
from heartslib.bots.careful import by_danger, careful
from heartslib.moves import Move
from heartslib.questions import ChooseCards, ChooseName, Question
from heartslib.view import View

_MORE = 2
"""How many cards more than are passed are tried in a pass: of five cards ten passes of three can be made."""


def is_compared(question: Question) -> bool:
    """Whether answers to a question can be played out: cards, and contracts to name."""
    return isinstance(question, ChooseCards) or question.kind is moves.NameContract


def candidates(view: View) -> tuple[Move, ...]:
    """The moves to try, the one of `careful` first, so that it wins ties.

    They are the single cards to play, to charge or to lay down for a kitty; the contracts to name; and
    passes of the cards that are most dangerous to keep.  Of anything else there is one.

    Args:
        view: What the seat to act knows.

    Raises:
        HeartsError: The seat is not to act.
    """
    first = careful(view)
    tried: list[Move] = []
    match view.question:
        case ChooseCards(_, among, counts, make, kind=moves.Pass):
            # cards in the middle may be dealt back, and a playout cannot deal
            mixed = view.pattern is None or view.at_table.mixes(view.pattern)
            cards = by_danger(view, among)[: 0 if mixed else counts[-1] + _MORE]
            tried = [make(passed) for passed in combinations(cards, counts[-1])]
        case ChooseCards(_, among, counts, make) if 1 in counts:
            tried = [make(card) for card in dict.fromkeys(among)]
        case ChooseName(_, names, make, kind=moves.NameContract):
            tried = [make(name) for name in names]
        case _:
            pass
    return tuple(dict.fromkeys([first, *tried]))
