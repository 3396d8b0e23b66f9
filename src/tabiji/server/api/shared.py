"""Shared by all request handlers."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Request, Response
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Parameter

from tabiji.server.api_error import CODES
from tabiji.server.protocol import ErrorBody
from tabiji.server.replays import unpack

Id = Annotated[str, Parameter(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
_ANY = (400, 413, 429, 503)  # unreadable, too large, too many, or no database


PACKED = "packed"  # the option of handlers whose responses are compressed already


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
