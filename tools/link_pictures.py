"""Makes src/tabiji/server/pictures/: what the previews of links are painted with, from the drawings on the style page.

make web && .venv/bin/python tools/link_pictures.py
"""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.node import Node  # noqa: E402
from tests.web.conftest import find_chromium  # noqa: E402
from tests.web.visitor import Visitor  # noqa: E402

OUT = ROOT / "src/tabiji/server/pictures"
SIZES = {  # see link_preview.py, and `art` of the games
    "paddy": (512, 144),
    "mountain": (684, 144),
    "sea": (1200, 202),
    "tokaido_duo": (1200, 352),
    "tsuro_seas": (1200, 400),
}


def main() -> None:
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        node = Node(f"sqlite:///{folder}/pictures.db")
        browser = find_chromium(playwright)
        try:
            guest = Visitor(browser, node.base, viewport={"width": 2600, "height": 1000})
            guest.go("/style", "[data-shown=light] [data-picture=sea]")
            for name, (wide, high) in SIZES.items():
                scene = guest.page.locator(f"[data-shown=light] [data-picture={name}]")
                scene.evaluate(
                    "(svg, [wide, high]) => { svg.style.width = `${wide}px`; svg.style.height = `${high}px`; "
                    "svg.style.position = 'fixed'; svg.style.inset = '0 auto auto 0'; svg.style.zIndex = 9; "
                    "svg.style.maxWidth = 'none'; svg.setAttribute('preserveAspectRatio', 'none'); }",
                    [wide, high],
                )
                image = Image.open(BytesIO(scene.screenshot())).convert("RGB").resize((wide, high))
                image.save(OUT / f"{name}.webp", quality=88, method=6)
                print(f"{name}: {(OUT / f'{name}.webp').stat().st_size} bytes")
        finally:
            browser.close()
            node.stop()


if __name__ == "__main__":
    main()
