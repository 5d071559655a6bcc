"""King, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import (
    HEARTS,
    SUITS,
    Seen,
    all_in,
    cards_of,
    highest,
    of_suit,
    some,
    tricks_of,
)

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
passes = s.no_passing
charges = s.no_charges
face_up = s.nothing_shown
complete = s.one_from_each
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


IN_ORDER = ["No tricks", "No hearts", "No queens", "No men", "King of hearts", "Last two"]
TRUMPS = {
    "Clubs as trumps": "C",
    "Diamonds as trumps": "D",
    "Spades as trumps": "S",
    "Hearts as trumps": "H",
    "No trumps": "",
}
COUNTED = {
    "No hearts": HEARTS,
    "No queens": cards_of(SUITS, "Q"),
    "No men": cards_of(SUITS, "JK"),
    "King of hearts": ["KH"],
}


def contracts(seen: Seen) -> list[str]:
    """Each round has a contract. There are 11 contracts. First come, one a round and in this order:
    no tricks, no hearts, no queens, no men, king of hearts and last two. After that, the dealer names
    one of the others after looking at their hand. Each player names one of these once: clubs as
    trumps, diamonds as trumps, spades as trumps, hearts as trumps and no trumps. A player takes the
    last one left without being asked.
    """
    return [IN_ORDER[seen.number - 1]] if seen.number <= len(IN_ORDER) else [*TRUMPS]


def leader(seen: Seen) -> int:
    """The dealer leads any legal card to the first trick."""
    return s.last_taker(seen) if seen.tricks else seen.dealer


def legal(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card.

    Hearts may not be led, unless you hold nothing else.

    Apply these rules in order; one that would leave you no card is waived.

    If you are void in the suit led, you must play K♥ if you can.
    """
    cards = s.follow(seen)
    if not seen.trick and seen.contract in {"No hearts", "King of hearts"}:
        return some(cards, lambda card: card[1] != "H")
    void = seen.trick and not of_suit(seen.hand, seen.trick[0][1])
    if seen.contract == "King of hearts" and void:
        return some(cards, lambda card: card == "KH")
    return cards


def taker(seen: Seen) -> int:
    """Aces are high.

    There are no trumps.

    The highest card of the suit led wins the trick, and its player leads to the next.

    Clubs are trumps.

    Diamonds are trumps.

    Spades are trumps.

    Hearts are trumps.

    The highest trump wins the trick, or the highest card of the suit led if there is none, and its
    player leads to the next.
    """
    trump = TRUMPS.get(seen.contract, "")
    best = highest(of_suit(seen.trick, trump) or of_suit(seen.trick, seen.trick[0][1]))
    return (seen.leader + seen.trick.index(best)) % seen.players


def finished(seen: Seen) -> bool:
    """The round ends after the trick in which the last heart is played.

    The round ends after the trick in which the last of Q♣, Q♦, Q♠ and Q♥ is played.

    The round ends after the trick in which the last of J♣, K♣, J♦, K♦, J♠, K♠, J♥ and K♥ is
    played.

    The round ends after the trick in which K♥ is played.
    """
    ends = COUNTED.get(seen.contract)
    return (ends is not None and all_in(ends, seen.played)) or not any(seen.hands)


def points(seen: Seen, _payment: str) -> list[int]:
    """No tricks: Score −20 for each trick.

    No hearts: Score −20 for each heart taken.

    No queens: Score −50 for each of Q♣, Q♦, Q♠ and Q♥ taken.

    No men: Score −30 for each of J♣, K♣, J♦, K♦, J♠, K♠, J♥ and K♥ taken.

    King of hearts: Score −160 for taking K♥.

    Last two: Score −90 for the last trick and −90 for the second-last trick.

    Clubs as trumps: Score 25 for each trick.

    Diamonds as trumps: Score 25 for each trick.

    Spades as trumps: Score 25 for each trick.

    Hearts as trumps: Score 25 for each trick.

    No trumps: Score 25 for each trick.
    """
    worth = {"No hearts": -20, "No queens": -50, "No men": -30, "King of hearts": -160}
    scored = [0] * seen.players
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        if seen.contract in worth:
            taken = sum(card in COUNTED[seen.contract] for card in pile)
            scored[seat] = worth[seen.contract] * taken
        elif seen.contract == "Last two":
            scored[seat] = -90 * sum(trick in tricks for trick in seen.tricks[-2:])
        else:
            scored[seat] = (-20 if seen.contract == "No tricks" else 25) * len(tricks)
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 10 rounds."""
    return seen.number == 10
