"""Super Hearts, for 4 players"""

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
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


def points(seen: Seen, _payment: str) -> list[int]:
    """Score −1 for each heart taken and −7 for Q♠.

    Nobody pays for cards as such: the winner of the round is whoever lost the least, and each of
    the others pays the winner the difference between what the two of them lost. A player who lost
    nothing takes no part; if only one player is left, nothing is paid. Several winners divide
    what the others pay; counters that cannot be divided stay in the pool for the next winners. Counters still in the pool at the end of the game are nobody's.
    """
    lost = s.counted(piles(seen), lambda card: 7 if card == "QS" else int(card[1] == "H"))
    least = min(filter(None, lost))
    scored = [least - cost if cost else 0 for cost in lost]
    if sum(cost > 0 for cost in lost) == 1:
        return scored
    pool = -sum(scored) - sum(seen.scores)
    share = pool // lost.count(least)
    return [share if cost == least else paid for cost, paid in zip(lost, scored, strict=True)]


def over(seen: Seen) -> bool:
    """The game ends after 12 rounds."""
    return seen.number == 12
