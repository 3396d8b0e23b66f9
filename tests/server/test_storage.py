"""The databases: both have the schema the code knows, writes survive lost connections, and rows move between them."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, Select, delete, event, func, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from tabiji.core.errors import TabijiError
from tabiji.server import db_dump, lobby, schema, stored_table
from tabiji.server.people import Person
from tabiji.server.protocol import NewTable
from tabiji.server.randomness import Randomness
from tabiji.server.settings import Settings
from tabiji.server.storage import _WRITE_TIMEOUT, Storage, StorageError, connect, upgrade
from tabiji.server.table_log import read_entries
from tabiji.server.table_settings import TableSettings

from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.services import Postgres, wait_for
from tests.server.visitor import Visitor


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tabiji.db'}"
    found: Postgres = request.getfixturevalue("postgres")
    return found.address(found.new())


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    found = connect(address)
    upgrade(found)
    yield found
    found.dispose()


def test_a_table_is_read_without_looking_at_others(tmp_path: Path) -> None:
    """The time to read a table does not grow with the number of tables."""
    found = connect(f"sqlite:///{tmp_path / 'tabiji.db'}")
    upgrade(found)
    for query in (stored_table._READ_TABLE, stored_table._READ_SEATS):
        with found.connect() as connection:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query.compile(found)}", ("some table",))
            steps = [row.detail for row in plan]
        assert steps
        assert all(step.startswith("SEARCH ") for step in steps), steps
    found.dispose()


def test_a_database_file_is_private(tmp_path: Path) -> None:
    before = os.umask(0)  # nothing else protects it
    try:
        file = tmp_path / "data" / "tabiji.db"
        Settings(database=f"sqlite:///{file}").prepare()
        engine = connect(f"sqlite:///{file}")
        upgrade(engine)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [file.parent, *file.parent.iterdir()]}
        engine.dispose()
    finally:
        os.umask(before)
    assert modes == {"data": 0o700, "tabiji.db": 0o600, "tabiji.db-wal": 0o600, "tabiji.db-shm": 0o600}


def test_a_database_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(TabijiError, match=f"cannot open the database {tmp_path}: Is a directory"):
        Settings(database=f"sqlite:///{tmp_path}").prepare()


def test_errors_do_not_show_what_was_written(engine: Engine) -> None:
    row = {"id": "a", "name": "x", "handle": "x", "password": "a hash of a password", "epoch": 0, "created": 0}
    with engine.begin() as connection:
        connection.execute(insert(schema.people).values(row))
    with pytest.raises(IntegrityError) as failed, engine.begin() as connection:
        connection.execute(insert(schema.people).values(row | {"id": "b"}))
    assert "a hash of a password" not in str(failed.value)


def use(engine: Engine, work: Callable[[Storage], Any]) -> Any:
    """Run something with a storage."""

    async def inside() -> Any:
        storage = Storage(engine)
        try:
            return await work(storage)
        finally:
            await asyncio.to_thread(storage.close)

    return asyncio.run(inside())


_FIRST_ROWS = (
    "INSERT INTO people (id, name, epoch, created) VALUES ('a', 'Ann', 0, 1), ('b', 'Bo', 0, 1)",
    "INSERT INTO tables (id, host, game, players, options, clock, access, desertion, hints, pace, status, created) "
    "VALUES ('t', 'a', 'tokaido', 2, '{}', '{}', 'open', 'bot', false, 0, 'gathering', 1)",
    "INSERT INTO seats (\"table\", seat, person, name) VALUES ('t', 0, 'a', 'Ann'), ('t', 1, 'b', 'Bo')",
    "INSERT INTO ratings (person, game, mu, sigma, matches) VALUES ('a', 'tokaido', 25, 8, 1)",
    "INSERT INTO tokens (digest, person, label, created) VALUES ('d', 'a', 'bot', 1)",
)


# --- the schema ----------------------------------------------------------------------------------------------------


def test_migrations_lead_to_the_schema(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, schema.metadata) == []


def test_an_upgrade_twice_changes_nothing(engine: Engine, address: str) -> None:
    again = connect(address)
    upgrade(again)
    again.dispose()


def test_an_upgrade_keeps_what_there_is(address: str) -> None:
    """A database of the first version, with people at a table: every row is there after all migrations."""
    engine = connect(address)
    upgrade(engine, "0001")
    with engine.begin() as connection:
        for words in _FIRST_ROWS:
            connection.exec_driver_sql(words)
    upgrade(engine)
    with engine.begin() as connection:
        counts = {
            name: connection.execute(select(func.count()).select_from(schema.metadata.tables[name])).scalar()
            for name in ("people", "tables", "seats", "ratings", "tokens")
        }
        assert counts == {"people": 2, "tables": 1, "seats": 2, "ratings": 1, "tokens": 1}
        with pytest.raises(IntegrityError):  # foreign keys are enforced again
            connection.execute(delete(schema.people))
    engine.dispose()


def test_a_wrong_address_is_one_sentence() -> None:
    with pytest.raises(StorageError, match="write sqlite:///FILE or postgresql://"):
        connect("mysql://somewhere")
    nobody = connect("postgresql://tabiji@127.0.0.1:1/none")
    with pytest.raises(StorageError, match="cannot open the database"):
        upgrade(nobody)
    nobody.dispose()


# --- groups --------------------------------------------------------------------------------------------------------


def _table(connection: Connection) -> str:
    """A table to which entries can belong."""
    connection.execute(insert(schema.people).values(id="ann", name="Ann", epoch=0, created=0))
    settings = TableSettings.from_request(NewTable("tokaido", 2, pace=0))
    return lobby.create(connection, Person("ann", "Ann", False, 0), settings, 20, Randomness())


def test_a_table_is_read_in_one_statement(engine: Engine) -> None:
    statements: list[str] = []
    with engine.begin() as connection:
        table = _table(connection)
        event.listen(connection, "before_cursor_execute", lambda *words: statements.append(words[2]))
        read = stored_table.load(connection, table)
        assert len(statements) == 1, statements
        assert [seat.name for seat in read.seats] == ["Ann", ""]
        assert (
            stored_table.load(connection, table, lock=True) == read
        )  # the seats after the lock: others may have sat down
        assert len(statements) == (2 if engine.dialect.name == "sqlite" else 3), statements


@pytest.mark.parametrize("count", [lobby._COUNT_GATHERING, lobby._COUNT_PLAYING])
def test_tables_of_a_host_are_counted_by_an_index(count: Select[tuple[int]], tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'tabiji.db'}")
    upgrade(engine)
    with engine.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {count.compile(engine)}", ("ann", "playing"))
        assert "ix_tables_host_status" in str(plan.all())
    engine.dispose()


def _entry(table: str, number: int) -> dict[str, Any]:
    return {"table": table, "number": number, "kind": "move", "seat": 0, "text": "x", "mark": None, "at": 0, "spent": 0}


def test_the_same_number_is_written_once(engine: Engine) -> None:
    async def race(storage: Storage) -> None:
        table = await storage.write(_table)
        asked = [storage.append(_entry(table, number)) for number in range(1, 40) for _ in range(3)]
        written = await asyncio.gather(*asked)
        assert [sum(written[i : i + 3]) for i in range(0, len(written), 3)] == [1] * 39

    use(engine, race)


def test_entries_go_straight_to_sqlite(tmp_path: Path) -> None:
    """Moves that arrive together are one statement, and none of SQLAlchemy's; if the number of one is taken, they go
    the long way, all of them."""
    engine = connect(f"sqlite:///{tmp_path / 'tabiji.db'}")
    upgrade(engine)
    statements: list[str] = []
    direct: list[str] = []

    async def append(storage: Storage) -> None:
        table = await storage.write(_table)
        event.listen(engine, "before_cursor_execute", lambda *words: statements.append(words[2]))
        assert storage._sqlite is not None
        storage._sqlite.driver_connection.set_trace_callback(direct.append)
        entries = [storage.append(_entry(table, number)) for number in range(1, 9)]
        assert await asyncio.gather(*entries) == [True] * 8
        assert statements == []
        assert direct
        assert all(statement.startswith("INSERT INTO entries") for statement in direct)
        assert await asyncio.gather(*(storage.append(_entry(table, number)) for number in (8, 9))) == [False, True]
        assert statements != []
        found = await storage.read(lambda connection: read_entries(connection, table, 0))
        assert [entry.number for entry in found] == list(range(1, 10))

    use(engine, append)


def test_one_bad_job_harms_nobody_else(engine: Engine) -> None:
    """What the database can never take is answered at once; what was written with it is written."""

    def bad(connection: Connection) -> None:
        connection.execute(text("SELECT nothing FROM nowhere_at_all WHERE broken ="))

    def twice(connection: Connection) -> None:
        connection.execute(insert(schema.people).values(id="ann", name="Ann", epoch=0, created=0))

    def mistaken(connection: Connection) -> None:
        raise ValueError("a mistake")

    async def work(storage: Storage) -> None:
        table = await storage.write(_table)
        begun = time.monotonic()
        jobs = [storage.append(_entry(table, 1)), storage.write(twice), storage.write(mistaken)]
        if engine.dialect.name == "postgresql":  # to SQLite every mistake is an operational one
            jobs.append(storage.write(bad))
        jobs.append(storage.append(_entry(table, 2)))
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert time.monotonic() - begun < _WRITE_TIMEOUT / 2
        assert answers[0] is True
        assert answers[-1] is True
        assert isinstance(answers[1], IntegrityError)
        assert isinstance(answers[2], ValueError)
        if engine.dialect.name == "postgresql":
            assert isinstance(answers[3], DBAPIError)
        assert await storage.read(_count) == 2

    use(engine, work)


def _count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(schema.entries)).scalar_one())


def test_a_text_that_postgresql_cannot_hold(postgres: Postgres) -> None:
    """A zero in a text is refused by PostgreSQL: an error for its author, not half a minute for everybody."""
    engine = connect(postgres.address(postgres.new()))
    upgrade(engine)

    def zero(connection: Connection) -> None:
        connection.execute(insert(schema.people).values(id="bob", name="a\0b", epoch=0, created=0))

    async def work(storage: Storage) -> None:
        table = await storage.write(_table)
        begun = time.monotonic()
        asked = [storage.write(zero), storage.append(_entry(table, 1))]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(answers[0], DBAPIError)
        assert answers[1] is True
        assert time.monotonic() - begun < _WRITE_TIMEOUT / 2

    use(engine, work)


# --- a connection that is lost in the middle of a commit ------------------------------------------------------------


class Cutter:
    """Stands between a node and PostgreSQL, and cuts the connection after a COMMIT, before its answer."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.cut_next = False
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            state = {"deaf": False}
            threading.Thread(target=self._up, args=(client, server, state), daemon=True).start()
            threading.Thread(target=self._down, args=(server, client, state), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket, state: dict[str, bool]) -> None:
        while data := _receive(client):
            if self.cut_next and b"COMMIT" in data:
                self.cut_next = False
                self.cuts += 1
                state["deaf"] = True
            _send(server, data)
        _hang_up(server)
        client.close()

    def _down(self, server: socket.socket, client: socket.socket, state: dict[str, bool]) -> None:
        while data := _receive(server):
            if state["deaf"]:
                break
            _send(client, data)
        _hang_up(client)
        server.close()

    def close(self) -> None:
        self._listening.close()


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)  # another thread may be waiting in it


def _receive(line: socket.socket) -> bytes:
    try:
        return line.recv(65536)
    except OSError:
        return b""


def _send(line: socket.socket, data: bytes) -> None:
    try:
        line.sendall(data)
    except OSError:
        _hang_up(line)


def test_a_commit_whose_answer_is_lost_is_not_done_twice(postgres: Postgres) -> None:
    cutter = Cutter(postgres.port)
    name = postgres.new()
    engine = connect(postgres.address(name).replace(str(postgres.port), str(cutter.port)))
    upgrade(engine)

    async def work(storage: Storage) -> None:
        table = await storage.write(_table)
        for number in range(1, 6):
            cutter.cut_next = True
            said = {"table": table, "number": number, "person": "ann", "name": "Ann", "text": "hello", "at": number}
            # not repeatable: a second time it would be in its own way
            await storage.write(lambda connection, said=said: connection.execute(insert(schema.chats).values(said)))
        for number in range(1, 6):
            cutter.cut_next = True
            # an entry is tried again, finds itself in the log, and its table looks there
            assert await storage.append(_entry(table, number)) is False
        assert cutter.cuts == 10
        assert await storage.read(_count) == 5

    try:
        use(engine, work)
    finally:
        cutter.close()


# --- export and import ---------------------------------------------------------------------------------------------


def _tabiji(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "tabiji.cli", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def _moves(base: str, token: str, table: str | None, most: int) -> tuple[str, int, Any]:
    async with Visitor(base, token=token) as ann:
        if table is None:
            clock = {"kind": "live", "bank": 60, "increment": 0, "cap": 60}
            settings = {"game": "tokaido", "players": 3, "bots": ["novice", "casual"], "clock": clock, "start": True}
            table = await ann.table(**settings)
        async with ann.sit(table) as seat:
            await seat.play_on(Random(2), most)
            return table, seat.number, seat.position


async def _token(base: str) -> str:
    async with Visitor(base, "Ann") as ann:
        return str((await ann.post("/api/me/tokens", label="moving"))["token"])


def test_a_match_in_play_moves_from_database_to_database(
    postgres: Postgres, node_factory: NodeFactory, tmp_path: Path
) -> None:
    """SQLite, PostgreSQL, SQLite: the match goes on each time, the token is still good, and no clock has run."""
    homes = [
        f"sqlite:///{tmp_path / 'first.db'}",
        postgres.address(postgres.new()),
        f"sqlite:///{tmp_path / 'last.db'}",
    ]
    table, token, last, left = None, "", 0, 120_000  # a minute, doubled in somebody's first game
    dark = 0.0
    for stay, home in enumerate(homes):
        if stay == 0:
            _tabiji("db", "upgrade", "--database", home)
        elif stay == 1:
            _tabiji("db", "import", str(tmp_path / "1.jsonl"), "--database", home)
        else:  # the same without the seconds that a command takes to start
            db_dump.read(home, tmp_path / "2.jsonl")
        begun = time.monotonic()
        assert stay != 1 or begun - dark > 1  # seconds that nobody is charged for
        node = QuickNode(node_factory, database=home)
        try:
            token = token or asyncio.run(_token(node.base))
            table, number, position = asyncio.run(_moves(node.base, token, table, 4 if stay < 2 else 1000))
            assert number > last
            assert position["bots"][0] is None, "the clock ran while no server was there"
            lit = 1000 * (time.monotonic() - begun)
            assert position["over"] or left - lit <= position["clocks"]["left"][0] <= left
            last, left = number, position["clocks"]["left"][0]
        finally:
            node.stop()
            dark = time.monotonic()
        if stay == 0:
            _tabiji("db", "export", str(tmp_path / "1.jsonl"), "--database", home)
        else:
            db_dump.write(home, tmp_path / f"{stay + 1}.jsonl")
    assert position["over"]
    exported = (tmp_path / "3.jsonl").read_text()
    assert exported.count('["results",') == 3
    assert (tmp_path / "3.jsonl").stat().st_mode & 0o077 == 0


def test_an_import_needs_an_empty_database(address: str, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    engine = connect(address)
    upgrade(engine)
    with engine.begin() as connection:
        _table(connection)
    engine.dispose()
    assert db_dump.write(address, file) == 4
    with pytest.raises(StorageError, match="not empty"):
        db_dump.read(address, file)
    with pytest.raises(StorageError, match="cannot write"):
        db_dump.write(address, file)
    (tmp_path / "bad.jsonl").write_text("{}")
    with pytest.raises(StorageError, match="is not an export"):
        db_dump.read(address, tmp_path / "bad.jsonl")


def test_settings_make_the_folder(tmp_path: Path) -> None:
    Settings(database=f"sqlite:///{tmp_path}/a/b/tabiji.db").prepare()
    assert (tmp_path / "a" / "b").is_dir()


# --- SQLite's journal ---------------------------------------------------------------------------------------------


def test_the_journal_is_carried_over_while_others_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit leaves it alone; it neither grows without end nor holds what the database itself does not have."""
    monkeypatch.setattr("tabiji.server.storage._CHECKPOINT_EVERY", 0.05)
    monkeypatch.setattr("tabiji.server.storage._WAL_PAGES", 40)
    file = tmp_path / "tabiji.db"
    engine = connect(f"sqlite:///{file}")
    upgrade(engine)
    journal = tmp_path / "tabiji.db-wal"
    written = 0

    def restarts() -> int:
        """How often the journal was begun again, as it says in its first bytes."""
        with journal.open("rb") as read:
            return int.from_bytes(read.read(16)[12:])

    def enter(first: int, connection: Connection) -> None:
        rows = [{"id": f"{i}", "name": "x" * 40, "epoch": 0, "created": 0} for i in range(first, first + 40)]
        connection.execute(insert(schema.people), rows)

    def carried_over() -> bool:
        alone = tmp_path / "copy.db"  # without its journal
        alone.write_bytes(file.read_bytes())
        try:
            with closing(sqlite3.connect(alone)) as copy:
                return bool(copy.execute("SELECT count(*) FROM people").fetchone() == (written,))
        except sqlite3.DatabaseError:  # copied in the middle of it
            return False

    async def work(storage: Storage) -> None:
        nonlocal written
        while written < 4000 or restarts() < before + 3:  # until the test is out of time
            await storage.write(partial(enter, written))
            written += 40
        wait_for(carried_over, "the end of the journal in the database")

    before = restarts()
    use(engine, work)
    engine.dispose()
