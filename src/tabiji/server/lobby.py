"""Tables before and after play: gathering people and bots, starting, leaving, asking for another round.

Every change is one transaction that first locks the table's row, so that two nodes never seat two people on one chair.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, or_, select, update

from tabiji.bots.registry import LEVELS, contender
from tabiji.core.archive import commitment
from tabiji.core.errors import BoardError, TabijiError, unknown
from tabiji.core.match import Game
from tabiji.core.room import room
from tabiji.server import clock as clocks
from tabiji.server.people import Person, clean_name
from tabiji.server.randomness import Randomness
from tabiji.server.refusal import Refusal
from tabiji.server.schema import leases, results, seats, tables
from tabiji.server.storage import now
from tabiji.server.story import Player, Story

GATHERING, PLAYING, OVER = "gathering", "playing", "over"


class Wish(msgspec.Struct, frozen=True):
    """What somebody wants to play, checked."""

    game: str
    players: int
    options: dict[str, Any]
    board: dict[str, Any] | None
    clock: clocks.Clock
    access: str
    desertion: str
    hints: bool
    pace: int


@dataclass
class Chair:
    """A seat of a table."""

    seat: int
    person: str | None
    name: str
    bot: str | None
    bank: int | None


@dataclass
class Sheet:
    """A table's row and its chairs."""

    id: str
    host: str
    wish: Wish
    status: str
    rules: int | None
    seed: str | None
    salt: str | None
    commitment: str | None
    result: dict[str, Any] | None
    next: str | None
    created: int
    started: int | None
    ended: int | None
    chairs: list[Chair]

    def seats_of(self, person: str | None) -> list[int]:
        """The chairs of somebody."""
        return [] if person is None else self._taken.get(person, [])

    @cached_property
    def _taken(self) -> dict[str, list[int]]:
        people = {chair.person for chair in self.chairs if chair.person is not None}
        return {who: [chair.seat for chair in self.chairs if chair.person == who] for who in people}

    @property
    def game(self) -> Game:
        return agreed(self.wish.game, self.wish.players, msgspec.json.encode([self.wish.options, self.wish.board]))

    def story(self, substitute: str) -> Story:
        """The match at its start."""
        assert self.seed is not None
        assert self.started is not None
        if self.rules != self.game.room.rules_version:
            raise Refusal("other_rules", "this match was begun by another version of the rules, and cannot go on here")
        match = self.game.new(int(self.seed))
        match.salt = self.salt or ""
        players = [Player(chair.person, chair.name, chair.bot, chair.bank) for chair in self.chairs]
        return Story(match, players, self.wish.clock, self.started, substitute, self.wish.desertion == "forfeit")


@lru_cache(256)
def agreed(game: str, players: int, setting: bytes) -> Game:
    """A game with its options and board."""
    options, board = msgspec.json.decode(setting)
    return Game(game, players, board, **options)


def check(
    game: str,
    players: int | None,
    options: dict[str, Any],
    board: Any,
    clock: clocks.Clock,
    access: str,
    desertion: str,
    hints: bool,
    pace: int,
) -> Wish:
    """What somebody wants to play, or a Refusal that says what is wrong with it."""
    try:
        if isinstance(board, str) and board not in room(game).boards:  # a path would open a file of the server's
            raise unknown("board", board, room(game).boards)
        found = Game(game, players, board, **options)
    except BoardError as error:
        raise Refusal("bad_board", str(error), problems=error.problems) from error
    except (TabijiError, TypeError) as error:
        raise Refusal("bad_option", str(error)) from error
    if (wrong := clocks.problem(clock)) is not None:
        raise Refusal("bad_option", wrong)
    return Wish(
        game, found.players, found.options, found.board, clock, access, desertion, hints, min(max(pace, 0), 5000)
    )


def check_bot(level: str) -> str:
    """The level or name of a bot, or a Refusal that names those there are."""
    names = [known.name for known in LEVELS]
    if level in names:
        return level
    try:
        contender(level)
    except TabijiError as error:
        raise Refusal("bad_option", str(error)) from error
    if ":" in level:
        raise Refusal("bad_option", f"unknown bot {level!r}: valid: {', '.join(names)}")
    return level


# --- reading ------------------------------------------------------------------------------------------------------


def load(connection: Connection, id: str, lock: bool = False) -> Sheet:
    """A table with its chairs, or a Refusal."""
    query = select(tables).where(tables.c.id == id)
    # without keeping entries from being appended meanwhile, which would let groups of two nodes wait for each other
    query = query.with_for_update(key_share=True) if lock else query
    row = None if "\0" in id else connection.execute(query).first()  # PostgreSQL takes no zeros
    if row is None:
        raise Refusal("not_found", "there is no such table: the link may be cut short")
    found = connection.execute(select(seats).where(seats.c.table == id).order_by(seats.c.seat))
    chairs = [Chair(chair.seat, chair.person, chair.name, chair.bot, chair.bank) for chair in found]
    wish = Wish(
        row.game,
        row.players,
        msgspec.json.decode(row.options),
        None if row.board is None else msgspec.json.decode(row.board),
        msgspec.json.decode(row.clock, type=clocks.Clock),
        row.access,
        row.desertion,
        row.hints,
        row.pace,
    )
    return Sheet(
        id,
        row.host,
        wish,
        row.status,
        row.rules,
        row.seed,
        row.salt,
        row.commitment,
        None if row.result is None else msgspec.json.decode(row.result),
        row.next,
        row.created,
        row.started,
        row.ended,
        chairs,
    )


def open_tables(connection: Connection, limit: int = 50) -> list[Sheet]:
    """Tables that anybody may join, the newest first."""
    query = select(tables.c.id).where(tables.c.status == GATHERING, tables.c.access == "open")
    found = connection.execute(query.order_by(tables.c.created.desc()).limit(4 * limit)).scalars().all()
    sheets = [load(connection, table) for table in found]
    free = [sheet for sheet in sheets if any(chair.person is None and chair.bot is None for chair in sheet.chairs)]
    return free[:limit]


def tables_of(connection: Connection, person: str, limit: int = 50) -> list[Sheet]:
    """Tables at which somebody sits and plays, or gathers, the newest first."""
    mine = select(seats.c.table).where(seats.c.person == person)
    query = (
        select(tables.c.id)
        .where(or_(tables.c.id.in_(mine), tables.c.host == person), tables.c.status != OVER)
        .order_by(tables.c.created.desc())
        .limit(limit)
    )
    return [load(connection, table) for table in connection.execute(query).scalars().all()]


# --- changing -----------------------------------------------------------------------------------------------------


def create(connection: Connection, host: Person, wish: Wish, most: int, sits: bool = True) -> str:
    """A new table; its host sits at the first chair."""
    gathering = select(func.count()).where(tables.c.host == host.id, tables.c.status == GATHERING)
    if connection.execute(gathering).scalar_one() >= most:
        raise Refusal("slow_down", f"you gather {most} tables already: start or leave one of them first")
    new = secrets.token_urlsafe(9)
    row = {
        "id": new,
        "host": host.id,
        "game": wish.game,
        "players": wish.players,
        "options": msgspec.json.encode(wish.options).decode(),
        "board": None if wish.board is None else msgspec.json.encode(wish.board).decode(),
        "clock": msgspec.json.encode(wish.clock).decode(),
        "access": wish.access,
        "desertion": wish.desertion,
        "hints": wish.hints,
        "pace": wish.pace,
        "status": GATHERING,
        "created": now(),
    }
    connection.execute(insert(tables).values(row))
    chairs = [{"table": new, "seat": seat, "person": None, "name": ""} for seat in range(wish.players)]
    if sits:
        chairs[0] |= {"person": host.id, "name": host.name}
    connection.execute(insert(seats), chairs)
    return new


def _gathering(connection: Connection, id: str) -> Sheet:
    sheet = load(connection, id, lock=True)
    if sheet.status != GATHERING:
        raise Refusal("not_open", "this table has begun to play")
    return sheet


def _chair(sheet: Sheet, seat: int | None) -> Chair:
    """The chair asked for, or the first free one."""
    if seat is None:
        free = [chair for chair in sheet.chairs if chair.person is None and chair.bot is None]
        if not free:
            raise Refusal("seat_taken", "all seats are taken: you can watch")
        return free[0]
    if not 0 <= seat < len(sheet.chairs):
        raise Refusal("not_found", f"there is no seat {seat} at this table")
    return sheet.chairs[seat]


def _sit(connection: Connection, id: str, seat: int, **who: Any) -> None:
    change = {"person": None, "name": "", "bot": None} | who
    connection.execute(update(seats).where(seats.c.table == id, seats.c.seat == seat).values(change))


def join(connection: Connection, id: str, person: Person, seat: int | None, name: str | None) -> int:
    """Sit down; with a name, for a friend at the same screen. The seat."""
    sheet = _gathering(connection, id)
    mine = sheet.seats_of(person.id)
    if mine and name is None and (seat is None or seat in mine):
        return mine[0]
    chair = _chair(sheet, seat)
    if chair.person is not None and chair.person != person.id:
        raise Refusal("seat_taken", f"{chair.name} sits there")
    if chair.bot is not None and sheet.host != person.id:
        raise Refusal("seat_taken", "a bot sits there")
    if mine and name is None and seat is not None:
        _sit(connection, id, mine[0])  # changes seats
    _sit(connection, id, chair.seat, person=person.id, name=clean_name(name) if name else person.name)
    return chair.seat


def leave(connection: Connection, id: str, person: Person, seat: int | None) -> None:
    """Stand up from one chair, or from all; when the last person goes, the table is gone."""
    sheet = _gathering(connection, id)
    mine = sheet.seats_of(person.id)
    if not mine and sheet.host != person.id:
        raise Refusal("not_yours", "you do not sit at this table")
    if seat is not None and seat not in mine:
        raise Refusal("not_yours", f"you do not sit at seat {seat}")
    for chair in [seat] if seat is not None else mine:
        _sit(connection, id, chair)
    left = [chair.person for chair in load(connection, id).chairs if chair.person is not None]
    if not left:
        connection.execute(tables.delete().where(tables.c.id == id))
    elif sheet.host == person.id and person.id not in left:
        connection.execute(update(tables).where(tables.c.id == id).values(host=left[0]))


def seat_bot(connection: Connection, id: str, person: Person, seat: int, level: str | None) -> None:
    """Put a bot on a chair, or (without a level) take it away; the host's to do."""
    sheet = _gathering(connection, id)
    if sheet.host != person.id:
        raise Refusal("not_yours", "only the host of the table seats bots")
    chair = _chair(sheet, seat)
    if chair.person is not None:
        raise Refusal("seat_taken", f"{chair.name} sits there")
    if level is None:
        _sit(connection, id, seat)
    else:
        _sit(connection, id, seat, bot=check_bot(level), name=level)


def start(connection: Connection, id: str, person: Person, node: str, randomness: Randomness) -> None:
    """Begin: empty chairs must be filled, the seed is drawn and its hash published."""
    sheet = _gathering(connection, id)
    if sheet.host != person.id:
        raise Refusal("not_yours", "only the host of the table starts the match")
    if any(chair.person is None and chair.bot is None for chair in sheet.chairs):
        raise Refusal("not_open", "there are empty seats: wait for friends, or seat bots")
    seed, salt = randomness.shuffle(person.name, _begun(connection, person) if randomness.fixed else 0)
    if isinstance(sheet.wish.clock, clocks.LiveClock):
        for chair in sheet.chairs:
            newcomer = chair.bot is None and _new_to(connection, chair.person, sheet)
            bank = clocks.first_bank(sheet.wish.clock, newcomer)
            connection.execute(update(seats).where(seats.c.table == id, seats.c.seat == chair.seat).values(bank=bank))
    change = {
        "status": PLAYING,
        "rules": room(sheet.wish.game).rules_version,
        "seed": str(seed),
        "salt": salt,
        "commitment": commitment(seed, salt),
        "started": now(),
    }
    connection.execute(update(tables).where(tables.c.id == id).values(change))
    connection.execute(insert(leases).values(table=id, node=node))


def _begun(connection: Connection, host: Person) -> int:
    begun = select(func.count()).where(tables.c.host == host.id, tables.c.started.is_not(None))
    return connection.execute(begun).scalar_one()


def _new_to(connection: Connection, person: str | None, sheet: Sheet) -> bool:
    played = select(func.count()).where(results.c.person == person, results.c.game == sheet.wish.game)
    return connection.execute(played).scalar_one() == 0


def _exists(connection: Connection, id: str) -> bool:
    return connection.execute(select(tables.c.id).where(tables.c.id == id)).first() is not None


def rematch(connection: Connection, id: str, person: Person, most: int) -> str:
    """A table like the one that is over, with the same people invited; whoever asks second gets the first one's."""
    sheet = load(connection, id, lock=True)
    if sheet.status != OVER:
        raise Refusal("not_over", "the match is still being played")
    if not sheet.seats_of(person.id):
        raise Refusal("not_yours", "only those who played ask for a rematch")
    if sheet.next is not None and _exists(connection, sheet.next):
        return sheet.next
    again = create(connection, person, sheet.wish, most, sits=False)
    for chair in sheet.chairs:
        if chair.bot is not None:
            _sit(connection, again, chair.seat, bot=chair.bot, name=chair.name)
        elif chair.person == person.id:
            _sit(connection, again, chair.seat, person=person.id, name=chair.name)
    connection.execute(update(tables).where(tables.c.id == id).values(next=again))
    return again
