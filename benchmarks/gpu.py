"""Random games on a GPU and on one core: equal records, and how fast each is.

    python benchmarks/gpu.py tokaido --players 4 --games 100000

Needs numba-cuda and an NVIDIA GPU.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from tabiji.core.match import Game
from tabiji.lab.gpu import Gpu, on_cpu

from envs import alone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--bulk", type=int, default=2_000_000, help="games of the timed run on the GPU")
    parser.add_argument("--records", choices=("local", "global"), default="local", help="where records lie")
    parser.add_argument("--option", action="append", default=[])
    words = parser.parse_args()
    game = Game(words.game, words.players, **dict(pair.split("=") for pair in words.option))

    start = time.perf_counter()
    gpu = Gpu(game, local=words.records == "local")
    gpu.play(128, 0)
    compiling = time.perf_counter() - start
    there, there_decisions, _ = gpu.play(words.games, 0)
    on_cpu(game, 10, 0)
    start = time.perf_counter()
    here, here_decisions = on_cpu(game, words.games, 0)
    cpu_seconds = time.perf_counter() - start
    equal = bool((there.view(np.uint8) == here.view(np.uint8)).all()) and there_decisions == here_decisions
    best = 0.0
    with alone():
        for repeat in range(3):
            _, decisions, seconds = gpu.play(words.bulk, 10_000_000 * (repeat + 1))
            best = max(best, decisions / seconds)
    figures = {
        "game": repr(game),
        "records": words.records,
        "games_compared": words.games,
        "records_equal": equal,
        "kernel_compilation_s": round(compiling, 1),
        "cpu_decisions_per_s": round(here_decisions / cpu_seconds),
        "gpu_decisions_per_s": round(best),
        "gpu_games_per_s": round(best / (decisions / words.bulk)),
    }
    print(json.dumps(figures, indent=1))
    if not equal:
        apart = (there.view(np.uint8) != here.view(np.uint8)).reshape(words.games, -1).any(axis=1)
        fields = [name for name in game.dtype.names or () if (there[name] != here[name]).any()]
        raise SystemExit(f"{apart.sum()} records differ, first {apart.argmax()}, in {', '.join(fields)}")


if __name__ == "__main__":
    main()
