"""The play: the leader, the legal card that each seat's policy chooses, and who takes each trick."""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.giving import _give_kitty
from heartslib.simulate.kernel.legal import _narrowed, _quickly_narrowed
from heartslib.simulate.kernel.policies import _costs_of, _duck, _policy, _shed
from heartslib.simulate.kernel.words import *


@called
def _leader(T, M, S, dealer):
    """Who leads to the first trick."""
    if T[LEADS_FIRST] == DRAWN:
        return random_below(S, T[PLAYERS])
    # whoever holds the lowest of LEAD_CARDS; if nobody does, or there are none, the seat LEADS_FIRST places from
    # the dealer
    seat = (dealer + T[LEADS_FIRST]) % T[PLAYERS]
    leader = seat
    lowest = NO_CARDS
    for _ in range(T[PLAYERS]):
        held = S[HANDS + SEAT * seat] & M[LEAD_CARDS]
        held = bottom_of(held)
        # no card is 0: less one it wraps, to more than any card
        lower = uint64(held - ONE) < uint64(lowest - ONE)
        leader, lowest = (seat, held) if lower else (leader, lowest)
        seat = seat + 1 if seat + 1 < T[PLAYERS] else 0
    return leader


@called
def _taker(T, S, N, length, left):
    """The place in the complete trick of the card that takes it if equals cancel; -1 if none does."""
    followed = S[TRICK_CARDS] & S[LED]
    # what has no second copy stands; copies fill layers from the first
    standing = followed & ~S[TRICK_CARDS + LAYER]
    # which of the cards equal to the best takes the trick: the last, if there are fewer
    which = 1
    if T[ODD_STANDS]:  # and what has a third and no fourth
        for layer in range(2, T[COPIES]):
            standing ^= S[TRICK_CARDS + LAYER * layer]
        standing &= followed
    if T[LAST_OF_EQUALS]:
        which = length
    if not standing:
        if left:  # they wait for whoever takes the next trick
            return -1
        if not T[SECOND_COPY]:  # there is no next trick: the leader takes the last one
            return 0
        standing = followed
        which = 2
    best = lowest(top_of(standing))
    taker = 0
    seen = 0
    for place in range(length):
        same = N[TRICK + place] == best
        seen += same
        if same and seen <= which:
            taker = place
    return taker


@called
def _begin(T, S, N, leader):
    """Empty the piles and the trick for a new round."""
    for seat in range(T[PLAYERS]):
        for layer in range(T[COPIES]):  # measured: faster than two calls of `empty_pile`
            S[PILES + SEAT * seat + LAYER * layer] = NO_CARDS
            S[CAPTURED + SEAT * seat + LAYER * layer] = NO_CARDS
    for layer in range(T[COPIES]):
        S[WAITING + LAYER * layer] = NO_CARDS
        S[GONE + LAYER * layer] = NO_CARDS
    S[PLAYED] = S[DISCARDED] = NO_CARDS
    # no suit has been led yet, and no card came last: neither fact may rule anything out
    S[NEW_SUITS] = S[LAST] = EVERY_KIND
    N[LEADER] = leader
    N[LEFT] = T[SIZE]
    N[LENGTH] = 0
    N[TURN] = leader
    N[PLAYS] = 0
    N[KITTY_TAKEN] = N[LAID_COUNT] = N[TRICKS] = N[HOARDED] = 0
    N[HOARDER] = NOBODY


@called
def _put_down(T, S, N, card):
    """Play a card of the seat to act to the trick."""
    take_cards(S, HANDS + SEAT * N[TURN], bit_of(card), T[COPIES])
    S[T[PLAYED_BY] + N[TURN]] |= bit_of(card)
    N[TRICK + N[LENGTH]] = card
    N[LENGTH] += 1
    N[PLAYS] += 1


@called
def _boosts(S, suit, in_trick, copies):
    """How many nines of the suit led are in the trick."""
    nine = suit & NINES
    boosts = popcount(in_trick & nine)
    for layer in range(1, copies):
        boosts += popcount(S[TRICK_CARDS + LAYER * layer] & nine)
    return boosts


@inlined
def _turn(
    T, M, S, N, policies, log, kind, reading, leader,
    seat, suit, in_trick, length, plays, random, copies,
    charging,
):  # fmt: skip
    """Play a card of a seat to a trick, and return it; no card if the caller is to be asked."""
    hand = S[HANDS + SEAT * seat]
    legal = hand & suit
    # a seat that holds no charged card has clauses of its own, without those about charges
    if charging and not S[CHARGED + SEAT * seat] & hand:
        kind += 4
        reading = T[READING + kind]
    if reading == FOLLOW_SUIT:  # most turns of most games: no clause is read
        legal = legal or hand
    else:
        S[FOLLOWING] = legal
        if charging:
            S[MINE_CHARGED] = S[CHARGED + SEAT * seat]
            S[FREE] = ~(S[CHARGED + SEAT * seat] & suit & S[NEW_SUITS])
        # written so that the compiler sees it is False, and leaves the code out of a plain game
        slowly = False if policies is None else reading == SLOWLY
        if slowly:
            S[IN_TRICK], S[HAND] = in_trick, hand
            legal = _narrowed(T, M, S, kind, hand)
        else:
            legal = _quickly_narrowed(T, M, S, kind, hand)
    policy = _policy(policies, seat)
    if policy == RANDOM:
        bit = nth(legal, scaled(hashed(random), popcount(legal)))
    elif policy == LOWEST:
        bit = bottom_of(legal)
    elif policy == T[DUCKS]:
        bit = _duck(T, legal, suit, in_trick & suit, (seat + 1) % T[PLAYERS] == leader)
    elif policy < ASK:
        bit = _shed(T, M, S, N, policy, legal, hand, seat, leader, suit, in_trick, length, random)
    else:
        S[LEGAL] = legal
        return NO_CARDS
    if log is not None:
        log[2 * (plays + length)] = lowest(bit)
        log[2 * (plays + length) + 1] = legal
    if policies is not None:  # a plain trick is known well enough by its set of cards
        N[TRICK + length] = lowest(bit)
    if charging:
        S[T[PLAYED_BY] + seat] |= bit
    take_cards(S, HANDS + SEAT * seat, bit, copies)
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
    players = T[PLAYERS]
    leader = N[LEADER]
    left = N[LEFT]
    plays = N[PLAYS] - N[LENGTH]
    copies = len(layers)
    # what changes with each card is in variables, which the compiler keeps in registers; N and S have it
    # again when the caller is asked.  In a plain game what few games need is a constant here: by an `if`, since
    # the same as conditions with `and` was measured to be slower
    if policies is None:
        begun = 0
        charging = False
        cancelling = False
        keeping = False
        ending_early = False
        kitty = 0
        moon = False
        trumps = NO_CARDS
    else:
        trumps = M[TRUMPS]
        begun = N[LENGTH]
        charging = M[CHARGEABLE] != 0
        keeping = T[KEEPS_TAKERS] != 0
        cancelling = T[CANCELLING] != 0 and copies > 1
        ending_early = T[ENDS_EARLY] != 0
        kitty = T[KITTY]
        moon = False
        for seat in range(players):  # only those that weigh cards ask who hoards
            moon = moon or (T[MOON] != 0 and _policy(policies, seat) >= SHED)
    last_of_equals = uint64(T[LAST_OF_EQUALS])
    # a random number for each card, needed or not: playouts of two candidates stay in step
    random = S[RNG]
    kind = (
        2 if S[PLAYED] else 0
    )  # the opening or a later lead; one more for all who follow; four more in `_turn`
    S[ANY] = EVERY_KIND
    while left > 0:
        random = uint64(random + uint64(GOLDEN))
        if begun:  # the trick of a position: its cards are read, not chosen
            bit = bit_of(N[TRICK])
        else:
            bit = _turn(
                T, M, S, N, policies, log, kind, T[READING + kind], leader, leader,
                EVERY_KIND, NO_CARDS, 0, plays, random, copies, charging,
            )  # fmt: skip
        seat = taker = leader
        length = 1
        laps = 0  # rounds of the table: one, unless a nine sends the trick on
        suit = suit_of(bit)
        in_trick = bit
        reading = T[READING + kind + 1]
        S[LED] = suit
        if copies > 1:
            empty_pile(S, TRICK_CARDS, copies)
        # at random nobody is asked, so there is always a card
        while policies is None or bit:
            if copies > 1:
                put_cards(S, TRICK_CARDS, bit, copies)
            seat = seat + 1 if seat + 1 < players else 0
            if seat == leader:  # a nine of the suit led may send the trick round once more
                laps += 1
                # in this order: without boosters the nines need not be counted
                if laps == left or laps > T[BOOSTS] or laps > _boosts(S, suit, in_trick, copies):
                    break
            random = uint64(random + uint64(GOLDEN))
            if length < begun:
                bit = bit_of(N[TRICK + length])
            else:
                bit = _turn(
                    T, M, S, N, policies, log, kind + 1, reading, leader, seat,
                    suit, in_trick, length, plays, random, copies, charging,
                )  # fmt: skip
            # the highest bits decide; shifted by one, an equal card wins, and the card below still does not
            taker = seat if (bit & suit) << last_of_equals > in_trick & suit else taker
            in_trick |= bit
            length += 1
        if (
            policies is not None and not bit
        ):  # the seat is to be asked; `length` has counted it already
            S[RNG] = random
            N[LEADER] = leader
            N[LEFT] = left
            N[LENGTH] = length - 1
            N[TURN] = seat
            N[PLAYS] = plays + length - 1
            return True
        plays += length
        begun = 0
        left -= laps
        if cancelling:
            place = _taker(T, S, N, length, left)
            taker = (leader + place) % players if place >= 0 else place
        # the highest trump takes the trick, whatever was led; of equal ones the first
        if in_trick & trumps:
            best = lowest(top_of(in_trick & trumps))
            place = 0
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
        elif taker < 0:  # all equal cards cancelled: nobody wins it yet
            put_all(S, WAITING, TRICK_CARDS, copies)
        else:
            put_all(S, PILES + SEAT * taker, TRICK_CARDS, copies)
            if S[WAITING]:
                put_all(S, PILES + SEAT * taker, WAITING, copies)
                empty_pile(S, WAITING, copies)
        if keeping:
            N[T[TAKERS] + N[TRICKS]] = taker
            S[T[TRICK_KINDS] + N[TRICKS]] = in_trick
            N[TRICKS] += 1
        S[PLAYED] |= in_trick
        kind = 2
        if policies is not None:
            S[NEW_SUITS] &= ~suit
            S[DISCARDED] |= in_trick & ~suit
            S[LAST] = suit_of(bit)
        if ending_early or T[COPIES] > 1:
            if copies == 1:
                S[GONE] |= in_trick
            else:
                put_all(S, GONE, TRICK_CARDS, copies)
        if taker < 0:  # the same seat leads again
            continue
        leader = taker
        if ending_early:  # once the cards that decide the score are gone
            over = True
            for layer in range(copies):
                if M[COUNTING + layer] & ~S[GONE + LAYER * layer]:
                    over = False
            if over:
                break
        if kitty and N[KITTY_TAKEN] < kitty:
            due = kitty - N[KITTY_TAKEN]
            if left > 0:  # the last trick brings all that is left of the kitty
                due = min(due, T[KITTY_SHARE])
                if not taken & M[EARNERS]:
                    due = 0
            if due:  # a kitty that is exchanged at random draws from the same stream as the cards
                S[RNG] = random
                _give_kitty(T, M, S, N, W, taker, due, left, policies)
                random = S[RNG]
                N[KITTY_TAKEN] += due
    S[RNG] = random
    N[LEFT] = 0
    N[LENGTH] = 0
    N[PLAYS] = plays
    return False
