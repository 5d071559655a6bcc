"""Quotas of contracts, besides ``tests/scripts/contracts.txt``: King and Turkish King, and the chapter."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    Rules,
    RulesError,
    View,
    explain_play,
    record,
    score_hand,
    variants,
)
from heartslib.bots import AtRandom, careful
from heartslib.cards import PACK
from heartslib.formats import rulefile
from heartslib.questions import ChooseName
from heartslib.rules import (
    Contract,
    DealerNamesContract,
    PlayWhenSafe,
    QueenWhenSafe,
    Quota,
    Rounds,
    TakerDeals,
    Target,
)
from heartslib.sampling import Sampler, as_game
from tests.helpers.rings import share
from tools.source_clauses import CLAUSES

KING, TURKISH = variants.get("king"), variants.get("turkish_king")
AVOIDED = ("no-tricks", "no-hearts", "no-queens", "no-men", "king-of-hearts", "last-two")
TRUMPS = tuple(f"{suit}-as-trumps" for suit in ("clubs", "diamonds", "spades", "hearts"))
LOST = dict(zip(AVOIDED, (-650, -390, -400, -480, -320, -360), strict=True))
WORTH = LOST | dict.fromkeys(TRUMPS, 650)
SUITS = [Cards(PACK[13 * suit : 13 * suit + 13]) for suit in range(4)]


@cache
def course(rules: Rules, seed: int = 0) -> list[Game]:
    """Every finished round of a whole game at random, before its score is entered."""
    bot, rng, ends, game = AtRandom(seed), Random(seed), list[Game](), Game.new(rules)
    while not game.is_over:
        if game.phase.name == "score":
            ends.append(game)
            game = game.score()
        else:
            game = game.apply(bot(game.view(game.to_act[0]))) if game.to_act else game.deal(rng=rng)
    return ends


def sums(ends: list[Game]) -> list[int]:
    """What all players scored together, round by round."""
    return [sum(end.sheet.totals) for end in ends if end.sheet]


# King


def test_kg_course_01_six_rounds_in_order_and_then_each_dealer_names() -> None:
    ends = course(KING)
    assert tuple(end.contract for end in ends[:6]) == AVOIDED
    assert [end.dealer for end in ends] == [3, 0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert all(end.contract in {*TRUMPS, "no-trumps"} for end in ends[6:])
    game = Game.new(KING, round_number=6, contracts=AVOIDED).deal(seed=1)
    assert game.to_act == (1,)
    assert game.match.contracts_left == (*TRUMPS, "no-trumps")
    twice = game.name_contract("spades-as-trumps")
    assert (twice.in_force.tricks, twice.to_act) == (
        KING.under("spades-as-trumps").tricks,
        (1,),
    )


def test_kg_course_01_two_dealers_may_name_the_same() -> None:
    contracts = [*AVOIDED, "no-trumps", "no-trumps", "no-trumps"]
    game = Game.new(KING, round_number=9, contracts=contracts).deal(seed=1)
    assert game.name_contract("no-trumps").contract == "no-trumps"


def test_kg_lead_01_the_dealer_leads() -> None:
    assert all(end.table.tricks[0].leader == end.dealer for end in course(KING))


def test_kg_sum_01_what_is_lost_is_won() -> None:
    assert sums(course(KING)) == [-260, -260, -200, -240, -160, -180, 325, 325, 325, 325]
    assert sum(sums(course(KING))) == 0


# Seat 0 takes twelve tricks and seat 1 the last: 2S is led, and the ace of spades falls on it.
TRICKS = [
    *("AC KC QC JC", "TC 9C 8C 7C", "6C 5C 4C 3C", "AD KD QD JD", "TD 9D 8D 7D", "6D 5D 4D 3D"),
    *("AH KH QH JH", "TH 9H 8H 7H", "6H 5H 4H 3H", "KS QS JS TS", "9S 8S 7S 6S", "5S 4S 3S 2D"),
    "2S AS 2C 2H",
]


@pytest.mark.parametrize(
    ("clause", "rules", "contract", "totals"),
    [
        ("kg-neg-01", KING, "no-tricks", (-240, -20, 0, 0)),
        ("kg-neg-06", KING, "last-two", (-90, -90, 0, 0)),
        ("kg-pos-01", KING, "no-trumps", (300, 25, 0, 0)),
        ("kg-pos-01", KING, "spades-as-trumps", (300, 25, 0, 0)),
        ("kg-pos-01", KING, "clubs-as-trumps", (300, 0, 25, 0)),
        ("kg-pos-01", KING, "hearts-as-trumps", (300, 0, 0, 25)),
        ("kg-pos-01", KING, "diamonds-as-trumps", (275, 0, 0, 50)),
        ("rf-neg-05", TURKISH, "last-two", (-180, -180, 0, 0)),
        ("rf-neg-06", TURKISH, "no-tricks", (-600, -50, 0, 0)),
        ("rf-trump-01", TURKISH, "spades-as-trumps", (600, 50, 0, 0)),
        ("rf-trump-01", TURKISH, "hearts-as-trumps", (600, 0, 0, 50)),
    ],
)
def test_tricks_count(clause: str, rules: Rules, contract: str, totals: tuple[int, ...]) -> None:
    """In diamonds, the two of them takes the twelfth trick; in hearts and clubs theirs the last."""
    tricks, leader = list(TRICKS), 0
    if contract == "diamonds-as-trumps":  # the taker of the twelfth trick leads the last
        tricks[-1] = "2H 2S AS 2C"
    assert clause in CLAUSES
    assert score_hand(rules, contract=contract, tricks=tricks, leader=leader).totals == totals


# Turkish King


def test_rf_course_01_three_to_avoid_and_two_trumps_and_everything_to_avoid_twice() -> None:
    for seed in range(3):
        ends = course(TURKISH, seed)
        assert [end.dealer for end in ends] == [3, 0, 1, 2] * 5
        assert Counter(end.contract for end in ends if end.contract in AVOIDED) == dict.fromkeys(
            AVOIDED, 2
        )
        by_seat = Counter(end.dealer for end in ends if end.contract in TRUMPS)
        assert by_seat == dict.fromkeys(range(4), 2)


def test_rf_lead_01_the_declarer_leads() -> None:
    assert all(end.table.tricks[0].leader == end.dealer for end in course(TURKISH))


def test_the_queen_that_must_go_is_one_of_the_cards_that_must() -> None:
    assert QueenWhenSafe("JD").clauses == PlayWhenSafe("JD").clauses
    why = explain_play(TURKISH, "2S", contract="no-men", hand="KS JS 2S", trick="QS")
    assert why is not None
    assert why.rule == "play-when-safe"
    assert why.reason.endswith("J♥ and K♥ is safe now and must be played")


def test_rf_stop_01_a_round_ends_with_its_last_penalty_card() -> None:
    lengths: dict[str | None, set[int]] = {name: set() for name in WORTH}
    for seed in range(3):
        for end in course(TURKISH, seed):
            lengths[end.contract].add(len(end.table.tricks))
    for name in ("no-tricks", "last-two", *TRUMPS):
        assert lengths[name] == {13}
    assert min(lengths["no-queens"] | lengths["king-of-hearts"]) < 13


def test_rf_sum_01_what_is_lost_twice_is_won_by_trumps() -> None:
    ends = course(TURKISH)
    assert sums(ends) == [WORTH[str(end.contract)] for end in ends]
    lost = [points for points in sums(ends) if points < 0]
    assert (sum(lost), sum(sums(ends))) == (-5200, 0)
    assert sum(WORTH[name] for name in AVOIDED) == -2600


@pytest.mark.parametrize(
    ("contract", "hand", "trick", "lost"),
    [
        ("clubs-as-trumps", "7H TH QH 8C JC", "8H 9C", "7H"),
        ("no-tricks", "7H TH QH 8C JC", "8H AH", "QH"),
        ("spades-as-trumps", "7H TH QH 8C JC", "2D 3D", "7H"),
        ("no-tricks", "7H TH QH 8C JC", "2D 3D", "QH"),
    ],
)
def test_a_careful_player_keeps_high_cards_where_tricks_are_good(
    contract: str, hand: str, trick: str, lost: str
) -> None:
    view = View.set_up(
        KING,
        seat=2,
        hand=hand,
        leader=0,
        trick=trick,
        contract=contract,
        players=4,
        waive=["hand-sizes", "tricks", "card-count"],
    )
    choice = careful.choice(view)
    assert str(choice.move) == f"seat 2 plays {lost}"
    assert ("lowest" in choice.reason) == (contract == "spades-as-trumps")


@pytest.mark.parametrize("suit", range(4))
def test_a_careful_player_names_the_suit_that_is_long(suit: int) -> None:
    hand = SUITS[suit][:7] + SUITS[suit - 1][-2:] + SUITS[suit - 2][-2:] + SUITS[suit - 3][-2:]
    rest = [*(Cards(PACK) - hand)]
    game = Game.new(KING, dealer=0, round_number=6, contracts=AVOIDED)
    game = game.deal(hands=[hand, rest[:13], rest[13:26], rest[26:]])
    assert game.to_act == (0,)
    assert str(careful(game.view(0))) == f"seat 0 names {TRUMPS[suit]}"


# The chapter

WRONG: Any = Quota
ONCE = variants.get("barbu").contracts.choices


def named(quotas: Any, *names: str, **more: Any) -> DealerNamesContract:
    """Contracts of these names with these quotas."""
    return DealerNamesContract([Contract(name) for name in names], quotas=quotas, **more)  # type: ignore[arg-type]


def test_each_names_each_once_is_a_quota() -> None:
    """Whatever was named: once, again, by others, and what nobody knows."""
    said = DealerNamesContract(ONCE, quotas=[Quota(each, player=1) for each in ONCE])
    names, rng = [*variants.get("barbu").contract_names, None], Random(1)
    for _ in range(300):
        earlier = tuple((rng.randrange(4), rng.choice(names)) for _ in range(rng.randrange(60)))
        assert said.left(2, earlier) == DealerNamesContract(ONCE).left(2, earlier)


def test_a_contract_without_a_quota_may_be_named_at_any_time() -> None:
    contracts = named(Quota("a", game=2), "a", "b")
    assert contracts.left(0, ((0, "b"), (1, "a"), (0, "b"))) == ("a", "b")
    assert contracts.left(0, ((2, "a"), (1, "a"), (0, "b"))) == ("b",)


def test_what_is_not_known_uses_up_nothing() -> None:
    some = ((0, "no-queens"), (1, None), (2, "no-queens"), (3, None), (0, None), (1, "last-two"))
    left = TURKISH.contracts.left(0, some)
    assert left == tuple(name for name in (*AVOIDED, *TRUMPS) if name != "no-queens")


@pytest.mark.parametrize("seed", range(share(60)))
def test_nobody_is_left_without_a_contract(seed: int) -> None:
    """Any quotas that can be met, named at random: all are kept until the last round, and then begin again."""
    rng, players, quotas, names = Random(seed), 4, list[Quota](), list[str]()
    for part in range(rng.randint(1, 3)):
        group = [f"{part}-{number}" for number in range(rng.randint(1, 4))]
        each = rng.randint(1, 3)
        least = -(-players * each // len(group))
        quotas.append(Quota(group, player=each, game=rng.choice([None, least, least + 1])))
        names += group
    contracts, earlier = named(quotas, *names), list[tuple[int, str | None]]()
    assert contracts.unmet(players) == ""
    rounds = players * sum(each.player or 0 for each in quotas)
    for number in range(rounds):
        namer = number % players
        earlier.append((namer, rng.choice(contracts.left(namer, tuple(earlier)))))
    counts = Counter(name for _, name in earlier)
    for quota in quotas:
        by_seat = Counter(seat for seat, name in earlier if name in quota.contracts)
        assert by_seat == dict.fromkeys(range(players), quota.player)
        assert max(counts[name] for name in quota.contracts) <= (quota.game or rounds)
    assert contracts.left(0, tuple(earlier))


@pytest.mark.parametrize(
    ("rules", "most"),
    [(TURKISH, 20), (KING, 10), (variants.get("barbu"), 20)],
    ids=str,
)
def test_a_game_with_more_rounds_than_contracts_is_refused(rules: Rules, most: int) -> None:
    assert rules.contracts.most_rounds(4) == most
    assert attrs.evolve(rules, ending=Rounds(most - 1)).ending == Rounds(most - 1)
    with pytest.raises(RulesError, match=f"the contracts are used up after {most} rounds, but"):
        attrs.evolve(rules, ending=Rounds(most + 1))
    assert attrs.evolve(rules, ending=Target(-5000)).ending == Target(-5000)


def test_contracts_that_only_a_game_limits_are_used_up_too() -> None:
    assert named(Quota(["a", "b"], game=3), "a", "b").most_rounds(4) == 6
    assert (
        named([Quota("a", player=2), Quota("b", game=3)], "x", "a", "b", in_order=1).most_rounds(4)
        == 12
    )
    assert named(Quota("a", player=2), "a", "b").most_rounds(4) == 0


def test_a_dealer_who_deals_more_than_all_others_begins_again() -> None:
    rules = attrs.evolve(TURKISH, dealer=TakerDeals("KH"), ending=Rounds(6, points_are_good=True))
    earlier = tuple((0, name) for name in (*AVOIDED[:3], *TRUMPS[:2]))
    assert rules.contracts.left(0, earlier[:3]) == TRUMPS
    assert rules.contracts.left(0, earlier) == (*AVOIDED, *TRUMPS)


def used_up() -> Game:
    """Seat 1 is to name a contract; *no queens* has been named twice, and it has named two trumps."""
    contracts = [
        *("last-two", "no-queens", "clubs-as-trumps", "no-men"),
        *("no-queens", "no-tricks", "hearts-as-trumps", "no-men", "last-two", "no-tricks"),
    ]
    return Game.new(TURKISH, round_number=10, contracts=contracts).deal(seed=2)


def test_a_contract_that_is_used_up_is_refused_everywhere() -> None:
    game = used_up()
    assert game.to_act == (1,)
    assert game.match.contracts_left == ("no-hearts", "king-of-hearts")
    sentence = "seat 1 may not name 'no-queens' now; left are no-hearts, king-of-hearts"
    with pytest.raises(IllegalMove, match=sentence):
        game.name_contract("no-queens")
    with pytest.raises(IllegalMove, match="seat 1 may not name 'clubs-as-trumps' again; left are "):
        game.name_contract("clubs-as-trumps")
    stored = record.dumps(game.name_contract("no-hearts"))
    assert record.loads(stored).contract == "no-hearts"
    with pytest.raises(HeartsError, match=sentence):
        record.loads(stored.replace('"no-hearts"', '"no-queens"'))
    names = ["no-men", "no-men", *TRUMPS[:2], "no-men"]
    with pytest.raises(HeartsError, match="seat 3 may not name 'no-men' again"):
        Game.new(TURKISH, round_number=5, contracts=names)
    laid: dict[str, Any] = {"hand": SUITS[0], "phase": "contract", "contracts": names}
    with pytest.raises(HeartsError, match="seat 3 may not name 'no-men' again"):
        View.set_up(TURKISH, seat=0, round_number=5, **laid)


def test_what_is_left_is_known_to_all() -> None:
    game = used_up()
    view = game.view(1)
    assert isinstance(view.question, ChooseName)
    assert view.question.names == ("no-hearts", "king-of-hearts")
    assert str(careful(view)) in {f"seat 1 names {name}" for name in view.question.names}
    drawn = as_game(game.view(0), Sampler(game.view(0)).draw(Random(1)))
    assert drawn.match.contracts_left == ("no-hearts", "king-of-hearts")
    earlier = [str(name) for _, name in game.match.contracts]
    laid = View.set_up(
        TURKISH, seat=1, hand=view.hand, round_number=10, contracts=earlier, phase="contract"
    )
    assert laid.question == view.question


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Quota("a"),
            "a quota says how often some contracts are named: give player or game",
        ),
        (lambda: Quota([], player=1), "a quota says how often some contracts are named"),
        (lambda: Quota("a", player=0), "Quota: player must be a whole number, 1 or more, not 0"),
        (lambda: WRONG("a", game="2"), "Quota: game must be a whole number, 1 or more, not '2'"),
        (lambda: Quota("No A", game=2), "the name of a contract must be small letters"),
        (
            lambda: WRONG([5], game=2),
            "the name of a contract must be small letters, digits and hyphens",
        ),
        (lambda: WRONG({"a", "b"}, game=2), "the order of contracts matters"),
        (
            lambda: named(Quota("c", game=2), "a", "b"),
            "quotas: 'c' is not a contract to name; give a, b",
        ),
        (
            lambda: named([Quota("a", game=2), Quota("ab", game=1)], "a", "b"),
            "quotas: 'ab' is not a contract to name",
        ),
        (
            lambda: named([Quota("a", game=2), Quota(["b", "a"], player=1)], "a", "b"),
            "quotas: 'a' has two quotas",
        ),
        (lambda: named("a", "a", "b"), "DealerNamesContract: quotas must be a Quota, not 'a'"),
        (lambda: named((), "a", "b", in_order=2), "in_order must leave a contract to name"),
        (lambda: named((), "a", "b", in_order=-1), "in_order must be a whole number, 0 or more"),
        (
            lambda: named(Quota("a", player=1), "a", "b", in_order=1),
            "quotas: 'a' is not a contract to name; give b",
        ),
        (
            lambda: attrs.evolve(
                KING, contracts=named(Quota(["a", "b"], player=3, game=5), "a", "b")
            ),
            "4 players: 4 players would name 'a' or 'b' 12 times, but a game has room for 10",
        ),
    ],
)
def test_a_quota_that_cannot_be_kept_is_refused(make: Any, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        make()


def test_the_order_is_that_of_the_game_wherever_it_begins() -> None:
    contracts = KING.contracts
    for number in range(12):
        left = contracts.later(number).left(0, ())
        assert left == contracts.left(0, ((0, None),) * number)
    assert (
        contracts.later(6)
        .describe(4)
        .startswith("Each round has a contract, which the dealer names ")
    )
    assert contracts.later(2).later(3) == contracts.later(5)
    assert TURKISH.contracts.later(7) is TURKISH.contracts


def test_quotas_are_read_as_they_were_written() -> None:
    for rules in (KING, TURKISH):
        own = attrs.evolve(rules, name="Own")
        assert record.loads_rules(record.dumps_rules(own)) == own
        assert rulefile.loads(rulefile.dump(own)) == own
    with pytest.raises(
        RulesError, match="quotas#1: 'no-men' is not a quota: write a table with a 'contracts'"
    ):
        rulefile.loads(
            rulefile.dump(attrs.evolve(KING, name="Own"))
            .replace("in_order = 6", "in_order = 6\nquotas = ['no-men']")
            .split("[[contracts.quotas]]")[0]
        )


@pytest.mark.parametrize("player", [10**9, 10**30])
def test_a_quota_may_be_larger_than_any_game(player: int) -> None:
    rules = attrs.evolve(KING, contracts=named(Quota(["a", "b"], player=player), "a", "b"))
    assert Game.new(rules).view(3).rules.contracts_left(3, ()) == ("a", "b")


def test_rounds_in_order_need_no_names_when_a_game_begins_after_them() -> None:
    assert [name for _, name in Game.new(KING, round_number=6).match.contracts] == [*AVOIDED]
    with pytest.raises(HeartsError, match="had a contract: give contracts with 8 names, not 0"):
        Game.new(KING, round_number=8)


def test_some_of_the_earlier_contracts_are_not_enough() -> None:
    with pytest.raises(HeartsError, match="give contracts with 2 names, not 1"):
        Game.new(TURKISH, round_number=2, contracts=["no-tricks"])
