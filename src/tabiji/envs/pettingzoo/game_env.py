"""A game as an agent-environment cycle: agents are seats, and the one that must decide acts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from tabiji.core import dispatch
from tabiji.core.errors import IllegalMove, OptionError
from tabiji.core.match import SEEDS, Game, Match
from tabiji.core.record import as_states, load_rows
from tabiji.envs import table
from tabiji.envs.batch import check_seed
from tabiji.envs.observation import layout_of, observe_rows


def make_parallel_env(name: str, /, players: int | None = None, **arguments: Any) -> Any:
    """The same as a parallel environment: all agents act at each step, and the deciding seat's action is played."""
    from tabiji.envs.pettingzoo.parallel import ParallelGameEnv

    return ParallelGameEnv(GameEnv(name, players, **arguments))


_AFTER_RESET = (
    *("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents", "match"),
    "_rows",  # the first that `observe` reads
)


class GameEnv(AECEnv, EzPickle):
    """A game of Tabiji. It makes the checks of PettingZoo's wrappers by itself: they take as long as the game.

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
        state = self.game.spec.state
        self.action_spaces = {agent: table.Actions(state.ACTIONS) for agent in self.possible_agents}
        self._generator = np.random.default_rng()
        self._observation_size = layout_of(self.game.spec).size
        self._moves = np.zeros(state.MAX_LEGAL, np.int16)
        self._no_mask = np.zeros(state.ACTIONS, np.int8)
        self._no_mask.setflags(write=False)
        self._updates = 0  # steps and resets since it was made

    def __getattr__(self, name: str) -> Any:
        hint = ": call reset() first" if name in _AFTER_RESET else ""
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{hint}")

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # --- play ---------------------------------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed, the next games without one follow from it too."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
            self._seed = check_seed(seed)
        else:
            self._seed = int(self._generator.integers(SEEDS, dtype=np.uint64))
        record = load_rows(self.game.dtype, self.game.blank_bytes)
        self._rows = as_states(record)
        dispatch.call_setup(self._rows, np.uint64(self._seed))
        self._fates = table.fates(self.game, record[0])
        self._known_fates = self._fates.tobytes()
        self._match: Match | None = None
        self._played: list[int] = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._no_mask} for agent in self.agents}
        self._updates += 1
        self._ask()

    @property
    def match(self) -> Match:
        """The match so far. It is played again from its seed: play does not need it."""
        if self._match is None:
            self._match = self.game.new(self._seed)
        for action in self._played[len(self._match.moves) :]:
            self._match.step(action)
        return self._match

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act; call `step` for each of them."""
        seen = 0
        for _ in range(max_iter):
            if not self.agents:
                return
            assert seen != self._updates, "call step() or reset() in a loop over agent_iter()"
            seen = self._updates
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; None if it is out of the game. IllegalMove: nothing was played."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        self._updates += 1
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        played = self._checked(action)
        self.infos[agent]["action_mask"] = self.action_spaces[agent].legal = self._no_mask
        dispatch.call_step(self._rows, played)
        self._played.append(played)
        self._ask()
        if self._seat < 0:
            self._finish()
        elif self._fates.tobytes() != self._known_fates:
            self._lose_ships()
        if len(self._played) == self._max_cycles and self._seat >= 0:
            self._truncate()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Select the agent that must decide, and show it what is legal."""
        mask = np.zeros(len(self._no_mask), np.int8)
        self._seat = seat = dispatch.call_mask(self._rows, self._moves, mask)
        mask.setflags(write=False)
        self._mask = mask
        if seat >= 0:
            agent = self.agent_selection = self.possible_agents[seat]
            self.infos[agent]["action_mask"] = self.action_spaces[agent].legal = mask

    def _lose_ships(self) -> None:
        """Whose ship has just been lost is out of the game, and leaves it first."""
        self._known_fates = self._fates.tobytes()
        for agent, fate in zip(self.possible_agents, self._fates, strict=True):
            if fate and agent in self.terminations:
                self.terminations[agent] = True
        self._deads_step_first()

    def _truncate(self) -> None:
        """Nobody may decide any more."""
        self.truncations = dict.fromkeys(self.agents, True)
        self._mask = self.infos[self.agent_selection]["action_mask"] = self._no_mask
        self._deads_step_first()

    def _finish(self) -> None:
        """Everybody still in the game gets its reward; ships lost before have had theirs: nothing."""
        rewards = table.final_rewards(self.game, self._rows, self._reward)
        for agent in self.agents:
            self.rewards[agent] = rewards[self._seat_of[agent]]
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def _checked(self, action: Any) -> int:
        """An action that is legal, as a number; or IllegalMove."""
        mask = self._mask
        if isinstance(action, (int, np.integer)) and 0 <= action < len(mask) and mask[action]:
            return int(action)
        legal = ", ".join(map(str, np.flatnonzero(mask)))
        agent = self.agent_selection
        raise IllegalMove(f"action {action!r} of {agent} cannot be played now; legal: {legal}; nothing was played")

    # --- what is seen -------------------------------------------------------------------------------------------
    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and the mask of its legal actions: zeros when it does not decide."""
        seat = self._seat_of[agent]
        return {
            "observation": observe_rows(self._rows, seat, self._observation_size),
            "action_mask": self._mask if seat == self._seat else self._no_mask,
        }

    def render(self) -> Any:
        """The board as the deciding seat sees it."""
        return table.render(self.match, self.render_mode, self.match.seat)

    def close(self) -> None:
        """Nothing is open."""
