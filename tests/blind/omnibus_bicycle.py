"""Omnibus Hearts (Bicycle), for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, Seen, some

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
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
over = s.to_100
winners = s.lowest_wins


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card. Hearts may not be led until a heart has
    been played to an earlier trick, unless you hold nothing but hearts. You may not play Q♠ or hearts
    to the first trick, unless you have no other legal card.
    """
    cards = s.follow_and_break_hearts(seen)
    return cards if seen.tricks else some(cards, lambda card: card != "QS" and card[1] != "H")


def shooters(seen: Seen) -> tuple[int, ...]:
    """A player who takes every penalty card (Q♠ and hearts) and 10♦ shoots the moon."""
    return s.taker_of_all(piles(seen), ["QS", "TD", *HEARTS])


def payments(seen: Seen) -> tuple[str, ...]:
    """instead, the shooter chooses: either everyone else scores 26, or 26 comes off the
    shooter's score.
    """
    return s.add_or_subtract(shooters(seen))


def points(seen: Seen, payment: str) -> list[int]:
    """Score 13 for taking Q♠, 1 for each heart and −10 for 10♦.

    The shooter's points so far are struck out
    """
    scored = s.counted(piles(seen), lambda card: s.queen_13_hearts_1(card) - 10 * (card == "TD"))
    return s.struck_out(scored, shooters(seen), payment, 26)
