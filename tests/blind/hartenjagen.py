"""Hartenjagen, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import Seen, of_suit

PLAYERS = 4

pack = s.pack_of_32
deal = s.deal_8
next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
passes = s.left_right_across_none
charges = s.no_charges
leader = s.lowest_club_leads
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
winners = s.lowest_wins


def legal(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card."""
    if not seen.tricks and not seen.trick:
        return [s.lowest_club(seen)]
    return s.follow(seen)


def shooters(seen: Seen) -> tuple[int, ...]:
    """A player who takes every penalty card (J♣, Q♠ and hearts) shoots the moon."""
    return s.taker_of_all(piles(seen), ["JC", "QS", *of_suit(pack(), "H")])


def payments(seen: Seen) -> tuple[str, ...]:
    """instead, the shooter chooses: either everyone else scores 15, or 15 comes off the
    shooter's score.
    """
    return s.add_or_subtract(shooters(seen))


def points(seen: Seen, payment: str) -> list[int]:
    """Score 5 for taking Q♠, 2 for J♣ and 1 for each heart.

    The shooter's points so far are struck out
    """
    worth = {"QS": 5, "JC": 2}
    scored = s.counted(piles(seen), lambda card: worth.get(card, int(card[1] == "H")))
    return s.struck_out(scored, shooters(seen), payment, 15)


def over(seen: Seen) -> bool:
    """The game ends after the round in which someone reaches or passes 50 points."""
    return max(seen.scores) >= 50
