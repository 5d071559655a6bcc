"""Kierki, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, SUITS, Seen, all_in, cards_of, of_suit, tricks_of

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
passes = s.no_passing
charges = s.no_charges
leader = s.eldest_leads
legal = s.follow
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.lowest_wins


NAMES = ["Tricks", "Hearts", "Queens", "Men", "King", "Seventh and last", "All"]
QUEENS, MEN = cards_of(SUITS, "Q"), cards_of(SUITS, "JK")
ENDS = {"Hearts": HEARTS, "Queens": QUEENS, "Men": MEN, "King": ["KH"]}


def contracts(seen: Seen) -> list[str]:
    """The contracts of the rounds come in this order: tricks, hearts, queens, men, king, seventh
    and last, all; then again.
    """
    return [NAMES[(seen.number - 1) % 7]]


def finished(seen: Seen) -> bool:
    """Hearts, queens, men, king: The round ends after the trick in which the last card that
    counts is played.
    """
    if seen.contract in ENDS and all_in(ENDS[seen.contract], seen.played):
        return True
    return not any(seen.hands)


def points(seen: Seen, _payment: str) -> list[int]:
    """Tricks, all: Score 1 for each trick.

    Hearts, all: Score 1 for each heart taken.

    Queens, all: Score 5 for each queen taken.

    Men, all: Score 2 for each jack or king taken.

    King, all: Score 18 for taking K♥.

    Seventh and last, all: Score 10 for the 7th trick and 10 for the last trick.
    """
    scored = [0] * seen.players
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        costs = {
            "Tricks": len(tricks),
            "Hearts": len(of_suit(pile, "H")),
            "Queens": 5 * sum(card in QUEENS for card in pile),
            "Men": 2 * sum(card in MEN for card in pile),
            "King": 18 * ("KH" in pile),
            "Seventh and last": 10 * (seen.tricks[6:7] != () and seen.tricks[6] in tricks)
            + 10 * (seen.tricks[-1] in tricks),
        }
        scored[seat] = sum(costs.values()) if seen.contract == "All" else costs[seen.contract]
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 7 rounds."""
    return seen.number == 7
