"""Turbo Hearts, for 4 players"""

from __future__ import annotations

from tests.blind import sentences as s
from tests.blind.plain import Seen, some

PLAYERS = 4

pack = s.pack_of_52
deal = s.deal_13
next_dealer = s.deal_moves_left
sides = s.all_alone
contracts = s.no_contracts
passes = s.left_right_across_none
leader = s.lowest_club_leads
complete = s.one_from_each
taker = s.highest_wins
finished = s.no_cards_left
piles = s.tricks_taken
shooters = s.queen_and_hearts
over = s.to_100
winners = s.lowest_wins


def charges(seen: Seen, seat: int) -> tuple[list[str], int]:
    """After the pass and before the opening lead, each player may charge one of 10♣, J♦, Q♠ and A♥
    by showing it
    """
    return [card for card in seen.hands[seat] if card in {"TC", "JD", "QS", "AH"}], 1


def legal(seen: Seen) -> list[str]:
    """Apply these rules in order; one that would leave you no card is waived. Follow suit if you
    can; if you are void in the suit led, play any card. Hearts may not be led until a heart has
    been played to an earlier trick, unless you hold nothing but hearts. You may not play a charged
    card the first time its suit is led, unless you have no other legal card. You may discard it.
    """
    charged = seen.charged[seen.turn]

    def barred(card: str) -> bool:
        led = seen.trick[0][1] if seen.trick else card[1]
        return card in charged and card[1] == led and led not in seen.suits_led

    return some(s.follow_and_break_hearts(seen), lambda card: not barred(card))


def face_up(seen: Seen) -> list[list[str]]:
    """it stays in the hand. Players answer in any order, once each."""
    return s.charged_and_held(seen)


def payments(seen: Seen) -> tuple[str, ...]:
    """instead, the shooter chooses: either everyone else scores the total of all penalty cards
    (charges included), or that total comes off the shooter's score.
    """
    return s.add_or_subtract(shooters(seen))


def points(seen: Seen, payment: str) -> list[int]:
    """Score 13 for taking Q♠ and 1 for each heart.

    For that round, charging 10♣, J♦ or Q♠ doubles what that card does; charging A♥ doubles
    hearts.

    The shooter's points so far are struck out

    A shooter scores bonuses too. Score −10 for taking J♦. Taking 10♣ multiplies the player's
    points for the round so far, those of a moon included, good or bad, by 2 (by 4 if charged).
    """
    charged = [card for cards in seen.charged for card in cards]
    queen, heart = 26 if "QS" in charged else 13, 2 if "AH" in charged else 1
    scored = s.counted(
        piles(seen), lambda card: queen if card == "QS" else heart * (card[1] == "H")
    )
    scored = s.struck_out(scored, shooters(seen), payment, queen + 13 * heart)
    for seat, pile in enumerate(piles(seen)):
        if "JD" in pile:
            scored[seat] -= 20 if "JD" in charged else 10
        if "TC" in pile:
            scored[seat] *= 4 if "TC" in charged else 2
    return scored
