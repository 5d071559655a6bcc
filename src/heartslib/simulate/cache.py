"""Where compiled code is kept: the setting, and how a program changes it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from heartslib.errors import HeartsError, cause, shown

SETTING: Final = "HEARTSLIB_CACHE_DIR"
"""The environment's name of the folder that compiled code is kept in."""


def cache_in(folder: str | os.PathLike[str]) -> None:
    """Keep compiled code in this folder from now on, whatever ``HEARTSLIB_CACHE_DIR`` says.

    Args:
        folder: The folder; it is made if it does not exist.

    Raises:
        HeartsError: It cannot be made or written to.
    """
    try:
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except (OSError, TypeError, ValueError) as error:
        why = cause(error) if isinstance(error, OSError) else error
        raise HeartsError(f"compiled code cannot be kept in {shown(folder)}: {why}") from None
    os.environ[SETTING] = str(path.absolute())
