"""Greek Hearts, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import Seen, Way

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
charges = s.no_charges
leader = s.eldest_leads
legal = s.follow
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.queen_and_hearts
payments = s.no_choice
over = s.to_100
winners = s.lowest_wins


def passes(_number: int) -> list[Way]:
    """After the deal, each player passes cards before seeing any received: 3 right every round."""
    return [{3: 3}]


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 13 for taking Q♠ and 1 for each heart.

    The shooter's points so far are struck out; instead, everyone else scores 26 and three times 26
    comes off the shooter's score.
    """
    if shot := shooters(seen):
        return [-78 if seat in shot else 26 for seat in range(seen.players)]
    return s.counted(piles(seen), s.queen_13_hearts_1)
