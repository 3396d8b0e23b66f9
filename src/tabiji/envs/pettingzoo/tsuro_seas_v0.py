"""Tsuro of the Seas, for two to eight ships."""

from __future__ import annotations

from functools import partial

from tabiji.envs.pettingzoo.game_env import GameEnv, make_parallel_env

env = raw_env = partial(GameEnv, "tsuro_seas")
parallel_env = partial(make_parallel_env, "tsuro_seas")
