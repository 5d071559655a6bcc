"""The end of a round with all cards open, solved."""

from __future__ import annotations

import numpy as np

from heartslib.simulate import kernel, solver
from heartslib.simulate.lowering import KernelTables, Numbers
from heartslib.simulate.position import Position
from heartslib.simulate.targets import cpu


def _read(lowered: KernelTables, charged: int) -> Numbers:
    """What the solver must know of a rulebook."""
    numbers, cards = lowered.numbers, lowered.cards
    partners = numbers[kernel.PARTNERS : kernel.PARTNERS + lowered.players]
    costs = numbers[kernel.COSTS : kernel.COSTS + 52]
    boosts = bool(numbers[kernel.BOOSTS])
    columns = [
        (int(costs[card]), boosts and bool(kernel.NINES >> card & 1), *((cards >> np.uint64(card)) & np.uint64(1)).tolist())
        for card in range(52)
    ]
    places = {column: place for place, column in enumerate(columns)}
    sum_ = _sum(lowered, charged)
    is_sum, (values, each, holders) = sum_ is not None, sum_ or ({}, 0, [])
    asked = _facts_asked(lowered)
    head = [
        max(partners.tolist()) + 1, is_sum,
        bool({kernel.NEW_SUITS, kernel.FREE} & asked), kernel.LAST in asked, each, len(holders),
    ]
    return np.array([*head, *(places[column] for column in columns), *(values.get(card, 0) for card in range(52)), *holders], np.int64)


def _facts_asked(lowered: KernelTables) -> set[int]:
    numbers = lowered.numbers
    asked = set()
    for kind in range(kernel.KINDS):
        count = int(numbers[kernel.CLAUSE_COUNT + kind])
        if numbers[kernel.READING + kind] == kernel.SLOWLY:
            first = int(numbers[kernel.CLAUSES] + kernel.CLAUSE * numbers[kernel.FIRST_CLAUSE + kind])
            for at in range(first, first + kernel.CLAUSE * count, kernel.CLAUSE):
                for part in range(at + kernel.PARTS_OF, at + kernel.CLAUSE, kernel.PART):
                    asked.update(numbers[part + 1 : part + 1 + numbers[part]].tolist())
        else:
            for place in (kernel.KEPT_FACT, kernel.UNLESS_FACT):
                asked.update(numbers[place + kind * kernel.MAX_OPS :][:count].tolist())
    return asked


def _sum(lowered: KernelTables, charged: int):
    """What each card and each trick costs whoever takes it, if nobody holds all of certain sets.

    None if the count is no such sum.
    """
    numbers, cards = lowered.numbers, lowered.cards
    copies = numbers[kernel.COPIES]
    values, tricks, holders = {}, {}, []
    known = {kernel.REGISTERS: 1}
    per_trick = {}
    at = int(numbers[kernel.ROWS])
    while True:
        op, one, two, three = numbers[at : at + 4].tolist()
        at += 4
        if op == kernel.END:
            break
        if op == kernel.HOLDER and copies == 1:
            known[one] = 0
            holders.append(two)
        elif op == kernel.FACTOR:
            known[one] = 1 << (charged & int(cards[two])).bit_count()
        elif op in {kernel.SHOT_BY, kernel.SKIP, kernel.UNLESS_EQUAL} and one in known:
            if op == kernel.SKIP and not known[one] or op == kernel.UNLESS_EQUAL and known[one] != three:
                at += 4 * two
        elif op == kernel.TRICKS_OF and copies == 1:
            tricks[one] = two
        elif op == kernel.ADD_TO and two in tricks:
            for seat in range(lowered.players):
                if tricks[two] >> seat & 1:
                    per_trick[seat] = per_trick.get(seat, 0) + three
        elif op == kernel.EACH and three in known:
            for number in range(one):
                for card in range(52):
                    if int(cards[two + number]) >> card & 1:
                        values[card] = values.get(card, 0) + int(numbers[at + number]) * known[three]
            at += (one + 3) // 4 * 4
        elif op != kernel.PAY:
            return None
    if len(set(per_trick.values())) > 1 or per_trick and len(per_trick) < lowered.players:
        return None
    return values, next(iter(per_trick.values()), 0), holders


def solved(position: Position, cards=None, by="paranoid", most=10**7, bits=17):
    lowered, target = position.lowered, cpu
    words, length, work = lowered.sizes
    charged = 0
    for seat in range(lowered.players):
        charged |= int(position.sets[kernel.CHARGED + kernel.SEAT * seat])
    X = _read(lowered, charged)
    left = sum(
        int(position.sets[kernel.HANDS + kernel.SEAT * seat + kernel.LAYER * layer]).bit_count()
        for seat in range(lowered.players)
        for layer in range(lowered.numbers[kernel.COPIES])
    )
    S, N = np.zeros((left + 1, words), np.uint64), np.zeros((left + 1, length), np.int64)
    S[0], N[0] = position.sets, position.numbers
    F = np.zeros((left + 2, solver.FRAME), np.int64)
    sides = int(lowered.numbers[kernel.SIDES])
    table = np.full((1 << bits, 3 if by == "paranoid" else 1 + sides), -1, np.int64)
    policies = np.full(lowered.players, kernel.ASK, np.int64)
    indices = np.array([card.index for card in cards], np.int64)
    losses = np.zeros(len(cards), np.int64)
    tried = np.zeros(1, np.int64)
    group = lowered.numbers[kernel.PARTNERS + position.turn]
    if by == "paranoid":
        cpu.KERNEL.solve_paranoid(
            lowered.numbers, lowered.cards, S, N, np.zeros(work, np.int64), F, X, table, indices,
            group, tried, np.int64(most), policies, losses, lowered.layers)
        return losses / (X[0] - 1), int(tried[0])
    V, B = np.zeros((2, left + 2, kernel.TOTALS + sides), np.int64)
    points = np.zeros((len(cards), sides), np.int64)
    cpu.KERNEL.solve_max_n(
            lowered.numbers, lowered.cards, S, N, np.zeros(work, np.int64), F, X, table, indices,
            group, V, B, tried, np.int64(most), policies, points, lowered.layers)
    return points, int(tried[0])
