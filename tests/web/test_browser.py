"""The tests' own browser: what one test does to it is not felt by the next."""

from __future__ import annotations

import os
import signal
from threading import Timer

import pytest
from playwright.sync_api import Browser, Error

from tests.web.conftest import Chromium


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
