"""Quotas of contracts, besides ``tests/scripts/contracts.txt``: King, Turkish King, and the chapter."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    Rules,
    View,
    explain_play,
    record,
    rulefile,
    score_hand,
    variants,
)
from heartslib.bots import careful
from heartslib.cards import PACK
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
SUITS = [Cards(PACK[13 * suit : 13 * suit + 13]) for suit in range(4)]


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


def test_the_queen_that_must_go_is_one_of_the_cards_that_must() -> None:
    assert QueenWhenSafe("JD").clauses == PlayWhenSafe("JD").clauses
    why = explain_play(TURKISH, "2S", contract="no-men", hand="KS JS 2S", trick="QS")
    assert why is not None
    assert why.rule == "play-when-safe"
    assert why.reason == "a jack or king is safe now and must be played"


@pytest.mark.parametrize(
    ("contract", "hand", "trick", "lost"),
    [
        ("clubs-as-trumps", "7H TH QH 8C JC", "8H 9C", "7H"),
        ("no-tricks", "7H TH QH 8C JC", "8H AH", "QH"),
        ("spades-as-trumps", "7H TH QH 8C JC", "2D 3D", "7H"),
        ("no-tricks", "7H TH QH 8C JC", "2D 3D", "JC"),
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
    assert str(careful(view)) == f"seat 2 plays {lost}"


@pytest.mark.parametrize("suit", range(4))
def test_a_careful_player_names_the_suit_that_is_long(suit: int) -> None:
    hand = SUITS[suit][:7] + SUITS[suit - 1][-2:] + SUITS[suit - 2][-2:] + SUITS[suit - 3][-2:]
    rest = [*(Cards(PACK) - hand)]
    game = Game.new(KING, dealer=0, round_number=6, contracts=AVOIDED)
    game = game.deal(hands=[hand, rest[:13], rest[13:26], rest[26:]])
    assert game.to_act == (0,)
    assert str(careful(game.view(0))) == f"seat 0 names {TRUMPS[suit]}"


# The chapter

ONCE = variants.get("barbu").contracts.choices


def named(quotas: Any, *names: str, **more: Any) -> DealerNamesContract:
    """Contracts of these names with these quotas."""
    return DealerNamesContract([Contract(name) for name in names], quotas=quotas, **more)


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
def test_how_many_rounds_the_contracts_last(rules: Rules, most: int) -> None:
    assert rules.contracts.most_rounds(4) == most
    assert attrs.evolve(rules, ending=Rounds(most - 1)).ending == Rounds(most - 1)
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


def test_a_contract_that_is_used_up_is_refused_in_a_record() -> None:
    game = used_up()
    sentence = "seat 1 may not name 'no-queens' now; left are no-hearts, king-of-hearts"
    stored = record.dumps(game.name_contract("no-hearts"))
    assert record.loads(stored).contract == "no-hearts"
    with pytest.raises(HeartsError, match=sentence):
        record.loads(stored.replace('"no-hearts"', '"no-queens"'))


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


def test_the_order_is_that_of_the_game_wherever_it_begins() -> None:
    contracts = KING.contracts
    for number in range(12):
        left = contracts.later(number).left(0, ())
        assert left == contracts.left(0, ((0, None),) * number)
    assert contracts.later(6).describe(4).startswith("The dealer names the contract of each round ")
    assert contracts.later(2).later(3) == contracts.later(5)
    assert TURKISH.contracts.later(7) is TURKISH.contracts


def test_quotas_are_read_as_they_were_written() -> None:
    for rules in (KING, TURKISH):
        own = attrs.evolve(rules, name="Own")
        assert record.loads_rules(record.dumps_rules(own)) == own
        assert rulefile.loads(rulefile.dump(own)) == own


@pytest.mark.parametrize("player", [10**9, 10**30])
def test_a_quota_may_be_larger_than_any_game(player: int) -> None:
    rules = attrs.evolve(KING, contracts=named(Quota(["a", "b"], player=player), "a", "b"))
    assert Game.new(rules).view(3).rules.contracts_left(3, ()) == ("a", "b")


def test_rf_turn_01_the_deal_and_the_play_go_counterclockwise() -> None:
    said = TURKISH.at(4).always()
    assert "After each round the deal moves to the right." in said["The pack"]
    assert "Play goes counterclockwise, one card from each player." in said["Tricks"]
