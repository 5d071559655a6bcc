"""A PettingZoo environment: agents take turns and see what their seats may know.

Seats that answer at the same time, as in a pass, are asked one after another, the lowest first.  An agent that
chooses several cards is asked once for each, so its turn may last for several actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv

from heartslib._values.arguments import plain
from heartslib._values.seats import for_each
from heartslib.ask.doors import rules_at
from heartslib.cards import PACK, Card
from heartslib.errors import HeartsError, quoted
from heartslib.game import Game
from heartslib.phases import OverPhase, ScorePhase
from heartslib.rl.actions import legal_actions, move_of, number_of_actions
from heartslib.rl.observation import counted, observed, size_of
from heartslib.rl.rewards import REWARDS, worth_of
from heartslib.rules import Rules
from heartslib.simulate.rounds.engines import check_one, check_whole

Observation = dict[str, npt.NDArray[Any]]

_NO_EPISODE = "no episode is in progress: begin one with reset()"


class HeartsEnv(AECEnv[str, Observation, int]):
    """Hearts by any rulebook as a PettingZoo environment.

    Agents are called ``seat_0``, ``seat_1`` and so on.  An observation is a mapping:
    ``"observation"`` is what the seat knows, as a vector (`heartslib.rl.observation`), and
    ``"action_mask"`` is 1 for each legal action (`heartslib.rl.actions`).  Both are made from a
    `View`, so they hold only what the seat may know.

    At the end of a round every agent is rewarded with minus its points, or with its points if
    points are good.  With ``rewards="trick"`` it gets what the cards of a trick are worth, kitty cards
    included, as soon as it takes them.  The rest, such as a moon, a bonus or what a charge doubles,
    follows at the end of the round.  Either way the sum is the same.

    >>> from heartslib import variants
    >>> hearts = HeartsEnv(variants.get("american"), players=4)
    >>> hearts.reset(seed=1)
    >>> hearts.agents
    ['seat_0', 'seat_1', 'seat_2', 'seat_3']

    Args:
        rules: The rulebook.
        players: The number of players; by default `rules.usual_players`.
        episode: ``"round"``: one round, with one of the rulebook's passes, and one of the contracts
            if they follow an order, at random; ``"game"``:
            a whole game.
        most_rounds: A game is truncated after this number of rounds.
        rewards: ``"round"`` or ``"trick"``: when agents are rewarded.
        render_mode: ``"ansi"`` makes `render` return the table as text, without the hands.

    Raises:
        HeartsError: An argument is wrong.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's own form
        "name": "hearts_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules,
        players: int | None = None,
        *,
        episode: str = "round",
        most_rounds: int = 200,
        rewards: str = "round",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        at = rules_at(rules, players)
        players = at.players
        check_one("episode", episode, ("round", "game"))
        if render_mode not in (None, "ansi"):
            raise HeartsError(f"render_mode must be None or 'ansi', not {quoted(render_mode)}")
        check_one("rewards", rewards, REWARDS)
        self.rules = rules
        self.players = players
        self.episode = episode
        self.most_rounds = 1 if episode == "round" else check_whole("most_rounds", most_rounds, 1)
        self._by_trick = rewards == "trick"
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        actions = number_of_actions(at)
        size = size_of(at)
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observations = {
            agent: spaces.Dict(
                observation=spaces.Box(-np.inf, np.inf, (size,), np.float32),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._rng = Random()  # noqa: S311 - no secret

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self._actions[agent]

    @property
    def game(self) -> Game:
        """The game with all hands: for tests and pictures, not for agents."""
        if "_game" not in vars(self):
            raise HeartsError(_NO_EPISODE)
        return self._game

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new episode.

        Args:
            seed: The seed for this episode and those after it, a whole number from 0; None continues
                the old sequence.
            options: Ignored.

        Raises:
            HeartsError: The seed is something else.
        """
        if seed is not None:
            self._rng = Random(check_whole("seed", seed, 0))  # noqa: S311
        rules = self.rules
        if self.episode == "round":
            rules = rules.from_round(self._rng.randrange(1 << 16), self.players)
        # an episode of one round may be any round of a game: any pass, any dealer
        dealer = self._rng.randrange(self.players)
        self._chosen: list[Card] = []
        self._paid = [*for_each(self.players, 0)]
        self._game = Game.new(rules, self.players, dealer=dealer)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def observe(self, agent: str) -> Observation:
        """What an agent knows now, and which actions are legal for it."""
        if agent not in self.possible_agents:
            names = ", ".join(self.possible_agents)
            raise HeartsError(f"{quoted(agent)} is no agent: they are {names}")
        seat = self.possible_agents.index(agent)
        view = self.game.view(seat)
        # of several seats that are to answer, one is selected; the others have chosen nothing yet
        mine = self._chosen if agent == self.agent_selection else []
        mask = np.zeros(self._actions[agent].n, np.int8)
        if agent == self.agent_selection and view.is_my_turn:
            mask[legal_actions(view, mine)] = 1
        return {"observation": observed(view, seat, mine), "action_mask": mask}

    def last(self, observe: bool = True) -> Any:
        """Observation, reward since its last action, end, truncation and info of the agent to act.

        Raises:
            HeartsError: No episode is in progress.
        """
        if not self.agents:
            raise HeartsError(_NO_EPISODE)
        return super().last(observe)

    def step(self, action: int | None) -> None:
        """Take an action for the agent to act; None for each agent once the episode is over.

        Raises:
            HeartsError: The action is not legal now, or no episode is in progress; nothing has changed.
        """
        if not self.agents:
            raise HeartsError(_NO_EPISODE)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            # PettingZoo's own form of a last turn, in which an agent takes its reward
            if action is not None:
                raise HeartsError(f"the episode is over: {agent} can only step(None)")
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        seat = self.possible_agents.index(agent)
        view = self._game.view(seat)
        legal = legal_actions(view, self._chosen)
        number = plain(action)
        if type(number) is not int or number not in legal:
            raise HeartsError(
                f"{quoted(action)} is not a legal action of {agent}: choose one of {legal}"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = move_of(view, self._chosen, number)
        if move is None:
            self._chosen.append(PACK[number])
        else:
            self._chosen = []
            self._game = self._game.apply(move)
            self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Deal and score until an agent is to act or the episode is over."""
        while not self._game.to_act:
            phase = self._game.phase
            if not isinstance(phase, ScorePhase):
                self._game = self._game.deal(rng=self._rng)
                continue
            sign = 1 if self.rules.points_are_good else -1
            self._pay([sign * points for points in phase.sheet.totals])
            self._paid = [*for_each(self.players, 0)]
            self._game = self._game.score()
            if self.episode == "round" or isinstance(self._game.phase, OverPhase):
                self.terminations = dict.fromkeys(self.agents, True)
                break
            if self._game.round_number >= self.most_rounds:
                self.truncations = dict.fromkeys(self.agents, True)
                break
        # piles have all that was taken in the round, so only what is new is paid
        if self._by_trick and any(self._game.piles):
            taken = counted(self._game.piles, np.int64)
            self._pay(worth_of(taken, self._game.in_force).tolist())
        asked = self._game.to_act[:1]
        self.agent_selection = self.possible_agents[asked[0]] if asked else self.agents[0]

    def _pay(self, so_far: list[int]) -> None:
        """Reward agents with what has come to what they were paid before in this round."""
        for agent, now, before in zip(self.possible_agents, so_far, self._paid, strict=True):
            self.rewards[agent] += now - before
        self._paid = so_far

    def render(self) -> str | None:
        """The table as a spectator sees it, as text; None without a render mode."""
        return str(self.game.view(None)) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


env = HeartsEnv
"""The environment, by the name that PettingZoo programs expect."""
