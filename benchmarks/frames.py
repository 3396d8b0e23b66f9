"""What the art costs: bytes of the first load, tasks and frames while one plays, and a table at which nobody does.

    make web && .venv/bin/python benchmarks/frames.py

Tasks, and a table at rest, are measured in processor time, which other programs on the machine change little. By the
clock stand what the page itself notices (long tasks, frames): on a busy machine they are worse than what people see.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.node import Node
from tests.web.conftest import find_chromium
from tests.web.visitor import Visitor

GAMES = {"tokaido": 2, "tokaido_duo": 1, "tsuro_seas": 3}  # and how many bots
MOVES = 8
REST = 10_000  # milliseconds
_BYTES = {"home": 260_000, "table": 420_000}
_TRACED = ["toplevel", "disabled-by-default-devtools.timeline"]
# Long tasks, and the frames in which something moves that comes to an end (the sea never does), in rows.
_WATCH = """
  window.tasks = [];
  const note = (list) => window.tasks.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(note).observe({ type: 'longtask' });
  window.rows = [];
  const ends = (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity;
  let last = null;
  const frame = (now) => {
    const moves = document.getAnimations().some(ends);
    if (moves && (last === null || !window.rows.length)) window.rows.push([]);
    else if (moves) window.rows.at(-1).push(now - last);
    last = moves ? now : null;
    if (!window.seen) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
"""


def _first_load(browser: Browser, base: str, page: str) -> int:
    """Bytes of scripts and styles, compressed."""
    guest = Visitor(browser, base)
    guest.arrive("Hana")
    path = f"/table/{guest.table('tokaido', ['novice'])}" if page == "table" else "/"
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    cdp = guest.context.new_cdp_session(guest.page)
    cdp.send("Network.enable")
    cdp.on("Network.responseReceived", lambda e: names.update({e["requestId"]: e["response"]["url"]}))
    cdp.on("Network.loadingFinished", lambda e: sizes.update({names.get(e["requestId"], ""): e["encodedDataLength"]}))
    guest.go(path, "[data-play]" if page == "home" else "[data-move]")
    guest.page.wait_for_load_state("networkidle")
    guest.close()
    return sum(size for url, size in sizes.items() if url.endswith((".js", ".css")))


def _tasks(trace: bytes) -> list[float]:
    """Milliseconds of processor time of every task of the page's main thread."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    main = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"].get("name") == "CrRendererMain"
    }
    return [
        one["tdur"] / 1000
        for one in events
        if one["name"].endswith("RunTask") and "tdur" in one and (one["pid"], one["tid"]) in main
    ]


def _processor_time(browser: Browser) -> float:
    """Seconds that the pages and the process that draws them have used."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(one["cpuTime"] for one in found if one["type"] in ("renderer", "GPU")))


def _play(browser: Browser, base: str, game: str, bots: int) -> str:
    guest = Visitor(browser, base, still=False)
    guest.context.add_init_script(_WATCH)
    guest.careful = game == "tsuro_seas"  # at rest is a table where one is asked: bots go on without a lost ship
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table(game, ['novice'] * bots)}")
    guest.turn()
    guest.page.evaluate("window.tasks = []; window.rows = []")
    browser.start_tracing(page=guest.page, categories=_TRACED)
    guest.play_on(moves=MOVES)
    tasks = _tasks(browser.stop_tracing())
    noticed: list[float] = guest.page.evaluate("window.tasks")
    rows: list[list[float]] = guest.page.evaluate("window.rows")
    assert guest.turn(), f"{game}: nothing is asked any more after {MOVES} moves"
    guest.settle()
    guest.page.evaluate("window.seen = true")  # no frame is asked for any more
    guest.page.wait_for_timeout(3000)  # until nothing moves but the sea
    before = _processor_time(browser)
    guest.page.wait_for_timeout(REST)
    rest = (_processor_time(browser) - before) / REST * 1e5
    guest.close()
    frames = sorted(length for row in rows for length in row)
    fives = [max(row[i : i + 5]) for row in rows for i in range(len(row) - 4)]
    return (
        f"{game}: longest task {max(tasks):.0f} ms of processor time ({max(noticed, default=0):.0f} ms by the clock), "
        f"at most 100; {len(frames)} frames, half under {frames[len(frames) // 2]:.0f} ms, "
        f"{sum(five < 34 for five in fives)} of {len(fives)} fives under 34 ms, the best {min(fives):.0f} ms; "
        f"at rest {rest:.1f} % of a core, at most 3"
    )


def main() -> None:
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        node, browser = Node(f"sqlite:///{folder}/frames.db"), find_chromium(playwright)
        try:
            for page, most in _BYTES.items():
                print(
                    f"first load, {page}: {_first_load(browser, node.base, page) / 1000:.0f} KB, at most {most // 1000}"
                )
            for game, bots in GAMES.items():
                print(_play(browser, node.base, game, bots), flush=True)
        finally:
            browser.close()
            node.stop()


if __name__ == "__main__":
    main()
