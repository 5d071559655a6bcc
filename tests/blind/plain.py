"""Cards and tricks as plain data, for the interpreters of the printed rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

RANKS = "23456789TJQKA"
SUITS = "CDSH"

Way = dict[int, int]
"""How cards are passed: how many to the player so many places to the left, 0 for the middle."""


class Trick(NamedTuple):
    """A complete trick: its leader, its cards in order, and who took it."""

    leader: int
    cards: tuple[str, ...]
    taker: int | None


class Seen(NamedTuple):
    """A round as somebody who walks around the table sees it.

    `scores` are those before the round; once it has been scored, those after it.  `hands` are
    what is left in them, `kitty` what was dealt to it, `piles_before` the piles of the round
    before.  `number` counts the rounds from 1.  `named` has the dealer and the contract of each
    earlier round.
    """

    players: int
    dealer: int
    number: int
    scores: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...] = ()
    charged: tuple[tuple[str, ...], ...] = ()
    contract: str = ""
    named: tuple[tuple[int, str], ...] = ()
    piles_before: tuple[tuple[str, ...], ...] = ()
    tricks: tuple[Trick, ...] = ()
    leader: int = 0
    trick: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.trick)) % self.players

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand of that seat."""
        return self.hands[self.turn]

    @property
    def played(self) -> list[str]:
        """The cards of the earlier tricks."""
        return [card for trick in self.tricks for card in trick.cards]

    @property
    def suits_led(self) -> list[str]:
        """The suits led to the earlier tricks."""
        return [trick.cards[0][1] for trick in self.tricks]


class Reading(Protocol):
    """What an interpreter says of its game; each function quotes the sentences it comes from."""

    @property
    def __name__(self) -> str: ...

    @property
    def PLAYERS(self) -> int: ...  # noqa: N802 - a constant of a module

    @property
    def pack(self) -> Callable[[], list[str]]:
        """The pack."""
        ...

    @property
    def deal(self) -> Callable[[Sequence[str], int], tuple[list[list[str]], list[str]]]:
        """The hands and the kitty, from the pack in its order and the dealer."""
        ...

    @property
    def next_dealer(self) -> Callable[[Seen], int]:
        """Who deals the next round."""
        ...

    @property
    def sides(self) -> Callable[[], list[tuple[int, ...]]]:
        """The seats of each side."""
        ...

    @property
    def contracts(self) -> Callable[[Seen], list[str]]:
        """The contracts that the dealer may name, or the one in force; none if there are none."""
        ...

    @property
    def passes(self) -> Callable[[int], list[Way]]:
        """How cards may be passed in a round: several ways if the dealer calls."""
        ...

    @property
    def charges(self) -> Callable[[Seen, int], tuple[list[str], int]]:
        """The cards that a seat may charge, and how many of them at most."""
        ...

    @property
    def leader(self) -> Callable[[Seen], int]:
        """Who leads to the next trick."""
        ...

    @property
    def legal(self) -> Callable[[Seen], list[str]]:
        """The cards that the seat whose turn it is may play."""
        ...

    @property
    def face_up(self) -> Callable[[Seen], list[list[str]]]:
        """The cards that each seat holds and everyone sees."""
        ...

    @property
    def complete(self) -> Callable[[Seen], bool]:
        """Whether the trick is complete."""
        ...

    @property
    def taker(self) -> Callable[[Seen], int | None]:
        """Who takes the complete trick; None if nobody does."""
        ...

    @property
    def finished(self) -> Callable[[Seen], bool]:
        """Whether the round has ended."""
        ...

    @property
    def piles(self) -> Callable[[Seen], list[list[str]]]:
        """The cards that each seat has taken."""
        ...

    @property
    def shooters(self) -> Callable[[Seen], tuple[int, ...]]:
        """The seats of the player or side that shot the moon."""
        ...

    @property
    def payments(self) -> Callable[[Seen], tuple[str, ...]]:
        """The payments among which the shooter chooses: add, subtract."""
        ...

    @property
    def points(self) -> Callable[[Seen, str], list[int]]:
        """What each seat scores for the round, with the payment chosen."""
        ...

    @property
    def over(self) -> Callable[[Seen], bool]:
        """Whether the game has ended after this round."""
        ...

    @property
    def winners(self) -> Callable[[Seen], list[int]]:
        """The seats that win the game that has ended."""
        ...


def cards_of(suits: str, ranks: str) -> list[str]:
    """The cards of some suits and ranks: "QS", "TD"."""
    return [rank + suit for suit in suits for rank in ranks]


HEARTS = cards_of("H", RANKS)


def of_suit(cards: Iterable[str], suit: str) -> list[str]:
    """The cards of a suit."""
    return [card for card in cards if card[1] == suit]


def rank(card: str) -> int:
    """The place of a card in its suit, the ace highest."""
    return f"1{RANKS}".index(card[0])


def highest(cards: Iterable[str]) -> str:
    """The highest of some cards of one suit."""
    return max(cards, key=rank)


def some(cards: Sequence[str], keep: Callable[[str], bool]) -> list[str]:
    """The cards that are kept, or all of them if none is."""
    return [card for card in cards if keep(card)] or list(cards)


def left_of(seat: int, players: int) -> int:
    """The seat at the left of a seat."""
    return (seat + 1) % players


def next_of(seat: int, players: int) -> int:
    """The seat that plays after a seat: at its right, where play goes counterclockwise."""
    return (seat + 1) % players


def round_the_table(
    order: Sequence[str], first: int, players: int, each: int
) -> tuple[list[list[str]], list[str]]:
    """Cards dealt one at a time from a seat on, so many to each, and what is left over."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for place in range(players * each):
        hands[(first + place) % players].append(order[place])
    return hands, list(order[players * each :])


def tricks_of(seen: Seen, seat: int) -> list[Trick]:
    """The tricks that a seat has taken."""
    return [trick for trick in seen.tricks if trick.taker == seat]


def all_in(cards: Iterable[str], pile: Collection[str]) -> bool:
    """Whether a pile has all these cards."""
    return all(card in pile for card in cards)
