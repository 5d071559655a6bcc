"""Leekha, for 4 players"""

from __future__ import annotations

from tests.blind import partnership_individual
from tests.blind import sentences as s
from tests.blind.plain import Seen, Way, next_of

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13_the_other_way
sides = partnership_individual.sides
contracts = s.no_contracts
charges = s.no_charges
face_up = s.nothing_shown
complete = s.one_from_each_the_other_way
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice


def next_dealer(seen: Seen) -> int:
    """Anyone may deal first. Whoever took Q♠ deals the next round; if nobody did, the deal moves to
    the right.
    """
    return next(seat for seat, pile in enumerate(piles(seen)) if "QS" in pile)


def passes(_number: int) -> list[Way]:
    """After the deal, each player passes cards before seeing any received: 3 right every round."""
    return [{next_of(0, 4): 3}]


def leader(seen: Seen) -> int:
    """The player to the dealer's right leads any legal card to the first trick."""
    return s.last_taker(seen) if seen.tricks else next_of(seen.dealer, 4)


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card. If you are void in the suit led, you must
    play one of 10♦ and Q♠ if you can.
    """
    cards = s.follow(seen)
    if not seen.trick or any(card[1] == seen.trick[0][1] for card in cards):
        return cards
    return [card for card in cards if card in {"TD", "QS"}] or cards


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 13 for taking Q♠, 10 for 10♦ and 1 for each heart."""
    worth = {"QS": 13, "TD": 10}
    return s.counted(piles(seen), lambda card: worth.get(card, int(card[1] == "H")))


def over(seen: Seen) -> bool:
    """The game ends after the round in which a player reaches or passes 101 points."""
    return max(seen.scores) >= 101


def winners(seen: Seen) -> list[int]:
    """The side with the lowest total wins; sides that tie for it share the win. Sides with a player
    who has 101 points or more then share the last place; if that is everyone, the game is a tie.
    """
    reached = [side for side in sides() if any(seen.scores[seat] >= 101 for seat in side)]
    if len(reached) == 2:
        return [0, 1, 2, 3]
    ahead = [side for side in sides() if side not in reached]
    lowest = min(sum(seen.scores[seat] for seat in side) for side in ahead)
    won = [side for side in ahead if sum(seen.scores[seat] for seat in side) == lowest]
    return sorted(seat for side in won for seat in side)
