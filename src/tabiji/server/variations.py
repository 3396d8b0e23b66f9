"""Variations: a table that goes on from a moment of a finished match, with another move. Never rated, in no history.

Its log begins with the moves of the original up to there, and it has the same seed: the cards come as they came. The
seed of a finished match is public, so nothing is told that was hidden.
"""

from __future__ import annotations

from sqlalchemy import Connection, and_, or_, select

from tabiji.core.errors import TabijiError
from tabiji.core.match import Match
from tabiji.server import begun_tables
from tabiji.server.analysis_protocol import NewVariation, VariationInfo
from tabiji.server.api_error import ApiError
from tabiji.server.begun_tables import Beginning
from tabiji.server.match_log import MatchLog
from tabiji.server.people import Person
from tabiji.server.schema import entries, people, tables
from tabiji.server.stored_table import OVER, Table, encode_stack

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
    played = match_log.match
    match, found = played.game.new(played.seed, played.stack), []
    for text in played.moves[:number]:
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
    beginning = Beginning(moves, seat, asked.against, [each.part for each in origin.seats])
    return begun_tables.create(
        connection,
        person,
        origin.settings,
        beginning,
        node,
        most,
        rules=origin.rules,
        seed=origin.seed,
        salt=origin.salt,
        commitment=origin.commitment,
        shuffle=origin.shuffle,
        stack=encode_stack(origin.stack),
        origin=origin.id,
        branch=asked.decision,
    )


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
