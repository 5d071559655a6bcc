"""The kernel: whole rounds in one compiled function, for every rulebook that can be lowered.

Cards are bits, seats are numbers, and the rules are a table of numbers and a table of card sets
(`heartslib.simulate.lowering`); no objects are made.  The tests compare the kernel with `Game` move
by move: every set of legal cards, every trick, every point.

Copy k of a card is its bit in layer k, as in `heartslib.Cards`: a hand from one pack is one word.
There are five flat arrays: `T` and `M` hold the rules as numbers and as sets of cards, `N` and `S`
hold the round in the same way, and `W` is scratch space.  The names in capitals are indices into
them.  What has another length in each rulebook comes last, and `T` says where: the arrays are as
long as the rulebook needs.

A round can stop before any card: the kernel returns when a seat whose policy is `ASK` is to act,
and `N` and `S` then hold the whole state.  A position can be written there in the same way, and
played on.

The functions are plain Python and run as they stand, slowly.  A target compiles them
(`heartslib.simulate.targets`): it has a decorator for each, and its own form of the functions that
are imported here.  Those that others call share the rows of their arrays among workers: on a CPU
there is one, on a GPU there are many, in blocks.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np

from heartslib._bits import WORD
from heartslib.simulate.targets.python import (
    TEAM,
    add,
    high,
    highest,
    lower,
    lowest,
    pointer,
    popcount,
    share,
    together,
    uint64,
    upper,
    worker,
    worker_of_all,
    workers,
)

F = TypeVar("F", bound=Callable[..., Any])

FUNCTIONS: Final[dict[str, bool]] = {}
"""The functions in their order, by name, and whether each is compiled into those that call it."""


def inlined(function: F) -> F:
    """Mark a short function: it is compiled into those that call it."""
    FUNCTIONS[function.__name__] = True
    return function


def called(function: F) -> F:
    """Mark a function that is compiled by itself."""
    FUNCTIONS[function.__name__] = False
    return function


MAX_SEATS: Final = 11
MAX_COPIES: Final = 8
MAX_PACK: Final = WORD * MAX_COPIES
MAX_OPS: Final = 24
KINDS: Final = 8
"""Kinds of turn: the four places, then the same for a seat that holds no card it has charged."""
MOST_REGISTERS: Final = 2000
MAX_CHANGES: Final = 100
GOLDEN: Final = 0x9E3779B97F4A7C15
"""The state of the generator grows by this with each number."""
STRIDE: Final = 0xD1B54A32D192ED03
"""The states of two rounds of a seed, or of two tries, are so far apart."""
ENOUGH: Final = 5
"""With so many cards of a suit its high ones are safe to keep."""
EVERY_KIND: Final = (1 << WORD) - 1
RANKS: Final = WORD // 4
LOWEST_KINDS: Final = 1 | 1 << 15 | 1 << 30 | 1 << 45
NINES: Final = LOWEST_KINDS << 9
NOBODY, SEVERAL = -1, -2
"""Who has taken penalty cards, if it is not one side."""
KEPT: Final = 100_000
"""What keeps a card from being discarded: more than all weights."""
LEAST: Final = -(1 << 62)
NEVER: Final = 1 << 62

# flags of a clause
UNLESS, ONLY_IF, LOWEST_ONLY = 1, 2, 4
# how the clauses for a kind of turn are read: if all of them are simple, in one expression each
SLOWLY, FOLLOW_SUIT, QUICKLY = range(3)
# operations of the count; what they name is in `_count_rows`
(
    END, EACH, SKIP, UNLESS_EQUAL, HOLDER, PAY, ADD_TO, ADD_FOR, COUNT, NUMBER, TIMES, ADD, EQUAL, LESS,
    LARGER, POWER, TOTAL, FACTOR, CHOSEN, SHOT, FACE_UP, TAKER, TRICKS_OF, HOLDING, LOOSE,
) = range(25)  # fmt: skip
# policies; ASK stops for the caller
RANDOM, LOWEST, DUCK, SHED, ROUGH, SHOOT, STOP, ASK = range(8)
# what `_shed` weighs by: the numbers of a policy, in their order
(
    NOISE, EACH_TRICK, RANK_OVER, BIG_SHARE, OFF_LAST, OFF_COSTLY, OFF_BIG, OFF_CATCHING, OFF_BELOW,
    OFF_EACH, OFF_GOOD, LEAD_LAST, LEAD_FEW, LEAD_COSTLY, LEAD_BIG, LEAD_CATCHING, LEAD_EACH, LEAD_SAFE,
    LEAD_GOOD_LOW, LEAD_GOOD,
) = range(20)  # fmt: skip
WEIGHTS: Final = 20

# indices into T
(
    PLAYERS, COPIES, SIZE, KITTY, PACK_SIZE, CANCELLING, LAST_OF_EQUALS, ODD_STANDS,
    SECOND_COPY, BOOSTS, KITTY_SHARE, EXCHANGED, ENDS_EARLY, PATTERNS, CALLED,
    OPTIONAL, CHARGE_EACH, REOPENS, PAYMENT_COUNT, AUTOMATIC,
    ENDS_AT, PLAY_OFF, ENDS_SIGN, CHANGE_COUNT, POOLED, SIDES, SIGN, KEEPS_TAKERS, LEADS_FIRST,
    MOON, DUCKS, SHOWS_LAST,
) = range(32)  # fmt: skip
"""MOON is what the penalty cards cost if a moon can be shot, and 0 otherwise; DUCKS is the policy DUCK
if winning a trick is never good in itself and there are no trumps, and otherwise NOBODY: `_shed` then
looks."""
DRAWN: Final = -1
"""LEADS_FIRST, if the leader is drawn."""
CLAUSES, PASSES, CHANGES, ROWS, TRICK_COSTS = range(32, 37)
"""Where in T each of these begins: the clauses that are not simple, the pass patterns, the changes of
totals, the rows of the count, and for each trick how bad it is to win, apart from its cards."""
CLAUSE_CARDS: Final = 37
"""Where in M the sets of these clauses begin."""
PLAYED_BY, TRICK_KINDS = 38, 39
"""Where in S these are: what each seat has played, kept if cards may be charged, and the kinds of card
in each of the finished tricks, if a step needs them."""
KITTY_CARDS, TAKERS = 40, 41
"""Where in N these are: the kitty, and for each of the finished `TRICKS` who won it, or -1, if a step
needs it."""
CARDS, GIVEN, GIVEN_COUNT, LAID_DOWN, KITTY_DEALT, DEALT, HELD = range(42, 49)
"""Where in W these are; the last three are kept with a log alone, beyond `WORK`."""
WORDS, NUMBERS, WORK = range(49, 52)
"""How long S, N and W are."""
COSTS: Final = 52
"""For each card how bad it is; `SIGN` is -1 if points are good, and 1 otherwise."""
PLACE: Final = COSTS + WORD
"""For each column of a plane the place of its card in a word."""
INDEX: Final = PLACE + WORD
"""For each place its column."""
SIDE: Final = INDEX + WORD
"""For each seat the total that its points go to: its side's if partners pool, else its own."""
PARTNERS: Final = SIDE + MAX_SEATS
READING: Final = PARTNERS + MAX_SEATS
CLAUSE_COUNT: Final = READING + KINDS
FIRST_CLAUSE: Final = CLAUSE_COUNT + KINDS
"""For each kind of turn that is read slowly its first clause."""
KEPT_FACT: Final = FIRST_CLAUSE + KINDS
"""For each simple clause the index in S of the fact that it keeps, and below of the one that waives
it; the cards of both are KEPT_CARDS and UNLESS_CARDS."""
UNLESS_FACT: Final = KEPT_FACT + KINDS * MAX_OPS
SHED_WEIGHTS: Final = UNLESS_FACT + KINDS * MAX_OPS
"""The weights of the policy SHED; those of ROUGH and the others follow."""
T_SIZE: Final = SHED_WEIGHTS + 2 * WEIGHTS
"""Where in T what has another length in each rulebook begins."""
FLAGS, PARTS_OF = range(2)
PART: Final = 8
"""Numbers of a part of a set: how many facts, and the index of each in S."""
PARTS: Final = 4
"""Parts of a set: the cards in it, and up to three parts to take away."""
CLAUSE: Final = PARTS_OF + 3 * PARTS * PART
"""Numbers of any other clause: its flags, then its three sets."""
CHANGE: Final = 4
"""Numbers of a change of totals: its rule, the first and last score it changes, and the result."""
PATTERN: Final = 3 + 2 * MAX_SEATS
"""Numbers of a pattern: cards, whether mixed, packets, then how far and how many for each packet."""

# indices into M
LEAD_CARDS, PASS_KEPT, CHARGEABLE, EARNERS, TRUMPS = range(5)
SUITS: Final = 5
PACK_LAYERS: Final = SUITS + 4
COUNTING: Final = PACK_LAYERS + MAX_COPIES
PENALTY: Final = COUNTING + MAX_COPIES
UNLESS_CARDS: Final = PENALTY + MAX_COPIES
KEPT_CARDS: Final = UNLESS_CARDS + KINDS * MAX_OPS
OTHERS_TOO: Final = KEPT_CARDS + KINDS * MAX_OPS
"""For each simple clause all cards; or none if it leaves only the lowest."""
M_SIZE: Final = OTHERS_TOO + KINDS * MAX_OPS
"""Where in M what has another length in each rulebook begins."""
SPARED: Final = 3 * PARTS
SETS: Final = SPARED + 1
"""Sets of any other clause: the kinds of each part, then the spared cards."""

# indices into S
RNG: Final = 0
FACTS: Final = (
    *("PLAYED", "NEW_SUITS", "CHARGED", "SUIT_LED", "IN_TRICK", "LAST_SUIT", "HAND"),
    *("ALL_CHARGED", "DISCARDED"),
)
"""The facts that the kernel knows, each at its place after the random number."""
(
    PLAYED, NEW_SUITS, MINE_CHARGED, LED, IN_TRICK, LAST, HAND, ALL_CHARGED, DISCARDED,
) = range(1, len(FACTS) + 1)  # fmt: skip
FOLLOWING, FREE, ANY, LEGAL = range(len(FACTS) + 1, len(FACTS) + 5)
"""FOLLOWING is what the hand has of the suit led, FREE all but charged cards that wait."""
WAITING, GONE, BOTH, TRICK_CARDS = range(LEGAL + 1, LEGAL + 5)
HANDS, PILES, CAPTURED, CHARGED = range(TRICK_CARDS + 1, TRICK_CARDS + 5)
"""Of seat 0; CAPTURED are the cards of its pile that were in no trick."""
SEAT: Final = 4
"""From a place of one seat to that of the next."""
LAYER: Final = TRICK_CARDS - LEGAL + SEAT * MAX_SEATS
"""From a place in one layer to that in the next."""

# indices into N
(
    ROUND, DEALER, LEADER, LEFT, LENGTH, TURN, PLAYS, KITTY_TAKEN, PATTERN_NOW, PAYMENT_NOW,
    LAID_COUNT, TRICKS, SHOOTER, HOARDER, HOARDED, SHOWN_LAST, SETTLED_LEADER,
) = range(17)  # fmt: skip
"""SETTLED_LEADER is who leads, if that is known before the pass, or NOBODY; the search alone asks.  HOARDER is the side that alone has taken penalty cards, and HOARDED what they cost: it may shoot the moon."""
TOTALS: Final = 17
TRICK: Final = TOTALS + MAX_SEATS

REGISTERS: Final = 0
"""Where in W the answers that the count has made begin; the first is always 1."""


@inlined
def copy_row(source, target, size):
    """Copy a row of sets or of numbers."""
    for at in range(size):
        target[at] = source[at]


@inlined
def own_rows(count):
    """Those of so many rows that this worker has."""
    begin, end = share(count)
    return range(begin + worker(), end, workers())


@inlined
def _mixed(z):
    """A random number from a state of splitmix64."""
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@inlined
def _next(S):
    """The next random number."""
    S[RNG] += uint64(GOLDEN)
    return _mixed(S[RNG])


@inlined
def _below(S, count):
    """A number from 0 up to, but not including, `count`."""
    return np.int64(high(_next(S), uint64(count)))


@inlined
def _one(card):
    return uint64(1) << uint64(card)


@inlined
def nth(bits, place):
    """The set bit number `place`, counted from the lowest, 0."""
    # halves, quarters and so on: always the same steps, so that no branch is mispredicted
    card = uint64(0)
    rank = uint64(place)
    for width in (32, 16, 8, 4, 2, 1):
        low = (bits >> card) & ((uint64(1) << uint64(width)) - uint64(1))
        count = popcount(low)
        beyond = uint64(rank >= count)
        card += beyond * uint64(width)
        rank -= beyond * count
    return _one(card)


@inlined
def _top(bits):
    """The highest of some cards."""
    return uint64(1 << 63) >> highest(bits)


@inlined
def _suit_of(bit):
    """All cards of the suit of a card."""
    # no branch or loop, since it runs for every card: the difference is the highest deuce
    deuces = (bit ^ (bit - uint64(1))) & uint64(LOWEST_KINDS)  # those that are not higher
    deuce = deuces - (deuces >> uint64(15))
    return (deuce << uint64(15)) - deuce


@inlined
def _put_cards(S, pile, bits, copies):
    """Add cards of different kinds to a pile."""
    layer = 0
    while layer < copies:  # measured: unless `copies` is a constant, loops over a range are slower
        both = S[pile + LAYER * layer] & bits
        S[pile + LAYER * layer] |= bits
        bits = both
        layer += 1


@inlined
def _empty(S, pile, copies):
    """Remove all cards from a pile."""
    for layer in range(copies):
        S[pile + LAYER * layer] = uint64(0)


@inlined
def _take(S, pile, bits, copies):
    """Remove cards of different kinds from a pile that has them."""
    layer = copies
    while layer > 0:
        layer -= 1
        found = S[pile + LAYER * layer] & bits
        S[pile + LAYER * layer] ^= found
        bits ^= found


@inlined
def _put_all(S, pile, other, copies):
    """Add all cards of another pile."""
    for layer in range(copies):
        _put_cards(S, pile, S[other + LAYER * layer], copies)


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
    for part in range(first + 1, first + PARTS):
        if M[sets + part]:
            cards &= ~_part(T, M, S, row, sets, part)
    return cards


@called
def _left_by(T, M, S, row, sets, legal):
    """The cards that a clause leaves; none if it does not apply."""
    asks = T[row + FLAGS]
    if asks & UNLESS and _met(T, M, S, row, sets, 0):
        return uint64(0)
    if asks & ONLY_IF and not _met(T, M, S, row, sets, 1):
        return uint64(0)
    left = legal & _met(T, M, S, row, sets, 2)
    if asks & LOWEST_ONLY:
        left &= ~left + uint64(1)
    return left if left & ~M[sets + SPARED] else uint64(0)


@called
def _narrowed(T, M, S, kind, hand):
    """The legal cards, as kinds, after the clauses for this kind of turn, in order."""
    legal = hand
    first = T[FIRST_CLAUSE + kind]
    for at in range(first, first + T[CLAUSE_COUNT + kind]):
        left = _left_by(T, M, S, T[CLAUSES] + CLAUSE * at, T[CLAUSE_CARDS] + SETS * at, legal)
        if left:
            legal = left
    return legal


@inlined
def _quickly_narrowed(T, M, S, kind, hand):
    """The same, if all the clauses are simple."""
    legal, at = hand, kind * MAX_OPS
    end = at + T[CLAUSE_COUNT + kind]
    while at < end:  # measured: a loop over a range is unrolled, and slower
        left = legal & M[KEPT_CARDS + at] & S[T[KEPT_FACT + at]]
        left &= (~left + uint64(1)) | M[OTHERS_TOO + at]
        if left and not M[UNLESS_CARDS + at] & S[T[UNLESS_FACT + at]]:
            legal = left
        at += 1
    return legal


@inlined
def _move_cards(S, source, target, among):
    """Move a random one of the `among` cards of a pile to the same layer of another."""
    place = uint64(_below(S, among))
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
    # 16 / seats, rounded: each binary digit from the lowest set one on takes a random word.
    chance = uint64(32 + seats) // uint64(2 * seats)
    have: Any = 0
    for layer in range(len(layers)):
        S[BOTH + LAYER * layer] = uint64(0)
        if layer and not S[WAITING + LAYER * layer]:
            continue  # takes no random number: with room for more copies the deal is the same
        taken = uint64(0) if seats > 1 else uint64(EVERY_KIND)
        digit = chance & (~chance + uint64(1))
        while digit < 16:
            taken = taken | _next(S) if chance & digit else taken & _next(S)
            digit <<= uint64(1)
        taken &= S[WAITING + LAYER * layer]
        S[BOTH + LAYER * layer] = taken
        S[WAITING + LAYER * layer] ^= taken
        have += np.int64(popcount(taken))
    while have < count:
        _move_cards(S, WAITING, BOTH, seats * count - have)
        have += 1
    while have > count:
        _move_cards(S, BOTH, WAITING, have)
        have -= 1


@called
def _deal_hands(T, S, N, size, each, layers):
    """Deal the `size` cards of WAITING: the kitty first, then to each seat its part."""
    for place in range(T[KITTY]):
        N[T[KITTY_CARDS] + place] = np.int64(lowest(_move_cards(S, WAITING, BOTH, size)))
        size -= 1
    for seat in range(T[PLAYERS]):
        _draw(S, each, T[PLAYERS] - seat, layers)
        _put_all(S, HANDS + SEAT * seat, BOTH, len(layers))


@inlined
def _policy(policies, seat):
    """The policy of a seat; if there are no policies, everyone plays at random."""
    return RANDOM if policies is None else policies[seat]


@called
def _listed(T, S, W, seat, without):
    """Write every card of a hand, except some kinds, to CARDS; return how many there are."""
    first = count = T[CARDS]
    for layer in range(T[COPIES]):
        bits = S[HANDS + SEAT * seat + LAYER * layer] & ~without
        while bits:
            W[count] = np.int64(lowest(bits))
            bits &= bits - uint64(1)
            count += 1
    return count - first


@inlined
def _rank(card):
    """How many ranks a card is above a two; a one or a joker is below."""
    return card % RANKS - 2


@inlined
def _burden(T, M, S, hand, policy, card, cheapest):
    """How much a player wants to be rid of a card: what it costs, or how dangerous it is to keep."""
    # a seat that is asked has no policy of its own: it passes as `duck` does
    if cheapest or policy < SHED or policy == ASK:
        return T[COSTS + card] * 100 + _rank(card)
    return _danger(T, M, S, hand, card)


@called
def _danger(T, M, S, hand, card):
    """How dangerous it is to keep a card for the play; what is good, or may take it, is kept."""
    bit = _one(card)
    kin = _suit_of(bit)
    mine, costly, catches = np.int64(0), True, False
    for layer in range(T[COPIES]):
        mine += np.int64(popcount(S[hand + LAYER * layer] & kin))
    bits = M[PACK_LAYERS] & kin
    while bits:
        other = np.int64(lowest(bits))
        bits &= bits - uint64(1)
        cost = T[COSTS + other]
        if cost < 0 and other <= card:
            return np.int64(LEAST)
        costly = costly and cost > 0
        catches = catches or (cost > 1 and other < card and not S[hand] & _one(other))
    danger = 64 * _rank(card) // max(mine, 1)
    if costly or mine < ENOUGH:  # with so many low cards beside it, it will not be drawn out
        danger += 128 * T[COSTS + card] + 1280 * catches
    return danger


@called
def _chosen(T, M, S, W, seat, policy, have, count, cheapest):
    """Bring `count` of the first `have` CARDS to the front: any, the most or the least costly."""
    first, hand = T[CARDS], HANDS + SEAT * seat
    for place in range(first, first + count):
        best = place
        if policy == RANDOM:
            best = place + _below(S, first + have - place)
        else:
            most = _burden(T, M, S, hand, policy, W[best], cheapest)
            for other in range(place + 1, first + have):
                theirs = _burden(T, M, S, hand, policy, W[other], cheapest)
                if (theirs < most) if cheapest else (theirs > most):
                    best, most = other, theirs
        chosen = W[best]
        if policy == RANDOM:
            W[best] = W[place]
        else:  # the others stay in order, so that of equal cards the first is chosen
            for other in range(best, place, -1):
                W[other] = W[other - 1]
        W[place] = chosen


@called
def _pass_cards(T, M, S, N, W, pattern, policies, ready, layers):
    """Everyone lays down cards, but for a seat whose cards are `ready`; then they go where they should."""
    players, copies, count, mixed = T[PLAYERS], T[COPIES], T[pattern], T[pattern + 1]
    given, counts = T[GIVEN], T[GIVEN_COUNT]
    for seat in range(players):
        if seat == ready:
            continue
        W[counts + seat] = 0
        if T[OPTIONAL] and not mixed and _policy(policies, seat) == RANDOM and _below(S, 2) == 0:
            continue
        have = _listed(T, S, W, seat, M[PASS_KEPT])
        if have < count:
            have = _listed(T, S, W, seat, uint64(0))
        _chosen(T, M, S, W, seat, _policy(policies, seat), have, count, False)
        for place in range(count):
            W[given + seat * count + place] = W[T[CARDS] + place]
        W[counts + seat] = count
    for seat in range(players):
        for place in range(W[counts + seat]):
            card = _one(W[given + seat * count + place])
            _take(S, HANDS + SEAT * seat, card, copies)
            if mixed:
                _put_cards(S, WAITING, card, copies)
    if mixed:
        for place in range(T[KITTY]):
            _put_cards(S, WAITING, _one(N[T[KITTY_CARDS] + place]), copies)
        _deal_hands(T, S, N, players * count + T[KITTY], count, layers)
        return
    for seat in range(players):
        at = given + seat * count
        if W[counts + seat] == 0:
            continue
        for packet in range(T[pattern + 2]):
            places = T[pattern + 3 + 2 * packet]
            taker = (seat + places) % players
            while taker != seat and W[counts + taker] == 0:
                taker = (taker + places) % players
            for _ in range(T[pattern + 4 + 2 * packet]):
                _put_cards(S, HANDS + SEAT * taker, _one(W[at]), copies)
                at += 1


@called
def _charge(T, M, S, policies):
    """Seats that play at random charge any cards, in turn; the others decline."""
    S[ALL_CHARGED] = uint64(0)
    for seat in range(T[PLAYERS]):
        S[CHARGED + SEAT * seat] = uint64(0)
        S[T[PLAYED_BY] + seat] = uint64(0)
    going = True
    while going:
        going = False
        for seat in range(T[PLAYERS]):
            if _policy(policies, seat) != RANDOM:
                continue
            while True:
                may = S[HANDS + SEAT * seat] & M[CHARGEABLE] & ~S[CHARGED + SEAT * seat]
                if not may or np.int64(popcount(S[CHARGED + SEAT * seat])) >= T[CHARGE_EACH]:
                    S[RNG] += uint64(GOLDEN)  # a choice of nothing
                    break
                choice = _below(S, np.int64(popcount(may)) + 1)
                if choice == 0:
                    break
                card = nth(may, choice - 1)
                S[CHARGED + SEAT * seat] |= card
                S[ALL_CHARGED] |= card
                going = T[REOPENS] != 0


@called
def _leader(T, M, S, dealer):
    """Who leads to the first trick."""
    if T[LEADS_FIRST] == DRAWN:
        return _below(S, T[PLAYERS])
    seat = (dealer + T[LEADS_FIRST]) % T[PLAYERS]
    leader, lowest = seat, uint64(0)
    for _ in range(T[PLAYERS]):
        held = S[HANDS + SEAT * seat] & M[LEAD_CARDS]
        held &= ~held + uint64(1)
        lower = held - uint64(1) < lowest - uint64(1)  # of no card it is the greatest number
        leader, lowest = (seat, held) if lower else (leader, lowest)
        seat = seat + 1 if seat + 1 < T[PLAYERS] else 0
    return leader


@inlined
def _best(M, suit, in_trick):
    """The highest card of the suit led so far; or if a trump is in the trick, more than all cards."""
    ruffed = in_trick & M[TRUMPS] & ~suit
    return uint64(1 << 63) if ruffed else _top(in_trick & suit)


@inlined
def _over(M, suit, in_trick):
    """The cards that win a trick so far."""
    best, trumps = _best(M, suit, in_trick), M[TRUMPS] & ~suit
    if in_trick & trumps:
        trumps &= ~(_top(in_trick & trumps) | (_top(in_trick & trumps) - uint64(1)))
    return trumps | (suit & ~(best | (best - uint64(1))))


@called
def _duck(T, legal, suit, followed, last):
    """The card of a player who leads low, ducks, and discards the most costly card."""
    following = legal & suit
    if followed and following:
        under = following & (_top(followed) - uint64(1))
        if under or last:
            return _top(under or following)
        return following & (~following + uint64(1))
    chosen, cost = np.int64(-1), np.int64(0)
    bits = legal
    while bits:
        card = np.int64(lowest(bits))
        bits &= bits - uint64(1)
        ours = T[COSTS + card] * 20 + _rank(card)
        if chosen < 0 or (ours > cost if followed else ours < cost):
            chosen, cost = card, ours
    return _one(chosen)


@called
def _gained(T, M, N, legal, suit, in_trick, length):
    """The highest of the cheapest cards that win a trick so far, if winning it is good; or none."""
    gain = T[T[TRICK_COSTS] + N[TRICKS]]
    if not in_trick or gain >= 0:
        return uint64(0)
    for place in range(length):
        gain += T[COSTS + N[TRICK + place]]
    bits = legal & _over(M, suit, in_trick) if gain < 0 else uint64(0)
    chosen, least = uint64(0), np.int64(0)
    while bits:
        bit = bits & (~bits + uint64(1))
        bits ^= bit
        cost = T[COSTS + np.int64(lowest(bit))]
        higher = bit & ~suit or not chosen & ~suit
        if not chosen or cost < least or (cost == least and higher):
            chosen, least = bit, cost
    return chosen


@inlined
def _costs_of(T, cards):
    """What cards of different kinds cost together."""
    total = np.int64(0)
    while cards:
        total += T[COSTS + np.int64(lowest(cards))]
        cards &= cards - uint64(1)
    return total


@called
def _unseen(T, M, S, hand, seat, in_trick):
    """The kinds of card that a seat has not seen each copy of."""
    copies = T[COPIES]
    if copies == 1:
        return M[PACK_LAYERS] & ~(S[PLAYED] | in_trick | hand)
    for layer in range(copies):
        S[BOTH + LAYER * layer] = S[GONE + LAYER * layer]
    _put_all(S, BOTH, TRICK_CARDS, copies)
    _put_all(S, BOTH, HANDS + SEAT * seat, copies)
    unseen = uint64(0)
    for layer in range(copies):
        unseen |= M[PACK_LAYERS + layer] & ~S[BOTH + LAYER * layer]
    return unseen


@called
def _winning(T, N, leader, length):
    """The seat whose card is the highest of the suit led so far."""
    led, seat, best = N[TRICK] // RANKS, leader, N[TRICK]
    for place in range(1, length):
        if N[TRICK + place] // RANKS == led and N[TRICK + place] > best:
            best, seat = N[TRICK + place], (leader + place) % T[PLAYERS]
    return seat


@called
def _shed(T, M, S, N, policy, legal, hand, seat, leader, suit, in_trick, length, random):
    """The card of a player who knows which cards are gone, and weighs each card.

    It wins what is good or costs nothing, plays just under what costs, and discards what is costly or
    may catch what is costly.  It leads where it should lose the trick.  It holds up a side that takes
    every penalty card, and shoots the moon itself once it has taken many of them.
    """
    if not legal & (legal - uint64(1)):
        return legal
    last = (seat + 1) % T[PLAYERS] == leader
    if policy == DUCK or (M[TRUMPS] and in_trick and not legal & suit):
        gained = _gained(T, M, N, legal, suit, in_trick, length)
        if gained or policy == DUCK:
            followed = _best(M, suit, in_trick) if in_trick else in_trick
            spare = legal & ~_over(M, suit, in_trick) if in_trick and not legal & suit else legal
            return gained or _duck(T, spare or legal, suit, followed, last)
    weights = SHED_WEIGHTS if policy == SHED else SHED_WEIGHTS + WEIGHTS
    mine, feared = T[SIDE + seat], np.int64(NOBODY)
    if T[MOON]:
        hoards = N[HOARDER] == mine and 3 * N[HOARDED] > 2 * T[MOON]
        if hoards or (policy == SHOOT and (N[HOARDER] == mine or N[HOARDER] == NOBODY)):
            unseen = _unseen(T, M, S, hand, seat, in_trick)
            return _shot(T, M, legal, suit, in_trick, unseen, last)
        if N[HOARDER] != mine and (policy == STOP or 5 * N[HOARDED] >= 3 * T[MOON]):
            feared = N[HOARDER]
    noise = _mixed(random)
    if np.int64(noise & uint64(63)) < T[weights + NOISE]:
        return nth(legal, high(noise, popcount(legal)))
    unseen = _unseen(T, M, S, hand, seat, in_trick)
    taker = _winning(T, N, leader, length) if in_trick and (feared >= 0 or T[POOLED]) else NOBODY
    theirs = taker >= 0 and T[SIDE + taker] == feared
    if in_trick and legal & suit:
        return _followed(
            T, M, S, N, weights, legal & suit, suit, in_trick, length, last, unseen, theirs
        )
    chosen, value = np.int64(-1), np.int64(0)
    spared = taker >= 0 and T[POOLED] and T[SIDE + taker] == mine
    bits = unseen | hand
    worst = np.int64(0)
    while bits:
        worst = max(worst, T[COSTS + np.int64(lowest(bits))])
        bits &= bits - uint64(1)
    bigs, bits = uint64(0), unseen
    while bits:
        card = np.int64(lowest(bits))
        bits &= bits - uint64(1)
        if T[COSTS + card] > 1 and T[COSTS + card] * T[weights + BIG_SHARE] >= worst:
            bigs |= _one(card)
    bits = legal
    while bits:
        card = np.int64(lowest(bits))
        bits &= bits - uint64(1)
        bit = _one(card)
        kin = _suit_of(bit)
        others = unseen & kin
        count = np.int64(popcount(others))
        below = np.int64(popcount(others & (bit - uint64(1))))
        cost = T[COSTS + card]
        big = cost > 1 and cost * T[weights + BIG_SHARE] >= worst
        catches = bigs & kin & (bit - uint64(1)) != 0
        held = np.int64(popcount(hand & kin))
        if in_trick:
            ours = 64 * below // count if count else T[weights + OFF_LAST]
            ours += T[weights + OFF_COSTLY] * (cost > 0) + T[weights + OFF_EACH] * held
            ours += T[weights + OFF_CATCHING] * (catches and held < T[weights + OFF_BELOW])
            if big:
                ours += T[weights + OFF_BIG] + cost
            if cost < 0:
                ours = T[weights + OFF_GOOD]
            if spared:
                ours -= KEPT * cost
            elif theirs and bit & M[PENALTY]:
                ours -= KEPT
        else:
            risk = 64 * below // count if count else T[weights + LEAD_LAST]
            if count and count < 3:
                risk = risk * T[weights + LEAD_FEW] // 16
            if cost > 0:
                risk = risk * T[weights + LEAD_COSTLY] // 16
            risk += T[weights + LEAD_BIG] * big + T[weights + LEAD_CATCHING] * catches
            risk += T[weights + LEAD_EACH] * held
            if (
                bigs & kin
                and not catches
                and not hand & kin & ~((bigs & kin) | (bigs & kin) - uint64(1))
            ):
                risk += T[weights + LEAD_SAFE]
            if cost < 0:
                is_high = count and below == count
                risk = T[weights + LEAD_GOOD_LOW] if is_high else T[weights + LEAD_GOOD]
            ours = -risk
        if chosen < 0 or ours > value:
            chosen, value = card, ours
    return _one(chosen)


@called
def _followed(T, M, S, N, weights, following, suit, in_trick, length, last, unseen, theirs):
    """The card of such a player who can follow suit.

    Args:
        theirs: Whether a side that may shoot the moon is winning the trick.
    """
    best = _best(M, suit, in_trick)
    taken = 8 * _costs_of(T, S[WAITING]) + T[weights + EACH_TRICK]
    for place in range(length):
        taken += 8 * T[COSTS + N[TRICK + place]]
    if T[KEEPS_TAKERS]:
        taken += 8 * T[T[TRICK_COSTS] + N[TRICKS]]
    if theirs and in_trick & M[PENALTY] and following > best:
        return _top(following)
    chosen, value, bits = np.int64(-1), np.int64(0), following
    while bits:
        card = np.int64(lowest(bits))
        bits &= bits - uint64(1)
        bit, cost = _one(card), T[COSTS + card]
        sure = last or not unseen & suit & ~(bit | (bit - uint64(1)))
        if bit < best or (bit == best and not T[LAST_OF_EQUALS]):
            ours = 100_000 + cost * 100 + _rank(card)
            if cost < 0:
                ours = np.int64(-100_000)
            elif last and taken <= 0 and cost > 0:
                ours += 200_000
        elif sure and taken + 8 * cost < 0:
            ours = 300_000 - cost * 100
        elif last and taken <= 0 and cost <= 0:
            ours = 200_000 + _rank(card)
        elif last:
            ours = _rank(card) - cost * 100
        else:
            ours = T[weights + RANK_OVER] * _rank(card) - cost * 100
        if chosen < 0 or ours > value:
            chosen, value = card, ours
    return _one(chosen)


@called
def _shot(T, M, legal, suit, in_trick, unseen, last):
    """The card of a player who tries to take every trick."""
    following = legal & suit if in_trick else uint64(0)
    over = (
        following & ~(_top(in_trick & suit) | (_top(in_trick & suit) - uint64(1)))
        if following
        else following
    )
    if over:
        return over & (~over + uint64(1)) if last else _top(over)
    chosen, value, bits = np.int64(-1), np.int64(0), legal
    while bits:
        card = np.int64(lowest(bits))
        bits &= bits - uint64(1)
        bit = _one(card)
        others = unseen & _suit_of(bit)
        count = np.int64(popcount(others))
        ours = (
            64 * np.int64(popcount(others & (bit - uint64(1)))) // count if count else np.int64(64)
        )
        if in_trick:  # it cannot win: keep what can, and every penalty card
            ours = -ours - 1000 * (bit & M[PENALTY] != 0)
        if chosen < 0 or ours > value:
            chosen, value = card, ours
    return _one(chosen)


@called
def _taker(T, S, N, length, left):
    """The place in the complete trick of the card that takes it if equals cancel; -1 if none does."""
    followed = S[TRICK_CARDS] & S[LED]
    # copies fill layers from the first, so their parity shows whether one is left over
    standing, which = followed & ~S[TRICK_CARDS + LAYER], np.int64(1)
    if T[ODD_STANDS]:
        for layer in range(2, T[COPIES]):
            standing ^= S[TRICK_CARDS + LAYER * layer]
        standing &= followed
    if T[LAST_OF_EQUALS]:
        which = length
    if not standing:
        if left:
            return np.int64(-1)
        if not T[SECOND_COPY]:
            return np.int64(0)
        standing, which = followed, np.int64(2)
    best, taker, seen = np.int64(63 - highest(standing)), np.int64(0), np.int64(0)
    for place in range(length):
        same = N[TRICK + place] == best
        seen += same
        if same and seen <= which:
            taker = np.int64(place)
    return taker


@called
def _begin(T, S, N, leader):
    """Empty the piles and the trick for a new round."""
    for seat in range(T[PLAYERS]):
        for layer in range(T[COPIES]):
            S[PILES + SEAT * seat + LAYER * layer] = uint64(0)
            S[CAPTURED + SEAT * seat + LAYER * layer] = uint64(0)
    for layer in range(T[COPIES]):
        S[WAITING + LAYER * layer] = uint64(0)
        S[GONE + LAYER * layer] = uint64(0)
    S[PLAYED] = S[DISCARDED] = uint64(0)
    S[NEW_SUITS] = S[LAST] = uint64(EVERY_KIND)
    N[LEADER], N[LEFT], N[LENGTH], N[TURN], N[PLAYS] = leader, T[SIZE], 0, leader, 0
    N[KITTY_TAKEN] = N[LAID_COUNT] = N[TRICKS] = N[HOARDED] = 0
    N[HOARDER] = NOBODY


@called
def _put_down(T, S, N, card):
    """Play a card of the seat to act to the trick."""
    _take(S, HANDS + SEAT * N[TURN], _one(card), T[COPIES])
    S[T[PLAYED_BY] + N[TURN]] |= _one(card)
    N[TRICK + N[LENGTH]] = card
    N[LENGTH] += 1
    N[PLAYS] += 1


@called
def _boosts(S, suit, in_trick, copies):
    """How many nines of the suit led are in the trick."""
    nine = suit & uint64(NINES)
    boosts = popcount(in_trick & nine)
    for layer in range(1, copies):
        boosts += popcount(S[TRICK_CARDS + LAYER * layer] & nine)
    return np.int64(boosts)


@inlined
def _turn(
    T, M, S, N, policies, log, kind, reading, leader,
    seat, suit, in_trick, length, plays, random, copies,
    charging,
):  # fmt: skip
    """Play a card of a seat to a trick, and return it; no card if the caller is to be asked."""
    hand = S[HANDS + SEAT * seat]
    legal = hand & suit
    if charging and not S[CHARGED + SEAT * seat] & hand:
        kind += 4
        reading = T[READING + kind]
    if reading == FOLLOW_SUIT:
        legal = legal or hand
    else:
        S[FOLLOWING] = legal
        if charging:
            S[MINE_CHARGED] = S[CHARGED + SEAT * seat]
            S[FREE] = ~(S[CHARGED + SEAT * seat] & suit & S[NEW_SUITS])
        slowly = False if policies is None else reading == SLOWLY
        if slowly:
            S[IN_TRICK], S[HAND] = in_trick, hand
            legal = _narrowed(T, M, S, kind, hand)
        else:
            legal = _quickly_narrowed(T, M, S, kind, hand)
    policy = _policy(policies, seat)
    if policy == RANDOM:
        bit = nth(legal, high(_mixed(random), popcount(legal)))
    elif policy == LOWEST:
        bit = legal & (~legal + uint64(1))
    elif policy == T[DUCKS]:
        bit = _duck(T, legal, suit, in_trick & suit, (seat + 1) % T[PLAYERS] == leader)
    elif policy < ASK:
        bit = _shed(T, M, S, N, policy, legal, hand, seat, leader, suit, in_trick, length, random)
    else:
        S[LEGAL] = legal
        return uint64(0)
    if log is not None:
        log[2 * (plays + length)], log[2 * (plays + length) + 1] = lowest(bit), legal
    if policies is not None:
        N[TRICK + length] = np.int64(lowest(bit))
    if charging:
        S[T[PLAYED_BY] + seat] |= bit
    _take(S, HANDS + SEAT * seat, bit, copies)
    return bit


@called
def _play_on(T, M, S, N, W, policies, log, layers):
    """Play on, to the end of the round or until the caller is asked.

    The cards that each seat takes go to PILES.

    Args:
        T: The rules as numbers.
        M: The rules as sets of cards.
        S: The sets of cards of the round.
        N: The numbers of the round.
        W: Scratch space.
        policies: The policy of each seat; or None for a round at random by a rulebook that is
            plain.  The code for anything else is then left out by the compiler, which makes the
            rest faster.
        log: The log of `play_rounds`, or None.
        layers: A tuple with an item for each copy of a card; its length is known to the compiler.

    Returns:
        Whether the caller is asked: for a card of the seat TURN, which may play LEGAL.
    """
    players, leader, left, plays = T[PLAYERS], N[LEADER], N[LEFT], N[PLAYS] - N[LENGTH]
    copies = len(layers)
    if policies is None:
        begun, charging, cancelling, keeping, ending_early, kitty = 0, False, False, False, False, 0
        moon, trumps = False, uint64(0)
    else:
        trumps = M[TRUMPS]
        begun, charging, keeping = N[LENGTH], M[CHARGEABLE] != 0, T[KEEPS_TAKERS] != 0
        cancelling = T[CANCELLING] != 0 and copies > 1
        ending_early, kitty, moon = T[ENDS_EARLY] != 0, T[KITTY], False
        for seat in range(players):  # only those that weigh cards ask who hoards
            moon = moon or (T[MOON] != 0 and _policy(policies, seat) >= SHED)
    last_of_equals = uint64(T[LAST_OF_EQUALS])
    # a random number for each card, needed or not: playouts of two candidates stay in step
    random, kind = S[RNG], 2 if S[PLAYED] else 0
    S[ANY] = uint64(EVERY_KIND)
    while left > 0:
        random += uint64(GOLDEN)
        if begun:
            bit = _one(N[TRICK])
        else:
            bit = _turn(
                T, M, S, N, policies, log, kind, T[READING + kind], leader, leader,
                uint64(EVERY_KIND), uint64(0), 0, plays, random, copies, charging,
            )  # fmt: skip
        seat = taker = leader
        length, laps, suit, in_trick, reading = 1, 0, _suit_of(bit), bit, T[READING + kind + 1]
        S[LED] = suit
        if copies > 1:
            _empty(S, TRICK_CARDS, copies)
        while policies is None or bit:
            if copies > 1:
                _put_cards(S, TRICK_CARDS, bit, copies)
            seat = seat + 1 if seat + 1 < players else 0
            if seat == leader:
                laps += 1
                if laps == left or laps > T[BOOSTS] or laps > _boosts(S, suit, in_trick, copies):
                    break
            random += uint64(GOLDEN)
            if length < begun:
                bit = _one(N[TRICK + length])
            else:
                bit = _turn(
                    T, M, S, N, policies, log, kind + 1, reading, leader, seat,
                    suit, in_trick, length, plays, random, copies, charging,
                )  # fmt: skip
            # shifted by one, an equal card becomes higher, and the card below it still is not
            taker = seat if (bit & suit) << last_of_equals > in_trick & suit else taker
            in_trick |= bit
            length += 1
        if policies is not None and not bit:
            S[RNG], N[LEADER], N[LEFT], N[LENGTH], N[TURN] = random, leader, left, length - 1, seat
            N[PLAYS] = plays + length - 1
            return True
        plays += length
        begun = 0
        left -= laps
        if cancelling:
            place = _taker(T, S, N, length, left)
            taker = (leader + place) % players if place >= 0 else place
        if in_trick & trumps:
            best, place = np.int64(lowest(_top(in_trick & trumps))), 0
            while N[TRICK + place] != best:
                place += 1
            taker = (leader + place) % players
        taken = in_trick if copies == 1 else in_trick | S[WAITING]
        if moon and taker >= 0 and taken & M[PENALTY]:
            N[HOARDER] = T[SIDE + taker] if N[HOARDER] in (NOBODY, T[SIDE + taker]) else SEVERAL
            if copies == 1:
                N[HOARDED] += _costs_of(T, in_trick & M[PENALTY])
            else:
                for pile in (TRICK_CARDS, WAITING):
                    for layer in range(copies):
                        N[HOARDED] += _costs_of(T, S[pile + LAYER * layer] & M[PENALTY])
        if copies == 1:
            S[PILES + SEAT * taker] |= in_trick
        elif taker < 0:
            _put_all(S, WAITING, TRICK_CARDS, copies)
        else:
            _put_all(S, PILES + SEAT * taker, TRICK_CARDS, copies)
            if S[WAITING]:
                _put_all(S, PILES + SEAT * taker, WAITING, copies)
                _empty(S, WAITING, copies)
        if keeping:
            N[T[TAKERS] + N[TRICKS]] = taker
            S[T[TRICK_KINDS] + N[TRICKS]] = in_trick
            N[TRICKS] += 1
        S[PLAYED] |= in_trick
        kind = 2
        if policies is not None:
            S[NEW_SUITS] &= ~suit
            S[DISCARDED] |= in_trick & ~suit
            S[LAST] = _suit_of(bit)
        if ending_early or T[COPIES] > 1:
            if copies == 1:
                S[GONE] |= in_trick
            else:
                _put_all(S, GONE, TRICK_CARDS, copies)
        if taker < 0:
            continue
        leader = taker
        if ending_early:
            over = True
            for layer in range(copies):
                if M[COUNTING + layer] & ~S[GONE + LAYER * layer]:
                    over = False
            if over:
                break
        if kitty and N[KITTY_TAKEN] < kitty:
            due = kitty - N[KITTY_TAKEN]
            if left > 0:
                due = min(due, T[KITTY_SHARE])
                if not taken & M[EARNERS]:
                    due = 0
            if due:
                S[RNG] = random
                _give_kitty(T, M, S, N, W, taker, due, left, policies)
                random = S[RNG]
                N[KITTY_TAKEN] += due
    S[RNG] = random
    N[LEFT], N[LENGTH], N[PLAYS] = 0, 0, plays
    return False


@called
def _give_kitty(T, M, S, N, W, taker, due, left, policies):
    """Give kitty cards to a seat: to its pile, or to its hand in exchange for as many others."""
    first, copies = T[KITTY_CARDS] + N[KITTY_TAKEN], T[COPIES]
    hand, pile = HANDS + SEAT * taker, PILES + SEAT * taker
    captured = CAPTURED + SEAT * taker
    if not T[EXCHANGED] or left == 0:
        for place in range(first, first + due):
            _put_cards(S, pile, _one(N[place]), copies)
            _put_cards(S, captured, _one(N[place]), copies)
        return
    for place in range(first, first + due):
        _put_cards(S, hand, _one(N[place]), copies)
    have = _listed(T, S, W, taker, uint64(0))
    held = uint64(0)
    if M[CHARGEABLE]:
        held = S[CHARGED + SEAT * taker] & ~S[T[PLAYED_BY] + taker]
    loose, cards = 0, T[CARDS]
    for at in range(have):  # of a charged card that is still held, one copy stays in the hand
        card = W[cards + at]
        if held & _one(card):
            held &= ~_one(card)
        else:
            W[cards + loose] = card
            loose += 1
    _chosen(T, M, S, W, taker, _policy(policies, taker), loose, due, True)
    for at in range(due):
        card = _one(W[cards + at])
        _take(S, hand, card, copies)
        _put_cards(S, pile, card, copies)
        _put_cards(S, captured, card, copies)
        W[T[LAID_DOWN] + N[LAID_COUNT]] = W[cards + at]
        N[LAID_COUNT] += 1


@called
def _pile(T, S, side):
    """Where the layers of a side's cards begin in S; the piles of a pooled side are put together."""
    if not T[POOLED]:
        return PILES + SEAT * side
    _empty(S, BOTH, T[COPIES])
    for seat in range(T[PLAYERS]):
        if T[SIDE + seat] == side:
            _put_all(S, BOTH, PILES + SEAT * seat, T[COPIES])
    return BOTH


@called
def _has_all(T, M, S, side, wanted):
    """Whether a side's piles hold all the cards whose layers begin at `wanted` in M."""
    pile = _pile(T, S, side)
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
            return np.int64(side + 1)
    return np.int64(0)


@inlined
def _number_in(T, S, pile, kinds):
    """How many cards of these kinds are in a pile."""
    number = np.int64(0)
    for layer in range(T[COPIES]):
        number += np.int64(popcount(S[pile + LAYER * layer] & kinds))
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
    return np.int64(0)


@called
def _of_tricks(T, S, N, op, seats, kinds):
    """How many tricks some seats took, or those with a card, or how many copies in no trick."""
    number = np.int64(0)
    if op == LOOSE:
        for seat in range(T[PLAYERS]):
            if seats >> seat & 1:
                number += _number_in(T, S, CAPTURED + SEAT * seat, kinds)
        return number
    taker = np.int64(-1)
    if op == TRICKS_OF and not T[CANCELLING]:  # somebody won each
        for place in range(N[TRICKS]):
            number += seats >> N[T[TAKERS] + place] & 1
        return number
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
    W[REGISTERS] = 1
    charged = S[ALL_CHARGED]
    at = T[ROWS]
    while True:
        op, one, two, three = T[at], T[at + 1], T[at + 2], T[at + 3]
        at += 4
        if op == EACH:  # points for `one` sets from `two`, times `three`; the next rows have them
            for seat in range(T[PLAYERS]):
                points = np.int64(0)
                for layer in range(T[COPIES]):
                    cards = S[PILES + SEAT * seat + LAYER * layer]
                    for number in range(one):
                        points += T[at + number] * np.int64(popcount(cards & M[two + number]))
                N[TOTALS + T[SIDE + seat]] += points * W[three]
            at += (one + 3) // 4 * 4
        elif op == SKIP:  # so many rows if `one` is 0
            if W[one] == 0:
                at += 4 * two
        elif op == UNLESS_EQUAL:  # skips so many rows unless `one` is `three`
            if W[one] != three:
                at += 4 * two
        elif op == HOLDER:
            W[one] = _holder(T, M, S, two)
        elif op == PAY:
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
            power = np.int64(1)
            for _ in range(W[three]):
                power *= W[two]
            W[one] = power
        elif op == TOTAL:
            W[one] = N[TOTALS + two]
        elif op == FACTOR:  # each charge doubles
            W[one] = np.int64(1) << np.int64(popcount(charged & M[two]))
        elif op == CHOSEN:
            W[one] = N[PAYMENT_NOW]
        elif op == SHOT:
            if W[two] and N[SHOOTER] < 0:
                N[SHOOTER] = one
        elif op == FACE_UP:
            W[one] = N[SHOWN_LAST]
        elif op == TAKER:
            W[one] = _taker_of_trick(T, N, two)
        else:
            W[one] = _of_tricks(T, S, N, op, two, uint64(0) if op == TRICKS_OF else M[three])


@called
def _moon_payment(T, S, shooter, policies, payment):
    """How a moon is paid: by `payment`, or if that is -1 as its shooter chooses."""
    if payment >= 0:
        return payment
    seat = 0
    while T[SIDE + seat] != shooter:
        seat += 1
    if T[PAYMENT_COUNT] > 1 and _policy(policies, seat) == RANDOM:
        return _below(S, T[PAYMENT_COUNT])
    return np.int64(0)


@called
def _is_won_by_others(T, N, shooter):
    """Whether this round, a game's first, ends it and another side than the shooter's wins."""
    most, best, winners, others = np.int64(LEAST), np.int64(NEVER), 0, False
    for group in range(T[PLAYERS]):
        total, seats = np.int64(0), 0
        for seat in range(T[PLAYERS]):
            if T[PARTNERS + seat] == group and not (T[POOLED] and seats):  # a side's score once
                seats += 1
                score = N[TOTALS + T[SIDE + seat]]
                done = np.int64(-1)
                for at in range(T[CHANGES], T[CHANGES] + CHANGE * T[CHANGE_COUNT], CHANGE):
                    if T[at] != done and T[at + 1] <= score <= T[at + 2]:
                        done, score = T[at], T[at + 3]
                most, total = max(most, T[ENDS_SIGN] * score), total + T[SIGN] * score
        if not seats or total > best:
            continue
        if total < best:
            best, winners, others = total, 0, False
        winners += 1
        others = others or T[PARTNERS + shooter] != group
    return others and most >= T[ENDS_AT] and (winners == 1 or not T[PLAY_OFF])


@called
def _count_round(T, M, S, N, W, policies):
    """Score the round; return the side that shot the moon, or -1."""
    _count_rows(T, M, S, N, W, policies, np.int64(-1))
    if N[SHOOTER] >= 0 and T[AUTOMATIC] and _is_won_by_others(T, N, N[SHOOTER]):
        _count_rows(T, M, S, N, W, policies, np.int64(1))
    return N[SHOOTER]


@called
def _keep_hands(T, S, W, place):
    """Write all hands into the log: for each seat its layers."""
    for seat in range(T[PLAYERS]):
        for layer in range(T[COPIES]):
            W[place] = np.int64(S[HANDS + SEAT * seat + LAYER * layer])
            place += 1


@called
def _open(T, M, S, N, W, seed, number, policies, log, layers):
    """Deal, pass and charge, up to the opening lead."""
    S[RNG] = seed ^ (uint64(number + 1) * uint64(STRIDE))
    _next(S)
    dealer = (T[PLAYERS] - 1 + number) % T[PLAYERS]
    pattern = number % T[PATTERNS]
    if T[CALLED]:
        pattern = _below(S, T[PATTERNS])
    N[ROUND], N[DEALER], N[PATTERN_NOW], N[PAYMENT_NOW] = number, dealer, pattern, -1
    for layer in range(T[COPIES]):
        S[WAITING + LAYER * layer] = M[PACK_LAYERS + layer]
        for seat in range(T[PLAYERS]):
            S[HANDS + SEAT * seat + LAYER * layer] = uint64(0)
    _deal_hands(T, S, N, T[PACK_SIZE], T[SIZE], layers)
    if T[SHOWS_LAST]:  # any card of the hand may be the last
        N[SHOWN_LAST] = W[T[CARDS] + _below(S, _listed(T, S, W, dealer, uint64(0)))]
    if log is not None:
        _keep_hands(T, S, W, T[DEALT])
        for place in range(T[KITTY]):
            W[T[KITTY_DEALT] + place] = N[T[KITTY_CARDS] + place]
    if T[T[PASSES] + PATTERN * pattern]:
        _pass_cards(T, M, S, N, W, T[PASSES] + PATTERN * pattern, policies, NOBODY, layers)
    if M[CHARGEABLE]:
        _charge(T, M, S, policies)
    if log is not None:
        _keep_hands(T, S, W, T[HELD])
    _begin(T, S, N, _leader(T, M, S, dealer))


# The functions below are those that a target calls.  They begin with the arrays: T, M, and S and N with
# space for a round or with a row for each round that is kept, and W.  A seed is that of all rounds; of the
# policies each seat has one; `layers` is a tuple with an item for each copy of a card, whose length the
# compiler knows.


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
    t, m, s, n, w, does = (
        pointer(T), pointer(M), pointer(S), pointer(N), pointer(W), pointer(policies),
    )  # fmt: skip
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
    least, most, low, high = ends[0], ends[1], ends[2], ends[3]
    for row in own_rows(points.shape[0]):
        total = 0
        for seat in range(points.shape[1]):
            each = points[row, seat]
            least, most, total = min(least, each), max(most, each), total + each
        low, high = min(low, total), max(high, total)
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
    least, low, copy = ends[0], ends[2], worker() % counts.shape[0]
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
    t, m, s, n, w = pointer(T), pointer(M), pointer(S), pointer(N), pointer(W)
    place = worker_of_all()
    for row in own_rows(deals):
        for bot in range(totals.shape[1]):
            totals[place, bot] = 0
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
    t, m, s, n, w, does = (
        pointer(T), pointer(M), pointer(S), pointer(N), pointer(W), pointer(policies),
    )  # fmt: skip
    for row in own_rows(cards.shape[0] * times):
        candidate, time = row // times, row % times
        position = places[candidate]
        copy_row(pointer(sets[position]), s, sets.shape[1])
        copy_row(pointer(numbers[position]), n, numbers.shape[1])
        s[RNG] = seed ^ (uint64(time + 1) * uint64(STRIDE))
        _put_down(t, s, n, cards[candidate])
        _play_on(t, m, s, n, w, does, None, layers)
        _count_round(t, m, s, n, w, does)
        for seat in range(points.shape[1]):
            add(points, (candidate, seat), n[TOTALS + t[SIDE + seat]])


@called
def open_rounds(T, M, S, N, W, seed, renew, policies, layers):
    """Begin rounds and play each up to the first question.

    Args:
        renew: What is added to the number of the round in each row, for the one that takes its place.
    """
    t, m, w, does = pointer(T), pointer(M), pointer(W), pointer(policies)
    for row in own_rows(S.shape[0]):
        s, n = pointer(S[row]), pointer(N[row])
        _open(t, m, s, n, w, seed, n[ROUND] + renew, does, None, layers)
        _play_on(t, m, s, n, w, does, None, layers)


@called
def find_illegal(T, M, S, N, W, cards, found, layers):
    """Lower `found` to the first row whose round goes on and whose card is not legal."""
    for row in own_rows(S.shape[0]):
        if N[row, LEFT] and not _may_play(T, S[row], cards[row]):
            lower(found, 0, row)


@inlined
def _may_play(T, S, card):
    """Whether a card of any number is one of the legal ones."""
    return 0 <= card < WORD and S[LEGAL] & _one(T[PLACE + card]) != 0


@called
def play_cards(T, M, S, N, W, seed, cards, policies, renew, sign, points, done, layers):
    """In each round, play a card of the seat to act, then play on to the next question.

    Args:
        cards: The card for each round; a round that is over is left alone, or whose card is not
            legal.
        renew: What is added to the number of a round that ends, for one that takes its place; 0 if
            none does.
        sign: 1, or -1 for points below 0.
        points: Output, (rounds, seats): `sign` times the points of each round that ends, else 0.
        done: Output, (rounds,): whether the round has ended.
    """
    t, m, w, does = pointer(T), pointer(M), pointer(W), pointer(policies)
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
        done[row], s[LEGAL] = True, uint64(0)
        for seat in range(points.shape[1]):
            points[row, seat] = sign * n[TOTALS + t[SIDE + seat]]
        if renew:
            _open(t, m, s, n, w, seed, n[ROUND] + renew, does, None, layers)
            _play_on(t, m, s, n, w, does, None, layers)


@called
def observe(T, M, S, N, W, numbers, planes, layers):
    """Write what the seat to act knows.

    Args:
        numbers: Output, (rounds, 2 + seats): the seat to act, the place that leads, and how many
            cards each place holds.
        planes: Output, (rounds, 3 + 3 * seats, 52): how many copies of each card are in the hand,
            legal, and waiting; then for each place in the trick, taken, and charged.  Cards taken
            with a kitty are seen at place 0 alone.
    """
    players = T[PLAYERS]
    for row in own_rows(S.shape[0]):
        turn = N[row, TURN]
        numbers[row, 0], numbers[row, 1] = turn, (N[row, LEADER] + players - turn) % players
        for place in range(players):
            hand, size = HANDS + SEAT * ((turn + place) % players), np.int64(0)
            for layer in range(T[COPIES]):
                size += np.int64(popcount(S[row, hand + LAYER * layer]))
            numbers[row, 2 + place] = size
    # a team of workers writes a plane, each worker some of its cards: neighbours write neighbours
    team, teams = worker() // TEAM, workers() // TEAM
    count = 3 + 3 * players
    begin, end = share(S.shape[0])
    for at in range(begin * count + team, end * count, teams):
        row, plane = at // count, at % count
        turn = N[row, TURN]
        kind, seat = (plane - 3) // players, (turn + (plane - 3) % players) % players
        first, copies, charged = HANDS + SEAT * turn, T[COPIES], plane >= 3 and kind == 2
        if plane == 1 or charged:
            first, copies = LEGAL if plane == 1 else CHARGED + SEAT * seat, 1
        elif plane == 2:
            first = WAITING
        elif plane >= 3:
            first = PILES + SEAT * seat
        in_trick, mine = plane >= 3 and kind == 0, worker() % TEAM
        cards, out = uint64(0) if in_trick else S[row, first], pointer(planes[row, plane])
        for card in range(mine, planes.shape[2], TEAM):
            out[card] = cards >> uint64(T[PLACE + card]) & uint64(1)
        if in_trick:
            for place in range(N[row, LENGTH]):
                card = T[INDEX + N[row, TRICK + place]]
                if (N[row, LEADER] + place) % players == seat and card % TEAM == mine:
                    out[card] += 1
            continue
        for layer in range(1, copies):
            for card in range(mine, planes.shape[2], TEAM):
                out[card] += S[row, first + LAYER * layer] >> uint64(T[PLACE + card]) & uint64(1)
        if plane >= 3 and kind == 1 and seat != turn:  # nobody else sees what a kitty brought
            for layer in range(copies):
                aside = S[row, CAPTURED + SEAT * seat + LAYER * layer]
                for card in range(mine, planes.shape[2], TEAM):
                    out[card] -= aside >> uint64(T[PLACE + card]) & uint64(1)


@called
def begin_rounds(T, M, S, N, W, seed, renew, policies, points, done, numbers, planes, layers):
    """`open_rounds`, then `observe`; no round has ended, and there are no points."""
    open_rounds(T, M, S, N, W, seed, renew, policies, layers)
    for row in own_rows(S.shape[0]):
        done[row] = False
        for seat in range(points.shape[1]):
            points[row, seat] = 0
    together()
    observe(T, M, S, N, W, numbers, planes, layers)


@called
def step_rounds(
    T, M, S, N, W, seed, cards, policies, renew,
    sign, points, done, numbers, planes, layers,
):  # fmt: skip
    """`play_cards`, then `observe`."""
    play_cards(T, M, S, N, W, seed, cards, policies, renew, sign, points, done, layers)
    together()
    observe(T, M, S, N, W, numbers, planes, layers)
