"""Timers and bot turns: every match in play is kept by exactly one node, and by another one when that node dies.

A node says that it lives by a heartbeat in the database. Whoever finds the lease of a node that is silent takes it over
with one conditional update. Even if two nodes were to keep the same match for a moment, the log accepts only one entry
of a number.

A node that could not say so for a while (it slept, or the database was away) has kept nothing meanwhile: it looks which
matches are still its own, and nobody is charged for that time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, update

from tabiji.lab.prepare import Preparation
from tabiji.server.api_error import ApiError
from tabiji.server.bot_pool import BotPool
from tabiji.server.leases import delete_dead_nodes, expired_leases, take_lease, write_heartbeat
from tabiji.server.live_table import LiveTable
from tabiji.server.metrics import BOT_SECONDS, MATCHES_RUNNING, TAKEOVERS
from tabiji.server.schema import leases, nodes
from tabiji.server.storage import now
from tabiji.server.table_registry import TableRegistry

log = logging.getLogger("tabiji.match_runner")
_HEARTBEAT = 1.0  # seconds at most between two heartbeats
_CHECK_EVERY = 5.0  # seconds between looks at which leases are ours
_LONGEST_WAIT = 3600.0


class MatchRunner:
    """The matches this node keeps."""

    def __init__(self, node: str, table_registry: TableRegistry, bot_pool: BotPool, preparation: Preparation) -> None:
        self.node = node
        self._table_registry = table_registry
        self._storage = table_registry.storage
        self._bot_pool = bot_pool
        self._preparation = preparation
        self._timeout = table_registry.settings.node_timeout
        self._heartbeat_interval = min(_HEARTBEAT, self._timeout / 4)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._foreign: set[str] = set()  # matches of other rules, which other nodes may be able to keep
        self._alive = 0  # the last heartbeat that was written
        self._waiting = 0.0  # until when others may say that they are back, too
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        alone = not self._table_registry.settings.redis
        at = now()

        def enter(connection: Connection) -> None:
            write_heartbeat(connection, self.node, at)
            if alone:  # whoever else kept matches in this database is gone; need not wait for its silence
                gone = update(nodes).where(nodes.c.id != self.node, nodes.c.alive > 0)
                connection.execute(gone.values(alive=-nodes.c.alive))

        await self._storage.write(enter)
        self._alive = at
        self._tasks = [asyncio.create_task(self._heartbeat()), asyncio.create_task(self._watch_leases())]

    async def stop(self) -> None:
        """Let go of everything, so that another node need not wait."""
        tasks = [*self._running.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        silent = update(nodes).where(nodes.c.id == self.node, nodes.c.alive > 0).values(alive=-now())
        await self._storage.write(lambda connection: connection.execute(silent))

    def run(self, id: str) -> None:
        """Keep a match whose lease this node has."""
        if id not in self._running:
            task = self._running[id] = asyncio.create_task(self._run_match(id))
            task.add_done_callback(lambda _: self._remove(id))
            MATCHES_RUNNING.set(len(self._running))

    def _remove(self, id: str) -> None:
        self._running.pop(id, None)
        MATCHES_RUNNING.set(len(self._running))

    # --- leases -------------------------------------------------------------------------------------------------
    async def _heartbeat(self) -> None:
        """Say that this node lives, whatever else it is busy with."""
        while True:
            try:
                at = now()
                await self._storage.write(partial(write_heartbeat, node=self.node, at=at))
                if at - self._alive > self._timeout * 1000:
                    self._waiting = time.monotonic() + self._timeout
                    log.warning("this node was silent", extra={"seconds": (at - self._alive) / 1000})
                    await self._check_leases(self._alive)
                self._alive = at  # only now: no clock runs out before the silence is accounted for
            except Exception as error:
                log.error("no heartbeat", extra={"error": str(error)})
            await asyncio.sleep(self._heartbeat_interval)

    @property
    def _silent(self) -> bool:
        """Whether others may think that this node is gone."""
        return now() - self._alive > self._timeout * 1000

    async def _watch_leases(self) -> None:
        """Take over what silent nodes kept; now and then look at what is ours."""
        reviewed = time.monotonic()
        while True:
            await asyncio.sleep(self._heartbeat_interval)
            try:
                if time.monotonic() - reviewed > _CHECK_EVERY:
                    reviewed = time.monotonic()
                    await self._check_leases()
                    await self._storage.write(delete_dead_nodes)
                if not self._silent and time.monotonic() > self._waiting:
                    await self._take_over()
            except Exception as error:
                log.error("cannot look after matches", extra={"error": str(error)})

    async def _check_leases(self, stopped: int | None = None) -> None:
        """Keep what is ours and nothing else; after a silence nobody is charged for it."""
        query = select(leases.c.table).where(leases.c.node == self.node)
        kept = set(self._running)
        mine = set(await self._storage.read(lambda connection: connection.execute(query).scalars().all()))
        for lost in kept - mine:
            if lost in self._running:
                self._running[lost].cancel()
        for match in mine - self._foreign:
            try:
                if stopped is not None:
                    await self._resume(match, stopped)
                if match not in kept:
                    self.run(match)
            except ApiError as api_error:
                self._skip(match, api_error)

    async def _take_over(self) -> None:
        """Keep the matches of nodes that are silent, or were stopped."""
        silent = now() - int(self._timeout * 1000)
        for expired in await self._storage.read(lambda connection: expired_leases(connection, silent, self.node)):
            if expired.table in self._foreign:
                continue
            try:
                # before the lease is taken: should this node die in between, the next one does it again
                await self._resume(expired.table, None if expired.alive is None else abs(expired.alive))
            except ApiError as api_error:
                self._skip(expired.table, api_error)
                continue
            if await self._storage.write(partial(take_lease, expired=expired, silent=silent, node=self.node)):
                TAKEOVERS.inc()
                log.info("keeping a match of another node", extra={"table": expired.table, "node": expired.node})
                self.run(expired.table)

    def _skip(self, id: str, api_error: ApiError) -> None:
        """Begun by other rules: it waits for a node that can play it."""
        self._foreign.add(id)
        log.warning("cannot keep a match", extra={"table": id, "error": api_error.message})

    async def _resume(self, id: str, stopped: int | None) -> None:
        """Nobody is charged for the time in which no node kept the match; None: since nobody knows when."""
        live = await self._table_registry.get(id)
        await live.refresh()  # the node that is gone may have begun the match, or gone on, and told nobody
        await live.resume(stopped)

    # --- one match ----------------------------------------------------------------------------------------------
    async def _run_match(self, id: str) -> None:
        """See to a match until it is over."""
        try:
            live = await self._table_registry.get(id)
        except ApiError as api_error:
            self._skip(id, api_error)
            return
        live.has_runner = True
        self._preparation.prefer(live.table.settings.game)
        try:
            if live.match_log is None:
                await live.refresh()
            while live.match_log is not None and not live.match_log.over:
                live.wakeup.clear()
                try:
                    await self._advance(live)
                except ApiError as api_error:  # the match went on meanwhile
                    log.debug("too late", extra={"table": id, "code": api_error.code})
                except Exception as error:  # a bot that cannot think, or a database that is away
                    log.error("a match waits", extra={"table": id, "error": str(error)})
                    await asyncio.sleep(1)
            if live.match_log is not None and live.table.ended is None:
                await live.finish()
        except Exception as error:  # the lease is still ours: the next review begins anew
            log.error("a match is not kept", extra={"table": id, "error": str(error)})
        finally:
            live.has_runner = False

    async def _advance(self, live: LiveTable) -> None:
        """One bot's move, one alarm, or a wait for news."""
        match_log = live.match_log
        assert match_log is not None
        seat = match_log.seat
        if seat is None:
            return
        bot = match_log.bots[seat]
        if bot is not None:
            await self._play_bot(live, seat, bot)
            return
        left = match_log.clock.left(seat, now())
        if left is not None and left <= 0:
            if self._silent:  # the clock may have run while nobody kept the match: the heartbeat sees to that first
                await asyncio.sleep(self._heartbeat_interval)
                return
            await live.submit(lambda match_log, at: _flag(match_log, seat, at))
            return
        wait = _LONGEST_WAIT if left is None else min(left / 1000, _LONGEST_WAIT)
        with suppress(TimeoutError):
            await asyncio.wait_for(live.wakeup.wait(), wait)

    async def _play_bot(self, live: LiveTable, seat: int, bot: str) -> None:
        """A bot thinks on a deal of its own, and does not play faster than people can follow."""
        match_log = live.match_log
        assert match_log is not None
        number, begun = match_log.number, time.monotonic()
        move = await self._bot_pool.choose(match_log.match, bot)
        BOT_SECONDS.observe(time.monotonic() - begun)
        pause = (match_log.clock.since + live.table.settings.pace - now()) / 1000
        if pause > 0:
            await asyncio.sleep(min(pause, live.table.settings.pace / 1000))

        def draft(match_log: Any, at: int) -> Any:
            return match_log.draft_move(seat, move, number, at) if match_log.bots[seat] is not None else None

        await live.submit(draft)


def _flag(match_log: Any, seat: int, at: int) -> Any:
    """The clock of a seat has run out, unless it has just decided."""
    left = match_log.clock.left(seat, at) if match_log.seat == seat and match_log.bots[seat] is None else None
    return None if left is None or left > 0 else match_log.draft_desertion(seat, "time", at)
