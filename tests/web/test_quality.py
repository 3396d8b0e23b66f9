"""Accessibility, layouts on every screen, and sizes; benchmarks/pages.py measures times."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.axe import violations
from tests.web.visitor import DESKTOP, PHONE, TABLET, Visitor

Visit = Callable[..., Visitor]
_MAX_BYTES = {"home": 260_000, "table": 420_000}  # of scripts and styles, compressed
_SMALLEST_TARGET = 40
_MAX_SHIFT = 0.1


def _finished(guest: Visitor, game: str) -> str:
    """A match that is over: everybody else gives up, or a bot plays it out."""
    table = guest.table(game, ["novice"], players=2, desertion="forfeit")
    guest.ask("POST", f"/tables/{table}/leave", {})
    return table


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["dark phone", "light desktop"]
)
def test_axe_finds_nothing(visit: Visit, viewport: dict[str, int], scheme: str) -> None:
    guest = visit(color_scheme=scheme, viewport=viewport)
    me = guest.arrive("Hana")
    playing = guest.table("tokaido", ["novice", "novice"])
    gathering = guest.table("tokaido", ["novice"], players=3)
    over = _finished(guest, "tokaido")
    pages = {
        "/": "[data-play]",
        "/new/tokaido_duo": "fieldset",
        f"/table/{gathering}": "#invitation",
        f"/table/{playing}": "[data-move]",
        f"/table/{over}": "[data-end]",
        f"/table/{over}/replay": "main",
        "/rules/tokaido": "#TK-12",
        "/learn/tokaido": "h1",
        f"/people/{me}": "form",
        "/about": "h1",
        "/nothing/here": "main a.primary",
    }
    wrong = {}
    for path, ready in pages.items():
        guest.go(path)
        guest.page.wait_for_selector(ready)
        wrong[path] = violations(guest)
    guest.go("/")
    guest.page.get_by_role("button", name="Settings").click()
    wrong["settings"] = violations(guest)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_nothing_sticks_out(visit: Visit) -> None:
    guest = visit(viewport=PHONE)
    me = guest.arrive("Hana of the long road")
    playing = guest.table("tokaido", ["novice"] * 4)
    over = _finished(guest, "tokaido")
    pages = {
        "/": "[data-play]",
        "/new": "fieldset",
        f"/table/{playing}": ".people",
        f"/table/{over}": "[data-end]",
        f"/table/{over}/replay": "[data-step]",
        f"/people/{me}": "form",
        "/rules/tokaido": "#TK-12",
    }
    for path, ready in pages.items():
        guest.page.set_viewport_size(PHONE)
        guest.go(path, ready)
        assert guest.fits(), path
        for viewport in (TABLET, DESKTOP):  # what follows the width of something is drawn a moment later
            guest.page.set_viewport_size(viewport)
            guest.page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", ["home", "table"])
def test_the_first_load_is_light(visit: Visit, page: str) -> None:
    guest = visit(fresh=True)
    path = "/"
    if page == "table":
        guest.arrive("Hana")
        path = f"/table/{guest.table('tokaido', ['novice'])}"
    sizes: dict[str, int] = {}
    cdp = guest.context.new_cdp_session(guest.page)
    cdp.send("Network.enable")
    names: dict[str, str] = {}
    cdp.on("Network.responseReceived", lambda e: names.update({e["requestId"]: e["response"]["url"]}))
    cdp.on("Network.loadingFinished", lambda e: sizes.update({names.get(e["requestId"], ""): e["encodedDataLength"]}))
    guest.go(path, "[data-play]" if page == "home" else "[data-move]")
    guest.page.wait_for_load_state("networkidle")
    counted = {url: size for url, size in sizes.items() if url.endswith((".js", ".css"))}
    assert counted
    assert sum(counted.values()) <= _MAX_BYTES[page], counted


_SHIFTS = """
  window.shift = 0;
  const add = (list) => list.getEntries().forEach((one) => (window.shift += one.hadRecentInput ? 0 : one.value));
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_jumps_while_a_table_loads(visit: Visit, viewport: dict[str, int]) -> None:
    guest = visit(viewport=viewport, fresh=True, painted=True)
    guest.context.add_init_script(_SHIFTS)
    guest.arrive("Hana")
    for _ in range(10):  # where nobody plays meanwhile, and one's own seat decides
        table = guest.table("tokaido", [], players=2)
        guest.ask("POST", f"/tables/{table}/join", {"seat": 1, "name": "Taro"})
        guest.ask("POST", f"/tables/{table}/start")
        if guest.ask("GET", f"/tables/{table}/snapshot")["view"]["seat"] == 0:
            break
    else:
        raise AssertionError("the host is never the first to decide")
    for _ in range(2):  # with scripts from the network, and from the cache: other things are late
        guest.go(f"/table/{table}", ".people")
        guest.page.wait_for_selector(".log")  # what comes last
        guest.settle()
        assert guest.page.evaluate("window.shift") <= _MAX_SHIFT


_SMALL = """(least) => [...document.querySelectorAll('button, select, summary, .button, [role=button], [type=text]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < least || box.height < least))
  .map(([one, box]) => [one.getAttribute('aria-label') ?? one.textContent.trim(), box.width, box.height].join(' '))
"""


def _trouble(guest: Visitor) -> list[str]:
    small = guest.page.evaluate(_SMALL, _SMALLEST_TARGET)
    return [*violations(guest), *small, *([] if guest.fits() else ["sticks out"])]


def test_every_choice_of_a_match_on_a_phone(visit: Visit) -> None:
    """Whatever is asked: accessible, large enough for a thumb, and nothing sticks out."""
    guest = visit(viewport=PHONE, locale="hu-HU", color_scheme="dark")
    guest.arrive("Hana")
    table = guest.table("tokaido", ["novice", "novice"])
    guest.go(f"/table/{table}")
    wrong: dict[str, list[str]] = {}
    for press in range(100):
        if len(wrong) == 5 or not guest.turn():
            break
        phase = guest.ask("GET", f"/tables/{table}/snapshot")["view"]["phase"]
        if phase not in wrong:
            wrong[phase] = _trouble(guest)
        guest.move(press)
    assert {"take", "move"} < set(wrong)  # and what the journey brought besides
    assert {phase: found for phase, found in wrong.items() if found} == {}


def test_pages_on_a_phone_fit_a_thumb(visit: Visit) -> None:
    guest = visit(viewport=PHONE, locale="ru-RU")
    me = guest.arrive("Hana")
    gathering = guest.table("tokaido", ["novice"], players=3)
    pages = {
        "/": "[data-play]",
        "/new/tokaido": "fieldset",
        f"/table/{gathering}": "#invitation",
        f"/people/{me}": "form",
    }
    wrong = {}
    for path, ready in pages.items():
        guest.go(path, ready)
        for summary in guest.page.locator("summary").all():
            summary.click()
        wrong[path] = _trouble(guest)
    guest.go(f"/table/{guest.table('tokaido', ['novice'])}")
    guest.page.locator(".people [aria-expanded]").first.click()
    guest.page.get_by_role("tab").nth(1).click()
    wrong["everything open"] = _trouble(guest)
    assert {path: found for path, found in wrong.items() if found} == {}
