"""What one node and two nodes carry on PostgreSQL and Redis, and what a move costs each part in processor time.

    python benchmarks/nodes.py                               1,000 moves a second offered
    python benchmarks/nodes.py --rate inf --seconds 60       full rate: everybody moves at once
    python benchmarks/nodes.py --nodes 2 --free              only two nodes, and every process wherever there is room

Matches under way, then match after match, as benchmarks/server.py has them, first at one node, then at two. Of the four
people of every table two are at each of two nodes, so that every move is told across. Each row of the table is measured
with a new database.

A node has a core of its own as far as there are cores; PostgreSQL, Redis and the clients share the others. On two cores
two nodes share the first, and the second is everybody else's: processor time says what each part carries on a core of
its own, moves a second only what this machine carries. `--free` leaves it to the kernel which process runs where. The
database is in memory where there is room: the time a disk takes to sync is not in these figures.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))  # for the tests' services: what is imported from there comes after it

from load import Node, match_after_match, under_way  # noqa: E402  # after the path, as the next
from tests.server.services import Postgres, RedisServer, Service, running  # noqa: E402  # found by the path above

_COLUMNS = {
    "moves a second": "moves/s",
    "deliveries a second": "deliveries/s",
    "p50 ms": "p50 ms",
    "p99 ms": "p99 ms",
    "tables a second": "tables/s",
    "bytes a move": "bytes a move",
    "CPU µs a move, node 1": "CPU µs a move: node 1",
    "CPU µs a move, node 2": "node 2",
    "CPU µs a move, PostgreSQL": "PostgreSQL",
    "CPU µs a move, Redis": "Redis",
    "CPU µs a move, clients": "clients",
    "moves refused": "refused",
    "seconds measured": "seconds",
}


def _times(pid: int) -> tuple[int, float]:
    """A process's parent, and the seconds of processor time it and its finished children have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[1]), sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _cpu(service: Service) -> float:
    """The processor time of a service and its processes."""
    assert service.process is not None
    own, used = service.process.pid, 0.0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                parent, seconds = _times(int(name))
            except OSError:  # it has ended
                continue
            used += seconds if own in (int(name), parent) else 0
    return used


def _places(cores: list[int], count: int, free: bool) -> tuple[list[list[int]], list[int]]:
    """The cores of each node, and those of everything else."""
    if free:
        return [cores] * count, cores
    nodes = cores[: min(count, len(cores) - 1)] or cores
    return [[nodes[i % len(nodes)]] for i in range(count)], cores[len(nodes) :] or cores


def _measure(
    mode: str, count: int, places: tuple[list[list[int]], list[int]], args: argparse.Namespace
) -> dict[str, float]:
    """The figures of so many nodes, started for this alone."""
    at, rest = places
    os.sched_setaffinity(0, rest)  # and what is started from here
    with ExitStack() as stack:
        postgres, redis = Postgres(), RedisServer()
        for service in (postgres, redis):
            stack.enter_context(running(service))
        address = postgres.address("postgres")
        nodes = []
        for i in range(count):
            nodes.append(Node(HERE, "--redis", redis.address, database=address, cores=at[i]))
            stack.callback(nodes[-1].stop)
        parts = {f"node {i + 1}": node.cpu for i, node in enumerate(nodes)}
        parts |= {"PostgreSQL": partial(_cpu, postgres), "Redis": partial(_cpu, redis), "clients": time.process_time}
        pause = args.sockets / 4 / args.rate
        if mode == "under way":
            return asyncio.run(under_way(nodes, parts, args.sockets, pause, args.seconds))
        return asyncio.run(match_after_match(nodes, parts, args.sockets, pause, args.seconds, warm=3))


def _row(first: str, *cells: str) -> None:
    padded = [f"{cell:>{max(8, len(title))}}" for cell, title in zip(cells, _COLUMNS.values(), strict=True)]
    print("|", " | ".join([f"{first:<26}", *padded]), "|", flush=True)


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value == 0 or value >= 20 else f"{value:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=1000, help="moves a second offered")
    parser.add_argument("--seconds", type=float, default=20, help="how long each row is measured")
    parser.add_argument(
        "--nodes", type=int, nargs="+", default=[1, 2], help="how many: a number for each part of the table"
    )
    parser.add_argument("--free", action="store_true", help="let every process run on any core")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # what was started is stopped also then
    cores = sorted(os.sched_getaffinity(0))
    print(f"{args.sockets} sockets, {args.rate:,.0f} moves a second offered, {len(cores)} cores\n")
    _row("", *_COLUMNS.values())
    _row(*["---"] * (len(_COLUMNS) + 1))
    for count in args.nodes:
        for mode in ("under way", "match after match"):
            found = _measure(mode, count, _places(cores, count, args.free), args)
            _row(f"{count} node{'s' * (count > 1)}, {mode}", *(_cell(found.get(name)) for name in _COLUMNS))


if __name__ == "__main__":
    main()
