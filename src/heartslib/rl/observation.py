"""What a seat knows, as a vector.

Seats are counted from the one that looks: place 0 is itself, place 1 sits at its left.  First come
sets of cards, 52 numbers each, by `Card.index`, how many copies of the card are there:

* six sets: the seat's hand; what it has named so far, of several; what it passed; what it
  received; its captured kitty cards; what waits for a taker;
* five sets for each place: the cards of each place in the trick, for all places; then what each
  has taken; has played; has charged; has shown.

Then numbers: the phase as one of `PHASES`; by place, cards in hand out of 13, points out of 100,
cards that it passes out of 13, whether it deals, whether it leads; the kitty, and the cards to be
laid down for it, out of 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from heartslib._bits import PACK_SIZE
from heartslib.cards import Card, Cards
from heartslib.phases import ASKING
from heartslib.table import Table
from heartslib.view import View

PHASES: Final = ASKING
"""The phases in which seats are asked."""

_OWN, _EACH, _NUMBERS = 6, 5, 5


def size_of(players: int) -> int:
    """How long the vector is."""
    return PACK_SIZE * (_OWN + _EACH * players) + len(PHASES) + _NUMBERS * players + 2


def observed(view: View, seat: int, chosen: Sequence[Card] = ()) -> npt.NDArray[np.float32]:
    """What a seat knows, as a vector.

    Args:
        view: The seat's view.
        seat: The seat.
        chosen: The cards that it has named so far, of several.
    """
    players, table = view.players, view.table
    places = [(seat + place) % players for place in range(players)]
    nothing = (Cards(),) * players
    by_seat: tuple[Sequence[Sequence[Card]], ...] = (
        Table(table.trick).played_by,
        table.piles,
        table.played_by,
        table.charged or nothing,
        table.shown or nothing,
    )
    own = (view.hand, chosen, view.given, view.received, view.captured, table.waiting)
    cards = [*own, *(each[place] for each in by_seat for place in places)]
    planes = np.zeros((len(cards), PACK_SIZE), np.float32)
    for plane, several in zip(planes, cards, strict=True):
        for card in several:
            plane[card.index] += 1
    passes = dict(view.passes_to)
    numbers: list[Any] = [view.phase == phase for phase in PHASES]
    for place in places:
        numbers += [
            view.hand_sizes[place] / 13,
            view.scores[place] / 100,
            passes.get(place, 0) / 13,
            place == view.dealer,
            place == table.trick.leader,
        ]
    numbers += [view.kitty_size / 13, view.offered / 13]
    return np.concatenate([planes.ravel(), np.array(numbers, np.float32)])
