"""Royal Hearts, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import Seen, Way, of_suit

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
charges = s.no_charges
leader = s.lowest_club_leads
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.lowest_wins


def passes(number: int) -> list[Way]:
    """After the deal, each player passes cards before seeing any received: 3 left in round 1,
    3 across in round 2 and 3 right in round 3; then again from the start.
    """
    return [[{1: 3}, {2: 3}, {3: 3}][(number - 1) % 3]]


def legal(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card. Hearts may not be
    led until Q♠ or a heart has been played to an earlier trick, unless you hold nothing but
    hearts.
    """
    if not seen.tricks and not seen.trick:
        return [s.lowest_club(seen)]
    cards = s.follow(seen)
    if seen.trick or of_suit(seen.played, "H") or "QS" in seen.played:
        return cards
    return [card for card in cards if card[1] != "H"] or cards


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 26 for taking Q♠, 1 for each heart and −10 for Q♦.

    For a player who takes Q♥, the points for hearts are doubled. For a player who takes Q♣, the
    points for Q♠ are cancelled.
    """
    return [
        26 * ("QS" in pile and "QC" not in pile)
        + len(of_suit(pile, "H")) * (2 if "QH" in pile else 1)
        - 10 * ("QD" in pile)
        for pile in piles(seen)
    ]


def over(seen: Seen) -> bool:
    """The game ends after the round in which someone passes 100 points."""
    return max(seen.scores) > 100
