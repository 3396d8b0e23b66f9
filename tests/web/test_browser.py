"""The tests' own browser: what one test does to it is not felt by the next."""

from __future__ import annotations

import ast
import os
import re
import signal
from pathlib import Path
from threading import Timer

import pytest
from playwright.sync_api import Browser, Error

from tests.server.node import Node
from tests.web.axe import violations
from tests.web.conftest import Chromium
from tests.web.visitor import PHONE, Visitor
from tests.web.window import Windows


def _answers(browser: Browser) -> bool:
    context = browser.new_context()
    answer = context.new_page().evaluate("6 * 7")
    context.close()
    return bool(answer == 42)


def test_another_browser_follows_one_that_is_gone(chromium: Chromium) -> None:
    gone = chromium.browser()
    gone.close()
    with pytest.raises(Error):
        _answers(gone)
    assert _answers(chromium.browser())


def test_pages_are_painted_for_whoever_looks_at_colors(chromium: Chromium, node: Node) -> None:
    windows = Windows(chromium.browser())
    guest = Visitor(windows.browser, node.base, window=windows.take())
    guest.go("/about")
    opacity = "getComputedStyle(document.body).opacity"
    assert guest.page.evaluate(opacity) == "0"
    guest.page.evaluate("document.querySelector('main p').style.color = '#ddd'")
    assert [one.split(":")[0] for one in violations(guest)] == ["color-contrast"]
    assert guest.page.evaluate(opacity) == "1"
    guest.close()


class _OutOfTime(Exception):
    pass


def test_a_test_out_of_time_leaves_a_browser_that_answers(chromium: Chromium) -> None:
    def interrupt(number: int, frame: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGUSR1, interrupt)  # as pytest-timeout does with SIGALRM
    try:
        page = chromium.browser().new_context().new_page()
        Timer(0.3, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        with pytest.raises(_OutOfTime):
            page.wait_for_selector("nothing")
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert _answers(chromium.browser())


def test_nothing_is_left_in_a_window_of_whoever_was_there_before(chromium: Chromium, node: Node) -> None:
    windows = Windows(chromium.browser())
    first = windows.take(viewport=PHONE)
    before = Visitor(windows.browser, node.base, window=first)
    before.arrive("Hana")
    before.page.route("**/api/menu", lambda route: route.abort())
    before.go("/about")
    before.page.evaluate("localStorage.setItem('left', 'behind')")
    before.page.hover("main h1")
    before.window()
    windows.give_back(first, node.base)
    second = windows.take()
    assert second is first
    assert windows.take() is not first  # it is taken
    after = Visitor(windows.browser, node.base, window=second)
    after.page.add_init_script("addEventListener('pointerover', () => (window.hovered = true))")
    after.go("/")
    assert len(after.context.pages) == 1
    assert after.context.cookies() == []
    assert after.page.evaluate("[localStorage.getItem('left'), innerWidth, window.hovered]") == [None, 1280, None]
    assert after.page.evaluate("fetch('/api/menu').then((answer) => answer.status)") == 200
    second.context.close()


def test_another_window_follows_one_that_is_gone(chromium: Chromium, node: Node) -> None:
    windows = Windows(chromium.browser())
    first = windows.take()
    first.context.close()
    windows.give_back(first, node.base)
    second = windows.take()
    assert second is not first
    assert second.page.evaluate("6 * 7") == 42
    second.context.close()


_LASTING = re.compile(r"add_init_script\(|route_web_socket\(|new_cdp_session\(|page\.on\(|emulate_media\(|\.clock\.")


def test_who_changes_a_window_for_good_asks_for_a_fresh_one() -> None:
    said: list[str] = []
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        text = path.read_text("utf-8")
        for found in ast.parse(text).body:
            source = ast.get_source_segment(text, found) if isinstance(found, ast.FunctionDef) else None
            if (
                source
                and _LASTING.search(source)
                and not re.search(r"fresh=True|\.close\(\)|browser\.new_context\(", source)
                and path.name != "test_browser.py"
            ):
                said.append(f"{path.name}: {found.name}")
    assert said == []
