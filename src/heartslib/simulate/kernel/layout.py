"""Where everything is in the kernel's five arrays.

* `T`, the table: the rules as numbers, which nobody writes to.
* `M`, the masks: the rules as sets of cards, a word of 64 bits each.
* `S`, the sets: the round as sets of cards: hands, piles, and the facts that restrictions ask for.
* `N`, the numbers: the round as numbers: whose turn it is, what is in the trick, and the totals.
* `W`, the workspace: what no other function needs to find there later, and the registers of the count.

The letters are short because every function has them.  A function that a target calls is given arrays, of
which `S` and `N` may have a row for each round; it calls the first number of the tables and of one row `t`,
`m`, `s`, `n` and `w`.  The functions within are handed those, and call them `T`, `M`, `S`, `N` and `W` again.

What has the same length in every rulebook has a fixed place: `N[LEFT]` is how many cards each hand has
left.  What has another length comes last, and `T` says where, so that the arrays are as long as the
rulebook needs: the kitty begins at `N[T[KITTY_CARDS]]`.
"""

from __future__ import annotations

from heartslib._values.bits import WORD as WORD  # noqa: PLC0414 - the modules beside this one take it from here

MAX_SEATS = 11
MAX_COPIES = 8
# seats and copies as the library allows them; of what follows lowering refuses more, and says so
MAX_PACK = WORD * MAX_COPIES
MAX_OPS = 24
TURN_KINDS = 8
"""How many kinds of turn: the four places, then the same for a seat that holds no card it has charged."""
MOST_REGISTERS = 2000
MAX_CHANGES = 100
GOLDEN = 0x9E3779B97F4A7C15
"""The state of the generator, splitmix64, grows by this with each number."""
STRIDE = 0xD1B54A32D192ED03
"""The states of two rounds of a seed, or of two tries, are so far apart."""
ENOUGH = 5
"""With so many cards of a suit its high ones are safe to keep."""
# sets of cards; a target that compiles takes them as words of 64 bits (`CONSTANT_SETS`)
NO_CARDS = 0
ONE = 1
EVERY_KIND = (1 << WORD) - 1
RANKS = WORD // 4
# the ranks of a suit are neighbours, and so are the suits: four times 15 bits
_DEUCES = 1 | 1 << 15 | 1 << 30 | 1 << 45
LOWEST_KINDS = _DEUCES
NINES = _DEUCES << 9
CONSTANT_SETS = "NO_CARDS", "ONE", "EVERY_KIND", "LOWEST_KINDS", "NINES"
"""The constants above that are sets, by name."""
NOBODY, SEVERAL = -1, -2
"""Who has taken penalty cards, if it is not one side."""
KEPT = 100_000
"""What keeps a card from being discarded: more than all weights."""
# no points are farther from 0: `heartslib.simulate.lowering.count` refuses more
LEAST = -(1 << 62)
NEVER = 1 << 62

# flags of a clause, which say which of its parts there are
UNLESS = 1
ONLY_IF = 2
LOWEST_ONLY = 4
# how the clauses for a kind of turn are read: if all of them are simple, in one expression each
SLOWLY, FOLLOW_SUIT, QUICKLY = range(3)
# operations of the count; what they name is in `_count_rows`
(
    END, EACH, SKIP, UNLESS_EQUAL, HOLDER, PAY, ADD_TO, ADD_FOR, COUNT, NUMBER, TIMES, ADD, EQUAL, LESS,
    LARGER, POWER, TOTAL, FACTOR, CHOSEN, SHOT, FACE_UP, TAKER, TRICKS_OF, HOLDING, LOOSE,
) = range(25)  # fmt: skip
# policies, in the order of `players.policies.POLICIES`; SHED and those after it weigh cards; ASK, the last, stops for the
# caller
RANDOM, LOWEST, DUCK, SHED, ROUGH, SHOOT, ASK = range(7)
# what `_shed` weighs by: the numbers of a policy, in their order.  NOISE of 64 cards are random.  OFF_ is
# for a discard, LEAD_ for a lead: they add to 64 times the share of the unseen cards of its suit that are
# below a card; but LEAD_FEW and LEAD_COSTLY are factors, in 16ths, and OFF_BELOW is a number of cards.
# EACH_TRICK is in eighths of a point.  A card is big if it costs more than 1, and at least a BIG_SHAREth
# of what the worst card that is still about costs: in American Hearts the queen alone
(
    NOISE, EACH_TRICK, RANK_OVER, BIG_SHARE, OFF_LAST, OFF_COSTLY, OFF_BIG, OFF_CATCHING, OFF_BELOW,
    OFF_EACH, OFF_GOOD, LEAD_LAST, LEAD_FEW, LEAD_COSTLY, LEAD_BIG, LEAD_CATCHING, LEAD_EACH, LEAD_SAFE,
    LEAD_GOOD_LOW, LEAD_GOOD,
) = range(20)  # fmt: skip
WEIGHTS = 20

# indices into T; lowering writes neighbours in one go, in this order
(
    # the seats, the copies of a card, the cards of a hand, of the kitty and of the pack
    PLAYERS, COPIES, SIZE, KITTY, PACK_SIZE,
    # whether equal cards cancel each other, and what stands then; how many nines may boost a trick
    CANCELLING, LAST_OF_EQUALS, ODD_STANDS, SECOND_COPY, BOOSTS,
    # kitty cards for a trick, and whether they are exchanged; whether a decided round is broken off
    KITTY_SHARE, EXCHANGED, ENDS_EARLY,
    # how many passes there are, whether the dealer calls one, and whether a seat may decline
    PATTERNS, CALLED, OPTIONAL,
    # the most that a seat may charge, and whether a charge gives the others another turn
    CHARGE_EACH, REOPENS,
    # the ways to pay a moon; whether the scores choose one: then the end of the game matters, too
    PAYMENT_COUNT, AUTOMATIC, ENDS_AT, PLAY_OFF, ENDS_SIGN, CHANGE_COUNT,
    # whether partners pool, and how many sides score; what a count needs to be kept during the play
    POOLED, SIDES, SIGN, KEEPS_TAKERS,
    # how many places from the dealer the leader sits, or DRAWN
    LEADS_FIRST,
    MOON, DUCKS, SHOWS_LAST,
) = range(32)  # fmt: skip
"""MOON is what the penalty cards cost if a moon can be shot, and 0 otherwise; DUCKS is the policy DUCK
if winning a trick is never good in itself and there are no trumps, and otherwise NOBODY: `_shed` then
looks."""
DRAWN = -1
"""LEADS_FIRST, if the leader is drawn."""
CLAUSES, PASSES, CHANGES, ROWS, TRICK_COSTS = range(32, 37)
"""Where in T each of these begins: the clauses that are not simple, the pass patterns, the changes of
totals, the rows of the count, and for each trick how bad it is to win, apart from its cards."""
CLAUSE_CARDS = 37
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
COSTS = 52
"""For each card how bad it is; `SIGN` is -1 if points are good, and 1 otherwise."""
PLACE = COSTS + WORD
"""For each column of a plane the place of its card in a word."""
INDEX = PLACE + WORD
"""For each place its column."""
SIDE = INDEX + WORD
"""For each seat the total that its points go to: its side's if partners pool, else its own."""
PARTNERS = SIDE + MAX_SEATS
BEFORE = PARTNERS + MAX_SEATS
"""For each seat its score before the round, if a payment of the moon depends on it."""
READING = BEFORE + MAX_SEATS
CLAUSE_COUNT = READING + TURN_KINDS
FIRST_CLAUSE = CLAUSE_COUNT + TURN_KINDS
"""For each kind of turn that is read slowly its first clause."""
KEPT_FACT = FIRST_CLAUSE + TURN_KINDS
"""For each simple clause the index in S of the fact that it keeps, and below of the one that waives
it; the cards of both are KEPT_CARDS and UNLESS_CARDS."""
UNLESS_FACT = KEPT_FACT + TURN_KINDS * MAX_OPS
SHED_WEIGHTS = UNLESS_FACT + TURN_KINDS * MAX_OPS
"""The weights of the policy SHED; those of ROUGH and the others follow."""
T_SIZE = SHED_WEIGHTS + 2 * WEIGHTS
"""Where in T what has another length in each rulebook begins."""
FLAGS, PARTS_OF = range(2)
PART = 8
"""Numbers of a part of a set: how many facts, and the index of each in S."""
PARTS = 4
"""Parts of a set: the cards in it, and up to three parts to take away."""
CLAUSE = PARTS_OF + 3 * PARTS * PART
"""Numbers of any other clause: its flags, then its three sets."""
CHANGE = 4
"""Numbers of a change of totals: its rule, the first and last score it changes, and the result."""
PATTERN = 3 + 2 * MAX_SEATS
"""Numbers of a pattern: cards, whether mixed, packets, then how far and how many for each packet."""

# indices into M
LEAD_CARDS, PASS_KEPT, CHARGEABLE, EARNERS, TRUMPS = range(5)
SUITS = 5
PACK_LAYERS = SUITS + 4
COUNTING = PACK_LAYERS + MAX_COPIES
PENALTY = COUNTING + MAX_COPIES
UNLESS_CARDS = PENALTY + MAX_COPIES
KEPT_CARDS = UNLESS_CARDS + TURN_KINDS * MAX_OPS
OTHERS_TOO = KEPT_CARDS + TURN_KINDS * MAX_OPS
"""For each simple clause all cards; or none if it leaves only the lowest."""
M_SIZE = OTHERS_TOO + TURN_KINDS * MAX_OPS
"""Where in M what has another length in each rulebook begins."""
SPARED = 3 * PARTS
SETS = SPARED + 1
"""Sets of any other clause: the kinds of each part, then the spared cards."""

# indices into S
RNG = 0
FACTS = (
    "PLAYED", "NEW_SUITS", "CHARGED", "SUIT_LED", "IN_TRICK", "LAST_SUIT", "HAND",
    "ALL_CHARGED", "DISCARDED",
)  # fmt: skip
"""The facts that the kernel knows, each at its place after the random number."""
(
    PLAYED, NEW_SUITS, MINE_CHARGED, LED, IN_TRICK, LAST, HAND, ALL_CHARGED, DISCARDED,
) = range(1, len(FACTS) + 1)  # fmt: skip
FOLLOWING, FREE, ANY, LEGAL = range(len(FACTS) + 1, len(FACTS) + 5)
"""FOLLOWING is what the hand has of the suit led, FREE all but charged cards that wait."""
# WAITING holds what nobody won and the next taker gets, and before the play what is still to be dealt; GONE
# what finished tricks held; BOTH is a multiset for whoever needs one; TRICK_CARDS is kept for several copies
WAITING, GONE, BOTH, TRICK_CARDS = range(LEGAL + 1, LEGAL + 5)
HANDS, PILES, CAPTURED, CHARGED = range(TRICK_CARDS + 1, TRICK_CARDS + 5)
"""Of seat 0; CAPTURED are the cards of its pile that were in no trick."""
SEAT = 4
"""From a place of one seat to that of the next."""
# a layer repeats WAITING and all after it, so the facts exist once and a pack of one copy needs one layer
LAYER = TRICK_CARDS - LEGAL + SEAT * MAX_SEATS
"""From a place in one layer to that in the next."""

# indices into N
(
    # the number of the round, and who deals; who leads, how many cards each hand has left before the
    # trick, how many are in the trick, whose turn it is, and how many have been played in all
    ROUND, DEALER, LEADER, LEFT, LENGTH, TURN, PLAYS,
    # kitty cards given out so far; the pass of the round, for whoever looks on; the payment chosen for a moon
    KITTY_TAKEN, PATTERN_NOW, PAYMENT_NOW,
    # cards laid down for a kitty; tricks kept in TAKERS; the side that shot the moon
    LAID_COUNT, TRICKS, SHOOTER,
    HOARDER, HOARDED, SHOWN_LAST, SETTLED_LEADER,
) = range(17)  # fmt: skip
"""HOARDER is the side that alone has taken penalty cards, and HOARDED what they cost: it may shoot the moon.
SHOWN_LAST is the card that the dealer shows.  SETTLED_LEADER is who leads, if that is known before the pass,
or NOBODY; the search alone asks."""
TOTALS = SETTLED_LEADER + 1
TRICK = TOTALS + MAX_SEATS

REGISTERS = 0
"""Where in W the answers that the count has made begin; the first is always 1."""
