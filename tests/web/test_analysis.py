"""After the match: one button, the win curve while it is found, and every move with its grade in the replay."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Route, expect

from tests.web.axe import violations
from tests.web.languages import said_in_every_language, texts
from tests.web.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.compiled
Visit = Callable[..., Visitor]


def finished(guest: Visitor, game: str, bots: list[str]) -> str:
    """A match that a bot has finished for somebody who looks at its end."""
    guest.arrive("Hana")
    table = guest.table(game, bots)
    guest.go(f"/table/{table}")
    guest.let_a_bot_finish()
    return table


def analyze(guest: Visitor, table: str) -> Any:
    """Press the button and wait for all of it, however busy the machine is; what the server says."""
    if not guest.page.locator("[data-analysis]").count():
        guest.page.get_by_role("button", name="Analyze the match").click()
    guest.page.wait_for_selector("[data-analysis]")
    while (answer := guest.ask("GET", f"/tables/{table}/analysis"))["status"] != "done":  # or out of time: `check`
        assert answer["status"] != "failed", answer["problem"]
        time.sleep(0.1)
    guest.page.wait_for_selector("[data-analysis=done]")
    costly = answer["summary"]["seats"][0]["costliest"]  # there is something to learn from it
    expect(guest.page.locator(f"[data-learn='{costly}']")).to_have_count(0 if costly is None else 1)
    return answer


def sketch(guest: Visitor) -> None:
    """Press the button; as long as nothing else is known, the whole curve is drawn roughly."""
    page, rough = guest.page, [[0.5, 0.5], [0.4, 0.6], [0.7, 0.3], [1, 0]]

    def answer(route: Route) -> None:
        route.fulfill(json={"status": "running", "total": 3, "decisions": [], "sketch": rough})

    page.route("**/analysis*", answer)
    page.get_by_role("button", name="Analyze the match").click()
    expect(page.locator("[data-sketch]")).to_be_visible()
    expect(page.locator("[data-analysis=running] path.sketch")).to_have_count(3)  # with the one of the key
    assert guest.fits()
    page.unroute_all(behavior="wait")


def test_a_player_sees_why_and_looks_at_the_moment(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    table = finished(guest, "tsuro_seas", ["novice"])
    sketch(guest)
    answer = analyze(guest, table)
    expect(page.locator("[data-sketch]")).to_have_count(0)
    expect(page.get_by_role("img", name="Share of the victory")).to_be_visible()
    for seat in range(2):
        expect(page.locator(f"[data-summary='{seat}'] dl")).to_contain_text("Accuracy")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        guest.settle()
        assert guest.fits()
        small = "[...document.querySelectorAll('[data-analysis] a, [data-analysis] button')].filter((one) => "
        assert page.evaluate(small + "one.getBoundingClientRect().height < 40).length") == 0
    assert violations(guest) == []

    with page.expect_download() as found:
        page.get_by_role("button", name="Picture of the curve").click()
    with Image.open(found.value.path()) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 20

    point = next(one for one in answer["summary"]["turning_points"] if one["cause"] == "decision")
    decision = answer["decisions"][point["number"] - 1]
    page.locator(f"[data-point='{point['number']}'] .bad").first.click()
    page.wait_for_url(re.compile(rf"/table/{table}/replay\?analysis#{decision['entry']}$"))
    verdict = page.locator(f"[data-verdict='{decision['number']}']")
    expect(verdict.locator(f"[data-grade={decision['grade']}]")).to_be_visible()
    better = [one["move"] for one in decision["moves"] if one["move"] == decision["best"]]
    expect(verdict.locator(f"[data-better='{better[0]}']")).to_be_visible()
    expect(page.locator(f".log [data-grade={decision['grade']}]").first).to_be_visible()
    # on the sea the better tile lies where the other one was placed, as long as somebody wants to see it
    choice, other = verdict.locator(f"[data-better='{better[0]}'] .what"), page.locator(f"[data-other='{better[0]}']")
    choice.click()
    page.mouse.move(0, 0)
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(other.locator(".share")).to_have_text(re.compile(r"^\d+\s?%$"))
    assert violations(guest) == []
    choice.click()
    page.mouse.move(0, 0)
    expect(other).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("tokaido", {"viewport": PHONE, "has_touch": True}),
        ("tokaido_duo", {"viewport": PHONE, "has_touch": True}),
        ("tsuro_seas", {"color_scheme": "dark"}),
    ],
)
def test_every_game_is_explained_in_every_language(visit: Visit, game: str, how: dict[str, Any]) -> None:
    """The curve, turning points, the graded replay with reasons, what is tried instead, the link, and the career."""
    guest = visit(**how)
    page = guest.page
    table = finished(guest, game, ["novice"])
    answer = analyze(guest, table)
    assert guest.fits()
    expect(page.locator("[data-points] a")).to_have_count(len(answer["summary"]["turning_points"]))
    decision = max((one for one in answer["decisions"] if one["why"]), key=lambda one: float(one["cost"]))
    page.locator(f"[data-point='{decision['number']}'] .bad").click()
    page.wait_for_url(re.compile(rf"/table/{table}/replay\?analysis#{decision['entry']}$"))
    page.wait_for_selector("[data-analysis=done]")
    verdict = page.locator(f"[data-verdict='{decision['number']}']")
    expect(verdict.locator(f"[data-grade={decision['grade']}]")).to_be_visible()
    expect(verdict.locator(f"[data-better='{decision['best']}']")).to_be_visible()
    expect(verdict.locator("[data-why] li")).to_have_count(min(4, len(decision["why"])))

    verdict.locator(f"[data-try='{decision['best']}']").click()  # from that moment on
    back = page.locator(f"[data-branch='{decision['number']}'] a[href$='#{decision['entry']}']")
    expect(back).to_be_visible()
    tried = page.url.rsplit("/", 1)[1]
    assert tried != table
    back.click()
    expect(verdict).to_be_visible()
    expect(page.locator(f"[data-variation='{tried}']")).to_be_visible()
    expect(page.locator("[data-summary] dl")).to_have_count(2)
    said_in_every_language(
        guest,
        "analysis",
        *("title", "points", "players", "accuracy", "luck", "adjusted", "link", "picture", "variations"),
        *("better", "why", "try", "try.here", f"grade.{decision['grade']}"),
    )
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("button", name="Picture of the curve").click()
    with Image.open(found.value.path()) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert violations(guest) == []

    guest.go(f"/people/{guest.ask('GET', '/me')['id']}", f"[data-career={game}]")
    said_in_every_language(guest, "analysis", "title", "career.matches", "career.luck", "career.kinds", "career.cost")


def test_a_stranger_with_the_link_sees_it_too_in_another_language(visit: Visit) -> None:
    guest = visit()
    table = finished(guest, "tokaido", ["novice"])
    answer = analyze(guest, table)
    explained = [one for one in answer["decisions"] if one["why"] and one["kind"] == "move"]
    costly = max(explained, key=lambda one: float(one["cost"]))
    stranger = visit(locale="pl", viewport=PHONE)
    stranger.go(f"/table/{table}/replay?analysis#{costly['entry']}", "[data-analysis=done]")
    expect(stranger.page.get_by_role("heading", name="Szczęście i umiejętności")).to_be_visible()
    # shares are drawn on the road, at the place that was chosen and at better ones
    expect(stranger.page.locator(".share-badge.played:visible")).to_have_count(1)
    expect(stranger.page.locator(".share-badge:not(.played):visible").first).to_be_visible()
    expect(stranger.page.locator("[data-why] li")).to_have_count(min(4, len(costly["why"])))
    stranger.settle()
    assert stranger.fits()
    assert violations(stranger) == []


def test_a_match_that_was_given_up_has_no_button(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Hana")
    table = guest.table("tsuro_seas", ["novice"], desertion="forfeit")
    guest.ask("POST", f"/tables/{table}/leave", {})
    guest.go(f"/table/{table}", "[data-end]")
    expect(guest.page.get_by_role("link", name="Replay", exact=True)).to_be_visible()
    expect(guest.page.get_by_role("button", name="Analyze the match")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "language", "viewport"),
    [("tokaido", "hu", DESKTOP), ("tokaido_duo", "es", PHONE), ("tsuro_seas", "ru", PHONE)],
)
def test_a_coach_offers_to_take_a_costly_move_back(
    visit: Visit, game: str, language: str, viewport: dict[str, int]
) -> None:
    guest, words = visit(locale=language, viewport=viewport), texts("analysis", language)
    page = guest.page
    guest.arrive("Hana")
    guest.go("/")
    page.evaluate("localStorage.setItem('tabiji.settings', JSON.stringify({ coach: 'always', tempo: 'off' }))")
    table = guest.table(game, ["novice"])
    guest.go(f"/table/{table}")
    page.wait_for_selector("[data-coach]", state="attached")  # its script comes after the table
    for made in range(20):
        assert guest.turn()
        now = guest.ask("GET", f"/tables/{table}/snapshot")
        move = {"id": f"m{made}", "number": now["position"]["number"], "move": now["view"]["legal"][-1]}
        with page.expect_response(re.compile("/coach$")) as judged:
            guest.ask("POST", f"/tables/{table}/moves", move)
        verdict = judged.value.json()
        if verdict["cost"] >= 0.05 and verdict["cost"] > verdict["unsure"]:
            break
    better = words["coach.better"].split("{", maxsplit=1)[0].strip()
    expect(page.locator("[data-coach]")).to_contain_text(better)
    assert guest.fits()
    assert violations(guest) == []
    page.locator("[data-coach]").get_by_role("button", name=words["coach.back"]).click()
    expect(page.locator("[data-coach]")).not_to_contain_text(better)
    expect(page.locator(".log .undone").first).to_be_attached()
