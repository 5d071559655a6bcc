"""The tables of `benchmarks.strength`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from benchmarks import strength
from benchmarks.strength import MARGINS, Unaware, main, scores
from benchmarks.timed import Timed
from heartslib import ChooseCards, Game, View, variants
from heartslib.bots import LEVELS, careful
from heartslib.moves import Move

pytestmark = pytest.mark.slow


def test_a_bot_without_the_scores() -> None:
    seen: list[View] = []

    def bot(view: View, /) -> Move:
        seen.append(view)
        return careful(view)

    game = Game.new(variants.get("american"))
    for _ in range(2):
        game = game.deal(seed=1) if game.phase.name == "deal" else game.score().deal(seed=2)
        while game.phase.name != "score":
            game = game.apply(careful(game.view(game.to_act[0])))
    game = game.score().deal(seed=3)
    view = game.view(0)
    assert any(view.scores)
    assert view.course
    assert Unaware(bot)(view) == careful(view)
    assert seen[0].scores == (0, 0, 0, 0)
    assert not seen[0].course
    assert (seen[0].hand, seen[0].question) == (view.hand, view.question)


def test_a_bot_that_never_looks_at_the_scores_is_as_good_without_them() -> None:
    assert [*scores("american", "careful", 2, 1)][-1] == "| `american` | 4 | 50.0 % ± 0.0 | 50 % |"


def test_the_first_of_two_bots_has_every_other_seat() -> None:
    """Whoever takes every trick it can loses to `careful`, on either side of the table."""
    rules, games = variants.get("american"), range(3)
    ahead = [strength.share(rules, (careful, greedy), seed) for seed in games]
    behind = [strength.share(rules, (greedy, careful), seed) for seed in games]
    assert sum(ahead) > 2 > sum(behind)


def greedy(view: View, /) -> Move:
    """Play the highest card."""
    match view.question:
        case ChooseCards("play", among, _, make):
            return make(max(among, key=lambda card: card.rank))
        case _:
            return careful(view)


def test_more_deals_are_measured_in_time_and_points(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strength, "DEALS", (1, 2000))
    monkeypatch.setattr(sys, "argv", ["strength", "budget", "slobberhannes", "--deals", "2"])
    main()
    *_, few, many = capsys.readouterr().out.splitlines()
    pattern = r"\| ([\d,]+) \| (\d+\.\d\d) \| [+−]\d+\.\d\d ± \d+\.\d\d \|"
    found = [re.fullmatch(pattern, row) for row in (few, many)]
    assert [each[1] for each in found if each] == ["1", "2,000"]
    assert [float(each[2]) > 0 for each in found if each] == [True, True]


def test_a_decision_is_compared_with_rounds_of_the_kernel(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strength, "TIMED", (1, 2000))
    monkeypatch.setattr(strength, "ROUNDS", 5000)
    monkeypatch.setattr(sys, "argv", ["strength", "time", "slobberhannes", "--turns", "2"])
    main()
    *_, few, many = capsys.readouterr().out.replace(",", "").splitlines()
    pattern = r"\| (\d+) \| (\d+) \| (\d+) to (\d+) \| \d+ \|"
    found = [[*map(int, each.groups())] for row in (few, many) if (each := re.match(pattern, row))]
    assert [each[0] for each in found] == [1, 2000]
    assert all(low <= middle <= high for _, middle, low, high in found)
    assert found[1][1] > found[0][1] > 0


@pytest.mark.parametrize(("least", "status"), [(-99.0, 0), (99.0, 1)])
def test_each_level_beats_the_one_below_by_its_margin(
    least: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strength, "MARGINS", {"hartenjagen": (-99.0, least, -99.0, -99.0)})
    monkeypatch.setattr(strength, "LEVELS", {**LEVELS, "expert": careful})
    monkeypatch.setattr(sys, "argv", ["strength", "levels", "--deals", "2"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == status
    head, _, row = capsys.readouterr().out.splitlines()
    assert head.startswith("| variant | players | `easy` to `casual` | `casual` to `good` |")
    assert row.startswith("| `hartenjagen` | 4 | ")
    assert row.count(" ± ") == 4
    assert row.count("too few") == status


def test_the_docs_have_the_margins() -> None:
    page = Path(__file__).parents[2] / "docs" / "howto" / "arena.md"
    text = page.read_text(encoding="utf-8")
    for slug, least in MARGINS.items():
        row = " | ".join(f"{each:g}" for each in least)
        assert f"| `{slug}` | {row} |" in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["scores", "american", "--games", "1"], "--games: a whole number, 2 or more, not 1"),
        (["budget", "amercan"], "python -m benchmarks.strength: there is no variant 'amercan'"),
    ],
)
def test_a_mistake_gets_one_sentence(
    options: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["strength", *options])
    with pytest.raises(SystemExit) as end:
        main()
    assert said in f"{end.value} {capsys.readouterr().err}"


def test_times_are_for_each_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([7.0, 7.25])
    monkeypatch.setattr("time.process_time", lambda: next(clock))
    timed = Timed(careful)
    game = Game.new(variants.get("american")).deal(seed=1)
    assert timed.milliseconds == 0
    game.apply(timed(game.view(0)))
    assert timed.times == [0.25]
    assert timed.milliseconds == 250
