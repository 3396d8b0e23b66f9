"""The server under load, beside boardgame.io's in the same run; figures of docs/benchmarks.md.

    python benchmarks/server.py                        everything (needs node and npm for the peer)
    python benchmarks/server.py --only ours            without the peer
    python benchmarks/server.py --only idle            memory of idle sockets
    python benchmarks/server.py --profile FILE         also where the time goes, by py-spy

A node serves on one core with SQLite (every commit synced); clients with real sockets play whole four-player matches of
Tokaido on the other core, and the time from sending a move to its acknowledgement is measured. "Matches under way": so
many moves a second are offered, all tables having been made before. "Match after match": the same, with tables made,
joined and started all the time. "Full speed": everybody moves at once.

The clients, also those of the peer, never sleep: to wake a process on another core takes the sender's kernel some
microseconds, and each move is sent to four. On a network the receiver's card does that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

HERE = Path(__file__).parent
SERVER_CORE, LOAD_CORE = 0, 1


class Node:
    """`tabiji serve` on one core."""

    def __init__(self, folder: Path, *flags: str, database: str | None = None) -> None:
        words = ["taskset", "-c", str(SERVER_CORE), sys.executable, "-m", "tabiji.cli", "serve", "--port", "0"]
        words += [
            "--database",
            database or f"sqlite:///{folder / 'bench.db'}",
            "--requests",
            "1e9",
            "--arrivals",
            "1e9",
        ]
        words += [
            "--messages",
            "1e9",
            "--tables",
            "1000000",
            "--sockets",
            "1000000",
            "--connections-per-address",
            "1000000",
            "--log",
            "warning",
            *flags,
        ]
        start = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.base = line.split()[3].rstrip("/")
        httpx.get(self.base).raise_for_status()
        self.seconds_to_page = time.perf_counter() - start

    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Seconds of processor time the event loop's process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Meter:
    """What the clients saw."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.deliveries = 0
        self.bytes = 0

    def clear(self) -> None:
        self.waits.clear()
        self.deliveries = self.bytes = 0

    def sum_up(self, seconds: float) -> dict[str, float]:
        waits = sorted(self.waits)
        return {
            "moves a second": len(waits) / seconds,
            "deliveries a second": self.deliveries / seconds,
            "MB a second": self.bytes / seconds / 1e6,
            "bytes a move": self.bytes / len(waits),
            "p50 ms": 1000 * waits[len(waits) // 2],
            "p99 ms": 1000 * waits[int(len(waits) * 0.99)],
            "worst ms": 1000 * waits[-1],
        }


class Whistle:
    """Everybody holds their first move until it is blown."""

    def __init__(self) -> None:
        self._blown = False
        self._held: list[Callable[[], None]] = []

    def then(self, play: Callable[[], None]) -> None:
        if self._blown:
            play()
        else:
            self._held.append(play)

    def blow(self) -> None:
        self._blown = True
        for play in self._held:
            play()


class Player(WSListener):
    """A client that plays any legal move it is offered, after a pause."""

    def __init__(
        self, meter: Meter, pause: float, rng: random.Random, done: asyncio.Event, whistle: Whistle | None = None
    ) -> None:
        self._meter, self._pause, self._rng, self._done, self._whistle = meter, pause, rng, done, whistle
        self._sent = 0.0
        self._count = 0
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        self._meter.bytes += len(text)
        if text.startswith(b'{"type":"ack"'):
            self._meter.waits.append(time.perf_counter() - self._sent)
            return
        if text.startswith(b'{"type":"entry"'):
            self._meter.deliveries += 1
        if b'"over":true' in text:
            self._done.set()
        if b'legal":["' not in text:
            return
        message = json.loads(text)
        number = message["position"]["number"]
        legal = message["changes"]["/legal"] if "changes" in message else message["view"]["legal"]
        if self._whistle is None:
            self._soon(number, legal)
        else:
            self._whistle.then(lambda: self._soon(number, legal))

    def _soon(self, number: int, legal: list[str]) -> None:
        if self._pause:
            loop = asyncio.get_running_loop()
            loop.call_later(self._pause * self._rng.uniform(0.5, 1.5), self._play, number, legal)
        else:
            self._play(number, legal)

    def _play(self, number: int, legal: list[str]) -> None:
        assert self._transport is not None
        self._count += 1
        body = {"type": "move", "id": f"m{self._count}", "number": number, "move": self._rng.choice(legal)}
        self._sent = time.perf_counter()
        self._transport.send(WSMsgType.TEXT, json.dumps(body).encode())


class Group:
    """Four people and the matches they play, one after the other."""

    def __init__(self, bases: list[str], meter: Meter, pause: float, seed: int) -> None:
        self._bases, self._meter, self._pause = bases, meter, pause
        self._rng = random.Random(seed)
        self._cookies: list[str] = []
        self._lines: list[WSTransport] = []
        self.done = asyncio.Event()

    async def arrive(self, http: httpx.AsyncClient) -> None:
        for i in range(4):
            answer = await http.post("/api/me", json={"name": f"P{i}"}, headers={"cookie": ""})
            self._cookies.append(answer.headers["set-cookie"].split(";")[0])

    async def play(self, http: httpx.AsyncClient) -> None:
        while True:
            await self.begin(http)
            await self.done.wait()
            self.part()

    async def begin(self, http: httpx.AsyncClient, whistle: Whistle | None = None) -> None:
        """Gather at a new table, and start."""
        settings = {"game": "tokaido", "players": 4}
        made = await http.post("/api/tables", json=settings, headers={"cookie": self._cookies[0]})
        table = made.json()["id"]
        for cookie in self._cookies[1:]:
            await http.post(f"/api/tables/{table}/join", json={}, headers={"cookie": cookie})
        self.done = asyncio.Event()
        for i, cookie in enumerate(self._cookies):
            address = self._bases[i % len(self._bases)].replace("http", "ws") + f"/api/tables/{table}/live"
            player = Player(self._meter, self._pause, self._rng, self.done, whistle)
            transport, _ = await ws_connect(lambda player=player: player, address, extra_headers={"Cookie": cookie})
            self._lines.append(transport)
        await http.post(f"/api/tables/{table}/start", headers={"cookie": self._cookies[0]})

    def part(self) -> None:
        for line in self._lines:
            line.disconnect()
        self._lines.clear()


def stay_awake() -> None:
    """Let this process never wait for its sockets."""
    asyncio.get_running_loop().call_soon(stay_awake)


def visit(node: Node) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=node.base, timeout=60, limits=httpx.Limits(max_connections=50, keepalive_expiry=2)
    )


async def assemble(nodes: list[Node], http: httpx.AsyncClient, meter: Meter, sockets: int, pause: float) -> list[Group]:
    groups = [Group([node.base for node in nodes], meter, pause, i) for i in range(sockets // 4)]
    for first in range(0, len(groups), 25):
        await asyncio.gather(*(group.arrive(http) for group in groups[first : first + 25]))
    return groups


def watch(node: Node, seconds: float, profile: Path) -> None:
    spy = ["py-spy", "record", "--gil", "-p", str(node.process.pid), "-r", "250"]
    subprocess.Popen([*spy, "-d", str(int(seconds)), "-f", "raw", "-o", str(profile)])


async def waves(node: Node, sockets: int, pause: float, count: int) -> dict[str, float]:
    """Everybody sits down and starts; then all matches are played to their ends. Measured while all are under way."""
    meter = Meter()
    waits: list[float] = []
    seconds = used = deliveries = sent = 0.0
    stay_awake()
    async with visit(node) as http:
        groups = await assemble([node], http, meter, sockets, pause)
        for _ in range(count):
            whistle = Whistle()
            for first in range(0, len(groups), 25):
                await asyncio.gather(*(group.begin(http, whistle) for group in groups[first : first + 25]))
            await asyncio.sleep(1)
            meter.clear()
            start, before = time.perf_counter(), node.cpu()
            whistle.blow()
            ends = [asyncio.create_task(group.done.wait()) for group in groups]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            seconds += time.perf_counter() - start
            used += node.cpu() - before
            waits += meter.waits
            deliveries += meter.deliveries
            sent += meter.bytes
            await asyncio.wait(ends)
            for group in groups:
                group.part()
    meter.waits, meter.deliveries, meter.bytes = waits, int(deliveries), int(sent)
    return meter.sum_up(seconds) | {"CPU µs a move": 1e6 * used / len(waits), "seconds measured": seconds}


async def load(
    node: Node, sockets: int, pause: float, seconds: float, warm: float, profile: Path | None = None
) -> dict[str, float]:
    """Play match after match with so many sockets, tables being made all the time, and measure after a while."""
    meter = Meter()
    stay_awake()
    async with visit(node) as http:
        groups = await assemble([node], http, meter, sockets, pause)
        tasks = [asyncio.create_task(group.play(http)) for group in groups]
        await asyncio.sleep(warm)
        meter.clear()
        if profile is not None:
            watch(node, seconds, profile)
        start, used = time.perf_counter(), node.cpu()
        await asyncio.sleep(seconds)
        found = meter.sum_up(time.perf_counter() - start)
        found["CPU µs a move"] = 1e6 * (node.cpu() - used) / len(meter.waits)
        for task in tasks:
            task.cancel()
        failed = [result for result in await asyncio.gather(*tasks, return_exceptions=True) if result is not None]
        for failure in failed:
            if not isinstance(failure, asyncio.CancelledError):
                raise failure
    return found


class Quiet(WSListener):
    """A client that only listens."""


async def idle(node: Node, sockets: int) -> dict[str, float]:
    """The memory of sockets at which nothing happens, four to a table, in tables that gather."""
    async with httpx.AsyncClient(base_url=node.base, timeout=60) as http:
        cookie = (await http.post("/api/me", json={"name": "Host"})).headers["set-cookie"].split(";")[0]
        tables = []
        for _ in range(sockets // 4):
            made = await http.post("/api/tables", json={"game": "tokaido", "players": 4}, headers={"cookie": cookie})
            tables.append(made.json()["id"])
        before = node.memory()
        lines = []
        for first in range(0, sockets, 100):
            addresses = [
                f"{node.base.replace('http', 'ws')}/api/tables/{tables[i // 4]}/live"
                for i in range(first, min(first + 100, sockets))
            ]
            lines += await asyncio.gather(*(ws_connect(Quiet, address) for address in addresses))
        after = node.memory()
        for transport, _ in lines:
            transport.disconnect()
    return {"sockets": sockets, "KiB a socket": (after - before) / sockets / 1024, "MiB in all": after / 2**20}


def peer(matches: int, seconds: float) -> dict[str, Any]:
    """boardgame.io's server on the same core, its clients on the other."""
    folder = HERE / "boardgame_io"
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    port = random.randint(20000, 40000)
    words = ["taskset", "-c", str(SERVER_CORE), "node", "server.mjs", str(port)]
    server = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        while not server.stdout.readline().startswith("ready"):
            pass
        words = ["taskset", "-c", str(LOAD_CORE), "node", "load.mjs", str(port), str(matches), str(seconds)]
        found: dict[str, Any] = json.loads(subprocess.run(words, cwd=folder, check=True, stdout=subprocess.PIPE).stdout)
    finally:
        server.terminate()
        server.wait()
    return {
        "moves a second": found["moves"],
        "deliveries a second": found["deliveries"],
        "p50 ms": found["p50"],
        "p99 ms": found["p99"],
    }


def show(title: str, figures: dict[str, Any]) -> None:
    print(f"\n{title}")
    for name, value in figures.items():
        print(f"  {name:>22}  {value:,.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("ours", "peer", "idle"))
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=2400, help="moves a second offered when paced")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--profile", type=Path, help="write py-spy's flame graph of the paced run here")
    args = parser.parse_args()
    os.sched_setaffinity(0, {LOAD_CORE})
    if args.only in (None, "ours"):
        with tempfile.TemporaryDirectory() as folder:
            node = Node(Path(folder))
            show("Start (compiled code on disk)", {"seconds to first page": node.seconds_to_page})
            pause = args.sockets / 4 / args.rate
            show(f"Matches under way, {args.sockets} sockets", asyncio.run(waves(node, args.sockets, pause, 3)))
            again = asyncio.run(load(node, args.sockets, pause, args.seconds, 8, args.profile))
            show(f"Match after match, {args.sockets} sockets", again)
            node.stop()
        with tempfile.TemporaryDirectory() as folder:
            node = Node(Path(folder))
            show("Full speed, 160 sockets", asyncio.run(load(node, 160, 0, args.seconds, 4)))
            node.stop()
    if args.only in (None, "peer"):
        if shutil.which("node") is None:
            sys.exit("the peer needs node and npm; --only ours leaves it out")
        show("boardgame.io, full speed, 80 matches of two", peer(80, args.seconds))
    if args.only in (None, "idle"):
        with tempfile.TemporaryDirectory() as folder:
            node = Node(Path(folder))
            show("Idle", asyncio.run(idle(node, args.idle)))
            node.stop()


if __name__ == "__main__":
    main()
