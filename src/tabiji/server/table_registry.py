"""The live tables of a node: loaded from the database on first use, evicted when nobody is connected."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from tabiji.server import quarantine, stored_table
from tabiji.server.api_error import ApiError
from tabiji.server.live_table import LiveTable
from tabiji.server.metrics import TABLES
from tabiji.server.pubsub import PubSub
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage
from tabiji.server.sync import Part, StoredTable, read_stored

log = logging.getLogger("tabiji.table_registry")
_INTERVAL = 5.0  # seconds between two rounds of maintenance
_EVICT_AFTER = 60.0  # seconds after which a table without clients is evicted
_FIRST_USE = 5.0  # and one that was loaded for a clock or a bot, without anybody who looks


class TableRegistry:
    """A cache of live tables by id."""

    def __init__(self, settings: Settings, storage: Storage, pubsub: PubSub) -> None:
        self.settings = settings
        self.storage = storage
        self.pubsub = pubsub
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._maintenance: asyncio.Task[None] | None = None
        # the leases of a match are looked at when its table is loaded, and when it leaves the memory
        self.on_load: Callable[[LiveTable], Awaitable[None]] | None = None
        self.on_evict: Callable[[LiveTable], None] | None = None
        self.on_resume: Callable[[str], Awaitable[None]] | None = None  # somebody plays on in an archived match

    async def start(self) -> None:
        self._maintenance = asyncio.create_task(self._maintain())

    async def stop(self) -> None:
        if self._maintenance is not None:
            self._maintenance.cancel()
            await asyncio.gather(self._maintenance, return_exceptions=True)

    def is_open(self, id: str) -> bool:
        """Whether a table is in memory, or on its way there."""
        return id in self._tables or id in self._loading

    async def get(self, id: str, look: bool = True) -> LiveTable:
        """A live table, loaded from the database if necessary; an ApiError if there is none.

        `look`: for somebody who looks at it. It stays in memory for a while then.
        """
        found = self._tables.get(id)
        if found is not None and found.sync.gone is not None:
            self.evict(id)
            raise found.sync.gone
        live = found or await self._loaded(id)
        if look:
            live.used = time.monotonic()
        return live

    async def add(self, table: stored_table.Table) -> LiveTable:
        """A table that this node has just created: nobody has written anything about it yet."""
        live = self._tables.get(table.id) or await self._loaded(table.id, StoredTable(table, [], []))
        live.used = time.monotonic()
        return live

    def find(self, id: str) -> LiveTable | None:
        """A live table, if it is in memory."""
        return self._tables.get(id)

    async def _loaded(self, id: str, stored: StoredTable | None = None) -> LiveTable:
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id, stored))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def _load(self, id: str, stored: StoredTable | None) -> LiveTable:
        stored = stored or await self._read(id)
        live = LiveTable(stored.table, self.settings, self.storage, self.pubsub)
        live.state.on_resume = self.on_resume
        self.pubsub.subscribe(id, live.on_notice)  # before loading, so that no notice is missed
        try:
            await live.load(stored)
            if self.on_load is not None and live.table.status == stored_table.PLAYING:
                await self.on_load(live)
        except BaseException:
            self.pubsub.unsubscribe(id)
            raise
        live.used = time.monotonic() - _EVICT_AFTER + _FIRST_USE
        self._tables[id] = live
        TABLES.set(len(self._tables))
        return live

    async def _read(self, id: str) -> StoredTable:
        """What the database has about a table; an ApiError if there is none, or if it cannot be played."""
        try:
            stored = await self.storage.read(lambda connection: read_stored(connection, id))
        except ApiError as api_error:
            if isinstance(api_error.__cause__, quarantine.UnreadableMatch):
                await quarantine.put(self.storage, id, api_error.__cause__)
            raise
        if stored.table.quarantine is not None:
            raise quarantine.unreadable()
        return stored

    def evict(self, id: str) -> None:
        """Remove a table from memory."""
        live = self._tables.pop(id, None)
        if live is not None:
            self.pubsub.unsubscribe(id)
            TABLES.set(len(self._tables))
            live.note_deciding()
            if self.on_evict is not None:
                self.on_evict(live)

    def archived(self, id: str) -> None:
        """A match was put away: forget its table, or read it again for those who look at it."""
        live = self._tables.get(id)
        if live is not None and live.state.clients:
            live.sync.schedule(Part.TABLE)
        else:
            self.evict(id)

    async def erased(self, id: str) -> None:
        """Somebody who sat or wrote there has deleted the account: read the table and its chat again, on all nodes."""
        live = self._tables.get(id)
        if live is not None:
            await live.erased()
        self.pubsub.publish(id, {"erased": True})

    async def _maintain(self) -> None:
        """Publish presence; read what other nodes wrote in case a notice was lost; evict unused tables."""
        while True:
            await asyncio.sleep(_INTERVAL if self.pubsub.connected else _INTERVAL / 5)
            self.maintain()

    def maintain(self) -> None:
        """One round of maintenance."""
        for name, live in list(self._tables.items()):
            if live.is_unused(_EVICT_AFTER):
                self.evict(name)
                continue
            live.presence.refresh()
            if not self.pubsub.connected or (not self.pubsub.alone and live.match_log is None):
                live.sync.schedule(Part.ALL)
            elif not self.pubsub.alone:
                live.sync.schedule(Part.LOG)
