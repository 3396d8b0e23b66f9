"""Whole matches in a real browser, the same for every game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.seeds import SOAK
from tests.server.node_factory import NodeFactory, QuickNode
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
PLAYERS = {"tokaido": 3, "tokaido_duo": 2, "tsuro_seas": 4}
GAMES = tuple(PLAYERS)
every_game = pytest.mark.parametrize("game", GAMES)
TITLES = {"tokaido": "Tokaido", "tokaido_duo": "Tokaido Duo", "tsuro_seas": "Tsuro of the Seas"}
PREFIXES = {"tokaido": "tokaido", "tokaido_duo": "duo", "tsuro_seas": "tsuro"}


def _table(guest: Visitor, game: str) -> str:
    """With quick bots; a calm sea, where nobody is lost before the first move."""
    calm = {"options": {"no_daikaiju": True}} if game == "tsuro_seas" else {}
    return guest.table(game, ["novice"] * (PLAYERS[game] - 1), **calm)


def _sit(guest: Visitor, game: str) -> str:
    """At a table of one's own, when something is to be decided."""
    guest.arrive("Hana")
    table = _table(guest, game)
    guest.careful = True
    guest.go(f"/table/{table}")
    guest.turn()
    return table


def _under_way(guest: Visitor, game: str) -> str:
    """The same after two presses. A ship may be lost before its first turn: then at another table."""
    for _ in range(5):
        table = _sit(guest, game)
        guest.play_on(moves=2)
        if guest.turn():
            return table
    raise AssertionError(f"lost at every table: {guest.describe()}")


@every_game
def test_a_new_visitor_plays_in_two_clicks(visit: Visit, game: str) -> None:
    guest = visit()
    guest.go("/")
    guest.page.click(f"[data-first={game}]")
    guest.page.wait_for_url("**/table/*")
    guest.turn()
    before = guest.number()
    guest.play_on(moves=2)  # some choices take two presses: a die and its way, a mark and yes
    expect(guest.page.locator(".log li")).not_to_have_count(before, timeout=30_000)
    guest.go("/")  # continue after leaving the page
    expect(guest.page.get_by_role("region", name="My matches").get_by_role("article")).to_have_count(1)


@every_game
def test_a_first_match_to_the_end(visit: Visit, game: str) -> None:
    guest = visit()
    page = guest.page
    guest.go(f"/new/{game}")
    page.get_by_label("Your name").fill("Hana")
    page.get_by_role("radio", name="First game").check()
    page.get_by_text("All options").click()
    page.get_by_label("Bots wait at least").select_option("0")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    guest.play_on(moves=4)
    guest.let_a_bot_finish()
    expect(page.locator("#end")).to_contain_text(re.compile("You win!|wins|share the victory"))
    page.get_by_text("Proof of the shuffle").click()
    expect(page.locator("[data-proof]")).to_have_attribute("data-proof", "true")
    if game != "tsuro_seas":  # a ship may be lost before anything random is seen
        expect(page.locator("[data-check=chance]")).to_have_attribute("data-holds", "true")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(download.value.path().read_text())["game"] == game
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("button", name="Start the match")).to_be_enabled()


@every_game
def test_two_browsers_by_link(visit: Visit, game: str) -> None:
    host, friend = visit(), visit()
    host.careful = friend.careful = True
    host.go(f"/new/{game}")
    host.page.get_by_label("Your name").fill("Hana")
    if game == "tokaido":  # two ships may be lost in no time: there the bots stay
        host.page.get_by_label("Number of players").select_option("2")
    host.page.get_by_label("Bot at seat 2").select_option("")
    host.page.get_by_role("button", name="Open the table").click()
    link = host.page.get_by_label("Link to this table").input_value()
    friend.page.goto(link)
    friend.page.get_by_label("Your name").fill("Taro")
    friend.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(host.page.get_by_text("Taro", exact=True)).to_be_visible()
    host.page.get_by_role("button", name="Start the match").click()
    for one in (host, friend):
        one.page.wait_for_selector("[data-connection=open]")
    table = link.rsplit("/", 1)[1]
    moved: set[int] = set()
    for press in range(40):  # moves by either are seen by both
        lines = host.number()
        before = host.ask("GET", f"/tables/{table}/snapshot")
        seat, number = before["view"]["seat"], before["position"]["number"]
        if seat in (0, 1):
            assert (host, friend)[seat].turn()
            (host, friend)[seat].move(press)  # some choices take two presses: a die and its way, a mark and yes
            after = host.ask("GET", f"/tables/{table}/snapshot")["position"]["number"]
            moved |= {seat} if after > number else set()
        else:  # a bot decides
            expect(host.page.locator(".log li")).not_to_have_count(lines, timeout=30_000)
        if moved == {0, 1}:
            break
    assert moved == {0, 1}, (host.describe(), friend.describe())
    expect(host.page.locator(".log")).to_contain_text("Taro")
    expect(friend.page.locator(".log")).to_contain_text("Hana")
    host.page.get_by_role("tab", name="Chat").click()
    friend.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_role("button", name="Good luck!").click()
    expect(friend.page.get_by_role("log", name="Chat")).to_contain_text("Good luck!")
    friend.close()  # what somebody's absence looks like
    assert host.ask("GET", f"/tables/{table}")["status"] == "playing"


@every_game
def test_reload_and_reconnect_in_the_middle_of_a_decision(visit: Visit, game: str) -> None:
    guest = visit(fresh=True)
    routes: list[WebSocketRoute] = []
    away = False

    def carry(route: WebSocketRoute) -> None:
        if away:
            route.close(code=1012)
        else:
            routes.append(route)
            route.connect_to_server()

    guest.page.route_web_socket(re.compile("/live"), carry)
    _under_way(guest, game)
    question = guest.page.inner_text("[data-connection]")
    guest.page.reload()
    guest.turn()
    line = guest.page.locator("[data-connection]")
    expect(line).to_have_text(question, use_inner_text=True)
    cut, away = len(routes), True
    routes[-1].close(code=1012)
    expect(line).to_have_attribute("data-connection", "lost")
    expect(line).to_contain_text("The connection is lost")
    away = False
    expect(line).to_have_attribute("data-connection", "open")
    assert len(routes) == cut + 1
    expect(line).to_have_text(question, use_inner_text=True)
    before = guest.page.inner_text(".log")
    guest.play_on(moves=2)
    expect(guest.page.locator(".log")).not_to_have_text(before, use_inner_text=True)


def test_two_tabs_stay_in_step(visit: Visit) -> None:
    guest = visit()
    _sit(guest, "tokaido")
    tab = guest.window()
    tab.goto(guest.page.url)
    tab.wait_for_selector("[data-move]")
    before = tab.inner_text("[role=log]")
    guest.play_on(moves=1)
    expect(tab.locator("[role=log]")).not_to_have_text(before)
    guest.page.go_back()
    guest.page.go_forward()
    guest.page.wait_for_selector("[role=log]")


@every_game
def test_hot_seat(visit: Visit, game: str) -> None:
    host = visit()
    host.careful = True
    host.arrive("Hana")
    table = host.table(game, [], players=2)
    host.go(f"/table/{table}")
    host.page.get_by_role("button", name="Friend at this screen").click()
    host.page.get_by_label("Your friend’s name").fill("Taro")
    host.page.locator("form").get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the match").click()
    takes: list[str] = []
    for press in range(60):
        if not host.turn():  # nothing of the next player is shown before
            takes.append(host.take_screen())
        if len(takes) == 3:
            break
        host.move(press)
    assert len(takes) == 3, host.describe()
    assert {"I am Hana", "I am Taro"} == set(takes)


def _secrets(view: dict[str, Any]) -> list[Any]:
    """What only a seat itself may know of its view."""
    mine = view.get("mine", {})
    return [*mine.get("dealt", []), *mine.get("hand", [])]


@every_game
def test_a_spectator_sees_no_secret(visit: Visit, game: str) -> None:
    host, guest = visit(), visit(fresh=True)
    table = _sit(host, game)
    heard: list[str] = []
    guest.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    secrets = _secrets(host.ask("GET", f"/tables/{table}/snapshot")["view"])
    guest.go(f"/table/{table}")
    expect(guest.page.get_by_text("You are watching.")).to_be_visible()
    assert not guest.choices()
    assert bool(secrets) == (game != "tokaido_duo")  # there nobody has secrets
    views = [message["view"] for message in map(json.loads, heard) if "view" in message]
    assert views
    for seen in views:
        assert _secrets(seen) == []
        assert all(tile is None for hand in seen.get("hands", []) for tile in hand)
        assert not any(f'"{secret}"' in json.dumps(seen) for secret in secrets)


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
    guest.arrive("Hana")
    guest.go("/")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(words)
    unsaid = re.compile(r"\b(?:frame|new|option|rules|learn|level|waiting|people|tokaido|duo|tsuro)\.[a-z_.]+\b")
    for game in GAMES:
        for path, ready in ((f"/new/{game}", "fieldset"), (f"/rules/{game}", "ol h3"), (f"/learn/{game}", "main h1")):
            guest.go(path, ready)
            assert guest.fits(), path
            assert not unsaid.search(guest.page.inner_text("main")), path
        guest.go(f"/table/{_table(guest, game)}")
        guest.turn()
        guest.play_on(moves=2)
        assert guest.fits(), game
        assert not unsaid.search(guest.page.inner_text("main")), game
    guest.go("/")
    guest.page.locator("header select").select_option("en" if locale != "en-GB" else "pl")
    other = "A table for quiet journeys" if locale != "en-GB" else "Stół do spokojnych podróży"
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(other)


_HERE = """() => {
  const here = document.activeElement;
  const able = ':not([disabled], [aria-disabled=true])';
  const open = (kind) => [...document.querySelectorAll(kind)].filter((one) => one.matches(able));
  const kinds = ['[data-go], [data-move]', '[data-die]', '[data-lay]'];
  if (open(kinds.find((kind) => open(kind).length) ?? 'nothing').includes(here)) return 'choice';
  const rover = ['[data-stop]', '[data-mark]'].find((rover) => here.matches(rover));
  return rover && document.querySelector(rover + '[data-move]') ? 'road' : 'elsewhere';
}"""


def _decide_by_keys(page: Page) -> None:
    """Tab to something that can be chosen (on a road or a rim, go on by arrows, then back), and press Enter."""
    for step in range(130):
        where = page.evaluate(_HERE)
        if where == "choice":
            page.keyboard.press("Enter")
            return
        along = "ArrowRight" if step < 60 else "ArrowLeft"
        page.keyboard.press(along if where == "road" else "Tab")
    raise AssertionError(f"no key leads to a choice: {page.inner_text('main')[:800]}")


@every_game
def test_keyboard_alone_plays_a_match(visit: Visit, game: str) -> None:
    guest = visit()
    page = guest.page
    _sit(guest, game)
    for _ in range(1000 if SOAK else 9):  # a match has more decisions, of the same kinds
        if not guest.turn():
            break
        _decide_by_keys(page)
        page.wait_for_selector("[data-sent=no], [data-end]")
    if not guest.over():
        guest.let_a_bot_finish()
    for _ in range(60):  # and what one can do at the end is on the way of the Tab key
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Replay":
            page.keyboard.press("Enter")
            break
    expect(page).to_have_url(re.compile("/replay$"))


@every_game
def test_phone(visit: Visit, game: str) -> None:
    guest = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    guest.go("/")
    assert guest.fits()
    _sit(guest, game)
    guest.play_on(moves=6)
    assert guest.fits()
    guest.page.get_by_role("button", name="Menu").tap()
    guest.page.get_by_label("Colors").select_option("dark")
    expect(guest.page.locator("html")).to_have_css("color-scheme", "dark")


@every_game
def test_replay_link(visit: Visit, game: str) -> None:
    host = visit()
    table = _sit(host, game)
    host.play_until(lambda: host.ask("GET", f"/tables/{table}/snapshot")["position"]["number"] >= 7)
    guest = visit()
    guest.go(f"/table/{table}/replay#5")
    moment = guest.page.locator("[data-step]")
    expect(moment).to_have_attribute("data-step", "5")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(f"Replay: {TITLES[game]}")
    guest.page.keyboard.press("ArrowRight")
    expect(moment).to_have_attribute("data-step", "6")
    expect(guest.page).to_have_url(re.compile("#6$"))
    guest.page.keyboard.press("Home")
    guest.page.locator("[data-autoplay]").click()
    expect(moment).to_have_attribute("data-step", re.compile(r"^([3-9]|\d\d)$"))  # it goes on from there


def test_a_server_restart_under_open_pages(visit: Visit, node_factory: NodeFactory, tmp_path: object) -> None:
    node = QuickNode(node_factory, database=f"sqlite:///{tmp_path}/restart.db")
    guests = {game: visit(node.base) for game in ("tokaido", "tsuro_seas")}
    try:
        for game, guest in guests.items():
            _under_way(guest, game)
        node.kill()
        for guest in guests.values():
            expect(guest.page.locator("[data-connection]")).to_have_attribute("data-connection", "lost")
        node.start()
        for guest in guests.values():
            line = guest.page.locator("[data-connection]")
            expect(line).to_have_attribute("data-connection", "open", timeout=30_000)
            assert guest.turn()
            guest.play_on(moves=2)
    finally:
        node.kill()


@every_game
def test_a_hint(visit: Visit, game: str) -> None:
    guest = visit()
    _sit(guest, game)
    with guest.page.expect_response(re.compile("/hint$")) as told:
        guest.page.get_by_role("button", name="Hint").click()
    hint = told.value.json()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.get_by_text("What a strong bot would do")).to_be_visible()
    moves = dialog.locator("[data-thought]")
    expect(moves.first).to_contain_text("%", timeout=30_000)
    everybody = dialog.get_by_role("list", name="Everybody's chance")
    expect(everybody.get_by_role("listitem")).to_have_count(len(hint["seats"]))
    expect(everybody.get_by_role("listitem").first).to_contain_text("%")
    count = len(hint["candidates"])
    if count > 4:
        expect(moves).to_have_count(4)
        dialog.get_by_role("button", name=f"All moves: {count}").click()
    expect(moves).to_have_count(count)
    assert not re.search(rf"\b{PREFIXES[game]}\.[a-z_.]+\b", dialog.inner_text())


@every_game
def test_a_guided_first_journey(visit: Visit, game: str) -> None:
    guest = visit()
    page = guest.page
    guest.go(f"/learn/{game}")
    page.get_by_role("button", name="Begin").click()
    hint = page.locator(".lesson [role=status]")
    expect(hint).not_to_be_empty()
    guest.turn()
    first = hint.inner_text()
    page.locator(".lesson .primary").click()
    expect(hint).not_to_have_text(first)  # each is said once
    guest.play_on(moves=2)
    expect(page.locator(".lesson")).to_be_visible()
