"""The pack: which cards are in play, how many each player gets, and how they are dealt.

Dealing is exact and the same everywhere: the pack in sorted order is shuffled by
`shuffled`, then `dealt` gives the cards out one at a time, clockwise, starting at the
dealer's left.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, Protocol, TypeVar, runtime_checkable

import attrs

from heartslib._bits import MAX_COPIES
from heartslib._pairs import pairs
from heartslib.cards import PACK, Card, Cards, CardsLike, Rank, from_each
from heartslib.errors import HeartsError, RulesError, shown
from heartslib.rules._checks import is_a, whole_number
from heartslib.rules._words import named

__all__ = [
    "AMERICAN",
    "ARNOLD",
    "CHASE_THE_LADY",
    "FEELING_GAMEY",
    "FOSTER",
    "FOUR_DEUCES",
    "NOTHING_REMOVED",
    "ONE_PACK",
    "PAGAT",
    "Deck",
    "Pack",
    "Removals",
]

_T = TypeVar("_T")


@runtime_checkable
class Deck(Protocol):
    """Chapter: the pack."""

    @property
    def name(self) -> str:
        """Stable identifier of the choice."""
        ...

    def cards(self, players: int) -> Cards:
        """The cards in play for that number of players, those of the kitty among them.

        Raises:
            RulesError: They cannot be dealt out to that many.
        """
        ...

    def kitty_size(self, players: int) -> int:
        """How many of them are laid aside as the kitty."""
        ...

    def describe(self, players: int) -> str:
        """The rule in sentences."""
        ...


def _cards_by_players(
    removed: Mapping[int, CardsLike] | Iterable[tuple[int, CardsLike]],
) -> tuple[tuple[int, Cards], ...]:
    return _by_players([(players, Cards(cards)) for players, cards in pairs(removed)])


def _counts_by_players(
    counts: Mapping[int, int] | Iterable[tuple[int, int]],
) -> tuple[tuple[int, int], ...]:
    found = pairs(counts)
    if wrong := [count for _, count in found if type(count) is not int or count < 0]:
        raise RulesError(f"kitties: {shown(wrong[0])} is not a number of cards, 0 or more")
    return _by_players(found)


def _by_players(items: Iterable[tuple[int, _T]]) -> tuple[tuple[int, _T], ...]:
    """Something for each of some numbers of players, the lowest first."""
    found = list(items)
    if wrong := [players for players, _ in found if type(players) is not int]:
        raise RulesError(f"{shown(wrong[0])} is not a number of players")
    return tuple(sorted(found, key=itemgetter(0)))


@attrs.frozen
class Removals:
    """Which cards are taken out of the pack, by the number of players.

    Attributes:
        removed: The cards for each number of players; give a mapping such as
            ``{3: "2D", 5: "2D 2C"}``.  Nothing is taken out for other numbers.
    """

    removed: tuple[tuple[int, Cards], ...] = attrs.field(default=(), converter=_cards_by_players)

    def of(self, players: int) -> Cards:
        """The cards taken out for that number of players."""
        return dict(self.removed).get(players, Cards())

    def but(self, removed: Mapping[int, CardsLike]) -> Removals:
        """The same, with other cards for some numbers of players."""
        return Removals((dict(self.removed) | dict(_cards_by_players(removed))).items())


NOTHING_REMOVED: Final = Removals()
"""All cards stay in."""

PAGAT: Final = Removals({3: "2D", 5: "2D 2C"})
"""004 "Other Numbers of Players": three and five players."""

ARNOLD: Final = Removals({3: "2C", 5: "2C 2D", 6: "2C 2D 3C 2S", 7: "2C 2D 3C", 8: "2C 2D 3C 2S"})
"""As many as needed in the order 2C 2D 3C 2S (Arnold, Culbertson)."""

FOSTER: Final = Removals({3: "2S", 5: "2S 2C", 6: "2C 2D 2S 2H"})
"""The twos, 2S first (Foster); six players lose a heart by it."""

FOUR_DEUCES: Final = Removals({3: "2C", 5: "2S 2C", 6: "2C 2D 2S 2H"})
"""As some play Black Maria: all four twos with six players, a heart among them."""

FEELING_GAMEY: Final = Removals({3: "2C", 5: "2C 2D", 6: "2C 3C 2D 3D"})
"""Low clubs and diamonds, so that every heart and 2S stay."""

CHASE_THE_LADY: Final = Removals({3: "2D", 5: "2C 3C", 6: "2C 3C 2D 3D"})
"""000 for three and five players; six as `FEELING_GAMEY`, since 52 is no multiple of 6 (A1)."""

AMERICAN: Final = PAGAT.but({6: "2C 2D 3C 2S"})
"""`PAGAT`, and for six players the four cards of `ARNOLD` (A17)."""


def _removals(removals: Removals | Mapping[int, CardsLike]) -> Removals:
    return Removals(removals) if isinstance(removals, Mapping) else removals


@attrs.frozen
class Pack:
    """One pack of 52 cards or several, some cards taken out, and perhaps a kitty laid aside.

    What it says: every player gets as many cards as every other, one at a time, clockwise
    from the dealer's left.  Kitty cards are laid aside in the middle of the deal.
    Sources: 000 "Cards", 001 "The Pack", 004 "Deal and Passing", "Variations: Kitty" and
    "Other Numbers of Players".

    Attributes:
        packs: How many packs are shuffled together.
        lowest: The lowest rank in play.
        removals: The cards taken out, by the number of players; give `Removals` or a mapping
            such as ``{3: "2D", 5: "2D 2C"}``.
        kitty: How many cards are laid aside as a kitty in any case.
        left_over: Whether cards that cannot be dealt evenly go to the kitty; else such a
            deal is refused.
        kitties: The size of the kitty for some numbers of players, in place of `kitty`; give a
            mapping such as ``{4: 4}``.
    """

    packs: int = attrs.field(default=1, validator=whole_number(1, MAX_COPIES))
    lowest: Rank = attrs.field(default=Rank.TWO, validator=is_a(Rank))
    removals: Removals = attrs.field(
        default=NOTHING_REMOVED, converter=_removals, validator=is_a(Removals)
    )
    kitty: int = attrs.field(default=0, validator=whole_number(0))
    left_over: bool = False
    kitties: tuple[tuple[int, int], ...] = attrs.field(default=(), converter=_counts_by_players)
    name: str = attrs.field(default="pack", kw_only=True)

    def cards(self, players: int) -> Cards:
        """The cards in play; see `Deck.cards`."""
        if type(players) is not int or players < 1:
            raise RulesError(f"{shown(players)} is not a number of players")
        cards, kitty = _in_play(self, players), self._set_aside(players)
        if len(cards) - kitty < players:
            raise RulesError(
                f"a kitty of {kitty} of {len(cards)} cards leaves none for {players} players"
            )
        odd = (len(cards) - kitty) % players
        if odd and not self.left_over:
            raise RulesError(
                f"{len(cards) - kitty} cards cannot be dealt evenly to {players} players: "
                f"{odd} would be left over; take {odd} more out with removals, give them to the "
                f"kitty with left_over=True, or use another number of players"
            )
        return cards

    def kitty_size(self, players: int) -> int:
        """How many cards are laid aside as the kitty."""
        cards, kitty = self.cards(players), self._set_aside(players)
        return kitty + (len(cards) - kitty) % players

    def _set_aside(self, players: int) -> int:
        """How many cards go to the kitty even if they could be dealt out."""
        return dict(self.kitties).get(players, self.kitty)

    def describe(self, players: int) -> str:
        cards, kitty, gone = (
            self.cards(players),
            self.kitty_size(players),
            self.removals.of(players),
        )
        pack = "The pack of 52 cards" if self.packs == 1 else f"{self.packs} packs of 52 cards"
        lowest = "" if self.lowest is Rank.TWO else f" from the {self.lowest.word} upwards"
        without = f" without {named(gone)}" if gone else ""
        each = (len(cards) - kitty) // players
        aside = f" {kitty} are laid aside face down as the kitty." if kitty else ""
        return (
            f"{pack}{lowest}{without}, ace high, {self.lowest.word} low, no trumps. The cards are "
            f"dealt one at a time, clockwise from the dealer's left: {each} each to {players} "
            f"players.{aside}"
        )


@functools.lru_cache(maxsize=256)
def _in_play(pack: Pack, players: int) -> Cards:
    kinds = Cards(card for card in PACK if card.rank >= pack.lowest)
    return Cards(list(kinds) * pack.packs) - pack.removals.of(players)


def too_many(pack: Cards, cards: Cards) -> Iterator[str]:
    """What of some cards the pack does not have, or not so often."""
    if strange := cards.without(pack):
        yield f"{strange} not in the pack of this game"
    if extra := cards.only(pack) - pack:
        yield f"{extra} more often than the pack has it"


@runtime_checkable
class Chance(Protocol):
    """A source of chance: `random.Random`, `random.SystemRandom`, a NumPy generator."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...


def shuffled(cards: Cards, rng: Chance) -> tuple[Card, ...]:
    """The cards in random order.

    The shuffle is fixed, so that a seeded generator gives the same deal with every version
    of Python and on every machine: start from the sorted cards; for place i from the last
    down to the second, swap it with place ``int(rng.random() * (i + 1))``.

    Args:
        cards: What to shuffle.
        rng: Where chance comes from; only its method `random` is called.

    Raises:
        HeartsError: `rng` is no such source.
    """
    draw = getattr(rng, "random", None)
    if not callable(draw):
        raise HeartsError(
            f"rng must have a method random(), like random.Random; {shown(rng)} has none"
        )
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = int(_checked(draw()) * (place + 1))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _checked(number: object) -> float:
    if not isinstance(number, float) or not 0 <= number < 1:
        raise HeartsError(
            f"rng.random() must give a number from 0 up to, but not including, 1; "
            f"it gave {shown(number)}"
        )
    return float(number)


def dealt(
    order: Sequence[Card], players: int, dealer: int, kitty: int
) -> tuple[tuple[Cards, ...], tuple[Card, ...]]:
    """Deal cards one at a time, clockwise from the dealer's left.

    The kitty is laid aside when half of the rounds of the deal have been dealt, so that its
    cards are never the last, and the last card is the dealer's.

    Args:
        order: The pack from the first card dealt to the last.
        players: The number of seats.
        dealer: The seat that deals.
        kitty: How many cards are laid aside.

    Returns:
        The hands, seat 0 first, and the kitty.
    """
    half = (len(order) - kitty) // players // 2 * players
    rest = (*order[:half], *order[half + kitty :])
    hands = tuple(
        from_each(rest[(seat - dealer - 1) % players :: players]) for seat in range(players)
    )
    return hands, tuple(order[half : half + kitty])


ONE_PACK: Final = Pack()
"""The usual deck: one pack, all dealt."""
