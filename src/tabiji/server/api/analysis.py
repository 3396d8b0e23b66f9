"""Requests about the analysis of a finished match."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, cast

from litestar import Controller, Request, get, post
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from tabiji.server import commands, messages, variations
from tabiji.server.analysis_protocol import AnalysisInfo, CoachVerdict, NewVariation, VariationInfo
from tabiji.server.api.shared import Id, error_responses
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.people import Person
from tabiji.server.protocol import TableInfo
from tabiji.server.replay_thread import in_thread
from tabiji.server.replays import steps_cost


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
        return cast(AnalysisInfo, found.after(after))  # as it will be read

    @post(
        "/{table_id:str}/analysis",
        status_code=200,
        responses=error_responses(401, 403, 404, 409),
        summary="Analyze a match",
    )
    async def begin(
        self, request: Request[Any, Any, Any], server: Server, person: Person, table_id: Id
    ) -> AnalysisInfo:
        """Begin the analysis of a match that is over: what is found in a moment. Poll for more."""
        live = await server.table_registry.get(table_id)
        charge = partial(server.rate_limiter.check_analysis, request, person.id)
        return cast(AnalysisInfo, await server.analyses.begin(live, person.id, charge))

    @post(
        "/{table_id:str}/coach",
        status_code=200,
        responses=error_responses(401, 403, 404, 409),
        summary="What the last decision cost",
    )
    async def coach(
        self, request: Request[Any, Any, Any], server: Server, person: Person, table_id: Id
    ) -> CoachVerdict:
        """Your last decision, judged by what you could know; only in matches that are not rated."""
        live = await server.table_registry.get(table_id)
        match_log = live.state.started()
        commands.own_seat(live, person, None)
        if live.table.rated in ("yes", "unless_hint") or not live.table.settings.hints:
            raise ApiError("not_yours", "there is no coach in matches that may be rated, or without hints")
        decided = [match_log.last_decision(seat) for seat in live.table.seats_of(person.id)]
        last = max((number for number in decided if number is not None), default=None)
        if last is None:
            raise ApiError("nothing_to_undo", "you have not decided anything yet")
        server.rate_limiter.check_hint(request, person.id)
        before = await in_thread(variations.position_before, match_log, last)
        played = match_log.match.moves[last]
        if len(before.legal) == 1:
            return CoachVerdict(played, played, 0.0, 0.0)
        best, cost, unsure = await server.bot_pool.judge(before, played, person.id, table_id)
        return CoachVerdict(played, best, cost, unsure)

    @post("/{table_id:str}/variations", responses=error_responses(401, 403, 404, 409), summary="Try another move")
    async def try_move(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[NewVariation, Body(examples=[Example(value={"decision": 12, "move": "move 12"})])],
    ) -> TableInfo:
        """A table of your own that goes on from a moment of a finished match: same cards, never rated."""
        live = await server.table_registry.get(table_id)
        variations.check_origin(live.table)
        match_log = live.state.started()
        server.rate_limiter.charge(request, steps_cost(data.decision, 0, False))
        moves, seat = await in_thread(variations.branch_moves, match_log, data)
        settings = server.settings
        new = await server.storage.write(
            lambda connection: variations.create(
                connection, live.table, person, data, moves, seat, server.node, settings.matches
            )
        )
        server.match_runner.run(new)
        return messages.table_info((await server.table_registry.get(new)).table)

    @get("/{table_id:str}/variations", responses=error_responses(404), summary="Variations of a match")
    async def variations(self, request: Request[Any, Any, Any], server: Server, table_id: Id) -> list[VariationInfo]:
        """Your own, and those of others that were played to their end."""
        person = await server.authenticate(request)
        viewer = None if person is None else person.id
        return await server.storage.read(lambda connection: variations.listed(connection, table_id, viewer))
