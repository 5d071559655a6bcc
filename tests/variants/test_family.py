"""The related games: a test for each clause of their sources, and worked examples."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    RulesError,
    legal_plays,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK, CardsLike
from heartslib.formats.record import RecordedRound
from heartslib.rules import (
    DealMovesLeft,
    FullSet,
    HolderLeads,
    KittyTo,
    NoneOf,
    Pack,
    Rules,
    Taker,
    TakerDeals,
    Target,
    TrickValues,
)

GONG_ZHU = variants.get("gong_zhu")
TAIWAN = variants.get("gong_zhu_taiwan")
JAB_MOO = variants.get("jab_moo")
ALL = HEARTS | "QS JD TC"


def scored(rules: Rules, *taken: CardsLike, charged: str = "") -> tuple[int, ...]:
    """The totals of four piles; those that are not given are empty."""
    piles = [Cards(pile) for pile in taken]
    piles += [Cards()] * (4 - len(piles))
    return score_hand(rules, taken=piles, charged=charged, partial=True).totals


def dealt(*own: str) -> list[Cards]:
    """Hands of thirteen cards, each with some cards of its own."""
    rest = iter(Cards(PACK) - Cards(" ".join(own)))
    return [Cards(cards) + [next(rest) for _ in range(13 - len(Cards(cards)))] for cards in own]


# Gong Zhu


@pytest.mark.parametrize(
    ("rules", "charged", "pile", "points"),
    [
        pytest.param(GONG_ZHU, "", "QS", -100, id="GZ1 pig"),
        pytest.param(GONG_ZHU, "", "JD", 100, id="GZ1 sheep"),
        pytest.param(GONG_ZHU, "", "TC", 50, id="GZ1 transformer alone"),
        pytest.param(GONG_ZHU, "", "5H JH AH", -80, id="GZ1 hearts"),
        pytest.param(GONG_ZHU, "", "QS TC", -200, id="GZ2"),
        pytest.param(GONG_ZHU, "QS TC", "QS TC", -800, id="GZ2 exposed"),
        pytest.param(GONG_ZHU, "QS JD TC AH", ALL, 3200, id="GZ3"),
        pytest.param(TAIWAN, "", "QS TC 5H", -210, id="GZ4"),
        pytest.param(TAIWAN, "", HEARTS, 200, id="GZ5 all hearts"),
        pytest.param(TAIWAN, "", HEARTS | "QS", 100, id="GZ5 and the pig"),
        pytest.param(TAIWAN, "", ALL, 400, id="GZ5 all sixteen"),
        pytest.param(TAIWAN, "", "JH 7H TH JD KH 3H QH 4H", -20, id="GZ7 first"),
        pytest.param(TAIWAN, "", "TC 8H AH 9H 6H 5H", -156, id="GZ7 second"),
        pytest.param(TAIWAN, "", "2H", -2, id="GZ7 last"),
        pytest.param(GONG_ZHU, "", HEARTS | "QS", 300, id="GZ8"),
        pytest.param(GONG_ZHU, "", "QS 4H 9H", -110, id="GZ9 first"),
        pytest.param(GONG_ZHU, "", "JD AH TH TC", 80, id="GZ9 second"),
        pytest.param(GONG_ZHU, "", "3H TC", 0, id="GZ10"),
        pytest.param(GONG_ZHU, "", "JD QS TC", 0, id="GZ11"),
        pytest.param(GONG_ZHU, "QS", HEARTS | "QS TC", 800, id="GZ12"),
        pytest.param(GONG_ZHU, "AH", "AH KH TC", -360, id="GZ13"),
        pytest.param(GONG_ZHU, "TC", "TC", 100, id="exposed and alone"),
        pytest.param(JAB_MOO, "", ALL, 788, id="GZ15 all sixteen"),
        pytest.param(JAB_MOO, "", HEARTS, 194, id="GZ15 all hearts"),
        pytest.param(JAB_MOO, "", HEARTS | "QS", 94, id="GZ15 hearts and pig"),
        pytest.param(JAB_MOO, "", "", -50, id="GZ15 nothing"),
    ],
)
def test_gz_score(rules: Rules, charged: str, pile: CardsLike, points: int) -> None:
    assert scored(rules, pile, charged=charged)[0] == points


def test_gz_score_partners_add_their_own_scores() -> None:
    """GZ6: each seat is scored alone, then the two are added."""
    assert scored(TAIWAN, "QS", "AH", "JD") == (-100, -50, 100, 0)


@pytest.mark.parametrize(("players", "size", "gone"), [(3, 17, "2C"), (5, 10, "2C 2D")])
def test_gz_pack_01(players: int, size: int, gone: str) -> None:
    """GZ16: three play without 2C, five without 2C and 2D."""
    game = Game.new(GONG_ZHU, players).deal(seed=1)
    assert [len(game.view(seat).hand) for seat in range(players)] == [size] * players
    assert not Cards(gone) & GONG_ZHU.deck.cards(players)


def exposed(hand: str, charged: str, trick: str = "", tricks: tuple[str, ...] = ()) -> str:
    """The legal cards of a player who has exposed cards of the hand."""
    return str(legal_plays(GONG_ZHU, hand=hand, charged=charged, trick=trick, tricks=tricks))


def test_gz_expose_04_it_waits_for_the_first_lead_of_its_suit() -> None:
    """GZ19: somebody leads 7S; in the next spade trick the queen may be played."""
    assert exposed("QS KS 2D", "QS", trick="7S") == "KS"
    assert exposed("QS KS 2D", "QS", trick="7S", tricks=("3S 4S 5S 6S",)) == "QS KS"


def test_gz_expose_05_leading_counts_and_a_lone_card_may_be_led() -> None:
    """GZ18: QS is led only if it is the only spade."""
    assert exposed("4S QS 9D", "QS") == "9D 4S"
    assert exposed("QS 9D", "QS") == "9D QS"
    assert exposed("4S QS", "QS") == "4S"


def test_gz_expose_05_each_suit_waits_for_itself() -> None:
    assert exposed("JD 4S QS", "QS JD") == "JD 4S"
    assert exposed("3D JD QS", "QS JD") == "3D QS"


def test_gz_expose_06_a_discard_is_free() -> None:
    """GZ20: diamonds are led, and the hand is void."""
    assert exposed("QS KS", "QS", trick="5D") == "QS KS"


def test_gz_expose_04_a_lone_card_follows() -> None:
    assert exposed("QS 2D", "QS", trick="7S") == "QS"


def test_gz_expose_01_any_number_by_each_holder_once() -> None:
    game = Game.new(GONG_ZHU).deal(hands=dealt("QS JD", "AH", "TC", "2S"))
    assert game.phase.name == "charge"
    game = game.charge(0, "QS JD").charge(1, "AH")
    assert game.view(2).table.all_charged == Cards("JD QS AH")
    with pytest.raises(IllegalMove):
        game.charge(1, "")


def test_gz_open_01_and_02_the_holder_of_2s_leads_then_the_taker_of_the_pig() -> None:
    game = Game.new(TAIWAN_FREE).deal(seed=4)
    assert "2S" in game.view(game.to_act[0]).hand
    game = played_out(game)
    taker = next(seat for seat, pile in enumerate(game.table.piles) if "QS" in pile)
    game = game.score().deal(seed=5)
    assert game.to_act == (taker,)
    assert game.legal_plays() == game.view(taker).hand
    round_after = RecordedRound.of(played_out(game))
    assert round_after.leader == taker
    assert round_after.replay(TAIWAN_FREE).sheet == played_out(game).sheet


TAIWAN_FREE = attrs.evolve(TAIWAN, name="Free", opening=GONG_ZHU.opening)


def played_out(game: Game) -> Game:
    """The round played to its end with the lowest legal cards."""
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    return game


def test_gz_open_02_goes_with_a_card_that_anyone_may_lead() -> None:
    with pytest.raises(RulesError, match="then_taker_of: in later rounds any card is led"):
        HolderLeads("2S", then_taker_of="QS")


def test_gz_end_01_minus_1000_is_reached_from_above() -> None:
    """GZ21: -990 and -20 more end the game; -999 do not."""
    ending, sides = GONG_ZHU.ending, ((0,), (1,), (2,), (3,))
    assert ending.is_over(((-1010, 0, 0, 0),), sides)
    assert ending.is_over(((-1000, 0, 0, 0),), sides)
    assert not ending.is_over(((-999, 1200, 0, 0),), sides)
    assert not Target(-1000, passed=True).is_over(((-1000, 0, 0, 0),), sides)


def test_gz_end_01_the_highest_total_wins() -> None:
    assert GONG_ZHU.winners((-1010, 300, 300, 0), ()) == (1, 2)
    assert GONG_ZHU.points_are_good
    assert GONG_ZHU.penalty_cards(4) == Cards("QS 5H 6H 7H 8H 9H TH JH QH KH AH")


def test_jab_moo_ends_after_four_rounds() -> None:
    sides = ((0,), (1,), (2,), (3,))
    scores = (-2000, 2000, 0, 0)
    assert not JAB_MOO.ending.is_over((scores,) * 3, sides)
    assert JAB_MOO.ending.is_over((scores,) * 4, sides)
    assert JAB_MOO.winners(scores, ()) == (1,)


# Heartsette


@pytest.mark.parametrize(
    ("players", "size", "kitty"), [(3, 16, 3), (4, 12, 3), (5, 10, 2), (6, 8, 4)]
)
def test_he_pack_01(players: int, size: int, kitty: int) -> None:
    """HE1, for every number of players."""
    rules = variants.get("heartsette")
    game = Game.new(rules, players).deal(seed=2)
    assert {len(game.view(seat).hand) for seat in range(players)} == {size}
    assert game.view(None).kitty_size == kitty


def test_he_pack_01_foster_s_pack_for_three_cannot_be_dealt() -> None:
    """HE3: 49 cards do not divide by 3."""
    with pytest.raises(RulesError, match="49 cards cannot be dealt evenly to 3 players"):
        attrs.evolve(variants.get("heartsette"), players=3, deck=Pack(kitty=3))


def test_he_widow_01_the_first_trick_takes_the_kitty() -> None:
    """HE2: the taker has its hearts; nobody else sees it; the tricks alone show it at the end."""
    rules = variants.get("heartsette")
    game = Game.new(rules, 4).deal(seed=2)
    first = game
    while not game.table.tricks:
        game = game.play(game.legal_plays()[0])
    taker = game.table.tricks[0].taker
    assert taker is not None
    assert len(game.view(taker).captured) == 3
    assert all(not game.view(seat).captured for seat in range(4) if seat != taker)
    done = played_out(game)
    tricks = [trick.cards for trick in done.table.tricks]
    assert score_hand(rules, tricks=tricks, leader=first.to_act[0]) == done.sheet
    assert done.score().is_over


# Polignac and Slobberhannes


def test_po_score_01() -> None:
    """PO1: JS JH, JC, JD, nothing."""
    assert scored(variants.get("polignac"), "JS JH", "JC", "JD") == (3, 1, 1, 0)


SLOBBERHANNES = variants.get("slobberhannes")
ALL_TO_0 = [
    "AH 7H 8H 9H",
    "KH TH JH QH",
    "AS 7S 8S 9S",
    "KS TS JS QS",
    "AD 7D 8D 9D",
    "KD TD JD QD",
    "AC 7C 8C 9C",
    "KC TC JC QC",
]


def test_sl_score_01_all_three_cost_one_more() -> None:
    """SL1, and SL3: a last trick with QC costs two."""
    sheet = score_hand(SLOBBERHANNES, tricks=ALL_TO_0, leader=0)
    assert sheet.totals == (4, 0, 0, 0)
    assert [line.reason for line in sheet.lines] == [
        "took the first trick",
        "took the last trick",
        "took the trick with QC",
        "took all of these",
    ]


def test_sl_score_01_without_all_three_a_round_costs_three() -> None:
    """SL2: the first trick, with QC in it, costs two; the last goes to another seat."""
    queen_first = ["AC 7C 8C QC", *ALL_TO_0[1:6], "AH 7H 8H 9H", "KC TC JC 9C"]
    last_to_1 = [*queen_first[:-1], "TC KC JC 9C"]
    assert score_hand(SLOBBERHANNES, tricks=last_to_1, leader=0).totals == (2, 1, 0, 0)
    assert score_hand(SLOBBERHANNES, tricks=queen_first, leader=0).totals == (4, 0, 0, 0)


def test_sl_play_01_follow_suit() -> None:
    """SL4: a club is led, and the hand has two."""
    assert str(legal_plays(SLOBBERHANNES, hand="AC QC 7D", trick="KC")) == "QC AC"


def test_the_order_of_the_tricks_must_be_given() -> None:
    with pytest.raises(HeartsError, match="these rules ask which trick is which: give tricks"):
        score_hand(SLOBBERHANNES, taken=["QC", "", "", ""])


# Hooligan, Queens, Royal, Ricketts


def test_hooligan_the_seven_of_clubs_costs_seven() -> None:
    rules = variants.get("hooligan")
    assert scored(rules, "7C 2H", "QS") == (8, 13, 0, 0)
    everything = rules.penalty_cards(4)
    assert score_hand(rules, taken=[str(everything), "", "", ""], moon="add").totals == (
        0,
        33,
        33,
        33,
    )
    missing = [str(everything - "7C"), "7C", "", ""]
    assert score_hand(rules, taken=missing).totals == (26, 7, 0, 0)


def test_queens_every_queen_is_13_and_the_deck_has_64() -> None:
    rules = variants.get("queens")
    assert scored(rules, "QH QC", "QD QS 2H") == (26, 27, 0, 0)
    assert sum(rules.points(card) for card in rules.penalty_cards(4)) == 64


def test_queens_whoever_took_qs_deals_next() -> None:
    game = Game.new(variants.get("queens")).deal(seed=1)
    for seat in range(4):
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    game = played_out(game)
    taker = next(seat for seat, pile in enumerate(game.table.piles) if "QS" in pile)
    assert game.score().dealer == taker


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("QH AH KH", 6),
        ("AH KH", 2),
        ("QS QC", 0),
        ("QS", 26),
        ("QC", 0),
        ("QD", -10),
        ("QH QS QC QD 2H", 2 * 2 - 10),
    ],
)
def test_royal_each_queen_has_its_power(pile: str, points: int) -> None:
    assert scored(variants.get("royal"), pile)[0] == points


def test_royal_ends_over_100() -> None:
    sides = ((0,), (1,), (2,), (3,))
    ending = variants.get("royal").ending
    assert not ending.is_over(((100, 0, 0, 0),), sides)
    assert ending.is_over(((101, 0, 0, 0),), sides)


def test_royal_passes_left_across_right_and_never_holds() -> None:
    passing = variants.get("royal").passing
    assert [passing.pattern(number, 4).name for number in range(4)] == [
        "left",
        "across",
        "right",
        "left",
    ]


def test_ricketts_eldest_leads_no_heart_while_there_is_another_suit() -> None:
    rules = variants.get("ricketts")
    assert str(legal_plays(rules, hand="2H 3C")) == "3C"
    assert str(legal_plays(rules, hand="2H 3H")) == "2H 3H"
    assert [rules.passing.pattern(number, 4).name for number in range(5)] == [
        "left",
        "right",
        "across",
        "scatter",
        "hold",
    ]


# Scoring from tricks, and steps made wrongly


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "give taken, what each seat took, or tricks"),
        (
            {"taken": ["", "", "", ""], "leader": 0},
            "leader is the seat that led .* give tricks too",
        ),
        ({"tricks": [4, 3, 1, 0], "leader": 0}, "for numbers give trick_counts"),
        ({"tricks": ALL_TO_0, "leader": 4}, "leader, the seat that led first, must be from 0 to 3"),
        ({"tricks": ALL_TO_0}, "must be from 0 to 3, not None"),
        ({"tricks": [*ALL_TO_0, ALL_TO_0[0]], "leader": 0}, "there are more tricks than 8 cards"),
        (
            {"tricks": ALL_TO_0, "leader": 0, "trick_counts": [7, 1, 0, 0]},
            r"trick_counts \(7, 1, 0, 0\) are not those of the tricks",
        ),
        (
            {"tricks": ALL_TO_0, "leader": 0, "taken": ["", "AH", "", ""]},
            "taken and tricks differ: by the tricks, the seats took",
        ),
    ],
)
def test_tricks_that_cannot_be_scored_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(HeartsError, match=said):
        score_hand(SLOBBERHANNES, **given)


def test_piles_and_tricks_may_both_be_given() -> None:
    piles = [" ".join(ALL_TO_0), "", "", ""]
    both = score_hand(SLOBBERHANNES, taken=piles, tricks=ALL_TO_0, leader=0)
    assert both == score_hand(SLOBBERHANNES, tricks=ALL_TO_0, leader=0)


@pytest.mark.parametrize("taker", [*Taker])
def test_the_tricks_show_who_took_a_whole_kitty(taker: Taker) -> None:
    rules = attrs.evolve(variants.get("heartsette"), name="Kitty", kitty=KittyTo(taker))
    game = Game.new(rules, 4).deal(seed=6)
    leader = game.to_act[0]
    done = played_out(game)
    sheet = score_hand(rules, tricks=done.table.tricks, leader=leader)
    assert sheet == done.sheet


@pytest.mark.parametrize("kitty", [KittyTo(exchanged=True), KittyTo(share=1)])
def test_the_tricks_do_not_show_who_took_some_of_a_kitty(kitty: KittyTo) -> None:
    rules = attrs.evolve(variants.get("heartsette"), name="Kitty", kitty=kitty)
    game = Game.new(rules, 4).deal(seed=6)
    tricks = [" ".join(map(str, cards)) for cards in zip(*_hands(game), strict=True)]
    with pytest.raises(HeartsError, match="do not show who took which cards of the kitty"):
        score_hand(rules, tricks=tricks, leader=0, partial=True)


def _hands(game: Game) -> list[Cards]:
    return [game.view(seat).hand for seat in range(4)]


def test_a_trick_that_nobody_wins_takes_no_kitty() -> None:
    """The kitty goes with the first trick that somebody wins."""
    cancellation = variants.get("cancellation")
    nobody, rng = False, Random(1)
    while not nobody:
        game = Game.new(cancellation, 6).deal(rng=rng)
        leader = game.to_act[0]
        while game.phase.name == "play":
            game = game.play(rng.choice([*game.legal_plays()]))
        tricks = game.table.tricks
        nobody = tricks[0].taker is None
        assert score_hand(cancellation, tricks=tricks, leader=leader, players=6) == game.sheet


def test_part_of_a_round_may_be_scored_without_its_kitty() -> None:
    rules = variants.get("heartsette")
    sheet = score_hand(rules, tricks=["2C 3C 4C 2H"], leader=0, players=4, partial=True)
    assert sheet.totals == (0, 0, 1, 0)


def test_every_trick_and_the_most_tricks_may_count() -> None:
    rules = attrs.evolve(
        SLOBBERHANNES, name="Tricks", scoring=TrickValues({-2: 5}, each=1, most=3), players=4
    )
    sheet = score_hand(rules, tricks=ALL_TO_0, leader=0)
    assert [str(line) for line in sheet.lines] == [
        "seat 0 took the last but one trick: +5",
        "seat 0 took 8 tricks: +8",
        "seat 0 took the most tricks: +3",
    ]
    counted = attrs.evolve(rules, scoring=TrickValues(each=2))
    with pytest.raises(HeartsError, match="these rules count every trick: give trick_counts"):
        score_hand(counted, taken=["", "", "", ""], partial=True)
    given = score_hand(counted, taken=["", "", "", ""], trick_counts=[1, 2, 0, 5], partial=True)
    assert given.totals == (2, 4, 0, 10)
    assert TrickValues({7: 1, -5: 1}).describe(4) == (
        "Points for tricks taken: the 7th trick 1; the 5th last trick 1."
    )


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: FullSet("", {"QS": 1}), "FullSet: cards must name at least one card"),
        (lambda: NoneOf("", 5), "NoneOf: cards must name at least one card"),
        (lambda: TrickValues({0: 1}), "1 for the first and -1 for the last, not 0: 1"),
        (lambda: TrickValues({1: "2"}), "not 1: '2'"),  # type: ignore[arg-type]
    ],
)
def test_a_step_made_wrongly_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        make()


@pytest.mark.parametrize(
    "changes",
    [
        {"dealer": TakerDeals("2S")},
        {"opening": HolderLeads("7S", any_card=True, then_taker_of="2S")},
    ],
)
def test_a_taker_must_have_a_card_of_the_pack(changes: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="cards that are not in the pack: 2S"):
        attrs.evolve(variants.get("hartenjagen"), **changes)


def test_none_of_some_cards_names_them() -> None:
    rules = attrs.evolve(TAIWAN, name="One", bonuses=NoneOf("QS JD", -7))
    sheet = score_hand(rules, taken=["QS", "JD", HEARTS, "TC"], partial=True)
    assert [line.reason for line in sheet.of(3)] == ["took none of JD QS"]
    assert sheet.totals == (-100, 100, -207, -7)


def test_a_deal_may_stay_for_several_rounds() -> None:
    dealer, piles = DealMovesLeft(2), (Cards(),) * 4
    assert [dealer.next_dealer(3, rounds, piles) for rounds in (1, 2, 3, 4)] == [3, 0, 3, 0]
    running = DealMovesLeft(3)
    assert [running.next_dealer(1, rounds, piles) for rounds in (1, 2, 3, 4)] == [1, 1, 2, 1]
    assert dealer.describe(4) == "Each player deals 2 rounds running; then the deal moves left."
    assert TakerDeals("QS").next_dealer(3, 1, piles) == 0, "nobody took it"
