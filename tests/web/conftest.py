"""A server, a real Chromium, and visitors with windows of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

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
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_CLIENT = Path(__file__).parents[2] / "src/tabiji/server/client/index.html"


def find_chromium(playwright: Playwright) -> Browser:
    """The machine's own, the one that is named, or one that playwright has installed."""
    found = os.environ.get("TABIJI_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    return playwright.chromium.launch(executable_path=found, args=_FLAGS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not _CLIENT.exists():
        pytest.fail("the pages are not built: run make web")
    with sync_playwright() as playwright:
        try:
            launched = find_chromium(playwright)
        except Error as error:
            pytest.fail(f"no Chromium here: run make test, or name one in TABIJI_CHROMIUM ({error})")
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
