"""Whom somebody has blocked, and reports about people for those who run the site."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from tabiji.server.api_error import ApiError
from tabiji.server.schema import blocks, people, reports, tables
from tabiji.server.storage import now

_MOST_BLOCKED = 500
_MOST_REPORTS = 20  # of one person in a day
_DAY = 24 * 3600 * 1000
_BLOCKED = select(blocks.c.person).where(blocks.c.person == bindparam("who"), blocks.c.blocked == bindparam("other"))


def is_blocked(connection: Connection, person: str, other: str) -> bool:
    """Whether a person has blocked another."""
    return connection.execute(_BLOCKED, {"who": person, "other": other}).first() is not None


def blocked_by(connection: Connection, person: str) -> list[str]:
    """Whom a person has blocked."""
    query = select(blocks.c.blocked).where(blocks.c.person == person).order_by(blocks.c.created)
    return list(connection.execute(query).scalars())


def block(connection: Connection, person: str, other: str) -> None:
    """Block somebody: they cannot sit down at one's tables, and one does not see what they write."""
    _check_other(connection, person, other)
    if is_blocked(connection, person, other):
        return
    if len(blocked_by(connection, person)) >= _MOST_BLOCKED:
        raise ApiError("slow_down", f"you have blocked {_MOST_BLOCKED} people already")
    connection.execute(insert(blocks).values(person=person, blocked=other, created=now()))


def unblock(connection: Connection, person: str, other: str) -> None:
    """Unblock somebody."""
    connection.execute(delete(blocks).where(blocks.c.person == person, blocks.c.blocked == other))


def report(connection: Connection, person: str, other: str, reason: str, text: str, table: str | None) -> None:
    """Tell those who run the site about somebody."""
    _check_other(connection, person, other)
    lately = select(func.count()).where(reports.c.person == person, reports.c.at > now() - _DAY)
    if connection.execute(lately).scalar_one() >= _MOST_REPORTS:
        raise ApiError("slow_down", "you have reported much today: wait until tomorrow")
    if table is not None and connection.execute(select(tables.c.id).where(tables.c.id == table)).first() is None:
        raise ApiError("not_found", "there is no such table")
    row = {"person": person, "reported": other, "reason": reason, "text": text, "table": table, "at": now()}
    connection.execute(insert(reports).values(row))


def _check_other(connection: Connection, person: str, other: str) -> None:
    if person == other:
        raise ApiError("bad_request", "this is you")
    if connection.execute(select(people.c.id).where(people.c.id == other)).first() is None:
        raise ApiError("not_found", "there is no person with this id")
