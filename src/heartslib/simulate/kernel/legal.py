"""The clauses that narrow a hand down to the legal cards.

A clause keeps some cards, unless it is waived or would leave none.  A simple one keeps what is in one
fact, and is waived by what is in another: it takes one expression.  Any other is a row of numbers and a
row of sets, which is slower to read; most rulebooks have none.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.words import *


@inlined
def _part(T, M, S, row, sets, part):
    """The cards of one part of a set: of its kinds, and in all its facts."""
    cards = M[sets + part]
    at = row + PARTS_OF + PART * part
    for fact in range(at + 1, at + 1 + T[at]):
        cards &= S[T[fact]]
    return cards


@inlined
def _met(T, M, S, row, sets, number):
    """The cards of one of the three sets of a clause."""
    first = PARTS * number
    cards = _part(T, M, S, row, sets, first)
    # a part to take away that has no kinds is not there
    for part in range(first + 1, first + PARTS):
        if M[sets + part]:
            cards &= ~_part(T, M, S, row, sets, part)
    return cards


@called
def _left_by(T, M, S, row, sets, legal):
    """The cards that a clause leaves; none if it does not apply."""
    asks = T[row + FLAGS]
    if asks & UNLESS and _met(T, M, S, row, sets, 0):
        return NO_CARDS
    if asks & ONLY_IF and not _met(T, M, S, row, sets, 1):
        return NO_CARDS
    left = legal & _met(T, M, S, row, sets, 2)
    if asks & LOWEST_ONLY:
        left = bottom_of(left)
    # a clause is waived, too, where it would leave spared cards alone, such as a joker
    return left if left & ~M[sets + SPARED] else NO_CARDS


@called
def _narrowed(T, M, S, kind, hand):
    """The legal cards, as kinds, after the clauses for this kind of turn, in order."""
    legal = hand
    first = T[FIRST_CLAUSE + kind]
    # in order, since a clause that would leave nothing is passed over, and what it leaves depends on those before
    for at in range(first, first + T[CLAUSE_COUNT + kind]):
        left = _left_by(T, M, S, T[CLAUSES] + CLAUSE * at, T[CLAUSE_CARDS] + SETS * at, legal)
        if left:
            legal = left
    return legal


@inlined
def _quickly_narrowed(T, M, S, kind, hand):
    """The same, if all the clauses are simple."""
    legal = hand
    at = kind * MAX_OPS
    end = at + T[CLAUSE_COUNT + kind]
    while at < end:  # measured: a loop over a range is unrolled, and slower
        left = legal & M[KEPT_CARDS + at] & S[T[KEPT_FACT + at]]
        left &= bottom_of(left) | M[OTHERS_TOO + at]  # the lowest, or all of them
        if left and not M[UNLESS_CARDS + at] & S[T[UNLESS_FACT + at]]:
            legal = left
        at += 1
    return legal
