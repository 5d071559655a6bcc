"""Barbu, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import SUITS, Seen, all_in, cards_of, of_suit, tricks_of

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.five_in_a_row
sides = s.all_alone
passes = s.no_passing
charges = s.no_charges
leader = s.dealer_leads
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


NAMES = ["No tricks", "No hearts", "No queens", "King of hearts", "Last two"]
QUEENS = cards_of(SUITS, "Q")


def contracts(seen: Seen) -> list[str]:
    """The dealer names the contract of each round after looking at their hand. Each player names
    each of these once: no tricks, no hearts, no queens, king of hearts, last two.
    """
    return [name for name in NAMES if (seen.dealer, name) not in seen.named]


def legal(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card.

    No hearts, king of hearts: Hearts may not be led, unless you hold nothing else.
    """
    cards = s.follow(seen)
    if not seen.trick and seen.contract in {"No hearts", "King of hearts"}:
        return [card for card in cards if card[1] != "H"] or cards
    return cards


def finished(seen: Seen) -> bool:
    """No queens, king of hearts: The round ends after the trick in which the last card that
    counts is played.
    """
    ends = {"No queens": QUEENS, "King of hearts": ["KH"]}.get(seen.contract)
    return all_in(ends, seen.played) if ends else not any(seen.hands)


def points(seen: Seen, _payment: str) -> list[int]:
    """No tricks: Score −2 for each trick.

    No hearts: Score −2 for each of 2♥ to K♥ taken and −6 for A♥.

    No queens: Score −6 for each queen taken.

    King of hearts: Score −20 for taking K♥.

    Last two: Score −20 for the last trick and −10 for the second-last trick.
    """
    scored = [0] * seen.players
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        scored[seat] = {
            "No tricks": -2 * len(tricks),
            "No hearts": -2 * len(of_suit(pile, "H")) - 4 * ("AH" in pile),
            "No queens": -6 * sum(card in QUEENS for card in pile),
            "King of hearts": -20 * ("KH" in pile),
            "Last two": -20 * (seen.tricks[-1] in tricks)
            - 10 * (seen.tricks[-2:-1] != () and seen.tricks[-2] in tricks),
        }[seen.contract]
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 20 rounds."""
    return seen.number == 20
