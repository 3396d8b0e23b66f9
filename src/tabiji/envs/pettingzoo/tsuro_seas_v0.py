"""Tsuro of the Seas, for two to eight ships."""

from __future__ import annotations

from functools import partial

from tabiji.envs.pettingzoo.game_env import GameEnv, make_env, make_parallel_env

raw_env = partial(GameEnv, "tsuro_seas")
env = partial(make_env, "tsuro_seas")
parallel_env = partial(make_parallel_env, "tsuro_seas")
