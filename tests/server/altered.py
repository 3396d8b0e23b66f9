"""One node with a database of its own, which the test stops, alters and starts again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.visitor import Visitor, run

LIVE = {"kind": "live", "bank": 600, "increment": 0, "cap": 600}
Start = Callable[..., QuickNode]


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
def start(node_factory: NodeFactory, database: Database) -> Iterator[Start]:
    """Starts nodes, one after the other, on the test's own database."""
    started: list[QuickNode] = []

    def begin(**settings: Any) -> QuickNode:
        started.append(QuickNode(node_factory, database=database.address, **settings))
        return started[-1]

    yield begin
    for node in started:
        if node.alive:
            node.kill()


async def begin_match(ann: Visitor, moves: int = 2, **settings: Any) -> str:
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


def begin_matches(node: QuickNode, count: int, **settings: Any) -> tuple[list[str], Any]:
    """Some matches of one person, in the order of their ids, and the cookies of that person."""

    async def make() -> tuple[list[str], Any]:
        async with Visitor(node.base, "Ann") as ann:
            return sorted([await begin_match(ann, **settings) for _ in range(count)]), ann.http.cookies

    return run(make())
