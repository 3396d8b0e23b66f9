"""Requests about people: accounts, tokens, statistics."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from tabiji.server import careers, results
from tabiji.server.account_protocol import FreshToken, MyToken, NewToken
from tabiji.server.analysis_protocol import AnalyzedMatch
from tabiji.server.api.shared import NO_COOKIE, Id, error_responses, me, set_cookie, with_cookie
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.people import Person, handle
from tabiji.server.protocol import (
    Credentials,
    MatchSummary,
    Me,
    NewName,
    Profile,
    RankingEntry,
)
from tabiji.server.sessions import COOKIE


class PeopleController(Controller):
    """Who one is."""

    path = "/api"
    tags = ("people",)

    @post("/me", status_code=200, responses=error_responses(403, 409), summary="Sign in as a guest")
    async def arrive(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        data: Annotated[NewName, Body(examples=[Example(value={"name": "Kinko"})])],
    ) -> Response[Me]:
        """Needs only a name; the response sets a cookie. If you have one already, only the name changes."""
        known = await server.authenticate(request)
        if known is not None:
            known.check_banned()
            return Response(me(await server.people.rename(known, data.name)))
        server.rate_limiter.check_arrival(request)
        return await with_cookie(request, server, await server.people.create_guest(data.name))

    @get("/me", responses=error_responses(401), summary="Who am I?")
    async def who_am_i(self, request: Request[Any, Any, Any], server: Server) -> Response[Me]:
        """The identity of the cookie or token. Once a day the cookie is sent again, and lasts longer."""
        session, cookie = await server.session(request), request.cookies.get(COOKIE)
        if session is not None:
            renewed = cookie is not None and await server.sessions.renew(session)
            return Response(me(session.person), cookies=[set_cookie(request, server, cookie or "")] if renewed else [])
        known = None if cookie is None else await server.sessions.exchange(cookie)
        if known is None:
            raise ApiError("not_signed_in", "you are not signed in: POST /api/me with a name first")
        return await with_cookie(request, server, known)

    @patch("/me", responses=error_responses(401, 403, 409), summary="Change one's name")
    async def rename(
        self,
        server: Server,
        person: Person,
        data: Annotated[NewName, Body(examples=[Example(value={"name": "Umegae"})])],
    ) -> Me:
        """How others see you; if you have a password, also the name to sign in with."""
        return me(await server.people.rename(person, data.name))

    @post("/me/crest", status_code=200, responses=error_responses(401, 403), summary="Draw another crest")
    async def draw_crest(self, server: Server, person: Person) -> Me:
        """The sign beside your name. Tables that are open show the new one when they are loaded again."""
        return me(await server.people.draw_crest(person))

    @post("/me/claim", status_code=200, responses=error_responses(401, 403, 409), summary="Claim this account")
    async def claim(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        data: Annotated[
            Credentials, Body(examples=[Example(value={"name": "Oharu", "password": "fifty-three stations"})])
        ],
    ) -> Response[Me]:
        """With a name of your own and a password you can sign in elsewhere, and are rated. The cookie is a new one."""
        server.rate_limiter.check_arrival(request)
        return await with_cookie(request, server, await server.people.claim(person, data.name, data.password))

    @post("/signin", status_code=200, responses=error_responses(401, 403), summary="Sign in")
    async def sign_in(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        data: Annotated[
            Credentials, Body(examples=[Example(value={"name": "Oharu", "password": "fifty-three stations"})])
        ],
    ) -> Response[Me]:
        """Sign in to an account that was claimed before."""
        server.rate_limiter.check_arrival(request)
        with server.rate_limiter.sign_in(request, handle(data.name)):
            person = await server.people.sign_in(data.name, data.password)
        return await with_cookie(request, server, person)

    @post("/signout", status_code=204, responses=error_responses(403), response_cookies=[NO_COOKIE], summary="Sign out")
    async def sign_out(
        self, request: Request[Any, Any, Any], server: Server, everywhere: Annotated[bool, Parameter()] = False
    ) -> None:
        """End the session of this browser; with `everywhere`, all sessions and tokens, and their open tables."""
        person = await server.authenticate(request)
        if person is not None and everywhere:
            await server.sessions.end_all(person.id)
        elif person is not None and COOKIE in request.cookies:
            await server.sessions.end_here(request.cookies[COOKIE])

    @get("/me/tokens", responses=error_responses(401), summary="My tokens")
    async def tokens(self, server: Server, person: Person) -> list[MyToken]:
        """Tokens for programs that play in your name."""
        return [MyToken(**token) for token in await server.sessions.tokens(person)]

    @post("/me/tokens", responses=error_responses(401, 403), summary="A new token")
    async def new_token(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        data: Annotated[NewToken, Body(examples=[Example(value={"label": "my bot"})])],
    ) -> FreshToken:
        """For the header `Authorization: Bearer …`; it is shown only once."""
        server.rate_limiter.check_arrival(request)
        return FreshToken(await server.sessions.new_token(person, data.label))

    @delete("/me/tokens/{token_id:str}", responses=error_responses(401, 403, 404), summary="Revoke a token")
    async def revoke(self, server: Server, person: Person, token_id: Id) -> None:
        """The token is invalid at once (on other nodes within 20 seconds)."""
        await server.sessions.revoke(person, token_id)

    @get("/people/{person_id:str}", responses=error_responses(404), summary="Somebody's statistics")
    async def profile(self, request: Request[Any, Any, Any], server: Server, person_id: Id) -> Profile:
        """Matches, victories, scores and rating per game; only the name, if the profile is neither public nor yours."""
        viewer = await _viewer(request, server)
        found = await server.storage.read(lambda connection: results.profile(connection, person_id, viewer))
        if found is None:
            raise ApiError("not_found", "there is no person with this id")
        return msgspec.convert(found, Profile)

    @get("/people/{person_id:str}/matches", responses=error_responses(404), summary="Somebody's finished matches")
    async def history(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person_id: Id,
        before: Annotated[int | None, Parameter(ge=0, le=2**53, description="only matches that ended before")] = None,
    ) -> list[MatchSummary]:
        """The latest first, thirty at a time. Others see matches at open tables, if the profile is public, and those
        they sat at themselves."""
        viewer = await _viewer(request, server)
        found = await server.storage.read(lambda connection: results.history(connection, person_id, viewer, before))
        return msgspec.convert(found, list[MatchSummary])

    @get("/people/{person_id:str}/analyses", responses=error_responses(404), summary="Somebody's analyzed matches")
    async def career(self, request: Request[Any, Any, Any], server: Server, person_id: Id) -> list[AnalyzedMatch]:
        """Those of the latest matches that were analyzed, as far as you may know of them."""
        viewer = await _viewer(request, server)
        return await server.storage.read(lambda connection: careers.analyzed_matches(connection, person_id, viewer))

    @get("/ratings/{game:str}", responses=error_responses(404), summary="The ranking of a game")
    async def ranking(self, server: Server, game: Id) -> list[RankingEntry]:
        """The hundred best of those whose profile is public."""
        found = await server.storage.read(lambda connection: results.ranking(connection, game))
        return [RankingEntry(**ranked) for ranked in found]


async def _viewer(request: Request[Any, Any, Any], server: Server) -> str | None:
    person = await server.authenticate(request)
    return None if person is None else person.id
