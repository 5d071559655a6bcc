"""Two equal cards: in a hand, in a pass, in a trick, in a pile, in a record."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from random import Random

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    Rules,
    RulesError,
    Trick,
    legal_plays,
    record,
    rules,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK, in_order
from heartslib.moves import Deal, Pass
from heartslib.rules import (
    NO_PASSING,
    Cycle,
    EldestLeads,
    EndsWhenNothingCounts,
    Equals,
    FollowSuit,
    HeartsMustBeBroken,
    HeartsNeverLed,
    HighestOfSuitLed,
    HolderLeads,
    KittyTo,
    LeadSuitOfLastCard,
    LowestClubLeads,
    NoDiscardOf,
    NoPenaltyOnFirstTrick,
    Opening,
    Pack,
    Packets,
    PlayedOut,
    PlayRule,
    QueenWhenSafe,
    Removals,
    ShootTheMoon,
    ShowHandOfHearts,
    Toward,
)
from heartslib.show.text import round_text
from tests.helpers.rounds import every_hand, refused, round_after, won
from tests.helpers.written import read_back, written_down

CANCELLATION = variants.get("cancellation")
PLAIN = attrs.evolve(
    variants.get("american"), name="Two packs", deck=Pack(packs=2), passing=NO_PASSING
)
"""The American game of four with two packs, 26 cards each, and no pass."""

TWO_LEFT = attrs.evolve(PLAIN, passing=Cycle((Toward(1, 2),)))
"""The same, two cards passed to the left."""

FREE = attrs.evolve(PLAIN, opening=EldestLeads(), play=FollowSuit())
"""The same without a pass, the eldest hand leading anything."""

DEAD = "5D 5D AH AH 2C 2C"
"""A trick of six that nobody wins where equal cards cancel each other."""


def dealt(rules: Rules, holding: Mapping[int, str]) -> Game:
    """Two packs dealt to four, dealer seat 3; the rest of them fills the hands up."""
    held = [Cards(holding.get(seat, "")) for seat in range(4)]
    for card in rules.deck.cards(4) - sum(held, Cards()):
        seat = min(range(4), key=lambda seat: len(held[seat]))
        held[seat] += card
    return Game.new(rules, 4).deal(hands=held)


def just(rules: Rules, players: int, *tricks: str) -> Rules:
    """The game with a pack of just the cards of these tricks."""
    removed = Cards(PACK * 2) - Cards(in_order(" ".join(tricks)))
    deck = Pack(packs=2, removals=Removals({players: removed}))
    return attrs.evolve(rules, players=players, deck=deck)


def legal(hand: str, *play: PlayRule, trick: str = "", played: str = "") -> Cards:
    """What these restrictions leave of a hand."""
    rules = attrs.evolve(FREE, play=(FollowSuit(), *play))
    return legal_plays(
        rules, hand=hand, trick=trick, played=played, players=4, first_trick=not played
    )


def test_a_hand_holds_both() -> None:
    game = dealt(FREE, {0: "QS QS"})
    assert every_hand(game)[0].count("QS") == 2
    assert [game.view(seat).hand.count("QS") for seat in (1, 2, 3, None)] == [0] * 4
    assert game.legal_plays().count("QS") == 2
    assert game.view(0).legal_plays() == game.legal_plays()
    assert len(game.legal_plays()) == 26


def test_one_is_played_and_one_is_left() -> None:
    game = dealt(FREE, {0: "QS QS AS AS KS KS", 1: "2S", 2: "3S", 3: "4S"}).play("QS", 0)
    assert game.view(0).hand.count("QS") == 1
    assert len(game.view(0).hand) == 25
    assert game.view(None).hand_sizes == (25, 26, 26, 26)
    for card in ("2S", "3S", "4S"):
        game = game.play(card)
    assert game.to_act == (0,)
    assert game.legal_plays().count("QS") == 1
    game = game.play("QS", 0)
    assert game.view(0).hand.count("QS") == 0
    for seat in (0, 1, 2, 3, None):
        table = game.view(seat).table
        assert table.piles[0] == Cards("QS 2S 3S 4S")
        assert table.trick.cards == (Card("QS"),)
        assert table.all_played.count("QS") == 2
    assert not any("QS" in game.view(seat).hand for seat in range(4))


def test_a_third_does_not_exist() -> None:
    game = dealt(FREE, {0: "QS QS AS AS KS KS", 1: "2S", 2: "3S", 3: "4S"})
    for card in ("QS", "2S", "3S", "4S", "QS"):
        game = game.play(card)
    for _ in range(3):
        game = game.play(game.legal_plays()[0])
    assert game.to_act == (0,)
    with refused("not-in-hand"):
        game.play("QS")
    objection = game.explain("QS")
    assert objection is not None
    assert objection.rule == "not-in-hand"


def test_legal_moves_have_no_doubles() -> None:
    game = dealt(FREE, {0: "QS QS AS AS KS KS 2D"})
    moves = game.legal_moves()
    assert len(moves) == len(set(moves)) == len(set(game.view(0).hand)) < 26
    assert sum(str(move) == "seat 0 plays QS" for move in moves) == 1
    for move in moves:
        game.apply(move)


def test_passes_to_choose_from_have_no_doubles() -> None:
    game = dealt(TWO_LEFT, {0: "QS QS AS AS KS KS 2D"})
    hand = game.view(0).hand
    kinds = set(hand)
    pairs = sum(hand.count(card) == 2 for card in kinds)
    moves = [move for move in game.legal_moves() if isinstance(move, Pass) and move.seat == 0]
    assert len(moves) == len(set(moves)) == len(kinds) * (len(kinds) - 1) // 2 + pairs
    assert Pass(0, "QS QS") in moves
    for move in moves:
        assert len(move.cards) == 2
        assert move.cards <= hand


def test_both_are_passed() -> None:
    game = dealt(TWO_LEFT, {0: "QS QS", 1: "KS KS", 2: "2H 3H", 3: "AS AS"})
    assert game.phase.name == "pass"
    game = game.pass_cards(0, "QS QS")
    assert game.view(0).hand.count("QS") == 0
    assert game.view(0).given == Cards("QS QS")
    assert game.view(None).hand_sizes == (24, 26, 26, 26)
    for seat in (1, 2, 3, None):
        assert game.view(seat).given == Cards()
        assert "QS" not in game.view(seat).hand
    game = game.pass_cards(1, "KS KS").pass_cards(2, "2H 3H").pass_cards(3, "AS AS")
    assert game.phase.name == "play"
    assert [game.view(seat).hand.count("QS") for seat in range(4)] == [0, 2, 0, 0]
    assert game.view(1).received == Cards("QS QS")
    assert game.view(2).received == Cards("KS KS")
    assert [len(game.view(seat).packets) for seat in (0, 1, 2, None)] == [2, 2, 2, 0]
    assert any(packet.cards == Cards("QS QS") for packet in game.view(1).packets)
    assert not any("QS" in packet.cards for packet in game.view(2).packets)
    assert sum(every_hand(game), Cards()) == TWO_LEFT.deck.cards(4)


def test_one_of_two_is_passed() -> None:
    game = dealt(TWO_LEFT, {0: "QS QS 2D"}).pass_cards(0, "QS 2D")
    assert game.view(0).hand.count("QS") == 1
    assert game.view(0).given == Cards("QS 2D")


def test_both_are_passed_to_a_named_seat_or_to_two() -> None:
    game = dealt(TWO_LEFT, {0: "QS QS"}).apply(Pass.split(0, {1: "QS QS"}))
    assert game.view(0).given == Cards("QS QS")
    with refused("pass-split"):
        dealt(TWO_LEFT, {0: "QS QS"}).apply(Pass.split(0, {1: "QS", 2: "QS"}))
    apart = attrs.evolve(PLAIN, passing=Cycle((Packets({1: 1, -1: 1}),)))
    game = dealt(apart, {0: "QS QS 2D", 1: "3D 4D", 2: "5D 6D", 3: "7D 8D"})
    game = game.pass_cards(0, {1: "QS", 3: "QS"}).pass_cards(1, {2: "3D", 0: "4D"})
    game = game.pass_cards(2, {3: "5D", 1: "6D"}).pass_cards(3, {0: "7D", 2: "8D"})
    assert [game.view(seat).hand.count("QS") for seat in range(4)] == [0, 1, 0, 1]


def test_two_are_not_passed_of_one() -> None:
    game = dealt(TWO_LEFT, {0: "QS 2D", 1: "QS"})
    with refused("not-in-hand"):
        game.pass_cards(0, "QS QS")
    with refused("not-in-hand"):
        game.pass_cards(1, "QS QS")
    with refused("pass-count"):
        dealt(TWO_LEFT, {0: "QS QS 2D"}).pass_cards(0, "QS QS 2D")


def test_a_pass_among_eight() -> None:
    rules = attrs.evolve(
        CANCELLATION, passing=Cycle((Toward(2, 2),)), players=8, opening=EldestLeads()
    )
    game = Game.new(rules, 8).deal(seed=5)
    pair = next(
        (seat, card)
        for seat in range(8)
        for card in game.view(seat).hand
        if game.view(seat).hand.count(card) == 2
    )
    seat, card = pair
    before = game.view((seat + 2) % 8).hand.count(card)
    game = game.pass_cards(seat, [card, card])
    for other in game.to_act:
        game = game.pass_cards(other, game.view(other).hand.without(card)[:2])
    assert game.view(seat).hand.count(card) == 0
    assert game.view((seat + 2) % 8).hand.count(card) == before + 2


def test_both_in_one_trick_and_pile_cost_26() -> None:
    game = dealt(FREE, {0: "2S", 1: "QS", 2: "QS", 3: "KS"})
    for card in ("2S", "QS", "QS", "KS"):
        game = game.play(card)
    for seat in (0, 1, 2, 3, None):
        table = game.view(seat).table
        assert table.tricks[0].cards == in_order("2S QS QS KS")
        assert table.piles == (Cards(), Cards(), Cards(), Cards("2S QS QS KS"))
        assert table.last_taken.count("QS") == 2
    assert sum(map(FREE.in_force.points, game.view(None).table.piles[3])) == 26
    sheet = score_hand(FREE, taken=["", "QS QS", "AH AH", "QH"], partial=True)
    assert sheet.totals == (0, 26, 2, 1)
    assert [line.reason for line in sheet.of(1)] == ["took QS QS"]
    with pytest.raises(HeartsError, match="given more often than the pack has"):
        score_hand(FREE, taken=["QS QS", "QS", "", ""])


def test_positions_with_more_than_two_are_refused() -> None:
    with pytest.raises(HeartsError, match="given more often than the pack has"):
        legal_plays(FREE, hand="QS QS", played="QS", players=4)
    assert legal_plays(FREE, hand="QS", played="QS 2C 3C 4C", players=4) == Cards("QS")


def test_of_equal_cards_the_first_or_the_last_wins() -> None:
    holding = {0: "2S", 1: "AS", 2: "AS", 3: "KS"}
    for last, winner in ((False, 1), (True, 2)):
        rules = attrs.evolve(FREE, tricks=HighestOfSuitLed(Equals.LAST if last else Equals.FIRST))
        game = dealt(rules, holding)
        for card in ("2S", "AS", "AS", "KS"):
            game = game.play(card)
        assert game.to_act == (winner,)
        assert len(game.view(None).table.piles[winner]) == 4
    text = " ".join(attrs.evolve(FREE, tricks=HighestOfSuitLed(Equals.LAST)).describe().split())
    assert "Of equal cards, the last played wins." in text
    assert "Of equal cards, the first played wins." in " ".join(FREE.describe().split())


def test_deals_that_are_not_the_pack_are_refused() -> None:
    hands = list(every_hand(dealt(FREE, {0: "QS QS 2D", 1: "KS", 2: "2C 3C"})))
    more = [hands[0] - "2D" + "QS", *hands[1:]]
    with pytest.raises(HeartsError, match="2D missing; QS too many"):
        Game.new(FREE, 4).deal(hands=more)
    fewer = [hands[0] - "QS" + "KS", *hands[1:]]
    with pytest.raises(HeartsError, match="QS missing; KS too many"):
        Game.new(FREE, 4).deal(hands=fewer)
    with pytest.raises(HeartsError, match="missing"):
        Game.new(FREE, 4).deal(order=PACK)
    with pytest.raises(HeartsError, match="too many"):
        Game.new(FREE, 4).deal(order=PACK * 3)
    moved = [hands[0] - "QS" - "QS" + "2C 3C", hands[1], hands[2] - "2C 3C" + "QS QS", hands[3]]
    assert every_hand(Game.new(FREE, 4).deal(hands=moved)) == tuple(moved)
    assert Game.new(FREE, 4).deal(order=PACK * 2).view(0).hand.count("2C") == 2


@pytest.mark.parametrize("players", range(5, 12))
def test_kitties_that_are_not_the_rest_are_refused(players: int) -> None:
    game = Game.new(CANCELLATION, players)
    deal = game.deal(seed=players).deals[0]
    assert game.apply(deal).deals == (deal,)
    if not deal.kitty:
        return
    doubled = next(card for card in PACK if card not in deal.kitty)
    with pytest.raises(HeartsError, match="too many"):
        game.apply(Deal(deal.hands, (doubled, *deal.kitty[1:])))
    with pytest.raises(HeartsError, match="the kitty has"):
        game.apply(Deal(deal.hands, deal.kitty[1:]))


@pytest.mark.parametrize("packs", [0, 9, -1, 100])
def test_none_or_nine_packs_are_refused(packs: int) -> None:
    with pytest.raises(RulesError, match="packs must be a whole number"):
        Pack(packs=packs)


@pytest.mark.parametrize("packs", range(1, 9))
def test_one_to_eight_packs(packs: int) -> None:
    rules = attrs.evolve(PLAIN, deck=Pack(packs=packs))
    cards = rules.deck.cards(4)
    assert len(cards) == 52 * packs
    assert all(cards.count(card) == packs for card in PACK)
    game = Game.new(rules, 4).deal(seed=packs)
    assert sum(every_hand(game), Cards()) == cards
    assert len(rules.in_force.penalty_cards(4)) == 14 * packs


@pytest.mark.parametrize(
    ("play", "hand", "trick", "played", "left"),
    [
        (QueenWhenSafe(), "QS QS 3S 2D", "KS", "", "QS QS"),
        (QueenWhenSafe(), "QS QS 3S 2D", "2C", "", "QS QS"),
        (QueenWhenSafe(), "QS QS 3S 2D", "JS", "", "QS QS 3S"),
        (HeartsMustBeBroken(), "2D 2D QS QS 2H 2H", "", "3C 4C 5C 6C", "2D 2D QS QS"),
        (HeartsMustBeBroken(), "2H 2H 3H", "", "3C 4C 5C 6C", "2H 2H 3H"),
        (HeartsMustBeBroken(), "2D 2H 2H", "", "3C 4C 5C AH", "2D 2H 2H"),
        (HeartsMustBeBroken(HEARTS, "QS"), "QS QS 2H 2H", "", "3C", "QS QS 2H 2H"),
        (HeartsMustBeBroken(HEARTS, "QS"), "2C 2C QS QS 2H", "", "3C", "2C 2C QS QS"),
        (HeartsNeverLed(), "2D 2D 2H 2H", "", "AH", "2D 2D"),
        (NoPenaltyOnFirstTrick(HEARTS | "QS"), "QS QS 2H 2D 2D", "2C", "", "2D 2D"),
        (NoPenaltyOnFirstTrick(HEARTS | "QS"), "QS QS 2H 2H", "2C", "", "QS QS 2H 2H"),
        (NoDiscardOf("QS"), "QS QS 2D 2D", "2C", "", "2D 2D"),
        (NoDiscardOf("QS"), "QS QS", "2C", "", "QS QS"),
        (NoDiscardOf("QS QS"), "QS QS 2D", "2C", "", "2D"),
    ],
)
def test_rules_leave_both_copies_or_neither(
    play: PlayRule, hand: str, trick: str, played: str, left: str
) -> None:
    assert legal(hand, play, trick=trick, played=played) == Cards(left)


def test_following_suit_leaves_both() -> None:
    assert legal("QS QS 2S 2D 2D", trick="3S") == Cards("QS QS 2S")
    assert legal("2D 2D AH AH", trick="3S") == Cards("2D 2D AH AH")


def test_lead_of_the_suit_played_last_leaves_both() -> None:
    rules = attrs.evolve(FREE, play=(FollowSuit(), LeadSuitOfLastCard()))
    game = dealt(rules, {0: "AS QS QS", 1: "2S", 2: "3S", 3: "4S"})
    for card in ("AS", "2S", "3S", "4S"):
        game = game.play(card)
    assert game.to_act == (0,)
    assert game.legal_plays() == game.view(0).hand.of(Card("QS").suit)
    assert game.legal_plays().count("QS") == 2


@pytest.mark.parametrize(
    ("opening", "card", "left"),
    [
        (LowestClubLeads(), "2C", "2C 2C"),
        (LowestClubLeads(any_club=True), "2C", "2C 2C 5C"),
        (HolderLeads("2S"), "2S", "2S 2S"),
    ],
)
def test_the_opening_lead_may_be_either_copy(opening: Opening, card: str, left: str) -> None:
    rules = attrs.evolve(FREE, opening=opening)
    others = "7D 7D 8D 8D 9D 9D TD TD JD JD QD QD KD KD AD AD 2D 2D 3D 3D"
    clubs = " ".join(["5C"] * (card == "2C"))
    hand = f"{card} {card} {clubs} {others}"
    hand += " 3S 3S 4S 4S 6S 6S"[: 3 * (26 - len(Cards(hand)))]
    game = dealt(rules, {2: hand})
    assert game.to_act == (2,)
    assert game.legal_plays() == Cards(left)
    assert game.play(card, 2).view(2).hand.count(card) == 1
    for dealer, leader in ((3, 1), (0, 1), (1, 3), (2, 3)):
        apart = dealt(rules, {1: card, 3: card})
        again = Game.new(rules, 4, dealer=dealer).deal(hands=every_hand(apart))
        assert again.to_act == (leader,)
        assert again.legal_plays() >= Cards(card)


def test_what_is_shown_keeps_its_double() -> None:
    rules = attrs.evolve(FREE, showing=ShowHandOfHearts())
    hearts = " ".join(map(str, HEARTS))
    game = dealt(rules, {0: "2C", 1: f"{hearts} {hearts}"}).play("2C", 0).play("AH", 1)
    for seat in (0, 1, 2, 3, None):
        assert game.view(seat).shown[1] == Cards([*HEARTS, *HEARTS]) - "AH"
        assert game.view(seat).shown[1].count("AH") == 1


def both(rules: Rules) -> Cards:
    """All the penalty cards of two packs."""
    return rules.in_force.penalty_cards(4)


def test_the_moon_of_two_packs_needs_28_cards_and_is_worth_52() -> None:
    rules = attrs.evolve(FREE, moon=ShootTheMoon(points=None))
    everything = both(rules)
    assert len(everything) == 28
    assert score_hand(rules, taken=["", everything, "", ""], moon="add").totals == (52, 0, 52, 52)
    down = score_hand(rules, taken=["", everything, "", ""], moon="subtract")
    assert down.totals == (0, -52, 0, 0)
    usual = attrs.evolve(FREE, moon=ShootTheMoon())
    assert score_hand(usual, taken=["", everything, "", ""], moon="add").totals == (26, 0, 26, 26)


@pytest.mark.parametrize("kept", [*map(str, HEARTS), "QS", "QS QS", "2H 2H"])
def test_one_of_the_28_elsewhere_and_there_is_no_moon(kept: str) -> None:
    rules = attrs.evolve(FREE, moon=ShootTheMoon(points=None))
    points = sum(map(rules.in_force.points, in_order(kept)))
    taken = [Cards(), both(rules) - kept, Cards(kept), Cards()]
    assert score_hand(rules, taken=taken).totals == (0, 52 - points, points, 0)


def test_a_moon_shot_with_all_the_clubs() -> None:
    rules = attrs.evolve(PLAIN, moon=ShootTheMoon(points=None))
    suits = {
        seat: " ".join(2 * [str(card) for card in PACK[13 * seat : 13 * seat + 13]])
        for seat in range(4)
    }
    game = dealt(rules, suits)
    assert game.legal_plays() == Cards("2C 2C")
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert (game.phase.name, game.to_act) == ("moon", (0,))
    assert game.view(None).table.piles[0] == rules.deck.cards(4)
    assert game.choose_moon("add").score().scores == (0, 52, 52, 52)
    assert game.choose_moon("subtract").score().scores == (-52, 0, 0, 0)


KITTY = KittyTo(exchanged=True)


def test_a_position_after_a_trick_that_nobody_won() -> None:
    hands = ["3C", "4C", "6C", "7C", "8C", "9C"]
    waive = ["card-count", "illegal-play", "kitty-size", "opening-leader"]
    game = Game.new(CANCELLATION, 6).set_up(hands, leader=2, tricks=[DEAD], waive=waive)
    assert game.to_act == (2,)
    assert not any(game.view(None).table.piles)


def test_the_kitty_has_a_second_copy_of_a_card_in_the_hand() -> None:
    hands = "2C AC 5C", "3C 6C QS", "4C 8C 2H"
    pack = Cards([*PACK, *PACK])
    rules = attrs.evolve(
        CANCELLATION,
        players=3,
        deck=Pack(packs=2, removals=Removals({3: pack - Cards([*hands, "5C"])}), kitty=1),
        kitty=KITTY,
    )
    game = Game.new(rules).deal(hands=hands, kitty="5C")
    for card in "AC", "3C", "4C":
        game = game.play(card)
    game = game.lay_down("2C").play("5C")
    assert game.view(0).hand == Cards("5C")


def test_two_queens_in_a_record() -> None:
    game = dealt(TWO_LEFT, {0: "QS QS", 1: "KS KS", 2: "2H 2H", 3: "AS AS"})
    for seat, cards in enumerate(("QS QS", "KS KS", "2H 2H", "AS AS")):
        game = game.pass_cards(seat, cards)
    text = record.dumps(game)
    assert '"QS QS"' in text
    assert record.loads(text).view(1).hand.count("QS") == 2
    assert pickle.loads(pickle.dumps(Cards("QS QS"))) == Cards("QS QS")
    with pytest.raises(HeartsError, match="QS is given three times; seat 0 holds it twice"):
        record.loads(text.replace('"QS QS"', '"QS QS QS"'))


def test_two_queens_as_text() -> None:
    tricks = (DEAD, "8C KC 9C JC 6C TC", "3S QS QS KS 2S 2S")
    game = round_after(just(CANCELLATION, 6, *tricks), 6, *tricks)
    lines = round_text(game).splitlines()
    assert sum("nobody wins it" in line for line in lines) == 1
    assert sum(line.count("[") for line in lines) == 3
    assert game.sheet is not None
    assert game.sheet.totals == (0, 2, 0, 0, 26, 0)
    assert "took Q♠ Q♠" in round_text(game)
    held = dealt(FREE, {0: "QS QS"})
    while held.phase.name == "play":
        held = held.play(held.legal_plays()[0])
    if held.phase.name == "moon":
        held = held.choose_moon("add")
    assert "Q Q" in next(line for line in round_text(held).splitlines() if "seat 0" in line)


def test_a_round_goes_on_while_what_counts_waits() -> None:
    tricks = ("5D 5D AH QS", "3C 4C 6C 7C", "2S 3S 4S 5S")
    rules = attrs.evolve(just(CANCELLATION, 4, *tricks), round_end=EndsWhenNothingCounts())
    game = round_after(rules, 4, tricks[0])
    assert game.phase.name == "play"
    assert game.view(None).table.waiting == Cards("5D 5D QS AH")
    game = round_after(rules, 4, *tricks[:2])
    assert game.phase.name == "score"
    assert game.view(None).table.piles[3] == Cards("5D 5D AH QS 3C 4C 6C 7C")
    assert len(game.view(None).table.tricks) == 2
    assert game.score().scores == (0, 0, 0, 14)
    assert read_back(written_down(game), rules).sheet == game.sheet


def test_a_round_ends_with_the_second_copy_taken() -> None:
    tricks = ("QS 2S 3S KS", "QS 4S 5S AS", "2C 3C 4C 5C")
    rules = attrs.evolve(just(CANCELLATION, 4, *tricks), round_end=EndsWhenNothingCounts())
    assert round_after(rules, 4, tricks[0]).phase.name == "play"
    game = round_after(rules, 4, *tricks[:2])
    assert game.phase.name == "score"
    assert game.score().scores == (0, 0, 13, 13)


CLAIMS = attrs.evolve(CANCELLATION, round_end=PlayedOut(claims=True))


def accepted(game: Game, seat: int) -> Game:
    """The game after a claim that all others accept."""
    game = game.claim(seat)
    for other in game.to_act:
        game = game.answer(other, accepts=True)
    return game


@pytest.mark.parametrize(("trick", "seat"), [("", 0), ("8C", 1), ("8C KC 3C", 3)])
def test_a_claim_while_cards_wait(trick: str, seat: int) -> None:
    game = round_after(CLAIMS, 6, DEAD, *filter(None, [trick]), kitty="QS 4D")
    assert game.to_act == (seat,)
    assert game.view(None).table.waiting == Cards(DEAD)
    done = accepted(game, seat)
    assert done.phase.name == "score"
    whole = CLAIMS.deck.cards(6)
    assert won(done) == tuple(whole if each == seat else Cards() for each in range(6))
    assert done.sheet is not None
    assert done.sheet.totals == tuple(52 if each == seat else 0 for each in range(6))
    assert done.view(None).kitty_size == 0
    assert record.loads(record.dumps(done)) == done
    assert not done.view(None).table.waiting
    refusing = game.claim(seat).answer((seat + 1) % 6, accepts=False)
    assert refusing.view(None).table.waiting == Cards(DEAD)
    assert refusing.to_act == (seat,)


def test_a_claim_after_tricks_were_taken() -> None:
    game = round_after(CLAIMS, 6, "3C 4C 6C 7C 8C KC", "9C QS QS 9C 5H 5H", kitty="6D 7D")
    assert game.to_act == (5,)
    assert game.view(None).table.waiting == Cards("9C QS QS 9C 5H 5H")
    game = game.play(game.legal_plays()[0])
    seat = game.to_act[0]
    done = accepted(game, seat)
    first = Cards("3C 4C 6C 7C 8C KC 6D 7D")
    assert won(done)[5] == first
    assert won(done)[seat] == CLAIMS.deck.cards(6) - first
    assert sum(won(done), Cards()) == CLAIMS.deck.cards(6)
    assert done.sheet is not None
    assert sum(done.sheet.totals) == 52


@pytest.mark.parametrize(
    ("rule", "trick", "struck"),
    [
        (rules.CANCELLING, "KD 3D KD", (0, 2)),
        (rules.CANCELLING, "KD 3D KD 3D 2S 2S", (0, 1, 2, 3, 4, 5)),
        (rules.CANCELLING, "KD KD 3D KD", (0, 1)),
        (rules.HighestOfSuitLed(Equals.ALL_CANCEL), "KD KD 3D KD", (0, 1, 3)),
        (rules.HighestOfSuitLed(Equals.LAST), "KD KD", ()),
        (rules.BoosterNines(rules.CANCELLING), "9D KD 9D", (0, 2)),
        (rules.BoosterNines(), "KD KD", ()),
    ],
)
def test_cancelled_cards_are_named_by_their_places(
    rule: rules.TrickRule, trick: str, struck: tuple[int, ...]
) -> None:
    rulebook = attrs.evolve(CANCELLATION, tricks=rule)
    cards = tuple(map(Card, trick.split()))
    assert rulebook.in_force.cancelled(Trick(0, 6, cards)) == struck


def test_a_cancelled_card_never_wins() -> None:
    struck_out = 0
    for seed in range(20):
        game, rng = Game.new(CANCELLATION, 7).deal(seed=seed), Random(seed)
        while game.to_act:
            game = game.apply(rng.choice(game.legal_moves()))
        for trick in game.table.tricks[:-1]:
            struck = {trick.seat_of(place) for place in CANCELLATION.in_force.cancelled(trick)}
            struck_out += len(struck)
            assert trick.taker not in struck
    assert struck_out > 100


def test_an_empty_trick_cancels_nothing() -> None:
    assert Game.new(variants.get("barbu")).view(0).cancelled == ()
    assert variants.get("cancellation").in_force.cancelled(Trick(0, 4)) == ()
