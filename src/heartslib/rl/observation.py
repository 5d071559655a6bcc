"""What a seat knows, as a vector.

Places are seats counted from the one that observes: place 0 is that seat, place 1 the one that plays next.
The vector begins with sets of cards, 52 numbers each: how many copies of each card there are, by
`Card.index`.

* Seven sets for the seat: its hand; the cards chosen so far for its next move; the cards it passed;
  the cards it received; its captured kitty cards; the cards that wait for the next taker; the cards
  it has charged in secret.  If the rules turn cards up after the deal, an eighth set: those cards.
* Five sets for each place: the cards in the trick, place by place; then the cards taken; the cards
  played; the cards charged; the cards shown.

Numbers follow: the phase, one-hot in `PHASES`; the contract of the round, one-hot in
`Rules.contract_names`, if the game has contracts; for each place, cards in hand / 13, score / 100,
cards that the seat passes to it / 13, whether it deals, whether it leads, cards that it has charged in
secret / 13, and whether it is asked later in this phase; the size of the kitty / 13, and the number of
cards to lay down for it / 13; for each place its bid, as a part of the highest, if the contract may be
sold; the counters in the pool / 100, and whether nobody won it in the round before, if there is a pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from heartslib._values.bits import PACK_SIZE
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards
from heartslib.errors import HeartsError
from heartslib.phases import ASKING
from heartslib.rules import TableRules
from heartslib.table import NOTHING_SETTLED, Table
from heartslib.view import View

PHASES = ASKING
"""The phases in which seats are to act."""

_OWN_SETS = 7
_SETS = 5
_NUMBERS = 7


def size_of(rules: TableRules) -> int:
    """The length of the vector at a table."""
    names = len(PHASES) + len(rules.contract_names)
    own = _OWN_SETS + (rules.face_up > 0)
    numbers = _NUMBERS + (rules.contracts.most_bid > 0)
    of_round = 2 + 2 * rules.has_pool
    return PACK_SIZE * (own + _SETS * rules.players) + names + numbers * rules.players + of_round


def observed(view: View, seat: int, chosen: Sequence[Card] = ()) -> npt.NDArray[np.float32]:
    """What a seat knows, as a vector.

    Args:
        view: The seat's view.
        seat: The seat.
        chosen: The cards that it has chosen so far for its next move.

    Raises:
        HeartsError: Something is settled about the round that has no place in the vector.
    """
    players = view.players
    table = view.table
    settled = view.settled
    # a fact that is added to what is settled must be added here too, or be refused: never left out in silence
    rest = attrs.evolve(
        settled, contract=None, bids=(), face_up=(), leader=None, pool=0, jack=False
    )
    if rest != NOTHING_SETTLED:
        raise HeartsError(f"the vector does not show all that is settled: not {rest}")
    leader = table.trick.leader if settled.leader is None else settled.leader
    places = places_from(seat, players)
    nothing = for_each(players, Cards())
    played = Table(table.trick).played_by, table.piles, table.played_by
    by_seat = *played, table.charged or nothing, table.shown or nothing
    mine = (view.hand, chosen, view.given, view.received, view.captured)
    own = (*mine, table.waiting, view.secret)
    turned = [settled.face_up] if view.at_table.face_up > 0 else []
    cards = [*own, *turned, *(each[place] for each in by_seat for place in places)]
    # numbers are scaled to about 1, as networks like them: 13 cards, 100 points
    planes = counted(cards, np.float32)
    passes = dict(view.passes_to)
    numbers: list[Any] = [view.phase == phase for phase in PHASES]
    numbers += [view.contract == name for name in view.rules.contract_names]
    for place in places:
        numbers += [
            view.hand_sizes[place] / 13,
            view.scores[place] / 100,
            passes.get(place, 0) / 13,
            place == view.dealer,
            place == leader,
            sum(view.secret_sizes[place : place + 1]) / 13,
            place in view.up_next,
        ]
    numbers += [view.kitty_size / 13, view.offered / 13]
    if most := view.rules.contracts.most_bid:
        bids = settled.bids or for_each(players, 0)
        numbers += [(bids[place] or 0) / most for place in places]
    if view.rules.has_pool:
        numbers += [settled.pool / 100, settled.jack]
    return np.concatenate([planes.ravel(), np.array(numbers, np.float32)])


def places_from(seat: int, players: int) -> list[int]:
    """The seat of each place, from a seat's own on."""
    return [(seat + place) % players for place in range(players)]


def counted(sets: Sequence[Iterable[Card]], dtype: Any, kinds: int = PACK_SIZE) -> npt.NDArray[Any]:
    """How many copies of each card are in each set, (sets, kinds)."""
    planes = np.zeros((len(sets), kinds), dtype)
    for plane, cards in zip(planes, sets, strict=True):
        for card in cards:
            plane[card.index] += 1
    return planes


_SAID = [
    each.name
    for each in attrs.fields(View)
    if each.name not in {"rules", "names", "sheets", "sheet", "table"}
]
"""What a view shows, but for its rulebook, and for what a table and sheets show."""


def as_text(view: View, chosen: Sequence[Card] = ()) -> str:
    """What a seat knows, as one line of text: the same for the same knowledge.

    Args:
        view: The seat's view, or a spectator's.
        chosen: The cards that it has chosen so far for its next move, in any order.
    """
    table = view.table
    tricks = [f"{trick.leader}: {_letters(trick.cards)} {trick.taker}" for trick in table.tricks]
    parts = {name: getattr(view, name) for name in _SAID} | {
        "chosen": Cards(chosen),
        "charged": " / ".join(map(str, table.charged)),
        "shown": " / ".join(map(str, table.shown)),
        "tricks": ", ".join(tricks),
        "trick": f"{table.trick.leader}: {_letters(table.trick.cards)}",
        "points": view.sheet.totals if view.sheet else "",
    }
    return "; ".join(f"{name} {part}" for name, part in parts.items())


def _letters(cards: Sequence[Card]) -> str:
    """Cards in order, as letters."""
    return " ".join(map(str, cards))
