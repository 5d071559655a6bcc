"""Points as people count them at the table: of the penalty cards that each player took."""

from __future__ import annotations

from itertools import cycle

import attrs

from heartslib._values.arguments import frozen, naming
from heartslib._values.seats import for_each
from heartslib.cards import Cards
from heartslib.errors import Argument, Points, fault, quoted
from heartslib.rules import Needs, NoMoon, RoundRules, Step
from heartslib.rules.counting.attainable import Sharing
from heartslib.rules.counting.terms import Open
from heartslib.sheet import Finished, Line, ScoreSheet
from heartslib.words import how_many


@frozen
class _Counted(Step):
    """Points that were counted at the table, in place of the scoring steps."""

    entries: tuple[Line, ...]
    name: str = "counted"

    @property
    def needs(self) -> Needs:
        """Nothing: all has been counted."""
        return Needs(Cards(), tricks=False)

    def lines(self, finished: Finished, sheet: ScoreSheet) -> tuple[Line, ...]:
        """The points of each seat."""
        return self.entries

    def describe(self, players: int) -> str:
        return "Score what was counted."


def from_counts(
    rules: RoundRules, counted: tuple[int | None, ...], taken: tuple[Cards, ...], charged: Cards
) -> tuple[tuple[Cards, ...], RoundRules, tuple[str, ...]]:
    """Piles for points that were counted, rules that score these points, and the points in words.

    Which seat took which penalty card is made up: the rest of the score depends only on who took some
    and who took all.

    Args:
        rules: The rules of the round.
        counted: The points of the penalty cards that each seat took; None for the rest.
        taken: The other cards that count, by seat.
        charged: The cards that were charged.

    Raises:
        HeartsError: The rules ask for more, or the points are not those of all penalty cards.
    """
    seats = len(taken)
    extra = sum(taken, Cards())
    penalty = rules.penalty_cards
    known = [each for each in counted if type(each) is int]
    if len(counted) != seats or counted.count(None) != seats - len(known) or seats - len(known) > 1:
        must = " must be ", seats, " whole numbers, or None for one of them, not "
        raise fault("numbers", Argument("counted"), *must, quoted(counted))
    bare = attrs.evolve(rules, moon=NoMoon(), bonuses=())
    given = bare.finished(taken, charged=charged)
    asks = any(not penalty.isdisjoint(step.needs.cards) for step in rules.bonuses) or any(
        step.needs.tricks or step.terms(Open(given)) is None for step in bare.scoring_steps
    )
    whole = None if asks else Sharing(bare, given, for_each(seats, 0)).counted(taken)[0]
    if type(whole) is not int:
        why = "the points of these cards do not settle the score under these rules"
        instead = naming(": give {taken}, what each seat took, instead of {counted}")
        raise fault("not-by-points", why, *instead)
    if named := extra.only(penalty):
        raise fault("counted-twice", named, " would count twice: it is among the points counted")
    if missing := rules.counting_cards - penalty - extra:
        how = naming(f": give {{taken}} too, with {missing} for whoever took it")
        raise fault("not-counted", "the points counted do not say who took ", missing, *how)
    own = bare.count(given)
    rest = whole - sum(line.points for line in own.lines) - sum(known)
    if rest and len(known) == seats:
        added = "the points counted add up to ", Points(sum(known))
        wanted = ", and those of all penalty cards to ", Points(rest + sum(known))
        raise fault("counted-total", *added, *wanted)
    points = tuple(rest if each is None else each for each in counted)
    lines = [Line(seat, each, "as counted elsewhere") for seat, each in enumerate(points) if each]
    sheet = own.with_lines(tuple(lines))
    if not Sharing(bare, given, sheet.totals).is_possible():
        raise fault("no-such-count", "no way to take the penalty cards counts ", points)
    piles = [*taken]
    # in turn, so that everyone who scored has some, and nobody has all unless alone
    for line, card in zip(cycle(lines), penalty):
        piles[line.seat] += card
    said = [how_many(each, "point") if each else "" for each in points]
    return tuple(piles), attrs.evolve(rules, scoring=(_Counted(sheet.lines),)), tuple(said)
