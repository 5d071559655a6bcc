"""Turkish King, for 4 players"""

from __future__ import annotations

from tests.blind import king
from tests.blind import sentences as s
from tests.blind.plain import (
    Seen,
    highest,
    of_suit,
    rank,
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
leader = king.leader
face_up = s.nothing_shown
complete = s.one_from_each
taker = king.taker
finished = king.finished
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


AVOIDED, PENALTIES = king.IN_ORDER, king.COUNTED
TRUMPS = {
    "Clubs as trumps": "C",
    "Diamonds as trumps": "D",
    "Spades as trumps": "S",
    "Hearts as trumps": "H",
}


def contracts(seen: Seen) -> list[str]:
    """The dealer names the contract of each round after looking at their hand. Each player names
    one of these three times: no tricks, no hearts, no queens, no men, king of hearts, last
    two. Each of them is named at most twice in a game. Each player names one of these
    twice: clubs, diamonds, spades or hearts as trumps.
    """
    every = [name for _, name in seen.named]
    mine = [name for dealer, name in seen.named if dealer == seen.dealer]
    avoided = sum(name in AVOIDED for name in mine)
    left = [name for name in AVOIDED if avoided < 3 and every.count(name) < 2]
    return left + [name for name in TRUMPS if len(mine) - avoided < 2]


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived.

    Follow suit if you can; if you are void in the suit led, play any card.

    Clubs, diamonds, spades or hearts as trumps: If you are void in the suit led, you must
    play a trump if you can.

    No hearts, king of hearts: Hearts may not be led until a heart has been played to an
    earlier trick, unless you hold nothing but hearts.

    No hearts, no queens, no men, king of hearts: You must play a card that costs points as
    soon as it is safe: when you are void in the suit led, or when a higher card of its suit
    is already in the trick.
    """
    cards, contract = s.follow(seen), seen.contract
    if not seen.trick:
        waits = contract in {"No hearts", "King of hearts"} and not of_suit(seen.played, "H")
        return some(cards, lambda card: card[1] != "H") if waits else cards
    led = seen.trick[0][1]
    void = not of_suit(seen.hand, led)
    if contract in TRUMPS and void:
        return some(cards, lambda card: card[1] == TRUMPS[contract])
    best = rank(highest(of_suit(seen.trick, led)))
    penalties = PENALTIES.get(contract, [])
    return some(cards, lambda card: card in penalties and (void or rank(card) < best))


def points(seen: Seen, _payment: str) -> list[int]:
    """No tricks: Score −50 for each trick.

    No hearts: Score −30 for each heart taken.

    No queens: Score −100 for each queen taken.

    No men: Score −60 for each jack or king taken.

    King of hearts: Score −320 for taking K♥.

    Last two: Score −180 for the last trick and −180 for the second-last trick.

    Clubs, diamonds, spades or hearts as trumps: Score 50 for each trick.
    """
    worth = {"No hearts": -30, "No queens": -100, "No men": -60, "King of hearts": -320}
    scored = [0] * seen.players
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        if seen.contract in worth:
            taken = sum(card in PENALTIES[seen.contract] for card in pile)
            scored[seat] = worth[seen.contract] * taken
        elif seen.contract == "Last two":
            scored[seat] = -180 * sum(trick in tricks for trick in seen.tricks[-2:])
        else:
            scored[seat] = (-50 if seen.contract == "No tricks" else 50) * len(tricks)
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 20 rounds."""
    return seen.number == 20
