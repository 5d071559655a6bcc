"""Every variant as a game of OpenSpiel, and OpenSpiel's players as bots.

Importing this module registers the game ``heartslib``.  It needs the extra ``open_spiel``::

    import pyspiel
    import heartslib.rl.open_spiel
    game = pyspiel.load_game("heartslib(variant=turbo,players=4)")

Parameters, all with defaults:

* ``variant``: the slug of a variant; ``american``.
* ``players``: the number of players; 0 for the usual number.
* ``round``: the number of the first round, from 0: its pass, its dealer, and its contract if they
  follow an order.
* ``rounds``: how many rounds are played, at most; 1.  The end of the game by its own rules comes
  first.

Actions are those of `heartslib.rl.actions`; claims are left out.  Seats that pass or charge at the
same time act one after another, the lowest seat first, and a seat that has answered is not asked
again unless the rules ask everyone again.

Chance deals one card after another, in the order of `Game.deal`: from the seat after the dealer on,
with the kitty halfway through.  A chance outcome is a `Card.index`, and as likely as copies of the
card are left; equal cards of two packs are one outcome.  Nobody sees a card before all are dealt.
What goes to the middle in a mix is dealt back in the same way.

At the end each player's return is minus the points of its rounds, or the points themselves if
points are good.  The utilities of the game are bounds for the variants: most rounds stay far within
them.

An observation is made from the `View` of a seat: its tensor is that of `heartslib.rl.observation`.
An information state also holds what a player may remember and a view no longer shows: the order in
which seats passed and charged, the hand before each own choice of cards with the cards in the order
of choice, and the earlier rounds.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from heartslib import variants
from heartslib._values.arguments import MOST_PLAYERS
from heartslib._values.bits import PACK_SIZE
from heartslib._values.seats import for_each
from heartslib.ask.doors import rules_at
from heartslib.bots.bot import random_for
from heartslib.bots.careful import careful
from heartslib.cards import PACK, Card, Cards, from_each
from heartslib.errors import HeartsError, needs, quoted
from heartslib.game import Game
from heartslib.moves import CallPass, ChooseMoon, Move
from heartslib.phases import (
    CallPhase,
    DealPhase,
    MixPhase,
    MoonPhase,
    OverPhase,
    PlayPhase,
    ScorePhase,
)
from heartslib.rl.actions import CHOICES, DONE, legal_actions, move_of, names_of, number_of_actions
from heartslib.rl.observation import as_text, observed, size_of
from heartslib.rounds import asked, first_round
from heartslib.rules import RoundRules, Rules, TableRules
from heartslib.rules.deck import Chance
from heartslib.sampling import Sampler, as_game
from heartslib.sheet import Finished
from heartslib.table import Settled, Trick, replaced
from heartslib.view import View

try:
    pyspiel: Any = importlib.import_module("pyspiel")  # it comes without types
except ImportError as error:
    raise needs("heartslib.rl.open_spiel", "OpenSpiel", "open_spiel") from error

MOST_ROUNDS = 1000
"""The most rounds of a game."""

_CHANCE = int(pyspiel.PlayerId.CHANCE)
_END = int(pyspiel.PlayerId.TERMINAL)

Numbers: TypeAlias = npt.NDArray[np.float32]

_PARAMETERS = {"variant": "american", "players": 0, "round": 0, "rounds": 1}

_TYPE = pyspiel.GameType(
    short_name="heartslib",
    long_name="Hearts and its family",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


# What players may remember


@attrs.frozen
class _Seen:
    """Something of a round that a player remembers and a view no longer shows.

    Attributes:
        seat: The seat that has passed, charged or laid down cards for all to see; None for an own choice.
        left: How many cards that seat holds afterwards, apart from those that it has charged in secret.
        cards: The charged cards that everyone sees then; of an own choice the cards in order.
        hand: Of an own choice the hand before it.
    """

    seat: int | None
    left: int
    cards: tuple[Card, ...]
    hand: Cards = Cards()

    def __str__(self) -> str:
        cards = " ".join(map(str, self.cards))
        if self.seat is None:
            return f"from {self.hand} chose {cards}"
        return f"{self.seat} answers: {cards} ({self.left} left)"

    @property
    def rows(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each row of a tensor."""
        if self.seat is not None:
            return (self.cards,)
        # an own choice: the hand, then a row for each card, which keeps the order of the choice
        return tuple(self.hand), *((card,) for card in self.cards)


@attrs.frozen
class _Memory:
    """What a seat knows of one round.

    Attributes:
        view: Its view, now or at the end of that round.
        seen: What it remembers beside it, first to last, with the choice that it is making.
        chosen: The cards that it has chosen so far for its next move.
    """

    view: View
    seen: tuple[_Seen, ...]
    chosen: tuple[Card, ...] = ()


@attrs.frozen(eq=False)
class _Moment:
    """All that a state holds; it never changes, so copies of a state share it.

    OpenSpiel clones a state before it tries an action, and a search does so thousands of times: a clone copies
    one reference, and whatever was worked out about the moment (`kept`) is there already.

    Attributes:
        game: The game.
        begun: The number of the first round.
        rounds: How many rounds are played, at most.
        drawn: The cards dealt so far in a deal that is not complete.
        chosen: The cards that the seat to act has chosen so far.
        seen: What each seat remembers of this round, seat 0 first, and last what all have seen.
        earlier: What each seat knows of the earlier rounds, seat 0 first.
        kept: Views and samplers, by seat, once they are needed.
    """

    game: Game
    begun: int
    rounds: int
    drawn: tuple[Card, ...] = ()
    chosen: tuple[Card, ...] = ()
    seen: tuple[tuple[_Seen, ...], ...] = ()
    earlier: tuple[tuple[_Memory, ...], ...] = ()
    kept: dict[object, Any] = attrs.field(factory=dict[object, Any], init=False, repr=False)

    @classmethod
    def at(cls, game: Game, begun: int, rounds: int = 1) -> _Moment:
        """A game of which nobody remembers anything."""
        nothing = for_each(game.players + 1, ())
        return cls(game, begun, rounds, seen=nothing, earlier=nothing)

    def __deepcopy__(self, memo: object) -> _Moment:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        # without what is kept: samplers hold functions, which cannot be pickled
        fields = (field for field in attrs.fields(_Moment) if field.init)
        return _Moment, tuple(getattr(self, field.name) for field in fields)

    def view(self, seat: int | None) -> View:
        """What a seat knows."""
        view: View | None = self.kept.get(seat)
        if view is None:
            view = self.kept[seat] = self.game.view(seat)
        return view

    # Whose turn it is

    @functools.cached_property
    def player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or for the end."""
        if self.is_over:
            return _END
        return _CHANCE if self.deals else self.game.to_act[0]

    @property
    def is_over(self) -> bool:
        """Whether the last round has been counted."""
        return isinstance(self.game.phase, ScorePhase | OverPhase)

    @property
    def deals(self) -> DealPhase | MixPhase | None:
        """The phase in which cards are dealt; None in any other."""
        phase = self.game.phase
        return phase if isinstance(phase, DealPhase | MixPhase) else None

    def legal(self) -> list[int]:
        """The legal actions of the seat to act."""
        # the most frequent question, answered without a view
        if isinstance(self.game.phase, PlayPhase):
            return sorted({card.index for card in self.game.legal_plays()})
        return legal_actions(self.view(self.player), self.chosen)

    def undealt(self) -> Cards:
        """The cards that are still to be dealt."""
        phase = self.deals
        pool = phase.undealt(self.game.match)[0] if phase else Cards()
        return pool - from_each(self.drawn)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the rounds played, seat 0 first."""
        sheets = self.game.sheets[self.begun :]
        if isinstance(self.game.phase, ScorePhase):
            sheets += (self.game.phase.sheet,)
        totals = (sheet.totals for sheet in sheets)
        return tuple(map(sum, zip(*totals, strict=True)))

    # What comes next

    def dealt(self, card: Card) -> _Moment:
        """The moment after chance has dealt a card."""
        if card not in (left := self.undealt()):
            raise HeartsError(f"{card} is not left to deal")
        drawn = (*self.drawn, card)
        if len(left) > 1:
            return attrs.evolve(self, drawn=drawn)
        return attrs.evolve(self, game=self.game.deal(order=drawn), drawn=())

    def after(self, action: int) -> _Moment:
        """The moment after an action of the seat to act."""
        if isinstance(self.game.phase, PlayPhase):
            if action not in range(PACK_SIZE):
                raise self._illegal(action)
            # the game itself refuses a card that is not legal
            return self._settled(self.game.play(PACK[action]))
        if action not in self.legal():
            raise self._illegal(action)
        seat = self.player
        chosen = (*self.chosen, *PACK[action : action + 1])
        move = move_of(self.view(seat), self.chosen, action)
        if move is None:
            return attrs.evolve(self, chosen=chosen)
        return self._answered(seat, move, chosen if action <= DONE else None)

    def _illegal(self, action: int) -> HeartsError:
        return HeartsError(f"{quoted(action)} is not a legal action: choose one of {self.legal()}")

    def _answered(self, seat: int, move: Move, cards: tuple[Card, ...] | None) -> _Moment:
        """The moment after any move but a play, with the cards chosen for it, if it has cards."""
        game = self.game.apply(move)
        if cards is None:  # what was named is in every later view, so nobody need remember it
            return self._settled(game)
        before = self.view(None)
        after = game.view(None)
        charged = after.table.all_charged - before.table.all_charged
        left = after.hand_sizes[seat] - sum(after.secret_sizes[seat : seat + 1])
        for_all = _Seen(seat, left, tuple(charged))
        own = (*self.seen[seat], _Seen(None, 0, cards, self.view(seat).hand))
        seen = tuple((*each, for_all) for each in replaced(self.seen, seat, own))
        return attrs.evolve(self, seen=seen)._settled(game)  # noqa: SLF001

    def _settled(self, game: Game) -> _Moment:
        """The moment when a seat or chance is to act, or the last round has been counted."""
        now = attrs.evolve(self, game=game, drawn=(), chosen=())
        is_last = game.round_number - self.begun + 1 >= self.rounds
        if is_last or not isinstance(game.phase, ScorePhase):
            return now
        # between two rounds nobody acts, so the next one begins at once
        earlier = tuple((*self.earlier[seat], now.memory(seat)) for seat in range(game.players))
        return attrs.evolve(_Moment.at(game.score(), self.begun, self.rounds), earlier=earlier)

    # What a seat knows

    def memory(self, seat: int) -> _Memory:
        """What a seat knows of this round."""
        view = self.view(seat)
        seen = self.seen[seat]
        chosen = self.chosen if seat in self.game.to_act[:1] else ()
        if chosen:
            seen = (*seen, _Seen(None, 0, chosen, view.hand))
        return _Memory(view, seen, chosen)

    def memories(self, seat: int) -> tuple[_Memory, ...]:
        """What a seat knows of every round, first to last."""
        return (*self.earlier[seat], self.memory(seat))

    def resampled(self, seat: int, rng: Chance) -> _Moment:
        """A moment of which the seat knows the same, with the cards that it does not see at random.

        The other seats remember nothing of what they saw before.
        """
        game, drawn = self.game, self.drawn
        if not isinstance(game.phase, CallPhase | DealPhase | MoonPhase | ScorePhase | OverPhase):
            view = self.view(seat)
            sampler = self.kept.get(Sampler)
            if sampler is None or sampler[0] != seat:
                sampler = self.kept[Sampler] = seat, Sampler(view)
            game = as_game(view, sampler[1].draw(rng))
        nothing = _Moment.at(game, self.begun)
        after = attrs.evolve(
            self,
            game=game,
            drawn=(),
            chosen=self.memory(seat).chosen,
            seen=replaced(for_each(len(self.seen), self.seen[-1]), seat, self.seen[seat]),
            earlier=replaced(nothing.earlier, seat, self.earlier[seat]),
        )
        # in a deal, as many cards as before, but other ones: nobody has seen any
        for _ in drawn:
            left = after.undealt()
            after = after.dealt(left[int(rng.random() * len(left))])
        return after


# What OpenSpiel sees


class HeartsState(pyspiel.State):
    """A state of `HeartsGame`; OpenSpiel makes it.

    It is copied and stored by OpenSpiel's own means: `clone`, `serialize`, `pickle`.

    Attributes:
        now: All that the state holds.
    """

    def __init__(self, game: HeartsGame) -> None:
        pyspiel.State.__init__(self, game)
        self.now = game.start

    @property
    def game(self) -> Game:
        """The game with all hands: for tests and pictures, not for players."""
        return self.now.game

    @property
    def chosen(self) -> tuple[Card, ...]:
        """The cards that the player to act has chosen so far for its next move."""
        return self.now.chosen

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or for the end."""
        return self.now.player

    def is_terminal(self) -> bool:
        """Whether the last round has been counted."""
        return self.now.player == _END

    def returns(self) -> list[float]:
        """Minus the points of each player, or the points if they are good; 0 before the end."""
        if not self.is_terminal():
            return [*for_each(self.now.game.players, 0.0)]
        good = self.now.game.rules.points_are_good
        return [float(points if good else -points) for points in self.now.points]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be dealt next, each with its probability."""
        left = self.now.undealt()
        copies = Counter(card.index for card in left)
        return [(index, count / len(left)) for index, count in sorted(copies.items())]

    def _legal_actions(self, player: int) -> list[int]:
        return self.now.legal()

    def _apply_action(self, action: int) -> None:
        now = self.now
        self.now = now.dealt(PACK[action]) if now.player == _CHANCE else now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if action < DONE:
            return f"{'deal ' if player == _CHANCE else ''}{PACK[action]}"
        return "done" if action == DONE else names_of(self.now.view(player))[action - CHOICES]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HeartsState:
        """A state in which the player knows the same, with the other cards drawn at random.

        Every deal of the hidden cards that fits the player's view is as likely as any other; see
        `heartslib.sampling`.  The state has no history, and its other players remember nothing of
        what they saw before.  Once only the payment of a moon is left to choose, and before the
        cards are dealt, it is the same state.

        Args:
            player: The player whose information state is kept.
            sampler: Returns random numbers from 0 to 1, such as
                ``pyspiel.UniformProbabilitySampler(0.0, 1.0)``.
        """
        state: HeartsState = self.get_game().new_initial_state()
        state.now = self.now.resampled(player, _Chance(sampler))
        return state

    def __str__(self) -> str:
        now = self.now
        seats = (now.memory(seat) for seat in range(now.game.players))
        dealt = " ".join(map(str, now.drawn))
        return "\n".join([repr(now.game), f"dealt so far: {dealt}", *map(_in_words, seats)])


@attrs.frozen
class _Chance:
    """OpenSpiel's source of random numbers in the shape of `random.Random`."""

    random: Callable[[], float]


class HeartsGame(pyspiel.Game):
    """A game of OpenSpiel: one round, or several, of Hearts by any rulebook.

    OpenSpiel makes it from its parameters.  To play a rulebook of your own, use `HeartsGame.of`.
    """

    def __init__(
        self, parameters: Mapping[str, str | int] | None = None, *, rules: Rules | None = None
    ) -> None:
        settings: dict[str, Any] = {**_PARAMETERS, **(parameters or {})}
        if rules is None:
            rules = variants.get(settings["variant"])
        at = rules_at(rules, settings["players"] or None)
        players = at.players
        rounds = settings["rounds"]
        if not 1 <= rounds <= MOST_ROUNDS:
            raise HeartsError(f"rounds must be a number from 1 to {MOST_ROUNDS}, not {rounds}")
        if settings["round"] < 0:
            raise HeartsError(f"round must be a number from 0, not {settings['round']}")
        if rules.opening.is_drawn:
            raise HeartsError(f"OpenSpiel deals cards alone, and {rules.name} draws who leads")
        self.rules = rules
        self.start = _Moment.at(first_round(rules, players, settings["round"]), 0, rounds)
        self.sizes = _Sizes(at, rounds)
        most = float(rounds * most_points(at))
        info = pyspiel.GameInfo(
            num_distinct_actions=number_of_actions(at),
            max_chance_outcomes=PACK_SIZE,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            max_game_length=rounds * self.sizes.actions,
        )
        pyspiel.Game.__init__(self, _TYPE, info, dict(parameters or {}))

    @classmethod
    def of(cls, rules: Rules, players: int | None = None, *, rounds: int = 1) -> HeartsGame:
        """One round, or several, by a rulebook that need not be a variant.

        OpenSpiel cannot load this game by its name, so it cannot be stored with a state of it.

        Args:
            rules: The rulebook.
            players: The number of players; by default `rules.usual_players`.
            rounds: How many rounds are played, at most.
        """
        return cls({"players": rules_at(rules, players).players, "rounds": rounds}, rules=rules)

    def new_initial_state(self) -> HeartsState:
        """The state before the first card is dealt."""
        return HeartsState(self)

    def state_of(self, view: View, rng: Chance) -> HeartsState:
        """A state in which the seat of a view knows what the view shows, and the rest is random.

        The state ends with the round of the view.  The players remember nothing of earlier rounds.

        Args:
            view: What the seat knows, with cards dealt.
            rng: A random generator.

        Raises:
            HeartsError: No cards are dealt, or no deal fits the view.
        """
        game = as_game(view, Sampler(view).draw(rng))
        state = self.new_initial_state()
        state.now = _Moment.at(game, view.round_number)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """The most cards that chance deals."""
        return 2 * self.start.rounds * self.sizes.pack

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> HeartsObserver:
        """What turns states into strings and tensors.

        Raises:
            HeartsError: Observations of that kind would show the hands of all players.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise HeartsError("an observation shows the cards of one player or of nobody")
        is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return HeartsObserver(self.sizes, remembers=kind.perfect_recall, private=is_private)


class _Sizes:
    """The sizes of tensors, and how many actions a round takes at most.

    Args:
        rules: The rulebook at the table.
        rounds: How many rounds are played, at most.

    Attributes:
        players: The number of players.
        rounds: How many rounds are played, at most.
        observation: The length of an observation.
        pack: How many cards are in play.
        seen: The most that a player remembers of a round: passes, charges and exchanges of all seats, and
            its own choices, each with a row for the hand and one for each card.
        actions: The most actions in a round.
    """

    def __init__(self, rules: TableRules, rounds: int) -> None:
        pack = rules.pack
        players = rules.players
        hand = rules.hand_size
        kinds = [each.charging.cards for each in rules.rulebooks if each.charging.cards]
        charges = max((len(pack.only(cards)) for cards in kinds), default=0)
        # before and after the pass, and every charge may ask all of them again
        asked = charges + 2 if kinds else 0
        laid = rules.kitty_size if any(each.kitty.exchanged for each in rules.rulebooks) else 0
        self.players = players
        self.rounds = rounds
        self.observation = size_of(rules)
        self.pack = len(pack)
        # each answer is a row for all, and each own choice a row for the hand and one for each card
        self.seen = players + 3 * charges + (players + 1) * asked + 3 * laid + 1 + hand
        # a bound, as OpenSpiel asks for one: every card chosen one by one, and "done" after each choice
        self.actions = len(pack) + players * (hand + 1 + asked) + 2 * charges + laid + 3


class HeartsObserver:
    """Turns states into strings and tensors, in OpenSpiel's form.

    An observation is one tensor, ``observation``.  An information state has three, each with a first
    index for the round:

    * ``observation``: what the view shows now, or showed at the end of an earlier round;
    * ``plays``: for each card played, the place of the player and the card, one-hot;
    * ``seen``: for each pass, charge or exchange, the place one-hot, how many cards the player holds
      afterwards / 13, without those charged in secret, and the cards charged that all see; before an own one,
      a row with the hand, then a row for each card.

    Places are counted from the player that observes.

    Attributes:
        tensor: All the numbers in one vector.
        dict: The parts of it by name.
    """

    def __init__(self, sizes: _Sizes, *, remembers: bool, private: bool) -> None:
        self._remembers = remembers
        self._private = private
        shapes: dict[str, tuple[int, ...]] = {"observation": (sizes.observation,)}
        if remembers:
            rounds = sizes.rounds
            card = sizes.players + PACK_SIZE
            shapes = {
                "observation": (rounds, sizes.observation),
                "plays": (rounds, sizes.pack, card),
                "seen": (rounds, sizes.seen, card + 1),
            }
        self._players = sizes.players
        self.tensor: Numbers = np.zeros(sum(map(math.prod, shapes.values())), np.float32)
        # the parts are views of the vector: what is written to one of them is in both
        self.dict: dict[str, Numbers] = {}
        begin = 0
        for name, shape in shapes.items():
            end = begin + math.prod(shape)
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: HeartsState, player: int) -> None:
        """Fill the tensor with what a player knows."""
        self.tensor.fill(0)
        memories = self._memories(state, player)
        if not self._remembers:
            (now,) = memories
            self.dict["observation"][:] = observed(now.view, player, now.chosen)
            return
        for number, memory in enumerate(memories):
            view = memory.view
            self.dict["observation"][number] = observed(view, player, memory.chosen)
            tricks = (*view.table.tricks, view.table.trick)
            plays = [_Seen(seat, 0, (card,)) for trick in tricks for seat, card in trick.plays]
            self._fill(self.dict["plays"][number], plays, player)
            self._fill(self.dict["seen"][number], memory.seen, player)

    def string_from(self, state: HeartsState, player: int) -> str:
        """What a player knows, as text."""
        memories = self._memories(state, player)
        return "\n".join(map(_in_words if self._remembers else _now_in_words, memories))

    def _memories(self, state: HeartsState, player: int) -> tuple[_Memory, ...]:
        if not self._private:
            return (_Memory(state.now.view(None), state.now.seen[-1]),)
        return state.now.memories(player) if self._remembers else (state.now.memory(player),)

    def _fill(self, part: Numbers, seen: Iterable[_Seen], player: int) -> None:
        """Write what a player has seen, a row for each answer or play, and several for each own choice."""
        cards_at = part.shape[1] - PACK_SIZE
        rows = [(each, cards) for each in seen for cards in each.rows]
        for at, (each, cards) in enumerate(rows):
            row = part[at]
            if each.seat is not None:
                row[(each.seat - player) % self._players] = 1
                row[cards_at - 1] += each.left / 13
            for card in cards:
                row[cards_at + card.index] += 1


def _now_in_words(memory: _Memory) -> str:
    """What a view shows, as text; the order of the cards chosen makes no difference."""
    return as_text(memory.view, memory.chosen)


def _in_words(memory: _Memory) -> str:
    """What a seat knows of a round, as text."""
    return "; ".join([as_text(memory.view), *map(str, memory.seen)])


def most_points(rules: TableRules) -> int:
    """More points, good or bad, than a player scores in a round of any variant.

    It is twice what the lines of a sheet come to, signs left out, if one player takes everything,
    or everything good, or everything bad, with nothing charged or all that can be.  A rulebook of
    your own may go beyond it, such as one that multiplies points several times.

    Args:
        rules: The rulebook at the table.
    """
    # lines without signs: where some are good and others bad, a player may have those of one kind alone
    sheets = (each.count(finished) for each, finished in _extremes(rules))
    return 2 * max(sum(abs(line.points) for line in sheet.lines) for sheet in sheets)


def _extremes(rules: TableRules) -> Iterator[tuple[RoundRules, Finished]]:
    """Rounds in which one player takes all there is of something, with the rules in force."""
    players, most = rules.players, rules.contracts.most_bid
    sold = Settled(bids=(most, *for_each(players - 1, 0)) if most else ())
    for each in rules.rulebooks:
        pack = each.pack
        charges = {Cards(), each.charging.cards & pack}
        tricks = tuple(
            Trick(0, players, tuple(pack[first : first + players]), 0)
            for first in range(0, len(pack) - players + 1, players)
        )
        good = from_each(card for card in pack if each.cost(card) <= 0)
        bad = from_each(card for card in pack if each.cost(card) >= 0)
        nothing = for_each(players - 2, Cards())
        for mine, charged, choice in itertools.product(
            (pack, good, bad), charges, each.moon.choices or (None,)
        ):
            piles = (mine, pack - mine, *nothing)
            by_seat = (charged, Cards(), *nothing)
            supposed: dict[str, Any] = {**each.first_round(), "settled": sold}
            yield each, each.finished(piles, choice, charged=by_seat, tricks=tricks, **supposed)


# OpenSpiel's players as bots


@attrs.frozen
class SpielBot:
    """A `heartslib.bots.Bot` that asks a player of OpenSpiel.

    For each view it makes a state in which its seat knows what the view shows and the hidden cards
    are drawn at random; the player is given this state.  A player that looks at hidden cards sees
    random ones.  The same view always gets the same move.  The call of a pass and the payment of a
    moon are left to `careful`.

    Attributes:
        make: Makes the player from the game and a seed; only its method `step` is called.
        seed: A whole number; with the view it decides the move.
    """

    make: Callable[[HeartsGame, int], Any]
    seed: int = 0

    def __call__(self, view: View, /) -> Move:
        """The move for a view.

        Raises:
            HeartsError: The seat is not to act, or no deal fits the view.
        """
        if asked(view).kind in {CallPass, ChooseMoon}:
            return careful(view)
        rng = random_for(view, self.seed)
        game = _game_of(view.rules, view.players)
        state = game.state_of(view, rng)
        player = self.make(game, rng.getrandbits(32))
        while True:
            action = int(player.step(state))
            move = move_of(view, state.chosen, action)
            if move is not None:
                return move
            state.apply_action(action)


@attrs.frozen
class _IsMcts:
    """Makes OpenSpiel's IS-MCTS; see `is_mcts`."""

    simulations: int
    exploration: float | None
    rollouts: int

    def __call__(self, game: HeartsGame, seed: int) -> Any:
        """The player for a game."""
        ismcts = importlib.import_module("open_spiel.python.algorithms.ismcts")
        mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
        numbers = np.random.RandomState(seed)
        rng = Random(seed)  # noqa: S311 - no secret
        exploration = self.exploration
        if exploration is None:
            exploration = game.max_utility() / 10
        bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=mcts.RandomRolloutEvaluator(self.rollouts, numbers),
            uct_c=exploration,
            max_simulations=self.simulations,
            random_state=numbers,
            use_observation_string=True,
        )

        def resample(state: HeartsState, player: int) -> HeartsState:
            return state.resample_from_infostate(player, rng.random)

        bot.set_resampler(resample)
        return bot


def is_mcts(
    simulations: int = 100, *, exploration: float | None = None, rollouts: int = 1, seed: int = 0
) -> SpielBot:
    """OpenSpiel's information set Monte Carlo tree search as a bot.

    It is the one in Python, ``open_spiel.python.algorithms.ismcts``: the one in C++ cannot draw
    hidden cards for a game in Python, and crashes.  The search goes by observations, so the order
    in which cards are chosen makes no difference.

    Args:
        simulations: How many simulations each decision gets, each with a new draw of the hidden
            cards.
        exploration: The constant of UCT, in points; None for a tenth of the game's
            greatest utility.
        rollouts: How many random playouts evaluate a leaf.
        seed: A whole number; with the view it decides the move.
    """
    return SpielBot(_IsMcts(simulations, exploration, rollouts), seed)


_game_of = functools.lru_cache(maxsize=64)(HeartsGame.of)
pyspiel.register_game(_TYPE, HeartsGame)
