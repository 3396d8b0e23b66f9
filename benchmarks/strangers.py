"""What one visitor can take from the others, within the limits: round trips of a bystander, and bots that answer late.

    PYTHONPATH=. python benchmarks/strangers.py

The visitor has sixty tables with bots that think (`rollout`), asks for the longest replays and for everything else that
costs much, as often as the limits let pass, and sends messages on many WebSockets. The bystander pings and plays
against a bot. Each is a process of its own. The visitor's has a low priority: it would not use the cores of the node,
but what it asks is limited by what they leave it. So the requests that it made are shown, too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.visitor import TableSocket

VISITOR, BYSTANDER = "198.51.100.1", "198.51.100.2"  # as a proxy would name them


class Person:
    """Somebody at an address."""

    def __init__(self, base: str, address: str) -> None:
        self.base = base
        self.http = httpx.AsyncClient(base_url=base, timeout=60, headers={"x-forwarded-for": address})

    async def arrive(self, name: str) -> None:
        (await self.http.post("/api/me", json={"name": name})).raise_for_status()

    async def table(self, **settings: Any) -> str:
        """A new table, as soon as the limits allow."""
        while True:
            answer = await self.http.post("/api/tables", json=settings)
            if answer.status_code != 429:
                return str(answer.raise_for_status().json()["id"])
            await asyncio.sleep(0.2)

    def live(self, table: str, query: str = "") -> connect:
        cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        headers = {"cookie": cookie, "x-forwarded-for": self.http.headers["x-forwarded-for"]}
        address = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live{query}"
        return connect(address, additional_headers=headers, compression=None, max_size=None)


async def play_against_bots(person: Person, table: str, rng: Random, answers: list[float]) -> None:
    """Play at once whenever it is one's turn; how long the first bot after one's move took."""
    async with person.live(table) as socket:
        seat = TableSocket(socket)
        await seat.next("snapshot")
        while not seat.over:
            if not seat.legal:
                await seat.next(seconds=600)
                continue
            begun, number = time.perf_counter(), seat.number
            await seat.move(rng.choice(seat.legal))
            while seat.number == number:
                await seat.next(seconds=600)
            if not seat.legal and not seat.over:  # a bot is next
                await seat.next("entry", seconds=600)
                answers.append(time.perf_counter() - begun)


async def ping(person: Person, table: str, seconds: float) -> list[float]:
    """Round trips of pings, ten a second."""
    found = []
    until = time.perf_counter() + seconds
    async with person.live(table) as socket:
        while time.perf_counter() < until:
            begun = time.perf_counter()
            await socket.send('{"type":"ping"}')
            while '"pong"' not in str(await socket.recv()):
                pass
            found.append(time.perf_counter() - begun)
            await asyncio.sleep(0.1)
    return found


async def ask(person: Person, paths: list[str], rng: Random, statuses: Counter[int]) -> None:
    """Ask for what costs most, again and again; refusals cost little."""
    while True:
        answer = await person.http.get(rng.choice(paths))
        statuses[answer.status_code] += 1
        if answer.status_code == 429:
            await asyncio.sleep(0.02)


async def flood(person: Person, table: str, statuses: Counter[int]) -> None:
    """Stale moves, each of which is answered with a snapshot, as fast as one WebSocket may send."""
    while True:
        with suppress(ConnectionClosed):
            async with person.live(table, "?after=0") as socket:
                drain = asyncio.create_task(_drain(socket))
                try:
                    while True:
                        await socket.send('{"type":"move","id":"a","number":0,"move":"x"}')
                        statuses[101] += 1
                        await asyncio.sleep(1 / 15)
                finally:
                    drain.cancel()
        await asyncio.sleep(0.5)


async def _drain(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        async for _ in socket:
            pass


async def attack(base: str, tables: int, ready: Any, end: Any) -> None:
    """The visitor at its worst, until the end."""
    visitor = Person(base, VISITOR)
    await visitor.arrive("visitor")
    settings = {"game": "tokaido", "players": 5, "bots": ["rollout"] * 4, "start": True, "pace": 0}
    opened = [await visitor.table(**settings) for _ in range(tables)]
    tasks = [asyncio.create_task(play_against_bots(visitor, table, Random(table), [])) for table in opened]
    await asyncio.sleep(5)
    paths = [f"/api/tables/{table}/steps?views=true&after={after}" for table in opened for after in range(9)]
    paths += [f"/api/tables/{table}/preview?number={number}" for table in opened for number in range(9)]
    paths += ["/api/tables", "/api/openapi.json", "/api/menu", "/metrics"]
    statuses: Counter[int] = Counter()
    tasks += [asyncio.create_task(ask(visitor, paths, Random(number), statuses)) for number in range(8)]
    tasks += [asyncio.create_task(flood(visitor, opened[0], statuses)) for _ in range(13)]
    ready.set()
    begun = time.perf_counter()
    await asyncio.to_thread(end.wait)
    rates = {status: round(count / (time.perf_counter() - begun)) for status, count in sorted(statuses.items())}
    print(f"visitor, a second: {rates.pop(101, 0)} messages, requests by status {rates}", flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def be_the_visitor(base: str, tables: int, ready: Any, end: Any) -> None:
    """In a process of its own."""
    os.nice(10)
    asyncio.run(attack(base, tables, ready, end))


async def measure(base: str, tables: int, seconds: float) -> None:
    bystander = Person(base, BYSTANDER)
    await bystander.arrive("bystander")
    own = await bystander.table(game="tokaido", players=2)
    show("bystander's round trip, idle", await ping(bystander, own, 5))
    spawn = get_context("spawn")
    ready, end = spawn.Event(), spawn.Event()
    visitor = spawn.Process(target=be_the_visitor, args=(base, tables, ready, end), daemon=True)
    visitor.start()
    await asyncio.to_thread(ready.wait)
    before = late_bots(httpx.get(f"{base}/metrics").text)
    answers: list[float] = []
    match = await bystander.table(game="tokaido", players=2, bots=["rollout"], start=True, pace=0)
    playing = asyncio.create_task(play_against_bots(bystander, match, Random(1), answers))
    show("bystander's round trip, visitor at its worst", await ping(bystander, own, seconds))
    show("bystander's bot", answers)
    after = late_bots(httpx.get(f"{base}/metrics").text)
    answered, late = after[0] - before[0], after[1] - before[1]
    print(f"bots' answers at all tables: {answered:.0f}, later than 2 s: {late:.0f}", flush=True)
    end.set()
    await asyncio.to_thread(visitor.join)
    playing.cancel()


def late_bots(metrics: str) -> tuple[float, float]:
    """How many moves of bots there were, and how many took more than two seconds."""
    found = dict(re.findall(r'^tabiji_bot_seconds_bucket\{le="([^"]+)"\} (\S+)$', metrics, re.MULTILINE))
    return float(found["+Inf"]), float(found["+Inf"]) - float(found["2.0"])


def show(what: str, seconds: list[float]) -> None:
    if len(seconds) < 2:
        print(f"{what}: {len(seconds)} measured")
        return
    ms = sorted(1000 * second for second in seconds)
    print(f"{what}: median {median(ms):.1f} ms, p99 {quantiles(ms, n=100)[98]:.1f} ms, n {len(ms)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("flags", nargs="*", help="flags of tabiji serve")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "tabiji.cli", "serve", "--port", "0", "--log", "warning"]
        words += ["--database", f"sqlite:///{Path(folder) / 'bench.db'}", "--matches", str(asked.tables), *asked.flags]
        node = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert node.stdout is not None
            base = node.stdout.readline().split()[3].rstrip("/")
            asyncio.run(measure(base, asked.tables, asked.seconds))
        finally:
            node.terminate()
            node.wait()


if __name__ == "__main__":
    main()
