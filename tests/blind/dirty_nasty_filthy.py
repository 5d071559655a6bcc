"""Dirty Nasty Filthy Hearts, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, Seen, Way, some

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
payments = s.no_choice


def passes(_number: int) -> list[Way]:
    """Before the deal, the dealer says how each player passes 3 cards: split among the other
    players as the dealer likes, the same way for everyone; or to the middle (to be shuffled and
    dealt back).
    """
    ways = [
        {place: count for place, count in ((1, left), (2, across), (3, 3 - left - across)) if count}
        for left in range(4)
        for across in range(4 - left)
    ]
    return [*ways, {0: 3}]


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card. Hearts may not be led until a heart has
    been played to an earlier trick, unless you hold nothing but hearts. You may not play Q♣, Q♦, Q♠ or hearts
    to the first trick, unless you have no other legal card.
    """
    cards = s.follow_and_break_hearts(seen)
    return cards if seen.tricks else some(cards, lambda card: card[0] != "Q" and card[1] != "H")


def shooters(seen: Seen) -> tuple[int, ...]:
    """A player who takes every penalty card (Q♣, Q♦, Q♠ and hearts) and J♦ shoots the moon."""
    return s.taker_of_all(piles(seen), ["QC", "QD", "QS", "JD", *HEARTS])


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 26 for taking Q♠, 13 for each of Q♣, Q♦ and Q♥, 1 for each of 2♥ to J♥, K♥ and A♥ and
    −10 for J♦.

    The shooter's points so far are struck out
    """
    worth = dict.fromkeys(HEARTS, 1) | {"QS": 26, "QC": 13, "QD": 13, "QH": 13, "JD": -10}
    scored = s.counted(piles(seen), lambda card: worth.get(card, 0))
    return [0 if seat in shooters(seen) else point for seat, point in enumerate(scored)]


def over(seen: Seen) -> bool:
    """The game ends after the round in which someone reaches or passes 300 points.

    instead, the shooter wins the game at once.
    """
    return max(seen.scores) >= 300 or bool(shooters(seen))


def winners(seen: Seen) -> list[int]:
    """The lowest score wins; players who tie for it share the win."""
    return list(shooters(seen)) or s.lowest_wins(seen)
