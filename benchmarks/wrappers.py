"""The speed of the PettingZoo environments, beside the batch and PettingZoo's own classics, in decisions a CPU second.

    python benchmarks/wrappers.py                             ours
    python benchmarks/wrappers.py go_v5 chess_v6              and classics (those that are installed)

The loop is that of PettingZoo's own benchmark: `last`, a random action of the mask, `step`. CPU time is measured, not
wall time: one process on one core.
"""

from __future__ import annotations

import argparse
import random
import time
from importlib import import_module
from typing import Any

import numpy as np

from tabiji.envs import batch

OURS = ("tokaido_v0", "tokaido_duo_v0", "tsuro_seas_v0")


def rate(env: Any, seconds: float) -> tuple[float, float]:
    """Turns a CPU second, and turns a game."""
    env.reset(seed=1)
    turns, games, rng, start = 0, 0, random.Random(1), time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in env.agent_iter(env.num_agents):
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            turns += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
                games += 1
    return turns / spent, turns / max(games, 1)


def batch_rate(size: int, seconds: float) -> float:
    """Decisions a CPU second of a batch of Tokaido with masks and observations, on one thread."""
    env = batch.make("tokaido", players=4, batch=size, threads=1)
    env.step(env.random_actions())
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        env.step(env.random_actions())
        steps += 1
    return size * steps / spent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("classics", nargs="*")
    parser.add_argument("--seconds", type=float, default=3.0)
    given = parser.parse_args()
    for folder, names in (("tabiji.envs.pettingzoo", OURS), ("pettingzoo.classic", given.classics)):
        for name in names:
            env = import_module(f"{folder}.{name}").env()
            rate(env, 0.2)  # what is compiled at the first call
            turns, length = rate(env, given.seconds)
            print(f"{name:16} {turns:10,.0f} decisions/s {length:8.0f} decisions a game")
    for size in (1, 1024):
        print(f"batch of {size:<7} {batch_rate(size, given.seconds):10,.0f} decisions/s")
