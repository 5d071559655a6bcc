"""Rules that differ from OpenSpiel's must be found by `tools.open_spiel`."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Card, Cards, Rules, variants
from heartslib.cards import HEARTS
from heartslib.rules import (
    HEARTS_ONE,
    JACK_OF_DIAMONDS_BONUS,
    LEFT_RIGHT_ACROSS_HOLD,
    NO_PASSING,
    SUBTRACT,
    CardValues,
    Cycle,
    FollowSuit,
    HeartsMustBeBroken,
    NoMoon,
    NoPenaltyOnFirstTrick,
    NoTricksBonus,
    ShootTheMoon,
)

pyspiel = pytest.importorskip(
    "pyspiel", reason="the oracle OpenSpiel is not installed: pip install open_spiel"
)

from tools import open_spiel  # noqa: E402
from tools.open_spiel import (  # noqa: E402
    CARDS,
    NAMED,
    PARAMETERS,
    RuleSet,
    composed,
    main,
    rule_sets,
    run,
    settings,
)

AMERICAN = variants.get("american")
OMNIBUS = variants.get("omnibus")


@pytest.mark.parametrize(
    ("number", "name"), [(0, "2C"), (3, "2S"), (37, "JD"), (43, "QS"), (50, "AH")]
)
def test_cards_are_numbered_rank_by_rank_in_the_order_clubs_diamonds_hearts_spades(
    number: int, name: str
) -> None:
    assert CARDS[number] is Card(name)
    assert len(set(CARDS)) == 52


SETTINGS = list(settings())


def test_every_parameter_of_open_spiel_is_compared_on_and_off() -> None:
    parameters = pyspiel.load_game("hearts").get_parameters()

    assert parameters.keys() == PARAMETERS.keys()
    assert len({tuple(each.parameters.items()) for each in SETTINGS}) == 2 ** len(parameters)
    assert len({each.name for each in rule_sets()}) == len(NAMED) + len(SETTINGS)


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_rule_that_differs_is_found(parameter: str) -> None:
    parameters = {"must_break_hearts": True, "pass_cards": True, **NAMED["american"]}
    parameters[parameter] = not parameters.get(parameter, False)

    assert run(RuleSet(parameter, AMERICAN, parameters), 120, seed=2).disagreements


@pytest.mark.parametrize(
    "rules",
    [
        attrs.evolve(AMERICAN, name="hearts only", scoring=(HEARTS_ONE,)),
        attrs.evolve(AMERICAN, name="no moon", moon=NoMoon()),
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
    ("extra", "rules"),
    [
        pytest.param("jd_bonus", AMERICAN, id="no bonus card"),
        pytest.param(
            "jd_bonus",
            attrs.evolve(OMNIBUS, bonuses=CardValues({"TD": -10}, name="bonus-card")),
            id="another bonus card",
        ),
        pytest.param(
            "jd_bonus",
            attrs.evolve(OMNIBUS, scoring=(*OMNIBUS.scoring, JACK_OF_DIAMONDS_BONUS), bonuses=()),
            id="the moon strikes the bonus out",
        ),
        pytest.param(
            "jd_bonus",
            attrs.evolve(OMNIBUS, moon=ShootTheMoon(also="JD")),
            id="the moon needs the bonus card",
        ),
        pytest.param("avoid_all_tricks_bonus", AMERICAN, id="no bonus for no trick"),
        pytest.param(
            "avoid_all_tricks_bonus",
            attrs.evolve(AMERICAN, bonuses=NoTricksBonus(-4)),
            id="a lower bonus",
        ),
        pytest.param(
            "jd_bonus avoid_all_tricks_bonus", OMNIBUS, id="no bonus for no trick beside the card"
        ),
    ],
)
def test_a_wrong_count_is_found(extra: str, rules: Rules) -> None:
    parameters = {**NAMED["american"], **dict.fromkeys(extra.split(), True)}

    assert run(RuleSet("wrong", rules, parameters), 200, seed=6).disagreements


def test_a_disagreement_shows_the_position() -> None:
    wrong = RuleSet("wrong", attrs.evolve(AMERICAN, scoring=(HEARTS_ONE,)), NAMED["american"])

    text = run(wrong, 1, seed=4).disagreements[0]

    labels = [line.split(maxsplit=1)[0] for line in text.splitlines()]
    assert labels == ["rules", "round", "dealt", "passed", "played", "heartslib", "OpenSpiel"]
    played = next(line for line in text.splitlines() if line.startswith("played"))
    assert Cards(played.removeprefix("played")) == Cards(CARDS)


def test_the_command_prints_a_table_and_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--hands", "1050", "--seed", "5"]) == 0

    first, _, *lines = capsys.readouterr().out.splitlines()
    rows = {line[:32].strip(): line[32:].split() for line in lines}
    whole = str(len(SETTINGS)) + " settings"
    assert first.startswith("seed 5, ")
    assert rows["all"][:2] == ["1050", str(1050 * 52)]
    assert rows.keys() == {
        *NAMED,
        *(f"{letter} {key}" for key, letter in PARAMETERS.items()),
        whole,
        "all",
    }
    assert rows["american"][0] == "8", "no second lap began"
    assert rows["J jd_bonus"][0] == "512"
    for key, letter in PARAMETERS.items():
        moons, empty_piles = rows[f"{letter} {key}"][2:4]
        assert int(moons) > 0, "no moon was shot, so moons were not compared"
        assert int(empty_piles) > 0, "no bonus for an empty pile was compared"


def test_the_command_fails_and_shows_the_first_disagreements(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = composed(dict.fromkeys(PARAMETERS, True))
    rules = attrs.evolve(wrong.rules, scoring=(HEARTS_ONE,))
    monkeypatch.setattr(open_spiel, "rule_sets", lambda: [attrs.evolve(wrong, rules=rules)])

    assert main(["--minutes", "1", "--hands", "8"]) == 1

    assert capsys.readouterr().out.count("\nrules     NQMCIPJA, ") == 5


def test_the_command_stops_when_the_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--minutes", "0"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[:2] == ["all", "0"]
