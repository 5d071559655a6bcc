"""What each chapter may hold, in words."""

from __future__ import annotations

import re

import pytest

from heartslib import rules
from heartslib.cli import main
from heartslib.formats.converter import BUILT_IN
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.show.choices import choices_text

PARTS = {"Across", "Hold", "Mix", "Packets", "Scatter", "Toward", "Pay", "SubtractFrom"}
"""The classes of parts of a choice: passes and payments."""


def heads(chapter: str) -> list[str]:
    return re.findall(r"^(\w+)\(", choices_text(chapter, 80), re.MULTILINE)


def test_every_choice_is_in_its_chapter() -> None:
    found = {name for chapter in CHAPTERS for name in heads(chapter.name)}
    assert found == {rule.__name__ for rule in BUILT_IN} - PARTS
    assert heads("round_end") == ["EndsWhenNothingCounts", "PlayedOut"]
    assert heads("play")[-1] == "QueenWhenSafe"


def test_a_choice_prints_what_it_does_by_itself_or_where_it_is_used() -> None:
    no_moon, moon = choices_text("moon").split("\n\n")[1:]
    assert no_moon.splitlines() == [
        "NoMoon()",
        "  No reward for taking every penalty card.",
        '  Prints: "There is no moon."',
    ]
    assert " ".join(moon.split()) == (
        "ShootTheMoon(paid=..., points=26, also=..., sun=None, wins_game=False, automatic=False) "
        "A player who takes every penalty card is rewarded. "
        f'Prints: "{rules.ShootTheMoon().describe(4)}"'
    )
    scoring = choices_text("scoring", 300)
    assert '\n  Prints, for instance: "Score 13 for taking Q♠ and 1 for each heart."\n' in scoring
    assert "MostTricks(ties, points=1)\n  Points for the most tricks, with ties broken" in scoring
    assert "NoCharging()\n  No card may be charged." in choices_text("charging")


def test_only_a_chapter_has_choices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--choices", "sides"]) == 0
    assert capsys.readouterr().out.startswith("Sides: the choices for sides\n")
    for more in (["american"], ["--players", "4"], ["--rules", "x.toml"]):
        assert main(["rules", *more, "--choices", "moon"]) == 2
        assert "leave out VARIANT, --rules and --players\n" in capsys.readouterr().err
