"""Document 000, "Rules of the Card Game 'Chase the Lady'" (Cecil Fontaine)."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, ChooseName, Game, Rules, RulesError, Suit
from heartslib.cards import HEARTS, PACK
from heartslib.rules import FollowSuit, LeadSuitOfLastCard, NoDiscardOf, Pack, Target
from tests.helpers.rounds import (
    SEATS,
    cards,
    entered,
    every_hand,
    first_hand,
    lay_down,
    play_on,
    refused,
    round_after,
    rulebooks,
    totals,
    won,
)

pytestmark = rulebooks("chase_the_lady")

FIRST = "2S KS 9S 4D"
"""A first trick without points: seat 0 leads it, seat 1 takes it, seat 3 has no spade."""

HEARTS_GONE = ("2S AS QS 3S", "AH 2H 3H 4H", "KH 5H 6H 7H", "QH 8H 9H TH", "JH 4D 5D 3D")
"""Tricks in which seat 1 takes every counting card."""

RUNNER = {1: "2C..9C"}
"""What seat 1 then still holds; nobody else has its suit low."""


def moonshot(rules: Rules, scores: tuple[int, ...] = ()) -> Game:
    """A finished round in which seat 1 took every counting card."""
    game = round_after(rules, 4, *HEARTS_GONE, holding=RUNNER, scores=scores)
    return play_on(game, 32)


def test_000_10_whole_pack_needs_a_kitty_for_six(rules: Rules) -> None:
    """Document 000, introduction: six cannot share 52 cards unless four are set aside (A1)."""
    with pytest.raises(RulesError, match=r"4 would be left over.*removals.*kitty"):
        Game.new(attrs.evolve(rules, deck=Pack()), 6)
    game = Game.new(attrs.evolve(rules, deck=Pack(left_over=True)), 6).deal(seed=1)
    assert game.view(None).hand_sizes == (8,) * 6
    assert game.view(None).kitty_size == 4


def test_000_12_points_come_from_tricks_won(rules: Rules) -> None:
    """Document 000, "The Object": points go to the winner of the trick, not to the player of the card."""
    game = round_after(rules, 4, "2S 3S AS 6S", "KS QS 4S 5S", leader=2, holding={})
    assert totals(rules, *map(str, won(game))) == (15, 0, 0, 0)


def test_000_19_or_at_200(rules: Rules) -> None:
    """Document 000, "The Object": a group may play to 200 instead."""
    longer = attrs.evolve(rules, ending=Target(200))
    assert entered(longer, (96, 58, 62, 50), (9, 15, 9, 5)).phase.name == "deal"
    assert not entered(longer, (199, 0, 0, 0)).is_over
    assert entered(longer, (200, 0, 0, 0)).is_over


def test_000_20_or_when_time_is_up(rules: Rules) -> None:
    """Document 000, "The Object": the game may end after a certain time."""
    game = entered(rules, (15, 9, 9, 5), (10, 15, 9, 4), (5, 17, 4, 12))
    assert game.scores == (30, 41, 22, 21)
    assert not game.is_over
    stopped = game.stop()
    assert stopped.is_over
    assert stopped.winners == (3,)


def test_000_20_a_round_in_progress_does_not_count(rules: Rules) -> None:
    """Document 000, "The Object": time may be up in the middle of a round."""
    game = round_after(
        rules, 4, "2S 3S AS 6S", "KS QS 4S 5S", leader=2, scores=(30, 41, 22, 21)
    ).stop()
    assert game.scores == (30, 41, 22, 21)
    assert game.winners == (3,)


def test_000_23_a_card_from_every_player(rules: Rules) -> None:
    """Document 000, "The Object": a trick is decided when everyone has played a card."""
    table = round_after(rules, 4, FIRST, "3D 7D 9D").view(None).table
    assert len(table.trick) == 3
    assert len(table.tricks) == 1
    table = round_after(rules, 4, FIRST, "3D 7D 9D KD").view(None).table
    assert len(table.trick) == 0
    assert len(table.tricks) == 2


def test_000_27_winner_lays_counting_cards_aside(rules: Rules) -> None:
    """Document 000, "The Object": the winner of a trick sets the counting cards aside."""
    game = round_after(rules, 4, "2S 3S AS 6S", "KS QS 4S 5S", leader=2)
    assert [pile & (HEARTS | "QS") for pile in won(game)] == [Cards("QS"), *[Cards()] * 3]


def test_000_32_choose_before_looking(rules: Rules) -> None:
    """Document 000, "Playing the Game": a player sees the new cards only after choosing."""
    dealt = first_hand(rules, {3: "QS KS AS 4D 5D 6D"})
    game, other = (
        lay_down(dealt.pass_cards(3, packet), 1, 2) for packet in ("QS KS AS", "4D 5D 6D")
    )
    assert game.to_act == (0,)
    assert game.view(0) == other.view(0)
    assert lay_down(game, 0).view(0).received == Cards("QS KS AS")


def test_000_33_two_of_spades_starts_after_the_pass(rules: Rules) -> None:
    """Document 000, "Playing the Game": the two may come in the pass, and its holder starts."""
    game = first_hand(rules, {0: "2S KS 3D"}).pass_cards(0, "2S KS 3D")
    game = lay_down(game, 1, 2, 3)
    assert game.to_act == (1,)
    assert game.legal_plays() == Cards("2S")


def test_000_37_a_hand_of_hearts_is_shown(rules: Rules) -> None:
    """Document 000, "Playing the Game": a player who discards a heart shows the whole hand."""
    before = round_after(rules, 4, "2S 3S", holding={2: "2H..AH"})
    after = before.play("4H", 2)
    for seat in (*SEATS, None):
        assert before.view(seat).shown == (Cards(),) * 4
        assert after.view(seat).shown == (Cards(), Cards(), cards("2H..AH") - "4H", Cards())


def test_000_37_not_while_there_is_the_queen(rules: Rules) -> None:
    """Document 000, "Playing the Game": the queen goes first and shows nothing (A6)."""
    hands = {0: "5D", 1: "7D", 2: "2H..QH", 3: "3D"}
    game = round_after(rules, 4, "2S KS 3S 4D", "6D QS 9D 2D", holding=hands)
    assert game.view(None).shown == (Cards(),) * 4
    game = game.play("3D", 3).play("5D", 0).play("7D", 1)
    assert game.legal_plays() == cards("2H..QH")
    assert game.play("4H", 2).view(None).shown[2] == cards("2H..QH") - "4H"


def test_000_38_a_card_from_each_of_five_too(rules: Rules) -> None:
    """Document 000, "Playing the Game": a trick of five players has five cards."""
    assert not round_after(rules, 5, "2S 3S 4S 5S").view(None).table.tricks
    assert len(round_after(rules, 5, "2S 3S 4S 5S 6S").view(None).table.tricks) == 1


def test_000_40_winner_keeps_the_cards(rules: Rules) -> None:
    """Document 000, "Playing the Game": the cards of a trick stay with its winner."""
    assert won(round_after(rules, 4, FIRST)) == (Cards(), Cards(FIRST), Cards(), Cards())


def test_000_41_suit_of_the_last_card_is_led(rules: Rules) -> None:
    """Document 000, "Playing the Game": a new trick starts with the last card's suit (A3)."""
    game = round_after(rules, 4, FIRST, holding={1: "3D 8C JS"})
    assert game.legal_plays() & "3D 8C JS" == Cards("3D")
    assert game.legal_plays() <= game.view(1).hand.of(Suit.DIAMONDS)
    with refused("lead-suit-of-last-card"):
        game.play("8C")


def test_000_41_or_anything_without_that_suit(rules: Rules) -> None:
    """Document 000, "Playing the Game": a player without that suit leads any card."""
    game = round_after(rules, 4, FIRST, holding={1: "2C..KC"})
    assert game.legal_plays() == cards("2C..KC")


def test_000_41_free_lead_is_the_option(rules: Rules) -> None:
    """Document 000, "Playing the Game": if it is read as advice, the winner leads any suit (A3)."""
    free = tuple(rule for rule in rules.play if not isinstance(rule, LeadSuitOfLastCard))
    assert free == (FollowSuit(), NoDiscardOf(HEARTS | "QS", first="QS"))
    game = round_after(attrs.evolve(rules, play=free), 4, FIRST, holding={1: "3D 8C JS 5H"})
    assert game.legal_plays() == game.view(1).hand


def test_000_42_winner_leads(rules: Rules) -> None:
    """Document 000, "Playing the Game": the winner leads to the next trick."""
    assert round_after(rules, 4, FIRST).to_act == (1,)


def test_000_43_until_hands_are_empty(rules: Rules) -> None:
    """Document 000, "Playing the Game": all cards are played, even after the last point."""
    game = round_after(rules, 4, *HEARTS_GONE, holding=RUNNER)
    assert won(game)[1] >= HEARTS | "QS"
    assert game.phase.name == "play"
    assert game.view(None).hand_sizes == (8, 8, 8, 8)
    one_left = play_on(game, 31)
    assert one_left.phase.name == "play"
    done = play_on(one_left, 1)
    assert done.view(None).hand_sizes == (0, 0, 0, 0)
    assert len(done.view(None).table.tricks) == 13
    assert done.choose_moon("add").phase.name == "score"


def test_000_44_then_a_new_deal(rules: Rules) -> None:
    """Document 000, "Playing the Game": the deck is shuffled and dealt once more."""
    game = moonshot(rules).choose_moon("subtract").score()
    assert game.phase.name == "deal"
    assert sum(every_hand(game.deal(seed=2)), Cards()) == Cards(PACK)


def test_000_50_moon_takes_38_off(rules: Rules) -> None:
    """Document 000, "Playing the Game": a player who wins all counting cards may take 38 points off."""
    game = moonshot(rules, (10, 9, 9, 10)).choose_moon("subtract").score()
    assert game.scores == (10, -29, 9, 10)


def test_000_51_or_adds_38_to_the_others(rules: Rules) -> None:
    """Document 000, "Playing the Game": or each opponent gets 38 more."""
    game = moonshot(rules, (10, 9, 9, 10)).choose_moon("add").score()
    assert game.scores == (48, 9, 47, 48)


def test_000_52_shooter_chooses(rules: Rules) -> None:
    """Document 000, "Playing the Game": the choice is that player's (A29, A63)."""
    game = moonshot(rules)
    assert game.phase.name == "moon"
    assert game.to_act == (1,)
    asked = game.view(1).question
    assert isinstance(asked, ChooseName)
    assert asked.names == ("add", "subtract")
    for seat in (0, 2, 3):
        with refused("turn"):
            game.choose_moon("add", seat)
