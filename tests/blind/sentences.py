"""Sentences that several of the printed rulebooks have word for word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.blind.plain import (
    HEARTS,
    RANKS,
    SUITS,
    Seen,
    Way,
    all_in,
    cards_of,
    highest,
    left_of,
    next_of,
    of_suit,
    rank,
    round_the_table,
    tricks_of,
)


def pack_of_52() -> list[str]:
    """One pack of 52 cards."""
    return cards_of(SUITS, RANKS)


def pack_of_32() -> list[str]:
    """One pack of 32 cards, 7 to ace in each suit."""
    return cards_of(SUITS, "789TJQKA")


def deal_13(order: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """Deal 13 cards to each player, one at a time, clockwise from the dealer's left."""
    players = len(order) // 13
    return round_the_table(order, left_of(dealer, players), players, 13)


def deal_13_the_other_way(order: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """Deal 13 cards to each player, one at a time, counterclockwise from the dealer's right."""
    players = len(order) // 13
    return round_the_table(order, next_of(dealer, players), players, 13)


def deal_8(order: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """Deal 8 cards to each player, one at a time, clockwise from the dealer's left."""
    players = len(order) // 8
    return round_the_table(order, left_of(dealer, players), players, 8)


def deal_moves_left(seen: Seen) -> int:
    """Anyone may deal first. After each round the deal moves to the left."""
    return left_of(seen.dealer, seen.players)


def deal_moves_right(seen: Seen) -> int:
    """Anyone may deal first. After each round the deal moves to the right."""
    return next_of(seen.dealer, seen.players)


def five_in_a_row(seen: Seen) -> int:
    """Anyone may deal first. Each player deals 5 rounds in a row; then the deal moves to the left."""
    return seen.dealer if seen.number % 5 else left_of(seen.dealer, seen.players)


def all_alone() -> list[tuple[int, ...]]:
    """Everyone plays alone."""
    return [(0,), (1,), (2,), (3,)]


def no_contracts(_seen: Seen) -> list[str]:
    return []


def no_passing(_number: int) -> list[Way]:
    """No cards are passed."""
    return [{}]


def left_right_across_none(number: int) -> list[Way]:
    """After the deal, each player passes cards before seeing any received: 3 left in round 1,
    3 right in round 2, 3 across in round 3 and none in round 4; then again from the start.
    """
    return [[{1: 3}, {3: 3}, {2: 3}, {}][(number - 1) % 4]]


def no_charges(_seen: Seen, _seat: int) -> tuple[list[str], int]:
    return [], 0


def nothing_shown(seen: Seen) -> list[list[str]]:
    return [[] for _ in seen.hands]


def charged_and_held(seen: Seen) -> list[list[str]]:
    """The cards that each seat has charged and still holds."""
    return [
        [card for card in charged if card in hand]
        for charged, hand in zip(seen.charged, seen.hands, strict=True)
    ]


def lowest_club(seen: Seen) -> str:
    """The lowest club in the hands before the first trick."""
    clubs = of_suit((card for hand in seen.hands for card in hand), "C")
    return min(clubs, key=rank)


def last_taker(seen: Seen) -> int:
    """The taker of the last trick."""
    taker = seen.tricks[-1].taker
    assert taker is not None
    return taker


def lowest_club_leads(seen: Seen) -> int:
    """The player who holds the lowest club leads it to the first trick."""
    if seen.tricks:
        return last_taker(seen)
    club = lowest_club(seen)
    return next(seat for seat, hand in enumerate(seen.hands) if club in hand)


def eldest_leads(seen: Seen) -> int:
    """The player to the dealer's left leads any legal card to the first trick."""
    return last_taker(seen) if seen.tricks else left_of(seen.dealer, seen.players)


def dealer_leads(seen: Seen) -> int:
    """The dealer leads any legal card to the first trick."""
    return last_taker(seen) if seen.tricks else seen.dealer


def follow(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card."""
    follows = of_suit(seen.hand, seen.trick[0][1]) if seen.trick else []
    return follows or list(seen.hand)


def follow_and_break_hearts(seen: Seen) -> list[str]:
    """Follow suit if you can; if you are void in the suit led, play any card. Hearts may not be
    led until a heart has been played to an earlier trick, unless you hold nothing but hearts.
    """
    if not seen.tricks and not seen.trick:
        return [lowest_club(seen)]
    cards = follow(seen)
    if seen.trick or of_suit(seen.played, "H"):
        return cards
    return [card for card in cards if card[1] != "H"] or cards


def one_from_each(seen: Seen) -> bool:
    """Play goes clockwise, one card from each player."""
    return len(seen.trick) == seen.players


def one_from_each_the_other_way(seen: Seen) -> bool:
    """Play goes counterclockwise, one card from each player."""
    return len(seen.trick) == seen.players


def highest_wins(seen: Seen) -> int:
    """Aces are high. There are no trumps.

    The highest card of the suit led wins the trick, and its player leads to the next.
    """
    best = highest(of_suit(seen.trick, seen.trick[0][1]))
    return (seen.leader + seen.trick.index(best)) % seen.players


def suit_of_contract(seen: Seen) -> str:
    """The suit of a contract such as "Spades as trumps"; none for any other."""
    suit, _, rest = seen.contract.partition(" ")
    return suit[0] if rest == "as trumps" else ""


def contract_names_trumps(seen: Seen) -> int:
    """Aces are high.

    All contracts but clubs, diamonds, spades or hearts as trumps: There are no trumps.

    The highest card of the suit led wins the trick, and its player leads to the next.

    Clubs, diamonds, spades or hearts as trumps: The suit of the contract is trump. The highest
    trump in a trick wins it instead.
    """
    trumps = of_suit(seen.trick, suit_of_contract(seen))
    best = highest(trumps or of_suit(seen.trick, seen.trick[0][1]))
    return (seen.leader + seen.trick.index(best)) % seen.players


def no_cards_left(seen: Seen) -> bool:
    # what every card game does, and no text says: a round ends with its cards
    return not any(seen.hands)


def tricks_taken(seen: Seen) -> list[list[str]]:
    # the cards of the tricks that each seat has taken
    return [
        [card for trick in tricks_of(seen, seat) for card in trick.cards]
        for seat in range(seen.players)
    ]


def no_moon(_seen: Seen) -> tuple[int, ...]:
    """There is no moon."""
    return ()


def no_choice(_seen: Seen) -> tuple[str, ...]:
    return ()


def add_or_subtract(shooters: Sequence[int]) -> tuple[str, ...]:
    """The names of the two payments, if there is a moon."""
    return ("add", "subtract") if shooters else ()


def taker_of_all(piles: Sequence[Sequence[str]], cards: Sequence[str]) -> tuple[int, ...]:
    """The seat whose pile has all these cards, if there is one."""
    return tuple(seat for seat, pile in enumerate(piles) if all_in(cards, pile))


def queen_and_hearts(seen: Seen) -> tuple[int, ...]:
    """A player who takes every penalty card (Q♠ and hearts) shoots the moon."""
    return taker_of_all(tricks_taken(seen), ["QS", *HEARTS])


def queen_13_hearts_1(card: str) -> int:
    """13 for Q♠ and 1 for a heart."""
    return 13 if card == "QS" else int(card[1] == "H")


def counted(piles: Sequence[Sequence[str]], worth: Callable[[str], int]) -> list[int]:
    """The sum of what the cards of each pile are worth."""
    return [sum(map(worth, pile)) for pile in piles]


def struck_out(
    scored: Sequence[int], shooters: Sequence[int], payment: str, amount: int
) -> list[int]:
    """The points after a moon that is paid as chosen; those given if there is none."""
    if not shooters:
        return list(scored)
    pays = {"add": (0, amount), "subtract": (-amount, 0)}[payment]
    return [pays[0] if seat in shooters else points + pays[1] for seat, points in enumerate(scored)]


def to_100(seen: Seen) -> bool:
    """The game ends after the round in which someone reaches or passes 100 points."""
    return max(seen.scores) >= 100


def lowest_wins(seen: Seen) -> list[int]:
    """The lowest score wins; players who tie for it share the win."""
    return [seat for seat, score in enumerate(seen.scores) if score == min(seen.scores)]


def highest_score_wins(seen: Seen) -> list[int]:
    """The highest score wins; players who tie for it share the win."""
    return [seat for seat, score in enumerate(seen.scores) if score == max(seen.scores)]
