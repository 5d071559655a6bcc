"""Partnership Hearts, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, Seen, all_in

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
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


def sides() -> list[tuple[int, ...]]:
    """Players opposite each other are partners. They pool their tricks and share one score."""
    return [(0, 2), (1, 3)]


def shooters(seen: Seen) -> tuple[int, ...]:
    """A side that takes every penalty card (Q♠ and hearts) shoots the moon."""
    piles_now = piles(seen)
    for side in sides():
        if all_in(["QS", *HEARTS], [card for seat in side for card in piles_now[seat]]):
            return side
    return ()


def payments(seen: Seen) -> tuple[str, ...]:
    """instead, one of the partners chooses: either the other side scores 26, or 26 comes off the
    shooter's score.
    """
    return s.add_or_subtract(shooters(seen))


def points(seen: Seen, payment: str) -> list[int]:
    """Score 13 for taking Q♠ and 1 for each heart.

    The shooter's points so far are struck out
    """
    # each partner is given what the side scores
    alone = s.counted(piles(seen), s.queen_13_hearts_1)
    pooled = [alone[seat] + alone[(seat + 2) % 4] for seat in range(4)]
    return s.struck_out(pooled, shooters(seen), payment, 26)


def over(seen: Seen) -> bool:
    """The game ends after the round in which a side reaches or passes 100 points."""
    return max(seen.scores) >= 100


def winners(seen: Seen) -> list[int]:
    """The side with the lowest score wins; sides that tie for it share the win."""
    return [seat for seat, score in enumerate(seen.scores) if score == min(seen.scores)]
