"""What Hypothesis loads when it is imported: strategies for the types of heartslib.

It stands beside the package, so that neither of the two imports the other: the types are
registered when both have been imported, and the strategies are made when one is asked for.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

_NAMES = {
    "Card": "cards",
    "Cards": "multisets",
    "Game": "games",
    "Rules": "rulebooks",
    "View": "views",
}


def register() -> None:
    """Register the types now, or as soon as heartslib is imported."""
    if "heartslib" in sys.modules:
        _register(sys.modules["heartslib"])
    else:
        sys.meta_path.insert(0, _Waiting())


def _register(heartslib: ModuleType) -> None:
    from hypothesis import strategies as st  # noqa: PLC0415 - only where it is there already

    for name, strategy in _NAMES.items():
        st.register_type_strategy(getattr(heartslib, name), _asked_for(strategy))
    st.register_type_strategy(heartslib.moves.Deal, _asked_for("deals"))


def _asked_for(strategy: str) -> Callable[[Any], Any]:
    """A function of the type, which Hypothesis calls for a strategy."""

    def resolve(_: Any) -> Any:
        from heartslib import testing  # noqa: PLC0415 - made when it is asked for

        return getattr(testing, strategy)()

    return resolve


class _Waiting(importlib.abc.MetaPathFinder):
    """Waits for the import of heartslib; also for a second one, after which its types are others."""

    def __init__(self) -> None:
        self._is_asked = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != "heartslib" or self._is_asked:
            return None
        self._is_asked = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._is_asked = False
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_register(module: ModuleType) -> None:
                execute(module)
                _register(module)

            spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec
