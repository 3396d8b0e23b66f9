"""Variations: a table that goes on from a moment of a finished match, with another move. Never rated, in no history.

Its log begins with the moves of the original up to there, and it has the same seed: the cards come as they came. The
seed of a finished match is public, so nothing is told that was hidden.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, insert, or_, select

from tabiji.bots.levels import LEVELS
from tabiji.core.errors import TabijiError
from tabiji.core.match import Match
from tabiji.server import stored_table
from tabiji.server.analysis_protocol import NewVariation, VariationInfo
from tabiji.server.api_error import ApiError
from tabiji.server.clock import NoClock
from tabiji.server.lobby import count_playing
from tabiji.server.match_log import MatchLog
from tabiji.server.people import Person
from tabiji.server.schema import entries, leases, people, seats, tables
from tabiji.server.storage import now
from tabiji.server.stored_table import OVER, PLAYING, Table

_MOST = 100  # that are listed


def branch_moves(match_log: MatchLog, asked: NewVariation) -> tuple[list[tuple[int, str]], int]:
    """The moves with which a variation begins, each with its seat, and the seat that decides where it leaves the
    original. Takes a while: for the replay thread."""
    played = match_log.match
    if asked.decision > len(played.moves):
        raise ApiError("not_found", f"the match has {len(played.moves)} decisions")
    match, found = _replayed(match_log, asked.decision - 1)
    assert match.seat is not None
    seat = match.seat
    if asked.move is not None:
        try:
            match.read(asked.move)
        except TabijiError as error:
            raise ApiError("bad_move", str(error)) from error
        found.append((seat, asked.move))
    return found, seat


def position_before(match_log: MatchLog, number: int) -> Match:
    """The match as it was after so many moves. Takes a while: for the replay thread."""
    return _replayed(match_log, number)[0]


def _replayed(match_log: MatchLog, number: int) -> tuple[Match, list[tuple[int, str]]]:
    """The match after so many moves, and these moves with their seats."""
    match, found = match_log.match.game.new(match_log.match.seed), []
    for text in match_log.match.moves[:number]:
        assert match.seat is not None
        found.append((match.seat, text))
        match.step(match.read(text))
    return match, found


def create(
    connection: Connection,
    origin: Table,
    person: Person,
    asked: NewVariation,
    moves: list[tuple[int, str]],
    seat: int,
    node: str,
    most: int,
) -> str:
    """Write the table of a variation with its first entries; its match is in play. Returns its id."""
    if count_playing(connection, person) >= most:
        raise ApiError("slow_down", f"you have {most} matches in play: finish or leave one first")
    new, at = secrets.token_urlsafe(9), now()
    own = {"clock": NoClock(), "access": "link", "desertion": "bot", "hints": True, "several_seats": True}
    settings = msgspec.structs.replace(origin.settings, **own)
    row = {
        "id": new,
        "host": person.id,
        **settings.to_row(),
        "status": PLAYING,
        "rules": origin.rules,
        "seed": origin.seed,
        "salt": origin.salt,
        "commitment": origin.commitment,
        "shuffle": origin.shuffle,
        "created": at,
        "started": at,
        "origin": origin.id,
        "branch": asked.decision,
    }
    connection.execute(insert(tables), row)
    connection.execute(insert(seats), [_seat(new, each, person, asked, seat) for each in origin.seats])
    log = [
        {"table": new, "number": number, "kind": "move", "seat": by, "text": text, "mark": None, "at": at, "spent": 0}
        for number, (by, text) in enumerate(moves, 1)
    ]
    if log:
        connection.execute(insert(entries), log)
    connection.execute(insert(leases), {"table": new, "node": node})
    return new


def _seat(table: str, seat: stored_table.Seat, person: Person, asked: NewVariation, mine: int) -> dict[str, Any]:
    row: dict[str, Any] = {"table": table, "seat": seat.number, "part": seat.part, "bot": None}
    if asked.against == "master" and seat.number != mine:
        level = LEVELS[-1].name
        return row | {"person": None, "name": level, "bot": level}
    name = person.name if seat.number == mine else f"{person.name[:36]} {seat.number + 1}"
    return row | {"person": person.id, "name": name}


def check_origin(table: Table) -> None:
    """An ApiError if a match cannot be gone on from."""
    if table.status != OVER or table.seed is None:
        raise ApiError("not_over", "what is hidden is known after the end: only then other moves can be tried")


def listed(connection: Connection, origin: str, viewer: str | None) -> list[VariationInfo]:
    """The variations of a match that a viewer may know: their own, and those that were played to their end."""
    first = and_(entries.c.table == tables.c.id, entries.c.number == tables.c.branch)
    columns = tables.c.id, tables.c.branch, tables.c.status, people.c.name, entries.c.text, entries.c.seat
    query = select(*columns).join(people, people.c.id == tables.c.host).outerjoin(entries, first)
    query = query.where(tables.c.origin == origin, or_(tables.c.status == OVER, tables.c.host == viewer))
    rows = connection.execute(query.order_by(tables.c.branch, tables.c.created).limit(_MOST))
    return [VariationInfo(row.id, row.branch, row.name, row.status == OVER, row.text, row.seat) for row in rows]
