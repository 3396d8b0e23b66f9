"""Tables before and after a match: creating, joining, leaving, seating bots, starting, rematch.

Every change is one transaction that first locks the table's row, so that two nodes never give a seat to two people.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from tabiji.bots.levels import LEVELS
from tabiji.bots.registry import bot_spec
from tabiji.core import fair_shuffle
from tabiji.core.errors import TabijiError
from tabiji.core.game_spec import game_spec
from tabiji.core.match_record import commitment
from tabiji.server import clock as clocks
from tabiji.server import manners, names, rules_versions
from tabiji.server.api_error import ApiError
from tabiji.server.people import Person, clean_name
from tabiji.server.randomness import Randomness, new_id
from tabiji.server.schema import leases, results, seats, tables
from tabiji.server.storage import now
from tabiji.server.stored_table import GATHERING, OVER, PLAYING, Seat, Table, load
from tabiji.server.table_settings import TableSettings

# statements are built once: SQLAlchemy takes longer to build one than to execute it
_HOST: Any = bindparam("host")
_MINE = tables.c.host == _HOST
_COUNT_GATHERING = select(func.count()).where(_MINE, tables.c.status == GATHERING)
_COUNT_PLAYING = select(func.count()).where(
    _MINE, tables.c.status == PLAYING, tables.c.archived.is_(None), tables.c.quarantine.is_(None)
)
_INSERT_TABLE, _INSERT_SEATS, _INSERT_LEASE = insert(tables), insert(seats), insert(leases)
_NOBODY: dict[str, Any] = {"person": None, "name": "", "bot": None, "part": None}  # at a seat
_CHANGE_TABLE = update(tables).where(tables.c.id == bindparam("changed"))
_CHANGE_SEAT = update(seats).where(seats.c.table == bindparam("at"), seats.c.seat == bindparam("number"))


def check_bot(level: str) -> str:
    """The level or name of a bot, or an ApiError that lists the valid ones."""
    try:
        bot_spec(level)
    except TabijiError as error:
        raise ApiError("bad_option", str(error)) from error
    if ":" in level:
        names = [*(known.name for known in LEVELS), "rollout"]
        raise ApiError("bad_option", f"unknown bot {level!r}: valid: {', '.join(names)}")
    return level


def create(
    connection: Connection,
    host: Person,
    settings: TableSettings,
    most: int,
    randomness: Randomness,
    sits: bool = True,
) -> str:
    """Create a table; its host takes the first seat. Returns its id.

    The commitment is stored before anybody can give a part.
    """
    if connection.execute(_COUNT_GATHERING, {"host": host.id}).scalar_one() >= most:
        raise ApiError("slow_down", f"you have {most} tables that wait for players: start or leave one of them first")
    new = new_id()
    row = {
        "id": new,
        "host": host.id,
        **settings.to_row(),
        "status": GATHERING,
        "created": now(),
    }
    if not randomness.fixed:
        secret = fair_shuffle.new_secret()
        row |= {"shuffle": fair_shuffle.VERSION, "salt": secret, "commitment": fair_shuffle.commitment(secret)}
    connection.execute(_INSERT_TABLE, row)
    found_seats = [{"table": new, "seat": number, "person": None, "name": ""} for number in range(settings.players)]
    if sits:
        found_seats[0] |= {"person": host.id, "name": host.name}
    connection.execute(_INSERT_SEATS, found_seats)
    return new


def gathering(connection: Connection, id: str) -> Table:
    """A table whose match has not started, locked; or an ApiError."""
    table = load(connection, id, lock=True)
    if table.status != GATHERING:
        raise ApiError("not_open", "the match at this table has started")
    return table


def seat_at(table: Table, number: int | None) -> Seat:
    """The seat with a number, or the first free one."""
    if number is None:
        free = [seat for seat in table.seats if seat.person is None and seat.bot is None]
        if not free:
            raise ApiError("seat_taken", "all seats are taken: you can watch")
        return free[0]
    if not 0 <= number < len(table.seats):
        raise ApiError("not_found", f"there is no seat {number} at this table")
    return table.seats[number]


def sit(connection: Connection, id: str, number: int, **who: Any) -> None:
    """Write who sits at a seat: a person, a bot, or (without anything) nobody."""
    change = _NOBODY | who
    connection.execute(_CHANGE_SEAT, {"at": id, "number": number, **change})


def join(
    connection: Connection, id: str, person: Person, number: int | None, name: str | None, part: str | None = None
) -> Table:
    """Take a seat; with a name, for another player at the same screen. Returns the table as it is then."""
    table = gathering(connection, id)
    if person.id in table.removed:
        raise ApiError("removed", "the host of this table has removed you")
    if manners.is_blocked(connection, table.host, person.id):
        raise ApiError("blocked", "the host of this table does not play with you")
    mine = table.seats_of(person.id)
    if mine and name is None and (number is None or number in mine):
        return table
    seat = seat_at(table, number)
    if seat.person is not None and seat.person != person.id:
        raise ApiError("seat_taken", f"seat {seat.number} is taken by {seat.name}")
    if seat.bot is not None and table.host != person.id:
        raise ApiError("seat_taken", f"seat {seat.number} is taken by a bot")
    if mine and name is not None and seat.number not in mine and not table.settings.several_seats:
        raise ApiError("one_seat", "at this table one person takes one seat")
    given = next((table.seats[own].part for own in mine if table.seats[own].part), part)
    if mine and name is None and number is not None:
        sit(connection, id, mine[0])  # changes seats
        table = _with_seat(table, mine[0], crest=None, **_NOBODY)
    if name is not None:
        name = clean_name(name)
        names.check_free(connection, person.id, name)
    who = {"person": person.id, "name": name or person.name, "part": given}
    sit(connection, id, seat.number, **who)
    return _with_seat(table, seat.number, crest=person.crest, **_NOBODY | who)


def _with_seat(table: Table, number: int, **change: Any) -> Table:
    """The table with a change at one seat."""
    changed = [replace(seat, **change) if seat.number == number else seat for seat in table.seats]
    return replace(table, seats=changed)


def leave(connection: Connection, id: str, person: Person, number: int | None) -> None:
    """Leave one seat, or all; when the last person leaves, the table is deleted."""
    table = gathering(connection, id)
    mine = table.seats_of(person.id)
    if not mine and table.host != person.id:
        raise ApiError("not_yours", "you do not sit at this table")
    if number is not None and number not in mine:
        raise ApiError("not_yours", f"you do not sit at seat {number}")
    for seat in [number] if number is not None else mine:
        sit(connection, id, seat)
    left = [seat.person for seat in load(connection, id).seats if seat.person is not None]
    if not left:
        connection.execute(tables.delete().where(tables.c.id == id))
    elif table.host == person.id and person.id not in left:
        connection.execute(_CHANGE_TABLE, {"changed": id, "host": left[0]})


def seat_bot(connection: Connection, id: str, person: Person, number: int, level: str | None) -> None:
    """Seat a bot, or (without a level) remove it. Only the host may."""
    table = gathering(connection, id)
    if table.host != person.id:
        raise ApiError("not_yours", "only the host of the table can seat bots")
    seat = seat_at(table, number)
    if seat.person is not None:
        raise ApiError("seat_taken", f"seat {seat.number} is taken by {seat.name}")
    if level is None:
        sit(connection, id, number)
    else:
        sit(connection, id, number, bot=check_bot(level), name=level)


def start(connection: Connection, id: str, person: Person, node: str, randomness: Randomness, most: int) -> Table:
    """Start the match: every seat must be taken; the seed is drawn and its commitment stored.

    Returns the table as it is then.
    """
    table = gathering(connection, id)
    if table.host != person.id:
        raise ApiError("not_yours", "only the host of the table can start the match")
    if any(seat.person is None and seat.bot is None for seat in table.seats):
        raise ApiError("not_open", "there are empty seats: wait for friends, or seat bots")
    if count_playing(connection, person) >= most:
        raise ApiError("slow_down", f"you have started {most} matches that are in play: finish or leave one first")
    shuffle = _shuffle(connection, table, person, randomness)
    if isinstance(table.settings.clock, clocks.LiveClock):
        for seat in table.seats:
            newcomer = seat.bot is None and _is_newcomer(connection, seat.person, table)
            bank = clocks.first_bank(table.settings.clock, newcomer)
            connection.execute(_CHANGE_SEAT, {"at": id, "number": seat.number, "bank": bank})
            table = _with_seat(table, seat.number, bank=bank)
    change: dict[str, Any] = {
        "status": PLAYING,
        "rules": game_spec(table.settings.game).rules_version,
        "started": now(),
        **shuffle,
    }
    connection.execute(_CHANGE_TABLE, {"changed": id, **change})
    connection.execute(_INSERT_LEASE, {"table": id, "node": node})
    return replace(table, **change)


def _shuffle(connection: Connection, table: Table, host: Person, randomness: Randomness) -> dict[str, Any]:
    """The columns of the shuffle: a seed of secret and parts, or (old tables, tests) one of the server alone."""
    if table.shuffle == fair_shuffle.VERSION:
        assert table.salt is not None
        return {"seed": str(fair_shuffle.seed(table.salt, [seat.part for seat in table.seats]))}
    seed, salt = randomness.shuffle(host.name, _count_started(connection, host) if randomness.fixed else 0)
    return {"seed": str(seed), "salt": salt, "commitment": commitment(seed, salt)}


def count_playing(connection: Connection, host: Person) -> int:
    """The matches of a host in play, without those that are archived or in quarantine."""
    return connection.execute(_COUNT_PLAYING, {"host": host.id}).scalar_one()


def _count_started(connection: Connection, host: Person) -> int:
    begun = select(func.count()).where(tables.c.host == host.id, tables.c.started.is_not(None))
    return connection.execute(begun).scalar_one()


def _is_newcomer(connection: Connection, person: str | None, table: Table) -> bool:
    played = select(func.count()).where(results.c.person == person, results.c.game == table.settings.game)
    return connection.execute(played).scalar_one() == 0


def _exists(connection: Connection, id: str) -> bool:
    return connection.execute(select(tables.c.id).where(tables.c.id == id)).first() is not None


def rematch(connection: Connection, id: str, person: Person, most: int, randomness: Randomness) -> str:
    """A new table with the same settings and bots. The second person who asks gets the table of the first."""
    table = load(connection, id, lock=True)
    if table.status != OVER:
        raise ApiError("not_over", "the match is still being played")
    if not table.seats_of(person.id):
        raise ApiError("not_yours", "only players of this match can ask for a rematch")
    if table.settings.game not in rules_versions.played():
        raise ApiError("other_rules", "this server does not have this game any more")
    if table.next is not None and _exists(connection, table.next):
        return table.next
    again = create(connection, person, table.settings, most, randomness, sits=False)
    for seat in table.seats:
        if seat.bot is not None:
            sit(connection, again, seat.number, bot=seat.bot, name=seat.name)
        elif seat.person == person.id:
            sit(connection, again, seat.number, person=person.id, name=seat.name)
    connection.execute(_CHANGE_TABLE, {"changed": id, "next": again})
    return again
