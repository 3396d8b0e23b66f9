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

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from tabiji.server import quarantine, rules_versions
from tabiji.server.api_error import ApiError
from tabiji.server.clock import HOUR, NO_CLOCK
from tabiji.server.heartbeat import Heartbeat
from tabiji.server.live_table import LiveTable
from tabiji.server.match_runner import MatchRunner
from tabiji.server.metrics import QUARANTINED, TAKEOVERS, TAKEOVERS_FAILED
from tabiji.server.schema import entries, leases, nodes, tables
from tabiji.server.storage import StorageError, now
from tabiji.server.table_registry import TableRegistry

log = logging.getLogger("tabiji.leases")
_PAGE = 100  # leases that are read at a time
_REVIEW_EVERY = 5.0  # seconds between reviews of this node's leases
_ARCHIVE_EVERY = 3600.0  # seconds between two looks for abandoned matches
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
        table_registry.on_load = self._on_load
        table_registry.on_resume = self._on_resume

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
        query = select(leases.c.table, tables.c.clock).join(tables, tables.c.id == leases.c.table)
        query = query.where(leases.c.node == self._node)
        runner = self._match_runner
        running = runner.running
        rows = await self._storage.read(lambda connection: connection.execute(query).all())
        mine: dict[str, str] = {row.table: row.clock for row in rows}
        for lost in running - mine.keys():
            runner.cancel(lost)
        for table in mine.keys() - runner.refused:
            with self._on_its_own(table):
                if silent_since is not None and mine[table] != NO_CLOCK:
                    await self._resume(table, silent_since)
                if table not in running:
                    runner.run(table)
        if not self._table_registry.pubsub.alone:
            await runner.wake_changed()

    async def _watch(self) -> None:
        """Take over the leases of dead nodes; now and then review this node's own."""
        reviewed = archived = -_ARCHIVE_EVERY
        while True:
            await asyncio.sleep(self._heartbeat.interval)
            try:
                if time.monotonic() - reviewed > _REVIEW_EVERY:
                    reviewed = time.monotonic()
                    await self.review()
                    await self._storage.write(delete_dead_nodes)
                    await self._end_older()
                    if time.monotonic() - archived > _ARCHIVE_EVERY:
                        archived = time.monotonic()
                        await self.archive()
                    QUARANTINED.set(await self._storage.read(quarantine.count))
                if self._heartbeat.may_take_over:
                    await self._take_over()
            except Exception as error:
                log.error("cannot review leases", extra={"error": str(error)})

    async def _end_older(self) -> None:
        """End matches of earlier rules that no node plays any more."""
        silent = now() - int(self._heartbeat.timeout * 1000)
        while self._heartbeat.may_take_over:
            try:
                older = await self._storage.read(partial(rules_versions.older_matches, silent=silent))
            except StorageError as error:  # a node of an older version still runs
                log.debug("cannot end matches of earlier rules", extra={"error": str(error)})
                return
            if not older:
                return
            for table in older:
                await self._storage.write(partial(rules_versions.end, table=table))
                log.warning("a match of earlier rules was ended without a result", extra={"table": table})
                self._table_registry.pubsub.publish(table, {"table": True})

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
            idle = [expired for expired in page if self._is_idle(expired)]
            await self._take_over_idle(idle, silent)
            for expired in page:
                if expired not in idle and expired.table not in self._match_runner.refused:
                    with self._on_its_own(expired.table):
                        await self._take_over_match(expired, silent)

    def _is_idle(self, expired: Any) -> bool:
        """Whether nothing has to be done for a match until somebody looks at it: no clock runs, nobody is here."""
        registry = self._table_registry
        return registry.pubsub.alone and expired.clock == NO_CLOCK and not registry.is_open(expired.table)

    async def _take_over_idle(self, page: list[Any], silent: int) -> None:
        """Take over matches without reading them."""

        def take(connection: Connection) -> list[Any]:
            return [expired for expired in page if take_lease(connection, expired, silent, self._node)]

        for expired in await self._storage.write(take) if page else []:
            TAKEOVERS.inc()
            if self._table_registry.is_open(expired.table):  # since then
                self._match_runner.run(expired.table)
            else:
                self._match_runner.rest(expired.table)

    async def _take_over_match(self, expired: Any, silent: int) -> None:
        # before the lease is taken: should this node die in between, the next one does it again
        await self._resume(expired.table, None if expired.alive is None else abs(expired.alive))
        await self._take(expired, silent)

    async def _take(self, expired: Any, silent: int) -> None:
        if await self._storage.write(partial(take_lease, expired=expired, silent=silent, node=self._node)):
            TAKEOVERS.inc()
            log.info("took over a match", extra={"table": expired.table, "node": expired.node})
            self._match_runner.run(expired.table)

    async def _on_load(self, live: LiveTable) -> None:
        """Somebody looks at a match: run it if its lease is this node's, or take over the lease of a dead node.

        Its clock is resumed at once: a move may come before another node takes over the lease.
        """
        silent = now() - int(self._heartbeat.timeout * 1000)
        lease = await self._storage.read(partial(lease_of, table=live.table.id))
        if lease is None:
            return
        if lease.node == self._node:
            self._match_runner.run(lease.table)
        elif lease.alive is None or lease.alive < silent:
            await live.log.resume(None if lease.alive is None else abs(lease.alive))
            if self._heartbeat.may_take_over:
                await self._take(lease, silent)

    # --- archived matches ---------------------------------------------------------------------------------------
    async def archive(self) -> None:
        """Put away matches without a clock in which nothing has happened for long."""
        days = self._table_registry.settings.archive_after
        if days <= 0:
            return
        before = now() - int(days * 24 * HOUR)
        while page := await self._storage.read(partial(abandoned_matches, before=before)):
            for table in page:
                if await self._storage.write(partial(archive_match, table=table, before=before)):
                    self._match_runner.cancel(table)
                    self._table_registry.archived(table)

    async def _on_resume(self, table: str) -> None:
        """Somebody plays on in an archived match: it is in play again, and runs here."""
        await self._storage.write(partial(resume_match, table=table, node=self._node))
        self._match_runner.run(table)

    @contextmanager
    def _on_its_own(self, table: str) -> Iterator[None]:
        """An error of one match concerns this match only."""
        try:
            yield
        except ApiError as api_error:
            TAKEOVERS_FAILED.labels(api_error.code).inc()
            self._match_runner.refuse(table, api_error)
        except Exception as error:
            TAKEOVERS_FAILED.labels("failed").inc()
            log.error("cannot take over a match", exc_info=error, extra={"table": table})

    async def _resume(self, table: str, stopped: int | None) -> None:
        """Charge no clock for the time in which no node ran the match; None: since an unknown time."""
        was_open = self._table_registry.is_open(table)
        live = await self._table_registry.get(table, look=False)
        if was_open:
            # the dead node may have started the match, or written to it, unpublished
            await live.sync.become_current()
        await live.log.resume(stopped)


def expired_leases(connection: Connection, silent: int, node: str, after: str) -> list[Any]:
    """Leases of other nodes whose last heartbeat is older than `silent`, of matches that this node can play.

    A page, in the order of tables, of those after a table.
    """
    query = (
        select(leases.c.table, leases.c.node, nodes.c.alive, tables.c.clock)
        .join_from(leases, nodes, nodes.c.id == leases.c.node, isouter=True)
        .join(tables, tables.c.id == leases.c.table)
        .where(leases.c.node != node, (nodes.c.alive.is_(None)) | (nodes.c.alive < silent))
        .where(tables.c.quarantine.is_(None), rules_versions.playable())
        .where(leases.c.table > after)
        .order_by(leases.c.table)
        .limit(_PAGE)
    )
    return list(connection.execute(query).all())


def lease_of(connection: Connection, table: str) -> Any:
    """The lease of a match, with the last heartbeat of its node; None if it has none."""
    query = select(leases.c.table, leases.c.node, nodes.c.alive)
    query = query.join_from(leases, nodes, nodes.c.id == leases.c.node, isouter=True)
    return connection.execute(query.where(leases.c.table == table)).first()


def abandoned_matches(connection: Connection, before: int) -> list[str]:
    """Matches in play without a clock whose last entry is older than a time; a page of them."""
    query = select(tables.c.id).where(*_abandoned(before)).order_by(tables.c.started).limit(_PAGE)
    return list(connection.execute(query).scalars().all())


def _abandoned(before: int) -> tuple[ColumnElement[bool], ...]:
    since = select(entries.c.number).where(entries.c.table == tables.c.id, entries.c.at >= before)
    playing = tables.c.status == "playing", tables.c.archived.is_(None), tables.c.started < before
    return *playing, tables.c.clock == NO_CLOCK, ~since.exists()


def archive_match(connection: Connection, table: str, before: int) -> bool:
    """Put a match away if it is still abandoned; it has no lease until somebody plays on."""
    change = update(tables).where(tables.c.id == table, *_abandoned(before)).values(archived=now())
    if connection.execute(change).rowcount == 0:
        return False
    connection.execute(delete(leases).where(leases.c.table == table))
    return True


def resume_match(connection: Connection, table: str, node: str) -> None:
    """Bring an archived match back into play, unless another node has done so."""
    archived = tables.c.id == table, tables.c.archived.is_not(None)
    if connection.execute(update(tables).where(*archived).values(archived=None)).rowcount:
        connection.execute(insert(leases).values(table=table, node=node))


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
