"""The printed rulebook, where a sentence depends on what other chapters say."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Rules, variants
from heartslib.cards import DIAMONDS, HEARTS
from heartslib.rules import (
    KITTY_TO_FIRST_PENALTY,
    NO_PASSING,
    TURBO_CHARGES,
    BoosterNines,
    CardValues,
    Contract,
    ContractsInOrder,
    DealerCalls,
    EveryoneAlone,
    FollowSuit,
    FullSet,
    HeartsMustBeBroken,
    NoMoon,
    NoPenaltyOnFirstTrick,
    Pack,
    Page,
    Partners,
    PlayRule,
    ShootTheMoon,
    TrickValues,
)
from tests.helpers.positions import AMERICAN

TWO_PACKS: dict[str, Any] = {"deck": Pack(packs=2), "players": 8}


def said(title: str, **chapters: Any) -> list[str]:
    """The sentences of a chapter of American Hearts, for four or `players`, with chapters changed."""
    chapters.setdefault("players", 4)
    rules = attrs.evolve(AMERICAN, **chapters)
    return [*map(" ".join, rules.at(rules.players[0]).paragraphs()[title])]


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
        return attrs.evolve(AMERICAN, passing=passing).at(4).in_force.page().passes

    assert passes(AMERICAN.passing)
    assert passes(DealerCalls())
    assert not passes(NO_PASSING)


# Two packs


def test_a_second_lap_more_takes_a_second_nine() -> None:
    nines = BoosterNines(most=2)
    (one,), (two,) = said("Tricks", tricks=nines), said("Tricks", **TWO_PACKS, tricks=nines)
    assert " the trick goes round once more: everyone plays another card" in one
    assert " the trick goes round once more, up to 2 times: everyone plays" in two
    assert "wins. If a nine is led, or played to follow suit, the trick goes round" in two
    assert "up to 2 times" in nines.describe(4)


# Scoring


def test_partners_with_separate_scores_win_as_a_side() -> None:
    automatic = ShootTheMoon(automatic=True)
    for partners, who in (
        (EveryoneAlone(), "the shooter"),
        (Partners(pooled=False), "the shooter's side"),
    ):
        (moon,) = said("Shooting the moon", sides=partners, moon=automatic)
        assert f"unless the game would then end without {who} winning alone" in moon


@pytest.mark.parametrize("values", [{HEARTS: 2}, {"JD": 5}, {"QS": 13, "JD": 5}, {"QS": 6}])
def test_a_full_set_with_points_of_its_own_says_them(values: Any) -> None:
    (text,) = said("Bonuses", moon=NoMoon(), bonuses=FullSet("QC", values))
    assert text.startswith("A player who takes Q♣ also scores ")


# The order of restrictions


class NoSixes(PlayRule):
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


def test_that_charged_cards_wait_is_printed_where_there_are_any() -> None:
    waits = variants.get("turbo").play[-1]
    assert waits.describe(4).startswith("You may not play a charged card the first time its suit")
    assert said("Play", play=(FollowSuit(), waits), charging=TURBO_CHARGES)[2] == waits.describe(4)
    assert said("Play", play=(FollowSuit(), waits)) == [FOLLOW]


def test_a_restriction_with_a_method_may_meet_any_other() -> None:
    assert said("Play", play=(FollowSuit(), NoSixes())) == [ORDER, FOLLOW, "Sixes are played last."]
    assert said("Play", play=NoSixes()) == ["Sixes are played last."]


# Contracts


def _with(*contracts: Contract, **chapters: Any) -> Rules:
    return attrs.evolve(AMERICAN, contracts=ContractsInOrder(contracts), **chapters)


def test_what_every_contract_replaces_is_not_printed() -> None:
    queens = Contract("queens", CardValues({"QC QD QS QH": 2}))
    tricks, usual = Contract("tricks", TrickValues(each=1)), Contract("usual")
    rules = _with(queens, tricks, moon=NoMoon())
    sentences = rules.at(4).sentences()
    assert sentences["Scoring"] == [
        "Queens: Score 2 for each queen taken.",
        "Tricks: Score 1 for each trick.",
    ]
    assert sentences["Contracts"] == [
        "The contracts of the rounds come in this order: queens, tricks; then again."
    ]
    assert [*sentences].index("Contracts") == [*sentences].index("Sides") + 1
    both = _with(queens, usual, moon=NoMoon())
    heading = "Score 13 for taking Q♠ and 1 for each heart."
    assert both.at(4).sentences()["Scoring"] == [sentences["Scoring"][0], f"Usual: {heading}"]
    assert both.at(4).terms("queens") == "Score 2 for each queen taken."
    assert AMERICAN.diff(rules).count("\nContracts\n") == 1
    assert rules.diff(AMERICAN).count("\nContracts\n") == 1


def test_a_contract_says_what_is_in_another_order_and_nothing_more() -> None:
    first, last = NoPenaltyOnFirstTrick("QS"), NoPenaltyOnFirstTrick("JS")
    turned = Contract("turned", play=(HeartsMustBeBroken(), FollowSuit(), first, last))
    usual = Contract("usual"), Contract("other", bonuses=CardValues({"JD": -10}))
    rules = _with(*usual, turned, play=(FollowSuit(), HeartsMustBeBroken(), first, last))
    hearts, *others = (each.describe(4) for each in (HeartsMustBeBroken(), first, last))
    assert rules.at(4).terms("turned") == (
        f"{ORDER} In this order: {' '.join([hearts, FOLLOW, *others])}"
    )
    assert rules.at(4).terms("usual") == "The usual rules apply."
    assert rules.at(4).paragraphs()["Play"] == [
        [ORDER],
        [f"Usual, other: {' '.join([FOLLOW, hearts, *others])}"],
        [f"Turned: {' '.join([hearts, FOLLOW, *others])}"],
    ]


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
        assert lines[-1] == " ".join(rules.at(players).sentences()["The end of the game"])


def test_the_short_form_says_what_is_special_and_what_is_left_out() -> None:
    free = "Any card may be led."
    assert variants.get("queens").at(4).special() == [free]
    assert variants.get("kitty_hearts").at(4).special() == [
        variants.get("kitty_hearts").at(4).sentences()["The pack"][3]
    ]
    assert attrs.evolve(AMERICAN, kitty=KITTY_TO_FIRST_PENALTY).at(4).special() == [], "no kitty"
    sixes = attrs.evolve(AMERICAN, play=(FollowSuit(), NoSixes()))
    assert sixes.at(4).special() == ["Sixes are played last."]
    assert variants.get("hartenjagen").at(4).in_force.special() == [free]
    assert variants.get("classic_100").at(4).special() == [
        AMERICAN.play[1].describe(4).replace("a heart has", "Q♠ or a heart has")
    ]


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


@pytest.mark.parametrize("slug", variants.all())
def test_decisions_are_sentences_and_none_is_said_twice(slug: str) -> None:
    rules = variants.get(slug)
    for players in rules.players:
        decisions = rules.decisions_for(players)
        assert len(set(decisions)) == len(decisions)
        assert all(each.endswith(".") for each in decisions)
        assert rules.decisions == decisions[: len(rules.decisions)]


def test_variants_differ_for_every_number_they_share() -> None:
    for rules in variants.all().values():
        for players in sorted(set(rules.players) & set(AMERICAN.players)):
            text = AMERICAN.diff(rules, players)
            assert text.startswith(
                f"How {rules.name} differs from American Hearts ({players} players)"
            )
