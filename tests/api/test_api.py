"""The public API changes only on purpose."""

from __future__ import annotations

from tests.api.write import FILE, lines


def test_the_public_api_is_as_written() -> None:
    written = FILE.read_text(encoding="utf-8").splitlines()
    found = list(lines())
    gone, new = sorted({*written} - {*found}), sorted({*found} - {*written})
    assert (gone, new) == ([], []), (
        "if the change is meant: python -m tests.api.write, and CHANGELOG"
    )
    assert written == found
