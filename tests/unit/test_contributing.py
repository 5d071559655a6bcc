"""The changes that tools/RECIPES.md shows, made to a copy of the library and used there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

COMPARED = """
from random import Random
import attrs
from heartslib import score_hand, variants
from heartslib.cards import HEARTS, Suit
from heartslib.rules import Clause, facts, play, scoring
from heartslib.rules.facts import Where, these
from heartslib.simulate.lowering.rules import lowered
from tests.simulate.test_solver import compare, late
from tools.differential import Played, replayed

def rounds(**changes):
    rules = attrs.evolve(variants.get("american"), name="House", **changes)
    tables = lowered(rules.at(4).in_force)
    for number in range(8):
        yield replayed(Played(tables, 3, number, [number % 3] * 4))

def leads(game):
    # each lead after the first, the trick before it, and what the leader held
    tricks = game.table.tricks
    for number, trick in enumerate(tricks[1:], 1):
        held = [card for later in tricks[number:] for seat, card in later.plays if seat == trick.leader]
        yield trick.cards[0], tricks[number - 1].cards, held
"""

RESTRICTION = """
free = 0
for game in rounds(play=(play.FollowSuit(), play.SpadesLast())):
    for led, _, held in leads(game):
        assert led.suit is not Suit.SPADES or all(card.suit is Suit.SPADES for card in held)
        free += led.suit is Suit.SPADES
assert free
"""

NUMBER = """
from heartslib import Game, HeartsError, legal_plays
from heartslib.rounds import any_move
from heartslib.simulate.lowering.refusal import CannotLower

house = attrs.evolve(
    variants.get("american"), name="House", play=(play.FollowSuit(), play.CleanTricksFirst())
)
free = 0
for seed in range(8):
    game, rng = Game.new(house).deal(seed=seed), Random(seed)
    while game.phase.name != "score":
        game = game.apply(any_move(game.view(game.to_act[0]), rng))
    for number, trick in enumerate(game.table.tricks):
        led, before = trick.cards[0], game.table.tricks[:number]
        clean = [each for each in before if each.taker == trick.leader and not {*each.cards} & {*HEARTS}]
        held = [card for later in game.table.tricks[number:] for seat, card in later.plays if seat == trick.leader]
        assert led not in HEARTS or len(clean) > 1 or {*held} <= {*HEARTS}
        free += led in HEARTS and len(clean) > 1
assert free

def refused(ask):
    try:
        ask()
    except HeartsError as error:
        return str(error)

trick = {"hand": "AS 4H", "tricks": ["2C 3C 4C 5C"], "hearts_broken": True, "first_trick": False}
assert "give leader" in refused(lambda: legal_plays(house, **trick))
assert str(legal_plays(house, **trick, leader=0)) == "AS"
try:
    lowered(house.at(4).in_force)
except CannotLower as error:
    assert "CleanTricksFirst" in str(error)
else:
    raise AssertionError
"""

STEP = """
rules = attrs.evolve(variants.get("american"), name="House", bonuses=scoring.LeastOfAll(-7))
assert score_hand(rules, taken=["QS", "2H", [*HEARTS[1:]], ""]).totals == (13, 1, 12, -7)
for game in rounds(bonuses=scoring.LeastOfAll(-7)):
    assert -7 in [line.points for line in game.sheet.lines]
"""

FACT = """
@attrs.frozen
class AfterAHeart(play.PlayRule):
    name = "after-a-heart"
    clauses = (Clause(Where.LEAD, ~these(HEARTS), unless=facts.LAST_TRICK & these(HEARTS)),)

    def reason(self, card, table):
        return "the last trick held no heart"

    def describe(self, players):
        return "Hearts may be led only if the last trick held one."

free = 0
for game in rounds(play=(play.FollowSuit(), AfterAHeart())):
    for led, before, held in leads(game):
        may = any(card in HEARTS for card in before)
        assert led not in HEARTS or may or all(card in HEARTS for card in held)
        free += led in HEARTS and may
assert free

# four tricks from the end, hands that are alike come after different tricks
house = attrs.evolve(variants.get("american"), name="House", play=(play.FollowSuit(), AfterAHeart()))
assert compare(late(house, 3, Random(1), 12))
"""


def patched(section: str, tree: Path) -> list[str]:
    """Make the change of a section of the page in a copy of ``src``; the files touched."""
    text = (ROOT / "tools/RECIPES.md").read_text(encoding="utf-8")
    diff = text.split(f"\n## {section}\n")[1].split("```diff\n")[1].split("```")[0]
    touched: list[str] = []
    for part in diff.split("--- a/src/")[1:]:
        name, _, hunks = part.partition("\n")
        file = tree / name
        source = file.read_text(encoding="utf-8")
        for hunk in hunks.split("@@\n")[1:]:
            lines = [line for line in hunk.splitlines(keepends=True) if line[:4] != "+++ "]
            old = "".join(line[1:] for line in lines if line[0] in " -")
            new = "".join(line[1:] for line in lines if line[0] in " +")
            assert source.count(old) == 1, f"{name} has no such place: {old}"
            source = source.replace(old, new)
        file.write_text(source, encoding="utf-8")
        touched.append(name)
    return touched


@pytest.mark.parametrize(
    ("section", "script", "files"),
    [
        ("Add a restriction", RESTRICTION, ["heartslib/rules/play.py"]),
        ("Add a number by seat", NUMBER, ["heartslib/table.py", "heartslib/rules/play.py"]),
        ("Add a scoring step", STEP, ["heartslib/rules/scoring.py"]),
        (
            "Add a fact",
            FACT,
            [
                "heartslib/rules/facts.py",
                "heartslib/simulate/kernel/layout.py",
                "heartslib/simulate/kernel/playing.py",
            ],
        ),
    ],
    ids=["restriction", "number", "step", "fact"],
)
def test_what_contributors_are_shown_works(
    section: str, script: str, files: list[str], tmp_path: Path
) -> None:
    """In `Game` and in the kernel, here as plain Python: every card and every point agrees."""
    pytest.importorskip("numba")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    assert patched(section, tmp_path / "src") == files
    ran = subprocess.run(  # noqa: S603 - our own page
        [sys.executable, "-c", COMPARED + script],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tmp_path / "src"), str(ROOT)]),
            "NUMBA_DISABLE_JIT": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
