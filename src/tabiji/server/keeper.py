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

from sqlalchemy import Connection, delete, insert, select, update

from tabiji.lab.prepare import Preparation
from tabiji.server.house import House
from tabiji.server.live import LiveTable
from tabiji.server.metrics import KEPT, TAKEOVERS, THOUGHTS
from tabiji.server.minds import Minds
from tabiji.server.refusal import Refusal
from tabiji.server.schema import leases, nodes
from tabiji.server.storage import now

log = logging.getLogger("tabiji.keeper")
_HEARTBEAT = 1.0  # seconds at most between two heartbeats
_REVIEW = 5.0  # seconds between looks at which leases are ours
_FORGOTTEN = 3600.0  # seconds after which a silent node that keeps nothing is forgotten
_LONGEST_WAIT = 3600.0


class Keeper:
    """The matches this node keeps."""

    def __init__(self, node: str, house: House, minds: Minds, preparation: Preparation) -> None:
        self.node = node
        self._house = house
        self._storage = house.storage
        self._minds = minds
        self._preparation = preparation
        self._timeout = house.settings.node_timeout
        self._beat_every = min(_HEARTBEAT, self._timeout / 4)
        self._kept: dict[str, asyncio.Task[None]] = {}
        self._foreign: set[str] = set()  # matches of other rules, which other nodes may be able to keep
        self._alive = 0  # the last heartbeat that was written
        self._waiting = 0.0  # until when others may say that they are back, too
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        alone = not self._house.settings.redis
        at = now()

        def enter(connection: Connection) -> None:
            _say_alive(connection, self.node, at)
            if alone:  # whoever else kept matches in this database is gone; need not wait for its silence
                gone = update(nodes).where(nodes.c.id != self.node, nodes.c.alive > 0)
                connection.execute(gone.values(alive=-nodes.c.alive))

        await self._storage.write(enter)
        self._alive = at
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._look_round())]

    async def stop(self) -> None:
        """Let go of everything, so that another node need not wait."""
        tasks = [*self._kept.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        silent = update(nodes).where(nodes.c.id == self.node, nodes.c.alive > 0).values(alive=-now())
        await self._storage.write(lambda connection: connection.execute(silent))

    def keep(self, id: str) -> None:
        """Keep a match whose lease this node has."""
        if id not in self._kept:
            task = self._kept[id] = asyncio.create_task(self._tend(id))
            task.add_done_callback(lambda _: self._let_go(id))
            KEPT.set(len(self._kept))

    def _let_go(self, id: str) -> None:
        self._kept.pop(id, None)
        KEPT.set(len(self._kept))

    # --- leases -------------------------------------------------------------------------------------------------
    async def _beat(self) -> None:
        """Say that this node lives, whatever else it is busy with."""
        while True:
            try:
                at = now()
                await self._storage.write(partial(_say_alive, node=self.node, at=at))
                if at - self._alive > self._timeout * 1000:
                    self._waiting = time.monotonic() + self._timeout
                    log.warning("this node was silent", extra={"seconds": (at - self._alive) / 1000})
                    await self._review(self._alive)
                self._alive = at  # only now: no clock runs out before the silence is accounted for
            except Exception as error:
                log.error("no heartbeat", extra={"error": str(error)})
            await asyncio.sleep(self._beat_every)

    @property
    def _silent(self) -> bool:
        """Whether others may think that this node is gone."""
        return now() - self._alive > self._timeout * 1000

    async def _look_round(self) -> None:
        """Take over what silent nodes kept; now and then look at what is ours."""
        reviewed = time.monotonic()
        while True:
            await asyncio.sleep(self._beat_every)
            try:
                if time.monotonic() - reviewed > _REVIEW:
                    reviewed = time.monotonic()
                    await self._review()
                    await self._storage.write(_forget_nodes)
                if not self._silent and time.monotonic() > self._waiting:
                    await self._take_over()
            except Exception as error:
                log.error("cannot look after matches", extra={"error": str(error)})

    async def _review(self, stopped: int | None = None) -> None:
        """Keep what is ours and nothing else; after a silence nobody is charged for it."""
        query = select(leases.c.table).where(leases.c.node == self.node)
        kept = set(self._kept)
        mine = set(await self._storage.read(lambda connection: connection.execute(query).scalars().all()))
        for lost in kept - mine:
            if lost in self._kept:
                self._kept[lost].cancel()
        for match in mine - self._foreign:
            try:
                if stopped is not None:
                    await self._resume(match, stopped)
                if match not in kept:
                    self.keep(match)
            except Refusal as refusal:
                self._refuse(match, refusal)

    async def _take_over(self) -> None:
        """Keep the matches of nodes that are silent, or were stopped."""
        silent = now() - int(self._timeout * 1000)
        for orphan in await self._storage.read(lambda connection: _orphans(connection, silent, self.node)):
            if orphan.table in self._foreign:
                continue
            try:
                # before the lease is taken: should this node die in between, the next one does it again
                await self._resume(orphan.table, None if orphan.alive is None else abs(orphan.alive))
            except Refusal as refusal:
                self._refuse(orphan.table, refusal)
                continue
            if await self._storage.write(partial(_take, orphan=orphan, silent=silent, node=self.node)):
                TAKEOVERS.inc()
                log.info("keeping a match of another node", extra={"table": orphan.table, "node": orphan.node})
                self.keep(orphan.table)

    def _refuse(self, id: str, refusal: Refusal) -> None:
        """Begun by other rules: it waits for a node that can play it."""
        self._foreign.add(id)
        log.warning("cannot keep a match", extra={"table": id, "error": refusal.message})

    async def _resume(self, id: str, stopped: int | None) -> None:
        """Nobody is charged for the time in which no node kept the match; None: since nobody knows when."""
        table = await self._house.table(id)
        await table.refresh()  # the node that is gone may have begun the match, or gone on, and told nobody
        await table.resume(stopped)

    # --- one match ----------------------------------------------------------------------------------------------
    async def _tend(self, id: str) -> None:
        """See to a match until it is over."""
        try:
            table = await self._house.table(id)
        except Refusal as refusal:
            self._refuse(id, refusal)
            return
        table.tended = True
        self._preparation.prefer(table.sheet.wish.game)
        try:
            if table.story is None:
                await table.refresh()
            while table.story is not None and not table.story.over:
                table.news.clear()
                try:
                    await self._see_to(table)
                except Refusal as refusal:  # the match went on meanwhile
                    log.debug("too late", extra={"table": id, "code": refusal.code})
                except Exception as error:  # a bot that cannot think, or a database that is away
                    log.error("a match waits", extra={"table": id, "error": str(error)})
                    await asyncio.sleep(1)
            if table.story is not None and table.sheet.ended is None:
                await table.finish()
        except Exception as error:  # the lease is still ours: the next review begins anew
            log.error("a match is not kept", extra={"table": id, "error": str(error)})
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
            if self._silent:  # the clock may have run while nobody kept the match: the heartbeat sees to that first
                await asyncio.sleep(self._beat_every)
                return
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


def _say_alive(connection: Connection, node: str, at: int) -> None:
    """Also after others thought that this node was gone for good."""
    if connection.execute(update(nodes).where(nodes.c.id == node).values(alive=at)).rowcount == 0:
        connection.execute(insert(nodes).values(id=node, alive=at))


def _orphans(connection: Connection, silent: int, node: str) -> list[Any]:
    query = (
        select(leases.c.table, leases.c.node, nodes.c.alive)
        .join_from(leases, nodes, nodes.c.id == leases.c.node, isouter=True)
        .where(leases.c.node != node, (nodes.c.alive.is_(None)) | (nodes.c.alive < silent))
        .limit(100)
    )
    return list(connection.execute(query).all())


def _take(connection: Connection, orphan: Any, silent: int, node: str) -> bool:
    """Take a lease if it still belongs to the node, and that is still silent."""
    back = select(nodes.c.id).where(nodes.c.id == orphan.node, nodes.c.alive >= silent)
    mine = update(leases).where(leases.c.table == orphan.table, leases.c.node == orphan.node, ~back.exists())
    return connection.execute(mine.values(node=node)).rowcount == 1


def _forget_nodes(connection: Connection) -> None:
    """Nodes that are gone for long and keep nothing."""
    old = now() - int(_FORGOTTEN * 1000)
    kept = select(leases.c.table).where(leases.c.node == nodes.c.id)
    connection.execute(delete(nodes).where(nodes.c.alive < old, nodes.c.alive > -old, ~kept.exists()))
