"""One bad match never hurts another: altered logs, rows that cannot be read, matches of other rules."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tabiji.cli import main

from tests.server.altered import LIVE, Database, Start, begin_match, begin_matches, database, play, start
from tests.server.services import wait_for
from tests.server.visitor import Visitor, raises_api_error, run

__all__ = ["database", "start"]  # fixtures


def test_an_altered_log_stops_nobody_else(start: Start, database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    node = start()
    tables, cookies = begin_matches(node, 4, clock=LIVE)
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
            metrics = (await ann.http.get("/metrics")).text
            assert "tabiji_matches_quarantined 1.0" in metrics
            assert 'tabiji_takeovers_failed_total{reason="unreadable"} 1.0' in metrics
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


def test_a_log_altered_under_way_is_told_to_those_who_look(start: Start, database: Database) -> None:
    """Another node may write what this one cannot read; the table is closed, the node goes on."""
    node = start()

    async def look() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await begin_match(ann)
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
            await begin_match(ann)

    run(look())


def test_a_table_that_cannot_be_read_is_not_listed(start: Start, database: Database) -> None:
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


def test_matches_of_other_rules_starve_nobody(start: Start, database: Database) -> None:
    """However many there are, and wherever they are in the order of tables."""
    node = start()
    [good], _ = begin_matches(node, 1, clock=LIVE)
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


def test_pages_of_leases_follow_each_other(start: Start, database: Database) -> None:
    """More matches than a page has are all taken over, in one go."""
    node = start()
    [first], _ = begin_matches(node, 1, clock=LIVE)
    node.kill()
    with closing(sqlite3.connect(database.file)) as connection, connection:
        for name, column in (("tables", "id"), ("seats", '"table"'), ("leases", '"table"')):
            rows = connection.execute(f"SELECT * FROM {name} WHERE {column} = ?", (first,)).fetchall()
            copies = [(f"-{i:03}", *row[1:]) for i in range(120) for row in rows]
            connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", copies)
    start(node_timeout=60)  # one pass in many seconds
    wait_for(lambda: len(database.leased()) == 121, "every match is taken over")


def test_a_node_of_another_version_leaves_unknown_entries_alone(start: Start, database: Database) -> None:
    """An entry of a kind this version does not know was written by a newer one: nothing is put aside."""
    node = start()
    [table], cookies = begin_matches(node, 1)
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
