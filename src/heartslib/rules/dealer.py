"""The dealer: who deals the next round; if nobody did, the deal moves to the left.

The dealer is a seat like any other: the deal itself is made by chance, whoever runs the game.  But the pass may be
called by the dealer, a contract named by the dealer, and "the nearest to the dealer's left" breaks every tie.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from attrs import field

from heartslib._values.arguments import frozen
from heartslib.cards import NO_CARDS, Card, Cards, to_card
from heartslib.rules.book.checks import whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed
from heartslib.words import how_many

__all__ = [
    "DealMovesLeft",
    "DealStaysWithPool",
    "Dealer",
    "LoserDeals",
    "TakerDeals",
]

Piles = tuple[Cards, ...]
"""What each seat took, seat 0 first."""
Places = tuple[int, ...]
"""The place of each seat by the scores, 1 for the best."""


class Dealer(ChapterChoice):
    """Chapter: the dealer.

    Attributes:
        until_won: Whether the same player deals again after a round in which nobody won the pool.
    """

    __slots__ = ()

    until_won: bool = False

    @property
    def named_cards(self) -> Cards:
        """The cards that decide who deals; they must be in the pack."""
        return NO_CARDS

    @abstractmethod
    def next_dealer(self, dealer: int, rounds: int, piles: Piles, places: Places) -> int:
        """The seat that deals the next round.

        Args:
            dealer: The seat that dealt the round that has just ended.
            rounds: How many rounds have been played, that one included.
            piles: The cards that each seat took in it, seat 0 first.
            places: The place of each seat by the scores after it, 1 for the best.
        """


def nearest(first: int, wanted: Sequence[bool]) -> int | None:
    """The wanted seat that comes first in the order of play; None if no seat is wanted.

    Args:
        first: The seat that begins the order.
        wanted: Whether each seat is wanted, seat 0 first.
    """
    seats = (seat % len(wanted) for seat in range(first, first + len(wanted)))
    return next((seat for seat in seats if wanted[seat]), None)


def placed(places: Places, place: int, dealer: int) -> int:
    """The seat in a place that somebody has; of several, the one nearest the dealer's left."""
    # never None, since somebody has that place
    return nearest(dealer + 1, [each == place for each in places]) or 0


@frozen
class DealMovesLeft(Printed, Dealer):
    """The deal moves to the left.

    What it says: the next dealer is the seat to the left, after each round or after several.
    Sources: custom; Lora and Barbu (after five rounds).

    Attributes:
        every: After how many rounds the deal moves.
    """

    every: int = field(default=1, validator=whole_number(1))
    name: str = "deal-moves-left"

    def next_dealer(self, dealer: int, rounds: int, piles: Piles, places: Places) -> int:
        return (dealer + (rounds % self.every == 0)) % len(piles)

    def printed(self, page: Page) -> str:
        when = "After each round"
        if self.every > 1:
            when = f"Each player deals {how_many(self.every, 'round')} in a row; then"
        return f"Anyone may deal first. {when} the deal moves to the {page.onward}."


@frozen
class DealStaysWithPool(Printed, Dealer):
    """The deal moves to the left once the pool has been won.

    What it says: after a round in which nobody won the pool, the same player deals again.
    Sources: Wikipedia, "Bassadewitz".
    """

    until_won = True

    name: str = "deal-stays-with-pool"

    def next_dealer(self, dealer: int, rounds: int, piles: Piles, places: Places) -> int:
        return (dealer + 1) % len(piles)

    def printed(self, page: Page) -> str:
        return (
            f"Anyone may deal first. After each round the deal moves to the {page.onward}, but if nobody won "
            "the pool, the same player deals again."
        )


@frozen
class TakerDeals(Printed, Dealer):
    """Whoever took a certain card deals the next round.

    What it says: the taker of the card deals; if nobody took it, the deal moves to the left.  If
    several players took a copy, the one nearest the old dealer's left deals.
    Sources: Queens.

    Attributes:
        card: The card.
    """

    card: Card = field(converter=to_card)
    name: str = "taker-deals"

    @property
    def named_cards(self) -> Cards:
        return Cards(self.card)

    def next_dealer(self, dealer: int, rounds: int, piles: Piles, places: Places) -> int:
        eldest = (dealer + 1) % len(piles)
        taker = nearest(eldest, [self.card in pile for pile in piles])
        return eldest if taker is None else taker

    def printed(self, page: Page) -> str:
        return (
            f"Anyone may deal first. Whoever took {self.card:u} deals the next round; if nobody did, "
            f"the deal moves to the {page.onward}."
        )


@frozen
class LoserDeals(Printed, Dealer):
    """Whoever has the worst score deals the next round.

    What it says: of players with the same score, the one nearest the old dealer's left deals.
    Sources: house rules ("the loser deals").
    """

    name: str = "loser-deals"

    def next_dealer(self, dealer: int, rounds: int, piles: Piles, places: Places) -> int:
        return placed(places, max(places), dealer)

    def printed(self, page: Page) -> str:
        return (
            "Anyone may deal first. Whoever has the worst score deals the next round; of players with the "
            f"same score, the one nearest to the old dealer's {page.onward}."
        )
