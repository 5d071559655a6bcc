"""Rulebook files: what is refused, and where lines are broken."""

from __future__ import annotations

import tomllib
from typing import Any

import attrs
import pytest

from heartslib import Cards, Rules, RulesError, rulefile, variants
from heartslib.cards import HEARTS
from heartslib.rules import BoosterNines, CardValues, Cycle, HighestOfSuitLed, Target, Toward
from tests.helpers.positions import AMERICAN


def test_a_rulebook_file_says_on_which_line_it_is_too_deep() -> None:
    for lines in (0, 3):
        with pytest.raises(RulesError) as error:
            rulefile.loads("\n" * lines + "a." * 50 + "b = 1")
        assert str(error.value) == (
            f"the file, line {lines + 1}: this is nested too deeply for a rulebook"
        )


def test_a_rulebook_file_lists_five_faults() -> None:
    with pytest.raises(RulesError) as error:
        rulefile.loads('name = "X"\n' + "\n".join(f"k{number} = 1" for number in range(9)))
    assert [f"no chapter 'k{number}'" in str(error.value) for number in range(9)] == (
        [True] * 5 + [False] * 4
    )


def test_a_fault_in_a_list_of_pairs_has_the_number_of_its_pair() -> None:
    values = "values = [['JD', -10], ['TD', 'ten']]"
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n[[bonuses]]\nrule = 'CardValues'\n{values}")
    place = "bonuses#1.values#2"
    assert str(error.value) == f"the file: {place}: 'ten' is not a whole number"


BARE = attrs.evolve(
    AMERICAN, decisions=(), decisions_by_players=(), source="", summary="", aliases=()
)


def written(rules: Rules) -> list[str]:
    """The lines of a rulebook in a file, which can be read again."""
    lines = rulefile.dump(rules)
    assert rulefile.loads(lines) == rules
    return lines.splitlines()


def test_a_list_of_strings_is_broken_beyond_88_characters() -> None:
    for length in (72, 73):
        text = "-" * length
        line = f'decisions = ["{text}"]'
        assert len(line) == 16 + length
        broken = ["decisions = [", f'    "{text}",', "]"]
        lines = written(attrs.evolve(BARE, decisions=[text]))
        assert lines[3:] == ([line] if len(line) <= 88 else broken)


def test_a_table_is_broken_beyond_88_characters() -> None:
    points: dict[Any, int] = {f"{number + 2}H": 10**number for number in range(6)}
    for last in (10**8, -(10**8)):
        line = f"values = {{{', '.join(f'{card} = {each}' for card, each in points.items())}"
        line += f", 8H = {last}}}"
        lines = written(attrs.evolve(BARE, scoring=CardValues({**points, "8H": last})))
        assert (line in lines) == (len(line) <= 88) == ("[scoring.values]" not in lines)


def test_a_list_of_tables_is_broken_beyond_88_characters() -> None:
    for length in (35, 36):
        name = "-" * length
        line = f'patterns = [{{rule = "Toward", places = 1, name = "{name}"}}]'
        assert len(line) == 53 + length
        lines = written(attrs.evolve(BARE, passing=Cycle((Toward(1, name=name),))))
        assert (line in lines) == (len(line) <= 88) == ("[[passing.patterns]]" not in lines)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (5, "ending: the name of a rule must be text, not 5"),
        (" ", "ending: the name of a rule must not be empty"),
        (
            "to\x7f100",
            (
                "ending: the name of a rule must be plain text on one line, without control "
                "characters: 'to\\x7f100' has '\\x7f' in it"
            ),
        ),
    ],
)
def test_a_name_that_no_file_can_store_is_refused(name: Any, sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, ending=Target(name=name))
    assert str(error.value) == f"this is not a rulebook: {sentence}"


@pytest.mark.parametrize(
    ("chapter", "fault"),
    [
        (
            "[[totals]]\nturn = 50",
            "totals#1: 'rule' is missing; the choices are ExactTotals, NoTotalBelow, Reversed",
        ),
        (
            "moon = 5",
            "moon: 5 is not a rule: write a table whose 'rule' is NoMoon or ShootTheMoon",
        ),
        (
            "moon = 1979-05-27",
            "moon: \"1979-05-27\" is not a rule: write a table whose 'rule' is NoMoon or ShootTheMoon",
        ),
        ("[[moon]]\npoints = 30", "moon: write [moon], with single brackets"),
    ],
    ids=["no-rule", "a-number", "a-date", "a-list"],
)
def test_what_is_no_rule_is_answered_with_what_would_do(chapter: str, fault: str) -> None:
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n{chapter}")
    assert str(error.value) == f"the file: {fault}"


@pytest.mark.parametrize("key", ["based_on", "players"])
def test_a_key_below_a_chapter_that_belongs_above_it(key: str) -> None:
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n[moon]\n{key} = 'basic'")
    above = f"{key!r} belongs above the first chapter"
    assert str(error.value) == f"the file: moon: ShootTheMoon has no field {key!r}; {above}"


def test_a_word_for_a_suit_is_followed_by_a_separator() -> None:
    for cards in ("'(hearts)/QS'", "['hearts', 'QS']", "['QS', 'hearts']"):
        rules = rulefile.loads(f"name = 'Ours'\nmoon.also = {cards}")
        assert rules.moon.needs.cards == Cards([*HEARTS, "QS"])
    with pytest.raises(RulesError) as error:
        rulefile.loads("name = 'Ours'\nmoon.also = 'hearts\ufe0f'")
    assert str(error.value).startswith("the file: moon.also: '\ufe0f' is not a card: ")


def test_rules_within_rules_are_read_32_levels_deep() -> None:
    def nested(levels: int) -> str:
        rule = "{rule = 'BoosterNines', tricks = "
        return f"name = 'Ours'\ntricks = {rule * levels}'HighestOfSuitLed'{'}' * levels}"

    rules = rulefile.loads(nested(31))
    for _ in range(31):
        assert isinstance(rules.tricks, BoosterNines)
        rules = attrs.evolve(rules, tricks=rules.tricks.tricks)
    assert rules.tricks == HighestOfSuitLed()
    with pytest.raises(RulesError) as error:
        rulefile.loads(nested(32))
    too_deep = "this is nested too deeply for a rulebook"
    assert str(error.value) == f"the file: tricks.tricks.tricks: {too_deep}"


@pytest.mark.parametrize(("faults", "more"), [(4, False), (5, False), (6, True)])
def test_five_faults_are_named(faults: int, more: bool) -> None:
    keys = "".join(f"key{number} = 1\n" for number in range(faults))
    with pytest.raises(RulesError) as error:
        rulefile.loads(f"name = 'Ours'\n{keys}")
    assert str(error.value).count("there is no chapter 'key") == min(faults, 5)
    assert str(error.value).endswith("; and more") == more


def test_each_contract_has_a_table_of_its_own() -> None:
    barbu = variants.get("barbu")
    lines = written(barbu)
    places = [number for number, line in enumerate(lines) if line == "[[contracts.choices]]"]
    assert [lines[place + 1] for place in places] == [
        f'name = "{name}"' for name in barbu.contract_names
    ]


def test_a_fault_without_a_place_has_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def loads(_text: str) -> None:
        # as Python makes it, Python 3.14 warns of an error without a place
        raise tomllib.TOMLDecodeError.__new__(tomllib.TOMLDecodeError, "Invalid value")

    monkeypatch.setattr(tomllib, "loads", loads)
    with pytest.raises(RulesError) as error:
        rulefile.loads("name = 'Ours'\n")
    assert str(error.value) == "the file: this is not TOML: Invalid value"


def test_numbers_in_a_rulebook_reach_a_thousand_million() -> None:
    def read(points: int) -> Rules:
        return rulefile.loads(f"name = 'Ours'\n[ending]\nrule = 'Target'\npoints = {points}")

    assert read(10**9).ending == Target(10**9)
    with pytest.raises(RulesError) as error:
        read(10**9 + 1)
    end = "a number must be from -1000000000 to 1000000000"
    assert str(error.value) == f"the file: ending.points: {end}"


def test_a_table_given_twice_needs_double_brackets_only_in_a_list() -> None:
    remedies = {"moon": "put all its keys into one", "play": "write [[play]], once for each rule"}
    for chapter, remedy in remedies.items():
        with pytest.raises(RulesError) as error:
            rulefile.loads(f"name = 'Ours'\n[{chapter}]\n[{chapter}]\n")
        assert str(error.value).endswith(f"line 3: there is a second table [{chapter}]: {remedy}")
