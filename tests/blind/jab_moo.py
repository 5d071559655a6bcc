"""Jab Moo, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, Seen, all_in, of_suit

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
passes = s.no_passing
charges = s.no_charges
leader = s.lowest_club_leads
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


SPECIAL = ["TC", "JD", "QS", *HEARTS]
WORTH = {card: -2 - place for place, card in enumerate(HEARTS)} | {
    "JD": 100,
    "JH": -20,
    "QH": -30,
    "KH": -40,
    "AH": -50,
    "QS": -100,
}


def legal(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card."""
    if not seen.tricks and not seen.trick:
        return [s.lowest_club(seen)]
    return s.follow(seen)


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 100 for taking J♦, −2 for 2♥, −3 for 3♥, −4 for 4♥, −5 for 5♥, −6 for 6♥, −7 for 7♥, −8
    for 8♥, −9 for 9♥, −10 for 10♥, −20 for J♥, −30 for Q♥, −40 for K♥, −50 for A♥ and −100 for
    Q♠.

    For a player who takes every heart, the points for hearts change sign. For a player who takes
    all of 10♣, J♦, Q♠ and hearts, the points for Q♠ change sign. Taking 10♣ multiplies the
    player's points for the round so far, good or bad, by 2. Taken with none of J♦, Q♠ and
    hearts, it scores 50 instead. A player who takes none of 10♣, J♦, Q♠ and hearts scores −50.
    """
    scored: list[int] = []
    for pile in piles(seen):
        special = [card for card in pile if card in SPECIAL]
        hearts = sum(WORTH[card] for card in of_suit(pile, "H"))
        queen = WORTH["QS"] * ("QS" in pile)
        total = (-hearts if all_in(HEARTS, pile) else hearts) + WORTH["JD"] * ("JD" in pile)
        total += -queen if all_in(SPECIAL, pile) else queen
        if "TC" in pile:
            total = 50 if special == ["TC"] else 2 * total
        scored.append(total if special else -50)
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 4 rounds."""
    return seen.number == 4
