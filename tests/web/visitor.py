"""Somebody with a browser window: looks, presses and plays, whatever the game.

Nothing here waits by the clock: `turn` waits for a choice, `settle` for a page that stands still. A page that crashes
or throws an error fails the test at the next of these; so does a test that takes too long, with an ordinary error that
says what it saw, before pytest-timeout interrupts the browser. Moves are the same in every run (see tests/seeds.py).
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from math import inf
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import APIResponse, Browser, ElementHandle, Error, Page

from tests.seeds import SOAK
from tests.web.window import DESKTOP, MOST_WAITED, PHONE, TABLET, Window

__all__ = ["DESKTOP", "MOST_SECONDS", "PHONE", "TABLET", "Visitor"]
MOST_SECONDS = 1200 if SOAK else 80  # for a test; with the longest wait less than pytest-timeout allows
# What can be pressed now: legal moves, or the button that confirms one. What ends a choice, before what begins one.
_KINDS = ["[data-go]", "[data-move]", "[data-die]", ".mark.legal", "[data-lay]"]
_CHOICES = f"""() => {{
  const able = ':not([disabled]):not([aria-disabled=true])';
  const seen = (one) => {{
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility !== 'hidden';
  }};
  for (const kind of {json.dumps(_KINDS)}) {{
    const found = [...document.querySelectorAll(kind + able)].filter(seen);
    if (found.length) return found;
  }}
  return [];
}}"""
_OVER = "document.querySelector('[data-end]') !== null"
_OUT = "document.querySelector('.ask .notice, .table.hands') !== null"  # a ship is lost, or the screen is passed on
# Plays from within the page, without asking what lies over a choice: a match in a fraction of the time.
_FINISH = """async ([seconds, most, kinds]) => {
  const until = performance.now() + 1000 * seconds;
  const hidden = new CSSStyleSheet();
  hidden.replaceSync('main svg { display: none }'); // drawing would take most of the time
  document.adoptedStyleSheets.push(hidden);
  const press = (one) => {
    for (const type of ['pointerenter', 'pointerdown', 'pointerup', 'click'])
      one.dispatchEvent(new PointerEvent(type, { bubbles: type !== 'pointerenter', pointerType: 'mouse' }));
  };
  const able = (kind) => document.querySelectorAll(kind + ':not([disabled]):not([aria-disabled=true])');
  const ready = () => {
    const free = document.querySelector('[data-sent=no]') !== null;
    return [...((free && kinds.map(able).find((found) => found.length)) || [])];
  };
  for (let made = 0; !document.querySelector('[data-end]'); ) {
    if (made >= most) return `not over after ${made} presses`;
    if (performance.now() > until) return `not over in ${seconds} s, after ${made} presses`;
    const choices = ready();
    if (choices.length) press(choices[made++ % choices.length]);
    await new Promise((go) => setTimeout(go, choices.length ? 0 : 15));
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== hidden);
  return null;
}"""
# In three frames in a row: what follows the width of something is drawn in the second. Asked once a frame, and
# not for a promise, which playwright would take for a yes.
_STANDS_STILL = """(call) => {
  if (window.stands?.call !== call) window.stands = { call, frames: 0 };
  const still = document.readyState === 'complete' && document.fonts.status === 'loaded' &&
    document.querySelector('main h1') !== null && document.getAnimations().every((one) =>
      one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity);
  window.stands.frames = still ? window.stands.frames + 1 : 0;
  return window.stands.frames > 2;
}"""


class Visitor:
    """Somebody with a window and cookies of their own; `still` plays without animations."""

    def __init__(
        self, browser: Browser, base: str, still: bool = True, window: Window | None = None, **how: Any
    ) -> None:
        self.base = base
        self.where = window or Window(browser, still, **how)
        self.context, self.page, self.troubles = self.where.context, self.where.page, self.where.troubles
        self.touch = bool(how.get("has_touch"))
        self.again = False  # whether the window is for others, too
        self.settled = 0  # how often the page was waited for
        self.until = inf  # when a test is out of time, by time.monotonic
        self.careful = False  # whether to keep one's ship afloat, if there is a way

    def window(self) -> Page:
        """Another tab of the same person."""
        return self.where.tab()

    def check(self) -> None:
        """Nothing has gone wrong in this window, and there is time left."""
        assert self.troubles == []
        assert time.monotonic() < self.until, f"out of time: {self.describe()}"

    def close(self) -> None:
        self.context.close()

    def go(self, path: str, ready: str = "main h1") -> None:
        """Open a page, and wait until it is there."""
        self.page.goto(self.base + path)
        self.page.wait_for_selector(ready)
        self.settle()

    def settle(self) -> None:
        """Wait until the page has its heading and fonts, and nothing moves."""
        self.settled += 1
        self.page.wait_for_function(_STANDS_STILL, arg=self.settled)
        self.check()

    # --- tables -------------------------------------------------------------------------------------------------
    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request with this window's cookie."""
        self.check()
        answer = self.fetch(method, path, body)
        assert answer.ok, (answer.status, answer.text())
        return answer.json() if answer.body() else None

    def fetch(self, method: str, path: str, body: Any = None, **headers: str) -> APIResponse:
        """What the server answers. Each request has a connection of its own: a server closes what is idle, it may be
        just when the next request is sent, and unlike a browser playwright does not ask again."""
        headers = {"Connection": "close", **headers}
        return self.context.request.fetch(f"{self.base}/api{path}", method=method, data=body, headers=headers)

    def arrive(self, name: str) -> str:
        return str(self.ask("POST", "/me", {"name": name})["id"])

    def table(self, game: str, bots: list[str], **more: Any) -> str:
        """A table of this person's; with bots on every other seat it starts at once."""
        players = more.pop("players", len(bots) + 1)
        full = len(bots) == players - 1
        settings = {"game": game, "players": players, "bots": bots, "pace": 0, "start": full} | more
        return str(self.ask("POST", "/tables", settings)["id"])

    # --- play ---------------------------------------------------------------------------------------------------
    def choices(self) -> list[ElementHandle]:
        """What can be pressed now: legal moves, or the button that confirms one."""
        found = self.page.evaluate_handle(_CHOICES).get_properties().values()
        return [choice for one in found if (choice := one.as_element()) is not None]

    def move(self, which: int = 0) -> bool:
        """Press a choice, if there is one; a move that was sent is also made."""
        self.check()
        if self.careful:
            self._stay_afloat()
        one = f"(which) => {{ const all = ({_CHOICES})(); return all[which % all.length]; }}"
        chosen = self.page.evaluate_handle(one, which).as_element()
        if chosen is None:
            return False
        try:
            chosen.tap(timeout=10_000) if self.touch else chosen.click(timeout=10_000)
        except Error as error:
            if "not attached" not in str(error):  # drawn anew in this moment: the next look finds it
                raise
            return False
        self.page.wait_for_selector("[data-sent=no], [data-end]")
        return True

    def _stay_afloat(self) -> None:
        """Turn tiles until the one that would be placed does not sink the ship, if there is a way."""
        place = self.page.locator("button.place")
        if place.count() == 0 or place.get_attribute("data-move") is None:
            return
        table = re.findall("/table/([^/?#]+)", self.page.url)[0]
        seat = self.ask("GET", f"/tables/{table}/snapshot")["view"]["seat"]
        previews = self.ask("GET", f"/tables/{table}/preview?seat={seat}")["previews"]
        lost = {"event": "lost", "seat": seat}
        safe = {one["move"] for one in previews if not any(lost.items() <= event.items() for event in one["events"])}
        for tile in self.page.query_selector_all(".hand .tile") if safe else []:
            tile.focus()
            for _ in range(4):
                if place.get_attribute("data-move") in safe:
                    return
                tile.press("r")

    def turn(self) -> bool:
        """Wait for something to choose; False if the match is over, a ship is lost, or the screen to be passed on."""
        waiting = f"() => ({_CHOICES})().length ? 'choose' : {_OVER} || {_OUT}"
        try:
            found = self.page.wait_for_function(waiting)
        except Error as error:
            raise AssertionError(self.describe()) from error
        self.check()
        return found.json_value() == "choose"

    def take_screen(self) -> str:
        """Be the player whom the screen was passed to; the name on the button. Their view comes from the server."""
        button = self.page.get_by_role("button", name=re.compile("^I am "))
        name = button.inner_text()
        button.tap() if self.touch else button.click()
        self.page.wait_for_selector(".table:not(.hands)")
        assert self.turn(), self.describe()
        return name

    def describe(self) -> str:
        """What is in the window, for the message of a test that fails."""
        text = self.page.evaluate("document.querySelector('main')?.innerText ?? document.body.innerText")
        return f"{self.page.url}: {text[:800]} {self.troubles}"

    def number(self) -> int:
        """Lines in the log."""
        return self.page.locator(".log li").count()

    def play_until(self, seen: Callable[[], bool], moves: int = 60) -> None:
        """Play on until something is seen."""
        for _ in range(moves):
            if seen():
                return
            self.play_on(moves=1)
        raise AssertionError(f"not seen in {moves} moves: {self.describe()}")

    def over(self) -> bool:
        return bool(self.page.evaluate(_OVER))

    def play_on(self, moves: int | None = None) -> int:
        """Press so many choices, or play until the end; the presses made. Who can only watch waits for the end."""
        made = 0
        while (moves is None or made < moves) and self.turn():
            assert made < 1000, f"not over after {made} presses: {self.describe()}"
            made += self.move(made)
        if moves is None:
            self.page.wait_for_selector("[data-end]")
        return made

    def finish(self) -> None:
        """Play to the end by what can be chosen, where it does not matter how it is pressed."""
        self.turn()
        trouble = self.page.evaluate(_FINISH, [MOST_WAITED / 1000, 1000, _KINDS])
        assert trouble is None, f"{trouble}: {self.describe()}"
        self.check()

    def let_a_bot_finish(self) -> None:
        """Leave the match to a bot, and come back when it is over: nothing is drawn meanwhile."""
        path = urlparse(self.page.url).path
        table = path.rsplit("/", 1)[1]
        self.page.goto("about:blank")
        left = self.fetch("POST", f"/tables/{table}/leave", {})
        assert left.ok or left.json()["code"] == "already_over", left.text()  # others may have ended it meanwhile
        while self.ask("GET", f"/tables/{table}")["status"] != "over":  # until the test is out of time, see `check`
            time.sleep(0.05)
        self.go(path, "[data-end]")

    # --- looking ------------------------------------------------------------------------------------------------
    def fits(self) -> bool:
        """Nothing sticks out to the right."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
