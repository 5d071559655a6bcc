"""Document 004, "Hearts" (pagat.com): other games that it mentions with a rule."""

from __future__ import annotations

import attrs

from heartslib import Cards, Game, Rules
from heartslib.cards import PACK
from heartslib.rules import Reversed, ThereAndBack
from tests.helpers.rounds import (
    HOLD,
    entered,
    first_hand,
    hands,
    legal,
    receivers,
    rulebooks,
    totals,
)

dame_de_pique = rulebooks("dame_de_pique")
hartenjagen = rulebooks("hartenjagen")
chase_the_lady = rulebooks("chase_the_lady")


@dame_de_pique
def test_004_others_02_dame_de_pique_has_no_pass(rules: Rules) -> None:
    """Document 004, "Hearts Web Sites and Books": Dame de Pique is played without passing."""
    assert [receivers(rules, deal) for deal in (1, 2, 3, 4)] == [HOLD] * 4
    assert Game.new(rules).deal(seed=1).phase.name == "play"


@dame_de_pique
def test_004_others_03_dame_de_pique_eldest_leads(rules: Rules) -> None:
    """Document 004, "Hearts Web Sites and Books": the dealer's left neighbour leads first."""
    game = first_hand(rules, {2: "2C"})
    assert (game.dealer, game.to_act) == (3, (0,))


@dame_de_pique
def test_004_others_04_dame_de_pique_any_lead(rules: Rules) -> None:
    """Document 004, "Hearts Web Sites and Books": that first lead may be any card."""
    assert legal(rules, "2C 4H QS") == Cards("2C 4H QS")


@hartenjagen
def test_004_others_05_hartenjagen_has_32_cards(rules: Rules) -> None:
    """Document 004, "Hearts Software": Hartenjagen has no card below the seven."""
    game = Game.new(rules).deal(seed=1)
    assert game.view(None).hand_sizes == (8, 8, 8, 8)
    in_play = sum(hands(game), Cards())
    assert in_play == Cards(card for card in PACK if card.rank >= 7)
    assert "7C" in in_play
    assert "6C" not in in_play


@hartenjagen
def test_004_others_06_hartenjagen_hearts_cost_1(rules: Rules) -> None:
    """Document 004, "Hearts Software": each of the eight hearts of Hartenjagen costs 1."""
    assert totals(rules, "7H..AH") == (8, 0, 0, 0)
    assert totals(rules, "7H", "JH QH", "AH") == (1, 2, 1, 0)


@hartenjagen
def test_004_others_07_hartenjagen_queen_of_spades_costs_5(rules: Rules) -> None:
    """Document 004, "Hearts Software": QS costs 5 in Hartenjagen."""
    assert totals(rules, "QS", "7H") == (5, 1, 0, 0)


@hartenjagen
def test_004_others_08_hartenjagen_jack_of_clubs_costs_2(rules: Rules) -> None:
    """Document 004, "Hearts Software": JC costs 2 in Hartenjagen."""
    assert totals(rules, "", "JC") == (0, 2, 0, 0)


@hartenjagen
def test_004_others_09_hartenjagen_deal_is_15(rules: Rules) -> None:
    """Document 004, "Hearts Software": a deal of Hartenjagen has 15 points."""
    points = totals(rules, "7H..TH", "QS JC", "JH..AH")
    assert points == (4, 7, 4, 0)
    assert sum(points) == 15


@hartenjagen
def test_hartenjagen_may_turn_at_50(rules: Rules) -> None:
    """The document is silent on the end: to 50, or there and back to 0, at choice (A55)."""
    rounds = ((49, 20, 10, 11), (1, 9, 3, 2), (10, 1, 4, 0), (3, 3, 3, 6))
    assert not entered(rules, rounds[0]).is_over
    assert entered(rules, *rounds[:2]).winners == (2, 3)
    turning = attrs.evolve(rules, totals=Reversed(50), ending=ThereAndBack(50))
    turned = entered(turning, *rounds)
    assert turned.scores == (37, 25, 6, 7)
    assert not turned.is_over
    back = entered(turning, *rounds, (4, 2, 6, 3))
    assert back.scores == (33, 23, 0, 4)
    assert back.winners == (2,)


@hartenjagen
def test_t15_hartenjagen_deal(rules: Rules) -> None:
    """Eight hearts, 5 and 2 are 15."""
    assert sum(map(rules.in_force.points, rules.deck.cards(4))) == 8 + 5 + 2


@chase_the_lady
def test_t17_chase_the_lady_deal(rules: Rules) -> None:
    """Document 000: a deal has 38 points, and so has a moon."""
    assert sum(map(rules.in_force.points, rules.deck.cards(4))) == 38
    everything = str(rules.in_force.penalty_cards(4))
    assert totals(rules, everything, moon="add") == (0, 38, 38, 38)
    assert totals(rules, everything, moon="subtract") == (-38, 0, 0, 0)


@chase_the_lady
def test_d16_chase_the_lady_shares(rules: Rules) -> None:
    """Document 000: the queen of spades, AH KH, the low hearts, and JH QH."""
    points = totals(rules, "QS", "AH KH", "2H..TH", "JH QH")
    assert points == (15, 9, 9, 5)
    assert sum(points) == 38
