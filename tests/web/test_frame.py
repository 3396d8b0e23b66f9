"""At a table besides playing: undo, hints, leaving, returning, chat, clocks."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.web.axe import violations
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
FARM, HOT_SPRING = 7, 5  # stops of the first leg: what the one gives is known before, the other shows a card


def _two(visit: Visit, **more: object) -> tuple[str, Visitor, Visitor]:
    """Two people at a table that has begun; the first of them decides, for their own pawn."""
    host, guest = visit(), visit()
    host.arrive("Hana")
    guest.arrive("Taro")
    for _ in range(10):  # sometimes the neutral traveler leaves first
        table = host.table("tokaido", [], players=2, options={"initiatory": True}, **more)
        guest.ask("POST", f"/tables/{table}/join", {})
        host.ask("POST", f"/tables/{table}/start", {})
        view = host.ask("GET", f"/tables/{table}/snapshot")["view"]
        if view["pawn"] == view["seat"]:
            break
    else:
        raise AssertionError(f"the neutral traveler always leaves first: {view}")
    for one in (host, guest):
        one.go(f"/table/{table}")
        one.page.wait_for_selector("[data-stop]")
    return (table, host, guest) if view["seat"] == 0 else (table, guest, host)


def _walk(walker: Visitor, stop: int) -> None:
    walker.page.click(f'[data-move="move {stop}"]')
    expect(walker.page.get_by_role("log")).to_contain_text(f"You walk on to {stop}")


def _undo(walker: Visitor) -> Locator:
    return walker.page.get_by_role("button", name="Take back")


def _line(guest: Visitor) -> Locator:
    return guest.page.locator("[data-connection]")


def _says_why(guest: Visitor, button: Locator, reason: str) -> None:
    """A button that cannot be pressed says why: to a reader, and to the eye when it has the focus or is pressed."""
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_accessible_description(re.compile(reason))
    note = guest.page.get_by_role("tooltip").filter(has_text=re.compile(reason))
    button.blur()
    button.focus()
    expect(note).to_be_visible()
    button.blur()
    expect(note).to_be_hidden()
    button.click(force=True)  # what is disabled is not waited for
    expect(note).to_be_visible()
    guest.page.mouse.move(2, 2)
    button.blur()


def test_take_back_what_showed_nothing(visit: Visit) -> None:
    _, walker, other = _two(visit)
    _says_why(walker, _undo(walker), "not made a move yet")
    _walk(walker, FARM)
    _undo(walker).click()
    for one in (walker, other):
        expect(one.page.get_by_role("log")).to_contain_text("took a move back")
        expect(one.page.locator(".log .undone")).to_have_count(1)
    walker.page.wait_for_selector(f'[data-move="move {FARM}"]')
    expect(other.page.get_by_role("alertdialog")).to_have_count(0)


def test_take_back_what_showed_a_card(visit: Visit) -> None:
    _, walker, other = _two(visit)
    _walk(walker, HOT_SPRING)
    _undo(walker).click()
    undo_request = other.page.get_by_role("alertdialog")
    expect(undo_request).to_contain_text("asks to take a move back")
    expect(undo_request).to_be_focused()
    expect(_line(walker)).to_contain_text("You asked to take a move back")
    _says_why(walker, _undo(walker), "answer comes first")
    assert violations(other) == []
    assert violations(walker) == []
    undo_request.get_by_role("button", name="Refuse").click()
    expect(undo_request).to_have_count(0)
    expect(_line(walker)).to_contain_text("refuses")
    _undo(walker).click()
    expect(undo_request).to_be_focused()
    other.page.keyboard.press("Tab")  # by keys alone
    other.page.keyboard.press("Enter")
    expect(undo_request).to_have_count(0)
    expect(walker.page.get_by_role("log")).to_contain_text("took a move back")
    walker.page.wait_for_selector(f'[data-move="move {HOT_SPRING}"]')


def test_a_hint(visit: Visit) -> None:
    _, walker, other = _two(visit)
    _says_why(other, other.page.get_by_role("button", name="Hint"), "not your turn")
    button = walker.page.get_by_role("button", name="Hint")
    button.focus()
    walker.page.keyboard.press("Enter")
    dialog = walker.page.get_by_role("dialog", name="What a strong bot would do")
    expect(dialog).to_contain_text("This match is rated")  # two people: the hint costs the rating
    dialog.get_by_role("button", name="Take a hint").click()
    first = dialog.locator("[data-thought]").first
    expect(first).to_contain_text("Walk to")
    expect(first).to_contain_text(re.compile(r"wins \d+% \(give or take \d+%\)"))
    assert violations(walker) == []
    first.get_by_role("button").hover()
    expect(walker.page.locator(".coach-ring")).to_be_attached()  # where it leads
    for _ in range(4):  # the focus stays in the dialog
        walker.page.keyboard.press("Tab")
        assert walker.page.evaluate(
            "!!document.activeElement.closest('dialog') || document.activeElement.matches('body')"
        )
    walker.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(walker.page.locator(".coach-ring")).to_have_count(0)
    expect(button).to_be_focused()


def test_no_hints_at_this_table(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table('tokaido', ['novice'], hints=False)}")
    guest.turn()
    _says_why(guest, guest.page.get_by_role("button", name="Hint"), "plays without hints")


def test_leave_and_come_back(visit: Visit) -> None:
    table, walker, other = _two(visit)
    page = walker.page
    page.get_by_role("button", name="Leave").click()
    dialog = page.get_by_role("dialog", name="Leave the table?")
    expect(dialog).to_be_visible()
    assert violations(walker) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Leave")).to_be_focused()
    page.get_by_role("button", name="Leave").click()
    dialog.get_by_role("button", name="Leave for good").click()
    page.wait_for_url(re.compile(r"/$"))
    people = other.page.get_by_role("list", name=re.compile("Players"))
    expect(people).to_contain_text("a bot stands in")
    expect(other.page.get_by_role("log")).to_contain_text("has left; a bot")
    page.locator(f'article a[href="/table/{table}"]').click()  # the match is still among one's own
    page.wait_for_url(f"**/table/{table}")
    expect(_line(other)).to_contain_text("is back")
    expect(people).not_to_contain_text("a bot stands in")


def test_a_live_clock_runs_out(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    over = guest.table("tokaido", ["novice"], desertion="forfeit")  # somebody's first game has twice the time
    guest.ask("POST", f"/tables/{over}/leave", {})
    clock = {"kind": "live", "bank": 10, "increment": 2, "cap": 10}
    guest.go(f"/table/{guest.table('tokaido', ['novice'], clock=clock, pace=2000)}")
    watch = _line(guest).get_by_role("timer")
    expect(watch).to_contain_text(re.compile(r"^\d\.\d$"))
    before = watch.inner_text()
    expect(watch).not_to_have_text(before)
    notice = guest.page.get_by_role("status").filter(has_text="Your time ran out")
    expect(notice).to_be_visible(timeout=15_000)
    expect(guest.page.get_by_role("log")).to_contain_text("ran out of time; a bot")
    assert guest.choices() == []
    guest.page.get_by_role("button", name="Take my seat back").click()
    guest.turn()
    expect(notice).to_have_count(0)


def test_hours_for_a_move(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    table = guest.table("tokaido", ["novice"], clock={"kind": "turns", "hours": 36})
    guest.go("/")
    mine = guest.page.get_by_role("region", name="My matches").get_by_role("article")
    expect(mine).to_contain_text("36 hours per move")
    guest.go(f"/table/{table}")
    guest.turn()
    expect(_line(guest).get_by_role("timer")).to_have_text(re.compile(r"1d 1[12]h"))


def test_everybody_reads_phrases_in_their_own_language(visit: Visit) -> None:
    host, guest, watcher = visit(), visit(locale="hu-HU", viewport=PHONE), visit()
    host.arrive("Hana")
    guest.arrive("Taro")
    table = host.table("tokaido", [], players=2, access="open")  # where watchers read along
    guest.ask("POST", f"/tables/{table}/join", {})
    host.ask("POST", f"/tables/{table}/start", {})
    for one in (host, guest, watcher):
        one.go(f"/table/{table}")
    expect(host.page.get_by_text("1 person is watching")).to_be_visible()
    host.page.get_by_role("tab", name="Chat").click()
    _says_why(host, host.page.get_by_role("button", name="Send"), "Write something")
    host.page.get_by_role("button", name="Good luck!").click()
    host.page.get_by_label("Say something").fill("<b>Fuji</b>")
    host.page.keyboard.press("Enter")
    chat = guest.page.get_by_role("tab").nth(1)
    expect(chat).to_contain_text("2")
    chat.click()
    said = guest.page.get_by_role("log")
    expect(said).to_contain_text("Sok szerencsét!")
    expect(said).to_contain_text("<b>Fuji</b>")
    assert violations(guest) == []
    watcher.page.get_by_role("tab", name="Chat").click()
    expect(watcher.page.get_by_text("Only players can write here.")).to_be_visible()
    expect(watcher.page.get_by_role("log")).to_contain_text("Good luck!")


def test_somebody_is_away(visit: Visit) -> None:
    table, walker, other = _two(visit)
    line = _line(other)
    people = other.page.get_by_role("list", name=re.compile("Players"))
    walker.page.goto(f"{walker.base}/about")
    expect(people).to_contain_text("away", timeout=15_000)
    expect(line).to_contain_text("is away; the match waits")
    walker.go(f"/table/{table}")
    expect(people).not_to_contain_text("away")
    expect(line).not_to_contain_text("is away")


def test_once_more(visit: Visit) -> None:
    table, walker, other = _two(visit, desertion="forfeit")
    walker.ask("POST", f"/tables/{table}/leave", {})
    walker.page.get_by_role("button", name="Play again").click()
    walker.page.wait_for_url(lambda url: table not in url)
    follow = other.page.get_by_role("link", name="Join the next match")
    follow.click()
    expect(other.page).to_have_url(walker.page.url)
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("invites you to Tokaido")


def test_a_name_from_another_tab_is_noticed_at_the_table(visit: Visit) -> None:
    guest = visit()
    guest.go("/")
    guest.arrive("Hana")  # with this browser's cookie, but this page was not told
    table = guest.table("tokaido", ["greedy"])
    follow = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
    guest.page.evaluate(follow, f"/table/{table}")
    assert guest.turn()
    guest.play_on(moves=1)


_LEAVE = """(path) => {
  const go = (to) => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); };
  const Plain = WebSocket;
  window.lines = [];
  window.WebSocket = class extends Plain {
    constructor(url) { super(url); window.lines.push(new URL(url).pathname); }
  };
  new MutationObserver((_, watch) => {
    if (!document.querySelector('.board h2')) return;
    watch.disconnect();
    go('/learn');
    requestAnimationFrame(() => requestAnimationFrame(() => (window.left = true)));
  }).observe(document.body, { childList: true, subtree: true });
  go(path);
}"""


def test_a_table_that_is_left_as_soon_as_it_is_there(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    table = guest.table("tsuro_seas", ["greedy"])
    guest.go("/", "[data-play]")
    guest.page.evaluate(_LEAVE, f"/table/{table}")
    guest.page.wait_for_function("() => window.left")
    expect(guest.page.locator("main h1")).to_have_text("Learn by playing")
    guest.check()  # nothing of the table is looked at when it is gone
    # and no other table is asked for while the next page is on its way
    assert guest.page.evaluate("window.lines") == [f"/api/tables/{table}/live"]
