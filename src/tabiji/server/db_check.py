"""Checks every match in play of a database: can it be read, and are its rules those of this program?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from sqlalchemy import Connection, Engine, select

from tabiji.server import quarantine, stored_table
from tabiji.server.api_error import ApiError
from tabiji.server.schema import tables
from tabiji.server.table_log import apply_entry, read_entries

_PAGE = 100


class CheckedMatch(NamedTuple):
    """A match in play, and what was found."""

    table: str
    found: Literal["readable", "released", "unreadable", "other_rules"]
    reason: str = ""


def check(engine: Engine, release: bool = False) -> Iterator[CheckedMatch]:
    """Replay every match in play; `release`: put those back into play that were in quarantine and can be read."""
    after = ""
    while True:
        playing = tables.c.status == stored_table.PLAYING, tables.c.id > after
        query = select(tables.c.id, tables.c.quarantine).where(*playing).order_by(tables.c.id).limit(_PAGE)
        with engine.connect().execution_options(reading=True) as connection:
            page = connection.execute(query).all()
            found = [_replay(connection, row.id) for row in page]
        for row, checked in zip(page, found, strict=True):
            if release and row.quarantine is not None and checked.found == "readable":
                with engine.begin() as connection:
                    quarantine.release(connection, row.id)
                yield CheckedMatch(row.id, "released", row.quarantine)
            else:
                yield checked
        if len(page) < _PAGE:
            return
        after = page[-1].id


def _replay(connection: Connection, table: str) -> CheckedMatch:
    try:
        match_log = stored_table.load(connection, table).match_log("skilled")
        for entry in read_entries(connection, table, 0):
            apply_entry(match_log, entry)
    except ApiError as api_error:
        if api_error.code == "other_rules":
            return CheckedMatch(table, "other_rules", api_error.message)
        return CheckedMatch(table, "unreadable", str(api_error.__cause__ or api_error))
    except Exception as error:
        if not quarantine.is_unreadable(error):
            raise
        return CheckedMatch(table, "unreadable", quarantine.reason_of(error))
    return CheckedMatch(table, "readable")
