"""What is played differently is printed differently: see `tools.printed`."""

from __future__ import annotations

import itertools
from random import Random

import attrs
import pytest

from heartslib import Rules, variants
from heartslib.rules import HighestOfSuitLed, ShootTheMoon, Target
from heartslib.rules.page import Page
from tools.printed import Change, Differs, Tally, compare, main, pairs

pytestmark = pytest.mark.untraced

AMERICAN = attrs.evolve(variants.get("american"), players=4)
SHORTER = Change(AMERICAN, attrs.evolve(AMERICAN, ending=Target(20)), "Target.points")


def _looked(*changes: Change) -> Tally:
    tally, rng = Tally(), Random(3)
    for change in changes:
        tally.look(change, rng)
    return tally


def test_changed_rulebooks_print_the_change() -> None:
    tally = _looked(*itertools.islice(pairs(11), 60))

    assert tally.faults == []
    assert tally.changes == 60
    assert tally.same > 3


def test_a_sentence_that_leaves_something_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _looked(SHORTER).faults == []

    def printed(_: Target, __: Page) -> str:
        return "The game ends some day."

    monkeypatch.setattr(Target, "printed", printed)
    clubs = attrs.evolve(SHORTER.other, name="American Hearts, again")  # so that nothing is cached
    (fault,) = _looked(Change(attrs.evolve(AMERICAN, name=clubs.name), clubs, "")).faults

    assert fault.startswith("printed alike, ")


def test_a_diff_that_says_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def diff(_: Rules, __: Rules, ___: int) -> str:
        return "The rules are the same."

    monkeypatch.setattr(Rules, "diff", diff)

    first, second = _looked(SHORTER).faults
    assert first.startswith("describe and diff do not say the same")
    assert second.startswith("printed alike, ")


def test_a_sentence_that_is_printed_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def printed(_: HighestOfSuitLed | ShootTheMoon, __: Page) -> str:
        return "The lowest score wins."

    monkeypatch.setattr(HighestOfSuitLed, "printed", printed)
    monkeypatch.setattr(ShootTheMoon, "printed", printed)
    one, other = (attrs.evolve(each, name="Twice") for each in SHORTER[:2])

    (fault,) = _looked(Change(one, other, "")).faults
    assert fault.startswith("printed twice: ['The lowest score wins.']")


def test_a_difference_in_play_is_named() -> None:
    free = attrs.evolve(AMERICAN, play=AMERICAN.play[:1])
    with pytest.raises(Differs, match=r"^(question of seat|Play)"):
        compare(AMERICAN, free, 4, Random(1))


def test_the_command_counts_what_it_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--changes", "30", "--seed", "4"]) == 0

    said = capsys.readouterr().out
    assert "30 changes, " in said
    assert ", 0 faults" in said
    assert "printed alike and played" in said
