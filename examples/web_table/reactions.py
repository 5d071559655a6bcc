"""What people at a table show each other for a moment; it is never stored."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from json import dumps

import attrs

from heartslib import HeartsError

REACTIONS = 6
"""How many reactions there are; the page has their signs and words."""
BREATH = 3.0
"""Seconds between two reactions of a seat."""


@attrs.frozen
class Reaction:
    """One of them.

    Attributes:
        number: How many there had been at the table, with this one.
        seat: Whose it is.
        sign: Which of the `REACTIONS`, from 1.
        at: When it came.
    """

    number: int
    seat: int
    sign: int
    at: float


class Reactions:
    """The last reaction of each seat."""

    def __init__(self) -> None:
        self._last = dict[int, Reaction]()
        self._new = asyncio.Event()

    @property
    def _count(self) -> int:
        return max((each.number for each in self._last.values()), default=0)

    def react(self, seat: int, sign: str, here: list[int]) -> None:
        """Show a reaction to everyone who is connected.

        Args:
            seat: Whose it is.
            sign: Which, as a browser sent it.
            here: The seats that are connected.

        Raises:
            HeartsError: There is no such reaction, nobody to see it, or one to be seen still.
        """
        if sign not in {f"{n}" for n in range(1, REACTIONS + 1)}:
            raise HeartsError(f"there is no such reaction: they are 1 to {REACTIONS}")
        if here == [seat]:
            raise HeartsError("there is nobody here to see it")
        now, last = time.monotonic(), self._last.get(seat)
        if last and now - last.at < BREATH:
            raise HeartsError("one reaction at a time: wait a moment")
        self._last[seat] = Reaction(self._count + 1, seat, int(sign), now)
        self._new.set()
        self._new = asyncio.Event()

    async def messages(self) -> AsyncGenerator[str]:
        """A message for each reaction from now on, once; of one seat a slow browser gets the last."""
        heard = self._count
        while True:
            new = self._new
            for each in sorted(self._last.values(), key=lambda each: each.number):
                if each.number > heard:
                    heard = each.number
                    yield dumps({"reaction": {"seat": each.seat, "sign": each.sign}})
            await new.wait()
