"""Rulebook files: what is refused, and where lines are broken."""

from __future__ import annotations

import tomllib
from typing import Any

import attrs
import pytest

from heartslib import Cards, Rules, RulesError, rulefile, variants
from heartslib.cards import HEARTS
from heartslib.rules import BoosterNines, CardValues, Cycle, HighestOfSuitLed, Toward
from tests.helpers.positions import AMERICAN

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


def test_a_word_for_a_suit_is_followed_by_a_separator() -> None:
    for cards in ("'(hearts)/QS'", "['hearts', 'QS']", "['QS', 'hearts']"):
        rules = rulefile.loads(f"name = 'Ours'\nmoon.also = {cards}")
        assert rules.moon.needs.cards == Cards([*HEARTS, "QS"])


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
