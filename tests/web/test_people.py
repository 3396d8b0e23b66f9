"""Names and sign-in, and the ways to a table and back to it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from tests.web.axe import violations
from tests.web.visitor import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]


def test_keep_an_identity_and_take_it_up_elsewhere(visit: Visit) -> None:
    guest, elsewhere = visit(), visit(viewport=PHONE)
    me = guest.arrive("Otsuru")
    guest.go(f"/people/{me}")
    page = guest.page
    expect(page.get_by_text("A guest without a password")).to_be_visible()
    page.get_by_label("Password").first.fill("a quiet road")
    page.get_by_role("button", name="Keep this profile").click()
    expect(page.get_by_role("status").filter(has_text="This profile is yours now")).to_be_visible()
    expect(page.get_by_text("A guest without a password")).to_have_count(0)

    elsewhere.go("/")
    button = elsewhere.page.get_by_role("button", name="Sign in")
    button.click()
    dialog = elsewhere.page.get_by_role("dialog", name="Sign in")
    assert violations(elsewhere) == []
    elsewhere.page.keyboard.press("Escape")
    expect(button).to_be_focused()
    elsewhere.page.keyboard.press("Enter")
    dialog.get_by_label("Name").fill("Otsuru")
    dialog.get_by_label("Password").fill("another road")
    elsewhere.page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("Name and password do not match.")
    dialog.get_by_label("Password").fill("a quiet road")
    elsewhere.page.keyboard.press("Enter")
    elsewhere.page.wait_for_url(f"**/people/{me}")
    expect(dialog).to_have_count(0)
    expect(elsewhere.page.get_by_role("heading", level=1)).to_have_text("Otsuru")
    elsewhere.page.get_by_role("button", name="Sign out", exact=True).click()
    elsewhere.page.wait_for_url(re.compile(r"/$"))
    expect(button).to_be_visible()


def test_tokens(visit: Visit) -> None:
    guest, program = visit(), visit()
    me = guest.arrive("Hana")
    guest.go(f"/people/{me}")
    page = guest.page
    page.get_by_text("For programmers").click()
    page.get_by_label("What the token is for").fill("my bot")
    page.get_by_role("button", name="New token").click()
    token = page.locator("code").inner_text()
    bearer = {"Authorization": f"Bearer {token}"}
    assert program.fetch("GET", "/me", **bearer).json()["id"] == me
    assert violations(guest) == []
    page.get_by_role("button", name=re.compile("Revoke.*my bot")).click()
    expect(page.get_by_role("button", name=re.compile("Revoke.*my bot"))).to_have_count(0)
    expect(page.locator("code")).to_have_count(0)
    assert program.fetch("GET", "/me", **bearer).status == 401


def test_join_by_link_with_a_name(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    host.arrive("Hana")
    table = host.table("tokaido", ["novice"], players=3)
    host.go(f"/table/{table}")
    start = host.page.get_by_role("button", name="Start the match")
    expect(start).to_have_accessible_description(re.compile("1 seat is empty"))
    start.click(force=True)
    expect(host.page.get_by_role("tooltip")).to_be_visible()
    link = host.page.get_by_label("Link to this table").input_value()
    guest.page.goto(link)
    assert violations(guest) == []
    guest.page.get_by_label("Your name").fill("Taro")
    guest.page.keyboard.press("Enter")
    expect(host.page.get_by_role("listitem").filter(has_text="Taro")).to_be_visible()
    expect(guest.page.get_by_text("Waiting for Hana to start the match.")).to_be_visible()
    start.click()
    for one in (host, guest):
        one.page.wait_for_selector("[data-connection=open]")
    host.turn()


def test_open_tables(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.arrive("Hana")
    guest.arrive("Taro")
    table = host.table("tokaido_duo", [], players=2, access="open")
    guest.go("/")
    card = guest.page.get_by_role("region", name="Open tables").locator(f'article:has(a[href="/table/{table}"])')
    expect(card).to_contain_text("Hana")
    card.get_by_role("link").click()
    guest.page.get_by_role("button", name="Sit here").click()
    host.go(f"/table/{table}")
    expect(host.page.get_by_role("listitem").filter(has_text="Taro")).to_be_visible()
    host.ask("POST", f"/tables/{table}/start", {})
    guest.page.wait_for_selector("[data-connection]")
    guest.go("/")
    expect(card).to_have_count(0)


def test_my_matches_those_that_wait_for_me_first(visit: Visit, browser: Browser) -> None:
    guest = visit()
    guest.arrive("Hana")
    waiting = guest.table("tokaido", ["novice"])
    for _ in range(2):  # newer, but they wait for somebody else: seats are empty
        guest.table("tokaido", [], players=2)
    guest.go("/")
    cards = guest.page.get_by_role("region", name="My matches").get_by_role("article")
    expect(cards).to_have_count(3)
    expect(cards.first).to_contain_text("It is your turn")
    kept = guest.context.storage_state()  # the browser is closed, and opened another day
    guest.context.close()
    context = browser.new_context(viewport=DESKTOP, locale="en-GB", storage_state=kept)
    page = context.new_page()
    page.goto(f"{guest.base}/")
    page.get_by_role("link", name="It is your turn").click()
    page.wait_for_url(f"**/table/{waiting}")
    page.wait_for_selector("[data-move]")
    context.close()


def test_a_match_that_was_put_away_says_so(visit: Visit) -> None:
    guest = visit(fresh=True)
    guest.arrive("Hana")
    table = guest.table("tokaido", ["novice"], options={"initiatory": True})
    put_away = guest.ask("GET", f"/tables/{table}")["started"] + 1

    def list_of_mine(route: Route) -> None:
        mine = route.fetch().json()
        mine[0]["table"]["archived"] = put_away
        route.fulfill(json=mine)

    def live(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: socket.send(str(said).replace('"archived":null', f'"archived":{put_away}')))

    guest.page.route("**/api/tables/mine", list_of_mine)
    guest.page.route_web_socket(re.compile("/live"), live)
    guest.go("/")
    expect(guest.page.get_by_role("region", name="My matches").get_by_role("heading", level=3)).to_contain_text(
        "paused"
    )
    guest.go(f"/table/{table}")
    said = guest.page.get_by_text("the match was paused")
    expect(said).to_be_visible()
    guest.turn()
    guest.move()
    expect(said).to_have_count(0)  # it goes on


def test_friends_at_one_screen(visit: Visit) -> None:
    host = visit()
    host.arrive("Hana")
    table = host.table("tokaido", [], players=2)
    host.go(f"/table/{table}")
    page = host.page
    page.get_by_role("button", name="Friend at this screen").click()
    page.get_by_label("Your friend’s name").fill("Jiro")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_selector("[data-connection=open]")
    first = host.ask("GET", f"/tables/{table}/snapshot")["view"]["seat"]
    if first == 0:
        host.turn()
        host.move()
    hand = page.get_by_role("region", name=re.compile("Pass the screen to"))
    expect(hand).to_be_focused()  # not its button: a key pressed too long must not take the screen over
    assert host.choices() == []
    expect(page.locator(".line")).not_to_contain_text("Your turn")  # of whom?
    expect(page.get_by_role("log")).to_have_count(0)
    assert violations(host) == []
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_focused()
    page.keyboard.press("Enter")
    host.turn()
