"""Foster's four deals under many games: replayed card by card, and scored from the tricks."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, IllegalMove, Rules, score_hand, variants
from heartslib.rules import NO_PASSING, EldestLeads
from tests.helpers.foster_deals import DEALS, FosterDeal, replayed
from tests.helpers.rounds import refused
from tools.source_clauses import CLAUSES

GONG_ZHU, TAIWAN = variants.get("gong_zhu"), variants.get("gong_zhu_taiwan")
HEARTSETTE = variants.get("heartsette")
BARBU, KIERKI = variants.get("barbu"), variants.get("kierki")
PLAIN = attrs.evolve(
    variants.get("dame_de_pique"), name="Plain", passing=NO_PASSING, opening=EldestLeads()
)
HEARTS_ONLY = attrs.evolve(
    PLAIN, name="Hearts only", scoring=HEARTSETTE.scoring, moon=HEARTSETTE.moon
)
WINNERS = ("3111333330112", "0332221031311", "3333321202131", "3310101300322")
TRICKS = ((1, 5, 1, 6), (2, 4, 3, 4), (1, 3, 3, 6), (4, 3, 2, 4))

TOTALS = [  # the clause, the game, what is charged or the contract, and the totals of each deal
    ("he-score-01", HEARTS_ONLY, "", "4 6 2 1|4 5 0 4|3 2 7 1|0 7 1 5"),
    ("004-scoring-02", PLAIN, "", "4 6 2 14|4 5 13 4|3 2 20 1|13 7 1 5"),
    (
        "gz-score-01",
        GONG_ZHU,
        "",
        "-100 40 0 -280|-40 -120 -100 40|-80 -20 -170 140|-100 -40 0 -120",
    ),
    ("taiwan-02", TAIWAN, "", "-95 40 -5 -280|-56 -115 -100 43|-77 -16 -177 140|-100 -50 -2 -96"),
    (
        *("gz-expose-03", GONG_ZHU, "QS AH"),
        "-200 -20 0 -560|-80 -240 -200 -20|-160 -40 -340 80|-200 -180 0 -240",
    ),
    (
        *("gz-expose-03", GONG_ZHU, "TC JD"),
        "-100 140 0 -560|-80 -120 -100 140|-80 -20 -170 680|-100 60 0 -240",
    ),
    ("bb-neg-01", BARBU, "no-tricks", "-2 -10 -2 -12|-4 -8 -6 -8|-2 -6 -6 -12|-8 -6 -4 -8"),
    ("bb-neg-02", BARBU, "no-hearts", "-12 -12 -4 -2|-8 -14 0 -8|-10 -4 -14 -2|0 -18 -2 -10"),
    ("bb-neg-03", BARBU, "no-queens", "-6 -6 0 -12|-6 -6 -12 0|0 0 -12 -12|-6 -6 0 -12"),
    ("bb-neg-04", BARBU, "king-of-hearts", "0 0 0 -20|0 0 0 -20|0 0 -20 0|0 -20 0 0"),
    ("bb-neg-05", BARBU, "last-two", "0 -10 -20 0|0 -30 0 0|0 -20 0 -10|0 0 -30 0"),
    ("ki-06", KIERKI, "tricks", "1 5 1 6|2 4 3 4|1 3 3 6|4 3 2 4"),
    ("ki-11", KIERKI, "seventh-and-last", "0 0 10 10|0 20 0 0|0 20 0 0|0 10 10 0"),
    ("ki-12", KIERKI, "all", "10 26 13 51|13 36 19 32|6 25 40 29|13 49 15 23"),
]


@pytest.mark.parametrize("number", range(4))
def test_a_deal_is_replayed_card_by_card(number: int) -> None:
    deal = DEALS[number]
    game = replayed(deal, PLAIN)
    tricks = game.table.tricks
    assert [(trick.leader, " ".join(map(str, trick.cards))) for trick in tricks] == [*deal.tricks]
    assert "".join(str(trick.taker) for trick in tricks) == WINNERS[number]
    assert game.table.tricks_taken == TRICKS[number]


@pytest.mark.parametrize(("clause", "rules", "given", "totals"), TOTALS)
def test_the_tricks_are_scored(clause: str, rules: Rules, given: str, totals: str) -> None:
    assert clause in CLAUSES
    how: dict[str, Any] = {"contract" if rules.contract_names else "charged": given}
    for deal, expected in zip(DEALS, totals.split("|"), strict=True):
        sheet = score_hand(rules, tricks=deal.cards, leader=0, **how)
        assert sheet.totals == tuple(map(int, expected.split()))
        if not rules.contract_names:
            assert score_hand(rules, taken=_piles(deal), **how).totals == sheet.totals


def test_ki_12_in_the_last_round_all_six_count() -> None:
    sums = [
        [score_hand(KIERKI, contract=name, tricks=deal.cards, leader=0).totals for deal in DEALS]
        for name in KIERKI.contract_names
    ]
    *parts, everything = sums
    for number, points in enumerate(everything):
        each = [part[number] for part in parts]
        assert (len(each), sum(points)) == (6, 100)
        assert points == tuple(map(sum, zip(*each, strict=True)))


@pytest.mark.parametrize("number", range(2))
def test_gong_zhu_replays_the_deals_in_which_eldest_has_2s(number: int) -> None:
    deal = DEALS[number]
    assert replayed(deal, GONG_ZHU).sheet == score_hand(GONG_ZHU, tricks=deal.cards, leader=0)
    with pytest.raises(IllegalMove):
        replayed(DEALS[2 + number], GONG_ZHU)


@pytest.mark.parametrize("charged", ["", "QS AH", "TC JD"])
@pytest.mark.parametrize("number", range(4))
def test_gong_zhu_replays_the_deals_as_later_rounds(number: int, charged: str) -> None:
    """The first deal leads QS before it may be played; TC or JD is played early in all four."""
    deal = DEALS[number]
    rules = attrs.evolve(GONG_ZHU, name="Later", opening=EldestLeads())
    legal = not charged or (charged == "QS AH" and number > 0)
    game = Game.new(rules).deal(hands=[Cards(hand) for hand in deal.hands])
    for seat in range(4):
        game = game.charge(seat, game.view(seat).hand & Cards(charged))
    with nullcontext() if legal else refused("charged-cards-wait"):
        for card in " ".join(deal.cards).split():
            game = game.play(card)
        assert game.sheet == score_hand(rules, tricks=deal.cards, leader=0, charged=charged)


def under(deal: FosterDeal, rules: Rules, contract: str) -> Game:
    """A deal played again under a contract, until the round ends."""
    game = Game.new(rules.under(contract), dealer=0 if rules is BARBU else 3)
    game = game.deal(hands=[Cards(hand) for hand in deal.hands])
    for card in " ".join(deal.cards).split():
        if game.phase.name == "play":
            game = game.play(card)
    return game


@pytest.mark.parametrize("contract", KIERKI.contract_names)
def test_kierki_replays_the_deals(contract: str) -> None:
    for deal in DEALS:
        sheet = score_hand(KIERKI, contract=contract, tricks=deal.cards, leader=0)
        assert under(deal, KIERKI, contract).sheet == sheet


def test_barbu_replays_the_deals_in_which_no_heart_is_led() -> None:
    """Seven of the twenty replays break bb-heartlead-01."""
    broken: list[tuple[str, str]] = []
    for deal in DEALS:
        for contract in BARBU.contract_names:
            sheet = score_hand(BARBU, contract=contract, tricks=deal.cards, leader=0)
            try:
                assert under(deal, BARBU, contract).sheet == sheet
            except IllegalMove as error:
                broken.append((contract, error.rule))
    assert len(broken) == 7
    assert {*broken} == {("no-hearts", "hearts-never-led"), ("king-of-hearts", "hearts-never-led")}


def _piles(deal: FosterDeal) -> list[str]:
    """What each seat took, by the winners as printed."""
    winners = WINNERS[DEALS.index(deal)]
    taken = ["", "", "", ""]
    for (_, cards), winner in zip(deal.tricks, winners, strict=True):
        taken[int(winner)] += f" {cards}"
    return taken
