"""Turkish King, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import HEARTS, SUITS, Seen, all_in, cards_of, of_suit, rank, some, tricks_of

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13_the_other_way
next_dealer = s.deal_moves_right
sides = s.all_alone
passes = s.no_passing
charges = s.no_charges
leader = s.dealer_leads
face_up = s.nothing_shown
complete = s.one_from_each_the_other_way
taker = s.contract_names_trumps
piles = s.tricks_taken
shooters = s.no_moon
payments = s.no_choice
winners = s.highest_score_wins


AVOIDED = ["No tricks", "No hearts", "No queens", "No men", "King of hearts", "Last two"]
TRUMPS = ["Clubs as trumps", "Diamonds as trumps", "Spades as trumps", "Hearts as trumps"]
QUEENS, MEN = cards_of(SUITS, "Q"), cards_of(SUITS, "JK")
COSTS = {"No hearts": HEARTS, "No queens": QUEENS, "No men": MEN, "King of hearts": ["KH"]}


def contracts(seen: Seen) -> list[str]:
    """The dealer names the contract of each round after looking at their hand. Each player names
    one of these three times, the same one again or another: no tricks, no hearts, no queens, no
    men, king of hearts, last two. Each of them is named at most twice in a game. Each player names
    one of these twice, the same one again or another: clubs, diamonds, spades or hearts as trumps.
    """
    by_all = [name for _, name in seen.named]
    own = [name for dealer, name in seen.named if dealer == seen.dealer]
    avoided = [name for name in AVOIDED if by_all.count(name) < 2]
    return [
        *(avoided if sum(name in AVOIDED for name in own) < 3 else []),
        *(TRUMPS if sum(name in TRUMPS for name in own) < 2 else []),
    ]


def heart_discarded(seen: Seen) -> bool:
    """Whether somebody void in the suit led has played a heart to an earlier trick."""
    return any(trick.cards[0][1] != "H" and of_suit(trick.cards, "H") for trick in seen.tricks)


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card.

    Clubs, diamonds, spades or hearts as trumps: If you are void in the suit led, you must play a
    trump if you can.

    No hearts, king of hearts: Hearts may not be led until a heart has been discarded to an
    earlier trick, unless you hold nothing but hearts.

    No hearts, no queens, no men, king of hearts: You must play a card that costs points as soon
    as it is safe: when you are void in the suit led, or when a higher card of its suit is already
    in the trick.
    """
    cards = s.follow(seen)
    if not seen.trick:
        if seen.contract in {"No hearts", "King of hearts"} and not heart_discarded(seen):
            return some(cards, lambda card: card[1] != "H")
        return cards
    led = seen.trick[0][1]
    void = cards[0][1] != led
    trump = s.suit_of_contract(seen)
    if trump:
        return some(cards, lambda card: card[1] == trump) if void else cards
    top = max(map(rank, of_suit(seen.trick, led)))
    costs = COSTS.get(seen.contract, [])
    return some(cards, lambda card: card in costs and (void or rank(card) < top))


def finished(seen: Seen) -> bool:
    """No hearts, no queens, no men, king of hearts: The round ends after the trick in which the
    last card that counts is played.
    """
    if seen.contract in COSTS and all_in(COSTS[seen.contract], seen.played):
        return True
    return not any(seen.hands)


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
    scored: list[int] = []
    for seat, pile in enumerate(piles(seen)):
        tricks = tricks_of(seen, seat)
        if seen.contract in COSTS:
            taken = sum(card in COSTS[seen.contract] for card in pile)
            scored.append(worth[seen.contract] * taken)
        elif seen.contract == "Last two":
            scored.append(-180 * sum(trick in tricks for trick in seen.tricks[-2:]))
        else:
            scored.append((-50 if seen.contract == "No tricks" else 50) * len(tricks))
    return scored


def over(seen: Seen) -> bool:
    """The game ends after 20 rounds."""
    return seen.number == 20
