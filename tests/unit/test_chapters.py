"""The chapters of the rulebook one by one: what each choice does, says and refuses."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from heartslib import Card, Cards, Rules, variants
from heartslib.cards import HEARTS, Rank, in_order
from heartslib.rules import (
    ADD,
    CHOICE,
    JACK_OF_DIAMONDS_BONUS,
    KITTY_BY_THE_TRICK,
    KITTY_TO_FIRST_PENALTY,
    KITTY_TO_LAST_TRICK,
    LEFT,
    NEGATE,
    NOTHING,
    RIGHT,
    SUBTRACT,
    Across,
    CardValues,
    Cycle,
    DealerCalls,
    DealerLeads,
    EldestLeads,
    EndsWhenNothingCounts,
    EveryoneAlone,
    ExactTotals,
    HeartsNeverLed,
    Hold,
    HolderLeads,
    Kitty,
    KittyTo,
    Mix,
    NoDiscardOf,
    NoMoon,
    NoPenaltyOnFirstTrick,
    NoRoundBelow,
    NoTotalBelow,
    NoTricksBonus,
    Pack,
    Packets,
    Partners,
    Pay,
    PlayedOut,
    QueenWhenSafe,
    Removals,
    Reversed,
    Rounds,
    Scatter,
    ShootTheMoon,
    ShowHandOfHearts,
    SubtractFrom,
    Taker,
    Target,
    ThereAndBack,
)
from heartslib.rules.deck import dealt
from heartslib.rules.passing import called
from heartslib.rules.play import left_by
from heartslib.table import Table, Trick
from tests.helpers.positions import AMERICAN

PENALTY = Cards(HEARTS | "QS")
EVERYTHING = (PENALTY, Cards(), Cards(), Cards())
ALONE = ((0,), (1,), (2,), (3,))


def table(trick: str = "", *earlier: str) -> Table:
    """A table with a trick led by seat 0, after earlier ones."""
    tricks = tuple(Trick(0, 4, in_order(each), 0) for each in earlier)
    played = sum((Cards(each) for each in earlier), Cards())
    return Table(Trick(0, 4, in_order(trick)), played, tricks, (Cards(),) * 4)


def counted(rules: Rules, *piles: str, choice: str | None = None) -> tuple[int, ...]:
    """The points of a round with these piles."""
    return rules.in_force.count(rules.in_force.finished(tuple(map(Cards, piles)), choice)).totals


# The pack


def test_the_kitty_is_set_aside_in_the_middle_of_the_deal_and_the_last_card_is_the_dealers() -> (
    None
):
    order = in_order("2C 3C 4C 5C 6C 7C 8C 9C TC JC")
    hands, kitty = dealt(order, players=4, dealer=1, kitty=2)
    assert kitty == in_order("6C 7C")
    assert hands == (Cards("4C TC"), Cards("5C JC"), Cards("2C 8C"), Cards("3C 9C"))


def test_a_pack_says_what_is_in_it() -> None:
    short = Pack(lowest=Rank.SEVEN)
    assert len(short.cards(4)) == 32
    assert "One pack of 32 cards, 7 to ace in each suit." in short.describe(4)
    with_kitty = Pack(removals=Removals({4: "2C"}), kitty=3)
    assert (len(with_kitty.cards(4)), with_kitty.kitty_size(4)) == (51, 3)
    assert "without 2♣" in with_kitty.describe(4)
    assert with_kitty.describe(4).endswith(
        "Halfway through the deal, set 3 cards aside face down as the kitty."
    )
    left_over = Pack(left_over=True)
    assert [left_over.kitty_size(players) for players in (3, 4, 5, 6)] == [1, 0, 2, 4]


def test_a_whole_pack_is_described() -> None:
    assert Pack().describe(4) == (
        "One pack of 52 cards. Deal 13 cards to each player, one at a time, clockwise from the "
        "dealer's left."
    )


def test_a_kitty_of_one_card_is_printed() -> None:
    one = Pack(left_over=True, kitty_last=True)
    assert one.describe(3).endswith(" Set the last card aside face down as the kitty.")
    assert one.describe(4) == Pack().describe(4), "no kitty"


@pytest.mark.parametrize("packs", range(1, 9))
def test_a_deck_says_how_many_packs_it_has(packs: int) -> None:
    number = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"][packs - 1]
    said = f"{number} pack{'s' * (packs > 1)} of 52 cards"
    assert Pack(packs=packs).describe(4).startswith(said)


# The kitty


@pytest.mark.parametrize(
    ("kitty", "clean", "costly"),
    [
        (KittyTo(), 4, 4),
        (KITTY_TO_FIRST_PENALTY, 0, 4),
        (KITTY_TO_LAST_TRICK, 0, 0),
        (KITTY_BY_THE_TRICK, 1, 1),
    ],
    ids=["first-trick", "first-penalty", "last-trick", "by-the-trick"],
)
def test_kitty_cards_go_with_certain_tricks(kitty: Kitty, clean: int, costly: int) -> None:
    harmless, with_queen = Cards("2C 3C 4C KC"), Cards("2C 3C QS KC")
    assert kitty.due(harmless, 4, PENALTY) == clean
    assert kitty.due(with_queen, 4, PENALTY) == costly


def test_a_share_of_the_kitty_goes_with_each_penalty_trick() -> None:
    kitty = KittyTo(Taker.OF_PENALTY, share=2)
    penalty = Cards("QS")
    assert kitty.due(Cards("QS 2C"), 5, penalty) == 2
    assert kitty.due(Cards("3C 2C"), 5, penalty) == 0
    assert kitty.due(Cards("QS 2C"), 1, penalty) == 1
    assert kitty.describe(4) == (
        "Two kitty cards go to the winner of each trick with a penalty card; any left over go to the "
        "winner of the last trick. They count with the tricks taken."
    )


@pytest.mark.parametrize(
    ("pay", "said"),
    [
        (Pay(others=2), "everyone else scores twice 26"),
        (
            Pay(shooter=-1, taken=2),
            "26 comes off the shooter's score and the shooter scores twice",
        ),
        (
            attrs.evolve(ADD, spare_partner=True),
            "everyone else except the shooter's partner scores 26",
        ),
        (Pay(), "nobody scores for the moon"),
    ],
    ids=str,
)
def test_a_payment_says_what_it_costs(pay: Pay, said: str) -> None:
    assert pay.describe("26").startswith(said)


def test_a_kitty_says_who_takes_it_and_what_for() -> None:
    assert KITTY_TO_LAST_TRICK.describe(4) == (
        "Whoever takes the last trick also takes the kitty and may look at it; its cards count with "
        "the tricks taken."
    )
    assert not KITTY_TO_LAST_TRICK.exchanged
    exchanged = KittyTo(Taker.OF_PENALTY, exchanged=True).describe(4)
    assert exchanged.startswith(
        "Whoever takes the first trick with a penalty card, or the last trick if there is none, also "
    )
    assert "adds it to the hand, and lays the same number of cards face down" in exchanged
    assert KITTY_BY_THE_TRICK.describe(4) == (
        "One kitty card goes to the winner of each trick; any left over go to the winner of the last "
        "trick. They count with the tricks taken."
    )
    assert "adds them to the hand" in KittyTo(share=1, exchanged=True).describe(4)


# Passing


def test_packets_are_named_and_turned_round_the_table() -> None:
    packets = Packets({1: 2, -1: 1})
    assert packets.name == "2-left-1-right"
    assert packets.packets(4) == ((1, 2), (3, 1))
    assert Packets([(3, 1)]).name == "1-third-left"
    assert Packets({-4: 1}).name == "1-4th-right"
    assert Scatter().packets(4) == ((1, 1), (2, 1), (3, 1))
    assert Mix().packets(4) == ((0, 3),)


def test_a_cycle_may_depend_on_the_number_of_players() -> None:
    cycle = Cycle((LEFT, Across()), {3: (RIGHT, Hold())})
    assert [cycle.pattern(number, 4) for number in range(3)] == [LEFT, Across(), LEFT]
    assert [cycle.pattern(number, 3) for number in range(3)] == [RIGHT, Hold(), RIGHT]
    assert "3 right in round 1 and none in round 2; then again from the start." in cycle.describe(3)
    assert cycle.calls(4) == ()


def test_a_cycle_says_its_terms() -> None:
    text = Cycle((Scatter(), Packets({1: 2, -1: 1})), kept=Cards("QS"), optional=True).describe(4)
    assert (
        "1 to every other player in round 1 and 2 left and 1 right in round 2; then again from the start."
        in text
    )
    assert "You may not pass Q♠ unless you have too few other cards." in text
    assert "A player who declines passes on the cards received, unseen" in text


def test_a_dealer_calls_any_even_split_or_a_mix() -> None:
    calls = DealerCalls(1).calls(4)
    assert [each.name for each in calls] == ["1-left", "1-second-left", "1-right", "mix"]
    assert len(DealerCalls(3).calls(4)) == 11
    assert DealerCalls().pattern(0, 4) == Hold()
    assert DealerCalls(2).describe(4) == (
        "Before the deal, the dealer says how each player passes 2 cards: split among the other "
        "players as the dealer likes, the same way for everyone; or to the middle (to be shuffled and "
        "dealt back)."
    )
    assert "You may not pass Q♠" in DealerCalls(kept=Cards("QS")).describe(4)


def test_a_call_is_a_name_or_packets_or_a_pattern() -> None:
    passing = DealerCalls(3)
    for call in ("2-left-1-right", {1: 2, -1: 1}, {1: 2, 3: 1}, Packets({-1: 1, 1: 2})):
        assert called(passing, call, 4).packets(4) == ((1, 2), (3, 1))
    assert called(passing, "mix", 4) == called(passing, Mix(), 4) == Mix()
    assert called(passing, Across(), 4).name == "3-second-left"


# The opening lead


def test_the_dealer_opens_with_any_card() -> None:
    rule, hand = DealerLeads(), Cards("2C QS AH")
    assert [rule.leader((hand,) * 4, dealer) for dealer in range(4)] == [0, 1, 2, 3]
    assert left_by(rule, hand, hand, table()) == hand
    assert rule.reason(Card("QS"), table()) == "the opening lead is free"
    assert rule.describe(4) == "The dealer leads any legal card to the first trick."


def test_the_eldest_opens_with_any_card() -> None:
    rule, hand = EldestLeads(), Cards("2C QS AH")
    assert [rule.leader((hand,) * 4, dealer) for dealer in range(4)] == [1, 2, 3, 0]
    assert left_by(rule, hand, hand, table()) == hand
    assert rule.reason(Card("QS"), table()) == "the opening lead is free"
    assert "to the dealer's left leads any legal card to the first trick" in rule.describe(4)


def test_the_holder_of_a_card_opens_with_it() -> None:
    rule, hand = HolderLeads("2S"), Cards("2C 2S AH")
    hands = (Cards("3S"), hand, Cards("4S"), hand)
    assert [rule.leader(hands, dealer) for dealer in (0, 1, 2, 3)] == [1, 3, 3, 1]
    assert rule.leader((Cards("3S"),) * 4, 1) == 2
    assert left_by(rule, hand, hand, table()) == Cards("2S")
    for later in (table("2D"), table("", "2D 3D 4D 5D")):
        assert left_by(rule, hand, hand, later) == hand
    assert rule.reason(Card("AH"), table()) == "the opening lead must be 2S"
    assert rule.describe(4) == "The player with 2♠ leads it to the first trick."
    free = HolderLeads("2S", any_card=True)
    assert left_by(free, hand, hand, table()) == hand
    assert free.describe(4) == "The player with 2♠ leads any legal card to the first trick."


# Play


def test_hearts_may_never_be_led_while_there_is_another_suit() -> None:
    rule, hand = HeartsNeverLed(), Cards("2C 2H AH")
    broken = table("", "2D 3H 4D 5D")
    assert left_by(rule, hand, hand, broken) == Cards("2C")
    assert left_by(rule, Cards("2H"), Cards("2H"), broken) == Cards("2H")
    assert left_by(rule, hand, hand, table("2D")) == hand
    assert rule.reason(Card("2H"), broken) == "hearts may not be led while you hold another suit"
    assert rule.describe(4) == "Hearts may not be led, unless you hold nothing else."
    rules = attrs.evolve(AMERICAN, play=(*AMERICAN.play, rule))
    objection = rules.in_force.objection(Card("2H"), hand, broken)
    assert objection is not None
    assert objection.rule == "hearts-never-led"
    assert rules.in_force.legal(Cards("2H AH"), broken) == Cards("2H AH")


@pytest.mark.parametrize(
    ("trick", "hand", "left"),
    [
        ("", "QS 2C", "QS 2C"),
        ("2D", "QS 2C", "QS"),
        ("2D", "QS 2D", "QS 2D"),
        ("2S KS", "QS 3S", "QS"),
        ("2S AS", "QS 3S", "QS"),
        ("2S JS", "QS 3S", "QS 3S"),
        ("2D KS", "QS 3D", "QS 3D"),
        ("2D KS", "3S 3C", "3S 3C"),
    ],
)
def test_the_queen_goes_as_soon_as_it_is_safe(trick: str, hand: str, left: str) -> None:
    rule = QueenWhenSafe()
    assert left_by(rule, Cards(hand), Cards(hand), table(trick)) == Cards(left)
    assert rule.reason(Card("3S"), table(trick)) == "QS is safe now and must be played"


def test_the_queen_when_safe_may_be_another_card() -> None:
    rule = QueenWhenSafe("JD")
    assert left_by(rule, Cards("JD 2D"), Cards("JD 2D"), table("3D QD")) == Cards("JD")
    assert "You must play J♦ as soon as it is safe" in rule.describe(4)
    assert "or when diamonds are led and a higher one is already in the trick" in rule.describe(4)


def test_some_cards_are_not_discarded() -> None:
    rule, hand = NoDiscardOf("QS AH"), Cards("QS AH 2C")
    assert left_by(rule, hand, hand, table("2D")) == Cards("2C")
    assert left_by(rule, hand, hand, table()) == hand
    assert left_by(rule, Cards("2C"), hand, table("3C")) == Cards("2C")
    assert rule.reason(Card("QS"), table("2D")) == (
        "QS may not be discarded while you hold a card that may be"
    )
    assert rule.describe(4) == (
        "If you are void in the suit led, discard Q♠ or A♥ only if you hold nothing else."
    )


def test_a_hand_of_hearts_is_shown_when_a_heart_is_discarded() -> None:
    rule, hearts = ShowHandOfHearts(), Cards("2H 3H")
    assert rule.shows(Card("2H"), hearts, table("2C"))
    for hand, trick in (("2H 3H", ""), ("2H 3H", "4H"), ("2H 3S", "2C")):
        assert not rule.shows(Card("2H"), Cards(hand), table(trick))


# Tricks and the end of a round


def test_a_round_may_end_when_nothing_counts_any_more() -> None:
    rule = EndsWhenNothingCounts()
    early = table("", "2C 3C QS 4C")
    assert rule.is_over(early, Cards("QS"))
    assert not rule.is_over(early, Cards("QS QS"))
    assert not rule.is_over(early, Cards("QS JD"))
    assert not rule.is_over(table("QS"), Cards("QS"))
    assert not PlayedOut().is_over(early, Cards("QS"))
    text = "The round ends once all the cards that count have been played."
    assert rule.describe(4) == text
    claims = "The player to act may claim all the remaining tricks"
    assert EndsWhenNothingCounts(claims=True).describe(4).startswith(f"{text} {claims}")
    assert PlayedOut().describe(4) == ""
    assert PlayedOut(claims=True).describe(4).startswith(claims)


# Scoring


def test_whoever_takes_no_trick_gets_the_bonus() -> None:
    rule = NoTricksBonus()
    rules = attrs.evolve(AMERICAN, bonuses=rule)
    assert counted(rules, "2H 3C", "QS", "4C", "") == (1, 13, 0, -5)
    sheet = rules.in_force.count(
        rules.in_force.finished((Cards("2H"), Cards("QS"), Cards("4C"), Cards()))
    )
    assert [(line.points, line.reason) for line in sheet.of(3)] == [(-5, "took no trick")]
    assert (
        rule.describe(4) == "A player who takes no trick scores −5, unless somebody shot the moon."
    )


def test_there_is_no_bonus_for_no_trick_when_the_moon_was_shot() -> None:
    rules = attrs.evolve(AMERICAN, bonuses=NoTricksBonus())
    assert rules.in_force.count(rules.in_force.finished(EVERYTHING, "add")).totals == (
        0,
        26,
        26,
        26,
    )


def test_a_round_may_have_a_floor() -> None:
    rule = NoRoundBelow()
    rules = attrs.evolve(AMERICAN, bonuses=(JACK_OF_DIAMONDS_BONUS, rule))
    assert counted(rules, "JD 2H", "QS", "3H", "") == (0, 13, 1, 0)
    assert counted(rules, "JD QS", "2H", "", "") == (3, 1, 0, 0)
    sheet = rules.in_force.count(
        rules.in_force.finished((Cards("JD"), Cards("QS"), Cards("3H"), Cards()))
    )
    assert [(line.points, line.reason) for line in sheet.of(0)][1:] == [
        (10, "raised to the minimum of 0")
    ]
    assert NoRoundBelow(-3).describe(4) == (
        "A score for the round that is below −3 at this point is raised to −3."
    )


def test_what_partners_are_short_of_a_floor_is_entered_for_the_first_of_them() -> None:
    rules = attrs.evolve(
        variants.get("partnership"), bonuses=(JACK_OF_DIAMONDS_BONUS, NoRoundBelow())
    )
    sheet = rules.in_force.count(
        rules.in_force.finished((Cards(), Cards("QS"), Cards("JD"), Cards()))
    )
    raised = [line for line in sheet.lines if line.reason == "raised to the minimum of 0"]
    assert [(line.seat, line.points) for line in raised] == [(0, 10)]


# The moon


def test_a_moon_may_cost_nobody_anything() -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon(NOTHING))
    assert rules.in_force.count(rules.in_force.finished(EVERYTHING)).totals == (0, 0, 0, 0)
    assert rules.moon.describe(4).endswith("The shooter's points so far are struck out.")


@pytest.mark.parametrize(
    ("scores", "points"),
    [((0, 0, 0, 49), (0, 26, 26, 26)), ((50, 0, 0, 0), (-26, 0, 0, 0))],
)
def test_a_moon_may_come_off_from_a_score_on(
    scores: tuple[int, ...], points: tuple[int, ...]
) -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon(SubtractFrom(50)))
    assert rules.in_force.count(rules.in_force.finished(EVERYTHING, scores=scores)).totals == points
    assert rules.moon.describe(4).endswith(
        "everyone else scores 26, or, if someone had 50 or more before the round, 26 comes off the "
        "shooter's score."
    )


def test_a_moon_is_worth_its_points_the_total_or_the_sun() -> None:
    total = attrs.evolve(AMERICAN, moon=ShootTheMoon(ADD, None), scoring=CardValues({HEARTS: 2}))
    assert (
        total.in_force.count(total.in_force.finished((HEARTS, Cards(), Cards(), Cards()))).totals[1]
        == 26
    )
    assert "everyone else scores the total of all penalty cards" in total.moon.describe(4)
    sun = attrs.evolve(AMERICAN, moon=ShootTheMoon(ADD, sun=52))
    assert sun.in_force.count(sun.in_force.finished(EVERYTHING)).totals == (0, 26, 26, 26)
    whole = (sun.deck.cards(4), Cards(), Cards(), Cards())
    assert sun.in_force.count(sun.in_force.finished(whole)).totals == (0, 52, 52, 52)
    assert "A shooter who takes every trick shoots the sun, worth 52 instead." in sun.moon.describe(
        4
    )


def test_a_partner_may_be_spared() -> None:
    rules = attrs.evolve(
        AMERICAN,
        sides=Partners(pooled=False),
        moon=ShootTheMoon(attrs.evolve(ADD, spare_partner=True)),
    )
    assert rules.in_force.count(rules.in_force.finished(EVERYTHING)).totals == (0, 26, 0, 26)
    assert "everyone else except the shooter's partner scores 26" in rules.moon.describe(4)


def test_the_moon_may_win_the_game() -> None:
    moon = ShootTheMoon(ADD, wins_game=True)
    finished = AMERICAN.in_force.finished(EVERYTHING)
    assert moon.winners(finished) == (0,)
    assert ShootTheMoon(ADD).winners(finished) == ()
    assert "the shooter wins the game at once and everyone else scores 26" in moon.describe(4)


def test_an_automatic_moon_takes_its_resort_only_where_it_must() -> None:
    moon = ShootTheMoon((ADD, SUBTRACT), automatic=True)
    rules = attrs.evolve(AMERICAN, moon=moon)
    assert (moon.choices, moon.resort) == ((), ("add", "subtract"))
    losing = rules.in_force.finished(EVERYTHING, scores=(90, 95, 0, 0))
    winning = rules.in_force.finished(EVERYTHING, scores=(10, 95, 50, 50))
    assert rules.in_force.count(losing).totals == (-26, 0, 0, 0)
    assert rules.in_force.count(winning).totals == (0, 26, 26, 26)
    assert moon.describe(4).endswith(
        "everyone else scores 26, unless the game would then end without the shooter winning alone; "
        "in that case 26 comes off the shooter's score."
    )


def test_without_a_moon_nobody_shoots() -> None:
    rules = attrs.evolve(AMERICAN, moon=NoMoon())
    finished = rules.in_force.finished(EVERYTHING)
    assert rules.in_force.count(finished).totals == (26, 0, 0, 0)
    assert finished.shooter == NoMoon().winners(finished) == ()
    assert NoMoon().choices == NoMoon().resort == ()


# Sides


def test_partners_sit_opposite() -> None:
    assert Partners().seats(6) == ((0, 3), (1, 4), (2, 5))
    assert EveryoneAlone().seats(3) == ((0,), (1,), (2,))


# The end of the game


def test_a_game_may_last_some_rounds() -> None:
    shared, played_off = Rounds(2), Rounds(2, play_off=True)
    tied, clear = (1, 2, 1, 9), (1, 2, 3, 9)
    assert not shared.is_over((clear,), ALONE)
    assert shared.is_over((clear, tied), ALONE)
    assert not played_off.is_over((clear, tied), ALONE)
    assert played_off.is_over((tied, clear), ALONE)
    assert shared.describe(4) == (
        "The game ends after 2 rounds. The lowest score wins; players who tie for it share the win."
    )


def test_a_target_may_have_to_be_passed() -> None:
    at, over = (100, 1, 2, 3), (101, 1, 2, 3)
    assert Target(100).is_over((at,), ALONE)
    assert not Target(100, passed=True).is_over((at,), ALONE)
    assert Target(100, passed=True).is_over((over,), ALONE)
    assert "someone passes 100 points" in Target(passed=True).describe(4)


def test_a_game_there_and_back_ends_at_nought_after_the_turn() -> None:
    rule = ThereAndBack(50)
    up, turned, back = (40, 0, 0, 0), (50, 10, 10, 10), (40, 0, 10, 10)
    assert not rule.is_over((up,), ALONE)
    assert not rule.is_over((up, (50, 0, 10, 10)), ALONE)
    assert not rule.is_over((turned, (40, 5, 10, 10)), ALONE)
    assert rule.is_over((turned, back), ALONE)
    assert rule.is_over(((63, 0, 0, 0), back), ALONE), "it turns when 50 is passed, too"
    assert rule.describe(4).startswith(
        "The game turns when someone reaches or passes 50 points; after that, it ends after the round "
        "in which someone is at 0 or below. The lowest score wins; "
    )


def test_totals_may_fall_stop_or_turn() -> None:
    exact = ExactTotals({100: 50, 50: 0})
    assert exact.adjusted((100, 99, 50, 0), (0,) * 4, ()) == (50, 99, 0, 0)
    assert "exactly 100 becomes 50 and 50 becomes 0; this happens before" in exact.describe(4)
    floor = NoTotalBelow(-10)
    assert floor.adjusted((-11, -10, 0, 5), (0,) * 4, ()) == (-10, -10, 0, 5)
    assert floor.describe(4) == "No score falls below −10."
    turn = Reversed(50)
    before, scores = (50, 10, 0, 0), (60, 13, 0, 3)
    assert turn.adjusted(scores, before, ((49, 10, 0, 0),)) == scores
    assert turn.adjusted(scores, before, (before,)) == (40, 7, 0, -3)
    assert turn.describe(4) == (
        "From the round after someone reaches or passes 50 points, everyone's points are subtracted."
    )


def test_the_steps_between_points_and_scores_run_in_order() -> None:
    rules = attrs.evolve(AMERICAN, totals=(ExactTotals({100: -5}), NoTotalBelow()))
    assert rules.total((90, 0), (10, 7), ()) == (0, 7)
    assert attrs.evolve(AMERICAN, totals=NoTotalBelow(3)).totals == (NoTotalBelow(3),)


# The rulebook


def test_a_difference_is_printed_chapter_by_chapter() -> None:
    house = attrs.evolve(AMERICAN, name="House", ending=Target(50), bonuses=JACK_OF_DIAMONDS_BONUS)
    lines = AMERICAN.diff(house).splitlines()
    assert lines[0] == "How House differs from American Hearts (4 players)"
    assert [line for line in lines[1:] if line and not line.startswith(" ")] == [
        "Bonuses",
        "The end of the game",
    ]
    assert "  + Score −10 for taking J♦." in lines
    assert lines[lines.index("The end of the game") + 1].startswith(
        "  - The game ends after the round"
    )
    assert "someone reaches or passes 50 points." in " ".join(" ".join(lines).split())
    assert AMERICAN.diff(AMERICAN, 5) == (
        "How American Hearts differs from American Hearts (5 players)\n\n  The rules are the same."
    )


def test_a_round_is_described_with_its_kitty_and_its_showing() -> None:
    text = attrs.evolve(AMERICAN, showing=ShowHandOfHearts(), deck=Pack(kitty=4)).describe()
    assert "Whoever takes the first trick also takes the kitty" in " ".join(text.split())
    assert "show the rest of your hand to everyone and keep it face up" in " ".join(text.split())
    assert "kitty" not in AMERICAN.describe()


def test_a_card_may_be_a_penalty_card_and_also_be_named_for_the_moon() -> None:
    moon = ShootTheMoon(SUBTRACT, also="QS JD")
    rules = attrs.evolve(AMERICAN, moon=moon, bonuses=JACK_OF_DIAMONDS_BONUS)
    piles = (PENALTY | "JD", Cards("2C"), Cards("3C"), Cards("4C"))
    assert rules.in_force.finished(piles).shooter == (0,)
    assert rules.in_force.finished((PENALTY, Cards("JD"), *piles[2:])).shooter == ()


def test_cards_that_count_are_not_all_penalty_cards() -> None:
    rules = attrs.evolve(AMERICAN, bonuses=JACK_OF_DIAMONDS_BONUS)
    assert rules.in_force.counting_cards(4) == PENALTY | "JD"
    assert rules.in_force.penalty_cards(4) == PENALTY


# What the chapters say to nonsense: one sentence, never a bare error


@pytest.mark.parametrize(
    "describe",
    [
        pytest.param(NoDiscardOf("").describe, id="discard"),
        pytest.param(NoPenaltyOnFirstTrick("").describe, id="first trick"),
        pytest.param(CardValues({}).describe, id="values"),
    ],
)
def test_a_rule_of_no_cards_still_has_a_sentence(describe: Callable[[int], str]) -> None:
    assert ": ." not in describe(4)


def test_variants_differ_for_every_number_they_share() -> None:
    for rules in variants.all().values():
        for players in sorted(set(rules.players) & set(AMERICAN.players)):
            text = AMERICAN.diff(rules, players)
            assert text.startswith(
                f"How {rules.name} differs from American Hearts ({players} players)"
            )


def test_sentences_say_nothing_that_is_not_so() -> None:
    """A kitty without a share, a mix that nobody may decline, a sun that nothing is paid for."""
    last = KittyTo(Taker.OF_LAST_TRICK)
    assert attrs.evolve(last, share=1).describe(4) == last.describe(4)
    assert "optional" not in Cycle((Mix(),), optional=True).describe(4)
    assert "optional, except to the middle." in Cycle((LEFT, Mix()), optional=True).describe(4)
    assert "Passing is optional. A" in Cycle((LEFT, Hold()), optional=True).describe(4)
    for paid, is_paid in ((ADD, True), (NOTHING, False), (NEGATE, False), (CHOICE, True)):
        assert ("shoots the sun" in ShootTheMoon(paid, sun=52).describe(4)) is is_paid
    assert (
        Pack(packs=2, removals=Removals({4: "2C 2D 2D 2S"}))
        .describe(4)
        .startswith("Two packs of 52 cards, without one 2♣, two 2♦ and one 2♠.")
    )
