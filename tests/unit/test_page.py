"""The printed rulebook, where a sentence depends on what other chapters say."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Rules, RulesError, variants
from heartslib.cards import DIAMONDS, HEARTS, Rank
from heartslib.rules import (
    ADD,
    CHOICE,
    HEARTS_ONE,
    HEARTS_ONE_QUEEN_13,
    JACK_OF_DIAMONDS_BONUS,
    KITTY_TO_FIRST_PENALTY,
    NEGATE,
    NO_PASSING,
    NOTHING,
    SUBTRACT,
    TURBO_CHARGES,
    BoosterNines,
    CardValues,
    Contract,
    ContractsInOrder,
    Cycle,
    DealerCalls,
    EndsWhenNothingCounts,
    Equals,
    EveryoneAlone,
    FollowSuit,
    FullSet,
    HeartsMustBeBroken,
    HighestCard,
    HighestOfSuitLed,
    HolderLeads,
    Mix,
    NoMoon,
    NoneOf,
    NoPenaltyOnFirstTrick,
    NoTricksBonus,
    Pack,
    Page,
    Partners,
    Pay,
    PlayedOut,
    Reversed,
    Rounds,
    ScoreMultiplier,
    ShootTheMoon,
    Stock,
    SubtractFrom,
    TakerDeals,
    Target,
    ThereAndBack,
    TrickValues,
)
from heartslib.words import each_of, is_suit
from tests.helpers.positions import AMERICAN

TWO_PACKS: dict[str, Any] = {"deck": Pack(packs=2), "players": 8}
KITTY = Pack(kitty=4)
ROUND = "Play goes clockwise, one card from each player. Aces are high. There are no trumps."
WINS = "The highest card of the suit led wins the trick, and its player leads to the next."
SHOOTS = "A player who takes every penalty card (Q♠ and hearts) shoots the moon."
STRUCK = "The shooter's points so far are struck out"
OFF = "26 comes off the shooter's score"
SHARED = "The lowest score wins; players who tie for it share the win."


def said(title: str, **chapters: Any) -> list[str]:
    """The sentences of a chapter of American Hearts, for four or `players`, with chapters changed."""
    chapters.setdefault("players", 4)
    rules = attrs.evolve(AMERICAN, **chapters)
    return [*map(" ".join, rules.paragraphs(rules.players[0])[title])]


def counted(piles: list[str], **chapters: Any) -> tuple[int, ...]:
    """The points of a round of American Hearts with some chapters changed."""
    rules = attrs.evolve(AMERICAN, **chapters).in_force
    return rules.count(rules.finished(tuple(map(Cards, piles)))).totals


# A sentence by itself


def test_a_sentence_by_itself_knows_the_number_of_players_only() -> None:
    page = Page(4)
    assert (page.whoever, page.someone, page.everyone_else) == (
        "A player who",
        "someone",
        "everyone else",
    )
    assert (page.pooled, page.partners, page.repeats, page.may_repeat) == (
        False,
        False,
        False,
        True,
    )
    assert (page.kitty, page.penalty, page.counting, page.points(Card("QS"))) == (0, None, None, 0)
    assert (page.counts_tricks, page.leaves_cards) == (False, False)
    assert (page.moon, page.passes, page.charges) == (True, True, True)
    assert page.charged(Card("QS"), 13, str) == ""
    assert (page.whole, page.patterns, page.verb) == (None, (), "charge")
    assert page.kinds(Cards("QS QS 2C")) == Cards("2C QS")


def test_whether_cards_are_passed_depends_on_all_rounds() -> None:
    def passes(passing: Any) -> bool:
        return Page(4, attrs.evolve(AMERICAN, passing=passing).in_force).passes

    assert passes(AMERICAN.passing)
    assert passes(DealerCalls())
    assert not passes(NO_PASSING)


def test_a_suit_is_all_of_its_thirteen_cards() -> None:
    assert is_suit(HEARTS)
    assert not is_suit(HEARTS.without("2H"))
    assert not is_suit(HEARTS | "QS")
    assert [each_of(HEARTS), each_of(HEARTS, "every"), each_of(Cards("QS"))] == [
        "each heart",
        "every heart",
        "each Q♠",
    ]
    assert each_of(Cards("JH QH")) == "each of J♥ and Q♥"


def test_a_whole_suit_is_named_as_one_in_a_short_pack_too() -> None:
    short = Pack(lowest=Rank.SEVEN)
    assert said("Scoring", deck=short) == ["Score 13 for taking Q♠ and 1 for each heart."]
    assert said("Scoring", deck=short, scoring=CardValues({"7H 8H": 2, "AS": 0})) == [
        "Score 2 for each of 7♥ and 8♥ taken."
    ]


def test_cards_without_points_are_not_scored() -> None:
    assert said("Scoring", scoring=CardValues({"QS": 0})) == []
    assert CardValues({"QS": 0}).describe(4) == ""


# Sides


@pytest.mark.parametrize(("players", "others"), [(4, "the other side"), (6, "every other side")])
def test_partners_who_pool_shoot_the_moon_as_a_side(players: int, others: str) -> None:
    assert said("Shooting the moon", players=players, sides=Partners()) == [
        (
            "A side that takes every penalty card (Q♠ and hearts) shoots the moon. "
            f"{STRUCK}; instead, one of the partners chooses: either {others} scores 26, or {OFF}."
        )
    ]
    late = ShootTheMoon(SubtractFrom(90))
    (moon,) = said("Shooting the moon", players=players, sides=Partners(), moon=late)
    assert f"instead, {others} scores 26, or, if someone had 90 or more before the round" in moon


def test_partners_with_separate_scores_shoot_alone() -> None:
    spared = ShootTheMoon(attrs.evolve(ADD, spare_partner=True))
    assert said("Shooting the moon", sides=Partners(pooled=False), moon=spared) == [
        f"{SHOOTS} {STRUCK}; instead, everyone else except the shooter's partner scores 26."
    ]


def test_what_counts_for_a_side_is_said_of_a_side() -> None:
    side: dict[str, Any] = {"sides": Partners(), "moon": NoMoon()}
    assert said("Bonuses", **side, bonuses=NoTricksBonus()) == [
        "A side that takes no trick scores −5."
    ]
    assert said("Bonuses", **side, bonuses=NoneOf("QS JD", 5)) == [
        "A side that takes none of J♦ and Q♠ scores 5."
    ]
    assert said("Bonuses", **side, bonuses=ScoreMultiplier("TC")) == [
        "Taking 10♣ multiplies the side's points for the round so far, good or bad, by 2."
    ]
    assert said("Bonuses", **side, bonuses=FullSet("QC", {"QS": -13})) == [
        "For a side that takes Q♣, the points for Q♠ are cancelled."
    ]


@pytest.mark.parametrize(
    ("pooled", "ending", "text"),
    [
        (
            True,
            Target(),
            (
                "The game ends after the round in which a side reaches or passes 100 points. "
                "The side with the lowest score wins; sides that tie for it share the win."
            ),
        ),
        (
            False,
            Target(-1, passed=True),
            (
                "The game ends after the round in which a player passes −1 points. "
                "The side with the lowest total wins; sides that tie for it share the win."
            ),
        ),
        (
            True,
            Rounds(1, play_off=True),
            (
                "The game ends after 1 round. The side with the lowest score wins; if sides tie for it, "
                "play goes on until one score is the lowest."
            ),
        ),
        (
            False,
            Rounds(2, play_off=True, points_are_good=True),
            (
                "The game ends after 2 rounds. The side with the highest total wins; if sides tie for "
                "it, play goes on until one total is the highest."
            ),
        ),
    ],
    ids=["pooled", "separate", "pooled-play-off", "separate-play-off"],
)
def test_a_side_wins(pooled: bool, ending: object, text: str) -> None:
    sides = Partners(pooled=pooled)
    assert said("The end of the game", sides=sides, ending=ending) == [text]


def test_the_score_that_turns_a_game_may_be_that_of_a_side() -> None:
    assert said(
        "The end of the game", sides=Partners(), ending=ThereAndBack(30), totals=Reversed(30)
    ) == [
        "From the round after a side reaches or passes 30 points, everyone's points are subtracted.",
        (
            "The game turns when a side reaches or passes 30 points; after that, it ends after the round "
            "in which a side is at 0 or below. The side with the lowest score wins; sides that tie for "
            "it share the win."
        ),
    ]


def test_players_who_play_alone_play_off_and_reach_scores() -> None:
    assert said("The end of the game", ending=Target(1, play_off=True)) == [
        (
            "The game ends after the round in which someone reaches or passes 1 point. "
            "The lowest score wins; if players tie for it, play goes on until one score is the lowest."
        )
    ]
    assert said("The end of the game", ending=Target(-50, points_are_good=True)) == [
        (
            "The game ends after the round in which someone reaches or passes −50 points. "
            "The highest score wins; players who tie for it share the win."
        )
    ]


# Two packs


def test_every_copy_counts() -> None:
    assert said("Scoring", **TWO_PACKS) == ["Score 13 for each Q♠ taken and 1 for each heart."]
    assert said("Scoring", **TWO_PACKS, scoring=TrickValues(holding={"QC": 2, "QD": 1})) == [
        "Score 2 for each trick with Q♣ and 1 for each trick with Q♦."
    ]
    plain = {**TWO_PACKS, "moon": NoMoon()}
    assert said("Bonuses", **plain, bonuses=ScoreMultiplier("TC", 3)) == [
        "Each 10♣ taken multiplies the player's points for the round so far, good or bad, by 3."
    ]
    assert said("Bonuses", **plain, bonuses=FullSet("QC", {"QS": 13})) == [
        "For a player who takes every copy of Q♣, the points for Q♠ are doubled."
    ]
    piles = ["QC QC QS", "QC QS", "", "", "", "", "", ""]
    assert counted(piles, **plain, bonuses=FullSet("QC", {"QS": 13}))[:2] == (26, 13)
    assert counted(["QC QC QS QS"] + [""] * 7, **plain, bonuses=FullSet("QC", {"QS": 13}))[0] == 52
    (moon,) = said("Shooting the moon", **TWO_PACKS, moon=ShootTheMoon(ADD, points=None))
    assert moon == f"{SHOOTS} {STRUCK}; instead, everyone else scores 52."


def test_equal_cards_are_compared_where_there_are_any() -> None:
    last, pairs = HighestOfSuitLed(Equals.LAST), HighestOfSuitLed(Equals.PAIRS_CANCEL)
    assert said("Tricks", **TWO_PACKS) == [f"{ROUND} {WINS} Of equal cards, the first played wins."]
    assert said("Tricks", **TWO_PACKS, tricks=last) == [
        f"{ROUND} {WINS} Of equal cards, the last played wins."
    ]
    (cancelling,) = said("Tricks", **TWO_PACKS, tricks=pairs)
    assert cancelling.startswith(f"{ROUND} Two equal cards in a trick cancel each other: ")
    for tricks in (last, pairs):
        assert said("Tricks", tricks=tricks) == [f"{ROUND} {WINS}"]
    assert last.describe(4) == f"{ROUND} {WINS}"
    assert "cancel each other" in pairs.describe(4)


def test_a_second_lap_more_takes_a_second_nine() -> None:
    nines = BoosterNines(most=2)
    (one,), (two,) = said("Tricks", tricks=nines), said("Tricks", **TWO_PACKS, tricks=nines)
    assert " the trick goes round once more: everyone plays another card" in one
    assert " the trick goes round once more, up to 2 times: everyone plays" in two
    assert "wins. If a nine is led, or played to follow suit, the trick goes round" in two
    assert "up to 2 times" in nines.describe(4)


def test_of_several_copies_the_nearest_to_the_dealer_decides() -> None:
    nearest = (
        "If several players hold or took a copy of the card that decides who leads or deals, it is "
        "the one nearest the dealer's left."
    )
    assert said("The pack", **TWO_PACKS)[-1] == nearest
    assert nearest not in said("The pack")
    eldest = {**TWO_PACKS, "opening": variants.get("black_maria").opening}
    assert nearest not in said("The pack", **eldest)
    assert said("The pack", **eldest, dealer=TakerDeals("QS"))[-1] == nearest


# The kitty


def test_a_kitty_for_a_penalty_card_names_the_penalty_cards() -> None:
    goes = "or the last trick if there is none, also takes the kitty and may look at it; its cards"
    chapter: dict[str, Any] = {"deck": KITTY, "kitty": KITTY_TO_FIRST_PENALTY}
    pack = said("The pack", **chapter)
    assert pack[0].endswith(" Halfway through the deal, set 4 cards aside face down as the kitty.")
    assert pack[1] == (
        f"Whoever takes the first trick with a penalty card (Q♠ or hearts), {goes} count with the "
        "tricks taken."
    )
    nothing = said("The pack", **chapter, scoring=TrickValues(each=1))
    assert nothing[1].startswith(f"Whoever takes the first trick with a penalty card, {goes}")
    assert not any("kitty" in each for each in said("The pack", kitty=KITTY_TO_FIRST_PENALTY))


def test_a_card_of_the_opening_may_be_in_the_kitty() -> None:
    instead = (
        "; if it is in the kitty, the player to the dealer's left leads any legal card instead"
    )
    holder = HolderLeads("2S", any_card=True, then_taker_of="QS")
    assert said("The opening lead", opening=HolderLeads("2S")) == [
        "The player with 2♠ leads it to the first trick."
    ]
    assert said("The opening lead", deck=KITTY, opening=HolderLeads("2S")) == [
        f"The player with 2♠ leads it to the first trick{instead}."
    ]
    later = "In later rounds, whoever took Q♠ in the round before leads any legal card"
    first = "In the first round, the player with 2♠ leads any legal card to the first trick"
    assert said("The opening lead", opening=holder) == [f"{first}. {later}."]
    assert said("The opening lead", deck=KITTY, opening=holder) == [f"{first}{instead}. {later}."]
    assert said("The opening lead", opening=holder, round_end=EndsWhenNothingCounts()) == [
        f"{first}. {later}; if nobody did, the same player does as in the first round."
    ]


def test_a_mix_is_shuffled_with_the_kitty() -> None:
    begin = "After the deal, each player passes cards before seeing any received: "
    assert said("Passing", passing=Cycle((Mix(),))) == [
        f"{begin}3 to the middle (to be shuffled and dealt back) every round."
    ]
    assert said("Passing", deck=KITTY, passing=Cycle((Mix(),))) == [
        f"{begin}3 to the middle (to be shuffled with the kitty and dealt back) every round."
    ]
    (calls,) = said("Passing", deck=KITTY, passing=DealerCalls())
    assert calls.endswith("; or to the middle (to be shuffled with the kitty and dealt back).")


def test_a_card_that_marks_a_trick_may_come_with_the_kitty() -> None:
    queen = TrickValues(holding={"QC": 1})
    assert said("Scoring", scoring=queen) == ["Score 1 for the trick with Q♣."]
    assert said("Scoring", deck=KITTY, scoring=queen) == [
        "Score 1 for the trick with Q♣ (or for getting it with the kitty)."
    ]


# The end of a round


CLAIMS = (
    "The player to act may claim all the remaining tricks; if everyone else accepts, the round ends "
    "and the claimant takes them."
)


@pytest.mark.parametrize(
    ("scoring", "text"),
    [
        (CardValues({}), "The round ends after the first trick."),
        (CardValues({"QS": 13}), "The round ends after the trick in which Q♠ is played."),
        (HEARTS_ONE, "The round ends after the trick in which the last heart is played."),
        (
            HEARTS_ONE_QUEEN_13,
            "The round ends after the trick in which the last of Q♠ and hearts is played.",
        ),
        (
            CardValues({"QH KH": 5}),
            "The round ends after the trick in which the last of Q♥ and K♥ is played.",
        ),
        (TrickValues(each=1), "All tricks are played, since the tricks themselves count."),
    ],
    ids=["nothing", "one", "suit", "mixed", "two", "tricks"],
)
def test_an_early_end_names_the_cards(scoring: object, text: str) -> None:
    early, claims = EndsWhenNothingCounts(), EndsWhenNothingCounts(claims=True)
    for queen, which in ((HEARTS_ONE, "one of them"), (CardValues({"QS": 13}), "it")):
        *_, ends = said("Tricks", deck=KITTY, scoring=queen, round_end=early)
        assert ends.endswith(f" is played; if {which} was in the kitty, all tricks are played.")
    assert said("Tricks", scoring=scoring, round_end=early)[1:] == [text] * (text != "")
    assert said("Tricks", scoring=scoring, round_end=claims)[1:] == [f"{text} {CLAIMS}".strip()]
    assert said("Tricks", scoring=scoring, round_end=PlayedOut(claims=True))[1:] == [CLAIMS]


# Scoring


@pytest.mark.parametrize(
    ("cards", "values", "piles", "totals", "text"),
    [
        (
            "QH",
            {HEARTS: 1},
            ["QH 2H", "QS", "3H", ""],
            (4, 13, 1, 0),
            "For a player who takes Q♥, the points for hearts are doubled.",
        ),
        (
            "QC",
            {"QS": -13},
            ["QC QS", "2H", "3H", ""],
            (0, 1, 1, 0),
            "For a player who takes Q♣, the points for Q♠ are cancelled.",
        ),
        (
            HEARTS,
            {HEARTS: -2, "QS": -26},
            [str(HEARTS), "QS", "", ""],
            (-13, 13, 0, 0),
            "For a player who takes every heart, the points for Q♠ and hearts change sign.",
        ),
        (
            "QH KH",
            {"QH": 5, "KH": 3},
            ["QH KH", "QS", "", ""],
            (10, 13, 0, 0),
            "A player who takes all of Q♥ and K♥ also scores 5 for Q♥ and 3 for K♥.",
        ),
    ],
    ids=["doubles", "cancels", "turns", "adds"],
)
def test_a_full_set_doubles_cancels_turns_or_adds(
    cards: str, values: Any, piles: list[str], totals: tuple[int, ...], text: str
) -> None:
    full = FullSet(cards, values)
    for chapters in (
        {"moon": NoMoon(), "bonuses": full},
        {"scoring": (HEARTS_ONE_QUEEN_13, full), "moon": NoMoon()},
    ):
        assert text in said("Bonuses", **chapters) + said("Scoring", **chapters)
        assert counted(piles, **chapters) == totals
    assert text in said("Scoring", scoring=(HEARTS_ONE_QUEEN_13, full)), "the moon comes after it"


def test_partners_with_separate_scores_win_as_a_side() -> None:
    automatic = ShootTheMoon(automatic=True)
    for partners, who in (
        (EveryoneAlone(), "the shooter"),
        (Partners(pooled=False), "the shooter's side"),
    ):
        (moon,) = said("Shooting the moon", sides=partners, moon=automatic)
        assert f"unless the game would then end without {who} winning alone" in moon


def test_both_is_one_copy_of_each() -> None:
    marked = TrickValues({1: 1}, holding={"QC": 1}, together=1)
    assert said("Scoring", scoring=marked)[0].endswith(" and 1 more for both.")
    assert said("Scoring", **TWO_PACKS, scoring=marked)[0].endswith(" and 1 more for all of these.")


def test_sets_that_share_a_card_or_come_after_another_step_only_add_points() -> None:
    hearts, queen = FullSet("QH", {HEARTS: 1}), FullSet("QC", {HEARTS: -1})
    alone = said("Bonuses", moon=NoMoon(), bonuses=hearts)
    assert alone == ["For a player who takes Q♥, the points for hearts are doubled."]
    both = said("Bonuses", moon=NoMoon(), bonuses=(hearts, queen))
    assert both == [
        "A player who takes Q♥ also scores 1 for each heart taken.",
        "A player who takes Q♣ also scores −1 for each heart taken.",
    ]
    late = said("Bonuses", moon=NoMoon(), bonuses=(ScoreMultiplier("TC"), hearts))
    assert late[1] == both[0]


def test_a_full_set_after_a_moon_adds_points_to_those_struck_out() -> None:
    after = said("Bonuses", bonuses=FullSet(HEARTS, {HEARTS: -2}))
    assert after[-1] == "A player who takes every heart also scores −2 for each heart."
    by_itself = FullSet("QH KH", {"QH": 1, "KH": 1})
    assert by_itself.describe(4) == (
        "A player who takes all of Q♥ and K♥ also scores 1 for each of Q♥ and K♥."
    )


@pytest.mark.parametrize("values", [{HEARTS: 2}, {"JD": 5}, {"QS": 13, "JD": 5}, {"QS": 6}])
def test_a_full_set_with_points_of_its_own_says_them(values: Any) -> None:
    (text,) = said("Bonuses", moon=NoMoon(), bonuses=FullSet("QC", values))
    assert text.startswith("A player who takes Q♣ also scores ")


def test_a_multiplier_may_score_by_itself() -> None:
    plain: dict[str, Any] = {"moon": NoMoon()}
    alone = ScoreMultiplier("TC", alone=50)
    assert said("Bonuses", **plain, bonuses=alone) == ["Taking 10♣ scores 50."]
    assert counted(["TC QS", "2H", "", ""], **plain, bonuses=alone) == (63, 1, 0, 0)
    assert said("Bonuses", **TWO_PACKS, **plain, bonuses=alone) == ["Each 10♣ taken scores 50."]
    assert said(
        "Bonuses", **plain, bonuses=ScoreMultiplier("TC", alone=-5, others=HEARTS | "QS")
    ) == [
        (
            "Taking 10♣ multiplies the player's points for the round so far, good or bad, by 2. Taken "
            "with none of Q♠ and hearts, it scores −5 instead."
        )
    ]


def test_a_multiplier_counts_a_moon_and_charges() -> None:
    jack, multiplier = variants.get("turbo").sentences(4)["Bonuses"][1:]
    assert jack == "Score −10 for taking J♦."
    assert multiplier == (
        "Taking 10♣ multiplies the player's points for the round so far, those of a moon included, "
        "good or bad, by 2 (by 4 if charged)."
    )
    before = (HEARTS_ONE_QUEEN_13, ScoreMultiplier("TC"))
    assert said("Scoring", scoring=before)[1] == (
        "Taking 10♣ multiplies the player's points for the round so far, good or bad, by 2."
    )
    other = attrs.evolve(TURBO_CHARGES, doubled={"QS": "QS"})
    assert "if charged" not in said("Bonuses", bonuses=ScoreMultiplier("TC"), charging=other)[1]
    assert variants.get("gong_zhu").sentences(4)["Bonuses"][1:] == [
        multiplier.replace("charged", "exposed").replace("those of a moon included, ", ""),
        "Taken with none of J♦, Q♠ and hearts, it scores 50 (100 if exposed) instead.",
    ]
    assert variants.get("gong_zhu").sentences(4)["Bonuses"][0] == (
        "For a player who takes every heart, the points for Q♠ and 5♥ to A♥, doubled or not, change "
        "sign."
    )


def test_a_bonus_for_no_trick_depends_on_whether_there_is_a_moon() -> None:
    bonus = NoTricksBonus()
    assert said("Bonuses", moon=NoMoon(), bonuses=bonus) == [
        "A player who takes no trick scores −5."
    ]
    assert said("Bonuses", bonuses=bonus)[-1] == (
        "A player who takes no trick scores −5, unless somebody shot the moon."
    )


def test_tricks_are_scored_one_by_one_together_and_by_number() -> None:
    slobberhannes = TrickValues({1: 1, -1: 1}, holding={"QC": 1}, together=1)
    assert slobberhannes.describe(4) == (
        "Score 1 for the first trick, 1 for the last trick, 1 for the trick with Q♣ and 1 more for "
        "all three."
    )
    assert TrickValues({1: 1, -1: 2}, together=-3).describe(4) == (
        "Score 1 for the first trick, 2 for the last trick and −3 more for both."
    )
    four = TrickValues({1: 1, 2: 1, 3: 1, -1: 1}, together=1, each=1, most=4).describe(4)
    assert (
        "1 more for all of these, 1 for each trick and 4 for taking the most tricks, even in a tie"
        in four
    )
    assert TrickValues().describe(4) == ""


def test_what_is_counted_after_a_moon_is_scored_by_the_shooter_too() -> None:
    assert said("Bonuses", bonuses=JACK_OF_DIAMONDS_BONUS) == [
        "A shooter scores bonuses too.",
        "Score −10 for taking J♦.",
    ]
    assert said("Bonuses", moon=NoMoon(), bonuses=JACK_OF_DIAMONDS_BONUS) == [
        "Score −10 for taking J♦."
    ]
    assert said("Bonuses") == []


# The moon


def test_a_moon_that_nobody_can_shoot_is_no_moon() -> None:
    assert said("Shooting the moon", scoring=TrickValues(each=1)) == ["There is no moon."]
    assert said("Shooting the moon", moon=NoMoon()) == ["There is no moon."]


@pytest.mark.parametrize(
    ("moon", "text"),
    [
        (ShootTheMoon(NOTHING), f"{SHOOTS} {STRUCK}."),
        (
            ShootTheMoon((), wins_game=True),
            f"{SHOOTS} {STRUCK}; instead, the shooter wins the game at once.",
        ),
        (
            ShootTheMoon(ADD, wins_game=True),
            f"{SHOOTS} {STRUCK}; instead, the shooter wins the game at once and everyone else scores 26.",
        ),
        (
            ShootTheMoon(CHOICE, points=None),
            f"{SHOOTS} {STRUCK}; instead, the shooter chooses: either everyone else scores 26, or {OFF}.",
        ),
        (
            ShootTheMoon(ADD, sun=52),
            (
                f"{SHOOTS} {STRUCK}; instead, everyone else scores 26. A shooter who takes every trick "
                "shoots the sun, worth 52 instead."
            ),
        ),
        (
            ShootTheMoon(NEGATE, sun=52),
            f"{SHOOTS} {STRUCK}; instead, what was struck out comes off the shooter's score.",
        ),
        (
            ShootTheMoon(ADD, also="JD"),
            (
                "A player who takes every penalty card (Q♠ and hearts) and J♦ shoots the moon. "
                f"{STRUCK}; instead, everyone else scores 26."
            ),
        ),
        (
            ShootTheMoon(Pay(shooter=1), 1000, also="2H JD TC", wins_game=True),
            (
                "A player who takes every penalty card (Q♠ and hearts) as well as 10♣ and J♦ shoots the "
                f"moon. {STRUCK}; instead, the shooter wins the game at once and the shooter scores 1000."
            ),
        ),
        (ShootTheMoon(NOTHING, also="2H"), f"{SHOOTS} {STRUCK}."),
        (
            ShootTheMoon((ADD, SUBTRACT), automatic=True),
            (
                f"{SHOOTS} {STRUCK}; instead, everyone else scores 26, unless the game would then end "
                f"without the shooter winning alone; in that case {OFF}."
            ),
        ),
        (
            ShootTheMoon(Pay(others=2, shooter=-3)),
            (
                f"{SHOOTS} {STRUCK}; instead, everyone else scores twice 26 and three times 26 comes off "
                "the shooter's score."
            ),
        ),
    ],
    ids=[
        *("nothing", "game", "game-and-pay", "total", "sun", "no-sun", "also", "also-and-game"),
        *("also-no-other", "automatic", "much"),
    ],
)
def test_a_moon_says_what_it_takes_and_pays(moon: ShootTheMoon, text: str) -> None:
    assert said("Shooting the moon", moon=moon) == [text]


def test_a_moon_is_worth_a_number_unless_charges_change_it() -> None:
    moon = ShootTheMoon(CHOICE, points=None)
    total = "the total of all penalty cards (charges included)"
    assert said("Shooting the moon", moon=moon, charging=TURBO_CHARGES) == [
        (
            f"{SHOOTS} {STRUCK}; instead, the shooter chooses: either everyone else scores {total}, or "
            "that total comes off the shooter's score."
        )
    ]
    queens = CardValues({"QS": 13, "QH": 2})
    (text,) = said("Shooting the moon", moon=moon, scoring=queens)
    assert text.startswith("A player who takes every penalty card (Q♠ and Q♥) shoots the moon.")
    assert "everyone else scores 15, or 15 comes off" in text


# The order of restrictions


class NoSixes:
    """A restriction with a method: it might forbid any card."""

    name = "no-sixes"

    def narrow(self, playable: Cards, hand: Cards, table: object) -> Cards:
        return playable.without("6C 6D 6S 6H")

    def reason(self, card: Card, table: object) -> str:
        return "sixes wait"

    def describe(self, players: int) -> str:
        return "Sixes are played last."


ORDER = "Apply these rules in order; one that would leave you no card is waived."
FOLLOW = FollowSuit().describe(4)


def test_an_order_is_said_where_restrictions_can_meet() -> None:
    queen = NoPenaltyOnFirstTrick("QS")
    assert said("Play", play=(FollowSuit(), queen)) == [ORDER, FOLLOW, queen.describe(4)]
    assert said("Play", play=(HeartsMustBeBroken(), queen))[0] == ORDER
    assert ORDER not in said("Play"), "one for following, one for leading"
    assert said("Play", play=FollowSuit()) == [FOLLOW]
    assert said("Play", play=()) == ["Any card may be played."]


def test_that_charged_cards_wait_is_printed_even_where_there_are_none() -> None:
    waits = variants.get("turbo").play[-1]
    assert waits.describe(4).startswith("You may not play a charged card the first time its suit")
    assert said("Play", play=(FollowSuit(), waits), charging=TURBO_CHARGES)[2] == waits.describe(4)
    assert said("Play", play=(FollowSuit(), waits))[2] == waits.describe(4)


def test_a_restriction_with_a_method_may_meet_any_other() -> None:
    assert said("Play", play=(FollowSuit(), NoSixes())) == [ORDER, FOLLOW, "Sixes are played last."]
    assert said("Play", play=NoSixes()) == ["Sixes are played last."]


def test_two_players_have_one_other_and_those_who_drop_out_do_not_play() -> None:
    two = attrs.evolve(AMERICAN, players=(2, 3))
    for players, others in ((2, "the other player"), (3, "everyone else")):
        (_, pays) = two.sentences(players)["Shooting the moon"]
        assert f"either {others} scores 26" in pays
    assert "then the other player does; the taker" in Stock().describe(2)
    assert "then everyone else in turn does; the taker" in Stock().describe(3)
    domino = variants.get("domino_hearts")
    each = "Play goes clockwise, one card from each player who has any left."
    assert domino.sentences(4)["Tricks"][0] == each
    ranked = attrs.evolve(domino, tricks=HighestCard())
    assert ranked.sentences(4)["Tricks"] == domino.sentences(4)["Tricks"]


# Contracts


def _with(*contracts: Contract, **chapters: Any) -> Rules:
    return attrs.evolve(AMERICAN, contracts=ContractsInOrder(contracts), **chapters)


def test_what_every_contract_replaces_is_not_printed() -> None:
    queens = Contract("queens", CardValues({"QC QD QS QH": 2}))
    tricks, usual = Contract("tricks", TrickValues(each=1)), Contract("usual")
    rules = _with(queens, tricks, moon=NoMoon())
    sentences = rules.sentences(4)
    assert sentences["Scoring"] == []
    assert sentences["Contracts"] == [
        "Each round has a contract.",
        "There are 2 contracts, which come round in this order.",
        "Queens: Score 2 for each of Q♣, Q♦, Q♠ and Q♥ taken.",
        "Tricks: Score 1 for each trick.",
    ]
    assert "\nScoring\n" not in rules.describe()
    assert [*sentences].index("Contracts") == [*sentences].index("Sides") + 1
    both = _with(queens, usual, moon=NoMoon())
    heading = "Score 13 for taking Q♠ and 1 for each heart."
    assert both.sentences(4)["Scoring"] == [heading]
    assert both.terms("queens", 4) == (
        f"Score 2 for each of Q♣, Q♦, Q♠ and Q♥ taken. This rule does not apply: {heading}"
    )
    assert AMERICAN.diff(rules).count("\nContracts\n") == 1
    assert rules.diff(AMERICAN).count("\nContracts\n") == 1


def test_a_contract_says_what_is_in_another_order_and_nothing_more() -> None:
    first, last = NoPenaltyOnFirstTrick("QS"), NoPenaltyOnFirstTrick("JS")
    turned = Contract("turned", play=(HeartsMustBeBroken(), FollowSuit(), first, last))
    rules = _with(turned, play=(FollowSuit(), HeartsMustBeBroken(), first, last))
    assert rules.terms("turned", 4) == (
        f"In this order: {HeartsMustBeBroken().describe(4)} {FOLLOW}"
    )


def test_rules_that_do_not_turn_are_the_same_from_any_round_on() -> None:
    called = attrs.evolve(AMERICAN, passing=DealerCalls())
    assert called.from_round(3, 4) is called


# The short form


@pytest.mark.parametrize("slug", variants.all())
def test_the_short_form_has_five_lines_at_most(slug: str) -> None:
    rules = variants.get(slug)
    for players in rules.players:
        lines = rules.describe(players, short=True).splitlines()
        assert lines[0].startswith(f"{rules.name}, for {players} players. ")
        assert 3 <= len(lines) <= 5
        assert all(line == line.strip() != "" for line in lines)
        assert max(map(len, lines)) <= 280
        assert lines[-1] == " ".join(rules.sentences(players)["The end of the game"])


def test_the_short_form_of_american_hearts_has_nothing_special() -> None:
    assert AMERICAN.special(4) == []
    assert AMERICAN.describe(5, short=True).splitlines() == [
        "American Hearts, for 5 players. One pack of 52 cards, without 2♣ and 2♦.",
        "Score 13 for taking Q♠ and 1 for each heart.",
        f"{SHOOTS} {STRUCK}; instead, the shooter chooses: either everyone else scores 26, or {OFF}.",
        f"The game ends after the round in which someone reaches or passes 100 points. {SHARED}",
    ]


def test_the_short_form_says_what_is_special_and_what_is_left_out() -> None:
    free = "Any card may be led."
    assert variants.get("queens").special(4) == [free]
    assert variants.get("kitty_hearts").special(4) == [
        variants.get("kitty_hearts").sentences(4)["The pack"][3]
    ]
    assert attrs.evolve(AMERICAN, kitty=KITTY_TO_FIRST_PENALTY).special(4) == [], "no kitty"
    sixes = attrs.evolve(AMERICAN, play=(FollowSuit(), NoSixes()))
    assert sixes.special(4) == ["Sixes are played last."]
    assert variants.get("hartenjagen").in_force.special(4) == [free]
    assert variants.get("classic_100").special(4) == [
        AMERICAN.play[1].describe(4).replace("a heart has", "Q♠ or a heart has")
    ]


def test_the_short_form_names_the_contracts() -> None:
    lines = variants.get("kierki").describe(short=True).splitlines()
    assert lines[1] == "Contracts: tricks, hearts, queens, men, king, seventh and last, all."
    assert lines[2] == "There is no moon."


def test_a_line_that_is_too_long_ends_in_dots() -> None:
    long = attrs.evolve(AMERICAN, scoring=[CardValues({card: 1}) for card in DIAMONDS])
    line = long.describe(short=True).splitlines()[1]
    assert line.startswith("Score 1 for taking 2♦. Score 1 for taking 3♦. ")
    assert line.endswith(" …")
    assert len(line) <= 280


# Decisions


def test_decisions_may_concern_one_number_of_players() -> None:
    rules = attrs.evolve(
        AMERICAN, decisions=["Always."], decisions_by_players={3: ["Two.", "Three."], 6: ()}
    )
    assert rules.decisions_by_players == ((3, ("Two.", "Three.")), (6, ()))
    assert [rules.decisions_for(players) for players in (3, 4, 6)] == [
        ("Always.", "Two.", "Three."),
        ("Always.",),
        ("Always.",),
    ]
    assert rules == AMERICAN, "they are documentation"
    assert (
        attrs.evolve(AMERICAN, decisions_by_players=[(5, ["Five."])]).decisions_for(5)[-1]
        == "Five."
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"3": ["Three."]}, "players"),
        ({3: [3]}, "each of decisions_by_players"),
        ({3: "Three."}, "lists of strings, not 'Three.'"),
        ({3: None}, "None"),
    ],
    ids=["number", "line", "string", "none"],
)
def test_decisions_that_are_none_are_refused(given: Any, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        attrs.evolve(AMERICAN, decisions_by_players=given)


@pytest.mark.parametrize("slug", variants.all())
def test_no_decision_is_said_twice(slug: str) -> None:
    rules = variants.get(slug)
    for players in rules.players:
        decisions = rules.decisions_for(players)
        assert len(set(decisions)) == len(decisions)
        assert rules.decisions == decisions[: len(rules.decisions)]
