"""Runs the matches this node has leases of: plays the turns of bots and ends the turns of players out of time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, func, select

from tabiji.core.match import Game
from tabiji.lab.prepare import Preparation
from tabiji.server.api_error import ApiError
from tabiji.server.bot_pool import BotPool
from tabiji.server.heartbeat import Heartbeat
from tabiji.server.live_table import LiveTable
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.metrics import BOT_SECONDS, MATCHES_RUNNING
from tabiji.server.schema import entries
from tabiji.server.storage import now
from tabiji.server.table_registry import TableRegistry

log = logging.getLogger("tabiji.match_runner")
_LONGEST_WAIT = 3600.0  # seconds
_PAGE = 500  # idle matches that are looked at together


@dataclass
class _IdleMatch:
    """A match that needs no runner at present."""

    number: int | None  # the last entry of its log, if that is known
    timer: asyncio.TimerHandle | None


class MatchRunner:
    """One task for each match that this node runs, but for idle ones: those of which nobody has the table open."""

    def __init__(
        self, heartbeat: Heartbeat, table_registry: TableRegistry, bot_pool: BotPool, preparation: Preparation
    ) -> None:
        self.refused: set[str] = set()  # matches of other versions of the rules, which other nodes may be able to run
        self._heartbeat = heartbeat
        self._table_registry = table_registry
        self._bot_pool = bot_pool
        self._preparation = preparation
        self.on_match: Callable[[Game], None] = lambda game: None  # called when one is run here, and when it has ended
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._idle: dict[str, _IdleMatch] = {}
        table_registry.on_evict = self._evicted

    @property
    def running(self) -> set[str]:
        """The tables whose matches run here; some of them are idle."""
        return self._tasks.keys() | self._idle.keys()

    def run(self, id: str) -> None:
        """Run a match that this node has the lease of."""
        if id not in self._tasks:
            self._forget_idle(id)
            task = self._tasks[id] = asyncio.create_task(self._run_match(id))
            task.add_done_callback(lambda task: self._remove(id, task))
            self._count()

    def _remove(self, id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(id) is task:
            del self._tasks[id]
            self._count()

    def _count(self) -> None:
        MATCHES_RUNNING.set(len(self._tasks) + len(self._idle))

    def cancel(self, id: str) -> None:
        """Stop running a match whose lease is lost."""
        task = self._tasks.pop(id, None)
        if task is not None:
            task.cancel()
        self._forget_idle(id)
        self._count()

    # --- idle matches -------------------------------------------------------------------------------------------
    def rest(self, id: str, number: int | None = None, seconds: float | None = None) -> None:
        """Keep the lease of a match without its table in memory, until somebody looks or its clock has run out.

        `number`: the last entry of its log, if that is known.
        """
        timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self.run, id)
        self._idle[id] = _IdleMatch(number, timer)
        self._table_registry.pubsub.subscribe(id, lambda _: self.run(id))  # somebody looks or plays at another node
        self._count()

    def _evicted(self, live: LiveTable) -> None:
        """A table has left the memory: the lease of its match stays here."""
        table, match_log = live.table.id, live.match_log
        task = self._tasks.pop(table, None)
        if task is None:
            return
        task.cancel()
        if live.sync.gone is None and match_log is not None and match_log.seat is not None:
            left = match_log.clock.left(match_log.seat, now())
            self.rest(table, match_log.number, None if left is None else min(max(left, 0) / 1000, _LONGEST_WAIT))

    def _forget_idle(self, id: str) -> None:
        idle = self._idle.pop(id, None)
        if idle is None:
            return
        if idle.timer is not None:
            idle.timer.cancel()
        if not self._table_registry.is_open(id):
            self._table_registry.pubsub.unsubscribe(id)

    async def wake_changed(self) -> None:
        """Run the idle matches to which other nodes have written: a notice may have been lost."""
        ids = list(self._idle)
        for first in range(0, len(ids), _PAGE):
            query = partial(last_numbers, tables=ids[first : first + _PAGE])
            for table, number in (await self._table_registry.storage.read(query)).items():
                idle = self._idle.get(table)
                if idle is not None and idle.number is None:
                    idle.number = number
                elif idle is not None and idle.number != number:
                    self.run(table)

    async def stop(self) -> None:
        """Stop running all matches."""
        for idle in list(self._idle):
            self._forget_idle(idle)
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def refuse(self, id: str, api_error: ApiError) -> None:
        """This node cannot run a match. One of another version is left to a node that has that version."""
        if api_error.code == "other_rules":
            self.refused.add(id)
        log.warning("cannot run a match", extra={"table": id, "error": api_error.message})

    async def _run_match(self, id: str) -> None:
        """Run a match until it is over."""
        try:
            live = await self._table_registry.get(id, look=False)
        except ApiError as api_error:
            self.refuse(id, api_error)
            return
        except Exception as error:  # as below
            log.error("a match is not run", extra={"table": id, "error": str(error)})
            return
        live.is_busy = True
        self._preparation.prefer(live.table.settings.game)
        try:
            if live.match_log is None:
                await live.sync.become_current()
            if live.match_log is not None:
                self.on_match(live.match_log.match.game)
            while live.match_log is not None and not live.match_log.over:
                live.state.wakeup.clear()
                try:
                    await self._advance(live, live.match_log)
                except ApiError as api_error:  # the position changed meanwhile
                    log.debug("too late", extra={"table": id, "code": api_error.code})
                except Exception as error:  # a bot failed, or the database is unreachable
                    log.error("a match is delayed", extra={"table": id, "error": str(error)})
                    await asyncio.sleep(1)
            if live.match_log is not None and live.table.ended is None:
                await live.finish()
            if live.match_log is not None:
                self.on_match(live.match_log.match.game)
        except Exception as error:  # this node still has the lease: the next review runs the match again
            log.error("a match is not run", extra={"table": id, "error": str(error)})
        finally:
            live.is_busy = False

    async def _advance(self, live: LiveTable, match_log: MatchLog) -> None:
        """Play one move of a bot, end one turn out of time, or wait until something happens."""
        seat = match_log.seat
        if seat is None:
            return
        bot = match_log.bots[seat]
        if bot is not None:
            await self._play_bot(live, match_log, seat, bot)
            return
        left = match_log.clock.left(seat, now())
        if left is not None and left <= 0:
            if self._heartbeat.silent:  # the clock may have run while no node ran the match: account for that first
                await asyncio.sleep(self._heartbeat.interval)
                return
            await live.log.submit(lambda match_log, at: _draft_timeout(match_log, seat, at))
            return
        wait = _LONGEST_WAIT if left is None else min(left / 1000, _LONGEST_WAIT)
        live.is_busy = False
        with suppress(TimeoutError):
            await asyncio.wait_for(live.state.wakeup.wait(), wait)
        live.is_busy = True

    async def _play_bot(self, live: LiveTable, match_log: MatchLog, seat: int, bot: str) -> None:
        """Play a move of a bot, not faster than the pace of the table."""
        number, begun = match_log.number, time.monotonic()
        move = await self._bot_pool.choose(match_log.match, bot, live.table.host, live.table.id)
        BOT_SECONDS.observe(time.monotonic() - begun)
        pause = (match_log.clock.since + live.table.settings.pace - now()) / 1000
        if pause > 0:
            await asyncio.sleep(min(pause, live.table.settings.pace / 1000))

        def draft(match_log: MatchLog, at: int) -> Entry | None:
            return match_log.draft_move(seat, move, number, at) if match_log.bots[seat] is not None else None

        await live.log.submit(draft)


def last_numbers(connection: Connection, tables: list[str]) -> dict[str, int]:
    """The last number of the log of each of these tables that has one."""
    query = select(entries.c.table, func.max(entries.c.number).label("last")).where(entries.c.table.in_(tables))
    return {row.table: row.last for row in connection.execute(query.group_by(entries.c.table))}


def _draft_timeout(match_log: MatchLog, seat: int, at: int) -> Entry | None:
    """The entry for a clock that has run out, unless its seat has just decided."""
    left = match_log.clock.left(seat, at) if match_log.seat == seat and match_log.bots[seat] is None else None
    return None if left is None or left > 0 else match_log.draft_desertion(seat, "time", at)
