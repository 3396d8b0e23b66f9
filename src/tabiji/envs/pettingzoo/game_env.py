"""A game as an agent-environment cycle: agents are seats, and the one that must decide acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tabiji.core.errors import IllegalMove, OptionError
from tabiji.core.match import SEEDS, Game, Match
from tabiji.envs import table
from tabiji.envs.observation import legal_mask, observe


def make_env(name: str, /, players: int | None = None, **arguments: Any) -> Any:
    """A game as PettingZoo's AEC environment; see `GameEnv` for the arguments."""
    return wrappers.OrderEnforcingWrapper(GameEnv(name, players, **arguments))


def make_parallel_env(name: str, /, players: int | None = None, **arguments: Any) -> Any:
    """The same as a parallel environment: all agents act at each step, and the deciding seat's action is played."""
    from tabiji.envs.pettingzoo.parallel import ParallelGameEnv

    return ParallelGameEnv(GameEnv(name, players, **arguments))


class GameEnv(AECEnv, EzPickle):
    """A game of Tabiji.

    Args:
        players: how many play.
        render_mode: `human` (drawn in the terminal), `ansi` or `rgb_array`.
        reward: `win`, shares of the victory, or `margin`, the score minus the mean of all scores; at the end.
        max_cycles: decisions after which the game is truncated.
        board: of games that have several.
        options: of the game, as `tabiji.game` takes them.
    """

    def __init__(
        self,
        name: str,
        /,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        reward: str = "win",
        max_cycles: int | None = None,
        board: str | Path | dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            name,
            players,
            render_mode=render_mode,
            reward=reward,
            max_cycles=max_cycles,
            board=board,
            **options,
        )
        super().__init__()
        self.game = Game(name, players, board, **options)
        self.metadata = {
            "name": f"{name}_v0",
            "render_modes": list(table.RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None:
            table.check_choice("render_mode", render_mode, table.RENDER_MODES)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise OptionError(f"max_cycles is at least 1, not {max_cycles!r}")
        self.render_mode = render_mode
        self._reward = table.check_reward(self.game, reward)
        self._max_cycles = max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box, mask = table.observation_box(self.game), table.mask_box(self.game)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        actions = self.game.spec.state.ACTIONS
        self.action_spaces = {agent: table.Actions(actions) for agent in self.possible_agents}
        self._generator = np.random.default_rng()
        self._no_mask = np.zeros(actions, np.int8)
        self._no_mask.setflags(write=False)
        self.match: Match

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # --- play ---------------------------------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed, the next games without one follow from it too."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
            self.match = self.game.new(seed)
        else:
            self.match = self.game.new(int(self._generator.integers(SEEDS, dtype=np.uint64)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._no_mask} for agent in self.agents}
        self._decisions = 0
        self._mask = self._no_mask
        self._ask()

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; None if it is out of the game. IllegalMove: nothing was played."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._check(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent]["action_mask"] = self._no_mask
        self.action_spaces[agent].legal = self._no_mask
        self.match.step(int(action))  # type: ignore[arg-type]
        self._decisions += 1
        if self.match.over:
            self._finish()
        else:
            for seat in table.seats_out(self.match):
                if self.possible_agents[seat] in self.terminations:
                    self.terminations[self.possible_agents[seat]] = True
            self._ask()
            if self._max_cycles is not None and self._decisions >= self._max_cycles:
                self._truncate()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Select the agent that must decide, and show it what is legal."""
        agent = self.possible_agents[self.match.seat or 0]
        self.agent_selection = agent
        self._mask = legal_mask(self.match)
        self._mask.setflags(write=False)
        self.infos[agent]["action_mask"] = self._mask
        self.action_spaces[agent].legal = self._mask

    def _truncate(self) -> None:
        """Nobody may decide any more."""
        self.truncations = dict.fromkeys(self.agents, True)
        self._mask = self.infos[self.agent_selection]["action_mask"] = self._no_mask

    def _finish(self) -> None:
        """Everybody still in the game gets its reward; ships lost before have had theirs: nothing."""
        self._mask = self._no_mask
        rewards = table.final_rewards(self.match, self._reward)
        for agent in self.agents:
            self.rewards[agent] = rewards[self._seat_of[agent]]
            self.terminations[agent] = True

    def _check(self, action: Any) -> None:
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(self._mask) or not self._mask[action]:
            legal = ", ".join(map(str, np.flatnonzero(self._mask)))
            agent = self.agent_selection
            raise IllegalMove(f"action {action!r} of {agent} cannot be played now; legal: {legal}; nothing was played")

    # --- what is seen -------------------------------------------------------------------------------------------
    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and the mask of its legal actions: zeros when it does not decide."""
        seat = self._seat_of[agent]
        return {
            "observation": observe(self.match, seat),
            "action_mask": self._mask if seat == self.match.seat else self._no_mask,
        }

    def render(self) -> Any:
        """The board as the deciding seat sees it."""
        return table.render(self.match, self.render_mode, self.match.seat)

    def close(self) -> None:
        """Nothing is open."""
