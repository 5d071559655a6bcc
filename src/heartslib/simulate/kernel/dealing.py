"""The deal: every hand is equally likely."""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.words import *


@inlined
def _move_cards(S, source, target, among):
    """Move a random one of the `among` cards of a pile to the same layer of another."""
    place = random_below(S, among)
    while place >= popcount(S[source]):
        place -= popcount(S[source])
        source += LAYER
        target += LAYER
    bit = nth(S[source], place)
    S[source] ^= bit
    S[target] ^= bit
    return bit


@called
def _draw(S, count, seats, layers):
    """Move `count` random cards from WAITING, which has as many for each of `seats`, to BOTH.

    Each card is taken with a chance of so many sixteenths that about `count` are; then single
    cards are moved until it is right.  No step prefers a card, so every hand is equally likely.
    """
    # 16 / seats, rounded: each binary digit from the lowest set one on takes a random word.  An "or" with
    # one is a digit 1, an "and" a digit 0: half of the bits are drawn at once where single cards take 13 draws
    chance = uint64(32 + seats) // uint64(2 * seats)
    have = 0
    for layer in range(len(layers)):
        S[BOTH + LAYER * layer] = NO_CARDS
        if layer and not S[WAITING + LAYER * layer]:
            continue  # takes no random number: with room for more copies the deal is the same
        # the last seat gets all that is left
        taken = NO_CARDS if seats > 1 else EVERY_KIND
        digit = bottom_of(chance)
        while digit < 16:
            taken = taken | next_random(S) if chance & digit else taken & next_random(S)
            digit <<= ONE
        taken &= S[WAITING + LAYER * layer]
        S[BOTH + LAYER * layer] = taken
        S[WAITING + LAYER * layer] ^= taken
        have += popcount(taken)
    while have < count:
        _move_cards(S, WAITING, BOTH, seats * count - have)
        have += 1
    while have > count:
        _move_cards(S, BOTH, WAITING, have)
        have -= 1


@called
def _deal_hands(T, S, N, size, each, layers):
    """Deal the `size` cards of WAITING: the kitty first, then to each seat its part."""
    # the kitty keeps the order in which it came: it is given out from the front
    for place in range(T[KITTY]):
        N[T[KITTY_CARDS] + place] = lowest(_move_cards(S, WAITING, BOTH, size))
        size -= 1
    for seat in range(T[PLAYERS]):
        _draw(S, each, T[PLAYERS] - seat, layers)
        put_all(S, HANDS + SEAT * seat, BOTH, len(layers))
