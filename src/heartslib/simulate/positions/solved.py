"""The end of a round with all cards open, solved by the kernel; needs numpy and numba.

The search itself, with its theory, is in `heartslib.simulate.positions.endgame`.  Here a rulebook is looked at for what
makes it fast: whether the count is a sum, and which cards are alike.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from heartslib.cards import Card, from_bits
from heartslib.errors import HeartsError, quoted
from heartslib.rounds import lost
from heartslib.rules.counting.terms import Seats
from heartslib.simulate.kernel.layout import *
from heartslib.simulate.lowering.count import Operation, Traced, held_in, product
from heartslib.simulate.lowering.rules import KernelTables
from heartslib.simulate.positions import endgame
from heartslib.simulate.positions.play_on import Numbers
from heartslib.simulate.positions.position import Position
from heartslib.simulate.rounds.engines import check_one, check_whole
from heartslib.simulate.targets import cpu

METHODS = ("paranoid", "max^n")
MOST = 5_000_000
"""How many cards are tried at most if nothing else is said; about a second."""
_TABLE_BITS = 17
"""The table of positions that were solved has at most two to this power rows: more were not faster."""


@attrs.frozen
class Solution:
    """What each legal card is worth if all cards are open.

    A loss is the points of the seat's side, minus the mean of the other sides' points; or the other way
    round if points are good.

    Attributes:
        by: ``"paranoid"`` or ``"max^n"``.
        seat: The seat to act.
        losses: The loss after each legal card, in the order of the cards.
        points: By max^n, the points of the round for each seat after each card; else nothing.
        tried: How many cards were tried.
    """

    by: str
    seat: int
    losses: Mapping[Card, float] = attrs.field(hash=False)
    points: Mapping[Card, tuple[int, ...]] = attrs.field(hash=False)
    tried: int

    @property
    def best(self) -> Card:
        """The card with the least loss; the first of equals."""
        return min(self.losses, key=lambda card: self.losses[card])

    def cost(self, card: Card) -> float:
        """What a card loses more than the best one.

        Raises:
            HeartsError: It is not legal.
        """
        if card not in self.losses:
            legal = " ".join(map(str, self.losses))
            raise HeartsError(f"{quoted(card)} is not one of the legal cards: {legal}")
        return self.losses[card] - self.losses[self.best]


def solved(position: Position, *, by: str = "paranoid", most: int = MOST) -> Solution | None:
    """Play a position to its end in every way that matters, all cards open.

    Eight tricks of American Hearts take a tenth of a second, six by max^n a hundredth.  It takes longer where
    what a card costs depends on what its taker has already, as in Gong Zhu.

    ``"paranoid"`` is the loss that the seat's side can be held to, if all others play against it: a
    guarantee and no forecast.  By ``"max^n"`` each side plays for its own least loss.  Equally good cards
    may make a great difference to others; the first counts, in the order of the cards.

    A seat that takes up a kitty lays down its cheapest cards, and a moon is paid in the first way.

    >>> from heartslib import Card, Cards, Table, variants
    >>> hands = [*map(Cards, ("2S AH", "QS AS", "KS 2H", "3S 3H"))]
    >>> position = Position(variants.get("black_maria"), Table.ready(0, 4), hands)
    >>> end = solved(position)
    >>> end.best, round(end.cost(Card("AH")), 1)
    (Card('2S'), 17.3)

    Args:
        position: The position, with the cards of all hands.
        by: One of `METHODS`.
        most: How many cards may be tried.

    Returns:
        The solution; None if `most` was not enough.

    Raises:
        HeartsError: An argument is wrong, or no card is to be played.
    """
    check_one("by", by, METHODS)
    most = check_whole("most", most, 1)
    lowered = position.lowered
    rules, players = lowered.numbers, lowered.players
    plays = position.left
    if not plays:
        raise HeartsError("the round is over: no card is left to play")
    charges = functools.reduce(int.__or__, position.sets[CHARGED::SEAT][:players])
    # a row for each play to come, so that nothing is undone: see `endgame`
    sets = np.zeros((plays + 1, len(position.sets)), np.uint64)
    numbers = np.zeros((plays + 1, len(position.numbers)), np.int64)
    frames = np.zeros((plays + 2, endgame.FRAME), np.int64)
    sets[0] = position.sets
    numbers[0] = position.numbers
    known = _known(lowered, charges)
    sides = rules[SIDES]
    # paranoid finds one loss for each card, and two bounds of it; max^n the totals of all sides
    columns = 1
    width = 3
    totals: Any = (None, None)  # space for `best` and `counted`, which only max^n needs
    if by == "max^n":
        columns = sides
        width = endgame.MORE + sides
        totals = np.zeros((2, plays + 2, TOTALS + sides), np.int64)
    tried = np.zeros(1, np.int64)
    worth = np.zeros((WORD, columns), np.int64)
    table = np.full((1 << min(plays, _TABLE_BITS), width), -1, np.int64)
    space = frames, known, table, *totals, np.full(players, ASK, np.int64)
    cpu.run_rows(lowered, "solve", sets, numbers, *space, most, tried, worth)
    if tried[0] >= most:
        return None
    seat = position.turn
    others = int(known[endgame.GROUPS]) - 1
    rows = {card: worth[card.place].tolist() for card in from_bits(int(sets[0, LEGAL]))}
    points: dict[Card, tuple[int, ...]] = {}
    if by == "paranoid":
        # the kernel stays with whole numbers, and gives the loss times the number of other sides
        losses = {card: row[0] / others for card, row in rows.items()}
    else:
        of_seat = rules[SIDE : SIDE + players]
        points = {card: tuple(row[side] for side in of_seat) for card, row in rows.items()}
        losses = {card: lost(lowered.rules, each, seat) for card, each in points.items()}
    return Solution(by, seat, losses, points, int(tried[0]))


def _known(lowered: KernelTables, charged: int) -> Numbers:
    """What the search knows of a rulebook, as `endgame.X`.

    Args:
        lowered: The rulebook.
        charged: The cards that were charged.
    """
    numbers = lowered.numbers
    asked = lowered.facts_asked - endgame.SETTLED
    sides = max(numbers[PARTNERS : PARTNERS + lowered.players]) + 1
    values, trick, wanted = _sum_of(lowered, charged) or ({}, 0, None)
    # Positions are taken for the same if the cards of each suit are in the same order, whatever their ranks.  With
    # two copies the second may win; and who lays down cards for a kitty compares ranks of different suits.
    in_order = numbers[COPIES] == 1 and not numbers[EXCHANGED] and asked <= endgame.BY_SUIT
    facts = sum(1 << fact for fact in asked)
    head = sides, wanted is not None, facts, in_order, trick, len(wanted or ())
    by_card = *lowered.classes, *(values.get(card, 0) for card in range(WORD))
    return np.array([*head, *by_card, *(wanted or ())], np.int64)


@functools.lru_cache(maxsize=64)
def _sum_of(lowered: KernelTables, charged: int) -> tuple[dict[int, int], int, list[int]] | None:
    """What cards and tricks cost, if a round is no more than the sum of these.

    It is, for the search, until somebody holds all cards of a set: a moon, or a step that asks for a whole set.

    Returns:
        What each card costs by its place, what each trick costs, and those sets; None if it is no sum.
    """
    rules, players = lowered.rules, lowered.players
    traced = Traced(rules, lowered.scores)
    shots = filter(traced.some, [rules.moon.shot(traced, side) for side in traced.sides])
    whole_sets = set(map(held_in, shots))
    values = [Counter[int]() for _ in range(players)]
    per_trick = [0] * players
    for term in itertools.chain.from_iterable(traced.steps()):
        if not traced.some(term.points):
            continue
        held = [*filter(None, map(held_in, product(term.points)[1]))]
        # a term with a holder gives no points as long as nobody holds all of the cards
        if held:
            whole_sets.add(held[0])
            continue
        (side,) = [side for side in traced.sides if term.seats[0] in side]
        priced = _priced(term.points, side, charged)
        if priced is None:
            return None
        times, answer = priced
        if answer.op == COUNT:
            for card in from_bits(answer.parts[1]):
                values[answer.parts[0]][card.place] += times
        else:
            for seat in side:
                per_trick[seat] += times
    # with two packs some tricks have no taker, and several sides can hold all kinds of a set
    if lowered.numbers[COPIES] > 1 and (whole_sets or any(per_trick)):
        return None
    # the search knows one cost of a card, whoever takes it
    are_alike = all(each == values[0] for each in values) and len(set(per_trick)) == 1
    # a set of no cards is held by everyone: then it is no exception, and no sum
    if not are_alike or not all(whole_sets):
        return None
    return values[0], per_trick[0], sorted(whole_sets)


def _priced(points: Any, side: Seats, charged: int) -> tuple[int, Operation] | None:
    """So much for each of some cards, or of the tricks, that a side itself took; None if it is anything else."""
    times, factors = product(points)
    if not factors:
        return None
    *charges, answer = factors
    if any(each.op != FACTOR for each in charges):
        return None
    for each in charges:
        times *= 1 << (charged & each.parts[0]).bit_count()
    is_own = False
    if answer.op == COUNT:
        is_own = answer.parts[0] in side
    if answer.op == TRICKS_OF:
        is_own = answer.parts[0] == sum(1 << seat for seat in side)
    return (times, answer) if is_own else None
