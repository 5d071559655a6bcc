"""Golden Ten as its rules are printed, written by hand: a card is a colour and a number from 1 to 14."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

RookCard: TypeAlias = tuple[str, int]
COLOURS: Final = {"H": "red", "D": "yellow", "C": "green", "S": "black"}
PACK: Final = [(colour, number) for colour in COLOURS.values() for number in range(1, 15)]


def rook(card: str) -> RookCard:
    """A card of the library as the source names it: ``AH`` is the red 14."""
    return COLOURS[card[1]], 1 + "123456789TJQKA".index(card[0])


def left_over(players: int) -> int:
    """How many cards are left once everyone has as many as possible."""
    return len(PACK) % players


def may_play(hand: Sequence[RookCard], trick: Sequence[RookCard]) -> list[RookCard]:
    """Follow the colour led, or play anything."""
    following = [card for card in hand if trick and card[0] == trick[0][0]]
    return following or list(hand)


def winner(trick: Sequence[RookCard]) -> int:
    """The place of the highest card of the colour led."""
    return max(range(len(trick)), key=lambda at: (trick[at][0] == trick[0][0], trick[at][1]))


def points(taken: Sequence[RookCard]) -> int:
    """Each red 1, the 5 five, the 10 ten; the yellow 10 takes up to ten off them."""
    red = [number for colour, number in taken if colour == "red"]
    total = sum(number if number in (5, 10) else 1 for number in red)
    return max(0, total - 10) if ("yellow", 10) in taken else total


def scored(
    hands: Sequence[Sequence[RookCard]],
    rest: Sequence[RookCard],
    leader: int,
    plays: Sequence[RookCard],
) -> tuple[int, ...]:
    """The points of a round; every play must be one that may be made."""
    held: list[list[RookCard]] = [[*hand] for hand in hands]
    taken: list[list[RookCard]] = [[] for _ in hands]
    for first in range(0, len(plays), len(hands)):
        trick: list[RookCard] = []
        for at, card in enumerate(plays[first : first + len(hands)]):
            seat = (leader + at) % len(hands)
            assert card in may_play(held[seat], trick), (card, held[seat], trick)
            held[seat].remove(card)
            trick.append(card)
        leader = (leader + winner(trick)) % len(hands)
        taken[leader] += trick
        if first == 0:
            taken[leader] += rest
    assert not any(held)
    return tuple(map(points, taken))
