"""Every scoring step against an oracle written from the printed rule.

The oracle knows cards as text, tricks as lists and numbers; it asks the library for nothing but
which cards were played by whom and who won which trick.  So it cannot repeat a mistake of the
helpers that `Game`, `score_hand` and the kernel share.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import attrs
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import Game, Rules
from heartslib.moves import Claim
from heartslib.phases import ScorePhase
from heartslib.rules import (
    ADD,
    NEGATE,
    NOTHING,
    CardValues,
    Charges,
    EveryoneAlone,
    FullSet,
    HighestOfSuitLed,
    KittyTo,
    NoMoon,
    NoneOf,
    NoRoundBelow,
    NoTricksBonus,
    Pack,
    Partners,
    Pay,
    PlayedOut,
    Rounds,
    ScoreMultiplier,
    ShootTheMoon,
    Sides,
    Taker,
    TrickValues,
    Unresolved,
)
from heartslib.rules.tricks import Equals
from heartslib.simulate import Position
from heartslib.testing.play import at_random, next_state
from tests.helpers.rings import share

HEARTS = [f"{rank}H" for rank in "23456789TJQKA"]
Step: TypeAlias = tuple[Any, ...]


@attrs.frozen
class TwoAgainstTheRest(Sides):
    """Seats 0 and 1 against all the others, who pool their tricks."""

    pooled: bool = True
    name: str = "two-against-the-rest"

    def seats(self, players: int) -> tuple[tuple[int, ...], ...]:
        return (0, 1), tuple(range(2, players))

    def describe(self, players: int) -> str:
        return "Seats 0 and 1 play against all the others."


class Round:
    """A round as a scorer with pencil and paper knows it."""

    def __init__(self, game: Game) -> None:
        phase = game.phase
        assert isinstance(phase, ScorePhase)
        self.players = game.players
        self.pack = [str(card) for card in game.in_force.deck.cards(game.players)]
        pooled = game.in_force.sides.pooled
        self.sides = game.sides if pooled else tuple((seat,) for seat in range(self.players))
        self.bad = -1 if game.in_force.points_are_good else 1
        self.doubled: dict[str, list[str]] = {}
        if game.in_force.charging.cards:
            charged = {str(card) for card in phase.table.all_charged}
            effects: Any = game.in_force.charging
            self.doubled = {
                str(by): [str(card) for card in cards]
                for by, cards in effects.doubled
                if str(by) in charged
            }
        # cards that nobody wins wait until the next trick is won
        self.tricks: list[tuple[int, list[str]]] = []
        waiting: list[list[str]] = []
        for trick in phase.table.tricks:
            waiting.append([str(card) for card in trick.cards])
            if trick.taker is not None:
                self.tricks += [(trick.taker, cards) for cards in waiting]
                waiting = []
        self.others = [[str(card) for card in cards] for cards in phase.captured]
        claims = [move.seat for move in game.history[-9:] if isinstance(move, Claim)]
        self.claimant = claims[-1] if claims else None
        if self.claimant is not None and len(self.tricks) < self.length(game):
            left = self.length(game) - len(self.tricks) - len(waiting)
            self.tricks += [(self.claimant, cards) for cards in waiting]
            self.claimed = left
        else:
            self.claimant, self.claimed = None, 0

    @staticmethod
    def length(game: Game) -> int:
        kitty = game.in_force.deck.kitty_size(game.players)
        return (len(game.in_force.deck.cards(game.players)) - kitty) // game.players

    def taken(self, side: tuple[int, ...]) -> list[str]:
        """Every card that a side has in front of it."""
        cards = [card for seat, trick in self.tricks if seat in side for card in trick]
        return cards + [card for seat in side for card in self.others[seat]]

    def won(self, side: tuple[int, ...]) -> int:
        claimed = self.claimed if self.claimant in side else 0
        return sum(seat in side for seat, _ in self.tricks) + claimed

    def times(self, card: str) -> int:
        times = 1
        for cards in self.doubled.values():
            times *= 2 if card in cards else 1
        return times

    def side_of(self, number: int) -> tuple[int, ...] | None:
        takers = [seat for seat, _ in self.tricks] + [self.claimant] * self.claimed
        place = number - 1 if number > 0 else len(takers) + number
        if not 0 <= place < len(takers):
            return None
        return next(side for side in self.sides if takers[place] in side)


def cost_of(steps: list[Step]) -> dict[str, int]:
    """What each card costs by itself."""
    cost: dict[str, int] = {}
    for step in steps:
        if step[0] == "values":
            for card, points in step[1].items():
                cost[card] = cost.get(card, 0) + points
        if step[0] == "tricks":
            for card, points in step[2].items():
                cost[card] = cost.get(card, 0) + points
    return cost


def counted(hand: Round, before: list[Step], moon: Step | None, after: list[Step]) -> list[int]:
    """The points of each side, from the words of the rules."""
    cost = cost_of([*before, *after])
    penalty = [card for card in hand.pack if cost.get(card, 0) * hand.bad > 0]
    shot = [
        side
        for side in hand.sides
        if moon is not None
        and penalty
        and has(hand, side, [card for card in hand.pack if card in {*penalty, *moon[2]}])
    ]
    points = [0] * len(hand.sides)
    for step in before:
        count(hand, step, points, moon_was_shot=bool(shot))
    if moon is not None and shot:
        _, worth, _, sun, others, shooter, taken = moon
        if worth is None:
            worth = sum(cost[card] * hand.times(card) for card in penalty)
        if sun is not None and has(hand, shot[0], hand.pack):
            worth = sun
        for number, side in enumerate(hand.sides):
            if side == shot[0]:
                points[number] = shooter * worth + taken * points[number]
            else:
                points[number] += others * worth
    for step in after:
        count(hand, step, points, moon_was_shot=bool(shot))
    return points


def has(hand: Round, side: tuple[int, ...], cards: list[str]) -> bool:
    """Whether a side took all these cards, each as often as it is listed."""
    taken = hand.taken(side)
    return all(taken.count(card) >= cards.count(card) for card in set(cards))


def count(hand: Round, step: Step, points: list[int], *, moon_was_shot: bool) -> None:  # noqa: C901
    """One scoring step, on the points of all sides."""
    kind = step[0]
    for number, side in enumerate(hand.sides):
        taken = hand.taken(side)
        if kind == "values":
            points[number] += sum(step[1].get(card, 0) * hand.times(card) for card in taken)
        elif kind == "set":
            wanted = [card for card in hand.pack if card in step[1]]
            if wanted and has(hand, side, wanted):
                points[number] += sum(step[2].get(card, 0) * hand.times(card) for card in taken)
        elif kind == "none":
            points[number] += 0 if set(taken) & set(step[1]) else step[2]
        elif kind == "no trick":
            _, bonus, despite_moon = step
            stays = despite_moon or not moon_was_shot
            points[number] += bonus if stays and not hand.won(side) else 0
        elif kind == "floor":
            points[number] = max(points[number], step[1])
        elif kind == "times":
            _, card, factor, alone, others = step
            copies = taken.count(card)
            if copies and alone and not set(taken) & set(others):
                points[number] += alone * hand.times(card) * copies
            else:
                for _ in range(copies):
                    points[number] *= factor * hand.times(card)
    if kind == "tricks":
        count_tricks(hand, step, points)


def count_tricks(hand: Round, step: Step, points: list[int]) -> None:
    _, at, holding, together, each, most = step
    number_of = {side: number for number, side in enumerate(hand.sides)}
    for trick, value in at.items():
        side = hand.side_of(trick)
        if side is not None:
            points[number_of[side]] += value
    wins = [hand.won(side) for side in hand.sides]
    for number, side in enumerate(hand.sides):
        for card, value in holding.items():
            tricks = sum(card in cards for seat, cards in hand.tricks if seat in side)
            # what came with the kitty, or was left when the rest was claimed
            tricks += sum(hand.others[seat].count(card) for seat in side)
            points[number] += tricks * value * hand.times(card)
        if all(hand.side_of(trick) == side for trick in at):
            cards = [card for card in hand.pack if card in holding]
            if (at or cards) and has(hand, side, cards):
                points[number] += together
        points[number] += each * wins[number] + (most if wins[number] == max(wins) else 0)


def built(step: Step) -> Any:
    """The step as the library has it."""
    kind, *parts = step
    return BUILT[kind](*parts)


def _multiplier(card: str, factor: int, alone: int, others: list[str]) -> ScoreMultiplier:
    return ScoreMultiplier(card, factor, alone=alone, others=others)


def _trick_values(
    at: dict[int, int], holding: dict[str, int], together: int, each: int, most: int
) -> TrickValues:
    return TrickValues(at, holding=holding, together=together, each=each, most=most)


def _no_trick(bonus: int, stays: bool) -> NoTricksBonus:
    return NoTricksBonus(bonus, despite_moon=stays)


BUILT: dict[str, Callable[..., Any]] = {
    "values": CardValues,
    "set": FullSet,
    "none": NoneOf,
    "no trick": _no_trick,
    "floor": NoRoundBelow,
    "times": _multiplier,
    "tricks": _trick_values,
}


def built_moon(moon: Step | None) -> Any:
    if moon is None:
        return NoMoon()
    _, worth, also, sun, others, shooter, taken = moon
    same = {(1, 0, 0): ADD, (0, 0, 0): NOTHING, (0, 0, -1): NEGATE}
    paid = same.get((others, shooter, taken)) or Pay(others, shooter, taken)
    return ShootTheMoon((paid,), points=worth, also=also, sun=sun)


_CARDS = ["QS", "QC", "JD", "TC", "2H", "AH", "7S"]
_SOME = st.lists(st.sampled_from(_CARDS), min_size=1, max_size=3, unique=True)
_POINTS = st.integers(-20, 20).filter(bool)
_VALUED = st.dictionaries(st.sampled_from(_CARDS), _POINTS, max_size=3).map(
    lambda values: dict.fromkeys(HEARTS, 1) | values
) | st.dictionaries(st.sampled_from(_CARDS), _POINTS, min_size=1, max_size=3)
_STEPS = (
    st.tuples(st.just("values"), _VALUED)
    | st.tuples(st.just("set"), _SOME, _VALUED)
    | st.tuples(st.just("none"), _SOME | st.just(HEARTS), _POINTS)
    | st.tuples(st.just("no trick"), _POINTS, st.booleans())
    | st.tuples(st.just("floor"), st.integers(-5, 5))
    | st.tuples(
        st.just("times"),
        st.sampled_from(_CARDS),
        st.integers(1, 3),
        st.sampled_from([0, 0, 50]),
        _SOME,
    )
    | st.tuples(
        st.just("tricks"),
        st.dictionaries(st.sampled_from([1, 2, 5, -1, -2]), _POINTS, max_size=2),
        st.dictionaries(st.sampled_from(_CARDS), _POINTS, max_size=2),
        st.sampled_from([0, 4]),
        st.sampled_from([0, 3]),
        st.sampled_from([0, -7]),
    )
)
_MOONS = st.none() | st.tuples(
    st.just("moon"),
    st.sampled_from([26, None]),
    st.sampled_from([[], ["JD"], ["JD", "TC", "2H"]]),
    st.sampled_from([None, 52]),
    st.sampled_from([0, 1]),
    st.sampled_from([0, -1, 1]),
    st.sampled_from([0, -1]),
)


@st.composite
def rulebooks(draw: st.DrawFn) -> tuple[Rules, int, list[Step], Step | None, list[Step]]:
    """A rulebook with these steps, over every kind of pack, kitty, side and charge."""
    before = draw(st.lists(_STEPS, min_size=1, max_size=3))
    moon = draw(_MOONS)
    after = draw(st.lists(_STEPS, max_size=2))
    good = draw(st.booleans())
    bad = -1 if good else 1
    if moon is not None and not any(points * bad > 0 for points in cost_of(before).values()):
        before = [("values", {"QS": 13 * bad, "2H": bad}), *before]
    players = draw(st.sampled_from([3, 4, 4, 5, 6]))
    packs = draw(st.sampled_from([1, 1, 2]))
    pack = Pack(packs=packs, kitty=52 * packs % players or draw(st.sampled_from([0, players])))
    kitty = KittyTo(
        draw(st.sampled_from([Taker.OF_TRICK, Taker.OF_PENALTY])),
        share=draw(st.sampled_from([None, 1])),
        exchanged=draw(st.booleans()),
    )
    charges = Charges({"QS": "QS", "QC": ["QC", "TC"], "AH": HEARTS}, each=None)
    sides: Any = draw(st.sampled_from([EveryoneAlone(), Partners(), TwoAgainstTheRest()]))
    rules = Rules(
        name="By hand",
        players=players,
        deck=pack,
        kitty=kitty,
        charging=draw(st.sampled_from([None, charges])),
        tricks=HighestOfSuitLed(draw(st.sampled_from(Equals)), draw(st.sampled_from(Unresolved))),
        round_end=PlayedOut(claims=draw(st.sampled_from([False, False, True]))),
        scoring=[built(step) for step in before],
        moon=built_moon(moon),
        bonuses=[built(step) for step in after],
        sides=EveryoneAlone() if sides == Partners() and players not in {4, 6} else sides,
        ending=Rounds(1, points_are_good=good),
    )
    return rules, players, before, moon, after


@given(rulebooks(), st.integers(0, 2**32))
@settings(max_examples=share(150))
def test_every_step_counts_what_its_words_say(
    drawn: tuple[Rules, int, list[Step], Step | None, list[Step]], seed: int
) -> None:
    rules, players, before, moon, after = drawn
    rng = Random(seed)
    game = Game.new(rules, players, dealer=rng.randrange(players))
    last = game
    while not isinstance(game.phase, ScorePhase):
        if game.phase.name == "play" and type(game.phase).__name__ == "PlayPhase":
            last = game
        game = next_state(game, at_random, rng)
    hand = Round(game)
    expected = counted(hand, before, moon, after)
    totals = [0] * players
    for side, points in zip(hand.sides, expected, strict=True):
        for seat in side:
            totals[seat] = points
    assert game.phase.sheet.totals == tuple(totals), (before, moon, after, hand.tricks, hand.others)
    if hand.claimant is None:
        _the_kernel_agrees(last, totals)


def _the_kernel_agrees(last: Game, totals: list[int]) -> None:
    """Play the last card of the round in the kernel."""
    phase: Any = last.phase
    position = Position(last.rules, phase.table, phase.hands, phase.kitty, phase.captured)
    (card,) = set(last.legal_plays())
    assert position.play_out([card]).tolist() == np.array([totals]).tolist()
