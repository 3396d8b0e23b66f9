"""The heartbeat of a node: it writes to the database that it is alive, so that others do not take over its matches."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy import Connection, insert, update

from tabiji.server import rules_versions
from tabiji.server.schema import nodes
from tabiji.server.storage import Storage, now

log = logging.getLogger("tabiji.heartbeat")
_LONGEST_INTERVAL = 1.0  # seconds at most between two heartbeats


class Heartbeat:
    """Writes the heartbeats of this node, and knows when they failed for too long."""

    def __init__(self, node: str, storage: Storage, timeout: float) -> None:
        self.node = node
        self.timeout = timeout  # seconds without a heartbeat after which others may take over
        self.interval = min(_LONGEST_INTERVAL, timeout / 4)
        self._storage = storage
        self._alive = 0  # the last heartbeat that was written
        self._grace_ends = 0.0
        self._task: asyncio.Task[None] | None = None

    async def start(self, on_return: Callable[[int], Awaitable[None]], alone: bool) -> None:
        """Write the first heartbeat and go on. `on_return` is awaited after a silence with the time it began.

        `alone`: no other node uses this database. Nodes that did are marked as stopped.
        """
        at = now()

        def enter(connection: Connection) -> None:
            write_heartbeat(connection, self.node, at)
            if alone:
                stopped = update(nodes).where(nodes.c.id != self.node, nodes.c.alive > 0)
                connection.execute(stopped.values(alive=-nodes.c.alive))

        await self._storage.write(enter)
        self._alive = at
        self._task = asyncio.create_task(self._beat(on_return))

    async def stop(self) -> None:
        """Mark this node as stopped, so that another one can take over at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        stopped = update(nodes).where(nodes.c.id == self.node, nodes.c.alive > 0).values(alive=-now())
        await self._storage.write(lambda connection: connection.execute(stopped))

    @property
    def silent(self) -> bool:
        """Whether other nodes may think that this one is dead."""
        return now() - self._alive > self.timeout * 1000

    @property
    def may_take_over(self) -> bool:
        """Whether this node may judge others: not while it is silent itself, nor just after, when others may be too."""
        return not self.silent and time.monotonic() > self._grace_ends

    async def _beat(self, on_return: Callable[[int], Awaitable[None]]) -> None:
        while True:
            try:
                at = now()
                await self._storage.write(partial(write_heartbeat, node=self.node, at=at))
                if at - self._alive > self.timeout * 1000:
                    self._grace_ends = time.monotonic() + self.timeout
                    log.warning("this node was silent", extra={"seconds": (at - self._alive) / 1000})
                    await on_return(self._alive)
                self._alive = at  # only now: no clock runs out before the silence is accounted for
            except Exception as error:
                log.error("cannot write a heartbeat", extra={"error": str(error)})
            await asyncio.sleep(self.interval)


def write_heartbeat(connection: Connection, node: str, at: int) -> None:
    """Write that a node is alive, even if others have deleted it as dead."""
    if connection.execute(update(nodes).where(nodes.c.id == node).values(alive=at)).rowcount == 0:
        connection.execute(insert(nodes).values(id=node, alive=at, rules=rules_versions.encode_played()))
