"""Play: which cards of a hand may be played.

Each restriction narrows the cards that are still playable; one that would leave none is waived.  A
rulebook lists its restrictions in order, and the first that removes a card is the reason why that
card is illegal.

The order decides the reason, and more: a restriction that would leave no card is waived, and which one that is
depends on what those before it have left.  With "no penalty card on the first trick" before "follow suit", a player
whose only spade is the queen would have to discard on a spade.  So following suit comes first.

To write your own, derive a frozen class with `name`, `clauses`, `reason` and `describe` from
`PlayRule`; it needs no registration.  A rule that clauses cannot express has a method `narrow`
instead.  It is slower, and the kernel cannot play it.  Clauses ask for cards, and for the places of `Where`; the
number of a trick, for example, they cannot ask.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from typing import cast

from attrs import field

from heartslib._values.arguments import frozen
from heartslib._values.bits import every_copy
from heartslib.cards import HEARTS, KINDS, Card, Cards, Suit, to_card, to_cards
from heartslib.errors import RulesError, quoted
from heartslib.rules import facts
from heartslib.rules.book.checks import some
from heartslib.rules.book.page import ChapterChoice, Page, Printed, data
from heartslib.rules.clauses import Clause, Condition, narrowed
from heartslib.rules.facts import CardSet, Where, these
from heartslib.table import Table
from heartslib.words import is_suit, kind_of, named, with_article

__all__ = [
    "BloodLock",
    "ChargedCardsWait",
    "FollowSuit",
    "HeartsMustBeBroken",
    "HeartsNeverLed",
    "LeadSuitOfLastCard",
    "NoDiscardOf",
    "NoPenaltyOnFirstTrick",
    "PlayIfVoid",
    "PlayRule",
    "PlayWhenSafe",
    "QueenWhenSafe",
    "Restriction",
    "ShowHandOfHearts",
    "Showing",
]


class Restriction(ChapterChoice):
    """What restricts which cards may be played: it has `clauses`, or a method `narrow` of its own."""

    __slots__ = ()

    @data
    def clauses(self) -> tuple[Clause, ...] | None:
        """The restriction as clauses, applied in order; None if it has a method `narrow`."""
        return None

    @abstractmethod
    def reason(self, card: Card, table: Table) -> str:
        """Why this rule forbids `card`, in a sentence for the player.

        ``{charged}`` in it stands for the rulebook's word for a charged card.
        """

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """The cards of `playable` that the rule leaves; if there are none, it is waived.

        Args:
            playable: The cards left by the rules before this one.
            hand: The whole hand of the seat to act.
            table: The cards everyone can see.
        """
        return narrowed(_clauses_of(self), playable, hand, table)

    def hearts_broken(self, table: Table) -> bool | None:
        """Whether hearts are broken; the trick in progress counts.  None if the rule does not lock them.

        Args:
            table: The cards everyone can see.
        """
        return None

    def following(self, led: Card) -> Cards | None:
        """The kinds of card that follow a lead of `led`; None if the rule does not say.

        Players who draw until they can follow suit need a rule that says.

        Args:
            led: The card that was led.
        """
        return None


# a property makes new clauses whenever it is asked, and a reason asks for each card
@functools.lru_cache(maxsize=256)
def _clauses_of(rule: Restriction) -> tuple[Clause, ...]:
    return rule.clauses or ()


class PlayRule(Restriction):
    """Chapter: play; one restriction on which cards may be played."""

    __slots__ = ()


def misstated(rule: Restriction) -> str | None:
    """What is wrong with the form of a restriction, or None."""
    clauses = cast("tuple[object, ...] | None", rule.clauses)
    if clauses is None:
        silent = type(rule).narrow is Restriction.narrow
        return f"{quoted(rule)} has neither clauses nor narrow" if silent else None
    if not isinstance(clauses, tuple) or not all(isinstance(each, Clause) for each in clauses):
        return f"the clauses of {quoted(rule)} must be a tuple of Clause, not {quoted(clauses)}"
    return None


class AnyFollowSuit(PlayRule):
    """The suit led must be followed, perhaps with exceptions."""

    __slots__ = ()

    def reason(self, card: Card, table: Table) -> str:
        suit = table.trick.suit
        return f"{suit.word if suit else 'a suit'} were led and you hold some: follow suit"

    def following(self, led: Card) -> Cards:
        """Every card of its suit."""
        return Cards(KINDS).of(led.suit)


@frozen
class FollowSuit(AnyFollowSuit):
    """A player who can follow suit must.

    What it says: follow suit if you can; if you are void, play any card.
    Waived when: the hand is void in the suit led.
    Sources: all three "Hearts Rules"; pagat.com, "The Play of the Hand".
    """

    clauses = (Clause(Where.FOLLOWING, facts.SUIT_LED),)

    name: str = "follow-suit"

    def describe(self, players: int) -> str:
        return "Follow suit if you can; if you are void in the suit led, play any card."


@frozen
class HeartsMustBeBroken(PlayRule):
    """Hearts may not be led until they are broken.

    What it says: none of the `locked` cards is led before one of the `breakers` is played to an
    earlier trick, or is discarded to one.
    Waived when: the hand holds only locked cards and cards of `spared`.
    Sources: "Hearts Rules" (with Black Lady, and to 50) and pagat.com, "The Play of the Hand"
    (broken by a heart); "Hearts Rules" (to 100) (by the queen of spades too); pagat.com,
    "Variations" (the queen breaks hearts; a heart may be led instead of a lone queen) and "Rıfkı" (by
    a heart that is discarded, not by one that is led); incredigames.com, "Hearts" (broken by the queen
    alone); stadte.eu, "The game of Hearts" (the queen is locked until hearts are broken).

    Attributes:
        breakers: The cards that break hearts: hearts, ``HEARTS | "QS"`` or ``"QS"``.
        spared: Cards that a player may keep, and lead a heart instead: none, or ``"QS"``.
        locked: The cards that may not be led: hearts, ``HEARTS | "QS"`` or ``"QS"``.
        discarded: Whether only a breaker that is discarded breaks hearts: one that is played to a
            trick of another suit.
    """

    breakers: Cards = field(default=HEARTS, converter=to_cards)
    spared: Cards = field(factory=Cards, converter=to_cards)
    locked: Cards = field(default=HEARTS, converter=to_cards, validator=some, kw_only=True)
    discarded: bool = field(default=False, kw_only=True)
    name: str = "hearts-must-be-broken"

    switch = "Breaking hearts"

    def hearts_broken(self, table: Table) -> bool | None:
        """Whether one of the breakers has been played, or discarded; None if no heart is locked."""
        if HEARTS.isdisjoint(self.locked):
            return None
        breakers = facts.with_suits(self.breakers)
        if table.all_played.isdisjoint(breakers):
            return False
        if not self.discarded:
            return True
        discards = table.discarded | table.trick.discarded
        return bool(discards & every_copy(breakers.bits))

    @property
    def clauses(self) -> tuple[Clause]:
        """No locked card is led."""
        # nobody need look for discards as long as no breaker was played
        gone = facts.PLAYED & facts.DISCARDED if self.discarded else facts.PLAYED
        broken = gone & these(self.breakers)
        return (Clause(Where.LEADING, ~these(self.locked), unless=broken, spare=self.spared),)

    def reason(self, card: Card, table: Table) -> str:
        is_of_breaking = card.suit is Suit.HEARTS or self.breakers == HEARTS
        return (
            "hearts have not been broken yet"
            if is_of_breaking
            else f"{card} is locked{self._until}"
        )

    @property
    def _until(self) -> str:
        """Until when the cards are locked; empty if it is for the whole round."""
        breakers = named(self.breakers, "or").replace("hearts", "a heart")
        how = "discarded" if self.discarded else "played"
        return f" until {breakers} has been {how} to an earlier trick" if self.breakers else ""

    def label(self, page: Page) -> str:
        breakers = named(self.breakers, "or").replace("hearts", "a heart")
        return f"{breakers} breaks {named(self.locked)}" if breakers else "Never led"

    def describe(self, players: int) -> str:
        locked = named(self.locked)
        comma = "," if self.breakers else ""
        kept = f"{comma} unless you hold nothing but {named(self.locked | self.spared)}"
        return f"{locked[0].upper()}{locked[1:]} may not be led{self._until}{kept}."


@frozen
class NoPenaltyOnFirstTrick(PlayRule):
    """No penalty card may be played to the first trick.

    What it says: none of `cards` is played to the first trick.
    Waived when: the hand has no other legal card.
    Sources: "Hearts Rules" (with Black Lady: hearts, and the queen or jack of spades; to 50: hearts
    and the queen); pagat.com, "Variations".

    Attributes:
        cards: The cards that may not be played.
    """

    cards: Cards = field(converter=to_cards)
    name: str = "no-penalty-on-first-trick"

    switch = "Points on the first trick"

    @property
    def clauses(self) -> tuple[Clause]:
        """No penalty card is played to the first trick."""
        return (Clause(Where.FIRST_TRICK, ~these(self.cards)),)

    def reason(self, card: Card, table: Table) -> str:
        return "no penalty card may be played to the first trick"

    def label(self, page: Page) -> str:
        return f"No {named(self.cards, 'or')} on the first trick"

    def describe(self, players: int) -> str:
        unless = "unless you have no other legal card"
        return f"You may not play {named(self.cards, 'or')} to the first trick, {unless}."


@frozen
class HeartsNeverLed(PlayRule):
    """Hearts may never be led.

    What it says: no heart is led while the hand has another suit.
    Waived when: the hand holds nothing but hearts.
    Sources: the Quebec rules of Dame de Pique.
    """

    clauses = (Clause(Where.LEADING, ~these(HEARTS)),)

    name: str = "hearts-never-led"

    def reason(self, card: Card, table: Table) -> str:
        return "hearts may not be led while you hold another suit"

    def describe(self, players: int) -> str:
        return "Hearts may not be led, unless you hold nothing else."


@frozen
class QueenWhenSafe(PlayRule):
    """The queen of spades must be played as soon as it is safe.

    What it says: a player must discard it when void in the suit led, and must play it to a spade
    trick that already holds the ace or the king.  A lead is free.
    Waived when: a restriction before it forbids the queen now.  While it applies, one after it that would forbid
    the queen is waived.
    Sources: pagat.com, "Variations: Play of the Hand".

    Attributes:
        card: The card that must go.
    """

    card: Card = field(default=Card("QS"), converter=to_card)
    name: str = "queen-when-safe"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Only the queen may be played under a higher card, or when void in the suit led."""
        return PlayWhenSafe(self.card).clauses

    def reason(self, card: Card, table: Table) -> str:
        return f"{self.card} is safe now and must be played"

    def describe(self, players: int) -> str:
        return (
            f"You must play {self.card:u} as soon as it is safe: when you are void in the suit "
            f"led, or when {self.card.suit.word} are led and a higher one is already in the trick."
        )


@frozen
class PlayIfVoid(Printed, PlayRule):
    """A player who cannot follow suit must play one of some cards.

    What it says: if you are void in the suit led, you play one of `cards`: a penalty card, or a trump.
    Waived when: the hand holds none of them.
    Sources: "Rıfkı" (penalty cards, and trumps); King (the king of hearts).

    Attributes:
        cards: The cards of which one must be played.
    """

    cards: Cards = field(converter=to_cards, validator=some)
    name: str = "play-if-void"

    @property
    def clauses(self) -> tuple[Clause]:
        """Only these cards are left, if none follows suit."""
        return (Clause(Where.FOLLOWING, these(self.cards), unless=facts.HAND & facts.SUIT_LED),)

    def reason(self, card: Card, table: Table) -> str:
        return f"you are void in the suit led and must play {_one_of(self.cards)}"

    def label(self, page: Page) -> str:
        return f"Play {named(self.cards, 'or')} if void"

    def printed(self, page: Page) -> str:
        # your own rule for tricks need not know of trumps
        trumps = page.rules and getattr(page.rules.tricks, "trumps", None)
        is_trump = is_suit(self.cards) and self.cards[0].suit is trumps
        one = "a trump" if is_trump else _one_of(self.cards)
        return f"If you are void in the suit led, you must play {one} if you can."


@frozen
class PlayWhenSafe(Printed, PlayRule):
    """One of some cards must be played as soon as it is safe.

    What it says: a player must discard one when void in the suit led, and must play one to a trick
    that already holds a higher card of its suit.  A lead is free.
    Waived when: the hand holds none that is safe.
    Sources: "Rıfkı": penalty cards may not be held back.

    Attributes:
        cards: The cards that must go.
    """

    cards: Cards = field(converter=to_cards, validator=some)
    name: str = "play-when-safe"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Of a suit, those that the highest card in the trick beats; when void, any of the cards."""
        clauses = list[Clause]()
        above = dict[Suit, CardSet]()
        cards = facts.with_suits(self.cards)
        # from the highest down, one clause for each card, since no fact is "higher than a card of the hand"
        for card in reversed(cards):
            higher = Cards(each for each in KINDS if each.suit is card.suit and each > card)
            # not `these`: the thirteen cards above a one would mean the whole suit
            beats = facts.IN_TRICK & facts.SUIT_LED & CardSet((), higher.bits)
            kept = CardSet((), cards.of(card.suit).without(higher).bits)
            unless = above.get(card.suit)  # then the clause before has kept more
            clauses.append(Clause(Where.FOLLOWING, kept, only_if=beats, unless=unless))
            above[card.suit] = beats
        return (*clauses, *PlayIfVoid(self.cards).clauses)

    def reason(self, card: Card, table: Table) -> str:
        return f"{_one_of(self.cards)} is safe now and must be played"

    def printed(self, page: Page) -> str:
        cost = page.contract and page.kinds(self.cards) == page.penalty
        one = "a card that costs points" if cost else _one_of(self.cards)
        return (
            f"You must play {one} as soon as it is safe: when you are void in the suit "
            "led, or when a higher card of its suit is already in the trick."
        )


def _one_of(cards: Cards) -> str:
    if kind := kind_of(cards):
        return with_article(kind)
    return f"one of {named(cards)}" if len(cards) > 1 else named(cards)


@frozen
class NoDiscardOf(PlayRule):
    """Some cards may not be discarded.

    What it says: a player void in the suit led does not discard any of `cards`.
    Waived when: the hand holds nothing else; then those of `first` go before the others.
    Sources: Fontaine, in every trick: not hearts or the queen, and the queen before any heart, so
    that a heart is discarded only from a hand of nothing but hearts.

    Attributes:
        cards: The cards that may not be discarded.
        first: Those of them that go first, if one must be discarded.
    """

    cards: Cards = field(converter=to_cards)
    first: Cards = field(factory=Cards, converter=to_cards, kw_only=True)
    name: str = "no-discard"

    def __attrs_post_init__(self) -> None:
        """Refuse cards that go before none of the others."""
        if self.first and not set(self.first) < set(self.cards):
            raise RulesError(
                f"first must be some of the cards that may not be discarded, not {self.first}"
            )

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """None of the cards is discarded, or if it must be, one of those that go first."""
        follows = facts.HAND & facts.SUIT_LED
        kept = [self.cards]
        if self.first:  # once the first clause is waived, this one spares all but these
            kept.append(self.cards.without(self.first))
        return tuple(Clause(Where.FOLLOWING, ~these(cards), unless=follows) for cards in kept)

    def reason(self, card: Card, table: Table) -> str:
        return f"{card} may not be discarded while you hold a card that may be"

    def label(self, page: Page) -> str:
        return f"Discard {named(self.cards, 'or')} last"

    def describe(self, players: int) -> str:
        others = named(self.cards.without(self.first))
        first = f", and {named(self.first)} before {others}" if self.first else ""
        return (
            f"If you are void in the suit led, discard {named(self.cards, 'or')} only if you hold "
            f"nothing else{first}."
        )


@frozen
class LeadSuitOfLastCard(PlayRule):
    """The lead must be of the suit of the last card played.

    What it says: the winner of a trick leads the suit of the last card played to it.
    Waived when: the hand is void in that suit.
    Sources: Fontaine.
    """

    clauses = (Clause(Where.LEAD, facts.LAST_SUIT),)  # to the first trick there is no last card

    name: str = "lead-suit-of-last-card"

    def reason(self, card: Card, table: Table) -> str:
        return f"{table.tricks[-1].cards[-1]} was the last card played: lead its suit"

    def label(self, page: Page) -> str:
        return "Lead the suit of the last card"

    def describe(self, players: int) -> str:
        return "The winner of a trick leads the suit of the last card played to it, if possible."


@frozen
class ChargedCardsWait(Printed, PlayRule):
    """A charged, or exposed, card may not be played to the first trick in which its suit is led.

    What it says: it may not be led before its suit has been led, nor played to the first trick of
    its suit, even if that trick has two laps.  It may be discarded.
    Waived when: the hand has no other legal card: the only card of its suit must follow suit.
    Sources: pagat.com, "Turbo Hearts" and "Gong Zhu" (a lone card may be led).

    Attributes:
        lone_may_lead: Whether a charged card may be led if the hand has no other card of its suit that is not charged.
    """

    lone_may_lead: bool = False
    name: str = "charged-cards-wait"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """No charged card is played to the first trick of its suit."""
        waits = facts.CHARGED & facts.SUIT_LED & facts.NEW_SUITS
        if not self.lone_may_lead:
            return (Clause(Where.ANYWHERE, ~waits),)
        # one clause for each suit, since no fact is the suit of the card that is judged
        suits = [these(card for card in KINDS if card.suit is suit) for suit in Suit]
        leads = (
            Clause(Where.LEADING, ~(waits & suit), only_if=facts.HAND & suit & ~facts.CHARGED)
            for suit in suits
        )
        return (*leads, Clause(Where.FOLLOWING, ~waits))

    def reason(self, card: Card, table: Table) -> str:
        suit = card.suit.word
        return f"{card} is {{charged}}: it may not be played the first time {suit} are led"

    def label(self, page: Page) -> str:
        return f"{super().label(page)}{', a lone one may lead' if self.lone_may_lead else ''}"

    def printed(self, page: Page) -> str:
        if not page.charges:
            return ""
        lone = " You may lead it if it is your only card of its suit." if self.lone_may_lead else ""
        return (
            f"You may not play {with_article(f'{page.verb}d card')} the first time its suit is led, unless "
            f"you have no other legal card. You may discard it.{lone}"
        )


@frozen
class BloodLock(Printed, PlayRule):
    """Hearts may not be led while the ace of hearts is charged, until a heart has been played.

    What it says: whoever has charged it, hearts are locked, for its holder as for the others.
    Waived when: the hand holds nothing but hearts.
    Sources: the rules of Gong Zhu in programs ("blood lock").

    Attributes:
        card: The card whose charge locks its suit.
    """

    card: Card = field(default=Card("AH"), converter=to_card)
    name: str = "blood-lock"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """No card of the suit is led."""
        locked = these(card for card in KINDS if card.suit is self.card.suit)
        charged = facts.ALL_CHARGED & these([self.card])
        return (Clause(Where.LEADING, ~locked, unless=facts.PLAYED & locked, only_if=charged),)

    def reason(self, card: Card, table: Table) -> str:
        locked = f"{card.suit.word} may not be led until one of them has been played"
        return f"{self.card} is {{charged}}: {locked}"

    def printed(self, page: Page) -> str:
        if not page.charges:
            return ""
        return (
            f"While {self.card:u} is {page.verb}d, {self.card.suit.word} may not be led until one of them "
            "has been played, unless you hold nothing else."
        )


class Showing(ChapterChoice):
    """Chapter: showing; when a player must show the hand."""

    __slots__ = ()

    @data
    def when(self) -> Condition | None:
        """The condition for it; None if the rule has a `shows` of its own."""
        return None

    def shows(self, card: Card, hand: Cards, table: Table) -> bool:
        """Whether a player who plays `card` from `hand` must show the rest of it."""
        return self.when is not None and self.when.holds(hand.bits, table)


@frozen
class ShowHandOfHearts(Showing):
    """A player who discards a heart from a hand of nothing but hearts shows the hand.

    What it says: from then on everyone sees the rest of that hand.
    Sources: Fontaine.
    """

    when = Condition(
        Where.FOLLOWING,
        unless=facts.HAND & ~these(HEARTS),
        only_if=facts.SUIT_LED & ~these(HEARTS),
    )

    name: str = "show-hand-of-hearts"

    def label(self, page: Page) -> str:
        return "Show a hand of hearts"

    def describe(self, players: int) -> str:
        return (
            "If you discard a heart because you hold nothing but hearts, show the rest of "
            "your hand to everyone and keep it face up."
        )
