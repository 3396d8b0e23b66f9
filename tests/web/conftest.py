"""A server, a real Chromium, and visitors with windows of their own.

Every test plays the same matches in every run: the server deals by the name of a table's host and the number of matches
that host has begun (see tests/seeds.py). Nothing is waited for by the clock: see visitor.py. Without Chromium the tests
are skipped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.programs import CHROMIUM, need
from tests.server.node import Node
from tests.web.visitor import Visitor

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_CLIENT = Path(__file__).parents[2] / "src/tabiji/server/client/index.html"


def find_chromium(playwright: Playwright) -> Browser:
    """The one that is named, one that playwright has installed, or the machine's own."""
    own = playwright.chromium.executable_path
    found = os.environ.get("TABIJI_CHROMIUM") or (own if os.path.exists(own) else None)
    return playwright.chromium.launch(executable_path=found or need(*CHROMIUM), args=_FLAGS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not _CLIENT.exists():
        pytest.fail("the pages are not built: run make web")
    with sync_playwright() as playwright:
        launched = find_chromium(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def node(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    serving = Node(f"sqlite:///{tmp_path_factory.mktemp('web') / 'web.db'}", "--away-after", "2")
    yield serving
    serving.stop()


@pytest.fixture
def visit(browser: Browser, node: Node) -> Iterator[Callable[..., Visitor]]:
    """Somebody opens a window: `visit()`, or `visit(locale="pl")`. What goes wrong there fails the test."""
    visitors: list[Visitor] = []

    def open_window(base: str = node.base, **how: Any) -> Visitor:
        visitors.append(Visitor(browser, base, **how))
        return visitors[-1]

    yield open_window
    for visitor in visitors:
        visitor.close()
    assert [trouble for visitor in visitors for trouble in visitor.troubles] == []
