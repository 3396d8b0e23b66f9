"""The speed of the engine on this machine."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from tabiji.core.match import Game
from tabiji.lab.simulate import play_batch


def random_play(game: Game, games: int = 50_000, repeats: int = 5) -> dict[str, Any]:
    """Random legal play on one core: the best of several runs."""
    play_batch(game, 0, 10)
    best = 0.0
    for repeat in range(repeats):
        start = time.perf_counter()
        rows = play_batch(game, repeat * games, games)
        rate = int(rows["decisions"].sum(dtype=np.int64)) / (time.perf_counter() - start)
        best = max(best, rate)
    mean = float(rows["decisions"].mean())
    return {"decisions_per_second": best, "games_per_second": best / mean, "decisions_per_game": mean}


def copying(game: Game, copies: int = 200_000) -> dict[str, Any]:
    """The size of a record, and the time of a copy (its bytes, from Python)."""
    source, target = np.zeros(1, game.dtype).view(np.uint8), np.zeros(1, game.dtype).view(np.uint8)
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(copies):
            np.copyto(target, source)
        best = min(best, (time.perf_counter() - start) / copies)
    return {"record_bytes": game.dtype.itemsize, "copy_microseconds": best * 1e6}
