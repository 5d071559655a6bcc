"""The end of a round with all cards open, searched to the last card by the kernel's own functions.

The kernel says what is legal, who takes a trick and what a round costs, so every rulebook that can be
lowered can be solved.  The round after each card that is tried has a row in `S` and `N`, and what the
search keeps of it has one in `F`: there is no recursion.  Between two tricks a table remembers what the
rest of the round is worth, by the hands and whatever else it depends on.

In most rulebooks the count is a sum of what each card costs the side that takes it, once nobody can hold
all cards of a moon.  Then it does not matter what was taken before, and the cards that are left bound
what is still to come.  `X` says so; `heartslib.simulate.positions.solved` writes it from the rulebook.

`T`, `M`, `S`, `N` and `W` are those of the kernel, with a row of `S` and `N` for each ply: row 0 is the round
that is asked about, and row n the round n cards later.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.counting import _count_round
from heartslib.simulate.kernel.playing import _play_on, _put_down
from heartslib.simulate.kernel.policies import _duck
from heartslib.simulate.kernel.words import *

# indices into X
GROUPS, IS_SUM, ASKED, IN_ORDER_ALONE, PER_TRICK, SET_COUNT = range(6)
"""How many sides there are; whether the count is a sum unless somebody holds all cards of a set; the facts
that restrictions ask for and hands do not settle, a bit for the place of each in S; whether cards of a suit
differ in their order and in `ALIKE` alone; what a trick costs in the sum; and how many such sets there are."""
ALIKE = 6
"""For each card a number, the same for cards that differ in rank alone."""
VALUES = ALIKE + WORD
"""For each card what it costs in the sum."""
WANTED = VALUES + WORD
"""Each of these sets."""

BY_SUIT = frozenset({NEW_SUITS, LAST, DISCARDED})
"""The facts that hold whole suits, or of which rules ask no more than whether a kind of card is in them."""
SETTLED = frozenset({ANY, PLAYED, MINE_CHARGED, ALL_CHARGED, LED, IN_TRICK, HAND, FOLLOWING})
"""The facts that between two tricks follow from the hands, the charges and the next card."""

# indices into a row of F
MOVES, BEST, LOW, HIGH, FIRST_LOW, FIRST_HIGH, FLOOR, CEILING, SHIFT, SLOT, CHECK, ROOT = range(12)
"""The cards not tried yet, and the best loss so far; the losses that still matter, now and at first; the
losses that can occur; what is counted already; the row in the table, and the number that must be in it; and
the row of F between the last two tricks."""
FRAME = 12

# indices into a row of the table
KEY, LEAST_LOSS, MOST_LOSS = range(3)
MORE = 1
"""Where the rest of each total begins, by max^n."""
INSIDE, BETWEEN, OVER = range(3)
"""Where a round is: inside a trick, between two, or where nothing more is counted."""


@inlined
def _loss(T, N, X, side):
    """What a side has lost: its points minus the mean of the other sides', times their number."""
    own, every = 0, 0
    for total in range(T[SIDES]):
        points = N[TOTALS + total]
        every += points
        if (total if T[POOLED] else T[PARTNERS + total]) == side:
            own += points
    # times the number of other sides, so that it is a whole number
    return T[SIGN] * (X[GROUPS] * own - every)


@inlined
def _in_hands(T, S):
    """The cards of all hands, of one copy."""
    cards = NO_CARDS
    for seat in range(T[PLAYERS]):
        cards |= S[HANDS + SEAT * seat]
    return cards


@called
def _choices(T, S, N, X):
    """The legal cards; of neighbours that are alike the lowest, cards that are in no hand left out."""
    choices = S[LEGAL]
    if not X[IN_ORDER_ALONE]:
        return choices
    live = _in_hands(T, S)
    bits = choices
    before = -1
    for place in range(N[LENGTH]):
        live |= bit_of(N[TRICK + place])
    # two cards are neighbours if nobody can play between them: cards in piles have no rank any more
    while bits:
        card = lowest(bits)
        bits &= bits - ONE
        is_alike = before >= 0 and X[ALIKE + card] == X[ALIKE + before]
        if is_alike and not live & (bit_of(card) - bit_of(before + 1)):
            choices ^= bit_of(card)
        before = card
    return choices


@inlined
def _not_taken(T, M, S, layer):
    """The cards of a layer that decide the score and are in no pile."""
    left = M[COUNTING + layer]
    for seat in range(T[PLAYERS]):
        left &= ~S[PILES + SEAT * seat + LAYER * layer]
    return left


@inlined
def _is_settled(T, M, S):
    """Whether the score is decided."""
    for layer in range(T[COPIES]):
        if _not_taken(T, M, S, layer):
            return False
    return True


@called
def _is_sum(T, M, S, X):
    """Whether what comes adds to the count what it costs: no side can hold all cards of a set."""
    if not X[IS_SUM]:
        return False
    # two sides with a card of each set are enough: the moon cannot come any more
    for number in range(X[SET_COUNT]):
        holders = 0  # a bit for each side
        for seat in range(T[PLAYERS]):
            if S[PILES + SEAT * seat] & uint64(X[WANTED + number]):
                holders |= 1 << (T[PARTNERS + seat] if T[POOLED] else seat)
        if not holders & (holders - 1):
            return False
    return True


@called
def _most_to_come(T, M, S, N, X, others, sign):
    """How much a side can still lose at most; or gain, if the sign is -1.

    Everything goes to that side or to one of the others, whichever is worse for it.
    """
    trick = sign * T[SIGN] * X[PER_TRICK]
    most = N[LEFT] * max(others * trick, -trick)
    for layer in range(T[COPIES]):
        left = _not_taken(T, M, S, layer)
        while left:
            cost = sign * T[SIGN] * X[VALUES + lowest(left)]
            left &= left - ONE
            most += max(others * cost, -cost)
    return most


@called
def _key(T, M, S, N, X, is_sum):
    """A number for everything that the rest of the round depends on, between two tricks."""
    # 63 bits of it are compared, so that two positions are taken for one about never
    key = uint64(N[LEADER] + 64 * N[KITTY_TAKEN] + is_sum * (1 << 20))
    if X[IN_ORDER_ALONE]:  # who holds the lowest card of the lowest suit, the next, and so on
        live = _in_hands(T, S)
        while live:
            card = lowest(live)
            live &= live - ONE
            held = X[ALIKE + card]
            for seat in range(1, T[PLAYERS]):
                held += int64(S[HANDS + SEAT * seat] >> uint64(card) & ONE) * 64 * seat
            key = uint64(key * uint64(GOLDEN) + uint64(held))
    for layer in range(T[COPIES]):
        if not X[IN_ORDER_ALONE]:
            for seat in range(T[PLAYERS]):
                key = hashed(key + S[HANDS + SEAT * seat + LAYER * layer])
            key = hashed(key + S[WAITING + LAYER * layer])
        if T[KITTY]:
            key = hashed(key + (S[GONE + LAYER * layer] & M[COUNTING + layer]))
    if T[KITTY]:
        key = hashed(key + S[PLAYED])
    # what restrictions ask about earlier tricks, such as whether a suit has been led
    facts = uint64(X[ASKED])
    while facts:
        key = hashed(key + S[lowest(facts)])
        facts &= facts - ONE
    if is_sum:
        return hashed(key)
    # else it matters what each seat has: the rest of a round is worth more to whoever is about to shoot
    for layer in range(T[COPIES]):
        for seat in range(T[PLAYERS]):
            pile = SEAT * seat + LAYER * layer
            key = hashed(key + (S[PILES + pile] & M[COUNTING + layer]))
            if T[KITTY]:
                key = hashed(key + S[CAPTURED + pile])
    if T[KEEPS_TAKERS]:
        for place in range(N[TRICKS]):
            key = hashed(key + S[T[TRICK_KINDS] + place])
            key = hashed(key + uint64(N[T[TAKERS] + place] + 1))
    return hashed(key)


@called
def _try(T, M, S, N, W, F, X, table, ply, card, policies, layers):
    """Play a card of the round in row `ply`, in the next row, and say where the round is then.

    Its totals are what is counted already; 0 if it is between two tricks and the count is no sum.
    """
    s = pointer(S[ply + 1])
    n = pointer(N[ply + 1])
    f = pointer(F[ply + 1])
    copy_row(pointer(S[ply]), s, S.shape[1])
    copy_row(pointer(N[ply]), n, N.shape[1])
    _put_down(T, s, n, card)
    # every seat has the policy ASK, so this plays no card: it ends the trick, and says what is legal next
    goes_on = _play_on(T, M, s, n, W, policies, None, layers)
    if not goes_on or (n[LENGTH] == 0 and _is_settled(T, M, s)):
        _count_round(T, M, s, n, W, policies)
        return OVER
    f[SLOT] = -1
    f[ROOT] = F[ply, ROOT]
    if n[LENGTH]:
        return INSIDE
    # what is already counted is kept apart from the rest, which is the same whatever came before
    is_sum = _is_sum(T, M, s, X)
    for total in range(T[SIDES]):
        n[TOTALS + total] = 0
    f[FLOOR] = -NEVER
    f[CEILING] = NEVER
    f[ROOT] = ply + 1
    if is_sum:
        _count_round(T, M, s, n, W, policies)
        others = X[GROUPS] - 1
        f[FLOOR] = -_most_to_come(T, M, s, n, X, others, -1)
        f[CEILING] = _most_to_come(T, M, s, n, X, others, 1)
    key = _key(T, M, s, n, X, is_sum)
    f[SLOT] = int64(key & uint64(table.shape[0] - 1))
    # halved, so that it is never -1, the mark of an empty row
    f[CHECK] = int64(key >> ONE)
    return BETWEEN


@inlined
def _next_try(T, S, N, F):
    """Take the card that `duck` would play from those not tried yet: it is often the best."""
    # the sooner a good card is tried, the more of the others alpha-beta leaves out
    in_trick = NO_CARDS
    for place in range(N[LENGTH]):
        in_trick |= bit_of(N[TRICK + place])
    bit = _duck(T, uint64(F[MOVES]), S[LED], in_trick & S[LED], N[LENGTH] == T[PLAYERS] - 1)
    F[MOVES] ^= int64(bit)
    return lowest(bit)


@called
def _paranoid(T, M, S, N, W, F, X, table, card, tried, most, policies, layers):
    """The loss of the side to act after a card, if it plays for the least, and all others for the most.

    Alpha-beta: a card is left alone once its side has a better one than the card before needs.
    """
    t = pointer(T)
    m = pointer(M)
    w = pointer(W)
    x = pointer(X)
    does = pointer(policies)
    # Without recursion: a ply down is a row on, and the inner loop carries a loss back up, through all plies
    # that it completes.
    ply = 0
    loss = 0
    side = T[PARTNERS + N[0, TURN]]
    F[0, MOVES] = 0
    F[0, BEST] = NEVER
    F[0, LOW] = -NEVER
    F[0, HIGH] = NEVER
    F[0, SLOT] = -1
    while tried[0] < most:
        tried[0] += 1
        where = _try(t, m, S, N, w, F, x, table, ply, card, does, layers)
        s = pointer(S[ply + 1])
        n = pointer(N[ply + 1])
        f = pointer(F[ply + 1])
        low = F[ply, LOW]
        high = F[ply, HIGH]
        known = where == OVER
        if where != INSIDE:
            loss = _loss(t, n, x, side)
        if where == BETWEEN:
            # the table and both bounds are of the rest alone; the loss so far is added to compare
            row = pointer(table[f[SLOT]])
            f[SHIFT] = loss
            if row[KEY] == f[CHECK]:
                f[FLOOR] = max(f[FLOOR], row[LEAST_LOSS])
                f[CEILING] = min(f[CEILING], row[MOST_LOSS])
            least, greatest = f[FLOOR] + f[SHIFT], f[CEILING] + f[SHIFT]
            low = max(low, least)
            high = min(high, greatest)
            known = low >= high
            loss = least if low == least else greatest
        if not known:
            ply += 1
            f[LOW] = low
            f[HIGH] = high
            f[FIRST_LOW] = low
            f[FIRST_HIGH] = high
            f[BEST] = NEVER if t[PARTNERS + n[TURN]] == side else -NEVER
            f[MOVES] = int64(_choices(t, s, n, x))
        while known:  # take the loss back, as far as it decides on the card before
            if ply == 0:
                return loss
            f = pointer(F[ply])
            if t[PARTNERS + N[ply, TURN]] == side:
                f[BEST] = min(f[BEST], loss)
                f[HIGH] = min(f[HIGH], loss)
            else:
                f[BEST] = max(f[BEST], loss)
                f[LOW] = max(f[LOW], loss)
            known = f[MOVES] == 0 or f[LOW] >= f[HIGH]
            if known:
                loss = f[BEST]
                ply = ply - 1
                if f[SLOT] >= 0:
                    row = pointer(table[f[SLOT]])
                    rest = loss - f[SHIFT]
                    row[KEY] = f[CHECK]
                    # outside the window the loss is only a bound, and the other bound stays
                    row[LEAST_LOSS] = rest if loss > f[FIRST_LOW] else f[FLOOR]
                    row[MOST_LOSS] = rest if loss < f[FIRST_HIGH] else f[CEILING]
        card = _next_try(t, pointer(S[ply]), pointer(N[ply]), pointer(F[ply]))
    return loss


@inlined
def _copy_totals(T, source, target):
    for at in range(TOTALS, TOTALS + T[SIDES]):
        target[at] = source[at]


@inlined
def _recalled(T, N, F, row, counted):
    """Add to the totals what a row of the table knows of the rest; return whether it knows it."""
    _copy_totals(T, N, counted)
    if row[KEY] != F[CHECK]:
        return False
    for total in range(TOTALS, TOTALS + T[SIDES]):
        N[total] += row[MORE + total - TOTALS]
    return True


@inlined
def _remember(T, N, F, row, counted):
    """Write to a row of the table what the rest has added to the totals; what was there is lost."""
    row[KEY] = F[CHECK]
    for total in range(TOTALS, TOTALS + T[SIDES]):
        row[MORE + total - TOTALS] = N[total] - counted[total]


@called
def _max_n(T, M, S, N, W, F, X, table, card, tried, most, best, counted, policies, layers):
    """Find the totals after a card, in row 1 of `N`, if each side plays for its own least loss.

    The first of equals counts, in the order of the cards.

    Args:
        best: Space for the totals after the best card so far, a row for each of F.
        counted: Space for the totals that are counted already between two tricks.
    """
    t = pointer(T)
    m = pointer(M)
    w = pointer(W)
    x = pointer(X)
    does = pointer(policies)
    ply = 0
    F[0, MOVES] = F[0, ROOT] = 0
    F[0, FLOOR] = -NEVER
    while tried[0] < most:
        tried[0] += 1
        where = _try(t, m, S, N, w, F, x, table, ply, card, does, layers)
        n = pointer(N[ply + 1])
        f = pointer(F[ply + 1])
        known = where == OVER
        if where == BETWEEN:
            known = _recalled(t, n, f, pointer(table[f[SLOT]]), pointer(counted[ply + 1]))
        if not known:
            ply += 1
            f[BEST] = NEVER
            f[MOVES] = int64(_choices(t, pointer(S[ply]), n, x))
        while known:
            if ply == 0:
                return
            f = pointer(F[ply])
            n = pointer(N[ply])
            after = pointer(N[ply + 1])
            side = t[PARTNERS + n[TURN]]
            loss = _loss(t, after, x, side)
            if loss < f[BEST]:
                f[BEST] = loss
                _copy_totals(t, after, pointer(best[ply]))
            # no other card can be better than the least that the side can lose from the last trick on
            least = F[f[ROOT], FLOOR] + _loss(t, pointer(counted[f[ROOT]]), x, side)
            known = f[MOVES] == 0 or f[BEST] <= least
            if known:
                _copy_totals(t, pointer(best[ply]), n)
                if f[SLOT] >= 0:
                    _remember(t, n, f, pointer(table[f[SLOT]]), pointer(counted[ply]))
                ply -= 1
        card = lowest(uint64(F[ply, MOVES]))
        F[ply, MOVES] &= F[ply, MOVES] - 1


@called
def solve(T, M, S, N, W, F, X, table, best, counted, policies, most, tried, worth, layers):
    """Find what each legal card of a round is worth, all cards open.

    Args:
        S: The round in the first row, and a row for each card that is still to be played.
        N: The same.
        F: Space for the search, a row more than S has.
        X: What the search knows of the rulebook.
        table: Space for what is found, -1 everywhere; a power of two of rows.
        best: Space for max^n, as long as F; None for paranoid.
        counted: The same.
        policies: `ASK` for every seat.
        most: How many cards may be tried.
        tried: Output, (1,): how many were; `most` if that was not enough.
        worth: Output, (52, totals): the totals by max^n; or the loss, times the number of other sides.
    """
    t = pointer(T)
    x = pointer(X)
    s = pointer(S[0])
    n = pointer(N[0])
    _play_on(t, pointer(M), s, n, pointer(W), pointer(policies), None, layers)
    choices = _choices(t, s, n, x)
    legal = s[LEGAL]
    before = 0
    while legal:
        card = lowest(legal)
        legal &= legal - ONE
        # left out because it equals its neighbour below, which was just solved
        if not choices & bit_of(card):
            for at in range(worth.shape[1]):
                worth[card, at] = worth[before, at]
        elif best is None:
            worth[card, 0] = _paranoid(
                T, M, S, N, W, F, X, table, card, tried, most, policies, layers
            )
        else:
            _max_n(T, M, S, N, W, F, X, table, card, tried, most, best, counted, policies, layers)
            for at in range(worth.shape[1]):
                worth[card, at] = N[1, TOTALS + at]
        before = card
