"""What every choice of a rulebook has, and the page on which it is printed.

`ChapterChoice` is the base of all choices.  A page is what the sentences of a choice may name that other chapters decide.

Most choices describe themselves alone.  But what a moon is worth follows from the scoring, and who shares it from
the sides, so such a choice is `Printed` on a `Page`, which answers for the whole rulebook.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from heartslib._values.quick import frozen
from heartslib.cards import NO_CARDS, PACK, Card, Cards
from heartslib.rules.direction import Direction
from heartslib.words import each_of, named

if TYPE_CHECKING:
    from heartslib.rules.book.round_rules import RoundRules
    from heartslib.rules.passing import PassPattern

__all__ = ["ChapterChoice", "Page", "Printed"]

Text = dict[str, list[list[str]]]
"""The chapters of a rulebook by title: their paragraphs, each of which is a list of sentences."""

_BETWEEN = re.compile(r"(?<=[.!?])\s+")


FORMS = {"narrow": "clauses", "leader": "leads", "is_over": "early", "shows": "when"}
"""Methods, each with the data that say the same in a form that every reader understands.

A class with such a method of its own has None for the data: else some readers would follow the one,
and some the other.
"""


def data(get: Callable[[Any], Any]) -> Any:
    """A property in place of which a class may have a property, a field or a class attribute.

    It is typed as Any, since mypy refuses a property over a variable, and pyright a variable over a
    property.
    """
    return property(get)


class ChapterChoice(ABC):
    """One choice in a chapter of the rulebook.

    Each chapter has a base class for its choices, with all that the library may ask of one and an answer
    for what most of them have in common.  Derive your own choice from it.

    Attributes:
        name: Stable identifier of the choice.
    """

    __slots__ = ()

    name: str

    @data
    def switch(self) -> str:
        """What people often change, as they call it, if this is one way to have it; empty for the rest."""
        return ""

    @abstractmethod
    def describe(self, players: int) -> str:
        """The rule in sentences; empty if there is nothing to say."""

    def label(self, page: Page) -> str:
        """A few words for it in a list of choices: by default its name.

        Args:
            page: The list.
        """
        return self.name.replace("-", " ").capitalize()


@frozen
class Page:
    """Where a sentence is printed: in a rulebook, or by itself.

    By itself, a sentence is about a game in which everyone plays alone.

    Attributes:
        players: The number of players.
        rules: The rulebook; None for a sentence by itself.
        contract: The contract, in a book of several: a sentence then names what depends on it in words
            that are true of others as well; empty elsewhere.
    """

    players: int
    rules: RoundRules | None = None
    contract: str = ""

    @property
    def pooled(self) -> bool:
        """Whether a side scores as one, so that a sentence is about sides and not about players."""
        return self.rules is not None and self.rules.sides.pooled

    @property
    def whoever(self) -> str:
        """Who takes and scores: the beginning of a sentence."""
        return "A side that" if self.pooled else "A player who"

    @property
    def someone(self) -> str:
        """Whose score is meant."""
        if self.pooled:
            return "a side"
        return "a player" if self.partners else "someone"  # which with partners might be a side

    @property
    def everyone_else(self) -> str:
        """Those who do not score together with the shooter of a moon."""
        if self.rules is None or not self.pooled:
            return "the other player" if self.players == 2 else "everyone else"
        two = len(self.rules.partners) == 2
        return "the other side" if two else "every other side"

    @property
    def partners(self) -> bool:
        """Whether some players are on one side."""
        return self.rules is not None and len(self.rules.partners) < self.players

    @property
    def repeats(self) -> bool:
        """Whether the pack is known to have equal cards."""
        return self.rules is not None and self.may_repeat

    @property
    def may_repeat(self) -> bool:
        """Whether the pack has equal cards; True if the rulebook is not known."""
        if self.rules is None:
            return True
        pack = self.rules.pack
        return len(pack) > len(set(pack))

    @property
    def kitty(self) -> int:
        """How many cards are in the kitty."""
        return self.rules.kitty_size if self.rules else 0

    @property
    def penalty(self) -> Cards | None:
        """The kinds of penalty card; None if the sentence does not know."""
        return self.kinds(self.rules.penalty_cards) if self.rules else None

    @property
    def counting(self) -> Cards | None:
        """The kinds of card that the score depends on; None if the sentence does not know."""
        return self.kinds(self.rules.counting_cards) if self.rules else None

    @property
    def counts_tricks(self) -> bool:
        """Whether the score depends on the tricks too, as it does for a sun."""
        return self.rules is not None and self.rules.counts_tricks

    @property
    def leaves_cards(self) -> bool:
        """Whether a round may end with cards that nobody takes."""
        rules = self.rules
        return rules is not None and (rules.round_end.early is not False or rules.kitty.is_dead)

    @property
    def direction(self) -> Direction:
        """Which way round the table the game goes."""
        return self.rules.direction if self.rules else Direction.CLOCKWISE

    @property
    def onward(self) -> str:
        """The side on which the next player sits: ``left``, or ``right`` if it goes counterclockwise."""
        return self.direction.side(1)

    @property
    def one_from_each(self) -> str:
        """Who plays to a trick: all, or those who have not dropped out of the round."""
        left = self.rules is not None and not self.rules.all_play
        still = " who has any left" if left else ""
        return f"Play goes {self.direction.value}, one card from each player{still}."

    @property
    def moon(self) -> bool:
        """Whether anyone can shoot the moon."""
        return self.rules is None or self.rules.has_moon

    @property
    def passes(self) -> bool:
        """Whether cards are passed in some round."""
        return self.rules is None or bool(self.patterns)

    @property
    def whole(self) -> int | None:
        """What all the penalty cards cost together; None if charges may change it."""
        if self.rules is None or self.charges:
            return None
        return self.rules.whole(NO_CARDS)

    @property
    def charges(self) -> bool:
        """Whether cards may be charged; True if the rulebook is not known."""
        return self.rules is None or bool(self.rules.charging.cards)

    @property
    def verb(self) -> str:
        """The word that players read for charging: ``charge``, or ``expose``."""
        return self.rules.verb if self.rules else "charge"

    @property
    def patterns(self) -> tuple[PassPattern, ...]:
        """The passes of all rounds, or those that the dealer may call; empty if nobody passes."""
        if self.rules is None:
            return ()
        return tuple(filter(self.rules.passed_by, self.rules.patterns))

    def charged(self, card: Card, number: int, say: Callable[[int], str]) -> str:
        """What a number grows to once a card is charged, in brackets; empty if it cannot be."""
        if self.rules is None:
            return ""
        charging = self.rules.charging
        # a card that cannot be charged, or that grows by another factor than the rest
        if charging.factor(card, charging.cards) != charging.times:
            return ""
        return f" ({say(charging.times * number)} if {charging.verb}d)"

    def kinds(self, cards: Cards) -> Cards:
        """Kinds of card as they are printed: a whole suit for all of its cards in the pack."""
        if self.rules is None:
            return Cards(set(cards))
        pack = set(self.rules.pack)
        there = pack.intersection(cards)
        # a short pack has no two of hearts, and "each heart" is true of it all the same
        whole = {card.suit for card in there} - {card.suit for card in pack - there}
        return Cards(there | {card for card in PACK if card.suit in whole})

    @property
    def jokers(self) -> bool:
        """Whether the pack has jokers beside the usual cards."""
        # a joker's rank is 0
        return self.rules is not None and not all(card.rank for card in self.rules.pack)

    def card(self, card: Card) -> str:
        """A card in words: ``Q♠``, or ``the joker`` for what stands for it."""
        joker = self.rules is not None and card in self.rules.tricks.jokers
        return "the joker" if joker else f"{card:u}"

    def named(self, cards: Cards, last: str = "and") -> str:
        """Kinds of card in words: a whole suit by its name, with the joker of it that is left out."""
        return named(self.kinds(cards), last, self._left_out(cards))

    def each_of(self, cards: Cards, each: str = "each") -> str:
        """Kinds of card that count one by one, in words; see `named`."""
        return each_of(self.kinds(cards), each, self._left_out(cards))

    def _left_out(self, cards: Cards) -> Cards:
        """The cards of the pack that are none of these."""
        pack = self.rules.pack if self.rules else NO_CARDS
        return Cards(set(pack) - set(cards))

    def points(self, card: Card) -> int:
        """What a card gives its taker by the steps before the moon."""
        return self.rules.points(card) if self.rules else 0


class Printed(ABC):
    """A choice whose sentences name what other chapters decide.

    Such a choice has `printed` in place of a `describe` of its own.
    """

    __slots__ = ()

    @abstractmethod
    def printed(self, page: Page) -> str:
        """The rule in sentences; empty if there is nothing to say.

        Args:
            page: What they may name.
        """

    def describe(self, players: int) -> str:
        """The rule in sentences, by itself."""
        return self.printed(Page(players))


class _Described(Protocol):
    def describe(self, players: int) -> str: ...


def printed(choice: _Described, page: Page) -> str:
    """The sentences of a choice on a page; a choice derived from another may describe itself."""
    if isinstance(choice, Printed) and type(choice).describe is Printed.describe:
        return choice.printed(page)
    return choice.describe(page.players)


def sentences_of(text: str) -> list[str]:
    """The sentences of a paragraph."""
    return _BETWEEN.split(text.strip()) if text.strip() else []
