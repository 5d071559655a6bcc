"""Play: which cards of a hand may be played.

Every restriction narrows: of the cards that are still playable it leaves some, and where it would
leave nothing it is waived.  A rulebook lists its restrictions in order, and the first that removes
a card is the reason why that card is illegal.

To write your own, write a frozen class with `name`, `clauses`, `reason` and `describe`; it needs
no base class and no registration.  What clauses cannot say, a method `narrow` can: then the rule is
asked each time, and the kernel does not play it.
"""

from __future__ import annotations

import functools
from typing import Protocol, cast, runtime_checkable

import attrs

from heartslib.cards import HEARTS, PACK, Card, Cards, to_card, to_cards
from heartslib.errors import shown
from heartslib.rules import facts
from heartslib.rules._words import named
from heartslib.rules.clauses import Clause, Condition, Stated, Where, narrowed
from heartslib.rules.facts import these
from heartslib.table import Table

__all__ = [
    "BreaksHearts",
    "ChargedCardsWait",
    "FollowSuit",
    "FreeRule",
    "HeartsMustBeBroken",
    "HeartsNeverLed",
    "LeadSuitOfLastCard",
    "NoDiscardOf",
    "NoPenaltyOnFirstTrick",
    "PlayRule",
    "QueenWhenSafe",
    "ShowHandOfHearts",
    "Showing",
    "StatedRule",
]


@runtime_checkable
class PlayRule(Protocol):
    """Chapter: play; one restriction on what may be played.

    It has `clauses` or a method `narrow` as well: see `StatedRule` and `FreeRule`.
    """

    @property
    def name(self) -> str:
        """Stable identifier of the rule: what `IllegalMove.rule` and `Objection.rule` say."""
        ...

    def reason(self, card: Card, table: Table) -> str:
        """A sentence for a player whose `card` this rule forbids."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


@runtime_checkable
class StatedRule(PlayRule, Protocol):
    """A restriction that is written as clauses."""

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The rule."""
        ...


@runtime_checkable
class FreeRule(PlayRule, Protocol):
    """A restriction that is asked each time."""

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        """Those of `playable` that the rule leaves; nothing means that it is waived.

        Args:
            playable: What the rules before this one left.
            hand: The whole hand of the seat that is to play.
            table: What lies face up.
        """
        ...


def clauses_of(rule: PlayRule) -> tuple[Clause, ...] | None:
    """The clauses of a restriction; None where only its own `narrow` knows what it leaves."""
    own = getattr(rule, "narrow", None)
    if own is None or getattr(own, "__func__", None) is Stated.narrow:
        return getattr(rule, "clauses", None)
    return None


def left_by(rule: PlayRule, playable: Cards, hand: Cards, table: Table) -> Cards:
    """What a restriction leaves of the playable cards, however it is written; see `FreeRule`."""
    clauses = clauses_of(rule)
    if clauses is not None:
        return narrowed(clauses, playable, hand, table)
    return rule.narrow(playable, hand, table) if isinstance(rule, FreeRule) else playable


def misstated(rule: PlayRule) -> str | None:
    """What is wrong with how a restriction is written; None if nothing is."""
    clauses = clauses_of(rule)
    if clauses is None and not isinstance(rule, FreeRule):
        return f"{shown(rule)} is no PlayRule: it has no clauses, and no narrow"
    wrong = not isinstance(clauses, tuple) or not all(isinstance(each, Clause) for each in clauses)
    if clauses is not None and wrong:
        return f"the clauses of {shown(rule)} must be a tuple of Clause, not {shown(clauses)}"
    return None


@runtime_checkable
class BreaksHearts(Protocol):
    """What a restriction has besides if hearts may be led only once they are broken."""

    def hearts_broken(self, table: Table) -> bool:
        """Whether hearts are broken, by the cards of the trick in progress too."""
        ...


@attrs.frozen
class FollowSuit(Stated):
    """A card of the suit led must be played, if the hand has one.

    What it says: follow suit if you can, else play any card.
    Waived when: the hand is void in the suit led.
    Sources: 001 "The Play", 002, 003, 004 "The Play of the Hand".
    """

    clauses = (Clause(Where.FOLLOWING, facts.SUIT_LED),)

    name: str = attrs.field(default="follow-suit", kw_only=True)

    def reason(self, card: Card, table: Table) -> str:
        """Why a card of another suit may not be played."""
        suit = table.trick.suit
        return f"{suit.word if suit else 'a suit'} were led and you hold some: follow suit"

    def describe(self, players: int) -> str:
        return "Follow suit if you can; if you are void, play any card."


@attrs.frozen
class HeartsMustBeBroken(Stated):
    """A heart may not be led until hearts are broken.

    What it says: no heart is led before a card of `breakers` was played to an earlier trick.
    Waived when: the hand holds nothing else, save the cards of `spared`.
    Sources: 001, 002, 004 "The Play of the Hand" (broken by a heart); 003 (by the queen of
    spades too); 004 "Variations" (queen breaks hearts; hearts in place of a lone queen).

    Attributes:
        breakers: The cards that break hearts: hearts, or ``HEARTS | "QS"``.
        spared: Cards that nobody is forced to lead to keep hearts back: none, or ``"QS"``.
    """

    breakers: Cards = attrs.field(default=HEARTS, converter=to_cards)
    spared: Cards = attrs.field(factory=Cards, converter=to_cards)
    name: str = attrs.field(default="hearts-must-be-broken", kw_only=True)

    def hearts_broken(self, table: Table) -> bool:
        """Whether a card that breaks hearts has been played."""
        return not table.all_played.isdisjoint(self.breakers)

    @functools.cached_property
    def clauses(self) -> tuple[Clause]:
        """Take the hearts from a lead."""
        broken = facts.PLAYED & these(self.breakers)
        return (Clause(Where.LEADING, ~these(HEARTS), unless=broken, spare=self.spared),)

    def reason(self, card: Card, table: Table) -> str:
        """Why a heart may not be led."""
        return "hearts have not been broken yet"

    def describe(self, players: int) -> str:
        others = self.breakers.without(HEARTS)
        extra = f" or {named(others, 'or')}" if others else ""
        spared = f" or {named(self.spared, 'or')}" if self.spared else ""
        return (
            f"No heart may be led until a heart{extra} has been played to an earlier trick, "
            f"unless the hand holds nothing but hearts{spared}."
        )


@attrs.frozen
class NoPenaltyOnFirstTrick(Stated):
    """No penalty card may be played to the first trick.

    What it says: the cards of `cards` stay in the hand during the first trick.
    Waived when: the hand has nothing else that it may play (A16, A25).
    Sources: 001 (hearts; with Black Lady the queen too, A15), 002 (hearts and the queen,
    A22), 004 "Variations".

    Attributes:
        cards: The cards that may not be played.
    """

    cards: Cards = attrs.field(converter=to_cards)
    name: str = attrs.field(default="no-penalty-on-first-trick", kw_only=True)

    @functools.cached_property
    def clauses(self) -> tuple[Clause]:
        """Take the penalty cards from the first trick."""
        return (Clause(Where.FIRST_TRICK, ~these(self.cards)),)

    def reason(self, card: Card, table: Table) -> str:
        """Why a penalty card may not be played."""
        return "no penalty card may be played to the first trick"

    def describe(self, players: int) -> str:
        return (
            f"To the first trick no {named(self.cards, 'or')} may be played, unless the hand "
            "has nothing else that may be."
        )


@attrs.frozen
class HeartsNeverLed(Stated):
    """Hearts may not be led, broken or not.

    What it says: no heart is led while the hand has another suit.
    Waived when: the hand holds nothing but hearts.
    Sources: French Canadian Dame de Pique as the Quebec rules have it (A56).
    """

    clauses = (Clause(Where.LEADING, ~these(HEARTS)),)

    name: str = attrs.field(default="hearts-never-led", kw_only=True)

    def reason(self, card: Card, table: Table) -> str:
        """Why a heart may not be led."""
        return "hearts may not be led while you hold another suit"

    def describe(self, players: int) -> str:
        return "Hearts may not be led, unless the hand holds nothing but hearts."


@attrs.frozen
class QueenWhenSafe(Stated):
    """The queen of spades must be played as soon as it is safe.

    What it says: it goes when its holder is void in the suit led, or to a spade trick in which
    the ace or the king lies already (A34).  On lead nothing is forced.
    Waived when: another rule forbids the queen now.
    Sources: 004 "Variations: Play of the Hand".

    Attributes:
        card: The card that must go.
    """

    card: Card = attrs.field(default=Card("QS"), converter=to_card)
    name: str = attrs.field(default="queen-when-safe", kw_only=True)

    @functools.cached_property
    def clauses(self) -> tuple[Clause, Clause]:
        """Leave only the queen where it is safe: under a higher card, or for the void."""
        queen = these(self.card)
        higher = these(card for card in PACK if card.suit is self.card.suit and card > self.card)
        return (
            Clause(Where.FOLLOWING, queen, only_if=facts.IN_TRICK & facts.SUIT_LED & higher),
            Clause(Where.FOLLOWING, queen, unless=facts.HAND & facts.SUIT_LED),
        )

    def reason(self, card: Card, table: Table) -> str:
        """Why another card may not be played."""
        return f"{self.card} is safe now and must be played"

    def describe(self, players: int) -> str:
        suit = self.card.suit.word
        return (
            f"{self.card} must be played as soon as it is safe: when you are void in the suit led, "
            f"or on {suit} with a higher one already in the trick."
        )


@attrs.frozen
class NoDiscardOf(Stated):
    """Some cards may not be thrown on another suit.

    What it says: a player who is void in the suit led keeps the cards of `cards`.
    Waived when: the hand holds nothing else.
    Sources: 000, in all tricks (A5); first hearts and the queen, then hearts, so that a heart
    goes only from a hand of nothing but hearts (A6).

    Attributes:
        cards: The cards that are kept.
    """

    cards: Cards = attrs.field(converter=to_cards)
    name: str = attrs.field(default="no-discard", kw_only=True)

    @functools.cached_property
    def clauses(self) -> tuple[Clause]:
        """Take the cards from a discard."""
        follows = facts.HAND & facts.SUIT_LED
        return (Clause(Where.FOLLOWING, ~these(self.cards), unless=follows),)

    def reason(self, card: Card, table: Table) -> str:
        """Why the card may not be thrown."""
        return f"{card} may not be thrown on another suit while you hold other cards"

    def describe(self, players: int) -> str:
        return (
            f"Who is void in the suit led may not play {named(self.cards, 'or')}, unless the hand "
            "holds nothing else."
        )


@attrs.frozen
class LeadSuitOfLastCard(Stated):
    """The lead must be of the suit of the card played last.

    What it says: the winner of a trick leads the suit of the last card of that trick (A3).
    Waived when: the hand has none of it.
    Sources: 000.
    """

    clauses = (Clause(Where.LEAD, facts.LAST_SUIT),)

    name: str = attrs.field(default="lead-suit-of-last-card", kw_only=True)

    def reason(self, card: Card, table: Table) -> str:
        """Why another suit may not be led."""
        return f"{table.tricks[-1].cards[-1]} was played last: lead its suit"

    def describe(self, players: int) -> str:
        return "The winner of a trick leads the suit of the card played last to it, if possible."


@attrs.frozen
class ChargedCardsWait(Stated):
    """A charged card may not be played the first time its suit is led.

    What it says: it is not led while its suit has not been led, nor played to the first trick
    of its suit, be it one of several rounds (A43).  It may be thrown on another suit.
    Waived when: the hand has nothing else that it may play, so that a lone card of its suit
    follows (A44).
    Sources: 004 "Turbo Hearts".
    """

    clauses = (Clause(Where.ANYWHERE, ~(facts.CHARGED & facts.SUIT_LED & facts.NEW_SUITS)),)

    name: str = attrs.field(default="charged-cards-wait", kw_only=True)

    def reason(self, card: Card, table: Table) -> str:
        """Why a charged card may not be played."""
        return f"{card} is charged: it may not be played the first time {card.suit.word} are led"

    def describe(self, players: int) -> str:
        return (
            "A charged card may not be played the first time its suit is led, unless there is "
            "nothing else to play; it may be thrown on another suit."
        )


@runtime_checkable
class Showing(Protocol):
    """Chapter: showing; when a hand must be shown to all."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def shows(self, card: Card, hand: Cards, table: Table) -> bool:
        """Whether playing `card` from `hand` next to `table` makes the rest of it public."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


class ShowsWhen:
    """Gives a rule that has a condition `when` the method `shows`."""

    __slots__ = ()

    def shows(self, card: Card, hand: Cards, table: Table) -> bool:
        """Whether the condition holds; see `Showing`."""
        return cast("_HasCondition", self).when.holds(hand.bits, table)


class _HasCondition(Protocol):
    @property
    def when(self) -> Condition: ...


def condition_of(showing: Showing) -> Condition | None:
    """When a hand is shown; None where only the rule's own `shows` knows."""
    stated = getattr(showing.shows, "__func__", None) is ShowsWhen.shows
    return getattr(showing, "when", None) if stated else None


@attrs.frozen
class ShowHandOfHearts(ShowsWhen):
    """Who throws a heart because the hand is nothing but hearts shows the hand.

    What it says: from then on everyone sees the rest of that hand.
    Sources: 000 (A6).
    """

    when = Condition(
        Where.FOLLOWING,
        unless=facts.HAND & ~these(HEARTS),
        only_if=facts.SUIT_LED & ~these(HEARTS),
    )

    name: str = attrs.field(default="show-hand-of-hearts", kw_only=True)

    def describe(self, players: int) -> str:
        return (
            "Who plays a heart to another suit because the hand holds nothing but hearts shows "
            "the whole hand to all."
        )
