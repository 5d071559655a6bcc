"""The engines: what plays the rounds of a simulation, and what is checked of its arguments."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

from heartslib._values.arguments import of_kind, whole_within
from heartslib.errors import Argument, HeartsError, needs, quoted
from heartslib.simulate.targets import Processor
from heartslib.words import listed

ENGINES = ("kernel", "cuda", "python")
"""The engines by name: compiled for the processor, compiled for an NVIDIA GPU, and `Game`."""
_COMPILED = {"kernel": "cpu", "cuda": "cuda"}


def compiled_module(name: str, what: object) -> Any:
    """A module of `heartslib.simulate` that `what` needs, and that needs numpy and numba.

    Raises:
        MissingExtra: They are not installed.
    """
    try:
        return importlib.import_module(f"heartslib.simulate.{name}")
    except ImportError as error:
        python = Argument("engine", "python")
        by_engine = isinstance(what, Argument) and what.name == "engine"
        instead = ("; or give ", python, ", which needs no extra") if by_engine else ()
        if "cuda" in (error.name or ""):
            raise needs(what, "numba-cuda", "cuda", *instead) from error
        raise needs(what, "numpy and numba", "fast", *instead) from error


def target_of(engine: str) -> Processor:
    """The processor that a compiled engine runs on.

    Args:
        engine: ``"kernel"`` or ``"cuda"``.

    Raises:
        HeartsError: There is no GPU.
        MissingExtra: What the engine needs is not installed.
    """
    return _target(_COMPILED[engine], Argument("engine", engine), Argument("engine", "kernel"))


def target_on(device: str) -> Processor:
    """The processor of a device.

    Args:
        device: ``"cpu"`` or ``"cuda"``.

    Raises:
        HeartsError: There is no such device.
        MissingExtra: What it needs is not installed.
    """
    check_one("device", device, tuple(_COMPILED.values()))
    return _target(device, Argument("device", device), Argument("device", "cpu"))


def _target(module: str, what: Argument, instead: Argument) -> Processor:
    target: Processor = compiled_module(f"targets.{module}", what)
    target.check(what, instead)
    return target


def check_one(name: str, value: object, among: Sequence[str]) -> None:
    """Refuse an argument that is none of some names."""
    if value not in among:
        wanted = f" must be {listed([*map(repr, among)], 'or')}"
        raise HeartsError(Argument(name), f"{wanted}, not {quoted(value)}")


def check_whole(name: str, number: object, least: int) -> int:
    """An argument that is a whole number from `least` on, of 64 bits; another is refused."""
    must = Argument(name), f" must be a whole number from {least} to 2**63 - 1"
    return whole_within(least, 2**63 - 1, number, *must)


def check_executor(executor: object) -> None:
    """Refuse what is not an executor; None is none."""
    of_kind(Executor | None, executor, "executor must be a concurrent.futures.Executor")
