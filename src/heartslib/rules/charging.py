"""Charging: showing a card before the opening lead, so that it counts for more.

A charged card stays in the hand, and everyone knows where it is.  When it may be played is a
restriction on play: `heartslib.rules.ChargedCardsWait`.  What it does to the score is a factor that `Taken` applies
to the cards it doubles, so that no scoring step need know about charges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import Attribute, field

from heartslib._values.arguments import Pairs, frozen, kept, pairs
from heartslib.cards import HEARTS, NO_CARDS, Card, Cards, CardsLike
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.checks import IS_VERB, is_a, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed
from heartslib.words import how_many, in_words, listed

__all__ = [
    "TURBO_CHARGES",
    "Charges",
    "Charging",
    "NoCharging",
]


Effects = tuple[tuple[Card, Cards], ...]
"""The cards that may be charged, sorted, each with the cards that it doubles."""


class Charging(ChapterChoice):
    """Chapter: charging.

    As long as a class says nothing else, nobody may charge a card.

    Attributes:
        reopens: Whether everyone else may charge again after somebody charges.
        late: Whether a seat that has answered may still charge until everyone has answered.
        repeats: Whether a seat that charges is asked again.
        in_turn: Whether the seats answer in turn, the one at the dealer's left first.
        secret: Whether a charge is seen only once everyone has answered, and until then its number
            of cards.  `most` may then depend on how many cards were charged, but not on which.
        before_pass: Whether cards may be charged before the pass, too.
        times: How many times as much a charge makes cards count.
        doubled: What each charge doubles, if that is all it does; else None.
        verb: The word for it: ``charge``, or ``expose``.
    """

    __slots__ = ()

    reopens: bool = False
    late: bool = False
    repeats: bool = False
    in_turn: bool = False
    secret: bool = False
    before_pass: bool = False
    times: int = 2
    doubled: Effects | None = None
    verb: str = "charge"

    @property
    def cards(self) -> Cards:
        """The kinds of card that may be charged."""
        return NO_CARDS

    def most(self, charged: Cards) -> int:
        """How many more cards a seat that has charged `charged` may charge."""
        return 0

    def factor(self, card: Card, charged: Cards) -> int:
        """How many times `card` counts if the seats have charged `charged` between them."""
        return 1


def _effects(
    doubled: Pairs[Card | str, CardsLike] | Sequence[tuple[Card | str, CardsLike]],
) -> Effects:
    effects = {Card.parse(card): Cards(cards) for card, cards in pairs(doubled)}
    if not effects:
        raise RulesError("doubled: give at least one card that may be charged")
    return tuple(sorted(effects.items(), key=lambda each: each[0]))


def _never_late(rule: Charges, attribute: Attribute[bool], in_turn: bool) -> None:
    """Refuse late answers of players who answer in turn."""
    is_a(bool)(rule, attribute, in_turn)
    if in_turn and rule.late:
        raise RulesError(
            "Charges: players who answer in turn cannot charge late; with reopens=True everyone else "
            "is asked again after a charge"
        )


def _two_or_four(rule: Charges, attribute: Attribute[int], times: int) -> None:
    if type(kept(rule, attribute, times)) is not int or times not in _EFFECT:
        raise RulesError(f"Charges: times must be 2 or 4, not {quoted(times)}")


_EFFECT = {2: "doubles", 4: "quadruples"}


@frozen
class Charges(Printed, Charging):
    """Some cards may be charged before the opening lead, to make them or others count double.

    In Gong Zhu that is called exposing.

    What it says: after the pass and before the lead, each player may charge a card by showing it,
    or decline.  They answer in any order, and everyone sees a charge at once.  A charge lasts for
    the round; a charge on one copy of a card counts for every copy.  These are the six ways of
    turbo-hearts, each with ``each=None``::

        Charges(cards, reopens=True, late=True)                    classic
        Charges(cards, reopens=True, in_turn=True)                 bridge
        Charges(cards, reopens=True, in_turn=True, repeats=True)   chain

    and the same with ``secret=True``, which it calls blind.
    Sources: pagat.com, "Turbo Hearts"; turbo-hearts (in turn, asked again, in secret); the rules of
    Gong Zhu in books and programs (cards that count four times).

    Attributes:
        doubled: What each charge doubles: a mapping such as ``{"QS": "QS", "AH": HEARTS}``.  A
            card that multiplies the score, as TC does in Turbo Hearts, multiplies it twice as
            much.
        each: How many cards a player may charge; None for any number.
        reopens: Whether everyone else is asked again after somebody charges.
        late: Whether a player who has answered may still charge until everyone has answered.
        repeats: Whether a player who charges is asked again, until they decline.
        in_turn: Whether the players answer in turn, the one at the dealer's left first.
        secret: Whether the others see only how many cards a player charges until everyone has
            answered; then all charged cards are shown at once.
        before_pass: Whether players may charge before the pass as well as after it.  A charged
            card cannot be passed.
        times: How many times as much a charge makes cards count: 2 or 4.
        verb: The word that players read for it: ``charge`` or ``expose``.
    """

    doubled: Effects = field(converter=_effects)
    each: int | None = field(default=1, validator=whole_number(1, optional=True))
    reopens: bool = False
    late: bool = False
    repeats: bool = field(default=False, kw_only=True)
    in_turn: bool = field(default=False, validator=_never_late, kw_only=True)
    secret: bool = field(default=False, kw_only=True)
    before_pass: bool = field(default=False, kw_only=True)
    times: int = field(default=2, validator=_two_or_four, kw_only=True)
    verb: str = field(default="charge", kw_only=True, validator=IS_VERB)
    name: str = "charges"

    @property
    def cards(self) -> Cards:
        """The kinds of card that may be charged."""
        return self._cards

    @cached_property
    def _cards(self) -> Cards:
        return Cards(card for card, _ in self.doubled)

    def most(self, charged: Cards) -> int:
        """How many more cards a seat that has charged `charged` may charge."""
        kinds = len(self.doubled)
        return max(min(self.each or kinds, kinds) - len(charged), 0)

    def factor(self, card: Card, charged: Cards) -> int:
        """Multiplied by each charge on a card that doubles this one."""
        charges = sum(by in charged and card in cards for by, cards in self.doubled)
        return int(self.times**charges)

    def label(self, page: Page) -> str:
        most = "any cards" if self.each is None else how_many(self.each, "card")
        return f"Each player may {self.verb} {most}"

    def printed(self, page: Page) -> str:
        kinds = len(self.doubled)
        most = kinds if self.each is None else min(self.each, kinds)
        if most == kinds == 2:
            which = listed([*(f"{card:u}" for card in self.cards), "both"], "or")
        elif most == kinds > 2:
            which = f"any of {listed([f'{card:u}' for card in self.cards])}"
        elif most == 1 and kinds <= 2:
            which = page.named(self.cards, "or")
        else:
            count = "one" if most == 1 else f"up to {in_words(most)}"
            which = f"{count} of {page.named(self.cards)}"
        order = f"in turn, from the dealer's {page.onward}" if self.in_turn else "in any order"
        how = f"by showing {'it' if most == 1 else 'them'}"
        if self.secret:
            how = "in secret"
        once = "" if self.reopens or self.late or self.repeats else ", once each"
        return (
            f"After the {'pass' if page.passes else 'deal'} and before the opening lead, each player may "
            f"{self.verb} {which} {how}; {'it stays' if most == 1 else 'they stay'} in the hand. "
            f"Players answer {order}{once}.{''.join(self._more(page))} "
            f"For that round, {'; '.join(self._doubles(page))}."
        )

    def _doubles(self, page: Page) -> Iterator[str]:
        """What each charge doubles, as a clause; those that double themselves share one."""
        gerund = f"{self.verb[:-1]}ing"
        does = _EFFECT[self.times]
        selves = Cards(card for card, cards in self.doubled if cards == Cards(card))
        if selves:
            yield f"{gerund} {page.named(selves, 'or')} {does} what that card does"
        for card, cards in self.doubled:
            if card not in selves:
                yield f"{gerund} {card:u} {does} {page.named(cards)}"

    def _more(self, page: Page) -> Iterator[str]:
        """How often players are asked, what they see, and when else they may charge."""
        verb = self.verb
        last = "after the others" if self.in_turn else "too"
        if self.reopens:
            too = f", the player who did so {last}" if self.repeats else ""
            yield f" Once somebody {verb}s, everyone {'else ' if not too else ''}may {verb} again{too}."
        elif self.repeats:
            after = ", once the others have been," if self.in_turn else ""
            yield f" A player who {verb}s is asked again{after or ','} until they decline."
        if self.late:
            yield f" A player who has declined may still {verb} until everyone has answered."
        if self.secret:
            yield (
                f" Until everyone has answered, the others see only how many cards a player {verb}s; then "
                "all are shown at once."
            )
        called_off = any(pattern.unless_charged for pattern in page.patterns)
        if page.passes and (self.before_pass or called_off):
            which = "each pass" if self.before_pass else "a pass that this calls off"
            yield (
                f" Players may {verb} before {which}, too, in the same way; {'an' if verb == 'expose' else 'a'} "
                f"{verb}d card cannot be passed."
            )


TURBO_CHARGES = Charges({"QS": "QS", "JD": "JD", "AH": HEARTS, "TC": "TC"})
"""Turbo Hearts: each player may charge one of QS, JD, AH (for all hearts) and TC."""


@frozen
class NoCharging(Charging):
    """No card may be charged.

    What it says: every card counts what it always counts.
    Sources: games without charges, such as pagat.com, "Hearts".
    """

    name: str = "no-charging"

    def describe(self, players: int) -> str:
        return ""


def charging_given(charging: Charging | None) -> Charging:
    """The choice itself; None gives no charging."""
    return NoCharging() if charging is None else charging
