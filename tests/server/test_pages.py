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
