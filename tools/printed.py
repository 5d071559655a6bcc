"""Two rulebooks that are played differently are printed differently.

A field of a random rulebook is changed.  If the two rulebooks then print the same, or `Rules.diff` says
that they are the same, every question that a game asks of them must have the same answer: in games
played in both, move by move, and for made-up rounds and scores.  No sentence may be printed twice.  To
change many fields::

    python -m tools.printed --changes 100000
    python -m tools.printed --minutes 10 --seed 2
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any, Final, NamedTuple

import attrs

from heartslib import Card, Cards, Game, HeartsError, Rules, rulefile, variants
from heartslib.cards import HEARTS, PACK
from heartslib.questions import Question
from heartslib.rules.contracts import Contract
from heartslib.rules.rulebook import CHAPTERS
from heartslib.testing import at_random, next_state, with_care
from heartslib.testing.play import Chooser, may_shoot, suit_by_suit
from tools.shared import Budget, add_bounds, composed

_CHANGES_OF_ONE: Final = 12
_NUMBERS: Final = (0, 1, 2, 3, 5, 13, 20, 26, 52, 100)
_ANY_CARDS: Final = (Cards(), HEARTS, Cards("QS"), Cards("JD TC"), HEARTS | "QS")
_SHARE: Final = 0.1
"""Of the pairs that print differently, so many are played."""
_THE_SAME: Final = "The rules are the same."


# ---------------------------------------------------------------- changes


class Change(NamedTuple):
    """A rulebook, and one that differs from it by a field.

    Attributes:
        rules: The rulebook.
        other: The changed one.
        field: What was changed: ``"Target.points"``.
    """

    rules: Rules
    other: Rules
    field: str


def changed(rules: Rules, rng: Random) -> Change | None:
    """The rulebook with one field of one choice changed; None if that cannot be played."""
    chapters = [chapter for chapter in CHAPTERS if chapter.choices(rules) or rng.random() < 0.2]
    name = rng.choice(chapters).name
    trail = [f"Rules.{name}"]
    try:
        other = attrs.evolve(rules, **{name: _other(getattr(rules, name), rng, trail)})
        other.check_players(rules.players[0])
        other.check_ending()
    except (HeartsError, TypeError):  # a number where a choice is wanted
        return None
    return Change(rules, other, trail[-1]) if other != rules else None


def _other(value: Any, rng: Random, trail: list[str]) -> Any:  # noqa: PLR0911 - a kind a line
    """Another value in place of one, of the same kind; the trail says where."""
    match value:
        case bool():
            return not value
        case Enum():
            return rng.choice([*type(value)])
        case int():
            return rng.choice([value - 1, value + 1, 2 * value, -value, rng.choice(_NUMBERS)])
        case None:
            return rng.choice(_NUMBERS)
        case Cards():
            some = Cards(rng.choice(PACK))
            return rng.choice([value | some, value.without(some), *_ANY_CARDS, None])
        case Card():
            return rng.choice(PACK)
        case tuple():
            return _other_list(value, rng, trail)  # pyright: ignore[reportUnknownArgumentType]
        case str():
            return value
        case _:
            return _other_field(value, rng, trail)


def _other_field(value: Any, rng: Random, trail: list[str]) -> Any:
    """The choice with a field changed."""
    choice: attrs.AttrsInstance = value
    fields = [
        field.name for field in attrs.fields(type(choice)) if field.init and field.name != "name"
    ]
    if not fields:
        return value
    name = rng.choice(fields)
    trail.append(f"{type(value).__name__}.{name}")
    return attrs.evolve(value, **{name: _other(getattr(value, name), rng, trail)})


def _other_list(values: tuple[Any, ...], rng: Random, trail: list[str]) -> tuple[Any, ...]:
    """The list in another order, with an item fewer or one that stands twice, or with one changed."""
    if not values:
        return values
    place = rng.randrange(len(values))
    before, one, after = values[:place], values[place], values[place + 1 :]
    if isinstance(one, Contract):
        return (*before, _other(one, rng, trail), *after)
    ways: list[Callable[[], tuple[Any, ...]]] = [
        lambda: (*before, _other(one, rng, trail), *after),
        lambda: (*before, _other(one, rng, trail), *after),
        lambda: (*before, *after),
        lambda: values[::-1],
        lambda: (*after, one, *before),
    ]
    return rng.choice(ways)()


# ---------------------------------------------------------------- what is printed


class Print(NamedTuple):
    """What two rulebooks print.

    Attributes:
        same: Whether they print the same.
        diff: Whether `Rules.diff` says so.
    """

    same: bool
    diff: bool


def prints(one: Rules, other: Rules, players: int) -> Print:
    """What two rulebooks of the same name print."""
    said = one.diff(other, players)
    return Print(one.describe(players) == other.describe(players), _THE_SAME in said)


def twice(rules: Rules, players: int) -> list[str]:
    """Sentences that are printed twice, though no choice is made twice."""
    chosen = (*rules.play, *rules.scoring, *rules.bonuses)
    if len(set(chosen)) < len(chosen):
        return []
    said = itertools.chain.from_iterable(rules.sentences(players).values())
    return [sentence for sentence, times in Counter(said).items() if times > 1]


# ---------------------------------------------------------------- what is played


class Differs(Exception):
    """Two rulebooks gave different answers."""


def agree(what: str, one: object, other: object) -> None:
    """Refuse different answers.

    Raises:
        Differs: They differ.
    """
    if one != other:
        raise Differs(f"{what}: {one} and {other}")


def compare(one: Rules, other: Rules, players: int, rng: Random) -> None:
    """Ask two rulebooks the same questions.

    Raises:
        Differs: The answers differ.
    """
    agree("pack", one.deck.cards(players), other.deck.cards(players))
    agree("kitty", one.deck.kitty_size(players), other.deck.kitty_size(players))
    agree("sides", one.sides.seats(players), other.sides.seats(players))
    ways: list[Chooser] = [rng.choice((at_random, with_care))]
    ways += [suit_by_suit] * (may_shoot(one, players) and may_shoot(other, players))
    for choose in ways:
        _play_both(one, other, players, choose, rng)


def _play_both(one: Rules, other: Rules, players: int, choose: Chooser, rng: Random) -> None:
    """Play some rounds in both, move by move."""
    dealer = rng.randrange(players)
    first, second = (Game.new(rules, players, dealer=dealer) for rules in (one, other))
    while first.round_number < _ROUNDS and not first.is_over:
        agree("to act", (first.to_act, first.dealer), (second.to_act, second.dealer))
        for seat in first.to_act:
            asked, also = first.view(seat).question, second.view(seat).question
            agree(f"question of seat {seat}", _plain(asked), _plain(also))
        after = next_state(first, choose, rng)
        try:
            second = second.apply(after.history[-1])
        except HeartsError as error:
            raise Differs(f"{after.history[-1]}: {error}") from error
        first = after
        agree("phase", first.phase.name, second.phase.name)
        if first.phase.name == "score":
            _count_both(first, second, rng)
    agree("end", (first.is_over, first.scores), (second.is_over, second.scores))
    if first.is_over:
        agree("winners", first.winners, second.winners)


_ROUNDS: Final = 3


def _plain(question: Question | None) -> object:
    """A question without its words."""
    parts = ("among", "counts", "names", "to", "instead")
    return type(question).__name__, [getattr(question, part, None) for part in parts]


def _count_both(one: Game, other: Game, rng: Random) -> None:
    """Compare the sheet, and count rounds like this one in which the tricks went elsewhere."""
    assert one.sheet
    assert other.sheet
    agree("points", one.sheet.totals, other.sheet.totals)
    agree("winners of the round", one.sheet.winners, other.sheet.winners)
    table = one.view(None).table
    tricks = table.tricks
    if not tricks or any(trick.taker is None for trick in tricks):
        return
    rulebooks = one.in_force, other.in_force
    sides = rulebooks[0].sides.seats(one.players)
    kitty = rulebooks[0].deck.cards(one.players) - sum((Cards(t.cards) for t in tricks), Cards())
    for lucky in ((), *sides, rng.sample(range(one.players), 2)):
        takers = [rng.choice(lucky or range(one.players)) for _ in tricks]
        odd = rng.randrange(len(tricks))
        takers[odd] = rng.randrange(one.players) if rng.random() < 0.3 else takers[odd]
        taken = tuple(
            attrs.evolve(trick, taker=taker) for trick, taker in zip(tricks, takers, strict=True)
        )
        piles = [Cards() for _ in range(one.players)]
        for trick, taker in zip(tricks, takers, strict=True):
            piles[taker] += Cards(trick.cards)
        piles[takers[0]] += kitty
        scores = tuple(rng.choice((0, 7, 19, 49, 99)) for _ in range(one.players))
        if rulebooks[0].sides.pooled:
            half = scores[: len(sides)]
            scores = tuple(half[seat % len(sides)] for seat in range(one.players))
        for choice in (None, *rulebooks[0].moon.choices):
            rounds = [
                rules.finished(
                    tuple(piles),
                    choice,
                    charged=table.all_charged,
                    tricks=taken,
                    scores=scores,
                    course=(scores,),
                    dealer=one.dealer,
                )
                for rules in rulebooks
            ]
            agree("shooter", rounds[0].shooter, rounds[1].shooter)
            if rounds[0].shooter:
                agree("choices", *(rules.moon.choices for rules in rulebooks))
            sheets = [rules.count(each) for rules, each in zip(rulebooks, rounds, strict=True)]
            agree("points of a made-up round", sheets[0].totals, sheets[1].totals)
            agree("its winners", sheets[0].winners, sheets[1].winners)
            ends = [
                (
                    total := rules.total(scores, sheet.totals, (scores,)),
                    rules.is_over((scores, total)),
                )
                for rules, sheet in zip(rulebooks, sheets, strict=True)
            ]
            agree("scores after it", *ends)
        after = [
            (
                rules.dealer.next_dealer(
                    one.dealer, 3, tuple(piles), tuple(range(1, len(piles) + 1))
                ),
                rules.leader_after(tuple(piles), one.dealer),
            )
            for rules in rulebooks
        ]
        agree("dealer and leader after it", *after)


# ---------------------------------------------------------------- many


@attrs.define
class Tally:
    """What came of many changes.

    Attributes:
        changes: Rulebooks with a changed field that could be played.
        same: Those that print the same, and so were played.
        fields: By changed field, of those that print differently: how many were played, and in how
            many of these the game noticed.
        faults: What was found.
    """

    changes: int = 0
    same: int = 0
    fields: dict[str, list[int]] = attrs.Factory(dict[str, list[int]])
    faults: list[str] = attrs.Factory(list[str])

    def look(self, change: Change, rng: Random) -> None:
        """Look at a rulebook and one that differs from it by a field."""
        rules, other, field = change
        players = rules.players[0]
        self.changes += 1
        found = prints(rules, other, players)
        if found.same != found.diff:
            self._found(rules, other, "describe and diff do not say the same")
        if doubled := twice(other, players):
            self._found(rules, other, f"printed twice: {doubled}")
        alike = found.same or found.diff
        if not alike and rng.random() > _SHARE:
            return
        self.same += alike
        try:
            compare(rules, other, players, rng)
        except Differs as difference:
            noticed = 1
            if alike:
                self._found(rules, other, f"printed alike, {difference}")
        else:
            noticed = 0
        if not alike:
            tries = self.fields.setdefault(field, [0, 0])
            tries[0] += 1
            tries[1] += noticed

    def _found(self, rules: Rules, other: Rules, fault: str) -> None:
        changes = {
            chapter.name: (getattr(rules, chapter.name), getattr(other, chapter.name))
            for chapter in CHAPTERS
            if getattr(rules, chapter.name) != getattr(other, chapter.name)
        }
        self.faults.append(f"{fault}\n{changes}\n{rulefile.dump(rules)}")


def pairs(seed: int) -> Iterator[Change]:
    """Rulebooks for one number of players, each with one that differs from it by a field."""
    rng = Random(seed)
    published = [
        attrs.evolve(rules, players=players)
        for rules in variants.all().values()
        for players in rules.players
    ]
    for composition in composed(seed):
        among = [attrs.evolve(composition, players=each) for each in composition.players]
        for rules in (rng.choice(among), rng.choice(published)):
            for _ in range(_CHANGES_OF_ONE):
                if change := changed(rules, rng):
                    yield change


def main(arguments: Sequence[str] | None = None) -> int:
    """Look at many changes.

    Returns:
        The exit status: 1 if something was found.
    """
    parser = argparse.ArgumentParser(description="what is played differently prints differently")
    add_bounds(parser, "changes", 2000)
    options = parser.parse_args(arguments)
    budget, tally, rng = Budget(options), Tally(), Random(options.seed)
    for change in pairs(options.seed):
        if not budget.left:
            break
        tally.look(change, rng)
        budget.done += 1
    print(f"seed {options.seed}, {budget.seconds:.0f} seconds")
    print(
        f"{tally.changes} changes, {tally.same} printed alike and played, {len(tally.faults)} faults"
    )
    for field, (tries, noticed) in sorted(
        tally.fields.items(), key=lambda each: each[1][1] / each[1][0]
    ):
        print(f"{field:32} printed differently {tries:5}, noticed in play {noticed:5}")
    for fault in {fault.partition(":")[0]: fault for fault in tally.faults}.values():
        print(f"\n{fault}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
