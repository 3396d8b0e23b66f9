"""Shared by all request handlers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Parameter

from tabiji.server.api_error import CODES
from tabiji.server.context import Server
from tabiji.server.people import Person
from tabiji.server.protocol import ErrorBody, Me, Role
from tabiji.server.replays import unpack
from tabiji.server.sessions import COOKIE

Id = Annotated[str, Parameter(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
_ANY = (400, 413, 429, 503)  # unreadable, too large, too many, or no database


NO_COOKIE = Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax", path="/")
PACKED = "packed"  # the option of handlers whose responses are compressed already, or always too small for that
BANNED_TOO = "banned_too"  # the option of handlers for people who are banned as well


async def packed_response(request: Request[Any, Any, Any], packed: bytes) -> Any:
    """The response with compressed JSON; handlers declare the type of what it contains."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            packed, media_type=MediaType.JSON, headers={"content-encoding": "gzip", "vary": "Accept-Encoding"}
        )
    return Response(await unpack(packed), media_type=MediaType.JSON, headers={"vary": "Accept-Encoding"})


def error_responses(*statuses: int) -> dict[int, Any]:
    """The error responses of a request by status, with their codes, and those that every request may have."""
    return {
        status: ResponseSpec(
            ErrorBody,
            generate_examples=False,
            description=", ".join(code for code, of in CODES.items() if of == status),
            examples=[
                Example(value={"code": code, "message": "a message for people", "problems": []})
                for code, of in CODES.items()
                if of == status
            ][:1],
        )
        for status in sorted({*statuses, *_ANY})
    }


def me(person: Person) -> Me:
    """A person as they see themselves."""
    notices = person.warned or person.muted or person.banned
    role = msgspec.convert(person.role, Role | None)
    return Me(person.id, person.name, person.claimed, person.crest, role, notices, person.banned)


def set_cookie(request: Request[Any, Any, Any], server: Server, value: str) -> Cookie:
    """The cookie of a session; it lasts as long as the session does."""
    return Cookie(
        COOKIE,
        value=value,
        max_age=max(1, server.sessions.lifetime // 1000),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


async def with_cookie(request: Request[Any, Any, Any], server: Server, person: Person) -> Response[Me]:
    """A person's response with the cookie of a new session, instead of the one this browser had."""
    agent = request.headers.get("user-agent", "")
    value = await server.sessions.open(person, agent, instead=request.cookies.get(COOKIE))
    return Response(me(person), cookies=[set_cookie(request, server, value)])
