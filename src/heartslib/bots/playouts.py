"""What a trial needs of whoever plays its candidates out: `in_kernel`, or where that cannot, `in_games`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import attrs

NOBODY = -1
"""In place of the side that shot the moon: nobody did."""


@attrs.frozen
class Columns:
    """What candidates came to in some deals: for each plan and each candidate a list, an item for each deal.

    Attributes:
        losses: What the round cost the side of the seat.
        shooters: The side that shot the moon, by its number, or `NOBODY`.
    """

    losses: list[list[list[float]]]
    shooters: list[list[list[int]]]


class Playouts(Protocol):
    """Draws deals that fit a view, and plays candidates out in them.

    Every candidate is tried in the same deals, so that luck of the deal cancels when two are compared.  A *plan* says
    how the seats play on; a candidate counts by the plan that suits it best.
    """

    plans: int
    """How many plans there are; the first is without a shot."""
    sides: Sequence[tuple[int, ...]]
    """The seats of each side that may shoot, by its number."""
    at_once: int
    """How many deals are tried between two looks at the clock, if there is a time limit."""

    def tried(self, deals: int, left: Sequence[int], plans: Sequence[int]) -> Columns:
        """Try candidates in so many more deals.

        Args:
            deals: How many deals.
            left: The candidates, by their number.
            plans: The plans, by their number.
        """
        ...
