"""Charging: cards that are shown before the opening lead, so that they count for more.

A charged card stays in its hand, and everyone knows it.  When it may be played is a
restriction on play: `heartslib.rules.ChargedCardsWait`.
"""

from __future__ import annotations

from typing import Final, Protocol, TypeAlias, runtime_checkable

import attrs

from heartslib._pairs import Pairs, pairs
from heartslib.cards import HEARTS, Card, Cards, CardsLike
from heartslib.errors import RulesError
from heartslib.rules._checks import whole_number
from heartslib.rules._words import listed, named

__all__ = [
    "TURBO_CHARGES",
    "Charges",
    "Charging",
]


@runtime_checkable
class Charging(Protocol):
    """Chapter: charging."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    @property
    def cards(self) -> Cards:
        """The kinds of card that may be charged."""
        ...

    @property
    def reopens(self) -> bool:
        """Whether all others may charge again when somebody has charged."""
        ...

    @property
    def late(self) -> bool:
        """Whether a seat that has answered may still charge while others have not."""
        ...

    def most(self, charged: Cards) -> int:
        """How many more cards a seat that has charged `charged` may charge."""
        ...

    def factor(self, card: Card, charged: Cards) -> int:
        """How often `card` counts when all the seats together have charged `charged`."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


Effects: TypeAlias = tuple[tuple[Card, Cards], ...]
"""Cards that may be charged, each with those that count double by it, in sorted order."""


def _effects(doubled: Pairs[Card | str, CardsLike] | Effects) -> Effects:
    effects = {Card.parse(card): Cards(cards) for card, cards in pairs(doubled)}
    if not effects:
        raise RulesError("doubled: name a card that may be charged at least")
    return tuple(sorted(effects.items(), key=lambda each: each[0]))


@attrs.frozen
class Charges:
    """Some cards may be charged: shown before the opening lead, they make cards count double.

    What it says: after the pass, before the lead, every player may charge by showing, or
    declines; in any order, and what is charged is seen at once (A35, A50).  It lasts for the
    round.  Where there are several copies of a card, a charge on one counts for all.
    Sources: 004 "Turbo Hearts".

    Attributes:
        doubled: What counts double by charging a card: a mapping such as
            ``{"QS": "QS", "AH": HEARTS}``.  A card that multiplies the score, such as the ten
            of clubs in Turbo Hearts, multiplies twice as much.
        each: How many cards a player may charge; None for any number.
        reopens: Whether, when somebody has charged, all others are asked once more.
        late: Whether a player who has answered may still charge until everyone has.
    """

    doubled: Effects = attrs.field(converter=_effects)
    each: int | None = attrs.field(default=1, validator=whole_number(1, optional=True))
    reopens: bool = False
    late: bool = False
    name: str = attrs.field(default="charges", kw_only=True)

    @property
    def cards(self) -> Cards:
        """The kinds of card that may be charged."""
        return Cards(card for card, _ in self.doubled)

    def most(self, charged: Cards) -> int:
        """How many more cards a seat that has charged `charged` may charge."""
        most = len(self.doubled) if self.each is None else self.each
        return max(most - len(charged), 0)

    def factor(self, card: Card, charged: Cards) -> int:
        """Twice for each charge on a card that doubles this one."""
        return 1 << sum(by in charged and card in cards for by, cards in self.doubled)

    def describe(self, players: int) -> str:
        kinds = len(self.doubled)
        most = kinds if self.each is None else min(self.each, kinds)
        count = "" if kinds == 1 else "one of " if most == 1 else f"up to {most} of "
        again = " When somebody has charged, all others may charge again." * self.reopens
        late = " Whoever has answered may still charge until everyone has." * self.late
        selves = Cards(card for card, cards in self.doubled if cards == Cards(card))
        effects = [f"one on {named(selves, 'or')} doubles what that card does"] if selves else []
        effects += [
            f"one on {card} doubles {named(cards)}"
            for card, cards in self.doubled
            if card not in selves
        ]
        return (
            f"After the pass and before the opening lead every player may charge {count}"
            f"{named(self.cards, 'or')} by showing it; it stays in the hand.{again}{late} "
            f"A charge holds for that round: {listed(effects)}."
        )


TURBO_CHARGES: Final = Charges({"QS": "QS", "JD": "JD", "AH": HEARTS, "TC": "TC"})
"""One of the queen, the jack, the ace of hearts (for all hearts) and the ten of clubs."""
