"""The kernel plays as `Game` does: see `tools.differential`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from itertools import islice
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numba import uint64

from heartslib import Card, Cards, Rank, Rules, RulesError, View, rulefile, variants
from heartslib.bots import careful
from heartslib.cards import HEARTS, PACK
from heartslib.formats.converter import BASES
from heartslib.moves import LayDown, Play
from heartslib.rules import (
    ADD,
    CHOICE,
    HEARTS_ONE,
    LEFT,
    NO_PASSING,
    BloodLock,
    BoosterNines,
    CardValues,
    Charges,
    Cycle,
    EldestLeads,
    Equals,
    ExactTotals,
    FollowSuit,
    FullSet,
    HighestOfSuitLed,
    KittyTo,
    Mix,
    NoMoon,
    NoneOf,
    NoTotalBelow,
    NoTricksBonus,
    Pack,
    Partners,
    PlayedOut,
    PlayRule,
    Reversed,
    Rounds,
    ScoreMultiplier,
    ShootTheMoon,
    Step,
    SubtractFrom,
    Taker,
    Target,
    ThereAndBack,
    TrickValues,
    Unresolved,
)
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.simulate import CannotLower, kernel
from heartslib.simulate.kernel import rounds as in_python
from heartslib.simulate.kernel import words
from heartslib.simulate.lowering import rules as lowering
from heartslib.simulate.lowering.rules import KernelTables, lowered, lowered_each
from heartslib.simulate.players.duck import duck
from heartslib.simulate.targets import compiled, cpu
from heartslib.simulate.targets.cpu import KERNEL
from heartslib.table import Table
from tests.helpers.games import GAMES
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.own_steps import (
    AsksEverything,
    HalfMoon,
    LeastOfAll,
    LeftPays,
    NeighbourPays,
    SaysItTwice,
)
from tests.helpers.rings import share
from tests.helpers.strategies import with_few_copies
from tools import differential
from tools.differential import Played, able, composed_rounds, main, replayed, rounds, tables

AMERICAN = variants.get("american")


@pytest.mark.parametrize("slug", GAMES)
def test_the_kernel_plays_these_variants_and_no_others(slug: str) -> None:
    row, rules = GAMES[slug], variants.get(slug)
    refuses = pytest.raises(CannotLower, match=f"^the kernel {re.escape(row.kernel)}; use engine=")
    with refuses if row.kernel else nullcontext():
        lowered_each(rules.at(row.players))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, players) for slug, rules in kernel_variants().items() for players in rules.players],
)
def test_every_variant_is_played_as_in_a_game(slug: str, players: int) -> None:
    for rules in variants.get(slug).rulebooks:
        table = lowered(rules.at(players).in_force)
        for number in range(4):
            policies = [(number + seat) % 3 if number else 0 for seat in range(players)]
            replayed(Played(table, 7, number, able(rules, policies)))


def test_any_card_of_the_dealer_may_be_shown() -> None:
    table = lowered(variants.get("tetka").at(4).in_force)
    games = [replayed(Played(table, 7, number, [0] * 4)) for number in range(60)]
    assert len({card for game in games for card in game.match.shown_last}) > 30


@pytest.mark.slow
@settings(max_examples=share(60), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(with_few_copies(), st.integers(0, 2**63), st.integers(0, 50), st.data())
def test_every_composition_is_played_as_in_a_game(
    rules: Rules, seed: int, number: int, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(rules.players))
    policies = data.draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    in_force = data.draw(st.sampled_from(rules.rulebooks))
    replayed(Played(tables(in_force, players), seed, number, able(in_force, policies)))


CPU: Any = cpu
"""Numba types what is compiled."""
COMPILED_NTH: Any = compiled(CPU._jit, {"popcount": CPU.popcount, "uint64": uint64}).nth


@pytest.mark.slow
@given(st.integers(1, 2**60 - 1), st.data())
def test_a_card_is_chosen_by_its_place(bits: int, data: st.DataObject) -> None:
    places = [place for place in range(60) if bits >> place & 1]
    place = data.draw(st.integers(0, len(places) - 1))
    plain: Any = words
    assert plain.nth(bits, place) == 1 << places[place]
    for choose in (COMPILED_NTH, *[CPU.nth_by_deposit] * cpu.CAN_DEPOSIT):
        assert choose(np.uint64(bits), np.int64(place)) == 1 << places[place]


def play_many(table: KernelTables, count: int) -> None:
    for number in range(count):
        replayed(Played(table, 1, number, [0] * table.players))


def outcomes(table: KernelTables, *, fully: bool) -> list[list[int]]:
    """The points, the moon and the leader of some rounds at random."""
    policies = np.zeros(table.players, np.int64)
    rows, *_ = ended(KERNEL, table, 40, policies, policies if fully else None)
    return rows


def ended(
    functions: Any, table: KernelTables, count: int, policies: Any, fully: Any
) -> list[list[Any]]:
    """The points, the moon and the leader of some rounds; then what S, N and W are at the end."""
    points, moons = np.zeros((count, table.players), np.int64), np.zeros(count, np.int64)
    leaders = np.zeros(count, np.int64)
    numbers = np.uint64(4), np.int64(0), np.int64(1), policies
    given: list[Any] = [
        *table.arrays, *table.space(), *numbers, points, moons, leaders, None, fully
    ]  # fmt: skip
    if functions is in_python:
        given = [*map(as_plain, given)]
    functions.play_rounds(*given, table.layers)
    rows = np.column_stack(given[-5:-2])
    sets = [each % 2**64 for each in given[2].tolist()]  # in Python, all cards but some are below 0
    return [rows.tolist(), sets, *(each.tolist() for each in given[3:5])]


def as_plain(value: Any) -> Any:
    """An argument as plain Python takes it: of whole numbers of any size, which do not wrap."""
    if isinstance(value, np.ndarray):
        return value.astype(object).view(FromTheStart)
    return value if value is None else value.item()


class FromTheStart(np.ndarray):
    """An array that takes no index below 0: in compiled code that is outside the array."""

    def __getitem__(self, at: Any) -> Any:
        assert np.min(at) >= 0
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        assert np.min(at) >= 0
        super().__setitem__(at, value)


@pytest.mark.slow
@pytest.mark.parametrize("slug", kernel_variants())
def test_the_functions_play_as_plain_python_what_the_compiled_ones_do(slug: str) -> None:
    """In Python an index beyond an array is an error: so the arrays are long enough."""
    for rules in variants.get(slug).rulebooks:
        for players in rules.players:
            table = lowered(rules.at(players).in_force)
            given = table, 6, np.arange(players) % 3
            plain = ended(in_python, *given, given[-1])
            assert plain == ended(KERNEL, *given, given[-1])
            if table.plain:
                at_random = table, 2, np.zeros(players, np.int64), None
                plain = ended(in_python, *at_random)
                assert plain == ended(KERNEL, *at_random)


@pytest.mark.slow
def test_plain_rules_are_played_alike_with_all_code_and_without() -> None:
    plain = 0
    for rules in (rules for each in kernel_variants().values() for rules in each.rulebooks):
        for players in rules.players:
            table = lowered(rules.at(players).in_force)
            if table.plain:
                assert outcomes(table, fully=False) == outcomes(table, fully=True), rules.name
                plain += 1
    assert plain > 60


@pytest.mark.parametrize("slug", ["kitty_hearts", "turbo", "cancellation", "slobberhannes"])
def test_rules_that_need_more_are_not_plain(slug: str) -> None:
    """A kitty, charges, two packs, and a count of tricks."""
    rules = variants.get(slug)
    table = lowered(rules.at(rules.usual_players).in_force)
    assert not table.plain


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        *map(variants.get, ["american", "kitty_hearts", "cancellation", "turbo_booster"]),
        attrs.evolve(
            AMERICAN,
            name="American Hearts, passing if you like",
            passing=Cycle(LEFT, optional=True),
        ),
    ],
    ids=lambda rules: rules.name,
)
def test_nothing_of_a_round_is_left_in_the_next(rules: Rules) -> None:
    table = lowered(rules.at(rules.usual_players).in_force)
    players = table.players
    rows = outcomes(table, fully=True)
    for number, row in enumerate(rows):
        alone = Played(table, 4, number, [0] * players)
        points, moon, leader = row[:players], row[players], row[players + 1]
        assert ((*points,), moon, leader) == (alone.points, alone.moon, alone.leader)


def test_the_costliest_cards_are_passed_and_of_equal_cost_the_highest() -> None:
    rules = variants.get("american")
    now = rules.at(4).in_force
    table = lowered(now)
    for number in range(12):
        played = Played(table, 3, number, [2] * 4)
        for seat, hand in enumerate(played.logged(kernel.DEALT)):
            passed = played.passed(seat)
            ranked = sorted((now.points(card), card.rank) for card in hand if card not in passed)
            chosen = sorted((now.points(card), card.rank) for card in passed)
            assert len(passed) == (0 if number % 4 == 3 else 3)
            assert not chosen or chosen[0] >= ranked[-1]


@pytest.mark.parametrize("slug", ["american", "omnibus", "partnership"])
def test_the_bot_that_ducks_plays_the_cards_of_the_kernel(slug: str) -> None:
    table = lowered(variants.get(slug).at(4).in_force)
    for number in range(2):
        replayed(Played(table, 3, number, [2] * 4))  # which compares the moves


def test_duck_takes_what_is_good_to_take() -> None:
    """One player in both engines, whose moves `replayed` compares: it wins tricks that are good to win."""
    polignac = variants.get("polignac")
    for scoring in (
        (TrickValues({1: -20, -1: 20}),),
        (CardValues({"JD": 50}), TrickValues(each=-20)),
    ):
        table = lowered(attrs.evolve(polignac, scoring=scoring).at(4).in_force)
        for number in range(6):
            replayed(Played(table, 3, number, [2, 0, 2, 0]))
    good = attrs.evolve(polignac, scoring=(CardValues({"JC": 25}), TrickValues({1: -20})))
    for trick, card in (("9C", "KC"), ("9C TC JS", "KC"), ("9C JC", "8C"), ("AC", "KC")):
        first = 3 - len(trick.split())
        view = View.set_up(good, seat=3, hand="8C QC KC 7D 8D 9D TD JD", trick=trick, leader=first)
        assert duck(view) == Play(3, Card(card))


def test_another_move_of_a_policy_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(lowered(AMERICAN.at(4).in_force), 3, 0, [2] * 4)
    monkeypatch.setattr("heartslib.simulate.rounds.by_game.duck", careful)
    with pytest.raises(AssertionError, match="duck moves otherwise"):
        replayed(played)


def extent(points: Any) -> tuple[int, ...]:
    """The least and the most points of a seat, and of all seats together."""
    first, total = points[0, 0], points[0].sum()
    ends = np.array([first, first, total, total], np.int64)
    KERNEL.extent(points, ends)
    return tuple(ends.tolist())


def test_one_round_has_an_extent() -> None:
    assert extent(np.array([[3, -1, 26]], np.int64)) == (-1, 26, 28, 28)


def test_an_extent_is_widened_and_never_narrowed() -> None:
    ends = np.array([-2, 10, 0, 30], np.int64)
    KERNEL.extent(np.array([[3, -1, 26]], np.int64), ends)
    assert ends.tolist() == [-2, 26, 0, 30]


@pytest.mark.parametrize("copies", [1, 3])
def test_points_and_moons_are_counted_by_seat_and_by_leader(copies: int) -> None:
    rng = np.random.default_rng(4)
    points, leaders = rng.integers(-5, 27, (200, 4)), rng.integers(0, 4, 200)
    moons = rng.integers(-1, 2, 200)
    sums = points.sum(axis=1)
    least, most, low, high = ends = extent(points)
    assert ends == (points.min(), points.max(), sums.min(), sums.max())
    counts = np.zeros((copies, 4, most - least + 1), np.int64)
    pairs = np.zeros((copies, most - least + 1, high - low + 1), np.int64)
    shot = np.zeros((copies, 4), np.int64)
    KERNEL.tally(points, moons, leaders, np.array(ends, np.int64), counts, pairs, shot)
    for seat in range(4):
        by_points = enumerate(counts.sum(axis=0)[seat].tolist(), least)
        counted = {number: n for number, n in by_points if n}
        assert counted == Counter(points[:, seat].tolist())
    led = Counter(zip(points[range(200), leaders].tolist(), sums.tolist(), strict=True))
    for own, total in np.argwhere(pairs.sum(axis=0)).tolist():
        assert pairs[:, own, total].sum() == led.pop((own + least, total + low))
    assert not led
    by_side = Counter[int](moons.tolist())
    assert shot.sum(axis=0).tolist() == [by_side[0], by_side[1], 0, 0]


@pytest.mark.parametrize(
    ("scores", "shared", "played_off"),
    [
        ((10, 30, 5, 30), True, True),
        ((30, 5, 5, 26), True, False),
        ((5, 5, 30, 30), True, False),
        ((30, 5, 6, 26), True, True),
        ((5, 6, 30, 30), False, False),
        ((7, 5, 6, 8), False, False),
    ],
)
def test_who_ties_for_the_win_wins_unless_it_is_played_off(
    scores: tuple[int, ...], shared: bool, played_off: bool
) -> None:
    """Whether another than the shooter, seat 0, wins at once: then the payment is the other."""
    won_by_others = KERNEL._is_won_by_others
    for play_off, expected in ((False, shared), (True, played_off)):
        rules = attrs.evolve(
            AMERICAN, moon=AUTOMATIC, ending=Target(20, play_off=play_off), totals=()
        )
        table = lowered(rules.at(4).in_force, (0,) * 4)
        _, numbers, _ = table.space()
        numbers[kernel.TOTALS : kernel.TOTALS + 4] = scores
        assert won_by_others(table.arrays[0], numbers, np.int64(0)) == expected


def test_only_an_exact_total_falls_before_the_winner_is_found() -> None:
    won_by_others = KERNEL._is_won_by_others
    rules = attrs.evolve(AMERICAN, moon=AUTOMATIC, ending=Target(20), totals=ExactTotals({30: 10}))
    table = lowered(rules.at(4).in_force, (0,) * 4)
    _, numbers, _ = table.space()
    for scores, won in (((25, 5, 26, 30), True), ((15, 5, 16, 30), False)):
        numbers[kernel.TOTALS : kernel.TOTALS + 4] = scores
        assert won_by_others(table.arrays[0], numbers, np.int64(0)) == won


def test_random_numbers_are_those_of_splitmix64() -> None:
    """The numbers of the published generator, with its usual example of a seed."""
    states = (np.uint64((1234567 + n * kernel.GOLDEN) & (2**64 - 1)) for n in range(1, 6))
    assert [int(KERNEL.hashed(state)) for state in states] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.slow
def test_any_card_is_passed_where_none_may_be() -> None:
    """A hand that is barred from passing too many of its cards passes any of them."""
    rules = attrs.evolve(AMERICAN, passing=Cycle(LEFT, kept=Cards(PACK)))
    table, passed = lowered(rules.at(4).in_force), Counter[Card]()
    for number in range(200):
        played = Played(table, 1, number, [kernel.RANDOM] * 4)
        for seat in range(4):
            passed.update(played.passed(seat))
    assert passed.keys() == set(PACK)


@pytest.mark.slow
def test_any_card_is_laid_down_for_the_kitty_where_none_is_charged() -> None:
    kitty = KittyTo(exchanged=True)
    rules = attrs.evolve(AMERICAN, deck=Pack(kitty=4), passing=NO_PASSING, kitty=kitty)
    table, laid = lowered(rules.at(4).in_force), Counter[Card]()
    for number in range(300):
        moves = replayed(Played(table, 1, number, [kernel.RANDOM] * 4)).history
        laid.update(card for move in moves if isinstance(move, LayDown) for card in move.cards)
    assert laid.keys() == set(PACK)


@pytest.mark.slow
def test_charged_cards_are_not_laid_down_for_the_kitty() -> None:
    """Of several charged cards in one hand, and of two copies of one, all that were shown are kept."""
    charges = Charges({card: card for card in ("QS", "AH", "JD", "TC")}, each=None)
    for packs in (1, 2):
        rules = attrs.evolve(
            AMERICAN,
            deck=Pack(packs=packs, kitty=4 * packs),
            passing=NO_PASSING,
            charging=charges,
            kitty=KittyTo(exchanged=True),
        )
        table = lowered(rules.at(4).in_force)
        for number in range(150):
            replayed(Played(table, 1, number, [kernel.RANDOM] * 4))


def test_the_least_costly_cards_are_laid_down_for_the_kitty() -> None:
    rules = attrs.evolve(
        AMERICAN, deck=Pack(kitty=4), passing=NO_PASSING, kitty=KittyTo(exchanged=True)
    )
    table = lowered(rules.at(4).in_force)
    for number in range(20):
        game = replayed(Played(table, 1, number, [2] * 4))
        moves = game.history
        (at,) = (at for at, move in enumerate(moves) if isinstance(move, LayDown))
        down = moves[at]
        assert isinstance(down, LayDown)
        hand = game.at(at + 1).view(down.seat).hand
        cost = max((game.in_force.points(card), card.rank) for card in down.cards)
        assert all((game.in_force.points(card), card.rank) >= cost for card in hand)


def test_what_was_passed_is_kept_while_the_kitty_is_exchanged() -> None:
    """The kitty's taker lists its hand and the kitty in scratch space, next to the cards passed."""
    rules = attrs.evolve(AMERICAN, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True))
    table = lowered(rules.at(4).in_force)
    for number in range(40):
        replayed(Played(table, 1, number, [kernel.RANDOM] * 4))


def test_of_three_equal_cards_in_the_last_trick_the_second_takes_it() -> None:
    rules = attrs.evolve(
        AMERICAN,
        players=6,
        deck=Pack(packs=3, lowest=Rank.ACE),
        passing=NO_PASSING,
        opening=EldestLeads(),
        play=(FollowSuit(),),
        tricks=HighestOfSuitLed(Equals.ALL_CANCEL, Unresolved.SECOND_COPY),
        scoring=(HEARTS_ONE,),
        moon=NoMoon(),
    )
    table = lowered(rules.at(6).in_force)
    for number in range(100):
        replayed(Played(table, 1, number, [kernel.RANDOM] * 6))


@pytest.mark.parametrize("kitty", [KittyTo(Taker.OF_PENALTY), KittyTo(cards="QS AH", share=1)])
def test_a_card_that_waited_brings_the_kitty(kitty: KittyTo) -> None:
    """It came with a trick that nobody won, and goes to whoever takes the next."""
    rules = attrs.evolve(
        AMERICAN,
        players=4,
        deck=Pack(packs=2, lowest=Rank.QUEEN, kitty=4),
        passing=NO_PASSING,
        opening=EldestLeads(),
        play=(FollowSuit(),),
        kitty=kitty,
        tricks=HighestOfSuitLed(Equals.ALL_CANCEL),
        moon=NoMoon(),
    )
    table = lowered(rules.at(4).in_force)
    for number in range(200):
        replayed(Played(table, 1, number, [kernel.RANDOM] * 4))


@pytest.mark.slow
def test_every_hand_is_equally_likely() -> None:
    """Each seat gets each card in its share of the deals, and pairs of cards as often as they should."""
    for slug, players in (("american", 4), ("american", 3), ("cancellation", 5)):
        rules = attrs.evolve(variants.get(slug), passing=NO_PASSING)
        table = lowered(rules.at(players).in_force)
        deals = [
            Played(table, 1, number, [0] * players).logged(kernel.HELD) for number in range(2000)
        ]
        size, held = rules.deck.cards(players), len(deals[0][0])
        chance = held / len(size)
        for seat in range(players):
            counts = Counter(card for hands in deals for card in hands[seat])
            for card in set(size):
                copies = size.count(card)
                mean, sigma = 2000 * copies * chance, (2000 * copies * chance * (1 - chance)) ** 0.5
                assert abs(counts[card] - mean) < 5 * sigma, (slug, seat, card)
        both = sum({Card("AS"), Card("KS")} <= set(hands[0]) for hands in deals)
        if slug == "american":
            share = 2000 * chance * (held - 1) / (len(size) - 1)
            assert abs(both - share) < 5 * share**0.5


@pytest.mark.parametrize("step", [NeighbourPays(), SaysItTwice()], ids=lambda step: step.name)
@pytest.mark.parametrize("slug", ["american", "partnership"])
def test_terms_that_seem_alike_for_all_seats_are_counted_as_they_are(slug: str, step: Step) -> None:
    """Every seat scores for the pile of another seat; or the same is said twice."""
    rules = attrs.evolve(variants.get(slug), scoring=step, moon=NoMoon())
    table = lowered(rules.at(4).in_force)
    for number in range(50):
        replayed(Played(table, 5, number, [kernel.RANDOM] * 4))


def more_points(table: KernelTables) -> None:
    """A point more for the first cards that the count of a rulebook asks for."""
    rows = table.arrays[0][table.numbers[kernel.ROWS] :].reshape(-1, 4)
    counts = next(at for at, (op, *_) in enumerate(rows) if op == kernel.EACH)
    rows[counts + 1, 0] += 1


def test_the_comparison_finds_a_difference() -> None:
    """A table with one number changed is not what the rules say."""
    spot = lowered(variants.get("spot").at(4).in_force)
    more_points(spot)
    with pytest.raises(AssertionError):
        play_many(spot, 5)
    free = lowered(AMERICAN.at(4).in_force)
    free.arrays[0][kernel.CLAUSE_COUNT + 2] = 0  # hearts may be led at any time
    with pytest.raises(AssertionError):
        play_many(free, 50)


@pytest.mark.slow
def test_moons_of_every_kind_are_paid_as_in_a_game() -> None:
    """Whoever plays low never shoots; one player who takes everything does."""
    seen = 0
    for paid in (
        CHOICE,
        ADD,
        SubtractFrom(0),
        SubtractFrom(10),
        attrs.evolve(ADD, spare_partner=True),
    ):
        for also, sun in (("", None), ("JD", 52)):
            for slug in ("turbo", "partnership", "partnership_individual"):
                rules = attrs.evolve(
                    variants.get(slug),
                    players=4,
                    moon=ShootTheMoon(paid, None, also=also, sun=sun),
                    scoring=CardValues({"QS": 13, "AS": 2}),
                    bonuses=(CardValues({"JD": -10}), NoTricksBonus(-5)),
                )
                table = tables(rules, 4)
                for number in range(25):
                    played = Played(table, 3, number, [0] * 4)
                    replayed(played)
                    seen += played.moon >= 0
    assert seen > 100


FULL = TrickValues({1: 1, 2: 20, -1: 300}, holding={"QC": 4000, "2H": 50_000}, together=10**6)
MANY = TrickValues({-2: 9, -60: 7, 14: 13, 60: 8}, holding={HEARTS: 3}, each=100, most=10_000)
SETS = (
    FullSet("QS 2H", {HEARTS: -2, "QS": 500, "2H": 3}),
    FullSet("AC", {"KC": 1000}),
    NoneOf("QS AC KC", 20_000),
    NoneOf("2H", -300_000),
)
TIMES = (
    ScoreMultiplier("TC", 3, alone=50, others=HEARTS | "QS"),
    ScoreMultiplier("JD", 2, alone=-7),
    ScoreMultiplier("QS", 5),
)
STEPS = {"tricks": (FULL, MANY), "sets": (HEARTS_ONE, *SETS), "times": (FULL, *TIMES)}
CHARGES = Charges({"QS": "QS KC 2H", "AH": HEARTS, "TC": "TC"}, each=None)


@pytest.mark.slow
@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize(
    ("slug", "players"),
    [("turbo_booster", 4), ("partnership", 4), ("chase_the_lady", 5), ("cancellation", 6),
     ("cancellation", 11)],
)  # fmt: skip
def test_sets_tricks_and_factors_count_as_in_a_game(slug: str, players: int, steps: str) -> None:
    """With charges and partners, several packs and a kitty, and tricks that nobody wins."""
    rules = attrs.evolve(variants.get(slug), charging=CHARGES, scoring=STEPS[steps], moon=NoMoon())
    for good in (False, True):
        table = lowered(
            (attrs.evolve(rules, ending=Rounds(9, points_are_good=good), bonuses=SETS))
            .at(players)
            .in_force
        )
        for number in range(12):
            replayed(Played(table, 11, number, [(number + seat) % 3 for seat in range(players)]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "players"),
    [("turbo_booster", 4), ("partnership", 4), ("chase_the_lady", 5), ("cancellation", 6)],
)
@pytest.mark.parametrize("moon", [NoMoon(), ShootTheMoon(sun=50), HalfMoon(LeftPays())])
def test_own_steps_count_as_in_a_game(slug: str, players: int, moon: Any) -> None:
    """Steps, a moon and a payment of somebody else, of which the kernel knows nothing."""
    rules = attrs.evolve(
        variants.get(slug),
        charging=CHARGES,
        scoring=(HEARTS_ONE, AsksEverything(), LeastOfAll()),
        moon=moon,
        bonuses=(LeastOfAll(5), AsksEverything()),
    )
    table, shot = tables(rules, players), 0
    for number in range(30):
        played = Played(table, 13, number, [0] * players)
        replayed(played)
        shot += played.moon >= 0
    assert not shot or moon is not NoMoon()


@pytest.mark.slow
def test_every_line_of_these_steps_is_compared() -> None:
    """Small hands, so that whole sets and cards alone are taken often."""
    small = attrs.evolve(
        AMERICAN, players=3, deck=Pack(lowest=Rank.TEN, removals={3: "TD TS"}), passing=NO_PASSING,
        moon=NoMoon(), charging=Charges({"QS": "QS", "TC": "TC"}),
    )  # fmt: skip
    steps = (
        TrickValues({1: 1, 2: 20, -1: 300}, holding={"QC": 9}, together=50, each=2, most=8),
        FullSet("QS QH", {HEARTS: -2, "QS": 5}),
        FullSet(HEARTS, {HEARTS: 40}),
        NoneOf("QS KS AS", -5),
        ScoreMultiplier("TC", 3, alone=70, others="QS KS AS KC"),
    )
    table = lowered(attrs.evolve(small, scoring=HEARTS_ONE, bonuses=steps).at(3).in_force)
    said: Counter[str] = Counter()
    for number in range(300):
        sheet = replayed(Played(table, 2, number, [0] * 3)).sheet
        assert sheet is not None
        said.update(line.reason for line in sheet.lines)
    for reason in (
        *("the first trick", "the second trick", "the last trick", "the trick with QC"),
        *("all of these tricks", "the most tricks", "2 tricks", "all of QS QH", "every heart"),
        *("none of QS KS AS", "TC and nothing for it to multiply"),
        *("TC (charged) and nothing for it to multiply", "TC: the round counts three times"),
        "TC (charged): the round counts six times",
    ):
        assert said[f"took {reason}"], reason


def test_equal_numbers_of_tricks_tie_for_the_most() -> None:
    table = lowered(
        (attrs.evolve(AMERICAN, scoring=TrickValues(most=1), moon=NoMoon())).at(4).in_force
    )
    points = {sum(replayed(Played(table, 1, number, [0] * 4)).sheet.totals) for number in range(60)}  # type: ignore[union-attr]
    assert {1, 2} <= points


def any_cards(among: Cards, *, least: int = 0) -> st.SearchStrategy[Cards]:
    return st.sets(st.sampled_from(sorted(set(among))), min_size=least, max_size=6).map(Cards)


@st.composite
def counted_otherwise(draw: st.DrawFn) -> Rules:
    """A composition whose scoring steps are drawn too."""
    rules = draw(with_few_copies())
    among = HEARTS | "QS KS AS AC KC QC AD KD QD JD"
    few, points = any_cards(among), st.integers(-9, 9)
    values = st.dictionaries(st.sampled_from(sorted(set(among))), points, max_size=6)
    at = st.dictionaries(st.integers(-14, 14).filter(bool), points, max_size=4)
    step = st.one_of(
        st.builds(CardValues, values),
        st.builds(FullSet, any_cards(among, least=1), values),
        st.builds(NoneOf, any_cards(among, least=1), points),
        st.builds(
            TrickValues, at, holding=values, together=points, each=points, most=points
        ),
        st.builds(
            ScoreMultiplier, st.sampled_from(list(among)), st.integers(1, 3), alone=points,
            others=few,
        ),
    )  # fmt: skip
    plain = attrs.evolve(rules, contracts=None)
    steps: dict[str, Any] = {
        "scoring": draw(st.lists(step, max_size=4)),
        "bonuses": draw(st.lists(step, max_size=3)),
    }
    try:
        counted = attrs.evolve(plain, **steps)
        counted.at(counted.usual_players).check_ending()
    except RulesError:  # a step names cards that are not in the pack, or the game would not end
        return plain
    return counted


@pytest.mark.slow
@settings(max_examples=share(60), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(counted_otherwise(), st.integers(0, 2**63), st.integers(0, 50), st.data())
def test_any_steps_of_the_count_are_those_of_a_game(
    rules: Rules, seed: int, number: int, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(rules.players))
    policies = data.draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    try:
        table = tables(rules, players)
    except CannotLower:
        raise
    except RulesError:  # the cards are in the packs of other numbers of players alone
        return
    replayed(Played(table, seed, number, policies))


@attrs.frozen
class NoSpadesFirst(PlayRule):
    """A rule that the kernel cannot know."""

    name: str = "no-spades-first"

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable if table.played else playable.without("2S 3S")

    def reason(self, card: Card, table: Table) -> str:
        return "no low spades first"

    def describe(self, players: int) -> str:
        return "No low spades first."


def test_a_rule_that_cannot_be_lowered_is_named() -> None:
    own = attrs.evolve(AMERICAN, play=(FollowSuit(), NoSpadesFirst()))
    with pytest.raises(
        CannotLower, match=r"does not know NoSpadesFirst \(play\); use engine='python'"
    ):
        lowered(own.at(4).in_force)
    many = attrs.evolve(AMERICAN, play=(FollowSuit(),) * 30)
    with pytest.raises(CannotLower, match="at most 24 clauses for one kind of turn"):
        lowered(many.at(4).in_force)


CHARGED_IN_TURN = Charges(
    {"QS": "QS", "JD": "JD", "TC": "TC", "AH": HEARTS},
    each=None,
    in_turn=True,
    reopens=True,
    repeats=True,
    secret=True,
)


@pytest.mark.parametrize("times", [2, 4])
@pytest.mark.parametrize("charging", [CHARGED_IN_TURN, None], ids=["charged", "never charged"])
def test_hearts_are_locked_as_in_a_game(charging: Charges | None, times: int) -> None:
    """Charges in turn and in secret, that count four times, too; and hearts that they lock."""
    rules = attrs.evolve(
        variants.get("gong_zhu"),
        charging=charging and attrs.evolve(charging, times=times),
        play=(FollowSuit(), BloodLock()),
    )
    table = lowered(rules.at(4).in_force)
    locked = 0
    for number in range(60):
        game = replayed(Played(table, 17, number, [0] * 4))
        locked += "AH" in game.table.all_charged
    assert (locked > 10) == (charging is not None)


def test_charges_before_a_pass_and_passes_of_any_number_are_left_to_games() -> None:
    early = attrs.evolve(CHARGED_IN_TURN, before_pass=True)
    for charging, passing, why in (
        (early, Cycle((LEFT,)), "does not know charges before the pass"),
        (
            CHARGED_IN_TURN,
            Cycle((Mix(3, unless_charged=True),)),
            "does not know charges before the pass",
        ),
        (None, Cycle((Mix(3, fewer=True),)), "passes a fixed number of cards, not up to 3"),
    ):
        rules = attrs.evolve(AMERICAN, charging=charging, passing=passing)
        with pytest.raises(CannotLower, match=why):
            lowered(rules.at(4).in_force)
    never = attrs.evolve(AMERICAN, charging=early, passing=NO_PASSING)
    replayed(Played(lowered(never.at(4).in_force), 5, 0, [0] * 4))


@pytest.mark.slow
def test_the_command_compares(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rounds", "70", "--seed", "3"]) == 0

    first, _, *lines, met = capsys.readouterr().out.splitlines()
    assert first.startswith("seed 3, ")
    assert met.startswith("pairs: ")
    rows = {name: tuple(map(int, counts)) for name, *counts in map(str.split, lines)}
    assert rows["variants"][:2] == (24, 24)
    assert (rows["pairs"][1], rows["compositions"][1]) == (23, 23)
    assert [differences for *_, differences in rows.values()] == [0, 0, 0]


@pytest.mark.slow
def test_the_command_plays_every_variant_and_many_compositions() -> None:
    rulebooks = [rules for each in kernel_variants().values() for rules in each.rulebooks]
    once = sum(len(rules.players) for rules in rulebooks)
    assert {rules for rules, *_ in islice(rounds(1), once)} == {*rulebooks}
    first, again = (list(islice(composed_rounds(seed), 200)) for seed in (1, 1))
    assert first == again != list(islice(composed_rounds(2), 200))
    assert len({rules for rules, *_ in first}) > 3


def test_the_command_fails_with_what_it_takes_to_play_a_difference_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(rules: Rules, players: int) -> KernelTables:
        table = tables(rules, players)
        more_points(table)
        return table

    monkeypatch.setattr(differential, "tables", wrong)
    assert main(["--rounds", "4", "--minutes", "1"]) == 1
    text = capsys.readouterr().out
    assert "replayed(Played(tables(rules, 3), 1, 0, [" in text
    assert f"where rules are\n{rulefile.dump(next(rounds(1))[0])}" in text
    assert "assert phase.sheet.totals == played.points" in text


def _like(choice: Any, name: str, module: str) -> Any:
    """A choice of a class of its own that says what another one says."""
    base = next(kind for kind in BASES if isinstance(choice, kind))
    said = {each: getattr(choice, each) for each in dir(choice) if not each.startswith("_")}
    return type(name, (base,), {**said, "__module__": module})()


def own(choice: Any) -> Any:
    """A choice of the caller's."""
    return _like(choice, "Own", __name__)


def built_in(choice: Any) -> Any:
    """A choice that claims to be built in, but has no table form."""
    return _like(choice, "BuiltIn", "heartslib.rules.later")


TURBO = variants.get("turbo")


@pytest.mark.parametrize("made", [own, built_in])
@pytest.mark.parametrize("chapter", ["kitty", "passing", "charging", "tricks"])
def test_no_chapter_takes_what_it_does_not_know(chapter: str, made: Callable[[Any], Any]) -> None:
    choice = made(getattr(TURBO, chapter))
    changed: dict[str, Any] = {chapter: choice}
    with pytest.raises(CannotLower, match=rf"does not know {type(choice).__name__} \({chapter}\)"):
        lowered(attrs.evolve(TURBO, **changed).at(4).in_force)


@pytest.mark.parametrize("made", [own, built_in])
def test_no_rule_is_taken_within_another(made: Callable[[Any], Any]) -> None:
    inner = attrs.evolve(TURBO, tricks=BoosterNines(made(TURBO.tricks)))
    with pytest.raises(CannotLower, match=r"\(tricks\)"):
        lowered(inner.at(4).in_force)


def test_a_class_made_from_a_built_in_one_is_not_taken_for_it() -> None:
    class Kinder(FollowSuit):
        clauses: Any = None

        def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
            return playable

    with pytest.raises(CannotLower, match=r"does not know Kinder \(play\)"):
        lowered((attrs.evolve(TURBO, play=Kinder())).at(4).in_force)


def test_tables_have_an_end() -> None:
    each = [TrickValues(dict.fromkeys(range(at, at + 90), 1)) for at in range(1, 2500, 90)]
    with pytest.raises(CannotLower, match="at most 2000 operations for a count"):
        lowered(attrs.evolve(TURBO, scoring=each).at(4).in_force)
    with pytest.raises(CannotLower, match="counts less than 2 to the power of 62 points"):
        lowered(
            (attrs.evolve(TURBO, scoring=CardValues({"QS": 1 << 61, HEARTS: 1 << 60})))
            .at(4)
            .in_force
        )
    many = [CardValues({card: 1 << 61}, name=card) for card in ("QS", "KS", "AS")]
    with pytest.raises(CannotLower, match="counts less than 2 to the power of 62 points"):
        lowered(attrs.evolve(AMERICAN, scoring=many).at(4).in_force)


AUTOMATIC = ShootTheMoon(CHOICE, 26, automatic=True)
GOOD = CardValues({HEARTS: -1, "QS": -13, "AD": 20})


@pytest.mark.parametrize(
    "changes",
    [
        {"ending": Target(20)},
        {"ending": Target(20, play_off=True)},
        {"ending": Target(26, passed=True)},
        {"ending": Rounds(1)},
        {"ending": Rounds(1, play_off=True)},
        {"ending": Rounds(2)},
        {"ending": ThereAndBack(20), "totals": Reversed(20)},
        {"ending": Target(20), "totals": ExactTotals({26: 5, 5: 30, -26: 10})},
        {"ending": Rounds(1), "totals": (ExactTotals({26: -40}), NoTotalBelow(-30))},
        {"ending": Rounds(1), "totals": NoTotalBelow(0)},
        {"ending": Rounds(1), "sides": Partners()},
        {"ending": Rounds(1), "sides": Partners(), "bonuses": CardValues({"AD": 40})},
        {"ending": Target(20), "sides": Partners(), "bonuses": CardValues({"AD": 40})},
        {"ending": Rounds(1), "bonuses": (CardValues({"AD": 40}), CardValues({"KC": -60}))},
        {"ending": Target(-20)},
        {"ending": Target(-26, passed=True), "bonuses": CardValues({"AD": 40, "KC": -60})},
        {"ending": Target(-20, points_are_good=True), "scoring": GOOD},
        {"ending": Rounds(1, points_are_good=True), "scoring": GOOD},
        {"ending": Rounds(1, play_off=True, points_are_good=True), "scoring": GOOD},
        {
            "ending": Rounds(1, points_are_good=True),
            "scoring": GOOD,
            "moon": ShootTheMoon(CHOICE, None, automatic=True),
        },
    ],
)
def test_a_moon_is_paid_by_itself_as_in_a_game(changes: dict[str, Any]) -> None:
    """Of a few cards most rounds are moons."""
    players = 4 if "sides" in changes else 2
    free = attrs.evolve(
        AMERICAN, players=players, deck=Pack(lowest=Rank.QUEEN), moon=AUTOMATIC, passing=NO_PASSING
    )
    table = tables(attrs.evolve(free, **changes), players)
    moons, rounds = 0, share(60)
    for number in range(rounds):
        played = Played(table, 5, number, [0] * players)
        replayed(played)
        moons += played.moon >= 0
    assert moons > rounds // 12


@pytest.mark.parametrize("chapter", ["ending", "totals"])
def test_what_decides_an_automatic_payment_must_be_known(chapter: str) -> None:
    rules = attrs.evolve(AMERICAN, moon=AUTOMATIC, totals=NoTotalBelow(0))
    choice: Any = getattr(rules, chapter)
    for made in (own, built_in):
        changed: dict[str, Any] = {
            chapter: (made(choice[0]),) if chapter == "totals" else made(choice)
        }
        with pytest.raises(CannotLower, match=rf"\({chapter}\)"):
            lowered(attrs.evolve(rules, **changed).at(4).in_force, (0,) * 4)
        plain = attrs.evolve(rules, moon=ShootTheMoon(), **changed)
        assert lowered(plain.at(4).in_force, (0,) * 4).players == 4


def test_more_changes_of_totals_than_the_kernel_has_room_for_are_refused() -> None:
    many = ExactTotals(dict.fromkeys(range(1, 80), 0))
    rules = attrs.evolve(AMERICAN, moon=AUTOMATIC, totals=(many, many))
    with pytest.raises(CannotLower, match="takes at most 100 changes of totals"):
        lowered(rules.at(4).in_force, (0,) * 4)


def test_an_opening_that_finds_its_leader_itself_is_refused() -> None:
    class MyLeader(EldestLeads):
        leads: Any = None

        def leader(self, hands: tuple[Cards, ...], dealer: int) -> int:
            return dealer

    with pytest.raises(CannotLower, match=r"does not know MyLeader \(opening\)"):
        lowered((attrs.evolve(AMERICAN, opening=MyLeader())).at(4).in_force)


def test_an_end_of_the_round_that_only_it_knows_is_refused() -> None:
    class MyEnd(PlayedOut):
        early: Any = None

        def is_over(self, table: Table, counting: Cards) -> bool:
            return False

    with pytest.raises(CannotLower, match=r"does not know MyEnd \(round_end\)"):
        lowered((attrs.evolve(AMERICAN, round_end=MyEnd())).at(4).in_force)


def test_a_chapter_that_the_kernel_does_not_know_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chapter that the kernel does not know is refused, not ignored."""
    known = lowering.BUILT_IN - {"charging"}
    monkeypatch.setattr(lowering, "BUILT_IN", known)
    with pytest.raises(CannotLower, match=r"does not know Charges \(charging\)"):
        lowered(TURBO.at(4).in_force)


def test_every_chapter_has_its_place_in_the_kernel() -> None:
    names = [chapter.name for chapter in CHAPTERS]
    assert sorted(names) == sorted(lowering.READ | lowering.BUILT_IN | {"contracts"})
    with pytest.raises(
        RulesError, match=r"in Kierki this .*: take rules\.at\(4\)\.under\('tricks'\) for it"
    ):
        lowered(variants.get("kierki").at(4).in_force)


@pytest.mark.parametrize("exchanged", [0, 4])
def test_each_card_has_a_random_number_of_its_own(exchanged: int) -> None:
    """Backwards from the last state of the generator, which nothing has used after the play.

    The kitty goes to the first trick; each card laid down for it takes a number as well.
    """
    rules = attrs.evolve(
        AMERICAN,
        players=4,
        passing=NO_PASSING,
        deck=Pack(kitty=exchanged),
        kitty=KittyTo(exchanged=True),
        moon=NoMoon(),
    )
    played = Played(lowered(rules.at(4).in_force), 5, 0, [kernel.RANDOM] * 4)
    state, word = int(played.sets[kernel.RNG]), (1 << 64) - 1
    for place in range(51 - exchanged, -1, -1):
        card, legal = played.log[place].tolist()
        drawn = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & word
        drawn = (drawn ^ drawn >> 27) * 0x94D049BB133111EB & word
        cards = [each for each in range(60) if legal >> each & 1]
        assert card == cards[(drawn ^ drawn >> 31) * len(cards) >> 64]
        state = state - kernel.GOLDEN * (1 + exchanged * (place == 4)) & word


def test_a_fact_that_the_kernel_does_not_keep_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowering, "FACTS", lowering.FACTS[:-3])
    with pytest.raises(CannotLower, match=r"does not know facts\.HAND; use engine='python'"):
        lowered(variants.get("gong_zhu").at(4).in_force)
