"""Write down how every variant describes itself: ``python tests/golden/write.py``."""

from __future__ import annotations

from pathlib import Path

from heartslib import variants


def golden_file(slug: str) -> Path:
    """Where the description of a variant is kept."""
    return Path(__file__).parent / f"rules_{slug}.txt"


if __name__ == "__main__":
    for slug, rules in variants.all().items():
        golden_file(slug).write_text(rules.describe() + "\n", encoding="utf-8")
