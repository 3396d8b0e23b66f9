"""Puzzles made of matches of this server: only if all people who sat there agreed, and only while they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select, update

from tabiji.server import stored_table
from tabiji.server.schema import people, puzzle_searches, puzzles, results, seats, tables
from tabiji.server.storage import now
from tabiji.server.table_log import apply_entry, read_entries

if TYPE_CHECKING:
    from tabiji.core.match import Match


def agree(connection: Connection, person: str, agreed: bool) -> None:
    """Let one's matches become puzzles or not; who takes it back takes the puzzles away, too."""
    connection.execute(update(people).where(people.c.id == person).values(puzzles=agreed))
    if not agreed:
        remove(connection, person)


def remove(connection: Connection, person: str) -> None:
    """Remove the puzzles of all matches of a person; who agrees again later has them searched again."""
    mine = select(seats.c.table).where(seats.c.person == person)
    for made in (puzzles, puzzle_searches):
        connection.execute(delete(made).where(made.c.table.in_(mine)))


def agreed_matches(connection: Connection, game: str, network: str) -> list[str]:
    """Finished matches of a game whose people all agreed, of which there are no puzzles and in which this network has
    not searched yet; the oldest first."""
    against = select(seats.c.table).join(people, people.c.id == seats.c.person).where(~people.c.puzzles)
    somebody = select(seats.c.table).where(seats.c.person.is_not(None))
    played = select(results.c.table)  # to the end, and no variation
    query = select(tables.c.id).where(tables.c.game == game, tables.c.status == stored_table.OVER)
    query = query.where(tables.c.id.in_(played), tables.c.id.in_(somebody), tables.c.id.not_in(against))
    searched = select(puzzle_searches.c.table).where(puzzle_searches.c.network == network)
    query = query.where(tables.c.id.not_in(select(puzzles.c.table)), tables.c.id.not_in(searched))
    return list(connection.execute(query.order_by(tables.c.ended)).scalars())


def _match(connection: Connection, table: str) -> Match | None:
    """A match as it was played; None if it is one of other rules, or was given up."""
    stored = stored_table.load(connection, table)
    if not stored.has_known_rules:
        return None
    match_log = stored.match_log("skilled")
    for entry in read_entries(connection, table, 0):
        apply_entry(match_log, entry)
    return match_log.match if match_log.match.over else None


def make(engine: Engine, game: str) -> Iterator[tuple[str, int]]:
    """Make puzzles of one match after the other: the table, and how many there are."""
    from tabiji import __version__
    from tabiji.analysis.analyze import network_identity
    from tabiji.analysis.puzzles.make import puzzles_of_match
    from tabiji.analysis.rollouts import Judge
    from tabiji.bots.network import NETWORKS, shipped_network
    from tabiji.core.game_spec import game_spec

    spec = game_spec(game)
    judge = Judge(shipped_network(spec))
    network = network_identity(NETWORKS / f"{game}.npz", judge.network)["sha256"]
    with engine.connect().execution_options(reading=True) as connection:
        waiting = agreed_matches(connection, game, network)
    for table in waiting:
        with engine.connect().execution_options(reading=True) as connection:
            match = _match(connection, table)
        found = [] if match is None else puzzles_of_match(match, judge)
        about = {"game": game, "table": table, "rules": spec.rules_version, "network": network}
        rows = [about | {"id": one.id, "puzzle": msgspec.json.encode(one)} for one in found]
        with engine.begin() as connection:
            if table not in agreed_matches(connection, game, network):  # somebody took it back meanwhile
                continue
            connection.execute(delete(puzzle_searches).where(puzzle_searches.c.table == table))
            connection.execute(insert(puzzle_searches).values(table=table, network=network))
            known = set(connection.execute(select(puzzles.c.id).where(puzzles.c.game == game)).scalars())
            for row in rows:
                if row["id"] not in known:
                    connection.execute(insert(puzzles).values(row | {"version": __version__, "made": now()}))
        yield table, len(rows)
