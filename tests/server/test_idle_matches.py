"""Matches that nobody looks at: bounded by person, out of memory, put away after long, and back at the next look."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, select, update

from tabiji.server import results, schema, stored_table
from tabiji.server.api.tables import _deciding_seat
from tabiji.server.api_error import ApiError
from tabiji.server.clock import HOUR, TurnClock
from tabiji.server.pubsub import Listener, PubSub
from tabiji.server.storage import now

from tests.server.node_parts import NodeParts, begin, new_database, row, until, with_node

DAY = 24 * HOUR


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    found = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    yield found
    found.dispose()


def _kinds(engine: Engine, table: str) -> list[str]:
    query = select(schema.entries.c.kind).where(schema.entries.c.table == table).order_by(schema.entries.c.number)
    with engine.connect() as connection:
        return list(connection.execute(query).scalars())


async def _nobody_looks(node: NodeParts, table: str) -> None:
    """As if a minute had gone by since the last look."""
    live = await node.tables.get(table)
    await until(lambda: not live.is_busy, "the match waits")
    live.used = -math.inf
    node.tables.maintain()
    assert not node.tables.is_open(table)


def test_matches_in_play_are_bounded(engine: Engine) -> None:
    begin(engine, most=2)
    finished = begin(engine, most=2)
    with pytest.raises(ApiError, match="finish or leave one first"):
        begin(engine, most=2)
    with engine.begin() as connection:
        connection.execute(update(schema.tables).where(schema.tables.c.id == finished).values(status="over"))
    begin(engine, most=2)


def test_who_leaves_a_match_is_noted_while_it_is_played(engine: Engine) -> None:
    """When it is over all leave at once, and nobody's absence matters any more: that is not worth four writes."""

    async def leave(node: NodeParts) -> None:
        table = begin(engine)
        live = await node.tables.get(table)
        live.presence.disconnected(0)
        await until(lambda: not live.state.background.pending, "it is written")
        with engine.connect() as connection:
            seats = stored_table.load(connection, table).seats
        assert all(seat.seen is not None for seat in seats)  # Ann has both
        live.state.started().seat = None  # over
        live.presence.disconnected(0)
        assert not live.state.background.pending

    with_node(engine, leave)


def test_a_result_is_written_once(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both the log and the match runner see that a match is over."""
    written: list[bool] = []
    write = results.write
    monkeypatch.setattr(results, "write", lambda *about: written.append(write(*about)))

    async def end(node: NodeParts) -> None:
        table = begin(engine)
        live = await node.tables.get(table)
        node.runner.run(table)
        await asyncio.sleep(0)  # the runner begins to wait
        await live.log.submit(lambda match_log, at: match_log.draft_abort(0, 1, at))
        await until(lambda: table not in node.runner.running and not live.state.background.pending, "the match is over")
        assert written == [True]
        assert row(engine, table).status == "over"

    with_node(engine, end)


def test_an_idle_match_leaves_the_memory_and_comes_back(engine: Engine) -> None:
    async def look(node: NodeParts) -> None:
        table = begin(engine)
        assert await node.move(table) == 1
        assert node.leased() == {table}  # taken over by the first look
        await _nobody_looks(node, table)
        assert node.runner.running == {table}
        assert node.leased() == {table}
        assert await node.move(table) == 2
        assert node.loads == [table, table]
        await node.leases.review()
        assert node.runner.running == {table}

    with_node(engine, look)


def test_who_decides_in_an_idle_match_is_read_from_its_row(engine: Engine) -> None:
    async def look(node: NodeParts) -> None:
        table = begin(engine)
        await node.move(table)
        live = node.tables.find(table)
        assert live is not None
        assert live.match_log is not None
        seat = live.match_log.seat
        await _nobody_looks(node, table)
        await until(lambda: row(engine, table).decides_at == 1, "the row says who decides")
        stored = await node.storage.read(lambda connection: stored_table.load(connection, table))
        server: Any = SimpleNamespace(table_registry=node.tables)
        assert await _deciding_seat(server, stored, 1) == seat
        assert node.loads == [table]
        assert await _deciding_seat(server, stored, 2) == seat  # the log has grown: the row is out of date
        assert node.loads == [table, table]
        await node.move(table)
        assert live.match_log.number == 1
        found = node.tables.find(table)
        assert found is not None
        assert found.match_log is not None
        assert await _deciding_seat(server, stored, 1) == found.match_log.seat  # in memory

    with_node(engine, look)


def test_a_table_in_use_stays(engine: Engine) -> None:
    async def look(node: NodeParts) -> None:
        table = begin(engine)
        await node.move(table)
        node.tables.maintain()
        assert node.tables.is_open(table)

    with_node(engine, look)


def test_the_clock_of_an_idle_match_runs_out(engine: Engine) -> None:
    async def look(node: NodeParts) -> None:
        table = begin(engine, clock=TurnClock(hours=2 / 3600))
        await node.move(table)
        await _nobody_looks(node, table)
        await until(lambda: "bot" in _kinds(engine, table), "a bot takes over the seat of who is out of time")

    with_node(engine, look)


class _Notices(PubSub):
    """Several nodes, of which the test plays the others."""

    alone = False

    def __init__(self) -> None:
        self.listeners: dict[str, Listener] = {}

    def subscribe(self, table: str, listener: Listener) -> None:
        self.listeners[table] = listener

    def unsubscribe(self, table: str) -> None:
        self.listeners.pop(table, None)


def test_an_idle_match_is_run_when_somebody_looks_at_another_node(engine: Engine) -> None:
    notices = _Notices()

    async def look(node: NodeParts) -> None:
        table = begin(engine)
        await node.move(table)
        await _nobody_looks(node, table)
        notices.listeners[table]({"from": "other", "here": [0]})
        await until(lambda: node.tables.is_open(table), "the table is back")
        await _nobody_looks(node, table)
        entry: dict[str, Any] = {"table": table, "number": 2, "kind": "resume", "seat": None, "text": "0"}
        await node.storage.append(entry | {"mark": None, "at": now(), "spent": 0})  # and its notice was lost
        await node.leases.review()
        await until(lambda: node.tables.is_open(table), "the table is back again")
        assert (await node.tables.get(table)).state.started().number == 2

    with_node(engine, look, pubsub=notices)


def test_a_start_reads_no_match_that_nobody_looks_at(engine: Engine) -> None:
    """However many are in play: leases are taken in pages, and the first look at a match reads that match."""
    tables = [begin(engine) for _ in range(120)]

    async def look(node: NodeParts) -> None:
        await until(lambda: node.runner.running == set(tables), "all leases are taken over")
        assert node.leased() == set(tables)
        assert node.loads == []
        assert await node.move(tables[7]) == 1
        assert node.loads == [tables[7]]

    with_node(engine, look)


def test_an_abandoned_match_is_put_away_and_can_be_resumed(engine: Engine) -> None:
    long_ago = now() - 31 * DAY
    old, recent = begin(engine, started=long_ago), begin(engine)
    clocked = begin(engine, clock=TurnClock(), started=long_ago)
    played = begin(engine, started=long_ago)

    async def look(node: NodeParts) -> None:
        await node.move(played)
        await node.tables.get(old)
        await node.leases.archive()
        assert [row(engine, table).archived is not None for table in (old, recent, clocked, played)] == [True] + [
            False
        ] * 3
        assert old not in node.leased() | node.runner.running
        live = await node.tables.get(old)  # a look alone does not bring it back
        assert live.table.archived is not None
        assert await node.move(old) == 1
        assert row(engine, old).archived is None
        assert old in node.leased()
        assert old in node.runner.running
        await node.leases.archive()
        assert row(engine, old).archived is None

    with_node(engine, look)
