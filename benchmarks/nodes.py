"""What a move costs each part of a site: the nodes, PostgreSQL and Redis, in processor time.

    python benchmarks/nodes.py                       # one node, then two that share the sockets of every table

Needs PostgreSQL and Redis. Processor time is measured, not speed: it says what each part carries on a core of its own,
also where all parts and the clients share two cores. The database is in memory where there is room: the time a disk
takes to sync is not in these figures.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))  # for the tests' services: what is imported from there comes after it

from server import LOAD_CORE, Meter, Node, Whistle, assemble, show, visit  # noqa: E402

from tests.server.services import Postgres, RedisServer, Service, running  # noqa: E402


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


async def _measure(nodes: list[Node], services: dict[str, Service], sockets: int, rate: float) -> dict[str, float]:
    """All matches are begun, then played; measured until the first ends."""
    meter, whistle = Meter(), Whistle()
    async with visit(nodes[0]) as http:
        groups = await assemble(nodes, http, meter, sockets, sockets / 4 / rate)
        for first in range(0, len(groups), 25):
            await asyncio.gather(*(group.begin(http, whistle) for group in groups[first : first + 25]))
        await asyncio.sleep(1)

        def used() -> dict[str, float]:
            return {f"node {i + 1}": node.cpu() for i, node in enumerate(nodes)} | {
                name: _cpu(service) for name, service in services.items()
            }

        meter.clear()
        start, before = time.perf_counter(), used()
        whistle.blow()
        ends = [asyncio.create_task(group.done.wait()) for group in groups]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        seconds, after = time.perf_counter() - start, used()
        figures = meter.sum_up(seconds)
        moves = len(meter.waits)
        await asyncio.wait(ends)
        for group in groups:
            group.part()
    return figures | {f"CPU µs a move, {name}": 1e6 * (after[name] - before[name]) / moves for name in after}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=1000, help="moves a second offered")
    args = parser.parse_args()
    os.sched_setaffinity(0, {LOAD_CORE})
    for count in (1, 2):
        with ExitStack() as stack:
            postgres, redis = Postgres(), RedisServer()
            services: dict[str, Service] = {"PostgreSQL": postgres, "Redis": redis}
            for service in services.values():
                stack.enter_context(running(service))
            postgres.ask("SELECT 1", "postgres")
            address, notices = postgres.address("postgres"), f"redis://127.0.0.1:{redis.port}"
            nodes = [Node(HERE, "--redis", notices, database=address) for _ in range(count)]
            for node in nodes:
                stack.callback(node.stop)
            figures = asyncio.run(_measure(nodes, services, args.sockets, args.rate))
            show(f"{count} node{'s' * (count > 1)}, PostgreSQL, {args.sockets} sockets", figures)


if __name__ == "__main__":
    main()
