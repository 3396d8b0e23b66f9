"""Leases: every match in play is run by exactly one node, and by another one when that node dies.

A node proves that it is alive by its heartbeat in the database. A node that finds the lease of a dead node takes it
over with one conditional update. Even if two nodes run the same match for a moment, the log accepts only one entry of
each number.

A node that could not write its heartbeat for a while (it was suspended, or the database was unreachable) has run
nothing meanwhile: it reads which leases it still has, and no clock is charged for that time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, select, update

from tabiji.server import quarantine, rules_versions
from tabiji.server.api_error import ApiError
from tabiji.server.heartbeat import Heartbeat
from tabiji.server.match_runner import MatchRunner
from tabiji.server.metrics import QUARANTINED, TAKEOVERS
from tabiji.server.schema import leases, nodes, tables
from tabiji.server.storage import now
from tabiji.server.table_registry import TableRegistry

log = logging.getLogger("tabiji.leases")
_PAGE = 100  # leases that are read at a time
_REVIEW_EVERY = 5.0  # seconds between reviews of this node's leases
_DELETE_AFTER = 3600.0  # seconds after which a dead node without leases is deleted


class Leases:
    """The leases of this node."""

    def __init__(self, heartbeat: Heartbeat, table_registry: TableRegistry, match_runner: MatchRunner) -> None:
        self._node = heartbeat.node
        self._heartbeat = heartbeat
        self._table_registry = table_registry
        self._storage = table_registry.storage
        self._match_runner = match_runner
        self._watch_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._heartbeat.start(self.review, alone=not self._table_registry.settings.redis)
        self._watch_task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Stop every match of this node and release the leases, so that another node can take over at once."""
        if self._watch_task is not None:
            self._watch_task.cancel()
            await asyncio.gather(self._watch_task, return_exceptions=True)
        await self._match_runner.stop()
        await self._heartbeat.stop()

    async def review(self, silent_since: int | None = None) -> None:
        """Run the matches this node has leases of, and no others. No clock is charged for a silence of this node."""
        query = select(leases.c.table).where(leases.c.node == self._node)
        runner = self._match_runner
        running = runner.running
        mine = set(await self._storage.read(lambda connection: connection.execute(query).scalars().all()))
        for lost in running - mine:
            runner.cancel(lost)
        for table in mine - runner.refused:
            with self._on_its_own(table):
                if silent_since is not None:
                    await self._resume(table, silent_since)
                if table not in running:
                    runner.run(table)

    async def _watch(self) -> None:
        """Take over the leases of dead nodes; now and then review this node's own."""
        reviewed = time.monotonic()
        while True:
            await asyncio.sleep(self._heartbeat.interval)
            try:
                if time.monotonic() - reviewed > _REVIEW_EVERY:
                    reviewed = time.monotonic()
                    await self.review()
                    await self._storage.write(delete_dead_nodes)
                    QUARANTINED.set(await self._storage.read(quarantine.count))
                if self._heartbeat.may_take_over:
                    await self._take_over()
            except Exception as error:
                log.error("cannot review leases", extra={"error": str(error)})

    async def _take_over(self) -> None:
        """Take over the matches of nodes that are dead, or were stopped, one page after the other."""
        after = ""
        while self._heartbeat.may_take_over:
            silent = now() - int(self._heartbeat.timeout * 1000)
            query = partial(expired_leases, silent=silent, node=self._node, after=after)
            page = await self._storage.read(query)
            if not page:
                return
            after = page[-1].table
            for expired in page:
                if expired.table not in self._match_runner.refused:
                    with self._on_its_own(expired.table):
                        await self._take_over_match(expired, silent)

    async def _take_over_match(self, expired: Any, silent: int) -> None:
        # before the lease is taken: should this node die in between, the next one does it again
        await self._resume(expired.table, None if expired.alive is None else abs(expired.alive))
        if await self._storage.write(partial(take_lease, expired=expired, silent=silent, node=self._node)):
            TAKEOVERS.inc()
            log.info("took over a match", extra={"table": expired.table, "node": expired.node})
            self._match_runner.run(expired.table)

    @contextmanager
    def _on_its_own(self, table: str) -> Iterator[None]:
        """An error of one match concerns this match only."""
        try:
            yield
        except ApiError as api_error:
            self._match_runner.refuse(table, api_error)
        except Exception as error:
            log.error("cannot take over a match", exc_info=error, extra={"table": table})

    async def _resume(self, table: str, stopped: int | None) -> None:
        """Charge no clock for the time in which no node ran the match; None: since an unknown time."""
        live = await self._table_registry.get(table)
        await live.sync.become_current()  # the dead node may have started the match, or written to it, unpublished
        await live.log.resume(stopped)


def expired_leases(connection: Connection, silent: int, node: str, after: str) -> list[Any]:
    """Leases of other nodes whose last heartbeat is older than `silent`, of matches that this node can play.

    A page, in the order of tables, of those after a table.
    """
    query = (
        select(leases.c.table, leases.c.node, nodes.c.alive)
        .join_from(leases, nodes, nodes.c.id == leases.c.node, isouter=True)
        .join(tables, tables.c.id == leases.c.table)
        .where(leases.c.node != node, (nodes.c.alive.is_(None)) | (nodes.c.alive < silent))
        .where(tables.c.quarantine.is_(None), rules_versions.playable())
        .where(leases.c.table > after)
        .order_by(leases.c.table)
        .limit(_PAGE)
    )
    return list(connection.execute(query).all())


def take_lease(connection: Connection, expired: Any, silent: int, node: str) -> bool:
    """Take a lease if it still belongs to the dead node, and that is still silent."""
    back = select(nodes.c.id).where(nodes.c.id == expired.node, nodes.c.alive >= silent)
    mine = update(leases).where(leases.c.table == expired.table, leases.c.node == expired.node, ~back.exists())
    return connection.execute(mine.values(node=node)).rowcount == 1


def delete_dead_nodes(connection: Connection) -> None:
    """Delete nodes that are dead for long and have no leases."""
    old = now() - int(_DELETE_AFTER * 1000)
    held = select(leases.c.table).where(leases.c.node == nodes.c.id)
    connection.execute(delete(nodes).where(nodes.c.alive < old, nodes.c.alive > -old, ~held.exists()))
