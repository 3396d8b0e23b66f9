"""Requests about tables: create, join, start, play, leave, replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter
from sqlalchemy import Connection

from tabiji.server import commands, lobby, messages, stored_table
from tabiji.server.api.shared import PACKED, Id, error_responses, packed_response
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.live_table import LiveTable
from tabiji.server.match_runner import last_numbers
from tabiji.server.people import Person
from tabiji.server.protocol import (
    MAX_NUMBER,
    AnswerUndo,
    Candidate,
    EntryNumber,
    Hint,
    Join,
    JoinedTable,
    Leave,
    MyTable,
    NewTable,
    PlayMove,
    Preview,
    Say,
    SeatBot,
    TableInfo,
    Undo,
)
from tabiji.server.sync import Part, WrittenTable
from tabiji.server.table_settings import TableSettings
from tabiji.server.websocket_messages import (
    ReplayStep,
    Snapshot,
)

_TABLE = {
    "game": "tokaido",
    "players": 3,
    "options": {"gastronomy": True},
    "bots": ["skilled", "novice"],
    "start": True,
}
_SEAT = Annotated[int | None, Parameter(ge=0, le=7, description="the seat to look from")]


async def _shown(server: Server, id: str) -> TableInfo:
    return messages.table_info((await server.table_registry.get(id)).table)


class TablesController(Controller):
    """Tables and matches."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/", opt={PACKED: True}, responses=error_responses(401, 403, 409), summary="A new table")
    async def create(
        self, server: Server, person: Person, data: Annotated[NewTable, Body(examples=[Example(value=_TABLE)])]
    ) -> TableInfo:
        """You sit at seat 0; `bots` fill the next seats, and `start` begins at once."""
        settings = TableSettings.from_request(data)
        if len(data.bots) >= settings.players:
            raise ApiError("bad_option", f"{len(data.bots)} bots are too many for {settings.players} seats")

        def gather(connection: Connection) -> stored_table.Table:
            table = lobby.create(connection, person, settings, server.settings.tables, server.randomness)
            for seat, level in enumerate(data.bots, 1):
                lobby.seat_bot(connection, table, person, seat, level)
            if data.start:
                lobby.start(connection, table, person, server.node, server.randomness, server.settings.matches)
            return stored_table.load(connection, table)

        table = await server.storage.write(gather)
        if data.start:
            server.match_runner.run(table.id)
        return messages.table_info((await server.table_registry.add(table)).table)

    @get("/", responses=error_responses(), summary="Open tables")
    async def open_tables(self, server: Server) -> list[TableInfo]:
        """Tables with a free seat that anybody may join, the newest first."""
        return [messages.table_info(table) for table in await server.storage.read(stored_table.open_tables)]

    @get("/mine", responses=error_responses(401), summary="My tables")
    async def mine(self, server: Server, person: Person) -> list[MyTable]:
        """Tables at which you have a seat: those that wait for your decision first."""

        def read(connection: Connection) -> tuple[list[stored_table.Table], dict[str, int]]:
            found = stored_table.tables_of(connection, person.id)
            return found, last_numbers(connection, [table.id for table in found])

        found_tables, numbers = await server.storage.read(read)
        found = []
        for table in found_tables:
            deciding = await _deciding_seat(server, table, numbers.get(table.id, 0))
            found.append(MyTable(messages.table_info(table), deciding in table.seats_of(person.id)))
        return sorted(found, key=lambda mine: not mine.waiting)

    @get("/{table_id:str}", responses=error_responses(404, 409), summary="A table")
    async def table(self, request: Request[Any, Any, Any], server: Server, table_id: Id) -> TableInfo:
        """The public information about a table; the link to a rematch at a table by link only for who sits there."""
        table = (await server.table_registry.get(table_id)).table
        person = await server.authenticate(request)
        seat = next(iter(table.seats_of(None if person is None else person.id)), None)
        return messages.table_info(table, messages.is_stranger(table, seat))

    @get("/{table_id:str}/snapshot", responses=error_responses(403, 404, 409), summary="A snapshot")
    async def position(
        self, request: Request[Any, Any, Any], server: Server, table_id: Id, seat: _SEAT = None
    ) -> Snapshot:
        """The first message of the WebSocket: the view of a seat of your own, or of a spectator."""
        live = await server.table_registry.get(table_id)
        viewer = await _viewer(request, server, live, seat)
        return msgspec.json.decode(live.snapshot(viewer, []), type=Snapshot)

    @post(
        "/{table_id:str}/join",
        status_code=200,
        opt={PACKED: True},
        responses=error_responses(401, 403, 404, 409),
        summary="Take a seat",
    )
    async def join(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Join, Body(examples=[Example(value={"seat": 1})])],
    ) -> JoinedTable:
        """Take a seat, or the first free one; with a name, for another player at the same screen."""
        live = await _change(
            server,
            table_id,
            lambda connection: lobby.join(connection, table_id, person, data.seat, data.name, data.part),
        )
        return JoinedTable(messages.table_info(live.table), live.table.seats_of(person.id))

    @post("/{table_id:str}/leave", status_code=204, responses=error_responses(401, 403, 404, 409), summary="Leave")
    async def leave(
        self, server: Server, person: Person, table_id: Id, data: Annotated[Leave, Body(examples=[Example(value={})])]
    ) -> None:
        """Before the start you leave the seat; later a bot takes it over (or you forfeit it), and you may return."""
        live = await server.table_registry.get(table_id)
        if live.table.status == stored_table.PLAYING:
            await commands.desert(live, person)
        elif live.table.status == stored_table.GATHERING:
            await server.storage.write(lambda connection: lobby.leave(connection, table_id, person, data.seat))
            await live.sync.changed(Part.TABLE)
            if live.sync.gone is not None:
                server.table_registry.evict(table_id)
        else:
            raise ApiError("already_over", "the match is over")

    @post(
        "/{table_id:str}/return",
        status_code=204,
        responses=error_responses(401, 403, 404, 409),
        summary="Return to a match",
    )
    async def come_back(self, server: Server, person: Person, table_id: Id) -> None:
        """Take your seats back from the bots that took them over. Opening the WebSocket of a seat does so too."""
        await commands.come_back(await server.table_registry.get(table_id), person)

    @put("/{table_id:str}/seats/{seat:int}/bot", responses=error_responses(401, 403, 404, 409), summary="Seat a bot")
    async def seat_bot(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        seat: Annotated[int, Parameter(ge=0, le=7)],
        data: Annotated[SeatBot, Body(examples=[Example(value={"level": "skilled"})])],
    ) -> TableInfo:
        """The host seats a bot at an empty seat, changes its level, or (null) removes it."""
        live = await _change(
            server, table_id, lambda connection: lobby.seat_bot(connection, table_id, person, seat, data.level)
        )
        return messages.table_info(live.table)

    @post(
        "/{table_id:str}/start",
        status_code=200,
        opt={PACKED: True},
        responses=error_responses(401, 403, 404, 409),
        summary="Start the match",
    )
    async def start(self, server: Server, person: Person, table_id: Id) -> TableInfo:
        """The host starts the match when every seat is taken; the commitment (hash of salt and seed) is published."""
        live = await _change(
            server,
            table_id,
            lambda connection: lobby.start(
                connection, table_id, person, server.node, server.randomness, server.settings.matches
            ),
        )
        server.match_runner.run(table_id)
        return messages.table_info(live.table)

    @post("/{table_id:str}/rematch", responses=error_responses(401, 403, 404, 409), summary="Rematch")
    async def rematch(self, server: Server, person: Person, table_id: Id) -> TableInfo:
        """A new table like this one; the others find it as `next` of the old one."""
        again = await server.storage.write(
            lambda connection: lobby.rematch(connection, table_id, person, server.settings.tables, server.randomness)
        )
        await (await server.table_registry.get(table_id)).sync.changed(Part.TABLE)
        return await _shown(server, again)

    @post(
        "/{table_id:str}/moves",
        status_code=200,
        opt={PACKED: True},
        responses=error_responses(401, 403, 404, 409),
        summary="Play a move",
    )
    async def move(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[PlayMove, Body(examples=[Example(value={"id": "m1", "number": 0, "move": "move 12"})])],
    ) -> EntryNumber:
        """The move is durable when the response comes. A repeated id gets the same response."""
        live = await server.table_registry.get(table_id)
        return EntryNumber(await commands.move(live, person, data.seat, data))

    @post("/{table_id:str}/undo", status_code=200, responses=error_responses(401, 403, 404, 409), summary="Undo")
    async def undo(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Undo, Body(examples=[Example(value={"id": "u1"})])],
    ) -> EntryNumber:
        """At once if nothing hidden was revealed; otherwise the others are asked."""
        return EntryNumber(await commands.undo(await server.table_registry.get(table_id), person, data.seat, data))

    @post(
        "/{table_id:str}/undo/answer",
        status_code=200,
        responses=error_responses(401, 403, 404, 409),
        summary="Answer an undo request",
    )
    async def answer(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[AnswerUndo, Body(examples=[Example(value={"id": "a1", "agree": True})])],
    ) -> EntryNumber:
        """Agree to an undo request, or refuse it."""
        return EntryNumber(await commands.answer(await server.table_registry.get(table_id), person, data.seat, data))

    @post("/{table_id:str}/chat", status_code=204, responses=error_responses(401, 403, 404, 409), summary="Chat")
    async def say(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Say, Body(examples=[Example(value={"phrase": "well_played"})])],
    ) -> None:
        """Send a phrase, which is shown in the language of each reader, or a text."""
        await commands.say(server, await server.table_registry.get(table_id), person, data)

    @post("/{table_id:str}/hint", status_code=200, responses=error_responses(401, 403, 404, 409), summary="A hint")
    async def hint(self, request: Request[Any, Any, Any], server: Server, person: Person, table_id: Id) -> Hint:
        """What a strong bot expects of your moves, the best first, and of all seats, if the table allows hints."""
        live = await server.table_registry.get(table_id)
        match_log = live.match_log
        if match_log is None or match_log.seat is None or match_log.seat not in live.table.seats_of(person.id):
            raise ApiError("not_your_turn", "hints are for the player who decides now")
        if not live.table.settings.hints:
            raise ApiError("not_yours", "this table plays without hints")
        server.rate_limiter.check_hint(request, person.id)
        await commands.note_hint(live, match_log.seat)
        found = await server.bot_pool.hint(match_log.match, person.id, table_id)
        return Hint([Candidate(**candidate) for candidate in found.candidates], found.seats)

    @get(
        "/{table_id:str}/preview",
        opt={PACKED: True},
        responses=error_responses(403, 404, 409),
        summary="What can be chosen",
    )
    async def preview(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        table_id: Id,
        seat: _SEAT = None,
        number: Annotated[int | None, Parameter(ge=0, le=MAX_NUMBER, description="as it was at this number")] = None,
    ) -> Preview:
        """Public facts, now or at a number of the log; for the deciding player also the certain events of each legal
        move, and what cannot be chosen and why."""
        live = await server.table_registry.get(table_id)
        viewer = await _viewer(request, server, live, seat)
        charge = partial(server.rate_limiter.charge, request)
        packed = await server.replays.preview(live, viewer, number, charge)
        response: Preview = await packed_response(request, packed)
        return response

    @get("/{table_id:str}/steps", opt={PACKED: True}, responses=error_responses(403, 404, 409), summary="What happened")
    async def replay_steps(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        table_id: Id,
        after: Annotated[int, Parameter(ge=0, le=MAX_NUMBER, description="entries after this number")] = 0,
        limit: Annotated[int, Parameter(ge=1, le=1000, description="at most so many")] = 1000,
        seat: _SEAT = None,
        views: Annotated[bool, Parameter(description="with the view after each entry")] = False,
    ) -> list[ReplayStep]:
        """The log after a number, as a seat of your own (or a spectator) saw it: for replays."""
        live = await server.table_registry.get(table_id)
        viewer = await _viewer(request, server, live, seat)
        charge = partial(server.rate_limiter.charge, request)
        packed = await server.replays.steps(live, after, limit, viewer, views, charge)
        response: list[ReplayStep] = await packed_response(request, packed)
        return response

    @get("/{table_id:str}/record", responses=error_responses(404, 409), summary="The match record")
    async def record(self, server: Server, table_id: Id) -> Response[dict[str, Any]]:
        """For `tabiji verify` and `tabiji replay`; only after the end, because it contains the seed. What was set up in
        the editor has no secrets: its record can be had at any time."""
        live = await server.table_registry.get(table_id)
        known = live.table.status == stored_table.OVER or live.table.stack is not None
        if live.match_log is None or not known:
            raise ApiError("not_over", "the record contains the seed: it is available after the end")
        names = [seat.name for seat in live.table.seats]
        return Response(
            live.match_log.match.record(names),
            headers={"content-disposition": f'attachment; filename="tabiji-{table_id}.json"'},
        )


async def _deciding_seat(server: Server, table: stored_table.Table, number: int) -> int | None:
    """The seat that decides: of a match that is in memory, or from the row of the table, if its log has not grown."""
    if table.status != stored_table.PLAYING or table.archived is not None:
        return None
    live = server.table_registry.find(table.id)
    if live is None and table.decides_at == number:
        return table.decides
    try:
        match_log = (await server.table_registry.get(table.id)).match_log
    except ApiError:  # another version of the rules, or in quarantine
        return None
    return None if match_log is None else match_log.seat


async def _change(server: Server, id: str, work: Callable[[Connection], stored_table.Table | None]) -> LiveTable:
    """Change a table, and become current with what `work` says that it left, or else the same transaction reads."""
    known = server.table_registry.find(id)
    before = None if known is None else known.table

    def change(connection: Connection) -> stored_table.Table:
        return work(connection) or stored_table.load(connection, id)

    after = await server.storage.write(change)
    live = await server.table_registry.get(id)
    await live.sync.changed(Part.TABLE, WrittenTable(before, after))
    return live


async def _viewer(request: Request[Any, Any, Any], server: Server, live: LiveTable, seat: int | None) -> int | None:
    person = await server.authenticate(request)
    mine = live.table.seats_of(None if person is None else person.id)
    if seat is not None and seat not in mine:
        raise ApiError("not_yours", f"you do not sit at seat {seat}")
    return seat if seat is not None else next(iter(mine), None)
