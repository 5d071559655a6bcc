"""The library does the same in every interpreter: without asserts, and for any hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.helpers import behaviour


@pytest.mark.slow
@pytest.mark.parametrize(("option", "hashes"), [("-O", "1"), ("-OO", "2")])
def test_an_optimized_interpreter_says_and_does_the_same(option: str, hashes: str) -> None:
    command = [sys.executable, "-W", "error", option, behaviour.__file__]
    environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONUTF8": "1"}
    ran = subprocess.run(command, capture_output=True, check=True, env=environment)  # noqa: S603
    assert ran.stdout.decode().splitlines() == "\n".join(behaviour.lines()).splitlines()


def test_every_wrong_call_is_refused() -> None:
    assert all(map(behaviour.refusal, behaviour.CALLS))
