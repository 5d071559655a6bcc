"""Chase the Lady, for 4 players"""

from __future__ import annotations

from collections.abc import Sequence

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, Seen, of_suit, some

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
passes = s.left_right_across_none
charges = s.no_charges
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.queen_and_hearts
over = s.to_100
winners = s.lowest_wins


def leader(seen: Seen) -> int:
    """The player with 2♠ leads it to the first trick."""
    if seen.tricks:
        return s.last_taker(seen)
    return next(seat for seat, hand in enumerate(seen.hands) if "2S" in hand)


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card. If you are void in the suit led, discard
    Q♠ or hearts only if you hold nothing else, and Q♠ before hearts. The winner of a trick leads
    the suit of the last card played to it, if possible.
    """
    hand = seen.hand
    if seen.trick:
        void = not of_suit(hand, seen.trick[0][1])
        cards = s.follow(seen)
        if void and not some_other(hand):
            return ["QS"] if "QS" in hand else cards
        return some(cards, lambda card: card != "QS" and card[1] != "H") if void else cards
    if not seen.tricks:
        return ["2S"]
    return of_suit(hand, seen.tricks[-1].cards[-1][1]) or list(hand)


def some_other(hand: Sequence[str]) -> bool:
    """Whether a hand has a card that is neither Q♠ nor a heart."""
    return any(card != "QS" and card[1] != "H" for card in hand)


def face_up(seen: Seen) -> list[list[str]]:
    """If you discard a heart because you hold nothing but hearts, show the rest of your hand to
    everyone and keep it face up.
    """
    shown: list[list[str]] = [[] for _ in seen.hands]
    later = [set(hand) for hand in seen.hands]
    # from the last card back, so that `later` is what the seat held when it played
    for leader, cards in [
        (seen.leader, seen.trick),
        *((trick.leader, trick.cards) for trick in reversed(seen.tricks)),
    ]:
        for place, card in reversed(list(enumerate(cards))):
            seat = (leader + place) % seen.players
            later[seat].add(card)
            discarded = card[1] == "H" != cards[0][1]
            if discarded and all(other[1] == "H" for other in later[seat]):
                shown[seat] = list(seen.hands[seat])
    return shown


def payments(seen: Seen) -> tuple[str, ...]:
    """instead, the shooter chooses: either everyone else scores 38, or 38 comes off the
    shooter's score.
    """
    return s.add_or_subtract(shooters(seen))


def points(seen: Seen, payment: str) -> list[int]:
    """Score 15 for taking Q♠, 5 for A♥, 4 for K♥, 3 for Q♥, 2 for J♥ and 1 for each of 2♥ to 10♥.

    The shooter's points so far are struck out
    """
    worth = dict.fromkeys(HEARTS, 1) | {"QS": 15, "AH": 5, "KH": 4, "QH": 3, "JH": 2}
    scored = s.counted(piles(seen), lambda card: worth.get(card, 0))
    return s.struck_out(scored, shooters(seen), payment, 38)
