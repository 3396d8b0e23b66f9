"""Tokaido, for two to five travelers."""

from __future__ import annotations

from functools import partial

from tabiji.envs.pettingzoo.game_env import GameEnv, make_env, make_parallel_env

raw_env = partial(GameEnv, "tokaido")
env = partial(make_env, "tokaido")
parallel_env = partial(make_parallel_env, "tokaido")
