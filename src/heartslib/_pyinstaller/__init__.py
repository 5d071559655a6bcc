"""What PyInstaller has to know of the library, by its entry point ``pyinstaller40``."""

from __future__ import annotations

from pathlib import Path


def hook_dirs() -> list[str]:
    """The folder of the hook."""
    return [str(Path(__file__).parent)]
