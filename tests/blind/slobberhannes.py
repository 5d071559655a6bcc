"""Slobberhannes, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import Seen, tricks_of

PLAYERS = 4

pack = s.pack_of_32
deal = s.deal_8
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


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 1 for the first trick, 1 for the last trick, 1 for the trick with Q♣ and 1 more for all
    three.
    """
    scored: list[int] = []
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        three = [seen.tricks[0] in tricks, seen.tricks[-1] in tricks, "QC" in pile]
        scored.append(sum(three) + all(three))
    return scored


def over(seen: Seen) -> bool:
    """The game ends after the round in which someone reaches or passes 10 points."""
    return max(seen.scores) >= 10
