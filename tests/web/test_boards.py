"""What is particular to Tokaido Duo and Tsuro of the Seas, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.web.axe import violations
from tests.web.visitor import DESKTOP, PHONE, TABLET, Visitor

Visit = Callable[..., Visitor]
_ISLAND = Path(__file__).parents[2] / "src/tabiji/games/tokaido_duo/data/shikoku.toml"

_OUTSIDE = """() => [...document.querySelectorAll('.boards article, .ask, .ask button, .who')].flatMap((box) =>
  [...box.querySelectorAll('b, p, small, span')]
    .filter((text) => text.offsetWidth > 1 && !text.closest('.unseen, .chips'))
    .filter((text) => text.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
    .map((text) => `${box.className}: ${text.textContent}`))"""


def _play_with_board(guest: Visitor, text: str) -> None:
    """Ask for a table with a board file of one's own."""
    page = guest.page
    guest.go("/new/tokaido_duo")
    page.get_by_text("All options").click()
    page.get_by_text("Other boards").click()
    file = {"name": "mine.toml", "mimeType": "application/toml", "buffer": text.encode()}
    page.get_by_label("Or a board file of your own").set_input_files(file)
    page.get_by_role("button", name="Start").click()


def test_a_board_file_of_ones_own(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    printed = _ISLAND.read_text().replace('provenance = "reconstructed"', 'provenance = "printed"')
    _play_with_board(guest, printed.replace('title = "Shikoku"', 'title = "Shikoku, from my box"'))
    guest.page.wait_for_url("**/table/*")
    expect(guest.page.get_by_label("The island: Shikoku, from my box")).to_be_visible()
    expect(guest.page.get_by_text("This board was copied from the printed game.")).to_be_visible()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("goods = 4", "goods = 3"), r"mountain_towns"),
        (
            ('"coastal_town", "temple", "garden",', '"coastal_town", "temple", "tavern",'),
            r"ring\.stations\[2\].*tavern",
        ),
        (("[ring]", "[ring"), r"This file cannot be read\."),
    ],
)
def test_a_broken_board_file_says_what_is_wrong(visit: Visit, change: tuple[str, str], problem: str) -> None:
    guest = visit()
    guest.arrive("Hana")
    _play_with_board(guest, _ISLAND.read_text().replace(*change, 1))
    expect(guest.page.locator("ul.wrong")).to_contain_text(re.compile(problem))
    assert guest.page.url.endswith("/new/tokaido_duo")


def test_the_reconstructed_board_tells_how_to_correct_it(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido_duo', ['novice'])}")
    guest.page.get_by_role("button", name="Reconstructed board.").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_contain_text("tabiji board check mine.toml")
    expect(dialog.get_by_role("listitem").filter(has_text="Trade routes")).to_contain_text("likely")


@pytest.mark.parametrize("height", [600, 800])
def test_a_die_shows_where_it_leads_and_covers_nothing(visit: Visit, height: int) -> None:
    guest = visit(viewport=DESKTOP | {"height": height})
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido_duo', ['novice'])}")
    guest.turn()
    page = guest.page
    question = page.get_by_role("region", name="Your choice")
    for character in ("pilgrim", "merchant", "artist"):
        page.locator(f"[data-die={character}]").click()
        goals = page.locator("[data-place][data-move]")
        expect(goals).not_to_have_count(0)
        question.locator("[data-go]").first.hover()
        expect(page.locator(".way.strong").first).to_be_attached()
        asked = question.bounding_box()
        assert asked
        for goal in goals.all():
            spot = goal.bounding_box()
            assert spot
            assert spot["y"] + spot["height"] <= asked["y"] + 1, character
    page.get_by_role("region", name="Hana: character boards").scroll_into_view_if_needed()
    own = page.get_by_role("region", name="Hana: character boards").bounding_box()
    asked = question.bounding_box()
    assert own
    assert asked
    assert own["y"] >= asked["y"] + asked["height"]


def test_what_could_happen_is_told_to_everybody(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.arrive("Hana")
    table = host.table("tsuro_seas", ["novice"] * 3)
    host.go(f"/table/{table}")
    host.turn()
    host.play_on(moves=2)
    told = guest.page.locator(".could text")
    for path in (f"/table/{table}", f"/table/{table}/replay#1"):
        guest.go(path)
        guest.page.get_by_role("button", name="What could happen").click()
        expect(told.first).to_have_text(re.compile(r"^<?\d+%$"))
        beast = guest.page.locator("[data-daikaiju]").first
        beast.focus()
        expect(guest.page.locator(".looked li")).to_have_count(5)
        expect(beast).to_have_attribute("aria-label", re.compile(r"; 1: .*; 5: "))


def test_courses_are_drawn_before_anything_is_told(visit: Visit) -> None:
    """While the rules are interpreted, a placement that reveals something has no events."""
    guest = visit()

    def untold(route: Route) -> None:
        found = route.fetch().json()
        for one in found["previews"]:
            one |= {"events": [], "uncertain": True}
        route.fulfill(json=found)

    guest.page.route("**/preview*", untold)
    _with_a_tile(guest)
    expect(guest.page.get_by_text("The dashed line shows where your ship would sail.")).to_be_visible()
    assert "C" in (guest.page.locator("path.course").first.get_attribute("d") or "")


def test_the_sea_moves_only_where_somebody_looks_and_likes_it(visit: Visit) -> None:
    guest = visit(fresh=True, still=False)
    guest.arrive("Hana of the swell")
    guest.go(f"/table/{guest.table('tsuro_seas', ['novice'])}", "[data-steps]")
    sea = guest.page.locator("[data-steps]")
    guest.page.wait_for_function("() => Number(document.querySelector('[data-steps]').dataset.steps) > 1")
    guest.page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true }),"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(sea).not_to_have_class(re.compile("drifts"))
    guest.page.evaluate("delete document.visibilityState, document.dispatchEvent(new Event('visibilitychange'))")
    expect(sea).to_have_class(re.compile("drifts"))
    guest.page.emulate_media(reduced_motion="reduce")
    expect(sea).not_to_have_class(re.compile("drifts"))


# What can be seen of the tray and of the dice in the first moment of a roll.
_FIRST_OF_A_ROLL = """() => {
  const look = () => {
    const rolling = document.querySelector('.rolling');
    if (!rolling) return;
    watch.disconnect();
    for (const one of rolling.getAnimations({ subtree: true })) {
      one.pause();
      one.currentTime = 0;
    }
    const seen = (of) => [...rolling.querySelectorAll(of)].map((one) => Number(getComputedStyle(one).opacity));
    window.roll = [seen('.tray'), seen('.tumbles')];
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
}"""


def test_no_empty_tray_before_the_dice(visit: Visit) -> None:
    guest = visit(still=False)
    guest.arrive("Hana of the dice")
    guest.go(f"/table/{guest.table('tsuro_seas', ['novice'])}")
    guest.turn()
    guest.page.evaluate(_FIRST_OF_A_ROLL)
    guest.play_on(moves=2)  # a mark, and that it shall be this one
    guest.page.wait_for_function("() => window.roll")
    tray, dice = guest.page.evaluate("window.roll")
    assert tray == [0]
    assert set(dice) == {0}


def _with_a_tile(guest: Visitor) -> tuple[Locator, Locator, Callable[[], int]]:
    """At a decision about tiles: the first of the hand, what of it turns, and by how many quarters it is turned."""
    guest.arrive("Hana")
    for _ in range(5):  # a ship may be lost before its first turn
        guest.go(f"/table/{guest.table('tsuro_seas', ['novice'], options={'no_daikaiju': True})}")
        guest.play_on(moves=2)
        if guest.turn():
            break
    expect(guest.page.locator("button.place")).to_be_visible()
    expect(guest.page.locator(".would li").first).to_be_visible()  # what a placement would do comes a moment later
    way = guest.page.locator(".hand .spin").first

    def quarters() -> int:
        return int(re.findall(r"rotate\((-?\d+)deg\)", way.get_attribute("style") or "")[0]) // 90

    return guest.page.locator(".hand .tile").first, way, quarters


def test_a_tile_turns_by_click_wheel_and_key(visit: Visit) -> None:
    guest = visit()
    tile, way, quarters = _with_a_tile(guest)
    tile.focus()
    before = quarters()
    tile.press("r")
    step = quarters() - before
    assert step in (1, 2, 4)  # what would look the same is left out
    tile.press("ArrowRight")
    tile.hover()
    guest.page.mouse.wheel(0, 120)
    expect(way).to_have_attribute("style", re.compile(rf"rotate\({90 * (before + 3 * step)}deg\)"))
    tile.click()
    assert quarters() == before + 4 * step
    guest.page.get_by_role("button", name="Turn left").click()
    assert quarters() == before + 3 * step
    expect(guest.page.locator(".ghost[role=button]")).to_be_attached()


def test_a_tile_turns_by_a_swipe(visit: Visit) -> None:
    guest = visit(fresh=True, viewport=PHONE, has_touch=True, is_mobile=True)
    tile, way, quarters = _with_a_tile(guest)
    tile.scroll_into_view_if_needed()
    tile.evaluate("(one) => (window.tapped = new Promise((go) => one.addEventListener('click', () => go())), null)")
    tile.tap()
    guest.page.evaluate("window.tapped")  # the click comes a moment after the touch
    cdp = guest.context.new_cdp_session(guest.page)

    def swipe(way: int) -> None:
        guest.settle()
        box = tile.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in (0.3, 0.6, 1):
            touch = {"x": x + way * part, "y": y}
            cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [touch]})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    before, lies = quarters(), way.get_attribute("style") or ""
    swipe(40)
    expect(way).not_to_have_attribute("style", lies)
    assert quarters() - before in (1, 2, 4)
    swipe(-40)
    expect(way).to_have_attribute("style", lies)


@pytest.mark.parametrize(("players", "viewport"), [(2, DESKTOP), (8, PHONE)], ids=["two", "eight on a phone"])
def test_a_voyage_ends_with_who_was_lost_when_and_how(visit: Visit, players: int, viewport: dict[str, int]) -> None:
    phone = {"has_touch": True, "is_mobile": True} if viewport is PHONE else {}
    guest = visit(viewport=viewport, **phone)
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tsuro_seas', ['novice'] * (players - 1))}")
    guest.play_on(moves=1)
    guest.finish()
    assert guest.fits()
    end = guest.page.locator("[data-end]")
    expect(end.get_by_role("listitem")).to_have_count(players)
    expect(end).to_contain_text("The voyage lasted")
    # the picture: every ship where it came to its end, and the way it sailed
    expect(end.locator(".finale .ship")).to_have_count(players)
    assert end.locator(".finale .thread").count() >= players
    expect(end).not_to_contain_text("point")
    ranks = [int(text.rstrip(".")) for text in end.locator("li > b").all_inner_texts()]
    assert ranks[0] == 1
    assert ranks == sorted(ranks)
    assert players == 2 or ranks[-1] > 2


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["dark phone", "light desktop"]
)
@pytest.mark.parametrize("game", ["tokaido_duo", "tsuro_seas"])
def test_axe_finds_nothing(visit: Visit, game: str, viewport: dict[str, int], scheme: str) -> None:
    guest = visit(viewport=viewport, color_scheme=scheme)
    guest.arrive("Hana")
    table = guest.table(game, ["novice"] * (1 if game == "tokaido_duo" else 3), desertion="forfeit")
    guest.go(f"/table/{table}")
    wrong: dict[str, list[str]] = {}
    for press in range(2):
        guest.turn()
        wrong[f"decision {press}"] = violations(guest)
        guest.play_on(moves=1)
    guest.go(f"/table/{table}/replay#2")
    guest.page.wait_for_selector("[data-step]")
    if game == "tsuro_seas":
        guest.page.get_by_role("button", name="What could happen").click()
    wrong["replay"] = violations(guest)
    over = guest.table(game, ["novice"], desertion="forfeit")
    guest.ask("POST", f"/tables/{over}/leave", {})
    guest.go(f"/table/{over}")
    guest.page.wait_for_selector("[data-end]")
    wrong["end"] = violations(guest)
    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.parametrize("viewport", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
@pytest.mark.parametrize("game", ["tokaido_duo", "tsuro_seas"])
def test_long_words_stay_inside(visit: Visit, game: str, viewport: dict[str, int]) -> None:
    guest = visit(viewport=viewport, locale="ru-RU")
    guest.arrive("Хана с долгой дороги")
    guest.go(f"/table/{guest.table(game, ['novice'] * (1 if game == 'tokaido_duo' else 3))}")
    for _ in range(3):
        guest.turn()
        assert guest.fits(), guest.page.inner_text("main")[:300]
        assert guest.page.evaluate(_OUTSIDE) == []
        guest.play_on(moves=1)


def test_the_daikaiju_beside_the_sea_stay_under_the_pointer(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tsuro_seas', ['novice'])}")
    assert guest.turn()
    button = guest.page.locator(".pack button").first
    button.hover()
    guest.settle()  # what is told about one would move it away, and it would come back
    button.click()
    expect(guest.page.locator(".ask .looked b")).to_be_visible()
    guest.settle()


@pytest.mark.parametrize("language", ["en-GB", "hu-HU"])
def test_a_chosen_start_mark_is_named_in_words_that_can_be_read(visit: Visit, language: str) -> None:
    guest = visit(locale=language)
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tsuro_seas', ['novice', 'novice'])}")
    assert guest.turn()
    guest.page.locator(".mark.legal").first.click()
    name = guest.page.locator(".go > span")
    expect(name).to_be_visible()
    for width, height in ((360, 640), (568, 320), (768, 1024), (844, 390), (1024, 768), (1280, 800), (1920, 1080)):
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.settle()
        lines = name.evaluate("one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)")
        assert lines < 5, (width, lines)  # three lines at most, not a letter in each
        assert guest.page.locator("[data-go]").bounding_box()["width"] >= 40  # type: ignore[index]
