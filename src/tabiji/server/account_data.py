"""Everything that is kept about a person: to take along, or to erase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, and_, delete, insert, or_, select, update

from tabiji.server import match_puzzles
from tabiji.server.schema import (
    audit_log,
    blocks,
    chats,
    codes,
    entries,
    people,
    puzzle_answers,
    puzzle_ratings,
    ratings,
    reports,
    results,
    seats,
    sessions,
    tables,
    tokens,
)
from tabiji.server.storage import now

NOBODY = "deleted"  # the person of seats and tables whose owner has deleted the account
NO_NAME = "—"
_SECRET = {"password", "digest", "epoch"}


def download(connection: Connection, person: str) -> dict[str, Any]:
    """What the database has about a person, by table; of secrets that there are some, not which."""

    def rows(table: Any, column: Column[Any]) -> list[dict[str, Any]]:
        found = connection.execute(select(table).where(column == person)).mappings()
        return [{str(key): value for key, value in row.items() if key not in _SECRET} for row in found]

    mine = seats.join(entries, and_(entries.c.table == seats.c.table, entries.c.seat == seats.c.seat))
    moves = select(entries.c.table, entries.c.number, entries.c.kind, entries.c.seat, entries.c.text, entries.c.at)
    played = connection.execute(moves.select_from(mine).where(seats.c.person == person)).mappings()
    about = select(reports.c.reason, reports.c.table, reports.c.at).where(reports.c.reported == person)
    hidden = _SECRET | {"by", "by_person", "person", "report"}
    measures = [
        {name: value for name, value in row.items() if name not in hidden}
        for row in rows(audit_log, audit_log.c.person)
    ]
    hosted = select(tables.c.id, tables.c.game, tables.c.created).where(tables.c.host == person)
    return {
        "format": "tabiji-person/1",
        "made": now(),
        "person": rows(people, people.c.id)[0],
        "sessions": rows(sessions, sessions.c.person),
        "tokens": rows(tokens, tokens.c.person),
        "hosted": [dict(row) for row in connection.execute(hosted).mappings()],
        "seats": rows(seats, seats.c.person),
        "entries": [dict(row) for row in played],
        "chats": rows(chats, chats.c.person),
        "results": rows(results, results.c.person),
        "blocks": rows(blocks, blocks.c.person),
        "reports": rows(reports, reports.c.person),
        "reported": [dict(row) for row in connection.execute(about).mappings()],  # not by whom
        "measures": measures,
        "moderated": rows(audit_log, audit_log.c.by_person),
        "ratings": rows(ratings, ratings.c.person),
        "puzzle_answers": rows(puzzle_answers, puzzle_answers.c.person),
        "puzzle_ratings": rows(puzzle_ratings, puzzle_ratings.c.person),
    }


def tables_of(connection: Connection, person: str, statuses: Sequence[str]) -> list[str]:
    """The tables where a person sits, has written or is the host."""
    here = [select(found.c.table).where(found.c.person == person) for found in (seats, chats)]
    query = select(tables.c.id).where(or_(tables.c.host == person, *(tables.c.id.in_(those) for those in here)))
    return list(connection.execute(query.where(tables.c.status.in_(statuses))).scalars())


def erase(connection: Connection, person: str) -> None:
    """Delete a person: matches stay, with nobody in its place; names and everything that was written go."""
    if connection.execute(select(people.c.id).where(people.c.id == NOBODY)).first() is None:
        connection.execute(insert(people).values(id=NOBODY, name=NO_NAME, epoch=0, created=now()))
    for written in (chats, ratings, puzzle_answers, puzzle_ratings, tokens, sessions, codes, blocks, reports):
        connection.execute(delete(written).where(written.c.person == person))
    match_puzzles.remove(connection, person)
    nobody = {"person": None, "name": NO_NAME, "text": ""}
    connection.execute(update(audit_log).where(audit_log.c.person == person).values(nobody))
    did = update(audit_log).where(audit_log.c.by_person == person)
    connection.execute(did.values(by=NO_NAME, by_person=None))
    connection.execute(update(results).where(results.c.person == person).values(person=NOBODY))
    connection.execute(update(seats).where(seats.c.person == person).values(person=NOBODY, name=NO_NAME, part=None))
    connection.execute(update(tables).where(tables.c.host == person).values(host=NOBODY))
    removed = select(tables.c.id, tables.c.removed).where(tables.c.removed.contains(person, autoescape=True))
    for row in connection.execute(removed).all():
        others = [who for who in msgspec.json.decode(row.removed) if who != person]
        change = update(tables).where(tables.c.id == row.id)
        connection.execute(change.values(removed=msgspec.json.encode(others).decode()))
    connection.execute(delete(people).where(people.c.id == person))
