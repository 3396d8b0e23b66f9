"""Requests about puzzles."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.openapi.spec import Example
from litestar.params import Body

from tabiji.server.api.shared import Id, error_responses
from tabiji.server.context import Server
from tabiji.server.people import Person
from tabiji.server.puzzle_protocol import PuzzleAnswer, PuzzleInfo, PuzzleStats, PuzzleVerdict


class PuzzlesController(Controller):
    """Find the move."""

    path = "/api/puzzles"
    tags = ("puzzles",)

    @get("/", responses=error_responses(), summary="How I do with puzzles")
    async def stats(self, request: Request[Any, Any, Any], server: Server) -> list[PuzzleStats]:
        """Game by game; also for those who are not signed in."""
        return await server.puzzles.stats(await _viewer(request, server))

    @get("/{game:str}", responses=error_responses(404), summary="The puzzle of the day")
    async def of_the_day(self, request: Request[Any, Any, Any], server: Server, game: Id) -> PuzzleInfo:
        """The same for everybody, from midnight to midnight (UTC)."""
        charge = partial(server.rate_limiter.charge, request)
        return await server.puzzles.of_the_day(game, await _viewer(request, server), charge)

    @get("/{game:str}/next", responses=error_responses(404), summary="The next puzzle for me")
    async def next_one(self, request: Request[Any, Any, Any], server: Server, game: Id) -> PuzzleInfo:
        """One near your rating that you have not answered; the same until you answer it."""
        charge = partial(server.rate_limiter.charge, request)
        return await server.puzzles.next_for(game, await _viewer(request, server), charge)

    @get("/{game:str}/{puzzle_id:str}", responses=error_responses(404), summary="A puzzle")
    async def look(self, request: Request[Any, Any, Any], server: Server, game: Id, puzzle_id: Id) -> PuzzleInfo:
        """The one with this id, for who has its link."""
        charge = partial(server.rate_limiter.charge, request)
        return await server.puzzles.look(game, puzzle_id, await _viewer(request, server), charge)

    @post(
        "/{game:str}/{puzzle_id:str}",
        status_code=200,
        responses=error_responses(401, 403, 404),
        summary="Answer a puzzle",
    )
    async def answer(
        self,
        server: Server,
        person: Person,
        game: Id,
        puzzle_id: Id,
        data: Annotated[PuzzleAnswer, Body(examples=[Example(value={"move": "move 12"})])],
    ) -> PuzzleVerdict:
        """The best move, and what every other is worth. The first answer counts for your rating."""
        return await server.puzzles.answer(game, puzzle_id, person.id, data.move)


async def _viewer(request: Request[Any, Any, Any], server: Server) -> str | None:
    person = await server.authenticate(request)
    return None if person is None else person.id
