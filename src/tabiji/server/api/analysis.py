"""Requests about the analysis of a finished match."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import Parameter

from tabiji.server.analysis_protocol import AnalysisInfo
from tabiji.server.api.shared import Id, error_responses
from tabiji.server.context import Server
from tabiji.server.people import Person


class AnalysisController(Controller):
    """After the match."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/{table_id:str}/analysis", responses=error_responses(404, 409), summary="The analysis of a match")
    async def look(
        self,
        server: Server,
        table_id: Id,
        after: Annotated[int, Parameter(ge=0, le=100_000, description="decisions that are known already")] = 0,
    ) -> AnalysisInfo:
        """As far as it is, only after the end. `none`: nobody has asked for it."""
        found = await server.analyses.look(await server.table_registry.get(table_id))
        return msgspec.structs.replace(found, decisions=found.decisions[after:])

    @post(
        "/{table_id:str}/analysis",
        status_code=200,
        responses=error_responses(401, 403, 404, 409),
        summary="Analyze a match",
    )
    async def begin(
        self, request: Request[Any, Any, Any], server: Server, person: Person, table_id: Id
    ) -> AnalysisInfo:
        """Begin the analysis of a match that is over; poll for what is found."""
        live = await server.table_registry.get(table_id)
        charge = partial(server.rate_limiter.check_analysis, request, person.id)
        found = await server.analyses.begin(live, person.id, charge)
        return msgspec.structs.replace(found, decisions=[])
