"""Games with contracts, besides ``tests/scripts/contracts.txt``: whole games, and the chapter."""

from __future__ import annotations

import json
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
    legal_plays,
    record,
    rulefile,
    score_game,
    score_hand,
    variants,
    wire,
)
from heartslib.bots import AtRandom, careful
from heartslib.cards import HEARTS, PACK, Rank
from heartslib.events import ContractNamed, HandDealt, PassCalled, RoundBegun
from heartslib.moves import NameContract
from heartslib.rules import (
    HEARTS_ONE,
    NO_PASSING,
    TURBO_CHARGES,
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
from tests.helpers.foster_deals import DEALS
from tests.helpers.written import read_back, written_down
from tools.source_clauses import CLAUSES

KIERKI, LORA, BARBU, KING, TURKISH = (
    variants.get(slug) for slug in ("kierki", "lora", "barbu", "king", "turkish_king")
)
SUITS = [Cards(PACK[13 * suit : 13 * suit + 13]) for suit in range(4)]


def finished_by(game: Game, rng: Random) -> Game:
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
        game = finished_by(game, rng)
        ends.append(game)
        game = game.score()
    assert game.contract is None
    return ends


# Whole games

QUEENS = Cards("QC QD QS QH")
MEN = Cards("JC JD JS JH KC KD KS KH")
HEARTS_LOST = {"hearts": HEARTS, "queens": QUEENS, "men": MEN, "king": Cards("KH")}
LORA_LOST = {"red": HEARTS, "queens": QUEENS, "red-king": Cards("KH")}
BARBU_LOST = {"no-queens": QUEENS, "king-of-hearts": Cards("KH")}
KING_LOST = {"no-hearts": HEARTS, "no-men": MEN, **BARBU_LOST}
KIERKI_SUMS = dict(zip(KIERKI.contract_names, (13, 13, 20, 16, 18, 20, 100), strict=True))
BARBU_SUMS = dict(zip(BARBU.contract_names, (-26, -30, -24, -20, -30), strict=True))
LOST_IN_KING = dict(zip(KING.contract_names, (-260, -260, -200, -240, -160, -180), strict=False))
LOST = dict(zip(TURKISH.contract_names, (-650, -390, -400, -480, -320, -360), strict=False))


@pytest.mark.parametrize(
    ("clauses", "rules", "dealers", "leads", "sums", "penalties"),
    [  # who deals, how far from the dealer the leader sits, what all lose, what ends a round early
        (("ki-05", "ki-15"), KIERKI, "3 0 1 2 3 0 1", 1, KIERKI_SUMS, HEARTS_LOST),
        (
            ("lo-course-01", "lo-course-02", "lo-stop-01"),
            *(LORA, "3 3 3 3 3 0 0 0 0 0 1 1 1 1 1 2 2 2 2 2", 1),
            *(dict.fromkeys(LORA.contract_names, 8), LORA_LOST),
        ),
        (
            ("bb-lead-01", "bb-stop-01"),
            *(BARBU, "3 3 3 3 3 0 0 0 0 0 1 1 1 1 1 2 2 2 2 2", 0, BARBU_SUMS, BARBU_LOST),
        ),
        (
            ("kg-lead-01", "kg-sum-01"),
            *(KING, "3 0 1 2 3 0 1 2 3 0", 0),
            *(dict.fromkeys(KING.contract_names, 325) | LOST_IN_KING, KING_LOST),
        ),
        (
            ("rf-lead-01", "rf-stop-01", "rf-sum-01"),
            *(TURKISH, "3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2", 0),
            *(dict.fromkeys(TURKISH.contract_names, 650) | LOST, KING_LOST),
        ),
    ],
)
def test_a_whole_game(
    *,
    clauses: tuple[str, ...],
    rules: Rules,
    dealers: str,
    leads: int,
    sums: dict[str, int],
    penalties: dict[str, Cards],
) -> None:
    """A round ends with the trick that has the last of its penalty cards, or with the last trick."""
    assert CLAUSES.keys() >= {*clauses}
    early: set[str] = set()
    for seed in range(4):
        ends = course(rules, seed)
        assert " ".join(str(end.dealer) for end in ends) == dealers
        for end in ends:
            contract, tricks = str(end.contract), end.table.tricks
            assert end.sheet is not None
            assert sum(end.sheet.totals) == sums[contract]
            assert tricks[0].leader == (end.dealer + leads) % 4
            penalty = penalties.get(contract, Cards()) & rules.deck.cards(4)
            if penalty:
                last = Cards(tricks[-1].cards)
                assert penalty <= end.table.played
                assert not penalty <= end.table.played - last
            is_early = 4 * len(tricks) < len(rules.deck.cards(4))
            assert penalty or not is_early
            early |= {contract} if is_early else set()
    assert early >= penalties.keys() & {"queens", "king", "red-king", "no-queens", "king-of-hearts"}


@pytest.mark.parametrize(
    ("clause", "rules", "laps"), [("ki-05", KIERKI, 1), ("lo-course-03", LORA, 4)]
)
def test_contracts_in_a_fixed_order(clause: str, rules: Rules, laps: int) -> None:
    assert clause in CLAUSES
    orders = {
        KIERKI: "tricks hearts queens men king seventh-and-last all",
        LORA: "red queens first-last tricks red-king",
    }
    assert [end.contract for end in course(rules)] == orders[rules].split() * laps


def test_bb_course_01_each_seat_names_each_contract_once() -> None:
    """And takes the last one without being asked (bb-course-03)."""
    names = ("no-tricks", "no-hearts", "no-queens", "king-of-hearts", "last-two")
    assert BARBU.contract_names == names
    for seed in range(4):
        ends = course(BARBU, seed)
        for first in range(0, 20, 5):
            assert {end.contract for end in ends[first : first + 5]} == {*names}


def test_kg_course_01_six_rounds_in_order_and_then_each_dealer_names() -> None:
    ends = course(KING)
    order = "no-tricks no-hearts no-queens no-men king-of-hearts last-two"
    assert [end.contract for end in ends[:6]] == order.split()
    assert {end.contract for end in ends[6:]} <= {*KING.contract_names[6:]}


def test_rf_course_01_three_to_avoid_and_two_trumps_and_everything_to_avoid_twice() -> None:
    avoided, trumps = TURKISH.contract_names[:6], TURKISH.contract_names[6:]
    for seed in range(3):
        ends = course(TURKISH, seed)
        named = Counter(end.contract for end in ends if end.contract in avoided)
        assert named == dict.fromkeys(avoided, 2)
        by_seat = Counter(end.dealer for end in ends if end.contract in trumps)
        assert by_seat == dict.fromkeys(range(4), 2)


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


def test_no_contracts_are_none_in_code_and_false_in_files() -> None:
    own = attrs.evolve(variants.get("american"), name="Own", contracts=None)
    assert own.contracts == own.at(4).in_force.contracts == NoContracts()
    assert own.contracts.describe(4) == ""
    assert own.at(4).paragraphs() == variants.get("american").at(4).paragraphs()
    written = record.dumps_rules(own)
    none = {"rule": "NoContracts", "name": "no-contracts"}
    assert json.loads(written)["rules"]["contracts"] == none
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
    [charges] = rules.under("usual").at(4).paragraphs()["Charging"]
    assert rules.at(4).paragraphs()["Charging"] == [[f"Usual: {' '.join(charges)}"]]
    assert rules.at(4).terms("plain") == "The usual rules apply."
    assert rules.at(4).terms("usual") == " ".join(charges)
    assert record.loads_rules(record.dumps_rules(rules)) == rules
    assert rulefile.loads(rulefile.dump(rules)) == rules


def test_everyone_sees_the_contract_and_nobody_the_dealer_s_hand() -> None:
    game = Game.new(BARBU).deal(seed=5)
    view = game.view(0)
    assert view.question is None
    assert view.points_so_far == game.points_so_far == (0, 0, 0, 0)
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
    end = finished_by(Game.new(KIERKI), Random(1))
    then = end.score().deal(seed=2)
    events = then.events(0, end)
    at = [type(event) for event in events].index(RoundBegun)
    assert events[at + 1] == ContractNamed("hearts")
    assert [type(event) for event in events[at + 2 : at + 4]] == [PassCalled, HandDealt]


def test_rules_under_a_contract_are_those_of_its_round() -> None:
    named = Game.new(BARBU).deal(seed=1)
    assert (named.view(0).hearts_broken, named.view(0).cancelled) == (None, ())
    now = named.name_contract("no-queens").in_force
    assert (now.contract_names, now.in_force, now.under(None)) == ((), now, now)
    assert repr(now) == "<RoundRules: Barbu: no queens, 4 players>"
    assert "Score −6 for each queen taken." in now.describe()
    assert "Contracts" not in now.describe()
    assert legal_plays(now, hand="2C QS") == Cards("2C QS")
    assert score_hand(now, taken=SUITS).totals == (-6,) * 4


def named_by_dealer(*contracts: Any) -> DealerNamesContract:
    return DealerNamesContract(contracts)


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
    seen["view"]["settled"]["contract"] = "nil"
    with pytest.raises(HeartsError, match="has no contract 'nil'"):
        wire.loads_view(json.dumps(seen))


def test_a_view_names_dealers_that_sit_at_the_table() -> None:
    later = finished_by(Game.new(BARBU), Random(1)).score()
    seen = json.loads(wire.dumps_view(later, 0))
    assert wire.loads_view(json.dumps(seen)).view == later.view(0)
    seen["view"]["contracts"][0][0] = 9
    with pytest.raises(HeartsError, match="contracts is not a seat at this table"):
        wire.loads_view(json.dumps(seen))


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
    game = finished_by(Game.new(house).deal(seed=1).name_contract("no-queens"), Random(1))
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
