"""Requests of administrators and moderators, and what people are told of what they did."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from tabiji.server import moderation
from tabiji.server.admin_protocol import (
    AdminPerson,
    AdminReport,
    AdminTable,
    AuditEntry,
    Ending,
    Measure,
    Notices,
    Settlement,
)
from tabiji.server.api.shared import BANNED_TOO, Id, error_responses
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.moderation import Actor
from tabiji.server.people import Person


class NoticesController(Controller):
    """What administrators tell somebody."""

    path = "/api/me/notices"
    tags = ("account",)

    @get(responses=error_responses(401), opt={BANNED_TOO: True}, summary="Warnings, mute and ban")
    async def notices(self, server: Server, person: Person) -> Notices:
        """Warnings one has not read yet; the mute and the ban that hold, until when, and why."""
        found = await server.storage.read(lambda connection: moderation.notices(connection, person.id))
        return msgspec.convert(found, Notices)

    @post(
        "/read",
        status_code=204,
        responses=error_responses(401, 403),
        opt={BANNED_TOO: True},
        summary="Warnings are read",
    )
    async def mark_read(self, server: Server, person: Person) -> None:
        """They are not shown again."""
        await server.storage.write(lambda connection: moderation.mark_read(connection, person.id))
        server.sessions.forget(person.id)


async def actor(person: Person) -> Actor:
    """The person of a request, if they have a role."""
    if person.role is None:
        raise ApiError("no_role", "this is for the administrators of this site")
    return Actor(person.name, person.id, person.role)


class AdminController(Controller):
    """For people with a role; every measure is written to the log."""

    path = "/api/admin"
    tags = ("admin",)

    @get("/people", responses=error_responses(401, 403), summary="People")
    async def people(
        self, server: Server, actor: Actor, search: Annotated[str, Parameter(max_length=100)] = ""
    ) -> list[AdminPerson]:
        """Those with this in their name, or this id; without a search, those about whom something was done or
        reported."""
        found = await server.storage.read(lambda connection: moderation.people_like(connection, search))
        return msgspec.convert(found, list[AdminPerson])

    @post(
        "/people/{person_id:str}/measures",
        status_code=204,
        responses=error_responses(401, 403, 404, 409),
        summary="Warn, mute, ban, rename or give a role",
    )
    async def act(
        self,
        server: Server,
        actor: Actor,
        person_id: Id,
        data: Annotated[Measure, Body(examples=[Example(value={"action": "warn", "text": "Be kind."})])],
    ) -> None:
        """At once on this node, on others within seconds. Moderators may warn and mute."""
        await server.storage.write(lambda connection: moderation.act(connection, actor, person_id, data))
        await server.moderation_follower.follow()

    @get("/reports", responses=error_responses(401, 403), summary="Open reports")
    async def reports(self, server: Server, actor: Actor) -> list[AdminReport]:
        """The oldest first, with what the person wrote at that table."""
        found = await server.storage.read(moderation.open_reports)
        return msgspec.convert(found, list[AdminReport])

    @post(
        "/reports/{report_id:int}/settle",
        status_code=204,
        responses=error_responses(401, 403, 404),
        summary="Settle a report",
    )
    async def settle(
        self,
        server: Server,
        actor: Actor,
        report_id: Annotated[int, Parameter(ge=0, le=2**31 - 1)],
        data: Annotated[Settlement, Body(examples=[Example(value={"text": "Warned."})])],
    ) -> None:
        """It leaves the list."""
        await server.storage.write(lambda connection: moderation.settle(connection, actor, report_id, data.text))

    @get("/tables", responses=error_responses(401, 403), summary="Tables that gather or are in play")
    async def tables(self, server: Server, actor: Actor) -> list[AdminTable]:
        """The newest first."""
        return msgspec.convert(await server.storage.read(moderation.unfinished), list[AdminTable])

    @post(
        "/tables/{table_id:str}/end",
        status_code=204,
        responses=error_responses(401, 403, 404, 409),
        summary="End a match",
    )
    async def end(
        self,
        server: Server,
        actor: Actor,
        table_id: Id,
        data: Annotated[Ending, Body(examples=[Example(value={"text": "The match was stuck."})])],
    ) -> None:
        """Without a result; all at the table read why. A table whose match has not begun is removed."""
        await server.storage.write(lambda connection: moderation.end(connection, actor, table_id, data.text))
        await server.moderation_follower.follow()

    @get("/log", responses=error_responses(401, 403), summary="Who did what")
    async def log(self, server: Server, actor: Actor) -> list[AuditEntry]:
        """The latest first."""
        return msgspec.convert(await server.storage.read(moderation.log), list[AuditEntry])
