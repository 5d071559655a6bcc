"""Pack the modules that are imported by name, the data, and the code that ``heartslib compile`` has kept."""

from __future__ import annotations

from pathlib import Path

from PyInstaller.utils.hooks import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
    collect_data_files,
    collect_submodules,
)

_BY_HAND = "heartslib._pyinstaller", "heartslib.rl", "heartslib.testing"
"""What a program imports itself, or does not need."""

hiddenimports = collect_submodules("heartslib", lambda name: not name.startswith(_BY_HAND))
_KEPT = Path(__file__).parents[1].joinpath("simulate", "__pycache__").glob("*.nbc")
datas = [
    *collect_data_files("heartslib"),
    *((str(each), "heartslib/simulate/__pycache__") for each in _KEPT),
]
