"""The kernel against `Game`: the same deal, the same choices, the same tricks, the same points.

The kernel plays a round and logs what it did.  Every move is made again in a `Game`, and everything
is compared, also with the moves of the same policies in Python.  There are many rounds of every variant,
contract and number of players, as many of rulebooks composed at random, and as many of rulebooks with a
pair of choices: each choice that a published game has for a chapter, and some more, beside each of every other
chapter.  The search plays the last trick of rounds that began with scores, and must count the same, moons included::

    python -m tools.differential --rounds 20000
    python -m tools.differential --minutes 60 --seed 2
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import functools
import itertools
import sys
import traceback
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, TypeAlias, cast

import attrs
import numpy as np
import numpy.typing as npt

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    Rules,
    RulesError,
    record,
    rulefile,
    variants,
)
from heartslib import rules as rules_of
from heartslib.cards import BY_PLACE, HEARTS, from_bits
from heartslib.moves import Charge, ChooseMoon, Deal, LayDown, Pass, Play
from heartslib.phases import ScorePhase
from heartslib.rules import Cycle, DealerCalls, PassPattern, Rounds
from heartslib.rules.book.chapters import Rulebook
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.rules.passing import LEFT, Mix, cards_passed, is_mixed
from heartslib.sampling import Sampled, Sampler
from heartslib.simulate import kernel
from heartslib.simulate.lowering.refusal import CannotLower
from heartslib.simulate.lowering.rules import KernelTables, lowered
from heartslib.simulate.players.policies import POLICIES
from heartslib.simulate.positions.costs import Search
from heartslib.simulate.rounds import by_game
from heartslib.simulate.targets.cpu import KERNEL
from heartslib.testing import check_events
from heartslib.testing.strategies import able as playable
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.own_steps import AsksEverything, LeastOfAll
from tests.helpers.sample_judge import truth
from tests.helpers.strategies import at_random, in_kernel
from tools.redeal import moved, shot
from tools.shared import Budget, add_bounds, composed

_Made: TypeAlias = Pass | Charge | LayDown | Play | ChooseMoon

_ONE_PACK: Final = (1 << 60) - 1
_ROUNDS_OF_ONE: Final = 8
_OFTEN: Final = 0.05
_PAID: Final = (
    *(rules_of.ADD, rules_of.SUBTRACT, rules_of.NOTHING, rules_of.NEGATE),
    *(rules_of.SubtractFrom(20), rules_of.SubtractFrom(-5)),
)
_LAYERS: Final = 3
"""One function with room for so many copies of a card writes the log of every rulebook with fewer: it
takes seconds to compile.  The function that plays such a rulebook without a log gives the same.
"""


def with_room(table: KernelTables, layers: int) -> KernelTables:
    """The same rules, with room for so many copies of a card."""
    numbers, further = table.arrays[0].copy(), layers - len(table.layers)
    numbers[[kernel.PLAYED_BY, kernel.TRICK_KINDS, kernel.WORDS]] += kernel.LAYER * further
    return attrs.evolve(table, numbers=(*numbers.tolist(),))


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
            *roomy.arrays, self.sets, self.numbers, self.work, np.uint64(seed),
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
        begin = self.at(kernel.GIVEN) + seat * cards_passed(pattern, self.table.players)
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
    players = table.players
    names = [each.name for each in attrs.fields(Rulebook)]
    rules = Rules(players=players, **{name: getattr(table.rules, name) for name in names})
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
        assert by_game.move(view, policy, Random()) == move, f"{policy} moves otherwise"
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


def ending(rules: Rules) -> Rules:
    """The rules, or for one round if it alone never ends a game, as one contract of several may not."""
    try:
        rules.at(rules.usual_players).check_ending()
    except RulesError:
        return attrs.evolve(rules, ending=Rounds(1, points_are_good=rules.points_are_good))
    return rules


def composed_rounds(seed: int) -> Iterator[Case]:
    """Rounds without end, a few of each rulebook composed at random, contract and number of players."""
    rng, number = Random(seed), 0
    own = itertools.cycle([(), (LeastOfAll(),), (), (AsksEverything(), LeastOfAll(3))])
    for plain, steps in zip(filter(in_kernel, composed(seed)), own, strict=False):
        each = attrs.evolve(plain, bonuses=(*plain.bonuses, *steps))
        for rules, players in itertools.product(map(ending, each.rulebooks), each.players):
            for _ in range(_ROUNDS_OF_ONE):
                yield (
                    rules,
                    players,
                    number,
                    able(rules, [rng.randrange(3) for _ in range(players)]),
                )
                number += 1


_MORE: Final[dict[str, list[Any]]] = {
    "deck": [rules_of.Pack(shows_last=True), rules_of.Pack(packs=2), rules_of.Pack(kitty=4)],
    "charging": [rules_of.Charges({"QS": "QS", "AH": HEARTS}, each=None, times=4, late=True)],
    "passing": [rules_of.Cycle((Mix(), LEFT)), rules_of.Cycle(rules_of.Scatter(), optional=True)],
    "moon": [
        *(rules_of.ShootTheMoon(paid, points) for paid in _PAID for points in (26, None)),
        rules_of.ShootTheMoon(automatic=True),
        rules_of.ShootTheMoon(rules_of.ADD, sun=52, also="JD"),
        rules_of.ShootTheMoon((), wins_game=True),
    ],
    "bonuses": [rules_of.NoneOf(HEARTS | "QS", -5), rules_of.MostTricks("KC QC JC TC", 4)],
    "sides": [rules_of.Partners(), rules_of.Partners(pooled=False)],
    "totals": [rules_of.Reversed(0), rules_of.NoTotalBelow(0), rules_of.ExactTotals({100: 50})],
}
"""Choices that no published game has, by chapter."""


def choices() -> dict[str, dict[Any, Rules]]:
    """The choices for each chapter, each with the rulebook that it comes from."""
    american = variants.get("american")
    books = [each for rules in variants.all().values() for each in rules.rulebooks]
    found = dict[str, dict[Any, Rules]]()
    for chapter in CHAPTERS:
        of_one = found[chapter.name] = {}
        for book in books:
            now: Any = getattr(book, chapter.name)
            for choice in cast("Any", now) if isinstance(now, tuple) else (now,):
                of_one.setdefault(choice, book)
        of_one |= dict.fromkeys(_MORE.get(chapter.name, ()), american)
    del found["contracts"]  # a rulebook for each
    return found


def beside(base: Rules, **pair: Any) -> Rules | None:
    """A rulebook with two choices, for one number of players; None if they do not go together there."""
    for name, choice in pair.items():
        now = getattr(base, name)
        if isinstance(now, tuple):
            pair[name] = now if choice in now else (*now, choice)
    with suppress(RulesError):
        rules = attrs.evolve(base, contracts=None, **pair)
        rules.at(rules.usual_players).check_ending()
        for players in playable(rules)[:1]:
            return attrs.evolve(rules, players=players)
    return None


def tables(rules: Rules, players: int) -> KernelTables:
    """The rules of a game's first round, whose scores are known, as the kernel reads them."""
    at = rules.at(players)
    return lowered(at.in_force, (at.ending.start,) * players)


def is_known(rules: Rules) -> bool:
    """Whether the kernel can play a rulebook."""
    try:
        tables(rules, rules.usual_players)
    except CannotLower:
        return False
    return True


class Pairs:
    """Each pair of choices from two chapters, in any order, again and again.

    Attributes:
        met: The pairs that have been played.
        apart: The pairs that no rulebook has which the kernel plays.
    """

    def __init__(self, seed: int) -> None:
        self.met, self.apart = set[int](), set[int]()
        self._rng = Random(seed)
        self._all = [
            (one, other)
            for (name, some), (also, others) in itertools.combinations(choices().items(), 2)
            for one, other in itertools.product(
                ((name, *each) for each in some.items()), ((also, *each) for each in others.items())
            )
        ]

    def cases(self) -> Iterator[Case]:
        """A round of each pair that some rulebook has, best one that the kernel plays; the rest is counted."""
        for turn in itertools.count():
            for place in self._rng.sample(range(len(self._all)), len(self._all)):
                (name, choice, here), (also, other, there) = self._all[place]
                bases = dict.fromkeys((here, there, variants.get("american")))
                pair = {name: choice, also: other}
                books = [book for base in bases if (book := beside(base, **pair))]
                if not books:
                    self.apart.add(place)
                    continue
                self.met.add(place)
                rules = next(filter(is_known, books), books[0])
                policies = [self._rng.randrange(3) for _ in range(rules.usual_players)]
                yield rules, rules.usual_players, turn, able(rules, policies)

    def __str__(self) -> str:
        left = len(self._all) - len(self.met) - len(self.apart)
        return f"pairs: {len(self.met)} met, {len(self.apart)} in no rulebook, {left} left"


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
            self._tables[rules, players] = tables(rules, players)
            self.tally.cases += 1
        return self._tables[rules, players]

    def step(self) -> None:
        """Compare one more round."""
        case, tally = next(self._cases), self.tally
        tally.rounds += 1
        try:
            played = self.compare(case)
        except Exception:  # noqa: BLE001 - that is what is looked for
            tally.differences.append(again(case, self.seed) + traceback.format_exc())
        else:
            tally.plays += int(played.numbers[kernel.PLAYS]) if played else 0
            tally.moons += played is not None and played.moon >= 0

    def compare(self, case: Case) -> Played | None:
        """Play a round in the kernel and again in a `Game`.

        Raises:
            AssertionError: Something differs.
        """
        rules, players, number, policies = case
        played = Played(self.table(rules, players), self.seed, number, policies)
        replayed(played)
        return played


class OfPairs(Comparison):
    """Plays rounds by rulebooks with a pair of choices.

    Those that the kernel does not know are played in `Game` alone.  Of the others a round that began with
    scores is played to the last trick, which the search must count as the `Game` does.
    """

    def compare(self, case: Case) -> Played | None:
        """Play the round in each way.

        Raises:
            AssertionError: Something differs.
        """
        rules, players, number, _ = case
        rng = Random(f"{self.seed} {number} {rules}")
        scores = tuple(rng.randrange(95) for _ in range(players))
        try:
            game = Game.new(rules, players, scores=scores)
        except HeartsError:  # it would be over, or partners have the same score
            game = Game.new(rules, players)
        if not is_known(rules):
            by_itself(game, rng)
            return None
        searched(game, rng)
        return super().compare(case)


def by_itself(game: Game, rng: Random) -> None:
    """Play a round in a `Game`; no deal that is true may be ruled out, and it must come back from its record.

    Raises:
        AssertionError: Something is wrong.
    """
    while game.phase.name not in {"score", "over"}:
        real, seat = truth(game), rng.choice((None, *range(game.players)))
        if real is not None and rng.random() < _OFTEN:
            view = game.view(seat)
            if any(view.hand_sizes):
                assert Sampler(view).admits(real), f"seat {seat} rules out the truth"
        game = moved(game, at_random, rng)
    check_events(game)
    assert record.loads(record.dumps(game)) == game, "another game comes from its record"


@attrs.frozen
class _AsDealt:
    """A sampler that knows the cards."""

    cards: Sampled | None

    def law(self) -> None:
        """All at once."""

    def draw(self, _: Random) -> Sampled | None:
        return self.cards


def searched(game: Game, rng: Random) -> None:
    """Play a round in a `Game`; the last trick is played by the search, too, and counts the same.

    Raises:
        AssertionError: It counts other points.
    """
    moon: Any = game.in_force.moon
    if moon.resort or any(
        isinstance(paid, rules_of.SubtractFrom) for paid in getattr(moon, "paid", ())
    ):
        return  # the search does not know the scores before the round yet
    found: list[int] | None = None
    while game.phase.name not in {"score", "over", "moon"}:
        view = game.view(game.to_act[0]) if game.phase.name == "play" else None
        if view and found is None and {*view.hand_sizes} == {1} and not view.kitty_size:
            sampler: Any = _AsDealt(truth(game))
            search = Search(view, view.in_force, sampler, 1)
            answer = [[card.place for card in view.legal_plays()]]
            found = [*map(int, search.points(1, answer, [[0] * game.players])[:-1])]
        game = moved(game, shot, rng)
    sheet = game.view(None).sheet
    if found is not None and sheet is not None and game.phase.name == "score":
        assert tuple(found) == sheet.totals, f"the search: {found}, the game: {sheet.totals}"


def again(case: Case, seed: int) -> str:
    """How to play a round again: the rulebook, and the arguments."""
    rules, players, number, policies = case
    call = f"replayed(Played(tables(rules, {players}), {seed}, {number}, {policies}))"
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
    pairs = Pairs(options.seed)
    several = {
        "variants": Comparison(rounds(options.seed), options.seed),
        "pairs": OfPairs(pairs.cases(), options.seed, kept=1),
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
    print(pairs)
    differences = [text for each in several.values() for text in each.tally.differences]
    for text in differences[:5]:
        print(f"\n{text}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
