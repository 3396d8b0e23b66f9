"""The bodies of requests of administrators, of their answers, and of what people are told of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tabiji.server.protocol import GameName, RequestBody, Role, TableStatus

Action = Literal["warn", "mute", "unmute", "ban", "unban", "rename", "role"]
Reason = Annotated[str, Meta(max_length=400)]


class Measure(RequestBody):
    """What is done about somebody. `hours` of a mute or ban, without them for good; `name` and `role` are the new ones
    (no role: it is taken away)."""

    action: Action
    text: Reason = ""
    hours: Annotated[float, Meta(gt=0, le=100_000)] | None = None
    name: Annotated[str, Meta(max_length=100)] | None = None
    role: Role | None = None


class Ending(RequestBody):
    """Why a match is ended; its players read it."""

    text: Annotated[str, Meta(max_length=200)] = ""


class Settlement(RequestBody):
    """What was done about a report, for the log."""

    text: Reason = ""


class AdminPerson(Struct):
    """Somebody as administrators see them; `reports`: those that are open."""

    id: str
    name: str
    claimed: bool
    created: int
    role: Role | None
    muted_until: int | None
    banned_until: int | None
    reports: int


class AdminReport(Struct):
    """A report, and what the person wrote at that table."""

    id: int
    person: str
    person_name: str
    reported: str
    reported_name: str
    reason: str
    text: str
    table: str | None
    at: int
    said: list[str]


class AdminTable(Struct):
    """A table that gathers or is in play."""

    id: str
    game: GameName
    status: TableStatus
    access: str
    created: int
    players: list[str]


class AuditEntry(Struct):
    """Who did what; `person` and `table` are those it was about."""

    id: int
    at: int
    by: str
    action: str
    person: str | None
    name: str
    table: str | None
    report: int | None
    text: str
    until: int | None
    seen: int | None


class Warned(Struct):
    """A warning."""

    at: int
    text: str


class Limit(Struct):
    """A mute or a ban, and why; without `until` it is for good."""

    until: int | None
    text: str


class Notices(Struct):
    """What administrators tell somebody."""

    warnings: list[Warned]
    mute: Limit | None
    ban: Limit | None
