"""The pack: which cards are in play, how many each player gets, and how they are dealt.

Dealing is exact and the same everywhere: the pack in sorted order is shuffled by
`shuffled`, then `dealt` gives the cards out one at a time, clockwise, starting at the
dealer's left.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

import attrs

from heartslib.cards import PACK, PACK_SIZE, Card, Cards, from_each
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.rules._checks import whole_number


@runtime_checkable
class Deck(Protocol):
    """Chapter: the pack."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def cards(self, players: int) -> Cards:
        """The cards in play for that number of players.

        Raises:
            RulesError: They cannot be dealt out to that many.
        """
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@attrs.frozen
class FullPack:
    """Whole packs of 52 cards, all dealt out, the same number to each player.

    What it says: every card is dealt; each player gets as many as every other.
    Sources: every document, for four players (001 "The Pack", 004 "Players and Cards").

    Attributes:
        packs: How many packs are shuffled together.
    """

    packs: int = attrs.field(default=1, validator=whole_number(1))
    name: str = attrs.field(default="full-pack", kw_only=True)

    def cards(self, players: int) -> Cards:
        """Every card of the packs; see `Deck.cards`."""
        count = PACK_SIZE * self.packs
        if count % players:
            raise RulesError(
                f"{count} cards cannot be dealt evenly to {players} players: "
                f"{count % players} would be left over; use a number of players that "
                f"divides {count}, or a deck that takes cards out"
            )
        return _packs(self.packs)

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        count = len(self.cards(players))
        pack = "The pack of 52 cards" if self.packs == 1 else f"{self.packs} packs of 52 cards"
        return (
            f"{pack}, ace high, two low, no trumps. All are dealt, one at a time, clockwise "
            f"from the dealer's left: {count // players} cards each to {players} players."
        )


@functools.cache
def _packs(count: int) -> Cards:
    return Cards(PACK * count)


@runtime_checkable
class Chance(Protocol):
    """A source of chance: `random.Random`, `random.SystemRandom`, a NumPy generator."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...


def shuffled(cards: Cards, rng: Chance) -> tuple[Card, ...]:
    """The cards in random order.

    The shuffle is fixed, so that a seeded generator gives the same deal with every version
    of Python and on every machine: start from the sorted cards; for place i from the last
    down to the second, swap it with place ``int(rng.random() * (i + 1))``.

    Args:
        cards: What to shuffle.
        rng: Where chance comes from; only its method `random` is called.

    Raises:
        HeartsError: `rng` is no such source.
    """
    draw = getattr(rng, "random", None)
    if not callable(draw):
        raise HeartsError(
            f"rng must have a method random(), like random.Random; {shown(rng)} has none"
        )
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = int(_checked(draw()) * (place + 1))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _checked(number: object) -> float:
    if not isinstance(number, float) or not 0 <= number < 1:
        raise HeartsError(
            f"rng.random() must give a number from 0 up to, but not including, 1; "
            f"it gave {shown(number)}"
        )
    return float(number)


def dealt(order: Sequence[Card], players: int, dealer: int) -> tuple[Cards, ...]:
    """Deal cards one at a time, clockwise from the dealer's left.

    Args:
        order: The pack from the first card dealt to the last.
        players: The number of seats.
        dealer: The seat that deals.

    Returns:
        The hands, seat 0 first.
    """
    return tuple(
        from_each(order[(seat - dealer - 1) % players :: players]) for seat in range(players)
    )


ONE_PACK: Final = FullPack()
"""The usual deck: one pack, all dealt."""
