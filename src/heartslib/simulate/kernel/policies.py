"""The card that each policy plays.

`RANDOM` and `LOWEST` need no function: `playing._turn` plays them, and there each policy is chosen.  `DUCK` looks at the trick alone.  `SHED` also knows which cards
are gone: it weighs each legal card by numbers that were tuned in matches (`heartslib.simulate.players.weights`)
and plays the one that weighs most.  `ROUGH` and `SHOOT` are `SHED` with untuned numbers and some
random cards: opponents as a search expects them, and one who shoots the moon.

All is whole numbers, so that every processor plays the same card.  A policy asks what cards *cost*, which is
their points, or minus these where points are good: "costly" is bad in every game.  How surely a card wins
the trick that it leads is the share of the unseen cards of its suit that are below it, in 64ths.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.words import *


@inlined
def _policy(policies, seat):
    """The policy of a seat; if there are no policies, everyone plays at random."""
    return RANDOM if policies is None else policies[seat]


@inlined
def _rank(card):
    """How many ranks a card is above a two; a one or a joker is below."""
    return card % RANKS - 2


@inlined
def _best(M, suit, in_trick):
    """The highest card of the suit led so far; or if a trump is in the trick, more than all cards."""
    # such a trick is lost to whoever follows suit, so every card of the suit is below the best
    ruffed = in_trick & M[TRUMPS] & ~suit
    return uint64(1 << 63) if ruffed else top_of(in_trick & suit)


@inlined
def _over(M, suit, in_trick):
    """The cards that win a trick so far."""
    best = _best(M, suit, in_trick)
    trumps = M[TRUMPS] & ~suit
    if in_trick & trumps:
        trumps &= ~up_to(top_of(in_trick & trumps))
    return trumps | (suit & ~up_to(best))


@called
def _duck(T, legal, suit, followed, last):
    """The card of a player who leads low, ducks, and discards the most costly card."""
    following = legal & suit
    if followed and following:
        under = following & (top_of(followed) - ONE)
        if under or last:  # the last takes the trick with its highest: those below may duck later
            return top_of(under or following)
        return bottom_of(following)  # somebody may still play above it
    chosen = -1
    most = 0
    bits = legal
    while bits:
        card = lowest(bits)
        bits &= bits - ONE
        # 20 is more than any rank: by cost, then by rank
        weight = T[COSTS + card] * 20 + _rank(card)
        if chosen < 0 or (weight > most if followed else weight < most):
            chosen, most = card, weight
    return bit_of(chosen)


@called
def _gained(T, M, N, legal, suit, in_trick, length):
    """The highest of the cheapest cards that win a trick so far, if winning it is good; or none."""
    # what the trick costs in itself, such as a point for each or minus ten for the last
    gain = T[T[TRICK_COSTS] + N[TRICKS]]
    if not in_trick or gain >= 0:
        return NO_CARDS
    for place in range(length):
        gain += T[COSTS + N[TRICK + place]]
    bits = legal & _over(M, suit, in_trick) if gain < 0 else NO_CARDS
    chosen = NO_CARDS
    least = 0
    while bits:
        bit = bottom_of(bits)
        bits ^= bit
        cost = T[COSTS + lowest(bit)]
        # cards come lowest first, but a trump is higher than any card of the suit, whatever its place
        higher = bit & ~suit or not chosen & ~suit
        if not chosen or cost < least or (cost == least and higher):
            chosen, least = bit, cost
    return chosen


@inlined
def _costs_of(T, cards):
    """What cards of different kinds cost together."""
    total = 0
    while cards:
        total += T[COSTS + lowest(cards)]
        cards &= cards - ONE
    return total


@called
def _unseen(T, M, S, hand, seat, in_trick):
    """The kinds of card that a seat has not seen each copy of."""
    copies = T[COPIES]
    if copies == 1:
        return M[PACK_LAYERS] & ~(S[PLAYED] | in_trick | hand)
    # with several copies PLAYED says only that one is gone, so all copies that are seen are put together
    for layer in range(copies):
        S[BOTH + LAYER * layer] = S[GONE + LAYER * layer]
    put_all(S, BOTH, TRICK_CARDS, copies)
    put_all(S, BOTH, HANDS + SEAT * seat, copies)
    unseen = NO_CARDS
    for layer in range(copies):
        unseen |= M[PACK_LAYERS + layer] & ~S[BOTH + LAYER * layer]
    return unseen


@called
def _winning(T, N, leader, length):
    """The seat whose card is the highest of the suit led so far."""
    led = N[TRICK] // RANKS
    seat = leader
    best = N[TRICK]
    for place in range(1, length):
        if N[TRICK + place] // RANKS == led and N[TRICK + place] > best:
            best = N[TRICK + place]
            seat = (leader + place) % T[PLAYERS]
    return seat


@called
def _shed(T, M, S, N, policy, legal, hand, seat, leader, suit, in_trick, length, random):
    """The card of a player who knows which cards are gone, and weighs each card.

    It wins what is good or costs nothing, plays just under what costs, and discards what is costly or
    may catch what is costly.  It leads where it should lose the trick.  It holds up a side that takes
    every penalty card, and shoots the moon itself once it has taken many of them.
    """
    if not legal & (legal - ONE):
        return legal
    last = (seat + 1) % T[PLAYERS] == leader
    # DUCK comes here only if there are trumps, or winning can be good (see T[DUCKS]); the others, if they discard to
    # a trick that a trump may still win
    if policy == DUCK or (M[TRUMPS] and in_trick and not legal & suit):
        gained = _gained(T, M, N, legal, suit, in_trick, length)
        if gained or policy == DUCK:
            followed = _best(M, suit, in_trick) if in_trick else NO_CARDS
            # who need not ruff does not
            spare = legal & ~_over(M, suit, in_trick) if in_trick and not legal & suit else legal
            return gained or _duck(T, spare or legal, suit, followed, last)
    weights = SHED_WEIGHTS if policy == SHED else SHED_WEIGHTS + WEIGHTS
    mine = T[SIDE + seat]
    feared = NOBODY
    if T[MOON]:
        # Whoever alone has taken more than two thirds of what the penalty cards cost goes for the rest, and the
        # others hold it up from 60 of 100 on.  Both shares are measured: in 120,000 hands of American Hearts
        # against this, going for the moon from 80 of 100 on lost 0.16 points a hand, from 50 on it won 0.36;
        # holding up a side from 40 of 100 on lost 0.17, from 80 on 0.01.  Products, because numbers are whole.
        hoards = N[HOARDER] == mine and 3 * N[HOARDED] > 2 * T[MOON]
        if hoards or (policy == SHOOT and (N[HOARDER] == mine or N[HOARDER] == NOBODY)):
            unseen = _unseen(T, M, S, hand, seat, in_trick)
            return _shot(T, M, legal, suit, in_trick, unseen, last)
        if N[HOARDER] != mine and 5 * N[HOARDED] >= 3 * T[MOON]:
            feared = N[HOARDER]
    # so many of 64 cards are played at random: without, each play-out of a deal would be the same
    noise = hashed(random)  # this card's own number, so that two play-outs stay in step
    if int64(noise & uint64(63)) < T[weights + NOISE]:
        return nth(legal, scaled(noise, popcount(legal)))
    unseen = _unseen(T, M, S, hand, seat, in_trick)
    # who is winning matters only if it is somebody to hold up, or may be a partner
    taker = _winning(T, N, leader, length) if in_trick and (feared >= 0 or T[POOLED]) else NOBODY
    theirs = taker >= 0 and T[SIDE + taker] == feared
    if in_trick and legal & suit:
        return _followed(
            T, M, S, N, weights, legal & suit, suit, in_trick, length, last, unseen, theirs
        )
    chosen = -1
    most = 0
    partner_wins = taker >= 0 and T[POOLED] and T[SIDE + taker] == mine
    bits = unseen | hand
    # "big" is relative to the worst card that is still about, ours or not: in American Hearts the queen alone,
    # and once she is gone nothing costs more than 1, so nothing is big
    worst = 0
    while bits:
        worst = max(worst, T[COSTS + lowest(bits)])
        bits &= bits - ONE
    bigs = NO_CARDS
    bits = unseen
    while bits:
        card = lowest(bits)
        bits &= bits - ONE
        if T[COSTS + card] > 1 and T[COSTS + card] * T[weights + BIG_SHARE] >= worst:
            bigs |= bit_of(card)
    bits = legal
    while bits:
        card = lowest(bits)
        bits &= bits - ONE
        bit = bit_of(card)
        kin = suit_of(bit)
        others = unseen & kin
        # of the others in its suit, how many are below it: how surely it would win a trick that it leads
        count = popcount(others)
        below = popcount(others & (bit - ONE))
        cost = T[COSTS + card]
        big = cost > 1 and cost * T[weights + BIG_SHARE] >= worst
        # above a big card that somebody else holds, such as the ace or king over the queen: it may have to take it
        catches = bigs & kin & (bit - ONE) != 0
        held = popcount(hand & kin)
        if in_trick:  # it cannot follow suit: the card to be rid of
            weight = 64 * below // count if count else T[weights + OFF_LAST]
            weight += T[weights + OFF_COSTLY] * (cost > 0) + T[weights + OFF_EACH] * held
            weight += T[weights + OFF_CATCHING] * (catches and held < T[weights + OFF_BELOW])
            if big:
                weight += T[weights + OFF_BIG] + cost
            if cost < 0:
                weight = T[weights + OFF_GOOD]
            # a partner is winning: what is costly would come back, and what is good is wanted
            if partner_wins:
                weight -= KEPT * cost
            elif theirs and bit & M[PENALTY]:  # not one more for a side that may shoot the moon
                weight -= KEPT
        else:
            risk = 64 * below // count if count else T[weights + LEAD_LAST]
            if count and count < 3:  # hardly anybody can follow: the trick fills with discards
                risk = risk * T[weights + LEAD_FEW] // 16
            if cost > 0:
                risk = risk * T[weights + LEAD_COSTLY] // 16
            risk += T[weights + LEAD_BIG] * big + T[weights + LEAD_CATCHING] * catches
            risk += T[weights + LEAD_EACH] * held
            big_kin = bigs & kin
            # all of ours are below the big card: leading them draws it out of another hand
            if big_kin and not catches and not hand & kin & ~up_to(big_kin):
                risk += T[weights + LEAD_SAFE]
            if cost < 0:
                # a good card is led if it surely comes home, else it is kept back
                is_high = count and below == count
                risk = T[weights + LEAD_GOOD_LOW] if is_high else T[weights + LEAD_GOOD]
            weight = -risk
        if chosen < 0 or weight > most:
            chosen, most = card, weight
    return bit_of(chosen)


@called
def _followed(T, M, S, N, weights, following, suit, in_trick, length, last, unseen, theirs):
    """The card of such a player who can follow suit.

    Args:
        theirs: Whether a side that may shoot the moon is winning the trick.
    """
    # in eighths of a point, so that EACH_TRICK can be less than one
    best = _best(M, suit, in_trick)
    taken = 8 * _costs_of(T, S[WAITING]) + T[weights + EACH_TRICK]
    for place in range(length):
        taken += 8 * T[COSTS + N[TRICK + place]]
    if T[KEEPS_TAKERS]:
        taken += 8 * T[T[TRICK_COSTS] + N[TRICKS]]
    # one penalty card elsewhere ends the moon, so it is worth taking, at whatever cost; words compare as their
    # highest bits do
    if theirs and in_trick & M[PENALTY] and following > best:
        return top_of(following)
    # 300,000  win what is good and surely ours; or, as the last, lose a costly card to a trick that costs nothing
    # 200,000  as the last, win such a trick with a card that costs nothing
    # 100,000  lose the trick; -100,000 if a good card goes with it
    # near 0   win, or perhaps win, what may cost
    # costs and ranks decide within these
    chosen = -1
    most = 0
    bits = following
    while bits:
        card = lowest(bits)
        bits &= bits - ONE
        bit = bit_of(card)
        cost = T[COSTS + card]
        sure = last or not unseen & suit & ~up_to(bit)  # nobody can play above it
        # words compare as their highest bits do, and bits as ranks of the suit led
        if bit < best or (bit == best and not T[LAST_OF_EQUALS]):
            weight = 100_000 + cost * 100 + _rank(card)
            if cost < 0:  # not given away, if there is anything else
                weight = -100_000
            elif last and taken <= 0 and cost > 0:
                weight += 200_000
        elif sure and taken + 8 * cost < 0:
            weight = 300_000 - cost * 100
        elif last and taken <= 0 and cost <= 0:
            weight = 200_000 + _rank(card)
        elif last:
            weight = _rank(card) - cost * 100
        else:  # somebody may still play above it: the lower the likelier, with a RANK_OVER below 0
            weight = T[weights + RANK_OVER] * _rank(card) - cost * 100
        if chosen < 0 or weight > most:
            chosen, most = card, weight
    return bit_of(chosen)


@called
def _shot(T, M, legal, suit, in_trick, unseen, last):
    """The card of a player who tries to take every trick."""
    if in_trick and legal & suit:
        over = legal & suit & ~up_to(top_of(in_trick & suit))
        if over:  # the last wins as cheaply as it can, any other as surely
            return bottom_of(over) if last else top_of(over)
    chosen = -1
    most = 0
    bits = legal
    while bits:
        card = lowest(bits)
        bits &= bits - ONE
        bit = bit_of(card)
        others = unseen & suit_of(bit)
        count = popcount(others)
        weight = 64 * popcount(others & (bit - ONE)) // count if count else 64
        if in_trick:  # it cannot win: keep what can, and every penalty card
            weight = -weight - 1000 * (bit & M[PENALTY] != 0)
        if chosen < 0 or weight > most:
            chosen, most = card, weight
    return bit_of(chosen)
