"""Backup of a SQLite database while nodes write to it: a consistent copy, checked, that appears when it is whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tabiji.server.storage import StorageError


def write(address: str, file: Path) -> int:
    """Copy a database to a new file that only its owner can read. Returns its size."""
    if not address.startswith("sqlite:///"):
        raise StorageError("a backup of PostgreSQL is made by pg_dump: pg_dump --format=custom --file=FILE DATABASE")
    source = Path(address.removeprefix("sqlite:///"))
    if not source.is_file():
        raise StorageError(f"there is no database {source}")
    if file.exists():
        raise StorageError(f"cannot write {file}: it exists")
    part = file.with_name(file.name + ".part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        _copy(source, part)
        part.rename(file)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"cannot write {file}: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def _copy(source: Path, part: Path) -> None:
    """One read transaction sees one moment; writers go on meanwhile, in the WAL."""
    with (
        closing(sqlite3.connect(source, timeout=20)) as serving,
        closing(sqlite3.connect(part)) as copy,
    ):
        serving.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    check(part)


def check(file: Path) -> None:
    """Let SQLite look through a database; StorageError if it is damaged."""
    try:
        with closing(sqlite3.connect(file)) as copy:
            [(found,)] = copy.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as error:
        found = error
    if found != "ok":
        raise StorageError(f"the copy is damaged: {found}")
