"""Whole rounds, many times: for simulations, for matches, and from a position on.

These are the functions that a target calls.  They begin with the arrays: `T`, `M`, and `S` and `N` with
space for a round or with a row for each round that is kept, and `W`.  Those rows are shared among workers:
on a CPU there is one, on a GPU there are many, in blocks.  A seed is that of all rounds; of the policies
each seat has one; `layers` is a tuple with an item for each copy of a card, whose length the compiler knows.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.counting import _count_round
from heartslib.simulate.kernel.dealing import _deal_hands
from heartslib.simulate.kernel.giving import _charge, _listed, _pass_cards
from heartslib.simulate.kernel.playing import _begin, _leader, _play_on, _put_down
from heartslib.simulate.kernel.words import *


@called
def _keep_hands(T, S, W, place):
    """Write all hands into the log: for each seat its layers."""
    for seat in range(T[PLAYERS]):
        for layer in range(T[COPIES]):
            W[place] = int64(S[HANDS + SEAT * seat + LAYER * layer])
            place += 1


@called
def _open(T, M, S, N, W, seed, number, policies, log, layers):
    """Deal, pass and charge, up to the opening lead."""
    # from the number of the round alone: however rounds are shared among workers, each is dealt alike
    S[RNG] = seed ^ uint64(uint64(number + 1) * uint64(STRIDE))
    next_random(S)
    dealer = (T[PLAYERS] - 1 + number) % T[PLAYERS]
    pattern = number % T[PATTERNS]
    if T[CALLED]:
        pattern = random_below(S, T[PATTERNS])
    N[ROUND] = number
    N[DEALER] = dealer
    N[PATTERN_NOW] = pattern
    N[PAYMENT_NOW] = -1
    for layer in range(T[COPIES]):
        S[WAITING + LAYER * layer] = M[PACK_LAYERS + layer]
        for seat in range(T[PLAYERS]):
            S[HANDS + SEAT * seat + LAYER * layer] = NO_CARDS
    _deal_hands(T, S, N, T[PACK_SIZE], T[SIZE], layers)
    if T[SHOWS_LAST]:  # any card of the hand may be the last
        N[SHOWN_LAST] = W[T[CARDS] + random_below(S, _listed(T, S, W, dealer, NO_CARDS))]
    if log is not None:
        _keep_hands(T, S, W, T[DEALT])
        for place in range(T[KITTY]):
            W[T[KITTY_DEALT] + place] = N[T[KITTY_CARDS] + place]
    # the pass comes first: its cards may be charged by whoever gets them
    if T[T[PASSES] + PATTERN * pattern]:
        _pass_cards(T, M, S, N, W, T[PASSES] + PATTERN * pattern, policies, NOBODY, layers)
    if M[CHARGEABLE]:
        _charge(T, M, S, policies)
    if log is not None:
        _keep_hands(T, S, W, T[HELD])
    _begin(T, S, N, _leader(T, M, S, dealer))


@called
def play_rounds(
    T, M, S, N, W, seed, first, step, policies,
    points, moons, leaders, log,
    fully, layers,
):  # fmt: skip
    """Play the rounds with the numbers `first`, `first` + `step`, ...

    Each has its own random numbers.

    Args:
        first: The number of the first round; it also decides the dealer and the pass.
        step: The difference between the numbers of two rounds.
        points: Output, (rounds, seats): the points.
        moons: Output, (rounds,): the side that shot the moon, or -1.
        leaders: Output, (rounds,): the opening leader.
        log: Output, (plays, 2): each card played and the cards that were legal; or None.
        fully: None if the rulebook is plain and all play at random, otherwise the policies again.
            With None the result is the same, but sooner.
    """
    t = pointer(T)
    m = pointer(M)
    s = pointer(S)
    n = pointer(N)
    w = pointer(W)
    does = pointer(policies)
    written, played_by = pointer(log), pointer(fully)
    for row in own_rows(points.shape[0]):
        _open(t, m, s, n, w, seed, first + step * row, does, written, layers)
        leaders[row] = n[LEADER]
        _play_on(t, m, s, n, w, played_by, written, layers)
        moons[row] = _count_round(t, m, s, n, w, does)
        for seat in range(points.shape[1]):
            points[row, seat] = n[TOTALS + t[SIDE + seat]]


@called
def play_fully(T, M, S, N, W, seed, first, step, policies, points, moons, leaders, layers):
    """`play_rounds` for any rulebook and policies."""
    # it exists, as the next does, because a GPU is given numbers and arrays, and never None
    play_rounds(
        T, M, S, N, W, seed, first, step, policies, points, moons, leaders, None, policies, layers
    )


@called
def play_plainly(T, M, S, N, W, seed, first, step, policies, points, moons, leaders, layers):
    """`play_rounds` where the rulebook is plain and everyone plays at random."""
    play_rounds(
        T, M, S, N, W, seed, first, step, policies, points, moons, leaders, None, None, layers
    )


@called
def extent(points, ends):
    """Widen `ends`: the least and the most points of a seat, and of all seats together."""
    # each worker finds its own first, and then they agree: they would wait for each other at every row
    least = ends[0]
    most = ends[1]
    low = ends[2]
    high = ends[3]
    for row in own_rows(points.shape[0]):
        total = 0
        for seat in range(points.shape[1]):
            least = min(least, points[row, seat])
            most = max(most, points[row, seat])
            total += points[row, seat]
        low = min(low, total)
        high = max(high, total)
    lower(ends, 0, least)
    upper(ends, 1, most)
    lower(ends, 2, low)
    upper(ends, 3, high)


@called
def tally(points, moons, leaders, ends, counts, pairs, shot):
    """Count the points of each seat, pairs of the leader's points and all points, and moons.

    Args:
        points: The points, (rounds, seats).
        moons: The side that shot the moon in each round, or -1.
        leaders: The seat that led first in each round.
        ends: What `extent` found: the first places count the least points.
        counts: Output, (copies, seats, numbers): how often each seat had each number of points.
            The sum of the copies counts; with several of them, workers wait less for each other.
        pairs: Output, (copies, numbers, numbers): how often the leader and all seats had so many.
        shot: Output, (copies, sides): how often each side shot the moon.
    """
    least = ends[0]
    low = ends[2]
    copy = worker() % counts.shape[0]
    for row in own_rows(points.shape[0]):
        total = 0
        for seat in range(points.shape[1]):
            add(counts, (copy, seat, points[row, seat] - least), 1)
            total += points[row, seat]
        add(pairs, (copy, points[row, leaders[row]] - least, total - low), 1)
        if moons[row] >= 0:
            add(shot, (copy, moons[row]), 1)


@called
def play_match(
    T, M, S, N, W, seed, first, step, deals, times,
    seatings, bots, totals, sums, layers,
):  # fmt: skip
    """Play each deal several times, and add up what each bot scores.

    Args:
        first: The number of the first deal.
        step: The difference between the numbers of two deals.
        deals: How many deals.
        times: How often each deal is played.
        seatings: The policy of each seat, (seatings, seats): those of a deal, then those of the next,
            and so on from the first again.
        bots: The number of the bot in each seat, (seatings, seats).
        totals: Scratch space, (workers, bots).
        sums: Output, (workers, bots, 1 + bots): for each bot the sum over the deals of its points in
            all seatings, then that of the products with each bot's points.
    """
    t = pointer(T)
    m = pointer(M)
    s = pointer(S)
    n = pointer(N)
    w = pointer(W)
    place = worker_of_all()
    for row in own_rows(deals):
        for bot in range(totals.shape[1]):
            totals[place, bot] = 0
        # the same deal, since the number of the round decides it: luck with cards cancels out
        for time in range(times):
            seating = (row * times + time) % seatings.shape[0]
            does = pointer(seatings[seating])
            _open(t, m, s, n, w, seed, first + step * row, does, None, layers)
            _play_on(t, m, s, n, w, does, None, layers)
            _count_round(t, m, s, n, w, does)
            for seat in range(seatings.shape[1]):
                totals[place, bots[seating, seat]] += n[TOTALS + t[SIDE + seat]]
        for one in range(totals.shape[1]):
            sums[place, one, 0] += totals[place, one]
            for other in range(totals.shape[1]):
                sums[place, one, 1 + other] += totals[place, one] * totals[place, other]


@called
def play_out(T, M, S, N, W, seed, sets, numbers, places, cards, times, policies, points, layers):
    """For each candidate card, play it from a position and the rest of the round many times.

    Args:
        seed: The seed, the same for each card.
        sets: The positions' sets of cards, a row for each.
        numbers: The positions' numbers, a row for each.
        places: The position of each candidate.
        cards: The candidates, cards of the seat to act in their positions.
        times: How often each card is tried.
        points: Output, (cards, seats): the sum of the points over all times.
    """
    t = pointer(T)
    m = pointer(M)
    s = pointer(S)
    n = pointer(N)
    w = pointer(W)
    does = pointer(policies)
    for row in own_rows(cards.shape[0] * times):
        candidate, time = row // times, row % times
        position = places[candidate]
        copy_row(pointer(sets[position]), s, sets.shape[1])
        copy_row(pointer(numbers[position]), n, numbers.shape[1])
        s[RNG] = seed ^ uint64(uint64(time + 1) * uint64(STRIDE))
        _put_down(t, s, n, cards[candidate])
        _play_on(t, m, s, n, w, does, None, layers)
        _count_round(t, m, s, n, w, does)
        for seat in range(points.shape[1]):
            add(points, (candidate, seat), n[TOTALS + t[SIDE + seat]])
