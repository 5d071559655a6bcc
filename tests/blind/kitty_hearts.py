"""Kitty Hearts, for 4 players"""

from __future__ import annotations

from collections.abc import Sequence

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, Seen, left_of, round_the_table

PLAYERS = 4

pack = s.pack_of_52
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
over = s.to_100
winners = s.lowest_wins


def deal(order: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """Deal 12 cards to each player, one at a time, clockwise from the dealer's left. Halfway
    through the deal, set 4 cards aside face down as the kitty.
    """
    first, rest = round_the_table(order, left_of(dealer, PLAYERS), PLAYERS, 6)
    second, _ = round_the_table(rest[4:], left_of(dealer, PLAYERS), PLAYERS, 6)
    return [one + two for one, two in zip(first, second, strict=True)], rest[:4]


def piles(seen: Seen) -> list[list[str]]:
    """Whoever takes the first trick with a penalty card (Q♠ or hearts), or the last trick if there
    is none, also takes the kitty and may look at it; its cards count with the tricks taken.
    """
    taken = s.tricks_taken(seen)
    takers = [
        trick.taker
        for trick in seen.tricks
        if any(card == "QS" or card[1] == "H" for card in trick.cards)
    ]
    if not takers and not any(seen.hands):
        takers = [seen.tricks[-1].taker]
    if takers and takers[0] is not None:
        taken[takers[0]].extend(seen.kitty)
    return taken


def shooters(seen: Seen) -> tuple[int, ...]:
    """A player who takes every penalty card (Q♠ and hearts) shoots the moon."""
    return s.taker_of_all(piles(seen), ["QS", *HEARTS])


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
