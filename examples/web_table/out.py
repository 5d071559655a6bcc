"""Which cards are still out, and who has none of a suit, as far as one seat can know."""

from __future__ import annotations

from typing import Any

from heartslib import Cards, Suit, View
from heartslib.sampling.known import Known, unmarked

Json = dict[str, Any]


def cards_out(view: View) -> list[Json]:
    """The cards of each suit, how many of each are out, and which other seats cannot have any.

    A card is out if the seat does not see it: it is in another hand, or face down elsewhere.

    Args:
        view: What the seat knows, and nothing else is asked.

    Raises:
        HeartsError: No cards are dealt.
    """
    known, piles = Known(view), (1 << view.players) - 1 << view.players
    others = [seat for seat, size in enumerate(view.hand_sizes) if size and seat != view.seat]
    hidden = {at: unmarked(bits) for at, bits in known.rows.items() if at & ~piles}
    may_hold = {
        seat: sum((cards for at, cards in hidden.items() if at >> seat & 1), known.base[seat])
        for seat in others
    }
    out = sum((*hidden.values(), *(known.base[seat] for seat in others)), Cards())
    pack = Cards({*view.rules.deck.cards(view.players)} - {*view.turned})
    return [
        {
            "suit": suit.symbol,
            "name": suit.word,
            "cards": [(str(card), out.count(card)) for card in pack.of(suit)],
            "lack": [seat for seat in others if out.of(suit) and not may_hold[seat].of(suit)],
        }
        for suit in Suit
        if pack.of(suit)
    ]
