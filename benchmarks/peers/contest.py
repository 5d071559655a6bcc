"""A contest of a bot of the library with another program, on duplicate deals."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

import attrs

from benchmarks.peers.pipe import Peer
from benchmarks.timed import Timed
from heartslib import HEARTS, Cards, Game, Rules, variants
from heartslib.bots import Bot, Standings
from heartslib.rounds import Seatings, first_round, play_round
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
        moons: By name, how many moons were tried, and how many of them were made; see `tried`.
    """

    standings: Standings
    own: float
    other: float
    moons: Mapping[str, tuple[int, int]]

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
            *(self._moons(name) for name in (bot, peer)),
        )
        return f"| {' | '.join(cells)} |"

    def _moons(self, name: str) -> str:
        """How many moons were tried and made in a hundred hands."""
        return " / ".join(f"{100 * each / self.standings.rounds:.1f}" for each in self.moons[name])


def tried(game: Game) -> Iterator[tuple[int, bool]]:
    """Each seat that tried to shoot the moon in a finished round, and whether it did.

    It has tried if it alone had taken penalty cards, at least two thirds of their points.

    Args:
        game: The game before the score of the round is entered; nobody has a partner.
    """
    rules, points = game.in_force, [0] * game.players
    penalty = rules.penalty_cards
    most, seats = sum(map(rules.cost, penalty)), set[int]()
    for trick in game.table.tricks:
        if trick.taker is None:
            continue
        points[trick.taker] += sum(map(rules.cost, Cards(trick.cards) & penalty))
        if max(points) == sum(points) >= 2 * most / 3:
            seats.add(points.index(max(points)))
    yield from ((seat, points[seat] == most) for seat in sorted(seats))


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
        names, bots = (name, peer.name), (mine, Timed(peer))
        seatings, moons = Seatings(rules, 4, names, seed), [Counter[bool](), Counter[bool]()]
        totals, products = [0, 0], [[0, 0], [0, 0]]
        for number in range(deals):
            points = [0, 0]
            for seated in seatings.of(number):
                rng = Random(f"{seed}:{number}")  # the same cards for each seating
                end = play_round(
                    first_round(rules, 4, number), [bots[each] for each in seated], rng
                )
                for each, got in zip(seated, end.points_so_far, strict=True):
                    points[each] += got
                for seat, made in tried(end):
                    moons[seated[seat]][made] += 1
            for one, other in itertools.product((0, 1), repeat=2):
                products[one][other] += points[one] * points[other]
            totals = [*map(sum, zip(totals, points, strict=True))]
    return Result(
        Standings(rules, 4, names, deals, 2 * deals, tuple(totals), tuple(map(tuple, products))),
        mine.milliseconds,
        1000 * peer.seconds / max(peer.asked, 1),
        {name: (each.total(), each[True]) for name, each in zip(names, moons, strict=True)},
    )
