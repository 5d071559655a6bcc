"""Gong Zhu, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, Seen, all_in, of_suit, some

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13_the_other_way
next_dealer = s.deal_moves_right
sides = s.all_alone
contracts = s.no_contracts
passes = s.no_passing
complete = s.one_from_each_the_other_way
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


SPECIAL = ["TC", "JD", "QS", "AH"]
WORTH = dict.fromkeys(["5H", "6H", "7H", "8H", "9H", "TH"], -10) | {
    "JD": 100,
    "JH": -20,
    "QH": -30,
    "KH": -40,
    "AH": -50,
    "QS": -100,
}


def charges(seen: Seen, seat: int) -> tuple[list[str], int]:
    """After the deal and before the opening lead, each player may expose any of 10♣, J♦, Q♠ and A♥
    by showing them
    """
    return [card for card in seen.hands[seat] if card in SPECIAL], 4


def leader(seen: Seen) -> int:
    """In the first round, the player with 2♠ leads any legal card to the first trick. In later
    rounds, whoever took Q♠ in the round before leads any legal card.
    """
    if seen.tricks:
        return s.last_taker(seen)
    if seen.number == 1:
        return next(seat for seat, hand in enumerate(seen.hands) if "2S" in hand)
    return next(seat for seat, pile in enumerate(seen.piles_before) if "QS" in pile)


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card. You may not play an exposed card the first
    time its suit is led, unless you have no other legal card. You may discard it. You may lead it
    if it is your only card of its suit.
    """
    exposed = seen.charged[seen.turn]

    def barred(card: str) -> bool:
        led = seen.trick[0][1] if seen.trick else card[1]
        alone = not seen.trick and len(of_suit(seen.hand, card[1])) == 1
        return card in exposed and card[1] == led and led not in seen.suits_led and not alone

    return some(s.follow(seen), lambda card: not barred(card))


def face_up(seen: Seen) -> list[list[str]]:
    """they stay in the hand. Players answer in any order, once each."""
    return s.charged_and_held(seen)


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 100 for taking J♦, −10 for each of 5♥ to 10♥, −20 for J♥, −30 for Q♥, −40 for K♥, −50
    for A♥ and −100 for Q♠.

    For that round, exposing 10♣, J♦ or Q♠ doubles what that card does; exposing A♥ doubles
    hearts.

    For a player who takes every heart, the points for Q♠ and 5♥ to A♥, doubled or not, change
    sign. Taking 10♣ multiplies the player's points for the round so far, good or bad, by 2 (by 4
    if exposed). Taken with none of J♦, Q♠ and hearts, it scores 50 (100 if exposed) instead.
    """
    exposed = [card for cards in seen.charged for card in cards]
    scored: list[int] = []
    for pile in piles(seen):
        total = 0
        for card in pile:
            doubled = ("AH" if card[1] == "H" else card) in exposed
            turned = card != "JD" and all_in(HEARTS, pile)
            total += WORTH.get(card, 0) * (2 if doubled else 1) * (-1 if turned else 1)
        if "TC" in pile:
            doubled = "TC" in exposed
            with_others = any(card in SPECIAL[1:3] or card[1] == "H" for card in pile)
            total = total * (4 if doubled else 2) if with_others else 100 if doubled else 50
        scored.append(total)
    return scored


def over(seen: Seen) -> bool:
    """The game ends after the round in which someone reaches or passes −1000 points."""
    return min(seen.scores) <= -1000
