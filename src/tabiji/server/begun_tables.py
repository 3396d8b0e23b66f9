"""Tables that begin in the middle of a match: variations of a finished one, and positions of the editor.

One person has all seats, or one against the strongest bots. Never rated, in no history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, insert

from tabiji.bots.levels import LEVELS
from tabiji.server.api_error import ApiError
from tabiji.server.clock import NoClock
from tabiji.server.lobby import count_playing
from tabiji.server.people import Person
from tabiji.server.randomness import new_id
from tabiji.server.schema import entries, leases, seats, tables
from tabiji.server.storage import now
from tabiji.server.stored_table import PLAYING
from tabiji.server.table_settings import TableSettings

_OWN = {"clock": NoClock(), "access": "link", "desertion": "bot", "hints": True, "several_seats": True}


@dataclass(frozen=True)
class Beginning:
    """Where a match begins: the moves made already, each with its seat, and the person's own seat."""

    moves: list[tuple[int, str]]
    seat: int
    against: Literal["master", "nobody"]
    parts: Sequence[str | None]  # of the seats in the shuffle


def create(
    connection: Connection,
    person: Person,
    settings: TableSettings,
    beginning: Beginning,
    node: str,
    most: int,
    **columns: Any,
) -> str:
    """Write such a table with its first entries; its match is in play. `columns` are those of its shuffle, and what it
    goes on from. Returns its id."""
    if count_playing(connection, person) >= most:
        raise ApiError("slow_down", f"you have {most} matches in play: finish or leave one first")
    new, at = new_id(), now()
    own = msgspec.structs.replace(settings, **_OWN)
    times = {"created": at, "started": at}
    connection.execute(
        insert(tables), {"id": new, "host": person.id, **own.to_row(), "status": PLAYING, **times, **columns}
    )
    connection.execute(insert(seats), [_seat(new, number, person, beginning) for number in range(len(beginning.parts))])
    log = [
        {"table": new, "number": number, "kind": "move", "seat": by, "text": text, "mark": None, "at": at, "spent": 0}
        for number, (by, text) in enumerate(beginning.moves, 1)
    ]
    if log:
        connection.execute(insert(entries), log)
    connection.execute(insert(leases), {"table": new, "node": node})
    return new


def _seat(table: str, number: int, person: Person, beginning: Beginning) -> dict[str, Any]:
    row: dict[str, Any] = {"table": table, "seat": number, "part": beginning.parts[number], "bot": None}
    mine = number == beginning.seat
    if beginning.against == "master" and not mine:
        level = LEVELS[-1].name
        return row | {"person": None, "name": level, "bot": level}
    return row | {"person": person.id, "name": person.name if mine else f"{person.name[:36]} {number + 1}"}
