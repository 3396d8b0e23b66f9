"""The speed of the environments: random play with nothing, with masks, with masks and observations.

    python benchmarks/envs.py                        all games, one core and all cores
    python benchmarks/envs.py tokaido --cores 2      one game
    python benchmarks/envs.py tokaido --device cuda  on a GPU, and whether it agrees with the CPU byte for byte
    python benchmarks/envs.py --peers all            other libraries (those that are installed)

A decision is one action in one game: chosen at random among the legal ones, checked, played, and the next position
written. `random_play` is the loop of `tabiji simulate`, without arrays. Figures are the best of several rounds. Runs
that share a GPU compile side by side and measure in turn.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tabiji.core.game_spec import game_names
from tabiji.core.match import Game
from tabiji.envs import batch
from tabiji.lab.simulate import play_batch

from peers import ENVIRONMENTS, busy, clock

PLAYERS = {"tokaido": 4, "tokaido_duo": 2, "tsuro_seas": 4}
SHOWN = {
    "nothing": {"masks": False, "observations": False},
    "masks": {"masks": True, "observations": False},
    "masks and observations": {"masks": True, "observations": True},
}


@contextmanager
def alone() -> Iterator[None]:
    """Within this context no other benchmark of this machine measures."""
    with (Path(tempfile.gettempdir()) / "tabiji-benchmark.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def random_play(game: Game, rounds: int, games: int = 20_000) -> float:
    """Decisions a second of the loop that `tabiji simulate` runs, on one core."""
    play_batch(game, 0, 10)
    best = 0.0
    for repeat in range(rounds):
        start = clock()
        rows = play_batch(game, repeat * games, games)
        best = max(best, int(rows["decisions"].sum(dtype=np.int64)) / (clock() - start))
    return best


def on_cpu(name: str, cores: int, size: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Decisions a second on a CPU, by what is shown."""
    rates = {}
    if cores == 1:
        rates["random_play"] = round(random_play(Game(name, PLAYERS[name]), rounds))
    for shown, words in SHOWN.items():
        env = batch.make(name, PLAYERS[name], batch=size, threads=cores, **words)
        for _ in range(50):  # games at all stages
            env.step(env.random_actions())
        best = 0.0
        for _ in range(rounds):
            start, steps = clock(), 0
            while (spent := clock() - start) < seconds:
                env.step(env.random_actions())
                steps += 1
            best = max(best, steps * size / spent)
        rates[shown] = round(best)
        env.close()
    return {"game": name, "players": PLAYERS[name], "cores": cores, "batch": size, "decisions_per_second": rates}


# --- on a GPU ---------------------------------------------------------------------------------------------------------
ARRAYS = ("observations", "masks", "seats", "rewards", "margins", "dones", "scores")


def difference(there: Any, here: Any) -> str:
    """The first array in which two batches differ; empty if they agree."""
    if there.states.copy_to_host().tobytes() != here.states.tobytes():
        return "states"
    for name in ARRAYS:
        if getattr(there, name).copy_to_host().tobytes() != getattr(here, name).tobytes():
            return name
    return ""


def on_gpu(name: str, size: int, steps: int, compared: int) -> dict[str, Any]:
    """Milliseconds of the parts of a step, decisions a second, and whether all arrays are those of a CPU."""
    from numba import cuda

    start = time.perf_counter()
    words: dict[str, Any] = {"players": PLAYERS[name], "seed": 7}
    there = batch.make(name, batch=2048, device="cuda", **words)
    there.step(there.random_actions())
    cuda.synchronize()
    compiling = time.perf_counter() - start
    here = batch.make(name, batch=2048, **words)
    here.step(here.random_actions())
    differs = difference(there, here)
    for k in range(compared):
        there.step(there.random_actions())
        here.step(here.random_actions())
        if k % 20 == 0 or k == compared - 1:
            differs = differs or difference(there, here)
    with alone():
        rates = {}
        for shown, switches in SHOWN.items():
            env = batch.make(name, batch=size, device="cuda", **switches, **words)
            for check in (False, True):
                env._settings = env._settings._replace(check=check)
                rates[shown + (", checked" if check else "")] = _timed(env, cuda, steps)
    return {
        "game": name,
        "players": PLAYERS[name],
        "batch": size,
        "compilation_s": round(compiling, 1),
        "decisions_compared": 2048 * (compared + 1),
        "differs_in": differs or "nothing",
        "episodes_compared": int(here.episodes.sum()),
        "decisions_per_second": {shown: round(rate) for shown, rate in rates.items()},
    }


def _timed(env: Any, cuda: Any, steps: int) -> float:
    """Decisions a second; games are at all stages after the first steps."""
    for _ in range(40):
        env.step(env.random_actions())
    best = 0.0
    for _ in range(3):
        cuda.synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            env.step(env.random_actions())
        cuda.synchronize()
        best = max(best, steps * env.batch / (time.perf_counter() - start))
    return best


def beside(names: list[str]) -> dict[str, Any]:
    """Decisions a second of other libraries."""
    rates: dict[str, Any] = {}
    for name in ENVIRONMENTS if "all" in names else names:
        try:
            peer = ENVIRONMENTS[name]()
        except ImportError as error:
            rates[name] = f"not installed: {error}"
            continue
        rates[peer.name] = round(max(peer.rate() for _ in range(2)))
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all unless told otherwise")
    parser.add_argument("--device", choices=batch.DEVICES, default="cpu")
    parser.add_argument("--cores", type=int, help="one, then all, unless told otherwise")
    parser.add_argument("--batch", type=int, help="4096 on a CPU, 65536 on a GPU")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", nargs="*", help="measure these instead: all, " + ", ".join(ENVIRONMENTS))
    parser.add_argument("--busy", action="store_true", help="one core, by processor time: for machines with other work")
    words = parser.parse_args()
    if words.busy:
        busy()
        words.cores = 1
    if words.peers is not None:
        print(json.dumps({"load_average": os.getloadavg(), "peers": beside(words.peers)}, indent=1))
        return
    report = []
    for name in words.games or game_names():
        if words.device == "cuda":
            report.append(on_gpu(name, words.batch or 65_536, steps=100, compared=200))
            continue
        for cores in [words.cores] if words.cores else sorted({1, os.cpu_count() or 1}):
            report.append(on_cpu(name, cores, words.batch or 4096, words.seconds, words.rounds))
    print(json.dumps({"load_average": np.round(os.getloadavg(), 1).tolist(), "batches": report}, indent=1))


if __name__ == "__main__":
    main()
