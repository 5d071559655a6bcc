"""The points of a round that is over: the rows that `heartslib.simulate.lowering.count` made of the terms.

This is a small machine, so that a new scoring rule needs no code here: its terms are written in a dozen
operations, and only a new question about a round needs another.  The totals are in `N`, the answers that terms
are made of in registers in `W`; each is made once, however many terms use it.  Rows run in a straight line,
but for those that nobody needs in most rounds, such as those of a moon.  The test of the operations is a chain
of `if`, in about the order of how often each runs.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.policies import _policy
from heartslib.simulate.kernel.words import *


@called
def _has_all(T, M, S, side, wanted):
    """Whether a side's piles hold all the cards whose layers begin at `wanted` in M."""
    pile = PILES + SEAT * side
    if T[POOLED]:  # else a side is a seat
        pile = BOTH
        empty_pile(S, BOTH, T[COPIES])
        for seat in range(T[PLAYERS]):
            if T[SIDE + seat] == side:
                put_all(S, BOTH, PILES + SEAT * seat, T[COPIES])
    for layer in range(T[COPIES]):
        if M[wanted + layer] & ~S[pile + LAYER * layer]:
            return False
    return True


@inlined
def _holder(T, M, S, wanted):
    """The side whose piles hold all of these cards, from 1; 0 if none does."""
    for side in range(T[SIDES]):
        lacks = M[wanted] & ~S[PILES + SEAT * side]  # quickly seen, if piles are not pooled
        if (T[POOLED] or not lacks) and _has_all(T, M, S, side, wanted):
            return side + 1  # from 1, so that 0 is nobody and a row can be skipped without a holder
    return 0


@inlined
def _number_in(T, S, pile, kinds):
    """How many cards of these kinds are in a pile."""
    number = 0
    for layer in range(T[COPIES]):
        number += popcount(S[pile + LAYER * layer] & kinds)
    return number


@inlined
def _taker_of_trick(T, N, number):
    """The side that took a trick, from 1; 0 if there is no such trick.

    Trick 1 is the first, -1 the last.
    """
    place = number - 1 if number > 0 else N[TRICKS] + number
    while 0 <= place < N[TRICKS]:  # what nobody won goes to the winner of the next trick
        if N[T[TAKERS] + place] >= 0:
            return T[SIDE + N[T[TAKERS] + place]] + 1
        place += 1
    return 0


@called
def _of_tricks(T, S, N, op, seats, kinds):
    """How many tricks some seats took, or those with a card, or how many copies in no trick."""
    number = 0
    if op == LOOSE:
        for seat in range(T[PLAYERS]):
            if seats >> seat & 1:
                number += _number_in(T, S, CAPTURED + SEAT * seat, kinds)
        return number
    taker = -1
    if op == TRICKS_OF and not T[CANCELLING]:  # somebody won each
        for place in range(N[TRICKS]):
            number += seats >> N[T[TAKERS] + place] & 1
        return number
    # backwards: what nobody won goes to the winner of the next trick
    for place in range(N[TRICKS] - 1, -1, -1):
        taker = N[T[TAKERS] + place] if N[T[TAKERS] + place] >= 0 else taker
        held = op == TRICKS_OF or S[T[TRICK_KINDS] + place] & kinds != 0
        number += taker >= 0 and held and seats >> taker & 1
    return number


@called
def _count_rows(T, M, S, N, W, policies, payment):
    """Score the round by the rows of its rulebook, a moon by `payment`, or by choice if that is -1.

    A row is an operation and three numbers.  Most put an answer into the register `one`, made from
    the registers, sets of cards or numbers `two` and `three`.
    """
    for side in range(T[SIDES]):
        N[TOTALS + side] = 0
    N[SHOOTER] = -1
    W[REGISTERS] = 1  # points without a factor are multiplied by this
    charged = S[ALL_CHARGED]
    at = T[ROWS]
    while True:
        op = T[at]
        one = T[at + 1]
        two = T[at + 2]
        three = T[at + 3]
        at += 4
        # what cards cost each seat is nearly all there is in most games, so it has one row and comes first
        if op == EACH:  # points for `one` sets from `two`, times `three`; the next rows have them
            for seat in range(T[PLAYERS]):
                points = 0
                for layer in range(T[COPIES]):
                    cards = S[PILES + SEAT * seat + LAYER * layer]
                    for number in range(one):
                        points += T[at + number] * popcount(cards & M[two + number])
                N[TOTALS + T[SIDE + seat]] += points * W[three]
            at += (one + 3) // 4 * 4  # the numbers fill whole rows
        elif op == SKIP:  # leaves out `two` rows if `one` is 0
            if W[one] == 0:
                at += 4 * two
        elif op == UNLESS_EQUAL:  # leaves out `two` rows unless `one` is `three`
            if W[one] != three:
                at += 4 * two
        elif op == HOLDER:
            W[one] = _holder(T, M, S, two)
        elif op == PAY:  # once, before any step asks how the moon was paid
            if N[SHOOTER] >= 0:
                N[PAYMENT_NOW] = _moon_payment(T, S, N[SHOOTER], policies, payment)
        elif op == END:
            return
        elif op == ADD_TO:
            N[TOTALS + one] += three * W[two]
        elif op == ADD_FOR:  # the side that a register names, if it names one
            if W[one]:
                N[TOTALS + W[one] - 1] += three * W[two]
        elif op == COUNT:
            W[one] = _number_in(T, S, PILES + SEAT * two, M[three])
        elif op == NUMBER:
            W[one] = two
        elif op == TIMES:
            W[one] = W[two] * W[three]
        elif op == ADD:
            W[one] = W[two] + W[three]
        elif op == EQUAL:
            W[one] = W[two] == W[three]
        elif op == LESS:
            W[one] = W[two] < W[three]
        elif op == LARGER:
            W[one] = max(W[two], W[three])
        elif op == POWER:
            power = 1
            for _ in range(W[three]):
                power *= W[two]
            W[one] = power
        elif op == TOTAL:
            W[one] = N[TOTALS + two]
        elif op == FACTOR:  # each charge doubles
            W[one] = 1 << popcount(charged & M[two])
        elif op == CHOSEN:
            W[one] = max(N[PAYMENT_NOW], 0)  # -1: nobody has shot the moon
        elif op == SHOT:
            if W[two] and N[SHOOTER] < 0:
                N[SHOOTER] = one
        elif op == FACE_UP:
            W[one] = N[SHOWN_LAST]
        elif op == TAKER:
            W[one] = _taker_of_trick(T, N, two)
        else:
            W[one] = _of_tricks(T, S, N, op, two, NO_CARDS if op == TRICKS_OF else M[three])


@called
def _moon_payment(T, S, shooter, policies, payment):
    """How a moon is paid: by `payment`, or if that is -1 as its shooter chooses."""
    if payment >= 0:
        return payment
    # the first seat of the side chooses; a policy but RANDOM takes the first way
    seat = 0
    while T[SIDE + seat] != shooter:
        seat += 1
    if T[PAYMENT_COUNT] > 1 and _policy(policies, seat) == RANDOM:
        return random_below(S, T[PAYMENT_COUNT])
    return 0


@called
def _is_won_by_others(T, N, shooter):
    """Whether this round ends the game and another side than the shooter's wins."""
    most = LEAST
    best = NEVER
    winners = 0
    others = False
    # groups win together, as partners do whose scores are separate; their numbers are below that of the seats
    for group in range(T[PLAYERS]):
        total = 0
        seats = 0
        for seat in range(T[PLAYERS]):
            if T[PARTNERS + seat] == group and not (T[POOLED] and seats):  # a side's score once
                seats += 1
                score = T[BEFORE + seat] + N[TOTALS + T[SIDE + seat]]
                done = -1
                # rules in order, of each the first change that fits: one may change what another made
                for at in range(T[CHANGES], T[CHANGES] + CHANGE * T[CHANGE_COUNT], CHANGE):
                    if T[at] != done and T[at + 1] <= score <= T[at + 2]:
                        done, score = T[at], T[at + 3]
                most = max(most, T[ENDS_SIGN] * score)
                total = total + T[SIGN] * score
        if not seats or total > best:
            continue
        if total < best:
            best = total
            winners = 0
            others = False
        winners += 1
        others = others or T[PARTNERS + shooter] != group
    return others and most >= T[ENDS_AT] and (winners == 1 or not T[PLAY_OFF])


@called
def _count_round(T, M, S, N, W, policies):
    """Score the round; return the side that shot the moon, or -1."""
    # an automatic payment is the first, or the second where the first would let another side win the game:
    # only the totals can say so, so the round is counted by the first and perhaps once more
    _count_rows(T, M, S, N, W, policies, -1)
    if N[SHOOTER] >= 0 and T[AUTOMATIC] and _is_won_by_others(T, N, N[SHOOTER]):
        _count_rows(T, M, S, N, W, policies, 1)
    return N[SHOOTER]
