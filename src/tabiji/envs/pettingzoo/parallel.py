"""A game as a parallel environment: all agents act at each step, and the action of the deciding seat is played."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from tabiji.envs.pettingzoo.game_env import GameEnv

Each = dict[str, Any]


class ParallelGameEnv(ParallelEnv):
    """Wraps a `GameEnv`; the actions of agents that do not decide are ignored."""

    def __init__(self, env: GameEnv) -> None:
        self.env = env
        self.metadata = {**env.metadata, "is_parallelizable": True}
        self.render_mode = env.render_mode
        self.possible_agents = env.possible_agents
        self.observation_spaces = env.observation_spaces
        self.action_spaces = env.action_spaces

    def observation_space(self, agent: str) -> Any:
        return self.env.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        return self.env.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        """Begin a game."""
        self.env.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: Each) -> tuple[Each, Each, Each, Each, Each]:
        """Play the action of the agent that decides."""
        env, acting = self.env, self.agents
        env.step(actions[env.agent_selection])
        rewards = {agent: env.rewards.get(agent, 0.0) for agent in acting}
        terminations = {agent: env.terminations.get(agent, True) for agent in acting}
        truncations = {agent: env.truncations.get(agent, False) for agent in acting}
        infos = self._infos()
        while env.agents and (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            env.step(None)  # agents that are out take their leave
        observations = self._observations()
        self.agents = [agent for agent in acting if not (terminations[agent] or truncations[agent])]
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> Each:
        return {agent: self.env.observe(agent) for agent in self.agents}

    def _infos(self) -> Each:
        return {agent: dict(self.env.infos.get(agent, {})) for agent in self.agents}

    def render(self) -> Any:
        return self.env.render()

    def close(self) -> None:
        self.env.close()
