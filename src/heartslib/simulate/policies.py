"""The policies: how the seats of a simulation play."""

from __future__ import annotations

from typing import Final

from heartslib.errors import HeartsError, shown

POLICIES: Final = ("random", "lowest", "duck", "shed", "rough", "shoot")
"""The policies by name.

``random`` plays any legal card, ``lowest`` the lowest.  ``duck`` leads low, plays under the trick,
and discards the most costly card; it is faster and weaker than `heartslib.bots.careful`.
"""


def policy_number(policy: object) -> int:
    """The kernel's number of a policy.

    Raises:
        HeartsError: There is no such policy.
    """
    if policy not in POLICIES:
        raise HeartsError(f"{shown(policy)} is not a policy: choose one of {', '.join(POLICIES)}")
    return POLICIES.index(policy)
