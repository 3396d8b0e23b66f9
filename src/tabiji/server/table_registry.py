"""The live tables of a node: loaded from the database on first use, evicted when nobody is connected."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import or_, select

from tabiji.server import lobby, quarantine
from tabiji.server.api_error import ApiError
from tabiji.server.live_table import LiveTable
from tabiji.server.metrics import TABLES
from tabiji.server.pubsub import PubSub
from tabiji.server.schema import leases, nodes
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, now
from tabiji.server.sync import Part

log = logging.getLogger("tabiji.table_registry")
_INTERVAL = 5.0  # seconds between two rounds of maintenance
_EVICT_AFTER = 60.0  # seconds after which a table without clients is evicted


class TableRegistry:
    """A cache of live tables by id."""

    def __init__(self, settings: Settings, storage: Storage, pubsub: PubSub) -> None:
        self.settings = settings
        self.storage = storage
        self.pubsub = pubsub
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._maintenance: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._maintenance = asyncio.create_task(self._maintain())

    async def stop(self) -> None:
        if self._maintenance is not None:
            self._maintenance.cancel()
            await asyncio.gather(self._maintenance, return_exceptions=True)

    async def get(self, id: str) -> LiveTable:
        """A live table, loaded from the database if necessary; an ApiError if there is none."""
        found = self._tables.get(id)
        if found is not None and found.sync.gone is not None:
            self.evict(id)
            raise found.sync.gone
        if found is not None:
            found.used = time.monotonic()
            return found
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> LiveTable:
        table = await self._read_table(id)
        live = LiveTable(table, self.settings, self.storage, self.pubsub)
        self.pubsub.subscribe(id, live.on_notice)  # before loading, so that no notice is missed
        try:
            await live.load()
            if live.match_log is not None and not live.match_log.over:
                await self._resume_unleased(live)
        except BaseException:
            self.pubsub.unsubscribe(id)
            raise
        self._tables[id] = live
        TABLES.set(len(self._tables))
        return live

    async def _read_table(self, id: str) -> lobby.Table:
        """A table's row; an ApiError if there is none, or if it cannot be played."""
        try:
            table = await self.storage.read(lambda connection: lobby.load(connection, id))
        except ApiError as api_error:
            if isinstance(api_error.__cause__, quarantine.UnreadableMatch):
                await quarantine.put(self.storage, id, api_error.__cause__)
            raise
        if table.quarantine is not None:
            raise quarantine.unreadable()
        return table

    async def _resume_unleased(self, live: LiveTable) -> None:
        """Resume the clock of a match whose node is dead: a move may come before another node takes over the lease."""
        silent = now() - int(self.settings.node_timeout * 1000)
        query = (
            select(nodes.c.alive)
            .select_from(leases.outerjoin(nodes, nodes.c.id == leases.c.node))
            .where(leases.c.table == live.table.id, or_(nodes.c.alive.is_(None), nodes.c.alive < silent))
        )
        unleased = await self.storage.read(lambda connection: connection.execute(query).first())
        if unleased is not None:
            await live.log.resume(None if unleased.alive is None else abs(unleased.alive))

    def evict(self, id: str) -> None:
        """Remove a table from memory."""
        if self._tables.pop(id, None) is not None:
            self.pubsub.unsubscribe(id)
            TABLES.set(len(self._tables))

    async def _maintain(self) -> None:
        """Publish presence; read what other nodes wrote in case a notice was lost; evict unused tables."""
        while True:
            await asyncio.sleep(_INTERVAL if self.pubsub.connected else _INTERVAL / 5)
            for name, live in list(self._tables.items()):
                live.presence.refresh()
                if not self.pubsub.connected or (not self.pubsub.alone and live.match_log is None):
                    live.sync.schedule(Part.ALL)
                elif not self.pubsub.alone:
                    live.sync.schedule(Part.LOG)
                if not live.state.clients and not live.has_runner and time.monotonic() - live.used > _EVICT_AFTER:
                    self.evict(name)
