"""Many rounds side by side on the kernel, for learning in batches."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from heartslib._values.arguments import of_kind
from heartslib._values.seats import for_each
from heartslib.ask.doors import rules_at
from heartslib.cards import Cards
from heartslib.errors import Argument, HeartsError, quoted
from heartslib.rl.observation import counted, places_from
from heartslib.rl.rewards import REWARDS, worth_of
from heartslib.rules import RoundRules, Rules
from heartslib.simulate import kernel
from heartslib.simulate.lowering.refusal import refused
from heartslib.simulate.lowering.rules import KernelTables, lowered_once
from heartslib.simulate.players.policies import policy_number
from heartslib.simulate.rounds.engines import check_one, check_whole, target_on
from heartslib.table import Table
from heartslib.view import View

Numbers = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]


@attrs.frozen(eq=False)
class Batch:
    """What the seat to act knows in each of n rounds with p players.

    Places are seats counted from the seat to act: place 0 is that seat, place 1 the one that plays next.
    Cards are 52 numbers by `Card.index`: how many copies of each card there are.

    With ``device="cuda"`` the arrays are on the GPU. They are no numpy arrays, but have
    ``__cuda_array_interface__`` and ``__dlpack__``, so other libraries read them in place.

    Attributes:
        planes: The seven kinds of cards below, one after the other, (n, 3 + 3 p, 52). As
            ``planes.reshape(n, -1)`` they are what a network can read.
        numbers: The three kinds of numbers below, one after the other, (n, 2 + p).
        rewards: For each seat, seat 0 first, minus its points in a round that has just ended, or its
            points if they are good; otherwise 0, or with ``rewards="trick"`` what its trick cost,
            (n, p).
        done: Whether a round has just ended; planes and numbers are those of its successor.
            Without successors, whether it has ended at all, (n,).
        hand: The hand of the seat to act, (n, 52).
        legal: 1 for each card that it may play, (n, 52); all 0 in a round without a successor.
        waiting: The cards that wait for the next taker, (n, 52).
        trick: The cards in the trick, by place, (n, p, 52).
        taken: The cards that each place has taken, (n, p, 52).  What others took with a kitty is not
            seen.
        charged: The cards that each place has charged, (n, p, 52).
        turn: The seat to act, (n,).
        leads: The place that leads to the trick, (n,).
        hand_sizes: How many cards each place holds, (n, p).
    """

    planes: Bits
    numbers: Numbers
    rewards: Numbers
    done: npt.NDArray[np.bool_]
    hand: Bits
    legal: Bits
    waiting: Bits
    trick: Bits
    taken: Bits
    charged: Bits
    turn: Numbers
    leads: Numbers
    hand_sizes: Numbers


class BatchRounds:
    """Many rounds at once, each waiting for a card.

    The caller plays the cards of one seat or of all; the other seats play by a policy.  Passes,
    charges and kitty exchanges are not asked of the caller: they are made by the seat's policy, or
    by ``"duck"`` for a seat that the caller plays.

    The rounds have numbers: row r plays round r, and later rounds r + n, r + 2 n and so on.  The
    number and the seed decide the deal, on either device.

    Args:
        rules: A rulebook that the kernel knows.
        rounds: How many rounds are played side by side.
        players: The number of players; by default `rules.usual_players`.
        seat: The seat that the caller plays; None for all of them.
        others: How the other seats play: one of `heartslib.simulate.POLICIES`.
        seed: A whole number; the same seed gives the same deals.
        renew: Whether a round that ends is replaced by a new one.  If not, it stays as it is, with
            no legal cards, and its cards in later steps are ignored.
        rewards: ``"round"``: at the end of the round; or ``"trick"``: the cards of a trick when it
            is taken, as in `HeartsEnv`.  That needs ``device="cpu"``.
        device: ``"cpu"``, or ``"cuda"`` for a GPU of NVIDIA, which then plays the rounds and keeps
            all arrays.

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
        renew: bool = True,
        rewards: str = "round",
        device: str = "cpu",
    ) -> None:
        at = rules_at(rules, players)
        players = at.players
        rounds, seed = check_whole("rounds", rounds, 1), check_whole("seed", seed, 0)
        self.rules = rules
        self.rounds = rounds
        self.players = players
        self.device = device
        if seat is not None and seat not in range(players):
            raise HeartsError(f"{quoted(seat)} is not a seat: seats are 0 to {players - 1}")
        policies = np.full(players, policy_number(others), np.int64)
        policies[slice(None) if seat is None else seat] = kernel.ASK
        self._target = target = target_on(device)
        check_one("rewards", rewards, REWARDS)
        self._by_trick = rewards == "trick"
        if self._by_trick and device != "cpu":
            raise HeartsError(Argument("rewards", rewards), " needs ", Argument("device", "cpu"))
        self._table = _table_of(at.in_force)
        self._policies = target.array(policies)
        self._seed = np.uint64(seed)
        self._renew = rounds if renew else 0
        self._sign = 1 if rules.points_are_good else -1
        words, numbers, _ = self._table.sizes
        self._sets = target.rows_of((rounds, words), np.uint64)
        self._numbers = target.rows_of((rounds, numbers), np.int64)
        # as if rounds had been played before, so that the first deals are numbered from 0
        self._numbers[:, kernel.ROUND] = target.array(np.arange(-rounds, 0))
        self._output: tuple[Batch, tuple[Any, ...]] | None = None
        self._places = np.array([card.place for card in self._table.kinds], np.uint64)
        # what the tricks of each round brought so far
        self._paid = np.zeros((rounds, players), np.int64)

    def reset(self) -> Batch:
        """Replace all rounds by new ones; deals are not repeated."""
        batch, written = self._output = self._new_output()
        self._run("begin_rounds", self._seed, self.rounds, self._policies, *written)
        self._paid[:] = 0
        return batch

    def step(self, cards: npt.ArrayLike, *, check: bool = True) -> Batch:
        """Play a card in every round.

        On the CPU the arrays of a batch are new.  On a GPU they are the same ones each time:
        ``reset`` and ``step`` write over what was there.

        Args:
            cards: A legal card for each round, by `Card.index`, (n,).  On a GPU, numbers of the
                type int64 that are there already are not copied.
            check: Whether the cards are checked first.  If not, a round whose card is not legal
                stays as it is; on a GPU nothing is copied from it.

        Raises:
            HeartsError: A card is not legal; no card has been played.
        """
        played = self._on_target(cards)
        if self._output is None:
            raise HeartsError("no cards have been dealt: call reset() first")
        if check:
            self._check(played)
        batch, written = self._output = self._new_output()
        arguments = self._seed, played, self._policies, self._renew, self._sign, *written
        self._run("step_rounds", *arguments)
        if self._by_trick:
            # a round that is done has its points as rewards; less what was paid, they are the rest
            worth = worth_of(self._taken(), self.rules.at(self.players).in_force)
            worth *= ~batch.done[:, None]
            batch.rewards[:] += worth - self._paid
            self._paid = worth
        return batch

    def _taken(self) -> Numbers:
        """How many copies of each card each seat has taken, (n, p, 52)."""
        layers = kernel.LAYER * np.arange(len(self._table.layers))[:, None]
        places = kernel.PILES + kernel.SEAT * np.arange(self.players) + layers
        bits = self._sets[:, places, None] >> self._places & np.uint64(1)
        counts: Numbers = bits.sum(axis=1, dtype=np.int64)
        return counts

    def _run(self, name: str, *arguments: Any) -> None:
        self._target.run_rows(self._table, name, self._sets, self._numbers, *arguments)

    def _new_output(self) -> tuple[Batch, tuple[Any, ...]]:
        """A batch and the arrays that the kernel writes for it; a GPU always has the same ones."""
        if self._output is not None and self.device == "cuda":
            return self._output
        n = self.rounds
        players = self.players
        zeros = self._target.zeros
        rewards, done = zeros((n, players), np.int64), zeros(n, np.bool_)
        numbers = zeros((n, 2 + players), np.int64)
        planes = zeros((n, 3 + 3 * players, len(self._table.kinds)), np.uint8)
        trick, taken, charged = (
            planes[:, first : first + players] for first in range(3, 3 + 3 * players, players)
        )
        cards = planes[:, 0], planes[:, 1], planes[:, 2], trick, taken, charged
        seats = numbers[:, 0], numbers[:, 1], numbers[:, 2:]
        arrays = planes, numbers, rewards, done, *cards, *seats  # in the order of Batch
        return Batch(*map(self._target.shared, arrays)), (rewards, done, numbers, planes)

    def _on_target(self, cards: Any) -> Any:
        """The cards as the kernel takes them, if they are numbers for all the rounds."""
        on_gpu = self.device == "cuda"
        kept = getattr(cards, "__cuda_array_interface__", None) if on_gpu else None
        if kept is None:
            cards = np.asarray(cards)
            shape = cards.shape
            kind = cards.dtype
            fits = np.issubdtype(kind, np.integer)
            whole = "whole numbers"
        else:  # what is on the GPU already is not copied, so it must have the kernel's own type
            shape = tuple(kept["shape"])
            kind = np.dtype(kept["typestr"])
            fits = kind == np.int64
            whole = "numbers of the type int64"
        if shape != (self.rounds,) or not fits:
            wanted = f"cards must be {self.rounds} {whole}, one for each round"
            raise HeartsError(f"{wanted}, not {kind} of shape {shape}")
        return self._target.array(cards.astype(np.int64) if kept is None else cards)

    def _check(self, cards: Any) -> None:
        """Refuse a card that is not legal."""
        found = self._target.array(np.array([self.rounds]))
        self._run("find_illegal", cards, found)
        row = int(self._target.host(found)[0])
        if row < self.rounds:
            word = int(self._target.host(self._sets)[row, kernel.LEGAL])
            legal = [card.index for card in self._table.kinds if word & card.bit]
            raise HeartsError(
                f"card {self._target.host(cards)[row]} is not legal in round {row} of the batch; "
                f"choose one of {legal}"
            )


def planes_of(view: View) -> Bits:
    """What `Batch.planes` shows of the position of a view, (3 + 3 p, 52).

    Args:
        view: What the seat that is to play a card knows.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
        HeartsError: The view's seat is not to play a card.
    """
    places, lowered = _places(view)
    table = view.table
    charged = table.charged or for_each(view.players, Cards())
    sets = [view.hand, Cards({*view.legal_plays()}), table.waiting]
    for by_seat in (Table(table.trick).played_by, table.piles, charged):
        sets += [by_seat[seat] for seat in places]
    sets[3 + view.players] += view.captured  # a seat sees what it took with a kitty, others do not
    return counted(sets, np.uint8, len(lowered.kinds))


def numbers_of(view: View) -> Numbers:
    """What `Batch.numbers` shows of the position of a view, (2 + p,).

    Args:
        view: What the seat that is to play a card knows.

    Raises:
        CannotLower: The kernel does not know a rule; the message names it.
        HeartsError: The view's seat is not to play a card.
    """
    places, _ = _places(view)
    leads = places.index(view.table.trick.leader)
    sizes = [view.hand_sizes[seat] for seat in places]
    return np.array([places[0], leads, *sizes], np.int64)


def _places(view: View) -> tuple[list[int], KernelTables]:
    """The seat of each place in a view that has planes, and its rules; any other view is refused."""
    of_kind(View, view, "view must be a View")
    if not view.legal_plays():
        raise HeartsError(
            f"planes are for a seat that is to play a card, not for {quoted(view, 300)}"
        )
    table = _table_of(view.at_table.under(view.contract))
    return places_from(view.to_act[0], view.players), table


def _table_of(rules: RoundRules) -> KernelTables:
    """The rules as the kernel reads them, if it has planes for all that a seat sees."""
    if rules.deck.shows_last:
        raise refused("shows a learner no card that is face up after the deal")
    return lowered_once(rules)
