"""Somebody's first game: begins a lesson and presses only what can be seen, until the match is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route

from tests.web.visitor import Visitor

# What ends a choice comes before what begins one. A choice is seen when nothing lies over its middle, at most after
# scrolling to it as the browser does for the focus.
_FIND = """([kinds, which]) => {
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
    return top && one.contains(top) ? { x, y } : null;
  };
  for (const kind of kinds) {
    const all = [...document.querySelectorAll(`${kind}:not([disabled]):not([aria-disabled=true])`)]
      .filter((one) => one.checkVisibility());
    if (!all.length) continue;
    const one = all[which % all.length];
    if (!seen(one)) one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    window.aim = one; // see window.py
    const name = one.getAttribute('aria-label') ?? one.textContent.trim();
    return { kind, name, at: seen(one) };
  }
  return null;
}"""
_KINDS = ["[data-read]", "[data-go]", "[data-move]", "[data-die]", ".mark.legal", "[data-lay]"]
_READY = """(kinds) => document.querySelector('[data-end]') !== null ||
  document.querySelector('[data-sent=no]') !== null &&
  kinds.some((kind) => [...document.querySelectorAll(`${kind}:not([disabled]):not([aria-disabled=true])`)]
    .some((one) => one.checkVisibility()))"""
_RESULT = """() => {
  const box = document.querySelector('[data-end] h2').getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""


def begin(guest: Visitor, game: str) -> None:
    """A lesson, as the page of the lesson offers it, against bots that answer at once."""

    def hurry(route: Route) -> None:
        route.continue_(post_data={**(route.request.post_data_json or {}), "pace": 0})

    guest.page.route("**/api/tables", hurry)
    guest.go(f"/learn/{game}")
    guest.page.get_by_role("button", name="Begin").click()
    guest.page.wait_for_url("**/table/*")


def _press(guest: Visitor, at: dict[str, float]) -> None:
    if guest.touch:
        guest.page.touchscreen.tap(at["x"], at["y"])
    else:
        guest.page.mouse.click(at["x"], at["y"])


def play(guest: Visitor, presses: int, look: Callable[[], None] = lambda: None) -> list[str]:
    """Press so often, or until the match is over, looking before each press; returns what was pressed."""
    pressed: list[str] = []
    while len(pressed) < presses:  # until the test is out of time, see Visitor.check
        guest.page.wait_for_function(_READY, arg=_KINDS)
        guest.check()
        if guest.over():
            break
        look()
        found: Any = guest.page.evaluate(_FIND, [_KINDS, len(pressed)])
        if found is None:  # drawn anew in this moment
            continue
        if found["at"] is None:  # it may just be moving
            guest.settle()
            found = guest.page.evaluate(_FIND, [_KINDS, len(pressed)])
            if found is None:
                continue
            assert found["at"], f"cannot be seen: {found}, after {pressed[-5:]}"
        _press(guest, found["at"])
        pressed.append(found["name"])
    return pressed


def see_result(guest: Visitor) -> None:
    """The result is where one looks, without scrolling to it."""
    guest.page.wait_for_function(_RESULT)
