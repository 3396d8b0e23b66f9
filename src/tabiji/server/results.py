"""Finished matches: results, personal statistics, and a free-for-all rating."""

from __future__ import annotations

from typing import Any

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from tabiji.server.match_log import MatchLog
from tabiji.server.schema import leases, people, ratings, results, seats, tables
from tabiji.server.storage import now
from tabiji.server.stored_table import OVER, PLAYING, Seat, Table

_MODEL = PlackettLuce()

# statements are built once: SQLAlchemy takes longer to build one than to execute it
_END = update(tables).where(tables.c.id == bindparam("ended_table"), tables.c.status == bindparam("running"))
_END_LEASE = delete(leases).where(leases.c.table == bindparam("ended_table"))
_INSERT_RESULTS = insert(results)
_CLAIMED = select(people.c.id).where(
    people.c.id.in_(bindparam("persons", expanding=True)), people.c.handle.is_not(None)
)


def write(connection: Connection, table: Table, match_log: MatchLog) -> bool:
    """Store the result of a match that is over; False if it was stored before."""
    ranks = match_log.ranks()
    first = ranks.count(1)
    scores = match_log.match.scores
    ended = now()
    aborted = match_log.aborted
    apart = aborted or match_log.hinted or table.several_seats or table.is_apart
    rated = [] if apart else _rated_people(connection, table)
    result = {
        "scores": scores,
        "ranks": ranks,
        "winners": [seat for seat, rank in enumerate(ranks) if rank == 1 and not aborted],
        "lost": match_log.lost,
        "moves": len(match_log.match.moves),
        "rated": bool(rated),
        "aborted": aborted,
        "reason": match_log.ended_for,
    }
    change = {"status": OVER, "ended": ended, "result": msgspec.json.encode(result).decode()}
    if connection.execute(_END, {"ended_table": table.id, "running": PLAYING, **change}).rowcount == 0:
        return False
    connection.execute(_END_LEASE, {"ended_table": table.id})
    if aborted or table.is_apart:
        return True
    rows = [
        {
            "table": table.id,
            "seat": seat.number,
            "person": seat.person,
            "game": table.settings.game,
            "players": table.settings.players,
            "score": scores[seat.number],
            "rank": ranks[seat.number],
            "share": 1 / first if ranks[seat.number] == 1 else 0.0,
            "deserted": match_log.is_deserted(seat.number),
            "ended": ended,
        }
        for seat in table.seats
    ]
    connection.execute(_INSERT_RESULTS, rows)
    _rate(connection, table.settings.game, {seat.person: ranks[seat.number] for seat in rated if seat.person})
    return True


def _rated_people(connection: Connection, table: Table) -> list[Seat]:
    """The seats of claimed accounts, if there are at least two."""
    persons = [seat.person for seat in table.seats if seat.person is not None]
    known = set(connection.execute(_CLAIMED, {"persons": persons}).scalars())
    return [seat for seat in table.seats if seat.person in known] if len(known) > 1 else []


def _rate(connection: Connection, game: str, playing: dict[str, int]) -> None:
    """Update the ratings of these persons by their ranks."""
    if not playing:
        return
    # locked in the order of ids, so that two matches that end together cannot deadlock
    query = select(ratings).where(ratings.c.person.in_(list(playing)), ratings.c.game == game)
    found = {row.person: row for row in connection.execute(query.order_by(ratings.c.person).with_for_update())}
    order = sorted(playing)
    before = [
        _MODEL.rating(mu=found[person].mu, sigma=found[person].sigma) if person in found else _MODEL.rating()
        for person in order
    ]
    after = _MODEL.rate([[rating] for rating in before], ranks=[float(playing[person]) for person in order])
    for person, [rating] in zip(order, after, strict=True):
        values = {"mu": float(rating.mu), "sigma": float(rating.sigma)}
        if person in found:
            values["matches"] = found[person].matches + 1
            mine = update(ratings).where(ratings.c.person == person, ratings.c.game == game)
            connection.execute(mine.values(values))
        else:
            connection.execute(insert(ratings).values(person=person, game=game, matches=1, **values))


def profile(connection: Connection, person: str, viewer: str | None) -> dict[str, Any] | None:
    """Statistics and rating of a person per game; of somebody whose profile is not public, only the name."""
    row = connection.execute(select(people).where(people.c.id == person)).first()
    if row is None:
        return None
    shown = {"id": person, "name": row.name, "claimed": row.handle is not None, "public": row.public, "games": {}}
    shown["crest"] = row.crest
    if not row.public and viewer != person:
        return shown
    summed = (
        select(
            results.c.game,
            func.count().label("matches"),
            func.sum(results.c.share).label("wins"),
            func.avg(results.c.score).label("mean"),
            func.max(results.c.score).label("best"),
            func.avg(results.c.rank).label("rank"),
        )
        .where(results.c.person == person)
        .group_by(results.c.game)
    )
    rated = {row.game: row for row in connection.execute(select(ratings).where(ratings.c.person == person))}
    games = {
        played.game: {
            "matches": played.matches,
            "wins": float(played.wins),
            "mean_score": float(played.mean),
            "best_score": played.best,
            "mean_rank": float(played.rank),
            "rating": _shown(rated.get(played.game)),
        }
        for played in connection.execute(summed)
    }
    return shown | {"games": games}


def shown_skill(mu: float, sigma: float) -> float:
    """A cautious estimate. It starts at zero, and nobody is shown less: there is little to know of who lost at once."""
    return max(0.0, round(mu - 3 * sigma, 2))


def _shown(row: Any) -> dict[str, Any] | None:
    """A rating as it is shown."""
    if row is None:
        return None
    return {"skill": shown_skill(row.mu, row.sigma), "mu": row.mu, "sigma": row.sigma, "matches": row.matches}


def history(
    connection: Connection, person: str, viewer: str | None, before: int | None, limit: int = 30
) -> list[dict[str, Any]]:
    """Finished matches of a person, the latest first, that the viewer may know of.

    The id of a table is its link: of tables by link only who sat there sees it.
    """
    query = select(results).where(results.c.person == person).order_by(results.c.ended.desc()).limit(limit)
    if viewer != person:
        mine = select(seats.c.table).where(seats.c.person == viewer) if viewer is not None else None
        listed = select(tables.c.id).join(people, people.c.id == person)
        listed = listed.where(tables.c.access == "open", people.c.public)
        known = results.c.table.in_(listed)
        query = query.where(known if mine is None else or_(known, results.c.table.in_(mine)))
    if before is not None:
        query = query.where(results.c.ended < before)
    played = connection.execute(query).all()
    beside = select(seats.c.table, seats.c.name, seats.c.bot).where(seats.c.table.in_([row.table for row in played]))
    others = connection.execute(beside.order_by(seats.c.seat)).all()
    return [
        {
            "table": row.table,
            "game": row.game,
            "players": [{"name": other.name, "bot": other.bot} for other in others if other.table == row.table],
            "seat": row.seat,
            "score": row.score,
            "rank": row.rank,
            "ended": row.ended,
        }
        for row in played
    ]


def ranking(connection: Connection, game: str, limit: int = 100) -> list[dict[str, Any]]:
    """The best rated players of a game whose profiles are public."""
    skill = ratings.c.mu - 3 * ratings.c.sigma
    query = select(ratings, people.c.name).join(people, people.c.id == ratings.c.person).where(ratings.c.game == game)
    query = query.where(people.c.public)
    rows = connection.execute(query.order_by(skill.desc()).limit(limit))
    return [{"person": row.person, "name": row.name, **(_shown(row) or {})} for row in rows]
