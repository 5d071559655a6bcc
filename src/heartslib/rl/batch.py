"""Many rounds side by side on the kernel, for learning programs that ask in batches."""

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
    """What is known and asked in every round of a batch; n rounds, p players.

    Places are counted from the seat on turn: place 0 is itself, place 1 sits at its left.  Sets
    of cards have 52 numbers, by `Card.index`: how many copies of the card are there.

    Attributes:
        turn: The seat that is asked, (n,).
        hand: Its hand, (n, 52).
        legal: 1 for each card that it may play, (n, 52).
        trick: The cards in the trick by place, (n, p, 52).
        taken: The cards that each place has taken, (n, p, 52).
        charged: The cards that each place has charged, (n, p, 52).
        waiting: The cards that wait for a taker, (n, 52).
        hand_sizes: How many cards each place holds, (n, p).
        leads: The place that leads to the trick, (n,).
        rewards: For each seat, from seat 0, minus the points of a round that has just ended, else
            0, (n, p).
        done: Whether a round has just ended; a new one is there already, (n,).
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
    """Many rounds at once, each of which waits for a card.

    Cards are played by the caller, for all seats or for one; the other seats play by a policy.
    What comes before the play (the pass, charges) is done by the same policy, or for a seat of
    the caller's as the careful policy ``"duck"`` does it; a kitty is exchanged in the same way.
    A round that ends is replaced by a new one.

    Args:
        rules: The rulebook; one that the kernel knows.
        rounds: How many rounds side by side.
        players: The number of players; may be left out where the rules leave no choice.
        seat: The seat that the caller plays; None for all of them.
        others: What the other seats do: one of `heartslib.simulate.POLICIES`.
        seed: A whole number; the same seed gives the same deals.

    Raises:
        CannotLower: The kernel does not know a rule; it is named.
        HeartsError: Another argument does not fit.
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
            raise HeartsError(f"rounds is a whole number, 1 or more, not {shown(rounds)}")
        if type(seed) is not int or not 0 <= seed < 1 << 63:
            raise HeartsError(f"seed is a whole number, 0 or more, not {shown(seed)}")
        self.rules = rules
        self.rounds = rounds
        self.players = players
        if seat is not None and seat not in range(players):
            raise HeartsError(f"{shown(seat)} is not a seat: seats are 0 to {players - 1}")
        table = lowered_once(rules, players)
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
        """Deal all rounds anew; deals are not repeated."""
        self._open(np.ones(self.rounds, np.bool_))
        nothing = np.zeros((self.rounds, self.players), np.int64)
        return self._batch(nothing, np.zeros(self.rounds, np.bool_))

    def step(self, cards: npt.ArrayLike) -> Batch:
        """Play a card in every round.

        Args:
            cards: The number of a legal card for each round, by `Card.index`, (n,).

        Raises:
            HeartsError: A card is not legal; nothing has been played.
        """
        played = self._checked(np.asarray(cards))
        points = np.zeros((self.rounds, self.players), np.int64)
        kernel.play_cards(*self._arrays, played, self._policies, points)
        done = self._numbers[:, kernel.LEFT] == 0
        self._open(done)
        return self._batch(-points, done)

    def _checked(self, cards: npt.NDArray[Any]) -> Numbers:
        if cards.shape != (self.rounds,) or not np.issubdtype(cards.dtype, np.integer):
            raise HeartsError(
                f"cards must be {self.rounds} whole numbers, one for each round, not "
                f"{cards.dtype} of the shape {cards.shape}"
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
                f"card {played[row]} is not legal in round {row} of the batch; legal are {legal}"
            )
        return played

    def _open(self, where: npt.NDArray[np.bool_]) -> None:
        """Deal new rounds in some rows."""
        count = int(where.sum())
        number = np.full(self.rounds, -1, np.int64)
        number[where] = np.arange(self._next, self._next + count)
        self._next += count
        kernel.open_rounds(*self._arrays, self._seed, number, self._policies)

    def _batch(self, rewards: Numbers, done: npt.NDArray[np.bool_]) -> Batch:
        players, rows = self.players, np.arange(self.rounds)
        turn, leader = self._numbers[:, kernel.TURN], self._numbers[:, kernel.LEADER]
        seats = np.arange(players)
        by_place = rows[:, None], (turn[:, None] + seats) % players
        hands = self._piles(kernel.HANDS + seats * kernel.MAX_COPIES)
        trick = np.zeros((self.rounds, players, PACK_SIZE), np.uint8)
        length = self._numbers[:, kernel.LENGTH]
        for at in range(int(length.max())):
            lies = rows[length > at]
            card = self._numbers[lies, kernel.TRICK + at]
            np.add.at(trick, (lies, (leader[lies] + at - turn[lies]) % players, card), 1)
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
        """The sets of cards at some places, as 52 numbers, of every round."""
        words = np.ascontiguousarray(self._sets[:, places], "<u8")[..., None]
        return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")[..., :PACK_SIZE]

    def _piles(self, places: int | Numbers) -> Bits:
        """The piles that begin at some places: the sums of their layers."""
        layers = self._cards(np.add.outer(places, self._copies))
        piles: Bits = layers.sum(axis=-2, dtype=np.uint8)
        return piles
