"""All figures of docs/benchmarks.md: the engine beside its peers in one run, and the command line.

    make bench                                   everything
    python benchmarks/run.py --only tokaido      one game and its peer
    python benchmarks/run.py --only search       simulations a second of the search bot
    python benchmarks/run.py --only commands     start-up times and a million games

Figures are the best of several rounds. Our rounds and the peer's alternate: a slow moment of the machine meets both.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tabiji
from tabiji.bots.builtin import SearchBot
from tabiji.bots.protocol import Budget
from tabiji.lab.bench import copying, random_play

from peers import Peer, openspiel, openspiel_search

# game, players, the peer to beat, and how many times
MATCHES: list[tuple[str, int, str, float]] = [
    ("tokaido", 4, "crazy_eights(players=4)", 25),
    ("tokaido_duo", 2, "backgammon", 40),
    ("tsuro_seas", 4, "crazy_eights(players=4)", 10),
]
ROUNDS = 3


def machine() -> dict[str, Any]:
    """Where this was measured."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    packages = ("numpy", "numba", "open_spiel")
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


def beside_peer(name: str, players: int, peer: Peer, target: float) -> dict[str, Any]:
    """Random legal play, ours and the peer's, in turns."""
    game = tabiji.game(name, players=players)
    ours = theirs = 0.0
    for _ in range(ROUNDS):
        theirs = max(theirs, peer.rate())
        ours = max(ours, random_play(game, repeats=1)["decisions_per_second"])
    return {
        "game": repr(game),
        "decisions_per_second": round(ours),
        "peer": peer.name,
        "peer_decisions_per_second": round(theirs),
        "times": round(ours / theirs, 1),
        "target_times": target,
        **{key: round(value, 3) for key, value in copying(game).items()},
    }


def searching() -> dict[str, Any]:
    """Simulations a second of the search bot in the middle of a four-player Tokaido, beside OpenSpiel's."""
    game = tabiji.game("tokaido", players=4)
    peer = openspiel_search()
    ours = theirs = 0.0
    for seed in range(ROUNDS):
        match, rng = game.new(seed), random.Random(seed)
        while len(match.moves) < 40 or len(match.legal_actions()) < 5:
            match.act(rng.choice(match.legal_actions()))
        record = match.determinize(match.seat, seed).state
        bot = SearchBot()
        bot.think(record, Budget(simulations=10))
        start = time.perf_counter()
        bot.think(record, Budget(simulations=5000))
        ours = max(ours, 5000 / (time.perf_counter() - start))
        theirs = max(theirs, peer.rate())
    return {
        "simulations_per_second": round(ours),
        "peer": peer.name,
        "peer_simulations_per_second": round(theirs),
        "times": round(ours / theirs, 2),
        "target_times": 1.5,
    }


def timed(words: list[str], cache: str) -> dict[str, Any]:
    """A command's wall time and peak memory."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, *words],
        env={**os.environ, "TABIJI_CACHE": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(done.stderr)
    return {
        "command": "tabiji " + " ".join(words),
        "seconds": round(seconds, 2),
        "peak_mib": int(done.stderr.splitlines()[-1]) // 1024,
    }


# Peak memory is the kernel's high-water mark of the process itself: what getrusage says includes the parent's.
_CHILD = """
import sys
from tabiji.cli import main
try:
    main(sys.argv[1:])
except SystemExit as stop:
    code = stop.code
marks = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
sys.stderr.write("\\n" + marks[0])
sys.exit(code)
"""


def commands() -> list[dict[str, Any]]:
    """Start-up times, first compilation, and a million games."""
    cache = tempfile.mkdtemp(prefix="tabiji-bench-")
    try:
        simulate = ["simulate", "tokaido", "--players", "4", "--bots", "random", "--games"]
        return [
            timed(["--help"], cache),
            {"first": "cold: everything is compiled", **timed([*simulate, "1"], cache)},
            timed([*simulate, "1"], cache),
            timed(["games"], cache),
            timed([*simulate, "1000000"], cache),
        ]
    finally:
        shutil.rmtree(cache)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="a game, search, or commands")
    words = parser.parse_args()
    report: dict[str, Any] = {"machine": machine()}
    for name, players, peer, target in MATCHES:
        if words.only in (None, name):
            report.setdefault("random_play", []).append(beside_peer(name, players, openspiel(peer), target))
    if words.only in (None, "search"):
        report["search"] = searching()
    if words.only in (None, "commands"):
        report["commands"] = commands()
    json.dump(report, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
