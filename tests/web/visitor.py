"""Somebody with a browser window: looks, presses and plays, whatever the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ElementHandle, Error, Page

DESKTOP = {"width": 1280, "height": 800}
TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 360, "height": 640}
_STILL = """
  if (location.protocol.startsWith('http') && !localStorage.getItem('tabiji.settings'))
    localStorage.setItem('tabiji.settings', '{"tempo":"off"}');
"""
# "Failed to load resource": who has no name yet is told so, and a server that is away cannot answer
_EXPECTED = ("Failed to load resource", "WebSocket connection to")


class Visitor:
    """A window of its own, with its own cookies; `still` plays without animations."""

    def __init__(self, browser: Browser, base: str, still: bool = True, **how: Any) -> None:
        self.base = base
        self.touch = bool(how.get("has_touch"))
        self.context = browser.new_context(**({"viewport": DESKTOP, "locale": "en-GB"} | how))
        if still:
            self.context.add_init_script(_STILL)
        self.troubles: list[str] = []
        self.careful = False  # whether to keep one's ship afloat, if there is a way
        self.page = self.window()

    def window(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("console", self._hear)
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            self.troubles.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        self.context.close()

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)
        self.page.wait_for_selector("main h1, main h2, main [role=status]")

    # --- tables -------------------------------------------------------------------------------------------------
    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request with this window's cookie."""
        answer = self.context.request.fetch(f"{self.base}/api{path}", method=method, data=body)
        assert answer.ok, (answer.status, answer.text())
        return answer.json() if answer.body() else None

    def arrive(self, name: str) -> str:
        return str(self.ask("POST", "/me", {"name": name})["id"])

    def table(self, game: str, bots: list[str], **more: Any) -> str:
        """A table of this person's; with bots on every other seat it starts at once."""
        players = more.pop("players", len(bots) + 1)
        full = len(bots) == players - 1
        wish = {"game": game, "players": players, "bots": bots, "pace": 0, "start": full} | more
        return str(self.ask("POST", "/tables", wish)["id"])

    # --- play ---------------------------------------------------------------------------------------------------
    def choices(self) -> list[ElementHandle]:
        """What can be pressed now: legal moves, or the button that confirms one."""
        for kind in (
            "[data-go]",
            "[data-move]",
            "[data-die]",
            ".mark.legal",
            "[data-lay]",
        ):  # what ends a choice, before what begins one
            found = self.page.query_selector_all(f"{kind}:not([disabled]):not([aria-disabled=true])")
            choices = [choice for choice in found if choice.is_visible()]
            if choices:
                return choices
        return []

    def move(self, which: int = 0) -> bool:
        """Press a choice, if there is one."""
        try:
            if self.careful:
                self._stay_afloat()
            choices = self.choices()
            if choices:
                chosen = choices[which % len(choices)]
                chosen.tap(timeout=3000) if self.touch else chosen.click(timeout=3000)
            return bool(choices)
        except Error:  # it has just gone: the table went on
            return False

    def _stay_afloat(self) -> None:
        """Turn tiles until the preview shows a way on which the ship is not lost."""
        if self.page.query_selector("button.place") is None:
            return
        self.page.wait_for_selector(".would li:not(.soft)", timeout=3000)  # what would happen is known
        for tile in self.page.query_selector_all(".hand .tile"):
            tile.focus()
            for _ in range(4):
                self.page.wait_for_timeout(20)
                if self.page.query_selector(".would .bad") is None:
                    return
                tile.press("r")

    def turn(self, seconds: float = 60) -> bool:
        """Wait until there is something to choose; False if there never will be: a ship is lost, or the match over."""
        until = time.monotonic() + seconds
        while not self.choices():
            if self.over() or self.page.query_selector(".ask .notice") is not None:
                return False
            assert time.monotonic() < until, self.page.inner_text("main")
            self.page.wait_for_timeout(50)
        return True

    def number(self) -> int:
        """Lines in the log."""
        return self.page.locator(".log li").count()

    def play_until(self, seen: Callable[[], bool], moves: int = 60) -> None:
        """Play on until something is seen."""
        for _ in range(moves):
            if seen():
                return
            self.turn()
            self.play_on(moves=1)
        raise AssertionError(f"not seen in {moves} moves: {self.page.inner_text('main')[:800]}")

    def over(self) -> bool:
        return self.page.query_selector("[data-end]") is not None

    def play_on(self, seconds: float = 240, moves: int | None = None) -> int:
        """Play until the end, or so many moves."""
        until = time.monotonic() + seconds
        made = 0
        while not self.over() and (moves is None or made < moves):
            assert time.monotonic() < until, f"not over after {made} presses: {self.page.inner_text('main')[:800]}"
            made += self.move(made)
            self.page.wait_for_timeout(20)
        return made

    # --- looking ------------------------------------------------------------------------------------------------
    def fits(self) -> bool:
        """Nothing sticks out to the right."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
