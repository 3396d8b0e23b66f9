"""The database of a node: one thread writes, in groups that share a commit; a few threads read.

What is awaited here is durable when it returns: SQLite syncs every commit, PostgreSQL commits before it answers.
"""

from __future__ import annotations

import asyncio
import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, Insert, create_engine, event, insert
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from tabiji.core.errors import TabijiError
from tabiji.server import schema

T = TypeVar("T")
_GROUP = 512  # most jobs that share a commit
_LOST = (OperationalError, InterfaceError)  # the database is away, or busy: it may answer later
_PATIENCE = 30.0  # seconds in which a lost database may come back before a write fails


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
            engine = create_engine(address, connect_args={"timeout": 20, "check_same_thread": False})
            event.listen(engine, "connect", _tune_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        return create_engine(address, pool_pre_ping=True)
    except SQLAlchemyError as error:
        raise StorageError(f"cannot use the database: {error}") from error


def _tune_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, so that a reader never becomes a writer midway
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def upgrade(engine: Engine) -> None:
    """Bring the database to the newest version of its schema; nodes that start together wait for each other."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(8700)")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except OperationalError as error:
        raise StorageError(f"cannot open the database: {str(error.orig).strip()}") from error


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
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._scribe = Thread(target=self._write_all, name="scribe", daemon=True)
        self._scribe.start()

    async def read(self, look: Callable[[Connection], T]) -> T:
        """Look something up, in a thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._look, look)

    def _look(self, look: Callable[[Connection], T]) -> T:
        with self._engine.connect().execution_options(reading=True) as connection:
            return look(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction; durable when it returns. An exception of `work` undoes it all."""
        done: T = await self._hand_over(work)
        return done

    async def append(self, entry: dict[str, Any]) -> bool:
        """Write an entry of a log; False if somebody else wrote that number first."""
        written: bool = await self._hand_over(entry)
        return written

    def _hand_over(self, work: Any) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Finish what is begun and let go of the database."""
        self._jobs.put(None)
        self._scribe.join()
        self._readers.shutdown()
        self._engine.dispose()

    # --- the scribe's thread ------------------------------------------------------------------------------------
    def _write_all(self) -> None:
        while (first := self._jobs.get()) is not None:
            group = [first]
            while len(group) < _GROUP and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                group.append(job)
            _answer(self._write_group(group))

    def _write_group(self, group: list[_Job]) -> list[tuple[_Job, Any]]:
        give_up = time.monotonic() + _PATIENCE
        while True:
            try:
                return self._commit(group)
            except IntegrityError:
                if len(group) > 1:  # somebody else's entry is in the way of one of them
                    return [pair for job in group for pair in self._write_group([job])]
                return [(group[0], False)]
            except _LOST as error:
                if time.monotonic() > give_up:
                    return [(job, StorageError(f"the database does not answer: {error.orig}")) for job in group]
                time.sleep(0.2)
            except Exception as error:  # what the database will never take must not stop the others, nor the scribe
                if len(group) > 1:
                    return [pair for job in group for pair in self._write_group([job])]
                return [(group[0], error)]

    def _commit(self, group: list[_Job]) -> list[tuple[_Job, Any]]:
        answers: list[tuple[_Job, Any]] = []
        with self._engine.begin() as connection:
            entries = [job.work for job in group if isinstance(job.work, dict)]
            if entries:
                connection.execute(_APPEND, entries)
            for job in group:
                answers.append((job, True if isinstance(job.work, dict) else _try(connection, job.work)))
        return answers


_APPEND: Insert = insert(schema.entries)


def _try(connection: Connection, work: Callable[[Connection], Any]) -> Any:
    """A job's answer, or what it raised; a database that is lost is no answer."""
    try:
        with connection.begin_nested():
            return work(connection)
    except _LOST:
        raise
    except Exception as error:
        return error


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
