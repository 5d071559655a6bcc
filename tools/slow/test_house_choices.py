"""The campaigns of house choices and of pairs find what is planted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Game, HeartsError, rulefile, variants
from heartslib.rules import ADD, ShootTheMoon
from heartslib.sampling import Sampler
from heartslib.simulate.positions.costs import Search
from tools import differential, house_choices


def test_choices_are_examined(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--games", "heartsette", "--houses", "6", "--seed", "3"]
    assert house_choices.main(asked) == 0
    assert "0 wrong" in capsys.readouterr().out


def always(answer: object) -> Callable[..., object]:
    """A function that always answers the same."""

    def function(*_: object) -> object:
        return answer

    return function


@pytest.mark.parametrize("fault", ["toml", "kernel", "refused"])
def test_a_choice_that_is_wrong_is_named(
    fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*_: object) -> None:
        raise HeartsError("no")

    american = variants.get("american")
    if fault == "toml":
        monkeypatch.setattr(rulefile, "loads", always(american))
    elif fault == "kernel":
        monkeypatch.setattr(house_choices, "replayed", refused)
    else:
        monkeypatch.setattr(house_choices, "with_choices", refused)
    assert house_choices.main(["--games", "heartsette", "--houses", "1"]) == 1
    assert "with_choices(variants.get('heartsette'), [" in capsys.readouterr().out


def test_pairs_are_met_once_each() -> None:
    pairs = differential.Pairs(1)
    cases = pairs.cases()
    for _ in range(20):
        next(cases)
    assert len(pairs.met) == 20
    assert str(pairs).startswith("pairs: 20 met, ")


def test_what_only_games_play_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(variants.get("draw_hearts"))
    differential.by_itself(game, Random(1))
    monkeypatch.setattr(Sampler, "admits", always(False))
    with pytest.raises(AssertionError, match="rules out the truth"):
        differential.by_itself(game, Random(1))


def test_a_last_trick_that_the_search_counts_otherwise_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = attrs.evolve(variants.get("american"), moon=ShootTheMoon(ADD))
    game = Game.new(rules, 4, scores=(5, 90, 80, 3))
    differential.searched(game, Random(1))
    real: Any = Search.points

    def one_more(*given: Any) -> Any:
        return real(*given) + 1

    monkeypatch.setattr(Search, "points", one_more)
    with pytest.raises(AssertionError, match="the search: "):
        differential.searched(game, Random(1))
