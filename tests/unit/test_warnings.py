"""Warnings are errors where they are blamed on this project, and only there."""

from __future__ import annotations

import warnings

import pytest

OURS = [
    "heartslib",
    "heartslib.rules.moon",
    "tests.unit.test_game",
    "examples.web_table.app",
    "__test__",
    "<string>",
]
OTHERS = ["open_spiel.python.algorithms.generate_playthrough", "numpy", "heartslibrary.x", "zmq"]
LEAK = "Exception ignored in: <x>\n\nTraceback (most recent call last):\nResourceWarning: unclosed"
OWN = 'Exception ignored in: <x>\n\nTraceback:\n  File "/a/src/heartslib/game.py", line 5\nKeyError'
OTHER = 'Exception ignored in: <x>\n\nTraceback:\n  File "/a/zmq/socket.py", line 5\nKeyError'


def warn(module: str, kind: type[Warning], message: str = "not so") -> None:
    with warnings.catch_warnings(record=True):
        warnings.warn_explicit(message, kind, "somewhere.py", 1, module=module)


@pytest.mark.parametrize("kind", [UserWarning, DeprecationWarning, ResourceWarning])
@pytest.mark.parametrize("module", OURS)
def test_a_warning_blamed_on_this_project_is_an_error(module: str, kind: type[Warning]) -> None:
    with pytest.raises(kind, match="not so"):
        warn(module, kind)


@pytest.mark.parametrize("kind", [UserWarning, DeprecationWarning, ResourceWarning])
@pytest.mark.parametrize("module", OTHERS)
def test_a_warning_inside_another_package_fails_nothing(module: str, kind: type[Warning]) -> None:
    warn(module, kind)


@pytest.mark.parametrize("found", [LEAK, OWN], ids=["a leak", "our code"])
def test_what_goes_wrong_when_an_object_goes_is_an_error_if_it_is_ours(found: str) -> None:
    warn("zmq", pytest.PytestUnraisableExceptionWarning, OTHER)
    with pytest.raises(pytest.PytestUnraisableExceptionWarning):
        warn("zmq", pytest.PytestUnraisableExceptionWarning, found)
