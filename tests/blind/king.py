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
    """These contracts come first, one a round, in this order: no tricks, no hearts, no queens, no
    men, king of hearts, last two. After that, the dealer names the contract after looking
    at their hand. Each player names one of these once: clubs, diamonds, spades or hearts
    as trumps, no trumps.
    """
    return [IN_ORDER[seen.number - 1]] if seen.number <= len(IN_ORDER) else [*TRUMPS]


def leader(seen: Seen) -> int:
    """The dealer leads any legal card to the first trick."""
    return s.last_taker(seen) if seen.tricks else seen.dealer


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived.

    Follow suit if you can; if you are void in the suit led, play any card.

    No hearts, king of hearts: Hearts may not be led, unless you hold nothing else.

    King of hearts: If you are void in the suit led, you must play K♥ if you can.
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

    All contracts but clubs, diamonds, spades or hearts as trumps: There are no trumps.

    The highest card of the suit led wins the trick, and its player leads to the next.

    Clubs, diamonds, spades or hearts as trumps: The suit of the contract is trump. The
    highest trump in a trick wins it instead.
    """
    trump = TRUMPS.get(seen.contract, "")
    best = highest(of_suit(seen.trick, trump) or of_suit(seen.trick, seen.trick[0][1]))
    return (seen.leader + seen.trick.index(best)) % seen.players


def finished(seen: Seen) -> bool:
    """No hearts, no queens, no men, king of hearts: The round ends after the trick in which the
    last card that counts is played.
    """
    ends = COUNTED.get(seen.contract)
    return (ends is not None and all_in(ends, seen.played)) or not any(seen.hands)


def points(seen: Seen, _payment: str) -> list[int]:
    """No tricks: Score −20 for each trick.

    No hearts: Score −20 for each heart taken.

    No queens: Score −50 for each queen taken.

    No men: Score −30 for each jack or king taken.

    King of hearts: Score −160 for taking K♥.

    Last two: Score −90 for the last trick and −90 for the second-last trick.

    Clubs, diamonds, spades or hearts as trumps, no trumps: Score 25 for each trick.
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
