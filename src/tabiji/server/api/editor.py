"""Requests of the editor of positions."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, Response, post
from litestar.openapi.spec import Example
from litestar.params import Body

from tabiji.core.match import Match
from tabiji.core.match_record import commitment
from tabiji.server import begun_tables, editor, messages
from tabiji.server.api.shared import error_responses
from tabiji.server.begun_tables import Beginning
from tabiji.server.context import Server
from tabiji.server.editor_protocol import EditorPosition, EditorTable, PositionView, RecordText
from tabiji.server.people import Person
from tabiji.server.protocol import TableInfo
from tabiji.server.replay_thread import in_thread
from tabiji.server.replays import steps_cost
from tabiji.server.stored_table import encode_stack

_POSITION = {"game": "tsuro_seas", "players": 2, "stack": {"starts": ["n5", "w3"]}, "moves": []}
_READ = 5.0  # tokens for a record: its moves are not counted yet
_Position = Annotated[EditorPosition, Body(examples=[Example(value=_POSITION)])]


class EditorController(Controller):
    """Positions that somebody sets up."""

    path = "/api/editor"
    tags = ("editor",)

    @post("/look", status_code=200, responses=error_responses(403), summary="Check a position")
    async def look(self, request: Request[Any, Any, Any], server: Server, data: _Position) -> PositionView:
        """What is wrong with it, or how it looks and what can be played there. Nothing is kept."""
        _charge(request, server, data)
        return await in_thread(editor.look, data)

    @post("/read", status_code=200, responses=error_responses(403), summary="Open a match record")
    async def read(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        data: Annotated[RecordText, Body(examples=[Example(value={"text": '{"format": "tabiji-match/1"}'})])],
    ) -> PositionView:
        """The position at the end of a record, or what is wrong with the record and where."""
        server.rate_limiter.charge(request, _READ)
        return await in_thread(editor.read, data.text)

    @post("/record", status_code=200, responses=error_responses(403), summary="Save a position")
    async def record(
        self, request: Request[Any, Any, Any], server: Server, data: _Position
    ) -> Response[dict[str, Any]]:
        """The match record that leads to a position."""
        _charge(request, server, data)
        match, _ = await in_thread(editor.play, data)
        return Response(
            match.record(), headers={"content-disposition": f'attachment; filename="tabiji-{data.game}.json"'}
        )

    @post("/tables", responses=error_responses(401, 403, 409), summary="Play on from a position")
    async def table(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        data: Annotated[EditorTable, Body(examples=[Example(value={**_POSITION, "against": "nobody"})])],
    ) -> TableInfo:
        """A table of your own that begins with a position: never rated. A match that is over can be looked at."""
        _charge(request, server, data)
        match, moves = await in_thread(editor.play, data)
        seat = _seat(match, data.seat)
        settings = editor.table_settings(data)
        new = await server.storage.write(
            lambda connection: begun_tables.create(
                connection,
                person,
                settings,
                Beginning(moves, seat, data.against, [None] * match.game.players),
                server.node,
                server.settings.matches,
                rules=match.game.spec.rules_version,
                seed=str(match.seed),
                salt="",
                commitment=commitment(match.seed, ""),
                stack=encode_stack(match.stack),
            )
        )
        server.match_runner.run(new)
        return messages.table_info((await server.table_registry.get(new)).table)


def _charge(request: Request[Any, Any, Any], server: Server, position: EditorPosition) -> None:
    server.rate_limiter.charge(request, steps_cost(len(position.moves), 1, True))


def _seat(match: Match, asked: int | None) -> int:
    """The person's own seat: as asked, or the one that decides."""
    if asked is None:
        return match.seat or 0
    if asked >= match.game.players:
        raise editor.bad_position(f"there is no seat {asked}: the match has {match.game.players}")
    return asked
