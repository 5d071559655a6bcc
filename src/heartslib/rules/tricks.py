"""Tricks: when one is complete, and who wins it.

A trick may have no winner, and may have more cards than players: nothing else in the library may count on one
winner, or on one card from each.  `strength` alone decides where no cards cancel each other, so that sampling and
the kernel can rank the cards of a rule that somebody else has written.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import Attribute, Factory, field, validators

from heartslib._values.arguments import frozen
from heartslib.cards import BY_PLACE, NO_CARDS, PACK, Card, Cards, Rank, Suit
from heartslib.errors import RulesError, quoted
from heartslib.rules.book.checks import fits, is_a, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed, data, printed
from heartslib.table import Table
from heartslib.words import listed

__all__ = [
    "CANCELLING",
    "BoosterNines",
    "EndsWhenNothingCounts",
    "Equals",
    "HighestCard",
    "HighestOfSuitLed",
    "PlayedOut",
    "RoundEnd",
    "TrickRule",
    "Unresolved",
]


class TrickRule(ChapterChoice):
    """Chapter: tricks; also how cards rank, and which are trumps."""

    __slots__ = ()

    @property
    def highest(self) -> Equals | None:
        """How equal cards compare if the highest card of the suit led always wins; else None."""
        return None

    @property
    def jokers(self) -> Cards:
        """The cards of the 52 that stand for a joker."""
        return NO_CARDS

    def is_complete(self, table: Table, left: int) -> bool:
        """Whether the trick in progress is complete: by default once everyone has played a card.

        Args:
            table: The cards everyone can see, with at least one card in the trick.
            left: How many cards are left in the hand of whoever played the last card.
        """
        return len(table.trick.cards) == table.trick.size

    def taker(self, table: Table, left: int) -> int | None:
        """The seat that wins the complete trick, or None: by default the first with the highest card.

        If nobody wins it, its cards go to whoever wins the next trick, and its leader leads again.

        Args:
            table: The cards everyone can see.
            left: How many cards are left in each hand; somebody must win the last trick.
        """
        cards = table.trick.cards
        strengths = [self.strength(card, self.suit_of(cards[0])) for card in cards]
        return table.trick.seat_of(strengths.index(max(strengths)))

    def cancelled(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """The places in a trick of the cards that cancel each other, so that they cannot win it."""
        return ()

    def suit_of(self, card: Card) -> Suit:
        """The suit that a card belongs to, which for a joker need not be its own."""
        return card.suit

    def strength(self, card: Card, led: Suit) -> int:
        """How high a card is in a trick in which `led` was led; 0 for a card that cannot win it."""
        return card.rank if card.suit is led else 0


class Equals(Enum):
    """How equal cards in a trick compare, in games with two packs or more."""

    FIRST = "first"
    """The one played first is the higher."""
    LAST = "last"
    """The one played last is the higher."""
    PAIRS_CANCEL = "pairs-cancel"
    """Two cancel each other; a third copy does not cancel."""
    ALL_CANCEL = "all-cancel"
    """Two or more cancel each other."""


class Unresolved(Enum):
    """Who takes a last trick that nobody wins."""

    LEADER = "leader"
    """Its leader, who is also the last player to have won a trick, if anyone has."""

    SECOND_COPY = "second-copy"
    """Whoever played the second copy of its highest card."""


@frozen
class HighestOfSuitLed(Printed, TrickRule):
    """One card from each player; the highest card of the suit led wins the trick.

    What it says: there are no trumps, and cards of other suits never win.  Cards that cancel each
    other cannot win either, but still count for whoever takes the trick.  If every card of the
    suit led is cancelled, nobody wins: the cards stay on the table, the same player leads again,
    and the winner of the next trick takes them too.
    Sources: Fontaine; all three "Hearts Rules"; pagat.com, "The Play of the Hand" and
    "Cancellation Hearts"; R. F. Foster, *Complete Hoyle* (the first of equal cards wins).

    Attributes:
        equals: How equal cards compare.
        unresolved: Who takes the last trick of a round if nobody wins it.
    """

    equals: Equals = field(default=Equals.FIRST, validator=is_a(Equals))
    unresolved: Unresolved = field(default=Unresolved.LEADER, validator=is_a(Unresolved))
    name: str = field(
        default=Factory(
            lambda self: "cancelling" if self.cancels else "highest-of-suit-led", takes_self=True
        )
    )

    @property
    def cancels(self) -> bool:
        """Whether equal cards cancel each other."""
        return self.equals in (Equals.PAIRS_CANCEL, Equals.ALL_CANCEL)

    @property
    def highest(self) -> Equals | None:
        """How equal cards compare, unless they cancel each other, or a subclass names the taker."""
        own = type(self).taker is not HighestOfSuitLed.taker
        return None if own or self.cancels else self.equals

    def taker(self, table: Table, left: int) -> int | None:
        trick = table.trick
        cards = trick.cards
        suit = cards[0].suit
        following = [card.place for card in cards if card.suit is suit]
        winning = following
        if self.cancels:
            winning = [place for place in following if self._survives(following.count(place))]
        if winning:
            highest = BY_PLACE[max(winning)]
            if self.equals is Equals.FIRST:
                return trick.seat_of(cards.index(highest))
            # of three copies of which a pair cancels, the last is left
            return trick.seat_of(len(cards) - 1 - cards[::-1].index(highest))
        if left:
            return None
        if self.unresolved is Unresolved.LEADER:
            return trick.leader
        # every card of the suit led is cancelled, so there is a second copy of the highest
        highest = BY_PLACE[max(following)]
        return trick.seat_of(cards.index(highest, cards.index(highest) + 1))

    def _survives(self, copies: int) -> bool:
        return copies % 2 == 1 if self.equals is Equals.PAIRS_CANCEL else copies == 1

    def cancelled(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """The places of the cards in a trick that equal cards cancel, counted from 0.

        Where pairs cancel, the last of three copies does not.
        """
        struck: set[int] = set()
        if self.cancels:
            for card in dict.fromkeys(cards):
                places = [place for place, each in enumerate(cards) if each is card]
                struck.update(places[:-1] if self._survives(len(places)) else places)
        return tuple(sorted(struck))

    def printed(self, page: Page) -> str:
        clockwise = f"{page.one_from_each} Aces are high. {NO_TRUMPS}"
        if not self.cancels or not page.may_repeat:
            equal = f" Of equal cards, the {self.equals.value} played wins." if page.repeats else ""
            return (
                f"{clockwise} The highest card of the suit led wins the trick, and its player "
                f"leads to the next.{equal}"
            )
        equal = "Equal cards" if self.equals is Equals.ALL_CANCEL else "Two equal cards"
        last = {
            Unresolved.LEADER: "its leader takes it",
            Unresolved.SECOND_COPY: "whoever played the second copy of its highest card takes it",
        }[self.unresolved]
        return (
            f"{clockwise} {equal} in a trick cancel each other: they cannot win it, but they "
            "still count. The highest card of the suit led that is not cancelled wins the trick, "
            "and its player leads to the next. If there is none, the cards stay on the table, the "
            "same player leads again, and the winner of the next trick takes them too. If nobody "
            f"wins the last trick, {last}, with any cards still on the table."
        )


NO_TRUMPS = "There are no trumps."

CANCELLING = HighestOfSuitLed(Equals.PAIRS_CANCEL)
"""Equal cards cancel each other."""


_DOWNWARDS = "".join(rank.letter for rank in reversed(Rank))


def _all_ranks(_: object, __: Attribute[str], order: object) -> None:
    if not isinstance(order, str) or sorted(order) != sorted(_DOWNWARDS):
        raise RulesError(
            f"order must name each rank once, the highest first, such as {_DOWNWARDS!r}, not "
            f"{quoted(order)}"
        )


@frozen
class HighestCard(Printed, TrickRule):
    """One card from each player; the highest trump wins, or else the highest card of the suit led.

    What it says: which suit is trump, and how the cards of a suit rank.  Of two equal cards, the one
    played first is the higher.
    Sources: pokerwiner.com, "Knaves" (trumps); Wikipedia, "Bassadewitz" (tens above kings).

    Attributes:
        trumps: The suit that is trump; None for none.
        order: The ranks in a word, the highest first.
    """

    trumps: Suit | None = field(default=None, validator=validators.optional(is_a(Suit)))
    order: str = field(default=_DOWNWARDS, validator=_all_ranks)
    name: str = "highest-card"

    def strength(self, card: Card, led: Suit) -> int:
        """How high a card is: any trump above every card of the suit led, and the rest at 0."""
        if card.suit not in {led, self.trumps}:
            return 0
        order = f"{self.order}1*"  # the one and the joker, which few packs have, are the lowest
        is_trump = card.suit is self.trumps
        return len(order) * (1 + is_trump) - order.index(card.rank.letter)

    def printed(self, page: Page) -> str:
        pack = page.rules.pack if page.rules else PACK
        there = {card.rank.letter: f"{card.rank.word}" for card in pack}
        ranks = listed([there[letter] for letter in f"{self.order}1*" if letter in there])
        high = "Aces are high."
        if self.order != _DOWNWARDS:
            high = f"From high to low, the cards of a suit rank {ranks}."
        first = " Of equal cards, the first played wins." if page.repeats else ""
        wins = f"The highest card of the suit led wins the trick, and its player leads to the next.{first}"
        if not self.trumps:
            return f"{page.one_from_each} {high} {NO_TRUMPS} {wins}"
        are = f"{self.trumps.word.capitalize()} are trumps"
        # in a book of contracts named after suits, one sentence for all of them
        if {*page.contract.split("-")} & {suit.word for suit in Suit} == {self.trumps.word}:
            are = "The suit of the contract is trump"
        return f"{page.one_from_each} {high} {wins} {are}. The highest trump in a trick wins it instead."


@frozen
class BoosterNines(Printed, TrickRule):
    """A nine that is led, or follows suit, makes the trick go round once more.

    What it says: everyone plays another card in turn, the leader first, following suit as before;
    the winner is decided over all the cards of the trick.  A discarded nine has no effect, and
    neither has a nine in the last trick, when no cards are left.
    Sources: pagat.com, "Booster nines", for any form of the game.

    Attributes:
        tricks: Who wins a trick: `HighestOfSuitLed` or another rule.
        most: How many laps one trick may gain.  With one pack it is never more than one, since
            there is only one nine of each suit.
    """

    tricks: TrickRule = field(default=HighestOfSuitLed(), validator=fits(TrickRule))
    most: int = field(default=1, validator=whole_number(1))
    name: str = "booster-nines"

    def is_complete(self, table: Table, left: int) -> bool:
        """Whether everyone has played once, and once more for each boost."""
        cards = table.trick.cards
        laps, odd = divmod(len(cards), table.trick.players)
        if odd or not left:
            return not odd
        return laps > min(cards.count(Card.of(Rank.NINE, cards[0].suit)), self.most)

    def taker(self, table: Table, left: int) -> int | None:
        """The winner by the rule in `tricks`."""
        return self.tricks.taker(table, left)

    def cancelled(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """The places of the cards that cancel each other by the rule in `tricks`."""
        return self.tricks.cancelled(cards)

    @property
    def jokers(self) -> Cards:
        """The jokers by the rule in `tricks`."""
        return self.tricks.jokers

    def suit_of(self, card: Card) -> Suit:
        """The suit of a card by the rule in `tricks`."""
        return self.tricks.suit_of(card)

    def strength(self, card: Card, led: Suit) -> int:
        """How high a card is by the rule in `tricks`."""
        return self.tricks.strength(card, led)

    def printed(self, page: Page) -> str:
        often = f", up to {self.most} times" if self.most > 1 and page.may_repeat else ""
        return (
            f"{printed(self.tricks, page)} If a nine is led, or played to follow suit, the "
            f"trick goes round once more{often}: everyone plays another card in turn, beginning "
            "with the leader. In the last trick, a nine has no effect."
        )


class RoundEnd(ChapterChoice):
    """Chapter: the end of a round, before its last trick.

    Attributes:
        claims: Whether the player to act may claim all the remaining tricks.
    """

    __slots__ = ()

    claims: bool = False

    @data
    def early(self) -> bool | None:
        """Whether a round ends once every counting card has been played; None if `is_over` says when."""
        return None

    def is_over(self, table: Table, counting: Cards) -> bool:
        """Whether the round ends after the trick just taken.

        Args:
            table: The cards everyone can see.
            counting: The cards that the score depends on: all cards in play if it depends on the
                tricks too.
        """
        return bool(self.early) and counting <= table.played


@frozen
class PlayedOut(RoundEnd):
    """A round is played to its last trick, unless a claim ends it.

    What it says: all the cards are played, even when none that counts is left.
    Sources: every source.

    Attributes:
        claims: Whether the player to act may claim all the remaining tricks.  If everyone else
            accepts, the claim ends the round.
    """

    early = False

    claims: bool = False
    name: str = "played-out"

    def describe(self, players: int) -> str:
        return _CLAIMS if self.claims else ""


@frozen
class EndsWhenNothingCounts(Printed, RoundEnd):
    """A round ends when every counting card has been taken.

    What it says: the remaining tricks, which could change nothing, are not played.  All tricks are
    played if the tricks themselves count, as for a sun, or if a counting card was in the kitty,
    since only its taker knows that.
    Sources: house rules.

    Attributes:
        claims: Whether the player to act may claim all the remaining tricks.  If everyone else
            accepts, the claim ends the round.
    """

    early = True

    claims: bool = False
    name: str = "ends-when-nothing-counts"

    def printed(self, page: Page) -> str:
        early = "The round ends once all the cards that count have been played."
        if page.counts_tricks:
            # in a book of contracts it goes without saying: another ends early only if it says so
            every = "All tricks are played, since the tricks themselves count."
            early = "" if page.contract else every
        elif page.counting is not None:
            early = self._early(page.counting, page)
        return f"{early} {_CLAIMS if self.claims else ''}".strip()

    def _early(self, cards: Cards, page: Page) -> str:
        """After which trick the round ends, as a sentence."""
        which = "one of them"
        last = f"trick in which {page.each_of(cards, 'the last')} is played"
        if page.contract:
            last = "trick in which the last card that counts is played"
        elif len(cards) == 1 and not page.repeats:
            which = "it"
            last = f"trick in which {cards:u} is played"
        if not cards:
            last = "first trick"
        kitty = f"; if {which} was in the kitty, all tricks are played" if page.kitty else ""
        return f"The round ends after the {last}{kitty}."


_CLAIMS = (
    "The player to act may claim all the remaining tricks; if everyone else accepts, the round "
    "ends and the claimant takes them."
)
