/* American Hearts for four without a pass, written by hand: how fast the kernel could be.
 *
 * It plays the rounds of `heartslib.simulate.kernel.rounds.play_rounds`, with the same random numbers and
 * the same choices, so the points are equal round by round; `many.py` checks that before it measures.
 * It knows one rulebook, the number of players and the pack when it is compiled, which the kernel does
 * not: where the kernel reads a table, this program has a constant.
 *
 * Cards are bits: 0 is the two of clubs, 36 the queen of spades, 39 to 51 are the hearts.
 */

#include <stdint.h>

#define SEATS 4
#define HAND 13
#define PACK ((UINT64_C(1) << 52) - 1)
#define DEUCES (UINT64_C(1) | UINT64_C(1) << 13 | UINT64_C(1) << 26 | UINT64_C(1) << 39)
#define QUEEN (UINT64_C(1) << 36)
#define HEARTS (UINT64_C(0x1FFF) << 39)
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

typedef uint64_t cards;

static inline uint64_t next(uint64_t *state)
{
    uint64_t z = *state += GOLDEN; /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static inline int count(cards set) { return __builtin_popcountll(set); }

#ifdef __BMI2__
#include <immintrin.h>
static inline cards nth(cards set, unsigned place) { return _pdep_u64(UINT64_C(1) << place, set); }
#else
static inline cards nth(cards set, unsigned place)
{
    while (place--)
        set &= set - 1;
    return set & -set;
}
#endif

/* Any one of the cards of a set. */
static inline cards any(cards set, uint64_t *state)
{
    return nth(set, (unsigned)((unsigned __int128)next(state) * (unsigned)count(set) >> 64));
}

/* A hand for one of the `seats` among which `left` is still to be divided: each card is taken with a
 * chance of so many sixteenths, then cards are moved one by one until there are 13. */
static inline cards dealt(cards left, int seats, uint64_t *state)
{
    const int chance = (32 + seats) / (2 * seats);
    cards hand = 0;
    for (int digit = chance & -chance; digit < 16; digit *= 2)
        hand = chance & digit ? hand | next(state) : hand & next(state);
    hand &= left;
    int have = count(hand);
    for (; have < HAND; have++)
        hand |= any(left & ~hand, state);
    for (; have > HAND; have--)
        hand ^= any(hand, state);
    return hand;
}

static inline cards suit_of(cards card)
{
    cards deuce = (card ^ (card - 1)) & DEUCES;
    deuce -= deuce >> 13;
    return (deuce << 13) - deuce;
}

static inline void play_round(uint64_t state, int64_t *points)
{
    cards hands[SEATS], piles[SEATS] = {0}, left = PACK, played = 0;
    int leader = 0;
    for (int seat = 0; seat < SEATS - 1; seat++)
        left ^= hands[seat] = dealt(left, SEATS - seat, &state);
    hands[SEATS - 1] = left;
    for (int seat = 1; seat < SEATS; seat++)
        leader = hands[seat] & 1 ? seat : leader;
    for (int trick = 0; trick < HAND; trick++) {
        const cards others = hands[leader] & ~HEARTS;
        cards legal = played & HEARTS || !others ? hands[leader] : others;
        const cards led = any(trick ? legal : 1, &state), suit = suit_of(led);
        cards in_trick = led;
        int seat = leader, taker = leader;
        hands[leader] ^= led;
        for (int place = 1; place < SEATS; place++) {
            seat = (seat + 1) % SEATS;
            legal = hands[seat] & suit;
            const cards card = any(legal ? legal : hands[seat], &state);
            hands[seat] ^= card;
            taker = (card & suit) > (in_trick & suit) ? seat : taker;
            in_trick |= card;
        }
        piles[taker] |= in_trick;
        played |= in_trick;
        leader = taker;
    }
    int shooter = -1;
    for (int seat = 0; seat < SEATS; seat++) {
        points[seat] = count(piles[seat] & HEARTS) + (piles[seat] & QUEEN ? 13 : 0);
        shooter = points[seat] == 26 ? seat : shooter;
    }
    if (shooter >= 0) { /* the others get 26 each, or the shooter loses 26 */
        const int subtracts = (int)(next(&state) >> 63);
        for (int seat = 0; seat < SEATS; seat++)
            points[seat] = seat == shooter ? -26 * subtracts : 26 * !subtracts;
    }
}

/* Play rounds from number `first`, and write the points of each, four numbers a round. */
void play_rounds(uint64_t seed, int64_t first, int64_t rounds, int64_t *points)
{
    for (int64_t row = 0; row < rounds; row++) {
        uint64_t state = seed ^ (uint64_t)(first + row + 1) * UINT64_C(0xD1B54A32D192ED03);
        next(&state);
        play_round(state, points + SEATS * row);
    }
}
