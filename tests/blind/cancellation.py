"""Cancellation Hearts, for 8 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import Seen, highest, of_suit

PLAYERS = 8

deal = s.deal_13
next_dealer = s.deal_moves_left
contracts = s.no_contracts
passes = s.no_passing
charges = s.no_charges
legal = s.follow
face_up = s.nothing_shown
complete = s.one_from_each
finished = s.no_cards_left
shooters = s.no_moon
payments = s.no_choice
over = s.to_100
winners = s.lowest_wins


def pack() -> list[str]:
    """Two packs of 52 cards."""
    return s.pack_of_52() * 2


def sides() -> list[tuple[int, ...]]:
    """Everyone plays alone."""
    return [(seat,) for seat in range(PLAYERS)]


def leader(seen: Seen) -> int:
    """The player to the dealer's left leads any legal card to the first trick.

    If there is none, the cards stay on the table, the same player leads again
    """
    if not seen.tricks:
        return s.eldest_leads(seen)
    last = seen.tricks[-1]
    return last.leader if last.taker is None else last.taker


def taker(seen: Seen) -> int | None:
    """Aces are high. There are no trumps.

    Two equal cards in a trick cancel each other: they cannot win it, but they still count. The
    highest card of the suit led that is not cancelled wins the trick, and its player leads to
    the next.

    If nobody wins the last trick, its leader takes it, with any cards still on the table.
    """
    trick = seen.trick
    single = [card for card in of_suit(trick, trick[0][1]) if trick.count(card) == 1]
    if single:
        return (seen.leader + trick.index(highest(single))) % seen.players
    return None if any(seen.hands) else seen.leader


def piles(seen: Seen) -> list[list[str]]:
    """and the winner of the next trick takes them too."""
    taken: list[list[str]] = [[] for _ in range(seen.players)]
    waiting: list[str] = []
    for trick in seen.tricks:
        waiting.extend(trick.cards)
        if trick.taker is not None:
            taken[trick.taker].extend(waiting)
            waiting = []
    return taken


def points(seen: Seen, _payment: str) -> list[int]:
    """Score 13 for each Q♠ taken and 1 for each heart."""
    return s.counted(piles(seen), s.queen_13_hearts_1)
