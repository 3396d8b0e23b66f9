"""Whole stories in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.server.node import Node
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
GAMES = ("tokaido", "tokaido_duo", "tsuro_seas")


@pytest.mark.parametrize("game", GAMES)
def test_a_new_visitor_plays_in_two_clicks(visit: Visit, game: str) -> None:
    guest = visit()
    guest.go("/")
    guest.page.click(f"[data-first={game}]")
    guest.page.wait_for_url("**/table/*")
    guest.turn(120)
    before = guest.number()
    guest.play_on(seconds=60, moves=2)  # some choices take two presses: a die and its way, a mark and yes
    expect(guest.page.locator(".log li")).not_to_have_count(before, timeout=30_000)
    guest.go("/")  # continue after leaving the page
    expect(guest.page.locator("article")).to_have_count(1)


def test_a_first_match_to_the_end(visit: Visit) -> None:
    guest = visit()
    guest.go("/new/tokaido")
    guest.page.get_by_label("Your name").fill("Hana")
    guest.page.get_by_label("First game").check()
    guest.page.get_by_text("All choices").click()
    guest.page.get_by_label("Bots wait at least").select_option("0")
    guest.page.get_by_role("button", name="Start").click()
    guest.page.wait_for_url("**/table/*")
    guest.play_on()
    page = guest.page
    expect(page.get_by_role("heading", level=2).first).to_contain_text("win")
    page.get_by_text("Proof of the shuffle").click()
    expect(page.locator("[data-proof]")).to_have_attribute("data-proof", "true")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(download.value.path().read_text())["game"] == "tokaido"
    page.get_by_role("button", name="Once more").click()
    expect(page.get_by_role("button", name="Start the match")).to_be_enabled()


def test_two_browsers_by_link(visit: Visit) -> None:
    host, friend = visit(), visit()
    host.go("/new/tokaido")
    host.page.get_by_label("Your name").fill("Hana")
    host.page.get_by_label("Number of players").select_option("2")
    host.page.get_by_label("Bot at seat 2").select_option("")
    host.page.get_by_role("button", name="Open the table").click()
    link = host.page.get_by_label("Link to this table").input_value()
    friend.page.goto(link)
    friend.page.get_by_label("Your name").fill("Taro")
    friend.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(host.page.get_by_text("Taro")).to_be_visible()
    host.page.get_by_role("button", name="Start the match").click()
    for _ in range(12):  # moves by either are seen by both
        for one, other in ((host, friend), (friend, host)):
            if one.choices():
                one.move()
                one.page.wait_for_timeout(300)
                assert not other.over()
    host.page.get_by_role("tab", name="Chat").click()
    friend.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_role("button", name="Good luck!").click()
    expect(friend.page.get_by_role("log", name="Chat")).to_contain_text("Good luck!")
    friend.close()  # what somebody's absence looks like
    assert host.ask("GET", f"/tables/{link.rsplit('/', 1)[1]}")["status"] == "playing"


def test_reload_and_reconnect_in_the_middle_of_a_decision(visit: Visit) -> None:
    guest = visit()
    wires: list[WebSocketRoute] = []

    def carry(wire: WebSocketRoute) -> None:
        wires.append(wire)
        wire.connect_to_server()

    guest.page.route_web_socket(re.compile("/live"), carry)
    guest.arrive("Hana")
    table = guest.table("tokaido", ["novice", "novice"])
    guest.go(f"/table/{table}")
    guest.play_on(moves=4)
    guest.turn()
    choices = len(guest.choices())
    guest.page.reload()
    guest.turn()
    assert len(guest.choices()) == choices
    line = guest.page.locator("[data-connection]")
    cut = len(wires)
    wires[-1].close(code=1012)
    expect(line).to_have_attribute("data-connection", "lost")
    expect(line).to_contain_text("The connection is lost")
    expect(line).to_have_attribute("data-connection", "open")
    assert len(wires) == cut + 1
    assert len(guest.choices()) == choices
    guest.play_on(moves=1)
    expect(line).to_have_attribute("data-sent", "no")


def test_two_tabs_stay_in_step(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    table = guest.table("tokaido", ["novice", "novice"])
    guest.go(f"/table/{table}")
    tab = guest.window()
    tab.goto(guest.page.url)
    tab.wait_for_selector("[data-move]")
    guest.turn()
    before = tab.inner_text("[role=log]")
    guest.play_on(moves=1)
    expect(tab.locator("[role=log]")).not_to_have_text(before)
    guest.page.go_back()
    guest.page.go_forward()
    guest.page.wait_for_selector("[role=log]")


def test_hot_seat(visit: Visit) -> None:
    host = visit()
    host.arrive("Hana")
    table = host.table("tokaido", [], players=2)
    host.go(f"/table/{table}")
    host.page.get_by_role("button", name="Friend at this screen").click()
    host.page.get_by_label("Your friend's name").fill("Taro")
    host.page.locator("form").get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the match").click()
    takes = 0
    for _ in range(300):
        hand = host.page.get_by_role("button", name=re.compile("^I am "))
        if hand.count():
            assert not host.choices()  # nothing of the next player is shown before
            hand.click()
            takes += 1
        host.move()
        host.page.wait_for_timeout(30)
        if takes >= 4:
            break
    assert takes >= 4


def test_a_spectator_sees_no_secret(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.arrive("Hana")
    table = host.table("tokaido", ["novice", "novice"])
    host.go(f"/table/{table}")
    host.turn()
    heard: list[str] = []
    guest.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    guest.go(f"/table/{table}")
    expect(guest.page.get_by_text("You are watching.")).to_be_visible()
    assert not guest.choices()
    dealt = host.ask("GET", f"/tables/{table}/position")["view"]["mine"]["dealt"]
    assert dealt
    assert heard
    assert not any(f'"{traveler}"' in frame for traveler in dealt for frame in heard)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-GB", "A table for quiet journeys"),
        ("ru-RU", "Стол для тихих путешествий"),
        ("pl-PL", "Stół do spokojnych podróży"),
        ("es-ES", "Una mesa para viajes tranquilos"),
        ("hu-HU", "Asztal csendes utazásokhoz"),
    ],
)
def test_every_language(visit: Visit, locale: str, words: str) -> None:
    guest = visit(locale=locale, viewport=PHONE)
    guest.go("/")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(words)
    for path in ("/new/tokaido_duo", "/rules/tokaido", "/learn/tokaido", "/about"):
        guest.go(path)
        guest.page.wait_for_timeout(300)
        assert guest.fits(), path
        assert not re.search(r"\b(?:frame|new|option|rules|learn|level)\.[a-z_.]+\b", guest.page.inner_text("main"))
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido', ['novice'])}")
    guest.play_on(moves=2)
    assert guest.fits()
    assert not re.search(r"\b(?:tokaido|waiting|people)\.[a-z_.]+\b", guest.page.inner_text("main"))
    guest.page.locator("header select").select_option("en" if locale != "en-GB" else "pl")
    expect(guest.page.get_by_role("tab").first).to_have_text("Log" if locale != "en-GB" else "Dziennik")


_HERE = """() => {
  const here = document.activeElement;
  if (!here || here.disabled) return 'elsewhere';
  if (here.matches('[data-go], [data-move]:not([aria-disabled=true])')) return 'choice';
  return here.matches('[data-stop]') && document.querySelector('[data-stop][data-move]') ? 'road' : 'elsewhere';
}"""


def _decide_by_keys(guest: Visitor) -> None:
    """Tab to something that can be chosen (on a road, go on by arrows), and press Enter."""
    keys = guest.page.keyboard
    for _ in range(40):
        where = guest.page.evaluate(_HERE)
        if where == "choice":
            keys.press("Enter")
            return
        keys.press("ArrowRight" if where == "road" else "Tab")


def test_keyboard_alone_plays_a_match(visit: Visit) -> None:
    guest = visit()
    guest.go("/")
    page = guest.page
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido', ['novice', 'novice'])}")
    decisions = 0
    for _ in range(3000):
        if guest.over():
            break
        if guest.choices():
            _decide_by_keys(guest)
            decisions += 1
            assert decisions < 120, page.inner_text("main")[:800]
        page.wait_for_timeout(40)
    assert guest.over()
    for _ in range(60):  # and what one can do at the end is on the way of the Tab key
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Replay":
            page.keyboard.press("Enter")
            break
    page.wait_for_url("**/replay")


def test_phone(visit: Visit) -> None:
    guest = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    guest.go("/")
    assert guest.fits()
    guest.page.tap("[data-play=tokaido]")
    guest.page.wait_for_url("**/table/*")
    guest.play_on(moves=6)
    assert guest.fits()
    guest.page.get_by_role("button", name="Settings").tap()
    guest.page.get_by_label("Colors").select_option("dark")
    assert guest.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_replay_link(visit: Visit) -> None:
    host = visit()
    host.arrive("Hana")
    table = host.table("tokaido", ["novice"])
    host.go(f"/table/{table}")
    host.play_on(moves=8)
    guest = visit()
    guest.go(f"/table/{table}/replay#5")
    moment = guest.page.locator("[data-moment]")
    expect(moment).to_have_attribute("data-moment", "5")
    guest.page.keyboard.press("ArrowRight")
    expect(moment).to_have_attribute("data-moment", "6")
    assert guest.page.url.endswith("#6")
    guest.page.keyboard.press("Home")
    guest.page.locator("[data-autoplay]").click()
    expect(moment).to_have_attribute("data-moment", "3", timeout=10_000)


def test_a_server_restart_under_an_open_page(visit: Visit, tmp_path: object) -> None:
    database = f"sqlite:///{tmp_path}/restart.db"
    node = Node(database)
    guest = visit(node.base)
    try:
        guest.arrive("Hana")
        table = guest.table("tokaido", ["novice", "novice"])
        guest.go(f"/table/{table}")
        guest.play_on(moves=3)
        guest.turn()
        line = guest.page.locator("[data-connection]")
        port = node.port
        node.kill()
        expect(line).to_have_attribute("data-connection", "lost")
        node = Node(database, port=port)
        expect(line).to_have_attribute("data-connection", "open", timeout=30_000)
        guest.turn()
        guest.play_on(moves=3)
    finally:
        node.kill()
