"""Lóra, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import SUITS, Seen, all_in, cards_of, of_suit, tricks_of

PLAYERS = 4

pack = s.pack_of_32
deal = s.deal_8
next_dealer = s.five_in_a_row
sides = s.all_alone
passes = s.no_passing
charges = s.no_charges
leader = s.eldest_leads
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.lowest_wins


NAMES = ["Red", "Queens", "First last", "Tricks", "Red king"]
QUEENS = cards_of(SUITS, "Q")
ENDS = {"Red": of_suit(s.pack_of_32(), "H"), "Queens": QUEENS, "Red king": ["KH"]}


def contracts(seen: Seen) -> list[str]:
    """The contracts of the rounds come in this order: red, queens, first last, tricks, red king;
    then again.
    """
    return [NAMES[(seen.number - 1) % 5]]


def legal(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card.

    Red, red king: Hearts may not be led, unless you hold nothing else.
    """
    cards = s.follow(seen)
    if not seen.trick and seen.contract in {"Red", "Red king"}:
        return [card for card in cards if card[1] != "H"] or cards
    return cards


def finished(seen: Seen) -> bool:
    """Red, queens, red king: The round ends after the trick in which the last card that counts is
    played.
    """
    if seen.contract in ENDS and all_in(ENDS[seen.contract], seen.played):
        return True
    return not any(seen.hands)


def points(seen: Seen, _payment: str) -> list[int]:
    """Red: Score 1 for each heart taken.

    Queens: Score 2 for each queen taken.

    First last: Score 4 for the first trick and 4 for the last trick.

    Tricks: Score 1 for each trick.

    Red king: Score 8 for taking K♥.
    """
    scored: list[int] = []
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        scored.append(
            {
                "Red": len(of_suit(pile, "H")),
                "Queens": 2 * sum(card in QUEENS for card in pile),
                "First last": 4 * (seen.tricks[0] in tricks) + 4 * (seen.tricks[-1] in tricks),
                "Tricks": len(tricks),
                "Red king": 8 * ("KH" in pile),
            }[seen.contract]
        )
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 20 rounds."""
    return seen.number == 20
