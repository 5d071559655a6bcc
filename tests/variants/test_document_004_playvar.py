"""Document 004, "Hearts" (pagat.com): variations in the play of the hand."""

from __future__ import annotations

from typing import Final

import attrs

from heartslib import Cards, Rules
from heartslib.cards import HEARTS
from heartslib.rules import (
    EldestLeads,
    FollowSuit,
    HeartsMustBeBroken,
    NoPenaltyOnFirstTrick,
    PlayRule,
    QueenWhenSafe,
)
from tests.helpers.rounds import (
    OPENING,
    after,
    cards,
    first_hand,
    hold_hand,
    lay_down,
    legal,
    refused,
    rulebooks,
)

pytestmark = rulebooks("american", "omnibus")

FOUR_TRICKS: Final = f"{OPENING} 2D..KD"
"""Four tricks without a heart or the queen of spades."""


def house(rules: Rules, *play: PlayRule) -> Rules:
    """The rules with these restrictions, in addition to following suit."""
    return attrs.evolve(rules, play=(FollowSuit(), *play))


def test_004_playvar_01_hearts_at_any_time(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": hearts may be led before any was played."""
    assert legal(house(rules), "4H 9C", played=OPENING) == Cards("4H 9C")
    assert legal(rules, "4H 9C", played=OPENING) == Cards("9C")


def test_004_playvar_03_eldest_leads(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": the dealer's left neighbour opens."""
    original = attrs.evolve(rules, opening=EldestLeads())
    passed_on = lay_down(first_hand(original, {1: "2C"}), 0, 1, 2, 3)
    assert "2C" in passed_on.view(2).hand
    assert (passed_on.dealer, passed_on.to_act) == (3, (0,))
    fourth = hold_hand(original, {1: "2C"})
    assert (fourth.dealer, fourth.to_act) == (2, (3,))


def test_004_playvar_04_eldest_leads_any_card(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": that first lead was free, hearts too."""
    original = attrs.evolve(house(rules), opening=EldestLeads())
    assert legal(original, "2C 4H QS") == Cards("2C 4H QS")


def test_004_playvar_05_eldest_leads_any_card_but_a_heart(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": where hearts must be broken, no heart."""
    original = attrs.evolve(rules, opening=EldestLeads())
    assert legal(original, "2C 4H QS") == Cards("2C QS")
    assert legal(original, "2H..AH") == cards("2H..AH")
    with refused("hearts-must-be-broken"):
        hold_hand(original, {3: "4H 2S"}).play("4H")


def test_004_playvar_06_no_points_on_the_first_trick(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": the first trick stays free of points."""
    calm = house(rules, HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS"))
    assert legal(calm, "QS 4H 7D", trick="2C") == Cards("7D")
    assert legal(calm, "QS 4H 7D", trick="3C", played=OPENING) == Cards("QS 4H 7D")
    assert legal(rules, "QS 4H 7D", trick="2C") == Cards("QS 4H 7D")


def test_004_playvar_07_unless_there_is_nothing_else(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": a hand of penalty cards is free."""
    calm = house(rules, HeartsMustBeBroken(), NoPenaltyOnFirstTrick(HEARTS | "QS"))
    assert legal(calm, "QS 2H..KH", trick="2C") == cards("QS 2H..KH")
    assert legal(calm, "7D QS 2H..QH", trick="2C") == Cards("7D")


def test_004_playvar_08_queen_breaks_hearts(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": QS played counts like a heart played."""
    either = house(rules, HeartsMustBeBroken(HEARTS | "QS"))
    for broken, free in ((either, Cards("4H 9C")), (rules, Cards("9C"))):
        game = after(broken, "5S AS QS 2S", holding={1: "4H 9C"})
        assert game.to_act == (1,)
        assert game.legal_plays() & "4H 9C" == free
    assert legal(either, "4H 9C", played=OPENING) == Cards("9C")
    assert legal(either, "4H 9C", played=f"{OPENING} 2D 3D 4D 7H") == Cards("4H 9C")


def test_004_playvar_09_lone_queen_need_not_be_led(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": with hearts and QS only, hearts may go."""
    lenient = house(rules, HeartsMustBeBroken(spared="QS"))
    nine_tricks = "2C..AC 2D..AD 2S..JS"
    assert legal(lenient, "QS 4H 9H KH", played=nine_tricks) == Cards("QS 4H 9H KH")
    assert legal(rules, "QS 4H 9H KH", played=nine_tricks) == Cards("QS")
    assert legal(lenient, "QS KS 4H 9H", played=nine_tricks) == Cards("QS KS")
    assert legal(lenient, "KS 4H 9H KH", played=nine_tricks) == Cards("KS")


def test_004_playvar_10_queen_as_soon_as_it_is_safe(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": QS goes when safe; a lead is free (A34)."""
    hasty = house(rules, HeartsMustBeBroken(), QueenWhenSafe())
    assert legal(hasty, "QS 7C", played=FOUR_TRICKS) == Cards("QS 7C")
    assert legal(hasty, "QS 7D", trick="AD", played=OPENING) == Cards("7D")
    calm = house(rules, NoPenaltyOnFirstTrick(HEARTS | "QS"), QueenWhenSafe())
    assert legal(calm, "QS 7D", trick="2C") == Cards("7D")
    with refused("queen-when-safe"):
        after(hasty, "5S AS", holding={2: "QS 3S"}).play("3S")


def test_004_playvar_11_safe_when_void(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": it is safe when void in the suit led."""
    hasty = house(rules, HeartsMustBeBroken(), QueenWhenSafe())
    assert legal(hasty, "QS 4H 7C", trick="AD", played=FOUR_TRICKS) == Cards("QS")
    assert legal(hasty, "4H 7C", trick="AD", played=FOUR_TRICKS) == Cards("4H 7C")
    assert legal(rules, "QS 4H 7C", trick="AD", played=FOUR_TRICKS) == Cards("QS 4H 7C")


def test_004_playvar_12_safe_under_ace_or_king(rules: Rules) -> None:
    """Document 004, "Variations: Play of the Hand": it is safe under AS or KS."""
    hasty = house(rules, HeartsMustBeBroken(), QueenWhenSafe())
    for trick in ("5S KS", "5S AS", "KS", "AS 5S 6S"):
        assert legal(hasty, "QS 3S", trick=trick, played=FOUR_TRICKS) == Cards("QS")
    assert legal(hasty, "QS 3S", trick="5S 9S", played=FOUR_TRICKS) == Cards("QS 3S")
    assert legal(hasty, "QS 3D", trick="5D KS", played=OPENING) == Cards("3D")
