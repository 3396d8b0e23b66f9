"""The client's page: served with a strict content security policy, at its address and at every table's."""

from __future__ import annotations

import httpx
import pytest

from tests.server.node import Node


@pytest.mark.parametrize("path", ["/", "/table/anything"])
def test_pages_come_with_a_strict_policy(node: Node, path: str) -> None:
    answer = httpx.get(node.base + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_an_address_that_leads_nowhere(node: Node) -> None:
    """Who types it in a browser gets the page that says so; a program gets an error it can read."""
    answer = httpx.get(node.base + "/nothing/here", headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    for path, accept in (("/nothing/here", "*/*"), ("/api/nothing", "text/html")):
        answer = httpx.get(node.base + path, headers={"accept": accept})
        assert answer.status_code == 404
        assert answer.json()["code"] == "not_found"
