"""Tokaido Duo, for two."""

from __future__ import annotations

from functools import partial

from tabiji.envs.pettingzoo.game_env import GameEnv, make_parallel_env

env = raw_env = partial(GameEnv, "tokaido_duo")
parallel_env = partial(make_parallel_env, "tokaido_duo")
