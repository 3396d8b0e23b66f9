"""A table that this node has changed is not read again, and never becomes older than it was known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from tabiji.server import lobby, messages, schema, stored_table
from tabiji.server.api.tables import _change
from tabiji.server.clock import LiveClock, NoClock, TimeControl
from tabiji.server.people import Person
from tabiji.server.protocol import NewTable
from tabiji.server.randomness import Randomness
from tabiji.server.storage import Storage
from tabiji.server.sync import Part, WrittenTable
from tabiji.server.table_settings import TableSettings

from tests.server.node_parts import ANN, NodeParts, new_database, with_node

BEN = Person("ben", "Ben", False, 0)


def _create(connection: Connection) -> stored_table.Table:
    settings = TableSettings.from_request(NewTable("tsuro_seas", 3))
    return stored_table.load(connection, lobby.create(connection, ANN, settings, 10, Randomness()))


def _sit(table: str, seat: int) -> Callable[[Connection], stored_table.Table]:
    def change(connection: Connection) -> stored_table.Table:
        lobby.sit(connection, table, seat, person=BEN.id, name=BEN.name)
        return stored_table.load(connection, table)

    return change


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was read from the database."""
    found: list[str] = []
    read = Storage.read

    async def counted(self: Storage, query: Callable[[Connection], Any], *args: Any) -> Any:
        found.append(query.__qualname__)
        return await read(self, query, *args)

    monkeypatch.setattr(Storage, "read", counted)
    return found


def _with_ben(tmp_path: Path, work: Callable[[NodeParts], Any]) -> None:
    engine = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    with engine.begin() as connection:
        connection.execute(insert(schema.people).values(id=BEN.id, name=BEN.name, epoch=0, created=0))
    with_node(engine, work)
    engine.dispose()


def test_who_makes_and_joins_a_table_reads_nothing(tmp_path: Path, reads: list[str]) -> None:
    async def play(node: NodeParts) -> None:
        live = await node.tables.add(await node.storage.write(_create))
        reads.clear()
        table = live.table.id
        server: Any = SimpleNamespace(storage=node.storage, table_registry=node.tables)
        assert await _change(server, table, lambda connection: lobby.join(connection, table, BEN, None, None)) is live
        assert reads == []
        assert [seat.person for seat in live.table.seats] == [ANN.id, BEN.id, None]
        await node.storage.write(_sit(table, 2))
        stored = await node.storage.read(lambda connection: stored_table.load(connection, table))
        assert messages.table_info(stored) != messages.table_info(live.table)
        await _change(server, table, lambda connection: None)
        assert stored == live.table

    _with_ben(tmp_path, play)


def test_what_was_written_is_older_than_what_was_read_since(tmp_path: Path, reads: list[str]) -> None:
    async def play(node: NodeParts) -> None:
        live = await node.tables.add(await node.storage.write(_create))
        before = live.table
        first = await node.storage.write(_sit(before.id, 1))
        second = await node.storage.write(_sit(before.id, 2))
        await live.sync.changed(Part.TABLE, WrittenTable(before, second))
        reads.clear()
        await live.sync.changed(Part.TABLE, WrittenTable(before, first))
        assert len(reads) == 1
        assert live.table == second

    _with_ben(tmp_path, play)


@pytest.mark.parametrize("clock", [NoClock(), LiveClock()])
def test_who_joins_and_starts_says_what_the_database_has(tmp_path: Path, clock: TimeControl) -> None:
    engine = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    with engine.begin() as connection:
        connection.execute(insert(schema.people).values(id=BEN.id, name=BEN.name, epoch=0, created=0, crest=2))
        settings = TableSettings.from_request(NewTable("tsuro_seas", 3, clock=clock, several_seats=True))
        table = lobby.create(connection, ANN, settings, 10, Randomness())
        ben = replace(BEN, crest=2)

        def join(*asked: Any) -> stored_table.Table:
            said = lobby.join(connection, table, *asked)
            assert said == stored_table.load(connection, table)
            return said

        join(ben, 1, None, "a part")
        assert join(ben, 2, None).seats[2].part == "a part"  # another seat
        join(ben, 2, None)  # the same
        join(ben, 1, "a friend")
        said = lobby.start(connection, table, ANN, "node", Randomness(), 10)
        assert said == stored_table.load(connection, table)
        assert said.status == "playing"
    engine.dispose()
