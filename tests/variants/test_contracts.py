"""Games with contracts, besides ``tests/scripts/contracts.txt``: Kierki, Lóra and Barbu, and the chapter."""

from __future__ import annotations

import json
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
    legal_plays,
    record,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.bots import AtRandom, careful
from heartslib.cards import HEARTS, PACK, Rank
from heartslib.events import ContractNamed, HandDealt, PassCalled, RoundBegun
from heartslib.formats import rulefile
from heartslib.moves import Deal, NameContract, SetUp
from heartslib.questions import ChooseName
from heartslib.rules import (
    HEARTS_ONE,
    NO_PASSING,
    TURBO_CHARGES,
    CardValues,
    Contract,
    Contracts,
    ContractsInOrder,
    DealerNamesContract,
    DealMovesLeft,
    NoCharging,
    NoContracts,
    Pack,
    Rounds,
    TrickValues,
)
from heartslib.sampling import Sampler, as_game
from tests.helpers.foster_deals import DEALS, FosterDeal
from tests.helpers.written import read_back, written_down
from tools.source_clauses import CLAUSES

KIERKI, LORA, BARBU = (variants.get(slug) for slug in ("kierki", "lora", "barbu"))
SUITS = [Cards(PACK[13 * suit : 13 * suit + 13]) for suit in range(4)]


def finished(game: Game, rng: Random) -> Game:
    """The game played on at random until a round is to be scored."""
    bot = AtRandom(rng.randrange(1000))
    while game.phase.name != "score":
        game = game.apply(bot(game.view(game.to_act[0]))) if game.to_act else game.deal(rng=rng)
    return game


@cache
def course(rules: Rules, seed: int = 0) -> list[Game]:
    """Every finished round of a whole game, before its score is entered."""
    rng, ends = Random(seed), list[Game]()
    game = Game.new(rules)
    while not game.is_over:
        game = finished(game, rng)
        ends.append(game)
        game = game.score()
    assert game.contract is None
    return ends


def by_tricks(rules: Rules, contract: str, number: int = 0) -> tuple[int, ...]:
    """The totals of one of Foster's deals, from 0, under a contract."""
    return score_hand(rules, contract=contract, tricks=DEALS[number].cards, leader=0).totals


# Kierki


def test_ki_05_seven_rounds_in_a_fixed_order() -> None:
    ends = course(KIERKI)
    names = "tricks hearts queens men king seventh-and-last all"
    assert " ".join(str(end.contract) for end in ends) == names
    assert [end.dealer for end in ends] == [3, 0, 1, 2, 3, 0, 1]
    assert [end.table.tricks[0].leader for end in ends] == [0, 1, 2, 3, 0, 1, 2]
    assert [sum(end.sheet.totals) for end in ends if end.sheet] == [13, 13, 20, 16, 18, 20, 100]


def test_ki_06_each_trick_costs_1() -> None:
    assert by_tricks(KIERKI, "tricks") == (1, 5, 1, 6)


def test_ki_11_the_seventh_and_the_last_trick_cost_10_each() -> None:
    assert by_tricks(KIERKI, "seventh-and-last") == (0, 0, 10, 10)
    assert by_tricks(KIERKI, "seventh-and-last", 3) == (0, 10, 10, 0)


def test_ki_12_in_the_last_round_all_six_count() -> None:
    parts = [by_tricks(KIERKI, name) for name in KIERKI.contract_names[:-1]]
    assert len(parts) == 6
    assert by_tricks(KIERKI, "all") == tuple(map(sum, zip(*parts, strict=True)))
    assert sum(by_tricks(KIERKI, "all")) == 100


@pytest.mark.parametrize("contract", KIERKI.contract_names)
def test_ki_14_suit_must_be_followed_and_nothing_more(contract: str) -> None:
    hand = "KH 7H 9C"
    assert legal_plays(KIERKI, contract=contract, hand=hand) == Cards(hand)
    assert legal_plays(KIERKI, contract=contract, hand=hand, trick="5C") == Cards("9C")
    assert legal_plays(KIERKI, contract=contract, hand=hand, trick="5D") == Cards(hand)


def test_ki_15_a_round_ends_when_all_its_points_are_out() -> None:
    """The king's round ends with the trick in which it falls; rounds that count tricks do not."""
    for seed in range(3):
        ends = {end.contract: end for end in course(KIERKI, seed)}
        last = Cards(ends["king"].table.tricks[-1].cards)
        assert "KH" in last
        assert "KH" not in ends["king"].table.played - last
        for name in ("tricks", "seventh-and-last", "all"):
            assert len(ends[name].table.tricks) == 13


# Lóra


def test_lo_course_01_one_player_leads_five_rounds() -> None:
    names = ["red", "queens", "first-last", "tricks", "red-king"]
    assert [end.contract for end in course(LORA)[:5]] == names
    assert [end.table.tricks[0].leader for end in course(LORA)[:6]] == [0, 0, 0, 0, 0, 1]


def test_lo_course_02_the_player_to_the_right_of_the_leader_deals() -> None:
    for end in course(LORA):
        assert end.dealer == (end.table.tricks[0].leader - 1) % 4


def test_lo_course_03_four_laps_of_five_rounds() -> None:
    assert [end.contract for end in course(LORA)] == [*LORA.contract_names] * 4
    leaders = [end.table.tricks[0].leader for end in course(LORA)]
    assert leaders == [seat for seat in range(4) for _ in range(5)]


def test_lo1_each_game_gives_eight() -> None:
    assert {sum(end.sheet.totals) for end in course(LORA) if end.sheet} == {8}


def test_lo_stop_01_red_queens_and_red_king_end_when_all_are_taken() -> None:
    counting = {"red": Cards(HEARTS), "queens": Cards("QC QD QS QH"), "red-king": Cards("KH")}
    ended_early: set[str | None] = set()
    for seed in range(4):
        for end in course(LORA, seed):
            kinds = counting.get(str(end.contract))
            tricks = [Cards(trick.cards) for trick in end.table.tricks]
            if kinds is None:
                assert len(tricks) == 8
                continue
            taken = sum(tricks[:-1], Cards())
            in_pack = kinds & LORA.deck.cards(4)
            assert not in_pack <= taken
            assert in_pack <= taken + tricks[-1]
            if len(tricks) < 8:
                ended_early.add(end.contract)
    assert ended_early >= {"queens", "red-king"}


# Barbu


def test_bb_course_01_each_seat_deals_five_and_names_each_contract_once() -> None:
    ends = course(BARBU)
    assert [end.dealer for end in ends] == [3] * 5 + [0] * 5 + [1] * 5 + [2] * 5
    for first in range(0, 20, 5):
        named = {end.contract for end in ends[first : first + 5]}
        assert named == {*BARBU.contract_names}
    assert BARBU.contract_names == (
        *("no-tricks", "no-hearts", "no-queens", "king-of-hearts", "last-two"),
    )


def test_bb_course_03_the_last_contract_is_taken_without_being_asked() -> None:
    game, rng = Game.new(BARBU), Random(3)
    for left in range(5, 1, -1):
        game = game.deal(rng=rng)
        question = game.view(3).question
        assert isinstance(question, ChooseName)
        assert len(question.names) == left
        game = finished(game.name_contract(question.names[0]), rng).score()
    assert game.contract == "last-two"
    assert game.deal(rng=rng).phase.name == "play"


def test_bb_lead_01_the_dealer_leads() -> None:
    assert all(end.table.tricks[0].leader == end.dealer for end in course(BARBU))
    game = Game.new(BARBU, dealer=1).deal(seed=1).name_contract("no-queens")
    assert game.to_act == (1,)


def test_bb1_the_sum_of_all_is_minus_130() -> None:
    sums = {end.contract: sum(end.sheet.totals) for end in course(BARBU) if end.sheet}
    assert list(map(sums.get, BARBU.contract_names)) == [-26, -30, -24, -20, -30]
    assert sum(sums.values()) == -130


def test_bb_stop_01_queens_and_king_end_early_and_the_others_do_not() -> None:
    lengths: dict[str, set[int]] = {name: set() for name in BARBU.contract_names}
    for seed in range(4):
        for end in course(BARBU, seed):
            lengths[str(end.contract)].add(len(end.table.tricks))
    for name in ("no-tricks", "no-hearts", "last-two"):
        assert lengths[name] == {13}
    assert min(lengths["no-queens"]) < 13
    assert min(lengths["king-of-hearts"]) < 13


# Foster's deals


COLUMNS: list[tuple[str, Rules, str, str]] = [
    ("bb-neg-01", BARBU, "no-tricks", "-2 -10 -2 -12|-4 -8 -6 -8|-2 -6 -6 -12|-8 -6 -4 -8"),
    ("bb-neg-02", BARBU, "no-hearts", "-12 -12 -4 -2|-8 -14 0 -8|-10 -4 -14 -2|0 -18 -2 -10"),
    ("bb-neg-03", BARBU, "no-queens", "-6 -6 0 -12|-6 -6 -12 0|0 0 -12 -12|-6 -6 0 -12"),
    ("bb-neg-04", BARBU, "king-of-hearts", "0 0 0 -20|0 0 0 -20|0 0 -20 0|0 -20 0 0"),
    ("bb-neg-05", BARBU, "last-two", "0 -10 -20 0|0 -30 0 0|0 -20 0 -10|0 0 -30 0"),
    ("ki-12", KIERKI, "all", "10 26 13 51|13 36 19 32|6 25 40 29|13 49 15 23"),
]


@pytest.mark.parametrize(("clause", "rules", "contract", "column"), COLUMNS)
def test_foster_s_deals_are_scored(clause: str, rules: Rules, contract: str, column: str) -> None:
    assert clause in CLAUSES
    for deal, expected in zip(DEALS, column.split("|"), strict=True):
        sheet = score_hand(rules, contract=contract, tricks=deal.cards, leader=0)
        assert sheet.totals == tuple(map(int, expected.split()))


def replayed(deal: FosterDeal, rules: Rules, contract: str) -> Game:
    """A deal played again under a contract, until the round ends."""
    game = Game.new(rules.under(contract), dealer=0 if rules is BARBU else 3)
    game = game.deal(hands=[Cards(hand) for hand in deal.hands])
    for card in " ".join(deal.cards).split():
        if game.phase.name == "play":
            game = game.play(card)
    return game


@pytest.mark.parametrize("contract", KIERKI.contract_names)
def test_foster_s_deals_are_replayed_in_kierki(contract: str) -> None:
    for deal in DEALS:
        sheet = score_hand(KIERKI, contract=contract, tricks=deal.cards, leader=0)
        assert replayed(deal, KIERKI, contract).sheet == sheet


def test_foster_s_deals_are_replayed_in_barbu_where_no_heart_is_led() -> None:
    """Seven of the twenty replays break bb-heartlead-01."""
    broken: list[tuple[str, str]] = []
    for deal in DEALS:
        for contract in BARBU.contract_names:
            sheet = score_hand(BARBU, contract=contract, tricks=deal.cards, leader=0)
            try:
                assert replayed(deal, BARBU, contract).sheet == sheet
            except IllegalMove as error:
                broken.append((contract, error.rule))
    assert len(broken) == 7
    assert {rule for _, rule in broken} == {"hearts-never-led"}
    assert {contract for contract, _ in broken} == {"no-hearts", "king-of-hearts"}


# The chapter


HOUSE = attrs.evolve(
    variants.get("american"),
    name="House",
    contracts=DealerNamesContract(
        (
            Contract("hearts", HEARTS_ONE),
            Contract("charged", charging=TURBO_CHARGES),
            Contract("last", TrickValues({-1: 13}), round_end=KIERKI.round_end),
        )
    ),
    dealer=DealMovesLeft(3),
    ending=Rounds(12),
)


def test_no_contracts_are_none_in_code_and_null_or_false_in_files() -> None:
    own = attrs.evolve(variants.get("american"), name="Own", contracts=None)
    assert own.contracts == own.in_force.contracts == NoContracts()
    assert own.contracts.describe(4) == ""
    assert own.paragraphs(4) == variants.get("american").paragraphs(4)
    written = record.dumps_rules(own)
    assert json.loads(written)["rules"]["contracts"] is None
    assert record.loads_rules(written) == own
    based = 'name = "Own"\nbased_on = "american"\n'
    assert rulefile.loads(rulefile.dump(own)) == own
    assert rulefile.loads(f"{based}contracts = false") == own
    assert rulefile.loads(f"{based}contracts = 'NoContracts'") == own


def test_a_contract_changes_its_chapters_and_no_others() -> None:
    rules = HOUSE.under("charged")
    assert (rules.charging, rules.contracts) == (TURBO_CHARGES, NoContracts())
    same = attrs.evolve(HOUSE, name=rules.name, charging=TURBO_CHARGES, contracts=None)
    assert rules == same
    assert rules.name == "House: charged"
    assert HOUSE.rulebooks == tuple(map(HOUSE.under, HOUSE.contract_names))
    assert variants.get("american").rulebooks == (variants.get("american"),)


def test_a_contract_may_forbid_charges() -> None:
    choices = Contract("plain", charging=NoCharging()), Contract("usual")
    rules = attrs.evolve(HOUSE, charging=TURBO_CHARGES, contracts=ContractsInOrder(choices))
    assert [each.charging for each in rules.rulebooks] == [NoCharging(), TURBO_CHARGES]
    [charges] = rules.under("usual").paragraphs(4)["Charging"]
    assert [each in rules.terms("plain", 4) for each in charges] == [True] * len(charges)
    assert record.loads_rules(record.dumps_rules(rules)) == rules
    assert rulefile.loads(rulefile.dump(rules)) == rules


def test_a_contract_is_named_before_the_pass_and_then_holds() -> None:
    game = Game.new(HOUSE).deal(seed=3)
    assert (game.phase.name, game.to_act, game.contract) == ("contract", (3,), None)
    assert repr(game.phase) == "<ContractPhase: nothing named yet>"
    assert game.view(0).task == "name the contract"
    game = game.name_contract("charged")
    assert (game.phase.name, game.contract, game.view(0).contract) == ("pass", "charged", "charged")
    assert game.in_force == HOUSE.under("charged").in_force == game.view(None).in_force
    game = game.pass_cards(0, game.view(0).hand[:3]).pass_cards(1, game.view(1).hand[:3])
    game = game.pass_cards(2, game.view(2).hand[:3]).pass_cards(3, game.view(3).hand[:3])
    assert game.phase.name == "charge"


def test_everyone_sees_the_contract_and_nobody_the_dealer_s_hand() -> None:
    game = Game.new(BARBU).deal(seed=5)
    view = game.view(0)
    assert (view.phase, view.to_act, view.question) == ("contract", (3,), None)
    assert view.points_so_far == (0, 0, 0, 0)
    assert view.explain("2C")
    assert not view.legal_plays()
    assert game.name_contract("no-queens").events(0, game) == (ContractNamed("no-queens", namer=3),)
    drawn = as_game(view, Sampler(view).draw(Random(1)))
    assert drawn.name_contract("no-queens").phase.name == "play"


def test_events_tell_a_contract_before_or_after_the_deal() -> None:
    game = Game.new(BARBU)
    deal = game.deal(seed=1)
    after = deal.name_contract("last-two")
    kinds = [type(event) for event in after.events(0, game)]
    assert kinds == [HandDealt, ContractNamed]
    end = finished(Game.new(KIERKI), Random(1))
    then = end.score().deal(seed=2)
    events = then.events(0, end)
    at = [type(event) for event in events].index(RoundBegun)
    assert events[at + 1] == ContractNamed("hearts")
    assert [type(event) for event in events[at + 2 : at + 4]] == [PassCalled, HandDealt]


def test_a_contract_is_named_by_its_dealer_and_once() -> None:
    game = Game.new(BARBU).deal(seed=1)
    with pytest.raises(IllegalMove, match="seat 3 names the contract, not seat 1"):
        game.name_contract("no-tricks", 1)
    with pytest.raises(IllegalMove, match="no contract 'no-trick'; did you mean no-tricks"):
        game.name_contract("no-trick")
    with pytest.raises(IllegalMove, match="the contract must be named first"):
        game.play("2C")
    later = finished(game.name_contract("no-tricks"), Random(1)).score().deal(seed=2)
    with pytest.raises(
        IllegalMove, match="seat 3 may not name 'no-tricks' again; left are no-hearts"
    ):
        later.name_contract("no-tricks")
    with pytest.raises(IllegalMove, match="a card must be played"):
        later.name_contract("last-two").name_contract("no-hearts")
    with pytest.raises(IllegalMove):
        Game.new(KIERKI).deal(seed=1).name_contract("hearts")
    with pytest.raises(HeartsError, match="contract must be the name of a contract"):
        NameContract(0, ANY)


def test_rules_under_contracts_do_not_guess() -> None:
    named = Game.new(BARBU).deal(seed=1)
    for each in (BARBU, named, named.view(0)):
        with pytest.raises(
            RulesError, match=r"take rules\.under\('no-tricks'\) for it, or ask game"
        ):
            each.in_force  # noqa: B018
    assert (named.points_so_far, named.view(0).points_so_far) == ((0,) * 4, (0,) * 4)
    assert (named.view(0).hearts_broken, named.view(0).cancelled) == (None, ())
    now = named.name_contract("no-queens").in_force
    assert (now.contract_names, now.in_force, now.under(None)) == ((), now, now)
    assert repr(now) == "<RoundRules: Barbu: no queens, 4 players>"
    assert "Score −6 for each of Q♣, Q♦, Q♠ and Q♥ taken." in now.describe()
    assert "Contracts" not in now.describe()
    assert legal_plays(now, hand="2C QS") == Cards("2C QS")
    assert score_hand(now, taken=SUITS).totals == (-6,) * 4
    with pytest.raises(RulesError, match="no queens has no contracts, so none is called 'hearts'"):
        legal_plays(now, hand="2C", contract="hearts")
    with pytest.raises(HeartsError, match=r"must be a Rules value, .*, not <RoundRules: Barbu: no"):
        Game.new(now)  # type: ignore[arg-type]
    for asks in (
        lambda: score_hand(BARBU, taken=SUITS),
        lambda: legal_plays(BARBU, hand="2C"),
        lambda: explain_play(BARBU, "2C", hand="2C"),
    ):
        with pytest.raises(
            HeartsError, match="has a contract: give contract='no-tricks' or contract"
        ):
            asks()
    with pytest.raises(RulesError, match="American Hearts has no contracts, so none is called 'x'"):
        score_hand(variants.get("american"), taken=SUITS, contract="x")
    with pytest.raises(RulesError, match="its contracts are tricks, hearts"):
        KIERKI.under("capot")


def in_order(*contracts: Any) -> ContractsInOrder:
    return ContractsInOrder(contracts)


def named_by_dealer(*contracts: Any) -> DealerNamesContract:
    return DealerNamesContract(contracts)


ANY: Any = 5


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Contract("No Tricks"), "must be small letters, digits and hyphens"),
        (lambda: Contract(ANY), "must be small letters"),
        (in_order, "needs at least one contract"),
        (lambda: ContractsInOrder(ANY), "must be a list of contracts"),
        (lambda: in_order("a"), "'a' is not a contract"),
        (lambda: in_order(Contract("a"), Contract("a")), "two contracts are called 'a'"),
        (lambda: attrs.evolve(KIERKI, contracts=ANY), "5 is not a Contracts: it lacks"),
        (
            lambda: attrs.evolve(KIERKI, contracts=in_order(Contract("a", CardValues({"XX": 1})))),
            "XX",
        ),
        (
            lambda: attrs.evolve(LORA, contracts=in_order(Contract("twos", CardValues({"2C": 1})))),
            "contract 'twos': .* not in the pack: 2C",
        ),
        (
            lambda: attrs.evolve(KIERKI, contracts=in_order(Contract("a", play=ANY))),
            "contract 'a': this is not a rulebook: play: 5 is not a PlayRule",
        ),
    ],
)
def test_contracts_that_cannot_be_are_refused(make: Any, message: str) -> None:
    with pytest.raises(HeartsError, match=message):
        make()


def test_contracts_begin_again_when_all_have_been_named() -> None:
    named = named_by_dealer(Contract("a"), Contract("b"))
    assert named.left(0, ((0, "a"), (1, "b"))) == ("b",)
    assert named.left(0, ((0, "a"), (0, "b"))) == ("a", "b")
    assert named.left(0, ((0, None),)) == ("a", "b")
    later = ContractsInOrder((Contract("a"), Contract("b")), first=3)
    assert (later.left(0, ()), later.left(0, ((1, "b"),))) == (("b",), ("a",))
    assert "beginning with number 2" in later.describe(4)
    turned = KIERKI.from_round(9, 4)
    assert turned.contract_names == KIERKI.contract_names
    assert turned.contracts_left(0, ()) == ("queens",)
    assert BARBU.from_round(9, 4) == BARBU


# Everywhere


def test_a_recorded_round_of_a_fixed_order_needs_no_contract() -> None:
    ends = course(KIERKI)
    value = written_down(ends[3])
    assert (value["round"], value["contract"]) == (4, "men")
    assert read_back(value | {"contract": None}).sheet == ends[3].sheet
    with pytest.raises(HeartsError, match="give contract='no-tricks'"):
        read_back(written_down(course(BARBU)[0]) | {"contract": None})
    with pytest.raises(HeartsError, match="no contract 'nil'"):
        read_back(value | {"contract": "nil"})


def test_a_server_passes_on_the_answer_to_the_question() -> None:
    game = Game.new(BARBU).deal(seed=1)
    asked = json.loads(wire.dumps_view(game, 3))["question"]
    assert (asked["shape"], asked["verb"], asked["names"][0]) == ("name", "name", "no-tricks")
    answer = {"format": wire.ANSWER_FORMAT, "version": 1, "number": 1, "name": "last-two"}
    assert wire.receive(game, json.dumps(answer), 3).contract == "last-two"
    seen = json.loads(wire.dumps_view(game, 3))
    seen["view"]["contracts"] = [[0, "no-tricks"]]
    with pytest.raises(HeartsError, match="contracts must have one entry for each sheet"):
        wire.loads_view(json.dumps(seen))
    seen["view"]["contracts"] = []
    seen["view"]["contract"] = "nil"
    with pytest.raises(HeartsError, match="has no contract 'nil'"):
        wire.loads_view(json.dumps(seen))


def test_a_view_names_dealers_that_sit_at_the_table() -> None:
    later = finished(Game.new(BARBU), Random(1)).score()
    seen = json.loads(wire.dumps_view(later, 0))
    assert wire.loads_view(json.dumps(seen)).view == later.view(0)
    seen["view"]["contracts"][0][0] = 9
    with pytest.raises(HeartsError, match="contracts is not a seat at this table"):
        wire.loads_view(json.dumps(seen))


def test_a_position_is_laid_out_under_any_contract() -> None:
    hands = ["QS 2C", "3C 4D", "5C 6D", "7C 8D"]
    rest = Cards(PACK) - Cards(" ".join(hands))
    taken = [rest, *[Cards()] * 3]
    game = Game.new(BARBU).set_up(hands, leader=0, taken=taken, contract="no-queens")
    assert game.contract == "no-queens"
    assert game.play("QS").play("3C").play("5C").play("7C").points_so_far == (-24, 0, 0, 0)
    view = View.set_up(
        KIERKI, seat=0, hand="QS 2C", leader=0, contract="hearts", waive=["card-count"]
    )
    assert (view.contract, view.legal_plays()) == ("hearts", Cards("QS 2C"))
    with pytest.raises(HeartsError, match="the round needs a contract: give contract='no-tricks'"):
        Game.new(BARBU).set_up(hands, leader=0, taken=taken)
    with pytest.raises(HeartsError, match="no contract 'nil'"):
        Game.new(BARBU).set_up(hands, leader=0, taken=taken, contract="nil")
    assert SetUp(hands=[], leader=0).contract is None


def test_a_score_card_keeps_the_contracts() -> None:
    rounds: list[dict[str, Any]] = [
        {"contract": "no-queens", "taken": SUITS},
        {"contract": "last-two", "tricks": DEALS[0].cards, "leader": 0},
        {"points": (0, 0, 0, -20), "contract": "king-of-hearts"},
        {"points": (-26, 0, 0, 0)},
    ]
    card = score_game(BARBU, rounds=rounds)
    assert card.points == ((-6,) * 4, (0, -10, -20, 0), (0, 0, 0, -20), (-26, 0, 0, 0))
    assert card.contracts == ("no-queens", "last-two", "king-of-hearts", None)
    lines = str(card).splitlines()
    for line, name in zip(lines[1:], ("no queens", "last two", "king of hearts"), strict=False):
        assert line.endswith(f"  {name}")
    assert lines[4].endswith(" +0 −26")
    seven = attrs.evolve(HOUSE, players=7, passing=NO_PASSING, deck=Pack(left_over=True))
    wide = score_game(seven, rounds=[{"points": (1,) * 7, "contract": "last"}])
    assert str(wide).splitlines()[1].endswith(" +1   1")
    for wrong, message in (
        ({"taken": SUITS}, "each round of Barbu has a contract"),
        ({"contract": "no-queens", "taken": SUITS}, "seat 3 may not name 'no-queens' again"),
        ({"contract": "nil", "taken": SUITS}, "no contract 'nil'"),
        ({"contract": 5, "taken": SUITS}, "no contract 5"),
    ):
        with pytest.raises(HeartsError, match=f"round 2: .*{message}"):
            score_game(BARBU, rounds=[rounds[0], wrong])
    taken = [""] * 4
    kierki = score_game(KIERKI, rounds=[{"taken": taken, "trick_counts": [10, 1, 1, 1]}])
    assert kierki.points == ((10, 1, 1, 1),)
    with pytest.raises(HeartsError, match="the contract of this round is 'tricks', not 'men'"):
        score_game(KIERKI, rounds=[{"contract": "men", "taken": SUITS}])


@attrs.frozen
class NotTwice(Contracts):
    """The dealer names a contract, but not that of the round before."""

    choices: tuple[Contract, ...]
    name: str = "not-twice"

    def left(self, namer: int, earlier: tuple[tuple[int, str | None], ...]) -> tuple[str, ...]:
        last = earlier[-1][1] if earlier else None
        return tuple(each.name for each in self.choices if each.name != last)

    def describe(self, players: int) -> str:
        return "The dealer names the contract, but not that of the round before."


def test_a_contract_that_another_dealer_named_is_refused_without_blame() -> None:
    own = NotTwice(BARBU.contracts.choices)
    house = attrs.evolve(HOUSE, contracts=own, dealer=DealMovesLeft())
    game = finished(Game.new(house).deal(seed=1).name_contract("no-queens"), Random(1))
    with pytest.raises(
        IllegalMove, match="seat 0 may not name 'no-queens' now; left are no-tricks"
    ):
        game.score().deal(seed=2).name_contract("no-queens")


def test_a_careful_player_names_a_contract_with_any_pack() -> None:
    """With four aces, no card beats another."""
    contracts = named_by_dealer(Contract("a"), Contract("b"))
    aces = attrs.evolve(BARBU, deck=Pack(lowest=Rank.ACE), contracts=contracts, ending=Rounds(8))
    move = careful(Game.new(aces).deal(seed=1).view(3))
    assert isinstance(move, NameContract)


@pytest.mark.parametrize(
    ("hand", "contract"),
    [
        pytest.param("AC KC QC AD KD QD JD AS KS QS JS AH KH", "king-of-hearts", id="strong"),
        pytest.param("2C 3C 4C 2D 3D 4D 2S 3S 2H 3H 4H 5H 6H", "no-hearts", id="weak"),
        pytest.param("2C 3C 4C 5C 2D 3D 4D 2S 3S 4S 5S 6S 7S", "last-two", id="weak, no hearts"),
    ],
)
def test_a_careful_player_names_what_its_hand_can_bear(hand: str, contract: str) -> None:
    """A strong hand names what costs little in all, a weak one what costs much."""
    rest = [*(Cards(PACK) - Cards(hand))]
    game = Game.new(BARBU, dealer=0).deal(hands=[hand, rest[:13], rest[13:26], rest[26:]])
    assert careful(game.view(0)) == NameContract(0, contract)


def test_a_deal_is_no_move_in_the_phase_contract() -> None:
    game = Game.new(BARBU).deal(seed=1)
    with pytest.raises(IllegalMove, match="the contract must be named first"):
        game.apply(Deal(SUITS))
    assert len(game.legal_moves()) == 5
