"""Before the start: parts of the shuffle, and persons whom the host removes. lobby.py has joining and leaving."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, update

from tabiji.server.api_error import ApiError
from tabiji.server.lobby import gathering, seat_at, sit
from tabiji.server.people import Person
from tabiji.server.schema import seats, tables


def contribute(connection: Connection, id: str, person: Person, part: str) -> None:
    """Give a part to the shuffle, for all seats of a person. A part that was given before stays."""
    table = gathering(connection, id)
    if not table.seats_of(person.id):
        raise ApiError("not_yours", "you do not sit at this table")
    mine = seats.c.table == id, seats.c.person == person.id, seats.c.part.is_(None)
    connection.execute(update(seats).where(*mine).values(part=part))


def remove(connection: Connection, id: str, host: Person, number: int) -> None:
    """The host removes somebody, who cannot sit down at this table any more."""
    table = gathering(connection, id)
    if table.host != host.id:
        raise ApiError("not_yours", "only the host of the table can remove somebody")
    person = seat_at(table, number).person
    if person is None:
        raise ApiError("not_found", f"nobody sits at seat {number}")
    if person == host.id:
        raise ApiError("not_yours", "you cannot remove yourself: leave the seat instead")
    for seat in table.seats_of(person):
        sit(connection, id, seat)
    removed = msgspec.json.encode([*table.removed, person]).decode()
    connection.execute(update(tables).where(tables.c.id == id).values(removed=removed))
