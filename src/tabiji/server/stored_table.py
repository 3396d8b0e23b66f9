"""Tables as they are stored: a row with its seats, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, or_, select

from tabiji.core import fair_shuffle
from tabiji.core.match import Game
from tabiji.server import rules_versions
from tabiji.server.api_error import ApiError
from tabiji.server.match_log import MatchLog, Player
from tabiji.server.protocol import Rated, TableStatus, VoidReason
from tabiji.server.quarantine import UnreadableMatch, unreadable
from tabiji.server.schema import people, seats, tables
from tabiji.server.table_settings import TableSettings

GATHERING, PLAYING, OVER = "gathering", "playing", "over"


@dataclass
class Seat:
    """A seat of a table."""

    number: int
    person: str | None
    name: str
    bot: str | None
    bank: int | None
    part: str | None = None
    seen: int | None = None
    crest: int | None = None  # of the person


@dataclass
class Table:
    """A table's row and its seats."""

    id: str
    host: str
    settings: TableSettings
    status: TableStatus
    rules: int | None
    seed: str | None
    salt: str | None
    commitment: str | None
    result: dict[str, Any] | None
    next: str | None
    created: int
    started: int | None
    ended: int | None
    seats: list[Seat]
    void: VoidReason | None = None
    archived: int | None = None
    quarantine: str | None = None
    shuffle: int | None = None
    removed: list[str] = field(default_factory=list)
    decides: int | None = None  # the seat that decided when the match left the memory of a node,
    decides_at: int | None = None  # and the number of the last entry then
    chat_closed: bool = False
    origin: str | None = None  # of a variation: the match that it leaves,
    branch: int | None = None  # and at which decision
    stack: dict[str, Any] | None = None  # of a position of the editor: what was arranged

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person."""
        return [] if person is None else self._taken.get(person, [])

    @cached_property
    def _taken(self) -> dict[str, list[int]]:
        people = {seat.person for seat in self.seats if seat.person is not None}
        return {who: [seat.number for seat in self.seats if seat.person == who] for who in people}

    @property
    def several_seats(self) -> bool:
        """Whether one person has several seats."""
        return any(len(taken) > 1 for taken in self._taken.values())

    @property
    def rated(self) -> Rated:
        """Whether the match will be rated, as far as the table can tell."""
        if self.several_seats:
            return "several_seats"
        if len(self._taken) < 2 and not any(seat.person is None and seat.bot is None for seat in self.seats):
            return "alone"
        return "unless_hint" if self.settings.hints else "yes"

    @property
    def is_apart(self) -> bool:
        """Whether the match counts for nothing: a variation, or a position of the editor."""
        return self.origin is not None or self.stack is not None

    @property
    def game(self) -> Game:
        return self.settings.configured_game

    @property
    def has_known_rules(self) -> bool:
        """Whether this program plays the rules of the match."""
        return self.rules in rules_versions.played().get(self.settings.game, ())

    def match_log(self, substitute: str) -> MatchLog:
        """The match at its start."""
        assert self.seed is not None
        assert self.started is not None
        if not self.has_known_rules:
            raise ApiError(
                "other_rules", "this match was started with another version of the rules, and cannot continue here"
            )
        match = self.game.new(int(self.seed), self.stack)
        match.salt = self.salt or ""
        if self.shuffle == fair_shuffle.VERSION:
            match.parts = [seat.part for seat in self.seats]
        players = [Player(seat.person, seat.name, seat.bot, seat.bank) for seat in self.seats]
        return MatchLog(
            match, players, self.settings.clock, self.started, substitute, self.settings.desertion == "forfeit"
        )


# --- reading ------------------------------------------------------------------------------------------------------
_ID: Any = bindparam("id")
_SEAT_COLUMNS = [seats.c[name] for name in ("seat", "person", "name", "bot", "bank", "part", "seen")]
_SEAT_COLUMNS.append(people.c.crest)  # as in Seat
_SITS = people.c.id == seats.c.person
_READ_SEATS = (
    select(*_SEAT_COLUMNS)
    .select_from(seats.outerjoin(people, _SITS))
    .where(seats.c.table == _ID)
    .order_by(seats.c.seat)
)
# one join after the other: of a join within a join SQLite would read all seats of all tables first
_READ_TABLE = (
    select(tables, *(column.label(f"seat_{column.name}") for column in _SEAT_COLUMNS))
    .select_from(tables.outerjoin(seats, seats.c.table == tables.c.id).outerjoin(people, _SITS))
    .where(tables.c.id == _ID)
    .order_by(seats.c.seat)
)
# a key-share lock lets entries be appended meanwhile: otherwise groups of two nodes could deadlock
_LOCK_TABLE = select(tables).where(tables.c.id == _ID).with_for_update(key_share=True)


def load(connection: Connection, id: str, lock: bool = False) -> Table:
    """A table with its seats, or an ApiError."""
    lock = lock and connection.dialect.name != "sqlite"  # there is one writer, and this is it
    query = _LOCK_TABLE if lock else _READ_TABLE
    rows = [] if "\0" in id else connection.execute(query, {"id": id}).all()  # PostgreSQL refuses NUL
    if not rows:
        raise ApiError("not_found", "there is no such table: the link may be incomplete")
    row, columns = rows[0], len(tables.columns)
    # who has waited for the lock reads the seats only now: they may have been taken meanwhile
    found = connection.execute(_READ_SEATS, {"id": id}).all() if lock else [each[columns:] for each in rows]
    found_seats = [Seat(*seat) for seat in found if seat[0] is not None]
    try:
        settings = TableSettings.from_row(row._asdict())
        result = None if row.result is None else msgspec.json.decode(row.result)
        stack = None if row.stack is None else msgspec.json.decode(row.stack, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise unreadable() from UnreadableMatch(f"the row of the table: {error}")
    return Table(
        id,
        row.host,
        settings,
        row.status,
        row.rules,
        row.seed,
        row.salt,
        row.commitment,
        result,
        row.next,
        row.created,
        row.started,
        row.ended,
        found_seats,
        row.void,
        row.archived,
        row.quarantine,
        row.shuffle,
        [] if row.removed is None else msgspec.json.decode(row.removed),
        row.decides,
        row.decides_at,
        row.chat_closed,
        row.origin,
        row.branch,
        stack,
    )


def encode_stack(stack: dict[str, Any] | None) -> str | None:
    """What was arranged, as its column holds it."""
    return None if stack is None else msgspec.json.encode(stack).decode()


def _load_readable(connection: Connection, ids: Iterable[str]) -> list[Table]:
    """These tables, without those whose rows cannot be read."""
    found = []
    for table in ids:
        with suppress(ApiError):
            found.append(load(connection, table))
    return found


def open_tables(connection: Connection, limit: int = 50) -> list[Table]:
    """Open tables with a free seat, the newest first."""
    query = select(tables.c.id).where(tables.c.status == GATHERING, tables.c.access == "open")
    found = connection.execute(query.order_by(tables.c.created.desc()).limit(4 * limit)).scalars().all()
    loaded = _load_readable(connection, found)
    free = [table for table in loaded if any(seat.person is None and seat.bot is None for seat in table.seats)]
    return free[:limit]


def tables_of(connection: Connection, person: str, limit: int = 50) -> list[Table]:
    """Tables of a person that are gathering or in play, the newest first."""
    mine = select(seats.c.table).where(seats.c.person == person)
    query = (
        select(tables.c.id)
        .where(or_(tables.c.id.in_(mine), tables.c.host == person), tables.c.status != OVER)
        .order_by(tables.c.created.desc())
        .limit(limit)
    )
    return _load_readable(connection, connection.execute(query).scalars().all())
