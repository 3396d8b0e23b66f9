"""Incremental backups of a SQLite database: a folder keeps every chunk of every backup once.

A backup is a list of the chunks of a consistent copy. Each chunk is a file that is called by the digest of its content,
so a backup adds only what has changed since any earlier one, and restoring one proves every byte of it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from tabiji.server import db_backup
from tabiji.server.storage import StorageError

FORMAT = "tabiji-backup/1"
_CHUNK = 16 * 1024  # bytes: four pages of SQLite
_CHUNKS = "chunks"
_SUFFIX = ".backup"


class Manifest(msgspec.Struct):
    """A backup: the size of the database, and the digests of its chunks in order."""

    format: str
    size: int
    chunks: list[str]


class Added(NamedTuple):
    """What a backup added to its folder."""

    name: str
    chunks: int
    new: int
    bytes_written: int


def add(address: str, folder: Path, keep: int | None = None) -> Added:
    """Add a backup of a database that may be served meanwhile; `keep`: delete all but the latest ones."""
    with _storage_errors(folder):
        for place in (folder, folder / _CHUNKS):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(folder):
            copy = folder / f"copy-{secrets.token_hex(4)}.tmp"
            try:
                size = db_backup.write(address, copy)
                digests, new, written = _store(copy, folder)
            finally:
                copy.unlink(missing_ok=True)
            name = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S.%fZ")
            _write(folder / (name + _SUFFIX), msgspec.json.encode(Manifest(FORMAT, size, digests)))
            if keep is not None:
                _prune(folder, keep)
    return Added(name, len(digests), new, written)


def names(folder: Path) -> list[str]:
    """The backups of a folder, the earliest first."""
    return sorted(found.name.removesuffix(_SUFFIX) for found in folder.glob(f"*{_SUFFIX}"))


def restore(folder: Path, file: Path, name: str | None = None) -> str:
    """Write the database of a backup, the latest unless one is named, to a new file. Returns the backup's name."""
    found = names(folder)
    if not found or (name is not None and name not in found):
        raise StorageError(f"there is no backup {name or ''} in {folder}: there are {', '.join(found) or 'none'}")
    name = name or found[-1]
    with _storage_errors(file):
        if file.exists():
            raise StorageError(f"cannot write {file}: it exists")
        part = file.with_name(file.name + ".part")
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                for chunk in _read(folder, _manifest(folder, name)):
                    out.write(chunk)
                out.flush()
                os.fsync(out.fileno())
            db_backup.check(part)
            part.rename(file)
        finally:
            part.unlink(missing_ok=True)
    return name


@contextmanager
def _storage_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(f"cannot use {path}: {error}") from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait for other backups of the folder: one that deletes old parts must not delete those of another."""
    file = folder / "lock"
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(file, timeout=600, isolation_level=None)) as lock:  # ends with the process
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _manifest(folder: Path, name: str) -> Manifest:
    try:
        found = msgspec.json.decode((folder / (name + _SUFFIX)).read_bytes(), type=Manifest)
    except msgspec.MsgspecError as error:
        raise StorageError(f"the backup {name} cannot be read: {error}") from error
    if found.format != FORMAT:
        raise StorageError(f"the backup {name} is of another version: {found.format}")
    return found


def _place(folder: Path, digest: str) -> Path:
    return folder / _CHUNKS / digest[:2] / digest


def _store(copy: Path, folder: Path) -> tuple[list[str], int, int]:
    """Store the chunks of a file that are not there yet; the digests of all, how many were new, and their size."""
    digests, new, written = [], 0, 0
    with copy.open("rb") as source:
        while chunk := source.read(_CHUNK):
            digest = hashlib.sha256(chunk).hexdigest()
            digests.append(digest)
            place = _place(folder, digest)
            if not place.exists():
                place.parent.mkdir(mode=0o700, exist_ok=True)
                written += _write(place, zlib.compress(chunk))
                new += 1
    return digests, new, written


def _write(file: Path, content: bytes) -> int:
    """Write a file for its owner only, that is there when it is whole and on the disk."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    part.rename(file)
    return len(content)


def _read(folder: Path, manifest: Manifest) -> Iterator[bytes]:
    size = 0
    for digest in manifest.chunks:
        try:
            chunk = zlib.decompress(_place(folder, digest).read_bytes())
        except (OSError, zlib.error) as error:
            raise StorageError(f"a part of the backup is missing or damaged: {digest}") from error
        if hashlib.sha256(chunk).hexdigest() != digest:
            raise StorageError(f"a part of the backup is damaged: {digest}")
        size += len(chunk)
        yield chunk
    if size != manifest.size:
        raise StorageError("the backup is not whole")


def _prune(folder: Path, keep: int) -> None:
    """Delete all but the latest backups, and the chunks only they had."""
    found = names(folder)
    kept, gone = found[-keep:], found[:-keep]
    for name in gone:
        (folder / (name + _SUFFIX)).unlink()
    used = {digest for name in kept for digest in _manifest(folder, name).chunks}
    for chunk in (folder / _CHUNKS).glob("??/*"):
        if chunk.name not in used:
            chunk.unlink()
