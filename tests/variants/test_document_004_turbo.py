"""Document 004, "Hearts" (pagat.com): Turbo Hearts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import attrs
import pytest

from heartslib import (
    HEARTS,
    Card,
    Cards,
    Game,
    HeartsError,
    Rules,
    Suit,
    Trick,
    score_hand,
    variants,
)
from heartslib.cards import in_order
from heartslib.moves import Charge
from heartslib.rules import (
    NEGATE,
    NO_PASSING,
    TURBO_CHARGES,
    BoosterNines,
    Charges,
    ShootTheMoon,
)
from tests.helpers.positions import may
from tests.helpers.rounds import (
    OPENING,
    SEATS,
    finished,
    first_hand,
    hands,
    hold_hand,
    lay_down,
    piles,
    play_on,
    refused,
    round_after,
    rulebooks,
    totals,
)

pytestmark = rulebooks("turbo", "turbo_booster")

FIRST = "2C 3C 4C AC"
"""A first trick without points: seat 0 leads it, seat 3 takes it."""

MOON = "2H..AH QS"
ONE_EACH = {0: "AH", 1: "QS", 2: "JD", 3: "TC"}


def test_004_turbo_05_after_the_pass_before_the_lead(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": charging comes after the pass and before the first lead."""
    game = Game.new(rules)
    with refused("phase"):
        game.charge(0)
    game = game.deal(seed=1)
    assert game.phase.name == "pass"
    with refused("phase"):
        game.charge(0)
    game = lay_down(game, 0, 1, 2)
    assert game.phase.name == "pass"
    game = lay_down(game, 3)
    assert (game.phase.name, game.to_act) == ("charge", (0, 1, 2, 3))
    with refused("phase"):
        game.play("2C")
    game = answered(game)
    assert game.phase.name == "play"
    leader = game.to_act[0]
    game = game.play("2C")
    for seat in (leader, (leader + 1) % 4):
        with refused("phase"):
            game.charge(seat, "")


def test_004_turbo_05_on_a_hold_hand_after_the_deal(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": if no cards are passed, charging follows the deal."""
    game = hold_hand(rules, {})
    assert (game.phase.name, game.to_act) == ("charge", (0, 1, 2, 3))
    assert answered(game).phase.name == "play"


def test_004_turbo_05_what_was_passed_is_charged_by_its_receiver(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": cards are charged from the hands after the pass."""
    game = first_hand(rules, {0: "QS KS AS"}).pass_cards(0, "QS KS AS")
    game = lay_down(game, 1, 2, 3)
    assert may(game.view(1)) >= Cards("QS")
    assert game.charge(1, "QS").view(None).table.charged[1] == Cards("QS")
    with refused("not-in-hand"):
        game.charge(0, "QS")


def test_004_turbo_06_one_of_four_cards_or_none(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": each may charge one of AH, QS, JD and TC, or none (A35)."""
    game = hold_hand(rules, {0: "AH QS 5C", 1: "JD", 2: "TC"})
    for chosen in ("AH", "QS", ""):
        assert game.charge(0, chosen).to_act == (1, 2, 3)
    with refused("charge-count"):
        game.charge(0, "AH QS")
    with refused("not-chargeable"):
        game.charge(0, "5C")
    with refused("not-in-hand"):
        game.charge(0, "JD")
    everyone = answered(game, {0: "AH", 1: "JD", 2: "TC"})
    assert everyone.phase.name == "play"
    assert everyone.view(None).table.charged == (*map(Cards, ("AH", "JD", "TC", "")),)


def test_004_turbo_06_no_other_card(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": just these four cards can be charged, by any seat."""
    for seat in SEATS:
        game = hold_hand(rules, {seat: "AH QS JD TC"})
        charges = {move for move in game.legal_moves() if isinstance(move, Charge)}
        nothing = {Charge(other, "") for other in SEATS}
        assert charges == nothing | {Charge(seat, card) for card in Cards("AH QS JD TC")}
        for card in game.view(seat).hand - "AH QS JD TC":
            with refused("not-chargeable"):
                game.charge(seat, [card])


def test_004_turbo_07_face_up_before_its_player(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": a charged card is laid face up and stays in the hand (A50)."""
    dealt = hold_hand(rules, {1: "QS"})
    game = dealt.charge(1, "QS")
    assert game.to_act == (0, 2, 3)
    for now in (game, answered(game)):
        for seat in (*SEATS, None):
            view = now.view(seat)
            assert view.table.charged == view.shown == (Cards(), Cards("QS"), Cards(), Cards())
            assert view.hand_sizes == (13, 13, 13, 13)
        assert hands(now) == hands(dealt)


def test_004_turbo_07_until_it_is_played(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": once played it is no longer shown, but still charged."""
    held, charged = {0: "QS"}, {0: "QS"}
    game = round_after(rules, 4, FIRST, "5D", holding=held, charged=charged)
    assert game.view(None).shown == (Cards("QS"), Cards(), Cards(), Cards())
    game = round_after(rules, 4, FIRST, "5D QS", charged=charged)
    assert game.view(None).shown == (Cards(),) * 4
    assert game.view(None).table.charged == (Cards("QS"), Cards(), Cards(), Cards())


def test_004_turbo_08_charged_queen_of_spades_26(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": a charged QS costs 26 in that hand."""
    assert totals(rules, "2H..5H QS", charged="QS") == (30, 0, 0, 0)
    assert totals(rules, "2H..5H QS TC", charged="QS") == (60, 0, 0, 0)
    assert totals(rules, "2H..5H QS") == (17, 0, 0, 0)


def test_004_turbo_08_for_that_hand_only(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": in the next deal QS is 13 again, and nothing is charged."""
    quiet = attrs.evolve(rules, passing=NO_PASSING)
    rounds: list[Game] = []
    game = Game.new(quiet)
    for queen in ("QS", ""):
        game = game.deal(seed=1)
        assert game.view(None).table.charged == ()
        assert game.view(None).shown == (Cards(),) * 4
        holder = next(seat for seat in SEATS if "QS" in game.view(seat).hand)
        rounds.append(finished(answered(game, {holder: queen})))
        game = rounds[-1].score()
    for now, points in zip(rounds, (26, 13), strict=True):
        assert now.sheet is not None
        lines = [line.points for line in now.sheet.lines if "QS" in line.reason]
        assert lines == [points]
        expected = score_hand(rules, taken=piles(now), charged="QS" if points == 26 else "")
        assert now.sheet.totals == expected.totals


def test_004_turbo_12_ten_of_clubs_waits_through_the_first_trick(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": clubs are led first with 2C, so TC waits until trick two."""
    held = {1: "TC 9C"}
    for charged, playable in [({1: "TC"}, Cards("9C")), ({}, Cards("TC 9C"))]:
        game = round_after(rules, 4, "2C", holding=held, charged=charged)
        assert game.legal_plays().only("TC 9C") == playable
    later = round_after(rules, 4, FIRST, "5C 6C", holding=held, charged={1: "TC"})
    assert later.legal_plays() >= Cards("TC 9C")


def test_004_turbo_12_in_a_game(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": QS waits through the first spades and is free in the next."""
    held, charged = {0: "QS 4S 9D"}, {0: "QS"}
    game = round_after(rules, 4, FIRST, "5S", holding=held, charged=charged)
    assert game.to_act == (0,)
    assert game.legal_plays() == game.view(0).legal_plays()
    assert game.legal_plays() == game.view(0).hand.of(Suit.SPADES) - "QS"
    with refused("charged-cards-wait"):
        game.play("QS", 0)
    objection = game.explain("QS")
    assert objection is not None
    assert objection.rule == "charged-cards-wait"
    free = round_after(rules, 4, FIRST, "5S", holding=held)
    assert free.legal_plays() == free.view(0).hand.of(Suit.SPADES) >= Cards("QS 4S")
    again = round_after(rules, 4, FIRST, "5S 6S 7S 8S", "TS JS", holding=held, charged=charged)
    assert again.to_act == (0,)
    assert again.legal_plays() == again.view(0).hand.of(Suit.SPADES) >= Cards("QS 4S")


def test_004_turbo_12_may_be_discarded_on_another_suit(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": a charged QS may be discarded on the first diamonds."""
    game = round_after(rules, 4, FIRST, "5D QS 6D 7D", holding={0: "4S"}, charged={0: "QS"})
    assert game.view(None).table.tricks[-1].cards == in_order("5D QS 6D 7D")


def test_004_turbo_12_not_led_first_either(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": the leader may not open the suit with it (A44)."""
    game = round_after(rules, 4, OPENING, leader=3, holding={0: "QS 4S 4D"}, charged={0: "QS"})
    assert game.to_act == (0,)
    assert game.legal_plays() == game.view(0).hand.without(HEARTS) - "QS"
    with refused("charged-cards-wait"):
        game.play("QS")
    assert game.play("4S").view(None).table.trick.suit is Suit.SPADES


def test_004_turbo_12_binds_its_own_player_only(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": what one seat has charged binds no other seat."""
    held = {0: "KS 4S", 1: "QS 5S", 2: "AS JS"}
    game = round_after(rules, 4, OPENING, leader=3, holding=held, charged={1: "QS"})
    assert game.legal_plays() == game.view(0).hand.without(HEARTS)
    game = game.play("4S")
    assert game.legal_plays() == game.view(1).hand.of(Suit.SPADES) - "QS"
    game = game.play("5S")
    assert game.legal_plays() == game.view(2).hand.of(Suit.SPADES)


def test_004_turbo_12_through_a_whole_boosted_trick(rules: Rules) -> None:
    """Document 004, "Turbo Hearts": with booster nines it waits for all eight cards (A43)."""
    rules = attrs.evolve(rules, tricks=BoosterNines())
    boosted, held, charged = "5S 4S 9S 6S 7S", {0: "QS 8S"}, {0: "QS"}
    game = round_after(rules, 4, FIRST, boosted, holding=held, charged=charged)
    assert game.to_act == (0,)
    assert game.legal_plays() == game.view(0).hand.of(Suit.SPADES) - "QS"
    later = round_after(
        rules, 4, FIRST, f"{boosted} 2S TS 3S", "JS KS AS", holding=held, charged=charged
    )
    assert later.to_act == (0,)
    assert later.legal_plays() == later.view(0).hand.of(Suit.SPADES) >= Cards("QS 8S")


def test_d13_moon_that_negates(rules: Rules) -> None:
    """The shooter's points change sign, with charges and TC."""
    rules = negating(rules)
    assert totals(rules, MOON) == (-26, 0, 0, 0)
    assert totals(rules, f"{MOON} JD TC") == (-72, 0, 0, 0)
    assert totals(rules, MOON, charged="AH QS") == (-52, 0, 0, 0)
    assert totals(rules, MOON, "JD TC", charged="AH QS") == (-52, -20, 0, 0)


@pytest.mark.parametrize(
    ("charged", "worth"),
    [("", 26), ("AH", 39), ("QS", 39), ("AH QS", 52), ("JD", 26), ("TC", 26)],
)
def test_d13_moon_by_choice(rules: Rules, charged: str, worth: int) -> None:
    """By choice a moon is worth what its cards cost: 26, 39 or 52."""
    assert totals(rules, MOON, moon="subtract", charged=charged) == (-worth, 0, 0, 0)
    assert totals(rules, MOON, moon="add", charged=charged) == (0, worth, worth, worth)
    assert totals(negating(rules), MOON, charged=charged) == (-worth, 0, 0, 0)


def test_d13_moon_with_jack_and_ten(rules: Rules) -> None:
    """By choice too JD comes after the moon, and TC multiplies what has come together."""
    assert totals(rules, f"{MOON} JD TC", moon="subtract") == (-72, 0, 0, 0)
    assert totals(rules, f"{MOON} JD TC", moon="add") == (-20, 26, 26, 26)
    assert totals(rules, MOON, "JD TC", moon="add") == (0, 32, 26, 26)
    assert totals(rules, MOON, "TC", moon="add", charged="QS TC") == (0, 156, 39, 39)


def test_d13_moon_in_a_game(rules: Rules) -> None:
    """A moon that is played out: charges of other seats raise what it is worth."""
    suits = {0: "2C..AC", 1: "2D..AD", 2: "2S..AS", 3: "2H..AH"}
    game = play_on(answered(hold_hand(rules, suits), {2: "QS", 3: "AH"}), 52)
    assert (game.phase.name, game.to_act) == ("moon", (0,))
    assert game.choose_moon("subtract").score().scores == (-124, 0, 0, 0)
    assert game.choose_moon("add").score().scores == (-20, 52, 52, 52)
    game = play_on(answered(hold_hand(negating(rules), suits), {0: "TC"}), 52)
    assert game.score().scores == (-144, 0, 0, 0)


def test_d14_all_hearts_without_the_queen(rules: Rules) -> None:
    """All hearts without QS are no moon: 13 points."""
    assert totals(negating(rules), "2H..AH", "QS") == (13, 13, 0, 0)
    assert totals(rules, "2H..AH", "QS", charged="AH QS") == (26, 26, 0, 0)


def test_answers_in_any_order(rules: Rules) -> None:
    """Whoever answers first, the outcome is the same."""
    start = hold_hand(rules, ONE_EACH)
    expected = answered(start, ONE_EACH)
    for order in permutations(SEATS):
        game = start
        for done, seat in enumerate(order):
            assert game.to_act == tuple(sorted(order[done:]))
            game = game.charge(seat, ONE_EACH[seat])
        assert game == expected
        assert game.phase.name == "play"


def test_charges_are_public_at_once(rules: Rules) -> None:
    """Seats that have not answered yet see what others have charged."""
    game = hold_hand(rules, ONE_EACH)
    charged = [Cards()] * 4
    for seat in (2, 0, 3, 1):
        for viewer in (*SEATS, None):
            view = game.view(viewer)
            assert view.phase == "charge"
            assert view.table.charged == (tuple(charged) if any(charged) else ())
            assert view.shown == tuple(charged)
        assert may(game.view(seat)) == Cards(ONE_EACH[seat])
        game = game.charge(seat, ONE_EACH[seat])
        charged[seat] = Cards(ONE_EACH[seat])
        assert may(game.view(seat)) == Cards()
        assert Card(ONE_EACH[seat]) in game.view(seat).hand
    assert game.view(None).table.charged == tuple(charged)


def test_charging_does_not_reveal_who_leads(rules: Rules) -> None:
    """Before the play begins, the table does not reveal who holds the lowest club."""
    one, other = hold_hand(rules, {0: "2C", 1: "3C"}), hold_hand(rules, {0: "3C", 1: "2C"})
    assert one != other
    for seat in (2, 3, None):
        assert one.view(seat) == other.view(seat)
    quiet = attrs.evolve(rules, passing=NO_PASSING)
    for dealer in SEATS:
        game = Game.new(quiet, dealer=dealer).deal(seed=dealer)
        holder = next(seat for seat in SEATS if "2C" in game.view(seat).hand)
        for seat in (*SEATS, None):
            assert game.view(seat).table.trick == Trick((dealer + 1) % 4, 4)
        played = answered(game)
        assert played.view(None).table.trick == Trick(holder, 4)
        assert played.to_act == (holder,)


def test_refused_charges(rules: Rules) -> None:
    """Each charge that is not allowed is refused for its own reason, and changes nothing."""
    game = hold_hand(rules, {0: "AH QS 5C", 1: "JD"})
    for seat, wanted, rule in [
        (0, "JD", "not-in-hand"),
        (1, "AH", "not-in-hand"),
        (0, "5C", "not-chargeable"),
        (0, "AH 5C", "not-chargeable"),
        (0, "AH QS", "charge-count"),
        (0, "AH AH", "not-in-hand"),
    ]:
        with refused(rule):
            game.charge(seat, wanted)
    for once in (game.charge(0, "AH"), game.charge(0)):
        for again in ("", "AH", "QS"):
            with refused("already-charged"):
                once.charge(0, again)
    for nobody in (4, -1):
        with pytest.raises(HeartsError, match="not a seat"):
            game.charge(nobody, "")
    for wrong in (Game.new(rules), Game.new(rules).deal(seed=1), answered(game)):
        with refused("phase"):
            wrong.charge(0, "")
    with refused("phase"):
        hold_hand(variants.get("american"), {0: "QS"}).charge(0, "QS")
    for card in game.view(0).hand:
        with refused("phase"):
            game.play(card)
    assert game.to_act == (0, 1, 2, 3)


def test_nothing_is_legal_but_to_answer(rules: Rules) -> None:
    """While cards may be charged, every legal move is a charge of a seat that is asked."""
    game = hold_hand(rules, ONE_EACH).charge(1)
    assert set(game.legal_moves()) == {
        Charge(seat, chosen) for seat in (0, 2, 3) for chosen in ("", ONE_EACH[seat])
    }
    assert game.legal_plays() == Cards()
    for move in game.legal_moves():
        assert isinstance(move, Charge)
        assert move.seat not in game.apply(move).to_act


def test_several_at_once(rules: Rules) -> None:
    """As an option any number of cards may be charged, in one go."""
    rules = charging(rules, each=None)
    game = hold_hand(rules, {0: "AH QS JD TC"})
    assert sum(isinstance(move, Charge) and move.seat == 0 for move in game.legal_moves()) == 16
    for chosen in ("AH QS JD TC", "QS JD", "AH", ""):
        charged = game.charge(0, chosen)
        assert charged.to_act == (1, 2, 3)
        assert charged.view(None).shown[0] == Cards(chosen)
        with refused("already-charged"):
            charged.charge(0, "QS")
    assert totals(rules, "2H..5H QS JD TC", charged="AH QS JD TC") == (56, 0, 0, 0)


def test_two_charges_on_one_card(rules: Rules) -> None:
    """A card that is doubled by two charges counts four times, one of three eight times."""
    table = Charges({"AH": HEARTS, "QH": "QH KH", "KH": "KH"}, each=None)
    rules = attrs.evolve(rules, charging=table)
    assert totals(rules, "2H", "QH", "KH", charged="AH QH") == (2, 4, 4, 0)
    assert totals(rules, "2H", "QH", "KH", charged="AH QH KH") == (2, 4, 8, 0)
    assert totals(rules, "2H", "QH", "KH QS", charged="KH") == (1, 1, 15, 0)


def test_up_to_two(rules: Rules) -> None:
    """As an option two cards may be charged, but not three."""
    rules = charging(rules, each=2)
    game = hold_hand(rules, {0: "AH QS JD TC"})
    assert sum(isinstance(move, Charge) and move.seat == 0 for move in game.legal_moves()) == 11
    assert game.charge(0, "AH QS").view(None).table.charged[0] == Cards("AH QS")
    assert game.charge(0, "JD").to_act == (1, 2, 3)
    with refused("charge-count"):
        game.charge(0, "AH QS JD")


def test_text(rules: Rules) -> None:
    """The printed rules have a chapter on charging, and name the difference from American Hearts."""
    for players in (3, 4, 5, 6):
        assert "Charging" in rules.describe(players).splitlines()
    for changed, words in [
        (rules, "may charge one of"),
        (rules, "You may not play a charged card the first time its suit is led"),
        (charging(rules, each=None), "may charge any of"),
        (charging(rules, each=2), "may charge up to two of"),
        (charging(rules, reopens=True), "everyone else may charge again"),
        (negating(rules), "what was struck out comes off the shooter's score"),
    ]:
        assert words in in_one_line(changed.describe())
    difference = variants.get("american").diff(rules)
    assert "Charging" in difference.splitlines()
    assert "+ You may not play a charged card" in in_one_line(difference)
    assert "goes round once more" not in in_one_line(variants.get("american").describe())
    assert ("goes round once more" in in_one_line(difference)) == ("nines" in rules.name)


def in_one_line(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


def charging(rules: Rules, *, each: int | None = 1, reopens: bool = False) -> Rules:
    """The game with other rules for charging."""
    return attrs.evolve(rules, charging=attrs.evolve(TURBO_CHARGES, each=each, reopens=reopens))


def negating(rules: Rules) -> Rules:
    """The game in which the shooter's own cards count the other way round."""
    return attrs.evolve(rules, moon=ShootTheMoon(NEGATE))


def answered(game: Game, charges: Mapping[int, str] | None = None) -> Game:
    """The game after every seat has charged the given cards, or declined."""
    for seat in game.to_act:
        game = game.charge(seat, (charges or {}).get(seat, ""))
    return game
