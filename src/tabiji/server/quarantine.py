"""Quarantine: a match that cannot be read is put aside with a reason, so that it never disturbs another match.

The reason is public: it names the entry and the kind of error, never a move.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, literal, select, update
from sqlalchemy.exc import SQLAlchemyError

from tabiji.core.errors import TabijiError
from tabiji.server.api_error import ApiError
from tabiji.server.metrics import QUARANTINED
from tabiji.server.schema import leases, tables
from tabiji.server.storage import Storage, StorageError

log = logging.getLogger("tabiji.quarantine")
_NOT_THE_DATA = (ApiError, SQLAlchemyError, StorageError, OSError, MemoryError)
_LONGEST_REASON = 200  # the length of the column


class UnreadableMatch(TabijiError):
    """The log of a match cannot be replayed. Its message is public."""


class QuarantinedMatch(NamedTuple):
    """A table whose match cannot be read, and why."""

    table: str
    reason: str


def is_unreadable(error: Exception) -> bool:
    """Whether an error is the fault of what was read, not of the database or of the request."""
    return not isinstance(error, _NOT_THE_DATA)


def reason_of(error: Exception) -> str:
    """Why a match cannot be read, without anything that is secret in it."""
    shown = str(error) if isinstance(error, UnreadableMatch) else f"the table: {type(error).__name__}"
    return shown[:_LONGEST_REASON]


async def put(storage: Storage, table: str, error: Exception) -> ApiError:
    """Put a match aside; what to answer to those who ask for it."""
    reason = reason_of(error)
    if await storage.write(lambda connection: _put(connection, table, reason)):
        log.error("a match is quarantined", extra={"table": table, "reason": reason, "error": str(error)})
        QUARANTINED.set(await storage.read(count))
    return unreadable()


def unreadable() -> ApiError:
    """What those are told who ask for a match in quarantine."""
    return ApiError(
        "unreadable", "this match cannot be read: it is kept unchanged until an operator of the server has repaired it"
    )


def _put(connection: Connection, table: str, reason: str) -> bool:
    connection.execute(delete(leases).where(leases.c.table == table))
    new = update(tables).where(tables.c.id == table, tables.c.quarantine.is_(None)).values(quarantine=reason)
    return connection.execute(new).rowcount == 1


def release(connection: Connection, table: str) -> None:
    """Put a match back into play: the lease of a node that does not exist is taken over."""
    connection.execute(update(tables).where(tables.c.id == table).values(quarantine=None))
    playing = select(tables.c.id, literal("released")).where(tables.c.id == table, tables.c.status == "playing")
    connection.execute(insert(leases).from_select(["table", "node"], playing))


def count(connection: Connection) -> int:
    """How many matches are in quarantine."""
    return connection.execute(select(func.count()).where(tables.c.quarantine.is_not(None))).scalar_one()


def listed(connection: Connection, limit: int = 20) -> list[QuarantinedMatch]:
    """Matches in quarantine, at most so many."""
    query = select(tables.c.id, tables.c.quarantine).where(tables.c.quarantine.is_not(None))
    return [QuarantinedMatch(*row) for row in connection.execute(query.order_by(tables.c.id).limit(limit))]
