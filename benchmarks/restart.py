"""A restart with thousands of matches in play: when is everybody's first move answered? Figures of docs/server.md.

    python benchmarks/restart.py                       5,000 matches, everybody comes back within 20 seconds
    python benchmarks/restart.py --clock live          the same with running clocks
    python benchmarks/restart.py --seconds 5           everybody comes back within 5 seconds

The database is filled beforehand: matches of two people of Tokaido, after 40 moves, run by a node that was killed. Then
a node starts, and the person who decides in each match comes back: asks for a snapshot and plays a move, over HTTP. The
time of both requests together is measured. The clients share the machine with the node.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
from sqlalchemy import Connection, insert, update

from tabiji.core.match import Game
from tabiji.server import lobby, schema
from tabiji.server.clock import LiveClock, NoClock
from tabiji.server.people import Person
from tabiji.server.protocol import NewTable
from tabiji.server.randomness import Randomness
from tabiji.server.storage import connect, now, upgrade
from tabiji.server.table_settings import TableSettings

_MOVES = 40
_CONNECTIONS = 40
_SEED = 7
_LIMITS = ["--requests", "1e9", "--arrivals", "1e9", "--messages", "1e9", "--connections-per-address", "1000000"]


def fill(connection: Connection, count: int, clock: str) -> tuple[list[tuple[str, str]], int]:
    """Make matches in play; the table of each with the token of the person who decides, and the number of entries."""
    match, rng = Game("tokaido", 2).new(_SEED), Random(_SEED)
    log = []
    for number in range(1, _MOVES + 1):
        log.append({"number": number, "kind": "move", "seat": match.seat, "text": rng.choice(list(match.legal))})
        match.play(log[-1]["text"])
    deciding = match.seat
    assert deciding is not None
    control = LiveClock(bank=3600, cap=3600) if clock == "live" else NoClock()
    settings = TableSettings.from_request(NewTable("tokaido", 2, pace=0, clock=control))
    made = []
    for i in range(count):
        pair = [Person(f"p{i}-{seat}", f"p{i}-{seat}", False, 0) for seat in (0, 1)]
        connection.execute(
            insert(schema.people), [{"id": one.id, "name": one.name, "epoch": 0, "created": 0} for one in pair]
        )
        token = f"token-{i}"
        digest = hashlib.sha256(token.encode()).hexdigest()
        row = {"digest": digest, "person": pair[deciding].id, "label": "x", "created": 0}
        connection.execute(insert(schema.tokens).values(row))
        table = lobby.create(connection, pair[0], settings, 10, Randomness())
        lobby.join(connection, table, pair[1], 1, None)
        lobby.start(connection, table, pair[0], "killed", Randomness(), 10)
        connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(seed=str(_SEED)))
        rows = [{"table": table, "at": now(), "spent": 1000, "mark": None, **entry} for entry in log]
        connection.execute(insert(schema.entries), rows)
        made.append((table, token))
    return made, len(log)


async def come_back(client: httpx.AsyncClient, free: asyncio.Semaphore, table: str, token: str, wait: float) -> float:
    """After a while one person looks and plays a move: how long both took, with the wait for a connection."""
    await asyncio.sleep(wait)
    headers = {"authorization": f"Bearer {token}"}
    begun = time.perf_counter()
    async with free:
        shown = (await client.get(f"/api/tables/{table}/snapshot", headers=headers)).raise_for_status().json()
        move = {"id": "m", "number": shown["position"]["number"], "move": shown["view"]["legal"][0]}
        (await client.post(f"/api/tables/{table}/moves", headers=headers, json=move)).raise_for_status()
    return time.perf_counter() - begun


async def measure(base: str, matches: list[tuple[str, str]], seconds: float) -> list[float]:
    """Everybody comes back, evenly over some seconds. Who waits does so outside of httpx, which looks through all that
    wait at every answer: a thousand of them kept it busier than the node."""
    free = asyncio.Semaphore(_CONNECTIONS)
    async with httpx.AsyncClient(base_url=base, timeout=120) as client:
        pauses = [i * seconds / len(matches) for i in range(len(matches))]
        work = [come_back(client, free, *match, wait) for match, wait in zip(matches, pauses, strict=True)]
        return sorted(await asyncio.gather(*work))


def leased(address: str) -> int:
    """How many matches the node runs."""
    engine = connect(address)
    with engine.connect() as connection:
        query = "SELECT count(*) FROM leases JOIN nodes ON nodes.id = leases.node WHERE alive > 0"
        count: int = connection.exec_driver_sql(query).scalar_one()
    engine.dispose()
    return count


def memory(pid: int) -> float:
    """Resident MiB of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clock", choices=["none", "live"], default="none")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/restart.db"
        engine = connect(address)
        upgrade(engine)
        with engine.begin() as connection:
            matches, _ = fill(connection, asked.matches, asked.clock)
        engine.dispose()
        Random(_SEED).shuffle(matches)
        words: list[Any] = [sys.executable, "-m", "tabiji.cli", "serve", "--port", "0", "--database", address]
        node = subprocess.Popen([*words, *_LIMITS, "--log", "error"], stdout=subprocess.PIPE, text=True)
        begun = time.perf_counter()
        assert node.stdout is not None
        base = node.stdout.readline().split()[3].rstrip("/")
        print(
            f"page after {time.perf_counter() - begun:.1f} s, {memory(node.pid):.0f} MiB, load {os.getloadavg()[0]:.1f}"
        )
        waits = asyncio.run(measure(base, matches, asked.seconds))
        p50, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
        print(f"first moves: {len(waits)}, p50 {p50:.3f} s, p99 {p99:.3f} s, worst {waits[-1]:.3f} s")
        while leased(address) < asked.matches:
            time.sleep(0.5)
        print(f"all leases taken over after {time.perf_counter() - begun:.1f} s; {memory(node.pid):.0f} MiB")
        time.sleep(70)
        print(f"a minute later: {memory(node.pid):.0f} MiB")
        node.terminate()
        node.wait(30)


if __name__ == "__main__":
    main()
