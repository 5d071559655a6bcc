"""The end of a round with all cards open, searched to the last card by the kernel's own functions.

What is legal, who takes a trick and what it costs is the kernel's, so every rulebook that can be lowered
can be solved.  Each card that is tried has a row of arrays for the round after it, so there is no
recursion.  A table keeps what was found, by the hands and by what else the rest of the round depends on.

If nobody can shoot a moon any more, the count is often the sum of what each card costs whoever takes it.
What comes then is worth the same whatever came before, and cannot cost more than all cards that are left.
`heartslib.simulate.solution` reads from the rows of the count whether that is so.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false

from __future__ import annotations

from typing import Any, Final

import numpy as np

from heartslib.simulate.kernel import (
    CAPTURED,
    COPIES,
    COUNTING,
    ENDS_EARLY,
    EVERY_KIND,
    EXCHANGED,
    GONE,
    HANDS,
    IN_TRICK,
    KEEPS_TAKERS,
    KITTY,
    KITTY_TAKEN,
    LAST,
    LAYER,
    LEADER,
    LED,
    LEFT,
    LEGAL,
    LENGTH,
    NEVER,
    NEW_SUITS,
    PARTNERS,
    PILES,
    PLAYED,
    PLAYERS,
    POOLED,
    SEAT,
    SIDES,
    SIGN,
    TAKERS,
    TOTALS,
    TRICK,
    TRICK_KINDS,
    TRICKS,
    TURN,
    WAITING,
    _count_round,
    _duck,
    _mixed,
    _one,
    _play_on,
    _put_down,
    called,
    inlined,
)
from heartslib.simulate.targets.python import lowest, pointer, popcount, uint64

# indices into X, what `heartslib.simulate.solution` reads from the rulebook
GROUPS, IS_SUM, ASKS_SUITS, ASKS_LAST, PER_TRICK, HOLDER_COUNT = range(6)
"""How many sides there are; whether the count is a sum unless somebody holds all cards of a set; whether a
restriction asks for the suits not led or for the suit of the last trick; what a trick costs; and how many
such sets there are."""
ALIKE: Final = 6
"""For each card a number; two neighbours with the same one are alike to every rule."""
VALUES: Final = ALIKE + 52
"""What each card costs in the sum."""
HOLDERS: Final = VALUES + 52
"""Where in M the sets are of which somebody may hold all cards."""

# indices into a row of F, a card that is tried
MOVES, BEST, LOW, HIGH, OPEN_LOW, OPEN_HIGH, FLOOR, CEILING, SHIFT, SLOT, CHECK, ROOT = range(12)
FRAME: Final = 12
"""How long such a row is."""
# indices into a row of the table
KEY, LEAST_FOUND, MOST_FOUND = range(3)
VALUE: Final = 1
"""Where the totals of max^n begin."""


@inlined
def _loss(T: Any, N: Any, groups: Any, group: Any) -> Any:
    """A side's points minus the mean of the others', times how many others there are."""
    own, every = np.int64(0), np.int64(0)
    for total in range(T[SIDES]):
        points = N[TOTALS + total]
        every += points
        if (total if T[POOLED] else T[PARTNERS + total]) == group:
            own += points
    return T[SIGN] * (groups * own - every)


@called
def _choices(T: Any, S: Any, N: Any, X: Any) -> Any:
    """The legal cards, one of those that are alike: neighbours, once the cards in no hand are left out."""
    legal = S[LEGAL]
    if T[COPIES] > 1 or T[EXCHANGED]:  # what is laid down is chosen among all cards of a hand
        return legal
    live, before, some = uint64(0), -1, legal
    for seat in range(T[PLAYERS]):
        live |= S[HANDS + SEAT * seat]
    for place in range(N[LENGTH]):
        live |= _one(N[TRICK + place])
    bits = legal
    while bits:
        card = np.int64(lowest(bits))
        bits &= bits - uint64(1)
        if before >= 0 and X[ALIKE + card] == X[ALIKE + before]:
            if not live & (_one(card) - uint64(1)) & ~(_one(before + 1) - uint64(1)):
                some ^= _one(card)
        before = card
    return some


@called
def _is_settled(T: Any, M: Any, S: Any) -> Any:
    """Whether all cards that decide the score are taken."""
    for layer in range(T[COPIES]):
        taken = uint64(0)
        for seat in range(T[PLAYERS]):
            taken |= S[PILES + SEAT * seat + LAYER * layer]
        if M[COUNTING + layer] & ~taken:
            return False
    return True


@called
def _is_sum(T: Any, M: Any, S: Any, X: Any) -> Any:
    """Whether the rest of the round adds to the count what each card costs."""
    if not X[IS_SUM]:
        return False
    for number in range(X[HOLDER_COUNT]):
        holders, wanted = 0, M[X[HOLDERS + number]]
        for side in range(T[SIDES]):
            taken = uint64(0)
            for seat in range(T[PLAYERS]):
                if (T[PARTNERS + seat] if T[POOLED] else seat) == side:
                    taken |= S[PILES + SEAT * seat]
            holders += taken & wanted != 0
        if holders < 2:
            return False
    return True


@called
def _ends(T: Any, M: Any, S: Any, N: Any, X: Any, highest: Any) -> Any:
    """The least or the most that the rest of a round can add to a side's loss, if it is a sum."""
    others, sum_ = X[GROUPS] - 1, np.int64(0)
    each = T[SIGN] * X[PER_TRICK]
    mine, theirs = others * each, -each
    sum_ += N[LEFT] * (max(mine, theirs, 0) if highest else min(mine, theirs, 0))
    for layer in range(T[COPIES]):
        left = M[COUNTING + layer]
        for seat in range(T[PLAYERS]):
            left &= ~S[PILES + SEAT * seat + LAYER * layer]
        while left:
            cost = T[SIGN] * X[VALUES + np.int64(lowest(left))]
            left &= left - uint64(1)
            sum_ += max(others * cost, -cost) if highest else min(others * cost, -cost)
    return sum_


@called
def _key(T: Any, M: Any, S: Any, N: Any, X: Any, is_sum: Any) -> Any:
    """A number for the hands and all else that the rest of the round depends on, between two tricks."""
    key = uint64(N[LEADER] + 64 * N[KITTY_TAKEN]) ^ (uint64(is_sum) << uint64(40))
    if T[COPIES] == 1 and not T[EXCHANGED]:
        live = uint64(0)
        for seat in range(T[PLAYERS]):
            live |= S[HANDS + SEAT * seat]
        while live:
            card = np.int64(lowest(live))
            bit = _one(card)
            live ^= bit
            holder = 0
            for seat in range(1, T[PLAYERS]):
                holder += seat * (S[HANDS + SEAT * seat] & bit != 0)
            key = key * uint64(0x9E3779B97F4A7C15) + uint64(holder * 64 + X[ALIKE + card])
        key = _mixed(key)
    for layer in range(T[COPIES]):
        if T[COPIES] > 1 or T[EXCHANGED]:
            for seat in range(T[PLAYERS]):
                key = _mixed(key + S[HANDS + SEAT * seat + LAYER * layer])
        if T[COPIES] > 1:
            key = _mixed(key + S[WAITING + LAYER * layer])
        if T[KITTY]:
            key = _mixed(key + (S[GONE + LAYER * layer] & M[COUNTING + layer]))
    if T[KITTY]:
        key = _mixed(key + S[PLAYED])
    if X[ASKS_SUITS]:
        key = _mixed(key + S[NEW_SUITS])
    if X[ASKS_LAST]:
        key = _mixed(key + S[LAST])
    if is_sum:
        return key
    for layer in range(T[COPIES]):
        for seat in range(T[PLAYERS]):
            pile = SEAT * seat + LAYER * layer
            key = _mixed(key + (S[PILES + pile] & M[COUNTING + layer]))
            if T[KITTY]:
                key = _mixed(key + S[CAPTURED + pile])
    if T[KEEPS_TAKERS]:
        for place in range(N[TRICKS]):
            key = _mixed(key + S[T[TRICK_KINDS] + place])
            key = _mixed(key + uint64(N[T[TAKERS] + place] + 1))
    return key


@called
def _try(
    T: Any, M: Any, S: Any, N: Any, W: Any, card: Any, ply: Any, sets: Any, numbers: Any,
    policies: Any, layers: Any,
) -> Any:  # fmt: skip
    """Play a card of the round in row `ply`, in the next row; whether the round goes on."""
    s, n, before, of_before = (
        pointer(S[ply + 1]), pointer(N[ply + 1]), pointer(S[ply]), pointer(N[ply])
    )  # fmt: skip
    for at in range(sets):
        s[at] = before[at]
    for at in range(numbers):
        n[at] = of_before[at]
    _put_down(T, s, n, card)
    return _play_on(T, M, s, n, W, policies, None, layers)


@inlined
def _keep(row: Any, f: Any, value: Any) -> None:
    """Write into the table between which losses the rest of the round is."""
    row[KEY] = f[CHECK]
    row[LEAST_FOUND] = (value if value > f[OPEN_LOW] else f[FLOOR]) - f[SHIFT]
    row[MOST_FOUND] = (value if value < f[OPEN_HIGH] else f[CEILING]) - f[SHIFT]


@called
def _paranoid(
    T: Any, M: Any, S: Any, N: Any, W: Any, F: Any, X: Any, table: Any, first: Any, group: Any,
    tried: Any, most: Any, policies: Any, layers: Any,
) -> Any:  # fmt: skip
    """The loss of a side after a card, if it plays for the least and all others for the most.

    Args:
        first: The card.
        group: The side.
        tried: How many cards were tried before and with this one; counted here.
        most: The most to try.
    """
    t, m, w, x, does = pointer(T), pointer(M), pointer(W), pointer(X), pointer(policies)
    sets, numbers, size = S.shape[1], N.shape[1], uint64(table.shape[0] - 1)
    ply, value, card = 0, np.int64(0), first
    F[0, LOW], F[0, HIGH], F[0, MOVES], F[0, SLOT] = -NEVER, NEVER, 0, -1
    F[0, FLOOR], F[0, CEILING], F[0, SHIFT] = -NEVER, NEVER, 0
    F[0, BEST] = NEVER
    while True:
        f, g = pointer(F[ply]), pointer(F[ply + 1])
        tried[0] += 1
        goes_on = _try(t, m, S, N, w, card, ply, sets, numbers, does, layers)
        s, n = pointer(S[ply + 1]), pointer(N[ply + 1])
        low, high, known = f[LOW], f[HIGH], False
        g[SLOT], g[SHIFT], g[FLOOR], g[CEILING] = -1, 0, -NEVER, NEVER
        if not goes_on or (n[LENGTH] == 0 and _is_settled(t, m, s)):
            _count_round(t, m, s, n, w, does)
            known, value = True, _loss(t, n, x[GROUPS], group)
        elif n[LENGTH] == 0:
            is_sum = _is_sum(t, m, s, x)
            key = _key(t, m, s, n, x, is_sum)
            if is_sum:
                _count_round(t, m, s, n, w, does)
                g[SHIFT] = _loss(t, n, x[GROUPS], group)
                g[FLOOR] = g[SHIFT] + _ends(t, m, s, n, x, False)
                g[CEILING] = g[SHIFT] + _ends(t, m, s, n, x, True)
            g[SLOT], g[CHECK] = np.int64(key & size), np.int64(key >> uint64(1))
            found = pointer(table[g[SLOT]])
            if found[KEY] == g[CHECK]:
                g[FLOOR] = max(g[FLOOR], found[LEAST_FOUND] + g[SHIFT])
                g[CEILING] = min(g[CEILING], found[MOST_FOUND] + g[SHIFT])
            if g[FLOOR] >= high or g[FLOOR] == g[CEILING]:
                known, value = True, g[FLOOR]
            elif g[CEILING] <= low:
                known, value = True, g[CEILING]
            low, high = max(low, g[FLOOR]), min(high, g[CEILING])
        if not known:
            ply += 1
            g[LOW], g[HIGH], g[MOVES] = low, high, np.int64(_choices(t, s, n, x))
            g[OPEN_LOW], g[OPEN_HIGH] = low, high
            g[BEST] = NEVER if t[PARTNERS + n[TURN]] == group else -NEVER
        # the value goes back to the card before, and from each that is decided on to the one before
        while known:
            if ply == 0:
                return value
            f, n = pointer(F[ply]), pointer(N[ply])
            if t[PARTNERS + n[TURN]] == group:
                f[BEST] = min(f[BEST], value)
                f[HIGH] = min(f[HIGH], value)
            else:
                f[BEST] = max(f[BEST], value)
                f[LOW] = max(f[LOW], value)
            known = f[MOVES] == 0 or f[LOW] >= f[HIGH]
            if known:
                value = f[BEST]
                ply -= 1
                if f[SLOT] >= 0:
                    _keep(pointer(table[f[SLOT]]), f, value)
        if tried[0] >= most:
            return value
        f, s, n = pointer(F[ply]), pointer(S[ply]), pointer(N[ply])
        followed = uint64(0)
        for place in range(n[LENGTH]):
            followed |= _one(n[TRICK + place])
        last = n[LENGTH] == t[PLAYERS] - 1
        bit = _duck(t, uint64(f[MOVES]), s[LED], followed & s[LED], last)
        f[MOVES] ^= np.int64(bit)
        card = np.int64(lowest(bit))


@inlined
def _copy_totals(T: Any, source: Any, target: Any) -> None:
    for total in range(TOTALS, TOTALS + T[SIDES]):
        target[total] = source[total]


@called
def _max_n(
    T: Any, M: Any, S: Any, N: Any, W: Any, F: Any, X: Any, table: Any, first: Any, V: Any, B: Any,
    tried: Any, most: Any, policies: Any, layers: Any,
) -> None:  # fmt: skip
    t, m, w, x, does = pointer(T), pointer(M), pointer(W), pointer(X), pointer(policies)
    sets, numbers, size = S.shape[1], N.shape[1], uint64(table.shape[0] - 1)
    ply, card = 0, first
    F[0, ROOT] = 0
    while True:
        f, g = pointer(F[ply]), pointer(F[ply + 1])
        tried[0] += 1
        known = not _try(t, m, S, N, w, card, ply, sets, numbers, does, layers)
        s, n = pointer(S[ply + 1]), pointer(N[ply + 1])
        g[SLOT], g[ROOT] = -1, f[ROOT]
        if known or (n[LENGTH] == 0 and _is_settled(t, m, s)):
            _count_round(t, m, s, n, w, does)
            known = True
        elif n[LENGTH] == 0:
            base, g[ROOT] = pointer(B[ply + 1]), 0
            is_sum = _is_sum(t, m, s, x)
            key = _key(t, m, s, n, x, is_sum)
            for total in range(TOTALS, TOTALS + t[SIDES]):
                n[total] = 0
            if is_sum:
                _count_round(t, m, s, n, w, does)
                g[ROOT], g[FLOOR] = ply + 1, _ends(t, m, s, n, x, False)
            _copy_totals(t, n, base)
            g[SLOT], g[CHECK] = np.int64(key & size), np.int64(key >> uint64(1))
            found = pointer(table[g[SLOT]])
            if found[0] == g[CHECK]:
                known = True
                for total in range(t[SIDES]):
                    n[TOTALS + total] = base[TOTALS + total] + found[VALUE + total]
        if not known:
            ply += 1
            g[BEST], g[MOVES] = NEVER, np.int64(_choices(t, s, n, x))
        while known:
            if ply == 0:
                return
            f, n, child = pointer(F[ply]), pointer(N[ply]), pointer(N[ply + 1])
            group = t[PARTNERS + n[TURN]]
            loss = _loss(t, child, x[GROUPS], group)
            if loss < f[BEST]:
                f[BEST] = loss
                _copy_totals(t, child, pointer(V[ply]))
            root = f[ROOT]
            known = f[MOVES] == 0 or (
                root > 0
                and f[BEST] <= F[root, FLOOR] + _loss(t, pointer(B[root]), x[GROUPS], group)
            )
            if known:
                _copy_totals(t, pointer(V[ply]), n)
                if f[SLOT] >= 0:
                    row, base = pointer(table[f[SLOT]]), pointer(B[ply])
                    row[0] = f[CHECK]
                    for total in range(t[SIDES]):
                        row[VALUE + total] = n[TOTALS + total] - base[TOTALS + total]
                ply -= 1
        if tried[0] >= most:
            return
        f = pointer(F[ply])
        card = np.int64(lowest(uint64(f[MOVES])))
        f[MOVES] &= f[MOVES] - 1


@called
def solve_paranoid(
    T: Any, M: Any, S: Any, N: Any, W: Any, F: Any, X: Any, table: Any, cards: Any, group: Any,
    tried: Any, most: Any, policies: Any, losses: Any, layers: Any,
) -> None:  # fmt: skip
    """The loss after each card."""
    for place in range(len(cards)):
        losses[place] = _paranoid(
            T, M, S, N, W, F, X, table, cards[place], group, tried, most, policies, layers
        )


@called
def solve_max_n(
    T: Any, M: Any, S: Any, N: Any, W: Any, F: Any, X: Any, table: Any, cards: Any, group: Any,
    V: Any, B: Any,
    tried: Any, most: Any, policies: Any, points: Any, layers: Any,
) -> None:  # fmt: skip
    """The loss after each card."""
    for place in range(len(cards)):
        _max_n(
            T, M, S, N, W, F, X, table, cards[place], V, B, tried, most, policies, layers
        )
        for total in range(T[SIDES]):
            points[place, total] = N[1, TOTALS + total]
