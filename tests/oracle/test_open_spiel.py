"""The rules against OpenSpiel's independent Hearts: see `tests.oracle.open_spiel`."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Card, Cards, Rules, variants
from heartslib.cards import HEARTS
from heartslib.rules import (
    HEARTS_ONE,
    JACK_OF_DIAMONDS_BONUS,
    LEFT_RIGHT_ACROSS_HOLD,
    NO_MOON,
    NO_PASSING,
    SUBTRACT,
    TEN_OF_DIAMONDS_BONUS,
    Cycle,
    FollowSuit,
    HeartsMustBeBroken,
    NoPenaltyOnFirstTrick,
    NoTricksBonus,
    ShootTheMoon,
)

pytest.importorskip(
    "pyspiel", reason="the oracle OpenSpiel is not installed: pip install open_spiel"
)

from tests.oracle.open_spiel import (
    CARDS,
    COUNTED,
    NAMED,
    PARAMETERS,
    RuleSet,
    counted,
    main,
    rule_sets,
    run,
)

pytestmark = pytest.mark.untraced

AMERICAN = variants.get("american")
OMNIBUS = variants.get("omnibus")
HANDS = {**dict.fromkeys(NAMED, 240), **dict.fromkeys(COUNTED, 200)}


@pytest.mark.parametrize(
    ("number", "name"), [(0, "2C"), (3, "2S"), (37, "JD"), (43, "QS"), (50, "AH")]
)
def test_cards_are_numbered_rank_by_rank_in_the_order_clubs_diamonds_hearts_spades(
    number: int, name: str
) -> None:
    assert CARDS[number] is Card(name)
    assert len(set(CARDS)) == 52


@pytest.mark.parametrize("rule_set", [*rule_sets()], ids=lambda each: each.name)
def test_same_legal_plays_at_every_ply_and_same_points(rule_set: RuleSet) -> None:
    hands = HANDS.get(rule_set.name, 80)

    tally = run(rule_set, hands, seed=1)

    assert not tally.disagreements, tally.disagreements[0]
    assert (tally.hands, tally.decisions) == (hands, 52 * hands)
    assert tally.moons > 0, "no moon was shot, so moons were not compared"
    assert tally.empty_piles > 0, "everyone took a trick, so no bonus for none was compared"


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_rule_that_differs_is_found(parameter: str) -> None:
    parameters = {"must_break_hearts": True, **NAMED["american"]}
    parameters[parameter] = not parameters.get(parameter, False)

    assert run(RuleSet(parameter, AMERICAN, parameters), 120, seed=2).disagreements


@pytest.mark.parametrize(
    "rules",
    [
        attrs.evolve(AMERICAN, name="hearts only", scoring=(HEARTS_ONE,)),
        attrs.evolve(AMERICAN, name="no moon", moon=NO_MOON),
        attrs.evolve(AMERICAN, name="moon comes off", moon=ShootTheMoon(SUBTRACT)),
        attrs.evolve(AMERICAN, name="no passing", passing=NO_PASSING),
        attrs.evolve(
            AMERICAN, name="another cycle", passing=Cycle(LEFT_RIGHT_ACROSS_HOLD.patterns[1:])
        ),
        attrs.evolve(AMERICAN, name="no suit to follow", play=(HeartsMustBeBroken(),)),
        attrs.evolve(
            AMERICAN,
            name="queen on the first trick",
            play=(FollowSuit(), HeartsMustBeBroken(), NoPenaltyOnFirstTrick(Cards("QS"))),
        ),
        attrs.evolve(
            AMERICAN,
            name="any spade breaks",
            play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "2S")),
        ),
    ],
    ids=lambda rules: rules.name,
)
def test_a_wrong_rulebook_is_found(rules: Rules) -> None:
    assert run(RuleSet(rules.name, rules, NAMED["american"]), 120, seed=3).disagreements


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        pytest.param("omnibus", AMERICAN, id="no bonus card"),
        pytest.param(
            "omnibus", attrs.evolve(OMNIBUS, bonuses=TEN_OF_DIAMONDS_BONUS), id="another bonus card"
        ),
        pytest.param(
            "omnibus",
            attrs.evolve(OMNIBUS, scoring=(*OMNIBUS.scoring, JACK_OF_DIAMONDS_BONUS), bonuses=()),
            id="the moon strikes the bonus out",
        ),
        pytest.param(
            "omnibus",
            attrs.evolve(OMNIBUS, moon=ShootTheMoon(also="JD")),
            id="the moon needs the bonus card",
        ),
        pytest.param("american+A", AMERICAN, id="no bonus for no trick"),
        pytest.param(
            "american+A", attrs.evolve(AMERICAN, bonuses=NoTricksBonus(-4)), id="a lower bonus"
        ),
        pytest.param("omnibus+A", OMNIBUS, id="no bonus for no trick beside the card"),
    ],
)
def test_a_wrong_count_is_found(name: str, rules: Rules) -> None:
    rule_set = attrs.evolve(counted(name), rules=rules)

    assert run(rule_set, 200, seed=6).disagreements


def test_a_disagreement_shows_the_position() -> None:
    wrong = RuleSet("wrong", attrs.evolve(AMERICAN, scoring=(HEARTS_ONE,)), NAMED["american"])

    text = run(wrong, 1, seed=4).disagreements[0]

    labels = [line.split(maxsplit=1)[0] for line in text.splitlines()]
    assert labels == ["rules", "round", "dealt", "passed", "played", "heartslib", "OpenSpiel"]
    played = next(line for line in text.splitlines() if line.startswith("played"))
    assert Cards(played.removeprefix("played")) == Cards(CARDS)


def test_the_command_prints_a_table_and_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--hands", "70", "--seed", "5"])

    rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert status == 0
    assert rows["all"][:2] == ["70", str(70 * 52)]
    assert rows.keys() >= {*NAMED, *COUNTED}
