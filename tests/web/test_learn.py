"""Lessons, the rules pages, and preferences."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.web import first_game
from tests.web.axe import violations
from tests.web.visitor import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]


_READ = """() => {
  const button = document.querySelector('.lesson [data-read]');
  const hint = document.querySelector('.lesson [role=status]')?.textContent;
  button?.click();
  return button ? hint : null;
}"""


def _without_coach(guest: Visitor) -> None:
    guest.page.evaluate("localStorage.setItem('tabiji.settings', JSON.stringify({ coach: 'never', tempo: 'off' }))")
    guest.page.reload()
    guest.settle()


def test_the_guided_first_journey(visit: Visit) -> None:
    guest = visit(viewport=PHONE)
    guest.go("/")
    _without_coach(guest)  # whose word would come before the next tip
    guest.page.get_by_role("button", name=re.compile("^Learn by playing .*: Tokaido$")).click()
    guest.page.wait_for_url("**/table/*")
    guest.page.set_viewport_size(DESKTOP)  # where the lesson keeps its place between two hints
    lesson = guest.page.get_by_role("region", name="Tip")
    hint = lesson.get_by_role("status")
    heard: list[str] = []
    for _ in range(3):  # one at a time, each once
        guest.turn()
        expect(lesson.get_by_role("button", name="Got it")).to_be_visible()
        said = guest.page.evaluate(_READ)  # at once: another hint may fit after the next move
        expect(hint).not_to_have_text(said)
        heard.append(said)
        guest.turn()
        guest.move()
    assert len(set(heard)) == 3
    assert guest.fits()
    assert violations(guest) == []
    guest.page.reload()  # what was read is not told again
    expect(lesson).to_be_visible()
    assert hint.inner_text() not in heard
    lesson.get_by_role("button", name="No more tips").click()
    expect(lesson).to_have_count(0)
    guest.turn()  # and the match goes on
    guest.page.reload()
    guest.turn()
    expect(lesson).to_have_count(0)


def test_a_whole_first_journey_with_hints(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    guest.go("/")
    table = guest.table("tokaido", ["novice"], options={"initiatory": True})
    guest.page.evaluate("(id) => localStorage.setItem('tabiji.lessons', JSON.stringify({ [id]: [] }))", table)
    guest.go(f"/table/{table}")
    heard: list[str] = []
    for press in range(200):
        if not guest.turn():
            break
        hint = guest.page.evaluate(_READ)
        heard += [hint] if hint else []
        guest.move(press)
    assert guest.over(), guest.describe()
    assert len(heard) == len(set(heard)) >= 5
    assert not any("tokaido." in hint for hint in heard)


# Where the things lie that could move under a finger.
_LIES = """() => [...document.querySelectorAll('.board, .ask, .ask .question, .lesson, [data-stop]')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height].join();
})"""


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_in_a_lesson_the_coach_speaks_where_tips_stand(visit: Visit, viewport: dict[str, int]) -> None:
    guest = visit(viewport=viewport)
    page = guest.page
    held: list[Route] = []
    page.route("**/coach", lambda route: held.append(route))
    first_game.begin(guest, "tokaido")
    page.wait_for_selector("[data-coach]")
    guest.turn()
    with page.expect_request("**/coach"):
        guest.play_on(moves=1)
    guest.turn()
    guest.settle()
    before = page.evaluate(_LIES)
    judged = held[0].fetch()
    held[0].fulfill(json=judged.json() | {"cost": 0.21, "unsure": 0.02})  # whatever it was, as if it had been costly
    word = page.locator(".lesson [role=status]")
    expect(word).to_contain_text("cost about 21% of the victory")
    assert page.evaluate(_LIES) == before
    assert violations(guest) == []
    assert guest.fits()
    page.locator(".lesson").get_by_role("button", name="Take it back").click()
    expect(word).not_to_contain_text("of the victory")
    expect(page.locator(".log .undone").first).to_be_attached()


def test_rules_from_the_table_and_back(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    table = guest.table("tokaido", ["novice"], options={"initiatory": True})
    guest.go(f"/table/{table}")
    guest.turn()
    page = guest.page
    page.locator('[data-stop="20"]').hover()  # far beyond the inn
    page.get_by_role("button", name="Why?").click()
    page.wait_for_url(re.compile(r"/rules/tokaido#TK-\d+$"))
    rule = page.locator(f"#{page.url.split('#')[1]}")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("here"))
    found = page.get_by_role("status").filter(has_text="rules")
    before = found.inner_text()
    page.get_by_label("Search the rules").fill("temple")
    expect(found).not_to_have_text(before)
    expect(page.get_by_role("listitem").filter(has_text=re.compile("temple", re.IGNORECASE)).first).to_be_visible()
    page.get_by_label("Search the rules").fill("zeppelin")
    expect(found).to_have_text("0 rules")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(f"**/table/{table}")
    guest.turn()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Tokaido")
    page.go_back()
    guest.turn()


def test_settings_hold_at_once(visit: Visit) -> None:
    guest = visit(still=False, color_scheme="light")
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido', ['novice'])}")
    page = guest.page
    page.wait_for_selector("[data-connection=open]")
    button = page.get_by_role("button", name="Menu")
    button.click()
    dialog = page.get_by_role("dialog", name="Menu")
    root = page.locator("html")
    dialog.get_by_label("Colors").select_option("dark")
    expect(root).to_have_css("color-scheme", "dark")
    dialog.get_by_label("Animations").select_option("off")
    expect(root).to_have_attribute("data-motion", "off")
    pattern = page.locator(".people .s1 .pattern").first
    expect(pattern).to_be_hidden()
    dialog.get_by_label("Patterns").check()
    expect(pattern).to_be_visible()
    dialog.get_by_label("Sounds").check()
    assert violations(guest) == []
    dialog.get_by_label("Language").select_option("ru")
    page.keyboard.press("Escape")
    expect(button.or_(page.get_by_role("button", name="Меню"))).to_be_focused()
    expect(page.get_by_role("tab").first).to_have_text("Журнал")
    expect(root).to_have_attribute("lang", "ru")
    tab = guest.window()  # kept, also for the next window
    tab.goto(page.url)
    expect(tab.get_by_role("tab").first).to_have_text("Журнал")
    assert tab.evaluate("JSON.parse(localStorage.getItem('tabiji.settings'))") == {
        "language": "ru",
        "tempo": "off",
        "sound": True,
        "volume": 0.6,
        "soundAsked": False,
        "patterns": True,
        "coach": "lessons",
        "theme": "dark",
    }


_BELL = "window.AudioContext = class { constructor() { window.bells = (window.bells ?? 0) + 1; } };"


@pytest.mark.parametrize("sound", [True, False])
def test_a_bell_when_it_is_my_turn(visit: Visit, sound: bool) -> None:
    guest = visit(fresh=True, still=False)
    kept = '{"tempo":"off","sound":%s}' % ("true" if sound else "false")
    guest.context.add_init_script(f"{_BELL} localStorage.setItem('tabiji.settings', '{kept}');")
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido', ['novice', 'novice'])}")
    guest.turn()
    guest.move()
    expect(guest.page.locator(".log li")).not_to_have_count(1)
    guest.turn()
    if sound:
        guest.page.wait_for_function("window.bells > 0")
    else:
        assert guest.page.evaluate("window.bells") is None


# Whether there was something to skip, however short.
_WATCH = """() => {
  window.skippable = false;
  const look = () => {
    window.skippable ||= [...document.querySelectorAll('button')].some((one) => one.textContent.trim() === 'Skip');
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion(visit: Visit, motion: str) -> None:
    guest = visit(still=False, reduced_motion=motion)
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido', ['novice', 'novice'], options={'initiatory': True})}")
    guest.turn()
    guest.page.evaluate(_WATCH)
    guest.move()
    expect(guest.page.get_by_role("log")).to_contain_text("You walk on")
    assert guest.page.evaluate("window.skippable") == (motion == "no-preference")
