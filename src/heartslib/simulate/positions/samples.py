"""The kernel's part of a search: it draws the cards that a seat does not see, and plays candidates out.

Positions are rows of sets and of numbers, as in `heartslib.simulate.kernel`, and T, M, S, N and W are its five
arrays (see `heartslib.simulate.kernel.layout`).

The hidden cards are drawn by a *law*: `heartslib.sampling.spread.Spread` in one flat array, so that no deal is
made in Python.  It is a table of counts.  A *row* is a group of cards that may go to the same seats, a *column* a
group of places, and the law says how many cards of each row may go to each column.  It fills the table line by
line, a line being a row or a column, whichever there are fewer of.  A *state* is what is left to fill before a line;
each *way* out of it is the next state, and a count for each crossing of the line.  Then the cards themselves are
drawn: those of a row are alike, and so are the places of a column.

Every draw is used.  Where the plays so far forbid deals that the counts allow there is no law, and the
sampler draws in Python: see `heartslib.sampling.Sampler.law`.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false, reportOptionalSubscript=false

from __future__ import annotations

from heartslib.simulate.kernel.counting import _count_round
from heartslib.simulate.kernel.giving import _chosen, _listed, _pass_cards
from heartslib.simulate.kernel.playing import _begin, _leader, _play_on, _put_down, _turn
from heartslib.simulate.kernel.words import *

# what a seat can be asked
PLAYING, PASSING, CHARGING, LAYING_DOWN = range(4)
# The law begins with these numbers; the last five say where in it a part begins:
#
#   LAW_LINES      how many lines are filled           LAW_ORDER   the lines, in the order in which they are filled
#   LAW_CROSSINGS  how many counts a line has          LAW_CARDS   for each row where its cards begin, and how many
#   LAW_BY_ROWS    whether a line is a row                         there are; then the cards
#   LAW_ROWS       how many rows the table has         LAW_PLACES  for each column where its places begin, and how many
#   LAW_COLUMNS    how many columns                                cards it takes; then pairs: a place and its room
#   LAW_HIDDEN     how many cards are hidden           LAW_STATES  for each state its first way, and how many it has
#                                                      LAW_WAYS    for each way the next state, and a count a crossing
(
    LAW_LINES, LAW_CROSSINGS, LAW_BY_ROWS, LAW_ROWS, LAW_COLUMNS, LAW_HIDDEN,
    LAW_ORDER, LAW_CARDS, LAW_PLACES, LAW_STATES, LAW_WAYS,
) = range(11)  # fmt: skip
LAW_SIZE = 11
BELOW_ONE = 1.0 / (1 << 53)
"""A random number of 53 bits times this is below 1."""


@inlined
def _way(s, law, chances, state):
    """The number of a way out of a state of the drawing."""
    way = law[law[LAW_STATES] + 2 * state]
    count = law[law[LAW_STATES] + 2 * state + 1]
    if count > 1:  # a single way takes no random number
        drawn = int64(next_random(s) >> uint64(11)) * BELOW_ONE
        # the first way whose cumulative probability is above the number, found by halves
        end = way + count - 1
        while way < end:
            middle = (way + end) // 2
            if chances[middle] <= drawn:
                way = middle + 1
            else:
                end = middle
    return way


@called
def _draw_counts(s, law, chances, space, counts_at):
    """Draw how many cards of each row go to each column, and write it to `space` from `counts_at` on."""
    state = 0
    columns = law[LAW_COLUMNS]
    crossings = law[LAW_CROSSINGS]
    for number in range(law[LAW_LINES]):
        line = law[law[LAW_ORDER] + number]
        at = law[LAW_WAYS] + _way(s, law, chances, state) * (1 + crossings)
        for crossing in range(crossings):
            place = line * columns + crossing if law[LAW_BY_ROWS] else crossing * columns + line
            space[counts_at + place] = law[at + 1 + crossing]
        state = law[at]


@inlined
def _drawn_card(s, cards, begin, end):
    """A random card of a stretch; another takes its place, so that it is not drawn again."""
    at = begin + (random_below(s, end - begin) if end - begin > 1 else 0)
    card = cards[at]
    cards[at] = cards[end - 1]
    return card


@called
def _place_card(t, s, n, place, card, layers):
    """Put a card in its place; what was laid down to be passed goes back to the hand."""
    players = t[PLAYERS]
    copies = len(layers)
    # places are numbered as in `sampling.known`: hands, captured cards, cards laid down to pass, the kitty
    if place == 3 * players:
        # KITTY_TAKEN serves as a cursor while a deal is drawn; `_fill_places` puts it back
        n[t[KITTY_CARDS] + n[KITTY_TAKEN]] = card
        n[KITTY_TAKEN] += 1
        return
    seat, kind = place % players, place // players
    if kind == 1:
        put_cards(s, PILES + SEAT * seat, bit_of(card), copies)
        put_cards(s, CAPTURED + SEAT * seat, bit_of(card), copies)
    else:
        put_cards(s, HANDS + SEAT * seat, bit_of(card), copies)


@called
def _fill_places(t, s, n, law, cards, layers):
    """Share out the cards of each column, which stand behind those by rows, among its places."""
    begin = law[LAW_HIDDEN]
    taken = n[KITTY_TAKEN]
    for column in range(law[LAW_COLUMNS]):
        room = law[law[LAW_PLACES] + 2 * column]
        size = law[law[LAW_PLACES] + 2 * column + 1]
        left = size
        while left > 0:
            place = law[room]
            count = law[room + 1]
            room += 2
            for _ in range(count):
                card = _drawn_card(s, cards, begin, begin + left)
                _place_card(t, s, n, place, card, layers)
                left -= 1
        begin += size
    n[KITTY_TAKEN] = taken


@called
def draw_hidden(
    T, M, S, N, W, seed, first, base_sets, base_numbers,
    law, chances, space, sets, numbers, layers,
):  # fmt: skip
    """Draw the hidden cards: each deal that a law allows is as likely as any other.

    Args:
        first: The number of the first sample.
        base_sets: The sets of the position with the known cards in their places.
        base_numbers: The numbers of that position.
        law: How the cards are drawn (`heartslib.sampling.spread.Spread`), in the order of LAW_LINES and so
            on.
        chances: For each way of the law its cumulative probability.
        space: Scratch space, (workers, 2 * hidden cards + counts of the law).
        sets: Output, (samples, sets): positions.
        numbers: Output, (samples, numbers): the same.
    """
    t = pointer(T)
    # a worker's scratch space: the hidden cards by rows, then by columns, then the counts
    cards = pointer(space[worker_of_all()])
    hidden = law[LAW_HIDDEN]
    columns = law[LAW_COLUMNS]
    counts_at = 2 * hidden
    for sample in own_rows(len(sets)):
        s = pointer(sets[sample])
        n = pointer(numbers[sample])
        copy_row(pointer(base_sets), s, len(base_sets))
        copy_row(pointer(base_numbers), n, len(base_numbers))
        s[RNG] = seed ^ uint64(uint64(first + sample + 1) * uint64(STRIDE))
        next_random(s)  # the first number still looks like the seed
        for at in range(hidden):
            cards[at] = law[law[LAW_CARDS] + 2 * law[LAW_ROWS] + at]
        _draw_counts(s, law, chances, cards, counts_at)
        out = hidden
        for column in range(columns):  # each takes its cards of each row
            for row in range(law[LAW_ROWS]):
                at = law[LAW_CARDS] + 2 * row
                left = law[at + 1]
                for before in range(column):  # less those that columns before have taken
                    left -= cards[counts_at + row * columns + before]
                for _ in range(cards[counts_at + row * columns + column]):
                    cards[out] = _drawn_card(s, cards, law[at], law[at] + left)
                    out += 1
                    left -= 1
        _fill_places(t, s, n, law, cards, layers)


@called
def _answer(t, m, s, n, w, asked, pattern, cards, policies, layers):
    """Give the answer of the seat to act, and get ready to play on.

    In the play the round goes on from there.  Before it, what is still missing is done at once: the other seats pass
    by their policies, nobody else charges, and somebody leads.
    """
    seat = n[TURN]
    if asked == PLAYING:
        _put_down(t, s, n, cards[0])
        return
    if asked == LAYING_DOWN:
        take_cards(s, HANDS + SEAT * seat, bit_of(cards[0]), len(layers))
        put_cards(s, PILES + SEAT * seat, bit_of(cards[0]), len(layers))
        put_cards(s, CAPTURED + SEAT * seat, bit_of(cards[0]), len(layers))
        return
    if asked == PASSING:
        count = t[pattern]
        for place in range(count):
            w[t[GIVEN] + seat * count + place] = cards[place]
        w[t[GIVEN_COUNT] + seat] = count if cards[0] >= 0 else 0
        _pass_cards(t, m, s, n, w, pattern, policies, seat, layers)
        for each in range(t[PLAYERS]):  # charges come after the pass, and a search leaves them out
            s[CHARGED + SEAT * each] = NO_CARDS
    elif cards[0] >= 0:  # CHARGING; -1 is no card
        s[CHARGED + SEAT * seat] |= bit_of(cards[0])
        s[ALL_CHARGED] |= bit_of(cards[0])
    for each in range(t[PLAYERS]):
        s[t[PLAYED_BY] + each] = NO_CARDS
    leader = n[SETTLED_LEADER]
    if leader < 0:
        leader = _leader(t, m, s, n[DEALER])
    _begin(t, s, n, leader)


@called
def try_answers(T, M, S, N, W, asked, pattern, sets, numbers, cards, plans, points, layers):
    """Answer for the seat to act with each candidate in each position, and play the round out.

    The random numbers of a position go on where its deal ended, the same for each candidate.

    Args:
        asked: What the seat is asked: PLAYING and so on.
        pattern: Where in T the pass pattern is.
        sets: The positions' sets, a row for each.
        numbers: The positions' numbers, a row for each.
        cards: The candidates, (candidates, cards): a card, or as many as are passed; -1 for none.
        plans: The policies of the seats after the answer, (plans, seats).
        points: Output, the numbers of (positions, plans, candidates, seats + 1) in one row: the points, and
            in the end the side that shot the moon, or -1.
    """
    t = pointer(T)
    m = pointer(M)
    s = pointer(S)
    n = pointer(N)
    w = pointer(W)
    out = pointer(points)
    players = t[PLAYERS]
    tried, planned = len(cards), len(plans)
    for row in own_rows(len(sets) * planned * tried):
        candidate = row % tried
        plan = row // tried % planned
        position = row // (tried * planned)
        copy_row(pointer(sets[position]), s, t[WORDS])
        copy_row(pointer(numbers[position]), n, t[NUMBERS])
        does = pointer(plans[plan])
        _answer(t, m, s, n, w, asked, pattern, pointer(cards[candidate]), does, layers)
        _play_on(t, m, s, n, w, does, None, layers)
        at = row * (players + 1)
        out[at + players] = _count_round(t, m, s, n, w, does)
        for seat in range(players):
            out[at + seat] = n[TOTALS + t[SIDE + seat]]


@called
def advise(T, M, S, N, W, asked, count, policies, cards, layers):
    """Find what the seat to act does by its policy, in one position.

    Args:
        asked: What the seat is asked: PLAYING, PASSING or LAYING_DOWN.
        count: How many cards it passes or lays down.
        policies: The policy of each seat.
        cards: Output: the cards.
    """
    t = pointer(T)
    m = pointer(M)
    s = pointer(S)
    n = pointer(N)
    w = pointer(W)
    does = pointer(policies)
    seat = n[TURN]
    leader = n[LEADER]
    length = n[LENGTH]
    if asked != PLAYING:
        # as in `_pass_cards`: cards that are to be kept go only if there are too few others
        have = _listed(t, s, w, seat, m[PASS_KEPT] if asked == PASSING else NO_CARDS)
        if have < count:
            have = _listed(t, s, w, seat, NO_CARDS)
        _chosen(t, m, s, w, seat, does[seat], have, count, asked == LAYING_DOWN)
        for place in range(count):
            cards[place] = w[t[CARDS] + place]
        return
    # what `_play_on` knows when it comes to a turn
    in_trick = NO_CARDS
    suit = EVERY_KIND
    kind = 2 if s[PLAYED] else 0  # of turn, as in `_play_on`: one more for a seat that follows
    empty_pile(s, TRICK_CARDS, len(layers))
    for place in range(length):
        bit = bit_of(n[TRICK + place])
        in_trick |= bit
        put_cards(s, TRICK_CARDS, bit, len(layers))
        if place == 0:
            suit = suit_of(bit)
            kind = kind + 1
    s[ANY] = EVERY_KIND
    s[LED] = suit
    bit = _turn(
        t, m, s, n, does, None, kind, t[READING + kind], leader, seat, suit, in_trick, length, 0,
        s[RNG], len(layers), m[CHARGEABLE] != 0,
    )  # fmt: skip
    cards[0] = lowest(bit)
