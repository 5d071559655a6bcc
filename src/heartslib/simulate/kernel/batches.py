"""Many rounds side by side, a card at a time: what a learner plays, and what it sees.

The rounds are rows of `S` and `N`, shared among workers as in `rounds`; what is seen is written as planes.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.counting import _count_round
from heartslib.simulate.kernel.playing import _play_on, _put_down
from heartslib.simulate.kernel.rounds import _open
from heartslib.simulate.kernel.words import *


@called
def find_illegal(T, M, S, N, W, cards, first, layers):
    """Lower `first` to the first row whose round goes on and whose card is not legal."""
    for row in own_rows(S.shape[0]):
        if N[row, LEFT] and not _may_play(T, S[row], cards[row]):
            lower(first, 0, row)


@inlined
def _may_play(T, S, card):
    """Whether a number, which may be any, is a legal card."""
    return 0 <= card < WORD and S[LEGAL] & bit_of(T[PLACE + card]) != 0


@called
def _observe(T, S, N, numbers, planes):
    """Write what the seat to act knows.

    Args:
        numbers: Output, (rounds, 2 + seats): the seat to act, how many places after it the leader sits, and how many
            cards each seat holds, from the one to act on.
        planes: Output, (rounds, 3 + 3 * seats, 52): how many copies of each card are in the hand, legal, and
            waiting; then a plane for each seat, from the one to act on, of what it has in the trick; then as many of
            what it has taken, and of what it has charged.  Cards taken with a kitty are seen by their taker alone.

    `heartslib.rl.batch.planes_of` shows the same of a view.
    """
    players = T[PLAYERS]
    for row in own_rows(S.shape[0]):
        turn = N[row, TURN]
        numbers[row, 0] = turn
        numbers[row, 1] = (N[row, LEADER] + players - turn) % players
        for place in range(players):
            hand = HANDS + SEAT * ((turn + place) % players)
            size = 0
            for layer in range(T[COPIES]):
                size += popcount(S[row, hand + LAYER * layer])
            numbers[row, 2 + place] = size
    # A team of workers writes a plane, each worker some of its cards: neighbours write neighbours.  On a CPU
    # the team is one worker
    team, teams = worker() // TEAM, workers() // TEAM
    count = 3 + 3 * players
    begin, end = share(S.shape[0])
    for at in range(begin * count + team, end * count, teams):
        row, plane = at // count, at % count
        turn = N[row, TURN]
        # 0 in the trick, 1 taken, 2 charged; below 0 for the three planes of the seat itself
        kind = (plane - 3) // players
        seat = (turn + (plane - 3) % players) % players
        first = HANDS + SEAT * turn
        copies = T[COPIES]
        if plane == 1 or kind == 2:  # sets of one layer
            first = LEGAL if plane == 1 else CHARGED + SEAT * seat
            copies = 1
        elif plane == 2:
            first = WAITING
        elif kind >= 0:
            first = PILES + SEAT * seat
        mine = worker() % TEAM
        cards = S[row, first] if kind else NO_CARDS
        out = pointer(planes[row, plane])
        for card in range(mine, planes.shape[2], TEAM):
            out[card] = cards >> uint64(T[PLACE + card]) & ONE
        if kind == 0:  # no set says who played a card: the trick is read place by place
            for place in range(N[row, LENGTH]):
                card = T[INDEX + N[row, TRICK + place]]
                if (N[row, LEADER] + place) % players == seat and card % TEAM == mine:
                    out[card] += 1
            continue
        for layer in range(1, copies):
            for card in range(mine, planes.shape[2], TEAM):
                out[card] += S[row, first + LAYER * layer] >> uint64(T[PLACE + card]) & ONE
        if kind == 1 and seat != turn:  # nobody else sees what a kitty brought
            for layer in range(copies):
                aside = S[row, CAPTURED + SEAT * seat + LAYER * layer]
                for card in range(mine, planes.shape[2], TEAM):
                    out[card] -= aside >> uint64(T[PLACE + card]) & ONE


@called
def begin_rounds(T, M, S, N, W, seed, renew, policies, points, done, numbers, planes, layers):
    """Begin rounds, play each up to the first question, and write what is seen.

    Args:
        renew: What is added to the number of the round in each row, for the one that takes its place.
        points: Output, (rounds, seats): 0.
        done: Output, (rounds,): False.
        numbers: Output, as in `_observe`.
        planes: The same.
    """
    t = pointer(T)
    m = pointer(M)
    w = pointer(W)
    does = pointer(policies)
    for row in own_rows(S.shape[0]):
        s, n = pointer(S[row]), pointer(N[row])
        _open(t, m, s, n, w, seed, n[ROUND] + renew, does, None, layers)
        _play_on(t, m, s, n, w, does, None, layers)
        done[row] = False
        for seat in range(points.shape[1]):
            points[row, seat] = 0
    together()  # planes are shared out otherwise than rounds
    _observe(T, S, N, numbers, planes)


@called
def step_rounds(
    T, M, S, N, W, seed, cards, policies, renew,
    sign, points, done, numbers, planes, layers,
):  # fmt: skip
    """In each round, play a card of the seat to act and then on to the next question; write what is seen.

    Args:
        cards: The card for each round.  A round that is over, or whose card is not legal, is left alone.
        renew: What is added to the number of a round that ends, for one that takes its place; 0 if
            none does.
        sign: 1, or -1 for points below 0.
        points: Output, (rounds, seats): `sign` times the points of each round that ends, else 0.
        done: Output, (rounds,): whether the round has ended.
        numbers: Output, as in `_observe`.
        planes: The same.
    """
    t = pointer(T)
    m = pointer(M)
    w = pointer(W)
    does = pointer(policies)
    for row in own_rows(S.shape[0]):
        s, n = pointer(S[row]), pointer(N[row])
        done[row] = n[LEFT] == 0
        for seat in range(points.shape[1]):
            points[row, seat] = 0
        if done[row] or not _may_play(t, s, cards[row]):
            continue
        _put_down(t, s, n, t[PLACE + cards[row]])
        if _play_on(t, m, s, n, w, does, None, layers):
            continue
        _count_round(t, m, s, n, w, does)
        done[row] = True
        s[LEGAL] = NO_CARDS  # a round without a successor shows no legal cards
        for seat in range(points.shape[1]):
            points[row, seat] = sign * n[TOTALS + t[SIDE + seat]]
        if renew:
            _open(t, m, s, n, w, seed, n[ROUND] + renew, does, None, layers)
            _play_on(t, m, s, n, w, does, None, layers)
    together()
    _observe(T, S, N, numbers, planes)
