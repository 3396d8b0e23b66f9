"""A server, a real Chromium, and visitors with windows of their own.

Every test plays the same matches in every run: the server deals by the name of a table's host and the number of matches
that host has begun (see tests/seeds.py). Nothing is waited for by the clock: see visitor.py. Without Chromium the tests
are skipped.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Playwright, expect, sync_playwright

from tests.programs import CHROMIUM, need
from tests.server.node import Node
from tests.web.visitor import MOST_SECONDS, Visitor
from tests.web.window import Windows

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Fewer processes that talk to each other, and no compiler that would pay off after minutes: a tenth less time.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    "--js-flags=--single-threaded,--no-opt",
]
expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong
_CLIENT = Path(__file__).parents[2] / "src/tabiji/server/client/index.html"


def find_chromium(playwright: Playwright) -> Browser:
    """The one that is named, one that playwright has installed, or the machine's own."""
    own = playwright.chromium.executable_path
    found = os.environ.get("TABIJI_CHROMIUM") or (own if os.path.exists(own) else None)
    return playwright.chromium.launch(executable_path=found or need(*CHROMIUM), args=_FLAGS)


class Chromium:
    """One browser for all tests of a process. A test that breaks it, or runs out of time in it, breaks no other."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._windows: Windows | None = None

    def windows(self) -> Windows:
        """Those of the browser that answers."""
        browser = self.browser()
        if self._windows is None or self._windows.browser is not browser:
            self._windows = Windows(browser)
        return self._windows

    def browser(self) -> Browser:
        """The browser, or another one if it does not answer any more."""
        if self._browser is not None:
            try:
                self._browser.new_context().close()
                return self._browser
            except Error:
                self.stop()
        self._playwright = sync_playwright().start()
        self._browser = find_chromium(self._playwright)
        return self._browser

    def stop(self) -> None:
        browser, playwright = self._browser, self._playwright
        self._browser = self._playwright = None
        with suppress(Error):
            if browser is not None:
                browser.close()
        if playwright is not None:
            playwright.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    if not _CLIENT.exists():
        pytest.fail("the pages are not built: run make web")
    started = Chromium()
    try:
        started.browser()
        yield started
    finally:
        started.stop()


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    return chromium.browser()


@pytest.fixture(scope="session")
def node(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    serving = Node(f"sqlite:///{tmp_path_factory.mktemp('web') / 'web.db'}", "--away-after", "2")
    yield serving
    serving.stop()


@pytest.fixture
def visit(chromium: Chromium, node: Node) -> Iterator[Callable[..., Visitor]]:
    """Somebody opens a window: `visit()`, or `visit(locale="pl")`. What goes wrong there fails the test.

    A window is used again by the next test (see window.py), unless it was to be fresh.
    """
    visitors: list[Visitor] = []
    windows = chromium.windows()
    until = time.monotonic() + MOST_SECONDS

    def open_window(base: str = node.base, fresh: bool = False, **how: Any) -> Visitor:
        again = None if fresh else windows.take(**how)
        visitors.append(Visitor(windows.browser, base, window=again, **how))
        visitors[-1].again = again is not None
        visitors[-1].until = until
        return visitors[-1]

    yield open_window
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        if visitor.again:
            windows.give_back(visitor.where, visitor.base)
        else:
            visitor.close()
    assert troubles == []
