"""What people read on the way to a table, at it and after it: invitations, names, titles, and words for the reader."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.axe import violations
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
GAMES = ("tokaido", "tokaido_duo", "tsuro_seas")
_IDS = re.compile(r"\b(?:novice|casual|skilled|strong|shikoku|prices_b|forfeit)\b")  # as the server writes them


def test_who_comes_by_a_link_sees_who_invites_to_what(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    host.arrive("Hana")
    table = host.table("tokaido", ["novice"], players=3)
    host.go(f"/table/{table}")
    expect(host.page).to_have_title("Tokaido: waiting for players · Tabiji")
    expect(host.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    guest.go(f"/table/{table}")
    page = guest.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Hana invites you to Tokaido")
    expect(page).to_have_title("Hana invites you to Tokaido · Tabiji")
    expect(page.get_by_text("Invite friends")).to_have_count(0)
    lesson = page.get_by_label("Explain the game as we play")
    expect(lesson).to_be_checked()  # nobody knows this browser
    sit = page.get_by_role("button", name="Sit down", exact=True)
    sit.scroll_into_view_if_needed()
    page.get_by_label("Your name").fill("Taro")
    sit.click()
    expect(page.get_by_text("Waiting for Hana to start the match.")).to_be_visible()
    expect(page.get_by_role("heading", name="Invite friends")).to_be_visible()  # whoever sits may bring others
    expect(lesson).to_be_checked()
    assert guest.fits()
    host.ask("POST", f"/tables/{table}/start", {})
    expect(page.get_by_text("Whoever has the most points in Edo wins.")).to_be_visible()


def test_the_lesson_can_be_declined(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.arrive("Hana")
    table = host.table("tokaido", [], players=2)
    guest.go(f"/table/{table}")
    guest.page.get_by_label("Explain the game as we play").uncheck()
    guest.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(guest.page.get_by_text("Waiting for Hana to start the match.")).to_be_visible()
    host.ask("POST", f"/tables/{table}/start", {})
    guest.page.wait_for_selector("[data-connection=open]")
    guest.page.wait_for_selector(".people")
    expect(guest.page.locator(".lesson")).to_have_count(0)


def test_a_full_table_says_so(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.arrive("Hana")
    table = host.table("tokaido", [], players=2)
    host.ask("POST", f"/tables/{table}/join", {"seat": 1, "name": "Jiro"})
    guest.go(f"/table/{table}")
    expect(guest.page.get_by_text("All seats are taken.")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Sit down")).to_have_count(0)


@pytest.mark.parametrize("way", ["play", "friend", "first", "new", "learn"])
def test_a_name_typed_on_the_first_page_is_kept(visit: Visit, way: str) -> None:
    guest = visit()
    guest.go("/")
    page = guest.page
    page.get_by_label("Your name").fill("Hanako")
    if way == "new":
        page.get_by_role("link", name=re.compile("More options.*Duo")).click()
        expect(page.get_by_label("Your name")).to_have_value("Hanako")
        page.get_by_role("button", name="Start").click()
    elif way == "learn":
        page.get_by_role("link", name=re.compile("Rules.*Duo")).click()
        page.get_by_role("link", name="Learn by playing").click()
        expect(page.get_by_label("Your name")).to_have_value("Hanako")
        page.get_by_role("button", name="Begin").click()
    else:
        page.click(f"[data-{way}=tokaido_duo]")
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("listitem").filter(has_text="Hanako").first).to_be_visible()  # among the players
    assert guest.ask("GET", "/me")["name"] == "Hanako"


@pytest.mark.parametrize("game", GAMES)
def test_a_friend_at_this_screen_is_two_presses_away(visit: Visit, game: str) -> None:
    guest = visit(viewport=PHONE)
    guest.go("/")
    guest.page.click(f"[data-friend={game}]")
    guest.page.get_by_role("button", name="Friend at this screen").click()
    friend = guest.page.get_by_label("Your friend’s name")
    expect(friend).to_be_focused()
    guest.page.keyboard.type("Taro")
    guest.page.keyboard.press("Enter")
    guest.page.get_by_role("button", name="Start the match").click()
    guest.page.wait_for_selector("[data-connection=open]")
    names = [seat["name"] for seat in guest.ask("GET", f"/tables/{guest.page.url.rsplit('/', 1)[1]}")["seats"]]
    assert names[:2] == ["Guest", "Taro"]


def test_no_raw_ids_in_lists_of_matches(visit: Visit) -> None:
    guest = visit()
    me = guest.arrive("Hana")
    for level in ("casual", "strong"):
        over = guest.table("tokaido_duo", [level], board="prices_b", desertion="forfeit")
        guest.ask("POST", f"/tables/{over}/leave", {})
    guest.table("tokaido_duo", [], players=2, access="open", board="prices_b")
    guest.go(f"/people/{me}")
    history = guest.page.get_by_role("listitem").filter(has_text="Result")
    expect(history.first).to_contain_text("Hana and Bot 2")
    expect(history.first).to_contain_text("2nd place")
    assert not _IDS.search(guest.page.inner_text("main"))
    guest.go("/")
    expect(guest.page.locator("article").first).to_contain_text("Prices B")
    assert not _IDS.search(guest.page.inner_text("main"))


YOU = {
    "en-GB": ("Your turn.", "You walk on", "walks on"),
    "ru-RU": ("Ваш ход.", "Вы идёте", " идёт дальше"),
    "pl-PL": ("Twoja kolej.", "Idziesz dalej", " idzie dalej"),
    "es-ES": ("Te toca.", "Avanzas", " avanza"),
    "hu-HU": ("Te következel.", "Továbbmész", " továbbmegy"),
}


@pytest.mark.parametrize("locale", YOU)
def test_the_table_speaks_to_whoever_reads(visit: Visit, locale: str) -> None:
    turn, walked, named = YOU[locale]
    people = {name: visit(locale=locale) for name in ("Hana", "Taro")}
    host, guest = people.values()
    for name, one in people.items():
        one.arrive(name)
    for _ in range(10):  # sometimes the neutral traveler leaves first
        table = host.table("tokaido", [], players=2, options={"initiatory": True})
        guest.ask("POST", f"/tables/{table}/join", {})
        host.ask("POST", f"/tables/{table}/start", {})
        view = host.ask("GET", f"/tables/{table}/snapshot")["view"]
        if view["pawn"] == view["seat"]:
            break
    else:
        raise AssertionError(f"the neutral traveler always leaves first: {view}")
    for one in people.values():
        one.go(f"/table/{table}")
        one.page.wait_for_selector("[data-stop]")
    name = list(people)[view["seat"]]
    walker, other = people[name], people["Taro" if name == "Hana" else "Hana"]
    expect(walker.page.locator("[data-connection]")).to_contain_text(turn)
    expect(walker.page.locator("[data-connection]")).not_to_contain_text(name)
    expect(other.page.locator("[data-connection]")).to_contain_text(name)
    walker.move()
    expect(walker.page.locator(".log")).to_contain_text(walked)
    expect(walker.page.locator(".log")).not_to_contain_text(name)
    expect(other.page.locator(".log")).to_contain_text(re.compile(f"{name}.*{named}|{name}{named}"))
    expect(other.page.locator(".log")).not_to_contain_text(walked)


def test_who_waits_for_the_chosen_bots_is_told(visit: Visit) -> None:
    """While the rules are compiled in the background; the table says so, and is played."""
    guest = visit(fresh=True)

    def live(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: socket.send(str(said).replace('"preparing":false', '"preparing":true')))

    guest.page.route_web_socket(re.compile("/live"), live)
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido_duo', ['strong'])}")
    assert guest.turn()
    line = guest.page.locator("[data-connection]")
    expect(line).to_contain_text("Simpler bots are playing until the ones you chose are ready")


def test_you_win(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.arrive("Hana")
    guest.arrive("Taro")
    table = host.table("tokaido_duo", [], players=2, desertion="forfeit")
    guest.ask("POST", f"/tables/{table}/join", {})
    host.ask("POST", f"/tables/{table}/start", {})
    for one in (host, guest):
        one.go(f"/table/{table}")
        one.page.wait_for_selector("[data-connection=open]")
    guest.ask("POST", f"/tables/{table}/leave", {})
    expect(host.page.locator("#end")).to_have_text("You win!")
    expect(guest.page.locator("#end")).to_have_text("Hana wins")


@pytest.mark.parametrize("game", GAMES)
def test_rules_begin_with_the_goal_and_pictures(visit: Visit, game: str) -> None:
    guest = visit(viewport=PHONE)
    guest.go(f"/rules/{game}")
    page = guest.page
    first = page.locator("main h2").first
    expect(first).to_have_text("The goal")
    expect(page.locator("main ol").first.locator("li")).to_have_count(4)
    expect(page.locator(".pictures svg:visible").nth(3)).to_be_visible()  # four at least
    expect(page.locator(".rule > :is(.beside, .below):visible").nth(7)).to_be_visible()  # rules are drawn, too
    assert violations(guest) == []
    assert guest.fits()
    rule = page.locator("main h4 a").nth(3)
    rule.click()
    expect(page).to_have_url(re.compile(f"#{rule.inner_text()}$"))
    page.reload()
    expect(page.locator(f"[id={rule.inner_text()}]")).to_be_in_viewport()
    page.get_by_label("Search the rules").fill("zeppelin")
    expect(first).not_to_have_text("The goal")


def test_what_only_programmers_need_is_folded_away(visit: Visit) -> None:
    guest = visit()
    me = guest.arrive("Hana")
    guest.go(f"/people/{me}")
    expect(guest.page.get_by_label("What the token is for")).to_be_hidden()
    guest.go("/new/tokaido_duo")
    guest.page.get_by_text("All options").click()
    expect(guest.page.get_by_label("Or a board file of your own")).to_be_hidden()
