"""A first game that succeeds: every control is large enough, in sight and free, at every width, to the end."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tabiji.core.match import Game, Match

from tests.seeds import SOAK
from tests.web import first_game, positions
from tests.web.visitor import DESKTOP, Visitor

Visit = Callable[..., Visitor]
GAMES = ["tokaido", "tokaido_duo", "tsuro_seas"]
SMALL = {"width": 360, "height": 640}
PHONE = {"width": 390, "height": 844}
SIZES = [(360, 640), (375, 667), (390, 844), (412, 915), (430, 932), (768, 1024), (1280, 800), (1366, 768)]
SIZES += [(1440, 900), (1920, 1080)]
_LEAST = 40  # pixels, for a thumb
_MOST_PRESSES = 24  # by what can be seen; the rest of a longer match asks the same questions again


def _window(width: int, height: int) -> dict[str, object]:
    touch = {"has_touch": True, "is_mobile": True} if width < 700 else {}
    return {"viewport": {"width": width, "height": height}, **touch}


_FEW = [("tokaido", (360, 640)), ("tokaido_duo", (390, 844)), ("tsuro_seas", (360, 640)), ("tsuro_seas", (1280, 800))]
_ALL = [(game, size) for game in GAMES for size in SIZES]
_EVERYWHERE = os.environ.get("TABIJI_SIZES") == "all"


# Words that end in "…" or at an edge.
_CUT = """() => [...document.querySelectorAll('main *')].filter((one) => {
  if (one.closest('svg, .unseen') || ![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    return false;
  const { overflowX, textOverflow } = getComputedStyle(one);
  const hides = textOverflow === 'ellipsis' || overflowX === 'hidden' || overflowX === 'clip';
  return hides && one.checkVisibility() && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("scheme", ["light", "dark"] if _EVERYWHERE else ["light"])
@pytest.mark.parametrize(
    ("game", "size"),
    _ALL if _EVERYWHERE else _FEW,
    ids=lambda one: one if isinstance(one, str) else f"{one[0]}x{one[1]}",
)
def test_a_first_game_by_what_can_be_seen(visit: Visit, game: str, size: tuple[int, int], scheme: str) -> None:
    guest = visit(**_window(*size), color_scheme=scheme)
    first_game.begin(guest, game)
    cut: list[str] = []
    pressed = first_game.play(
        guest,
        presses=1000 if _EVERYWHERE or SOAK else _MOST_PRESSES,
        look=lambda: cut.extend(guest.page.evaluate(_CUT)),
    )
    assert len(pressed) > 3
    assert cut == []
    if game == "tokaido_duo" and not guest.over():  # which takes three times as many presses
        guest.let_a_bot_finish()
    else:
        guest.finish()
    first_game.see_result(guest)
    assert guest.fits()


# Looked for frame by frame: what follows a change of the width takes one or two.
_SWEEP = """async (least) => {
  const what = 'button, a.button, a.home, select, summary, input, [role=button], [role=tab]';
  const look = () => {
    const wrong = [];
    for (const one of document.querySelectorAll(what)) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.ariaDisabled === 'true') continue;
      if (one.closest('svg') && !one.dataset.move && !one.matches('.mark.legal')) continue; // it only tells something
      // Marks on Tsuro's rim lie closer than a thumb: the buttons "previous" and "next" in the panel, which are checked
      // here like all others, reach each of them. A mark itself may be small, but nothing covers its middle.
      const small = one.matches('.mark');
      const name = one.getAttribute('aria-label') ?? one.textContent.trim();
      let box = one.getBoundingClientRect();
      if (!small && (box.width < least - 0.5 || box.height < least - 0.5))
        wrong.push(`small: ${name} ${box.width.toFixed(1)}x${box.height.toFixed(1)}`);
      const parts = small ? [0.5] : [0.2, 0.5, 0.8];
      const points = () => parts.map((part) => [box.x + box.width / 2, box.y + box.height * part]);
      const free = () => points().every(([x, y]) => {
        const top = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
        return top && (one.contains(top) || top.closest(what) === one);
      });
      if (!free()) {
        one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        box = one.getBoundingClientRect();
      }
      if (!free()) wrong.push(`covered: ${name}`);
      if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`outside: ${name}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is wider than the window');
    return wrong;
  };
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  let wrong = look();
  for (let i = 0; i < 120 && wrong.length; i++) {
    await frame();
    wrong = look();
  }
  return wrong;
}"""
_SETTLED = """async () => {
  const next = (go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go, 30)));
  const frame = () => new Promise(next);
  const lie = () => [...document.querySelectorAll('main button, main svg')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
  }).join(' ');
  await frame();
  for (let i = 0, before = ''; i < 40 && (before !== lie() || document.documentElement.scrollWidth > innerWidth); i++) {
    before = lie();
    await frame();
  }
}"""


def _settle(guest: Visitor) -> None:
    """Wait until a change of size has moved everything to its place."""
    guest.page.evaluate(_SETTLED)


# The widths at which styles change.
_BREAKPOINTS = """() => {
  const rules = (list) => [...list].flatMap((rule) => [rule, ...(rule.cssRules ? rules(rule.cssRules) : [])]);
  return [...document.styleSheets].flatMap((sheet) => rules(sheet.cssRules))
    .filter((rule) => rule instanceof CSSMediaRule)
    .flatMap((rule) => [...rule.conditionText.matchAll(/width[^)]*?([0-9.]+)(px|r?em)/g)])
    .map(([, size, unit]) => Math.ceil(size * (unit === 'px' ? 1 : 16)));
}"""


@pytest.mark.parametrize("game", GAMES)
def test_every_control_at_every_width(visit: Visit, game: str) -> None:
    """In steps that are small enough for what flows, and on both sides of every width at which styles change."""
    guest = visit(viewport=SMALL)
    first_game.begin(guest, game)
    guest.turn()
    turns = [width for width in guest.page.evaluate(_BREAKPOINTS) if 320 < width <= 1000]
    assert turns
    wrong: dict[str, list[str]] = {}
    for moment in ("first question", "later"):
        if moment == "later":
            guest.move()
            guest.turn()
        step = 10 if SOAK or _EVERYWHERE else 30 if moment == "first question" else 90
        for width in sorted({*range(320, 1001, step), *turns, *(width - 1 for width in turns), 1280, 1920}):
            guest.page.set_viewport_size({"width": width, "height": 800})
            found = guest.page.evaluate(_SWEEP, _LEAST)
            if found:
                wrong[f"{moment}, {width}"] = found
    assert wrong == {}


# Legal spaces that cannot be seen, while nobody scrolls.
_UNSEEN = """() => [...document.querySelectorAll('[data-move]')]
  .filter((one) => !one.closest('div.asking') && one.checkVisibility())
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !top || !one.contains(top);
  })
  .map((one) => one.dataset.move)"""


@pytest.mark.parametrize("viewport", [SMALL, PHONE], ids=["360", "390"])
@pytest.mark.parametrize("game", ["tokaido", "tsuro_seas"])
def test_the_panel_covers_no_legal_space(visit: Visit, game: str, viewport: dict[str, int]) -> None:
    guest = visit(viewport=viewport, has_touch=True, is_mobile=True)
    first_game.begin(guest, game)
    unseen: list[str] = []

    def look() -> None:
        _settle(guest)
        unseen.extend(guest.page.evaluate(_UNSEEN))

    first_game.play(guest, presses=100 if SOAK else 10, look=look)
    assert unseen == []


_DOWN = """(selector) => Math.max(...[...document.querySelectorAll(selector)].map((one) => {
  return one.getBoundingClientRect().bottom;
}))"""


@pytest.mark.parametrize(("game", "last"), [("tokaido", "[data-stop='53']"), ("tsuro_seas", ".mark.legal")])
def test_a_lesson_leaves_the_board_where_it_is(visit: Visit, game: str, last: str) -> None:
    guest = visit()
    first_game.begin(guest, game)
    guest.turn()
    page = guest.page
    for width, height in SIZES[-4:]:
        page.set_viewport_size({"width": width, "height": height})
        _settle(guest)
        lowest = page.evaluate(_DOWN, last)
        panel = page.locator("div.asking").bounding_box()
        assert panel
        beside = game == "tsuro_seas"
        assert lowest <= (height if beside else panel["y"]), (width, height)
        assert page.evaluate("scrollY") == 0
    before, size = page.evaluate(_DOWN, last), page.locator("div.asking .lesson").bounding_box()
    page.locator("[data-read]").click()
    _settle(guest)
    assert page.evaluate(_DOWN, last) == before
    assert page.locator("div.asking .lesson").bounding_box() == size


def test_a_hint_points_at_what_it_is_about(visit: Visit) -> None:
    guest = visit()
    first_game.begin(guest, "tsuro_seas")
    guest.turn()
    ring = guest.page.locator(".coach-ring")
    guest.page.locator("[data-read]").click()  # the goal of the game comes first: it is about no single thing
    expect(ring).to_be_visible()
    _settle(guest)
    mark = guest.page.locator(".mark.legal").first.bounding_box()
    around = ring.bounding_box()
    assert mark
    assert around
    assert around["x"] < mark["x"] < mark["x"] + mark["width"] < around["x"] + around["width"]
    said = guest.page.locator(".lesson [role=status]").inner_text()
    guest.move()  # nobody has read it: it stays, whatever happens
    guest.turn()
    expect(guest.page.locator(".lesson [role=status]")).to_have_text(said)
    guest.page.locator("[data-read]").click()
    expect(guest.page.locator(".lesson [role=status]")).not_to_have_text(said)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_in_sight_on_a_phone(visit: Visit, game: str) -> None:
    guest = visit(viewport=SMALL, has_touch=True, is_mobile=True)
    first_game.begin(guest, game)
    guest.turn()
    page = guest.page
    strip = page.get_by_role("list", name="Players at a glance")
    for viewport in (SMALL, PHONE):
        page.set_viewport_size(viewport)
        _settle(guest)
        page.evaluate("scrollTo(0, 0)")
        line = page.locator("[data-connection]").bounding_box()
        assert line
        assert line["y"] + line["height"] <= 0.2 * viewport["height"]
        places = strip.get_by_role("listitem").all_inner_texts()
        assert len(places) == guest.ask("GET", f"/tables/{page.url.split('/')[-1]}/snapshot")["view"]["players"]
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(strip).to_be_in_viewport(ratio=1)
        expect(strip.locator("[aria-current=true]")).to_have_count(1)
    page.get_by_role("button", name="Menu").tap()
    dialog = page.get_by_role("dialog", name="Menu")
    expect(dialog.get_by_label("Language")).to_be_visible()
    expect(dialog.get_by_role("link", name="Rules")).to_be_visible()
    expect(dialog.get_by_role("button", name="Leave")).to_be_visible()


def test_player_cards_keep_their_places(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido', ['novice'] * 3)}")
    names = guest.page.locator(".people strong")
    turn = guest.page.locator(".people [aria-current=true] strong")
    guest.turn()
    before = names.all_inner_texts()
    for _ in range(4):
        guest.play_on(moves=1)
        guest.turn()
        assert names.all_inner_texts() == before
        expect(turn).to_have_text("Hana")


def test_chat_is_noticed_on_a_phone_and_within_the_window(visit: Visit) -> None:
    host, guest = visit(viewport=DESKTOP), visit(viewport=PHONE, has_touch=True, is_mobile=True)
    host.arrive("Hana")
    guest.arrive("Taro")
    table = host.table("tokaido", ["novice"] * 3, players=5, start=False)
    guest.ask("POST", f"/tables/{table}/join", {})
    host.ask("POST", f"/tables/{table}/start", {})
    host.go(f"/table/{table}")
    guest.go(f"/table/{table}")
    host.page.get_by_role("tab", name="Chat").click()
    expect(host.page.get_by_label("Say something")).to_be_in_viewport(ratio=1)
    host.page.get_by_role("button", name="Good luck!").click()
    chat = guest.page.get_by_role("button", name="Chat")
    expect(chat).to_contain_text("1")
    expect(chat).to_be_in_viewport(ratio=1)
    chat.tap()
    expect(guest.page.get_by_role("log").get_by_text("Good luck!")).to_be_in_viewport()
    expect(chat).not_to_contain_text("1")


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_has_no_controls_of_play(visit: Visit, game: str) -> None:
    guest = visit()
    guest.arrive("Hana")
    table = guest.table(game, ["novice"])
    guest.go(f"/table/{table}")
    guest.turn()
    guest.play_on(moves=3)
    guest.go(f"/table/{table}/replay#2")
    page = guest.page
    page.wait_for_selector("[data-step]")
    shut = page.locator(".board :is([disabled], [aria-disabled=true])")
    for step in (2, 3, 4):
        expect(page.locator("[data-step]")).to_have_attribute("data-step", str(step))
        guest.settle()
        expect(shut).to_have_count(0)
        if step < 4:
            page.keyboard.press("ArrowRight")
    link = page.get_by_role("link", name="Go to the table")
    button = page.locator(".replay header button").first  # the link to this moment; after the end there is another
    before = [link.bounding_box(), button.bounding_box()]
    button.click()
    expect(button).to_contain_text("Copied")
    assert [link.bounding_box(), button.bounding_box()] == before


def test_who_has_lost_the_ship_is_not_told_to_wait_for_a_turn(visit: Visit) -> None:
    guest, other = visit(), visit()
    guest.arrive("Hana")
    other.arrive("Taro")
    table = guest.table("tsuro_seas", [], players=4, start=False)
    other.ask("POST", f"/tables/{table}/join", {})
    for seat in (2, 3):  # friends at Taro's screen: nobody plays on by himself
        other.ask("POST", f"/tables/{table}/join", {"seat": seat, "name": f"Friend {seat}"})
    guest.ask("POST", f"/tables/{table}/start")

    def lost(match: Match) -> bool:
        return match.view(0)["ships"][0]["lost_in_turn"] is not None

    moves = positions.moves_to(Game("tsuro_seas", 4), lost)
    positions.play(table, moves, lambda seat: guest if seat == 0 else other)
    guest.go(f"/table/{table}")
    hint = guest.page.get_by_role("button", name="Hint")
    expect(hint).to_have_accessible_description("You have nothing left to decide in this match.")
