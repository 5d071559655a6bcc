"""King, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, SUITS, Seen, all_in, cards_of, some, tricks_of

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
passes = s.no_passing
charges = s.no_charges
leader = s.dealer_leads
face_up = s.nothing_shown
complete = s.one_from_each
taker = s.contract_names_trumps
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


FIRST = ["No tricks", "No hearts", "No queens", "No men", "King of hearts", "Last two"]
TRUMPS = ["Clubs as trumps", "Diamonds as trumps", "Spades as trumps", "Hearts as trumps"]
NAMED = [*TRUMPS, "No trumps"]
QUEENS, MEN = cards_of(SUITS, "Q"), cards_of(SUITS, "JK")
COUNT = {"No hearts": HEARTS, "No queens": QUEENS, "No men": MEN, "King of hearts": ["KH"]}


def contracts(seen: Seen) -> list[str]:
    """These contracts come first, one a round, in this order: no tricks, no hearts, no queens, no
    men, king of hearts, last two. After that, the dealer names the contract after looking at
    their hand. Each player names one of these once, perhaps one that another has named: clubs,
    diamonds, spades or hearts as trumps, no trumps.
    """
    if seen.number <= len(FIRST):
        return [FIRST[seen.number - 1]]
    has_named = [name for dealer, name in seen.named if dealer == seen.dealer and name in NAMED]
    return [] if has_named else NAMED


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card.

    No hearts, king of hearts: Hearts may not be led, unless you hold nothing else.

    King of hearts: If you are void in the suit led, you must play K♥ if you can.
    """
    cards = s.follow(seen)
    if not seen.trick:
        if seen.contract in {"No hearts", "King of hearts"}:
            return some(cards, lambda card: card[1] != "H")
        return cards
    void = cards[0][1] != seen.trick[0][1]
    if void and seen.contract == "King of hearts":
        return some(cards, lambda card: card == "KH")
    return cards


def finished(seen: Seen) -> bool:
    """No hearts, no queens, no men, king of hearts: The round ends after the trick in which the
    last card that counts is played.
    """
    if seen.contract in COUNT and all_in(COUNT[seen.contract], seen.played):
        return True
    return not any(seen.hands)


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
    scored: list[int] = []
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        if seen.contract in COUNT:
            taken = sum(card in COUNT[seen.contract] for card in pile)
            scored.append(worth[seen.contract] * taken)
        elif seen.contract == "Last two":
            scored.append(-90 * sum(trick in tricks for trick in seen.tricks[-2:]))
        else:
            scored.append((-20 if seen.contract == "No tricks" else 25) * len(tricks))
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 10 rounds."""
    return seen.number == 10
