"""One seat of many games at once as a Gymnasium vector environment, on the batch."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tabiji.core.episodes import NOTHING, RESET
from tabiji.core.errors import ActionError, IllegalMove
from tabiji.core.match import Game
from tabiji.envs import batch, table
from tabiji.envs.gymnasium import check_seat
from tabiji.envs.opponents import Policy, opponent


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat of many games against bots; a game that is over begins anew at the next step, whatever its action.

    Args:
        num_envs: how many games.
        game: the name of the game.
        players: how many play, bots included.
        bots: "random", "greedy", or a function of observations [num_envs, size] and masks [num_envs, actions] that
            returns an action for each game: the deciding seats' opponents.
        seat: the learner's seat; "random" draws one for each of the games.
        reward: `win`, its share of the victory, or `margin`, its score minus the mean of all scores; at the end.
        threads: of the CPU; one for each core unless told otherwise.
        board: of games that have several.
        options: of the game, as `tabiji.game` takes them.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: str,
        players: int | None = None,
        *,
        bots: str | Policy = "greedy",
        seat: int | str = 0,
        reward: str = "win",
        threads: int | None = None,
        board: Any = None,
        **options: Any,
    ) -> None:
        self.num_envs = num_envs
        self.game = Game(game, players, board, **options)
        self._seat_choice = check_seat(self.game, seat)
        self._reward = table.check_reward(self.game, reward)
        self.batch = batch.make(self.game, batch=num_envs, auto_reset=False, check=False, threads=threads)
        self._opponent = opponent(self.batch, bots)
        self.single_observation_space = table.observation_box(self.game)
        self.single_action_space = table.Actions(self.batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = np.zeros(num_envs, np.int8)
        self._finished = np.zeros(num_envs, np.bool_)
        self._rewards = np.zeros(num_envs, np.float64)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games: game i from the seed `seed + i`."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        if isinstance(self._seat_choice, str):
            self.seats[:] = self.np_random.integers(self.game.players, size=self.num_envs)
        else:
            self.seats[:] = self._seat_choice
        self._finished[:] = False
        self.batch.reset(int(self.np_random.integers(2**63)) if first is None else first)
        self._play_bots()
        return self._observed()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game, then the bots' until the learner must decide again."""
        chosen = self._checked(actions)
        self._rewards[:] = 0
        self._play(np.where(self._finished, RESET, chosen))
        self._play_bots()
        self._finished = self.batch.seats < 0
        observations, infos = self._observed()
        return observations, self._rewards.copy(), self._finished.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _checked(self, actions: Any) -> Any:
        """Actions as an array; IllegalMove names the first that is not legal. Games that are over take any."""
        array = np.asarray(actions)
        self.batch.check_actions(array)
        inside = (array >= 0) & (array < self.batch.num_actions)
        legal = inside & (self.batch.masks[np.arange(self.num_envs), np.where(inside, array, 0)] == 1)
        wrong = np.flatnonzero(~legal & ~self._finished)
        if len(wrong):
            i = int(wrong[0])
            allowed = ", ".join(map(str, self.batch.legal_actions(i)))
            raise IllegalMove(
                f"action {array[i]} of game {i} cannot be played now; legal: {allowed}; nothing was played"
            )
        return array

    def _play(self, actions: Any) -> None:
        step = self.batch.step(actions)
        rewards = step.rewards if self._reward == "win" else step.margins
        self._rewards += rewards[np.arange(self.num_envs), self.seats]

    def _play_bots(self) -> None:
        """Until the learner must decide in each game, or it is over."""
        while (theirs := (self.batch.seats >= 0) & (self.batch.seats != self.seats)).any():
            actions = np.asarray(self._opponent(theirs))
            if actions.shape != (self.num_envs,):
                raise ActionError(f"the bots' function must return {self.num_envs} actions, not {actions.shape}")
            self._play(np.where(theirs, actions, NOTHING))

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        infos = {"action_mask": self.batch.masks.copy(), "seat": self.seats.copy()}
        return self.batch.observations.copy(), infos

    def close_extras(self, **arguments: Any) -> None:
        """End the threads."""
        self.batch.close()
