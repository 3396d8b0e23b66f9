"""All tables that are open on this node; they are read when somebody looks, and put away when nobody does."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import or_, select

from tabiji.server import lobby
from tabiji.server.hub import Hub
from tabiji.server.live import LiveTable
from tabiji.server.metrics import TABLES
from tabiji.server.schema import leases, nodes
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, now

log = logging.getLogger("tabiji.house")
_PULSE = 5.0  # seconds between looks at who is here
_IDLE = 60.0  # seconds after which a table nobody looks at is put away


class House:
    """The tables of a node."""

    def __init__(self, settings: Settings, storage: Storage, hub: Hub) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = hub
        self._open: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._rounds: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._rounds = asyncio.create_task(self._go_round())

    async def stop(self) -> None:
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)

    async def table(self, id: str) -> LiveTable:
        """A table, read from the database when it is not open yet; a Refusal if there is none."""
        found = self._open.get(id)
        if found is not None:
            found.used = time.monotonic()
            return found
        opening = self._opening.get(id)
        if opening is None:
            opening = self._opening[id] = asyncio.create_task(self._read(id))
            opening.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(opening)

    async def _read(self, id: str) -> LiveTable:
        sheet = await self.storage.read(lambda connection: lobby.load(connection, id))
        table = LiveTable(sheet, self.settings, self.storage, self.hub)
        self.hub.listen(id, table.heard)  # before reading, so that nothing is missed in between
        try:
            await table.load()
            if table.story is not None and not table.story.over:
                await self._wake(table)
        except BaseException:
            self.hub.forget(id)
            raise
        self._open[id] = table
        TABLES.set(len(self._open))
        return table

    async def _wake(self, table: LiveTable) -> None:
        """After a time without a server the first move may come before somebody keeps the match again."""
        silent = now() - int(self.settings.node_timeout * 1000)
        query = (
            select(nodes.c.alive)
            .select_from(leases.outerjoin(nodes, nodes.c.id == leases.c.node))
            .where(leases.c.table == table.sheet.id, or_(nodes.c.alive.is_(None), nodes.c.alive < silent))
        )
        unkept = await self.storage.read(lambda connection: connection.execute(query).first())
        if unkept is not None:
            await table.resume(None if unkept.alive is None else abs(unkept.alive))

    def put_away(self, id: str) -> None:
        """Forget a table; the database has everything."""
        if self._open.pop(id, None) is not None:
            self.hub.forget(id)
            TABLES.set(len(self._open))

    async def _go_round(self) -> None:
        """Show who is here; look for what other nodes wrote and could not tell; put unused tables away."""
        while True:
            await asyncio.sleep(_PULSE if self.hub.connected else _PULSE / 5)
            for name, table in list(self._open.items()):
                table.pulse()
                if not self.hub.connected or (not self.hub.alone and table.story is None):
                    table.heard({"missed": True})
                elif not self.hub.alone:
                    table.look()
                if not table.lines and not table.tended and time.monotonic() - table.used > _IDLE:
                    self.put_away(name)
