"""What seats give away before the play or for a kitty: the cards they pass, charge and lay down."""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.dealing import _deal_hands
from heartslib.simulate.kernel.policies import _policy, _rank
from heartslib.simulate.kernel.words import *


@called
def _listed(T, S, W, seat, without):
    """Write every card of a hand, except some kinds, to CARDS; return how many there are."""
    first = count = T[CARDS]
    for layer in range(T[COPIES]):
        bits = S[HANDS + SEAT * seat + LAYER * layer] & ~without
        while bits:
            W[count] = lowest(bits)
            bits &= bits - ONE
            count += 1
    return count - first


@inlined
def _burden(T, M, S, hand, policy, card, cheapest):
    """How much a player wants to be rid of a card: what it costs, or how dangerous it is to keep."""
    # what is laid down counts for the seat that lays it down, so there the cost is all that matters
    # a seat that is asked has no policy of its own: it passes as `duck` does
    if cheapest or policy < SHED or policy == ASK:
        return T[COSTS + card] * 100 + _rank(card)  # by cost; of equals the higher one
    return _danger(T, M, S, hand, card)


@called
def _danger(T, M, S, hand, card):
    """How dangerous it is to keep a card for the play; what is good, or may take it, is kept."""
    # A high card of a short suit is dangerous, since it is soon drawn out; one that costs, and one that may
    # have to take a costly card of another hand, even more.  "Costly" is a suit in which every card costs,
    # such as the hearts: there the low ones are led, and each of ours is drawn out, however many there are.
    bit = bit_of(card)
    kin = suit_of(bit)
    mine = 0
    costly = True
    catches = False
    for layer in range(T[COPIES]):
        mine += popcount(S[hand + LAYER * layer] & kin)
    bits = M[PACK_LAYERS] & kin
    while bits:
        other = lowest(bits)
        bits &= bits - ONE
        cost = T[COSTS + other]
        if cost < 0 and other <= card:  # a good card, or one that may take it
            return LEAST
        costly = costly and cost > 0
        catches = catches or (cost > 1 and other < card and not S[hand] & bit_of(other))
    danger = 64 * _rank(card) // max(mine, 1)
    if costly or mine < ENOUGH:  # with so many low cards beside it, it will not be drawn out
        # one rank alone in its suit weighs 64, so a point two ranks; what may catch the queen, ten points
        danger += 128 * T[COSTS + card] + 1280 * catches
    return danger


@called
def _chosen(T, M, S, W, seat, policy, have, count, cheapest):
    """Bring `count` of the first `have` CARDS to the front: any, the most or the least costly."""
    first = T[CARDS]
    hand = HANDS + SEAT * seat
    # a selection sort that stops early: few cards are chosen from a short list
    for place in range(first, first + count):
        best = place
        if policy == RANDOM:
            best = place + random_below(S, first + have - place)
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
    players = T[PLAYERS]
    copies = T[COPIES]
    count = T[pattern]
    mixed = T[pattern + 1]
    given, counts = T[GIVEN], T[GIVEN_COUNT]
    for seat in range(players):
        if seat == ready:
            continue
        W[counts + seat] = 0
        if (
            T[OPTIONAL]
            and not mixed
            and _policy(policies, seat) == RANDOM
            and random_below(S, 2) == 0
        ):
            continue
        # cards that are to be kept may go only if the hand has too few others
        have = _listed(T, S, W, seat, M[PASS_KEPT])
        if have < count:
            have = _listed(T, S, W, seat, NO_CARDS)
        _chosen(T, M, S, W, seat, _policy(policies, seat), have, count, False)
        for place in range(count):
            W[given + seat * count + place] = W[T[CARDS] + place]
        W[counts + seat] = count
    # all cards leave before any comes: nobody passes on what it has just got
    for seat in range(players):
        for place in range(W[counts + seat]):
            card = bit_of(W[given + seat * count + place])
            take_cards(S, HANDS + SEAT * seat, card, copies)
            if mixed:
                put_cards(S, WAITING, card, copies)
    if mixed:  # with the kitty they are shuffled and dealt again
        for place in range(T[KITTY]):
            put_cards(S, WAITING, bit_of(N[T[KITTY_CARDS] + place]), copies)
        _deal_hands(T, S, N, players * count + T[KITTY], count, layers)
        return
    for seat in range(players):
        at = given + seat * count
        if W[counts + seat] == 0:
            continue
        for packet in range(T[pattern + 2]):
            places = T[pattern + 3 + 2 * packet]
            taker = (seat + places) % players
            while taker != seat and W[counts + taker] == 0:  # who passes nothing gets nothing
                taker = (taker + places) % players
            for _ in range(T[pattern + 4 + 2 * packet]):
                put_cards(S, HANDS + SEAT * taker, bit_of(W[at]), copies)
                at += 1


@called
def _charge(T, M, S, policies):
    """Seats that play at random charge any cards, in turn; the others decline."""
    S[ALL_CHARGED] = NO_CARDS
    for seat in range(T[PLAYERS]):
        S[CHARGED + SEAT * seat] = NO_CARDS
        S[T[PLAYED_BY] + seat] = NO_CARDS
    # one seat after another, in order, and all once more if a charge gives the others another turn
    going = True
    while going:
        going = False
        for seat in range(T[PLAYERS]):
            if _policy(policies, seat) != RANDOM:
                continue
            while True:
                may = S[HANDS + SEAT * seat] & M[CHARGEABLE] & ~S[CHARGED + SEAT * seat]
                if not may or popcount(S[CHARGED + SEAT * seat]) >= T[CHARGE_EACH]:
                    # a choice among one thing, nothing, takes a number, too
                    S[RNG] = uint64(S[RNG] + uint64(GOLDEN))
                    break
                choice = random_below(S, popcount(may) + 1)
                if choice == 0:
                    break
                card = nth(may, choice - 1)
                S[CHARGED + SEAT * seat] |= card
                S[ALL_CHARGED] |= card
                going = T[REOPENS] != 0


@called
def _give_kitty(T, M, S, N, W, taker, due, left, policies):
    """Give kitty cards to a seat: to its pile, or to its hand in exchange for as many others."""
    first = T[KITTY_CARDS] + N[KITTY_TAKEN]
    copies = T[COPIES]
    hand, pile = HANDS + SEAT * taker, PILES + SEAT * taker
    captured = CAPTURED + SEAT * taker
    # after the last trick nobody has a hand to exchange with
    if not T[EXCHANGED] or left == 0:
        for place in range(first, first + due):
            put_cards(S, pile, bit_of(N[place]), copies)
            put_cards(S, captured, bit_of(N[place]), copies)
        return
    for place in range(first, first + due):
        put_cards(S, hand, bit_of(N[place]), copies)
    have = _listed(T, S, W, taker, NO_CARDS)
    # a charged card must be played, so it may not be laid down while it is still held
    held = NO_CARDS
    if M[CHARGEABLE]:
        held = S[CHARGED + SEAT * taker] & ~S[T[PLAYED_BY] + taker]
    loose = 0
    cards = T[CARDS]
    for at in range(have):  # of a charged card that is still held, one copy stays in the hand
        card = W[cards + at]
        if held & bit_of(card):
            held &= ~bit_of(card)
        else:
            W[cards + loose] = card
            loose += 1
    _chosen(T, M, S, W, taker, _policy(policies, taker), loose, due, True)
    for at in range(due):
        card = bit_of(W[cards + at])
        take_cards(S, hand, card, copies)
        put_cards(S, pile, card, copies)
        put_cards(S, captured, card, copies)
        # the kernel does not ask for these again: they are for whoever plays the round after it
        W[T[LAID_DOWN] + N[LAID_COUNT]] = W[cards + at]
        N[LAID_COUNT] += 1
