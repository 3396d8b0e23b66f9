"""Makes src/tabiji/server/pictures/: what the previews of links are painted with, from the drawings on the style page.

make web && .venv/bin/python tools/link_pictures.py
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tabiji.server.link_art import GAMES  # noqa: E402

from tests.server.node import Node  # noqa: E402
from tests.web.conftest import find_chromium  # noqa: E402
from tests.web.visitor import Visitor  # noqa: E402

OUT = ROOT / "src/tabiji/server/pictures"
ALONE = """(drawing, [wide, high]) => {
  const copy = drawing.cloneNode(true);
  copy.style.cssText = `position: fixed; inset: 0 auto auto 0; width: ${wide}px; height: ${high}px; max-width: none`;
  copy.setAttribute('preserveAspectRatio', 'none');
  const page = document.createElement('div');
  page.dataset.alone = '';
  page.dataset.theme = 'light';
  page.append(copy);
  document.documentElement.append(page);
  document.documentElement.style.background = document.body.style.background = 'transparent';
  document.body.style.visibility = 'hidden'; // not without boxes: gradients there are used here
  return copy.decode?.();
}"""
PANORAMAS = {"paddy": (512, 144), "mountain": (684, 144), "sea": (1200, 202)}  # see server/link_art.py
SIGN = (1200, 525)


def take(guest: Visitor, which: str, size: Sequence[int]) -> Image.Image:
    """A drawing of the style page, so large and alone: what is not painted of it is transparent."""
    drawing = guest.page.locator(f"[data-shown=light] {which}")
    guest.page.set_viewport_size({"width": size[0], "height": size[1]})
    drawing.evaluate(ALONE, list(size))
    image = Image.open(BytesIO(guest.page.screenshot(omit_background=True)))
    drawing.evaluate("() => document.querySelector('[data-alone]').remove()")
    is_opaque = image.mode == "RGB" or image.getchannel("A").getextrema()[0] == 255
    return image.convert("RGB") if is_opaque else image


def keep(name: str, image: Image.Image) -> None:
    path = OUT / f"{name}.webp"
    image.save(path, quality=88, method=6)
    print(f"{name}: {image.size}, {path.stat().st_size} bytes")


def main() -> None:
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        node = Node(f"sqlite:///{folder}/pictures.db")
        browser = find_chromium(playwright)
        try:
            guest = Visitor(browser, node.base, painted=True, viewport={"width": 2600, "height": 1000})
            guest.go("/style", "[data-shown=light] [data-picture=sea]")
            for name, size in PANORAMAS.items():
                keep(f"panorama-{name}", take(guest, f"svg[data-picture={name}]", size))
            for game in GAMES:
                keep(game, take(guest, f"[data-picture={game}] svg", SIGN))
            for part in guest.page.locator("[data-shown=light] img[data-picture]").all():
                name = str(part.get_attribute("data-picture"))
                size = part.evaluate("(one) => [one.naturalWidth, one.naturalHeight]")
                keep(name, take(guest, f"img[data-picture={name}]", size))
        finally:
            browser.close()
            node.stop()


if __name__ == "__main__":
    main()
