"""Requests for fair play: parts in the shuffle, removals before the start, and what to do about absent players."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, delete, post, put
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from tabiji.server import commands, messages, seating
from tabiji.server.api.shared import Id, error_responses
from tabiji.server.context import Server
from tabiji.server.people import Person
from tabiji.server.protocol import Claim, Contribution, TableInfo
from tabiji.server.sync import Part

_PART = "5f" * 32


class FairPlayController(Controller):
    """What keeps matches fair."""

    path = "/api/tables"
    tags = ("tables",)

    @put("/{table_id:str}/part", responses=error_responses(401, 403, 404, 409), summary="Give a part to the shuffle")
    async def contribute(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Contribution, Body(examples=[Example(value={"part": _PART})])],
    ) -> TableInfo:
        """256 random bits of your own, before the start; the first that you give stays."""
        return await _change(
            server, table_id, lambda connection: seating.contribute(connection, table_id, person, data.part)
        )

    @delete(
        "/{table_id:str}/seats/{seat:int}",
        status_code=200,
        responses=error_responses(401, 403, 404, 409),
        summary="Remove somebody",
    )
    async def remove(
        self, server: Server, person: Person, table_id: Id, seat: Annotated[int, Parameter(ge=0, le=7)]
    ) -> TableInfo:
        """The host removes somebody before the start, who cannot sit down at this table any more."""
        return await _change(server, table_id, lambda connection: seating.remove(connection, table_id, person, seat))

    @post("/{table_id:str}/claim", status_code=204, responses=error_responses(401, 403, 404, 409), summary="Claim")
    async def claim(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Claim, Body(examples=[Example(value={"seat": 1})])],
    ) -> None:
        """For a seat that decides and is `claimable`: a bot takes it over, or it forfeits, as the table agreed."""
        await commands.claim(await server.table_registry.get(table_id), person, data.seat)

    @post("/{table_id:str}/abort", status_code=204, responses=error_responses(401, 403, 404, 409), summary="Abort")
    async def abort(self, server: Server, person: Person, table_id: Id) -> None:
        """End a match to which somebody `never_came`: without a winner, and without rating."""
        await commands.abort(await server.table_registry.get(table_id), person)


async def _change(server: Server, id: str, work: Any) -> TableInfo:
    await server.storage.write(work)
    live = await server.table_registry.get(id)
    await live.sync.changed(Part.TABLE)
    return messages.table_info(live.table)
