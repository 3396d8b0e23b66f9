"""Export of a database as lines of JSON, and import into an empty one."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, LargeBinary, Table, func, insert, select

from tabiji.server.schema import audit_log, leases, metadata, nodes, reports, tables
from tabiji.server.storage import StorageError, connect, upgrade

FORMAT = "tabiji-database/1"
_SKIPPED = (nodes, leases)  # the nodes that import take over all matches
_GROUP = 1000


def _dumped() -> list[Table]:
    return [table for table in metadata.sorted_tables if table not in _SKIPPED]


@contextmanager
def _opened(address: str) -> Iterator[Engine]:
    engine = connect(address)
    try:
        upgrade(engine)
        yield engine
    finally:
        engine.dispose()


def write(address: str, file: Path) -> int:
    """Export a database to a new file that only its owner can read. Returns the number of rows."""
    try:
        out = os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except OSError as error:
        raise StorageError(f"cannot write {file}: {error.strerror}") from error
    count = 0
    with out, _opened(address) as engine, engine.connect() as connection:
        if connection.dialect.name == "postgresql":  # one consistent snapshot of all tables
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        connection = connection.execution_options(reading=True)
        out.write(msgspec.json.encode({"format": FORMAT}) + b"\n")
        for table in _dumped():
            with connection.execute(select(table), execution_options={"yield_per": _GROUP}) as rows:
                for row in rows:
                    shown = {str(name): value for name, value in row._mapping.items()}
                    out.write(msgspec.json.encode([str(table.name), shown]) + b"\n")
                    count += 1
    return count


def read(address: str, file: Path) -> int:
    """Import such a file into an empty database, all of it or nothing. Returns the number of rows."""
    try:
        lines = file.read_bytes().splitlines()
        head = msgspec.json.decode(lines[0]) if lines else None
    except OSError as error:
        raise StorageError(f"cannot read {file}: {error.strerror}") from error
    except msgspec.DecodeError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StorageError(f"{file} is not an export of a database of Tabiji")
    with _opened(address) as engine, engine.begin() as connection:
        _check_empty(connection)
        waiting: dict[str, list[dict[str, Any]]] = {}
        for number, line in enumerate(lines[1:], 2):
            try:
                name, row = msgspec.json.decode(line)
                waiting.setdefault(name, []).append(_typed(metadata.tables[name], row))
            except (ValueError, KeyError, TypeError) as error:
                raise StorageError(f"line {number} of {file} cannot be read: {error}") from error
        for table in _dumped():
            rows = waiting.get(table.name, [])
            for first in range(0, len(rows), _GROUP):
                connection.execute(insert(table), rows[first : first + _GROUP])
        _continue_numbers(connection)
        _orphan(connection)
    return len(lines) - 1


def _continue_numbers(connection: Connection) -> None:
    """Let PostgreSQL number new rows after those that were read; SQLite does so by itself."""
    if connection.dialect.name == "postgresql":
        for table in (reports, audit_log):
            last = connection.execute(select(func.max(table.c.id))).scalar_one()
            connection.execute(select(func.setval(f"{table.name}_id_seq", last or 1, last is not None)))


def _check_empty(connection: Connection) -> None:
    for table in _dumped():
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise StorageError("this database is not empty: an import needs a new one")


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """A row with its binary columns decoded from base64."""
    binary = [column.name for column in table.columns if isinstance(column.type, LargeBinary)]
    return row | {name: base64.b64decode(row[name]) for name in binary}


def _orphan(connection: Connection) -> None:
    """Give matches in play leases of a dead node, so that the first node takes them over."""
    playing = connection.execute(select(tables.c.id).where(tables.c.status == "playing")).scalars().all()
    if playing:
        connection.execute(insert(leases), [{"table": table, "node": "moved"} for table in playing])
