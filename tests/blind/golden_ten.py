"""Golden Ten, for 4 players"""

from __future__ import annotations

from collections.abc import Sequence

from tests.blind import sentences as s
from tests.blind.plain import SUITS, Seen, cards_of, left_of, of_suit, round_the_table

PLAYERS = 4

next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
passes = s.no_passing
charges = s.no_charges
leader = s.eldest_leads
legal = s.follow
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.lowest_wins


def pack() -> list[str]:
    """One pack of 56 cards, 1 to ace in each suit."""
    return cards_of(SUITS, "123456789TJQKA")


def deal(order: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """Deal 14 cards to each player, one at a time, clockwise from the dealer's left."""
    return round_the_table(order, left_of(dealer, PLAYERS), PLAYERS, 14)


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 10 for taking 10♥, 5 for 5♥, 1 for each of 1♥ to 4♥, 6♥ to 9♥ and J♥ to A♥ and
    −10 for 10♦.

    A score for the round that is below 0 at this point is raised to 0.
    """
    worth = dict.fromkeys(of_suit(pack(), "H"), 1) | {"TH": 10, "5H": 5, "TD": -10}
    return [max(0, cost) for cost in s.counted(piles(seen), lambda card: worth.get(card, 0))]


def over(seen: Seen) -> bool:
    """The game ends after 6 rounds."""
    return seen.number == 6
