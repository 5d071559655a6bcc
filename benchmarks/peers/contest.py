"""A contest of a bot of the library with another program, on duplicate deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from benchmarks.peers.pipe import Peer
from benchmarks.timed import Timed
from heartslib import HEARTS, Rules, variants
from heartslib.bots import Bot, Standings, arena
from heartslib.rules import (
    ADD,
    NEGATE,
    FollowSuit,
    HeartsMustBeBroken,
    NoCharging,
    NoPenaltyOnFirstTrick,
    ShootTheMoon,
)

_AMERICAN: Final = attrs.evolve(variants.get("american"), moon=ShootTheMoon(ADD, 26))

_NO_POINTS_FIRST: Final = attrs.evolve(
    _AMERICAN,
    play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "QS"), NoPenaltyOnFirstTrick(HEARTS | "QS")),
)

_TURBO: Final = attrs.evolve(
    variants.get("turbo_booster"),
    charging=NoCharging(),
    play=(
        FollowSuit(),
        HeartsMustBeBroken(),
        NoPenaltyOnFirstTrick(HEARTS | "QS JD"),
        NoPenaltyOnFirstTrick(HEARTS | "QS", name="jack-first"),
        NoPenaltyOnFirstTrick(HEARTS, name="queen-next"),
    ),
    moon=ShootTheMoon(NEGATE, None),
)

RULES: Final = {"xinxin": _AMERICAN, "mdhearts": _NO_POINTS_FIRST, "turbo-hearts": _TURBO}
"""The rulebook that each program plays by: a variant, with what the program does otherwise."""


@attrs.frozen
class Result:
    """The result of a contest; as text, a row of a table.

    Attributes:
        standings: The points, as `arena` counts them; the bot is first.
        own: The milliseconds of processor time that the bot took for a decision.
        other: Those of the program.
    """

    standings: Standings
    own: float
    other: float

    @property
    def difference(self) -> tuple[float, float]:
        """The points of the bot in a round minus those of the program, and the standard error."""
        return self.standings.difference(*self.standings.names)

    def __str__(self) -> str:
        (bot, peer), (gap, error) = self.standings.names, self.difference
        cells = (
            *(f"`{bot}`", peer, f"{self.standings.rounds:,}"),
            f"{gap:+.2f} ± {error:.2f}".replace("-", "−"),
            *(f"{each:,.{0 if each >= 10 else 2}f}" for each in (self.own, self.other)),
        )
        return f"| {' | '.join(cells)} |"


def contest(
    rules: Rules,
    name: str,
    bot: Bot,
    command: Sequence[str],
    *,
    deals: int,
    seed: int = 1,
    timeout: float = 600,
) -> Result:
    """Let a bot and a program play the same deals, each in every seat.

    The seats alternate: bot, program, bot, program; then the deal is played again with the sides
    exchanged.

    Args:
        rules: The rulebook.
        name: The name of the bot.
        bot: The bot.
        command: The program, and its arguments; see `benchmarks.peers.pipe` for what it must do.
        deals: How many deals.
        seed: The same number gives the same deals.
        timeout: How many seconds the program has for an answer.

    Raises:
        PeerError: The program does not start, answer in time, or make a legal move.
    """
    mine = Timed(bot)
    mine.warm_up(rules)
    with Peer(command, timeout=timeout) as peer:
        bots = {name: mine, peer.name: Timed(peer)}
        standings = arena(rules, bots, deals=deals, players=4, seed=seed)
    return Result(
        standings,
        mine.milliseconds,
        1000 * peer.seconds / max(peer.asked, 1),
    )
