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
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
from picows import WSListener, ws_connect

from load import LOAD_CORE, SERVER_CORE, Node, match_after_match, show, under_way

HERE = Path(__file__).parent


def stay_awake() -> None:
    """Let this process never wait for its sockets."""
    asyncio.get_running_loop().call_soon(stay_awake)


async def awake(measure: Coroutine[Any, Any, dict[str, float]]) -> dict[str, float]:
    stay_awake()
    return await measure


def watch(node: Node, seconds: float, profile: Path) -> None:
    spy = ["py-spy", "record", "--gil", "-p", str(node.process.pid), "-r", "250"]
    subprocess.Popen([*spy, "-d", str(int(seconds)), "-f", "raw", "-o", str(profile)])


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
    port = random.randint(20000, 32000)  # none that the clients' sockets may still hold
    words = ["taskset", "-c", str(SERVER_CORE), "node", "server.mjs", str(port)]
    server = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        while not (line := server.stdout.readline()).startswith("ready"):
            if not line:
                sys.exit("the peer's server has ended")
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
            nodes, parts, pause = [node], {"node": node.cpu}, args.sockets / 4 / args.rate
            found = asyncio.run(awake(under_way(nodes, parts, args.sockets, pause, args.seconds)))
            show(f"Matches under way, {args.sockets} sockets", found)

            def profile() -> None:
                if args.profile is not None:
                    watch(node, args.seconds, args.profile)

            again = match_after_match(nodes, parts, args.sockets, pause, args.seconds, 8, profile)
            show(f"Match after match, {args.sockets} sockets", asyncio.run(awake(again)))
            node.stop()
        with tempfile.TemporaryDirectory() as folder:
            node = Node(Path(folder))
            full = match_after_match([node], {"node": node.cpu}, 160, 0, args.seconds, 4)
            show("Full speed, 160 sockets", asyncio.run(awake(full)))
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
