"""The kernel against `Game`: the same deal, the same choices, the same tricks, the same points.

The kernel plays a round and logs what it did.  Every move is made again in a `Game`, and everything
is compared.  To compare many rounds::

    python tests/simulate/differential.py --rounds 20000
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random

import attrs
import numpy as np

from heartslib import Card, Cards, Game, Rules, variants
from heartslib.cards import PACK, from_bits
from heartslib.moves import Charge, Deal, Pass, TakeKitty
from heartslib.phases import ScorePhase
from heartslib.rules import Cycle, DealerCalls
from heartslib.rules.passing import is_mixed
from heartslib.simulate import kernel
from heartslib.simulate.lowering import KernelTables, lowered

_ONE_PACK = (1 << 52) - 1


class Played:
    """A round that the kernel has played, with its log."""

    def __init__(
        self, table: KernelTables, seed: int, number: int, policies: Sequence[int]
    ) -> None:
        self.table, self.number = table, number
        self.sets = np.zeros(kernel.S_SIZE, np.uint64)
        self.numbers = np.zeros(kernel.N_SIZE, np.int64)
        self.work = np.zeros(kernel.W_SIZE, np.int64)
        self.log = np.zeros((kernel.MAX_PACK, 2), np.uint64)
        points = np.zeros((1, table.players), np.int64)
        moons, leaders = np.zeros(1, np.int64), np.zeros(1, np.int64)
        kernel.play_rounds(
            table.numbers,
            table.cards,
            self.sets,
            self.numbers,
            self.work,
            np.uint64(seed),
            np.int64(number),
            np.int64(1),
            np.array(policies, np.int64),
            points,
            moons,
            leaders,
            self.log,
            True,
            table.layers,
        )
        self.points = tuple(map(int, points[0]))
        self.moon = int(moons[0])
        self.leader = int(leaders[0])

    def hands(self, place: int, *, kept: bool = True) -> tuple[Cards, ...]:
        """Each seat's hand, from layers in the log or in the current state."""
        sets = self.work if kept else self.sets
        return tuple(
            from_bits(
                sum(
                    int(sets[place + seat * kernel.MAX_COPIES + layer]) << 52 * layer
                    for layer in range(kernel.MAX_COPIES)
                )
            )
            for seat in range(self.table.players)
        )

    def cards(self, place: int, count: int) -> tuple[Card, ...]:
        """Cards kept aside, from their numbers."""
        return tuple(PACK[int(index)] for index in self.work[place : place + count])

    def kitty(self, count: int) -> tuple[Card, ...]:
        """The kitty at the start of the play."""
        begin = kernel.KITTY_CARDS
        return tuple(PACK[int(index)] for index in self.numbers[begin : begin + count])


def replayed(played: Played) -> Game:
    """The round in a `Game`, every move made again and everything compared.

    Raises:
        AssertionError: Something differs.
    """
    table = played.table
    rules, players = table.rules, table.players
    pattern = table.patterns[int(played.numbers[kernel.PATTERN_NOW])]
    passing = rules.passing
    assert isinstance(passing, Cycle | DealerCalls)
    fixed = Cycle(pattern, optional=passing.optional, kept=passing.kept)
    dealer = (players - 1 + played.number) % players
    game = Game.new(attrs.evolve(rules, passing=fixed), players, dealer=dealer)
    dealt = played.hands(kernel.DEALT)
    kitty_size = rules.deck.kitty_size(players)
    game = game.apply(Deal(dealt, played.cards(kernel.KITTY_DEALT, kitty_size)))
    given: list[Cards] = []
    for seat in range(players):
        count = int(played.work[kernel.GIVEN_COUNT + seat]) if game.phase.name == "pass" else 0
        cards = list(played.cards(kernel.GIVEN + seat * kernel.MAX_PACK, count))
        given.append(Cards(cards))
    if game.phase.name == "pass":
        for seat in range(players):
            game = game.apply(_pass(game, seat, given[seat], played))
    held = played.hands(kernel.HELD)
    if is_mixed(pattern, players) and game.phase.name == "deal":
        back = [now - (then - gave) for now, then, gave in zip(held, dealt, given, strict=True)]
        game = game.apply(Deal(back, played.kitty(kitty_size)))
    for seat in range(players) if game.phase.name == "charge" else ():
        game = game.apply(Charge(seat, from_bits(int(played.sets[kernel.CHARGED + seat]))))
    while game.phase.name == "charge":
        game = game.apply(Charge(game.to_act[0]))
    assert tuple(game.view(seat).hand for seat in range(players)) == held
    return _finished(_played(game, played), played)


def _pass(game: Game, seat: int, cards: Cards, played: Played) -> Pass:
    """What a seat laid down, split as the pattern says."""
    to = game.view(seat).passes_to
    if len(to) < 2 or not cards:
        return Pass(seat, cards)
    split: dict[int, Cards] = {}
    start = kernel.GIVEN + seat * kernel.MAX_PACK
    for taker, count in to:
        split[taker] = Cards(played.cards(start, count))
        start += count
    return Pass.split(seat, split)


def _played(game: Game, played: Played) -> Game:
    """The tricks, the legal cards of every play compared, and the kitty exchanged."""
    laid = 0
    for place in range(int(played.numbers[kernel.PLAYS])):
        while game.phase.name == "kitty":
            count = game.view(None).offered
            cards = played.cards(kernel.LAID_DOWN + laid, count)
            game, laid = game.apply(TakeKitty(game.to_act[0], cards)), laid + count
        card, legal = (int(each) for each in played.log[place])
        assert game.legal_plays().bits & _ONE_PACK == legal, (game.legal_plays(), legal)
        game = game.play(PACK[card])
    assert laid == int(played.numbers[kernel.LAID_COUNT])
    return game


def _finished(game: Game, played: Played) -> Game:
    """The score: who shot the moon, who took which cards, and every point."""
    rules = game.in_force
    if game.phase.name == "moon":
        payment = int(played.numbers[kernel.PAYMENT_NOW])
        game = game.choose_moon(rules.moon.choices[payment])
    phase = game.phase
    assert isinstance(phase, ScorePhase), phase.wants
    piles = tuple(
        pile + captured for pile, captured in zip(phase.table.piles, phase.captured, strict=True)
    )
    assert piles == played.hands(kernel.PILES, kept=False)
    finished = rules.finished(piles, charged=phase.table.all_charged)
    shooter = rules.moon.shooter(finished)
    sides = finished.sides
    assert shooter == (sides[played.moon] if played.moon >= 0 else ())
    assert phase.sheet.totals == played.points
    assert phase.table.tricks[0].leader == played.leader
    return game


def rounds(seed: int) -> Iterator[tuple[Rules, int, int, list[int]]]:
    """Rules, players, round number and policies, endlessly: every variant and contract in turn."""
    rng, number = Random(seed), 0
    while True:
        rulebooks = (rules for each in variants.all().values() for rules in each.rulebooks)
        for rules in rulebooks:
            for players in rules.players:
                yield rules, players, number, [rng.randrange(3) for _ in range(players)]
                number += 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare many rounds.

    Returns:
        The exit status; a difference ends in an error.
    """
    parser = argparse.ArgumentParser(description="the kernel against Game")
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    tables: dict[tuple[Rules, int], KernelTables] = {}
    start, plays, moons = time.perf_counter(), 0, 0
    several = rounds(options.seed)
    for _ in range(options.rounds):
        rules, players, number, policies = next(several)
        if (rules, players) not in tables:
            tables[rules, players] = lowered(rules, players)
        played = Played(tables[rules, players], options.seed, number, policies)
        replayed(played)
        plays += int(played.numbers[kernel.PLAYS])
        moons += played.moon >= 0
    seconds = time.perf_counter() - start
    print(
        f"{options.rounds} rounds of {len(tables)} rulebooks and numbers of players, {plays} "
        f"plays, {moons} moons: no difference, {seconds:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
