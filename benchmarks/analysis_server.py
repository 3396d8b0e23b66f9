"""Analyses on the server: from the request to the first results and to the end, and what bystanders feel of them.

    PYTHONPATH=. python benchmarks/analysis_server.py

Somebody plays matches against bots with random moves and asks for their analyses, one after the other. Then bystanders
play against bots in a process of their own, by turns while nothing is analyzed and while analyses run all the time; the
time from sending a move to its acknowledgement is measured. On a busy machine the process of the analyses, which runs
where nothing else wants to, waits: its processor time is shown, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tests.server.visitor import Visitor

TABLES = {"tokaido": ["casual"] * 3, "tokaido_duo": ["casual"], "tsuro_seas": ["casual"] * 3}
LOOK = 0.01  # seconds between two looks at an analysis
PAUSE = 0.02  # seconds between the moves of a bystander
BYSTANDERS = 4
WARM_UP = 1.0  # seconds of a block that are not counted: its process has just started


async def play(player: Visitor, game: str, seed: int) -> str:
    """A match to its end."""
    bots = TABLES[game]
    table = await player.table(game=game, players=len(bots) + 1, bots=bots, start=True)
    async with player.sit(table) as seat:
        await seat.play_on(Random(seed))
        await seat.ended()
    return table


def worker_of(node: int) -> Path | None:
    """The process of a node's analyses: the child that has a patient thread."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rsplit(")", 1)[1].split()[1]) == node:
                for task in path.parent.glob("task/*/stat"):
                    if int(task.read_text().rsplit(")", 1)[1].split()[38]) == os.SCHED_IDLE:
                        return path
        except OSError:  # it has ended
            continue
    return None


def processor_time(worker: Path | None) -> float:
    """Seconds that a process has used."""
    if worker is None:
        return 0.0
    fields = worker.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def analyze(player: Visitor, table: str, look: float = LOOK) -> dict[str, float]:
    """Seconds from the request until there is a sketch, a verdict, and all of it."""
    path, known, times = f"/api/tables/{table}/analysis", 0, dict[str, float]()
    begun = time.perf_counter()
    found = await player.post(path)
    while True:
        known += len(found["decisions"])
        for what, there in (("sketch", found["sketch"] or known), ("verdict", known), ("all", found["summary"])):
            if there and what not in times:
                times[what] = time.perf_counter() - begun
        if found["status"] == "done":
            return times
        assert found["status"] in ("waiting", "running"), found
        await asyncio.sleep(look)
        found = await player.get(path, after=known)


async def bystander(base: str, name: str, until: float, waits: list[float]) -> None:
    """Play against a bot; how long each move waits for its acknowledgement."""
    rng = Random(name)
    async with Visitor(base, name) as me:
        while time.perf_counter() < until:
            table = await me.table(players=2, bots=["casual"], start=True)
            async with me.sit(table) as seat:
                while await seat.turn() and (begun := time.perf_counter()) < until:
                    await seat.move(rng.choice(seat.legal))
                    made = await seat.next("ack")
                    if begun > until:
                        break
                    waits.append(time.perf_counter() - begun)
                    while seat.number < made["number"] and not seat.over:
                        await seat.next()
                    await asyncio.sleep(PAUSE)


async def bystanders(base: str, names: str, seconds: float) -> list[float]:
    """All of them, after they have warmed up."""
    begun, waits = time.perf_counter(), list[float]()
    tasks = [
        asyncio.create_task(bystander(base, f"{names} {number}", begun + WARM_UP + seconds, waits))
        for number in range(BYSTANDERS)
    ]
    await asyncio.sleep(WARM_UP)
    waits.clear()
    await asyncio.gather(*tasks)
    return waits


async def block(base: str, names: str, seconds: float) -> list[float]:
    """The waits of bystanders in a process of their own."""
    words = [sys.executable, __file__, "--bystanders", base, "--names", names, "--seconds", str(seconds)]
    process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE)
    out, _ = await process.communicate()
    return [float(wait) for wait in json.loads(out)]


def shown(waits: list[float]) -> str:
    ms = [1000 * wait for wait in waits]
    return f"median {median(ms):.2f} ms, p99 {quantiles(ms, n=100)[98]:.2f} ms, n {len(ms)}"


async def measure(base: str, node: int, matches: int, blocks: int, seconds: float) -> None:
    async with Visitor(base, "Ann") as ann:
        for game in TABLES:
            for number in range(matches):
                table = await play(ann, game, number)
                worker = worker_of(node)
                used = processor_time(worker)
                times = ", ".join(f"{what} {spent:.3f} s" for what, spent in (await analyze(ann, table)).items())
                used = processor_time(worker or worker_of(node)) - used
                print(f"{game} {number}: {times}; processor {used:.2f} s", flush=True)
        if not blocks:
            return
        waiting = [await play(ann, "tokaido", 100 + seed) for seed in range(int(blocks * (seconds + 3) / 2))]
        worker = worker_of(node)
        waits: dict[str, list[float]] = {"nothing analyzed": [], "analyses running": []}
        for number in range(blocks):
            for what, found in waits.items():
                used = processor_time(worker)
                playing = asyncio.create_task(block(base, f"Bo {number} {what[0]}", seconds))
                while what.startswith("analyses") and not playing.done() and waiting:
                    await analyze(ann, waiting.pop(), look=0.2)
                found += (some := await playing)
                used = processor_time(worker) - used
                print(f"  {what}: {shown(some)}; processor time of analyses {used:.1f} s", flush=True)
        print(f"load of the machine: {os.getloadavg()}, {os.cpu_count()} cores; matches left: {len(waiting)}")
        for what, found in waits.items():
            print(f"bystanders' moves, {what}: {shown(found)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=4, help="of each game")
    parser.add_argument("--blocks", type=int, default=3, help="of each kind")
    parser.add_argument("--seconds", type=float, default=12, help="of a block")
    parser.add_argument("--bystanders", help="only they, at this address")
    parser.add_argument("--names", default="Bo")
    given = parser.parse_args()
    if given.bystanders:
        print(json.dumps(asyncio.run(bystanders(given.bystanders, given.names, given.seconds))))
        return
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
