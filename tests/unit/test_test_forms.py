"""The forms that tests are written in: what is wrong in them fails, and says where."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import LONGEST, pytest_collection_modifyitems, pytest_make_parametrize_id
from tests.helpers.refusals import Page, WrongRow

ROOT = Path(__file__).parents[2]


def page(*lines: str) -> Page:
    return Page("\n".join(["# The first line is prose.", *lines]), "cards.txt")


def checked(*lines: str) -> None:
    """Read a page and check each of its rows."""
    read = page(*lines)
    for row in read.rows:
        read.check(row)


@pytest.mark.parametrize(
    "row",
    [
        "Card('0S') => '0S' is not a card...",
        "Card('0S') => CardsError: ... is not a card...",
        "Card() => TypeError: ...missing 1 required positional argument...",
        "Game.new(AMERICAN).play('QS') => the cards must be dealt first, with deal()",
        "Game.new(AMERICAN).play('QS') => rule phase: the cards must...",
        "[IllegalMove]\nGame.new(AMERICAN).play('QS') => the cards must...",
        "Card('10d') -> TD",
        "Card('10d') -> Card('TD')",
        "A = '10'\nB = A + 'D'\nC = A + B\nCard(B) if C and A else 0 -> TD",
        "from heartslib import CardsError as NoCard\n[NoCard]\nCard('0S') => '0S' is not...",
        "[Card('0S')] => '0S' is not a card...",
        "ONE, TWO = 1, 2\nONE + TWO -> 3",
        "from json import dumps as written, loads as read\nread(written(5)) -> 5",
        "legal_plays(AMERICAN,\n  hand='')\n  => no card can be played from this position:\n  the hand is empty",
    ],
)
def test_rows_that_hold(row: str) -> None:
    checked(*row.splitlines())


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["Card('QS') => never said"], "2: Card('QS')\n.* but got   the value Card('QS')"),
        (["", "Card('0S') => other words"], "3: Card('0S')\n.*other words\n .*CardsError: '0S' is"),
        (["Card('0S') => RulesError: '0S' is..."], "2: .*RulesError: '0S' is...\n .*CardsError: "),
        (["Card('0S') -> 0S"], "2: Card('0S')\n .*the value 0S\n .*got   CardsError: "),
        (["Card('10d') -> 10D"], "2: .*the value 10D\n .*the value Card('TD')"),
        (["Crad('0S') => '0S' is not..."], "2: .*name 'Crad' is not defined"),
        (["[NameError]", "Crad('0S') => name..."], "3: .*name 'Crad' is not defined"),
        (["Card('10d') ->"], "2: this row ends at its arrow"),
        (["# Only prose."], "1: this page has no rows"),
        (["Card('0S' => '0S' is not..."], "2: this is not Python: Card('0S'"),
        (
            ["Game.new(AMERICAN).play('QS') => rule turn: the..."],
            "2: .*got   rule phase: the cards",
        ),
        (["[Wrong]", "Card('0S') => '0S' is..."], "3: there is no error Wrong"),
        (["=> words"], "2: this row has no expression"),
        (["Card('0S') =>"], "2: this row ends at its arrow"),
        (["Card('0S') => ..."], "2: this row has no sentence"),
        (["Card('0S')"], "2: a row is `expression => sentence`"),
        (["Card('QS') -> QS", "", "Card('QS') -> QS"], "4: line 2 has the same expression"),
        (["TEN = '10D'", "Card('QS') -> QS"], "2: no row uses TEN"),
        (["from json import loads as read", "Card('QS') -> QS"], "2: no row uses read"),
        (["A = 1", "A = 2", "A -> 2"], "3: A is defined before"),
        (["A = B", "A -> 2"], "2: A cannot be defined: NameError: name 'B'"),
    ],
)
def test_a_row_that_is_wrong_fails_with_its_line(lines: list[str], said: str) -> None:
    pattern = re.escape(f"cards.txt:{said}").replace(r"\.\*", ".*")
    with pytest.raises(WrongRow, match=f"(?s)^{pattern}"):
        checked(*lines)


def test_each_row_says_why_what_it_needs_cannot_be_defined() -> None:
    read = page("A = missing", "B = A", "B -> 1", "[B] -> 2")
    for row in read.rows:
        with pytest.raises(WrongRow, match="2: A cannot be defined: NameError: name 'missing'"):
            read.check(row)


@pytest.mark.slow
def test_what_needs_a_package_that_is_not_here_is_skipped() -> None:
    program = "import sys; sys.modules['pettingzoo'] = None; import pytest; sys.exit(pytest.main())"
    files = (
        "tests/rl/test_policy.py",
        "tests/rl/refusals.txt",
        "tests/unit/test_moves.py",
    )
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"\d+ passed, \d+ skipped in", ran.stdout), ran.stdout
    for skipped in ("tests/rl/test_policy.py", "tests/rl/refusals.txt"):
        said = rf"SKIPPED \[\d+\] {skipped}: pettingzoo is not installed"
        assert re.search(said, ran.stdout), ran.stdout


def test_the_name_of_a_test_is_short() -> None:
    fits, long = (SimpleNamespace(name="x" * size, nodeid="y") for size in (LONGEST, LONGEST + 1))
    pytest_collection_modifyitems(cast("Any", [fits]))
    with pytest.raises(pytest.UsageError, match="121 characters, and may have 120: give ids: y"):
        pytest_collection_modifyitems(cast("Any", [fits, long]))
    names = [pytest_make_parametrize_id(text) for text in ("a" * 100_000, "a" * 99_999 + "b")]
    assert len({*names}) == 2
    assert all(name and len(name) < LONGEST / 3 for name in names)
    assert pytest_make_parametrize_id("short") is pytest_make_parametrize_id(5) is None
