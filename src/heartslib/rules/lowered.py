"""The rules of play as a state of plain integers asks them: what makes a play fast.

A rule of `heartslib.rules.play` is given `Cards` and a `Table`, and answers for any place in a
round.  Here a rulebook is lowered to functions over `Cards.bits`, in lists for each place, so
that rules that say nothing in a place cost nothing there.  The chapters stay the text of the
rules: reasons come from them, and views and questions are answered by them.  What is not known
here, such as a rule of your own, is asked as it is written, on its place in the list.  The tests
hold all of it to the chapters' own answers.

Only exact types are known: a subclass may say something else.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import attrs

from heartslib._bits import ALL, every_copy
from heartslib.cards import HEARTS, Card, Cards, Suit, from_bits
from heartslib.rules.opening import EldestLeads, HolderLeads, LowestClubLeads
from heartslib.rules.play import (
    ChargedCardsWait,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    LeadSuitOfLastCard,
    NoDiscardOf,
    NoPenaltyOnFirstTrick,
    PlayRule,
    QueenWhenSafe,
    ShowHandOfHearts,
    Showing,
)
from heartslib.rules.tricks import (
    BoosterNines,
    Cancelling,
    EndsWhenNothingCounts,
    HighestOfSuitLed,
    PlayedOut,
    RoundEnd,
    TrickRule,
)
from heartslib.table import Table, Trick

if TYPE_CHECKING:
    from heartslib.rules.rulebook import Rules


class Open(Protocol):
    """What seats have shown and charged, as in `Table`."""

    @property
    def charged(self) -> tuple[Cards, ...]:
        """What each seat has charged, seat 0 first, or nothing."""
        ...


class Position(Protocol):
    """The play as it stands, the legal cards left aside; see `heartslib.phases.PlayPhase`."""

    @property
    def aside(self) -> Open:
        """What lies beside the play."""
        ...

    @property
    def lying(self) -> tuple[Card, ...]:
        """The cards of the trick in progress."""
        ...

    @property
    def played_bits(self) -> int:
        """The cards of the earlier tricks."""
        ...

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The earlier tricks."""
        ...

    @property
    def turn(self) -> int:
        """The seat on turn."""
        ...

    @property
    def table(self) -> Table:
        """What lies face up."""
        ...


Narrow: TypeAlias = Callable[[int, int, Position], int]
"""What a rule leaves of the playable cards, which come first, then the hand."""

Legal: TypeAlias = Callable[[int, Position], int]
"""The cards of a hand that may be played."""


@attrs.frozen
class Places:
    """What one restriction says in each place; None where it leaves everything.

    The opening lead is no place: it is made once in a round, by the rules as they are written.

    Attributes:
        lead: To a lead after the first trick.
        first: To a card that follows in the first trick.
        follow: To a card that follows later.
    """

    lead: Narrow | None = None
    first: Narrow | None = None
    follow: Narrow | None = None


@attrs.frozen
class Lowered:
    """A rulebook as the play asks it.

    Attributes:
        players: The number of seats.
        lead: The legal cards of a lead after the first trick; None where it is the whole hand.
        first: Those of a hand that follows in the first trick; None where the suit led is
            followed and nothing else is asked.
        follow: The same for later tricks.
        tricks: Who takes a trick, and when; None for the highest of the suit led.
        last_of_equals: Whether of two equal cards the one played last takes such a trick.
        shortest: With so many cards a trick may be complete.
        is_over: Whether no further trick is played; None where all cards are.
        shows: Whether a card, played from a hand, makes the rest of it public; None for never.
    """

    players: int
    lead: Legal | None
    first: Legal | None
    follow: Legal | None
    tricks: TrickRule | None
    last_of_equals: bool
    shortest: int
    is_over: Callable[[Position], bool] | None
    shows: Callable[[Card, int, Position], bool] | None


@functools.lru_cache(maxsize=256)
def lowered(rules: Rules, players: int) -> Lowered:
    """The rulebook as the play asks it, for that many players."""
    tricks = rules.tricks
    highest = type(tricks) is HighestOfSuitLed
    places = [_LOWERED.get(type(rule), _as_written)(rule) for rule in rules.restrictions]
    return Lowered(
        players=players,
        lead=_chain([each.lead for each in places if each.lead]),
        first=_following([each.first for each in places if each.first]),
        follow=_following([each.follow for each in places if each.follow]),
        tricks=None if highest else tricks,
        last_of_equals=type(tricks) is HighestOfSuitLed and tricks.last_of_equals,
        shortest=players if highest or type(tricks) in {Cancelling, BoosterNines} else 1,
        is_over=_end(rules.round_end, rules.deciding_cards(players)),
        shows=None if rules.showing is None else _shows(rules.showing),
    )


def _chain(rules: Sequence[Narrow]) -> Legal | None:
    """All of them in turn; one that would leave nothing is waived."""
    if not rules:
        return None

    def legal(hand: int, at: Position) -> int:
        playable = hand
        for narrow in rules:
            playable = narrow(playable, hand, at) or playable
        return playable

    return legal


def _following(rules: Sequence[Narrow]) -> Legal | None:
    """The same; None where there is nothing but the suit to follow."""
    return None if [*rules] == [_follow_suit] else _chain(rules) or _any_card


def _any_card(hand: int, _: Position) -> int:
    return hand


def _end(rule: RoundEnd, counting: Cards) -> Callable[[Position], bool] | None:
    if type(rule) is PlayedOut:
        return None
    if type(rule) is EndsWhenNothingCounts:
        return lambda at: not counting.bits & ~at.played_bits
    return lambda at: rule.is_over(at.table, counting)


def _shows(rule: Showing) -> Callable[[Card, int, Position], bool]:
    if type(rule) is not ShowHandOfHearts:
        return lambda card, hand, at: rule.shows(card, from_bits(hand), at.table)

    def shows(_card: Card, hand: int, at: Position) -> bool:
        lying = at.lying
        return bool(lying) and lying[0].suit is not Suit.HEARTS and not hand & _NO_HEARTS

    return shows


def _as_written(rule: PlayRule) -> Places:
    """A rule that is not known here."""

    def narrow(playable: int, hand: int, at: Position) -> int:
        return rule.narrow(from_bits(playable), from_bits(hand), at.table).bits

    return Places(narrow, narrow, narrow)


def _charged(_: ChargedCardsWait) -> Places:
    def narrow(playable: int, _hand: int, at: Position) -> int:
        charged, lying = at.aside.charged, at.lying
        waiting = charged[at.turn].bits & playable if charged else 0
        if waiting and lying:
            waiting &= lying[0].suit.mask
        if not waiting:
            return playable
        for trick in at.tricks:
            waiting &= ~trick.cards[0].suit.mask
        return playable & ~every_copy(waiting)

    return Places(narrow, narrow, narrow)


def _nothing(_: object) -> Places:
    """A rule that narrows the opening lead alone."""
    return Places()


def _follow_suit(playable: int, _hand: int, at: Position) -> int:
    return playable & at.lying[0].suit.mask


def _suit(_: FollowSuit) -> Places:
    return Places(first=_follow_suit, follow=_follow_suit)


def _broken(rule: HeartsMustBeBroken) -> Places:
    breakers, others_than_spared = rule.breakers.bits, _but(rule.spared)

    def lead(playable: int, _hand: int, at: Position) -> int:
        if at.played_bits & breakers:
            return playable
        others = playable & _NO_HEARTS
        return others if others & others_than_spared else playable

    return Places(lead=lead)


def _first_trick(rule: NoPenaltyOnFirstTrick) -> Places:
    others = _but(rule.cards)
    return Places(first=lambda playable, _hand, _at: playable & others)


def _never_led(_: HeartsNeverLed) -> Places:
    return Places(lead=lambda playable, _hand, _at: playable & _NO_HEARTS)


def _last_suit(_: LeadSuitOfLastCard) -> Places:
    return Places(lead=lambda playable, _, at: playable & at.tricks[-1].cards[-1].suit.mask)


def _queen(rule: QueenWhenSafe) -> Places:
    queen = rule.card
    suit, copies = queen.suit, every_copy(queen.bit)

    def follow(playable: int, hand: int, at: Position) -> int:
        if not playable & copies:
            return playable
        trick = at.lying
        if trick[0].suit is suit:
            safe = any(card.suit is suit and card.index > queen.index for card in trick)
        else:
            safe = not hand & trick[0].suit.mask
        return playable & copies if safe else playable

    return Places(first=follow, follow=follow)


def _discard(rule: NoDiscardOf) -> Places:
    others = _but(rule.cards)

    def follow(playable: int, hand: int, at: Position) -> int:
        return playable if hand & at.lying[0].suit.mask else playable & others

    return Places(first=follow, follow=follow)


def _but(kinds: Cards) -> int:
    """The bits of all cards but some kinds: taking cards away is one ``&``."""
    return ALL & ~every_copy(kinds.bits)


_NO_HEARTS: Final = _but(HEARTS)

_LOWERED: Final[dict[type[object], Callable[[Any], Places]]] = {
    EldestLeads: _nothing,
    HolderLeads: _nothing,
    LowestClubLeads: _nothing,
    ChargedCardsWait: _charged,
    FollowSuit: _suit,
    HeartsMustBeBroken: _broken,
    HeartsNeverLed: _never_led,
    LeadSuitOfLastCard: _last_suit,
    NoDiscardOf: _discard,
    NoPenaltyOnFirstTrick: _first_trick,
    QueenWhenSafe: _queen,
}
"""How each of the library's restrictions is lowered."""
