"""What all requests share."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.openapi import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Parameter

from tabiji.server.protocol import Refused
from tabiji.server.refusal import CODES

Id = Annotated[str, Parameter(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


def REFUSALS(*statuses: int) -> dict[int, Any]:  # noqa: N802  (read as a table of statuses)
    """The refusals a request may meet, with their codes; too many requests can meet any."""
    return {
        status: ResponseSpec(
            Refused,
            generate_examples=False,
            description=", ".join(code for code, of in CODES.items() if of == status),
            examples=[
                Example(value={"code": code, "message": "a sentence for people", "problems": []})
                for code, of in CODES.items()
                if of == status
            ][:1],
        )
        for status in sorted({*statuses, 400, 429})
    }
