"""Analyses on the server: from the request to the first results and to the end, and what a bystander feels of them.

    PYTHONPATH=. python benchmarks/analysis_server.py

Somebody plays matches against bots with random moves and asks for their analyses, one after the other; the first one of
a node finds no process that has loaded a network. Then a bystander plays against a bot, by turns while nothing is
analyzed and while analyses run all the time; the time from sending a move to its acknowledgement is measured. On a busy
machine the process of the analyses, which has a lower priority, waits: its processor time is shown, too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tests.server.visitor import Visitor

TABLES = {"tokaido": ["casual"] * 3, "tokaido_duo": ["casual"]}
LOOK = 0.01  # seconds between two looks at an analysis
PAUSE = 0.02  # seconds between the bystander's moves


async def play(player: Visitor, game: str, seed: int) -> str:
    """A match to its end."""
    bots = TABLES[game]
    table = await player.table(game=game, players=len(bots) + 1, bots=bots, start=True)
    async with player.sit(table) as seat:
        await seat.play_on(Random(seed))
        await seat.ended()
    return table


def processor_time(node: int) -> float:
    """Seconds that the process of a node's analyses has used: the child with the lower priority."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has ended
            continue
        if int(fields[1]) == node and int(fields[16]) > 0:
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


async def analyze(player: Visitor, table: str, node: int, look: float = LOOK) -> str:
    """Times from the request until there is a result and until the end, in words."""
    path, first, known = f"/api/tables/{table}/analysis", "", 0
    begun, used = time.perf_counter(), processor_time(node)

    def spent() -> str:
        return f"{time.perf_counter() - begun:.2f} s (processor {processor_time(node) - used:.2f} s)"

    await player.post(path)
    while True:
        found = await player.get(path, after=known)
        known += len(found["decisions"])
        if known and not first:
            first = spent()
        if found["status"] == "done":
            return f"first {first}, all {found['total']} {spent()}"
        assert found["status"] in ("waiting", "running"), found
        await asyncio.sleep(look)


async def moves(bystander: Visitor, seconds: float, waits: list[float]) -> None:
    """Play against a bot; how long each move waits for its acknowledgement."""
    until, rng = time.perf_counter() + seconds, Random(5)
    while time.perf_counter() < until:
        table = await bystander.table(players=2, bots=["casual"], start=True)
        async with bystander.sit(table) as seat:
            while await seat.turn() and time.perf_counter() < until:
                begun = time.perf_counter()
                await seat.move(rng.choice(seat.legal))
                made = await seat.next("ack")
                waits.append(time.perf_counter() - begun)
                while seat.number < made["number"] and not seat.over:
                    await seat.next()
                await asyncio.sleep(PAUSE)


def show(what: str, waits: list[float]) -> None:
    ms = [1000 * wait for wait in waits]
    print(f"{what}: median {median(ms):.2f} ms, p99 {quantiles(ms, n=100)[98]:.2f} ms, n {len(ms)}", flush=True)


async def measure(base: str, node: int, matches: int, blocks: int, seconds: float) -> None:
    async with Visitor(base, "Ann") as ann, Visitor(base, "Bo") as bo:
        for game in TABLES:
            played = [await play(ann, game, seed) for seed in range(matches)]
            for number, table in enumerate(played):
                print(f"{game} {number}: {await analyze(ann, table, node)}", flush=True)
        waiting = [await play(ann, "tokaido", 100 + seed) for seed in range(blocks * int(seconds))]
        quiet: list[float] = []
        beside: list[float] = []
        for _ in range(blocks):
            await moves(bo, seconds, quiet)
            playing = asyncio.create_task(moves(bo, seconds, beside))
            while not playing.done() and waiting:
                await analyze(ann, waiting.pop(), node, look=0.2)
            await playing
        print(f"load of the machine: {os.getloadavg()}, {os.cpu_count()} cores; matches left: {len(waiting)}")
        show("a bystander's moves, nothing analyzed", quiet)
        show("a bystander's moves, analyses running", beside)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=4, help="of each game")
    parser.add_argument("--blocks", type=int, default=3, help="of each kind")
    parser.add_argument("--seconds", type=float, default=8, help="of a block")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "tabiji.cli", "serve", "--port", "0", "--log", "warning"]
        words += ["--database", f"sqlite:///{Path(folder) / 'bench.db'}", "--matches", "1000", "--tables", "1000000"]
        for limit in ("--requests", "--messages", "--analyses", "--arrivals"):
            words += [limit, "1000000"]
        node = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert node.stdout is not None
            base = node.stdout.readline().split()[3].rstrip("/")
            asyncio.run(measure(base, node.pid, given.matches, given.blocks, given.seconds))
        finally:
            node.terminate()
            node.wait()


if __name__ == "__main__":
    main()
