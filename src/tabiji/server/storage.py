"""The database of a node: one thread writes, in groups that share a commit; a few threads read.

With SQLite one more thread runs checkpoints of the WAL: by default a commit runs one whenever the WAL has grown long,
and every move in that group would wait for it.

A write is durable when it returns: SQLite syncs every commit, PostgreSQL commits before it answers.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Insert, create_engine, event, insert
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from tabiji.core.errors import TabijiError
from tabiji.server import schema
from tabiji.server.metrics import WRITE_QUEUE

T = TypeVar("T")
_GROUP = 512  # most jobs that share a commit
_GROUP_DELAY = (
    0.002  # seconds in which other jobs may join a commit: a small delay, and far fewer commits on a busy node
)
_WRITE_TIMEOUT = 30.0  # seconds in which a write is retried while the database is unreachable
_READ_TIMEOUT = 10.0  # and a read
_PAUSE = 0.2
_CHECKPOINT_EVERY = 1.0  # seconds between checkpoints of SQLite's WAL
_WAL_PAGES = 4000  # pages after which the WAL is restarted
_MAX_WAL_PAGES = 64_000  # pages after which a commit runs a checkpoint itself
_POSTGRES_TIMEOUTS = {  # a server that vanished without closing the connection is noticed in half a minute
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}


class StorageError(TabijiError):
    """The database cannot be used."""


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


def connect(address: str) -> Engine:
    """An engine for a database address, or a StorageError that says what is wrong with it."""
    if address.startswith("postgresql://"):
        address = "postgresql+psycopg://" + address.removeprefix("postgresql://")
    elif not address.startswith("sqlite:///"):
        raise StorageError(f"cannot use the database {address!r}: write sqlite:///FILE or postgresql://USER@HOST/NAME")
    try:
        if address.startswith("sqlite"):
            engine = create_engine(
                address, hide_parameters=True, connect_args={"timeout": 20, "check_same_thread": False}
            )
            event.listen(engine, "connect", _tune_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        return create_engine(address, hide_parameters=True, pool_pre_ping=True, connect_args=_POSTGRES_TIMEOUTS)
    except SQLAlchemyError as error:
        raise StorageError(f"cannot use the database: {error}") from error


def _tune_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin explicitly, so that a reader never becomes a writer midway
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000")
    for pragma in (*pragmas, f"wal_autocheckpoint={_MAX_WAL_PAGES}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Migrate the database to the newest schema; nodes that start together wait for each other.

    SQLite changes a table by copying it to a new one. To drop the old one is to delete its rows, which other tables
    refer to: foreign keys are not enforced meanwhile, but checked before the migration is kept.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.connect() as connection, _without_foreign_keys(connection), connection.begin():
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(8700)")
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise StorageError("cannot migrate the database: rows refer to others that are missing")
    except OperationalError as error:
        raise StorageError(f"cannot open the database: {str(error.orig).strip()}") from error
    except CommandError as error:
        raise StorageError("cannot open the database: a newer version of Tabiji has migrated it") from error


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Within this context SQLite does not enforce foreign keys; it must begin outside of a transaction."""
    if connection.dialect.name != "sqlite":
        yield
        return
    raw: Any = connection.connection.driver_connection
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys=ON")


@dataclass
class _Job:
    work: Callable[[Connection], Any] | dict[str, Any]  # a dictionary is an entry of a log
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class Storage:
    """Reads and durable writes for an event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        WRITE_QUEUE.set_function(self._jobs.qsize)
        self._sqlite = engine.raw_connection() if engine.dialect.name == "sqlite" else None  # for entries
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._writer = Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()
        self._closing = Event()
        self._checkpointer = Thread(target=self._checkpoint, name="checkpointer", daemon=True)
        if engine.dialect.name == "sqlite":
            self._checkpointer.start()

    async def read(self, query: Callable[[Connection], T], timeout: float = _READ_TIMEOUT) -> T:
        """Run a query in a reader thread; it is retried while the database is unreachable."""
        give_up = time.monotonic() + timeout
        while True:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._readers, self._query, query)
            except DBAPIError as error:
                if not _is_transient(error) or time.monotonic() > give_up:
                    raise
            await asyncio.sleep(_PAUSE)

    def _query(self, query: Callable[[Connection], T]) -> T:
        with self._engine.connect().execution_options(reading=True) as connection:
            return query(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction; durable when it returns. An exception in `work` rolls it back."""
        done: T = await self._enqueue(work)
        return done

    def append(self, entry: dict[str, Any]) -> asyncio.Future[bool]:
        """Write an entry of a log; False if an entry with that number exists."""
        return self._enqueue(entry)

    def _enqueue(self, work: Any) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Finish pending jobs and close the database."""
        self._jobs.put(None)
        self._writer.join()
        self._closing.set()
        if self._checkpointer.is_alive():
            self._checkpointer.join()
        self._readers.shutdown()
        self._engine.dispose()

    # --- the writer's thread ------------------------------------------------------------------------------------
    def _write_all(self) -> None:
        while (first := self._jobs.get()) is not None:
            time.sleep(_GROUP_DELAY)
            group = [first]
            while len(group) < _GROUP and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                group.append(job)
            _answer([(job, True) for job in group] if self._append_alone(group) else self._write_group(group))
        if self._sqlite is not None:
            self._sqlite.close()

    def _append_alone(self, group: list[_Job]) -> bool:
        """Write a group of nothing but entries to SQLite itself: the layers above take longer than SQLite does.

        One statement is a transaction of its own. To begin and to commit one would release the GIL twice more, and wait
        each time until the event loop gives it back. False if it was not written, for whatever reason: then the group
        takes the way of all others, which knows why.
        """
        entries = [job.work for job in group if isinstance(job.work, dict)]
        if self._sqlite is None or len(entries) < len(group):
            return False
        try:
            self._sqlite.cursor().execute(_APPEND_SQLITE, (_as_json(entries),))
        except sqlite3.Error:
            return False
        return True

    def _write_group(self, group: list[_Job]) -> list[tuple[_Job, Any]]:
        give_up = time.monotonic() + _WRITE_TIMEOUT
        while True:
            try:
                return self._commit(group, give_up)
            except IntegrityError as error:
                if len(group) == 1:  # the number of an entry is taken
                    return [(group[0], False if isinstance(group[0].work, dict) else error)]
                return self._write_each(group)
            except DBAPIError as error:
                if _is_transient(error):
                    if time.monotonic() > give_up:
                        return [(job, StorageError(f"the database does not respond: {error.orig}")) for job in group]
                    time.sleep(_PAUSE)
                elif len(group) == 1:
                    return [(group[0], error)]
                else:
                    return self._write_each(group)
            except Exception as error:  # the writer thread must not end
                return [(job, error) for job in group]

    def _write_each(self, group: list[_Job]) -> list[tuple[_Job, Any]]:
        """One job of a group failed: run each in a transaction of its own."""
        return [pair for job in group for pair in self._write_group([job])]

    def _commit(self, group: list[_Job], give_up: float) -> list[tuple[_Job, Any]]:
        answers: list[tuple[_Job, Any]] = []
        name: str | None = None
        ready = False
        try:
            with self._engine.begin() as connection:
                entries = [job.work for job in group if isinstance(job.work, dict)]
                if entries:
                    _append(connection, entries)
                for job in group:
                    answers.append((job, True if isinstance(job.work, dict) else _try(connection, job.work)))
                if len(entries) < len(group):  # an entry may be tried again: its number is unique
                    name = _transaction_id(connection)
                ready = True
        except DBAPIError as error:
            if not (ready and name is not None and _is_transient(error) and self._was_committed(name, give_up)):
                raise
        return answers

    def _was_committed(self, name: str, give_up: float) -> bool:
        """Whether a transaction was committed although its reply was lost."""
        while True:
            try:
                with self._engine.connect() as connection:
                    status = connection.exec_driver_sql(f"SELECT txid_status({name})").scalar_one_or_none()
                if status != "in progress":
                    return status == "committed"
            except DBAPIError as error:
                if not _is_transient(error) or time.monotonic() > give_up:
                    raise
            time.sleep(_PAUSE)

    # --- the checkpointer's thread ------------------------------------------------------------------------------
    def _checkpoint(self) -> None:
        """Run checkpoints of SQLite's WAL while others write; restart a long WAL."""
        connection = self._engine.raw_connection()
        while not self._closing.wait(_CHECKPOINT_EVERY):
            with suppress(sqlite3.Error):  # commits will report the same error
                _, pages, _ = connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if pages > _WAL_PAGES:  # most pages are checkpointed now, so writers hardly wait
                    connection.cursor().execute("PRAGMA wal_checkpoint(RESTART)")
        connection.close()


_APPEND: Insert = insert(schema.entries)
_COLUMNS = [column.name for column in schema.entries.columns]
_values = itemgetter(*_COLUMNS)
_APPEND_SQLITE = (
    'INSERT INTO entries ("' + '", "'.join(_COLUMNS) + '") '
    "SELECT " + ", ".join(f"value ->> {i}" for i in range(len(_COLUMNS))) + " FROM json_each(?)"
)


def _append(connection: Connection, entries: list[dict[str, Any]]) -> None:
    """Write entries; for SQLite in one statement: each releases the GIL, and waits long to get it back."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_APPEND_SQLITE, (_as_json(entries),))
    else:
        connection.execute(_APPEND, entries)


def _as_json(entries: list[dict[str, Any]]) -> str:
    return msgspec.json.encode([_values(entry) for entry in entries]).decode()


def _is_transient(error: DBAPIError) -> bool:
    """Whether a retry may help: the connection was lost, the database is busy, or it has resolved a deadlock."""
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def _transaction_id(connection: Connection) -> str | None:
    """The id of a PostgreSQL transaction that has written something. SQLite needs none: its replies cannot be lost."""
    if connection.dialect.name != "postgresql":
        return None
    found = connection.exec_driver_sql("SELECT txid_current_if_assigned()").scalar_one_or_none()
    return None if found is None else str(int(found))


def _try(connection: Connection, work: Callable[[Connection], Any]) -> Any:
    """A job's result, or the exception it raised; errors of the connection are raised.

    The savepoint is the driver's: SQLAlchemy's takes four times as long.
    """
    connection.exec_driver_sql("SAVEPOINT job")
    result: Any
    try:
        result = work(connection)
    except Exception as error:
        if isinstance(error, DBAPIError) and _is_transient(error):
            raise
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
        result = error
    connection.exec_driver_sql("RELEASE SAVEPOINT job")
    return result


def _answer(answers: Sequence[tuple[_Job, Any]]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, answer in answers:
        by_loop.setdefault(job.loop, []).append((job.done, answer))
    for loop, settled in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for done, answer in settled:
        if done.cancelled():
            continue
        if isinstance(answer, BaseException):
            done.set_exception(answer)
        else:
            done.set_result(answer)
