"""Makes docs/screens/: pictures of the key screens, phone and desktop, light and dark, from a server of their own.

make web && .venv/bin/python tools/screens.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.node import Node  # noqa: E402
from tests.web.conftest import find_chromium  # noqa: E402
from tests.web.visitor import DESKTOP, PHONE, Visitor  # noqa: E402

OUT = ROOT / "docs/screens"
MOST = 150_000  # bytes


def keep(guest: Visitor, name: str) -> None:
    guest.page.wait_for_timeout(900)
    path = OUT / f"{name}.png"
    guest.page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(256).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size // 1000} KB")
    assert size <= MOST, f"{path} is too large for the repository"


def tour(browser: Browser, node: Node, look: str, **how: object) -> None:
    guest = Visitor(browser, node.base, **how)
    guest.arrive("Hana")
    table = guest.table("tokaido", ["casual", "casual", "novice"])
    gathering = guest.table("tokaido", ["skilled"], players=3)
    guest.go("/")
    keep(guest, f"home-{look}")
    guest.go("/new/tokaido")
    keep(guest, f"new-{look}")
    guest.go(f"/table/{gathering}")
    keep(guest, f"gathering-{look}")
    guest.go(f"/table/{table}")
    guest.play_on(moves=16)
    guest.turn()
    keep(guest, f"table-{look}")
    guest.play_on()
    guest.page.evaluate("scrollTo(0, 0)")
    keep(guest, f"end-{look}")
    guest.go(f"/table/{table}/replay#40")
    guest.page.wait_for_selector("[data-moment]")
    keep(guest, f"replay-{look}")
    guest.go("/rules/tokaido")
    keep(guest, f"rules-{look}")
    guest.close()


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        node = Node(f"sqlite:///{folder}/screens.db")
        browser = find_chromium(playwright)
        try:
            tour(browser, node, "desktop", viewport=DESKTOP, color_scheme="light")
            tour(browser, node, "phone-dark", viewport=PHONE, color_scheme="dark", locale="pl-PL")
        finally:
            browser.close()
            node.stop()


if __name__ == "__main__":
    main()
