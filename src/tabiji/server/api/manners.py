"""Requests about manners: block and report people, close a chat."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post, put
from litestar.openapi.spec import Example
from litestar.params import Body
from sqlalchemy import Connection, update

from tabiji.server import manners, messages, stored_table
from tabiji.server.account_protocol import ChatSetting, Report
from tabiji.server.api.shared import Id, error_responses
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.people import Person, clean
from tabiji.server.protocol import TableInfo
from tabiji.server.schema import tables
from tabiji.server.sync import Part


class MannersController(Controller):
    """Blocks, reports and closed chats."""

    path = "/api"
    tags = ("manners",)

    @get("/me/blocks", responses=error_responses(401), summary="Whom I have blocked")
    async def blocks(self, server: Server, person: Person) -> list[str]:
        """Their ids. Clients do not show what they write."""
        return await server.storage.read(lambda connection: manners.blocked_by(connection, person.id))

    @put("/me/blocks/{person_id:str}", status_code=204, responses=error_responses(401, 403, 404), summary="Block")
    async def block(self, server: Server, person: Person, person_id: Id) -> None:
        """They cannot sit down at your tables, and your client does not show what they write."""
        await server.storage.write(lambda connection: manners.block(connection, person.id, person_id))

    @delete("/me/blocks/{person_id:str}", responses=error_responses(401, 403), summary="Unblock")
    async def unblock(self, server: Server, person: Person, person_id: Id) -> None:
        """The block ends."""
        await server.storage.write(lambda connection: manners.unblock(connection, person.id, person_id))

    @post(
        "/people/{person_id:str}/reports", status_code=204, responses=error_responses(401, 403, 404), summary="Report"
    )
    async def report(
        self,
        server: Server,
        person: Person,
        person_id: Id,
        data: Annotated[Report, Body(examples=[Example(value={"reason": "insult"})])],
    ) -> None:
        """Tell those who run this site about somebody."""
        text = clean(data.text)
        await server.storage.write(
            lambda connection: manners.report(connection, person.id, person_id, data.reason, text, data.table)
        )

    @put("/tables/{table_id:str}/chat/closed", responses=error_responses(401, 403, 404, 409), summary="Close the chat")
    async def close_chat(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[ChatSetting, Body(examples=[Example(value={"closed": True})])],
    ) -> TableInfo:
        """The host closes the chat of a table, or opens it again."""

        def change(connection: Connection) -> None:
            if stored_table.load(connection, table_id, lock=True).host != person.id:
                raise ApiError("not_yours", "only the host of the table can close its chat")
            mine = update(tables).where(tables.c.id == table_id)
            connection.execute(mine.values(chat_closed=data.closed))

        await server.storage.write(change)
        live = await server.table_registry.get(table_id)
        await live.sync.changed(Part.TABLE)
        return messages.table_info(live.table)
