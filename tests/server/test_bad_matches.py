"""One bad match never hurts another: altered logs, rows that cannot be read, matches of other rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tabiji.cli import main

from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.services import wait_for
from tests.server.visitor import Visitor, raises_api_error, run

LIVE = {"kind": "live", "bank": 600, "increment": 0, "cap": 600}


class Database:
    """A node's SQLite file, looked at and altered from outside."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.address = f"sqlite:///{file}"

    def ask(self, query: str, *values: Any) -> list[Any]:
        with closing(sqlite3.connect(self.file, timeout=20)) as database, database:
            return database.execute(query, values).fetchall()

    def leased(self) -> set[str]:
        """The tables whose matches a living node runs."""
        rows = self.ask('SELECT "table" FROM leases JOIN nodes ON nodes.id = leases.node WHERE nodes.alive > 0')
        return {row[0] for row in rows}


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "tabiji.db")


@pytest.fixture
def start(node_factory: NodeFactory, database: Database) -> Iterator[Callable[..., QuickNode]]:
    """Starts nodes, one after the other, on the test's own database."""
    started: list[QuickNode] = []

    def begin(**settings: Any) -> QuickNode:
        started.append(QuickNode(node_factory, database=database.address, **settings))
        return started[-1]

    yield begin
    for node in started:
        if node.alive:
            node.kill()


async def _match(ann: Visitor, moves: int = 2, **settings: Any) -> str:
    """A match of two seats at one screen, after some moves."""
    table = await ann.table(**({"game": "tsuro_seas", "players": 2} | settings))
    await ann.post(f"/api/tables/{table}/join", seat=1, name="a friend")
    await ann.post(f"/api/tables/{table}/start")
    await play(ann, table, moves)
    return table


async def play(ann: Visitor, table: str, moves: int) -> None:
    """The first legal move of whoever decides, some times."""
    for _ in range(moves):
        shown = [await ann.get(f"/api/tables/{table}/snapshot", seat=seat) for seat in (0, 1)]
        seat = 0 if shown[0]["view"]["legal"] else 1
        number, move = shown[seat]["position"]["number"], shown[seat]["view"]["legal"][0]
        await ann.post(f"/api/tables/{table}/moves", id=f"m{number}", number=number, move=move, seat=seat)


def _matches(node: QuickNode, count: int, **settings: Any) -> tuple[list[str], Any]:
    """Some matches of one person, in the order of their ids, and the cookies of that person."""

    async def make() -> tuple[list[str], Any]:
        async with Visitor(node.base, "Ann") as ann:
            return sorted([await _match(ann, **settings) for _ in range(count)]), ann.http.cookies

    return run(make())


def test_an_altered_log_stops_nobody_else(
    start: Callable[..., QuickNode], database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    node = start()
    tables, cookies = _matches(node, 4, clock=LIVE)
    node.kill()
    bad, *good = tables
    [[move]] = database.ask('SELECT text FROM entries WHERE "table" = ? AND number = 2', bad)
    database.ask("UPDATE entries SET text = 'somewhere else' WHERE \"table\" = ? AND number = 2", bad)
    with pytest.raises(SystemExit):
        main(["db", "check", "--database", database.address])
    shown = capsys.readouterr().out
    assert f"{bad}: unreadable: entry 2 (move): " in shown
    assert "3 readable, 1 unreadable" in shown

    node = start()
    wait_for(lambda: database.leased() >= set(good), "the good matches are taken over")

    async def look() -> None:
        async with Visitor(node.base) as ann:
            ann.http.cookies = cookies
            ready = await ann.get("/readyz")
            assert ready["quarantined"] == 1
            assert [(one["table"], one["reason"]) for one in ready["quarantined_tables"]] == [
                (bad, "entry 2 (move): InvalidMove")
            ]
            assert "tabiji_matches_quarantined 1.0" in (await ann.http.get("/metrics")).text
            for ask in (ann.get(f"/api/tables/{bad}"), ann.get(f"/api/tables/{bad}/snapshot")):
                with raises_api_error("unreadable"):
                    await ask
            with raises_api_error("unreadable"):
                await ann.post(f"/api/tables/{bad}/moves", id="m", number=2, move=move)
            async with ann.sit(bad) as seat:
                assert '"code":"unreadable"' in seat.raw[-1]
            assert {one["table"]["id"] for one in await ann.get("/api/tables/mine")} == set(tables)
            for table in good:
                await play(ann, table, 1)

    run(look())
    database.ask('UPDATE entries SET text = ? WHERE "table" = ? AND number = 2', move, bad)
    with pytest.raises(SystemExit, match="0"):
        main(["db", "check", "--release", "--database", database.address])
    assert f"{bad}: released" in capsys.readouterr().out
    wait_for(lambda: bad in database.leased(), "the repaired match is taken over")


def test_a_log_altered_under_way_is_told_to_those_who_look(start: Callable[..., QuickNode], database: Database) -> None:
    """Another node may write what this one cannot read; the table is closed, the node goes on."""
    node = start()

    async def look() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await _match(ann)
            async with ann.sit(table) as seat:
                database.ask(f"INSERT INTO entries VALUES ('{table}', 3, 'move', 0, 'nowhere', NULL, 0, 0)")
                legal = seat.legal or ["pass"]
                await seat.send("move", number=2, move=legal[0])
                message = await seat.next("error")
                assert message["code"] in ("unreadable", "not_your_turn"), message
            with raises_api_error("unreadable"):
                shown = [await ann.get(f"/api/tables/{table}/snapshot", seat=seat) for seat in (0, 1)]
                mine = next(one for one in shown if one["view"]["legal"])
                move = mine["view"]["legal"][0]
                await ann.post(f"/api/tables/{table}/moves", id="m", number=2, move=move, seat=mine["viewer"])
            await _match(ann)

    run(look())


def test_a_table_that_cannot_be_read_is_not_listed(start: Callable[..., QuickNode], database: Database) -> None:
    node = start()

    async def look() -> None:
        async with Visitor(node.base, "Ann") as ann:
            bad, good = [await ann.table(game="tsuro_seas", players=2, access="open") for _ in range(2)]
            database.ask('UPDATE tables SET clock = \'{"kind": "sand"}\' WHERE id = ?', bad)
            assert [one["id"] for one in await ann.get("/api/tables")] == [good]
            assert [one["table"]["id"] for one in await ann.get("/api/tables/mine")] == [good]
            with raises_api_error("unreadable"):
                await ann.post(f"/api/tables/{bad}/start")

    run(look())


def test_matches_of_other_rules_starve_nobody(start: Callable[..., QuickNode], database: Database) -> None:
    """However many there are, and wherever they are in the order of tables."""
    node = start()
    [good], _ = _matches(node, 1, clock=LIVE)
    node.kill()
    [row] = database.ask("SELECT * FROM tables WHERE id = ?", good)
    names = [column[1] for column in database.ask("PRAGMA table_info(tables)")]
    foreign = [dict(zip(names, row, strict=True)) | {"id": f"-{i:03}", "rules": 99} for i in range(130)]
    marks = ", ".join("?" * len(names))
    with closing(sqlite3.connect(database.file)) as connection, connection:
        connection.execute("DELETE FROM leases")
        connection.executemany(f"INSERT INTO tables VALUES ({marks})", [tuple(one.values()) for one in foreign])
        leases = [(one["id"], "gone") for one in foreign] + [(good, "gone")]
        connection.executemany("INSERT INTO leases VALUES (?, ?)", leases)
    start()
    wait_for(lambda: database.leased() == {good}, "the match of these rules is taken over")


def test_pages_of_leases_follow_each_other(start: Callable[..., QuickNode], database: Database) -> None:
    """More matches than a page has are all taken over, in one go."""
    node = start()
    [first], _ = _matches(node, 1, clock=LIVE)
    node.kill()
    with closing(sqlite3.connect(database.file)) as connection, connection:
        for name, column in (("tables", "id"), ("seats", '"table"'), ("leases", '"table"')):
            rows = connection.execute(f"SELECT * FROM {name} WHERE {column} = ?", (first,)).fetchall()
            copies = [(f"-{i:03}", *row[1:]) for i in range(120) for row in rows]
            connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", copies)
    start(node_timeout=60)  # one pass in many seconds
    wait_for(lambda: len(database.leased()) == 121, "every match is taken over")


def test_a_node_of_another_version_leaves_unknown_entries_alone(
    start: Callable[..., QuickNode], database: Database
) -> None:
    """An entry of a kind this version does not know was written by a newer one: nothing is put aside."""
    node = start()
    [table], cookies = _matches(node, 1)
    node.kill()
    database.ask(f"INSERT INTO entries VALUES ('{table}', 3, 'newer', 0, '', NULL, 0, 0)")
    node = start()

    async def look() -> None:
        async with Visitor(node.base) as ann:
            ann.http.cookies = cookies
            with raises_api_error("other_rules"):
                await ann.get(f"/api/tables/{table}")
            assert (await ann.get("/readyz"))["quarantined"] == 0

    run(look())
