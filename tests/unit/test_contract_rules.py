"""Rulebooks with contracts."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Game, IllegalMove, Rules, RulesError, Suit, variants
from heartslib.moves import NameContract
from heartslib.rules import (
    JACK_OF_DIAMONDS_BONUS,
    Contract,
    ContractsInOrder,
    CountDown,
    EndsWhenNothingCounts,
    FollowSuit,
    HighestCard,
    NoDiscardOf,
    NoMoon,
    Pack,
    Quota,
    Reversed,
    ScoreMultiplier,
    Target,
    TrickValues,
)
from tests.helpers.positions import AMERICAN

STEPS, TENS = AMERICAN.scoring, ScoreMultiplier("TC")
USUAL = "Score 13 for taking Q♠ and 1 for each heart."


def test_the_dealer_names_a_contract_that_is_left() -> None:
    game = Game.new(variants.get("barbu")).deal(seed=3)
    with pytest.raises(IllegalMove) as error:
        game.apply(NameContract(0, "no-hearts"))
    assert error.value.rule == "turn"
    assert game.name_contract("no-hearts").match.contracts_left == ()
    match = attrs.evolve(game.match, contracts=((3, "no-hearts"), (3, "no-tricks")))
    assert match.no_such_contract("no-hearts") == (
        "seat 3 may not name 'no-hearts' again; left are no-queens, king-of-hearts, last-two"
    )


def test_a_contract_that_changes_nothing_says_so() -> None:
    contracts: Any = [Contract("usual"), Contract("also"), Contract("more", scoring=(*STEPS, TENS))]
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder(contracts), moon=NoMoon())
    assert rules.at(4).terms("usual") == "The usual rules apply."
    assert rules.at(4).terms("more") == TENS.describe(4)
    with pytest.raises(RulesError, match="has no contract 'less'"):
        rules.at(4).terms("less")


def test_what_holds_in_some_rounds_is_said_with_their_contracts() -> None:
    contracts = [
        Contract("none", scoring=()),
        Contract("free", play=()),
        Contract("usual"),
        Contract("no-moon", moon=NoMoon()),
        Contract("turned", play=AMERICAN.play[::-1]),
        Contract("one", play=(FollowSuit(), NoDiscardOf("QS"))),
    ]
    follow, hearts = (each.describe(4) for each in AMERICAN.play)
    discard = NoDiscardOf("QS").describe(4)
    in_order = "Apply these rules in order; one that would leave you no card is waived."
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder(tuple(contracts)))
    said = rules.at(4).paragraphs()
    assert said["Scoring"] == [[f"All contracts but none: {USUAL}"]]
    assert said["Play"] == [
        [in_order],
        [f"None, usual, no moon, one: {follow}"],
        [f"One: {discard}"],
        [f"None, usual, no moon: {hearts}"],
        ["Free: Any card may be played."],
        [f"Turned: {hearts} {follow}"],
    ]
    no_moon, moon = said["Shooting the moon"]
    assert moon[0].startswith("Free, usual, turned, one: A player who takes every penalty card")
    assert no_moon == ["None, no moon: There is no moon."]
    assert rules.at(4).terms("none") == f"{follow} {hearts} There is no moon."
    assert (
        rules.at(4).terms("free").startswith(f"{USUAL} Any card may be played. A player who takes")
    )
    assert (
        rules.at(4).terms("one").startswith(f"{USUAL} {in_order} {follow} {discard} A player who")
    )


def test_contracts_of_one_kind_are_named_together() -> None:
    trumps = [Contract(f"{each.word}-as-trumps", tricks=HighestCard(each)) for each in Suit]
    tens = Contract("as", scoring=()), Contract("hearts-as", scoring=()), Contract("clubs-as")
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder((*trumps, *tens)), moon=NoMoon())
    where = "All contracts but as, hearts or clubs as"
    assert f"{where}: The suit of the contract is trump. The highest" in _printed(rules)
    assert "in this order: clubs as trumps, diamonds as trumps, spades as" in _printed(rules)
    assert "As, hearts or clubs as: There are no trumps." in _printed(rules)
    assert f"All contracts but as, hearts as: {USUAL}" in _printed(rules)
    other = Contract("clubs-not-hearts", tricks=HighestCard(Suit.CLUBS))
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder((other, Contract("hearts"))))
    assert "Clubs not hearts: Clubs are trumps." in _printed(rules)


def test_the_end_of_a_round_is_said_once_for_all_contracts_that_have_it() -> None:
    early = EndsWhenNothingCounts(claims=True)
    contracts = Contract("usual"), Contract("none", ()), Contract("tricks", TrickValues(each=1))
    rules = attrs.evolve(
        AMERICAN, contracts=ContractsInOrder(contracts), moon=NoMoon(), round_end=early
    )
    ends = "The round ends after the trick in which the last card that counts is played."
    assert f"None: The round ends after the first trick. Usual: {ends} The" in _printed(rules)
    assert "All tricks are played" not in _printed(rules)
    assert _printed(rules).count("may claim all the remaining tricks") == 1
    kitty = attrs.evolve(
        rules, players=3, deck=Pack(kitty=1), contracts=ContractsInOrder(contracts)
    )
    assert f"{ends[:-1]}; if one of them was in the kitty, all tricks are played." in _printed(
        kitty
    )


def test_a_game_that_outlasts_its_quotas_begins_them_again() -> None:
    barbu, king = variants.get("barbu"), variants.get("king")
    again = "A player who has none left begins again."
    for rules in (barbu, king):
        longer = attrs.evolve(rules, ending=Target(-500, points_are_good=True))
        assert again in _printed(longer)
        assert again not in _printed(rules)
    down = attrs.evolve(barbu, ending=CountDown(500), totals=Reversed(0))
    assert again in _printed(down), "everyone begins with a score that does not end the game"
    contracts: Any = barbu.contracts
    free = attrs.evolve(contracts, quotas=Quota(("no-tricks", "no-hearts"), game=2))
    said = _printed(attrs.evolve(barbu, contracts=free))
    assert "Each of these is named at most twice in a game: no tricks, no hearts." in said
    assert "named as often as players like: no queens, king of hearts, last two." in said
    assert again not in said
    one = Quota("last-two", game=1)
    assert one.sentence() == "Each of these is named at most once in a game: last two."


def _printed(rules: Rules) -> str:
    return " ".join(rules.describe().split())


def test_diff_says_what_has_another_order() -> None:
    """Restrictions, scoring steps and contracts: another order may be another game."""
    kierki, turbo = variants.get("kierki"), variants.get("turbo")
    turned = attrs.evolve(turbo, bonuses=turbo.bonuses[::-1])
    first, second = turned.at(4).sentences()["Bonuses"][1:]
    said = " ".join(turbo.diff(turned).split())
    assert said.endswith(f"Bonuses In another order: ~ {first} ~ {second}")
    contracts = ContractsInOrder(kierki.contracts.choices[::-1])
    said = kierki.diff(attrs.evolve(kierki, contracts=contracts))
    assert (
        "+ The contracts of the rounds come in this order: all, seventh and last, king"
        in " ".join(said.split())
    )
    twice = attrs.evolve(turbo, bonuses=turbo.bonuses * 2)
    said = " ".join(turbo.diff(twice).split())
    assert said.endswith(f"Bonuses + {second} + {first}")
    said = " ".join(twice.diff(turbo).split())
    assert said.endswith(f"Bonuses - {second} - {first}")
    assert turbo.diff(turbo).endswith("The rules are the same.")


def test_it_is_said_where_a_step_comes_in() -> None:
    tens = ScoreMultiplier("TC")
    bonus = JACK_OF_DIAMONDS_BONUS
    jack = attrs.evolve(AMERICAN, bonuses=bonus)
    after, before = (
        attrs.evolve(AMERICAN, bonuses=steps)
        for steps in ((JACK_OF_DIAMONDS_BONUS, tens), (tens, JACK_OF_DIAMONDS_BONUS))
    )
    for each in (after, before):
        assert "\n  + Taking 10♣ multiplies the player's points" in jack.diff(each)
    assert "In another order" not in jack.diff(after)
    assert "In another order:\n  ~ Taking 10♣" in jack.diff(before)

    plain = ContractsInOrder((Contract("plain", moon=NoMoon()), Contract("jack", bonuses=bonus)))
    one, other = (
        attrs.evolve(each, contracts=plain).at(4).terms("plain") for each in (after, before)
    )
    times = "Taking 10♣ multiplies the player's points for the round so far, good or bad, by 2."
    assert one == f"There is no moon. {times}"
    assert other == f"There is no moon. In this order: {times} Score −10 for taking J♦."
