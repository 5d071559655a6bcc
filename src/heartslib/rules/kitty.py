"""The kitty: who gets the cards that were not dealt to anybody.

Whoever takes kitty cards may look at them; nobody else sees them.  Captured cards go straight to
the taker's tricks and count there.  Exchanged cards go into the hand, and the taker then puts as
many cards face down with the tricks; those count, but do not break hearts.  A kitty from which
everyone draws is called the stock.  One that is turned up is seen by all, and nobody takes it; one
that is dead is seen by nobody.
"""

from __future__ import annotations

from enum import Enum

from attrs import Factory, field

from heartslib._values.arguments import frozen
from heartslib.cards import KINDS, NO_CARDS, Card, Cards, to_cards
from heartslib.errors import RulesError
from heartslib.rules.book.checks import is_a, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed
from heartslib.rules.facts import with_suits
from heartslib.words import how_many, in_words, named

__all__ = [
    "KITTY_BY_THE_TRICK",
    "KITTY_TO_FIRST_PENALTY",
    "KITTY_TO_LAST_TRICK",
    "DrawToFollow",
    "Kitty",
    "KittyTo",
    "KittyToNobody",
    "Stock",
    "Taker",
    "TurnedUp",
]


class Kitty(ChapterChoice):
    """Chapter: the kitty.

    Attributes:
        exchanged: Whether the taker exchanges the kitty with the hand, if any cards are left there.
        draws: How many cards each player draws from it after a trick, its taker first.
        to_follow: Whether players draw from it to follow suit, so that they run out of cards at
            different times and drop out.
        turned_up: Whether its cards are turned face up after the deal.
        is_dead: Whether its cards are out of play, so that nobody takes them.
        is_rest: Whether its cards are those left when all hands are dealt, whatever the deck says.
        called: What players call it: ``kitty`` or ``stock``.
    """

    __slots__ = ()

    exchanged: bool = False
    draws: int = 0
    to_follow: bool = False
    turned_up: bool = False
    is_dead: bool = False
    is_rest: bool = False
    called: str = "kitty"

    def in_play(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Those of its cards, or of the cards face up, that are in play: none if it is turned up."""
        return () if self.turned_up else cards

    @property
    def enters_hands(self) -> bool:
        """Whether its cards come into hands."""
        return self.exchanged or self.draws > 0 or self.to_follow

    def due(self, taken: Cards, left: int, penalty: Cards) -> int:
        """How many kitty cards go to the player who has just taken `taken`: by default none.

        It is not asked about the last trick: whoever takes that gets all that are left, unless they
        are dead.

        Args:
            taken: The cards of the trick, and of any tricks before it that nobody won.
            left: How many cards are left in the kitty, at least one.
            penalty: The penalty cards in play.
        """
        return 0

    def rest(self, left: tuple[Card, ...]) -> tuple[Card, ...]:
        """Those of the cards left in it that go with the last trick: all, unless they are dead."""
        return () if self.is_dead else left

    def drawn_to_follow(self, hand: Cards, following: Cards, kitty: tuple[Card, ...]) -> int:
        """How many of its cards a player draws before playing to a trick: by default none.

        Args:
            hand: The player's hand.
            following: The kinds of card that follow suit.
            kitty: What is left of the kitty, in order, at least one card.
        """
        return 0


class Taker(Enum):
    """Which trick earns its taker kitty cards."""

    OF_TRICK = "trick"
    """Any trick, or any with one of `KittyTo.cards`."""
    OF_PENALTY = "penalty"
    """A trick with a penalty card."""
    OF_LAST_TRICK = "last-trick"
    """The last trick."""


def _name(rule: KittyTo) -> str:
    """The usual name of a rule whose fields are not checked yet."""
    if rule.share:
        return "kitty-by-the-trick"
    what = "card" if rule.cards else "trick"
    if rule.taker is Taker.OF_PENALTY:
        what = "penalty"
    which = "last" if rule.taker is Taker.OF_LAST_TRICK else "first"
    return f"kitty-to-{which}-{what}"


@frozen
class KittyTo(Printed, Kitty):
    """The kitty goes to whoever takes a trick, a certain card, a penalty card or the last trick.

    What it says: the whole kitty goes with the first such trick, or a share of it with each.  If
    nobody wins a trick, its share goes to whoever takes the next.  Anything left goes with the last
    trick.
    Sources: pagat.com, "Other Numbers of Players" (methods 1 and 2), "Variations: Kitty" and
    "Cancellation Hearts"; D. Parlett, *The Penguin Book of Card Games* (the last trick); house
    rules (a card with each trick, or all with the queen of spades or the first heart).

    Attributes:
        taker: Which trick earns its taker the cards.
        share: How many cards go at a time; None for all of them.
        exchanged: Whether the taker exchanges the cards with the hand instead of capturing them.
        cards: The cards of which a trick must hold one to earn it; by default any trick does.
    """

    taker: Taker = field(default=Taker.OF_TRICK, validator=is_a(Taker))
    share: int | None = field(default=None, validator=whole_number(1, optional=True))
    exchanged: bool = False
    cards: Cards = field(factory=Cards, converter=to_cards, kw_only=True)
    name: str = field(default=Factory(_name, takes_self=True))

    def __attrs_post_init__(self) -> None:
        """Refuse an exchange with a hand that is empty, and cards that earn nothing."""
        if self.cards and self.taker is not Taker.OF_TRICK:
            raise RulesError("cards: only Taker.OF_TRICK asks which cards a trick holds")
        if self.exchanged and self.taker is Taker.OF_LAST_TRICK:
            raise RulesError("exchanged: after the last trick there is no hand to exchange with")

    def earners(self, penalty: Cards) -> Cards:
        """The cards of which a trick must hold one to earn it, unless it is the last.

        Args:
            penalty: The penalty cards in play.
        """
        if self.taker is Taker.OF_TRICK:
            return with_suits(self.cards) or Cards(KINDS)
        return penalty if self.taker is Taker.OF_PENALTY else NO_CARDS

    def due(self, taken: Cards, left: int, penalty: Cards) -> int:
        """The whole kitty or a share, if the trick earns it."""
        return 0 if self.earners(penalty).isdisjoint(taken) else min(self.share or left, left)

    def printed(self, page: Page) -> str:
        earns = f" with {named(self.cards, 'or')}" if self.cards else ""
        if self.taker is Taker.OF_PENALTY:
            kinds = f" ({page.named(page.penalty, 'or')})" if page.penalty else ""
            earns = f" with a penalty card{kinds}"
        laid = "lays the same number of cards face down with the tricks taken, where they count"
        if self.share is None or self.taker is Taker.OF_LAST_TRICK:
            trick = f"first trick{earns}"
            if self.taker is Taker.OF_LAST_TRICK:
                trick = "last trick"
            elif earns:
                trick += ", or the last trick if there is none,"
            use = " and may look at it; its cards count with the tricks taken"
            if self.exchanged:
                use = f", adds it to the hand, and {laid}"
            return f"Whoever takes the {trick} also takes the kitty{use}."
        use = "They count with the tricks taken"
        if self.exchanged:
            use = f"The winner adds them to the hand and {laid}"
        return (
            f"{in_words(self.share).capitalize()} kitty card{'s go' if self.share > 1 else ' goes'} "
            f"to the winner of each trick{earns}; any left over go to the winner of the last trick. {use}."
        )


@frozen
class KittyToNobody(Kitty):
    """The kitty is dead: nobody sees its cards, and nobody takes them.

    What it says: only cards that were dealt to a hand count.  A player who takes every penalty card
    among them shoots the moon.  As nobody knows what the kitty holds, a round does not end early if
    a card that counts is in it.
    Sources: oreateai.com, "Hearts for Three" (a portion of the deck is left out); house rules for two
    or three players.
    """

    is_dead = True

    name: str = "kitty-to-nobody"

    def describe(self, players: int) -> str:
        return (
            "The kitty is out of play: nobody sees its cards or takes them. Whoever must take every "
            "one of some cards need not take those in the kitty."
        )


class _Stock(Kitty):
    """A kitty from which players draw."""

    __slots__ = ()

    is_rest = True
    called = "stock"


@frozen
class Stock(_Stock):
    """The cards that were not dealt are a stock, from which the hands are filled up.

    What it says: after each trick its taker draws, then everyone else in turn, and the taker leads.
    Once the stock is gone, the hands are played out.
    Sources: R. F. Foster, *Complete Hoyle*, "Two-handed Hearts".

    Attributes:
        draws: How many cards each player draws after a trick.
    """

    draws: int = field(default=1, validator=whole_number(1))
    name: str = "stock"

    def describe(self, players: int) -> str:
        cards = "a card" if self.draws == 1 else how_many(self.draws, "card")
        others = "the other player" if players == 2 else "everyone else in turn"
        return (
            f"After each trick its taker draws {cards} from the stock, then {others} does; "
            "the taker leads to the next trick. Once the stock is gone, the hands are played out."
        )


@frozen
class DrawToFollow(Printed, _Stock):
    """Whoever cannot follow suit draws from the stock, one card at a time, until able to follow.

    What it says: once the stock is gone, any card may be discarded.  Players without cards drop out;
    if the winner of a trick has dropped out, the next player clockwise leads.  Play ends when at most
    one player has cards left, who takes them and the rest of the stock.
    Sources: R. F. Foster, *Complete Hoyle*, "Domino Hearts".
    """

    to_follow = True

    name: str = "draw-to-follow"

    def drawn_to_follow(self, hand: Cards, following: Cards, kitty: tuple[Card, ...]) -> int:
        """None if the hand can follow suit; else as many as it takes, or all."""
        fits = (count for count, card in enumerate(kitty, 1) if card in following)
        return 0 if hand.only(following) else next(fits, len(kitty))

    def printed(self, page: Page) -> str:
        return (
            "If you cannot follow suit, draw from the stock, one card at a time, until you can, and "
            "play that card. Once the stock is gone, discard any card. Players without cards drop out; "
            f"if the winner of a trick has none left, the next player {page.direction.value} leads. "
            "Play ends when at most one player has cards left. That player takes them, and the rest of "
            "the stock; if nobody has any left, the winner of the last trick takes the stock."
        )


@frozen
class TurnedUp(Printed, Kitty):
    """The cards that were not dealt are turned face up, and are out of play.

    What it says: everyone sees them, and nobody takes them.
    Sources: gamerules.com, "Knaves".
    """

    turned_up = is_dead = is_rest = True

    name: str = "turned-up"

    def printed(self, page: Page) -> str:
        some = f"last {page.kitty} cards" if page.kitty else "cards that were not dealt"
        left, are = ("last card", "is") if page.kitty == 1 else (some, "are")
        return f"The {left} {are} turned face up, and {are} out of play."


KITTY_TO_FIRST_PENALTY = KittyTo(Taker.OF_PENALTY)
"""The first penalty card captures the kitty."""

KITTY_TO_LAST_TRICK = KittyTo(Taker.OF_LAST_TRICK)
"""The last trick captures the kitty."""

KITTY_BY_THE_TRICK = KittyTo(share=1)
"""Each trick captures one card of the kitty."""
