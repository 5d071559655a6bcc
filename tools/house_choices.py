"""Every choice of `house_choices`: built, printed, stored, played in `Game` and in the kernel on the same cards.

A case is a published game with one of its choices, or with three that are drawn.  It must be built,
printed and checked to end, come back equal from TOML and from JSON, and be played: some rounds in the
kernel, each made again in a `Game`, with every legal card and every point compared, and a game in `Game`
alone, in whose positions no view may depend on what its seat cannot know, whose events must explain the
views, and which must come back equal from a record.

::

    python -m tools.house_choices --houses 500
    python -m tools.house_choices --whole
    python -m tools.house_choices --whole --games tetka king --triples 40
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import itertools
import sys
import traceback
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Final, TypeAlias

import attrs

from heartslib import Game, HeartsError, Rules, record, rulefile, variants
from heartslib.show.choices import HouseChoice, house_choices, with_choices
from heartslib.simulate import kernel
from heartslib.simulate.lowering.refusal import CannotLower
from heartslib.simulate.lowering.rules import lowered
from heartslib.testing import check_events
from tests.helpers.strategies import at_random, with_care
from tools.differential import Played, able, replayed
from tools.redeal import Position, alike, ended, leak, moved, otherwise, shot, view_and_events
from tools.shared import Budget, add_bounds

Case: TypeAlias = tuple[str, tuple[HouseChoice, ...]]
"""The slug of a game, and one of its choices or several."""

_TRIPLES: Final = 1500
_ROUNDS: Final = 8
_SHOT_ROUNDS: Final = 100
"""How many rounds the kernel plays by each rulebook; more if the moon is another, which is rare."""
_OFTEN: Final = 0.02
_ONE_CHAPTER: Final = 0.1


@attrs.define
class Row:
    """What came of the cases of a chapter, or of the triples."""

    cases: int = 0
    refused: int = 0
    unknown: int = 0
    rounds: int = 0
    plays: int = 0
    moons: int = 0
    views: int = 0
    wrong: int = 0


@cache
def choices(slug: str) -> tuple[HouseChoice, ...]:
    """The choices of a game for its usual number of players."""
    rules = variants.get(slug)
    return house_choices(rules, rules.usual_players)


def singles(slugs: Sequence[str], rng: Random) -> Iterator[Case]:
    """Each choice of each game, in any order."""
    cases = [(slug, (choice,)) for slug in slugs for choice in choices(slug)]
    rng.shuffle(cases)
    yield from cases


def drawn(slugs: Sequence[str], count: int, rng: Random) -> Iterator[Case]:
    """So many choices at once of a game, without end; most of them of as many chapters."""
    while True:
        slug = rng.choice(slugs)
        made = tuple(rng.sample(choices(slug), count))
        # two of one chapter are often for one place
        if len({each.chapter for each in made}) == count or rng.random() < _ONE_CHAPTER:
            yield slug, made


class Campaign:
    """Examines cases and counts them.

    Attributes:
        rows: What came of the cases, by chapter, and of the triples.
        wrong: How to examine each case again that is wrong, and what is.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rows: dict[str, Row] = defaultdict(Row)
        self.wrong: list[str] = []

    def examine(self, case: Case) -> None:
        """Build, print, store and play a case."""
        slug, made = case
        row = self.rows[made[0].chapter if len(made) == 1 else f"{len(made)} choices"]
        row.cases += 1
        rules, keys = variants.get(slug), [each.key for each in made]
        rng = Random(f"{self.seed} {slug} {keys}")
        try:
            house = self._built(rules, made)
            if house is None:
                row.refused += 1
                return
            shoots = any(each.key.startswith("moon") for each in made)
            self._lower(row, house, _SHOT_ROUNDS if shoots else _ROUNDS, rng)
            self._play(row, house, rng)
        except Exception:  # noqa: BLE001 - that is what is looked for
            row.wrong += 1
            again = f"with_choices(variants.get({slug!r}), {keys})"
            self.wrong.append(f"{again}, seed {self.seed}\n{traceback.format_exc()}")

    def _built(self, rules: Rules, made: Sequence[HouseChoice]) -> Rules | None:
        """The rulebook, printed and stored; None if it is refused, as only some are."""
        players = rules.usual_players
        try:
            house = with_choices(rules, [each.key for each in made])
            house.at(players).check_ending()
        except HeartsError:
            # what is offered fits alone; a rule that is taken away may be needed
            assert len(made) > 1 or (made[0].chosen and made[0].adds), "a choice is refused"
            return None
        assert house.describe(players)
        assert house.describe(players, short=True)
        assert rulefile.loads(rulefile.dump(house)) == house, "another rulebook comes from TOML"
        assert record.loads_rules(record.dumps_rules(house)) == house, "another one from JSON"
        return house

    def _lower(self, row: Row, house: Rules, rounds: int, rng: Random) -> None:
        """Play rounds of each contract in the kernel, and again in a `Game`."""
        players = house.usual_players
        for rules in house.rulebooks:
            try:
                table = lowered(rules.at(players).in_force)
            except CannotLower:
                row.unknown += 1
                continue
            for number in range(rounds):
                policies = able(rules, [rng.randrange(3) for _ in range(players)])
                played = Played(table, rng.getrandbits(60), number, policies)
                replayed(played)
                row.rounds += 1
                row.plays += int(played.numbers[kernel.PLAYS])
                row.moons += played.moon >= 0

    def _play(self, row: Row, house: Rules, rng: Random) -> None:
        """Play some rounds in a `Game`, and look at its views, its events and its record."""
        players, choose = house.usual_players, rng.choice([at_random, shot, with_care])
        game, last = Game.new(house, players, dealer=rng.randrange(players)), rng.randrange(2)
        while not (game.is_over or ended(game, last, type(game.phase))):
            if rng.random() < _OFTEN:
                self._redeal(row, game, rng)
            game = moved(game, choose, rng)
        self._redeal(row, game, rng)
        check_events(game)
        assert record.loads(record.dumps(game)) == game, "another game comes from its record"

    def _redeal(self, row: Row, game: Game, rng: Random) -> None:
        """A view and its events are the same whatever the seat cannot know."""
        seat = rng.choice((None, *range(game.players)))
        other = otherwise(Position(game), seat, rng, tries=4)
        if other is not None:
            row.views += 1
            same = alike(view_and_events, game, other, seat)
            assert same, leak(view_and_events, game, other, seat)


def report(rows: dict[str, Row]) -> str:
    """A table with a row for each chapter."""
    names = [each.name for each in attrs.fields(Row)]
    form = "{:20} {:>8} {:>8} {:>8} {:>10} {:>12} {:>8} {:>8} {:>8}".format
    counts = {name: attrs.astuple(row) for name, row in sorted(rows.items())}
    counts["all"] = tuple(map(sum, zip(*counts.values(), strict=True)))
    return "\n".join(
        [form("choices", *names), *(form(name, *each) for name, each in counts.items())]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine choices.

    Returns:
        The exit status: 1 if anything is wrong.
    """
    parser = argparse.ArgumentParser(description="the choices for house rules")
    add_bounds(parser, "houses", 100)
    whole = f"every choice of every game, then {_TRIPLES} triples or as many as --triples says"
    parser.add_argument("--whole", action="store_true", help=whole)
    parser.add_argument("--triples", type=int, default=_TRIPLES, metavar="N")
    parser.add_argument("--games", nargs="+", default=[*variants.all()], metavar="SLUG")
    options = parser.parse_args(arguments)
    campaign, rng = Campaign(options.seed), Random(options.seed)
    triples = drawn(options.games, 3, rng)
    if options.whole:
        options.usually = None
        cases = itertools.chain(
            singles(options.games, rng), itertools.islice(triples, options.triples)
        )
    else:
        either = zip(drawn(options.games, 1, rng), triples, strict=False)
        cases = itertools.chain.from_iterable(either)
    budget = Budget(options)
    for case in cases:
        if not budget.left:
            break
        campaign.examine(case)
        budget.done += 1
    print(f"seed {options.seed}, {budget.seconds:.0f} seconds, {len(campaign.wrong)} wrong")
    print("refused: only together, or without a rule that the rest needs; unknown: to the kernel")
    print(report(campaign.rows))
    for text in campaign.wrong[:20]:
        print(f"\n{text}")
    return 1 if campaign.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
