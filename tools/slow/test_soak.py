"""The soak of threads finds what is planted for it."""

from __future__ import annotations

from threading import current_thread, main_thread

import pytest

from tools import soak
from tools.soak import Shared


@pytest.fixture
def shared() -> Shared:
    return Shared.drawn("barbu", 4, 1)


def test_nothing_is_wrong(shared: Shared) -> None:
    assert soak.faults(shared, threads=2) == []


def test_what_differs_in_a_thread_is_found(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    def unlike(_: Shared) -> str:
        return str(current_thread() is main_thread())

    monkeypatch.setattr(soak, "JOBS", (soak.as_record, unlike))
    assert soak.faults(shared, threads=2) == ["unlike differs"] * 2


def test_an_error_in_a_thread_is_found(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: Shared) -> str:
        if current_thread() is not main_thread():
            raise KeyError("half made")
        return ""

    monkeypatch.setattr(soak, "JOBS", (failing,))
    found = soak.faults(shared, threads=2)
    assert len(found) == 2
    assert all("KeyError: 'half made'" in each for each in found)


def test_each_turn_shares_what_nobody_has_used(shared: Shared) -> None:
    again = Shared.drawn("barbu", 4, 2)
    assert again.rules != shared.rules
    assert shared.game == Shared.drawn("barbu", 4, 1).game
    assert shared.game is not Shared.drawn("barbu", 4, 1).game


def test_a_new_process_that_fails_is_found() -> None:
    assert soak.begun("american") == ""
    assert "no variant" in soak.begun("no_such_game")
