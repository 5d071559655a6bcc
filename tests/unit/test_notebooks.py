"""The notebooks in examples/notebooks run from top to bottom, and show what their readers need.

The docs are built with Jupyter itself; here, Python runs the cells.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

plt: Any = pytest.importorskip("matplotlib.pyplot")

pytestmark = pytest.mark.slow

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"
ALL = sorted(NOTEBOOKS.glob("*.ipynb"))


class Shown(NamedTuple):
    """What a notebook shows: all that it prints, the values of its cells, and how many charts."""

    text: str
    values: list[Any]
    charts: int

    def drawn(self) -> Iterator[str]:
        """The values that are pictures."""
        return (value._repr_svg_() for value in self.values if hasattr(value, "_repr_svg_"))

    def tables(self) -> Iterator[str]:
        """The values that are tables."""
        return (value._repr_html_() for value in self.values if hasattr(value, "_repr_html_"))


def code_of(path: Path) -> list[dict[str, Any]]:
    """The cells with code."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.fixture
def executed(
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Shown]:
    """The notebook that the test is called after, run cell by cell."""
    plt.switch_backend("agg")  # opens no window
    monkeypatch.setattr(plt, "show", lambda: None)
    names: dict[str, Any] = {"__name__": "__main__"}
    values = list[Any]()
    path = NOTEBOOKS / f"{request.function.__name__.removeprefix('test_')}.ipynb"
    for cell in code_of(path):
        *lines, last = ast.parse("".join(cell["source"])).body
        rest = [] if isinstance(last, ast.Expr) else [last]
        exec(compile(ast.Module([*lines, *rest], []), path, "exec"), names)  # noqa: S102 - it is ours
        if isinstance(last, ast.Expr):
            values.append(eval(compile(ast.Expression(last.value), path, "eval"), names))  # noqa: S307
    yield Shown(capsys.readouterr().out, values, len(plt.get_fignums()))
    plt.close("all")


def faces(picture: str) -> int:
    """How many cards are face up in a picture."""
    return len(re.findall("<title>[a-z0-9]+ of [a-z]+[,<]", picture))


def test_there_are_two() -> None:
    assert [path.stem for path in ALL] == ["house_rules", "learn_to_play"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_stored_without_outputs(path: Path) -> None:
    """So that what is stored cannot grow stale."""
    assert code_of(path)
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code_of(path))


def test_house_rules(executed: Shown) -> None:
    text = executed.text
    assert "House Hearts, for 4 players" in text
    assert "+ Nobody may lead the suit of the trick before" in text
    assert "9D TD\n3C - the last trick was clubs: lead another suit" in text
    assert "the kernel does not know ChangeTheSuit (play)" in text
    whole, hand, view, open_hands = executed.drawn()
    assert "The round is over" in whole
    assert faces(hand) == 13
    assert faces(view) == 11 + 2, "its own hand, and the trick"
    assert faces(open_hands) == 11 + 11 + 10 + 10 + 2
    assert "<title>queen of spades, 13 points</title>" in view
    (sheet,) = executed.tables()
    assert "took Q♠" in sheet
    assert "−10" in sheet
    assert executed.charts == 1


def test_learn_to_play(executed: Shown) -> None:
    found = {
        who.strip(): (float(mean), float(error))
        for who, mean, error in re.findall(
            r"^(.+?) +([\d.]+) ± ([\d.]+)$", executed.text, re.MULTILINE
        )
    }
    assert len(found) == 6
    for others in ("random", "duck"):
        before, first = found[f"untrained among {others}"]
        after, second = found[f"learned among {others}"]
        built_in, third = found[f"duck among {others}"]
        assert before - after > 5 * (first + second), "it has learned"
        assert after - built_in > third, "and is no better than the rule of thumb"
    assert executed.charts == 1
    (sheet,) = executed.tables()
    assert "The score of the round" in sheet
