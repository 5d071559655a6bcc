"""Charged cards beside other chapters: two packs, a kitty, hands that are shown, records."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    ChooseCards,
    Game,
    HeartsError,
    IllegalMove,
    Rules,
    RulesError,
    record,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK, Suit
from heartslib.moves import Charge, LayDown, Pass, Play
from heartslib.rules import (
    HEARTS_ONE_QUEEN_13,
    NO_PASSING,
    TURBO_CHARGES,
    Charges,
    Cycle,
    EldestLeads,
    KittyTo,
    NoCharging,
    NoMoon,
    Pack,
    Removals,
    Scatter,
    ScoreMultiplier,
    ShowHandOfHearts,
)
from heartslib.show.svg import table_svg
from heartslib.show.telling import Voice, sentences
from tests.helpers.positions import AMERICAN, may
from tests.helpers.rounds import cards, play_on, refused, round_after
from tests.helpers.written import read_back, written_down

TURBO = variants.get("turbo")
ANY_NUMBER = attrs.evolve(TURBO_CHARGES, each=None)
KITTY = "3C 9D 5D 8C"
SHOWS = attrs.evolve(
    TURBO,
    name="A kitty card with each trick, and a hand of hearts shown",
    charging=ANY_NUMBER,
    deck=Pack(kitty=4),
    kitty=KittyTo(share=1, exchanged=True),
    opening=EldestLeads(),
    showing=ShowHandOfHearts(),
    moon=NoMoon(),
)


def test_one_of_two_copies_is_charged() -> None:
    rules = attrs.evolve(TURBO, deck=Pack(packs=2), charging=ANY_NUMBER, passing=NO_PASSING)
    held = [Cards("QS QS AH"), Cards("JD"), Cards(), Cards()]
    for card in rules.deck.cards(4) - sum(held, Cards()):
        seat = min(range(4), key=lambda seat: len(held[seat]))
        held[seat] += card
    game = Game.new(rules, 4).deal(hands=held)
    assert may(game.view(0)).count("QS") == 1
    with refused("charged-already"):
        game.charge(0, "QS QS")
    charged = [move for move in game.legal_moves() if isinstance(move, Charge) and move.seat == 0]
    assert Charge(0, "QS AH") in charged
    assert all(move.cards.count("QS") < 2 for move in charged)
    game = game.charge(0, "QS AH")
    assert game.view(3).shown[0] == Cards("QS AH")
    assert "QS" in game.view(1).table.all_charged


def test_only_charges_are_made_while_there_are_answers_to_come() -> None:
    game = Game.new(attrs.evolve(TURBO, passing=NO_PASSING)).deal(seed=1)
    for move in (Play(0, "2C"), Pass(0, "2C 3C 4C"), LayDown(0, "2C")):
        with refused("phase"):
            game.apply(move)


def shown_hand() -> Game:
    """Seat 3 has charged and shown its hearts, then taken a trick, and a kitty card with it."""
    game = round_after(
        SHOWS,
        4,
        "2C 4C 6C 2H",
        kitty=KITTY,
        holding={2: "3H", 3: "4H..AH"},
        charged={3: "AH"},
    )
    for seat in range(3):
        assert game.view(seat).shown[3] == cards("4H..AH")
    assert game.to_act == (2,)
    return game.lay_down("3C").play("3H", 2).play("4H", 3).play("2D", 0).play("4S", 1)


def test_a_shown_hand_with_a_kitty_card_in_it_is_closed_but_for_charged_cards() -> None:
    game = shown_hand()
    assert (game.phase.name, game.to_act) == ("kitty", (3,))
    after = game.lay_down("9D")
    assert after.view(0).shown[3] == Cards("AH")
    assert after.view(0).table.charged[3] == Cards("AH")
    other = game.lay_down("5H")
    assert other.view(0) == after.view(0)
    assert other.view(3).hand == Cards("9D") + cards("6H..AH")
    assert other.play("AH", 3).view(0).shown[3] == Cards()


def test_a_charged_card_is_not_laid_down_for_the_kitty() -> None:
    game = shown_hand()
    with refused("charged-card"):
        game.lay_down("AH")
    laid_down = {move.cards for move in game.legal_moves() if isinstance(move, LayDown)}
    assert laid_down == {Cards(card) for card in (*cards("5H..KH"), Card("9D"))}


@pytest.mark.parametrize(("each", "most"), [(1, 1), (2, 2), (9, 2), (None, 2)])
def test_nobody_charges_more_cards_than_there_are_to_charge(each: int | None, most: int) -> None:
    charging = Charges({"QS": "QS", "AH": HEARTS}, each=each)
    assert charging.most(Cards()) == most
    assert charging.most(Cards("AH")) == most - 1


@pytest.mark.parametrize("each", [1, 2, None])
def test_a_round_in_which_charging_was_reopened_is_recorded(each: int | None) -> None:
    charging = attrs.evolve(TURBO_CHARGES, each=each, reopens=True)
    rules = attrs.evolve(TURBO, charging=charging, passing=NO_PASSING, moon=NoMoon())
    hands = round_after(rules, 4, holding={0: "AH JD", 2: "QS"}).deals[0].hands
    game = Game.new(rules).deal(hands=hands)
    game = game.charge(0).charge(1).charge(3).charge(2, "QS")
    assert game.to_act == (0, 1, 3)
    game = game.charge(0, "AH")
    for seat in game.to_act:
        game = game.charge(seat)
    game = play_on(game, 52)
    value = written_down(game)
    assert value["charged"] == ["AH", "", "QS", ""]
    assert read_back(value, rules) == game
    assert game.sheet is not None
    assert any(line.reason == "took QS, doubled by a charge" for line in game.sheet.lines)
    assert record.loads(record.dumps(game)) == game


@pytest.mark.parametrize("passing", [TURBO.passing, Cycle((Scatter(),))])
def test_passes_are_written_in_the_order_of_seats(passing: Cycle) -> None:
    rules = attrs.evolve(TURBO, charging=None, passing=passing, moon=NoMoon())
    game = Game.new(rules).deal(seed=3)
    for seat in (2, 0, 3, 1):
        hand, to = game.view(seat).hand, game.view(seat).passes_to
        several = {taker: hand[place] for place, (taker, _) in enumerate(to)}
        game = game.pass_cards(seat, several if len(to) > 1 else hand[:3])
    game = play_on(game, 52)
    assert read_back(written_down(game), rules).sheet == game.sheet


def test_a_card_that_multiplies_costs_nothing_itself() -> None:
    multiplier = ScoreMultiplier("TC")
    assert multiplier.needs.values == ()
    rules = attrs.evolve(TURBO, scoring=(HEARTS_ONE_QUEEN_13, multiplier), bonuses=())
    assert rules.in_force.points(Card("TC")) == 0
    assert "TC" not in rules.in_force.penalty_cards(4)
    assert "TC" in rules.in_force.counting_cards(4)
    sheet = score_hand(rules, taken=["QS TC", HEARTS, "", ""], charged="TC")
    assert sheet.totals == (52, 13, 0, 0)


def many() -> Rules:
    """Eight players who each pass a card to every other."""
    return attrs.evolve(variants.get("cancellation"), passing=Cycle((Scatter(),)))


def test_more_moves_than_can_be_listed_can_still_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heartslib.game.MOST_MOVES", 1000)
    game = Game.new(many(), 8).deal(seed=1)
    with pytest.raises(HeartsError, match="more than 1000 legal moves in phase 'pass'"):
        game.legal_moves()
    hand = game.view(0).hand
    game = game.pass_cards(0, {seat: hand[seat] for seat in range(1, 8)})
    assert game.to_act == (1, 2, 3, 4, 5, 6, 7)
    with refused("not-in-hand"):
        game.pass_cards(1, dict.fromkeys((0, 2, 3, 4, 5, 6, 7), "AS"))


def test_effects_may_be_given_as_pairs() -> None:
    assert Charges([("QS", "QS"), ("JD", "JD")]) == Charges({"jd": "JD", "qs": "QS"})  # type: ignore[arg-type]


ANY_TIME = Charges({"QS": "QS", "JD": "JD"}, late=True)
LATE = attrs.evolve(TURBO, passing=NO_PASSING, charging=ANY_TIME)
HOLDING = ["QS", "JD", "", ""]


def late_game() -> Game:
    """Nobody has answered yet; seat 0 has the queen and seat 1 the jack."""
    game = round_after(LATE, 4, holding=dict(enumerate(HOLDING)), charged=None)
    return game.at(1)


def test_a_seat_that_has_declined_may_charge_while_others_are_asked() -> None:
    game = late_game().charge(0).charge(1)
    assert game.to_act == (2, 3)
    view = game.view(0)
    assert isinstance(view.question, ChooseCards)
    assert (str(view.question.among), view.question.counts) == ("QS", (1,))
    assert not view.is_my_turn
    assert Charge(0, "QS") in game.legal_moves()
    assert Charge(0) not in game.legal_moves()
    after = game.charge(0, "QS")
    assert after.to_act == (2, 3)
    assert after.table.charged[0] == Cards("QS")
    assert after.view(0).question is None
    with pytest.raises(IllegalMove, match="seat 0 has answered already"):
        game.charge(0)
    with pytest.raises(IllegalMove, match="QS has been charged already"):
        after.charge(0, "QS")
    done = after.charge(2).charge(3)
    assert done.phase.name == "play"


def test_where_charges_are_not_late_an_answer_is_final() -> None:
    rules = attrs.evolve(LATE, charging=attrs.evolve(ANY_TIME, late=False))
    game = Game.new(rules, 4).deal(hands=late_game().hands).charge(0)
    assert game.view(0).question is None
    assert not any(move.seat == 0 for move in game.legal_moves() if isinstance(move, Charge))
    with pytest.raises(IllegalMove, match="seat 0 has answered already"):
        game.charge(0, "QS")


def test_the_rulebook_says_that_charges_may_be_late() -> None:
    said = "A player who has declined may still charge until everyone has answered."
    assert said in LATE.describe().replace("\n  ", " ")
    assert said not in TURBO.describe().replace("\n  ", " ")


def test_a_charge_costs_nothing_where_nobody_charges() -> None:
    assert AMERICAN.in_force.points(Card("QS"), Cards("QS")) == 13
    turbo = variants.get("turbo")
    assert turbo.in_force.points(Card("QS"), Cards("QS")) == 2 * turbo.in_force.points(Card("QS"))


def test_a_charge_of_a_card_that_is_not_in_the_pack() -> None:
    with pytest.raises(RulesError, match=r"not in the pack: TC \(charging\)"):
        attrs.evolve(
            AMERICAN,
            players=4,
            charging=Charges({"TC": "QS"}),
            deck=Pack(removals=Removals({4: "TC 2C 3C 4C"})),
        ).check_players(4)


def test_nothing_is_added_to_the_line_of_a_card_that_is_not_charged() -> None:
    rules = attrs.evolve(AMERICAN, charging=Charges({"AH": "AH"}))
    sheet = score_hand(rules, taken=["QS", "2H KH AH", "", ""], charged="AH", partial=True)
    assert [(line.seat, line.points, line.reason) for line in sheet.lines] == [
        (0, 13, "took QS"),
        (1, 2, "took 2H KH"),
        (1, 2, "took AH, doubled by a charge"),
    ]


def test_none_is_no_charging_in_code_and_in_older_files() -> None:
    rules = attrs.evolve(TURBO, charging=None)
    assert rules.charging == NoCharging()
    assert "Charging" not in rules.describe()
    written = json.loads(record.dumps_rules(rules))
    assert written["rules"]["charging"] == {"rule": "NoCharging", "name": "no-charging"}
    written["rules"]["charging"] = None
    assert record.loads_rules(json.dumps(written)) == rules


def test_nothing_is_charged_unless_cards_are_named() -> None:
    game = Game.new(attrs.evolve(variants.get("turbo"), passing=NO_PASSING)).deal(seed=1)
    assert game.charge(0) == game.charge(0, "")
    with pytest.raises(IllegalMove) as error:
        game.charge(0, PACK)
    assert error.value.legal == Cards()


def test_one_card_may_be_charged() -> None:
    rules = attrs.evolve(
        AMERICAN, passing=NO_PASSING, charging=Charges({"AH": "AH", "QS": "QS"}, each=1)
    )
    others = [card for card in PACK if card not in Cards("AH QS")]
    hands = [Cards(["AH QS", *others[:11]]), *(Cards(others[n : n + 13]) for n in (11, 24, 37))]
    with pytest.raises(IllegalMove) as error:
        Game.new(rules).deal(hands=hands).charge(0, "AH QS")
    assert str(error.value) == "seat 0 charges QS AH: seat 0 may charge 1 card, not 2"


def test_a_card_may_not_be_charged_twice_over() -> None:
    rules = attrs.evolve(
        AMERICAN,
        players=6,
        deck=Pack(packs=2, removals=Removals({6: "2C 2D"})),
        passing=NO_PASSING,
        charging=Charges({"QS": "QS"}, each=None),
    )
    pack = rules.deck.cards(6)
    rest = list(pack - Cards("QS QS"))
    hands = [Cards(["QS", "QS", *rest[:15]])]
    hands += [Cards(rest[at : at + 17]) for at in range(15, 100, 17)]
    game = Game.new(rules).deal(hands=hands)
    with pytest.raises(IllegalMove, match="only one copy of a card can be charged"):
        game.charge(0, "QS QS")


GONG_ZHU = variants.get("gong_zhu")


def test_a_game_that_exposes_says_so() -> None:
    names = ["Ann", "Ben", "Cem", "Dora"]
    game = Game.new(GONG_ZHU, names=names).deal(hands=[Cards(PACK).of(suit) for suit in Suit])
    view = game.view(3)
    assert (view.question.verb, view.task) == ("expose", "expose cards")  # type: ignore[union-attr]
    assert game.explain("KH").reason == "cards must be shown or declined first"  # type: ignore[union-attr]
    with pytest.raises(IllegalMove, match="only TC JD QS AH can be exposed"):
        game.charge(3, "KH")
    after = game.charge(3, "AH")
    (event, *_) = after.events(3, game)
    assert list(sentences(after.view(0), event, Voice())) == ["Dora exposes A♥."]
    assert "Exposed: Dora A♥" in str(after)
    assert "exposed A♥" in table_svg(after)
    reason = after.charge(0).charge(1).charge(2, "QS").explain("QS")
    assert reason is not None
    assert reason.reason.startswith("QS is exposed: ")
    assert "You may not play an exposed card the first time" in GONG_ZHU.describe()
    assert "a charged card" in GONG_ZHU.play[1].describe(4), "by itself"


def test_the_word_for_charging_is_one_of_two() -> None:
    with pytest.raises(RulesError, match="verb must be 'charge' or 'expose', not 'show'"):
        Charges({"QS": "QS"}, verb="show")
    said = Charges({"QS": "QS"}, reopens=True, late=True, verb="expose").describe(4)
    assert "charg" not in said
    assert "Once somebody exposes, everyone else may expose again." in said
    assert "For that round, exposing Q♠ doubles what that card does." in said


def test_nothing_counts_more_where_nobody_charges() -> None:
    piles = (Cards("QS"), Cards(), Cards(), Cards())
    assert AMERICAN.in_force.finished(piles, charged=Cards("QS")).factors == ()
    assert variants.get("turbo").in_force.finished(piles).factors == ()
    charged = variants.get("turbo").in_force.finished(piles, charged=Cards("QS"))
    assert charged.factors == ((Card("QS"), 2),)


@pytest.mark.parametrize(
    ("doubled", "effects"),
    [
        ({"QS": "QS"}, "charging Q♠ doubles what that card does"),
        ({"QS": "KS"}, "charging Q♠ doubles K♠"),
        (
            {"QS": "QS", "AH": "AH", "TC": "KS"},
            "charging Q♠ or A♥ doubles what that card does; charging 10♣ doubles K♠",
        ),
    ],
)
def test_what_a_charge_doubles_is_described(doubled: dict[Card | str, Any], effects: str) -> None:
    assert Charges(doubled).describe(4).endswith(f" For that round, {effects}.")
