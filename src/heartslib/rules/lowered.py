"""The rules of play once more, over plain integers: what makes a play fast.

A rule of `heartslib.rules.play` is given `Cards` and a `Table`, and answers for any place in a
round.  Here each of the library's own restrictions is lowered to functions over `Cards.bits`,
one for each place in which it says anything, so that the rules that say nothing there cost
nothing.  The chapters stay the text of the rules: reasons come from them, views and questions
are answered by them, and a rulebook with a rule that is not known here is played by them alone.
The tests hold both to the same answers.

Only exact types are lowered: a subclass may say something else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from heartslib.cards import HEARTS, PACK, Card, Cards, every_copy
from heartslib.rules.opening import EldestLeads, HolderLeads, LowestClubLeads
from heartslib.rules.play import (
    ChargedCardsWait,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    LeadSuitOfLastCard,
    NoDiscardOf,
    NoPenaltyOnFirstTrick,
    QueenWhenSafe,
)
from heartslib.rules.tricks import EndsWhenNothingCounts, HighestOfSuitLed, PlayedOut

if TYPE_CHECKING:
    from heartslib.rules.rulebook import Rules

Lead: TypeAlias = Callable[[int, int, Card], int]
"""What is left of the playable cards of a lead; from what was played before, and what last."""

Follow: TypeAlias = Callable[[int, int, tuple[Card, ...]], int]
"""What is left of the playable cards of one that follows; from the hand and the trick."""


@attrs.frozen
class Places:
    """What one restriction says in each place; None where it leaves everything.

    The opening lead is no place: it is made once in a round, by the rules as they are written.

    Attributes:
        lead: To a lead after the first trick.
        first: To a card that follows in the first trick.
        follow: To a card that follows later.
    """

    lead: Lead | None = None
    first: Follow | None = None
    follow: Follow | None = None


@attrs.frozen
class Lowered:
    """A rulebook over plain integers, for a round in which nothing is charged.

    Attributes:
        lead: The legal cards of a lead after the first trick, from the hand, what was played
            before, and the last card; None where it is the whole hand.
        first: Those of a hand that follows in the first trick, from the hand and the trick;
            None where the suit led is followed and nothing else is asked.
        follow: The same for later tricks.
        last_of_equals: Whether of two equal cards the one played last takes the trick.
        counting: The cards with which the round ends; None where all cards are played.
    """

    lead: Callable[[int, int, Card], int] | None
    first: Callable[[int, tuple[Card, ...]], int] | None
    follow: Callable[[int, tuple[Card, ...]], int] | None
    last_of_equals: bool
    counting: int | None


def lowered(rules: Rules, players: int) -> Lowered | None:
    """The rulebook over plain integers; None where it holds a choice that is not known here."""
    tricks, end = rules.tricks, rules.round_end
    if type(tricks) is not HighestOfSuitLed or rules.showing is not None:
        return None
    if type(end) is not PlayedOut and type(end) is not EndsWhenNothingCounts:
        return None
    if not all(type(rule) in _LOWERED for rule in rules.restrictions):
        return None
    places = [_LOWERED[type(rule)](rule) for rule in rules.restrictions]
    return Lowered(
        lead=_leading([each.lead for each in places if each.lead]),
        first=_following([each.first for each in places if each.first]),
        follow=_following([each.follow for each in places if each.follow]),
        last_of_equals=tricks.last_of_equals,
        counting=(
            rules.counting_cards(players).bits if type(end) is EndsWhenNothingCounts else None
        ),
    )


def _leading(rules: Sequence[Lead]) -> Lead | None:
    """All of them in turn; one that would leave nothing is waived."""
    if not rules:
        return None

    def legal(hand: int, played: int, last: Card) -> int:
        playable = hand
        for narrow in rules:
            playable = narrow(playable, played, last) or playable
        return playable

    return legal


def _following(rules: Sequence[Follow]) -> Callable[[int, tuple[Card, ...]], int] | None:
    """All of them in turn; one that would leave nothing is waived."""
    if [*rules] == [_follow_suit]:
        return None

    def legal(hand: int, trick: tuple[Card, ...]) -> int:
        playable = hand
        for narrow in rules:
            playable = narrow(playable, hand, trick) or playable
        return playable

    return legal


def _nothing(_: object) -> Places:
    """A rule that narrows the opening lead alone, or only where cards are charged."""
    return Places()


def _follow_suit(playable: int, _hand: int, trick: tuple[Card, ...]) -> int:
    return playable & trick[0].suit.mask


def _suit(_: FollowSuit) -> Places:
    return Places(first=_follow_suit, follow=_follow_suit)


def _broken(rule: HeartsMustBeBroken) -> Places:
    breakers, others_than_spared = rule.breakers.bits, _but(rule.spared)

    def lead(playable: int, played: int, _last: Card) -> int:
        if played & breakers:
            return playable
        others = playable & _NO_HEARTS
        return others if others & others_than_spared else playable

    return Places(lead=lead)


def _first_trick(rule: NoPenaltyOnFirstTrick) -> Places:
    others = _but(rule.cards)
    return Places(first=lambda playable, _hand, _trick: playable & others)


def _never_led(_: HeartsNeverLed) -> Places:
    return Places(lead=lambda playable, _played, _last: playable & _NO_HEARTS)


def _last_suit(_: LeadSuitOfLastCard) -> Places:
    return Places(lead=lambda playable, _played, last: playable & last.suit.mask)


def _queen(rule: QueenWhenSafe) -> Places:
    queen = rule.card
    suit, copies = queen.suit, every_copy(Cards(queen))

    def follow(playable: int, hand: int, trick: tuple[Card, ...]) -> int:
        if not playable & copies:
            return playable
        if trick[0].suit is suit:
            safe = any(card.suit is suit and card.index > queen.index for card in trick)
        else:
            safe = not hand & trick[0].suit.mask
        return playable & copies if safe else playable

    return Places(first=follow, follow=follow)


def _discard(rule: NoDiscardOf) -> Places:
    others = _but(rule.cards)

    def follow(playable: int, hand: int, trick: tuple[Card, ...]) -> int:
        return playable if hand & trick[0].suit.mask else playable & others

    return Places(first=follow, follow=follow)


def _but(kinds: Cards) -> int:
    """The bits of all cards but some kinds: taking cards away is one ``&``."""
    return every_copy(Cards(PACK)) & ~every_copy(kinds)


_NO_HEARTS: Final = _but(HEARTS)

_LOWERED: Final[dict[type[object], Callable[[Any], Places]]] = {
    EldestLeads: _nothing,
    HolderLeads: _nothing,
    LowestClubLeads: _nothing,
    ChargedCardsWait: _nothing,
    FollowSuit: _suit,
    HeartsMustBeBroken: _broken,
    HeartsNeverLed: _never_led,
    LeadSuitOfLastCard: _last_suit,
    NoDiscardOf: _discard,
    NoPenaltyOnFirstTrick: _first_trick,
    QueenWhenSafe: _queen,
}
"""How each of the library's restrictions is lowered."""
