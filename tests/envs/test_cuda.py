"""The GPU's part of a batch, without a GPU: its rules are those of the game, and its kernels' order gives the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabiji.core.episodes import LANE
from tabiji.core.game_spec import game_names
from tabiji.core.record import RecordProxy, load_rows
from tabiji.envs import batch
from tabiji.envs.cuda import bind

from tests.envs.test_observation import configurations
from tests.seeds import SEED

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", game_names())
def test_the_kernels_in_turn_do_what_a_cpu_does(name: str) -> None:
    """Interpreted, one game after the other; `benchmarks/envs.py --device cuda` compares them on a GPU."""
    games = configurations(name)[::5]
    env = batch.make(games, batch=len(games), seed=SEED, skip_forced=True)
    rules = bind(env.spec, lambda rule: rule)
    states = load_rows(games[0].dtype, env.states.tobytes())
    lanes = np.frombuffer(bytearray(env._lanes.tobytes()), LANE)
    moves, history = env._moves.copy(), np.zeros((env.batch, 2, 1), np.int16)
    rewards, margins, scores = (np.zeros_like(array) for array in (env.rewards, env.margins, env.scores))
    finished = 0
    for _ in range(60):
        actions = env.random_actions().tolist()
        env.step(actions)
        for i in range(env.batch):
            s, lane = RecordProxy(states[i : i + 1]), RecordProxy(lanes[i : i + 1])
            lists: tuple[Any, Any] = (moves[i].data, history[i].data)
            done = rules["take_turn"](s, lane, actions[i], 1, 1, *lists, rewards[i], margins[i], scores[i].data)
            if lane.renewed:
                s.overwrite(games[i].blank().tobytes())
            rules["open_turn"](s, lane, 1, *lists)
            mask, seen = np.zeros(env.num_actions, np.int8), np.zeros(env.observation_size, np.uint8)
            rules["write_mask"](lane, moves[i].data, mask.data)
            rules["write_observation"](s, seen.data)
            assert done == env.dones[i]
            assert states[i].tobytes() == env.states[i].tobytes()
            assert mask.tobytes() == env.masks[i].tobytes()
            assert seen.tobytes() == env.observations[i].tobytes()
            finished += done
        assert rewards.tobytes() == env.rewards.tobytes()
        assert margins.tobytes() == env.margins.tobytes()
        assert scores.tobytes() == env.scores.tobytes()
    assert finished or name == "tokaido_duo"
