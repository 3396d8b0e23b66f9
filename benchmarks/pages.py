"""How soon pages can be used, and their longest tasks, in Chromium on a quiet machine; the best of a few rounds each.

    python benchmarks/pages.py

On a busy machine times say nothing. What must always hold (bytes, layout shifts) is tested in tests/web.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.node import Node
from tests.web.conftest import find_chromium
from tests.web.visitor import Visitor

ROUNDS = 5
SLOWER = 4  # how much slower than this one the machine is on which pages are loaded
_WATCH = """
  window.tasks = [];
  const note = (list) => window.tasks.push(...list.getEntries().map((task) => [task.startTime, task.duration]));
  new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    if (!window.ready && document.querySelector('[data-play]:not([disabled])')) window.ready = performance.now();
  }).observe(document, { childList: true, subtree: true });
"""


def _longest(guest: Visitor, since: float = 0) -> float:
    tasks = [length for at, length in guest.page.evaluate("window.tasks") if at >= since]
    return float(max(tasks, default=0))


def _slow_down(guest: Visitor) -> None:
    guest.context.new_cdp_session(guest.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def first_page(guest: Visitor) -> float:
    """Milliseconds until a match can be begun."""
    _slow_down(guest)
    guest.go("/")
    guest.page.wait_for_function("window.ready")
    return float(guest.page.evaluate("window.ready"))


def loading_a_table(guest: Visitor) -> float:
    """The longest task while a table for five is laid out."""
    guest.arrive("Hana")
    table = guest.table("tokaido", ["novice"] * 4)
    _slow_down(guest)
    guest.go(f"/table/{table}", ".people")
    guest.turn()
    return _longest(guest)


def settings_and_language(guest: Visitor) -> float:
    """The longest task on the first page, once it is there."""
    guest.arrive("Hana")
    guest.table("tokaido", ["novice"])
    guest.go("/", "article")
    loaded = guest.page.evaluate("performance.now()")
    guest.page.get_by_label("Language").select_option("hu")
    guest.page.wait_for_selector("html[lang=hu]")
    guest.page.locator("header nav button").click()
    guest.page.wait_for_selector("dialog")
    guest.page.keyboard.press("Escape")
    return _longest(guest, loaded)


def playing(game: str, bots: int) -> Callable[[Visitor], float]:
    def play(guest: Visitor) -> float:
        guest.arrive("Hana")
        guest.go(f"/table/{guest.table(game, ['novice'] * bots)}")
        guest.turn()
        loaded = guest.page.evaluate("performance.now()")
        guest.play_on(moves=8)
        return _longest(guest, loaded)

    return play


# what is measured, how, and the most milliseconds it should take
FIGURES: list[tuple[str, Callable[[Visitor], float], int]] = [
    (f"first page usable, {SLOWER} times slower", first_page, 1500),
    (f"longest task, a table is laid out, {SLOWER} times slower", loading_a_table, 250),
    ("longest task, settings and language", settings_and_language, 100),
    ("longest task, eight moves of Tokaido", playing("tokaido", 2), 100),
    ("longest task, eight moves of Tokaido Duo", playing("tokaido_duo", 1), 100),
    ("longest task, eight moves of Tsuro of the Seas", playing("tsuro_seas", 3), 100),
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        node, browser = Node(f"sqlite:///{folder}/pages.db"), find_chromium(playwright)
        try:
            for name, measure, most in FIGURES:
                found = []
                for _ in range(ROUNDS):
                    guest = Visitor(browser, node.base, still=False)
                    guest.context.add_init_script(_WATCH)
                    found.append(measure(guest))
                    guest.close()
                print(f"{name}: {min(found):.0f} ms (at most {most}){'' if min(found) <= most else ': TOO SLOW'}")
        finally:
            browser.close()
            node.stop()


if __name__ == "__main__":
    main()
