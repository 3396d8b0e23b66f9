"""Deletes what is old: guests who do not come back, and chat, as the settings say."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from sqlalchemy import Connection, delete, select

from tabiji.server import account_data, stored_table
from tabiji.server.schema import chats, people, seats, sessions, tables, tokens
from tabiji.server.sessions import DAY
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, now
from tabiji.server.table_registry import TableRegistry

log = logging.getLogger("tabiji.housekeeping")
_EVERY = 3600.0  # seconds
_PAGE = 100


class Housekeeping:
    """Prunes once an hour. Several nodes may do so at the same time."""

    def __init__(self, settings: Settings, storage: Storage, table_registry: TableRegistry) -> None:
        self._settings = settings
        self._storage = storage
        self._table_registry = table_registry
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._prune_forever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _prune_forever(self) -> None:
        while True:
            try:
                await self.prune()
            except Exception as error:
                log.error("cannot prune", extra={"error": str(error)})
            await asyncio.sleep(_EVERY)

    async def prune(self) -> None:
        """Delete what is older than the settings say."""
        if self._settings.prune_guests > 0:
            await self._prune_guests(now() - int(self._settings.prune_guests * DAY))
        if self._settings.prune_chats > 0:
            await self._prune_chats(now() - int(self._settings.prune_chats * DAY))

    async def _prune_guests(self, before: int) -> None:
        while page := await self._storage.read(partial(old_guests, before=before)):
            for guest in page:
                over = await self._storage.read(
                    partial(account_data.tables_of, person=guest, statuses=(stored_table.OVER,))
                )
                await self._storage.write(partial(account_data.erase, person=guest))
                for table in over:
                    await self._table_registry.erased(table)
            log.info("deleted guests", extra={"guests": len(page)})

    async def _prune_chats(self, before: int) -> None:
        while page := await self._storage.read(partial(tables_with_old_chat, before=before)):
            await self._storage.write(partial(delete_old_chat, found=page, before=before))
            for table in page:
                await self._table_registry.erased(table)


def old_guests(connection: Connection, before: int) -> list[str]:
    """Guests without a visit since a time, without tokens, and at no table that is gathering or in play; a page."""
    here = select(sessions.c.digest).where(sessions.c.person == people.c.id, sessions.c.renewed >= before)
    program = select(tokens.c.digest).where(tokens.c.person == people.c.id)
    sits = select(seats.c.table).join(tables, tables.c.id == seats.c.table)
    sits = sits.where(seats.c.person == people.c.id, tables.c.status != stored_table.OVER)
    hosts = select(tables.c.id).where(tables.c.host == people.c.id, tables.c.status != stored_table.OVER)
    guests = people.c.handle.is_(None), people.c.id != account_data.NOBODY, people.c.created < before
    query = select(people.c.id).where(*guests, *(~found.exists() for found in (here, program, sits, hosts)))
    return list(connection.execute(query.order_by(people.c.id).limit(_PAGE)).scalars())


def tables_with_old_chat(connection: Connection, before: int) -> list[str]:
    """Tables with chat messages from before a time; a page."""
    query = select(chats.c.table).where(chats.c.at < before).distinct().limit(_PAGE)
    return list(connection.execute(query).scalars())


def delete_old_chat(connection: Connection, found: list[str], before: int) -> None:
    """Delete the messages of some tables from before a time."""
    connection.execute(delete(chats).where(chats.c.table.in_(found), chats.c.at < before))
