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
    """Each round has a contract. There are 7 contracts, which come round in this order."""
    return [NAMES[(seen.number - 1) % 7]]


def finished(seen: Seen) -> bool:
    """The round ends after the trick in which the last heart is played.

    The round ends after the trick in which the last of Q♣, Q♦, Q♠ and Q♥ is played.

    The round ends after the trick in which the last of J♣, K♣, J♦, K♦, J♠, K♠, J♥ and K♥ is
    played.

    The round ends after the trick in which K♥ is played.

    All tricks are played, since the tricks themselves count.
    """
    if seen.contract in ENDS and all_in(ENDS[seen.contract], seen.played):
        return True
    return not any(seen.hands)


def points(seen: Seen, _payment: str) -> list[int]:
    """Tricks: Score 1 for each trick.

    Hearts: Score 1 for each heart taken.

    Queens: Score 5 for each of Q♣, Q♦, Q♠ and Q♥ taken.

    Men: Score 2 for each of J♣, K♣, J♦, K♦, J♠, K♠, J♥ and K♥ taken.

    King: Score 18 for taking K♥.

    Seventh and last: Score 10 for the 7th trick and 10 for the last trick.

    All: Score 1 for each trick. Score 1 for each heart taken. Score 5 for each of Q♣, Q♦, Q♠ and
    Q♥ taken. Score 2 for each of J♣, K♣, J♦, K♦, J♠, K♠, J♥ and K♥ taken. Score 18 for taking
    K♥. Score 10 for the 7th trick and 10 for the last trick.
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
