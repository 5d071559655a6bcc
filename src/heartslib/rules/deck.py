"""The pack: which cards are in play, how many each player gets, and how they are dealt.

A deal is reproducible: `shuffled` shuffles the sorted pack, and `dealt` deals it one card at a
time, from the seat after the dealer on.  The shuffle is written out here, since the one of `random` may change
with Python, and a deal from a seed must be the same for years.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Protocol, TypeVar, runtime_checkable

from attrs import field

from heartslib._values.arguments import frozen, pairs, plain
from heartslib._values.bits import MAX_COPIES
from heartslib.cards import KINDS, NO_CARDS, Card, Cards, CardsLike, Rank, from_each
from heartslib.errors import HeartsError, RulesError, fault, quoted
from heartslib.rules.book.checks import is_a, whole_number
from heartslib.rules.book.page import ChapterChoice, Page, Printed
from heartslib.words import how_many, in_words, is_or_are, listed, named, plural

__all__ = [
    "Deck",
    "Pack",
    "Removals",
]

_T = TypeVar("_T")


class Deck(ChapterChoice):
    """Chapter: the pack.

    Attributes:
        kitty_last: Whether the kitty is the cards left when all hands are dealt, as a stock always is,
            and not set aside halfway through the deal.
        shows_last: Whether everyone sees the dealer's last card before the dealer takes it up.
    """

    __slots__ = ()

    kitty_last: bool = False
    shows_last: bool = False

    @abstractmethod
    def cards(self, players: int) -> Cards:
        """The cards in play with that number of players, the kitty included.

        Raises:
            RulesError: They cannot be dealt evenly.
        """

    @abstractmethod
    def kitty_size(self, players: int) -> int:
        """How many of these cards are set aside as the kitty."""


def _cards_by_players(
    removed: Mapping[int, CardsLike] | Iterable[tuple[int, CardsLike]],
) -> tuple[tuple[int, Cards], ...]:
    return _by_players([(players, Cards(cards)) for players, cards in pairs(removed)])


def _counts_by_players(
    counts: Mapping[int, int] | Iterable[tuple[int, int]],
) -> tuple[tuple[int, int], ...]:
    sizes = pairs(counts)
    for _, count in sizes:
        if type(count) is not int or count < 0:
            raise RulesError(f"kitties: {quoted(count)} is not a number of cards, 0 or more")
    return _by_players(sizes)


def _by_players(items: Iterable[tuple[int, _T]]) -> tuple[tuple[int, _T], ...]:
    """A value for each number of players, sorted by number."""
    values = list(items)
    for players, _ in values:
        if type(players) is not int:
            raise RulesError(f"{quoted(players)} is not a number of players")
    return tuple(sorted(values, key=itemgetter(0)))


@frozen
class Removals:
    """The cards removed from the pack, by number of players.

    Attributes:
        removed: The cards for each number of players, given as a mapping such as
            ``{3: "2D", 5: "2D 2C"}``.  With any other number, no card is removed.
    """

    removed: tuple[tuple[int, Cards], ...] = field(default=(), converter=_cards_by_players)

    def of(self, players: int) -> Cards:
        """The cards removed for that number of players."""
        return dict(self.removed).get(players, NO_CARDS)

    def but(self, removed: Mapping[int, CardsLike]) -> Removals:
        """The same removals, with those for some numbers of players replaced."""
        return Removals((dict(self.removed) | dict(_cards_by_players(removed))).items())


PAGAT = Removals({3: "2D", 5: "2D 2C"})
"""For three and five players (pagat.com, "Other Numbers of Players")."""

ARNOLD = Removals({3: "2C", 5: "2C 2D", 6: "2C 2D 3C 2S", 7: "2C 2D 3C", 8: "2C 2D 3C 2S"})
"""As many as needed, in the order 2C, 2D, 3C, 2S (Arnold, Culbertson)."""

FOSTER = Removals({3: "2S", 5: "2S 2C", 6: "2C 2D 2S 2H"})
"""The twos, 2S first (Foster); with six players a heart goes too."""

FOUR_DEUCES = Removals({3: "2C", 5: "2S 2C", 6: "2C 2D 2S 2H"})
"""As some play Black Maria: with six players all four twos, a heart among them."""

FEELING_GAMEY = Removals({3: "2C", 5: "2C 2D", 6: "2C 3C 2D 3D"})
"""Low clubs and diamonds, so that 2S and every heart stay in."""

CHASE_THE_LADY = Removals({3: "2D", 5: "2C 3C", 6: "2C 3C 2D 3D"})
"""Fontaine's for three and five players; for six, which he overlooks, as `FEELING_GAMEY`."""

AMERICAN = PAGAT.but({6: "2C 2D 3C 2S"})
"""`PAGAT`, and for six players the four cards of `ARNOLD`."""


def _removals(removals: Removals | Mapping[int, CardsLike]) -> Removals:
    return Removals(removals) if isinstance(removals, Mapping) else removals


@frozen(cache_hash=True)  # every question about a pack looks it up
class Pack(Printed, Deck):
    """One or more packs of 52 cards, perhaps with some added or removed and a kitty set aside.

    What it says: everyone is dealt the same number of cards, one at a time, from the player
    after the dealer on.  The kitty is set aside in the middle of the deal, or is what is left at its end.
    Sources: Fontaine, "Cards"; "Hearts Rules" (with Black Lady), "The Pack"; pagat.com, "Deal and
    Passing", "Variations: Kitty" and "Other Numbers of Players" (in the middle), "Cancellation
    Hearts" (at the end); R. F. Foster, *Complete Hoyle*, "Heartsette" (at the end).

    Attributes:
        packs: How many packs are shuffled together.
        lowest: The lowest rank in play: the two, or ``Rank(1)`` for a pack with a card below it.
        removals: The cards removed, by number of players: `Removals`, or a mapping such as
            ``{3: "2D", 5: "2D 2C"}``.
        added: Cards added to those, by number of players, such as jokers: a mapping such as
            ``{5: "*C", 7: "*C"}``.
        kitty: How many cards are always set aside as the kitty.
        left_over: If True, cards that cannot be dealt evenly go to the kitty; if False, a deal
            that leaves any is refused.
        kitties: Sizes of the kitty that replace `kitty` for some numbers of players: a mapping
            such as ``{4: 4}``.
        hand: How many cards each player is dealt, if the rest of the pack is the kitty.
        kitty_last: Whether the kitty is the cards left when all hands are dealt, and not set aside
            halfway through the deal.
        shows_last: Whether the dealer's last card is shown to all before the dealer takes it up.
    """

    packs: int = field(default=1, validator=whole_number(1, MAX_COPIES))
    lowest: Rank = field(default=Rank.TWO, validator=is_a(Rank))
    removals: Removals = field(default=Removals(), converter=_removals, validator=is_a(Removals))
    kitty: int = field(default=0, validator=whole_number(0))
    left_over: bool = False
    kitties: tuple[tuple[int, int], ...] = field(default=(), converter=_counts_by_players)
    hand: int | None = field(default=None, validator=whole_number(1, optional=True))
    added: tuple[tuple[int, Cards], ...] = field(
        default=(), converter=_cards_by_players, kw_only=True
    )
    kitty_last: bool = field(default=False, kw_only=True)
    shows_last: bool = field(default=False, kw_only=True)
    name: str = "pack"

    def __attrs_post_init__(self) -> None:
        """Refuse a rank of jokers, and cards added that are there already."""
        if not self.lowest:
            raise RulesError("Pack: lowest must be Rank(1) or higher: no whole rank is jokers")
        for _, cards in self.added:
            if usual := cards.only(_kinds(self)):
                raise RulesError(f"added: {usual} {is_or_are(usual)} in the pack already")

    def cards(self, players: int) -> Cards:
        """The cards in play; see `Deck.cards`."""
        players = plain(players)
        if type(players) is not int or players < 1:
            raise RulesError(f"{quoted(players)} is not a number of players")
        cards = _in_play(self, players)
        kitty = self._set_aside(players)
        if kitty < 0:
            raise RulesError(
                f"{len(cards)} cards are too few to deal {self.hand} to each of {players} players"
            )
        if len(cards) - kitty < players:
            raise RulesError(
                f"a kitty of {kitty} out of {len(cards)} cards leaves too few for {players} players"
            )
        odd = (len(cards) - kitty) % players
        if odd and not self.left_over:
            raise RulesError(
                f"{len(cards) - kitty} cards cannot be dealt evenly to {players} players: "
                f"{odd} would be left over; remove {odd} more with removals, put them in the "
                f"kitty with left_over=True, or play with another number"
            )
        return cards

    def kitty_size(self, players: int) -> int:
        """How many cards are set aside as the kitty."""
        cards = self.cards(players)
        kitty = self._set_aside(players)
        return kitty + (len(cards) - kitty) % players

    def _set_aside(self, players: int) -> int:
        """How many cards go to the kitty even if they could be dealt evenly."""
        if self.hand:
            return len(_in_play(self, players)) - self.hand * players
        return dict(self.kitties).get(players, self.kitty)

    def printed(self, page: Page) -> str:
        players = page.players
        kitty = self.kitty_size(players)
        removed = self.removals.of(players)
        whole = f"{4 * (Rank.ACE - self.lowest + 1)} cards"
        text = f"{in_words(self.packs).capitalize()} {plural(self.packs, 'pack')} of {whole}"
        if self.lowest is not Rank.TWO:
            text += f", {self.lowest.word} to ace in each suit"
        extra = dict(self.added).get(players, NO_CARDS)
        if extra:
            text += f", with {listed([f'{card:u}' for card in extra])} added"
        if removed:
            text += f", without {self._removed(removed)}"
        text += "."
        if _are_lowest(extra, page):
            text += " A joker, *, is the lowest card of its suit."
        size = (len(self.cards(players)) - kitty) // players
        first = f"{page.direction.value} from the dealer's {page.onward}"
        text += f" Deal {size} cards to each player, one at a time, {first}."
        if kitty:
            text += self._aside(kitty, page)
        if self.shows_last:
            text += " The dealer's last card is shown to all before the dealer takes it up."
        return text

    def _aside(self, kitty: int, page: Page) -> str:
        """What becomes of the kitty, as a sentence; empty if its own chapter says so."""
        rule = page.rules and page.rules.kitty
        if rule and rule.turned_up:
            return ""
        if rule and rule.is_rest:
            return " Put the rest face down as the stock."
        called = rule.called if rule else "kitty"
        if self.kitty_last:
            left = "last card" if kitty == 1 else f"last {kitty} cards"
            return f" Set the {left} aside face down as the {called}."
        return f" Halfway through the deal, set {how_many(kitty, 'card')} aside face down as the {called}."

    def _removed(self, cards: Cards) -> str:
        """The cards that are left out: ``2♣``, or of two packs ``one 2♣``."""
        if self.packs == 1:
            return named(cards)
        kinds = dict.fromkeys(cards)
        return listed([f"{in_words(cards.count(card))} {card:u}" for card in kinds])


@functools.lru_cache(maxsize=256)
def _in_play(pack: Pack, players: int) -> Cards:
    added = dict(pack.added).get(players, NO_CARDS)
    return from_each(_kinds(pack) * pack.packs) + added - pack.removals.of(players)


def _kinds(pack: Pack) -> list[Card]:
    return [card for card in KINDS if card.rank >= pack.lowest]


def _are_lowest(cards: Cards, page: Page) -> bool:
    """Whether there are jokers, and the chapter of tricks ranks them all below the twos."""
    jokers = [card for card in cards if not card.rank]
    if page.rules is None or not jokers:
        return bool(jokers)
    height = page.rules.tricks.strength
    for joker in jokers:
        suit = joker.suit
        if height(joker, suit) >= height(Card.of(Rank.TWO, suit), suit):
            return False
    return True


def too_many(pack: Cards, cards: Cards, players: int) -> Iterator[HeartsError]:
    """What is wrong with cards that the pack lacks, or has fewer copies of.

    Args:
        pack: The cards in play with that number of players.
        cards: The cards given.
        players: The number of players.
    """
    if strange := cards.without(pack):
        absent = f" {is_or_are(strange)} not in the pack for ", players, " players"
        yield fault("not-in-pack", strange, *absent)
    if extra := cards.only(pack) - pack:
        yield fault("too-often", *too_often(extra, "given"))


def too_often(cards: Cards, done: str) -> tuple[object, ...]:
    """Parts of an error: something was done with cards of which the pack has fewer copies."""
    them = "it" if len(cards) == 1 else "them"
    return cards, f" {is_or_are(cards)} {done} more often than the pack has {them}"


@runtime_checkable
class Chance(Protocol):
    """A random generator: `random.Random`, `random.SystemRandom`, or one of NumPy's."""

    @abstractmethod
    def random(self) -> float:
        """A random number of at least 0 and less than 1."""


def shuffled(cards: Cards, rng: Chance) -> tuple[Card, ...]:
    """The cards in random order.

    The method is fixed, so that a seeded generator gives the same deal under every version of
    Python: start from the sorted cards, and for each place i from the last to the second, swap it
    with place ``int(rng.random() * (i + 1))``.

    Args:
        cards: The cards to shuffle.
        rng: The generator; only its method `random` is called.

    Raises:
        HeartsError: `rng` has no method `random`, or it returns something else.
    """
    draw = getattr(rng, "random", None)
    if not callable(draw):
        raise HeartsError(
            f"rng must have a method random(), like random.Random; {quoted(rng)} has none"
        )
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        number = draw()
        if type(number) is not float or not 0 <= number < 1:
            number = _checked(number)
        other = int(number * (place + 1))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _checked(number: object) -> float:
    if not isinstance(number, float) or not 0 <= number < 1:
        raise HeartsError(
            f"rng.random() must return a float of at least 0 and less than 1; "
            f"it returned {quoted(number)}"
        )
    return float(number)


def dealt(
    order: Sequence[Card],
    players: int,
    dealer: int,
    kitty: int,
    sizes: Sequence[int] = (),
    *,
    last: bool = False,
) -> tuple[tuple[Cards, ...], tuple[Card, ...]]:
    """Deal cards one at a time, from the seat after the dealer on.

    The kitty is set aside halfway through the deal, so that the dealer still gets the last card.

    Args:
        order: The pack, in the order in which it is dealt.
        players: The number of seats.
        dealer: The seat that deals.
        kitty: How many cards are set aside.
        sizes: How many cards each seat gets, seat 0 first; empty if all get as many.
        last: Whether they are the last cards instead, as those that are turned up.

    Returns:
        The hands, seat 0 first, and the kitty.
    """
    half = len(order) - kitty if last else (len(order) - kitty) // players // 2 * players
    rest = (*order[:half], *order[half + kitty :])
    if sizes:
        onward = [(dealer + 1 + place) % players for place in range(players)]
        turns = [seat for lap in range(max(sizes)) for seat in onward if lap < sizes[seat]]
        piles: list[list[Card]] = [[] for _ in range(players)]
        for seat, card in zip(turns, rest, strict=False):
            piles[seat].append(card)
        hands = tuple(map(from_each, piles))
    else:
        hands = tuple(
            from_each(rest[(seat - dealer - 1) % players :: players]) for seat in range(players)
        )
    return hands, tuple(order[half : half + kitty])
