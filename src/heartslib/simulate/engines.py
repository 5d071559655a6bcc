"""The engines: what plays the rounds of a simulation."""

from __future__ import annotations

import importlib
from typing import Any, Final

from heartslib.errors import Argument, needs

ENGINES: Final = ("kernel", "cuda", "python")
"""The engines by name: compiled for the processor, compiled for an NVIDIA GPU, and `Game`."""
_COMPILED: Final = {"kernel": "cpu", "cuda": "cuda"}


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


def target_of(engine: str) -> Any:
    """The module of the processor that a compiled engine runs on.

    Args:
        engine: ``"kernel"`` or ``"cuda"``.

    Raises:
        HeartsError: There is no GPU.
        MissingExtra: What the engine needs is not installed.
    """
    what = Argument("engine", engine)
    target = compiled_module(f"targets.{_COMPILED[engine]}", what)
    target.check(what, Argument("engine", "kernel"))
    return target
