"""The re-deal law, for games that Hypothesis draws, and the command that checks it for long."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from heartslib import Game, View, testing, variants
from heartslib.phases import PHASES, PassPhase
from tests.helpers.rings import share
from tests.helpers.strategies import games
from tools import redeal
from tools.redeal import Campaign, Look, Position, alike, altered, main, otherwise, view_and_events

seeds = st.integers(0, 2**32)


def hold_to_the_law(look: Look, phase: str | None = None, draws: int = 240) -> int:
    """Try the law on what `look` shows a seat, in one phase or in any; in how many games it was tried."""
    tried = 0

    @settings(max_examples=draws, database=None, phases=[Phase.generate])
    @given(games(phase), st.sampled_from([0, 1, 2, None]), seeds)
    def law(game: Game, seat: int | None, seed: int) -> None:
        nonlocal tried
        seat = seat if seat is None else seat % game.players
        other = otherwise(Position(game), seat, Random(seed))
        if other is not None:
            assert alike(look, game, other, seat)
            tried += 1

    law()
    return tried


def test_who_drew_how_many_is_known() -> None:
    """Cards of the stock that change places may draw other cards after them, as everyone sees."""
    rng, tried = Random(1), 0
    for seed in range(20):
        game = Game.new(variants.get("domino_hearts"), 3).deal(seed=seed)
        for _ in range(14):
            game = game.play(rng.choice(game.legal_plays()))
        position = Position(game)
        for seat in (None, 0, 1, 2) * 4:
            if other := altered(position, seat, rng):
                assert alike(view_and_events, game, other, seat)
                tried += 1
    assert tried > 20


RARE = {"deal": 40, "early-charge": 9, "bid": 11, "contract": 14, "call": 60}
"""Phases whose games take long to find, and one of whose games many have nothing to change."""


@pytest.mark.parametrize("phase", testing.PHASES)
def test_view_and_events_tell_only_what_the_seat_has_seen(phase: str) -> None:
    assert hold_to_the_law(view_and_events, phase, draws=share(RARE.get(phase, 19)))


def passes(game: Game, seat: int | None) -> object:
    """A view that shows what has been laid down to be passed."""
    phase = game.phase
    return game.view(seat), phase.given if isinstance(phase, PassPhase) else None


def past(game: Game, seat: int | None) -> object:
    """A view that shows the play of earlier rounds."""
    return game.view(seat), game.at(Position(game).begun).history


@pytest.mark.parametrize(("leaky", "phase"), [(passes, "pass"), (past, None)])
def test_the_law_catches_a_leak(leaky: Look, phase: str | None) -> None:
    with pytest.raises(AssertionError):
        hold_to_the_law(leaky, phase)


@pytest.mark.slow
def test_the_command_checks_every_phase(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--checks", "12", "--seed", "4"]) == 0
    first, _, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("seed 4, ")
    rows = {name: tuple(map(int, counts)) for name, *counts in map(str.split, lines)}
    assert len(rows) == len(PHASES) + 1
    assert all(checks >= 12 for checks, *_ in rows.values())
    assert rows["all"][0] == sum(checks for checks, *_ in rows.values()) // 2


@pytest.mark.slow
def test_the_command_fails_and_shows_both_games(capsys: pytest.CaptureFixture[str]) -> None:
    def others(game: Game, seat: int | None) -> View:
        """What the next seat knows."""
        return game.view(None if seat is None else (seat + 1) % game.players)

    assert main(["--checks", "20"], others) == 1
    text = capsys.readouterr().out
    assert "can tell two games apart by " in text
    assert "hand" in text
    assert text.count('"format": "heartslib-game"') == 10


def test_the_command_stops_when_the_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--minutes", "0"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[:2] == ["all", "0"]


@pytest.mark.slow
def test_a_campaign_plays_every_variant_by_all_its_rules() -> None:
    """And with other choices, so that most variants reach most phases."""
    found = {slug: [*redeal.kin(rules)] for slug, rules in variants.all().items()}
    assert all(kin[0] == variants.get(slug) for slug, kin in found.items())
    assert min(map(len, found.values())) > 3
    one, other = (Campaign(seed=3) for _ in range(2))
    for _ in range(9):
        one.step()
        other.step()
    assert one.rows == other.rows


def test_no_view_shows_what_came_before_the_seat_has_passed() -> None:
    """The leak that other engines have: cards received are seen before choosing what to pass."""
    start = Game.new(variants.get("american"), 4).deal(seed=5)
    for seat in range(4):
        laid = start
        for other in range(4):
            if other != seat:
                laid = laid.pass_cards(other, start.view(other).hand[:3])
        otherwise = start
        for other in range(4):
            if other != seat:
                otherwise = otherwise.pass_cards(other, start.view(other).hand[-3:])
        assert laid != otherwise
        assert laid.view(seat) == otherwise.view(seat)
        assert laid.view(None) == otherwise.view(None)


def test_whoever_holds_something_else_has_another_view() -> None:
    """The other half of the law: views differ as soon as the seat's own cards do."""
    one, other = (Game.new(variants.get("american"), 4).deal(seed=seed) for seed in (1, 2))
    for seat in range(4):
        assert one.view(seat) != other.view(seat)
    assert one.view(None) == other.view(None)
