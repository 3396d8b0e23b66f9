"""The interface does what its description says, whatever is sent."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.seeds import examples
from tests.server.node import Node
from tests.server.visitor import Visitor, run

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def guest(node: Node) -> dict[str, Any]:
    """Somebody with a token (cookies end with a sign-out), a table that gathers and one in play."""

    async def come() -> dict[str, Any]:
        async with Visitor(node.base, "Ann") as ann:
            token = (await ann.post("/api/me/tokens", label="schemathesis"))["token"]
            gathering = await ann.table(players=3)
            playing = await ann.table(players=2, bots=["novice"], start=True)
            return {"token": token, "tables": [gathering, playing, playing], "id": ann.id}

    return run(come())


def test_the_interface_keeps_its_word(node: Node, guest: dict[str, Any]) -> None:
    """All requests there are, with bodies and parameters that fit and that do not."""
    described = schemathesis.openapi.from_url(f"{node.base}/api/openapi.json")
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 20
    wrong = []
    for operation in operations:
        try:
            _try(operation, guest)
        except Exception as error:  # all of them at once
            wrong.append(f"{operation.label}: {error}")
    assert not wrong, "\n".join(wrong)


def _try(operation: Any, guest: dict[str, Any]) -> None:
    fitting = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    takes_something = operation.body or operation.query or operation.path_parameters

    @settings(max_examples=examples(12), suppress_health_check=list(HealthCheck))
    @given(fitting | wrong if takes_something else fitting)
    def ask(case: schemathesis.Case) -> None:
        known = case.path_parameters
        if "table_id" in known and len(str(known["table_id"])) % 4:  # mostly tables that are there
            known["table_id"] = guest["tables"][len(str(case.body)) % 3]
        if "person_id" in known and len(str(known["person_id"])) % 2:
            known["person_id"] = guest["id"]
        case.call_and_validate(checks=CHECKS, headers={"authorization": f"Bearer {guest['token']}"})

    ask()


def test_every_request_and_api_error_is_described(node: Node) -> None:
    document = httpx.get(f"{node.base}/api/openapi.json").json()
    seen = 0
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            seen += 1
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            if "requestBody" in operation:
                assert operation["requestBody"]["content"]["application/json"]["schema"]["examples"], where
            if "{table_id}" in path:
                assert "404" in operation["responses"], where
            if method != "get":
                assert "403" in operation["responses"], where
            assert "429" in operation["responses"], where
    assert seen > 20
