"""The notebooks in examples/notebooks run from top to bottom, and show what their readers need."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from ipykernel.kernelspec import write_kernel_spec
from nbclient import NotebookClient

pytestmark = pytest.mark.untraced

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"
ALL = sorted(NOTEBOOKS.glob("*.ipynb"))

Output = dict[str, Any]


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a kernel of this interpreter, whatever else is installed."""
    write_kernel_spec(tmp_path / "kernels" / "here")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    return "here"


def stored(path: Path) -> Any:
    read: Any = getattr(nbformat, "read")  # noqa: B009 - it has no types
    return read(path, as_version=4)


def executed(name: str, kernel: str) -> list[Output]:
    """All outputs of a notebook."""
    notebook = stored(NOTEBOOKS / f"{name}.ipynb")
    NotebookClient(notebook, kernel_name=kernel, timeout=120).execute()
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def text_of(outputs: list[Output]) -> str:
    return "".join(output["text"] for output in outputs if output["output_type"] == "stream")


def shown(outputs: list[Output], kind: str) -> Iterator[str]:
    for output in outputs:
        if kind in output.get("data", {}):
            yield output["data"][kind]


def faces(picture: str) -> int:
    """How many cards are face up in a picture."""
    return len(re.findall("<title>[a-z0-9]+ of [a-z]+</title>", picture))


def test_there_are_two() -> None:
    assert [path.stem for path in ALL] == ["house_rules", "learn_to_play"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_stored_without_outputs(path: Path) -> None:
    """So that what is stored cannot grow stale."""
    notebook = stored(path)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(not cell.outputs and cell.execution_count is None for cell in code)


def test_house_rules(kernel: str) -> None:
    outputs = executed("house_rules", kernel)
    text = text_of(outputs)
    assert "House Hearts, for 4 players" in text
    assert "+ Nobody may lead the suit of the trick before" in text
    assert "9D TD\n3C - the last trick was clubs: lead another suit" in text
    assert "the kernel does not know ChangeTheSuit (play)" in text
    whole, hand, view, open_hands = shown(outputs, "image/svg+xml")
    assert "The score is to be entered" in whole
    assert faces(hand) == 13
    assert faces(view) == 11 + 2, "its own hand, and the trick"
    assert faces(open_hands) == 11 + 11 + 10 + 10 + 2
    assert "<title>queen of spades</title>" in view
    (sheet,) = shown(outputs, "text/html")
    assert "took Q♠" in sheet
    assert "−10" in sheet
    assert len([*shown(outputs, "image/png")]) == 1


def test_learn_to_play(kernel: str) -> None:
    outputs = executed("learn_to_play", kernel)
    found = {
        who.strip(): (float(mean), float(error))
        for who, mean, error in re.findall(
            r"^(.+?) +([\d.]+) ± ([\d.]+)$", text_of(outputs), re.MULTILINE
        )
    }
    assert len(found) == 6
    for others in ("random", "duck"):
        before, first = found[f"untrained among {others}"]
        after, second = found[f"learned among {others}"]
        built_in, third = found[f"duck among {others}"]
        assert before - after > 5 * (first + second), "it has learned"
        assert after - built_in > third, "and is no better than the rule of thumb"
    assert len([*shown(outputs, "image/png")]) == 1
    (sheet,) = shown(outputs, "text/html")
    assert "The score of the round" in sheet
