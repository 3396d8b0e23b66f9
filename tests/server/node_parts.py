"""The parts of a node that run matches, in the loop of the test: no sockets, no processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from sqlalchemy import Engine, insert, select, update

from tabiji.server import lobby, schema
from tabiji.server.clock import NoClock, TimeControl
from tabiji.server.heartbeat import Heartbeat
from tabiji.server.leases import Leases
from tabiji.server.match_runner import MatchRunner
from tabiji.server.people import Person
from tabiji.server.protocol import NewTable
from tabiji.server.pubsub import PubSub
from tabiji.server.randomness import Randomness
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, connect, upgrade
from tabiji.server.table_registry import TableRegistry
from tabiji.server.table_settings import TableSettings

GAME = "tsuro_seas"
ANN = Person("ann", "Ann", False, 0)


def new_database(address: str) -> Engine:
    """An empty database in which Ann is known."""
    engine = connect(address)
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(insert(schema.people).values(id=ANN.id, name=ANN.name, epoch=0, created=0))
    return engine


def begin(engine: Engine, clock: TimeControl | None = None, most: int = 1000, **changes: Any) -> str:
    """A match of two seats of Ann, run by a node that is gone, with a changed row."""
    settings = TableSettings.from_request(NewTable(GAME, 2, pace=0, clock=clock or NoClock()))
    with engine.begin() as connection:
        table = lobby.create(connection, ANN, settings, 1000, Randomness())
        lobby.join(connection, table, ANN, 1, "a friend")
        lobby.start(connection, table, ANN, "gone", Randomness(), most)
        if changes:
            connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(changes))
    return table


def row(engine: Engine, table: str) -> Any:
    """The row of a table."""
    with engine.connect() as connection:
        return connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one()


class _NoPreparation:
    def prefer(self, name: str) -> None:
        pass


class NodeParts:
    """A node without its outside."""

    def __init__(self, engine: Engine, pubsub: PubSub | None = None, **settings: Any) -> None:
        self.storage = Storage(engine)
        self.name = uuid4().hex[:12]
        self.tables = TableRegistry(Settings(**settings), self.storage, pubsub or PubSub())
        heartbeat = Heartbeat(self.name, self.storage, 600)  # loading the rules for the first time is no silence
        self.runner = MatchRunner(heartbeat, self.tables, None, _NoPreparation())  # type: ignore[arg-type]
        self.leases = Leases(heartbeat, self.tables, self.runner)
        self.loads: list[str] = []
        self._load = self.tables._load
        self.tables._load = self._count  # type: ignore[method-assign]

    async def _count(self, table: str, *stored: Any) -> Any:
        self.loads.append(table)
        return await self._load(table, *stored)

    def leased(self) -> set[str]:
        """The tables whose leases this node has."""
        query = select(schema.leases.c.table).where(schema.leases.c.node == self.name)
        with self.storage._engine.connect() as connection:
            return set(connection.execute(query).scalars())

    async def move(self, table: str) -> int:
        """The first legal move of whoever decides."""
        live = await self.tables.get(table)
        match_log = live.state.started()
        seat, text = match_log.seat, next(iter(match_log.match.legal))
        assert seat is not None
        return await live.log.submit(lambda log, at: log.draft_move(seat, text, log.number, at))


def with_node(engine: Engine, work: Callable[[NodeParts], Awaitable[None]], **settings: Any) -> None:
    """Do something with a node that has started."""

    async def inside() -> None:
        parts = NodeParts(engine, **settings)
        await parts.leases.start()
        try:
            await work(parts)
        finally:
            await parts.leases.stop()
            await asyncio.to_thread(parts.storage.close)

    asyncio.run(inside())


async def until(check: Callable[[], Any], what: str, seconds: float = 20) -> None:
    """Wait for something, asking often."""
    async with asyncio.timeout(seconds):
        while not check():
            await asyncio.sleep(0.02)
    assert check(), what
