"""Requests about tables: gather, start, play, leave, and look back."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from tabiji.server import acts, lobby, telling
from tabiji.server.api.shared import REFUSALS, Id
from tabiji.server.context import Server
from tabiji.server.live import LiveTable
from tabiji.server.people import Person
from tabiji.server.protocol import (
    AnswerUndo,
    Join,
    Leave,
    Moment,
    MyTable,
    NewTable,
    Numbered,
    Outlook,
    PlayMove,
    Position,
    Say,
    SeatBot,
    Seated,
    TableShown,
    Thought,
    Undo,
)
from tabiji.server.refusal import Refusal

_TABLE = {
    "game": "tokaido",
    "players": 3,
    "options": {"gastronomy": True},
    "bots": ["skilled", "novice"],
    "start": True,
}
_SEAT = Annotated[int | None, Parameter(ge=0, le=7, description="the seat to look from")]


async def _shown(server: Server, id: str) -> TableShown:
    return telling.table((await server.house.table(id)).sheet)


class TablesController(Controller):
    """Tables and matches."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/", responses=REFUSALS(401, 403, 409), summary="A new table")
    async def create(
        self, server: Server, person: Person, data: Annotated[NewTable, Body(examples=[Example(value=_TABLE)])]
    ) -> TableShown:
        """You sit at seat 0; `bots` fill the next seats, and `start` begins at once."""
        wish = lobby.check(
            data.game,
            data.players,
            data.options,
            data.board,
            data.clock,
            data.access,
            data.desertion,
            data.hints,
            data.pace,
        )
        if len(data.bots) >= wish.players:
            raise Refusal("bad_option", f"{len(data.bots)} bots are too many for {wish.players} seats")

        def gather(connection: Any) -> str:
            table = lobby.create(connection, person, wish, server.settings.tables)
            for seat, level in enumerate(data.bots, 1):
                lobby.seat_bot(connection, table, person, seat, level)
            if data.start:
                lobby.start(connection, table, person, server.node, server.randomness)
            return table

        table = await server.storage.write(gather)
        if data.start:
            server.keeper.keep(table)
        return await _shown(server, table)

    @get("/", responses=REFUSALS(), summary="Open tables")
    async def open_tables(self, server: Server) -> list[TableShown]:
        """Tables that anybody may join, the newest first."""
        return [telling.table(sheet) for sheet in await server.storage.read(lobby.open_tables)]

    @get("/mine", responses=REFUSALS(401), summary="My tables")
    async def mine(self, server: Server, person: Person) -> list[MyTable]:
        """Tables at which you sit: those that wait for you first."""
        sheets = await server.storage.read(lambda connection: lobby.tables_of(connection, person.id))
        found = []
        for sheet in sheets:
            waiting = False
            if sheet.status == lobby.PLAYING:
                try:
                    story = (await server.house.table(sheet.id)).story
                except Refusal:  # of other rules
                    continue
                waiting = story is not None and story.seat in sheet.seats_of(person.id)
            found.append(MyTable(telling.table(sheet), waiting))
        return sorted(found, key=lambda mine: not mine.waiting)

    @get("/{table_id:str}", responses=REFUSALS(404, 409), summary="A table")
    async def table(self, server: Server, table_id: Id) -> TableShown:
        """What everybody may know about it."""
        return await _shown(server, table_id)

    @get("/{table_id:str}/position", responses=REFUSALS(403, 404, 409), summary="A snapshot")
    async def position(
        self, request: Request[Any, Any, Any], server: Server, table_id: Id, seat: _SEAT = None
    ) -> Position:
        """What one would get first on the socket: the view of a seat of one's own, or of somebody who watches."""
        table = await server.house.table(table_id)
        viewer = await _viewer(request, server, table, seat)
        return msgspec.json.decode(table.snapshot(viewer, []), type=Position)

    @post("/{table_id:str}/join", status_code=200, responses=REFUSALS(401, 403, 404, 409), summary="Sit down")
    async def join(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Join, Body(examples=[Example(value={"seat": 1})])],
    ) -> Seated:
        """At a seat, or at the first free one; with a name, for a friend at the same screen."""
        await server.storage.write(lambda connection: lobby.join(connection, table_id, person, data.seat, data.name))
        table = await _changed(server, table_id)
        return Seated(telling.table(table.sheet), table.sheet.seats_of(person.id))

    @post("/{table_id:str}/leave", status_code=204, responses=REFUSALS(401, 403, 404, 409), summary="Leave")
    async def leave(
        self, server: Server, person: Person, table_id: Id, data: Annotated[Leave, Body(examples=[Example(value={})])]
    ) -> None:
        """Before the start you stand up; later a bot plays on for you (or you forfeit), and you may come back."""
        table = await server.house.table(table_id)
        if table.sheet.status == lobby.PLAYING:
            await acts.desert(table, person)
        elif table.sheet.status == lobby.GATHERING:
            await server.storage.write(lambda connection: lobby.leave(connection, table_id, person, data.seat))
            await table.changed()
            if table.gone:
                server.house.put_away(table_id)
        else:
            raise Refusal("already_over", "the match is over")

    @post("/{table_id:str}/return", status_code=204, responses=REFUSALS(401, 403, 404, 409), summary="Come back")
    async def come_back(self, server: Server, person: Person, table_id: Id) -> None:
        """Take your seats back from the bots that stood in. Opening the socket of a seat does so too."""
        await acts.come_back(await server.house.table(table_id), person)

    @put("/{table_id:str}/seats/{seat:int}/bot", responses=REFUSALS(401, 403, 404, 409), summary="Seat a bot")
    async def seat_bot(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        seat: Annotated[int, Parameter(ge=0, le=7)],
        data: Annotated[SeatBot, Body(examples=[Example(value={"level": "skilled"})])],
    ) -> TableShown:
        """The host puts a bot on an empty seat, changes its level, or (null) takes it away."""
        await server.storage.write(lambda connection: lobby.seat_bot(connection, table_id, person, seat, data.level))
        return telling.table((await _changed(server, table_id)).sheet)

    @post("/{table_id:str}/start", status_code=200, responses=REFUSALS(401, 403, 404, 409), summary="Begin")
    async def start(self, server: Server, person: Person, table_id: Id) -> TableShown:
        """The host starts when every seat is taken; the hash of seed and salt is published."""
        await server.storage.write(
            lambda connection: lobby.start(connection, table_id, person, server.node, server.randomness)
        )
        table = await _changed(server, table_id)
        server.keeper.keep(table_id)
        return telling.table(table.sheet)

    @post("/{table_id:str}/rematch", responses=REFUSALS(401, 403, 404, 409), summary="Once more")
    async def rematch(self, server: Server, person: Person, table_id: Id) -> TableShown:
        """A new table like this one; the others find it as `next` of the old one."""
        again = await server.storage.write(
            lambda connection: lobby.rematch(connection, table_id, person, server.settings.tables)
        )
        await _changed(server, table_id)
        return await _shown(server, again)

    @post("/{table_id:str}/moves", status_code=200, responses=REFUSALS(401, 403, 404, 409), summary="Play a move")
    async def move(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[PlayMove, Body(examples=[Example(value={"id": "m1", "number": 0, "move": "move 12"})])],
    ) -> Numbered:
        """Durable when it is answered. The same id again gets the same answer."""
        table = await server.house.table(table_id)
        return Numbered(await acts.move(table, person, data.seat, data))

    @post("/{table_id:str}/undo", status_code=200, responses=REFUSALS(401, 403, 404, 409), summary="Go back")
    async def undo(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Undo, Body(examples=[Example(value={"id": "u1"})])],
    ) -> Numbered:
        """At once while nothing hidden came to light; else the others are asked."""
        return Numbered(await acts.undo(await server.house.table(table_id), person, data.seat, data))

    @post("/{table_id:str}/undo/answer", status_code=200, responses=REFUSALS(401, 403, 404, 409), summary="Consent")
    async def answer(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[AnswerUndo, Body(examples=[Example(value={"id": "a1", "agree": True})])],
    ) -> Numbered:
        """Let somebody go back, or not."""
        return Numbered(await acts.answer(await server.house.table(table_id), person, data.seat, data))

    @post("/{table_id:str}/chat", status_code=204, responses=REFUSALS(401, 403, 404, 409), summary="Say something")
    async def say(
        self,
        server: Server,
        person: Person,
        table_id: Id,
        data: Annotated[Say, Body(examples=[Example(value={"phrase": "well_played"})])],
    ) -> None:
        """A phrase that everybody reads in their own language, or a text."""
        await acts.say(server, await server.house.table(table_id), person, data)

    @post("/{table_id:str}/hint", status_code=200, responses=REFUSALS(401, 403, 404, 409), summary="A hint")
    async def hint(self, server: Server, person: Person, table_id: Id) -> list[Thought]:
        """What a strong bot would do in your place, the best first, where the table allows it."""
        table = await server.house.table(table_id)
        story = table.story
        if story is None or story.seat is None or story.seat not in table.sheet.seats_of(person.id):
            raise Refusal("not_your_turn", "a hint is for whoever decides now")
        if not table.sheet.wish.hints:
            raise Refusal("not_yours", "this table plays without hints")
        server.gate.ponder(person.id)
        return [Thought(**thought) for thought in await server.minds.hint(story.match)]

    @get("/{table_id:str}/outlook", responses=REFUSALS(403, 404, 409), summary="What can be chosen")
    async def outlook(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        table_id: Id,
        seat: _SEAT = None,
        number: Annotated[int | None, Parameter(ge=0, le=100_000, description="as it was at this number")] = None,
    ) -> Outlook:
        """For everybody how things stand, now or at a number of the log; for whoever decides now also what each legal
        move would surely do, and why other things are closed."""
        table = await server.house.table(table_id)
        viewer = await _viewer(request, server, table, seat)
        if table.story is None:
            raise Refusal("not_started", "the match has not begun")
        if number is None:
            return msgspec.convert(telling.outlook(table.story, viewer, server.randomness), Outlook)
        past = table.sheet.story(server.settings.substitute)
        for entry in table.log[:number]:
            past.apply(entry)
        return msgspec.convert(telling.outlook(past, None, server.randomness), Outlook)

    @get("/{table_id:str}/moments", responses=REFUSALS(403, 404, 409), summary="What happened")
    async def moments(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        table_id: Id,
        after: Annotated[int, Parameter(ge=0, le=100_000, description="entries after this number")] = 0,
        most: Annotated[int, Parameter(ge=1, le=1000, description="at most so many")] = 1000,
        seat: _SEAT = None,
        views: Annotated[bool, Parameter(description="with the view after each entry")] = False,
    ) -> list[Moment]:
        """The log from some number on, as a seat of your own (or somebody who watches) saw it: for replays."""
        table = await server.house.table(table_id)
        viewer = await _viewer(request, server, table, seat)
        if table.story is None:
            raise Refusal("not_started", "the match has not begun")
        told = telling.missed(
            table.sheet, server.settings.substitute, table.log[: after + most], after, viewer, views=views
        )
        return [Moment(**moment) for moment in told]

    @get("/{table_id:str}/record", responses=REFUSALS(404, 409), summary="The match record")
    async def record(self, server: Server, table_id: Id) -> Response[dict[str, Any]]:
        """For `tabiji verify` and `tabiji replay`; after the end, because it holds the seed."""
        table = await server.house.table(table_id)
        if table.story is None or table.sheet.status != lobby.OVER:
            raise Refusal("not_over", "the record holds the seed: it is given out after the end")
        names = [chair.name for chair in table.sheet.chairs]
        return Response(
            table.story.match.record(names),
            headers={"content-disposition": f'attachment; filename="tabiji-{table_id}.json"'},
        )


async def _changed(server: Server, id: str) -> LiveTable:
    table = await server.house.table(id)
    await table.changed()
    return table


async def _viewer(request: Request[Any, Any, Any], server: Server, table: LiveTable, seat: int | None) -> int | None:
    person = await server.recognise(request)
    mine = table.sheet.seats_of(None if person is None else person.id)
    if seat is not None and seat not in mine:
        raise Refusal("not_yours", f"you do not sit at seat {seat}")
    return seat if seat is not None else next(iter(mine), None)
