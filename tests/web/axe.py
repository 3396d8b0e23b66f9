"""What axe finds wrong with a page as it is shown now: dialogs and menus included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.visitor import Visitor

_AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def violations(guest: Visitor) -> list[str]:
    """In one line each, as soon as the page stands still. Colors are seen only where the page is painted."""
    guest.page.evaluate("window.paint?.()")
    guest.settle()
    if not guest.page.evaluate("'axe' in window"):
        guest.page.evaluate(_AXE.read_text())  # not as a script: the page's policy lets none in
    found: list[Any] = guest.page.evaluate("axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)")
    return [f"{one['id']}: {one['help']} at {[node['target'] for node in one['nodes']][:4]}" for one in found]
