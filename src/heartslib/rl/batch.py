"""Many rounds side by side on the kernel, for learning in batches."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from heartslib._bits import PACK_SIZE
from heartslib.ask import players_of
from heartslib.errors import HeartsError, shown
from heartslib.rules import Rules
from heartslib.simulate import kernel
from heartslib.simulate.lowering import lowered_once
from heartslib.simulate.policies import policy_number

Numbers = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]


@attrs.frozen(eq=False)
class Batch:
    """What the seat to act knows in each of n rounds with p players.

    Places are seats counted from the seat to act: place 0 is that seat, place 1 is to its left.
    Cards are 52 numbers by `Card.index`: how many copies of each card there are.

    Attributes:
        turn: The seat to act, (n,).
        hand: Its hand, (n, 52).
        legal: 1 for each card that it may play, (n, 52).
        trick: The cards in the trick, by place, (n, p, 52).
        taken: The cards that each place has taken, (n, p, 52).
        charged: The cards that each place has charged, (n, p, 52).
        waiting: The cards that wait for the next taker, (n, 52).
        hand_sizes: How many cards each place holds, (n, p).
        leads: The place that leads to the trick, (n,).
        rewards: For each seat, seat 0 first, minus its points in a round that has just ended, or its
            points if they are good; otherwise 0, (n, p).
        done: Whether a round has just ended; the other fields are those of its successor, (n,).
    """

    turn: Numbers
    hand: Bits
    legal: Bits
    trick: Bits
    taken: Bits
    charged: Bits
    waiting: Bits
    hand_sizes: Numbers
    leads: Numbers
    rewards: Numbers
    done: npt.NDArray[np.bool_]


class BatchRounds:
    """Many rounds at once, each waiting for a card.

    The caller plays the cards of one seat or of all; the other seats play by a policy.  Passes,
    charges and kitty exchanges are not asked of the caller: they are made by the seat's policy, or
    by ``"duck"`` for a seat that the caller plays.  A round that ends is replaced by a new one.

    Args:
        rules: A rulebook that the kernel knows.
        rounds: How many rounds are played side by side.
        players: The number of players; by default `rules.usual_players`.
        seat: The seat that the caller plays; None for all of them.
        others: How the other seats play: one of `heartslib.simulate.POLICIES`.
        seed: A whole number; the same seed gives the same deals.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
        HeartsError: Another argument is wrong.
    """

    def __init__(
        self,
        rules: Rules,
        rounds: int,
        *,
        players: int | None = None,
        seat: int | None = None,
        others: str = "random",
        seed: int = 0,
    ) -> None:
        players = players_of(rules, players)
        if type(rounds) is not int or rounds < 1:
            raise HeartsError(f"rounds must be a whole number from 1, not {shown(rounds)}")
        if type(seed) is not int or not 0 <= seed < 1 << 63:
            raise HeartsError(f"seed must be a whole number from 0, not {shown(seed)}")
        self.rules = rules
        self.rounds = rounds
        self.players = players
        if seat is not None and seat not in range(players):
            raise HeartsError(f"{shown(seat)} is not a seat: seats are 0 to {players - 1}")
        table = lowered_once(rules.in_force, players)
        self._layers = table.layers
        self._copies: Numbers = np.arange(table.numbers[kernel.COPIES])
        self._policies = np.full(players, policy_number(others), np.int64)
        self._policies[slice(None) if seat is None else seat] = kernel.ASK
        self._seed = np.uint64(seed)
        self._sets = np.zeros((rounds, kernel.S_SIZE), np.uint64)
        self._numbers = np.zeros((rounds, kernel.N_SIZE), np.int64)
        work = np.zeros(kernel.W_SIZE, np.int64)
        self._arrays = table.numbers, table.cards, self._sets, self._numbers, work
        self._next = 0

    def reset(self) -> Batch:
        """Replace all rounds by new ones; deals are not repeated."""
        self._open(np.ones(self.rounds, np.bool_))
        nothing = np.zeros((self.rounds, self.players), np.int64)
        return self._batch(nothing, np.zeros(self.rounds, np.bool_))

    def step(self, cards: npt.ArrayLike) -> Batch:
        """Play a card in every round.

        Args:
            cards: A legal card for each round, by `Card.index`, (n,).

        Raises:
            HeartsError: A card is not legal; no card has been played.
        """
        played = self._checked(np.asarray(cards))
        points = np.zeros((self.rounds, self.players), np.int64)
        kernel.play_cards(*self._arrays, played, self._policies, points, self._layers)
        done = self._numbers[:, kernel.LEFT] == 0
        self._open(done)
        return self._batch(points if self.rules.points_are_good else -points, done)

    def _checked(self, cards: npt.NDArray[Any]) -> Numbers:
        if cards.shape != (self.rounds,) or not np.issubdtype(cards.dtype, np.integer):
            raise HeartsError(
                f"cards must be {self.rounds} whole numbers, one for each round, not "
                f"{cards.dtype} of shape {cards.shape}"
            )
        if not self._next:
            raise HeartsError("no cards have been dealt: call reset() first")
        played = cards.astype(np.int64)
        inside = (played >= 0) & (played < PACK_SIZE)
        bits = np.uint64(1) << np.where(inside, played, 0).astype(np.uint64)
        wrong = np.flatnonzero(~inside | (self._sets[:, kernel.LEGAL] & bits == 0))
        if wrong.size:
            row = int(wrong[0])
            legal = np.flatnonzero(self._cards(kernel.LEGAL)[row]).tolist()
            raise HeartsError(
                f"card {played[row]} is not legal in round {row} of the batch; choose one of {legal}"
            )
        return played

    def _open(self, where: npt.NDArray[np.bool_]) -> None:
        """Deal new rounds in the rows that `where` marks."""
        count = int(where.sum())
        number = np.full(self.rounds, -1, np.int64)
        number[where] = np.arange(self._next, self._next + count)
        self._next += count
        kernel.open_rounds(*self._arrays, self._seed, number, self._policies, self._layers)

    def _batch(self, rewards: Numbers, done: npt.NDArray[np.bool_]) -> Batch:
        players, rows = self.players, np.arange(self.rounds)
        turn, leader = self._numbers[:, kernel.TURN], self._numbers[:, kernel.LEADER]
        seats = np.arange(players)
        by_place = rows[:, None], (turn[:, None] + seats) % players
        hands = self._piles(kernel.HANDS + seats * kernel.MAX_COPIES)
        trick = np.zeros((self.rounds, players, PACK_SIZE), np.uint8)
        length = self._numbers[:, kernel.LENGTH]
        for at in range(int(length.max())):
            some = rows[length > at]
            card = self._numbers[some, kernel.TRICK + at]
            np.add.at(trick, (some, (leader[some] + at - turn[some]) % players, card), 1)
        return Batch(
            turn=turn.copy(),
            hand=hands[rows, turn],
            legal=self._cards(kernel.LEGAL),
            trick=trick,
            taken=self._piles(kernel.PILES + seats * kernel.MAX_COPIES)[by_place],
            charged=self._cards(kernel.CHARGED + seats)[by_place],
            waiting=self._piles(kernel.WAITING),
            hand_sizes=hands.sum(axis=2, dtype=np.int64)[by_place],
            leads=(leader - turn) % players,
            rewards=rewards,
            done=done,
        )

    def _cards(self, places: int | Numbers) -> Bits:
        """In every round, the sets of cards at some indices, 52 numbers each."""
        words = np.ascontiguousarray(self._sets[:, places], "<u8")[..., None]
        return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")[..., :PACK_SIZE]

    def _piles(self, places: int | Numbers) -> Bits:
        """In every round, the piles that begin at some indices: the sums of their layers."""
        layers = self._cards(np.add.outer(places, self._copies))
        piles: Bits = layers.sum(axis=-2, dtype=np.uint8)
        return piles
