"""Follows the audit log: what was done by the command line or on another node takes effect on this one."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Row, func, select

from tabiji.server import account_data, commands
from tabiji.server.api_error import ApiError
from tabiji.server.people import People
from tabiji.server.schema import audit_log
from tabiji.server.sessions import Sessions
from tabiji.server.socket_sessions import SocketSessions
from tabiji.server.storage import Storage, now
from tabiji.server.stored_table import GATHERING, OVER, PLAYING
from tabiji.server.sync import Part
from tabiji.server.table_registry import TableRegistry

log = logging.getLogger("tabiji.moderation")
_EVERY = 3.0  # seconds
_BEFORE = 3_600_000  # milliseconds before its start that a node looks back: nobody may have followed then


class ModerationFollower:
    """Applies measures to open connections and tables. Several nodes may apply the same one."""

    def __init__(
        self,
        storage: Storage,
        people: People,
        sessions: Sessions,
        socket_sessions: SocketSessions,
        table_registry: TableRegistry,
    ) -> None:
        self._storage = storage
        self._people = people
        self._sessions = sessions
        self._socket_sessions = socket_sessions
        self._table_registry = table_registry
        self._last: int | None = None
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._follow_forever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _follow_forever(self) -> None:
        while True:
            try:
                await self.follow()
            except Exception as error:
                log.warning("cannot follow the audit log", extra={"error": str(error)})
            await asyncio.sleep(_EVERY)

    async def follow(self) -> None:
        """Apply what is new in the log."""
        async with self._lock:
            if self._last is None:
                self._last = await self._storage.read(_last_before)
            last = self._last
            for row in await self._storage.read(lambda connection: _after(connection, last)):
                self._last = row.id
                try:
                    await self._apply(row)
                except Exception as error:  # it is done in the database; what follows must not wait for this
                    log.error("a measure has no effect here yet", exc_info=error, extra={"entry": row.id})

    async def _apply(self, row: Row[Any]) -> None:
        log.info("moderation", extra={"action": row.action, "person": row.person, "table": row.table})
        if row.person is not None:
            self._sessions.forget(row.person)
            self._socket_sessions.wake(await self._sessions.digests_of(row.person))
        if row.action == "ban" and row.person is not None:
            await self._desert(row.person)
        elif row.action == "rename" and row.person is not None:
            await self._show_again(row.person)
        elif row.action == "end" and row.table is not None:
            with suppress(ApiError):  # it is gone, or cannot be read
                live = await self._table_registry.get(row.table)
                await live.sync.become_current(Part.MATCH)

    async def _desert(self, id: str) -> None:
        """Somebody who is banned leaves the matches in play."""
        person = await self._people.by_id(id)
        if person is None or not person.banned:
            return
        playing = await self._storage.read(lambda found: account_data.tables_of(found, id, [PLAYING]))
        for table in playing:
            with suppress(ApiError):  # it has just ended, or cannot be read
                await commands.desert(await self._table_registry.get(table), person)

    async def _show_again(self, id: str) -> None:
        """The name of somebody has changed at the tables that are open here."""
        found = await self._storage.read(lambda found: account_data.tables_of(found, id, [GATHERING, PLAYING, OVER]))
        for table in found:
            live = self._table_registry.find(table)
            if live is not None:
                await live.erased()


def _last_before(connection: Connection) -> int:
    query = select(func.max(audit_log.c.id)).where(audit_log.c.at < now() - _BEFORE)
    return connection.execute(query).scalar_one() or 0


def _after(connection: Connection, last: int) -> list[Row[Any]]:
    query = select(audit_log).where(audit_log.c.id > last).order_by(audit_log.c.id)
    return list(connection.execute(query).all())
