"""What administrators and moderators do about people and tables: each measure is checked, done and written to the audit
log in one transaction. Nodes follow the log (moderation_follower.py), so the command line needs no node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tabiji.server import codes, names
from tabiji.server.admin_protocol import Measure
from tabiji.server.api_error import ApiError
from tabiji.server.people import account_name, clean, clean_name, handle
from tabiji.server.schema import audit_log, chats, entries, people, reports, seats, tables
from tabiji.server.storage import now
from tabiji.server.stored_table import GATHERING, OVER

FOR_EVER = 2**53 - 1  # milliseconds: later than any clock
_HOUR = 3_600_000
_MODERATORS = frozenset({"warn", "mute", "unmute", "settle", "end"})  # administrators may do everything
_TRIES = 20


@dataclass(frozen=True)
class Actor:
    """Who takes a measure: somebody with a role, or whoever can use the command line."""

    name: str
    person: str | None
    role: str

    def check(self, action: str) -> None:
        """Refuse what the role does not allow."""
        if self.role != "administrator" and not (self.role == "moderator" and action in _MODERATORS):
            raise ApiError("no_role", "only administrators can do this")


def find(connection: Connection, who: str) -> Row[Any]:
    """Somebody by id, or by the name of an account; or an ApiError."""
    query = select(people).where(or_(people.c.id == who, people.c.handle == handle(who)))
    found = connection.execute(query).first()
    if found is None:
        raise ApiError("not_found", f"there is no person with the id, and no account with the name {who!r}")
    return found


def act(connection: Connection, actor: Actor, who: str, measure: Measure) -> None:
    """Take a measure about somebody."""
    actor.check(measure.action)
    person = find(connection, who)
    if person.id == actor.person:
        raise ApiError("bad_request", "this is you: ask another administrator")
    if person.role is not None and actor.role != "administrator":
        raise ApiError("no_role", "only administrators can do this to somebody with a role")
    text = clean(measure.text)
    until = FOR_EVER if measure.hours is None else now() + int(measure.hours * _HOUR)
    change, logged = _change(connection, person, measure, until)
    if measure.action == "warn" and not text:
        raise ApiError("bad_request", "a warning says something")
    if change:
        connection.execute(update(people).where(people.c.id == person.id).values(change))
    has_end = measure.action in ("mute", "ban")
    about = {"person": person.id, "name": person.name, "until": until if has_end else None}
    _log(connection, actor, measure.action, f"{logged} {text}".strip(), **about)


def _change(connection: Connection, person: Row[Any], measure: Measure, until: int) -> tuple[dict[str, Any], str]:
    """What a measure changes of a person, and what the log says of it besides the reason."""
    match measure.action:
        case "warn":
            return {"warned": True}, ""
        case "mute":
            return {"muted_until": until}, ""
        case "unmute":
            return {"muted_until": None}, ""
        case "ban":
            return {"banned_until": until}, ""
        case "unban":
            return {"banned_until": None}, ""
        case "role":
            if person.handle is None:
                raise ApiError("not_claimed", "a guest cannot have a role: the account needs a password")
            return {"role": measure.role}, measure.role or "none"
        case "rename":
            name = _rename(connection, person, measure.name or "")
            return {"name": name} | (account_name(name) if person.handle is not None else {}), f"→ {name}"


def _rename(connection: Connection, person: Row[Any], name: str) -> str:
    """Replace a name wherever others see it; the new one."""
    name = clean_name(name)
    names.check_free(connection, person.id, name)
    for shown in (seats, chats):
        mine = update(shown).where(shown.c.person == person.id, shown.c.name == person.name)
        connection.execute(mine.values(name=name))
    return name


def end(connection: Connection, actor: Actor, table: str, reason: str) -> None:
    """End a match without a result, or remove a table whose match has not begun."""
    actor.check("end")
    status = connection.execute(select(tables.c.status).where(tables.c.id == table)).scalar_one_or_none()
    if status is None:
        raise ApiError("not_found", "there is no such table")
    if status == OVER:
        raise ApiError("already_over", "the match is over")
    reason = clean(reason)[:200]
    if status == GATHERING:
        connection.execute(tables.delete().where(tables.c.id == table))
    else:
        _append_end(connection, table, reason)
    _log(connection, actor, "end", reason, table=table)


def _append_end(connection: Connection, table: str, reason: str) -> None:
    """Write the last entry of a match, whichever number is free: a node may write at the same time."""
    row = {"table": table, "kind": "abort", "seat": None, "text": reason, "at": now(), "spent": 0}
    for _ in range(_TRIES):
        last = connection.execute(select(func.max(entries.c.number)).where(entries.c.table == table)).scalar_one()
        try:
            with connection.begin_nested():
                connection.execute(insert(entries).values(row | {"number": (last or 0) + 1}))
            return
        except IntegrityError:
            continue
    raise ApiError("not_ready", "the match goes on too fast: try again")


def settle(connection: Connection, actor: Actor, report: int, text: str = "") -> None:
    """Be done with a report."""
    actor.check("settle")
    open_one = reports.c.id == report, reports.c.settled.is_(None)
    found = connection.execute(
        select(people.c.id, people.c.name).join(reports, reports.c.reported == people.c.id).where(*open_one)
    ).first()
    if found is None:
        raise ApiError("not_found", "there is no open report with this number")
    connection.execute(update(reports).where(reports.c.id == report).values(settled=now()))
    _log(connection, actor, "settle", clean(text), person=found.id, name=found.name, report=report)


def reset_link(connection: Connection, actor: Actor, name: str, hours: float) -> str:
    """The end of a link by which the owner of an account chooses a new password."""
    actor.check("reset-link")
    found = codes.account(connection, handle(name))
    if found is None:
        raise ApiError("not_found", f"there is no account {name!r}: guests have no password")
    _log(connection, actor, "reset-link", "", person=found.id, name=found.name)
    return codes.issue(connection, found.id, "reset", hours=hours)


def _log(connection: Connection, actor: Actor, action: str, text: str, **about: Any) -> None:
    row = {"at": now(), "by": actor.name, "by_person": actor.person, "action": action, "name": "", "text": text[:500]}
    connection.execute(insert(audit_log).values(row | about))


# --- what somebody is told ----------------------------------------------------------------------------------------
def notices(connection: Connection, person: str) -> dict[str, Any]:
    """The warnings somebody has not read yet, and the mute and the ban that hold."""
    mine = audit_log.c.person == person
    unread = select(audit_log.c.at, audit_log.c.text).where(
        mine, audit_log.c.action == "warn", audit_log.c.seen.is_(None)
    )
    row = connection.execute(select(people.c.muted_until, people.c.banned_until).where(people.c.id == person)).one()

    def latest(action: str, until: int | None) -> dict[str, Any] | None:
        if until is None or until <= now():
            return None
        query = select(audit_log.c.text).where(mine, audit_log.c.action == action).order_by(audit_log.c.id.desc())
        text = connection.execute(query.limit(1)).scalar_one_or_none()
        return {"until": None if until == FOR_EVER else until, "text": text or ""}

    return {
        "warnings": _rows(connection, unread.order_by(audit_log.c.id)),
        "mute": latest("mute", row.muted_until),
        "ban": latest("ban", row.banned_until),
    }


def mark_read(connection: Connection, person: str) -> None:
    """Somebody has read all warnings."""
    unread = audit_log.c.person == person, audit_log.c.action == "warn", audit_log.c.seen.is_(None)
    connection.execute(update(audit_log).where(*unread).values(seen=now()))
    connection.execute(update(people).where(people.c.id == person).values(warned=False))


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    """Rows with plain names: those of some columns are of a class of their own."""
    return [{str(name): value for name, value in row.items()} for row in connection.execute(query).mappings()]


# --- lists --------------------------------------------------------------------------------------------------------
def people_like(connection: Connection, search: str = "", limit: int = 50) -> list[dict[str, Any]]:
    """People by a part of the name or by id; without a search, those about whom something was done or reported."""
    count = select(func.count()).where(reports.c.reported == people.c.id, reports.c.settled.is_(None)).scalar_subquery()
    columns = [people.c[name] for name in ("id", "name", "created", "role", "muted_until", "banned_until")]
    query = select(*columns, people.c.handle.is_not(None).label("claimed"), count.label("reports"))
    which: ColumnElement[bool] = or_(
        people.c.role.is_not(None), people.c.muted_until > now(), people.c.banned_until > now(), count > 0
    )
    if search:
        which = or_(people.c.id == search, func.lower(people.c.name).contains(search.lower(), autoescape=True))
    found = _rows(connection, query.where(which).order_by(people.c.created.desc()).limit(limit))
    return [row | {name: _end(row[name]) for name in ("muted_until", "banned_until")} for row in found]


def _end(until: int | None) -> int | None:
    return until if until is not None and until > now() else None


def open_reports(connection: Connection, limit: int = 100) -> list[dict[str, Any]]:
    """Reports nobody has settled, the oldest first, with what the person wrote at that table."""
    other = people.alias()
    query = (
        select(reports, people.c.name.label("reported_name"), other.c.name.label("person_name"))
        .join(people, people.c.id == reports.c.reported)
        .join(other, other.c.id == reports.c.person)
        .where(reports.c.settled.is_(None))
        .order_by(reports.c.id)
        .limit(limit)
    )
    return [row | {"said": _said(connection, row)} for row in _rows(connection, query)]


def _said(connection: Connection, report: dict[str, Any]) -> list[str]:
    mine = chats.c.table == report["table"], chats.c.person == report["reported"]
    query = select(func.coalesce(chats.c.text, chats.c.phrase)).where(*mine).order_by(chats.c.number.desc()).limit(20)
    return [str(text) for text in reversed(connection.execute(query).scalars().all())]


def unfinished(connection: Connection, limit: int = 100) -> list[dict[str, Any]]:
    """Tables that gather or are in play, the newest first."""
    query = select(tables.c.id, tables.c.game, tables.c.status, tables.c.access, tables.c.created)
    rows = _rows(connection, query.where(tables.c.status != OVER).order_by(tables.c.created.desc()).limit(limit))
    sitting = select(seats.c.table, seats.c.name).where(
        seats.c.table.in_([row["id"] for row in rows]), seats.c.person.is_not(None)
    )
    by_table: dict[str, list[str]] = {}
    for table, name in connection.execute(sitting.order_by(seats.c.seat)):
        by_table.setdefault(table, []).append(name)
    return [row | {"players": by_table.get(row["id"], [])} for row in rows]


def log(connection: Connection, limit: int = 100) -> list[dict[str, Any]]:
    """Who did what, the latest first."""
    names_of = ("id", "at", "by", "action", "person", "name", "table", "report", "text", "until", "seen")
    query = select(*(audit_log.c[name] for name in names_of)).order_by(audit_log.c.id.desc()).limit(limit)
    return _rows(connection, query)
