"""Requests about people: accounts, tokens, statistics."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from tabiji.server import results
from tabiji.server.api.shared import Id, error_responses
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.people import COOKIE, Person, handle
from tabiji.server.protocol import (
    Credentials,
    FreshToken,
    MatchSummary,
    Me,
    MyToken,
    NewName,
    NewToken,
    Profile,
    RankingEntry,
)

_YEAR = 365 * 24 * 3600
_NO_COOKIE = Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax", path="/")


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.claimed)


def _with_cookie(request: Request[Any, Any, Any], server: Server, person: Person) -> Response[Me]:
    cookie = Cookie(
        COOKIE,
        value=server.people.cookie(person),
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )
    return Response(_me(person), cookies=[cookie])


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
            return _with_cookie(request, server, await server.people.rename(known, data.name))
        server.rate_limiter.check_arrival(request)
        return _with_cookie(request, server, await server.people.create_guest(data.name))

    @get("/me", responses=error_responses(401), summary="Who am I?")
    async def me(self, person: Person) -> Me:
        """The identity of the cookie or token."""
        return _me(person)

    @patch("/me", responses=error_responses(401, 403, 409), summary="Change one's name")
    async def rename(
        self,
        server: Server,
        person: Person,
        data: Annotated[NewName, Body(examples=[Example(value={"name": "Umegae"})])],
    ) -> Me:
        """How others see you; if you have a password, also the name to sign in with."""
        return _me(await server.people.rename(person, data.name))

    @post("/me/claim", status_code=200, responses=error_responses(401, 403, 409), summary="Claim this account")
    async def claim(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        data: Annotated[
            Credentials, Body(examples=[Example(value={"name": "Kinko", "password": "fifty-three stations"})])
        ],
    ) -> Me:
        """With a name of your own and a password you can sign in elsewhere, and are rated."""
        server.rate_limiter.check_arrival(request)
        return _me(await server.people.claim(person, data.name, data.password))

    @post("/signin", status_code=200, responses=error_responses(401, 403), summary="Sign in")
    async def sign_in(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        data: Annotated[
            Credentials, Body(examples=[Example(value={"name": "Kinko", "password": "fifty-three stations"})])
        ],
    ) -> Response[Me]:
        """Sign in to an account that was claimed before."""
        server.rate_limiter.check_arrival(request)
        with server.rate_limiter.sign_in(request, handle(data.name)):
            person = await server.people.sign_in(data.name, data.password)
        return _with_cookie(request, server, person)

    @post(
        "/signout", status_code=204, responses=error_responses(403), response_cookies=[_NO_COOKIE], summary="Sign out"
    )
    async def sign_out(
        self, request: Request[Any, Any, Any], server: Server, everywhere: Annotated[bool, Parameter()] = False
    ) -> None:
        """Delete the cookie here; with `everywhere`, invalidate all cookies of the account."""
        person = await server.authenticate(request)
        if person is not None and everywhere:
            await server.people.sign_out_everywhere(person)

    @get("/me/tokens", responses=error_responses(401), summary="My tokens")
    async def tokens(self, server: Server, person: Person) -> list[MyToken]:
        """Tokens for programs that play in your name."""
        return [MyToken(**token) for token in await server.people.tokens(person)]

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
        return FreshToken(await server.people.new_token(person, data.label))

    @delete("/me/tokens/{token_id:str}", responses=error_responses(401, 403, 404), summary="Revoke a token")
    async def revoke(self, server: Server, person: Person, token_id: Id) -> None:
        """The token is invalid at once (on other nodes within 20 seconds)."""
        if len(token_id) != 12:
            raise ApiError("not_found", "you have no such token")
        await server.people.revoke(person, token_id)

    @get("/people/{person_id:str}", responses=error_responses(404), summary="Somebody's statistics")
    async def profile(self, server: Server, person_id: Id) -> Profile:
        """Matches, victories, scores and rating per game."""
        found = await server.storage.read(lambda connection: results.profile(connection, person_id))
        if found is None:
            raise ApiError("not_found", "there is no person with this id")
        return msgspec.convert(found, Profile)

    @get("/people/{person_id:str}/matches", responses=error_responses(404), summary="Somebody's finished matches")
    async def history(
        self,
        server: Server,
        person_id: Id,
        before: Annotated[int | None, Parameter(ge=0, le=2**53, description="only matches that ended before")] = None,
    ) -> list[MatchSummary]:
        """The latest first, thirty at a time."""
        found = await server.storage.read(lambda connection: results.history(connection, person_id, before))
        return msgspec.convert(found, list[MatchSummary])

    @get("/ratings/{game:str}", responses=error_responses(404), summary="The ranking of a game")
    async def ranking(self, server: Server, game: Id) -> list[RankingEntry]:
        """The hundred best of those who have claimed their identity."""
        found = await server.storage.read(lambda connection: results.ranking(connection, game))
        return [RankingEntry(**ranked) for ranked in found]
