"""American Hearts, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import Seen

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
passes = s.left_right_across_none
charges = s.no_charges
leader = s.lowest_club_leads
legal = s.follow_and_break_hearts
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.queen_and_hearts
over = s.to_100
winners = s.lowest_wins


def payments(seen: Seen) -> tuple[str, ...]:
    """instead, the shooter chooses: either everyone else scores 26, or 26 comes off the
    shooter's score.
    """
    return s.add_or_subtract(shooters(seen))


def points(seen: Seen, payment: str) -> list[int]:
    """Score 13 for taking Q♠ and 1 for each heart.

    The shooter's points so far are struck out
    """
    scored = s.counted(piles(seen), s.queen_13_hearts_1)
    return s.struck_out(scored, shooters(seen), payment, 26)
