"""Settings of the whole suite.

The suite draws the same examples each time.  To look for new ones::

    HYPOTHESIS_PROFILE=search python -m pytest tests/properties
"""

from __future__ import annotations

import gc
import os
import zlib
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, Phase, settings

PATIENT = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile(
    "suite",
    deadline=None,
    print_blob=True,
    derandomize=True,
    max_examples=30,
    suppress_health_check=PATIENT,
)
settings.register_profile(
    "search", deadline=None, print_blob=True, max_examples=1000, suppress_health_check=PATIENT
)
settings.register_profile(
    "first", settings.get_profile("suite"), phases=(Phase.explicit, Phase.generate)
)
settings.register_profile("quick", settings.get_profile("suite"), max_examples=8)


def pytest_configure() -> None:
    """The ``conftest.py`` above chooses ``quick`` where slow tests are left out."""
    settings.load_profile(os.environ.setdefault("HYPOTHESIS_PROFILE", "suite"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Rows of refusals are tests, and so are scripts of play."""
    # imported late, since coverage begins after this file
    from tests.helpers.refusals import RefusalFile  # noqa: PLC0415
    from tests.helpers.script_files import ScriptFile  # noqa: PLC0415

    if file_path.suffix != ".txt":
        return None
    folders = file_path.relative_to(Path(__file__).parent).parts[:-1]
    if "refusals" in {*folders, file_path.stem}:
        return RefusalFile.within(parent, file_path)
    if "scripts" in folders:
        found: pytest.Collector = cast("Any", ScriptFile).from_parent(parent, path=file_path)
        return found
    return None


LONGEST = 120
"""The most characters of a test's name: Windows has room for 32,767 in a variable of the environment, where
pytest writes it, and nobody reads a longer one.
"""


def pytest_make_parametrize_id(val: object) -> str | None:
    """A long text is cut short, with a number of its own."""
    if not isinstance(val, str) or len(ascii(val)) <= LONGEST // 4:
        return None
    return f"{ascii(val)[1 : LONGEST // 6]}...{zlib.crc32(ascii(val).encode()):08x}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a test with a long name."""
    for item in items:
        if len(item.name) > LONGEST:
            raise pytest.UsageError(
                f"the name of a test has {len(item.name)} characters, and may have {LONGEST}: "
                f"give ids: {item.nodeid[: 2 * LONGEST]}..."
            )


def pytest_collection_finish() -> None:
    """What was collected stays; the collector of garbage need not look at it again and again."""
    gc.collect()
    if hasattr(gc, "freeze"):  # PyPy has none
        gc.freeze()
