"""The kernel against `Game`: the same deal, the same choices, the same tricks, the same points.

The kernel plays a round and logs what it did.  Every move is made again in a `Game`, and everything
is compared, also with the moves of the same policies in Python.  To compare many rounds of every variant, contract and number of players, and as many
of rulebooks composed at random::

    python -m tools.differential --rounds 20000
    python -m tools.differential --minutes 10 --seed 2
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import functools
import itertools
import sys
import traceback
from collections.abc import Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import Final, TypeAlias, cast

import attrs
import numpy as np
import numpy.typing as npt

from heartslib import Card, Cards, Game, Rules, rulefile
from heartslib.cards import BY_PLACE, from_bits
from heartslib.moves import Charge, ChooseMoon, Deal, LayDown, Pass, Play
from heartslib.phases import ScorePhase
from heartslib.rules import Cycle, DealerCalls, PassPattern
from heartslib.rules.passing import count_of, is_mixed
from heartslib.simulate import kernel, python_engine
from heartslib.simulate.lowering import KernelTables, lowered
from heartslib.simulate.policies import POLICIES
from heartslib.simulate.targets.cpu import KERNEL
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.own_steps import AsksEverything, LeastOfAll
from tests.helpers.strategies import in_kernel
from tools.shared import Budget, add_bounds, composed

_Made: TypeAlias = Pass | Charge | LayDown | Play | ChooseMoon

_ONE_PACK: Final = (1 << 60) - 1
_ROUNDS_OF_ONE: Final = 8
_LAYERS: Final = 3
"""One function with room for so many copies of a card writes the log of every rulebook with fewer: it
takes seconds to compile.  The function that plays such a rulebook without a log gives the same.
"""


def with_room(table: KernelTables, layers: int) -> KernelTables:
    """The same rules, with room for so many copies of a card."""
    numbers, further = table.numbers.copy(), layers - len(table.layers)
    numbers[[kernel.PLAYED_BY, kernel.TRICK_KINDS, kernel.WORDS]] += kernel.LAYER * further
    return attrs.evolve(table, numbers=numbers)


class Played:
    """A round that the kernel has played, with its log."""

    def __init__(
        self, table: KernelTables, seed: int, number: int, policies: Sequence[int]
    ) -> None:
        self.table, self.number, self.policies = table, number, policies
        self.log = np.zeros((table.numbers[kernel.PACK_SIZE], 2), np.uint64)
        given, copies = (seed, policies), len(table.layers)
        without_log = self._state(*given, None, copies) if copies < _LAYERS else None
        state = self._state(*given, self.log, max(_LAYERS, copies))
        assert without_log in {None, state}

    def _state(
        self, seed: int, policies: Sequence[int], log: npt.NDArray[np.uint64] | None, layers: int
    ) -> tuple[tuple[int, ...], ...]:
        """Play the round; all that is known of it afterwards, but for the last trick."""
        table = self.table
        players, copies = table.players, len(table.layers)
        roomy = with_room(table, layers)
        self.sets, self.numbers, self.work = roomy.space()
        if log is not None:
            logged = table.numbers[kernel.KITTY] + 2 * players * copies
            self.work = np.zeros(len(self.work) + logged, np.int64)
        points, does = np.zeros((1, players), np.int64), np.array(policies, np.int64)
        moons, leaders = np.zeros(1, np.int64), np.zeros(1, np.int64)
        KERNEL.play_rounds(
            roomy.numbers, table.cards, self.sets, self.numbers, self.work, np.uint64(seed),
            np.int64(self.number), np.int64(1), does, points, moons, leaders, log, does,
            (0,) * layers,
        )  # fmt: skip
        self.points = tuple(map(int, points[0]))
        self.moon = int(moons[0])
        self.leader = int(leaders[0])
        kept = self.sets.copy()
        kept[kernel.TRICK_CARDS + kernel.LAYER * np.arange(copies)] = 0
        begin, end = (int(each.numbers[kernel.PLAYED_BY]) for each in (table, roomy))
        assert not kept[begin:end].any()  # the room for further copies
        result = (*self.points, self.moon, self.leader)
        return result, (*kept[:begin].tolist(), *kept[end:].tolist()), (*self.numbers.tolist(),)

    def at(self, place: int) -> int:
        """Where something is whose place depends on the rulebook."""
        return int(self.table.numbers[place])

    def logged(self, place: int) -> tuple[Cards, ...]:
        """Each seat's hand in the log: DEALT or HELD."""
        copies = len(self.table.layers)
        words = self.work[self.at(place) :][: self.table.players * copies]
        return tuple(map(_cards_of, words.reshape(-1, copies).tolist()))

    def state(self, place: int) -> tuple[Cards, ...]:
        """Each seat's cards in the state, such as PILES."""
        return tuple(
            _cards_of(
                self.sets[place + kernel.SEAT * seat :: kernel.LAYER][: len(self.table.layers)]
            )
            for seat in range(self.table.players)
        )

    def passed(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat laid down to pass, in their order."""
        pattern = self.table.patterns[int(self.numbers[kernel.PATTERN_NOW])]
        begin = self.at(kernel.GIVEN) + seat * count_of(pattern, self.table.players)
        return self.cards(begin, int(self.work[self.at(kernel.GIVEN_COUNT) + seat]))

    def cards(self, place: int, count: int) -> tuple[Card, ...]:
        """Cards kept aside, from their numbers."""
        return tuple(BY_PLACE[int(index)] for index in self.work[place : place + count])

    def kitty(self, count: int) -> tuple[Card, ...]:
        """The kitty at the start of the play."""
        begin = self.at(kernel.KITTY_CARDS)
        return tuple(BY_PLACE[int(index)] for index in self.numbers[begin : begin + count])


def _cards_of(layers: Iterable[int]) -> Cards:
    """The cards whose layers these are."""
    return from_bits(sum(int(word) << 60 * layer for layer, word in enumerate(layers)))


def replayed(played: Played) -> Game:
    """The round in a `Game`, every move made again and everything compared.

    Raises:
        AssertionError: Something differs.
    """
    table = played.table
    rules, players = table.rules, table.players
    assert isinstance(rules, Rules)
    pattern = table.patterns[int(played.numbers[kernel.PATTERN_NOW])]
    dealer = (players - 1 + played.number) % players
    game = Game.new(fixed(rules, cast("Hashable", pattern)), players, dealer=dealer)
    dealt = played.logged(kernel.DEALT)
    kitty_size = rules.deck.kitty_size(players)
    shown = [BY_PLACE[int(played.numbers[kernel.SHOWN_LAST])]] * rules.deck.shows_last
    kitty = played.cards(played.at(kernel.KITTY_DEALT), kitty_size)
    leader = played.leader if game.match.rules.opening.is_drawn else None
    game = game.apply(Deal(dealt, kitty, shown, leader))
    given = [Cards()] * players
    if game.phase.name == "pass":
        for seat in range(players):
            given[seat] = Cards(played.passed(seat))
            game = _made(game, _pass(game, seat, played.passed(seat)), played)
    held = played.logged(kernel.HELD)
    if is_mixed(pattern, players) and game.phase.name == "deal":
        back = [now - (then - gave) for now, then, gave in zip(held, dealt, given, strict=True)]
        game = game.apply(Deal(back, played.kitty(kitty_size)))
    charged = {
        seat: from_bits(int(played.sets[kernel.CHARGED + kernel.SEAT * seat]))
        for seat in range(players)
    }
    while game.phase.name == "charge":
        seat = game.to_act[0]
        game = _made(game, Charge(seat, charged.pop(seat, Cards())), played)
    assert tuple(game.view(seat).hand for seat in range(players)) == held
    return _finished(_played(game, played), played)


def _made(game: Game, move: _Made, played: Played) -> Game:
    """The game after a move of the kernel, which a policy that leaves nothing to chance makes here too."""
    policy = POLICIES[played.policies[move.seat]]
    if policy != "random":
        view = game.view(move.seat)
        assert python_engine.move(view, policy, Random()) == move, f"{policy} moves otherwise"
    return game.apply(move)


@functools.lru_cache(maxsize=2000)
def fixed(rules: Rules, pattern: PassPattern) -> Rules:
    """The rules with a pass of this pattern in every round."""
    passing = rules.passing
    assert isinstance(passing, Cycle | DealerCalls)
    always = Cycle(pattern, optional=passing.optional, kept=passing.kept)
    return attrs.evolve(rules, passing=always)


def _pass(game: Game, seat: int, cards: Sequence[Card]) -> Pass:
    """What a seat laid down, split as the pattern says."""
    to = game.view(seat).passes_to
    if len(to) < 2 or not cards:
        return Pass(seat, Cards(cards))
    left = iter(cards)
    return Pass.split(seat, {taker: Cards(itertools.islice(left, count)) for taker, count in to})


def _played(game: Game, played: Played) -> Game:
    """The tricks, the legal cards of every play compared, and the kitty exchanged."""
    laid = 0
    for place in range(int(played.numbers[kernel.PLAYS])):
        while game.phase.name == "kitty":
            count = game.view(None).offered
            cards = played.cards(played.at(kernel.LAID_DOWN) + laid, count)
            game, laid = _made(game, LayDown(game.to_act[0], cards), played), laid + count
        card, legal = (int(each) for each in played.log[place])
        assert game.legal_plays().bits & _ONE_PACK == legal, (game.legal_plays(), legal)
        game = _made(game, Play(game.to_act[0], BY_PLACE[card]), played)
    assert laid == int(played.numbers[kernel.LAID_COUNT])
    return game


def _finished(game: Game, played: Played) -> Game:
    """The score: who shot the moon, who took which cards, and every point."""
    rules = game.in_force
    if game.phase.name == "moon":
        payment = int(played.numbers[kernel.PAYMENT_NOW])
        game = _made(game, ChooseMoon(game.to_act[0], rules.moon.choices[payment]), played)
    phase = game.phase
    assert isinstance(phase, ScorePhase), phase.wants
    piles = tuple(
        pile + captured for pile, captured in zip(phase.table.piles, phase.captured, strict=True)
    )
    assert piles == played.state(kernel.PILES)
    finished = rules.finished(piles, charged=phase.table.all_charged)
    shooter = finished.shooter
    sides = finished.sides
    assert shooter == (sides[played.moon] if played.moon >= 0 else ())
    assert phase.sheet.totals == played.points
    assert phase.table.tricks[0].leader == played.leader
    return game


Case: TypeAlias = tuple[Rules, int, int, list[int]]
"""Rules, players, round number and policies."""


def rounds(seed: int) -> Iterator[Case]:
    """Rounds without end: every variant, contract and number of players in turn."""
    rng, number = Random(seed), 0
    while True:
        rulebooks = (rules for each in kernel_variants().values() for rules in each.rulebooks)
        for rules in rulebooks:
            for players in rules.players:
                yield (
                    rules,
                    players,
                    number,
                    able(rules, [rng.randrange(3) for _ in range(players)]),
                )
                number += 1


def able(rules: Rules, policies: list[int]) -> list[int]:
    """The policies; chance alone if the dealer shows a card, of which the kernel's policies know nothing."""
    return [0] * len(policies) if rules.deck.shows_last else policies


def composed_rounds(seed: int) -> Iterator[Case]:
    """Rounds without end, a few of each rulebook composed at random, contract and number of players."""
    rng, number = Random(seed), 0
    own = itertools.cycle([(), (LeastOfAll(),), (), (AsksEverything(), LeastOfAll(3))])
    for plain, steps in zip(filter(in_kernel, composed(seed)), own, strict=False):
        each = attrs.evolve(plain, bonuses=(*plain.bonuses, *steps))
        for rules, players in itertools.product(each.rulebooks, each.players):
            for _ in range(_ROUNDS_OF_ONE):
                yield (
                    rules,
                    players,
                    number,
                    able(rules, [rng.randrange(3) for _ in range(players)]),
                )
                number += 1


@attrs.define
class Tally:
    """What came of many rounds.

    Attributes:
        cases: The rulebooks, contracts included, with numbers of players.
        rounds: Rounds played.
        plays: Plays at which the legal cards were compared.
        moons: Rounds in which somebody shot the moon.
        differences: How to play each round again that differs, and where it differs.
    """

    cases: int = 0
    rounds: int = 0
    plays: int = 0
    moons: int = 0
    differences: list[str] = attrs.Factory(list[str])


class Comparison:
    """Plays rounds in the kernel and again in a `Game`, and counts them.

    Attributes:
        seed: The seed of the kernel.
        tally: What came of the rounds.
    """

    def __init__(self, cases: Iterator[Case], seed: int, kept: int | None = None) -> None:
        self.seed = seed
        self.tally = Tally()
        self._cases = cases
        self._tables: dict[tuple[Rules, int], KernelTables] = {}
        self._kept = kept

    def table(self, rules: Rules, players: int) -> KernelTables:
        """The rules as the kernel reads them; the tables made before the last few are forgotten."""
        if (rules, players) not in self._tables:
            if len(self._tables) == self._kept:
                self._tables.clear()
            self._tables[rules, players] = lowered(rules, players)
            self.tally.cases += 1
        return self._tables[rules, players]

    def step(self) -> None:
        """Compare one more round."""
        case = next(self._cases)
        rules, players, number, policies = case
        tally = self.tally
        tally.rounds += 1
        try:
            played = Played(self.table(rules, players), self.seed, number, policies)
            replayed(played)
        except Exception:  # noqa: BLE001 - that is what is looked for
            tally.differences.append(again(case, self.seed) + traceback.format_exc())
        else:
            tally.plays += int(played.numbers[kernel.PLAYS])
            tally.moons += played.moon >= 0


def again(case: Case, seed: int) -> str:
    """How to play a round again: the rulebook, and the arguments."""
    rules, players, number, policies = case
    call = f"replayed(Played(lowered(rules, {players}), {seed}, {number}, {policies}))"
    own = [step for step in rules.bonuses if isinstance(step, AsksEverything | LeastOfAll)]
    ours = attrs.evolve(rules, bonuses=[step for step in rules.bonuses if step not in own])
    return f"{call}, where rules are\n{rulefile.dump(ours)}\nwith the further bonuses {own}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare many rounds.

    Returns:
        The exit status: 1 if there was a difference.
    """
    parser = argparse.ArgumentParser(description="the kernel against Game")
    add_bounds(parser, "rounds", 2000)
    options = parser.parse_args(arguments)
    budget = Budget(options)
    several = {
        "variants": Comparison(rounds(options.seed), options.seed),
        "compositions": Comparison(composed_rounds(options.seed), options.seed, kept=1),
    }
    for comparison in itertools.cycle(several.values()):
        if not budget.left:
            break
        comparison.step()
        budget.done += 1
    row = "{:12} {:>10} {:>10} {:>12} {:>8} {:>12}".format
    print(f"seed {options.seed}, {budget.seconds:.0f} seconds")
    print(row("rulebooks", "cases", "rounds", "plays", "moons", "differences"))
    for name, comparison in several.items():
        found = comparison.tally
        counts = (found.cases, found.rounds, found.plays, found.moons, len(found.differences))
        print(row(name, *counts))
    differences = [text for each in several.values() for text in each.tally.differences]
    for text in differences[:5]:
        print(f"\n{text}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
