"""The refusal of a request in front of the framework, encoded once: an address at its worst sends thousands."""

from __future__ import annotations

import msgspec
from litestar.types import Send

from tabiji.server.metrics import API_ERRORS
from tabiji.server.protocol import ErrorBody
from tabiji.server.rate_limit import too_many_requests
from tabiji.server.security_headers import SECURITY_HEADERS

_REASON = too_many_requests()
_BODY = msgspec.json.encode(ErrorBody(_REASON.code, _REASON.message))
_START = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_BODY)).encode()),
    (b"retry-after", b"1"),
    *SECURITY_HEADERS,
]


async def refuse(send: Send) -> None:
    """Answer a request of an address that has asked too much."""
    API_ERRORS.labels(_REASON.code).inc()
    await send({"type": "http.response.start", "status": _REASON.status, "headers": _START})
    await send({"type": "http.response.body", "body": _BODY, "more_body": False})
