"""The programs in examples/ run and print what their readers see."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from random import Random

import pytest

from heartslib import Cards, variants, wire
from heartslib.simulate import simulate
from tests.helpers.in_kernel import PLAIN_ENGINE_ONLY

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLLOW = "clubs were led and you hold some: follow suit"
BROKEN = "hearts have not been broken yet"


def output(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    return capsys.readouterr().out.splitlines()


def test_validate_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert output("validate_move", capsys) == [
        "QS is played",
        f"QS may not be played: {FOLLOW} [follow-suit]; legal: 5C",
        f"4H may not be played: {BROKEN} [hearts-must-be-broken]; legal: 2D 3D 4D 5D 6D 7D 8D 9D KD QS AS",
        "QS AS 4H",
    ]


def test_score_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output("score_a_hand", capsys)
    assert "totals: 5 15 6 0" in lines
    assert lines[5].startswith(
        "these piles cannot be scored: QS is given more often than the pack has it;"
    )
    assert lines[-2].split() == ["3", "+4", "9", "+14", "55", "+8", "40", "+0", "26"]
    assert lines[-1] == "moon shot by South in round 2"


GERMAN = """A alle an anderen auf ausgespielt B bedienen bekommst D Dame darf Das der Die die Du du eine erste
Farbe für geht genommen gibst gibt gebrochen gegenüber Hand hast Herz in ist K Karte Karten keine Kreuz links
minus musst nach nicht noch Nord oder Ost Pik plus QS rechts Runde selbst sind spielst Stich Stiche Süd von
Weitergegeben weiter weiterzugeben werden West wird zahlt zählen Zwei"""


def test_a_round_in_another_language_has_no_english_word() -> None:
    example = runpy.run_path(str(EXAMPLES / "another_language.py"))
    letters = {word: letter for letter, word in example["RANKS"].items()}
    suits = {symbol: letter for letter, symbol in example["SUITS"].items()}
    said: list[str] = []
    for seed in range(200):
        rng = Random(seed)

        def ask(text: str, rng: Random = rng) -> str:
            said.append(text)
            hand = re.findall(r"(\w+)([♣♦♠♥])", text)
            own = [letters.get(rank, rank) + suits[suit] for rank, suit in hand]
            if rng.random() < 0.1 or not own:
                return rng.choice(["Tee", "2C", "2C 3C"])
            return " ".join(rng.sample(own, 3 if "weiter" in text else 1))

        example["play"](rng, ask, said.append)
    words = {*re.findall(r"[^\W\d_]+", " ".join(said))}
    assert words <= {*GERMAN.split()}
    assert {"Stiche", "bedienen", "weiterzugeben", "zählen"} <= words


def test_resume_game(capsys: pytest.CaptureFixture[str]) -> None:
    equal, forged, laid_out = output("resume_game", capsys)
    assert equal == "equal: True - to act: 0"
    assert forged.startswith("move 7 of 7 is illegal: seat 3 plays QH: clubs were led")
    assert laid_out == "to act: 3 - legal: 2D TD 5H"


def test_serve_views(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output("serve_views", capsys)
    assert lines[-2:] == [
        "seat 0 passes for seat 1: not-yours",
        "cards that it does not hold: not-in-hand",
    ]
    server = runpy.run_path(str(EXAMPLES / "serve_views.py"))
    table, seats = server["play_round"](seed=3)
    assert table.game.sheet is not None
    for number, seat in enumerate(seats):
        assert seat.seen.view == table.game.view(number)
        assert seat.log.count("CardPlayed") == 52
    assert table.receive(0, "{}") == "record"
    assert table.receive(0, wire.dumps_move(table.game.history[-1])) == "not-yours"


def test_whole_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["whole_game.py", "turbo", "3"])
    assert output("whole_game", capsys)[-1].startswith("won by ")


def test_study(capsys: pytest.CaptureFixture[str]) -> None:
    """Every variant of the kernel has a line, and every card taken out, for both kinds of player."""
    study = runpy.run_path(str(EXAMPLES / "study.py"))
    assert study["main"](["--rounds", "300"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    unknown = {*PLAIN_ENGINE_ONLY, "tetka"}  # which the kernel plays, but not by policies
    known = [slug for slug in variants.all() if slug not in unknown]
    assert [line.split("`")[1] for line in lines if "`" in line] == known
    assert sum(line.startswith("| 2") for line in lines) == 8
    american = next(line for line in lines if "`american`" in line)
    rate = simulate(variants.get("american"), rounds=300).moon_rate
    assert american.split("|")[3].split()[0] == f"{100 * rate:.3f}"


@pytest.mark.parametrize(
    ("piles", "scores"),
    [
        (("2H 3H 4H 5H 6H QS TC", "", "", ""), (-26 + 10j, 0, 0, 0)),
        (("2H 3H 4H 5H 6H 7H 8H 9H JD", "", "", ""), (-2, 0, 0, 0)),
        (("TC", "", "", ""), (0, 0, 0, 0)),
        (("JD TC", "", "", ""), (-20j, 0, 0, 0)),
        (("2H-AH QS TC", "", "JD", ""), (26 - 26j, 0, -10, 0)),
    ],
)
def test_complex_hearts_counts_as_printed(
    piles: tuple[str, ...], scores: tuple[complex, ...]
) -> None:
    points = runpy.run_path(str(EXAMPLES / "complex_hearts.py"))["points"]
    assert points([*map(Cards, piles)]) == [*scores]


def test_a_moon_of_complex_hearts_is_given_to_the_others() -> None:
    points = runpy.run_path(str(EXAMPLES / "complex_hearts.py"))["points"]
    piles = [*map(Cards, ("2H-AH QS", "JD", "TC", ""))]
    assert points(piles, give=True) == [0, 3 + 13j, -26 + 26j, 13 + 13j]
    assert points(piles) == [-13 - 13j, -10, 0, 0]


def test_complex_hearts_ends_at_an_absolute_value_of_100() -> None:
    example = runpy.run_path(str(EXAMPLES / "complex_hearts.py"))
    size = example["size"]
    assert size(60 + 80j) == 100**2
    assert min([99, 70 + 70j, -99j, 71 + 71j], key=size) == 70 + 70j
    scores: list[complex] = example["play"](Random(7))
    assert max(map(abs, scores)) >= 100 > min(map(abs, scores))
    lines = (EXAMPLES / "complex_hearts.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 80
