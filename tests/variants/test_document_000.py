"""Document 000, "Rules of the Card Game 'Chase the Lady'" (Cecil Fontaine)."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Cards, ChooseName, Game, Rules, RulesError, Suit
from heartslib.cards import HEARTS, PACK
from heartslib.rules import FollowSuit, LeadSuitOfLastCard, NoDiscardOf, Pack, Target
from tests.helpers.rounds import (
    ACROSS,
    HOLD,
    LEFT,
    RIGHT,
    SEATS,
    cards,
    dealing_order,
    entered,
    every_hand,
    first_hand,
    lay_down,
    legal,
    pass_counts,
    passed_to,
    play_on,
    refused,
    round_after,
    rulebooks,
    table_of,
    taker,
    totals,
    turns,
    undealt,
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


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_000_03_two_to_six_players(rules: Rules, players: int) -> None:
    """Document 000, introduction: any number from two to six can play."""
    game = Game.new(rules, players).deal(seed=1)
    assert game.players == players
    assert all(every_hand(game))


def test_000_03_four_is_best(rules: Rules) -> None:
    """Document 000, introduction: four is the ideal number, so it is the usual one."""
    assert Game.new(rules).players == 4


@pytest.mark.parametrize("players", [1, 7])
def test_000_03_neither_fewer_nor_more(rules: Rules, players: int) -> None:
    """Document 000, introduction: one player is too few, seven are too many."""
    with pytest.raises(RulesError, match=f"2, 3, 4, 5 or 6 players, not {players}"):
        Game.new(rules, players)


def test_000_04_ordinary_pack_without_jokers(rules: Rules) -> None:
    """Document 000, introduction: the regular deck, with nothing besides its four suits."""
    everything = sum(every_hand(Game.new(rules, 4).deal(seed=1)), Cards())
    assert everything == Cards(PACK)
    assert [len(everything.of(suit)) for suit in Suit] == [13, 13, 13, 13]


@pytest.mark.parametrize(("dealer", "order"), [(2, [3, 0, 1, 2]), (0, [1, 2, 3, 0])])
def test_000_05_dealt_to_the_left(rules: Rules, dealer: int, order: list[int]) -> None:
    """Document 000, introduction: whoever sits left of the dealer gets the first card."""
    assert dealing_order(rules, dealer) == order * 13


def test_000_06_play_goes_left(rules: Rules) -> None:
    """Document 000, introduction: turns go round in the direction of the deal."""
    assert turns(round_after(rules, 4, holding={2: "2S"}), 4) == [2, 3, 0, 1]


def test_000_07_three_players(rules: Rules) -> None:
    """Document 000, introduction: for three the two of diamonds is taken out."""
    held = every_hand(Game.new(rules, 3).deal(seed=1))
    assert [len(hand) for hand in held] == [17, 17, 17]
    assert sum(held, Cards()) == Cards(PACK) - "2D"


def test_000_08_five_players(rules: Rules) -> None:
    """Document 000, introduction: for five the two and three of clubs are taken out (A11)."""
    held = every_hand(Game.new(rules, 5).deal(seed=1))
    assert [len(hand) for hand in held] == [10] * 5
    assert sum(held, Cards()) == Cards(PACK) - "2C 3C"


def test_000_09_two_players(rules: Rules) -> None:
    """Document 000, introduction: two play with every card (A2)."""
    held = every_hand(Game.new(rules, 2).deal(seed=1))
    assert [len(hand) for hand in held] == [26, 26]
    assert sum(held, Cards()) == Cards(PACK)


def test_000_10_six_players(rules: Rules) -> None:
    """Document 000, introduction: for six low clubs and diamonds must go to even it out (A1)."""
    held = every_hand(Game.new(rules, 6).deal(seed=1))
    everything = sum(held, Cards())
    assert [len(hand) for hand in held] == [8] * 6
    assert everything == Cards(PACK) - "2C 3C 2D 3D"
    assert sum(map(rules.in_force.points, everything)) == 38


def test_000_10_whole_pack_needs_a_kitty_for_six(rules: Rules) -> None:
    """Document 000, introduction: six cannot share 52 cards unless four are set aside (A1)."""
    with pytest.raises(RulesError, match=r"4 would be left over.*removals.*kitty"):
        Game.new(attrs.evolve(rules, deck=Pack()), 6)
    game = Game.new(attrs.evolve(rules, deck=Pack(left_over=True)), 6).deal(seed=1)
    assert game.view(None).hand_sizes == (8,) * 6
    assert game.view(None).kitty_size == 4


def test_000_11_fewest_points_win(rules: Rules) -> None:
    """Document 000, "The Object": the aim is to take as few points as possible."""
    game = entered(
        rules, (0, 0, 0, 38), (0, 0, 0, 38), (9, 10, 3, 16), (5, 10, 18, 5), (0, 10, 20, 8)
    )
    assert game.scores == (14, 30, 41, 105)
    assert game.is_over
    assert game.winners == (0,)


def test_000_12_points_come_from_tricks_won(rules: Rules) -> None:
    """Document 000, "The Object": points go to the winner of the trick, not to the player of the card."""
    game = round_after(rules, 4, "2S 3S AS 6S", "KS QS 4S 5S", leader=2, holding={})
    assert totals(rules, *map(str, won(game))) == (15, 0, 0, 0)


def test_000_13_queen_of_spades_costs_15(rules: Rules) -> None:
    """Document 000, "The Object": 15 for the queen of spades."""
    assert totals(rules, "QS") == (15, 0, 0, 0)


def test_000_14_ace_of_hearts_costs_5(rules: Rules) -> None:
    """Document 000, "The Object": the highest heart counts five."""
    assert totals(rules, "", "AH") == (0, 5, 0, 0)


def test_000_15_king_of_hearts_costs_4(rules: Rules) -> None:
    """Document 000, "The Object": a king of hearts is worth four, an ace with it nine."""
    assert totals(rules, "KH") == (4, 0, 0, 0)
    assert totals(rules, "", "KH AH") == (0, 9, 0, 0)


def test_000_16_queen_of_hearts_costs_3(rules: Rules) -> None:
    """Document 000, "The Object": three for the red queen of the suit."""
    assert totals(rules, "", "", "QH") == (0, 0, 3, 0)


def test_000_17_jack_of_hearts_costs_2(rules: Rules) -> None:
    """Document 000, "The Object": the jack of hearts is two points."""
    assert totals(rules, "JH") == (2, 0, 0, 0)
    assert totals(rules, "", "", "", "JH QH") == (0, 0, 0, 5)


def test_000_18_other_hearts_cost_1_and_other_cards_nothing(rules: Rules) -> None:
    """Document 000, "The Object": one for each lower heart; what is not listed is free."""
    assert totals(rules, "QS", "AH KH", "2H..TH", "JH QH") == (15, 9, 9, 5)
    assert [totals(rules, str(heart))[0] for heart in cards("2H..TH")] == [1] * 9
    assert totals(rules, "AS KD JD TC", "2C..9C JC..AC 2D..TD QD AD 2S..JS KS") == (0, 0, 0, 0)


def test_000_19_over_at_100(rules: Rules) -> None:
    """Document 000, "The Object": one player's 100 points end the game, 99 do not."""
    game = entered(rules, (96, 58, 62, 50), (9, 15, 9, 5))
    assert game.scores == (105, 73, 71, 55)
    assert game.winners == (3,)
    assert not entered(rules, (99, 0, 0, 0)).is_over
    assert entered(rules, (100, 0, 0, 0)).is_over


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


def test_000_21_winner_has_fewest_points(rules: Rules) -> None:
    """Document 000, "The Object": the lowest score wins, not the one who ends the game."""
    game = entered(rules, (96, 58, 62, 50), (9, 15, 9, 5))
    assert game.winners == (3,)


def test_000_22_match_the_suit(rules: Rules) -> None:
    """Document 000, "The Object": follow the suit led, whatever was played since (A4)."""
    assert legal(rules, "7D KC 3S", trick="5D AC", played=FIRST) == Cards("7D")


def test_000_23_a_card_from_every_player(rules: Rules) -> None:
    """Document 000, "The Object": a trick is decided when everyone has played a card."""
    table = round_after(rules, 4, FIRST, "3D 7D 9D").view(None).table
    assert len(table.trick) == 3
    assert len(table.tricks) == 1
    table = round_after(rules, 4, FIRST, "3D 7D 9D KD").view(None).table
    assert len(table.trick) == 0
    assert len(table.tricks) == 2


def test_000_24_highest_card_wins(rules: Rules) -> None:
    """Document 000, "The Object": the best card of the suit led takes the trick (A4)."""
    assert taker(rules, "4D AC 7D 9D") == 3


def test_000_26_no_heart_and_no_queen_when_void(rules: Rules) -> None:
    """Document 000, "The Object": a void player may play anything but hearts and the queen of spades (A5)."""
    assert legal(rules, "QS 5H 8C 7C", trick="6D", played=FIRST) == Cards("8C 7C")
    assert legal(rules, "QS 3S 5H", trick="6D", played=FIRST) == Cards("3S")
    assert legal(rules, "5H 8C 7C", trick="2S") == Cards("8C 7C")


def test_000_27_winner_lays_counting_cards_aside(rules: Rules) -> None:
    """Document 000, "The Object": the winner of a trick sets the counting cards aside."""
    game = round_after(rules, 4, "2S 3S AS 6S", "KS QS 4S 5S", leader=2)
    assert [pile & (HEARTS | "QS") for pile in won(game)] == [Cards("QS"), *[Cards()] * 3]


def test_000_28_points_are_added_up(rules: Rules) -> None:
    """Document 000, "The Object": the score is kept from deal to deal."""
    assert entered(rules, (15, 9, 9, 5), (5, 9, 9, 15)).scores == (20, 18, 18, 20)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_000_29_every_card_is_dealt(rules: Rules, players: int) -> None:
    """Document 000, "Playing the Game": no card in play is left over."""
    game = Game.new(rules, players).deal(seed=1)
    assert undealt(game) == Cards()
    assert game.view(None).kitty_size == 0


def test_000_30_thirteen_cards_each(rules: Rules) -> None:
    """Document 000, "Playing the Game": with four players that is 13 each."""
    assert Game.new(rules, 4).deal(seed=1).view(None).hand_sizes == (13, 13, 13, 13)


def test_000_31_three_cards_go_left(rules: Rules) -> None:
    """Document 000, "Playing the Game": after a look at the hand three cards go left."""
    game = Game.new(rules, 4).deal(seed=1)
    assert [len(hand) for hand in every_hand(game)] == [13] * 4
    assert passed_to(rules, 4, 1) == LEFT
    assert pass_counts(rules) == [3]
    for packet in (game.view(0).hand[:2], game.view(0).hand[:4]):
        with refused("pass-count"):
            game.pass_cards(0, packet)
    assert lay_down(game, *SEATS).view(None).hand_sizes == (13, 13, 13, 13)


def test_000_32_choose_before_looking(rules: Rules) -> None:
    """Document 000, "Playing the Game": a player sees the new cards only after choosing."""
    dealt = first_hand(rules, {3: "QS KS AS 4D 5D 6D"})
    game, other = (
        lay_down(dealt.pass_cards(3, packet), 1, 2) for packet in ("QS KS AS", "4D 5D 6D")
    )
    assert game.to_act == (0,)
    assert game.view(0) == other.view(0)
    assert lay_down(game, 0).view(0).received == Cards("QS KS AS")


def test_000_33_two_of_spades_starts(rules: Rules) -> None:
    """Document 000, "Playing the Game": whoever has the two of spades leads it (A8)."""
    game = round_after(rules, 4, holding={2: "2S KS 3D"})
    assert game.to_act == (2,)
    assert game.legal_plays() == Cards("2S")


def test_000_33_two_of_spades_starts_after_the_pass(rules: Rules) -> None:
    """Document 000, "Playing the Game": the two may come in the pass, and its holder starts."""
    game = first_hand(rules, {0: "2S KS 3D"}).pass_cards(0, "2S KS 3D")
    game = lay_down(game, 1, 2, 3)
    assert game.to_act == (1,)
    assert game.legal_plays() == Cards("2S")


def test_000_34_each_follows_suit(rules: Rules) -> None:
    """Document 000, "Playing the Game": each player to the left adds a card of the same suit."""
    assert legal(rules, "9S 3H", trick="2S") == Cards("9S")
    assert turns(round_after(rules, 4, holding={1: "2S"}), 4) == [1, 2, 3, 0]


def test_000_35_otherwise_another_suit_but_no_heart(rules: Rules) -> None:
    """Document 000, "Playing the Game": a void player may play another suit, but not hearts."""
    assert legal(rules, "7D 4H", trick="2S") == Cards("7D")


def test_000_36_a_heart_from_hearts_only(rules: Rules) -> None:
    """Document 000, "Playing the Game": only a hand of nothing but hearts may discard one (A5, A6)."""
    assert legal(rules, "4H 9H", trick="6D", played=FIRST) == Cards("4H 9H")
    assert legal(rules, "QS 4H", trick="6D", played=FIRST) == Cards("QS")
    assert legal(rules, "QS", trick="6D", played=FIRST) == Cards("QS")


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


def test_000_39_usual_ranks(rules: Rules) -> None:
    """Document 000, "Playing the Game": the order of cards is the traditional one."""
    assert taker(rules, "9S TS KS AS") == 3
    assert taker(rules, "QS JS KS TS") == 2
    assert taker(rules, "2D 3C AC 3D") == 3


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


def test_000_45_first_deal_left(rules: Rules) -> None:
    """Document 000, "Playing the Game": cards of the first hand go left."""
    assert passed_to(rules, 4, 1) == LEFT


def test_000_46_second_deal_right(rules: Rules) -> None:
    """Document 000, "Playing the Game": cards of the second hand go right."""
    assert passed_to(rules, 4, 2) == RIGHT


def test_000_47_third_deal_in_front(rules: Rules) -> None:
    """Document 000, "Playing the Game": the third hand's cards go to whoever sits in front."""
    assert passed_to(rules, 4, 3) == ACROSS
    assert passed_to(rules, 6, 3) == (3, 4, 5, 0, 1, 2)


@pytest.mark.parametrize("players", [3, 5])
def test_000_47_nobody_sits_in_front(rules: Rules, players: int) -> None:
    """Document 000, "Playing the Game": three and five players keep their cards then (A9)."""
    assert table_of(rules, players, deal=3).deal(seed=1).phase.name == "play"


def test_000_48_fourth_deal_none(rules: Rules) -> None:
    """Document 000, "Playing the Game": in the fourth deal no cards are passed."""
    assert table_of(rules, 4, deal=4).deal(seed=1).phase.name == "play"
    assert passed_to(rules, 4, 4) == HOLD


def test_000_49_cycle_repeats(rules: Rules) -> None:
    """Document 000, "Playing the Game": the cycle comes again and again."""
    assert [passed_to(rules, 4, deal) for deal in range(5, 10)] == [
        LEFT,
        RIGHT,
        ACROSS,
        HOLD,
        LEFT,
    ]


def test_000_49_two_players_have_one_neighbour(rules: Rules) -> None:
    """Document 000, "Playing the Game": for two, three passes and a hold are the cycle (A2)."""
    other, hold = (1, 0), (0, 1)
    courses = [passed_to(rules, 2, deal) for deal in range(1, 6)]
    assert courses == [other, other, other, hold, other]


def test_000_50_moon_takes_38_off(rules: Rules) -> None:
    """Document 000, "Playing the Game": a player who wins all counting cards may take 38 points off."""
    assert totals(rules, "QS 2H..AH", moon="subtract") == (-38, 0, 0, 0)
    game = moonshot(rules, (10, 9, 9, 10)).choose_moon("subtract").score()
    assert game.scores == (10, -29, 9, 10)


def test_000_50_moon_needs_every_counting_card(rules: Rules) -> None:
    """Document 000, "Playing the Game": it takes all of them, hearts and queen (A12)."""
    assert totals(rules, "2H..AH", "QS") == (23, 15, 0, 0)
    assert totals(rules, "3H..AH QS", "2H") == (37, 1, 0, 0)


def test_000_51_or_adds_38_to_the_others(rules: Rules) -> None:
    """Document 000, "Playing the Game": or each opponent gets 38 more."""
    assert totals(rules, "QS 2H..AH", moon="add") == (0, 38, 38, 38)
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
