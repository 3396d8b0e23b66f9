"""Timers and bot turns: every match in play is kept by exactly one node, and by another one when that node dies.

A node says that it lives by a heartbeat in the database. Whoever finds the lease of a node that is silent takes it over
with one conditional update. Even if two nodes were to keep the same match for a moment, the log accepts only one entry
of a number.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from tabiji.server.clock import NoClock
from tabiji.server.house import House
from tabiji.server.live import LiveTable
from tabiji.server.metrics import TAKEOVERS, THOUGHTS
from tabiji.server.minds import Minds
from tabiji.server.refusal import Refusal
from tabiji.server.schema import leases, nodes
from tabiji.server.storage import now

log = logging.getLogger("tabiji.keeper")
_HEARTBEAT = 1.0
_LONGEST_WAIT = 3600.0


class Keeper:
    """The matches this node keeps."""

    def __init__(self, node: str, house: House, minds: Minds) -> None:
        self.node = node
        self._house = house
        self._storage = house.storage
        self._minds = minds
        self._timeout = house.settings.node_timeout
        self._kept: dict[str, asyncio.Task[None]] = {}
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        alone = not self._house.settings.redis

        def enter(connection: Connection) -> None:
            connection.execute(insert(nodes).values(id=self.node, alive=now()))
            if alone:  # whoever else kept matches in this database is gone; need not wait for its silence
                gone = update(nodes).where(nodes.c.id != self.node, nodes.c.alive > 0)
                connection.execute(gone.values(alive=-nodes.c.alive))

        await self._storage.write(enter)
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Let go of everything, so that another node need not wait."""
        tasks = [*self._kept.values(), *([self._beating] if self._beating else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        silent = update(nodes).where(nodes.c.id == self.node, nodes.c.alive > 0).values(alive=-now())
        await self._storage.write(lambda connection: connection.execute(silent))

    def keep(self, id: str) -> None:
        """Keep a match whose lease this node has."""
        if id not in self._kept:
            task = self._kept[id] = asyncio.create_task(self._tend(id))
            task.add_done_callback(lambda _: self._kept.pop(id, None))

    # --- leases -------------------------------------------------------------------------------------------------
    async def _beat(self) -> None:
        last = time.monotonic()
        while True:
            try:
                beat = update(nodes).where(nodes.c.id == self.node).values(alive=now())
                await self._storage.write(lambda connection, beat=beat: connection.execute(beat))  # type: ignore[misc]
                if time.monotonic() - last > self._timeout:
                    await self._drop_lost()
                last = time.monotonic()
                await self._take_over()
            except Exception as error:  # a node without a heartbeat would lose all its matches
                log.error("no heartbeat", exc_info=error)
            await asyncio.sleep(_HEARTBEAT)

    async def _drop_lost(self) -> None:
        """This node was silent for too long: others may have taken its matches."""
        query = select(leases.c.table).where(leases.c.node == self.node)
        mine = set(await self._storage.read(lambda connection: connection.execute(query).scalars().all()))
        for lost in set(self._kept) - mine:
            self._kept[lost].cancel()

    async def _take_over(self) -> None:
        """Keep the matches of nodes that are silent, or were stopped."""
        silent = now() - int(self._timeout * 1000)
        for orphan in await self._storage.read(lambda connection: _orphans(connection, silent)):
            if not await self._storage.write(lambda connection, row=orphan: _take(connection, row, self.node)):  # type: ignore[misc]
                continue
            TAKEOVERS.inc()
            log.info("keeping a match of another node", extra={"table": orphan.table, "node": orphan.node})
            try:
                await self._resume(orphan.table, abs(orphan.alive or 0))
            except Refusal as error:  # begun by other rules: it waits for the version that can play it
                log.warning("cannot keep a match", extra={"table": orphan.table, "error": error.message})
                continue
            except Exception as error:  # the lease is here now: nobody else would keep it
                log.error("cannot resume a match", exc_info=error, extra={"table": orphan.table})
            self.keep(orphan.table)

    async def _resume(self, id: str, stopped: int) -> None:
        """Nobody is charged for the time in which no node kept the match."""
        table = await self._house.table(id)
        story = table.story
        if story is None or story.over or isinstance(story.clock, NoClock) or now() - stopped < 1000:
            return
        await table.submit(lambda story, at: story.draft_resume(story.watch.spent(stopped), at))

    # --- one match ----------------------------------------------------------------------------------------------
    async def _tend(self, id: str) -> None:
        """See to a match until it is over."""
        table = await self._house.table(id)
        table.tended = True
        try:
            while table.story is not None and not table.story.over:
                table.news.clear()
                try:
                    await self._see_to(table)
                except Refusal as refusal:  # the match went on meanwhile
                    log.debug("too late", extra={"table": id, "code": refusal.code})
                except Exception as error:  # without a keeper a match would wait forever
                    log.error("a match waits", exc_info=error, extra={"table": id})
                    await asyncio.sleep(1)
            if table.story is not None and table.sheet.ended is None:
                await table.finish()
        finally:
            table.tended = False

    async def _see_to(self, table: LiveTable) -> None:
        """One bot's move, one alarm, or a wait for news."""
        story = table.story
        assert story is not None
        seat = story.seat
        if seat is None:
            return
        bot = story.bots[seat]
        if bot is not None:
            await self._play(table, seat, bot)
            return
        left = story.watch.left(seat, now())
        if left is not None and left <= 0:
            await table.submit(lambda story, at: _flag(story, seat, at))
            return
        wait = _LONGEST_WAIT if left is None else min(left / 1000, _LONGEST_WAIT)
        with suppress(TimeoutError):
            await asyncio.wait_for(table.news.wait(), wait)

    async def _play(self, table: LiveTable, seat: int, bot: str) -> None:
        """A bot thinks on a deal of its own, and does not play faster than people can follow."""
        story = table.story
        assert story is not None
        number, begun = story.number, time.monotonic()
        move = await self._minds.choose(story.match, bot)
        THOUGHTS.observe(time.monotonic() - begun)
        pause = (story.watch.since + table.sheet.wish.pace - now()) / 1000
        if pause > 0:
            await asyncio.sleep(min(pause, table.sheet.wish.pace / 1000))

        def draft(story: Any, at: int) -> Any:
            return story.draft_move(seat, move, number, at) if story.bots[seat] is not None else None

        await table.submit(draft)


def _flag(story: Any, seat: int, at: int) -> Any:
    """The clock of a seat has run out, unless it has just decided."""
    left = story.watch.left(seat, at) if story.seat == seat and story.bots[seat] is None else None
    return None if left is None or left > 0 else story.draft_desertion(seat, "time", at)


def _orphans(connection: Connection, silent: int) -> list[Any]:
    query = (
        select(leases.c.table, leases.c.node, nodes.c.alive)
        .join_from(leases, nodes, nodes.c.id == leases.c.node, isouter=True)
        .where((nodes.c.alive.is_(None)) | (nodes.c.alive < silent))
        .limit(100)
    )
    return list(connection.execute(query).all())


def _take(connection: Connection, orphan: Any, node: str) -> bool:
    """Take a lease if it still belongs to the silent node."""
    mine = update(leases).where(leases.c.table == orphan.table, leases.c.node == orphan.node).values(node=node)
    taken = connection.execute(mine).rowcount == 1
    left = select(leases.c.table).where(leases.c.node == orphan.node).limit(1)
    if connection.execute(left).first() is None:
        connection.execute(delete(nodes).where(nodes.c.id == orphan.node))
    return taken
