"""The built-in players by name."""

from __future__ import annotations

from typing import Final

from heartslib.errors import HeartsError, shown

POLICIES: Final = ("random", "lowest", "duck")
"""The built-in players: any legal card; the lowest one; lead low, duck, throw what costs most."""


def policy_number(policy: object) -> int:
    """The kernel's number of a policy.

    Raises:
        HeartsError: There is no such policy.
    """
    if policy not in POLICIES:
        raise HeartsError(f"{shown(policy)} is no policy: there are {', '.join(POLICIES)}")
    return POLICIES.index(policy)
