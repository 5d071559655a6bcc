"""The result of many rounds: exact counts, and the statistics derived from them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from operator import sub
from typing import Any

import attrs

from heartslib._values.arguments import plain
from heartslib._values.seats import for_each
from heartslib.errors import Argument, HeartsError, needs, quoted
from heartslib.rules import Rules
from heartslib.words import written


def _sorted(counts: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(points), int(count)) for points, count in counts.items() if count))


@attrs.frozen
class Task:
    """What to simulate.

    Attributes:
        rules: The rulebook.
        players: The number of seats.
        seed: The seed of all rounds.
        policies: The policy of each seat, by name.
        engine: ``"kernel"``, ``"cuda"`` or ``"python"``.
    """

    rules: Rules
    players: int
    seed: int
    policies: tuple[str, ...]
    engine: str


@attrs.frozen
class Result:
    """The points of many rounds.

    Everything is kept as counts, so that the results of parts add up exactly, in any order.

    Attributes:
        task: What was simulated.
        rounds: How many rounds.
        histograms: For each seat, pairs of points and how many rounds gave it these points,
            lowest first.
        moons: How often each seat shot the moon, alone or with its partners.
        leads: Pairs of the opening leader's points and all seats' points together, each with how
            often it occurred.
    """

    task: Task
    rounds: int
    histograms: tuple[tuple[tuple[int, int], ...], ...] = attrs.field(repr=False)
    moons: tuple[int, ...]
    leads: tuple[tuple[tuple[int, int], int], ...] = attrs.field(repr=False)

    @classmethod
    def of(cls, task: Task, parts: Iterable[Part]) -> Result:
        """The sum of parts."""
        counts: list[Counter[int]] = [Counter() for _ in range(task.players)]
        moons = [*for_each(task.players, 0)]
        rounds = 0
        leads = Counter[tuple[int, int]]()
        for part in parts:
            rounds += part.rounds
            leads.update(dict(part.leads))
            for seat in range(task.players):
                counts[seat].update(dict(part.histograms[seat]))
                moons[seat] += part.moons[seat]
        histograms = tuple(map(_sorted, counts))
        return cls(task, rounds, histograms, tuple(moons), tuple(sorted(leads.items())))

    @property
    def rules(self) -> Rules:
        """The rulebook."""
        return self.task.rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.task.players

    @property
    def means(self) -> tuple[float, ...]:
        """The mean points per round of each seat."""
        return tuple(
            sum(points * count for points, count in histogram) / self.rounds
            for histogram in self.histograms
        )

    @property
    def deviations(self) -> tuple[float, ...]:
        """The standard deviation of each seat's points in a round."""
        spreads = (
            sum(count * (points - mean) ** 2 for points, count in histogram)
            for histogram, mean in zip(self.histograms, self.means, strict=True)
        )
        return tuple(math.sqrt(spread / self.rounds) for spread in spreads)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each mean."""
        return tuple(deviation / math.sqrt(self.rounds) for deviation in self.deviations)

    @property
    def moon_rate(self) -> float:
        """The share of the rounds in which somebody shot the moon, from 0 to 1."""
        partners = self.rules.at(self.players).partners
        sides = partners if self.rules.sides.pooled else [(seat,) for seat in range(self.players)]
        return sum(self.moons[side[0]] for side in sides) / self.rounds

    @property
    def moon_error(self) -> float:
        """The standard error of `moon_rate`."""
        return math.sqrt(self.moon_rate * (1 - self.moon_rate) / self.rounds)

    @property
    def lead_cost(self) -> float:
        """How many more points per round the opening leader takes than the others on average."""
        return sum(cost * count for cost, count in self._lead_costs()) / self.rounds

    @property
    def lead_error(self) -> float:
        """The standard error of `lead_cost`."""
        mean = self.lead_cost
        spread = sum(count * (cost - mean) ** 2 for cost, count in self._lead_costs())
        return math.sqrt(spread) / self.rounds

    def _lead_costs(self) -> Iterator[tuple[float, int]]:
        # of the leader and of all seats, because the others' mean follows: few pairs, exact counts
        others = self.players - 1
        return ((led - (total - led) / others, count) for (led, total), count in self.leads)

    def distribution(self, seat: int) -> dict[int, float]:
        """For each number of points, the share of the rounds in which a seat had it."""
        seat = plain(seat)
        if type(seat) is not int or not 0 <= seat < self.players:
            raise HeartsError(f"{quoted(seat)} is not a seat: seats are 0 to {self.players - 1}")
        return {points: count / self.rounds for points, count in self.histograms[seat]}

    def difference(self, other: Result) -> Difference:
        """How `other` differs from this result, seat by seat.

        Raises:
            HeartsError: `other` is not a result, or is for another number of players.
        """
        if not isinstance(other, Result):
            raise HeartsError(f"a result can be compared with a result, not with {quoted(other)}")
        if self.players != other.players:
            raise HeartsError(
                f"results for {self.players} and {other.players} players cannot be compared"
            )
        return Difference(self, other)

    def plot(self, axes: Any = None) -> Any:
        """Draw the distribution of points in a round; needs matplotlib (extra ``plot``).

        Seats that play by the same policy share their bars.

        Args:
            axes: The matplotlib axes to draw on; None makes new ones.

        Returns:
            The axes.
        """
        return _drawn(axes, self.rules.name, {"": self})

    def __str__(self) -> str:
        how = f"seed {self.task.seed}, {self.task.engine}"
        lines = [
            f"{self.rules.name}, {self.players} players, {self.rounds:,} rounds, {how}",
            f"{'seat':>4}  {'player':<10} {'points':>9} {'±':>7} {'deviation':>9} {'moons, %':>9}",
        ]
        figures = zip(self.means, self.standard_errors, self.deviations, self.moons, strict=True)
        for seat, (mean, error, deviation, moons) in enumerate(figures):
            who = f"{seat:>4}  {self.task.policies[seat]:<10}"
            share = 100 * moons / self.rounds
            lines.append(
                f"{who} {written(mean, '>9.3f')} {error:>7.3f} {deviation:>9.2f} {share:>9.3f}"
            )
        return "\n".join(lines)


@attrs.frozen
class Difference:
    """How a second result differs from a first: each figure is the second's minus the first's."""

    first: Result
    second: Result

    @property
    def means(self) -> tuple[float, ...]:
        """The change in each seat's mean points per round."""
        return tuple(map(sub, self.second.means, self.first.means))

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each of `means`."""
        return tuple(map(math.hypot, self.first.standard_errors, self.second.standard_errors))

    @property
    def deviations(self) -> tuple[float, ...]:
        """The change in the standard deviation of each seat's points."""
        return tuple(map(sub, self.second.deviations, self.first.deviations))

    @property
    def moon_rate(self) -> float:
        """The change in the share of rounds in which somebody shot the moon."""
        return self.second.moon_rate - self.first.moon_rate

    @property
    def moon_error(self) -> float:
        """The standard error of `moon_rate`."""
        return math.hypot(self.first.moon_error, self.second.moon_error)

    def plot(self, axes: Any = None) -> Any:
        """Draw both distributions in one picture; needs matplotlib (extra ``plot``).

        Args:
            axes: The matplotlib axes to draw on; None makes new ones.

        Returns:
            The axes.
        """
        names = [self.first.rules.name, self.second.rules.name]
        if names[0] == names[1]:
            names = ["first", "second"]
        results = {f"{names[0]}, ": self.first, f"{names[1]}, ": self.second}
        return _drawn(axes, " and ".join(names), results)

    def __str__(self) -> str:
        lines = [
            f"{self.second.rules.name} minus {self.first.rules.name}",
            f"{'seat':>4}  {'points':>9} {'±':>7} {'deviation':>9}",
        ]
        rows = zip(self.means, self.standard_errors, self.deviations, strict=True)
        for seat, (mean, error, deviation) in enumerate(rows):
            change = f"{written(mean, '>+9.3f')} {error:>7.3f} {written(deviation, '>+9.2f')}"
            lines.append(f"{seat:>4}  {change}")
        moons = written(100 * self.moon_rate, ">+6.3f")
        lines.append(f"moons, % {moons} {100 * self.moon_error:>7.3f}")
        return "\n".join(lines)


@attrs.frozen
class Part:
    """The result of some of the rounds; the fields are those of `Result`."""

    first: int
    rounds: int
    histograms: tuple[tuple[tuple[int, int], ...], ...]
    moons: tuple[int, ...]
    leads: tuple[tuple[tuple[int, int], int], ...]


def _drawn(axes: Any, title: str, results: Mapping[str, Result]) -> Any:
    """The axes with bars for each policy in each result: those of single seats would be alike."""
    if axes is None:
        try:
            from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise needs(Argument("plot"), "matplotlib", "plot") from error
        axes = Figure(layout="constrained").subplots()
    title += f", {next(iter(results.values())).rounds:,} rounds"
    axes.set(xlabel="points in a round", ylabel="rounds, %", title=title)
    groups = dict[str, dict[int, float]]()
    for name, result in results.items():
        for policy in dict.fromkeys(result.task.policies):
            seats = [seat for seat, each in enumerate(result.task.policies) if each == policy]
            counts = sum((Counter(dict(result.histograms[seat])) for seat in seats), Counter[int]())
            who = f"seat {', '.join(map(str, seats))}"
            if len(seats) == result.players:
                who = "every seat"
            groups[f"{name}{policy}, {who}"] = {
                points: 100 * count / result.rounds / len(seats) for points, count in counts.items()
            }
    every = sorted({points for shares in groups.values() for points in shares})
    step = min(map(sub, every[1:], every), default=1)  # no two groups of bars touch
    width = 0.9 * step / len(groups)
    for place, (label, shares) in enumerate(groups.items()):
        middles = [points + width * (place - (len(groups) - 1) / 2) for points in shares]
        for bar in axes.bar(middles, shares.values(), width, label=label):
            bar.set(edgecolor=bar.get_facecolor(), linewidth=1)  # seen, however narrow
    axes.legend()
    return axes
