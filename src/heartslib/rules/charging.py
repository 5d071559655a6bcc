"""Charging: showing a card before the opening lead, so that it counts for more.

A charged card stays in the hand, and everyone knows where it is.  When it may be played is a
restriction on play: `heartslib.rules.ChargedCardsWait`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, Protocol, TypeAlias, runtime_checkable

import attrs

from heartslib._given import Pairs, pairs
from heartslib.cards import HEARTS, Card, Cards, CardsLike
from heartslib.errors import RulesError
from heartslib.rules._checks import IS_VERB, whole_number
from heartslib.rules.choice import Choice
from heartslib.rules.page import Page, Printed
from heartslib.words import in_words, listed, named

__all__ = [
    "TURBO_CHARGES",
    "Charges",
    "Charging",
]


Effects: TypeAlias = tuple[tuple[Card, Cards], ...]
"""The cards that may be charged, sorted, each with the cards that it doubles."""


@runtime_checkable
class Charging(Choice, Protocol):
    """Chapter: charging.

    Attributes:
        reopens: Whether everyone else may charge again after somebody charges.
        late: Whether a seat that has answered may still charge until everyone has answered.
        doubled: What each charge doubles, if that is all it does; else None.
        verb: The word for it: ``charge``, or ``expose``.
    """

    __slots__ = ()

    reopens: bool = False
    late: bool = False
    doubled: Effects | None = None
    verb: str = "charge"

    @property
    @abstractmethod
    def cards(self) -> Cards:
        """The kinds of card that may be charged."""
        ...

    @abstractmethod
    def most(self, charged: Cards) -> int:
        """How many more cards a seat that has charged `charged` may charge."""
        ...

    @abstractmethod
    def factor(self, card: Card, charged: Cards) -> int:
        """How many times `card` counts if the seats have charged `charged` between them."""
        ...


def _effects(doubled: Pairs[Card | str, CardsLike] | Effects) -> Effects:
    effects = {Card.parse(card): Cards(cards) for card, cards in pairs(doubled)}
    if not effects:
        raise RulesError("doubled: give at least one card that may be charged")
    return tuple(sorted(effects.items(), key=lambda each: each[0]))


@attrs.frozen
class Charges(Printed, Charging):
    """Some cards may be charged before the opening lead, to make them or others count double.

    In Gong Zhu that is called exposing.

    What it says: after the pass and before the lead, each player may charge a card by showing it,
    or decline.  They answer in any order, and everyone sees a charge at once.  A charge lasts for
    the round; a charge on one copy of a card counts for every copy.
    Sources: pagat.com, "Turbo Hearts".

    Attributes:
        doubled: What each charge doubles: a mapping such as ``{"QS": "QS", "AH": HEARTS}``.  A
            card that multiplies the score, as TC does in Turbo Hearts, multiplies it twice as
            much.
        each: How many cards a player may charge; None for any number.
        reopens: Whether everyone else is asked again after somebody charges.
        late: Whether a player who has answered may still charge until everyone has answered.
        verb: The word that players read for it: ``charge`` or ``expose``.
    """

    doubled: Effects = attrs.field(converter=_effects)
    each: int | None = attrs.field(default=1, validator=whole_number(1, optional=True))
    reopens: bool = False
    late: bool = False
    verb: str = attrs.field(default="charge", kw_only=True, validator=IS_VERB)
    name: str = attrs.field(default="charges", kw_only=True)

    @property
    def cards(self) -> Cards:
        """The kinds of card that may be charged."""
        return Cards(card for card, _ in self.doubled)

    def most(self, charged: Cards) -> int:
        """How many more cards a seat that has charged `charged` may charge."""
        kinds = len(self.doubled)
        return max(min(self.each or kinds, kinds) - len(charged), 0)

    def factor(self, card: Card, charged: Cards) -> int:
        """Doubled by each charge on a card that doubles this one."""
        return 1 << sum(by in charged and card in cards for by, cards in self.doubled)

    def printed(self, page: Page) -> str:
        kinds = len(self.doubled)
        most = kinds if self.each is None else min(self.each, kinds)
        count = "one of " if most == 1 else f"up to {in_words(most)} of "
        which = named(self.cards)
        if kinds == 1 or most == 1 < kinds == 2:
            count, which = "", named(self.cards, "or")
        if most == kinds > 1:
            cards = [f"{card:u}" for card in self.cards]
            count = "any of " * (kinds > 2)
            which = listed(cards) if count else listed([*cards, "both"], "or")
        verb, gerund = self.verb, f"{self.verb[:-1]}ing"
        again = f" Once somebody {verb}s, everyone else may {verb} again." * self.reopens
        late = (
            f" A player who has declined may still {verb} until everyone has answered." * self.late
        )
        selves = Cards(card for card, cards in self.doubled if cards == Cards(card))
        effects = [f"{gerund} {named(selves, 'or')} doubles what that card does"] if selves else []
        effects += [
            f"{gerund} {card:u} doubles {named(cards)}"
            for card, cards in self.doubled
            if card not in selves
        ]
        return (
            f"After the {'pass' if page.passes else 'deal'} and before the opening lead, each player may "
            f"{verb} {count}{which} by showing {'it; it stays' if most == 1 else 'them; they stay'} in the "
            f"hand. Players answer in any order{', once each' * (not again and not late)}.{again}{late} "
            f"For that round, {'; '.join(effects)}."
        )


TURBO_CHARGES: Final = Charges({"QS": "QS", "JD": "JD", "AH": HEARTS, "TC": "TC"})
"""Turbo Hearts: each player may charge one of QS, JD, AH (for all hearts) and TC."""
