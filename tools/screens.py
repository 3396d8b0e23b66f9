"""Makes docs/screens/: pictures of the key screens of every game, phone and desktop, light and dark, from a server of
their own.

make web && .venv/bin/python tools/screens.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.node import Node  # noqa: E402
from tests.web.conftest import find_chromium  # noqa: E402
from tests.web.visitor import DESKTOP, Visitor  # noqa: E402

OUT = ROOT / "docs/screens"
PHONE = {"width": 390, "height": 844}
LEAST, MOST = 10_000, 200_000  # bytes
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"painted": True, "viewport": DESKTOP, "color_scheme": "light"},
    "phone-dark": {
        "painted": True,
        "viewport": PHONE,
        "color_scheme": "dark",
        "has_touch": True,
        "is_mobile": True,
    },
}
# who else plays, how many presses until the picture, and the language of the phone
GAMES = {
    "tokaido": (["casual", "casual", "novice"], 16, "pl-PL"),
    "tokaido_duo": (["casual"], 40, "ru-RU"),
    "tsuro_seas": (["casual", "casual", "novice", "novice"], 8, "hu-HU"),
}


def slim(picture: Image.Image) -> Image.Image:
    """A picture of 256 colors: the most frequent ones exactly as they are, and others for what is painted, where a
    color that is rare (a pine, a seat) counts as much as one that covers half of the picture."""
    colors = sorted(picture.getcolors(picture.width * picture.height) or [], reverse=True)[:48]
    painted = picture.quantize(208, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, color in colors for part in color] + painted[:624])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def keep(guest: Visitor, name: str) -> None:
    guest.page.wait_for_timeout(900)
    path = OUT / f"{name}.png"
    guest.page.screenshot(path=path)
    slim(Image.open(path).convert("RGB")).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size // 1000} KB")
    assert LEAST <= size <= MOST, f"{path} is empty, or too large for the repository"


def frame_pages(browser: Browser, node: Node, look: str) -> None:
    """The pages that are the same for every game."""
    guest = Visitor(browser, node.base, **LOOKS[look])
    guest.arrive("Hana")
    gathering = guest.table("tokaido", ["skilled"], players=3)
    for name, path in (
        ("home", "/"),
        ("new", "/new/tokaido_duo"),
        ("gathering", f"/table/{gathering}"),
        ("rules", "/rules/tsuro_seas"),
    ):
        guest.go(path)
        keep(guest, f"{name}-{look}")
    guest.close()


def in_the_middle(guest: Visitor, game: str, bots: list[str], moves: int) -> str:
    """A table at which one has played for a while and is still in the game."""
    while True:
        table = guest.table(game, bots)
        guest.go(f"/table/{table}")
        guest.play_on(moves=moves)
        while not guest.over():
            position = guest.ask("GET", f"/tables/{table}/snapshot")
            if guest.choices() and position["view"]["phase"] in ("die", "place", "move"):
                return table
            guest.play_on(moves=1)


def match(browser: Browser, node: Node, game: str, look: str) -> None:
    """A match in the middle, at its end, and again."""
    bots, moves, locale = GAMES[game]
    guest = Visitor(browser, node.base, **LOOKS[look], locale="en-GB" if look == "desktop" else locale)
    guest.arrive("Hana")
    table = in_the_middle(guest, game, bots, moves)
    if game == "tokaido_duo":
        guest.page.locator("[data-die]").last.click()
    elif game == "tsuro_seas" and look == "desktop":
        guest.page.locator("[data-could]").click()
    guest.page.evaluate("scrollTo(0, 0)")  # where a press scrolls to, the top of the table may be out of sight
    if look == "desktop" and game == "tokaido":  # what a space offers
        guest.page.locator(".stop.legal").first.hover()
    keep(guest, f"{game}-table-{look}")
    guest.play_on()
    guest.page.evaluate("scrollTo(0, 0)")
    keep(guest, f"{game}-end-{look}")
    guest.go(f"/table/{table}/replay#40")
    guest.page.wait_for_selector("[data-step]")
    keep(guest, f"{game}-replay-{look}")
    guest.close()


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        node = Node(f"sqlite:///{folder}/screens.db")
        browser = find_chromium(playwright)
        try:
            for look in LOOKS:
                frame_pages(browser, node, look)
                for game in GAMES:
                    match(browser, node, game, look)
        finally:
            browser.close()
            node.stop()


if __name__ == "__main__":
    main()
