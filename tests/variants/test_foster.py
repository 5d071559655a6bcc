"""Foster's four deals under many games: replayed card by card, and scored from the tricks."""

from __future__ import annotations

from contextlib import nullcontext

import attrs
import pytest

from heartslib import Cards, Game, IllegalMove, Rules, score_hand, variants
from heartslib.rules import NO_PASSING, EldestLeads
from tests.helpers.foster_deals import DEALS, FosterDeal, replayed
from tests.helpers.rounds import refused

GONG_ZHU, TAIWAN = variants.get("gong_zhu"), variants.get("gong_zhu_taiwan")
HEARTSETTE = variants.get("heartsette")
PLAIN = attrs.evolve(
    variants.get("dame_de_pique"), name="Plain", passing=NO_PASSING, opening=EldestLeads()
)
HEARTS_ONLY = attrs.evolve(
    PLAIN, name="Hearts only", scoring=HEARTSETTE.scoring, moon=HEARTSETTE.moon
)
WINNERS = ("3111333330112", "0332221031311", "3333321202131", "3310101300322")
TRICKS = ((1, 5, 1, 6), (2, 4, 3, 4), (1, 3, 3, 6), (4, 3, 2, 4))

TOTALS = [
    pytest.param(
        HEARTS_ONLY, "", ((4, 6, 2, 1), (4, 5, 0, 4), (3, 2, 7, 1), (0, 7, 1, 5)), id="hearts"
    ),
    pytest.param(
        PLAIN, "", ((4, 6, 2, 14), (4, 5, 13, 4), (3, 2, 20, 1), (13, 7, 1, 5)), id="american"
    ),
    pytest.param(
        GONG_ZHU,
        "",
        ((-100, 40, 0, -280), (-40, -120, -100, 40), (-80, -20, -170, 140), (-100, -40, 0, -120)),
        id="gong zhu",
    ),
    pytest.param(
        TAIWAN,
        "",
        ((-95, 40, -5, -280), (-56, -115, -100, 43), (-77, -16, -177, 140), (-100, -50, -2, -96)),
        id="gong zhu, taiwan",
    ),
    pytest.param(
        GONG_ZHU,
        "QS AH",
        (
            (-200, -20, 0, -560),
            (-80, -240, -200, -20),
            (-160, -40, -340, 80),
            (-200, -180, 0, -240),
        ),
        id="gong zhu, QS and AH exposed",
    ),
    pytest.param(
        GONG_ZHU,
        "TC JD",
        ((-100, 140, 0, -560), (-80, -120, -100, 140), (-80, -20, -170, 680), (-100, 60, 0, -240)),
        id="gong zhu, TC and JD exposed",
    ),
]


@pytest.mark.parametrize("number", range(4))
def test_a_deal_is_replayed_card_by_card(number: int) -> None:
    deal = DEALS[number]
    game = replayed(deal, PLAIN)
    tricks = game.table.tricks
    assert [(trick.leader, " ".join(map(str, trick.cards))) for trick in tricks] == [*deal.tricks]
    assert "".join(str(trick.taker) for trick in tricks) == WINNERS[number]
    assert game.table.tricks_taken == TRICKS[number]


@pytest.mark.parametrize(("rules", "charged", "totals"), TOTALS)
def test_the_tricks_are_scored(
    rules: Rules, charged: str, totals: tuple[tuple[int, ...], ...]
) -> None:
    for deal, expected in zip(DEALS, totals, strict=True):
        sheet = score_hand(rules, tricks=deal.cards, leader=0, charged=charged)
        assert sheet.totals == expected
        assert score_hand(rules, taken=_piles(deal), charged=charged).totals == expected


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


def _piles(deal: FosterDeal) -> list[str]:
    """What each seat took, by the winners as printed."""
    winners = WINNERS[DEALS.index(deal)]
    taken = ["", "", "", ""]
    for (_, cards), winner in zip(deal.tricks, winners, strict=True):
        taken[int(winner)] += f" {cards}"
    return taken
