"""What a test does less of in the inner ring, where slow tests are left out."""

from __future__ import annotations

from hypothesis import settings


def share(most: int) -> int:
    """That many examples of a law, or as large a share of them as the profile draws."""
    return max(1, most * settings().max_examples // 30)
